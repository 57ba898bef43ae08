"""Pictures of the weight space: the path of w, and the cone of all w that separate."""

import numpy as np

from perceptron_core import datasets, perceptron
from perceptron_core.tables import pluralize
from perceptron_lessons.figures.common import (
    FAINT,
    cone,
    cone_directions,
    draw_axes,
    frame,
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
    COLUMN,
    PURPLE,
    SEPARATOR,
    UPDATE,
    WEIGHT,
    arrow,
    figure,
    rc,
)
from perceptron_lessons.theory.notation import weights_at
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.transforms import fold_labels

WALLS = 12  # more lines of samples than that only make the weight space grey
WALL = {"color": PURPLE, "linewidth": 1.0, "linestyle": "-"}
PATH = {"color": WEIGHT["color"], "linewidth": 1.0, "marker": "o", "markersize": 3.5}


class WeightPanel:
    """The path of w so far, w itself, and the next update, drawn into given axes.

    Each sample is a line here: the w with y(w·x + b) = 0, for the b of the moment. An update
    moves w at a right angle to the line of the sample that was the mistake.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    trace : Trace
    w : str
        The letter of the weights.
    """

    def __init__(self, axes, trace, w="w"):
        self.axes, self.trace, self.letter = axes, trace, w
        self.W = trace.weights.astype(float)
        self.Z = fold_labels(trace.X, trace.y).astype(float)
        self.offset = bool(trace.pad_squared) or bool(trace.b0)
        frame(axes, self.W, [np.ones(2) * 1e-3], names=r"\theta" if w == "θ" else w)
        self.cone = None if self.offset else cone(axes, self.Z)
        draw_axes(axes)
        axes.set_title("weight space" + (", at the present b" if self.offset else ""))
        (self.walls,) = axes.plot([], [], zorder=1, **FAINT)
        self._stand_walls(float(trace.b0))
        (self.wall,) = axes.plot([], [], zorder=2, **WALL)
        (self.path,) = axes.plot([], [], zorder=3, **PATH)
        self.now = arrow(axes, **WEIGHT)
        self.step = arrow(axes, **UPDATE)
        self.changing = [self.wall, self.path, self.now, self.step]
        if self.offset:
            self.changing.append(self.walls)

    def handles(self):
        """What the legend says of the panel: one entry for each kind of line in it."""
        product = f"{self.letter}·x + b" if self.offset else f"{self.letter}·x"
        named = [
            proxy(f"path of {self.letter}", **PATH),
            proxy(f"{product} = 0, next mistake", **WALL),
        ]
        if self.trace.n_samples <= WALLS:
            named.append(proxy(f"{product} = 0, each sample", **FAINT))
        if self.cone is not None:
            named.append(proxy(f"{self.letter} that separate", color="#CFE5DA", linewidth=7))
        return named

    def _stand_walls(self, b):
        if self.trace.n_samples > WALLS:
            return
        ends = [line_ends(self.axes, z, y * b) for z, y in zip(self.Z, self.trace.y, strict=True)]
        self.walls.set_data(*([v for pair in ends for v in (*pair[i], np.nan)] for i in (0, 1)))

    def show(self, k):
        trace, W = self.trace, self.W
        b = float(trace.offsets[k])
        if self.offset:
            self._stand_walls(b)
        self.path.set_data(W[: k + 1, 0], W[: k + 1, 1])
        move_arrow(self.now, (0, 0), W[k])
        last = k == trace.n_mistakes
        self.wall.set_visible(not last)
        if last:
            self.step.set_visible(False)
        else:
            i = trace.mistakes[k]
            self.wall.set_data(*line_ends(self.axes, self.Z[i], trace.y[i] * b))
            move_arrow(self.step, W[k], W[k + 1])

    def words(self, k):
        w = number(self.trace.weights[k])
        if k == self.trace.n_mistakes and self.cone is not None and self.trace.converged:
            return (
                f"In the weight space beside it {self.letter} = {w} has reached the cone of "
                "solutions."
            )
        return f"In the weight space beside it the path of {self.letter} has reached {w}."


@rc()
def solution_cone(trace=None, limit=150, notation=None):
    """The weight space with the cone of all w that separate, and the path of w into it.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, 2 features, separable; by default the run on the worked example.
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
        If the run has an offset (its weight space has a third dimension), or nothing separates.

    References
    ----------
    `cosine`, its last figure (after Duda & Hart 1973, fig. 5.9).
    """
    if trace is None:
        data = datasets.worked_example()
        trace = perceptron(data.X, data.y)
    require_2d(trace.X)
    if trace.pad_squared or trace.b0:
        raise ValueError('the cone is drawn for runs without an offset: use bias="none", b0=0')
    proof = prove(trace)
    cosine = proof.columns["cosine"]
    fig, axes = figure(COLUMN, 4.05)
    say = letters(notation)
    panel = WeightPanel(axes, trace, say.w)
    axes.set_title("")
    reach = np.abs(panel.W).max()
    u = proof.separator.unit_w
    axes.plot(*np.transpose([(0, 0), 3 * reach * u]), zorder=0.8, **SEPARATOR)
    if trace.n_mistakes <= 12:
        names = [_name(notation, k) for k in range(len(panel.W))]
        sides = [_outward(panel.W, k) for k in range(len(panel.W))]
        labels = name_samples(axes, panel.W, names, sides, zorder=6)
    else:
        labels = []
    fig.legend(
        handles=[
            proxy(f"{say.w} now", **WEIGHT),
            proxy("next update", **UPDATE),
            proxy("widest margin", **SEPARATOR),
            *panel.handles(),
        ],
        loc="outside lower center",
        ncols=2,
        frameon=False,
    )
    low, high = cone_directions(panel.Z)
    opening = number(float(np.degrees(high - low)), 3)

    def show(k):
        panel.show(k)
        for j, label in enumerate(labels):
            # A source that does not number its weights names only those of now.
            label.set_visible(j == k if notation == "cosine" else j <= k)
        w = number(trace.weights[k])
        margins = trace.margins(k)
        inside = bool((margins > 0).all())
        wrong = int((margins <= 0).sum())
        where = (
            "inside the cone of solutions"
            if inside
            else f"outside the cone: {pluralize(wrong, 'sample')} with y {say.w}·x ≤ 0"
        )
        name = say.w if notation is None else weights_at(notation, k).text
        text = f"{say.k} = {k}: {name} = {w}, {where}"
        if np.isfinite(cosine[k]):
            angle = np.degrees(np.arccos(np.clip(cosine[k], -1, 1)))
            text += f"\nangle to the widest-margin direction {number(float(angle), 3)}°"
        if k < trace.n_mistakes:
            text += (
                f"\nNext: sample {trace.mistakes[k]} moves {say.w} to "
                f"{number(trace.weights[k + 1])}"
            )
        return Description(
            text,
            f"Weight space with a shaded cone of solutions, {opening} degrees wide, and the path "
            f"of {say.w} after {pluralize(k, 'update')}. {name} = {w} is {where}.",
            f"The path of {say.w} in the weight space after {pluralize(k, 'update')}: "
            f"{name} = {w}, "
            f"{where}. "
            f"Each sample is a line through the origin; the cone between them, {opening} degrees "
            f"wide, holds all {say.w} that separate.",
        )

    picture = InteractiveFigure(
        fig,
        {"k": range(trace.n_mistakes + 1)},
        show,
        [*panel.changing, *labels[1:]],
        name="solution_cone",
        limit=limit,
    )
    return keep_clear(picture, labels)


def _name(notation, k):
    """The label of the weights after k updates."""
    return f"$w_{{{k}}}$" if notation is None else f"${weights_at(notation, k).latex}$"


def _outward(path, k):
    """The direction at point k that leads away from its neighbours on the path."""
    neighbours = [path[j] for j in (k - 1, k + 1) if 0 <= j < len(path)]
    away = path[k] - np.mean(neighbours, axis=0) if neighbours else np.zeros(2)
    length = np.linalg.norm(away)
    return away / length if length else np.array([0.7, -0.7])


__all__ = ["solution_cone"]
