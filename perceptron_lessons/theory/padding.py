"""The bound on samples padded with a constant c, and the c that makes it least."""

from __future__ import annotations

from fractions import Fraction

from perceptron_core.checks import is_finite
from perceptron_lessons.theory.rationals import rational, square_root


def padding_bound(
    radius: float | Fraction, offset: float | Fraction, gamma: float | Fraction, c: float | Fraction
) -> Fraction:
    """Return the bound on the mistakes of a run on samples padded with a constant c.

    A separator w·x + offset with ‖w‖ = 1 and margin gamma is (w, offset/c) in the padded space:
    its length is √(1 + offset²/c²), no sample is longer than √(radius² + c²), and so
    k ≤ (radius² + c²)(1 + offset²/c²)/gamma².

    Parameters
    ----------
    radius : number ≥ 0
        max‖x‖ before padding.
    offset : number
        The separator's, at the scale where ‖w‖ = 1.
    gamma : number > 0
        Its margin at that scale.
    c : number > 0
        1 is bias="one"; radius is bias="radius", with at most the bound of `primal`.

    Returns
    -------
    Fraction

    Raises
    ------
    ValueError
        gamma or c is not above 0, or a number is not finite.

    Examples
    --------
    The samples 6 (+) and 4 (−), with separator x − 5 and margin 1:

    >>> [str(padding_bound(6, -5, 1, c)) for c in (1, 5, 6)]
    ['962', '122', '122']
    """
    given = {"radius": radius, "offset": offset, "gamma": gamma, "c": c}
    for name, value in given.items():
        if not is_finite(value):
            raise ValueError(f"{name} must be finite; found {value}")
        if name in ("gamma", "c") and not value > 0:
            raise ValueError(f"{name} must be > 0; found {value}")
    r2, b2, gamma2, c2 = (rational(value) ** 2 for value in given.values())
    return (r2 + c2) * (1 + b2 / c2) / gamma2


def best_padding(radius: float | Fraction, offset: float | Fraction) -> float:
    """Return the constant c with the least `padding_bound`: √(radius·|offset|).

    The bound times gamma² is radius² + offset² + c² + radius²·offset²/c², and the last two terms
    have a constant product: they are least where they are equal. Then the bound is
    ((radius + |offset|)/gamma)², at most (2·radius/gamma)² where both labels occur: then
    |offset| ≤ radius.

    Parameters
    ----------
    radius, offset : number
        As for `padding_bound`. Where one of them is 0 the bound only falls as c does, and no
        c > 0 is best: 0 is returned.

    Returns
    -------
    float

    Examples
    --------
    >>> best_padding(9, -4)
    6.0
    >>> padding_bound(9, -4, 1, c=6), (9 + 4) ** 2
    (Fraction(169, 1), 169)
    """
    return square_root(rational(radius) * abs(rational(offset)))
