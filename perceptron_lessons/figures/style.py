"""One look for every figure: colours, markers, line styles and text sizes.

The colours are those of Okabe and Ito, which people with a colour-vision deficiency can tell
apart. No meaning rests on colour alone: classes also differ in shape and filling, lines also in
dashes or width, so that a print in grey keeps every distinction.

A figure function is decorated with ``@rc()`` and starts from `figure`:

>>> @rc()
... def parabola():
...     fig, axes = figure(COLUMN, 2.0)
...     axes.plot([0, 1, 2], [0, 1, 4], **MEASURED)
...     return fig
>>> [float(inches) for inches in parabola().get_size_inches()]
[3.4, 2.0]
"""

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from perceptron_core.tables import Label, format_number

BLACK = "#000000"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
GREEN = "#007F5F"
PURPLE = "#A3407F"
SKY = "#56B4E9"
YELLOW = "#F0E442"
GREY = "#6E6E6E"
LIGHT = "#D9D9D9"

# Keyword arguments for ``axes.plot`` and, without the markers, for `arrow`.
LINE = {"color": BLACK, "linewidth": 1.6, "linestyle": "-"}
LINE_BEFORE = {"color": GREY, "linewidth": 1.2, "linestyle": (0, (5, 2))}
WEIGHT = {"color": GREEN, "linewidth": 1.8, "linestyle": "-"}
WEIGHT_BEFORE = {"color": GREEN, "linewidth": 1.2, "linestyle": (0, (5, 2))}
UPDATE = {"color": PURPLE, "linewidth": 1.8, "linestyle": (0, (2, 1))}
SEPARATOR = {"color": SKY, "linewidth": 3.0, "linestyle": "-"}
MEASURED = {"color": BLUE, "linewidth": 1.6, "linestyle": "-", "marker": "o", "markersize": 4}
BOUND = {"color": VERMILLION, "linewidth": 1.6, "linestyle": (0, (5, 2))}
SECOND_BOUND = {"color": PURPLE, "linewidth": 1.6, "linestyle": (0, (1, 1.2))}
CEILING = {"color": GREY, "linewidth": 1.2, "linestyle": (0, (6, 2, 1, 2))}

# The two classes: +1 filled blue circles, -1 open vermillion squares; a ring marks the mistake.
PLUS = {"color": BLUE, "marker": "o", "markersize": 6, "linestyle": "none"}
MINUS = {
    "color": VERMILLION,
    "marker": "s",
    "markersize": 6,
    "linestyle": "none",
    "markerfacecolor": "white",
    "markeredgewidth": 1.5,
}
RING = {
    "color": BLACK,
    "marker": "o",
    "markersize": 14,
    "linestyle": "none",
    "markerfacecolor": "none",
    "markeredgewidth": 1.5,
}

COLUMN = 3.4
"""Width in inches of one column of a two-column page."""
WIDE = 7.0
"""Width in inches of a page, a notebook cell and a slide."""

RC = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "mathtext.fontset": "dejavusans",
    "text.usetex": False,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "legend.framealpha": 0.9,
    "legend.edgecolor": LIGHT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": LIGHT,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "axes.unicode_minus": True,
    "axes.titlelocation": "left",
    "figure.facecolor": "white",
    "figure.dpi": 96,
    "figure.constrained_layout.use": True,
    "savefig.dpi": "figure",
    "savefig.facecolor": "white",
    "savefig.bbox": None,
    "image.composite_image": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "perceptron",
    "svg.id": None,
    "pdf.fonttype": 42,
    "ps.fonttype": 42,
    "pgf.texsystem": "pdflatex",
    "pgf.rcfonts": False,
}


def rc():
    """The style, as a context (``with rc():``) or a decorator (``@rc()``)."""
    return matplotlib.rc_context(RC)


def figure(width=WIDE, height=3.2, **subplots):
    """An empty figure with its axes, unknown to pyplot.

    Parameters
    ----------
    width, height : float
        Inches; use `COLUMN` or `WIDE` for the width.
    **subplots
        Passed to ``Figure.subplots``, for example ``ncols=2`` or ``width_ratios=(1, 2)``.

    Returns
    -------
    tuple
        The figure, and one axes or an array of axes.
    """
    with rc():
        fig = Figure(figsize=(width, height))
        FigureCanvasAgg(fig)
        return fig, fig.subplots(**subplots)


def samples(axes, X, y):
    """Draw the points of both classes.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    X : array-like, shape (n_samples, 2)
    y : array-like of -1 and +1, shape (n_samples,)

    Returns
    -------
    list of matplotlib.lines.Line2D
        The points labelled +1, then those labelled -1.
    """
    return [
        axes.plot(
            [x[0] for x, label in zip(X, y, strict=True) if label == sign],
            [x[1] for x, label in zip(X, y, strict=True) if label == sign],
            label=f"label {format_number(Label(sign))}",
            zorder=3,
            **look,
        )[0]
        for sign, look in ((1, PLUS), (-1, MINUS))
    ]


def arrow(axes, start=(0, 0), end=(0, 0), **look):
    """An arrow in data coordinates; move it with ``set_positions(start, end)``.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    start, end : pair of float
        Tail and head.
    **look
        A style such as ``**WEIGHT`` or ``**UPDATE``.

    Returns
    -------
    matplotlib.patches.FancyArrowPatch
    """
    patch = FancyArrowPatch(
        start,
        end,
        arrowstyle="-|>",
        mutation_scale=11,
        shrinkA=0,
        shrinkB=0,
        zorder=4,
        **{k: v for k, v in look.items() if "marker" not in k},
    )
    return axes.add_patch(patch)
