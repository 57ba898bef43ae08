"""Every number that the lessons rest on, computed by the package and compared with the value."""

from fractions import Fraction
from math import radians as rad
from math import sin, sqrt

import pytest

from perceptron_core import (
    bias_trap,
    orthonormal,
    padding_trap,
    perceptron,
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


class TestPadding:
    """k ≤ (R² + c²)(1 + b²/c²)/γ², least at c = √(R|b|)."""

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
