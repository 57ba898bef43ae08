"""Five sets of symbols: as in the sources, and readable by everything that shows them."""

import functools
import re
from itertools import product

import pytest
from matplotlib.mathtext import MathTextParser

from perceptron_core import perceptron, worked_example
from perceptron_lessons import SOURCES, THEOREMS, normalize, prove, relabel, symbol
from perceptron_lessons.tables import table_of_run
from perceptron_lessons.theory.notation import QUANTITIES, squared, write

# What each source writes, copied from the pages of the source.
IN_THE_SOURCES = {
    "weights": ("ŵ_k", "w", "θ^(k+1)", "w_{k+1}", "w_T"),
    "weights before": ("ŵ_{k−1}", "w_old", "θ^(k)", "w_k", "w_{T−1}"),
    "label": ("y_i", "y_i", "y^(i)", "y_i", "y_i"),
    "separator": ("ŵ_opt", "u", "u", "w*", "w_*"),
    "margin": ("γ", "δ", "γ", "γ", "γ"),
    "radius": ("R", "1", "D", "R", "1"),
    "mistakes": ("k", "#mistakes", "k", "k", "T"),
    "learning rate": ("η", "η", "1", "1", "1"),
    "bound": ("(2R/γ)²", "1/δ²", "(D/γ)²", "R²/γ²", "1/γ²"),
}


@pytest.mark.parametrize("quantity", IN_THE_SOURCES)
def test_symbols_are_those_of_the_sources(quantity):
    found = tuple(symbol(source, quantity).text for source in SOURCES)
    assert found == IN_THE_SOURCES[quantity]


def test_the_bound_of_a_theorem_is_its_symbol():
    for source, theorem in THEOREMS.items():
        assert theorem.bound == symbol(source, "bound")
        end = theorem.statement.text.rstrip(".").split(" ≤ ")[-1]
        assert end == theorem.bound.text


@functools.cache
def formulas():
    """Every symbol, statement and line of every proof that the package can write."""
    data = worked_example()
    found = [symbol(source, quantity) for source, quantity in product(SOURCES, QUANTITIES)]
    found += [theorem.statement for theorem in THEOREMS.values()]
    for source, bias, eta in product(SOURCES, ("none", "one", "radius"), (1, 2)):
        for X in (data.X, normalize(data.X)[0]):
            proof = prove(perceptron(X, data.y, bias=bias, learning_rate=eta), source=source)
            found += [line.formula() for line in proof.lines]
            found += [squared(line.left, sign) for line in proof.lines for sign in (False, True)]
    return list(dict.fromkeys(found))


def test_latex_compiles():
    """Mathtext understands less than LaTeX: what it draws, MathJax and LaTeX draw."""
    parser = MathTextParser("path")
    for formula in formulas():
        drawn = parser.parse(f"${formula.latex}$")
        assert drawn.width > 0, formula


def test_latex_is_latex():
    for formula in formulas():
        latex = formula.latex
        assert latex.isascii(), formula
        assert latex.count("{") == latex.count("}") and "[" not in latex
        assert not re.search(r"\\(hat|mathbf) ", latex), "an argument stands in braces"
        assert "b_opt" not in latex and "cos(" not in latex.replace(r"\cos(", "")


def test_text_has_no_template_left():
    for formula in formulas():
        assert "[" not in formula.text and "\\" not in formula.text
        assert not any(f"{{{quantity}}}" in formula.text for quantity in QUANTITIES)
        assert "{η" not in formula.text and "  " not in formula.text


class TestWrite:
    def test_the_learning_rate_is_written_where_it_is_not_1(self):
        assert write("{η} {margin}", "iterations").text == "γ"
        for rate in (0.5, 2):
            assert write("{η} {margin}", "iterations", rate).text == "η γ"
        assert write("{η} {margin}", "primal").text == "η γ"

    def test_an_unknown_source_or_quantity_is_refused(self):
        with pytest.raises(ValueError, match="primal"):
            symbol("novikoff", "margin")
        with pytest.raises(ValueError, match="weights"):
            symbol("primal", "velocity")


def test_what_is_wrong_with_a_notation_is_said_at_once(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("letter = 'w'\n'k-th weight' = 'w_k'\nmargin = 'w'\nradios = 'R'\n")
    with pytest.raises(ValueError) as error:
        symbol(str(file), "margin")
    for word in ("'radios' is unknown", "'radius' is missing", "'letter' and 'margin' are both w"):
        assert word in str(error.value)


class TestRelabel:
    """The one way from this package's own headings to a source's."""

    @pytest.mark.parametrize(
        ("source", "heads"),
        [
            ("primal", ["k", "i", "x̂_i", "y_i", "y_i(w·x_i + b)", "ŵ_k", "b"]),
            ("cosine", ["#mistakes", "i", "x_i", "y_i", "y_i(w·x_i + b)", "w", "b"]),
            ("online", ["k", "i", "x^(i)", "y^(i)", "y^(i) θᵀx^(i)", "θ^(k+1)", "inside θ"]),
            ("iterations", ["k", "i", "x_i", "y_i", "y_i(wᵀx_i + b)", "w_{k+1}", "b"]),
            ("empirical", ["T", "i", "x_i", "y_i", "y_i(wᵀx_i − θ)", "w_T", "−θ"]),
        ],
    )
    def test_a_run(self, source, heads):
        table = table_of_run(perceptron(worked_example().X, worked_example().y, bias="one"))
        assert list(map(str, relabel(table, source).columns)) == heads
        assert relabel(table, source).rows == table.rows
        assert relabel(table, None) is table
