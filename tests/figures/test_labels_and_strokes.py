"""No label lies on a stroke that is not its own, and no half of a plane is empty."""

import functools
import itertools

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.patches import FancyArrowPatch, Patch
from matplotlib.text import Text

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.panels import CROSS, Band, Boundary

NAMES = list(FIGURES)
IN_SPACE = {"lift"}  # its axes turn data into paper in a way of their own
LEAST = 0.45  # of a plane's width, and of its height, that something is drawn in
ASIDE = 0.27  # how far from the middle of a plane the middle of what is drawn may be


@functools.cache
def drawn(name):
    return FIGURES[name]()


def a_few_states(picture):
    """The first, the last and some states between, and the one on paper."""
    states = picture.states()
    count = min(len(states), 7)
    chosen = np.linspace(0, len(states) - 1, count).round().astype(int)
    return [picture.state, *(states[i] for i in dict.fromkeys(chosen.tolist()))]


def strokes_of(axes):
    """Each stroke on paper: its points, about one a pixel, and its place in the drawing order."""
    for line in axes.lines:
        if not line.get_visible() or line.get_zorder() == CROSS["zorder"]:
            continue
        corners = line.get_transform().transform(line.get_xydata())
        if line.get_linestyle() != "None":
            yield line, along(corners)
        elif line.get_marker() not in ("None", ""):
            yield line, corners[np.isfinite(corners).all(axis=1)]
    for patch in axes.patches:
        if not patch.get_visible() or not to_rgba(patch.get_edgecolor())[3]:
            continue
        path = patch.get_path()
        if isinstance(patch, FancyArrowPatch):
            # The shaft from end to end: the outline depends on the renderer.
            yield patch, along(axes.transData.transform(np.array(patch.ends)))
        elif patch.get_linewidth():
            for corners in patch.get_transform().transform_path(path).to_polygons():
                yield patch, along(corners)


def along(corners):
    """Points along a broken line, at most a pixel apart."""
    pieces = [np.empty((0, 2))]
    for start, end in itertools.pairwise(corners):
        if np.isfinite([start, end]).all():
            steps = int(min(np.hypot(*(end - start)), 5000)) + 2
            pieces.append(start + np.linspace(0, 1, steps)[:, None] * (end - start))
    return np.vstack(pieces)


def is_covered(point, stroke, axes):
    """Whether something opaque lies over a point of a stroke."""
    return any(
        patch.get_visible()
        and patch.get_zorder() > stroke.get_zorder()
        and to_rgba(patch.get_facecolor())[3] == 1
        and not isinstance(patch, FancyArrowPatch)
        and patch.contains_point(point)
        for patch in axes.patches
    )


def labels_of(axes):
    return [text for text in axes.texts if text.get_visible() and text.get_text().strip()]


def box_of(text):
    """Return the middle of a text on paper, half its size where it is level, and its turn."""
    angle = np.radians(text.get_rotation())
    box = Text.get_window_extent(text)
    text.set_rotation(0)
    size = Text.get_window_extent(text).size
    text.set_rotation(np.degrees(angle))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (box.min + box.max) / 2, size / 2, turn


def crossings(axes):
    """Return the texts inside of axes that a stroke runs through, with that stroke."""
    found = []
    for text in labels_of(axes):
        middle, half, turn = box_of(text)
        for stroke, points in strokes_of(axes):
            points = points[((points > axes.bbox.min) & (points < axes.bbox.max)).all(axis=1)]
            inside = points[(np.abs((points - middle) @ turn) < half - 1.5).all(axis=1)]
            some = inside[:: max(1, len(inside) // 5)]
            if any(not is_covered(point, stroke, axes) for point in some):
                found.append((text.get_text(), type(stroke).__name__, stroke.get_label()))
    return found


@pytest.mark.parametrize("name", [name for name in NAMES if name not in IN_SPACE])
def test_no_label_lies_on_a_stroke(name):
    picture = drawn(name)
    start = dict(picture.state)
    for state in a_few_states(picture):
        picture.at(**state).figure.draw_without_rendering()
        for axes in picture.figure.axes:
            assert not crossings(axes), state
    picture.at(**start)


def is_plane(axes):
    """Whether both axes of these have the same units."""
    return axes.get_aspect() == 1 and axes.name == "rectilinear"


def ink_of(axes):
    """Where on paper, as shares of the axes, anything is drawn that ends within them."""
    places = []
    for artist in [*axes.lines, *axes.patches]:
        spans = isinstance(artist, Boundary | Band) or artist.get_zorder() == CROSS["zorder"]
        if spans or not artist.get_visible():
            continue
        if isinstance(artist, FancyArrowPatch):
            corners = axes.transData.transform(np.array(artist.ends))
        elif isinstance(artist, Patch):
            corners = artist.get_transform().transform_path(artist.get_path()).vertices
        else:
            corners = artist.get_transform().transform(artist.get_xydata())
        places.append(corners[np.isfinite(corners).all(axis=1)])
    places += [np.array(Text.get_window_extent(text).get_points()) for text in labels_of(axes)]
    shares = (np.vstack(places) - axes.bbox.min) / axes.bbox.size
    return shares.clip(0, 1)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in IN_SPACE])
def test_no_half_of_a_plane_is_empty(name):
    picture = drawn(name)
    start = dict(picture.state)
    planes = [axes for axes in picture.figure.axes if is_plane(axes)]
    ink = {axes: [] for axes in planes}
    for state in a_few_states(picture):
        picture.at(**state).figure.draw_without_rendering()
        for axes in planes:
            ink[axes].append(ink_of(axes))
    picture.at(**start)
    for axes, pieces in ink.items():
        shares = np.vstack(pieces)
        low, high = shares.min(axis=0), shares.max(axis=0)
        assert (high - low >= LEAST).all(), (axes.get_title(), low, high)
        assert (np.abs((low + high) / 2 - 0.5) <= ASIDE).all(), (axes.get_title(), low, high)
