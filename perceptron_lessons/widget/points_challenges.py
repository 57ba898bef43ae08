"""Challenges for the reader's own points, each judged exactly on every change."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from perceptron_lessons.tables import format_number, pluralize
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.widget.points_formats import AT_FIRST, STARTS


class Verdict(NamedTuple):
    solved: bool
    text: str


@dataclass(frozen=True)
class Challenge:
    """Something to bring about with points.

    Attributes
    ----------
    task : str
        What is to be reached, in one or two sentences.
    start : dict
        What it begins with, as "load" needs it.
    judge : callable
        From a `Setup` with points to a `Verdict`: whether it is reached, and what is there now.
    solution : tuple of dict
        Actions that solve it from its start.
    """

    task: str
    start: dict
    judge: Callable
    solution: tuple

    def verdict(self, setup):
        """Say how a setup stands to the task."""
        if not setup.points:
            return Verdict(False, "no points yet")
        return self.judge(setup)


def _plain(setup):
    """The same points with every choice as it is at first."""
    return replace(setup, **AT_FIRST)


def _seven(setup):
    study = _plain(setup).study
    made = pluralize(study.trace.n_mistakes, "mistake")
    found = f"{pluralize(len(setup.points), 'point')}, {made}"
    if not study.trace.converged:
        return Verdict(False, f"{found}, and it is not at its end")
    return Verdict(len(setup.points) == 4 and study.trace.n_mistakes == 7, found)


def _worst(setup):
    plain = _plain(setup)
    cyclic, worst = (replace(plain, order=order).study.trace for order in ("cyclic", "worst"))
    if not (cyclic.converged and worst.converged):
        return Verdict(False, "one of the runs is not at its end")
    few = cyclic.n_mistakes
    many = worst.n_mistakes
    found = f"cyclic order {pluralize(few, 'mistake')}, worst first {many}"
    return Verdict(0 < 5 * few <= many, found)


def _half(setup):
    before = STARTS["worked example"]["points"]
    now = setup.points
    moved = [i for i, (old, new) in enumerate(zip(before, now, strict=False)) if old != new]
    if len(now) != len(before) or any(now[i][2] != before[i][2] for i in moved):
        return Verdict(False, "the four points must stay, with their labels: undo, or start anew")
    bound = _plain(setup).study.checked.bound
    if bound is None:
        return Verdict(False, "nothing separates these points, so there is no bound")
    found = f"R²/γ² = {format_number(bound)}, {pluralize(len(moved), 'point')} moved"
    return Verdict(len(moved) == 1 and bound == Fraction(10, 2), found)


def _offset(setup):
    X = [point[:2] for point in setup.points]
    y = [point[2] for point in setup.points]
    if len(set(y)) < 2:
        return Verdict(False, "both labels are needed")
    through, free = (maximum_margin(X, y, bias=bias) for bias in ("none", "free"))
    found = "a line separates them" if free else "no line separates them"
    found += ", one through 0 does" if through else ", none through 0 does"
    return Verdict(bool(free) and not through, found)


def _three(setup):
    best = _plain(setup).study.best
    if best:
        return Verdict(False, "a line through 0 still separates them")
    weights = best.weights[best.support]
    found = "the weights are " + ", ".join(map(format_number, weights))
    return Verdict(len(weights) == len(set(weights)) == 3, found)


def _round(setup):
    repeat = _plain(setup).study.repeat
    if len(setup.points) != 4:
        return Verdict(False, f"four points are asked for; there are {len(setup.points)}")
    if repeat is None:
        return Verdict(False, "no state has come back")
    length = repeat[1] - repeat[0]
    return Verdict(length >= 20, f"{pluralize(length, 'mistake')} until a state comes back")


WORKED = STARTS["worked example"]

CHALLENGES = {
    "seven mistakes": Challenge(
        "Four points on which the run makes exactly 7 mistakes (cyclic order, no offset, from 0).",
        WORKED,
        _seven,
        ({"do": "move", "point": 1, "to": [4, -2]},),
    ),
    "worst order": Challenge(
        "Points on which taking the worst mistake first costs at least five times as many "
        "mistakes as the cyclic order (no offset, from 0).",
        WORKED,
        _worst,
        (
            {
                "do": "load",
                "points": [[3, 1, 1], [-2, 6, 1], [-3, 0, 1]],
            },
        ),
    ),
    "half the bound": Challenge(
        "Move one of the four points so that R²/γ², which is 10, becomes exactly 5.",
        WORKED,
        _half,
        ({"do": "move", "point": 2, "to": [1, 3]},),
    ),
    "only with an offset": Challenge(
        "Points that a line separates, but no line through 0.",
        STARTS["empty"],
        _offset,
        (
            {"do": "add", "at": [2, 1]},
            {"do": "add", "at": [4, 2], "label": -1},
        ),
    ),
    "three weights": Challenge(
        "Points that no line through 0 separates, and whose certificate needs three points with "
        "three different weights.",
        WORKED,
        _three,
        ({"do": "move", "point": 0, "to": [-4, 5]},),
    ),
    "a long way round": Challenge(
        "Four points on which the run goes round for ever, and makes at least 20 mistakes before "
        "a state comes back (cyclic order, no offset, from 0).",
        WORKED,
        _round,
        ({"do": "move", "point": 1, "to": [6, 5]},),
    ),
}
"""Name → challenge."""
