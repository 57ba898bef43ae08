"""Runs with a threshold, and MinOver: against plain loops in fractions, and their theorems."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from many import TIMES

from perceptron_core import perceptron
from perceptron_lessons import maximum_margin
from perceptron_lessons.theory.wider import ORDERS_WITH_MARGIN, minover, perceptron_with_margin

# τ, and β as a share of γ.
THRESHOLDS = ((0, Fraction(1, 2)), (40, Fraction(0)), (Fraction(7, 3), Fraction(3, 4)))


def separable(rng, n=5, d=2):
    """Random whole points that some line separates, folded, with the exact γ² of the widest gap."""
    while True:
        Z = rng.integers(-6, 7, (n, d))
        best = maximum_margin(Z, np.ones(n, dtype=int))
        if best:
            return Z.tolist(), best


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def at_most_root(value, square):
    """Whether value ≤ √square, without a root."""
    return value <= 0 or value * value <= square


def by_hand(Z, tau, beta_squared, order):
    """The samples that are added, as the rule says it, in fractions."""
    w, mistakes = [Fraction(0)] * len(Z[0]), []
    while True:
        near = [
            i for i, z in enumerate(Z) if at_most_root(dot(w, z) - tau, beta_squared * dot(w, w))
        ]
        if not near:
            return mistakes, w
        if order == "cyclic":
            last = mistakes[-1] if mistakes else -1
            i = min(near, key=lambda i: (i <= last, i))
        else:
            sign = 1 if order == "worst" else -1
            i = min(near, key=lambda i: sign * dot(w, Z[i]))
        mistakes.append(i)
        w = [a + b for a, b in zip(w, Z[i], strict=True)]


@pytest.mark.parametrize("order", ORDERS_WITH_MARGIN)
def test_a_run_is_the_one_by_hand_and_keeps_what_is_promised(order):
    rng = np.random.default_rng(4)
    for _ in range(4 * TIMES):
        Z, best = separable(rng)
        square = max(dot(z, z) for z in Z)
        for tau, part in THRESHOLDS:
            beta_squared = part**2 * best.gamma_squared
            y = rng.choice([-1, 1], len(Z))
            X = np.array(Z) * y[:, None]
            run = perceptron_with_margin(X, y, tau=tau, beta_squared=beta_squared, order=order)
            mistakes, w = by_hand(Z, tau, beta_squared, order)
            assert (list(run.mistakes), run.w.tolist(), run.converged) == (mistakes, w, True)
            assert run.least == min(dot(w, z) for z in Z)
            # k ≤ (R² + 2τ − β²)/(γ − β)², and the margin exceeds β.
            gap = (1 - part) ** 2 * best.gamma_squared
            assert len(mistakes) * gap <= square + 2 * tau - beta_squared
            assert run.margin_squared > beta_squared
            if not part:
                promised = best.gamma_squared * Fraction(tau) ** 2 / (square + 2 * tau) ** 2
                assert run.margin_squared > promised


def test_without_a_threshold_it_is_the_perceptron():
    rng = np.random.default_rng(5)
    for _ in range(10 * TIMES):
        Z, _ = separable(rng, d=3)
        y = np.ones(len(Z), dtype=int)
        assert list(perceptron_with_margin(Z, y).mistakes) == perceptron(Z, y).mistakes.tolist()


def test_floats_are_the_rationals_that_they_are():
    run = perceptron_with_margin([[0.1, 0.2], [0.3, -0.1]], [1, 1], tau=0.05)
    Z = [[Fraction(0.1), Fraction(0.2)], [Fraction(0.3), Fraction(-0.1)]]
    mistakes, w = by_hand(Z, Fraction(0.05), 0, "cyclic")
    assert (list(run.mistakes), run.w.tolist()) == (mistakes, w)


def test_a_gap_that_no_line_leaves_is_never_found():
    Z, y = [[2, 1], [2, -1]], [1, 1]  # the widest gap is 2
    run = perceptron_with_margin(Z, y, beta_squared=4, max_mistakes=300)
    assert not run.converged and len(run.mistakes) == 300
    assert perceptron_with_margin(Z, y, beta_squared=Fraction(399, 100)).converged


def test_minover_adds_the_least_and_stays_near_k_times_the_nearest_point():
    rng = np.random.default_rng(6)
    for case in range(12 * TIMES):
        Z = rng.integers(-6, 7, (6, 2)).tolist()
        best = maximum_margin(Z, np.ones(6, dtype=int))
        p = best.w.tolist() if best else [Fraction(0)] * 2
        spread = max(dot(z, z) for z in Z) - dot(p, p)
        run = minover(Z, [1] * 6, 40 + case)
        w = [Fraction(0)] * 2
        for k, i in enumerate(run.mistakes, start=1):
            assert dot(w, Z[i]) == min(dot(w, z) for z in Z)
            w = [a + b for a, b in zip(w, Z[i], strict=True)]
            off = [a - k * b for a, b in zip(w, p, strict=True)]
            assert dot(off, off) <= k * spread
        assert run.w.tolist() == w


def test_an_unkind_order_leaves_little_more_than_half():
    Z = [(8, r) for r in range(-40, 41)]
    run = perceptron_with_margin(Z, [1] * 81, tau=16_000, order="mildest")
    found = 100 * isqrt(int(run.margin_squared * 10**8)) / 10**4 / 8
    assert (len(run.mistakes), run.w.tolist(), round(found)) == (470, [3760, -350], 53)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"tau": -1}, "tau must be >= 0; found -1"),
        ({"beta_squared": -0.5}, "beta_squared must be >= 0"),
        ({"order": "random"}, "order must be"),
    ],
)
def test_malformed_settings_are_refused(settings, said):
    with pytest.raises(ValueError, match=said):
        perceptron_with_margin([[1]], [1], **settings)
