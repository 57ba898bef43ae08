"""The lessons hold the exercises as they are, answer no prediction, and have solutions."""

import ast
import itertools
import re
import textwrap

import nbformat
import pytest
from cells import EXERCISES, LESSONS, output_of
from conftest import NOTEBOOKS, PROJECT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perceptron_lessons import exercise
from perceptron_lessons.exercises import prediction, predictions
from perceptron_lessons.exercises.checking import wrap
from perceptron_lessons.exercises.exercise import PLACEHOLDER
from tools import exercises as tool
from tools.notebooks import read


def test_the_lessons_hold_the_exercises_as_they_are():
    numbers = {lesson.name[:2] for lesson in LESSONS}
    for path in NOTEBOOKS:
        notebook = read(path)
        if path.name[:2] in numbers:
            (content,) = [lesson for lesson in LESSONS if lesson.name == path.stem]
            start, stop = tool.section(notebook)
            stored = [(cell.cell_type, cell.source) for cell in notebook.cells[start:stop]]
            wanted = [(cell.cell_type, cell.source) for cell in tool.lesson_cells(content)]
            assert stored == wanted, f"run: python -m tools.exercises sync {path}"
            assert imported(content.imports) <= imported(notebook_code(notebook)[0])


# Words that would tell the answer; each is found in the answer itself.
GIVES_AWAY = {
    "01.rise": r"\b25\b",
    "01.third": r"runs? into point 0|very point with which",
    "01.worst": r"0,? 2,? 0,? 2,? 0|(?<!or )\b5 (mistakes|updates)|to and fro",
    "04.longer": r"\b55\b",
    "04.zero": r"(?:[Ss]amples|[Pp]oints) \(0, 1\)|mistakes: 0 1\b|\b2 mistakes|\b2 ≤ 10\b",
    "02.distance": r"40, 32, 20|\b20, because",
    "02.race": r"√80|\b8\.94\b|eleventh",
    "03.half": r"from 10 to 40|[Ff]our times|factor 4",
    "03.trap": r"16[,_]?007",
    "05.learner": r"how the labels were chosen",
    "05.stream": r"\b14 (in all|mistakes)|twenty rounds",
    "06.corners": r"[Tt]wo opposite pairs|(at most|only) (2|two)\b",
    "07.box": r"\(0\.5, 1\)|optimum (is )?1\b",
    "07.price": r"21[,_]?845|4 times as many",
    "08.round": r"3/5|\b5 mistakes",
    "08.mean": r"√10000",
    "09.monomials": r"\b5151\b|4950",
    "09.narrow": r"\b30, because|[Tt]he identity",
    "10.copies": r"the same order and make the same mistakes|as many as one|[Tt]he same 9",
    "11.gap": r"[Nn]o run could show|is true, only",
    "12.theorems": r"primal, online, iterations|([Tt]hree|3) of the five",
    "14.rim": r"\b29\b",
    "14.halved": r"−1 \+ 1 is 0|the arrow simply could not",
    "15.half": r"exactly half of all labellings|\b50, because|n = 2d",
}


def seen(cells):
    """Everything that a reader can see of some cells of the stored notebook."""
    for cell in cells:
        yield cell.source
        for output in cell.get("outputs", []):
            yield output.get("text", "")
            yield from (text for kind, text in output.get("data", {}).items() if "text/" in kind)
            yield str(output.get("metadata", ""))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_nothing_before_a_prediction_answers_it(lesson):
    """The stored cell shows the question, and the text tells the answer below it, if at all."""
    (path,) = [path for path in NOTEBOOKS if path.stem == lesson.name]
    notebook = read(path)
    asked = []
    for before, cell in itertools.pairwise(notebook.cells):
        keys = re.findall(r'predict\("([^"]*)", \.\.\.', cell.source)
        announced = before.cell_type == "markdown" and "*Predict first.*" in before.source
        assert announced == (len(keys) == 1), before.source
        if keys:
            (output,) = cell.outputs
            assert output.text == wrap(prediction(keys[0]).ask()) + "\n"
            asked += keys
    text = "\n".join(seen(notebook.cells))
    keys = re.findall(r'predict\("([^"]*)", \.\.\.', text)
    assert sorted(keys) == sorted(record.key for record in predictions(lesson.name[:2]))
    for key in asked:
        assert re.search(GIVES_AWAY[key], prediction(key).answer), "this pattern finds nothing"
        (place,) = (i for i, cell in enumerate(notebook.cells) if f'predict("{key}"' in cell.source)
        text = "\n".join(seen(notebook.cells[:place]))
        assert not (told := re.search(f".*({GIVES_AWAY[key]}).*", text)), (key, told[0])


def notebook_code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def notebook_code(notebook):
    return [cell.source for cell in notebook_code_cells(notebook)]


def imported(code):
    """The names that a piece of code imports."""
    nodes = [n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Import | ast.ImportFrom)]
    return {alias.asname or alias.name for node in nodes for alias in node.names}


@pytest.fixture
def draft(tmp_path):
    path = tmp_path / "01-worked-example.ipynb"
    cells = [
        new_markdown_cell("# 01 Try", id="a"),
        new_code_cell("1", id="b"),
        new_markdown_cell("## Summary\n\n- One.", id="c"),
    ]
    nbformat.write(new_notebook(cells=cells), path)
    return path


def test_sync_puts_the_exercises_before_the_summary_and_mends_what_was_edited(draft, capsys):
    tool.main(["sync", str(draft)])
    notebook = read(draft)
    nbformat.validate(notebook)
    wanted = [cell.source for cell in tool.lesson_cells(LESSONS[0])]
    assert [cell.source for cell in notebook.cells[2:-1]] == wanted
    edited, kept = notebook_code_cells(notebook)[1:3]
    for cell in (edited, kept):
        cell.outputs, cell.execution_count = [new_output("stream", text="not attempted\n")], 2
    edited.source = edited.source.replace("mistake", "error")
    nbformat.write(notebook, draft)
    assert tool.sync(draft) and not tool.sync(draft)
    mended, same = notebook_code_cells(read(draft))[1:3]
    assert mended.source == exercise("01.1").cell() and mended.outputs == []
    assert same == kept


def test_sync_needs_a_place_and_a_lesson(tmp_path):
    for name, named in (("01-try", "## Summary"), ("99-try", "99-try")):
        path = tmp_path / f"{name}.ipynb"
        nbformat.write(new_notebook(cells=[new_markdown_cell("# 01 Try")]), path)
        with pytest.raises(SystemExit, match=named):
            tool.main(["sync", str(path)])


def test_solutions_run_and_give_the_lesson_back_without_them(tmp_path, capsys):
    tool.main(["solutions", str(tmp_path / "new" / "solutions")])
    written = capsys.readouterr().out.split()
    assert [path.split("/")[-1] for path in written] == [f"{m.name}.ipynb" for m in LESSONS]
    for lesson, path in zip(LESSONS, written, strict=True):
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        assert notebook.cells[0].source.startswith(f"# Lesson {lesson.name[:2]}, ")
        code = "\n\n".join(notebook_code(notebook))
        assert output_of(lesson, code).count("correct: ") == len(lesson.exercises)
        kinds = [cell.metadata.get("nbgrader", {}) for cell in notebook.cells]
        names = [kind["grade_id"] for kind in kinds if kind]
        assert len(names) == len(set(names)) == 3 * len(lesson.exercises)
        assert sum(kind.get("points", 0) for kind in kinds) == sum(
            record.points for record in lesson.exercises
        )
        for record in lesson.exercises:
            (cell,) = [c for c in notebook.cells if c.id == tool.cell_name(record)]
            assert cell.metadata.nbgrader.solution and not cell.metadata.nbgrader.locked
            assert without_solution(cell.source) == record.cell()


def without_solution(source):
    """What nbgrader makes of a solution, with the setting that docs/grading.md gives."""
    guide = (PROJECT / "docs" / "grading.md").read_text(encoding="utf-8")
    stub = re.search(r'code_stub = {"python": "(.*)"}', guide)[1]
    return re.sub(
        r"^( *)### BEGIN SOLUTION$.*?^ *### END SOLUTION$",
        lambda match: match[1] + stub,
        source,
        flags=re.MULTILINE | re.DOTALL,
    )


def test_the_guide_for_teachers_names_what_there_is():
    guide = (PROJECT / "docs" / "grading.md").read_text(encoding="utf-8")
    points = sum(record.points for _, record in EXERCISES)
    assert f"{len(EXERCISES)} exercises, {points} points" in guide
    for lesson in LESSONS:
        own = sum(record.points for record in lesson.exercises)
        assert re.search(rf"\| {lesson.name} \| {len(lesson.exercises)} \| {own} \|", guide)
    assert textwrap.dedent(PLACEHOLDER) in guide
