"""The proof as pictures in the plane: disc and wall, and the mean of the mistakes in its hull."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import Polygon

from perceptron_core.exact import as_fractions, nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import cap_corners, circle, convex_hull, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import FEW, Names, keep_clear, name_samples, number_samples
from perceptron_lessons.figures.panels import BARE, CurvePanel, DataPanel, caption, curve, legend
from perceptron_lessons.figures.proof import LATER, formulas
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.figures.runs import has_offset, run_on_worked_example
from perceptron_lessons.figures.wording import number
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.separators import Separator, maximum_margin
from perceptron_lessons.theory.transforms import fold_labels

TIP = style.POINTS | {"color": style.BLACK, "marker": "D", "markersize": 5}
DOT = style.POINTS | {"color": style.GREEN, "markersize": 8, "zorder": 4}
VIEWS = ("weights", "scaled")
LOOKS = style.BOUND, style.SECOND_BOUND
FAILING = (
    "the length line fails, $‖{w}‖ ≤ {high}$: {why}",
    "the progress line fails, ${w}·{u} ≥ {low}$: {why}",
    "the progress line has no ${γ} > 0$: {why}",
)


def _in_the_plane(trace):
    """Return a run of 2 features without offset, by default the one on the worked example."""
    trace = trace or run_on_worked_example()
    require_2d(trace.X)
    if has_offset(trace):
        raise ValueError('this figure draws runs without an offset: use bias="none" and b0=0')
    return trace


@illustration(separator="u", k=4)
def disc_and_wall(trace=None, view="weights", limit=150, separator=None, *, words, paper):
    """Where the proof lets w be after k mistakes: in a disc, and beyond a wall.

    ‖w‖ ≤ √k R is the disc, u·w ≥ kγ the wall. The wall moves like k, the disc grows like √k:
    the cap between them shrinks, is one point at k = R²/γ², and then there is none. A wall or disc
    that does not hold for w is red: after another start than 0, after updates that were not
    mistakes, and where u does not separate.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, 2 features; by default the run on the worked example.
    view : {"weights", "scaled"}
        The weight space as it is; or divided by √k R, where the disc stands still and the wall
        comes to its edge: the argument with the cosine.
    limit : int
        The most values of k.
    separator : Separator or pair (w, b), optional
        Whose direction is u; γ is the least u·z. It need not separate. By default that of the
        maximum margin, or the last w where nothing separates.

    Returns
    -------
    InteractiveFigure
        With the slider k, to beyond R²/γ², but to four times the mistakes of the run at most.

    Raises
    ------
    ValueError
        If the run has an offset.

    References
    ----------
    `iterations` §4, its two bounds, drawn in the plane of `cosine`'s last figure.

    Examples
    --------
    >>> print(disc_and_wall().at(k=11).description.text)
    k = 11: kγ ≈ 9.839, √k R ≈ 9.381
    this run ended at k = 4
    kγ > √k R: nothing is left, no mistake 11 is possible
    """
    if view not in VIEWS:
        raise ValueError(f"view must be {' or '.join(VIEWS)}; found {view!r}")
    trace = _in_the_plane(trace)
    n, eta = trace.n_mistakes, float(trace.learning_rate)
    Z = as_fractions(fold_labels(trace.X, trace.y))
    found = maximum_margin(trace.X, trace.y)
    separator = separator or found or (trace.w if np.any(trace.w) else (0, 1), 0)
    u = as_fractions(separator.w if isinstance(separator, Separator) else separator[0])
    least, length = min(Z @ u), square_root(u @ u)
    # Where the two lines would meet, which is the last k if the run is as the proof asks.
    bound = trace.radius_squared * (u @ u) / least**2 if least > 0 else 0
    is_asked = bound and not np.any(trace.w0)
    last = max(n, min(int(bound) + 2, max(4 * n, 1))) if is_asked else n

    def fails(k):  # each line of the proof, in units of η
        if k > n:
            return (k > bound,) * 2
        w = trace.line(k).w
        return least <= 0 or u @ w < k * least, w @ w > k * trace.radius_squared

    ks = np.arange(last + 1)
    heights = ks * eta * nearest_float(least) / length
    edges = np.sqrt(ks) * eta * square_root(trace.radius_squared)
    scaled = view == "scaled"
    units = np.maximum(edges, edges[1:2]) if scaled else np.ones(last + 1)
    W = trace.weights.astype(float) / units[: n + 1, None]
    reach = 1.12 * max(np.abs(W).max(), *edges / units, *-heights / units)
    lines = [limit for _, limit in formulas(trace, "iterations", words)]
    fig, axes = paper.figure(style.COLUMN, 3.9)
    title = words("weight space, divided by {high}" if scaled else "weight space", high=lines[1])
    box = reach * np.array([[-1, -1], [1, 1]])
    panel = DataPanel(axes, words, box, pad=0, title=title, **BARE)
    unit_u = u.astype(float) / length
    ray = curve(axes, *np.outer(unit_u, [0, 1.5 * reach]), style.SEPARATOR, label=words("{u}"))
    disc = curve(axes, *circle(), style.SECOND_BOUND, label=words("disc"))
    wall = panel.line(look=style.BOUND, label=words("wall"))
    cap = axes.add_patch(Polygon(np.zeros((3, 2)), label=words("where {w} must be"), **style.CAP))
    tip = curve(axes, look=TIP, label=words("last point"))
    path = curve(axes, look=PATH, label=words("path of {w}"), zorder=3)
    now = curve(axes, look=DOT, label=words("{w}"))
    note = caption(axes, 0, -0.02, va="top", color=style.FAILS)
    changing = [wall, disc, cap, tip, path, now, note]
    named = [wall, disc, tip, now, cap, ray, path]
    if not (found or scaled):
        hull = convex_hull(Z[found.support].astype(float))
        named += axes.fill(*hull.T, label=words("hull of some $z$: 0 is in it"), **style.HULL)
    called = [Names(axes, named)]

    def show(k):
        height, edge, failing = heights[k] / units[k], edges[k] / units[k], fails(k)
        for artist, look, red in zip((wall, disc), LOOKS, failing, strict=True):
            artist.set_color(style.FAILS if red else look["color"])
        wall.move(unit_u, -height)
        disc.set_data(*circle(edge))
        cap.set_visible(0 < k < bound)
        cap.set_xy(cap_corners(edge, unit_u, height))
        tip.set_data(*([[v] for v in edge * unit_u] if k in (0, bound) else ([], [])))
        path.set_data(*W[int(scaled) : k + 1].T)
        now.set_data(*W[k : k + 1].T)
        facts = {"n": k, "height": heights[k], "edge": edges[k], "ended": n, "place": "would be"}
        facts |= {"low": lines[0], "high": lines[1], "shaded": ""}
        if cap.get_visible():
            facts["shaded"] = ", and the cap of the disc beyond the wall shaded"
        here = "${low} = {height}$, ${high} = {edge}$"
        if scaled:
            here, facts["share"] = here + ", their quotient {share}", heights[k] / edges[k]
        dot = "this run ended at ${k} = {ended}$"
        status = _room(k, bound)
        if k <= n:
            w = trace.line(k).w
            along, far = eta * nearest_float(u @ w) / length, eta * square_root(w @ w)
            facts |= {"weights": trace.weights[k], "along": along, "length": far, "place": "is"}
            dot = "${w} = {weights}$: ${w}·{u} = {along}$, $‖{w}‖ = {length}$, "
            dot += "cosine {cosine}" if far else "no cosine"
            facts["cosine"] = along / (far or 1)
            if any(failing):
                status = FAILING[2 if least <= 0 else failing[0]]
                facts["why"] = _why(trace, found, least)
        note.set_text(words(status, **facts).replace(": ", ":\n") if any(failing) else " \n ")
        return words.describe("disc_and_wall", here=here, dot=dot, status=status, **facts)

    values = range(int(scaled), last + 1)
    return InteractiveFigure(fig, {"k": values}, show, changing, limit=limit, names=called)


def _room(k, bound):
    """Say what is left between disc and wall after k mistakes."""
    if k in (0, bound):
        return "${low} = {high}$: one point is left, {w} {place} there"
    if k > bound:
        return "${low} > {high}$: nothing is left, no mistake {n} is possible"
    return "${low} < {high}$: a cap is left, {w} {place} in it"


def _why(trace, found, least):
    """Say what a run, or its u, lacks for the proof."""
    if not found:
        return "no {u} has ${u}·z > 0$ for all $z$"
    if least <= 0:
        return "this {u} does not have ${u}·z > 0$ for all $z$"
    return "the start is not 0" if np.any(trace.w0) else "not each update was a mistake"


def _shares(mistakes, n_samples):
    """Say which share of the mistakes each sample has, if these are few; with its facts."""
    counts = np.bincount(mistakes, minlength=n_samples).tolist()
    if n_samples > FEW:
        used = np.count_nonzero(counts)
        return "{used} of {samples} samples were mistakes", {"used": int(used)}
    shares = (number(Fraction(count, len(mistakes))) for count in counts)
    return "shares of the samples {shares}", {"shares": ", ".join(shares)}


@illustration(separator="u", k=4)
def mean_of_mistakes(trace=None, limit=150, *, words, paper):
    """The mean of the mistakes, w/k, walking in the hull of the z = yx towards its nearest point.

    As a point of the hull it is no nearer to 0 than γ, and ‖w‖ ≤ √k R: γ ≤ ‖w‖/k ≤ R/√k. Where
    nothing separates, 0 is in the hull; w/k goes there, and the shares of the samples in the
    mistakes become the certificate.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, from 0 with learning rate 1, 2 features, separable or not; by default the
        run on the worked example.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, from the first mistake on.

    Examples
    --------
    >>> print(mean_of_mistakes().at(k=3).description.text)
    k = 3: the mean of the mistakes is w/k ≈ (0, 1.333)
    γ ≈ 0.8944 ≤ ‖w‖/k ≈ 1.333 ≤ R/√k ≈ 1.633
    The nearest point of the hull is (0.4, 0.8); shares of the samples 1/3, 1/3, 1/3, 0
    """
    trace = _in_the_plane(trace)
    n = trace.n_mistakes
    if not n or trace.learning_rate != 1 or np.any(trace.w0):
        made = pluralize(n, "mistake")
        made += f" with learning rate {trace.learning_rate}, from {number(trace.w0)}"
        raise ValueError(f"this figure draws runs from 0, with mistakes and rate 1; found {made}")
    Z = fold_labels(trace.X, trace.y).astype(float)
    found = maximum_margin(trace.X, trace.y)
    radius = square_root(trace.radius_squared)
    ks = np.arange(1, n + 1)
    means = trace.weights[1:].astype(float) / ks[:, None]
    lengths = np.linalg.norm(means, axis=1)
    ceiling = radius / np.sqrt(ks)
    gamma, nearest = (found.gamma, found.w.astype(float)) if found else (0.0, np.zeros(2))
    fig, (left, right) = paper.figure(style.WIDE, 3.8, ncols=2)
    panel = DataPanel(
        left, words, Z, names="z", cross=True, title=words("the hull of all $z = {label}{sample}$")
    )
    left.fill(*convex_hull(Z).T, label=words("hull"), **style.HULL)
    panel.samples(Z, trace.y)
    labels = number_samples(left, Z)
    panel.line(nearest, -(nearest @ nearest), look=style.RAY)
    nearest_name = "nearest point to 0, in the direction {u}" if found else "0, in the hull"
    curve(left, *nearest[:, None], TIP, label=words(nearest_name), zorder=2.5)
    if found:
        curve(left, *np.transpose([nearest, (0, 0)]), style.SEPARATOR, zorder=1)
        labels += name_samples(left, [nearest / 2], [words("{γ}")], [(nearest[1], -nearest[0])])
    path = curve(left, look=PATH, label=words("${w}/{k}$ so far"), zorder=3.5)
    now = curve(left, look=DOT, label=words("${w}/{k}$ now"))
    xlim, ylim = (0, 1.04 * n + 0.3), (-0.03 * radius, 1.08 * radius)
    plot = CurvePanel(
        right, words.mistakes_axis(), words("distance of ${w}/{k}$ from 0"), xlim, ylim
    )
    right.locator_params(axis="x", integer=True)
    dense = np.linspace(1, xlim[1], 300)
    top = plot.curve(dense, radius / np.sqrt(dense), style.SECOND_BOUND, label=words("${R}/[{k}]$"))
    plot.curve(ks, lengths, LATER)
    so_far = plot.curve(look=style.MEASURED, label=words("$‖{w}‖/{k}$"), markersize=3.5)
    here = plot.here()
    bottom = plot.curve(xlim, (gamma, gamma), style.BOUND, label=words("{γ}") if found else "0")
    called = [Names(right, [top, bottom, so_far])]
    legend(fig, ncols=4, named=called, columnspacing=1.2)

    def show(k):
        path.set_data(*means[:k].T)
        now.set_data(*means[k - 1 : k].T)
        so_far.set_data(ks[:k], lengths[:k])
        here.set_data([k], [lengths[k - 1]])
        facts = {"n": k, "mean": means[k - 1], "length": float(lengths[k - 1]), "gamma": gamma}
        facts |= {"ceiling": float(ceiling[k - 1]), "nearest": nearest, "samples": len(Z)}
        counts, more = _shares(trace.mistakes[:k], len(Z))
        facts |= {"counts": counts, "almost": "Almost a certificate", **more}
        if not np.any(trace.weights[k]):
            facts["almost"] = "Exactly 0, a certificate"
        return words.describe("mean_of_mistakes" if found else "mean_to_zero", **facts)

    changing = [path, now, so_far, here]
    shown = InteractiveFigure(fig, {"k": ks.tolist()}, show, changing, limit=limit, names=called)
    return keep_clear(shown, labels)
