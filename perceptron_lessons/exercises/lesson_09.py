"""What checks the answers of lesson 09, kernels."""

import itertools
from math import comb

import numpy as np

from perceptron_core import xor
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    compare_with,
    equation,
    format_call,
    spelling,
    student_array,
)
from perceptron_lessons.theory.kernel_margins import kernel_margin

FEATURES = 100
SAMPLES = 30


def labels_of(alpha, y, K):
    return np.where(K @ (alpha * y) > 0, 1, -1)


def check_predict(predict_new):
    corners = xor()
    new = np.array([[2, 1], [-1, 3], [0, 1]])
    square = (1 + new @ corners.X.T) ** 2
    compare_with(
        predict_new,
        labels_of,
        [
            (np.array([1, 1, 1, 1]), corners.y, square),
            (np.array([3, 0, 1]), np.array([1, 1, -1]), np.array([[1, 9, 4], [1, 5, 2]])),
            (np.array([1, 2]), np.array([-1, 1]), np.array([[2, 1], [1, 2], [4, 1]])),
        ],
        "a list of labels",
        lambda *_: "the score of x is Σ α_j·y_j·K(x, x_j), and a score of 0 gives −1",
    )


def check_phi(phi):
    points = [np.array(pair) for pair in ((0, 0), (1, 0), (0, 2), (1, 1), (2, -1), (-3, 2))]
    for a, b in itertools.combinations_with_replacement(points, 2):
        called = f"{format_call(phi, a)}·{format_call(phi, b)}"
        left = student_array(np.ravel(call_student(phi, a)), f"numbers from {format_call(phi, a)}")
        right = student_array(np.ravel(call_student(phi, b)), f"numbers from {format_call(phi, b)}")
        if left.shape != right.shape:
            found = f"{len(left)} and {len(right)} numbers"
            raise WrongAnswer(f"the two sides of {called} have {found}; expected as many")
        expected = (1 + a @ b) ** 2
        if not np.isclose(left @ right, expected):
            raise WrongAnswer(
                f"{called} gave {spelling(left @ right)}; expected (1 + {spelling(a @ b)})² "
                f"{equation(expected)}"
            )


def check_no_gram(K, v):
    K = student_array(K, "my_K to be three rows of three numbers,", (3, 3))
    v = student_array(v, "my_v to be three numbers,", (3,))
    if (K != K.T).any():
        i, j = np.argwhere(K != K.T)[0]
        pair = f"{spelling(K[i, j])} and {spelling(K[j, i])}"
        raise WrongAnswer(f"my_K is not symmetric: its entries {i}, {j} and {j}, {i} are {pair}")
    if (K.diagonal() != 1).any():
        raise WrongAnswer(f"the diagonal of my_K is {spelling(K.diagonal())}; expected 1, 1, 1")
    if (np.abs(K) > 1).any():
        raise WrongAnswer(
            f"my_K has the entry {spelling(K.flat[np.abs(K).argmax()])}; the product of two "
            "vectors of length 1 is between -1 and 1"
        )
    square = v @ K @ v
    if not square < -1e-9:
        raise WrongAnswer(
            f"with v {equation(v)} the sum of all v_i·v_j·K_ij is {spelling(square)}; expected a "
            "number below 0"
        )


def monomials():
    return comb(FEATURES + 2, 2), {"products": comb(FEATURES, 2)}


def narrow():
    best = kernel_margin(np.eye(SAMPLES, dtype=int), [1, -1] * (SAMPLES // 2))
    return int(best.bound), {}
