"""Numbers that floats get wrong: every decision against a loop in plain rationals."""

import copy
import pickle
import random
import warnings
from fractions import Fraction
from itertools import cycle, product

import nasty
import numpy as np
import pytest
from nasty import BIASES, RATES, ZEROS, PlainLoop

from perceptron_core import online, perceptron
from perceptron_core.exact import LOOK

ORDERS = ("cyclic", "first", "worst")
MOST = 25


@pytest.fixture(autouse=True)
def no_warning_of_runs_that_stop():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


def sign(value):
    return (value > 0) - (value < 0)


def is_close(found, exact, scale=0):
    """Whether a float is the rational up to a few roundings of it, or of the terms it sums."""
    if isinstance(found, float) and not np.isfinite(found):
        return abs(exact) > Fraction(1.7e308)
    slack = max(abs(exact), scale) / 2**45 + Fraction(5e-324)
    return abs(Fraction(found) - exact) <= slack


def as_given(rng, X):
    """The samples as lists, or as an array where an array holds them all."""
    plain = all(isinstance(v, float) for x in X for v in x)
    return np.array(X) if plain and rng.random() < 0.5 else X


def compare(X, y, given, rate=1, start=None, exact=False, **settings):
    """Hold a run and everything that is derived from it against the plain loop."""
    order, eta = settings.pop("order"), Fraction(rate)
    w0, b0 = start or ([0] * len(X[0]), 0)
    trace = perceptron(
        given,
        y,
        order=order,
        learning_rate=rate,
        w0=w0,
        b0=b0,
        max_mistakes=MOST,
        exact=exact,
        **settings,
    )
    w0, b0 = [Fraction(v) / eta for v in w0], Fraction(b0) / eta
    plain = PlainLoop(X, y, w0=w0, b0=b0, **settings)
    assert plain.run(order, MOST) == (trace.mistakes.tolist(), trace.converged)

    margins, labels = plain.margins(), np.array(y)
    numbers = [abs(Fraction(v)) for x in X for v in x]
    reach = eta * max(numbers) * sum(map(abs, plain.w)) + eta * abs(plain.b)
    for found, right in zip(trace.margins(trace.n_mistakes).tolist(), margins, strict=True):
        assert sign(found) == sign(right)
        assert found == eta * right if trace.exact else is_close(found, eta * right, reach)
    for found, right in zip(
        [*trace.w.tolist(), trace.offsets.tolist()[-1]], [*plain.w, plain.b], strict=True
    ):
        assert found == eta * right if trace.exact else is_close(found, eta * right)
    on_the_line = 1 if settings["zero"] == "positive" else -1
    assert trace.predict(given).tolist() == [
        sign(m * label) or on_the_line for m, label in zip(margins, labels.tolist(), strict=True)
    ]
    return trace


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_every_decision_is_that_of_plain_rationals(kind):
    rng = random.Random(kind)
    combinations = cycle(product(RATES, ORDERS, BIASES, ZEROS))
    for t in range(108):
        rate, order, bias, zero = next(combinations)
        _, X, y = nasty.samples(rng, kind)
        settings = dict(order=order, bias=bias, zero=zero, exact=t % 7 == 0)
        compare(X, y, as_given(rng, X), rate, **settings)


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_from_another_start(kind):
    rng = random.Random(kind)
    combinations = cycle(product((1, 3, Fraction(1, 3), 0.5, 0.1, 1e-200), BIASES, ORDERS))
    for _ in range(36):
        rate, bias, order = next(combinations)
        _, X, y = nasty.samples(rng, kind)
        start_kind = rng.choice([kind, "small integers", "near ties", "thirds"])
        draw = nasty.KINDS[start_kind]
        start = [draw(rng) for _ in X[0]], draw(rng)
        settings = dict(order=order, bias=bias, zero=rng.choice(ZEROS))
        compare(X, y, as_given(rng, X), rate, start, **settings)


@pytest.mark.parametrize("exponent", range(1, 16))
def test_margins_from_a_tenth_to_nothing(exponent):
    rng = random.Random(exponent)
    for order, bias in product(ORDERS, BIASES):
        for d in (2, 3):
            X, y = nasty.thin(rng, exponent, d=d)
            compare(X, y, np.array(X), order=order, bias=bias, zero=rng.choice(ZEROS))


@pytest.mark.parametrize("order", ["random", "shuffled", np.argmin])
def test_free_orders_take_mistakes_only(order):
    rng = random.Random(5)
    for seed in range(150):
        kind, X, y = nasty.samples(rng)
        zero = "mistake" if callable(order) else rng.choice(ZEROS)
        settings = dict(bias=rng.choice(BIASES), zero=zero)
        rate = rng.choice(RATES)
        trace = perceptron(
            X, y, order=order, seed=seed, max_mistakes=MOST, learning_rate=rate, **settings
        )
        plain = PlainLoop(X, y, **settings)
        for i in trace.mistakes.tolist():
            assert plain.is_wrong(i), kind
            plain.learn(i)
        assert trace.converged == (not plain.wrong())


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_streams(kind):
    rng = random.Random(kind)
    for bias, zero, rate in product(BIASES[:2], ZEROS, RATES):
        _, X, y = nasty.samples(rng, kind)
        plain, times = PlainLoop(X, y, bias, zero), []
        for t in range(len(X)):
            if plain.is_wrong(t):
                times.append(t)
                plain.learn(t)
        run = online(zip(X, y, strict=True), bias=bias, zero=zero, learning_rate=rate)
        assert run.times.tolist() == times
        assert run.radius_squared == max(sum(v * v for v in x) for x in plain.X)
        for found, right in zip(
            [*run.w.tolist(), run.offsets.tolist()[-1]], [*plain.w, plain.b], strict=True
        ):
            right *= Fraction(rate)
            assert found == right if run.exact else is_close(found, right)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("power", [-1000, -400, -3, 7, 390, 900])
def test_powers_of_two_change_no_decision(power, order):
    """With the bias step R² and with none; b moves like x², so w0 = 0 and c² scale along."""
    rng = random.Random(power)
    for kind in ("tenths", "near ties", "close to one", "small integers"):
        for bias in ("none", "radius"):
            _, X, y = nasty.samples(rng, kind)
            scaled = [[Fraction(v) * Fraction(2) ** power for v in x] for x in X]
            settings = dict(order=order, bias=bias, max_mistakes=MOST)
            one = perceptron([[float(v) for v in x] for x in X], y, **settings)
            other = perceptron(scaled, y, **settings)
            floats = np.array([[float(v) for v in x] for x in scaled])
            if [Fraction(v) for v in floats.flat] == [v for x in scaled for v in x]:
                third = perceptron(floats, y, **settings)
                assert third.mistakes.tolist() == one.mistakes.tolist()
            assert other.mistakes.tolist() == one.mistakes.tolist()
            assert other.converged == one.converged


@pytest.mark.parametrize(
    ("w0", "b0", "bias", "n_mistakes"),
    [
        ([Fraction(10**20 + 1, 10**20), 1], 0, "none", 0),
        ([Fraction(1, 10**400), 0], 0, "one", 0),
        ([1e-200, -1e-200 * (1 - 2**-53)], 0, "one", 0),
        ([3e-170, -3e-170 * (1 - 2**-53)], 0, "radius", 0),
    ],
)
def test_starts_that_vanish_beside_the_data(w0, b0, bias, n_mistakes):
    X = [[1, -1]] if w0[1] == 1 else [[1.0, 1.0]]
    assert perceptron(X, [1], w0=w0, b0=b0, bias=bias).n_mistakes == n_mistakes


@pytest.mark.parametrize("size", [LOOK, 2 * LOOK, 16 * LOOK])
@pytest.mark.parametrize("d", [1, 2, 7])
@pytest.mark.parametrize("number", [int, float])
def test_mistakes_on_both_sides_of_a_look(size, d, number):
    """All samples are e_1, labelled +1, but a few whose labels or features differ."""
    for around in (-1, 0, 1):
        n = max(3, size // d + around)
        X, y = np.zeros((n, d), dtype=number), np.ones(n, dtype=int)
        X[:, 0] = 1
        # A look starts behind sample 0, the first mistake, and the next one where it ended.
        ends = [LOOK // d + j for j in (-1, 0, 1, 2)]
        for place in {0, n // 2, n - 2, n - 1, *(i for i in ends if i < n)}:
            y[:], X[:, 0] = 1, 1
            y[place], X[place, 0] = -1, 3
            trace = perceptron(X, y, max_mistakes=4)
            # w = 1 after the first sample; each −3 is undone by three of the others.
            w, expected, t = 0, [], -1
            while len(expected) < 4:
                t += 1
                i = t % n
                if y[i] * w * X[i, 0] <= 0:
                    w += y[i] * X[i, 0]
                    expected.append(i)
            assert trace.mistakes.tolist() == expected
            assert trace.n_epochs == 1 + t // n + trace.converged


@pytest.mark.parametrize("wide", [1, 2, 2**13 + 1])
def test_rows_longer_than_a_look(wide):
    data = np.eye(3, wide * 3)
    trace = perceptron(data, [1, -1, 1])
    assert trace.mistakes.tolist() == [0, 1, 2]


def arrays_of(trace):
    return (trace.X, trace.y, trace.mistakes, trace.w0, trace.w, trace.weights, trace.offsets)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))]
)
@pytest.mark.parametrize("kind", ["tenths", "small integers", "thirds", "beyond int64", "huge"])
def test_copies_are_frozen_too(kind, again):
    rng = random.Random(kind)
    _, X, y = nasty.samples(rng, kind)
    for run in (
        perceptron(X, y, bias="radius", max_mistakes=MOST, w0=X[0]),
        online(zip(X, y, strict=True), bias="one"),
    ):
        other = again(run)
        assert str(other) == str(run)
        for array, original in zip(arrays_of(other), arrays_of(run), strict=True):
            assert array.tolist() == original.tolist() and array.dtype == original.dtype
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True
        with pytest.raises(AttributeError):
            other.converged = None
