"""Exercises of lesson 11, what a proof checker adds."""

import numpy as np

from perceptron_core.checks import as_labels, as_samples
from perceptron_lessons import maximum_margin
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    as_array,
    as_text,
    describe_mistakes,
    run_perceptron,
)
from perceptron_lessons.exercises.exercise import Exercise, Prediction

LESSON = "11-what-a-proof-checker-adds"
IMPORTS = """
from perceptron_core import perceptron, worked_example
from perceptron_lessons import exercise
"""
FEWEST = 3


def check_zero_terms(X, y):
    X = as_samples(X)
    y = as_labels(y, len(X))
    trace = run_perceptron(X, y)
    if not trace.converged or trace.n_mistakes < FEWEST:
        raise WrongAnswer(
            f"the run makes {describe_mistakes(trace)}; expected one that ends after at least "
            f"{FEWEST} mistakes"
        )
    for k, i in enumerate(trace.mistakes.tolist()):
        before = trace.margins(k)[i]
        if before < 0:
            raise WrongAnswer(
                f"at update {k + 1} sample {i} has y(w·x) = {as_text(before)}, so that its cross "
                "term is negative; expected 0"
            )


ZERO_TERMS = Exercise(
    key="11.1",
    title="never negative",
    kind="construct",
    prompt=f"""
        Construct samples `my_X` with labels `my_y` whose run (in turn, from 0, no offset) ends
        after {FEWEST} mistakes or more, with a cross term 2y(w·x) of 0 every time.
    """,
    answer="my_X, my_y",
    solution="my_X, my_y = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1]",
    hints=[
        "When is y(w·x) = 0 although w is not 0?",
        "Let the samples be at right angles to each other, in as many dimensions as you need.",
    ],
    feedback="no proof may say *negative*: 2y(w·x) ≤ 0 is all that a mistake promises.",
    checker=check_zero_terms,
)


def check_without_label(X, y, w):
    X = as_samples(X)
    y = as_labels(y, len(X))
    w = as_array(w, "my_w")
    if w.shape != X.shape[1:]:
        raise WrongAnswer(f"my_w has shape {w.shape}; expected {X.shape[1:]}, a number a feature")
    length = np.linalg.norm(w)
    if not np.isclose(length, 1):
        raise WrongAnswer(f"my_w = {as_text(w)} has length {as_text(length)}; expected 1")
    least = np.abs(X @ w).min()
    if not least >= 1:
        raise WrongAnswer(f"the least |w·x| is {as_text(least)}; expected 1 or more")
    found = maximum_margin(X, y)
    if found:
        raise WrongAnswer(
            f"w = {as_text(np.array(found.w, float))} separates them, so that the run ends after "
            f"{describe_mistakes(run_perceptron(X, y))}; expected data that nothing separates"
        )


WITHOUT_LABEL = Exercise(
    key="11.2",
    title="a margin without the label",
    kind="construct",
    prompt="""
        A margin is |w·x| ≥ γ **and** the right sign. To see why, construct samples `my_X`, labels
        `my_y` and a vector `my_w` of length 1 with |w·x| ≥ 1 for every sample, although no line
        through the origin separates them.
    """,
    answer="my_X, my_y, my_w",
    solution="my_X, my_y, my_w = [[1, 0], [2, 0]], [1, -1], [1, 0]",
    hints=[
        "One feature more than you need can stay 0.",
        "Two samples on the same side of 0, with different labels.",
    ],
    feedback="without the sign an update may lose ground, and the run need not end.",
    checker=check_without_label,
)


RUNS = 100


def gap():
    rng = np.random.default_rng(0)
    seen = 0
    larger = 0
    while seen < RUNS:
        X = rng.integers(-9, 10, size=(6, 2))
        w = rng.integers(-5, 6, size=2)
        y = np.sign(X @ w + rng.integers(-20, 21))
        if y.all() and len(set(y)) == 2:
            seen += 1
            larger += maximum_margin(X, y, bias="free").unit_b ** 2 > (X**2).sum(axis=1).max()
    return int(larger), (
        "It is true, only not for the reason given (lesson 03 has a better one). No run could show "
        "this gap. A checker of steps can."
    )


EXERCISES = [ZERO_TERMS, WITHOUT_LABEL]
PREDICTIONS = [
    Prediction(
        "11.gap",
        "A proof has b ≤ R and goes on with b² ≤ R², which does not follow. On how many of "
        f"{RUNS} random data sets, each with its best line, is b² > R²?",
        gap,
    ),
]
