"""Each change of coordinates does to w, R and γ what its docstring says, and has a way back."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import perceptron, planted, worked_example
from perceptron_lessons import append_constant, fold_labels, normalize, split_constant

DATA = worked_example()


def test_fold_leaves_the_run_as_it_is_and_is_its_own_way_back():
    folded = fold_labels(DATA.X, DATA.y)
    run, direct = perceptron(folded, np.ones(4)), perceptron(DATA.X, DATA.y)
    assert run.mistakes.tolist() == direct.mistakes.tolist()
    assert run.weights.tolist() == direct.weights.tolist()
    assert fold_labels(folded, DATA.y).tolist() == DATA.X.tolist()


def test_padding_with_one_is_bias_one():
    padded, biased = (
        perceptron(append_constant(DATA.X), DATA.y),
        perceptron(DATA.X, DATA.y, bias="one"),
    )
    assert padded.mistakes.tolist() == biased.mistakes.tolist() == [0, 2, 0, 2, 0]
    w, b = split_constant(padded.w)
    assert (w.tolist(), b) == (biased.w.tolist(), biased.b) == ([2, 4], -1)


def test_padding_with_the_radius_is_bias_radius():
    X = [[3, 4], [0, -5], [1, 0]]
    y = [1, -1, -1]
    padded, biased = perceptron(append_constant(X, 5), y), perceptron(X, y, bias="radius")
    assert padded.mistakes.tolist() == biased.mistakes.tolist()
    w, b = split_constant(padded.w, 5)
    assert (w.tolist(), b) == (biased.w.tolist(), biased.b)


def test_padding_keeps_the_kind_of_numbers():
    assert append_constant([[1, 2]], 3).dtype == np.int64
    assert append_constant([[1, 2]], 0.5).tolist() == [[1, 2, 0.5]]
    assert append_constant([[1, 2]], Fraction(1, 3))[0, 2] == Fraction(1, 3)
    assert append_constant([[Fraction(1, 2)]])[0].tolist() == [Fraction(1, 2), 1]
    with pytest.raises(ValueError, match="must not be 0"):
        append_constant([[1]], 0)


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


def test_unit_length_names_a_zero_vector():
    with pytest.raises(ValueError, match="sample 1 is the zero vector"):
        normalize([[1, 0], [0, 0]])
