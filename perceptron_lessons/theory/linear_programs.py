"""Separators by linear programming: the solver proposes, exact arithmetic verifies.

HiGHS drops entries of 1e-9 and less: it finds [1, 1e-9] (+), [1, −1e-9] (−) infeasible. So
its points are checked on all samples, and its optimum against an upper bound from the dual program.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core.checks import check_choice
from perceptron_core.exact import as_fractions, nearest_float
from perceptron_lessons.theory.margins import combination, least_margin, near
from perceptron_lessons.theory.nearest_point import with_scipy
from perceptron_lessons.theory.separators import (
    ACCURACY,
    Separator,
    Undecided,
    check_data,
    maximum_margin,
    separator,
)

NEAR = 50  # samples for each feature that the solver sees at first


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
    ModuleNotFoundError
        scipy is not installed.

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
    columns = [near(column) for column in (np.hstack([X, ones]) if bias == "free" else X).T]
    rows = np.column_stack([entries for entries, _ in columns])
    largest = np.abs(rows).max(axis=1, keepdims=True)
    rows = y[:, None] * rows / np.where(largest > 0, largest, 1)
    nothing = np.zeros(rows.shape[1])
    solved = _linprog(nothing, -rows, -ones[:, 0], (None, None), _groups(y, bias))
    if solved is not None:
        line = as_fractions(solved[0]) / [Fraction(size) for _, size in columns]
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
        (but for 1e-9 of it).

    Raises
    ------
    ValueError, ModuleNotFoundError
        As for `lp_separator`.
    Undecided
        The solver's optimum is not right to 1e-9; the error's `separator` is the best one known.

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
    if 0 < value >= _bound(X, y, weights, bias) * (1 - ACCURACY):
        return BoxMargin(nearest_float(value), separator(X, y, w, b, bias=bias))
    best = maximum_margin(X, y, bias=bias)
    if not best:
        return None
    raise Undecided(
        "undecided: the solver's optimum of the linear program is not right to 1e-9, as its floats "
        "take what is small for 0; maximum_margin, which measures by ‖w‖, has an answer",
        best,
    )


def _check_program(X, y, bias):
    check_choice("bias of a linear program", bias, ("none", "free"))
    return check_data(X, y, bias)


def _linprog(cost, A, b, bounds, groups):
    """Return the solver's point and its dual weights of the rows A·x ≤ b, or None.

    The solver sees few of the rows; those that its point violates most are added until it violates
    none (Kelley 1960). Where the few have no solution, all have none.
    """
    few = NEAR * A.shape[1]
    rows = np.sort(np.concatenate([np.flatnonzero(group)[:few] for group in groups]))
    optimize = with_scipy("optimize")
    while True:
        solved = optimize.linprog(cost, A_ub=A[rows], b_ub=b[rows], bounds=bounds, method="highs")
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
    rows, _ = near(X)
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
