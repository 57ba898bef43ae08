"""Short texts beside points, lines and arrows, where nothing that is drawn runs through them."""

import functools
import itertools

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import same_color
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from perceptron_lessons.figures import style
from perceptron_lessons.figures.panels import CROSS, Arrow, beside

HALO = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.9}
TURNS = sorted(np.arange(-7, 9) * np.pi / 8, key=abs)
LONG = 11  # letters of a name
FEW = 12  # samples that are numbered, and drawn as lines; more of them nobody reads
GAPS = (4, 8, 12, 16, 20, 24)  # points between a place and its text
# what is worse than being crossed, in crossings
COVERED = 20
ASTRAY = 100
OUTSIDE = 1000
ALONG = (0.75, 0.25, 0.9, 0.1, 0.6, 0.4, 0.97, 0.03, 0.5, 0.83, 0.17, 0.68, 0.32)
NEAR = np.array([2, 5, 9, 14])  # points between a line and its name
FAR = np.array([19, 25, 32])  # or a sign, if there is no room nearer: all its side is meant
ROUND = np.array([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)])
SIGN = {"fontsize": 12, "fontweight": "bold"}


def name_samples(axes, X, texts, directions=None, **look):
    """Write a short text beside each point, by default on the side away from the origin.

    `keep_clear` finds the places where nothing runs through the texts.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    X : array-like, shape (n, 2)
    texts : sequence of n
    directions : array-like, shape (n, 2), optional
        On which side of its point each text is to stand.

    Returns
    -------
    list of matplotlib.text.Annotation
    """
    directions = np.asarray(X if directions is None else directions, dtype=float)
    look = {"ha": "center", "va": "center", "bbox": HALO, "in_layout": False} | look
    return [
        beside(axes, text, x, d if d.any() else (1, 1), **look)
        for x, text, d in zip(X, texts, directions, strict=True)
    ]


def number_samples(axes, X):
    """Write their numbers beside the samples, if they are few."""
    return name_samples(axes, X, range(len(X))) if len(X) <= FEW else []


class Names:
    """What lines, arrows and areas are called, written beside them wherever a state puts them.

    Each is called by its own label and in its own colour. `place` finds the place anew in each
    state; where there is none that is clear of lines, points and other texts, or nothing to be
    named, the name is not shown.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    artists : sequence of Boundary, Arrow, Line2D or Polygon
        Each with a label. Of points the first with room beside it is named.
    sides : Boundary, optional
        A line whose sides are to be marked by + and −.

    Attributes
    ----------
    texts : list of matplotlib.text.Text
        They are among what a state changes.
    """

    def __init__(self, axes, artists, sides=None):
        self.axes = axes
        self.artists = list(artists)
        look = {"ha": "center", "va": "center", "in_layout": False, "zorder": 7}
        # An area bears its own name; on a tinted side letters stand out less than on paper.
        halo = HALO if sides else HALO | {"alpha": 0.5}
        named = [
            (x, _name_of(x), (1, -1), {} if isinstance(x, Polygon) else {"bbox": halo})
            for x in artists
        ]
        # A line runs so that the side where w·x + b > 0 is on its right.
        signs = [(sides, "+", (-1,), SIGN), (sides, "−", (1,), SIGN)] if sides else []
        self._places = [
            (artist, side, axes.text(0, 0, text, **look, **size))
            for artist, text, side, size in signs + named
        ]
        self.texts = [text for *_, text in self._places]
        self._sizes = {}

    def place(self):
        """Put each name beside what it names, as that is now."""
        point = self.axes.figure.dpi / 72
        others = [text for text in self.axes.texts if text not in self.texts and _stands(text)]
        ink = np.vstack([_ink(self.axes, point), *(_as_ink(*_box(text, point)) for text in others)])
        page = self.axes.bbox
        on_paper = self.axes.transData.inverted()
        for artist, sides, text in self._places:
            text.set(visible=True, color=_ink_of(artist))  # else it has no size
            if text not in self._sizes:
                self._sizes[text] = _box(text, point)[1]
            size = self._sizes[text]
            middles = _places_beside(artist, size, sides, point)
            inside = (middles - size >= page.min) & (middles + size <= page.max)
            middles = middles[inside.all(axis=1)]
            free = next(iter(middles[_crossings(ink, middles, size) == 0]), None)
            text.set_visible(free is not None)
            if free is not None:
                text.set_position(on_paper.transform(free))
                ink = np.vstack([ink, _as_ink(free, size)])


def _name_of(artist):
    """The label of an artist; of an area or of points in two lines, where one needs much room."""
    label = artist.get_label()
    is_line = isinstance(artist, Arrow) or _is_curve(artist)
    return label if is_line or len(label) < LONG else style.in_two_lines(label)


def _is_curve(artist):
    return isinstance(artist, Line2D) and artist.get_linestyle() != "None"


def _ink_of(artist):
    """The colour of a name: that of what it names, dark enough to be read."""
    if isinstance(artist, Line2D):
        colour = artist.get_color()
    else:
        colour = artist.get_edgecolor() if artist.get_edgecolor()[3] else style.WEIGHT["color"]
    return style.DARK if same_color(colour, style.GREY) else colour


def _stands(text):
    return text.get_visible() and text.get_text()


def _box(text, point):
    """The middle of a text on paper, and half its size with some room around it."""
    # Not with the renderer that drew it last, perhaps into a file of another resolution.
    box = text.get_window_extent(_renderer(72 * point))
    return (box.min + box.max) / 2, box.size / 2 + 1.5 * point


@functools.cache
def _renderer(dpi):
    """One for all texts of a resolution: matplotlib remembers what it has measured with it."""
    return RendererAgg(1, 1, dpi)


def _places_beside(artist, size, sides, point):
    """Where the middle of a text may be, best first, as an array of shape (n, 2) on paper."""
    if not artist.get_visible():
        return np.empty((0, 2))
    places = []
    if isinstance(artist, Polygon):
        places = [*_places_within(artist, size)]
        corners = artist.get_xy() if artist.get_edgecolor()[3] else ()
    else:
        corners = artist.ends if isinstance(artist, Arrow) else artist.get_xydata()
    corners = artist.axes.transData.transform(np.reshape(corners, (-1, 2)))
    (left, low), (right, high) = artist.axes.bbox.min, artist.axes.bbox.max
    corners = np.clip(corners, (left, low), (right, high))
    steps = np.diff(corners, axis=0)
    lengths = np.hypot(*steps.T)
    is_points = isinstance(artist, Line2D) and not _is_curve(artist)
    if is_points:
        gaps = size + (NEAR + artist.get_markersize() / 2)[:, None, None, None] * point
        places = corners + ROUND[:, None] * gaps
    if is_points or not lengths.sum():
        return np.reshape(places, (-1, 2))
    ends = np.cumsum(lengths)
    at = np.array(ALONG) * ends[-1]
    i = np.searchsorted(ends, at)
    along = steps[i] / lengths[i, None]
    across = along[:, ::-1] * (-1, 1)
    on_line = corners[i + 1] - (ends[i] - at)[:, None] * along
    found = [np.reshape(places, (-1, 2))]
    for gaps in (NEAR, FAR) if len(sides) == 1 else (NEAR,):  # a sign has one side, a name two
        away = gaps[:, None] * point + np.abs(across) @ size
        beside = np.multiply.outer(away, sides)[..., None] * across[:, None]
        found.append((on_line[:, None] + beside).reshape(-1, 2))
    return np.vstack(found)


def _places_within(patch, size):
    """Places of which the whole text is inside an area, those in the middle of its axes first."""
    page = patch.axes.bbox
    grid = np.stack(np.meshgrid(*np.linspace(page.min + size, page.max - size, 15).T), axis=-1)
    grid = grid.reshape(-1, 2)
    corners = (grid[:, None] + size * [(-1, -1), (-1, 1), (1, -1), (1, 1)]).reshape(-1, 2)
    path = patch.get_transform().transform_path(patch.get_path())
    inside = path.contains_points(corners).reshape(-1, 4).all(axis=1)
    centre = (page.min + page.max) / 2
    return grid[inside][np.argsort(np.linalg.norm(grid[inside] - centre, axis=1), kind="stable")]


def keep_clear(picture, labels):
    """Move each label around its place to where no line, arrow, point or label crosses it.

    One place for all states of the picture, so that no label jumps, and one where it is clear
    whose label it is. Where no such place is free of everything, the fewest things cross it, and
    another label only where nothing else helps.

    Parameters
    ----------
    picture : InteractiveFigure
    labels : sequence of matplotlib.text.Annotation
        As `name_samples` makes them; their offsets are the sides on which they would stand best.

    Returns
    -------
    InteractiveFigure
        The same one.
    """
    if not labels:
        return picture
    here = picture.state
    point = picture.figure.dpi / 72
    ink = {label.axes: [] for label in labels}
    for state in picture.states():
        picture.move(**state)  # names are no ink
        for axes, pieces in ink.items():
            pieces.append(_ink(axes, point))
    ink = {axes: np.unique(np.vstack(pieces), axis=0) for axes, pieces in ink.items()}
    boxes = {axes: np.empty((0, 5)) for axes in ink}
    for label in labels:
        axes = label.axes
        others = [other.xy for other in labels if other.axes is axes]
        place, middle, size = _best_place(label, others, ink[axes], boxes[axes], point)
        label.xyann = tuple((middle - place) / point)
        boxes[axes] = np.vstack([boxes[axes], _as_ink(middle, size)])
    return picture.at(**here)


def _best_place(label, others, ink, boxes, point):
    """Return where on paper a label's point is, where its middle should be, and half its size."""
    label.set_visible(True)  # else it has no size
    size = _box(label, point)[1]
    page, (place, *others) = label.axes.bbox, label.axes.transData.transform([label.xy, *others])
    first = np.arctan2(*reversed(label.xyann))
    best = np.inf
    for gap, turn in itertools.product(GAPS, TURNS):
        side = np.array([np.cos(first + turn), np.sin(first + turn)])
        # The box touches the circle around the place with a side or with a corner.
        middle = place + gap * point * side + size * np.clip(np.sqrt(2) * side, -1, 1)
        # The nearest of all places must be its own, or the reader is led astray.
        astray = np.linalg.norm(others - middle, axis=1).min() < np.linalg.norm(place - middle)
        outside = ((middle - size < page.min) | (middle + size > page.max)).any()
        cost = _crossings(ink, middle[None], size)[0] + ASTRAY * astray + OUTSIDE * outside
        cost += COVERED * _crossings(boxes, middle[None], size)[0]
        if cost < best:
            best = cost
            chosen = middle
    return place, chosen, size


def _ink(axes, point):
    """All lines, arrows and markers as pieces (x, y, x', y', half the width) on paper."""
    ink = [np.empty((0, 5))]
    for line in axes.lines:
        corners = line.get_transform().transform(line.get_xydata())
        is_cross = line.get_zorder() == CROSS["zorder"]  # a text with a halo may cover it
        if line.get_visible() and line.get_linestyle() != "None" and not is_cross:
            ink.append(_segments(corners[:-1], corners[1:], line.get_linewidth() / 2 * point))
        if line.get_visible() and line.get_marker() != "None":
            size = (line.get_markersize() + line.get_markeredgewidth()) / 2 * point
            ink.append(_segments(corners, corners, size))
    for patch in axes.patches:
        if patch.get_visible() and isinstance(patch, Arrow):
            # Not its outline, which depends on the resolution in which it was drawn last.
            start, end = axes.transData.transform(patch.ends)[:, None]
            ink.append(_segments(start, end, patch.get_linewidth() / 2 * point))
            ink.append(_segments(end, end, patch.get_mutation_scale() * 0.6 * point))
        elif patch.get_visible() and patch.get_edgecolor()[3]:
            outline = patch.get_transform().transform_path(patch.get_path())
            size = patch.get_linewidth() / 2 * point
            for corners in outline.to_polygons(closed_only=False):
                ink.append(_segments(corners[:-1], corners[1:], size))
    return np.vstack(ink)


def _segments(starts, ends, size):
    pieces = np.column_stack([starts, ends, np.full(len(starts), size)])
    return pieces[np.isfinite(pieces).all(axis=1)]


def _as_ink(middle, half):
    """A box as a piece of ink, as long and as wide."""
    along = np.array([max(half[0] - half[1], 0), 0])
    return [*(middle - along), *(middle + along), half.min()]


def _crossings(ink, middles, half):
    """How many pieces reach into each box: no side of the box, nor of the piece, keeps them apart.

    Parameters
    ----------
    ink : array of shape (n_pieces, 5)
    middles : array of shape (n_boxes, 2)
        Of boxes of one size.
    half : array of shape (2,)
        Half that size.
    """
    start = ink[:, :2]
    end = ink[:, 2:4]
    size = ink[:, 4:]
    centre = (start + end) / 2 - middles[:, None]
    along = (end - start) / 2
    reach = half + size
    apart = (np.abs(centre) > reach + np.abs(along)).any(axis=-1)
    turned = np.abs(centre[..., 0] * along[:, 1] - centre[..., 1] * along[:, 0])
    apart |= turned > reach[:, 0] * np.abs(along[:, 1]) + reach[:, 1] * np.abs(along[:, 0])
    return (~apart).sum(axis=-1)
