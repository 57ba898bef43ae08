"""The margin in feature space, and the theorems there: from inner products alone.

A vector of feature space is Σ_j v_j φ(x_j): n numbers, one a sample. Its product with another,
Σ_i Σ_j v_i u_j K_ij, is all that a margin, a bound or a line of a proof asks for.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from perceptron_core import checks, exact
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.hypotheses import rounding_of_unit_length, told_by
from perceptron_lessons.theory.kernels import as_gram, pad_of, padded
from perceptron_lessons.theory.linear_systems import Work, solve
from perceptron_lessons.theory.nearest_point import BUDGET, wolfe
from perceptron_lessons.theory.rationals import Rationals, rational
from perceptron_lessons.theory.separators import BIASES, Certificate, Separator, Undecided
from perceptron_lessons.theory.theorems import report


@dataclass(frozen=True, eq=False)
class KernelSeparator(Separator):
    """The maximum margin in feature space, along Σ_j w_j φ(x_j).

    As a `Separator`, with w_j = y_j a_j and a ≥ 0: the samples with a > 0 support the margin. Its
    length is γ.

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
        return self.gamma_squared

    @property
    def bound(self):
        """(R² + c²)/γ², or 4R²/γ² for a free offset: no run from 0 makes more mistakes."""
        if self.pad_squared is None:
            return 4 * self.radius_squared / self.gamma_squared
        return (self.radius_squared + self.pad_squared) / self.gamma_squared

    def inner_products(self, trace):
        """Return the `GramProducts` of a run with this vector, and its squared length without b."""
        products = GramProducts(trace, self.w)
        return products, products.square


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
    checks.check_choice("bias", bias, BIASES)
    K = as_gram(K)
    y = checks.as_labels(y, len(K))
    pad_squared = None if bias == "free" else pad_of(K, bias)
    groups = [y == 1, y == -1] if bias == "free" else [y != 0]
    if not all(group.any() for group in groups):
        raise checks.malformed("y", "have both labels for a free offset", f"only {y[0]}")
    groups = list(map(np.flatnonzero, groups))
    hull = _GramHull(padded(K, pad_squared or 0), y, groups, Work(budget))
    start = [int(group[0]) for group in groups]
    try:
        corral, shares = wolfe(hull, start, [Fraction(1, len(groups))] * len(groups))
    except ArithmeticError:
        must = "be positive semidefinite, as a matrix of inner products is"
        raise checks.malformed("K", must, "aᵀKa < 0 for some a") from None
    weights = np.array([Fraction(0)] * len(y), dtype=object)
    weights[corral] = shares
    square = hull.square(corral, shares)
    if not square:
        return Certificate(weights, bias)
    if hull.lowest(corral, shares) is not None:
        raise Undecided(
            f"whether anything separates {len(y)} samples in feature space was not decided within "
            f"budget={budget:g}; the hull's nearest point so far has ‖p‖² = {float(square):.3g}"
        )
    w, support = weights * y, np.sort(corral)
    b = hull.offset(corral, shares) if bias == "free" else pad_squared * sum(w)
    radius_squared = Fraction(max(K.diagonal().tolist()))
    space = (bias, pad_squared, square)
    return KernelSeparator(w, b, *space, support, radius_squared, bound_squared=square)


class _GramHull:
    """The hull of the y_i φ(x_i) by inner products alone: what Wolfe's algorithm asks of it."""

    def __init__(self, K, y, groups, work):
        self._groups = groups
        self._scale, self._work, self._shortest = exact.common_scale(K), work, None
        signed = y.astype(object)
        self._gram = exact.as_integers(K, self._scale) * signed[:, None] * signed

    def nearest_of(self, corral):
        """Return the shares of the point nearest to 0 in the affine hull of the corral."""
        n, m = len(corral), len(self._groups)
        self._work.spend(len(self._gram) * n)
        sums = np.array([np.isin(corral, group) for group in self._groups]).astype(int)
        matrix = np.zeros((m + n, m + n), dtype=object)
        matrix[:m, m:], matrix[m:, :m] = sums, sums.T
        matrix[m:, m:] = self._gram[np.ix_(corral, corral)]
        right = np.array([1] * m + [0] * n, dtype=object)
        found = solve(matrix, right, self._work)[0][m:]
        total = int(found.sum())
        return [Fraction(int(v), total) for v in found]

    def convex(self, shares):
        """Return the shares as they are: they sum to 1."""
        return shares

    def square(self, corral, shares):
        """Return ‖Σ a_i y_i φ(x_i)‖² exactly."""
        shares = np.array(shares, dtype=object)
        return (shares @ self._gram[np.ix_(corral, corral)] @ shares) / self._scale

    def lowest(self, corral, shares):
        """Return the sample whose margin is farthest below its group's in the corral, or None."""
        margins, worst, found = self._margins(corral, shares), 0, None
        for group in self._groups:
            least = int(group[margins[group].argmin()])
            gap = margins[least] - margins[next(i for i in corral if i in group)]
            if gap < worst:
                worst, found = gap, least
        return found

    def offset(self, corral, shares):
        """Return the b for which the corral's margins are the same in both groups."""
        margins = self._margins(corral, shares)
        plus, minus = (margins[next(i for i in corral if i in group)] for group in self._groups)
        return Fraction(minus - plus, 2) / self._scale

    def _margins(self, corral, shares):
        return self._gram[:, corral] @ np.array(shares, dtype=object)

    def below(self, corral, shares):
        """Return a sample whose margin is too small, or None where p is the nearest.

        Raises ArithmeticError where p has not become shorter: then K is no Gram matrix.
        """
        square = self.square(corral, shares)
        if square < 0 or (self._shortest is not None and square >= self._shortest):
            raise ArithmeticError
        self._shortest = square
        return self.lowest(corral, shares) if square else None


class GramProducts:
    """The inner products of a kernel run, as `InnerProducts` has them of a run in coordinates.

    Parameters
    ----------
    trace : KernelTrace
    u : array of Fraction, shape (n_samples,), or None
        The vector Σ u_j φ(x_j) to take products with; None is 0.

    Attributes
    ----------
    y, offsets, before, after, x_x, x_u, w_w, w_u
        As `InnerProducts` has them.
    square : Fraction
        The squared length of u.
    """

    def __init__(self, trace, u=None):
        u = np.zeros(len(trace.K), dtype=int) if u is None else u
        scale = exact.common_scale(trace.K, [trace.pad_squared])
        over_u = exact.common_scale(u)
        K, u = exact.as_integers(trace.K, scale), exact.as_integers(u, over_u)
        rows, along = trace.mistakes, K @ u
        self.y = trace.y[rows].astype(object)
        step = int(rational(trace.pad_squared) * scale)
        b = np.cumsum(np.append(0, step * self.y))
        scores, before = np.zeros(len(K), dtype=object), []
        for i, label in zip(rows.tolist(), self.y.tolist(), strict=True):
            before.append(label * scores[i])
            scores = scores + label * K[i]
        before, squares = np.array(before, dtype=object), K.diagonal()[rows]
        self.offsets = Rationals(b, scale)
        self.before = Rationals(before + self.y * b[:-1], scale)
        self.after = Rationals(before + squares + self.y * b[1:], scale)
        self.x_x = Rationals(squares, scale)
        self.x_u = Rationals(along[rows], scale * over_u)
        self.w_w = Rationals(np.cumsum(np.append(0, 2 * before + squares)), scale)
        self.w_u = Rationals(np.cumsum(np.append(0, self.y * along[rows])), scale * over_u)
        self.square = Fraction(int(u @ along), scale * over_u**2)


def check_kernel(trace):
    """Hold one kernel run against all five theorems, as `check` does for a run in coordinates.

    Parameters
    ----------
    trace : KernelTrace
        Or a list of updates that claims to be one.

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
    told = told_by(trace, _unit_length(trace), GramProducts(trace))
    return report(
        trace, told, lambda theorem: kernel_margin(trace.K, trace.y, theorem.space_of(trace))
    )


def _unit_length(trace):
    squares = exact.as_fractions(trace.K.diagonal()) + rational(trace.pad_squared)
    off = np.flatnonzero(abs(squares - 1) > rounding_of_unit_length(trace.n_features))
    return not len(off), "".join(f"‖φ(x_{i})‖² = {format_number(squares[i])}" for i in off[:1])
