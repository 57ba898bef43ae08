"""Steps that change from mistake to mistake: when the run still stops, and when it need not.

With steps η_1, η_2, … let S = η_1 + … + η_k and Q = η_1² + … + η_k². The two lines of the proof
become w_k·u ≥ S γ and ‖w_k‖² ≤ Q R², so a run that has made k mistakes has S² γ² ≤ Q R². The core
knows one learning rate, which enters no decision; here the steps enter each of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core import Dataset
from perceptron_core.checks import as_count, as_number, check_type, malformed
from perceptron_core.exact import as_fractions
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.transforms import fold_labels

CLOSE_CALL = Dataset([[1, -1], [0, 1]], [1, 1], "two circles")
"""Two points on which steps that shrink or grow too fast never stop; R²/γ² = 10."""


def constant_steps() -> Iterator[Fraction]:
    """Yield 1, 1, 1, …"""
    return (Fraction(1) for _ in count())


def harmonic_steps() -> Iterator[Fraction]:
    """Yield 1, 1/2, 1/3, …: their sum grows without limit."""
    return (Fraction(1, k) for k in count(1))


def halved_steps() -> Iterator[Fraction]:
    """Yield 1, 1/2, 1/4, …: their sum stays below 2."""
    return (Fraction(1, 2**k) for k in count())


def doubled_steps() -> Iterator[Fraction]:
    """Yield 1, 2, 4, …: each is longer than all before it together."""
    return (Fraction(2**k) for k in count())


STEPS: dict[str, Callable[[], Iterator[Fraction]]] = {
    "1, 1, 1, …": constant_steps,
    "1, 1/2, 1/3, …": harmonic_steps,
    "1, 1/2, 1/4, …": halved_steps,
    "1, 2, 4, …": doubled_steps,
}
"""What the steps are called in words → a function that yields them, without an end."""


class StepRun(NamedTuple):
    """A run whose steps change, exactly.

    Attributes
    ----------
    Z : ndarray of Fraction, shape (n_samples, n_features)
        The z = yx.
    mistakes : list of int
    steps : list of Fraction, shape (k,)
        That of each mistake.
    weights : ndarray of Fraction, shape (k + 1, n_features)
        w_0 = 0, w_1, …, w_k.
    converged : bool
        Whether no sample was a mistake at the end.
    """

    Z: np.ndarray
    mistakes: list[int]
    steps: list[Fraction]
    weights: np.ndarray
    converged: bool


def run_with_steps(
    X: ArrayLike, y: ArrayLike, steps: Iterable[Any], max_mistakes: int = 100
) -> StepRun:
    """Run the perceptron from 0, without offset, in cyclic order, with a step for each mistake.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    y : array-like of −1 and +1, shape (n_samples,)
    steps : iterable of number > 0
        η_1, η_2, …, of which there must be as many as mistakes.
    max_mistakes : int
        Where to stop a run that has not stopped.

    Returns
    -------
    StepRun

    Raises
    ------
    ValueError
        An argument is malformed, a step is not above 0, or there are too few steps.

    Examples
    --------
    >>> X, y = [[1, -1], [0, 1]], [1, 1]
    >>> run_with_steps(X, y, harmonic_steps()).mistakes
    [0, 1, 1, 1]
    >>> run_with_steps(X, y, halved_steps(), 1000).converged
    False
    """
    Z = as_fractions(fold_labels(X, y))
    most = as_count("max_mistakes", max_mistakes)
    given = _as_steps(steps)
    w = as_fractions(np.zeros(Z.shape[1], dtype=int))
    weights = [w]
    mistakes: list[int] = []
    used: list[Fraction] = []
    right_in_a_row, at = 0, 0
    while right_in_a_row < len(Z) and len(mistakes) < most:
        if Z[at] @ w <= 0:
            step = next(given, None)
            if step is None:
                found = pluralize(len(mistakes), "step")
                raise malformed("steps", "suffice for all mistakes", found, "give more of them")
            w = w + step * Z[at]
            weights.append(w)
            mistakes.append(at)
            used.append(step)
            right_in_a_row = 0
        else:
            right_in_a_row += 1
        at = (at + 1) % len(Z)
    converged = bool(all(z @ w > 0 for z in Z))
    return StepRun(Z, mistakes, used, np.array(weights), converged)


def _as_steps(steps):
    """Yield the steps as rationals, or say what is wrong with one."""
    check_type("steps", steps, Iterable, "be numbers above 0, one after the other")
    for number, given in enumerate(steps, 1):
        step = as_fractions(as_number(f"step {number}", given, exact=True))
        if step <= 0:
            raise malformed(f"step {number}", "be above 0", str(step))
        yield step


def squared_sum_over_squares(steps: Iterable[Any]) -> Iterator[Fraction]:
    """Yield S²/Q after each of the steps, exactly: how many equal steps they are worth.

    A run on samples with a margin makes k mistakes only while it is at most R²/γ². By
    Cauchy–Schwarz it is at most k, and it is k where all steps are equal.

    >>> [str(v) for v in islice(squared_sum_over_squares(halved_steps()), 4)]
    ['1', '9/5', '7/3', '45/17']
    """
    total = squares = Fraction(0)
    for step in _as_steps(steps):
        total += step
        squares += step * step
        yield total * total / squares


def most_mistakes(steps: Iterable[Any], ratio: Any, looked_at: int = 1_000) -> int | None:
    """Return how many mistakes a run with these steps can make, where R²/γ² is the ratio.

    Parameters
    ----------
    steps : iterable of number > 0
    ratio : number ≥ 1
        R²/γ².
    looked_at : int
        How many of the steps are looked at.

    Returns
    -------
    int or None
        One less than the first k with S² > Q R²/γ²; None where there is none among the first.

    References
    ----------
    Duda, Hart and Stork 2001, "Pattern Classification", section 5.5.

    Examples
    --------
    >>> [most_mistakes(steps(), 10) for steps in (constant_steps, harmonic_steps, halved_steps)]
    [10, 30, None]
    """
    limit = as_fractions(as_number("ratio", ratio, exact=True))
    looked_at = min(as_count("looked_at", looked_at), sys.maxsize)
    first = islice(squared_sum_over_squares(steps), looked_at)
    return next((k for k, worth in enumerate(first) if worth > limit), None)
