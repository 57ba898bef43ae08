"""What the user gives: samples, labels, start and rate, checked and in one type of number."""

from __future__ import annotations

from fractions import Fraction
from numbers import Integral, Rational, Real

import numpy as np

from perceptron_core.arithmetic import as_fractions, is_safe

INT64 = np.iinfo(np.int64)


def as_samples(X, exact=False):
    """Return X as a checked two-dimensional array.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
        Integers, floats or `Fraction`s.
    exact : bool
        Turn every entry into the `Fraction` that it is, floats included.

    Returns
    -------
    ndarray, shape (n_samples, n_features)
        int64 or float64; object (Python integers or `Fraction`s) where `exact` is set, where X
        holds a `Fraction`, or where an integer does not fit into 64 bits.

    Raises
    ------
    ValueError
        X is not two-dimensional, empty, ragged, sparse, masked, not numeric, or holds NaN,
        infinity, or numbers of more digits than a float has.

    Examples
    --------
    >>> as_samples([[1, 2]], exact=True)
    array([[Fraction(1, 1), Fraction(2, 1)]], dtype=object)
    """
    array = _as_table(X, exact)
    if array.dtype.kind not in "biufO":
        raise ValueError(f"X must hold numbers; found values of type {array.dtype}")
    if array.dtype.kind == "O":
        for (i, j), value in np.ndenumerate(array):
            if not isinstance(value, Real):
                raise ValueError(f"X must hold numbers; found {value!r} in row {i}, column {j}")
            if not is_finite(value):
                raise _not_finite(value, i, j)
    if array.dtype.kind == "f" and not is_safe(array) and not np.isfinite(array).all():
        i, j = np.argwhere(~np.isfinite(array))[0]
        raise _not_finite(array[i, j], i, j)
    if exact or (array.dtype.kind == "O" and not _all_integers(array)):
        return as_fractions(array)
    if array.dtype.kind == "O" or (array.dtype.kind == "u" and array.max() > INT64.max):
        return np.array([[int(v) for v in row] for row in array.tolist()], dtype=object)
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64, order="C", copy=False)


def _as_table(X, exact):
    """Return X as a two-dimensional array of whatever type, not empty."""
    if hasattr(X, "toarray"):
        raise ValueError("X must be dense; found a sparse matrix: use X.toarray()")
    if np.ma.is_masked(X):
        raise ValueError("X must have no masked cells: fill them, or leave those samples out")
    typed = hasattr(X, "dtype")
    try:
        array = np.asarray(X, dtype=object if exact and not typed else None)
        if (
            array.dtype.kind == "f"
            and not typed
            and 2.0**53 <= np.abs(array).max(initial=0) < np.inf
        ):
            # numpy rounds large integers that stand beside floats, or are of both signs.
            entries = np.asarray(X, dtype=object)
            whole = [isinstance(v, Integral) for v in entries.flat]
            rounded = any(w and v != float(v) for w, v in zip(whole, entries.flat, strict=True))
            array = entries if rounded or all(whole) else array
    except ValueError:
        array = np.empty(0, dtype=object)
        ragged = True
    else:
        ragged = array.ndim == 1 and array.dtype == object and any(map(np.ndim, array))
    if ragged:
        lengths = [len(row) if hasattr(row, "__len__") else 1 for row in X]
        other = next((i for i, length in enumerate(lengths) if length != lengths[0]), 0)
        raise ValueError(
            "X must have rows of one length; found rows of different lengths: "
            f"{lengths[0]} in row 0, {lengths[other]} in row {other}"
        )
    if array.ndim == 2 and array.size:
        if array.dtype.kind == "f" and array.itemsize > 8:
            raise ValueError(
                f"X must hold numbers of float64 or less; found {array.dtype}: use X.astype(float)"
            )
        return array
    if array.size == 0:
        raise ValueError(
            f"X must have at least one sample and one feature; found shape {array.shape}"
        )
    hint = ": use numpy.reshape(X, (-1, 1)) for one feature" if array.ndim == 1 else ""
    raise ValueError(
        "X must be two-dimensional, (n_samples, n_features); "
        f"found {array.ndim} dimension(s), shape {array.shape}{hint}"
    )


def _not_finite(value, i, j):
    return ValueError(
        f"X must be finite; found {value} in row {i}, column {j}: remove or replace that sample"
    )


def is_finite(value):
    """Return whether a number is neither NaN nor infinite; an integer of any size is finite."""
    return isinstance(value, Rational) or bool(np.isfinite(value))


def is_integral(*arrays):
    """Return whether every entry of every array, or every number, is an integer.

    >>> is_integral(np.array([1.0, -2.0]), 3), is_integral(Fraction(1, 2))
    (True, False)
    """
    return all(bool(np.all(np.floor(array) == array)) for array in arrays)


def _all_integers(array):
    return all(
        isinstance(v, Integral) or (isinstance(v, float) and v == int(v)) for v in array.flat
    )


def as_labels(y, n_samples):
    """Return y as an int64 array of −1 and +1.

    Parameters
    ----------
    y : array-like, shape (n_samples,)
        Labels −1 and +1, in any numeric type.
    n_samples : int
        The length that X asks for.

    Raises
    ------
    ValueError
        y is not one-dimensional, has another length, or holds other values than −1 and +1.

    Examples
    --------
    >>> as_labels(np.array([1, 0]), 2)
    Traceback (most recent call last):
        ...
    ValueError: labels must be -1 or +1; found {0, 1}: use 2*y - 1
    """
    # Two times a list is no arithmetic, and unsigned integers have no -1.
    signed = isinstance(y, np.ndarray) and y.dtype.kind in "ifO"
    try:
        y = np.asarray(y)
    except ValueError:
        raise ValueError("y must be one-dimensional; found entries of different lengths") from None
    if y.ndim != 1:
        raise ValueError(
            f"y must be one-dimensional; found shape {y.shape}: use numpy.ravel(y)"
            if y.size == n_samples
            else f"y must have shape ({n_samples},), one label a sample; found shape {y.shape}"
        )
    if len(y) != n_samples:
        raise ValueError(f"y must have one label a sample, {n_samples}; found {len(y)}")
    if y.dtype.kind in "iufO" and bool(np.all((y == 1) | (y == -1))):
        return y.astype(np.int64)
    try:
        values = sorted(set(y.tolist()))
    except TypeError:  # labels of mixed types have no order, and lists no hash: shown as they come
        values = list({repr(v): v for v in y.tolist()}.values())
    shown = ", ".join(map(repr, values[:5])) + (", …" if len(values) > 5 else "")
    if y.dtype.kind == "b":
        hint = "use numpy.where(y, 1, -1)"
    elif y.dtype.kind in "iufO" and all(v in (0, 1) for v in values):
        hint = "use 2*y - 1" + ("" if signed else " with y = numpy.array(y, int)")
    elif len(values) <= 2:
        hint = f"use numpy.where(numpy.asarray(y) == {values[-1]!r}, 1, -1)"
    else:
        hint = "choose one class as +1, for example " + (
            f"numpy.where(numpy.asarray(y) == {values[0]!r}, 1, -1)"
        )
    raise ValueError(f"labels must be -1 or +1; found {{{shown}}}: {hint}")


def as_number(name, value, exact=False):
    """Return one finite number as Python's own type, a `Fraction` where `exact`; or raise."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ValueError(f"{name} must be a number; found {value!r}")
    if not is_finite(value):
        raise ValueError(f"{name} must be finite; found {value!r}")
    value = value.item() if isinstance(value, np.generic) else value
    return Fraction(value) if exact else value


def check_choice(name, found, allowed, also=""):
    """Raise ValueError unless `found` is one of the words allowed."""
    if not isinstance(found, str) or found not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}{also}; found {found!r}")


def as_rate(learning_rate, exact):
    """Return η as a checked number > 0."""
    learning_rate = as_number("learning_rate", learning_rate, exact)
    if learning_rate <= 0:
        raise ValueError(f"learning_rate must be > 0; found {learning_rate!r}")
    return learning_rate


def as_start(w0, b0, n_features, exact):
    """Return w0, b0 checked and converted, zeros for None."""
    b0 = as_number("b0", b0, exact)
    if w0 is None:
        return as_samples(np.zeros((1, n_features), dtype=np.int64), exact)[0], b0
    try:
        shape = np.shape(w0)
    except ValueError:
        raise ValueError(f"w0 must be a list of numbers; found {w0!r}") from None
    if shape != (n_features,):
        raise ValueError(
            f"w0 must have one weight per feature, shape ({n_features},); found shape {shape}"
        )
    try:
        return as_samples([w0] if isinstance(w0, list) else np.asarray(w0)[None], exact)[0], b0
    except ValueError:
        raise ValueError(f"w0 must hold finite numbers; found {w0!r}") from None


def as_pair(pair, position, exact):
    """Return one checked stream item: x of shape (n_features,), and its label, −1 or +1."""
    try:
        x, label = pair
    except (TypeError, ValueError):
        raise ValueError(f"stream item {position} must be a pair (x, y); found {pair!r}") from None
    try:
        if np.ndim(x) != 1:
            raise ValueError(f"x must be one-dimensional; found shape {np.shape(x)}")
        x = as_samples(x[None] if isinstance(x, np.ndarray) else [x], exact)[0]
        return x, int(as_labels([label], 1)[0])
    except ValueError as error:
        raise ValueError(f"stream item {position}: {error}") from None


def wants_fractions(X, *numbers):
    """Return whether a run on X is to be shown in `Fraction`s.

    Some number is one, or the squares of X or of a start overflow or vanish as floats.
    """
    if X.dtype == object and isinstance(X.flat[0], Fraction):
        return True
    if any(isinstance(number, Fraction) for number in numbers):
        return True
    return X.dtype.kind == "f" and not (is_safe(X) and is_safe(np.array(numbers, dtype=float)))


def prepare(X, y, w0, b0, learning_rate, exact):
    """Return X, y, w0, b0, η, checked and in one type of number.

    Integers stay integers, floats floats, and all become `Fraction`s where `exact` is set or
    `wants_fractions` says so.
    """
    X = as_samples(X, exact)
    y = as_labels(y, len(X))
    w0, b0 = as_start(w0, b0, X.shape[1], exact)
    learning_rate = as_rate(learning_rate, exact)
    if not exact and wants_fractions(X, *w0, b0, learning_rate):
        return prepare(X, y, w0, b0, learning_rate, exact=True)
    return X, y, w0, b0, learning_rate


def in_units_of(learning_rate, w0, b0):
    """Return w0/η and b0/η: exact, or one rounding each where a float is among them.

    >>> in_units_of(10, np.array([-3, 5]), 0.5)[0].tolist()
    [Fraction(-3, 10), Fraction(1, 2)]
    """
    if learning_rate == 1 or not (np.any(w0) or b0):
        return w0, b0
    if isinstance(learning_rate, float):
        return w0 / learning_rate, b0 / learning_rate
    exact = w0.dtype.kind == "f"
    return (w0 if exact else as_fractions(w0)) / learning_rate, (
        b0 if isinstance(b0, float) else Fraction(b0)
    ) / learning_rate


def frozen(array):
    """Return the array in memory that nobody can write to: a copy, unless it is there already.

    >>> frozen(np.array([1.0])).flags.writeable
    False
    """
    base = array
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            break
        base = base.base
    else:
        try:
            # Bytes, or a file mapped for reading. None: an array that its owner can unlock.
            if memoryview(base).readonly:
                return array
        except TypeError:
            pass
    if array.dtype != object:
        return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)
    locked = array.copy()
    locked.flags.writeable = False
    return locked[:]
