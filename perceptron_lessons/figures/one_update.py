"""One update as a triangle: which line of the proof needs that it was a mistake."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import Polygon

from perceptron_core.exact import as_fractions
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import circle
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof import GAP
from perceptron_lessons.figures.registry import illustration

# w, and by their rounded angles to it the z = yx of length R; one u and γ serve all of them.
W = as_fractions([6, 0])
U = as_fractions([7, 24]) / 25
RADIUS = 5
Z = {37: (4, 3), 53: (3, 4), 74: (1.4, 4.8), 90: (0, 5)}
Z |= {180 - angle: (-x, y) for angle, (x, y) in reversed(Z.items())}
Z = {angle: as_fractions([Fraction(str(v)) for v in z]) for angle, z in Z.items()}
GAMMA = min(U @ z for z in Z.values())

BEYOND = {"facecolor": "white", "edgecolor": style.VERMILLION, "hatch": "/////", "linewidth": 0.8}
ARC = 1.1  # radius of the arc that marks the angle


@illustration(separator="u")
def one_update(angle=90, *, words, paper):
    """One update as a triangle, w + z from w and z = yx, at angles from acute to obtuse.

    At a right or obtuse angle, which is what a mistake is, ‖w + z‖² ≤ ‖w‖² + R²; at an acute one
    w + z is too long for the proof. Along u it grows by at least γ at any angle.

    Parameters
    ----------
    angle : number
        Degrees between w and z, to begin with; the nearest one that there is.

    Returns
    -------
    InteractiveFigure
        With the slider angle, rounded to degrees; the coordinates of z are exact.

    References
    ----------
    `iterations` §4 and `cosine`: what one update does to the numerator and the denominator.

    Examples
    --------
    >>> print(one_update().description.text.splitlines()[1])
    length line holds: ‖w + z‖² = 61 ≤ ‖w‖² + R² = 61
    """
    fig, axes = paper.figure(style.WIDE, 3.7, mosaic="AB;AC", width_ratios=(1.15, 1))
    triangle = _Triangle(axes["A"], words)
    longest = (W + Z[37]) @ (W + Z[37])
    farthest = U @ W + RADIUS
    head = "length line: $‖{w} + z‖² ≤ ‖{w}‖² + {R}²$"
    names = ("$‖{w}‖² + {R}²$", "$‖{w} + z‖²$")
    length = _Bars(axes["B"], map(words, (head, *names)), _facts(90)["limit"], longest)
    beyond = axes["B"].add_patch(Polygon(np.zeros((4, 2)), **BEYOND))
    names = "${u}·{w} + {γ}$", "${u}·({w} + z)$"
    head = "progress line: ${u}·({w} + z) ≥ {u}·{w} + {γ}$"
    progress = _Bars(axes["C"], map(words, (head, *names)), _facts(90)["least"], farthest)
    legend(fig, ncols=4, named=[triangle.names], columnspacing=1.2)

    def show(angle):
        facts = _facts(angle)
        triangle.move(angle)
        length.move(facts["square"], words("${square} {relation} {limit}$: it {verdict}", **facts))
        progress.move(facts["along"], words("${along} ≥ {least}$: it holds", **facts))
        beyond.set_visible(facts["square"] > facts["limit"])
        beyond.set_xy(_box(facts["limit"], facts["square"], 0))
        return words.describe("one_update", angle=angle, **facts)

    changing = [*triangle.changing, *length.changing, beyond, *progress.changing]
    return InteractiveFigure(
        fig, {"angle": tuple(Z)}, show, changing, {"angle": angle}, names=[triangle.names]
    )


def _facts(angle):
    """Return what the update by the z of an angle does to w."""
    z = Z[angle]
    end = W + Z[angle]
    product = W @ z
    square = end @ end
    limit = W @ W + RADIUS**2
    facts = {"product": product, "square": square, "limit": limit, "gain": U @ z}
    facts |= {"along": U @ end, "least": U @ W + GAMMA, "gamma": GAMMA}
    facts = {name: float(value) for name, value in facts.items()}
    facts |= {"z": z.astype(float), "end": end.astype(float)}
    if product > 0:
        facts |= {"mistake": "no mistake", "verdict": "BREAKS", "relation": ">"}
        return facts | {"kind": "acute", "inside": "outside"}
    facts |= {"mistake": "a mistake", "verdict": "holds", "relation": "≤"}
    kind, inside = ("obtuse", "inside") if product else ("right", "exactly on")
    return facts | {"kind": kind, "inside": inside}


class _Triangle:
    """w, z from its tip, w + z, and how far both reach along u."""

    def __init__(self, axes, words):
        self.w = W.astype(float)
        self.u = U.astype(float)
        x = self.w[0]
        label = words("here ${w}·z ≤ 0$: a mistake")
        plane = DataPanel(axes, words, names="")
        axes.set(xlim=(-2.5, 11.3), ylim=(-0.8, 8.6), xticks=[], yticks=[])
        axes.spines[:].set_visible(False)
        left = [(-9, -9), (x, -9), (x, 19), (-9, 19)]
        axes.add_patch(Polygon(left, label=label, **style.BAND))
        ray = curve(axes, *np.outer(self.u, [0, 12]), style.SEPARATOR, label=words("{u}"))
        rim = np.sqrt(float(W @ W) + RADIUS**2)
        plane.circle(rim, style.SECOND_BOUND, label=words("length$² = ‖{w}‖² + {R}²$"))
        xs, ys = circle(RADIUS)
        curve(axes, x + xs, ys, style.RAY, label=words("tips of $z$ at other angles"))
        curve(axes, [x, x + 1.6 * ARC], [0, 0], style.THIN)
        w = plane.arrow(self.w, look=style.WEIGHT_BEFORE, label=words("{w}"))
        self.z = plane.arrow(look=style.UPDATE, label=words("$z = {label}{sample}$"))
        self.after = plane.arrow(label=words("${w} + z$"))
        self.arc = curve(axes, look=style.THIN)
        self.feet = curve(axes, look=style.THIN)
        self.gain = curve(axes, look=GAP, label=words("gain along {u}"), zorder=3)
        self.names = Names(axes, [w, self.z, self.after, ray])
        self.changing = [self.z, self.after, self.arc, self.feet, self.gain]

    def move(self, angle):
        w = self.w
        z = Z[angle].astype(float)
        self.z.move(w + z, w)
        self.after.move(w + z)
        turn = np.linspace(0, np.arctan2(z[1], z[0]), 61)
        self.arc.set_data(w[0] + ARC * np.cos(turn), ARC * np.sin(turn))
        before, after = (self.u @ v * self.u for v in (w, w + z))
        self.feet.set_data(*np.transpose([w, before, (np.nan, np.nan), w + z, after]))
        self.gain.set_data(*np.transpose([before, after]))


class _Bars:
    """A bar for the bound in a line of the proof, and below it one for what is measured."""

    def __init__(self, axes, texts, bound, most):
        head, *names = texts
        xlim = 0, 1.06 * float(most)
        panel = CurvePanel(axes, "", head, xlim, (-0.55, 1.55), pad=18)
        axes.set_yticks([1, 0], names)
        axes.tick_params(axis="y", length=0)
        axes.add_patch(Polygon(_box(0, bound, 1), facecolor=style.LIGHT))
        self.bar = axes.add_patch(Polygon(_box(0, bound, 0), **style.BAR))
        axes.axvline(bound, **style.BOUND)
        self.title = panel.caption()
        self.changing = [self.bar, self.title]

    def move(self, value, title):
        self.bar.set_xy(_box(0, value, 0))
        self.title.set_text(title)


def _box(start, end, middle, half=0.3):
    """Return the corners of a level bar."""
    low, high = middle - half, middle + half
    return [(start, low), (end, low), (end, high), (start, high)]
