"""The slip behind a run that is not a perceptron's, named by what its updates have in common."""

import numpy as np

from perceptron_lessons.exercises.runs import constant_offset, parallel

FEW = 4  # passes; who allows fewer than the easy data need has allowed too few


def slip_of(runs, again):
    """Return the name of the slip in these runs; None if there is none, "" if it has no name.

    Parameters
    ----------
    runs : list of Run
        One a data set, in one reading.
    again : callable
        Returns the runs on the easy data with other random numbers, given their seed.
    """
    easy = [run for run in runs if run.kind == "easy"]
    hard = [run for run in runs if run.kind in ("slow", "never")]
    large = [run for run in runs if run.kind == "large"]
    first = easy[0].watched
    history = first.returned if isinstance(first.returned, (list, tuple)) else []
    if not any(len(run.size) for run in easy):
        return "< instead of ≤"
    start, end = easy[1].states[0], easy[0].states[-1]
    on_row = (easy[0].states[0][:-1] == easy[0].data.X).all(axis=1).any()
    wrong = [[run for run in group if run.first_wrong is not None] for group in (easy, hard)]
    if easy[0].used and start.any() and np.array_equal(start, end):
        return "in-place aliasing of w0"
    if on_row and "X" in first.changed:
        return "in-place aliasing of w0"
    # On the large numbers the run has to be the same as on the small ones.
    overflows = not large or large[0].first_wrong is not None or len(large[0].left)
    overflows = overflows or not (len(large[0].size) or large[0].states.any())
    if any(wrong):
        group = easy if wrong[0] else hard
        slip = slip_of_steps([run for run in group if len(run.size)])
        return "integer overflow" if slip == "rounding to integers" and overflows else slip
    if len({label for run in easy + hard for label in run.label}) == 1:
        return "labels 0/1 instead of ±1"
    by_chance = [run.used for run in again(1)] != [run.used for run in easy]
    if any(len(run.left) for run in easy):
        return "shuffling inside an epoch" if by_chance else slip_of_end(easy, hard)
    if any(not run.watched.ended and not run.watched.error for run in easy):
        return "does not end"
    if len({run.data.y[i] for run in easy for i in run.ties}) > 1:
        return "< instead of ≤"
    if overflows:
        return "integer overflow"
    if by_chance and any(len(run.left) for seed in range(1, 9) for run in again(seed)):
        return "shuffling inside an epoch"
    if constant_offset(easy[1].watched):
        return "bias not moved"
    if first.ended and first.returned is None:
        return "returns None"
    same = len(history) > 1 and all(part is history[0] for part in history)
    return "in-place aliasing of w0" if same or "w0" in first.changed else None


def constant(values):
    return np.ptp(values) <= 1e-6 * np.abs(values).max()


class Steps:
    """The updates of all runs in one: `sample`, `size`, `offset`, … as in a `Run`."""

    def __init__(self, runs):
        # Of a tiny step the numbers are mostly rounding.
        keep = [np.abs(run.size) >= 1e-4 * np.abs(run.size).max() for run in runs]
        self.cuts = np.cumsum([kept.sum() for kept in keep])[:-1]
        for name in ("sample", "size", "offset", "margin", "margin_of_w", "slack", "label"):
            parts = [getattr(run, name)[kept] for run, kept in zip(runs, keep, strict=True)]
            setattr(self, name, np.concatenate(parts))
        self.wrong = self.margin > self.slack
        self.even = self.each(constant, self.size)
        self.by_margin = self.size[np.argsort(self.margin, kind="stable")]
        away = np.abs(1 - self.margin) > 1e-6
        self.of_error = self.size[away] / (1 - self.margin[away])

    def each(self, test, values):
        """Return whether the values of each run pass a test."""
        return all(map(test, np.split(values, self.cuts)))


def falls(values):
    return (np.diff(values) <= 1e-6).all()


# The first that is true names the slip, where each update adds a multiple of one sample.
OF_STEPS = {
    "sign": lambda s: (s.size < 0).all(),
    "label forgotten": lambda s: np.ptp(s.label) and not np.ptp(np.sign(s.size * s.label)),
    "least squares instead of the sign": lambda s: (
        s.wrong.any() and constant(s.of_error) and not constant(s.size)
    ),
    "shuffling X and y apart": lambda s: (s.size < 0).any(),
    "bias moved the wrong way": lambda s: (s.offset < 0).all(),
    "bias moved by η only": lambda s: (
        s.each(constant, s.offset * s.size * s.label) and not constant(s.offset)
    ),
    "bias moved by another amount": lambda s: not s.each(constant, s.offset),
    "a sigmoid instead of the sign": lambda s: s.wrong.any() and not s.even and falls(s.by_margin),
    "learning rate that decays": lambda s: not s.even and s.each(falls, s.size),
    "step of another size": lambda s: not s.even,
    "bias not in the prediction": lambda s: s.offset.any() and (s.margin_of_w <= s.slack).all(),
    "update on right answers": lambda s: s.wrong.any(),
}


def slip_of_steps(runs):
    """Return the name of the slip in updates that are not the rule's, or ""."""
    odd = [run for run in runs if (run.sample < 0).any()]
    if not odd:
        steps = Steps(runs)
        return next((name for name, fits in OF_STEPS.items() if fits(steps)), "")
    kinds = [kinds_of_moves(run, run.sample < 0) for run in odd]
    return next((kind for kind in kinds[0] if all(kind in other for other in kinds)), "")


def kinds_of_moves(run, odd):
    """Return the slips that explain the updates which are not a multiple of one sample."""
    before, after = run.before[odd], run.after[odd]
    move = after - before
    constants = np.full(len(run.data.y), np.ptp(run.states[:, -1]) > 0)
    z = run.data.y[:, None] * np.c_[run.data.X, constants]
    lengths = [np.linalg.norm(w, axis=1) for w in (after, after[:, :-1])]
    margins, slack = run.margins(before), run.rounding(before) + 1e-300
    # On the line one label may count as right, or both.
    masks = [margins <= slack * side for side in (1, -1, run.data.y, -run.data.y)]
    batches = [parallel(move, mask @ z) for mask in masks]
    rests = [parallel(after - run.size[0] * row, before) for row in z]
    still = np.ptp(run.states[:, :-1], axis=0) == 0
    fits = {
        "a feature left out": still.any() and not still.all(),
        "rounding to integers": not (run.states % 1).any() and (run.data.X % 1).any(),
        "normalised w": any(np.allclose(length, 1) for length in lengths),
        "w set back in each pass": (after == run.states[0]).all(),
        "w replaced, not added to": parallel(after[:, None], z).any(axis=1).all(),
        "batch update": np.any(batches, axis=0).all() or parallel(move, z.sum(axis=0)).all(),
        "w shrinks": parallel(after, before).all() or np.any(rests, axis=0).all(),
    }
    return [kind for kind, fit in fits.items() if fit]


def slip_of_end(easy, hard):
    """Return the name of the slip where every update is the rule's, and mistakes are left."""
    unclean = [run for run in easy if len(run.left)]
    if all(not run.watched.ended for run in unclean):
        return "< instead of ≤"
    if easy[0].watched.shared:
        return "in-place aliasing of w0"
    runs = easy + [run for run in hard if run.kind == "slow"]
    counts = [len(run.used) for run in runs]
    ties = [np.abs(run.margin) <= run.slack for run in runs]
    at_tie = {label for run, tie in zip(runs, ties, strict=True) for label in run.label[tie]}
    visits = [visited(run, at_tie) for run in runs]
    if all(np.argmin(seen) == count for seen, count in zip(visits, counts, strict=True)):
        return "stopping after one clean sample"
    if max(counts) == 1:
        return "stopping after one update"
    for passes in range(1, FEW + 1):
        ends = [passes * len(run.data.y) for run in runs]
        if [sum(seen[:end]) for seen, end in zip(visits, ends, strict=True)] == counts:
            return "stopping after one pass" if passes == 1 else "too few passes"
    for end in (0, -1):
        if all(list(run.left) == [np.arange(len(run.data.y))[end]] for run in unclean):
            return "a sample left out"
    near = all(np.linalg.norm(run.states[0]) <= np.linalg.norm(run.states[-1]) for run in runs)
    return "stopping with mistakes left" if near else None


def visited(run, at_tie):
    """Return, visit by visit in turn, whether the sample is a mistake; on the line by its label."""
    w = run.states[0].copy()
    step = run.size[0] * np.append(np.ones(len(w) - 1), run.offset[0]) if len(run.size) else 0
    mistaken = []
    for i in [*range(len(run.data.y))] * 12:
        margin, slack = run.margins(w)[i], run.rounding(w)[i]
        mistaken.append(margin < -slack or (margin <= slack and run.data.y[i] in at_tie))
        if mistaken[-1]:
            w = w + step * run.data.y[i] * np.append(run.data.X[i], 1)
    return mistaken
