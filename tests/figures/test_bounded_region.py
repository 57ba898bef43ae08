"""The region as it is drawn, against the exact one, and where the arrows of a state lead."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Dataset
from perceptron_lessons import figures
from perceptron_lessons.figures.bounded_region import BETWEEN
from perceptron_lessons.theory.bounded_weights import reachable, weights_bound
from perceptron_lessons.theory.voting import stopped_run


@pytest.mark.parametrize("order", ["farthest", "cyclic"])
def test_the_drawn_region_is_the_exact_one(order):
    picture = figures.bounded_region(order=order, most=6)
    bound = weights_bound(BETWEEN.X, BETWEEN.y)
    (region,) = (p for p in picture.figure.axes[0].patches if p.get_label() == "region")
    rim = region.get_xy()
    assert len(rim) > 1000
    for corner in rim[::60]:
        assert bound.contains([Fraction(v) for v in 0.999999 * corner])
        assert not bound.contains([Fraction(v) for v in 1.000001 * corner])


def test_a_given_run_has_the_region_of_its_start_and_rate():
    run = stopped_run(BETWEEN, 9, w0=[4, -6], learning_rate=2, order="worst")
    picture = figures.bounded_region(run, "given").at(k=9)
    (region,) = (p for p in picture.figure.axes[0].patches if p.get_label() == "region")
    bound = weights_bound(BETWEEN.X, BETWEEN.y)
    for corner in region.get_xy()[::60]:
        assert bound.contains([Fraction(0.999999 * v) / 2 for v in corner], [2, -3])
        assert not bound.contains([Fraction(1.000001 * v) / 2 for v in corner], [2, -3])
    assert f"ρ ≈ {2 * 91**0.5:.2f}" in picture.description.text
    assert "can be reached" not in picture.description.text
    arrows = [each for each in picture.changing if hasattr(each, "ends") and each.get_visible()]
    wrong = run.X[run.margins(9) <= 0] * run.y[run.margins(9) <= 0][:, None]
    ends = [run.w + 2 * z for z in wrong]
    assert sorted(tuple(map(float, each.ends[1])) for each in arrows) == sorted(map(tuple, ends))


@pytest.mark.parametrize(
    ("run", "named"),
    [
        (stopped_run(BETWEEN, 5, bias="one"), "offset"),
        (replace(stopped_run(BETWEEN, 5), mistakes=np.array([0] * 5)), "outside"),
        (stopped_run(Dataset([[1, 2], [-2, -4]], [1, 1], "a line"), 5), "one line"),
        (stopped_run(Dataset([[0, 0]], [1], "nothing"), 5), "one line"),
    ],
)
def test_a_run_without_such_a_region_is_refused(run, named):
    with pytest.raises(ValueError, match=named):
        figures.bounded_region(run, "given")


def test_arrows_lead_to_places_that_can_be_reached():
    picture = figures.bounded_region()
    places = {tuple(map(float, w)) for w in reachable(BETWEEN.X, BETWEEN.y).weights}
    for k in picture.values["k"]:
        picture.at(k=k)
        arrows = [each for each in picture.changing if hasattr(each, "ends") and each.get_visible()]
        assert 1 <= len(arrows) <= 3
        assert {tuple(map(float, each.ends[1])) for each in arrows} <= places


def test_what_the_pictures_say():
    assert "w = (1, 5)" in figures.bounded_region().at(k=17).description.text
    doubled = figures.changing_steps(steps="1, 2, 4, …").at(k=4)
    assert "w = (5, 5), 1 of 2 points wrong" in doubled.description.text
    ended = figures.changing_steps(steps="1, 1/2, 1/3, …")
    assert list(ended.values["k"]) == [*range(5)] and "0 of 2" in ended.at(k=4).description.text
    with pytest.raises(ValueError, match="2 features"):
        figures.bounded_region(Dataset(np.eye(3), [1, 1, 1], "three axes"))
    with pytest.raises(ValueError, match="separates"):
        figures.changing_steps(BETWEEN)
    with pytest.raises(ValueError, match="steps"):
        figures.changing_steps(steps="1, 3, 9, …")
