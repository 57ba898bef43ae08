"""What a stage can hold: points, a run and where it begins, from whatever Python has of them.

A number that a stage cannot show as it is, is an error and never another number.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from numbers import Integral
from pathlib import Path

import numpy as np

from perceptron_core import Dataset, Trace
from perceptron_core.checks import check_choice, in_words, is_finite, is_number, malformed
from perceptron_core.exact import is_mistake
from perceptron_lessons.figures.display import display_of_session
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.voting import first_repetition, stopped_run

GIVEN = json.loads((Path(__file__).parent / "boards.json").read_text("utf-8"))
STARTS = GIVEN["starts"]
"""Name of a start → its points, and what of its run is not as usual."""
LIMIT = 500  # mistakes of a run; this and what follows are as in board.js
MOST = 40  # points
GRID = 12
FARTHEST = 10_000  # of a weight at the start
LONGEST = 60  # digits of the two numbers of a fraction
LETTERS = 40  # of the name of an order
OF_EXAMPLE = ("worked example", "pick any mistake")
"""Starts that show the worked example, or the points that a session has in its place.

The broken ones show it too, but what they claim is of these points alone."""
USUAL = {"order": "cyclic", "bias": "none", "zero": "mistake", "start": (0, 0, 0), "eta": "1"}


def board_of(given):
    """Return the board of a start, a run, a data set or points.

    Parameters
    ----------
    given : str, Trace, Dataset, pair (X, y), or list of [x1, x2, label]

    Raises
    ------
    ValueError
        There is no such start, or it is not such as a stage can hold.

    >>> board_of([[2, 1.0, 1]])
    {'points': [[2, 1, 1]]}
    """
    if isinstance(given, str):
        check_choice("a start", given, STARTS)
        points = display_of_session().points
        if points and given in OF_EXAMPLE:
            return STARTS[given] | {"points": checked_points(points)}
        return STARTS[given] | {"origin": given}
    if isinstance(given, Trace):
        return _board_of_run(given)
    return {"points": checked_points(_rows(given))}


def checked_points(rows):
    """Return points as lists of `int`s, for which each number has to be whole."""
    points = []
    for i, row in enumerate(rows):
        point = [as_int(v) for v in row] if isinstance(row, list | tuple | np.ndarray) else [None]
        x1, x2, label = point if len(point) == 3 else (None, None, None)
        if None in (x1, x2) or max(abs(x1), abs(x2)) > GRID or label not in (-1, 1):
            must = f"be [x1, x2, label], whole from -{GRID} to {GRID}, and -1 or +1"
            shown = list(row) if isinstance(row, list | tuple | np.ndarray) else row
            raise malformed(f"points[{i}]", must, in_words(shown))
        points.append(point)
    if len(points) > MOST:
        raise ValueError(f"a stage holds {MOST} points at most; found {len(points)}")
    return points


def as_int(value):
    """Return a whole number as an `int`, and None of all else.

    >>> as_int(2.0), as_int(Fraction(4, 2))
    (2, 2)
    >>> as_int(2.5), as_int(True), as_int("2"), as_int(math.nan)
    (None, None, None, None)
    """
    return int(value) if is_number(value) and is_finite(value) and value == int(value) else None


def _rows(given):
    """Return what is not a run as rows x1, x2, label."""
    if isinstance(given, Dataset):
        given = (given.X, given.y)
    if isinstance(given, tuple) and len(given) == 2 and np.ndim(given[1]) == 1:
        X, y = given
        if len(X) == len(y) and all(np.ndim(x) == 1 and len(x) == 2 for x in X):
            return [[*x, label] for x, label in zip(X, y, strict=True)]
    if isinstance(given, Iterable) and not isinstance(given, Mapping | bytes):
        return list(given)
    must = "be the name of a start, a run or data in the plane, or a list of [x1, x2, label]"
    raise malformed("what a stage shows", must, type(given).__name__)


def _board_of_run(trace):
    if trace.n_features != 2 or trace.bias not in ("none", "one", "radius"):
        found = f"{trace.n_features} coordinates, offset {trace.bias!r}"
        raise ValueError(f"a stage needs 2 coordinates, and b += 0, y or y R²; found {found}")
    if trace.bias == "none" and trace.b0:
        raise malformed("b0", "be 0 on a stage whose offset does not learn", trace.b0)
    rows = zip(trace.X.tolist(), trace.y.tolist(), strict=True)
    board = {
        "points": checked_points([[*x, y] for x, y in rows]),
        "order": trace.order,
        "whose": "",
        "bias": trace.bias,
        "zero": trace.zero,
        "eta": str(_read_fraction("learning_rate", trace.learning_rate)),
        "start": [_weight("the start of the run", v) for v in (*trace.w0.tolist(), trace.b0)],
    }
    mistakes = trace.mistakes[:LIMIT].tolist()
    if not _is_made_by(board, mistakes):
        board |= {"order": mistakes, "whose": trace.order[:LETTERS]}
        if n_updates(board, board["points"]) < len(mistakes):  # not each of them is a mistake
            board |= {"isFree": True, "whose": ""}
    elif not trace.converged and trace.n_mistakes < n_updates(board, board["points"]):
        board["k"] = trace.n_mistakes  # where it was stopped
    return board


def _is_made_by(board, mistakes):
    """Return whether the order of a board, by its name, makes these mistakes first."""
    if board["order"] not in ("cyclic", "first", "worst"):
        return False
    run = run_of_board(board, board["points"])
    return run.mistakes[: len(mistakes)].tolist() == mistakes[: run.n_mistakes]


def _weight(name, value):
    number = _read_fraction(name, value)
    if abs(number) > FARTHEST:
        raise malformed(name, f"have weights from -{FARTHEST} to {FARTHEST}", value)
    return int(number) if number.denominator == 1 else str(number)


def _read_fraction(name, value):
    number = Fraction(value)
    if max(len(str(v)) for v in number.as_integer_ratio()) > LONGEST:
        must = f"be a fraction of two numbers with at most {LONGEST} digits"
        raise malformed(name, must, in_words(value))
    return number


def run_of_board(board, points):
    """Return the run of a board, of `LIMIT` mistakes at most, as a Trace.

    Its own choices end at the first that is no mistake, unless its updates are free.
    """
    board = USUAL | board
    X, y = [point[:2] for point in points], [point[2] for point in points]
    *w0, b0 = map(Fraction, board["start"])
    settings = {
        "bias": board["bias"],
        "zero": board["zero"],
        "learning_rate": _integer_or_fraction(Fraction(board["eta"])),
        "w0": [_integer_or_fraction(v) for v in w0],
        "b0": _integer_or_fraction(b0) if board["bias"] != "none" else 0,
    }
    data = Dataset(X, y, "own points")
    if isinstance(board["order"], str):
        return stopped_run(data, LIMIT, order=board["order"], **settings)
    choices = [i for i in board["order"] if i < len(points)][:LIMIT]
    run = replace(stopped_run(data, 0, **settings), mistakes=choices, converged=False)
    if board.get("isFree"):
        return run
    made = _count_mistakes(run, choices)
    is_over = not is_mistake(run.margins(made), run.y, run.zero).any()
    return replace(run, mistakes=choices[:made], converged=is_over)


def _count_mistakes(run, choices):
    """Return how many choices are mistakes when their turn comes."""
    for k, i in enumerate(choices):
        if not is_mistake(run.margins(k)[i], run.y[i], run.zero):
            return k
    return len(choices)


def _integer_or_fraction(number):
    return int(number) if number.denominator == 1 else number


def n_updates(board, points):
    """Return after how many updates a stage is at the end: where a state comes back, there."""
    run = run_of_board(board, points)
    if run.converged or not isinstance((USUAL | board)["order"], str):
        return run.n_mistakes
    repeats = first_repetition(run)
    return repeats[1] if repeats else run.n_mistakes


def checked_count(k):
    """Return a number of mistakes as an `int`, or None for None."""
    if k is None:
        return None
    if not is_number(k) or not isinstance(k, Integral) or k < 0:
        raise malformed("k", "be a whole number of mistakes, 0 or more, or None", in_words(k))
    return int(k)


def checked_line(w):
    """Return w1, w2 and b as a list of three floats or `int`s; an empty list is none."""
    kinds = (int, float, np.integer)
    is_line = len(w) == 3 and all(isinstance(v, kinds) and not isinstance(v, bool) for v in w)
    if len(w) and not (is_line and all(map(math.isfinite, w))):
        raise malformed("w", "be [w1, w2, b], three numbers", in_words(w))
    return [int(v) if isinstance(v, np.integer) else v for v in w]


def checked_k(k, board, points, view=""):
    """Return k, which is None or a number of updates that a stage of this view can show."""
    if checked_count(k) is None:
        return None
    most = n_updates(board, points) if points else 0
    if points and view == "race":
        most = max(most, _beyond(board, points))
    if k > most:
        raise malformed("k", f"be at most {most}, the mistakes of what is shown", k)
    return int(k)


def _beyond(board, points):
    """Return the first k for which a separator and the start 0 leave no room; 0 without them."""
    run = replace(run_of_board(board, points), mistakes=[], converged=None)
    if any(run.w0) or run.b0:
        return 0
    square = run.radius_squared + run.pad_squared
    if not board.get("u"):
        best = maximum_margin(run.X, run.y, bias=run.bias)
        return math.floor(square / Fraction(best.gamma_squared)) + 1 if best else 0
    a, b, c = board["u"] if run.pad_squared else (*board["u"][:2], 0)
    least = min(y * (a * x1 + b * x2 + c) for x1, x2, y in points)
    length = a * a + b * b + (Fraction(c * c) / run.pad_squared if run.pad_squared else 0)
    return math.floor(square * length / least**2) + 1 if least > 0 else 0
