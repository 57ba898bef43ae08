"""What the stage marks with ✓ and ✗, against fractions in Python and against `theory`'s proofs.

Boards are random: with a u of one's own that hardly separates, or does not; starts, learning rates
and offsets; runs, and updates of points that are no mistakes.
"""

import random
import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from conftest import PROJECT
from many import TIMES
from test_model import HERE, KINDS, answers, dataset

from perceptron_lessons import stage as room
from perceptron_lessons.theory.distance import prove_distance
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.voting import stopped_run

ARGUMENT = PROJECT / "perceptron_lessons/stage/argument.js"
SAID = HERE / "said.mjs"
SEED = 47
BOARDS = 600
PROVED = 6  # one board in so many is also held against `prove` and `prove_distance`
RATES = ("1", "1", "10", "1/10", "1/100", "3/7", "100", "2/3")


def boards(seed, count):
    """Boards for `verdicts`, each with the updates that it makes."""
    rng = random.Random(seed)
    for _ in range(count):
        points = rng.choice(KINDS)(rng)
        u = some_u(rng, points)
        board = {
            "order": rng.choice(["cyclic", "first", "worst", "own", "own", "own"]),
            "bias": rng.choice(["none", "one", "radius"]),
            "u": u,
            "start": some_start(rng),
            "eta": rng.choice(RATES),
        }
        board["points"] = points = labelled(points, board) if rng.random() < 0.7 else points
        if board["order"] == "own":
            board["isFree"] = True
            board["order"] = rng.choices(range(len(points)), k=rng.randint(0, 12))
        updates = updates_of(board)
        board["k"] = rng.choice([len(updates), rng.randint(0, len(updates))])
        yield board, updates


def some_start(rng):
    if rng.random() < 0.5:
        return [0, 0, 0]
    if rng.random() < 0.5:
        return [rng.randint(-20, 20) for _ in range(3)]
    return [f"{rng.randint(-9, 9)}/{rng.randint(1, 9)}" for _ in range(3)]


def some_u(rng, points):
    """Of any length; often at the edge of what separates."""
    kind = rng.randrange(3)
    if kind == 0:
        return [rng.randint(-9, 9) for _ in range(3)]
    x, y, label = rng.choice(points)
    far = rng.choice([1, 50, 1000, 10**9]) * rng.choice([-1, 1])
    if kind == 1:  # nearly at a right angle to a point
        return [label * x - far * y, label * y + far * x, 0]
    sums = [sum(each[2] * each[axis] for each in points) for axis in range(2)]
    return [far * v + rng.randint(-1, 1) for v in (*sums, sum(each[2] for each in points))]


def labelled(points, board):
    """The points that u separates, each with the label that it gives them."""
    a, b, c = board["u"] if board["bias"] != "none" else (*board["u"][:2], 0)
    sides = [(x, y, a * x + b * y + c) for x, y, _ in points]
    return [[x, y, 1 if side > 0 else -1] for x, y, side in sides if side] or points


def updates_of(board):
    if not isinstance(board["order"], str):
        return board["order"]
    return trace_of(board).mistakes.tolist()


def trace_of(board, limit=40):
    *w, b = map(Fraction, board["start"])
    rule = {"learning_rate": Fraction(board["eta"]), "bias": board["bias"]}
    order = board["order"] if isinstance(board["order"], str) else "cyclic"
    b = b if board["bias"] != "none" else 0
    return stopped_run(dataset(board), limit, order=order, w0=w, b0=b, **rule)


def truths(board, updates):
    """The same four, as a person writes them down: vectors with b/c as the last of three."""
    points, eta, k = board["points"], Fraction(board["eta"]), board["k"]
    largest = max(x * x + y * y for x, y, _ in points)
    pad = {"none": 0, "one": 1, "radius": largest}[board["bias"]]

    def dot(v, w):
        return v[0] * w[0] + v[1] * w[1] + (Fraction(v[2] * w[2], 1) / pad if pad else 0)

    z = [(label * x, label * y, label * pad) for x, y, label in points]
    radius = max(dot(each, each) for each in z)
    u = board["u"]
    least = min(dot(u, each) for each in z)  # γ‖u‖
    square = dot(u, u)
    path = [list(map(Fraction, board["start"]))]
    for i in updates[:k]:
        path.append([v + eta * part for v, part in zip(path[-1], z[i], strict=True)])
    w = path[-1]
    found = {"length": dot(w, w) <= k * eta**2 * radius}
    if least <= 0:
        return found | {"progress": None, "fall": None, "conclusion": None}
    goal = [eta * radius / least * v for v in u]
    gaps = [[v - to for v, to in zip(each, goal, strict=True)] for each in path]
    far = [dot(gap, gap) for gap in gaps]
    return found | {
        "progress": dot(u, w) >= k * eta * least,
        "fall": all(a - b >= eta**2 * radius for a, b in pairwise(far)),
        "conclusion": k <= radius * square / least**2 if k else None,
    }


def by_theory(board, updates):
    """The same as `prove` and `prove_distance` say it; fall where their λ is the stage's."""
    k = board["k"]
    trace = replace(trace_of(board | {"order": "cyclic"}), mistakes=updates[:k], converged=None)
    *w, b = board["u"]
    separator = (w, b if board["bias"] != "none" else 0)
    proof = prove(trace, separator)
    found = {
        "progress": bool(proof["numerator"].slack[k] >= 0),
        "length": bool(proof["norm"].slack[k] >= 0),
    }
    if k:
        found["conclusion"] = bool(proof["conclusion"].slack[k] >= 0)
    pad = trace.pad_squared
    if not any(trace.w0) and not (pad and trace.b0):
        found["fall"] = bool((prove_distance(trace, separator)["fall"].slack >= 0).all())
    return found


def test_every_mark_is_the_truth(node, record_property):
    asked = list(boards(SEED, BOARDS * TIMES))
    found = list(answers(node, [board for board, _ in asked], ARGUMENT, "verdicts"))
    right = [truths(*each) for each in asked]
    wrong = [
        (board, says, is_so)
        for (board, _), says, is_so in zip(asked, found, right, strict=True)
        if says != is_so
    ]
    assert wrong == []
    proved = 0
    for (board, updates), says in list(zip(asked, found, strict=True))[::PROVED]:
        if says["progress"] is not None:  # else `prove` refuses the separator
            theirs = by_theory(board, updates)
            assert {name: says[name] for name in theirs} == theirs, board
            proved += 1
    assert proved > BOARDS / PROVED / 8
    counts = {
        name: [sum(says[name] is value for says in found) for value in (True, False, None)]
        for name in found[0]
    }
    assert all(each[0] and each[1] for each in counts.values())
    record_property("boards whose verdicts are those of fractions", f"{len(asked):,}, seed {SEED}")
    record_property("of these true, false, none", counts)
    record_property("boards whose verdicts are those of `prove`", proved)


BY_HAND = [
    # The last of ten updates takes 142 away where it would have to be 288.
    (
        {
            "points": [[1, -1, 1], [12, -12, 1]],
            "order": [1] * 9 + [0],
            "isFree": True,
            "u": [1000, 999, 0],
        },
        {"progress": True, "length": False, "fall": False, "conclusion": True},
    ),
    # The same with numbers of 40 digits.
    (
        {
            "points": [[1, -1, 1], [12, -12, 1]],
            "order": [1] * 9 + [0],
            "u": [10**40, 10**40 - 1, 0],
        },
        {"progress": True, "length": False, "fall": False, "conclusion": True},
    ),
    # And of 400: their squares are beyond all floats.
    (
        {"points": [[-2, 0, -1], [0, -2, -1], [-2, 2, 1], [2, 2, 1]], "u": ["1e400", "2e400"]},
        {"progress": True, "length": True, "fall": True, "conclusion": True},
    ),
    (
        {"points": [[3, 4, 1]], "order": [0, 0], "u": ["6e200", "8e200"]},
        {"progress": True, "length": False, "fall": False, "conclusion": False},
    ),
    # Equality in each line.
    (
        {"points": [[3, 4, 1]], "order": [0], "u": [3, 4, 0], "eta": "1/3"},
        {"progress": True, "length": True, "fall": True, "conclusion": True},
    ),
    (
        {"points": [[3, 4, 1]], "order": [0, 0], "u": [6, 8, 0], "eta": "1/3"},
        {"progress": True, "length": False, "fall": False, "conclusion": False},
    ),
    # Without an offset the third number of u is none of it.
    (
        {"points": [[1, 0, 1]], "u": [1, 0, -99], "k": 0},
        {"progress": True, "length": True, "fall": True, "conclusion": None},
    ),
    (
        {"points": [[1, 0, 1], [1, 0, -1]], "u": [1, 0, 0], "k": 1},
        {"progress": None, "length": True, "fall": None, "conclusion": None},
    ),
]


@pytest.mark.parametrize(("board", "verdicts"), BY_HAND)
def test_boards_by_hand(node, board, verdicts):
    assert list(answers(node, [board], ARGUMENT, "verdicts")) == [verdicts]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"k": 2}, "k must be a whole number from 0 to the 1 updates of this run; found 2"),
        ({"k": -1}, "k must"),
        ({"k": 0.5}, "k must"),
        ({"start": ["a", 0, 0]}, "start must be three numbers or fractions; found a,0,0"),
        ({"start": [0, 0]}, "start must be three numbers or fractions; found 0,0"),
        ({"start": [0, 0, 0, 0]}, "start must be three"),
        ({"start": None}, "start must be three numbers or fractions; found null"),
        ({"eta": "1/0"}, "eta must be a number or a fraction; found 1/0"),
        ({"eta": [1]}, "eta must be a number"),
        ({"eta": "0"}, "eta must be above 0; found 0"),
        ({"eta": -1}, "eta must be above 0; found -1"),
        ({"u": [None, 1, 1]}, "u must be two or three numbers or fractions; found ,1,1"),
        ({"u": [1]}, "u must be two or three"),
        ({"u": [1, 2, 3, 4]}, "u must be two or three"),
        ({"u": []}, "u must be two or three"),
        ({"u": "12"}, "u must be two or three numbers or fractions; found 12"),
        ({"u": 12}, "u must be two or three"),
        ({"u": [[1], [2]]}, "u must be two or three"),
        ({"order": [7]}, "order must be of the indices of points; found 7"),
        ({"points": [[0.5, 1, 1]]}, "points[0] must"),
    ],
)
def test_what_is_malformed_is_named(node, change, named):
    (found,) = answers(node, [{"points": [[1, 2, 1]]} | change], ARGUMENT, "verdicts")
    assert found["error"].startswith(named)


# A number as 1e-9, and what such a number is called.
TOLERANCE = re.compile(
    r"\d[eE]-\d|\b0\.00\d|EPSILON|\b(close|near|tolerance|epsilon|tiny)\b(?= *=)", re.IGNORECASE
)


def test_no_tolerance_decides():
    for part in room.PARTS:
        source = (room.FOLDER / f"{part}.js").read_text("utf-8")
        assert TOLERANCE.findall(source) == [], part


def test_a_tolerance_would_be_seen():
    for damage in ("const CLOSE = 1e-9;", "v <= 0.0001", "Number.EPSILON"):
        assert TOLERANCE.search(damage)


def test_the_stage_says_what_the_verdicts_say(node):
    """The marks in the words of random boards are those of `verdicts`."""
    asked = [board for board, _ in boards(SEED + 1, 200 * TIMES) if board["bias"] != "radius"]
    for board in asked:
        board["u"] = [max(-10_000, min(10_000, v)) for v in board["u"]]
        board["u"][2] = 0 if board["bias"] == "none" else board["u"][2]
        board["u"][0] = board["u"][0] or 1
    found = list(answers(node, asked, SAID, "marks"))
    assert [each for each in found if each.get("error") or each["wrong"]] == []
    assert sum(each["n"] for each in found) > 200


def test_words_have_a_sign_for_what_is_rounded(node):
    """No line of a board that has been rounded to four digits says that it is equal."""
    asked = [
        {"points": [[1, 2, 1], [-2, 1, 1]], "eta": "1/3", "u": [1, 1, 0]},
        {"points": [[1, 2, 1], [-2, 1, 1]], "start": ["1/7", 0, 0], "u": [5, 9, 0]},
        {"points": [[12, 7, 1], [3, -11, -1]], "bias": "radius", "eta": "10"},
    ]
    for lines in answers(node, asked, SAID, "lines"):
        for line in lines:
            for sign, value in re.findall(r"([=≈])\s\(?(−?\d+\.\d+)", line["error"]):
                assert sign == "≈" or len(value.strip("−0.").replace(".", "")) < 4, line


@pytest.mark.parametrize(
    ("points", "k", "exact"),
    [
        # γ = 1, and the bound is 10; γ = 3/5, of which 3 · 0.6 is no 1.8 in floats.
        ([[2, 1, -1], [-1, -3, -1], [-2, 0, 1], [-3, -1, 1]], 11, "[wall|11γ] = 11 ≤"),
        ([[1, 0, 1], [-3, 3, 1]], 3, "[wall|3γ] = 1.8 ≤"),
    ],
)
def test_words_have_no_sign_for_rounded_where_nothing_is(node, points, k, exact):
    for beat in (0, 1):
        asked = {"points": points, "k": k, "beat": beat}
        (lines,) = answers(node, [asked], SAID, "lines")
        assert any(line["error"].startswith(exact) for line in lines), lines
