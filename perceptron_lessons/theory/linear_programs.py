"""Separators by linear programming: the solver proposes, exact arithmetic decides.

A solver in floats takes what is small for 0: it finds [1, 1e-9] (+), [1, −1e-9] (−) infeasible. So
its points are checked on all samples, its optimum against an upper bound from the dual program, and
where that does not suffice the answer is computed in integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core.exact import (
    Scores,
    as_fractions,
    as_integers,
    common_scale,
    nearest_float,
)
from perceptron_lessons.theory.float_hull import NEAR
from perceptron_lessons.theory.least_margins import balanced, in_unit_box, least_margin
from perceptron_lessons.theory.linear_systems import OutOfWork, Work, solve
from perceptron_lessons.theory.nearest_point import BUDGET, PASS, combination
from perceptron_lessons.theory.separators import (
    ACCURACY,
    Separator,
    Undecided,
    check_data,
    maximum_margin,
    separator,
)


def lp_separator(X: ArrayLike, y: ArrayLike, *, bias: str = "none") -> Separator | None:
    """Return some separator found by linear programming, or None where the LP is infeasible.

    Feasibility: find w, b with y(w·x + b) ≥ 1 for every sample (any w with all margins > 0 can
    be scaled to that). No margin is needed to state it, and none is maximised.

    Parameters
    ----------
    X, y
        As for `maximum_margin`.
    bias : {"none", "free"}
        Without an offset, or with a free one.

    Returns
    -------
    Separator or None
        Exact: the solver's point is checked on all samples. Where it has none, or one that does
        not separate, `maximum_margin` decides, and None stands for its certificate.

    Raises
    ------
    ValueError, Undecided
        As for `maximum_margin`.

    References
    ----------
    `empirical` §7.2. The solver is HiGHS, through `scipy.optimize.linprog`.

    Examples
    --------
    >>> lp_separator([[1], [-1]], [1, 1]) is None
    True
    """
    X, y = _check_program(X, y, bias)
    ones = np.ones((len(X), 1), dtype=int)
    entries, _, sizes = balanced(np.hstack([X, ones]) if bias == "free" else X)
    nothing = np.zeros(entries.shape[1])
    solved = _linprog(nothing, -y[:, None] * entries, -ones[:, 0], (None, None), _groups(y, bias))
    if solved is not None:
        line = as_fractions(solved[0]) / [Fraction(2) ** size for size in sizes.tolist()]
        w, b = line[: X.shape[1]], sum(line[X.shape[1] :])
        if least_margin(X, y, w, b)[0] > 0:
            return separator(X, y, w, b, bias=bias)
    try:
        return maximum_margin(X, y, bias=bias) or None
    except Undecided as error:
        if error.separator is None:
            raise
        return error.separator


@dataclass(frozen=True, eq=False)
class BoxMargin:
    """The optimum of the LP max γ subject to y(w·x + b) ≥ γ, |w_j| ≤ 1.

    Attributes
    ----------
    value : float
        The LP's optimum, right to 1e-9 relative. It is measured by the largest |w_j| and not by
        ‖w‖: another number than the theorem's γ, and in general another line.
    separator : Separator
        A w and b that attain it, with their Euclidean margin, at most the maximum margin.
    """

    value: float
    separator: Separator


def lp_box_margin(X: ArrayLike, y: ArrayLike, *, bias: str = "none") -> BoxMargin | None:
    """Return the maximum margin by linear programming, with w in a box instead of a ball.

    Parameters
    ----------
    X, y, bias
        As for `lp_separator`. A free offset is not in the box.

    Returns
    -------
    BoxMargin or None
        None where the optimum is 0: nothing separates the data. Verified: the w found has at
        least this margin, exactly, and a solution of the dual program proves that no w has more
        (but for 1e-9 of it). Where floats do not reach that, the program is solved in integers.

    Raises
    ------
    ValueError, Undecided
        As for `maximum_margin`.

    References
    ----------
    `empirical` §7.2, with the γ and the bound on w that the printed program lacks.

    Examples
    --------
    >>> lp_box_margin([[3, 4]], [1]).value
    7.0
    """
    X, y = _check_program(X, y, bias)
    w, weights = _float_optimum(X, y, bias)
    value, b = _best_offset(X, y, w, bias)
    if not 0 < value >= _bound(X, y, weights, bias) * (1 - ACCURACY):
        if not maximum_margin(X, y, bias=bias):
            return None
        try:
            w = _exact_optimum(X, y, bias)
        except OutOfWork:
            raise Undecided(
                "undecided after the work allowed: the linear program is too large to be solved in "
                "integers, and its solution in floats is not right to 1e-9; maximum_margin "
                "measures by ‖w‖"
            ) from None
        value, b = _best_offset(X, y, w, bias)
    return BoxMargin(nearest_float(value), separator(X, y, w, b, bias=bias))


def _check_program(X, y, bias):
    if bias not in ("none", "free"):
        raise ValueError(f"bias must be none or free in a linear program; found {bias!r}")
    return check_data(X, y, bias)


def _linprog(cost, A, b, bounds, groups):
    """Return the solver's point and its dual weights of the rows A·x ≤ b, or None.

    The solver sees few of the rows; those that its point violates most are added until it violates
    none (Kelley 1960). Where the few have no solution, all have none.
    """
    from scipy.optimize import linprog

    few = NEAR * A.shape[1]
    rows = np.sort(np.concatenate([np.flatnonzero(group)[:few] for group in groups]))
    while True:
        solved = linprog(cost, A_ub=A[rows], b_ub=b[rows], bounds=bounds, method="highs")
        if solved.status != 0:
            return None
        excess = A @ solved.x - b
        excess[rows] = 0
        order = np.argsort(-excess)[:few]
        added = order[excess[order] > 0]
        if not len(added):
            weights = np.zeros(len(A))
            weights[rows] = np.maximum(-solved.ineqlin.marginals, 0)
            return solved.x, weights
        rows = np.union1d(rows, added)


def _groups(y, bias):
    return [y == 1, y == -1] if bias == "free" else [np.full(len(y), True)]


def _best_offset(X, y, w, bias):
    """Return the largest least margin of w over all offsets, and its offset."""
    least = [least_margin(X[group], y[group], w)[0] for group in _groups(y, bias)]
    return sum(least) / len(least), (least[1] - least[0]) / 2 if bias == "free" else 0


def _float_optimum(X, y, bias):
    """Return a w in the box and weights of the samples, both only near the optimum."""
    rows, _ = in_unit_box(X)
    if bias == "free":
        rows = np.hstack([rows, np.ones((len(X), 1))])
    rows = y[:, None] * rows
    d, wide = X.shape[1], rows.shape[1]
    bounds = [(-1, 1)] * d + [(None, None)] * (wide - d) + [(0, None)]
    with_gamma = np.hstack([-rows, np.ones((len(rows), 1))])
    cost, zeros = np.append(np.zeros(wide), -1.0), np.zeros(len(rows))
    solved = _linprog(cost, with_gamma, zeros, bounds, _groups(y, bias))
    if solved is None:
        return as_fractions(np.zeros(d)), zeros
    return as_fractions(np.clip(solved[0][:d], -1, 1)), solved[1]


def _bound(X, y, weights, bias):
    """Return Σ_j |Σ_i a_i z_ij| for convex weights a: the dual's value, which no margin exceeds.

    γ ≤ Σ a_i (w·z_i) = w·Σ a_i z_i, and |w_j| ≤ 1.
    """
    groups = _groups(y, bias)
    shares = as_fractions(weights)
    for group in groups:
        if not weights[group].any():
            shares[np.flatnonzero(group)[0]] = Fraction(1)
        shares[group] /= shares[group].sum() * len(groups)
    rows = np.flatnonzero(shares)
    w, _, unit, _ = combination(X[rows], y[rows], shares[rows], None if bias == "free" else 0)
    return sum(map(abs, w)) * unit


def _exact_optimum(X, y, bias):
    """Return the optimal w of the box, in rationals, by the simplex method on the dual program.

    min Σ_j |p_j| where p = Σ a_i z_i, a ≥ 0, and the weights of each group sum to the same. A
    basis has d + g columns: (z_i, group of i) for samples, ∓(axis j, 0) of cost 1 for the two signs
    of p_j. Its multipliers are w and the least margin of each group; what enters is a sample with
    a margin below that, or a sign of an axis where |w_j| > 1. After a step of length 0 the first
    that may enter does, so that no basis comes back (Bland 1977).
    """
    groups = _groups(y, bias)
    d, g = X.shape[1], len(groups)
    axes = np.vstack([-np.eye(d, d + g, dtype=int), np.eye(d, d + g, dtype=int)]).astype(object)
    scale = common_scale(X)

    def column(index):
        """The axes' two signs come first, then the samples."""
        if index < 2 * d:
            return axes[index]
        i = index - 2 * d
        z = as_integers(X[i], scale) * int(y[i])
        return np.array([*z, *(int(group[i]) for group in groups)], dtype=object)

    right = np.array([0] * d + [1] * g, dtype=object)
    samples = [2 * d + int(np.flatnonzero(group)[0]) for group in groups]
    p = sum(column(index)[:d] for index in samples)
    basis = [j if p[j] >= 0 else d + j for j in range(d)] + samples
    work, careful = Work(BUDGET), False
    while True:
        work.spend(PASS * X.size)
        matrix = np.array([column(index) for index in basis]).T
        cost = np.array([int(index < 2 * d) for index in basis], dtype=object)
        found, unit = solve(matrix.T, cost, work)
        found = found * Fraction(-1, unit)
        entering = _entering(X, y, groups, found[:d], -found[d:] / scale, careful)
        if entering is None:
            return found[:d]
        value, _ = solve(matrix, right, work)
        change, _ = solve(matrix, column(entering), work)
        # By how much of the entering column each of the basis is used up, but for one factor.
        steps = [
            (Fraction(int(v), int(c)), index, at)
            for at, (v, c, index) in enumerate(zip(value, change, basis, strict=True))
            if c > 0
        ]
        step, _, leaving = min(steps)
        careful = step == 0
        basis[leaving] = entering


def _entering(X, y, groups, w, levels, careful):
    """Return a column that shortens p, the first of all where `careful`, or None."""
    d = len(w)
    for sign, excess in enumerate((w - 1, -w - 1)):
        if max(excess) > 0:
            at = next(j for j in range(d) if excess[j] > 0) if careful else excess.argmax()
            return sign * d + int(at)
    found = []
    for label in (1, -1):
        for group, level in zip(groups, levels, strict=True):
            rows = np.flatnonzero(group & (y == label))
            if len(rows):
                scores = Scores(X[rows], w, -label * level)
                margins = np.where(scores.signs() * label < 0, scores.floats * label, np.inf)
                at = np.isfinite(margins).argmax() if careful else margins.argmin()
                if np.isfinite(margins[at]):
                    found.append((0 if careful else scores.exact([at])[0] * label, rows[at]))
    return 2 * d + int(min(found)[1]) if found else None
