"""Marks for typed answers: what is right, what follows from a slip before it, and what is wrong."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from perceptron_core.checks import malformed
from perceptron_lessons.reading import as_typed, is_numeral, read_number
from perceptron_lessons.tables import Table, pluralize

KEY = re.compile(r"[0-9]{1,9}\.[A-Za-z0-9_]+")
AFTER_KEY = re.compile(r"[:=,;\t]")


class Typed(NamedTuple):
    """What a student typed, and in which line."""

    text: str
    line: int


def read_answers(text):
    """Return the typed answers, by key: a line each, "3.w: (1, 2)" or as CSV "3.w,(1, 2)".

    Parameters
    ----------
    text : str

    Returns
    -------
    dict of str to Typed

    Raises
    ------
    ValueError
        A line is not of that form, or a key is there twice.
    """
    answers = {}
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line:
            continue
        key, _, answer = AFTER_KEY.sub("\n", line, count=1).partition("\n")
        key = as_typed(key.strip(' "'))
        if not KEY.fullmatch(key):
            must = "be a key and an answer, such as 3.w: (1, 2)"
            raise malformed(f"line {number}", must, repr(_cut_text(line)), "write a line each")
        if key in answers:
            found = f"{key} in line {answers[key].line} too"
            raise malformed(f"line {number}", "have a key of its own", found, "keep one of them")
        answers[key] = Typed(answer.strip(), number)
    return answers


def _cut_text(text, most=60):
    return text if len(text) <= most else text[:most] + "…"


def value_of(text, like):
    """Return a typed answer as what the right one is, a number, a tuple or a word; else None.

    Brackets of any sort around a vector, blanks and dashes count as people use them; a decimal
    comma where no other comma could be meant.

    >>> value_of("[2, –0]", (2, 0)), value_of("−48/02", -24), value_of("12,8", Fraction(64, 5))
    ((2, 0), -24, Fraction(64, 5))
    """
    text = as_typed(text).strip(' \t"')
    if isinstance(like, str):
        return _word(text)
    size = len(like) if isinstance(like, tuple) else 1
    parts = _vector_texts(text.strip("()[]{}<>⟨⟩ "), size)
    if len(parts) != size:
        return None
    numbers = [_typed_number(part) for part in parts]
    if None in numbers:
        return None
    return tuple(numbers) if isinstance(like, tuple) else numbers[0]


def _word(text):
    """Return letters in capitals, without what stands between them; times parted by commas."""
    if re.search("[0-9]", text):
        return ",".join(re.findall("[A-Za-z0-9]+", text)).upper()
    return "".join(re.findall("[A-Za-z]+", text)).upper()


def _vector_texts(text, size):
    """Return the numbers of a vector as texts, whatever stands between them."""
    text = " ".join(text.split()).replace(" / ", "/").replace("/ ", "/").replace(" /", "/")
    for between in (";", ", ", ",", " "):
        parts = [part.strip() for part in text.split(between)]
        if len(parts) == size:
            return parts
    return []


def _typed_number(text):
    """Return the number that is typed, or None; a comma in it is a decimal one."""
    text = re.sub("^([+-]) ", r"\1", text).replace(",", ".")
    if not is_numeral(text):
        return None
    try:
        value = Fraction(read_number(text))
    except ValueError:  # thousands of digits are wrong too
        return None
    return int(value) if value.denominator == 1 else value


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
            name, written = key.split(".")[1], typed.pop(key, Typed("", 0)).text
            given = value_of(written, right)
            verdict = "right" if given == right else "wrong" if written else "missing"
            if verdict == "wrong" and given == _following(question.asked[name], known):
                verdict = "follows"
            known[name] = right if given is None or not written else given
            earned = points if verdict in ("right", "follows") else 0
            rows.append((key, _cut_text(written), right, verdict, earned))
    for key, answer in typed.items():
        keys = ", ".join(row[0] for row in rows[:8]) + (", …" if len(rows) > 8 else "")
        must = f"have a key of this sheet, {keys}"
        remedy = "are --seed and --kinds those of the student's sheet?"
        raise malformed(f"line {answer.line}", must, key, remedy)
    made = sum(row[-1] for row in rows)
    title = f"seed {sheet.seed}: {made} of {pluralize(sheet.total, 'point')}"
    wrong = [row[0] for row in rows if row[3] == "wrong"]
    title += f"; first wrong step: {wrong[0]}" if wrong else ""
    return Table(title, ["key", "typed", "right", "verdict", "points"], rows)


def _following(answer, known):
    """Return what follows from a student's own values; a word, and not an answer, if nothing."""
    try:
        return answer(known) if callable(answer) else "nothing"
    except (ArithmeticError, LookupError, ValueError, TypeError):
        return "nothing"
