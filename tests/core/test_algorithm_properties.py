"""Random data sets, against a plain loop that shares nothing with the package."""

import random
import warnings
from fractions import Fraction
from itertools import cycle, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_core import online, perceptron

LEARNING_RATES = (0.1, 0.3, 0.7, 0.01)
BIASES = ("none", "one", "radius")
ZEROS = ("mistake", "positive")
MOST = 40


def random_data(rng):
    """Small integers, so that ties, zero vectors, duplicates and contradictions are common."""
    n, d, size = rng.randint(1, 8), rng.randint(1, 4), rng.choice((1, 3, 10))
    X = [[rng.randint(-size, size) for _ in range(d)] for _ in range(n)]
    return X, [rng.choice((-1, 1)) for _ in range(n)]


class PlainLoop:
    """The perceptron on lists of integers or `Fraction`s, one number at a time."""

    def __init__(self, X, y, bias, zero, learning_rate=1):
        self.X, self.y, self.zero, self.learning_rate = X, y, zero, learning_rate
        self.step = {"none": 0, "one": 1, "radius": max(sum(v * v for v in x) for x in X)}[bias]
        self.w, self.b = [0] * len(X[0]), 0

    def margin(self, i):
        return self.y[i] * (sum(a * v for a, v in zip(self.w, self.X[i], strict=True)) + self.b)

    def wrong(self, i):
        m = self.margin(i)
        return m < 0 or (m == 0 and (self.zero == "mistake" or self.y[i] == -1))

    def all_wrong(self):
        return [i for i in range(len(self.X)) if self.wrong(i)]

    def learn(self, i):
        by = self.learning_rate * self.y[i]
        self.w = [a + by * v for a, v in zip(self.w, self.X[i], strict=True)]
        self.b += by * self.step

    def run(self, order):
        """Return the mistakes, at most MOST of them, and whether none was left."""
        mistakes, position = [], 0
        while len(mistakes) < MOST and (wrong := self.all_wrong()):
            if order == "cyclic":
                i = min(wrong, key=lambda j: (j - position) % len(self.X))
                position = i + 1
            elif order == "first":
                i = wrong[0]
            else:
                i = min(wrong, key=lambda j: (self.margin(j), j))
            mistakes.append(i)
            self.learn(i)
        return mistakes, not self.all_wrong()


def run(X, y, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return perceptron(X, y, max_mistakes=MOST, **settings)


def test_ten_thousand_data_sets_make_the_same_mistakes_as_a_plain_loop():
    rng, different = random.Random(0), []
    turns, learning_rates = cycle(product(BIASES, ZEROS)), cycle(LEARNING_RATES)
    for _ in range(10_000):
        X, y = random_data(rng)
        bias, zero = next(turns)
        for order in ("cyclic", "first", "worst"):
            plain, learning_rate = PlainLoop(X, y, bias, zero), next(learning_rates)
            expected = plain.run(order)
            settings = dict(order=order, bias=bias, zero=zero, learning_rate=learning_rate)
            trace = run(X, y, **settings)
            made = [trace.mistakes.tolist(), trace.converged, *trace.w.tolist(), trace.b]
            if made != [*expected, *(learning_rate * v for v in (*plain.w, plain.b))]:
                different.append((X, y, settings))
    assert different == []


def test_rationals_make_the_same_mistakes_as_a_plain_loop_in_rationals():
    rng = random.Random(1)
    combinations = cycle(product(("cyclic", "first", "worst"), BIASES, ZEROS, LEARNING_RATES))
    for _ in range(600):
        X, y = random_data(rng)
        X = [[Fraction(v, rng.randint(1, 9)) for v in x] for x in X]
        order, bias, zero, learning_rate = next(combinations)
        plain = PlainLoop(X, y, bias, zero, Fraction(learning_rate))
        expected = plain.run(order)
        settings = dict(order=order, bias=bias, zero=zero, learning_rate=learning_rate)
        trace = run(X, y, **settings)
        assert (trace.mistakes.tolist(), trace.converged) == expected
        assert trace.w.tolist() == plain.w and trace.b == plain.b
        # A float is the rational that it is: tenths are not, and their exact run says so.
        floats = [[float(v) for v in x] for x in X]
        plain = PlainLoop([[Fraction(v) for v in x] for x in floats], y, bias, zero)
        assert run(floats, y, exact=True, **settings).mistakes.tolist() == plain.run(order)[0]


def any_mistake(margins):
    return np.flatnonzero(margins <= 0)[-1]


@pytest.mark.parametrize("order", ["random", "shuffled", any_mistake])
def test_free_orders_choose_mistakes_only(order):
    rng = random.Random(2)
    combinations = cycle(product(BIASES, ZEROS[: 1 if callable(order) else 2], LEARNING_RATES))
    for seed in range(1_500):
        X, y = random_data(rng)
        bias, zero, learning_rate = next(combinations)
        settings = dict(order=order, bias=bias, zero=zero, seed=seed)
        trace = run(X, y, learning_rate=learning_rate, **settings)
        plain = PlainLoop(X, y, bias, zero)
        for i in trace.mistakes:
            assert plain.wrong(i)
            plain.learn(i)
        assert trace.converged == (not plain.all_wrong())
        assert trace.converged or trace.n_mistakes == MOST
        assert run(X, y, **settings).mistakes.tolist() == trace.mistakes.tolist()


def test_shuffled_is_cyclic_along_a_new_permutation_each_epoch():
    rng = random.Random(3)
    for seed in range(500):
        X, y = random_data(rng)
        trace = run(X, y, order="shuffled", seed=seed)
        plain, permutations = PlainLoop(X, y, "none", "mistake"), np.random.default_rng(seed)
        expected, n_epochs, clean = [], 0, False
        while not clean and len(expected) < MOST:
            n_epochs, clean = n_epochs + 1, True
            for i in permutations.permutation(len(X)):
                if plain.wrong(i) and len(expected) < MOST:
                    plain.learn(i)
                    expected.append(int(i))
                    clean = False
        assert trace.mistakes.tolist() == expected
        if trace.converged and len(expected) < MOST:
            assert trace.n_epochs == n_epochs


@given(
    st.lists(
        st.lists(st.integers(-(2**70), 2**70), min_size=2, max_size=2), min_size=1, max_size=6
    ),
    st.data(),
)
def test_integers_of_any_size_are_exact(X, data):
    y = data.draw(st.lists(st.sampled_from((-1, 1)), min_size=len(X), max_size=len(X)))
    bias = data.draw(st.sampled_from(BIASES))
    expected = PlainLoop(X, y, bias, "mistake").run("cyclic")
    trace = run(X, y, bias=bias)
    assert (trace.mistakes.tolist(), trace.converged) == expected
    floats = np.array(X, dtype=float)
    expected = PlainLoop([[int(v) for v in x] for x in floats], y, bias, "mistake").run("cyclic")
    assert run(floats, y, bias=bias).mistakes.tolist() == expected[0]


@pytest.mark.parametrize("zero", ZEROS)
@pytest.mark.parametrize("bias", BIASES[:2])
def test_streams_make_the_mistakes_of_one_plain_pass(bias, zero):
    rng = random.Random(4)
    for _ in range(500):
        X, y = random_data(rng)
        plain, times = PlainLoop(X, y, bias, zero), []
        for t in range(len(X)):
            if plain.wrong(t):
                times.append(t)
                plain.learn(t)
        seen = online(zip(X, y, strict=True), bias=bias, zero=zero, learning_rate=0.3)
        assert seen.times.tolist() == times
        assert np.allclose([*seen.w, seen.b], [0.3 * v for v in (*plain.w, plain.b)])
