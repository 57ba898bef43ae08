"""What checks the answers of lesson 03, the offset and the mistake bound."""

import numpy as np

from perceptron_core import bias_trap, worked_example
from perceptron_core.checks import as_labels, as_samples
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    describe_mistakes,
    equation,
    format_call,
    run_in_order,
    run_perceptron,
    spelling,
    student_array,
    student_number,
)
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.separators import maximum_margin


def check_height(best_height):
    for radius, b in ((6, 5), (10, -4), (200, -100), (1, 0.01)):
        called = format_call(best_height, radius, b)
        found = call_student(best_height, radius, b)
        if b < 0 and (isinstance(found, complex | np.complexfloating) or np.any(found != found)):
            raise WrongAnswer(
                f"{called} gave {spelling(found)}: R·b {equation(radius * b)} is negative and has "
                "no real root; expected a height above 0"
            )
        c = student_number(found, f"a number from {called}")
        if not c > 0:
            raise WrongAnswer(f"{called} gave {spelling(c)}; expected a height above 0")

        def bound(c, radius=radius, b=b):
            return (radius**2 + c**2) * (1 + b**2 / c**2)

        best = np.sqrt(radius * abs(b))
        if not np.isclose(c, best):
            raise WrongAnswer(
                f"{called} gave c {equation(c)}, and (R² + c²)(1 + b²/c²) {equation(bound(c))}; "
                f"but c {equation(best)} gives only {spelling(bound(best))}"
            )


def check_one_class(X, y, u, b):
    X = as_samples(X).astype(float)
    y = as_labels(y, len(X))
    u = student_array(u, "my_u to be a list of numbers", (X.shape[1],))
    b = student_number(b, "my_b to be a number")
    if not np.isclose(np.linalg.norm(u), 1):
        length = spelling(np.linalg.norm(u))
        raise WrongAnswer(f"my_u {equation(u)} has length {length}; expected 1")
    margins = y * (X @ u + b)
    worst = margins.argmin()
    radius = np.linalg.norm(X, axis=1).max()
    if not margins[worst] > 0:
        raise WrongAnswer(
            f"example {worst}, x {equation(X[worst])} with label {y[worst]:+d}, has "
            f"y(u·x + b) {equation(margins[worst])}; expected a number above 0"
        )
    if not abs(b) > radius:
        raise WrongAnswer(f"|my_b| {equation(abs(b))} and R {equation(radius)}; expected |b| > R")


ORDERS_X = np.array([[-3, -1], [1, 5], [1, 2], [1, -5]])
ORDERS_Y = np.array([1, -1, -1, -1])
POSITIVE = ", ".join(spelling(row) for row in ORDERS_X[ORDERS_Y == 1])
NEGATIVE = ", ".join(spelling(row) for row in ORDERS_X[ORDERS_Y == -1])
FIRST, WORST = (
    run_perceptron(ORDERS_X, ORDERS_Y, order=order).n_mistakes for order in ("first", "worst")
)
BOUND = (ORDERS_X**2).sum(axis=1).max() / maximum_margin(ORDERS_X, ORDERS_Y).gamma_squared
MANY = 8


def check_many(choose):
    for trace in run_in_order(ORDERS_X, ORDERS_Y, choose):
        if trace.n_mistakes < MANY:
            raise WrongAnswer(
                f"with choose a run makes {describe_mistakes(trace)}; expected {MANY} or more"
            )


def half():
    data = worked_example()
    best = maximum_margin(data.X, data.y)
    radius_squared = (data.X**2).sum(axis=1).max()
    whole, halved = (radius_squared / (best.gamma / part) ** 2 for part in (1, 2))
    bounds = {"whole": format_number(whole), "halved": format_number(halved)}
    return round(halved / whole, 9), bounds


def trap():
    points = bias_trap()
    one, radius = (run_perceptron(points.X, points.y, bias=bias) for bias in ("one", "radius"))
    return one.n_mistakes, {"radius": radius.n_mistakes}
