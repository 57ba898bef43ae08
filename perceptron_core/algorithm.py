"""The perceptron: over a data set until no mistake is left, or once along a stream."""

import math
import warnings
from dataclasses import replace
from itertools import chain, count, islice, repeat
from numbers import Integral

import numpy as np

from perceptron_core import checks
from perceptron_core import exact as arithmetic
from perceptron_core.trace import OnlineTrace, Trace

BIASES = ("none", "one", "radius")
ZEROS = ("mistake", "positive")
FIRST_LOOK = 8_192  # numbers of X that cost about as much to look at as the call itself


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
    progress=None,
):
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
    progress : callable or None
        Called after each block of samples that the orders "cyclic", "first" and "shuffled" look
        at, with the number of mistakes so far and of the samples looked at in this pass.

    Returns
    -------
    Trace
        After an interrupt (KeyboardInterrupt), that of the run so far: `resume` goes on with it.

    Raises
    ------
    ValueError
        An argument is malformed; the message says what was found and what to do.

    Warns
    -----
    RuntimeWarning
        `max_mistakes` were made and mistakes are left, or the run was interrupted.

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
    X, y, w0, b0, rate = checks.prepare(X, y, w0, b0, learning_rate, exact)
    pad_squared = arithmetic.largest_square(X) if bias == "radius" else int(bias == "one")
    begun = Trace(X, y, [], None, w0, b0, rate, bias, name, zero, 0, pad_squared)
    return go_on(begun, at_start(begun, progress), order, max_mistakes, seed)


def resume(trace, *, order=None, max_mistakes=100_000, seed=None, progress=None):
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
    return go_on(trace, at_start(trace, progress), order or trace.order, max_mistakes, seed)


def at_start(trace, progress=None):
    """Return the `Weights` at the start of a run."""
    start = checks.in_units_of(trace.learning_rate, trace.w0, trace.b0)
    return Weights(trace.X, trace.y, *start, trace.pad_squared, trace.zero, progress)


def go_on(trace, weights, order, max_mistakes, seed, judge="maximum_margin(X, y)"):
    """Return the trace with the mistakes that follow, until none is left or there are enough.

    `weights`, a `Search`, is at the start of the trace; `judge` is what to ask whether anything
    separates the data. The rest is as for `resume`.
    """
    if not callable(order):
        checks.check_choice("order", order, ORDERS, " or a callable")
    if not isinstance(max_mistakes, Integral) or max_mistakes < 0:
        raise checks.malformed("max_mistakes", "be an integer >= 0", repr(max_mistakes))
    if trace.converged:
        return trace
    search = chosen_by(order) if callable(order) else ORDERS[order]
    # The epoch and the sample of each mistake, after a start before the first.
    steps = [(0, -1), *((trace.n_epochs, i) for i in trace.mistakes.tolist())]
    for _, i in steps[1:]:
        weights.add(i)
    more, rng = max(0, int(max_mistakes) + 1 - len(steps)), np.random.default_rng(seed)
    found = f"stopped after max_mistakes={max_mistakes} mistakes with mistakes left: "
    hint = f"raise max_mistakes, or ask {judge} whether anything separates the data"
    try:
        for step in islice(search(weights, rng, *steps[-1]), more):
            steps.append(step)
            weights.add(step[1])
        converged = len(steps) <= max_mistakes or weights.first_mistake(weights.everyone) is None
    except KeyboardInterrupt:
        converged, found, hint = None, "interrupted: ", "resume(trace) goes on where a Trace was"
    if not converged:
        warnings.warn(found + hint, RuntimeWarning, stacklevel=3)
    epochs, (_, *mistakes) = zip(*steps, strict=True)
    n_epochs = epochs[-1] + bool(converged) if search in (cyclic, shuffled) else None
    return replace(trace, mistakes=mistakes, converged=converged, n_epochs=n_epochs)


class Search:
    """A run as the orders see it: which samples are mistakes now, decided exactly.

    Subclasses have `add`, `float_margins`, `slack` (how far a float margin may be from the exact
    one) and `exact_margin`.
    """

    def __init__(self, X, y, zero, progress=None):
        self.X, self.y, self.zero, self.everyone, self.added = X, y, zero, range(len(X)), []
        self._progress = progress or (lambda n_mistakes, n_looked_at: None)

    def margins(self, rows):
        """Return y(w·x + b) of some samples: rationals where X holds such, else floats.

        A float has the sign of the exact value.
        """
        if self.X.dtype == object:
            return np.array([self.exact_margin(i) for i in rows], dtype=object)
        margins = self.float_margins(rows)
        for j in (np.abs(margins) <= self.slack).nonzero()[0] if self.slack else ():
            margins[j] = arithmetic.nearest_float(self.exact_margin(rows[j]))
        return margins

    def first_mistake(self, rows, start=0):
        """Return the place in `rows`, from `start` on, of the first mistake; None without one."""
        slack, size = self.slack, FIRST_LOOK // self.X.shape[1] + 1
        while start < len(rows):
            block = rows[start : start + size]
            margins = self.float_margins(block)
            for j in (margins <= slack).nonzero()[0].tolist():
                i, certain = block[j], not slack or margins[j] < -slack
                margin = margins[j] if certain else self.exact_margin(i)
                if is_mistake(margin, self.y[i], self.zero):
                    return start + j
            start, size = start + len(block), min(2 * size, arithmetic.BLOCK // self.X.shape[1] + 1)
            self._progress(len(self.added), start)
        return None

    def mistakes(self, margins):
        """Return the indices of all samples whose margins are mistakes."""
        return np.flatnonzero(is_mistake(margins, self.y, self.zero))


class Weights(Search):
    """w and b of a run, in units of η, and which samples they get wrong.

    w and b are floats. A margin y(w·x + b) is trusted where it is further from 0 than `slack`, a
    bound on all rounding so far; else `ExactRun` decides. The bound rests on the theorem's own
    length line. With R̂ the largest ‖(x, c)‖ and ŵ = (w, b/c), a mistake has y(w·x + b) ≤ 0, so
    that ‖ŵ_k‖² ≤ ‖ŵ_0‖² + kR̂². Where b is fixed, any c will do, and y w·x ≤ |b| at a mistake:
    ‖ŵ_k‖² ≤ ‖ŵ_0‖² + k(R² + 2|b|). Call the root of that W, and u = 2⁻⁵³. Each update rounds the
    sample, c² and the sum: at most u(W + 2R̂). A margin rounds the sample, the start and d + 1
    additions: at most (d + 4)uR̂W.
    """

    def __init__(self, X, y, w, b, pad_squared, zero, progress=None):
        super().__init__(X, y, zero, progress)
        self._given, self._exact, self._summed = (w, b, pad_squared), None, 0
        line = arithmetic.as_fractions([*w, b, pad_squared])
        floats, start = arithmetic.safe_floats(X), arithmetic.safe_floats(line[:-1])
        step, safe = arithmetic.nearest_float(pad_squared), arithmetic.SAFE
        in_reach = step == 0 or 1 / safe <= step <= safe
        self._usable = floats is not None and start is not None and in_reach
        if not self._usable:  # floats say nothing: every margin is in doubt
            floats, start, step = np.zeros(X.shape), np.zeros(X.shape[1] + 1), 0.0
        self._floats, self._w, self._b, self._step = floats, start[:-1], float(start[-1]), step
        radius_squared = float(max(map(np.max, arithmetic.squares(floats)), default=0))
        pad_squared = step or radius_squared or 1.0
        self._radius = math.sqrt(radius_squared + pad_squared)
        self._start = math.hypot(np.linalg.norm(self._w), self._b / math.sqrt(pad_squared))
        self._growth = radius_squared + (step or 2 * abs(self._b))
        # Sums of whole numbers below 2⁵³ are exact in floats.
        self._whole = all(arithmetic.common_scale(part) == 1 for part in (X[:8], line, X))

    @property
    def slack(self):
        """How far a float margin may be from the exact one."""
        if not self._usable:
            return math.inf
        k, d = len(self.added), len(self._w)
        length = math.hypot(self._start, math.sqrt(k * self._growth))
        if length == 0 or (self._whole and self._radius * length < 2.0**52):
            return 0.0
        rounding = (d + 8) * length + 2 * k * (length + self._radius)
        return arithmetic.UNIT * self._radius * rounding + d * arithmetic.TINY

    def add(self, i):
        """Make the update with sample i: w += y·x, b += y·c²."""
        label = int(self.y[i])
        self._w += label * self._floats[i]
        self._b += label * self._step
        self.added.append(i)

    def float_margins(self, rows):
        """Return y(w·x + b) of some samples, up to `slack`."""
        rows = slice(rows.start, rows.stop) if isinstance(rows, range) else rows
        return (self._floats[rows] @ self._w + self._b) * self.y[rows]

    @property
    def exact(self):
        """The run in integers, as far as it has come: an `ExactRun`."""
        self._exact = self._exact or arithmetic.ExactRun(self.X, self.y, *self._given)
        for j in self.added[self._summed :]:
            self._exact.add(j)
        self._summed = len(self.added)
        return self._exact

    def exact_margin(self, i):
        """Return y(w·x + b) of one sample exactly."""
        return self.exact.margin(i)


def is_mistake(margins, y, zero):
    """Return which functional margins are mistakes, by the rule for w·x + b = 0.

    >>> is_mistake(np.array([0, 0, -1]), np.array([1, -1, 1]), "positive").tolist()
    [False, True, True]
    """
    return (margins < 0) | ((margins == 0) & ((zero == "mistake") | (y == -1)))


def cyclic(weights, rng, epoch=0, last=-1):
    """Go on with the next sample; end with an epoch that has no mistake."""
    return _in_epochs(weights, repeat(weights.everyone), epoch or 1, last + 1)


def shuffled(weights, rng, epoch=0, last=-1):
    """Take the samples in a new permutation each epoch; end with one that has no mistake."""
    return _in_epochs(weights, (rng.permutation(len(weights.X)) for _ in count()), epoch + 1, 0)


def _in_epochs(weights, epochs, begun, place):
    for epoch, rows in enumerate(epochs, start=begun):
        passed = place  # where the last mistake of this epoch was, if any, and one further
        while (place := weights.first_mistake(rows, place)) is not None:
            place = passed = place + 1
            yield epoch, int(rows[place - 1])
        if not passed:
            return
        place = 0


def first(weights, rng, *begun):
    """Take the mistake with the lowest index."""
    while (i := weights.first_mistake(weights.everyone)) is not None:
        yield 0, i


def worst(weights, rng, *begun):
    """Take the sample with the least margin, the lowest index on ties."""
    while True:
        floats = weights.float_margins(weights.everyone)
        near = (floats <= floats.min() + 2 * weights.slack).nonzero()[0]
        near = near[is_mistake(weights.margins(near), weights.y[near], weights.zero)]
        if len(near) == 0:
            return
        in_doubt = weights.slack and len(near) > 1
        yield 0, int(min(near, key=weights.exact_margin) if in_doubt else near[0])


def random(weights, rng, *begun):
    """Take any mistake, each with the same chance."""
    while len(wrong := weights.mistakes(weights.margins(weights.everyone))):
        yield 0, int(rng.choice(wrong))


def chosen_by(order):
    """Return the search that lets a function of the margins choose."""

    def search(weights, rng, *begun):
        while len(wrong := weights.mistakes(margins := weights.margins(weights.everyone))):
            i = order(margins)
            is_index = isinstance(i, Integral) and not isinstance(i, bool) and 0 <= i < len(margins)
            if not is_index or i not in wrong:
                found = f"{i}, whose margin is {margins[i]}" if is_index else repr(i)
                must = "return the index of a sample that is a mistake now"
                raise checks.malformed("order", must, found, f"for example {wrong[0]}")
            yield 0, int(i)

    return search


ORDERS = {search.__name__: search for search in (cyclic, first, worst, random, shuffled)}


def online(stream, *, bias="none", learning_rate=1, w0=None, b0=0, zero="positive", exact=False):
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
    rate, pairs = checks.as_rate(learning_rate, exact), checks.as_pairs(stream, exact)
    if (head := next(pairs, None)) is None:
        raise checks.malformed("the stream", "have at least one (x, y)", "none")
    pairs, (w0, b0) = chain([head], pairs), checks.as_start(w0, b0, len(head[0]), exact)
    times, mistaken, n_seen, radius_squared, pad_squared = [], [], 0, 0, int(bias == "one")
    start = state = checks.in_units_of(rate, w0, b0)
    while block := list(islice(pairs, FIRST_LOOK // len(w0) + 1)):
        rows, labels = zip(*block, strict=True)
        X = checks.as_samples(rows, exact)
        weights = Weights(X, np.array(labels), *state, pad_squared, zero)
        for _, i in _in_epochs(weights, [weights.everyone], 1, 0):
            weights.add(i)
            times.append(n_seen + i)
            mistaken.append(block[i])
        n_seen, state = n_seen + len(block), weights.exact.state()
        radius_squared = max(radius_squared, arithmetic.largest_square(X))
    X, y = np.empty((0, len(w0)), w0.dtype), []
    if mistaken:
        X, y, w0, b0, rate = checks.prepare(*zip(*mistaken, strict=True), w0, b0, rate, exact)
        if not isinstance(rate, int | float):
            # The run began at w0/η as it was rounded, before a number came that floats do not hold.
            *w0, b0 = arithmetic.as_fractions([*start[0], start[1]]) * rate
    return OnlineTrace(X, y, times, n_seen, radius_squared, w0, b0, rate, bias, zero, pad_squared)
