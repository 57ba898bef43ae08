"""What a student's function did on a data set, held against the rule update by update."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np

from perceptron_core import Dataset
from perceptron_lessons.exercises.watching import LOOKED, as_numbers, leaves

WORDS = tomllib.loads(Path(__file__).with_name("explain.toml").read_text(encoding="utf-8"))
WEIGHTS = re.compile(r"\.(_?w\w*|\w*weights?_?|\w*coefs?_?|theta\w*|params?)(\.\w+)?$", re.I)
OFFSET = re.compile(
    r"\.(_?b\d?_?|\w*bias_?|\w*intercept_?|theta\w*|\w*thr\w*|_?w_?0|offset)$", re.I
)
BIAS = re.compile(r"\.(_?b\d?_?|bias_?|intercept_?)$")
COORDINATE = re.compile(r"(.*\.(w|theta|weights?)[._]?)\d$")
HUGE = 1e60  # what diverges is not followed further
NEAR = 1e-9  # what may be the rounding of a student's floats

DATA = [
    (kind, Dataset(rows["X"], rows["y"], name))
    for kind, sets in WORDS["data"].items()
    for name, rows in sets.items()
]
EASY = [data for kind, data in DATA if kind == "easy"]


class Run:
    """What the function did on one data set, in one reading of its variables.

    Attributes
    ----------
    kind, data, watched : str, Dataset, Watched
    states : ndarray, shape (m, n_features + 1)
        The weights, the offset last; that is 0 throughout if there is none.
    whole : bool
        Whether the weights were seen to the end.
    pull : float
        With which factor the offset enters a score: 1; −1 for a threshold; c for a padded c.
    before, after : ndarray, shape (k, n_features + 1)
        The states around each update.
    sample, size, offset : ndarray, shape (k,)
        Which sample was added, −1 if not one; how much of y·x; and what of y to b, for size 1.
    margin, margin_of_w, slack : ndarray, shape (k,)
        That sample's y(w·x + b) and y(w·x) before the update, and how far from 0 rounding may
        have led it.
    first_wrong : int or None
        The first update that is not the rule's, counted from 0.
    left, ties : ndarray
        The samples that the last weights have wrong, and those on the line.
    """

    def __init__(self, kind, data, watched, states, last_line, pull):
        self.kind, self.data, self.watched, self.states = kind, data, watched, states
        # As long as no coordinate moves twice, it is one update: some students move them singly.
        marks, moved = [0], 0  # which coordinates have moved, as the bits of a number
        bits = 1 << np.arange(states.shape[1])
        for k, change in enumerate(((np.diff(states, axis=0) != 0) @ bits).tolist()):
            if moved & change:
                marks.append(k)
                moved = 0
            moved |= change
        quiet = last_line < min(watched.lines, LOOKED) - 200
        done = watched.ended or bool(watched.error)
        self.whole = quiet or (watched.lines <= LOOKED and done)
        marks += [len(states) - 1] if self.whole and moved else []
        self.before, self.after = states[marks[:-1]], states[marks[1:]]
        X, y = data.X, data.y
        move = self.after - self.before
        w = move[:, :-1]
        sizes = w @ X.T * y / (X**2).sum(axis=1)
        far = np.abs(w[:, None] - (sizes * y)[:, :, None] * X).max(axis=2)
        reach = np.abs(w).max(axis=1, initial=0)
        rounded = 1e-6 * reach + 1e-12 * np.abs(self.before).max(axis=1, initial=0)
        self.sample = np.where((reach > 0) & (far.min(axis=1) <= rounded), far.argmin(axis=1), -1)
        self.used = self.sample.tolist()
        self.label = y[self.sample]
        rows = np.arange(len(move))
        self.size = sizes[rows, self.sample]
        with np.errstate(all="ignore"):
            self.offset = move[:, -1] * self.label / self.size
        if pull is None:
            pull = self.offset[0] if len(move) and np.isfinite(self.offset[0]) else 1
        self.pull = pull
        self.margin = self.margins(self.before)[rows, self.sample]
        self.margin_of_w = (self.before[:, :-1] * X[self.sample]).sum(axis=1) * self.label
        self.slack = self.rounding(self.before)[rows, self.sample]
        self.first_wrong = self.find_first_wrong() if len(move) else None
        end, near = self.margins(states[-1]), self.rounding(states[-1])
        self.left = np.flatnonzero(self.whole & (end < -near))
        self.ties = np.flatnonzero((end == 0) & (not (states % 1).any()))

    def margins(self, states):
        return (states[..., :-1] @ self.data.X.T + self.pull * states[..., -1:]) * self.data.y

    def rounding(self, states):
        return NEAR * (np.abs(states[..., :-1]) @ np.abs(self.data.X).T + np.abs(states[..., -1:]))

    def find_first_wrong(self):
        lengths = np.sqrt((self.data.X**2).sum(axis=1) + max(0, self.offset[0]))[self.sample]
        tie = np.abs(self.margin) <= self.slack
        # The steps may be in proportion to 1, to 1/‖x‖, or half as large on the line: there
        # y − sign(w·x) is half as large.
        units = [np.ones(len(tie)), 1 / lengths, np.where(tie, 1, 2)]
        ok = (self.sample >= 0) & (self.margin <= self.slack) & (self.size > 0)
        ok &= np.isclose(self.offset, self.offset[0]) & (self.offset * self.pull >= 0)
        fits = [ok & np.isclose(self.size * unit[0], self.size[0] * unit) for unit in units]
        return None if any(fit.all() for fit in fits) else max(int(fit.argmin()) for fit in fits)


def parallel(vectors, others):
    """Return which vectors point exactly the way the others do, row by row."""
    lengths = np.linalg.norm(vectors, axis=-1) * np.linalg.norm(others, axis=-1)
    return ((vectors * others).sum(axis=-1) >= (1 - 1e-12) * lengths) & (lengths > 0)


def standardized(data):
    """Return data as some students scale them first: each feature with mean 0 and deviation 1."""
    return replace(data, X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


def readings(watched):
    """Return the ways to read weights off the variables: their names, and where the offset is."""
    log = watched[1].log  # on the first data a start by chance may be right already
    d = EASY[1].X.shape[1]
    seen = {}
    for _, key, numbers in log:
        seen.setdefault(key, []).append(numbers)
    ends = set(numbers_in(watched[1].returned))
    samples = {tuple(sign * x) for x in EASY[1].X for sign in (1, -1)}

    def best(size, names, but=frozenset()):
        moving = [
            key for key, values in seen.items() if len(values[0]) in size and set(values) - but
        ]
        moving = [key for key in moving if len(set(seen[key])) > 1]
        rank = {key: (seen[key][-1] in ends) + bool(names.search(key)) for key in moving}
        return sorted(rank, key=lambda key: (rank[key], len(set(seen[key]))), reverse=True)[:2]

    single = {found[1]: [] for found in map(COORDINATE.match, seen) if found}
    for name, keys in single.items():
        keys += sorted(key for key in seen if key.startswith(name) and COORDINATE.match(key))
    scalars = best((1,), OFFSET)
    offsets = [key for key in scalars if OFFSET.search(key)]
    free = offsets or [key for key in scalars if seen[key][-1] in ends]
    found = []
    for keys in [[key] for key in best((d, d + 1), WEIGHTS, samples)] or single.values():
        size = sum(len(seen[key][-1]) for key in keys)
        if size == d:
            found += [([*keys, b], -1) for b in free]
            found += [] if offsets else [(keys, None)]
        elif size == d + 1:
            found += [(keys, 0), (keys, -1)]
    return found


def runs_of(watched, keys, place, pull=1, scaled=lambda data: data):
    """Return the runs in one reading: of which variables, and where in them the offset is."""
    runs = []
    for (kind, data), seen in zip(DATA, watched, strict=False):
        now, states, last = {}, [], 0
        for line, key, numbers in seen.log:
            now |= {key: numbers} if key in keys else {}
            if key in keys and len(now) == len(keys):
                states.append([v for key in keys for v in now[key]])
                last = line
        if states and {len(state) for state in states} == {data.X.shape[1] + (place is not None)}:
            states = np.array(states)
            huge = (np.abs(states) >= HUGE).any(axis=1)
            states = states[: huge.argmax() if huge.any() else None]
            if place is None:
                states = np.c_[states, np.zeros(len(states))]
            states = np.roll(states, -1 if place == 0 else 0, axis=1)
            runs.append(Run(kind, scaled(data), seen, states, last, pull))
    return runs


def numbers_in(value, depth=3):
    """Yield the vectors and numbers in what was returned: a tuple, list, object or dictionary."""
    sizes = {1, 2, 3, 4, 5}
    numbers = as_numbers(value, sizes)
    if numbers is not None:
        yield numbers
    elif isinstance(value, (list, tuple)) and depth:
        for part in (*value[:3], *value[-1:]):
            yield from numbers_in(part, depth - 1)
    else:
        inner = [part for _, part in leaves({"": value}, "") if part is not value]
        inner += [getattr(value, name) for name in ("w", "b") if hasattr(type(value), name)]
        for part in inner:
            yield from numbers_in(part, 1)


def ends_at_a_run(watched):
    """Return whether what was returned, all that is known, is where a perceptron may end.

    The first two data sets are few samples: all runs on them, in any order, are soon listed.
    """
    for data, seen in zip(EASY[:2], watched, strict=False):
        X, y = data.X, data.y
        parts = list(numbers_in(seen.returned))
        scalars = [0.0, *(part[0] for part in parts if len(part) == 1)]
        d = X.shape[1]
        found = [(*w, b) for w in parts if len(w) == d for b in scalars]
        found += [np.roll(w, turn) for w in parts if len(w) == d + 1 for turn in (0, -1)]
        found += [(*(alpha * y) @ X, 0.0) for alpha in map(np.array, parts) if len(alpha) == len(y)]
        found = [end for end in found if np.any(end)]
        if not found or not any(
            parallel(np.array(found)[:, None], ends(data, c2)).any() for c2 in (0, 1, None)
        ):
            return False
    return True


def ends(data, pad_squared, most=5000):
    """Return the weights, offset last, at which runs from 0 end, in any order."""
    square = (data.X**2).sum(axis=1).max() if pad_squared is None else pad_squared
    z = np.c_[data.X, np.full(len(data.X), square)] * data.y[:, None]
    zs = np.c_[data.X, np.ones(len(data.X))] * data.y[:, None]
    seen, open_ones, found = set(), [(0,) * z.shape[1]], []
    while open_ones and len(seen) < most:
        w = open_ones.pop(0)
        mistakes = np.flatnonzero(zs @ w <= 0)
        found += [] if len(mistakes) else [w]
        new = {tuple((w + z[i]).tolist()) for i in mistakes} - seen
        seen |= new
        open_ones += new
    return np.array(found)


def constant_offset(watched):
    """Return whether an offset was returned that never moved."""
    values = {}
    for _, key, numbers in watched.log:
        if BIAS.search(key) and len(numbers) == 1:
            values.setdefault(key, set()).add(numbers)
    still = values and all(len(seen) == 1 for seen in values.values())
    return bool(still and set.union(*values.values()) & set(numbers_in(watched.returned)))
