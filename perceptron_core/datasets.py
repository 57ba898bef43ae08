"""The data sets of the lessons: labelled samples, and where it is known a separator."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from perceptron_core.checks import (
    as_count,
    as_data,
    as_generator,
    as_number,
    as_vector,
    frozen,
    malformed,
)
from perceptron_core.exact import nearest_float
from perceptron_core.trace import pluralize, summary_text

MOST = 10**9  # samples, or features: more than any memory holds


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

    X: Any
    y: Any
    name: str
    separator: Any = None
    offset: Any = 0
    margin: float | None = None

    def __post_init__(self):
        X, y = as_data(self.X, self.y)
        object.__setattr__(self, "X", frozen(X))
        object.__setattr__(self, "y", frozen(y))
        if self.separator is not None:
            separator = as_vector("separator", self.separator, self.X.shape[1])
            object.__setattr__(self, "separator", separator)
        object.__setattr__(self, "offset", as_number("offset", self.offset))
        if self.margin is not None:
            object.__setattr__(self, "margin", as_number("margin", self.margin))

    def __repr__(self):
        samples, features = pluralize(len(self.X), "sample"), self.X.shape[1]
        return f"Dataset({self.name!r}: {samples}, {pluralize(features, 'feature')})"


def worked_example() -> Dataset:
    """Return the four points of the worked example (`iterations` §3).

    The best separator through the origin is (1, 2)/√5, with margin 2/√5.

    >>> worked_example().X.tolist()
    [[-2, 0], [0, -2], [-2, 2], [2, 2]]
    """
    X = [[-2, 0], [0, -2], [-2, 2], [2, 2]]
    return Dataset(X, [-1, -1, 1, 1], "worked example", [1, 2], margin=float(2 / np.sqrt(5)))


def planted(
    n_samples: int, n_features: int, margin: float, radius: float = 1, seed: Any = None
) -> Dataset:
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
    n_samples = as_count("n_samples", n_samples, 2, MOST)
    n_features = as_count("n_features", n_features, 1, MOST)
    given = as_number("margin", margin), as_number("radius", radius)
    margin, radius = map(nearest_float, given)
    if not 0 < margin <= radius < math.inf:
        must = "be in (0, radius], and both within the range of floats"
        raise malformed(
            "margin", must, f"{summary_text(given[0])} with radius {summary_text(given[1])}"
        )
    rng = as_generator(seed)
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
    return Dataset(X[shuffled], y[shuffled], f"planted margin {margin:g}", u, margin=float(margin))


def _unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def orthonormal(d: int) -> Dataset:
    """Return the d unit vectors of R^d, all labelled +1: the bound k ≤ R²/γ² = d is attained.

    >>> orthonormal(2).X.tolist(), orthonormal(4).margin
    ([[1, 0], [0, 1]], 0.5)
    """
    d = as_count("d", d, 1, MOST)
    ones = [1] * d
    return Dataset(np.eye(d, dtype=int), ones, f"{d} orthonormal points", ones, margin=d**-0.5)


def doubling(d: int) -> Dataset:
    """Return d samples of 0, 1 and −1 that cost (4^d − 1)/3 mistakes, in every order.

    Sample i has a 1 in place i and a −1 in each place before it; all labels are +1. The least
    separator in whole numbers doubles from place to place, and γ² = 3/(4^d − 1).

    >>> doubling(3).X.tolist(), doubling(3).separator.tolist()
    ([[1, 0, 0], [-1, 1, 0], [-1, -1, 1]], [1, 2, 4])
    """
    d = as_count("d", d, 1, MOST)
    X = 2 * np.eye(d, dtype=int) - np.tri(d, dtype=int)
    gamma = max(2.0**-d * math.sqrt(3 / (1 - 4.0**-d)), 5e-324)  # 0 only for 0
    return Dataset(X, [1] * d, f"doubling in {d}", [2**i for i in range(d)], margin=gamma)


def bias_trap() -> Dataset:
    """Return 120 (+) and 80 (−) on the line: slow when the bias step is 1 instead of R²."""
    return Dataset([[120], [80]], [1, -1], "bias trap", [1], offset=-100, margin=20.0)


def padding_trap() -> Dataset:
    """Return 6 (+) and 4 (−) on the line: padded with 1, more mistakes than R²/γ² unpadded."""
    return Dataset([[6], [4]], [1, -1], "padding trap", [1], offset=-5, margin=1.0)


def xor() -> Dataset:
    """Return the four corners of a square, labelled by the product of their signs.

    No line separates them, with an offset or without.
    """
    return Dataset([[-1, -1], [-1, 1], [1, -1], [1, 1]], [1, -1, -1, 1], "XOR")


def iris() -> Dataset:
    """Return Fisher's iris: setosa (+1) against the rest (−1), four features in centimetres.

    The copy bundled with scikit-learn is used; nothing is downloaded.

    Raises
    ------
    ModuleNotFoundError
        scikit-learn is not installed; the message says what to do.
    """
    try:
        from sklearn.datasets import load_iris
    except ModuleNotFoundError as error:
        remedy = "iris needs scikit-learn: use pip install scikit-learn"
        raise ModuleNotFoundError(remedy, name=error.name) from None
    bunch = load_iris()
    return Dataset(bunch.data, np.where(bunch.target == 0, 1, -1), "iris: setosa or not")


def iris_pair() -> Dataset:
    """Return `iris` with two features that can be drawn: petal length and petal width."""
    return Dataset(iris().X[:, 2:], iris().y, "iris: setosa or not, two petal features")
