"""The proof as pictures in the plane: disc and wall, and the mean of the mistakes in its hull."""

import numpy as np
from matplotlib.patches import Polygon

from perceptron_core.arithmetic import nearest_float, square_root
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import cap_corners, circle, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.panels import DataPanel, curve, legend
from perceptron_lessons.figures.proof import sides
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.figures.runs import has_offset, run_on_worked_example
from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.theory.proofs import prove

CAP = {"facecolor": "#CBE0F0", "edgecolor": style.BLUE, "linewidth": 0.8, "zorder": 0.4}
TIP = style.POINTS | {"color": style.BLACK, "marker": "D", "markersize": 5}
DOT = style.POINTS | {"color": style.GREEN, "markersize": 8, "zorder": 4}
VIEWS = ("weights", "scaled")
FARTHEST = 10**6  # the most mistakes that a slider goes to


def _in_the_plane(trace):
    """Return a run of 2 features without offset, by default the one on the worked example."""
    trace = trace or run_on_worked_example()
    require_2d(trace.X)
    if has_offset(trace) or np.any(trace.w0):
        raise ValueError(
            'this figure draws runs from 0 without an offset: use bias="none", w0=None and b0=0'
        )
    return trace


@illustration(k=4)
def disc_and_wall(trace=None, view="weights", run=True, limit=150, notation=None):
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
    run : bool
        Whether the w of the run are in the picture; without them it is of all runs on these
        samples.
    limit : int
        The most values of k.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure
        With the slider k, to beyond R²/γ²; with a run, to four times its mistakes at most.

    Raises
    ------
    ValueError
        If the run has an offset, nothing separates, or R²/γ² is too large for a slider.

    References
    ----------
    `iterations` §4, its two bounds, drawn in the plane of `cosine`'s last figure.

    Examples
    --------
    >>> print(disc_and_wall(run=False).at(k=11).description.text)
    k = 11: kγ = 9.839, √k R = 9.381
    w of any run on these samples
    kγ > √k R: nothing is left, no mistake 11 is possible
    """
    if view not in VIEWS:
        raise ValueError(f"view must be {' or '.join(VIEWS)}; found {view!r}")
    trace, words = _in_the_plane(trace), Wording(notation, "u")
    proof, n, eta = prove(trace), trace.n_mistakes, float(trace.learning_rate)
    three, bound = sides(proof, words), proof["conclusion"].rhs[0]
    last = int(bound) + 2
    last = min(last, max(4 * n, 1)) if run else last
    if last > FARTHEST:
        far = f"R²/γ² = {nearest_float(bound):.4g}"
        raise ValueError(f"no slider goes to {far}: use run=True, which ends where the run does")
    u, gamma = proof.separator.unit_w, eta * proof.separator.gamma
    radius, scaled = eta * square_root(trace.radius_squared), view == "scaled"
    steps = np.sqrt(np.arange(n + 1))[:, None]
    W = trace.weights.astype(float) / (np.maximum(steps, 1) * radius if scaled else 1)
    reach = 1.0 if scaled else np.sqrt(last) * radius
    box = 1.12 * reach * np.array([[-1, -1], [1, 1]])
    fig, axes = style.figure(style.COLUMN, 4.35)
    panel = DataPanel(axes, box, pad=0, names=words.letter(), cross=True)
    if scaled:
        axes.set_title(words("weight space, divided by {high}", high=three[1].limit.text))
    curve(axes, *np.outer(u, [0, 1.5 * reach]), style.SEPARATOR, label=words("direction {u_math}"))
    disc = curve(axes, *circle(), style.SECOND_BOUND, label="disc: the length line")
    wall = panel.line(look=style.BOUND, label="wall: the progress line")
    cap = axes.add_patch(Polygon(np.zeros((3, 2)), label=words("cap: where {w} must be"), **CAP))
    tip = curve(axes, look=TIP, label="a cap of one point")
    changing = [wall, cap, tip] + ([] if scaled else [disc])
    if run:
        path = curve(axes, look=PATH, label=words("path of {w}"), zorder=3)
        now = curve(axes, look=DOT, label=words("{w} now"))
        changing += [path, now]
    legend(fig, ncols=2, columnspacing=1.2)

    def show(k):
        edge, height = np.sqrt(k) * radius, k * gamma
        unit = edge if scaled else 1.0
        wall.move(u, -height / unit)
        disc.set_data(*circle(edge / unit))
        cap.set_visible(0 < k < bound)
        cap.set_xy(cap_corners(edge / unit, u, height / unit))
        tip.set_data(*([[v] for v in edge / unit * u] if k in (0, bound) else ([], [])))
        if run:
            path.set_data(*W[int(scaled) : k + 1].T)
            now.set_data(*W[k : k + 1].T)
        return _describe_cap(trace if run else None, three, k, bound, (height, edge), view, words)

    values = range(int(scaled), last + 1)
    return InteractiveFigure(fig, {"k": values}, show, changing, limit=limit)


def _describe_cap(trace, three, k, bound, measures, view, words):
    """Say what is left between disc and wall after k mistakes, and where the run is."""
    lower, upper, cosine = three
    (height, edge), made = measures, -1 if trace is None else trace.n_mistakes
    facts = {"n": k, "height": height, "edge": edge, "place": "would be", "ended": made}
    facts |= {"low": lower.limit.text, "high": upper.limit.text}
    here, dot = "{low} = {height}, {high} = {edge}", "{w} of any run on these samples"
    if view == "scaled":
        here, facts["share"] = here + ", their quotient {share}", height / edge
    if k <= made:
        dot = "{w} = {weights}: {w}·{u} = {along}, ‖{w}‖ = {length}, "
        dot += "cosine {cosine}" if k else "no cosine"
        facts |= {"weights": trace.weights[k], "cosine": float(cosine.values[k])}
        facts |= {"along": float(lower.values[k]), "length": float(upper.values[k]), "place": "is"}
    elif trace is not None:
        dot = "{w} of a longer run: this one ended at {k} = {ended}"
    status = "{low} < {high}: a cap is left, {w} {place} in it"
    if k in (0, bound):
        status = "{low} = {high}: one point is left, {w} {place} there"
    elif k > bound:
        status = "{low} > {high}: nothing is left, no mistake {n} is possible"
    return words.describe("disc_and_wall", here=here, dot=dot, status=status, **facts)
