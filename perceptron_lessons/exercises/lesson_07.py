"""What checks the answers of lesson 07, the linear-programming view."""

import numpy as np

from perceptron_core import doubling, perceptron, planted, worked_example, xor
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    compare_with,
    equation,
    format_call,
    spelling,
    student_array,
)
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.linear_programs import lp_box_margin
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels

DATA = worked_example()
GAMMA = format_number(maximum_margin(DATA.X, DATA.y).gamma)
XOR = xor()


ARROW = (0.03, 0.04)


def check_scaled(w):
    w = student_array(w, "my_w to be a list of two weights,", (2,))
    across = w[0] * ARROW[1] - w[1] * ARROW[0]
    if not np.isclose(across, 0, atol=1e-9) or w @ ARROW <= 0:
        raise WrongAnswer(f"my_w {equation(w)} is no multiple above 0 of {spelling(ARROW)}")
    products = fold_labels(DATA.X, DATA.y) @ w
    nearest = products.argmin()
    if not np.isclose(products[nearest], 1):
        raise WrongAnswer(
            f"my_w {equation(w)} has the least product "
            f"y(w·x) {equation(round(products[nearest], 9))}, for point {nearest}; expected 1"
        )


def check_decide(decide):
    near = planted(20, 3, margin=0.02, seed=4)
    cases = [(DATA.X, DATA.y), (-DATA.X, DATA.y), (XOR.X, XOR.y), (near.X, near.y)]
    cases += [
        (np.array([[1, 0], [1, 0]]), np.array([1, -1])),
        (np.array([[1, 0], [-1, 1], [1, 1]]), np.array([1, 1, -1])),
        (np.array([[1, 1e-4], [-0.8765, 1e-4]]), np.array([1, 1])),  # needs a long w
    ]
    for X, y in cases:
        called = format_call(decide, X, y) if len(X) <= 4 else f"on {len(X)} examples decide(X, y)"
        found = call_student(decide, X, y)
        truth = maximum_margin(X, y)
        if found is False or found is np.False_:
            if truth:
                w = spelling(np.round(truth.unit_w, 3))
                raise WrongAnswer(f"{called} gave False; but w = {w} separates these examples")
            continue
        margins = y * (X @ student_array(found, f"weights or False from {called}", (X.shape[1],)))
        worst = margins.argmin()
        if not margins[worst] > 0:
            expected = "another w" if truth else "False: nothing separates these examples"
            raise WrongAnswer(
                f"{called} gave w {equation(found)}; but example {worst} has y(w·x) "
                f"{equation(margins[worst])}; expected {expected}"
            )


def check_unbounded(reach):
    gammas = [1, 10, 0.01, 1e12]
    while gammas:
        gamma = gammas.pop(0)
        called = format_call(reach, gamma)
        w = student_array(call_student(reach, gamma), f"two weights from {called}", (2,))
        products = fold_labels(DATA.X, DATA.y) @ w
        worst = products.argmin()
        if products[worst] < gamma * (1 - 1e-12):
            raise WrongAnswer(
                f"{called} gave w {equation(w)}, but example {worst} has y(w·x) "
                f"{equation(products[worst])}; expected {spelling(gamma)} or more"
            )
        if gamma == 1:
            gammas.append(products[worst] * 1000)  # more than a fixed w has


def check_whole(least):
    compare_with(least, lambda d: 2 ** np.arange(d), [(d,) for d in (1, 2, 3, 5, 12)], "numbers")


def box():
    found = lp_box_margin(DATA.X, DATA.y)
    w = spelling(np.round(found.separator.w.astype(float), 9))
    length = format_number(float(np.sqrt(float(found.separator.norm_squared))))
    return round(found.value, 9), {"w": w, "length": length}


def price():
    data = doubling(8)
    return perceptron(data.X, data.y).n_mistakes, {}
