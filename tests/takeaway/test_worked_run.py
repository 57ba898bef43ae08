"""What is said of own points, held against a run by hand and a margin by brute force."""

import math
import re
from fractions import Fraction

import pytest
from conftest import PROJECT
from many import TIMES
from oracle import dot, nearest_to_0, run_through_0
from own_points import OURS, cases, expected, usable

from perceptron_lessons.takeaway.worked_run import facts_of, usable_points
from publish.slides import read_deck


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


NUMBER = re.compile(r"[-−]?\d+(?:/\d+)?")


def numbers(text):
    """The numbers of a text; one that has a hyphen for a minus is none."""
    found = [each.replace("-", "no number: -") for each in NUMBER.findall(text)]
    return [Fraction(each.replace("−", "-")) for each in found]


def slide_of(slides, part):
    """The one slide that shows a cell, or has a text."""
    (slide,) = (s for s in slides if any(part in each.text for each in s.parts))
    return slide


@pytest.mark.parametrize("deck", ["45-minutes", "90-minutes", "de/45-minutes", "de/90-minutes"])
def test_a_deck_says_what_holds_of_its_points(deck):
    for rows, known in [*usable(7, 4 * TIMES), (OURS, run_through_0(OURS))]:
        true = expected(rows, known)
        slides = read_deck(PROJECT / "slides" / f"{deck}.md", facts=facts_of(usable_points(rows)))
        k, most = true["updates"], true["most"]
        (counted,) = (p.text for s in slides for p in s.parts if "·" in p.text and "**" in p.text)
        assert numbers(counted)[:3] == [k + 1, k, true["passes"]]
        strip = slide_of(slides, "01-strip")
        said = numbers(re.sub(r"^\d+ [Mm]in\.", "", strip.notes))
        assert said[: k + 2] == [true["busiest"], *true["products"]], strip.notes
        assert numbers(strip.parts[0].text)[: 1 + (k > 2)] == true["order"][: 1 + (k > 2)]
        race = slide_of(slides, "02-claim-player")
        assert [p.text for p in race.parts if p.kind == "show"] == [f"02-claim-player at {k}"]
        ends = numbers(race.notes)[1:]
        assert ends == [*([most] if true["meets"] else []), most + 1, most + 1], race.notes
        bound = slide_of(slides, "R^2 =").parts[-1].text.splitlines()[-1].replace("^2", "")
        named = [true["radius_squared"], true["margin_squared"], most, *([k] if k < most else [])]
        assert numbers(bound) == named
