"""Steps that change: runs against plain loops, the bound, and the runs that never stop."""

import random
from fractions import Fraction
from itertools import count, islice

import pytest
from many import TIMES

from perceptron_core import perceptron, worked_example
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.step_sizes import (
    CLOSE_CALL,
    STEPS,
    constant_steps,
    doubled_steps,
    halved_steps,
    harmonic_steps,
    most_mistakes,
    run_with_steps,
    squared_sum_over_squares,
)

X, Y = CLOSE_CALL.X, CLOSE_CALL.y


def plain_run(X, y, steps, most):
    """The textbook's loop, with a step for each mistake."""
    w, mistakes, left = [Fraction(0)] * len(X[0]), [], list(steps)
    while True:
        clean = True
        for i, (x, label) in enumerate(zip(X, y, strict=True)):
            if label * sum(p * q for p, q in zip(w, x, strict=True)) <= 0:
                if len(mistakes) == most:
                    return mistakes, w, False
                w = [p + left[len(mistakes)] * label * q for p, q in zip(w, x, strict=True)]
                mistakes.append(i)
                clean = False
        if clean:
            return mistakes, w, True


def test_equal_steps_are_the_perceptron():
    data = worked_example()
    run, core = run_with_steps(data.X, data.y, constant_steps()), perceptron(data.X, data.y)
    assert run.mistakes == core.mistakes.tolist()
    assert run.weights.tolist() == core.weights.tolist()
    assert run.converged


@pytest.mark.parametrize("seed", range(15 * TIMES))
def test_runs_and_bounds_on_random_samples(seed):
    rng = random.Random(seed)
    X = [
        [rng.randint(-4, 4) for _ in range(rng_d)] for rng_d in [rng.randint(1, 3)] for _ in "1234"
    ]
    u = [rng.randint(-3, 3) for _ in X[0]]
    y = [1 if sum(p * q for p, q in zip(u, x, strict=True)) > 0 else -1 for x in X]
    steps = [Fraction(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(80)]
    run = run_with_steps(X, y, steps, 80)
    assert (run.mistakes, run.weights[-1].tolist(), run.converged) == plain_run(X, y, steps, 80)
    best = maximum_margin(X, y)
    if best:
        ratio = Fraction(max(sum(v * v for v in x) for x in X)) / best.gamma_squared
        most = most_mistakes(steps, ratio)
        assert most is None or len(run.mistakes) <= most
        for k in range(1, len(run.mistakes) + 1):
            total, squares = sum(steps[:k]), sum(s * s for s in steps[:k])
            assert total * total <= ratio * squares


def test_what_steps_are_worth():
    for make in STEPS.values():
        steps = list(islice(make(), 50))
        for k, worth in enumerate(islice(squared_sum_over_squares(make()), 50), 1):
            assert worth == sum(steps[:k]) ** 2 / sum(s * s for s in steps[:k]) <= k
    for make in (halved_steps, doubled_steps):
        worth = list(islice(squared_sum_over_squares(make()), 60))
        assert worth == [3 * Fraction(2**k - 1, 2**k + 1) for k in range(1, 61)]


def test_most_mistakes_looks_for_the_first_number_that_is_too_many():
    assert [most_mistakes(make(), 10) for make in STEPS.values()] == [10, 30, None, None]
    assert most_mistakes((Fraction(k) for k in count(1)), 10) == 12
    assert most_mistakes([1, 1], 10) is None
    assert most_mistakes(halved_steps(), Fraction(5, 2)) == 3


def test_halved_steps_never_stop():
    run = run_with_steps(X, Y, halved_steps(), 200)
    assert run.mistakes == [0] + [1] * 199
    assert not run.converged
    assert all(w.tolist() == [1, -Fraction(2, 2**k)] for k, w in enumerate(run.weights) if k)


def test_doubled_steps_never_stop():
    run = run_with_steps(X, Y, doubled_steps(), 200)
    assert run.mistakes == [0, 1] * 100
    assert all(x == y for x, y in run.weights[::2].tolist())
    assert not run.converged
    assert len(run_with_steps(X, Y, harmonic_steps()).mistakes) == 4


def test_what_is_refused():
    with pytest.raises(ValueError, match="step 2 must be above 0"):
        run_with_steps(X, Y, [1, 0, 1])
    with pytest.raises(ValueError, match="suffice"):
        run_with_steps(X, Y, [1])
    with pytest.raises(ValueError, match="step 1"):
        most_mistakes(["a"], 10)
