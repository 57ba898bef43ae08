"""What checks the answers of lesson 15, wider gaps and new examples."""

import numpy as np

from perceptron_core import worked_example
from perceptron_core.checks import as_labels, as_samples
from perceptron_lessons.exercises.checking import WrongAnswer, compare_with, spelling
from perceptron_lessons.tables import format_number, pluralize
from perceptron_lessons.theory.dichotomies import cover_number
from perceptron_lessons.theory.promise import over_all_orders
from perceptron_lessons.theory.wider import perceptron_with_margin

FEWEST, MOST = 3, 5
PAIR = np.array([[2, 1], [2, -1], [-3, 1]]), np.array([1, 1, -1])
SIZES = ((1, 3), (4, 1), (2, 2), (4, 2), (5, 3), (6, 3), (3, 6), (8, 4))


def wide_by_package(X, y, tau):
    return perceptron_with_margin(X, y, tau=tau).w.astype(float)


def check_wide(wide):
    def still_near(found, _, X, y, tau):
        least = (y * (X @ found)).min()
        if least <= tau:
            return f"the least y(w·x) is {spelling(least)}, which must be above {tau}"
        return "no example is too near, but the corrections were not made in turn, or too many"

    data = worked_example()
    cases = [(*PAIR, 0), (*PAIR, 4), (*PAIR, 20), (data.X, data.y, 8), (data.X, data.y, 50)]
    compare_with(wide, wide_by_package, cases, "w", still_near)


def check_labellings(labellings):
    compare_with(
        labellings,
        cover_number,
        SIZES,
        note=lambda found, expected, n, d: f"all labellings would be {2**n}" if n <= d else None,
    )


def check_bad_vote(X, y):
    X = as_samples(X)
    y = as_labels(y, len(X))
    if not FEWEST <= len(X) <= MOST:
        examples = pluralize(len(X), "example")
        raise WrongAnswer(f"my_X has {examples}; expected {FEWEST} to {MOST}")
    found = over_all_orders(X, y)
    vote, drawn = map(format_number, (found.vote, found.drawn))
    if found.vote <= found.drawn:
        raise WrongAnswer(
            f"the vote is wrong in {vote} of all orders, a drawn arrow in {drawn}; "
            "expected a vote that is worse"
        )


def half_of_twenty():
    return 100 * cover_number(40, 20) // 2**40, {}
