"""The reader's own points: data space and weight space of a run on a grid, each a small picture.

Each picture is drawn once. What a point that is dragged changes are a few artists, which are moved
and drawn again by themselves: some milliseconds, where a whole figure takes forty.
"""

import math
import re
from typing import NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import MultipleLocator

from perceptron_lessons.figures import style
from perceptron_lessons.figures.drawing import Drawing, page_names
from perceptron_lessons.figures.geometry import circle, clip, convex_hull
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import DataPanel, Samples, caption, curve, legend, renew
from perceptron_lessons.figures.run_panels import PATH, WALL
from perceptron_lessons.figures.separators import USED
from perceptron_lessons.figures.wording import Wording

GRIDS = (6, 12)
"""Points have whole coordinates, to this far from 0: on the small paper, and on the large one."""

SIZE = (3.9, 4.75)  # inches of one picture alone
PLACE = (0.135, 0.245, 0.845, 0.845 * SIZE[0] / SIZE[1])  # of its axes, a square

ROUND = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
NAMES = re.compile(r'(?:href="#|url\(#|id=")(~[^")]*)')
LETTERS = "w = 0: no line, arrows ÷ at b 123456789/−+.e·z"  # of notes, ticks and weights
OWN = Wording()
NONE = np.zeros((0, 2))  # places
SHARES = 4  # weights of a certificate that are written beside their points
LONGEST = 150  # corners of the path of w that are drawn
WRONG = style.RING | {"markersize": 13, "markeredgewidth": 0.9, "markeredgecolor": style.GREY}
NEXT = style.RING | {"markersize": 17, "markeredgewidth": 2.4}
CAP = {"facecolor": "#F3E3EF", "edgecolor": "none", "zorder": 0.1}
# Hatched, so that it is seen where the cap lies under it too, and without colours.
CONE = {"facecolor": "none", "edgecolor": "#7FBFA8", "hatch": "////", "zorder": 0.2}
CONE |= {"linewidth": 0.7, "hatch_linewidth": 0.7}
AREAS = [CONE["edgecolor"].lower()]
AREAS += [
    look["facecolor"].lower() for look in (style.BAND, CAP, USED, style.PLUS_SIDE, style.MINUS_SIDE)
]
"""Colours that only some states have: a page in the dark must know of all."""
DISC = {"color": style.BLUE, "linewidth": 1.0, "linestyle": (0, (6, 2, 1, 2))}


class View(NamedTuple):
    """What is to be seen of a study.

    Attributes
    ----------
    k : int
        Mistakes made so far.
    w, b : ndarray of Fraction, Fraction
        The line that is drawn: the run's after k mistakes, or the reader's.
    wrong : sequence of int
        The samples that this line gets wrong.
    next : int or None
        The sample of the next update, where it is to be seen.
    by_hand : bool
        Whether the line is the reader's.
    """

    k: int
    w: np.ndarray
    b: object
    wrong: np.ndarray
    next: int | None
    by_hand: bool


def round_up(value):
    """Return the least round number that is not below a value > 0.

    >>> round_up(7), round_up(120), round_up(0.011)
    (8, 150, 0.015)
    """
    power = 10.0 ** math.floor(math.log10(value))
    found = next((f * power for f in ROUND if f * power >= value * (1 - 1e-12)), 10 * power)
    return int(found) if found >= 1 and found == int(found) else round(found, 12)


class Scale(NamedTuple):
    """How large the weights of a run are drawn.

    Attributes
    ----------
    grid : int
        The data space reaches a little beyond −grid and grid.
    half : number
        The weight space reaches from −half to half.
    arrow : number
        The arrow of w in the data space is w divided by this.
    step : int
        By how much w moves when it is set by hand.
    """

    grid: int
    half: float
    arrow: float
    step: int

    @property
    def limit(self):
        """How far the data space reaches."""
        return 1.04 * self.grid

    @classmethod
    def of(cls, study, grid):
        """Return the scale of a study, one for all its k; of none, that of the grid."""
        if study is None:
            return cls(grid, grid, 1, 1)
        reach = np.abs(study.path[: study.end + 1, :2]).max(initial=0)
        if not study.best:
            reach = max(reach, np.abs(study.trace.X[study.best.support]).max())
        reach = float(reach)
        near = round_up(max(1.15 * reach, 4))
        # The disc too, unless the path would be small beside it.
        rate = float(study.trace.learning_rate)
        edge = rate * math.sqrt(study.end * study.checked.radius_squared)
        half = round_up(max(near, 1.03 * min(edge, 1.6 * reach)))
        arrow = round_up(max(1, 1.1 * near / grid))
        return cls(grid, half, arrow, max(1, int(half / 12)))


class Alone:
    """One of the two pictures in a figure of its own: what stays, and the artists that change.

    Parameters
    ----------
    side : callable
        `DataSide` or `WeightSide`: makes it on its axes.

    Attributes
    ----------
    side
    lacking : bool
        Whether something was drawn with a name that is not among the last `definitions`.
    """

    @style.rc()
    def __init__(self, side):
        fig, axes = style.figure(*SIZE)
        fig.set_layout_engine("none")
        axes.set_position(PLACE)
        self.side = side(axes)
        legend(fig, ncols=2, loc="lower center", columnspacing=1.0, handlelength=2.4)
        fig.dpi = 72  # as `Drawing` has it: a change makes matplotlib compute all places anew
        still = Description("", "")
        self._picture = InteractiveFigure(fig, {}, lambda: still, self.side.changing)
        self.drawing = Drawing(self._picture)
        for artist in self.side.changing:  # so that all that they may need is defined
            if isinstance(artist, Text):
                artist.set_text(LETTERS)
            elif isinstance(artist, Line2D):
                artist.set_data([0], [0])
        self.drawing.pieces()
        self._axes = {}  # by the limits: ticks take longer to draw than all else
        self._last = None, {}  # the limits and the pieces of the last picture
        self._defined = set()
        self.lacking = True

    def pieces(self, study, view, scale):
        """Show a view of a study, and return the SVG of each changing artist, in drawing order."""
        self.side.move(study, view, scale)
        axes = self.side.axes
        limits = tuple(axes.get_xlim())
        known = self._axes.get(limits, {})
        before, last = self._last
        if before == limits:  # what has not been changed since need not be drawn again
            known = known | {artist: piece for artist, piece in last.items() if not artist.stale}
        each = zip(self.drawing.order, self.drawing.pieces(known), strict=True)
        pieces = {a: piece if a in known else page_names(piece) for a, piece in each}
        fresh = "".join(pieces[artist] for artist in pieces if artist not in known)
        self.lacking = self.lacking or not self._defined.issuperset(NAMES.findall(fresh))
        self._last = limits, pieces
        if limits not in self._axes:
            self._axes[limits] = {axis: pieces[axis] for axis in (axes.xaxis, axes.yaxis)}
        return list(pieces.values())

    def background(self):
        """Return what stays, as SVG for pages, without definitions."""
        return page_names(self.drawing.background(""))

    def definitions(self):
        """Return the definitions of all that has been drawn, as SVG for pages."""
        found = page_names(self.drawing.definitions())
        self._defined = set(NAMES.findall(found))
        self.lacking = False
        return found

    def frame(self):
        """Return where the axes are in the picture: left, top, width, height, as shares of it."""
        left, bottom, width, height = PLACE
        return [left, 1 - bottom - height, width, height]


class DataSide:
    """The samples' plane: line, band, w, the next update tip to tail, and rings around mistakes.

    Without the samples themselves: in a browser each is a control.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    """

    def __init__(self, axes):
        self.axes = axes
        plane = DataPanel(axes, OWN, [[-1, -1], [1, 1]], cross=True, title="data space")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MultipleLocator(2))
            axis.set_minor_locator(MultipleLocator(1))
        axes.grid(which="both", color=style.BAND["facecolor"], linewidth=0.5)
        axes.tick_params(which="minor", length=0)
        self.sides = plane.sides()
        self.band = plane.band((0, 0), 0, label="widest empty band")
        self.line = plane.line(label="line now")
        self.after = plane.line(look=style.LINE_BEFORE, label="line after")
        self.wrong = curve(axes, look=WRONG, label="mistakes")
        self.next = curve(axes, look=NEXT, label="next mistake")
        self.w = plane.arrow(label="w")
        self.step = plane.arrow(look=style.UPDATE, label="update ηyx")
        self.note = caption(axes, 1, 1.02, ha="right")
        self.changing = [
            *self.sides.artists,
            *(self.band, self.line, self.after, self.wrong),
            *(self.next, self.w, self.step, self.note, axes.xaxis, axes.yaxis),
        ]

    def move(self, study, view, scale):
        """Show a view of a study; no study where there are no points."""
        limit = scale.limit
        w = view.w.astype(float)
        _reach(self.axes, limit)
        tip = w / scale.arrow
        self.line.move(w, view.b)
        self.sides.move(w, view.b)
        self.w.move(tip)
        self.note.set_text(_note(view, scale))
        wrong = NONE
        following = NONE
        after = (0, 0)
        after_b = 0
        self.band.set_visible(False)
        if study is not None:
            X = study.trace.X.astype(float)
            wrong = X[view.wrong]
            if study.best:
                u, u_b = study.best.unit_w, study.best.unit_b
                length = np.linalg.norm(u)
                self.band.move(u, study.best.gamma / length if length else 0, u_b)
            if view.next is not None:
                following, (*after, after_b) = X[[view.next]], study.path[view.k + 1]
        renew(self.wrong, data=wrong.T)
        renew(self.next, data=following.T)
        self.after.move(after, after_b)
        self.step.move(np.array(after) / scale.arrow if len(following) else tip, tip)


def _note(view, scale):
    if not view.w.any():
        return "w = 0: no line"
    return f"arrows ÷ {scale.arrow:g}" if scale.arrow != 1 else ""


class WeightSide:
    """The weights' plane: the cone of solutions, the path of w, the disc and the wall, or a hull.

    With an offset all of it is the slice at the present b. The disc is where the length line of
    the proof holds after k mistakes, the wall is where the progress line begins to hold; w must be
    in the cap that both leave. Where nothing separates there is neither cone nor wall, and the z of
    the certificate are drawn with their hull around 0.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    proof : bool
        Whether disc and wall are drawn.
    """

    def __init__(self, axes, proof=True):
        self.axes = axes
        self.proof = proof
        plane = DataPanel(
            axes, OWN, [[-1, -1], [1, 1]], names=OWN.components(), cross=True, title="weight space"
        )

        def area(label, look):
            (patch,) = axes.fill([0, 0, 0], [0, 0, 0], label=label, **look)
            patch.set_xy(NONE)
            return patch

        self.cone = area("all w that separate", CONE)
        self.cap = area("left by disc and wall" if proof else None, CAP)
        self.hull = area("hull of the certificate", USED)
        self.disc = curve(axes, look=DISC, label="disc ‖w‖ ≤ √k R" if proof else None, zorder=1)
        self.wall = plane.line(look=WALL, label="wall w·u = kγ" if proof else None)
        self.path = curve(axes, look=PATH, label="path of w", zorder=3)
        self.now = plane.arrow()
        self.step = plane.arrow(look=style.UPDATE)
        self.note = caption(axes, 1, 1.02, ha="right")
        look = {"fontsize": 8, "ha": "center", "zorder": 6}
        self.shares = [axes.text(0, 0, "", **look) for _ in range(SHARES)]
        self.changing = [
            *(self.cone, self.cap, self.hull, self.disc, self.wall, self.path, self.now),
            *(self.step, self.note, *self.shares, axes.xaxis, axes.yaxis),
        ]

    def move(self, study, view, scale):
        """Show a view of a study; no study where there are no points."""
        half = scale.half
        w = view.w.astype(float)
        b = float(view.b)
        _reach(self.axes, half)
        path = cone = hull = disc = cap = NONE
        wall = ((0, 0), 0)
        after = w
        shares = []
        if study is not None:
            path = study.path[list(thinned(range(view.k + 1), LONGEST)), :2]
            after = w if view.next is None else study.path[view.k + 1, :2]
            if study.best:
                cone = _cone(study, b, half)
            else:
                hull, shares = _hull(study, half)
            if self.proof and not view.by_hand:
                disc, wall = _disc_and_wall(study, view.k, b)
                cap = clip(disc, *wall) if len(disc) and study.best else NONE
        self.now.move(w)
        self.step.move(after, w)
        self.wall.move(*wall)
        for line, places in ((self.path, path), (self.disc, disc)):
            renew(line, data=places.T)
        for area, places in ((self.cone, cone), (self.cap, cap), (self.hull, hull)):
            renew(area, xy=places)
        padded = study is not None and study.trace.pad_squared
        renew(self.note, text=f"at b = {_short(view.b)}" if padded else "")
        blank = ((0, 0), "")
        for share, (place, text) in zip(self.shares, [*shares, *SHARES * [blank]], strict=False):
            renew(share, position=place, text=text)


def _cone(study, b, half):
    """Return the corners of all w that separate, at this b, as far as the axes reach."""
    box = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    Z = study.trace.X * study.trace.y[:, None]
    for z, y in zip(Z.astype(float), study.trace.y, strict=True):
        box = clip(box, z, y * b)
    return box


def _disc_and_wall(study, k, b):
    """Return the slices at b of ‖ŵ‖² ≤ η²kR̂² and ŵ·û ≥ kηγ, ŵ = (w, b/c): places; u, height."""
    trace = study.trace
    pad = float(study.trace.pad_squared)
    wall = ((0, 0), 0)
    rate = float(trace.learning_rate)
    square = rate**2 * k * float(study.checked.radius_squared) - (b * b / pad if pad else 0)
    if square < 0:
        return NONE, wall
    if study.best:
        height = (b * study.best.unit_b / pad if pad else 0) - k * rate * study.best.gamma
        wall = study.best.unit_w, height
    return np.column_stack(circle(np.sqrt(square), corners=60)), wall


def _hull(study, half):
    """Return the corners of the certificate's hull; and beside each point where and what its is."""
    used = study.best.support
    Z = (study.trace.X * study.trace.y[:, None]).astype(float)[used]
    shares = []
    for i, z in zip(used, Z, strict=True):
        length = np.linalg.norm(z)
        place = z + 0.07 * half * (z / length if length else np.array([0, 1]))
        shares.append((place, f"{study.best.weights[i]}·z{i}"))
    return convex_hull(Z), shares


def _reach(axes, half):
    if axes.get_xlim() != (-half, half):
        axes.set(xlim=(-half, half), ylim=(-half, half))


def _short(number):
    return f"{float(number):.4g}".replace("-", "−")


@style.rc()
def own_points(study, view, scale, description, proof=True):
    """Both pictures side by side, with the samples, for paper and where there is no browser.

    Parameters
    ----------
    study : Study or None
    view : View
    scale : Scale
    description : Description
    proof : bool
        Whether disc and wall are drawn.

    Returns
    -------
    InteractiveFigure
    """
    fig, panels = style.figure(style.WIDE, 4.35, ncols=2)
    for side in (DataSide(panels[0]), WeightSide(panels[1], proof)):
        side.move(study, view, scale)
    if study is not None:
        Samples(panels[0], OWN, study.trace.X.astype(float), study.trace.y)
    legend(fig, ncols=4, columnspacing=1.0, handlelength=2.4)
    return InteractiveFigure.still(fig, description)
