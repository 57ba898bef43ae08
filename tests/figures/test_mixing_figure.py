"""The picture of parameter mixing says what a run says, and shows the shards where they end."""

import numpy as np
import pytest

from perceptron_core import planted, xor
from perceptron_lessons import figures, maximum_margin
from perceptron_lessons.figures.mixing import four_points
from perceptron_lessons.tables import equals
from perceptron_lessons.theory.mixing import MIXINGS, divided, mixed_perceptron

PLANTED = planted(24, 2, margin=0.1, seed=5)


def curves(shown):
    """The lines of the picture by their labels: their points."""
    lines = [line for axes in shown.figure.axes for line in axes.lines]
    return {line.get_label(): line.get_xydata() for line in lines}


@pytest.mark.parametrize("mixing", MIXINGS)
@pytest.mark.parametrize(("data", "shards"), [(four_points(), 2), (PLANTED, 3)])
def test_each_epoch_is_that_of_the_run(data, shards, mixing):
    run = mixed_perceptron(divided(data.X, data.y, shards), mixing=mixing, exact=True)
    best = maximum_margin(data.X, data.y)
    shown = figures.parameter_mixing(data, shards, mixing)
    assert shown.values["epoch"] == tuple(range(run.n_epochs + 1))
    total = np.cumsum((run.shares * run.counts).sum(axis=1)).astype(float)
    for n, row in enumerate(run.mistakes, start=1):
        text, drawn = shown.at(epoch=n).description.text, curves(shown)
        w = run.weights[n].astype(float)
        wrong = sum(label * (x @ w) <= 0 for x, label in zip(data.X, data.y, strict=True))
        start = f"after epoch {n}: w {equals(w)}, {wrong} of {len(data.X)} samples wrong"
        assert text.splitlines()[0] == start
        assert f"K {equals(float(total[n - 1]))} in all" in text
        made = ", ".join(str(len(found)) for found in row)
        assert f"Mistakes of the shards {made}, with shares" in text
        ends = drawn["its end"]
        assert np.allclose(run.shares[n - 1].astype(float) @ ends, w)
        for (X, y), found, end in zip(divided(data.X, data.y, shards), row, ends, strict=True):
            before = run.weights[n - 1].astype(float)
            assert np.allclose(end, before + y[found] @ X[found])
        assert np.allclose(drawn["u·w"][-1], [total[n - 1], best.unit_w @ w])
        assert np.allclose(drawn["‖w‖"][-1], [total[n - 1], np.linalg.norm(w)])


def test_what_cannot_be_mixed_is_refused():
    with pytest.raises(ValueError, match="nothing separates these samples"):
        figures.parameter_mixing(xor())
    with pytest.raises(ValueError, match="with 2 features; found 3"):
        figures.parameter_mixing(planted(9, 3, margin=0.1, seed=0))
