"""Samples and labels are checked, and the data sets are what they say."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import (
    Dataset,
    bias_trap,
    orthonormal,
    padding_trap,
    perceptron,
    planted,
    worked_example,
    xor,
)
from perceptron_core.checks import as_labels, as_samples


@pytest.mark.parametrize(
    ("given", "dtype"),
    [
        ([[1, 2]], np.int64),
        ([[True, False]], np.int64),
        (np.array([[1]], dtype=np.uint8), np.int64),
        ([[1, 2.5]], np.float64),
        (np.array([[1e308, 1e308]]), object),
        (np.array([[1]], dtype=np.float32), np.float64),
        ([[Fraction(1, 2), 1]], object),
        ([[10**400, 1]], object),
        ([[2**63, -1]], object),
        (np.array([[2**63]], dtype=np.uint64), object),
        (np.array([[1, 2]], dtype=object), object),
    ],
)
def test_samples_keep_their_values(given, dtype):
    samples = as_samples(given)
    assert samples.dtype == dtype
    assert samples.tolist() == np.asarray(given, dtype=object).tolist()


class Frame:
    """Like a pandas data frame: not an array, but it can become one."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)


def test_what_converts_to_an_array_is_accepted():
    assert as_samples(Frame([[1.5, 2]])).tolist() == [[1.5, 2]]
    assert perceptron(Frame([[1], [-1]]), Frame([1, -1])).mistakes.tolist() == [0]


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("X", "named"),
    [
        ([1, 2], [r"(2,)", "numpy.reshape(X, (n_samples, -1))"]),
        (5, ["two-dimensional", "shape ()"]),
        ([[[1]]], ["two-dimensional", "(1, 1, 1)"]),
        ([], ["at least one", "(0,)"]),
        ([[]], ["at least one", "(1, 0)"]),
        (np.zeros((0, 3)), ["at least one", "(0, 3)"]),
        ([[1, 2], [3]], ["one length", "found [[1, 2], [3]]"]),
        ([[1, NAN]], ["finite", "nan in row 0, column 1", "remove or replace"]),
        ([[1, 2], [-INF, 3]], ["finite", "-inf in row 1, column 0"]),
        ([[1, 2], [INF, -INF]], ["finite", "inf in row 1, column 0"]),
        ([[Fraction(1, 2), NAN]], ["finite", "nan in row 0, column 1"]),
        ([["a", "b"]], ["numbers"]),
        ([[1, None]], ["numbers", "None in row 0, column 1"]),
        ([[1j]], ["numbers", "1j in row 0"]),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_bad_samples_are_named(X, named, exact):
    with pytest.raises(ValueError, match=r"^X must") as error:
        as_samples(X, exact)
    assert all(words in str(error.value) for words in named)


@pytest.mark.parametrize("y", [[1, -1], [1.0, -1.0], np.array([1, -1], dtype=np.int8)])
def test_labels_of_any_number_type(y):
    assert as_labels(y, 2).tolist() == [1, -1]
    assert as_labels(y, 2).dtype == np.int64
    assert as_labels([Fraction(1), -1], 2).tolist() == [1, -1]


@pytest.mark.parametrize(
    ("y", "named"),
    [
        ([1], ["one label per sample, 2", "(1,)"]),
        ([[1], [-1]], ["one label per sample, 2", "(2, 1)"]),
        (1, ["one label per sample, 2", "()"]),
        ([1, [2]], ["{1, [2]}"]),
        ([True, False], ["{False, True}", "== True, 1, -1)"]),
        (["1", "-1"], ["{'-1', '1'}", "== '1', 1, -1)"]),
    ],
)
def test_bad_labels_are_named_with_a_remedy(y, named):
    with pytest.raises(ValueError) as error:
        as_labels(y, 2)
    assert all(words in str(error.value) for words in named)


@pytest.mark.parametrize("y", [[1, NAN], [1, None], [-1.0, 1.0, NAN], np.array([-1.0, NAN])])
def test_a_missing_label_is_not_made_one(y):
    with pytest.raises(ValueError, match=r"nan|None") as error:
        as_labels(y, len(y))
    assert "remove" in str(error.value) and "where" not in str(error.value)


ZERO_AND_ONE = [0, 1, 0]


@pytest.mark.parametrize(
    "y",
    [
        ["no", "yes", "no"],
        [False, True, False],
        ZERO_AND_ONE,
        *(np.array(ZERO_AND_ONE, dtype) for dtype in (int, float, object, np.uint8)),
    ],
)
def test_the_remedies_work(y):
    with pytest.raises(ValueError) as error:
        as_labels(y, 3)
    remedy = str(error.value).partition("use ")[2]
    assert as_labels(eval(remedy, {"numpy": np, "y": y}), 3).tolist() == [-1, 1, -1]


@pytest.mark.parametrize("data", [worked_example(), bias_trap(), padding_trap(), orthonormal(5)])
def test_stated_margins_are_attained(data):
    margins = data.y * (data.X @ data.separator + data.offset) / np.linalg.norm(data.separator)
    assert margins.min() == pytest.approx(data.margin, rel=1e-14)


def test_the_named_data_sets():
    assert bias_trap().X.tolist() == [[120], [80]]
    assert padding_trap().X.tolist() == [[6], [4]]
    assert orthonormal(3).X.tolist() == np.eye(3).tolist()
    assert set(xor().y.tolist()) == {-1, 1} and xor().separator is None
    assert (xor().X.prod(axis=1) == xor().y).all()


def test_a_data_set_is_frozen_and_leaves_the_callers_array_alone():
    X = np.eye(2)
    data = Dataset(X, [1, -1], "mine", separator=X[0])
    X[0] = 7
    assert data.X.tolist() == [[1, 0], [0, 1]] and data.separator.tolist() == [1, 0]
    with pytest.raises(ValueError, match="read-only"):
        data.X[0, 0] = 1
    with pytest.raises(AttributeError):
        data.name = "yours"
    assert repr(data) == "Dataset('mine': 2 samples, 2 features)"


@pytest.mark.parametrize("n_features", [1, 2, 3, 20])
@pytest.mark.parametrize("n_samples", [2, 3, 50, 2000])
def test_planted_margin_is_attained_on_both_sides_and_nowhere_smaller(n_samples, n_features):
    for seed in range(5):
        for margin, radius in ((0.1, 1), (1e-6, 1), (3, 40), (1, 1)):
            data = planted(n_samples, n_features, margin, radius, seed=seed)
            assert set(data.y.tolist()) == {-1, 1}
            assert np.linalg.norm(data.separator) == pytest.approx(1, rel=1e-14)
            margins = data.y * (data.X @ data.separator)
            rounding = 1e-14 * radius
            assert margins.min() >= margin - rounding
            for label in (-1, 1):
                assert margins[data.y == label].min() <= margin + rounding
            lengths = np.linalg.norm(data.X, axis=1)
            assert lengths.max() <= radius + rounding
            if n_features > 1:
                assert lengths.max() >= radius - rounding


@pytest.mark.parametrize("arguments", [(1, 2, 0.1), (5, 0, 0.1), (5, 2, 0), (5, 2, 2), (5, 2, NAN)])
def test_planted_refuses_what_cannot_be(arguments):
    with pytest.raises(ValueError, match="found"):
        planted(*arguments)
