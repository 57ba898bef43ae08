"""Each change of coordinates does to w, R and γ what its docstring says, and has a way back."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import perceptron, planted, worked_example
from perceptron_lessons import append_constant, fold_labels, normalize

DATA = worked_example()


def test_fold_leaves_the_run_as_it_is_and_is_its_own_way_back():
    folded = fold_labels(DATA.X, DATA.y)
    run, direct = perceptron(folded, np.ones(4)), perceptron(DATA.X, DATA.y)
    assert run.mistakes.tolist() == direct.mistakes.tolist()
    assert run.weights.tolist() == direct.weights.tolist()
    assert fold_labels(folded, DATA.y).tolist() == DATA.X.tolist()
    for X in (DATA.X, DATA.X / 3, DATA.X + Fraction(1, 3)):
        assert fold_labels(X, DATA.y).dtype == X.dtype


def test_padding_with_one_is_bias_one():
    padded, biased = (
        perceptron(append_constant(DATA.X), DATA.y),
        perceptron(DATA.X, DATA.y, bias="one"),
    )
    assert padded.mistakes.tolist() == biased.mistakes.tolist() == [0, 2, 0, 2, 0]
    *w, last = padded.w.tolist()
    assert (w, last) == (biased.w.tolist(), biased.b) == ([2, 4], -1)


def test_padding_with_the_radius_is_bias_radius():
    X = [[3, 4], [0, -5], [1, 0]]
    y = [1, -1, -1]
    padded, biased = perceptron(append_constant(X, 5), y), perceptron(X, y, bias="radius")
    assert padded.mistakes.tolist() == biased.mistakes.tolist()
    *w, last = padded.w.tolist()
    assert (w, last * 5) == (biased.w.tolist(), biased.b)


def test_padding_shortens_the_margin_by_the_factor_stated():
    data = planted(40, 3, margin=0.2, seed=5)
    w, b, c = data.separator, 0.1, 2.0
    margins = data.y * (data.X @ w + b)
    lifted = np.append(w, b / c)
    padded = data.y * (append_constant(data.X, c) @ lifted) / np.linalg.norm(lifted)
    assert np.allclose(padded, margins / np.sqrt(1 + b**2 / c**2))


def test_unit_length_keeps_the_signs_and_gives_radius_one():
    unit, lengths = normalize(DATA.X)
    assert np.allclose(np.linalg.norm(unit, axis=1), 1)
    assert np.allclose(unit * lengths[:, None], DATA.X)
    u = DATA.separator / np.linalg.norm(DATA.separator)
    assert (np.sign(unit @ u) == np.sign(DATA.X @ u)).all()
    assert min(DATA.y * (unit @ u)) >= DATA.margin / lengths.max() - 1e-12


def test_unit_length_names_the_first_zero_vector():
    for X in ([[1, 0], [0, 0]], [[1, 2], [0, 3], [0, 0], [4, 5], [0, 0]]):
        with pytest.raises(ValueError, match=f"sample {X.index([0, 0])} is the zero vector"):
            normalize(X)


@pytest.mark.parametrize("scale", [1e-323, 1e-200, 1e200, 4e307])
def test_unit_length_at_any_scale(scale):
    unit, lengths = normalize([[3 * scale, 4 * scale], [scale, 0], [0.6, 0.8]])
    assert unit.tolist() == [
        pytest.approx([0.6, 0.8], rel=1e-15 if scale > 1e-300 else 0.1),
        [1, 0],
        [0.6, 0.8],
    ]
    assert lengths.tolist() == pytest.approx([5 * scale, scale, 1], rel=1e-14, abs=5e-324)


def test_unit_length_of_numbers_beyond_floats():
    big, small = 10**400, Fraction(1, 10**400)
    unit, lengths = normalize([[3 * big, 4 * big], [3 * small, 4 * small], [3, 4]])
    assert np.allclose(unit, [[0.6, 0.8]] * 3, rtol=1e-15)
    assert lengths.tolist() == [np.inf, 5e-324, 5]


def test_no_number_is_rounded_on_the_way():
    assert append_constant([[2**53 + 1]], 0.5).tolist() == [[2**53 + 1, Fraction(1, 2)]]
    assert append_constant([[0.5]], 2**60 + 1).tolist() == [[Fraction(1, 2), 2**60 + 1]]
    assert append_constant([[1, 2]], 0.5).dtype == float
    assert fold_labels(np.array([[-(2**63), 1]]), [-1]).tolist() == [[2**63, -1]]


def test_what_is_malformed_is_named():
    for c in (np.nan, np.inf, "1", None, [1], 0):
        with pytest.raises(ValueError, match="must"):
            append_constant([[1]], c)
