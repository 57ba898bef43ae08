"""The dual form: the mistake counts are the model, and only inner products are needed.

w = Σ α_j y_j φ(x_j), with α_j the number of mistakes on sample j, so that a margin is
y_i Σ_j α_j y_j K(x_i, x_j). Nothing else knows about φ: the Gram matrix K is the data.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from perceptron_core import Trace, checks
from perceptron_core.algorithm import BIASES, ORDERS, ZEROS, Run, learn
from perceptron_core.exact import Line, Margins, labels_of, plain, scores
from perceptron_core.trace import pluralize


def kernel_perceptron(
    K,
    y,
    *,
    bias="none",
    order="cyclic",
    zero="mistake",
    exact=False,
    max_mistakes=100_000,
    seed=None,
):
    """Run the perceptron in its dual form, and return the trace of the run.

    While some sample has y_i Σ_j α_j y_j K_ij ≤ 0, count one more mistake of it. On K = XXᵀ that
    makes the same mistakes as `perceptron(X, y)`. Every decision is the exact one.

    Parameters
    ----------
    K : array-like of int, float or Fraction, shape (n_samples, n_samples)
        The Gram matrix: symmetric, K_ij the inner product of φ(x_i) and φ(x_j).
    y : array-like of −1 and +1, shape (n_samples,)
    bias : {"none", "one", "radius"}
        c² that is added to every entry of K, as a constant c appended to φ(x) does: 0, 1 or
        R² = max K_ii.
    order : {"cyclic", "first", "worst", "random", "shuffled"}
    zero : {"mistake", "positive", "negative"}
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
    checks.check_choice("bias", bias, BIASES)
    checks.check_choice("order", order, ORDERS)
    checks.check_choice("zero", zero, ZEROS)
    K = as_gram(K, exact)
    y = checks.as_labels(y, len(K))
    pad_squared = pad_of(K, bias)
    as_trace = partial(
        KernelTrace, K=K, y=y, order=order, zero=zero, bias=bias, pad_squared=pad_squared
    )
    # In the dual form w is the counts, with their labels, and a sample is a row of K.
    n = len(K)
    margins = Margins(K, y, Line([0] * n), pad_squared, updates=np.eye(n, dtype=int))
    run = Run(margins, zero)
    return learn(run, as_trace, order, max_mistakes, seed, judge="kernel_margin(K, y)")


def pad_of(K, bias):
    """Return the c² of a bias: 0, 1, or max K_ii as an int or Fraction."""
    if bias == "radius":
        largest = Fraction(max(K.diagonal().tolist()))
        return int(largest) if K.dtype == np.int64 else largest
    return int(bias == "one")


def as_gram(K, exact=False):
    """Return a Gram matrix, checked; raises ValueError as `kernel_perceptron` does.

    Floats that rounding has made uneven (scikit-learn's kernels are so) are evened out.
    """
    K = checks.as_samples(K, exact, "K")
    if K.shape[0] != K.shape[1]:
        must = "be square, n_samples × n_samples"
        raise checks.malformed("K", must, f"shape {K.shape}", "for K = XXᵀ use X @ X.T")
    if K.dtype == float:
        rounded = np.abs(K - K.T).max() <= 1e-12 * np.abs(K).max()
        K = np.where(rounded & (K != K.T), K / 2 + K.T / 2, K)
    if (uneven := np.argwhere(K != K.T)).size:
        i, j = uneven[0]
        found = f"{K[i, j]} at ({i}, {j}) and {K[j, i]} at ({j}, {i})"
        raise checks.malformed("K", "be symmetric", found, "use (K + K.T) / 2")
    if (K.diagonal() < 0).any():
        found = K.diagonal().min()
        raise checks.malformed("K", "have no negative number on its diagonal", found)
    return K


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
    bias : {"none", "one", "radius"}
    pad_squared : int or Fraction
        c²: margins are those of K + c².
    n_shuffled : int
        Passes begun in the order "shuffled"; 0 in others.
    """

    K: np.ndarray
    y: np.ndarray
    mistakes: np.ndarray
    converged: bool
    order: str = "cyclic"
    zero: str = "mistake"
    bias: str = "none"
    pad_squared: Any = 0
    n_shuffled: int = 0

    learning_rate = 1
    w0 = b0 = 0

    def __post_init__(self):
        for name, kind in (("K", None), ("y", int), ("mistakes", int)):
            array = np.asarray(getattr(self, name), kind)
            object.__setattr__(self, name, checks.frozen(array))
        object.__setattr__(self, "pad_squared", plain(self.pad_squared))

    __reduce__ = Trace.__reduce__
    n_epochs = Trace.n_epochs

    @property
    def X(self):
        raise ValueError(
            "a run of the dual form has no X, only K: its proof is prove(run, kernel_margin(run.K, "
            "run.y, bias)), with the run's bias (for primal: 'free'), its bounds check_kernel(run)"
        )

    @property
    def n_mistakes(self):
        return len(self.mistakes)

    @property
    def n_features(self):
        """How many numbers make up w in the dual: as many as there are samples."""
        return len(self.y)

    @cached_property
    def radius_squared(self):
        """R² = max K_ii, exactly."""
        return Fraction(max(self.K.diagonal().tolist()))

    @cached_property
    def counts(self):
        """α: the number of mistakes on each sample, shape (n_samples,)."""
        return checks.frozen(np.bincount(self.mistakes, minlength=len(self.y)))

    def _scores(self, K, k):
        signed = np.bincount(self.mistakes[:k], minlength=len(self.y)) * self.y
        return scores(K, signed, self.pad_squared * int(signed.sum()))

    def margins(self, k):
        """Return y_i Σ_j α_j y_j (K_ij + c²) of every sample after k updates, signs exact.

        As `Trace.margins`: a negative k counts from the end, and IndexError is raised.
        """
        k = checks.as_state(k, self.n_mistakes)
        return self.y * self._scores(self.K, k)

    def scores(self, K):
        """Return Σ_j α_j y_j (K(x, x_j) + c²) of other samples at the end, with the exact sign.

        Parameters
        ----------
        K : array-like, shape (m, n_samples)
            The kernel between each of them and each sample of the run.
        """
        K = checks.as_samples(K, name="K")
        if K.shape[1] != len(self.y):
            must = f"have a column for each sample of the run, {len(self.y)}"
            raise checks.malformed("K", must, K.shape[1])
        return self._scores(K, self.n_mistakes)

    def predict(self, K):
        """Return their labels, shape (m,): the sign of the score, and 0 as in `Trace.predict`."""
        return labels_of(self.scores(K), self.zero)

    def __repr__(self):
        end = "converged" if self.converged else "stopped"
        on = f"kernel perceptron on {pluralize(len(self.y), 'sample')}"
        return f"{on}: {end} after {pluralize(self.n_mistakes, 'mistake')}"
