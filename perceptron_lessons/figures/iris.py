"""Irises in their true window: petals in proportion, the jumps of a run, and a petal to place."""

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from perceptron_core import datasets, perceptron
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import Boundary, Sides, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import state_of

WINDOW = (7.5, 2.7)  # centimetres of petals' lengths and widths
TALL = 1.45  # how long a centimetre of width is drawn, beside one of length
DRAWN = 0.11  # of its true size
LENGTHS = (1, 2, 3, 4, 5, 6, 7)
WIDTHS = (0.2, 0.6, 1.0, 1.4, 1.8, 2.2)
OURS = {"facecolor": style.BLUE, "edgecolor": style.BLUE, "linewidth": 0.4, "zorder": 2}
THEIRS = {"facecolor": "none", "edgecolor": style.VERMILLION, "linewidth": 0.8, "zorder": 2}
EMPTY = {"facecolor": "white", "edgecolor": style.BLACK, "linewidth": 1.6, "zorder": 4}
GLOW = style.RING | {"markersize": 17}
LATEST = GLOW | {"color": style.PURPLE, "markeredgewidth": 2.6}
JUMPS = style.LINE_BEFORE | {"linewidth": 0.9, "zorder": 1.2}
LARGER = 3  # how much larger the empty petal is than the others
# The outline of half a petal from its tip on, of length and width 1.
PETAL = np.array([(-0.5, 0), (-0.1, 0.62), (0.35, 0.55), (0.5, 0)])


class Petals(PathPatch):
    """Petals lying along the axis of lengths, each in true proportion, as one outline."""

    def __init__(self, **look):
        super().__init__(Path(np.zeros((1, 2))), **look)

    def move(self, X, size):
        """Let them be at these lengths and widths, so many times their true size."""
        codes = [Path.MOVETO, *[Path.CURVE4] * 6, Path.CLOSEPOLY]
        half = PETAL[1:] * (1, -1)
        outline = np.vstack([PETAL, half[::-1][1:], PETAL[:1], PETAL[:1]])
        petals = [np.asarray(x) + size * outline * (x[0], x[1] / TALL) for x in X]
        self.set_path(Path(np.vstack(petals), codes * len(petals)))


@illustration(k=4)
def iris(trace=None, *, words, paper):
    """Irises by the length and the width of a petal, a run on them, and a petal to place.

    Each flower is a petal in its true proportion. At each mistake a flower glows and the line
    jumps. The empty petal is the reader's: is that flower a setosa?

    Parameters
    ----------
    trace : Trace, optional
        On 2 features, lengths and widths in centimetres; by default the run that tells setosa
        from the other irises, with a 1 appended to each flower.

    Returns
    -------
    InteractiveFigure
        With the sliders k, and length and width of the empty petal.

    Raises
    ------
    ValueError
        If a length or a width is not above 0.

    References
    ----------
    Fisher 1936, "The use of multiple measurements in taxonomic problems", on Anderson's flowers.

    Examples
    --------
    >>> print(iris().at(k=4, length=2, width=0.6).description.text)
    k = 4: w = (−0.5, −0.8), b = 2, wrong about 0 of 150 flowers
    The empty petal, 2 cm long and 0.6 cm wide: w·x + b = 0.52 > 0, so it is a setosa
    """
    if trace is None:
        flowers = datasets.iris_pair()
        trace = perceptron(flowers.X, flowers.y, bias="one")
    X = require_2d(trace.X, "flowers")
    if not (X > 0).all():
        raise ValueError(
            f"the lengths and widths of petals must be above 0; found {X.min():g}: draw such "
            "samples with figures.moment"
        )
    window = np.maximum(WINDOW, 1.05 * X.max(axis=0))
    fig, axes = paper.figure(style.MIDDLE, 3.35)
    meadow = _Meadow(axes, words, trace, window)
    called = [Names(axes, [meadow.line], sides=meadow.line)]
    legend(fig, ncols=2, named=called)
    facts = {"flowers": len(X), "made": trace.n_mistakes}

    def show(k, length, width):
        meadow.move(k, length, width)
        return _describe_petal(trace, k, np.array([length, width]), facts, words)

    values = {"k": range(trace.n_mistakes + 1), "length": LENGTHS, "width": WIDTHS}
    start = {"length": 3, "width": 1.0}
    return InteractiveFigure(fig, values, show, meadow.changing, start, names=called)


class _Meadow:
    """The flowers, the line with its earlier places, the rings, and the empty petal."""

    def __init__(self, axes, words, trace, window):
        self.trace = trace
        self.X = trace.X.astype(float)
        axes.set(xlim=(0, window[0]), ylim=(0, window[1]))
        axes.set_aspect(TALL)
        axes.set(xlabel=words("length of a petal in cm"), ylabel=words("width in cm"))
        self.sides = Sides(axes)
        for sign, look, name in ((1, OURS, "setosa"), (-1, THEIRS, "another iris")):
            petals = axes.add_patch(Petals(label=words(name), **look))
            petals.move(self.X[trace.y == sign], DRAWN)
        # Where w = 0 there was no line before the jump.
        earlier = [j for j in range(trace.n_mistakes) if trace.weights[j].any()]
        self.jumps = {j: axes.add_line(Boundary([], [], **JUMPS)) for j in earlier}
        self.line = axes.add_line(Boundary([], [], label=words("line"), **style.LINE))
        self.rings = curve(axes, look=GLOW, label=words("was a mistake"), zorder=3)
        self.latest = curve(axes, look=LATEST, label=words("the latest mistake"), zorder=3.1)
        self.empty = axes.add_patch(Petals(label=words("empty petal: setosa?"), **EMPTY))
        self.changing = [self.line, *self.sides.artists, *self.jumps.values()]
        self.changing += [self.rings, self.latest, self.empty]

    def move(self, k, length, width):
        """Go to the state after k mistakes, with the empty petal of this length and width."""
        trace = self.trace
        for each in (self.line, self.sides):
            each.move(trace.weights[k], trace.offsets[k])
        for j, jump in self.jumps.items():
            jump.move(trace.weights[j], trace.offsets[j])
            jump.set_visible(j < k)
        self.rings.set_data(*self.X[trace.mistakes[:k]].T)
        self.latest.set_data(*self.X[trace.mistakes[max(k - 1, 0) : k]].T)
        self.empty.move([(length, width)], LARGER * DRAWN)


def _describe_petal(trace, k, petal, facts, words):
    """Say where the line is, and on which side of it the empty petal lies."""
    facts = facts | state_of(trace, k) | {"length": float(petal[0]), "width": float(petal[1])}
    value = float(petal @ trace.weights[k].astype(float) + float(trace.offsets[k]))
    facts["value"] = value
    facts["answer"] = "${w}·{sample} + b = {value} > 0$, so it is a setosa"
    if value <= 0:
        facts["answer"] = "${w}·{sample} + b = {value} ≤ 0$, so it is another iris"
    if not trace.weights[k].any():
        facts["answer"] = "there is no line yet"
    facts["rings"] = "No flower has been a mistake yet"
    if k:
        facts["listed"] = ", ".join(map(str, trace.mistakes[:k]))
        facts["rings"] = "In rings the flowers that were mistakes, number {listed}"
    return words.describe("iris", **facts)
