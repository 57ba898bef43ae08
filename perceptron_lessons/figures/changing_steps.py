"""Steps that change: w on its way to the separators, and what the steps so far are worth."""

from itertools import islice

import numpy as np

from perceptron_core.checks import check_choice
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof_plane import DOT
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.step_sizes import (
    CLOSE_CALL,
    STEPS,
    run_with_steps,
    squared_sum_over_squares,
)

SHOWN = 40  # steps whose worth is drawn
WORTH = style.BOUND | {"linewidth": 1.6}
VIEW = 2.4  # of the plane, where a run goes farther than its samples


@illustration(k=6)
def changing_steps(data=None, steps="1, 1/2, 1/4, …", most=16, *, words, paper):
    """A run whose steps change, and how many equal steps the steps so far are worth.

    On the left w walks towards the vectors that separate, shaded. On the right S²/Q, where S is
    the sum of the steps so far and Q that of their squares: once it is above R²/γ², no run can
    have made so many mistakes.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable; by default two points.
    steps : {"1, 1, 1, …", "1, 1/2, 1/3, …", "1, 1/2, 1/4, …", "1, 2, 4, …"}
    most : int
        The most mistakes that are drawn.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Examples
    --------
    >>> print(changing_steps().at(k=4).description.text)
    k = 4: w = (1, −1/8), 1 of 2 points wrong
    The steps so far are worth 45/17 equal ones; the theorem needs more than 10
    """
    data = data or CLOSE_CALL
    require_2d(data.X)
    check_choice("steps", steps, STEPS)
    best = maximum_margin(data.X, data.y)
    if not best:
        raise ValueError("this figure draws a run on samples that a line through 0 separates")
    run = run_with_steps(data.X, data.y, STEPS[steps](), most)
    worth = [*islice(squared_sum_over_squares(STEPS[steps]()), SHOWN)]
    radius_squared = max(z @ z for z in run.Z)
    ratio = radius_squared / best.gamma_squared
    fig, (left, right) = paper.figure(style.WIDE, 3.8, ncols=2)
    plane = _StepPlane(left, words, data, run)
    plot = _Worth(right, words, worth, ratio)
    called = [Names(left, plane.named)]
    legend(fig, ncols=4, named=called, columnspacing=1.2)

    def show(k):
        plane.move(k)
        plot.move(k)
        wrong = int(sum(z @ run.weights[k] <= 0 for z in run.Z))
        facts = {"n": k, "weights": run.weights[k], "wrong": wrong, "ratio": ratio}
        facts |= {"steps": steps, "worth": worth[k - 1] if k else 0}
        return words.describe("changing_steps", **facts, **words.about(data))

    values = {"k": range(len(run.mistakes) + 1)}
    changing = [*plane.changing, *plot.changing]
    return InteractiveFigure(fig, values, show, changing, names=called)


class _StepPlane:
    """The plane of w: what separates, shaded, and the run so far."""

    def __init__(self, axes, words, data, run):
        self.W = run.weights.astype(float)
        Z = run.Z.astype(float)
        near = np.abs(self.W).max() <= VIEW
        shown = self.W if near else VIEW * Z
        names, title = words.components(), words("weight space")
        panel = DataPanel(axes, words, Z, shown, pad=0.2, names=names, title=title)
        panel.cone(Z, label=words("separates"))
        for z in Z:
            panel.line(z, look=style.RAY)
        self.path = curve(axes, look=PATH, label=words("this run"), zorder=3, markersize=3)
        self.bead = curve(axes, look=DOT, label=words("{w}"))
        self.named = [self.bead]
        self.changing = [self.path, self.bead]

    def move(self, k):
        """Go to the state after k mistakes."""
        self.path.set_data(*self.W[: k + 1].T)
        self.bead.set_data(*self.W[k : k + 1].T)


class _Worth:
    """How many equal steps the steps so far are worth, against R²/γ²."""

    def __init__(self, axes, words, worth, ratio):
        self.worth = [0, *map(float, worth)]
        limits = (0, len(worth)), (0, 1.6 * float(ratio))
        plot = CurvePanel(axes, words.mistakes_axis(), words("worth of the steps so far"), *limits)
        axes.locator_params(axis="x", integer=True)
        label = words("$({R}/{γ})²$")
        plot.curve(limits[0], (float(ratio), float(ratio)), style.SECOND_BOUND, label=label)
        label = words("worth")
        plot.curve(range(len(self.worth)), self.worth, WORTH, label=label)
        self.here = plot.here()
        self.changing = [self.here]

    def move(self, k):
        """Go to the state after k mistakes."""
        self.here.set_data([k], [self.worth[k]])
