"""Samples and labels: checking what the user gives, and the type of number it is kept in."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational, Real

import numpy as np

INT64 = np.iinfo(np.int64)


def as_samples(X, exact=False, own=False):
    """Return X as a checked two-dimensional array.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
        Integers, floats or `Fraction`s.
    exact : bool
        Turn every entry into the `Fraction` that it is, floats included.
    own : bool
        Copy what the caller could change later; only a read-only array is shared.

    Returns
    -------
    ndarray, shape (n_samples, n_features)
        int64 or float64; object (Python integers or `Fraction`s) where `exact` is set, where X
        holds a `Fraction`, or where an integer does not fit into 64 bits.

    Raises
    ------
    ValueError
        X is not two-dimensional, empty, ragged, not numeric, or holds NaN or infinity.

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
    if array.dtype.kind == "f":
        # The sum is not finite when an entry is not: one quick pass checks them all.
        with np.errstate(over="ignore", invalid="ignore"):
            suspect = not np.isfinite(array.sum())
        if suspect and not np.isfinite(array).all():
            i, j = np.argwhere(~np.isfinite(array))[0]
            raise _not_finite(array[i, j], i, j)
    if exact or (array.dtype.kind == "O" and _rational(array)):
        return as_numbers(Fraction, array)
    if array.dtype.kind == "O" or (array.dtype.kind == "u" and array.max() > INT64.max):
        return as_numbers(int, array)
    dtype = np.float64 if array.dtype.kind == "f" else np.int64
    return array.astype(dtype, order="C", copy=own and array.flags.writeable)


def _as_table(X, exact):
    """Return X as a two-dimensional array of whatever type, not empty."""
    typed = hasattr(X, "dtype")
    try:
        array = np.asarray(X, dtype=object if exact and not typed else None)
        if (
            array.dtype.kind == "f"
            and not typed
            and 2.0**53 <= np.abs(array).max(initial=0) < np.inf
        ):
            # numpy rounds a list of large integers of both signs to floats: look at them again.
            entries = np.asarray(X, dtype=object)
            array = entries if is_integral(entries) else array
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


def _rational(array):
    return not is_integral(array) or any(isinstance(value, Fraction) for value in array.flat)


def as_numbers(number, array):
    """Return an object array of number(entry), for `number` int or Fraction.

    >>> as_numbers(int, np.array([[1e20]]))
    array([[100000000000000000000]], dtype=object)
    """
    # numpy's scalars are made Python numbers first; Fraction does not know all of them.
    values = [v.item() if isinstance(v, np.generic) else v for v in array.ravel().tolist()]
    result = np.empty(len(values), dtype=object)
    result[:] = [number(value) for value in values]
    return result.reshape(array.shape)


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
