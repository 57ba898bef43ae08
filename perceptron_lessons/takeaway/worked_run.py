"""What a lecture says of the run on its points, computed: numbers, and what holds of them."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

from perceptron_core import Dataset, perceptron, worked_example
from perceptron_lessons.stage.boards import MOST, checked_points
from perceptron_lessons.theory.rationals import without_denominators
from perceptron_lessons.theory.separators import maximum_margin

FEWEST, LONGEST = 2, 8
"""Mistakes of a run that a lecture goes through, step by step."""
FARTHEST = 10_000  # R²/γ²: beyond, wall and disc are not to be told from each other


def usable_points(rows: Any) -> Dataset:
    """Return the points of a worked example, or say why a lecture cannot use them.

    Parameters
    ----------
    rows : list of [x1, x2, label]
        Whole coordinates from −12 to 12, labels −1 and +1.

    Returns
    -------
    Dataset

    Raises
    ------
    ValueError
        They are not such, or of one class; no line through the origin separates them; or the run
        on them has fewer than 2 mistakes or more than 8.

    >>> usable_points([[2, 1, 1]])
    Traceback (most recent call last):
        ...
    ValueError: points must be a list of 2 to 40 points [x1, x2, label]; found 1 of them
    """
    if not isinstance(rows, list) or not 2 <= len(rows) <= MOST:
        found = f"{len(rows)} of them" if isinstance(rows, list) else f"{rows!s:.60}"
        raise ValueError(
            f"points must be a list of 2 to {MOST} points [x1, x2, label]; found {found}"
        )
    points = checked_points(rows)
    if len({point[2] for point in points}) < 2:
        remedy = "add a point of the other class"
        raise ValueError(f"points must have both labels; found {points[0][2]} only: {remedy}")
    data = Dataset([point[:2] for point in points], [point[2] for point in points], "own points")
    best = maximum_margin(data.X, data.y)
    if not best:
        raise ValueError(_why_no_line(data))
    run = perceptron(data.X, data.y)
    if not FEWEST <= run.n_mistakes <= LONGEST:
        few = "move them apart less, or change their order"
        many = "a wider gap between the classes makes fewer"
        raise ValueError(
            f"points must make a run of {FEWEST} to {LONGEST} mistakes, which a lecture can go "
            f"through; found {run.n_mistakes}: {few if run.n_mistakes < FEWEST else many}"
        )
    bound = run.radius_squared / Fraction(best.gamma_squared)
    if bound > FARTHEST:
        raise ValueError(
            f"points must have R²/γ² of at most {FARTHEST:,}, so that wall and disc can be drawn; "
            f"found {math.floor(bound):,}: choose a wider gap between the classes"
        )
    return data


def _why_no_line(data):
    """Say why no line through the origin separates, and what would help."""
    must = "points must be separated by a line through the origin; found "
    at_origin = [i for i, x in enumerate(data.X.tolist()) if x == [0, 0]]
    if at_origin:
        return f"{must}points[{at_origin[0]}] in the origin, which is on every such line: move it"
    if maximum_margin(data.X, data.y, bias="free"):
        return f"{must}none that does, only one with an offset: move all of them, or one class"
    return f"{must}none that does, not even with an offset: move a point, or turn its label"


def facts_of(data: Dataset) -> dict[str, Any]:
    """Return what a text may say of the run on points, by the name that it has there.

    Parameters
    ----------
    data : Dataset
        In the plane, whole, and separable through the origin.

    Returns
    -------
    dict
        - ``is_ours``: whether the points are those of the lessons
        - ``points``, ``updates``, ``weights`` (with the first), ``passes``: how many
        - ``order``: the samples that were mistakes; ``end``: the last weights
        - ``radius_squared``, ``margin_squared``, ``bound``: R², γ², R²/γ²
        - ``most``: the mistakes that the bound allows; ``meets``: whether it is a whole number
        - ``is_tight``: whether the run makes as many mistakes as R²/γ²
        - ``direction``: that of the best separator, in the smallest whole numbers
        - ``ends_on_u``: whether the last weights have it; ``turns_away``: the updates after which
          the angle to it is larger than before
        - ``busiest``: the sample that is a mistake most often, the first of such; ``times``: how
          often; ``products``: its y(w·x) after 0, 1, … updates; ``sinks``: whether they ever fall

    >>> facts = facts_of(worked_example())
    >>> facts["order"], facts["most"], facts["direction"], facts["ends_on_u"], facts["turns_away"]
    ([0, 1, 2, 0], 10, (1, 2), True, [3])
    """
    run, best = perceptron(data.X, data.y), maximum_margin(data.X, data.y)
    order = run.mistakes.tolist()
    bound = run.radius_squared / Fraction(best.gamma_squared)
    busiest = max(range(run.n_samples), key=lambda i: (order.count(i), -i))
    products = [int(run.margins(k)[busiest]) for k in range(run.n_mistakes + 1)]
    u = without_denominators(best.w)
    cosines = _squared_cosines(run.weights.tolist(), u)
    return {
        "is_ours": _samples_of(run) == _samples_of(worked_example()),
        "points": run.n_samples,
        "updates": run.n_mistakes,
        "weights": run.n_mistakes + 1,
        "passes": run.n_epochs,
        "order": order,
        "end": tuple(run.w.tolist()),
        "radius_squared": int(run.radius_squared),
        "margin_squared": Fraction(best.gamma_squared),
        "bound": bound,
        "most": math.floor(bound),
        "meets": bound.denominator == 1,
        "is_tight": bound == run.n_mistakes,
        "direction": u,
        "ends_on_u": cosines[-1] == 1,
        "turns_away": [k for k in range(2, len(cosines)) if cosines[k] < cosines[k - 1]],
        "busiest": busiest,
        "times": order.count(busiest),
        "products": products,
        "sinks": any(after < before for before, after in itertools.pairwise(products)),
    }


def _samples_of(data):
    return data.X.tolist(), data.y.tolist()


def _squared_cosines(weights, u):
    """Return the squares of the cosines between weights and u; 0 of the weights 0.

    After the first update each is on u's side, so that the squares compare like the cosines.
    """
    squares = []
    for w in weights:
        along = sum(a * b for a, b in zip(w, u, strict=True))
        length = sum(a * a for a in w) * sum(a * a for a in u)
        squares.append(Fraction(along**2, length) if length else Fraction(0))
    return squares
