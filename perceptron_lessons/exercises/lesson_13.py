"""Exercises of lesson 13, closer readings."""

from perceptron_core.checks import as_labels, as_samples
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    as_text,
    describe_mistakes,
    run_perceptron,
)
from perceptron_lessons.exercises.exercise import Exercise

LESSON = "13-closer-readings"
IMPORTS = """
from perceptron_core import perceptron
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
    key="13.1",
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


EXERCISES = [ZERO_TERMS]
PREDICTIONS = []
