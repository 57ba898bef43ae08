"""What checks the answers of lesson 08, when nothing separates."""

from dataclasses import replace

import numpy as np

from perceptron_core import Dataset, xor
from perceptron_core.checks import as_labels, as_samples
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    compare_with,
    equation,
    run_perceptron,
    spelling,
    student_number,
)
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels
from perceptron_lessons.theory.voting import averaged, first_repetition, stopped_run

THREE = Dataset([[-2, -1], [-3, -1], [0, -1]], [1, -1, -1], "three points with a short cycle")
TWO = Dataset([[2], [3]], [1, -1], "two points on a line")
FEWEST = 5


def shares(mistakes, start, end, n):
    return np.bincount(mistakes[start:end], minlength=n) / (end - start)


def check_certificate(certificate):
    def add_up(found, expected, mistakes, start, end, n):
        if n in by_size and np.isclose(found.sum(), 1):
            total = np.round(found @ fold_labels(by_size[n].X, by_size[n].y), 9)
            return f"with your weights the z = y·x add up to {spelling(total)}, not to 0"
        return None

    by_size = {len(data.X): data for data in (TWO, THREE, xor())}
    cases = []
    for data in by_size.values():
        run = stopped_run(data, 40)
        start, end = first_repetition(run)
        cases.append((run.mistakes[: end + 2], start, end, len(data.X)))
    cases.append((np.array([1, 0, 2, 2]), 1, 4, 5))
    compare_with(certificate, shares, cases, "a list of weights", add_up)


def majority(W, times, X):
    return np.where(np.sign(X @ W.T) @ times > 0, 1, -1)


def check_vote(vote):
    X = np.array([[1, 0], [0, 1], [1, -3], [-2, 1]])
    compare_with(
        vote,
        majority,
        [
            (np.array([[1, 0], [0, 1]]), np.array([3, 1]), X),
            (np.array([[10, 0], [-1, 1], [-1, -1]]), np.array([2, 2, 1]), X),
            (np.array([[0, 0], [2, -1], [-1, 5]]), np.array([5, 1, 1]), X),
        ],
        "a list of labels",
        lambda *_: (
            "each arrow has as many votes as its survival time, whatever its length; 0 gives −1"
        ),
    )


def check_moment(X, y, k):
    X = as_samples(X)
    y = as_labels(y, len(X))
    if len(X) < FEWEST:
        examples = pluralize(len(X), "example")
        raise WrongAnswer(f"my_X has {examples}; expected {FEWEST} or more")
    if found := maximum_margin(X, y):
        raise WrongAnswer(
            f"w {equation(found.unit_w)} separates the examples; expected none that does"
        )
    k = student_number(k, "my_k to be a number of mistakes")
    if k != int(k) or not 1 <= k <= 1000:
        raise WrongAnswer(f"my_k {equation(k)}; expected a whole number from 1 to 1000")
    run = replace(run_perceptron(X, y, max_mistakes=int(k)), converged=False)
    last = int((run.margins(int(k)) > 0).sum())
    mean = int((averaged(run).predict(X) == y).sum())
    made = pluralize(int(k), "mistake")
    state = f"after {made} the last line is right about {last} of {len(X)} examples"
    if last > 1:
        raise WrongAnswer(f"{state}, w {equation(run.w)}; expected 1 or none")
    if mean < len(X) - 1:
        w = spelling(averaged(run).w.astype(float))
        raise WrongAnswer(
            f"{state}, but the averaged one, w = {w}, about {mean}; expected {len(X) - 1} or more"
        )


def round_of_two():
    start, end = first_repetition(stopped_run(TWO, 40))
    return end - start, {}


def mean_of_many():
    return 1, {}
