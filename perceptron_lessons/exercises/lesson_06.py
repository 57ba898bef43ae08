"""What checks the answers of lesson 06, the widest margin."""

import itertools

import numpy as np

from perceptron_core import xor
from perceptron_lessons.exercises.checking import WrongAnswer, equation, spelling, student_array
from perceptron_lessons.theory.transforms import fold_labels


def as_weights(a):
    a = student_array(a, "my_a to be a list of three weights,", (3,))
    if (a < 0).any():
        raise WrongAnswer(f"my_a {equation(a)} has a weight below 0: then the sum proves nothing")
    if not np.isclose(a.sum(), 1):
        raise WrongAnswer(f"the weights {spelling(a)} sum to {spelling(a.sum())}; expected 1")
    return a


SAMPLES = np.array([[2, 1], [2, -4], [4, 1]])
SIGNS = np.array([1, -1, 1])


def check_nearest(a):
    a = as_weights(a)
    Z = fold_labels(SAMPLES, SIGNS)
    point = np.round(a @ Z, 12)
    products, square = np.round(Z @ point, 12), round(point @ point, 12)
    worst = products.argmin()
    if products[worst] < square:
        raise WrongAnswer(
            f"my_a {equation(a)} gives p {equation(point)} with ‖p‖² {equation(square)}, but "
            f"p·z {equation(products[worst])} for z {equation(Z[worst])}: towards it the hull "
            "comes closer to 0"
        )


POINTS = np.array([[1], [2], [3]])
LABELS = np.array([1, -1, 1])


def check_certificate(a):
    a = as_weights(a)
    total = np.round(np.append((a * LABELS) @ POINTS, a @ LABELS), 12)
    if total.any():
        raise WrongAnswer(
            f"my_a {equation(a)} gives Σ a·y·x {equation(total[0])} and Σ a·y "
            f"{equation(total[1])}; expected 0 and 0"
        )


XOR = xor()


def corners():
    Z = fold_labels(XOR.X, XOR.y)
    directions = itertools.product((-1, 0, 1), repeat=2)  # one in each cone, and each edge of one
    most = max(int((Z @ w > 0).sum()) for w in directions)
    return most, {f"z_{i}": spelling(z) for i, z in enumerate(Z)}
