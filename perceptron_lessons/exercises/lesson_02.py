"""Exercises of lesson 02, the cosine-angle argument."""

import numpy as np

from perceptron_core import planted, worked_example
from perceptron_lessons import fold_labels, prove_distance
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    as_array,
    as_text,
    call_student,
    compare_with,
    format_call,
    run_perceptron,
)
from perceptron_lessons.exercises.exercise import exercises_of, predictions_of
from perceptron_lessons.tables import format_number

LESSON = "02-why-it-stops"
IMPORTS = """
import numpy as np

from perceptron_core import perceptron, worked_example
from perceptron_lessons.exercises import exercise
"""

DATA = worked_example()
Z = fold_labels(DATA.X, DATA.y)


def mistake_bound(X, y, u):
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    return (X**2).sum(axis=1).max() / gamma**2


def check_bound(bound):
    random = planted(6, 3, margin=0.25, seed=0)

    def note(found, expected, X, y, u):
        if np.isclose(found**2, expected):
            return "the root of it; the bound is squared"
        if np.isclose(found * np.linalg.norm(u) ** 2, expected):
            return "the same line as a vector of length 1 must give the same bound"
        return None

    cases = [
        (DATA.X, DATA.y, DATA.separator / np.sqrt(5)),
        (DATA.X, DATA.y, np.array([1.0, 2.0])),
        (DATA.X, DATA.y, np.array([1.0, 3.0])),
        (random.X, random.y, random.separator),
        (np.array([[1.0, 0], [3, 1], [1, 1]]), np.ones(3), np.array([3.0, 2])),
    ]
    compare_with(bound, mistake_bound, cases, "the number R²/γ²", note)


# The three inequalities of the proof, after k updates: left side ≤ right side.
LINES = {
    "progress": ("kγ ≤ u·w_k", lambda k, w, u, gamma, radius: (k * gamma, w @ u)),
    "length": ("‖w_k‖² ≤ kR²", lambda k, w, u, gamma, radius: ((w**2).sum(1), k * radius**2)),
    "cosine": ("u·w_k ≤ ‖w_k‖", lambda k, w, u, gamma, radius: (w @ u, np.linalg.norm(w, axis=1))),
}
UNIT = np.array([1, 2]) / np.sqrt(5)
ASKEW = np.array([-1, 2]) / np.sqrt(5)
LONGEST = float(np.linalg.norm(Z, axis=1).max())
USED = Z[run_perceptron(DATA.X, DATA.y).mistakes]


def least(u):
    products = Z @ u
    return products[products > 0].min()


# What is added to w in each case, and the u, γ and R that the proof is tried with.
CHANGES = {
    "a": (Z, UNIT, least(UNIT), LONGEST),
    "b": (USED, ASKEW, least(ASKEW), LONGEST),
    "c": (USED, UNIT, least(UNIT), float(np.linalg.norm(Z, axis=1).min())),
    "d": (USED, np.array([1, 2]), least(np.array([1, 2])), LONGEST),
}


def slack(line, change):
    """Return right side − left side of a line of the proof, after k = 1, 2, … updates."""
    added, u, gamma, radius = CHANGES[change]
    w = np.cumsum(added, axis=0)
    left, right = LINES[line][1](np.arange(1, len(w) + 1), w, u, gamma, radius)
    return np.round(right - left, 12) + 0.0


def check_lines(broken):
    if not isinstance(broken, (list, tuple)) or len(broken) != len(CHANGES):
        raise WrongAnswer(f"expected a list of {len(CHANGES)} words; found {as_text(broken)}")
    for change, line in zip(CHANGES, broken, strict=True):
        if line is ...:
            raise WrongAnswer(f"case {change} has no answer yet")
        if not isinstance(line, str) or line not in LINES:
            words = ", ".join(map(repr, LINES))
            raise WrongAnswer(f"case {change}: expected one of {words}; found {as_text(line)}")
        gaps = slack(line, change)
        if (gaps >= 0).all():
            raise WrongAnswer(
                f"case {change}: {LINES[line][0]} holds there at every update; right side minus "
                f"left side is {as_text(gaps)}"
            )


def check_overshot(near):
    v = as_array(near, "my_v", (2,))
    if not (Z @ v > 0).all():
        i = int((Z @ v).argmin())
        raise WrongAnswer(f"v = {as_text(v)} is no separator: v·z = {as_text(Z[i] @ v)} for {i}")
    squares = ((run_perceptron(DATA.X, DATA.y).weights - v) ** 2).sum(axis=1)
    if (np.diff(squares) <= 0).all():
        raise WrongAnswer(f"the squared distances from {as_text(v)} only fall: {as_text(squares)}")


def check_own_rule(update):
    random = np.random.default_rng(3)
    trace = run_perceptron(DATA.X, DATA.y)
    states = zip(trace.weights, DATA.X[trace.mistakes], DATA.y[trace.mistakes], strict=False)
    cases = [(w.astype(float), x.astype(float), int(y)) for w, x, y in states]
    for _ in range(20):
        w, x = random.integers(-4, 5, size=(2, 3)).astype(float)
        if x.any():
            # Long weights need long steps; a short sample helps little at each.
            cases += [
                (w * s, x / r, -1 if w @ x >= 0 else 1) for s, r in ((1, 1), (1e3, 1), (1, 64))
            ]
    for w, x, y in cases:
        called = format_call(update, w, x, y)
        new = as_array(call_student(update, w, x, y), f"the new weights from {called}", w.shape)
        if not y * (new @ x) > 0:
            raise WrongAnswer(
                f"{called} gave {as_text(new)}, for which y(w·x) = {format_number(y * (new @ x))}; "
                "expected a number above 0"
            )
        step = new - w
        along = y * (step @ x) / (x @ x)
        if not np.allclose(step, along * y * x):
            raise WrongAnswer(
                f"{called} moves w by {as_text(step)}, which is no multiple of y·x = "
                f"{as_text(y * x)}"
            )
        if not w.any():
            cases.append((-2 * along * y * x, x, y))  # too far for the same step once more


def nearer():
    proof = prove_distance(run_perceptron(DATA.X, DATA.y))
    squares = proof["distance"].lhs.astype(int)
    return int(squares[-1]), (
        f"It goes {as_text(squares)}: each mistake takes off {as_text(-np.diff(squares))}, never "
        "less than R² = 8."
    )


EXERCISES = exercises_of(
    __file__,
    check_bound,
    check_lines,
    check_overshot,
    check_own_rule,
    progress=LINES["progress"][0],
    length=LINES["length"][0],
    cosine=LINES["cosine"][0],
    least=least(np.array([1, 2])),
)
PREDICTIONS = predictions_of(__file__, nearer)
