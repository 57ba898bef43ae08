"""Why the weights stay bounded in every order: a region that no mistake leads out of.

A *flat* is what some of the z = yx span: 0 alone, the line along a sample, a plane through two of
them, up to the span of all. The region is {w : dist(w, W)² ≤ ρ² − δ(W) for every flat W}, where
ρ² = ‖w0‖² + δ of the span of all. The *cuts* δ are numbers with δ({0}) = 0 and, for every flat W
and every z outside of it, with s = ‖z‖², h = dist(z, W) and a = s − h²,

    h √(δ(W + z) − δ(W)) ≥ s + √(a (s + δ(W))) .

Then w·z ≤ 0 keeps w + z in the region. The proof is in the lesson "If it never stops". Cuts that
fulfil this are a certificate: whoever has them can check them without roots.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core import Trace
from perceptron_core.checks import as_count, as_vector, malformed
from perceptron_core.exact import as_fractions
from perceptron_lessons.theory.hypotheses import check_run
from perceptron_lessons.theory.rationals import exact_root
from perceptron_lessons.theory.separators import Undecided
from perceptron_lessons.theory.transforms import fold_labels

MOST_FLATS = 500
FINENESS = 16  # cuts are rounded up to multiples of a power of 2 near R² over this


class Flat(NamedTuple):
    """What some of the z span, and how deep the disc is cut along it.

    Attributes
    ----------
    samples : tuple of int
        All samples whose z lies in it.
    basis : tuple of ndarray of Fraction, shape (n_features,)
        At right angles to each other; none spans 0 alone.
    cut : Fraction
        δ: in the region dist(w, W)² is at most ρ² − δ.
    """

    samples: tuple[int, ...]
    basis: tuple[np.ndarray, ...]
    cut: Fraction

    def across(self, v: np.ndarray) -> np.ndarray:
        """Return the part of v at right angles to the flat, shape (n_features,), exactly."""
        for each in self.basis:
            v = v - (v @ each) / (each @ each) * each
        return v


@dataclass(frozen=True, eq=False)
class WeightsBound:
    """How far a run can get from 0, in every order of its mistakes, with the certificate.

    In units of the learning rate.

    Attributes
    ----------
    Z : ndarray of Fraction, shape (n_samples, n_features)
        The z = yx.
    flats : tuple of Flat
        From 0 alone to the span of all.
    """

    Z: np.ndarray
    flats: tuple[Flat, ...]

    @property
    def growth(self) -> Fraction:
        """What ‖w‖² can gain at most: the cut of the span of all."""
        return self.flats[-1].cut

    def square(self, w0: ArrayLike | None = None) -> Fraction:
        """Return ρ², which ‖w‖² never exceeds in a run from w0, by default from 0."""
        start = self._vector("w0", w0)
        return Fraction(start @ start) + self.growth

    def contains(self, w: ArrayLike, w0: ArrayLike | None = None) -> bool:
        """Whether w is in the region that belongs to the start w0, exactly."""
        square, w = self.square(w0), self._vector("w", w)
        return all(_square(flat.across(w)) <= square - flat.cut for flat in self.flats)

    def proves(self) -> bool:
        """Whether the cuts fulfil what the proof asks of them, for every flat and sample."""
        cuts = {flat.samples: flat.cut for flat in self.flats}
        return cuts.get(_zeros(self.Z)) == 0 and all(
            _is_enough(cuts.get(_flat(self.Z, (*flat.basis, across)), -1) - flat.cut, *sides)
            for flat in self.flats
            for across, sides in _ways_out(self.Z, flat)
        )

    def first_outside(self, trace: Trace) -> int | None:
        """Return the first number of updates after which a run is outside of the region, or None.

        Raises
        ------
        ValueError
            The run has an offset, or other samples.
        """
        check_run(trace, (Trace,))
        if trace.pad_squared or trace.b0:
            remedy = "append_constant(X) makes it a weight"
            raise malformed("the run", "have no offset", f"bias={trace.bias!r}", remedy)
        Z = as_fractions(fold_labels(trace.X, trace.y))
        if Z.shape != self.Z.shape or (Z != self.Z).any():
            raise malformed("the run", "have the samples of the bound", "others")
        start = trace.line().w
        for k, line in enumerate(trace.lines()):
            if not self.contains(line.w, start):
                return k
        return None

    def _vector(self, name, values):
        if values is None:
            return as_fractions(np.zeros(self.Z.shape[1], dtype=int))
        return as_fractions(as_vector(name, values, self.Z.shape[1], exact=True))

    def __str__(self):
        square = self.growth
        return f"‖w‖² ≤ ‖w0‖² + {square} in every order ({len(self.flats)} flats)"

    __repr__ = __str__


def weights_bound(X: ArrayLike, y: ArrayLike) -> WeightsBound:
    """Return a bound on the weights that holds in every order, separable or not, and its proof.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
        Finitely many samples. Their number of flats grows fast with n_features.
    y : array-like of −1 and +1, shape (n_samples,)

    Returns
    -------
    WeightsBound

    Raises
    ------
    ValueError
        X or y is malformed.
    Undecided
        The samples span too many flats.

    References
    ----------
    Block and Levin 1970, "On the boundedness of an iterative procedure for solving a system of
    linear inequalities"; Amaldi and Hauser 2005, "Boundedness theorems for the relaxation method".

    Examples
    --------
    >>> bound = weights_bound([[2, 0], [0, 2], [1, 1]], [1, 1, -1])
    >>> bound
    ‖w‖² ≤ ‖w0‖² + 30 in every order (5 flats)
    >>> bound.proves(), [str(flat.cut) for flat in bound.flats]
    (True, ['0', '4', '4', '2', '30'])
    """
    Z = as_fractions(fold_labels(X, y))
    unit = _grain(max(_square(z) for z in Z))
    level = [Flat(_zeros(Z), (), Fraction(0))]
    flats = []
    while level:
        flats += level
        larger: dict[tuple[int, ...], Flat] = {}
        for flat in level:
            for across, sides in _ways_out(Z, flat):
                basis = (*flat.basis, across)
                samples = _flat(Z, basis)
                cut = flat.cut + _least_gain(unit, *sides)
                if samples not in larger or larger[samples].cut < cut:
                    larger[samples] = Flat(samples, basis, cut)
            if len(flats) + len(larger) > MOST_FLATS:
                raise Undecided(
                    f"the samples span more than {MOST_FLATS} flats: take fewer samples or features"
                )
        level = list(larger.values())
    return WeightsBound(Z, tuple(flats))


def _square(v):
    return Fraction(v @ v)


def _grain(largest):
    """Return the power of 2 to whose multiples cuts are rounded up."""
    exponent = math.floor(math.log2(largest)) if largest else 0
    return Fraction(2) ** exponent / FINENESS


def _zeros(Z):
    """Return which samples lie in the flat 0."""
    return tuple(i for i, z in enumerate(Z) if not z.any())


def _flat(Z, basis):
    """Return which samples lie in the span of a basis at right angles."""
    flat = Flat((), basis, Fraction(0))
    return tuple(i for i, z in enumerate(Z) if not flat.across(z).any())


def _ways_out(Z, flat):
    """Yield for each sample outside of a flat its part across, and the h², s and a(s + δ)."""
    for i in sorted(set(range(len(Z))) - set(flat.samples)):
        across = flat.across(Z[i])
        h_squared, s = _square(across), _square(Z[i])
        yield across, (h_squared, s, (s - h_squared) * (s + flat.cut))


def _is_enough(gain, h_squared, s, under_root):
    """Whether h √gain ≥ s + √under_root, decided without roots."""
    rest = h_squared * gain - s * s - under_root
    return gain >= 0 and rest >= 0 and rest * rest >= 4 * s * s * under_root


def _least_gain(unit, h_squared, s, under_root):
    """Return the least gain that is enough: exact where the root is, else a multiple of the unit.

    >>> _least_gain(Fraction(1, 4), Fraction(2), Fraction(4), Fraction(12))
    Fraction(28, 1)
    """
    root = exact_root(under_root)
    if root is not None:
        return (s + root) ** 2 / h_squared
    # (s + √v)² = s² + v + √(4 s² v), and the numerator under the root below is a whole number.
    known, square = s * s + under_root, 4 * s * s * under_root
    scale = square.denominator << FINENESS
    above = math.isqrt(square.numerator * square.denominator << 2 * FINENESS) + 1
    gain = (known + Fraction(above, scale)) / h_squared
    return math.ceil(gain / unit) * unit


class Reach(NamedTuple):
    """All weights to which some order of mistakes leads from 0: no mistake leads out of them.

    Attributes
    ----------
    Z : ndarray of Fraction, shape (n_samples, n_features)
    came_from : dict
        Weights, as tuples → (weights before, sample), of a shortest way; None for the start.
    """

    Z: np.ndarray
    came_from: dict

    @property
    def weights(self) -> np.ndarray:
        """All that are reached, shape (n, n_features), the start first."""
        return np.array(list(self.came_from), dtype=object).reshape(-1, self.Z.shape[1])

    @property
    def farthest(self) -> tuple:
        """The longest of them, the first of equals."""
        return max(self.came_from, key=lambda w: sum(v * v for v in w))

    def order_to(self, w: tuple) -> list[int]:
        """Return the samples of a shortest run to some weights that are reached."""
        order = []
        while (step := self.came_from[w]) is not None:
            w, i = step
            order.append(i)
        return order[::-1]

    def is_closed(self) -> bool:
        """Whether no mistake leads out: then no run from 0 ever leaves these weights."""
        return all(
            after in self.came_from for w in self.came_from for _, after in _step_from(self.Z, w)
        )


def reachable(X: ArrayLike, y: ArrayLike, at_most: int = 10_000) -> Reach:
    """Return all weights to which some order of mistakes leads from 0, with rate 1 and no offset.

    They are finitely many where the samples are: they are bounded, and on a grid.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    y : array-like of −1 and +1, shape (n_samples,)
    at_most : int

    Returns
    -------
    Reach

    Raises
    ------
    ValueError
        An argument is malformed.
    Undecided
        There are more weights than `at_most`.

    Examples
    --------
    >>> reach = reachable([[2, 0], [0, 2], [1, 1]], [1, 1, -1])
    >>> len(reach.weights), reach.is_closed(), [int(v) for v in reach.farthest]
    (14, True, [1, -3])
    """
    Z = as_fractions(fold_labels(X, y))
    most = as_count("at_most", at_most, 1)
    start = tuple(Fraction(0) for _ in range(Z.shape[1]))
    came_from: dict = {start: None}
    level = [start]
    while level:
        larger = []
        for w in level:
            for i, after in _step_from(Z, w):
                if after not in came_from:
                    came_from[after] = w, i
                    larger.append(after)
        if len(came_from) > most:
            raise Undecided(f"more than {most} weights are reached: raise at_most")
        level = larger
    return Reach(Z, came_from)


def _step_from(Z: np.ndarray, w: tuple) -> Iterator[tuple[int, tuple]]:
    """Yield each sample that w is wrong about, and the weights after its update."""
    state = np.array(w, dtype=object)
    for i, z in enumerate(Z):
        if z @ state <= 0:
            yield i, tuple(state + z)
