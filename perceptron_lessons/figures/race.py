"""The race of wall and disc: a disc that stands still, and the two rows of bricks on one ruler."""

import numpy as np
from matplotlib.patches import Polygon

from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.proof import formulas
from perceptron_lessons.figures.proof_plane import BROWN, VIOLET, Bricks, Measures, ProofPlane
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import in_the_plane

ROOM = {"facecolor": style.CAP["facecolor"], "edgecolor": style.BLACK, "linewidth": 0.8}
RED = {"facecolor": style.FAILS, "edgecolor": "white", "linewidth": 0.8, "hatch": "////"}
VOID = {"facecolor": "white", "edgecolor": style.FAILS, "linewidth": 1.2, "linestyle": (0, (2, 2))}
FRAME = {"facecolor": "white", "edgecolor": style.GREY, "linewidth": 0.8}
OF_WALL = {"color": style.BOUND["color"]}
OF_DISC = {"color": style.SECOND_BOUND["color"]}
MOST = 100_000  # mistakes
MOST_NUMBERS = 24  # of bricks that have room for one
SHARE = 0.62  # of the inset's width, for the piece that sticks out


@illustration(separator="u", k=11)
def race(trace=None, limit=150, separator=None, *, words, paper):
    """The race of wall and disc, after k mistakes, and after one more than there can be.

    The disc stands still, because all is divided by √k R, and the wall comes to its edge. Below it
    lie the bricks of both: the wall's are γ long, the disc's become shorter and shorter. At
    k = R²/γ² both rows are as long as each other; beyond it w would have to be farther along u
    than it can be from 0.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, from 0, 2 features, separable; by default the run on the worked example.
    limit : int
        The most values of k.
    separator : Separator or pair (w, b), optional
        Whose direction is u. By default that of the maximum margin.

    Returns
    -------
    InteractiveFigure
        With the slider k, from 1 to the first k beyond R²/γ².

    Raises
    ------
    ValueError
        If the run has an offset, another start than 0 or an update that was not a mistake, or u
        does not separate, or R²/γ² is 100,000 or more.

    References
    ----------
    `iterations` §4, its two bounds.

    Examples
    --------
    >>> print(race().at(k=10).description.text)
    k = 10: wall at kγ ≈ 8.944, edge of the disc at √k R ≈ 8.944
    The ends meet: one place is left for w
    """
    measures = Measures(in_the_plane(trace), separator)
    if not 0 < measures.bound < MOST or not measures.starts_at_0 or measures.unasked():
        raise ValueError(
            "this figure draws runs from 0 with mistakes alone, and a u that separates well"
        )
    measures.last = int(measures.bound) + 1
    limits = [limit for _, limit in formulas(measures.trace, "iterations", words)]
    look = {"mosaic": "AB;CC", "height_ratios": (2.5, 1), "width_ratios": (1.1, 1)}
    fig, axes = paper.figure(style.WIDE, 5.0, **look)
    plane = ProofPlane(axes["A"], words, measures, scaled=True, path=False)
    inset = _Inset(axes["B"], words, measures)
    ruler = _Ruler(axes["C"], words, measures)
    called = [Names(axes["A"], plane.named)]
    facts = {"low": limits[0], "high": limits[1], "ended": measures.n, "last": measures.last}

    def show(k):
        plane.move(k)
        ruler.move(k)
        inset.move(k, ruler.pixels(k))
        of_k = {"n": k, "height": measures.height(k), "edge": measures.edge(k)}
        return _describe_race(measures, k, facts | of_k, words)

    changing = [*plane.changing, *inset.changing, *ruler.changing]
    values = {"k": range(1, measures.last + 1)}
    return InteractiveFigure(fig, values, show, changing, limit=limit, names=called)


def _describe_race(measures, k, facts, words):
    """Say how the race stands."""
    verdict = "There is room for {w}: the wall is {lead} behind the edge"
    facts["lead"] = float(facts["edge"] - facts["height"])
    if k == measures.bound:
        verdict = "The ends meet: one place is left for {w}"
    if k > measures.bound:
        verdict = "It must be farther than it can be: there is no mistake {n}"
    return words.describe("race", verdict=verdict, **facts)


class _Ruler:
    """The bricks of the wall above those of the disc, from one end on."""

    def __init__(self, axes, words, measures):
        self.axes, self.words, self.measures = axes, words, measures
        far = float(max(measures.height(measures.last), measures.edge(measures.last)))
        axes.set(xlim=(-0.004 * far, 1.004 * far), ylim=(-2.1, 2.1))
        axes.set_axis_off()
        self.far = far
        self.brown = axes.add_patch(Bricks((1, 0), (0, 1), **BROWN))
        self.purple = axes.add_patch(Bricks((1, 0), (0, -1), **VIOLET))
        self.blocks = {
            name: axes.add_patch(Polygon(np.zeros((4, 2)), zorder=2.4, **look))
            for name, look in (("room", ROOM), ("red", RED), ("void", VOID))
        }
        self.tick = axes.plot([], [], color=style.GREEN, linewidth=3.5, zorder=2.6)[0]
        middle = {"va": "center", "fontsize": 11, "zorder": 6}
        self.over = axes.text(0, 1.55, "", **middle, **OF_WALL)
        self.under = axes.text(0, -1.55, "", **middle, **OF_DISC)
        middle["fontsize"] = 9
        self.inside = axes.text(0, 0.5, words("room for {w}"), ha="center", **middle)
        self.numbers = self._numbers()

    def _numbers(self):
        """Write on each brick its number; show nothing yet."""
        ks = range(1, self.measures.last + 1)
        if len(ks) > MOST_NUMBERS:
            return []
        look = {"ha": "center", "va": "center", "color": "white", "zorder": 6, "fontsize": 9}
        numbers = []
        for of_row, height in ((self.measures.height, 0.5), (self.measures.edge, -0.5)):
            for k in ks:
                place = float(of_row(k - 1) + min(of_row(k), self._free(k))) / 2
                numbers.append((k, self.axes.text(place, height, str(k), **look)))
        return numbers

    def _free(self, k):
        """Return where a brick ends, or the piece of it that does not stick out."""
        measures = self.measures
        return measures.edge(k) if k > measures.bound else max(measures.height(k), measures.edge(k))

    @property
    def changing(self):
        texts = [text for k, text in self.numbers if k > 1]
        moved = [self.brown, self.purple, *self.blocks.values(), self.tick]
        return [*moved, self.over, self.under, self.inside, *texts]

    def pixels(self, k):
        """Return how wide on paper the piece is that sticks out after k mistakes."""
        gap = float(self.measures.height(k) - self.measures.edge(k))
        return gap * self.axes.bbox.width / np.ptp(self.axes.get_xlim())

    def move(self, k):
        measures = self.measures
        ks = np.arange(1, k + 1)
        height, edge = float(measures.height(k)), float(measures.edge(k))
        is_over = k > measures.bound
        self.brown.move(measures.height(ks))
        self.purple.move(measures.edge(ks))
        self._block("room", height, edge, 0, 1, not is_over and k != measures.bound)
        self._block("red", edge, height, 0, 1, is_over)
        self._block("void", edge, height, -1, 0, is_over)
        along = [measures.reach(k)[0]] * 2 if k <= measures.n else []
        self.tick.set_data(along, [0.04, 0.96][: len(along)])
        for j, text in self.numbers:
            text.set_visible(j <= k)
        self._say(k, height, edge, is_over)

    def _block(self, name, start, end, low, high, is_seen):
        block = self.blocks[name]
        block.set_visible(bool(is_seen))
        block.set_xy([(start, low), (end, low), (end, high), (start, high)])

    def _say(self, k, height, edge, is_over):
        facts = {"n": k, "height": height, "edge": edge}
        over, under = "wall: ${n}{γ} = {height}$", "edge of the disc: $[{n}] {R} = {edge}$"
        if is_over:
            over, under = "It must be this far.", "It can only be this far."
        end = max(height, edge)
        for text, template, at in ((self.over, over, height), (self.under, under, edge)):
            is_left = at < 0.5 * self.far
            text.set(position=(end if is_over else at, text.get_position()[1]))
            text.set(ha="left" if is_left and not is_over else "right")
            text.set_text(self.words(template, **facts))
            text.set_fontweight("bold" if is_over else "normal")
        start = max(height, self.measures.reach(k)[0]) if k <= self.measures.n else height
        self.inside.set_position(((start + edge) / 2, 0.5))
        self.inside.set_visible(edge - start > 0.115 * self.far)


class _Inset:
    """The tip of the ruler, so large that what sticks out is seen; before that, what is asked."""

    def __init__(self, axes, words, measures):
        self.words, self.measures = words, measures
        axes.set(xlim=(0, 1), ylim=(0, 1))
        axes.set_axis_off()
        self.axes = axes
        shapes = (
            ("frame", FRAME),
            ("brown", BROWN),
            ("red", RED),
            ("purple", VIOLET),
            ("void", VOID),
        )
        self.parts = {
            name: axes.add_patch(Polygon(np.zeros((4, 2)), **look | {"zorder": 1 + i / 10}))
            for i, (name, look) in enumerate(shapes)
        }
        look = {"va": "center", "zorder": 6}
        self.texts = [
            axes.text(0.06, 0.68, "", **look, **OF_WALL),
            axes.text(0.06, 0.22, "", **look, **OF_DISC),
            axes.text(0.94, 0.22, "", ha="right", **look),
            axes.text(0, 0.86, "", fontsize=10, linespacing=1.5, in_layout=False, **look),
        ]
        self.changing = [*self.parts.values(), *self.texts]

    def move(self, k, gap):
        """Go to k, where the piece that sticks out is `gap` pixels wide, if there is one."""
        measures = self.measures
        is_over = k > measures.bound
        for part in self.parts.values():
            part.set_visible(is_over)
        facts = {
            "n": k,
            "height": measures.height(k),
            "edge": measures.edge(k),
            "ended": measures.n,
        }
        if not is_over:
            asked = "After {n:mistake} there is room for {w}."
            if k == measures.bound:
                asked = "After {n:mistake} the ends meet:\none place is left for {w}."
            above = self.words("Above, the bricks of the wall: all are alike.", **facts)
            below = self.words("Below, those of the disc: each is shorter.", **facts)
            self._write("", "", "", f"{above}\n{below}\n\n{self.words(asked, **facts)}")
            return
        wide = self.axes.bbox.width
        by = max(1, int(SHARE * wide / gap)) if gap > 0 else 1
        start, share = 0.24, max(gap * by / wide, 0.02)
        self._place("frame", 0, 1, 0.12, 0.78)
        self._place("brown", 0.01, start, 0.45, 0.61)
        self._place("red", start, start + share, 0.45, 0.61)
        self._place("purple", 0.01, start, 0.29, 0.45)
        self._place("void", start, start + share, 0.29, 0.45)
        self._write(
            self.words("${n}{γ} = {height}$", **facts),
            self.words("$[{n}] {R} = {edge}$", **facts),
            f"× {by}",
            self.words("Suppose there were a mistake number {n}.", **facts),
        )

    def _place(self, name, left, right, low, high):
        self.parts[name].set_xy([(left, low), (right, low), (right, high), (left, high)])

    def _write(self, *texts):
        self.texts[-1].set_y(0.86 if texts[0] else 0.5)
        for text, words in zip(self.texts, texts, strict=True):
            text.set_text(words)
