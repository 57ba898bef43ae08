"""Pictures of mistakes against bounds: margin, padding constant, order, learning rate and start."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import Patch

from perceptron_core import datasets, perceptron
from perceptron_core.algorithm import ORDERS
from perceptron_core.tables import pluralize
from perceptron_lessons.figures.common import (
    BAND,
    band,
    describe,
    draw_axes,
    frame,
    letters,
    line_ends,
    move_arrow,
    move_band,
    number,
    proxy,
    require_2d,
)
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.style import (
    BLACK,
    BLUE,
    BOUND,
    GREEN,
    GREY,
    LIGHT,
    LINE,
    MEASURED,
    MINUS,
    PLUS,
    PURPLE,
    SECOND_BOUND,
    WEIGHT,
    WEIGHT_BEFORE,
    WIDE,
    arrow,
    figure,
    rc,
    samples,
)
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import append_constant

HERE = {
    "color": BLACK,
    "marker": "o",
    "markersize": 11,
    "linestyle": "none",
    "markerfacecolor": "none",
    "markeredgewidth": 1.5,
    "clip_on": False,
    "zorder": 6,
}
DIAMOND = {
    "color": PURPLE,
    "marker": "D",
    "markersize": 4,
    "linestyle": "none",
    "markerfacecolor": "white",
}
TRIANGLE = {"color": GREEN, "marker": "^", "markersize": 4, "linestyle": "none"}
GAMMAS = tuple(round(float(g), 4) for g in np.geomspace(0.02, 0.6, 25))


@rc()
def bound_against_margin(n_samples=40, seed=0, gammas=GAMMAS, notation=None):
    """Mistakes on planted data against the bounds, over the whole range of margins.

    Three runs for each γ: without offset in turn and worst first (R²/γ², which is also 1/δ² at
    unit length here), and with Novikoff's offset step ((2R/γ)²).

    Parameters
    ----------
    n_samples : int
    seed : int
        The same for every γ, so that the samples move little from value to value.
    gammas : sequence of float, 0 < γ ≤ 1
        The values.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure
        With the slider gamma.

    References
    ----------
    All five sources: `iterations`, `online` (R²/γ²), `primal` ((2R/γ)²), `cosine`, `empirical`
    (1/γ² at unit length).
    """
    say = letters(notation)
    once, twice_as_wide = f"{say.radius}²/{say.gamma}²", f"(2{say.radius}/{say.gamma})²"
    gammas = tuple(gammas)
    sets = {g: datasets.planted(n_samples, 2, margin=g, seed=seed) for g in gammas}
    runs = {}
    for g, data in sets.items():
        ratio = float(np.vecdot(data.X, data.X).max()) / g**2
        runs[g] = (
            (perceptron(data.X, data.y, max_mistakes=10**6), ratio),
            (perceptron(data.X, data.y, order="worst", max_mistakes=10**6), ratio),
            (perceptron(data.X, data.y, bias="radius", max_mistakes=10**6), 4 * ratio),
        )
    made = np.array([[trace.n_mistakes for trace, _ in runs[g]] for g in gammas])
    bounds = np.array([[bound for _, bound in runs[g]] for g in gammas])
    fig, (left, right) = figure(WIDE, 3.6, ncols=2)
    frame(left, [[-1, -1], [1, 1]], pad=0.03)
    left.set_xticks([-1, 0, 1])
    left.set_yticks([-1, 0, 1])
    empty = band(left, (1, 0), 0.1)
    (line,) = left.plot([], [], **LINE)
    plus, minus = samples(left, sets[gammas[0]].X, sets[gammas[0]].y)
    left.set_title("samples, empty band, final line")
    right.set_xscale("log")
    right.set_yscale("log")
    right.plot(gammas, bounds[:, 2], **SECOND_BOUND)
    right.plot(gammas, bounds[:, 0], **BOUND)
    right.plot(gammas, made[:, 2], **DIAMOND)
    right.plot(gammas, made[:, 1], **TRIANGLE)
    right.plot(gammas, made[:, 0], **(MEASURED | {"linestyle": "none"}))
    (here,) = right.plot([], [], **HERE)
    (at,) = right.plot([], [], color=GREY, linewidth=0.8, zorder=0.5)
    right.set_xlim(min(gammas) / 1.15, max(gammas) * 1.15)
    right.set_ylim(0.8, bounds.max() * 1.6)
    right.set_xlabel(f"margin {say.gamma}", labelpad=1)
    right.set_title("mistakes and bounds")
    ticks = [t for t in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1) if min(gammas) <= t <= max(gammas)]
    right.set_xticks(ticks, [f"{t:g}" for t in ticks])
    right.set_xticks([], minor=True)
    fig.legend(
        handles=[
            proxy("in turn", **(MEASURED | {"linestyle": "none"})),
            proxy("worst first", **TRIANGLE),
            proxy(f"{once}: bound of both", **BOUND),
            proxy("line found in turn", **LINE),
            proxy("offset step R²", **DIAMOND),
            proxy(f"{twice_as_wide}: its bound", **SECOND_BOUND),
            proxy(f"|{say.u_math}·x| < {say.gamma}: empty", color=BAND["facecolor"], linewidth=7),
        ],
        loc="outside lower center",
        ncols=4,
        frameon=False,
    )
    ceiling = right.get_ylim()

    def show(gamma):
        data = sets[gamma]
        (trace, bound), (worst, _), (novikoff, twice) = runs[gamma]
        for artist, sign in ((plus, 1), (minus, -1)):
            artist.set_data(*data.X[data.y == sign].T)
        line.set_data(*line_ends(left, trace.w))
        move_band(left, empty, data.separator, gamma)
        here.set_data([gamma], [trace.n_mistakes])
        at.set_data([gamma, gamma], ceiling)
        radius = number(float(np.sqrt(np.vecdot(data.X, data.X).max())))
        return Description(
            f"{say.gamma} = {number(gamma)}, {say.radius} = {radius}: "
            f"{pluralize(trace.n_mistakes, 'mistake')} in turn, {worst.n_mistakes} worst first; "
            f"bound {once} = {number(bound)}\n"
            f"with an offset, b += y{say.radius}²: {novikoff.n_mistakes}; "
            f"bound {twice_as_wide} = {number(twice)}",
            f"Left: {describe(data.y)}, kept apart by an empty band of half-width "
            f"{number(gamma)}, and the final line. Right, on log axes: the bounds fall with slope "
            f"−2 as the margin grows, and the mistakes stay below them. At {say.gamma} = "
            f"{number(gamma)} the run makes {pluralize(trace.n_mistakes, 'mistake')} in turn and "
            f"{worst.n_mistakes} worst first; the bound allows {number(bound)}.",
            f"Mistakes against the margin on {n_samples} planted samples, {say.radius} = "
            f"{radius}. At {say.gamma} = {number(gamma)}: {trace.n_mistakes} in turn and "
            f"{worst.n_mistakes} worst first, of at most {once} = {number(bound)}; with Novikoff's "
            f"offset {novikoff.n_mistakes}, of at most {twice_as_wide} = {number(twice)}. The "
            "bounds have slope −2.",
        )

    return InteractiveFigure(
        fig,
        {"gamma": gammas},
        show,
        [plus, minus, line, empty, here, at],
        state={"gamma": gammas[len(gammas) // 2]},
        name="bound_against_margin",
    )


@rc()
def padding_constant(data=None, constants=None):
    """Mistakes, margin and bound as functions of the constant c that is appended to x.

    Parameters
    ----------
    data : Dataset, optional
        Separable with an offset; by default 6 (+) and 4 (−) on the line.
    constants : sequence of float > 0, optional
        The values; 1, R and √(R|b|) are added. By default from R/20 to 10 R.

    Returns
    -------
    InteractiveFigure
        With the slider c.

    References
    ----------
    `cosine`, `iterations`, `empirical` pad with 1; `primal` with R.
    """
    data = data or datasets.padding_trap()
    free = maximum_margin(data.X, data.y, bias="free")
    if not free:
        raise ValueError(f"no line separates these samples: {free}")
    b, gamma = abs(free.unit_b), free.gamma
    radius = float(np.sqrt(float(np.vecdot(data.X, data.X).max())))
    best = float(np.sqrt(radius * b)) if b else radius
    marks = {"1": 1.0, "R": radius, "√(R|b|)": best}
    if constants is None:
        constants = np.geomspace(radius / 20, 10 * radius, 41)
    values = tuple(sorted({float(f"{c:.4g}") for c in constants} | set(marks.values())))
    along = np.asarray(data.X, dtype=float) @ free.unit_w
    runs, margins, bounds = {}, {}, {}
    for c in values:
        padded = append_constant(data.X, c)
        runs[c] = perceptron(padded, data.y, max_mistakes=10**6)
        margins[c] = maximum_margin(padded, data.y)
        bounds[c] = (radius**2 + c**2) * (1 + b**2 / c**2) / gamma**2
    fig, panels = figure(
        WIDE, 4.1, nrows=2, ncols=2, width_ratios=(1, 1.15), height_ratios=(1.5, 1)
    )
    left, upper, lower = fig.add_subplot(panels[0, 0].get_gridspec()[:, 0]), *panels[:, 1]
    for axes in panels[:, 0]:
        axes.remove()
    left.set_xlim(-1.12, 1.12)
    left.set_ylim(-0.35, 1.2)
    left.set_aspect("equal", adjustable="box")
    left.set_xlabel("u·x / √(R²+c²)", labelpad=1)
    left.set_ylabel("c / √(R²+c²)", labelpad=1)
    left.set_title("slice of the lifted samples,\nscaled to radius 1", fontsize=8)
    left.set_xticks([-1, 0, 1])
    left.set_yticks([0, 1])
    draw_axes(left)
    circle = np.linspace(0, 2 * np.pi, 181)
    left.plot(np.cos(circle), np.sin(circle), color=LIGHT, linewidth=0.8)
    plus, minus = samples(left, np.zeros((0, 2)), [])
    (line,) = left.plot([], [], **LINE)
    empty = band(left, (1, 0), 0.1)
    upper.plot(values, [bounds[c] for c in values], **BOUND)
    upper.plot(values, [runs[c].n_mistakes for c in values], **(MEASURED | {"markersize": 3}))
    share = {c: margins[c].gamma / float(np.hypot(radius, c)) for c in values}
    lower.plot(values, [share[c] for c in values], **(WEIGHT | {"linewidth": 1.4}))
    (ring,) = upper.plot([], [], **HERE)
    (dot,) = lower.plot([], [], **(HERE | {"markersize": 9}))
    for axes in (upper, lower):
        axes.set_xscale("log")
        for c in marks.values():
            axes.axvline(c, color=GREY, linewidth=0.8, linestyle=(0, (1, 2)), zorder=0.5)
        axes.set_xlim(values[0] / 1.1, values[-1] * 1.1)
        ticks = [t for t in (0.01, 0.1, 1, 10, 100, 1000) if values[0] <= t <= values[-1]]
        axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    upper.set_yscale("log")
    upper.set_title("mistakes, and the bound", fontsize=8, pad=18)
    upper.tick_params(labelbottom=False)
    lower.set_xlabel("padding constant c", labelpad=1)
    lower.set_title("margin of the scaled samples", fontsize=8)
    lower.set_ylim(0, 1.15 * max(share.values()))
    edge = upper.get_xaxis_transform()
    apart = abs(np.log(radius / best)) > 0.35
    for name, c in marks.items():
        side = "center" if name == "1" or apart else "left" if c == max(radius, best) else "right"
        upper.text(c, 1.02, name, transform=edge, ha=side, fontsize=8)
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("widest separator", **LINE),
            proxy("mistakes", **(MEASURED | {"markersize": 3})),
            proxy("bound", **BOUND),
            proxy("margin", **(WEIGHT | {"linewidth": 1.4})),
        ],
        loc="outside lower center",
        ncols=6,
        frameon=False,
        columnspacing=1.2,
        handlelength=1.8,
    )

    def show(c):
        scale = np.hypot(radius, c)
        points = np.column_stack([along, np.full(len(along), c)]) / scale
        for artist, sign in ((plus, 1), (minus, -1)):
            artist.set_data(*points[data.y == sign].T)
        margin = margins[c]
        w = np.array([free.unit_w @ margin.unit_w[:-1], margin.unit_w[-1]])
        line.set_data(*line_ends(left, w))
        move_band(left, empty, w, share[c])
        ring.set_data([c], [runs[c].n_mistakes])
        dot.set_data([c], [share[c]])
        here = next((f" = {name}" for name, value in marks.items() if value == c), "")
        made = pluralize(runs[c].n_mistakes, "mistake")
        return Description(
            f"c{here} = {number(c)}: {made}\n"
            f"margin in the lifted space {number(margin.gamma)}, as a share of its radius "
            f"{number(share[c])}\n"
            f"bound (R²+c²)(1+b²/c²)/γ² = {number(bounds[c])}",
            f"Left: a slice of the lifted samples at c{here} = {number(c)}, scaled into the unit "
            f"circle, with the widest separator through the origin. Right: mistakes and bound, "
            f"and the margin as a share of the radius, over c; at this c {made}, bound "
            f"{number(bounds[c])}, margin {number(share[c], 3)}. The bound is least at "
            f"c = √(R|b|) = {number(best, 3)}.",
            f"What the padding constant costs. At c{here} = {number(c)}: {made}, bound "
            f"{number(bounds[c])}; with c = 1 {runs[1.0].n_mistakes} mistakes, bound "
            f"{number(bounds[1.0])}; with c = R = {number(radius)} {runs[radius].n_mistakes} "
            f"mistakes, bound {number(bounds[radius])}; the bound is least at √(R|b|) = "
            f"{number(best)}, where it is {number(bounds[best])}.",
        )

    return InteractiveFigure(
        fig,
        {"c": values},
        show,
        [plus, minus, line, empty, ring, dot],
        state={"c": 1.0},
        name="padding_constant",
    )


@rc()
def orders(data=None, n_runs=400, seed=0):
    """The same data in every order: one run each, the distribution over random ones, the bound.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default planted samples.
    n_runs : int
        Random runs: half of them shuffle each epoch, half pick any mistake.
    seed : int

    Returns
    -------
    InteractiveFigure
        With the slider order.

    References
    ----------
    `iterations`, "pick any misclassified i"; `primal` and `cosine`, in turn.
    """
    data = data or datasets.planted(20, 2, margin=0.1, seed=12)
    X = require_2d(data.X)
    best = maximum_margin(data.X, data.y)
    if not best:
        raise ValueError(f"no line through the origin separates these samples: {best}")
    bound = float(np.vecdot(data.X, data.X).max()) / float(best.gamma_squared)
    runs = {order: perceptron(data.X, data.y, order=order, seed=seed) for order in ORDERS}
    many = {
        order: np.array(
            [
                perceptron(data.X, data.y, order=order, seed=seed + i).n_mistakes
                for i in range(n_runs // 2)
            ]
        )
        for order in ("random", "shuffled")
    }
    counts = np.concatenate(list(many.values()))
    fig, (left, right) = figure(WIDE, 3.5, ncols=2, width_ratios=(1, 1.25))
    frame(left, X, pad=0.06)
    band(left, best.unit_w, best.gamma)
    (line,) = left.plot([], [], **LINE)
    title = left.set_title(" ")
    samples(left, X, data.y)
    most = max(counts.max(), *(run.n_mistakes for run in runs.values()))
    width = max(1, int(np.ceil(most / 40)))
    edges = np.arange(0, most + 2 * width, width) - 0.5
    low = np.zeros(len(edges) - 1)
    looks = {
        "random": {"facecolor": "#9CCBE8", "edgecolor": BLUE, "linewidth": 0.6},
        "shuffled": {"facecolor": "white", "edgecolor": BLUE, "linewidth": 0.6, "hatch": "////"},
    }
    for order, look in looks.items():
        tall, _ = np.histogram(many[order], edges)
        right.bar(edges[:-1], tall, width, bottom=low, align="edge", **look)
        low += tall
    right.set_xlabel("mistakes", labelpad=1)
    right.set_title(f"{len(counts)} random runs", fontsize=9)
    right.set_xlim(0, bound * 1.06)
    right.set_ylim(0, low.max() * 1.5)
    right.axvline(bound, **BOUND)
    right.annotate(
        f"bound R²/γ² = {number(bound, 3)}",
        (bound, 0.98),
        xytext=(-5, 0),
        textcoords="offset points",
        xycoords=right.get_xaxis_transform(),
        rotation=90,
        ha="right",
        va="top",
        fontsize=8,
    )
    fixed = {}
    for order in ("cyclic", "first", "worst"):
        fixed.setdefault(runs[order].n_mistakes, []).append(order)
    for i, (n, names) in enumerate(sorted(fixed.items())):
        right.annotate(
            f"{', '.join(names)}: {n}",
            (n, 0),
            xytext=(max(n, 0.02 * bound) + 0.015 * bound, low.max() * (1.4 - 0.12 * i)),
            fontsize=8,
            va="center",
            ha="left",
        )
        right.plot([n, n], [0, low.max() * (1.4 - 0.12 * i)], color=GREY, linewidth=0.8)
    (here,) = right.plot([], [], **(LINE | {"linewidth": 2.2}))
    (tip,) = right.plot([], [], color=BLACK, marker="v", markersize=7, linestyle="none")
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("final line", **LINE),
            Patch(label="pick any", **looks["random"]),
            Patch(label="shuffled", **looks["shuffled"]),
            proxy("this order", color=BLACK, marker="v", markersize=7, linestyle="none"),
        ],
        loc="outside lower center",
        ncols=6,
        frameon=False,
        columnspacing=1.1,
        handlelength=1.6,
    )

    def show(order):
        run = runs[order]
        n = run.n_mistakes
        line.set_data(*line_ends(left, run.w))
        here.set_data([n, n], [0, low.max() * 1.05])
        tip.set_data([n], [low.max() * 1.05])
        title.set_text(f"order {order}: {pluralize(n, 'mistake')}")
        spread = (
            f"{len(counts)} random runs: {counts.min()} to {counts.max()}, median "
            f"{number(float(np.median(counts)))}"
        )
        return Description(
            f"order {order}: {pluralize(n, 'mistake')}\n{spread}; bound R²/γ² = {number(bound)}",
            f"Left: {describe(data.y)} and the final line of the run in the order {order}. Right: "
            f"a histogram of the mistakes of {spread}. This order makes "
            f"{pluralize(n, 'mistake')}; the bound stands at {number(bound, 3)}.",
            f"Order matters, the bound does not care: cyclic {runs['cyclic'].n_mistakes}, lowest "
            f"index first {runs['first'].n_mistakes}, worst first {runs['worst'].n_mistakes} "
            f"mistakes; {spread}. All are within R²/γ² = {number(bound)}.",
        )

    return InteractiveFigure(fig, {"order": ORDERS}, show, [line, here, tip, title], name="orders")


ETAS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


@rc()
def learning_rate(data=None, etas=ETAS, starts=(0, 0.25, 0.5, 1, 2), direction=(-3, 1)):
    """What η does: from w0 = 0 it only scales w; from another start it changes the run.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.
    etas : sequence of float > 0
        The values eta.
    starts : sequence of float ≥ 0
        The values start: w0 is this many times `direction`.
    direction : pair of number

    Returns
    -------
    InteractiveFigure
        With the values eta and start.

    Examples
    --------
    >>> picture = learning_rate()
    >>> print(picture.at(eta=0.01, start=1).description.text.splitlines()[0])
    η = 0.01, w0 = (−3, 1): 151 mistakes
    """
    data = data or datasets.worked_example()
    X = require_2d(data.X)
    etas, starts = tuple(etas), tuple(starts)
    runs = {
        (eta, s): perceptron(
            data.X,
            data.y,
            learning_rate=Fraction(str(eta)),
            w0=[Fraction(str(s)) * Fraction(str(d)) for d in direction],
            max_mistakes=10**6,
        )
        for eta in etas
        for s in starts
    }
    made = {s: [runs[eta, s].n_mistakes for eta in etas] for s in starts}
    norms = {key: float(np.linalg.norm(run.w.astype(float))) for key, run in runs.items()}
    fig, (left, middle, right) = figure(WIDE, 3.0, ncols=3)
    frame(left, X, pad=0.12)
    draw_axes(left)
    (line,) = left.plot([], [], **LINE)
    samples(left, X, data.y)
    reach = 0.62 * np.linalg.norm(X, axis=1).max()
    final, start_arrow = arrow(left, **WEIGHT), arrow(left, **WEIGHT_BEFORE)
    left.set_title("samples, line and w", fontsize=8, pad=18)
    said = left.text(0, 1.03, "", transform=left.transAxes, fontsize=8)
    curves, rings, heads = [], [], []
    for axes, head in ((middle, "mistakes"), (right, "length of the final w")):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("learning rate η", labelpad=1)
        axes.set_title(head, fontsize=8, pad=18)
        heads.append(axes.text(0, 1.03, "", transform=axes.transAxes, fontsize=8))
        curves.append(axes.plot([], [], **(MEASURED | {"markersize": 3}))[0])
        rings.append(axes.plot([], [], **HERE)[0])
        axes.set_xlim(etas[0] / 1.3, etas[-1] * 1.3)
        ticks = [t for t in (0.001, 0.01, 0.1, 1, 10, 100, 1000) if etas[0] <= t <= etas[-1]]
        axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
        axes.set_xticks([], minor=True)
    middle.set_ylim(0.8, 1.5 * max(max(row) for row in made.values()))
    middle.plot(etas, made[starts[0]], color=GREY, linewidth=1.0, linestyle=(0, (5, 2)), zorder=1)
    right.plot(
        etas,
        [norms[eta, starts[0]] for eta in etas],
        color=GREY,
        linewidth=1.0,
        linestyle=(0, (5, 2)),
        zorder=1,
    )
    right.set_ylim(min(norms.values()) / 1.6, max(norms.values()) * 1.6)
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("final line", **LINE),
            proxy("final w, direction", **WEIGHT),
            proxy("w0", **WEIGHT_BEFORE),
            proxy("this start", **(MEASURED | {"markersize": 3})),
            proxy(f"start {number(starts[0])}", color=GREY, linewidth=1.0, linestyle=(0, (5, 2))),
        ],
        loc="outside lower center",
        ncols=7,
        frameon=False,
        columnspacing=1.0,
        handlelength=1.8,
    )

    def unit(v):
        v = np.asarray(v, dtype=float)
        length = np.linalg.norm(v)
        return v / length * reach if length else v

    def show(eta, start):
        run = runs[eta, start]
        w = run.w.astype(float)
        n = run.n_mistakes
        line.set_data(*line_ends(left, w))
        move_arrow(final, (0, 0), unit(w))
        # Longer for a longer start; by the square root, so that the shortest can be seen.
        move_arrow(start_arrow, (0, 0), np.sqrt(start / (max(starts) or 1)) * unit(run.w0))
        curves[0].set_data(etas, made[start])
        curves[1].set_data(etas, [norms[e, start] for e in etas])
        rings[0].set_data([eta], [n])
        rings[1].set_data([eta], [norms[eta, start]])
        heads[0].set_text(f"{n} at η = {number(eta, 3)}")
        heads[1].set_text(f"{number(norms[eta, start], 3)} at η = {number(eta, 3)}")
        w0 = number(run.w0.astype(float))
        said.set_text(f"w0 = {w0}")
        angle = np.degrees(np.arctan2(w[1], w[0]))
        same = len(set(made[start])) == 1
        lesson = (
            f"the same {pluralize(n, 'mistake')} and the same line at every η"
            if same
            else f"from {min(made[start])} to {max(made[start])} mistakes, depending on η"
        )
        return Description(
            f"η = {number(eta)}, w0 = {w0}: {pluralize(n, 'mistake')}\n"
            f"final w = {number(w)}, length {number(norms[eta, start])}, "
            f"direction {number(float(angle), 3)}°\n"
            f"From this start: {lesson}",
            f"Left: {describe(data.y)}, the final line and the direction of w. Middle: mistakes "
            f"over η on log axes; right: length of the final w. At η = {number(eta)} from w0 = "
            f"{w0}: {pluralize(n, 'mistake')}, length {number(norms[eta, start])}. From this "
            f"start: "
            f"{lesson}.",
            f"Learning rate and start: η = {number(eta)} from w0 = {w0} makes "
            f"{pluralize(n, 'mistake')} and ends at w = {number(w)}. From this start: {lesson}.",
        )

    changing = [line, final, start_arrow, said, *curves, *rings, *heads]
    return InteractiveFigure(
        fig,
        {"eta": etas, "start": starts},
        show,
        changing,
        state={"eta": 1.0, "start": starts[0]},
        name="learning_rate",
    )


__all__ = ["bound_against_margin", "learning_rate", "orders", "padding_constant"]
