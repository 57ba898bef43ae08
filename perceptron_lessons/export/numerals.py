"""Numbers as people write them: read exactly, within limits, or refused with a reason.

What `float` and `Fraction` accept is too much here: ``1_000`` is a slip of the keyboard, ``1e-400``
would silently become 0, and ``1e999999999`` would fill the memory with its digits.
"""

from __future__ import annotations

import re
from fractions import Fraction

MOST_DIGITS = 1000
"""Longer numbers, and those with a larger exponent, are refused: no data are so precise."""

_DECIMAL = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_NUMERAL = re.compile(rf"{_DECIMAL}|[+-]?[0-9]+/[0-9]+")
_PLAIN = re.compile(rf"(?:[ \t]*{_DECIMAL}[ \t]*\n)*")
_NOT_ZERO = re.compile(r"[ \t+-]*[0.]*[1-9]")


def is_number(text):
    """Return whether a text is a decimal number or a quotient of two integers.

    >>> [is_number(text) for text in ("-1.5e3", "1/10", "1_000", "nan", "1,5")]
    [True, True, False, False, False]
    """
    return _NUMERAL.fullmatch(text.strip()) is not None


def read_exactly(text):
    """Return the rational that a text says: 0.1 is 1/10.

    Raises
    ------
    ValueError
        What is wrong with the text, in words that can follow "expected a number; found …".

    >>> read_exactly("0.1"), read_exactly(" -2/6 ")
    (Fraction(1, 10), Fraction(-1, 3))
    """
    numeral = _NUMERAL.fullmatch(text.strip())
    if numeral is None:
        raise ValueError(_why_not(text.strip()))
    # The exponent by its digits first: 1e999999999 is short, but its value is not.
    exponent = numeral[0].lower().partition("e")[2].lstrip("+-").lstrip("0")
    if len(numeral[0]) > MOST_DIGITS or len(exponent) > 4 or int(exponent or 0) > MOST_DIGITS:
        raise ValueError(f"{_short(text)} (more than {MOST_DIGITS} digits)")
    try:
        return Fraction(numeral[0])
    except ZeroDivisionError:
        raise ValueError(f"{_short(text)} (a division by 0)") from None


def read_number(text):
    """Return an integer as it is, a decimal number as the nearest float.

    Raises
    ------
    ValueError
        As for `read_exactly`; also at a quotient, and where no float is near.

    >>> read_number("12345678901234567890"), read_number("1.50")
    (12345678901234567890, 1.5)
    """
    value = read_exactly(text)
    if "/" in text:
        raise ValueError(f"{_short(text)} (quotients are read with --exact)")
    if re.fullmatch(r"[+-]?[0-9]+", text.strip()):
        return int(value)
    try:
        return nearest_float(value)
    except ValueError as error:
        raise ValueError(f"{_short(text)} ({error})") from None


def nearest_float(value):
    """Return a rational as a float.

    Raises
    ------
    ValueError
        It is beyond the largest float, or would become 0.
    """
    try:
        nearest = float(value)
    except OverflowError:
        nearest = None
    if nearest is None or (value and not nearest):
        raise ValueError("outside the range of floats: use --exact")
    return nearest


def read_floats(cells):
    """Return many cells as floats at once, or None where one of them needs a closer look.

    A closer look is `read_number`'s: at what is no decimal number, at integers that no float
    holds, and at what would overflow or vanish.

    >>> read_floats(["1", " 2.5"]), read_floats(["1", "1e-400"]), read_floats(["9007199254740993"])
    ([1.0, 2.5], None, None)
    """
    if not _PLAIN.fullmatch("\n".join([*cells, ""])):
        return None
    values = list(map(float, cells))
    for value, cell in zip(values, cells, strict=True):
        if abs(value) >= 2.0**53 or (value == 0 and _NOT_ZERO.match(cell)):
            return None
    return values


def _why_not(text):
    if not text:
        return "an empty cell"
    hint = ""
    if "," in text:
        hint = " (decimals are written with a point)"
    elif "_" in text or " " in text or "\N{NO-BREAK SPACE}" in text:
        hint = " (digits are written without a mark between thousands)"
    elif "\N{MINUS SIGN}" in text:
        hint = " (the minus is written as a hyphen)"
    return _short(text) + hint


def _short(text, longest=40):
    """Return a text as a message quotes it."""
    text = text.strip()
    return repr(text if len(text) <= longest else f"{text[:longest]}…")
