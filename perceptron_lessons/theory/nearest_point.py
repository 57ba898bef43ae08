"""The point of the hull of the z = y·x that is nearest to 0: found in floats, decided in integers.

Its length is the maximum margin, and it is the maximum-margin separator; where it is 0 its weights
prove that nothing separates. Two rules say it all:

- A convex combination p = Σ a_i z_i gives weights a, a vector w and an offset b. With an offset
  counted as one more weight (the samples padded with c), b = c²·Σ a_i y_i; c itself, which may be
  irrational, is not needed. With a free offset each class has half of the weight, so Σ a_i y_i = 0.
- p is nearest to 0 where no sample of a class (of all, without a free offset) has a margin below
  those that p is made of.

Wolfe's algorithm (1976): take the point nearest to 0 in the affine hull of a few samples, the
corral; where it lies outside of their hull, walk towards it and drop the sample that runs out of
weight; then add a sample whose margin is too small. p gets shorter with every corral, so none comes
back, and the end is the exact optimum. A least-squares solution in floats says where to start;
whatever it says, the end is the same point.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from perceptron_core.arithmetic import (
    Scores,
    as_fractions,
    as_integers,
    common_scale,
    scaled_floats,
    square_root,
)
from perceptron_lessons.theory.linear_systems import solve

FEW = 3  # features up to which floats save nothing, and the weights are the same on every machine
FREE_PAD = 1e6  # in units of the largest entry: a pad so large that an offset costs nothing
BUDGET = 3e9  # operations on bits, in the thousands of millions that take half a minute or so
PASS = 30  # what a look at one entry of X counts


def combination(X, y, weights, pad_squared):
    """Return w and b of the point p = Σ a_i z_i, and its square, all exactly.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of −1 and +1, shape (n_samples,)
    weights : ndarray of Fraction > 0, shape (n_samples,)
    pad_squared : int, Fraction or None
        c²; None for a free offset, where the weights of each class sum to the same.

    Returns
    -------
    w : ndarray of Fraction, shape (n_features,)
    b : Fraction
        With a free offset the one half-way between the classes of these samples.
    square : Fraction
        ‖p‖².
    """
    scale, share = common_scale(X), common_scale(weights)
    points, signed = as_integers(X, scale), as_integers(weights, share) * y.astype(object)
    w = signed @ points
    square = Fraction(int(w @ w), (scale * share) ** 2)
    if pad_squared is None:
        reach = points @ w
        middle = int(reach[y == 1].min()) + int(reach[y == -1].max())
        b = Fraction(-middle, 2 * scale**2 * share)
    else:
        tilt = Fraction(int(signed.sum()), share)
        b = pad_squared * tilt
        square += b * tilt
    return w * Fraction(1, scale * share), b, square


def nearest_point(X, y, pad_squared, budget=BUDGET):
    """Return convex weights of the hull's point nearest to 0, as `Fraction`s.

    Parameters
    ----------
    X, y
        As `validation` returns them; both labels for a free offset.
    pad_squared : int, Fraction or None
        c²; None for a free offset.
    budget : float
        The work after which the search ends where it is: the weights are convex, not optimal.

    Returns
    -------
    samples : list of int
    weights : list of Fraction
        Their weights, all > 0.

    References
    ----------
    Wolfe 1976, "Finding the nearest point in a polytope".
    """
    hull = _Hull(X, y, pad_squared)
    corral, shares = hull.start()
    while (budget := budget - hull.cost(corral)) > 0:
        target = hull.nearest_of(corral)
        if min(target) < 0:
            # Walk towards the affine optimum until the first share runs out.
            pairs = list(zip(shares, target, strict=True))
            step = min(s / (s - t) for s, t in pairs if t < 0)
            corral, shares = _positive(corral, [s + step * (t - s) for s, t in pairs])
            continue
        corral, shares = _positive(corral, target)
        entering = hull.below(corral, shares)
        if entering is None:
            break
        corral, shares = [*corral, entering], [*shares, Fraction(0)]
    return _positive(corral, shares)


def _positive(corral, shares):
    kept = [(i, s) for i, s in zip(corral, shares, strict=True) if s > 0]
    return [i for i, _ in kept], [s for _, s in kept]


class _Hull:
    """The z = y·x, in one group or in two, and what Wolfe's algorithm asks of them."""

    def __init__(self, X, y, pad_squared):
        self._X, self._y, self._pad_squared = X, y, pad_squared
        labels = [(1, -1)] if pad_squared is not None else [(1,), (-1,)]
        self._groups = [np.flatnonzero(np.isin(y, label)) for label in labels]
        self._parts = [X] if len(labels) == 1 else [X[group] for group in self._groups]
        self._rows = {}

    def start(self):
        """Return a corral and its shares: what floats find, or the first sample of each group."""
        guess = np.zeros(len(self._y))
        if self._X.shape[1] > FEW:
            guess = _float_weights(self._X, self._y, self._pad_squared)
        corral, shares = [], []
        for group in self._groups:
            found = group[guess[group] > 0] if (guess[group] > 0).any() else group[:1]
            weights = as_fractions(guess[found]) if guess[found].any() else np.array([Fraction(1)])
            corral += found.tolist()
            shares += (weights / (weights.sum() * len(self._groups))).tolist()
        return corral, shares

    def _row(self, i):
        """Return integers z and a length L with z_i = z/L, z as short as possible."""
        if i not in self._rows:
            scale = common_scale(self._X[i])
            z = as_integers(self._X[i], scale) * int(self._y[i])
            content = math.gcd(*z) or 1
            self._rows[i] = z // content, Fraction(scale, content)
        return self._rows[i]

    def cost(self, corral):
        """Return about what `nearest_of` and `below` will take, in operations on bits."""
        bits = 2 * max(max(map(abs, self._row(i)[0])).bit_length() for i in corral) + 1
        return len(corral) ** 3 * bits * (1 + bits / 300) + PASS * self._X.size

    def nearest_of(self, corral):
        """Return the shares of the point nearest to 0 in the affine hull of the corral.

        With z/L for the samples, a = L·α and one multiplier λ for each group, the optimum solves
        Σ_j (z_i·z_j + c²·y_i L_i y_j L_j) α_j = L_i·λ, Σ L_j·α_j = 1: integers throughout.
        Samples that depend on those before them get no share.
        """
        Z = np.array([self._row(i)[0] for i in corral])
        lengths = np.array([self._row(i)[1] for i in corral])
        unit = common_scale(lengths)
        L = as_integers(lengths, unit)
        signed = L * self._y[corral].astype(object)
        pad = Fraction(self._pad_squared or 0) / unit**2
        gram = pad.denominator * (Z @ Z.T) + pad.numerator * np.outer(signed, signed)
        sums = np.array([np.where(np.isin(corral, group), L, 0) for group in self._groups])
        zeros = np.zeros((len(sums), len(sums)), dtype=object)
        matrix = np.vstack([np.hstack([zeros, sums]), np.hstack([sums.T, gram])])
        right = np.array([1] * len(sums) + [0] * len(corral), dtype=object)
        found = L * solve(matrix, right)[0][len(sums) :]
        total = int(found.sum())
        return [Fraction(int(v), total) for v in found]

    def below(self, corral, shares):
        """Return a sample whose margin is below its group's, or None where p is the nearest."""
        rows = np.array(corral)
        w, b, square = combination(
            self._X[rows], self._y[rows], np.array(shares), self._pad_squared
        )
        worst, found = 0, None
        if not square:
            return None  # no point is nearer to 0 than 0
        for group, part in zip(self._groups, self._parts, strict=True):
            y = self._y[group]
            level = self._margin(rows[np.isin(rows, group)][0], w, b)
            scores = Scores(part, w, b)
            # What is least in floats is nearly always too low; all in doubt are asked if it is not.
            lowest = group[(scores.floats * y).argmin()]
            least = self._margin(lowest, w, b)
            if least >= level:
                least, at = scores.least(y)
                lowest = group[at[0]]
            if least - level < worst:
                worst, found = least - level, int(lowest)
        return found

    def _margin(self, i, w, b):
        z, length = self._row(i)
        return z @ w / length + int(self._y[i]) * b


def _float_weights(X, y, pad_squared):
    """Return weights near those of the nearest point, in floats; nothing relies on them.

    Least distance by one non-negative least-squares solve (Lawson & Hanson 1974, ch. 23):
    E a ≈ (0, …, 0, 1) with E = [Ẑᵀ; 1ᵀ].
    """
    from scipy.optimize import nnls

    rows, largest = in_unit_box(X)
    if pad_squared is None:
        # Where the offset is free, only differences matter: centred data lose least to rounding.
        rows, pad = rows - rows.mean(axis=0), FREE_PAD
    else:
        pad = square_root(pad_squared / largest**2)
        if pad > 1:
            rows, pad = rows / pad, 1.0
    rows = np.hstack([rows, np.full((len(X), 1), pad)])
    E = np.vstack([(y[:, None] * rows).T, np.ones(len(X))])
    try:
        return nnls(E, np.append(np.zeros(rows.shape[1]), 1.0), maxiter=30 * max(E.shape))[0]
    except RuntimeError:
        return np.zeros(len(X))


def in_unit_box(X):
    """Return X divided by its largest entry, in floats near to it, and that entry as a `Fraction`.

    >>> rows, largest = in_unit_box(np.array([[3e-320, -6e-320]]))
    >>> rows.tolist(), float(largest)
    ([[0.5, -1.0]], 6e-320)
    """
    exponent, rows = scaled_floats(X)
    largest = float(np.abs(rows).max()) or 1.0
    return rows / largest, Fraction(largest) * Fraction(2) ** exponent
