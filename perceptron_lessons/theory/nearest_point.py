"""The point of the hull of the z = y·x that is nearest to 0: floats search, integers decide.

Its length is the maximum margin, and it is the maximum-margin separator; where it is 0, its weights
prove that nothing separates. There is one group of samples; with a free offset there are two, the
labels. A point p = Σ a_i z_i of the hull has weights a ≥ 0 that sum to 1 in each group. It is the
nearest to 0 where no sample of a group has a margin z·p below those that p is made of.

Wolfe's algorithm (1976): take the point nearest to 0 in the affine hull of a few samples, the
corral. Where it lies outside their hull, walk towards it and drop the sample that runs out of
weight. Then add a sample whose margin is too small. p gets shorter with every corral, so no corral
comes back, and the last p is the exact optimum. Floats do the same first and propose where to
start; a wrong proposal costs time, never a wrong answer.

Samples are given as vectors (`Vectors`) or by their inner products alone (`GramMatrix`).
"""

from __future__ import annotations

import contextlib
import importlib
import math
from fractions import Fraction

import numpy as np

from perceptron_core.exact import as_fractions, over_one
from perceptron_lessons.theory.margins import combination, exact_margins, near, signs_above_level
from perceptron_lessons.theory.rationals import square_root

BUDGET = 1e12  # what `Work` allows: some ten seconds
FEW_FEATURES = 3  # up to here floats save nothing, and weights are the same on every machine
MANY_SAMPLES = 5_000  # from here on they save time all the same
CYCLES = 30  # steps in floats for each feature
FREE = 1e8  # a constant, beside samples of size 1, for which the length of b counts for nothing
HUGE = 1e100  # its square is still a float
ROUNDED = 1e-15  # what floats may miss, relative to what was added up
LOOKED_AT = 50  # of the smallest margins in floats, among which the least is looked for


class OutOfWork(Exception):
    """The work that was allowed is done."""


def with_scipy(module):
    """Return a module of scipy, which is loaded only when it is wanted.

    Raises ModuleNotFoundError that says what to do where scipy is not installed.
    """
    try:
        return importlib.import_module(f"scipy.{module}")
    except ModuleNotFoundError:
        raise ModuleNotFoundError("needs scipy: use pip install scipy", name="scipy") from None


class Work:
    """What may still be spent: counted, not timed, so that a question has one answer everywhere."""

    def __init__(self, allowed):
        self.left = allowed

    def spend(self, amount):
        """Take away what is to be done next; raise OutOfWork where it is more than is left."""
        self.left -= amount
        if self.left < 0:
            raise OutOfWork


def solve(matrix, right, work):
    """Return integers x and D > 0 with matrix·x = D·right, by elimination without fractions.

    Each entry of the table is a determinant of the matrix, so every division here is exact, and
    the numbers stay as short as they can.

    Parameters
    ----------
    matrix : ndarray of Python integers, shape (k, k)
        Unknowns whose columns depend on those before them are 0.
    right : ndarray of Python integers, shape (k,)
    work : Work

    Raises
    ------
    ArithmeticError
        There is no solution.
    OutOfWork
        The numbers are too long.

    References
    ----------
    Bareiss 1968, "Sylvester's identity and multistep integer-preserving Gaussian elimination".

    Examples
    --------
    >>> matrix, right = np.array([[2, 1], [1, 3]], dtype=object), np.array([1, 0], dtype=object)
    >>> x, D = solve(matrix, right, Work(1e9))
    >>> x.tolist(), D
    ([3, -1], 5)
    """
    size = len(matrix)
    bits = sum(int(v).bit_length() for v in matrix.flat) // matrix.size + 1
    work.spend(size**3 * bits * (300 + bits) + 30 * (size * bits) ** 2)
    table = np.column_stack([matrix, right])
    columns, last = [], 1  # of the pivots, and the last of these
    for column in range(size):
        row = len(columns)
        candidates = np.flatnonzero(table[row:, column])
        if len(candidates):
            table[[row, row + candidates[0]]] = table[[row + candidates[0], row]]
            pivot, below = table[row, column], table[row + 1 :]
            products = np.outer(below[:, column], table[row])
            table[row + 1 :] = (pivot * below - products) // last
            columns.append(column)
            last = pivot
    if table[len(columns) :, size].any():
        raise ArithmeticError("the linear system has no solution")
    solution = np.zeros(size, dtype=object)
    for row, column in reversed([*enumerate(columns)]):
        rest = last * table[row, size] - table[row, :size] @ solution
        solution[column] = rest // table[row, column]
    return (solution, last) if last > 0 else (-solution, -last)


def nearest_point(hull):
    """Return convex weights of the hull's point nearest to 0, or, where work runs out, of another.

    Parameters
    ----------
    hull : Vectors or GramMatrix

    Returns
    -------
    samples : list of int
    weights : list of int or Fraction, same length
        Multiples of their weights, all > 0; the sum is the same in each group.

    References
    ----------
    Wolfe 1976, "Finding the nearest point in a polytope".
    """
    corral = [int(group[0]) for group in hull.groups]
    shares = [1] * len(corral)
    if not hull.is_small:
        corral, shares = wolfe(FloatHull(hull.floats()), corral, shares)
    for number, group in enumerate(hull.groups):
        if number not in hull.group_of[corral]:
            corral, shares = [*corral, int(group[0])], [*shares, 1]
    shares = as_fractions(shares)
    for number in range(len(hull.groups)):
        inside = hull.group_of[corral] == number
        shares[inside] /= shares[inside].sum()
    return wolfe(hull, corral, shares.tolist())


def wolfe(hull, corral, shares):
    """Shorten p until no sample has too small a margin, or the hull is out of work."""
    with contextlib.suppress(OutOfWork):
        while True:
            target = hull.nearest_of(corral)
            if min(target) < 0:
                # Walk towards the affine optimum until the first share runs out.
                now, target = hull.convex(shares), hull.convex(target)
                falling = np.flatnonzero(target < 0)
                steps = now[falling] / (now - target)[falling]
                shares = now + steps.min() * (target - now)
                shares[falling[steps.argmin()]] = 0  # in floats only nearly
                corral, shares = _positive(corral, shares)
                continue
            corral, shares = _positive(corral, target)
            entering = hull.below(corral, shares)
            if entering is None:
                break
            corral, shares = [*corral, entering], [*shares, 0]
    return _positive(corral, shares)


def _positive(corral, shares):
    pairs = [(i, share) for i, share in zip(corral, shares, strict=True) if share > 0]
    return [i for i, _ in pairs], [share for _, share in pairs]


class _Hull:
    """A hull in one group of samples or in two, and what Wolfe's algorithm asks of it.

    Parameters
    ----------
    group_of : ndarray of int, shape (n_samples,)
        Which group a sample is in, counted from 0.
    work : Work
    """

    def __init__(self, group_of, work):
        self.group_of, self.work = group_of, work
        self.groups = [np.flatnonzero(group_of == number) for number in np.unique(group_of)]

    def below(self, corral, shares):
        """Return a sample whose margin is below its group's, or None where p is the nearest."""
        point = self._point(corral, shares)
        if point is None:
            return None  # nothing is nearer to 0 than 0
        lowest = []
        for number, group in enumerate(self.groups):
            member = next(i for i in corral if self.group_of[i] == number)
            lowest.append(self._lowest(point, group, member))
        excess, entering = min(lowest)
        return entering if excess < 0 and entering not in corral else None


class _ExactHull(_Hull):
    """The hull in integers: what `Vectors` and `GramMatrix` have in common."""

    def nearest_of(self, corral):
        """Return multiples of the shares of the point nearest to 0 in the corral's affine hull.

        With one multiplier λ for each group: Σ_j z_i·z_j a_j = λ and Σ a = 1.
        """
        n_groups, size = len(self.groups), len(self.groups) + len(corral)
        matrix, right = np.zeros((size, size), dtype=object), np.zeros(size, dtype=object)
        for number in range(n_groups):
            inside = (self.group_of[corral] == number).astype(int)
            matrix[number, n_groups:] = matrix[n_groups:, number] = inside
            right[number] = 1
        matrix[n_groups:, n_groups:] = self._gram(corral)
        shares = solve(matrix, right, self.work)[0][n_groups:]
        return (shares // math.gcd(*shares)).tolist()

    def convex(self, shares):
        """Return the shares of which these are multiples."""
        return as_fractions(shares) / sum(shares)


class Vectors(_ExactHull):
    """The z = y·(x, c) of samples that are vectors.

    Parameters
    ----------
    X, y
        As `checks` returns them; both labels for a free offset.
    pad_squared : int, Fraction or None
        c²; None for a free offset.
    budget : float
        The work after which the search ends where it is.
    """

    def __init__(self, X, y, pad_squared, budget=BUDGET):
        super().__init__((1 - y) // 2 if pad_squared is None else 0 * y, Work(budget))
        self._X, self._y, self._pad_squared = X, y, pad_squared
        self.is_small = X.shape[1] <= FEW_FEATURES and len(X) < MANY_SAMPLES

    def floats(self):
        """Return the z nearly, in some unit."""
        rows, unit = near(self._X)
        if self._pad_squared is None:
            rows = rows - rows[np.abs(rows).max(axis=1).argmin()]  # only differences matter
            pad = FREE
        else:
            pad = min(square_root(Fraction(self._pad_squared) / Fraction(unit) ** 2), HUGE)
        return self._y[:, None] * np.column_stack([rows, np.full(len(rows), pad)])

    def _gram(self, corral):
        X, y = self._X[corral], self._y[corral].astype(object)
        rows, scale = over_one(X)
        Z = rows * y[:, None]
        pad = Fraction(self._pad_squared or 0) * scale**2
        return Z @ Z.T * pad.denominator + np.outer(y, y) * pad.numerator

    def _point(self, corral, shares):
        X = self._X[corral]
        # Floats cannot compare numbers that are far apart: then every margin is computed exactly.
        self.work.spend(self._X.size * over_one(X)[1].bit_length() ** 4 // 40_000)
        # With a free offset the samples of one class are compared: no b is needed.
        w, b, _, square = combination(X, self._y[corral], shares, self._pad_squared or 0)
        return (w, b) if square else None

    def _lowest(self, point, group, member):
        X, y = self._X[group], self._y[group]
        (level,) = exact_margins(self._X[[member]], self._y[[member]], *point)
        lower = np.flatnonzero(signs_above_level(X, y, *point, level) < 0)
        if not len(lower):
            return 0, member
        order = (y[lower] * (near(X[lower])[0] @ near(point[0])[0])).argsort()
        lower = np.sort(lower[order[:LOOKED_AT]])  # of equal ones the lowest index, everywhere
        excess = exact_margins(X[lower], y[lower], *point) - level
        return excess.min(), int(group[lower[excess.argmin()]])


class GramMatrix(_ExactHull):
    """The z = y·φ(x) of samples of which only the inner products are known.

    Parameters
    ----------
    K : ndarray, shape (n_samples, n_samples)
        Symmetric, c² added.
    y : ndarray of −1 and +1, shape (n_samples,)
    free : bool
        Whether the offset is free: then each label is a group.
    budget : float
    """

    is_small = True  # floats would save little

    def __init__(self, K, y, free, budget=BUDGET):
        super().__init__((1 - y) // 2 if free else 0 * y, Work(budget))
        labels = y.astype(object)
        self._products = over_one(K)[0] * labels[:, None] * labels
        self._shortest = math.inf

    def _gram(self, corral):
        return self._products[np.ix_(corral, corral)]

    def _point(self, corral, shares):
        """Return all margins. Raises ArithmeticError for no Gram matrix: p is then not shorter."""
        shares = self.convex(shares)
        margins = self._products[:, corral] @ shares
        square = shares @ margins[corral]
        if square < 0 or square >= self._shortest:
            raise ArithmeticError("the matrix is not positive semidefinite")
        self._shortest = square
        return margins if square else None

    def _lowest(self, margins, group, member):
        lowest = int(group[margins[group].argmin()])
        return margins[lowest] - margins[member], lowest


class FloatHull(_Hull):
    """The same questions about the z in floats; nothing that it answers is taken for true.

    Summing up p = Σ a·z would lose all digits where columns are of very different sizes. So p is
    found by its direction: the shortest w for which all margins of the corral are equal. There is
    one group: a free offset is nearly a weight that is padded with a large constant.

    Parameters
    ----------
    Z : ndarray of float, shape (n_samples, n_features)
        Entries of about 1 or less.
    """

    def __init__(self, Z):
        super().__init__(np.zeros(len(Z), dtype=int), Work(CYCLES * Z.shape[1]))
        # Large coordinates first: small ones are not rounded as these are (Cox & Higham 1998).
        columns = np.abs(Z).max(axis=0)
        self._Z = Z[:, np.argsort(-columns)]
        lengths = np.abs(Z[:, :-1]).max(axis=1)  # without the constant
        self._lengths = np.where(lengths > 0, np.maximum(lengths, 1 / HUGE), 1)
        self._dependent = ROUNDED * columns[columns > 0].min(initial=1) / (columns.max() or 1)
        self._seen = set()

    def convex(self, shares):
        return np.array(shares)

    def nearest_of(self, corral):
        """Return nearly the shares of the point nearest to 0 in the affine hull of the corral.

        It is w/‖w‖² for the shortest w with w·z = 1 for all of the corral, and 0 if there is none.
        """
        self.work.spend(1)
        lengths = self._lengths[corral]
        rows = self._Z[corral] / lengths[:, None]
        w = self._least_squares(rows, 1 / lengths)
        level = 1 / (np.abs(w).max() or 1)
        self._w = w * level
        missed = np.abs(rows @ self._w - level / lengths).max()
        if missed > 1e3 * ROUNDED * (np.abs(rows).max(axis=0) @ np.abs(self._w)):
            self._w = np.zeros(len(w))
        point = self._w * level / (self._w @ self._w or 1)
        sums = np.vstack([rows.T, 1 / lengths])
        return self._least_squares(sums, np.append(point, 1)) / lengths

    def _least_squares(self, matrix, right):
        options = {"cond": self._dependent, "lapack_driver": "gelsy"}
        solution, *_ = with_scipy("linalg").lstsq(matrix, right, **options)
        if not np.isfinite(solution).all():
            raise OutOfWork
        return solution

    def _point(self, corral, _):
        if not self._w.any() or frozenset(corral) in self._seen:
            return None
        self._seen.add(frozenset(corral))
        return self._Z @ self._w

    def _lowest(self, margins, group, member):
        lowest = int(((margins - margins[member]) / self._lengths).argmin())
        rounded = ROUNDED * (np.abs(self._Z[[lowest, member]]) @ np.abs(self._w)).sum()
        return margins[lowest] - margins[member] + rounded, lowest
