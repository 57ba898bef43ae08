"""Indices of plain text, as `as_text` and our own words have them: w_{k+1}, x^(i), γ_box, ‖x‖_2."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from perceptron_lessons.latex.reading import FUNCTIONS, LOWERED, RAISED

# A letter that no Latin one stands before, or another sign: n_samples has no index, nor has my_w.
_SYMBOL = (
    r"(?<![A-Za-z_])[^\W\d_][\u0300-\u036f\u20d7]?|[^\w\s({\[+−=<>,;:/·]"
    rf"|\b(?:{'|'.join(FUNCTIONS)})"
)
_BASE = re.compile(rf"(?:{_SYMBOL})\Z")
_BASE_OR_DIGIT = re.compile(rf"(?:{_SYMBOL}|\d)\Z")  # but 10_000 has no index
_BRACED = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_SMALL_SIGNS = "".join((*RAISED.values(), *LOWERED.values()))  # letters to Python, in k² and wᵀ
_ENDS = rf"(?![^\W{_SMALL_SIGNS}])"
_BARE = (
    rf"(\([^()]*\)|\d+{_ENDS}|[^\W\d_{_SMALL_SIGNS}]{{1,3}}{_ENDS}|\d[^\W\d_{_SMALL_SIGNS}]{_ENDS}"
    r"|[*⋆∗†‡′+−⊥])"
)
_INDEX = re.compile(rf"([_^])(?:{_BRACED}|{_BARE})")
_TAGS = {"_": "sub", "^": "sup"}
_SMALL = {"sub": LOWERED, "sup": RAISED}


class Part(NamedTuple):
    """A part of a text: where it stands ("sub", "sup", or "" for on the line), what, as written."""

    tag: str
    text: str
    source: str


def parts(text):
    """Return a text as `Part`s.

    >>> [part[:2] for part in parts("w_{k+1} of x^(i)_j")]
    [('', 'w'), ('sub', 'k+1'), ('', ' of x'), ('sup', '(i)'), ('sub', 'j')]
    """
    result = []
    place = 0
    for found in _INDEX.finditer(text):
        start = found.start()
        index = found[2] or found[3]
        base = _BASE if found[1] == "_" and index[:1].isdigit() else _BASE_OR_DIGIT
        is_second = place == start and result
        if not is_second and not base.search(text[max(0, start - 12) : start]):
            continue
        line = text[place:start]
        result += [Part("", line, line), Part(_TAGS[found[1]], index, found[0])]
        place = found.end()
    return [part for part in (*result, Part("", text[place:], text[place:])) if part.text]


def with_indices(text):
    """Return a text as HTML, with its indices below and above the line.

    >>> with_indices("‖w_opt‖ < w_{i_1}, but n_samples and my_w")
    '‖w<sub>opt</sub>‖ &lt; w<sub>i<sub>1</sub></sub>, but n_samples and my_w'
    """
    return "".join(
        f"<{tag}>{with_indices(words)}</{tag}>" if tag else html.escape(words)
        for tag, words, _ in parts(text)
    )


def small(part):
    """Return a part of a text on one line, in small signs if Unicode has them all.

    >>> [small(part) for part in parts("w_{k+1}^(i), γ_box")]
    ['w', 'ₖ₊₁', '⁽ⁱ⁾', ', γ', '_box']
    """
    if not part.tag:
        return part.text
    signs = _SMALL[part.tag]
    is_small = all(c in signs for c in part.text)
    return "".join(signs[c] for c in part.text) if is_small else part.source
