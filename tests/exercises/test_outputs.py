"""What is said of the student's own code: what it printed, and which of its lines went wrong."""

import contextlib
import io
import itertools
import re

import numpy as np
import pytest
from cells import in_one_line, output_of

from perceptron_lessons.exercises import exercise, lesson
from perceptron_lessons.exercises.checking import WrongAnswer, call_student


def feedback_on(body):
    """Return what is said about a function with this body, in exercise 01.1."""
    return output_of(lesson("01"), exercise("01.1").cell(body))


def test_much_printing_leaves_a_few_lines_below_the_verdict():
    lines = feedback_on("for _ in range(1000):\n    print('looking at', x, y)").splitlines()
    assert lines[0].startswith("not yet: ")
    start = lines.index("your code printed:")
    assert lines[start + 1 :] == ["looking at [-2  0] -1"] * 5 + ["… and 995 more lines"]


def test_an_interrupt_gets_out_and_gives_the_output_back():
    def interrupted(w, x, y):
        print("heard")
        raise KeyboardInterrupt

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        with pytest.raises(KeyboardInterrupt):
            exercise("01.1").verdict(interrupted)
        print("here again")
    assert printed.getvalue() == "here again\n"


def test_one_long_line_is_cut():
    feedback = feedback_on("print('ab' * 10**6)\nreturn y * (w @ x) <= 0")
    assert max(map(len, feedback.splitlines())) == 90 and "abab …" in feedback


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("z = 1\nreturn label * z", "NameError: .*'label'.* in line 4: return"),
        ("return w[7]", r"IndexError: index 7.* in line 3: return w\[7\]"),
        ("raise SystemExit", "SystemExit.* in line 3: raise SystemExit"),
        ("return is_mistake(w, x, y)", "RecursionError.* in line "),
    ],
)
def test_an_error_names_the_students_own_line(body, named):
    feedback = in_one_line(feedback_on(body))
    assert feedback.startswith("not yet: is_mistake((0, 0), (-2, 0), -1) raised ")
    assert re.search(named, feedback)


def test_calls_that_end_well():
    def spoil(x):
        x += 1
        return x

    assert call_student(lambda: itertools.repeat(1), take=3) == [1, 1, 1]
    x = np.zeros(2)
    assert call_student(spoil, x).tolist() == [1, 1] and x.tolist() == [0, 0]
    with pytest.raises(WrongAnswer, match="found 7"):
        call_student(7)
