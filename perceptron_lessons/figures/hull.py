"""The hull and its nearest point, walked by hand along the edges that face 0."""

import itertools
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron_core.exact import as_fractions, nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.coordinates import widest
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.figures.geometry import convex_hull, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import FEW, Names
from perceptron_lessons.figures.panels import BARE, CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof_plane import DOT
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.transforms import fold_labels

STEPS = 20  # of the way along the hull
BEYOND = style.LINE_BEFORE
BEFORE = style.RING | {"color": style.FAILS, "markersize": 15, "markeredgewidth": 1.6}
EDGE = {"color": style.BLACK, "linewidth": 2.4, "zorder": 1.5, "solid_capstyle": "round"}
CORNER = {"color": style.BLACK, "linewidth": 1.0, "zorder": 2}
NAMED = {"color": style.BLACK, "linestyle": "none", "marker": "", "markersize": 7}
RIGHT = 0.035  # of the mark at a right angle, as a share of what is seen


class WalkInHull(NamedTuple):
    """The part of the hull of the z that faces 0, and the way along it.

    Attributes
    ----------
    Z : ndarray of Fraction, shape (n_samples, 2)
    corners : list of int
        The samples at its corners, in their order.
    best : Fraction
        How far along it the point nearest to 0 is, from 0 to 1.
    """

    Z: np.ndarray
    corners: list
    best: Fraction

    def shares(self, along):
        """Return of which samples the point is made, so far along: {sample: share}."""
        place = Fraction(along) * max(len(self.corners) - 1, 1)
        edge = min(int(place), max(len(self.corners) - 2, 0))
        share = place - edge
        ends = self.corners[edge], self.corners[min(edge + 1, len(self.corners) - 1)]
        both = {ends[0]: 1 - share, ends[1]: share} if ends[0] != ends[1] else {ends[0]: 1}
        return {sample: part for sample, part in both.items() if part}

    def point(self, along):
        """Return the point so far along, exactly."""
        return sum(share * self.Z[sample] for sample, share in self.shares(along).items())


def walk_along(Z, best):
    """Return the `WalkInHull` of the z, given the `Separator` with the widest margin."""
    corners = convex_hull(Z.astype(float))
    samples = [int(np.flatnonzero((corner == Z).all(axis=1))[0]) for corner in corners]
    if len(set(samples)) == 1:
        return WalkInHull(Z, samples[:1], Fraction(0))
    facing = _facing(corners)
    # The walk goes on where the list of corners begins again.
    start = next(i for i in range(len(facing)) if facing[i] and not facing[i - 1])
    length = next(n for n in range(len(facing)) if not facing[(start + n) % len(facing)])
    chain = [samples[(start + n) % len(samples)] for n in range(length + 1)]
    chain = chain[::-1] if chain[0] > chain[-1] else chain
    return WalkInHull(Z, chain, _nearest_along(Z, chain, best.w))


def _facing(corners):
    """Return of each edge of a hull, given its corners in order, whether 0 is on its outer side."""
    ends = np.roll(corners, -1, axis=0)
    # The corners go round the hull in one direction, which the sign of its area tells.
    turns = corners[:, 0] * ends[:, 1] - corners[:, 1] * ends[:, 0]
    if len(corners) == 2:
        return [True, False]
    return ((turns < 0) if turns.sum() > 0 else (turns > 0)).tolist()


def _nearest_along(Z, chain, point):
    """Return how far along a chain of edges a point of it is, from 0 to 1."""
    edges = len(chain) - 1
    for i, (a, b) in enumerate(itertools.pairwise(chain)):
        step, offset = Z[b] - Z[a], point - Z[a]
        share = (offset @ step) / (step @ step)
        if 0 <= share <= 1 and not any(offset - share * step):
            return (i + share) / edges
    return Fraction(0)


@illustration(separator="u", share=0.4)
def nearest_point(data=None, *, words, paper):
    """A point that walks along the edge of the hull, its length, and the line at a right angle.

    The hull of the z = yx is beyond the line through q at a right angle to q exactly where q is
    the point of the hull nearest to 0: its length is then γ. Elsewhere some z lies before the
    line, and towards it the hull comes nearer to 0.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure
        With the slider share, of the way along the edges that face 0.

    Raises
    ------
    ValueError
        If no line through the origin separates the samples: then 0 is in the hull, as
        `certificate` draws it.

    Examples
    --------
    >>> print(nearest_point().at(share=0.4).description.text)
    q = 3/5·z_0 + 2/5·z_2 = (0.4, 0.8), ‖q‖ ≈ 0.8944
    Every z has q·z ≥ ‖q‖² = 0.8, so nothing of the hull is nearer to 0
    Its length is γ
    """
    data = data or example_of_session()
    require_2d(data.X)
    best = widest(data.X, data.y)
    Z = as_fractions(fold_labels(data.X, data.y))
    walk = walk_along(Z, best)
    fig, (left, right) = paper.figure(style.WIDE, 3.8, ncols=2, width_ratios=(1.15, 1))
    plane = _HullPlane(left, words, walk, data.y)
    steps = STEPS if len(walk.corners) > 1 else 0
    values = sorted({*(Fraction(i, STEPS) for i in range(steps + 1)), walk.best})
    plot = _Lengths(right, words, walk, best.gamma)
    called = [Names(left, plane.named), Names(right, plot.named)]
    legend(fig, ncols=3, named=called)
    by_value = {nearest_float(value): value for value in values}
    facts = {"gamma": best.gamma, "samples": len(Z)}

    def show(share):
        along = by_value[share]
        point = walk.point(along)
        before = np.flatnonzero(Z @ point < point @ point)
        plane.move(point, before)
        plot.move(share, square_root(point @ point))
        return _describe_walk(walk, along, point, before, facts, words)

    changing = [*plane.changing, *plot.changing]
    return InteractiveFigure(fig, {"share": tuple(by_value)}, show, changing, names=called)


class _HullPlane:
    """The hull, q on its edge as an arrow from 0, and the line at a right angle to q."""

    def __init__(self, axes, words, walk, y):
        Z = walk.Z.astype(float)
        self.axes, self.Z = axes, Z
        panel = DataPanel(axes, words, Z, pad=0.16, **BARE)
        panel.hull(Z, label=words("hull of all $z$"))
        panel.samples(Z, y)
        # Each beside its point wherever the line leaves room for it.
        few = Z if len(Z) <= FEW else ()
        corners = [curve(axes, *z[:, None], NAMED, label=f"$z_{{{i}}}$") for i, z in enumerate(few)]
        curve(axes, *Z[walk.corners].T, EDGE)
        self.level = panel.line(look=style.BOUND, label=words("at a right angle to $q$"))
        self.arrow = panel.arrow(label=words("$q$"))
        self.point = curve(axes, look=DOT)
        self.mark = curve(axes, look=CORNER)
        self.before = curve(axes, look=BEFORE, label=words("before the line"))
        self.named = [self.arrow, *corners, self.level]
        self.changing = [self.level, self.arrow, self.point, self.mark, self.before]

    def move(self, point, before):
        """Go to a point of the edge, before whose line these samples are."""
        p = point.astype(float)
        length = np.linalg.norm(p)
        self.level.move(p, -(p @ p))
        self.arrow.move(p)
        self.point.set_data(*p[:, None])
        self.before.set_data(*self.Z[before].T)
        across = np.array([-p[1], p[0]]) / length
        size = RIGHT * np.ptp(self.axes.get_xlim())
        inward = p - size * p / length
        corner = [inward, inward + size * across, p + size * across]
        self.mark.set_data(*np.transpose(corner) if not len(before) else ([], []))


class _Lengths:
    """The length of q along the walk, and the margin, which it does not go below."""

    def __init__(self, axes, words, walk, gamma):
        dense = [Fraction(i, 200) for i in range(201)]
        points = [walk.point(along) for along in dense]
        lengths = [square_root(point @ point) for point in points]
        top = 1.1 * max(lengths)
        plot = CurvePanel(
            axes, words("$t$, fraction of the way"), words("length of $q$"), (0, 1), (0, top)
        )
        line = plot.curve(np.array(dense, float), lengths, style.WEIGHT, label=words("$‖q‖$"))
        level = plot.curve([0, 1], [gamma, gamma], style.CEILING, label=words("{γ}"))
        self.here = plot.curve(look=DOT, clip_on=False)
        self.drop = plot.curve(look=style.RAY)
        self.named = [line, level]
        self.changing = [self.here, self.drop]

    def move(self, share, length):
        """Go to this share of the way, where q is so long."""
        self.here.set_data([share], [length])
        self.drop.set_data([share, share], [0, length])


def _describe_walk(walk, along, point, before, facts, words):
    """Say what q is made of, how long it is, and which z lie before its line."""
    shares = walk.shares(along)
    made = " + ".join(f"{words.number(v)}·z_{i}" if v != 1 else f"z_{i}" for i, v in shares.items())
    facts = facts | {"made": words.write(f"${made}$"), "point": point.astype(float)}
    square = point @ point
    facts |= {"length": square_root(square), "square": nearest_float(square)}
    told, end = "Every $z$ has $q·z ≥ ‖q‖² = {square}$, so nothing of the hull is nearer to 0", ""
    facts["verdict"] = "Its length is {γ}"
    if len(before):
        worst = min(before.tolist(), key=lambda i: walk.Z[i] @ point)
        facts |= {"i": worst, "product": nearest_float(walk.Z[worst] @ point)}
        told = "$z_{i}$ lies before the line: $q·z_{i} = {product} < ‖q‖² = {square}$"
        facts["verdict"] = "Towards it the hull comes nearer to 0; ${γ} = {gamma}$"
    return words.describe("nearest_point", told=told, end=end, **facts)
