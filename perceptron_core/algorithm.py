"""The perceptron: over a data set until no mistake is left, or once along a stream.

All of it is the loop in `learn`. An order says which mistake is next: a generator, which goes on
after the mistake that it gave was added. Which samples are mistakes, `Margins` knows exactly.
"""

from __future__ import annotations  # numpy.random is loaded where it is used

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count, islice, repeat
from numbers import Integral
from typing import Any

import numpy as np

from perceptron_core import checks
from perceptron_core.exact import LABEL_AT_ZERO, Margins, largest_square
from perceptron_core.trace import OnlineTrace, Trace

BIASES = ("none", "one", "radius")
ZEROS = tuple(LABEL_AT_ZERO)


def learn(trace, margins, order, max_mistakes, seed, judge="maximum_margin(X, y)"):
    """While some sample is a mistake, take one and add it; return the trace of the whole run.

    Parameters
    ----------
    trace : Trace
        The run so far.
    margins : Margins
        Of the same data, at the start of the run.
    judge : str
        The call that tells whether anything separates the data.

    The rest, and what is raised, is as for `perceptron`.
    """
    if not callable(order):
        checks.check_choice("order", order, ORDERS, " or a callable")
    if not isinstance(max_mistakes, Integral) or max_mistakes < 0:
        raise checks.malformed("max_mistakes", "be an integer >= 0", repr(max_mistakes))
    if trace.converged:
        return trace
    search = chosen_by(order) if callable(order) else ORDERS[order]
    more = max(0, max_mistakes - trace.n_mistakes)
    margins.n_epochs = trace.n_epochs or 0
    try:
        for i in trace.mistakes.tolist():
            margins.add(i)
        for i in islice(search(margins, np.random.default_rng(seed)), more):
            margins.add(i)  # w += y·x, b += y·c²
        ended = len(margins.mistakes) < max_mistakes
        converged = ended or next(margins.mistakes_in(margins.everyone), None) is None
        margins.n_epochs += converged and not ended  # that look was a pass
    except KeyboardInterrupt as stop:
        stop.trace = max(trace, so_far(trace, margins, converged=None), key=Trace.n_mistakes.fget)
        raise
    if not converged:
        found = f"stopped after max_mistakes={max_mistakes} mistakes with mistakes left: "
        hint = f"raise max_mistakes, or ask {judge} whether anything separates the data"
        warnings.warn(found + hint, RuntimeWarning, stacklevel=3)
    return so_far(trace, margins, converged)


def so_far(trace, margins, converged):
    """Return the trace with the mistakes that were added."""
    n_epochs = margins.n_epochs if trace.order in ("cyclic", "shuffled") else None
    return replace(trace, mistakes=margins.mistakes, converged=converged, n_epochs=n_epochs)


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
    seed : int, numpy Generator or None
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
        Ctrl-C; its `trace` is that of the run so far, and `resume` goes on with it.

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
    X, y, w0, b0, rate = checks.prepare(X, y, w0, b0, learning_rate, exact)
    step = largest_square(X) if bias == "radius" else int(bias == "one")
    name = getattr(order, "__name__", "callable") if callable(order) else order
    name = f"{name}()" if callable(order) and name in ORDERS else name
    trace = Trace(X, y, np.empty(0, int), None, w0, b0, rate, bias, name, zero, None, step)
    return learn(trace, at_start(trace, progress), order, max_mistakes, seed)


def resume(trace: Trace, *, order=None, max_mistakes=100_000, seed=None, progress=None) -> Trace:
    """Go on with a run that was stopped, and return the trace of the whole.

    Parameters
    ----------
    trace : Trace
    order : callable, optional
        Again the function that chose the mistakes, if one did.
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
    return learn(trace, at_start(trace, progress), order or trace.order, max_mistakes, seed)


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
    try:
        rows, labels = zip(*((list(x), label) for x, label in stream), strict=True)
    except (TypeError, ValueError) as error:
        raise checks.malformed("the stream", "be one pair (x, y) or more", error) from None
    X, y, w0, b0, rate = checks.prepare(rows, labels, w0, b0, learning_rate, exact)
    step = int(bias == "one")
    run = OnlineTrace(X, y, np.empty(0, int), None, w0, b0, rate, bias, "stream", zero, None, step)
    margins = at_start(run)
    for i in margins.mistakes_in(margins.everyone):
        margins.add(i)
    times = np.array(margins.mistakes, int)
    run = replace(run, X=X[times], y=y[times], mistakes=np.arange(len(times)), times=times)
    return replace(run, n_seen=len(X), radius_squared=largest_square(X))


def at_start(trace: Trace, progress: Callable | None = None) -> Margins:
    """Return the `Margins` at the start of a run, in units of η."""
    return Margins(trace.X, trace.y, trace.line(), trace.pad_squared, trace.zero, None, progress)


def cyclic(margins: Margins, rng: np.random.Generator) -> Iterator[int]:
    """Go on with the next sample, pass after pass, until none is a mistake after the last one."""
    if margins.mistakes:  # a run that is resumed ends its pass first
        yield from margins.mistakes_in(range(margins.mistakes[-1] + 1, len(margins.X)))
    yield from _passes(margins, repeat(margins.everyone), in_cycle=True)


def shuffled(margins: Margins, rng: np.random.Generator) -> Iterator[int]:
    """Take the samples in a new permutation each pass; end with one that has no mistake."""
    return _passes(margins, (rng.permutation(len(margins.X)) for _ in count()), in_cycle=False)


def _passes(margins, passes, in_cycle):
    for rows in passes:
        margins.n_epochs += 1
        before = len(margins.mistakes)
        yield from margins.mistakes_in(rows, margins.mistakes[-1] + 1 if in_cycle and before else 0)
        if len(margins.mistakes) == before:
            return


def first(margins: Margins, rng: np.random.Generator) -> Iterator[int]:
    """Take the mistake with the lowest index."""
    while (i := next(margins.mistakes_in(margins.everyone), None)) is not None:
        yield i


def worst(margins: Margins, rng: np.random.Generator) -> Iterator[int]:
    """Take the sample with the least margin, the lowest index on ties."""
    while True:
        floats = margins.floats(margins.everyone)
        near = margins.wrong(np.flatnonzero(floats <= floats.min() + 2 * margins.slack)).tolist()
        if not near:
            return
        yield min(near, key=margins.exact) if margins.slack and len(near) > 1 else near[0]


def random(margins: Margins, rng: np.random.Generator) -> Iterator[int]:
    """Take any mistake, each with the same chance."""
    while len(wrong := margins.wrong(margins.everyone)):
        yield int(rng.choice(wrong))


def chosen_by(function: Callable[[np.ndarray], int]) -> Callable:
    """Return the order in which a function of the margins chooses."""

    def chosen(margins, rng):
        while len(wrong := margins.wrong(margins.everyone)):
            i = function(margins.signed(margins.everyone))
            if not isinstance(i, Integral) or isinstance(i, bool) or i not in wrong:
                must = "return the index of a sample that is a mistake now"
                raise checks.malformed("order", must, repr(i), f"for example {wrong[0]}")
            yield int(i)

    return chosen


ORDERS = {order.__name__: order for order in (cyclic, first, worst, random, shuffled)}
