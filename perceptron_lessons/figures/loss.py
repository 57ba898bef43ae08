"""Why an update adds yx: the loss that it is a step down of."""

import numpy as np

from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import CurvePanel, legend
from perceptron_lessons.figures.proof import LATER
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import run_on_worked_example, state_of

SAMPLES = style.POINTS | {"color": style.BLACK, "marker": "D", "markersize": 5, "clip_on": False}
COUNT = {"color": style.GREEN, "marker": "^", "markersize": 4, "linewidth": 1}


@illustration(k=1)
def loss(trace=None, limit=150, *, words, paper):
    """The loss max(0, −y w·x) of one sample, and its sum over all samples along a run.

    Where it is not 0, its slope in w is −yx: the update by yx is a step against it. It is 0 at
    w = 0 too, where every sample is a mistake: the run goes on until all y w·x are above 0.
    (At y w·x = 0 the loss has a corner, and −yx is a subgradient.)

    Parameters
    ----------
    trace : Trace, optional
        Of any number of features; by default the run on the worked example.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    References
    ----------
    `cosine`, its last figure: Duda & Hart 1973, fig. 5.9, "a gradient search".

    Examples
    --------
    >>> print(loss().at(k=1).description.text)
    k = 1: w = (2, 0), the sum of all losses is 4
    2 samples with y w·x ≤ 0
    Next: sample 1, loss 0; the update adds (0, 2), against its slope
    """
    trace = trace or run_on_worked_example()
    ks = thinned(range(trace.n_mistakes + 1), limit)
    margins = {k: np.asarray(trace.margins(k), dtype=float) for k in ks}
    sums = {k: float(np.maximum(0, -m).sum()) for k, m in margins.items()}
    wrong = {k: int((m <= 0).sum()) for k, m in margins.items()}
    low, high = (bound([bound(m) for m in margins.values()]) for bound in (min, max))
    room = 0.06 * ((high - low) or 1)
    xlim = min(low, -1) - room, max(high, 1) + room
    fig, (left, right) = paper.figure(style.WIDE, 3.4, ncols=2)
    facts = state_of(trace, 0)
    what = words("{what}", **facts)
    tall = 1.1 * max(1 - xlim[0], 1)
    plot = CurvePanel(left, what, words("loss of one sample"), xlim, (-0.03 * tall, tall))
    at = np.array([xlim[0], 0, xlim[1]])
    plot.curve(
        at, np.maximum(0, -at), style.LINE, label=words("perceptron: $max(0, −{what})$", **facts)
    )
    at = np.array([xlim[0], 1, xlim[1]])
    plot.curve(at, np.maximum(0, 1 - at), style.SECOND_BOUND, label=words("hinge: 1 more, until 1"))
    plot.curve(
        [xlim[0], 0, 0, xlim[1]], [1, 1, 0, 0], style.BOUND, label=words("1 if a mistake, else 0")
    )
    points = plot.curve(look=SAMPLES, label=words("the samples now"), zorder=4)
    tall = 1.1 * max(*sums.values(), *wrong.values())
    xlim, ylim = (-0.03 * ks[-1] - 0.05, 1.03 * ks[-1] + 0.05), (-0.03 * tall, tall)
    plot = CurvePanel(right, words.mistakes_axis(), words("all samples"), xlim, ylim)
    for axes in (left, right):
        axes.locator_params(integer=True, nbins=6)
    so_far = plot.curve(look=style.MEASURED, label=words("sum of the losses"), zorder=2.1)
    left_over = plot.curve(look=COUNT, label=words("samples $≤ 0$"), zorder=2)
    plot.curve(ks, list(sums.values()), LATER)
    here = plot.here()
    legend(fig, ncols=3)

    def show(k):
        seen = [other for other in ks if other <= k]
        points.set_data(margins[k], np.maximum(0, -margins[k]))
        so_far.set_data(seen, [sums[other] for other in seen])
        left_over.set_data(seen, [wrong[other] for other in seen])
        here.set_data([k], [sums[k]])
        return _describe(trace, k, sums[k], words)

    changing = [points, so_far, left_over, here]
    values = {"k": range(trace.n_mistakes + 1)}
    return InteractiveFigure(fig, values, show, changing, limit=limit)


def _describe(trace, k, total, words):
    """Say what the losses are after k updates, and which step comes next."""
    facts = state_of(trace, k) | {"total": total}
    facts["then"] = "The run was stopped: after {n:update} it ends"
    if trace.converged:
        facts["then"] = "No mistake is left: after {n:update} it ends"
    if k < trace.n_mistakes:
        facts["own"] = max(0.0, -float(facts["margin"]))
        facts["then"] = "Next: sample {i}, loss {own}; the update adds {step}, against its slope"
    return words.describe("loss", **facts)
