"""The perceptron once along a stream: predict, then learn."""

from collections.abc import Iterable
from itertools import islice

import numpy as np

from perceptron_core import checks
from perceptron_core.algorithm import BIASES, ZEROS
from perceptron_core.exact import Line, Margins, largest_square
from perceptron_core.trace import OnlineTrace

AHEAD = 1_000  # samples of a stream that are read ahead


def online(
    stream: Iterable, *, bias="none", learning_rate=1, w0=None, b0=0, zero="positive", exact=False
) -> OnlineTrace:
    """Predict, then learn, once along a stream, and return when the mistakes came.

    Parameters
    ----------
    stream : iterable of (x, y)
        x of shape (n_features,), y −1 or +1; of any length, a generator works. It is read a
        block ahead of the predictions, and only the mistaken samples are kept.
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
    also = " (R² needs the whole stream before it starts; perceptron(X, y) has it)"
    checks.check_choice("bias", bias, BIASES[:2], also)
    checks.check_choice("zero", zero, ZEROS)
    pairs = checks.as_pairs(stream, exact)
    step = int(bias == "one")
    line = None
    times: list[int] = []
    mistaken: list[tuple] = []
    n_seen = radius_squared = 0
    while block := list(islice(pairs, AHEAD)):
        X, y = checks.as_samples([x for x, _ in block], exact), np.array([y for _, y in block])
        if line is None:
            _, _, w0, b0, rate = checks.prepare(X[:1], y[:1], w0, b0, learning_rate, exact)
            line = Line.in_units(rate, w0, b0)
        margins = Margins(X, y, line, step, zero)
        for i in margins.mistakes_in(margins.everyone):
            margins.add(i)
            times.append(n_seen + i)
            mistaken.append(block[i])
        line = margins.line
        n_seen += len(block)
        radius_squared = max(radius_squared, largest_square(X))
    if line is None:
        raise checks.malformed("the stream", "have at least one (x, y)", "none")
    X = np.empty((0, len(w0)), w0.dtype)
    y = np.empty(0, int)
    if mistaken:
        rows, labels = zip(*mistaken, strict=True)
        X, y, w0, b0, rate = checks.prepare(rows, labels, w0, b0, rate, exact)
    return OnlineTrace(
        *(X, y, np.arange(len(y)), None, w0, b0, rate, bias, "stream", zero, None, step),
        times=np.array(times, dtype=int),
        n_seen=n_seen,
        radius_squared=radius_squared,
    )
