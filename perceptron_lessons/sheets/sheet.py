"""Sheets: the questions of a student, from a seed; and those of a whole class."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from numbers import Integral
from typing import NamedTuple

from perceptron_core.checks import check_type, in_words, is_number, malformed
from perceptron_lessons.language import SHIPPED
from perceptron_lessons.sheets.kinds import COUNTS, KINDS, SETS
from perceptron_lessons.sheets.question import (
    EFFORTS,
    Unfit,
    check_texts,
    in_own_words,
    texts_of,
    with_values,
)
from perceptron_lessons.theory.notation import notation_of

# Questions drawn in a row that do not fit, until nothing is expected any more. Of our own ranges
# one question in twenty-five fits, at the least. Kinds that are counted are drawn quickly.
SAME, NEVER, TOGETHER = 100, 1_000, 3_000
MOST_SEED = 10**30
MOST_STUDENTS = 10_000
QUICK = 30  # times as many of these


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
            label = with_values(label, question.given | {"n": key.removeprefix(sort)})
            rows.append(
                (f"{number}.{key}", label, kind["points"][sort], value, kind["feedback"][sort])
            )
        return rows

    @property
    def total(self):
        """The points of all questions."""
        return sum(row[2] for n, _ in enumerate(self.questions, start=1) for row in self.rows(n))


class Plan(NamedTuple):
    """What the sheets of an exam have in common: kinds, texts with ranges, and letters."""

    kinds: tuple
    texts: dict
    notation: object
    own: object

    def ranges(self, kind):
        """Return the least and the largest number of each effort that a kind may take."""
        return {effort: self.texts[kind][effort] for effort in EFFORTS}

    def place(self, kind, key=""):
        """Return where the ranges of a kind stand, with the lecturer's file if there is one."""
        where = f"[{kind}] {key}".strip()
        return where if self.own is None else f"{self.own}, {where}"


def plan(kinds=None, *, notation=None, language=None, texts=None):
    """Return what is common to sheets, or refuse it: parameters as for `sheet`."""
    names = KINDS if kinds is None else kinds
    check_type("kinds", names, Iterable, f"be of {', '.join((*KINDS, *SETS))}")
    names = [names] if isinstance(names, str) else [*names]
    if unknown := [name for name in names if name not in [*KINDS, *SETS]]:
        known = f"{', '.join(KINDS)}, and the set {', '.join(SETS)}"
        raise ValueError(f"no kind {in_words(unknown[0])}; there are {known}")
    kinds = tuple(kind for name in names for kind in SETS.get(name, (name,)))
    if not kinds or len(set(kinds)) < len(kinds):
        raise ValueError("kinds must be one or more, each named once")
    letters = notation_of("course" if notation is None else notation)
    common = Plan(kinds, texts_of(language, texts), letters, texts)
    if texts is not None or language not in (None, *SHIPPED):
        for kind in kinds:
            question = _question(kind, "words", common)
            check_texts(kind, question.given, common.texts, letters, texts or language)
    return common


def sheet(seed, kinds=None, *, notation=None, language=None, texts=None):
    """Return the sheet that belongs to a seed.

    Parameters
    ----------
    seed : int, at least 0
    kinds : sequence of str, optional
        Of `KINDS` and `SETS`, in the order of the sheet; by default all kinds.
    notation : str or Notation, optional
        In whose symbols: see `notation_of`; by default those of the lessons.
    language : str or path, optional
        "de", or a file like language/de.toml.
    texts : path, optional
        A file like ``kinds.toml`` with texts, points and ranges in place of those of the language.

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
    seed = require("seed", seed, 0)
    common = plan(kinds, notation=notation, language=language, texts=texts)
    questions = tuple(_question(name, seed, common) for name in common.kinds)
    return Sheet(seed, questions, common.texts, common.notation)


def require(name, number, least, most=MOST_SEED):
    """Return a whole number from `least` to `most` as an int, and refuse all else."""
    if not is_number(number) or not isinstance(number, Integral) or number < least:
        raise malformed(name, f"be a whole number from {least}", in_words(number))
    if number > most:
        raise malformed(name, f"be at most {most:,}", in_words(number))
    return int(number)


def _question(kind, seed, common):
    """Return the question of a kind that belongs to a seed."""
    return next(_questions(kind, random.Random(f"{kind} {seed}"), common))


def _questions(kind, source, common):
    """Yield questions of a kind, their data drawn until they fit the ranges.

    Raises
    ------
    ValueError
        They never fit: one effort is out of its range `NEVER` times, or the same `SAME` times, or
        all together are `TOGETHER` times.
    """
    words = common.texts["sheet"]["words"]
    ranges = common.ranges(kind)
    drawn = Counter()  # (effort, its value) → questions since the last that fitted
    while True:
        try:
            question = KINDS[kind](source, common.notation)
        except Unfit:
            continue
        if _fits(question, ranges):
            given = {key: in_own_words(part, words) for key, part in question.given.items()}
            yield replace(question, kind=kind, given=given)
            drawn.clear()
        else:
            drawn.update((effort, getattr(question, effort)) for effort in EFFORTS)
            _require_hope(kind, drawn, ranges, common)


def _fits(question, ranges):
    """Return whether all efforts of a question are in their ranges."""
    return all(a <= getattr(question, effort) <= b for effort, (a, b) in ranges.items())


def _require_hope(kind, drawn, ranges, common):
    """Refuse ranges that all the questions drawn so far do not fit."""
    total, patience = 0, QUICK if kind in COUNTS else 1
    for effort, (least, most) in ranges.items():
        values = {value: times for (name, value), times in drawn.items() if name == effort}
        total = sum(values.values())
        fits = any(least <= value <= most for value in values)
        if not fits and total >= (SAME if len(values) == 1 else patience * NEVER):
            found = f"{[least, most]}, where {total} questions had {min(values)} to {max(values)}"
            place = common.place(kind, effort)
            raise malformed(place, "be a range that data fit", found, "widen it")
    if total >= patience * TOGETHER:
        found = ", ".join(f"{effort} {allowed}" for effort, allowed in ranges.items())
        found = f"{found}, where none of {total} questions fits all of them"
        raise malformed(common.place(kind), "have ranges that data fit", found, "widen one")


def exam(students, seed, kinds=None, **how):
    """Return a sheet for each student, no two with the same data in any question.

    Parameters
    ----------
    students : int, at least 1, or None
        None stands for the one sheet that has this seed of its own.
    seed : int
        All sheets follow from it; each has a seed of its own.
    kinds, notation, language, texts
        As for `sheet`.

    Raises
    ------
    ValueError
        As for `sheet`, or a kind has no different data for so many students.
    """
    if students is None:
        return [sheet(seed, kinds, **how)]
    students = require("students", students, 1)
    seed = require("seed", seed, 0)
    common = plan(kinds, **how)
    for kind in common.kinds:
        if kind in COUNTS:
            number = COUNTS[kind](functools.partial(_fits, ranges=common.ranges(kind)))
            _require_data(common.place(kind), students, number)
    require("students", students, 1, MOST_STUDENTS)
    sheets, seeds = [], random.Random(seed)
    taken = {kind: set() for kind in common.kinds}
    clashes = Counter()
    while len(sheets) < students:
        own = seeds.randrange(10**8)
        questions = {}
        for kind in sorted(common.kinds, key=lambda kind: -clashes[kind]):
            question = _question(kind, own, common)
            if repr(question.given) in taken[kind]:
                clashes[kind] += 1
                break
            questions[kind] = question
        else:
            for kind, question in questions.items():
                taken[kind].add(repr(question.given))
            ordered = tuple(questions[kind] for kind in common.kinds)
            one = Sheet(own, ordered, common.texts, common.notation, len(sheets) + 1)
            sheets.append(one)
            continue
        _look_ahead(kind, clashes[kind], len(sheets), students, seed, common)
    return sheets


def _look_ahead(kind, clashes, drawn, students, seed, common):
    """Refuse a kind that has too few different data, as soon as what was drawn twice tells it.

    Of N data, drawn m times, some m²/2N are drawn twice. Where that makes N small, this kind alone
    is drawn until there are data for all students, or nothing new comes.
    """
    if kind in COUNTS or clashes.bit_count() > 1 or drawn**2 > 8 * students * clashes:
        return
    different, alone = set(), 0
    for question in _questions(kind, random.Random(f"{kind} alone {seed}"), common):
        before = len(different)
        different.add(repr(question.given))
        alone = alone + 1 if len(different) == before else 0
        if len(different) >= students:
            return
        if alone > 6 * len(different) + 200:
            _require_data(common.place(kind), students, len(different))


def _require_data(place, students, most):
    """Refuse more students than a kind has different data for."""
    if students > most:
        must = f"have different data for {students:,} students"
        remedy = "take fewer students, leave the kind out, or widen its ranges"
        raise malformed(place, must, f"data for {most:,} at most", remedy)
