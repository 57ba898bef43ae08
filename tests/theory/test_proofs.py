"""Proofs line by line on runs, and where they break when a hypothesis is broken."""

import time
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Trace, bias_trap, online, perceptron, planted, worked_example, xor
from perceptron_lessons import (
    BROKEN_HYPOTHESES,
    Separator,
    check,
    maximum_margin,
    normalize,
    prove,
)

WORKED = worked_example()
COSINE_LINES = [
    "gain", "numerator", "cross term", "update term", "own margin", "norm", "cosine", "ceiling",
    "conclusion",
]  # fmt: skip
PRIMAL_LINES = [
    "Lemma 1, offset", "Lemma 1, sharper", "Lemma 1", "update", "gain", "Lemma 2", "cross term",
    "update term", "own margin", "Lemma 3", "Cauchy–Schwarz", "Lemma 1 used", "assembled",
    "conclusion",
]  # fmt: skip


def names(proof):
    return [line.name for line in proof.lines]


def first_failures(proof):
    """Return where each line that fails does so first."""
    return {
        line.name: int(line.k[np.argmin(line.holds)])
        for line in proof.lines
        if not line.holds.all()
    }


class TestByHand:
    """The two chains of the worked example, against numbers computed with pencil and paper."""

    def test_cosine_lines(self):
        """w: (2, 0), (2, 2), (0, 4), (2, 4); z: (2, 0), (0, 2), (−2, 2), (2, 0); u = (1, 2)/√5."""
        proof = prove(perceptron(WORKED.X, WORKED.y))
        assert names(proof) == COSINE_LINES and proof.exact and proof.holds
        fifth = Fraction(1, 5)
        by_hand = {
            "gain": [4 * fifth, 16 * fifth, 4 * fifth, 4 * fifth],
            "numerator": [0, 4 * fifth, 36 * fifth, 64 * fifth, 100 * fifth],
            "cross term": [0, 0, 0, 0],
            "update term": [4, 4, 8, 4],
            "own margin": [4, 4, 8, 4],
            "norm": [0, 4, 8, 16, 20],
            "cosine": [fifth, Fraction(9, 10), Fraction(4, 5), 1],
            "conclusion": [0, 1, 2, 3, 4],
        }
        for name, values in by_hand.items():
            assert proof[name].lhs.tolist() == values, name
        assert proof["gain"].rhs.tolist() == [4 * fifth] * 4
        assert proof["numerator"].rhs.tolist() == [k * k * 4 * fifth for k in range(5)]
        assert proof["norm"].rhs.tolist() == [8 * k for k in range(5)]
        assert proof["conclusion"].rhs.tolist() == [10] * 5
        assert proof["cosine"].k.tolist() == [1, 2, 3, 4]  # cos of w = 0 is no number

    def test_primal_lines(self):
        """ŵ alternates: b_opt = −1, R² = 8, ‖ŵ_opt‖² = 9/8; ŵ_9 = (2, 8) with b = −8."""
        proof = prove(perceptron(WORKED.X, WORKED.y, bias="radius"), source="primal")
        assert names(proof) == PRIMAL_LINES and proof.exact and proof.holds
        assert proof["Lemma 1, offset"].lhs.tolist() == [1]
        assert proof["Lemma 1, offset"].rhs.tolist() == [8]
        assert proof["Lemma 1, sharper"].lhs.tolist() == [4]  # (1 + 1)²
        assert proof["Lemma 1"].lhs.tolist() == [Fraction(9, 8)]
        assert proof["Lemma 2"].lhs[-1] == 81 and proof["Lemma 2"].rhs[-1] == 81
        assert proof["Lemma 3"].lhs[-1] == 4 + 64 + 8 and proof["Lemma 3"].rhs[-1] == 2 * 9 * 8
        assert proof["Cauchy–Schwarz"].rhs[-1] == 76 * Fraction(9, 8)
        assert proof["Lemma 1 used"].rhs[-1] == 2 * 76
        assert proof["assembled"].lhs[-1] == 81 and proof["assembled"].rhs[-1] == 4 * 9 * 8
        assert proof["conclusion"].rhs[-1] == 32
        assert set(proof["update"].lhs) == {0}

    def test_cross_and_own_margin_with_an_offset(self):
        """Padded with 1: sample 2 at ŵ_1 = (2, 0, −1) has margin −4 − 1, and length² 8 + 1."""
        proof = prove(perceptron(WORKED.X, WORKED.y, bias="one"))
        assert proof["cross term"].lhs[1] == 2 * -5
        assert proof["own margin"].lhs[1] == -5 + 9 == proof["own margin"].rhs[1]
        assert proof["norm"].lhs.tolist() == [0, 5, 4, 9, 16, 21]
        assert proof["norm"].rhs.tolist() == [9 * k for k in range(6)]

    def test_the_learning_rate_scales_both_sides(self):
        eta = Fraction(1, 3)
        one = prove(perceptron(WORKED.X, WORKED.y, bias="radius"), source="primal")
        third = prove(
            perceptron(WORKED.X, WORKED.y, bias="radius", learning_rate=eta), source="primal"
        )
        assert third.exact and third.holds
        for name, factor in (("Lemma 2", eta**2), ("Lemma 3", eta**2), ("cross term", eta**2)):
            assert (third[name].lhs == one[name].lhs * factor).all()
            assert (third[name].rhs == one[name].rhs * factor).all()

    def test_columns(self):
        columns = prove(perceptron(WORKED.X, WORKED.y)).columns
        assert columns["norm_squared"] == pytest.approx([0, 4, 8, 16, 20])
        assert columns["norm"] == pytest.approx(np.sqrt([0, 4, 8, 16, 20]))
        assert columns["norm_bound"] == pytest.approx(np.sqrt([0, 8, 16, 24, 32]))
        assert columns["numerator_bound"] == pytest.approx(np.arange(5) * 2 / np.sqrt(5))
        assert columns["margin_before"][1:] == pytest.approx([0, 0, 0, 0])
        assert columns["margin_after"][1:] == pytest.approx([4, 4, 8, 4])
        assert columns["update_term"][1:] == pytest.approx([4, 4, 8, 4])
        assert all(np.isnan(columns[name][0]) for name in ("cosine", "gain", "cross_term"))
        # The pieces add up: ‖w_k‖² = ‖w_{k−1}‖² + cross term + update term.
        for trace in (
            perceptron(WORKED.X, WORKED.y, bias="radius", learning_rate=0.3),
            perceptron(WORKED.X, WORKED.y, bias="one", order="worst", learning_rate=2),
        ):
            for source in ("primal", "iterations") if trace.bias == "radius" else ("iterations",):
                columns = prove(trace, source=source).columns
                step = columns["cross_term"] + columns["update_term"]
                assert np.diff(columns["norm_squared"]) == pytest.approx(step[1:])


EXPECTED = {
    # name: (first line, its k, mistakes, bound, the hypothesis that check names)
    "start not at 0": ("numerator", 0, 151, 10, "start at 0"),
    "offset step 1 instead of R²": ("update", 1, 16_007, 144, "offset step R²"),
    "a wrong u": ("gain", 2, 365, Fraction(101, 81), "separable"),
    "not separable": ("gain", 1, 50, 10, "separable"),
    "updates on correct samples too": ("cross term", 4, 40, 10, "updates on mistakes only"),
}


class TestBreaks:
    """Each switch: the first false line, where it is, by how much the bound is exceeded."""

    def test_all_are_here(self):
        assert list(BROKEN_HYPOTHESES) == list(EXPECTED)

    @pytest.mark.parametrize("name", BROKEN_HYPOTHESES)
    def test_first_failure(self, name):
        line, k, mistakes, bound, hypothesis = EXPECTED[name]
        trace, separator, source = BROKEN_HYPOTHESES[name]()
        proof = prove(trace, separator, source)
        assert proof.first_failure.line.name == line
        assert proof.first_failure.k == k
        assert trace.n_mistakes == mistakes > bound
        assert proof["conclusion"].rhs[-1] == bound
        assert not proof["conclusion"].holds[-1]
        assert f"fails first at k = {k}: {line}" in str(proof)
        assert "→ " + line in str(proof.table(k))
        verdict = check(trace, separator)[source]
        assert verdict.verdict == "bound not applicable"
        assert [h.name for h in verdict.hypotheses if not h.holds] == [hypothesis]
        assert hypothesis in verdict.because

    def test_the_story_of_each(self):
        """Lines that follow from a false line fail later, or not at all."""
        stories = {
            name: first_failures(prove(*BROKEN_HYPOTHESES[name]())) for name in BROKEN_HYPOTHESES
        }
        assert stories == {
            "start not at 0": {"numerator": 0, "norm": 0, "cosine": 1, "conclusion": 11},
            "offset step 1 instead of R²": {
                "update": 1, "own margin": 1, "Lemma 2": 3, "assembled": 145, "conclusion": 145,
            },
            "a wrong u": {"gain": 2, "numerator": 2, "cosine": 2, "conclusion": 2},
            "not separable": {"gain": 1, "numerator": 1, "cosine": 1, "conclusion": 11},
            "updates on correct samples too": {
                "cross term": 4, "norm": 4, "cosine": 10, "conclusion": 11,
            },
        }  # fmt: skip

    @pytest.mark.parametrize("name", BROKEN_HYPOTHESES)
    def test_without_the_break_all_is_well(self, name):
        """The same data with the hypothesis met: every line holds, and so does the bound."""
        trace, _, source = BROKEN_HYPOTHESES[name]()
        if name == "not separable":
            assert not maximum_margin(trace.X, trace.y)
            return
        bias = "radius" if source == "primal" else trace.bias
        mended = perceptron(trace.X, trace.y, bias=bias)
        assert prove(mended, source=source).holds
        assert check(mended)[source].verdict == "bound holds"

    def test_not_separable_without_a_claim(self):
        trace, _, source = BROKEN_HYPOTHESES["not separable"]()
        with pytest.raises(ValueError, match="needs a separator: no separator exists"):
            prove(trace, source=source)
        assert "no separator exists" in check(trace)[source].because

    def test_the_wrong_u_goes_nowhere(self):
        """365 mistakes, and w·u never grows: what one sample adds the other takes away."""
        trace, separator, source = BROKEN_HYPOTHESES["a wrong u"]()
        assert max(abs(prove(trace, separator, source).columns["numerator"])) <= 20
        assert maximum_margin(trace.X, trace.y).gamma < 0.1


class TestArithmetic:
    def test_rationals_where_everything_is(self):
        third = Fraction(1, 3)
        assert prove(perceptron(WORKED.X, WORKED.y)).exact
        assert prove(perceptron(WORKED.X, WORKED.y, exact=True, learning_rate=0.1)).exact
        assert prove(perceptron(WORKED.X * third, WORKED.y, bias="radius"), source="primal").exact
        assert prove(online(zip(WORKED.X, WORKED.y, strict=True)), source="online").exact
        huge = perceptron(WORKED.X.astype(object) * 10**20, WORKED.y)
        assert prove(huge).exact and prove(huge).holds
        for line in prove(perceptron(WORKED.X, WORKED.y)).lines:
            assert {type(v) for v in (*line.lhs, *line.rhs)} <= {Fraction}

    def test_floats_where_something_is_not(self):
        for trace, given in (
            (perceptron(WORKED.X, WORKED.y, learning_rate=0.1), None),
            (perceptron(WORKED.X / 10, WORKED.y), None),
            (perceptron(WORKED.X, WORKED.y), ([0.1, 0.2], 0)),
            (perceptron(WORKED.X.astype(object) * 10**20, WORKED.y, learning_rate=0.1), None),
            (online(zip(WORKED.X, WORKED.y, strict=True), learning_rate=0.1), None),
        ):
            proof = prove(trace, given)
            assert not proof.exact and proof.holds
            assert {line.lhs.dtype for line in proof.lines} == {np.dtype(float)}

    def test_rounding_is_no_failure(self):
        """The update of ŵ is exact in mathematics only: (w + x) − w is not x in floats."""
        for seed in range(10):
            data = planted(40, 3, 0.02, seed=seed)
            for learning_rate in (1, 0.1, 1e-6, 1e6):
                trace = perceptron(data.X, data.y, bias="radius", learning_rate=learning_rate)
                assert prove(trace, source="primal").first_failure is None

    def test_a_small_failure_is_seen_in_floats(self):
        """An offset step of 1 where R² is 1.0001 is not the primal's update."""
        X = np.array([[1.00005, 0.0], [0.3, 0.1]])
        trace = perceptron(X, [1, -1], bias="one")
        assert prove(trace, source="primal").first_failure.line.name == "update"


class TestEdges:
    def test_no_mistake(self):
        trace = perceptron([[1, 0], [2, 1]], [1, 1], zero="positive")
        for exact in (trace, perceptron([[1, 0]], [1], zero="positive", exact=True)):
            proof = prove(exact)
            assert proof.holds and len(proof["cosine"].k) == 0 and len(proof["gain"].lhs) == 0
            assert str(proof.table()) and str(proof.over_k("gain"))
        with pytest.raises(ValueError, match="the stream had no mistake"):
            prove(online([([1, 0], 1)]), source="online")

    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_a_run_that_was_stopped(self):
        data = bias_trap()
        trace = perceptron(data.X, data.y, bias="one", max_mistakes=500)
        assert prove(trace).holds and prove(trace).exact

    def test_one_sample(self):
        proof = prove(perceptron([[3, 4]], [-1]))
        assert proof.holds and proof["conclusion"].slack.tolist() == [1, 0]

    def test_unit_length(self):
        trace = perceptron(normalize(WORKED.X)[0], WORKED.y)
        for source in ("cosine", "empirical"):
            proof = prove(trace, source=source)
            assert names(proof) == COSINE_LINES and proof.holds
            # Each update adds exactly 1 to y w·x.
            gained = proof.columns["margin_after"] - proof.columns["margin_before"]
            assert gained[1:] == pytest.approx([1, 1, 1])
        longer = prove(perceptron(WORKED.X, WORKED.y), source="cosine")
        assert longer.first_failure.line.name == "update term"

    def test_any_separator(self):
        trace = perceptron(WORKED.X, WORKED.y, bias="one")
        for given in (([1, 3], 0), ([1, 3], Fraction(1, 2)), ([0, 5], -3)):
            for source in ("iterations", "online"):
                assert prove(trace, given, source).holds

    def test_a_separator_of_another_space_is_measured_anew(self):
        trace = perceptron(WORKED.X, WORKED.y, bias="radius")
        free = maximum_margin(WORKED.X, WORKED.y, bias="free")
        lifted = prove(trace, free, "iterations")
        assert lifted.separator.bias == "radius" and lifted.holds
        assert lifted.separator.gamma_squared == Fraction(8, 9)

    def test_a_false_claim_fails(self):
        best = maximum_margin(WORKED.X, WORKED.y)
        claim = Separator(best.w, 0, "none", 0, best.gamma_squared * 2, best.support)
        failure = prove(perceptron(WORKED.X, WORKED.y), claim).first_failure
        assert failure.line.name == "gain" and failure.k == 1

    def test_refused(self):
        trace = perceptron(WORKED.X, WORKED.y)
        with pytest.raises(ValueError, match="source must be one of primal"):
            prove(trace, source="novikoff")
        with pytest.raises(ValueError, match="is no separator: sample 2"):
            prove(trace, ([1, 0], 0))
        with pytest.raises(ValueError, match="found shape"):
            prove(trace, ([1, 2, 3], 0))
        with pytest.raises(KeyError, match="no line 'squeeze' in this proof; it has gain"):
            prove(trace)["squeeze"]

    @pytest.mark.filterwarnings("ignore:stopped after")
    def test_xor_cycles(self):
        data = xor()
        trace = perceptron(data.X, data.y, bias="one", max_mistakes=20)
        with pytest.raises(ValueError, match="no separator exists"):
            prove(trace)

    def test_100_000_mistakes_in_seconds(self):
        data = bias_trap()
        trace = Trace(
            data.X, data.y, np.arange(100_000) % 2, False, np.zeros(1, int),
            bias="radius", pad_squared=14_400,
        )  # fmt: skip
        started = time.perf_counter()
        proofs = [prove(trace, source=source) for source in ("primal", "iterations")]
        assert time.perf_counter() - started < 20
        assert {proof.first_failure.line.name for proof in proofs} == {"cross term"}


class TestShown:
    def test_table_of_one_k(self):
        text = str(prove(perceptron(WORKED.X, WORKED.y)).table(3))
        assert text.startswith("iterations, k = 3\n")
        assert "√(4/5)" in text and "√(3/10)" in text
        assert "w_{k+1}·w* ≥ k γ" in text

    def test_in_the_symbols_of_the_source(self):
        trace = perceptron(WORKED.X, WORKED.y)
        assert "θ^(k+1)·u ≥ k γ" in str(prove(trace, source="online").table())
        unit = perceptron(normalize(WORKED.X)[0], WORKED.y)
        assert "cos(w, u) ≥ √#mistakes δ" in str(prove(unit, source="cosine").table())
        assert "w_T·w_* ≥ T γ" in str(prove(unit, source="empirical").table())

    def test_over_k(self):
        text = str(prove(perceptron(WORKED.X, WORKED.y)).over_k("norm"))
        assert text.splitlines()[0] == "norm: ‖w_{k+1}‖² ≤ k R²"
        assert text.splitlines()[-1].split() == ["4", "20", "32", "12", "yes"]

    def test_html_and_latex(self):
        proof = prove(perceptron(WORKED.X, WORKED.y, bias="radius"), source="primal")
        assert proof._repr_html_().startswith("<table>")
        assert r"\hat{w}_k" in proof.table().latex() and "$" in proof.table().markdown()
