"""Proofs line by line on runs, and where they break when a hypothesis is broken."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Trace, online, perceptron, worked_example
from perceptron_lessons import BROKEN_HYPOTHESES, Separator, check, maximum_margin, normalize, prove
from perceptron_lessons.theory.formats import as_csv

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


class TestByHand:
    """The two chains of the worked example, against numbers computed with pencil and paper."""

    def test_cosine_lines(self):
        """w: (2, 0), (2, 2), (0, 4), (2, 4); z: (2, 0), (0, 2), (−2, 2), (2, 0); u = (1, 2)/√5."""
        proof = prove(perceptron(WORKED.X, WORKED.y))
        assert names(proof) == COSINE_LINES and proof.holds
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
        assert names(proof) == PRIMAL_LINES and proof.holds
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

    @pytest.mark.parametrize("source", ["primal", "iterations"])
    def test_the_columns_are_the_sides_of_the_lines(self, source):
        lines = {"numerator": "numerator", "norm": "norm", "cosine": "cosine"}
        if source == "primal":
            lines = {"Lemma 2": "numerator", "Lemma 3": "norm"}
        proof = prove(
            perceptron(WORKED.X, WORKED.y, bias="radius", learning_rate=0.3), source=source
        )
        for name, column in lines.items():
            line = proof[name]
            for side, shown in ((line.lhs, column), (line.rhs, f"{column}_bound")):
                compared = proof.columns[shown][line.k] ** 2  # lines compare squares
                assert compared == pytest.approx(side.astype(float)), (name, shown)


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
        verdict = check(trace, separator)[source]
        assert verdict.verdict == "bound not applicable"
        assert [h.name for h in verdict.hypotheses if not h.holds] == [hypothesis]
        assert hypothesis in verdict.because

    def test_not_separable_without_a_claim(self):
        trace, _, source = BROKEN_HYPOTHESES["not separable"]()
        with pytest.raises(ValueError, match="needs a separator: no separator exists"):
            prove(trace, source=source)
        assert "no separator exists" in check(trace)[source].because


class TestArithmetic:
    def test_a_small_failure_is_seen(self):
        """An update on a margin of 2·10⁻¹⁴, after terms of 10⁴ have come and gone."""
        trace = Trace(
            np.array([[10000.5, 1], [10000.5, -1], [0, 2e-5]]), np.array([1, -1, 1]),
            np.array([0, 1, 2, 2, 2]), True, np.zeros(2),
        )  # fmt: skip
        failure = prove(trace).first_failure
        assert failure.line.name == "cross term" and failure.k == 3
        X = np.array([[1.00000000000005, 0.0], [0.3, 0.1]])
        trace = perceptron(X, [1, -1], bias="one")  # b moves by 1, and R² is a little more
        assert prove(trace, source="primal").first_failure.line.name == "update"

    def test_a_long_run_is_proved_with_short_numbers(self):
        """Of the widest separator each number has 1,683 bits here, of its float at most 100."""
        rng = np.random.default_rng(1)
        X = rng.normal(size=(500, 15))
        trace = perceptron(X, np.where(X @ rng.normal(size=15) > 0, 1, -1))
        proof = prove(trace)
        widest = maximum_margin(trace.X, trace.y)
        assert proof.holds and trace.n_mistakes > 4_000
        assert max(v.denominator.bit_length() for v in proof.separator.w) < 100
        assert 0 < 1 - proof.separator.gamma_squared / widest.gamma_squared < 1e-12
        assert (prove(trace, widest).separator.w == widest.w).all()

    def test_an_irrational_margin_is_told_from_a_limit(self):
        """|b| + γ against R = 2, b = −1: γ² = 1 ± 10⁻⁴⁰ is on the one side or the other."""
        trace = perceptron([[2.0], [0.5]], [1, -1], bias="radius")
        for gamma_squared, holds in (
            (1, True), (1 - Fraction(1, 10**40), True), (1 + Fraction(1, 10**40), False), (2, False)
        ):  # fmt: skip
            claim = Separator(np.array([1]), -1, "free", None, Fraction(gamma_squared), [0])
            line = prove(trace, claim, "primal")["Lemma 1, sharper"]
            assert line.holds.tolist() == [holds]


class TestEdges:
    def test_no_mistake(self):
        trace = perceptron([[1, 0], [2, 1]], [1, 1], zero="positive")
        for exact in (trace, perceptron([[1, 0]], [1], zero="positive", exact=True)):
            proof = prove(exact)
            assert proof.holds and len(proof["cosine"].k) == 0 and len(proof["gain"].lhs) == 0
        with pytest.raises(ValueError, match="the stream had no mistake"):
            prove(online([([1, 0], 1)]), source="online")

    def test_unit_length_is_said_as_it_is(self):
        """Where floats miss the length 1, the lines say R² and compare with the exact R²."""
        exactly = prove(perceptron([[1, 0], [0, -1]], [1, 1]), source="cosine")
        assert exactly["conclusion"].formula().text == "#mistakes ≤ 1/δ²"
        trace = perceptron(normalize([[1, 2], [2, -3]])[0], [1, 1])
        longest = max(sum(Fraction(v) ** 2 for v in x) for x in trace.X.tolist())
        rounded = prove(trace, source="cosine")
        assert rounded.holds and longest != 1
        assert rounded["conclusion"].formula().text == "#mistakes ≤ R²/δ²"
        assert rounded["update term"].rhs.tolist() == [longest] * 2
        assert rounded["conclusion"].rhs[-1] == longest / rounded.separator.gamma_squared

    def test_a_sample_of_another_length_is_no_rounding(self):
        """1 and a bit beside a length of 2: nobody said R² = 1, and the line says = 1."""
        bit_more = np.nextafter(1.0, 2.0)
        trace = Trace(np.array([[bit_more], [2.0]]), np.ones(2, int), np.array([0]), True, [0])
        line = prove(trace, ([1], 0), "cosine")["update term"]
        assert line.relation == "=" and not line.holds.any()

    def test_a_false_claim_fails(self):
        best = maximum_margin(WORKED.X, WORKED.y)
        claim = Separator(best.w, 0, "none", 0, best.gamma_squared * 2, best.support)
        failure = prove(perceptron(WORKED.X, WORKED.y), claim).first_failure
        assert failure.line.name == "gain" and failure.k == 1

    def test_what_is_refused_is_named(self):
        trace = perceptron(WORKED.X, WORKED.y)
        for given, source, named in (
            (None, "novikoff", "primal"),
            (([1, 0], 0), "iterations", "sample 2"),
            (([1, 2, 3], 0), "iterations", "with 2 numbers in w"),
        ):
            with pytest.raises(ValueError, match=named):
                prove(trace, given, source)
        with pytest.raises(KeyError, match=r"squeeze.*gain"):
            prove(trace)["squeeze"]

    def test_the_trace_of_no_run(self):
        trace = perceptron(WORKED.X, WORKED.y, bias="one")
        for name, value in (("pad_squared", -1), ("learning_rate", 0)):
            for judge in (prove, check):
                with pytest.raises(ValueError, match=f"{name} .*must .* found {value}"):
                    judge(replace(trace, **{name: value}), ([1, 2], 0))

    @pytest.mark.parametrize(("w", "square"), [([0, 0], 1), ([1, 2], 0), ([1, 2, 3], 1)])
    def test_a_claim_that_is_nothing(self, w, square):
        claim = Separator(np.array(w), 0, "none", 0, Fraction(square), np.array([0]))
        with pytest.raises(ValueError, match=r"other than 0|have 2 numbers; found 3"):
            prove(perceptron(WORKED.X, WORKED.y), claim)


class TestShown:
    def test_long_fractions_are_shown_as_floats(self):
        """A reader sees .3827, a program reads all of its digits, at every scale."""
        for scale in (1.0, 1e-200, 1e200):
            proof = prove(perceptron(normalize(WORKED.X)[0] * scale, WORKED.y))
            gain = proof.table().rows[0][2]
            assert gain == pytest.approx(np.sin(np.pi / 8) * scale, rel=1e-14)
            assert all(np.isfinite(proof.columns["norm"]))
        assert len(as_csv(prove(perceptron(WORKED.X / 7, WORKED.y)).over_k("norm"))) < 500


def test_numbers_of_thousands_of_digits_are_shown_rounded():
    big = 10**2200
    trace = perceptron([[big, 1], [big, -1], [-big, big]], [1, 1, -1], max_mistakes=3)
    proof = prove(trace)
    assert proof.holds
    for shown in (proof.table(), proof["norm"] and proof.over_k("norm"), check(trace).table()):
        assert len(shown.text()) < 5000 and "e+4" in shown.text()


@pytest.mark.parametrize(
    ("settings", "source", "notation", "norm", "per_k", "bound"),
    [
        ({}, "iterations", None, "k R²", 8, "R²/γ²"),
        ({}, "online", None, "k D²", 8, "(D/γ)²"),
        ({}, "cosine", "online", "k", 1, "1/γ²"),
        ({"bias": "one"}, "online", None, "k (D²+c²)", 9, "(D²+c²)/γ²"),
        ({"bias": "radius"}, "primal", None, "2 k η² R²", 16, "(2R/γ)²"),
        ({"bias": "radius"}, "primal", "online", "2 k D²", 16, "(2D/γ)²"),
        ({"learning_rate": 3}, "iterations", None, "k η² R²", 72, "R²/γ²"),
    ],
)
def test_the_norms_line_and_the_bound_are_of_the_space_of_the_run(
    settings, source, notation, norm, per_k, bound
):
    data = worked_example()
    proof = prove(perceptron(data.X, data.y, **settings), source=source, notation=notation)
    line = proof["Lemma 3" if source == "primal" else "norm"]
    assert line.right.text == norm and proof["conclusion"].right.text == bound
    assert line.rhs.tolist() == [k * per_k for k in line.k.tolist()]
