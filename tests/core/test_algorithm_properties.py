"""Random data sets, against a plain loop in rationals that shares nothing with the package."""

import random
import warnings
from itertools import cycle, product

import numpy as np
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


def any_integer(rng):
    """Of any size up to 2⁷⁰, and often near a power of two, where floats change their spacing."""
    size = 2 ** rng.randint(0, 70)
    number = rng.choice((0, size - 1, size, size + 1, rng.randrange(size + 1)))
    return rng.choice((-1, 1)) * number


def test_integers_of_any_size_are_exact():
    rng = random.Random(4)
    different = []
    for bias, _ in zip(cycle(BIASES), range(150 * TIMES), strict=False):
        X = [[any_integer(rng), any_integer(rng)] for _ in range(rng.randint(1, 6))]
        y = [rng.choice((-1, 1)) for _ in X]
        floats = np.array(X, dtype=float)
        for samples, plain in ((X, X), (floats, floats.tolist())):
            trace = run(samples, y, bias=bias)
            expected = PlainLoop(plain, y, bias).run("cyclic", MOST)
            if (trace.mistakes.tolist(), trace.converged) != expected:
                different.append((samples, y, bias))
    assert different == []
