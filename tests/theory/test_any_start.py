"""The bound from any start, against its inequality in whole numbers and against runs."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import perceptron, worked_example, xor
from perceptron_lessons import Separator, maximum_margin, start_bound

RNG = np.random.default_rng(12)


def run(eta=1, w0=(-3, 1), **how):
    data = worked_example()
    return perceptron(data.X, data.y, w0=w0, learning_rate=eta, **how)


def test_from_zero_it_is_the_bound_of_the_theorem():
    assert start_bound(run(w0=None)) == 10
    assert start_bound(run(w0=None, bias="one")) == 10  # 54/5, rounded down
    assert start_bound(run(w0=None, bias="radius")) == 17  # 52/3


def padded(trace):
    """The samples, the start and the separator with the offset as one more weight, in decimals."""
    c2 = trace.pad_squared
    found = maximum_margin(trace.X, trace.y, bias=trace.bias)
    c = Decimal(int(c2)).sqrt()
    tail = [c] if c2 else []
    X = [[Decimal(int(v)) for v in x] + tail for x in trace.X]
    decimal = [Decimal(v.numerator) / v.denominator for v in [*found.w, Fraction(found.b)]]
    start = [Decimal(str(float(v))) for v in [*trace.w0, trace.b0]]
    u, w0 = ([*v[:-1], v[-1] / c] if c2 else v[:-1] for v in (decimal, start))
    return X, u, w0


def dot(v, w):
    return sum((a * b for a, b in zip(v, w, strict=True)), Decimal(0))


@pytest.mark.parametrize("bias", ["none", "one", "radius"])
def test_it_is_the_last_k_that_the_inequality_allows_and_no_run_makes_more(bias):
    tried = 0
    while tried < 40:
        X, y = RNG.integers(-4, 5, size=(5, 2)), RNG.choice([-1, 1], size=5)
        if not X.any() or not isinstance(maximum_margin(X, y, bias=bias), Separator):
            continue
        tried += 1
        b0 = 0 if bias == "none" else int(RNG.integers(-9, 10))
        eta = Fraction(1, int(RNG.integers(1, 5)))
        trace = perceptron(
            X, y, w0=RNG.integers(-9, 10, size=2), b0=b0, learning_rate=eta, bias=bias
        )
        most = start_bound(trace)
        assert trace.n_mistakes <= most
        with localcontext() as context:
            context.prec = 60
            padded_X, u, w0 = padded(trace)
            length, step = dot(u, u).sqrt(), Decimal(eta.numerator) / eta.denominator
            gamma, radius2 = length, max(dot(x, x) for x in padded_X)

            def room(k):
                left = dot(u, w0) / length + k * step * gamma  # noqa: B023 - called at once
                right = (dot(w0, w0) + k * step**2 * radius2).sqrt()  # noqa: B023
                return right - left

            small = Decimal(10) ** -40  # both sides may be equal at the last k
            assert room(most) >= -small and room(most + 1) < small
            rough = radius2 / gamma**2 + 2 * dot(w0, w0).sqrt() / (step * gamma)
            assert most <= rough + small


def test_without_a_separator_there_is_no_bound():
    data = xor()
    with pytest.warns(RuntimeWarning, match="mistakes left"):
        trace = perceptron(data.X, data.y, max_mistakes=5)
    with pytest.raises(ValueError, match="the bound needs a separator: no separator exists"):
        start_bound(trace)
    with pytest.raises(ValueError, match="b0 must be 0 where b never moves; found 1: give"):
        start_bound(run(b0=1))
