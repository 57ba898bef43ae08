"""What the user gives: samples, labels, start and rate, checked and in one type of number."""

import math
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

from perceptron_core.exact import as_fractions, in_range, longest_row, plain


def malformed(name: str, must: str, found: Any, remedy: str = "") -> ValueError:
    """Return the error for what the user gave: what was wrong, what was found, what to do.

    >>> malformed("k", "be > 0", 0, "use 1")
    ValueError('k must be > 0; found 0: use 1')
    """
    return ValueError(f"{name} must {must}; found {found}" + (f": {remedy}" if remedy else ""))


def as_samples(X: Any, exact: bool = False) -> np.ndarray:
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
        int64 or float64; object where neither holds the numbers: `Fraction`s where `exact` is set,
        where X holds one, and where the squares of floats overflow or vanish; Python's integers
        where one does not fit into 64 bits.

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
    array = _as_table(X)
    kind = array.dtype.kind
    if kind not in "biufO" or (kind == "f" and array.itemsize > 8):
        raise malformed("X", "hold numbers", f"values of type {array.dtype}", "use X.astype(float)")
    is_usual = kind in "biu" or (kind == "f" and in_range(longest_row(array)))
    for (i, j), value in () if is_usual else np.ndenumerate(array):
        if not is_finite(value):
            found = f"{value!s:.40} in row {i}, column {j}"
            must = "be finite" if isinstance(value, Real) else "hold numbers"
            raise malformed("X", must, found, "remove or replace that sample")
    if exact or not (is_usual or all(isinstance(value, Integral) for value in array.flat)):
        return as_fractions(array)
    if kind == "O" or (kind == "u" and array.max() >= 2**63):
        return plain(array)
    return array.astype(float if kind == "f" else np.int64, order="C", copy=False)


def _as_table(X):
    """Return X as a two-dimensional array of whatever type, not empty."""
    parts = X if isinstance(X, list | tuple) else [X]
    if any(hasattr(part, "toarray") for part in parts):
        raise malformed("X", "be dense", "a sparse matrix", "use X.toarray()")
    if any(map(np.ma.is_masked, parts)):
        raise malformed("X", "have no masked cells", "some", "fill them, or leave samples out")
    try:
        array = np.asarray(X)
        if not hasattr(X, "dtype") or array.dtype == object:
            entries = np.asarray(X, dtype=object)
            array = np.asarray(entries.tolist())
            # numpy rounds large integers that stand beside floats, or are of both signs.
            large = array.dtype == float and np.abs(array).max(initial=0) >= 2.0**53
            if large and any(isinstance(value, Integral) for value in entries.flat):
                array = entries
    except ValueError:
        lengths = [len(row) if hasattr(row, "__len__") else 1 for row in X]
        other = next((i for i, length in enumerate(lengths) if length != lengths[0]), 0)
        found = f"{lengths[0]} in row 0, {lengths[other]} in row {other}"
        raise malformed("X", "have rows of one length", found) from None
    if array.ndim != 2 or array.size == 0:
        must = "be two-dimensional, (n_samples, n_features), with at least one of each"
        hint = "use numpy.reshape(X, (-1, 1)) for one feature, (1, -1) for one sample"
        raise malformed("X", must, f"shape {array.shape}", hint if array.ndim == 1 else "")
    return array


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
    ValueError: labels must be -1 or +1; found {0, 1}: use 2*y - 1
    """
    if np.ma.is_masked(y):
        raise malformed("y", "have no masked cells", "some", "leave those samples out")
    # 2*y - 1 works neither on lists nor on unsigned integers.
    is_signed = isinstance(y, np.ndarray) and y.dtype.kind in "ifO"
    y = np.asarray(y, dtype=None if hasattr(y, "dtype") else object)
    if y.shape != (n_samples,):
        hint = "use numpy.ravel(y)" if y.size == n_samples else ""
        raise malformed("y", f"have one label per sample, {n_samples}", f"shape {y.shape}", hint)
    if y.dtype.kind in "iufO" and np.all((y == 1) | (y == -1)):
        return y.astype(np.int64, copy=False)
    classes = sorted({repr(label) for label in y.tolist()})
    if {"nan", "None", "<NA>"} & {*classes}:
        hint = "remove the samples without a label"
    elif {*classes} <= {"0", "1", "0.0", "1.0"}:
        hint = "use 2*y - 1" + ("" if is_signed else " with y = numpy.array(y, int)")
    else:
        hint = "choose one class as +1, for example " if len(classes) > 2 else "use "
        hint += f"numpy.where(numpy.asarray(y) == {classes[-1]}, 1, -1)"
    shown = ", ".join(classes[:5] + ["…"] * (len(classes) > 5))
    raise malformed("labels", "be -1 or +1", f"{{{shown}}}", hint)


def as_number(name: str, value: Any) -> Any:
    """Return one finite number as Python's own type; or raise."""
    if isinstance(value, bool | np.bool_ | np.longdouble) or not isinstance(value, Real):
        raise malformed(name, "be a number", repr(value), "use float(...)")
    if not is_finite(value):
        raise malformed(name, "be finite", repr(value))
    return plain(value)


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
    b0 = as_number("b0", b0)
    return w0, Fraction(b0) if exact else b0


def prepare(X: Any, y: Any, w0: Any, b0: Any, learning_rate: Any, exact: bool) -> tuple:
    """Return X, y, w0, b0, η, checked and in one type of number.

    Integers stay integers, floats floats; all become `Fraction`s where `exact` is set, where one
    of them is a `Fraction`, and where the squares of floats overflow or vanish.
    """
    X = as_samples(X, exact)
    w0, b0 = as_start(w0, b0, X.shape[1], exact)
    rate = as_number("learning_rate", learning_rate)
    if rate <= 0:
        raise malformed("learning_rate", "be > 0", repr(rate))
    numbers = [X.flat[0], *w0.tolist(), b0, rate]
    if not exact and any(isinstance(number, Fraction) for number in numbers):
        return prepare(X, y, w0, b0, rate, exact=True)
    return X, as_labels(y, len(X)), w0, b0, Fraction(rate) if exact else rate


def as_pairs(stream: Iterable, exact: bool) -> Iterator[tuple[list, int]]:
    """Yield the items of a stream, checked: x as a list, all of one length, and the label."""
    n_features = None
    for position, pair in enumerate(stream):
        try:
            x, label = pair
            row = as_samples([x], exact)[0].tolist()
            n_features = n_features or len(row)
            if len(row) != n_features:
                raise malformed("x", f"have {n_features} features like those before", len(row))
            yield row, int(as_labels([label], 1)[0])
        except (TypeError, ValueError) as error:
            raise ValueError(f"stream item {position} must be a pair (x, y): {error}") from None


def frozen(array: np.ndarray) -> np.ndarray:
    """Return an array that nobody can write to: a copy, unless it is one already.

    A file that is memory-mapped for reading is one.

    >>> frozen(np.array([1.0])).flags.writeable
    False
    """
    if getattr(array.base, "mode", None) != "r" and not isinstance(array.base, _Locked):
        owner = _Locked(array.shape, array.dtype)
        owner[...] = array
        owner.flags.writeable = False
        array = owner.view(np.ndarray)
    return array


class _Locked(np.ndarray):
    """Memory that `frozen` made: no view of it can be written to."""
