"""Five theorems held against runs: hypotheses, bounds and verdicts."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Trace, online, perceptron, worked_example, xor
from perceptron_lessons import check, maximum_margin, normalize

WORKED = worked_example()


def broken(verdict):
    return {h.name for h in verdict.hypotheses if not h.holds}


def states(verdict):
    return {h.name: h.holds for h in verdict.hypotheses}


def verdicts(trace, separator=None):
    return {key: verdict.verdict for key, verdict in check(trace, separator).items()}


def test_who_applies_to_whom():
    """Which of the five a run may be held against depends on its offset and its lengths."""
    holds, stops = "bound holds", "bound not applicable"
    runs = {bias: perceptron(WORKED.X, WORKED.y, bias=bias) for bias in ("none", "one", "radius")}
    assert list(verdicts(runs["none"]).values()) == [stops, stops, holds, holds, stops]
    assert list(verdicts(runs["one"]).values()) == [stops, stops, holds, holds, stops]
    assert list(verdicts(runs["radius"]).values()) == [holds, stops, holds, holds, stops]
    unit = perceptron(normalize(WORKED.X)[0], WORKED.y)
    assert list(verdicts(unit).values()) == [stops, holds, holds, holds, holds]
    # A step of 1 is a step of R² where R is 1.
    unit_step = perceptron([[1, 0], [-1, 0]], [1, -1], bias="one")
    assert verdicts(unit_step)["primal"] == holds


class TestHypotheses:
    def test_unit_length(self):
        verdict = check(perceptron([[1, 0], [0, 2]], [1, 1]))["cosine"]
        assert broken(verdict) == {"unit length"} and "sample 1 has length 2" in verdict.because
        assert verdict.radius_squared is None and verdict.radius is None and verdict.bound == 1.25
        padded = check(perceptron([[1, 0], [0, 1]], [1, 1], bias="one"))["cosine"]
        assert "sample 0 has length 1.414" in padded.because

    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_separable(self):
        data = xor()
        for bias in ("none", "one", "radius"):
            lab = check(perceptron(data.X, data.y, bias=bias, max_mistakes=30))
            assert all("separable" in broken(verdict) for verdict in lab.values())
            assert "no separator exists" in lab["iterations"].because
            assert lab["online"].bound is None and lab["online"].within_bound is None

    def test_a_margin_just_above_0(self):
        """1e-17 is no mistake, whatever the size of the numbers around it."""
        X = np.array([[1e8, 1e-17], [-1e8, 1e-17], [0, 1]])
        trace = Trace(X, np.array([1, 1, 1]), np.array([0, 1, 2]), False, np.zeros(2))
        verdict = check(trace)["iterations"]
        assert broken(verdict) == {"updates on mistakes only"}
        assert "update 3 was made on a margin of ≈2" in verdict.because


class TestUnitLength:
    """Lengths that a division by the length makes 1 count as 1; all others do not."""

    @pytest.mark.parametrize("factor", [1.000001, 1 - 1e-9, 1 + 1e-13, 1 - 1e-14])
    def test_other_lengths(self, factor):
        unit = normalize(WORKED.X)[0]
        unit[2] *= factor
        for exact in (False, True):
            verdict = check(perceptron(unit, WORKED.y, exact=exact))["cosine"]
            assert broken(verdict) == {"unit length"}
            assert "sample 2 has length" in verdict.because and verdict.radius is None
            assert not verdict.because.endswith("length 1")

    def test_of_a_stream_the_longest_counts(self):
        trace = online([([1, 0], -1), ([0, 1], -1), ([-2, -2], 1)])
        assert trace.n_mistakes == 2 and trace.radius_squared == 8
        assert check(trace)["cosine"].because == "unit length not met: a sample has length 2.828"


class TestNotMeasured:
    """Where nothing was measured, nothing is said to be broken."""

    def test_a_stream_without_a_mistake(self):
        found = check(online([([1, 0], 1), ([2, 1], 1)]))
        assert {v.verdict for v in found.values()} == {"bound not applicable"}
        for source, verdict in found.items():
            assert states(verdict)["separable"] is None, source
            assert "the stream had no mistake" in verdict.because
        assert states(found["primal"])["both labels"] is None
        assert states(found["cosine"])["unit length"] is None

    def test_a_separator_that_separates_nothing(self):
        """Another one may: that this u does not says nothing of the data."""
        verdict = check(perceptron(WORKED.X, WORKED.y), ([1, 0], 0))["iterations"]
        assert states(verdict)["separable"] is None and broken(verdict) == {"separable"}
        assert "sample 2 has y(w·x + b) = −2" in verdict.because


class TestSeparators:
    def test_a_separator_is_measured_anew(self):
        trace = perceptron(WORKED.X, WORKED.y, bias="radius")
        free = maximum_margin(WORKED.X, WORKED.y, bias="free")
        lab = check(trace, free)
        assert lab["primal"].gamma_squared == 1
        assert lab["iterations"].gamma_squared == Fraction(8, 9)  # 1/(1 + 1/8)

    def test_one_with_an_offset_that_the_run_cannot_learn(self):
        lab = check(perceptron(WORKED.X, WORKED.y), ([0, 1], -1))
        assert "no offset" in lab["iterations"].because and "b = −1" in lab["iterations"].because
        assert lab["primal"].gamma_squared == 1

    def test_a_certificate_for_other_samples(self):
        """It proves nothing of these: they are measured."""
        data = xor()
        verdict = check(perceptron(WORKED.X, WORKED.y), maximum_margin(data.X, data.y))["online"]
        assert verdict.verdict == "bound holds"


class TestEdges:
    @pytest.mark.filterwarnings("ignore:stopped after")
    @pytest.mark.parametrize("bias", ["none", "one", "radius"])
    def test_radius_0(self, bias):
        trace = perceptron([[0]], [1], bias=bias, max_mistakes=5)
        for given in (None, ([1], 1)):
            for verdict in check(trace, given).values():
                assert verdict.verdict == "bound not applicable" or bias == "one"
                assert verdict.verdict != "violated"

    def test_violated_would_be_said(self):
        """No run violates a bound; a forged verdict shows that the word is there."""
        verdict = check(perceptron(WORKED.X, WORKED.y))["iterations"]
        forged = replace(verdict, bound=Fraction(2), mistakes=3)
        assert forged.verdict == "violated" and "violated" in str(forged)


def test_a_theorem_is_asked_for_by_its_source():
    found = check(perceptron(WORKED.X, WORKED.y))
    assert "novikoff" not in found and found.get("novikoff") is None and "primal" in found
    with pytest.raises(KeyError, match="primal"):
        found["novikoff"]
