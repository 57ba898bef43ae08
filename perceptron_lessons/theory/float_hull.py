"""The hull of the z = y·x in floats: where its nearest point may be, and how to come nearer.

Nothing here is taken for true: `nearest_point` begins where this ends, and decides in integers.
"""

from __future__ import annotations

import math

import numpy as np

from perceptron_core.exact import UNIT, as_fractions
from perceptron_lessons.theory.least_margins import BEYOND, in_unit_box, mantissas
from perceptron_lessons.theory.linear_systems import OutOfWork, Work

NEAR = 50  # samples for each feature that are looked at again and again before all are
CYCLES = 30  # steps for each feature; then the integers go on in any case
FAR = 400  # a ratio of sizes of 2 to this is as good as any above
DEEP = 960  # for columns, of which some may be as far below those that are far below others
MIDDLE = 500  # half of the exponents that floats have, nearly
SMALL = 2.0**-10  # of a sample: the padded constant is nothing beside it
SOME = 1000  # roundings that a solution may be off by


class FloatHull:
    """The z = y·x in floats, in one group or in two, and what Wolfe's algorithm asks of them.

    Columns and then rows are divided by powers of two, their sizes, so that small numbers keep
    their digits beside large ones. Shares are multiplied by the size of their row: what sums to 1
    (or half) is share times `_unit`, 1/size. A vector w is multiplied by the sizes of the columns.
    The padded constant c is a column; rows have their sizes without it.

    Where c is large beside samples, floats would lose these beside it. So two samples of one label
    are subtracted from each other, and those of two labels are added: c drops out.
    """

    def __init__(self, X, y, pad_squared, groups):
        rows, size = in_unit_box(X)
        self.size = size.item()
        (square,), (power,) = mantissas(as_fractions([pad_squared or 0]))
        self.constant = math.sqrt(np.ldexp(square, power % 2)), power // 2  # c, however large
        if pad_squared is None:
            # Where the offset is free, only differences matter: from the shortest, few digits go.
            rows = rows - rows[np.abs(rows).max(axis=1).argmin()]
        largest, columns = np.frexp(np.append(np.abs(rows).max(axis=0), self.constant[0]))
        columns[-1] += self.constant[1] - self.size
        columns[largest == 0] = -BEYOND
        self.deepest = int(columns.max())
        self.depths = columns - self.deepest
        self._columns = np.ldexp(1.0, np.maximum(self.depths, -DEEP))
        rows = np.ldexp(rows, -columns[:-1])
        _, sizes = np.frexp(np.abs(rows).max(axis=1))
        sizes[~rows.any(axis=1)] = sizes[rows.any(axis=1)].min(initial=0)
        least = max(sizes[group].min() for group in groups)
        self.sizes, self._unit = sizes, np.ldexp(1.0, np.clip(least - sizes, -DEEP, FAR))
        self._pad = np.ldexp(largest[-1], min(-least, DEEP))
        rows = np.column_stack([np.ldexp(rows, -sizes[:, None]), self._pad * self._unit])
        self._Z, self._y, self._groups, self._seen = y[:, None] * rows, y, groups, set()
        self._of = np.zeros(len(y), dtype=int)  # which group a sample is in
        for number, group in enumerate(groups):
            self._of[group] = number
        # How large c is beside the rest of a row; and beside that of the row as it is given.
        padded = self._pad * self._unit
        with np.errstate(over="ignore"):
            self._padding = padded * (self._columns[-1] / self._columns[:-1].max())
        self._labels = np.where(np.maximum(padded, self._padding) >= SMALL, y, 0)
        self._side, self._near = (y + 1) // 2, np.arange(len(y))
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
        unit, shares = self._unit[corral], np.zeros(len(corral))
        firsts, after, before, steps, lengths = self.steps_of(corral)
        shares[firsts] = 1 / len(firsts) / unit[firsts]
        origin = shares @ self._Z[corral]
        _, size = np.frexp(np.abs(origin).max())
        origin = np.ldexp(origin, -size)
        w = self._normal(steps, origin, np.isin(after, firsts))
        self._w, largest = w * self._columns, np.abs(w).max() or 1
        self._w /= np.abs(self._w).max() or 1
        w = w / largest  # its square may be beyond all floats
        point = w / (w @ w or 1) / largest / self._columns
        if not np.isfinite(point).all():
            raise OutOfWork
        moves = lstsq(steps.T, point - origin, lapack_driver="gelsy")[0]
        moves = np.ldexp(moves, size - lengths)
        shares[after] += moves
        np.subtract.at(shares, before, moves * unit[after] / unit[before])
        return shares.tolist()

    def _normal(self, steps, origin, crossing):
        """Return the shortest w, undivided by columns, with steps·w = 0, origin·w = 1; 0 for none.

        Crossing is the step between the labels, if the padded constant is most of it.
        """
        from scipy.linalg import lstsq

        rows, right = np.vstack([steps, origin]), np.append(np.zeros(len(steps)), 1)
        system = rows * self._columns
        _, sizes = np.frexp(np.abs(system).max(axis=1))
        few, system = UNIT * self._columns.min(), np.ldexp(system, -sizes[:, None])
        # By orthogonal steps: as good a search as by singular values, in a tenth of the time.
        w = lstsq(system, np.ldexp(right, -sizes), cond=few, lapack_driver="gelsy")[0]
        if crossing.any():
            # Beside a large constant the last of w has no digits, but this step says what it is.
            (step,) = steps[crossing]
            w[-1] = -(step[:-1] @ (w * self._columns)[:-1]) / step[-1] / self._columns[-1]
        missed, largest = rows @ (w * self._columns) - right, np.abs(w * self._columns).sum()
        if np.abs(missed).max() > SOME * UNIT * largest:
            w = np.zeros(len(w))  # margins cannot all be 1: p is 0
        return w

    def convex(self, shares):
        return shares

    def steps_of(self, corral):
        """Return where p's steps go in a corral: in such coordinates no sum has to be kept.

        Returns
        -------
        firsts : ndarray of int
            The places of those whose mean p is before any step: the shortest sample of each group,
            or of each label, where a large pad drops out of their mean.
        after, before : ndarray of int, shape (n_steps,)
            The places where steps end and start: so that a large pad drops out if possible.
        steps : ndarray of float, shape (n_steps, n_features + 1)
            Their largest coordinates are about 1.
        lengths : ndarray of int, shape (n_steps,)
            By 2 to these the steps are multiplied.
        """
        Z, unit, labels = self._Z[corral], self._unit[corral], self._labels[corral]
        before, firsts, groups = np.empty(len(corral), dtype=int), [], self._of[corral]
        for group in range(len(self._groups)):
            places = np.flatnonzero(groups == group)
            first = places[unit[places].argmax()]
            before[places] = first
            heads = []
            for label in (1, -1):
                places = np.flatnonzero((groups == group) & (labels == label))
                if len(places):
                    heads.append(places[unit[places].argmax()])
                    before[places] = heads[-1]
            before[heads] = first
            drops_out = len(heads) == 2 and self._padding[corral][heads].min() >= SMALL
            firsts += heads if drops_out else [first]
        after = np.flatnonzero(before != np.arange(len(corral)))
        before = before[after]
        steps = Z[after] - (unit[after] / unit[before])[:, None] * Z[before]
        _, lengths = np.frexp(np.abs(steps).max(axis=1))
        return np.array(firsts), after, before, np.ldexp(steps, -lengths[:, None]), lengths

    def _levels(self, corral):
        """Return what the x-part of a margin is in the corral, for a sample of each label: (−1, 1).

        It is that of the shortest of a label in the corral. Beside one of the other label the
        padded constant's part is added; of both ways the one that rounds less.
        """
        w, levels = self._w[:-1], []
        for label in (-1, 1):
            ways = []
            for other in (-1, 1):
                same = self._y[corral] == other
                if same.any() and (other == label or len(self._groups) == 1):
                    head = corral[np.where(same, self._unit[corral], 0).argmax()]
                    crossed = self._pad * self._w[-1] * (other - label)
                    rounded = np.abs(w).max() / self._unit[head] + abs(crossed)
                    ways.append((rounded, self._Z[head, :-1] @ w / self._unit[head] + crossed))
            levels.append(min(ways)[1])
        return np.array(levels)

    def below(self, corral, shares):
        """Return a sample whose margin is below its group's, or None; None if this comes back."""
        w, looked_at = self._w[:-1], frozenset(corral)
        if not self._w.any() or looked_at in self._seen:
            return None
        self._seen.add(looked_at)
        levels = self._levels(np.array(corral))
        # All samples are asked only where those that were low when all were asked last are not.
        near = self._near
        excess = self._Z[near, :-1] @ w - self._unit[near] * levels[self._side[near]]
        entering = int(near[excess.argmin()])
        if len(near) < len(self._Z) and (excess.min() >= 0 or entering in corral):
            excess = self._Z[:, :-1] @ w - self._unit * levels[self._side]
            entering = int(excess.argmin())
        if len(excess) > (many := NEAR * self._Z.shape[1]):
            self._near = np.argpartition(excess, many)[:many]
        rounding = UNIT * np.abs(w).max()
        return None if entering in corral or excess.min() >= -rounding else entering


class Correction:
    """The equations of the nearest point in the plane of a corral, to be solved digit by digit.

    p is the mean of one sample or of two, minus Σ t·(z − z') for the steps from a z' to a z of its
    group. It is nearest to 0 where p − w = 0 and (z − z')·w = 0 for each step. From
    approximate t and w, and by how much they miss both, floats find the next digits of t and w
    (Björck 1967). Coordinates are in the order of their sizes, so that small ones are not rounded
    as large ones are (Cox & Higham 1998).

    Parameters
    ----------
    hull : FloatHull
    corral : list of int
    units : ndarray of int, shape (n_features,)
        A coordinate is z = Z/u. The padded constant c is the last, with u = 1/c.

    Attributes
    ----------
    firsts : ndarray of int
        The places of the samples whose mean p is before any step.
    after, before : ndarray of int, shape (n_steps,)
        The places of z and z'. If possible both have one label, so that a large c drops out.
    """

    def __init__(self, hull, corral, units):
        from scipy.linalg import qr

        self.firsts, self.after, self.before, steps, lengths = hull.steps_of(corral)
        self._order = np.argsort(-hull.depths, kind="stable")
        # Around 1, so that what is as far apart as floats can be is no further from 1 than half.
        steps = np.ldexp(steps, np.maximum(hull.depths, -3 * MIDDLE) + MIDDLE)[:, self._order]
        _, more = np.frexp(np.abs(steps).max(axis=1))
        self._steps = np.ldexp(steps, MIDDLE - more[:, None])
        lengths = lengths + more - MIDDLE
        self._sizes = hull.size + hull.deepest - MIDDLE + hull.sizes[corral][self.after] + lengths
        values, powers = mantissas(1 / as_fractions(units))
        self._units = np.append(values, hull.constant[0]), np.append(powers, hull.constant[1])
        (self._qr, self._tau), _, self._pivots = qr(self._steps.T, mode="raw", pivoting=True)
        diagonal = np.abs(self._qr.diagonal())
        few = np.ldexp(diagonal.max(), max(hull.depths.min(), -1000) - 53)
        rank = int((diagonal > few).sum())
        # The rows of the triangle are brought to one size: squares of what they have are too far.
        triangle = np.triu(self._qr[:rank, :rank])
        _, self._rows = np.frexp(triangle.diagonal())
        self._triangle = np.ldexp(triangle, -self._rows[:, None])

    def next(self, gap, slopes):
        """Return what to add to t and w/u, and a bound on by how much margins differ.

        Parameters
        ----------
        gap : ndarray of int or Fraction, shape (n_features + 1,)
            (p − w)·u.
        slopes : ndarray of int or Fraction, shape (n_steps,)
            (z − z')·w.

        Returns
        -------
        list of pairs of an ndarray of float and one of int, shape (n_steps + n_features + 1,)
            To be added, each times 2 to the integers: first t, then w/u.
        float
            The bound's binary logarithm.
        """
        f, f_size = _floats(gap, *self._units)
        g, g_size = _floats(-slopes, 1, -self._sizes)
        f = f[self._order]
        size = max(f_size, g_size)
        uneven = np.ldexp(np.abs(self._steps) @ np.abs(f), f_size - size)
        uneven += np.ldexp(np.abs(g), g_size - size)
        with np.errstate(divide="ignore"):
            bound = (np.log2(uneven) + self._sizes).max() + size
        return [self._solved(f, 0 * g, f_size), self._solved(0 * f, g, g_size)], bound

    def _solved(self, f, g, size):
        """Return what solves r + Aᵀs = f, A·r = g for the steps A, times 2^size, as t and w/u."""
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
        values, powers = self._units
        return np.append(s, r * values), size + np.append(most - self._sizes, powers)


def _floats(numbers, factors, powers):
    """Return numbers·factors·2^powers as floats of at most 1, and a power of two beside them."""
    values, exponents = mantissas(numbers)
    exponents = exponents + powers
    size = int(exponents.max())
    return np.ldexp(values * factors, np.maximum(exponents - size, -BEYOND)), size
