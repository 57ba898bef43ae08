"""One rule for numbers: a number is taken as the rational that it is.

Floats search, integers decide. A margin y(w·x + b) is computed in floats; where it is so near to 0
that rounding may have changed its sign, it is computed again in integers (a filtered predicate:
Shewchuk 1997; CGAL's lazy exact kernel). Only this module knows what a float is.

How far rounding may go. Let u = 2⁻⁵³, ‖x‖ ≤ R for all samples, ‖z‖ ≤ U for all updates w += z, and
c² the step of b. After k updates no |w·x| + |b| exceeds, by Cauchy-Schwarz,

    reach = (‖w₀‖ + k·U)·R + |b₀| + k·c²,

and no part of the sum w·x does.

Each rounding costs at most u·reach: two for each update (of what is added, of the sum), and d + 4
for the margin itself (of the sample, the start and b; d products and sums: Higham 2002, §3.1).
So a margin in floats is within

    slack = (2k + d + 8)·u·reach

of the exact one; the 4 more cover the products of errors. What underflows is less than a rounding
of `TINY`², so each length is taken as `TINY` larger. Where the reach may exceed all floats, slack
is ∞, and every margin is computed in integers. Integers whose reach is below 2⁵² are not rounded.
"""

import math
import sys
from collections import Counter
from fractions import Fraction
from operator import methodcaller
from typing import Any

import numpy as np

UNIT = 2.0**-53  # the relative error of rounding to a float
TINY = 2.0**-500  # beside its square, what underflows is less than a rounding
LARGEST = sys.float_info.max
LOOK = 2**13  # numbers that cost about as much to look at as the look itself
# The label that w·x + b = 0 predicts, by the rule for it; 0 is neither, and so always a mistake.
LABEL_AT_ZERO = {"mistake": 0, "positive": 1, "negative": -1}
RATIOS = np.frompyfunc(methodcaller("as_integer_ratio"), 1, 2)


def rounding_of_unit_length(n_features: int) -> Fraction:
    """Return how far from 1 a squared length may be that was made 1 in floats.

    Of all x/‖x‖ in floats next to none has length 1 exactly. With u = 2⁻⁵³ and d features, the
    computed ‖x‖² is wrong by a factor of at most 1 ± du, its root by 1 ± (d/2 + 1)u, each quotient
    by one u more; so the squared length of what comes out is within (d + 4)u of 1. Another
    division by a root (padded samples by √2, say) makes that (d + 8)u, and what is left of
    (d + 16)u is more than the terms with u².

    >>> abs(Fraction(0.6) ** 2 + Fraction(0.8) ** 2 - 1) <= rounding_of_unit_length(2)
    True
    """
    return (n_features + 16) * Fraction(UNIT)


def plain(values: Any) -> Any:
    """Return an array of Python's own numbers: those of numpy overflow, inside a `Fraction` too.

    >>> plain([Fraction(np.int64(2**62), 3)])[0] * 4
    Fraction(18446744073709551616, 3)
    """
    if isinstance(values, np.ndarray) and values.dtype.kind in "biuf" and values.itemsize <= 8:
        return values.astype(object)
    return np.frompyfunc(_plain, 1, 1)(np.asarray(values, dtype=object))


def _plain(value):
    if isinstance(value, Fraction):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, np.longdouble):  # whose item() is itself
        if not np.isfinite(value) or (abs(value) <= LARGEST and float(value) == value):
            return float(value)
        return Fraction(*map(int, value.as_integer_ratio()))
    return value.item() if isinstance(value, np.generic) else value


def in_doubles(floats: np.ndarray) -> np.ndarray:
    """Return floats of any precision as float64; where that would round one, as Python's numbers.

    >>> in_doubles(np.array([0.5], dtype=np.float16)).dtype
    dtype('float64')
    """
    with np.errstate(over="ignore"):
        doubles = floats.astype(float, copy=False)
    if floats.itemsize > 8 and not np.array_equal(doubles, floats, equal_nan=True):
        return plain(floats)
    return doubles


def as_fractions(values: Any) -> Any:
    """Return the numbers as `Fraction`s, floats as the rationals that they are.

    Parameters
    ----------
    values : array-like of int, float or Fraction, any shape; or one number

    Returns
    -------
    ndarray of object, same shape; or one Fraction

    Examples
    --------
    >>> as_fractions([0.5, 3]).tolist(), as_fractions(np.float64(0.75))
    ([Fraction(1, 2), Fraction(3, 1)], Fraction(3, 4))
    """
    if isinstance(values, int | float | Fraction):
        return Fraction(_plain(values))
    return np.frompyfunc(Fraction, 1, 1)(plain(values))


def over_one(values: Any) -> tuple[np.ndarray, int]:
    """Return numbers as integers over their least common denominator, and the denominator.

    Parameters
    ----------
    values : array-like of int, float or Fraction, any shape

    Returns
    -------
    numerators : ndarray of Python integers, same shape
    denominator : int

    Examples
    --------
    >>> numerators, denominator = over_one([0.75, 2, Fraction(1, 3)])
    >>> numerators.tolist(), denominator
    ([9, 24, 4], 12)
    """
    numbers = plain(values)
    numerators, denominator = _over_one(numbers.ravel())
    return numerators.reshape(numbers.shape), denominator


def _over_one(values, *others):
    """Return Python's own numbers as `over_one` does, in one row."""
    numbers = values.tolist() if isinstance(values, np.ndarray) else values
    numerators, denominators = RATIOS(np.array([*numbers, *others], dtype=object))
    common = math.lcm(*set(denominators.tolist()))
    return (numerators if common == 1 else numerators * (common // denominators)), common


def nearest_float(value: Any, denominator: int = 1) -> float:
    """Return the float nearest to value/denominator; ±∞ beyond all floats, and 0 only for 0.

    >>> nearest_float(1, 4), nearest_float(-Fraction(1, 10**400)), nearest_float(10**400)
    (0.25, -5e-324, inf)
    """
    try:
        tiny = math.copysign(5e-324, 1 if value > 0 else -1) if value else 0.0
        return float(value / denominator) or tiny
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def as_floats(values: np.ndarray, denominator: Any = 1) -> np.ndarray:
    """Return an array of rationals, over a denominator or an array of such, as floats.

    >>> as_floats(np.array([1, 10**400, 0], dtype=object), 10**400).tolist()
    [5e-324, 1.0, 0.0]
    """
    if values.dtype != object:
        return values.astype(float, copy=False)
    try:
        floats = np.asarray(values / denominator, dtype=float)  # Python rounds integers rightly
        is_lost = (floats == 0) & (values != 0)
    except OverflowError:
        is_lost = np.True_
    if is_lost.any():
        floats = np.asarray(np.frompyfunc(nearest_float, 2, 1)(values, denominator), dtype=float)
    return floats


def squares(floats: np.ndarray) -> np.ndarray:
    """Return ‖x‖² of each row, rounded, ∞ where it exceeds all floats; shape (n_samples,).

    >>> squares(np.array([[3.0, -4.0], [1e200, 0.0]])).tolist()
    [25.0, inf]
    """
    with np.errstate(over="ignore"):
        return np.vecdot(floats, floats)


def largest_square(X: np.ndarray) -> int | Fraction:
    """Return R² = max‖x‖² exactly, from the rows that floats cannot tell from the longest.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)

    Examples
    --------
    >>> largest_square(np.array([[3, 4], [1, 1]])), largest_square(np.array([[0.5]]))
    (25, Fraction(1, 4))
    """
    lengths = squares(as_floats(X))
    longest = X[lengths >= lengths.max() * (1 - 4 * (X.shape[1] + 4) * UNIT) - TINY**2]
    square = max(Line(x).score(x) for x in longest)
    return int(square) if X.dtype.kind == "i" else square


def is_mistake(margins: Any, y: Any, zero: str) -> Any:
    """Return which functional margins are mistakes, by the rule for w·x + b = 0.

    >>> is_mistake(np.array([0, 0, -1]), np.array([1, -1, 1]), "positive").tolist()
    [False, True, True]
    """
    return (margins < 0) | ((margins == 0) & (y != LABEL_AT_ZERO[zero]))


def labels_of(scores: np.ndarray, zero: str) -> np.ndarray:
    """Return the labels −1 and +1 that scores predict; −1 for 0 where it is always a mistake.

    >>> [labels_of(np.array([-2, 0, 3]), zero).tolist() for zero in LABEL_AT_ZERO]
    [[-1, -1, 1], [-1, 1, 1], [-1, -1, 1]]
    """
    return np.where(scores >= 0 if zero == "positive" else scores > 0, 1, -1)


class Line:
    """w and b as integers over one denominator: exact, while samples are added.

    Parameters
    ----------
    w : array-like of int, float or Fraction, shape (n_features,)
    b : int, float or Fraction
    unit : int, float or Fraction > 0
        What w and b are counted in: the line is w/unit, b/unit.

    Attributes
    ----------
    numerators : ndarray of int, shape (n_features + 1,)
        Of w and of b, over the `denominator`. An update replaces them, so a copy may be kept.

    Examples
    --------
    >>> line = Line([1, 1])
    >>> line.add([0.5, 1], -1, step=1)
    >>> line.score([0.5, 1]), line.w.tolist(), line.b
    (Fraction(-3, 4), [Fraction(1, 2), Fraction(0, 1)], Fraction(-1, 1))
    """

    def __init__(self, w, b=0, unit=1):
        self.numerators, self.denominator = _over_one(w, b)
        if unit != 1:
            numerator, denominator = Fraction(unit).as_integer_ratio()
            numerators, denominator = self.numerators * denominator, self.denominator * numerator
            common = math.gcd(denominator, *numerators)
            self.numerators, self.denominator = numerators // common, denominator // common

    @property
    def w(self) -> np.ndarray:
        """The weights as `Fraction`s, shape (n_features,)."""
        return self.numerators[:-1] * Fraction(1, self.denominator)

    @property
    def b(self) -> Fraction:
        """The offset."""
        return Fraction(self.numerators[-1], self.denominator)

    def add(self, x: Any, times: int, step: Any = 0) -> None:
        """Make the updates w += times·x and b += times·step."""
        change, denominator = _over_one(x, step)
        common = math.lcm(denominator, self.denominator)
        sums = self.numerators * (common // self.denominator)
        self.numerators = sums + change * (times * (common // denominator))
        self.denominator = common

    def add_all(self, rows: Any, X: np.ndarray, y: np.ndarray, step: Any) -> None:
        """Make the updates with these samples: they commute, so each is added once, so often."""
        for i, times in Counter(rows).items():
            self.add(X[i], times * int(y[i]), step)

    def score(self, x: Any) -> Fraction:
        """Return w·x + b."""
        x, denominator = _over_one(x, 1)
        return Fraction(int(x @ self.numerators), denominator * self.denominator)


class Margins:
    """The margins y(w·x + b) of samples while w and b move: floats with a bound, exact in doubt.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
        As `checks.as_samples` returns it.
    y : ndarray of −1 and +1, shape (n_samples,)
    line : Line
        w and b. It moves when a margin is computed exactly.
    step : int, float or Fraction
        c²: an update moves b by y·c².
    updates : ndarray, shape (n_samples, n_features), or None
        What an update adds to w for each sample, apart from the label; None is X.

    Attributes
    ----------
    few : int
        As many samples as cost about as much to look at as the look itself.
    """

    def __init__(self, X, y, line, step=0, updates=None):
        self.X = X
        self.y = y.astype(float)  # numpy is slow with integers beside floats
        self.few = LOOK // X.shape[1] + 1
        self._line = line
        self._step = step
        self._updates = X if updates is None else updates
        self._behind = []  # the line: what was added to the floats, and not yet to it
        self._n_added = 0
        self._samples = as_floats(X)
        self._w_updates = self._samples if updates is None else as_floats(updates)
        self._b_update = nearest_float(step)
        # The quicker one of two, in long sums and in short ones; @ is slower.
        self._product = np.vecdot if X.shape[1] > 64 else np.dot
        floats = as_floats(line.numerators, line.denominator)
        self._w, self._b = floats[:-1], float(floats[-1])
        radius = math.sqrt(squares(self._samples).max()) + TINY
        longest = radius if updates is None else math.sqrt(squares(self._w_updates).max()) + TINY
        start = (math.hypot(*self._w) + TINY) * radius + abs(self._b) + TINY**2
        self._start = start if floats.any() else 0.0
        self._growth = longest * radius + self._b_update + TINY**2
        self._whole = X.dtype.kind == "i" and line.denominator == 1 == Fraction(step).denominator
        # No run makes 2⁶⁰ mistakes. Where floats might overflow before, they have no say.
        if math.isinf(self._start + 2.0**60 * self._growth):
            self._start = math.inf
            self._growth = 0.0
            self._samples = self._w_updates = np.zeros(X.shape)
            self._w = np.zeros(X.shape[1])
            self._b = self._b_update = 0.0

    def add(self, i: int) -> None:
        """Make the update with sample i: w += y·x, b += y·c²."""
        self._w += self.y[i] * self._w_updates[i]
        self._b += self.y[i] * self._b_update
        self._behind.append(i)
        self._n_added += 1

    def floats(self, rows: Any) -> tuple[np.ndarray, float]:
        """Return margins of samples in floats, and how far off they may be: the `slack`."""
        rows = slice(rows.start, rows.stop) if isinstance(rows, range) else rows
        margins = self._product(self._samples[rows], self._w)
        if self._b:
            margins += self._b
        margins *= self.y[rows]
        reach = self._start + self._n_added * self._growth
        if self._whole and reach < 2.0**52:
            return margins, 0.0
        return margins, (2 * self._n_added + len(self._w) + 8) * UNIT * reach

    def exact(self, i: int) -> Fraction:
        """Return the margin of one sample exactly."""
        self._line.add_all(self._behind, self._updates, self.y, self._step)
        self._behind.clear()
        return self._line.score(self.X[i]) * int(self.y[i])

    def signed(self, rows: Any) -> np.ndarray:
        """Return the margins of some samples: floats, each with the sign of the exact one."""
        margins, slack = self.floats(rows)
        for j in (np.abs(margins) <= slack).nonzero()[0] if slack else ():
            margins[j] = nearest_float(self.exact(rows[j]))
        return margins


def scores(X: np.ndarray, w: Any, b: Any = 0) -> np.ndarray:
    """Return w·x + b of every sample as floats, each with the sign of the exact one.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
    w : array-like of int, float or Fraction, shape (n_features,)
    b : int, float or Fraction

    Returns
    -------
    ndarray of float, shape (n_samples,)

    Examples
    --------
    >>> scores(np.array([[0.1, 0.2, -0.3]]), [1, 1, 1]) == 2.0**-55
    array([ True])
    """
    margins = Margins(X, np.ones(len(X), dtype=int), Line(w, b))
    return margins.signed(range(len(X)))
