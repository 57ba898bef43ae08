"""Five sets of symbols: as in the sources, and readable by everything that shows them."""

import functools
import json
import re
import shutil
import subprocess
import unicodedata
from itertools import product

import pytest
from conftest import NO_LATEX, PROJECT, missing
from many import TIMES
from matplotlib.mathtext import MathTextParser

from perceptron_core import perceptron, worked_example
from perceptron_lessons import SOURCES, THEOREMS, normalize, prove, relabel, symbol
from perceptron_lessons.figures import squeeze
from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.latex import SIGNS, as_text
from perceptron_lessons.latex import normal_latex as latex_of
from perceptron_lessons.tables import table_of_run
from perceptron_lessons.takeaway.command_line import main
from perceptron_lessons.theory.formats import as_latex, as_markdown
from perceptron_lessons.theory.notation import (
    QUANTITIES,
    macros,
    notation_of,
    squared,
    style,
    write,
)
from publish.__main__ import main as publish

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
    for formula in formulas():
        assert width(formula.latex) > 0, formula


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


# What lecturers write for the separator → its plain text.
SYMBOLS = {
    r"\theta^\star": "θ⋆",
    r"\theta^*": "θ*",
    r"\theta^\ast": "θ∗",
    r"w^\dagger": "w†",
    r"w^\ddagger": "w‡",
    "θ⋆": "θ⋆",
    "θ^*": "θ*",
    r"\hat\theta": "θ̂",
    r"\hat{\theta}": "θ̂",
    r"\bar\theta": "θ̄",
    r"\tilde w": "w̃",
    r"\tilde{w}": "w̃",
    r"\vec v": "v⃗",
    r"\vec{v}^\star": "v⃗⋆",
    r"\widehat{w}": "ŵ",
    r"\overline{w}": "w̅",
    r"\dot w": "ẇ",
    r"\boldsymbol\theta": "θ",
    r"\boldsymbol{\theta}^\star": "θ⋆",
    r"\bm{v}": "v",
    r"\mathbf v": "v",
    r"\mathbf{w}^{\star}": "w⋆",
    r"\mathrm{v}": "v",
    r"\mathcal{V}": "𝒱",
    r"\mathbb V": "𝕍",
    r"\mathsf{v}": "v",
    r"w_\star": "w_⋆",
    r"w_{\text{opt}}": "w_opt",
    r"w_{\mathrm{sep}}": "w_sep",
    r"w_\infty": "w_∞",
    "w'": "w′",
    r"w^\prime": "w′",
    "w''": "w′′",
    r"\ell": "ℓ",
    r"\vartheta": "ϑ",
    "ϑ": "ϑ",
    r"\varphi": "φ",
    r"\phi": "ϕ",
    r"\varepsilon": "ε",
    r"\epsilon": "ϵ",
    r"\varrho": "ϱ",
    r"\Omega": "Ω",
    r"\Theta^\star": "Θ⋆",
    r"\nabla": "∇",
    r"\partial": "∂",
    r"\beta^{(0)}": "β^(0)",
    r"\frac{1}{2}\omega": "(1/2)ω",
    r"2\omega": "2ω",
    r"\tfrac{\omega}{2}": "ω/2",
    r"a + v": "a + v",
    "v₀": "v_0",
    r"\lVert v\rVert": "‖v‖",
    r"\langle v\rangle": "⟨v⟩",
    r"\operatorname{sep}": "sep",
}


def own_notation(folder, **symbols):
    """Return the file of a notation with these symbols, others as a lecturer has them."""
    rows = {"letter": "w", "k-th weight": "w_k", "sample": "x_t", "label": "y_t"}
    rows |= {"separator": "u", "margin": r"\gamma", "radius": "R", "mistakes": "k"}
    lines = [f"{key!r} = {json.dumps(value)}" for key, value in (rows | symbols).items()]
    file = folder / "mine.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@functools.cache
def width(latex):
    """How wide a formula is drawn: most lines of a proof are the same for many symbols."""
    return MathTextParser("path").parse(f"${latex}$").width


def without_blanks(text):
    return unicodedata.normalize("NFC", re.sub(r"[ {}]", "", text))


@pytest.mark.parametrize("latex", SYMBOLS)
@pytest.mark.parametrize("quantity", ["separator", "margin"])
def test_what_lecturers_write_is_in_every_form(quantity, latex, tmp_path):
    notation = notation_of(own_notation(tmp_path, **{quantity: latex}))
    text = unicodedata.normalize("NFC", SYMBOLS[latex])
    assert notation[quantity].text == text
    data = worked_example()
    proof = prove(perceptron(data.X, data.y), notation=notation)
    for line in proof.lines:
        formula = line.formula()
        assert width(formula.latex) > 0, formula
        assert without_blanks(as_text(formula.latex)) == without_blanks(formula.text)
    table = proof.table(1)
    for shown in (str(table), as_markdown(table), as_latex(table)):
        assert notation[quantity].latex in shown or text in shown
    assert style(notation).isascii() or "\\text" in latex


def test_every_symbol_is_drawn_in_the_proof_in_three_panels(tmp_path):
    for latex, text in list(SYMBOLS.items())[:: 6 if TIMES == 1 else 1]:
        notation = notation_of(own_notation(tmp_path, separator=latex))
        picture = squeeze(notation=notation, width=7)
        picture.figure.draw_without_rendering()
        assert unicodedata.normalize("NFC", text) in picture.description.alt, latex


def test_a_product_has_brackets_where_it_divides_or_has_a_power(tmp_path):
    for latex, bound in (
        (r"\frac12\gamma", "R²/((1/2)γ)²"),
        (r"2\gamma", "R²/(2γ)²"),
        (r"\frac{R}{2}", "R²/(R/2)²"),
        (r"\gamma^\star", "R²/γ⋆²"),
        (r"\bar\gamma", "R²/γ̄²"),
        (r"\gamma'", "R²/γ′²"),
        (r"\gamma_t", "R²/γ_t²"),
    ):
        found = notation_of(own_notation(tmp_path, margin=latex))["bound"]
        assert found.text == unicodedata.normalize("NFC", bound)
        assert as_text(found.latex) == found.text
        assert MathTextParser("path").parse(f"${found.latex}$").width > 0


# What cannot be read → what the error says of it.
REFUSED = {
    "$": "$",
    r"$\gamma$": "dollar",
    "50%": "%",
    "#1": "#",
    "a & b": "&",
    "}{": "}",
    "{x": "}",
    r"\frac{1}": "its end",
    "": "symbol",
    "   ": "symbol",
    r"\,": "symbol",
    "{}": "symbol",
    "<script>": "<script>",
    "<margin>": "itself",
    "<separator>": "itself",
    r"\gama": r"\gamma",
    r"\input{secrets}": r"\input",
    r"\begin{pmatrix}1\\2\end{pmatrix}": "one line",
    r"x^\star'": "two indices",
    "{" * 5000 + "x" + "}" * 5000: "braces",
    "w": "both w",
    r"\mathbf{w}": "both w",
    "ж": "ж",
}
COMMANDS = {
    "figures": ("figures", "--out", "{out}", "squeeze"),
    "table": ("table", "--show", "proof"),
    "run": ("run", "{csv}", "--out", "{out}"),
    "sheet": ("sheet", "--seed", "1", "--students", "1", "--out", "{out}"),
    "mark": ("sheet", "--seed", "1", "--mark", "{csv}"),
}


@pytest.mark.parametrize("latex", REFUSED, ids=lambda latex: ascii(latex)[:20])
def test_a_symbol_that_cannot_be_read_is_refused_with_file_and_key(latex, tmp_path, capsys):
    key = "margin" if latex != "<separator>" else "separator"
    file = own_notation(tmp_path, **{key: latex})
    with pytest.raises(ValueError) as refused:
        notation_of(file)
    said = str(refused.value)
    assert said.startswith(f"{file}: ") and repr(key) in said and REFUSED[latex] in said
    assert len(said) < 600 and said.count(":") > 1


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("latex", ["$", "<script>", r"\gama", "{" * 5000])
def test_each_command_refuses_it_before_it_writes(command, latex, tmp_path, capsys):
    file = own_notation(tmp_path, margin=latex)
    csv = tmp_path / "data.csv"
    csv.write_text("a,b,class\n-2,0,no\n0,-2,no\n-2,2,yes\n2,2,yes\n")
    out = tmp_path / "out"
    words = [word.format(out=out, csv=csv) for word in COMMANDS[command]]
    assert main([*words, "--notation", str(file)]) == 2
    shown, said = capsys.readouterr()
    assert not shown and not out.exists()
    assert str(file) in said and "'margin'" in said and len(said.splitlines()) == 1


def test_slides_refuse_it_before_a_lesson_runs(tmp_path, capsys):
    file = own_notation(tmp_path, margin="$")
    deck = tmp_path / "own.md"
    deck.write_text("# A\n\n$\\gamma$\n\nNotes: Say it.")
    out = tmp_path / "slides"
    options = ["--out", str(out), "--reveal", str(tmp_path), "--notation", str(file)]
    assert publish(["slides", *options, str(deck)]) == 2 and not out.exists()
    assert "'margin'" in capsys.readouterr().err


@pytest.mark.parametrize("latex", [r"\theta^\star", r"\bar\gamma", r"\vec{v}^\star", r"\frac12 v"])
def test_the_formulas_of_decks_can_be_read_in_any_letters(latex, tmp_path):
    words = Wording(notation_of(own_notation(tmp_path, separator=latex)))
    for deck in PROJECT.glob("slides/*.md"):
        for formula in re.findall(r"\$+([^$]+)\$+", deck.read_text(encoding="utf-8")):
            assert as_text(words.rewritten_formula(formula))
    kept = r"\operatorname{rank}\text{ work }\begin{aligned}y\end{aligned}"
    assert words.rewritten_formula(kept) == kept.replace("}y", "}{y}")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"margin = '\xff\xfe\xff'", "mine.toml"),
        (b"margin = " + b"[" * 5000, "mine.toml"),
        (b"margin = 3", "'margin'"),
        (b"title = 3", "'title'"),
        (b"'learning rate always' = 'yes'", "'learning rate always'"),
        (b"margin", "mine.toml"),
        (b"", "'margin' is missing"),
        (b'separator = "\\theta"', "single quotes, '\\theta'"),
        (b'separator = "\\nu"', "single quotes"),
        (b'separator = "\\beta"', "single quotes"),
        (b"'k-th weight' = 'w_{2k}'", "must have k or k+1 alone"),
    ],
)
def test_a_file_that_is_no_notation_is_refused_by_name(content, word, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"mine\.toml") as refused:
        notation_of(file)
    assert word in str(refused.value)


def test_a_changed_file_is_read_again(tmp_path):
    assert symbol(str(own_notation(tmp_path, margin=r"\rho")), "margin").text == "ρ"
    file = str(own_notation(tmp_path, margin=r"\tau"))
    assert symbol(file, "margin").text == "τ"
    assert write("{margin}²", file).text == "τ²" and macros(file)[r"\PerMargin"] == r"\tau"


def test_every_symbol_compiles_in_latex(tmp_path):
    if not shutil.which("pdflatex"):
        missing(NO_LATEX)
    lines = [notation_of(own_notation(tmp_path, margin=latex))["bound"].latex for latex in SYMBOLS]
    lines += [latex_of(command) for command in SIGNS]
    for latex in SYMBOLS:
        notation = notation_of(own_notation(tmp_path, separator=latex))
        trace = perceptron(worked_example().X, worked_example().y)
        lines += [line.formula().latex for line in prove(trace, notation=notation).lines]
        lines += [squared(notation["separator"], sign).latex for sign in (False, True)]
    body = "\n\n".join(f"$x {line} y$" for line in lines)
    preamble = r"\documentclass{article}\usepackage{amsmath,amssymb,amsbsy}"
    document = rf"{preamble}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert ended.returncode == 0, ended.stdout[-1500:]
