"""Runs with one hypothesis of the theorem broken each, for which its bound is false."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptron_core import Dataset, Trace, bias_trap, perceptron, worked_example, xor
from perceptron_core.exact import as_fractions
from perceptron_lessons.theory.separators import Separator
from perceptron_lessons.theory.voting import stopped_run


def _claimed(data, w):
    """Return a Separator by condition (1) of `empirical` alone: γ is the least |w·x|, any sign."""
    w = as_fractions(w)
    reach = np.abs(as_fractions(data.X) @ w)
    return Separator(
        w=w,
        b=Fraction(0),
        bias="none",
        pad_squared=0,
        gamma_squared=reach.min() ** 2 / (w @ w),
        support=np.flatnonzero(reach == reach.min()),
    )


def _start_elsewhere():
    """Start far from 0, in units of η: the first line that counts from 0 fails at once."""
    data = worked_example()
    run = perceptron(data.X, data.y, w0=(-3, 1), learning_rate=Fraction(1, 100))
    return run, None, "iterations"


def _small_offset_step():
    """Move b by ηy instead of ηyR²: the update is no longer ηyx̂, and Lemma 2 fails."""
    data = bias_trap()
    return perceptron(data.X, data.y, bias="one"), None, "primal"


def _wrong_separator():
    """Take a u with large |u·x| on the wrong side of a sample: its gain is negative."""
    data = Dataset([[10, 1], [9, 1]], [1, -1], "two close samples, two labels")
    return perceptron(data.X, data.y), _claimed(data, (1, 0)), "iterations"


def _not_separable():
    """Run on XOR: whatever u is claimed, some sample is on its wrong side."""
    data = xor()
    return stopped_run(data, 50), _claimed(data, (2, 1)), "iterations"


def _correct_samples_too():
    """Update on every sample, right or wrong: the cross term turns positive."""
    data = worked_example()
    mistakes = np.arange(40) % 4
    run = Trace(data.X, data.y, mistakes=mistakes, converged=False, w0=np.zeros(2, int))
    return run, None, "iterations"


# The switches: each returns (trace, separator or None, source) with one hypothesis broken.
BROKEN_HYPOTHESES = {
    "start not at 0": _start_elsewhere,
    "offset step 1 instead of R²": _small_offset_step,
    "a wrong u": _wrong_separator,
    "not separable": _not_separable,
    "updates on correct samples too": _correct_samples_too,
}
