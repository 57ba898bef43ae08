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
back, and the end is the exact optimum. The same steps in floats go before and say where to start;
wherever that is, the end is the same point.
"""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction

import numpy as np

from perceptron_core.arithmetic import (
    TINY,
    UNIT,
    Scores,
    as_fractions,
    as_integers,
    common_scale,
    nearest_float,
    square_root,
)
from perceptron_lessons.theory.linear_systems import CALL, DIGIT, Matrix, OutOfWork, Work, solve

FEW = 3  # features up to which floats save nothing, and the weights are the same on every machine
BUDGET = 2.5e10  # what `Work` counts in five seconds or so
NEAR = 50  # samples for each feature that are looked at again and again before all are
CYCLES = 30  # steps in floats for each feature; then the integers go on in any case
PASS = 100  # what a look at one entry of X counts
FAR = 400  # a ratio of sizes of 2 to this is as good as any above
DEEP = 960  # for columns, of which some may be as far below those that are far below others
SOME = 1000  # roundings that a solution in floats may be off by
BEYOND = 10_000  # 2 to minus this is nothing beside any float


def combination(X, y, weights, pad_squared):
    """Return w and b of the point p = Σ a_i z_i in some unit, the unit, and ‖p‖², all exactly.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of −1 and +1, shape (n_samples,)
    weights : ndarray of int or Fraction > 0, shape (n_samples,)
        Or any multiple of them.
    pad_squared : int, Fraction or None
        c²; None for a free offset, where the weights of each class sum to the same.

    Returns
    -------
    w : ndarray of Python integers, shape (n_features,)
    b : Fraction
        With a free offset the one half-way between the classes of these samples.
    unit : Fraction
        p is w·unit: reducing a fraction for each number would cost more than all the rest.
    square : Fraction
    """
    scale, shares = common_scale(X), as_integers(weights, common_scale(weights))
    points, signed, share = as_integers(X, scale), shares * y.astype(object), int(shares.sum())
    w = signed @ points
    square = Fraction(int(w @ w), (scale * share) ** 2)
    if pad_squared is None:
        reach = points @ w
        middle = int(reach[y == 1].min()) + int(reach[y == -1].max())
        b = Fraction(-middle, 2 * scale)
    else:
        tilt = int(signed.sum())
        b = Fraction(pad_squared * scale * tilt)
        square += pad_squared * Fraction(tilt, share) ** 2
    return w, b, Fraction(1, scale * share), square


def nearest_point(X, y, pad_squared, budget=BUDGET):
    """Return convex weights of the hull's point nearest to 0, exactly.

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
    weights : list of int or Fraction
        Multiples of their weights, all > 0.

    References
    ----------
    Wolfe 1976, "Finding the nearest point in a polytope".
    """
    groups = [y == 1, y == -1] if pad_squared is None else [y != 0]
    groups = [np.flatnonzero(group) for group in groups]
    corral, shares = [int(group[0]) for group in groups], [1] * len(groups)
    if X.shape[1] > FEW:
        floats = _FloatHull(X, y, pad_squared, groups)
        corral, shares = wolfe(floats, *floats.start())
        sizes = floats.sizes[corral].tolist()
        shares = [Fraction(s) / Fraction(2) ** size for s, size in zip(shares, sizes, strict=True)]
    shares = as_fractions(shares)
    for group in groups:
        inside = np.isin(corral, group)
        shares[inside] /= shares[inside].sum() * len(groups)
    return wolfe(_Hull(X, y, pad_squared, groups, Work(budget)), corral, shares.tolist())


def wolfe(hull, corral, shares):
    """Shorten p until no sample has too small a margin, or the hull is out of work."""
    with contextlib.suppress(OutOfWork):
        while True:
            target = hull.nearest_of(corral)
            if min(target) < 0:
                # Walk towards the affine optimum until the first share runs out.
                pairs = list(zip(hull.convex(shares), hull.convex(target), strict=True))
                step, out = min((s / (s - t), at) for at, (s, t) in enumerate(pairs) if t < 0)
                shares = [s + step * (t - s) for s, t in pairs]
                shares[out] = 0  # in floats only nearly
                corral, shares = _positive(corral, shares)
                continue
            corral, shares = _positive(corral, target)
            entering = hull.below(corral, shares)
            if entering is None:
                break
            corral, shares = [*corral, entering], [*shares, 0]
    return _positive(corral, shares)


def _positive(corral, shares):
    kept = [(i, s) for i, s in zip(corral, shares, strict=True) if s > 0]
    return [i for i, _ in kept], [s for _, s in kept]


class _FloatHull:
    """The z = y·x in floats, in one group or in two, and what Wolfe's algorithm asks of them.

    Columns and then rows are divided by powers of two, their sizes, so that small numbers keep
    their digits beside large ones. Shares are multiplied by the size of their row: what sums to 1
    (or half) is share times `_unit`, 1/size. A vector w is multiplied by the sizes of the columns.
    """

    def __init__(self, X, y, pad_squared, groups):
        rows, largest = in_unit_box(X)
        pad = min(square_root(Fraction(pad_squared or 0) / largest**2), 2.0**FAR)
        if pad_squared is None:
            # Where the offset is free, only differences matter: from the shortest, few digits go.
            rows = rows - rows[np.abs(rows).max(axis=1).argmin()]
        rows = np.hstack([rows, np.full((len(X), 1), pad)])
        _, columns = np.frexp(np.abs(rows).max(axis=0))
        self._columns = np.ldexp(1.0, np.maximum(columns - columns.max(), -DEEP))
        rows = np.ldexp(rows, -columns)
        _, sizes = np.frexp(np.abs(rows).max(axis=1))
        sizes[~rows.any(axis=1)] = sizes[rows.any(axis=1)].min(initial=0)
        self._Z = y[:, None] * np.ldexp(rows, -sizes[:, None])
        self._groups, self._seen = groups, set()
        self._of = np.zeros(len(y), dtype=int)  # which group a sample is in
        for number, group in enumerate(groups):
            self._of[group] = number
        least = max(sizes[group].min() for group in groups)
        self.sizes, self._unit = sizes, np.ldexp(1.0, np.minimum(least - sizes, FAR))
        self._near = np.arange(len(y))
        self._steps = Work(CYCLES * X.shape[1])

    def start(self):
        """Return the shortest sample of each group as a corral, and their shares."""
        corral = [int(group[self._unit[group].argmax()]) for group in self._groups]
        return corral, (1 / len(corral) / self._unit[corral]).tolist()

    def nearest_of(self, corral):
        """Return the shares of the point p nearest to 0 in the affine hull of the corral.

        p is not summed up, which would leave it no digits where it is short: it has the direction
        of the shortest w whose margins are all 1.
        """
        from scipy.linalg import lstsq  # a page's own Python has it only when it is wanted

        self._steps.spend(1)
        Z, unit, shares = self._Z[corral], self._unit[corral], np.zeros(len(corral))
        bases = self._bases(corral)
        # In coordinates from one sample of each group to its others no sum has to be kept.
        steps, origin = Z.copy(), np.zeros(Z.shape[1])
        for group, base in bases:
            steps[group] -= np.outer(unit[group] / unit[base], Z[base])
            origin += Z[base] / unit[base] / len(bases)
        others = np.delete(np.arange(len(corral)), [base for _, base in bases])
        system, margins = np.vstack([steps[others], origin]), np.append(np.zeros(len(others)), 1)
        few = UNIT * self._columns.min()
        # By orthogonal steps: as good a search as by singular values, in a tenth of the time.
        w = lstsq(system * self._columns, margins, cond=few, lapack_driver="gelsy")[0]
        missed = system @ (w * self._columns) - margins
        if np.abs(missed).max() > SOME * UNIT * np.abs(w * self._columns).sum():
            w = np.zeros(len(w))  # margins cannot all be 1: p is 0
        self._w, largest = w * self._columns, np.abs(w).max() or 1
        w = w / largest  # its square may be beyond all floats
        point = w / (w @ w or 1) / largest / self._columns
        shares[others] = lstsq(steps[others].T, point - origin, lapack_driver="gelsy")[0]
        for group, base in bases:
            shares[base] = (1 / len(bases) - shares[group] @ unit[group]) / unit[base]
        return shares.tolist()

    def convex(self, shares):
        return shares

    def _bases(self, corral):
        """Return the places of each group in the corral, and that of its shortest sample."""
        places = [np.flatnonzero(np.isin(corral, group)) for group in self._groups]
        unit = self._unit[corral]
        return [(group, group[unit[group].argmax()]) for group in places]

    def below(self, corral, shares):
        """Return a sample whose margin is below its group's, or None; None if this comes back."""
        w, looked_at = self._w, frozenset(corral)
        if not w.any() or looked_at in self._seen:
            return None
        self._seen.add(looked_at)
        bases = np.array([corral[base] for _, base in self._bases(corral)])
        levels = self._Z[bases] @ w / self._unit[bases]
        # All samples are asked only where those that were low when all were asked last are not.
        near = self._near
        excess = self._Z[near] @ w - self._unit[near] * levels[self._of[near]]
        entering = int(near[excess.argmin()])
        if len(near) < len(self._Z) and (excess.min() >= 0 or entering in corral):
            excess = self._Z @ w - self._unit * levels[self._of]
            entering = int(excess.argmin())
        if len(excess) > (many := NEAR * self._Z.shape[1]):
            self._near = np.argpartition(excess, many)[:many]
        rounding = UNIT * np.abs(w).max()
        return None if entering in corral or excess.min() >= -rounding else entering


class _Hull:
    """The z = y·x in integers, with the same questions."""

    def __init__(self, X, y, pad_squared, groups, work):
        self._X, self._y, self._pad_squared, self._groups = X, y, pad_squared, groups
        self._work = work
        self._rows = {}

    def _row(self, i):
        """Return integers z and a length L with z_i = z/L, z as short as possible."""
        if i not in self._rows:
            scale = common_scale(self._X[i])
            z = as_integers(self._X[i], scale) * int(self._y[i])
            content = math.gcd(*z) or 1
            self._rows[i] = z // content, Fraction(scale, content)
        return self._rows[i]

    def nearest_of(self, corral):
        """Return multiples of the shares of the point nearest to 0 in the corral's affine hull.

        With z/L for the samples, a = L·α and one multiplier λ for each group, the optimum solves
        Σ_j (z_i·z_j + c²·y_i L_i y_j L_j) α_j = L_i·λ, Σ L_j·α_j = 1: integers throughout. Since c
        may be far from the z, c² = N/D stands alone: with β = Σ y_j L_j α_j / D, the sum is
        Σ_j z_i·z_j α_j + N·y_i L_i·β, and N·(Σ y_j L_j α_j − D·β) = 0.
        Samples that depend on those before them get no share.
        """
        Z = np.array([self._row(i)[0] for i in corral])
        lengths = np.array([self._row(i)[1] for i in corral])
        unit = common_scale(lengths)
        L = as_integers(lengths, unit)
        signed = L * self._y[corral].astype(object)
        pad = Fraction(self._pad_squared or 0) / unit**2
        sums = [np.where(np.isin(corral, group), L, 0) for group in self._groups]
        rows = np.array([*sums, pad.numerator * signed][: len(sums) + bool(pad)])
        corner = np.zeros((len(rows), len(rows)), dtype=object)
        if pad:
            corner[-1, -1] = -pad.numerator * pad.denominator
        gram = Matrix(Z, self._work) @ Z.T
        matrix = np.vstack([np.hstack([corner, rows]), np.hstack([rows.T, gram])])
        right = np.zeros(len(matrix), dtype=object)
        right[: len(sums)] = 1
        found = L * solve(matrix, right, self._work)[0][len(rows) :]
        return (found // math.gcd(*found)).tolist()

    def convex(self, shares):
        """Return the shares of which these are multiples: to reduce fractions takes long."""
        total = sum(shares)
        return [Fraction(s) / total for s in shares]

    def below(self, corral, shares):
        """Return a sample whose margin is below its group's, or None where p is the nearest."""
        rows = np.array(corral)
        reach = _digits(shares) * max(_digits(self._row(i)[0]) for i in corral)
        self._work.spend(PASS * self._X.size + 3 * len(rows) * self._X.shape[1] * (CALL + reach))
        X, y = self._X, self._y
        # With a free offset the samples of one class are compared: no b is needed.
        w, b, _, square = combination(X[rows], y[rows], np.array(shares), self._pad_squared or 0)
        worst, found = 0, None
        if not square:
            return None  # no point is nearer to 0 than 0
        for group in self._groups:
            level = self._margin(rows[np.isin(rows, group)][0], w, b)
            others = np.setdiff1d(group, rows)  # p is made of the rest, which are level
            if len(others):
                least, at = least_margin(X[others], y[others], w, b, self._work)
                if least - level < worst:
                    worst, found = least - level, int(others[at[0]])
        return found

    def _margin(self, i, w, b):
        z, length = self._row(i)
        return z @ w / length + int(self._y[i]) * b


def _digits(numbers):
    """Return how many digits the longest of some rationals has, as `Work` counts them."""
    return max(max(map(int.bit_length, v.as_integer_ratio())) for v in numbers) // DIGIT + 1


def in_unit_box(X):
    """Return X divided by its largest entry, in floats near to it, and that entry as a `Fraction`.

    >>> rows, largest = in_unit_box(np.array([[3e-320, -6e-320]]))
    >>> rows.tolist(), float(largest)
    ([[0.5, -1.0]], 6e-320)
    """
    if X.dtype == object:
        largest = Fraction(max(map(abs, X.flat)) or 1)
        rows = np.array([nearest_float(v / largest) for v in X.flat]).reshape(X.shape)
    else:
        rows = X.astype(float)
        unit = float(np.abs(rows).max()) or 1.0
        rows, largest = rows / unit, Fraction(unit)
    return rows, largest


def least_margin(X, y, w, b=0, work=None):
    """Return the least y(w·x + b) exactly, and the indices of all samples that have it.

    Parameters
    ----------
    X, y
        As `validation` returns them.
    w : ndarray of Fraction, shape (n_features,)
    b : int or Fraction
    work : Work, optional
        What may be spent on it.

    Returns
    -------
    Fraction, ndarray of int
    """
    # A power of two beside w: floats then do what they can, however short or long w is.
    largest = Fraction(max(map(abs, w)) or 1)
    unit = Fraction(2) ** (largest.numerator.bit_length() - largest.denominator.bit_length())
    scores = Scores(X, w / unit, b / unit)
    margins = scores.floats * y
    near = np.flatnonzero(margins <= margins.min() + 2 * scores.slack)
    if len(near) > X.shape[1] + 1:
        near = near[_low(X[near], y[near], w, b)]
    if work is not None:
        lengths = _digits(w) * _digits(as_fractions(X[near[0]]))
        work.spend(len(near) * X.shape[1] * (CALL + lengths))
    exact, each = scores.integers(near)
    exact = exact * y[near]
    least = exact.min()
    return least * each * unit, near[exact == least]


def _low(X, y, w, b):
    """Return which samples may have the least y(w·x + b), by floats that suit every scale.

    The columns of (X, 1) are divided by powers of two, and (w, b) multiplied by them; then each
    row is divided by a power of two, and all of (w, b) by one, so that no number exceeds 1. So
    each margin is 2^r times a float m that is off by less than (d + 12)(u·Σ|w_j| + 2⁻¹⁰⁷⁰):
    rounding, as for `Scores`, and what underflows.
    """
    line, samples = as_fractions([*w, b]), np.hstack([X, np.ones((len(X), 1), dtype=int)])
    samples, line = samples[:, line != 0], line[line != 0]
    mantissas, exponents = _mantissas(samples)
    columns = exponents.max(axis=0)
    exponents = np.where(mantissas == 0, -BEYOND, exponents - columns)
    rows = exponents.max(axis=1, initial=-BEYOND)
    entries = np.ldexp(mantissas, np.maximum(exponents - rows[:, None], -BEYOND))
    weights, sizes = _mantissas(line)
    sizes = sizes + columns
    weights = np.ldexp(weights, np.maximum(sizes - sizes.max(initial=-BEYOND), -BEYOND))
    margins = (entries @ weights) * y
    slack = (len(line) + 12) * (UNIT * np.abs(weights).sum() + TINY)
    # The order of v·2^r, where v may underflow: towards the safe side.
    powers = np.maximum(rows - rows.max(), -BEYOND)
    lowest = np.nextafter(np.ldexp(margins - slack, powers), -np.inf)
    return lowest <= np.nextafter(np.ldexp(margins + slack, powers).min(), np.inf)


def _mantissas(values):
    """Return floats m and integers e with m·2^e next to each number: 1/2 ≤ |m| ≤ 1, or 0·2^-BEYOND.

    >>> _mantissas(as_fractions([Fraction(3, 8), 0]))[0].tolist()
    [0.75, 0.0]
    """
    bits = np.zeros(values.shape, dtype=int)
    if values.dtype == object:
        sizes = [v.numerator.bit_length() - v.denominator.bit_length() for v in values.flat]
        bits = np.array(sizes, dtype=int).reshape(values.shape)
        numbers = zip(values.flat, sizes, strict=True)
        floats = [nearest_float(Fraction(v) / Fraction(2) ** size) for v, size in numbers]
        values = np.array(floats, dtype=float).reshape(values.shape)
    mantissas, exponents = np.frexp(values.astype(float))
    return mantissas, np.where(mantissas == 0, -BEYOND, exponents + bits)
