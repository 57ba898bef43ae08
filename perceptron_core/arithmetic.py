"""One rule for numbers: a number is taken as the rational that it is.

Floats search; what is said is decided exactly. A score w·x + b is computed in floats together with
a bound on its error; where the bound cannot tell the sign, the score is computed again in integers
(a filtered predicate: Shewchuk 1997; CGAL's lazy exact kernel). Everything else asks here.

The bound. Let u = 2⁻⁵³. Adding up products x_j·w_j in any order, fused or not, misses the exact
sum by at most m·u/(1 − m·u)·Σ|x_j·w_j| with m = number of operations on any path (Higham 2002,
§3.1), and Σ|x_j·w_j| ≤ ‖x‖·‖w‖. Every number that was rounded on its way into a float adds one u
for each factor. What underflows is less than 2⁻¹⁰⁷⁴ each time. `ERROR` rounds all of it up.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

UNIT = 2.0**-53  # the relative error of rounding to a float
TINY = 2.0**-1070  # above d underflows of 2⁻¹⁰⁷⁴ only together with SAFE below
SAFE = 2.0**800  # sums of squares between 1/SAFE and SAFE keep their digits


def as_fractions(values):
    """Return the numbers as `Fraction`s, floats as the rationals that they are.

    Parameters
    ----------
    values : array-like of int, float or Fraction, any shape

    Returns
    -------
    ndarray of object, same shape

    Examples
    --------
    >>> as_fractions([0.5, 3]).tolist()
    [Fraction(1, 2), Fraction(3, 1)]
    """
    return _objects(Fraction, values)


def _objects(convert, values):
    # Python's own numbers, not numpy's: Fraction does not know all of those.
    values = np.asarray(values)
    flat = [v.item() if isinstance(v, np.generic) else v for v in values.ravel().tolist()]
    result = np.empty(len(flat), dtype=object)
    result[:] = [convert(v) for v in flat]
    return result.reshape(values.shape)


def common_scale(*arrays):
    """Return the least L > 0 of which every number in the arrays is a multiple of 1/L.

    >>> common_scale(np.array([0.75, 2.0]), np.array([Fraction(1, 3)]))
    12
    """
    scale = 1
    for array in arrays:
        array = np.asarray(array)
        if array.dtype.kind == "f":
            # A float is a 53-bit integer times 2^(e − 53): no need to look at each in Python.
            mantissa, exponent = np.frexp(array[array != 0])
            digits = (mantissa * 2.0**53).astype(np.int64)
            zeros = np.log2((digits & -digits).astype(float))  # trailing zero bits
            lowest = int((exponent - 53 + zeros).min(initial=0))
            scale = math.lcm(scale, 2**-lowest)
        elif array.dtype.kind == "O":
            scale = math.lcm(scale, *{Fraction(v).denominator for v in array.flat})
    return scale


def as_integers(values, scale):
    """Return values·scale as Python integers; `scale` is a multiple of `common_scale(values)`.

    >>> as_integers(np.array([0.75, 2.0]), 4).tolist()
    [3, 8]
    """
    values = np.asarray(values)
    if values.dtype.kind in "iu":
        return values.astype(object) * scale
    if values.dtype.kind == "f":
        mantissa, exponent = np.frexp(values)
        digits = (mantissa * 2.0**53).astype(np.int64).astype(object) * scale
        shift = exponent.astype(int) - 53
        # Left where the exponent is not negative, right (without remainder) where it is.
        return (digits << np.maximum(shift, 0).astype(object)) >> np.maximum(-shift, 0).astype(
            object
        )
    return _objects(lambda v: int(Fraction(v) * scale), values)


def nearest_float(value):
    """Return the float nearest to a rational; ±∞ beyond all floats, and never 0 for another sign.

    >>> nearest_float(Fraction(1, 3)), nearest_float(-Fraction(1, 10**400)), nearest_float(10**400)
    (0.3333333333333333, -5e-324, inf)
    """
    try:
        found = float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    return found if found or not value else math.copysign(5e-324, value)


def square_root(value):
    """Return the square root of a rational ≥ 0 as a float, right to one unit in the last place.

    >>> square_root(Fraction(1, 10**400)), square_root(2)
    (1e-200, 1.4142135623730951)
    """
    value = Fraction(value)
    # As many doublings as leave 64 bits or more in the root.
    shift = max(0, 66 + (value.denominator.bit_length() - value.numerator.bit_length()) // 2)
    root = math.isqrt((value.numerator << 2 * shift) // value.denominator)
    return nearest_float(Fraction(root, 1 << shift))


def largest_square(X):
    """Return R² = max‖x‖² exactly.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)

    Returns
    -------
    int or Fraction

    Examples
    --------
    >>> largest_square(np.array([[3, 4], [1, 1]])), largest_square(np.array([[0.5]]))
    (25, Fraction(1, 4))
    """
    scale, rows = common_scale(X), X
    if X.dtype != object:
        with np.errstate(over="ignore", under="ignore"):
            floats = X.astype(float, copy=False)
            squares = np.vecdot(floats, floats)
        most = squares.max()
        if 1 / SAFE < most < SAFE:  # else the floats say nothing
            rows = X[squares >= most * (1 - 4 * (X.shape[1] + 4) * UNIT)]
    integers = as_integers(rows, scale)
    square = Fraction(int(np.vecdot(integers, integers).max()), scale**2)
    return int(square) if X.dtype.kind in "iu" else square


class Scores:
    """w·x + b of every sample: floats with a bound on their error, and the exact value on demand.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
        As `validation.as_samples` returns it.
    w : array-like of int, float or Fraction, shape (n_features,)
    b : int, float or Fraction

    Attributes
    ----------
    floats : ndarray, shape (n_samples,)
        The scores in units of 2^exponent.
    slack : float
        No score is further than this from its float, in the same units.
    exponent : int

    Examples
    --------
    >>> scores = Scores(np.array([[0.1, 0.2, -0.3]]), [1, 1, 1])
    >>> scores.signs().tolist(), float(scores.exact([0])[0])
    ([1], 2.7755575615628914e-17)
    """

    def __init__(self, X, w, b=0):
        self._X, self._w, self._b = X, as_fractions(w), Fraction(_plain(b))
        self._scale = None
        # Scaled by powers of two so that nothing overflows, and what underflows is negligible.
        over_x, floats = scaled_floats(X)
        over_w, w = scaled_floats(np.append(self._w, self._b / Fraction(2) ** over_x))
        self.exponent = over_x + over_w
        self.floats = floats @ w[:-1] + w[-1]
        reach = np.abs(floats).max() * np.abs(w[:-1]).sum() + abs(w[-1])
        self.slack = (len(w) + 6) * UNIT * float(reach) + len(w) * TINY

    def exact(self, rows):
        """Return the scores of some samples as `Fraction`s, shape (len(rows),)."""
        if self._scale is None:
            self._scale = common_scale(self._X), common_scale(self._w, [self._b])
            self._integers = as_integers(self._w, self._scale[1])
        over_x, over_w = self._scale
        scores = as_integers(self._X[rows], over_x) @ self._integers
        return scores * Fraction(1, over_x * over_w) + self._b

    def signs(self):
        """Return the sign of every score, −1, 0 or +1, shape (n_samples,): always the exact one."""
        signs = np.sign(self.floats).astype(int)
        doubtful = np.flatnonzero(np.abs(self.floats) <= self.slack)
        if len(doubtful):
            signs[doubtful] = [(s > 0) - (s < 0) for s in self.exact(doubtful)]
        return signs

    def values(self):
        """Return the scores as floats, shape (n_samples,), each with the sign of the exact one."""
        values = np.ldexp(self.floats, self.exponent)
        doubtful = np.flatnonzero(np.abs(self.floats) <= self.slack)
        if len(doubtful):
            values[doubtful] = [nearest_float(s) for s in self.exact(doubtful)]
        return values

    def least(self, y):
        """Return the least y·score exactly, and the indices of all samples that have it.

        Parameters
        ----------
        y : array of −1 and +1, shape (n_samples,)

        Returns
        -------
        Fraction, ndarray of int
        """
        margins = self.floats * y
        rows = np.flatnonzero(margins <= margins.min() + 2 * self.slack)
        exact = self.exact(rows) * y[rows].astype(object)
        least = exact.min()
        return least, rows[exact == least]


def is_safe(values):
    """Return whether an array of floats is 0, or its squares neither overflow nor vanish.

    >>> is_safe(np.array([1.0, 1e-200])), is_safe(np.array([1e200])), is_safe(np.array([np.nan]))
    (True, False, False)
    """
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        square = values.ravel() @ values.ravel()
    return bool(1 / SAFE < square < SAFE or (square == 0 and not values.any()))


def scaled_floats(values):
    """Return e and values·2^−e as floats; e is 0 where their squares are safe without it."""
    if values.dtype != object:
        floats = values.astype(float, copy=False)
        if is_safe(floats):
            return 0, floats
        exponent = _log2(np.abs(floats).max())
        return exponent, np.ldexp(floats, -exponent)
    most = max(map(abs, values.flat), default=0)
    exponent = _log2(most) if most else 0
    unit = Fraction(2) ** exponent
    return exponent, np.array([float(v / unit) for v in values.flat]).reshape(values.shape)


def _log2(value):
    """Return the power of two next to a number > 0, of whatever size."""
    value = Fraction(_plain(value))
    return value.numerator.bit_length() - value.denominator.bit_length()


def _plain(value):
    return value.item() if isinstance(value, np.generic) else value


class ExactRun:
    """The w and b of a run in integers: exact, and only as far as somebody asks.

    With L a common denominator of all numbers, x·L, w·L and b·L² are integers, so that y(w·x + b)
    is an integer over L². Everything is in units of the learning rate.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of −1 and +1, shape (n_samples,)
    w, b : the start in units of η
    pad_squared : int or Fraction
        c²: an update moves b by y·c².

    Examples
    --------
    >>> run = ExactRun(np.array([[0.5, 1]]), np.array([-1]), np.array([1, 1]), 0, 1)
    >>> run.margin(0), run.add(0).margin(0), run.state()[0].tolist()
    (Fraction(-3, 2), Fraction(3, 4), [Fraction(1, 2), Fraction(0, 1)])
    """

    def __init__(self, X, y, w, b=0, pad_squared=0):
        self._X, self._y, self._rows = X, y, {}
        b, pad_squared = Fraction(_plain(b)), Fraction(_plain(pad_squared))
        self.scale = common_scale(X, w, [b, pad_squared])
        self._square = self.scale**2
        self._w = as_integers(w, self.scale)
        self._b = int(b * self._square)
        self._step = int(pad_squared * self._square)

    def row(self, i):
        """Return x_i·L as Python integers, shape (n_features,)."""
        if i not in self._rows:
            self._rows[i] = as_integers(self._X[i], self.scale)
        return self._rows[i]

    def margin(self, i):
        """Return y_i(w·x_i + b), a Fraction."""
        return Fraction(int(self._y[i]) * (int(self.row(i) @ self._w) + self._b), self._square)

    def add(self, i):
        """Make the update with sample i, and return the run itself."""
        y = int(self._y[i])
        self._w = self._w + y * self.row(i)
        self._b += y * self._step
        return self

    def state(self):
        """Return w as `Fraction`s, shape (n_features,), and b as a `Fraction`."""
        return self._w * Fraction(1, self.scale), Fraction(self._b, self._square)


class ExactLine:
    """w and b exactly, for one sample at a time; floats decide where they can.

    Examples
    --------
    >>> line = ExactLine([1, 1, 1])
    >>> line.sign(np.array([0.1, 0.2, -0.3])), line.add(-1, np.array([1, 1, 1]), 0)
    (1, None)
    >>> line.sign(np.array([0.1, 0.2, -0.3]))
    0
    """

    def __init__(self, w, b=0):
        self._w, self._b = as_fractions(w), Fraction(_plain(b))
        self._floats = None

    def add(self, y, x, pad_squared):
        """Make the update w += y·x, b += y·c²."""
        self._w = self._w + y * as_fractions(x)
        self._b += y * pad_squared
        self._floats = None

    def sign(self, x):
        """Return the sign of w·x + b, −1, 0 or +1."""
        if self._floats is None:
            self._floats = np.array([nearest_float(v) for v in (*self._w, self._b)])
        if x.dtype != object:
            w, b = self._floats[:-1], self._floats[-1]
            with np.errstate(all="ignore"):
                score = x @ w + b
                size = np.abs(x).sum()
                slack = (len(x) + 8) * UNIT * (size * np.abs(w).max() + abs(b))
                if abs(score) > slack + (size + len(x)) * TINY:
                    return 1 if score > 0 else -1
        score = sum(self._w * as_fractions(x)) + self._b
        return (score > 0) - (score < 0)
