"""Exact answers to small cases by brute force in rationals, and cases that are hard for floats.

Nothing here is shared with the package: separability by Fourier–Motzkin elimination, the maximum
margin and the optimum of the linear program by going through all candidates.
"""

from fractions import Fraction
from itertools import combinations, product

import numpy as np

BIASES = ("none", "one", "radius", "free")


def separable(rows):
    """Whether some w has w·row > 0 for all rows: Fourier–Motzkin elimination."""
    rows = {tuple(row) for row in rows}
    for _ in range(len(next(iter(rows)))):
        plus = [r for r in rows if r[-1] > 0]
        minus = [r for r in rows if r[-1] < 0]
        rows = {r[:-1] for r in rows if r[-1] == 0}
        for p, m in product(plus, minus):
            rows.add(tuple(a * -m[-1] + b * p[-1] for a, b in zip(p[:-1], m[:-1], strict=True)))
    return not rows  # what is left says 0 > 0


def solve(A, b):
    """Solve a small linear system by elimination; None where it is singular."""
    rows = [[Fraction(v) for v in row] + [Fraction(c)] for row, c in zip(A, b, strict=True)]
    for j in range(len(rows)):
        pivot = next((r for r in range(j, len(rows)) if rows[r][j]), None)
        if pivot is None:
            return None
        rows[j], rows[pivot] = rows[pivot], rows[j]
        rows[j] = [v / rows[j][j] for v in rows[j]]
        for r in range(len(rows)):
            if r != j and rows[r][j]:
                rows[r] = [v - rows[r][j] * h for v, h in zip(rows[r], rows[j], strict=True)]
    return [row[-1] for row in rows]


def dot(p, q):
    return sum(a * b for a, b in zip(p, q, strict=True))


def fractions(X):
    """Return the rows of X as lists of the rationals that the numbers are."""
    return [[Fraction(v) for v in x] for x in np.asarray(X, dtype=object).tolist()]


def padded(X, y):
    return [
        [int(label) * v for v in (*x, Fraction(1))]
        for x, label in zip(fractions(X), y, strict=True)
    ]


def pad_squared_of(X, bias):
    """Return c²; 0 for a free offset, which costs no length."""
    radius_squared = max(dot(x, x) for x in fractions(X))
    return {"none": 0, "one": 1, "radius": radius_squared, "free": 0}[bias]


def is_separable(X, y, bias):
    rows = padded(X, y)
    if bias == "none" or (bias == "radius" and not pad_squared_of(X, bias)):
        rows = [z[:-1] for z in rows]
    return separable(rows)


def margin_squared(X, y, bias):
    """Return γ² or 0: the least distance from 0 to a face of the hull, over all its faces.

    0 is not in the hull, so that the points of the nearest face are linearly independent and the
    nearest point of their affine hull has shares proportional to G⁻¹1, G their inner products.
    """
    if not is_separable(X, y, bias):
        return 0
    pad_squared, points = pad_squared_of(X, bias), padded(X, y)
    if bias == "free":
        plus, minus = (
            [z for z, label in zip(points, y, strict=True) if label == s] for s in (1, -1)
        )
        points = [[(a + b) / 2 for a, b in zip(p, q, strict=True)] for p, q in product(plus, minus)]

    def inner(p, q):
        return dot(p[:-1], q[:-1]) + pad_squared * p[-1] * q[-1]

    gram = {(i, j): inner(points[i], points[j]) for i, j in product(range(len(points)), repeat=2)}
    best = None
    for size in range(1, len(points[0]) + 1):
        for face in combinations(range(len(points)), size):
            shares = solve([[gram[i, j] for j in face] for i in face], [1] * size)
            if shares is not None and min(shares) >= 0:
                square = 1 / sum(shares)
                best = square if best is None else min(best, square)
    return best


def box_margin(X, y, bias):
    """Return the optimum of max γ, y(w·x + b) ≥ γ, |w_j| ≤ 1: the least dual value of a vertex.

    The dual: min Σ_j |p_j| over p = Σ a_i z_i, a ≥ 0, Σa = 1, and Σ a_i y_i = 0 for a free offset.
    At a vertex as many p_j are 0 as it has samples, less the number of equations.
    """
    Z, d = padded(X, y), len(X[0])
    equations = 2 if bias == "free" else 1
    best = None
    for size in range(equations, d + equations + 1):
        for face in combinations(range(len(Z)), size):
            for zero in combinations(range(d), size - equations):
                A = [[Z[i][j] for i in face] for j in zero] + [[1] * size]
                A += [[Z[i][-1] for i in face]] * (equations - 1)
                a = solve(A, [0] * len(zero) + [1] + [0] * (equations - 1))
                if a is not None and min(a) >= 0:
                    p = [dot(a, [Z[i][j] for i in face]) for j in range(d)]
                    value = sum(map(abs, p))
                    best = value if best is None else min(best, value)
    return best


def small_case(rng):
    """A few points on a small grid: duplicates, contradictions, zeros, touching hulls."""
    d, n = int(rng.integers(1, 4)), int(rng.integers(1, 7))
    size = int(rng.choice([1, 2, 5]))
    X = rng.integers(-size, size + 1, size=(n, d))
    if rng.random() < 0.4:
        y = np.where(X @ rng.integers(-2, 3, size=d) + rng.integers(-1, 2) > 0, 1, -1)
    else:
        y = rng.choice([-1, 1], size=n)
    if rng.random() < 0.2:
        X[-1] = X[0] * rng.integers(0, 3)
    return X, y


def with_both_labels(X, y):
    """Return the case with at least one sample of each label."""
    y = y.copy()
    if len(set(y.tolist())) == 1:
        y[0] = -y[0]
        if len(y) == 1:
            X, y = np.vstack([X, X + 1]), np.array([1, -1])
    return X, y


def nudged(rng, X, X0=None):
    """Return floats moved by an ulp or two, up or down or not at all."""
    moves = rng.integers(-2, 3, size=X.shape) * (rng.random(X.shape) < 0.5)
    return X + moves * np.spacing(X)


def thin(rng, X, y):
    """Return samples along a plane, at a distance from it of 1e-1 to 1e-15 of their length."""
    u = rng.integers(-3, 4, size=X.shape[1])
    side = y * rng.choice([1, 1, 2], size=len(y)) * 10.0 ** -rng.integers(1, 16)
    along = X - np.outer(X @ u, u) / max(1, u @ u)
    return along + np.outer(side, u) / max(1.0, np.linalg.norm(u))


# Each turns a small case of integers into one that floats find hard.
NASTY = {
    "integers": lambda rng, X, y: X,
    "floats": lambda rng, X, y: X.astype(float),
    "grid": lambda rng, X, y: X * 0.1,
    "thirds": lambda rng, X, y: X / 3 + 1,
    "ulps": lambda rng, X, y: nudged(rng, X * rng.choice([1.0, 0.1, 1e16])),
    "offset": lambda rng, X, y: nudged(rng, X + 10.0 ** rng.integers(3, 17)),
    "thin": thin,
    "tiny": lambda rng, X, y: X * 5e-324,
    "small": lambda rng, X, y: nudged(rng, X * 1e-150),
    "large": lambda rng, X, y: nudged(rng, X * 1e150),
    "huge": lambda rng, X, y: X * 1.7e307,
    "rows": lambda rng, X, y: X * 10.0 ** rng.choice([-150, -20, 0, 20, 150], size=(len(X), 1)),
    "columns": lambda rng, X, y: X * 10.0 ** rng.choice([-150, -9, 0, 9, 150], size=X.shape[1]),
    "extremes": lambda rng, X, y: X * rng.choice([5e-324, 1.0, 1.7e307], size=X.shape),
    "53 bits": lambda rng, X, y: X + 2**53,
    "long": lambda rng, X, y: X.astype(object) * 10**20 + rng.integers(-1, 2, size=X.shape),
    "fractions": lambda rng, X, y: X.astype(object) * Fraction(1, 7) + Fraction(1, 10**17),
}


def cases(count, seed, biases=BIASES, kinds=tuple(NASTY)):
    """Yield `count` cases (kind, X, y, bias), every kind with every bias in turn."""
    rng = np.random.default_rng(seed)
    turns = list(product(kinds, biases))
    for number in range(count):
        kind, bias = turns[number % len(turns)]
        X, y = small_case(rng)
        if bias == "free":
            X, y = with_both_labels(X, y)
        yield kind, NASTY[kind](rng, X, y), y, bias


def run_through_0(points):
    """Run the perceptron by hand on rows x1, x2, label: mistakes and weights; None if long."""
    w, mistakes, weights, at, clean = [0, 0], [], [[0, 0]], 0, 0
    while clean < len(points):
        x1, x2, y = points[at % len(points)]
        if y * (w[0] * x1 + w[1] * x2) <= 0:
            w = [w[0] + y * x1, w[1] + y * x2]
            mistakes.append(at % len(points))
            weights.append(w)
            clean = 0
            if len(mistakes) > 300:
                return None
        else:
            clean += 1
        at += 1
    return mistakes, weights


def nearest_to_0(points):
    """Return the point of the hull of all y·x that is nearest to 0, where 0 is not in it."""
    Z = [[Fraction(y * x1), Fraction(y * x2)] for x1, x2, y in points]
    found = list(Z)
    for p, q in combinations(Z, 2):
        side = [q[0] - p[0], q[1] - p[1]]
        if not dot(side, side):
            continue
        share = -dot(p, side) / dot(side, side)
        if 0 < share < 1:
            found.append([p[0] + share * side[0], p[1] + share * side[1]])
    return min(found, key=lambda z: dot(z, z))


def passes_of(mistakes):
    """Count the passes through the samples: those with a mistake, and the one that finds none."""
    return 1 + sum(after is None or before >= after for before, after in pairs_of(mistakes))


def pairs_of(values):
    return zip(values, [*values[1:], None], strict=True)
