"""Runs from any start: the bound on their mistakes, and its proof line by line."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core import Trace
from perceptron_core.checks import malformed
from perceptron_core.exact import as_fractions, over_one
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.hypotheses import NO_MISTAKE, check_run
from perceptron_lessons.theory.proof_lines import ceiling, line_writer
from perceptron_lessons.theory.proofs import Proof, prove
from perceptron_lessons.theory.rationals import Rationals, exact_root
from perceptron_lessons.theory.separators import Separator, maximum_margin

# The lines of the proof from 0 that hold from anywhere.
USED = ("gain", "cross term", "update term")


def start_bound(trace: Trace) -> int:
    """Return the most mistakes that a run from its start can make, whatever start that is.

    After k mistakes u·w0 + kηγ ≤ u·w_k ≤ ‖w_k‖ ≤ √(‖w0‖² + kη²R²), and the left side grows like
    k, the right one like √k. From w0 = 0 that is k ≤ R²/γ², rounded down; from elsewhere k is at
    most R²/γ² + 2‖w0‖/(ηγ). An offset counts as one more weight, b/c for a constant c.

    Parameters
    ----------
    trace : Trace
        Its samples must be separable in the space that it runs in.

    Returns
    -------
    int
        The last k for which the two sides leave room, exactly.

    Raises
    ------
    ValueError
        If nothing separates the samples, or the offset starts at b0 ≠ 0 and never moves.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> etas = Fraction(1, 100), Fraction(1, 10), 1
    >>> runs = [perceptron(data.X, data.y, w0=(-3, 1), learning_rate=eta) for eta in etas]
    >>> [(run.n_mistakes, start_bound(run)) for run in runs]
    [(151, 409), (16, 46), (2, 12)]
    """
    check_run(trace, (Trace,))
    if not len(trace.X):
        raise malformed("the run", "have a sample to measure the margin on", NO_MISTAKE)
    c2 = as_fractions(trace.pad_squared)
    if trace.b0 and not c2:
        hint = 'give the run an offset, as bias="one"'
        raise malformed("b0", "be 0 where b never moves", format_number(trace.b0), hint)
    widest = maximum_margin(trace.X, trace.y, bias=trace.bias)
    if not isinstance(widest, Separator):
        raise ValueError(f"the bound needs a separator: {widest}")
    # In units of η. The separator as found, v, has the length γ: so γ·(u·w0) = v·w0.
    start = trace.line()
    over_c2 = 1 / c2 if c2 else 0
    square = start.w @ start.w + start.b**2 * over_c2
    along = start.w @ widest.w + start.b * widest.b * over_c2
    ball = as_fractions(trace.radius_squared) + c2
    return last_allowed(ball, widest.gamma_squared, along, square)


def last_allowed(radius_squared, gamma_squared, along, square):
    """Return the last k with u·v + kγ ≤ √(‖v‖² + kR²), for a start v.

    Parameters
    ----------
    radius_squared, gamma_squared : Fraction
        R² and γ² > 0.
    along, square : Fraction
        γ(u·v) and ‖v‖².

    Returns
    -------
    int
    """
    # Both sides squared, times γ²/γ²: γ²k² + (2γ(u·v) − R²)k + (u·v)² − ‖v‖² ≤ 0. At k = 0 it
    # holds, so the last k is below the larger root; and there the left side is not negative.
    terms = np.array([gamma_squared, 2 * along - radius_squared, along**2 / gamma_squared - square])
    (a, b, c), _ = over_one(terms)
    return (math.isqrt(b * b - 4 * a * c) - b) // (2 * a)


def prove_any_start(
    trace: Trace,
    separator: Separator | tuple[ArrayLike, float | Fraction] | ArrayLike | None = None,
    notation: str = "iterations",
) -> Proof:
    """Return the proof by two bounds that hold from any start, evaluated on a run with every k.

    Parameters
    ----------
    trace, separator, notation
        As for `prove`.

    Returns
    -------
    Proof

    Raises
    ------
    ValueError, Undecided
        As for `prove`.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> prove_any_start(perceptron(data.X, data.y, w0=(-3, 1)))
    proof of any start, 7 lines, in rationals: every line holds for k = 0 … 2
    """
    known = prove(trace, separator, notation=notation)
    q = known.quantities
    lines = *map(known.__getitem__, USED), *_lines_from_a_start(q, line_writer(notation, q.eta))
    return Proof("any start", trace, known.separator, lines, notation, q)


def margin_times_length(q):
    """Return γ‖u‖, which is y(u·x) of a sample and so rational, of the quantities of a proof."""
    least = exact_root(q.gamma_squared * q.square)
    if least is None:
        raise ValueError("the proof needs a separator whose γ is that of a sample")
    return least


def _lines_from_a_start(q, line):
    """Yield what is new in this proof."""
    w = "{weights}"
    u = "{separator}"
    of_start = "w_0"
    ball = "({radius}²+c²)" if q.pad_squared else "{radius}²"
    k = Rationals(q.k)
    length = q.norm_squared[0].fractions().item()
    climb = k * (q.eta * margin_times_length(q)) + q.along[0].fractions().item()
    climbed = climb.signed_square() * (1 / q.square)
    grown = k * (q.eta**2 * q.ball) + length
    along = q.along.signed_square() * (1 / q.square)
    far = f"{of_start}·{u} + {{mistakes}} {{η}} {{margin}}"
    long = f"‖{of_start}‖² + {{mistakes}} {{η²}} {ball}"
    yield line(
        "progress",
        lemma="Convergence.progress",
        says=(f"{w}·{u}", "≥", far),
        at=q.k,
        sides=(along, climbed),
        power=2,
        why="{mistakes} updates from the start, each with at least that gain",
        after=("gain",),
    )
    yield line(
        "growth",
        lemma="Convergence.growth",
        says=(f"‖{w}‖²", "≤", long),
        at=q.k,
        sides=(q.norm_squared, grown),
        why="the cross term only helps, and each update term is at most that",
        after=("cross term", "update term"),
    )
    yield ceiling(line, w, q, along)
    yield line(
        "conclusion",
        lemma="Convergence.any_start",
        says=(f"({far})²", "≤", long),
        at=q.k,
        sides=(climb * climb * (1 / q.square), grown),
        why="progress is at most length: square both; "
        "below 0 it is at most the length of the start",
        after=("progress", "growth", "ceiling"),
    )
