"""Linear systems of integers, solved exactly: p-adic lifting (Dixon 1982).

Elimination in rationals makes numbers of thousands of digits on the way. Here the matrix is
inverted once modulo a prime; each further digit of the solution, to the base of that prime, costs
one product with the matrix; and a fraction is read off its digits as soon as they are enough. What
comes out is put into the system and checked, so that luck plays no part in whether it is right.
"""

from __future__ import annotations

import math

import numpy as np

# Mersenne primes. A prime that happens to divide a pivot fails the check, and another is taken; the
# first is about a quarter as long as the numbers in the matrix, which balances the steps.
PRIMES = (2**127 - 1, 2**521 - 1, 2**1279 - 1)
WORD = 62  # leading bits by which Euclid's algorithm takes many steps at once
DIGIT = 30  # bits of the digits that Python computes with
CALL = 1_000  # products of digits that take as long as one operation on short numbers
EUCLID = 8  # products of digits for which a fraction of long numbers is found and reduced


class OutOfWork(Exception):
    """The work that was allowed is done."""


class Work:
    """How much work is left, in products of digits.

    It is counted and not timed, so that the same question has the same answer everywhere.

    >>> work = Work(100)
    >>> work.spend(60)
    >>> work.left
    40
    """

    def __init__(self, allowed):
        self.left = allowed

    def spend(self, amount):
        """Take away what is to be done next; raise OutOfWork where it is more than is left."""
        self.left -= amount
        if self.left < 0:
            raise OutOfWork


def solve(matrix, right, work):
    """Return integers x and D > 0 with matrix·x = D·right.

    Parameters
    ----------
    matrix : ndarray of Python integers, shape (m, m)
        Symmetric, or not singular.
    right : ndarray of Python integers, shape (m,)
        Where the matrix is singular, a right side that has a solution; unknowns that depend on
        those before them are then 0.
    work : Work
        What may be spent on it.

    Returns
    -------
    x : ndarray of Python integers, shape (m,)
    D : int

    Raises
    ------
    ArithmeticError
        There is no solution.
    OutOfWork
        The numbers are too long for the work that is left.

    Examples
    --------
    >>> matrix, right = np.array([[2, 1], [1, 3]], dtype=object), np.array([1, 0], dtype=object)
    >>> x, D = solve(matrix, right, Work(1e6))
    >>> x.tolist(), D
    ([3, -1], 5)
    """
    bits = sum(int(v).bit_length() for v in matrix.flat) // matrix.size
    for prime in sorted(PRIMES, key=lambda prime: abs(4 * prime.bit_length() - bits)):
        columns, inverse = _inverse(matrix, prime, work)
        if len(columns) < len(matrix):
            # A symmetric matrix has its rank in the rows and columns of a basis of its columns.
            _, inverse = _inverse(matrix[np.ix_(columns, columns)], prime, work)
        if len(inverse) == len(columns):
            found = _lifted(matrix, right, columns, inverse, prime, work)
            if found is not None:
                return found
    raise ArithmeticError("the linear system has no solution")


def _inverse(matrix, prime, work):
    """Return columns that are independent modulo a prime, and the inverse if these are all."""
    m = len(matrix)
    rows = np.hstack([matrix % prime, np.eye(m, dtype=int).astype(object)])
    columns, step = [], prime.bit_length() // DIGIT
    for column in range(m):
        rank = len(columns)
        pivot = next((r for r in range(rank, m) if rows[r, column]), None)
        if pivot is not None:
            rows[[rank, pivot]] = rows[[pivot, rank]]
            rows[rank] = rows[rank] * pow(rows[rank, column], -1, prime) % prime
            factors = rows[:, column].copy()
            factors[rank] = 0
            others = np.flatnonzero(factors)
            work.spend(m * len(others) * (CALL + 6 * step**2))
            rows[others] = (rows[others] - np.outer(factors[others], rows[rank])) % prime
            columns.append(column)
    return columns, rows[:, m:]


def _lifted(matrix, right, columns, inverse, prime, work):
    """Return the solution in the given columns, or None where it does not solve the system."""
    part = matrix[np.ix_(columns, columns)]
    rest, digits, modulus = right[columns], np.zeros(len(columns), dtype=object), 1
    wanted, most = prime**4, _digits_bound(part, right[columns])
    m, step = len(columns), prime.bit_length() // DIGIT
    width = sum(int(v).bit_length() for v in part.flat) // max(1, part.size) // DIGIT + 1
    while True:
        length = modulus.bit_length() // DIGIT
        work.spend(m * step * (m * (step + width) + length))
        digit = inverse @ (rest % prime) % prime
        rest = (rest - part @ digit) // prime
        digits += digit * modulus
        modulus *= prime
        if modulus < min(wanted, most):
            continue
        wanted = wanted**2
        work.spend(EUCLID * m * length**2)
        x = np.zeros(len(matrix), dtype=object)
        x[columns], denominator = _fractions(digits, modulus)
        if denominator and np.array_equal(matrix @ x, denominator * right):
            return x, denominator
        if modulus >= most:
            return None


def _digits_bound(matrix, right):
    """Return 2·(the largest numerator)·(the largest denominator), by Cramer and Hadamard."""
    squares = [sum(v * v for v in row) + b * b for row, b in zip(matrix, right, strict=True)]
    return 2 * math.prod(squares) + 2


def _fractions(residues, modulus):
    """Return numerators and their common denominator; 0 for the latter where digits lack."""
    bound, denominator = math.isqrt(modulus // 2), 1
    for residue in residues:
        denominator *= abs(_cofactor(modulus, residue * denominator % modulus, bound))
        if denominator > bound:
            return residues, 0
    half = modulus // 2
    return (residues * denominator + half) % modulus - half, denominator


def _cofactor(a, b, bound):
    """Return t of the first remainder s·a + t·b ≤ bound in Euclid's algorithm (Wang 1981).

    Long numbers are divided by their leading digits only, as long as these determine the quotient
    (Lehmer 1938; Knuth, The Art of Computer Programming, §4.5.2, algorithm L).
    """
    before, now = 0, 1
    while b > bound:
        A, B, C, D = 1, 0, 0, 1
        if b.bit_length() > bound.bit_length() + WORD:
            shift = a.bit_length() - WORD
            x, y = a >> shift, b >> shift
            while y + C and y + D and (q := (x + A) // (y + C)) == (x + B) // (y + D):
                A, B, C, D, x, y = C, D, A - q * C, B - q * D, y, x - q * y
        if not B:
            A, B, C, D = 0, 1, 1, -(a // b)
        a, b = A * a + B * b, C * a + D * b
        before, now = A * before + B * now, C * before + D * now
    return now
