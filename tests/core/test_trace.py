"""What is derived from the list of mistakes."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Trace, perceptron, planted, worked_example
from perceptron_lessons.tables import GAP, table, table_of_run

DATA = worked_example()
TRACE = perceptron(DATA.X, DATA.y)
# The table of the `iterations` source: y·w·x before each update, and at the end.
TABLES = [(0, 0, 0, 0), (4, 0, -4, 4), (4, 4, 0, 8), (0, 8, 8, 8), (4, 8, 4, 12)]


@pytest.mark.parametrize("exact", [False, True])
def test_weights_and_margins_of_the_worked_example(exact):
    trace = perceptron(DATA.X, DATA.y, exact=exact)
    assert trace.weights.tolist() == [[0, 0], [2, 0], [2, 2], [0, 4], [2, 4]]
    assert trace.offsets.tolist() == [0] * 5
    assert [tuple(trace.margins(k)) for k in range(5)] == TABLES
    assert tuple(trace.margins(-1)) == TABLES[-1]
    assert trace.exact is exact
    assert (trace.n_samples, trace.n_features, trace.radius_squared) == (4, 2, 8)


@pytest.mark.parametrize("k", [-6, 5])
def test_margins_beyond_the_run(k):
    with pytest.raises(IndexError):
        TRACE.margins(k)


def test_the_tables_of_the_source():
    for iteration, margins in enumerate(TABLES, start=1):
        shown = table(TRACE, iteration)
        assert tuple(row[-1] for row in shown.rows) == margins
        assert shown.marked == ({TRACE.mistakes[iteration - 1]} if iteration < 5 else set())
    assert "b = −1" in table(perceptron(DATA.X, DATA.y, bias="one"), 2).title
    for iteration in (0, 6):
        with pytest.raises(IndexError, match=f"from 1 .* to 5 .*found {iteration}"):
            table(TRACE, iteration)


def test_the_summary():
    for part in ("4 samples", "converged", "4 mistakes", "3 epochs", "0 1 2 0", "w = (2, 4)"):
        assert part in str(TRACE)
    assert repr(TRACE) == str(TRACE)
    with pytest.warns(RuntimeWarning):
        stopped = perceptron([[1], [1]], [1, -1], max_mistakes=30, zero="positive", w0=[5])
    assert "stopped after 30 mistakes, not converged" in str(stopped)
    assert "start w = (5), b = 0, sign(0) = +1" in str(stopped) and " …" in str(stopped)
    assert "mistakes: none" in str(perceptron([[1]], [1], w0=[1]))


def test_the_table_of_a_run():
    rows = table_of_run(TRACE).rows
    assert [row[:2] for row in rows] == [(1, 0), (2, 1), (3, 2), (4, 0)]
    assert [row[4] for row in rows] == [0, 0, 0, 0]
    assert [row[5].tolist() for row in rows] == TRACE.weights[1:].tolist()
    assert [row[0] for row in table_of_run(TRACE, limit=2).rows] == [1, GAP, 4]
    assert [row[0] for row in table_of_run(TRACE, limit=1).rows] == [GAP, 4]
    assert table_of_run(TRACE).html().count("<tr>") == 1 + 4
    assert table_of_run(perceptron([[1]], [1], w0=[1])).rows == ()


def test_the_first_state_is_the_start_as_it_was_given():
    # 1 / 49 · 49 is not 1 in floats.
    trace = perceptron(DATA.X, DATA.y, w0=[1.0, 0.5], b0=1.0, learning_rate=49.0)
    assert trace.weights[0].tolist() == [1, 0.5] and trace.offsets[0] == 1


def test_a_table_has_the_offset_where_there_is_one_to_come_or_from_the_start():
    for settings in ({"bias": "one"}, {"b0": 1}, {"b0": 1, "bias": "one"}):
        first = table(perceptron(DATA.X, DATA.y, **settings), 1)
        assert first.columns[-1] == "y(w·x + b)"
        assert first.title.endswith(f"b = {settings.get('b0', 0)}")
    assert table(TRACE, 1).columns[-1] == "y w·x" and "b =" not in table(TRACE, 1).title


def test_predict_asks_for_the_features_of_the_run():
    with pytest.raises(ValueError, match="2 features; found 3"):
        TRACE.predict([[1, 2, 3]])


def test_a_summary_is_short_and_has_no_limits():
    wide = perceptron(np.ones((1, 10_000)), [1])
    assert len(repr(wide)) < 2000 and len(table(wide, 1).text()) < 5000
    for scale in (1e200, 5e-324):
        huge = perceptron([[scale, 0], [0, -scale]], [1, -1], bias="radius", max_mistakes=9)
        assert "converged" in repr(huge) and table_of_run(huge).html()


def test_lines_are_the_states_in_units_of_the_learning_rate():
    trace = perceptron(DATA.X, DATA.y, bias="one", learning_rate=0.1)
    for k, line in enumerate(trace.lines()):
        assert (line.w.tolist(), line.b) == (trace.line(k).w.tolist(), trace.line(k).b)
        assert (line.w * Fraction(0.1)).astype(float).tolist() == trace.weights[k].tolist()
    assert k == trace.n_mistakes and trace.line().w.tolist() == [0, 0]


def test_a_read_only_array_is_used_without_a_copy():
    data = planted(1000, 20, 0.1, seed=0)
    assert perceptron(data.X, data.y).X is data.X


def test_a_million_mistakes_need_no_million_weights():
    n_features, n_mistakes = 100, 10**6
    X = np.zeros((2, n_features))
    X[:, 0] = 1
    mistakes = np.arange(n_mistakes) % 2
    tracemalloc.start()
    trace = Trace(X, np.array([1, -1]), mistakes, False, np.zeros(n_features))
    assert len(trace.w) == n_features
    assert "1000000 mistakes" in str(trace)
    assert trace.margins(n_mistakes // 2).tolist() == [0, 0]
    assert len(table_of_run(trace).rows) == 21 and table_of_run(trace).rows[-2][0] is GAP
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * n_mistakes * n_features / 20
