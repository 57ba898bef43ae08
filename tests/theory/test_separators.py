"""The maximum margin and certificates, against brute force in rationals."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from sklearn.svm import SVC

from perceptron_core import iris, iris_pair, planted, worked_example, xor
from perceptron_lessons import (
    Certificate,
    Separator,
    Undecided,
    lp_box_margin,
    lp_separator,
    maximum_margin,
    separator,
)
from perceptron_lessons.theory import separators as margin_module

BIASES = ("none", "one", "radius", "free")


def separable(rows):
    """Whether some w has w·row > 0 for all rows: Fourier–Motzkin elimination, in rationals."""
    rows = {tuple(row) for row in rows}
    for _ in range(len(next(iter(rows)))):
        plus = [r for r in rows if r[-1] > 0]
        minus = [r for r in rows if r[-1] < 0]
        rows = {r[:-1] for r in rows if r[-1] == 0}
        for p, m in product(plus, minus):
            rows.add(tuple(a * -m[-1] + b * p[-1] for a, b in zip(p[:-1], m[:-1], strict=True)))
    return not rows  # what is left says 0 > 0


def solve(A, b):
    """Solve a small linear system in rationals by elimination; None where it is singular."""
    rows = [[Fraction(v) for v in row] + [Fraction(c)] for row, c in zip(A, b, strict=True)]
    for j in range(len(rows)):
        pivot = next((r for r in range(j, len(rows)) if rows[r][j]), None)
        if pivot is None:
            return None
        rows[j], rows[pivot] = rows[pivot], rows[j]
        rows[j] = [v / rows[j][j] for v in rows[j]]
        for r in range(len(rows)):
            if r != j and rows[r][j]:
                rows[r] = [v - rows[r][j] * h for v, h in zip(rows[r], rows[j], strict=True)]
    return [row[-1] for row in rows]


def dot(p, q):
    return sum(a * b for a, b in zip(p, q, strict=True))


def oracle(X, y, bias):
    """Return γ² or 0: the least distance from 0 to a face of the hull, over all its faces.

    0 is not in the hull, so that the points of the nearest face are linearly independent and the
    nearest point of their affine hull has shares proportional to G⁻¹1, G their inner products.
    """
    X = [[Fraction(v) for v in x] for x in np.asarray(X, dtype=object).tolist()]
    padded = [[label * v for v in (*x, 1)] for x, label in zip(X, y, strict=True)]
    radius_squared = max(dot(x, x) for x in X)
    if bias == "none" or (bias == "radius" and radius_squared == 0):
        pad_squared, rows = 0, [z[:-1] for z in padded]
    else:
        pad_squared, rows = {"one": 1, "radius": radius_squared, "free": 0}[bias], padded
    if not separable(rows):
        return 0
    if bias == "free":
        signs = list(zip(X, y, strict=True))
        points = [
            [(a - b) / 2 for a, b in zip(p, q, strict=True)] + [0]
            for p, q in product(*([x for x, label in signs if label == s] for s in (1, -1)))
        ]
    else:
        points = padded

    def inner(p, q):
        return dot(p[:-1], q[:-1]) + pad_squared * p[-1] * q[-1]

    gram = {(i, j): inner(points[i], points[j]) for i, j in product(range(len(points)), repeat=2)}
    best = None
    for size in range(1, len(X[0]) + 2):
        for face in combinations(range(len(points)), size):
            shares = solve([[gram[i, j] for j in face] for i in face], [1] * size)
            if shares is not None and min(shares) >= 0:
                square = 1 / sum(shares)
                best = square if best is None else min(best, square)
    return best


def small_case(rng):
    """A few points on a small grid: duplicates, contradictions, zeros, touching hulls."""
    d = int(rng.integers(1, 4))
    n = int(rng.integers(1, 7))
    size = int(rng.choice([1, 2, 5]))
    X = rng.integers(-size, size + 1, size=(n, d))
    if rng.random() < 0.4:
        y = np.where(X @ rng.integers(-2, 3, size=d) + rng.integers(-1, 2) > 0, 1, -1)
    else:
        y = rng.choice([-1, 1], size=n)
    if rng.random() < 0.2:
        X[-1] = X[0] * rng.integers(0, 3)
    return X, y


def cases(count, seed):
    rng = np.random.default_rng(seed)
    for number in range(count):
        X, y = small_case(rng)
        bias = BIASES[number % 4]
        if bias == "free" and len(set(y.tolist())) == 1:
            y[0] = -y[0]
            if len(y) == 1:
                X, y = np.vstack([X, X + 1]), np.array([1, -1])
        yield X, y, bias


def agrees(verdict, X, y, bias, expected):
    """Check a verdict in rationals: its kind, γ², and the proof that it carries."""
    assert verdict.exact and bool(verdict) == (expected != 0), (X, y, bias, verdict)
    if verdict:
        assert verdict.gamma_squared == expected, (X, y, bias, verdict)
        fractions = [[Fraction(v) for v in x] for x in X.tolist()]
        again = separator(fractions, y, verdict.w, verdict.b, bias=bias)
        assert again.gamma_squared == expected
        assert again.support.tolist() == verdict.support.tolist()
    else:
        a = verdict.weights
        assert min(a) >= 0 and sum(a) == 1
        z = [
            [label * Fraction(v) for v in x]
            for x, label in zip(X.tolist(), y.tolist(), strict=True)
        ]
        assert all(sum(a * np.array(column)) == 0 for column in zip(*z, strict=True))
        if bias in ("one", "free") or (bias == "radius" and np.any(X)):
            assert sum(a * y.astype(object)) == 0


def test_1000_of_1000_small_cases_of_integers():
    agreed = kinds = 0
    for X, y, bias in cases(1000, seed=1):
        expected = oracle(X, y, bias)
        agrees(maximum_margin(X, y, bias=bias), X, y, bias, expected)
        found = maximum_margin(X.astype(float), y, bias=bias, exact=False)
        assert bool(found) == (expected != 0), (X, y, bias, found)
        if found:
            root = float(expected) ** 0.5
            assert found.gamma <= root * (1 + 1e-9)
            assert root <= found.gamma + found.gap + 1e-9 * root
            assert found.gap <= 1e-9 * root
        kinds += expected != 0
        agreed += 1
    assert agreed == 1000
    assert 250 < kinds < 750  # both kinds are common


def test_small_cases_of_floats():
    """Floats such as 0.1 are decided as the rationals that they are, also where hulls touch."""
    for X, y, bias in cases(150, seed=2):
        X = X / 10
        expected = oracle(X, y, bias)
        agrees(maximum_margin(X, y, bias=bias, exact=True), X, y, bias, expected)
        found = maximum_margin(X, y, bias=bias)
        assert bool(found) == (expected != 0) and (found or found.exact)
        if found:
            assert float(found.gamma_squared) == pytest.approx(float(expected), rel=1e-8)


def test_fractions_are_decided_exactly():
    for X, y, bias in cases(60, seed=3):
        X = X.astype(object) * Fraction(1, 3)
        agrees(maximum_margin(X, y, bias=bias), X, y, bias, oracle(X, y, bias))


def test_many_dimensions_are_exact_too():
    """Beyond a few dimensions the search starts from the float solution; γ² is still exact."""
    rng = np.random.default_rng(0)
    for bias, n in product(BIASES, (5, 30)):
        X = rng.integers(-4, 5, size=(n, 6))
        for y in (rng.choice([-1, 1], size=n), np.where(X @ [1, -2, 1, 0, 3, 1] > 0, 1, -1)):
            warm = maximum_margin(X, y, bias=bias)
            fractions = np.array([[Fraction(int(v)) for v in x] for x in X], dtype=object)
            pad_squared = margin_module._pad_squared(fractions, bias)
            cold = margin_module._nearest_point(fractions, y, pad_squared)
            cold = margin_module._verdict(fractions, y, bias, cold)
            assert warm.exact and bool(warm) == bool(cold)
            if warm:
                assert warm.gamma_squared == cold.gamma_squared


def test_a_useless_guess_costs_no_exactness():
    data = worked_example()
    X = np.array([[Fraction(int(v)) for v in x] for x in data.X], dtype=object)
    for guess in ([0.25, 0.25, 0.25, 0.25], [0, 0, 0, 1], [1, 0, 0, 0]):
        weights = margin_module._nearest_point(X, data.y, 0, np.array(guess))
        assert margin_module._verdict(X, data.y, "none", weights).gamma_squared == Fraction(4, 5)


@pytest.mark.parametrize("bias", BIASES)
def test_planted_margins_are_found(bias):
    for n, d, margin in ((100, 2, 0.2), (1000, 20, 0.01), (1000, 20, 1e-4), (300, 50, 0.1)):
        data = planted(n, d, margin, seed=n)
        found = maximum_margin(data.X, data.y, bias=bias)
        assert isinstance(found, Separator)
        if bias in ("none", "free"):
            assert abs(found.gamma - margin) < (1e-13 if bias == "free" else 1e-11)
        assert found.gap < 1e-11
        assert min(found.margins(data.X, data.y)) == pytest.approx(found.gamma, rel=1e-9)


def test_against_a_support_vector_machine():
    rng = np.random.default_rng(4)
    sets = [(iris_pair().X, iris_pair().y), (worked_example().X, worked_example().y)]
    for d in (2, 3, 5):
        X = rng.normal(size=(40, d))
        y = np.where(X[:, 0] > 0, 1, -1)
        X[:, 0] += 0.2 * y
        sets.append((X, y))
    for X, y in sets:
        machine = SVC(kernel="linear", C=1e10).fit(X, y)
        gamma = 1 / np.linalg.norm(machine.coef_)
        assert maximum_margin(X, y, bias="free").gamma == pytest.approx(gamma, rel=1e-3)


def test_iris_is_separable_with_a_free_offset():
    data = iris()
    found = maximum_margin(data.X, data.y, bias="free")
    assert found and found.gap < 1e-13
    exact = maximum_margin(data.X, data.y, bias="free", exact=True)
    assert exact.exact and exact.gamma == pytest.approx(found.gamma, rel=1e-9)


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[0, 0]], [1]),
        ([[1, 2], [0, 0], [3, 4]], [1, 1, 1]),
        ([[3, 4], [3, 4]], [1, -1]),
        ([[1, 1], [2, 2]], [1, -1]),
        ([[1, 0], [-1, 0]], [1, 1]),
        ([[-1, -1], [-1, 1], [1, -1], [1, 1]], [1, -1, -1, 1]),
    ],
    ids=["zero", "a zero among others", "contradiction", "one ray", "opposite", "xor"],
)
def test_certificates(X, y):
    for given in (X, np.array(X, dtype=float)):
        found = maximum_margin(given, y)
        assert isinstance(found, Certificate) and not found and found.exact
        assert str(found).startswith("no separator exists: ")
        agrees(found, np.array(X), np.array(y), "none", 0)
    found = maximum_margin(np.array(X, dtype=float), y, exact=False)
    assert not found and not found.exact and found.residual < 1e-15
    assert "exact=True decides" in str(found)


def test_touching_hulls():
    """Two hulls that share one point have no separator; moved apart by 1/1000 they have one."""
    y = [1, 1, -1, -1]
    touching = [[0, 1], [0, -1], [0, 0], [-2, 0]]
    assert not maximum_margin(touching, y, bias="free")
    apart = [[Fraction(1, 1000), 1], [Fraction(1, 1000), -1], [0, 0], [-2, 0]]
    assert maximum_margin(apart, y, bias="free").gamma_squared == Fraction(1, 2000) ** 2


def test_one_sample():
    found = maximum_margin([[3, 4]], [-1])
    assert found.gamma == 5 and found.w.tolist() == [-3, -4] and found.support.tolist() == [0]
    assert maximum_margin([[3, 4]], [1], bias="one").gamma_squared == 26
    assert maximum_margin([[3, 4]], [1], bias="radius").gamma_squared == 50
    with pytest.raises(ValueError, match="needs both labels; found only \\+1"):
        maximum_margin([[3, 4]], [1], bias="free")


def test_ties_of_floats():
    """0.1 + 0.2 is not 0.3: apart by a rounding, decided exactly where asked."""
    X, y = [[0.1 + 0.2], [0.3]], [1, -1]
    found = maximum_margin(X, y, bias="free")
    assert found.exact
    assert found.gamma_squared == ((Fraction(0.1 + 0.2) - Fraction(0.3)) / 2) ** 2
    assert not maximum_margin(X, y)


@pytest.mark.parametrize("scale", [1e-8, 1e8, 1e-100, 1e100])
@pytest.mark.parametrize("bias", ["none", "radius", "free"])
def test_scales(scale, bias):
    data = worked_example()
    gamma = maximum_margin(data.X, data.y, bias=bias).gamma
    for exact in (None, False):
        found = maximum_margin(data.X * scale, data.y, bias=bias, exact=exact)
        assert found.gamma == pytest.approx(scale * gamma, rel=1e-9)


def test_integers_of_any_size():
    big = 10**30
    found = maximum_margin([[big + 1], [big]], [1, -1], bias="free")
    assert found.gamma_squared == Fraction(1, 4) and found.b == -(2 * big + 1) * found.w[0] / 2


def test_where_floats_cannot_decide_they_say_so():
    """Too many entries for rationals unasked, and a margin below what floats tell from none."""
    data = planted(1100, 2, 1e-14, seed=0)
    found = maximum_margin(data.X, data.y)
    assert isinstance(found, Certificate) and not found.exact
    assert 0 < found.residual < 1e-12
    assert str(found).startswith("no separator has a margin above ")
    assert "no separator exists" not in str(found)
    few = data.X[:900], data.y[:900]
    assert maximum_margin(*few).exact


def test_floats_that_prove_nothing():
    """A point of the hull that is neither 0 nor a separator proves nothing, and says how little."""
    X, y = np.array([[1.0, 0.0], [-0.5, 1.0]]), np.array([1, 1])
    with pytest.raises(Undecided, match=r"floats cannot decide: .* margin -0.5, .* up to 1: use"):
        margin_module._verdict(X, y, "none", np.array([1.0, 0.0]))


def test_floats_that_overflow():
    X = [[3e200, 4e200], [-3e200, 4e200]]
    with pytest.raises(Undecided, match="rescale X, or use exact=True"):
        maximum_margin(X, [1, -1], exact=False)
    assert maximum_margin(X, [1, -1]).gamma_squared == Fraction(3e200) ** 2


def test_a_false_gap_is_seen():
    """A separator that is not the best one says how much better there might be."""
    data = worked_example()
    middle = np.full(4, 0.25)
    found = margin_module._verdict(data.X.astype(float), data.y, "none", middle)
    assert found.gamma < 2 / 5**0.5 <= found.gamma + found.gap


class TestSeparator:
    def test_its_margin_is_computed(self):
        """(1, 3)/√10: the least of 2, 6, 4, 8 over √10."""
        data = worked_example()
        found = separator(data.X, data.y, [1, 3])
        assert found.exact and found.gamma_squared == Fraction(4, 10)
        assert found.support.tolist() == [0] and found.gap is None

    def test_any_length(self):
        data = worked_example()
        for w in ([1, 2], [10, 20], [Fraction(1, 7), Fraction(2, 7)]):
            assert separator(data.X, data.y, w).gamma_squared == Fraction(4, 5)
        assert separator(data.X, data.y, [0.1, 0.2]).gamma == pytest.approx(2 / 5**0.5)
        assert not separator(data.X, data.y, [0.1, 0.2]).exact

    def test_unit_scale(self):
        found = separator([[6], [4]], [1, -1], [2], b=-10)
        assert found.unit_w.tolist() == [1] and found.unit_b == -5 and found.gamma == 1
        assert found.margins([[6], [4], [7]], [1, -1, 1]).tolist() == [1, 1, 2]

    def test_the_space_changes_the_margin(self):
        """x − 5 has length 1 alone, √26 padded with 1, √(1 + 25/36) padded with R = 6."""
        squares = {
            bias: separator([[6], [4]], [1, -1], [1], b=-5, bias=bias).gamma_squared
            for bias in ("free", "one", "radius")
        }
        assert squares == {"free": 1, "one": Fraction(1, 26), "radius": Fraction(36, 61)}

    def test_refused(self):
        data = worked_example()
        with pytest.raises(ValueError, match=r"sample 2 has y\(w·x \+ b\) = −2, which must be > 0"):
            separator(data.X, data.y, [1, 0])
        with pytest.raises(ValueError, match=r"= 0, which must be > 0"):
            separator(data.X, data.y, [1, 1])
        with pytest.raises(ValueError, match=r"w must have shape \(2,\); found shape \(3,\)"):
            separator(data.X, data.y, [1, 0, 0])
        with pytest.raises(ValueError, match="found b = 2"):
            separator(data.X, data.y, [1, 2], b=2, bias="none")
        with pytest.raises(ValueError, match="bias must be one of none, one, radius, free"):
            separator(data.X, data.y, [1, 2], bias="both")
        with pytest.raises(ValueError, match="is no separator"):
            separator(data.X, data.y, [0, 0])

    def test_a_pad_of_0_holds_no_offset(self):
        with pytest.raises(ValueError, match="b = 0 on these samples"):
            separator([[0]], [1], [1], b=1, bias="radius")

    def test_words(self):
        data = worked_example()
        assert str(separator(data.X, data.y, [1, 2])) == (
            "separator of length 1: w = (0.4472, 0.8944); margin 0.8944, squared exactly 4/5; "
            "closest samples (0, 2)"
        )


class TestLinearPrograms:
    def test_feasibility_agrees_with_the_margin(self):
        for X, y, bias in cases(120, seed=5):
            if bias in ("none", "free"):
                found = lp_separator(X, y, bias=bias)
                assert bool(found) == bool(maximum_margin(X, y, bias=bias))

    def test_the_box_has_another_margin(self):
        data = worked_example()
        box = lp_box_margin(data.X, data.y)
        assert box.value == pytest.approx(1)  # w = (1/2, 1): 2·(1/2) = −2·(1/2) + 2·1
        assert box.separator.gamma <= maximum_margin(data.X, data.y).gamma + 1e-12
        flat = lp_box_margin([[3, 4]], [1])
        assert flat.value == pytest.approx(7) and flat.separator.gamma == pytest.approx(7 / 2**0.5)
        assert maximum_margin([[3, 4]], [1]).gamma == 5

    def test_none_where_nothing_separates(self):
        data = xor()
        for bias in ("none", "free"):
            assert lp_separator(data.X, data.y, bias=bias) is None
            assert lp_box_margin(data.X, data.y, bias=bias) is None

    def test_refused(self):
        with pytest.raises(ValueError, match="none or free in a linear program"):
            lp_separator([[1]], [1], bias="one")


def test_malformed_input():
    with pytest.raises(ValueError, match="bias must be one of"):
        maximum_margin([[1]], [1], bias="two")
    with pytest.raises(ValueError, match="labels must be"):
        maximum_margin([[1]], [0])
    with pytest.raises(ValueError, match="finite"):
        maximum_margin([[np.inf]], [1])
