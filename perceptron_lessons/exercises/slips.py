"""The slip behind a run that is not a perceptron's, named by what its updates have in common."""

import numpy as np

from perceptron_lessons.exercises.runs import LARGE, NEVER, SLOW, SOON, parallel

EASY = {data.name for data in SOON}
FEW = 4  # passes; who allows fewer than the easy data need has allowed too few


def slip_of(runs, again):
    """Return the name of the slip in these runs; None if there is none, "" if it has no name.

    Parameters
    ----------
    runs : list of Run
        One a data set, in one reading.
    again : callable
        Returns the runs on the data `SOON` with other random numbers, given their seed.
    """
    soon = [run for run in runs if run.data.name in EASY]
    others = [run for run in runs if run.data.name in (SLOW.name, NEVER.name)]
    if not any(len(run.size) for run in soon):
        return "< instead of ≤"
    for group in (soon, others):
        if any(run.first_wrong is not None for run in group):
            slip = slip_of_steps([run for run in group if len(run.size)])
            return (
                "integer overflow" if slip == "rounding to integers" and overflows(runs) else slip
            )
    if len({label for run in soon + others for label in run.label}) == 1:
        return "labels 0/1 instead of ±1"
    if any(len(run.left) for run in soon):
        return slip_of_end(soon, [run for run in others if run.data.name == SLOW.name], again)
    if any(not run.watched.ended and not run.watched.error for run in soon):
        return "does not end"
    if len({run.data.y[i] for run in soon for i in run.ties}) > 1:
        return "< instead of ≤"
    if overflows(runs):
        return "integer overflow"
    seeds = range(1, 9) if [run.used for run in again(1)] != [run.used for run in soon] else ()
    if any(len(run.left) for seed in seeds for run in again(seed)):
        return "shuffling inside an epoch"
    return None


def overflows(runs):
    """Return whether the run on large numbers is another one than that on small ones."""
    large = [run for run in runs if run.data.name == LARGE.name]
    if not large or large[0].first_wrong is not None or len(large[0].left):
        return True
    return not len(large[0].size) and not large[0].states.any()


def constant(values):
    return np.ptp(values) <= 1e-6 * np.abs(values).max()


def slip_of_steps(runs):
    """Return the name of the slip in updates that are not the rule's."""
    names = ("sample", "size", "offset", "margin", "slack", "label")
    # Of a tiny step the numbers are mostly rounding.
    large = [np.abs(run.size) >= 1e-4 * np.abs(run.size).max() for run in runs]
    each = [
        {name: getattr(run, name)[keep] for name in names}
        for run, keep in zip(runs, large, strict=True)
    ]
    sample, size, offset, margin, slack, label = (
        np.concatenate([part[name] for part in each]) for name in names
    )
    if (sample < 0).any():
        return slip_of_moves(runs)
    if (size < 0).all():
        return "sign"
    if len(set(label)) > 1 and ((size * label > 0).all() or (size * label < 0).all()):
        return "label forgotten"
    away = np.abs(1 - margin) > 1e-6
    wrong = margin > slack
    if wrong.any() and constant(size[away] / (1 - margin[away])) and not constant(size):
        return "least squares instead of the sign"
    if (size < 0).any():
        return "shuffling X and y apart"
    if (offset * runs[0].pull < 0).all():
        return "bias moved the wrong way"
    moves = [part["offset"] * part["size"] * part["label"] for part in each]
    if all(map(constant, moves)) and not constant(offset):
        return "bias moved by η only"
    if not all(constant(part["offset"]) for part in each):
        return "bias moved by another amount"
    if not all(constant(part["size"]) for part in each):
        falls = np.diff(size[np.argsort(margin, kind="stable")]) <= 1e-6
        if wrong.any() and falls.all():
            return "a sigmoid instead of the sign"
        if all((np.diff(part["size"]) <= 1e-9).all() for part in each):
            return "learning rate that decays"
        return "step of another size"
    if offset.any() and not any((margin_of_w(run) > run.slack).any() for run in runs):
        return "bias not in the prediction"
    if all(map(by_the_pass, runs)):
        return "batch update"
    return "update on right answers"


def margin_of_w(run):
    """Return y(w·x) of each update's sample, without the offset."""
    return (run.before[:, :-1] * run.data.X[run.sample]).sum(axis=1) * run.label


def by_the_pass(run):
    """Return whether each pass adds the mistakes of its start, whatever they are by then."""
    k = 0
    while k < len(run.used):
        start = run.before[k]
        mistakes = np.flatnonzero(run.margins(start) <= run.rounding(start)).tolist()
        more = run.used[k : k + len(mistakes)]
        if not mistakes or more != mistakes[: len(more)]:
            return False
        k += len(mistakes)
    return True


def slip_of_moves(runs):
    """Return the name of the slip where an update is not a multiple of one sample, or ""."""
    kinds = None
    for run in runs:
        odd = run.sample < 0
        if not odd.any():
            continue
        before, after = run.before[odd], run.after[odd]
        move = after - before
        ones = np.full(len(run.data.y), float(np.ptp(run.states[:, -1]) > 0))
        z = run.data.y[:, None] * np.c_[run.data.X, ones]
        margins, slack = run.margins(before), run.rounding(before) + 1e-300
        # On the line one label may count as right, or both.
        masks = [margins <= slack * side for side in (1, -1, run.data.y, -run.data.y)]
        rests = [parallel(after - run.size[0] * row, before) for row in z]
        whole = (run.states == run.states.round()).all() and (run.data.X % 1).any()
        still = np.ptp(run.states[:, :-1], axis=0) == 0
        fits = {
            "a feature left out": still.any() and not still.all(),
            "in-place aliasing of w0": "X" in run.watched.changed,
            "rounding to integers": whole,
            "normalised w": any(
                np.allclose(np.linalg.norm(w, axis=1), 1) for w in (after, after[:, :-1])
            ),
            "w set back in each pass": (after == run.states[0]).all(),
            "w replaced, not added to": parallel(after[:, None], z).any(axis=1).all(),
            "batch update": np.any([parallel(move, mask @ z) for mask in masks], axis=0).all()
            or parallel(move, z.sum(axis=0)).all(),
            "w shrinks": parallel(after, before).all() or np.any(rests, axis=0).all(),
        }
        kinds = {kind: fit and (kinds is None or kinds[kind]) for kind, fit in fits.items()}
    return next((kind for kind, fit in kinds.items() if fit), "")


def slip_of_end(runs, slow, again):
    """Return the name of the slip where every update is the rule's, and mistakes are left."""
    unclean = [run for run in runs if len(run.left)]
    if all(not run.watched.ended for run in unclean):
        return "< instead of ≤"
    if [run.used for run in again(1)] != [run.used for run in runs]:
        return "shuffling inside an epoch"
    runs = runs + slow
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
    size, offset = (run.size[0], run.offset[0]) if len(run.size) else (0, 0)
    mistaken = []
    for i in [*range(len(run.data.y))] * 12:
        margin, slack = run.margins(w)[i], run.rounding(w)[i]
        mistaken.append(margin < -slack or (abs(margin) <= slack and run.data.y[i] in at_tie))
        if mistaken[-1]:
            w += size * run.data.y[i] * np.append(run.data.X[i], offset)
    return mistaken
