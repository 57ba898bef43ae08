"""The stage's model in JavaScript against Python: two implementations that check each other.

Random boards and random things done to them, one after the other, are answered by both; numbers
that a reader can check by hand are in model.test.js.
"""

import json
import math
import random
import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from conftest import PROJECT
from many import TIMES

from perceptron_core import Dataset, perceptron
from perceptron_lessons.theory.separators import Certificate, maximum_margin
from perceptron_lessons.theory.voting import first_repetition, stopped_run

MODEL = PROJECT / "perceptron_lessons/stage/model.js"
HERE = Path(__file__).parent
SEED = 27
BOARDS = 1_000
GRID = 12
ZEROS = ("mistake", "positive", "negative")
MOST = 40
SAFE = 2**53


def boards(seed, count):
    """Boards for `analyse`: each some points and choices, or the one before with one thing done."""
    rng = random.Random(seed)
    points = []
    for n in range(count):
        points = rng.choice(KINDS)(rng) if n % 5 == 0 else changed(points, rng)
        start = [0, 0, 0]
        if rng.random() < 0.4:
            start = [rng.randint(-9, 9) for _ in start]
        board = {
            "points": points,
            "order": rng.choice(["cyclic", "first", "worst", "own"]),
            "bias": rng.choice(["none", "one", "radius"]),
            "zero": rng.choice(ZEROS),
            "step": rng.choice([1, 1, 3]),
            "start": start,
            "limit": rng.choice([0, 1, 7, 40, 150]),
        }
        if rng.random() < 0.02:  # beyond 2^53 somewhere
            size = 10 ** rng.randint(6, 30)
            board["points"] = [[x * size + y, y * size - 1, label] for x, y, label in points]
        if board["order"] == "own":
            board["order"] = own_choices(board, rng)
        yield board


def whole(rng, reach=GRID):
    return rng.randint(-reach, reach)


def any_points(rng):
    reach = rng.choice([2, 5, GRID])
    n = rng.choice([1, 2, 3, 4, 5, 8, 20, MOST])
    return [[whole(rng, reach), whole(rng, reach), rng.choice([-1, 1])] for _ in range(n)]


def separable_points(rng):
    """By some line, with points as near to it as they may come."""
    a, b, c = whole(rng), whole(rng), rng.choice([0, whole(rng)])
    points = [[x, y, 1 if a * x + b * y + c > 0 else -1] for x, y, _ in any_points(rng)]
    return [point for point in points if a * point[0] + b * point[1] + c] or points[:1]


def one_label(rng):
    label = rng.choice([-1, 1])
    return [[x, y, label] for x, y, _ in any_points(rng)]


def duplicates(rng):
    points = any_points(rng)[: MOST // 2]
    return points + [[x, y, rng.choice([label, -label])] for x, y, label in points[:3]] + points[:2]


def xor(rng):
    a = rng.randint(1, GRID)
    return [[-a, -a, 1], [-a, a, -1], [a, -a, -1], [a, a, 1]]


def on_few_lines(rng):
    """Many margins are 0, or the same."""
    steps = [(1, 0), (0, 1), (1, 1), (1, -1), (2, 1)]
    points = []
    for _ in range(rng.randint(2, 12)):
        (x, y), t = rng.choice(steps), whole(rng, 2)
        points.append([t * x, t * y, rng.choice([-1, 1])])
    return points


KINDS = (any_points, separable_points, separable_points, one_label, duplicates, xor, on_few_lines)


def changed(points, rng):
    """One thing that a reader does: add a point, move, flip or delete one."""
    points = [list(point) for point in points]
    i = rng.randrange(len(points))
    do = rng.choice(["add", "move", "move", "flip", "delete"])
    if do == "add" and len(points) < MOST:
        points.insert(rng.randint(0, len(points)), [whole(rng), whole(rng), rng.choice([-1, 1])])
    elif do == "move":
        points[i][:2] = [max(-GRID, min(GRID, v + whole(rng, 2))) for v in points[i][:2]]
    elif do == "flip":
        points[i][2] *= -1
    elif do == "delete" and len(points) > 1:
        del points[i]
    return points


def own_choices(board, rng):
    """Choices that are mistakes when their turn comes; perhaps too few, or too many."""
    trace = run(board | {"order": "random", "limit": rng.choice([0, 3, 30])}, rng.randrange(10**6))
    beyond = [0, 0] if trace.converged and rng.random() < 0.3 else []
    return [*trace.mistakes.tolist(), *beyond]


def dataset(board):
    points = board["points"]
    return Dataset([point[:2] for point in points], [point[2] for point in points], "a board")


def run(board, seed=None):
    order, limit = board["order"], board["limit"]
    if isinstance(order, list):
        choices, limit = iter(order), min(limit, len(order))
        order = lambda margins: next(choices)  # noqa: E731
    *w, b = board["start"]
    chosen = {"bias": board["bias"], "zero": board["zero"], "learning_rate": board["step"]}
    return stopped_run(dataset(board), limit, order=order, w0=w, b0=b, seed=seed, **chosen)


def answer(board):
    """What Python says, as `analyse` has it."""
    trace = run(board)
    best = maximum_margin(trace.X, trace.y, bias=board["bias"])
    weights = None
    repeats = first_repetition(trace)
    if not best:
        total = math.lcm(*(Fraction(a).denominator for a in best.weights))
        weights = [[i, int(best.weights[i] * total)] for i in best.support.tolist()]
    line = trace.line(trace.n_mistakes)
    return {
        "mistakes": trace.mistakes.tolist(),
        "weights": [int(v * board["step"]) for v in line.w],
        "offset": int(line.b * board["step"]),
        "converged": trace.converged,
        "radiusSquared": int(trace.radius_squared) + int(trace.pad_squared),
        "gammaSquared": list(Fraction(best.gamma_squared).as_integer_ratio()) if best else None,
        "certificate": weights,
        "repeats": list(repeats) if repeats else None,
    }


def answers(node, boards, module=MODEL, name="analyse"):
    """What a function of the JavaScript says."""
    lines = "".join(json.dumps(as_texts(board)) + "\n" for board in boards)
    command = [node, HERE / "answer_lines.mjs", module, name]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        yield as_numbers(json.loads(line))


def as_texts(value):
    """The same with integers that floats do not hold as texts: JSON has only floats for node."""
    if isinstance(value, dict):
        return {name: as_texts(each) for name, each in value.items()}
    if isinstance(value, list):
        return [as_texts(each) for each in value]
    return str(value) if isinstance(value, int) and abs(value) >= SAFE else value


def as_numbers(value):
    if isinstance(value, dict):
        return {name: v if name == "error" else as_numbers(v) for name, v in value.items()}
    if isinstance(value, list):
        return [as_numbers(each) for each in value]
    return int(value) if isinstance(value, str) else value


def differences(boards, found):
    """(number, name, JavaScript's, Python's) of all that is not the same."""
    for n, (board, theirs) in enumerate(zip(boards, found, strict=True)):
        for name, value in answer(board).items():
            if theirs.get(name, theirs.get("error")) != value:
                yield n, name, theirs.get(name, theirs.get("error")), value


def is_proof(board, certificate):
    """Whether weights prove that nothing separates a board: computed anew by theory."""
    data = dataset(board)
    weights = np.full(len(data.y), Fraction(0), dtype=object)
    for i, weight in certificate:
        weights[i] = Fraction(weight, sum(weight for _, weight in certificate))
    return Certificate(weights, board["bias"]).proves(data.X, data.y)


def test_both_say_the_same(node, record_property):
    asked = list(boards(SEED, BOARDS * TIMES))
    found = list(answers(node, asked))
    assert list(differences(asked, found)) == []
    proven = [(b, f["certificate"]) for b, f in zip(asked, found, strict=True) if f["certificate"]]
    assert all(is_proof(*each) for each in proven)
    runs = len(proven), sum(f["repeats"] is not None for f in found)
    record_property("boards that JavaScript and Python agree on", f"{len(asked):,}, seed {SEED}")
    record_property("of these with a certificate, and a repeated state", runs)


def test_the_model_by_hand(node):
    done = subprocess.run([node, "--test", HERE], capture_output=True, text=True)
    assert not done.returncode, done.stdout


def test_own_choices_that_are_no_mistakes_are_refused_by_both(node):
    board = {"points": [[1, 0, 1], [0, 1, 1]], "order": [0, 0], "limit": 9}
    (found,) = answers(node, [board])
    assert found["error"].startswith("order[1] must be a mistake")
    choices = iter(board["order"])
    with pytest.raises(ValueError, match="mistake"):
        perceptron([[1, 0], [0, 1]], [1, 1], order=lambda margins: next(choices))
