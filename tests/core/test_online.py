"""One pass along a stream: predict, then learn."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import online, worked_example
from perceptron_lessons.tables import GAP, table_of_run

DATA = worked_example()


def pairs(X, y):
    """A stream without a length."""
    yield from zip(X, y, strict=True)


def test_the_worked_example_as_a_stream():
    run = online(pairs(DATA.X, DATA.y))
    # g(0) = +1: from zero, the sample labelled −1 is a mistake and one labelled +1 is not.
    # At the end, sample 2 (label +1) lies on the line: the source leaves it there.
    assert run.times.tolist() == [0, 1]
    assert run.weights.tolist() == [[0, 0], [2, 0], [2, 2]]
    assert run.mistakes_by_time.tolist() == [0, 1, 2, 2, 2]
    assert (run.n_seen, run.n_mistakes, run.radius_squared) == (4, 2, 8)
    assert run.X.tolist() == DATA.X[:2].tolist() and run.y.tolist() == [-1, -1]
    assert DATA.X[2] @ run.w == 0
    assert run.predict(DATA.X).tolist() == DATA.y.tolist()
    assert online(pairs(DATA.X, DATA.y), zero="mistake").times.tolist() == [0, 1, 2]


def test_an_array_that_is_filled_anew_is_read_in_time():
    item = np.empty(2)
    stream = ((item, np.copyto(item, x) or label) for x, label in pairs(DATA.X, DATA.y))
    assert online(stream).X.tolist() == DATA.X[:2].tolist()


@pytest.mark.parametrize(("zero", "times"), [("positive", []), ("mistake", [0])])
def test_the_first_positive_sample(zero, times):
    run = online([([1, 2], 1)], zero=zero)
    assert run.times.tolist() == times
    assert run.predict([[0, 0]]).tolist() == [1 if zero == "positive" else -1]


def test_bias_start_and_learning_rate():
    run = online([([2], -1), ([1], -1)], bias="one", learning_rate=Fraction(1, 2), w0=[1], b0=1)
    assert run.weights.tolist() == [[1], [0], [-Fraction(1, 2)]]
    assert run.offsets.tolist() == [1, Fraction(1, 2), 0]
    assert run.exact


@pytest.mark.parametrize(
    ("stream", "named"),
    [
        ([], ["pair (x, y)"]),
        ([([1], 1), 5], ["pair (x, y)", "found 5 as pair 1"]),
        ([([1], 1), ([1], 1, 2)], ["pair (x, y)", "found ([1], 1, 2) as pair 1"]),
        ([(1, 1)], ["pair (x, y)", "found 1 as x of pair 0"]),
        ([("12", 1)], ["pair (x, y)", "found '12' as x of pair 0"]),
        ([({0: 2.0}, 1)], ["pair (x, y)", "found a dict as x of pair 0"]),
        ([(np.ma.array([1, 2], mask=[0, 1]), 1)], ["pair (x, y)", "as x of pair 0"]),
        ([([1], 1), ([1, 2], 1)], ["x of pair 1", "as in the first pair, 1; found 2"]),
        ([([1], 1), ([float("nan")], 1)], ["row 1", "finite", "nan"]),
        ([([1], 0)], ["{0}: use"]),
    ],
)
def test_bad_items_are_named(stream, named):
    with pytest.raises(ValueError) as error:
        online(iter(stream))
    assert all(words in str(error.value) for words in named)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"bias": "radius"}, "bias must be one of none, one; found 'radius'"),
        ({"zero": "plus"}, "zero must be one of"),
        ({"learning_rate": 0}, "learning_rate must be > 0; found 0"),
        ({"w0": [1, 2]}, "w0 must be one finite number per feature, 1; found"),
    ],
)
def test_bad_settings_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        online([([1], 1)], **settings)


def test_the_summary_and_the_table():
    run = online(pairs(DATA.X, DATA.y))
    assert "2 mistakes" in str(run) and "0 1" in str(run) and "w = (2, 2)" in str(run)
    table = table_of_run(run)
    assert table.columns[:2] == ("k", "time")
    assert [row[1] for row in table.rows] == [0, 1]


def test_a_long_run_shows_few_rows():
    alternating = (([1.0], -1 if t % 2 == 0 else 1) for t in range(5000))
    run = online(alternating)
    assert run.n_mistakes > 2000
    shown = [row[0] for row in table_of_run(run).rows]
    assert shown == [*range(1, 20), GAP, run.n_mistakes]
    assert np.isfinite(run.weights).all()
