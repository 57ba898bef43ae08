"""A table, or a text, in the forms that people take away: Markdown, LaTeX and CSV."""

import csv
import io
import re
import unicodedata
from fractions import Fraction

from perceptron_lessons.latex import LOWERED, NAMES, RAISED
from perceptron_lessons.tables import Symbol, Table, format_number, is_unreadable

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
    lines = _table_lines(table, _markdown, "→")
    head, *body = (f"| {' | '.join(line)} |" for line in lines)
    rule = "| --- " * len(lines[0]) + "|"
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
    kinds = "".join(map(_column_kind, table.wordy(), cells))
    kinds = f"c{kinds}" if table.marked else kinds
    lines = [
        [re.sub(r"(?<=\d),(?=\d)", "{,}", cell) for cell in line]
        for line in _table_lines(table, _latex, r"$\rightarrow$")
    ]
    head, *body = (" & ".join(row) + r" \\" for row in lines)
    start = [rf"% {table.title}", rf"\begin{{tabular}}{{@{{}}{kinds}@{{}}}}", r"\toprule", head]
    return "\n".join([*start, r"\midrule", *body, r"\bottomrule", r"\end{tabular}"])


def _table_lines(table, write, mark):
    """Return a table's written lines, without a column of marks where nothing is marked."""
    lines = table.lines(write, mark)
    return lines if table.marked else [line[1:] for line in lines]


def _column_kind(wordy, cells):
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
_LATEX = {c: "\\" + c for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\~{}",
    "…": r"\ldots{}",
    "–": "--",
    "“": "``",
    "”": "''",
    "§": r"\S{}",
    "ŵ": r"$\hat{w}$",
    "x̂": r"$\hat{x}$",
    "−": "$-$",
    "\u202f": r"\,",
    "‖": r"$\Vert$",
    "√": r"$\surd$",
    "µ": r"$\mu$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
}
_LATEX |= {small: f"$^{sign.replace('−', '-')}$" for sign, small in RAISED.items()}
_LATEX |= {small: f"$_{sign.replace('−', '-')}$" for sign, small in LOWERED.items()}
_LATEX = {c: f"${name}$" for c, name in NAMES.items() if not c.isascii()} | _LATEX

_TO_LATEX = re.compile("|".join(map(re.escape, _LATEX)))


def _latex(value, digits):
    if isinstance(value, Symbol):
        return f"${value.latex}$"
    if isinstance(value, Fraction) and value.denominator != 1 and not is_unreadable(value):
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


# Combining accents and letters, as TeX names them in any encoding.
_COMBINING = "\u0300\u0301\u0302\u0303\u0304\u0307\u0308\u030a\u030b\u030c\u0327"
_NAMED_ACCENTS = dict(zip(_COMBINING, "`'^~=.\"rHvc", strict=True))
_LETTERS = dict(zip("ßæÆœŒøØłŁ", ("ss", "ae", "AE", "oe", "OE", *"oOlL"), strict=True))


def words_in_latex(text):
    r"""Return words as LaTeX in ASCII, letters with accents too; others stay as they are.

    >>> print(words_in_latex("Größe #1 (50 %)"), words_in_latex("長さ"))
    Gr\"{o}\ss{}e \#1 (50 \%) 長さ
    """
    escaped = latex_escape(unicodedata.normalize("NFC", text))
    return "".join(c if c.isascii() else _letter(c) for c in escaped)


def _letter(c):
    """Return a letter with an accent by its name in TeX; any other as it is."""
    if c in _LETTERS:
        return f"\\{_LETTERS[c]}{{}}"
    base, *accents = unicodedata.normalize("NFD", c)
    if base.isascii() and len(accents) == 1 and accents[0] in _NAMED_ACCENTS:
        return f"\\{_NAMED_ACCENTS[accents[0]]}{{{base}}}"
    return c


def in_formula(text):
    r"""Return text with its mathematical signs as LaTeX has them between dollar signs.

    >>> print(in_formula("γ·k ≤ 2²"))
    \gamma \cdot k \leq  2^2
    """
    return "".join(
        c if c.isascii() else re.sub(r"([a-z])$", r"\1 ", latex_escape(c).strip("$")) for c in text
    )
