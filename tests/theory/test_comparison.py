"""Errors on held-out samples against plain loops, and the forecast against every moment to stop."""

import numpy as np
import pytest

from perceptron_core import Dataset, online, planted
from perceptron_lessons.theory.comparison import (
    OF_A_RUN,
    OF_SCIKIT_LEARN,
    breast_cancer,
    compared,
    forecasts,
    held_out,
    noisy_planted,
    stopped_at_random,
    two_digits,
)


def plain_lines(X, y, most):
    """The textbook's loop on samples padded with 1: the lines, and how often each was presented."""
    lines, stood = [[0] * (len(X[0]) + 1)], [0]
    while True:
        clean = True
        for x, label in zip(X, y, strict=True):
            stood[-1] += 1
            padded = [*x, 1]
            if label * sum(a * b for a, b in zip(lines[-1], padded, strict=True)) <= 0:
                clean = False
                lines.append([a + label * b for a, b in zip(lines[-1], padded, strict=True)])
                stood.append(0)
                if len(lines) == most + 1:
                    return lines, stood
        if clean:
            return lines, stood


def errors_by_hand(X, y, held_X, held_y, most):
    lines, stood = plain_lines(X.tolist(), y.tolist(), most)
    lines, stood = np.array(lines), np.array(stood)
    padded = np.column_stack([held_X, np.ones(len(held_X), dtype=int)])
    answers = {
        "last": padded @ lines[-1],
        "pocket": padded @ lines[stood.argmax()],
        "averaged": padded @ (stood @ lines),
        "voted": np.sign(padded @ lines.T) @ stood,
    }
    return {name: np.mean(np.where(s > 0, 1, -1) != held_y) for name, s in answers.items()}


def small(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, size=(30, 2))
    y = np.where(X @ [2, 1] + rng.integers(-3, 4, size=30) > 0, 1, -1)
    return Dataset(X, y, "small")


@pytest.mark.parametrize("seed", range(4))
def test_every_split_is_what_plain_loops_give(seed):
    data = small(seed)
    found = held_out(data, splits=3, max_mistakes=25, seed=seed)
    rng = np.random.default_rng(seed)
    for split in range(3):
        held, seen = np.split(rng.permutation(30), [9])
        hand = errors_by_hand(data.X[seen], data.y[seen], data.X[held], data.y[held], 25)
        assert {name: found.errors[name][split] for name in OF_A_RUN} == hand
    assert list(found.errors) == [*OF_A_RUN, *OF_SCIKIT_LEARN]
    assert all(len(errors) == 3 for errors in found.errors.values())


@pytest.mark.parametrize("seed", range(4))
def test_stopped_at_random_is_the_mean_over_all_moments_to_stop(seed):
    data, new = small(seed), small(seed + 10)
    stream = list(zip(data.X, data.y, strict=True))
    run = online(stream, bias="one", zero="mistake")
    wrong = 1.0  # of w = 0: it is right for nothing
    for r in range(1, 31):
        line = online(stream[:r], bias="one", zero="mistake")
        wrong += np.mean(np.sign(new.X @ line.w + line.b) != new.y)
    assert np.isclose(stopped_at_random(run, new.X, new.y), wrong / 31)


def test_a_vote_errs_at_most_twice_as_often_as_its_lines():
    found = held_out(small(5), splits=10)
    assert (found.voted_once <= 2 * found.stopped * 22 / 21).all()


def test_the_data_are_short_in_binary_and_of_two_labels():
    for data, shape in (
        (noisy_planted(), (300, 10)),
        (breast_cancer(), (569, 30)),
        (two_digits(), (357, 64)),
    ):
        assert data.X.shape == shape and (np.round(data.X * 16) == data.X * 16).all()
        assert set(data.y.tolist()) == {-1, 1}


def test_the_tables_say_mean_and_spread():
    found = held_out(small(1), splits=2)
    last = 100 * found.errors["last"]
    assert f"{last.mean():.1f} ± {last.std():.1f}" in str(compared([found]))
    assert f"{100 * found.forecast.mean():.1f} ± " in str(forecasts([found]))


def test_of_the_noisy_labels_a_tenth_is_flipped():
    true, noisy = planted(300, 10, margin=0.1, seed=0), noisy_planted()
    assert 0.07 < np.mean(noisy.y != true.y) < 0.13
    assert (noisy_planted(flipped=0).y == true.y).all()
