"""Every number that the lessons rest on, computed by the package and compared with the value."""

from fractions import Fraction
from math import radians as rad
from math import sin, sqrt

import numpy as np
import pytest

from perceptron_core import (
    bias_trap,
    orthonormal,
    padding_trap,
    perceptron,
    planted,
    worked_example,
)
from perceptron_lessons import (
    best_padding,
    check,
    maximum_margin,
    normalize,
    padding_bound,
    prove,
    separator,
)

WORKED = worked_example()
ROOT5 = sqrt(5)


def run(**settings):
    return perceptron(WORKED.X, WORKED.y, **settings)


# settings, mistakes, w, b, source, R² of the bound, γ² of the bound, bound
VARIANTS = {
    "no bias, cyclic": (
        {}, [0, 1, 2, 0], [2, 4], 0, "iterations", 8, Fraction(4, 5), 10,
    ),
    "no bias, lowest index": (
        {"order": "first"}, [0, 1, 2, 0], [2, 4], 0, "iterations", 8, Fraction(4, 5), 10,
    ),
    "no bias, most violated": (
        {"order": "worst"}, [0, 2, 0, 2, 0], [2, 4], 0, "iterations", 8, Fraction(4, 5), 10,
    ),
    "padded with 1": (
        {"bias": "one"}, [0, 2, 0, 2, 0], [2, 4], -1, "iterations", 9, Fraction(5, 6),
        Fraction(54, 5),
    ),
    "b += yR²": (
        {"bias": "radius"}, [0, 2, 0, 2, 0, 2, 0, 2, 0], [2, 8], -8, "primal", 8, 1, 32,
    ),
    "b += yR², lifted": (
        {"bias": "radius"}, [0, 2, 0, 2, 0, 2, 0, 2, 0], [2, 8], -8, "iterations", 16,
        Fraction(12, 13), Fraction(52, 3),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_worked_example(name):
    settings, mistakes, w, b, source, radius_squared, gamma_squared, bound = VARIANTS[name]
    for exact in (False, True):
        trace = run(exact=exact, **settings)
        assert trace.mistakes.tolist() == mistakes
        assert trace.w.tolist() == w and trace.b == b
        verdict = check(trace)[source]
        assert verdict.verdict == "bound holds"
        assert verdict.radius_squared == radius_squared
        assert verdict.gamma_squared == gamma_squared
        assert isinstance(verdict.bound, Fraction) and verdict.bound == bound
        proof = prove(trace, source=source)
        assert proof.first_failure is None
        assert proof["conclusion"].rhs[-1] == bound


def test_worked_example_padded_with_1_on_the_way():
    trace = run(bias="one")
    states = np.column_stack([trace.weights, trace.offsets])[1:]
    assert states.tolist() == [[2, 0, -1], [0, 2, 0], [2, 2, -1], [0, 4, 0], [2, 4, -1]]


def test_worked_example_at_unit_length():
    X, _ = normalize(WORKED.X)
    trace = perceptron(X, WORKED.y)
    assert trace.mistakes.tolist() == [0, 1, 2]
    assert trace.w == pytest.approx([1 - 1 / sqrt(2), 1 + 1 / sqrt(2)], rel=1e-15)
    for source in ("cosine", "empirical"):
        verdict = check(trace)[source]
        assert verdict.verdict == "bound holds" and verdict.radius == 1
        assert verdict.gamma == pytest.approx(sin(rad(22.5)), rel=1e-14)
        assert verdict.bound == pytest.approx(4 + 2 * sqrt(2), rel=1e-14)
        assert prove(trace, source=source).first_failure is None


def test_best_separators_of_the_worked_example():
    through_0 = maximum_margin(WORKED.X, WORKED.y)
    assert through_0.unit_w == pytest.approx([1 / ROOT5, 2 / ROOT5], rel=1e-15)
    assert through_0.gamma_squared == Fraction(4, 5)
    free = maximum_margin(WORKED.X, WORKED.y, bias="free")
    assert free.unit_w.tolist() == [0, 1] and free.unit_b == -1 and free.gamma_squared == 1
    lifted = maximum_margin(WORKED.X, WORKED.y, bias="radius")
    assert lifted.gamma_squared == Fraction(12, 13)
    assert maximum_margin(WORKED.X, WORKED.y, bias="one").gamma_squared == Fraction(5, 6)


def test_tables_of_the_worked_example():
    trace = run()
    tables = [trace.margins(k).tolist() for k in range(5)]
    assert tables == [[0, 0, 0, 0], [4, 0, -4, 4], [4, 4, 0, 8], [0, 8, 8, 8], [4, 8, 4, 12]]


def test_cosines_of_the_worked_example():
    proof = prove(run(), ([1, 2], 0))
    squares = [Fraction(1, 5), Fraction(9, 10), Fraction(4, 5), 1]
    assert proof["cosine"].lhs.tolist() == squares  # 1/√5, 3/√10, 2/√5, 1
    assert proof["cosine"].rhs.tolist() == [Fraction(k, 10) for k in range(1, 5)]
    cosine = proof.columns["cosine"]
    assert np.isnan(cosine[0]) and cosine[1:] == pytest.approx(np.sqrt(np.float64(squares)))
    assert cosine[3] < cosine[2]  # it falls at update 3,
    assert all(np.diff(proof.columns["cosine_bound"]) > 0)  # its lower bound only rises
    assert round(cosine[2], 3) == 0.949 and round(cosine[3], 3) == 0.894


@pytest.mark.parametrize(
    ("learning_rate", "mistakes"),
    [(Fraction(1, 100), 151), (Fraction(1, 10), 16), (1, 2), (10, 3), (100, 3)],
)
def test_the_learning_rate_matters_from_elsewhere(learning_rate, mistakes):
    trace = run(w0=(-3, 1), learning_rate=learning_rate)
    assert trace.n_mistakes == mistakes
    assert check(trace)["iterations"].verdict == "bound not applicable"


def test_the_bias_trick_matters():
    data = bias_trap()
    slow, fast = (perceptron(data.X, data.y, bias=bias) for bias in ("one", "radius"))
    assert (slow.n_mistakes, fast.n_mistakes) == (16_007, 13)
    assert check(fast)["primal"].bound == 144 == check(slow)["primal"].bound
    assert check(fast)["primal"].verdict == "bound holds"
    assert check(slow)["primal"].verdict == "bound not applicable"


def test_padding_has_another_bound():
    data = padding_trap()
    slow, fast = (perceptron(data.X, data.y, bias=bias) for bias in ("one", "radius"))
    assert (slow.n_mistakes, fast.n_mistakes) == (47, 13)
    free = maximum_margin(data.X, data.y, bias="free")
    assert fast.radius_squared / free.gamma_squared == 36  # R²/γ² of the unpadded data
    assert check(slow)["iterations"].verdict == "bound holds"
    assert check(slow)["iterations"].bound > 47


@pytest.mark.parametrize("d", range(1, 21))
def test_tight(d):
    """d mistakes on d orthonormal points: the bound, with the cosine on its bound all the way."""
    data = orthonormal(d)
    trace = perceptron(data.X, data.y)
    verdict = check(trace)["iterations"]
    assert trace.n_mistakes == d == verdict.bound
    assert verdict.gamma_squared == Fraction(1, d) and verdict.radius_squared == 1
    proof = prove(trace)
    assert all(slack == 0 for slack in proof["cosine"].slack)
    assert all(slack == 0 for slack in proof["conclusion"].slack[-1:])


def test_margins_are_a_least_distance():
    """§4: found to rounding, through the origin and with a free offset."""
    data = planted(1000, 20, 0.1, seed=0)
    for bias in ("none", "free"):
        assert abs(maximum_margin(data.X, data.y, bias=bias).gamma - 0.1) < 1e-12


class TestPadding:
    """k ≤ (R² + c²)(1 + b²/c²)/γ², least at c = √(R|b|)."""

    def test_radius_gives_at_most_the_primal_bound(self):
        for data in (bias_trap(), padding_trap()):
            free = maximum_margin(data.X, data.y, bias="free")
            radius, gamma = abs(data.X).max(), free.gamma_squared  # γ is 20 and 1, w is not 1
            gamma, offset = 20 if gamma == 400 else 1, round(free.unit_b)
            bound = padding_bound(radius, offset, gamma, radius)
            assert bound == 2 * (Fraction(radius) ** 2 + offset**2) / gamma**2
            assert bound <= Fraction(4 * int(radius) ** 2, gamma**2)

    def test_it_bounds_the_lifted_margin(self):
        """The formula is R̂²/γ̂² of the padded data, where the separator is (w, b) itself."""
        for data, w, b in ((padding_trap(), [1], -5), (bias_trap(), [1], -100)):
            for bias in ("one", "radius"):
                trace = perceptron(data.X, data.y, bias=bias)
                verdict = check(trace, (w, b))["iterations"]
                c_squared = trace.pad_squared
                lifted = separator(data.X, data.y, w, b, bias=bias)
                radius_squared = trace.radius_squared + c_squared
                assert verdict.bound == Fraction(int(radius_squared)) / lifted.gamma_squared
                radius, c = (round(sqrt(v)) for v in (trace.radius_squared, c_squared))
                gamma = separator(data.X, data.y, w, b).gamma
                assert verdict.bound == padding_bound(radius, b, int(gamma), c)
                assert trace.n_mistakes <= verdict.bound

    def test_the_best_constant(self):
        for radius, offset, gamma in ((9, -4, 1), (6, 5, 2), (2.5, 0.1, 0.3), (1e8, 3, 1e-3)):
            c = best_padding(radius, offset)
            best = padding_bound(radius, offset, gamma, c)
            assert best == pytest.approx(((radius + abs(offset)) / gamma) ** 2, rel=1e-12)
            assert best <= (2 * radius / gamma) ** 2
            for factor in (0.5, 0.99, 1.01, 2):
                assert padding_bound(radius, offset, gamma, factor * c) > best

    def test_refused(self):
        with pytest.raises(ValueError, match="c must be > 0; found 0"):
            padding_bound(1, 1, 1, 0)
        with pytest.raises(ValueError, match="gamma must be > 0; found -1"):
            padding_bound(1, 1, -1, 1)
