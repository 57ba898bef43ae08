"""Many rational numbers at once: what theorems and proofs compare.

A `Fraction` reduces itself after every step, which is slow where a hundred thousand numbers have
the same denominator. Here are arrays of integers over a denominator, never reduced.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from perceptron_core.exact import as_floats, as_fractions, nearest_float, over_one
from perceptron_lessons.tables import is_unreadable

LARGEST = 2.0**1000  # readable as a float
SMALL = 1e-150  # squares of floats below this lose digits


def readable(value):
    """Return a rational for a table: itself where it is short, else the float next to it.

    None stays None, and a number that no float is near to stays itself.

    >>> readable(Fraction(4, 5)), readable(Fraction(10**20 + 1, 10**21))
    (Fraction(4, 5), 0.1)
    """
    if value is None or not is_unreadable(value):
        return value
    number = nearest_float(value)
    return number if 1 / LARGEST <= abs(number) <= LARGEST else value


def without_denominators(numbers):
    """Return rationals times one positive number: integers without a common factor.

    Of a vector other than 0 these are the smallest integers in its direction.

    >>> without_denominators([Fraction(1, 2), Fraction(-1, 3)]), without_denominators([4, 6])
    ((3, -2), (2, 3))
    """
    numerators, _ = over_one(numbers)
    return tuple((numerators // math.gcd(*numerators)).tolist())


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
    numerator, denominator = as_fractions(value).as_integer_ratio()
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
    numerators : array of int, or int
    denominator : int > 0, or array of such
        Of all numbers, or one for each.

    Examples
    --------
    >>> halves = Rationals(np.array([1, 2, 3]), 2)
    >>> [str(v) for v in (halves * Fraction(1, 3) + 1).fractions()], (halves <= 1).tolist()
    (['7/6', '4/3', '3/2'], [True, True, False])
    """

    __array_ufunc__ = None  # numpy leaves what involves these to the methods here

    def __init__(self, numerators, denominator=1):
        self.numerators, self.denominator = np.asarray(numerators).astype(object), denominator

    @classmethod
    def of(cls, value):
        """Return a number, or an array of integers, as Rationals; Rationals as they are."""
        if isinstance(value, Rationals):
            return value
        if isinstance(value, np.ndarray):
            return cls(value)
        rational = value if isinstance(value, int | Fraction) else as_fractions(value)
        return cls(*rational.as_integer_ratio())

    def __add__(self, other):
        other = Rationals.of(other)
        if isinstance(self.denominator, int) and isinstance(other.denominator, int):
            denominator = math.lcm(self.denominator, other.denominator)
        else:
            denominator = self.denominator * other.denominator
        left, right = (
            side.numerators * (denominator // side.denominator) for side in (self, other)
        )
        return Rationals(left + right, denominator)

    def __mul__(self, other):
        if isinstance(other, Fraction) and other == 1:  # as η is in most runs: no new integers
            return self
        other = Rationals.of(other)
        return Rationals(self.numerators * other.numerators, self.denominator * other.denominator)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other):
        return self + Rationals.of(other) * -1

    def __truediv__(self, other):
        """Divide by what is > 0."""
        other = Rationals.of(other)
        return Rationals(self.numerators * other.denominator, self.denominator * other.numerators)

    def __abs__(self):
        return Rationals(np.abs(self.numerators), self.denominator)

    def __le__(self, other):
        return np.asarray((self - other).numerators <= 0, dtype=bool)

    def __ge__(self, other):
        return np.asarray((self - other).numerators >= 0, dtype=bool)

    def __getitem__(self, where):
        denominator = (
            self.denominator if isinstance(self.denominator, int) else self.denominator[where]
        )
        return Rationals(self.numerators[where], denominator)

    def signed_square(self):
        """Return v·|v| for each v: squares that order as the numbers do."""
        return Rationals(
            self.numerators * np.abs(self.numerators), self.denominator * self.denominator
        )

    def stretched(self, length):
        """Return the numbers, or one number as often as asked, shape (length,)."""
        return Rationals(np.broadcast_to(self.numerators, length), self.denominator)

    def fractions(self):
        """Return the numbers as an array of `Fraction`s."""
        return np.asarray(np.frompyfunc(Fraction, 2, 1)(self.numerators, self.denominator))

    def floats(self):
        """Return the floats next to the numbers, whatever their size."""
        return as_floats(self.numerators, self.denominator)

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
    return Rationals(*over_one(fractions))
