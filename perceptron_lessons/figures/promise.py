"""What the mistakes of one pass promise of samples that were not seen, and what is measured."""

import numpy as np

from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.panels import CurvePanel, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.theory.comparison import two_digits
from perceptron_lessons.theory.promise import learning_curve

SEEN = (1, 2, 4, 8, 15, 30, 60, 120, 250)
BAR = {"linewidth": 4, "solid_capstyle": "butt"}  # it ends where it says that it ends


@illustration(source="online", m=30)
def promise(data=None, seen=SEEN, splits=20, *, words, paper):
    """One pass over m samples: the promise for new ones, and the errors of arrow and vote.

    Parameters
    ----------
    data : Dataset, optional
        By default the digits 8 and 3 that scikit-learn has.
    seen : sequence of int
        The numbers m, rising.
    splits : int
        How often the samples are shuffled.

    Returns
    -------
    InteractiveFigure
        With the slider m.

    References
    ----------
    Freund and Schapire 1999.
    """
    data = data or two_digits()
    found = learning_curve(data, seen, splits)
    forecast, drawn, vote = (
        100 * errors.mean(axis=0) for errors in (found.forecast, found.drawn, found.vote)
    )
    fig, (left, right) = paper.figure(style.WIDE, 3.7, ncols=2)
    stairs = [_stairs(100 * shares) for shares in found.wrong_arrows]
    each = CurvePanel(
        left,
        words("new examples, the worst first, in %"),
        words("arrows that are wrong about them, in %"),
        (0, 100),
        (0, 104),
    )
    curves = each.curve(look=style.MEASURED, markersize=0, label=words("arrows that are wrong"))
    each.curve((0, 100), (50, 50), style.RAY, label=words("half of the arrows"))
    lost = each.curve(look=style.WEIGHT | BAR, label=words("the vote is wrong"))
    plot = CurvePanel(
        right,
        words("examples seen $m$"),
        words("errors on new examples, in %"),
        (seen[0] / 1.2, seen[-1] * 1.2),
        (0, 104),
        log="x",
        ticks=seen,
        minor=False,
    )
    label = words("promised to the vote, $2{k}/(m + 1)$, mean {k}")
    plot.curve(seen, 2 * forecast, style.BOUND, label=label)
    plot.curve(seen, drawn, style.MEASURED, label=words("an arrow, drawn at random"))
    plot.curve(seen, vote, style.WEIGHT | {"marker": "o", "markersize": 4}, label=words("the vote"))
    here = plot.here()
    legend(fig, ncols=3)

    def show(m):
        at = seen.index(m)
        curves.set_data(*stairs[at])
        lost.set_data([0, vote[at]], [50, 50])
        here.set_data([m, m, m], [min(2 * forecast[at], 104), drawn[at], vote[at]])
        facts = {"m": m, "promised": 2 * forecast[at], "drawn": drawn[at], "vote": vote[at]}
        facts |= {"splits": splits, "passed": m + 1, "mistakes": forecast[at] / 100 * (m + 1)}
        return words.describe("promise", **facts, **words.about(data))

    return InteractiveFigure(fig, {"m": tuple(seen)}, show, [curves, lost, here])


def _stairs(falling):
    """Return the corners of the curve that has these heights, one after the other, over 0 to 100.

    >>> _stairs(np.array([5, 5, 3, 3]))
    (array([  0.,  50.,  50., 100.]), array([5, 5, 3, 3]))
    """
    ends = np.flatnonzero(np.append(falling[1:] != falling[:-1], True)) + 1
    starts = np.concatenate([[0], ends[:-1]])
    across = 100 * np.column_stack([starts, ends]).ravel() / len(falling)
    return across, np.repeat(falling[starts], 2)
