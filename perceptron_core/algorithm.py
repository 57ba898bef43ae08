"""The perceptron: as it is on paper, over a data set until no mistake is left, along a stream.

`by_the_book` is the algorithm of the lessons, in floats. `perceptron` makes the same mistakes, and
also those that floats would miss: its loop is `Run.learn_from`, an order says which mistake is
next, and the margins y(w·x + b) come from `Margins`, whose signs are exact.
"""

from __future__ import annotations  # numpy.random is loaded where it is used

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import partial
from itertools import islice
from numbers import Integral
from typing import Any

import numpy as np

from perceptron_core import checks
from perceptron_core.exact import LABEL_AT_ZERO, Line, Margins, is_mistake, largest_square
from perceptron_core.trace import OnlineTrace, Trace

BIASES = ("none", "one", "radius")
ZEROS = tuple(LABEL_AT_ZERO)
UNORDERED = str | bytes | bytearray | Set | Mapping  # what is iterable, and no sequence of numbers


def by_the_book(X: np.ndarray, y: Any, max_passes: int = 1_000) -> tuple[np.ndarray, list[int]]:
    """Return w and the mistakes of the perceptron on paper: pass after pass until one is clean.

    Where floats do not round, as with whole numbers, `perceptron` makes the same mistakes.

    >>> X, y = np.array([[-2, 0], [0, -2], [-2, 2], [2, 2]]), [-1, -1, 1, 1]
    >>> by_the_book(X, y)
    (array([2., 4.]), [0, 1, 2, 0])
    """
    w = np.zeros(X.shape[1])
    mistakes: list[int] = []
    for _ in range(max_passes):
        n_before = len(mistakes)
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= 0:
                w += y[i] * X[i]
                mistakes.append(i)
        if len(mistakes) == n_before:
            break
    return w, mistakes


def perceptron(
    X: Any,
    y: Any,
    *,
    bias: str = "none",
    order: str | Callable[[np.ndarray], int] = "cyclic",
    learning_rate: Any = 1,
    w0: Any = None,
    b0: Any = 0,
    zero: str = "mistake",
    exact: bool = False,
    max_mistakes: int = 100_000,
    seed: int | np.random.Generator | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Trace:
    """Run the perceptron until no sample is a mistake, and return the trace of the run.

    While some sample has y(w·x + b) ≤ 0, take one and add it: w += η·y·x, b += η·y·c².
    The state is kept in units of η, so that η never enters a decision, and every decision is the
    one that exact arithmetic makes: a float is taken as the rational that it is.

    Parameters
    ----------
    X : array-like of int, float or Fraction, shape (n_samples, n_features)
        The trace keeps a copy, or X itself where nobody can write to it. So X may be larger than
        the memory: float64 in C order, memory-mapped as `np.load(path, mmap_mode="r")` does it.
    y : array-like of −1 and +1, shape (n_samples,)
    bias : {"none", "one", "radius"}
        c² in the update of b: 0 (through the origin), 1 (a constant 1 is appended to x), or
        R² = max‖x‖².
    order : {"cyclic", "first", "worst", "random", "shuffled"} or callable
        Which mistake is next. "cyclic": go on with the next sample, stop after a clean pass;
        "first": the lowest index; "worst": the least y(w·x + b), the lowest index on ties;
        "random": any, uniformly; "shuffled": cyclic, in a new permutation each epoch.
        A callable is given the functional margins in units of η, shape (n_samples,), and
        returns the index of a mistake.
    learning_rate : number > 0
        η. From w0 = 0 it only scales w and b.
    w0 : array-like, shape (n_features,), or None
        The start; None is 0. In units of η it is w0/η, exactly: the float 0.1 is not 1/10, so
        write `Fraction(1, 10)` where you mean that.
    b0 : number
    zero : {"mistake", "positive", "negative"}
        Whether w·x + b = 0 is a mistake for both labels, or a prediction of +1 (it "fires" from 0
        on), or of −1 (it fires above 0).
    exact : bool
        Give the weights and margins of the trace as `Fraction`s, not as floats. `Fraction`s in
        the input have the same effect.
    max_mistakes : int
        Where to stop on data that nothing separates.
    seed : int >= 0, numpy Generator or None
        For the random orders.
    progress : callable or None
        Called after each block of samples that the orders "cyclic", "first" and "shuffled" look
        at, with the number of mistakes so far and of the samples looked at in this pass.

    Returns
    -------
    Trace

    Raises
    ------
    ValueError
        An argument is malformed; the message says what was found and what to do.
    KeyboardInterrupt
        Ctrl-C; its `trace` is that of the run so far, and `resume` goes on with it. It is None
        where X and y were still being read.

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
    checks.check_choice("bias", bias, BIASES)
    checks.check_choice("zero", zero, ZEROS)
    name = getattr(order, "__name__", "callable") if callable(order) else order
    name = f"{name}()" if callable(order) and name in ORDERS else name
    as_trace = None
    try:
        X, y, w0, b0, rate = checks.prepare(X, y, w0, b0, learning_rate, exact)
        step = largest_square(X) if bias == "radius" else int(bias == "one")
        as_trace = partial(
            Trace,
            X=X,
            y=y,
            w0=w0,
            b0=b0,
            learning_rate=rate,
            bias=bias,
            order=name,
            zero=zero,
            pad_squared=step,
        )
        run = Run(Margins(X, y, Line(w0, b0, rate), step), zero, progress)
        return learn(run, as_trace, order, max_mistakes, seed)
    except KeyboardInterrupt as stop:
        if as_trace is not None:
            leave_with(stop, as_trace(mistakes=np.empty(0, int), converged=None))
        leave_with(stop, None)
        raise


def resume(trace: Trace, *, order=None, max_mistakes=100_000, seed=None, progress=None) -> Trace:
    """Go on with a run that was stopped, and return the trace of the whole.

    Parameters
    ----------
    trace : Trace
    order : callable, optional
        Again the function that chose the mistakes, if one did. Else the run keeps its order.
    max_mistakes : int
        Where to stop, counted from the start of the run.
    seed, progress
        As for `perceptron`. The random orders draw afresh; "shuffled" begins a new pass.

    Returns
    -------
    Trace
        In the orders without chance, that of a run without a stop.

    Examples
    --------
    >>> X, y = [[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1]
    >>> with warnings.catch_warnings(action="ignore"):
    ...     trace = perceptron(X, y, max_mistakes=2)
    >>> trace.mistakes.tolist(), resume(trace).mistakes.tolist()
    ([0, 1], [0, 1, 2, 0])
    """
    if not isinstance(trace, Trace) or trace.order == "stream":
        must = "be what perceptron(X, y) returns: a run along a stream ends with its stream"
        raise checks.malformed("trace", must, checks.in_words(trace))
    if trace.order in ORDERS:
        if order not in (None, trace.order):
            must = f"be left out, since the run so far has the order {trace.order!r}"
            raise checks.malformed("order", must, checks.in_words(order))
        order = trace.order
    elif not callable(order):
        must = f"be the function that chose the mistakes so far, {trace.order}"
        found = "none" if order is None else checks.in_words(order)
        raise checks.malformed("order", must, found, "give it again, as resume(trace, order=…)")
    try:
        line = trace.line(trace.n_mistakes)
        margins = Margins(trace.X, trace.y, line, trace.pad_squared)
        run = Run(margins, trace.zero, progress, trace.mistakes.tolist(), trace.n_shuffled)
        if trace.converged:
            checks.as_count("max_mistakes", max_mistakes)
            checks.as_generator(seed)
            return trace
        return learn(run, partial(replace, trace), order, max_mistakes, seed)
    except KeyboardInterrupt as stop:
        leave_with(stop, trace)
        raise


def online(
    stream: Iterable, *, bias="none", learning_rate=1, w0=None, b0=0, zero="positive", exact=False
) -> OnlineTrace:
    """Predict, then learn, once along a stream, and return when the mistakes came.

    Parameters
    ----------
    stream : iterable of (x, y)
        x of shape (n_features,), y −1 or +1; a generator works, if it ends. The trace keeps only
        the mistaken samples.
    bias : {"none", "one"}
        The step R² needs the whole stream before it starts, so it is not offered.
    learning_rate, w0, b0, exact
        As for `perceptron`.
    zero : {"positive", "mistake", "negative"}
        As for `perceptron`. The source has g(0) = +1: from w = 0 a first sample labelled +1 is no
        mistake.

    Returns
    -------
    OnlineTrace

    Raises
    ------
    ValueError
        An argument or a sample of the stream is malformed; the message gives its row.

    References
    ----------
    `online` §1.

    Examples
    --------
    >>> run = online(iter([([1, 0], 1), ([0, 1], -1), ([1, 1], 1)]))
    >>> run.times.tolist(), run.w.tolist()
    ([1, 2], [1, 0])
    """
    checks.check_choice("bias", bias, BIASES[:2])
    checks.check_choice("zero", zero, ZEROS)
    rows, labels = read_stream(stream)
    X, y, w0, b0, rate = checks.prepare(rows, labels, w0, b0, learning_rate, exact)
    step = int(bias == "one")
    run = Run(Margins(X, y, Line(w0, b0, rate), step), zero)
    run.learn_from(run.mistakes_in(run.everyone))
    times = np.array(run.mistakes, int)
    return OnlineTrace(
        X=X[times],
        y=y[times],
        mistakes=np.arange(len(times)),
        converged=None,
        w0=w0,
        b0=b0,
        learning_rate=rate,
        bias=bias,
        order="stream",
        zero=zero,
        pad_squared=step,
        times=times,
        n_seen=len(X),
        radius_squared=largest_square(X),
    )


def read_stream(stream: Iterable) -> tuple[list, list]:
    """Return the samples and the labels of a stream, whose own errors pass through."""
    must = "be one pair (x, y) or more, each x a sequence of numbers"
    if not isinstance(stream, Iterable):
        raise checks.malformed("the stream", must, checks.in_words(stream))
    rows, labels = [], []
    for t, pair in enumerate(stream):
        try:
            x, label = pair
        except (TypeError, ValueError):
            raise checks.malformed(
                "the stream", must, f"{checks.in_words(pair)} as pair {t}"
            ) from None
        if not _is_sequence(x) or np.ma.is_masked(x):
            raise checks.malformed("the stream", must, f"{checks.in_words(x)} as x of pair {t}")
        rows.append(list(x))
        labels.append(label)
        if len(rows[-1]) != len(rows[0]):
            have = f"have as many numbers as in the first pair, {len(rows[0])}"
            raise checks.malformed(f"x of pair {t}", have, f"{len(rows[-1])}")
    if not rows:
        raise checks.malformed("the stream", must, "none")
    return rows, labels


def _is_sequence(x):
    """Return whether one can go through what is given as a sample, and through numbers in order."""
    if isinstance(x, UNORDERED):
        return False
    return x.ndim > 0 if isinstance(x, np.ndarray) else isinstance(x, Iterable)


def learn(run, as_trace, order, max_mistakes, seed, judge="maximum_margin(X, y)"):
    """While some sample is a mistake, take one and add it; return the trace of the whole run.

    Parameters
    ----------
    run : Run
        Which goes on where it is.
    as_trace : callable
        Makes the trace, given by their names its `mistakes`, `converged` and `n_shuffled`.
    judge : str
        The call that tells whether anything separates the data.

    The rest, and what is raised, is as for `perceptron`.
    """
    if not callable(order):
        checks.check_choice("order", order, ORDERS, " or a callable")
    max_mistakes = checks.as_count("max_mistakes", max_mistakes)
    if seed is not None:
        seed = checks.as_generator(seed)
    search = chosen_by(order) if callable(order) else ORDERS[order]
    more = min(max(0, max_mistakes - len(run.mistakes)), sys.maxsize)
    try:
        run.learn_from(islice(search(run, seed), more))
        order_has_ended = len(run.mistakes) < max_mistakes
        converged = order_has_ended or next(run.mistakes_in(run.everyone), None) is None
        run.n_shuffled += order == "shuffled" and converged and not order_has_ended
        trace = as_trace(
            mistakes=np.array(run.mistakes, int), converged=converged, n_shuffled=run.n_shuffled
        )
    except KeyboardInterrupt as stop:
        stop.trace = as_trace(
            mistakes=np.array(run.mistakes, int), converged=None, n_shuffled=run.n_shuffled
        )
        raise
    if not converged:
        made = f"stopped after max_mistakes={max_mistakes}, with mistakes left: "
        hint = f"raise max_mistakes, or ask {judge} whether anything separates the data"
        warnings.warn(made + hint, RuntimeWarning, stacklevel=3)
    return trace


def leave_with(stop, trace):
    """Give an interrupt the run so far as its `trace`, unless it has one."""
    stop.trace = getattr(stop, "trace", trace)


class Run:
    """A run that goes on: its mistakes so far, and the search for the next one.

    Parameters
    ----------
    margins : Margins
        Of the samples, with w and b as they are.
    zero : {"mistake", "positive", "negative"}
    progress : callable or None
        See `perceptron`.
    mistakes : sequence of int
        The samples that were added before.
    n_shuffled : int
        Passes, each in a permutation of its own, that were begun before.

    Attributes
    ----------
    mistakes : list of int
        The samples that were added.
    n_shuffled : int
        Passes, each in a permutation of its own, that were begun.
    everyone : range
        All samples, in their order.
    """

    def __init__(self, margins, zero="mistake", progress=None, mistakes=(), n_shuffled=0):
        if progress is not None and not callable(progress):
            must = "be a function of the mistakes so far and the samples looked at, or None"
            raise checks.malformed("progress", must, checks.in_words(progress))
        self.margins = margins
        self.mistakes = list(mistakes)
        self.n_shuffled = n_shuffled
        self.everyone = range(len(margins.y))
        self._zero = zero
        self._progress = progress

    def learn_from(self, search: Iterable[int]) -> None:
        """Add each mistake that a search finds; it goes on with the w and b that follow."""
        for i in search:
            self.margins.add(i)  # w += y·x, b += y·c²
            self.mistakes.append(i)

    def wrong(self, rows: Any) -> np.ndarray:
        """Return which of some samples are mistakes."""
        rows = np.asarray(rows)
        return rows[is_mistake(self.margins.signed(rows), self.margins.y[rows], self._zero)]

    def mistakes_in(self, rows: Any, start: int = 0, in_cycle: bool = False) -> Iterator[int]:
        """Yield the samples that are mistakes when their turn comes, one after the other.

        Parameters
        ----------
        rows : range or ndarray of int, shape (m,)
        start : int, 0 ≤ start < m
            The place in `rows` to begin at.
        in_cycle : bool
            Go round, and end when all m samples in a row were right; else end with the last row.
        """
        margins, n_rows, few = self.margins, len(rows), self.margins.few
        place, size = start, few
        n_left = n_rows if in_cycle else n_rows - start
        while n_left > 0:
            block = rows[place : place + min(size, n_left)]
            floats, slack = margins.floats(block)
            for j in (floats <= slack).nonzero()[0].tolist():
                i, margin = int(block[j]), floats[j]
                if slack and margin >= -slack:
                    margin = margins.exact(i)
                if margin < 0 or is_mistake(margin, margins.y[i], self._zero):  # y(w·x + b) ≤ 0
                    yield i
                    place, size = place + j + 1, few
                    n_left = n_rows if in_cycle else n_rows - place
                    break
            else:
                place, size = place + len(block), min(2 * size, 16 * few)
                n_left -= len(block)
                if self._progress:
                    self._progress(len(self.mistakes), place)
            if place == n_rows and in_cycle:
                place = 0


def cyclic(run: Run, seed: Any) -> Iterator[int]:
    """Go on with the next sample, pass after pass, until none is a mistake after the last one."""
    n_samples = len(run.everyone)
    start = (run.mistakes[-1] + 1) % n_samples if run.mistakes else 0
    return run.mistakes_in(run.everyone, start, in_cycle=True)


def shuffled(run: Run, seed: Any) -> Iterator[int]:
    """Take the samples in a new permutation each pass; end with one that has no mistake."""
    rng = checks.as_generator(seed)
    n_before = -1
    while len(run.mistakes) > n_before:
        n_before = len(run.mistakes)
        run.n_shuffled += 1
        yield from run.mistakes_in(rng.permutation(len(run.everyone)))


def first(run: Run, seed: Any) -> Iterator[int]:
    """Take the mistake with the lowest index."""
    while (i := next(run.mistakes_in(run.everyone), None)) is not None:
        yield i


def worst(run: Run, seed: Any) -> Iterator[int]:
    """Take the sample with the least margin, the lowest index on ties."""
    margins = run.margins
    while True:
        floats, slack = margins.floats(run.everyone)
        near = run.wrong(np.flatnonzero(floats <= floats.min() + 2 * slack)).tolist()
        if not near:
            return
        yield min(near, key=margins.exact) if slack and len(near) > 1 else near[0]


def random(run: Run, seed: Any) -> Iterator[int]:
    """Take any mistake, each with the same chance."""
    rng = checks.as_generator(seed)
    while len(wrong := run.wrong(run.everyone)):
        yield int(rng.choice(wrong))


def chosen_by(function: Callable[[np.ndarray], int]) -> Callable:
    """Return the order in which a function of the margins chooses."""

    def chosen(run, seed):
        while len(wrong := run.wrong(run.everyone)):
            i = function(run.margins.signed(run.everyone))
            if not checks.is_number(i) or not isinstance(i, Integral) or i not in wrong:
                must = "return the index of a sample that is a mistake now"
                raise checks.malformed("order", must, checks.in_words(i), f"for example {wrong[0]}")
            yield int(i)

    return chosen


ORDERS = {order.__name__: order for order in (cyclic, first, worst, random, shuffled)}
