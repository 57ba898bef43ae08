"""Pictures of the proof: the two bounds, the cosine squeezed between them, and what breaks it."""

import numpy as np

from perceptron_core import datasets, perceptron
from perceptron_core.tables import pluralize
from perceptron_lessons.figures.common import letters, number, proxy, values_up_to
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.style import (
    BLACK,
    BLUE,
    BOUND,
    CEILING,
    COLUMN,
    GREEN,
    GREY,
    LIGHT,
    MEASURED,
    SECOND_BOUND,
    VERMILLION,
    WIDE,
    figure,
    rc,
)
from perceptron_lessons.theory.counterexamples import BROKEN_HYPOTHESES
from perceptron_lessons.theory.notation import write
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.transforms import normalize

GAP = {"color": BLACK, "linewidth": 3.5, "linestyle": "-", "solid_capstyle": "butt"}
LATER = {
    "color": "#BFBFBF",
    "marker": "o",
    "markersize": 4,
    "linestyle": "none",
    "markerfacecolor": "white",
}
UNBROKEN = "none"


def _run(trace, source="iterations", data=None):
    """The run given, or one on known data that fits the source's hypotheses."""
    if trace is not None:
        return trace
    data = data or datasets.worked_example()
    X = normalize(data.X)[0] if THE_UNIT.get(source) else data.X
    return perceptron(X, data.y, bias="radius" if source == "primal" else "none")


def _limit(n, bound):
    """How far to the right k is drawn: to the bound, if the run does not vanish beside it."""
    return max(n + 1, min(bound, 4 * n)) * 1.04


@rc()
def squeeze(trace=None, separator=None, source="iterations", limit=150, notation=None):
    """The proof in three panels: numerator, denominator, and the cosine between bound and 1.

    Parameters
    ----------
    trace : Trace, optional
        Of any number of features; by default the run on the worked example.
    separator : Separator or pair (w, b), optional
        By default the one with the largest margin.
    source : {"iterations", "cosine", "online", "empirical", "primal"}
        Whose proof; see `perceptron_lessons.prove`.
    limit : int
        The most values.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Raises
    ------
    ValueError
        If nothing separates the data, so that the proof has no u.

    References
    ----------
    `cosine`, "Finishing up"; `iterations` §4; `primal`, Lemmas 2 and 3.

    Examples
    --------
    >>> print(squeeze().at(k=3).description.text)
    k = 3: w·u = 3.578 ≥ kγ = 2.683, gap 0.8944
    ‖w‖ = 4 ≤ √k R = 4.899, gap 0.899
    cosine 0.8944 ≥ √k γ/R = 0.5477, gap 0.3467; to the ceiling 1: 0.1056
    """
    trace = _run(trace, source)
    proof = prove(trace, separator, source)
    columns, n = proof.columns, trace.n_mistakes
    bound = float(proof["conclusion"].rhs[0])
    eta = "" if trace.learning_rate == 1 else "η"
    lifted = "ŵ" if trace.pad_squared else "w"
    roots = "√(2k)" if source == "primal" else "√k"
    unit = THE_UNIT.get(source)
    names = (
        (f"k{eta}γ", f"{lifted}·u"),
        (f"{roots} {eta}R" if not unit else f"{roots}" + (f" {eta}" if eta else ""), f"‖{lifted}‖"),
        (f"{roots} γ/R" if not unit else f"{roots} γ", "cosine"),
    )
    if source == "primal":
        names = (names[0], names[1], ("√(k/2) γ/(R‖u‖)", "cosine"))
    elif trace.pad_squared and not unit:
        names = (names[0], (f"√k {eta}√(R²+c²)", names[1][1]), ("√k γ/√(R²+c²)", "cosine"))
    heads = ("numerator", "denominator", "their quotient, the cosine")
    say = letters(notation)
    if notation is not None:
        sides = _sides(trace, source, notation)
        names = [(limit.text, measured.text) for limit, measured in sides]
        heads = [
            f"${measured.latex} {relation} {limit.latex}$"
            for (limit, measured), relation in zip(sides, (r"\geq", r"\leq", r"\geq"), strict=True)
        ]
    pairs = [
        (columns["numerator"], columns["numerator_bound"], 1),
        (columns["norm"], columns["norm_bound"], -1),
        (columns["cosine"], columns["cosine_bound"], 1),
    ]
    # Where the cosine's lower bound reaches 1; for the primal before its rounder (2R/γ)².
    meets = n / columns["cosine_bound"][-1] ** 2 if n else bound
    right = _limit(n, meets)
    dense = np.linspace(0, right, 200)
    per_step = [
        pair[1][-1] / (n if i == 0 else np.sqrt(n)) if n else 0 for i, pair in enumerate(pairs)
    ]
    fig, panels = figure(WIDE, 3.0, ncols=3)
    k_all = np.arange(n + 1)
    drawn, gaps, titles = [], [], []
    for i, (axes, (measured, _, _), head) in enumerate(zip(panels, pairs, heads, strict=True)):
        curve = per_step[i] * (dense if i == 0 else np.sqrt(dense))
        axes.plot(dense, curve, **BOUND)
        axes.plot(k_all, measured, **LATER)
        drawn.append(axes.plot([], [], **MEASURED)[0])
        gaps.append(axes.plot([], [], zorder=1.9, **GAP)[0])
        axes.set_title(head, fontsize=8, pad=18)
        titles.append(axes.text(0, 1.03, "", transform=axes.transAxes, fontsize=8))
        axes.set_xlim(-0.02 * right, right)
        axes.set_xlabel(_mistakes(say), labelpad=1)
        axes.locator_params(axis="x", nbins=5, integer=True)
        finite = np.concatenate([curve, measured[np.isfinite(measured)]])
        low = min(0, finite.min())
        axes.set_ylim(low - 0.03 * (finite.max() - low), low + 1.08 * (finite.max() - low) + 1e-9)
    panels[2].axhline(1, **CEILING)
    low = min(0, np.nanmin([*columns["cosine"], 0]))
    panels[2].set_ylim(low - 0.03, 1.08)
    fig.legend(
        handles=[
            proxy("in the run", **MEASURED),
            proxy("bound", **BOUND),
            proxy("ceiling 1", **CEILING),
            proxy(f"gap at {say.k}", **GAP),
            proxy("still to come", **LATER),
        ],
        loc="outside lower center",
        ncols=5,
        frameon=False,
    )

    def show(k):
        lines = []
        for i, (measured, limits, sign) in enumerate(pairs):
            value, edge = measured[k], limits[k]
            known = np.isfinite(value)
            drawn[i].set_data(k_all[: k + 1], measured[: k + 1])
            gaps[i].set_data(([k, k], [edge, value]) if known else ([], []))
            relation = "≥" if sign > 0 else "≤"
            gap = sign * (value - edge)
            if not known:
                titles[i].set_text("no cosine: w = 0")
                lines.append("cosine: none, w = 0")
                continue
            if abs(gap) < 1e-12 * max(1, abs(edge)):
                gap = 0.0
            true = "" if gap >= 0 else " FALSE"
            titles[i].set_text(
                f"{number(float(value), 3)} {relation} {number(float(edge), 3)}, "
                f"gap {number(float(gap), 3)}{true}"
            )
            lines.append(
                f"{names[i][1]} = {number(float(value))} {relation} {names[i][0]} = "
                f"{number(float(edge))}, gap {number(float(gap))}{true}"
            )
        lines[0] = f"{say.k} = {k}: {lines[0]}"
        if np.isfinite(columns["cosine"][k]):
            room = max(0.0, 1 - columns["cosine"][k])
            if room < 1e-12:
                room = 0.0
            lines[2] = (
                lines[2].replace("cosine =", "cosine")
                + f"; to the ceiling 1: {number(float(room))}"
            )
        return Description(
            "\n".join(lines),
            f"Three curves over the number of mistakes, marked at {say.k} = {k}. {lines[0]}. "
            f"{lines[1]}. {lines[2]}. The lower bound on the cosine would meet the ceiling at "
            f"{say.k} = {number(float(meets))}.",
            f"The squeeze after {pluralize(k, 'mistake')}: {lines[0].split(': ', 1)[1]}; "
            f"{lines[1]}; "
            f"{lines[2]}. The cosine's lower bound reaches 1 at {say.k} = "
            f"{number(float(meets))}, so "
            f"more mistakes are impossible; the theorem's bound is {number(bound)}.",
        )

    return InteractiveFigure(
        fig,
        {"k": values_up_to(n, limit)},
        show,
        [*drawn, *gaps, *titles],
        state={"k": n},
        name="squeeze",
    )


THE_UNIT = {"cosine": True, "empirical": True}


def _sides(trace, source, notation):
    """The bound and what it bounds, for numerator, denominator and cosine, as symbols."""
    numerator = "{mistakes} {η} {margin}"
    if source == "primal":
        norm, cosine = "[2] [{mistakes}] {η} {radius}", "[{mistakes}] {margin}/([2] {radius} ‖{u}‖)"
    elif THE_UNIT.get(source):
        norm, cosine = "[{mistakes}] {η}", "[{mistakes}] {margin}"
    elif trace.pad_squared:
        norm = "[{mistakes}] {η} [{radius}²+c²]"
        cosine = "[{mistakes}] {margin}/[{radius}²+c²]"
    else:
        norm, cosine = "[{mistakes}] {η} {radius}", "[{mistakes}] {margin}/{radius}"
    radius = "{radius}" if letters(notation).radius != "R" else "R"
    templates = (
        (numerator, "{weights}·{u}"),
        (norm, "‖{weights}‖"),
        (cosine, "cos({weights}, {u})"),
    )
    return [
        [
            write(
                template.replace("{radius}", radius).replace("{u}", "{separator}"),
                notation,
                trace.learning_rate,
            )
            for template in pair
        ]
        for pair in templates
    ]


def _mistakes(say):
    """The name of the axis on which mistakes are counted."""
    return say.k if "mistakes" in say.k else f"mistakes {say.k}"


@rc()
def numerator_denominator(trace=None, separator=None, source="iterations", notation=None):
    """The two bounds on log axes: slope 1 below, slope 1/2 above, and the run between them.

    kγ ≤ w·u ≤ ‖w‖ ≤ √k R: the wedge closes at k = R²/γ², and no run can go beyond.

    Parameters
    ----------
    trace : Trace, optional
        By default a run on planted samples.
    separator : Separator or pair (w, b), optional
        By default the one with the largest margin.
    source : {"iterations", "cosine", "online", "empirical", "primal"}
        Whose proof; see `perceptron_lessons.prove`.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `cosine`, "Analysis Setup" and "Finishing up".
    """
    trace = _run(trace, source, datasets.planted(60, 4, margin=0.1, seed=7))
    proof = prove(trace, separator, source)
    columns, n = proof.columns, trace.n_mistakes
    say = letters(notation)
    (low, along), (high, norm), _ = _sides(trace, source, notation or "iterations")
    if notation is None:
        labels = ("√k R", "‖w‖", "w·u", "kγ")
        low, along, high, norm = "kγ", "w·u", "√k R", "‖w‖"
    else:
        labels = [f"${side.latex}$" for side in (high, norm, along, low)]
        low, along, high, norm = (side.text for side in (low, along, high, norm))
    # The wedge ends where its sides meet; for the primal that is before its rounder (2R/γ)².
    bound = (columns["norm_bound"][1] / columns["numerator_bound"][1]) ** 2
    step, reach = columns["numerator_bound"][1], columns["norm_bound"][1]
    fig, axes = figure(COLUMN, 3.5)
    ends = np.array([1.0, bound])
    axes.fill_between(ends, step * ends, reach * np.sqrt(ends), color="#F3F3F3", zorder=0)
    axes.plot(ends, reach * np.sqrt(ends), **SECOND_BOUND)
    axes.plot(ends, step * ends, **BOUND)
    k = np.arange(1, n + 1)
    axes.plot(k, columns["norm"][1:], color=GREEN, marker="^", markersize=4, linewidth=1)
    axes.plot(k, columns["numerator"][1:], **(MEASURED | {"linewidth": 1}))
    axes.axvline(bound, color=GREY, linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(0.9, bound * 1.6)
    axes.set_ylim(step * 0.8, reach * np.sqrt(bound) * 1.5)
    axes.set_xlabel(_mistakes(say))
    axes.annotate(
        ("$k=R^2/\\gamma^2$\n" if notation is None else f"{say.k}\n") + f"= {number(bound, 3)}",
        (bound, step),
        xytext=(-4, 4),
        textcoords="offset points",
        ha="right",
        fontsize=8,
    )
    fig.legend(
        handles=[
            proxy(f"{labels[0]}: {labels[1]} is below", **SECOND_BOUND),
            proxy(f"{labels[1]} in the run", color=GREEN, marker="^", markersize=4, linewidth=1),
            proxy(f"{labels[2]} in the run", **(MEASURED | {"linewidth": 1})),
            proxy(f"{labels[3]}: {labels[2]} is above", **BOUND),
        ],
        loc="outside lower center",
        ncols=1 if "mistakes" in say.k else 2,
        frameon=False,
        columnspacing=1,
    )
    last = (
        f"{along} = {number(float(columns['numerator'][-1]))} ≥ "
        f"{number(float(columns['numerator_bound'][-1]))}, "
        f"{norm} = {number(float(columns['norm'][-1]))} ≤ "
        f"{number(float(columns['norm_bound'][-1]))}"
    )
    closes = "R²/γ² = " if notation is None else ""
    reading = Description(
        f"After {pluralize(n, 'mistake')}: {last}\n"
        f"{low} and {high} meet at {say.k} = {closes}{number(bound)}",
        f"On log axes a steep lower line {low} and a flatter upper line {high}, which close like a "
        f"wedge at {say.k} = {number(bound)}. The values of {along} and {norm} of the run lie "
        f"between them and end at {say.k} = {n}: {last}.",
        f"Numerator and denominator of the cosine on log axes. {low} ≤ {along} ≤ {norm} ≤ {high}: "
        f"the wedge closes at {say.k} = {closes}{number(bound)}; the run makes "
        f"{pluralize(n, 'mistake')}.",
    )
    return InteractiveFigure(fig, {}, lambda: reading, [], name="numerator_denominator")


@rc()
def tight_case(dimensions=tuple(range(2, 21)), notation=None):
    """Orthonormal points: as many mistakes as the bound allows, in every dimension.

    Parameters
    ----------
    dimensions : sequence of int
        The values d.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure
        With the slider d, the number of points and of dimensions.

    Examples
    --------
    >>> print(tight_case().at(d=7).description.text)
    d = 7: 7 mistakes, bound R²/γ² = 7
    cosine = √(k/7) at every k: on its lower bound
    """
    say = letters(notation)
    conclusion = f"{say.radius}²/{say.gamma}²"
    dimensions = tuple(int(d) for d in dimensions)
    proofs = {}
    for d in dimensions:
        data = datasets.orthonormal(d)
        proofs[d] = prove(perceptron(data.X, data.y), (data.separator, data.offset))
    mistakes = [proofs[d].trace.n_mistakes for d in dimensions]
    bounds = [float(proofs[d]["conclusion"].rhs[0]) for d in dimensions]
    fig, (left, right) = figure(WIDE, 3.1, ncols=2)
    left.plot(dimensions, bounds, **BOUND)
    left.plot(dimensions, mistakes, **(MEASURED | {"linestyle": "none"}))
    (here,) = left.plot(
        [],
        [],
        color=BLACK,
        marker="o",
        markersize=11,
        markerfacecolor="none",
        linestyle="none",
        markeredgewidth=1.5,
    )
    left.set_xlabel("dimensions d")
    left.set_title("mistakes")
    top = max(dimensions)
    left.set_xlim(0, top * 1.05)
    left.set_ylim(0, max(bounds) * 1.1)
    dense = np.linspace(0, top, 300)
    (below,) = right.plot([], [], **BOUND)
    (on_it,) = right.plot([], [], **MEASURED | {"linestyle": "none"})
    right.axhline(1, **CEILING)
    right.set_xlim(0, top * 1.05)
    right.set_ylim(0, 1.08)
    right.set_xlabel(_mistakes(say))
    right.set_title(
        "cosine of w and u" if notation is None else f"cosine of {say.w} and {say.u_math}"
    )
    for axes in (left, right):
        axes.locator_params(axis="x", integer=True)
    left.locator_params(axis="y", integer=True)
    fig.legend(
        handles=[
            proxy("in the run", **(MEASURED | {"linestyle": "none"})),
            proxy("bound", **BOUND),
            proxy("ceiling 1", **CEILING),
        ],
        loc="outside lower center",
        ncols=3,
        frameon=False,
    )

    def show(d):
        proof = proofs[d]
        columns, n = proof.columns, proof.trace.n_mistakes
        bound = float(proof["conclusion"].rhs[0])
        here.set_data([d], [n])
        below.set_data(dense, np.sqrt(dense / bound))
        on_it.set_data(columns["k"], columns["cosine"])
        tight = not any(proof["cosine"].slack)
        cosine = (
            f"cosine = √({say.k}/{d}) at every {say.k}: on its lower bound"
            if tight
            else "the cosine is above its lower bound"
        )
        return Description(
            f"d = {d}: {pluralize(n, 'mistake')}, bound {conclusion} = {number(bound)}\n{cosine}",
            f"Left: for each number of dimensions the mistakes lie exactly on the bound; d = {d} "
            f"is ringed, with {n} mistakes. Right: the cosine after each mistake lies on its lower "
            f"bound, the square root of {say.k}/{d}, and reaches 1 at {say.k} = {n}.",
            f"The bound is tight: {d} orthonormal points make {pluralize(n, 'mistake')}, and "
            f"{conclusion} = {number(bound)}. The cosine sits on its lower bound at every step.",
        )

    return InteractiveFigure(
        fig,
        {"d": dimensions},
        show,
        [here, below, on_it],
        state={"d": dimensions[-1]},
        name="tight_case",
    )


@rc()
def broken_hypothesis(proof=None, points=300):
    """Every line of a proof with its slack over k; the first line that fails is ringed.

    Parameters
    ----------
    proof : Proof, optional
        Any proof on any run. Without one, the picture has the slider `hypothesis`, and shows the
        proof on a run for which that hypothesis is broken.
    points : int
        The most values of k drawn in a row; the first failure is always among them.

    Returns
    -------
    InteractiveFigure
        With the slider `hypothesis` ("none", or a name in
        `perceptron_lessons.theory.counterexamples.BROKEN_HYPOTHESES`) if no
        proof was given.
    """
    if proof is not None:
        proofs = {"this run": proof}
        values = {}
    else:
        proofs = {UNBROKEN: prove(_run(None))}
        for name, make in BROKEN_HYPOTHESES.items():
            proofs[name] = prove(*make())
        values = {"hypothesis": tuple(proofs)}
    rows = max(len(proof.lines) for proof in proofs.values())
    fig, axes = figure(WIDE, 0.27 * rows + 1.0)
    axes.set_xlim(-0.02, 1.02)
    axes.set_ylim(-rows + 0.45, 0.75)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xticks([0, 1], ["", ""])
    axes.set_xlabel("updates made", labelpad=1)
    names = [axes.text(-0.03, -r, "", ha="right", va="center", fontsize=8) for r in range(rows)]
    (zeros,) = axes.plot([], [], color=LIGHT, linewidth=0.8)
    (held,) = axes.plot([], [], color=BLUE, linewidth=1.3)
    (dots,) = axes.plot([], [], color=BLUE, marker="o", markersize=3, linestyle="none")
    (failed,) = axes.plot(
        [], [], color=VERMILLION, marker="x", markersize=5, linestyle="none", markeredgewidth=1.5
    )
    (ring,) = axes.plot(
        [],
        [],
        color=BLACK,
        marker="o",
        markersize=13,
        markerfacecolor="none",
        linestyle="none",
        markeredgewidth=1.5,
        clip_on=False,
    )
    ring.set_in_layout(False)  # where it is empty, its box would be the corner of the figure
    axes.text(0, -rows + 0.2, "k = 0", ha="center", va="top", fontsize=8)
    last = axes.text(1, -rows + 0.2, "", ha="right", va="top", fontsize=8)
    (where,) = axes.plot([], [], color=GREY, linewidth=0.8, linestyle=(0, (1, 2)))
    formulas = {
        name: [f"${line.formula().latex}$" for line in proof.lines]
        for name, proof in proofs.items()
    }
    readings = {
        name: _broken_reading(proof, f"hypothesis broken: {name}" if values else name)
        for name, proof in proofs.items()
    }
    drawings = {name: _rows_of(proof, points, rows) for name, proof in proofs.items()}
    fig.legend(
        handles=[
            proxy("slack ≥ 0: the line holds", color=BLUE, marker="o", markersize=3, linewidth=1.3),
            proxy(
                "slack < 0: it fails",
                color=VERMILLION,
                marker="x",
                markersize=5,
                linestyle="none",
                markeredgewidth=1.5,
            ),
            proxy(
                "first failure",
                color=BLACK,
                marker="o",
                markersize=10,
                markerfacecolor="none",
                linestyle="none",
                markeredgewidth=1.5,
            ),
        ],
        loc="outside lower center",
        ncols=3,
        frameon=False,
    )
    # Room for the longest line of any proof, once for all states.
    widest = max(
        sorted({formula for each in formulas.values() for formula in each}),
        key=lambda formula: _width(names[0], formula),
    )

    def show(hypothesis="this run"):
        proof, drawing = proofs[hypothesis], drawings[hypothesis]
        n = proof.trace.n_mistakes
        for r, name in enumerate(names):
            name.set_text(formulas[hypothesis][r] if r < len(proof.lines) else "")
            name.set_y(-r * _spacing(proof, rows))
        zeros.set_data(*drawing["zeros"])
        held.set_data(*drawing["curve"])
        dots.set_data(*drawing["holds"])
        failed.set_data(*drawing["fails"])
        ring.set_data(*drawing["first"])
        where.set_data(*drawing["where"])
        last.set_text(f"k = {n}")
        return readings[hypothesis]

    changing = [*names, zeros, held, dots, failed, ring, where, last]
    # The layout is fixed by what is drawn first: it must have room for the widest line.
    room = axes.text(-0.03, 0, widest, ha="right", va="center", fontsize=8, alpha=0)
    picture = InteractiveFigure(fig, values, show, changing, name="broken_hypothesis")
    room.remove()
    return picture


def _broken_reading(proof, title):
    """What a proof on a run says in words."""
    n = proof.trace.n_mistakes
    bound = float(proof["conclusion"].rhs[0])
    counts = f"{pluralize(n, 'update')}, bound {number(bound)}"
    failure = proof.first_failure
    if failure is None:
        verdict = f"all {len(proof.lines)} lines hold for k = 0 to {n}"
    else:
        line = failure.line
        verdict = f"first to fail: {line.name}, {line.formula().text}, at k = {failure.k}"
    broken = [line.name for line in proof.lines if not line.holds.all()]
    return Description(
        f"{title}\n{verdict}\n{counts}: "
        + ("the bound holds" if n <= bound else "the bound is exceeded"),
        f"The {len(proof.lines)} lines of the proof of {proof.source} as rows over the number "
        f"of updates, each with its slack. {title.capitalize()}: {verdict}. "
        + (f"Lines that fail somewhere: {', '.join(broken)}. " if broken else "")
        + f"{counts}.",
        f"The proof of {proof.source}, line by line, {title}: {verdict}. {counts}. Each row is "
        "drawn to its own scale.",
    )


def _spacing(proof, rows):
    """How far apart the rows stand when a proof has fewer lines than there is room for."""
    return (rows - 1) / max(1, len(proof.lines) - 1)


def _width(text, formula):
    text.set_text(formula)
    return text.get_window_extent().width


def _rows_of(proof, points, rows):
    """The slacks of all lines as curves, one row a line, k scaled to 0 … 1."""
    spacing = _spacing(proof, rows)
    n = max(1, proof.trace.n_mistakes)
    failure = proof.first_failure
    drawing = {key: ([], []) for key in ("zeros", "curve", "holds", "fails", "first", "where")}
    for r, line in enumerate(proof.lines):
        if not len(line.k):
            continue
        at = np.unique(np.linspace(0, len(line.k) - 1, points).round().astype(int))
        first = np.flatnonzero(~line.holds)[:1]
        at = np.unique(np.append(at, first))
        slack, holds, k = line.slack[at].astype(float), line.holds[at], line.k[at] / n
        size = np.abs(slack).max() or 1.0
        # The square root lets small slacks show beside large ones.
        height = -r * spacing + 0.4 * np.sign(slack) * np.sqrt(np.abs(slack) / size)
        _append(drawing["zeros"], (0, 1), (-r * spacing, -r * spacing))
        _append(drawing["curve"], k, height)
        few = len(k) <= 45
        _append(drawing["holds"], k[holds] if few else k[:1], height[holds] if few else height[:1])
        fails = np.flatnonzero(~holds)
        shown = fails if few else fails[:: max(1, len(fails) // 30)]
        _append(drawing["fails"], k[shown], height[shown])
        if failure and line is failure.line:
            i = int(np.flatnonzero(line.k[at] == failure.k)[0])
            _append(drawing["first"], k[i : i + 1], height[i : i + 1])
            _append(drawing["where"], (k[i], k[i]), (0.6, -rows + 0.5))
    return drawing


def _append(curve, xs, ys):
    """Add a piece to a curve, with a gap after it."""
    curve[0].extend([*xs, np.nan])
    curve[1].extend([*ys, np.nan])


__all__ = ["broken_hypothesis", "numerator_denominator", "squeeze", "tight_case"]
