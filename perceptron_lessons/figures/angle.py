"""The angle between the separator and the weights, which the proof makes small."""

import numpy as np
from matplotlib.patches import Polygon

from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import DataPanel, curve, legend
from perceptron_lessons.figures.proof import draw_side, right_end, run_for, sides
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.tables import Symbol
from perceptron_lessons.theory.proofs import prove

SHADOW = {"color": style.WEIGHT["color"], "linewidth": 4.5, "solid_capstyle": "butt", "zorder": 4.5}


@illustration(separator="u", k=3)
def angle(trace=None, separator=None, source=None, limit=150, *, words, paper):
    """The angle between u and w, and its cosine beside the curve of the proof.

    Drawn in the plane of u and w, so for any number of features, and with w at length 1: then
    its projection on u is the cosine.

    Parameters
    ----------
    trace, separator, source, limit, notation
        As for `squeeze`.

    Returns
    -------
    InteractiveFigure
        With the slider k, from the first mistake on: before it there is no angle.

    Raises
    ------
    ValueError
        If nothing separates the data, or the run has made no mistake.

    References
    ----------
    `iterations` §4; `cosine`, "Finishing up".

    Examples
    --------
    >>> print(angle().at(k=3).description.text)
    k = 3: 26.57° between u and w, 56.79° allowed
    cosine 0.8944 ≥ √k γ/R ≈ 0.5477, gap 0.3467
    w·u ≈ 3.578, ‖w‖ = 4
    """
    source = source or "iterations"
    trace = run_for(source, trace)
    proof = prove(trace, separator, source)
    n = trace.n_mistakes
    if not n:
        raise ValueError("this figure shows the angle of a mistake; this run has made none")
    if trace.pad_squared and words.notation in (None, "primal"):
        words.letters["w"] = Symbol("ŵ", r"\hat{w}")  # with the offset as one more weight
    along, norm, cosine = sides(proof, words)
    fig, (left, right) = paper.figure(style.WIDE, 3.6, ncols=2)
    plane = _AnglePlane(left, words, cosine)
    plot = _Cosines(right, words, cosine, left.get_ylim())
    called = [Names(left, plane.named)]
    legend(fig, ncols=4, named=called)

    def show(k):
        facts = cosine.at(k)
        plane.move(facts)
        plot.move(k, facts)
        facts |= {"n": k, "degrees": _degrees(facts["value"]), "allowed": _degrees(facts["edge"])}
        facts |= {"along": float(along.values[k]), "length": float(norm.values[k])}
        return words.describe("angle", **facts)

    values = {"k": range(1, n + 1)}
    changing = [*plane.changing, *plot.changing]
    return InteractiveFigure(fig, values, show, changing, {"k": n}, limit=limit, names=called)


def _degrees(cosine):
    """Return the angle of a cosine in degrees; what is beyond 1 is rounding, or a bound."""
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


class _AnglePlane:
    """u upright, w at its angle to it, and the wedge that the proof allows."""

    def __init__(self, axes, words, cosine):
        low = min(0, np.nanmin(cosine.values)) - 0.05
        plane = DataPanel(axes, words, names="", title=words("{u} and {w} at length 1"))
        axes.set(xlim=(-0.06, 1.09 - low), ylim=(low, 1.1), xticks=[])
        label = words("where the proof allows it")
        self.wedge = axes.add_patch(Polygon(np.zeros((3, 2)), label=label, **style.CAP))
        plane.circle()
        up = plane.arrow((0, 1), look=style.SEPARATOR, label=words("{u}"))
        self.level = curve(axes, look=style.RAY)
        self.arc = curve(axes, label=words("angle"))
        self.shadow = curve(axes, look=SHADOW, label=words("projection of {w}"))
        self.now = plane.arrow(label=words("{w}"), zorder=5)
        self.named = [up, self.now, self.wedge]
        self.changing = [self.wedge, self.level, self.arc, self.shadow, self.now]

    def move(self, facts):
        """Go to a state of the cosine."""
        value, edge = (float(np.clip(facts[name], -1, 1)) for name in ("value", "edge"))
        tip = np.array([np.sqrt(1 - value**2), value])
        turns = np.linspace(0, np.arccos(edge), 61)
        self.wedge.set_xy([(0, 0), *zip(np.sin(turns), np.cos(turns), strict=True)])
        turns = np.linspace(0, np.arccos(value), 61)
        self.arc.set_data(0.3 * np.sin(turns), 0.3 * np.cos(turns))
        self.now.move(tip)
        self.shadow.set_data([0, 0], [0, value])
        self.level.set_data([0, tip[0]], [value, value])


class _Cosines:
    """The cosine over the mistakes, above its bound and below 1."""

    def __init__(self, axes, words, cosine, ylim):
        self.words, self.cosine = words, cosine
        self.n = len(cosine.values) - 1
        head = words("cosine" if words.notation is None else "{formula}", formula=cosine.measured)
        end = right_end(self.n, self.n / cosine.limits[-1] ** 2)
        drawn = draw_side(axes, cosine, head, 0.5, words, end)
        self.line, self.later, self.gap, self.title = drawn
        axes.axhline(1, label=words("ceiling 1"), **style.CEILING)
        axes.set_ylim(ylim)
        self.here = curve(axes, look=style.HERE)
        self.changing = [*drawn, self.here]

    def move(self, k, facts):
        """Go to the state after k mistakes."""
        values = self.cosine.values
        self.line.set_data(np.arange(k + 1), values[: k + 1])
        self.later.set_data(np.arange(k + 1, self.n + 1), values[k + 1 :])
        self.gap.set_data([k, k], [facts["edge"], facts["value"]])
        self.here.set_data([k], [facts["value"]])
        text = "${value:3} {relation} {edge:3}$, gap {gap:3}{false}"
        self.title.set_text(self.words(text, **facts))
