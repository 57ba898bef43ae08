"""Pictures of the samples themselves: lines through them, steps, and changes of coordinates."""

import numpy as np

from perceptron_core import datasets, perceptron
from perceptron_core.tables import Label, pluralize
from perceptron_lessons.figures.common import (
    BAND,
    band,
    cone,
    describe,
    draw_axes,
    frame,
    in_letters,
    letters,
    line_ends,
    move_arrow,
    number,
    proxy,
    require_2d,
)
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.labels import keep_clear, name_samples
from perceptron_lessons.figures.style import (
    BLACK,
    COLUMN,
    GREY,
    LINE,
    LINE_BEFORE,
    MINUS,
    PLUS,
    RING,
    UPDATE,
    WEIGHT,
    WEIGHT_BEFORE,
    WIDE,
    arrow,
    figure,
    rc,
    samples,
)
from perceptron_lessons.figures.weight_space import WeightPanel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels, normalize

RAY = {"color": GREY, "linewidth": 0.8, "linestyle": (0, (1, 2))}
PLANE = "#BFE2F5"
FEW = 12  # samples that are numbered; more numbers than that nobody reads
ROWS = 10  # of an iteration's table that fit beside the data


def _worked(trace):
    """The trace given, or the run on the worked example."""
    if trace is not None:
        return trace
    data = datasets.worked_example()
    return perceptron(data.X, data.y)


def _line_text(w, b, letter="w"):
    return f"{letter} = {number(w)}" + (f", b = {number(b)}" if b else "")


@rc()
def worked_example(trace=None, notation=None, features=None):
    """The samples of a run and its final line.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.
    features : pair of str, optional
        Names of the axes of the samples; by default x₁ and x₂.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `iterations` §3.

    Examples
    --------
    >>> print(worked_example().description.text)
    After 4 mistakes: w = (2, 4)
    Every sample has y w·x ≥ 4 > 0.
    """
    trace = _worked(trace)
    letter = letters(notation).w
    X = require_2d(trace.X)
    w, b = trace.w, trace.b
    fig, axes = figure(COLUMN, 3.3)
    direction = np.asarray(w, dtype=float)
    length = np.linalg.norm(direction)
    # Through the origin w starts there; with an offset it starts on the line, beside the samples.
    foot, reach = np.zeros(2), np.linalg.norm(X, axis=1).max() * 0.6
    if b and length:
        centre = X.mean(axis=0)
        foot = centre - (centre @ direction + float(b)) / length**2 * direction
        reach = np.ptp(X, axis=0).max() * 0.3
    tip = foot + direction / length * reach if length else direction
    frame(axes, X, foot, tip, names=features or "x", origin=not b)
    draw_axes(axes)
    axes.plot(*line_ends(axes, w, b), **LINE)
    samples(axes, X, trace.y)
    named = name_samples(axes, X, range(len(X))) if len(X) <= FEW else []
    handles = [proxy("label +1", **PLUS), proxy("label −1", **MINUS)]
    if length:
        arrow(axes, foot, tip, **WEIGHT)
        equation = f"{letter}·x + b = 0" if b else f"{letter}·x = 0"
        handles += [proxy(equation, **LINE), proxy(f"direction of {letter}", **WEIGHT)]
    fig.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False)
    least = trace.margins(trace.n_mistakes).min()
    what = f"y({letter}·x + b)" if b else f"y {letter}·x"
    if not trace.converged:
        done = f"Not converged: the least {what} is {number(least)}."
    elif least > 0:
        done = f"Every sample has {what} ≥ {number(least)} > 0."
    else:
        done = f"Every sample has {what} ≥ 0; those on the line count as +1."
    start = f"After {pluralize(trace.n_mistakes, 'mistake')}: {_line_text(w, b, letter)}"
    found = "that the perceptron found" if trace.converged else "where the perceptron stands"
    reading = Description(
        f"{start}\n{done}",
        f"{describe(trace.y)} in the plane, and the line {found} after "
        f"{pluralize(trace.n_mistakes, 'mistake')}, {_line_text(w, b, letter)}. "
        + (
            "Each class lies on its own side of the line."
            if trace.converged
            else "The line does not separate the classes."
        ),
        f"{pluralize(len(X), 'sample')} and the line {found} after "
        f"{pluralize(trace.n_mistakes, 'mistake')}: {_line_text(w, b, letter)}. "
        f"The least {what} is {number(least)}.",
    )
    return keep_clear(InteractiveFigure(fig, {}, lambda: reading, [], name="worked_example"), named)


@rc()
def steps(trace=None, panel="weights", limit=150, notation=None, features=None):
    """A run in the plane, update by update.

    After k updates: the line and w now, the next mistake in a ring, the update as the addition
    of vectors w → w + yx, and the line after it, dashed. Beside it the weight space with the path
    of w, or the table of the iteration.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example.
    panel : {"weights", "table"}
        What stands beside the data.
    limit : int
        The most values; a longer run shows evenly spread ones.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.
    features : pair of str, optional
        Names of the axes of the samples; by default x₁ and x₂.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Raises
    ------
    ValueError
        If the samples are not in the plane, or the panel has another name.

    Examples
    --------
    >>> print(steps().at(k=2).description.text)
    k = 2: w = (2, 2)
    Next mistake: sample 2, x = (−2, 2), y = +1, y w·x = 0
    Update: (2, 2) + (−2, 2) = (0, 4)
    """
    if panel not in ("weights", "table"):
        raise ValueError(f"panel must be weights or table; found {panel!r}")
    trace = _worked(trace)
    say = letters(notation)
    letter, count = say.w, say.k
    X = require_2d(trace.X)
    W = trace.weights.astype(float)
    radius = max(np.linalg.norm(X, axis=1).max(), 1e-9)
    shrink = _shrink(np.linalg.norm(W, axis=1).max() / radius)
    fig, (left, right) = figure(WIDE, 4.4, ncols=2)
    frame(left, X, W / shrink, names=features or "x")
    draw_axes(left)
    samples(left, X, trace.y)
    named = name_samples(left, X, range(len(X))) if len(X) <= FEW else []
    left.set_title("data space" + (f" (arrows 1 : {shrink})" if shrink > 1 else ""))
    (before,) = left.plot([], [], **LINE)
    (after,) = left.plot([], [], **LINE_BEFORE)
    (ring,) = left.plot([], [], **RING, zorder=5)
    w_now = arrow(left, **WEIGHT)
    w_next = arrow(left, **WEIGHT_BEFORE)
    change = arrow(left, **UPDATE)
    note = left.text(1, 1.02, "", transform=left.transAxes, ha="right", fontsize=8)
    side = (
        WeightPanel(right, trace, letter)
        if panel == "weights"
        else _TablePanel(right, trace, letter)
    )
    rate = "" if trace.learning_rate == 1 else "η"
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("next mistake", **(RING | {"markersize": 10})),
            proxy("line now", **LINE),
            proxy("line after", **LINE_BEFORE),
            proxy(f"{letter} now", **WEIGHT),
            proxy(f"update {rate}yx", **UPDATE),
            proxy(f"{letter} after", **WEIGHT_BEFORE),
            *side.handles(),
        ],
        loc="outside lower center",
        ncols=4,
        frameon=False,
        handlelength=2.6,
    )
    with_b = bool(trace.pad_squared) or bool(trace.b0)
    what = f"y({letter}·x + b)" if with_b else f"y {letter}·x"

    def show(k):
        w, b = trace.weights[k], trace.offsets[k]
        before.set_data(*line_ends(left, w, b))
        move_arrow(w_now, (0, 0), W[k] / shrink)
        no_line = not np.any(W[k])
        last = k == trace.n_mistakes
        now = f"{letter} = {number(w)}" + (f", b = {number(b)}" if with_b else "")
        if no_line:
            note.set_text(f"{letter} = 0: no line yet")
        else:
            note.set_text(
                ""
                if not last
                else "no mistake left"
                if trace.converged
                else "stopped: mistakes are left"
            )
        for artist in (ring, after, w_next, change):
            artist.set_visible(not last)
        side.show(k)
        line = f"No line yet, since {letter} = 0" if no_line else "The line is solid"
        if last:
            end = (
                "No mistake is left."
                if trace.converged
                else "The run was stopped with mistakes left."
            )
            return Description(
                f"{count} = {k}: {now}\n{end}\nleast {what} = {number(trace.margins(k).min())}",
                f"After {pluralize(k, 'update')} {now}. {line}; {end} {side.words(k)}",
                f"The run after its last update, {count} = {k}: {now}.",
            )
        i = trace.mistakes[k]
        ring.set_data([X[i, 0]], [X[i, 1]])
        after.set_data(*line_ends(left, trace.weights[k + 1], trace.offsets[k + 1]))
        move_arrow(w_next, (0, 0), W[k + 1] / shrink)
        move_arrow(change, W[k] / shrink, W[k + 1] / shrink)
        step = trace.weights[k + 1] - w
        # W[k] = 0: the two arrows are one, and the dotted one is the news.
        w_next.set_visible(w_next.get_visible() and not no_line)
        margin, label = trace.margins(k)[i], number(Label(trace.y[i]))
        update = f"Update: {number(w)} + {number(step)} = {number(trace.weights[k + 1])}"
        if with_b:
            update += (
                f"; b: {number(b)} + {number(trace.offsets[k + 1] - b)} = "
                f"{number(trace.offsets[k + 1])}"
            )
        return Description(
            f"{count} = {k}: {now}\nNext mistake: sample {i}, x = {number(trace.X[i])}, "
            f"y = {label}, {what} = {number(margin)}\n{update}",
            f"After {pluralize(k, 'update')} {now}. {line}. Sample {i} at {number(trace.X[i])} "
            f"with "
            f"label {label} is ringed: its {what} is {number(margin)}, not above "
            f"0. An arrow adds {number(step)} to {letter}, which becomes "
            f"{number(trace.weights[k + 1])}; the line after that is dashed. {side.words(k)}",
            f"Update {k + 1} of the run: sample {i} has {what} = {number(margin)}, so {letter} "
            f"goes from {number(w)} to {number(trace.weights[k + 1])}. Solid: the line before; "
            "dashed: the line after.",
        )

    changing = [before, after, ring, w_now, w_next, change, note, *side.changing]
    picture = InteractiveFigure(
        fig, {"k": range(trace.n_mistakes + 1)}, show, changing, name="steps", limit=limit
    )
    return keep_clear(picture, named)


def _shrink(ratio):
    """A round factor that makes arrows `ratio` times the radius about as long as the radius."""
    if ratio <= 2.2:
        return 1
    power = 10 ** np.floor(np.log10(ratio / 1.5))
    return int(next(f * power for f in (1, 2, 5, 10) if f * power >= ratio / 1.5))


class _TablePanel:
    """The table of the iteration, as text in an axes; a long one shows the rows around the mark."""

    def __init__(self, axes, trace, w="w"):
        self.trace = trace
        n = trace.n_samples
        self.rows = min(n, ROWS)
        axes.set_axis_off()
        axes.set_xlim(0, 1)
        axes.set_ylim(-ROWS - 1.2, 1.2)
        axes.axhline(-0.55, color=BLACK, linewidth=0.8)
        with_b = bool(trace.pad_squared) or bool(trace.b0)
        self.columns = (0.12, 0.52, 0.64, 0.98)
        for x, head in zip(
            self.columns, ("i", "x", "y", f"y({w}·x + b)" if with_b else f"y {w}·x"), strict=True
        ):
            axes.text(x, 0, head, ha="right", va="center", fontstyle="italic")
        self.title = axes.text(0, 1, "", va="center")
        self.mark = axes.text(0.0, 0, "→", va="center")
        self.cells = [
            [axes.text(x, -r - 1, "", ha="right", va="center") for x in self.columns]
            for r in range(self.rows)
        ]
        if n > self.rows:
            axes.text(
                0.0,
                -self.rows - 1,
                f"{self.rows} of {n} samples",
                va="center",
                fontsize=8,
                color=GREY,
            )
        self.changing = [self.title, self.mark]
        self.changing += [cell for row in self.cells for cell in row]

    def handles(self):
        return []

    def show(self, k):
        trace = self.trace
        margins = trace.margins(k)
        chosen = int(trace.mistakes[k]) if k < trace.n_mistakes else None
        first = min(max(0, (chosen or 0) - self.rows // 2), trace.n_samples - self.rows)
        self.title.set_text(f"iteration {k + 1}, after {pluralize(k, 'update')}")
        for r, cells in enumerate(self.cells):
            i = first + r
            texts = (
                str(i),
                number(trace.X[i], 3),
                number(Label(trace.y[i])),
                number(margins[i], 3),
            )
            for cell, text in zip(cells, texts, strict=True):
                cell.set_text(text)
                cell.set_fontweight("bold" if i == chosen else "normal")
        self.mark.set_visible(chosen is not None)
        if chosen is not None:
            self.mark.set_y(-(chosen - first) - 1)

    def words(self, k):
        values = ", ".join(number(m, 3) for m in self.trace.margins(k)[: self.rows])
        return f"The table beside it lists the margins {values}."


@rc()
def strip(trace=None, limit=10, notation=None):
    """The iterations of a run side by side, each sample with its y·w·x.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example, whose five iterations are the
        source's tables.
    limit : int
        The most iterations shown.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `iterations` §3, the five tables.

    Examples
    --------
    >>> print(strip().description.text)
    w = (0, 0) → (2, 0) → (2, 2) → (0, 4) → (2, 4)
    mistakes: samples 0, 1, 2, 0
    """
    trace = _worked(trace)
    say = letters(notation)
    letter = say.w
    X = require_2d(trace.X)
    shown = range(min(trace.n_mistakes + 1, limit))
    rows = -(-len(shown) // 5)
    fig, panels = figure(WIDE, 1.78 * rows, nrows=rows, ncols=min(5, len(shown)), squeeze=False)
    with_b = bool(trace.pad_squared) or bool(trace.b0)
    what = f"y({letter}·x + b)" if with_b else f"y {letter}·x"
    lines, named = [], []
    for k, axes in zip(shown, panels.flat, strict=False):
        frame(axes, X, pad=0.36, names="")
        axes.set_xticks([])
        axes.set_yticks([])
        for side in ("top", "right"):
            axes.spines[side].set_visible(True)
        axes.spines[:].set_color("#BFBFBF")
        w, b = trace.weights[k], trace.offsets[k]
        axes.plot(*line_ends(axes, w, b), **LINE)
        samples(axes, X, trace.y)
        margins = trace.margins(k)
        named += name_samples(axes, X, [number(m, 3) for m in margins])
        title = f"iteration {k + 1}\n" + (
            f"{letter} = {number(w, 3)}" + ("" if np.any(w) else ": no line")
        )
        if with_b:
            title += f"\nb = {number(b, 3)}"
        axes.set_title(title, fontsize=8)
        listed = ", ".join(map(number, margins))
        lines.append(f"{say.k} = {k}: {_line_text(w, b, letter)}; {what} = {listed}")
        if k < trace.n_mistakes:
            i = trace.mistakes[k]
            axes.plot(*X[i], **RING)
            lines[-1] += f"; mistake: sample {i}"
        else:
            lines[-1] += "; no mistake" if trace.converged else "; stopped"
    for axes in panels.flat[len(shown) :]:
        axes.set_axis_off()
    path = " → ".join(number(trace.weights[k], 3) for k in shown)
    more = " …" if len(shown) <= trace.n_mistakes else ""
    listed = ", ".join(map(str, trace.mistakes[: len(shown)])) or "none"
    reading = Description(
        f"{letter} = {path}{more}\nmistakes: samples {listed}{more}",
        f"{len(shown)} small pictures of the same {len(X)} samples, one for each iteration, with "
        f"the line of that iteration and {what} beside each sample. "
        + " ".join(line + "." for line in lines),
        f"The iterations of the run with the values of {what}; the ringed sample is the mistake "
        f"that changes {letter}. {pluralize(trace.n_mistakes, 'update')}, "
        f"hence {len(shown)} lines.",
    )
    return keep_clear(InteractiveFigure(fig, {}, lambda: reading, [], name="strip"), named)


@rc()
def flip(data=None):
    """The samples before and after the sign flip z = y·x, with the separating line.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `cosine`, Simplification 2 (its pair of figures after Duda & Hart 1973).
    """
    data = data or datasets.worked_example()
    X, Z = require_2d(data.X), require_2d(fold_labels(data.X, data.y))
    best = maximum_margin(data.X, data.y)
    if not best:
        raise ValueError(f"no line through the origin separates these samples: {best}")
    u = best.unit_w
    reach = np.linalg.norm(X, axis=1).max()
    fig, panels = figure(WIDE, 4.05, ncols=2)
    for axes, points, title in zip(
        panels, (X, Z), ("(a) samples x with labels y", "(b) flipped: z = yx"), strict=True
    ):
        frame(axes, X, Z, pad=0.12, names="x" if points is X else "z")
        cone(axes, Z)
        draw_axes(axes)
        axes.plot(*line_ends(axes, u), **LINE)
        axes.set_title(title)
        if points is Z:
            for x, z, label in zip(X, Z, data.y, strict=True):
                if label < 0:
                    axes.plot(*np.transpose([x, z]), **RAY)
                    axes.plot(*x, **(MINUS | {"color": "#BFBFBF", "markersize": 5}))
        samples(axes, points, data.y)
        arrow(axes, (0, 0), 0.55 * reach * u, **WEIGHT)
        axes.annotate(
            "w", 0.55 * reach * u, xytext=(5, 0), textcoords="offset points", color=WEIGHT["color"]
        )
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("before the flip", **(MINUS | {"color": "#BFBFBF", "markersize": 5})),
            proxy("separating line", **LINE),
            proxy("all w that separate", color="#CFE5DA", linewidth=7),
        ],
        loc="outside lower center",
        ncols=5,
        frameon=False,
        columnspacing=1.2,
    )
    flipped = int((data.y == -1).sum())
    reading = Description(
        f"{flipped} of {len(X)} samples flipped: z = yx\n"
        f"Before: y w·x > 0 for all. After: w·z > 0 for all.\n"
        f"Same w, same margin γ = {number(best.gamma)}",
        f"Left: {describe(data.y)}, on their two sides of a line through the origin. Right: the "
        f"{flipped} samples labelled −1 are reflected in the origin, and all {len(X)} lie on one "
        "side of the same line. The shaded cone of vectors w that separate is the same in both.",
        f"The sign flip. (a) {describe(data.y)}. (b) After z = yx all {len(X)} samples lie on the "
        f"positive side of the same line, and the vectors w that separate (shaded) are the same; "
        f"the margin stays γ = {number(best.gamma)}.",
    )
    return InteractiveFigure(fig, {}, lambda: reading, [], name="flip")


@rc()
def unit_length(data=None):
    """The samples before and after scaling each to length 1, with the widest empty band.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `cosine`, Simplification 3; `empirical` §7.1.
    """
    data = data or datasets.worked_example()
    require_2d(data.X)
    unit, lengths = normalize(data.X)
    fig, panels = figure(WIDE, 3.9, ncols=2)
    found, runs = [], []
    for axes, points, title in zip(
        panels, (data.X, unit), ("(a) as given", "(b) each at length 1"), strict=True
    ):
        best = maximum_margin(points, data.y)
        if not best:
            raise ValueError(f"no line through the origin separates these samples: {best}")
        drawn = require_2d(points)
        radius = np.linalg.norm(drawn, axis=1).max()
        found.append((radius, best))
        runs.append(perceptron(points, data.y).n_mistakes)
        frame(axes, [[-radius, -radius], [radius, radius]], pad=0.08)
        band(axes, best.unit_w, best.gamma)
        axes.plot(*line_ends(axes, best.unit_w), **LINE)
        circle = np.linspace(0, 2 * np.pi, 181)
        axes.plot(radius * np.cos(circle), radius * np.sin(circle), color=GREY, linewidth=0.8)
        for x in drawn:
            axes.plot([0, x[0]], [0, x[1]], **RAY)
        samples(axes, drawn, data.y)
        symbol = "γ" if points is data.X else "δ"
        axes.set_title(f"{title}: R = {number(radius, 3)}, {symbol} = {number(best.gamma, 3)}")
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("widest separator", **LINE),
            proxy("empty band |w·x| < γ", color=BAND["facecolor"], linewidth=7),
            proxy("circle of radius R", color=GREY, linewidth=0.8),
        ],
        loc="outside lower center",
        ncols=5,
        frameon=False,
        columnspacing=1.2,
    )
    (radius, best), (_, scaled) = found
    before, after = (radius / best.gamma) ** 2, 1 / scaled.gamma**2
    reading = Description(
        f"As given: R = {number(radius)}, γ = {number(best.gamma)}, R²/γ² = {number(before)}, "
        f"{pluralize(runs[0], 'mistake')}\n"
        f"At length 1: R = 1, δ = {number(scaled.gamma)}, 1/δ² = {number(after)}, "
        f"{pluralize(runs[1], 'mistake')}",
        f"Left: {describe(data.y)} at lengths from {number(lengths.min(), 3)} to "
        f"{number(lengths.max(), 3)}. Right: the same directions, all on the circle of radius 1. "
        f"In each the line with the widest empty band: half-width {number(best.gamma, 3)} on the "
        f"left, {number(scaled.gamma, 3)} on the right.",
        f"Scaling to unit length keeps the side of every sample but changes R, the margin and the "
        f"bound: R²/γ² = {number(before)} before, 1/δ² = {number(after)} after; the runs make "
        f"{runs[0]} and {runs[1]} mistakes.",
    )
    return InteractiveFigure(fig, {}, lambda: reading, [], name="unit_length")


@rc()
def lift(data=None, c=None, notation=None):
    """The lift to n + 1 dimensions: samples at height c, and the plane through the origin.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable by a line with a free offset; by default the worked example.
    c : float > 0, optional
        The height; by default R, the greatest length of a sample (`primal`).
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `primal`, ŵ = (w, b/R) and x̂ = (x, R); `cosine`, Simplification 1.
    """
    data = data or datasets.worked_example()
    X = require_2d(data.X)
    best = maximum_margin(data.X, data.y, bias="free")
    if not best:
        raise ValueError(f"no line separates these samples: {best}")
    w, b = best.unit_w, best.unit_b
    radius = float(np.linalg.norm(X, axis=1).max())
    height = radius if c is None else float(c)
    fig, flat = figure(WIDE, 4.2)
    flat.remove()
    fig.set_layout_engine("none")
    axes = fig.add_axes((0, 0.09, 1, 0.93), projection="3d", computed_zorder=False)
    half = 1.15 * radius
    axes.set_xlim(-half, half)
    axes.set_ylim(-half, half)
    normal = np.append(w, b / height)
    end = normal / np.linalg.norm(normal) * 0.9 * radius
    axes.set_zlim(min(0, 1.1 * end[2]), 1.15 * height)
    axes.set_box_aspect((1, 1, 0.7), zoom=1.18)
    axes.view_init(elev=17, azim=-33)
    _square(axes, half, 0, 0.5, facecolor="#F4F4F4", edgecolor="#BFBFBF")
    _plane(axes, w, b / height, half, height)
    _square(axes, half, height, 3, facecolor=(1, 1, 1, 0.0), edgecolor="#8F8F8F")
    for level, order in ((0, 1), (height, 6)):
        xs, ys = _line_in_square(w, b if level else 0, half)
        axes.plot(xs, ys, level, zorder=order, **(LINE if level else LINE_BEFORE))
    for x, label in zip(X, data.y, strict=True):
        axes.plot([x[0]] * 2, [x[1]] * 2, [0, height], zorder=4, **RAY)
        look = PLUS if label > 0 else MINUS
        axes.plot(*x, 0, zorder=2, **(look | {"markersize": 4, "color": "#9A9A9A"}))
        axes.plot(*x, height, zorder=7, **look)
    axes.plot([0], [0], [0], marker="+", color=BLACK, markersize=9, zorder=8)
    axes.text(0, -0.12 * half, -0.12 * height, "0", zorder=8, ha="center")
    axes.quiver(
        0, 0, 0, *end, color=WEIGHT["color"], linewidth=1.8, arrow_length_ratio=0.14, zorder=9
    )
    axes.text(*(1.12 * end), r"$\hat{w}$", color=WEIGHT["color"], zorder=9)
    axes.set_xlabel("$x_1$", labelpad=-6)
    axes.set_ylabel("$x_2$", labelpad=-6)
    top = letters(notation).radius if c is None else f"c = {number(height, 3)}"
    axes.set_zticks([0, height], ["0", top])
    axes.tick_params(pad=-2)
    axes.grid(False)
    for pane in (axes.xaxis, axes.yaxis, axes.zaxis):
        pane.set_pane_color((1, 1, 1, 0))
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("line w·x + b = 0, lifted", **LINE),
            proxy("plane through 0", color=PLANE, linewidth=7),
        ],
        loc="lower center",
        ncols=4,
        frameon=False,
        columnspacing=1.2,
    )
    square = 1 + (b / height) ** 2
    which = "R" if c is None else "c"
    reading = Description(
        f"{which} = {number(height)}: x → (x, {which}), w = {number(w)}, b = {number(b)}\n"
        f"‖(w, b/{which})‖² = {number(square)}, γ falls from {number(best.gamma)} to "
        f"{number(best.gamma / np.sqrt(square))}",
        f"{describe(data.y)} in the plane, each lifted straight up to the height {which} = "
        f"{number(height, 3)}. The line that separates them lies, at that height, in a plane that "
        "passes through the origin: the offset has become a slope.",
        f"The lift to n + 1 dimensions: every sample gets the coordinate {which} = "
        f"{number(height)}, and the line w·x + b = 0 with w = {number(w)}, b = {number(b)} becomes "
        f"a plane through the origin. ‖(w, b/{which})‖² = {number(square)}, so the margin falls "
        f"from {number(best.gamma)} to {number(best.gamma / np.sqrt(square))}.",
    )
    picture = InteractiveFigure(fig, {}, lambda: reading, [], name="lift")
    return in_letters(picture, notation) if notation else picture


def _square(axes, half, level, order, **look):
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    corners = [
        (-half, -half, level),
        (half, -half, level),
        (half, half, level),
        (-half, half, level),
    ]
    axes.add_collection3d(
        Poly3DCollection([corners], zorder=order, linewidths=0.8, clip_on=False, **look)
    )


def _line_in_square(w, b, half):
    """Where w·x + b = 0 crosses the square of the given half-width."""
    points = []
    for axis in (0, 1):
        for side in (-half, half):
            if w[1 - axis]:
                other = -(b + w[axis] * side) / w[1 - axis]
                if abs(other) <= half * (1 + 1e-12):
                    point = [0.0, 0.0]
                    point[axis], point[1 - axis] = side, other
                    points.append(point)
    if not points:
        return [], []
    points = sorted(points)
    return [points[0][0], points[-1][0]], [points[0][1], points[-1][1]]


def _plane(axes, w, slope, half, height):
    """The plane w·x + slope·h = 0 for heights from 0 to a little above the samples."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    low, high = 0.0, 1.12 * height
    ends = [(*_line_in_square(w, slope * h, half), h) for h in (low, high)]
    corners = [
        (xs[j], ys[j], h)
        for (xs, ys, h), order in zip(ends, ((0, 1), (1, 0)), strict=True)
        for j in order
        if xs
    ]
    axes.add_collection3d(
        Poly3DCollection(
            [corners],
            facecolor=(0.34, 0.71, 0.91, 0.38),
            edgecolor=(0.2, 0.45, 0.6, 0.8),
            linewidths=0.8,
            zorder=2.5,
            clip_on=False,
        )
    )


@rc()
def three_biases(data=None):
    """The same samples with the three ways to learn the offset, and the mistakes of each.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin too; by default the worked example.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `iterations` (no offset), `cosine` and `empirical` (padded with 1), `primal` (step R²).
    """
    data = data or datasets.worked_example()
    X = require_2d(data.X)
    names = {"none": "no offset", "one": "step 1 (pad with 1)", "radius": "step R² (Novikoff)"}
    fig, panels = figure(WIDE, 3.1, ncols=3)
    lines, said = [], []
    for (bias, name), axes in zip(names.items(), panels, strict=True):
        trace = perceptron(data.X, data.y, bias=bias)
        bound = float(prove(trace)["conclusion"].rhs[0])
        frame(axes, X, pad=0.16)
        axes.plot(*line_ends(axes, trace.w, trace.b), **LINE)
        samples(axes, X, data.y)
        many = pluralize(trace.n_mistakes, "mistake")
        axes.set_title(f"{name}\n{many}, bound {number(bound)}\n{_line_text(trace.w, trace.b)}")
        lines.append(f"{name}: {many}, {_line_text(trace.w, trace.b)}, bound {number(bound)}")
        said.append(f"{many} with {name}")
        if bias != "none":
            axes.set_ylabel("")
    free = maximum_margin(data.X, data.y, bias="free")
    own = 4 * float(trace.radius_squared) / float(free.gamma_squared)
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy("final line", **LINE),
        ],
        loc="outside lower center",
        ncols=3,
        frameon=False,
    )
    reading = Description(
        "\n".join(lines),
        f"Three pictures of the same {len(X)} samples, each with another final line that separates "
        f"them. {'. '.join(lines)}.",
        f"The same samples under three rules for the offset: {', '.join(said)}. The bound is R²/γ² "
        f"in the space of each rule; Novikoff states (2R/γ)² = {number(own)}.",
    )
    return InteractiveFigure(fig, {}, lambda: reading, [], name="three_biases")


@rc()
def margin_assumption(data=None, notation=None):
    """Unit vectors on the circle, w*, and the band |w*·x| < γ that none of them enters.

    The picture that `empirical` §7.1 announces and does not show.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; every sample is scaled to length 1. By
        default planted samples.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure

    References
    ----------
    `empirical` §7.1.
    """
    data = data or datasets.planted(26, 2, margin=0.2, seed=5)
    unit, _ = normalize(require_2d(data.X))
    best = maximum_margin(unit, data.y)
    if not best:
        raise ValueError(f"no line through the origin separates these samples: {best}")
    u, gamma = best.unit_w, best.gamma
    say = letters(notation)
    fig, axes = figure(COLUMN, 3.6)
    frame(axes, [[-1.05, -1.05], [1.05, 1.05]], pad=0.04)
    axes.set_xticks([-1, 0, 1])
    axes.set_yticks([-1, 0, 1])
    circle = np.linspace(0, 2 * np.pi, 181)
    band(axes, u, gamma)
    axes.plot(np.cos(circle), np.sin(circle), color=GREY, linewidth=0.8)
    axes.plot(*line_ends(axes, u), **LINE)
    samples(axes, unit, data.y)
    arrow(axes, (0, 0), u, **WEIGHT)
    along = np.array([-u[1], u[0]])
    side = along if along[0] < 0 else -along
    name = axes.annotate(
        say.u_math,
        0.55 * u,
        xytext=tuple(11 * side),
        textcoords="offset points",
        color=WEIGHT["color"],
        ha="center",
        va="center",
    )
    foot = 0.42 * side
    axes.annotate(
        "",
        foot,
        foot + gamma * u,
        arrowprops={"arrowstyle": "<->", "shrinkA": 0, "shrinkB": 0, "linewidth": 0.9},
    )
    axes.annotate(
        say.gamma,
        foot + gamma / 2 * u,
        xytext=tuple(8 * side),
        textcoords="offset points",
        ha="center",
        va="center",
    )
    fig.legend(
        handles=[
            proxy("label +1", **PLUS),
            proxy("label −1", **MINUS),
            proxy(f"{say.u_math}·x = 0", **LINE),
            proxy(f"|{say.u_math}·x| < {say.gamma}: empty", color=BAND["facecolor"], linewidth=7),
        ],
        loc="outside lower center",
        ncols=2,
        frameon=False,
    )
    reading = Description(
        f"{len(unit)} samples of length 1, {say.u} = {number(u, 3)}\n"
        f"|{say.u}·x| ≥ {say.gamma} = {number(gamma)} for all: at most "
        f"1/{say.gamma}² = {number(1 / gamma**2)} mistakes",
        f"{describe(data.y)} on the circle of radius 1. The arrow {say.u} points to the middle "
        f"of the circles' side; the line at a right angle to it separates the classes, and a band "
        f"of half-width {say.gamma} = {number(gamma, 3)} around that line holds no sample.",
        f"The margin assumption: {len(unit)} unit vectors with |{say.u}·x| ≥ {say.gamma} = "
        f"{number(gamma)}. The band around the line {say.u}·x = 0 is empty, and 1/{say.gamma}² = "
        f"{number(1 / gamma**2)} bounds the mistakes.",
    )
    picture = InteractiveFigure(fig, {}, lambda: reading, [], name="margin_assumption")
    return keep_clear(picture, [name])


__all__ = [
    "flip",
    "lift",
    "margin_assumption",
    "steps",
    "strip",
    "three_biases",
    "unit_length",
    "worked_example",
]
