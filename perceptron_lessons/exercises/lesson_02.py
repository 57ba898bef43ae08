"""What checks the answers of lesson 02, the cosine-angle argument."""

import numpy as np

from perceptron_core import planted, worked_example
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    compare_with,
    equation,
    format_call,
    run_perceptron,
    spelling,
    student_array,
)
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.distance import prove_distance
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.theory.transforms import fold_labels

DATA = worked_example()
Z = fold_labels(DATA.X, DATA.y)


def mistake_bound(X, y, u):
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    return (X**2).sum(axis=1).max() / gamma**2


def check_bound(bound):
    random = planted(6, 3, margin=0.25, seed=0)

    def note(found, expected, X, y, u):
        if np.isclose(found**2, expected):
            return "the root of it; the bound is squared"
        if np.isclose(found * np.linalg.norm(u) ** 2, expected):
            return "the same line as a vector of length 1 must give the same bound"
        return None

    cases = [
        (DATA.X, DATA.y, DATA.separator / np.sqrt(5)),
        (DATA.X, DATA.y, np.array([1.0, 2.0])),
        (DATA.X, DATA.y, np.array([1.0, 3.0])),
        (random.X, random.y, random.separator),
        (np.array([[1.0, 0], [3, 1], [1, 1]]), np.ones(3), np.array([3.0, 2])),
    ]
    compare_with(bound, mistake_bound, cases, "the number R²/γ²", note)


def check_overshot(near):
    v = student_array(near, "my_v", (2,))
    if not (Z @ v > 0).all():
        i = int((Z @ v).argmin())
        raise WrongAnswer(f"v {equation(v)} is not a separator: v·z {equation(Z[i] @ v)} for {i}")
    squares = ((run_perceptron(DATA.X, DATA.y).weights - v) ** 2).sum(axis=1)
    if (np.diff(squares) <= 0).all():
        raise WrongAnswer(
            f"the squared distances from {spelling(v)} only fall: {spelling(squares)}"
        )


def check_own_rule(update):
    random = np.random.default_rng(3)
    trace = run_perceptron(DATA.X, DATA.y)
    states = zip(trace.weights, DATA.X[trace.mistakes], DATA.y[trace.mistakes], strict=False)
    cases = [(w.astype(float), x.astype(float), int(y)) for w, x, y in states]
    for _ in range(20):
        w, x = random.integers(-4, 5, size=(2, 3)).astype(float)
        if x.any():
            # Long weights need long steps; a short sample helps little at each.
            cases += [
                (w * s, x / r, -1 if w @ x >= 0 else 1) for s, r in ((1, 1), (1e3, 1), (1, 64))
            ]
    for w, x, y in cases:
        called = format_call(update, w, x, y)
        new = student_array(
            call_student(update, w, x, y), f"the new weights from {called}", w.shape
        )
        if not y * (new @ x) > 0:
            raise WrongAnswer(
                f"{called} gave {spelling(new)}, for which "
                f"y(w·x) = {format_number(y * (new @ x))}; expected a number above 0"
            )
        step = new - w
        along = y * (step @ x) / (x @ x)
        if not np.allclose(step, along * y * x):
            raise WrongAnswer(
                f"{called} moves w by {spelling(step)}, which is not a multiple of y·x "
                f"{equation(y * x)}"
            )
        if not w.any():
            cases.append((-2 * along * y * x, x, y))  # too far for the same step once more


def nearer():
    trace = run_perceptron(DATA.X, DATA.y)
    squares = prove_distance(trace)["distance"].lhs.astype(int)
    values = {"squares": squares, "falls": -np.diff(squares), "last": trace.w}
    return int(squares[-1]), {name: spelling(value) for name, value in values.items()}


def last_mistake_with_room():
    return int(check(run_perceptron(DATA.X, DATA.y))["iterations"].bound), {}
