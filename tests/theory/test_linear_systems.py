"""Integer systems are solved exactly, singular ones and unlucky ones too."""

import random

import numpy as np
import pytest
from oracle import solve as by_elimination

from perceptron_lessons.theory.linear_systems import PRIMES, Matrix, OutOfWork, Work, solve


def matrix(rng, m, bits):
    rows = [[rng.getrandbits(bits) - 2 ** (bits - 1) for _ in range(m)] for _ in range(m)]
    return np.array(rows, dtype=object)


def checked(A, b):
    x, denominator = solve(A, b, Work(1e9))
    assert denominator > 0 and np.array_equal(A @ x, denominator * b)
    return x, denominator


@pytest.mark.parametrize("bits", [1, 4, 53, 110, 700, 3000])
def test_against_elimination(bits):
    rng = random.Random(bits)
    for m in (1, 2, 3, 5):
        A, b = matrix(rng, m, bits), matrix(rng, m, bits)[0]
        expected = by_elimination(A.tolist(), b.tolist())
        if expected is not None:
            x, denominator = checked(A, b)
            assert [v / denominator for v in x] == pytest.approx([float(v) for v in expected])


@pytest.mark.parametrize("bits", [1, 8, 15, 16, 17, 32, 100, 400])
def test_many_products_at_a_time_are_exact(bits):
    """At the ends of digits of 16 bits too, of both signs, with vectors and with matrices."""
    rng = random.Random(bits)
    ends = [sign * 2**bits + step for sign in (-1, 1) for step in (-1, 0, 1)] + [0]
    A, B = matrix(rng, 70, bits), matrix(rng, 70, 40)
    A[:, ::2] = np.array([rng.choice(ends) for _ in A[:, ::2].flat], dtype=object).reshape(70, -1)
    product = Matrix(A, Work(1e12))
    for other in (B, B[:, 0], A, A[:, 0], B * 0, A * 2**500):
        assert np.array_equal(product @ other, A @ other)


def test_more_products_than_floats_can_add():
    n = 2**21 + 1025
    row = np.full((1, n), 2**16 - 1, dtype=object)
    assert int((Matrix(row, Work(1e12)) @ row[0])[0]) == n * (2**16 - 1) ** 2


@pytest.mark.parametrize("bits", [3, 60])
def test_many_unknowns(bits):
    rng = random.Random(bits)
    A = matrix(rng, 70, bits)
    checked(A, matrix(rng, 70, 200)[0])
    A = A[:50].T @ A[:50]  # of rank 50
    x, _ = checked(A, A @ np.arange(70).astype(object))
    assert not x[50:].any()


def test_a_singular_symmetric_matrix():
    """Unknowns that depend on those before them are 0."""
    rng = random.Random(0)
    for _ in range(20):
        rows = matrix(rng, 3, 20)
        rows = np.vstack([rows, rows[:2] * 3, rows[:1] + rows[1:2]])
        A = rows @ rows.T
        x, _ = checked(A, A @ np.array([1, 2, 3, 4, 5, 6], dtype=object))
        assert x[3:].tolist() == [0, 0, 0]


def test_primes_in_the_matrix():
    """Modulo the first prime these pivots are 0."""
    p, q = PRIMES[:2]
    A = np.array([[p, 1, 0], [1, p, 0], [0, 0, p]], dtype=object)
    checked(A, np.array([1, 2, 3], dtype=object))
    checked(A * q, np.array([1, 2, 3], dtype=object))
    checked(np.array([[p * q]], dtype=object), np.array([1], dtype=object))
    for right in range(1, 9):
        checked(np.array([[0, 1], [p, 0]], dtype=object), np.array([right, 2], dtype=object))


def test_no_solution():
    A = np.array([[1, 1], [1, 1]], dtype=object)
    checked(A, np.array([2, 2], dtype=object))
    with pytest.raises(ArithmeticError, match="no solution"):
        solve(A, np.array([1, 2], dtype=object), Work(1e9))


def test_work_is_bounded():
    """Numbers of 10⁵ bits would take minutes; a little work is refused before it begins."""
    A = np.array([[10**30103 + 1, 3], [3, 10**30103]], dtype=object)
    right = np.array([1, 2], dtype=object)
    for allowed in (1e3, 1e6):
        with pytest.raises(OutOfWork):
            solve(A, right, Work(allowed))


@pytest.mark.parametrize("shape", [(7, 3), (3, 7), (40, 12), (12, 40)])
def test_more_or_fewer_equations_than_unknowns(shape):
    """Of rank 3 at most where the last columns are sums of the first; some rows come twice."""
    rng = random.Random(sum(shape))
    rows = [[rng.getrandbits(90) - 2**89 for _ in range(shape[1])] for _ in range(shape[0])]
    A = np.array(rows, dtype=object)
    A[-1] = A[0] * 3
    checked(A, A @ np.arange(1, shape[1] + 1).astype(object))
    A[:, 3:] = A[:, :1] + A[:, 2:3]
    x, _ = checked(A, A @ np.arange(1, shape[1] + 1).astype(object))
    assert not x[3:].any()
    if shape[0] > shape[1]:
        right = A @ np.ones(shape[1], dtype=object)
        right[1] += 1
        with pytest.raises(ArithmeticError, match="no solution"):
            solve(A, right, Work(1e9))
