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
wherever that is, the end is the same point. Where integers get too long, floats correct the shares
of a p that is summed up without rounding, until it is nearest but for a few digits.
"""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction

import numpy as np

from perceptron_core.exact import as_fractions, as_integers, common_scale
from perceptron_lessons.theory.float_hull import Correction, FloatHull
from perceptron_lessons.theory.least_margins import digits, least_margin
from perceptron_lessons.theory.linear_systems import (
    CALL,
    PRIMES,
    Matrix,
    OutOfWork,
    Work,
    seems_solvable,
    solve,
)

FEW = 3  # features up to which floats save nothing, and the weights are the same on every machine
MANY = 5_000  # samples from which on they save time all the same
BUDGET = 2.5e10  # what `Work` counts in five seconds or so
FIRST = 20  # the part of it after which integers wait until floats have found more
PASS = 400  # what a look at one entry of X counts
FALLS = 5  # times that p gets a million times shorter: then it may be 0
FALL = 40  # binary digits by which its square does
DIGITS = 240  # binary ones to which margins are the same where p is nearly the nearest
CORRECTIONS = 200  # each of some ten digits; floats have six hundred, and their products more
ROUND = 20  # operations on each number in a correction, beside the products


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
    w = Matrix(points.T, Work(math.inf)) @ signed
    square = Fraction(int(w @ w), (scale * share) ** 2)
    if pad_squared is None:
        reach = Matrix(points, Work(math.inf)) @ w
        middle = int(reach[y == 1].min()) + int(reach[y == -1].max())
        b = Fraction(-middle, 2 * scale)
    else:
        tilt = int(signed.sum())
        b = Fraction(pad_squared * scale * tilt)
        square += pad_squared * Fraction(tilt, share) ** 2
    return w, b, Fraction(1, scale * share), square


def nearest_point(X, y, pad_squared, budget=BUDGET):
    """Return convex weights of the hull's point nearest to 0: exactly, or nearly.

    Parameters
    ----------
    X, y
        As `validation` returns them; both labels for a free offset.
    pad_squared : int, Fraction or None
        c²; None for a free offset.
    budget : float
        The work after which integers wait until floats have come nearer, and of these; integers
        then get a third of it. Where that does not suffice the search ends where it is: the weights
        are convex, not optimal.

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
    few = X.shape[1] <= FEW and len(X) < MANY
    if not few:
        floats = FloatHull(X, y, pad_squared, groups)
        corral, shares = wolfe(floats, *floats.start())
        sizes = floats.sizes[corral].tolist()
        shares = [Fraction(s) / Fraction(2) ** size for s, size in zip(shares, sizes, strict=True)]
    shares = as_fractions(shares)
    for group in groups:
        inside = np.isin(corral, group)
        shares[inside] /= shares[inside].sum() * len(groups)
    first = Work(budget if few else budget / FIRST)
    corral, shares = wolfe(_Hull(X, y, pad_squared, groups, first), corral, shares.tolist())
    if first.left < 0 and not few:
        fine = _FineHull(X, y, pad_squared, groups, Work(budget), floats)
        nearly = wolfe(fine, corral, shares)
        known = fine.work.left >= 0
        hull = _Hull(X, y, pad_squared, groups, Work(budget / 3))
        corral, shares = wolfe(hull, *(nearly if known else (corral, shares)))
        if known and hull.work.left < 0:
            return nearly
    return corral, shares


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


class _Hull:
    """The z = y·x in integers, with the same questions."""

    level = 0  # of ‖p‖²: by how much margins may differ that count as the same

    def __init__(self, X, y, pad_squared, groups, work):
        self._X, self._y, self._pad_squared, self._groups = X, y, pad_squared, groups
        self.work = work
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
        Samples that depend on those before them get no share. Where the optimum is 0, the system
        Σ z_j α_j = 0, Σ y_j L_j α_j = 0 says so in numbers half as long.
        """
        Z, L, rows, right, pad = self._equations(corral)
        found, bits = None, sum(map(int.bit_length, Z.flat)) // Z.size
        if 2 * len(corral) > len(rows) + Z.shape[1]:
            with contextlib.suppress(ArithmeticError):
                self.work.foresee(len(corral), bits)
                found, _ = solve(np.vstack([rows, Z.T]), right, self.work, PRIMES[:1])
        if found is None:
            corner = np.zeros((len(rows), len(rows)), dtype=object)
            if pad:
                corner[-1, -1] = -pad.numerator * pad.denominator
            self.work.foresee(len(corral), 2 * bits)
            gram = Matrix(Z, self.work) @ Z.T
            matrix = np.vstack([np.hstack([corner, rows]), np.hstack([rows.T, gram])])
            right = np.append(right[: len(rows)], np.zeros(len(corral), dtype=object))
            found = solve(matrix, right, self.work)[0][len(rows) :]
        found = L * found
        return (found // math.gcd(*found)).tolist()

    def _equations(self, corral):
        """Return Z, L, the rows of Σ L·α = 1 and Σ y L·α = 0 with Z·α = 0's right side, and c²."""
        Z = np.array([self._row(i)[0] for i in corral])
        lengths = np.array([self._row(i)[1] for i in corral])
        unit = common_scale(lengths)
        L = as_integers(lengths, unit)
        pad = Fraction(self._pad_squared or 0) / unit**2
        rows = [np.where(np.isin(corral, group), L, 0) for group in self._groups]
        right = np.array([1] * len(rows) + [0] * (Z.shape[1] + bool(pad)), dtype=object)
        if pad:
            rows.append(pad.numerator * L * self._y[corral].astype(object))
        return Z, L, np.array(rows), right, pad

    def convex(self, shares):
        """Return the shares of which these are multiples: to reduce fractions takes long."""
        total = sum(shares)
        return [Fraction(s) / total for s in shares]

    def below(self, corral, shares):
        """Return a sample whose margin is below its group's, or None where p is the nearest."""
        rows = np.array(corral)
        reach = digits(shares) * max(digits(self._row(i)[0]) for i in corral)
        calls = len(rows) * self._X.shape[1]
        self.work.spend(PASS * self._X.size + calls * (20 * CALL + 9 * reach))
        X, y = self._X, self._y
        # With a free offset the samples of one class are compared: no b is needed.
        w, b, unit, square = combination(X[rows], y[rows], shares, self._pad_squared or 0)
        worst, found = -self.level * square / unit, None
        if not square:
            return None  # no point is nearer to 0 than 0
        for group in self._groups:
            level = self._margin(rows[np.isin(rows, group)][0], w, b)
            others = np.setdiff1d(group, rows)  # p is made of the rest, which are level
            if len(others):
                least, at = least_margin(X[others], y[others], w, b, self.work)
                if least - level < worst:
                    worst, found = least - level, int(others[at[0]])
        return found

    def _margin(self, i, w, b):
        z, length = self._row(i)
        return z @ w / length + int(self._y[i]) * b


class _FineHull(_Hull):
    """The same where integers get too long: p is the nearest but for some digits.

    p is summed up without rounding, and floats say how to make it shorter, again and again.
    """

    level = Fraction(1, 2**DIGITS)

    def __init__(self, X, y, pad_squared, groups, work, floats):
        super().__init__(X, y, pad_squared, groups, work)
        self._floats, self._at_zero = floats, False
        # A unit for each column: the integers are short where only the columns' sizes differ.
        self._units = np.array([common_scale(column) for column in X.T], dtype=object)

    def nearest_of(self, corral):
        """Return nearly the shares of the point nearest to 0 in the affine hull of the corral.

        All numbers are integers times 2^unit, and coordinates are Z/u, as `Correction` has them.
        """
        if len(corral) == len(self._groups):
            return [1] * len(corral)
        correction, pad = Correction(self._floats, corral, self._units), self._pad_squared or 0
        after, before, firsts = correction.after, correction.before, correction.firsts
        points = [[*as_integers(self._X[i], self._units), int(pad > 0)] for i in corral]
        points = np.array(points, dtype=object) * self._y[corral].astype(object)[:, None]
        steps = points[after] - points[before]
        by_row, by_column = Matrix(steps, self.work), Matrix(steps.T, self.work)
        squares = np.array([*self._units**2, 1 / Fraction(pad or 1)])
        first = unit = 1 - len(firsts)  # of two samples each has half
        digits, n_steps = np.zeros(sum(steps.shape), dtype=object), len(steps)
        Z, _, rows, right, _ = self._equations(corral)
        zero = np.vstack([rows, Z.T])  # what is solved by a p that is 0
        square, falls, start = -math.inf, 0, points[firsts].sum(axis=0)
        for _ in range(CORRECTIONS):
            self.work.spend(CALL * ROUND * len(digits))
            t, v = digits[:n_steps], digits[n_steps:]
            gap = (start << first - unit) - by_column @ t - squares * v
            changes, uneven = correction.next(gap, by_row @ v)
            uneven, unit_before, square_before = uneven + unit, unit, square
            for change, powers in changes:
                digits, unit = _sum(digits, unit, change, powers + unit_before)
            v = digits[n_steps:]
            square = _log2(v @ (squares * v)) + 2 * unit
            falls += square < square_before - FALL
            self._at_zero = falls == FALLS and seems_solvable(zero, right, self.work)
            if self._at_zero or uneven <= square - DIGITS:
                shares = np.zeros(len(corral), dtype=object)
                shares[firsts] = 1 << first - unit
                np.subtract.at(shares, after, digits[:n_steps])
                np.add.at(shares, before, digits[:n_steps])
                return shares.tolist()
        self.work.spend(math.inf)

    def below(self, corral, shares):
        """Return a sample as for integers; None where p seems to be 0."""
        return None if self._at_zero else super().below(corral, shares)


def _sum(integers, unit, floats, powers):
    """Return integers·2^unit + floats·2^powers as integers and a unit, without rounding."""
    values, exponents = np.frexp(floats)
    values, powers = np.ldexp(values, 53).astype(np.int64), powers + exponents - 53
    least = min(unit, int(powers[values != 0].min(initial=unit)))
    shifts = np.maximum(powers - least, 0)
    added = [v << by for v, by in zip(values.tolist(), shifts.tolist(), strict=True)]
    return (integers << unit - least) + np.array(added, dtype=object), least


def _log2(value):
    over, under = Fraction(value).as_integer_ratio()
    return math.log2(over) - math.log2(under) if over else -math.inf
