"""What Python gives to a stage: the same numbers are shown, or an error says which cannot be."""

import math
import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from many import TIMES
from test_model import HERE, answers, boards

from perceptron_core import Dataset, perceptron, resume, worked_example, xor
from perceptron_lessons.stage import stage
from perceptron_lessons.stage.boards import n_updates, run_of_board
from perceptron_lessons.theory.voting import stopped_run

SEED = 48
WORKED = worked_example()
POINTS = [[-2, 0, -1], [0, -2, -1], [-2, 2, 1], [2, 2, 1]]
THREE = Dataset([[2, 1], [-1, -3], [1, -2]], [1, -1, 1], "three points")
TENTH = Fraction(1, 10)


@pytest.mark.parametrize(
    "given",
    [
        WORKED,
        (WORKED.X, WORKED.y),
        (WORKED.X.tolist(), WORKED.y.tolist()),
        POINTS,
        tuple(map(tuple, POINTS)),
        np.array(POINTS),
        np.array(POINTS, float),
        [[Fraction(v) for v in point] for point in POINTS],
        iter(POINTS),
        perceptron(WORKED.X, WORKED.y),
        perceptron(WORKED.X.astype(float), WORKED.y),
    ],
)
def test_points_come_in_many_forms(given):
    living = stage(given)
    assert living.points == living.board["points"] == POINTS
    assert {type(v) for point in living.points for v in point} == {int}


@pytest.mark.parametrize(
    "given",
    [
        None,
        5,
        {"points": POINTS},
        b"XOR",
        "constructor",
        "",
        [[math.nan, 1, 1]],
        [[math.inf, 1, 1]],
        [[Fraction(1, 2), 1, 1]],
        [[0.5, 1, 1]],
        [[Decimal(1), 1, 1]],
        [["1", "2", "1"]],
        [[True, 1, 1]],
        [[1 + 0j, 1, 1]],
        [[10**30, 1, 1]],
        [[1e300, 1, 1]],
        [[np.timedelta64(1), 1, 1]],
        [[1, 2]],
        [[1, 2, 1, 1]],
        [[1, 2, 0]],
        [[1, 2, 1], None],
        ["abc"],
        POINTS * 11,
        np.ma.array(POINTS, mask=np.eye(4, 3)),
        (WORKED.X, WORKED.y[:2]),
        Dataset([[1, 2, 3], [4, 5, 6]], [1, -1], "in space"),
        perceptron([[0.5, 1]], [1]),
        perceptron([[1, 2]], [1], w0=[20_000, 0]),
        perceptron([[1, 2]], [1], w0=[1e-300, 0]),
        perceptron([[1, 2]], [1], learning_rate=1e-300),
        perceptron([[1, 2]], [1], b0=3),
    ],
)
def test_what_cannot_be_shown_is_an_error_in_words(given):
    with pytest.raises(ValueError, match=r"(must|needs|holds) .*; found "):
        stage(given)


def test_what_python_does_not_write_is_refused_too():
    for wrong in (5, [5], ["x"], [10**5000], "x"):
        with pytest.raises(ValueError, match=r"lines must be of .*; found"):
            stage(lines=wrong)
    for wrong in (10**5000, -(10**5000), np.timedelta64(1)):
        with pytest.raises(ValueError, match=r"k must be .*; found"):
            stage(k=wrong)
    with pytest.raises(ValueError, match=r"points\[0\] must be .*; found a list with a number"):
        stage([[10**5000, 1, 1]])


@pytest.mark.parametrize("k", [-1, 5, 10**30, 1.5, 2.0, True, np.True_, "1", math.nan, [1]])
def test_k_is_a_number_of_mistakes_of_the_run(k):
    with pytest.raises(ValueError, match=r"k must be .*; found"):
        stage(k=k)
    living = stage()
    with pytest.raises(ValueError, match=r"k must be .*; found"):
        living.k = k
        _ = living.still  # a number that is too large is known with the run


@pytest.mark.parametrize(
    ("name", "view", "most"),
    [
        ("worked example", "wall", 4),
        ("worked example", "race", 11),
        ("XOR", "race", 4),
        ("empty", "race", 0),
        ("broken: another start", "race", 2),
        ("broken: a wrong u", "race", 4),
        ("bias trap", "race", 3662),
        ("pick any mistake", "wall", 0),
    ],
)
def test_k_goes_as_far_as_the_stage_does(name, view, most):
    assert stage(name, view=view, k=most).k == most
    assert stage(name, view=view, k=np.int64(most)).k == most
    with pytest.raises(ValueError, match=f"k must be at most {most}, .* found {most + 1}"):
        stage(name, view=view, k=most + 1)


def test_points_and_w_that_are_set_later_are_checked():
    living = stage()
    for points in ([[1, 2.5, 1]], [[1, 13, 1]], [[1, 2, 3]], [[1, 1, 1]] * 41):
        with pytest.raises(ValueError, match="found"):
            living.points = points
    for w in ([1, 2], [1, 2, math.nan], ["1", 2, 3], [True, 1, 1]):
        with pytest.raises(ValueError, match="w must be"):
            living.w = w
    living.w = [0.5, np.int64(2), 0]
    assert living.w == [0.5, 2, 0] and living.points == POINTS


@pytest.mark.parametrize(
    "settings",
    [
        {"w0": [TENTH, -2 * TENTH], "b0": TENTH, "learning_rate": TENTH, "bias": "one"},
        {"w0": [0.5, 0.25]},
        {"w0": [0.1, 0], "learning_rate": 0.1},
        {"learning_rate": Fraction(1, 3), "order": "worst"},
        {"order": "random", "seed": 3},
        {"bias": "radius", "b0": 7},
        {"bias": "one", "zero": "negative"},
        {"zero": "positive", "order": "first"},
    ],
)
@pytest.mark.parametrize("data", [WORKED, xor(), THREE])
def test_a_run_is_shown_with_its_own_numbers(node, data, settings):
    run = stopped_run(data, 60, **settings)
    living = stage(run)
    shown = run_of_board(living.board, living.points)
    n = min(run.n_mistakes, shown.n_mistakes)
    assert n == run.n_mistakes and shown.mistakes[:n].tolist() == run.mistakes.tolist()
    assert living.still is not None
    (states,) = answers(node, [living.board | {"k": n}], HERE / "said.mjs", "states")
    lines = [(*map(Fraction, (*line.w, line.b)),) for line in run.lines()]
    rate = Fraction(run.learning_rate)
    assert [[Fraction(v["error"]) for v in state] for state in states[: n + 1]] == [
        [v * rate for v in line] for line in lines
    ]


def test_a_run_that_was_stopped_is_shown_where_it_was_stopped():
    run = stopped_run(WORKED, 2)
    living = stage(run)
    assert living.k == 2
    assert stage(resume(run)).k is None


def test_updates_that_are_no_mistakes_are_shown_as_such():
    for mistakes in ([3, 3, 3], [0, 0, 1], [2, 0]):
        other = replace(stopped_run(WORKED), mistakes=mistakes, converged=None)
        shown = stage(other)
        assert run_of_board(shown.board, shown.points).mistakes.tolist() == mistakes
        assert shown.board.get("isFree", False) == (mistakes != [2, 0])


def test_both_follow_a_run_as_far(node):
    """Python and JavaScript end at the same k: at the end, at a state that comes back, at 500."""
    rng = random.Random(SEED)
    asked = []
    for board in boards(SEED, 150 * TIMES):
        if max(abs(v) for point in board["points"] for v in point) > 12:
            continue
        given = {name: board[name] for name in ("points", "order", "bias", "zero", "start")}
        given["eta"] = rng.choice(["1", "1/10", "3/7"])
        if isinstance(given["order"], list):
            given["order"] += rng.choices(range(len(given["points"])), k=3)
            given["isFree"] = rng.random() < 0.3
        asked.append(given)
    found = answers(node, asked, HERE / "said.mjs", "end")
    for board, theirs in zip(asked, found, strict=True):
        assert theirs["end"] == n_updates(board, board["points"]), board
