"""The nearest point of a hull: exact systems, exact margins, and proposals that are good enough."""

import random
import subprocess
import sys
from fractions import Fraction

import nasty
import numpy as np
import pytest
from oracle import solve as by_elimination

from perceptron_core import planted
from perceptron_core.checks import as_samples
from perceptron_core.exact import as_fractions
from perceptron_lessons import Undecided, maximum_margin, separator
from perceptron_lessons.theory.margins import combination, least_margin
from perceptron_lessons.theory.nearest_point import (
    BUDGET,
    PRIMES,
    GramMatrix,
    OutOfWork,
    Vectors,
    Work,
    nearest_point,
    solve,
)

BIASES = ("none", "one", "radius", "free")


def symmetric(rng, size, bits):
    half = [[rng.getrandbits(bits) - 2 ** (bits - 1) for _ in range(size)] for _ in range(size)]
    return np.array(half, dtype=object) + np.array(half, dtype=object).T


@pytest.mark.parametrize("bits", [1, 4, 53, 110, 700])
@pytest.mark.parametrize("size", [1, 2, 5, 45])
def test_systems_are_solved_as_by_elimination(bits, size):
    """45 unknowns are multiplied in floats."""
    rng = random.Random(bits)
    A = symmetric(rng, size, bits)
    b = np.array([rng.getrandbits(bits) - 1 for _ in range(size)], dtype=object)
    expected = by_elimination(A.tolist(), b.tolist()) if size < 10 else None
    try:
        x, denominator = solve(A, b, Work(1e15))
    except ArithmeticError:
        assert expected is None
        return
    assert denominator > 0 and np.array_equal(A @ x, denominator * b)
    if expected is not None:
        assert [Fraction(v, denominator) for v in x] == expected


def test_singular_systems_and_unlucky_primes():
    one, A = np.array([1], dtype=object), np.array([[1, 2], [2, 4]], dtype=object)
    x, denominator = solve(A, np.array([3, 6], dtype=object), Work(1e9))
    assert (x.tolist(), denominator) == ([3, 0], 1)
    with pytest.raises(ArithmeticError):
        solve(A, np.array([3, 5], dtype=object), Work(1e9))
    x, denominator = solve(one[:, None] * PRIMES[0], one, Work(1e9))
    assert Fraction(x[0], denominator) == Fraction(1, PRIMES[0])
    with pytest.raises(OutOfWork):
        solve(A, one, Work(10))


def lines(rng):
    """Yield samples of every kind, and a w that is made of their numbers."""
    for kind in nasty.KINDS:
        for _ in range(20):
            _, X, _ = nasty.samples(rng, kind)
            yield X, [Fraction(v) for v in [*X[0][1:], *X[-1][:1]]]


def test_the_least_margin_is_the_exact_one_and_so_are_the_samples_that_have_it():
    rng = random.Random(5)
    for X, w in lines(rng):
        through = rng.choice(X)
        offset = -sum(Fraction(v) * a for v, a in zip(through, w, strict=True))
        y = [rng.choice([-1, 1]) for _ in X]
        for b in (0, offset, Fraction(through[0])):
            scores = [sum(Fraction(v) * a for v, a in zip(x, w, strict=True)) + b for x in X]
            margins = [label * v for label, v in zip(y, scores, strict=True)]
            least, rows = least_margin(as_samples(X), np.array(y), np.array(w, dtype=object), b)
            assert least == min(margins), (X, w, b)
            assert rows.tolist() == [i for i, m in enumerate(margins) if m == least], (X, w, b)


def gauss(n, d, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X @ rng.normal(size=d) > 0, 1, -1)


REALISTIC = {
    "planted": lambda: (planted(20_000, 20, 0.01, seed=1).X, planted(20_000, 20, 0.01, seed=1).y),
    "gauss": lambda: gauss(200, 30),
    "labels at random": lambda: (gauss(150, 30)[0], np.where(np.arange(150) % 2, 1, -1)),
    "columns over 24 decades": lambda: (
        gauss(200, 20)[0] * 10.0 ** np.linspace(-12, 12, 20),
        gauss(200, 20)[1],
    ),
    "rows over 8 decades": lambda: (
        gauss(200, 10)[0] * 10.0 ** np.linspace(-4, 4, 200)[:, None],
        gauss(200, 10)[1],
    ),
    "far from 0": lambda: (gauss(200, 10)[0] + 1e6, gauss(200, 10)[1]),
    "many samples of few features": lambda: (gauss(9_000, 3)[0], gauss(9_000, 3)[1]),
}


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("kind", REALISTIC)
def test_floats_leave_little_to_integers(kind, bias):
    """With a tenth of the work that is allowed, the point is the nearest, exactly."""
    X, y = REALISTIC[kind]()
    pad_squared = {"none": 0, "one": 1, "radius": Fraction((X * X).sum(axis=1).max()), "free": None}
    corral, shares = nearest_point(Vectors(X, y, pad_squared[bias], BUDGET / 10))
    w, b, unit, square = combination(X[corral], y[corral], shares, pad_squared[bias])
    assert not square or least_margin(X, y, w, b)[0] * unit == square


@pytest.mark.parametrize("budget", [10, 1e5, 1e6, 1e7, 1e10])
def test_weights_are_convex_wherever_the_search_ends(budget):
    """Multiples of such; and the more work, the nearer to 0."""
    X = np.array([[5, 1, 3], [4, 4, 0], [-1, 3, 2], [2, -3, 5], [0, 1, 1]])
    y = np.array([1, -1, 1, -1, 1])
    samples, weights = nearest_point(Vectors(X, y, None, budget))
    assert min(weights) > 0 and y[samples] @ weights == 0
    ones = np.ones(5, dtype=int)
    by_products = nearest_point(GramMatrix(X @ X.T, ones, False, budget))
    for samples, weights in (nearest_point(Vectors(X, ones, 0, budget)), by_products):
        assert min(weights) > 0 and len(set(samples)) == len(samples)
        p = as_fractions(weights) @ X[samples] / sum(weights)
        assert p @ p <= 35 and (budget < 1e9 or p @ p == maximum_margin(X, ones).gamma_squared)


def test_numbers_of_every_scale_end_undecided():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 60)) * 10.0 ** rng.uniform(-300, 300, size=(300, 60))
    with pytest.raises(Undecided, match="exact=True goes on") as error:
        maximum_margin(X, rng.choice([-1, 1], size=300))
    assert error.value.separator is None


def test_undecided_carries_the_best_separator_that_is_verified():
    """No number is below 0, so any mean of the samples separates."""
    rng = np.random.default_rng(0)
    X = rng.random(size=(300, 60)) * 10.0 ** rng.uniform(-300, 300, size=(300, 60))
    with pytest.raises(Undecided, match="a separator with margin") as error:
        maximum_margin(X, np.ones(300, dtype=int))
    best = error.value.separator
    assert 0 < best.gamma_squared < best.bound_squared
    assert separator(X, np.ones(300), best.w).gamma_squared == best.gamma_squared


def test_without_scipy_the_remedy_is_named():
    code = """
import sys
sys.modules["scipy"] = None
from perceptron_lessons import lp_separator, lp_box_margin, maximum_margin
assert maximum_margin([[-2, 0], [0, -2], [-2, 2]], [-1, -1, 1])
for ask in (lp_separator, lp_box_margin, maximum_margin):
    try:
        ask([[1, 2, 3, 4], [0, 1, 0, 1]], [1, 1])
    except ModuleNotFoundError as error:
        assert error.name == "scipy" and "pip install scipy" in str(error), error
    else:
        raise AssertionError(ask)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)
