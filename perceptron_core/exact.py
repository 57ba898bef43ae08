"""One rule for numbers: a number is taken as the rational that it is.

Floats search; what is said is decided exactly. A score w·x + b is computed in floats together with
a bound on its error; where the bound cannot tell the sign, the score is computed again in integers
(a filtered predicate: Shewchuk 1997; CGAL's lazy exact kernel). Everything else asks here.

The bound. Let u = 2⁻⁵³. Adding up d products x_j·w_j in any order, fused or not, misses the exact
sum by at most d·u/(1 − d·u)·Σ|x_j·w_j| (Higham 2002, §3.1), and Σ|x_j·w_j| ≤ max|x_j|·Σ|w_j|.
A number that is rounded on its way into a float adds one u for each factor. A product that
underflows is off by 2⁻¹⁰⁷⁵ at most. Where the sum of all squares is not between 1/SAFE and SAFE,
floats say nothing, and every score is computed exactly.
"""

import math
from fractions import Fraction

import numpy as np

UNIT = 2.0**-53  # the relative error of rounding to a float
TINY = 2.0**-1070  # what an underflow loses, and more
SAFE = 2.0**800  # sums of squares between 1/SAFE and SAFE keep their digits
BLOCK = 131_072  # numbers that are looked at together: they stay in the cache, X may stay on disk


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
    return np.frompyfunc(Fraction, 1, 1)(plain(values))


def plain(values):
    """Return an array of Python's own numbers: those of numpy overflow, inside a `Fraction` too.

    >>> plain([Fraction(np.int64(2**62), 3)])[0] * 4
    Fraction(18446744073709551616, 3)
    """
    return np.frompyfunc(_own, 1, 1)(np.asarray(values, dtype=object))


def _own(value):
    value = value.item() if isinstance(value, np.generic) else value
    mixed = isinstance(value, Fraction) and {*map(type, value.as_integer_ratio())} != {int}
    return Fraction(*map(int, value.as_integer_ratio())) if mixed else value


def blocks(array):
    """Return the array in parts, one after the other.

    >>> [len(part) for part in blocks(np.zeros((300, 1_000)))]
    [131, 131, 38]
    """
    size = max(1, BLOCK // math.prod(array.shape[1:]))
    return (array[start : start + size] for start in range(0, len(array), size))


def common_scale(*arrays):
    """Return the least L > 0 of which every number in the arrays is a multiple of 1/L.

    >>> common_scale(np.array([0.75, 2.0]), [Fraction(1, 3)])
    12
    """
    return math.lcm(*{v.as_integer_ratio()[1] for array in arrays for v in _lowest_bits(array)})


def _lowest_bits(array):
    """Yield the numbers; of an array of floats, the values of their last bits that are not 0."""
    floats = isinstance(array, np.ndarray) and array.dtype == float
    for part in blocks(array) if floats else [array]:
        if floats:  # integers of 53 bits times powers of two
            mantissas, exponents = np.frexp(part)
            whole = (mantissas * 2.0**53).astype(np.int64)
            part = np.unique(np.ldexp((whole & -whole).astype(float), exponents - 53))
        yield from plain(part).flat


def as_integers(values, scale):
    """Return values·scale as Python integers; `scale` is a multiple of `common_scale(values)`.

    >>> as_integers(np.array([0.75, 2.0]), 4).tolist()
    [3, 8]
    """
    over, under = np.frompyfunc(lambda v: v.as_integer_ratio(), 1, 2)(plain(values))
    return over * (scale // under)


def nearest_float(value):
    """Return the float nearest to a rational; ±∞ beyond all floats, and 0 only for 0.

    >>> nearest_float(Fraction(1, 3)), nearest_float(-Fraction(1, 10**400)), nearest_float(10**400)
    (0.3333333333333333, -5e-324, inf)
    """
    try:
        return float(value) or (math.copysign(5e-324, value) if value else 0.0)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def square_root(value):
    """Return the square root of a rational ≥ 0 as a float, right to one unit in the last place.

    >>> square_root(Fraction(1, 10**400)), square_root(2)
    (1e-200, 1.4142135623730951)
    """
    over, under = Fraction(value).as_integer_ratio()
    # As many doublings as leave 64 bits or more in the root.
    shift = max(0, 66 + (under.bit_length() - over.bit_length()) // 2)
    return nearest_float(Fraction(math.isqrt((over << 2 * shift) // under), 1 << shift))


def squares(floats):
    """Yield ‖x‖² of the rows, in parts.

    >>> list(squares(np.array([[3.0, 4.0], [1.0, 1.0]])))
    [array([25.,  2.])]
    """
    return (np.vecdot(part, part) for part in blocks(floats))


def safe_floats(values):
    """Return the numbers as floats, or None where floats cannot tell much: see SAFE.

    >>> safe_floats(np.array([1, 2])), safe_floats(np.array([1e200]))
    (array([1., 2.]), None)
    """
    values = np.frompyfunc(nearest_float, 1, 1)(values) if values.dtype == object else values
    floats = values.astype(float, copy=False)
    with np.errstate(all="ignore"):
        square = float(sum(map(np.sum, squares(floats))))  # by rows: np.dot would start threads
    return floats if 1 / SAFE < square < SAFE or not np.any(values) else None


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
    floats = safe_floats(X)
    if floats is not None:
        lengths = np.concatenate(list(squares(floats)))
        X = X[lengths >= lengths.max() * (1 - 4 * (X.shape[1] + 4) * UNIT)]
    integers = as_integers(X, scale := common_scale(X))
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
    slack : float
        No score is further than this from its float; ∞ where floats say nothing.

    Examples
    --------
    >>> scores = Scores(np.array([[0.1, 0.2, -0.3]]), [1, 1, 1])
    >>> scores.signs().tolist(), float(scores.exact([0])[0])
    ([1], 2.7755575615628914e-17)
    """

    def __init__(self, X, w, b=0):
        self._X, self._line = X, as_fractions([*w, b])
        floats, line = safe_floats(X), safe_floats(self._line)
        self.floats, self.slack = np.zeros(len(X)), math.inf
        if floats is not None and line is not None:
            self.floats = floats @ line[:-1] + line[-1]
            largest = max(floats.max(initial=0), -floats.min(initial=0))
            reach = largest * np.abs(line[:-1]).sum() + abs(line[-1])
            self.slack = float((len(line) + 8) * (UNIT * reach + TINY)) if reach else 0.0

    def exact(self, rows):
        """Return the scores of some samples as `Fraction`s, shape (len(rows),)."""
        return np.multiply(*self.integers(rows))

    def integers(self, rows):
        """Return the scores of some samples as integers, shape (len(rows),), and their unit."""
        X = self._X[rows]
        over_x, over_w = common_scale(X), common_scale(self._line)
        line = as_integers(self._line, over_w)
        return as_integers(X, over_x) @ line[:-1] + over_x * line[-1], Fraction(1, over_x * over_w)

    def values(self):
        """Return the scores as floats, shape (n_samples,), each with the sign of the exact one."""
        values, doubtful = self.floats.copy(), np.flatnonzero(np.abs(self.floats) <= self.slack)
        if len(doubtful) and self.slack:
            values[doubtful] = [nearest_float(score) for score in self.exact(doubtful)]
        return values

    def signs(self):
        """Return the sign of every score, −1, 0 or +1, shape (n_samples,): always the exact one."""
        return np.sign(self.values()).astype(int)


class ExactRun:
    """The w and b of a run in integers: exact, and only as far as somebody asks.

    With L a common denominator of all numbers, x·L, w·L and b·L² are integers, so that y(w·x + b)
    is an integer over L². Everything is in units of the learning rate. What
    changes is replaced and never written to, so that a copy goes its own way.

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
        self.scale = common_scale(X, w, [b, pad_squared])
        self._w = as_integers(w, self.scale)
        self._b, self._step = as_integers([b, pad_squared], self.scale**2)

    def _row(self, i):
        if i not in self._rows:
            self._rows[i] = as_integers(self._X[i], self.scale)
        return self._rows[i]

    def margin(self, i):
        """Return y_i(w·x_i + b), a Fraction."""
        return Fraction(int(self._y[i]) * int(self._row(i) @ self._w + self._b), self.scale**2)

    def add(self, i, times=1):
        """Make the update with sample i, so many times, and return the run itself."""
        times *= int(self._y[i])
        self._w = self._w + times * self._row(i)
        self._b += times * self._step
        return self

    def state(self):
        """Return w as `Fraction`s, shape (n_features,), and b as a `Fraction`."""
        return self._w * Fraction(1, self.scale), Fraction(self._b, self.scale**2)
