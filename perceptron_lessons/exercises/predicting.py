"""Whether what an object predicts is what it has learnt: its `predict` after a clean end."""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from perceptron_lessons.exercises.following import NEAR, Rule, follow
from perceptron_lessons.exercises.forms import COLUMNS, CONVENTIONS, parameters_of
from perceptron_lessons.exercises.judging import returned_as, score_of
from perceptron_lessons.exercises.readings import run_of
from perceptron_lessons.exercises.watching import answered, attribute, is_a, watch

NAMES = ("predict", "classify")
STYLES = ("samples, labels", "labels in a column", *COLUMNS)
# Some methods want the constant in the sample already.
PADS = [
    lambda x: x,
    lambda x: np.r_[1.0, x],
    lambda x: np.r_[x, 1.0],
    lambda x: np.r_[-1.0, x],
    lambda x: np.r_[x, -1.0],
]


@dataclass(frozen=True)
class WrongLabel:
    """What a method says of a sample that the trained weights have on the other side.

    Attributes
    ----------
    method : str
    run, trail : RunInReading, Trail
    sample : int
    score : float
    label : int
        What the method says.
    """

    method: str
    run: object
    trail: object
    sample: int
    score: float
    label: int


def wrong_prediction(function, form, one, budget):
    """Return a prediction that contradicts the weights; None where there is none, or no method.

    A method is given all samples, or one at a time, and with a constant besides: one way that
    agrees on all data is enough. What raises, or gives anything but the two labels, is ignored.

    Parameters
    ----------
    function : callable, class or object
    form : Form
    one : Fit
        Of a perceptron.
    budget : Budget

    Returns
    -------
    WrongLabel or None
    """
    pairs = [
        (run, trail)
        for run, trail in zip(one.runs, one.trails, strict=True)
        if run.kind in ("easy", "ends") and run.watched.ended and trail.is_clean
    ]
    if form.style not in STYLES or len(pairs) < 3:
        return None
    name = method_of_owner(pairs[0][0].watched.returned)
    if name is None:
        return None
    found = None
    for pad, whole in product(PADS, (True, False)):
        verdict = verdict_of(name, form, one, pairs, (pad, whole), budget)
        if verdict == "agrees":
            return None
        if found is None and pad is PADS[0] and verdict != "silent":
            found = confirmed(function, form, one, budget, wrong=verdict, way=(pad, whole))
    return None if budget.is_spent() else found


def owner_of(value):
    return value[-1] if is_a(value, tuple) and value else value


def method_of_owner(value):
    """Return the name of the method of an object by which it predicts, or None."""
    owner = owner_of(value)
    for name in NAMES:
        method = attribute(owner, name)
        if callable(method):
            needed = [p for p in parameters_of(method) if p.default is p.empty]
            return name if len(needed) == 1 else None
    return None


def verdict_of(name, form, one, pairs, way, budget):
    """Return "agrees", "silent", or the first run, trail, sample and score with another label."""
    wrong = None
    for run, trail in pairs:
        labels = predicted_labels(name, form, run, way, budget)
        if labels is None:
            return "silent"
        wrong = wrong or first_contradicted(one, run, trail, labels)
    return wrong or "agrees"


def predicted_labels(name, form, run, way, budget):
    """Return the labels −1 and +1 that the object of a run predicts; None for all else."""
    pad, whole = way
    samples = [pad(x) for x in np.array(run.data.X, dtype=float)]
    if form.listed:
        samples = [x.tolist() for x in samples]
    method = attribute(owner_of(run.watched.returned), name)
    if whole:
        data = samples if form.listed else np.array(samples)
        data = data.T.copy() if form.style in COLUMNS else data
        said = answered(lambda: method(data), budget)
    else:
        said = answered(lambda: [single_label(method(x)) for x in samples], budget)
    try:
        said = np.asarray(said, dtype=float).ravel().tolist()
    except Exception:  # not numbers, or lists of several lengths
        return None
    if len(said) != len(samples) or not set(said) <= set(form.labels):
        return None
    return [1 if label == form.labels[1] else -1 for label in said]


def single_label(value):
    return np.asarray(value, dtype=float).item()


def first_contradicted(one, run, trail, labels):
    """Return the run, its trail, the first sample with another label than its own, and its score.

    A sample on the line is not asked for.
    """
    score, size = score_of(one, run, run.rows[-1])
    for i, label in enumerate(labels):
        if label != run.y[i] and abs(score[i]) > NEAR * size[i]:
            return run, trail, i, float(score[i])
    return None


def confirmed(function, form, one, budget, *, wrong, way):
    """Return what a new object predicts that was trained once more, if that is wrong as well.

    So nobody is blamed whose objects share their weights.
    """
    before = wrong[0]
    watched = watch(function, form, before.data, budget)
    run = watched.ended and run_of(before.kind, before.data, watched, before.reading)
    name = run and method_of_owner(watched.returned)
    if not name:
        return None
    run.scale(one.scale)
    trail = follow(Rule(one.zero), run, one.factors)
    if not (trail.fits and trail.is_clean and not run.cut) or returned_as(run, trail):
        return None
    labels = predicted_labels(name, form, run, way, budget)
    wrong = labels and first_contradicted(one, run, trail, labels)
    if not wrong:
        return None
    _, _, i, score = wrong
    return WrongLabel(name, run, trail, i, score, form.labels[int(labels[i] > 0)])


def form_of_predictions(form, one, budget):
    """Return the form with the other two labels, if it is those that are predicted; else None."""
    name = method_of_owner(one.runs[0].watched.returned)
    if name is None or form.labels not in CONVENTIONS or form.style not in STYLES:
        return None
    other = replace(form, labels=next(pair for pair in CONVENTIONS if pair != form.labels))
    runs = [run for run in one.runs if run.kind == "easy" and run.watched.ended][:3]
    for whole in (True, False):
        said = [predicted_labels(name, other, run, (PADS[0], whole), budget) for run in runs]
        if said and all(said) and any(-1 in labels for labels in said):
            return other
    return None
