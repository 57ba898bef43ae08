"""The region that no mistake leads out of: a disc with two flat sides along each sample."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from matplotlib.patches import Polygon

from perceptron_core import Dataset, Trace
from perceptron_core.checks import malformed
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof_plane import DOT
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.theory.bounded_weights import reachable, weights_bound
from perceptron_lessons.theory.hypotheses import check_run
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.voting import stopped_run

BETWEEN = Dataset([[3, 0], [2, -3], [2, 2]], [1, -1, -1], "one circle between two squares")
PLACES = style.POINTS | {"color": "#9A9A9A", "markersize": 3, "zorder": 2}
NEXT = style.UPDATE | {"linewidth": 1.4, "zorder": 4.2}
CORNERS = 1441  # of the region, as it is drawn
NONE = np.empty((0, 2))


@illustration(k=9)
def bounded_region(data=None, order="farthest", most=40, *, words, paper):
    """The weights of a run in the region that no mistake leads out of, in any order.

    On the left the region, a disc of radius ρ that is cut flat along each sample, all weights
    that some order of mistakes leads to from 0, and the run so far; arrows lead to where the
    possible mistakes would take it. On the right the length of w below ρ.

    Parameters
    ----------
    data : Dataset or Trace, optional
        With 2 features; by default three points that nothing separates.
    order : {"farthest", "cyclic", "worst", "given"}
        Which mistake is next; "farthest" is a shortest way to the longest w of all. "given" is a
        run as it is, from its start, with its learning rate, without other orders' weights.
    most : int
        The most mistakes of a run that does not end.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    References
    ----------
    Block and Levin 1970, "On the boundedness of an iterative procedure for solving a system of
    linear inequalities".

    Examples
    --------
    >>> print(bounded_region().at(k=17).description.text)
    k = 17: w = (1, 5), ‖w‖ ≈ 5.099
    In every order ‖w‖ ≤ ρ ≈ 8.832, and 55 places can be reached
    """
    data = data or BETWEEN
    require_2d(data.X)
    known = _known_run(data) if order == "given" else _known(data, order, most)
    fig, (left, right) = paper.figure(style.WIDE, 3.8, ncols=2)
    plane = _Region(left, words, known)
    plot = _LengthBelowRho(right, words, known)
    called = [Names(left, plane.named)]
    legend(fig, ncols=4, named=called, columnspacing=1.2)

    def show(k):
        plane.move(k)
        plot.move(k)
        facts = {"n": k, "weights": known.W[k], "length": float(known.lengths[k])}
        facts |= {"rho": known.rho, "ways": len(known.after(k)), **words.about(data)}
        if not len(known.places):
            return words.describe("region_of_run", **facts)
        facts |= {"largest": float(np.linalg.norm(known.places, axis=1).max())}
        return words.describe("bounded_region", places=len(known.places), **facts)

    changing = [*plane.changing, *plot.changing]
    values = {"k": range(len(known.W))}
    return InteractiveFigure(fig, values, show, changing, names=called)


class _Known(NamedTuple):
    """A run, its region, and all that other orders lead to, for drawing.

    Attributes
    ----------
    W, places, Z : ndarray of float, shape (n, 2)
        The weights of the run, those that some order leads to, and the z, times the learning rate.
    cuts : list of (ndarray, float)
        Of each line along samples: a vector at right angles to it, of length 1, and how far the
        region reaches along that.
    rho : float
    """

    W: np.ndarray
    places: np.ndarray
    Z: np.ndarray
    cuts: list
    rho: float

    @property
    def lengths(self):
        return np.linalg.norm(self.W, axis=1)

    def after(self, k):
        """Return where the possible mistakes lead from the weights after k mistakes."""
        return [self.W[k] + z for z in self.Z if z @ self.W[k] <= 0]

    def corners(self):
        """Return the rim of the region, shape (CORNERS, 2)."""
        angles = np.linspace(0, 2 * np.pi, CORNERS)
        rays = np.column_stack([np.cos(angles), np.sin(angles)])
        reach = np.full(CORNERS, self.rho)
        for across, width in self.cuts:
            along = np.abs(rays @ across)
            reach = np.minimum(reach, width / np.maximum(along, width / self.rho))
        return reach[:, None] * rays


def _known(data, order, most):
    """Run the perceptron in this order, and find its region and what other orders lead to."""
    reach = reachable(data.X, data.y)
    if order == "farthest":
        way = reach.order_to(reach.farthest)
        mistakes = iter(way)
        run = stopped_run(data, len(way), order=lambda _: next(mistakes))
    else:
        run = stopped_run(data, most, order=order)
    return _known_run(run, reach.weights.astype(float))


def _known_run(run, places=NONE):
    """Find the region of a run from any start, with any learning rate."""
    check_run(run, (Trace,))
    bound = weights_bound(run.X, run.y)
    outside = bound.first_outside(run)
    if outside is not None:
        found = f"weights outside of the region after {outside} updates"
        raise malformed("the run", "correct mistakes alone", found)
    rate, start = Fraction(run.learning_rate), run.line().w
    square = bound.square(start)
    rho = float(rate) * square_root(square)
    cuts = []
    for flat in bound.flats:
        if len(flat.basis) == 1:
            x, y = flat.basis[0].astype(float)
            across = np.array([-y, x]) / np.hypot(x, y)
            cuts.append((across, float(rate) * square_root(square - flat.cut)))
    if not all(width for _, width in [*cuts, (None, rho)]):
        raise malformed("the samples", "span the plane", "samples on one line through 0")
    Z = bound.Z.astype(float) * float(rate)
    return _Known(run.weights.astype(float), places, Z, cuts, rho)


class _Region:
    """The region in the plane of w, with all places, the run so far and what may follow."""

    def __init__(self, axes, words, known):
        self.known = known
        corners = known.corners()
        names, title = words.components(), words("weight space")
        panel = DataPanel(axes, words, corners, pad=0.03, names=names, title=title)
        look = style.HULL | {"label": words("region")}
        axes.add_patch(Polygon(corners, closed=True, **look))
        panel.circle(known.rho, style.SECOND_BOUND, linewidth=1.2, label=words("radius ρ"))
        for z in known.Z:
            panel.line((-z[1], z[0]), look=style.RAY)
        label = words("{w} in any order")
        if len(known.places):
            curve(axes, *known.places.T, PLACES, label=label)
        self.path = curve(axes, look=PATH, label=words("this run"), zorder=3)
        label = words("a next correction")
        self.arrows = [panel.arrow(look=NEXT, label=label) for _ in known.Z]
        self.bead = curve(axes, look=DOT, label=words("{w}"))
        self.named = [self.bead]
        self.changing = [self.path, *self.arrows, self.bead]

    def move(self, k):
        """Go to the state after k mistakes."""
        here = self.known.W[k]
        self.path.set_data(*self.known.W[: k + 1].T)
        self.bead.set_data(*here[:, None])
        # The legend names the first arrow, so that one is the last to be hidden.
        ends = [*self.known.after(k), *(here for _ in self.arrows)]
        for arrow, end in zip(self.arrows, ends, strict=False):
            arrow.move(end, here)


class _LengthBelowRho:
    """The length of w after each mistake, below ρ."""

    def __init__(self, axes, words, known):
        self.known = known
        last = len(known.W) - 1
        limits = (0, max(last, 1) * 1.04), (0, 1.1 * known.rho)
        plot = CurvePanel(axes, words.mistakes_axis(), words("length of {w}"), *limits)
        axes.locator_params(axis="x", integer=True)
        plot.curve(limits[0], (known.rho, known.rho), style.SECOND_BOUND, label=words("radius ρ"))
        self.so_far = plot.curve(look=style.MEASURED, label=words("$‖{w}‖$"), markersize=3.5)
        self.here = plot.here()
        self.changing = [self.so_far, self.here]

    def move(self, k):
        """Go to the state after k mistakes."""
        self.so_far.set_data(range(k + 1), self.known.lengths[: k + 1])
        self.here.set_data([k], [self.known.lengths[k]])
