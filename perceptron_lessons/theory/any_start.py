"""Runs from any start: the bound on their mistakes, and its proof line by line."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core import Trace
from perceptron_core.checks import malformed
from perceptron_core.exact import as_fractions
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.hypotheses import NO_MISTAKE, check_run
from perceptron_lessons.theory.proofs import Proof, ceiling, line_writer, prove
from perceptron_lessons.theory.rationals import Rationals, common_scale, exact_root, rational
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
    c2 = rational(trace.pad_squared)
    eta = rational(trace.learning_rate)
    if trace.b0 and not c2:
        hint = 'give the run an offset, as bias="one"'
        raise malformed("b0", "be 0 where b never moves", format_number(trace.b0), hint)
    found = maximum_margin(trace.X, trace.y, bias=trace.bias)
    if not isinstance(found, Separator):
        raise ValueError(f"the bound needs a separator: {found}")
    # In units of η. The separator as found, v, has the length γ: so γ·(u·w0) = v·w0.
    w0 = as_fractions(trace.w0) / eta
    b0 = rational(trace.b0) / eta
    over_c2 = 1 / c2 if c2 else 0
    square = w0 @ w0 + b0 * b0 * over_c2
    along = w0 @ found.w + b0 * found.b * over_c2
    return last_allowed(rational(trace.radius_squared) + c2, found.gamma_squared, along, square)


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
    scale = common_scale(terms)
    a, b, c = (int(term * Fraction(scale)) for term in terms)
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
    lines = *map(known.__getitem__, USED), *_lines(q, line_writer(notation, q.eta))
    return Proof("any start", trace, known.separator, lines, notation, q)


def margin_times_length(q):
    """Return γ‖u‖, which is y(u·x) of a sample and so rational, of the quantities of a proof."""
    least = exact_root(q.gamma_squared * q.square)
    if least is None:
        raise ValueError("the proof needs a separator whose γ is that of a sample")
    return least


def _lines(q, line):
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
        "progress", "Convergence.progress", f"{w}·{u}", "≥", far, q.k, along, climbed, 2,
        "k updates from the start, each with at least that gain", ("gain",),
    )  # fmt: skip
    yield line(
        "growth", "Convergence.growth", f"‖{w}‖²", "≤", long, q.k, q.norm_squared, grown, 1,
        "the cross term only helps, and each update term is at most that",
        ("cross term", "update term"),
    )  # fmt: skip
    yield ceiling(line, w, q, along)
    yield line(
        "conclusion", "Convergence.any_start", f"({far})²", "≤", long, q.k,
        climb * climb * (1 / q.square), grown, 1,
        "progress is at most length: square both; below 0 it is at most the length of the start",
        ("progress", "growth", "ceiling"),
    )  # fmt: skip
