"""Runs that take long: on a file, with reports, interrupted, and gone on with."""

import tracemalloc
import warnings

import numpy as np
import pytest
from nasty import PlainLoop

from perceptron_core import perceptron, planted, resume

DATA = planted(400, 3, margin=0.02, seed=4)
SETTINGS = [
    {"order": "cyclic", "bias": "radius"},
    {"order": "cyclic", "zero": "positive", "w0": [1, -2, 3], "learning_rate": 0.1},
    {"order": "first", "bias": "one"},
    {"order": "worst", "exact": True},
]


def interrupted_after(n_mistakes):
    """Return a report that interrupts the run, as Ctrl-C does in the middle of a pass."""

    def report(made, n_looked_at):
        if made >= n_mistakes:
            raise KeyboardInterrupt

    return report


def same(trace, other):
    assert trace.mistakes.tolist() == other.mistakes.tolist()
    assert (trace.converged, trace.n_epochs) == (other.converged, other.n_epochs)
    assert trace.w.tolist() == other.w.tolist() and trace.b == other.b


@pytest.mark.parametrize("settings", SETTINGS)
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(settings):
    whole = perceptron(DATA.X, DATA.y, **settings)
    assert whole.n_mistakes > 10
    for stops in ([0], [1, 2, 3], [whole.n_mistakes - 1], [whole.n_mistakes]):
        with warnings.catch_warnings(action="ignore"):
            trace = perceptron(DATA.X, DATA.y, max_mistakes=stops[0], **settings)
            for stop in stops[1:]:
                trace = resume(trace, max_mistakes=stop)
        assert trace.mistakes.tolist() == whole.mistakes[: stops[-1]].tolist()
        same(resume(trace), whole)
    assert resume(whole) is whole


@pytest.mark.parametrize("order", ["random", "shuffled"])
def test_random_orders_go_on_with_other_draws(order):
    with pytest.warns(RuntimeWarning, match="stopped after max_mistakes=5"):
        trace = perceptron(DATA.X, DATA.y, order=order, seed=1, max_mistakes=5)
    longer = resume(trace, seed=2)
    assert longer.converged and longer.mistakes[:5].tolist() == trace.mistakes.tolist()
    assert resume(trace, seed=3).mistakes.tolist() != longer.mistakes.tolist()
    assert order == "random" or longer.n_epochs > trace.n_epochs


def test_an_order_of_ones_own_is_given_again():
    def last(margins):
        return np.flatnonzero(margins <= 0)[-1]

    whole = perceptron(DATA.X, DATA.y, order=last)
    with pytest.warns(RuntimeWarning):
        trace = perceptron(DATA.X, DATA.y, order=last, max_mistakes=3)
    same(resume(trace, order=last), whole)
    with pytest.raises(ValueError, match=r"^order must be the function .* last; found none: give"):
        resume(trace)


def test_an_order_of_ones_own_is_not_taken_for_one_of_ours():
    def worst(margins):
        return np.flatnonzero(margins <= 0)[-1]

    trace = perceptron(DATA.X, DATA.y, order=worst)
    assert trace.order == "worst()"


@pytest.mark.parametrize("order", ["cyclic", "first", "shuffled"])
def test_an_interrupt_leaves_with_the_run_so_far(order):
    settings = {"order": order, "bias": "one", "seed": 5}
    whole = perceptron(DATA.X, DATA.y, **settings)
    with pytest.raises(KeyboardInterrupt) as stop:
        perceptron(DATA.X, DATA.y, progress=interrupted_after(7), **settings)
    trace = stop.value.trace
    assert trace.converged is None and 7 <= trace.n_mistakes <= whole.n_mistakes
    assert trace.mistakes.tolist() == whole.mistakes[: trace.n_mistakes].tolist()
    assert "not converged" in str(trace)
    longer = resume(trace, seed=5)
    assert longer.converged
    if order != "shuffled":
        same(longer, whole)


def test_the_report_goes_through_each_pass():
    n = 400_000
    X = np.ones((n, 1))
    seen = []
    trace = perceptron(X, np.ones(n, int), progress=lambda *made: seen.append(made))
    assert trace.mistakes.tolist() == [0]
    places = [place for _, place in seen]
    assert {made for made, _ in seen} == {1}
    assert places[-2] == n and places[:-1] == sorted(places[:-1]) and len(places) > 4
    assert places[-1] < n  # after one pass without a mistake, only that sample was left to look at


def test_the_last_mistake_itself_is_looked_at_again():
    """Also where it is beyond the first block of samples."""
    for last in (4097, 9000):
        X = np.array([[1, 0]] * 9001)
        X[last] = 0, 1
        trace = perceptron(X, np.ones(9001, int), w0=[1, -2])
        assert trace.mistakes.tolist() == [last] * 3 and trace.converged and trace.n_epochs == 4


def test_a_file_stays_a_file(tmp_path):
    """Neither the run nor its weights take as much memory as the samples."""
    data = planted(200_000, 10, margin=0.2, seed=1)
    np.save(tmp_path / "X.npy", data.X)
    X = np.load(tmp_path / "X.npy", mmap_mode="r")
    y = np.array(data.y)
    tracemalloc.start()
    trace = perceptron(X, y, bias="one")
    weights = trace.w.tolist()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < X.nbytes / 2 and np.shares_memory(trace.X, X)
    same(trace, perceptron(data.X, data.y, bias="one"))
    assert weights == trace.w.tolist()


def test_a_file_that_others_may_write_to_through_this_array_is_copied(tmp_path):
    for mode in ("r+", "c"):
        np.save(tmp_path / "X.npy", DATA.X)
        X = np.load(tmp_path / "X.npy", mmap_mode=mode)
        trace = perceptron(X, DATA.y)
        X[0, 0] = 7
        assert trace.X[0, 0] == DATA.X[0, 0]


def test_the_states_of_a_long_run_of_many_features_are_light():
    """As many numbers as the run has, and not as many rationals."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 40))
    with pytest.warns(RuntimeWarning):
        trace = perceptron(X, rng.choice([-1, 1], size=300), max_mistakes=5_000)
    tracemalloc.start()
    weights = trace.weights
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert weights.shape == (5_001, 40) and peak < 6 * weights.nbytes
    plain = PlainLoop(X.tolist(), trace.y.tolist())
    for i in trace.mistakes[:50].tolist():
        plain.learn(i)
    assert weights[50].tolist() == [float(v) for v in plain.w]
