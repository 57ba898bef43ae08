"""What a study says of a run, number by number, against plain loops in fractions."""

import warnings
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import perceptron, worked_example, xor
from perceptron_lessons import maximum_margin
from perceptron_lessons.theory.study import Study, root_text
from perceptron_lessons.theory.voting import stopped_run

ORDERS = ("cyclic", "first", "worst", "random")


def studies(n):
    """Studies of random runs, with c² and the states after 0, 1, 2, … mistakes as fractions."""
    rng = np.random.default_rng(3)
    for number in range(n):
        X = rng.integers(-4, 5, size=(rng.integers(1, 8), 2))
        y, begins = rng.choice([-1, 1], size=len(X)), number % 2
        settings = {
            "bias": ("none", "one", "radius")[number % 3],
            "order": ORDERS[number // 3 % 4],
            "zero": ("mistake", "positive")[number // 5 % 2],
            "learning_rate": (1, 3, Fraction(1, 2))[number // 7 % 3],
            "w0": begins * rng.integers(-2, 3, size=2),
            "b0": begins * int(rng.integers(-2, 3)),
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # some data are not separable
            trace = perceptron(X, y, max_mistakes=20, seed=0, **settings)
        square = max(a * a + b * b for a, b in X.tolist())
        c2 = {"none": 0, "one": 1, "radius": square}[trace.bias]
        rate, states = settings["learning_rate"], [(*settings["w0"].tolist(), settings["b0"])]
        for i in trace.mistakes.tolist():
            step = (*X[i].tolist(), c2)
            states.append(
                tuple(v + rate * int(y[i]) * s for v, s in zip(states[-1], step, strict=True))
            )
        yield Study(trace), c2, states


def wrong_at(trace, state):
    (w1, w2, b), found = state, []
    for i, ((p, q), label) in enumerate(zip(trace.X.tolist(), trace.y.tolist(), strict=True)):
        margin = label * (w1 * p + w2 * q + b)
        if margin < 0 or (margin == 0 and (trace.zero == "mistake" or label == -1)):
            found.append(i)
    return found


def test_states_and_who_is_wrong_are_those_of_a_plain_loop():
    for study, _, states in studies(80):
        trace = study.trace
        assert np.allclose(study.path, np.array(states, dtype=float), rtol=1e-14, atol=0)
        for k, state in enumerate(states):
            w, b = study.state(k)
            assert (*w, b) == state
            assert study.wrong(k).tolist() == wrong_at(trace, state)


def test_the_end_is_where_nothing_else_is_to_come():
    ends = set()
    for study, _, states in studies(160):
        trace = study.trace
        ends.add((trace.converged, study.repeat is None))
        if study.repeat is None:
            assert study.end == trace.n_mistakes
        else:
            start, end = study.repeat
            assert start < end == study.end and states[start] == states[end]
            assert trace.mistakes[start] == trace.mistakes[end] and not trace.converged
        errors = [len(wrong_at(trace, state)) for state in states[: study.end + 1]]
        assert study.fewest_wrong == (errors.index(min(errors)), min(errors))
    assert ends == {(True, True), (False, True), (False, False)}


def test_the_length_line_is_that_of_a_plain_loop():
    verdicts = set()
    for study, c2, states in studies(80):
        trace = study.trace
        radius_squared = max(p * p + q * q for p, q in trace.X.tolist()) + c2
        assert study.checked.radius_squared == radius_squared
        for k, (p, q, b) in enumerate(states):
            square = p * p + q * q + (Fraction(b * b) / c2 if c2 else 0)
            limit = Fraction(trace.learning_rate) ** 2 * k * radius_squared
            assert study.length_holds(k) == (square, limit, square <= limit)
            verdicts.add(square <= limit)
    assert verdicts == {True, False}  # from another start than 0 it may be longer


@pytest.mark.parametrize("bias", ["none", "one", "radius"])
def test_margin_bound_and_proof_are_of_the_space_of_the_run(bias):
    data = worked_example()
    study = Study(perceptron(data.X, data.y, bias=bias))
    assert study.best.gamma_squared == maximum_margin(data.X, data.y, bias=bias).gamma_squared
    assert study.checked.verdict == "bound holds"
    assert study.proof.holds and study.proof["conclusion"].rhs[-1] == study.checked.bound
    never = Study(stopped_run(xor(), 9, bias=bias))
    assert not never.best and never.proof is None and never.checked.bound is None


@pytest.mark.parametrize(
    ("square", "text"),
    [
        (0, "0"),
        (9, "3"),
        (8, "√8 ≈ 2.828"),
        (Fraction(4, 5), "√(4/5) ≈ 0.8944"),
        (Fraction(10**16 + 1, 10**16), "≈ 1"),
    ],
)
def test_a_root_is_exact_or_told_to_be_near(square, text):
    assert root_text(square) == text
