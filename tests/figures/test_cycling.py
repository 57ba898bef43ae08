"""The run that returns: its dial has a tick for each mistake of a cycle, and its arrows close."""

import numpy as np
import pytest

from perceptron_core import Dataset, xor
from perceptron_lessons import figures
from perceptron_lessons.figures.cycling import CYCLES, cycle_of
from perceptron_lessons.theory.voting import first_repetition, stopped_run

RUNS = {
    "three points": stopped_run(CYCLES, 60),
    "three points, worst first": stopped_run(CYCLES, 60, order="worst"),
    "three points, rate 1/2": stopped_run(CYCLES, 60, learning_rate=0.5),
    "XOR": stopped_run(xor(), 20),
    "two labels at one point": stopped_run(Dataset([[2, 1], [2, 1]], [1, -1], "one point"), 9),
}


@pytest.mark.parametrize("name", RUNS)
def test_ticks_and_arrows_tell_the_mistakes_of_the_round(name):
    trace = RUNS[name]
    start, end = first_repetition(trace)
    cycle = cycle_of(trace)
    W = trace.weights.astype(float) * 1.0
    picture = figures.cycling(trace)
    for k in picture.values["k"]:
        picture.at(k=k)
        counts = cycle.counts(k)
        done = trace.mistakes[start : min(max(k, start), end)]
        assert counts == {i: int((done == i).sum()) for i in sorted(set(trace.mistakes[start:end]))}
        moved = sum((n * cycle.Z[i] for i, n in counts.items()), np.zeros(2))
        assert moved == pytest.approx(W[min(max(k, start), end)] - W[start])
        text = picture.description.text
        assert ("has all its" in text) == (k >= end)
        assert (", as after" in text) == (k >= end)
        arrows = [each for each in picture.changing if hasattr(each, "ends")]
        tips = [each.ends for each in arrows]
        if k >= end:
            assert tips[-1][1] == pytest.approx(tips[0][0])
            assert W[k] == pytest.approx(W[k - (end - start)])


def test_a_run_without_a_repetition_says_so():
    rng = np.random.default_rng(3)
    y = rng.choice([-1, 1], size=30)
    data = Dataset(np.round(rng.normal(size=(30, 2)) * 7) + y[:, None], y, "clouds")
    trace = stopped_run(data, 25)
    assert first_repetition(trace) is None
    picture = figures.cycling(trace)
    for k in picture.values["k"]:
        assert "The run has not come back yet" in picture.at(k=k).description.text
