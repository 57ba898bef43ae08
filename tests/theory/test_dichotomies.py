"""Separable labellings counted three ways: by certificates, by a turning line, by the formula."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from perceptron_lessons.theory.dichotomies import cover_number, moment_curve, separable_labellings


def by_recursion(n, d):
    """C(n, d) = C(n − 1, d) + C(n − 1, d − 1)."""
    return 2 if 1 in (n, d) else by_recursion(n - 1, d) + by_recursion(n - 1, d - 1)


@pytest.mark.parametrize("n", range(1, 13))
def test_the_formula_is_the_recursion_and_half_at_twice_the_dimension(n):
    for d in range(1, 9):
        assert cover_number(n, d) == by_recursion(n, d)
        assert (cover_number(n, d) == 2**n) == (n <= d)
    assert 2 * cover_number(2 * n, n) == 2 ** (2 * n)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (4, 1), (3, 3), (6, 2), (5, 3), (5, 4)])
def test_brute_force_counts_what_the_formula_says(n, d):
    labels = separable_labellings(moment_curve(n, d))
    assert len(labels) == len(set(map(tuple, labels.tolist()))) == cover_number(n, d)


def test_in_the_plane_they_are_what_a_turning_arrow_meets():
    X = [(4, 1), (2, 3), (-1, 4), (-3, 2), (3, -1)]
    # The sum of two normals lies between them, wherever they are less than half a turn apart.
    normals = [(-b, a) for a, b in X] + [(b, -a) for a, b in X]
    met = set()
    for (a, b), (c, d) in itertools.permutations(normals, 2):
        products = [(a + c) * x + (b + d) * y for x, y in X]
        if all(products):
            met.add(tuple(1 if product > 0 else -1 for product in products))
    assert met == set(map(tuple, separable_labellings(X).tolist())) and len(met) == 10


def test_points_in_special_position_have_fewer():
    corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    assert len(separable_labellings(corners)) == 4 < cover_number(4, 2)


def determinant(M):
    if len(M) == 1:
        return M[0][0]
    minors = ([row[:j] + row[j + 1 :] for row in M[1:]] for j in range(len(M)))
    return sum((-1) ** j * M[0][j] * determinant(minor) for j, minor in enumerate(minors))


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_no_d_points_of_the_moment_curve_are_dependent(d):
    points = [[Fraction(int(v)) for v in row] for row in moment_curve(7, d)]
    assert all(determinant([*chosen]) for chosen in itertools.combinations(points, d))


@pytest.mark.parametrize("wrong", [(0, 2), (3, 0), (2.5, 1)])
def test_what_is_no_number_of_points_or_features_is_refused(wrong):
    with pytest.raises(ValueError, match="n_"):
        cover_number(*wrong)


def test_opposite_labellings_are_both_there():
    labels = separable_labellings(moment_curve(5, 2))
    assert {*map(tuple, labels.tolist())} == {*map(tuple, (-np.array(labels)).tolist())}
