"""The proof as a picture in the plane: the disc, the wall, and w between them."""

from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names, keep_clear, name_samples
from perceptron_lessons.figures.panels import caption, legend
from perceptron_lessons.figures.proof import formulas
from perceptron_lessons.figures.proof_plane import LINES, Measures, ProofPlane
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import in_the_plane

VIEWS = ("weights", "scaled")
FAILING = (
    "the length line fails, $‖{w}‖ ≤ {high}$: {why}",
    "the progress line fails, ${w}·{u} ≥ {low}$: {why}",
    "the progress line has no ${γ} > 0$: {why}",
)


@illustration(separator="u", k=4)
def disc_and_wall(
    trace=None, view="weights", limit=150, separator=None, lines=LINES, lit=None, *, words, paper
):
    """Where the proof lets w be after k mistakes: in a disc, and beyond a wall.

    ‖w‖ ≤ √k R is the disc, u·w ≥ kγ the wall. The wall moves like k, the disc grows like √k:
    the cap between them shrinks, is one point at k = R²/γ², and then there is none. Bricks on u
    show of what the two distances are made up. A wall or disc that does not hold for w is red:
    after another start than 0, after updates that were not mistakes, and where u does not separate.

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
    lines : sequence of {"progress", "length", "conclusion"}
        Of which lines of the proof it is: "progress" alone is the wall with the bricks of length
        γ, or what is there in its place where nothing separates; "length" alone is the disc.
    lit : sequence of the same, optional
        The lines for which it is drawn: what these do not use is pale.

    Returns
    -------
    InteractiveFigure
        With the slider k, to beyond R²/γ², but to four times the mistakes of the run at most; for
        one line alone to the end of the run.

    Raises
    ------
    ValueError
        If the run has an offset, or there is no such view or line.

    References
    ----------
    `iterations` §4, its two bounds, drawn in the plane of `cosine`'s last figure.

    Examples
    --------
    >>> print(disc_and_wall().at(k=11).description.text)
    k = 11: kγ ≈ 9.839, √k R ≈ 9.381
    This run ended at k = 4
    kγ > √k R: nothing is left, no mistake 11 is possible
    >>> print(disc_and_wall(lines=["length"]).at(k=3).description.text)
    k = 3: w = (0, 4), its length is 4
    The disc reaches √k R ≈ 4.899 far, so w is in it
    """
    if view not in VIEWS:
        raise ValueError(f"view must be {' or '.join(VIEWS)}; found {view!r}")
    for name in (*lines, *(lit or ())):
        if name not in LINES:
            raise ValueError(f"lines must be of {', '.join(LINES)}; found {name!r}")
    measures = Measures(in_the_plane(trace), separator)
    scaled = view == "scaled"
    limits = [limit for _, limit in formulas(measures.trace, "iterations", words)]
    title = words("weight space, divided by {high}" if scaled else "weight space", high=limits[1])
    fig, axes = paper.figure(style.COLUMN, 3.9)
    look = {"lines": lines, "lit": lit, "scaled": scaled, "title": title}
    plane = ProofPlane(axes, words, measures, **look)
    note = caption(axes, 0, -0.02, va="top", color=style.FAILS)
    named, labels = plane.named, []
    if not (measures.best or scaled):
        hull, labels = _hull_of_some(plane.panel, measures, words)
        named = [*named, hull]
    called = [Names(axes, named)]
    legend(fig, ncols=2, named=called)
    say = _Saying(measures, words, limits, scaled)
    about = _line_of(lines if lit is None else lit)

    def show(k):
        plane.move(k)
        status = say.failing(k) if about == "conclusion" else ""
        note.set_text(status.replace(": ", ":\n") or " \n ")
        return say.state(k, about, is_pale=lit is not None)

    values = {"k": range(int(scaled), plane.most + 1)}
    changing = [*plane.changing, note]
    picture = InteractiveFigure(fig, values, show, changing, limit=limit, names=called)
    return keep_clear(picture, labels)


def _line_of(lines):
    """Return the one line of the proof that a picture is about; all of them are the conclusion."""
    return lines[0] if len(lines) == 1 else "conclusion"


def _hull_of_some(panel, measures, words):
    """Draw the hull of the z whose sum is 0, with their numbers."""
    used = measures.best.support
    Z = measures.Z[used].astype(float)
    label = words("these $z$ surround 0")
    hull = panel.hull(Z, label=label)
    return hull, name_samples(panel.axes, Z, [f"$z_{{{i}}}$" for i in used])


class _Saying:
    """What is said of the plane of the proof after k mistakes."""

    def __init__(self, measures, words, limits, scaled):
        self.measures = measures
        self.words = words
        self.facts = {"low": limits[0], "high": limits[1], "ended": measures.n}
        self.scaled = scaled

    def state(self, k, about, is_pale):
        """Say what a picture about this line shows; `is_pale` where the other lines are pale."""
        facts = self._facts(k)
        if about == "progress":
            return self._progress(k, facts, is_pale)
        if about == "length":
            return self._length(k, facts, is_pale)
        if is_pale and k <= self.measures.n and not any(self.measures.fails(k)):
            return self.words.describe("collision", **facts)
        return self._all_of_it(k, facts)

    def failing(self, k):
        """Say which line fails for w after k mistakes, and why; nothing where none does."""
        is_short, is_long = self.measures.fails(k)
        if not (is_short or is_long):
            return ""
        if k > self.measures.n:
            return self.words(_room(k, self.measures.bound), n=k, **self.facts)
        line = FAILING[2 if self.measures.least <= 0 else is_short]
        return self.words(line, why=self._why(), **self.facts)

    def _why(self):
        """Say what a run, or its u, lacks for the proof."""
        if not self.measures.best:
            return "no {u} has ${u}·z > 0$ for all $z$"
        if self.measures.least <= 0:
            return "this {u} does not have ${u}·z > 0$ for all $z$"
        is_moved = not self.measures.starts_at_0
        return "the start is not 0" if is_moved else "not each update was a mistake"

    def _facts(self, k):
        measures = self.measures
        facts = self.facts | {"n": k, "height": measures.height(k), "edge": measures.edge(k)}
        facts |= {"gamma": measures.gamma, "radius": measures.radius}
        if k <= measures.n:
            along, length = measures.reach(k)
            facts |= {"weights": measures.trace.weights[k], "along": along, "length": length}
            facts["cosine"] = along / (length or 1)
        return facts

    def _all_of_it(self, k, facts):
        measures = self.measures
        is_cap = 0 < k < measures.bound
        facts["shaded"] = ", and the cap of the disc beyond the wall shaded" if is_cap else ""
        here = "${low} = {height}$, ${high} = {edge}$"
        if self.scaled:
            here += ", their quotient {share}"
            facts["share"] = facts["height"] / facts["edge"]
        dot = "This run ended at ${k} = {ended}$"
        facts["place"] = "would be"
        status = _room(k, measures.bound)
        if k <= measures.n:
            facts["place"] = "is"
            dot = "${w} = {weights}$: ${w}·{u} = {along}$, $‖{w}‖ = {length}$, "
            dot += "cosine {cosine}" if facts["length"] else "no cosine"
            if self.failing(k):
                status = FAILING[2 if measures.least <= 0 else measures.fails(k)[0]]
                facts["why"] = self._why()
        return self.words.describe("disc_and_wall", here=here, dot=dot, status=status, **facts)

    def _progress(self, k, facts, is_pale):
        if not self.measures.best:
            times = self.measures.sum_to_zero().items()
            terms = " + ".join(f"{'' if n == 1 else n}z_{i}" for i, n in times)
            facts |= {"terms": self.words.write(f"${terms}$"), "hull": len(times)}
            return self.words.describe("no_progress", **facts)
        unasked = len([j for j in self.measures.unasked() if j <= k])
        verdict = "So {w} is on the wall or beyond it."
        if self.measures.fails(k)[0]:
            verdict, facts["why"] = "So {w} is short of the wall: {why}.", self._why()
        if unasked:
            verdict = (
                "{unasked} of the {n:update} were made without a mistake, and the wall allows it."
            )
        facts["pale"] = " The disc and its bricks are pale." if is_pale else ""
        return self.words.describe("progress", verdict=verdict, unasked=unasked, **facts)

    def _length(self, k, facts, is_pale):
        verdict = "so {w} is in it"
        if self.measures.fails(k)[1]:
            verdict, facts["why"] = "but {w} is outside of it: {why}", self._why()
        facts["pale"] = " The wall and its bricks are pale." if is_pale else ""
        return self.words.describe("length", verdict=verdict, **facts)


def _room(k, bound):
    """Say what is left between disc and wall after k mistakes."""
    if k in (0, bound):
        return "${low} = {high}$: one point is left, {w} {place} there"
    if k > bound:
        return "${low} > {high}$: nothing is left, no mistake {n} is possible"
    return "${low} < {high}$: a cap is left, {w} {place} in it"
