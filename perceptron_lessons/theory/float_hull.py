"""The hull of the z = y·x in floats: where its nearest point may be, and how to come nearer.

Nothing here is taken for true: `nearest_point` begins where this ends, and decides in integers.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptron_core.arithmetic import UNIT, as_fractions, square_root
from perceptron_lessons.theory.least_margins import BEYOND, in_unit_box, mantissas
from perceptron_lessons.theory.linear_systems import OutOfWork, Work

NEAR = 50  # samples for each feature that are looked at again and again before all are
CYCLES = 30  # steps for each feature; then the integers go on in any case
FAR = 400  # a ratio of sizes of 2 to this is as good as any above
DEEP = 960  # for columns, of which some may be as far below those that are far below others
MIDDLE = 500  # half of the exponents that floats have, nearly
SOME = 1000  # roundings that a solution may be off by


class FloatHull:
    """The z = y·x in floats, in one group or in two, and what Wolfe's algorithm asks of them.

    Columns and then rows are divided by powers of two, their sizes, so that small numbers keep
    their digits beside large ones. Shares are multiplied by the size of their row: what sums to 1
    (or half) is share times `_unit`, 1/size. A vector w is multiplied by the sizes of the columns.
    """

    def __init__(self, X, y, pad_squared, groups):
        rows, self.largest = in_unit_box(X)
        self.pad = min(square_root(Fraction(pad_squared or 0) / self.largest**2), 2.0**FAR)
        if pad_squared is None:
            # Where the offset is free, only differences matter: from the shortest, few digits go.
            rows = rows - rows[np.abs(rows).max(axis=1).argmin()]
        rows = np.hstack([rows, np.full((len(X), 1), self.pad)])
        _, columns = np.frexp(np.abs(rows).max(axis=0))
        self.deepest = int(columns.max())
        self._columns = np.ldexp(1.0, np.maximum(columns - self.deepest, -DEEP))
        self.depths = np.where(rows.any(axis=0), columns - self.deepest, -BEYOND)
        rows = np.ldexp(rows, -columns)
        _, sizes = np.frexp(np.abs(rows).max(axis=1))
        sizes[~rows.any(axis=1)] = sizes[rows.any(axis=1)].min(initial=0)
        self._Z = y[:, None] * np.ldexp(rows, -sizes[:, None])
        self._groups, self._y, self._seen = groups, y, set()
        self._of = np.zeros(len(y), dtype=int)  # which group a sample is in
        for number, group in enumerate(groups):
            self._of[group] = number
        least = max(sizes[group].min() for group in groups)
        self.sizes, self._unit = sizes, np.ldexp(1.0, np.minimum(least - sizes, FAR))
        self._near = np.arange(len(y))
        self._steps = Work(CYCLES * X.shape[1])

    def start(self):
        """Return the shortest sample of each group as a corral, and their shares."""
        corral = [int(group[self._unit[group].argmax()]) for group in self._groups]
        return corral, (1 / len(corral) / self._unit[corral]).tolist()

    def nearest_of(self, corral):
        """Return the shares of the point p nearest to 0 in the affine hull of the corral.

        p is not summed up, which would leave it no digits where it is short: it has the direction
        of the shortest w whose margins are all 1.
        """
        from scipy.linalg import lstsq  # a page's own Python has it only when it is wanted

        self._steps.spend(1)
        Z, unit, shares = self._Z[corral], self._unit[corral], np.zeros(len(corral))
        bases, others, steps = self.steps_of(corral)
        origin = sum(Z[base] / unit[base] / len(bases) for _, base in bases)
        system, margins = np.vstack([steps, origin]), np.append(np.zeros(len(others)), 1)
        few = UNIT * self._columns.min()
        # By orthogonal steps: as good a search as by singular values, in a tenth of the time.
        w = lstsq(system * self._columns, margins, cond=few, lapack_driver="gelsy")[0]
        missed = system @ (w * self._columns) - margins
        if np.abs(missed).max() > SOME * UNIT * np.abs(w * self._columns).sum():
            w = np.zeros(len(w))  # margins cannot all be 1: p is 0
        self._w, largest = w * self._columns, np.abs(w).max() or 1
        w = w / largest  # its square may be beyond all floats
        point = w / (w @ w or 1) / largest / self._columns
        shares[others] = lstsq(steps.T, point - origin, lapack_driver="gelsy")[0]
        for group, base in bases:
            shares[base] = (1 / len(bases) - shares[group] @ unit[group]) / unit[base]
        return shares.tolist()

    def convex(self, shares):
        return shares

    def steps_of(self, corral):
        """Return each group's places in the corral and its base, all other places, and the steps
        from a base to these: in such coordinates no sum has to be kept.
        """
        bases, Z, unit = self._bases(corral), self._Z[corral], self._unit[corral]
        for group, base in bases:
            Z[group] -= np.outer(unit[group] / unit[base], Z[base])
        others = np.delete(np.arange(len(corral)), [base for _, base in bases])
        return bases, others, Z[others]

    def _bases(self, corral):
        """Return the places of each group in the corral, and that of its shortest sample."""
        places = [np.flatnonzero(np.isin(corral, group)) for group in self._groups]
        unit = self._unit[corral]
        return [(group, group[unit[group].argmax()]) for group in places]

    def below(self, corral, shares):
        """Return a sample whose margin is below its group's, or None; None if this comes back."""
        w, looked_at = self._w, frozenset(corral)
        if not w.any() or looked_at in self._seen:
            return None
        self._seen.add(looked_at)
        bases = np.array([corral[base] for _, base in self._bases(corral)])
        levels = self._Z[bases] @ w / self._unit[bases]
        # All samples are asked only where those that were low when all were asked last are not.
        near = self._near
        excess = self._Z[near] @ w - self._unit[near] * levels[self._of[near]]
        entering = int(near[excess.argmin()])
        if len(near) < len(self._Z) and (excess.min() >= 0 or entering in corral):
            excess = self._Z @ w - self._unit * levels[self._of]
            entering = int(excess.argmin())
        if len(excess) > (many := NEAR * self._Z.shape[1]):
            self._near = np.argpartition(excess, many)[:many]
        rounding = UNIT * np.abs(w).max()
        return None if entering in corral or excess.min() >= -rounding else entering


class Correction:
    """The equations of the nearest point w in the plane of a corral, to be solved digit by digit.

    w is a mean of the corral's samples, and no step between two of a group has a product with it:
    p − w = 0 and (z − z')·w = 0. From an approximate solution and by how much it misses both,
    floats find the next digits of w and of the shares (Björck 1967). Coordinates are in the order
    of their sizes, so that small ones are not rounded as large ones are (Cox & Higham 1998).

    Parameters
    ----------
    hull : FloatHull
    corral : list of int

    Attributes
    ----------
    origins : ndarray of int
        For each sample of the corral the place of the one that a step to it starts at: of its label
        if possible, so that a large c drops out. A group's first sample has its own place.
    """

    def __init__(self, hull, corral):
        from scipy.linalg import qr

        unit, Z, self.origins = hull._unit[corral], hull._Z[corral], np.arange(len(corral))
        for group in hull._groups:
            firsts = []
            for label in (1, -1):
                places = np.flatnonzero(np.isin(corral, group) & (hull._y[corral] == label))
                if len(places):
                    firsts.append(places[unit[places].argmax()])
                    self.origins[places] = firsts[-1]
            self.origins[firsts] = firsts[unit[firsts].argmax()]
        self._others = np.flatnonzero(self.origins != np.arange(len(corral)))
        before = self.origins[self._others]
        steps = Z[self._others] - (unit[self._others] / unit[before])[:, None] * Z[before]
        self._constant = Fraction(hull.pad) * hull.largest
        self._order = np.argsort(-hull.depths, kind="stable")
        # Around 1, so that what is as far apart as floats can be is no further from 1 than half.
        steps = np.ldexp(steps, np.maximum(hull.depths, -3 * MIDDLE) + MIDDLE)[:, self._order]
        _, lengths = np.frexp(np.abs(steps).max(axis=1))
        lengths = lengths - MIDDLE
        self._steps = np.ldexp(steps, -lengths[:, None])
        sizes = (hull.deepest - MIDDLE + hull.sizes[corral][self._others] + lengths).tolist()
        self._units = np.array([1 / (Fraction(2) ** size * hull.largest) for size in sizes])
        (self._qr, self._tau), _, self._pivots = qr(self._steps.T, mode="raw", pivoting=True)
        diagonal = np.abs(self._qr.diagonal())
        few = np.ldexp(diagonal.max(), max(hull.depths.min(), -1000) - 53)
        rank = int((diagonal > few).sum())
        # The rows of the triangle are brought to one size: squares of what they have are too far.
        triangle = np.triu(self._qr[:rank, :rank])
        _, self._rows = np.frexp(triangle.diagonal())
        self._triangle = np.ldexp(triangle, -self._rows[:, None])

    def next(self, gap, slopes):
        """Return what to add to w and to the shares, and a bound on by how much margins differ.

        Parameters
        ----------
        gap : list of Fraction, shape (n_features + 1,)
            p − w; of the padded constant c only the part by which it is multiplied.
        slopes : ndarray of Fraction, shape (len(corral),)
            (z − z')·w, where the step starts at z'.

        Returns
        -------
        more : ndarray of Fraction, shape (n_features + 1,)
        shares : ndarray of Fraction, shape (len(corral),)
        uneven : Fraction
        """
        slopes = slopes[self._others]
        f, f_size = _floats([*gap[:-1], gap[-1] * self._constant])
        g, g_size = _floats([-v * unit for v, unit in zip(slopes, self._units, strict=True)])
        f = f[self._order]
        parts = self._solved(f, 0 * g, f_size), self._solved(0 * f, g, g_size)
        more, steps = map(sum, zip(*parts, strict=True))
        if self._constant:
            more[-1] /= self._constant
        shares = as_fractions(np.zeros(len(self.origins)))
        np.subtract.at(shares, self._others, steps * self._units)
        np.add.at(shares, self.origins[self._others], steps * self._units)
        moved = np.abs(self._steps) @ np.abs(f)
        uneven = [
            abs(v) + Fraction(m) * Fraction(2) ** f_size / unit
            for v, m, unit in zip(slopes, moved.tolist(), self._units, strict=True)
        ]
        return more, shares, max(uneven)

    def _solved(self, f, g, size):
        """Return r and s with r + Aᵀs = f, A·r = g for the steps A, times 2^size, as rationals."""
        from scipy.linalg import lapack, solve_triangular

        triangle, rows, room = self._triangle, self._rows, 64 * len(f)
        rank = len(triangle)
        kept = self._pivots[:rank]
        h = np.ldexp(solve_triangular(triangle, g[kept], trans="T"), -rows)
        d = lapack.dormqr("L", "T", self._qr, self._tau, f[:, None], room)[0][:, 0]
        values, powers = np.frexp(d[:rank] - h)
        powers = powers - rows
        s, r, most = np.zeros(len(g)), np.empty(len(f)), int(powers.max(initial=-BEYOND))
        s[kept] = solve_triangular(triangle, np.ldexp(values, np.maximum(powers - most, -BEYOND)))
        d[:rank] = h
        r[self._order] = lapack.dormqr("L", "N", self._qr, self._tau, d[:, None], room)[0][:, 0]
        if not np.isfinite([*r, *s]).all():
            raise OutOfWork
        unit = Fraction(2) ** size
        return as_fractions(r) * unit, as_fractions(s) * unit * Fraction(2) ** most


def _floats(numbers):
    """Return floats of at most 1 and a power of two by which to multiply them."""
    values, exponents = mantissas(as_fractions(numbers))
    size = int(exponents.max())
    return np.ldexp(values, np.maximum(exponents - size, -BEYOND)), size
