"""The linear programs: what the solver finds is checked, and what it misses is found."""

from fractions import Fraction

import numpy as np
import pytest
from oracle import NASTY, box_margin, cases, dot, is_separable, padded

from perceptron_core import planted, worked_example
from perceptron_core.exact import nearest_float
from perceptron_lessons import Undecided, lp_box_margin, lp_separator, maximum_margin

WORKED = worked_example()
EASY = ("integers", "floats", "grid", "thirds", "tiny", "huge")  # always decided
TINY = [[1, 1e-9], [1, -1e-9]]  # the solver finds these infeasible: it takes 1e-9 for 0


def least(found, X, y):
    return min(dot(z, [*found.w, found.b]) for z in padded(X, y))


@pytest.mark.parametrize("kind", NASTY)
def test_small_cases_of_every_kind(kind):
    for _, X, y, bias in cases(16, seed=len(kind), biases=("none", "free"), kinds=(kind,)):
        case, expected = (X, y, bias), box_margin(X, y, bias)
        found = lp_separator(X, y, bias=bias)
        assert (found is not None) == (expected > 0), case
        assert is_separable(X, y, bias) == (expected > 0), case  # so says the oracle's other half
        if found:
            assert least(found, X, y) > 0, case
            assert bias == "free" or found.b == 0
        try:
            box = lp_box_margin(X, y, bias=bias)
        except Undecided as error:
            assert kind not in EASY and least(error.separator, X, y) > 0, case
            continue
        assert (box is not None) == (expected > 0), case
        if box:
            value = least(box.separator, X, y)
            assert max(map(abs, box.separator.w)) <= 1
            assert expected * (1 - Fraction(1, 10**9)) <= value <= expected, case
            assert box.value == nearest_float(value)


def test_a_small_difference_is_no_0():
    assert lp_separator(TINY, [1, -1]).gamma_squared > 0
    with pytest.raises(Undecided, match="maximum_margin") as error:
        lp_box_margin(TINY, [1, -1])
    assert error.value.separator.gamma == 1e-9
    for program in (lp_separator, lp_box_margin):
        assert program([[1, 0], [1, 0]], [1, -1]) is None


def test_a_point_of_the_solver_that_does_not_separate_is_not_believed():
    X = [
        [-1.000000002, -0.999999999, -1.000002, -1.0000001],
        [-0.999999997, -0.999999997, -0.999997, -1.0000003],
        [2.000000001, 2.000000002, 2.000003, 2],
        [2e-9, -2e-9, 3e-6, -1e-7],
    ]
    assert least(lp_separator(X, y := [1, -1, 1, 1], bias="free"), X, y) > 0


@pytest.mark.parametrize("bias", ["none", "free"])
def test_planted_data(bias):
    data = planted(300, 10, 0.01, seed=1)
    box = lp_box_margin(data.X, data.y, bias=bias)
    best = maximum_margin(data.X, data.y, bias=bias)
    assert box.separator.gamma <= best.gamma
    assert best.gamma / max(map(abs, best.unit_w)) <= box.value * (1 + 1e-9)
    assert lp_separator(data.X, data.y, bias=bias)


def test_the_box_has_another_margin():
    box = lp_box_margin(WORKED.X, WORKED.y)
    assert box.value == pytest.approx(1)  # w = (1/2, 1): 2·(1/2) = −2·(1/2) + 2·1
    flat = lp_box_margin([[3, 4]], [1])
    assert flat.value == 7 and flat.separator.gamma_squared == Fraction(49, 2)
    assert maximum_margin([[3, 4]], [1]).gamma == 5


@pytest.mark.parametrize("program", [lp_separator, lp_box_margin])
@pytest.mark.parametrize(
    ("label", "bias", "named"), [(1, "one", "'one'"), (1, "free", "both labels"), (2, "none", "2")]
)
def test_what_is_refused_is_named(program, label, bias, named):
    with pytest.raises(ValueError, match=named):
        program([[1]], [label], bias=bias)


@pytest.mark.parametrize("bias", ["none", "free"])
def test_more_samples_than_the_solver_sees_at_once(bias):
    """Only the last two samples of 400 bind; and a last one that contradicts the first is seen."""
    X = np.array([[10 + i % 7, -20 - i % 5] for i in range(398)] + [[1, -3], [-2, 3]])
    y = np.array([1] * 399 + [-1])
    expected = box_margin(X[-2:], y[-2:], bias)
    box = lp_box_margin(X, y, bias=bias)
    assert box.value == pytest.approx(float(expected), rel=1e-9)
    assert least(lp_separator(X, y, bias=bias), X, y) > 0
    X[-1] = X[0]
    assert lp_separator(X, y, bias=bias) is None and lp_box_margin(X, y, bias=bias) is None
