"""Fields of Moodle's cloze questions: one for each number or letter that is asked for.

A field holds every answer that it takes, so what people write for one value is listed here. What a
field takes `mark` takes too. Moodle's own field for numbers is not used: it knows no fractions and
no minus but the hyphen, and takes 7/2 as 7, because it reads what stands behind a number as a unit.
"""

from __future__ import annotations

import math
import re

BETWEEN = (",", ", ", " ", ";", "; ")  # the numbers of a list
AROUND = ("{}", "({})", "[{}]", "{{{}}}")  # a list
MINUS_SIGNS = ("-", "−", "–", "- ", "− ")  # hyphen, minus, dash
MULTIPLES = 10  # of numerator and denominator, up to which fractions are listed


def cloze(points, value, hint, share=1, letters=""):
    """Return the fields of Moodle for an answer.

    Parameters
    ----------
    points : int
    value : int, Fraction, tuple of them, or str
        A vector has a field for each number, and an order one for each letter.
    hint : str
        What Moodle says where the answer is wrong.
    share : int
        The weight of one point: a multiple of the number of fields.
    letters : str
        Those to choose from, where the answer is one of them or an order of some.

    Examples
    --------
    >>> cloze(2, "B", "Look again.", letters="ABC")
    '{2:MULTICHOICE:A#Look again.~=B~C#Look again.}'
    """
    parts, weight = fields_of(value, letters), share * points // number_of_fields(value, letters)
    hint = _quoted(hint)
    if letters and isinstance(value, str):
        fields = [
            "~".join(f"={c}" if c == part else f"{c}#{hint}" for c in letters) for part in parts
        ]
        return ", ".join(f"{{{weight}:MULTICHOICE:{field}}}" for field in fields)
    ways = ["~=".join(map(_quoted, ways_to_write(part))) for part in parts]
    whole = ", ".join(f"{{{weight}:SHORTANSWER:={way}~*#{hint}}}" for way in ways)
    return f"({whole})" if isinstance(value, tuple) else whole


def fields_of(value, letters=""):
    """Return what an answer has a field for each: numbers of a vector, letters of an order."""
    is_order = bool(letters) and isinstance(value, str)
    return tuple(value) if isinstance(value, tuple) or is_order else (value,)


def number_of_fields(value, letters=""):
    """Return how many fields an answer has."""
    return len(fields_of(value, letters))


def _quoted(text):
    return re.sub(r"([}#~])", r"\\\1", text)


def ways_to_write(value):
    """Return the ways in which people write a number, or a list of times; ours is the first.

    >>> from fractions import Fraction
    >>> ways_to_write(7)
    ['7', '7.0', '7,0', '+7', '+7.0', '+7,0']
    >>> {"64/5", "128/10", "64 / 5", "12.8", "12,80"} <= {*ways_to_write(Fraction(64, 5))}
    True
    """
    if isinstance(value, str):
        lists = [between.join(value.split(",")) for between in BETWEEN]
        return list(dict.fromkeys(around.format(each) for around in AROUND for each in lists))
    sizes = _ways_of_whole(value) if isinstance(value, int) else _ways_of_fraction(value)
    signs = ("",) if value >= 0 else ()
    signs += ("+",) if value > 0 else MINUS_SIGNS  # -0 is 0
    return list(dict.fromkeys(sign + size for sign in signs for size in sizes))


def _ways_of_whole(value):
    size = str(abs(value))
    return [size, f"{size}.0", f"{size},0"]


def _ways_of_fraction(value):
    """Return the size of a fraction in all ways; in decimals only where these end."""
    size = abs(value)
    pairs = [(n * size.numerator, n * size.denominator) for n in range(1, MULTIPLES + 1)]
    texts = [str(size), *(f"{a}{over}{b}" for a, b in pairs for over in ("/", " / "))]
    ends = [places for places in range(1, 7) if (size * 10**places).denominator == 1]
    for places in ends[:2]:
        whole, rest = divmod(int(size * 10**places), 10**places)
        decimals = [f"{whole}.{rest:0{places}}"] + ([] if whole else [f".{rest:0{places}}"])
        texts += [*decimals, *(text.replace(".", ",") for text in decimals)]
    return texts


def weight_of_a_point(answers):
    """Return the least weight that parts evenly among the fields of each answer.

    Parameters
    ----------
    answers : iterable of tuple
        Values, each with the letters to choose from.
    """
    return math.lcm(*(number_of_fields(*answer) for answer in answers))
