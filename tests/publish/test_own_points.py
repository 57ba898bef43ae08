"""A deck on a lecturer's points: what it shows is of these points, and each print has its pages."""

import json

import pytest
from conftest import NOTEBOOKS, PROJECT

from publish.own_points import on_points
from publish.slides import Lessons, cells_shown, read_deck
from tools.print_decks import require_pages

POINTS = [[2, 1, 1], [-1, -2, -1], [-1, 3, 1], [3, -1, -1], [2, 2, 1]]
PLAYERS = ["01-player", "02-wall-player", "02-disc-player", "02-claim-player", "02-triangle-player"]


def test_what_a_deck_shows_is_of_its_points():
    lessons = Lessons(NOTEBOOKS, points=POINTS)
    deck = read_deck(PROJECT / "slides" / "45-minutes.md", facts=lessons.facts)
    assert [name for name in cells_shown(deck) if name.endswith("player")] == PLAYERS
    lessons.run(["01-strip", *PLAYERS])
    assert (
        "mistakes: samples 0, 3, 0, 3, 0" in lessons.cell("01-strip").outputs[0].data["text/plain"]
    )
    for name in PLAYERS:
        html = lessons.cell(name).outputs[0].data["text/html"]
        state = json.loads(html.partition('json">')[2].partition("</script>")[0])
        assert state["points"] == POINTS, name
        # The lessons have k = 0, 4, 4, 11 and 1, of 4 mistakes and a bound of 10.
        assert state["k"] == {"01-player": 0, "02-claim-player": 11, "02-triangle-player": 1}.get(
            name, 4
        )


@pytest.mark.parametrize(
    ("source", "moved"),
    [
        ("stage(k=4)", "stage(own_points, k=2)"),
        ("stage(view='race', k=10)", "stage(own_points, view='race', k=3)"),
        ("stage(view='race', k=11)", "stage(own_points, view='race', k=4)"),
        ("stage('worked example')", "stage(own_points)"),
        ("stage(challenge='seven mistakes')", "stage(challenge='seven mistakes')"),
        ("stage('XOR', k=4)", "stage('XOR', k=4)"),
        ("stage(run, k=3)", "stage(run, k=2)"),
        ("X = worked_example().X", "X = own_points.X"),
    ],
)
def test_only_what_shows_the_worked_example_changes(source, moved):
    assert on_points(source, {"updates": 2, "most": 3}) == moved


def test_a_print_with_a_page_too_many_or_too_few_is_refused():
    page = b"<< /Type /Page >>"
    pages = b"<< /Type /Pages >>"
    require_pages("a.pdf", pages + 4 * page, 4, 1)
    require_pages("a.pdf", pages + 2 * page, 4, 3)
    for found in (3, 5):
        with pytest.raises(ValueError, match=f"4 slides must make 4 pages; found {found}"):
            require_pages("a.pdf", pages + found * page, 4, 1)
