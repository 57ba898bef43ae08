"""The bound on the mistakes of a run from any start."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from perceptron_core import Trace
from perceptron_core.exact import as_fractions
from perceptron_lessons.theory.rationals import common_scale, rational
from perceptron_lessons.theory.separators import Separator, maximum_margin


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
    c2 = rational(trace.pad_squared)
    eta = rational(trace.learning_rate)
    if trace.b0 and not c2:
        raise ValueError(f"this bound needs b0 = 0 where b never moves; found b0 = {trace.b0}")
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
