"""What checks the answers of lesson 04, what changes a run."""

import numpy as np

from perceptron_core import worked_example
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    describe_mistakes,
    equation,
    format_call,
    run_perceptron,
    spelling,
    student_number,
)
from perceptron_lessons.exercises.explain import explain
from perceptron_lessons.exercises.forms import Form
from perceptron_lessons.exercises.watching import Budget, watch
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.theory.transforms import normalize

DATA = worked_example()


def check_slip(answer):
    explanation = explain(answer)
    if explanation.verdict == "slip":
        return
    first, *more = explanation.text.splitlines()
    if explanation:
        raise WrongAnswer(f"there is no slip. {first}")
    said = " ".join([first, *more[:1]])
    watched = watch(answer, Form(), DATA, Budget(seconds=1))
    if watched.ended:  # so that it may be called without being watched
        returned = call_student(answer, DATA.X, DATA.y)
        said += f" {format_call(answer, DATA.X, DATA.y)} gave {spelling(returned)}."
    raise WrongAnswer(said)


TWELVE = 12
BOUND = (DATA.X**2).sum(axis=1).max() / maximum_margin(DATA.X, DATA.y).gamma_squared


def check_twelve(w0, learning_rate):
    eta = student_number(learning_rate, "my_learning_rate to be a number")
    trace = run_perceptron(DATA.X, DATA.y, w0=w0, learning_rate=eta, max_mistakes=1000)
    if trace.n_mistakes != TWELVE:
        message = (
            f"my_w0 {equation(w0)} with my_learning_rate {equation(eta)} makes "
            f"{describe_mistakes(trace)}; "
            f"expected {TWELVE}"
        )
        if not np.any(trace.w0):
            message += ". From the start 0 every learning rate makes the same mistakes"
        raise WrongAnswer(message)


def check_unit_first(X, y):
    run_perceptron(X, y, max_mistakes=1)
    if not np.linalg.norm(np.asarray(X, dtype=float), axis=1).all():
        raise WrongAnswer(f"a sample of {spelling(X)} is the zero vector, which has no unit length")
    before = maximum_margin(X, y, bias="one")
    if not before:
        raise WrongAnswer(
            f"nothing separates your samples to begin with: {before}, where z_i = y_i·x_i"
        )
    after = maximum_margin(normalize(X)[0], y, bias="one")
    if after:
        rows = normalize(X)[0]
        raise WrongAnswer(
            f"scaled first your samples are {spelling(rows)}, and w {equation(after.unit_w)}, "
            f"b {equation(round(after.unit_b, 9))} still separates them; expected data that "
            "nothing separates"
        )


LONG_X = np.array([[-4, -1], [0, 5], [5, 2]])
LONGER = ", ".join(spelling(row) for row in LONG_X)
MISTAKES = run_perceptron(LONG_X, np.ones(len(LONG_X))).n_mistakes


def unit_length_mistakes():
    given, scaled = (
        check(run_perceptron(X, np.ones(len(X))))["iterations"]
        for X in (LONG_X, normalize(LONG_X)[0])
    )
    after = format_number(round(float(scaled.bound)))
    return scaled.mistakes, {"before": format_number(given.bound), "after": after}


def zero_mistakes():
    trace = run_perceptron(DATA.X, DATA.y, zero="positive")
    return trace.n_mistakes, {"order": spelling(trace.mistakes)}
