"""What the pictures of own points say: the run, the bound, the proof, and what is broken."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from perceptron_core.exact import nearest_float, square_root
from perceptron_lessons.figures.wording import number
from perceptron_lessons.tables import Label, format_number, pluralize
from perceptron_lessons.theory.any_start import start_bound
from perceptron_lessons.theory.study import root_text
from perceptron_lessons.theory.theorems import THEOREMS

EMPTY = "No points yet: click on the paper to add one."
HOLDS = "✓ "
FAILS = "✗ "


class Said(NamedTuple):
    """The read-out, and what each of the two pictures shows, for someone who does not see it."""

    text: str
    data: str
    weights: str


@lru_cache(maxsize=4096)
def point_text(i, x, y):
    """Return how a point is called.

    >>> point_text(3, (2, -1), 1)
    'point 3, at (2, −1), label +1'
    """
    return f"point {i}, at {format_number(x)}, label {format_number(Label(y))}"


def line_text(view, offset):
    """Return w, and b where there is one."""
    text = f"w = {format_number(view.w)}"
    return f"{text}, b = {format_number(view.b)}" if offset else text


def describe(study, view, hidden=False, proof=True):
    """Say what is to be seen.

    Parameters
    ----------
    study : Study or None
    view : View
    hidden : bool
        Whether the reader is to guess the next mistake, so that it must not be named.
    proof : bool
        Whether R, γ, the bound and the lines of the proof are told.

    Returns
    -------
    Said
    """
    if study is None:
        return Said(EMPTY, f"An empty plane. {EMPTY}", "The weight space, empty.")
    offset = bool(study.trace.pad_squared)
    head = _by_hand(study, view, offset) if view.by_hand else _run(study, view, offset, hidden)
    more = [*_bound(study), *_proof(study, view), *_broken(study)] if proof else []
    return Said("\n".join([*head, *more]), *_alts(study, view, offset, hidden, proof))


def _run(study, view, offset, hidden):
    trace = study.trace
    k = view.k
    made = pluralize(trace.n_mistakes, "mistake")
    whole = f"of {made}" if trace.converged else "so far"
    yield f"k = {k} {whole}: {line_text(view, offset)}"
    if k < study.end and hidden:
        yield "Which point is the next mistake? Click it."
    elif k < study.end:
        i = trace.mistakes[k]
        what = "y(w·x + b)" if offset else "y w·x"
        margin = format_number(trace.margins(k)[i])
        yield f"Next mistake: {point_text(i, tuple(trace.X[i]), trace.y[i])}: {what} = {margin}"
    elif trace.converged:
        yield "No mistake is left."
    elif not study.repeat:
        yield f"Stopped here, after {trace.n_mistakes:,} mistakes: mistakes are left."
    if study.repeat:
        first, again = study.repeat
        yield (
            f"The state after {pluralize(first, 'mistake')} comes back after {again}: "
            "the run goes round for ever."
        )
    if not trace.converged and not hidden:
        best, wrong = study.fewest_wrong
        yield f"The best line on the way: {pluralize(wrong, 'point')} wrong, at k = {best}."


def _by_hand(study, view, offset):
    wrong = len(view.wrong)
    named = ", ".join(map(str, view.wrong[:8])) + (", …" if wrong > 8 else "")
    outcome = f"{pluralize(wrong, 'point')} wrong: {named}" if wrong else "no point is wrong"
    yield f"Your {line_text(view, offset)}: {outcome}."
    trace = study.trace
    if wrong:
        made = f"makes {pluralize(trace.n_mistakes, 'mistake')}"
        made += "" if trace.converged else " and does not end"
        yield f"The perceptron {'goes round for ever' if study.repeat else made}."
        return
    yours = _margin_squared(study, view.w, view.b)
    its = None
    if trace.converged:
        its = _margin_squared(study, *study.state(trace.n_mistakes))
    largest = study.best.gamma_squared if study.best else None
    three = (None if square is None else root_text(square) for square in (yours, its, largest))
    line = "Your margin: {}, the perceptron's: {}, the largest: {}.".format(*map(_or_none, three))
    if its is not None and yours >= its:
        line += " You beat it." if yours > its else " A tie."
    yield line


def _or_none(text):
    return "none" if text is None else text


def _margin_squared(study, w, b):
    """Return the squared least margin of a line that gets all right; 0 where a point is on it."""
    trace = study.trace
    pad = study.trace.pad_squared
    least = min((trace.X @ w + b) * trace.y)
    return least**2 / (w @ w + (b * b / pad if pad else 0)) if least > 0 else 0


def _bound(study):
    checked = study.checked
    k = study.trace.n_mistakes
    line = f"R = {root_text(checked.radius_squared)}"
    line = f"With b as one more weight: {line}" if study.trace.pad_squared else line
    if not study.best:
        yield f"{line}, γ: there is none, and no bound."
        return
    yield (
        f"{line}, γ = {root_text(checked.gamma_squared)}, "
        f"R²/γ² = {_with_digits(checked.bound)}; {pluralize(k, 'mistake')}"
    )
    if study.trace.bias == "radius":
        novikoff = THEOREMS["primal"].check(study.trace)
        if novikoff.bound is not None:
            gamma = root_text(novikoff.gamma_squared)
            yield (f"With the offset apart: γ = {gamma}, (2R/γ)² = {_with_digits(novikoff.bound)}")


def _with_digits(bound):
    """A bound, and where it is a fraction, its digits."""
    exact = format_number(bound)
    return f"{exact} ≈ {number(nearest_float(bound))}" if "/" in exact else exact


def _proof(study, view):
    """Three lines of the proof at k; each is held against exact numbers."""
    if view.by_hand:
        return
    k = view.k
    proof = study.proof
    w = "ŵ" if study.trace.pad_squared else "w"
    if proof is None:
        terms = [f"{format_number(study.best.weights[i])}·z{i}" for i in study.best.support]
        yield f"{FAILS}progress: no u has u·z > 0 for all z = yx, since {' + '.join(terms)} = 0"
    elif k:
        along, limit = (side[k : k + 1].roots()[0] for side in proof["numerator"].sides)
        sides = f"{w}·u = {number(along)} ≥ kγ = {number(limit)}"
        yield f"{_mark(proof, 'numerator', k)}progress: {sides}"
    if k:
        square, limit, holds = study.length_holds(k)
        sides = f"‖{w}‖ = {number(square_root(square))} ≤ √k R = {number(square_root(limit))}"
        yield f"{HOLDS if holds else FAILS}length: {sides}"
    if proof is None:
        yield f"{FAILS}so k ≤ R²/γ²: there is no γ"
    elif k:
        bound = nearest_float(study.checked.bound)
        yield f"{_mark(proof, 'conclusion', k)}so k = {k} ≤ R²/γ² = {number(bound)}"


def _mark(proof, name, k):
    line = proof[name]
    return HOLDS if line.holds[np.flatnonzero(line.k == k)].all() else FAILS


def _broken(study):
    broken = [h for h in study.checked.hypotheses if not h.holds and h.name != "separable"]
    for hypothesis in broken:
        yield f"{FAILS}hypothesis “{hypothesis.name}”: {hypothesis.detail}"
        if hypothesis.name == "start at 0" and study.best:
            yield f"From this start: at most {pluralize(start_bound(study.trace), 'mistake')}."


def _alts(study, view, offset, hidden, proof):
    trace = study.trace
    plus = int((trace.y == 1).sum())
    data = f"{pluralize(plus, 'point')} labelled +1, {len(trace.y) - plus} labelled −1. "
    data += f"{'Your' if view.by_hand else 'The'} line has {line_text(view, offset)}. "
    if view.wrong is not None and not hidden:
        wrong = len(view.wrong)
        data += f"{pluralize(wrong, 'point')} wrong, ringed. " if wrong else "No point is wrong. "
    if view.next is not None:
        data += f"Point {view.next} is next; an arrow adds it to w. "
    whose = "your w" if view.by_hand else f"the path of w after {pluralize(view.k, 'mistake')}"
    weights = f"The weight space with {whose}, at {format_number(view.w)}. "
    if study.best:
        data += "The widest empty band is shaded."
        weights += "The region of all w that separate is hatched"
        told = proof and not view.by_hand
        weights += "; what disc and wall leave for w is shaded." if told else "."
    else:
        weights += "No w separates: the hull of the certificate's points holds 0."
    return data.strip(), weights
