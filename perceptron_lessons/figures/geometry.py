"""Lines, bands and cones in the plane, cut to a box."""

import numpy as np

NO_ENDS = (np.array([]), np.array([]))


def require_2d(X, what="samples"):
    """Return X as floats, or refuse what cannot be drawn in the plane."""
    X = np.asarray(X, dtype=float)
    if X.shape[1] != 2:
        raise ValueError(f"this figure draws {what} with 2 features; found {X.shape[1]}")
    return X


def line_ends(low, high, w, b=0.0):
    """Return xs, ys of w·x + b = 0 inside a box; empty where there is no line.

    Parameters
    ----------
    low, high : pair of float
        Two opposite corners of the box.
    w : pair of float
    b : float

    Returns
    -------
    tuple of ndarray, each of shape (2,) or (0,)

    >>> [ends.tolist() for ends in line_ends((-1, -1), (1, 1), (1, 0), -0.5)]
    [[0.5, 0.5], [-1.0, 1.0]]
    """
    w = np.asarray(w, dtype=float)
    square = float(w @ w)
    if square == 0:
        return NO_ENDS
    corners = np.array([low, high], dtype=float)
    middle = corners.mean(axis=0)
    foot = middle - (w @ middle + float(b)) / square * w
    along = np.array([-w[1], w[0]]) / np.sqrt(square)
    # How far along the line it crosses each side of the box; never, if it is parallel to it.
    with np.errstate(divide="ignore", invalid="ignore"):
        enter, leave = np.sort((corners - foot) / along, axis=0)
    if not enter.max() < leave.min():
        return NO_ENDS
    ends = foot + np.outer([enter.max(), leave.min()], along)
    return ends[:, 0], ends[:, 1]


def band_corners(low, high, w, half_width, b=0.0):
    """Return the corners of |w·x + b| < half_width·‖w‖, longer than the box is wide.

    Parameters
    ----------
    low, high : pair of float
        Two opposite corners of the box.
    w : pair of float, not zero
    half_width, b : float

    Returns
    -------
    ndarray of shape (4, 2)
    """
    w, low, high = (np.asarray(v, dtype=float) for v in (w, low, high))
    length = np.linalg.norm(w)
    u = w / length
    along = np.array([-u[1], u[0]])
    middle, reach = (low + high) / 2, np.linalg.norm(high - low)
    foot = middle - (u @ middle + float(b) / length) * u
    sides = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return foot + sides * (reach, half_width) @ np.array([along, u])


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


def circle(radius=1.0, corners=180):
    """Return xs, ys of a circle about the origin."""
    angles = np.linspace(0, 2 * np.pi, corners + 1)
    return radius * np.cos(angles), radius * np.sin(angles)


def cap_corners(radius, u, height):
    """Return the part of a disc about the origin that lies beyond a wall u·x = height.

    Parameters
    ----------
    radius : float
    u : pair of float, of length 1
    height : float
        Between −radius and radius.

    Returns
    -------
    ndarray of shape (n, 2)
        Points along the arc, from one end of the wall to the other.

    >>> cap_corners(5, (1, 0), 3)[[0, 90, -1]].round(9).tolist()
    [[3.0, -4.0], [5.0, 0.0], [3.0, 4.0]]
    """
    half = np.arccos(np.clip(height / radius, -1, 1)) if radius else 0
    angles = np.arctan2(u[1], u[0]) + np.linspace(-half, half, 181)
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def convex_hull(points):
    """The corners of the convex hull, in order (Andrew's monotone chain).

    >>> convex_hull(np.array([[0, 0], [2, 0], [1, 1], [1, 3]])).tolist()
    [[0, 0], [2, 0], [1, 3]]
    """
    points = np.unique(points, axis=0)
    chains = []
    for order in (points, points[::-1]):
        chain = []
        for p in order:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-1] - chain[-2], p - chain[-2]
                if ax * by - ay * bx > 0:
                    break
                chain.pop()
            chain.append(p)
        chains += chain[:-1] or chain
    return np.array(chains)
