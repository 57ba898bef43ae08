"""The nearest point of a hull: exact systems, exact margins, and proposals that are good enough."""

import math
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from many import TIMES

from perceptron_core import perceptron
from perceptron_lessons import THEOREMS, Undecided, maximum_margin, separator
from perceptron_lessons.theory.margins import combination, least_margin
from perceptron_lessons.theory.nearest_point import (
    BUDGET,
    Vectors,
    Work,
    nearest_point,
    solve,
)

BIASES = ("none", "one", "radius", "free")


def test_singular_systems():
    A = np.array([[1, 2], [2, 4]], dtype=object)
    x, denominator = solve(A, np.array([3, 6], dtype=object), Work(1e9))
    assert (x.tolist(), denominator) == ([3, 0], 1)
    with pytest.raises(ArithmeticError):
        solve(A, np.array([3, 5], dtype=object), Work(1e9))


def test_systems_of_every_rank_are_solved_in_integers():
    """Unknowns that depend on those before them are 0; what cannot be solved is said so."""
    rng = np.random.default_rng(5)
    ranks = set()
    for _ in range(300 * TIMES):
        n = int(rng.integers(1, 7))
        rank = int(rng.integers(0, n + 1))
        size = int(rng.choice([1, 3, 2**40]))
        B = rng.integers(-size, size + 1, (n, rank)).astype(object)
        A = B @ B.T
        wanted = A @ rng.integers(-size, size + 1, n).astype(object)
        x, denominator = solve(A, wanted, Work(math.inf))
        assert denominator > 0 and (A @ x == denominator * wanted).all()
        assert all(type(v) is int for v in x)
        ranks.add((n, np.count_nonzero(x)))
        if not A.any():
            with pytest.raises(ArithmeticError):
                solve(A, np.ones(n, dtype=object), Work(math.inf))
    assert len(ranks) > 15


def gauss(n, d, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X @ rng.normal(size=d) > 0, 1, -1)


REALISTIC = {
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


@pytest.mark.filterwarnings("ignore:stopped after")
def test_what_is_undecided_is_not_measured():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 60)) * 10.0 ** rng.uniform(-300, 300, size=(300, 60))
    run = perceptron(X, rng.choice([-1, 1], size=300), max_mistakes=0)
    verdict = THEOREMS["iterations"].check(run)
    assert verdict.verdict == "bound not applicable" and verdict.bound is None
    assert "not measured" in verdict.because and "exact=True" in verdict.because


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
    subprocess.run([sys.executable, "-c", code], check=True)
