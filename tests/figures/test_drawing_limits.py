"""What a figure leaves out of much: evenly spread values and points stay, ends and gaps too."""

import numpy as np
import pytest
from matplotlib.lines import Line2D

from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.limits import thin_lines, thinned_sliders
from perceptron_lessons.figures.style import figure


def line(ys):
    return Line2D(np.arange(len(ys)), ys)


@pytest.mark.parametrize("limit", [1, 7, 100, 399])
def test_sliders_together_have_no_more_states_than_the_limit(limit):
    kept, said = thinned_sliders({"a": range(50), "b": range(900), "c": (0, 1)}, limit)
    assert np.prod([len(values) for values in kept.values()]) <= max(limit, 8)
    assert kept["c"] == (0, 1)
    assert (kept["b"][0], kept["b"][-1]) == (0, 899)
    assert f"{len(kept['b'])} of 900 values of b" in said[0]


def test_a_gap_stays_a_gap():
    ys = np.arange(1000.0)
    ys[[333, 334, 700]] = np.nan
    (thin,) = lines = [line(ys)]
    thin_lines(lines, 20)
    xs, kept = thin.get_data()
    assert len(xs) <= 20 + 2
    assert {333, 700} <= set(xs[np.isnan(kept)])
    assert (np.diff(xs) > 0).all()


def test_a_figure_says_what_it_leaves_out_in_all_its_words():
    fig, axes = figure(2, 2)
    (path,) = axes.plot([], [])

    def show(k):
        path.set_data(np.arange(k + 1), np.arange(k + 1))
        return Description(f"k = {k}", "A path.", "The path.")

    picture = InteractiveFigure(fig, {"k": range(10_001)}, show, [path], limit=100)
    assert len(picture.states()) == 100
    assert len(path.get_xdata()) == 1
    slider = "For the sake of size the slider has 100 of 10,001 values of k"
    assert picture.at(k=100).description.text == f"k = 101\n{slider}."
    words = f"{slider} and 500 of 10,001 points are drawn."
    assert picture.at(k=10_000).description == (
        f"k = 10000\n{words}",
        f"A path. {words}",
        f"The path. {words}",
    )
