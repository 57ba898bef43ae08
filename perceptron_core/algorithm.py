"""The perceptron: over a data set until no mistake is left, or once along a stream."""

from __future__ import annotations

import warnings
from fractions import Fraction
from numbers import Integral, Real

import numpy as np

from perceptron_core.data import as_labels, as_samples
from perceptron_core.trace import OnlineTrace, Trace, functional_margins, in_units_of

ORDERS = ("cyclic", "first", "worst", "random", "shuffled")
BIASES = ("none", "one", "radius")
ZEROS = ("mistake", "positive")
FLOAT_INTEGERS = 2.0**53  # below this, every integer is a float, and sums of them are exact
SCAN_BYTES = 16_384  # a first look at so much of X costs about as much as the look itself


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
    The state is kept in units of η, so that η never enters a decision.

    Parameters
    ----------
    X : array-like of int, float or Fraction, shape (n_samples, n_features)
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
        The start; None is 0.
    b0 : number
    zero : {"mistake", "positive"}
        Whether w·x + b = 0 is a mistake for both labels, or a prediction of +1.
    exact : bool
        Compute in rationals; a float is taken as the rational that it is. `Fraction`s in the
        input have the same effect, and integers are exact without it.
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
    _check_choice("bias", bias, BIASES)
    _check_choice("zero", zero, ZEROS)
    if not callable(order):
        _check_choice("order", order, ORDERS, " or a callable")
    if not isinstance(max_mistakes, Integral) or max_mistakes < 0:
        raise ValueError(f"max_mistakes must be an integer >= 0; found {max_mistakes!r}")
    exact = exact or _any_fraction(learning_rate, b0, w0)
    X = as_samples(X, exact)
    y = as_labels(y, len(X))
    exact = exact or isinstance(X[0, 0], Fraction)
    learning_rate = _as_learning_rate(learning_rate, exact)
    w0, b0 = _as_start(w0, b0, X, exact)
    w, b = in_units_of(learning_rate, w0, b0)
    if X.dtype != object and not _floats_hold(X, bias, w, b, max_mistakes):
        X, w, w0 = (array.astype(object) for array in (X.astype(np.int64, copy=False), w, w0))
    pad_squared = {"none": 0, "one": 1, "radius": np.vecdot(X, X).max()}[bias]

    # Integers below 2**53 are run as floats: as exact, and much faster.
    samples = X.astype(float) if X.dtype == np.int64 else X
    w = np.array(w, dtype=samples.dtype)

    def mistaken(where):
        return is_mistake(functional_margins(samples[where], y[where], w, b), y[where], zero)

    def margins():
        return functional_margins(samples, y, w, b)

    rng = np.random.default_rng(seed)
    n_epochs = None
    if order in ("cyclic", "first"):
        rows = max(1, SCAN_BYTES // (8 * X.shape[1]))
        search = _scan(mistaken, len(X), rows, go_on=order == "cyclic")
    elif order == "shuffled":
        n_epochs = [0]
        search = _shuffle(mistaken, len(X), rng, n_epochs)
    else:
        search = _choose(margins, y, zero, order, rng)

    mistakes, converged = [], True
    for i in search:
        if len(mistakes) == max_mistakes:
            converged = False
            break
        mistakes.append(i)
        if y[i] == 1:
            w += samples[i]
            b += pad_squared
        else:
            w -= samples[i]
            b -= pad_squared

    mistakes = np.array(mistakes, dtype=np.intp)
    if order == "cyclic":
        # A pass ends where the index does not rise; the clean pass at the end has no mistake.
        n_epochs = int((np.diff(mistakes) <= 0).sum()) + bool(len(mistakes)) + converged
    elif order == "shuffled":
        n_epochs = n_epochs[0]
    if not converged:
        warnings.warn(
            f"stopped after max_mistakes={max_mistakes} mistakes with mistakes left: "
            "raise max_mistakes, or ask maximum_margin(X, y) whether anything separates the data",
            RuntimeWarning,
            stacklevel=2,
        )
    name = order if isinstance(order, str) else getattr(order, "__name__", "callable")
    return Trace(
        X, y, mistakes, converged, w0, b0, learning_rate, bias, name, zero, n_epochs, pad_squared
    )


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
    _check_choice("bias", bias, BIASES[:2])
    _check_choice("zero", zero, ZEROS)
    exact = exact or _any_fraction(learning_rate, b0, w0)
    pad_squared = int(bias == "one")
    learning_rate = _as_learning_rate(learning_rate, exact)
    w, times, samples, labels = None, [], [], []
    n_seen, radius_squared = 0, 0
    for n_seen, pair in enumerate(stream, start=1):
        x, label = _as_pair(pair, n_seen - 1, exact)
        if w is None:
            start_w, start_b = _as_start(w0, b0, x, exact)
            w, b = in_units_of(learning_rate, start_w, start_b)
        elif x.shape[1] != len(w):
            raise ValueError(
                f"stream item {n_seen - 1}: x must have {len(w)} features like those before; "
                f"found {x.shape[1]}"
            )
        radius_squared = max(radius_squared, np.vecdot(x, x)[0])
        if is_mistake(functional_margins(x, label, w, b), label, zero)[0]:
            times.append(n_seen - 1)
            samples.append(x[0])
            labels.append(label[0])
            w = w + label[0] * x[0]
            b = b + label[0] * pad_squared
    if w is None:
        raise ValueError("the stream must have at least one (x, y); found none")
    return OnlineTrace(
        np.array(samples).reshape(len(samples), len(w)),
        np.array(labels, dtype=np.int64),
        np.array(times, dtype=np.intp),
        n_seen,
        radius_squared,
        start_w,
        start_b,
        learning_rate,
        bias,
        zero,
        pad_squared,
    )


def is_mistake(margins, y, zero):
    """Return which functional margins are mistakes, by the rule for w·x + b = 0.

    >>> is_mistake(np.array([0, 0, -1]), np.array([1, -1, 1]), "positive").tolist()
    [False, True, True]
    """
    if zero == "mistake":
        return margins <= 0
    return (margins < 0) | ((margins == 0) & (y == -1))


def _scan(mistaken, n, rows, go_on):
    """Yield mistakes in index order; look in blocks that double while none is found.

    After a mistake, go on with the next sample, or else start again at the first.
    """
    start, clean, size = 0, 0, rows
    while clean < n:
        stop = min(start + size, n)
        bad = mistaken(slice(start, stop))
        i = int(bad.argmax())
        if bad[i]:
            yield start + i
            clean, size = 0, rows
            start = (start + i + 1) % n if go_on else 0
        else:
            clean += stop - start
            start, size = stop % n, 2 * size


def _shuffle(mistaken, n, rng, n_epochs):
    """Yield mistakes along a new permutation each epoch, until an epoch has none.

    The number of epochs begun is left in n_epochs[0].
    """
    clean = False
    while not clean:
        n_epochs[0] += 1
        permutation = rng.permutation(n)
        start, size, clean = 0, 16, True
        while start < n:
            block = permutation[start : start + size]
            bad = mistaken(block)
            i = int(bad.argmax())
            if bad[i]:
                yield int(block[i])
                start, size, clean = start + i + 1, 16, False
            else:
                start, size = start + size, 2 * size


def _choose(margins, y, zero, order, rng):
    """Yield mistakes chosen by their margins: the worst, any, or what a callable returns."""
    while True:
        m = margins()
        bad = is_mistake(m, y, zero)
        candidates = np.flatnonzero(bad)
        if not len(candidates):
            return
        if order == "worst":
            yield int(candidates[m[candidates].argmin()])
        elif order == "random":
            yield int(rng.choice(candidates))
        else:
            i = order(m)
            if not isinstance(i, Integral) or not 0 <= i < len(m):
                raise ValueError(
                    f"order must return the index of a sample, 0 … {len(m) - 1}; found {i!r}"
                )
            if not bad[i]:
                raise ValueError(
                    "order must return a sample that is a mistake now; "
                    f"found {i}, whose margin is {m[i]}: choose from {candidates[:10].tolist()}"
                )
            yield int(i)


def _floats_hold(X, bias, w, b, max_mistakes):
    """Return whether floats compute this run exactly, or X is not a set of integers anyway.

    The proof bounds its own numbers: ‖ŵ_k‖² ≤ ‖ŵ_0‖² + k·R̂², so no inner product and no
    partial sum of one exceeds R̂·‖ŵ_k‖, with b and the pad counted as one more coordinate.
    """
    radius_squared = float(np.vecdot(X.astype(float, copy=False), X).max())
    pad_squared = {"none": 1.0, "one": 1.0, "radius": max(1.0, radius_squared)}[bias]
    lifted = radius_squared + pad_squared
    start = float(np.dot(w, w)) + float(b) ** 2 / pad_squared
    if np.sqrt(lifted * (start + max_mistakes * lifted)) < FLOAT_INTEGERS:
        return True
    return not all(np.all(v == np.floor(v)) for v in (X, w, b))


def _check_choice(name, found, allowed, also=""):
    if not isinstance(found, str) or found not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}{also}; found {found!r}")


def _any_fraction(learning_rate, b0, w0):
    values = [learning_rate, b0, *(() if w0 is None else np.ravel(np.asarray(w0)))]
    return any(isinstance(value, Fraction) for value in values)


def _as_number(name, value, exact):
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ValueError(f"{name} must be a number; found {value!r}")
    if not np.isfinite(float(value)):
        raise ValueError(f"{name} must be finite; found {value!r}")
    value = value.item() if isinstance(value, np.generic) else value
    return Fraction(value) if exact else value


def _as_learning_rate(learning_rate, exact):
    learning_rate = _as_number("learning_rate", learning_rate, exact)
    if learning_rate <= 0:
        raise ValueError(f"learning_rate must be > 0; found {learning_rate!r}")
    return learning_rate


def _as_start(w0, b0, X, exact):
    """Return w0, b0 in the arithmetic of X, zeros for None."""
    b0 = _as_number("b0", b0, exact)
    n_features = X.shape[1]
    if w0 is None:
        return as_samples(np.zeros((1, n_features), dtype=np.int64), exact)[0], b0
    if np.shape(w0) != (n_features,):
        raise ValueError(
            f"w0 must have one weight a feature, shape ({n_features},); found shape {np.shape(w0)}"
        )
    try:
        return as_samples([w0], exact)[0], b0
    except ValueError as error:
        raise ValueError(f"w0: {error}") from None


def _as_pair(pair, position, exact):
    """Return one checked stream item as arrays of shape (1, n_features) and (1,)."""
    try:
        x, label = pair
    except (TypeError, ValueError):
        raise ValueError(f"stream item {position} must be a pair (x, y); found {pair!r}") from None
    try:
        x = as_samples(np.asarray(x)[None], exact)
        label = as_labels([label], 1)
    except ValueError as error:
        raise ValueError(f"stream item {position}: {error}") from None
    # Python integers have no largest value, so that a long stream of integers stays exact.
    return (x.astype(object) if x.dtype == np.int64 else x), label
