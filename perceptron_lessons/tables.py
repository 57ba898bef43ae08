"""A small table that can be read as text and in a notebook, and the tables of a run."""

import re
import textwrap
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import partial
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from perceptron_core import OnlineTrace, Trace
from perceptron_core.checks import as_count, check_type, in_words
from perceptron_core.trace import pluralize, signed_text, summary_text
from perceptron_lessons.latex import with_indices

LABELS = ("y", "y_i", "y^(i)")  # headings of a column of labels
OF_RUNS = "be what perceptron(X, y) or online(stream) returns"
MOST = 100  # entries of a vector that are shown
ROWS = 1000  # of a table of samples that are shown


class Symbol(NamedTuple):
    """A mathematical symbol or formula, in plain text and in LaTeX (without the dollar signs).

    >>> print(Symbol("γ", r"\\gamma"))
    γ
    """

    text: str
    latex: str

    def __str__(self):
        return self.text


class Numeral(str):
    """A number or a vector as it is written in English, and in other languages in their way."""


class Phrase(str):
    """A text with facts in it, from which it can be said in another language too.

    Parameters
    ----------
    template : str
        {name} is a fact; {n:mistake} is a number with its noun.
    **facts
        What has words in its turn is a `Phrase`, a written number a `Numeral`; another text, as
        of the reader's own, is the same in every language.

    Attributes
    ----------
    template, facts

    >>> Phrase("after {k:update}: w {w}", k=1, w="= (2)")
    'after 1 update: w = (2)'
    """

    template: str
    facts: dict[str, Any]

    def __new__(cls, template, /, **facts):
        self = super().__new__(cls, filled(template, facts))
        self.template, self.facts = template, facts
        return self

    @classmethod
    def joined(cls, between, texts):
        """Return texts as one, with something between them."""
        names = [f"text{i}" for i in range(len(texts))]
        return cls(
            between.join(f"{{{name}}}" for name in names), **dict(zip(names, texts, strict=True))
        )


def refused(name: str, must: str, found: Any, remedy: str = "") -> ValueError:
    """Return the error for what somebody wrote, as `malformed`, but as a `Phrase`.

    >>> refused("7.txt", Phrase("be a text file"), Phrase("a PDF"))
    ValueError('7.txt must be a text file; found a PDF')
    """
    facts = {"name": name, "must": must, "found": found, "remedy": remedy}
    if remedy:
        return ValueError(Phrase("{name} must {must}; found {found}: {remedy}", **facts))
    return ValueError(Phrase("{name} must {must}; found {found}", **facts))


def complaint(error: ValueError, about: str) -> str:
    """Return what an error says, for somebody who sees beside it what it is about.

    >>> complaint(refused("7.txt", Phrase("be a text file"), Phrase("a PDF")), "7.txt")
    'must be a text file; found a PDF'
    """
    told = error.args[0]
    if not isinstance(told, Phrase):
        return str(told).removeprefix(f"{about} ")
    if told.facts.get("name") != about:
        return told
    if told.facts["remedy"]:
        return Phrase("must {must}; found {found}: {remedy}", **told.facts)
    return Phrase("must {must}; found {found}", **told.facts)


def filled(template: str, facts: dict, counted: Callable[[Any, str], str] = pluralize) -> str:
    """Return a template of a `Phrase` with its facts; `counted` writes a number with its noun."""

    def fact(found):
        value = facts[found[1]]
        return counted(value, found[2]) if found[2] else str(value)

    return re.sub(r"\{([^{}:]+)(?::([^{}]+))?\}", fact, template)


GAP = Symbol("⋮", r"\vdots")  # what stands in each cell of a row for the rows left out there


class Label(int):
    """A label, −1 or +1: a number that is written with its sign, whichever it is.

    >>> format_number(Label(1)), format_number(Label(-1)), Label(1) + 1
    ('+1', '−1', 2)
    """


def format_number(value, digits=4):
    """Return a number, a vector or a word as readers write it, with a true minus sign.

    Integers and fractions are shown exactly, floats to `digits` significant digits; so are
    fractions too long to read and integers of thousands of digits, after a ≈. With 17 digits or
    more everything is shown in full.

    >>> format_number(Fraction(12, 13)), format_number(9999.9999), format_number((0.5, -1))
    ('12/13', '10000', '(0.5, −1)')
    """
    if isinstance(value, (str, Symbol)):
        return str(value)
    if value is None or isinstance(value, (bool, np.bool_)):
        return "–" if value is None else "yes" if value else "no"
    if isinstance(value, (tuple, list, np.ndarray)):
        shown = [format_number(v, digits) for v in value[:MOST]] + ["…"] * (len(value) > MOST)
        return f"({', '.join(shown)})"
    if isinstance(value, (Integral, Fraction)) and digits < 17 and is_unreadable(value):
        # Decimals, since a rational may be beyond all floats.
        decimals = Context(digits, Emax=MAX_EMAX, Emin=MIN_EMIN)
        ratio = decimals.divide(int(value.numerator), int(value.denominator))
        plain = 1e-5 < abs(ratio) < 1e6
        text = f"≈{format_number(float(ratio), digits) if plain else f'{ratio:.{digits - 1}e}'}"
    elif isinstance(value, (Integral, Fraction)):
        # Decimals again: Python does not write integers of more than 4,300 digits.
        numerator, denominator = (
            str(Decimal(int(v))) for v in (value.numerator, value.denominator)
        )
        sign = "+" if isinstance(value, Label) and value > 0 else ""
        text = sign + numerator + (f"/{denominator}" if denominator != "1" else "")
    else:
        whole = float(value).is_integer() or abs(value) > 10**digits - 0.5
        text = str(round(float(value))) if whole and abs(value) < 1e6 else f"{value:.{digits}g}"
    return text.replace("-", "−")


def is_rounded(value, digits=4):
    """Return whether `format_number` shows a number, or one in a vector, rounded.

    Of a float twelve digits count: those after them differ from processor to processor.

    >>> is_rounded(2.5), is_rounded((0.5, 8**0.5)), is_rounded(0.1 + 0.2)
    (False, True, False)
    """
    if isinstance(value, (tuple, list, np.ndarray)) and not isinstance(value, Symbol):
        return any(is_rounded(v, digits) for v in np.atleast_1d(np.array(value, object))[:MOST])
    if isinstance(value, (Integral, Fraction)):
        return digits < 17 and is_unreadable(value)
    if not isinstance(value, Real):
        return False
    return float(format_number(value, digits).replace("−", "-")) != float(f"{value:.12g}")


def equals(value, digits=4):
    """Return a number after the sign that is true of it as it is shown.

    >>> equals(2), equals(8**0.5), equals(Fraction(10**9 + 1, 10**10))
    ('= 2', '≈ 2.828', '≈ 0.1')
    """
    write, rounds = (partial(function, digits=digits) for function in (format_number, is_rounded))
    return signed_text(value, write, rounds)


def is_unreadable(value):
    """Return whether a rational is too long to read: a fraction of more than 16 characters.

    Bits are counted first: beyond 12,000 or so Python refuses to write the digits.

    >>> is_unreadable(Fraction(12, 13)), is_unreadable(Fraction(1, 10**5000))
    (False, True)
    """
    bits = int(value.numerator).bit_length() + int(value.denominator).bit_length()
    return bits > 12_000 or (isinstance(value, Fraction) and len(str(value)) > 16)


@dataclass(frozen=True)
class Table:
    """Rows under headings, some of them marked.

    Parameters
    ----------
    title : str or Phrase
        One line above the table.
    columns : sequence of str or Symbol
        The headings.
    rows : sequence of sequences
        The cells: numbers, fractions, vectors, words, symbols. Under y, 1 is the label +1.
    marked : collection of int
        Row numbers to point at.
    digits : int
        Significant digits of floats.
    rewrite : callable
        Of a written number: the number as another language writes it.

    Examples
    --------
    >>> print(Table("squares", ["n", "n²"], [[1, 1], [2, 4]], marked={1}))
    squares
      n  n²
      1   1
    → 2   4
    """

    title: str | Phrase
    columns: Sequence[Any]
    rows: Sequence[Sequence[Any]]
    marked: Collection[int] = frozenset()
    digits: int = 4
    rewrite: Callable[[str], str] = str

    def __post_init__(self):
        columns = tuple(self.columns)
        rows = (zip(columns, row, strict=True) for row in self.rows)
        rows = tuple(tuple(_cell(heading, cell) for heading, cell in row) for row in rows)
        marked = frozenset(int(i) for i in self.marked)
        for name, value in (("columns", columns), ("rows", rows), ("marked", marked)):
            object.__setattr__(self, name, value)

    def lines(self, write: Callable[[Any, int], str], mark: str = "→") -> list[list[str]]:
        """Return the headings and the rows as lists of written cells, each with its mark first."""
        marks = ["", *(mark if i in self.marked else "" for i in range(len(self.rows)))]
        lines = zip(marks, [self.columns, *self.rows], strict=True)

        def written(cell):
            text = write(cell, self.digits)
            return text if isinstance(cell, str) else self.rewrite(text)

        return [[mark, *map(written, line)] for mark, line in lines]

    def wordy(self) -> list[bool]:
        """Return which columns hold words: they read from the left, numbers line up right."""
        rows = (row for row in self.rows if row[0] is not GAP)
        words = [[isinstance(cell, (str, Symbol)) for cell in row] for row in rows]
        return [any(column) for column in np.reshape(words, (-1, len(self.columns))).T]

    def text(self) -> str:
        """Return the table as aligned plain text; an arrow stands before each marked row."""
        lines, wordy, text = self.lines(format_number), [True, *self.wordy()], [self.title]
        widths = [max(1, *map(_width, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            mark, *cells = map(_aligned, line, widths, wordy)
            text.append(f"{mark} {'  '.join(cells)}".rstrip())
        return "\n".join(text)

    __str__ = __repr__ = text

    def html(self) -> str:
        """Return the table as an HTML fragment; marked rows are bold and carry an arrow."""
        # Pages right-align cells, as numbers want it.
        styles = [' style="text-align:left"' if words else "" for words in self.wordy()]
        rows, bold = [], '<tr style="font-weight:bold"><th scope="row">'
        for i, (mark, *cells) in enumerate(self.lines(format_number)):
            tag, scope = ("td", "") if i else ("th", ' scope="col"')
            styled = zip(styles, map(with_indices, cells), strict=True)
            row = "".join(f"<{tag}{scope}{style}>{cell}</{tag}>" for style, cell in styled)
            rows.append(f"{bold}{mark}</th>{row}</tr>" if mark else f"<tr><td></td>{row}</tr>")
        # As long as a page is wide, however narrow the table: no width asked for, it runs over.
        title = "<br>".join(map(with_indices, textwrap.wrap(self.title, 90)))
        caption = f'<caption style="width:0; white-space:nowrap; text-align:left">{title}</caption>'
        return f"<table>{caption}<thead>{rows[0]}</thead><tbody>{''.join(rows[1:])}</tbody></table>"

    _repr_html_ = html


def table(trace: Trace, iteration: int, limit: int = ROWS) -> Table:
    """Return the table of one iteration of a run as the `iterations` source prints it.

    Iterations are counted as there, from 1: iteration t uses w after t − 1 updates, so a run
    with k mistakes has k + 1 tables. The chosen sample is marked.

    Parameters
    ----------
    trace : Trace
    iteration : int, 1 ≤ iteration ≤ n_mistakes + 1
    limit : int, at least 3
        Of more samples the first ones are shown, the chosen one and the last, with ⋮ between.

    Returns
    -------
    Table

    Raises
    ------
    IndexError
        The run has no such iteration.
    """
    check_type("trace", trace, Trace, OF_RUNS)
    k, last = as_count("iteration", iteration) - 1, trace.n_mistakes + 1
    if not 0 <= k < last:
        must = f"iterations are counted from 1 (the start) to {last} (the end)"
        raise IndexError(f"{must}; found {in_words(iteration)}")
    w, b = trace.state(k)
    offset = trace.pad_squared != 0 or b != 0
    template = "iteration {iteration}, after {k:update}: {letter} {w}"
    template += ", b {b}" if offset else ""
    columns = ["i", "x", "y", "y(w·x + b)" if offset else "y w·x"]
    n, chosen = trace.n_samples, trace.mistakes[k : k + 1].tolist()
    shown = [*range(n)] if n <= limit else sorted({*range(limit - 2), *chosen, n - 1})
    template += "" if n <= limit else " ({shown} of {n:sample})"
    facts = {"iteration": iteration, "k": k, "letter": "w"}
    facts |= {"w": Numeral(equals(w)), "b": Numeral(equals(b))}
    title = Phrase(template, **facts, shown=len(shown), n=n)
    margins = dict(zip(shown, trace.margins(k, shown), strict=True))
    rows = {i: (i, trace.X[i], trace.y[i], margin) for i, margin in margins.items()}
    return with_gaps(title, columns, rows, chosen)


def with_gaps(title: str | Phrase, columns: Sequence, rows: dict, marked: Iterable[int]) -> Table:
    """Return a table of rows by their numbers, with ⋮ where numbers are left out."""
    lines: list[tuple] = []
    places = {}
    for i, row in rows.items():
        if i > 0 and i - 1 not in rows:
            lines.append((GAP,) * len(columns))
        places[i] = len(lines)
        lines.append(row)
    return Table(title, columns, lines, marked=[places[i] for i in marked if i in places])


def table_of_run(trace: Trace | OnlineTrace, limit: int = 20) -> Table:
    """Return one row per update of a run: the sample, its margin before, w after, and b if any.

    Parameters
    ----------
    trace : Trace or OnlineTrace
    limit : int
        Longer runs show the first rows and the last one, with ⋮ between.

    Returns
    -------
    Table
    """
    check_type("trace", trace, Trace, OF_RUNS)
    last = trace.n_mistakes
    if isinstance(trace, OnlineTrace):
        column, places = "time", trace.times
    else:
        column, places = "i", trace.mistakes
    offset = trace.pad_squared != 0 or trace.state(0)[1] != 0
    before, after = ("y(w·x + b) before", ["b after"]) if offset else ("y w·x before", [])
    columns = ["k", column, "x", "y", before, "w after", *after]
    rows: list[tuple] = []
    for k in [*range(1, min(limit, last)), last][:last]:
        i = trace.mistakes[k - 1]
        row = k, places[k - 1], trace.X[i], trace.y[i], trace.margins(k - 1, [i])[0]
        rows.append((*row, *trace.state(k)[: 1 + offset]))
    if last > limit:
        rows.insert(-1, (GAP,) * len(columns))
    return Table(_title_of_run(trace), columns, rows)


def _title_of_run(trace):
    """Return the first line of what a run says of itself."""
    facts = {"d": trace.n_features, "k": trace.n_mistakes}
    if isinstance(trace, OnlineTrace):
        stream = "perceptron along a stream of {n:sample} in {d:dimension}: {k:mistake}"
        return Phrase(stream, n=trace.n_seen, **facts)
    end = (
        "converged after {k:mistake}"
        if trace.converged
        else "stopped after {k:mistake}, not converged"
    )
    end += "" if trace.n_epochs is None else ", {passes:epoch}"
    template = f"perceptron on {{n:sample}} in {{d:dimension}}: {end}"
    return Phrase(template, n=trace.n_samples, passes=trace.n_epochs, **facts)


# How an offset moves, and what counts on the line itself, as a run says it of itself.
_OFFSETS = {
    "none": Phrase("bias none"),
    "one": Phrase("bias one"),
    "radius": Phrase("bias radius"),
}
_ON_THE_LINE = {"mistake": "", "positive": ", sign(0) = +1", "negative": ", sign(0) = −1"}
_LISTED = 20  # mistakes


def summary_of_run(trace: Trace) -> Phrase:
    """Return what a run says of itself, as its repr does, so that another language can say it.

    >>> from perceptron_core import perceptron
    >>> print(summary_of_run(perceptron([[1.5, 2]], [1])))
    perceptron on 1 sample in 2 dimensions: converged after 1 mistake, 2 epochs
      order cyclic, bias none, learning rate 1
      mistakes: 0
      w = (1.5, 2), b = 0
    """
    vector = Phrase(
        "w {w}, b {b}", w=Numeral(signed_text(trace.w)), b=Numeral(signed_text(trace.b))
    )
    start = Phrase("")
    if any(trace.w0) or trace.b0:
        w, b = (Numeral(signed_text(value)) for value in (trace.w0, trace.b0))
        start = Phrase(", start w {w}, b {b}", w=w, b=b)
    places = [*map(str, trace.mistakes[:_LISTED]), *["…"] * (trace.n_mistakes > _LISTED)]
    return Phrase(
        "{head}\n  order {order}, {bias}, learning rate {rate}{start}{zero}\n  mistakes: {places}"
        "\n  {vector}",
        head=_title_of_run(trace),
        order=Phrase(trace.order),
        bias=_OFFSETS[trace.bias],
        rate=Numeral(summary_text(trace.learning_rate)),
        start=start,
        zero=_ON_THE_LINE[trace.zero],
        places=Phrase(" ".join(places) or "none"),
        vector=vector,
    )


def _width(text):
    """Return how many columns a text takes; an accent over a letter takes none."""
    return sum(not unicodedata.combining(c) for c in text)


def _aligned(text, width, left):
    """Return the text with as many spaces as the width asks for."""
    space = " " * (width - _width(text))
    return text + space if left else space + text


def _cell(heading, cell):
    """Return what stands under the heading: a number, or in a column of labels a label."""
    return Label(cell) if str(heading) in LABELS and isinstance(cell, Integral) else cell
