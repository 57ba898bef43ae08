"""Marks for typed answers: what is right, what follows from a slip before it, and what is wrong."""

from __future__ import annotations

import re
from fractions import Fraction

from perceptron_lessons.tables import Table

LINE = re.compile(r'\s*"?(\d+\.\w+)"?\s*[:=,;\t]\s*(.*?)\s*')
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:\s*/\s*\d+)?")


def read_answers(text):
    """Return the typed answers, by key: a line each, "3.w: (1, 2)" or as CSV "3.w,(1, 2)".

    Raises
    ------
    ValueError
        A line is not of that form, or a key is there twice.
    """
    found = {}
    for number, line in enumerate(text.splitlines(), start=1):
        parts = LINE.fullmatch(line)
        if line.strip() and (not parts or parts[1] in found):
            must = "must be a new key and an answer, such as 3.w: (1, 2)"
            raise ValueError(f"line {number} {must}; found {line!r}")
        if parts:
            found[parts[1]] = parts[2]
    return found


def value_of(text, like):
    """Return a typed answer as what the right one is, a number, a tuple or a word; else None."""
    text = re.sub(r'[\s()"]', "", text.replace("−", "-"))
    if isinstance(like, str):
        return text.upper()
    size = len(like) if isinstance(like, tuple) else 1
    words = re.split("[,;]", text)
    if len(words) != size or not all(map(NUMBER.fullmatch, words)) or "/0" in text:
        return None
    exact = map(Fraction, words)
    numbers = tuple(int(v) if v.denominator == 1 else v for v in exact)
    return numbers if isinstance(like, tuple) else numbers[0]


def mark(sheet, text):
    """Return the marks of a student's typed answers.

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
        A row each answer; the title has the points, and the first step that is wrong.

    Raises
    ------
    ValueError
        As for `read_answers`, or a key is not on the sheet.
    """
    typed, rows = read_answers(text), []
    for number, question in enumerate(sheet.questions, start=1):
        known = {}
        for key, _, points, right, _ in sheet.rows(number):
            name, written = key.split(".")[1], typed.pop(key, "")
            given = value_of(written, right)
            verdict = "right" if given == right else "wrong" if written else "missing"
            if verdict == "wrong" and given == _following(question.asked[name], known):
                verdict = "follows"
            known[name] = right if given is None or not written else given
            earned = points if verdict in ("right", "follows") else 0
            rows.append((key, written, right, verdict, earned))
    if typed:
        raise ValueError(f"this sheet has no answer {min(typed)}")
    title = f"seed {sheet.seed}: {sum(row[-1] for row in rows)} of {sheet.total} points"
    wrong = [row[0] for row in rows if row[3] == "wrong"]
    title += f"; first wrong step: {wrong[0]}" if wrong else ""
    return Table(title, ["key", "typed", "right", "verdict", "points"], rows)


def _following(answer, known):
    """Return what follows from a student's own values; a word, and not an answer, if nothing."""
    try:
        return answer(known) if callable(answer) else "nothing"
    except (ArithmeticError, LookupError, ValueError, TypeError):
        return "nothing"
