"""What is said of own points, held against a run by hand and a margin by brute force."""

import math
import random
import re
from fractions import Fraction

import pytest
from conftest import PROJECT
from many import TIMES
from oracle import dot, nearest_to_0, passes_of, run_through_0, separable

from perceptron_core import perceptron
from perceptron_lessons import figures
from perceptron_lessons.takeaway.worked_run import facts_of, usable_points
from publish.slides import read_deck

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


def test_facts_are_those_of_a_run_by_hand_or_the_points_are_refused():
    refused = 0
    for rows, known in cases(1, 24 * TIMES):
        if isinstance(known, str):
            refused += 1
            with pytest.raises(ValueError, match=known):
                usable_points(rows)
            continue
        facts = facts_of(usable_points(rows))
        u = facts.pop("direction")
        nearest = nearest_to_0(rows)
        assert u[0] * nearest[1] == u[1] * nearest[0] and dot(u, nearest) > 0
        assert math.gcd(*u) == 1 and facts == expected(rows, known), rows
    assert refused > 10


NUMBER = re.compile(r"\d+(?:/\d+)?")


def numbers(text):
    return [Fraction(found) for found in NUMBER.findall(text)]


def slide_of(slides, part):
    """The one slide that shows a cell, or has a text."""
    (slide,) = (s for s in slides if any(part in each.text for each in s.parts))
    return slide


@pytest.mark.parametrize("deck", ["45-minutes", "90-minutes", "de/45-minutes"])
def test_a_deck_says_what_holds_of_its_points(deck):
    for rows, known in [*usable(2, 4 * TIMES), (OURS, run_through_0(OURS))]:
        true = expected(rows, known)
        slides = read_deck(PROJECT / "slides" / f"{deck}.md", facts=facts_of(usable_points(rows)))
        k, most = true["updates"], true["most"]
        (counted,) = (p.text for s in slides for p in s.parts if "·" in p.text and "**" in p.text)
        assert numbers(counted)[:3] == [k + 1, k, true["passes"]]
        strip = slide_of(slides, "01-strip")
        said = numbers(re.sub(r"^\d+ [Mm]in\.", "", strip.notes))
        assert said[: k + 2] == [true["busiest"], *map(abs, true["products"])], strip.notes
        assert numbers(strip.parts[0].text)[: 1 + (k > 2)] == true["order"][: 1 + (k > 2)]
        race = slide_of(slides, "02-claim-player")
        assert [p.text for p in race.parts if p.kind == "show"] == [f"02-claim-player at {k}"]
        ends = numbers(race.notes)[1:]
        assert ends == [*([most] if true["meets"] else []), most + 1, most + 1], race.notes
        bound = slide_of(slides, "R^2 =").parts[-1].text.splitlines()[-1].replace("^2", "")
        named = [true["radius_squared"], true["margin_squared"], most, *([k] if k < most else [])]
        assert numbers(bound) == named


def values(text):
    """The numbers of a text, roots and fractions as they are written there."""
    return [
        float(each.replace("−", "-").replace(",", ""))
        for each in re.findall(r"−?[\d,]*\.?\d+", text)
    ]


def test_figures_say_what_holds_of_the_points():
    """What the state k says: the weights, the products, the place of disc and wall."""
    for rows, known in usable(3, 4 * TIMES if TIMES > 1 else 2):
        mistakes, weights = known
        true = expected(rows, known)
        data = usable_points(rows)
        run = perceptron(data.X, data.y)
        low, high = float(true["margin_squared"]), float(true["radius_squared"])
        picture = figures.disc_and_wall(run)
        for k in range(min(true["most"] + 2, picture.values["k"][-1] + 1)):
            text = picture.at(k=k).description.text
            first = values(text.splitlines()[0])
            assert first[0] == k
            assert first[1] == pytest.approx(k * math.sqrt(low), rel=1e-3, abs=1e-3)
            assert first[2] == pytest.approx(math.sqrt(k * high), rel=1e-3, abs=1e-3)
            is_point = k in (0, true["bound"])
            assert ("one point is left" in text) == (is_point and k <= true["bound"]), text
            assert ("nothing is left" in text) == (k > true["bound"]), text
        steps = figures.steps(run)
        for k, i in enumerate(mistakes):
            text = steps.at(k=k).description.text
            x1, x2, y = rows[i]
            after = weights[k + 1]
            assert f"sample {i}," in text and text.endswith(
                f"({after[0]}, {after[1]})".replace("-", "−")
            )
            product = y * (weights[k][0] * x1 + weights[k][1] * x2)
            assert values(text.splitlines()[1])[-1] == product
        assert steps.values["k"][-1] == len(mistakes)
