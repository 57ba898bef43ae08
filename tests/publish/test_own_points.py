"""A deck on a lecturer's points: what it shows is of these points, and each print has its pages."""

import ast
import json

import pytest
from conftest import NOTEBOOKS, PROJECT

from perceptron_core import worked_example
from perceptron_lessons import figures, proof_builder
from perceptron_lessons.figures import display
from perceptron_lessons.stage import boards, stage
from perceptron_lessons.stage.boards import OF_EXAMPLE, STARTS
from perceptron_lessons.widget.explorers import mean_of_mistakes
from publish.own_points import on_points
from publish.slides import Lessons, cells_shown, read_deck
from tools.print_decks import require_pages

POINTS = [[2, 1, 1], [-1, -2, -1], [-1, 3, 1], [3, -1, -1], [2, 2, 1]]
KS = {
    "01-player": 0,
    "02-wall-player": 2,
    "02-disc-player": 4,
    "02-claim-player": 11,
    "02-triangle-player": 1,
}
"""The pictures that the deck shows, and the k of each."""


def test_what_a_deck_shows_is_of_its_points():
    lessons = Lessons(NOTEBOOKS, points=POINTS)
    deck = read_deck(PROJECT / "slides" / "45-minutes.md", facts=lessons.facts)
    assert [name for name in cells_shown(deck) if name.endswith("player")] == [*KS]
    lessons.run(["01-strip", *KS])
    assert (
        "mistakes: samples 0, 3, 0, 3, 0" in lessons.cell("01-strip").outputs[0].data["text/plain"]
    )
    for name in KS:
        html = lessons.cell(name).outputs[0].data["text/html"]
        state = json.loads(html.partition('json">')[2].partition("</script>")[0])
        assert state["points"] == POINTS, name
        # The lessons have the same, of 4 mistakes and a bound of 10.
        assert state["k"] == KS[name]


@pytest.mark.parametrize(
    ("source", "moved"),
    [
        ("stage(k=4)", "stage(k=2)"),
        ("stage(view='race', k=10)", "stage(view='race', k=3)"),
        ("stage(view='race', k=11)", "stage(view='race', k=4)"),
        ("stage('pick any mistake', k=4)", "stage('pick any mistake', k=2)"),
        ("stage(challenge='seven mistakes')", "stage(challenge='seven mistakes')"),
        ("stage('broken: a wrong u', k=4)", "stage('broken: a wrong u', k=4)"),
        ("stage('XOR', k=4)", "stage('XOR', k=4)"),
        ("stage(run, k=3)", "stage(run, k=2)"),
        ("X = worked_example().X", "X = own_points.X"),
    ],
)
def test_only_what_shows_the_worked_example_changes(source, moved):
    assert on_points(source, {"updates": 2, "most": 3}) == moved


OF_OTHER_DATA = {"03-setosa-picture", "03-move-c", "06-xor-offset"}  # on any points


def test_no_picture_of_a_deck_that_takes_points_keeps_ours():
    """A cell that shows the same on other points does not show them."""
    paths = sorted((PROJECT / "slides").rglob("*-minutes.md"))
    assert {path.name for path in paths} == {"45-minutes.md", "90-minutes.md"}
    names = {name for path in paths for name in cells_shown(read_deck(path))}
    ours, theirs = Lessons(NOTEBOOKS), Lessons(NOTEBOOKS, points=POINTS)
    for lessons in (ours, theirs):
        lessons.run(names)

    def shown(lessons, name):
        return [output.get("data", output) for output in lessons.cell(name).outputs]

    same = {name for name in names if shown(ours, name) == shown(theirs, name)}
    assert same == OF_OTHER_DATA
    for name in names - OF_OTHER_DATA:
        stored = json.dumps(shown(theirs, name))
        assert json.dumps(worked_points()) not in stored, name


def worked_points():
    data = worked_example()
    return [[*x, y] for x, y in zip(data.X.tolist(), data.y.tolist(), strict=True)]


@pytest.fixture
def session(monkeypatch):
    """A session that has points in place of the worked example."""
    monkeypatch.setattr(display, "display_of_session", lambda: display.Display(points=POINTS))
    monkeypatch.setattr(boards, "display_of_session", display.display_of_session)


def test_what_is_drawn_without_data_is_of_the_points_of_a_session(session):
    assert len(figures.steps().values["k"]) == 6  # five mistakes, where ours has four
    assert "0, 3, 0, 3, 0" in figures.strip().description.text
    assert mean_of_mistakes().picture.values["k"][-1] == 5
    assert proof_builder("three lines").proof["where"] == "own points"
    chosen = stage("pick any mistake").board
    assert chosen["points"] == POINTS and chosen["order"] == [] and "origin" not in chosen
    assert stage("XOR").board["origin"] == "XOR"


def test_every_start_with_our_points_is_of_the_example_or_says_what_it_breaks():
    with_ours = {name for name, start in STARTS.items() if start["points"] == worked_points()}
    assert {name for name in with_ours if not name.startswith("broken: ")} == {*OF_EXAMPLE}


def test_nothing_that_draws_takes_the_worked_example_but_from_the_session():
    for part in ("figures", "widget", "stage", "builder"):
        for path in (PROJECT / "perceptron_lessons" / part).glob("*.py"):
            nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
            called = [node.value for node in nodes if getattr(node, "attr", "") == "worked_example"]
            taken = any(getattr(node, "id", "") == "datasets" for node in called)
            sources = [node for node in nodes if isinstance(node, ast.ImportFrom)]
            taken |= any(
                node.module.startswith("perceptron_core") and name.name == "worked_example"
                for node in sources
                for name in node.names
            )
            assert not taken or path.name == "display.py", path


def test_a_print_with_a_page_too_many_or_too_few_is_refused():
    page = b"<< /Type /Page >>"
    pages = b"<< /Type /Pages >>"
    require_pages("a.pdf", pages + 4 * page, 4, 1)
    require_pages("a.pdf", pages + 2 * page, 4, 3)
    for found in (3, 5):
        with pytest.raises(ValueError, match=f"4 slides must make 4 pages; found {found}"):
            require_pages("a.pdf", pages + found * page, 4, 1)
