"""Errors on held-out samples against plain loops, and the forecast against every moment to stop."""

from itertools import pairwise

import numpy as np
import pytest
from test_voting import presented

from perceptron_core import Dataset, online
from perceptron_lessons.theory.comparison import (
    OF_A_RUN,
    OF_SCIKIT_LEARN,
    held_out,
    stopped_at_random,
)


def errors_by_hand(X, y, held_X, held_y, most):
    lines, stood = presented(X.tolist(), y.tolist(), 1, most, ([0] * len(X[0]), 0))
    lines, stood = np.array([[*w, b] for w, b in lines]), np.array(stood)
    padded = np.column_stack([held_X, np.ones(len(held_X), dtype=int)])
    answers = {
        "last": padded @ lines[-1],
        "pocket": padded @ lines[stood.argmax()],
        "averaged": padded @ (stood @ lines),
        "voted": np.sign(padded @ lines.T) @ stood,
    }
    return {name: np.mean(np.where(s > 0, 1, -1) != held_y) for name, s in answers.items()}


def one_pass_by_hand(X, y, held_X, held_y):
    """The forecast and both errors of one pass: each of its lines stands from sample to sample."""
    lines = [[0] * (len(X[0]) + 1)]
    for x, label in zip(X, y, strict=True):
        padded = [*x, 1]
        wrong = label * sum(a * b for a, b in zip(lines[-1], padded, strict=True)) <= 0
        lines.append([a + wrong * label * b for a, b in zip(lines[-1], padded, strict=True)])
    mistakes = sum(a != b for a, b in pairwise(lines))
    padded = np.column_stack([held_X, np.ones(len(held_X), dtype=int)])
    signs = np.sign(padded @ np.transpose(lines[:-1]))
    vote = np.where(signs.sum(axis=1) > 0, 1, -1)
    return mistakes / len(X), np.mean(signs != held_y[:, None]), np.mean(vote != held_y)


@pytest.fixture(scope="module")
def learners():
    # Loaded here, as every worker of a run reads this file.
    from sklearn.linear_model import Perceptron, SGDClassifier
    from sklearn.svm import LinearSVC

    how = {"penalty": None, "learning_rate": "constant", "eta0": 1, "average": True}
    return {
        "Perceptron": Perceptron(random_state=0),
        "averaged SGD": SGDClassifier("perceptron", random_state=0, **how),
        "LinearSVC": LinearSVC(random_state=0),
    }


def small(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, size=(30, 2))
    y = np.where(X @ [2, 1] + rng.integers(-3, 4, size=30) > 0, 1, -1)
    return Dataset(X, y, "small")


@pytest.mark.parametrize("seed", range(4))
def test_every_split_is_what_plain_loops_give(seed, learners):
    data = small(seed)
    found = held_out(data, splits=3, max_mistakes=25, seed=seed)
    rng = np.random.default_rng(seed)
    for split in range(3):
        held, seen = np.split(rng.permutation(30), [9])
        parts = data.X[seen], data.y[seen], data.X[held], data.y[held]
        hand = errors_by_hand(*parts, 25)
        assert {name: found.errors[name][split] for name in OF_A_RUN} == hand
        for name, learner in learners.items():
            error = np.mean(learner.fit(*parts[:2]).predict(data.X[held]) != data.y[held])
            assert found.errors[name][split] == error
        once = found.forecast[split], found.stopped[split], found.voted_once[split]
        assert once == pytest.approx(one_pass_by_hand(*parts), rel=1e-12)
        assert found.voted_once[split] <= 2 * found.stopped[split]
    assert list(found.errors) == [*OF_A_RUN, *OF_SCIKIT_LEARN]


@pytest.mark.parametrize("seed", range(4))
def test_stopped_at_random_is_the_mean_over_all_moments_to_stop(seed):
    data, new = small(seed), small(seed + 10)
    stream = list(zip(data.X, data.y, strict=True))
    run = online(stream, bias="one", zero="mistake")
    wrong = 1.0  # of w = 0: it is right for nothing
    for r in range(1, 30):
        line = online(stream[:r], bias="one", zero="mistake")
        wrong += np.mean(np.sign(new.X @ line.w + line.b) != new.y)
    assert np.isclose(stopped_at_random(run, new.X, new.y), wrong / 30)
