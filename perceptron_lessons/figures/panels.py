"""What figures are composed of: a plane with samples, a plot of curves, and one legend for all.

An artist carries its label from the moment it is drawn; `legend` collects the labels. What the
state of a figure moves is moved by the artist's own `move`.
"""

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Polygon

from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import (
    band_corners,
    circle,
    cone_directions,
    convex_hull,
    line_ends,
)
from perceptron_lessons.figures.wording import name_axis

BARE = {"names": "", "ticks": []}  # a plane without numbers
CROSS = {"color": style.LIGHT, "linewidth": 0.8, "zorder": 0.5}  # the axes through the origin
DECADES = (0.001, 0.01, 0.1, 1, 10, 100, 1000)


def curve(axes, xs=(), ys=(), look=style.LINE, **changes):
    """Draw a line, or points, in a look and with changes to it; return the artist."""
    (artist,) = axes.plot(xs, ys, **(look | changes))
    return artist


def caption(axes, x=0.0, y=1.03, text="", **changes):
    """Write a small text above the axes; return it."""
    return axes.text(x, y, text, **({"transform": axes.transAxes} | changes))


def beside(axes, text, place, offset, **look):
    """Write a text so many points away from a place in the data; return it."""
    look = {"xytext": tuple(offset), "textcoords": "offset points"} | look
    return axes.annotate(text, place, **look)


class Boundary(Line2D):
    """The line w·x + b = 0, as far as its axes reach."""

    def move(self, w, b=0.0):
        self.set_data(*line_ends(*axes_corners(self.axes), w, b))


class Band(Polygon):
    """The band |w·x + b| < half_width·‖w‖, as far as its axes reach."""

    def move(self, w, half_width, b=0.0):
        self.set_visible(bool(np.any(w)))
        if np.any(w):
            self.set_xy(band_corners(*axes_corners(self.axes), w, half_width, b))


class Sides:
    """The two sides of the line w·x + b = 0, each in a light tint; none where w = 0."""

    def __init__(self, axes):
        looks = (style.PLUS_SIDE, style.MINUS_SIDE)
        self.artists = [axes.add_patch(Band(np.zeros((4, 2)), closed=True, **x)) for x in looks]
        self.move((0, 0))

    def move(self, w, b=0.0):
        w, b = np.asarray(w, dtype=float), float(b)
        low, high = axes_corners(self.artists[0].axes)
        length = np.linalg.norm(w)
        # A side is a band that begins at the line and is wide enough to leave the axes.
        wide = np.linalg.norm(high - low)
        wide += abs(w @ (low + high) / 2 + b) / length if length else 0
        for artist, sign in zip(self.artists, (1, -1), strict=True):
            artist.move(sign * w, wide, sign * b - wide * length)


class Arrow(FancyArrowPatch):
    """An arrow in data coordinates, hidden where it has no length."""

    def move(self, end, start=(0, 0)):
        self.ends = start, end
        self.set_visible(bool(np.any(np.asarray(start) != np.asarray(end))))
        self.set_positions(tuple(start), tuple(end))


class Samples:
    """The points of both classes, as two artists: those labelled +1 and those labelled −1."""

    def __init__(self, axes, words, X, y):
        looks = {1: style.PLUS, -1: style.MINUS}
        self.artists = [
            curve(axes, look=look, label=name_axis(words.classes[sign]), zorder=3)
            for sign, look in looks.items()
        ]
        self.move(X, y)

    def move(self, X, y):
        X = np.reshape(X, (-1, 2))
        y = np.asarray(y)
        for artist, sign in zip(self.artists, (1, -1), strict=True):
            artist.set_data(*X[y == sign].T)


class DataPanel:
    """A plane with equal units on both axes and fixed limits, square around some points.

    It has no frame: thin axes go through the origin.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    words : Wording
        What the axes and the classes of samples are called.
    *points : array-like, shape (n, 2)
        What must be inside the limits.
    pad : float
        Room around them, as a share of their extent.
    names : str, optional
        A letter, of which the axes show the components; or two names, as matplotlib is to write
        them. By default those of the samples.
    origin : bool
        Whether the origin must be inside too.
    cross : bool
        Whether the axes through the origin are drawn.
    title : str
    ticks : sequence of float, optional
        The numbers along the sides; by default some round ones.
    """

    def __init__(
        self,
        axes,
        words,
        *points,
        pad=0.14,
        names=None,
        origin=True,
        cross=True,
        title="",
        ticks=None,
    ):
        self.axes = axes
        self.words = words
        points = [np.reshape(p, (-1, 2)) for p in points] + [np.zeros((int(origin), 2))]
        points = np.vstack(points).astype(float)
        low, high = points.min(axis=0), points.max(axis=0)
        half = ((high - low).max() / 2 or 1.0) * (1 + 2 * pad)
        middle = (low + high) / 2
        xlim, ylim = np.transpose([middle - half, middle + half])
        axes.set(xlim=xlim, ylim=ylim, title=title)
        axes.set_aspect("equal", adjustable="box")
        axes.locator_params(nbins=6, steps=[1, 2, 5, 10])
        if ticks is not None:
            axes.set(xticks=ticks, yticks=ticks)
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        names = words.axes if names is None else names
        if isinstance(names, str):
            names = [f"${names}_{j}$" if names else "" for j in (1, 2)]
        x_name, y_name = names
        axes.set(xlabel=x_name, ylabel=y_name)
        if cross:
            for line in (axes.axhline, axes.axvline):
                line(0, **CROSS)

    def samples(self, X=(), y=()):
        return Samples(self.axes, self.words, X, y)

    def line(self, w=(0, 0), b=0.0, look=style.LINE, **changes):
        """Draw w·x + b = 0; there is no line where w = 0."""
        artist = self.axes.add_line(Boundary([], [], **(look | changes)))
        artist.move(w, b)
        return artist

    def band(self, w, half_width, b=0.0, **changes):
        """Shade |w·x + b| < half_width·‖w‖."""
        artist = self.axes.add_patch(Band(np.zeros((4, 2)), closed=True, **(style.BAND | changes)))
        artist.move(w, half_width, b)
        return artist

    def cone(self, Z, **changes):
        """Shade all w with w·z > 0 for every row z; return the patch, or None if there is none."""
        directions = cone_directions(Z)
        if directions is None:
            return None
        reach = 2 * np.abs(axes_corners(self.axes)).max() * np.sqrt(2)
        angles = np.linspace(*directions, 16)
        rim = reach * np.column_stack([np.cos(angles), np.sin(angles)])
        return self.axes.add_patch(Polygon(np.vstack([[0, 0], rim]), **(style.CONE | changes)))

    def arrow(self, end=(0, 0), start=(0, 0), look=style.WEIGHT, **changes):
        """Draw an arrow; its default look is that of the weights."""
        head = {"arrowstyle": "-|>", "mutation_scale": 11, "shrinkA": 0, "shrinkB": 0, "zorder": 4}
        artist = self.axes.add_patch(Arrow(start, end, **(head | look | changes)))
        artist.move(end, start)
        return artist

    def ray(self, direction, look=style.SEPARATOR, **changes):
        """Draw the ray from 0 in a direction, farther than the axes reach."""
        reach = 2 * np.abs(axes_corners(self.axes)).max() / np.linalg.norm(direction)
        return curve(self.axes, *np.outer(direction, [0, reach]), look, **changes)

    def hull(self, Z, **changes):
        """Shade the hull of points; its default look is that of the hull of the z."""
        look = style.HULL | changes
        return self.axes.add_patch(Polygon(convex_hull(np.asarray(Z, float)), closed=True, **look))

    def sides(self):
        """Tint the sides of a line, which is still without a place."""
        return Sides(self.axes)

    def mistakes(self, **changes):
        """Draw the thin rings of all mistakes, still without a place."""
        look = {"zorder": 4.9, "label": self.words("mistake")}
        return curve(self.axes, look=style.MISTAKE, **(look | changes))

    def ring(self, **changes):
        """Draw the bold ring of one mistake, still without a place."""
        return curve(self.axes, look=style.RING, **({"zorder": 5} | changes))

    def circle(self, radius=1.0, look=style.THIN, **changes):
        return curve(self.axes, *circle(radius), look, **changes)


class CurvePanel:
    """A plot of what was measured against its bound, with a ring around the present point.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    x : str
        Name of the horizontal axis.
    title : str
    xlim, ylim : pair of float
        The limits, fixed for all states.
    log : {"", "x", "y", "xy"}
        Which axes are logarithmic; a logarithmic x has its ticks at round numbers.
    ticks : sequence of float
        The round numbers.
    y : str
        Name of the vertical axis, where the title does not say it.
    minor : bool
        Whether a logarithmic x has unnamed ticks between them.
    **title_look
        Passed to ``set_title``.
    """

    def __init__(
        self, axes, x, title, xlim, ylim, *, log="", ticks=DECADES, minor=True, y="", **title_look
    ):
        self.axes = axes
        axes.set_title(title, **title_look)
        axes.set(**{f"{letter}scale": "log" for letter in log})
        if "x" in log:
            ticks = [t for t in ticks if xlim[0] <= t <= xlim[1]]
            axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
            if not minor:
                axes.set_xticks([], minor=True)
        axes.set(xlim=xlim, ylim=ylim, xlabel=x, ylabel=y)

    def curve(self, xs=(), ys=(), look=style.LINE, **changes):
        return curve(self.axes, xs, ys, look, **changes)

    def here(self, **changes):
        """Draw the ring around the present point, still without a place."""
        return self.curve(look=style.HERE, **changes)

    def caption(self, **changes):
        """Draw the line above the plot that says what the present point is, still empty."""
        return caption(self.axes, **changes)


def legend(fig, ncols, named=(), **changes):
    """Put below the figure what its artists say of themselves, in the order of drawing.

    Beside it, where a single panel may not be as high as it would be. Each label stands once.
    What is shaded is shown as a broad line, an arrow as a line.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
    ncols : int
        The most; fewer where the figure is too narrow for them.
    named : sequence of perceptron_lessons.figures.labels.Names
        Whose artists have their names beside them, and are not named again.
    **changes
        Passed to ``Figure.legend``.
    """
    entries = {}
    for axes in fig.axes:
        for artist, label in zip(*axes.get_legend_handles_labels(), strict=True):
            if not any(artist in names.artists for names in named):
                entries.setdefault(label, artist)
    is_beside = getattr(fig, "low", False) and _has_one_column(fig)
    place = "outside right center" if is_beside else "outside lower center"
    look = {"loc": place, "frameon": False} | changes
    ncols = 1 if is_beside else ncols

    def draw(entries):
        keys = list(map(_key, entries.values()))
        for columns in range(ncols, 0, -1):
            made = fig.legend(keys, list(entries), ncols=columns, **look)
            width = made.get_window_extent(RendererAgg(1, 1, fig.dpi)).width
            if columns == 1 or width < fig.bbox.width:
                return made
            made.remove()

    if not entries:
        return
    # What a file shows of one state needs another legend: see saving.py.
    fig.keys.append(style.Key(draw(entries), entries, draw))


def _has_one_column(fig):
    """Return whether no two panels of a figure stand side by side."""
    places = [axes.get_subplotspec() for axes in fig.axes]
    return all(place is None or place.get_gridspec().ncols == 1 for place in places)


def _key(artist):
    """What stands for an artist in the legend."""
    if isinstance(artist, Arrow):
        width = artist.get_linewidth()
        dashes = artist.get_linestyle()
        return Line2D([], [], linewidth=width, linestyle=dashes, color=artist.get_edgecolor())
    if isinstance(artist, Polygon) and artist.get_facecolor()[3] and not artist.get_hatch():
        # A little darker, for so little of it would hardly be seen on white.
        red, green, blue, _ = 0.92 * np.array(artist.get_facecolor())
        return Line2D([], [], color=(red, green, blue), linewidth=7)
    if isinstance(artist, Line2D) and artist.get_markersize() > 10:
        key = Line2D([], [])
        key.update_from(artist)
        key.set_markersize(10)
        return key
    return artist


def axes_corners(axes):
    """The lower left and the upper right corner of the axes, in data coordinates."""
    return np.array([axes.get_xlim(), axes.get_ylim()]).T
