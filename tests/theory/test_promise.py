"""The vote's promise against plain loops, and the theorem with every order counted once."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from many import TIMES

from perceptron_core import Dataset
from perceptron_lessons.theory.promise import learning_curve, over_all_orders


def arrows_of_a_pass(X, y):
    """The arrows w^0, …, w^m, and whether each was wrong about the sample after it."""
    arrows = [[0] * len(X[0])]
    wrong = []
    for x, label in zip(X, y, strict=True):
        w = arrows[-1]
        wrong.append(label * sum(a * b for a, b in zip(w, x, strict=True)) <= 0)
        arrows.append([a + wrong[-1] * label * b for a, b in zip(w, x, strict=True)])
    return arrows, wrong


def signs(arrows, x):
    return [int(np.sign(sum(a * b for a, b in zip(w, x, strict=True)))) for w in arrows]


def test_every_order_counted_once_is_the_theorem():
    rng = np.random.default_rng(0)
    for _ in range(2 * TIMES):
        X, y = rng.integers(-4, 5, (5, 2)).tolist(), rng.choice([-1, 1], 5).tolist()
        k = drawn = vote = 0
        for order in itertools.permutations(range(5)):
            arrows, wrong = arrows_of_a_pass([X[i] for i in order], [y[i] for i in order])
            k += sum(wrong)
            of_last = [y[order[-1]] * sign for sign in signs(arrows[:-1], X[order[-1]])]
            drawn += Fraction(sum(sign <= 0 for sign in of_last), 5)
            vote += sum(of_last) <= 0
        found = over_all_orders(X, y)
        assert found == (Fraction(k, 120), drawn / 120, Fraction(vote, 120))
        assert found.drawn == found.mistakes / 5
        assert found.vote <= 2 * found.mistakes / 5


def test_the_curve_is_what_plain_loops_measure():
    rng = np.random.default_rng(1)
    X = rng.integers(-3, 4, (14, 2))
    data = Dataset(X, np.where(X @ [2, 1] >= 0, 1, -1), "fourteen")
    found = learning_curve(data, [2, 5, 8], splits=3, seed=7)
    shuffles = np.random.default_rng(7)
    for split in range(3):
        shuffled = shuffles.permutation(14)
        padded = np.column_stack([X, np.ones(14, dtype=int)])
        arrows, wrong = arrows_of_a_pass(padded[shuffled[:9]].tolist(), data.y[shuffled[:9]])
        for at, m in enumerate((2, 5, 8)):
            right = np.array(
                [data.y[i] * np.array(signs(arrows[: m + 1], padded[i])) for i in shuffled[9:]]
            )
            assert found.forecast[split, at] == pytest.approx(sum(wrong[: m + 1]) / (m + 1))
            assert found.drawn[split, at] == pytest.approx(np.mean(right <= 0))
            assert found.vote[split, at] == pytest.approx(np.mean(right.sum(axis=1) <= 0))
    # The shares of wrong arrows fall, and a vote is lost only where they are a half or more.
    assert (np.diff(found.wrong_arrows, axis=1) <= 0).all()
    lost = np.mean(found.wrong_arrows >= 0.5, axis=1)
    assert (found.vote.mean(axis=0) <= lost + 1e-12).all()


def test_nothing_held_out_is_refused():
    data = Dataset([[1], [2], [3]], [1, 1, -1], "three")
    with pytest.raises(ValueError, match="seen must be below 2"):
        learning_curve(data, [1, 2])
