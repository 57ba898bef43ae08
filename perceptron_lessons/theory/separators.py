"""The maximum margin, or a proof that there is none; separators that a user brings; the LP view."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_core.tables import Label, format_number
from perceptron_core.trace import functional_margins
from perceptron_core.validation import as_labels, as_samples

MARGIN_BIASES = ("none", "one", "radius", "free")
SMALL = 2_000  # entries of X up to which data are decided in rationals without being asked
FEW = 3  # features up to which rationals start afresh: fast, and one answer on every machine
ROUNDING = 1e-12  # relative to R: a float margin below this is not told from none
CLOSEST = 1e-9  # relative to R: float margins this close to γ count as γ, hulls as touching
FREE_PAD = 1e6  # in units of R: a pad so large that an offset costs nothing, to rounding


@dataclass(frozen=True, eq=False)
class Separator:
    """A vector w and an offset b with y(w·x + b) > 0 for every sample, and its margin γ.

    Attributes
    ----------
    w : ndarray, shape (n_features,)
        Rational where `exact`, and of any length but 0, since the unit vector is seldom rational:
        `unit_w` is w at length 1. From `maximum_margin` it is the point of the hull of the z = y·x
        that is nearest to 0, so its length is γ (half the distance of the two classes' hulls, for
        "free").
    b : number
    bias : {"none", "one", "radius", "free"}
        What counts as the length of (w, b): ‖w‖ for "none" (b is 0) and "free" (`primal`);
        √(‖w‖² + b²/c²) in the space padded with c = 1 or c = R.
    pad_squared : number or None
        c²; None for "free".
    gamma_squared : number
        γ², a `Fraction` where `exact`.
    support : ndarray of int
        The samples whose margin is γ.
    gap : float
        No separator has a margin above γ + gap. None where that was not asked (a user's w).
    """

    w: np.ndarray
    b: Any
    bias: str
    pad_squared: Any
    gamma_squared: Any
    support: np.ndarray
    gap: float | None = None

    @property
    def exact(self):
        return isinstance(self.gamma_squared, (int, Fraction))

    @property
    def gamma(self):
        """The geometric margin γ, a float."""
        return float(np.sqrt(float(self.gamma_squared)))

    @property
    def norm_squared(self):
        """The squared length that γ is measured by."""
        return _norm_squared(self.w, self.b, self.pad_squared)

    @property
    def unit_w(self):
        """w at the scale where `norm_squared` is 1, as floats."""
        return self.w.astype(float) / np.sqrt(float(self.norm_squared))

    @property
    def unit_b(self):
        return float(self.b) / np.sqrt(float(self.norm_squared))

    def margins(self, X, y):
        """Return the geometric margins y(w·x + b) of samples about this separator, as floats."""
        X = as_samples(X).astype(float)
        return functional_margins(X, np.asarray(y), self.unit_w, self.unit_b)

    def __str__(self):
        text = f"separator of length 1: w = {format_number(self.unit_w)}"
        if self.bias != "none":
            text += f", b = {format_number(self.unit_b)}"
        text += f"; margin {format_number(self.gamma)}"
        if self.exact:
            text += f", squared exactly {format_number(self.gamma_squared)}"
        elif self.gap is not None:
            text += f", the largest to within {self.gap:.1g}"
        return text + f"; closest samples {format_number(self.support)}"

    __repr__ = __str__


@dataclass(frozen=True, eq=False)
class Certificate:
    """Weights a ≥ 0 with Σa = 1 and Σ a_i z_i = 0: a proof that nothing separates the data.

    Were w·z_i > 0 for all i, then Σ a_i (w·z_i) > 0, but it is w·0 = 0 (Gordan's theorem).

    Attributes
    ----------
    weights : ndarray, shape (n_samples,)
    bias : {"none", "one", "radius", "free"}
        The space that z lives in; for "free", Σ a_i y_i = 0 as well.
    residual : float
        ‖Σ a_i z_i‖. No unit separator has a margin above it. 0 where `exact`.
    """

    weights: np.ndarray
    bias: str
    residual: float

    @property
    def exact(self):
        return self.weights.dtype == object

    @property
    def support(self):
        """The samples that the proof uses."""
        return np.flatnonzero(self.weights)

    def __bool__(self):
        return False

    def __str__(self):
        if self.exact:
            what = "no separator exists"
        else:
            what = f"no separator has a margin above {self.residual:.1g} (exact=True decides)"
        terms = [f"{format_number(self.weights[i])} of z_{i}" for i in self.support[:8]]
        dots = " + …" if len(self.support) > 8 else ""
        return f"{what}: {' + '.join(terms)}{dots} is 0"

    __repr__ = __str__


class Undecided(ArithmeticError):
    """Floats can neither confirm a separator nor a certificate."""


def maximum_margin(X, y, *, bias="none", exact=None):
    """Return the separator with the largest margin, or a certificate that there is none.

    The largest γ with y(w·x) ≥ γ for a unit w is the distance from 0 to the convex hull of the
    z = y·x. One non-negative least-squares solve finds the nearest point, or writes 0 itself as
    a mean of samples. With a free offset it is half the distance between the two classes' hulls.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    y : array-like of −1 and +1, shape (n_samples,)
    bias : {"none", "one", "radius", "free"}
        The space: through the origin; padded with 1 or with R = max‖x‖; or a separate offset
        with only w of length 1 (`primal`'s γ).
    exact : bool or None
        Decide in rationals. None does so for small sets of integers or `Fraction`s, and for
        small sets of floats that rounding leaves in doubt.

    Returns
    -------
    Separator or Certificate
        Verified: the margins of the separator, or the sum of the certificate, are recomputed.
        A separator is true, a certificate false in an `if`.

    Raises
    ------
    ValueError
        Malformed input; for "free", only one label (the margin would be without limit).
    Undecided
        Floats cannot decide; the message says how close it came.

    References
    ----------
    Lawson & Hanson 1974, ch. 23 (least distance); Wolfe 1976 (the nearest point, exactly).

    Examples
    --------
    >>> maximum_margin([[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1])
    separator of length 1: w = (0.4472, 0.8944); margin 0.8944, squared exactly 4/5; closest \
samples (0, 2)
    >>> maximum_margin([[1, 1], [-2, -2]], [1, 1])
    no separator exists: 2/3 of z_0 + 1/3 of z_1 is 0
    """
    X, y = _checked(X, y, bias)
    undecided_is_final = exact is not None or X.size > SMALL
    if exact is None:
        exact = X.dtype == object or (X.size <= SMALL and bool(np.all(np.floor(X) == X)))
    weights = None
    try:
        if not exact:
            weights = _float_weights(X.astype(float), y, bias)
            verdict = _verdict(X.astype(float), y, bias, weights)
            if verdict or undecided_is_final:
                return verdict
        elif X.shape[1] > FEW:
            weights = _float_weights(X.astype(float), y, bias)
    except (Undecided, OverflowError):
        if not exact and undecided_is_final:
            raise
    X = as_samples(X, exact=True)
    weights = _nearest_point(X, y, _pad_squared(X, bias), weights)
    return _verdict(X, y, bias, weights)


def separator(X, y, w, b=0, *, bias=None):
    """Return a separator that the user brings, with its margin γ computed.

    Parameters
    ----------
    X, y
        As for `maximum_margin`.
    w : array-like, shape (n_features,)
        Of any length.
    b : number
    bias : {"none", "one", "radius", "free"}
        How its length is measured; by default "none" where b is 0, else "free".

    Returns
    -------
    Separator
        Exact where X, w and b are integers or `Fraction`s.

    Raises
    ------
    ValueError
        w has another length, or the pair is no separator; the message names the sample.

    Examples
    --------
    >>> separator([[6], [4]], [1, -1], [1], b=-5)
    separator of length 1: w = (1), b = −5; margin 1, squared exactly 1; closest samples (0, 1)
    >>> separator([[6], [4]], [1, -1], [1])
    Traceback (most recent call last):
        ...
    ValueError: (w, b) is no separator: sample 1 has y(w·x + b) = −4, which must be > 0
    """
    bias = ("free" if b else "none") if bias is None else bias
    X, y = _checked(X, y, bias)
    if np.shape(w) != (X.shape[1],):
        raise ValueError(f"w must have shape ({X.shape[1]},); found shape {np.shape(w)}")
    if b and _pad_squared(X, bias) == 0:
        raise ValueError(f'bias="{bias}" has b = 0 on these samples; found b = {b}: use "free"')
    exact = all(_is_rational(v) for v in (X, np.append(np.asarray(w, dtype=object), b)))
    X = as_samples(X, exact) if exact else X.astype(float)
    w = as_samples([w], exact)[0] if exact else np.asarray(w, dtype=float)
    b = Fraction(b) if exact else float(b)
    return _measured(X, y, w, b, bias)


def lp_separator(X, y, *, bias="none"):
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

    References
    ----------
    `empirical` §7.2. The solver is HiGHS, through `scipy.optimize.linprog`.

    Examples
    --------
    >>> lp_separator([[1], [-1]], [1, 1]) is None
    True
    """
    X, y = _checked(X, y, bias)
    rows = _lp_rows(X, y, bias)
    solved = _linprog(np.zeros(rows.shape[1]), -rows, -np.ones(len(rows)), (None, None))
    return None if solved is None else _measured(X.astype(float), y, *_split(solved, X), bias)


@dataclass(frozen=True, eq=False)
class BoxMargin:
    """The optimum of the LP max γ subject to y(w·x + b) ≥ γ, |w_j| ≤ 1.

    Attributes
    ----------
    value : float
        The LP's optimum. It is measured by the largest |w_j| and not by ‖w‖: another number
        than the theorem's γ, and in general another line.
    separator : Separator
        The optimal w and b with their Euclidean margin, at most the maximum margin.
    """

    value: float
    separator: Separator


def lp_box_margin(X, y, *, bias="none"):
    """Return the maximum margin by linear programming, with w in a box instead of a ball.

    Parameters
    ----------
    X, y, bias
        As for `lp_separator`. A free offset is not in the box.

    Returns
    -------
    BoxMargin or None
        None where the optimum is 0: nothing separates the data.

    References
    ----------
    `empirical` §7.2, with the γ and the bound on w that the printed program lacks.

    Examples
    --------
    >>> lp_box_margin([[3, 4]], [1]).value
    7.0
    """
    X, y = _checked(X, y, bias)
    rows = _lp_rows(X, y, bias)
    bounds = [(-1, 1)] * X.shape[1] + [(None, None)] * (rows.shape[1] - X.shape[1]) + [(0, None)]
    cost = np.append(np.zeros(rows.shape[1]), -1.0)
    with_gamma = np.hstack([-rows, np.ones((len(rows), 1))])
    solved = _linprog(cost, with_gamma, np.zeros(len(rows)), bounds)
    value = float(solved[-1])
    if value <= ROUNDING * np.abs(rows).max():
        return None
    return BoxMargin(value, _measured(X.astype(float), y, *_split(solved[:-1], X), bias))


def _linprog(cost, A, b, bounds):
    """Return the optimal point, None where infeasible."""
    from scipy.optimize import linprog

    solved = linprog(cost, A_ub=A, b_ub=b, bounds=bounds, method="highs")
    if solved.status == 2:
        return None
    if solved.status != 0:
        raise Undecided(f"the linear program was not solved: {solved.message}")
    return solved.x


def _lp_rows(X, y, bias):
    if bias not in ("none", "free"):
        raise ValueError(f"bias must be none or free in a linear program; found {bias!r}")
    X = X.astype(float)
    return y[:, None] * (np.hstack([X, np.ones((len(X), 1))]) if bias == "free" else X)


def _split(point, X):
    d = X.shape[1]
    return point[:d], (float(point[d]) if len(point) > d else 0.0)


def _checked(X, y, bias):
    if bias not in MARGIN_BIASES:
        raise ValueError(f"bias must be one of {', '.join(MARGIN_BIASES)}; found {bias!r}")
    X = as_samples(X)
    y = as_labels(y, len(X))
    if bias == "free" and len(set(y.tolist())) == 1:
        raise ValueError(
            f"a free offset needs both labels; found only {format_number(Label(y[0]))}: "
            "the margin would grow without limit with b"
        )
    return X, y


def _is_rational(values):
    values = np.asarray(values)
    if values.dtype.kind in "iuf":
        return values.dtype.kind != "f"
    return all(isinstance(v, (int, np.integer, Fraction)) for v in values.flat)


def _pad_squared(X, bias):
    return {"none": 0, "one": 1, "free": None}.get(bias, np.vecdot(X, X).max())


def _norm_squared(w, b, pad_squared):
    square = np.vecdot(w, w)
    return square + b * (b / pad_squared) if pad_squared and b else square


def _measured(X, y, w, b, bias):
    """Return (w, b) as a Separator with its margin, or raise ValueError naming a violation."""
    margins = functional_margins(X, y, w, b)
    worst = int(margins.argmin())
    if not margins[worst] > 0:
        raise ValueError(
            f"(w, b) is no separator: sample {worst} has "
            f"y(w·x + b) = {format_number(margins[worst])}, which must be > 0"
        )
    pad_squared = _pad_squared(X, bias)
    norm_squared = _norm_squared(w, b, pad_squared)
    slack = 0
    if X.dtype != object:
        slack = CLOSEST * np.sqrt(norm_squared) * np.sqrt(np.vecdot(X, X).max())
    support = np.flatnonzero(margins <= margins[worst] + slack)
    gamma_squared = margins[worst] * (margins[worst] / norm_squared)
    return Separator(w, b, bias, pad_squared, gamma_squared, support)


def _verdict(X, y, bias, weights):
    """Return what convex weights over the samples prove: a separator, or that there is none.

    p = Σ a_i ẑ_i is a point of the hull. No unit separator has a margin above ‖p‖, and p itself
    as a separator has the margin min ẑ_i·p/‖p‖: where the two agree, both are the optimum.
    """
    pad_squared = _pad_squared(X, bias)
    w = (weights * y) @ X
    tilt = weights @ y  # the component of p along the pad, over c; b = c²·tilt
    if bias == "free":
        reach = np.vecdot(X, w)
        b = -(reach[y == 1].min() + reach[y == -1].max()) / 2
        square = np.vecdot(w, w)
    else:
        b = pad_squared * tilt
        square = np.vecdot(w, w) + pad_squared * tilt * tilt
    if X.dtype == object:
        if square == 0:
            return Certificate(weights, bias, 0.0)
        found = _measured(X, y, w, b, bias)
        assert found.gamma_squared == square, "the nearest point is not the optimum"
        return _with_gap(found, 0.0)
    length = float(np.sqrt(square))
    scale = float(np.sqrt(np.vecdot(X, X).max() + (pad_squared or 0)))
    margins = functional_margins(X, y, w, b)
    norm = np.sqrt(_norm_squared(w, b, pad_squared))
    if norm > 0 and margins.min() > ROUNDING * norm * scale:
        found = _measured(X, y, w, b, bias)
        return _with_gap(found, max(0.0, length - found.gamma))
    if length <= CLOSEST * scale:
        return Certificate(weights, bias, length)
    raise Undecided(
        f"floats cannot decide: the best separator found has margin {margins.min() / norm:.1g}, "
        f"and no proof rules out one of up to {length:.1g}: use exact=True"
    )


def _with_gap(found, gap):
    return Separator(
        found.w, found.b, found.bias, found.pad_squared, found.gamma_squared, found.support, gap
    )


def _float_weights(X, y, bias):
    """Return convex weights of the hull's point nearest to 0, in floats.

    Least distance by one NNLS solve: E a ≈ (0, …, 0, 1) with E = [Ẑᵀ; 1ᵀ].
    """
    from scipy.optimize import nnls

    with np.errstate(over="ignore"):
        radius = float(np.sqrt(np.vecdot(X, X).max()))
    if not np.isfinite(radius) or (radius == 0 and X.any()):
        raise Undecided("floats cannot hold the squares of X: rescale X, or use exact=True")
    radius = radius or 1.0
    pad = FREE_PAD * radius if bias == "free" else float(np.sqrt(_pad_squared(X, bias)))
    # Where the offset is free, only differences matter: centred data lose least to rounding.
    centre = X.mean(axis=0) if bias == "free" else 0
    rows = y[:, None] * np.hstack([X - centre, np.full((len(X), 1), pad)]) / radius
    E = np.vstack([rows.T, np.ones(len(X))])
    f = np.zeros(len(E))
    f[-1] = 1
    try:
        weights, _ = nnls(E, f, maxiter=30 * max(E.shape))
    except RuntimeError as error:
        raise Undecided(f"floats cannot decide: {error} Use exact=True") from None
    if bias == "free":
        weights[y == 1] /= 2 * weights[y == 1].sum()
        weights[y == -1] /= 2 * weights[y == -1].sum()
        rows = rows[:, :-1]  # the huge pad has done its work, and cost half of the digits
    return _polished(weights / weights.sum(), rows, y if bias == "free" else 0 * y)


def _polished(weights, rows, group):
    """Return the weights solved once more on their support, where that stays a mean."""
    support = np.flatnonzero(weights)
    sums = np.array([group[support] == g for g in np.unique(group)], dtype=float)
    zero = np.zeros((len(sums), len(sums)))
    kkt = np.block([[rows[support] @ rows[support].T, sums.T], [sums, zero]])
    wanted = np.append(np.zeros(len(support)), np.full(len(sums), 1 / len(sums)))
    solved = np.linalg.lstsq(kkt, wanted)[0][: len(support)]
    better = weights.copy()
    better[support] = solved
    lengths = [np.linalg.norm(w @ rows) for w in (better, weights)]
    on_hull = solved.min() > 0 and np.allclose(sums @ solved, 1 / len(sums), rtol=1e-14)
    return better if on_hull and lengths[0] <= lengths[1] * (1 + 1e-6) else weights


def _nearest_point(X, y, pad_squared, guess=None):
    """Return convex weights of the hull's point nearest to 0, exactly (Wolfe's algorithm).

    A corner of the hull is one z = y·x; with a free offset (pad_squared None) the hull is that
    of the differences between the classes, and a corner is a pair. X holds `Fraction`s. `guess`
    are weights to start from: good ones save nearly all of the work, bad ones cost no exactness.
    """
    classes = [y == 1, y == -1] if pad_squared is None else [y == y]
    members = [np.flatnonzero(c) for c in classes]
    # The pad is one more coordinate y, its square counted c² times: c itself may be irrational.
    Z = np.hstack([y[:, None] * X, y[:, None].astype(object)])
    metric = np.array([1] * X.shape[1] + [pad_squared or 0], dtype=object)

    def lowest(p):
        reach = np.vecdot(Z, metric * p)
        return tuple(int(m[reach[m].argmin()]) for m in members)

    def place(corner):
        return sum(Z[i] for i in corner) * Fraction(1, len(corner))

    def settle(corners, share):
        """Drop corners until the nearest point of their affine hull lies between them."""
        while True:
            points = np.array([place(corner) for corner in corners])
            target = _affine_shares(points @ (metric * points).T)
            if all(t > 0 for t in target):
                return corners, target, np.array(target, dtype=object) @ points
            # Walk towards the affine optimum until the first share runs out, and drop it.
            step = min(s / (s - t) for s, t in zip(share, target, strict=True) if t <= 0)
            moved = [s + step * (t - s) for s, t in zip(share, target, strict=True)]
            corners = [corner for corner, s in zip(corners, moved, strict=True) if s > 0]
            share = [s for s in moved if s > 0]

    cold = [lowest(0 * Z[0])], [Fraction(1)]
    try:
        corners, share, p = settle(*(cold if guess is None else _corners(guess, members)))
    except ZeroDivisionError:
        corners, share, p = settle(*cold)
    while True:
        corner = lowest(p)
        if np.vecdot(place(corner) - p, metric * p) >= 0:
            break
        corners, share, p = settle([*corners, corner], [*share, Fraction(0)])
    weights = np.array([Fraction(0)] * len(X), dtype=object)
    for corner, s in zip(corners, share, strict=True):
        for i in corner:
            weights[i] += s / len(corner)
    return weights


def _corners(weights, members):
    """Return corners and positive shares, summing to 1, that stand for the given weights.

    Pairs are made as in a transport problem: what the first of one class has left goes to the
    first of the other. So they are fewer than the samples, and independent where those are.
    """
    left = [[(int(i), Fraction(weights[i])) for i in m if weights[i] > 0] for m in members]
    left = [[(i, a / sum(a for _, a in side)) for i, a in side] for side in left]
    corners, share = [], []
    while all(left):
        s = min(side[0][1] for side in left)
        corners.append(tuple(side[0][0] for side in left))
        share.append(s)
        for side in left:
            i, a = side.pop(0)
            if a > s:
                side.insert(0, (i, a - s))
    return corners, share


def _affine_shares(gram):
    """Return the shares, summing to 1, of the point nearest to 0 in an affine hull.

    Raises ZeroDivisionError where the points are not affinely independent.
    """
    n = len(gram)
    rows = [[Fraction(0)] + [Fraction(1)] * n + [Fraction(1)]]
    rows += [[Fraction(1), *gram_row, Fraction(0)] for gram_row in gram]
    for column in range(n + 1):
        pivot = next((r for r in range(column, n + 1) if rows[r][column] != 0), None)
        if pivot is None:
            raise ZeroDivisionError("the points are not affinely independent")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for r in range(n + 1):
            if r != column and rows[r][column] != 0:
                factor = rows[r][column] / head[column]
                rows[r] = [v - factor * h for v, h in zip(rows[r], head, strict=True)]
    return [rows[i][-1] / rows[i][i] for i in range(1, n + 1)]
