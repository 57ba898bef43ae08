"""What checks the answers of lesson 07, the linear-programming view."""

import itertools

import numpy as np

from perceptron_core import doubling, perceptron, planted, worked_example, xor
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    as_array,
    as_text,
    call_student,
    compare_with,
    equals,
    format_call,
)
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.linear_programs import lp_box_margin
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels

DATA = worked_example()
GAMMA = format_number(maximum_margin(DATA.X, DATA.y).gamma)
XOR = xor()


def check_constraints(constraints):
    uneven = np.array([[3, 1], [-1, 2], [2, -3]]), np.array([1, -1, 1])
    for X, y in ((DATA.X, DATA.y), (XOR.X, XOR.y), uneven):
        n, d = X.shape
        called = format_call(constraints, X, y)
        found = call_student(constraints, X, y)
        if not isinstance(found, (tuple, list)) or len(found) != 2:
            raise WrongAnswer(f"expected a pair from {called}: A and b; found {as_text(found)}")
        A = as_array(found[0], f"A from {called}", (n, d))
        b = as_array(found[1], f"b from {called}", (n,))
        Z = fold_labels(X, y)
        nearly = [z * product / (z @ z) for z in Z for product in (0.99, 1.01)]
        for w in [*itertools.product((0, 1, -1, 2, -2, 0.5), repeat=d), *nearly]:
            products = Z @ w
            allowed = A @ w <= b
            right = products >= 1
            if (wrong := np.flatnonzero(allowed != right)).size:
                i = wrong[0]
                raise WrongAnswer(
                    f"w {equals(w)} has y(w·x) {equals(products[i])} for x "
                    f"{equals(X[i])} labelled {y[i]:+d}; your row {i}, {as_text(A[i])}·w ≤ "
                    f"{as_text(b[i])}, {'allows' if allowed[i] else 'forbids'} it"
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
        called = format_call(decide, X, y) if len(X) <= 4 else f"on {len(X)} samples decide(X, y)"
        found = call_student(decide, X, y)
        truth = maximum_margin(X, y)
        if found is False or found is np.False_:
            if truth:
                w = as_text(np.round(truth.unit_w, 3))
                raise WrongAnswer(f"{called} gave False; but w = {w} separates these samples")
            continue
        margins = y * (X @ as_array(found, f"weights or False from {called}", (X.shape[1],)))
        worst = margins.argmin()
        if not margins[worst] > 0:
            expected = "another w" if truth else "False: nothing separates these samples"
            raise WrongAnswer(
                f"{called} gave w {equals(found)}; but sample {worst} has y(w·x) "
                f"{equals(margins[worst])}; expected {expected}"
            )


def check_unbounded(reach):
    gammas = [1, 10, 0.01, 1e12]
    while gammas:
        gamma = gammas.pop(0)
        called = format_call(reach, gamma)
        w = as_array(call_student(reach, gamma), f"two weights from {called}", (2,))
        products = fold_labels(DATA.X, DATA.y) @ w
        worst = products.argmin()
        if products[worst] < gamma * (1 - 1e-12):
            raise WrongAnswer(
                f"{called} gave w {equals(w)}, but sample {worst} has y(w·x) "
                f"{equals(products[worst])}; expected {as_text(gamma)} or more"
            )
        if gamma == 1:
            gammas.append(products[worst] * 1000)  # more than a fixed w has


def check_whole(least):
    compare_with(least, lambda d: 2 ** np.arange(d), [(d,) for d in (1, 2, 3, 5, 12)], "numbers")


def box():
    found = lp_box_margin(DATA.X, DATA.y)
    w = as_text(np.round(found.separator.w.astype(float), 9))
    length = format_number(float(np.sqrt(float(found.separator.norm_squared))))
    return round(found.value, 9), {"w": w, "length": length}


def price():
    data = doubling(8)
    return perceptron(data.X, data.y).n_mistakes, {}
