"""One look for every figure: colours, markers, line styles and text sizes.

The colours and dashes of objects (w, u, wall, disc, labels, …) are those of the stage, from
``look.json``: after Okabe and Ito, so that people with a colour-vision deficiency can tell them
apart. No meaning rests on colour alone: classes also differ in shape and filling, lines also in
dashes or width, so that a print in grey keeps every distinction.

A look is what ``axes.plot`` takes:

>>> with rc():
...     fig, axes = figure(COLUMN, 2.0)
...     lines = axes.plot([0, 1, 2], [0, 1, 4], **MEASURED)
>>> [float(inches) for inches in fig.get_size_inches()]
[3.4, 2.0]
"""

import contextlib
import json
import pathlib
import re
import threading
from collections.abc import Callable
from typing import NamedTuple

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, ScalarFormatter

LOOK = json.loads(pathlib.Path(__file__).with_name("look.json").read_text(encoding="utf-8"))
"""Object of the pictures → its colours on light and on dark paper, and its dashes."""


def _of(name, width):
    """The look of a line that is an object: its dashes are in pixels, those here in line widths."""
    dashes = tuple(float(length) / 2 for length in LOOK[name].get("dash", "").split())
    colour = LOOK[name]["light"]
    return {"color": colour, "linewidth": width, "linestyle": (0, dashes) if dashes else "-"}


BLACK = LOOK["line"]["light"]
BLUE = LOOK["plus"]["light"]
VERMILLION = LOOK["minus"]["light"]
GREEN = LOOK["w"]["light"]
PURPLE = LOOK["update"]["light"]
FAILS = LOOK["fails"]["light"]
GREY = "#6E6E6E"
DARK = "#555555"
LIGHT = "#D9D9D9"

# Looks: keyword arguments for ``axes.plot``; arrows take those without markers.
LINE = _of("line", 1.6)
LINE_BEFORE = {"color": GREY, "linewidth": 1.2, "linestyle": (0, (5, 2))}
WEIGHT = _of("w", 1.8)
WEIGHT_BEFORE = WEIGHT | {"linewidth": 1.2, "linestyle": (0, (5, 2))}
UPDATE = _of("update", 1.8)
SEPARATOR = _of("u", 2.4)
MEASURED = {"color": BLUE, "linewidth": 1.6, "linestyle": "-", "marker": "o", "markersize": 4}
POINTS = MEASURED | {"linestyle": "none"}
# The wall is a bound from below, the disc one from above; other bounds look like one of them.
BOUND = _of("wall", 1.8)
SECOND_BOUND = _of("disc", 1.6)
GOAL = _of("goal", 1.6)
CEILING = {"color": GREY, "linewidth": 1.2, "linestyle": (0, (6, 2, 1, 2))}

# The two classes: +1 filled circles, -1 open squares; a ring marks a mistake.
PLUS = {"color": BLUE, "marker": "o", "markersize": 6, "linestyle": "none"}
OPEN = {"linestyle": "none", "markerfacecolor": "white", "markeredgewidth": 1.5}
MINUS = OPEN | {"color": VERMILLION, "marker": "s", "markersize": 6}
RING = OPEN | {"color": BLACK, "marker": "o", "markersize": 14, "markerfacecolor": "none"}
RING |= {"markeredgewidth": 2}
# All mistakes of a state are ringed thinly, the next of them boldly.
MISTAKE = RING | {"markeredgewidth": 0.8}
# The sides of a line; light enough for all that is drawn on them, and in grey −1 is the darker.
PLUS_SIDE = {"facecolor": LOOK["plusSide"]["light"], "edgecolor": "none", "zorder": -1}
MINUS_SIDE = {"facecolor": LOOK["minusSide"]["light"], "edgecolor": "none", "zorder": -1}
BAR = PLUS_SIDE | {"edgecolor": BLUE, "linewidth": 0.8, "zorder": 1}
# A ring around the present point of a curve, which it may not hide.
HERE = RING | {"markersize": 11, "markeredgewidth": 1.5, "clip_on": False, "zorder": 6}
# What is there for reference: the circle of radius R, rays to the samples, the start of a plot.
THIN = {"color": GREY, "linewidth": 0.8}
RAY = THIN | {"linestyle": (0, (1, 2))}
FAINT = {"color": "#BFBFBF", "linewidth": 0.8, "linestyle": "-"}
BAND = {"facecolor": "#EDEDED", "edgecolor": "none", "zorder": 0}
CONE = {"facecolor": LOOK["cone"]["light"], "edgecolor": "none", "zorder": 0}
HULL = {"facecolor": LOOK["hull"]["light"], "edgecolor": GREY, "linewidth": 0.8, "zorder": 0}
CAP = {
    "facecolor": LOOK["cap"]["light"],
    "edgecolor": BOUND["color"],
    "linewidth": 0.8,
    "zorder": 0.4,
}

# Widths in inches: of one column of a two-column page; of a picture with texts beside it that a
# telephone still shows unshrunk; and of a page, a notebook cell and a slide.
COLUMN, MIDDLE, WIDE = 3.4, 4.6, 7.0
# From which two or three panels stand side by side, and any other panels.
ABREAST, WIDER = 4.2, 5.0
ACROSS = 2.0  # width over height of the room that a projected slide has, at least
ROOM = 0.7  # of a panel with its axis, for a title above it
SMALLEST = 7  # points, of titles in narrow print
FLAT = 0.64  # height of a panel over its width, where panels stand one below the other

STYLE = pathlib.Path(__file__).with_name("lessons.mplstyle")
RC = matplotlib.rc_params_from_file(STYLE, use_default_template=False)


# The cmr10 of matplotlib has ligatures where ² and | should be: words are in STIX beside it.
SERIF = {"font.family": ["STIXGeneral", "DejaVu Sans"]}
FONTS = {
    "dejavu": {},
    "cm": SERIF | {"mathtext.fontset": "cm"},
    "stix": SERIF | {"mathtext.fontset": "stix"},
}
"""Name of a set of letters → what it changes in the style."""
PLAIN = "dejavu"

# Matplotlib's settings and its parser of formulas are one for all threads.
_DRAWING = threading.RLock()


@contextlib.contextmanager
def rc(paper=None):
    """The style, as a context (``with rc():``) or a decorator (``@rc()``).

    Other threads wait until it is left.

    Parameters
    ----------
    paper : Paper or Sheet, optional
        In whose letters; other figures are in the plain ones.
    """
    with _DRAWING, matplotlib.rc_context(RC | FONTS[getattr(paper, "font", PLAIN)]):
        yield


class PaperFigure(Figure):
    """A matplotlib figure that knows in which letters it is drawn, and if its width was asked.

    Attributes
    ----------
    font : {"dejavu", "cm", "stix"}
    printed : bool
        Whether its width was asked.
    low : bool
        Whether it would be higher, if its page were.
    keys : list of Key
        Its legends, so that a file can show one of fewer entries.
    """

    def __init__(self, *args, font=PLAIN, printed=False, low=False, **kwargs):
        super().__init__(*args, **kwargs)
        self.font = font
        self.printed = printed
        self.low = low
        self.keys = []


class Key(NamedTuple):
    """A legend: what it is on paper, its artists by their labels, and what draws one of some."""

    legend: Legend
    entries: dict
    draw: Callable


class Paper(NamedTuple):
    """What figures are drawn on.

    Attributes
    ----------
    width : float or None
        Inches of print. Panels that would be too narrow side by side stand one below the other.
    font : {"dejavu", "cm", "stix"}
        The letters, of the size that they have.
    letters : float
        How much larger letters and lines are, beside the panels, than on paper.
    height : float or None
        The most inches of print, as a slide has them.
    """

    width: float | None = None
    font: str = PLAIN
    letters: float = 1.0
    height: float | None = None

    def figure(self, width=WIDE, height=3.2, least=0, **subplots):
        """Return an empty figure with its axes, unknown to pyplot.

        Parameters
        ----------
        width, height : float
            Inches where nothing is to be printed; use `COLUMN`, `MIDDLE` or `WIDE` for the width.
        least : float
            Inches without which its words have no room; a slide shrinks the figure to them.
        **subplots
            Passed to ``Figure.subplots``, for example ``ncols=2`` or ``width_ratios=(1, 2)``; or,
            with ``mosaic="AB;AC"``, to ``Figure.subplot_mosaic``.

        Returns
        -------
        tuple
            The figure, and one axes, an array of axes, or a dict of them by the letters.
        """
        is_slide = self.height is not None
        width, height, subplots = _layout_in_print(self.width, width, height, subplots, is_slide)
        low = is_slide and height > self.height
        if low:
            height = min(height, max(least, self.height))
        if self.letters > 1 and width < ACROSS * height:  # as wide as a projected slide
            height = least or height
            width = ACROSS * height
        with rc(self):
            size = width / self.letters, height / self.letters
            fig = PaperFigure(figsize=size, font=self.font, printed=self.width is not None, low=low)
            FigureCanvasAgg(fig)
            return fig, (fig.subplot_mosaic if "mosaic" in subplots else fig.subplots)(**subplots)


figure = Paper().figure


def _layout_in_print(printed, width, height, subplots, is_slide):
    """Return size and subplots of a figure at the width of print.

    A narrow page stacks panels; a slide has no room for that.
    """
    if printed is None:
        return width, height, subplots
    columns = subplots.get("ncols", 2 if "mosaic" in subplots else 1)
    side_by_side = max(1, int(columns * 1.25 * printed / width))
    least = ABREAST if columns < 4 and "mosaic" not in subplots else WIDER
    if is_slide and subplots.get("squeeze", True):
        printed = max(printed, least)  # LaTeX shrinks it a little
    if printed >= least or columns == 1:
        # Words keep their size, and only a part of the height shrinks with the width.
        return printed, height * (0.4 + 0.6 * printed / width), subplots
    panels = {k: v for k, v in subplots.items() if k not in ("width_ratios", "height_ratios")}
    count = columns * subplots.get("nrows", 1)
    if "mosaic" in subplots:
        letters = sorted(set(subplots["mosaic"]) - {";"})
        panels["mosaic"], count, side_by_side = ";".join(letters), len(letters), 1
    elif subplots.get("squeeze", True):
        side_by_side = 1
        panels |= {"nrows": count, "ncols": 1}
    else:
        panels |= {"nrows": -(-count // side_by_side), "ncols": side_by_side}
    each = printed / side_by_side * (FLAT if side_by_side == 1 else 1.1)
    return printed, 0.4 + each * -(-count // side_by_side), panels


class RewrittenTicks(ScalarFormatter):
    """Numbers of an axis, each written by matplotlib and then by a language."""

    def __init__(self, rewrite):
        super().__init__()
        self.rewrite = rewrite

    def __call__(self, x, pos=None):
        return self.rewrite(super().__call__(x, pos))


def write_ticks(figure, rewrite):
    """Let a language write the numbers of all axes: a function of the text that English has."""
    if rewrite("0.5") == "0.5":
        return
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            formatter = axis.get_major_formatter()
            if isinstance(formatter, FuncFormatter):  # texts that were given for ticks
                _rewrite_given(axis, formatter, rewrite)
            elif type(formatter) is ScalarFormatter:
                axis.set_major_formatter(RewrittenTicks(rewrite))


def _rewrite_given(axis, formatter, rewrite):
    axis.set_major_formatter(FuncFormatter(lambda x, pos: rewrite(formatter(x, pos))))


def fit_titles(figure, changing):
    """Break what stands above or below a panel into two lines where it is too wide, or shrink it.

    Parameters
    ----------
    figure : Sheet
    changing : sequence of matplotlib artists
        Their texts change, and are not broken.
    """
    renderer = figure.canvas.get_renderer()
    for axes in figure.axes:
        place = axes.get_subplotspec()
        if place is None:
            continue
        titles = [axes.get_title(side) for side in ("left", "center", "right")]
        texts = [text for text in axes.get_children() if isinstance(text, Text)]
        for text in [*texts, axes.xaxis.label]:
            outside = text.get_transform() == axes.transAxes or text is axes.xaxis.label
            if not text.get_text().strip() or not (outside or text.get_text() in titles):
                continue
            room = len(place.colspan) / place.get_gridspec().ncols * figure.bbox.width * ROOM
            room *= 0.85 if text in changing else 1  # in another state it may be longer
            if text.get_window_extent(renderer).width > room and text not in changing:
                text.set_text(in_two_lines(text.get_text()))
            width = text.get_window_extent(renderer).width
            if width > room:
                text.set_fontsize(max(SMALLEST, text.get_fontsize() * room / width))


def in_two_lines(text):
    """Return a text with its longest line as two, parted at a space outside of formulas."""
    lines = text.split("\n")
    longest = max(lines, key=len)
    words = re.findall(r"(?:\$[^$]*\$|[^\s$])+", longest)
    parts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    two = min(parts, key=lambda two: max(map(len, two)), default=[longest])
    return text.replace(longest, "\n".join(two))
