"""Short texts beside points, where nothing that is drawn runs through them."""

import itertools

import numpy as np
from matplotlib.text import Text

from perceptron_lessons.figures.panels import beside

HALO = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.85}
TURNS = sorted(np.arange(-7, 9) * np.pi / 8, key=abs)
FEW = 12  # samples that are numbered, and drawn as lines; more of them nobody reads
GAPS = (4, 8, 12, 16, 20, 24)  # points between a place and its text
ASTRAY, OUTSIDE = 100, 1000  # what is worse than being crossed, in crossings


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
    look = {"fontsize": 8, "ha": "center", "va": "center", "bbox": HALO, "in_layout": False} | look
    return [
        beside(axes, text, x, d if d.any() else (1, 1), **look)
        for x, text, d in zip(X, texts, directions, strict=True)
    ]


def number_samples(axes, X):
    """Write their numbers beside the samples, if they are few."""
    return name_samples(axes, X, range(len(X))) if len(X) <= FEW else []


def keep_clear(picture, labels):
    """Move each label around its place to where no line, arrow, point or label crosses it.

    One place for all states of the picture, so that no label jumps, and one where it is clear
    whose label it is. Where no such place is free of everything, the fewest things cross it.

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
    here, point = picture.state, picture.figure.dpi / 72
    ink = {label.axes: [] for label in labels}
    for state in picture.states():
        picture.at(**state)
        for axes, pieces in ink.items():
            pieces.extend(_ink(axes, point))
    ink = {axes: np.unique(pieces, axis=0) for axes, pieces in ink.items()}
    for label in labels:
        others = [other.xy for other in labels if other.axes is label.axes]
        place, middle, size = _best_place(label, others, ink[label.axes], point)
        label.xyann = tuple((middle - place) / point)
        ink[label.axes] = np.vstack([ink[label.axes], _as_ink(middle, size)])
    return picture.at(**here)


def _best_place(label, others, ink, point):
    """Return where on paper a label's point is, where its middle should be, and half its size."""
    label.set_visible(True)  # else it has no size
    size = Text.get_window_extent(label).size / 2 + 1.5 * point
    page, (place, *others) = label.axes.bbox, label.axes.transData.transform([label.xy, *others])
    first, best = np.arctan2(*reversed(label.xyann)), np.inf
    for gap, turn in itertools.product(GAPS, TURNS):
        side = np.array([np.cos(first + turn), np.sin(first + turn)])
        # The box touches the circle around the place with a side or with a corner.
        middle = place + gap * point * side + size * np.clip(np.sqrt(2) * side, -1, 1)
        # The nearest of all places must be its own, or the reader is led astray.
        astray = np.linalg.norm(others - middle, axis=1).min() < np.linalg.norm(place - middle)
        outside = ((middle - size < page.min) | (middle + size > page.max)).any()
        cost = _crossings(ink, middle, size) + ASTRAY * astray + OUTSIDE * outside
        if cost < best:
            best, chosen = cost, middle
    return place, chosen, size


def _ink(axes, point):
    """Yield all lines, arrows and markers as pieces (x, y, x', y', half the width) on paper."""
    for line in axes.lines:
        corners = line.get_transform().transform(line.get_xydata())
        if line.get_visible() and line.get_linestyle() != "None":
            yield from _pieces(corners, line.get_linewidth() / 2 * point)
        if line.get_visible() and line.get_marker() != "None":
            size = (line.get_markersize() + line.get_markeredgewidth()) / 2 * point
            yield from ((*corner, *corner, size) for corner in corners)
    for patch in axes.patches:
        if patch.get_visible() and patch.get_edgecolor()[3]:
            corners = patch.get_transform().transform(patch.get_path().vertices)
            yield from _pieces(corners, patch.get_linewidth() / 2 * point)


def _pieces(corners, size):
    ends = np.hstack([corners[:-1], corners[1:]])
    return ((*piece, size) for piece in ends[np.isfinite(ends).all(axis=1)])


def _as_ink(middle, half):
    """A box as a piece of ink, as long and as wide."""
    along = np.array([max(half[0] - half[1], 0), 0])
    return [*(middle - along), *(middle + along), half.min()]


def _crossings(ink, middle, half):
    """How many pieces reach into a box: no side of the box, nor of the piece, keeps them apart."""
    start, end, size = ink[:, :2], ink[:, 2:4], ink[:, 4:]
    centre, along = (start + end) / 2 - middle, (end - start) / 2
    reach = half + size
    apart = (np.abs(centre) > reach + np.abs(along)).any(axis=1)
    turned = np.abs(centre[:, 0] * along[:, 1] - centre[:, 1] * along[:, 0])
    apart |= turned > reach[:, 0] * np.abs(along[:, 1]) + reach[:, 1] * np.abs(along[:, 0])
    return int((~apart).sum())
