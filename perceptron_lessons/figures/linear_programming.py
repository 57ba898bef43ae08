"""Pictures of the linear-programming view, and of data that nothing separates."""

import numpy as np

from perceptron_core import datasets
from perceptron_core.tables import pluralize
from perceptron_lessons.figures.common import (
    BAND,
    band,
    cone,
    describe,
    draw_axes,
    frame,
    letters,
    line_ends,
    number,
    proxy,
    require_2d,
)
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.labels import keep_clear, name_samples
from perceptron_lessons.figures.style import (
    BLUE,
    GREY,
    MINUS,
    PLUS,
    PURPLE,
    SEPARATOR,
    UPDATE,
    WIDE,
    arrow,
    figure,
    rc,
    samples,
)
from perceptron_lessons.theory.linear_programs import lp_box_margin
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels

CIRCLE = {"color": GREY, "linewidth": 1.0, "linestyle": "-"}
WALLS = {"color": GREY, "linewidth": 1.0, "linestyle": (0, (5, 2))}
BOX = {"color": PURPLE, "linewidth": 1.8, "linestyle": (0, (2, 1))}


@rc()
def lp_and_maximum_margin(data=None):
    """Two margins: of the linear program, w in a box, and of the theorem, w on the circle.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default six samples for which the two
        separators differ.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `empirical` §7.2.
    """
    if data is None:
        data = datasets.Dataset(
            [[2, -4], [-1, 2], [4, -4], [0, -4], [-3, 1], [0, 4]],
            [1, -1, 1, 1, -1, -1],
            "two margins",
        )
    X = require_2d(data.X)
    best, box = maximum_margin(data.X, data.y), lp_box_margin(data.X, data.y)
    if not best:
        raise ValueError(f"no line through the origin separates these samples: {best}")
    u, v = best.unit_w, np.asarray(box.separator.w, dtype=float)
    fig, (left, right) = figure(WIDE, 4.15, ncols=2)
    frame(left, X, pad=0.1)
    draw_axes(left)
    band(left, u, best.gamma)
    left.plot(*line_ends(left, u), **SEPARATOR)
    left.plot(*line_ends(left, v), **BOX)
    samples(left, X, data.y)
    left.set_title("data space")
    frame(right, [[-1.1, -1.1], [1.1, 1.1]], pad=0.04, names="w")
    right.set_xticks([-1, 0, 1])
    right.set_yticks([-1, 0, 1])
    cone(right, fold_labels(X, data.y))
    draw_axes(right)
    circle = np.linspace(0, 2 * np.pi, 181)
    right.plot(np.cos(circle), np.sin(circle), **CIRCLE)
    right.plot([-1, 1, 1, -1, -1], [-1, -1, 1, 1, -1], **WALLS)
    arrow(right, (0, 0), u, **(SEPARATOR | {"linewidth": 2.4}))
    arrow(right, (0, 0), v, **BOX)
    right.set_title("weight space: circle and box")
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("maximum margin", **SEPARATOR),
            proxy("linear program", **BOX),
            proxy("circle ‖w‖ = 1", **CIRCLE),
            proxy(r"box $|w_j| \leq 1$", **WALLS),
            proxy("empty band of the maximum margin", color=BAND["facecolor"], linewidth=7),
            proxy("all w that separate", color="#CFE5DA", linewidth=7),
        ],
        loc="outside lower center",
        ncols=4,
        frameon=False,
    )
    angle = np.degrees(np.arccos(np.clip(u @ v / np.linalg.norm(v), -1, 1)))
    program = box.separator.gamma
    reading = Description(
        f"maximum margin: w = {number(u)}, γ = {number(best.gamma)}\n"
        f"linear program: w = {number(v)}, its optimum {number(box.value)}, Euclidean margin "
        f"{number(program)}\n"
        f"{number(float(angle), 3)}° between the two directions",
        f"Left: {describe(data.y)} with two separating lines, {number(float(angle), 3)} degrees "
        f"apart; only the one of the maximum margin lies in the middle of its empty band. Right: "
        f"the weight space with the unit circle and the box; the linear program picks w = "
        f"{number(v, 3)} on the box, the maximum margin picks w = {number(u, 3)} on the circle.",
        f"Which margin is which. The linear program with |w_j| ≤ 1 has the optimum "
        f"{number(box.value)} at w = {number(v)}, whose Euclidean margin is {number(program)}; the "
        f"theorem's γ is {number(best.gamma)}, at w = {number(u)}.",
    )
    return InteractiveFigure(fig, {}, lambda: reading, [], name="lp_and_maximum_margin")


@rc()
def certificate(data=None, features=None, notation=None):
    """Why nothing separates: weights a ≥ 0 with Σ a z = 0, the origin in the hull of the z.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, not separable through the origin; by default the worked example with
        one more sample.
    features : pair of str, optional
        Names of the axes of the samples; by default x₁ and x₂.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure

    Raises
    ------
    ValueError
        If a line does separate the samples.
    """
    if data is None:
        worked = datasets.worked_example()
        data = datasets.Dataset([*worked.X, (-1, -2)], [*worked.y, 1], "no line")
    X, Z = require_2d(data.X), require_2d(fold_labels(data.X, data.y))
    proof = maximum_margin(data.X, data.y)
    if proof:
        raise ValueError(f"a line separates these samples, so there is no certificate: {proof}")
    a, w = proof.weights, letters(notation).w
    used = [int(i) for i in proof.support]
    # In the order of their angles, the terms a z go around once and close a polygon.
    used.sort(key=lambda i: np.arctan2(Z[i, 1], Z[i, 0]))
    fig, panels = figure(WIDE, 4.15, ncols=2)
    left, right = panels
    frame(left, X, Z, pad=0.3, names=features or "x")
    draw_axes(left)
    samples(left, X, data.y)
    named = name_samples(left, X, range(len(X)))
    left.set_title("samples x: no line separates them")
    frame(right, X, Z, pad=0.3, names="z")
    draw_axes(right)
    hull = _hull(Z)
    right.fill(*hull.T, facecolor="#EFEFEF", edgecolor=GREY, linewidth=0.8, zorder=0)
    corners = Z[used]
    right.fill(*corners.T, facecolor="#DCE9F3", edgecolor=BLUE, linewidth=0.8, zorder=0.2)
    samples(right, Z, data.y)
    named += name_samples(right, Z[used], [f"a = {number(a[i], 3)}" for i in used])
    at = np.zeros(2)
    for i in used:
        step = float(a[i]) * Z[i]
        arrow(right, at, at + step, **UPDATE)
        at = at + step
    right.plot([0], [0], color="black", marker="+", markersize=10, zorder=6)
    right.set_title("z = yx: 0 lies in their hull")
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("hull of all z", color="#E0E0E0", linewidth=7),
            proxy("hull of those used", color="#C5DBEC", linewidth=7),
            proxy("the terms a z, tip to tail", **UPDATE),
        ],
        loc="outside lower center",
        ncols=5,
        frameon=False,
        columnspacing=1.1,
        handlelength=1.8,
    )
    terms = " + ".join(f"{number(a[i])}·{number(fold_labels(data.X, data.y)[i])}" for i in used)
    how = "exactly" if proof.exact else f"to {proof.residual:.1g}"
    reading = Description(
        f"{terms} = 0 {how}\nSo no {w} has {w}·z > 0 for all {len(Z)} samples.",
        f"Left: {describe(data.y)} that no line through the origin separates. Right: the flipped "
        f"samples z = yx and their hull, which holds the origin; {pluralize(len(used), 'arrow')} "
        f"laid tip to tail, {terms}, return to the origin.",
        f"A certificate that nothing separates these {len(Z)} samples: {terms} = 0. If {w}·z were "
        "positive for all z, so would be the sum.",
    )
    return keep_clear(InteractiveFigure(fig, {}, lambda: reading, [], name="certificate"), named)


def _hull(points):
    """The corners of the convex hull, in order (Andrew's monotone chain).

    >>> _hull(np.array([[0, 0], [2, 0], [1, 1], [1, 3]])).tolist()
    [[0, 0], [2, 0], [1, 3]]
    """
    points = np.unique(points, axis=0)
    chains = []
    for order in (points, points[::-1]):
        prove = []
        for p in order:
            while len(prove) > 1:
                (ax, ay), (bx, by) = prove[-1] - prove[-2], p - prove[-2]
                if ax * by - ay * bx > 0:
                    break
                prove.pop()
            prove.append(p)
        chains += prove[:-1] or prove
    return np.array(chains)


__all__ = ["certificate", "lp_and_maximum_margin"]
