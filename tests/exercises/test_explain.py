"""Perceptrons as students write them: right ones are called right, a wrong one's slip is named."""

import math
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest
from many import TIMES

from perceptron_core import perceptron
from perceptron_lessons.exercises import explain
from perceptron_lessons.exercises.explain import SLIPS

PERCEPTRONS = tomllib.loads(Path(__file__).with_name("perceptrons.toml").read_text("utf-8"))
WRONG = PERCEPTRONS["wrong"]
# `make many` asks about all; here each slip is met once, in the first program that has it.
ASKED = WRONG if TIMES > 1 else list({row["slip"]: row for row in reversed(WRONG)}.values())


def written(code):
    """Return the f that is defined in a student's code."""
    namespace = {"np": np}
    exec(compile(code, "<cell>", "exec"), namespace)
    return namespace["f"]


def code_of(row):
    code = row.get("code") or PERCEPTRONS["base"][row["base"]]
    for old, new in row.get("changes", ()):
        assert code.count(old) == 1
        code = code.replace(old, new)
    return code


@pytest.mark.parametrize("name", PERCEPTRONS["right"])
def test_no_perceptron_is_accused(name):
    found = explain(written(PERCEPTRONS["right"][name]))
    assert found and found.slip is None and found.step is None
    assert "A perceptron" in str(found) and "A perceptron" in found._repr_html_()


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row["slip"])
def test_a_slip_is_named(row):
    found = explain(written(code_of(row)))
    assert not found and found.slip == row["slip"]
    assert found.step >= 1 and found.data.name in str(found) + found.data.name
    assert SLIPS[found.slip] in " ".join(repr(found).split())


def test_there_are_many_of_both_and_each_slip_is_met():
    assert len(PERCEPTRONS["right"]) >= 15 and len(WRONG) >= 40
    assert {row["slip"] for row in WRONG} | {"bias moved by another amount"} >= set(SLIPS) - {
        "stopping with mistakes left"
    }


def test_the_step_is_the_one_and_the_line_of_the_proof_follows_from_it():
    late = PERCEPTRONS["base"]["plain"].replace("+= 1", "+= 1\n        w = w * 1")
    found = explain(written(late.replace("w = w + y[i]", "w = w + (1 - 2 * (epoch == 1)) * y[i]")))
    assert not found and found.step == 4  # of 0, 1, 2 and, in the second pass, 0
    text = " ".join(repr(found).split())
    assert "y_i x_i·w* ≥ γ fails" in text and "At k = 4" in text
    assert found.picture.count("<circle") == len(found.data.y) + 1


def test_any_order_is_right():
    def rule(X, y):
        w = np.zeros(X.shape[1])
        for i in perceptron(X, y, order="worst", max_mistakes=1000).mistakes:
            w = w + y[i] * X[i]
        return w

    assert explain(rule) and explain(lambda X, y: perceptron(X, y, max_mistakes=1000))


def test_whose_algorithm_it_is():
    right = PERCEPTRONS["right"]
    assert explain(written(right["the step R² for b"])).source == "primal"
    assert explain(written(right["unit vectors"])).source == "cosine"
    assert explain(written(right["loop over indices"])).source == "iterations"


@pytest.mark.parametrize(
    ("is_wrong", "source", "zero"),
    [
        ("label != (1 if w @ x >= 0 else -1)", "online", "predicts +1"),
        ("label != (1 if w @ x > 0 else -1)", "iterations", "predicts −1"),
        ("label * (w @ x) <= 0", "iterations", "is a mistake"),
    ],
)
def test_what_a_score_of_0_predicts_is_what_was_seen(is_wrong, source, zero):
    code = f"""
def f(X, y):
    w, clean = np.zeros(X.shape[1]), False
    while not clean:
        clean = True
        for x, label in zip(X, y):
            if {is_wrong}:
                w, clean = w + label * x, False
    return w
"""
    found = explain(written(code))
    assert found and found.source == source
    assert f"A score of 0 {zero}" in found.text and found.text.count("A score of 0") == 1


@pytest.mark.parametrize(
    "function",
    [
        lambda X, y: "trained",
        lambda X, y: {"accuracy": 1.0},
        lambda X, y: np.linalg.lstsq(X, y, rcond=None)[0],
        lambda first, second, third, fourth: first,
        math.hypot,
    ],
)
def test_what_cannot_be_read_is_not_accused(function):
    found = explain(function)
    assert not found and found.slip in (None, "raises an error", "wrong shape")


def test_a_call_that_does_not_end_or_fails_is_answered_and_leaves_no_trace():
    import sys

    before = sys.gettrace(), np.random.get_state()[1].tolist()
    swallow = "\n        try:\n            X = X + 1\n        except:\n            pass"
    for step in ("pass", swallow):
        found = explain(written(f"def f(X, y):\n    while True: {step}"))
        assert not found and "stopped" in repr(found)
    found = explain(written("def f(X, y):\n    raise SystemExit('no data')"))
    assert found.slip == "raises an error" and "SystemExit: no data" in repr(found)
    assert (sys.gettrace(), np.random.get_state()[1].tolist()) == before


def test_a_busy_machine_stops_nobody(monkeypatch):
    """A call is stopped by the seconds that the processor takes for it, not by those of a clock."""
    hour = iter(range(0, 3600 * 10**6, 3600))
    monkeypatch.setattr(time, "monotonic", lambda: next(hour))
    monkeypatch.setattr(time, "perf_counter", lambda: next(hour))
    assert explain(written(next(iter(PERCEPTRONS["right"].values()))))
