"""The changes of coordinates that the five sources make, and their way back.

Each function says what it does to a separator w, to R = max‖x‖ and to the margin γ.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core.checks import as_data, as_number, as_samples, malformed
from perceptron_core.exact import nearest_float
from perceptron_lessons.theory.margins import near

FAR = 1e150  # squares of floats from here to 1/FAR keep their digits


def fold_labels(X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return Z with rows z = y·x: every sample now wants w·z > 0.

    w, R and γ stay as they are. The way back is the same step: `fold_labels(Z, y)` is X.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    y : array-like of −1 and +1, shape (n_samples,)

    Returns
    -------
    ndarray, shape (n_samples, n_features)

    References
    ----------
    `cosine`, Simplification 2.

    Examples
    --------
    >>> fold_labels([[1, 2], [3, 4]], [1, -1]).tolist()
    [[1, 2], [-3, -4]]
    """
    X, y = as_data(X, y)
    y = y[:, None]
    if X.dtype.kind == "i" and X.min() == np.iinfo(X.dtype).min:
        X = X.astype(object)  # −2⁶³ has no opposite among the 64-bit integers
    return y * X


def append_constant(X: ArrayLike, c: float | Fraction = 1) -> np.ndarray:
    """Return X with the constant c appended to each sample: the offset becomes a weight.

    A line w·x + b = 0 becomes the plane (w, b/c)·(x, c) = 0 through the origin. R² grows to
    R² + c²; this line's γ shrinks, since (w, b/c) is longer than w: by the factor 1/√(1 + b²/c²)
    for a unit w. The way back: b is the last weight times c. `iterations` and `empirical` have
    c = 1, `primal` has c = R.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    c : number, not 0

    Returns
    -------
    ndarray, shape (n_samples, n_features + 1)
        Rational where integers and floats meet that no type of 64 bits holds both.

    Raises
    ------
    ValueError
        c is 0, or no finite number.

    Examples
    --------
    >>> append_constant([[6], [4]], 2).tolist()
    [[6, 2], [4, 2]]
    """
    c = as_number("the padding constant c", c)
    if c == 0:
        raise malformed("the padding constant c", "not be 0", 0, "no offset could be learned")
    X = as_samples(X)
    column = np.full((len(X), 1), c, dtype=np.asarray(c).dtype)
    padded = np.hstack([X, column])
    if X.dtype != column.dtype:
        entries = np.hstack([X.astype(object), column.astype(object)])
        padded = padded if np.array_equal(padded, entries) else entries
    return as_samples(padded)


def normalize(X: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return (X with each sample divided by its length, the lengths).

    The sign of w·x stays, so the same w separate. R becomes 1, and γ becomes
    min y(w·x)/‖x‖, which is at least γ/R. The way back is to multiply by the lengths. Done
    after padding, as `empirical` does; done before it, the offset would mean another line.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)

    Returns
    -------
    unit : ndarray of float, shape (n_samples, n_features)
    lengths : ndarray of float, shape (n_samples,)
        ∞ where a length is beyond all floats; the unit vector is right all the same.

    Raises
    ------
    ValueError
        A sample is the zero vector: it has no direction, and nothing separates it.

    References
    ----------
    `cosine`, Simplification 3; `empirical` §7.1.

    Examples
    --------
    >>> normalize([[3, 4]])[0].tolist()
    [[0.6, 0.8]]
    """
    X = as_samples(X)
    zero = np.flatnonzero(~(X != 0).any(axis=1))
    if len(zero):
        raise ValueError(
            f"sample {zero[0]} is the zero vector: it has no unit length, "
            "and no plane through the origin separates it; remove it or pad first"
        )
    floats = np.frompyfunc(nearest_float, 1, 1)(X) if X.dtype == object else X
    floats = floats.astype(float)
    largest = np.abs(floats).max(axis=1)
    near_one = (largest > 1 / FAR) & (largest < FAR)
    unit, lengths = np.empty(X.shape), np.empty(len(X))
    lengths[near_one] = np.linalg.norm(floats[near_one], axis=1)
    unit[near_one] = floats[near_one] / lengths[near_one, None]
    for i in np.flatnonzero(~near_one):
        row, size = near(X[i])
        length = float(np.linalg.norm(row))
        unit[i] = row / length
        lengths[i] = nearest_float(Fraction(length) * Fraction(size))
    return unit, lengths
