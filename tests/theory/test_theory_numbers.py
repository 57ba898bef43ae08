"""Every number that the lessons rest on, computed by the package and compared with the value."""

from math import radians as rad
from math import sin, sqrt

import pytest

from perceptron_core import perceptron, worked_example
from perceptron_lessons import check, normalize, padding_bound, prove

WORKED = worked_example()


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


class TestPadding:
    """k ≤ (R² + c²)(1 + b²/c²)/γ², least at c = √(R|b|)."""

    def test_the_best_constant(self):
        for radius, offset, gamma in ((9, -4, 1), (6, 5, 2), (2.5, 0.1, 0.3), (1e8, 3, 1e-3)):
            c = sqrt(radius * abs(offset))
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
