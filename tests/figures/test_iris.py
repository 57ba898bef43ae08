"""Irises: petals in true proportion in a window without negative lengths, and a petal to place."""

import numpy as np
import pytest

from perceptron_core import Dataset, iris_pair, perceptron
from perceptron_lessons import figures
from perceptron_lessons.figures.iris import DRAWN, TALL, Petals

FLOWERS = iris_pair()
RUN = perceptron(FLOWERS.X, FLOWERS.y, bias="one")


def test_the_window_begins_at_0_and_holds_every_flower():
    axes = figures.iris().figure.axes[0]
    assert (axes.get_xlim(), axes.get_ylim()) == ((0, 7.5), (0, 2.7))
    assert axes.get_aspect() == TALL


def test_each_petal_is_in_true_proportion():
    petals = Petals()
    petals.move(FLOWERS.X, DRAWN)
    corners = petals.get_path().vertices.reshape(len(FLOWERS.X), -1, 2)
    for flower, outline in zip(FLOWERS.X, corners, strict=True):
        curve = Petals()
        curve.move([flower], DRAWN)
        box = curve.get_path().get_extents()
        # On paper, a centimetre of width is so much longer than one of length.
        assert box.width == pytest.approx(DRAWN * flower[0], rel=0.02)
        assert box.height * TALL == pytest.approx(DRAWN * flower[1], rel=0.15)
        assert outline[:, 0].min() >= flower[0] - DRAWN * flower[0]


@pytest.mark.parametrize("k", range(5))
def test_the_empty_petal_is_judged_by_the_line_of_the_moment(k):
    picture = figures.iris(RUN)
    w, b = RUN.weights[k].astype(float), float(RUN.offsets[k])
    for length in picture.values["length"]:
        for width in picture.values["width"]:
            text = picture.at(k=k, length=length, width=width).description.text
            if not w.any():
                assert "there is no line yet" in text
                continue
            assert ("so it is a setosa" in text) == (w @ (length, width) + b > 0)


def test_the_rings_are_the_flowers_that_were_mistakes():
    picture = figures.iris(RUN)
    for k in range(5):
        picture.at(k=k)
        rings = next(a for a in picture.figure.axes[0].lines if a.get_label() == "was a mistake")
        assert rings.get_xydata().tolist() == FLOWERS.X[RUN.mistakes[:k]].tolist()


@pytest.mark.parametrize("X", [[[1, -0.2], [3, 1]], [[0, 1], [2, 2]]])
def test_what_has_no_length_is_no_petal(X):
    data = Dataset(np.array(X), [1, -1], "no flowers")
    with pytest.raises(ValueError, match=r"must be above 0; found .*: draw such"):
        figures.iris(perceptron(data.X, data.y, bias="one"))
