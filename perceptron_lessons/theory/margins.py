"""Margins of samples about a line: exactly, with floats only to say where to look first."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptron_core.exact import as_fractions, nearest_float, over_one, scores


def near(values):
    """Return floats near values/largest, and the largest |value|, or 1 if all are 0.

    >>> near(np.array([6, -3]))[0].tolist()
    [1.0, -0.5]
    """
    if values.dtype != object:
        floats = values.astype(float)
        largest = float(np.abs(floats).max(initial=0)) or 1.0
        return floats / largest, largest
    integers, scale = over_one(values)
    largest = max(map(abs, integers.flat), default=0) or 1
    return (integers / largest).astype(float), Fraction(largest, scale)  # Python rounds it rightly


def signs_above_level(X, y, w, b, level):
    """Return the sign of y(w·x + b) − level for every sample: always the exact one."""
    signs = np.zeros(len(X), dtype=int)
    for label in np.unique(y).tolist():
        rows = y == label
        line = as_fractions([*w, b - label * level])
        largest = max(map(abs, line)) or Fraction(1)
        size = largest.numerator.bit_length() - largest.denominator.bit_length()
        line /= Fraction(2) ** size  # floats hold the line then, however long the integers
        signs[rows] = label * np.sign(scores(X[rows], line[:-1], line[-1]))
    return signs


def exact_margins(X, y, w, b=0):
    """Return y(w·x + b) of a few samples as `Fraction`s."""
    return y * (as_fractions(X) @ as_fractions(w) + Fraction(b))


def least_margin(X, y, w, b=0):
    """Return the least y(w·x + b) exactly, and the indices of all samples that have it."""
    (floats, size), (line, length) = near(X), near(as_fractions(w))
    offset = nearest_float(Fraction(b) / (Fraction(size) * length))
    guess = [int((y * (floats @ line + offset)).argmin())]
    (level,) = exact_margins(X[guess], y[guess], w, b)
    signs = signs_above_level(X, y, w, b, level)
    lower = np.flatnonzero(signs < 0)
    if not len(lower):
        return level, np.flatnonzero(signs == 0)
    margins = exact_margins(X[lower], y[lower], w, b)
    return margins.min(), lower[margins == margins.min()]


def combination(X, y, weights, pad_squared):
    """Return w and b of the mean p = Σ a_i z_i in some unit, the unit, and ‖p‖², all exactly.

    Parameters
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of −1 and +1, shape (n_samples,)
    weights : ndarray of int or Fraction > 0, shape (n_samples,)
        Or any multiple of them.
    pad_squared : int, Fraction or None
        c²; None for a free offset, where the weights of each class sum to the same.

    Returns
    -------
    w : ndarray of Python integers, shape (n_features,)
    b : Fraction
        With a free offset the one half-way between the classes of these samples.
    unit : Fraction
        p is w·unit: reducing a fraction for each number would cost more than all the rest.
    square : Fraction
    """
    points, scale = over_one(X)
    weights, _ = over_one(weights)
    signed, total = weights * y.astype(object), int(weights.sum())
    w = signed @ points
    square = Fraction(int(w @ w), (scale * total) ** 2)
    if pad_squared is None:
        scores = points @ w
        b = Fraction(-int(scores[y == 1].min()) - int(scores[y == -1].max()), 2 * scale)
    else:
        tilt = int(signed.sum())
        b = Fraction(pad_squared * scale * tilt)
        square += pad_squared * Fraction(tilt, total) ** 2
    return w, b, Fraction(1, scale * total), square
