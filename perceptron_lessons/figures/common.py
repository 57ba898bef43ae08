"""What the figures share: limits, lines in a box, cones, and numbers in words."""

import re
from typing import NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from perceptron_core.tables import format_number, pluralize
from perceptron_lessons.figures.style import LIGHT
from perceptron_lessons.theory.notation import symbol

CONE = {"facecolor": "#E6F2EC", "edgecolor": "none", "zorder": 0}
BAND = {"facecolor": "#EDEDED", "edgecolor": "none", "zorder": 0}
FAINT = {"color": "#BFBFBF", "linewidth": 0.8, "linestyle": "-"}
NO_ENDS = (np.array([]), np.array([]))


class Letters(NamedTuple):
    """The letters of a figure: text, and for `u_math` what matplotlib typesets."""

    w: str = "w"
    u: str = "w*"
    u_math: str = "w*"
    gamma: str = "γ"
    radius: str = "R"
    k: str = "k"


def letters(notation=None):
    """Return the letters of a source; None is this package's own.

    A source that has all samples at length 1 has no letter for R, and keeps R here.

    >>> letters("online")[:2], letters("cosine").gamma, letters("empirical").radius
    (('θ', 'u'), 'δ', 'R')
    """
    if notation is None:
        return Letters()
    u, radius = symbol(notation, "separator"), symbol(notation, "radius").text
    return Letters(
        "θ" if notation == "online" else "w",
        u.text,
        f"${u.latex}$",
        symbol(notation, "margin").text,
        "R" if radius == "1" else radius,
        symbol(notation, "mistakes").text,
    )


def in_letters(picture, notation):
    """Put a finished picture into a source's letters: w, γ, R and k where they stand alone.

    For figures that show no more of a notation than these; those with formulas take `notation`.

    Parameters
    ----------
    picture : InteractiveFigure
    notation : {"primal", "cosine", "online", "iterations", "empirical"} or None

    Returns
    -------
    InteractiveFigure
        The same one.
    """
    own, say = Letters(), letters(notation)
    names = {own.w: say.w, own.gamma: say.gamma, own.radius: say.radius, own.k: say.k}
    # A letter counts where no other letter touches it: not in "two", nor in LaTeX's \\hat.
    alone = re.compile(rf"(?<![A-Za-zα-ω\\])({'|'.join(names)})(?![A-Za-zα-ω])")
    return picture.reworded(lambda text: alone.sub(lambda found: names[found[1]], text))


def number(value, digits=4):
    """Return a number or vector for the reader, without powers of ten.

    >>> number((-2, 0.5)), number(12345.6)
    ('(−2, 0.5)', '12346')
    """
    if isinstance(value, float) and 10**digits <= abs(value) < 1e9:
        value = round(value)
    return format_number(value, digits)


def require_2d(X, what="samples"):
    """Return X as floats, or refuse what cannot be drawn in the plane."""
    X = np.asarray(X, dtype=float)
    if X.shape[1] != 2:
        raise ValueError(f"this figure draws {what} with 2 features; found {X.shape[1]}")
    return X


def frame(axes, *points, pad=0.14, names="x", origin=True):
    """Fix square limits around the points, and the origin, with equal units on both axes.

    `names` is one letter, of which the axes show the components, or a pair of headings.
    """
    points = [np.reshape(p, (-1, 2)) for p in points] + [np.zeros((int(origin), 2))]
    points = np.vstack(points).astype(float)
    low, high = points.min(axis=0), points.max(axis=0)
    half = max((high - low).max() / 2, 1e-9) * (1 + 2 * pad)
    middle = (low + high) / 2
    axes.set_xlim(middle[0] - half, middle[0] + half)
    axes.set_ylim(middle[1] - half, middle[1] + half)
    axes.set_aspect("equal", adjustable="box")
    axes.locator_params(nbins=6, steps=[1, 2, 5, 10])
    if isinstance(names, str):
        names = [f"${names}_{j}$" for j in (1, 2)] if names else ("", "")
    else:
        names = map(heading, names)
    for name, put in zip(names, (axes.set_xlabel, axes.set_ylabel), strict=True):
        put(name, labelpad=1)


def heading(text, longest=32):
    """Return a heading of the reader's own data as the name of an axis: short, and no formula.

    >>> heading("price in $"), len(heading("a" * 80))
    ('price in \\\\$', 32)
    """
    text = text if len(text) <= longest else text[: longest - 1] + "…"
    return text.replace("$", r"\$")


def draw_axes(axes):
    """Draw thin axes through the origin."""
    axes.axhline(0, color=LIGHT, linewidth=0.8, zorder=0.5)
    axes.axvline(0, color=LIGHT, linewidth=0.8, zorder=0.5)


def line_ends(axes, w, b=0.0):
    """Return xs, ys of w·x + b = 0 inside the limits of the axes; empty where there is no line.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    w : pair of float
    b : float

    Returns
    -------
    tuple of ndarray, each of shape (2,) or (0,)
    """
    w = np.asarray(w, dtype=float)
    square = float(w @ w)
    if square == 0:
        return NO_ENDS
    low, high = np.array([axes.get_xlim(), axes.get_ylim()]).T
    middle = (low + high) / 2
    foot = middle - (w @ middle + float(b)) / square * w
    along = np.array([-w[1], w[0]]) / np.sqrt(square)
    with np.errstate(divide="ignore", invalid="ignore"):
        enter, leave = (low - foot) / along, (high - foot) / along
    inside = (along == 0) & ((foot < low) | (foot > high))
    if inside.any():
        return NO_ENDS
    moving = along != 0
    start = np.minimum(enter, leave)[moving].max()
    end = np.maximum(enter, leave)[moving].min()
    if start >= end:
        return NO_ENDS
    ends = foot + np.outer([start, end], along)
    return ends[:, 0], ends[:, 1]


def band(axes, w, half_width, b=0.0, **look):
    """Shade |w·x + b| < half_width·‖w‖, as far as the axes reach, and return the patch."""
    patch = Polygon(np.zeros((4, 2)), closed=True, **(BAND | look))
    axes.add_patch(patch)
    move_band(axes, patch, w, half_width, b)
    return patch


def move_band(axes, patch, w, half_width, b=0.0):
    """Move a `band`."""
    w = np.asarray(w, dtype=float)
    length = np.linalg.norm(w)
    patch.set_visible(length > 0)
    if length == 0:
        return
    u = w / length
    along = np.array([-u[1], u[0]])
    low, high = np.array([axes.get_xlim(), axes.get_ylim()]).T
    middle, reach = (low + high) / 2, np.linalg.norm(high - low)
    foot = middle - (u @ middle + float(b) / length) * u
    corners = [
        foot + s * reach * along + t * half_width * u
        for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    patch.set_xy(corners)


def cone_directions(Z):
    """Return the angles between which a direction w has w·z > 0 for every row z, or None.

    In the plane the rows must lie within an open half-plane; then the cone of w reaches from a
    right angle below the highest z to a right angle above the lowest.

    >>> np.degrees(cone_directions([[2, 0], [0, 2]])).round().tolist()
    [0.0, 90.0]
    """
    Z = np.asarray(Z, dtype=float)
    if not Z.any(axis=1).all():
        return None
    angles = np.sort(np.arctan2(Z[:, 1], Z[:, 0]))
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    i = int(gaps.argmax())
    if gaps[i] <= np.pi + 1e-12:
        return None
    lowest = angles[(i + 1) % len(angles)]
    highest = lowest + 2 * np.pi - gaps[i]
    return highest - np.pi / 2, lowest + np.pi / 2


def cone(axes, Z, **look):
    """Shade the cone of solutions and return the patch, or None where there is none."""
    directions = cone_directions(Z)
    if directions is None:
        return None
    reach = 2 * np.abs([axes.get_xlim(), axes.get_ylim()]).max() * np.sqrt(2)
    angles = np.linspace(*directions, 16)
    rim = reach * np.column_stack([np.cos(angles), np.sin(angles)])
    return axes.add_patch(Polygon(np.vstack([[0, 0], rim]), closed=True, **(CONE | look)))


def move_arrow(arrow, start, end):
    """Move an arrow; hide it where it has no length."""
    start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    arrow.set_visible(bool(np.any(start != end)))
    arrow.set_positions(tuple(start), tuple(end))


def proxy(label, **look):
    """A legend entry for something that the legend cannot find by itself."""
    return Line2D([], [], label=label, **look)


def describe(y):
    """Return the two classes in words.

    >>> describe([1, -1, -1])
    '1 filled circle (label +1) and 2 open squares (label −1)'
    """
    y = np.asarray(y)
    return (
        f"{pluralize(int((y == 1).sum()), 'filled circle')} (label +1) and "
        f"{pluralize(int((y == -1).sum()), 'open square')} (label −1)"
    )
