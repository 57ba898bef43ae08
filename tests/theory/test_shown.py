"""What a run shows of itself, for integers of all sizes: no error, no false digit or plural."""

import random
import re
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import TIMES

from perceptron_core import Dataset, online, perceptron
from perceptron_core.trace import signed_text, summary_text
from perceptron_lessons import check, prove, table, table_of_run

# Around each place where a number is written in another way, or kept in another type.
EDGES = [0, 1, 10**15, 10**16, 10**17, 10**20, 2**53, 2**61, 2**62, 2**63, 2**64, 10**400]
INTEGERS = sorted({sign * (edge + by) for edge in EDGES for by in (-1, 0, 1) for sign in (1, -1)})
whole = st.one_of(st.integers(-(2**63), 2**63), st.sampled_from(INTEGERS))
numbers = st.one_of(
    whole,
    whole.filter(lambda v: -(2**63) <= v < 2**63).map(np.int64),
    st.floats(allow_nan=False, allow_infinity=False),
    st.fractions(),
    st.fractions().map(lambda v: v * Fraction(1, 10**400)),
)
SHOWN = re.compile(r"(≈?)(−?)([\d.]+(?:e[+-−]?\d+)?)(?:/(\d+))?")


def value_shown(text):
    """The rational that a number is shown as, and whether it is shown as rounded."""
    mark, sign, digits, denominator = SHOWN.fullmatch(text).groups()
    value = Fraction(Decimal(digits.replace("−", "-"))) / int(denominator or 1)
    return (-value if sign else value), bool(mark)


@given(numbers)
def test_a_number_is_shown_as_it_is_or_as_rounded(number):
    exact = Fraction(number.item() if isinstance(number, np.generic) else number)
    shown, is_marked = value_shown(summary_text(number))
    is_rounded = signed_text(number).startswith("≈ ")
    is_same = shown == exact
    if isinstance(number, float) and abs(shown) < Fraction(1.79e308):
        is_same = float(shown) == number  # the float that these digits stand for
    assert is_rounded == (is_marked or not is_same)
    assert abs(shown - exact) <= abs(exact) / 1000 or (exact and abs(exact) < Fraction(1, 10**300))
    assert signed_text(number)[2:] == summary_text(number).replace("≈", "")


def everything_shown(trace):
    """All that is written of a run."""
    yield repr(trace)
    yield table_of_run(trace).text()
    yield table_of_run(trace).html()
    yield table(trace, 1).text()
    yield table(trace, trace.n_mistakes + 1).html()
    report = check(trace)
    yield report.table().text() + repr(report)
    if report["iterations"].bound is not None:
        proof = prove(trace)
        yield proof.table().text() + repr(proof)


def runs_of(rng, n):
    """Runs on integers at the edges, on their float64s, and on fractions of them."""
    for _ in range(n):
        d, m = rng.randint(1, 3), rng.randint(1, 4)
        drawn = [[rng.choice(INTEGERS) for _ in range(d)] for _ in range(m)]
        y = [rng.choice((-1, 1)) for _ in range(m)]
        limited = [[min(max(v, -(2**63)), 2**63 - 1) for v in x] for x in drawn]
        sevenths = [[Fraction(v, 7) for v in x] for x in drawn]
        for X in (drawn, np.array(limited), np.array(limited, float), limited, sevenths):
            settings = {"bias": rng.choice(["none", "one", "radius"]), "max_mistakes": 6}
            settings["learning_rate"] = rng.choice([1, 0.1, 2**62, Fraction(1, 3), 10**18, 1e200])
            if rng.random() < 0.3:
                settings |= {"w0": X[0], "b0": 10**16 if settings["bias"] != "none" else 0}
            yield perceptron(X, y, **settings)


@pytest.mark.filterwarnings("ignore:stopped after max_mistakes")
def test_runs_on_integers_of_all_sizes_are_shown():
    for trace in runs_of(random.Random(47), 25 * TIMES):
        for text in everything_shown(trace):
            assert "np." not in text and "Fraction(" not in text and "inf" not in text


@pytest.mark.parametrize("v", [v for v in INTEGERS if v])
def test_one_sample_with_one_number(v):
    as_float = [[float(v)]] if abs(v) < 10**300 else [[v]]
    for X in ([[v]], np.array([[v]], dtype=object), as_float):
        trace = perceptron(X, [1])
        assert f"w {signed_text(trace.w)}, b = 0" in repr(trace)
        assert all(everything_shown(trace))
        along = online([(X[0], -1)])
        assert "after 1 mistake" in repr(trace) and "1 mistake\n" in repr(along)
    if -(2**63) <= v < 2**63:
        assert "w " in repr(perceptron(np.array([[v]], dtype=np.int64), [1]))


ONE_OF_MANY = re.compile(r"(?<![\d.,/])\b1 (\w*s)\b")  # 1 samples


def test_one_is_no_plural():
    one = perceptron([[1]], [1])
    run = online([([1], -1)])
    shown = [*everything_shown(one), *everything_shown(run), repr(Dataset([[1]], [1], "one"))]
    with pytest.warns(RuntimeWarning) as warned:
        shown.append(repr(perceptron([[1], [1]], [1, -1], max_mistakes=1)))
    shown += [str(each.message) for each in warned]
    with pytest.raises(ValueError) as error:
        one.predict([[1, 2]])
    shown.append(str(error.value))
    for text in shown:
        assert ONE_OF_MANY.search(text) is None, text
    assert ONE_OF_MANY.search("on 1 samples")


def test_runs_without_a_mistake_are_shown():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for trace in (perceptron([[1]], [1], w0=[1]), online([([1], 1)])):
            assert all(map(str, everything_shown(trace))) and trace.n_mistakes == 0
            assert trace.mistakes.tolist() == [] and table_of_run(trace).rows == ()


@pytest.mark.parametrize("rate", [1e300, 1e308])
def test_weights_beyond_all_floats_are_no_infinity(rate):
    trace = perceptron([[-1e300, 1.0]], [1], learning_rate=rate, bias="one")
    expected = [Fraction(-1e300) * Fraction(rate), Fraction(rate)]
    assert trace.w.tolist() == trace.weights[-1].tolist() == expected
    assert "inf" not in repr(trace) and "≈ (−1e+6" in repr(trace)
