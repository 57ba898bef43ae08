"""Pictures of the weight space: the path of w, and the cone of all w that separate."""

import numpy as np

from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import run_on_example
from perceptron_lessons.figures.geometry import cone_directions, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import FEW, Names, keep_clear, name_samples
from perceptron_lessons.figures.panels import legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import WeightPanel
from perceptron_lessons.figures.runs import has_offset, state_of
from perceptron_lessons.figures.wording import Written
from perceptron_lessons.theory.proofs import prove


@illustration(k=4)
def solution_cone(trace=None, limit=150, *, words, paper):
    """The weight space with the cone of all w that separate, and the path of w into it.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, 2 features, separable; by default the run on the worked example.
    limit : int
        The most values of k.

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
    trace = trace or run_on_example()
    require_2d(trace.X)
    if has_offset(trace):
        raise ValueError('the cone is drawn for runs without an offset: use bias="none", b0=0')
    proof = prove(trace)
    fig, axes = paper.figure(style.COLUMN, 3.6)
    panel = WeightPanel(axes, trace, words)
    panel.now.set_label(words("{w} now"))
    panel.step.set_label(words("next update"))
    panel.plane.ray(proof.separator.unit_w, label=words("widest margin"), zorder=0.8)
    called = [Names(axes, [*panel.named, panel.now, panel.step])]
    labels = []
    path = range(len(panel.W))
    if trace.n_mistakes <= FEW:
        names = [Written([words.symbols.at(k)]).drawn for k in path]
        sides = [_outward(panel.W, k) for k in path]
        labels = name_samples(axes, panel.W, names, sides, zorder=6)
    legend(fig, ncols=2, named=called)

    def show(k):
        panel.show(k)
        for j, label in enumerate(labels):
            # A source that does not number its weights names only those of now.
            label.set_visible(j <= k if words.symbols.numbered else j == k)
        return _describe_cone(trace, k, words, proof.columns["cosine"][k], panel.Z)

    changing = [*panel.changing, *labels[1:]]
    picture = InteractiveFigure(fig, {"k": path}, show, changing, limit=limit, names=called)
    return keep_clear(picture, [*labels, *panel.numbers])


def _describe_cone(trace, k, words, cosine, Z):
    """Say where w is after k updates, seen from the cone."""
    facts = state_of(trace, k)
    low, high = cone_directions(Z)
    facts |= {"opening": float(np.degrees(high - low)), "where": "inside the cone of solutions"}
    facts["name"] = words.symbols.at(k)
    if facts["wrong"]:
        facts["where"] = "outside the cone: {wrong:sample} with ${what} ≤ 0$"
    facts["numbering"], more = words.numbering(), ""
    if np.isfinite(cosine):
        facts["angle"] = float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))
        more += "\nangle to the widest-margin direction {angle:3}°"
    if k < trace.n_mistakes:
        more += "\nNext: sample {i} moves {w} to {next}"
    return words.describe("solution_cone", more=more, **facts)


def _outward(path, k):
    """The direction at point k that leads away from its neighbours on the path."""
    neighbours = [path[j] for j in (k - 1, k + 1) if 0 <= j < len(path)]
    away = path[k] - np.mean(neighbours, axis=0) if neighbours else np.zeros(2)
    length = np.linalg.norm(away)
    return away / length if length else np.array([0.7, -0.7])
