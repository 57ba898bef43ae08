"""A user's own samples, from a CSV file: numbers, and one column of labels."""

from __future__ import annotations

import csv
import io
import re
import shlex
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from perceptron_core import Dataset
from perceptron_core.checks import MINUSES, malformed
from perceptron_lessons.reading import (
    as_typed,
    is_numeral,
    read_number,
    read_text,
    without_unseen,
)
from perceptron_lessons.tables import Numeral, Phrase, format_number, is_unreadable, pluralize
from perceptron_lessons.takeaway.messages import quietly

# What programs and people write for no value.
MISSING = (
    "",
    "nan",
    "-nan",
    "na",
    "n/a",
    "#n/a",
    "<na>",
    "null",
    "none",
    "nil",
    "missing",
    "?",
    ".",
    "..",
)
ERRORS = ("#value!", "#div/0!", "#ref!", "#name?", "#num!", "#null!")  # of a spreadsheet
DASHES = ("-", "--", *MINUSES)  # for no value; among labels + and − they are −1

# Labels of two classes, of which one says yes: that one becomes +1.
YES = ("yes", "y", "true", "t", "positive", "pos", "+", "ja", "j", "wahr", "positiv", "oui", "sí")
NO = ("no", "n", "false", "f", "negative", "neg", "-", "nein", "falsch", "negativ", "non")
IDENTIFIERS = ("id", "index", "idx", "nr", "nr.", "no", "no.", "number", "nummer", "row", "#")

_DECIMAL_COMMA = re.compile(r"([+-]?[0-9]*),([0-9]+(?:[eE][+-]?[0-9]+)?)")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}([ .,'])[0-9]{3}(?:\1[0-9]{3})*")
_DATE = re.compile(r"[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}(?:[T ].*)?")
_SEPARATOR = re.compile(r'"?sep=(\\t|.)"?', re.IGNORECASE)  # Excel's own first line
_WEB_PAGE = re.compile(
    r"\s*<(!--|\?xml|!?(doctype|html|head|body|meta|title|script|style|link|div|table|pre|svg|center"
    r"|span|h[1-6]|p|b|a|br|img|form|font|main|section)(?=[\s/>]))",
    re.IGNORECASE,
)
BLANK = " "


class _Columns(NamedTuple):
    """The columns of a file: all headings, which of them are features, and the one of labels."""

    headings: list[str]
    features: list[int]
    label: int


def read_csv(path, label=None, positive=None, exact=False, without=(), say=quietly):
    """Return the samples of a CSV file as a data set.

    Parameters
    ----------
    path : path-like
        Text separated by commas, semicolons, tabs or blanks, in UTF-8, UTF-16 or as Windows writes
        it in the West, with or without a heading line. A decimal may have a comma where no comma
        stands between cells. Dashes before digits are minus signs, whichever they are.
    label : str or None
        Heading, or number from 1, of the column of labels; None is the last column.
    positive : str or None
        The label that becomes +1, all others becoming −1. None takes the larger where both
        labels are numbers, the one that says yes where one does, as in `YES` and `NO`, and
        otherwise the last of two labels in alphabetical order.
    exact : bool
        Read 0.1 as the rational 1/10 instead of as the nearest float.
    without : sequence of str
        Headings, or numbers from 1, of columns that are left out.
    say : callable
        Takes each sentence about what was decided: which label became +1, what was guessed.

    Returns
    -------
    data : Dataset
    features : list of str
        The headings of the columns of X.
    meaning : dict
        {+1: label as written, −1: label or labels as written}.

    Raises
    ------
    ValueError
        No such file or column, two columns of one name or one without, a cell that is no number or
        no label (with its line), a row of another length, a first line that may be a heading or a
        sample, one or more than two classes.
    """
    text = read_text(path, say)
    if _WEB_PAGE.match(text):
        remedy = "open its address in a browser and save the data themselves"
        raise malformed(str(path), "be a CSV file", "a web page", remedy)
    rows = _CsvRows(path, text, say)
    columns = _columns(path, rows, label, without)
    labels, X = [], []
    for line, cells in rows:
        where = f"{path}, line {line}"
        if len(cells) != len(columns.headings):
            expected = f"expected {pluralize(len(columns.headings), 'cell')} as in the first line"
            raise ValueError(f"{where}: {expected}; found {len(cells)}")
        sample = []
        for j in columns.features:
            try:
                sample.append(rows.number(line, cells[j], exact))
            except ValueError as error:
                raise _cell_error(where, columns, rows, cells, j, error) from None
        X.append(sample)
        labels.append((line, _label(where, columns, cells[columns.label])))
    if not labels:
        raise ValueError(f"{path}: found a heading line and no samples below it")
    X, features = _array(X, exact), [columns.headings[j] for j in columns.features]
    rows.say_how_decimals_were_read()
    _say_what_counts(X, features, say)
    y, meaning = _signs_of_labels(path, rows, columns, labels, positive, say)
    return Dataset(X, y, Path(path).stem), features, meaning


def cell_number(text, exact=False):
    """Return an integer as it is, and any other number as the nearest float, or as a rational.

    Raises
    ------
    ValueError
        What is wrong with the text.

    >>> cell_number("12345678901234567890"), cell_number(" −1.50"), cell_number("0.1", exact=True)
    (12345678901234567890, -1.5, Fraction(1, 10))
    """
    value = read_number(text)
    if exact:
        return Fraction(value)
    return value if isinstance(value, int) else float_in_range(value, text)


def float_in_range(value, text):
    """Return the float nearest to a rational, which is neither beyond all floats nor lost as 0."""
    try:
        nearest = float(value)
    except OverflowError:
        nearest = 0.0
    if nearest == 0 != value:
        wrong = f"expected a number; found {text.strip()[:40]!r}"
        raise ValueError(f"{wrong}, outside the range of floats: use --exact")
    return nearest


class _CsvRows:
    """The rows of a file: their lines and cells, however these are separated.

    Iterate over it for pairs of a line number and the cells of a sample.

    Attributes
    ----------
    headings : list of str
        Written in the file, or x1, x2, …
    headed : bool
        Whether they are written in the file.
    first : tuple
        The line number and the cells of the first row, headings or sample.
    """

    def __init__(self, path, text, say):
        self._path, self._say = path, say
        self._text, self._delimiter = _text_and_delimiter(without_unseen(text), say)
        self._decimals = {}  # sign before the decimals → line and cell of the first such number
        self._may_part_thousands = True  # every such sign, as in 1,234
        self._width, longest = self._widths()
        if longest > self._width:
            left_out = "{n:empty column} at the end of the lines of {path} left out."
            say(Phrase(left_out, n=longest - self._width, path=path))
        self.first = next(self._cells(), (0, []))
        self.headed = not any(map(is_numeral, self.first[1]))
        self.headings = self.first[1]
        if not self.headed:
            self.headings = [f"x{j + 1}" for j in range(len(self.headings))]

    def take_first_as_headings(self):
        """Take the first row as headings, although there are numbers in it."""
        self.headed, self.headings = True, self.first[1]

    def __iter__(self):
        rows = self._cells()
        if self.headed:
            next(rows)
        return rows

    def _widths(self):
        """Return the length of the longest row without and with the empty cells at its end."""
        width = longest = 0
        for _, cells in self._cells(cut=False):
            longest = max(longest, len(cells))
            filled = len(cells)
            while filled and not cells[filled - 1]:
                filled -= 1
            width = max(width, filled)
        return width, longest

    def _cells(self, cut=True):
        """Yield (line number, cells) of every line that is not blank; each cell in one line."""
        lines = io.StringIO(self._text)
        if self._delimiter == BLANK:
            lines = (" ".join(line.split()) + "\n" for line in lines)
        reader = csv.reader(lines, delimiter=self._delimiter, strict=True)
        try:
            for cells in reader:
                cells = [" ".join(cell.split()) for cell in cells]
                if any(cells):
                    yield reader.line_num, cells[: self._width] if cut else cells
        except csv.Error as error:
            where = f"{self._path}, line {reader.line_num}"
            if "limit" in str(error):
                must = f"have cells of at most {csv.field_size_limit():,} letters"
                found = "a longer one"
            else:
                must, found = "have quotation marks in pairs around whole cells", "another"
            raise malformed(where, must, found, "is a quotation mark missing?") from None

    def number(self, line, cell, exact):
        """Return the number in a cell, which may have a decimal comma if none stands between."""
        typed = as_typed(cell)
        comma = "," in typed and self._delimiter != "," and _DECIMAL_COMMA.fullmatch(typed)
        value = cell_number(f"{comma[1]}.{comma[2]}" if comma else cell, exact)
        if comma or "." in typed:
            self._note_decimals("," if comma else ".", line, cell, typed)
        return value

    def _note_decimals(self, sign, line, cell, typed):
        """Remember what stands before decimals, and refuse a file that has both signs."""
        self._decimals.setdefault(sign, (line, cell))
        if self._may_part_thousands:
            self._may_part_thousands = bool(_THOUSANDS.fullmatch(typed))
        if len(self._decimals) == 2:
            both = sorted(self._decimals.values())
            found = " and ".join(f"{cell!r} in line {line}" for line, cell in both)
            remedy = "write all with a point, or all with a comma"
            raise malformed("decimals", "be written in one way", found, remedy)

    def say_how_decimals_were_read(self):
        """Say what was read as a decimal sign, where it may stand between thousands."""
        if self._may_part_thousands and self._delimiter != ",":
            for sign, (line, cell) in self._decimals.items():
                name = "comma" if sign == "," else "point"
                read = f"{{cell}} in line {{line}} is a number below 1000: its {name} is decimal."
                self._say(Phrase(read, cell=repr(cell), line=line))

    def wordy(self, columns):
        """Return the features in which not one cell is a number."""
        left = set(columns.features)
        for _, cells in self:
            left -= {j for j in left if j < len(cells) and is_numeral(cells[j])}
        return [j for j in columns.features if j in left]


# ---- what stands between the cells ----


def _text_and_delimiter(text, say):
    """Return a text without lines that are no samples, and what stands between its cells.

    These are ``sep=;`` and what comes after a # on top, unless it is the headings; the lines stay,
    empty, so that the others keep their numbers.
    """
    lines = text.split("\n")
    written = [i for i, line in enumerate(lines) if line.strip()]
    separator = _SEPARATOR.fullmatch(lines[written[0]].strip(" ")) if written else None
    if separator:
        lines[written.pop(0)] = ""
    comments = []
    while written and re.match(r"[ \t]*#[^;,|\t]", lines[written[0]]):
        comments.append(written.pop(0))
    samples = [lines[i] for i in written[:2]]
    delimiter = separator[1].replace("\\t", "\t") if separator else _between(samples)
    if comments and _is_heading(lines[comments[-1]], samples, delimiter):
        last = comments.pop()
        lines[last] = lines[last].replace("#", "", 1)
    for i in comments:
        lines[i] = ""
    if comments:
        say(Phrase("{n:line} on top, after a #, left out.", n=len(comments)))
    return "\n".join(lines), delimiter


def _between(lines):
    """Return what stands between the cells of a file, given its first two lines."""
    # Where a heading stands in quotes, so may any of these signs.
    bare = [re.sub('"[^"]*"', "", line) for line in lines] or [""]
    delimiter = max(";\t,|", key=bare[0].count)
    if delimiter not in bare[0]:
        return BLANK if len(bare[0].split()) > 1 else ","
    cells = [cell.split() for line in bare for cell in line.split(delimiter)]
    parted = [cell for cell in cells if len(cell) > 1 and all(map(is_numeral, cell))]
    if delimiter in ";|" or all(_THOUSANDS.fullmatch(" ".join(cell)) for cell in parted):
        return delimiter
    *numbers, _ = bare[-1].split()  # 1,5 2,5 p: a comma in each number, and blanks between them
    are_numbers = (is_numeral(n) or _DECIMAL_COMMA.fullmatch(as_typed(n)) for n in numbers)
    return BLANK if all(are_numbers) else delimiter


def _is_heading(comment, samples, delimiter):
    """Return whether a line after a # has the headings of the samples below it."""
    between = None if delimiter == BLANK else delimiter
    headings = [part.strip() for part in comment.replace("#", "", 1).strip().split(between)]
    cells = [part.strip() for part in samples[0].split(between)] if samples else []
    is_sample = any(map(is_numeral, cells))
    return is_sample and len(headings) == len(cells) and not any(map(is_numeral, headings))


# ---- columns ----


def _columns(path, rows, label, without):
    """Return the columns that are taken; raises where headings are not one name for each."""
    headings = rows.headings
    if not headings:
        raise malformed(str(path), "have samples", "nothing but blanks", "is it the right file?")
    if len(headings) < 2:
        found = f"found {pluralize(len(headings), 'column')}"
        remedy = "commas, semicolons, tabs or blanks stand between them"
        raise ValueError(f"{path}: expected numbers and a label; {found}: {remedy}")
    if not rows.headed and label in rows.first[1] and not is_numeral(label):
        rows.take_first_as_headings()
        headings = rows.headings
    left_out = {_column(path, headings, name, "--without") for name in without}
    at = len(headings) - 1 if label is None else _column(path, headings, label, "--label")
    if at in left_out:
        raise ValueError(f"{path}: --without {headings[at]} would leave out the column of labels")
    taken = [j for j in range(len(headings)) if j not in left_out]
    times = Counter(headings[j] for j in taken)
    for j in taken:
        if not headings[j]:
            remedy = f"write one, or leave the column out: --without {j + 1}"
            remedy += " (of pandas: to_csv with index=False)"
            raise ValueError(f"{path}: column {j + 1} has no heading: {remedy}")
        if times[headings[j]] > 1:
            remedy = f"rename one, or leave it out by its number: --without {j + 1}"
            raise ValueError(f"{path}: two columns are called {headings[j]!r}: {remedy}")
    features = [j for j in taken if j != at]
    if not features:
        raise ValueError(f"{path}: expected numbers beside the labels; found no other column")
    return _Columns(headings, features, at)


def _column(path, headings, name, option):
    """Return which column is meant by its heading, or by its number from 1."""
    if headings.count(name) > 1:
        raise ValueError(f"{path}: two columns are called {name!r}: give the number with {option}")
    if name in headings:
        return headings.index(name)
    if re.fullmatch("[0-9]{1,9}", name) and 1 <= int(name) <= len(headings):
        return int(name) - 1
    raise ValueError(f"{path} has no column {name!r}; it has {_name_list(headings)}")


def _say_what_counts(X, features, say):
    """Say which features look as if they only number the rows."""
    largest = np.abs(X).max(axis=0)
    *_, second, first = [0, *np.sort(largest)]
    for j, feature in enumerate(features):
        column = X[:, j].tolist()
        counted = column[0] in (0, 1) and column == [column[0] + i for i in range(len(column))]
        others = second if largest[j] == first else first
        if len(column) > 2 and counted:
            first_rows = Numeral(", ".join(map(format_number, column[:3])))
            what = Phrase("counts the rows, {first}, …", first=first_rows)
        elif feature.casefold() in IDENTIFIERS or re.search("[ _](?i:id)$|[a-z]I[dD]$", feature):
            what = Phrase("numbers the rows, by its name")
        elif _are_large_numbers(column, 100 * others):
            what = Phrase("looks like a number for each row, as nearly all are different and large")
        else:
            continue
        used = "Column {feature} {what}, and is used as a feature. "
        used += "If it says nothing about a sample, leave it out: {how}."
        say(Phrase(used, feature=repr(feature), what=what, how=option("without", feature)))


def _are_large_numbers(column, limit):
    """Return whether these are whole numbers above a limit, nearly all different."""
    if len(column) < 10 or not 0 < limit < min(column) or any(value % 1 for value in column):
        return False
    return len(set(column)) > 0.9 * len(column)


# ---- cells ----


def _cell_error(where, columns, rows, cells, j, error):
    """Return the error for a cell of a feature: what is there instead of a number."""
    cell, heading = cells[j], columns.headings[j]
    place = f"{where}, column {heading!r}"
    wrong = f"{place}: expected a number; found {cell[:40]!r}"
    leave = option("without", heading)
    if cell.lower() in (*MISSING, *DASHES):
        remedy = f"fill it in, or leave out the row, or the column: {leave}"
        return ValueError(f"{wrong}, for a value that is missing: {remedy}")
    if cell.lower() in ERRORS:
        return ValueError(f"{wrong}, an error of a spreadsheet: mend it there, and save again")
    if cell.lower().lstrip("+-") in ("inf", "infinity", "∞"):
        return ValueError(f"{wrong}, not finite: leave out the row, or the column: {leave}")
    what = _kind_of_words(cell)
    if not what:
        return ValueError(f"{place}: {error}")
    wordy = [columns.headings[i] for i in rows.wordy(columns)]
    if heading in wordy:
        leave = " ".join(option("without", name) for name in wordy)
    return ValueError(f"{wrong}, a {what}: mend it; a column of {what}s is left out by {leave}")


def _kind_of_words(cell):
    """Return what is in a cell that is no number: a date or a word, if it looks like either."""
    if _DATE.fullmatch(cell):
        return "date"
    begins_as_number = re.match(r"[-+]?[.,]?[0-9]", as_typed(cell))
    return "word" if any(map(str.isalpha, cell)) and not begins_as_number else ""


def _label(where, columns, cell, also=()):
    """Return the label in a cell, which must not be missing."""
    if cell.lower() in (*MISSING, *ERRORS, *also):
        wrong = f"expected a label; found {cell!r}: fill it in, or leave the row out"
        raise ValueError(f"{where}, column {columns.headings[columns.label]!r}: {wrong}")
    return _with_point(cell)


def _with_point(label):
    """Return a label that is a number with a decimal comma as one with a point."""
    comma = "," in as_typed(label) and _DECIMAL_COMMA.fullmatch(as_typed(label))
    return f"{comma[1]}.{comma[2]}" if comma else label


def _array(rows, exact):
    """Return rows of numbers as an array that holds each as it was read."""
    if exact or not all(abs(entry) < 2**53 for row in rows for entry in row):
        return np.array(rows, dtype=object)
    X = np.array(rows, dtype=float)
    return X.astype(np.int64) if np.array_equal(X, np.floor(X)) else X


# ---- labels ----


def _signs_of_labels(path, rows, columns, labels, positive, say):
    """Return y, and which labels became +1 and −1; labels are given with their lines."""
    where = f"{path}, column {columns.headings[columns.label]!r}"
    names = [name for _, name in labels]
    first_lines = {name: line for line, name in reversed(labels)}
    spellings = list(dict.fromkeys(names))
    are_signs = {"+", "＋", *DASHES}.issuperset(spellings)
    if not are_signs and not set(DASHES).isdisjoint(spellings):
        for line, name in labels:
            _label(f"{path}, line {line}", columns, name, also=DASHES)
    keys = {name: _label_key(f"{path}, line {first_lines[name]}", name) for name in spellings}
    classes = {}
    for name in spellings:  # each class by its first spelling
        classes.setdefault(keys[name], _as_shown(name, keys[name]))
    if not rows.headed and len(classes) > 2:
        alone = [keys[name] for name in names].count(keys[names[0]]) == 1
        if alone and (positive is None or _label_key("", _with_point(positive)) != keys[names[0]]):
            remedy = f"if these are headings, use --label {names[0]}; if not, write some above it"
            found = f"has numbers, but no other line has its label {names[0]!r}"
            raise ValueError(f"{path}, line {rows.first[0]} {found}: {remedy}")
    plus = _positive_class(where, classes, positive)
    others = [classes[key] for key in _classes_in_order(classes) if key != plus]
    meaning = {1: classes[plus], -1: ", ".join(others)}
    turned = "; turn it with {how}" if len(others) == 1 else ""
    facts = {"plus": meaning[1], "minus": _name_list(others), "how": option("positive", others[0])}
    say(Phrase(f"+1: {{plus}}, −1: {{minus}}{turned}", **facts))
    return np.array([1 if keys[name] == plus else -1 for name in names]), meaning


def _label_key(where, label):
    """Return what a label is, however it is written: a number, a sign as ±1, or a word."""
    if label in ("+", "＋") or label in DASHES:
        return 1 if label in ("+", "＋") else -1
    if not is_numeral(label):
        return label
    try:
        return read_number(label)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _as_shown(label, key):
    """Return a label as it is written; 1.000000000000000000e+00, of numpy.savetxt, is 1."""
    if isinstance(key, str) or "e" not in label.lower() or is_unreadable(key):
        return label
    return str(key)


def _positive_class(where, classes, wanted):
    """Return the key of the class that becomes +1."""
    names = _name_list([classes[key] for key in _classes_in_order(classes)])
    if wanted is not None:
        wanted = _with_point(without_unseen(wanted))
        key = wanted if wanted in classes else _label_key(where, wanted)
        if key not in classes:
            raise ValueError(f"{where}: no label is {wanted!r}; found {names}")
    one = classes[_classes_in_order(classes)[0]]
    if len(classes) < 2:
        raise ValueError(f"{where} has only one class, {one!r}: expected two")
    if wanted is not None:
        return key
    remedy = f"name the one that becomes +1, for example {option('positive', one)}"
    if len(classes) > 2:
        raise ValueError(f"{where} has {len(classes)} classes, {names}: {remedy}")
    a, b = classes
    if isinstance(a, str) != isinstance(b, str):
        raise malformed(where, "have numbers or words as labels", f"both, {names}", remedy)
    if not isinstance(a, str):
        return max(classes)
    if a.casefold() == b.casefold():
        remedy = "write it in one way, or name the one that becomes +1 with --positive"
        raise malformed(where, "have two labels", f"one in two ways, {names}", remedy)
    yes = [key for key in classes if key.casefold() in YES]
    not_no = [key for key in classes if not _says_no(key.casefold())]
    return max(next((few for few in (yes, not_no) if len(few) == 1), classes))


def _says_no(word):
    """Return whether a label says no: no, nein, "no spam", "nicht krank"."""
    return word in NO or re.split("[ _-]", word)[0] in (*NO[2:], "no", "not", "kein", "nicht")


def _classes_in_order(classes):
    """Return the keys of classes, numbers before words, each from the least."""
    return sorted(classes, key=lambda key: (isinstance(key, str), key))


def option(name, value):
    """Return an option as it is typed, its value in quotes where it needs some.

    >>> option("positive", "no spam"), option("positive", "-1")
    ("--positive 'no spam'", '--positive=-1')
    """
    return f"--{name}{'=' if value.startswith('-') else ' '}{shlex.quote(value)}"


def _name_list(names):
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
