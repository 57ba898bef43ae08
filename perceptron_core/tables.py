"""A small table that can be read as text, HTML, Markdown, LaTeX or CSV."""

from __future__ import annotations

import csv
import html
import io
import re
import textwrap
import unicodedata
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from numbers import Integral
from typing import NamedTuple

import numpy as np

MARK = "→"
GAP = "⋮"  # in each cell of a row that stands for rows left out
LABELS = ("y", "y_i", "y^(i)")  # headings of a column of labels
LINE = 90  # characters of a caption
LONG = 16  # characters beyond which a fraction is shown as a rounded float


class Symbol(NamedTuple):
    """A mathematical symbol or formula, in plain text and in LaTeX (without the dollar signs)."""

    text: str
    latex: str

    def __str__(self):
        return self.text


class Label(int):
    """A label, −1 or +1: a number that is written with its sign, whichever it is.

    >>> format_number(Label(1)), format_number(Label(-1)), Label(1) + 1
    ('+1', '−1', 2)
    """


def format_number(value, digits=4):
    """Return a number, a vector or a word as readers write it, with a true minus sign.

    Integers and fractions are shown exactly, floats to `digits` significant digits; so are
    fractions too long to read, after a ≈. With 17 digits or more everything is shown in full.

    >>> format_number(Fraction(12, 13)), format_number(2.0), format_number((0.5, -1))
    ('12/13', '2', '(0.5, −1)')
    """
    if value is None:
        return "–"
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (str, Symbol)):
        return str(value)
    if isinstance(value, (tuple, list, np.ndarray)):
        return "(" + ", ".join(format_number(v, digits) for v in value) + ")"
    if isinstance(value, Fraction) and len(str(value)) > LONG and digits < 17:
        return f"≈{format_number(float(value), digits)}"
    if isinstance(value, Label):
        text = f"{value:+d}"
    elif isinstance(value, (Integral, Fraction)):
        text = str(value)
    elif float(value).is_integer() and abs(value) < 1e6:
        text = str(int(value))
    else:
        text = f"{value:.{digits}g}"
    return text.replace("-", "−")


def pluralize(n, noun):
    """Return a number with its noun: '1 mistake', '2 mistakes'."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


@dataclass(frozen=True)
class Table:
    """Rows under headings, some of them marked.

    Parameters
    ----------
    title : str
        One line above the table.
    columns : sequence of str or Symbol
        The headings.
    rows : sequence of sequences
        The cells: numbers, fractions, vectors, words, symbols. Under y, 1 is the label +1.
    marked : collection of int
        Row numbers to point at.
    digits : int
        Significant digits of floats.

    Examples
    --------
    >>> print(Table("squares", ["n", "n²"], [[1, 1], [2, 4]], marked={1}))
    squares
      n  n²
      1   1
    → 2   4
    """

    title: str
    columns: tuple
    rows: tuple
    marked: frozenset = field(default=frozenset())
    digits: int = 4

    def __post_init__(self):
        object.__setattr__(self, "columns", tuple(self.columns))
        rows = (
            tuple(_cell(heading, cell) for heading, cell in zip(self.columns, row, strict=True))
            for row in self.rows
        )
        object.__setattr__(self, "rows", tuple(rows))
        object.__setattr__(self, "marked", frozenset(int(i) for i in self.marked))

    def shortened(self, limit):
        """Return the table with at most `limit` of its rows, and ⋮ where rows are left out.

        The first ones stay, the marked ones as far as there is room, and the last one.

        >>> print(Table("squares", ["n", "n²"], [[n, n * n] for n in range(1, 9)]).shortened(3))
        squares (3 of 8 rows)
          n  n²
          1   1
          2   4
          ⋮   ⋮
          8  64
        """
        n = len(self.rows)
        if n <= limit:
            return self
        kept = {n - 1, *sorted(self.marked)[: limit - 1]}
        kept = sorted(kept.union(islice((i for i in range(n) if i not in kept), limit - len(kept))))
        rows, marked = [], []
        for before, i in zip([-1, *kept], kept, strict=False):
            if i > before + 1:
                rows.append((GAP,) * len(self.columns))
            if i in self.marked:
                marked.append(len(rows))
            rows.append(self.rows[i])
        title = f"{self.title} ({limit} of {n} rows)"
        return replace(self, title=title, rows=rows, marked=marked)

    def cells(self):
        """Return the rows as lists of plain strings."""
        return [[format_number(cell, self.digits) for cell in row] for row in self.rows]

    def text(self):
        """Return the table as aligned plain text; an arrow stands before each marked row."""
        cells = self.cells()
        heads = [str(column) for column in self.columns]
        widths = [max(map(_width, column)) for column in zip(heads, *cells, strict=True)]
        # Words read from the left; numbers line up on the right.
        left = [_is_wordy(row[j] for row in self.rows) for j in range(len(heads))]

        def line(mark, row):
            aligned = []
            for cell, width, words in zip(row, widths, left, strict=True):
                space = " " * (width - _width(cell))
                aligned.append(cell + space if words else space + cell)
            return f"{mark} {'  '.join(aligned)}".rstrip()

        body = [line(MARK if i in self.marked else " ", row) for i, row in enumerate(cells)]
        return "\n".join([self.title, line(" ", heads), *body])

    __str__ = text

    def __repr__(self):
        return self.text()

    def html(self):
        """Return the table as an HTML fragment; marked rows are bold and carry an arrow."""
        # Words read from the left; pages right-align cells, as numbers want it.
        words = [_is_wordy(row[j] for row in self.rows) for j in range(len(self.columns))]
        styles = [' style="text-align:left"' if left else "" for left in words]
        heads = "".join(
            f'<th scope="col"{style}>{_html(str(column))}</th>'
            for style, column in zip(styles, self.columns, strict=True)
        )
        body = []
        for i, row in enumerate(self.cells()):
            cells = "".join(
                f"<td{style}>{_html(cell)}</td>" for style, cell in zip(styles, row, strict=True)
            )
            if i in self.marked:
                body.append(f'<tr style="font-weight:bold"><th scope="row">{MARK}</th>{cells}</tr>')
            else:
                body.append(f"<tr><td></td>{cells}</tr>")
        # As long as a page is wide, however narrow the table: no width asked for, it runs over.
        lines = "<br>".join(map(_html, textwrap.wrap(self.title, LINE)))
        caption = f'<caption style="{_CAPTION}">{lines}</caption>'
        return (
            f"<table>{caption}<thead><tr><td></td>{heads}</tr></thead>"
            f"<tbody>{''.join(body)}</tbody></table>"
        )

    _repr_html_ = html

    def markdown(self):
        """Return the table as GitHub Markdown, symbols between dollar signs."""
        heads = [_markdown(c) for c in self.columns]
        lines = [f"**{self.title}**", "", "| | " + " | ".join(heads) + " |"]
        lines.append("|---" * (len(heads) + 1) + "|")
        for i, row in enumerate(self.rows):
            mark = MARK if i in self.marked else ""
            cells = [_markdown(c, self.digits) for c in row]
            lines.append(f"| {mark} | " + " | ".join(cells) + " |")
        return "\n".join(lines)

    def latex(self):
        """Return a booktabs `tabular`; marked rows carry an arrow."""
        heads = " & ".join(_latex(c) for c in self.columns)
        spec = "c" + "".join(
            "l" if _is_wordy(row[j] for row in self.rows) else "r" for j in range(len(self.columns))
        )
        lines = [rf"% {self.title}", rf"\begin{{tabular}}{{@{{}}{spec}@{{}}}}", r"\toprule"]
        lines += [rf" & {heads} \\", r"\midrule"]
        for i, row in enumerate(self.rows):
            mark = r"$\rightarrow$" if i in self.marked else ""
            cells = " & ".join(_latex(c, self.digits) for c in row)
            lines.append(rf"{mark} & {cells} \\")
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])

    def csv(self):
        """Return comma-separated values: a heading line, then the rows, floats in full.

        The minus is a hyphen here, so that programs read the numbers.
        """
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow([str(column) for column in self.columns])
        writer.writerows([[format_number(cell, 17) for cell in row] for row in self.rows])
        return buffer.getvalue().replace("−", "-")


def _width(text):
    """Return how many columns a text takes; an accent over a letter takes none."""
    return sum(not unicodedata.combining(c) for c in text)


def _cell(heading, cell):
    """Return what stands under the heading: a number, or in a column of labels a label."""
    is_label = str(heading) in LABELS and isinstance(cell, Integral)
    return Label(cell) if is_label else cell


def _is_wordy(column):
    return any(isinstance(cell, (str, Symbol)) and cell != GAP for cell in column)


_CAPTION = "width:0; white-space:nowrap; text-align:left"

# The indices of our own texts: w_{k+1}, w_opt, x_i, x^(i). One letter may stand without braces.
_INDEX = re.compile(r"([_^])(?:\{([^}]*)\}|(\([^)]*\)|opt|old|[\w*]))(?![A-Za-z0-9_])")


def _html(text):
    """Return plain text as HTML, with indices below and above the line.

    >>> _html("‖w_opt‖ ≤ w_{k+1} & x^(i), n_samples")
    '‖w<sub>opt</sub>‖ ≤ w<sub>k+1</sub> &amp; x<sup>(i)</sup>, n_samples'
    """
    tags = {"_": "sub", "^": "sup"}
    return _INDEX.sub(
        lambda found: f"<{tags[found[1]]}>{found[2] or found[3]}</{tags[found[1]]}>",
        html.escape(text),
    )


def _markdown(value, digits=4):
    if isinstance(value, Symbol):
        return f"${value.latex}$"
    return format_number(value, digits).replace("|", r"\|")


# Characters of our own texts that LaTeX would read as commands, or has no glyph for.
_LATEX = {
    **{c: "\\" + c for c in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\~{}",
    "→": r"$\rightarrow$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    **{c: f"${c}$" for c in "<>|"},
    "−": r"$-$",
    "·": r"$\cdot$",
    "²": r"$^2$",
    "³": r"$^3$",
    "°": r"$^\circ$",
    "µ": r"$\mu$",
    "√": r"$\surd$",
    "γ": r"$\gamma$",
    "η": r"$\eta$",
    "δ": r"$\delta$",
    "θ": r"$\theta$",
    "‖": r"$\Vert$",
    "ŵ": r"$\hat{w}$",
    "ᵀ": r"$^T$",
    "₀": r"$_0$",
    "ξ": r"$\xi$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "x̂": r"$\hat{x}$",
    "∞": r"$\infty$",
    "≈": r"$\approx$",
    "Σ": r"$\Sigma$",
    "…": r"\ldots{}",
    "⋮": r"$\vdots$",
    "–": "--",
}

# A letter with an accent of its own is longer than a letter, and comes first.
_TO_LATEX = re.compile("|".join(map(re.escape, sorted(_LATEX, key=len, reverse=True))))


def _latex(value, digits=4):
    if isinstance(value, Symbol):
        return f"${value.latex}$"
    if isinstance(value, Fraction) and value.denominator != 1:
        sign = "-" if value < 0 else ""
        return rf"${sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}$"
    text = format_number(value, digits)
    if not isinstance(value, str) and text != "–" and text not in ("yes", "no"):
        return f"${text.replace('−', '-')}$"
    return latex_escape(text)


def latex_escape(text):
    """Return plain text with everything that LaTeX would misread replaced.

    >>> latex_escape("k ≤ 50 %")
    'k $\\\\leq$ 50 \\\\%'
    """
    return _TO_LATEX.sub(lambda found: _LATEX[found[0]], text)
