"""Exercises answer back: solutions pass, typical mistakes meet a counter-example.

Every cell is run as a student would run it, and judged by what it prints.
"""

import ast
import builtins
import dataclasses
import itertools
import linecache
import re
import sys
import textwrap

import exercises as tool
import nbformat
import numpy as np
import pytest
from conftest import NOTEBOOKS, PROJECT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from notebooks import read
from perceptron_core.tables import format_number
from perceptron_lessons import exercise, predict
from perceptron_lessons.exercises import lesson, lesson_03, lesson_04, lessons, prediction
from perceptron_lessons.exercises.exercise import PLACEHOLDER, WrongAnswer, call, show
from perceptron_lessons.export import kernel

MODULES = lessons()
EXERCISES = [(module, record) for module in MODULES for record in module.EXERCISES]
WRONG = [(module, record, words) for module, record in EXERCISES for words in record.wrong]
PREDICTIONS = [record for module in MODULES for record in module.PREDICTIONS]
FUNCTIONS = [(module, record) for module, record in EXERCISES if record.stub.lstrip()[:4] == "def "]
VALUES = [(module, record) for module, record in EXERCISES if (module, record) not in FUNCTIONS]

# What can only be a name in the code: my_X, perceptron(, X. Not y(w·x), nor w_k, nor np.where(.
NAMES = re.compile(
    r"\b[A-Za-z]\w+_\w+|(?<!\.)\b[A-Za-z]\w+(?=\((?!s\)))|\b(?:X|w0|numpy|order|exact|bias)\b"
)

# What the lessons say elsewhere, or what a hand can count: not computed by the code under test.
ANSWERS = {
    "01.rise": 25,
    "01.thirds": 4,
    "01.worst": 5,
    "02.radius": 9,
    "02.trap": 16007,
    "02.zero": 2,
    "02.theorems": 3,
    "03.falls": 4,
    "03.tight": 9,
    "04.half": 4,
    "04.trap": 93,
    "05.same": 1,
    "06.corners": 2,
    "06.box": 1,
}


def named(parameters):
    def words(*parts):
        return "-".join(part if isinstance(part, str) else part.key for part in parts)

    return {"argvalues": parameters, "ids": [words(*parts[1:]) for parts in parameters]}


@pytest.fixture
def output_of(capsys, monkeypatch):
    def run(module, cell):
        namespace = {}
        exec(module.IMPORTS, namespace)
        # As IPython does: the text of the cell is kept where tracebacks look for it.
        monkeypatch.setitem(linecache.cache, "<cell>", (0, None, cell.splitlines(True), "<cell>"))
        exec(compile(cell, "<cell>", "exec"), namespace)
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(("module", "record"), **named(EXERCISES))
def test_the_solution_is_correct(module, record, output_of):
    assert output_of(module, record.cell(record.solution)) == f"correct: {record.why}\n"


@pytest.mark.parametrize(("module", "record", "words"), **named(WRONG))
def test_a_typical_mistake_meets_a_counter_example(module, record, words, output_of):
    said = output_of(module, record.cell(record.wrong[words]))
    assert said.startswith("not yet: ")
    assert re.search(r"\d|'\w+'|lines?\b", said), "nothing concrete"
    assert "cannot be read" not in said and "Traceback" not in said
    cell = record.cell(record.wrong[words])
    known = set(re.findall(r"\w+", cell + module.IMPORTS)) | set(dir(builtins))
    assert set(NAMES.findall(said)) <= known


@pytest.mark.parametrize(("module", "record"), **named(EXERCISES))
def test_an_unattempted_exercise_says_so_every_time(module, record, output_of, monkeypatch):
    monkeypatch.setattr(record, "hints_asked", 0)
    said = output_of(module, record.cell())
    assert said.startswith("not attempted: ")
    assert f'exercise("{record.key}").hint()' in said
    assert output_of(module, record.cell()) == said
    assert output_of(module, record.cell("# I would say yes")) == said
    assert said in output_of(module, record.cell() + f'\nexercise("{record.key}").hint()')


@pytest.mark.parametrize(("module", "record"), **named(FUNCTIONS))
@pytest.mark.parametrize("typed", ["1 + 1", "pass", "'yes'", "return", "return None", "x = 1"])
def test_a_forgotten_return_is_an_attempt(module, record, typed, output_of):
    said = output_of(module, record.cell(typed))
    assert re.match(r"not yet: \w+\(.*\) returned None: a `return` is (probably )?missing", said)


@pytest.mark.parametrize(("module", "record"), **named(VALUES))
def test_an_answer_without_its_name_is_an_attempt(module, record, output_of):
    names = record.answer.split(", ")
    assert output_of(module, record.cell("[1, 2]")) == (
        f"not yet: {names[0]} still is the three dots: give it your answer as its value\n"
    )
    assert output_of(module, record.cell(f"{names[-1]} = None")) == (
        f"not yet: {names[-1]} is None: give it your answer as its value\n"
        if len(names) == 1
        else f"not yet: {names[0]} still is the three dots: give it your answer as its value\n"
    )


def test_a_kernel_knows_what_was_typed_into_a_cell(tmp_path):
    """IPython keeps the text of a cell where `check` looks for it."""
    module, record = VALUES[0]
    cells = [module.IMPORTS, record.cell(), record.cell("[0, 1, 0, 2, 0]")]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    kernel.run(notebook, tmp_path)
    untouched, typed = (cell.outputs[0].text for cell in notebook.cells[1:])
    assert untouched.startswith("not attempted: ")
    assert typed.startswith(f"not yet: {record.answer} still is the three dots")


@pytest.mark.parametrize(("module", "record"), **named(EXERCISES))
def test_a_grader_gets_an_error_unless_the_answer_is_correct(module, record, output_of):
    def graded(body):
        return record.cell(body).replace(").check(", ").grade(")

    assert output_of(module, graded(record.solution)) == ""
    for body in (PLACEHOLDER, next(iter(record.wrong.values()))):
        with pytest.raises(AssertionError, match=r"not (attempted|yet): "):
            output_of(module, graded(body))


@pytest.mark.parametrize(("module", "record"), **named(EXERCISES))
def test_hints_come_one_at_a_time(module, record, capsys):
    record = dataclasses.replace(record, hints_asked=0)
    said = []
    for _ in range(len(record.hints) + 2):
        record.hint()
        said.append(capsys.readouterr().out.strip())
    n = len(record.hints)
    assert n >= 2
    hints = [f"hint {i} of {n}: {hint}" for i, hint in enumerate(record.hints, 1)]
    assert said[:n] == ["\n".join(hints[:i]) for i in range(1, n + 1)]
    assert said[n] == said[n + 1] and said[n].startswith(said[n - 1])
    assert "show_solution()" in said[n]
    for hint in record.hints:
        assert hint not in repr(record) and record.solution not in repr(record)


@pytest.mark.parametrize(("module", "record"), **named(EXERCISES))
def test_answers_too_few_or_too_many_are_counted(module, record):
    too_many = record.verdict(*range(record.answer.count(",") + 2))
    assert str(too_many).startswith(f"not yet: check needs {record.answer}; found ")


@pytest.mark.parametrize(("module", "record"), **named(EXERCISES))
def test_the_solution_is_shown_alone_and_works_alone(module, record, capsys, output_of):
    record.show_solution()
    shown = capsys.readouterr().out
    assert "..." not in shown and PLACEHOLDER not in shown and "exercise(" not in shown
    assert textwrap.dedent(record.solution).strip() in textwrap.dedent(
        shown.partition('"""\n')[2] or shown
    )
    check = f'exercise("{record.key}").check({record.answer})'
    assert output_of(module, f"{shown}\n{check}") == f"correct: {record.why}\n"


@pytest.mark.parametrize(("module", "record"), **named(EXERCISES))
def test_a_cell_is_short_and_imports_nothing(module, record):
    assert record.stub.count(PLACEHOLDER) == 1
    for body in (PLACEHOLDER, record.solution):
        cell = record.cell(body)
        assert len([line for line in cell.splitlines() if line.strip()]) <= 12
        assert max(map(len, cell.splitlines())) <= 100
        nodes = ast.walk(ast.parse(cell))
        assert not any(isinstance(node, ast.Import | ast.ImportFrom) for node in nodes)


def test_each_lesson_has_two_to_four_exercises_and_something_to_predict():
    for module in MODULES:
        assert 2 <= len(module.EXERCISES) <= 4
        assert 1 <= len(module.PREDICTIONS) <= 4
        number = module.LESSON[:2]
        assert [record.key for record in module.EXERCISES] == [
            f"{number}.{i}" for i in range(1, len(module.EXERCISES) + 1)
        ]
        assert all(record.key.startswith(f"{number}.") for record in module.PREDICTIONS)
        assert {record.kind for record in module.EXERCISES} & {"construct", "proof"}
        assert lesson(number) is module
    assert {record.kind for _, record in EXERCISES} == {"recall", "apply", "construct", "proof"}


def test_an_unknown_key_lists_those_there_are():
    with pytest.raises(KeyError, match=r"no '01\.9'; there are 01\.1, 01\.2"):
        exercise("01.9")
    with pytest.raises(KeyError, match=r"01\.worst"):
        predict("01.9", 3)


@pytest.mark.parametrize("record", PREDICTIONS, ids=lambda record: record.key)
def test_a_prediction_reveals_its_answer_only_to_a_guess(record):
    truth, sentence = record.reveal()
    assert ANSWERS.get(record.key, truth) == truth
    question = record.verdict(...)
    assert question.startswith("make a guess: ") and record.question in question
    assert sentence not in question
    assert record.verdict(truth) == f"right: {format_number(truth)}. {sentence}"
    assert record.verdict("maybe" if isinstance(truth, str) else -1).startswith("you said ")
    if not isinstance(truth, str):
        assert "found 'five'" in record.verdict("five")
        assert sentence not in record.verdict("five")


def test_only_one_prediction_is_not_known_beforehand():
    """Its number depends on numpy's random stream; it must keep to the bound."""
    (record,) = [record for record in PREDICTIONS if record.key not in ANSWERS]
    truth, sentence = record.reveal()
    assert 0 < truth <= 100 and "bound is 100" in sentence
    assert record.verdict(truth * 2).startswith("close: you said ")
    assert record.verdict(truth * 2 + 1).startswith("you said ")


def test_a_guess_as_a_cell(capsys):
    predict("01.worst")
    predict("01.worst", ...)
    first, second, _ = capsys.readouterr().out.split("\n")
    assert first == second and first.startswith("make a guess: ")
    predict("01.worst", np.int64(5))
    assert capsys.readouterr().out.startswith("right: 5. ")


def test_the_result_is_shown_once_there_is_a_guess(capsys):
    for no_guess in (..., None, "five", True):
        assert predict("01.worst", no_guess, "the run") is None
    assert predict("01.worst", 3, "the run") == "the run"


# --- an answer is tried out safely ---


def endless():
    while True:
        pass


def endless_items():
    while True:
        yield 1


def stubborn():
    while True:
        try:
            stubborn.calls = 0
        except Exception:
            continue


def leaves():
    sys.exit()


def deep():
    return deep()


def spoils(x):
    x += 1
    return x


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (endless, "endless() was stopped after 200000 lines"),
        (stubborn, "stubborn() was stopped after 200000 lines"),
        (leaves, "leaves() raised SystemExit"),
        (deep, "deep() raised RecursionError"),
        (lambda: {}[3], "raised KeyError: 3"),
        (7, "a function is expected; found 7"),
    ],
)
def test_no_error_and_no_endless_loop_gets_out(function, message):
    before = sys.gettrace()
    with pytest.raises(WrongAnswer, match=re.escape(message)):
        call(function)
    assert sys.gettrace() is before


def test_calls_that_end_well():
    assert call(endless_items, take=3) == [1, 1, 1]
    x = np.zeros(2)
    assert call(spoils, x).tolist() == [1, 1] and x.tolist() == [0, 0]
    assert call(np.add, 1, 2) == 3


def test_any_value_as_an_answer_gets_a_verdict():
    for answer in (7, "x", [], [[]], {}, object(), print, float("nan"), np.zeros((2, 2, 2)), b"a"):
        for _, record in EXERCISES:
            n = record.answer.count(",") + 1
            status = record.verdict(*[answer] * n).status
            assert status in ("not yet", "not attempted"), (record.key, answer)


def test_values_as_the_messages_write_them():
    assert show({}) == "a dict"
    assert show(np.array(0.5)) == "0.5"
    assert show(np.bool_(True)) == "True"


# --- what single checkers rely on ---


def test_in_each_case_exactly_one_line_of_the_proof_breaks():
    for change in lesson_03.CHANGES:
        broken = [line for line in lesson_03.LINES if (lesson_03.slack(line, change) < 0).any()]
        assert len(broken) == 1, change


def test_every_order_of_the_proof_that_uses_what_is_known_is_accepted():
    record = exercise("04.2")
    for proof in ("dfbhea", "fdhbea", "dbhfea", list("dbfhea"), "D F B H E A"):
        assert record.verdict(proof).status == "correct"
    assert set(lesson_04.WITHOUT) == set(lesson_04.USES) < set(lesson_04.PROOF)


def test_other_right_answers_are_accepted():
    assert exercise("01.1").verdict(lambda w, x, y: np.sign(w @ x) != y).status == "correct"
    assert exercise("01.2").verdict(np.array([0, 1, 0, 2, 0])).status == "correct"
    assert exercise("01.4").verdict(lambda m: max(i for i in range(4) if m[i] <= 0)).status == (
        "correct"
    )
    assert exercise("02.4").verdict([[2, 2], [5, 5]], [1, -1]).status == "correct"
    assert exercise("06.1").verdict(lambda X, y: (-2 * (X.T * y).T, [-2] * len(X))).status == (
        "correct"
    )


# --- the notebooks made from them ---


def test_the_lessons_hold_the_exercises_as_they_are():
    numbers = {module.LESSON[:2] for module in MODULES}
    for path in NOTEBOOKS:
        notebook = read(path)
        if path.name[:2] in numbers:
            module = lesson(path.name[:2])
            assert path.stem == module.LESSON
            start, stop = tool.section(notebook)
            stored = [(cell.cell_type, cell.source) for cell in notebook.cells[start:stop]]
            wanted = [(cell.cell_type, cell.source) for cell in tool.lesson_cells(module)]
            assert stored == wanted, f"run: python tools/exercises.py sync {path}"
            assert imported(module.IMPORTS) <= imported(notebook_code(notebook)[0])


# Words that would tell the answer; each is found in the answer itself.
GIVES_AWAY = {
    "01.rise": r"\b25\b",
    "01.thirds": r"\(2/3, 4/3\)|[Tt]he same (mistakes|samples)",
    "01.worst": r"0,? 2,? 0,? 2,? 0|(?<!or )\b5 (mistakes|updates)|to and fro",
    "02.radius": r"\(2, 8\)|\b9 mistakes|\b9 ≤",
    "02.trap": r"16[,_]?007",
    "02.zero": r"Samples \(0, 1\)|mistakes: 0 1\b|\b2 mistakes|\b2 ≤ 10\b",
    "02.theorems": r"primal, online, iterations|([Tt]hree|3) of the five",
    "03.falls": r"0\.949 down to|update 4\b",
    "03.tight": r"R²/γ² is 9|\b9 (mistakes|≤)",
    "04.half": r"from 10 to 40|[Ff]our times|factor 4",
    "04.trap": r"\b93\b",
    "05.same": r"\(-1, 0\)",
    "05.stream": r"\b44 samples",
    "06.corners": r"Two pairs|(at most|only) (2|two)\b",
    "06.box": r"\(0\.5, 1\)|optimum (is )?1\b",
}


def seen(notebook):
    """Everything that a reader of the stored notebook can see."""
    for cell in notebook.cells:
        yield cell.source
        for output in cell.get("outputs", []):
            yield output.get("text", "")
            yield from (text for kind, text in output.get("data", {}).items() if "text/" in kind)
            yield str(output.get("metadata", ""))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.LESSON)
def test_scrolling_through_a_lesson_answers_none_of_its_predictions(module):
    """The stored cell shows the question, and nothing before or after it tells the answer."""
    (path,) = [path for path in NOTEBOOKS if path.stem == module.LESSON]
    notebook = read(path)
    asked = []
    for before, cell in itertools.pairwise(notebook.cells):
        keys = re.findall(r'predict\("([^"]*)", \.\.\.', cell.source)
        announced = before.cell_type == "markdown" and "*Predict first.*" in before.source
        assert announced == (len(keys) == 1), before.source
        if keys:
            (output,) = cell.outputs
            assert output.text == f"{prediction(keys[0]).ask()}\n"
            asked += keys
    assert sorted(asked) == sorted(record.key for record in module.PREDICTIONS)
    text = "\n".join(seen(notebook))
    for key in asked:
        assert re.search(GIVES_AWAY[key], prediction(key).answer), "this pattern finds nothing"
        assert not (told := re.search(f".*({GIVES_AWAY[key]}).*", text)), (key, told[0])


def notebook_code(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


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


def test_sync_puts_the_exercises_before_the_summary(draft, capsys):
    tool.main(["sync", str(draft)])
    assert "01-worked-example.ipynb changed" in capsys.readouterr().out
    notebook = read(draft)
    wanted = [cell.source for cell in tool.lesson_cells(lesson("01"))]
    assert [cell.source for cell in notebook.cells] == [
        "# 01 Try",
        "1",
        *wanted,
        "## Summary\n\n- One.",
    ]
    nbformat.validate(notebook)
    tool.main(["sync", str(draft)])
    assert "01-worked-example.ipynb unchanged" in capsys.readouterr().out


def test_sync_mends_what_was_edited_and_keeps_other_outputs(draft):
    assert tool.sync(draft)
    notebook = read(draft)
    edited, kept = [cell for cell in notebook.cells if cell.cell_type == "code"][1:3]
    for cell in (edited, kept):
        cell.outputs, cell.execution_count = [new_output("stream", text="not attempted\n")], 2
    edited.source = edited.source.replace("mistake", "error")
    nbformat.write(notebook, draft)
    assert tool.sync(draft)
    mended, same = [cell for cell in read(draft).cells if cell.cell_type == "code"][1:3]
    assert mended.source == exercise("01.1").cell() and mended.outputs == []
    assert same == kept


def test_sync_needs_a_place_and_a_lesson(tmp_path):
    path = tmp_path / "01-try.ipynb"
    nbformat.write(new_notebook(cells=[new_markdown_cell("# 01 Try")]), path)
    with pytest.raises(SystemExit, match="no cell begins with '## Summary'"):
        tool.main(["sync", str(path)])
    with pytest.raises(SystemExit, match="99-try"):
        tool.main(["sync", str(tmp_path / "99-try.ipynb")])


def test_solutions_run_and_give_the_lesson_back_without_them(tmp_path, output_of, capsys):
    tool.main(["solutions", str(tmp_path / "new" / "solutions")])
    written = capsys.readouterr().out.split()
    assert [path.split("/")[-1] for path in written] == [f"{m.LESSON}.ipynb" for m in MODULES]
    for module, path in zip(MODULES, written, strict=True):
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        assert notebook.cells[0].source.startswith(f"# Lesson {module.LESSON[:2]}, ")
        code = "\n\n".join(notebook_code(notebook))
        assert output_of(module, code).count("correct: ") == len(module.EXERCISES)
        kinds = [cell.metadata.get("nbgrader", {}) for cell in notebook.cells]
        names = [kind["grade_id"] for kind in kinds if kind]
        assert len(names) == len(set(names)) == 3 * len(module.EXERCISES)
        assert sum(kind.get("points", 0) for kind in kinds) == sum(
            record.points for record in module.EXERCISES
        )
        for record in module.EXERCISES:
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
    for module in MODULES:
        own = sum(record.points for record in module.EXERCISES)
        assert re.search(rf"\| {module.LESSON} \| {len(module.EXERCISES)} \| {own} \|", guide)
    assert textwrap.dedent(PLACEHOLDER) in guide
