"""The least margin of many, at every scale; and that a search ends, however wild the numbers."""

import random
from fractions import Fraction

import nasty
import numpy as np
import pytest

from perceptron_core import planted
from perceptron_core.checks import as_samples
from perceptron_lessons import Undecided, maximum_margin, separator
from perceptron_lessons.theory import least_margins, nearest_point
from perceptron_lessons.theory.least_margins import least_margin


def mixed(rng, kind):
    """Return samples and a line through one of them, at scales that no float product spans."""
    n, d = rng.randint(6, 20), rng.randint(1, 4)
    scales = [10.0 ** rng.choice([-150, 0, 150]) for _ in range(max(n, d))]
    X = [[rng.choice([0, 1, -1, 3, rng.uniform(-1, 1)]) for _ in range(d)] for _ in range(n)]
    along = {"rows": lambda i, j: scales[i], "columns": lambda i, j: scales[j]}
    anywhere = along.get(kind, lambda i, j: 10.0 ** rng.uniform(-300, 300))
    X = [[v * anywhere(i, j) for j, v in enumerate(x)] for i, x in enumerate(X)]
    w = [Fraction(rng.choice([0, 1, -2])) / Fraction(rng.choice(scales)) for _ in range(d)]
    return X, w


def lines(rng):
    for kind in nasty.KINDS:
        for _ in range(20):
            _, X, _ = nasty.samples(rng, kind)
            yield X, [Fraction(v) for v in [*X[0][1:], *X[-1][:1]]]
    for kind in ("rows", "columns", "anywhere"):
        for _ in range(100):
            yield mixed(rng, kind)


def test_the_least_margin_is_the_exact_one_and_so_are_the_samples_that_have_it():
    rng = random.Random(5)
    for X, w in lines(rng):
        through = rng.choice(X)
        offset = -sum(Fraction(v) * a for v, a in zip(through, w, strict=True))
        y = [rng.choice([-1, 1]) for _ in X]
        for b in (0, offset, Fraction(through[0])):
            scores = [sum(Fraction(v) * a for v, a in zip(x, w, strict=True)) + b for x in X]
            margins = [label * v for label, v in zip(y, scores, strict=True)]
            least, rows = least_margin(as_samples(X), np.array(y), np.array(w, dtype=object), b)
            assert least == min(margins), (X, w, b)
            assert rows.tolist() == [i for i, m in enumerate(margins) if m == least], (X, w, b)


@pytest.mark.parametrize("scale", [1.0, 2.0**500, 2.0**-500])
def test_ties_of_ten_thousand_samples_are_found_whatever_the_scale(scale, monkeypatch):
    """Rows of many sizes: rationals are asked about the few that floats cannot tell apart."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(10_000, 3)) * 2.0 ** rng.integers(0, 400, size=(10_000, 1)) * scale
    X[[17, 4_000]] = [1e-9 * scale, 0, 0]
    y = np.where(X[:, 0] > 0, 1, -1)
    asked = []
    matrix = least_margins.Matrix
    monkeypatch.setattr(
        least_margins,
        "Matrix",
        lambda numbers, work: asked.append(len(numbers)) or matrix(numbers, work),
    )
    w = np.array([Fraction(1), Fraction(0), Fraction(0)], dtype=object)
    least, rows = least_margin(X, y, w)
    assert rows.tolist() == [17, 4_000] and least == Fraction(1e-9 * scale)
    assert 0 < sum(asked) < 10


def test_the_least_margin_is_found_beside_one_that_hides_all_others():
    X = np.array([[2.0**200], [16], [20], [3.6], [12], [3.7], [30]])
    least, rows = least_margin(X, np.ones(7, dtype=int), np.array([Fraction(1)], dtype=object))
    assert least == Fraction(3.6) and rows.tolist() == [3]


@pytest.mark.parametrize("bias", ["none", "one", "radius", "free"])
@pytest.mark.parametrize("sizes", [(200, 1), (1, 10)], ids=["rows", "columns"])
def test_floats_find_the_way_however_the_sizes_are_mixed(sizes, bias, monkeypatch):
    """With a fiftieth of the work allowed: integers have only the last few steps to make."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 10))
    y = np.where(X @ rng.normal(size=10) > 0, 1, -1)
    X *= 10.0 ** rng.uniform(-150, 150, size=sizes)
    monkeypatch.setattr("perceptron_lessons.theory.separators.BUDGET", nearest_point.BUDGET / 50)
    found = maximum_margin(X, y, bias=bias)
    rows = [[Fraction(v) for v in x] for x in X.tolist()]
    scores = [sum(a * v for a, v in zip(found.w, x, strict=True)) + found.b for x in rows]
    assert min(label * v for label, v in zip(y.tolist(), scores, strict=True)) > 0


@pytest.mark.parametrize("bias", ["none", "one", "radius", "free"])
@pytest.mark.parametrize("flipped", [1, 150])
def test_floats_find_a_certificate_among_samples_of_every_size(bias, flipped, monkeypatch):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(300, 10))
    margins = X @ rng.normal(size=10)
    y = np.where(margins > 0, 1, -1)
    wrong = np.argsort(np.abs(margins))[-flipped:]
    y[wrong] = -y[wrong]
    X *= 10.0 ** rng.uniform(-150, 150, size=(300, 1))
    monkeypatch.setattr("perceptron_lessons.theory.separators.BUDGET", nearest_point.BUDGET / 50)
    assert not maximum_margin(X, y, bias=bias)


@pytest.mark.parametrize("scale", [1e-310, 1e-150, 1, 1e150])
@pytest.mark.parametrize("n", [60, 30])
def test_floats_find_the_way_beside_a_constant_of_any_size(scale, n, monkeypatch):
    rng = np.random.default_rng(6)
    X = rng.normal(size=(n, 30)) * scale
    y = np.where(X @ rng.normal(size=30) + scale / 2 > 0, 1, -1)
    monkeypatch.setattr("perceptron_lessons.theory.separators.BUDGET", nearest_point.BUDGET / 50)
    assert maximum_margin(X, y, bias="one")


@pytest.mark.parametrize("bias", ["none", "radius", "free"])
def test_floats_find_the_way_where_columns_are_far_below_others_far_below_others(bias, monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(24, 24)) * 10.0 ** rng.choice([-150, 0, 150], size=(1, 24))
    y = np.where(rng.random(24) < 0.5, 1, -1)
    monkeypatch.setattr("perceptron_lessons.theory.separators.BUDGET", nearest_point.BUDGET / 50)
    assert maximum_margin(X, y, bias=bias)


def test_floats_find_the_way_among_samples_of_many_features(monkeypatch):
    """Sums of five hundred products are rounded more often than a w of small entries shows."""
    rng = np.random.default_rng(0)
    X = rng.choice([2**53 - 1, 2**53 + 1, -(2**53), 1, 0], size=(40, 500))
    y = rng.choice([-1, 1], size=40)
    monkeypatch.setattr("perceptron_lessons.theory.separators.BUDGET", nearest_point.BUDGET / 50)
    assert maximum_margin(X, y)


def test_floats_find_two_samples_among_twenty_thousand(monkeypatch):
    """On the way there are as many samples as features, whose plane comes close to 0."""
    data = planted(20_000, 20, 0.01, seed=1)
    monkeypatch.setattr("perceptron_lessons.theory.separators.BUDGET", nearest_point.BUDGET / 50)
    assert len(maximum_margin(data.X, data.y).support) == 2


def test_a_search_that_is_too_long_ends_undecided_and_says_how_close_it_came(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 20)) * 10.0 ** rng.uniform(-150, 150, size=(60, 20))
    y = np.where(rng.random(60) < 0.5, 1, -1)
    monkeypatch.setattr("perceptron_lessons.theory.separators.BUDGET", 1e8)
    with pytest.raises(Undecided, match="no separator was found, and no proof rules out one"):
        maximum_margin(X, y)


@pytest.mark.parametrize("bias", ["none", "radius", "free"])
@pytest.mark.parametrize("sizes", [(12, 40), (1, 40)], ids=["entries", "columns"])
def test_where_integers_get_too_long_the_margin_is_right_to_a_billionth(sizes, bias, monkeypatch):
    """And the samples that w is a mean of are those of the exact answer."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(12, 40)) * 10.0 ** rng.uniform(-150, 150, size=sizes)
    y = np.where(rng.random(12) < 0.5, 1, -1)
    best = maximum_margin(X, y, bias=bias, exact=True)
    assert best.bound_squared == best.gamma_squared and "no other" not in str(best)
    monkeypatch.setattr("perceptron_lessons.theory.linear_systems.AHEAD", 0)
    found = maximum_margin(X, y, bias=bias)
    assert found.gamma_squared < best.gamma_squared < found.bound_squared
    assert found.bound_squared < found.gamma_squared * (1 + Fraction(2, 10**9))
    assert found.support.tolist() == best.support.tolist()
    assert found.gamma == pytest.approx(best.gamma, rel=1e-9) and "no other above" in str(found)
    again = separator(X, y, found.w, found.b, bias=bias)
    assert again.gamma_squared == found.gamma_squared and again.bound_squared is None


def test_many_samples_of_few_features_are_decided():
    data = planted(30_000, 3, margin=1e-3, seed=1)
    sizes = 10.0 ** np.random.default_rng(1).integers(-4, 5, size=(30_000, 1))
    assert maximum_margin(data.X * sizes, data.y, bias="free")
