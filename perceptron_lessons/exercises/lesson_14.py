"""What checks the answers of lesson 14, if it never stops."""

import numpy as np

from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    compare_with,
    spelling,
    student_array,
)
from perceptron_lessons.theory.step_sizes import (
    CLOSE_CALL,
    halved_steps,
    most_mistakes,
    run_with_steps,
)

TIMES = 100
NEAR = np.sqrt(np.finfo(float).eps)  # as far as the floats of an answer can tell


def check_example_again(example):
    w = np.zeros(2)
    for k in range(1, TIMES + 1):
        x = student_array(call_student(example, w), "an example of two numbers", (2,))
        found = f"for w = {spelling(w)} you gave {spelling(x)}"
        if np.linalg.norm(x) > 1 + NEAR:
            raise WrongAnswer(
                f"{found}, of length {spelling(np.linalg.norm(x))}; at most 1 is allowed"
            )
        if w @ x > NEAR:
            raise WrongAnswer(f"{found}, about which w is right: w·x = {spelling(w @ x)}")
        w = w + x
        if not np.isclose(w @ w, k):
            raise WrongAnswer(
                f"{found}: after {k} of these mistakes ‖w‖² is {spelling(w @ w)}; expected {k}"
            )


def check_last_possible(last_possible):
    def expected(steps, ratio):
        most = most_mistakes(steps.tolist(), ratio, len(steps))
        return -1 if most is None else most

    k = np.arange(1, 9)
    cases = [
        (np.ones(8), 4),
        (1 / k, 3),
        (k.astype(float), 4),
        (0.5**k, 10),
        (0.5**k, 2.5),
        (2.0**k, 2.9),
        (np.array([3.0, 3.0]), 1),
    ]
    compare_with(last_possible, expected, cases)


def square_beyond_rim():
    return 5**2 + 2**2, {}


def second_entry():
    run = run_with_steps(CLOSE_CALL.X, CLOSE_CALL.y, halved_steps(), 60)
    return round(float(run.weights[-1][1]), 9) + 0.0, {}
