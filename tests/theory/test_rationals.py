"""Arrays of rationals: the same numbers as `Fraction`s, one by one."""

import math
import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_lessons.theory.rationals import Rationals, square_root


def three(numbers):
    return st.lists(numbers, min_size=3, max_size=3)


# Of numpy's integers and of Python's: from a list beyond 64 bits numpy may make floats.
integers = three(st.integers(-(2**63), 2**63 - 1)).map(np.array)
integers |= three(st.integers(-(10**40), 10**40)).map(lambda v: np.array(v, object))
sizes = st.integers(1, 10**30)
arrays = st.builds(Rationals, integers, sizes) | st.builds(
    Rationals, integers, three(sizes).map(lambda v: np.array(v, object))
)


@given(arrays, arrays | st.fractions() | st.integers(-9, 9))
def test_arithmetic(one, other):
    left, right = one.fractions(), other.fractions() if isinstance(other, Rationals) else other
    for sign in (operator.add, operator.sub, operator.mul):
        assert sign(one, other).fractions().tolist() == sign(left, right).tolist()
    for sign in (operator.le, operator.ge):
        assert sign(one, other).tolist() == [bool(v) for v in sign(left, right)]
    size = abs(Rationals.of(other)) + 1
    assert (one / size).fractions().tolist() == (left / (abs(right) + 1)).tolist()
    assert one.signed_square().fractions().tolist() == [v * abs(v) for v in left]
    assert one[[2, 0]].fractions().tolist() == [left[2], left[0]]


FAR = [0, 1, -2, 7, 10**400, -(10**390), 10**620, Fraction(-1, 10**330), Fraction(1, 10**640)]


@pytest.mark.parametrize("value", FAR, ids=range(len(FAR)))
@pytest.mark.parametrize("beside", [0, 10**650], ids=["beside 0", "beside more than floats"])
def test_floats_of_any_size(value, beside):
    value = Fraction(value)
    pair = Rationals(np.array([value.numerator, beside], object), value.denominator)
    near, root = pair.floats()[0], pair.roots()[0]
    if value == 0:
        assert near == root == 0 and math.copysign(1, near) == math.copysign(1, root) == 1
        return
    assert math.copysign(1, near) == math.copysign(1, root) == (1 if value > 0 else -1)
    expected = square_root(abs(value))
    assert abs(root) == pytest.approx(expected, rel=2**-51, abs=0)
    if abs(value) > Fraction(1, 10**300) and abs(value) < 10**300:
        assert near == float(value)
