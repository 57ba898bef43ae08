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
    stopped_run,
    survival,
    voted,
)

BIASES = ("none", "one", "radius")


def is_wrong(line, x, label):
    w, b = line
    return label * (sum(p * q for p, q in zip(w, x, strict=True)) + b) <= 0


def after(line, x, label, c2):
    w, b = line
    return [p + label * q for p, q in zip(w, x, strict=True)], b + label * c2


def presented(X, y, c2, most, start):
    """Run the textbook's loop; return the lines in order and how often each was presented to."""
    lines, stood = [start], [0]
    while True:
        clean = True
        for x, label in zip(X, y, strict=True):
            stood[-1] += 1
            if is_wrong(lines[-1], x, label):
                clean = False
                lines.append(after(lines[-1], x, label, c2))
                stood.append(0)
                if len(lines) == most + 1 and any(map(is_wrong, [lines[-1]] * len(X), X, y)):
                    return lines, stood
        if clean:
            return lines, stood


def cases(n):
    """Runs with the lines and times of the loop, and other samples; half of them begin at 0."""
    rng = np.random.default_rng(4)
    for number in range(n * TIMES):
        X = rng.integers(-3, 4, size=(rng.integers(1, 7), rng.integers(1, 4)))
        y = rng.choice([-1, 1], size=len(X))
        bias, begins = BIASES[number % 3], number % 2
        w0, b0 = begins * rng.integers(-2, 3, size=X.shape[1]), begins * int(rng.integers(-2, 3))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # some data are not separable
            trace = perceptron(X, y, bias=bias, w0=w0, b0=b0, max_mistakes=25)
        start = w0.tolist(), b0
        lines, stood = presented(X.tolist(), y.tolist(), int(trace.pad_squared), 25, start)
        yield trace, lines, stood, rng.integers(-3, 4, size=(20, X.shape[1]))


def is_what_the_lines_give(trace, lines, stood, points):
    """Whether survival, pocket, averaged and voted are what they are defined to be."""
    assert survival(trace).tolist() == stood
    w, b = pocket(trace)
    right = [c - 1 for c in stood[:-1]] + stood[-1:]
    assert (w.tolist(), b) == lines[right.index(max(right))]
    total, stood = sum(stood), list(map(Fraction, stood))
    mean = [
        sum(c * w[j] for c, (w, _) in zip(stood, lines, strict=True)) / total
        for j in range(trace.n_features)
    ]
    w, b = averaged(trace)
    assert w.tolist() == mean
    assert b == sum(c * b for c, (_, b) in zip(stood, lines, strict=True)) / total
    assert averaged(trace).predict(points).tolist() == [
        -1 if is_wrong((mean, b), x, 1) else 1 for x in points.tolist()
    ]
    votes = [
        sum(c * int(np.sign(np.dot(w, x) + b)) for c, (w, b) in zip(stood, lines, strict=True))
        for x in points
    ]
    assert voted(trace).predict(points).tolist() == [1 if v > 0 else -1 for v in votes]
    return True


def test_each_is_what_a_loop_over_the_samples_gives():
    ended = set()
    for trace, *expected in cases(150):
        assert is_what_the_lines_give(trace, *expected)
        ended.add(trace.converged)
    assert ended == {True, False}


def test_along_a_stream_each_is_what_a_loop_gives():
    rng = np.random.default_rng(5)
    for number in range(100 * TIMES):
        X = rng.integers(-3, 4, size=(rng.integers(1, 12), rng.integers(1, 4)))
        y, c2 = rng.choice([-1, 1], size=len(X)), number % 2
        run = online(zip(X, y, strict=True), bias=BIASES[c2], zero="mistake", b0=number % 3)
        lines, stood = [([0] * X.shape[1], number % 3)], [0]
        for x, label in zip(X.tolist(), y.tolist(), strict=True):
            stood[-1] += 1
            if is_wrong(lines[-1], x, label):
                lines.append(after(lines[-1], x, label, c2))
                stood.append(0)
        assert is_what_the_lines_give(run, lines, stood, rng.integers(-3, 4, size=(5, X.shape[1])))


def test_an_order_that_skips_what_is_right_has_no_survival():
    data = worked_example()
    with pytest.raises(ValueError, match=r"order must present .*'worst': use order=\"cyclic\""):
        survival(perceptron(data.X, data.y, order="worst"))


def test_a_state_that_comes_back_goes_on_for_ever():
    """The mistakes between are made again and again, and they sum to 0: a certificate."""
    found = 0
    for trace, lines, *_ in cases(150):
        repetition, seen = first_repetition(trace), {}
        for k, ((w, b), i) in enumerate(zip(lines, trace.mistakes.tolist(), strict=False)):
            first = seen.setdefault((*w, b, i), k)
            if first < k:
                assert repetition == (first, k)
                break
        else:
            assert repetition is None
            continue
        found += 1
        start, end = repetition
        period = trace.mistakes[start:end].tolist()
        rest = trace.mistakes[start:].tolist()
        assert rest == (period * len(rest))[: len(rest)]
        signed = trace.X[period] * trace.y[period][:, None]
        assert not signed.sum(axis=0).any()
    assert found > 20


@pytest.mark.parametrize("order", ["cyclic", "first", "worst", "random", "shuffled"])
def test_in_every_order_the_mistakes_between_two_equal_states_sum_to_0(order):
    run = stopped_run(xor(), 40, order=order, seed=0)
    start, end = first_repetition(run)
    between = run.mistakes[start:end]
    assert not (run.X[between] * run.y[between, None]).sum(axis=0).any()


def test_the_pocket_of_a_run_that_ends_may_be_its_last_line():
    """(2, 1) stood as long as (1, 2), but failed on the second presentation."""
    run = perceptron([[3, 0], [-1, 1]], [1, 1])
    assert survival(run).tolist() == [1, 1, 2, 2] and pocket(run).w.tolist() == [1, 2]
