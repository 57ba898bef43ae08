"""Perceptrons as students write them: right ones are called right, a wrong one's slip is named."""

import math
import os
import random
import re
import sys
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest
from many import TIMES

from perceptron_core import perceptron
from perceptron_lessons.exercises import explain
from perceptron_lessons.exercises.explain import DATA, SLIPS, Attempt
from perceptron_lessons.exercises.forms import Form
from perceptron_lessons.exercises.watching import LOOKED, Budget
from perceptron_lessons.exercises.wording import labels_named

PERCEPTRONS = tomllib.loads(Path(__file__).with_name("perceptrons.toml").read_text("utf-8"))
RIGHT, WRONG = PERCEPTRONS["right"], PERCEPTRONS["wrong"]
NOT_CALLED_RIGHT = PERCEPTRONS["open"]  # of the right ones: nobody says that they are wrong
# `make many` asks about all; here every third right one and the last ones, each slip once, in its
# first program, and each kind that was once answered wrongly.
ASKED_RIGHT = list(RIGHT)[:: 1 if TIMES > 1 else 3]
ASKED_RIGHT += [name for name in list(RIGHT)[-12:] if name not in ASKED_RIGHT]
FIRST = list({row["slip"]: row for row in reversed(WRONG)}.values())
KINDS = [row for row in WRONG if "kind" in row and row not in FIRST]
ASKED = WRONG if TIMES > 1 else FIRST + KINDS


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


@pytest.mark.parametrize("name", ASKED_RIGHT)
def test_no_perceptron_is_accused(name):
    answer = explain(written(RIGHT[name]))
    assert answer.verdict == ("open" if name in NOT_CALLED_RIGHT else "perceptron")
    assert answer.slip is None and bool(answer) is (answer.verdict == "perceptron")
    if answer:
        assert answer.step is None
        assert "A perceptron" in str(answer) and "A perceptron" in answer._repr_html_()


def test_of_a_hundred_right_ones_95_are_called_right():
    assert len(RIGHT) >= 90 and set(NOT_CALLED_RIGHT) <= set(RIGHT)
    assert len(NOT_CALLED_RIGHT) <= 0.05 * len(RIGHT)


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row.get("kind", row["slip"]))
def test_a_slip_is_named_or_stays_open(row):
    answer = explain(written(code_of(row)))
    assert not answer
    if row["slip"] == "open":
        assert answer.verdict == "open" and answer.slip is None
    else:
        assert (answer.verdict, answer.slip) == ("slip", row["slip"])
        assert answer.step >= 1 and answer.data.name in str(answer)
        assert SLIPS[answer.slip] in " ".join(repr(answer).split())


def test_there_are_many_of_both_and_each_slip_is_met():
    assert len(WRONG) >= 120
    assert {row["slip"] for row in WRONG} >= set(SLIPS)


def test_the_step_is_the_one_and_the_line_of_the_proof_follows_from_it():
    late = PERCEPTRONS["base"]["plain"].replace("+= 1", "+= 1\n        w = w * 1")
    wrong = late.replace("w = w + y[i]", "w = w + (1 - 2 * (epoch == 1)) * y[i]")
    answer = explain(written(wrong))
    assert answer.verdict == "open" and answer.step == 4  # of 0, 1, 2 and, in the second pass, 0
    sign = explain(written(PERCEPTRONS["base"]["plain"].replace("w + y[i]", "w - y[i]")))
    assert "y_i x_i·w* ≥ γ fails" in " ".join(repr(sign).split()) and sign.step == 1
    assert sign.picture.count("<circle") == len(sign.data.y) + 1


def test_any_order_is_right():
    def rule(X, y):
        w = np.zeros(X.shape[1])
        for i in perceptron(X, y, order="worst", max_mistakes=1000).mistakes:
            w = w + y[i] * X[i]
        return w

    assert explain(rule) and explain(lambda X, y: perceptron(X, y, max_mistakes=1000))


def test_a_default_that_allows_few_passes_is_told_and_no_slip():
    told = explain(lambda X, y, epochs=3: limited(X, y, epochs))
    assert told and "default number of passes" in " ".join(repr(told).split())
    hard_coded = explain(lambda X, y: limited(X, y, 3))
    assert hard_coded.slip == "too few passes"


def limited(X, y, epochs):
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            if label * (w @ x) <= 0:
                w = w + label * x
    return w


def test_whose_algorithm_it_is():
    assert explain(written(RIGHT["the step R² for b"])).source == "primal"
    assert explain(written(RIGHT["unit vectors"])).source == "cosine"
    assert explain(written(RIGHT["loop over indices"])).source == "iterations"


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
    answer = explain(written(code))
    assert answer and answer.source == source
    assert f"A score of 0 {zero}" in answer.text and answer.text.count("A score of 0") == 1


@pytest.mark.parametrize(
    "function",
    [
        lambda X, y: "trained",
        lambda X, y: {"accuracy": 1.0},
        lambda X, y: np.linalg.lstsq(X, y, rcond=None)[0],
        lambda first, second, third, fourth: first,
        math.hypot,
        3,
    ],
)
def test_what_cannot_be_read_is_not_accused(function):
    answer = explain(function)
    assert answer.verdict == "open" and answer.slip is None and not answer


STRANGE = {
    "it stands still": "def f(X, y):\n    while True: pass",
    "it swallows": """
def f(X, y):
    while True:
        try:
            X = X + 1
        except:
            pass""",
    "it leaves": "def f(X, y):\n    raise SystemExit('no data')",
    "it closes": "def f(X, y):\n    raise GeneratorExit",
    "it has its own": "class Bad(BaseException): pass\ndef f(X, y):\n    raise Bad()",
    "an error without a text": """
class Bad(Exception):
    def __str__(self): raise ValueError
def f(X, y):
    raise Bad()""",
    "a property": """
class f:
    @property
    def fit(self): raise RuntimeError('not here')""",
    "attributes that raise": """
class Odd:
    def __getattribute__(self, name): raise RuntimeError(name)
def f(X, y):
    odd = Odd()
    return odd""",
    "it asks": "def f(X, y):\n    return input('w? ')",
    "it traces": "import sys\ndef f(X, y):\n    sys.settrace(None)\n    return X[0]",
    "it interrupts": "def f(X, y):\n    raise KeyboardInterrupt",
    "it goes elsewhere": "import os\ndef f(X, y):\n    os.chdir('/')\n    return 'gone'",
    "it replaces what others need": """
import random, time
def f(X, y):
    np.dot = np.random.seed = random.seed = time.process_time = None
    np.seterr(all="raise")
    return 'replaced'""",
    "it talks": "def f(X, y):\n    print('x\\n' * 10**6)\n    return 'said'",
    "it goes deep": "def f(X, y):\n    return f(X, y)",
    "it answers to nothing": """
class Odd:
    def __getattr__(self, name): raise KeyError(name)
    @property
    def w(self): raise OSError
def f(X, y):
    return Odd()""",
    "it warns": """
import warnings
def f(X, y):
    warnings.simplefilter("error")
    warnings.warn("no weights")""",
    "it sends its data away": "def f(X, y):\n    X[:] = 0\n    y[:] = 1\n    return 'gone'",
}


def state_outside():
    replaced = np.dot, np.random.seed, random.seed, time.process_time, np.geterr(), os.getcwd()
    drawn = np.random.get_state()[1].tolist()
    return sys.gettrace(), drawn, sys.stdin, sys.getrecursionlimit(), replaced


@pytest.mark.parametrize("name", STRANGE)
def test_nothing_that_the_code_does_gets_out(name, capsys):
    before = state_outside()
    answer = explain(written(STRANGE[name]))
    assert answer.verdict == "open"
    assert before == state_outside() and capsys.readouterr() == ("", "")


def test_it_says_which_labels_it_gave():
    answer = explain(written(PERCEPTRONS["base"]["plain"].replace("y[i]", "(2 * y[i] - 1)")))
    text = " ".join(repr(answer).split())
    assert answer and "the labels 0 and 1" in text and "With −1 and +1 its steps are not" in text


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        ("X: samples; y: array of 0 and 1.", (0, 1)),
        ("targets must be in {0, 1}", (0, 1)),
        ("X: features, y: array of 0 and 1", (0, 1)),
        ("y holds the labels -1 and 1", (-1, 1)),
        ("labels ±1", (-1, 1)),
        ("Labels: +1/-1", (-1, 1)),
        ("labels are −1 or +1", (-1, 1)),
        ("labels 0 and 1 are turned into -1 and 1", None),
        ("eta: learning rate of both classes, between 0 and 1", None),
        ("class with w = 0, rate 0.1 and 1 pass", None),
        ("y: labels 0/1\n    # labels -1/+1", None),
        ("labels 0, 1, 2 or -1, 10", None),
        ("the sample's label", None),
    ],
)
def test_the_labels_that_its_own_words_name(words, labels):
    def mine(X, y):
        return X, y

    mine.__doc__ = words
    assert labels_named(mine) == labels


def test_a_comment_names_labels_too():
    class Mine:
        def fit(self, X, y):
            # y: the labels 0 and 1
            return X, y

    assert labels_named(Mine) == (0, 1)


def test_a_perceptron_for_other_labels_than_it_says_is_told_so():
    [row] = [row for row in WRONG if row.get("kind", "").startswith("its words name 0")]
    assert "words name the labels 0 and 1" in " ".join(repr(explain(written(row["code"]))).split())


def test_a_wrong_prediction_is_told_with_its_sample():
    row = next(row for row in WRONG if row["slip"] == "predict leaves the trained line")
    answer = explain(written(row["code"]))
    model = written(row["code"])().fit(answer.data.X, answer.data.y)
    [sample, score, label] = re.search(
        r"Sample (\d+) has a \w+ score, (\S+), but `predict` gives it the label (\S+)\.",
        " ".join(repr(answer).split()),
    ).groups()
    x = answer.data.X[int(sample)]
    assert float(score) == pytest.approx(x @ model.w + model.b)
    assert int(label) == model.predict(x) == -answer.data.y[int(sample)]


def test_a_table_of_pandas_is_told():
    [row] = [row for row in WRONG if row.get("kind") == "a table of pandas"]
    assert "pd.DataFrame(X)" in repr(explain(written(row["code"])))


def test_objects_that_share_their_weights_are_not_blamed_for_it():
    code = """
class f:
    shared = {}

    def fit(self, X, y):
        w, wrong = np.zeros(X.shape[1]), True
        while wrong:
            wrong = False
            for x, t in zip(X, y):
                if t * (x @ w) <= 0:
                    w, wrong = w + t * x, True
        f.shared["w"] = self.w = w
        return self

    def predict(self, x):
        return 1 if sum(p * q for p, q in zip(f.shared["w"], x)) > 0 else -1
"""
    assert explain(written(code))


def test_a_long_run_by_chance_is_seen_to_its_end():
    def mine(X, y):
        w, k = np.random.uniform(1500, 1501, X.shape[1]), 0
        while (y * (X @ w) <= 0).any():
            k += 1
            if y[k % len(y)] * (w @ X[k % len(y)]) <= 0:
                w = w + y[k % len(y)] * X[k % len(y)]
        return w

    runs = Attempt(mine, Form(), DATA[:2], Budget(seconds=60)).watch_other_seeds(
        mine, Budget(seconds=60)
    )
    long = [watched for kind, _, watched in runs if kind == "easy" and watched.lines > LOOKED]
    assert long and all(watched.ended and watched.looked > watched.lines for watched in long)


def test_counts_of_as_many_samples_as_two_rows_have_weights_are_counts():
    def mine(X, y):
        counts, scores = np.zeros(len(X), int), X @ X.T + 1
        while True:
            mistakes = [i for i in range(len(X)) if y[i] * ((counts * y) @ scores[i]) <= 0]
            if not mistakes:
                return (counts * y) @ X, (counts * y).sum()
            counts[mistakes[0]] += 1

    assert "each of them was a mistake" in " ".join(repr(explain(mine)).split())


def test_it_says_that_samples_were_columns():
    answer = explain(written(RIGHT["samples as columns, plain labels"]))
    assert "a column of X" in " ".join(repr(answer).split())


def test_errors_are_told_with_what_was_tried():
    answer = explain(written(STRANGE["it leaves"]))
    text = " ".join(repr(answer).split())
    assert "SystemExit: no data" in text and "rows" in text and "columns" in text


def test_a_busy_machine_stops_nobody(monkeypatch):
    """A call is stopped by the seconds that the processor takes for it, not by those of a clock."""
    hour = iter(range(0, 3600 * 10**6, 3600))
    monkeypatch.setattr(time, "monotonic", lambda: next(hour))
    monkeypatch.setattr(time, "perf_counter", lambda: next(hour))
    assert explain(written(next(iter(RIGHT.values()))))
