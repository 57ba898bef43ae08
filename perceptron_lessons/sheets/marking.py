"""Marks for a typed answer file: what is right, what follows from a slip before it, what is wrong."""

from __future__ import annotations

import re
from fractions import Fraction

from perceptron_lessons.sheets.question import Unfit
from perceptron_lessons.tables import Table, format_number

LINE = re.compile(r'\s*"?(\d+\.\w+)"?\s*[:=,;\t]\s*(.*?)\s*')
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:\s*/\s*\d+)?")


def read_answers(text):
    """Return the typed answers, by key: a line each, "3.w: (1, 2)" or as CSV "3.w,(1, 2)".

    Raises
    ------
    ValueError
        A line is not of that form, or a key is there twice.
    """
    found = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith(("#", "key")):
            continue
        parts = LINE.fullmatch(line)
        if not parts or parts[1] in found:
            raise ValueError(
                f"line {number} must be a new key and an answer, 3.w: (1, 2); found {line!r}"
            )
        found[parts[1]] = parts[2]
    return found


def value_of(text, like):
    """Return a typed answer as a value of the kind that the right one is of; None if it is not."""
    if isinstance(like, str):
        return re.sub(r"[\s()\"]", "", text).upper()
    try:
        numbers = tuple(
            Fraction(v.replace(" ", "")) for v in NUMBER.findall(text.replace("−", "-"))
        )
    except ZeroDivisionError:
        return None
    size = len(like) if isinstance(like, tuple) else 1
    if len(numbers) != size or NUMBER.sub("", text.replace("−", "-")).strip(' (),;"'):
        return None
    return numbers if isinstance(like, tuple) else numbers[0]


def mark(sheet, text):
    """Return the marks of a student's typed answers, answer by answer.

    What is not right, but follows from the student's own values before it, earns its points too.

    Parameters
    ----------
    sheet : Sheet
        That of the student.
    text : str
        See `read_answers`.

    Returns
    -------
    Table
        Its title has the points, and the first step that is wrong.
    """
    typed = read_answers(text)
    rows, wrong, total, own = [], None, 0, {}
    unknown = set(typed) - {key for key, *_ in sheet.rows()}
    if unknown:
        raise ValueError(f"the sheet has no {min(unknown)}")
    for key, _, points, right, question in sheet.rows():
        name = key.split(".")[1]
        known = own.setdefault(question.kind, {})
        given = value_of(typed.get(key, ""), right)
        verdict = (
            "right"
            if given == right
            else "follows"
            if given is not None and given == follows(question.asked[name], known)
            else "wrong"
            if key in typed
            else "missing"
        )
        known[name] = right if given is None else given
        earned = points if verdict in ("right", "follows") else 0
        wrong = wrong or (key if verdict == "wrong" else None)
        total += points
        rows.append((key, typed.get(key, ""), right, verdict, earned))
    title = f"sheet {sheet.student}, seed {sheet.seed}: {sum(row[-1] for row in rows)} of {total} points"
    return Table(
        title + (f"; first wrong step: {wrong}" if wrong else ""),
        ["key", "typed", "right", "verdict", "points"],
        rows,
    )


def follows(answer, known):
    """Return what follows from a student's own values; None where nothing does."""
    try:
        return answer(known) if callable(answer) else None
    except (Unfit, ArithmeticError, LookupError, ValueError, TypeError):
        return None
