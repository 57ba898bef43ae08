"""In every order, offset and kind of number every line of a proof holds, and every bound."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from perceptron_core import perceptron
from perceptron_core.algorithm import BIASES, ORDERS
from perceptron_lessons import check, prove


def assert_proved(trace, source):
    """Every line of a proof holds with a slack that is not negative, and so does the bound."""
    verdict = check(trace)[source]
    assert verdict.verdict == "bound holds", verdict
    proof = prove(trace, source=source)
    assert proof.first_failure is None, proof
    for line in proof.lines:
        assert all(slack >= 0 for slack in line.slack), line
        assert all(type(slack) is Fraction for slack in line.slack), line


@pytest.mark.parametrize("d", range(1, 7))
@pytest.mark.parametrize("kind", ["int", "fraction", "float"])
def test_every_order_and_offset(d, kind):
    """All combinations once in every dimension, so that none is left to chance."""
    rng = np.random.default_rng(d)
    normal = np.arange(1, d + 1) - d // 3
    X = rng.integers(-9, 10, size=(12, d))
    X = X[X @ normal != 0]
    y = np.where(X @ normal > 0, 1, -1)
    y[0], X[0] = -y[1], -X[1]  # both labels occur
    X = {"int": X, "fraction": X.astype(object) * Fraction(2, 7), "float": X * 0.1}[kind]
    for bias, order in product(BIASES, ORDERS):
        trace = perceptron(X, y, bias=bias, order=order, seed=0)
        for source in ("iterations", "online") + ("primal",) * (bias == "radius"):
            assert_proved(trace, source)
