"""The margin in feature space, and the theorems there: from inner products alone.

A vector of feature space is Σ_j v_j φ(x_j): n numbers, one a sample. Its product with another,
Σ_i Σ_j v_i u_j K_ij, is all that a margin, a bound or a line of a proof asks for.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from perceptron_core import checks, exact
from perceptron_lessons.tables import equals, pluralize
from perceptron_lessons.theory.exact_run import exact_run
from perceptron_lessons.theory.hypotheses import check_run, known_from, up_to_rounding
from perceptron_lessons.theory.kernels import KernelTrace, as_gram, pad_of
from perceptron_lessons.theory.nearest_point import BUDGET, GramMatrix, nearest_point
from perceptron_lessons.theory.separators import BIASES, Certificate, Separator, Undecided
from perceptron_lessons.theory.theorems import bounds_report


@dataclass(frozen=True, eq=False)
class KernelSeparator(Separator):
    """The maximum margin in feature space, along Σ_j w_j φ(x_j).

    As a `Separator`, with w_j = y_j a_j and a ≥ 0: the samples with a > 0 support the margin. Its
    length is γ, where γ is the largest.

    Attributes
    ----------
    radius_squared : Fraction
        R² = max K(x, x), exactly.
    """

    radius_squared: Fraction

    @property
    def weights(self):
        """a: the weights of the hull's nearest point, which sum to 1."""
        return abs(self.w)

    @property
    def norm_squared(self):
        return self.bound_squared

    @property
    def bound(self):
        """(R² + c²)/γ², or 4R²/γ² for a free offset: no run from 0 makes more mistakes."""
        if self.pad_squared is None:
            return 4 * self.radius_squared / self.gamma_squared
        return (self.radius_squared + self.pad_squared) / self.gamma_squared


def kernel_margin(K, y, bias="none", budget=BUDGET):
    """Return the maximum margin in feature space, or a certificate that there is none.

    Parameters
    ----------
    K : array-like, shape (n_samples, n_samples)
        The Gram matrix, taken as the rationals that it holds.
    y : array-like of −1 and +1, shape (n_samples,)
    bias : {"none", "one", "radius", "free"}
        As for `maximum_margin`: K as it is, K + c², or a separate offset.
    budget : float
        The work after which the search ends.

    Returns
    -------
    KernelSeparator or Certificate
        Exact in both cases. A certificate is false, as a condition.

    Raises
    ------
    ValueError
        K is not a Gram matrix: of a combination of the samples the squared length is negative.
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
    checks.check_choice("bias", bias, BIASES)
    K = as_gram(K)
    y = checks.as_labels(y, len(K))
    if bias == "free" and len(set(y.tolist())) == 1:
        raise checks.malformed("y", "have both labels for a free offset", f"only {y[0]}")
    pad_squared = None if bias == "free" else pad_of(K, bias)
    K_padded = exact.as_fractions(K) + Fraction(pad_squared or 0)
    try:
        corral, shares = nearest_point(GramMatrix(K_padded, y, bias == "free", budget))
    except ArithmeticError:
        must = "be positive semidefinite, as a matrix of inner products is"
        raise checks.malformed("K", must, "aᵀKa < 0 for some a") from None
    weights = np.full(len(y), Fraction(0))
    weights[corral] = exact.as_fractions(shares) / sum(shares)
    margins = y.astype(object) * (K_padded[:, corral] @ (weights * y)[corral])
    square = weights @ margins
    if not square:
        return Certificate(weights, bias)
    level, b = _level_and_offset(margins, y, pad_squared, weights)
    widest = None
    if level > 0:
        widest = KernelSeparator(
            w=weights * y,
            b=b,
            bias=bias,
            pad_squared=pad_squared,
            gamma_squared=level * level / square,
            support=np.sort(corral),
            radius_squared=Fraction(max(K.diagonal().tolist())),
            bound_squared=square,
        )
    if level == square:
        return widest
    samples = pluralize(len(y), "sample")
    raise Undecided(
        f"whether anything separates {samples} in feature space was not decided within "
        f"budget={budget:g}; the hull's nearest point so far has ‖p‖² {equals(float(square), 3)}",
        widest,
    )


def _level_and_offset(margins, y, pad_squared, weights):
    """Return the least margin of the samples, without its length, and the offset."""
    if pad_squared is not None:
        return margins.min(), pad_squared * (weights @ y)
    positive, negative = margins[y == 1].min(), margins[y == -1].min()
    return (positive + negative) / 2, (negative - positive) / 2  # half-way between the classes


def check_kernel(trace):
    """Hold one kernel run against all five theorems, as `check` does for a run in coordinates.

    Parameters
    ----------
    trace : KernelTrace
        Or any list of updates.

    Returns
    -------
    BoundsReport

    Examples
    --------
    >>> from perceptron_core import xor
    >>> from perceptron_lessons.theory.kernels import kernel_perceptron
    >>> check_kernel(kernel_perceptron((1 + xor().X @ xor().X.T) ** 2, xor().y))["iterations"]
    iterations: bound holds, 4 ≤ R²/γ² = 9/2
    """
    check_run(trace, (KernelTrace,))
    run = exact_run(trace)
    known = known_from(trace, run, _kernel_unit_verdict(trace))
    return bounds_report(
        run, known, lambda theorem: kernel_margin(trace.K, trace.y, theorem.space_of(run))
    )


def _kernel_unit_verdict(trace):
    squares = exact.as_fractions(trace.K.diagonal()) + exact.as_fractions(trace.pad_squared)
    distances = abs(squares - 1)
    off = np.flatnonzero(distances > exact.rounding_of_unit_length(trace.n_features))
    if len(off):
        return False, f"‖φ(x_{off[0]})‖² {equals(squares[off[0]])}"
    return True, up_to_rounding(max(distances), "‖φ(x)‖²")
