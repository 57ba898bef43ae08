"""The maximum margin, or a proof that there is none; and separators that a user brings.

Every verdict is exact: a number is taken as the rational that it is, floats too, and what is said
of it was verified in integers. γ itself is seldom rational, so it is kept as γ², and rounded once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core.checks import (
    as_data,
    as_number,
    as_vector,
    check_choice,
    in_words,
    is_number,
    malformed,
)
from perceptron_core.exact import as_fractions, largest_square, over_one, plain
from perceptron_lessons.tables import Label, Numeral, Phrase, equals, format_number, pluralize
from perceptron_lessons.theory.margins import combination, exact_margins, least_margin
from perceptron_lessons.theory.nearest_point import BUDGET, Vectors, nearest_point
from perceptron_lessons.theory.rationals import readable_root, square_root

BIASES = ("none", "one", "radius", "free")
LEGIBLE = 40  # bits up to which a fraction is shown as such
ACCURACY = Fraction(1, 10**9)  # relative; what is not exact must be right to that


@dataclass(frozen=True, eq=False)
class Separator:
    """A vector w and an offset b with y(w·x + b) > 0 for every sample, and its margin γ.

    Attributes
    ----------
    w : ndarray of Fraction, shape (n_features,)
        Of any length but 0, since the unit vector is seldom rational: `unit_w` is w at length 1.
        From `maximum_margin` it is the point of the hull of the z = y·x that is nearest to 0, so
        its length is γ (half the distance of the two classes' hulls, for "free").
    b : Fraction
    bias : {"none", "one", "radius", "free"}
        What counts as the length of (w, b): ‖w‖ for "none" (b is 0) and "free" (`primal`);
        √(‖w‖² + b²/c²) in the space padded with c = 1 or c = R.
    pad_squared : int, Fraction or None
        c²; None for "free".
    gamma_squared : Fraction
        γ².
    support : ndarray of int
        The samples whose margin is γ, no more and no fewer; where γ is not exactly the largest,
        those that w is a mean of.
    bound_squared : Fraction or None
        From `maximum_margin`: no separator's margin exceeds its root. That is γ², or, where to find
        the maximum exactly would take minutes, a little more.
    """

    w: np.ndarray
    b: Any
    bias: str
    pad_squared: Any
    gamma_squared: Any
    support: np.ndarray
    bound_squared: Any = field(default=None, kw_only=True)

    def __post_init__(self):
        """Make all numbers Python's own: those of numpy overflow."""
        for entry in fields(self):
            if entry.name not in ("bias", "support"):
                object.__setattr__(self, entry.name, plain(getattr(self, entry.name)))

    @property
    def gamma(self) -> float:
        """The geometric margin γ, as the float next to it."""
        return square_root(self.gamma_squared)

    @cached_property
    def norm_squared(self) -> Fraction:
        """The squared length that γ is measured by."""
        return _norm_squared(self.w, self.b, self.pad_squared)

    @property
    def unit_w(self) -> np.ndarray:
        """w at the scale where `norm_squared` is 1, as floats."""
        return np.array([self._unit(v) for v in self.w])

    @property
    def unit_b(self) -> float:
        return self._unit(self.b)

    def _unit(self, value):
        root = square_root(value * value / self.norm_squared)
        return -root if value < 0 else root

    def margins(self, X: ArrayLike, y: ArrayLike) -> np.ndarray:
        """Return the geometric margins y(w·x + b) of samples about this separator, as floats."""
        X, y = as_data(X, y)
        return np.array([self._unit(margin) for margin in exact_margins(X, y, self.w, self.b)])

    def __str__(self):
        vector = Phrase("separator of length 1: w {w}", w=Numeral(equals(self.unit_w)))
        if self.bias != "none":
            vector = Phrase("{vector}, b {b}", vector=vector, b=Numeral(equals(self.unit_b)))
        root = Numeral(format_number(readable_root(self.gamma_squared)))
        margin = Phrase("margin {margin}", margin=root)
        if _legible(self.gamma_squared):
            square = Numeral(format_number(self.gamma_squared))
            margin = Phrase("{margin}, squared exactly {square}", margin=margin, square=square)
        if self.bound_squared not in (None, self.gamma_squared):
            more = Numeral(_shown((self.bound_squared / self.gamma_squared - 1) / 2))
            facts = {"margin": margin, "more": more}
            margin = Phrase("{margin}, no other above 1 + {more} times that", **facts)
        samples = Numeral(format_number(self.support)[1:-1])
        closest = Phrase("closest samples {samples}", samples=samples)
        return Phrase.joined("; ", (vector, margin, closest))

    __repr__ = __str__


@dataclass(frozen=True, eq=False)
class Certificate:
    """Weights a ≥ 0 with Σa = 1 and Σ a_i z_i = 0: a proof that nothing separates the data.

    Were w·z_i > 0 for all i, then Σ a_i (w·z_i) > 0, but it is w·0 = 0 (Gordan's theorem).

    Attributes
    ----------
    weights : ndarray of Fraction, shape (n_samples,)
    bias : {"none", "one", "radius", "free"}
        The space that z lives in; for "free", Σ a_i y_i = 0 as well.
    """

    weights: np.ndarray
    bias: str

    @property
    def support(self) -> np.ndarray:
        """The samples that the proof uses."""
        return np.flatnonzero(self.weights)

    def proves(self, X: ArrayLike, y: ArrayLike) -> bool:
        """Whether it is a proof for these samples, in its own space: computed anew, exactly."""
        X, y = as_data(X, y)
        a = self.weights
        if len(a) != len(y) or min(a) < 0 or sum(a) != 1 or (self.bias == "free" and a @ y):
            return False
        used = self.support
        pad_squared = _pad_squared(X, self.bias) or 0
        return not combination(X[used], y[used], a[used], pad_squared)[-1]

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self):
        terms = [
            Phrase("{weight} of z_{i}", weight=Numeral(_shown(self.weights[i])), i=i)
            for i in self.support[:8]
        ]
        terms += ["…"] * (len(self.support) > 8)
        return Phrase("no separator exists: {terms} is 0", terms=Phrase.joined(" + ", terms))

    __repr__ = __str__


class Undecided(ArithmeticError):
    """The work that was allowed did not suffice for an answer.

    Attributes
    ----------
    separator : Separator or None
        The best one that was found; perhaps not the one with the largest margin.
    """

    def __init__(self, message, best=None):
        super().__init__(message)
        self.separator = best


def maximum_margin(
    X: ArrayLike, y: ArrayLike, *, bias: str = "none", exact: bool | None = None
) -> Separator | Certificate:
    """Return the separator with the largest margin, or a certificate that there is none.

    The largest γ with y(w·x) ≥ γ for a unit w is the distance from 0 to the convex hull of the
    z = y·x. The nearest point of the hull is that separator, or it is 0, written as a mean of
    samples. With a free offset γ is half the distance between the two classes' hulls.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
    y : array-like of −1 and +1, shape (n_samples,)
    bias : {"none", "one", "radius", "free"}
        The space: through the origin; padded with 1 or with R = max‖x‖; or a separate offset
        with only w of length 1 (`primal`'s γ).
    exact : bool or None
        The answer is true in any case. True goes on until γ is exactly the largest; otherwise,
        where that would take minutes, γ is the largest to 1e-9 of it, or the search ends as
        `Undecided`.

    Returns
    -------
    Separator or Certificate
        Verified on all samples: γ² of the separator, the least margin's square, is also the squared
        length of a point of the hull, which no margin exceeds, or says by how much that is longer;
        the certificate's sum is 0. A separator is true, a certificate false in an `if`.

    Raises
    ------
    ValueError
        Malformed input; for "free", only one label (the margin would be without limit).
    Undecided
        The message says how close it came, its `separator` is what was found. Never where
        `exact` is True.

    References
    ----------
    Lawson & Hanson 1974, ch. 23 (least distance); Wolfe 1976 (the nearest point, exactly).

    Examples
    --------
    >>> maximum_margin([[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1])
    separator of length 1: w ≈ (0.4472, 0.8944); margin 0.8944, squared exactly 4/5; closest \
samples 0, 2
    >>> maximum_margin([[1, 1], [-2, -2]], [1, 1])
    no separator exists: 2/3 of z_0 + 1/3 of z_1 is 0
    """
    X, y = check_data(X, y, bias)
    pad_squared = _pad_squared(X, bias)
    samples, shares = nearest_point(Vectors(X, y, pad_squared, math.inf if exact else BUDGET))
    w, b, unit, square = combination(X[samples], y[samples], shares, pad_squared)
    if not square:
        weights = np.full(len(y), Fraction(0), dtype=object)
        weights[samples] = as_fractions(shares) / sum(shares)
        return Certificate(weights, bias)
    least, support = least_margin(X, y, w, b)
    gamma_squared = least * least / _norm_squared(w, b, pad_squared)
    if gamma_squared != square:
        support = np.sort(samples)
    best = None
    if least > 0:
        best = Separator(
            w=w * unit,
            b=b * unit,
            bias=bias,
            pad_squared=pad_squared,
            gamma_squared=gamma_squared,
            support=support,
            bound_squared=square,
        )
        if gamma_squared >= square * (1 - ACCURACY) ** 2:
            return best
    reached, bound = (format_number(square_root(v)) for v in (gamma_squared, square))
    reached = f"a separator with margin {reached} was found" if best else "no separator was found"
    raise Undecided(
        f"undecided after the work allowed: {reached}, and no proof rules out one with a margin of "
        f"up to {bound}: exact=True goes on until it is decided",
        best,
    )


def separator(
    X: ArrayLike, y: ArrayLike, w: ArrayLike, b: float | Fraction = 0, *, bias: str | None = None
) -> Separator:
    """Return a separator that the user brings, with its margin γ computed.

    Parameters
    ----------
    X, y
        As for `maximum_margin`.
    w : array-like, shape (n_features,)
        Of any length.
    b : number
    bias : {"none", "one", "radius", "free"}
        How its length is measured; by default "none" where b is 0, else "free".

    Returns
    -------
    Separator
        Exact: a float is the rational that it is.

    Raises
    ------
    ValueError
        w or b is malformed, or the pair is not a separator; the message names the sample.

    Examples
    --------
    >>> separator([[6], [4]], [1, -1], [1], b=-5)
    separator of length 1: w = (1), b = −5; margin 1, squared exactly 1; closest samples 0, 1
    >>> separator([[6], [4]], [1, -1], [1])
    Traceback (most recent call last):
        ...
    ValueError: (w, b) is not a separator: sample 1 has y(w·x + b) = −4, which must be > 0
    """
    b = as_number("b", b, exact=True)
    bias = ("free" if b else "none") if bias is None else bias
    X, y = check_data(X, y, bias)
    pad_squared = _pad_squared(X, bias)
    w = as_vector("w", w, X.shape[1], exact=True)
    if b and pad_squared == 0:
        raise ValueError(
            f'bias="{bias}" has b = 0 on these samples; found b = {_shown(b)}: use "free"'
        )
    least, support = least_margin(X, y, w, b)
    if least <= 0:
        raise ValueError(
            f"(w, b) is not a separator: sample {support[0]} has y(w·x + b) = {_shown(least)}, "
            "which must be > 0"
        )
    gamma_squared = least * least / _norm_squared(w, b, pad_squared)
    return Separator(w, b, bias, pad_squared, gamma_squared, support)


def as_pair(given, n_features):
    """Return the w and b of a separator that the user gives: as such, as (w, b), or as w alone.

    >>> w, b = as_pair([1, 2], 2)
    >>> w.tolist(), b
    ([Fraction(1, 1), Fraction(2, 1)], Fraction(0, 1))
    """
    if isinstance(given, Separator):
        pair = given.w, given.b
    elif isinstance(given, list | tuple | np.ndarray) and all(map(is_number, given)):
        pair = given, 0
    else:
        pair = given
    is_pair = isinstance(pair, list | tuple | np.ndarray) and len(pair) == 2
    if not is_pair or np.shape(pair[0]) != (n_features,):
        numbers = pluralize(n_features, "number")
        must = f"be a Separator, a pair (w, b) with {numbers} in w, or such a w alone"
        raise malformed("the separator", must, in_words(given))
    w, b = pair
    return as_vector("w", w, n_features, exact=True), as_number("b", b, exact=True)


def check_data(X, y, bias):
    """Return X and y, checked, or say what is wrong with them or with the bias."""
    check_choice("bias", bias, BIASES)
    X, y = as_data(X, y)
    if bias == "free" and len(set(y.tolist())) == 1:
        raise ValueError(
            f"a free offset needs both labels; found only {format_number(Label(y[0]))}: "
            "the margin would grow without limit with b"
        )
    return X, y


def _pad_squared(X, bias):
    if bias == "radius":
        return largest_square(X)
    return {"none": 0, "one": 1, "free": None}[bias]


def _norm_squared(w, b, pad_squared):
    integers, scale = over_one(w)
    square = Fraction(int(integers @ integers), scale**2)
    return square + b * b / pad_squared if pad_squared and b else square


def _legible(value):
    return value.numerator.bit_length() + value.denominator.bit_length() <= LEGIBLE


def _shown(value):
    """Return a rational of any size in words, rounded to four digits where it is long."""
    if _legible(value):
        return format_number(value)
    rounded = Context(prec=4).divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{rounded.normalize():g}".replace("-", "−")
