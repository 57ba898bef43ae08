"""The maximum margin and certificates are exact, on numbers of every size and kind."""

from fractions import Fraction

import numpy as np
import pytest
from oracle import BIASES, NASTY, cases, dot, fractions, margin_squared, pad_squared_of, padded
from scipy.optimize import nnls

from perceptron_core import planted, worked_example, xor
from perceptron_lessons import Certificate, Separator, maximum_margin, separator

WORKED = worked_example()


def agrees(verdict, X, y, bias, expected):
    """Check a verdict in rationals: its kind, γ², the samples closest, and the proof it carries."""
    case = (X, y, bias, verdict)
    assert bool(verdict) == (expected != 0), case
    Z, pad_squared = padded(X, y), pad_squared_of(X, bias)
    if verdict:
        square = dot(verdict.w, verdict.w)
        if pad_squared:
            square += verdict.b * verdict.b / Fraction(pad_squared)
        margins = [dot(z, [*verdict.w, verdict.b]) for z in Z]
        assert verdict.gamma_squared == expected == min(margins) ** 2 / square, case
        assert verdict.support.tolist() == [
            i for i, margin in enumerate(margins) if margin == min(margins)
        ], case
        assert verdict.norm_squared == square
        assert isinstance(verdict, Separator)
    else:
        a = verdict.weights
        assert min(a) >= 0 and sum(a) == 1
        rows = Z if bias in ("one", "free") or pad_squared else [z[:-1] for z in Z]
        assert all(dot(a, column) == 0 for column in zip(*rows, strict=True)), case
        assert isinstance(verdict, Certificate) and verdict.proves(np.array(X), np.array(y))


def test_a_certificate_proves_nothing_of_other_samples_nor_with_other_weights():
    data, half = xor(), Fraction(1, 2)
    X, y = data.X, data.y
    found = maximum_margin(X, y, bias="free")
    assert found.proves(X, y)
    moved = X.copy()
    moved[found.support[0], 0] += 1
    assert not found.proves(moved, y)
    assert not found.proves(X, y * np.array([1, 1, 1, -1]))
    assert not found.proves(X[:3], y[:3])
    # (0, 0) of both labels: without an offset one of them is 0 by itself, with a free one both are.
    X, y = np.array([[0, 0], [0, 0], [1, 0]]), np.array([1, -1, 1])
    for weights, bias, proof in (
        ([1, 0, 0], "none", True),
        ([1, 0, 0], "free", False),
        ([half, half, 0], "free", True),
        ([half, half, 0], "one", True),
        ([1, 0, 0], "one", False),
        ([half, 0, 0], "none", False),
        ([2, -1, 0], "none", False),
        ([half, 0, half], "none", False),
    ):
        weights = np.array([Fraction(v) for v in weights])
        assert Certificate(weights, bias).proves(X, y) == proof, (weights, bias)


@pytest.mark.parametrize("kind", NASTY)
def test_small_cases_of_every_kind(kind):
    """Whatever `exact` says: it is about how long to go on, not about what is right."""
    for number, (_, X, y, bias) in enumerate(cases(20, seed=len(kind), kinds=(kind,))):
        exact = (None, True, False)[number % 3]
        verdict = maximum_margin(X, y, bias=bias, exact=exact)
        agrees(verdict, X, y, bias, margin_squared(X, y, bias))


@pytest.mark.parametrize("bias", BIASES)
@pytest.mark.parametrize("kind", ["integers", "ulps", "offset", "thin", "rows", "columns"])
def test_many_features(kind, bias):
    """Here floats say where to start. w is a point of the hull, and no margin is below ‖w‖²."""
    rng = np.random.default_rng(len(kind))
    for n, d in ((12, 5), (30, 6)):
        w = rng.integers(-3, 4, size=d)
        X = rng.integers(-9, 10, size=(n, d))
        y = np.where(X @ w + 2 > 0, 1, -1)
        X = NASTY[kind](rng, X, y)
        verdict = maximum_margin(X, y, bias=bias)
        agrees(verdict, X, y, bias, verdict.gamma_squared if verdict else 0)
        if verdict and bias in ("none", "free"):
            assert in_the_hull(verdict, X, y, bias)


def in_the_hull(found, X, y, bias):
    """Whether w is a mean of the z (half of it from each class), to rounding, by least squares."""
    unit = Fraction(max(abs(v) for x in fractions(X) for v in x))
    rows = np.array([[float(v / unit) for v in z[:-1]] for z in padded(X, y)])
    point = [float(v / unit) for v in found.w]
    if bias == "free":
        rows, point = np.column_stack([rows, y]), [*point, 0]
    return nnls(np.vstack([rows.T, np.ones(len(y))]), [*point, 1])[1] < 1e-7


@pytest.mark.parametrize("kind", ["integers", "long", "fractions"])
def test_samples_that_depend_on_each_other(kind):
    """A plane in four dimensions, every sample twice: lengths double, the rest stays as it was."""
    plane = np.array([[1, 1, 1, 1], [1, -1, 1, -1]])
    for _, X, y, bias in cases(30, seed=7, biases=("none", "radius", "free"), kinds=(kind,)):
        X = X[:, :2] if X.shape[1] > 1 else np.hstack([X, X])
        expected = 4 * margin_squared(X, y, bias)
        twice = np.vstack([X, X]).dot(plane)
        found = maximum_margin(twice, np.tile(y, 2), bias=bias)
        assert bool(found) == bool(expected)
        if found:
            assert found.gamma_squared == expected
            once = maximum_margin(X, y, bias=bias).support
            assert found.support.tolist() == [*once, *(once + len(X))]


@pytest.mark.parametrize("bias", BIASES)
def test_planted_margins_are_found(bias):
    for n, d, margin in ((100, 2, 0.2), (1000, 20, 0.01), (2000, 20, 1e-4), (300, 50, 1e-12)):
        data = planted(n, d, margin, seed=n)
        found = maximum_margin(data.X, data.y, bias=bias)
        assert isinstance(found, Separator)
        if bias in ("none", "free"):
            assert abs(found.gamma - margin) < 1e-14
        assert min(found.margins(data.X, data.y)) == pytest.approx(found.gamma, rel=1e-12)


def test_one_sample():
    found = maximum_margin([[3, 4]], [-1])
    assert found.gamma == 5 and found.w.tolist() == [-3, -4] and found.support.tolist() == [0]
    assert maximum_margin([[3, 4]], [1], bias="one").gamma_squared == 26
    assert maximum_margin([[3, 4]], [1], bias="radius").gamma_squared == 50
    with pytest.raises(ValueError, match="needs both labels; found only \\+1"):
        maximum_margin([[3, 4]], [1], bias="free")


def test_integers_of_any_size():
    big = 10**30
    found = maximum_margin([[big + 1], [big]], [1, -1], bias="free")
    assert found.gamma_squared == Fraction(1, 4) and found.b == -(2 * big + 1) * found.w[0] / 2
    long = maximum_margin([[10**5000 + 1, 1], [10**5000, 1]], [1, -1], bias="free")
    assert long.gamma == 0.5


class TestSeparator:
    def test_any_length(self):
        for w in ([1, 2], [10, 20], [Fraction(1, 7), Fraction(2, 7)], [2.0**-1000, 2.0**-999]):
            assert separator(WORKED.X, WORKED.y, w).gamma_squared == Fraction(4, 5)

    def test_floats_are_the_rationals_that_they_are(self):
        found = separator(WORKED.X, WORKED.y, [0.1, 0.3])
        margin = -2 * Fraction(0.1) + 2 * Fraction(0.3)
        square = Fraction(0.1) ** 2 + Fraction(0.3) ** 2
        assert found.gamma_squared == min(margin, 2 * Fraction(0.1)) ** 2 / square
        with pytest.raises(ValueError, match=r"sample 0 has .* = −2.776e−17, which"):
            separator([[0.1, 0.2, -0.3]], [-1], [1, 1, 1])

    def test_no_product_vanishes_or_overflows(self):
        assert separator([[1, 1e-170], [1, -1e-170]], [1, -1], [0, 1e-170]).gamma == 1e-170
        assert separator([[1e200], [1e300]], [1, 1], [1e200]).gamma == 1e200
        with pytest.raises(ValueError, match=r"sample 1 has y\(w·x \+ b\) = −1e\+400, which"):
            separator([[1e100], [1e200]], [1, -1], [1e200])
        with pytest.raises(ValueError, match=r"sample 0 has y\(w·x \+ b\) = −1e−400, which"):
            separator([[1e-200]], [-1], [1e-200])

    def test_unit_scale(self):
        found = separator([[6], [4]], [1, -1], [2], b=-10)
        assert found.unit_w.tolist() == [1] and found.unit_b == -5 and found.gamma == 1
        assert found.margins([[6], [4], [7]], [1, -1, 1]).tolist() == [1, 1, 2]

    @pytest.mark.parametrize("scale", [5e-324, 1e-200, 1, 1e200, 1e307])
    def test_margins_at_any_scale(self, scale):
        X = WORKED.X * scale
        for w in ([scale, 2 * scale], [1 / 2**900, 2 / 2**900]):
            found = separator(X, WORKED.y, w)
            assert found.margins(X, WORKED.y) == pytest.approx(
                np.array([2, 4, 2, 6]) / 5**0.5 * scale, rel=1e-12, abs=5e-324
            )

    def test_a_margin_beyond_all_floats(self):
        found = maximum_margin([[1.7e308, 1.7e308]], [1])
        assert found.gamma == np.inf and found.margins([[1.7e308, 1.7e308]], [1])[0] == np.inf
        assert found.gamma_squared == 2 * Fraction(1.7e308) ** 2

    def test_the_space_changes_the_margin(self):
        """x − 5 has length 1 alone, √26 padded with 1, √(1 + 25/36) padded with R = 6."""
        squares = {
            bias: separator([[6], [4]], [1, -1], [1], b=-5, bias=bias).gamma_squared
            for bias in ("free", "one", "radius")
        }
        assert squares == {"free": 1, "one": Fraction(1, 26), "radius": Fraction(36, 61)}

    @pytest.mark.parametrize(
        ("w", "settings", "named"),
        [
            ([1, 0], {}, "sample 2 .*−2"),
            ([1, 1], {}, "= 0"),
            ([0, 0], {}, "not a separator"),
            ([1, 0, 0], {}, "w .*(3,)"),
            ([1, 2], {"b": [0, 1]}, r"b must be a number; found \[0, 1\]"),
            ([1, np.nan], {}, "finite .*nan"),
            ([1, "2"], {}, "'2'"),
            (np.ma.array([1, 2], mask=[0, 1]), {}, "w must be one finite number"),
            ([1, 2], {"b": np.inf}, "b must be finite; found inf"),
            ([1, 2], {"b": 2, "bias": "none"}, "b = 2"),
            ([1, 2], {"bias": "both"}, "none, one, radius, free"),
        ],
    )
    def test_what_is_no_separator_is_refused_by_its_name(self, w, settings, named):
        with pytest.raises(ValueError, match=named):
            separator(WORKED.X, WORKED.y, w, **settings)

    def test_a_pad_of_0_holds_no_offset(self):
        with pytest.raises(ValueError, match="b = 0 on these samples"):
            separator([[0]], [1], [1], b=1, bias="radius")


def test_weights_on_both_sides_of_the_largest_integer_of_64_bits():
    """Their array would be one of floats, which round them."""
    X, y = [[0], [2**63], [5], [0]], [-1, -1, 1, 1]
    found = maximum_margin(X, y, bias="radius")
    agrees(found, np.array(X, dtype=object), np.array(y), "radius", 0)
