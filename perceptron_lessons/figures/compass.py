"""The compass of the proof: how far each sample reaches in the direction of u."""

import numpy as np

from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import FEW, Names, keep_clear, name_samples
from perceptron_lessons.figures.panels import BARE, DataPanel, curve, legend
from perceptron_lessons.figures.proof_plane import BROWN, THICK, Bricks, Measures
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import in_the_plane
from perceptron_lessons.figures.wording import Listing

FOOT = {"color": style.SEPARATOR["color"], "marker": "|", "markersize": 9, "linestyle": "none"}


@illustration(separator="u")
def compass(trace=None, separator=None, *, words, paper):
    """How far the z = yx reach in the direction of u, the least of which is the margin γ.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, 2 features, separable; by default the run on the worked example.
    separator : Separator or pair (w, b), optional
        Whose direction is u. By default that of the maximum margin.

    Returns
    -------
    InteractiveFigure

    Raises
    ------
    ValueError
        If the run has an offset, or u does not separate.

    References
    ----------
    `iterations` §4: the assumption on w*, u here.

    Examples
    --------
    >>> print(compass().description.text)
    u·z ≈ 0.8944, 1.789, 0.8944, 2.683
    the least of them is γ ≈ 0.8944
    """
    trace = in_the_plane(trace)
    measures = Measures(trace, separator)
    if measures.gamma <= 0:
        raise ValueError("a compass is a u that separates the samples, and this one does not")
    u, Z = measures.u, measures.Z.astype(float)
    reaches = [float(v) / measures.length for v in measures.Z @ measures.exact_u]
    feet = np.outer(reaches, u)
    fig, axes = paper.figure(style.COLUMN, 3.9)
    plane = DataPanel(axes, words, Z, 1.15 * max(reaches) * u, **BARE)
    ray = plane.ray(u, label=words("{u}"))
    thick = THICK * np.ptp(axes.get_xlim())
    aside = thick * np.array([-u[1], u[0]])
    brick = axes.add_patch(Bricks(u, aside, label=words("{γ}, the least of them"), **BROWN))
    brick.move([measures.gamma])
    drops = np.array([(z, foot, (np.nan, np.nan)) for z, foot in zip(Z, feet, strict=True)])
    curve(axes, *drops.reshape(-1, 2).T, style.RAY, label=words("reach along {u}"))
    curve(axes, *feet.T, FOOT | {"marker": "o", "markersize": 4}, zorder=4)
    for z in Z if len(Z) <= FEW else ():
        plane.arrow(z, look=style.UPDATE | {"linewidth": 1.0})
    plane.samples(Z, trace.y)
    labels = []
    if len(Z) <= FEW:
        names = [f"$z_{{{i}}}$" for i in range(len(Z))]
        texts = [words.number(reach, 3) for reach in reaches]
        labels = name_samples(axes, Z, names) + _named_feet(axes, feet, texts, u)
    called = [Names(axes, [ray])]
    legend(fig, ncols=2, named=called)
    facts = {"reaches": Listing(reaches), "gamma": measures.gamma, "samples": len(Z)}
    described = words.describe("compass", **facts)
    return keep_clear(InteractiveFigure.still(fig, described, called), labels)


def _named_feet(axes, feet, texts, u):
    """Write beside each foot how far it is; two samples may have the same one."""
    once = dict(zip(texts, feet, strict=True))
    places = np.array(list(once.values()))
    return name_samples(axes, places, list(once), [(u[1], -u[0])] * len(once))
