"""Explain my run: whether a student's function is a perceptron, and where it first is not.

The function runs on small data, and `watch` sees what its weights do. Each change of them is held
against the samples: which one was added, how much of it, and whether it was a mistake just then.
"""

import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from perceptron_core import OnlineTrace
from perceptron_lessons.exercises.checking import as_text, run_perceptron, wrap
from perceptron_lessons.exercises.runs import (
    DATA,
    LARGE,
    NEVER,
    ONE_LABEL,
    SLOW,
    SOON,
    WEIGHTS,
    constant_offset,
    ends_at_a_run,
    numbers_in,
    readings,
    standardized,
)
from perceptron_lessons.exercises.slips import slip_of
from perceptron_lessons.exercises.watching import LOOKED, MOST, watch
from perceptron_lessons.theory.distance import USED
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin

WORDS = tomllib.loads(Path(__file__).with_name("explain.toml").read_text(encoding="utf-8"))
SLIPS = WORDS["slips"]
SOURCES = WORDS["sources"]


@dataclass(frozen=True, repr=False)
class Explanation:
    """What `explain` has found; true if the function is a perceptron.

    Attributes
    ----------
    slip : str or None
        What is wrong, in the field's words; None for a perceptron, and where it stays open.
    step : int or None
        The first update, counted from 1, that leaves the rule.
    data : Dataset or None
        Where it does.
    text : str
        The explanation.
    is_perceptron : bool
    order, source : str or None
        Of a perceptron: the order in which it takes the mistakes, and whose algorithm it is.
    picture : str
        The step as SVG, or "".
    """

    slip: str | None = None
    step: int | None = None
    data: Any = None
    text: str = ""
    is_perceptron: bool = False
    order: str | None = None
    source: str | None = None
    picture: str = ""

    def __bool__(self):
        return self.is_perceptron

    def __repr__(self):
        return "\n".join(map(wrap, self.text.splitlines()))

    def _repr_html_(self):
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.text.splitlines())
        return f"<div>{lines}{self.picture}</div>"


def explain(function: Any) -> Explanation:
    """Say whether a function is a perceptron, or which step leaves the rule, and how.

    Parameters
    ----------
    function : callable, class or object with a method `fit`
        Called with samples X and labels y, in the style of its author: see docs/explain.md.

    Returns
    -------
    Explanation
        True for a perceptron; printed, or in a notebook, it is the explanation.

    Examples
    --------
    >>> def mine(X, y):
    ...     w = np.zeros(X.shape[1])
    ...     for _ in range(100):
    ...         for i in range(len(X)):
    ...             if y[i] * (w @ X[i]) <= 0:
    ...                 w = w - y[i] * X[i]
    ...     return w
    >>> found = explain(mine)
    >>> bool(found), found.slip, found.step
    (False, 'sign', 1)
    """
    attempts = []
    for zero_one in (False, True):
        for listed in (False, True):
            most = MOST if all(attempt.ended for attempt in attempts) else LOOKED
            attempt = Attempt(function, zero_one, listed, most)
            if attempt.slip is None:
                return attempt.praise()
            attempts.append(attempt)
            if attempt.slip not in VAGUE:
                break
    return max(attempts, key=lambda attempt: attempt.quality[0]).blame()


VAGUE = ("", "step of another size", "bias moved by another amount", "raises an error")


class Attempt:
    """What a function did on all data sets, given labels and samples in one form.

    Attributes
    ----------
    slip : str or None
        None for a perceptron, "" where it stays open.
    runs : list of Run
        In the reading that explains most of what was seen.
    """

    def __init__(self, function, zero_one, listed, most):
        self.function, self.zero_one, self.listed = function, zero_one, listed
        self.watched = []
        self.drawings = {}
        for data in DATA:
            self.watched.append(self.watch(data, LOOKED if data is NEVER else most))
            most = most if self.watched[-1].ended else LOOKED
            if self.watched[0].error:
                break
        self.ended = self.watched[0].ended or bool(self.watched[0].error)
        self.runs = []
        error, lines = self.watched[0].error, self.watched[0].lines
        self.slip = "raises an error" if error and lines else ""
        self.quality = (0, 0)
        ways = [] if error else readings(self.watched)
        for runs, draw in ways:
            if not runs:
                continue
            slip = self.slip_in(runs, lambda seed, draw=draw: draw(self.drawn(seed)))
            if slip and runs[0].pull == -1:
                slip = ""  # a threshold is one more way to be right, and none to be wrong
            explained = np.mean([(run.sample >= 0).mean() for run in runs if len(run.size)] or [0])
            quality = (2 if slip is None else slip not in VAGUE, explained)
            if quality > self.quality:
                self.runs, self.slip, self.quality = runs, slip, quality
                self.redraw = lambda seed, draw=draw: draw(self.drawn(seed))
        for runs, draw in readings(self.watched, standardized) if ways and not self.slip else ():
            made = sum(len(run.size) for run in runs)
            if made > 50 and all(run.first_wrong is None for run in runs):
                self.runs, self.slip = runs, None
                self.redraw = lambda seed, draw=draw: draw(self.drawn(seed))
        if not ways and not error:
            self.slip = self.slip_at_end()
            self.quality = (self.slip not in VAGUE, 0)

    def drawn(self, seed):
        """Return what is watched on the first data with other random numbers."""
        if seed not in self.drawings:
            self.drawings[seed] = [self.watch(data, LOOKED, seed=seed) for data in SOON]
        return self.drawings[seed]

    def slip_in(self, runs, again):
        """Return the slip in one reading of what was watched: see `slip_of`."""
        first = self.watched[1]
        if (again(0)[0].states[0] != runs[0].states[0]).any():
            return "in-place aliasing of w0"
        slip = slip_of(runs, again)
        starts_on_row = (runs[0].states[0][:-1] == runs[0].data.X).all(axis=1).any()
        if slip is not None and starts_on_row and "X" in first.changed:
            return "in-place aliasing of w0"
        if slip is None and constant_offset(first):
            return "bias not moved"
        if slip == "stopping after one pass" and first.shared:
            return "in-place aliasing of w0"
        if slip is None and first.ended and first.returned is None:
            return "returns None"
        history = first.returned if isinstance(first.returned, (list, tuple)) else []
        probe = self.watch(DATA[0], LOOKED, start=np.zeros(2))
        one = len(history) > 1 and all(part is history[0] for part in history)
        if slip is None and (one or "w0" in probe.changed):
            return "in-place aliasing of w0"
        return slip

    def slip_at_end(self):
        """Return the slip where no weights were seen to move."""
        first = self.watched[0]
        moved = [part for part in numbers_in(first.returned) if len(part) > 1]
        if ends_at_a_run(self.watched):
            return None
        still = any(WEIGHTS.search(key) and not any(w) for _, key, w in first.log if len(w) > 1)
        if still and not any(map(any, moved)):
            return "< instead of ≤"
        return "wrong shape" if moved and not {2, 3} & set(map(len, moved)) else ""

    def watch(self, data, most, **options):
        X, y = data.X.astype(float), (data.y + 1) // 2 if self.zero_one else data.y
        X, y = (X.tolist(), y.tolist()) if self.listed else (X, np.array(y))
        return watch(self.function, X, y, most, **options)

    def praise(self):
        """Return the explanation of a perceptron."""
        if not self.runs:
            text = ["A perceptron, as far as its last weights tell: a run ends there."]
            return Explanation(text="\n".join(text), is_perceptron=True)
        run = self.runs[1]
        order, zero = order_of(self.runs[: len(SOON)])
        again = [other.used for other in self.redraw(1)]
        if order is None:
            drawn = again != [each.used for each in self.runs[: len(SOON)]]
            order = "by chance" if drawn else "an order of its own"
        source = source_of(run, zero)
        text = [
            f"A perceptron. On {run.data.name} it adds the samples {as_text(run.used)}, each "
            f"of them a mistake just then, in the order: {order}.",
            f"{SOURCES[source]} ({source}).",
        ]
        if self.zero_one:
            text.append("It wants the labels 0 and 1.")
        slow = [run for run in self.runs if run.data is SLOW]
        odd = [run for run in self.runs if run.data in ONE_LABEL and run.first_wrong is not None]
        if odd:
            text.append("Where all labels are the same it does something else.")
        if slow and len(slow[0].left):
            text.append(f"It ends before it is done on harder data: {as_code(slow[0].data)}.")
        return Explanation(None, None, None, "\n".join(text), True, order, source)

    def blame(self):
        """Return the explanation of a slip, or of what stays open."""
        if not self.slip:
            text = "Undecided: no weights were seen that the samples explain. Return w, or (w, b)."
            if not self.watched[0].ended:
                text = f"Undecided: it was stopped after {self.watched[0].lines} lines of code."
            elif self.watched[0].returned is None:
                text = "Undecided: nothing was returned. Write your perceptron into the function."
            if self.watched[0].error:
                text = f"Undecided: it could not be called, {self.watched[0].error}."
            return Explanation(text=text)
        text = [f"Not a perceptron's run: {self.slip}. {SLIPS[self.slip]}"]
        if not self.runs:
            first = self.watched[0]
            if first.error:
                text.append(f"On X, y = {as_code(DATA[0])} it raised {first.error}.")
            if not first.ended and not first.error:
                text.append(f"It was stopped after {first.lines} lines of code.")
            return Explanation(self.slip, 1, DATA[0], "\n".join(text))
        found = [run for run in self.runs if run.first_wrong is not None]
        found += [run for run in self.runs if len(run.left)]
        found = [run for run in found if run.data not in ONE_LABEL]
        if self.slip == "integer overflow":
            found = [run for run in self.runs if run.data is LARGE]
        run = [*found, self.runs[0]][0]
        k = len(run.used) if run.first_wrong is None else run.first_wrong
        text += [*story(run, k), proof_line(run, k), f"Try it: X, y = {as_code(run.data)}"]
        return Explanation(self.slip, k + 1, run.data, "\n".join(text), picture=picture(run, k))


def as_code(data):
    """Return data as a student would write them: 'np.array([…]), np.array([…])'."""
    return f"np.array({data.X.tolist()}), np.array({data.y.tolist()})"


def story(run, k):
    """Yield in words what update k, counted from 0, does, and what the rule does."""
    X, y = run.data.X, run.data.y
    state = run.before[k] if k < len(run.used) else run.states[-1]
    margins = run.margins(state)
    mistakes = np.flatnonzero(margins <= run.rounding(state))
    at = f"On {run.data.name}, at w = {as_text(state[:-1])}, b = {as_text(state[-1])}, "
    if k == len(run.used):
        products = [f"{i} with y(w·x + b) = {as_text(margins[i])}" for i in mistakes]
        yield at + "the run has ended or goes on for nothing. Mistakes are: " + "; ".join(products)
        return
    after = run.after[k]
    i = int(run.sample[k])
    if i >= 0:
        yield at + (
            f"update {k + 1} is made with sample {i}, x = {as_text(X[i])}, y = {y[i]:+d}, where "
            f"y(w·x + b) = {as_text(margins[i])}. w becomes {as_text(after[:-1])}, "
            f"b becomes {as_text(after[-1])}."
        )
        rule = f"the rule adds y·x = {as_text(y[i] * X[i])}"
        yield (
            rule if i in mistakes else "sample is no mistake, and the rule leaves w as it is"
        ) + "."
    else:
        yield at + (
            f"update {k + 1} adds {as_text((after - state)[:-1])} to w and "
            f"{as_text((after - state)[-1])} to b. The rule adds a multiple of y·x of one mistake: "
            f"those are {as_text(mistakes)}."
        )


def proof_line(run, k):
    """Return in words which line of the proof fails first, with its two sides, by update k."""
    size = abs(run.size[0]) if len(run.size) and run.size[0] else 1.0
    offset = np.abs(run.offset[0]) if len(run.offset) and run.offset[0] else 1.0
    scale = [*[size] * run.data.X.shape[1], size * offset * np.sign(run.pull)]
    moves = np.round((run.after - run.before)[: k + 1] / scale, 6)
    used = bool(np.ptp(run.states[:, -1]))
    padded = np.c_[run.data.X, np.ones(len(run.data.y))] if used else run.data.X
    moves = moves if used else moves[:, :-1]
    good = maximum_margin(padded, run.data.y)
    if good and len(moves):
        rows = np.arange(len(moves))
        square = np.max((padded**2).sum(axis=1))
        claimed = OnlineTrace(
            moves, np.ones(len(moves)), rows, None, np.zeros(moves.shape[1]), times=rows,
            n_seen=len(rows), radius_squared=square,
        )  # fmt: skip
        proof = prove(claimed, good)
        for line in (proof[name] for name in USED):
            if not line.holds.all():
                at = int(line.holds.argmin())
                left, right = (as_text(float(side[at])) for side in (line.lhs, line.rhs))
                return (
                    f"Of the proof the line {line.formula().text} fails; it rests on: {line.why}. "
                    f"At k = {line.k[at]} the sides are {left} and {right}"
                    f"{', squared' if line.power == 2 else ''}."
                )
    return (
        "No line of the proof fails: it bounds how many mistakes are made. But it speaks of a run "
        "that goes on as long as there is a mistake."
    )


def picture(run, k):
    """Return update k as SVG: samples, the line before (dashed) and after, a ring on its sample."""
    X = run.data.X
    if X.shape[1] != 2:
        return ""
    far = 1.2 * np.abs(X).max()
    states = [run.before[k], run.after[k]] if k < len(run.used) else [run.states[-1]]
    shapes = []
    for state, dash in zip(states[::-1], ("", "4 3"), strict=False):
        w, b = state[:-1], run.pull * state[-1]
        if w.any():
            foot = -b * w / (w @ w)
            along_it = 3 * far * np.array([-w[1], w[0]]) / np.linalg.norm(w)
            (p, q), (r, s) = (100 * (end / far) for end in (foot - along_it, foot + along_it))
            shapes.append(
                f'<line x1="{p:.1f}" y1="{-q:.1f}" x2="{r:.1f}" y2="{-s:.1f}" '
                f'stroke="currentColor" stroke-dasharray="{dash}"/>'
            )
    for i, (p, q) in enumerate(100 * X / far):
        at = f'cx="{p:.1f}" cy="{-q:.1f}"'
        fill = "currentColor" if run.data.y[i] > 0 else "none"
        shapes.append(f'<circle {at} r="4" fill="{fill}" stroke="currentColor"/>')
        if k < len(run.used) and i == run.sample[k]:
            shapes.append(
                f'<circle {at} r="9" fill="none" stroke="currentColor" stroke-width="2"/>'
            )
    title = "The samples: +1 filled, −1 open; the line before the step dashed, after it drawn"
    return (
        f'<svg viewBox="-100 -100 200 200" width="240" role="img" aria-label="{title}">'
        f"{''.join(shapes)}</svg>"
    )


def order_of(runs):
    """Return (order, zero) of the runs, in the words of `perceptron`; (None, None) if of none."""
    for order in ("cyclic", "reversed", "first", "worst"):
        for zero in ("mistake", "positive", "negative"):
            if all(run.used == expected(run, order, zero) for run in runs if len(run.used)):
                return order, zero
    return None, None


def expected(run, order, zero):
    """Return the samples that the perceptron adds where this run was, in this order."""
    turn = -1 if order == "reversed" else 1
    X, y = run.data.X[::turn], run.data.y[::turn]
    if len(set(np.round(run.size / run.size[0], 6))) > 2:  # on samples of length 1
        X = X / np.linalg.norm(X, axis=1, keepdims=True) * np.linalg.norm(run.data.X[run.used[0]])
    constant = np.sqrt(run.offset[0] * run.pull)
    w0 = run.states[0].copy()
    w0[-1] *= run.pull / constant if constant else 0
    side = -1 if zero == "negative" else 1  # then the two labels change places
    trace = run_perceptron(
        side * np.c_[X, np.full(len(X), constant)], side * y, w0=w0,
        learning_rate=float(run.size[0]), order="cyclic" if turn < 0 else order,
        zero="mistake" if zero == "mistake" else "positive", max_mistakes=len(run.used) + 1,
    )  # fmt: skip
    places = [len(X) - 1 - i if turn < 0 else i for i in trace.mistakes.tolist()]
    rows = run.data.X.tolist()
    return [rows.index(rows[i]) for i in places]


def source_of(run, zero):
    """Return the source whose algorithm this is."""
    square = (run.data.X**2).sum(axis=1).max()
    if np.isclose(run.offset[0] * run.pull, square):
        return "primal"
    if not np.allclose(run.size, run.size[0]):
        return "cosine"
    return "online" if zero in ("positive", "negative") else "iterations"
