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
    assert as_latex(table).splitlines()[5] == rf"{latex} \\"
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


def test_every_sign_of_our_texts_has_a_name_in_latex():
    signs = "→≤≥≠−·²√γηδθ‖ᵀ₀ξ×±∞≈Σ³°µ<>|"
    assert all(latex_escape(sign)[:: len(latex_escape(sign)) - 1] == "$$" for sign in signs)
    assert latex_escape("ŵ_k & 5…") == r"$\hat{w}$\_k \& 5\ldots{}"
    assert latex_escape("\\^~") == r"\textbackslash{}\^{}\~{}"
