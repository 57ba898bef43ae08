"""Somebody else's code is tried out safely: it ends, it is not loud, and its own line is quoted."""

import itertools
import multiprocessing
import re
import sys
import threading

import numpy as np
import pytest
from cells import in_one_line, output_of

from perceptron_lessons.exercises import exercise, lesson_01, limits
from perceptron_lessons.exercises.checking import WrongAnswer, as_text, call_student


def feedback_on(body):
    """Return what is said about a function with this body, in exercise 01.1."""
    return output_of(lesson_01, exercise("01.1").cell(body))


def others_loop():
    """Return a function of another module that never ends."""
    namespace = {}
    exec("def spin():\n    while True:\n        pass", namespace)
    return namespace["spin"]


def in_this_process(monkeypatch):
    monkeypatch.setattr(sys, "platform", "other")


ENDLESS = {
    "two lines": "while True:\n    x = x + 0",
    "one line": "while True: pass",
    "a generator": "return sum(i for i in iter(int, 1))",
    "an error caught": "while True:\n    try: len(w)\n    except Exception: pass",
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.parametrize("platform", ["linux", "other"])
def test_a_loop_of_the_student_is_stopped_and_quoted(body, platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    # Steps are counted where there are no threads, as in Pyodide.
    monkeypatch.setattr(threading.Thread, "start", no_threads)
    feedback = in_one_line(feedback_on(body))
    assert feedback.startswith("not yet: is_mistake((0, 0), (-2, 0), -1) was stopped in line ")
    line = int(re.search(r"in line (\d+): ", feedback)[1])
    assert exercise("01.1").cell(body).splitlines()[line - 1].strip() in feedback
    assert sys.gettrace() is None


def no_threads(self):
    raise RuntimeError("can't start new thread")


@pytest.mark.parametrize("platform", ["linux", "other"])
def test_a_loop_elsewhere_is_stopped(platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.3)
    spin = others_loop()
    message = exercise("01.1").verdict(lambda w, x, y: spin()).message
    assert "was stopped in line " in message and "lambda w, x, y: spin()" in message


@pytest.mark.skipif(sys.platform != "linux", reason="only there a child process does the work")
@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("endless sum", lambda w, x, y: sum(itertools.count())),
        ("waits", lambda w, x, y: threading.Event().wait()),
    ],
)
def test_what_python_itself_cannot_interrupt_is_stopped(name, function, monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.3)
    verdict = exercise("01.1").verdict(function)
    assert verdict.status == "not yet"
    assert verdict.message.startswith("running is_mistake took too long and was stopped")
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform != "linux", reason="only there a child process does the work")
def test_code_that_ends_python_does_not_end_the_session():
    feedback = feedback_on("import os\nos._exit(3)")
    assert feedback == "not yet: running is_mistake ended Python itself\n"


def test_a_value_that_takes_too_long_to_check_is_stopped(monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.3)

    class Slow:
        def __array__(self, dtype=None, copy=None):
            others_loop()()

    verdict = exercise("01.2").verdict(Slow())
    assert verdict.message.startswith("running my_mistakes took too long")


@pytest.mark.parametrize("platform", ["linux", "other"])
def test_no_time_limit_is_left_over(platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    before = threading.active_count()
    assert exercise("01.1").verdict(lambda w, x, y: y * (w @ x) <= 0).status == "correct"
    assert threading.active_count() == before


@pytest.mark.parametrize("platform", ["linux", "other"])
def test_an_endless_print_leaves_a_few_lines_below_the_verdict(platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(limits, "MOST_STEPS", 5_000)
    lines = feedback_on("while True:\n    print('looking at', x, y)").splitlines()
    assert lines[0].startswith("not yet: is_mistake((0, 0), (-2, 0), -1) was stopped in line ")
    start = lines.index("your code printed:")
    assert lines[start + 1 : start + 6] == ["looking at [-2  0] -1"] * 5
    assert re.fullmatch(r"… and \d+ more lines", lines[start + 6]) and len(lines) == start + 7


def test_one_long_line_is_cut():
    feedback = feedback_on("print('ab' * 10**6)\nreturn y * (w @ x) <= 0")
    assert feedback.startswith("correct: ")
    assert max(map(len, feedback.splitlines())) == 90 and "abab …" in feedback
    assert feedback_on("print('w')\nreturn").endswith("your code printed:\nw\n")


@pytest.mark.parametrize(
    ("body", "error", "line"),
    [
        ("z = 1\nreturn label * z", "NameError: name 'label' is not defined", "in line 4: return"),
        ("return w[7]", "IndexError: index 7", "in line 3: return w[7]"),
        ("raise SystemExit", "SystemExit", "in line 3: raise SystemExit"),
        ("return is_mistake(w, x, y)", "RecursionError", "in line "),
        (
            "return np.linalg.norm('w')",
            "ValueError: could not",
            "in line 3: return np.linalg.norm('w')",
        ),
    ],
)
def test_an_error_names_the_students_own_line(body, error, line):
    feedback = in_one_line(feedback_on(body))
    assert feedback.startswith("not yet: is_mistake((0, 0), (-2, 0), -1) raised ")
    assert error in feedback and line in feedback


def test_calls_that_end_well():
    def endless_items():
        while True:
            yield 1

    def spoil(x):
        x += 1
        return x

    assert call_student(endless_items, take=3) == [1, 1, 1]
    x = np.zeros(2)
    assert call_student(spoil, x).tolist() == [1, 1] and x.tolist() == [0, 0]
    assert call_student(np.add, 1, 2) == 3
    with pytest.raises(WrongAnswer, match="a function is expected; found 7"):
        call_student(7)


def test_values_as_the_messages_write_them():
    assert as_text({}) == "a dict"
    assert as_text(np.array(0.5)) == "0.5"
    assert as_text(np.bool_(True)) == "True"
    assert as_text([1j, np.sqrt(-1 + 0j)]) == "[0+1j, 0+1j]"
