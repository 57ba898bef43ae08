"""Sheets: the questions of a student, from a seed; and those of a whole class."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from perceptron_lessons.builder.claims import LETTERS
from perceptron_lessons.sheets.kinds import KINDS
from perceptron_lessons.sheets.question import Unfit, filled, symbol, texts
from perceptron_lessons.tables import Table
from perceptron_lessons.theory.notation import notation_of

EFFORTS = ("mistakes", "steps", "largest")
TRIES = 100_000  # draws for one question


@dataclass(frozen=True)
class Sheet:
    """The questions of one student.

    Attributes
    ----------
    seed : int
        `sheet(seed, kinds)` makes it again.
    questions : tuple of Question
    texts : dict
        What is said, kind by kind.
    notation : str or Notation
    student : int
        The student's number, from 1.
    """

    seed: int
    questions: tuple
    texts: dict
    notation: object
    student: int = 1

    @cached_property
    def answers(self):
        """All answers: (key on the sheet, such as 3.w, question, answer)."""
        return [
            (f"{number}.{answer.key}", question, answer)
            for number, question in enumerate(self.questions, start=1)
            for answer in question.answers
        ]

    def points(self, question, answer):
        """Return how many points an answer is worth."""
        return self.texts[question.kind]["points"][answer.sort]

    def asked(self, question, answer):
        """Return what is asked for, in words or as a formula."""
        of_kind = self.texts[question.kind]["asked"]
        label = of_kind.get(answer.key) or of_kind[answer.sort]
        values = question.values | {"n": int(answer.key.removeprefix(answer.sort) or 0)}
        return filled(label, values)

    @property
    def total(self):
        """All points of the sheet."""
        return sum(self.points(question, answer) for _, question, answer in self.answers)

    def effort(self, name):
        """Return the mistakes or steps of all questions, or the largest number in any."""
        join = max if name == "largest" else sum
        return join(question.effort[name] for question in self.questions)


def sheet(seed, kinds=None, *, notation=LETTERS, words=None):
    """Return the sheet that belongs to a seed.

    Parameters
    ----------
    seed : int, at least 0
    kinds : sequence of str, optional
        Of `KINDS`, in the order of the sheet; by default all of them.
    notation : str or Notation
        In whose symbols: see `notation_of`.
    words : path, optional
        A file like ``kinds.toml`` with texts, points and ranges in place of ours.

    Returns
    -------
    Sheet

    Raises
    ------
    ValueError
        There is no such kind, or no such notation; the seed is not a number from 0; the file has
        what is not known; or no data fit its ranges.

    Examples
    --------
    >>> one = sheet(7, ["update"])
    >>> one.questions[0].given
    {'w': (4, 4), 'x': (-5, 1), 'y': 1}
    >>> [str(answer.value) for _, _, answer in one.answers]
    ['-16', '(-1, 5)', '10', '26']
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed must be a whole number from 0; found {seed!r}")
    kinds = list(KINDS) if kinds is None else list(kinds)
    if unknown := [name for name in kinds if name not in KINDS]:
        raise ValueError(f"no kind {unknown[0]!r}; there are {', '.join(KINDS)}")
    if not kinds or len(set(kinds)) < len(kinds):
        raise ValueError("kinds must be one or more, each named once")
    letters, said = notation_of(notation), texts(words)
    questions = tuple(_question(name, seed, letters, said[name]) for name in kinds)
    return Sheet(seed, questions, said, letters)


def _question(name, seed, notation, said):
    source = random.Random(f"{name} {seed}")
    for _ in range(TRIES):
        try:
            question = KINDS[name](source, notation)
        except Unfit:
            continue
        if all(said[e][0] <= question.effort[e] <= said[e][1] for e in EFFORTS):
            return replace(question, kind=name)
    ranges = ", ".join(f"{effort} {said[effort]}" for effort in EFFORTS)
    raise ValueError(f"{name}: no data fit these ranges: {ranges}")


def exam(students, seed, kinds=None, **how):
    """Return a sheet for each student, no two with the same data in any question.

    Parameters
    ----------
    students : int, at least 1
    seed : int
        All sheets follow from it; each has a seed of its own.
    kinds, notation, words
        As for `sheet`.
    """
    if isinstance(students, bool) or not isinstance(students, int) or students < 1:
        raise ValueError(f"students must be a whole number from 1; found {students!r}")
    sheets, taken = [], set()
    seeds = random.Random(f"exam {sheet(seed, kinds, **how).seed}")
    while len(sheets) < students:
        one = sheet(seeds.randrange(10**8), kinds, **how)
        data = {(question.kind, repr(question.given)) for question in one.questions}
        if not data & taken:
            taken |= data
            sheets.append(replace(one, student=len(sheets) + 1))
    return sheets
