"""Exercises of lesson 06, the widest margin."""

import itertools

import numpy as np

from perceptron_core import xor
from perceptron_lessons import fold_labels
from perceptron_lessons.exercises.checking import WrongAnswer, as_array, as_text
from perceptron_lessons.exercises.exercise import Exercise, Prediction

LESSON = "06-the-widest-margin"
IMPORTS = """
from perceptron_lessons import exercise
"""


def as_weights(a):
    a = as_array(a, "my_a to be a list of three weights,", (3,))
    if (a < 0).any():
        raise WrongAnswer(f"my_a = {as_text(a)} has a weight below 0: then the sum proves nothing")
    if not np.isclose(a.sum(), 1):
        raise WrongAnswer(f"the weights {as_text(a)} sum to {as_text(a.sum())}; expected 1")
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
            f"my_a = {as_text(a)} gives p = {as_text(point)} with ‖p‖² = {as_text(square)}, but "
            f"p·z = {as_text(products[worst])} for z = {as_text(Z[worst])}: towards it the hull "
            "comes closer to 0"
        )


NEAREST = Exercise(
    key="06.1",
    title="the widest margin by hand",
    kind="apply",
    prompt="""
        The samples (2, 1) (+), (2, −4) (−) and (4, 1) (+) have z = (2, 1), (−2, 4) and (4, 1).
        Give the weights a ≥ 0 with Σa = 1 whose p = Σ a·z is the point of the hull nearest to 0.
    """,
    answer="my_a",
    solution="my_a = [4 / 5, 1 / 5, 0]",
    hints=[
        "Draw the three z. Which edge of the triangle is nearest to 0?",
        "On the edge, p = (2, 1) + t·(−4, 3). Which t makes p·(−4, 3) = 0?",
    ],
    feedback="p = (1.2, 1.6), so that the widest margin is ‖p‖ = 2, along p/2.",
    checker=check_nearest,
)

POINTS = np.array([[1], [2], [3]])
LABELS = np.array([1, -1, 1])


def check_certificate(a):
    a = as_weights(a)
    total = np.round(np.append((a * LABELS) @ POINTS, a @ LABELS), 12)
    if total.any():
        raise WrongAnswer(
            f"my_a = {as_text(a)} gives Σ a·y·x = {as_text(total[0])} and Σ a·y = "
            f"{as_text(total[1])}; expected 0 and 0"
        )


CERTIFICATE = Exercise(
    key="06.2",
    title="prove that nothing separates",
    kind="proof",
    prompt="""
        On the line, 1 (+), 2 (−) and 3 (+) cannot be separated by any w·x + b. Give the proof as
        three weights: a ≥ 0 with Σa = 1, Σ a·y·x = 0 and Σ a·y = 0.
    """,
    answer="my_a",
    solution="my_a = [1 / 4, 1 / 2, 1 / 4]",
    hints=[
        "The negative point lies in the middle of the positive ones: 2 = (1 + 3)/2.",
        "Half of the weight must be on the positive samples, half on the negative one.",
    ],
    feedback="anyone can check this proof by adding up, without knowing how it was found.",
    checker=check_certificate,
)


XOR = xor()


def corners():
    Z = fold_labels(XOR.X, XOR.y)
    directions = itertools.product((-1, 0, 1), repeat=2)  # one in each cone, and each edge of one
    return max(int((Z @ w > 0).sum()) for w in directions), (
        f"Two pairs of the z = y·x are opposite: z_0 = {as_text(Z[0])} and z_3 = {as_text(Z[3])}, "
        f"z_1 = {as_text(Z[1])} and z_2 = {as_text(Z[2])}. Of each pair w gets at most one right."
    )


EXERCISES = [NEAREST, CERTIFICATE]
PREDICTIONS = [
    Prediction(
        "06.corners",
        "No line through the origin gets all four corners of XOR right, y(w·x) > 0. How many can "
        "it get right at most?",
        corners,
    ),
]
