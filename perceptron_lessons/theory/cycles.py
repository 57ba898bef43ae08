"""The first state that a run comes back to: a proof that it never ends."""

from typing import NamedTuple

import numpy as np

from perceptron_core.arithmetic import as_integers, common_scale


class Repeat(NamedTuple):
    """A run is in the same state after `first` and after `again` mistakes."""

    first: int
    again: int


def first_repeat(trace):
    """Return where a run first is in a state that it was in before, or None.

    In the orders "first" and "worst" (w, b) tells all that follows; in "cyclic" order so does
    (w, b) with the sample whose turn it is. What followed the state once follows it again and
    again, so that the run never ends. No other order has such a proof.

    Parameters
    ----------
    trace : Trace

    Returns
    -------
    Repeat or None

    References
    ----------
    Minsky & Papert 1969, the perceptron cycling theorem; Block & Levin 1970.

    Examples
    --------
    >>> import warnings
    >>> from perceptron_core import perceptron, xor
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     trace = perceptron(xor().X, xor().y, max_mistakes=20)
    >>> first_repeat(trace)
    Repeat(first=0, again=4)
    """
    if trace.order not in ("cyclic", "first", "worst"):
        return None
    scale = common_scale(trace.X, [trace.pad_squared])
    lifted = as_integers(
        np.column_stack([trace.X, np.full(len(trace.X), trace.pad_squared)]), scale
    )
    steps = (lifted * trace.y.astype(object)[:, None])[trace.mistakes]
    # Every state is the start and a sum of steps: states are the same where the sums are.
    states = np.vstack([np.zeros((1, lifted.shape[1]), dtype=object), np.cumsum(steps, axis=0)])
    turn = np.append(0, (trace.mistakes + 1) % len(trace.X)) * (trace.order == "cyclic")
    seen = {}
    for k, state in enumerate(zip(map(tuple, states), turn.tolist(), strict=True)):
        if state in seen:
            return Repeat(seen[state], k)
        seen[state] = k
    return None
