"""A lesson of one's own, from the command that begins it to a page that stands alone."""

import html
import re

import nbformat
import pytest
from conftest import NOTEBOOKS, PROJECT
from nbformat.v4 import new_code_cell

from perceptron_lessons.exercises import Exercise, WrongAnswer
from perceptron_lessons.takeaway.lesson_files import new_lesson
from publish.course import export_course, front_page
from publish.frame import site_frame
from publish.pages import page_summary
from publish.running import execute
from tools.notebooks import read


def dead_links(folder):
    """Links of the pages of a folder that lead to no file, or to no place of their own page."""
    for page in folder.glob("*.html"):
        text = re.sub(r"<script.*?</script>", "", page.read_text("utf-8"), flags=re.DOTALL)
        names = {*re.findall(r'\bid="([^"]*)"', text)}
        for address in map(html.unescape, re.findall(r'(?:href|src)="([^"]*)"', text)):
            file, _, anchor = address.partition("#")
            is_there = (folder / file).exists() if file else anchor in names
            if not is_there and not re.match("[a-z]+:", address):
                yield f"{page.name}: {address}"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A folder with a new lesson."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "notebooks").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        path = folder / new_lesson("20-my-lesson")
    text = path.read_text("utf-8")
    more = (
        "[a term](glossary.ipynb#margin), [help](../docs/help.md) and [02](02-why-it-stops.ipynb)"
    )
    path.write_text(text.replace("One instruction is enough.", f"See {more}."), "utf-8")
    return path


def test_a_new_lesson_runs_and_its_page_stands_alone(own, tmp_path):
    """Nothing is drawn beside it, and no link is dead; one to a page that is there stays."""
    begun = []
    made = list(export_course([own], tmp_path / "alone", begins=begun.append))
    assert [page.stem for page in made] == ["index", "20-my-lesson", "accessibility"]
    assert begun == ["running 20-my-lesson"]
    assert not [*dead_links(tmp_path / "alone")]
    page = made[1].read_text("utf-8")
    assert "See a term, <a" in page and "and 02." in page and "not attempted" in page
    assert 'href="20-my-lesson.html"' in made[0].read_text("utf-8")


def test_a_page_into_the_folder_of_the_course_leaves_the_course_as_it_is(own, tmp_path):
    for name in ("index", "gallery", "glossary"):
        (tmp_path / f"{name}.html").write_text(f"<p>{name}</p>")
    (tmp_path / "search.json").write_text("[1]")
    ran = execute(own, svg=True, results=True)
    made = list(export_course([own], tmp_path, run_all=lambda paths, **how: iter([ran])))
    assert [page.stem for page in made] == ["20-my-lesson", "accessibility"]
    assert 'href="glossary.html#margin"' in made[0].read_text("utf-8")
    assert (tmp_path / "index.html").read_text() == "<p>index</p>"
    assert (tmp_path / "search.json").read_text() == "[1]"


def test_a_cell_with_the_answer_earns_its_feedback_and_a_slip_a_reason(own):
    notebook = read(own)
    (untouched,) = (cell for cell in notebook.cells if cell.id == "20-exercise-1")
    at = notebook.cells.index(untouched)
    for number in (5, 4):
        cell = new_code_cell(
            f"my_count = {number}\n\nmy_exercise.check(my_count)", id=f"is-{number}"
        )
        notebook.cells.insert(at, cell)
    path = own.with_name("21-tried.ipynb")
    path.write_text(nbformat.writes(notebook), "utf-8")
    said = {cell.id: cell.outputs[0].text for cell in execute(path).cells if cell.id[:3] == "is-"}
    assert said["is-5"].startswith("correct: and") and said["is-4"].startswith("not yet: ")


def check_three(answer):
    if answer != 3:
        raise WrongAnswer(f"3 is expected; found {answer!r}")


def exercise_of_ones_own(**changes):
    about = {"key": "20.1", "title": "three", "kind": "recall", "prompt": "Which number is three?"}
    about |= {"answer": "my_number", "solution": "my_number = 3", "hints": ["It is odd.", "1 + 2."]}
    about |= {"feedback": "it is.", "checker": check_three, "called": "three"}
    return Exercise(**about | changes)


def test_an_exercise_in_a_notebook_answers_by_its_own_name(capsys):
    three = exercise_of_ones_own()
    assert three.cell() == "my_number = ...\n# your code here\n\nthree.check(my_number)"
    for _ in range(3):
        three.hint()
    assert "three.show_solution()" in capsys.readouterr().out and "three.hint()" in repr(three)


def test_wrong_answers_that_are_taken_or_missing_stop_the_lesson():
    three = exercise_of_ones_own()
    three.try_out({"one more": "my_number = 4", "a word": "my_number = 'three'"})
    with pytest.raises(AssertionError, match="no wrong answers"):
        three.try_out({})
    with pytest.raises(AssertionError, match="right after all is not yet; found correct"):
        three.try_out({"right after all": "my_number = 1 + 2"})
    broken = exercise_of_ones_own(solution="my_number = 2")
    with pytest.raises(AssertionError, match="the solution is correct; found not yet"):
        broken.try_out({"one more": "my_number = 4"})


def test_the_guide_names_what_there_is():
    guide = (PROJECT / "docs/own-lesson.md").read_text("utf-8")
    for name in ("lesson_NN.toml", "lesson_NN.py"):
        assert name.replace("NN", "20") in guide
    assert "my_exercise.try_out({" in guide and "20-player" in guide


def test_a_whole_course_lists_it_apart(own, tmp_path):
    course = [page_summary(path) for path in NOTEBOOKS]
    whole = front_page(site_frame(), [*course, page_summary(own)], tmp_path)
    assert "20-my-lesson.html" in whole.partition("Added here")[2]
    assert "13-closer-readings.html" in whole.partition("Added here")[0]
    assert "Added here" not in front_page(site_frame(), course, tmp_path)
