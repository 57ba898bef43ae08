"""A small table that can be read as text, HTML, Markdown, LaTeX or CSV."""

from __future__ import annotations

import csv
import html
import io
import re
import textwrap
import unicodedata
from dataclasses import dataclass, field
from decimal import Context
from fractions import Fraction
from numbers import Integral
from typing import NamedTuple

import numpy as np

MARK = "→"
LABELS = ("y", "y_i", "y^(i)")  # headings of a column of labels
LINE = 90  # characters of a caption
LONG = 16  # characters beyond which a fraction is rounded
MOST = 100  # entries of a vector that are shown


class Symbol(NamedTuple):
    """A mathematical symbol or formula, in plain text and in LaTeX (without the dollar signs)."""

    text: str
    latex: str

    def __str__(self):
        return self.text


GAP = Symbol("⋮", r"\vdots")
"""What stands in each cell of a row for the rows left out there."""


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
    if isinstance(value, (str, Symbol)):
        return str(value)
    if value is None or isinstance(value, (bool, np.bool_)):
        return "–" if value is None else "yes" if value else "no"
    if isinstance(value, (tuple, list, np.ndarray)):
        shown = [format_number(v, digits) for v in value[:MOST]] + ["…"] * (len(value) > MOST)
        return f"({', '.join(shown)})"
    if isinstance(value, Fraction) and digits < 17 and is_long(value):
        # Decimals, since a rational may be beyond all floats.
        ratio = Context(digits, Emax=10**6, Emin=-(10**6)).divide(
            value.numerator, value.denominator
        )
        plain = 1e-5 < abs(ratio) < 1e6
        return f"≈{float(ratio):.{digits}g}" if plain else f"≈{ratio:.{digits - 1}e}"
    if isinstance(value, Label):
        text = f"{value:+d}"
    elif isinstance(value, (Integral, Fraction)):
        text = str(value)
    else:
        whole = abs(value) < 1e6 and float(value).is_integer()
        text = str(int(value)) if whole else f"{value:.{digits}g}"
    return text.replace("-", "−")


def is_long(value):
    """Return whether a rational is too long to read.

    Bits are counted first: Python refuses to write thousands of digits.

    >>> is_long(Fraction(12, 13)), is_long(Fraction(1, 10**5000))
    (False, True)
    """
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return bits > 4 * LONG or len(str(value)) > LONG


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
        columns = tuple(self.columns)
        rows = (zip(columns, row, strict=True) for row in self.rows)
        rows = tuple(tuple(_cell(heading, cell) for heading, cell in row) for row in rows)
        marked = frozenset(int(i) for i in self.marked)
        for name, value in (("columns", columns), ("rows", rows), ("marked", marked)):
            object.__setattr__(self, name, value)

    def cells(self):
        """Return the rows as lists of plain strings."""
        return [[format_number(cell, self.digits) for cell in row] for row in self.rows]

    def _wordy(self):
        """Return which columns hold words: they read from the left, numbers line up right."""
        columns = range(len(self.columns))
        cells = [[row[j] for row in self.rows if row[j] is not GAP] for j in columns]
        return [any(isinstance(cell, (str, Symbol)) for cell in column) for column in cells]

    def _marks(self, mark):
        return [mark if i in self.marked else "" for i in range(len(self.rows))]

    def text(self):
        """Return the table as aligned plain text; an arrow stands before each marked row."""
        rows = [list(map(str, self.columns)), *self.cells()]
        widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
        lines, wordy = [self.title], self._wordy()
        for mark, row in zip(["", *self._marks(MARK)], rows, strict=True):
            line = [mark or " "]
            for cell, width, words in zip(row, widths, wordy, strict=True):
                space = " " * (width - _width(cell))
                line.append(" " * (len(line) > 1) + (cell + space if words else space + cell))
            lines.append(" ".join(line).rstrip())
        return "\n".join(lines)

    __str__ = __repr__ = text

    def html(self):
        """Return the table as an HTML fragment; marked rows are bold and carry an arrow."""
        # Pages right-align cells, as numbers want it.
        styles = [' style="text-align:left"' if words else "" for words in self._wordy()]

        def line(tag, cells, scope=""):
            cells = zip(styles, map(_html, map(str, cells)), strict=True)
            return "".join(f"<{tag}{scope}{style}>{cell}</{tag}>" for style, cell in cells)

        head, body = line("th", self.columns, ' scope="col"'), ""
        for mark, row in zip(self._marks(MARK), self.cells(), strict=True):
            start = f'<tr style="font-weight:bold"><th scope="row">{mark}</th>'
            body += f"{start if mark else '<tr><td></td>'}{line('td', row)}</tr>"
        # As long as a page is wide, however narrow the table: no width asked for, it runs over.
        caption = "<br>".join(map(_html, textwrap.wrap(self.title, LINE)))
        return (
            f'<table><caption style="{_CAPTION}">{caption}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )

    _repr_html_ = html

    def markdown(self):
        """Return the table as GitHub Markdown, symbols between dollar signs."""
        rows = zip(self._marks(MARK), self.rows, strict=True)
        lines = [("", self.columns), ("---", ["---"] * len(self.columns)), *rows]
        cells = [[mark, *(_markdown(cell, self.digits) for cell in row)] for mark, row in lines]
        body = "\n".join(f"| {' | '.join(row)} |" for row in cells)
        return f"**{self.title}**\n\n{body}"

    def latex(self):
        """Return a booktabs `tabular`; marked rows carry an arrow."""
        kinds = "".join("l" if words else "r" for words in self._wordy())
        rows = zip(["", *self._marks(r"$\rightarrow$")], [self.columns, *self.rows], strict=True)
        head, *body = (
            rf"{mark} & {' & '.join(_latex(cell, self.digits) for cell in row)} \\"
            for mark, row in rows
        )
        head = [rf"% {self.title}", rf"\begin{{tabular}}{{@{{}}c{kinds}@{{}}}}", r"\toprule", head]
        return "\n".join([*head, r"\midrule", *body, r"\bottomrule", r"\end{tabular}"])

    def csv(self):
        """Return comma-separated values: a heading line, then the rows, floats in full.

        The minus is a hyphen here, so that programs read the numbers.
        """
        buffer = io.StringIO()
        cells = [[format_number(cell, 17) for cell in row] for row in self.rows]
        csv.writer(buffer, lineterminator="\n").writerows([map(str, self.columns), *cells])
        return buffer.getvalue().replace("−", "-")


def _width(text):
    """Return how many columns a text takes; an accent over a letter takes none."""
    return sum(not unicodedata.combining(c) for c in text)


def _cell(heading, cell):
    """Return what stands under the heading: a number, or in a column of labels a label."""
    is_label = str(heading) in LABELS and isinstance(cell, Integral)
    return Label(cell) if is_label else cell


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
_LATEX = {c: "\\" + c for c in "&%$#_{}"} | {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}
_LATEX |= {"…": r"\ldots{}", "–": "--", "ŵ": r"$\hat{w}$", "x̂": r"$\hat{x}$"}
_NAMES = (
    r"\rightarrow \leq \geq \neq - \cdot ^2 \surd \gamma \eta \delta \theta \Vert ^T _0 \xi \times"
)
_NAMES += r" \pm \infty \approx \Sigma ^3 ^\circ \mu < > |"
_LATEX |= {
    c: f"${name}$" for c, name in zip("→≤≥≠−·²√γηδθ‖ᵀ₀ξ×±∞≈Σ³°µ<>|", _NAMES.split(), strict=True)
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
