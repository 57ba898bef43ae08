"""Wider gaps: a threshold below which a right sample is corrected too, and the walk of MinOver."""

import numpy as np

from perceptron_core import Dataset
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names, keep_clear, number_samples
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import BARE, CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof_plane import DOT, TIP
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels
from perceptron_lessons.theory.wider import minover, perceptron_with_margin

TAUS = (0, 2, 10, 20, 50, 100, 500, 1000)
BELOW = style.MEASURED | {"color": style.GREEN}


def ten_points():
    """Return ten points about which the plain perceptron leaves a gap that is much too thin."""
    plus = [(6, -5), (6, 2)]
    minus = [(-1, -5), (-6, -2), (-7, 4), (-4, -1), (1, -7), (-4, 0), (-6, -1), (-8, -6)]
    points = [*minus[:4], plus[0], *minus[4:], plus[1]]
    return Dataset(points, [1 if point in plus else -1 for point in points], "ten points")


@illustration(separator="u", tau=20)
def wider_gap(data=None, taus=TAUS, *, words, paper):
    """The line of the perceptron that corrects while y(w·x) ≤ τ, and its margin, for several τ.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, and separable by a line through the origin.
    taus : sequence of number ≥ 0
        Rising.

    Returns
    -------
    InteractiveFigure
        With the slider tau.

    References
    ----------
    Krauth and Mézard 1987; Li et al. 2002.
    """
    data = data or ten_points()
    require_2d(data.X)
    best = maximum_margin(data.X, data.y)
    if not best:
        raise ValueError(f"this figure draws data that a line separates; found {best}")
    runs = {tau: perceptron_with_margin(data.X, data.y, tau=tau) for tau in taus}
    square = float(max(np.vecdot(data.X, data.X)))
    shares = {tau: run.margin / best.gamma for tau, run in runs.items()}
    promised = {tau: float(tau / (square + 2 * tau)) for tau in taus}
    fig, (left, right) = paper.figure(style.WIDE, 3.7, ncols=2, width_ratios=(1, 1.15))
    plane = DataPanel(left, words, data.X, pad=0.06)
    band = plane.band(np.ones(2), 1.0, label=words("band without examples"))
    plane.samples(data.X, data.y)
    plane.line(best.unit_w, look=style.RAY, label=words("line with the widest gap"))
    line = plane.line(label=words("line found"))
    places = np.arange(len(taus))
    plot = CurvePanel(
        right,
        words("threshold τ"),
        words("margin found, as a share of {γ}"),
        (-0.4, places[-1] + 0.4),
        (0, 1.08),
    )
    right.set_xticks(places, [f"{tau:g}" for tau in taus])
    plot.curve(places, np.ones(len(taus)), style.CEILING, label=words("widest gap {γ}"))
    plot.curve(places, [*shares.values()], style.MEASURED, label=words("margin found"))
    label = words("promised: $τ/({R}² + 2τ)$")
    plot.curve(places, [*promised.values()], style.BOUND, label=label)
    here = plot.here()
    legend(fig, ncols=3)

    def show(tau):
        run = runs[tau]
        w = run.w.astype(float)
        line.move(w)
        band.move(w, run.margin)
        here.set_data([taus.index(tau)], [shares[tau]])
        facts = {"tau": tau, "n": len(run.mistakes), "found": w, "share": 100 * shares[tau]}
        facts |= {
            "promised": 100 * promised[tau],
            "gap": run.margin,
            "widest": best.gamma,
            "many": len(taus),
        }
        return words.describe("wider_gap", **facts, **words.about(data))

    return InteractiveFigure(fig, {"tau": tuple(taus)}, show, [line, band, here])


@illustration(separator="u", k=30)
def minover_walk(data=None, steps=200, limit=24, *, words, paper):
    """MinOver's mean w/k walking to the nearest point of the hull, and two bounds that close on γ.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, and separable by a line through the origin.
    steps : int
        How many samples are added.
    limit : int
        About how many values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k.

    References
    ----------
    Krauth and Mézard 1987.
    """
    data = data or ten_points()
    require_2d(data.X)
    best = maximum_margin(data.X, data.y)
    if not best:
        raise ValueError(f"this figure draws data that a line separates; found {best}")
    Z = fold_labels(data.X, data.y).astype(float)
    every = np.arange(1, steps + 1)
    means = np.cumsum(Z[list(minover(data.X, data.y, steps).mistakes)], axis=0) / every[:, None]
    above = np.linalg.norm(means, axis=1)
    below = (means @ Z.T).min(axis=1) / above
    fig, (left, right) = paper.figure(style.WIDE, 3.8, ncols=2)
    plane = DataPanel(left, words, Z, title=words("the hull of all $z = {label}{sample}$"), **BARE)
    plane.hull(Z, label=words("hull"))
    plane.samples(Z, data.y)
    numbers = number_samples(left, Z)
    curve(left, *best.w.astype(float)[:, None], TIP, label=words("nearest point to 0"), zorder=2.5)
    path = curve(left, look=PATH, label=words("${w}/{k}$ so far"), zorder=3.5)
    now = curve(left, look=DOT, label=words("${w}/{k}$ now"))
    plot = CurvePanel(
        right,
        words("examples added {k}"),
        words("two bounds of the widest gap {γ}"),
        (1, 1.15 * steps),
        (0, 1.05 * above.max()),
        log="x",
    )
    last = (1, steps)
    line = plot.curve(last, (best.gamma, best.gamma), style.CEILING, label=words("{γ}"))
    plot.curve(every, above, style.MEASURED, markersize=0, label=words("$‖{w}‖/{k}$"))
    label = words("margin of {w}, where it separates")
    plot.curve(every, np.where(below > 0, below, np.nan), BELOW, markersize=0, label=label)
    rings = plot.here()
    called = [Names(right, [line])]
    legend(fig, ncols=4, named=called)
    geometric = np.geomspace(1, steps, limit).round().astype(int).tolist()
    values = thinned(sorted({*range(1, 11), *geometric}), limit)

    def show(k):
        path.set_data(*means[:k].T)
        now.set_data(*means[k - 1 : k].T)
        rings.set_data([k, k], [above[k - 1], max(below[k - 1], 0)])
        facts = {"n": k, "mean": means[k - 1], "above": above[k - 1], "gamma": best.gamma}
        told = "{w} is still wrong about some example"
        if below[k - 1] > 0:
            told = "the margin of {w} is ${below}$"
        facts |= {"below": below[k - 1], "told": told, "nearest": best.w.astype(float)}
        return words.describe("minover_walk", **facts, **words.about(data))

    picture = InteractiveFigure(fig, {"k": values}, show, [path, now, rings], names=called)
    return keep_clear(picture, numbers)
