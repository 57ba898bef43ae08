"""What the user gives: samples, labels, start and rate, checked and in one type of number."""

from __future__ import annotations

import contextlib
from fractions import Fraction
from numbers import Integral, Rational, Real

import numpy as np

from perceptron_core.arithmetic import as_fractions, as_integers, safe_floats

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
    if array.dtype.kind not in "biufO" or (array.dtype.kind == "f" and array.itemsize > 8):
        raise ValueError(
            f"X must hold numbers; found values of type {array.dtype}: use X.astype(float)"
        )
    if array.dtype.kind == "O" or (array.dtype.kind == "f" and safe_floats(array) is None):
        for (i, j), value in np.ndenumerate(array):
            if not isinstance(value, Real) or not is_finite(value):
                what = "be finite" if isinstance(value, Real) else "hold numbers"
                raise ValueError(
                    f"X must {what}; found {value!s:.40} in row {i}, column {j}: "
                    "remove or replace that sample"
                )
    if exact or (array.dtype.kind == "O" and not is_integral(array)):
        return as_fractions(array)
    if array.dtype.kind == "O" or (array.dtype.kind == "u" and array.max() > INT64.max):
        return as_integers(array, 1)
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
        if array.dtype.kind == "f" and not typed and np.abs(array).max(initial=0) >= 2.0**53:
            # numpy rounds large integers that stand beside floats, or are of both signs.
            entries = np.asarray(X, dtype=object)
            integers = [v for v in entries.flat if isinstance(v, Integral)]
            if len(integers) == entries.size or any(v != float(v) for v in integers):
                array = entries
    except ValueError:
        array = None
    if array is None or (array.ndim == 1 and array.dtype == object and any(map(np.ndim, array))):
        lengths = [len(row) if hasattr(row, "__len__") else 1 for row in X]
        other = next((i for i, length in enumerate(lengths) if length != lengths[0]), 0)
        raise ValueError(
            "X must have rows of one length; found rows of different lengths: "
            f"{lengths[0]} in row 0, {lengths[other]} in row {other}"
        )
    if array.size == 0:
        raise ValueError(
            f"X must have at least one sample and one feature; found shape {array.shape}"
        )
    if array.ndim != 2:
        hint = ": use numpy.reshape(X, (-1, 1)) for one feature" if array.ndim == 1 else ""
        raise ValueError(
            "X must be two-dimensional, (n_samples, n_features); "
            f"found {array.ndim} dimension(s), shape {array.shape}{hint}"
        )
    return array


def is_finite(value):
    """Return whether a number is neither NaN nor infinite; an integer of any size is finite."""
    return isinstance(value, Rational) or bool(np.isfinite(value))


def is_integral(*arrays):
    """Return whether every entry of every array, or every number, is an integer.

    >>> is_integral(np.array([1.0, -2.0]), 3), is_integral(Fraction(1, 2))
    (True, False)
    """
    return all(bool(np.all(np.floor(array) == array)) for array in arrays)


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
    if np.ma.is_masked(y):
        raise ValueError("y must have no masked cells: leave those samples out")
    # Two times a list is no arithmetic, and unsigned integers have no -1.
    signed = isinstance(y, np.ndarray) and y.dtype.kind in "ifO"
    try:
        y = np.asarray(y)
    except ValueError:
        raise ValueError("y must be one-dimensional; found entries of different lengths") from None
    if y.ndim != 1 or len(y) != n_samples:
        hint = ": use numpy.ravel(y)" if y.ndim != 1 and y.size == n_samples else ""
        what = "have one label per sample" if y.ndim == 1 else "be one-dimensional"
        raise ValueError(f"y must {what}, shape ({n_samples},); found shape {y.shape}{hint}")
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
    else:
        hint = "use " if len(values) <= 2 else "choose one class as +1, for example "
        chosen = values[-1 if len(values) <= 2 else 0]
        hint += f"numpy.where(numpy.asarray(y) == {chosen!r}, 1, -1)"
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
    """Return w0, shape (n_features,), and b0, checked; zeros for None."""
    b0 = as_number("b0", b0, exact)
    w0 = np.zeros(n_features, dtype=np.int64) if w0 is None else w0
    try:
        shape = np.shape(w0)
    except ValueError:
        raise ValueError(f"w0 must be a list of numbers; found {w0!r}") from None
    if shape != (n_features,):
        raise ValueError(
            f"w0 must have one weight per feature, shape ({n_features},); found shape {shape}"
        )
    try:
        return as_samples(w0[None] if isinstance(w0, np.ndarray) else [w0], exact)[0], b0
    except ValueError:
        raise ValueError(f"w0 must hold finite numbers; found {w0!r}") from None


def as_pair(pair, position, exact):
    """Return one checked stream item: x of shape (1, n_features), and its label, −1 or +1."""
    try:
        x, label = pair
    except (TypeError, ValueError):
        raise ValueError(f"stream item {position} must be a pair (x, y); found {pair!r}") from None
    try:
        if np.ndim(x) != 1:
            raise ValueError(f"x must be one-dimensional; found shape {np.shape(x)}")
        x = as_samples(x[None] if isinstance(x, np.ndarray) else [x], exact)
        return x, int(as_labels([label], 1)[0])
    except ValueError as error:
        raise ValueError(f"stream item {position}: {error}") from None


def prepare(X, y, w0, b0, learning_rate, exact):
    """Return X, y, w0, b0, η, checked and in one type of number.

    Integers stay integers, floats floats; all become `Fraction`s where `exact` is set, where one
    of them is a `Fraction`, and where the squares of floats overflow or vanish.
    """
    X = as_samples(X, exact)
    w0, b0 = as_start(w0, b0, X.shape[1], exact)
    learning_rate = as_rate(learning_rate, exact)
    numbers = [X.flat[0], *w0, b0, learning_rate]
    unsafe = X.dtype.kind == "f" and (safe_floats(X) is None or safe_floats(w0) is None)
    if not exact and (unsafe or any(isinstance(number, Fraction) for number in numbers)):
        return prepare(X, y, w0, b0, learning_rate, exact=True)
    if X.dtype.kind != "f" and is_integral(w0, b0):  # a start of 0.0 is no reason for floats
        w0, b0 = as_samples(as_integers(w0, 1)[None])[0], int(b0)
    return X, as_labels(y, len(X)), w0, b0, learning_rate


def in_units_of(learning_rate, w0, b0):
    """Return w0/η and b0/η: exact, or one rounding each where η is a float.

    >>> in_units_of(10, np.array([-3, 5]), 0.5)[0].tolist()
    [Fraction(-3, 10), Fraction(1, 2)]
    """
    if learning_rate == 1 or not (np.any(w0) or b0):
        return w0, b0
    if isinstance(learning_rate, float):
        return w0 / learning_rate, b0 / learning_rate
    return as_fractions(w0) / learning_rate, Fraction(b0) / learning_rate


def frozen(array):
    """Return the array in memory that nobody can write to: a copy, unless it is there already.

    >>> frozen(np.array([1.0])).flags.writeable
    False
    """
    root = array
    while isinstance(root, np.ndarray):
        root = root.base
    with contextlib.suppress(TypeError):  # None: an array that its owner could unlock again
        if memoryview(root).readonly:  # bytes, or a file mapped for reading
            return array
    if array.dtype != object:
        return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)
    locked = array.copy()
    locked.flags.writeable = False
    return locked[:]
