"""A thinned run is the same run; a thinned table says what it leaves out."""

import itertools

import numpy as np
import pytest

from perceptron_core import perceptron, planted
from perceptron_lessons.tables import GAP, table
from perceptron_lessons.takeaway.run_tables import thinned_trace

DATA = planted(3_000, 2, 0.05, radius=7, seed=3)


@pytest.mark.parametrize("bias", ["none", "radius"])
def test_fewer_samples_the_same_run(bias):
    trace = perceptron(DATA.X, DATA.y, bias=bias)
    short = thinned_trace(trace, 200, keep=[17, 2_999])
    rows = trace.X.tolist()
    kept = np.array([rows.index(x) for x in short.X.tolist()])
    assert len(kept) == short.n_samples and 190 <= len(kept) <= 210
    assert {17, 2_999, *trace.mistakes.tolist()} <= set(kept.tolist())
    np.testing.assert_array_equal(short.y, trace.y[kept])
    again = perceptron(short.X, short.y, bias=bias)
    np.testing.assert_array_equal(kept[again.mistakes], trace.mistakes)
    np.testing.assert_array_equal(again.w, trace.w)
    assert again.b == trace.b and again.radius_squared == trace.radius_squared
    np.testing.assert_array_equal(short.X.min(axis=0), trace.X.min(axis=0))
    np.testing.assert_array_equal(short.X.max(axis=0), trace.X.max(axis=0))
    assert (short.y == 1).mean() == pytest.approx((trace.y == 1).mean(), abs=0.02)


@pytest.mark.parametrize("k", [0, 1, 3])
def test_a_table_of_samples_with_dots_where_rows_are_left_out(k):
    trace = perceptron(DATA.X, DATA.y)
    whole, next_mistake = table(trace, k + 1, 3_000), int(trace.mistakes[k])
    for limit in (10, next_mistake + 1):  # the second leaves out the one row before the mistake
        limit = max(limit, 3)
        short = table(trace, k + 1, limit)
        shown = [at for at, row in enumerate(short.rows) if row[0] is not GAP]
        numbers = [short.rows[at][0] for at in shown]
        assert numbers == sorted({*range(limit - 2), next_mistake, 2_999})
        assert [str(short.rows[at]) for at in shown] == [str(whole.rows[i]) for i in numbers]
        assert [numbers[shown.index(at)] for at in short.marked] == [next_mistake]
        dots = [after - before - 1 for before, after in itertools.pairwise(shown)]
        assert dots == [int(j > i + 1) for i, j in itertools.pairwise(numbers)]
        assert f"{len(shown)} of 3000 samples" in short.title
    assert str(table(trace, k + 1, 3_000)) == str(whole)
