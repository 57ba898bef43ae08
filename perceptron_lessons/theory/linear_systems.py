"""Linear systems of integers, solved exactly: p-adic lifting (Dixon 1982).

Elimination in rationals makes numbers of thousands of digits on the way. Here the matrix is
inverted once modulo a prime, and by Newton's steps modulo a power q of it. Each further digit of
the solution, to the base q, costs two products with a matrix, and a fraction is read off its digits
as soon as they are enough. It solves the system modulo a number that is larger than both sides of
the system together: so it solves the system, and luck plays no part in that.
"""

from __future__ import annotations

import math
from itertools import pairwise, zip_longest

import numpy as np

PRIMES = (2**31 - 1, 2**31 - 19, 2**31 - 61)  # should one divide a pivot, another is taken
WORD = 62  # leading bits by which Euclid's algorithm takes many steps at once
DIGIT = 30  # bits of the digits that Python computes with
CALL = 1_000  # products of digits that take as long as one operation on short numbers
EUCLID = 8  # products of digits for which a fraction of long numbers is found and reduced
LIMB = 16  # bits of the digits that are multiplied in floats
MANY = 4_000  # products of numbers from which on floats are worth their while
AHEAD = 56  # squares of bits for each product of digits that a system takes, or fewer
STEP = 100  # products of digits that take as long as a step with one entry modulo a prime
SHORT = 400  # bits of a matrix below which longer digits of the solution still pay


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

    def foresee(self, unknowns, bits):
        """Raise OutOfWork where a system of numbers of so many bits is far too long for the rest.

        Its solution has about unknowns·bits bits (Cramer), each found by a product of all numbers.
        """
        if unknowns**3 * bits**2 > AHEAD * self.left:
            self.spend(math.inf)


class Matrix:
    """A matrix of Python integers; many products of them at a time are taken in floats, exactly.

    The numbers are cut into digits of 16 bits. A sum of up to 2²¹ products of two digits is a whole
    number of at most 53 bits, however it is added up: floats do not round it. Such sums are added
    as integers of 64 bits, which hold 2³¹ products. Where there are more, Python multiplies.

    >>> numbers = np.array([[10**30, 1]] * 2000, dtype=object)
    >>> found = Matrix(numbers, Work(1e9)) @ np.array([10**30, -1], dtype=object)
    >>> int(found[0] - 10**60)
    -1
    """

    def __init__(self, numbers, work):
        self._numbers, self._work, self._limbs = numbers, work, None
        self._bits = _longest(numbers)

    def __matmul__(self, other):
        calls, bits = self._numbers.size * (other.size // len(other)), _longest(other)
        sizes = self._bits // LIMB + 1, bits // LIMB + 1
        if calls < MANY or len(other) > 2**21 or len(other) * min(sizes) >= 2**31:
            self._work.spend(calls * (CALL // 2 + self._bits * bits // DIGIT**2))
            return self._numbers @ other
        if self._limbs is None:
            from scipy.sparse import csr_array  # a page's own Python has it only when it is wanted

            # Where only a few of the numbers are long, their last digits are a sparse matrix.
            planes = _limbs(self._numbers, sizes[0])
            self._limbs = [csr_array(p) if 9 * np.count_nonzero(p) < p.size else p for p in planes]
        limbs = _limbs(other.reshape(len(other), -1), sizes[1])
        length, depth, wide = limbs.shape
        flat = limbs.transpose(1, 0, 2).reshape(depth, -1)
        entries = sum(plane.size for plane in self._limbs)
        self._work.spend(entries * flat.shape[1] // 2 + CALL * (other.size + 20 * sum(sizes)))
        sums = np.zeros((sum(sizes) + 2, len(self._numbers), wide), dtype=np.int64)
        for at, digits in enumerate(self._limbs):
            products = (digits @ flat).astype(np.int64).reshape(-1, length, wide)
            sums[at : at + length] += products.transpose(1, 0, 2)
        return _joined(sums).reshape(len(self._numbers), *other.shape[1:])


def _longest(numbers):
    """Return how many bits the longest of some integers has."""
    return max(map(int.bit_length, numbers.flat), default=0)


def _limbs(numbers, size):
    """Return so many floats d_k of 16 bits, and a sign, with Σ d_k·2^16k for each number."""
    data = b"".join([abs(v).to_bytes(size * LIMB // 8, "little") for v in numbers.flat])
    limbs = np.frombuffer(data, "<u2").reshape(*numbers.shape, size)
    return np.ascontiguousarray(np.moveaxis(limbs, -1, 0)) * np.sign(numbers).astype(float)


def _joined(sums):
    """Return Σ s_k·2^16k as Python integers; the last two s_k are 0, and take what is carried."""
    for low, high in pairwise(sums):
        high += low >> LIMB
        low &= 2**LIMB - 1
    data, size = np.moveaxis(sums, 0, -1).astype("<u2").tobytes(), len(sums) * LIMB // 8
    parts = (data[start : start + size] for start in range(0, len(data), size))
    numbers = [int.from_bytes(part, "little", signed=True) for part in parts]
    return np.array(numbers, dtype=object).reshape(sums.shape[1:])


def solve(matrix, right, work, primes=PRIMES):
    """Return integers x and D > 0 with matrix·x = D·right.

    Parameters
    ----------
    matrix : ndarray of Python integers, shape (k, m)
        Unknowns that depend on those before them are 0.
    right : ndarray of Python integers, shape (k,)
    work : Work
        What may be spent on it.
    primes : sequence of int
        To be tried one after the other. Where there is a solution, few primes miss it.

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
    for prime in primes:
        part = _part(matrix, right, prime, work)
        if part is None:
            continue
        rows, columns, inverse = part
        basis, others = matrix[:, columns], np.delete(np.arange(len(matrix)), rows)
        x = np.zeros(matrix.shape[1], dtype=object)
        x[columns], denominator = (
            _lifted(basis[rows], right[rows], inverse, prime, work) if rows else ([], 1)
        )
        if np.array_equal(Matrix(matrix[others], work) @ x, denominator * right[others]):
            return x, denominator
    raise ArithmeticError("the linear system has no solution")


def seems_solvable(matrix, right, work):
    """Return whether a system has a solution modulo a prime: hardly ever where it has no other.

    >>> matrix = np.array([[2, 4], [1, 2]], dtype=object)
    >>> [seems_solvable(matrix, np.array([2, v], dtype=object), Work(1e6)) for v in (1, 2)]
    [True, False]
    """
    return _part(matrix, right, PRIMES[0], work) is not None


def _part(matrix, right, prime, work):
    """Return what `_inverse` does; None where there is no solution modulo the prime."""
    rows, columns, inverse = _inverse(matrix, prime, work)
    # The determinant of this part is not divisible by the prime: x modulo the prime is found.
    first = inverse @ (right[rows] % prime) % prime
    if ((matrix[:, columns] @ first - right) % prime).any():
        return None
    return rows, columns, inverse


def _inverse(matrix, prime, work):
    """Return rows and columns of a part that is not singular modulo a prime, and its inverse.

    The columns are a basis of all columns. Each row is changed by multiples of rows with a pivot
    only, so that of the whole inverse the columns of these rows are all that tells.
    """
    k, m = matrix.shape
    work.spend(matrix.size * CALL + k * (k + m) * min(k, m) * STEP // 2)
    table = np.hstack([(matrix % prime).astype(np.int64), np.eye(k, dtype=np.int64)])
    order, columns = np.arange(k), []
    for column in range(m):
        rank = len(columns)
        if rank == k:
            break
        pivot = rank + int((table[rank:, column] != 0).argmax())
        if table[pivot, column]:
            table[[rank, pivot]], order[[rank, pivot]] = table[[pivot, rank]], order[[pivot, rank]]
            table[rank] = table[rank] * pow(int(table[rank, column]), -1, prime) % prime
            factors = table[:, column].copy()
            factors[rank] = 0
            table = (table - np.outer(factors, table[rank])) % prime
            columns.append(column)
    rows = order[: len(columns)].tolist()
    return rows, columns, table[: len(columns), m:][:, rows].astype(object)


def _lifted(matrix, right, inverse, prime, work):
    """Return x and D of a matrix with this inverse modulo a prime."""
    table = np.abs(np.column_stack([matrix, right]))
    size = table.sum(axis=1).max()
    # By Cramer and Hadamard, x and D do not exceed the product of the rows' lengths.
    wanted, most = 2 * size**2, 2 * math.prod((table * table).sum(axis=1))
    q, by_matrix = prime, Matrix(matrix, work)
    bits = sum(map(int.bit_length, matrix.flat)) // matrix.size
    while 4 * q.bit_length() < max(bits, min(most.bit_length(), SHORT)):
        q *= q  # Newton's step doubles the digits of the inverse
        inverse = inverse * 2 - Matrix(inverse, work) @ (by_matrix @ inverse % q)
        inverse %= q
    by_inverse, rest, digits, modulus = Matrix(inverse, work), right, [], 1
    while True:
        while modulus <= wanted:
            digits.append(by_inverse @ (rest % q) % q)
            rest = (rest - by_matrix @ digits[-1]) // q
            modulus *= q
        found = _fractions(digits, q, size, work)
        if found:
            return found
        wanted = min(modulus**2, most)


def _fractions(digits, q, size, work):
    """Return numerators and their common denominator from k digits; None where these are too few.

    D is right modulo q^k, and then half of the digits tell the numerators: where |x| and D are at
    most √(q^k/2), the sides of the system differ by at most s times that, its `size`; so what
    solves it modulo q^h > s·√(q^k/2) solves it. At first q^k > 2s², so that h ≤ k.
    """
    bound, found, denominator = math.isqrt(q ** len(digits) // 2), [], 1
    few = min(len(digits), (size * bound).bit_length() // (q.bit_length() - 1) + 1)
    modulus, half = q**few, q**few // 2
    for residues in zip(*digits, strict=True):
        work.spend(EUCLID * (modulus.bit_length() // DIGIT) ** 2)
        residue = _sum(residues[:few], q)
        numerator = (residue * denominator + half) % modulus - half
        if abs(numerator) > bound:
            work.spend(EUCLID * (q.bit_length() * len(digits) // DIGIT) ** 2)
            whole = q ** len(digits)
            factor = abs(_cofactor(whole, _sum(residues, q) * denominator % whole, bound))
            found, denominator = [v * factor for v in found], denominator * factor
            numerator = (residue * denominator + half) % modulus - half
        found.append(numerator)
        if denominator > bound:
            return None
    return None if max(map(abs, found)) > bound else (np.array(found, dtype=object), denominator)


def _sum(digits, base):
    """Return Σ digits[k]·base^k, by halves: long numbers are multiplied with long ones."""
    while len(digits) > 1:
        pairs = zip_longest(digits[::2], digits[1::2], fillvalue=0)
        digits, base = [low + high * base for low, high in pairs], base**2
    return digits[0]


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
