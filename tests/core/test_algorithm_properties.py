"""Random data sets, against a plain loop in rationals that shares nothing with the package."""

import random
import warnings
from itertools import cycle, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from many import TIMES
from nasty import BIASES, ZEROS, PlainLoop

from perceptron_core import perceptron

LEARNING_RATES = (0.1, 0.3, 0.7, 0.01)
MOST = 40


def random_data(rng):
    """Small integers, so that ties, zero vectors, duplicates and contradictions are common."""
    n, d, size = rng.randint(1, 8), rng.randint(1, 4), rng.choice((1, 3, 10))
    X = [[rng.randint(-size, size) for _ in range(d)] for _ in range(n)]
    return X, [rng.choice((-1, 1)) for _ in range(n)]


def run(X, y, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return perceptron(X, y, max_mistakes=MOST, **settings)


def test_a_thousand_data_sets_make_the_same_mistakes_as_a_plain_loop():
    rng = random.Random(0)
    different = []
    turns = cycle(product(BIASES, ZEROS))
    learning_rates = cycle(LEARNING_RATES)
    for _ in range(1_000 * TIMES):
        X, y = random_data(rng)
        bias, zero = next(turns)
        for order in ("cyclic", "first", "worst"):
            plain = PlainLoop(X, y, bias, zero)
            learning_rate = next(learning_rates)
            expected = plain.run(order, MOST)
            settings = dict(order=order, bias=bias, zero=zero, learning_rate=learning_rate)
            trace = run(X, y, **settings)
            end = [trace.mistakes.tolist(), trace.converged, *trace.w.tolist(), trace.b]
            if end != [*expected, *(learning_rate * float(v) for v in (*plain.w, plain.b))]:
                different.append((X, y, settings))
    assert different == []


def test_shuffled_is_cyclic_along_a_new_permutation_each_epoch():
    rng = random.Random(3)
    for seed in range(300):
        X, y = random_data(rng)
        trace = run(X, y, order="shuffled", seed=seed)
        plain, permutations = PlainLoop(X, y), np.random.default_rng(seed)
        expected, n_epochs, clean = [], 0, False
        while not clean and len(expected) < MOST:
            n_epochs, clean = n_epochs + 1, True
            for i in permutations.permutation(len(X)):
                if plain.is_wrong(i) and len(expected) < MOST:
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
    trace = run(X, y, bias=bias)
    expected = PlainLoop(X, y, bias).run("cyclic", MOST)
    assert (trace.mistakes.tolist(), trace.converged) == expected
    floats = np.array(X, dtype=float)
    expected = PlainLoop(floats.tolist(), y, bias).run("cyclic", MOST)
    assert run(floats, y, bias=bias).mistakes.tolist() == expected[0]
