"""The reader's own points without a browser: what there is, and what can be done with it.

A state is immutable; an action is a dict, as a browser sends it, and gives a new state.

>>> state = State().apply({"do": "add", "at": [2, 1]}).apply({"do": "flip", "point": 0})
>>> state.now.points, state.undo().now.points, state.undo().undo().now.points
(((2, 1, -1),), ((2, 1, 1),), ())
"""

import inspect
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from perceptron_core import Dataset
from perceptron_core.checks import as_number, check_choice, malformed
from perceptron_core.exact import is_mistake
from perceptron_lessons.figures.own_points import GRIDS, Scale, View
from perceptron_lessons.figures.own_points_words import line_text, point_text
from perceptron_lessons.tables import format_number, pluralize
from perceptron_lessons.theory.study import Study
from perceptron_lessons.theory.voting import stopped_run

MOST = 40  # points
LONGEST = 500  # mistakes of a run
EARLY = 40  # mistakes after which it is first asked whether it goes round
HISTORY = 200  # steps that can be undone
FARTHEST = 10_000  # the largest weight that is set by hand
SEED = 0  # of the random orders
GRID = max(GRIDS)
RATES = ("1/100", "1/10", "1", "10", "100")

CHOICES = {
    "order": {
        "cyclic": "one after the other",
        "first": "lowest number",
        "worst": "worst mistake",
        "random": "any, at random",
        "shuffled": "shuffled passes",
    },
    "bias": {"none": "no offset", "one": "offset, step 1", "radius": "offset, step R²"},
    "zero": {"mistake": "on the line: a mistake", "positive": "on the line: +1"},
    "eta": {rate: rate for rate in RATES},
    "grid": {size: f"−{size} to {size}" for size in GRIDS},
}
"""Name of a choice → its values, each with what the reader sees."""

TITLES = {
    "order": "order",
    "bias": "offset",
    "zero": "w·x + b = 0",
    "eta": "learning rate η",
    "grid": "paper",
}
"""Name of a choice → what the reader sees in its place."""


@dataclass(frozen=True)
class Setup:
    """Points, choices and what is looked at: all that undo brings back.

    Attributes
    ----------
    points : tuple of (x₁, x₂, label)
        Whole numbers on the grid; labels −1 and +1.
    order, bias, zero, eta : str
        As for `perceptron_core.perceptron`; η as an integer or a fraction.
    start : tuple of int
        w₀ and b₀.
    origin : str
        The name of the start that was chosen; empty for points from elsewhere.
    units : tuple of points_formats.Unit
        What the coordinates stand for, where they were scaled to the grid.
    grid : int
        How far from 0 the paper reaches.
    k : int or None
        After how many mistakes; None is the end of the run.
    hand : tuple of int, or None
        The reader's own w and b, while these are looked at.
    tries : int
        How many lines the reader has drawn by hand since the points were last changed.
    guessing : bool
        Whether the reader guesses the next mistake.
    guesses : tuple of int
        How many guesses were right, and how many were made.
    """

    points: tuple = ()
    order: str = "cyclic"
    bias: str = "none"
    zero: str = "mistake"
    eta: str = "1"
    start: tuple = (0, 0, 0)
    origin: str = ""
    units: tuple = ()
    grid: int = GRIDS[0]
    k: int | None = None
    hand: tuple | None = None
    tries: int = 0
    guessing: bool = False
    guesses: tuple = (0, 0)

    @property
    def has_offset(self):
        """Whether b can differ from 0: R², its step, may be 0 too."""
        apart = any(x or y for x, y, _ in self.points)
        return self.bias == "one" or (self.bias == "radius" and apart)

    @property
    def study(self):
        """What is known of the run, or None without points."""
        start = (*self.start[:2], self.start[2] if self.has_offset else 0)
        return _study(self.points, self.order, self.bias, self.zero, self.eta, start)

    @property
    def position(self):
        """The number of mistakes made, within those of the run."""
        study = self.study
        end = study.end if study else 0
        return end if self.k is None else min(self.k, end)

    @property
    def scale(self):
        return Scale.of(self.study, self.grid)

    @property
    def told(self):
        """What the coordinates stand for, in words; empty where for themselves."""
        pairs = zip(self.units, ("x₁", "x₂"), strict=False)
        return "; ".join(unit.text(letter) for unit, letter in pairs)

    def view(self, k=None):
        """Return what is to be seen, after k mistakes or where the reader is."""
        study = self.study
        by_hand = self.hand is not None and k is None
        k = self.position if k is None else k
        if by_hand or study is None:
            *w, b = map(Fraction, self.hand or self.start)
            w, b = np.array(w, dtype=object), b if self.has_offset else Fraction(0)
        else:
            w, b = study.state(k)
        if study is None:
            return View(k, w, b, np.array([], dtype=int), None, by_hand)
        trace = study.trace
        if by_hand:
            wrong = np.flatnonzero(is_mistake((trace.X @ w + b) * trace.y, trace.y, self.zero))
        else:
            wrong = study.wrong(k)
        unseen = self.guessing and not by_hand
        after = None if by_hand or unseen or k >= study.end else int(trace.mistakes[k])
        return View(k, w, b, wrong[:0] if unseen else wrong, after, by_hand)


@lru_cache(maxsize=64)
def _study(points, order, bias, zero, eta, start):
    if not points:
        return None
    rate = Fraction(eta)
    data = Dataset([point[:2] for point in points], [point[2] for point in points], "own points")
    chosen = {"order": order, "bias": bias, "zero": zero, "w0": start[:2], "b0": start[2]}
    chosen["learning_rate"] = int(rate) if rate.denominator == 1 else rate
    # One that goes round is known after a few mistakes; one that is stopped is shown as such.
    study = Study(stopped_run(data, EARLY, seed=SEED, **chosen))
    if study.trace.converged or study.repeat:
        return study
    return Study(stopped_run(data, LONGEST, seed=SEED, **chosen))


@dataclass(frozen=True)
class State:
    """A setup with its history.

    Attributes
    ----------
    now : Setup
    past, future : tuple of Setup
        What undo and redo bring back.
    drag : int or None
        The drag under way: its moves are one step of the history.
    said : str
        What the last action did.
    """

    now: Setup = Setup()
    past: tuple = ()
    future: tuple = ()
    drag: int | None = None
    said: str = ""

    def apply(self, action):
        """Return the state after an action.

        Parameters
        ----------
        action : dict
            ``do``, a name in `ACTIONS`, "undo" or "redo", with what that action needs. Actions with
            the same ``drag``, one after the other, are one: each replaces the one before.

        Raises
        ------
        ValueError
            If it cannot be done; the message says why.
        """
        given = dict(action)
        do = given.pop("do", None)
        drag = given.pop("drag", None)
        if do in ("undo", "redo"):
            return self.undo() if do == "undo" else self.redo()
        check_choice("do", do, ACTIONS)
        try:
            inspect.signature(ACTIONS[do]).bind(None, **given)
        except TypeError as error:
            raise ValueError(f"{do}: {error}") from None
        going_on = drag is not None and drag == self.drag
        setup, said = ACTIONS[do](self.past[-1] if going_on else self.now, **given)
        if do in LOOKS:
            return replace(self, now=setup, drag=None, said=said)
        past = self.past if going_on else (*self.past, self.now)
        if setup == past[-1]:
            return replace(self, now=setup, past=past[:-1], drag=None, said=said)
        return State(setup, past[-HISTORY:], (), drag, said)

    def undo(self):
        """Return the state before the last step; the same one where there is none."""
        if not self.past:
            return replace(self, drag=None, said="nothing to undo")
        *past, before = self.past
        return State(before, tuple(past), (self.now, *self.future), None, "undone")

    def redo(self):
        """Return the state that the last undo left; the same one where there is none."""
        if not self.future:
            return replace(self, drag=None, said="nothing to redo")
        after, *future = self.future
        return State(after, (*self.past, self.now), tuple(future), None, "done again")


def whole(name, value, limit):
    """Return a number as the nearest whole number within ±limit.

    >>> whole("x", 2.6, 12), whole("x", -99, 12)
    (3, -12)
    """
    return int(max(-limit, min(limit, round(as_number(name, value)))))


def checked_point(x, y, label=1):
    """Return a point on the grid as (x₁, x₂, label)."""
    if label not in (-1, 1):
        raise malformed("a label", "be -1 or +1", repr(label))
    return whole("x1", x, GRID), whole("x2", y, GRID), int(label)


def _numbers(name, values):
    if not isinstance(values, list | tuple) or len(values) != 2:
        raise malformed(name, "be two numbers", repr(values))
    return [as_number(name, value) for value in values]


def _pair(name, values, limit):
    return tuple(whole(name, value, limit) for value in _numbers(name, values))


def _index(setup, point):
    if not isinstance(point, int) or not 0 <= point < len(setup.points):
        raise malformed("point", f"be one of 0 … {len(setup.points) - 1}", repr(point))
    return point


def _text(points, i):
    return point_text(i, points[i][:2], points[i][2])


def _with_points(setup, points):
    return replace(setup, points=tuple(points), tries=0)


def _add(setup, at, label=1):
    if len(setup.points) >= MOST:
        raise ValueError(f"there are {MOST} points, and that is the most: remove one first")
    points = (*setup.points, checked_point(*_pair("at", at, setup.grid), label))
    return _with_points(setup, points), f"added: {_text(points, len(points) - 1)}"


def _change(setup, i, point):
    points = (*setup.points[:i], *point, *setup.points[i + 1 :])
    return _with_points(setup, points)


def _move(setup, point, to):
    i = _index(setup, point)
    changed = _change(setup, i, [(*_pair("to", to, setup.grid), setup.points[i][2])])
    return changed, f"moved: {_text(changed.points, i)}"


def _flip(setup, point):
    *x, y = setup.points[(i := _index(setup, point))]
    changed = _change(setup, i, [(*x, -y)])
    return changed, f"flipped: {_text(changed.points, i)}"


def _remove(setup, point):
    i = _index(setup, point)
    left = pluralize(len(setup.points) - 1, "point")
    return _change(setup, i, []), f"removed: {_text(setup.points, i)}; {left} left"


def _reach(points):
    return max((abs(v) for point in points for v in point[:2]), default=0)


def _choose(setup, name, value):
    if name == "grid":
        value = whole("grid", value, GRID)
        if value not in GRIDS or value < _reach(setup.points):
            must = f"be {' or '.join(map(str, GRIDS))}, and no point may lie outside"
            raise malformed("the paper", must, value)
    elif name == "start":
        if not isinstance(value, list | tuple) or len(value) != 3:
            raise malformed("start", "be w1, w2 and b", repr(value))
        value = tuple(whole("start", v, FARTHEST) for v in value)
        return replace(setup, start=value), f"initial w and b: {format_number(value)}"
    else:
        check_choice("name", name, CHOICES, ", start")
        check_choice(name, value, CHOICES[name])
    return replace(setup, **{name: value}), f"{TITLES[name]}: {CHOICES[name][value]}"


def _look(setup, k=None):
    k = None if k is None else max(0, whole("k", k, LONGEST))
    changed = replace(setup, k=k, hand=None)
    return changed, f"k = {changed.position}"


def _hand(setup, to=None, by=None, b=None, space="weights"):
    """Set w to a place in either space, or move it by some steps, or set b."""
    view = setup.view()
    scale = setup.scale
    here = setup.hand or tuple(whole("w", v, FARTHEST) for v in (*view.w, view.b))
    w = here[:2]
    offset = here[2] if b is None else whole("b", b, FARTHEST)
    if to is not None:
        check_choice("space", space, ("weights", "data"))
        unit = scale.arrow if space == "data" else 1
        w = [v * unit for v in _numbers("w", to)]
    if by is not None:
        w = [v + scale.step * d for v, d in zip(w, _numbers("w", by), strict=True)]
    changed = replace(setup, hand=(*_pair("w", w, FARTHEST), offset), tries=setup.tries + 1)
    wrong = len(changed.view().wrong)
    line = line_text(changed.view(), setup.has_offset)
    return changed, f"try {changed.tries}, {line}: {pluralize(wrong, 'point')} wrong"


def _run_from_here(setup):
    if setup.hand is None:
        raise ValueError("the run starts from a w of yours: drag the arrow of w first")
    changed = replace(setup, start=setup.hand, hand=None, k=0)
    return changed, f"the run starts from {line_text(changed.view(), setup.has_offset)}"


def _guessing(setup, on):
    if not on:
        return replace(setup, guessing=False), "guessing is off"
    changed = replace(setup, guessing=True, guesses=(0, 0), hand=None, k=0)
    return changed, "which point is the next mistake?"


def _guess(setup, point):
    study = setup.study
    i = _index(setup, point)
    k = setup.position
    if k >= study.end:
        return setup, "no mistake is left to guess"
    right, asked = setup.guesses
    changed = replace(setup, hand=None, guesses=(right, asked + 1))
    if i == study.trace.mistakes[k]:
        changed = replace(changed, guesses=(right + 1, asked + 1), k=k + 1)
        step = ("+ " if study.trace.y[i] > 0 else "− ") + ("x" if setup.eta == "1" else "ηx")
        said = f"right: point {i} is mistake {k + 1}, so w {step} is next: "
        said += line_text(changed.view(), setup.has_offset)
        end = "; no mistake is left" if k + 1 == study.end and study.trace.converged else ""
        return changed, said + end
    if i in study.wrong(k):
        return changed, f"point {i} is a mistake too, but in this order another one is next"
    what = "y(w·x + b)" if setup.has_offset else "y w·x"
    value = study.trace.margins(k)[i]
    return changed, f"not point {i}: it is on its side, {what} = {format_number(value)}"


def _load(setup, points=(), said="", origin="", units=(), **choices):
    """Begin anew with other points; what is not chosen is as at the start."""
    points = [checked_point(*point) for point in points][:MOST]
    grid = next(size for size in GRIDS if _reach(points) <= size)
    fresh = _with_points(Setup(origin=origin, units=units, grid=grid), points)
    for name, value in choices.items():
        fresh, _ = _choose(fresh, name, value)
    return fresh, said or pluralize(len(fresh.points), "point")


ACTIONS = {
    "add": _add,
    "move": _move,
    "flip": _flip,
    "remove": _remove,
    "choose": _choose,
    "look": _look,
    "hand": _hand,
    "run from here": _run_from_here,
    "guessing": _guessing,
    "guess": _guess,
    "load": _load,
}
"""What can be done, besides "undo" and "redo": a function of a setup and what the action needs."""

LOOKS = ("look", "guessing", "guess")
"""Actions that change nothing but what is looked at: the history leaves them out."""
