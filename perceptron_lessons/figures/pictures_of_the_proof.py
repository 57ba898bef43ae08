"""The proof as pictures in the plane: disc and wall, and the mean of the mistakes in its hull."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import Polygon

from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import cap_corners, circle, convex_hull, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import FEW, Names, keep_clear, name_samples, number_samples
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof import LATER, sides
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.figures.runs import has_offset, run_on_worked_example
from perceptron_lessons.figures.separators import HULL
from perceptron_lessons.figures.wording import number
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels

TIP = style.POINTS | {"color": style.BLACK, "marker": "D", "markersize": 5}
DOT = style.POINTS | {"color": style.GREEN, "markersize": 8, "zorder": 4}
VIEWS = ("weights", "scaled")


def _in_the_plane(trace):
    """Return a run of 2 features without offset, by default the one on the worked example."""
    trace = trace or run_on_worked_example()
    require_2d(trace.X)
    if has_offset(trace) or np.any(trace.w0):
        raise ValueError(
            'this figure draws runs from 0 without an offset: use bias="none", w0=None and b0=0'
        )
    return trace


@illustration(separator="u", k=4)
def disc_and_wall(trace=None, view="weights", limit=150, *, words, paper):
    """Where the proof lets w be after k mistakes: in a disc, and beyond a wall.

    ‖w‖ ≤ √k R is the disc, u·w ≥ kγ the wall. The wall moves like k, the disc grows like √k:
    the cap between them shrinks, is one point at k = R²/γ², and then there is none.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, 2 features, separable; by default the run on the worked example.
    view : {"weights", "scaled"}
        The weight space as it is; or divided by √k R, where the disc stands still and the wall
        comes to its edge: the argument with the cosine.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, to beyond R²/γ², but to four times the mistakes of the run at most.

    Raises
    ------
    ValueError
        If the run has an offset, or nothing separates.

    References
    ----------
    `iterations` §4, its two bounds, drawn in the plane of `cosine`'s last figure.

    Examples
    --------
    >>> print(disc_and_wall().at(k=11).description.text)
    k = 11: kγ = 9.839, √k R = 9.381
    this run ended at k = 4
    kγ > √k R: nothing is left, no mistake 11 is possible
    """
    if view not in VIEWS:
        raise ValueError(f"view must be {' or '.join(VIEWS)}; found {view!r}")
    trace = _in_the_plane(trace)
    proof = prove(trace)
    n = trace.n_mistakes
    eta = float(trace.learning_rate)
    three = sides(proof, words)
    bound = proof["conclusion"].rhs[0]
    last = min(int(bound) + 2, max(4 * n, 1))
    u, gamma = proof.separator.unit_w, eta * proof.separator.gamma
    radius = eta * square_root(trace.radius_squared)
    scaled = view == "scaled"
    steps = np.sqrt(np.arange(n + 1))[:, None]
    W = trace.weights.astype(float) / (np.maximum(steps, 1) * radius if scaled else 1)
    reach = 1.0 if scaled else np.sqrt(last) * radius
    box = 1.12 * reach * np.array([[-1, -1], [1, 1]])
    fig, axes = paper.figure(style.COLUMN, 4.1)
    panel = DataPanel(axes, words, box, pad=0, names=words.components(), cross=True)
    if scaled:
        axes.set_title(words("weight space, divided by {high}", high=three[1].limit))
    ray = curve(axes, *np.outer(u, [0, 1.5 * reach]), style.SEPARATOR, label=words("{u}"))
    disc = curve(axes, *circle(), style.SECOND_BOUND, label=words("disc"))
    wall = panel.line(look=style.BOUND, label=words("wall"))
    cap = axes.add_patch(Polygon(np.zeros((3, 2)), label=words("where {w} must be"), **style.CAP))
    tip = curve(axes, look=TIP, label=words("the last point"))
    path = curve(axes, look=PATH, label=words("path of {w}"), zorder=3)
    now = curve(axes, look=DOT, label=words("{w} now"))
    changing = [wall, cap, tip, path, now] + ([] if scaled else [disc])
    called = [Names(axes, [wall, disc, ray])]
    legend(fig, ncols=2, named=called, columnspacing=1.2)

    def show(k):
        edge = np.sqrt(k) * radius
        height = k * gamma
        unit = edge if scaled else 1.0
        wall.move(u, -height / unit)
        disc.set_data(*circle(edge / unit))
        cap.set_visible(0 < k < bound)
        cap.set_xy(cap_corners(edge / unit, u, height / unit))
        tip.set_data(*([[v] for v in edge / unit * u] if k in (0, bound) else ([], [])))
        path.set_data(*W[int(scaled) : k + 1].T)
        now.set_data(*W[k : k + 1].T)
        return _describe_cap(trace, three, k, bound, (height, edge), view, words)

    values = range(int(scaled), last + 1)
    return InteractiveFigure(fig, {"k": values}, show, changing, limit=limit, names=called)


def _describe_cap(trace, three, k, bound, measures, view, words):
    """Say what is left between disc and wall after k mistakes, and where the run is."""
    lower, upper, cosine = three
    height, edge = measures
    made = trace.n_mistakes
    facts = {"n": k, "height": height, "edge": edge, "place": "would be", "ended": made}
    facts |= {"low": lower.limit, "high": upper.limit}
    here = "${low} = {height}$, ${high} = {edge}$"
    if view == "scaled":
        here, facts["share"] = here + ", their quotient {share}", height / edge
    dot = "this run ended at ${k} = {ended}$"
    if k <= made:
        dot = "${w} = {weights}$: ${w}·{u} = {along}$, $‖{w}‖ = {length}$, "
        dot += "cosine {cosine}" if k else "no cosine"
        facts |= {"weights": trace.weights[k], "cosine": float(cosine.values[k])}
        facts |= {"along": float(lower.values[k]), "length": float(upper.values[k]), "place": "is"}
    status = "${low} < {high}$: a cap is left, {w} {place} in it"
    if k in (0, bound):
        status = "${low} = {high}$: one point is left, {w} {place} there"
    elif k > bound:
        status = "${low} > {high}$: nothing is left, no mistake {n} is possible"
    return words.describe("disc_and_wall", here=here, dot=dot, status=status, **facts)


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
    k = 3: the mean of the mistakes is w/k = (0, 1.333)
    γ = 0.8944 ≤ ‖w‖/k = 1.333 ≤ R/√k = 1.633
    The nearest point of the hull is (0.4, 0.8); shares of the samples 1/3, 1/3, 1/3, 0
    """
    trace = _in_the_plane(trace)
    n = trace.n_mistakes
    if not n or trace.learning_rate != 1:
        made = f"{n} mistakes with learning rate {trace.learning_rate}"
        raise ValueError(f"this figure needs a mistake and learning rate 1; found {made}")
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
    left.fill(*convex_hull(Z).T, label=words("hull"), **HULL)
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
