"""On random separable data every line of every applicable proof holds, and every bound."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from perceptron_core import online, perceptron
from perceptron_lessons import check, maximum_margin, normalize, prove

ORDERS = ("cyclic", "first", "worst", "random", "shuffled")
BIASES = ("none", "one", "radius")
RATES = (1, 2, 0.1, 0.3, 7.5, 1e-3, Fraction(1, 3), Fraction(22, 7))
MOST = 3_000  # mistakes; the bound of a run says beforehand how many there may be

many = settings(max_examples=150, suppress_health_check=list(HealthCheck))


@st.composite
def numbers(draw, kind):
    if kind == "int":
        return draw(st.integers(-9, 9))
    if kind == "fraction":
        return Fraction(draw(st.integers(-12, 12)), draw(st.integers(1, 6)))
    return draw(st.one_of(st.integers(-30, 30).map(lambda v: v / 10), st.floats(-3, 3, width=32)))


@st.composite
def separable(draw, kinds=("int", "fraction", "float")):
    """Samples labelled by a plane of small integers, none on it: (X, y, kind)."""
    kind = draw(st.sampled_from(kinds))
    d = draw(st.integers(1, 6))
    n = draw(st.integers(1, 10))
    row = st.lists(numbers(kind), min_size=d, max_size=d)
    X = draw(st.lists(row, min_size=n, max_size=n))
    normal = draw(st.lists(st.integers(-4, 4), min_size=d, max_size=d))
    offset = draw(st.integers(-4, 4))
    reach = [sum(a * b for a, b in zip(x, normal, strict=True)) + offset for x in X]
    kept = [(x, 1 if r > 0 else -1) for x, r in zip(X, reach, strict=True) if abs(r) > 0.2]
    assume(kept)
    X, y = zip(*kept, strict=True)
    return list(X), list(y), kind


def runs(data, bias, order, rate, seed):
    """Return a run whose bound promises that it is not too long."""
    X, y, _ = data
    best = maximum_margin(X, y, bias=bias)
    assume(best)
    radius_squared = max(sum(Fraction(v) ** 2 for v in x) for x in X)
    pad_squared = {"none": 0, "one": 1, "radius": radius_squared}[bias]
    assume(best.gamma_squared > 0)
    bound = (radius_squared + pad_squared) / best.gamma_squared
    assume(bound < MOST)
    trace = perceptron(X, y, bias=bias, order=order, learning_rate=rate, seed=seed)
    assert trace.converged and trace.n_mistakes <= bound
    return trace


def assert_proved(trace, source):
    """Every line of a proof holds with a slack that is not negative, and so does the bound."""
    verdict = check(trace)[source]
    assert verdict.verdict == "bound holds", verdict
    proof = prove(trace, source=source)
    assert proof.first_failure is None, proof
    for line in proof.lines:
        assert all(slack >= 0 for slack in line.slack), line
        assert all(type(slack) is Fraction for slack in line.slack), line


@many
@given(
    separable(), st.sampled_from(BIASES), st.sampled_from(ORDERS), st.sampled_from(RATES),
    st.integers(0, 9),
)  # fmt: skip
def test_cosine_argument(data, bias, order, rate, seed):
    trace = runs(data, bias, order, rate, seed)
    for source in ("iterations", "online"):
        assert_proved(trace, source)


@many
@given(separable(), st.sampled_from(ORDERS), st.sampled_from(RATES), st.integers(0, 9))
def test_primal(data, order, rate, seed):
    assume(len(set(data[1])) == 2)
    trace = runs(data, "radius", order, rate, seed)
    assert_proved(trace, "primal")


@many
@given(separable(), st.sampled_from(ORDERS), st.sampled_from(RATES), st.integers(0, 9))
def test_unit_length(data, order, rate, seed):
    X, y, _ = data
    assume(all(any(x) for x in X))
    X = normalize(np.array(X, dtype=float))[0]
    trace = runs((X, y, "float"), "none", order, float(rate), seed)
    for source in ("cosine", "empirical"):
        assert_proved(trace, source)


@many
@given(
    separable(), st.sampled_from(("none", "one")), st.sampled_from(("positive", "mistake")),
    st.sampled_from(RATES), st.lists(st.integers(0, 9), min_size=1, max_size=60),
)  # fmt: skip
def test_streams(data, bias, zero, rate, order):
    """Along any sequence, repetitions included, with sign(0) = +1 or a mistake."""
    X, y, _ = data
    stream = [(X[i % len(X)], y[i % len(X)]) for i in order]
    assume(maximum_margin(X, y, bias=bias))
    trace = online(stream, bias=bias, zero=zero, learning_rate=rate)
    assume(trace.n_mistakes)
    assert_proved(trace, "online")


@many
@given(separable(kinds=("int", "fraction")), st.sampled_from(BIASES), st.sampled_from(ORDERS))
def test_any_separator(data, bias, order):
    """The proof needs a good vector, not the best one: the run's own result is one."""
    trace = runs(data, bias, order, 1, 0)
    own = (trace.w, trace.b)
    verdict = check(trace, own)["iterations"]
    assert verdict.verdict == "bound holds"
    assert verdict.bound >= check(trace)["iterations"].bound
    proof = prove(trace, own)
    assert proof.holds
    assert all(slack >= 0 for line in proof.lines for slack in line.slack)


@settings(max_examples=100)
@given(separable(kinds=("int",)), st.sampled_from(RATES[1:]))
def test_the_learning_rate_only_scales(data, rate):
    X, y, _ = data
    assume(maximum_margin(X, y))
    one, other = (perceptron(X, y, learning_rate=eta, max_mistakes=10**6) for eta in (1, rate))
    assert one.mistakes.tolist() == other.mistakes.tolist()
    bounds = [check(trace)["iterations"].bound for trace in (one, other)]
    assert bounds[0] == bounds[1]


@pytest.mark.parametrize("d", range(1, 7))
@pytest.mark.parametrize("kind", ["int", "fraction", "float"])
def test_every_order_and_offset(d, kind):
    """All combinations once in every dimension, so that none is left to chance."""
    rng = np.random.default_rng(d)
    normal = np.arange(1, d + 1) - d // 3
    X = rng.integers(-9, 10, size=(12, d))
    X = X[X @ normal != 0]
    y = np.where(X @ normal > 0, 1, -1)
    y[0], X[0] = -y[1], -X[1]  # both labels occur
    X = {"int": X, "fraction": X.astype(object) * Fraction(2, 7), "float": X * 0.1}[kind]
    for bias in BIASES:
        for order in ORDERS:
            trace = perceptron(X, y, bias=bias, order=order, seed=0)
            for source in ("iterations", "online") + ("primal",) * (bias == "radius"):
                assert_proved(trace, source)
