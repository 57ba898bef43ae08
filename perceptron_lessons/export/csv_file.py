"""A user's own samples, from a CSV file: numbers, and one column of labels."""

from __future__ import annotations

import csv
import io
import math
from fractions import Fraction
from pathlib import Path

import numpy as np

from perceptron_core import Dataset


def read_csv(path, label=None, positive=None, exact=False):
    """Return the samples of a CSV file as a data set.

    Parameters
    ----------
    path : path-like
        Comma-, semicolon- or tab-separated text, with or without a heading line.
    label : str or None
        Heading, or number from 1, of the column of labels; None is the last column.
    positive : str or None
        The label that becomes +1, all others becoming −1. None takes +1 or 1 where the labels
        are −1 and +1 or 0 and 1, and otherwise the last of two labels in alphabetical order.
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
        No such file or column, a cell that is no number (with its line), a row of another
        length, one or more than two classes.
    """
    path = Path(path)
    rows = _rows(path)
    width = len(rows[0][1])
    headings = [cell.strip() for cell in rows[0][1]]
    if any(_is_number(cell) for cell in headings):
        headings = [f"x{j + 1}" for j in range(width)]
    else:
        rows = rows[1:]
    if not rows:
        raise ValueError(f"{path}: found a heading line and no samples below it")
    for line, cells in rows:
        if len(cells) != width:
            raise ValueError(
                f"{path}, line {line}: expected {width} cells as in the first line; "
                f"found {len(cells)}"
            )
    at = _column(path, headings, label)
    if width < 2:
        raise ValueError(f"{path}: expected numbers and a label; found a single column")
    features = [heading for j, heading in enumerate(headings) if j != at]
    X = [
        [_number(path, line, headings[j], cell, exact) for j, cell in enumerate(cells) if j != at]
        for line, cells in rows
    ]
    y, meaning = _labels(path, headings[at], [cells[at].strip() for _, cells in rows], positive)
    return Dataset(X, y, path.stem), features, meaning


def _rows(path):
    """Return (line number, cells) of every line that is not blank."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is not text in UTF-8 (byte {error.start}): save it as CSV UTF-8"
        ) from None
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(";\t,", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows = [(reader.line_num, cells) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise ValueError(f"{path}, line {reader.line_num}: {error}") from None
    if not rows:
        raise ValueError(f"{path} is empty: expected one sample a line")
    return rows


def _is_number(cell):
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def _column(path, headings, label):
    if label is None:
        return len(headings) - 1
    if label in headings:
        return headings.index(label)
    if label.isdigit() and 1 <= int(label) <= len(headings):
        return int(label) - 1
    raise ValueError(f"{path} has no column {label!r}; it has {', '.join(headings)}")


def _number(path, line, heading, cell, exact):
    cell = cell.strip()
    try:
        value = Fraction(cell) if exact else (int(cell) if _is_integer(cell) else float(cell))
        if math.isfinite(value):
            return value
    except (ValueError, ZeroDivisionError):
        pass
    found = repr(cell) if cell else "an empty cell"
    if "," in cell:
        found += " (decimals are written with a point)"
    raise ValueError(f"{path}, line {line}, column {heading!r}: expected a number; found {found}")


def _is_integer(cell):
    return cell.lstrip("+-").isdigit()


def _labels(path, heading, labels, positive):
    classes = sorted(set(labels))
    signs = {cell: float(cell) for cell in classes if _is_number(cell)}
    if positive is None:
        if len(classes) > 2:
            raise ValueError(
                f"{path}: column {heading!r} has {len(classes)} classes, "
                f"{', '.join(classes[:6])}{', …' if len(classes) > 6 else ''}: name the one that "
                f"becomes +1, for example --positive {classes[0]}, or another label column"
            )
        if len(classes) < 2:
            raise ValueError(
                f"{path}: column {heading!r} has only one class, {classes[0]!r}: expected two"
            )
        positive = max(classes, key=signs.get) if len(signs) == 2 else classes[-1]
    elif positive not in classes:
        raise ValueError(f"{path}: no label is {positive!r}; found {', '.join(classes[:6])}")
    others = ", ".join(cell for cell in classes if cell != positive)
    return np.where(np.array(labels) == positive, 1, -1), {1: positive, -1: others}
