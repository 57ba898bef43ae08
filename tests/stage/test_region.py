"""The region that no mistake leads out of, on the stage: against theory, runs and its picture."""

import math
import random
from fractions import Fraction

import pytest
from browsing import expect
from conftest import PROJECT
from many import TIMES
from reader import Reader, write_page
from test_model import HERE, KINDS, answers

from perceptron_core import perceptron
from perceptron_lessons.figures.bounded_region import BETWEEN
from perceptron_lessons.stage import STARTS, stage
from perceptron_lessons.theory.bounded_weights import weights_bound
from perceptron_lessons.theory.voting import stopped_run

REGION = PROJECT / "perceptron_lessons/stage/region.js"
INSIDE = HERE / "inside.mjs"
SEED = 1409
BOARDS = 1_000
RUNS = 10
MOST = 40  # updates of a run
RATES = ("1", "1", "10", "1/10", "3/7")
THREE = STARTS["no way out"]["points"]


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


# ---- on the page ----

CORNERS = """() => {
  const paper = stage.paperOfWeights();
  const corners = document.querySelector("polygon.region").getAttribute("points");
  const numbers = corners.match(/-?[\\d.]+/g).map(Number);
  return numbers.flatMap((x, i) => (i % 2 ? [] : [paper.under([x, numbers[i + 1]])]));
}"""


def see_region(page, folder, **options):
    reader = Reader(page, write_page(folder, options={"start": "no way out", **options}))
    page.evaluate("stage.set({ ...stage.board, view: 'region' })")
    reader.rest()
    return reader


def is_as_exact(page, points):
    """Whether each corner that is drawn is on the rim of the region, to a pixel."""
    bound = bound_of(points)
    corners = page.evaluate(CORNERS)
    pixel = page.evaluate("1 / stage.paperOfWeights().scale")
    assert len(corners) > 40
    for x, y in corners:
        share = pixel / math.hypot(x, y)
        inner, outer = ([Fraction(v * (1 + s)) for v in (x, y)] for s in (-share, share))
        assert bound.contains(inner) and not bound.contains(outer), (x, y)
    return True


def test_the_region_follows_the_points_that_are_dragged(page, tmp_path, console_errors):
    reader = see_region(page, tmp_path)
    assert is_as_exact(page, THREE)
    assert "ρ ≈ 8.832" in reader.words
    for i, to in ((1, (2, -5)), (0, (1, 4)), (2, (-3, 3))):
        reader.drag(i, to)
        reader.rest()
        assert is_as_exact(page, reader.points)
    assert console_errors == []


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_reader_chooses_stays_inside(page, tmp_path, seed):
    """By clicks on ringed points; arrows lead to where each of them would take w."""
    rng = random.Random(seed)
    reader = see_region(page, tmp_path)
    for _ in range(12):
        wrong = [i for i in range(3) if "wrong" in reader.dot(i).get_attribute("class")]
        arrows = reader.player.locator(".weights .arrow.update")
        expect(arrows).to_have_count(len(wrong))
        reader.tap(rng.choice(wrong))
        reader.rest()
        assert "✓ w is in the region" in reader.words
        expect(reader.player.locator(".weights .broken")).to_have_count(0)
    assert reader.k.input_value() == "12"


@pytest.mark.parametrize(
    ("board", "said", "broken"),
    [
        ({"isFree": True, "order": [0] * 5, "k": 5}, "✗ w is in the region", 1),
        ({"start": [20, 0, 0]}, "✓ w is in the region", 0),
        ({"bias": "one"}, "without an offset only", 0),
        ({"points": [[0, 0, 1]]}, "Each z is 0, so w stays where it is", 0),
        ({"points": [[1, 2, 1], [-2, -4, 1]]}, "✓ w is in the region", 0),
        ({"points": [[12, 11, 1], [-11, -10, 1]]}, "✓ w is in the region", 0),
    ],
)
def test_what_is_said_where_the_region_is_another(
    page, tmp_path, console_errors, board, said, broken
):
    reader = see_region(page, tmp_path)
    page.evaluate("(board) => stage.set({ ...stage.board, ...board })", board)
    reader.rest()
    assert said in reader.words
    assert ("one of these was none" in reader.words) == bool(broken)
    expect(reader.player.locator(".weights .broken")).to_have_count(broken)
    if "bias" in board:
        expect(reader.player.locator(".weights .region")).to_have_count(0)
    assert console_errors == []


def test_without_points_or_with_a_w_of_ones_own_there_is_no_region(page, tmp_path, console_errors):
    reader = see_region(page, tmp_path)
    region = reader.player.locator(".weights .region")
    expect(region).to_have_count(2)  # and its name
    page.evaluate("stage.act('hand', [3, 1, 0])")
    reader.rest()
    expect(region).to_have_count(0)
    page.evaluate("stage.set({ ...stage.board, points: [], hand: null })")
    reader.rest()
    expect(region).to_have_count(0)
    assert console_errors == []


def test_a_link_brings_the_region_back(page, tmp_path):
    reader = see_region(page, tmp_path)
    reader.player.locator("details").nth(1).evaluate("(node) => (node.open = true)")
    reader.press("Copy as link")
    link = reader.player.get_by_label("data as text").input_value()
    assert link.endswith("points=3,0,1;2,-3,-1;2,2,-1&view=region&origin=no+way+out&choices=")
    other = Reader(page, write_page(tmp_path, options={"address": True}) + "#" + link.split("#")[1])
    assert is_as_exact(page, other.points)


# ---- in Python ----


def test_a_run_with_an_offset_has_no_region():
    run = stopped_run(BETWEEN, 5, bias="one")
    with pytest.raises(ValueError, match="region must have no offset; found bias='one'"):
        stage(run, view="region")
    assert stage(run, view="region", proof=False).board["view"] == "region"


def test_the_still_shows_the_region():
    """Of chosen mistakes, from another start and with a learning rate; of a cheat it shows none."""
    living = stage("no way out", view="region")
    assert living.board["order"] == [] and living.k == 0
    living.board = living.board | {"order": [0, 1, 2]}
    living.k = 3
    said = living.still.description
    assert "k = 3: w = (−1, 1)" in said.text and "ρ ≈ 8.832" in said.text
    assert "region" in labels(living.still)
    run = perceptron([[3, 0], [2, 2]], [1, -1], w0=[2, 0], learning_rate=2)
    assert "region" in labels(stage(run, view="region", k=1).still)
    cheat = stage("broken: updates without a mistake", view="region", k=3).still
    assert "region" not in labels(cheat)


def labels(picture):
    return [patch.get_label() for patch in picture.figure.axes[0].patches]
