"""Sheets: the questions of a student, from a seed; and those of a whole class."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from perceptron_lessons.sheets.kinds import KINDS
from perceptron_lessons.sheets.question import Unfit, filled, in_own_words, texts
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
        What is written, kind by kind.
    notation : Notation
    student : int
        The student's number, from 1.
    """

    seed: int
    questions: tuple
    texts: dict
    notation: object
    student: int = 1

    def rows(self, number):
        """Return what question 1, 2, … asks for: rows of key, label, points, answer, feedback."""
        question = self.questions[number - 1]
        kind = self.texts[question.kind]
        rows = []
        for key, value in question.answers.items():
            sort = key.rstrip("0123456789")
            label = kind["asked"].get(key) or kind["asked"][f"{sort}#"]
            label = filled(label, question.given | {"n": key.removeprefix(sort)})
            rows.append(
                (f"{number}.{key}", label, kind["points"][sort], value, kind["feedback"][sort])
            )
        return rows

    @property
    def total(self):
        """The points of all questions."""
        return sum(row[2] for n, _ in enumerate(self.questions, start=1) for row in self.rows(n))


def sheet(seed, kinds=None, *, notation=None, words=None):
    """Return the sheet that belongs to a seed.

    Parameters
    ----------
    seed : int, at least 0
    kinds : sequence of str, optional
        Of `KINDS`, in the order of the sheet; by default all of them.
    notation : str or Notation, optional
        In whose symbols: see `notation_of`; by default those of the lessons.
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
    {'w': (-3, 3), 'x': (-5, 3), 'y': -1, 'length': 34}
    >>> [str(value) for value in one.questions[0].answers.values()]
    ['-24', '(2, 0)', '10', '4']
    """
    require("seed", seed, 0)
    kinds = list(KINDS if kinds is None else kinds)
    if unknown := [name for name in kinds if name not in KINDS]:
        raise ValueError(f"no kind {unknown[0]!r}; there are {', '.join(KINDS)}")
    if not kinds or len(set(kinds)) < len(kinds):
        raise ValueError("kinds must be one or more, each named once")
    letters, all_texts = notation_of(notation or "course"), texts(words)
    questions = tuple(_question(name, seed, letters, all_texts) for name in kinds)
    return Sheet(seed, questions, all_texts, letters)


def require(name, number, least):
    """Refuse what is not a whole number from `least` on."""
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise ValueError(f"{name} must be a whole number from {least}; found {number!r}")


def _question(name, seed, notation, all_texts):
    source = random.Random(f"{name} {seed}")
    words = all_texts["sheet"]["words"]
    ranges = {effort: all_texts[name][effort] for effort in EFFORTS}
    for _ in range(TRIES):
        try:
            question = KINDS[name](source, notation)
        except Unfit:
            continue
        if all(a <= getattr(question, effort) <= b for effort, (a, b) in ranges.items()):
            given = {key: in_own_words(part, words) for key, part in question.given.items()}
            return replace(question, kind=name, given=given)
    found = ", ".join(f"{effort} {allowed}" for effort, allowed in ranges.items())
    raise ValueError(f"{name}: no data fit these ranges: {found}")


def exam(students, seed, kinds=None, **how):
    """Return a sheet for each student, no two with the same data in any question.

    Parameters
    ----------
    students : int, at least 1, or None
        None stands for the one sheet that has this seed of its own.
    seed : int
        All sheets follow from it; each has a seed of its own.
    kinds, notation, words
        As for `sheet`.
    """
    if students is None:
        return [sheet(seed, kinds, **how)]
    require("students", students, 1)
    require("seed", seed, 0)
    sheets, taken, seeds = [], set(), random.Random(seed)
    while len(sheets) < students:
        one = sheet(seeds.randrange(10**8), kinds, **how)
        data = {(question.kind, repr(question.given)) for question in one.questions}
        if not data & taken:
            taken |= data
            sheets.append(replace(one, student=len(sheets) + 1))
    return sheets
