"""The dual form: the mistake counts are the model, and only inner products are needed.

w = Σ α_j y_j φ(x_j), with α_j the number of mistakes on sample j, so that a margin is
y_i Σ_j α_j y_j K(x_i, x_j). Nothing else knows about φ: the Gram matrix K is the data.
"""

import math
import warnings
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice

import numpy as np

from perceptron_core import arithmetic, validation
from perceptron_core.algorithm import ORDERS, ZEROS, Weights, cyclic, shuffled
from perceptron_lessons.theory.linear_systems import Work, solve
from perceptron_lessons.theory.nearest_point import BUDGET, wolfe
from perceptron_lessons.theory.separators import Undecided


def kernel_perceptron(
    K, y, *, order="cyclic", zero="mistake", exact=False, max_mistakes=100_000, seed=None
):
    """Run the perceptron in its dual form, and return the trace of the run.

    While some sample has y_i Σ_j α_j y_j K_ij ≤ 0, count one more mistake of it. On K = XXᵀ that
    makes the same mistakes as `perceptron(X, y)`. Every decision is the exact one.

    Parameters
    ----------
    K : array-like of int, float or Fraction, shape (n_samples, n_samples)
        The Gram matrix: symmetric, K_ij the inner product of φ(x_i) and φ(x_j).
    y : array-like of −1 and +1, shape (n_samples,)
    order : {"cyclic", "first", "worst", "random", "shuffled"}
    zero : {"mistake", "positive"}
    exact : bool
        Take K in rationals.
    max_mistakes, seed
        As for `perceptron`.

    Returns
    -------
    KernelTrace

    Raises
    ------
    ValueError
        K is not square or not symmetric, has a negative number on its diagonal, or an argument
        is malformed.

    Warns
    -----
    RuntimeWarning
        `max_mistakes` were made and mistakes are left.

    References
    ----------
    Aizerman, Braverman and Rozonoer 1964; Freund and Schapire 1999.

    Examples
    --------
    XOR with (1 + x·x')²:

    >>> from perceptron_core import xor
    >>> data = xor()
    >>> trace = kernel_perceptron((1 + data.X @ data.X.T) ** 2, data.y)
    >>> trace.counts.tolist(), trace.converged
    ([1, 1, 1, 1], True)
    """
    validation.check_choice("order", order, ORDERS)
    validation.check_choice("zero", zero, ZEROS)
    K = as_gram(K, exact)
    y = validation.as_labels(y, len(K))
    counts, search = _Counts(K, y, zero), ORDERS[order]
    mistakes, epochs = [], [0]
    for epoch, i in islice(search(counts, np.random.default_rng(seed)), max_mistakes):
        mistakes.append(i)
        epochs.append(epoch)
        counts.add(i)
    converged = len(mistakes) < max_mistakes or counts.first_mistake(range(len(K))) is None
    if not converged:
        warnings.warn(
            f"stopped after max_mistakes={max_mistakes} mistakes with mistakes left: "
            "raise max_mistakes, or ask kernel_margin(K, y) whether anything separates the data",
            RuntimeWarning,
            stacklevel=2,
        )
    n_epochs = epochs[-1] + converged if search in (cyclic, shuffled) else None
    mistakes = np.array(mistakes, dtype=np.intp)
    return KernelTrace(K, y, mistakes, converged, order, zero, n_epochs)


def as_gram(K, exact=False):
    """Return a Gram matrix, checked; raises ValueError as `kernel_perceptron` does.

    Floats that rounding has made uneven (scikit-learn's kernels are so) are evened out.
    """
    K = validation.as_samples(K, exact)
    if K.shape[0] != K.shape[1]:
        must = "be square, n_samples × n_samples"
        raise validation.malformed("K", must, f"shape {K.shape}", "for K = XXᵀ use X @ X.T")
    if K.dtype == float and np.abs(K - K.T).max() <= 1e-12 * np.abs(K).max():
        K = (K + K.T) / 2
    if (uneven := np.argwhere(K != K.T)).size:
        i, j = uneven[0]
        found = f"{K[i, j]} at ({i}, {j}) and {K[j, i]} at ({j}, {i})"
        raise validation.malformed("K", "be symmetric", found, "use (K + K.T) / 2")
    if (K.diagonal() < 0).any():
        found = K.diagonal().min()
        raise validation.malformed("K", "have no negative number on its diagonal", found)
    return K


class _Counts(Weights):
    """The mistake counts α of a run in place of w and b; a margin is y_i Σ_j α_j y_j K_ij.

    A float margin sums n products; with counts that sum to k it misses the exact one by at most
    (n + 4)·u·k·max|K|, u = 2⁻⁵³, and not at all where everything is whole and below 2⁵³.
    """

    def __init__(self, K, y, zero):
        super().__init__(K, y, np.zeros(len(K), int), 0, 0, zero)
        floats = arithmetic.safe_floats(K)
        self._known = floats is not None
        self._products = (floats if self._known else np.zeros(K.shape)) * y[:, None] * y
        self._largest = float(np.abs(self._products).max())
        self._integral = validation.is_integral(K)
        self._counts, self._n = np.zeros(len(K)), 0
        self._scale = arithmetic.common_scale(K)

    @property
    def slack(self):
        reach = self._n * self._largest
        if not self._known:
            return math.inf
        if self._integral and reach < 2.0**53:
            return 0.0
        n = len(self._counts)
        return (n + 8) * arithmetic.UNIT * reach + n * arithmetic.TINY

    def add(self, i):
        self._counts[i] += 1
        self._n += 1

    def float_margins(self, rows):
        rows = slice(rows.start, rows.stop) if isinstance(rows, range) else rows
        return self._products[rows] @ self._counts

    def exact_margin(self, i):
        row = arithmetic.as_integers(self.X[i], self._scale)
        signed = [int(v) for v in self._counts * self.y]
        return Fraction(int(self.y[i]) * int(row @ np.array(signed, dtype=object)), self._scale)


@dataclass(frozen=True, eq=False)
class KernelTrace:
    """A run of the dual form: which samples were mistakes, in which order.

    Attributes
    ----------
    K : ndarray, shape (n_samples, n_samples)
    y : ndarray of int, shape (n_samples,)
    mistakes : ndarray of int, shape (k,)
    converged : bool
    order, zero : str
    n_epochs : int or None
        Passes begun, the last clean one included; None where the order has no passes.
    """

    K: np.ndarray
    y: np.ndarray
    mistakes: np.ndarray
    converged: bool
    order: str = "cyclic"
    zero: str = "mistake"
    n_epochs: int | None = None

    def __post_init__(self):
        for name in ("K", "y", "mistakes"):
            object.__setattr__(self, name, validation.frozen(np.asarray(getattr(self, name))))

    @property
    def n_mistakes(self):
        return len(self.mistakes)

    @cached_property
    def counts(self):
        """α: the number of mistakes on each sample, shape (n_samples,)."""
        return np.bincount(self.mistakes, minlength=len(self.y))

    def _scores(self, K, k):
        made = np.bincount(self.mistakes[:k], minlength=len(self.y))
        return arithmetic.Scores(K, arithmetic.Line(made * self.y))

    def margins(self, k):
        """Return y_i Σ_j α_j y_j K_ij of every sample after k updates, with the exact sign."""
        return self.y * self._scores(self.K, k).values()

    def scores(self, K):
        """Return Σ_j α_j y_j K(x, x_j) of other samples at the end, with the exact sign.

        Parameters
        ----------
        K : array-like, shape (m, n_samples)
            The kernel between each of them and each sample of the run.
        """
        return self._scores(validation.as_samples(K), self.n_mistakes).values()

    def predict(self, K):
        """Return their labels, shape (m,): the sign of the score, and 0 as in `Trace.predict`."""
        scores = self.scores(K)
        return np.where(scores > 0 if self.zero != "positive" else scores >= 0, 1, -1)

    def __repr__(self):
        end = "converged" if self.converged else "stopped"
        return f"kernel perceptron on {len(self.y)} samples: {end} after {self.n_mistakes} mistakes"


@dataclass(frozen=True, eq=False)
class KernelSeparator:
    """The maximum margin in feature space, where w = Σ a_j y_j φ(x_j).

    Attributes
    ----------
    weights : ndarray of Fraction, shape (n_samples,)
        a ≥ 0 with Σa = 1; the samples with a > 0 support the margin.
    gamma_squared : Fraction
        γ² = ‖w‖², exactly.
    radius_squared : Fraction
        max K(x, x), exactly.
    """

    weights: np.ndarray
    gamma_squared: Fraction
    radius_squared: Fraction

    @property
    def gamma(self):
        """γ, as the float next to it."""
        return arithmetic.square_root(self.gamma_squared)

    @property
    def bound(self):
        """R²/γ² = max K(x, x)/γ²: no run from 0 makes more mistakes."""
        return self.radius_squared / self.gamma_squared


@dataclass(frozen=True, eq=False)
class KernelCertificate:
    """Weights a ≥ 0 with Σa = 1 and Σ a_j y_j φ(x_j) = 0: nothing separates the data there.

    Attributes
    ----------
    weights : ndarray of Fraction, shape (n_samples,)
    """

    weights: np.ndarray

    def __bool__(self):
        return False


def kernel_margin(K, y, budget=BUDGET):
    """Return the maximum margin through the origin of feature space, or why there is none.

    Parameters
    ----------
    K : array-like, shape (n_samples, n_samples)
        The Gram matrix, taken as the rationals that it holds.
    y : array-like of −1 and +1, shape (n_samples,)
    budget : float
        The work after which the search ends.

    Returns
    -------
    KernelSeparator or KernelCertificate
        Exact, whichever it is. A certificate is false, as a condition.

    Raises
    ------
    ValueError
        K is no Gram matrix: of a combination of the samples the squared length is negative.
    Undecided
        The work did not suffice.

    Examples
    --------
    >>> from perceptron_core import xor
    >>> data = xor()
    >>> kernel_margin((1 + data.X @ data.X.T) ** 2, data.y).gamma_squared
    Fraction(2, 1)
    >>> kernel_margin(data.X @ data.X.T, data.y).weights.tolist()[:2]
    [Fraction(1, 2), Fraction(0, 1)]
    """
    K = as_gram(K)
    y = validation.as_labels(y, len(K))
    hull = _GramHull(K, y, Work(budget))
    try:
        corral, shares = wolfe(hull, [0], [Fraction(1)])
    except ArithmeticError:
        must = "be positive semidefinite, as a matrix of inner products is"
        raise validation.malformed("K", must, "aᵀKa < 0 for some a") from None
    weights = np.array([Fraction(0)] * len(y), dtype=object)
    weights[corral] = shares
    square = hull.square(corral, shares)
    if not square:
        return KernelCertificate(weights)
    if hull.lowest(corral, shares) is not None:
        raise Undecided(
            f"whether anything separates {len(y)} samples in feature space was not decided within "
            f"budget={budget:g}; the hull's nearest point so far has ‖p‖² = {float(square):.3g}"
        )
    largest = max(Fraction(v) for v in arithmetic.as_fractions(K.diagonal()))
    return KernelSeparator(weights, square, largest)


class _GramHull:
    """The hull of the y_i φ(x_i) by inner products alone: what Wolfe's algorithm asks of it."""

    def __init__(self, K, y, work):
        self._scale, self._work, self._shortest = arithmetic.common_scale(K), work, None
        signed = y.astype(object)
        self._gram = arithmetic.as_integers(K, self._scale) * signed[:, None] * signed

    def nearest_of(self, corral):
        """Return the shares of the point nearest to 0 in the affine hull of the corral."""
        n = len(corral)
        self._work.spend(len(self._gram) * n)
        matrix = np.ones((n + 1, n + 1), dtype=object)
        matrix[0, 0], matrix[1:, 1:] = 0, self._gram[np.ix_(corral, corral)]
        right = np.array([1] + [0] * n, dtype=object)
        found = solve(matrix, right, self._work)[0][1:]
        total = int(found.sum())
        return [Fraction(int(v), total) for v in found]

    def square(self, corral, shares):
        """Return ‖Σ a_i y_i φ(x_i)‖² exactly."""
        shares = np.array(shares, dtype=object)
        return (shares @ self._gram[np.ix_(corral, corral)] @ shares) / self._scale

    def lowest(self, corral, shares):
        """Return the sample of the least margin if that is below the corral's; else None."""
        margins = self._gram[:, corral] @ np.array(shares, dtype=object)
        least = int(margins.argmin())
        return least if margins[least] < margins[corral[0]] else None

    def below(self, corral, shares):
        """Return a sample whose margin is below the corral's, or None where p is the nearest.

        Raises ArithmeticError where p has not become shorter: then K is no Gram matrix.
        """
        square = self.square(corral, shares)
        if square < 0 or (self._shortest is not None and square >= self._shortest):
            raise ArithmeticError
        self._shortest = square
        return self.lowest(corral, shares) if square else None
