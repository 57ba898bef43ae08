"""The proof for samples that u separates only nearly, against plain loops and 40 digits."""

import warnings
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
import pytest
from many import TIMES

from perceptron_core import Trace, online, perceptron, worked_example
from perceptron_lessons.theory.nearly import prove_nearly

getcontext().prec = 40


def runs(n, seed=0):
    """Random runs, with any v and any least product: nobody says that v is any good."""
    rng = np.random.default_rng(seed)
    for number in range(n * TIMES):
        d = int(rng.integers(1, 4))
        X = rng.integers(-4, 5, size=(rng.integers(1, 8), d))
        X[0] = 1
        X = X / (1, 3, 0.7)[number % 3]
        y = rng.choice([-1, 1], size=len(X))
        rate = (1, Fraction(1, 3), 7)[number // 3 % 3]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # most are not separable
            run = perceptron(X, y, learning_rate=rate, max_mistakes=30)
        v = rng.integers(-3, 4, size=d)
        yield run, np.where(v.any(), v, 1), Fraction(int(rng.integers(1, 9)), 4)


def decimal(value):
    value = Fraction(value)
    return Decimal(value.numerator) / Decimal(value.denominator)


def plain(run, v, least):
    """Both sides of each line at the end, as the theorem has them, with roots."""
    v, eta = [decimal(x) for x in v.tolist()], decimal(run.learning_rate)
    length = sum(x * x for x in v).sqrt()
    u, gamma, k = [x / length for x in v], decimal(least) / length, run.n_mistakes
    w, missing = [Decimal(0)] * len(v), []
    for i in run.mistakes.tolist():
        z = [int(run.y[i]) * decimal(x) for x in run.X[i].tolist()]
        missing.append(max(Decimal(0), gamma - sum(a * b for a, b in zip(u, z, strict=True))))
        w = [a + eta * b for a, b in zip(w, z, strict=True)]
    radius = max(sum(decimal(x) ** 2 for x in row) for row in run.X.tolist()).sqrt()
    delta = sum((xi * xi for xi in missing), Decimal(0)).sqrt()
    along = sum(a * b for a, b in zip(u, w, strict=True))
    square = sum(x * x for x in w)
    return {
        "progress": (along, eta * (k * gamma - sum(missing))),
        "shortfall": (sum(missing), Decimal(k).sqrt() * delta),
        "norm": (square, k * eta**2 * radius**2),
        "ceiling": (along, square.sqrt()),
        "conclusion": (Decimal(k), ((radius + delta) / gamma) ** 2),
    }


def test_every_line_holds_whatever_u_and_gamma_are():
    ends = set()
    for run, v, least in runs(150):
        proof = prove_nearly(run, v, least)
        assert proof.holds, (run, v, least)
        ends.add(run.converged)
    assert ends == {True, False}


def test_both_sides_are_those_of_a_plain_loop():
    for run, v, least in runs(90, seed=1):
        proof, expected = prove_nearly(run, v, least), plain(run, v, least)
        for line in proof.lines:
            for side, value in zip((line.lhs, line.rhs), expected[line.name], strict=True):
                square = value * abs(value) if line.power == 2 else value
                assert abs(decimal(side[-1]) - square) <= Decimal("1e-15") * (1 + abs(square))


def test_without_a_shortfall_it_is_the_theorem():
    data = worked_example()
    proof = prove_nearly(perceptron(data.X, data.y), [1, 2], 2)
    assert not any(proof["shortfall"].lhs) and set(proof["conclusion"].rhs) == {10}


def test_a_stream_is_a_run_as_well():
    stream = [([1, 0], 1), ([1, 1], -1), ([2, 1], 1), ([1, 0], -1)]
    proof = prove_nearly(online(stream, zero="mistake"), [1, 0], 1, notation="cosine")
    assert proof.holds and proof["conclusion"].formula().text == "#mistakes ≤ ((R + Δ)/δ)²"


def test_what_is_no_mistake_breaks_the_length():
    trace = Trace([[2, 0], [1, 1]], [1, 1], [0, 0, 0], False, [0, 0])
    assert prove_nearly(trace, [1, 0], 1).first_failure.line.name == "norm"


@pytest.mark.parametrize(
    ("bias", "v", "least", "message"),
    [
        ("none", [0, 0], 1, "v must be 2 numbers, not all 0"),
        ("none", [1], 1, r"v must be one finite number per feature, 2; found \[1\]"),
        ("none", [1, 2], 0, "least must be above 0"),
        ("one", [1, 2], 1, r"have no offset; found bias 'one': append the constant"),
    ],
)
def test_what_the_theorem_does_not_speak_of_is_refused(bias, v, least, message):
    data = worked_example()
    with pytest.raises(ValueError, match=message):
        prove_nearly(perceptron(data.X, data.y, bias=bias), v, least)
