"""Does other software find the same? `make compare`.

Runs random cases through this project and through scikit-learn's Perceptron, its support vector
machine, HiGHS, and quadprog's quadratic programs, and prints how often they agree: 1,000 of each
kind, or as many as `python -m tools.compare_with_others CASES` says. Where they do not agree, the
answer here is checked by its own proof, in rationals.
"""

import sys
import warnings
from collections import Counter
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from perceptron_core import perceptron, planted
from perceptron_lessons import lp_separator, maximum_margin

ACCURACY = 1e-5  # relative, of the others' margins

# What a comparison returns.
AGREES = "agree"
NO_ANSWER = "the other finds no answer; the proof here holds, in rationals"
OTHER_WRONG = "disagree; the proof here holds, in rationals"
OTHER_LESS = "disagree; the other's w has a smaller margin than the one here"
WRONG = "DISAGREE, AND NOTHING PROVES THE ANSWER HERE"


def with_a_gap(rng, bias):
    """Return samples on both sides of a random plane, pushed off it: some 3 to 6 are closest."""
    d = int(rng.integers(1, 6))
    n = int(rng.integers(d + 2, 40))
    u = rng.normal(size=d)
    u /= np.linalg.norm(u)
    offset = rng.normal() * 0.3 if bias != "none" else 0
    X = rng.normal(size=(n, d))
    X[0], X[1] = u, -u  # both labels
    y = np.where(X @ u + offset > 0, 1, -1)
    return X + np.outer(y * 10 ** rng.uniform(-1.5, 0), u), y


def grid(rng):
    """Return small integers, labelled at random or by a plane through 0."""
    n, d = rng.integers(2, 12), rng.integers(1, 5)
    X = rng.integers(-5, 6, size=(n, d))
    u = rng.integers(-3, 4, size=d)
    by_plane = np.where(X @ u > 0, 1, -1)
    y = by_plane if rng.random() < 0.6 else rng.choice([-1, 1], size=n)
    y[:2] = 1, -1
    return X, y


def holds(verdict, X, y, bias):
    """Whether the verdict proves itself: all its margins are > 0, or its sum of samples is 0."""
    Z = [[int(s) * Fraction(v) for v in (*x, 1)] for x, s in zip(X.tolist(), y, strict=True)]
    if bias == "none":
        Z = [z[:-1] for z in Z]
    if verdict:
        w = [*verdict.w, verdict.b][: len(Z[0])]
        return all(sum(a * b for a, b in zip(w, z, strict=True)) > 0 for z in Z)
    a = verdict.weights
    sums = [sum(s * v for s, v in zip(a, column, strict=True)) for column in zip(*Z, strict=True)]
    return min(a) >= 0 and sum(a) == 1 and not any(sums)


def with_perceptron(rng):
    """scikit-learn's Perceptron, as many epochs: the same w and b."""
    from sklearn.linear_model import Perceptron

    bias = rng.choice(["none", "one"])
    n, d = int(rng.integers(2, 60)), int(rng.integers(1, 9))
    data = planted(n, d, margin=10 ** rng.uniform(-1.7, -0.1), seed=rng)
    rate = float(rng.choice([0.5, 1, 3]))
    trace = perceptron(data.X, data.y, bias=bias, learning_rate=rate)
    other = Perceptron(
        shuffle=False, tol=None, fit_intercept=bias == "one", eta0=rate, max_iter=trace.n_epochs
    ).fit(data.X, data.y)
    same = np.allclose([*trace.w, trace.b], [*other.coef_[0], *other.intercept_], rtol=1e-9)
    return AGREES if same else WRONG


def with_svm(rng):
    """The support vector machine with C = 1e10: the same maximum margin.

    Its offset is free. Twice the samples, (x, y) and (−x, −y), make it 0 by symmetry.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import SVC

    bias = str(rng.choice(["none", "one", "radius", "free"]))
    X, y = with_a_gap(rng, bias)
    found = maximum_margin(X, y, bias=bias)
    samples = X, y
    X, y = same_problem(X, y, bias)
    if bias != "free":
        X, y = np.vstack([X, -X]), np.concatenate([y, -y])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        machine = SVC(kernel="linear", C=1e10, tol=1e-9, max_iter=10**6).fit(X, y)
    if caught:
        return NO_ANSWER if holds(found, *samples, bias) else WRONG
    return compared(found, y * machine.decision_function(X), machine.coef_)


def with_quadprog(rng):
    """Goldfarb and Idnani's method for min ‖w‖² with y(w·x + b) ≥ 1: the same maximum margin."""
    from quadprog import solve_qp

    bias = str(rng.choice(["none", "one", "radius", "free"]))
    X, y = with_a_gap(rng, bias)
    found = maximum_margin(X, y, bias=bias)
    X, y = same_problem(X, y, bias)
    rows = y[:, None] * X
    costs = np.ones(X.shape[1])
    if bias == "free":  # the method needs a cost on b: one that is too small to show
        rows, costs = np.column_stack([rows, y]), np.append(costs, 1e-10)
    w = solve_qp(np.diag(costs), np.zeros(len(costs)), rows.T, np.ones(len(y)))[0]
    return compared(found, rows @ w, w[: X.shape[1]])


def same_problem(X, y, bias):
    """Return the samples padded with c, where there is one."""
    if bias in ("one", "radius"):
        c = 1 if bias == "one" else np.linalg.norm(X, axis=1).max()
        X = np.column_stack([X, np.full(len(y), c)])
    return X, y


def compared(found, margins, w):
    """Return how the other's w compares, whose margins y(w·x + b) should be 1 and more."""
    length = np.linalg.norm(w)
    if abs(found.gamma * length - 1) <= ACCURACY:
        return AGREES
    return OTHER_LESS if min(margins) < found.gamma * length else WRONG


def with_highs(rng):
    """HiGHS, whether y(w·x + b) ≥ 1 has a solution: the same verdict.

    Among the cases are margins down to 1e-12 and classes that overlap by as little, where a
    solver in floats with a tolerance of 1e-7 cannot know.
    """
    bias = str(rng.choice(["none", "free"]))
    if rng.random() < 0.6:
        X, y = grid(rng)
    else:
        data = planted(
            int(rng.integers(2, 40)), int(rng.integers(1, 6)), 10 ** -rng.uniform(1, 12), seed=rng
        )
        X, y = data.X, data.y.copy()
        if rng.random() < 0.5:
            closest = np.argsort(np.abs(X @ data.separator))[:2]
            y[closest] = -y[closest]
    found = maximum_margin(X, y, bias=bias)
    if bool(found) != bool(lp_separator(X, y, bias=bias)):
        return WRONG
    rows = y[:, None] * (np.column_stack([X, np.ones(len(y))]) if bias == "free" else X)
    solved = linprog(
        np.zeros(rows.shape[1]), A_ub=-rows, b_ub=-np.ones(len(y)), bounds=(None, None)
    )
    if solved.status not in (0, 2):
        return NO_ANSWER if holds(found, X, y, bias) else WRONG
    if bool(found) == (solved.status == 0):
        return AGREES
    return OTHER_WRONG if holds(found, X, y, bias) else WRONG


def count(compare, cases, seed=0):
    """Return how often each answer came."""
    return Counter(compare(np.random.default_rng([seed, number])) for number in range(cases))


def main(cases=1000):
    for compare in (with_perceptron, with_svm, with_highs, with_quadprog):
        print(compare.__doc__.splitlines()[0])
        for answer, number in count(compare, int(cases)).most_common():
            print(f"  {number:5} {answer}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
