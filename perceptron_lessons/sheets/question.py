"""A question with data of its own, and what is asked for: the parts that every form writes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from perceptron_lessons.reading import read_toml
from perceptron_lessons.tables import Symbol, Table, format_number
from perceptron_lessons.theory.formats import in_words
from perceptron_lessons.theory.notation import formula, notation_of

TEXTS, GERMAN = (Path(__file__).with_name(f"{name}.toml") for name in ("kinds", "de"))


class Unfit(Exception):
    """These data are not what the question needs: others are drawn."""


def need(fits):
    """Draw other data unless these fit."""
    if not fits:
        raise Unfit


@dataclass(frozen=True)
class Question:
    """A question of one kind.

    Attributes
    ----------
    given : dict
        The student's own data, in plain numbers and lists; texts name them in <angle brackets>.
    asked : dict
        Name of an answer → the answer, or a function that works it out from those before it, as a
        dict: from the right ones, or from a student's. In the order of the work; digits at the end
        of a name number answers of one sort.
    mistakes, steps : int
        Of the run, and of the solution.
    shown, worked : tuple of Table
        What stands with the question, and with its solution.
    """

    given: dict
    asked: dict
    mistakes: int
    steps: int
    shown: tuple[Table, ...] = ()
    worked: tuple[Table, ...] = ()
    kind: str = ""

    @cached_property
    def answers(self):
        """The right answers: dict of str to int, Fraction, tuple of them, or str."""
        found = {}
        for key, answer in self.asked.items():
            found[key] = answer(found) if callable(answer) else answer
        return found

    @property
    def largest(self):
        """The largest number that a student has to write."""
        answers = (v if isinstance(v, tuple) else (v,) for v in self.answers.values())
        numbers = [v for answer in answers for v in answer if not isinstance(v, str)]
        return max((max(abs(v.numerator), v.denominator) for v in numbers), default=0)


def in_own_words(part, words):
    """Return a text or a table with words of a lecturer in place of ours; else the part itself."""
    if isinstance(part, Table):
        columns, *rows = ([in_own_words(c, words) for c in r] for r in (part.columns, *part.rows))
        return replace(part, columns=columns, rows=rows)
    text = format_number(part) if isinstance(part, (bool, np.bool_)) else part
    return words.get(text, part) if isinstance(text, str) else part


def texts(words=None):
    """Return the texts of all kinds, those of "de" or of a lecturer's file in place of ours.

    Raises
    ------
    ValueError
        The file is not TOML, or has a text that is not known.
    """
    file = GERMAN if words == "de" else words or TEXTS
    return _replaced(read_toml(TEXTS), read_toml(file), words)


def _replaced(ours, theirs, place):
    """Return our texts with theirs in place of some; a table that is empty takes any words."""
    for key, text in theirs.items() if ours else ():
        if type(ours.get(key)) is not type(text):
            raise ValueError(f"{place}: {key!r} is none of {', '.join(ours)}, or of another type")
        ours[key] = _replaced(ours[key], text, place) if isinstance(text, dict) else text
    return ours or theirs


def filled(text, values):
    """Return a text with numbers for the names in angle brackets."""
    if unknown := set(re.findall(r"<(\w+)>", text)) - set(values):
        raise ValueError(f"<{min(unknown)}> is none of {', '.join(values)}: {text!r}")
    return re.sub(r"<(\w+)>", lambda found: format_number(values[found[1]]), text)


def sentence(text, notation):
    """Return a text with formulas between dollar signs as one Symbol."""
    parts = [
        symbol(part, notation) if i % 2 else Symbol(part, rf"\text{{{in_words(part)}}}")
        for i, part in enumerate(text.split("$"))
        if part
    ]
    return Symbol(*map("".join, zip(*parts, strict=True)))


def symbol(template, notation):
    """Return a formula as a Symbol; {letter} and so on are the symbols of a notation."""
    return formula(template, lambda name, _: notation_of(notation)[name])
