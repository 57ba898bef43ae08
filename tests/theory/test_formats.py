"""Tables as Markdown, LaTeX and comma-separated values: each kind of cell, sign for sign."""

from fractions import Fraction

import pytest

from perceptron_lessons.tables import Symbol, Table
from perceptron_lessons.theory.formats import as_csv, as_latex, as_markdown, latex_escape

# A cell, and how LaTeX and programs read it.
CELLS = [
    (Fraction(-12, 13), r"$-\frac{12}{13}$", "-12/13"),
    (Fraction(1, 3), r"$\frac{1}{3}$", "1/3"),
    (Fraction(4, 2), "$2$", "2"),
    (-3, "$-3$", "-3"),
    (0.1, "$0.1$", "0.10000000000000001"),
    (Fraction(1, 10**20), r"$\approx 1.000e-20$", "1/100000000000000000000"),
    (Fraction(10**5000, 3), r"$\approx 3.333e+4999$", "1" + "0" * 5000 + "/3"),
    (None, "--", "–"),
    (True, "yes", "yes"),
    (False, "no", "no"),
    ("k ≤ 50 %", r"k $\leq$ 50 \%", "k ≤ 50 %"),
    ("−", "$-$", "-"),
    (Symbol("γ²", r"\gamma^2"), r"$\gamma^2$", "γ²"),
]


@pytest.mark.parametrize(("cell", "latex", "plain"), CELLS)
def test_a_cell(cell, latex, plain):
    table = Table("title", ["heading"], [[cell]])
    assert as_latex(table).splitlines()[5] == rf" & {latex} \\"
    assert as_csv(table) == f"heading\n{plain}\n"


def test_whole_tables():
    table = Table("t", ["n", "word"], [[1, "a|b"], [2, "c"]], marked={1})
    assert as_markdown(table).splitlines() == [
        *("**t**", "", "|  | n | word |", "| --- | --- | --- |"),
        *(r"|  | 1 | a\|b |", "| → | 2 | c |"),
    ]
    assert as_latex(table).splitlines() == [
        *("% t", r"\begin{tabular}{@{}crl@{}}", r"\toprule", r" & n & word \\", r"\midrule"),
        *(r" & $1$ & a$|$b \\", r"$\rightarrow$ & $2$ & c \\", r"\bottomrule", r"\end{tabular}"),
    ]


def test_a_sentence_is_set_in_lines_and_a_table_without_rows_has_its_columns():
    rows = [["so", "as the offset step R² is not met: this run has no offset b at all", 1]]
    kinds = [as_latex(Table("t", ["a", "b", "n"], rows)).splitlines()[1] for rows in (rows, [])]
    assert kinds == [rf"\begin{{tabular}}{{@{{}}c{kind}@{{}}}}" for kind in ("lp{16em}r", "rrr")]


def test_sixty_letters_are_words_and_more_a_sentence():
    for length, kind in ((60, "l"), (61, "p{16em}")):
        column = Table("t", ["a"], [["short"], ["x" * length]])
        assert as_latex(column).splitlines()[1] == rf"\begin{{tabular}}{{@{{}}c{kind}@{{}}}}"


def test_every_sign_of_our_texts_has_a_name_in_latex():
    signs = "→≤≥≠−·²√γηδθ‖ᵀ₀ξ×±∞≈Σ³°µ<>|"
    assert all(latex_escape(sign)[:: len(latex_escape(sign)) - 1] == "$$" for sign in signs)
    assert latex_escape("ŵ_k & 5…") == r"$\hat{w}$\_k \& 5\ldots{}"
    assert latex_escape("\\^~") == r"\textbackslash{}\^{}\~{}"
