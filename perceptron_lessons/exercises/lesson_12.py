"""Exercises of lesson 12, five texts."""

from perceptron_core import worked_example
from perceptron_lessons import check
from perceptron_lessons.exercises.checking import WrongAnswer, run_perceptron
from perceptron_lessons.exercises.exercise import Exercise, Prediction

LESSON = "12-five-texts"
IMPORTS = """
from perceptron_core import perceptron
from perceptron_lessons import check, exercise
"""
DATA = worked_example()


def check_all_five(X, y, bias):
    verdicts = check(run_perceptron(X, y, names={"X": "my_X", "y": "my_y"}, bias=bias))
    for verdict in verdicts.values():
        if not verdict.applies:
            raise WrongAnswer(f"not every theorem applies to this run: {verdict}")


ALL_FIVE = Exercise(
    key="12.1",
    title="a run for all five",
    kind="construct",
    prompt="""
        Construct samples `my_X` with labels `my_y`, and choose `my_bias`, "none", "one" or
        "radius", such that all five theorems apply to the run.
    """,
    answer="my_X, my_y, my_bias",
    solution='my_X, my_y, my_bias = [[0.5, 0.5], [0.5, -0.5]], [1, -1], "radius"',
    hints=[
        "`primal` asks for both labels, and for the bias that moves b by R².",
        "The appended R counts: `cosine` and `empirical` ask for ‖x‖² + R² = 1.",
        "So each x has ‖x‖² = 1/2, as (1/2, 1/2) has.",
    ],
    feedback="`primal` measures γ among the samples, the other four among the padded ones.",
    checker=check_all_five,
)


def theorems():
    verdicts = check(run_perceptron(DATA.X, DATA.y, bias="radius"))
    applying = [key for key, verdict in verdicts.items() if verdict.applies]
    return len(applying), (
        f"They are {', '.join(applying)}. The other two ask for samples of length 1, the offset's "
        "constant R counted in."
    )


EXERCISES = [ALL_FIVE]
PREDICTIONS = [
    Prediction(
        "12.theorems",
        "The run on the worked example with the step R² for b: how many of the five theorems apply "
        "to it?",
        theorems,
    ),
]
