"""Pocket, averaged and voted, derived from a trace, against plain loops over the samples."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from many import TIMES

from perceptron_core import online, perceptron, worked_example, xor
from perceptron_lessons.theory.voting import (
    averaged,
    first_repetition,
    pocket,
    survival,
    voted,
)

BIASES = ("none", "one", "radius")


def presented(X, y, c2, most):
    """Run the textbook's loop; return the lines in order and how often each was presented to."""
    w, b, lines, stood = [0] * len(X[0]), 0, [], [0]
    lines.append(([*w], b))

    def wrong(x, label):
        return label * (sum(p * q for p, q in zip(w, x, strict=True)) + b) <= 0

    while True:
        clean = True
        for x, label in zip(X, y, strict=True):
            stood[-1] += 1
            if wrong(x, label):
                clean = False
                w = [p + label * q for p, q in zip(w, x, strict=True)]
                b += label * c2
                lines.append(([*w], b))
                stood.append(0)
                if len(lines) == most + 1 and any(map(wrong, X, y)):
                    return lines, stood
        if clean:
            return lines, stood


def cases(n):
    rng = np.random.default_rng(4)
    for number in range(n * TIMES):
        X = rng.integers(-3, 4, size=(rng.integers(1, 7), rng.integers(1, 4)))
        y = rng.choice([-1, 1], size=len(X))
        bias = BIASES[number % 3]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # some data are not separable
            trace = perceptron(X, y, bias=bias, max_mistakes=25)
        lines, stood = presented(X.tolist(), y.tolist(), int(trace.pad_squared), 25)
        yield trace, lines, stood, rng.integers(-3, 4, size=(20, X.shape[1]))


def test_each_is_what_a_loop_over_the_samples_gives():
    ended = set()
    for trace, lines, stood, points in cases(600):
        ended.add(trace.converged)
        assert survival(trace).tolist() == stood
        w, b = pocket(trace)
        assert (w.tolist(), b) == lines[stood.index(max(stood))]
        total = sum(stood)
        mean = [
            sum(Fraction(c) * w[j] for c, (w, _) in zip(stood, lines, strict=True)) / total
            for j in range(trace.n_features)
        ]
        w, b = averaged(trace)
        assert w.tolist() == mean
        assert b == sum(Fraction(c) * b for c, (_, b) in zip(stood, lines, strict=True)) / total
        votes = [
            sum(c * int(np.sign(np.dot(w, x) + b)) for c, (w, b) in zip(stood, lines, strict=True))
            for x in points
        ]
        assert voted(trace).predict(points).tolist() == [1 if v > 0 else -1 for v in votes]
    assert ended == {True, False}


def test_along_a_stream_the_times_are_the_stream_s():
    data = worked_example()
    run = online(zip(data.X, data.y, strict=True))
    assert run.times.tolist() == [0, 1]
    assert survival(run).tolist() == [1, 1, 2]
    assert pocket(run).w.tolist() == run.w.tolist()


def test_an_order_that_skips_what_is_right_has_no_survival():
    data = worked_example()
    with pytest.raises(ValueError, match=r"order must present .*'worst': use order=\"cyclic\""):
        survival(perceptron(data.X, data.y, order="worst"))


def test_a_state_that_comes_back_goes_on_for_ever():
    """The mistakes between are made again and again, and they sum to 0: a certificate."""
    found = 0
    for trace, *_ in cases(300):
        repetition = first_repetition(trace)
        assert repetition is None or not trace.converged
        if repetition is None:
            continue
        found += 1
        start, end = repetition
        period = trace.mistakes[start:end].tolist()
        rest = trace.mistakes[start:].tolist()
        assert rest == (period * len(rest))[: len(rest)]
        signed = trace.X[period] * trace.y[period][:, None]
        assert not signed.sum(axis=0).any()
    assert found > 20


def test_no_state_of_a_run_that_ends_comes_back():
    data = worked_example()
    assert first_repetition(perceptron(data.X, data.y)) is None
    with pytest.warns(RuntimeWarning):
        assert first_repetition(perceptron(xor().X, xor().y, bias="one", max_mistakes=30)) == (0, 4)
