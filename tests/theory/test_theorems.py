"""Five theorems held against runs: hypotheses, bounds and verdicts."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from perceptron_core import (
    Trace,
    online,
    padding_trap,
    perceptron,
    planted,
    worked_example,
    xor,
)
from perceptron_lessons import (
    THEOREMS,
    BoundsReport,
    Undecided,
    check,
    maximum_margin,
    normalize,
)
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory import theorems as theorems_module

WORKED = worked_example()
SOURCES = ["primal", "cosine", "online", "iterations", "empirical"]


def broken(verdict):
    return {h.name for h in verdict.hypotheses if not h.holds}


def states(verdict):
    return {h.name: h.holds for h in verdict.hypotheses}


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
        """Updates on a margin of exactly 0, also where floats and η have to be multiplied."""
        for learning_rate in (1, 0.1, 0.3, Fraction(1, 3)):
            trace = perceptron(WORKED.X / 10, WORKED.y, learning_rate=learning_rate)
            assert check(trace)["iterations"].verdict == "bound holds"

    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_rounding_breaks_no_hypothesis(self):
        """Sums of tenths, full of ties that floats miss by a little."""
        for seed in range(25):
            rng = np.random.default_rng(seed)
            d = int(rng.integers(1, 20))
            X = np.round(rng.normal(size=(30, d)), 1) / 10
            y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
            for bias in ("none", "one", "radius"):
                trace = perceptron(X, y, bias=bias, learning_rate=0.1, max_mistakes=200)
                assert "updates on mistakes only" not in broken(check(trace)["iterations"])

    def test_a_margin_just_above_0(self):
        """1e-17 is no mistake, whatever the size of the numbers around it."""
        X = np.array([[1e8, 1e-17], [-1e8, 1e-17], [0, 1]])
        trace = Trace(X, np.array([1, 1, 1]), np.array([0, 1, 2]), False, np.zeros(2))
        verdict = check(trace)["iterations"]
        assert broken(verdict) == {"updates on mistakes only"}
        assert "update 3 was made on a margin of ≈2" in verdict.because

    def test_c_is_that_of_the_run(self):
        """The offset moved by 25 where R² is 9: the bound is that of c² = 25, and no other."""
        honest = perceptron([[3], [1]], [1, -1], bias="radius")
        trace = replace(honest, pad_squared=25)
        found = check(trace)
        assert "offset step R²" in broken(found["primal"])
        u, b = Fraction(1), -2
        assert check(trace, ([u], b))["iterations"].bound == (9 + 25) * (1 + Fraction(4, 25))
        one_more = replace(honest, pad_squared=9 + Fraction(1, 10**30))
        assert "offset step R²" in broken(check(one_more)["primal"])

    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_offset_step_in_floats(self):
        """R² of floats is seldom a float; the step of the run is R² all the same."""
        rng = np.random.default_rng(0)
        for scale in (1e-170, 1e-3, 0.1, 1.0, 1e155):
            X = rng.normal(size=(6, 3)) * scale
            y = np.where(X[:, 0] > 0, 1, -1)
            y[0] = -y[1:].max()
            trace = perceptron(X, y, bias="radius", max_mistakes=0)
            assert "offset step R²" not in broken(check(trace)["primal"])


class TestUnitLength:
    """Lengths that a division by the length makes 1 count as 1; all others do not."""

    @pytest.mark.filterwarnings("ignore:stopped after")
    @pytest.mark.parametrize("d", [1, 2, 3, 10, 200])
    @pytest.mark.parametrize("scale", [1e-100, 0.1, 1.0, 1e100])
    def test_made_1_in_floats(self, d, scale):
        X = np.random.default_rng(d).normal(size=(20, d)) * scale
        y, first = np.where(X[:, 0] > 0, 1, -1), (np.eye(d, dtype=int)[0], 0)
        for rows in (
            normalize(X)[0],
            X / np.sqrt((X**2).sum(axis=1))[:, None],
            np.array([[v / math.sqrt(sum(w * w for w in x)) for v in x] for x in X.tolist()]),
        ):
            verdict = check(perceptron(rows, y, max_mistakes=0), first)["cosine"]
            assert "unit length" not in broken(verdict), verdict
        halves = perceptron(normalize(X)[0] / np.sqrt(2), y, bias="radius", max_mistakes=0)
        assert "unit length" not in broken(check(halves, first)["empirical"])

    @pytest.mark.parametrize("factor", [1.000001, 1 - 1e-9, 1 + 1e-13, 1 - 1e-14])
    def test_other_lengths(self, factor):
        unit = normalize(WORKED.X)[0]
        unit[2] *= factor
        for exact in (False, True):
            verdict = check(perceptron(unit, WORKED.y, exact=exact))["cosine"]
            assert broken(verdict) == {"unit length"}
            assert "sample 2 has length" in verdict.because and verdict.radius is None
            assert not verdict.because.endswith("length 1")

    def test_one_among_many(self):
        X = np.tile(np.eye(3), (5000, 1))
        X[12_345] *= 1.01
        verdict = check(perceptron(X, np.ones(len(X))))["cosine"]
        assert verdict.because == "unit length not met: sample 12345 has length 1.01"

    def test_the_bound_has_the_exact_radius(self):
        """What is said is true to the last digit: R²/δ², with R² not quite 1."""
        trace = perceptron(normalize([[1, 2], [2, -3]])[0], [1, 1])
        longest = max(sum(Fraction(v) ** 2 for v in x) for x in trace.X.tolist())
        verdict = check(trace)["cosine"]
        assert longest != 1 and verdict.radius_squared == longest
        assert verdict.bound == longest / verdict.gamma_squared
        assert str(verdict) == f"cosine: bound holds, 2 ≤ R²/δ² {format_number(verdict.bound)}"
        assert "R²/δ²" in str(BoundsReport([verdict]).table())
        exact = check(perceptron([[1, 0], [0, 1]], [1, 1]))["cosine"]
        assert str(exact) == "cosine: bound holds, 2 ≤ 1/δ² = 2"

    def test_of_a_stream_the_longest_counts(self):
        trace = online([([1, 0], -1), ([0, 1], -1), ([-2, -2], 1)])
        assert trace.n_mistakes == 2 and trace.radius_squared == 8
        assert check(trace)["cosine"].because == "unit length not met: a sample has length 2.828"


class TestNotMeasured:
    """Where nothing was measured, nothing is said to be broken."""

    def test_one_class(self):
        """Separable by b alone; only the γ of a free offset has no limit, and no value."""
        verdict = check(perceptron([[1, 0], [0, 1]], [1, 1], bias="radius"))["primal"]
        assert states(verdict)["both labels"] is False
        assert states(verdict)["separable"] is None and verdict.bound is None
        assert "both labels not met: every label is +1" in verdict.because
        assert "separable not measured: a free offset needs both labels" in verdict.because
        assert "not measured" in str(verdict.table())

    def test_a_stream_without_a_mistake(self):
        found = check(online([([1, 0], 1), ([2, 1], 1)]))
        assert {v.verdict for v in found.values()} == {"bound not applicable"}
        for source, verdict in found.items():
            assert states(verdict)["separable"] is None, source
            assert "separable not measured: the stream had no mistake" in verdict.because
        assert states(found["primal"])["both labels"] is None
        assert states(found["cosine"])["unit length"] is None

    def test_a_stream_with_mistakes_of_one_label(self):
        """The stream had both labels, and one mistake: nobody may say that all are −1."""
        trace = online([([1, 0], 1), ([2, 1], -1), ([-3, 0], 1)], zero="positive")
        assert set(trace.y.tolist()) == {-1}
        verdict = check(trace)["primal"]
        assert states(verdict)["both labels"] is None
        assert "every label is" not in verdict.because
        assert "every mistaken sample has the label −1" in verdict.because

    def test_a_separator_that_separates_nothing(self):
        """Another one may: that this u does not says nothing of the data."""
        verdict = check(perceptron(WORKED.X, WORKED.y), ([1, 0], 0))["iterations"]
        assert states(verdict)["separable"] is None and broken(verdict) == {"separable"}
        assert "sample 2 has y(w·x + b) = −2" in verdict.because

    def test_undecided(self, monkeypatch):
        def undecided(*args, **kwargs):
            raise Undecided("it came as close as 1e-30")

        monkeypatch.setattr(theorems_module, "maximum_margin", undecided)
        verdict = check(perceptron(WORKED.X, WORKED.y))["online"]
        assert verdict.verdict == "bound not applicable" and verdict.bound is None
        assert verdict.because == "separable not measured: it came as close as 1e-30"


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

    def test_one_with_an_offset_that_the_run_cannot_learn(self):
        lab = check(perceptron(WORKED.X, WORKED.y), ([0, 1], -1))
        assert lab["iterations"].because == (
            "separable not measured: the run learns no offset, and this separator needs b = −1"
        )
        assert lab["primal"].gamma_squared == 1

    def test_one_of_another_length(self):
        verdict = check(perceptron(WORKED.X, WORKED.y), ([1, 2, 3], 0))["iterations"]
        assert "w must have shape (2,); found shape (3,)" in verdict.because

    def test_a_certificate_for_other_samples(self):
        """It proves nothing of these: they are measured."""
        data = xor()
        verdict = check(perceptron(WORKED.X, WORKED.y), maximum_margin(data.X, data.y))["online"]
        assert verdict.verdict == "bound holds"

    def test_at_any_scale(self):
        """The bound is that of the direction of u; its length and that of the data are nothing."""
        for scale, length in product((1e-170, 5e-324, 1.0, 1e155), (1e-170, 1.0, 1e300)):
            trace = perceptron(WORKED.X * scale, WORKED.y)
            u = np.array([1, 2]) * length
            assert check(trace, (u, 0))["iterations"].bound == 10
            assert str(check(trace, (u, 0))["iterations"]) == (
                "iterations: bound holds, 4 ≤ R²/γ² = 10"
            )


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
        assert forged.verdict == "violated" and str(forged) == "iterations: violated, 3 > R²/γ² = 2"

    def test_a_bound_that_is_attained_in_floats(self):
        """d samples on the axes, and exactly d mistakes: no digit of the bound is lost."""
        for d, scale in product(range(2, 21), (0.1, 0.3, 0.7)):
            verdict = check(perceptron(scale * np.eye(d), np.ones(d)))["iterations"]
            assert verdict.mistakes == d == verdict.bound and verdict.verdict == "bound holds"
        tight = replace(verdict, bound=d - Fraction(1, 10**30))
        assert tight.verdict == "violated"

    def test_100_000_samples(self):
        data = planted(100_000, 5, 0.05, seed=1)
        found = check(perceptron(data.X, data.y, bias="radius"), (data.separator, data.offset))
        assert found["primal"].verdict == "bound holds"
        assert "sample 0 has length" in found["cosine"].because


def test_shown_as_tables():
    data = padding_trap()
    lab = check(perceptron(data.X, data.y, bias="one"))
    text = str(lab.table())
    assert all(source in text for source in SOURCES) and "bound not applicable" in text
    assert lab._repr_html_().startswith("<table>")
    assert "no" in str(lab["primal"].table()) and lab["primal"]._repr_html_()
    assert str(lab["iterations"]) == "iterations: bound holds, 47 ≤ R²/γ² = 962"
    assert "novikoff" not in lab and lab.get("novikoff") is None and "primal" in lab
    with pytest.raises(KeyError, match="source must be one of primal"):
        lab["novikoff"]
