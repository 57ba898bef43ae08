"""Pictures of a run among its samples: the final line, every step, a strip of frames."""

import textwrap
from itertools import count

import numpy as np

from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import run_on_example
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import FEW, Names, keep_clear, name_samples, number_samples
from perceptron_lessons.figures.panels import BARE, DataPanel, caption, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import WeightPanel
from perceptron_lessons.figures.runs import has_offset, state_of
from perceptron_lessons.figures.wording import Listing, joined

CHOOSE = "choose any point in a ring"
"""The task where it is the reader who chooses the mistakes."""
LONGEST = 46  # letters of a line above the samples


@illustration()
def worked_example(trace=None, *, words, paper):
    """The samples of a run and its final line.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example.

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
    trace = trace or run_on_example()
    X = require_2d(trace.X)
    w = np.asarray(trace.w, dtype=float)
    b = trace.b
    length = np.linalg.norm(w)
    # Through the origin w starts there; with an offset it starts on the line, beside the samples.
    foot = np.zeros(2)
    reach = np.linalg.norm(X, axis=1).max() * 0.6
    if b and length:
        centre = X.mean(axis=0)
        foot = centre - (centre @ w + float(b)) / length**2 * w
        reach = np.ptp(X, axis=0).max() * 0.3
    tip = foot + w / length * reach if length else w
    fig, axes = paper.figure(style.COLUMN, 3.3)
    plane = DataPanel(axes, words, X, foot, tip, origin=not b)
    classes = plane.samples(X, trace.y).artists
    numbered = number_samples(plane.axes, X)
    # Among many samples, or in a narrow picture, none has room for a name beside it.
    named = classes if numbered and not fig.printed else []
    line = None
    wrong = state_of(trace, trace.n_mistakes)["mistakes"]
    if len(wrong):
        plane.mistakes().set_data(*X[wrong].T)
    if length:
        plane.sides().move(w, b)
        line = plane.line(
            w,
            b,
            label=words("${w}·{sample} + b = 0$" if has_offset(trace) else "${w}·{sample} = 0$"),
        )
        arrow = plane.arrow(tip, foot, label=words("direction of {w}"))
        named = [line, arrow, *named]
    names = [Names(axes, named, sides=line)]
    legend(fig, ncols=3, named=names)
    picture = InteractiveFigure.still(fig, _end_of(trace, words), names)
    return keep_clear(picture, numbered)


def _end_of(trace, words):
    """Say where a run ended."""
    facts = state_of(trace, trace.n_mistakes) | words.about(trace)
    found = "that the perceptron found"
    sides = "Each class lies on its own side of the line."
    outcome = "Every sample has ${what} ≥ 0$; those on the line count as $+1$."
    if not trace.converged:
        found = "where the perceptron stands"
        sides = "The line does not separate the classes."
        outcome = "Not converged: the least {what} is {least}."
    elif facts["least"] > 0:
        outcome = "Every sample has ${what} ≥ {least} > 0$."
    return words.describe("worked_example", outcome=outcome, found=found, sides=sides, **facts)


@illustration(k=2)
def steps(trace=None, limit=150, chosen=False, *, words, paper):
    """A run in the plane, update by update.

    After k updates: the line and w now, its two sides tinted, every mistake in a thin ring and the
    next one in a bold one, the update as the addition of vectors w → w + yx, and the line after
    it, dashed. Beside it the weight space with the path of w.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example.
    limit : int
        The most values of k; a longer run shows evenly spread ones.
    chosen : bool
        Whether it is the reader who chooses the mistakes, so that a run with mistakes left is open.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Raises
    ------
    ValueError
        If the samples are not in the plane.

    Examples
    --------
    >>> print(steps().at(k=2).description.text)
    k = 2: w = (2, 2)
    Next mistake: sample 2, x = (−2, 2), y = +1, y w·x = 0
    Update: (2, 2) + (−2, 2) = (0, 4)
    """
    trace = trace or run_on_example()
    fig, (left, right) = paper.figure(style.WIDE, 4.15, ncols=2)
    update = _Update(left, words, trace)
    # Clear of the title, beside it or, where the panel is small, above it.
    note = caption(left, 0, 1.16) if fig.low else caption(left, 0.95, 1.02, ha="right")
    beside = WeightPanel(right, trace, words)
    run = update.run
    named = [*update.named, *(run.classes if run.numbered and not fig.printed else ())]
    names = Names(left, named, sides=run.line)
    called = [names, Names(right, [beside.wall, *beside.named])]
    legend(fig, ncols=5, named=called)

    def show(k):
        facts = state_of(trace, k)
        update.move(k, facts["mistakes"])
        note.set_text(_note(trace, k, words, chosen))
        return _describe_step(trace, facts, words, beside.show(k), chosen)

    changing = [*update.changing, note, *beside.changing]
    values = {"k": range(trace.n_mistakes + 1)}
    picture = InteractiveFigure(fig, values, show, changing, limit=limit, names=called)
    return keep_clear(picture, [*run.numbered, *beside.numbers])


class _RunPlane:
    """A run among its samples: the line, its sides, w as an arrow, and the mistakes in rings.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    words : Wording
    trace : Trace
    line, arrow : str
        What the line and the arrow are called.
    title : str
        Where arrows are divided by a number it is that of the data space, and says so.
    **look
        Passed to `DataPanel`.
    """

    def __init__(self, axes, words, trace, line, arrow, title="", **look):
        self.trace = trace
        self.X = require_2d(trace.X)
        self.W = trace.weights.astype(float)
        self.foot, shrink = _place_of_arrows(self.X, self.W, has_offset(trace))
        self.tips = self.foot + self.W / shrink
        if title and shrink > 1:
            title = "data space (arrows ÷ {shrink})"
        look["origin"] = not self.foot.any()
        look["title"] = words(title, shrink=shrink)
        self.plane = DataPanel(axes, words, self.X, self.tips, **look)
        self.classes = self.plane.samples(self.X, trace.y).artists
        self.numbered = number_samples(axes, self.X)
        self.sides = self.plane.sides()
        self.rings = self.plane.mistakes()
        self.line = self.plane.line(label=words(line))
        self.arrow = self.plane.arrow(label=words(arrow))
        self.changing = [self.line, self.rings, self.arrow, *self.sides.artists]

    def move(self, k, mistakes):
        """Go to the state after k updates, with these samples in rings."""
        for each in (self.line, self.sides):
            each.move(self.trace.weights[k], self.trace.offsets[k])
        self.arrow.move(self.tips[k], self.foot)
        self.rings.set_data(*self.X[mistakes].T)


class _Update:
    """A run among its samples, and the next update: the ringed sample, and what it does to w."""

    def __init__(self, axes, words, trace):
        run = self.run = _RunPlane(axes, words, trace, "line now", "{w} now", "data space")
        plane = run.plane
        self.ring = plane.ring(label=words("next mistake"))
        self.line_after = plane.line(look=style.LINE_BEFORE, label=words("line after"))
        self.w_after = plane.arrow(look=style.WEIGHT_BEFORE, label=words("{w} after"))
        is_plain = trace.learning_rate == 1
        label = "update ${label}{sample}$" if is_plain else "update $η{label}{sample}$"
        self.step = plane.arrow(look=style.UPDATE, label=words(label))
        self.named = [self.ring, run.line, self.line_after, run.arrow, self.step, self.w_after]
        self.changing = [*run.changing, self.ring, self.line_after, self.w_after, self.step]

    def move(self, k, mistakes):
        """Go to the state after k updates, with these samples in rings."""
        run = self.run
        after = min(k + 1, run.trace.n_mistakes)
        run.move(k, mistakes)
        self.line_after.move(run.trace.weights[after], run.trace.offsets[after])
        self.line_after.set_visible(after > k)
        self.step.move(run.tips[after], run.tips[k])
        self.w_after.move(run.tips[after], run.foot)
        # Where w = 0 the two arrows are one, and the dotted one is the news.
        is_news = after > k and bool(run.W[k].any())
        self.w_after.set_visible(self.w_after.get_visible() and is_news)
        self.ring.set_data(*run.X[run.trace.mistakes[k:after]].T)


@illustration(k=2)
def moment(trace=None, limit=150, products=False, margin=False, task="", *, words, paper):
    """A run at one moment, in the plane of its samples alone.

    After k updates: w and its line, the two sides tinted, every mistake in a ring. What is asked
    for comes beside it.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example.
    limit : int
        The most values of k.
    products : bool
        Whether y·w·x stands beside each sample, with its sign, and the update to come is drawn.
    margin : bool
        Whether the empty strip along the line is shown, where the line has one.
    task : str
        What the reader is to do here, which stands above the samples; see `CHOOSE`.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Examples
    --------
    >>> print(moment(products=True).at(k=2).description.text)
    k = 2: w = (2, 2)
    Mistakes, each in a ring: 1 point (2)
    y w·x = 4, 4, 0, 8
    """
    trace = trace or run_on_example()
    fig, axes = paper.figure(style.COLUMN, 3.5)
    run = _RunPlane(axes, words, trace, "line", "{w}", names="", pad=0.2)
    for artist in run.classes:
        artist.set_label("_sample")  # the description says which is which
    parts = []
    if margin:
        parts.append(_Strip(run.plane, words))
    if products:
        parts.append(_Products(run, words))
    note = caption(axes, 0, 1.02)
    arrows = [run.arrow, *(part.step for part in parts if isinstance(part, _Products))]
    called = [Names(axes, [*arrows, run.line], sides=run.line)]
    legend(fig, ncols=3, named=called)

    def show(k):
        facts = state_of(trace, k)
        run.move(k, facts["mistakes"])
        for part in parts:
            facts |= part.move(trace, k, facts)
        note.set_text(textwrap.fill(words(task or _outlook(trace, k)), LONGEST))
        return _describe_moment(facts | words.about(trace), words, task)

    changing = [*run.changing, note]
    labels = [*run.numbered]
    for part in parts:
        changing += part.changing
        labels += part.labels
    values = {"k": range(trace.n_mistakes + 1)}
    picture = InteractiveFigure(fig, values, show, changing, limit=limit, names=called)
    return keep_clear(picture, labels)


def _outlook(trace, k):
    """Return what stands above the samples where nothing is asked: whether the run is over."""
    if k == trace.n_mistakes:
        return "no mistake left" if trace.converged else "mistakes are left"
    return "" if np.any(trace.weights[k]) else "${w} = 0$: no line yet"


class _Products:
    """The update to come, and the products of few samples, each as a chip beside its sample."""

    def __init__(self, run, words):
        self.words = words
        self.tips = run.tips
        self.step = run.plane.arrow(look=style.UPDATE, label=words("${label}{sample}$"))
        box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "linewidth": 1.2}
        look = {"bbox": box, "fontweight": "bold", "zorder": 7}
        few = run.X if run.numbered else run.X[:0]
        self.labels = name_samples(run.plane.axes, few, ["+00"] * len(few), -few, **look)
        self.changing = [self.step, *self.labels]

    def move(self, trace, k, facts):
        """Go to a state; return the products."""
        self.step.move(self.tips[min(k + 1, trace.n_mistakes)], self.tips[k])
        products = facts["margins"]
        for chip, product in zip(self.labels, products, strict=False):
            is_right = product > 0
            chip.set_text(("+" if is_right else "") + self.words.number(product, 3))
            colour = style.GREEN if is_right else style.FAILS
            chip.get_bbox_patch().set(edgecolor=colour, linestyle="-" if is_right else (0, (3, 1)))
        return {"products": Listing(products)}


class _Strip:
    """The strip along a line in which no point is, with its two edges."""

    def __init__(self, plane, words):
        self.band = plane.band((0, 0), 0, label=words("no point is here"))
        self.edges = [plane.line(look=style.LINE_BEFORE) for _ in range(2)]
        self.labels = []
        self.changing = [self.band, *self.edges]

    def move(self, trace, k, facts):
        """Go to a state; return how wide the strip is to each side, which is the line's margin."""
        w, b, least = trace.weights[k], trace.offsets[k], facts["least"]
        length = np.linalg.norm(w.astype(float))
        half = max(float(least) / length, 0.0) if length else 0.0
        is_there = half > 0
        self.band.move(w if is_there else np.zeros(2), half, b)
        for edge, side in zip(self.edges, (-1, 1), strict=True):
            edge.move(w if is_there else np.zeros(2), float(b) + side * float(least))
        return {"strip": half}


def _describe_moment(facts, words, task):
    """Say where a run is: its w, which samples are mistakes, and what else is to be seen."""
    facts["listed"] = _sample_numbers(facts["mistakes"])
    rings = "Mistakes, each in a ring: {wrong:point}{listed}"
    facts["rings"] = rings if facts["wrong"] else "No point is a mistake"
    facts["more"] = facts["told"] = ""
    if task:
        facts["task"] = words.write(task)
        facts["more"], facts["told"] = "\nTo do: {task}", " To do: {task}"
    elif "products" in facts:
        facts["more"] = "\n${what} = {products:3}$"
        facts["told"] = " Beside each point stands ${what}$: {products:3}."
    elif "strip" in facts:
        facts["more"] = "\nThe margin of this line is {strip}"
        facts["told"] = (
            " Along the line a strip is shaded in which no point is, {strip:3} wide to each side."
        )
    has_line = bool(np.any(facts["weights"]))
    facts["lies"] = (
        "the line at a right angle to {w}" if has_line else "no line yet, since ${w} = 0$"
    )
    return words.describe("moment", **facts)


def _place_of_arrows(X, W, offset):
    """Return where w starts, and a round number to divide it by, so that samples fill the plane.

    Where a line needs no origin, and this is beside the samples, w starts in an empty corner.
    """
    low, high = X.min(axis=0), X.max(axis=0)
    rounds = (digit * 10**power for power in count() for digit in (1, 2, 5))
    if offset and ((low > 0) | (high < 0)).any():
        room = (high - low).max() or 1.0
        corners = (low + high) / 2 + 0.42 * room * np.array([(1, -1), (-1, 1), (1, 1), (-1, -1)])
        clear = np.linalg.norm(X[:, None] - corners, axis=2).min(axis=0)
        longest = np.linalg.norm(W, axis=1).max()
        return corners[clear.argmax()], next(f for f in rounds if longest <= 0.35 * room * f)
    room = np.ptp([*X, (0, 0)], axis=0).max() or 1.0
    fits = (f for f in rounds if np.ptp([*X, (0, 0), *W / f], axis=0).max() <= 1.6 * room)
    return np.zeros(2), next(fits)


def _note(trace, k, words, chosen):
    """What stands above the samples where there is no line, or nothing more to do."""
    if chosen and k == trace.n_mistakes and not trace.converged:
        return words(CHOOSE)
    if not np.any(trace.weights[k]):
        return words("${w} = 0$: no line yet")
    end = "no mistake left" if trace.converged else "stopped: mistakes are left"
    return "" if k < trace.n_mistakes else words(end)


def _describe_step(trace, facts, words, beside, chosen):
    """Say what an update does; after the last one, where the run ended."""
    k = facts["n"]
    has_line = np.any(facts["weights"])
    facts |= {"beside": beside, "number": k + 1}
    tints = "The line is solid and its two sides are tinted"
    facts["solid"] = tints if has_line else "No line yet, since ${w} = 0$"
    facts |= {
        "listed": _sample_numbers(facts["mistakes"]),
        "ringed": "Mistakes now, each in a thin ring: {wrong:sample}{listed}",
    }
    if k == trace.n_mistakes:
        stopped = "The run was stopped with mistakes left."
        if chosen:
            stopped = "Mistakes are left: choose any of them."
        ended = "No mistake is left." if trace.converged else stopped
        return words.describe("steps_end", ended=ended, **facts)
    b_update = "; $b$: ${b} + {b_step} = {b_next}$" if has_offset(trace) else ""
    return words.describe("steps", b_update=b_update, **facts)


def _sample_numbers(samples, most=12):
    """Say which samples, in brackets: as few numbers as a list of them needs."""
    named = ", ".join(map(str, samples[:most])) + (" …" if len(samples) > most else "")
    return f" ({named})" if len(samples) else ""


@illustration()
def strip(trace=None, limit=10, *, words, paper):
    """A run as a strip of frames, one after each number of mistakes.

    Each frame shows w and its line, the mistakes in rings, and what the last mistake did: the w
    before it, dashed, the update that was added, and y·w·x beside each sample where it changed.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example, whose five frames are the
        source's tables.
    limit : int
        The most frames shown.

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
    trace = trace or run_on_example()
    require_2d(trace.X)
    states = [state_of(trace, k) for k in range(min(trace.n_mistakes + 1, limit))]
    rows = -(-len(states) // 5)
    columns = -(-len(states) // rows)
    grid = {"nrows": rows, "ncols": columns, "squeeze": False}
    fig, panels = paper.figure(style.WIDE, 1.9 * rows, **grid)
    named = []
    lines = []
    for k, (facts, axes) in enumerate(zip(states, panels.flat, strict=False)):
        named += _frame(axes, trace, k, facts, words)
        facts["listed"] = Listing(facts["margins"])
        lines.append(words.write("${k} = {n}$: {line}; ${what} = {listed}$; {then}.", **facts))
    for axes in panels.flat[len(states) :]:
        axes.set_axis_off()
    all_of_it = {"path": Listing((facts["weights"] for facts in states), " → ")}
    all_of_it["more"] = " …" if len(states) <= trace.n_mistakes else ""
    all_of_it["mistakes"] = ", ".join(map(str, trace.mistakes[: len(states)])) or "none"
    all_of_it |= {"lines": joined(" ", lines), "shown": len(states), "what": states[0]["what"]}
    description = words.describe(
        "strip", updates=trace.n_mistakes, **all_of_it, **words.about(trace)
    )
    return keep_clear(InteractiveFigure.still(fig, description), named)


def _frame(axes, trace, k, facts, words):
    """Draw one frame of a strip, say in `facts` what happens then, and return the labels."""
    W = trace.weights.astype(float)
    foot, shrink = _place_of_arrows(trace.X, W, has_offset(trace))
    tips = foot + W / shrink
    plane = DataPanel(axes, words, trace.X, tips, pad=0.2, **BARE | {"origin": not foot.any()})
    axes.spines[:].set(visible=True, color="#BFBFBF")
    plane.sides().move(facts["weights"], facts["b"])
    plane.line(facts["weights"], facts["b"])
    plane.samples(trace.X, trace.y)
    plane.mistakes().set_data(*trace.X[facts["mistakes"]].T)
    products = facts["margins"]
    changed = np.ones(len(products), bool)
    if k:
        # What the last mistake did: the arrow before it, and the sample that was added.
        plane.arrow(tips[k - 1], foot, look=style.WEIGHT_BEFORE)
        plane.arrow(tips[k], tips[k - 1], look=style.UPDATE)
        changed = products != trace.margins(k - 1)
    plane.arrow(tips[k], foot)
    title = words("${k} = {n}$\n${w} = {weights:3}$", **facts)
    title += words("\n$b = {b:3}$", **facts) if has_offset(trace) else ""
    axes.set_title(title)
    facts["then"] = "no mistake" if trace.converged else "stopped"
    if "i" in facts:
        plane.ring().set_data(*trace.X[[facts["i"]]].T)
        facts["then"] = "mistake: sample {i}"
    if len(products) > FEW:
        return []
    products = products[changed]
    signed = [("+" if product > 0 else "") + words.number(product, 3) for product in products]
    return name_samples(axes, trace.X[changed], signed, fontweight="bold")
