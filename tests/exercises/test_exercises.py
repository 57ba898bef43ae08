"""Exercises answer back: solutions pass, typical mistakes meet a counter-example.

Every cell is run as a student would run it, and judged by what it prints.
"""

import builtins
import dataclasses
import re

import numpy as np
import pytest
from cells import EXERCISES, LESSONS, in_one_line, named, output_of
from nbformat.v4 import new_code_cell, new_notebook
from wrong_answers import WRONG_ANSWERS

from perceptron_lessons import exercise, predict
from perceptron_lessons.exercises import prediction, predictions
from perceptron_lessons.exercises.exercise import PLACEHOLDER, Prediction
from perceptron_lessons.tables import format_number
from publish import kernel

WRONG = [
    (lesson, record, mistake)
    for lesson, record in EXERCISES
    for mistake in WRONG_ANSWERS.get(record.key, {})
]
PREDICTIONS = [record for lesson in LESSONS for record in predictions(lesson.name[:2])]
FUNCTIONS = [(lesson, record) for lesson, record in EXERCISES if record.stub.lstrip()[:4] == "def "]
VALUES = [(lesson, record) for lesson, record in EXERCISES if (lesson, record) not in FUNCTIONS]
OPEN = [
    (lesson, record) for lesson, record in FUNCTIONS if "return " not in record.stub.split('"""')[2]
]
"""Those whose code the student ends; the others have a return already."""

LONG_LIST = re.compile(r"(-?[\d.]+, ){12}-?\d")  # 13 numbers in a row
# What can only be a name in the code: my_X, perceptron(, X. Not y(w·x), nor w_k, nor np.where(.
NAMES = re.compile(
    r"\b[A-Za-z]\w+_\w+|(?<!\.)\b[A-Za-z]\w+(?=\((?!s\)))|\b(?:X|w0|numpy|order|exact|bias)\b"
)

# What the lessons say elsewhere, or what a hand can count: not computed by the code under test.
ANSWERS = {
    "01.third": 1,
    "02.race": 10,
    "01.rise": 25,
    "01.worst": 5,
    "04.longer": 55,
    "04.zero": 2,
    "02.distance": 20,
    "03.half": 4,
    "03.trap": 16007,
    "05.learner": 9,
    "05.stream": 2,
    "06.corners": 2,
    "07.box": 1,
    "07.price": 21845,
    "08.round": 5,
    "08.mean": 1,
    "09.monomials": 5151,
    "09.narrow": 30,
    "10.copies": 9,
    "11.gap": 0,
    "12.theorems": 3,
    "14.rim": 29,
    "14.halved": 0,
    "15.half": 50,
}


@pytest.mark.parametrize(("lesson", "record"), **named(EXERCISES))
def test_the_solution_is_correct(lesson, record):
    feedback = in_one_line(output_of(lesson, record.cell(record.solution)))
    assert feedback == f"correct: {record.feedback}"


@pytest.mark.parametrize(("lesson", "record", "mistake"), **named(WRONG))
def test_a_typical_mistake_meets_a_counter_example(lesson, record, mistake):
    cell = record.cell(WRONG_ANSWERS[record.key][mistake])
    feedback = output_of(lesson, cell)
    assert feedback.startswith("not yet: ")
    assert re.search(r"\d|'\w+'|lines?\b|found (nan|inf)", feedback), "nothing concrete"
    assert "cannot be read" not in feedback and "Traceback" not in feedback
    known = set(re.findall(r"\w+", cell + lesson.imports)) | set(dir(builtins))
    assert set(NAMES.findall(feedback)) <= known
    assert max(map(len, feedback.splitlines())) <= 90
    assert not LONG_LIST.search(in_one_line(feedback)), "a list that nobody reads"


def test_every_exercise_has_wrong_answers():
    """The one test that fails for a new lesson; it says what to write and where."""
    for _, record in EXERCISES:
        file = f"tests/exercises/wrong_answers/lesson_{record.key[:2]}.py"
        shape = f'WRONG = {{"{record.key}": {{"the mistake in words": "what replaces …"}}}}'
        few = f"{record.key} must have 4 wrong answers or more: write {shape} into {file}"
        assert len(WRONG_ANSWERS.get(record.key, {})) >= 4, few
    assert list(WRONG_ANSWERS) == [record.key for _, record in EXERCISES]


@pytest.mark.parametrize(("lesson", "record"), **named(EXERCISES))
def test_an_unattempted_exercise_says_so_every_time(lesson, record, monkeypatch):
    monkeypatch.setattr(record, "hints_asked", 0)
    feedback = output_of(lesson, record.cell())
    assert feedback.startswith("not attempted: ")
    assert f'exercise("{record.key}").hint()' in feedback
    for again in (record.cell(), record.cell("# I would say yes")):
        assert output_of(lesson, again) == feedback
    assert feedback in output_of(lesson, record.cell() + f'\nexercise("{record.key}").hint()')


@pytest.mark.parametrize(("lesson", "record"), **named(OPEN))
@pytest.mark.parametrize("typed", ["1 + 1", "pass", "'yes'", "return", "return None", "x = 1"])
def test_a_forgotten_return_is_an_attempt(lesson, record, typed):
    feedback = in_one_line(output_of(lesson, record.cell(typed)))
    assert re.match(
        r"not yet: \w+\(.*\) returned None: a `return` is (probably )?missing", feedback
    )


@pytest.mark.parametrize(("lesson", "record"), **named(VALUES))
def test_an_answer_without_its_name_is_an_attempt(lesson, record):
    first, *more = record.answer.split(", ")
    feedback = output_of(lesson, record.cell("[1, 2]"))
    assert feedback.startswith(f"not yet: {first} still is the three dots")
    last = [first, *more][-1]
    feedback = output_of(lesson, record.cell(f"{last} = None"))
    assert feedback.startswith(f"not yet: {first} " + ("still is" if more else "is None"))


def test_a_kernel_knows_what_was_typed_into_a_cell(tmp_path):
    """IPython keeps the text of a cell where `check` looks for it."""
    lesson, record = VALUES[0]
    cells = [lesson.imports, record.cell(), record.cell("[0, 1, 0, 2, 0]")]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    kernel.run_notebook(notebook, tmp_path)
    untouched, typed = (cell.outputs[0].text for cell in notebook.cells[1:])
    assert untouched.startswith("not attempted: ")
    assert typed.startswith(f"not yet: {record.answer} still is the three dots")


@pytest.mark.parametrize(("lesson", "record"), **named(EXERCISES))
def test_a_grader_gets_an_error_unless_the_answer_is_correct(lesson, record):
    def graded(body):
        return record.cell(body).replace(").check(", ").grade(")

    assert output_of(lesson, graded(record.solution)) == ""
    for body in (PLACEHOLDER, *list(WRONG_ANSWERS.get(record.key, {}).values())[:1]):
        with pytest.raises(AssertionError, match=r"not (attempted|yet): "):
            output_of(lesson, graded(body))


@pytest.mark.parametrize(("lesson", "record"), **named(EXERCISES))
def test_hints_come_one_at_a_time(lesson, record, capsys):
    record = dataclasses.replace(record, hints_asked=0)
    answers = []
    for _ in range(len(record.hints) + 2):
        record.hint()
        answers.append(in_one_line(capsys.readouterr().out))
    n = len(record.hints)
    assert n >= 2 and answers[n] == answers[n + 1] and "show_solution()" in answers[n]
    for i, answer in enumerate(answers[:n], 1):
        assert [hint in answer for hint in record.hints] == [True] * i + [False] * (n - i)


@pytest.mark.parametrize(("lesson", "record"), **named(EXERCISES))
def test_answers_too_few_or_too_many_are_counted(lesson, record):
    needed = record.answer.count(",") + 1
    for given in {0, needed - 1, needed + 1}:
        feedback = in_one_line(str(record.verdict(*range(given))))
        assert feedback.startswith(f"not yet: check needs {record.answer}; found {given} answer")


@pytest.mark.parametrize(("lesson", "record"), **named(EXERCISES))
def test_the_solution_is_shown_alone_and_works_alone(lesson, record, capsys):
    record.show_solution()
    shown = capsys.readouterr().out
    assert "..." not in shown and PLACEHOLDER not in shown and "exercise(" not in shown
    check = f'exercise("{record.key}").check({record.answer})'
    assert output_of(lesson, f"{shown}\n{check}").startswith("correct: ")


def test_each_lesson_has_one_to_five_exercises_and_something_to_predict():
    for lesson in LESSONS:
        assert 1 <= len(lesson.exercises) <= 5 and 1 <= len(lesson.predictions) <= 4
        keys = [record.key for record in lesson.exercises]
        assert keys == [f"{lesson.name[:2]}.{i}" for i in range(1, len(keys) + 1)]
        assert {record.kind for record in lesson.exercises} & {"construct", "proof"}


@pytest.mark.parametrize(
    ("key", "named"),
    [("99.1", "01, 02"), ("", "01, 02"), (1.1, "01, 02"), ("01.9", r"01\.1, 01\.2")],
)
def test_an_unknown_key_lists_those_there_are(key, named):
    with pytest.raises(KeyError, match=named):
        exercise(key)


@pytest.mark.parametrize("record", PREDICTIONS, ids=lambda record: record.key)
def test_a_prediction_reveals_its_answer_only_to_a_guess(record):
    question = record.verdict(...)
    assert question.startswith("make a guess: ") and record.question in question
    assert record.answer not in question
    assert record.verdict(record.truth) == f"right: {record.answer}"
    for no_guess in (None, True, [], 5 if isinstance(record.truth, str) else "five"):
        assert record.question in record.verdict(no_guess)
        assert record.answer not in record.verdict(no_guess)


def test_answers_are_what_was_worked_out_by_hand():
    assert {key: prediction(key).truth for key in ANSWERS} == ANSWERS
    asked = {record.key for lesson in LESSONS for record in lesson.predictions}
    assert asked == ANSWERS.keys()


@pytest.mark.parametrize("record", PREDICTIONS, ids=lambda record: record.key)
def test_a_question_is_one_and_a_wrong_guess_is_answered_with_the_reason(record):
    """Each asks in whole words, and the answer and its reason are one sentence."""
    assert re.search(r"\?( Write \w+ or \w+\.)?$", record.question), record.question
    assert not record.because[0].isupper() or record.because.startswith(("R", "K")), record.because
    assert record.because.endswith(".") and "$" not in record.answer + "".join(record.replies)
    assert record.answer.startswith(f"{format_number(record.truth)}, because ")
    wrong = "maybe" if isinstance(record.truth, str) else -1.5
    assert record.verdict(wrong) == f"not quite: {record.answer}"
    for number, reply in record.replies.items():
        said = record.verdict(float(number))
        assert said == f"not quite: {reply} It is {record.answer}", "a right answer needs no reply"
        assert reply.startswith(number)


def test_what_others_often_say_is_named():
    assert "the three points above" in prediction("08.round").verdict(16)
    assert "the total of both rounds" in prediction("05.stream").verdict(14)
    assert "‖w‖ ≤ 1" in prediction("07.box").verdict(0.894)
    assert "three points" not in prediction("08.round").verdict(17)


def test_a_word_is_judged_without_its_case_and_its_stops():
    record = Prediction("00.word", "Is it so, yes or no?", lambda: ("yes", {}), "it is so.")
    for word in ("yes", "Yes", " YES! ", "'yes'", "yes."):
        assert record.verdict(word) == "right: yes, because it is so."
    for word in ("no", "yes and no", ""):
        assert record.verdict(word) == "not quite: yes, because it is so."


def test_the_result_is_shown_once_there_is_a_guess(capsys):
    for no_guess in (..., None, "five", True):
        assert predict("01.worst", no_guess, "the run") is None
    assert predict("01.worst", 3, "the run") == "the run"


def test_any_value_as_an_answer_gets_a_verdict():
    for answer in (7, "x", [], [[]], {}, object(), print, float("nan"), np.zeros((2, 2, 2)), b"a"):
        for _, record in EXERCISES:
            n = record.answer.count(",") + 1
            status = record.verdict(*[answer] * n).status
            assert status in ("not yet", "not attempted"), (record.key, answer)


# --- what single checkers rely on ---


def test_other_right_answers_are_accepted():
    assert exercise("01.1").verdict(lambda w, x, y: np.sign(w @ x) != y).status == "correct"
    assert exercise("01.2").verdict(np.array([0, 1, 0, 2, 0])).status == "correct"
    assert exercise("04.3").verdict([[2, 2], [5, 5]], [1, -1]).status == "correct"
    assert exercise("07.1").verdict((3 / 2, 4 / 2)).status == "correct"
