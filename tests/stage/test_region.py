"""The region that no mistake leads out of, on the stage: against theory, runs and its picture."""

import math
import random
from fractions import Fraction

import pytest
from conftest import PROJECT
from many import TIMES
from test_model import HERE, KINDS, answers

from perceptron_lessons.theory.bounded_weights import weights_bound

REGION = PROJECT / "perceptron_lessons/stage/region.js"
INSIDE = HERE / "inside.mjs"
SEED = 1409
BOARDS = 1_000
RUNS = 10
MOST = 40  # updates of a run
RATES = ("1", "1", "10", "1/10", "3/7")
THREE = [[3, 0, 1], [2, -3, -1], [2, 2, -1]]


def boards(seed, count):
    """Points, a start and a learning rate: few points, so that Python is done in time."""
    rng = random.Random(seed)
    for n in range(count):
        points = rng.choice(KINDS)(rng)[: 12 if n % 50 == 0 else rng.choice([2, 3, 4, 5])]
        start = [rng.randint(-9, 9), rng.randint(-9, 9), 0] if rng.random() < 0.4 else [0, 0, 0]
        yield {"points": points, "start": start, "eta": rng.choice(RATES)}, rng


def bound_of(points):
    return weights_bound([point[:2] for point in points], [point[2] for point in points])


def order_at_random(board, rng):
    """The mistakes of a run that corrects any of them, in plain loops over whole numbers."""
    Z = [(label * x, label * y) for x, y, label in board["points"]]
    step, unit = Fraction(board["eta"]).as_integer_ratio()
    w, order = [unit * v for v in board["start"][:2]], []
    while len(order) < MOST:
        wrong = [i for i, z in enumerate(Z) if z[0] * w[0] + z[1] * w[1] <= 0]
        if not wrong:
            break
        order.append(rng.choice(wrong))
        w = [v + step * part for v, part in zip(w, Z[order[-1]], strict=True)]
    return order


def test_radius_and_cuts_are_those_of_theory(node, record_property):
    asked = [board for board, _ in boards(SEED, BOARDS * TIMES)]
    for board in asked[::20]:  # beyond 2^53
        size = 10 ** random.Random(SEED).randint(9, 30)
        board["points"] = [[x * size + y, y * size - 1, label] for x, y, label in board["points"]]
    lines = 0
    for board, found in zip(asked, answers(node, asked, REGION, "regionOf"), strict=True):
        bound = bound_of(board["points"])
        flats = [flat for flat in bound.flats if len(flat.basis) == 1]
        along = [[int(v) for v in flat.basis[0]] for flat in flats]
        assert found["growth"] == list(bound.growth.as_integer_ratio()), board
        assert found["square"] == found["growth"]
        assert [(line["along"], line["cut"]) for line in found["lines"]] == [
            (z, flat.cut) for z, flat in zip(along, flats, strict=True)
        ], board
        lines += len(flats)
    record_property("boards whose region is that of theory", f"{len(asked):,}, seed {SEED}")
    record_property("lines of these", lines)


def test_no_order_leads_out_of_it(node, record_property):
    """All states of ten runs in random order, from any start and with any learning rate."""
    asked = []
    for board, rng in boards(SEED + 1, BOARDS * TIMES):
        asked.append(board | {"orders": [order_at_random(board, rng) for _ in range(RUNS)]})
    seen = 0
    for board, found in zip(asked, answers(node, asked, INSIDE, "outside"), strict=True):
        assert [run["states"] for run in found["runs"]] == [len(o) + 1 for o in board["orders"]]
        assert all(run["outside"] == [] for run in found["runs"]), board
        seen += sum(run["states"] for run in found["runs"])
    record_property("states of runs that are in their region", f"{seen:,}, seed {SEED + 1}")


def test_what_is_outside_is_told_apart(node, record_property):
    """Any weights, often near to the rim, are in the region where theory says so."""
    asked, right = [], []
    for board, rng in boards(SEED + 2, BOARDS // 2 * TIMES):
        start, eta = board["start"][:2], Fraction(board["eta"])
        bound = bound_of(board["points"])
        w0 = [v / eta for v in start]
        reach = int(float(eta) * math.sqrt(bound.square(w0))) + 1
        weights = [[rng.randint(-reach, reach) for _ in "xy"] + [0] for _ in range(20)]
        asked.append(board | {"weights": weights})
        right.append([bound.contains([v / eta for v in w[:2]], w0) for w in weights])
    found = [each["inside"] for each in answers(node, asked, INSIDE, "inside")]
    assert found == right
    counts = [sum(each.count(value) for each in right) for value in (True, False)]
    assert min(counts) > 2_000
    record_property("weights inside and outside of a region", counts)


@pytest.mark.parametrize(
    ("points", "growth", "lines"),
    [
        (THREE, [78, 1], [([3, 0], 9), ([-2, 3], 13), ([-2, -2], 8)]),
        ([[2, 0, 1], [0, 2, 1], [1, 1, -1]], [30, 1], [([2, 0], 4), ([0, 2], 4), ([-1, -1], 2)]),
        ([[1, 0, 1], [0, 2, 1]], [5, 1], [([1, 0], 1), ([0, 2], 4)]),
        ([[1, 0, 1], [-3, 0, 1], [2, 0, 1]], [9, 1], [([-3, 0], 9)]),
        ([[0, 0, 1]], [0, 1], []),
        ([], [0, 1], []),
    ],
)
def test_regions_by_hand(node, points, growth, lines):
    (found,) = answers(node, [{"points": points}], REGION, "regionOf")
    assert found["growth"] == growth
    assert [(line["along"], line["cut"]) for line in found["lines"]] == lines
