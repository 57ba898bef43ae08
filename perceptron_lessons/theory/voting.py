"""What to use of a run that does not end: pocket, averaged and voted, all from the one trace.

A run is a list of mistakes. Between two mistakes the line stays the same and is right about every
sample that is presented: how long it lasts says how good it is. Nothing is run again here.
"""

import warnings
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron_core import Dataset, OnlineTrace, Trace, exact, perceptron
from perceptron_core.checks import as_samples, check_type, malformed
from perceptron_lessons.theory.hypotheses import check_run


def stopped_run(data, max_mistakes=100_000, **settings):
    """Return `perceptron(data.X, data.y, …)` where it may not end: without its warning."""
    check_type("data", data, Dataset, "be a Dataset, samples with their labels")
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):
        return perceptron(data.X, data.y, max_mistakes=max_mistakes, **settings)


REPEATING = ("cyclic", "first", "worst")
"""Orders in which a run that comes back to a state goes on as it did the first time."""


class LinearClassifier(NamedTuple):
    """A line w·x + b = 0, exactly and in units of η, and the labels that it gives.

    Attributes
    ----------
    w : ndarray of Fraction, shape (n_features,)
    b : Fraction
    """

    w: np.ndarray
    b: Fraction

    def predict(self, X):
        """Return the labels of samples, shape (m,): +1 where w·x + b > 0, else −1; exactly."""
        return np.where(exact.scores(as_samples(X), *self) > 0, 1, -1)


def line_after(trace, k):
    """Return the line of a run after k updates; see `Trace.margins` for k."""
    check_run(trace, (Trace,))
    line = trace.line(k)
    return LinearClassifier(line.w, line.b)


def signs_of(trace, X):
    """Yield the signs of w·x + b of samples, shape (m,), under each line of a run in turn."""
    check_run(trace, (Trace,))
    X = as_samples(X)
    ones = np.ones(len(X), dtype=int)
    for line in trace.lines():
        margins = exact.Margins(X, ones, line)
        yield np.sign(margins.signed(range(len(X)))).astype(int)


def survival(trace):
    """Return for how many presentations each line of a run stood: c_0, …, c_k.

    Sample after sample is presented, and c_j counts those between the mistakes j and j + 1, the
    second of them included. They sum to the number of all presentations.

    Parameters
    ----------
    trace : Trace or OnlineTrace
        In cyclic order, or along a stream.

    Returns
    -------
    ndarray of int, shape (k + 1,)

    Raises
    ------
    ValueError
        The order of the run presents no sample that is right.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> survival(perceptron(worked_example().X, worked_example().y)).tolist()
    [1, 1, 1, 2, 7]
    """
    check_run(trace, (Trace,))
    if isinstance(trace, OnlineTrace):
        times = trace.times
        end = trace.n_seen
    elif trace.order == "cyclic":
        # After a mistake only the samples up to it are new to the line: a later one that is
        # wrong is met in the same epoch, any other in the next.
        epochs = np.cumsum(np.diff(trace.mistakes, prepend=-1) <= 0)
        times = epochs * trace.n_samples + trace.mistakes
        end = trace.n_epochs * trace.n_samples if trace.converged else times[-1:].sum() + 1
    else:
        hint = 'use order="cyclic", or online() along the samples'
        raise malformed("order", "present one sample after the other", repr(trace.order), hint)
    return np.diff([0, *(times + 1), end])


def pocket(trace):
    """Return the line of a run that was right for most samples in a row, the first of equals.

    A line that a mistake ends is right for one sample less than it stood: not for that one.

    Parameters
    ----------
    trace : Trace or OnlineTrace
        In cyclic order, or along a stream.

    Returns
    -------
    Line

    References
    ----------
    Gallant 1990, "Perceptron-based learning algorithms". There the samples are drawn at random:
    then a best line is kept in the end, with a probability that goes to 1. In cyclic order, and
    along a given stream, nothing of that kind is promised.
    """
    right = survival(trace)
    right[:-1] -= 1
    return line_after(trace, int(right.argmax()))


def averaged(trace):
    """Return the mean of a run's lines, each as often as it stood.

    A mistake at time t is in all lines after it: the mean is one weighted sum of the mistakes.

    Parameters
    ----------
    trace : Trace or OnlineTrace
        In cyclic order, or along a stream.

    Returns
    -------
    Line

    References
    ----------
    Freund and Schapire 1999, "Large margin classification using the perceptron algorithm".

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> [str(v) for v in averaged(perceptron(worked_example().X, worked_example().y)).w]
    ['3/2', '19/6']
    """
    stood = survival(trace)
    after = stood[::-1].cumsum()[::-1][1:]  # how long the lines after each mistake stood
    times = np.zeros(len(trace.X), dtype=object)
    np.add.at(times, trace.mistakes, after.astype(object))
    total = int(stood.sum())
    line = trace.line()
    w0, b0 = line.w, line.b
    for i in np.flatnonzero(times):
        line.add(trace.X[i], int(times[i] * trace.y[i]), trace.pad_squared)
    return LinearClassifier(w0 + (line.w - w0) / total, b0 + (line.b - b0) / total)


class Voted(NamedTuple):
    """All lines of a run, each with as many votes as presentations that it stood.

    Attributes
    ----------
    trace : Trace or OnlineTrace
    votes : ndarray of int, shape (k + 1,)
    """

    trace: object
    votes: np.ndarray

    def predict(self, X):
        """Return the labels of samples by the majority of votes, shape (m,); −1 on a tie."""
        tally = sum(self.votes[k] * signs for k, signs in enumerate(signs_of(self.trace, X)))
        return np.where(tally > 0, 1, -1)


def voted(trace):
    """Return the classifier in which each line of a run votes, as often as it stood.

    Parameters
    ----------
    trace : Trace or OnlineTrace
        In cyclic order, or along a stream.

    Returns
    -------
    Voted

    References
    ----------
    Freund and Schapire 1999, "Large margin classification using the perceptron algorithm".
    """
    return Voted(trace, survival(trace))


def first_repetition(trace):
    """Return the first two numbers of updates after which a run is in the same state, or None.

    The mistakes between them sum to 0: a proof, in every order, that nothing separates the data.
    The state is (w, b), in "cyclic" order with the sample of the next mistake. In the orders of
    `REPEATING` the run goes on from there as it did the first time, for ever.

    Parameters
    ----------
    trace : Trace

    Returns
    -------
    (int, int) or None

    Examples
    --------
    >>> from perceptron_core import xor
    >>> first_repetition(stopped_run(xor(), 20))
    (0, 4)
    """
    check_run(trace, (Trace,))
    # Every state is the start and a sum of steps.
    steps = np.column_stack([trace.X, np.full(trace.n_samples, trace.pad_squared)])
    steps = exact.over_one(steps)[0] * trace.y.astype(object)[:, None]
    taken = steps[trace.mistakes]
    before = np.cumsum(taken, axis=0) - taken
    seen = {}
    for k, i in enumerate(trace.mistakes.tolist()):
        first = seen.setdefault((*before[k], i if trace.order == "cyclic" else None), k)
        if first < k:
            return first, k
    return None
