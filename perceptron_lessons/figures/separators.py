"""Pictures of separators: the margin assumption, the linear program, and data that have none."""

import itertools

import numpy as np

from perceptron_core import datasets
from perceptron_lessons.figures import style
from perceptron_lessons.figures.coordinates import FOLDED, widest
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import keep_clear, name_samples
from perceptron_lessons.figures.panels import DataPanel, beside, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.theory.linear_programs import lp_box_margin
from perceptron_lessons.theory.nearly import nothing_separates
from perceptron_lessons.theory.notation import symbol
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels, normalize

WALLS = style.LINE_BEFORE | {"linewidth": 1.0}
WHOLE = style.HULL | {"facecolor": "none", "linestyle": (0, (5, 2))}
BOX = {"color": style.PURPLE, "linewidth": 1.8, "linestyle": (0, (2, 1))}


@illustration(source="empirical")
def margin_assumption(data=None, *, words, paper):
    """Unit vectors on the circle, w_*, and the band |w_*·x| < γ that none of them enters.

    `empirical` §7.1 draws it in a cell that is missing from our copy.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; every sample is scaled to length 1. By
        default planted samples.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `empirical` §7.1.
    """
    data = data or datasets.planted(26, 2, margin=0.2, seed=5)
    unit, _ = normalize(require_2d(data.X))
    best = widest(unit, data.y)
    u, gamma = best.unit_w, best.gamma
    fig, axes = paper.figure(style.COLUMN, 3.6)
    plane = DataPanel(axes, words, [[-1.05, -1.05], [1.05, 1.05]], pad=0.04, ticks=(-1, 0, 1))
    plane.samples(unit, data.y)
    plane.line(u, label=words("${u}·{sample} = 0$"))
    plane.band(u, gamma, label=words("$|{u}·{sample}| < {γ}$: empty"))
    plane.circle()
    plane.arrow(u, look=style.SEPARATOR)
    side = np.array([-u[1], u[0]]) * (1 if u[1] > 0 else -1)
    foot = 0.42 * side
    middle = {"ha": "center", "va": "center"}
    name = beside(axes, words("{u}"), 0.55 * u, 11 * side, color=style.SEPARATOR["color"], **middle)
    ends = {"arrowstyle": "<->", "shrinkA": 0, "shrinkB": 0, "linewidth": 0.9}
    axes.annotate("", foot, foot + gamma * u, arrowprops=ends)
    beside(axes, words("{γ}"), foot + gamma / 2 * u, 8 * side, **middle)
    legend(fig, ncols=2)
    bound = (4 if str(words.notation) == "primal" else 1) / gamma**2
    facts = {"limit": symbol(words.notation, "bound"), "bound": bound}
    description = words.describe("margin_assumption", best=best, **facts, **words.about(data))
    return keep_clear(InteractiveFigure.still(fig, description), [name])


@illustration()
def lp_and_maximum_margin(data=None, *, words, paper):
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
        X = [[2, -4], [-1, 2], [4, -4], [0, -4], [-3, 1], [0, 4]]
        data = datasets.Dataset(X, [1, -1, 1, 1, -1, -1], "two margins")
    X = require_2d(data.X)
    best = widest(data.X, data.y)
    box = lp_box_margin(data.X, data.y)
    u, v = best.unit_w, np.asarray(box.separator.w, dtype=float)
    fig, (left, right) = paper.figure(style.WIDE, 4.5, ncols=2)
    plane = DataPanel(left, words, X, pad=0.1, title=words("data space"))
    plane.samples(X, data.y)
    plane.line(u, look=style.SEPARATOR, label=words("widest margin"))
    plane.line(v, look=BOX, label=words("best in the box"))
    plane.band(u, best.gamma, label=words("its empty band"))
    square = [[-1.1, -1.1], [1.1, 1.1]]
    title = words("weight space: disc and box")
    frame = {"names": words.components(), "ticks": (-1, 0, 1), "title": title}
    weights = DataPanel(right, words, square, pad=0.04, **frame)
    weights.circle(linewidth=1.0, label=words("disc $‖{w}‖ ≤ 1$"))
    walls = [-1, 1, 1, -1, -1], [-1, -1, 1, 1, -1]
    curve(right, *walls, WALLS, label=words.write("box $|{w}_{{(j)}}| ≤ 1$").drawn)
    weights.cone(fold_labels(X, data.y), label=words("all {w} that separate"))
    weights.arrow(u, look=style.SEPARATOR, linewidth=2.4)
    weights.arrow(v, look=BOX)
    legend(fig, ncols=4)
    angle = float(np.degrees(np.arccos(np.clip(u @ v / np.linalg.norm(v), -1, 1))))
    facts = {"best": best, "box": box, "corner": v, "angle": angle} | words.about(data)
    return InteractiveFigure.still(fig, words.describe("lp_and_maximum_margin", **facts))


@illustration()
def certificate(data=None, bias="none", *, words, paper):
    """Why nothing separates: weights a ≥ 0 with Σ a z = 0, the origin in the hull of the z.

    With an offset the weights of the two classes are alike, Σ a y = 0: so the classes' own hulls
    have a point in common, which is shown instead.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, not separable through the origin; by default the worked example with
        one more sample.
    bias : {"none", "one", "radius", "free"}
        Whether lines through the origin are meant, or all lines.

    Returns
    -------
    InteractiveFigure

    Raises
    ------
    ValueError
        If a line does separate the samples.
    """
    data = data or nothing_separates()
    proof = maximum_margin(data.X, data.y, bias=bias)
    if proof:
        raise ValueError(f"a line separates these samples, so there is no certificate: {proof}")
    return (_origin_in_hull if bias == "none" else _hulls_meet)(data, proof, words, paper)


def _origin_in_hull(data, proof, words, paper):
    folded = fold_labels(data.X, data.y)
    X, Z = require_2d(data.X), require_2d(folded)
    # In the order of their angles, the terms a z go around once and close a polygon.
    used = sorted(map(int, proof.support), key=lambda i: np.arctan2(Z[i, 1], Z[i, 0]))
    fig, (left, right) = paper.figure(style.WIDE, 4.15, ncols=2)
    title = words("$x$: no line through 0 separates")
    plane = DataPanel(left, words, X, Z, pad=0.3, title=title)
    plane.samples(X, data.y)
    named = name_samples(left, X, range(len(X)))
    title = words("$z = {label}{sample}$: 0 lies in their hull")
    flipped = DataPanel(right, words, X, Z, pad=0.3, names=FOLDED, title=title)
    flipped.samples(Z, data.y)
    flipped.hull(Z, label=words("hull of all $z$"), **WHOLE)
    flipped.hull(Z[used], label=words("hull of those used"))
    texts = [f"$a_{{{i}}}$" + words(" = {a:3}", a=proof.weights[i]) for i in used]
    named += name_samples(right, Z[used], texts)
    others = [i for i in range(len(Z)) if i not in used]
    named += name_samples(right, Z[others], others)
    ends = np.cumsum([(0, 0), *(float(proof.weights[i]) * Z[i] for i in used)], axis=0)
    for start, end in itertools.pairwise(ends):
        flipped.arrow(end, start, style.UPDATE, label=words("the terms $a z$, tip to tail"))
    curve(right, [0], [0], color="black", marker="+", markersize=10, zorder=6)
    legend(fig, ncols=5, columnspacing=1.1, handlelength=1.8)
    terms = " + ".join(f"{words.number(proof.weights[i])}·{words.number(folded[i])}" for i in used)
    description = words.describe("certificate", terms=terms, arrows=len(used), **words.about(data))
    return keep_clear(InteractiveFigure.still(fig, description), named)


def _hulls_meet(data, proof, words, paper):
    """The samples, the hull of each class, and the point that the two have in common."""
    X = require_2d(data.X)
    parts = {}
    sums = {}
    for y in (1, -1):
        parts[y] = [int(i) for i in proof.support if data.y[i] == y]
        total = sum(proof.weights[i] for i in parts[y])
        shares = {i: proof.weights[i] / total for i in parts[y]}
        sums[y] = " + ".join(
            f"{words.number(share)}·{words.number(data.X[i])}" for i, share in shares.items()
        )
    meet = np.array([float(share) * X[i] for i, share in shares.items()]).sum(axis=0)
    fig, axes = paper.figure(style.COLUMN, 4.1)
    plane = DataPanel(axes, words, X, pad=0.2)
    plane.samples(X, data.y)
    for y in (1, -1):
        plane.hull(X[data.y == y], label=words("hull of a class"), **WHOLE)
        plane.hull(X[parts[y]], label=words("hull of those used"))
    point = {"color": style.PURPLE, "marker": "X", "markersize": 9, "linestyle": "none"}
    curve(axes, *meet[:, None], label=words("point of both"), zorder=7, **point)
    legend(fig, ncols=3, columnspacing=1.1, handlelength=1.8)
    facts = {"plus": sums[1], "minus": sums[-1], "point": words.number(meet, 4)}
    description = words.describe("certificate_with_offset", **facts, **words.about(data))
    return InteractiveFigure.still(fig, description)
