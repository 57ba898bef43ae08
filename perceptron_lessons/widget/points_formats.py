"""The reader's own points on their way in and out: starts, CSV, Python, and the end of a link.

>>> as_link(STARTS["XOR"])
'points=-3,-3,1;-3,3,-1;3,-3,-1;3,3,1'
>>> from_link(as_link(STARTS["XOR"])) == STARTS["XOR"]
True
"""

import csv
import io
import math
import re
from fractions import Fraction
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from perceptron_core import worked_example, xor
from perceptron_core.exact import nearest_float
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.own_points import GRIDS
from perceptron_lessons.tables import Label, format_number, pluralize
from perceptron_lessons.widget.points_model import GRID, MOST

AT_FIRST = {
    "order": "cyclic",
    "bias": "none",
    "zero": "mistake",
    "eta": "1",
    "start": (0, 0, 0),
    "grid": GRIDS[0],
}
"""What the reader chooses besides the points, and how it is at first."""

LONGEST_NAME = 40  # letters of a heading that are kept
AXES = ("x1", "x2")
KEYS = {*AT_FIRST, "origin"}  # of what a link may hold besides points


class Unit(NamedTuple):
    """What was loaded as a number on the grid: about ``zero + step`` times this number.

    Attributes
    ----------
    name : str
    zero, step : Fraction
    """

    name: str
    zero: Fraction
    step: Fraction

    def text(self, letter):
        """Return what the reader is told.

        >>> Unit("length in cm", Fraction(3), Fraction(1, 2)).text("x₁")
        'length in cm ≈ 3 + 0.5·x₁'
        """
        zero = f"{_decimal(self.zero)} + " if self.zero else ""
        return f"{self.name} ≈ {zero}{_decimal(self.step)}·{letter}"


def _decimal(number):
    """Return a rational as a decimal, where a dozen digits are all that it has."""
    text = f"{nearest_float(number):.12g}"
    exact = math.isfinite(float(text)) and Fraction(text) == number
    return text.replace("-", "−") if exact else format_number(number)


def _points(data, times=1):
    rows = zip((times * data.X).tolist(), data.y.tolist(), strict=True)
    return tuple((*x, y) for x, y in rows)


# Fisher's iris, petals, setosa (+1) against the rest: x₁ in half-centimetres from 3 cm, x₂ in
# quarter-centimetres from 1 cm, each place once. So no library has to be loaded for them.
IRIS = {
    1: {-4: (-4, -3), -3: (-4, -3, -2), -2: (-3, -2)},
    -1: {
        0: (0,),
        1: (0, 1),
        2: (0, 1, 2),
        3: (1, 2, 3),
        4: range(2, 7),
        5: range(2, 7),
        6: range(2, 7),
        7: range(3, 6),
        8: (5,),
    },
}

STARTS = {
    "worked example": {"points": _points(worked_example())},
    "XOR": {"points": _points(xor(), 3)},
    "bias trap": {"points": ((12, 0, 1), (8, 0, -1)), "bias": "one"},
    "Iris": {
        "points": tuple(
            (x, y, label) for label, rows in IRIS.items() for x, ys in rows.items() for y in ys
        ),
        "bias": "one",
        "units": (
            Unit("petal length in cm", Fraction(3), Fraction(1, 2)),
            Unit("petal width in cm", Fraction(1), Fraction(1, 4)),
        ),
    },
    "empty": {"points": ()},
}
"""Name → what "load" needs."""


def choices_of(setup):
    """Return the choices of a setup that differ from those at first."""
    chosen = {name: getattr(setup, name) for name in AT_FIRST}
    return {name: value for name, value in chosen.items() if value != AT_FIRST[name]}


def as_link(given):
    """Return points and choices as the end of a link.

    Parameters
    ----------
    given : dict
        What "load" needs.

    Returns
    -------
    str
    """
    rows = {
        name: ";".join(",".join(map(str, row)) for row in given[name])
        for name in ("points",)
        if given["points"]
    }
    apart = ("points", "start", "units")
    rows |= {name: value for name, value in given.items() if name not in apart}
    if "start" in given:
        rows["start"] = ",".join(map(str, given["start"]))
    for axis, unit in zip(AXES, given.get("units", ()), strict=False):
        rows[axis] = ",".join(map(str, unit))
    return urlencode(rows, safe=",;/")


def from_link(text):
    """Return what "load" needs from a link, or its end; `as_link` backwards.

    Raises
    ------
    ValueError
        If it is no such link.
    """
    found = dict(parse_qsl(text.strip().rpartition("#")[2], keep_blank_values=True))
    try:
        rows = [row.split(",") for row in found.pop("points", "").split(";") if row]
        points = tuple(tuple(int(cell) for cell in row) for row in rows)
        if "start" in found:
            found["start"] = tuple(int(cell) for cell in found["start"].split(","))
        if "grid" in found:
            found["grid"] = int(found["grid"])
        scaled = found.keys() >= set(AXES)
        units = {"units": tuple(_unit(found.pop(axis)) for axis in AXES)} if scaled else {}
    except ValueError:
        raise ValueError(f"this link holds no points: {text[:60]!r}") from None
    wrong = [f"{row}" for row in points if len(row) != 3] + sorted(set(found) - KEYS)
    if wrong:
        raise ValueError(f"this link holds what is no point and no choice: {wrong[0][:60]}")
    return {"points": points} | found | units


def _unit(text):
    """Return a unit from its part of a link."""
    name, *numbers = text.rsplit(",", 2)
    if not all(re.fullmatch(r"-?\d{1,400}(/[1-9]\d{0,400})?", number) for number in numbers):
        raise ValueError(text)
    zero, step = map(Fraction, numbers)
    return Unit(name[:LONGEST_NAME], zero, step)


def as_csv(points):
    """Return points as comma-separated values with headings."""
    return "".join(f"{x},{y},{label}\n" for x, y, label in [("x1", "x2", "y"), *points])


def as_python(setup):
    """Return the lines of Python that make the same run."""
    X = [list(point[:2]) for point in setup.points]
    y = [point[2] for point in setup.points]
    chosen = choices_of(setup)
    given = "".join(
        f", {name}={chosen[name]!r}" for name in ("order", "bias", "zero") if name in chosen
    )
    lines = ["from perceptron_core import perceptron", "", f"X = {X}", f"y = {y}"]
    if "eta" in chosen:
        rate = Fraction(setup.eta)
        fraction = rate.denominator != 1
        if fraction:
            lines.insert(0, "from fractions import Fraction")
        given += f", learning_rate={repr(rate) if fraction else int(rate)}"
    if "start" in chosen:
        given += f", w0={list(setup.start[:2])}"
        given += f", b0={setup.start[2]}" if setup.start[2] and setup.has_offset else ""
    if setup.order in ("random", "shuffled"):
        given += ", seed=0"
    return "\n".join([*lines, f"trace = perceptron(X, y{given})", ""])


def from_csv(text):
    """Return what "load" needs from comma-, semicolon- or tab-separated text.

    Three cells a line: x₁, x₂ and the label. A first line without numbers is headings. Where
    numbers are not whole, or beyond the grid, each column gets a unit of its own and is rounded to
    the grid; since 0 is then elsewhere, the line has an offset.

    Raises
    ------
    ValueError
        If it is no such table; the message names the line.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise ValueError("the text is empty: expected one point a line, x1, x2 and its label")
    delimiter = max(";\t,", key=lines[0].count)
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter))
    except csv.Error as error:
        raise ValueError(f"this is no table: {error}") from None
    headings = len(rows[0]) == 3 and all(_number(cell) is None for cell in rows[0][:2])
    X = []
    names = []
    for n, row in enumerate(rows[headings:], start=1 + headings):
        x = [_number(cell) for cell in row[:2]]
        if len(row) != 3 or None in x:
            raise ValueError(
                f"row {n} must be x1, x2 and a label, parted by commas, semicolons or tabs; "
                f"found {delimiter.join(row)[:40]!r}"
            )
        X.append(x)
        names.append(row[2].strip())
    labels = _labels(names)
    called = {name: label for name, label in zip(names, labels, strict=True)}
    said = pluralize(len(X), "point")
    if any(_number(name) != label for name, label in called.items()):
        told = sorted(called.items(), key=lambda each: -each[1])
        said += "; " + ", ".join(f"{name} is {format_number(Label(y))}" for name, y in told)
    more = {}
    if any(abs(v) > GRID or v != int(v) for x in X for v in x):
        heads = [cell.strip()[:LONGEST_NAME] for cell in rows[0][:2]] if headings else AXES
        columns = zip(heads, zip(*X, strict=True), strict=True)
        more = {"units": tuple(_fitting(*column) for column in columns), "bias": "one"}
        pairs = [zip(x, more["units"], strict=True) for x in X]
        X = [[round((value - unit.zero) / unit.step) for value, unit in pair] for pair in pairs]
        said += ", rounded to a grid that suits them, and with an offset"
    if len(X) > MOST:
        said += f"; {MOST} of them, evenly spread, are taken"
    points = [(int(x), int(y), label) for (x, y), label in zip(X, labels, strict=True)]
    return {"points": thinned(points, MOST), "said": said} | more


def _fitting(name, values):
    """Return the unit with the least round step by which the values of a column fit the grid.

    >>> _fitting("age", [Fraction(20), Fraction(65)]).text("x₁")
    'age ≈ 42 + 2·x₁'
    """
    low, high = min(values), max(values)
    least = (high - low) / (2 * GRID) or Fraction(1)
    power = Fraction(10) ** math.floor(math.log10(least.numerator) - math.log10(least.denominator))
    step = next(power * f for f in (1, 2, 5, 10, 20) if power * f >= least)
    # Half a step from the middle at most, so that no value is rounded to beyond the grid.
    return Unit(name, round((low + high) / 2 / step) * step, step)


def _number(cell):
    """Return the number that a cell holds, as its decimals say, or None."""
    try:
        # By way of a float, so that no exponent can be too large to write out.
        return Fraction(repr(float(cell.replace("−", "-"))))
    except ValueError:
        return None


def _labels(names):
    """Return −1 and +1 for two names: +1 is the larger number, or the last in the alphabet."""
    classes = sorted(set(names))
    values = [_number(name) for name in classes]
    if None not in values:
        classes = [name for _, name in sorted(zip(values, classes, strict=True))]
        if len(classes) == 1 and values[0] in (-1, 1):
            return [int(values[0])] * len(names)
    if len(classes) != 2:
        raise ValueError(f"there must be two labels; found {', '.join(classes[:5]) or 'none'}")
    return [1 if name == classes[1] else -1 for name in names]
