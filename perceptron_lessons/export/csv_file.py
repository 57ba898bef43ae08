"""A user's own samples, from a CSV file: numbers, and one column of labels."""

from __future__ import annotations

import csv
import re
from array import array
from itertools import chain, islice
from pathlib import Path

import numpy as np

from perceptron_core import Dataset
from perceptron_lessons.export.numerals import is_number, read_exactly, read_floats, read_number

BLOCK = 4096  # rows in memory as text at a time
LONGEST = 1_000_000  # characters of the first line; a longer one is no line of a table
TALLEST = 20  # lines of the headings
MISSING = ("", "nan", "na", "n/a", "#n/a", "<na>", "null")  # what programs write for no value
LISTED = 6  # names in a message


def read_csv(path, label=None, positive=None, exact=False):
    """Return the samples of a CSV file as a data set.

    Parameters
    ----------
    path : path-like
        Comma-, semicolon- or tab-separated text in UTF-8, with or without a heading line.
    label : str or None
        Heading, or number from 1, of the column of labels; None is the last column.
    positive : str or None
        The label that becomes +1, all others becoming −1. None takes the larger where both
        labels are numbers, and otherwise the last of two labels in alphabetical order.
    exact : bool
        Read 0.1 as the rational 1/10 instead of as the nearest float.

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
        No such file or column, two columns of one name, a cell that is no number or no label
        (with its line), a row of another length, one or more than two classes.
    """
    path = Path(path)
    rows = _rows(path)
    first = next(rows, None)
    if first is None:
        raise ValueError(f"{path} is empty: expected one sample a line")
    headings = [_name(cell) for cell in first[1]]
    if any(map(is_number, headings)):
        headings = [f"x{j + 1}" for j in range(len(headings))]
        rows = chain([first], rows)
    headings = _checked_headings(path, headings)
    at = _column(path, headings, label)
    features = headings[:at] + headings[at + 1 :]
    blocks, codes, classes = [], array("q"), _Classes(path, headings[at])
    while block := list(islice(rows, BLOCK)):
        for line, cells in block:
            if len(cells) != len(headings):
                raise ValueError(
                    f"{path}, line {line}: expected {len(headings)} cells as in the first line; "
                    f"found {len(cells)}"
                )
            codes.append(classes.code(line, cells.pop(at)))
        blocks.append(_numbers(path, features, block, exact))
    if not blocks:
        raise ValueError(f"{path}: found a heading line and no samples below it")
    X = np.concatenate(blocks)
    if X.dtype == float and np.array_equal(X, np.floor(X)):
        X = X.astype(np.int64)  # below 2⁵³, as `read_floats` has it
    positive = classes.positive(positive and _name(positive))
    y = np.where(np.asarray(codes) == classes.names.index(positive), 1, -1)
    others = ", ".join(sorted(name for name in classes.names if name != positive))
    # A file name need not be text; what it becomes must be.
    name = path.stem.encode("utf-8", "replace").decode()
    return Dataset(X, y, name), features, {1: positive, -1: others}


def _rows(path):
    """Yield (line number, cells) of every line that is not blank."""
    blank, reader = 0, None
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            while (first := file.readline(LONGEST)) and not first.strip():
                blank += 1
            if len(first) == LONGEST:
                raise ValueError(f"{path} is not a table: its first line does not end")
            head = [first]
            while sum(line.count('"') for line in head) % 2 and len(head) < TALLEST:
                head.append(file.readline(LONGEST))  # a heading in quotes may be several lines
            outside_quotes = re.sub(r'"[^"]*"', "", "".join(head))
            delimiter = max(";\t,", key=outside_quotes.count)
            reader = csv.reader(chain(head, file), delimiter=delimiter, strict=True)
            before = 0
            for cells in reader:
                line = blank + reader.line_num
                if before and reader.line_num > before + 1:
                    raise ValueError(
                        f"{path}, line {blank + before + 1}: a quoted cell goes on to line {line}: "
                        "is a quotation mark missing?"
                    )
                before = reader.line_num
                if any(map(str.strip, cells)):
                    yield line, cells
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        line = blank + (reader.line_num if reader else 0)
        raise ValueError(
            f"{path} is not text in UTF-8 (after line {line}): save it as CSV UTF-8"
        ) from None
    except csv.Error as error:
        hint = "" if "limit" in str(error) else ": is a quotation mark missing?"
        raise ValueError(f"{path}, line {blank + reader.line_num}: {error}{hint}") from None


def _name(cell):
    """Return a heading or label in one line, as it is shown."""
    return " ".join(cell.split())


def _checked_headings(path, headings):
    if len(headings) < 2:
        raise ValueError(f"{path}: expected numbers and a label; found a single column")
    headings = [heading or f"column {j + 1}" for j, heading in enumerate(headings)]
    first = {}
    for j, heading in enumerate(headings):
        _refuse_control_characters(f"{path}, column {j + 1}", heading)
        if first.setdefault(heading, j) != j:
            raise ValueError(
                f"{path}: columns {first[heading] + 1} and {j + 1} are both called "
                f"{heading!r}: rename one"
            )
    return headings


def _refuse_control_characters(where, name):
    # XML, and so SVG, has no way to write these.
    if found := re.search("[\x00-\x1f\x7f-\x9f\ufffe\uffff]", name):
        raise ValueError(f"{where}: {name!r} holds {found[0]!r}: is this a text file?")


def _column(path, headings, label):
    if label is None:
        return len(headings) - 1
    if label in headings:
        return headings.index(label)
    if re.fullmatch("[0-9]{1,9}", label) and 1 <= int(label) <= len(headings):
        return int(label) - 1
    raise ValueError(f"{path} has no column {label!r}; it has {_listed(headings)}")


def _numbers(path, features, block, exact):
    """Return the cells of a block of rows as an array, shape (len(block), len(features))."""
    shape = len(block), len(features)
    flat = None if exact else read_floats([cell for _, cells in block for cell in cells])
    if flat is not None:
        return np.array(flat).reshape(shape)
    read = read_exactly if exact else read_number
    numbers = np.empty(shape, dtype=object)
    for i, (line, cells) in enumerate(block):
        for j, cell in enumerate(cells):
            try:
                numbers[i, j] = read(cell)
            except ValueError as error:
                raise ValueError(
                    f"{path}, line {line}, column {features[j]!r}: expected a number; found {error}"
                ) from None
    return numbers


class _Classes:
    """The labels met so far, each with the number by which the rows remember it."""

    def __init__(self, path, heading):
        self.where = f"{path}, column {heading!r}"
        self.path, self.heading = path, heading
        self._numbers = {}  # by name
        self._codes = {}  # as written, spaces and all

    @property
    def names(self):
        return list(self._numbers)

    def code(self, line, cell):
        """Return the number of the class that a cell names."""
        if cell not in self._codes:
            name = _name(cell)
            if name.lower() in MISSING:
                raise ValueError(
                    f"{self.path}, line {line}, column {self.heading!r}: expected a label; found "
                    f"{repr(name) if name else 'an empty cell'}: fill it in, or leave the row out"
                )
            _refuse_control_characters(f"{self.path}, line {line}", name)
            self._codes[cell] = self._numbers.setdefault(name, len(self._numbers))
        return self._codes[cell]

    def positive(self, wanted):
        """Return the name of the class that becomes +1."""
        names = sorted(self.names)
        if wanted is not None and wanted not in names:
            raise ValueError(f"{self.path}: no label is {wanted!r}; found {_listed(names)}")
        if len(names) < 2:
            raise ValueError(f"{self.where} has only one class, {names[0]!r}: expected two")
        if wanted is not None:
            return wanted
        if len(names) > 2:
            raise ValueError(
                f"{self.where} has {len(names)} classes, {_listed(names)}: name the one that "
                f"becomes +1, for example --positive {names[0]}, or another label column"
            )
        values = [read_exactly(name) for name in names if is_number(name)]
        if len(values) < 2:
            return names[1]
        if values[0] == values[1]:
            raise ValueError(
                f"{self.where} has the labels {names[0]!r} and {names[1]!r}, which are the same "
                "number: write it in one way"
            )
        return names[values.index(max(values))]


def _listed(names):
    return ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")
