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
from perceptron_lessons.figures.panels import DataPanel, Samples, caption, curve, legend
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
AXES = Wording().components()
LONGEST = 150  # corners of the path of w that are drawn
WRONG = style.RING | {"markersize": 13, "markeredgewidth": 0.9, "markeredgecolor": style.GREY}
NEXT = style.RING | {"markersize": 17, "markeredgewidth": 2.4}
CAP = {"facecolor": "#F3E3EF", "edgecolor": "none", "zorder": 0.1}
# Hatched, so that it is seen where the cap lies under it too, and without colours.
CONE = {"facecolor": "none", "edgecolor": style.GREEN, "hatch": "////", "zorder": 0.2}
CONE |= {"linewidth": 0}
AREAS = [
    look["facecolor"].lower()
    for look in (style.BAND, CAP, USED, style.PLUS_SIDE, style.MINUS_SIDE)
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
        self._defined, self.lacking = set(), True

    def pieces(self, study, view, scale):
        """Show a view of a study, and return the SVG of each changing artist, in drawing order."""
        self.side.move(study, view, scale)
        axes = self.side.axes
        limits = tuple(axes.get_xlim())
        known = self._axes.get(limits, {})
        each = zip(self.drawing.order, self.drawing.pieces(known), strict=True)
        pieces = {a: piece if a in known else page_names(piece) for a, piece in each}
        fresh = "".join(pieces[artist] for artist in pieces if artist not in known)
        self.lacking = self.lacking or not self._defined.issuperset(NAMES.findall(fresh))
        if not known:
            self._axes[limits] = {axis: pieces[axis] for axis in (axes.xaxis, axes.yaxis)}
        return list(pieces.values())

    def background(self):
        """Return what stays, as SVG for pages, without definitions."""
        return page_names(self.drawing.background(""))

    def definitions(self):
        """Return the definitions of all that has been drawn, as SVG for pages."""
        found = page_names(self.drawing.definitions())
        self._defined, self.lacking = set(NAMES.findall(found)), False
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
        plane = DataPanel(axes, [[-1, -1], [1, 1]], cross=True, title="data space")
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
        limit, w = scale.limit, view.w.astype(float)
        _reach(self.axes, limit)
        tip = w / scale.arrow
        self.line.move(w, view.b)
        self.sides.move(w, view.b)
        self.w.move(tip)
        self.note.set_text(_note(view, scale))
        for artist in (self.wrong, self.next):
            artist.set_data([], [])
        self.band.set_visible(False)
        self.after.move((0, 0))
        self.step.move(tip, tip)
        if study is None:
            return
        X = study.trace.X.astype(float)
        if study.best:
            u, u_b = study.best.unit_w, study.best.unit_b
            length = np.linalg.norm(u)
            self.band.move(u, study.best.gamma / length if length else 0, u_b)
        self.wrong.set_data(*X[view.wrong].T)
        if view.next is not None:
            *after, after_b = study.path[view.k + 1]
            self.next.set_data(*X[[view.next]].T)
            self.after.move(after, after_b)
            self.step.move(np.array(after) / scale.arrow, tip)


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
        self.axes, self.proof = axes, proof
        plane = DataPanel(axes, [[-1, -1], [1, 1]], names=AXES, cross=True, title="weight space")
        empty = np.zeros((0, 2))

        def area(label, look):
            (patch,) = axes.fill([0, 0, 0], [0, 0, 0], label=label, **look)
            patch.set_xy(empty)
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
        self.shares = [axes.text(0, 0, "", fontsize=8, ha="center", zorder=6) for _ in range(4)]
        self.changing = [
            *(self.cone, self.cap, self.hull, self.disc, self.wall, self.path, self.now),
            *(self.step, self.note, *self.shares, axes.xaxis, axes.yaxis),
        ]

    def move(self, study, view, scale):
        """Show a view of a study; no study where there are no points."""
        half, w, b = scale.half, view.w.astype(float), float(view.b)
        _reach(self.axes, half)
        self.now.move(w)
        self.step.move(w, w)
        self.note.set_text("")
        for artist in (self.path, self.disc):
            artist.set_data([], [])
        for area in (self.cone, self.cap, self.hull):
            area.set_xy(np.zeros((0, 2)))
        self.wall.move((0, 0))
        for share in self.shares:
            share.set_text("")
        if study is None:
            return
        if study.trace.pad_squared:
            self.note.set_text(f"at b = {_short(view.b)}")
        box = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        self._show_run(study, view)
        if study.best:
            Z = study.trace.X * study.trace.y[:, None]
            for z, y in zip(Z.astype(float), study.trace.y, strict=True):
                box = clip(box, z, y * b)
            self.cone.set_xy(box)
        else:
            self._show_hull(study, half)
        if self.proof and not view.by_hand:
            self._show_disc_and_wall(study, view.k, b)

    def _show_run(self, study, view):
        path = study.path[:, :2]
        self.path.set_data(*path[list(thinned(range(view.k + 1), LONGEST))].T)
        if view.next is not None:
            self.step.move(path[view.k + 1], path[view.k])

    def _show_disc_and_wall(self, study, k, b):
        """Draw the slices at b of ‖ŵ‖² ≤ η²kR̂² and ŵ·û ≥ kηγ, ŵ = (w, b/c)."""
        trace, pad = study.trace, float(study.trace.pad_squared)
        rate = float(trace.learning_rate)
        square = rate**2 * k * float(study.checked.radius_squared) - (b * b / pad if pad else 0)
        if square < 0:
            return
        disc = np.column_stack(circle(np.sqrt(square), corners=60))
        self.disc.set_data(*disc.T)
        if study.best:
            u = study.best.unit_w
            height = (b * study.best.unit_b / pad if pad else 0) - k * rate * study.best.gamma
            self.wall.move(u, height)
            self.cap.set_xy(clip(disc, u, height))

    def _show_hull(self, study, half):
        used = study.best.support
        Z = (study.trace.X * study.trace.y[:, None]).astype(float)[used]
        self.hull.set_xy(convex_hull(Z))
        for share, i, z in zip(self.shares, used, Z, strict=False):
            length = np.linalg.norm(z)
            share.set_position(z + 0.07 * half * (z / length if length else np.array([0, 1])))
            share.set_text(f"{study.best.weights[i]}·z{i}")


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
        Samples(panels[0], study.trace.X.astype(float), study.trace.y)
    legend(fig, ncols=4, columnspacing=1.0, handlelength=2.4)
    return InteractiveFigure.still(fig, description)
