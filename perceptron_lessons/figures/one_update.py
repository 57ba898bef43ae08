"""One update as a triangle: which line of the proof needs that it was a mistake."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import Polygon

from perceptron_core import perceptron
from perceptron_core.exact import as_fractions
from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.figures.geometry import circle
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import BARE, CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof import GAP
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import in_the_plane

# w, and by their rounded angles to it the z = yx of length R; one u and γ serve all of them.
W = as_fractions([6, 0])
U = as_fractions([7, 24]) / 25
RADIUS = 5
Z = {37: (4, 3), 53: (3, 4), 74: (1.4, 4.8), 90: (0, 5)}
Z |= {180 - angle: (-x, y) for angle, (x, y) in reversed(Z.items())}
Z = {angle: as_fractions([Fraction(str(v)) for v in z]) for angle, z in Z.items()}
GAMMA = min(U @ z for z in Z.values())

# The squares on w, on z and on w + z, and the bars that are as long as they are large.
ON_SIDES = [
    {"facecolor": "#D9E9E4", "edgecolor": style.GREEN, "linewidth": 1.2},
    {"facecolor": "#F1E2EC", "edgecolor": style.PURPLE, "linewidth": 1.2},
    {"facecolor": "none", "edgecolor": style.BLACK, "linewidth": 1.2, "linestyle": (0, (4, 2))},
]
FILLED = [
    {"facecolor": style.GREEN, "edgecolor": "white"},
    {"facecolor": style.PURPLE, "edgecolor": "white"},
    {"facecolor": style.DARK, "edgecolor": "white"},
]
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
        beyond.set_xy(_level_bar(facts["limit"], facts["square"], 0))
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


@illustration(k=2)
def squares(trace=None, limit=150, *, words, paper):
    """One update of a run as a triangle, with the squares on its three sides.

    ‖w + z‖² = ‖w‖² + 2 w·z + ‖z‖²: at a mistake w·z ≤ 0, and the square on w + z is at most as
    large as the two others together.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, 2 features, with one update at least; by default the run on the worked
        example in the order "worst".
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes before this one.

    Raises
    ------
    ValueError
        If the run has an offset, or makes no update.

    Examples
    --------
    >>> print(squares().at(k=1).description.text)
    k = 1: w = (2, 0), z = (−2, 2), w·z = −4, a mistake
    ‖w + z‖² = 4 ≤ ‖w‖² + ‖z‖² = 4 + 8
    """
    trace = in_the_plane(trace or _worst_first())
    if not trace.n_mistakes:
        raise ValueError("this figure draws an update, and this run makes none")
    W = trace.weights.astype(float)
    drawn = [_triangle_in_box(W[k], W[k + 1]) for k in range(trace.n_mistakes)]
    fig, axes = paper.figure(style.COLUMN, 4.1, nrows=2, height_ratios=(5, 1))
    box = np.array([(-0.5, -0.5), (0.5, 0.5)])
    panel = DataPanel(axes[0], words, box, pad=0.02, **(BARE | {"cross": False}))
    on_sides = [axes[0].add_patch(Polygon(np.zeros((4, 2)), **look)) for look in ON_SIDES]
    w = panel.arrow(label=words("{w}"))
    z = panel.arrow(look=style.UPDATE, label=words("$z$"))
    whole = panel.arrow(look=style.LINE_BEFORE, label=words("${w} + z$"))
    middle = {"ha": "center", "va": "center", "fontsize": 12, "zorder": 6}
    areas = [axes[0].text(0, 0, "", **middle) for _ in ON_SIDES]
    bars = _TwoRows(axes[1], words)
    names = [Names(axes[0], [w, z, whole])]

    def show(k):
        (zero, tail, tip), squares = drawn[k]
        each = zip(on_sides, areas, squares, _areas(trace, k), strict=True)
        for side, text, square, area in each:
            side.set_xy(square)
            text.set(position=square.mean(axis=0), text=words.number(area, 3) if area else "")
        w.move(tail, zero)
        z.move(tip, tail)
        whole.move(tip, zero)
        bars.move(_areas(trace, k))
        return words.describe("squares", **_facts_of(trace, k))

    changing = [*on_sides, *areas, w, z, whole, *bars.changing]
    values = {"k": range(trace.n_mistakes)}
    return InteractiveFigure(fig, values, show, changing, limit=limit, names=names)


def _worst_first():
    data = example_of_session()
    return perceptron(data.X, data.y, order="worst")


def _sides_of(start, end):
    """Return the squares outside of the triangle 0, w, w + z: on w, on z and on their sum."""
    turn = start[0] * end[1] - start[1] * end[0]
    side = -1 if turn >= 0 else 1
    squares = []
    for a, b in (((0, 0), start), (start, end), (end, (0, 0))):
        out = side * np.array([-(b[1] - a[1]), b[0] - a[0]])
        squares.append(np.array([a, b, b + out, a + out]))
    return squares


def _triangle_in_box(start, end):
    """Return the corners of the triangle and its squares, as large as a box of side 1 lets them be.

    Each update fills the picture, whatever its size: it is the areas that are compared.
    """
    squares = _sides_of(start, end)
    places = np.vstack(squares)
    low, high = places.min(axis=0), places.max(axis=0)
    size = (high - low).max() or 1.0
    corners = np.array([(0, 0), start, end])
    middle = (low + high) / 2
    return (corners - middle) / size, [(square - middle) / size for square in squares]


def _areas(trace, k):
    """Return ‖w‖², ‖z‖² and ‖w + z‖² at the update after k others; z is what is added to w."""
    before, after = trace.weights[k], trace.weights[k + 1]
    step = after - before
    return before @ before, step @ step, after @ after


def _facts_of(trace, k):
    of_w, of_z, whole = _areas(trace, k)
    before, after = trace.weights[k], trace.weights[k + 1]
    product = before @ (after - before)
    facts = {"n": k, "weights": before, "z": after - before, "end": after, "product": product}
    facts |= {"of_w": of_w, "of_z": of_z, "whole": whole, "sum": of_w + of_z}
    is_mistake = product <= 0
    facts["mistake"] = "a mistake" if is_mistake else "no mistake"
    return facts | {"relation": "≤" if is_mistake else ">"}


class _TwoRows:
    """The squares of w and z as one bar, above that of w + z as another one."""

    def __init__(self, axes, words):
        axes.set(xlim=(0, 1), ylim=(-1.1, 1.1))
        axes.set_axis_off()
        self.words = words
        self.bars = [axes.add_patch(Polygon(np.zeros((4, 2)), **look)) for look in FILLED]
        look = {"ha": "center", "va": "center", "color": "white", "clip_on": True}
        self.texts = [axes.text(0, 0, "", **look) for _ in FILLED]
        self.changing = [*self.bars, *self.texts]

    def move(self, areas):
        of_w, of_z, whole = map(float, areas)
        spans = ((0, of_w, 0.53), (of_w, of_w + of_z, 0.53), (0, whole, -0.53))
        named = zip(
            self.bars, self.texts, spans, ("‖{w}‖²", "‖z‖²", "‖{w} + z‖²"), areas, strict=True
        )
        unit = max(of_w + of_z, whole) or 1.0
        for bar, text, (start, end, middle), name, area in named:
            bar.set_xy(_level_bar(start / unit, end / unit, middle, 0.5))
            is_wide = end - start > 0.2 * unit
            text.set(position=((start + end) / 2 / unit, middle))
            text.set_text(self.words(f"${name} = {{area:3}}$", area=area) if is_wide else "")


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
        axes.add_patch(Polygon(_level_bar(0, bound, 1), facecolor=style.LIGHT))
        self.bar = axes.add_patch(Polygon(_level_bar(0, bound, 0), **style.BAR))
        axes.axvline(bound, **style.BOUND)
        self.title = panel.caption()
        self.changing = [self.bar, self.title]

    def move(self, value, title):
        self.bar.set_xy(_level_bar(0, value, 0))
        self.title.set_text(title)


def _level_bar(start, end, middle, half=0.3):
    """Return the corners of a level bar."""
    low, high = middle - half, middle + half
    return [(start, low), (end, low), (end, high), (start, high)]
