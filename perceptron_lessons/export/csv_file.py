"""A user's own samples, from a CSV file: numbers, and one column of labels."""

from __future__ import annotations

import codecs
import csv
import re
from fractions import Fraction
from itertools import chain
from pathlib import Path

import numpy as np

from perceptron_core import Dataset

MISSING = ("", "nan", "na", "n/a", "#n/a", "<na>", "null")  # what programs write for no value

# What `float` and `Fraction` take is more than people write: 1_000 is a slip of the keyboard.
_NUMERAL = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?|[+-]?[0-9]+/0*[1-9][0-9]*"
)
_DECIMAL_COMMA = re.compile(r"^(\s*[+-]?[0-9]*),([0-9]+(?:[eE][+-]?[0-9]+)?\s*)$")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]")  # SVG has no way to write these


def read_csv(path, label=None, positive=None, exact=False):
    """Return the samples of a CSV file as a data set.

    Parameters
    ----------
    path : path-like
        Text separated by commas, semicolons or tabs, in UTF-8, UTF-16 or as Windows writes it in
        the West, with or without a heading line. A decimal may have a comma where no comma stands
        between cells.
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
        No such column, two columns of one name or one without, a cell that is no number or no
        label (with its line), a row of another length, a first line that may be a heading or a
        sample, one or more than two classes.
    """
    path = Path(path)
    rows = _rows(path)
    first = next(rows, (0, []))
    headings = first[1]
    headed = not any(map(_NUMERAL.fullmatch, headings))
    headed = headed or (label in headings and not _NUMERAL.fullmatch(label))
    if not headed:
        headings = [f"x{j + 1}" for j in range(len(headings))]
        rows = chain([first], rows)
    at = _column(path, headings, label)
    names = []
    X = []
    for line, cells in rows:
        sample = _sample(f"{path}, line {line}", headings, cells, at, exact)
        names.append(sample.pop(at))
        X.append(sample)
    if not names:
        raise ValueError(f"{path}: found a heading line and no samples below it")
    classes = sorted(set(names))
    if not headed and len(classes) > 2 and names.count(names[0]) == 1 and names[0] != positive:
        remedy = f"if these are headings, use --label {names[0]}; if not, write some above it"
        found = f"has numbers, but no other line has its label {names[0]!r}"
        raise ValueError(f"{path}, line {first[0]} {found}: {remedy}")
    positive = _positive(f"{path}, column {headings[at]!r}", classes, positive)
    others = ", ".join(name for name in classes if name != positive)
    data = Dataset(_array(X, exact), np.where(np.array(names) == positive, 1, -1), path.stem)
    return data, headings[:at] + headings[at + 1 :], {1: positive, -1: others}


def number(text, exact=False):
    """Return an integer as it is, and any other number as the nearest float, or as a rational.

    Raises
    ------
    ValueError
        What is wrong with the text.

    >>> number("12345678901234567890"), number(" -1.50"), number("0.1", exact=True)
    (12345678901234567890, -1.5, Fraction(1, 10))
    """
    text = text.strip()
    wrong = f"expected a number; found {text[:40]!r}"
    if not _NUMERAL.fullmatch(text):
        how = "write it like -1234.5, with a hyphen, a point, and no mark between thousands"
        raise ValueError(f"{wrong}: {how}")
    if exact:
        return Fraction(text)
    if text.lstrip("+-").isdigit():
        return int(text)
    try:
        return float(Fraction(text))
    except OverflowError:
        raise ValueError(f"{wrong}, outside the range of floats: use --exact") from None


def _rows(path):
    """Yield (line number, cells) of every line that is not blank; each cell in one line."""
    encoding, delimiter = _form(path)
    with path.open(encoding=encoding, errors="replace", newline="") as file:
        reader = csv.reader(file, delimiter=delimiter, strict=True)
        try:
            for cells in reader:
                cells = [" ".join(cell.split()) for cell in cells]
                if delimiter != ",":
                    cells = [_DECIMAL_COMMA.sub(r"\1.\2", cell) for cell in cells]
                if any(cells):
                    yield reader.line_num, cells
        except csv.Error as error:
            hint = "is a quotation mark missing?"
            raise ValueError(f"{path}, line {reader.line_num}: {error}: {hint}") from None


def _form(path):
    """Return the encoding of a file and what stands between its cells."""
    content = path.read_bytes()
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if wide else "utf-8-sig"
    text = content.decode(encoding, "replace")
    if "\N{REPLACEMENT CHARACTER}" in text:
        encoding = "cp1252"
        text = content.decode(encoding, "replace")
    if _CONTROL.search(text):
        raise ValueError(f"{path}: is this a text file?")
    # Where a heading stands in quotes, so may any of these signs.
    first, *_ = re.sub('"[^"]*"', "", text[:10_000]).strip("\r\n").splitlines() or [""]
    return encoding, max(";\t,", key=first.count)


def _column(path, headings, label):
    """Return which column holds the labels; raises where headings are not one name for each."""
    if len(headings) < 2:
        raise ValueError(f"{path}: expected numbers and a label; found {len(headings)} columns")
    if "" in headings:
        remedy = "write one, or leave the column out (of pandas: to_csv with index=False)"
        raise ValueError(f"{path}: column {headings.index('') + 1} has no heading: {remedy}")
    if doubled := [heading for heading in headings if headings.count(heading) > 1]:
        raise ValueError(f"{path}: two columns are called {doubled[0]!r}: rename one")
    if label is None:
        return len(headings) - 1
    if label in headings:
        return headings.index(label)
    if re.fullmatch("[0-9]{1,9}", label) and 1 <= int(label) <= len(headings):
        return int(label) - 1
    raise ValueError(f"{path} has no column {label!r}; it has {_listed(headings)}")


def _sample(where, headings, cells, at, exact):
    """Return what a row holds: numbers, and in column `at` a label."""
    if len(cells) != len(headings):
        expected = f"expected {len(headings)} cells as in the first line"
        raise ValueError(f"{where}: {expected}; found {len(cells)}")
    if cells[at].lower() in MISSING:
        wrong = f"expected a label; found {cells[at]!r}: fill it in, or leave the row out"
        raise ValueError(f"{where}, column {headings[at]!r}: {wrong}")
    found = []
    for j, cell in enumerate(cells):
        try:
            found.append(cell if j == at else number(cell, exact))
        except ValueError as error:
            raise ValueError(f"{where}, column {headings[j]!r}: {error}") from None
    return found


def _array(rows, exact):
    """Return rows of numbers as an array that holds each as it was read."""
    if exact or not all(abs(entry) < 2**53 for row in rows for entry in row):
        return np.array(rows, dtype=object)
    X = np.array(rows, dtype=float)
    return X.astype(np.int64) if np.array_equal(X, np.floor(X)) else X


def _positive(where, classes, wanted):
    """Return the name of the class that becomes +1."""
    if wanted is not None and wanted not in classes:
        raise ValueError(f"{where}: no label is {wanted!r}; found {_listed(classes)}")
    if len(classes) < 2:
        raise ValueError(f"{where} has only one class, {classes[0]!r}: expected two")
    if wanted is None and len(classes) > 2:
        remedy = f"name the one that becomes +1, for example --positive {classes[0]}"
        raise ValueError(f"{where} has {len(classes)} classes, {_listed(classes)}: {remedy}")
    numbers = all(map(_NUMERAL.fullmatch, classes))
    return wanted or max(classes, key=Fraction if numbers else None)


def _listed(names):
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
