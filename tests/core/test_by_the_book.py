"""`perceptron` against the perceptron as it is on paper, and how far a reader has to follow it."""

import ast
import inspect
import random
import sys
import warnings

import numpy as np
from many import TIMES

from perceptron_core import algorithm, perceptron, planted, resume, worked_example
from perceptron_core.algorithm import by_the_book

MOST_CALLS = 60  # of functions of the core, in a run on four points


def whole_numbers(rng):
    """Return X, y of small whole numbers: ties, zero vectors and contradictions are common."""
    n, d, size = rng.randint(1, 9), rng.randint(1, 4), rng.choice((1, 3, 10, 1000))
    X = [[rng.randint(-size, size) for _ in range(d)] for _ in range(n)]
    if rng.random() < 0.5:  # separable, by a vector of whole numbers
        u = [rng.randint(-3, 3) for _ in range(d)]
        products = [sum(a * b for a, b in zip(u, x, strict=True)) for x in X]
        X = [x for x, product in zip(X, products, strict=True) if product] or [[1] * d]
        return np.array(X), [1 if p > 0 else -1 for p in products if p] or [1]
    return np.array(X), [rng.choice((-1, 1)) for _ in X]


def test_on_whole_numbers_the_mistakes_are_those_on_paper():
    rng = random.Random(49)
    ended = 0
    for _ in range(1_000 * TIMES):
        X, y = whole_numbers(rng)
        w, mistakes = by_the_book(X, y, max_passes=rng.randint(1, 12))
        with warnings.catch_warnings(action="ignore"):
            trace = perceptron(X, y, max_mistakes=len(mistakes))
            begun = perceptron(X, y, max_mistakes=rng.randint(0, len(mistakes)))
            again = resume(begun, max_mistakes=len(mistakes))
        assert trace.mistakes.tolist() == mistakes and trace.w.tolist() == w.tolist()
        assert again.mistakes.tolist() == mistakes and again.n_epochs == trace.n_epochs
        ended += bool(trace.converged)
    assert 300 * TIMES < ended < 900 * TIMES


def test_on_floats_without_ties_the_mistakes_are_those_on_paper():
    for seed in range(5):
        data = planted(200, 5, margin=0.1, seed=seed)
        trace = perceptron(data.X, data.y)
        w, mistakes = by_the_book(data.X, data.y)
        assert trace.mistakes.tolist() == mistakes
        assert np.allclose(trace.w, w, rtol=1e-9, atol=0)


def test_it_ends_where_nothing_separates():
    X, y = np.array([[1, 0], [1, 0]]), [1, -1]
    assert by_the_book(X, y, max_passes=3)[1] == [0, 1, 0, 1, 0, 1]
    assert by_the_book(X, y, max_passes=0)[1] == []


def test_the_algorithm_begins_with_it_and_it_is_short():
    """The first function of the module; its test and its update can be read in it."""
    nodes = ast.parse(inspect.getsource(algorithm)).body
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    assert functions[0].name == "by_the_book"
    source = ast.unparse(functions[0].body[1:])
    assert "y[i] * (w @ X[i]) <= 0" in source and "w += y[i] * X[i]" in source
    assert len(source.splitlines()) <= 12


def calls_in(function):
    """Return the names of the functions of the core that a call enters, generators each time."""
    names = []

    def profile(frame, event, _):
        if event == "call" and frame.f_globals.get("__name__", "").startswith("perceptron_core."):
            names.append(frame.f_code.co_name)

    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
    return names


def test_a_run_on_four_points_is_soon_followed():
    data = worked_example()
    for X, y in ((data.X, data.y), (data.X.tolist(), data.y.tolist())):
        perceptron(X, y)
        names = calls_in(lambda X=X, y=y: perceptron(X, y))
        assert len(names) <= MOST_CALLS, names
