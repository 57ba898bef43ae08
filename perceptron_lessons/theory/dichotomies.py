"""How many labellings of n points a line through the origin can be right about: Cover 1965."""

import itertools
from math import comb

import numpy as np

from perceptron_core.checks import as_count, as_samples
from perceptron_lessons.theory.separators import maximum_margin


def cover_number(n_points, n_features):
    """Return 2 Σ_{i<d} C(n − 1, i), the number of separable labellings of n points in d dimensions.

    Of points of which no d, nor fewer, are linearly dependent; the lines go through the origin.

    Parameters
    ----------
    n_points, n_features : int
        n and d, 1 or more each.

    References
    ----------
    Cover 1965, "Geometrical and statistical properties of systems of linear inequalities with
    applications in pattern recognition"; the number goes back to Schläfli.

    Examples
    --------
    >>> [cover_number(6, d) for d in (1, 2, 3, 6)]
    [2, 12, 32, 64]
    """
    n = as_count("n_points", n_points, 1)
    d = as_count("n_features", n_features, 1)
    return 2 * sum(comb(n - 1, i) for i in range(d))


def separable_labellings(X):
    """Return those labellings of points that a line through the origin is right about; exactly.

    Each of the 2ⁿ is tried, but for its opposite, which is separable if it is.

    Parameters
    ----------
    X : array-like, shape (n_points, n_features)
        Few: every further point doubles the work.

    Returns
    -------
    ndarray of −1 and +1, shape (count, n_points)

    Examples
    --------
    >>> separable_labellings([[1, 0], [0, 1]]).tolist()
    [[1, 1], [1, -1], [-1, -1], [-1, 1]]
    """
    X = as_samples(X)
    halves = itertools.product((1, -1), repeat=len(X) - 1)
    labels = np.array([(1, *rest) for rest in halves])
    separable = labels[[bool(maximum_margin(X, y)) for y in labels]]
    return np.vstack([separable, -separable])


def moment_curve(n_points, n_features):
    """Return the points (1, t, t², …) for whole t around 0: no d of them are linearly dependent.

    The determinant of d of them is Vandermonde's, which is not 0 for different t.

    Returns
    -------
    ndarray of int, shape (n_points, n_features)

    Examples
    --------
    >>> moment_curve(3, 3).tolist()
    [[1, -1, 1], [1, 0, 0], [1, 1, 1]]
    """
    n = as_count("n_points", n_points, 1)
    t = np.arange(n) - n // 2
    return np.vander(t, as_count("n_features", n_features, 1), increasing=True)
