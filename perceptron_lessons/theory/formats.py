"""A table, or a text, in the forms that people take away: Markdown, LaTeX and CSV."""

import csv
import io
import re
from fractions import Fraction

from perceptron_lessons.tables import Symbol, Table, format_number, is_long

SENTENCE = 60  # letters: what is longer is set in lines


def as_markdown(table: Table) -> str:
    """Return a table as GitHub Markdown, symbols between dollar signs.

    Parameters
    ----------
    table : Table

    Returns
    -------
    str
    """
    head, *body = (f"| {' | '.join(line)} |" for line in table.lines(_markdown))
    rule = "| --- " * (len(table.columns) + 1) + "|"
    return "\n".join([f"**{table.title}**", "", head, rule, *body])


def as_latex(table: Table) -> str:
    """Return a table as a booktabs `tabular`; marked rows carry an arrow.

    Parameters
    ----------
    table : Table

    Returns
    -------
    str
    """
    cells = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    kinds = "".join(map(_kind, table.wordy(), cells))
    head, *body = (" & ".join(row) + r" \\" for row in table.lines(_latex, r"$\rightarrow$"))
    start = [rf"% {table.title}", rf"\begin{{tabular}}{{@{{}}c{kinds}@{{}}}}", r"\toprule", head]
    return "\n".join([*start, r"\midrule", *body, r"\bottomrule", r"\end{tabular}"])


def _kind(wordy, cells):
    """How LaTeX sets a column: sentences run over, words read from the left, numbers line up."""
    longest = max((len(cell) for cell in cells if isinstance(cell, str)), default=0)
    return r"p{16em}" if longest > SENTENCE else "l" if wordy else "r"


def as_csv(table: Table) -> str:
    """Return a table as comma-separated values: the headings, then the rows, floats in full.

    The minus is a hyphen here, so that programs read the numbers.

    Parameters
    ----------
    table : Table

    Returns
    -------
    str
    """
    buffer = io.StringIO()
    rows = [[format_number(cell, 17) for cell in row] for row in (table.columns, *table.rows)]
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().replace("−", "-")


FORMATS = {"text": str, "markdown": as_markdown, "latex": as_latex, "csv": as_csv}
"""Name of a form → the function that returns a table in it."""


def _markdown(value, digits):
    if isinstance(value, Symbol):
        return f"${value.latex}$"
    return format_number(value, digits).replace("|", r"\|")


# Characters of our own texts that LaTeX would read as commands, or has no glyph for.
_LATEX = {c: "\\" + c for c in "&%$#_{}"} | {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}
_LATEX |= {
    "…": r"\ldots{}",
    "–": "--",
    "“": "``",
    "”": "''",
    "§": r"\S{}",
    "ŵ": r"$\hat{w}$",
    "x̂": r"$\hat{x}$",
}
_NAMES = r"\rightarrow \leq \geq \neq - \cdot ^2 \surd \gamma \eta \delta \theta \Vert ^T _0 "
_NAMES += (
    r"\xi \times \pm \infty \approx \Sigma ^3 ^\circ \mu < > | \Delta ^4 _1 _2 _j _+ _- \bullet "
)
_NAMES += r"\blacksquare \mu \varphi \sigma \alpha \checkmark \lambda"
_SIGNS = zip("→≤≥≠−·²√γηδθ‖ᵀ₀ξ×±∞≈Σ³°µ<>|Δ⁴₁₂ⱼ₊₋•∎μφσα✓λ", _NAMES.split(), strict=True)
_LATEX |= {sign: f"${name}$" for sign, name in _SIGNS}

_TO_LATEX = re.compile("|".join(map(re.escape, _LATEX)))


def _latex(value, digits):
    if isinstance(value, Symbol):
        return f"${value.latex}$"
    if isinstance(value, Fraction) and value.denominator != 1 and not is_long(value):
        sign = "-" if value < 0 else ""
        return rf"${sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}$"
    text = format_number(value, digits)
    if not isinstance(value, str) and text != "–" and text not in ("yes", "no"):
        text = text.replace("−", "-").replace("≈", r"\approx ")
        return f"${text}$"
    return latex_escape(text)


def latex_escape(text):
    """Return plain text with everything that LaTeX would misread replaced.

    >>> latex_escape("k ≤ 50 %")
    'k $\\\\leq$ 50 \\\\%'
    """
    return _TO_LATEX.sub(lambda found: _LATEX[found[0]], text)
