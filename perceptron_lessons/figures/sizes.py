"""Mistakes over the margin and the number of samples, of which the bound knows only one."""

import numpy as np
from matplotlib import colormaps
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex

from perceptron_core import datasets, perceptron
from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.wording import number

GAMMAS = (0.03, 0.06, 0.12, 0.25, 0.5)
SIZES = (10, 30, 100, 300, 1000)
ORDERS = ("cyclic", "random", "worst")
SHADES = 8  # each as far from the next as the eye, or a print in grey, needs
MOST = 10**6  # mistakes; every run here ends long before


@illustration(order="worst")
def margin_and_size(gammas=GAMMAS, sizes=SIZES, orders=ORDERS, seed=0, *, words, paper):
    """How many mistakes on planted samples: a table with shades, over γ and the number n.

    One run a cell. The bound R²/γ² stands below its column: n is not in it.

    Parameters
    ----------
    gammas : sequence of float, 0 < γ ≤ 1
        The margins, one a column.
    sizes : sequence of int, at least 2
        The numbers of samples, one a row.
    orders : sequence of str
        The values of order; see `perceptron_core.perceptron`.
    seed : int
        Of the samples and of random orders.

    Returns
    -------
    InteractiveFigure
        With the slider order.

    References
    ----------
    All five sources: the bound has neither n nor the dimension in it.

    Examples
    --------
    >>> print(margin_and_size(sizes=(10, 100)).at(order="worst").description.text)
    order worst, 10 to 100 samples: 1 to 347 mistakes
    γ = 0.03: 271 to 347, and for every n at most R²/γ² = 1111
    """
    gammas = tuple(sorted(gammas))
    sets = {(g, n): datasets.planted(n, 2, margin=g, seed=seed) for n in sizes for g in gammas}
    bounds = [1 / gamma**2 for gamma in gammas]  # planted samples have R = 1
    made = {order: _mistakes(sets, order, seed) for order in orders}
    fig, axes = paper.figure(style.COLUMN, 3.2)
    places = [(column, row) for row in range(len(sizes)) for column in range(len(gammas))]
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    cells = PolyCollection([place + square for place in places], edgecolors="white")
    axes.add_collection(cells)
    middle = {"ha": "center", "va": "center", "fontsize": 8}
    counts = [axes.text(*place, "", **middle) for place in places]
    for column, bound in enumerate(bounds):
        axes.text(column, -0.85, number(bound, 3), color=style.VERMILLION, **middle)
    at_most = words("$≤ {R}²/{γ}²$")
    axes.text(-0.6, -0.85, at_most, color=style.VERMILLION, **(middle | {"ha": "right"}))
    axes.set(xlim=(-0.5, len(gammas) - 0.5), ylim=(-1.2, len(sizes) - 0.5))
    axes.set_xticks(range(len(gammas)), [f"{gamma:g}" for gamma in gammas])
    axes.set_yticks(range(len(sizes)), [number(n) for n in sizes])
    axes.set(xlabel=words("margin {γ}"), ylabel=words("samples $n$"))
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    title = axes.set_title(" ")
    shades = colormaps["Blues"](np.linspace(0.05, 0.95, SHADES))
    brightest = np.log(max(bounds))

    def show(order):
        found = made[order]
        level = (np.log(np.maximum(found, 1)) / brightest * SHADES).astype(int).ravel()
        level = np.minimum(level, SHADES - 1)
        cells.set_facecolor([to_hex(shades[each]) for each in level])
        for text, count, each in zip(counts, found.ravel().tolist(), level, strict=True):
            text.set_text(number(count))
            text.set_color("white" if each > SHADES / 2 else "black")
        title.set_text(words("mistakes, order {order}", order=order))
        facts = {"order": order, "few": sizes[0], "many": sizes[-1], "gamma": gammas[0]}
        facts |= {"low": int(found.min()), "high": int(found.max()), "bound": bounds[0]}
        facts |= {"least": int(found[:, 0].min()), "most": int(found[:, 0].max())}
        return words.describe("margin_and_size", **facts)

    changing = [cells, *counts, title]
    return InteractiveFigure(fig, {"order": tuple(orders)}, show, changing)


def _mistakes(sets, order, seed):
    """Return the mistakes in an order, one row for each number of samples."""
    runs = (
        perceptron(data.X, data.y, order=order, seed=seed, max_mistakes=MOST)
        for data in sets.values()
    )
    columns = len({gamma for gamma, _ in sets})
    return np.reshape([run.n_mistakes for run in runs], (-1, columns))
