"""Many rational numbers at once, and a run in them: what theorems and proofs compare.

A `Fraction` reduces itself after every step, which is slow where a hundred thousand numbers have
the same denominator. Here are arrays of integers over a denominator, never reduced.
"""

from __future__ import annotations

import copy
import math
import weakref
from fractions import Fraction

import numpy as np

from perceptron_core.exact import as_fractions, nearest_float, plain
from perceptron_lessons.tables import is_long

LARGEST = 2.0**1000  # readable as a float
SMALL = 1e-150  # squares of floats below this lose digits
BLOCK = 65_536  # integers in the states that are held at a time


def rational(value):
    """Return one number as the `Fraction` that it is.

    >>> rational(np.float64(0.75)), rational(3)
    (Fraction(3, 4), Fraction(3, 1))
    """
    return as_fractions([value])[0]


def common_scale(*arrays):
    """Return the least L > 0 of which every number in the arrays is a multiple of 1/L.

    >>> common_scale(np.array([0.75, 2.0]), [Fraction(1, 3)])
    12
    """
    return math.lcm(*{v.as_integer_ratio()[1] for array in arrays for v in plain(array).flat})


def as_integers(values, scale):
    """Return values·scale as Python integers; `scale` is a multiple of `common_scale(values)`.

    >>> as_integers(np.array([0.75, 2.0]), 4).tolist()
    [3, 8]
    """
    numerators, denominators = np.frompyfunc(lambda v: v.as_integer_ratio(), 1, 2)(plain(values))
    return numerators * (scale // denominators)


def readable(value):
    """Return a rational for a table: itself where it is short, else the float next to it.

    None stays None, and a number that no float is near to stays itself.

    >>> readable(Fraction(4, 5)), readable(Fraction(10**20 + 1, 10**21))
    (Fraction(4, 5), 0.1)
    """
    if value is None or not is_long(value):
        return value
    found = nearest_float(value)
    return found if 1 / LARGEST <= abs(found) <= LARGEST else value


def square_of_sum(b, square, limit):
    """Return (b + √square)², b ≥ 0, as a rational on the same side of a limit.

    Where the root is irrational, of as many digits as tell on which side of the limit the square
    of the sum is; exact where it is not.

    >>> square_of_sum(Fraction(1), Fraction(4), Fraction(9))
    Fraction(9, 1)
    >>> square_of_sum(Fraction(1), Fraction(2), Fraction(6)) < 6
    True
    """
    root = exact_root(square)
    if root is not None:
        return (b + root) ** 2
    if b == 0:
        return square
    bits = 64
    while True:
        unit = Fraction(1, 2**bits)
        root = math.isqrt(square.numerator * 4**bits // square.denominator) * unit
        low, high = (b + root) ** 2, (b + root + unit) ** 2
        if low > limit or high <= limit:
            return low
        bits *= 2


def square_root(value):
    """Return the square root of a rational ≥ 0 as a float, right to one unit in the last place.

    >>> square_root(Fraction(1, 10**400)), square_root(Fraction(9, 4))
    (1e-200, 1.5)
    """
    return nearest_float(*_near_root(value))


def readable_root(value):
    """Return the square root of a rational ≥ 0 for a table: as a float, or what no float is near.

    >>> readable_root(Fraction(9, 4)), float(readable_root(Fraction(10**800)) / 10**400)
    (1.5, 1.0)
    """
    root = square_root(value)
    return root if not value or 1 / LARGEST <= root <= LARGEST else Fraction(*_near_root(value))


def _near_root(value):
    """Return the square root of a rational, right to 64 bits, as numerator and denominator."""
    numerator, denominator = rational(value).as_integer_ratio()
    # As many doublings as leave 64 bits or more in the root.
    shift = max(0, 66 + (denominator.bit_length() - numerator.bit_length()) // 2)
    return math.isqrt((numerator << 2 * shift) // denominator), 1 << shift


def exact_root(square):
    """Return the square root of a rational that is a square, else None.

    >>> exact_root(Fraction(4, 9)), exact_root(Fraction(2))
    (Fraction(2, 3), None)
    """
    root = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    return root if root * root == square else None


class Rationals:
    """An array of rational numbers: integers over a positive integer, or over an array of such.

    Parameters
    ----------
    over : array of int, or int
    under : the same, all > 0

    Examples
    --------
    >>> halves = Rationals(np.array([1, 2, 3]), 2)
    >>> [str(v) for v in (halves * Fraction(1, 3) + 1).fractions()], (halves <= 1).tolist()
    (['7/6', '4/3', '3/2'], [True, True, False])
    """

    __array_ufunc__ = None  # numpy leaves what involves these to the methods here

    def __init__(self, over, under=1):
        self.over, self.under = np.asarray(over).astype(object), under

    @classmethod
    def of(cls, value):
        """Return a number, or an array of integers, as Rationals; Rationals as they are."""
        if isinstance(value, Rationals):
            return value
        if isinstance(value, np.ndarray):
            return cls(value)
        value = rational(value)
        return cls(value.numerator, value.denominator)

    def __add__(self, other):
        other = Rationals.of(other)
        if isinstance(self.under, int) and isinstance(other.under, int):
            under = math.lcm(self.under, other.under)
        else:
            under = self.under * other.under
        left, right = (side.over * (under // side.under) for side in (self, other))
        return Rationals(left + right, under)

    def __mul__(self, other):
        if isinstance(other, Fraction) and other == 1:  # as η is in most runs: no new integers
            return self
        other = Rationals.of(other)
        return Rationals(self.over * other.over, self.under * other.under)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other):
        return self + Rationals.of(other) * -1

    def __truediv__(self, other):
        """Divide by what is > 0."""
        other = Rationals.of(other)
        return Rationals(self.over * other.under, self.under * other.over)

    def __abs__(self):
        return Rationals(np.abs(self.over), self.under)

    def __le__(self, other):
        return np.asarray((self - other).over <= 0, dtype=bool)

    def __ge__(self, other):
        return np.asarray((self - other).over >= 0, dtype=bool)

    def __getitem__(self, where):
        under = self.under if isinstance(self.under, int) else self.under[where]
        return Rationals(self.over[where], under)

    def signed_square(self):
        """Return v·|v| for each v: squares that order as the numbers do."""
        return Rationals(self.over * np.abs(self.over), self.under * self.under)

    def stretched(self, length):
        """Return the numbers, or one number as often as asked, shape (length,)."""
        return Rationals(np.broadcast_to(self.over, length), self.under)

    def fractions(self):
        """Return the numbers as an array of `Fraction`s."""
        over, under = np.broadcast_arrays(self.over, np.asarray(self.under, dtype=object))
        found = np.empty(over.shape, dtype=object)
        found.ravel()[:] = [Fraction(*pair) for pair in zip(over.flat, under.flat, strict=True)]
        return found

    def floats(self):
        """Return the floats next to the numbers, whatever their size."""
        try:
            found = np.asarray(self.over / self.under, dtype=float)  # Python rounds this rightly
        except OverflowError:
            return np.array([nearest_float(v) for v in self.fractions()], dtype=float)
        lost = np.flatnonzero((found == 0) & (self.over != 0))
        found[lost] = [nearest_float(v) for v in self[lost].fractions()]
        return found

    def roots(self):
        """Return v from v·|v| for each number v·|v|, as floats right to one unit in the last place.

        The inverse of `signed_square`, for showing.
        """
        squares = self.floats()
        found = np.sign(squares) * np.sqrt(np.abs(squares))
        # Halfway to the ends of the floats the squares are no longer as good as that.
        far = np.flatnonzero((found != 0) & ((found < SMALL) & (found > -SMALL) | np.isinf(found)))
        for i, value in zip(far, self[far].fractions(), strict=True):
            found[i] = square_root(value) if value > 0 else -square_root(-value)
        return found


def rationals_of(fractions):
    """Return numbers that are rational as `Rationals`, over the least that all are multiples of."""
    scale = common_scale(fractions)
    return Rationals(as_integers(fractions, scale), scale)


class InnerProducts:
    """The inner products of a run, in Python integers: nothing is rounded, nothing overflows.

    Everything is in units of the learning rate. A state stands before and after each update; the
    sample of an update is x, its label y. With w' = w + yx, one product of each update is enough:
    the others follow from y x·w.

    Parameters
    ----------
    y : array of int, shape (k,)
    b : array of int, shape (k + 1,)
    x_w, x_x : array of int, shape (k,)
        y x·w before each update, and x·x.
    w_w : int
        w·w at the start.
    unit : int
        What all of these but y are over.
    in_integers : tuple, optional
        Of a run in coordinates: the distinct samples x, each update's place among them, w at the
        start, and what all of these are over.

    Attributes
    ----------
    offsets : Rationals, shape (k + 1,)
    before, after : Rationals, shape (k,)
        y(w·x + b) of the sample of each update, just before and after it.
    x_x : Rationals, shape (k,)
    w_w : Rationals, shape (k + 1,)
    x_u : Rationals, shape (k,)
    w_u : Rationals, shape (k + 1,)
        Products with a vector u, after `along`.
    """

    def __init__(self, y, b, x_w, x_x, w_w, unit, in_integers=None):
        self.y = y
        self.in_integers = in_integers
        self.offsets = Rationals(b, unit)
        self.before = Rationals(x_w + y * b[:-1], unit)
        self.after = Rationals(x_w + x_x + y * b[1:], unit)
        self.x_x = Rationals(x_x, unit)
        self.w_w = Rationals(np.cumsum(np.append(w_w, 2 * x_w + x_x)), unit)

    def along(self, x_u, w_u, unit):
        """Return these products and those with a u: of each x, and of w at the start."""
        found = copy.copy(self)
        found.x_u = Rationals(x_u, unit)
        found.w_u = Rationals(np.cumsum(np.append(w_u, self.y * x_u)), unit)
        return found


_KNOWN: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()


def products_of(trace):
    """Return the `InnerProducts` of a run, found once for each trace.

    Raises
    ------
    ValueError
        No run leaves such a trace: c² < 0, a learning rate that is not above 0, or a label other
        than −1 and +1.
    """
    if trace not in _KNOWN:
        _KNOWN[trace] = _products_of(trace)
    return _KNOWN[trace]


def _products_of(trace):
    _check_run(trace)
    line = trace.line()
    used, place = np.unique(trace.mistakes, return_inverse=True)
    scale = common_scale(line.w, [line.b, trace.pad_squared], trace.X[used])
    unit = scale * scale
    X = as_integers(trace.X[used], scale)
    w = as_integers(line.w, scale)
    y = trace.y[trace.mistakes].astype(object)
    b = np.cumsum(np.append(int(line.b * unit), int(rational(trace.pad_squared) * unit) * y))
    size = max(1, BLOCK // trace.n_features)
    in_integers = X, place, w, scale
    w_w, x_w = w @ w, []
    for start in range(0, len(y), size):
        steps = y[start : start + size, None] * X[place[start : start + size]]
        states = np.cumsum(np.vstack([w, steps]), axis=0)
        x_w.extend(np.vecdot(steps, states[:-1]))
        w = states[-1]
    x_x = np.vecdot(X, X)[place]
    return InnerProducts(y, b, np.array(x_w, dtype=object), x_x, w_w, unit, in_integers)


def products_along(trace, u):
    """Return the `InnerProducts` of a run with a vector u of `Fraction`s, shape (n_features,)."""
    known = products_of(trace)
    X, place, w, scale = known.in_integers
    over_u = common_scale(u)
    u = as_integers(u, over_u)
    return known.along((X @ u)[place], w @ u, scale * over_u)


def _check_run(trace):
    """Raise ValueError where no run can have left a trace."""
    for name, asked, met in (
        ("pad_squared", "≥ 0", trace.pad_squared >= 0),
        ("learning_rate", "> 0", trace.learning_rate > 0),
        ("y", "−1 and +1 only", np.isin(trace.y, (-1, 1)).all()),
    ):
        if not met:
            raise ValueError(f"{name} of a run must be {asked}; found {getattr(trace, name)}")
