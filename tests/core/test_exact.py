"""Numbers as the rationals that they are: exact results, and error bounds that are bounds."""

import math
import random
import warnings
from fractions import Fraction

import nasty
import numpy as np
import pytest
from nasty import PlainLoop

from perceptron_core import perceptron
from perceptron_core.algorithm import Weights
from perceptron_core.checks import as_samples
from perceptron_core.exact import (
    BLOCK,
    ExactRun,
    Scores,
    as_fractions,
    as_integers,
    blocks,
    common_scale,
    largest_square,
    nearest_float,
    safe_floats,
    square_root,
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
    scale = common_scale(values)
    assert scale == math.lcm(*(v.denominator for v in expected))
    assert as_integers(values, 3 * scale).tolist() == [3 * scale * v for v in expected]
    # Python's own integers: numpy's would overflow when they are added up.
    assert all(type(v) is int for v in as_integers(values, scale))


def test_shapes_are_kept():
    assert as_fractions(np.zeros((2, 3))).shape == as_integers(np.zeros((2, 3)), 1).shape == (2, 3)
    assert as_fractions(np.zeros((0, 3))).shape == (0, 3)
    assert common_scale(np.zeros((0, 3)), [Fraction(1, 6)], [Fraction(1, 4)]) == 12


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


@pytest.mark.parametrize("exponent", [-2000, -1074, -641, -640, -1, 0, 1, 52, 53, 54, 1000, 2046])
def test_square_roots_to_one_unit_in_the_last_place(exponent):
    rng = random.Random(exponent)
    for _ in range(100):
        value = Fraction(rng.randint(1, 2**70)) * Fraction(2) ** (exponent - 70)
        root = square_root(value)
        below, above = math.nextafter(root, 0), math.nextafter(root, math.inf)
        assert Fraction(below) ** 2 < value < Fraction(above) ** 2


def test_square_roots_of_squares_are_exact():
    for root in (0, 1, 3, 2**53 - 1, Fraction(7, 8), Fraction(1, 2**500), 10**20):
        assert square_root(Fraction(root) ** 2) == root
    assert square_root(10**700) == math.inf


@pytest.mark.parametrize(
    ("values", "usable"),
    [
        ([0.0, 0.0], True),
        ([1.0, 5e-324], True),
        ([2.0**399, 0.0], True),
        ([2.0**400, 0.0], False),
        ([2.0**-399, 0.0], True),
        ([2.0**-400, 0.0], False),
        ([5e-324], False),
        ([1e308], False),
    ],
)
def test_floats_are_used_where_squares_keep_their_digits(values, usable):
    for given in (np.array(values), as_fractions(values)):
        found = safe_floats(given)
        assert (found is not None) == usable
        assert not usable or found.tolist() == values
    assert safe_floats(np.array([10**400, 1], dtype=object)) is None


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_the_largest_square_is_exact(kind):
    rng = random.Random(kind)
    for _ in range(60):
        _, X, _ = nasty.samples(rng, kind)
        expected = max(sum(v * v for v in x) for x in rationals(X))
        found = largest_square(as_samples(X))
        assert found == expected and type(found) in (int, Fraction)


def test_the_largest_square_of_rows_that_floats_cannot_tell_apart():
    X = np.full((500, 40), 0.1)
    X[rng_row := 317, 3] = math.nextafter(0.1, 1)
    assert largest_square(X) == 39 * Fraction(0.1) ** 2 + Fraction(X[rng_row, 3]) ** 2


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_scores_and_their_bound(kind):
    rng = random.Random(kind)
    for _ in range(60):
        _, X, _ = nasty.samples(rng, kind)
        i = rng.randrange(len(X))
        # A line through one of the samples: floats cannot know on which side that one lies.
        w = [*X[i][1:], *X[i][:1]] if rng.random() < 0.5 else [-X[i][-1], *X[i][:-1]]
        b = rng.choice([0, -Fraction(scores_of([X[i]], w, 0)[0]), X[i][0]])
        samples, exact = as_samples(X), scores_of(X, w, b)
        scores = Scores(samples, w, b)
        assert scores.exact(slice(None)).tolist() == exact
        assert scores.exact([i]).tolist() == [exact[i]]
        assert scores.signs().tolist() == [sign(v) for v in exact]
        assert [sign(v) for v in scores.values().tolist()] == [sign(v) for v in exact]
        if math.isfinite(scores.slack):
            for found, value in zip(scores.floats.tolist(), exact, strict=True):
                assert abs(Fraction(found) - value) <= Fraction(scores.slack)


@pytest.mark.parametrize("d", [1, 2, 20, 1000])
@pytest.mark.parametrize("power", [-390, 0, 390])
def test_the_bound_of_scores_is_near_to_the_error(d, power):
    """A bound that is never used up by a factor of 10⁴ would send too much to the rationals."""
    rng = np.random.default_rng(d)
    X = rng.normal(size=(100, d)) * 2.0**power
    w = rng.normal(size=d)
    scores = Scores(X, w, 0.3)
    pairs = zip(scores.floats.tolist(), scores.exact(slice(None)), strict=True)
    error = max(abs(Fraction(f) - v) for f, v in pairs)
    assert error <= scores.slack
    reach = np.abs(X).max() * np.abs(w).sum() + 0.3
    assert scores.slack <= 2 * (d + 9) * 2.0**-53 * reach


def test_scores_of_nothing_are_exact():
    scores = Scores(np.zeros((2, 2)), [0, 0])
    assert scores.slack == 0 and scores.signs().tolist() == [0, 0]
    assert Scores(np.array([[1e308]]), [1]).slack == math.inf


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_an_exact_run_is_the_plain_loop(kind):
    rng = random.Random(kind)
    for bias in nasty.BIASES:
        _, X, y = nasty.samples(rng, kind)
        w0, b0 = [nasty.KINDS["thirds"](rng) for _ in X[0]], nasty.KINDS[kind](rng)
        plain = PlainLoop(X, y, bias, w0=w0, b0=b0)
        run = ExactRun(as_samples(X), np.array(y), w0, b0, plain.step)
        for i in [rng.randrange(len(X)) for _ in range(10)]:
            assert run.margin(i) == plain.margin(i)
            run.add(i, times=2)
            plain.learn(i)
            plain.learn(i)
        w, b = run.state()
        assert (w.tolist(), b) == (plain.w, plain.b)


def errors_and_slack(X, y, most, **settings):
    """Yield the largest error of the float margins, and their bound, now and then in a run."""
    w0, b0 = settings.pop("w0", np.zeros(len(X[0]))), settings.pop("b0", 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        trace = perceptron(X, y, w0=w0, b0=b0, max_mistakes=most, **settings)
    weights = Weights(trace.X, trace.y, w0, b0, trace.pad_squared, trace.zero)
    rows = np.linspace(0, len(X) - 1, 20).astype(int)
    for k, i in enumerate(trace.mistakes.tolist()):
        if k % (most // 8) == 0:
            found = weights.float_margins(rows)
            exact = [weights.exact_margin(j) for j in rows.tolist()]
            error = max(abs(Fraction(f) - v) for f, v in zip(found, exact, strict=True))
            yield k, error, weights.slack
        weights.add(i)


@pytest.mark.parametrize("start", [{}, {"w0": np.array([3e4, -0.1, 7]), "b0": 1e3}, {"b0": 0.9}])
@pytest.mark.parametrize("bias", nasty.BIASES)
@pytest.mark.parametrize("scale", [1e-90, 1, 1e90])
def test_the_bound_of_a_run_holds_all_along(bias, scale, start):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 3)) * scale, rng.choice([-1, 1], size=60)
    seen = list(errors_and_slack(X, y, 800, bias=bias, **start))
    assert len(seen) == 8
    for k, error, slack in seen:
        assert error <= slack
        length = np.abs(X).max() * (k + 1) + 4e4 + scale
        assert slack <= 2.0**-53 * (k + 20) * 40 * (np.abs(X).max() + 1 + scale) * length


def test_the_bound_of_a_run_where_a_fixed_offset_drives_the_weights():
    """b stays 250, so the short sample is a mistake until w = −5000: longer than √k · R."""
    X, y = np.array([[0.05], [1.0]]), np.array([-1, 1])
    weights = Weights(X, y, np.zeros(1), 250.0, 0, "mistake")
    lengths = 0.0
    for k in range(1, 99_000):
        weights.add(0)
        lengths += 0.05 * k
    assert weights.exact_margin(0) <= 0
    # Every sum may have been rounded by half a unit in the last place of w.
    assert weights.slack >= 2.0**-53 * lengths


def test_whole_numbers_need_no_bound_while_their_sums_are_exact():
    def slack(X, w, b=0, pad_squared=0):
        X = as_samples(X)
        return Weights(
            X, np.ones(len(X)), np.array(w, dtype=object), b, pad_squared, "mistake"
        ).slack

    assert slack([[1, 2]], [3, 4]) == slack([[1.0, 2.0]], [3, 4], 5, 1) == 0
    assert slack([[2**40, 2]], [2**30, 4]) > 0
    assert slack([[1, 2]], [Fraction(10**20 + 1, 10**20), 4]) > 0
    assert slack([[1, 2]], [3, 4], Fraction(1, 3)) > 0
    assert slack([[1, 2]], [3, 4], 5, Fraction(1, 3)) > 0
    assert slack([[0.5, 2]], [3, 4]) > 0
    assert slack([[1e300]], [0]) == math.inf == slack([[1]], [10**400]) == slack([[1]], [1e-300])


def test_a_block_is_one_row_where_rows_are_long():
    assert [len(part) for part in blocks(np.zeros((3, BLOCK)))] == [1, 1, 1]
