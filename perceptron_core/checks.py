"""What the user gives: samples, labels, start and rate, checked and in one type of number."""

from fractions import Fraction
from numbers import Integral, Rational, Real

import numpy as np

from perceptron_core.exact import as_fractions, as_integers, nearest_float, plain, safe_floats


def malformed(name, must, found, remedy=""):
    """Return the error for what the user gave: what was wrong, what was found, what to do.

    >>> malformed("k", "be > 0", 0, "use 1")
    ValueError('k must be > 0; found 0: use 1')
    """
    return ValueError(f"{name} must {must}; found {found}" + (f": {remedy}" if remedy else ""))


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
    kind = array.dtype.kind
    if kind not in "biufO" or (kind == "f" and array.itemsize > 8):
        raise malformed("X", "hold numbers", f"values of type {array.dtype}", "use X.astype(float)")
    if kind == "O" or (kind == "f" and safe_floats(array) is None):
        for (i, j), value in np.ndenumerate(array):
            if not isinstance(value, Real) or not is_finite(value):
                must = "be finite" if isinstance(value, Real) else "hold numbers"
                found = f"{value!s:.40} in row {i}, column {j}"
                raise malformed("X", must, found, "remove or replace that sample")
    if exact or (kind == "O" and not is_integral(array)):
        return as_fractions(array)
    if kind == "O" or (kind == "u" and array.max() >= 2**63):
        return as_integers(array, 1)
    return array.astype(float if kind == "f" else np.int64, order="C", copy=False)


def _as_table(X, exact):
    """Return X as a two-dimensional array of whatever type, not empty."""
    if any(hasattr(part, "toarray") for part in (X if isinstance(X, (list, tuple)) else [X])):
        raise malformed("X", "be dense", "a sparse matrix", "use X.toarray()")
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
        found = f"rows of different lengths: {lengths[0]} in row 0, {lengths[other]} in row {other}"
        raise malformed("X", "have rows of one length", found)
    if array.size == 0:
        raise malformed("X", "have at least one sample and one feature", f"shape {array.shape}")
    if array.ndim != 2:
        found = f"{array.ndim} dimension(s), shape {array.shape}"
        hint = "use numpy.reshape(X, (-1, 1)) for one feature" if array.ndim == 1 else ""
        raise malformed("X", "be two-dimensional, (n_samples, n_features)", found, hint)
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
        raise malformed("y", "be one-dimensional", "entries of different lengths") from None
    if y.ndim != 1 or len(y) != n_samples:
        hint = "use numpy.ravel(y)" if y.ndim != 1 and y.size == n_samples else ""
        raise malformed("y", f"have one label per sample, {n_samples}", f"shape {y.shape}", hint)
    if y.dtype.kind in "iufO" and np.all((y == 1) | (y == -1)):
        return y.astype(np.int64, copy=False)
    classes = sorted({repr(label) for label in y.tolist()})
    if y.dtype.kind in "iufO" and np.all((y == 0) | (y == 1)):
        hint = "use 2*y - 1" + ("" if signed else " with y = numpy.array(y, int)")
    else:
        hint = "use " if len(classes) <= 2 else "choose one class as +1, for example "
        hint += f"numpy.where(numpy.asarray(y) == {classes[-1 if len(classes) <= 2 else 0]}, 1, -1)"
    shown = ", ".join(classes[:5] + ["…"] * (len(classes) > 5))
    raise malformed("labels", "be -1 or +1", f"{{{shown}}}", hint)


def as_number(name, value, exact=False):
    """Return one finite number as Python's own type, a `Fraction` where `exact`; or raise."""
    if isinstance(value, (bool, np.bool_, np.longdouble)) or not isinstance(value, Real):
        raise malformed(name, "be a number", repr(value), "use float(...)")
    if not is_finite(value):
        raise malformed(name, "be finite", repr(value))
    return as_fractions(value) if exact else plain(value)


def check_choice(name, found, allowed, also=""):
    """Raise ValueError unless `found` is one of the words allowed."""
    if not isinstance(found, str) or found not in allowed:
        raise malformed(name, f"be one of {', '.join(allowed)}{also}", repr(found))


def as_rate(learning_rate, exact):
    """Return η as a checked number > 0."""
    learning_rate = as_number("learning_rate", learning_rate, exact)
    if learning_rate <= 0:
        raise malformed("learning_rate", "be > 0", repr(learning_rate))
    return learning_rate


def _as_row(values, exact):
    """Return one sample, or the start, as checked samples of shape (1, n_features)."""
    return as_samples(values[None] if isinstance(values, np.ndarray) else [values], exact)


def as_start(w0, b0, n_features, exact):
    """Return w0, shape (n_features,), and b0, checked; zeros for None."""
    b0 = as_number("b0", b0, exact)
    try:
        return _as_row([0] * n_features if w0 is None else w0, exact).reshape(n_features), b0
    except ValueError:
        raise malformed("w0", f"be one finite number per feature, {n_features}", repr(w0)) from None


def as_pairs(stream, exact):
    """Yield the items of a stream, checked: x as a list, all of one length, and the label."""
    n_features = None
    for position, pair in enumerate(stream):
        try:
            x, label = pair
        except (TypeError, ValueError):
            raise malformed(f"stream item {position}", "be a pair (x, y)", repr(pair)) from None
        try:
            if np.ndim(x) != 1 and not hasattr(x, "toarray"):
                raise malformed("x", "be one-dimensional", f"shape {np.shape(x)}")
            x = _as_row(x, exact)[0].tolist()
            n_features = n_features or len(x)
            if len(x) != n_features:
                raise malformed("x", f"have {n_features} features like those before", len(x))
            yield x, int(as_labels([label], 1)[0])
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
    return X, as_labels(y, len(X)), w0, b0, learning_rate


def in_units_of(learning_rate, w0, b0):
    """Return w0/η and b0/η: exact, or rounded to a float where η is one and the float finite.

    >>> in_units_of(10, np.array([-3, 5]), 0.5)[0].tolist()
    [Fraction(-3, 10), Fraction(1, 2)]
    """
    if learning_rate == 1 or not (np.any(w0) or b0):
        return w0, b0
    start = as_fractions([*w0, b0]) / Fraction(learning_rate)
    if isinstance(learning_rate, float):
        floats = [nearest_float(quotient) for quotient in start]
        start = as_fractions(np.where(np.isfinite(floats), floats, start))
    return start[:-1], start[-1]


LARGE = 2**27  # bytes of a file that are too many to copy


class _Owner(np.ndarray):
    """Memory that `frozen` made and locked: no view of it can be written to."""


def frozen(array):
    """Return the array in memory that nobody can write to: a copy, unless it is there already.

    A large file that is memory-mapped for reading is such memory: nobody may write to the file.

    >>> frozen(np.array([1.0])).flags.writeable
    False
    """
    on_disk = array.nbytes > LARGE and getattr(array.base, "mode", None) == "r"
    if on_disk or isinstance(array.base, _Owner):
        return array
    owner = _Owner(array.shape, array.dtype)
    owner[...] = plain(array) if array.dtype == object else array
    owner.flags.writeable = False
    return owner.view(np.ndarray)
