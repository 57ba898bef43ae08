"""The changes of coordinates that the five sources make, and their way back.

Each function says what it does to a separator w, to R = max‖x‖ and to the margin γ.
"""

from __future__ import annotations

import numpy as np

from perceptron_core.validation import as_labels, as_samples


def fold_labels(X, y):
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
    X = as_samples(X)
    return as_labels(y, len(X))[:, None] * X


def append_constant(X, c=1):
    """Return X with the constant c appended to each sample: the offset becomes a weight.

    A line w·x + b = 0 becomes the plane (w, b/c)·(x, c) = 0 through the origin. R² grows to
    R² + c²; γ shrinks, since (w, b/c) is longer than w: by the factor 1/√(1 + b²/c²) for a unit
    w. The way back is `split_constant`. c = 1 is `cosine`, `iterations` and `empirical`; c = R is
    `primal`.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    c : number, not 0

    Returns
    -------
    ndarray, shape (n_samples, n_features + 1)

    Examples
    --------
    >>> append_constant([[6], [4]], 2).tolist()
    [[6, 2], [4, 2]]
    """
    if c == 0:
        raise ValueError("the padding constant c must not be 0: no offset could be learned")
    X = as_samples(X)
    column = np.full((len(X), 1), c, dtype=np.asarray(c).dtype)
    return as_samples(np.hstack([X, column]))


def split_constant(w, c=1):
    """Return (w, b) for a weight vector of data padded with c; the way back.

    >>> split_constant([2, 4, -1], c=3)
    (array([2, 4]), np.int64(-3))
    """
    w = np.asarray(w)
    return w[:-1], w[-1] * c


def normalize(X):
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
    X = as_samples(X).astype(float)
    lengths = np.linalg.norm(X, axis=1)
    if not lengths.all():
        raise ValueError(
            f"sample {np.flatnonzero(lengths == 0)[0]} is the zero vector: it has no unit length, "
            "and no plane through the origin separates it; remove it or pad first"
        )
    return X / lengths[:, None], lengths
