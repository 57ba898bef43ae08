"""Arrays of rationals: the same numbers as `Fraction`s, one by one."""

import math
from fractions import Fraction

import numpy as np
import pytest

from perceptron_lessons.theory.rationals import Rationals, square_root

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
