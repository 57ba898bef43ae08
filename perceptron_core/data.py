"""Samples and labels: checking what the user gives, and the data sets of the lessons."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

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
            array = entries if whole(entries) else array
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


def whole(*arrays):
    """Return whether every entry of every array, or every number, is an integer.

    >>> whole(np.array([1.0, -2.0]), 3), whole(Fraction(1, 2))
    (True, False)
    """
    return all(bool(np.all(np.floor(array) == array)) for array in arrays)


def _rational(array):
    return not whole(array) or any(isinstance(value, Fraction) for value in array.flat)


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


@dataclass(frozen=True, eq=False)
class Dataset:
    """Labelled samples, and where it is known a separator with its margin.

    Attributes
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of int, shape (n_samples,), −1 or +1
    name : str
    separator : ndarray, shape (n_features,), or None
        A vector w of any length; the samples are separated by w·x + offset = 0.
    offset : number
    margin : float or None
        Least y(w·x + offset)/‖w‖ over the samples.
    """

    X: np.ndarray
    y: np.ndarray
    name: str
    separator: Any = None
    offset: Any = 0
    margin: float | None = None

    def __post_init__(self):
        X = as_samples(self.X, own=True)
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "y", as_labels(self.y, len(X)))
        if self.separator is not None:
            object.__setattr__(self, "separator", np.array(self.separator))
        for array in (self.X, self.y):
            array.flags.writeable = False

    def __repr__(self):
        n, d = self.X.shape
        return f"Dataset({self.name!r}: {n} samples, {d} features)"


def worked_example():
    """Return the four points of the worked example (`iterations` §3).

    The best separator through the origin is (1, 2)/√5, with margin 2/√5.

    >>> worked_example().X.tolist()
    [[-2, 0], [0, -2], [-2, 2], [2, 2]]
    """
    X = [[-2, 0], [0, -2], [-2, 2], [2, 2]]
    return Dataset(X, [-1, -1, 1, 1], "worked example", [1, 2], margin=float(2 / np.sqrt(5)))


def planted(n_samples, n_features, margin, radius=1, seed=None):
    """Return random data with a known maximum margin about a random unit separator u.

    Two samples, one of each label, lie at distance `margin` on either side of the plane u·x = 0
    with the same foot on it, so that no separator, with an offset or without, has a larger margin.
    All others lie at least as far away, on the side of their label, within `radius`.

    Parameters
    ----------
    n_samples : int, at least 2
    n_features : int, at least 1
    margin : float, 0 < margin <= radius
    radius : float
        The largest ‖x‖; attained when n_features ≥ 2.
    seed : int, numpy Generator or None

    Returns
    -------
    Dataset
        `separator` is the unit vector u, `margin` the margin asked for. The margin of every
        sample is at least that, up to rounding.

    Examples
    --------
    >>> data = planted(50, 3, margin=0.1, seed=0)
    >>> round(float(min(data.y * (data.X @ data.separator))), 12)
    0.1
    """
    if n_samples < 2 or n_features < 1:
        raise ValueError(
            "planted data need n_samples >= 2 and n_features >= 1; "
            f"found {n_samples} and {n_features}"
        )
    if not 0 < margin <= radius < np.inf:
        raise ValueError(f"margin must be in (0, radius]; found {margin} with radius {radius}")
    rng = np.random.default_rng(seed)
    u = _unit(rng.normal(size=n_features))
    y = rng.choice([-1, 1], size=n_samples)
    height = rng.uniform(margin, radius, size=n_samples)
    y[:2], height[:2] = (1, -1), margin
    X = height[:, None] * (y[:, None] * u)
    if n_features > 1:
        along = rng.normal(size=(n_samples, n_features))
        along[1] = along[0]
        for _ in range(2):  # again, for the part along u that rounding left in short rows
            along = _unit(along - (along @ u)[:, None] * u)
        along *= np.sqrt(radius**2 - height**2)[:, None]
        # A uniform share of the disc's area; the two closest samples lie on the rim.
        share = rng.uniform(size=n_samples) ** (1 / max(1, n_features - 1))
        share[:2] = 1
        X += share[:, None] * along
    shuffled = rng.permutation(n_samples)
    name = f"planted margin {margin:g}"
    return Dataset(X[shuffled], y[shuffled], name, u, margin=float(margin))


def _unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def orthonormal(d):
    """Return the d unit vectors of R^d, all labelled +1: the bound k ≤ R²/γ² = d is attained.

    >>> orthonormal(2).X.tolist(), orthonormal(4).margin
    ([[1, 0], [0, 1]], 0.5)
    """
    if d < 1:
        raise ValueError(f"d must be at least 1; found {d}")
    return Dataset(
        np.eye(d, dtype=int),
        np.ones(d, dtype=int),
        f"{d} orthonormal points",
        np.ones(d, dtype=int),
        margin=float(1 / np.sqrt(d)),
    )


def bias_trap():
    """Return 120 (+) and 80 (−) on the line: slow when the bias step is 1 instead of R²."""
    return Dataset([[120], [80]], [1, -1], "bias trap", [1], offset=-100, margin=20.0)


def padding_trap():
    """Return 6 (+) and 4 (−) on the line: padded with 1, more mistakes than R²/γ² unpadded."""
    return Dataset([[6], [4]], [1, -1], "padding trap", [1], offset=-5, margin=1.0)


def xor():
    """Return the four corners of a square, labelled by the product of their signs.

    No line separates them, with an offset or without.
    """
    return Dataset([[-1, -1], [-1, 1], [1, -1], [1, 1]], [1, -1, -1, 1], "XOR")


def iris():
    """Return Fisher's iris: setosa (+1) against the rest (−1), four features in centimetres.

    The copy bundled with scikit-learn is used; nothing is downloaded.
    """
    from sklearn.datasets import load_iris

    bunch = load_iris()
    return Dataset(bunch.data, np.where(bunch.target == 0, 1, -1), "iris: setosa or not")


def iris_pair():
    """Return `iris` with two features that can be drawn: petal length and petal width."""
    data = iris()
    return Dataset(data.X[:, 2:], data.y, "iris: setosa or not, two petal features")
