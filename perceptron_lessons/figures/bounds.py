"""Pictures of mistakes against bounds: margin, height, order, learning rate and start."""

import itertools
from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from perceptron_core import datasets, perceptron
from perceptron_core.algorithm import ORDERS
from perceptron_lessons.figures import style
from perceptron_lessons.figures.coordinates import widest
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, beside, caption, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.theory.any_start import start_bound
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import append_constant

DIAMOND = style.POINTS | {"color": style.PURPLE, "marker": "D", "markerfacecolor": "white"}
TRIANGLE = style.POINTS | {"color": style.GREEN, "marker": "^"}
TIP = {"color": style.BLACK, "marker": "v", "markersize": 7, "linestyle": "none"}
SMALL = {"pad": 18}  # a title with a line between it and the axes
GAMMAS = tuple(round(float(g), 4) for g in np.geomspace(0.02, 0.6, 25))
ETAS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)
STARTS = (0, 0.25, 0.5, 1, 2)
DIRECTION = np.array([-3, 1])  # w0 is a multiple of it
MOST = 10**6  # mistakes; every run here ends long before


@illustration()
def bound_against_margin(n_samples=40, seed=0, *, words, paper):
    """Mistakes on planted data against the bounds, over the whole range of margins.

    Three runs for each γ: without offset in turn and worst first (R²/γ², which is also 1/δ² at
    unit length here), and with the offset step R² ((2R/γ)²).

    Parameters
    ----------
    n_samples : int
    seed : int
        The same for every γ, so that the samples move little from value to value.

    Returns
    -------
    InteractiveFigure
        With the slider gamma.

    References
    ----------
    All five sources: `iterations`, `online` (R²/γ²), `primal` ((2R/γ)²), `cosine`, `empirical`
    (1/γ² at unit length).
    """
    runs = {gamma: _planted_runs(n_samples, gamma, seed) for gamma in GAMMAS}
    first = runs[GAMMAS[0]]
    over = {name: [vars(run)[name] for run in runs.values()] for name in vars(first)}
    fig, (left, right) = paper.figure(style.WIDE, 3.6, ncols=2)
    title = words("points, empty band, final line")
    plane = DataPanel(left, words, [[-1, -1], [1, 1]], pad=0.03, ticks=(-1, 0, 1), title=title)
    points = plane.samples(first.data.X, first.data.y)
    line, sides = plane.line(label=words("line found in turn")), plane.sides()
    empty = plane.band((1, 0), 0.1)
    xlim, ylim = (GAMMAS[0] / 1.15, GAMMAS[-1] * 1.15), (0.8, max(over["bound_offset"]) * 1.6)
    at = {"log": "xy", "ticks": (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1), "minor": False}
    plot = CurvePanel(right, words("margin {γ}"), words("mistakes and bounds"), xlim, ylim, **at)
    drawn = {
        name: plot.curve(GAMMAS, over[name], look, label=words(label), zorder=zorder)
        for name, look, zorder, label in (
            ("turn", style.POINTS, 2.3, "in turn"),
            ("worst", TRIANGLE, 2.2, "worst first"),
            ("bound", style.BOUND, 2, "bound ${R}²/{γ}²$"),
            ("offset", DIAMOND, 2.1, "offset step ${R}²$"),
            ("bound_offset", style.SECOND_BOUND, 2, "offset: $(2{R}/{γ})²$"),
        )
    }
    here = plot.here()
    at = plot.curve(look=style.THIN, zorder=0.5)
    called = [Names(left, [line], sides=line), Names(right, [drawn["bound_offset"]])]
    legend(fig, ncols=6, named=called, columnspacing=1.2)

    def show(gamma):
        run = runs[gamma]
        points.move(run.data.X, run.data.y)
        line.move(run.w)
        sides.move(run.w)
        empty.move(run.data.separator, gamma)
        here.set_data([gamma], [run.turn])
        at.set_data([gamma, gamma], ylim)
        return words.describe("bound_against_margin", **vars(run), **words.about(run.data))

    changing = [*points.artists, line, *sides.artists, empty, here, at]
    state = {"gamma": GAMMAS[len(GAMMAS) // 2]}
    return InteractiveFigure(fig, {"gamma": GAMMAS}, show, changing, state, names=called)


def _planted_runs(n_samples, gamma, seed):
    """Return the facts of the three runs on samples planted with a margin."""
    data = datasets.planted(n_samples, 2, margin=gamma, seed=seed)
    settings = {"turn": {}, "worst": {"order": "worst"}, "offset": {"bias": "radius"}}
    runs = [perceptron(data.X, data.y, max_mistakes=MOST, **how) for how in settings.values()]
    made = {name: run.n_mistakes for name, run in zip(settings, runs, strict=True)}
    square = float(np.vecdot(data.X, data.X).max())
    bounds = {"bound": square / gamma**2, "bound_offset": 4 * square / gamma**2}
    facts = {"data": data, "gamma": gamma, "radius": float(np.sqrt(square)), "w": runs[0].w}
    return SimpleNamespace(**facts, **bounds, **made)


@illustration(separator="u")
def padding_constant(data=None, *, words, paper):
    """Mistakes, margin and bound as functions of the constant c that is appended to x.

    Parameters
    ----------
    data : Dataset, optional
        Separable with an offset; by default 6 (+) and 4 (−) on the line.

    Returns
    -------
    InteractiveFigure
        With the slider c, from R/20 to 10 R; 1, R and √(R|b|) are among its values.

    References
    ----------
    `iterations` and `empirical` pad with 1; `primal` with R.
    """
    data = data or datasets.padding_trap()
    free = widest(data.X, data.y, bias="free")
    radius = float(np.sqrt(float(np.vecdot(data.X, data.X).max())))
    best = float(np.sqrt(radius * abs(free.unit_b))) if free.unit_b else radius
    marks = {"1": 1.0, "{R}": radius}
    spread = np.geomspace(radius / 20, 10 * radius, 41)
    constants = sorted({float(f"{c:.4g}") for c in spread} | {1.0, radius, best})
    runs = {c: _padded_run(data, c, free, radius) for c in constants}
    ratios = {"width_ratios": (1, 1.15), "height_ratios": (1.5, 1)}
    fig, panels = paper.figure(style.WIDE, 4.1, mosaic="AB;AC", **ratios)
    points, line, empty = _draw_slice(panels["A"], words)
    named = {words(name): c for name, c in marks.items()}
    rings, curves = _draw_over_c((panels["B"], panels["C"]), runs, named, words)
    drawn = zip(panels.values(), ([line], *curves), strict=True)
    called = [Names(axes, artists) for axes, artists in drawn]
    legend(fig, ncols=2, named=called)
    along = np.asarray(data.X, dtype=float) @ free.unit_w

    def show(c):
        run = runs[c]
        points.move(np.column_stack([along, np.full(len(along), c)]) / np.hypot(radius, c), data.y)
        w = np.array([free.unit_w @ run.separator.unit_w[:-1], run.separator.unit_w[-1]])
        line.move(w)
        empty.move(w, run.share)
        for ring, height in zip(rings, (run.made, run.share), strict=True):
            ring.set_data([c], [height])
        return _describe_padding(runs, c, marks, words)

    changing = [*points.artists, line, empty, *rings]
    return InteractiveFigure(fig, {"c": constants}, show, changing, {"c": 1.0}, names=called)


def _padded_run(data, c, free, radius):
    """Return the facts of a run on samples to which c is appended."""
    padded = append_constant(data.X, c)
    separator = maximum_margin(padded, data.y)
    made = perceptron(padded, data.y, max_mistakes=MOST).n_mistakes
    share = separator.gamma / float(np.hypot(radius, c))
    bound = (radius**2 + c**2) * (1 + free.unit_b**2 / c**2) / free.gamma**2
    return SimpleNamespace(made=made, separator=separator, share=share, bound=bound)


def _draw_slice(axes, words):
    """Draw the frame of the lifted samples; return what moves in it."""
    plane = DataPanel(axes, words, names="")
    axes.set(xlim=(-1.12, 1.12), ylim=(-0.35, 1.2), xticks=[-1, 0, 1], yticks=[0, 1])
    axes.set(xlabel=words("place before the lifting, scaled"), ylabel=words("height, scaled"))
    axes.set_title(words("the lifted points, scaled so that\nthe longest has length 1"))
    plane.circle(color=style.LIGHT)
    return plane.samples(), plane.line(label=words("widest separator")), plane.band((1, 0), 0.1)


def _draw_over_c(two, runs, marks, words):
    """Draw mistakes and bound, the margin below them, over c; return the rings and the curves."""
    constants = list(runs)
    made, bounds, shares = np.transpose([(r.made, r.bound, r.share) for r in runs.values()])
    xlim = (constants[0] / 1.1, constants[-1] * 1.1)
    room = (max(bounds) / min(made)) ** 0.05
    ylim = (min(made) / room, max(bounds) * room)
    upper = CurvePanel(two[0], "", words("mistakes, and the bound"), xlim, ylim, log="xy", **SMALL)
    counts = upper.curve(constants, made, style.MEASURED, markersize=3, label=words("mistakes"))
    bound = upper.curve(constants, bounds, style.BOUND, label=words("bound"), zorder=1.9)
    upper.axes.tick_params(labelbottom=False)
    title = words("room on each side of the line")
    ylim = (0, 1.15 * max(shares))
    lower = CurvePanel(two[1], words("height $c$"), title, xlim, ylim, log="x")
    margin = lower.curve(constants, shares, style.WEIGHT, linewidth=1.4, label=words("room"))
    one, radius = marks.values()
    apart = abs(np.log(radius / one)) > 0.35
    for name, c in marks.items():
        for axes in two:
            axes.axvline(c, zorder=0.5, **style.RAY)
        side = "center" if apart else "left" if c == max(one, radius) else "right"
        caption(two[0], c, 1.02, name, transform=two[0].get_xaxis_transform(), ha=side)
    return (upper.here(), lower.here(markersize=9)), ([counts, bound], [margin])


def _describe_padding(runs, c, marks, words):
    name = next((name for name, value in marks.items() if value == c), None)
    one, radius = marks.values()
    here = "$c = {c}$" if name in (None, "1") else "$c = {name} = {c}$"
    facts = {"c": c, "name": name, "radius": radius, "run": runs[c]}
    facts |= {"least": min(run.bound for run in runs.values())}
    facts |= {"one": runs[one], "at_R": runs[radius]}
    others = {
        one: "; with $c = 1$: {one.made:mistake}, bound {one.bound}",
        radius: "; with $c = {R} = {radius}$: {at_R.made:mistake}, bound {at_R.bound}",
    }
    facts["others"] = "".join(said for other, said in others.items() if other != c)
    return words.describe("padding_constant", here=here, **facts)


@illustration()
def padded_margins(data=None, *, words, paper):
    """Two comparisons of margins over the padding constant c: of one line, and of the best ones.

    Parameters
    ----------
    data : Dataset, optional
        Separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `primal` compares one line before and after, with c = R.
    """
    data = data or example_of_session()
    through, free = widest(data.X, data.y), widest(data.X, data.y, bias="free")
    radius = float(np.sqrt(float(np.vecdot(data.X, data.X).max())))
    constants = [*np.geomspace(radius / 20, 10 * radius, 41), radius]
    best = [widest(append_constant(data.X, c), data.y).gamma for c in constants]
    kept = [free.gamma / np.hypot(1, free.unit_b / c) for c in constants]
    fig, axes = paper.figure(style.MIDDLE, 3.2)
    limits = (constants[0], constants[-2]), (0, 1.15 * free.gamma)
    plot = CurvePanel(axes, words("height $c$"), words("margin {γ}"), *limits, log="x")
    plot.curve(constants[:-1], best[:-1], style.WEIGHT, label=words("best line after padding"))
    plot.curve(
        limits[0], [through.gamma] * 2, style.WEIGHT_BEFORE, label=words("best line through 0")
    )
    plot.curve(limits[0], [free.gamma] * 2, style.LINE_BEFORE, label=words("best line anywhere"))
    plot.curve(constants[:-1], kept[:-1], style.LINE, label=words("the same line, padded"))
    plot.curve([radius] * 2, limits[1], style.THIN, zorder=0.5)
    plot.caption(x=radius, text=words("{R}"), transform=axes.get_xaxis_transform(), ha="center")
    legend(fig, ncols=2)
    facts = {"through": through, "free": free, "best": best[-1], "kept": kept[-1]}
    facts |= {"radius": radius} | words.about(data)
    return InteractiveFigure.still(fig, words.describe("padded_margins", **facts))


@illustration()
def orders(data=None, n_runs=400, seed=0, *, words, paper):
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
    best = widest(data.X, data.y)
    bound = float(np.vecdot(data.X, data.X).max()) / float(best.gamma_squared)
    runs = {order: perceptron(data.X, data.y, order=order, seed=seed) for order in ORDERS}
    made = {order: run.n_mistakes for order, run in runs.items()}

    def count(order):
        seeds = range(seed, seed + n_runs // 2)
        return [perceptron(data.X, data.y, order=order, seed=s).n_mistakes for s in seeds]

    counts = {order: np.array(count(order)) for order in ("random", "shuffled")}
    every = np.concatenate(list(counts.values()))
    fig, (left, right) = paper.figure(style.WIDE, 3.5, ncols=2, width_ratios=(1, 1.25))
    plane = DataPanel(left, words, X, pad=0.06)
    title = left.set_title(" ")
    plane.samples(X, data.y)
    line, sides = plane.line(label=words("final line")), plane.sides()
    plane.band(best.unit_w, best.gamma, label=words("empty band"))
    called = [Names(left, [line], sides=line)]
    tall = _histogram(right, counts, made, bound, words)
    here = curve(right, linewidth=2.2)
    tip = curve(right, look=TIP, label=words("this order"))
    legend(fig, ncols=6, named=called, columnspacing=1.1, handlelength=1.6)
    facts = {"made": made, "bound": bound, "every": every, "low": every.min(), "high": every.max()}
    facts |= {"median": float(np.median(every))} | words.about(data)

    def show(order):
        n = made[order]
        for moved in (line, sides):
            moved.move(runs[order].w)
        here.set_data([n, n], [0, tall * 1.05])
        tip.set_data([n], [tall * 1.05])
        title.set_text(words("order {order}: {n:mistake}", order=order, n=n))
        return words.describe("orders", order=order, n=n, **facts)

    changing = [line, *sides.artists, here, tip, title]
    return InteractiveFigure(fig, {"order": ORDERS}, show, changing, names=called)


def _histogram(axes, counts, made, bound, words):
    """Draw how many random runs make how many mistakes; return the height of the tallest bar."""
    most = max(*made.values(), *(each.max() for each in counts.values()))
    width = max(1, int(np.ceil(most / 40)))
    edges = np.arange(0, most + 2 * width, width) - 0.5
    low = np.zeros(len(edges) - 1)
    shape = {"align": "edge", "edgecolor": style.BLUE, "linewidth": 0.6}
    looks = {
        "random": {"facecolor": style.BAR["facecolor"], "label": words("pick any")},
        "shuffled": {"facecolor": "white", "hatch": "////", "label": words("shuffled")},
    }
    for order, look in looks.items():
        height, _ = np.histogram(counts[order], edges)
        axes.bar(edges[:-1], height, width, bottom=low, **shape, **look)
        low = low + height
    tall = low.max()
    title = words("{n:random run}", n=sum(map(len, counts.values())))
    CurvePanel(axes, words("mistakes"), title, (0, bound * 1.06), (0, tall * 1.5), y=words("runs"))
    axes.axvline(bound, **style.BOUND)
    look = {"xycoords": axes.get_xaxis_transform(), "rotation": 90, "ha": "right", "va": "top"}
    name = words("bound ${R}²/{γ}² = {bound:3}$", bound=bound)
    beside(axes, name, (bound, 0.98), (-5, 0), **look)
    fixed = {}
    for order in ("cyclic", "first", "worst"):
        fixed.setdefault(made[order], []).append(order)
    for i, (n, names) in enumerate(sorted(fixed.items())):
        x, y = max(n, 0.02 * bound) + 0.015 * bound, tall * (1.4 - 0.12 * i)
        axes.text(x, y, f"{', '.join(names)}: {n}", va="center")
        curve(axes, [n, n], [0, y], style.THIN)
    return tall


@illustration()
def learning_rate(data=None, *, words, paper):
    """What η does: from w0 = 0 it only scales w; from another start it changes the run.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure
        With the sliders eta and start: w0 is so many times (−3, 1).

    Examples
    --------
    >>> picture = learning_rate()
    >>> print(picture.at(eta=0.01, start=1).description.text.splitlines()[0])
    η = 0.01, w_0 = (−3, 1): 151 mistakes
    """
    data = data or example_of_session()
    X = require_2d(data.X)
    runs = {}
    for eta, start in itertools.product(ETAS, STARTS):
        given = {"learning_rate": Fraction(str(eta)), "max_mistakes": MOST}
        runs[eta, start] = perceptron(data.X, data.y, w0=Fraction(start) * DIRECTION, **given)
    made = {key: run.n_mistakes for key, run in runs.items()}
    bounds = {key: start_bound(run) for key, run in runs.items()}
    lengths = {key: float(np.linalg.norm(run.w.astype(float))) for key, run in runs.items()}
    fig, (left, middle, right) = paper.figure(style.WIDE, 3.0, ncols=3)
    plane = DataPanel(left, words, X, pad=0.12)
    left.set_title(words("points, line and {w}"), **SMALL)
    plane.samples(X, data.y)
    line, sides = plane.line(label=words("final line")), plane.sides()
    final = plane.arrow(label=words("final {w}"))
    start_arrow = plane.arrow(look=style.WEIGHT_BEFORE, label=words.write("${w}_0$").drawn)
    started = caption(left)
    reach = 0.62 * np.linalg.norm(X, axis=1).max()
    title = words("length of the final {w}")
    ylim = (0.8, 1.5 * max(bounds.values()))
    most = curve(middle, look=style.BOUND, label=words("bound from this start"))
    plots = [(*_draw_over_eta(middle, words("mistakes"), made, ylim, words), most)]
    ylim = (min(lengths.values()) / 1.6, max(lengths.values()) * 1.6)
    plots.append(_draw_over_eta(right, title, lengths, ylim, words))
    called = [Names(left, [line, final, start_arrow], sides=line)]
    legend(fig, ncols=5, named=called, columnspacing=1.2)

    def show(eta, start):
        run = runs[eta, start]
        w, w0 = run.w.astype(float), run.w0.astype(float)
        line.move(w)
        sides.move(w)
        final.move(_to_length(w, reach))
        # Longer for a longer start; by the square root, so that the shortest can be seen.
        start_arrow.move(_to_length(w0, np.sqrt(start / STARTS[-1]) * reach))
        started.set_text(words.write("${w}_0$ = {w0}", w0=w0).drawn)
        most.set_data(ETAS, [bounds[other, start] for other in ETAS])
        for (shown, first, ring, head, *_), heights in zip(plots, (made, lengths), strict=True):
            height = heights[eta, start]
            first.set_visible(start != 0)
            shown.set_data(ETAS, [heights[other, start] for other in ETAS])
            ring.set_data([eta], [height])
            head.set_text(words("{height:3} at $η = {eta:3}$", height=height, eta=eta))
        at_most = bounds[eta, start]
        every = [made[other, start] for other in ETAS]
        return _describe_rate(run, eta, at_most, every, data, words)

    changing = [line, *sides.artists, final, start_arrow, started, *itertools.chain(*plots)]
    values = {"eta": ETAS, "start": STARTS}
    return InteractiveFigure(fig, values, show, changing, {"eta": 1.0}, names=called)


def _to_length(v, length):
    """Return v scaled to a length, unless it is 0."""
    return v / np.linalg.norm(v) * length if v.any() else v


def _draw_over_eta(axes, title, heights, ylim, words):
    """Draw what is measured over η, for the first start as a grey line; return what moves."""
    grey = [heights[eta, 0] for eta in ETAS]
    xlim = (ETAS[0] / 1.3, ETAS[-1] * 1.3)
    look = {"linewidth": 1.0, "zorder": 1}
    plot = CurvePanel(
        axes, words("learning rate $η$"), title, xlim, ylim, log="xy", minor=False, **SMALL
    )
    shown = plot.curve(look=style.MEASURED, markersize=3, label=words("run from this start"))
    at_first = plot.curve(
        ETAS, grey, style.LINE_BEFORE, label=words("run from {first}", first=0), **look
    )
    return shown, at_first, plot.here(), plot.caption()


def _describe_rate(run, eta, bound, made, data, words):
    w, w0 = run.w.astype(float), run.w0.astype(float)
    lesson = "from {least} to {most} mistakes, depending on $η$"
    if len(set(made)) == 1:
        lesson = "the same {run.n_mistakes:mistake} and the same line at every $η$"
    facts = {"run": run, "eta": eta, "w0": w0, "lesson": lesson, "weights": w} | words.about(data)
    facts["bound"] = bound
    facts |= {"length": float(np.linalg.norm(w)), "angle": float(np.degrees(np.arctan2(*w[::-1])))}
    return words.describe("learning_rate", least=min(made), most=max(made), **facts)
