"""The perceptron: over a data set until no mistake is left, or once along a stream."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from itertools import count, islice, repeat
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from perceptron_core.arithmetic import (
    TINY,
    UNIT,
    ExactLine,
    ExactRun,
    as_fractions,
    largest_square,
    nearest_float,
    scaled_floats,
)
from perceptron_core.tables import format_number
from perceptron_core.trace import OnlineTrace, Trace
from perceptron_core.validation import (
    as_pair,
    as_rate,
    as_samples,
    as_start,
    check_choice,
    in_units_of,
    is_integral,
    prepare,
    wants_fractions,
)

BIASES = ("none", "one", "radius")
ZEROS = ("mistake", "positive")
FIRST_LOOK = 8_192  # numbers of X that cost about as much to look at as the call itself
LONGEST_LOOK = 131_072  # the scores of a longer block would not stay in the cache


def perceptron(
    X,
    y,
    *,
    bias="none",
    order="cyclic",
    learning_rate=1,
    w0=None,
    b0=0,
    zero="mistake",
    exact=False,
    max_mistakes=100_000,
    seed=None,
):
    """Run the perceptron until no sample is a mistake, and return the trace of the run.

    While some sample has y(w·x + b) ≤ 0, take one and add it: w += η·y·x, b += η·y·c².
    The state is kept in units of η, so that η never enters a decision, and every decision is the
    one that exact arithmetic makes: a float is taken as the rational that it is.

    Parameters
    ----------
    X : array-like of int, float or Fraction, shape (n_samples, n_features)
        The trace keeps a copy, or X itself where nobody can write to it.
    y : array-like of −1 and +1, shape (n_samples,)
    bias : {"none", "one", "radius"}
        c² in the update of b: 0 (through the origin), 1 (a constant 1 is appended to x), or
        R² = max‖x‖² (Novikoff).
    order : {"cyclic", "first", "worst", "random", "shuffled"} or callable
        Which mistake is next. "cyclic": go on with the next sample, stop after a clean pass;
        "first": the lowest index; "worst": the least y(w·x + b), the lowest index on ties;
        "random": any, uniformly; "shuffled": cyclic, in a new permutation each epoch.
        A callable is given the functional margins in units of η, shape (n_samples,), and
        returns the index of a mistake.
    learning_rate : number > 0
        η. From w0 = 0 it only scales w and b.
    w0 : array-like, shape (n_features,), or None
        The start; None is 0. The run starts at w0/η: rounded once, where η or w0 is a float.
    b0 : number
    zero : {"mistake", "positive"}
        Whether w·x + b = 0 is a mistake for both labels, or a prediction of +1.
    exact : bool
        Give the weights and margins of the trace as `Fraction`s, not as floats. `Fraction`s in
        the input have the same effect, and so have floats whose squares overflow or vanish.
    max_mistakes : int
        Where to stop on data that nothing separates.
    seed : int, numpy Generator or None
        For the random orders.

    Returns
    -------
    Trace

    Raises
    ------
    ValueError
        An argument is malformed; the message says what was found and what to do.

    Warns
    -----
    RuntimeWarning
        `max_mistakes` were made and mistakes are left.

    References
    ----------
    `primal` (bias="radius"), `iterations` (any order), `cosine` and `empirical`
    (unit-length X), `online` (zero="positive").

    Examples
    --------
    >>> trace = perceptron([[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1])
    >>> trace.mistakes.tolist(), trace.w.tolist()
    ([0, 1, 2, 0], [2, 4])
    """
    check_choice("bias", bias, BIASES)
    check_choice("zero", zero, ZEROS)
    if not callable(order):
        check_choice("order", order, ORDERS, " or a callable")
    if not isinstance(max_mistakes, Integral) or max_mistakes < 0:
        raise ValueError(f"max_mistakes must be an integer >= 0; found {max_mistakes!r}")
    X, y, w0, b0, learning_rate = prepare(X, y, w0, b0, learning_rate, exact)
    pad_squared = largest_square(X) if bias == "radius" else int(bias == "one")
    search = chosen_by(order) if callable(order) else ORDERS[order]

    weights = Weights(X, y, *in_units_of(learning_rate, w0, b0), pad_squared, zero)
    mistakes, epoch = [], 0
    for epoch, i in islice(  # noqa: B007 - the last epoch is asked for below
        search(weights, np.random.default_rng(seed)), int(max_mistakes)
    ):
        mistakes.append(i)
        weights.add(i)
    converged = len(mistakes) < max_mistakes or weights.first_mistake(range(len(X))) is None

    if not converged:
        warnings.warn(
            f"stopped after max_mistakes={max_mistakes} mistakes with mistakes left: "
            "raise max_mistakes, or ask maximum_margin(X, y) whether anything separates the data",
            RuntimeWarning,
            stacklevel=2,
        )
    return Trace(
        X,
        y,
        np.array(mistakes, dtype=np.intp),
        converged,
        w0,
        b0,
        learning_rate,
        bias,
        order if isinstance(order, str) else getattr(order, "__name__", "callable"),
        zero,
        None if epoch is None or search not in (cyclic, shuffled) else epoch + converged,
        pad_squared,
    )


class Weights:
    """w and b of a run, in units of η, and which samples they get wrong.

    w and b are floats. A score is trusted where it is further from 0 than `slack`, a bound on all
    rounding so far; else `ExactRun` decides. The bound uses the proof's own numbers: with R̂ the
    largest ‖(x, c)‖, the theorem's length line gives ‖ŵ_k‖² ≤ ‖ŵ_0‖² + kR̂² =: W². Each update
    rounds a sample (u·R̂), the constant (u·R̂) and the sum (u·W); a score rounds the sample, the
    weights and d + 1 additions, u·R̂·W each; with u = 2⁻⁵³ and u² below the 8 in place of 4.
    """

    def __init__(self, X, y, w, b, pad_squared, zero):
        self.X, self.y, self.zero = X, y, zero
        self._start = w, b, pad_squared
        self._exact, self._added = None, []
        # Everything times a power of two where squares would overflow or vanish: no sign changes.
        exponent, self._floats = scaled_floats(X)
        unit = Fraction(2) ** exponent
        self._labels = y.astype(float)
        self._w = np.array([nearest_float(v / unit) for v in as_fractions(w)])
        self._b, self._step = (nearest_float(v / unit**2) for v in as_fractions([b, pad_squared]))
        radius_squared = float(np.vecdot(self._floats, self._floats).max())
        pad = self._step or radius_squared or 1.0
        self._ball = radius_squared + pad
        self._start_squared = float(self._w @ self._w) + self._b**2 / pad
        # Sums of whole numbers below 2⁵³ are exact in floats.
        self._whole = exponent == 0 and is_integral(X[:8], w, b) and is_integral(X)
        sizes = (FIRST_LOOK // X.shape[1], LONGEST_LOOK // X.shape[1])
        self._first_look, self._longest_look = (max(1, size) for size in sizes)

    @property
    def slack(self):
        """How far a float margin may be from the exact one."""
        k = len(self._added)
        length_squared = self._start_squared + k * self._ball
        if self._whole and self._ball * length_squared < 2.0**106:
            return 0.0
        length, radius = math.sqrt(length_squared), math.sqrt(self._ball)
        d = len(self._w)
        rounding = (d + 8) * length + 2 * k * (length + radius)
        return UNIT * radius * rounding + (d * TINY if length else 0.0)

    def add(self, i):
        """Make the update with sample i: w += y·x, b += y·c²."""
        self._w += self._labels[i] * self._floats[i]
        self._b += self._labels[i] * self._step
        self._added.append(i)

    def float_margins(self, rows):
        """Return y(w·x + b) of some samples up to `slack`, at the scale of the floats."""
        if isinstance(rows, range):
            rows = slice(rows.start, rows.stop)
        return self._labels[rows] * (self._floats[rows] @ self._w + self._b)

    def exact_margin(self, i):
        """Return y(w·x + b) of one sample exactly."""
        if self._exact is None:
            self._exact, self._summed = ExactRun(self.X, self.y, *self._start), 0
        for j in self._added[self._summed :]:
            self._exact.add(j)
        self._summed = len(self._added)
        return self._exact.margin(i)

    def margins(self):
        """Return y(w·x + b) of every sample: rationals where X holds such, else floats.

        A float has the sign of the exact value.
        """
        if self.X.dtype == object:
            return np.array([self.exact_margin(i) for i in range(len(self.X))], dtype=object)
        margins = self.float_margins(slice(None))
        for i in np.flatnonzero(np.abs(margins) <= self.slack):
            margins[i] = nearest_float(self.exact_margin(i)) if self.slack else margins[i]
        return margins

    def first_mistake(self, rows, start=0):
        """Return the place in `rows`, from `start` on, of the first mistake; None without one."""
        size, slack = self._first_look, self.slack
        while start < len(rows):
            block = rows[start : start + size]
            margins = self.float_margins(block)
            for j in np.flatnonzero(margins <= slack).tolist():
                i = block[j]
                margin = margins[j] if margins[j] < -slack or not slack else self.exact_margin(i)
                if is_mistake(margin, self.y[i], self.zero):
                    return start + j
            start, size = start + len(block), min(2 * size, self._longest_look)
        return None


def is_mistake(margins, y, zero):
    """Return which functional margins are mistakes, by the rule for w·x + b = 0.

    >>> is_mistake(np.array([0, 0, -1]), np.array([1, -1, 1]), "positive").tolist()
    [False, True, True]
    """
    if zero == "mistake":
        return margins <= 0
    return (margins < 0) | ((margins == 0) & (y == -1))


def cyclic(weights, rng):
    """Go on with the next sample; end with an epoch that has no mistake."""
    return _in_epochs(weights, repeat(range(len(weights.X))))


def shuffled(weights, rng):
    """Take the samples in a new permutation each epoch; end with one that has no mistake."""
    return _in_epochs(weights, (rng.permutation(len(weights.X)) for _ in count()))


def _in_epochs(weights, epochs):
    for epoch, rows in enumerate(epochs, start=1):
        place = weights.first_mistake(rows)
        if place is None:
            return
        while place is not None:
            yield epoch, int(rows[place])
            place = weights.first_mistake(rows, place + 1)


def first(weights, rng):
    """Take the mistake with the lowest index."""
    rows = range(len(weights.X))
    while (i := weights.first_mistake(rows)) is not None:
        yield None, i


def worst(weights, rng):
    """Take the sample with the least margin, the lowest index on ties."""
    while len(wrong := _mistakes(weights, margins := weights.margins())):
        near = wrong[margins[wrong] <= margins[wrong].min() + 2 * weights.slack]
        if len(near) > 1 and weights.slack:
            near = [min(near, key=weights.exact_margin)]
        yield None, int(near[0])


def random(weights, rng):
    """Take any mistake, each with the same chance."""
    while len(wrong := _mistakes(weights, weights.margins())):
        yield None, int(rng.choice(wrong))


def chosen_by(order):
    """Return the search that lets a function of the margins choose."""

    def search(weights, rng):
        while len(wrong := _mistakes(weights, margins := weights.margins())):
            i = order(margins)
            if isinstance(i, (bool, np.bool_)) or not isinstance(i, Integral):
                i = repr(i)
            elif 0 <= i < len(margins):
                if i not in wrong:
                    raise ValueError(
                        "order must return a sample that is a mistake now; found "
                        f"{i}, whose margin is {margins[i]}: choose from {wrong[:10].tolist()}"
                    )
                yield None, int(i)
                continue
            raise ValueError(
                f"order must return the index of a sample, 0 … {len(margins) - 1}; found {i}"
            )

    return search


def _mistakes(weights, margins):
    return np.flatnonzero(is_mistake(margins, weights.y, weights.zero))


ORDERS = {order.__name__: order for order in (cyclic, first, worst, random, shuffled)}


def online(
    stream,
    *,
    bias="none",
    learning_rate=1,
    w0=None,
    b0=0,
    zero="positive",
    exact=False,
):
    """Predict, then learn, once along a stream, and return when the mistakes came.

    Parameters
    ----------
    stream : iterable of (x, y)
        x of shape (n_features,), y −1 or +1; of any length, a generator works. Only the
        mistaken samples are kept.
    bias : {"none", "one"}
        Novikoff's step R² needs the whole stream before it starts, so it is not offered.
    learning_rate, w0, b0, exact
        As for `perceptron`.
    zero : {"positive", "mistake"}
        The source has g(0) = +1: from w = 0 a first sample labelled +1 is no mistake.

    Returns
    -------
    OnlineTrace

    Raises
    ------
    ValueError
        An argument or a sample of the stream is malformed; the message gives its position.

    References
    ----------
    `online` §1.

    Examples
    --------
    >>> run = online(iter([([1, 0], 1), ([0, 1], -1), ([1, 1], 1)]))
    >>> run.times.tolist(), run.w.tolist()
    ([1, 2], [1, 0])
    """
    if bias == "radius":
        raise ValueError(
            'bias="radius" needs max‖x‖ of the whole stream before it starts; found a stream: '
            'use bias="one", or perceptron(X, y, bias="radius") on stored data'
        )
    check_choice("bias", bias, BIASES[:2])
    check_choice("zero", zero, ZEROS)
    learning_rate = as_rate(learning_rate, exact)
    pad_squared = int(bias == "one")
    line, times, samples, labels = None, [], [], []
    n_seen, radius_squared = 0, 0
    for n_seen, pair in enumerate(stream, start=1):
        x, label = as_pair(pair, n_seen - 1, exact)
        if line is None:
            w0, b0 = as_start(w0, b0, len(x), exact)
            line = ExactLine(*in_units_of(learning_rate, w0, b0))
        elif len(x) != len(w0):
            raise ValueError(
                f"stream item {n_seen - 1}: x must have {len(w0)} features like those before; "
                f"found {len(x)}"
            )
        radius_squared = max(radius_squared, sum(v * v for v in as_fractions(x)))
        if is_mistake(label * line.sign(x), label, zero):
            times.append(n_seen - 1)
            samples.append(x)
            labels.append(label)
            line.add(label, x, pad_squared)
    if line is None:
        raise ValueError("the stream must have at least one (x, y); found none")
    X = np.empty((0, len(w0)), w0.dtype)
    if samples:
        X = as_samples([x.tolist() for x in samples], exact)
    y = np.array(labels, dtype=np.int64)
    if len(X) and wants_fractions(X, *w0, b0, learning_rate):
        X, y, w0, b0, learning_rate = prepare(X, y, w0, b0, learning_rate, exact=True)
    times = np.array(times, dtype=np.intp)
    return OnlineTrace(
        X, y, times, n_seen, radius_squared, w0, b0, learning_rate, bias, zero, pad_squared
    )


class Certification(NamedTuple):
    """Whether every decision of a run is the one that exact arithmetic makes; true if so.

    Attributes
    ----------
    holds : bool
    k : int or None
        The number of updates before the first decision that is another one.
    sample : int or None
        The sample that the run took for a mistake (or, after the last update, for none).
    in_floats, exact : number or None
        Its margin y(w·x + b)/η then, as floats have it, and exactly.
    expected : int or None
        The sample that exact arithmetic takes in this order; None where it takes none.
    """

    holds: bool
    k: int | None = None
    sample: int | None = None
    in_floats: Any = None
    exact: Any = None
    expected: int | None = None

    def __bool__(self):
        return self.holds

    def __str__(self):
        if self.holds:
            return "every decision is the exact one"
        expected = "no mistake" if self.expected is None else f"sample {self.expected}"
        return (
            f"after {self.k} updates the run decides on sample {self.sample}, whose margin is "
            f"{format_number(self.in_floats)} in floats and {format_number(self.exact)} exactly; "
            f"exact arithmetic finds {expected}"
        )

    __repr__ = __str__


def certify(trace):
    """Hold every decision of a run against exact arithmetic.

    The run is made again from its start: before each update, the sample must be a mistake, and
    in the orders "cyclic", "first" and "worst" the very one that the order asks for; at the end
    a mistake must be left if and only if the trace says that it has not converged. Of a stream
    only the mistakes are kept, and only they are checked.

    Parameters
    ----------
    trace : Trace or OnlineTrace

    Returns
    -------
    Certification
        True in an `if` where every decision is the exact one; else it names the first that is not,
        with the margin in floats and the exact one.

    Examples
    --------
    >>> certify(perceptron([[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1]))
    every decision is the exact one
    """
    start = in_units_of(trace.learning_rate, trace.w0, trace.b0)
    weights = Weights(trace.X, trace.y, *start, trace.pad_squared, trace.zero)
    order = getattr(trace, "order", None)
    search = ORDERS[order](weights, None) if order in ("cyclic", "first", "worst") else None

    def differs(k, i, expected):
        return Certification(
            False, k, i, weights.float_margins([i])[0], weights.exact_margin(i), expected
        )

    for k, i in enumerate(trace.update_rows.tolist()):
        wrong = is_mistake(weights.exact_margin(i), trace.y[i], trace.zero)
        _, expected = (None, i if wrong else None) if search is None else next(search, (None, None))
        if expected != i:
            return differs(k, i, expected)
        weights.add(i)
    if order is not None:
        left = weights.first_mistake(range(len(trace.X)))
        if trace.converged != (left is None):
            return differs(trace.n_mistakes, 0 if left is None else left, left)
    return Certification(True)
