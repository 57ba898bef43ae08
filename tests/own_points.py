"""Points of a lecturer's own, drawn at random, and what is true of them: by hand, in rationals."""

import math
import random

from oracle import dot, nearest_to_0, passes_of, run_through_0, separable

OURS = [[-2, 0, -1], [0, -2, -1], [-2, 2, 1], [2, 2, 1]]


def any_points(rng):
    """Whole points, most of them on the two sides of a line through the origin."""
    normal = [rng.randint(-5, 5), rng.randint(-5, 5)]
    rows = []
    for _ in range(rng.randint(2, 7)):
        x = [rng.randint(-6, 6), rng.randint(-6, 6)]
        rows.append([*x, 1 if dot(normal, x) > 0 else -1])
    if rng.random() < 0.1:
        rows[0][2] *= -1
    return rows


def cases(seed, many):
    """Draw points, and what is known of them: the run by hand, or why they are of no use."""
    rng = random.Random(seed)
    usable = 0
    while usable < many:
        rows = any_points(rng)
        if len({row[2] for row in rows}) < 2:
            yield rows, "have both labels"
            continue
        if not separable([[y * x1, y * x2] for x1, x2, y in rows]):
            yield rows, "be separated by a line through the origin"
            continue
        mistakes, weights = run_through_0(rows)
        is_long = not 2 <= len(mistakes) <= 8
        usable += not is_long
        yield rows, "make a run of 2 to 8 mistakes" if is_long else (mistakes, weights)


def usable(seed, many):
    return [(rows, known) for rows, known in cases(seed, many) if not isinstance(known, str)]


def expected(rows, known):
    """The same facts as `facts_of`, by hand."""
    mistakes, weights = known
    nearest = nearest_to_0(rows)
    margin = dot(nearest, nearest)
    radius = max(x1 * x1 + x2 * x2 for x1, x2, _ in rows)
    bound = radius / margin
    often = [mistakes.count(i) for i in range(len(rows))]
    busiest = often.index(max(often))
    x1, x2, y = rows[busiest]
    products = [y * (w[0] * x1 + w[1] * x2) for w in weights]
    cosines = [dot(w, nearest) / math.hypot(*w) for w in weights[1:]]
    end = weights[-1]
    return {
        "is_ours": rows == OURS,
        "points": len(rows),
        "updates": len(mistakes),
        "weights": len(weights),
        "passes": passes_of(mistakes),
        "order": mistakes,
        "end": tuple(end),
        "radius_squared": radius,
        "margin_squared": margin,
        "bound": bound,
        "most": max(k for k in range(10_000) if k * k * margin <= k * radius),
        "meets": any(k * margin == radius for k in range(1, 10_000)),
        "is_tight": len(mistakes) * margin == radius,
        "ends_on_u": end[0] * nearest[1] == end[1] * nearest[0],
        "turns_away": [
            k for k in range(2, len(weights)) if cosines[k - 1] < cosines[k - 2] - 1e-12
        ],
        "busiest": busiest,
        "times": often[busiest],
        "products": products,
        "sinks": any(products[k + 1] < products[k] for k in range(len(mistakes))),
    }
