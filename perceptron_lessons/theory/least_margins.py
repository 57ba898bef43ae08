"""The least y(w·x + b) of many samples: floats say which may have it, integers which do.

Here too are floats that stand beside numbers of any size: a number of at most 1 times a power of
two.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from perceptron_core.exact import (
    TINY,
    UNIT,
    Scores,
    as_fractions,
    as_integers,
    common_scale,
)
from perceptron_lessons.theory.linear_systems import DIGIT, Matrix, Work

BEYOND = 10_000  # 2 to minus this is nothing beside any float


def digits(numbers):
    """Return how many digits the longest of some rationals has, as `Work` counts them."""
    return max(max(map(int.bit_length, v.as_integer_ratio())) for v in numbers) // DIGIT + 1


def in_unit_box(X, axis=None):
    """Return floats of at most 1 and integers k, one for all or one for each row with axis 1.

    X is near to the floats times 2^k.

    >>> rows, sizes = in_unit_box(np.array([[1, 3], [1e-9, 0.25]]), axis=1)
    >>> rows.tolist(), sizes.tolist()
    ([[0.25, 0.75], [2e-09, 0.5]], [[2], [-1]])
    """
    values, exponents = mantissas(X)
    sizes = exponents.max(axis=axis, keepdims=True)
    return np.ldexp(values, np.maximum(exponents - sizes, -BEYOND)), sizes


def balanced(samples):
    """Return the samples in floats that suit every scale, and the sizes of rows and of columns.

    Columns, and then rows, are divided by powers of two, so that the largest of each row is near 1.

    Parameters
    ----------
    samples : ndarray, shape (n_samples, n_features)
        As `validation` returns them.

    Returns
    -------
    entries : ndarray of float, shape (n_samples, n_features)
    rows, columns : ndarray of int
        samples[i, j] is near entries[i, j]·2^(rows[i] + columns[j]).

    Examples
    --------
    >>> samples = np.array([[2.0**-600, 0], [2.0**-600, 2.0**500]])
    >>> [part.tolist() for part in balanced(samples)]
    [[[0.5, 0.0], [0.5, 0.5]], [0, 0], [-599, 501]]
    """
    values, exponents = mantissas(samples)
    columns = exponents.max(axis=0)
    exponents = np.where(values == 0, -BEYOND, exponents - columns)
    rows = exponents.max(axis=1, initial=-BEYOND)
    return np.ldexp(values, np.maximum(exponents - rows[:, None], -BEYOND)), rows, columns


def least_margin(X, y, w, b=0, work=None):
    """Return the least y(w·x + b) exactly, and the indices of all samples that have it.

    Parameters
    ----------
    X, y
        As `validation` returns them.
    w : ndarray of Fraction, shape (n_features,)
    b : int or Fraction
    work : Work, optional
        What may be spent on it.

    Returns
    -------
    Fraction, ndarray of int
    """
    # A power of two beside w: floats then do what they can, however short or long w is.
    largest = Fraction(max(map(abs, w)) or 1)
    unit = Fraction(2) ** (largest.numerator.bit_length() - largest.denominator.bit_length())
    scores = Scores(X, w / unit, b / unit)
    margins = scores.floats * y
    near = np.flatnonzero(margins <= margins.min() + 2 * scores.slack)
    if len(near) > X.shape[1] + 1:
        near = near[_low(X[near], y[near], w, b)]
    scale, over = common_scale(X[near]), common_scale(w, [b])
    *line, offset = as_integers([*w, b], over)
    points = Matrix(as_integers(X[near], scale), work or Work(math.inf))
    exact = (points @ np.array(line, dtype=object) + scale * offset) * y[near]
    least = exact.min()
    return Fraction(int(least), scale * over), near[exact == least]


def _low(X, y, w, b):
    """Return which samples may have the least y(w·x + b), by floats that suit every scale.

    The columns of (X, 1) are divided by powers of two, and (w, b) multiplied by them; then each
    row is divided by a power of two, and all of (w, b) by one, so that no number exceeds 1. So
    each margin is 2^r times a float m that is off by less than (d + 12)(u·Σ|w_j| + 2⁻¹⁰⁷⁰):
    rounding, as for `Scores`, and what underflows.
    """
    line, samples = as_fractions([*w, b]), np.hstack([X, np.ones((len(X), 1), dtype=int)])
    samples, line = samples[:, line != 0], line[line != 0]
    entries, rows, columns = balanced(samples)
    weights, sizes = mantissas(line)
    sizes = sizes + columns
    weights = np.ldexp(weights, np.maximum(sizes - sizes.max(initial=-BEYOND), -BEYOND))
    margins = (entries @ weights) * y
    slack = (len(line) + 12) * (UNIT * np.abs(weights).sum() + TINY)
    # The order of v·2^r, where v may underflow: towards the safe side. No r is above 0.
    lowest = np.nextafter(np.ldexp(margins - slack, rows), -np.inf)
    return lowest <= np.nextafter(np.ldexp(margins + slack, rows).min(), np.inf)


def mantissas(values):
    """Return floats m and integers e with m·2^e next to each number: 1/2 ≤ |m| ≤ 1, or 0·2^-BEYOND.

    >>> mantissas(as_fractions([Fraction(3, 8), 0]))[0].tolist()
    [0.75, 0.0]
    """
    bits = np.zeros(values.shape, dtype=int)
    if values.dtype == object:
        ratios = [v.as_integer_ratio() for v in values.flat]
        sizes = [over.bit_length() - under.bit_length() for over, under in ratios]
        bits = np.array(sizes, dtype=int).reshape(values.shape)
        # Python divides integers of any length and rounds once.
        floats = [
            (over << max(-size, 0)) / (under << max(size, 0))
            for (over, under), size in zip(ratios, sizes, strict=True)
        ]
        values = np.array(floats, dtype=float).reshape(values.shape)
    floats, exponents = np.frexp(values.astype(float))
    return floats, np.where(floats == 0, -BEYOND, exponents + bits)
