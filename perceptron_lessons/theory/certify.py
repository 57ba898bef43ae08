"""Whether a run decided as exact arithmetic does."""

from typing import Any, NamedTuple

from perceptron_core.algorithm import ORDERS, at_start
from perceptron_core.exact import nearest_float
from perceptron_lessons.theory.hypotheses import check_run


class Certification(NamedTuple):
    """Whether every decision of a run is the one that exact arithmetic makes; true if so.

    Attributes
    ----------
    holds : bool
    k : int or None
        The number of updates before the first decision that is another one.
    sample : int or None
        The sample that this decision is about.
    in_floats, exact : number or None
        Its margin y(w·x + b)/η then, as floats have it, and exactly.
    """

    holds: bool
    k: int | None = None
    sample: int | None = None
    in_floats: Any = None
    exact: Any = None

    def __bool__(self):
        return self.holds

    def __repr__(self):
        if self.holds:
            return "every decision is the exact one"
        exact = nearest_float(self.exact)
        which = f"the decision on sample {self.sample} after {self.k} updates"
        margin = f"its margin is {self.in_floats} in floats, {exact} exactly"
        return f"{which} is not the exact one: {margin}"


def certify(trace):
    """Hold every decision of a run against exact arithmetic.

    The run is made again from its start: before each update, the sample must be a mistake, and
    in the orders "cyclic", "first" and "worst" the very one that the order asks for; at the end
    a mistake must be left if and only if the trace says that it has not converged. Of a stream
    only the mistakes are kept, and only they are checked; an interrupted run has no end to check.

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
    >>> from perceptron_core import perceptron
    >>> certify(perceptron([[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1]))
    every decision is the exact one
    """
    check_run(trace)
    weights = at_start(trace)
    order = getattr(trace, "order", None)
    asked = ORDERS[order](weights, None) if order in ("cyclic", "first", "worst") else None

    def differs(k, i):
        in_floats = float(weights.float_margins([i])[0])
        return Certification(False, k, i, in_floats, weights.exact_margin(i))

    for k, i in enumerate(trace.update_rows.tolist()):
        if weights.first_mistake([i]) is None:
            return differs(k, i)
        if asked and (passed_over := next(asked)[1]) != i:
            return differs(k, passed_over)
        weights.add(i)
    left = weights.first_mistake(weights.everyone)
    if getattr(trace, "converged", None) not in (None, left is None):
        return differs(trace.n_mistakes, left or 0)
    return Certification(True)
