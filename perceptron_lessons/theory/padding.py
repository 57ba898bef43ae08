"""The bound on samples padded with a constant c."""

from __future__ import annotations

from fractions import Fraction

from perceptron_core.checks import as_number, in_words, malformed


def padding_bound(
    radius: float | Fraction, offset: float | Fraction, gamma: float | Fraction, c: float | Fraction
) -> Fraction:
    """Return the bound on the mistakes of a run on samples padded with a constant c.

    A separator w·x + offset with ‖w‖ = 1 and margin gamma is (w, offset/c) in the padded space:
    its length is √(1 + offset²/c²), no sample is longer than √(radius² + c²), and so
    k ≤ (radius² + c²)(1 + offset²/c²)/gamma². It is least at c = √(radius·|offset|): times gamma²
    it is radius² + offset² + c² + radius²·offset²/c², and the last two terms have a constant
    product. Then it is ((radius + |offset|)/gamma)².

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
    values = {"radius": radius, "offset": offset, "gamma": gamma, "c": c}
    numbers = {name: as_number(name, value, exact=True) for name, value in values.items()}
    for name in ("gamma", "c"):
        if numbers[name] <= 0:
            raise malformed(name, "be > 0", in_words(values[name]))
    if numbers["radius"] < 0:
        raise malformed("radius", "be >= 0", in_words(radius))
    r2, b2, gamma2, c2 = (value**2 for value in numbers.values())
    return (r2 + c2) * (1 + b2 / c2) / gamma2
