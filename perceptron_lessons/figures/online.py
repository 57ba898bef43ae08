"""Pictures of learning along a stream."""

import numpy as np

from perceptron_core import datasets, online
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, caption, legend
from perceptron_lessons.figures.registry import illustration

TICKS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
STEPS = {"drawstyle": "steps-post", "marker": ""}


@illustration(source="online")
def online_mistakes(data=None, zero="positive", limit=100, *, words, paper):
    """Mistakes against time along a stream, with the bound along the sequence.

    The bound at time t is (D/γ)² of the samples seen by then: D is their greatest length, γ their
    least margin about the fixed u.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features and a known separator through the origin; its samples, in their order, are
        the stream. By default planted samples.
    zero : {"positive", "mistake"}
        As for `perceptron_core.online`; the source has g(0) = +1.
    limit : int
        The most values of t, besides the times of mistakes.

    Returns
    -------
    InteractiveFigure
        With the slider t, the number of samples seen so far.

    References
    ----------
    `online` §1.
    """
    data = data or datasets.planted(150, 2, margin=0.06, seed=49)
    X = require_2d(data.X)
    n = len(data.X)
    run, u, least, bounds = _run_along(data, X, zero)
    made = run.mistakes_by_time
    weights = run.weights.astype(float)
    fig, (left, right) = paper.figure(style.WIDE, 3.5, ncols=2, width_ratios=(1, 1.25))
    plane = DataPanel(left, words, X, pad=0.06, title=words("examples so far"))
    points = plane.samples()
    rings = plane.mistakes(label=words("mistake so far"))
    ring = plane.ring(label=words("mistake now"))
    line, sides = plane.line(label=words("line now")), plane.sides()
    plane.band(u, least, label=words("no example here"))
    note = caption(left, 1, 1.02, ha="right")
    so_far, here, curves = _draw_over_time(right, made, bounds, words)
    called = [Names(left, [line], sides=line), Names(right, curves)]
    legend(fig, ncols=5, named=called)
    facts = {"n": n, "all": run.n_mistakes, "end": float(bounds[-1])}

    def show(t):
        # The line that judged the newest sample, or the first line if there is none.
        before = made[max(t - 1, 0)]
        judge = weights[before]
        wrong = bool(made[t] > before)
        points.move(X[:t], data.y[:t])
        line.move(judge)
        sides.move(judge)
        rings.set_data(*X[run.times[run.times < t]].T)
        ring.set_data(*X[t - 1 : t if wrong else t - 1].T)
        note.set_text("" if judge.any() else words("${w} = 0$: no line yet"))
        so_far.set_data(range(t + 1), made[: t + 1])
        here.set_data([t], [made[t]])
        now = {"t": t, "made": int(made[t]), "bound": "none yet", "newest": "", "x": X[t - 1]}
        if t:
            now["newest"] = "\nThe newest example, ${sample} = {x:3}$, was predicted rightly"
            if wrong:
                now["newest"] = "\nThe newest example, ${sample} = {x:3}$, was a mistake"
            now["bound"] = float(bounds[t - 1])
        now["ringed"] = ", which is ringed as a mistake" if wrong else ""
        return words.describe("online_mistakes", **now, **facts)

    values = {*thinned(range(n + 1), limit), *run.times.tolist(), *(run.times + 1).tolist()}
    changing = [*points.artists, line, *sides.artists, rings, ring, note, so_far, here]
    sliders = {"t": sorted(values)}
    return InteractiveFigure(fig, sliders, show, changing, {"t": n}, names=called)


def _draw_over_time(axes, made, bounds, words):
    """Draw mistakes and bound over time; return the curve so far, its end, and what has a name."""
    n = len(bounds)
    end = bounds[-1]
    times = np.arange(len(made))
    xlim, ylim = (-0.01 * n, n * 1.03), (-0.08, end * 1.7)
    axes.set_yscale("symlog", linthresh=1)
    plot = CurvePanel(axes, words("examples seen $t$"), words("mistakes by time $t$"), xlim, ylim)
    so_far = plot.curve(look=style.MEASURED, label=words("mistakes so far"), zorder=2.1, **STEPS)
    plot.curve(times, made, style.FAINT, linewidth=1.2, **STEPS)
    bound = plot.curve(times[1:], bounds, style.BOUND, label=words("bound so far"), **STEPS)
    look = style.SECOND_BOUND | {"linewidth": 1.0}
    in_all = plot.curve([0, n], [end, end], look, label=words("bound for all"))
    ticks = [t for t in TICKS if t <= ylim[1]]
    axes.set_yticks(ticks, list(map(str, ticks)))
    axes.set_yticks([], minor=True)
    here = plot.curve(look=style.POINTS, markersize=6, clip_on=False, zorder=2.2)
    return so_far, here, [so_far, bound, in_all]


def _run_along(data, X, zero):
    """Return the run, the separator u, the least margin about it, and the bound at each time."""
    if data.separator is None or data.offset:
        raise ValueError("the bound along a stream needs data with a separator through the origin")
    u = np.asarray(data.separator, dtype=float)
    u = u / np.linalg.norm(u)
    least = np.minimum.accumulate(data.y * (X @ u))
    if least[-1] <= 0:
        raise ValueError("what came with these data is not a separator")
    bounds = (np.maximum.accumulate(np.linalg.norm(X, axis=1)) / least) ** 2
    return online(zip(data.X, data.y, strict=True), zero=zero), u, least[-1], bounds
