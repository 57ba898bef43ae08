"""Five theorems held against runs: hypotheses, bounds and verdicts."""

import time
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from perceptron_core import (
    Trace,
    bias_trap,
    online,
    padding_trap,
    perceptron,
    planted,
    worked_example,
    xor,
)
from perceptron_lessons import THEOREMS, check, maximum_margin, normalize
from perceptron_lessons.theory import theorems as theorems_module

WORKED = worked_example()
SOURCES = ["primal", "cosine", "online", "iterations", "empirical"]


def broken(verdict):
    return {h.name for h in verdict.hypotheses if not h.holds}


def verdicts(trace, separator=None):
    return {key: verdict.verdict for key, verdict in check(trace, separator).items()}


def test_the_five():
    assert list(THEOREMS) == SOURCES
    assert [theorem.factor for theorem in THEOREMS.values()] == [4, 1, 1, 1, 1]
    assert [theorem.unit_length for theorem in THEOREMS.values()] == [False, True, False, False, 1]
    assert [str(theorem.bound) for theorem in THEOREMS.values()] == [
        "(2R/γ)²", "1/δ²", "(D/γ)²", "R²/γ²", "1/γ²",
    ]  # fmt: skip


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
    def test_offset_step(self):
        verdict = check(perceptron(WORKED.X, WORKED.y, bias="one"))["primal"]
        assert broken(verdict) == {"offset step R²"}
        assert verdict.because == (
            "offset step R² not met: this run moves b by ηy·1, the theorem moves b by ηyR² = ηy·8"
        )
        none = check(perceptron(WORKED.X, WORKED.y))["primal"].because
        assert none == (
            "offset step R² not met: this run has no offset b, the theorem moves b by ηyR² = ηy·8"
        )

    def test_start(self):
        for w0, b0 in (((-3, 1), 0), ((0, 0), 2)):
            verdict = check(perceptron(WORKED.X, WORKED.y, bias="radius", w0=w0, b0=b0))["primal"]
            assert broken(verdict) == {"start at 0"} and f"b0 = {b0}" in verdict.because

    def test_unit_length(self):
        verdict = check(perceptron([[1, 0], [0, 2]], [1, 1]))["cosine"]
        assert broken(verdict) == {"unit length"}
        assert verdict.because == "unit length not met: sample 1 has length 2"
        assert verdict.radius_squared is None and verdict.radius is None and verdict.bound == 1.25
        padded = check(perceptron([[1, 0], [0, 1]], [1, 1], bias="one"))["cosine"]
        assert (
            padded.because == "unit length not met: sample 0 has length 1.414 with its constant c"
        )

    def test_both_labels(self):
        verdict = check(perceptron([[1, 0], [0, 1]], [1, 1], bias="radius"))["primal"]
        assert broken(verdict) == {"both labels", "separable"} and verdict.bound is None
        assert "every label is +1" in verdict.because

    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_separable(self):
        data = xor()
        for bias in ("none", "one", "radius"):
            lab = check(perceptron(data.X, data.y, bias=bias, max_mistakes=30))
            assert all("separable" in broken(verdict) for verdict in lab.values())
            assert "no separator exists" in lab["iterations"].because
            assert lab["online"].bound is None and lab["online"].gamma is None
            assert lab["online"].within_bound is None

    def test_updates_on_mistakes_only(self):
        trace = Trace(WORKED.X, WORKED.y, np.arange(8) % 4, False, np.zeros(2, int))
        verdict = check(trace)["iterations"]
        assert broken(verdict) == {"updates on mistakes only"}
        assert verdict.because.endswith("update 4 was made on a margin of 8")
        assert verdict.within_bound and verdict.verdict == "bound not applicable"

    def test_a_tie_is_a_mistake(self):
        """The first update is made on a margin of exactly 0, also where η is not 1."""
        for learning_rate in (1, 0.1, 0.3, Fraction(1, 3)):
            trace = perceptron(WORKED.X / 10, WORKED.y, learning_rate=learning_rate)
            assert theorems_module.margins_before_updates(trace)[0] == 0
            assert check(trace)["iterations"].verdict == "bound holds"

    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_rounding_breaks_no_hypothesis(self):
        """The margins before updates are summed as in the run, so that no tie turns positive."""
        for seed in range(25):
            rng = np.random.default_rng(seed)
            d = int(rng.integers(1, 20))
            X = np.round(rng.normal(size=(30, d)), 1) / 10
            y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
            for bias in ("none", "one", "radius"):
                trace = perceptron(X, y, bias=bias, learning_rate=0.1, max_mistakes=1000)
                assert theorems_module.margins_before_updates(trace).max() <= 0


class TestSeparators:
    def test_any_separator_gives_a_bound(self):
        trace = perceptron(WORKED.X, WORKED.y)
        best = check(trace)["iterations"].bound
        for given in (([1, 3], 0), ([2, 5], 0), ([0.5, 1.5], 0)):
            verdict = check(trace, given)["iterations"]
            assert verdict.verdict == "bound holds" and verdict.bound >= best
        assert check(trace, ([1, 3], 0))["iterations"].bound == 20

    def test_a_separator_is_measured_anew(self):
        trace = perceptron(WORKED.X, WORKED.y, bias="radius")
        free = maximum_margin(WORKED.X, WORKED.y, bias="free")
        lab = check(trace, free)
        assert lab["primal"].gamma_squared == 1
        assert lab["iterations"].gamma_squared == Fraction(8, 9)  # 1/(1 + 1/8)

    def test_one_that_separates_nothing(self):
        verdict = check(perceptron(WORKED.X, WORKED.y), ([1, 0], 0))["iterations"]
        assert broken(verdict) == {"separable"}
        assert "sample 2 has y(w·x + b) = −2" in verdict.because

    def test_one_with_an_offset_that_the_run_cannot_learn(self):
        lab = check(perceptron(WORKED.X, WORKED.y), ([0, 1], -1))
        assert lab["iterations"].because == (
            "separable not met: the run learns no offset, and this separator needs b = −1"
        )
        assert lab["primal"].gamma_squared == 1

    def test_one_of_another_length(self):
        verdict = check(perceptron(WORKED.X, WORKED.y), ([1, 2, 3], 0))["iterations"]
        assert "w must have shape (2,); found shape (3,)" in verdict.because

    def test_a_certificate(self):
        data = xor()
        found = maximum_margin(data.X, data.y)
        verdict = check(perceptron(WORKED.X, WORKED.y), found)["online"]
        assert verdict.because == f"separable not met: {found}"

    def test_one_that_floats_cannot_decide(self, monkeypatch):
        def undecided(*args, **kwargs):
            raise theorems_module.Undecided("floats cannot decide")

        monkeypatch.setattr(theorems_module, "maximum_margin", undecided)
        verdict = check(perceptron(WORKED.X, WORKED.y))["online"]
        assert verdict.because == "separable not met: floats cannot decide"

    def test_one_solve_for_each_space(self, monkeypatch):
        asked = []

        def pluralize(X, y, *, bias):
            asked.append(bias)
            return maximum_margin(X, y, bias=bias)

        monkeypatch.setattr(theorems_module, "maximum_margin", pluralize)
        check(perceptron(WORKED.X, WORKED.y, bias="one"))
        assert sorted(asked) == ["free", "one"]


class TestStreams:
    def test_along_a_sequence(self):
        trace = online(zip(WORKED.X, WORKED.y, strict=True))
        verdict = check(trace)["online"]
        assert verdict.verdict == "bound holds"
        assert verdict.radius_squared == 8 and verdict.mistakes == 2
        assert verdict.bound == 4  # of the mistaken samples (2, 0) and (0, 2): γ² = 2

    def test_no_more_than_the_bound_of_the_whole_stream(self):
        whole = check(perceptron(WORKED.X, WORKED.y))["online"].bound
        for seed in range(10):
            order = np.random.default_rng(seed).integers(0, 4, size=60)
            trace = online((WORKED.X[i], WORKED.y[i]) for i in order)
            verdict = check(trace)["online"]
            assert verdict.verdict == "bound holds" and verdict.bound <= whole

    def test_without_a_mistake(self):
        lab = check(online([([1, 0], 1), ([2, 1], 1)]))
        assert {v.verdict for v in lab.values()} == {"bound not applicable"}
        assert "the stream had no mistake" in lab["online"].because

    def test_a_data_set_without_a_mistake(self):
        trace = perceptron([[1, 0], [2, 1]], [1, 1], zero="positive")
        assert check(trace)["online"].verdict == "bound holds" and trace.n_mistakes == 0


class TestEdges:
    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_a_run_that_was_stopped(self):
        data = bias_trap()
        trace = perceptron(data.X, data.y, bias="one", max_mistakes=100)
        assert not trace.converged and check(trace)["iterations"].verdict == "bound holds"

    @pytest.mark.filterwarnings("ignore:stopped after")
    @pytest.mark.parametrize("bias", ["none", "one", "radius"])
    def test_radius_0(self, bias):
        trace = perceptron([[0]], [1], bias=bias, max_mistakes=5)
        for given in (None, ([1], 1)):
            for verdict in check(trace, given).values():
                assert verdict.verdict == "bound not applicable" or bias == "one"
                assert verdict.verdict != "violated"

    @pytest.mark.parametrize("scale", [1e-100, 1e-8, 1e8])
    def test_scales(self, scale):
        for bias in ("none", "radius"):
            trace = perceptron(WORKED.X * scale, WORKED.y, bias=bias)
            expected = check(perceptron(WORKED.X, WORKED.y, bias=bias))["iterations"].bound
            verdict = check(trace)["iterations"]
            assert verdict.verdict == "bound holds"
            assert float(verdict.bound) == pytest.approx(float(expected), rel=1e-9)

    def test_one_sample_and_more_dimensions_than_samples(self):
        assert check(perceptron([[3, 4]], [1]))["iterations"].bound == 1
        data = planted(3, 6, 0.3, seed=0)
        assert check(perceptron(data.X, data.y))["iterations"].verdict == "bound holds"

    def test_violated_would_be_said(self):
        """No run violates a bound; a forged verdict shows that the word is there."""
        verdict = check(perceptron(WORKED.X, WORKED.y))["iterations"]
        forged = theorems_module.Verdict(verdict.theorem, verdict.hypotheses, 8, 4, 2, 3)
        assert forged.verdict == "violated" and str(forged) == "iterations: violated, 3 > R²/γ² = 2"

    def test_a_bound_that_is_attained_in_floats(self):
        """7 > 6.999… by rounding alone is no violation."""
        assert theorems_module.at_most(7, 7 * (1 - 1e-12))
        assert not theorems_module.at_most(7, 7 * (1 - 1e-6))
        assert not theorems_module.at_most(7, Fraction(7) - Fraction(1, 10**30))
        for d, scale in product(range(2, 21), (0.1, 0.3, 0.7)):
            verdict = check(perceptron(scale * np.eye(d), np.ones(d)))["iterations"]
            assert verdict.mistakes == d and verdict.verdict == "bound holds"

    def test_100_000_samples_in_seconds(self):
        data = planted(100_000, 5, 0.05, seed=1)
        trace = perceptron(data.X, data.y, bias="radius")
        started = time.perf_counter()
        lab = check(trace)
        assert time.perf_counter() - started < 20
        assert lab["primal"].verdict == "bound holds"
        assert "sample 0 has length" in lab["cosine"].because


def test_shown_as_tables():
    data = padding_trap()
    lab = check(perceptron(data.X, data.y, bias="one"))
    text = str(lab.table())
    assert all(source in text for source in SOURCES) and "bound not applicable" in text
    assert lab._repr_html_().startswith("<table>")
    assert "no" in str(lab["primal"].table()) and lab["primal"]._repr_html_()
    assert str(lab["iterations"]) == "iterations: bound holds, 47 ≤ R²/γ² = 962"
    with pytest.raises(ValueError, match="source must be one of primal"):
        lab["novikoff"]
