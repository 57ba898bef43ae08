"""The bound on the weights in every order, its certificate, and what no order leads out of."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from many import TIMES

from perceptron_core import Dataset, perceptron, xor
from perceptron_lessons.figures.cycling import CYCLES
from perceptron_lessons.theory import bounded_weights
from perceptron_lessons.theory.bounded_weights import reachable, weights_bound
from perceptron_lessons.theory.separators import Undecided
from perceptron_lessons.theory.voting import stopped_run

THREE = Dataset([[2, 0], [0, 2], [1, 1]], [1, 1, -1], "three points")


def dot(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def next_weights(w, z, step=1):
    return [p + step * q for p, q in zip(w, z, strict=True)]


def random_data(rng):
    d, n = rng.choice([1, 2, 2, 3, 3, 4]), rng.randint(1, 5)
    X = [[rng.randint(-3, 3) for _ in range(d)] for _ in range(n)]
    return Dataset(X, [rng.choice([-1, 1]) for _ in X], "random")


def longest(wrong, w):
    return max(wrong, key=lambda z: 2 * dot(w, z) + dot(z, z))


def any_of(rng):
    return lambda wrong, _: rng.choice(wrong)


@pytest.mark.parametrize("seed", range(15 * TIMES))
def test_no_order_leads_out(seed):
    """Also with a start, with the mistake that leads farthest, and with steps of at most 1."""
    rng = random.Random(seed)
    data = random_data(rng)
    bound = weights_bound(data.X, data.y)
    assert bound.proves()
    Z = [[int(label) * int(v) for v in x] for x, label in zip(data.X, data.y, strict=True)]
    for choose in (longest, any_of(rng)):
        for steps in ([1], [1, Fraction(1, 2), Fraction(1, 3)]):
            start = [rng.choice([0, 0, -4, 3]) for _ in Z[0]]
            w = start
            for _ in range(60):
                wrong = [z for z in Z if dot(w, z) <= 0]
                if not wrong:
                    break
                w = next_weights(w, choose(wrong, w), rng.choice(steps))
                assert dot(w, w) <= dot(start, start) + bound.growth
            assert bound.contains(w, start)


@pytest.mark.parametrize("seed", range(12 * TIMES))
def test_one_step_from_any_place_of_the_region_stays_in_it(seed):
    """The step of the proof itself, from places where no run needs to come."""
    rng = random.Random(seed)
    data = random_data(rng)
    bound = weights_bound(data.X, data.y)
    d, reach = len(data.X[0]), int(bound.growth**0.5) + 1
    tried = 0
    for _ in range(400):
        w = [Fraction(rng.randint(-8 * reach, 8 * reach), 8) for _ in range(d)]
        if not bound.contains(w):
            continue
        for z in bound.Z:
            if dot(w, z) <= 0:
                tried += 1
                assert bound.contains(next_weights(w, z))
        if tried > 25:
            break


@pytest.mark.parametrize("data", [THREE, CYCLES, xor()], ids=lambda data: data.name)
def test_all_that_is_reached_is_within_the_bound(data):
    """What is reached is what plain loops reach, and the way to the farthest is a run."""
    reach = reachable(data.X, data.y)
    Z = [tuple(row) for row in (data.X * data.y[:, None]).tolist()]
    seen = {(0,) * len(Z[0])}
    while True:
        after = {tuple(next_weights(w, z)) for w in seen for z in Z if dot(w, z) <= 0}
        if after <= seen:
            break
        seen |= after
    assert set(reach.came_from) == seen
    assert reach.is_closed()
    bound = weights_bound(data.X, data.y)
    assert all(bound.contains(w) for w in reach.weights)
    order = iter(way := reach.order_to(reach.farthest))
    run = stopped_run(data, len(way), order=lambda _: next(order))
    assert tuple(run.w) == reach.farthest
    assert bound.first_outside(run) is None


def test_at_right_angles_the_bound_is_reached():
    X = np.diag([1, 2, 3])
    bound = weights_bound(X, [1, 1, 1])
    assert bound.growth == 1 + 4 + 9 == dot(*[reachable(X, [1, 1, 1]).farthest] * 2)
    assert len(bound.flats) == 8


def test_a_changed_certificate_proves_nothing():
    bound = weights_bound(THREE.X, THREE.y)
    for i, flat in enumerate(bound.flats):
        flats = list(bound.flats)
        flats[i] = flat._replace(cut=flat.cut - 1)
        assert not replace(bound, flats=tuple(flats)).proves()
        assert not replace(bound, flats=bound.flats[:i] + bound.flats[i + 1 :]).proves()


def test_samples_that_are_0_change_nothing():
    with_0 = weights_bound([[0, 0], *THREE.X.tolist()], [1, *THREE.y.tolist()])
    assert with_0.proves()
    assert with_0.growth == weights_bound(THREE.X, THREE.y).growth
    assert weights_bound([[0, 0]], [1]).growth == 0


def test_a_run_is_held_against_the_region():
    bound = weights_bound(THREE.X, THREE.y)
    for settings in ({}, {"learning_rate": Fraction(1, 3)}, {"w0": (5, 5)}, {"order": "worst"}):
        assert bound.first_outside(stopped_run(THREE, 50, **settings)) is None
    small = replace(bound, flats=tuple(flat._replace(cut=flat.cut / 5) for flat in bound.flats))
    run = stopped_run(THREE, 50)
    outside = small.first_outside(run)
    assert not small.contains(run.weights[outside])
    assert small.contains(run.weights[outside - 1])


def test_what_is_refused(monkeypatch):
    bound = weights_bound(THREE.X, THREE.y)
    with pytest.raises(ValueError, match="append_constant"):
        bound.first_outside(stopped_run(THREE, 5, bias="one"))
    with pytest.raises(ValueError, match="samples of the bound"):
        bound.first_outside(perceptron([[1, 0]], [1]))
    with pytest.raises(ValueError, match="w0"):
        bound.square([1, 2, 3])
    with pytest.raises(Undecided, match="at_most"):
        reachable(CYCLES.X, CYCLES.y, 100)
    monkeypatch.setattr(bounded_weights, "MOST_FLATS", 4)
    with pytest.raises(Undecided, match="more than 4 flats"):
        weights_bound(THREE.X, THREE.y)
