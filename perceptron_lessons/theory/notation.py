"""The five sources' symbols as data, so that a table or a proof can be shown in any of them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from perceptron_lessons.tables import Symbol, Table
from perceptron_lessons.theory.formats import latex_escape

AUTHORS = {
    "primal": "Perceptron Algorithm (Primal Form), after Cristianini and Shawe-Taylor",
    "cosine": "David Helmbold, Perceptron Convergence Theorem",
    "online": "The perceptron and large margin classifiers, notes of 2021",
    "iterations": "The Perceptron, the text with the worked example",
    "empirical": "lecture 7, Perceptron Algorithm, after Shalev-Shwartz, Ben-David and Servedio",
}
"""Short name of a source → who wrote it, or its title where no author is named."""
SOURCES = tuple(AUTHORS)


def _row(*pairs):
    """One quantity: a (text, latex) pair for each source, in the order of SOURCES."""
    return dict(zip(SOURCES, (Symbol(*pair) for pair in pairs), strict=True))


# k is the number of updates made so far; `online` and `iterations` number the weights from 1.
QUANTITIES = {
    "weights": _row(
        ("ŵ_k", r"\hat{w}_k"),
        ("w", r"\mathbf{w}"),
        ("θ^(k+1)", r"\theta^{(k+1)}"),
        ("w_{k+1}", r"\mathbf{w}_{k+1}"),
        ("w_T", r"\mathbf{w}_T"),
    ),
    "weights before": _row(
        ("ŵ_{k−1}", r"\hat{w}_{k-1}"),
        ("w_old", r"\mathbf{w}_{\mathrm{old}}"),
        ("θ^(k)", r"\theta^{(k)}"),
        ("w_k", r"\mathbf{w}_k"),
        ("w_{T−1}", r"\mathbf{w}_{T-1}"),
    ),
    "sample": _row(
        ("x̂_i", r"\hat{x}_i"),
        ("x_i", r"\mathbf{x}_i"),
        ("x^(i)", r"x^{(i)}"),
        ("x_i", r"\mathbf{x}_i"),
        ("x_i", r"\mathbf{x}_i"),
    ),
    "label": _row(
        ("y_i", "y_i"), ("y_i", "y_i"), ("y^(i)", "y^{(i)}"), ("y_i", "y_i"), ("y_i", "y_i")
    ),
    "offset": _row(
        ("b", "b"),
        ("b", "b"),
        ("inside θ", r"\text{inside }\theta"),
        ("b", "b"),
        ("−θ", r"-\theta"),
    ),
    "separator": _row(
        ("ŵ_opt", r"\hat{w}_{\mathrm{opt}}"),
        ("u", r"\mathbf{u}"),
        ("u", "u"),
        ("w*", r"\mathbf{w}^*"),
        ("w_*", r"\mathbf{w}_*"),
    ),
    "margin": _row(
        ("γ", r"\gamma"), ("δ", r"\delta"), ("γ", r"\gamma"), ("γ", r"\gamma"), ("γ", r"\gamma")
    ),
    "radius": _row(("R", "R"), ("1", "1"), ("D", "D"), ("R", "R"), ("1", "1")),
    "mistakes": _row(
        ("k", "k"), ("#mistakes", r"\#\mathrm{mistakes}\,"), ("k", "k"), ("k", "k"), ("T", "T")
    ),
    "learning rate": _row(("η", r"\eta"), ("η", r"\eta"), ("1", "1"), ("1", "1"), ("1", "1")),
    "functional margin": _row(
        ("y_i(w·x_i + b)", r"y_i(w \cdot x_i + b)"),
        ("y_i w·x_i", r"y_i \mathbf{w} \cdot \mathbf{x}_i"),
        ("y^(i) θᵀx^(i)", r"y^{(i)} \theta^T x^{(i)}"),
        ("y_i wᵀx_i", r"y_i \mathbf{w}^T \mathbf{x}_i"),
        ("y_i wᵀx_i", r"y_i \mathbf{w}^\top \mathbf{x}_i"),
    ),
    "mistake rule": _row(
        ("y_i(w·x_i + b) ≤ 0", r"y_i(w \cdot x_i + b) \leq 0"),
        ("sign(w·x_i) ≠ y_i", r"\mathrm{sign}(\mathbf{w} \cdot \mathbf{x}_i) \neq y_i"),
        ("g(θᵀx) ≠ y, g(0) = +1", r"g(\theta^T x) \neq y,\ g(0) = +1"),
        ("y_j w_kᵀx_j ≤ 0", r"y_j \mathbf{w}_k^T \mathbf{x}_j \leq 0"),
        ("y_i ≠ sign(wᵀx_i)", r"y_i \neq \mathrm{sign}(\mathbf{w}^\top \mathbf{x}_i)"),
    ),
    "update": _row(
        ("w + ηy_i x_i, b + ηy_i R²", r"w + \eta y_i x_i,\ b + \eta y_i R^2"),
        ("w + ηy_i x_i", r"\mathbf{w} + \eta y_i \mathbf{x}_i"),
        ("θ + yx", r"\theta + yx"),
        ("w_k + y_i x_i", r"\mathbf{w}_k + y_i \mathbf{x}_i"),
        ("w_t + y_i x_i", r"\mathbf{w}_t + y_i \mathbf{x}_i"),
    ),
    "bound": _row(
        ("(2R/γ)²", r"(2R/\gamma)^2"),
        ("1/δ²", r"1/\delta^2"),
        ("(D/γ)²", r"(D/\gamma)^2"),
        ("R²/γ²", r"R^2/\gamma^2"),
        ("1/γ²", r"1/\gamma^2"),
    ),
}

# Headings of this package's own tables, and the quantity that each names.
OWN = {
    "k": "mistakes",
    "mistakes": "mistakes",
    "x": "sample",
    "y": "label",
    "y(w·x + b)": "functional margin",
    "y w·x": "functional margin",
    "y(w·x + b) before": "functional margin",
    "w after": "weights",
    "R": "radius",
    "γ": "margin",
}


def symbol(source: str, quantity: str) -> Symbol:
    """Return the symbol that a source uses for a quantity.

    Parameters
    ----------
    source : {"primal", "cosine", "online", "iterations", "empirical"}
    quantity : str
        A key of `QUANTITIES`.

    Returns
    -------
    Symbol
        With `.text` and `.latex`.

    Raises
    ------
    ValueError
        No such source or quantity; the message lists those that there are.

    Examples
    --------
    >>> symbol("cosine", "margin").text, symbol("online", "weights").latex
    ('δ', '\\\\theta^{(k+1)}')
    """
    check_source(source)
    if quantity not in QUANTITIES:
        raise ValueError(f"quantity must be one of {', '.join(QUANTITIES)}; found {quantity!r}")
    return QUANTITIES[quantity][source]


def weights_at(source, k):
    """Return the symbol of the weights after k updates, numbered as the source numbers them.

    >>> weights_at("iterations", 0).text, weights_at("online", 4).text, weights_at("primal", 4).text
    ('w_1', 'θ^(5)', 'w_4')
    """
    check_source(source)
    return {
        "primal": Symbol(f"w_{k}", f"w_{{{k}}}"),
        "cosine": Symbol("w", r"\mathbf{w}"),
        "online": Symbol(f"θ^({k + 1})", rf"\theta^{{({k + 1})}}"),
        "iterations": Symbol(f"w_{k + 1}", rf"\mathbf{{w}}_{{{k + 1}}}"),
        "empirical": Symbol(f"w_{k}", rf"\mathbf{{w}}_{{{k}}}"),
    }[source]


def relabel(table: Table, source: str | None, k: int | None = None) -> Table:
    """Return a finished table under a source's symbols.

    Parameters
    ----------
    table : Table
        Of a run, of an iteration or of bounds, in this package's own symbols.
    source : {"primal", "cosine", "online", "iterations", "empirical"} or None
        None leaves the table as it is.
    k : int, optional
        The updates made where the title says "w = …", for sources that number the weights.

    Returns
    -------
    Table

    Examples
    --------
    >>> print(relabel(Table("after 1 update: w = (2)", ["i", "y w·x"], [(0, 4)]), "online", k=1))
    after 1 update: θ^(2) = (2)
      i  y^(i) θᵀx^(i)
      0              4
    """
    if source is None:
        return table
    check_source(source)
    title = table.title
    if k is not None:
        title = title.replace("w = ", f"{weights_at(source, k)} = ", 1)
    columns = [_heading(column, source) for column in table.columns]
    return replace(table, title=title, columns=columns)


def _heading(column, source):
    """Return one of this package's own headings in a source's symbols; others as they are."""
    if column == "b after":
        return "b"
    if column not in OWN:
        return column
    found = QUANTITIES[OWN[column]][source]
    # Where all samples have length 1 there is no letter for the greatest length.
    return column if found.text == "1" else found


def check_source(source):
    """Raise ValueError unless `source` is one of SOURCES."""
    if source not in SOURCES:
        raise ValueError(f"source must be one of {', '.join(SOURCES)}; found {source!r}")


def in_formula(text):
    r"""Return text with its mathematical signs as LaTeX has them between dollar signs.

    >>> print(in_formula("γ·k ≤ 2²"))
    \gamma \cdot k \leq  2^2
    """
    return "".join(
        c if c.isascii() else re.sub(r"([a-z])$", r"\1 ", latex_escape(c).strip("$")) for c in text
    )


@lru_cache(maxsize=1024)
def write(template, source, learning_rate=1):
    """Return a formula in a source's own symbols.

    Parameters
    ----------
    template : str
        Plain text with quantities in braces, such as "{weights}·{separator}". {η} and {η²} are
        written only where the source keeps a learning rate, or the run has one other than 1;
        [x] is √x. {radius} is R where the source has no letter for it.
    source : str
    learning_rate : number

    Returns
    -------
    Symbol

    Examples
    --------
    >>> write("{mistakes}·{margin}", "cosine").text, write("[{mistakes}]", "empirical").latex
    ('#mistakes·δ', '\\\\sqrt{{T}}')
    """
    check_source(source)
    shown = source == "primal" or learning_rate != 1
    template = template.replace("{η}", "η" if shown else "")
    template = " ".join(template.replace("{η²}", "η²" if shown else "").split())
    text = re.sub(r"\[([^]]*[+][^]]*)\]", r"√(\1)", template).replace("[", "√").replace("]", "")
    latex = template.replace("cos(", r"\cos(").replace("b_opt", r"b_{\mathrm{opt}}")
    latex = in_formula(latex)
    latex = latex.replace("[", r"\sqrt{").replace("]", "}")
    letters = {quantity: symbols[source] for quantity, symbols in QUANTITIES.items()}
    if letters["radius"].text == "1":
        letters["radius"] = Symbol("R", "R")
    for quantity, letter in letters.items():
        text = text.replace(f"{{{quantity}}}", letter.text)
        latex = latex.replace(f"{{{quantity}}}", f"{{{letter.latex}}}")
    return Symbol(text, latex.strip())


def squared(formula, signed=False):
    """Return the square of a formula; `signed`, the square that keeps the sign, v·|v|.

    >>> squared(Symbol("γ", r"\\gamma")).text, squared(Symbol("w·u", r"w \\cdot u"), True).text
    ('γ²', '(w·u)·|w·u|')
    """
    text, latex = formula
    if signed:
        return Symbol(f"({text})·|{text}|", rf"({latex}) \cdot |{latex}|")
    if len(text) == 1:
        return Symbol(f"{text}²", f"{{{latex}}}^2")
    return Symbol(f"({text})²", f"({latex})^2")


def notation_table() -> Table:
    """Return the table of all quantities, one column a source."""
    rows = [(name, *symbols.values()) for name, symbols in QUANTITIES.items()]
    return Table("one algorithm, five notations", ("quantity", *SOURCES), rows)
