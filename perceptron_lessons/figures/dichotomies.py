"""How many labellings a line can be right about: an arrow that turns, and a step at n = 2d."""

import itertools

import numpy as np

from perceptron_core.checks import as_samples
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names, keep_clear, number_samples
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.theory.dichotomies import cover_number

# No two at about a right angle: where a label changes must not run through another point.
SIX = ((5, 1), (2, 5), (-3, 2), (-5, 1), (-4, -3), (2, -4))
DIMENSIONS = (2, 3, 5, 10, 20, 50, 100, 200)
CELL = {"marker": "s", "linestyle": "none", "markersize": 13, "markeredgewidth": 0.8}
EMPTY_CELL = CELL | {"markeredgecolor": style.LIGHT, "markerfacecolor": "white"}
FULL_CELL = CELL | {"markeredgecolor": style.GREEN, "markerfacecolor": style.GREEN}
CELL_NOW = style.RING | {"marker": "s", "markersize": 19}
MANY = 10  # points of which the table of all labellings still has room
SIGNED = 6  # points of which it still has room for the signs of its rows and columns


@illustration(separator="u", turn=12)
def turning_arrow(X=SIX, *, words, paper):
    """An arrow that turns through a full circle, and all labellings of some points: it meets few.

    Parameters
    ----------
    X : array-like, shape (n, 2), optional
        2 to 10 points of which no two, nor one, lie on a line with the origin.

    Returns
    -------
    InteractiveFigure
        With the slider turn: the sectors between two places where a label changes.

    References
    ----------
    Cover 1965.
    """
    X = as_samples(X).astype(float)
    require_2d(X)
    across = np.sort(np.concatenate([np.arctan2(*X.T) * -1, np.arctan2(*-X.T) * -1]))
    if not 2 <= len(X) <= MANY or np.diff(across).min() == 0:
        must = f"be 2 to {MANY} points, no two on a line with the origin"
        raise ValueError(f"X must {must}; found {len(X)}")
    middles = (across + np.diff(across, append=across[0] + 2 * np.pi) / 2)[:, None]
    arrows = np.hstack([np.cos(middles), np.sin(middles)])
    labels = np.where(arrows @ X.T > 0, 1, -1)
    fig, (left, right) = paper.figure(style.WIDE, 3.9, ncols=2)
    reach = np.linalg.norm(X, axis=1).max()
    plane = DataPanel(left, words, X, -X, pad=0.08)
    rays = np.array([np.cos(across), np.sin(across)]).T * 2 * reach
    gaps = np.full_like(rays, np.nan)
    borders = np.stack([0 * rays, rays, gaps], axis=1).reshape(-1, 2)
    curve(left, *borders.T, style.RAY, label=words("here a label changes"), zorder=1)
    points = plane.samples()
    numbers = number_samples(left, X)
    arrow = plane.arrow(label=words("{w}"))
    line = plane.line()
    table = _TableOfLabellings(right, words, labels)
    called = [Names(left, [arrow])]
    legend(fig, ncols=5, named=called)

    def show(turn):
        points.move(X, labels[turn - 1])
        arrow.move(arrows[turn - 1] * 0.8 * reach)
        line.move(arrows[turn - 1])
        table.move(turn)
        signs = "".join("+" if label > 0 else "−" for label in labels[turn - 1])
        facts = {"turn": turn, "count": len(labels), "signs": signs, "samples": len(X)}
        return words.describe("turning_arrow", **facts, all=2 ** len(X))

    values = {"turn": range(1, len(labels) + 1)}
    changing = [*points.artists, arrow, line, *table.changing]
    return keep_clear(InteractiveFigure(fig, values, show, changing, names=called), numbers)


class _TableOfLabellings:
    """All labellings as cells of a table: the signs of the first points down, the others across."""

    def __init__(self, axes, words, labels):
        n = labels.shape[1]
        down, over = n // 2, n - n // 2
        axes.set(xlim=(-0.8, 2**over - 0.2), ylim=(2**down - 0.2, -0.8))
        axes.set_aspect("equal")
        axes.set_title(words("all {count} labellings", count=2**n))
        if n > SIGNED:
            axes.set_axis_off()
        else:
            axes.spines[:].set_visible(False)
            axes.tick_params(length=0)
            axes.set_yticks(range(2**down), map("".join, itertools.product("+−", repeat=down)))
            axes.set_xticks(range(2**over), map("\n".join, itertools.product("+−", repeat=over)))
            numbers = [*map(str, range(n))]
            axes.set_ylabel(words("labels of {these}", these=", ".join(numbers[:down])))
            axes.set_xlabel(words("labels of {these}", these=", ".join(numbers[down:])))
        small = 6 / max(6, n)  # the table of more points has smaller cells
        every = np.indices((2**over, 2**down)).reshape(2, -1)
        curve(axes, *every, EMPTY_CELL, markersize=13 * small**3, label=words("not met"))
        bits = (labels < 0).astype(int)
        rows = bits[:, :down] @ 2 ** np.arange(down)[::-1]
        self.places = np.column_stack([bits[:, down:] @ 2 ** np.arange(over)[::-1], rows])
        label = words("met by the arrow")
        self.met = curve(axes, look=FULL_CELL, markersize=13 * small**3, label=label)
        self.now = curve(axes, look=CELL_NOW, markersize=19 * small**3, label=words("now"))
        self.changing = [self.met, self.now]

    def move(self, turn):
        """Fill the labellings of the sectors so far, counted from 1, and mark the last of them."""
        self.met.set_data(*self.places[:turn].T)
        self.now.set_data(*self.places[turn - 1 : turn].T)


@illustration(d=20)
def capacity(dimensions=DIMENSIONS, *, words, paper):
    """The share of all labellings that a line is right about, for n points in d dimensions.

    Parameters
    ----------
    dimensions : sequence of int
        The values of d.

    Returns
    -------
    InteractiveFigure
        With the slider d.

    References
    ----------
    Cover 1965.
    """
    shares = {d: [separable_share(n, d) for n in range(1, 4 * d + 1)] for d in dimensions}
    fig, axes = paper.figure(style.MIDDLE, 3.4)
    plot = CurvePanel(
        axes,
        words("points for each dimension, $n/d$"),
        words("share of labellings that are separable"),
        (0, 4),
        (-0.03, 1.08),
    )
    for d in dimensions:
        plot.curve(np.arange(1, 4 * d + 1) / d, shares[d], style.FAINT, label=words("other $d$"))
    plot.curve((2, 2), (0, 1.08), style.RAY, label=words("$n = 2d$"))
    measured = plot.curve(look=style.MEASURED, markersize=3, label=words("$n = 1, …, 4d$"))
    plot.curve([2], [0.5], style.HERE, label=words("half of them"))
    legend(fig, ncols=4)

    def show(d):
        measured.set_data(np.arange(1, 4 * d + 1) / d, shares[d])
        below, above = round(1.5 * d), round(2.5 * d)
        facts = {"dimension": d, "half": 2 * d, "few": below, "many": above}
        facts |= {
            "of_few": 100 * separable_share(below, d),
            "of_many": 100 * separable_share(above, d),
        }
        return words.describe("capacity", **facts)

    return InteractiveFigure(fig, {"d": tuple(dimensions)}, show, [measured])


def separable_share(n_points, n_features):
    """Return which share of the labellings of n points in general position is separable.

    >>> separable_share(6, 3), separable_share(7, 3) < 1 / 2
    (0.5, True)
    """
    return cover_number(n_points, n_features) / 2**n_points
