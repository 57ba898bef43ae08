"""The second proof as a picture: w comes nearer to a far point at every mistake."""

import numpy as np

from perceptron_core.exact import nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import run_on_example
from perceptron_lessons.figures.geometry import circle, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.panels import BARE, CurvePanel, DataPanel, curve
from perceptron_lessons.figures.proof import right_end
from perceptron_lessons.figures.proof_plane import DOT, TIP
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.figures.runs import has_offset
from perceptron_lessons.theory.distance import prove_distance


@illustration(separator="u", k=3)
def falling_distance(trace=None, separator=None, limit=150, *, words, paper):
    """The walk of w towards λu, and the squared distance that falls at every mistake.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, 2 features, separable, from any start; by default the run on the worked
        example.
    separator
        As for `prove`.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Raises
    ------
    ValueError
        If the run has an offset, or nothing separates.

    Examples
    --------
    >>> print(falling_distance().at(k=3).description.text)
    k = 3: w = (0, 4), ‖w − λu‖² = 32
    Mistake 3 took off 8, at least 8
    The proof allows 56 here, and 0 at k = 10
    """
    trace = trace or run_on_example()
    require_2d(trace.X)
    if has_offset(trace):
        raise ValueError('this figure draws runs without an offset: use bias="none", b0=0')
    proof = prove_distance(trace, separator)
    line = proof["distance"]
    n = trace.n_mistakes
    squares, limits = (
        np.array([nearest_float(v) for v in side], dtype=float) for side in (line.lhs, line.rhs)
    )
    most = int(proof["conclusion"].rhs[0])
    end = nearest_float(proof["conclusion"].rhs[0])
    least = limits[0] / end
    point = np.array([nearest_float(v) for v in proof.point])
    W = trace.weights.astype(float)
    fig, (left, right) = paper.figure(style.WIDE, 3.6, ncols=2)
    DataPanel(left, words, W, point, title=words("weight space"), **BARE)
    ray = curve(left, *np.outer(point, [0, 2]), style.SEPARATOR, label=words("{u}"))
    goal = curve(left, *point[:, None], TIP, color=style.GOAL["color"], label=words("$λ{u}$"))
    ring = curve(left, look=style.GOAL, label=words("as far as now"))
    path = curve(left, look=PATH, label=words("path of {w}"), zorder=3)
    now = curve(left, look=DOT, label=words("{w}"))
    xlim, ylim = (-0.02 * end, right_end(n, end)), (-0.03 * squares[0], 1.06 * squares[0])
    head = words("squared distance of {w} from $λ{u}$")
    plot = CurvePanel(right, words.mistakes_axis(), head, xlim, ylim)
    bound = plot.curve((0, end), (limits[0], 0), style.BOUND, label=words("the proof"))
    so_far = plot.curve(look=style.MEASURED, label=words("the run"))
    here = plot.here()
    called = [Names(left, [goal, now, ring, ray, path]), Names(right, [bound, so_far])]

    def show(k):
        ring.set_data(*(point[:, None] + circle(np.sqrt(squares[k]))))
        path.set_data(*W[: k + 1].T)
        now.set_data(*W[k : k + 1].T)
        so_far.set_data(range(k + 1), squares[: k + 1])
        here.set_data([k], [squares[k]])
        facts = {"n": k, "weights": trace.weights[k], "point": point, "least": least, "end": end}
        facts |= {"square": squares[k], "allowed": limits[k], "start": squares[0], "most": most}
        facts["step"] = "The start: each mistake takes off at least {least}"
        if k:
            facts["step"] = "Mistake {n} took off {fallen}, at least {least}"
            facts["fallen"] = squares[k - 1] - squares[k]
        return words.describe("falling_distance", **facts)

    changing = [ring, path, now, so_far, here]
    return InteractiveFigure(fig, {"k": range(n + 1)}, show, changing, limit=limit, names=called)
