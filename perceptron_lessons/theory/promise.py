"""What the mistake bound promises of samples that were not seen: Freund and Schapire's theorem.

After t of m samples a pass has the arrow w^t. Each of the m + 1 arrows w^0, …, w^m has one vote. If
the order of the samples and the new one is left to chance, the vote errs on the new one with a
probability of at most 2 E[k]/(m + 1), k being the mistakes of a pass over all m + 1.
"""

import itertools
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron_core import Dataset, online
from perceptron_core.checks import (
    as_count,
    as_data,
    as_generator,
    as_indices,
    as_integers,
    check_type,
    in_words,
    malformed,
)
from perceptron_lessons.theory.voting import signs_of


class Promise(NamedTuple):
    """Shares for each number m of samples that were seen.

    Attributes
    ----------
    seen : ndarray of int, shape (sizes,)
        m.
    forecast : ndarray, shape (splits, sizes)
        k/(m + 1): the mistakes of the pass over the m samples and one more.
    drawn : ndarray, shape (splits, sizes)
        The error on held-out samples of one of the m + 1 arrows, drawn at random.
    vote : ndarray, shape (splits, sizes)
        The error of their vote.
    wrong_arrows : ndarray, shape (sizes, held)
        For each sample that was held out, in each split, the share of the arrows that are wrong
        about it; in falling order.
    """

    seen: np.ndarray
    forecast: np.ndarray
    drawn: np.ndarray
    vote: np.ndarray
    wrong_arrows: np.ndarray


def votes_of_a_pass(X, y, new, seen, bias="one"):
    """Return what the arrows of one pass say about new samples, and when it made its mistakes.

    Parameters
    ----------
    X, y
        The samples in the order of the pass, more than any of `seen`.
    new : array-like, shape (q, n_features)
    seen : sequence of int
        The numbers m.
    bias : {"none", "one"}

    Returns
    -------
    counts : ndarray of int, shape (len(seen),)
        k, the mistakes among the first m + 1 samples.
    plus, minus : ndarray of int, shape (len(seen), q)
        How many of the m + 1 arrows give +1, and −1; the others give 0.
    """
    X, y = as_data(X, y)
    seen = as_indices("seen", seen, len(y))
    if not seen.size:
        raise malformed("seen", "be one number of samples or more", "none")
    trace = online(zip(X, y, strict=True), bias=bias, zero="mistake")
    signs = np.array([*signs_of(trace, new)])
    # Before sample t the arrow has as many mistakes behind it as came before t.
    behind = np.searchsorted(trace.times, np.arange(max(seen) + 2))
    arrows = np.array([np.bincount(behind[: m + 1], minlength=len(signs)) for m in seen])
    return behind[np.add(seen, 1)], arrows @ (signs > 0), arrows @ (signs < 0)


def learning_curve(data, seen, splits=20, seed=0) -> Promise:
    """Measure the errors of drawn arrows and of their vote, after more and more samples.

    Parameters
    ----------
    data : Dataset
        Offsets are weights of an appended 1.
    seen : sequence of int
        The numbers m, each below the number of samples less one.
    splits : int
        How often the samples are shuffled. All but the first max(seen) + 1 are held out.
    seed : int

    Returns
    -------
    Promise
        On the line is an error of an arrow; a tie is an error of the vote.

    Raises
    ------
    ValueError
        No sample would be held out.
    """
    check_type("data", data, Dataset, "be a Dataset, samples with their labels")
    seen = as_integers("seen", seen)
    rng = as_generator(seed)
    if not seen.size or seen.min() < 0:
        raise malformed("seen", "be one number of samples or more, from 0", in_words(seen))
    most = int(seen.max()) + 1
    if most >= len(data.y):
        raise malformed("seen", f"be below {len(data.y) - 1}, to hold samples out", most - 1)
    found = []
    for _ in range(as_count("splits", splits, 1)):
        shuffled = rng.permutation(len(data.y))
        held, order = shuffled[most:], shuffled[:most]
        counts, plus, minus = votes_of_a_pass(data.X[order], data.y[order], data.X[held], seen)
        right = np.where(data.y[held] > 0, plus, minus)
        other = np.where(data.y[held] > 0, minus, plus)
        wrong = 1 - right / (seen + 1)[:, None]
        found.append((counts / (seen + 1), wrong, np.mean(right <= other, axis=1)))
    forecast, wrong, vote = map(np.array, zip(*found, strict=True))
    pooled = -np.sort(-np.concatenate(wrong, axis=1))
    return Promise(seen, forecast, wrong.mean(axis=2), vote, pooled)


class EveryOrder(NamedTuple):
    """Exact means over all orders of a few samples, the last one being the new one.

    Attributes
    ----------
    mistakes : Fraction
        E[k], of a pass over all of them.
    drawn, vote : Fraction
        The probability that a drawn arrow, and the vote, is wrong about the last.
    """

    mistakes: Fraction
    drawn: Fraction
    vote: Fraction


def over_all_orders(X, y) -> EveryOrder:
    """Return what the theorem speaks of, with every order of the samples counted once.

    Parameters
    ----------
    X : array-like, shape (m + 1, n_features)
        Few: each further sample multiplies the work.
    y : array-like of −1 and +1, shape (m + 1,)

    Examples
    --------
    >>> print(*over_all_orders([[1], [2], [-1]], [1, 1, 1]))
    7/3 7/9 2/3
    """
    X, y = as_data(X, y)
    m = len(y) - 1
    mistakes = vote = 0
    drawn = Fraction(0)
    orders = [*itertools.permutations(range(m + 1))]
    for order in map(list, orders):
        new = X[order[-1:]]
        (k,), plus, minus = votes_of_a_pass(X[order], y[order], new, [m], bias="none")
        right, other = (plus, minus) if y[order[-1]] > 0 else (minus, plus)
        mistakes += int(k)
        drawn += Fraction(int(m + 1 - right.item()), m + 1)
        vote += int(right.item() <= other.item())
    count = len(orders)
    return EveryOrder(Fraction(mistakes, count), drawn / count, Fraction(vote, count))
