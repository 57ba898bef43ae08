"""A perceptron that also corrects what is right but too near: a wide gap by the same three lines.

Plain: correct while y(w·x) ≤ 0. Here: while y(w·x) ≤ τ, or while ≤ β‖w‖, that is, while a sample
is no farther than β from the line. And MinOver, which never stops: it always adds the z = yx with
the least product. Everything is in integers; no root is taken.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron_core.checks import as_count, as_data, as_number, check_choice, malformed
from perceptron_core.exact import over_one
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.transforms import fold_labels

ORDERS_WITH_MARGIN = ("cyclic", "worst", "mildest")
"""In turn; the least product first; of what is corrected, the greatest product first."""


class MarginRun(NamedTuple):
    """What a run from 0 with learning rate 1 and a threshold leaves behind.

    Attributes
    ----------
    mistakes : tuple of int
        The samples that were added, in order, whether the line was wrong about them or only near.
    w : ndarray of Fraction, shape (n_features,)
        At the end.
    least : Fraction
        The least y(w·x) at the end.
    converged : bool
        Whether no sample was left to correct.
    """

    mistakes: tuple
    w: np.ndarray
    least: Fraction
    converged: bool

    @property
    def margin_squared(self):
        """The square of the margin of w: of the least distance from its line, 0 if w is wrong."""
        return self.least**2 / (self.w @ self.w) if self.least > 0 else Fraction(0)

    @property
    def margin(self):
        """The margin of w, as the float next to it."""
        return square_root(self.margin_squared)


class _SumOfSamples:
    """w, a sum of z = yx, by its products with all of them: integers, over scale²."""

    def __init__(self, X, y, tau=0):
        n = len(y)
        numbers, self.scale = over_one([*fold_labels(X, y).ravel().tolist(), tau])
        self.Z = numbers[:-1].reshape(n, -1)
        self.tau = int(numbers[-1]) * self.scale
        self.gram = self.Z @ self.Z.T
        self.products = np.full(n, 0, dtype=object)
        self.square = 0
        self.mistakes = []

    def add(self, i):
        """Add z_i to w."""
        self.square += 2 * self.products[i] + self.gram[i, i]
        self.products = self.products + self.gram[i]
        self.mistakes.append(int(i))

    def too_near(self, beta_squared):
        """Return the samples with w·z ≤ τ + β‖w‖."""
        excess = self.products - self.tau
        if not beta_squared:
            return np.flatnonzero(excess <= 0)
        allowed = beta_squared.numerator * self.scale**2 * self.square
        is_near = (excess <= 0) | (beta_squared.denominator * excess * excess <= allowed)
        return np.flatnonzero(is_near)

    def run(self, converged):
        """Return what is left of the run."""
        counts = np.bincount(self.mistakes, minlength=len(self.Z)).astype(object)
        w = np.array([Fraction(int(v), self.scale) for v in counts @ self.Z], dtype=object)
        least = Fraction(int(self.products.min()), self.scale**2)
        return MarginRun(tuple(self.mistakes), w, least, converged)


def _next(order, wrong, products, last):
    """Return which of the samples to be corrected is next."""
    if order == "worst":
        return wrong[products[wrong].argmin()]
    if order == "mildest":
        return wrong[products[wrong].argmax()]
    after = wrong[wrong > last]
    return after[0] if len(after) else wrong[0]


def perceptron_with_margin(
    X, y, *, tau=0, beta_squared=0, order="cyclic", max_mistakes=100_000
) -> MarginRun:
    """Run the perceptron that corrects while y(w·x) ≤ τ + β‖w‖, from 0, through the origin.

    If some unit u has y(u·x) ≥ γ > β, the run ends after at most (R² + 2τ − β²)/(γ − β)² mistakes.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    y : array-like of −1 and +1, shape (n_samples,)
    tau : number ≥ 0
        τ, in the units of y(w·x).
    beta_squared : number ≥ 0
        β², since the margin that one wants is seldom rational, in units of ‖x‖².
    order : {"cyclic", "worst", "mildest"}
    max_mistakes : int
        Where a run is stopped that has not ended.

    Returns
    -------
    MarginRun
        Exact: a float is the rational that it is.

    Raises
    ------
    ValueError
        Malformed samples or labels, an order that is none, or τ or β² below 0.

    References
    ----------
    Krauth and Mézard 1987 (τ, the worst first); Li, Zaragoza, Herbrich, Shawe-Taylor and Kandola
    2002 (τ, in any order); Tsampouka and Shawe-Taylor 2005 (β‖w‖).

    Examples
    --------
    >>> perceptron_with_margin([[2, 1], [2, -1]], [1, 1]).w.tolist()
    [Fraction(2, 1), Fraction(1, 1)]
    >>> run = perceptron_with_margin([[2, 1], [2, -1]], [1, 1], tau=4)
    >>> run.mistakes, str(run.margin_squared)
    ((0, 1), '4')
    """
    X, y = as_data(X, y)
    check_choice("order", order, ORDERS_WITH_MARGIN)
    max_mistakes = as_count("max_mistakes", max_mistakes)
    given = {"tau": tau, "beta_squared": beta_squared}
    for name in given:
        given[name] = as_number(name, given[name], exact=True)
        if given[name] < 0:
            raise malformed(name, "be >= 0", given[name])
    sums, last = _SumOfSamples(X, y, given["tau"]), -1
    wrong = sums.too_near(given["beta_squared"])
    while len(wrong) and len(sums.mistakes) < max_mistakes:
        last = _next(order, wrong, sums.products, last)
        sums.add(last)
        wrong = sums.too_near(given["beta_squared"])
    return sums.run(converged=not len(wrong))


def minover(X, y, steps) -> MarginRun:
    """Add, so many times, the z = yx with the least product w·z, the first of equals; from 0.

    With p the point of the hull of the z that is nearest to 0, ‖w_k − kp‖² ≤ k(R² − ‖p‖²): so
    w_k/k goes to p, which is 0 where nothing separates.

    Parameters
    ----------
    X, y
        As for `perceptron_with_margin`.
    steps : int

    Returns
    -------
    MarginRun
        `converged` is False: it does not stop by itself.

    References
    ----------
    Krauth and Mézard 1987, "Learning algorithms with optimal stability in neural networks".

    Examples
    --------
    >>> [str(v) for v in minover([[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1], 100).w]
    ['40', '80']
    """
    X, y = as_data(X, y)
    sums = _SumOfSamples(X, y)
    for _ in range(as_count("steps", steps)):
        sums.add(sums.products.argmin())
    return sums.run(converged=False)
