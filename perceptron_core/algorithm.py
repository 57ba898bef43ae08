"""The perceptron: over a data set until no mistake is left, or once along a stream."""

from __future__ import annotations

import warnings
from fractions import Fraction
from itertools import islice
from numbers import Integral, Real

import numpy as np

from perceptron_core.trace import OnlineTrace, Trace, functional_margins, in_units_of
from perceptron_core.validation import as_labels, as_numbers, as_samples, is_finite, is_integral

ORDERS = ("cyclic", "first", "worst", "random", "shuffled")
BIASES = ("none", "one", "radius")
ZEROS = ("mistake", "positive")
FLOAT_INTEGERS = 2.0**53  # below this, every integer is a float, and sums of them are exact
SMALLEST_SQUARE = 2.0**-900  # below this, products of floats lose digits or vanish
LOOK_BYTES = 65_536  # a first look at so much of X costs about as much as the call itself
MOST_BYTES = 1_048_576  # the margins of a longer block would not stay in the cache


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
        The trace keeps a copy, or X itself where it is a read-only array.
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
        input have the same effect, and so have floats whose products overflow or vanish.
        Integers are exact without it.
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
    X = as_samples(X, exact, own=True)
    y = as_labels(y, len(X))
    exact = exact or isinstance(X[0, 0], Fraction)
    learning_rate = _as_learning_rate(learning_rate, exact)
    w0, b0 = _as_start(w0, b0, X.shape[1], exact)
    number = Fraction
    if not exact:
        number = _number_type(X, w0, b0, learning_rate, bias, max_mistakes)
    if number is not float:
        X, w0, b0 = as_numbers(number, X), as_numbers(number, w0), number(b0)
    if number is Fraction:
        learning_rate = Fraction(learning_rate)
    pad_squared = np.vecdot(X, X).max() if bias == "radius" else int(bias == "one")

    samples = X.astype(float, copy=False) if number is float else X
    labels = y.astype(samples.dtype)
    w, b = in_units_of(learning_rate, w0, b0)
    w = np.array(w, dtype=samples.dtype)

    def margins(where=slice(None)):
        return functional_margins(samples[where], labels[where], w, b)

    def mistaken(where=slice(None)):
        return is_mistake(margins(where), labels[where], zero)

    rng = np.random.default_rng(seed) if order in ("random", "shuffled") else None
    n_epochs = None
    # Objects are slow: nothing is gained by looking at more of them than needed.
    sizes = [max(1, size // (8 * X.shape[1])) for size in (LOOK_BYTES, MOST_BYTES)]
    sizes = sizes if number is float else (1, len(X))
    if order in ("cyclic", "first"):
        search = _scan(mistaken, len(X), *sizes, go_on=order == "cyclic")
    elif order == "shuffled":
        n_epochs = [0]
        search = _shuffle(mistaken, len(X), *sizes, rng, n_epochs)
    else:
        search = _choose(margins, labels, zero, order, rng)

    mistakes = []
    for i in islice(search, int(max_mistakes)):
        mistakes.append(i)
        if y[i] == 1:
            w += samples[i]
            b += pad_squared
        else:
            w -= samples[i]
            b -= pad_squared

    converged = len(mistakes) < max_mistakes or not mistaken().any()
    mistakes = np.array(mistakes, dtype=np.intp)
    if order == "cyclic":
        # A pass ends where the index does not rise; the clean pass at the end has no mistake.
        n_epochs = int((np.diff(mistakes) <= 0).sum()) + bool(len(mistakes)) + converged
    elif order == "shuffled":
        if converged:
            next(search, None)  # max_mistakes may have been the last: count the clean epoch too
        n_epochs = n_epochs[0]
    if not converged:
        warnings.warn(
            f"stopped after max_mistakes={max_mistakes} mistakes with mistakes left: "
            "raise max_mistakes, or ask maximum_margin(X, y) whether anything separates the data",
            RuntimeWarning,
            stacklevel=2,
        )
    for array in (X, y, mistakes, w0):
        array.flags.writeable = False
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
            exact = exact or isinstance(x[0, 0], Fraction)
            start_w, start_b = _as_start(w0, b0, x.shape[1], exact)
            if x.dtype == object:
                number = Fraction if exact else _integer_type(start_w, start_b, learning_rate)
                start_w, start_b = as_numbers(number, start_w), number(start_b)
                learning_rate = Fraction(learning_rate) if number is Fraction else learning_rate
            w, b = in_units_of(learning_rate, start_w, start_b)
        elif x.shape[1] != len(w):
            raise ValueError(
                f"stream item {n_seen - 1}: x must have {len(w)} features like those before; "
                f"found {x.shape[1]}"
            )
        elif isinstance(x[0, 0], Fraction) and not exact:
            raise ValueError(
                f"stream item {n_seen - 1}: x holds fractions; found none in the first sample: "
                "use exact=True"
            )
        if x.dtype != object:  # the first float ends the arithmetic of integers
            w = w.astype(float)
        x = x.astype(w.dtype)
        radius_squared = max(radius_squared, np.vecdot(x, x)[0])
        if is_mistake(functional_margins(x, label, w, b), label, zero)[0]:
            times.append(n_seen - 1)
            samples.append(x[0])
            labels.append(label[0])
            w = w + label[0] * x[0]
            b = b + int(label[0]) * pad_squared
    if w is None:
        raise ValueError("the stream must have at least one (x, y); found none")
    return OnlineTrace(
        np.array(samples, dtype=w.dtype).reshape(len(samples), len(w)),
        np.array(labels, dtype=np.int64),
        np.array(times, dtype=np.intp),
        n_seen,
        radius_squared,
        start_w.astype(w.dtype),
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


def _scan(mistaken, n, first, most, go_on):
    """Yield mistakes in index order; look in blocks that double while none is found.

    After a mistake, go on with the next sample, or else start again at the first.
    """
    start, clean, size = 0, 0, first
    while clean < n:
        stop = min(start + size, n)
        bad = mistaken(slice(start, stop))
        i = int(bad.argmax())
        if bad[i]:
            yield start + i
            clean, size = 0, first
            start = (start + i + 1) % n if go_on else 0
        else:
            clean += stop - start
            start, size = stop % n, min(2 * size, most)


def _shuffle(mistaken, n, first, most, rng, n_epochs):
    """Yield mistakes along a new permutation each epoch, until an epoch has none.

    The number of epochs begun is left in n_epochs[0].
    """
    clean = False
    while not clean:
        n_epochs[0] += 1
        permutation = rng.permutation(n)
        start, size, clean = 0, first, True
        while start < n:
            block = permutation[start : start + size]
            bad = mistaken(block)
            i = int(bad.argmax())
            if bad[i]:
                yield int(block[i])
                start, size, clean = start + i + 1, first, False
            else:
                start, size = start + size, min(2 * size, most)


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


def _number_type(X, w0, b0, learning_rate, bias, max_mistakes):
    """Return float where it is exact, or X is not integer anyway; else int or Fraction.

    The proof bounds its own numbers: ‖ŵ_k‖² ≤ ‖ŵ_0‖² + k·R̂², so no inner product and no
    partial sum of one exceeds R̂·‖ŵ_k‖, with b and the pad counted as one more coordinate.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            w, b = in_units_of(learning_rate, w0.astype(float), float(b0))
            floats = X.astype(float, copy=False)
            radius_squared = float(np.vecdot(floats, floats).max())
            pad_squared = max(1.0, radius_squared) if bias == "radius" else 1.0
            lifted = radius_squared + pad_squared
            start = float(np.vecdot(w, w)) + b * b / pad_squared
            largest = np.sqrt(lifted * (start + max_mistakes * lifted))
    except OverflowError:  # an integer that no float holds
        w, b, radius_squared, largest = w0, b0, 0.0, np.inf
    in_range = radius_squared > SMALLEST_SQUARE and np.isfinite(largest)
    whole_start = is_integral(w, b)
    if (
        in_range
        and largest < FLOAT_INTEGERS
        and (whole_start or not is_integral(w0, b0, learning_rate))
    ):
        return float
    if is_integral(X) and (whole_start or is_integral(w0, b0, learning_rate)):
        return _integer_type(w0, b0, learning_rate)
    return float if in_range else Fraction


def _integer_type(w0, b0, learning_rate):
    """Return int where w0/η and b0/η need no division, else Fraction."""
    if (learning_rate == 1 or not (np.any(w0) or b0)) and is_integral(w0, b0):
        return int
    return Fraction


def _check_choice(name, found, allowed, also=""):
    if not isinstance(found, str) or found not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}{also}; found {found!r}")


def _any_fraction(learning_rate, b0, w0):
    values = [learning_rate, b0, *(w0 if np.iterable(w0) else ())]
    return any(isinstance(value, Fraction) for value in values)


def _as_number(name, value, exact):
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ValueError(f"{name} must be a number; found {value!r}")
    if not is_finite(value):
        raise ValueError(f"{name} must be finite; found {value!r}")
    value = value.item() if isinstance(value, np.generic) else value
    return Fraction(value) if exact else value


def _as_learning_rate(learning_rate, exact):
    learning_rate = _as_number("learning_rate", learning_rate, exact)
    if learning_rate <= 0:
        raise ValueError(f"learning_rate must be > 0; found {learning_rate!r}")
    return learning_rate


def _as_start(w0, b0, n_features, exact):
    """Return w0, b0 checked and converted, zeros for None."""
    b0 = _as_number("b0", b0, exact)
    if w0 is None:
        return as_samples(np.zeros((1, n_features), dtype=np.int64), exact)[0], b0
    try:
        shape = np.shape(w0)
    except ValueError:
        raise ValueError(f"w0 must be a list of numbers; found {w0!r}") from None
    if shape != (n_features,):
        raise ValueError(
            f"w0 must have one weight a feature, shape ({n_features},); found shape {shape}"
        )
    try:
        return as_samples([w0], exact)[0], b0
    except ValueError:
        raise ValueError(f"w0 must hold finite numbers; found {w0!r}") from None


def _as_pair(pair, position, exact):
    """Return one checked stream item as arrays of shape (1, n_features) and (1,)."""
    try:
        x, label = pair
    except (TypeError, ValueError):
        raise ValueError(f"stream item {position} must be a pair (x, y); found {pair!r}") from None
    try:
        if np.ndim(x) != 1:
            raise ValueError(f"x must be one-dimensional; found shape {np.shape(x)}")
        x = as_samples(x[None] if isinstance(x, np.ndarray) else [x], exact)
        label = as_labels([label], 1)
    except ValueError as error:
        raise ValueError(f"stream item {position}: {error}") from None
    # Python integers have no largest value, so that a long stream of integers stays exact.
    return (x.astype(object) if x.dtype == np.int64 else x), label
