"""Exercises of lesson 02, one algorithm in five dialects."""

import numpy as np

from perceptron_core.data import bias_trap, worked_example
from perceptron_core.exercises.mechanism import (
    Exercise,
    NotYet,
    Prediction,
    call,
    called_with,
    compare,
    numbers,
    run,
    show,
    story,
)
from perceptron_core.forms import fold, pad, unit_length
from perceptron_core.margin import maximum_margin

LESSON = "02-one-algorithm-five-dialects"
IMPORTS = """
import numpy as np

from perceptron_core import perceptron, worked_example
from perceptron_core.exercises import exercise, predict
"""

DATA = worked_example()
TRAP = bias_trap()


def check_fold(fold_labels):
    square = np.array([[1, 2], [3, 4]]), np.array([1, -1])
    compare(fold_labels, fold, [(DATA.X, DATA.y), square, (TRAP.X, TRAP.y)], "rows y·x")


FOLD = Exercise(
    key="02.1",
    title="fold the labels in",
    kind="recall",
    prompt="""
        `cosine` gets rid of negative examples: (x, −1) becomes (−x, +1). Do it for a whole table
        `X`, one sample a row, with its labels `y`, in one line of numpy.
    """,
    stub='''
def fold_labels(X, y):
    """Return the table with rows y·x; X has shape (n, d), y has shape (n,)."""
    # your code here
''',
    answer="fold_labels",
    solution="return y[:, None] * X",
    wrong={
        "the labels scale the columns": "return X * y[: X.shape[1]]",
        "shapes that do not go together": "return X * y",
        "all rows are turned round": "return -X",
        "only the negative rows are kept": "return -X[y == -1]",
        "the labels are lost": "return abs(y)[:, None] * X",
    },
    hints=[
        "Row i of the result is y[i] * X[i].",
        "numpy multiplies row by row if the labels stand in a column, of shape (n, 1).",
        "y[:, None] is that column.",
    ],
    why="after this step every proof needs one case only: a mistake is w·z ≤ 0.",
    checker=check_fold,
)


def check_bias_step(update):
    trace = run(DATA.X, DATA.y, bias="radius", w0=(1, 0), b0=1)
    radius = float(np.sqrt(trace.radius_squared))
    for k, i in enumerate(trace.mistakes):
        w, b, x, y = trace.weights[k], int(trace.offsets[k]), DATA.X[i], int(DATA.y[i])
        found = call(update, w, b, x, y, radius)
        called = called_with(update, w, b, x, y, radius)
        if not isinstance(found, (tuple, list)) or len(found) != 2:
            raise NotYet(f"{called} gave {show(found)}; expected a pair: the new w and the new b")
        new_w = numbers(found[0], f"the new w from {called}", w.shape)
        new_b = float(numbers(found[1], f"the new b from {called}", ()))
        expected_b = trace.offsets[k + 1]
        if not np.allclose(new_w, trace.weights[k + 1]):
            raise NotYet(f"{called} gave w = {show(new_w)}; expected {show(trace.weights[k + 1])}")
        if not np.isclose(new_b, expected_b):
            told = f"{called} gave b = {show(new_b)}; expected {expected_b}"
            if np.isclose(new_b, b + y):
                one, novikoff = (run(TRAP.X, TRAP.y, bias=c).n_mistakes for c in ("one", "radius"))
                told += (
                    f". A step of 1 is another algorithm: on the points 120 (+) and 80 (−) it "
                    f"makes {one} mistakes, Novikoff's makes {novikoff}"
                )
            raise NotYet(told)


BIAS_STEP = Exercise(
    key="02.2",
    title="Novikoff's update",
    kind="apply",
    prompt="""
        Write the update of `primal` for a mistake (x, y), with η = 1: it changes w **and** b.
        `R` is the largest length of a sample.
    """,
    stub='''
def update(w, b, x, y, R):
    """Return the new pair (w, b) after the mistake (x, y)."""
    # your code here
''',
    answer="update",
    solution="return w + y * x, b + y * R**2",
    wrong={
        "bias by 1": "return w + y * x, b + y",
        "R in place of R²": "return w + y * x, b + y * R",
        "the label is forgotten in b": "return w + y * x, b + R**2",
        "the label is forgotten in w": "return w + x, b + y * R**2",
        "the length of x in place of R": "return w + y * x, b + y * (x @ x)",
        "w only": "return w + y * x",
    },
    hints=[
        "In n + 1 dimensions a sample is (x, R) and the weights are (w, b/R).",
        "The last weight b/R moves by y·R. By how much does b move?",
        "b moves by y·R².",
    ],
    why="the step R² is what makes |b| grow fast enough for the bound (2R/γ)².",
    checker=check_bias_step,
)

TWELVE = 12
BOUND = (DATA.X**2).sum(axis=1).max() / maximum_margin(DATA.X, DATA.y).gamma_squared


def check_twelve(w0, learning_rate):
    eta = float(numbers(learning_rate, "learning_rate to be a number", ()))
    trace = run(DATA.X, DATA.y, w0=w0, learning_rate=eta, max_mistakes=1000)
    if trace.n_mistakes != TWELVE:
        told = f"w0 = {show(w0)} and η = {show(eta)} make {story(trace)}; expected {TWELVE}"
        if not np.any(trace.w0):
            told += ". From w0 = 0 every η makes the same mistakes"
        raise NotYet(told)


TWELVE_MISTAKES = Exercise(
    key="02.3",
    title="where the learning rate matters",
    kind="construct",
    prompt=f"""
        Find a start `my_w0` (two numbers) and a learning rate with which the worked example, in
        cyclic order and without a bias, makes exactly {TWELVE} mistakes. That is more than
        R²/γ² = {BOUND}; the theorem allows it, since it speaks of the start 0.
    """,
    stub="""
my_w0, my_learning_rate = ..., ...
# your code here
""",
    answer="my_w0, my_learning_rate",
    solution="my_w0, my_learning_rate = (1, -4), 1 / 5",
    wrong={
        "a tiny rate from 0": "my_w0, my_learning_rate = (0, 0), 1 / 1000",
        "a start that is right already": "my_w0, my_learning_rate = (1, 2), 1 / 5",
        "too small a rate": "my_w0, my_learning_rate = (-3, 1), 1 / 100",
        "a rate of 0": "my_w0, my_learning_rate = (1, -4), 0",
        "three weights": "my_w0, my_learning_rate = (1, -4, 0), 1 / 5",
    },
    hints=[
        "Only w0/η counts: a long start, or a small η, takes many updates to undo.",
        "Start on the wrong side: (1, -4) points away from (1, 2).",
        "Keep w0 = (1, -4) and try η = 1, 1/2, 1/4, … in a loop with perceptron(…).",
    ],
    why="η alone tunes nothing; what counts is the length of the start in steps, ‖w0‖/η.",
    checker=check_twelve,
)


def check_unit_first(X, y):
    run(X, y, max_mistakes=1)
    if not np.linalg.norm(np.asarray(X, dtype=float), axis=1).all():
        raise NotYet(f"a sample of {show(X)} is the zero vector, which has no unit length")
    before = maximum_margin(X, y, bias="one")
    if not before:
        raise NotYet(f"nothing separates your samples to begin with: {before}")
    after = maximum_margin(unit_length(X)[0], y, bias="one")
    if after:
        rows = unit_length(X)[0]
        raise NotYet(
            f"scaled first your samples are {show(rows)}, and w = {show(after.unit_w)}, "
            f"b = {show(round(after.unit_b, 9))} still separates them; expected data that nothing "
            "separates"
        )
    assert maximum_margin(unit_length(pad(X))[0], y)


UNIT_FIRST = Exercise(
    key="02.4",
    title="scale first, or pad first?",
    kind="construct",
    prompt="""
        `empirical` pads with 1 and then scales to unit length. In the other order it goes wrong.
        Construct samples that some line w·x + b = 0 separates, but which no such line separates
        any more once each x has been divided by its length. One feature and two samples are
        enough.
    """,
    stub="""
my_X, my_y = ..., ...
# your code here
""",
    answer="my_X, my_y",
    solution="my_X, my_y = [[1], [3]], [-1, 1]",
    wrong={
        "separable in both orders": "my_X, my_y = worked_example().X, worked_example().y",
        "never separable": "my_X, my_y = [[1], [3], [2]], [1, 1, -1]",
        "opposite directions": "my_X, my_y = [[-1], [3]], [-1, 1]",
        "a zero vector": "my_X, my_y = [[0], [3]], [-1, 1]",
        "labels 0 and 1": "my_X, my_y = [[1], [3]], [0, 1]",
    },
    hints=[
        "What is left of a number after it has been divided by its absolute value?",
        "1 and 3 have the same direction and different lengths.",
        "Give them different labels.",
    ],
    why="padding must come first: the line w·x + b = 0 needs the lengths that scaling removes.",
    checker=check_unit_first,
)


def novikoff_mistakes():
    trace = run(DATA.X, DATA.y, bias="radius")
    return trace.n_mistakes, (
        f"Its final line is w = {show(trace.w)}, b = {trace.b}: each mistake moves b by "
        f"R² = {trace.radius_squared}, and that has to be balanced by w."
    )


def trap_mistakes():
    one, radius = (run(TRAP.X, TRAP.y, bias=bias) for bias in ("one", "radius"))
    return one.n_mistakes, (
        f"b must come near −100·w in steps of 1; with steps of R² it takes {radius.n_mistakes}."
    )


def zero_mistakes():
    trace = run(DATA.X, DATA.y, zero="positive")
    return trace.n_mistakes, (
        f"Samples {show(trace.mistakes)}: at w = 0 the positive samples count as right, and the "
        "last two are right already when their turn comes."
    )


EXERCISES = [FOLD, BIAS_STEP, TWELVE_MISTAKES, UNIT_FIRST]
PREDICTIONS = [
    Prediction(
        "02.radius",
        f"Without a bias the worked example takes {run(DATA.X, DATA.y).n_mistakes} mistakes. "
        "How many with b += y·R²?",
        novikoff_mistakes,
    ),
    Prediction(
        "02.trap",
        "Two points on the line, 120 (+) and 80 (−), with b += y: about how many mistakes?",
        trap_mistakes,
        within=2,
    ),
    Prediction(
        "02.zero",
        "If w·x = 0 counts as a prediction of +1, how many mistakes does the worked example take?",
        zero_mistakes,
    ),
]
