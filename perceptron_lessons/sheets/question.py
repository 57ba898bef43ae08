"""A question with data of its own, and what is asked for: the parts that every form writes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from perceptron_lessons.tables import Table, format_number
from perceptron_lessons.theory.notation import formula, notation_of

TEXTS = Path(__file__).with_name("kinds.toml")


class Unfit(Exception):
    """These data are not what the question needs: others are drawn."""


def need(fits):
    """Draw other data unless these fit."""
    if not fits:
        raise Unfit


class Answer(NamedTuple):
    """One thing that is asked for.

    Attributes
    ----------
    key : str
        Its name on the sheet; digits at its end number answers of one sort.
    value : int, Fraction, tuple of them, or str
    follow : callable or None
        Given the values before it by their keys, wrong or not, returns what follows from them.
    """

    key: str
    value: Any
    follow: Callable[[dict], Any] | None = None

    @property
    def sort(self) -> str:
        """The key without its number."""
        return self.key.rstrip("0123456789")


@dataclass(frozen=True)
class Question:
    """A question of one kind.

    Attributes
    ----------
    given : dict
        The student's own data, in plain numbers and lists.
    values : dict
        What the texts of the kind name in <angle brackets>.
    tables, worked : tuple of Table
        What is shown with the question, and with its solution.
    answers : tuple of Answer
        In the order of the work.
    effort : dict
        The mistakes of the run, the steps of the solution, and the largest number in it.
    """

    given: dict
    values: dict
    tables: tuple[Table, ...]
    answers: tuple[Answer, ...]
    worked: tuple[Table, ...]
    effort: dict
    kind: str = ""


def texts(words=None):
    """Return the texts of all kinds, those of a lecturer's file in place of ours.

    Raises
    ------
    ValueError
        The file has a kind, or a text, that is not known.
    """
    ours = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    return _replaced(ours, tomllib.loads(Path(words).read_text("utf-8")), words) if words else ours


def _replaced(ours, theirs, place):
    for key, text in theirs.items():
        if type(ours.get(key)) is not type(text):
            raise ValueError(f"{place}: {key!r} is not among {', '.join(ours)}, or of another type")
        ours[key] = _replaced(ours[key], text, f"{place}, {key}") if key in ours and isinstance(
            text, dict
        ) else text
    return ours


def filled(text, values):
    """Return a text with numbers for the names in angle brackets."""

    def number(found):
        if found[1] not in values:
            raise ValueError(f"<{found[1]}> is none of {', '.join(values)}: {text!r}")
        return format_number(values[found[1]])

    return re.sub(r"<(\w+)>", number, text)


def symbol(template, notation):
    """Return a formula as a Symbol; {w:3} stands for the weights after 3 updates."""
    letters = notation_of(notation)

    def value(name, spec):
        return letters.at(int(spec)) if spec else letters[name]

    return formula(template, value)
