"""What checks the answers of lesson 11, what a proof checker adds."""

import numpy as np

from perceptron_core.checks import as_labels, as_samples
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    describe_mistakes,
    equation,
    run_perceptron,
    spelling,
    student_array,
)
from perceptron_lessons.theory.separators import maximum_margin

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
                f"at update {k + 1} sample {i} has y(w·x) {equation(before)}, so that its cross "
                "term is negative; expected 0"
            )


def check_without_label(X, y, w):
    X = as_samples(X)
    y = as_labels(y, len(X))
    w = student_array(w, "my_w to be a number a feature,", X.shape[1:])
    length = np.linalg.norm(w)
    if not np.isclose(length, 1):
        raise WrongAnswer(f"my_w {equation(w)} has length {spelling(length)}; expected 1")
    least = np.abs(X @ w).min()
    if not least >= 1:
        raise WrongAnswer(f"the least |w·x| is {spelling(least)}; expected 1 or more")
    found = maximum_margin(X, y)
    if found:
        raise WrongAnswer(
            f"w {equation(np.array(found.w, float))} separates them, so that the run ends after "
            f"{describe_mistakes(run_perceptron(X, y))}; expected data that nothing separates"
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
    return int(larger), {}
