"""Numbers as the rationals that they are: exact results, and error bounds that are bounds."""

import math
import random
import warnings
from fractions import Fraction

import nasty
import numpy as np
import pytest

from perceptron_core import perceptron
from perceptron_core.checks import as_samples
from perceptron_core.exact import (
    Line,
    Margins,
    as_fractions,
    largest_square,
    nearest_float,
    over_one,
    scores,
)


def rationals(X):
    return [[Fraction(v) for v in x] for x in X]


def scores_of(X, w, b):
    w, b = [Fraction(v) for v in w], Fraction(b)
    return [sum(a * v for a, v in zip(w, x, strict=True)) + b for x in rationals(X)]


def sign(value):
    return (value > 0) - (value < 0)


@pytest.mark.parametrize(
    "values",
    [
        [1, -2],
        [0.1, 5e-324],
        [Fraction(1, 3), 0.5],
        [10**400, 0.1],
        [2**53 + 1, 0.5],
        np.array([2**63 - 1, -(2**63)]),
        np.array([0.1, 1e308], dtype=np.float64),
        np.array([0.1], dtype=np.float32),
        np.array([np.int64(2**62), np.float32(0.1)], dtype=object),
        [np.int64(2**62), np.float64(0.1)],
    ],
)
def test_numbers_are_taken_as_they_are(values):
    def plain(v):
        return Fraction(v.item() if isinstance(v, np.generic) else v)

    expected = [plain(v) for v in values]
    assert as_fractions(values).tolist() == expected
    assert all(type(v.numerator) is int for v in as_fractions(values))
    numerators, denominator = over_one(values)
    assert denominator == math.lcm(*(v.denominator for v in expected))
    assert numerators.tolist() == [denominator * v for v in expected]
    # Python's own integers: numpy's would overflow when they are added up.
    assert all(type(v) is int for v in (*numerators, denominator))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(1, 3), 1 / 3),
        (2**53 + 1, 2.0**53),
        (0, 0.0),
        (Fraction(1, 10**400), 5e-324),
        (-Fraction(1, 10**400), -5e-324),
        (10**400, math.inf),
        (-(10**400), -math.inf),
        (Fraction(10**400, 3), math.inf),
    ],
)
def test_the_nearest_float(value, expected):
    assert nearest_float(value) == expected and type(nearest_float(value)) is float


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_the_largest_square_is_exact(kind):
    rng = random.Random(kind)
    for _ in range(60):
        _, X, _ = nasty.samples(rng, kind)
        expected = max(sum(v * v for v in x) for x in rationals(X))
        found = largest_square(as_samples(X))
        assert found == expected and type(found) in (int, Fraction)


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_scores_have_the_exact_sign_and_lie_within_the_bound(kind):
    rng = random.Random(kind)
    for _ in range(60):
        _, X, _ = nasty.samples(rng, kind)
        i = rng.randrange(len(X))
        # A line through one of the samples: floats cannot know on which side that one lies.
        w = [*X[i][1:], *X[i][:1]] if rng.random() < 0.5 else [-X[i][-1], *X[i][:-1]]
        b = rng.choice([0, -Fraction(scores_of([X[i]], w, 0)[0]), X[i][0]])
        exact = scores_of(X, w, b)
        margins = Margins(as_samples(X), np.ones(len(X)), Line(w, b))
        everyone = range(len(X))
        assert [margins.exact(j) for j in everyone] == exact
        assert [sign(v) for v in scores(as_samples(X), w, b).tolist()] == [sign(v) for v in exact]
        floats, slack = margins.floats(everyone)
        if math.isfinite(slack):
            for found, value in zip(floats, exact, strict=True):
                assert abs(Fraction(float(found)) - value) <= Fraction(slack)


@pytest.mark.parametrize("d", [1, 2, 20, 1000])
@pytest.mark.parametrize("scale", [1e-90, 1, 1e90])
def test_the_bound_of_scores_is_near_to_the_error(d, scale):
    """A bound that is never used up by a factor of 10⁴ would send too much to the integers."""
    rng = np.random.default_rng(d)
    X, w = rng.normal(size=(100, d)) * scale, rng.normal(size=d)
    margins = Margins(X, np.ones(100), Line(w, 0.3))
    floats, slack = margins.floats(range(100))
    error = max(abs(Fraction(f) - margins.exact(i)) for i, f in enumerate(floats.tolist()))
    assert error <= slack
    reach = np.linalg.norm(X, axis=1).max() * np.abs(w).sum() + 0.3
    assert slack <= 2 * (d + 9) * 2.0**-53 * reach


def errors_and_slack(X, y, most, **settings):
    """Yield the largest error of the float margins, and their bound, now and then in a run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        trace = perceptron(X, y, max_mistakes=most, **settings)
    margins = Margins(trace.X, trace.y, trace.line(), trace.pad_squared)
    rows = np.linspace(0, len(X) - 1, 20).astype(int)
    for k, i in enumerate(trace.mistakes.tolist()):
        if k % (most // 8) == 0:
            exact = [margins.exact(j) for j in rows.tolist()]
            floats, slack = margins.floats(rows)
            pairs = zip(floats.tolist(), exact, strict=True)
            yield k, max(abs(Fraction(f) - v) for f, v in pairs), slack
        margins.add(i)


@pytest.mark.parametrize("start", [{}, {"w0": np.array([3e4, -0.1, 7]), "b0": 1e3}, {"b0": 0.9}])
@pytest.mark.parametrize("bias", nasty.BIASES)
@pytest.mark.parametrize("scale", [1e-45, 1, 1e45])
def test_the_bound_of_a_run_holds_all_along(bias, scale, start):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 3)) * scale, rng.choice([-1, 1], size=60)
    seen = list(errors_and_slack(X, y, 800, bias=bias, **start))
    assert len(seen) == 8
    assert all(error <= slack < math.inf for _, error, slack in seen)


def test_whole_numbers_need_no_bound_while_their_sums_are_exact():
    def slack(X, w, b=0, step=0):
        X = as_samples(X)
        margins = Margins(X, np.ones(len(X)), Line(w, b), step)
        margins.add(0)
        return margins.floats(range(len(X)))[1]

    assert slack([[1, 2]], [3, 4]) == slack([[1, 2]], [3, 4], 5, 1) == 0
    assert slack([[2**40, 2]], [2**30, 4]) > 0
    assert slack([[1, 2]], [Fraction(10**20 + 1, 10**20), 4]) > 0
    assert slack([[1, 2]], [3, 4], Fraction(1, 3)) > 0
    assert slack([[1, 2]], [3, 4], 5, Fraction(1, 3)) > 0
    assert slack([[0.5, 2]], [3, 4]) > 0
    # A fraction so close to a whole number that its float is whole.
    assert slack([[Fraction(10**20 + 1, 10**20), 2]], [3, 4]) > 0
    for beyond in (slack([[1e300]], [0]), slack([[1]], [10**400]), slack([[1e160]], [1e160])):
        assert beyond == math.inf
