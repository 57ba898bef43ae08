"""Explain my run: whether a student's function is a perceptron, and where it first is not.

The function runs on small data, and `watch` sees what its weights do. Each change of them is held
against the samples: which one was added, how much of it, and whether it was a mistake just then.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from perceptron_core import Dataset, OnlineTrace, perceptron
from perceptron_lessons.exercises.checking import as_text, wrap
from perceptron_lessons.exercises.runs import DATA, NEVER, SLOW, SOON, constant_offset, ends_at_a_run, numbers_in, readings
from perceptron_lessons.exercises.slips import slip_of
from perceptron_lessons.exercises.watching import LOOKED, MOST, watch
from perceptron_lessons.theory.distance import USED
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin

SLIPS = tomllib.loads(Path(__file__).with_name("explain.toml").read_text(encoding="utf-8"))


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
    for zero_one, listed in ((False, False), (False, True), (True, False), (True, True)):
        most = MOST if all(attempt.ended for attempt in attempts) else LOOKED
        attempt = Attempt(function, zero_one, listed, most)
        if attempt.slip is None:
            return attempt.praise()
        attempts.append(attempt)
    return max(attempts, key=lambda attempt: attempt.quality[0]).blame()


VAGUE = ("", "step of another size", "update on right answers", "bias moved by another amount", "raises an error")


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
        for data in DATA:
            self.watched.append(self.watch(data, LOOKED if data is NEVER else most))
            most = most if self.watched[-1].ended else LOOKED
            if self.watched[0].error:
                break
        self.ended = self.watched[0].ended or bool(self.watched[0].error)
        self.runs = []
        self.slip = "raises an error" if self.watched[0].error else ""
        self.quality = (0, 0)
        ways = [] if self.slip else readings(self.watched)
        for runs, draw in ways:
            slip = self.slip_in(runs, lambda seed, draw=draw: draw(self.drawn(seed)))
            if slip and runs[0].pull == -1:
                slip = ""  # a threshold is one more way to be right, and none to be wrong
            explained = np.mean([(run.sample >= 0).mean() for run in runs if len(run.size)] or [0])
            quality = (2 if slip is None else slip not in VAGUE, explained)
            if quality > self.quality:
                self.runs, self.slip, self.quality = runs, slip, quality
        if not ways and not self.slip:
            self.slip = self.slip_at_end()
            self.quality = (self.slip not in VAGUE, 0)

    @cache
    def drawn(self, seed):
        """Return what is watched on the first data with other random numbers."""
        return [self.watch(data, LOOKED, seed=seed) for data in SOON]

    def slip_in(self, runs, again):
        """Return the slip in one reading of what was watched: see `slip_of`."""
        first = self.watched[0]
        if (again(0)[0].states[0] != runs[0].states[0]).any():
            return "in-place aliasing of w0"
        slip = slip_of(runs, again)
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
        if not any(map(any, moved)) and (moved or not first.ended):
            return "< instead of ≤"
        return "wrong shape" if moved and not {2, 3} & set(map(len, moved)) else ""

    def watch(self, data, most, **options):
        X, y = data.X.astype(float), (data.y + 1) // 2 if self.zero_one else data.y
        X, y = (X.tolist(), y.tolist()) if self.listed else (X, np.array(y))
        return watch(self.function, X, y, most, **options)

    def praise(self):
        return Explanation(is_perceptron=True)

    def blame(self):
        return Explanation(slip=self.slip or None)
