"""Pictures of changes of coordinates: the flip, unit length, the lift, and ways to learn b."""

from fractions import Fraction

import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from perceptron_core import perceptron
from perceptron_core.exact import nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.figures.geometry import line_ends, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import DataPanel, beside, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import state_of
from perceptron_lessons.figures.wording import joined, name_axis
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels, normalize

FOLDED = tuple(f"$z_{{({j})}}$" for j in (1, 2))  # the names of the axes of the z
BEFORE = style.MINUS | {"color": "#BFBFBF", "markersize": 5}


def widest(X, y, bias="none"):
    """Return the separator with the largest margin, or refuse data that have none."""
    best = maximum_margin(X, y, bias=bias)
    if not best:
        through = "" if bias == "free" else " through the origin"
        raise ValueError(f"no line{through} separates these samples: {best}")
    return best


@illustration()
def flip(data=None, *, words, paper):
    """The samples before and after the sign flip z = y·x, with the separating line.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `cosine`, Simplification 2 (its pair of figures after Duda & Hart 1973).
    """
    data = data or example_of_session()
    X, Z = require_2d(data.X), require_2d(fold_labels(data.X, data.y))
    best = widest(data.X, data.y)
    minus = data.y < 0
    tip = 0.55 * np.linalg.norm(X, axis=1).max() * best.unit_w
    fig, (left, right) = paper.figure(style.WIDE, 4.05, ncols=2)
    for axes, points, names, title in (
        (left, X, None, words("(a) samples $x$ with labels $y$")),
        (right, Z, FOLDED, words("(b) flipped: $z = {label}{sample}$, all labelled $+1$")),
    ):
        plane = DataPanel(axes, words, X, Z, pad=0.12, names=names, title=title)
        plane.samples(points, data.y)
        if points is Z:
            for x, z in zip(X[minus], Z[minus], strict=True):
                curve(axes, *np.transpose([x, z]), style.RAY)
            curve(axes, *X[minus].T, BEFORE, label=words("before the flip"))
        plane.line(best.unit_w, label=words("separating line"))
        plane.arrow(tip)
        beside(axes, words("{w}"), tip, (5, 0), color=style.WEIGHT["color"])
        plane.cone(Z, label=words("all {w} that separate"))
    legend(fig, ncols=5, columnspacing=1.2)
    description = words.describe("flip", flipped=int(minus.sum()), best=best, **words.about(data))
    return InteractiveFigure.still(fig, description)


@illustration()
def unit_length(data=None, *, words, paper):
    """The samples before and after scaling each to length 1, with the widest empty band.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `cosine`, Simplification 3; `empirical` §7.1.
    """
    data = data or example_of_session()
    require_2d(data.X)
    unit, lengths = normalize(data.X)
    fig, (left, right) = paper.figure(style.WIDE, 3.9, ncols=2)
    facts = {"low": lengths.min(), "high": lengths.max()}
    for axes, X, name, title in (
        (left, data.X, "given", "(a) as given: ${R} = {radius:3}$, ${γ} = {gamma:3}$"),
        (right, unit, "unit", "(b) each at length 1: ${R} = {radius:3}$, $δ = {gamma:3}$"),
    ):
        best = widest(X, data.y)
        drawn = require_2d(X)
        radius = np.linalg.norm(drawn, axis=1).max()
        title = words(title, radius=radius, gamma=best.gamma)
        square = [[-radius, -radius], [radius, radius]]
        plane = DataPanel(axes, words, square, pad=0.08, title=title)
        plane.samples(drawn, data.y)
        plane.line(best.unit_w, label=words("widest separator"))
        plane.band(best.unit_w, best.gamma, label=words("empty band"))
        plane.circle(radius, label=words("circle of radius {R}"))
        for x in drawn:
            curve(axes, [0, x[0]], [0, x[1]], style.RAY)
        facts |= {f"radius_{name}": radius, f"gamma_{name}": best.gamma}
        facts[f"bound_{name}"] = (radius / best.gamma) ** 2
        facts[f"made_{name}"] = perceptron(X, data.y).n_mistakes
    legend(fig, ncols=5, columnspacing=1.2)
    return InteractiveFigure.still(fig, words.describe("unit_length", **facts, **words.about(data)))


@illustration()
def lift(data=None, *, words, paper):
    """The lift to n + 1 dimensions: samples at height R, and the plane through the origin.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable by a line with a free offset; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `primal`, ŵ = (w, b/R) and x̂ = (x, R); `cosine`, Simplification 1.
    """
    data = data or example_of_session()
    X = require_2d(data.X)
    best = widest(data.X, data.y, bias="free")
    radius = float(np.linalg.norm(X, axis=1).max())
    fig, flat = paper.figure(style.MIDDLE, 4.0)
    flat.remove()
    fig.set_layout_engine("none")
    axes = fig.add_axes((0, 0, 1, 1), projection="3d", computed_zorder=False)
    _scene(axes, X, data.y, plane=(best.unit_w, best.unit_b), height=radius, words=words)
    axes.set_zticks([0, radius], ["0", words("{R}")])
    legend(fig, ncols=2, loc="lower center", columnspacing=1.2)
    foot = fig.legends[0].get_window_extent().y1 / fig.bbox.height
    axes.set_position((0, foot, 1, 1.02 - foot))
    square = 1 + (best.unit_b / radius) ** 2
    facts = {"radius": radius, "best": best, "square": square} | words.about(data)
    description = words.describe("lift", lower=best.gamma / np.sqrt(square), **facts)
    return InteractiveFigure.still(fig, description)


def _scene(axes, X, y, *, plane, height, words):
    """Draw the ground, the lifted samples and the plane through the origin, from back to front."""
    w, b = plane
    half = 1.15 * height
    tip = np.append(w, b / height)
    tip *= 0.9 * height / np.linalg.norm(tip)
    limits = {"xlim": (-half, half), "ylim": (-half, half)}
    axes.set(**limits, zlim=(min(0, 1.1 * tip[2]), 1.15 * height))
    axes.set_box_aspect((1, 1, 0.7), zoom=1.18)
    axes.view_init(elev=17, azim=-33)

    def line_at(level, steps=1):
        """The ends of the line in which the plane through the origin cuts this level."""
        xs, ys = line_ends((-half, -half), (half, half), w, b * level / height)
        return np.column_stack([xs, ys, np.full(len(xs), level)])[::steps]

    def plate(corners, **look):
        axes.add_collection3d(Poly3DCollection([corners], linewidths=0.8, clip_on=False, **look))

    def square(level):
        return [(x, y, level) for x, y in half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])]

    for sign, look in ((1, style.PLUS), (-1, style.MINUS)):
        chosen = X[y == sign]
        axes.plot(*chosen.T, 0, zorder=2, **(look | {"markersize": 4, "color": "#9A9A9A"}))
        axes.plot(*chosen.T, height, zorder=7, label=name_axis(words.classes[sign]), **look)
        for x in chosen:
            axes.plot([x[0]] * 2, [x[1]] * 2, [0, height], zorder=4, **style.RAY)
    plate(square(0), zorder=0.5, facecolor="#F4F4F4", edgecolor="#BFBFBF")
    blue = {"facecolor": (0.34, 0.71, 0.91, 0.38), "edgecolor": (0.2, 0.45, 0.6, 0.8)}
    slope = np.vstack([line_at(0), line_at(height, -1)])
    plate(slope, zorder=2.5, label=words("plane through 0"), **blue)
    plate(square(height), zorder=3, facecolor=(1, 1, 1, 0.0), edgecolor="#8F8F8F")
    axes.plot(*line_at(0).T, zorder=1, **style.LINE_BEFORE)
    label = words("separating line, lifted")
    axes.plot(*line_at(height).T, zorder=6, label=label, **style.LINE)
    axes.plot([0], [0], [0], marker="+", color=style.BLACK, markersize=9, zorder=8)
    axes.text(0, -0.12 * half, -0.12 * height, "0", zorder=8, ha="center")
    green = {"color": style.WEIGHT["color"], "zorder": 9}
    axes.quiver(0, 0, 0, *tip, linewidth=1.8, arrow_length_ratio=0.14, **green)
    upward = np.append(-b / height * w, 1)  # in the plane, at a right angle to the arrow
    corner = 0.16 * height * np.array([upward / np.linalg.norm(upward), tip / np.linalg.norm(tip)])
    axes.plot(*np.array([corner[0], corner.sum(axis=0), corner[1]]).T, zorder=8.5, **style.THIN)
    axes.text(*(1.12 * tip), rf"$\hat{{{words.letter()}}}$", **green)
    axes.set_xlabel("$x_{(1)}$", labelpad=-6)
    axes.set_ylabel("$x_{(2)}$", labelpad=-6)
    axes.tick_params(pad=-2)
    axes.grid(False)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_pane_color((1, 1, 1, 0))


@illustration()
def three_biases(data=None, *, words, paper):
    """The same samples with the three ways to learn the offset, and the mistakes of each.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin too; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `iterations` §3 (no offset), `empirical` (padded with 1), `primal` (step R²).
    """
    data = data or example_of_session()
    X = require_2d(data.X)
    names = {"none": "no offset", "one": "padded with 1", "radius": "padded with {R}"}
    fig, panels = paper.figure(style.WIDE, 3.3, 2.9, ncols=3)
    lines = []
    counts = []
    called = []
    for (bias, name), axes in zip(names.items(), panels, strict=True):
        trace = perceptron(data.X, data.y, bias=bias)
        facts = state_of(trace, trace.n_mistakes) | {"name": name}
        facts["bound"] = nearest_float(prove(trace)["conclusion"].rhs[0])
        title = words("{name}\n{n:mistake}, bound {bound}\n{line}", **facts)
        plane = DataPanel(axes, words, X, pad=0.16, title=title)
        plane.samples(X, data.y)
        line = plane.line(trace.w, trace.b, label=words("final line"))
        plane.sides().move(trace.w, trace.b)
        called.append(Names(axes, [line], sides=line))
        lines.append(words.write("{name}: {n:mistake}, {line}, bound {bound}", **facts))
        counts.append(words.write("{n:mistake} with {name}", **facts))
        if bias != "none":
            axes.set_ylabel("")
    legend(fig, ncols=2, named=called)
    gamma_squared = maximum_margin(data.X, data.y, bias="free").gamma_squared
    facts = {"novikoff": nearest_float(4 * Fraction(trace.radius_squared) / gamma_squared)}
    facts |= {"lines": joined("\n", lines), "sentences": joined("; ", lines)} | words.about(data)
    description = words.describe("three_biases", counts=joined(", ", counts), **facts)
    return InteractiveFigure.still(fig, description, called)
