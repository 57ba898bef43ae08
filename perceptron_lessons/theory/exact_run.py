"""A run in rational numbers, found once: what theorems, proofs and hypotheses compare.

Trace and data may be of any numbers; here each is the rational that it is, and from here on none
is converted again. Everything but the settings is in units of the learning rate.
"""

from __future__ import annotations

import weakref
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from perceptron_core.exact import as_fractions, over_one
from perceptron_lessons.theory.kernels import KernelTrace
from perceptron_lessons.theory.rationals import Rationals

BLOCK = 65_536  # integers in the states that are held at a time


class Products(NamedTuple):
    """The inner products of a run with a vector u.

    Attributes
    ----------
    x_u : Rationals, shape (k,)
        With the sample of each update.
    w_u : Rationals, shape (k + 1,)
        With w before the first update, and after each.
    square : Fraction
        u·u.
    """

    x_u: Rationals
    w_u: Rationals
    square: Fraction


class ExactRun:
    """A run, its settings and its inner products: nothing is rounded, nothing overflows.

    A state stands before and after each update; the sample of an update is x, its label y. With
    w' = w + yx, one product of each update is enough: the others follow from y x·w.

    Parameters
    ----------
    trace : Trace, OnlineTrace or KernelTrace
    b : array of int, shape (k + 1,)
    x_w, x_x : array of int, shape (k,)
        y x·w before each update, and x·x.
    w_w : int
        w·w at the start.
    unit : int
        What all of these are over.

    Attributes
    ----------
    learning_rate, pad_squared, radius_squared : Fraction
        η, c² and the R² of the trace.
    n_features, n_mistakes : int
    y : array of int, shape (k,)
        The label of each update.
    offsets : Rationals, shape (k + 1,)
    before, after : Rationals, shape (k,)
        y(w·x + b) of the sample of each update, just before and after it.
    x_x : Rationals, shape (k,)
    w_w : Rationals, shape (k + 1,)
    """

    def __init__(self, trace, b, x_w, x_x, w_w, unit):
        self.learning_rate = as_fractions(trace.learning_rate)
        self.pad_squared = as_fractions(trace.pad_squared)
        self.radius_squared = as_fractions(trace.radius_squared)
        self.n_features = trace.n_features
        self.n_mistakes = trace.n_mistakes
        self.y = y = _labels(trace)
        self.offsets = Rationals(b, unit)
        self.before = Rationals(x_w + y * b[:-1], unit)
        self.after = Rationals(x_w + x_x + y * b[1:], unit)
        self.x_x = Rationals(x_x, unit)
        self.w_w = Rationals(np.cumsum(np.append(w_w, 2 * x_w + x_x)), unit)

    def _products(self, x_u, w_u, unit, square):
        """Return the products, given those of each x and of w at the start, over one unit."""
        sums = np.cumsum(np.append(w_u, self.y * x_u))
        return Products(Rationals(x_u, unit), Rationals(sums, unit), square)


class _RunOfSamples(ExactRun):
    """A run whose samples are vectors."""

    def __init__(self, trace):
        line = trace.line()
        used, self._place = np.unique(trace.mistakes, return_inverse=True)
        settings = [*line.w, line.b, as_fractions(trace.pad_squared)]
        numbers, self._scale = over_one([*settings, *trace.X[used].ravel().tolist()])
        d = trace.n_features
        self._w = numbers[:d]
        self._X = numbers[d + 2 :].reshape(-1, d)
        unit = self._scale**2
        b_start, step = (int(v) * self._scale for v in numbers[d : d + 2])
        b = np.cumsum(np.append(b_start, step * _labels(trace)))
        x_x = np.vecdot(self._X, self._X)[self._place]
        super().__init__(trace, b, self._products_before(trace), x_x, self._w @ self._w, unit)

    def _products_before(self, trace):
        """Return y x·w before each update, from a block of states at a time."""
        y, w = _labels(trace), self._w
        size = max(1, BLOCK // trace.n_features)
        x_w = []
        for start in range(0, len(y), size):
            steps = y[start : start + size, None] * self._X[self._place[start : start + size]]
            states = np.cumsum(np.vstack([w, steps]), axis=0)
            x_w.extend(np.vecdot(steps, states[:-1]))
            w = states[-1]
        return np.array(x_w, dtype=object)

    def along(self, u: Any) -> Products:
        """Return the products with u, shape (n_features,)."""
        u, scale = over_one(u)
        square = Fraction(int(u @ u), scale**2)
        return self._products((self._X @ u)[self._place], self._w @ u, self._scale * scale, square)


class _RunOfKernel(ExactRun):
    """A run of which only the inner products of the samples are known."""

    def __init__(self, trace):
        n = len(trace.y)
        settings = [as_fractions(trace.pad_squared)]
        numbers, self._scale = over_one([*settings, *trace.K.ravel().tolist()])
        self._K = numbers[1:].reshape(n, n)
        self._rows = rows = trace.mistakes
        y = _labels(trace)
        b = np.cumsum(np.append(0, int(numbers[0]) * y))
        scores, x_w = np.zeros(n, dtype=object), []
        for i, label in zip(rows.tolist(), y.tolist(), strict=True):
            x_w.append(label * scores[i])
            scores = scores + label * self._K[i]
        x_x = self._K.diagonal()[rows]
        super().__init__(trace, b, np.array(x_w, dtype=object), x_x, 0, self._scale)

    def along(self, u: Any) -> Products:
        """Return the products with Σ u_j φ(x_j)."""
        u, scale = over_one(u)
        along = self._K @ u
        square = Fraction(int(u @ along), self._scale * scale**2)
        return self._products(along[self._rows], 0, self._scale * scale, square)


def _labels(trace):
    return trace.y[trace.mistakes].astype(object)


_KNOWN: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()


def exact_run(trace: Any) -> ExactRun:
    """Return a run in rational numbers, found once for each trace.

    Raises
    ------
    ValueError
        No run leaves such a trace: c² < 0, a learning rate that is not above 0, or a label other
        than −1 and +1.
    """
    if trace not in _KNOWN:
        _check_settings(trace)
        is_kernel = isinstance(trace, KernelTrace)
        _KNOWN[trace] = _RunOfKernel(trace) if is_kernel else _RunOfSamples(trace)
    return _KNOWN[trace]


def _check_settings(trace):
    """Raise ValueError where no run can have left a trace."""
    for name, must, is_met in (
        ("pad_squared", "≥ 0", trace.pad_squared >= 0),
        ("learning_rate", "> 0", trace.learning_rate > 0),
        ("y", "−1 and +1 only", np.isin(trace.y, (-1, 1)).all()),
    ):
        if not is_met:
            raise ValueError(f"{name} of a run must be {must}; found {getattr(trace, name)}")
