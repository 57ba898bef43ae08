"""The second proof and the two results beside it, against plain loops and by hand."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Trace, doubling, online, perceptron, worked_example
from perceptron_core.algorithm import ORDERS
from perceptron_core.exact import as_fractions
from perceptron_lessons import Separator, always_wrong, maximum_margin, prove_distance, start_bound
from perceptron_lessons.theory.nearly import hinge_bound

WORKED = worked_example()


def test_every_mistake_comes_nearer_from_any_start_and_the_bound_is_that_of_the_angle():
    rng = np.random.default_rng(7)
    runs = 0
    while runs < 60:
        X, y = rng.integers(-4, 5, size=(5, 2)), rng.choice([-1, 1], size=5)
        bias = ("none", "one", "radius")[runs % 3]
        if not X.any() or not isinstance(maximum_margin(X, y, bias=bias), Separator):
            continue
        w0 = rng.integers(-9, 10, size=2) * (runs % 2)
        trace = perceptron(X, y, w0=w0, learning_rate=Fraction(1, 1 + runs % 4), bias=bias)
        proof = prove_distance(trace)
        if bias == "none":
            away = as_fractions(trace.weights) - proof.point
            assert proof["distance"].lhs.tolist() == (away**2).sum(axis=1).tolist()
        assert proof.holds
        assert int(proof["conclusion"].rhs[-1]) == start_bound(trace)
        runs += 1


def test_an_update_on_what_is_no_mistake_is_seen_and_a_gamma_of_no_sample_is_refused():
    proof = prove_distance(Trace(WORKED.X, WORKED.y, [0, 0], False, [0, 0]))
    assert proof["fall"].holds.tolist() == [True, False]
    claim = Separator(np.array([1, 2]), 0, "none", 0, Fraction(2), np.array([0]))
    with pytest.raises(ValueError, match="γ is that of a sample"):
        prove_distance(proof.trace, claim)


@pytest.mark.parametrize("order", [*ORDERS])
def test_doubling_costs_the_same_in_every_order(order):
    for d in range(1, 6):
        data = doubling(d)
        run = perceptron(data.X, data.y, order=order, seed=d)
        assert run.n_mistakes == (4**d - 1) // 3
        assert run.w.tolist() == data.separator.tolist() == [2**i for i in range(d)]
        best = maximum_margin(data.X, data.y)
        assert best.gamma_squared == Fraction(3, 4**d - 1)
        assert best.gamma == pytest.approx(data.margin)


def test_no_learner_is_right_once_and_the_margin_is_the_number_of_its_mistakes():
    def copy(X, y, x):
        return online(zip(X, y, strict=True)).predict(x[None])[0] if len(y) else 1

    for learner in (copy, lambda X, y, x: (-1) ** len(y)):
        data = always_wrong(learner, 6)
        for t in range(6):
            assert learner(data.X[:t], data.y[:t], data.X[t]) == -data.y[t]
        assert maximum_margin(data.X, data.y).gamma_squared == Fraction(1, 6)
    with pytest.raises(ValueError, match="found 0 for sample 0"):
        always_wrong(lambda X, y, x: 0, 2)


def test_the_hinge_bound_is_a_root_of_its_inequality():
    k = hinge_bound(30, 2, [1, 0, 4.5])
    assert k * 2 - 5.5 == pytest.approx(np.sqrt(k) * 30)
