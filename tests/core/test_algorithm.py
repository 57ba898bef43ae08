"""The contract of `perceptron`: the facts of the sources, the arithmetic, and bad input."""

import warnings
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import (
    bias_trap,
    online,
    orthonormal,
    padding_trap,
    perceptron,
    planted,
    resume,
    worked_example,
    xor,
)
from perceptron_core.exact import is_mistake

DATA = worked_example()
X, Y = DATA.X, DATA.y
NO_BIAS = [[2, 0], [2, 2], [0, 4], [2, 4]]
VARIANTS = [
    ({}, [0, 1, 2, 0], NO_BIAS, [0] * 4),
    ({"order": "first"}, [0, 1, 2, 0], NO_BIAS, [0] * 4),
    ({"order": "worst"}, [0, 2, 0, 2, 0], [[2, 0], [0, 2], [2, 2], [0, 4], [2, 4]], [0] * 5),
    (
        {"bias": "one"},
        [0, 2, 0, 2, 0],
        [[2, 0], [0, 2], [2, 2], [0, 4], [2, 4]],
        [-1, 0, -1, 0, -1],
    ),
    (
        {"bias": "radius"},
        [0, 2, 0, 2, 0, 2, 0, 2, 0],
        [[2, 0], [0, 2], [2, 2], [0, 4], [2, 4], [0, 6], [2, 6], [0, 8], [2, 8]],
        [-8, 0, -8, 0, -8, 0, -8, 0, -8],
    ),
]


@pytest.mark.parametrize("numbers", [int, float, Fraction])
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("learning_rate", [1, 3, Fraction(1, 7), 0.1])
@pytest.mark.parametrize(("settings", "mistakes", "weights", "offsets"), VARIANTS)
def test_the_worked_example(settings, mistakes, weights, offsets, learning_rate, exact, numbers):
    samples = [[numbers(v) for v in x] for x in X.tolist()]
    trace = perceptron(samples, Y, learning_rate=learning_rate, exact=exact, **settings)
    assert trace.mistakes.tolist() == mistakes
    assert trace.converged and trace.n_mistakes == len(mistakes)
    assert trace.exact == (exact or Fraction in (numbers, type(learning_rate)))
    if trace.exact:
        learning_rate = Fraction(learning_rate)
        assert all(isinstance(v, Fraction) for v in trace.weights.flat)
    assert trace.weights[1:].tolist() == [[learning_rate * v for v in w] for w in weights]
    assert trace.offsets[1:].tolist() == [learning_rate * b for b in offsets]
    assert trace.w.tolist() == [learning_rate * v for v in weights[-1]]
    assert trace.b == learning_rate * offsets[-1]


@pytest.mark.parametrize(
    ("settings", "n_epochs"),
    [
        ({}, 3),
        ({"bias": "one"}, 4),
        ({"w0": [1, 2]}, 1),
        ({"order": "first"}, None),
        ({"order": "worst"}, None),
        ({"order": "random"}, None),
    ],
)
def test_epochs_are_the_passes_begun(settings, n_epochs):
    assert perceptron(X, Y, **settings).n_epochs == n_epochs


@pytest.mark.parametrize("learning_rate", [0.1, 0.3, 0.7, 0.01, 1e-9, 12345.678])
def test_from_zero_the_learning_rate_only_scales(learning_rate):
    rng = np.random.default_rng(11)
    for _ in range(200):
        samples, labels = rng.integers(-3, 4, size=(12, 3)), rng.choice([-1, 1], size=12)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            one = perceptron(samples, labels, max_mistakes=60)
            other = perceptron(samples, labels, max_mistakes=60, learning_rate=learning_rate)
        assert other.mistakes.tolist() == one.mistakes.tolist()
        assert other.w.tolist() == (one.w * learning_rate).tolist()


@pytest.mark.parametrize("exact", [False, True])
def test_from_another_start_the_learning_rate_matters(exact):
    rates = (Fraction(1, 100), Fraction(1, 10), 1, 10, 100)
    made = [perceptron(X, Y, w0=(-3, 1), learning_rate=r, exact=exact).n_mistakes for r in rates]
    assert made == [151, 16, 2, 3, 3]
    # The float 0.01 is not 1/100, but a little more: w0/η is a little shorter.
    assert perceptron(X, Y, w0=(-3, 1), learning_rate=0.01).n_mistakes == 150


@pytest.mark.parametrize(
    ("data", "bias", "n_mistakes"),
    [
        (bias_trap(), "one", 16_007),
        (bias_trap(), "radius", 13),
        (padding_trap(), "one", 47),
        (padding_trap(), "radius", 13),
    ],
)
def test_the_bias_step_matters(data, bias, n_mistakes):
    assert perceptron(data.X, data.y, bias=bias).n_mistakes == n_mistakes


@pytest.mark.parametrize("order", ["cyclic", "first", "worst", "random", "shuffled"])
def test_orthonormal_points_attain_the_bound(order):
    for d in range(2, 21):
        data = orthonormal(d)
        trace = perceptron(data.X, data.y, order=order, seed=d)
        assert trace.n_mistakes == d and sorted(trace.mistakes) == list(range(d))


def test_random_takes_every_mistake_alike_and_follows_its_seed():
    firsts = [perceptron(X, Y, order="random", seed=s).mistakes[0] for s in range(400)]
    assert np.bincount(firsts, minlength=4).min() > 60
    again = perceptron(X, Y, order="random", seed=np.random.default_rng(7))
    assert again.mistakes.tolist() == perceptron(X, Y, order="random", seed=7).mistakes.tolist()


def test_worst_takes_the_lowest_index_on_ties_and_only_mistakes():
    samples, labels = [[0], [1], [0], [1]], [1, -1, -1, -1]
    with pytest.warns(RuntimeWarning):
        trace = perceptron(
            samples, labels, order="worst", zero="positive", max_mistakes=3, bias="none"
        )
    # All margins are 0 at first: sample 0 (label +1) is right, 1, 2 and 3 are not.
    assert trace.mistakes.tolist() == [1, 2, 2]


def test_a_callable_is_given_the_margins_in_units_of_the_learning_rate():
    seen = []

    def last(margins):
        seen.append(margins.tolist())
        return np.flatnonzero(margins <= 0)[-1]

    trace = perceptron(X, Y, order=last, learning_rate=0.1)
    assert trace.order == "last" and trace.converged
    assert seen == [(trace.margins(k) / 0.1).round(9).tolist() for k in range(trace.n_mistakes)]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (-1, "-1: for example 1"),
        (4, "4: for example 1"),
        (0.0, "0.0: for example 1"),
        (None, "None: for example 1"),
        (3, "3: for example 1"),
    ],
)
def test_what_a_callable_may_not_return(chosen, message):
    script = iter([0, chosen])
    with pytest.raises(ValueError, match=f"^order must return.* a mistake now; found {message}"):
        perceptron(X, Y, order=lambda margins: next(script))


@pytest.mark.parametrize("order", ["cyclic", "first", "worst", "random", "shuffled", np.argmin])
def test_it_always_ends(order):
    data = xor()
    with pytest.warns(RuntimeWarning, match="max_mistakes=25.*raise max_mistakes, or"):
        trace = perceptron(data.X, data.y, order=order, max_mistakes=25, bias="one")
    assert trace.n_mistakes == 25 and not trace.converged


@pytest.mark.parametrize("order", ["cyclic", "first", "worst", "random", "shuffled"])
def test_the_last_mistake_allowed_may_be_the_last_one_needed(order):
    whole = perceptron(X, Y, order=order, seed=1)
    same = perceptron(X, Y, order=order, seed=1, max_mistakes=whole.n_mistakes)
    assert same.converged and same.n_epochs == whole.n_epochs
    with pytest.warns(RuntimeWarning):
        assert not perceptron(X, Y, max_mistakes=0).converged
    assert perceptron(X, Y, max_mistakes=0, w0=[1, 2]).converged


@pytest.mark.parametrize(
    ("zero", "plus", "minus"),
    [("mistake", True, True), ("positive", False, True), ("negative", True, False)],
)
def test_the_rule_for_zero(zero, plus, minus):
    first = [perceptron([[2]], [label], zero=zero).n_mistakes for label in (1, -1)]
    assert first == [plus, minus]
    assert [online([([2], label)], zero=zero).n_mistakes for label in (1, -1)] == first
    margins, labels = np.array([-1, -1, 0, 0, 1, 1]), np.array([1, -1, 1, -1, 1, -1])
    expected = [True, True, plus, minus, False, False]
    assert is_mistake(margins, labels, zero).tolist() == expected
    trace = perceptron([[2, 1]], [1], w0=[1, 0], zero=zero)
    assert trace.predict([[0, 1], [1, 0], [-1, 0]]).tolist() == [1 if minus > plus else -1, 1, -1]
    rule = {"mistake": "", "positive": ", sign(0) = +1", "negative": ", sign(0) = −1"}
    assert repr(trace).split("\n")[1].endswith("b = 0" + rule[zero])


CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]
TENTH = Fraction(1, 10)


@pytest.mark.parametrize(
    ("samples", "labels", "settings", "mistakes", "w", "b"),
    [
        # NAND with the rate 1/10, which fires above 1/2 and so has a constant offset: Wikipedia.
        (
            [[1, *corner] for corner in CORNERS],
            [1, 1, 1, -1],
            {"learning_rate": TENTH, "b0": Fraction(-1, 2)},
            [0, 1, 2, 0, 1, 3, 0, 2, 3, 0, 3, 0, 1, 3, 1, 2, 3, 2, 3, 1],
            [8 * TENTH, -2 * TENTH, -TENTH],
            Fraction(-1, 2),
        ),
        # AND from 0, and from the start of an exercise in class.
        (CORNERS, [-1, -1, -1, 1], {"bias": "one"}, [3, 0, 1, 3, 1, 2, 3, 2, 3, 1], [2, 1], -2),
        (
            CORNERS,
            [-1, -1, -1, 1],
            {"bias": "one", "w0": (0, 1), "b0": -2},
            [3, 1, 3, 1],
            [2, 1],
            -2,
        ),
        # NOT with a constant −1 in front.
        ([[-1, 0], [-1, 1]], [1, -1], {}, [0, 1, 0], [-1, -1], 0),
    ],
)
def test_printed_runs_in_which_0_predicts_minus(samples, labels, settings, mistakes, w, b):
    trace = perceptron(samples, labels, zero="negative", **settings)
    assert trace.converged and trace.mistakes.tolist() == mistakes
    assert trace.w.tolist() == w and trace.b == b
    assert trace.predict(samples).tolist() == labels
    with pytest.warns(RuntimeWarning):
        begun = perceptron(samples, labels, zero="negative", max_mistakes=2, **settings)
    assert resume(begun).mistakes.tolist() == mistakes


@pytest.mark.parametrize("order", ["cyclic", "first", "worst"])
def test_the_two_rules_for_zero_are_each_other_with_all_signs_exchanged(order):
    rng = np.random.default_rng(5)
    for _ in range(200):
        samples, labels = rng.integers(-2, 3, size=(6, 2)), rng.choice([-1, 1], size=6)
        w0 = rng.integers(-2, 3, size=2)
        settings = {"bias": "one", "order": order, "max_mistakes": 30}
        with warnings.catch_warnings(action="ignore"):
            one = perceptron(samples, labels, zero="positive", w0=w0, **settings)
            other = perceptron(samples, -labels, zero="negative", w0=-w0, **settings)
        assert one.mistakes.tolist() == other.mistakes.tolist()
        assert one.w.tolist() == (-other.w).tolist() and one.b == -other.b


def test_a_zero_vector_is_a_mistake_for_ever():
    with pytest.warns(RuntimeWarning):
        trace = perceptron([[0, 0], [1, 1]], [1, 1], max_mistakes=5)
    assert trace.mistakes.tolist() == [0, 1, 0, 0, 0]


HUGE = 2**60


@pytest.mark.parametrize(
    ("samples", "settings", "w"),
    [
        ([[HUGE + 1, 1], [HUGE, 1]], {}, [HUGE + 1, 1]),
        ([[HUGE + 1, 1], [HUGE, 1]], {"w0": [0.0, 0.0], "b0": 0.0}, [HUGE + 1, 1]),
        ([[2**63 + 1, -1]], {}, [2**63 + 1, -1]),
        ([[10**400, 1]], {}, [10**400, 1]),
        (np.array([[1e20, 1], [-1e20, 1]]), {}, [0, 2]),
        (np.array([[1e200, 0.5], [-1e200, 0.5]]), {}, [0, 1]),
        ([[1e-200]], {}, [1e-200]),
        ([[2, 3]], {"w0": [2**55 + 1, 0], "b0": -(2**56) - 2}, [2**55 + 3, 3]),
    ],
)
def test_integers_are_exact_and_floats_neither_overflow_nor_vanish(samples, settings, w):
    trace = perceptron(samples, [1] * len(samples), **settings)
    assert trace.converged and trace.w.tolist() == w


def test_the_same_numbers_in_other_arrays_make_the_same_run():
    data = planted(150, 4, margin=0.05, seed=4)
    expected = perceptron(data.X, data.y, bias="one").mistakes.tolist()
    assert len(expected) > 5
    wide = np.zeros((300, 8))
    wide[::2, ::2] = data.X
    for other in (
        np.asfortranarray(data.X),
        data.X.tolist(),
        wide[::2, ::2],
        data.X.astype(object),
    ):
        assert perceptron(other, data.y, bias="one").mistakes.tolist() == expected
    assert perceptron(data.X, data.y.astype(float), bias="one").mistakes.tolist() == expected


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"learning_rate": 0}, "learning_rate must be > 0; found 0"),
        ({"learning_rate": -0.5}, "learning_rate must be > 0; found -0.5"),
        ({"learning_rate": float("nan")}, "learning_rate must be finite; found nan"),
        ({"learning_rate": "fast"}, "learning_rate must be a number; found 'fast'"),
        ({"order": "last"}, "order must be one of cyclic, first, .* or a callable; found 'last'"),
        ({"order": None}, "order must be one of .*; found None"),
        ({"bias": "two"}, "bias must be one of none, one, radius; found 'two'"),
        ({"bias": 1}, "bias must be one of .*; found 1"),
        ({"zero": "plus"}, "zero must be one of mistake, positive, negative; found 'plus'"),
        (
            {"w0": [1, 2, 3]},
            "w0 must be one finite number per feature, 2; found",
        ),
        ({"w0": 1}, "w0 must be one finite number per feature, .*; found 1"),
        ({"w0": [1, [2]]}, r"w0 must be one finite number per feature, .*; found \[1, \[2\]\]"),
        ({"w0": [1, float("inf")]}, r"w0 must be one .* per feature, 2; found \[1, inf\]"),
        ({"b0": float("inf")}, "b0 must be finite; found inf"),
        ({"b0": None}, "b0 must be a number; found None"),
        ({"max_mistakes": -1}, "max_mistakes must be an integer >= 0; found -1"),
        ({"max_mistakes": 1e6}, "max_mistakes must be an integer >= 0; found 1000000.0"),
    ],
)
def test_bad_settings_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        perceptron(X, Y, **settings)
