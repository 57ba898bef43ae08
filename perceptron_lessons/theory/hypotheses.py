"""What the theorem asks of a run, by hypotheses: each answer is exact, or there is none."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, Context
from fractions import Fraction

import numpy as np

from perceptron_core import OnlineTrace, Trace
from perceptron_core.checks import in_words, malformed
from perceptron_core.exact import over_one, rounding_of_unit_length
from perceptron_lessons.tables import Label, Numeral, Phrase, equals, format_number
from perceptron_lessons.theory.exact_run import exact_run
from perceptron_lessons.theory.kernels import KernelTrace
from perceptron_lessons.theory.rationals import Rationals, readable_root
from perceptron_lessons.theory.separators import Certificate, Separator

NO_MISTAKE = Phrase("the stream had no mistake, and of a stream only the mistaken samples are kept")
ROWS = 256  # samples whose lengths are looked at together: the first is mostly not 1
NOT_LESS = Context(2, rounding=ROUND_CEILING)


@dataclass(frozen=True)
class Hypothesis:
    """One hypothesis of a theorem, and whether a run meets it.

    Attributes
    ----------
    name, says : str
    holds : bool or None
        None where the run does not tell: nothing was measured.
    detail : str
        What breaks it, or why it was not measured; of what holds, whether only up to rounding.
    """

    name: str
    says: str
    holds: bool | None
    detail: str


# Each of these tells whether a run meets a hypothesis: True, False, or None where the run does
# not tell; and in words what breaks it, or why it cannot be told.


def _start_verdict(trace):
    if not (np.any(trace.w0) or trace.b0):
        return True, ""
    start = Phrase("w0 {w}, b0 {b}", w=Numeral(equals(trace.w0)), b=Numeral(equals(trace.b0)))
    if trace.b0 and not trace.pad_squared:
        return False, start
    return False, Phrase("{start}; start_bound(trace) is the bound from there", start=start)


def _offset_verdict(run):
    step, square = run.pad_squared, run.radius_squared
    if step == square:
        return True, ""
    theirs = "the theorem moves b by ηyR² = ηy·{square}"
    ours = "this run moves b by ηy·{step}" if step else "this run has no offset b"
    facts = {"step": Numeral(format_number(step)), "square": Numeral(format_number(square))}
    return False, Phrase(f"{ours}, {theirs}", **facts)


def _unit_verdict(trace, run):
    if not len(trace.X):
        return None, NO_MISTAKE
    padded = " with its constant c" if run.pad_squared else ""
    one, any_of_them = (
        f"{which} has length {{length}}{padded}" for which in ("sample {i}", "a sample")
    )
    allowed = rounding_of_unit_length(run.n_features)
    i, square, furthest = _first_not_of_length_1(trace.X, run.pad_squared, allowed)
    if i is not None:
        return False, Phrase(one, i=i, length=Numeral(_length_in_words(square)))
    # Of a stream the longest sample may be one that was no mistake, and is not kept.
    longest = run.radius_squared + run.pad_squared
    if abs(longest - 1) > allowed:
        return False, Phrase(any_of_them, length=Numeral(_length_in_words(longest)))
    return True, up_to_rounding(max(furthest, abs(longest - 1)), "‖x‖² + c²" if padded else "‖x‖²")


def up_to_rounding(furthest, square):
    """Return in words how far from 1 the squared lengths are, rounded up; nothing where all are 1.

    >>> up_to_rounding(Fraction(1, 2**52), "‖x‖²")
    'up to rounding: |‖x‖² − 1| ≤ 2.3e−16'
    """
    if not furthest:
        return ""
    distance = NOT_LESS.divide(furthest.numerator, furthest.denominator)
    written = f"{distance:.1e}".replace("e-", "e−")
    return Phrase(
        "up to rounding: |{square} − 1| ≤ {distance}", square=square, distance=Numeral(written)
    )


def _labels_verdict(trace):
    labels = set(np.unique(trace.y).tolist())
    if len(labels) == 2:
        return True, ""
    if isinstance(trace, OnlineTrace):
        every = "every mistaken sample has the label {label}, and the others are not kept"
        label = format_number(Label(*labels))
        return None, Phrase(every, label=label) if labels else NO_MISTAKE
    return False, Phrase("every label is {label}", label=format_number(Label(*labels)))


def separable_verdict(answer):
    """Return (holds, detail) for the hypothesis `separable`.

    Parameters
    ----------
    answer : Separator, Certificate or str
        In words, why neither was measured.

    Returns
    -------
    (bool or None, str)
    """
    if isinstance(answer, Separator):
        return True, ""
    return (False if isinstance(answer, Certificate) else None), str(answer)


def _mistakes_verdict(margins):
    correct = np.flatnonzero(~(margins <= 0))
    if not len(correct):
        return True, ""
    k = int(correct[0])
    margin = margins[k : k + 1].fractions()[0]
    said = "update {k} was made on a margin of {margin}"
    return False, Phrase(said, k=k + 1, margin=Numeral(format_number(margin)))


def _first_not_of_length_1(X, pad_squared, allowed):
    """Return the first sample whose ‖x‖² + c² is not 1 but for what is allowed, and that number.

    None and 1 without one; and how far from 1 those are that are allowed, the furthest of them.
    """
    furthest = Fraction(0)
    for start in range(0, len(X), ROWS):
        block = X[start : start + ROWS]
        x, scale = over_one(block)
        squares = Rationals(np.vecdot(x, x), scale * scale) + pad_squared
        distances = abs(squares - 1)
        off = np.flatnonzero(~(distances <= allowed))
        if len(off):
            return start + int(off[0]), squares[off[:1]].fractions()[0], furthest
        furthest = max(furthest, *distances.fractions())
    return None, 1, furthest


def _length_in_words(square):
    """Return a length in words, in full where a few digits would not tell it from 1."""
    length = readable_root(square)
    few = format_number(length)
    return format_number(length, 17) if few == "1" else few


HYPOTHESES = {
    "start at 0": "w = 0, b = 0 before the first update",
    "offset step R²": "b moves by ηyR²",
    "unit length": "every sample has length 1",
    "both labels": "not all samples have the same label",
    "separable": "a separator with margin γ > 0 exists",
    "updates on mistakes only": "every update has y(w·x + b) ≤ 0 before it",
}


def check_run(trace, kinds=(Trace, KernelTrace)):
    """Raise ValueError unless this is what a run leaves behind, of one of these kinds."""
    if not isinstance(trace, kinds):
        names = {
            Trace: "perceptron(X, y) or online(stream)",
            KernelTrace: "kernel_perceptron(K, y)",
        }
        must = f"be what {' or '.join(names[kind] for kind in kinds)} returns"
        raise malformed("trace", must, in_words(trace))


def known_of(trace):
    """Return `known_from` of a run in coordinates."""
    run = exact_run(trace)
    return known_from(trace, run, _unit_verdict(trace, run))


def known_from(trace, run, unit_verdict):
    """Return what a run tells of each hypothesis that has nothing to do with a separator.

    Parameters
    ----------
    trace : Trace, OnlineTrace or KernelTrace
    run : ExactRun
        The same in rational numbers.
    unit_verdict : (bool or None, str)
        What it tells of its lengths.

    Returns
    -------
    dict of str to (bool or None, str)
        Whether it holds, None where the run does not tell; and what breaks it, or why it cannot
        be told.
    """
    return {
        "start at 0": _start_verdict(trace),
        "offset step R²": _offset_verdict(run),
        "unit length": unit_verdict,
        "both labels": _labels_verdict(trace),
        "updates on mistakes only": _mistakes_verdict(run.before * run.learning_rate),
    }
