"""Pictures of learning along a stream."""

import numpy as np

from perceptron_core import datasets, online
from perceptron_core.tables import pluralize
from perceptron_lessons.figures.common import (
    band,
    draw_axes,
    frame,
    letters,
    line_ends,
    number,
    proxy,
    require_2d,
)
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.style import (
    BOUND,
    LINE,
    MEASURED,
    MINUS,
    PLUS,
    RING,
    SECOND_BOUND,
    WIDE,
    figure,
    rc,
    samples,
)

COMING = {"color": "#BFBFBF", "linewidth": 1.2, "linestyle": "-"}


@rc()
def online_mistakes(data=None, zero="positive", limit=100, notation="online"):
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
        The most values, besides the times of mistakes.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}
        In whose letters; by default in those of the source of this bound.

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
    say = letters(notation)
    limit_name = f"({say.radius}/{say.gamma})²"
    if data.separator is None or data.offset:
        raise ValueError("the bound along a stream needs data with a separator through the origin")
    run = online(zip(data.X, data.y, strict=True), zero=zero)
    made = run.mistakes_by_time
    u = np.asarray(data.separator, dtype=float)
    u = u / np.linalg.norm(u)
    reach = np.maximum.accumulate(np.linalg.norm(X, axis=1))
    least = np.minimum.accumulate(data.y * (X @ u))
    if least[-1] <= 0:
        raise ValueError("what came with these data is no separator")
    bounds = (reach / least) ** 2
    weights = run.weights.astype(float)
    n = len(X)
    values = tuple(
        sorted({*thinned(range(n + 1), limit), *run.times.tolist(), *(run.times + 1).tolist()})
    )
    fig, (left, right) = figure(WIDE, 3.5, ncols=2, width_ratios=(1, 1.25))
    frame(left, X, pad=0.06)
    band(left, u, least[-1])
    draw_axes(left)
    plus, minus = samples(left, np.zeros((0, 2)), [])
    (line,) = left.plot([], [], **LINE)
    (ring,) = left.plot([], [], zorder=5, **RING)
    note = left.text(1, 1.02, "", transform=left.transAxes, ha="right", fontsize=8)
    left.set_title("samples so far")
    times = np.arange(n + 1)
    right.plot(times, made, drawstyle="steps-post", **COMING)
    right.plot(times[1:], bounds, drawstyle="steps-post", **BOUND)
    right.axhline(bounds[-1], **(SECOND_BOUND | {"linewidth": 1.0}))
    (so_far,) = right.plot([], [], drawstyle="steps-post", **(MEASURED | {"marker": ""}))
    (here,) = right.plot(
        [], [], clip_on=False, **(MEASURED | {"markersize": 6, "linestyle": "none"})
    )
    right.set_yscale("symlog", linthresh=1)
    right.set_ylim(-0.08, bounds[-1] * 1.7)
    ticks = [t for t in (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if t <= bounds[-1] * 1.7]
    right.set_yticks(ticks, [str(t) for t in ticks])
    right.set_yticks([], minor=True)
    right.set_xlim(-0.01 * n, n * 1.01)
    right.set_xlabel("samples seen t", labelpad=1)
    right.set_title("mistakes by time t")
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("mistake now", **(RING | {"markersize": 10})),
            proxy("line", **LINE),
            proxy("mistakes so far", **(MEASURED | {"marker": ""})),
            proxy("still to come", **COMING),
            proxy(f"{limit_name} so far", **BOUND),
            proxy(f"{limit_name} of all", **(SECOND_BOUND | {"linewidth": 1.0})),
        ],
        loc="outside lower center",
        ncols=4,
        frameon=False,
    )

    def show(t):
        seen, labels = X[:t], data.y[:t]
        plus.set_data(*seen[labels == 1].T)
        minus.set_data(*seen[labels == -1].T)
        # The line that judged the newest sample, or the first line if there is none.
        k_before = int(made[t - 1]) if t else 0
        line.set_data(*line_ends(left, weights[k_before]))
        wrong = bool(t) and bool(made[t] > made[t - 1])
        ring.set_data(*(X[t - 1 : t].T if wrong else ([], [])))
        note.set_text("" if weights[k_before].any() else f"{say.w} = 0: no line yet")
        so_far.set_data(times[: t + 1], made[: t + 1])
        here.set_data([t], [made[t]])
        k = int(made[t])
        bound = number(float(bounds[t - 1])) if t else "none yet"
        newest = ""
        if t:
            newest = f"\nThe newest sample, x = {number(X[t - 1], 3)}, was " + (
                "a mistake" if wrong else "predicted rightly"
            )
        return Description(
            f"t = {t}: {pluralize(k, 'mistake')}; bound {limit_name} so far: {bound}{newest}",
            f"Left: the first {pluralize(t, 'sample')} of a stream of {n}, and the line that "
            f"judged "
            f"the newest{', which is ringed as a mistake' if wrong else ''}. Right: mistakes over "
            f"time, {k} by now, where the bound along the sequence is {bound}; in the end "
            f"{run.n_mistakes}, and the bound is {number(float(bounds[-1]))}.",
            f"Mistakes along a stream of {n} samples: {k} after {t}, {run.n_mistakes} in all; "
            f"the bound {limit_name} along the sequence ends at {number(float(bounds[-1]))}.",
        )

    return InteractiveFigure(
        fig,
        {"t": values},
        show,
        [plus, minus, line, ring, note, so_far, here],
        state={"t": n},
        name="online_mistakes",
    )


__all__ = ["online_mistakes"]
