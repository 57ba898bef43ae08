"""Explain my run: whether a student's function is a perceptron, and where it first is not.

The function runs on small data, and `watch` sees what its weights do. Each change of them is held
against the samples: which one was added, how much of it, and whether it was a mistake just then.
"""

from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import product
from typing import Any

import numpy as np

from perceptron_core import OnlineTrace
from perceptron_lessons.exercises.checking import as_text, equals, wrap
from perceptron_lessons.exercises.runs import (
    DATA,
    EASY,
    WEIGHTS,
    WORDS,
    ends_at_a_run,
    numbers_in,
    readings,
    runs_of,
    standardized,
)
from perceptron_lessons.exercises.slips import slip_of
from perceptron_lessons.exercises.watching import LOOKED, MOST, watch
from perceptron_lessons.theory.distance import USED
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin

SLIPS = WORDS["slips"]
SOURCES = WORDS["sources"]
VAGUE = ("", "step of another size", "bias moved by another amount", "raises an error")


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
    source : str or None
        Whose algorithm a perceptron is.
    picture : str
        The step as SVG, or "".
    """

    slip: str | None = None
    step: int | None = None
    data: Any = None
    text: str = ""
    is_perceptron: bool = False
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
    best = None
    for zero_one, listed in product((False, True), repeat=2):
        most = LOOKED if best and not best.watched[0].ended else MOST
        attempt = Attempt(function, zero_one, listed, most)
        if best is None or attempt.quality > best.quality:
            best = attempt
        if best.slip not in VAGUE:
            break
    return praise(best) if best.slip is None else blame(best)


class Attempt:
    """What a function did on all data sets, given labels and samples in one form.

    Attributes
    ----------
    slip : str or None
        None for a perceptron, "" where it stays open.
    watched : list of Watched
    runs : list of Run
        In the reading that explains most of what was seen.
    quality : tuple
        How good that explanation is: a perceptron, a slip with a name, or none; and of how much.
    """

    def __init__(self, function, zero_one, listed, most):
        self.function, self.zero_one, self.listed = function, zero_one, listed
        self.watched = self.watch(DATA, most)
        first = self.watched[0]
        self.runs, self.quality, self.drawn = [], (0, 0), {}
        self.slip = "raises an error" if first.error and first.lines else ""
        if first.error:
            return
        ways = readings(self.watched)
        for scaled, way, pull in product((lambda data: data, standardized), ways, (1, -1, None)):
            runs = runs_of(self.watched, *way, pull, scaled)
            again = partial(self.again, *way, pull, scaled)
            slip = slip_of(runs, again) if runs else ""
            # Only one reading accuses. The others are more ways to be right.
            usual = pull == 1 and scaled is not standardized
            many = usual or sum(len(run.size) for run in runs) > 50
            if usual or (slip is None and many):
                explained = [(run.sample >= 0).mean() for run in runs if len(run.size)]
                quality = (2 if slip is None else slip not in VAGUE, np.mean(explained or [0]))
                if quality > self.quality:
                    self.runs, self.slip, self.quality = runs, slip, quality
        if not ways:
            self.slip = slip_at_end(self.watched)
            self.quality = (self.slip not in VAGUE, 0)

    def watch(self, sets, most, seed=0):
        watched = []
        for kind, data in sets:
            X, y = data.X.astype(float), (data.y + 1) // 2 if self.zero_one else data.y
            X, y = (X.tolist(), y.tolist()) if self.listed else (X, np.array(y))
            limit = LOOKED if kind == "never" else most
            watched.append(watch(self.function, X, y, limit, seed))
            if watched[0].error:
                break
            most = most if watched[-1].ended else LOOKED
        return watched

    def again(self, keys, place, pull, scaled, seed):
        """Return the runs on the easy data with other random numbers."""
        if seed not in self.drawn:
            self.drawn[seed] = self.watch(DATA[: len(EASY)], LOOKED, seed)
        return runs_of(self.drawn[seed], keys, place, pull, scaled)


def slip_at_end(watched):
    """Return the slip where no weights were seen to move."""
    moved = [part for part in numbers_in(watched[0].returned) if len(part) > 1]
    if ends_at_a_run(watched):
        return None
    still = any(WEIGHTS.search(key) and not any(w) for _, key, w in watched[0].log if len(w) > 1)
    if still and not any(map(any, moved)):
        return "< instead of ≤"
    return "wrong shape" if moved and not {2, 3} & set(map(len, moved)) else ""


def praise(attempt):
    """Return the explanation of a perceptron."""
    if not attempt.runs:
        text = "A perceptron, as far as its last weights tell: a run ends there."
        return Explanation(text=text, is_perceptron=True)
    runs = attempt.runs[: len(EASY)]
    run = runs[1]
    tie = {int(label) for run in runs for label in run.label[np.abs(run.margin) <= run.slack]}
    source = "online" if tie == {-1} else "iterations"
    if not np.allclose(run.size, run.size[0]):
        source = "cosine"
    if np.isclose(run.offset[0] * run.pull, (run.data.X**2).sum(axis=1).max()):
        source = "primal"
    key = "negative" if source == "iterations" and tie == {1} else source
    text = (
        f"A perceptron. On {run.data.name} it adds the samples {as_text(run.used)}, each "
        f"of them a mistake just then.\n{SOURCES[key]} ({source})."
    )
    text += "\nIt wants the labels 0 and 1." if attempt.zero_one else ""
    for slow in attempt.runs:
        if slow.kind == "slow" and len(slow.left):
            text += f"\nIt ends before it is done on harder data: {as_code(slow.data)}."
    return Explanation(None, None, None, text, True, source)


def blame(attempt):
    """Return the explanation of a slip, or of what stays open."""
    slip, first = attempt.slip, attempt.watched[0]
    if not slip:
        why = "undone" if first.returned is None else "unread"
        why = "error" if first.error else why if first.ended else "stopped"
        return Explanation(text="Undecided: " + WORDS["undecided"][why].format(first))
    text = [f"Not a perceptron's run: {slip}. {SLIPS[slip]}"]
    if not attempt.runs:
        outcome = WORDS["undecided"]["error"].format(first) if first.error else ""
        text.append(f"Try it: X, y = {as_code(EASY[0])}" + (f"; {outcome}" if outcome else ""))
        return Explanation(slip, 1, EASY[0], "\n".join(text))
    runs = [run for run in attempt.runs if run.kind != "one_label"]
    found = [run for run in runs if run.first_wrong is not None]
    found += [run for run in runs if len(run.left)]
    if slip == "integer overflow":
        found = [run for run in runs if run.kind == "large"]
    if slip == "bias not moved":
        found = [run for run in runs if run.kind == "never"]
    run = [*found, runs[0]][0]
    k = len(run.used) if run.first_wrong is None else run.first_wrong
    text += [story(run, k), proof_line(run, k), f"Try it: X, y = {as_code(run.data)}"]
    return Explanation(slip, k + 1, run.data, "\n".join(text), picture=picture(run, k))


def as_code(data):
    """Return data as a student would write them: 'np.array([…]), np.array([…])'."""
    return f"np.array({data.X.tolist()}), np.array({data.y.tolist()})"


def story(run, k):
    """Return in words what update k, counted from 0, does, and what the rule does."""
    state = run.before[k] if k < len(run.used) else run.states[-1]
    margins = run.margins(state)
    mistakes = np.flatnonzero(margins <= run.rounding(state))
    wrong = f"mistakes: {as_text(mistakes)}, with y(w·x + b) {equals(margins[mistakes])}"
    text = f"On {run.data.name}, at w {equals(state[:-1])}, b {equals(state[-1])}, "
    text += f"{wrong if len(mistakes) else 'no sample is a mistake'}; "
    if k == len(run.used):
        return text + "the run has ended or goes on for nothing."
    move, i = run.after[k] - state, run.sample[k]
    rule = run.data.y[:, None] * run.data.X
    text += f"update {k + 1} adds {as_text(move[:-1])} to w and {as_text(move[-1])} to b"
    if i >= 0:
        return text + f", with sample {i}: there y·x {equals(rule[i])}, y = {run.data.y[i]:+d}."
    return text + ". The rule adds a multiple of y·x of one mistake."


def proof_line(run, k):
    """Return in words which line of the proof fails first, with its two sides, by update k."""
    used = bool(np.ptp(run.states[:, -1]))
    size, offset = (abs(part[0]) if len(part) and part[0] else 1 for part in (run.size, run.offset))
    scale = [*[size] * run.data.X.shape[1], size * offset * np.sign(run.pull)]
    moves = np.round((run.after - run.before)[: k + 1] / scale, 6)
    padded = np.c_[run.data.X, np.ones(len(run.data.y))]
    if not used:
        moves, padded = moves[:, :-1], run.data.X
    good = maximum_margin(padded, run.data.y)
    if good and len(moves):
        rows = np.arange(len(moves))
        claimed = OnlineTrace(
            moves, np.ones(len(moves)), rows, None, np.zeros(moves.shape[1]), times=rows,
            n_seen=len(rows), radius_squared=np.max((padded**2).sum(axis=1)),
        )  # fmt: skip
        proof = prove(claimed, good)
        for line in (proof[name] for name in USED):
            if not line.holds.all():
                at = int(line.holds.argmin())
                sides = [as_text(float(side[at])) for side in (line.lhs, line.rhs)]
                if line.power == 2:
                    sides[1] += ", squared"
                formula = line.formula().text
                return WORDS["proof"]["fails"].format(line, formula, line.k[at], *sides)
    return WORDS["proof"]["holds"]


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
            along = 3 * far * np.array([-w[1], w[0]]) / np.linalg.norm(w)
            (p, q), (r, s) = (100 / far * (sign * along - b * w / (w @ w)) for sign in (-1, 1))
            shapes.append(WORDS["picture"]["line"].format(p, -q, r, -s, dash))
    for i, (p, q) in enumerate(100 * X / far):
        fill = "currentColor" if run.data.y[i] > 0 else "none"
        shapes.append(WORDS["picture"]["sample"].format(p, -q, 4, fill))
        if k < len(run.used) and i == run.sample[k]:
            shapes.append(WORDS["picture"]["sample"].format(p, -q, 9, "none"))
    return WORDS["picture"]["whole"].format("".join(shapes))
