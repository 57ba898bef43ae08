"""What a student's function did on a data set, held against the rule update by update."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from perceptron_core import Dataset
from perceptron_lessons.exercises.watching import LOOKED, as_numbers, leaves

WEIGHTS = re.compile(r"\.(_?w\w*|\w*weights?_?|\w*coefs?_?|theta\w*|params?)(\.\w+)?$", re.I)
OFFSET = re.compile(
    r"\.(_?b\d?_?|\w*bias_?|\w*intercept_?|theta\w*|\w*thr\w*|_?w_?0|offset)$", re.I
)
BIAS = re.compile(r"\.(_?b\d?_?|bias_?|intercept_?)$")
COORDINATE = re.compile(r"(.*\.(w|theta|weights?)[._]?)\d$")
HUGE = 1e60  # what diverges is not followed further
NEAR = 1e-9  # what may be the rounding of a student's floats

# In none of them is a coordinate 0, or a sample a multiple of another one. So each update moves all
# weights, and tells its sample. The first ones can be separated through the origin in a few passes.
TURNED = [[-4, -2], [2, -4], [-6, 2], [2, 6]]
SIGNS = [-1, -1, 1, 1]
ONE_SIDE = [[1, 2], [3, -1], [2, 5], [-1, 4], [5, 1]]
FLOATS = [
    [0.5, 1.25, -0.75],
    [-1.5, 0.25, 2],
    [0.75, -1.75, 0.5],
    [2.25, 1.5, 0.25],
    [-1, -2, 1.75],
]
SOON = [
    Dataset(TURNED, SIGNS, "the worked example, turned"),
    Dataset([[-6, -2], [-1, -3], [-7, -6], [-5, 6], [-4, -3]], [1, -1, -1, 1, -1], "five points"),
    Dataset([*TURNED, TURNED[1], TURNED[2]], [*SIGNS, -1, 1], "two samples twice"),
    Dataset(FLOATS, [1, -1, 1, 1, -1], "numbers that are not whole"),
]
ONE_LABEL = [Dataset(ONE_SIDE, [sign] * 5, f"one label, {sign:+d}") for sign in (1, -1)]
LARGE = Dataset(np.array(TURNED) * 2**16, SIGNS, "large numbers")
SLOW = Dataset([[6, 5], [4, 3], [7, 6], [5, 3], [9, 8]], [1, -1, 1, -1, 1], "close to each other")
NEVER = Dataset([[4, 2], [-6, 2], [-1, 5], [2, -4], [5, 3]], [1, 1, -1, -1, 1], "not separable")
DATA = [*SOON, *ONE_LABEL, LARGE, SLOW, NEVER]


@dataclass
class Run:
    """What the function did on one data set, in one reading of its variables.

    Attributes
    ----------
    data : Dataset
    watched : Watched
    states : ndarray, shape (m, n_features + 1)
        The weights, the offset last; that is 0 throughout if there is none.
    pull : float
        With which factor the offset enters a score: 1; −1 for a threshold; c for a padded c.
    before, after : ndarray, shape (k, n_features + 1)
        The states around each update.
    sample, size, offset : ndarray, shape (k,)
        Which sample was added, −1 if not one; how much of y·x; and what of y to b, for size 1.
    margin, slack : ndarray, shape (k,)
        That sample's y(w·x + b) before the update, and how far from 0 rounding may have led it.
    """

    data: Dataset
    watched: Any
    states: np.ndarray
    lines: list
    pull: float = 1.0

    def __post_init__(self):
        # As long as no coordinate moves twice, it is one update: some students move them singly.
        marks = [0]
        moved = np.zeros(self.states.shape[1], bool)
        for k, change in enumerate(np.diff(self.states, axis=0) != 0):
            if (moved & change).any():
                marks.append(k)
                moved = False
            moved = moved | change
        seen = self.watched.lines
        quiet = self.lines[-1] < min(seen, LOOKED) - 200
        self.whole = quiet or (seen <= LOOKED and (self.watched.ended or bool(self.watched.error)))
        marks += [len(self.states) - 1] if self.whole and np.any(moved) else []
        self.before, self.after = self.states[marks[:-1]], self.states[marks[1:]]
        X, y = self.data.X, self.data.y
        move = self.after - self.before
        w = move[:, :-1]
        sizes = w @ X.T * y / (X**2).sum(axis=1)
        far = np.abs(w[:, None] - (sizes * y)[:, :, None] * X).max(axis=2)
        reach = np.abs(w).max(axis=1, initial=0)
        rounded = 1e-6 * reach + 1e-12 * np.abs(self.before).max(axis=1, initial=0)
        self.sample = np.where((reach > 0) & (far.min(axis=1) <= rounded), far.argmin(axis=1), -1)
        rows = np.arange(len(move))
        self.label = y[self.sample]
        self.size = sizes[rows, self.sample]
        with np.errstate(all="ignore"):
            self.offset = move[:, -1] * self.label / self.size
        self.margin = self.margins(self.before)[rows, self.sample]
        self.slack = self.rounding(self.before)[rows, self.sample]

    def margins(self, states):
        return (states[..., :-1] @ self.data.X.T + self.pull * states[..., -1:]) * self.data.y

    def rounding(self, states):
        return NEAR * (np.abs(states[..., :-1]) @ np.abs(self.data.X).T + np.abs(states[..., -1:]))

    @cached_property
    def left(self):
        """The samples that the last weights have wrong; a score of 0 is left open."""
        last = self.states[-1]
        return np.flatnonzero(self.whole & (self.margins(last) < -self.rounding(last)))

    @cached_property
    def first_wrong(self):
        """The number of the first update that is not the rule's, counted from 0; or None."""
        if not len(self.size):
            return None
        lengths = np.sqrt((self.data.X**2).sum(axis=1) + max(0, self.offset[0]))[self.sample]
        tie = np.abs(self.margin) <= self.slack
        # The steps may be in proportion to 1, to 1/‖x‖, or half as large on the line: there
        # y − sign(w·x) is half as large.
        units = [np.ones(len(tie)), 1 / lengths, np.where(tie, 1, 2)]
        ok = (self.sample >= 0) & (self.margin <= self.slack) & (self.size > 0)
        ok &= np.isclose(self.offset, self.offset[0]) & (self.offset * self.pull >= 0)
        fits = [ok & np.isclose(self.size * unit[0], self.size[0] * unit) for unit in units]
        return None if any(fit.all() for fit in fits) else max(int(fit.argmin()) for fit in fits)

    @cached_property
    def ties(self):
        """The samples whose last score is 0, where no rounding was about."""
        whole = not (self.states % 1).any()
        return np.flatnonzero(whole & (self.margins(self.states[-1]) == 0))

    @property
    def used(self):
        return self.sample.tolist()


def parallel(vectors, others):
    """Return which vectors point exactly the way the others do, row by row."""
    lengths = np.linalg.norm(vectors, axis=-1) * np.linalg.norm(others, axis=-1)
    return ((vectors * others).sum(axis=-1) >= (1 - 1e-12) * lengths) & (lengths > 0)


def standardized(data):
    """Return data as some students scale them first: each feature with mean 0 and deviation 1."""
    return replace(data, X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


def readings(watched, scaled=None):
    """Return the ways to read weights and an offset off what was watched on the data sets.

    Returns
    -------
    list of list of Run
        In each way a run for each data set on which the variables were seen.
    """
    d = DATA[0].X.shape[1]
    log = watched[1].log  # on the first data a start by chance may be right already
    last = {key: numbers for _, key, numbers in log}
    moves = {key: len({numbers for _, other, numbers in log if other == key}) for key in last}
    ends = set(numbers_in(watched[1].returned))
    samples = {tuple(sign * x) for x in DATA[1].X for sign in (1, -1)}

    def best(keys, names):
        rank = {key: (last[key] in ends) + bool(names.search(key)) for key in keys}
        return sorted(rank, key=lambda key: (rank[key], moves[key]), reverse=True)[:2]

    vectors = {key for key in last if len(last[key]) in (d, d + 1) and moves[key] > 1}
    vectors = best(
        {key for key in vectors if {n for _, k, n in log if k == key} - samples}, WEIGHTS
    )
    single = {found[1]: [] for found in map(COORDINATE.match, last) if found}
    for name, keys in single.items():
        keys += sorted(key for key in last if key.startswith(name) and COORDINATE.match(key))
    numbers = {key for key in last if len(last[key]) == 1 and moves[key] > 1}
    offsets = [key for key in best(numbers, OFFSET) if OFFSET.search(key)]
    free = [key for key in best(numbers, OFFSET) if last[key] in ends]
    found = []
    for keys in [[key] for key in vectors] or single.values():
        size = sum(len(last[key]) for key in keys)
        if size == d:
            pairs = [[*keys, b] for b in (offsets or free)]
            found += [(pair, 0, pull) for pair in pairs for pull in (1, -1)]
            found += [] if offsets else [(keys, None, 1)]
        elif size == d + 1:
            found += [(keys, turn, pull) for turn in (0, -1) for pull in (1, None)]
    return [
        (runs_of(watched, *way, scaled), lambda watched, way=way: runs_of(watched, *way, scaled))
        for way in found
    ]


def runs_of(watched, keys, turn, pull, scaled=None):
    """Return the runs in one reading: which variables, where the offset stands, and its pull."""
    runs = []
    for data, seen in zip(map(scaled, DATA) if scaled else DATA, watched, strict=False):
        now, states, lines = {}, [], []
        for line, key, numbers in seen.log:
            now |= {key: numbers} if key in keys else {}
            if key in keys and len(now) == len(keys):
                states.append([v for key in keys for v in now[key]])
                lines.append(line)
        if states and {len(state) for state in states} <= {data.X.shape[1] + (turn is not None)}:
            states = np.array(states)
            bounded = (np.abs(states) < HUGE).all(axis=1)
            states = states[: len(states) if bounded.all() else bounded.argmin()]
            if turn is None:
                states = np.c_[states, np.zeros(len(states))]
            states = np.roll(states, turn or 0, axis=1)
            run = Run(data, seen, states, lines, pull or 1)
            if pull is None and len(run.offset) and np.isfinite(run.offset[0]):
                run = Run(data, seen, states, lines, run.offset[0])
            runs.append(run)
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
    for data, seen in zip(DATA[:2], watched, strict=False):
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
    ends = set(numbers_in(watched.returned))
    values = {}
    for _, key, numbers in watched.log:
        values.setdefault(key, set()).add(numbers)
    return any(
        BIAS.search(key) and len(seen) == 1 and seen <= ends and len(*seen) == 1
        for key, seen in values.items()
    )
