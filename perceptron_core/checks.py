"""What the user gives: samples, labels, start and rate, checked and in one type of number."""

import math
from collections.abc import Collection
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

from perceptron_core.exact import as_fractions, plain


def malformed(name: str, must: str, found: Any, remedy: str = "") -> ValueError:
    """Return the error for what the user gave: what was wrong, what was found, what to do.

    >>> malformed("k", "be > 0", 0, "use 1")
    ValueError('k must be > 0; found 0: use 1')
    """
    return ValueError(f"{name} must {must}; found {found}" + (f": {remedy}" if remedy else ""))


def as_samples(X: Any, exact: bool = False, name: str = "X") -> np.ndarray:
    """Return X as a checked two-dimensional array.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
        Integers, floats or `Fraction`s.
    exact : bool
        Turn every entry into the `Fraction` that it is, floats included.
    name : str
        What it is called in errors.

    Returns
    -------
    ndarray, shape (n_samples, n_features)
        int64 or float64; object where neither holds the numbers: `Fraction`s where `exact` is set,
        where X holds one, and where the sum of all squares overflows; Python's integers where one
        does not fit into 64 bits.

    Raises
    ------
    ValueError
        X is not two-dimensional, empty, ragged, sparse, masked, not numeric, or holds NaN or
        infinity.

    Examples
    --------
    >>> as_samples([[1, 2]], exact=True)
    array([[Fraction(1, 1), Fraction(2, 1)]], dtype=object)
    """
    if hasattr(X, "toarray") or np.ma.is_masked(X):
        raise malformed(name, "be dense and without a mask", type(X).__name__, "use X.toarray()")
    try:
        array = np.asarray(X)
    except ValueError:
        raise malformed(name, "have rows of one length", f"{X!s:.60}") from None
    if array.ndim != 2 or array.size == 0:
        must = "be two-dimensional, (n_samples, n_features), with at least one of each"
        raise malformed(name, must, f"shape {array.shape}", "use numpy.reshape(X, (n_samples, -1))")
    if not hasattr(X, "dtype") and array.dtype == float and np.abs(array).max() >= 2.0**53:
        # numpy rounds large integers that stand beside floats, or are of both signs.
        entries = np.asarray(X, dtype=object)
        array = entries if any(isinstance(value, Integral) for value in entries.flat) else array
    kind = array.dtype.kind
    is_usual = kind in "biu" or (kind == "f" and math.isfinite(np.vdot(array, array)))
    for (i, j), value in () if is_usual else np.ndenumerate(array):
        if not is_finite(value):
            found = f"{value!s:.40} in row {i}, column {j}"
            raise malformed(name, "hold finite numbers", found, "remove or replace that sample")
    if exact or not (is_usual or all(isinstance(value, Integral) for value in array.flat)):
        return as_fractions(array)
    if kind == "O" or (kind == "u" and array.max() >= 2**63):
        return plain(array)
    return array.astype(float if kind == "f" else np.int64, order="C", copy=False)


def is_finite(value: Any) -> bool:
    """Return whether this is a number, and neither NaN nor infinite; an integer of any size is."""
    return isinstance(value, Rational) or (isinstance(value, Real) and math.isfinite(value))


def as_labels(y: Any, n_samples: int) -> np.ndarray:
    """Return y as an array of −1 and +1.

    Parameters
    ----------
    y : array-like, shape (n_samples,)
    n_samples : int

    Returns
    -------
    ndarray of int64, shape (n_samples,)

    Raises
    ------
    ValueError
        y is not one-dimensional, has another length, or holds other values than −1 and +1.

    Examples
    --------
    >>> as_labels(np.array([1, 0]), 2)
    Traceback (most recent call last):
        ...
    ValueError: labels must be -1 or +1; found {0, 1}: use numpy.where(numpy.asarray(y) == 1, 1, -1)
    """
    y = np.asarray(y, dtype=None if hasattr(y, "dtype") else object)
    if y.shape != (n_samples,):
        raise malformed("y", f"have one label per sample, {n_samples}", f"shape {y.shape}")
    if y.dtype.kind in "iufO" and np.all((y == 1) | (y == -1)):
        return y.astype(np.int64, copy=False)
    classes = sorted({repr(label) for label in plain(y).tolist()})
    one = classes[-1] if len(classes) == 2 else "…"
    hint = f"use numpy.where(numpy.asarray(y) == {one}, 1, -1)"
    hint = "remove the samples without a label" if {"nan", "None"} & {*classes} else hint
    raise malformed("labels", "be -1 or +1", f"{{{', '.join(classes):.60}}}", hint)


def as_number(name: str, value: Any, exact: bool = False) -> Any:
    """Return one finite number as Python's own type, a `Fraction` where `exact` is set."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise malformed(name, "be a number", repr(value), "use float(...)")
    if not is_finite(value):
        raise malformed(name, "be finite", repr(value))
    return Fraction(plain(value)) if exact else plain(value)


def check_choice(name: str, found: Any, allowed: Collection[str], also: str = "") -> None:
    """Raise ValueError unless `found` is one of the words allowed."""
    if not isinstance(found, str) or found not in allowed:
        raise malformed(name, f"be one of {', '.join(allowed)}{also}", repr(found))


def as_start(w0: Any, b0: Any, n_features: int, exact: bool = False) -> tuple[np.ndarray, Any]:
    """Return w0, shape (n_features,), and b0, checked; zeros for None."""
    try:
        w0 = as_samples([[0] * n_features if w0 is None else w0], exact).reshape(n_features)
    except (ValueError, TypeError):
        raise malformed("w0", f"be one finite number per feature, {n_features}", repr(w0)) from None
    return w0, as_number("b0", b0, exact)


def prepare(X: Any, y: Any, w0: Any, b0: Any, learning_rate: Any, exact: bool) -> tuple:
    """Return X, y, w0, b0, η, checked and in one type of number.

    Integers stay integers, floats floats; all become `Fraction`s where `exact` is set, and where
    one of them is a `Fraction`.
    """
    X = as_samples(X, exact)
    w0, b0 = as_start(w0, b0, X.shape[1], exact)
    rate = as_number("learning_rate", learning_rate, exact)
    if rate <= 0:
        raise malformed("learning_rate", "be > 0", repr(learning_rate))
    numbers = [X.flat[0], *w0.tolist(), b0, rate]
    if not exact and any(isinstance(number, Fraction) for number in numbers):
        return prepare(X, y, w0, b0, rate, exact=True)
    return X, as_labels(y, len(X)), w0, b0, rate


def frozen(array: np.ndarray) -> np.ndarray:
    """Return an array that nobody can write to: a copy, unless it is one already.

    One is the view of an array that is read-only, as a file that is memory-mapped for reading is.

    >>> frozen(np.array([1.0])).flags.writeable
    False
    """
    if not isinstance(array.base, np.ndarray) or array.base.flags.writeable:
        array = np.array(array)
        array.flags.writeable = False
        array = array.view()
    return array
