"""The walk along the hull: its nearest point is the exact one, and nowhere is it shorter."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Dataset, xor
from perceptron_core.exact import as_fractions
from perceptron_lessons import figures, maximum_margin
from perceptron_lessons.figures.hull import walk_along
from perceptron_lessons.theory.transforms import fold_labels


def separable(seed):
    """Samples with small whole numbers, in general many of them beside each other, or None."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    X = rng.integers(-4, 5, size=(n, 2))
    y = rng.choice([-1, 1], size=n)
    return Dataset(X, y, f"seed {seed}") if maximum_margin(X, y) else None


DATA = [data for data in map(separable, range(120)) if data]


@pytest.mark.parametrize("data", DATA, ids=lambda data: data.name)
def test_the_walk_passes_the_nearest_point_and_is_nowhere_shorter(data):
    best = maximum_margin(data.X, data.y)
    Z = as_fractions(fold_labels(data.X, data.y))
    walk = walk_along(Z, best)
    assert (walk.point(walk.best) == best.w).all()
    for i in range(41):
        point = walk.point(Fraction(i, 40))
        assert point @ point >= best.gamma_squared
        shares = walk.shares(Fraction(i, 40))
        assert sum(shares.values()) == 1 and min(shares.values()) > 0
        assert (sum(share * Z[k] for k, share in shares.items()) == point).all()


@pytest.mark.parametrize("data", DATA[:12], ids=lambda data: data.name)
def test_only_at_the_nearest_point_no_sample_is_before_the_line(data):
    picture = figures.nearest_point(data)
    gamma = maximum_margin(data.X, data.y).gamma
    Z = fold_labels(data.X, data.y)
    ended = []
    for share in picture.values["share"]:
        text = picture.at(share=share).description.text
        ring = next(a for a in picture.figure.axes[0].lines if a.get_label() == "before the line")
        arrow = next(a for a in picture.changing if a.get_label() == "q")
        p = np.array(arrow.ends[1], float)
        before = Z[Z @ p < p @ p - 1e-9]
        assert sorted(map(tuple, ring.get_xydata())) == sorted(map(tuple, before.astype(float)))
        if "Its length is γ" in text:
            ended.append(share)
            assert np.linalg.norm(p) == pytest.approx(gamma)
        else:
            assert np.linalg.norm(p) > gamma
    assert len(ended) == 1


def test_data_that_nothing_separates_are_refused():
    with pytest.raises(ValueError, match="no line through the origin separates"):
        figures.nearest_point(xor())
