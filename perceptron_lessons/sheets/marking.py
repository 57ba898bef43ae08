"""Marks for typed answers: what is right, what follows from a slip before it, and what is wrong."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from perceptron_lessons.reading import as_typed, is_numeral, read_number
from perceptron_lessons.sheets.typed import Typed, cut_text, in_line, read_answers
from perceptron_lessons.tables import Phrase, Table, refused


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


class MarkedAnswer(NamedTuple):
    """What an answer is: right, wrong, missing, or follows from a slip before it."""

    key: str
    typed: str
    right: object
    verdict: str
    points: int


def verdicts(sheet, typed):
    """Return a MarkedAnswer for each answer of a sheet, in their order.

    Parameters
    ----------
    sheet : Sheet
    typed : dict of str to Typed

    Raises
    ------
    ValueError
        A key is not on the sheet.
    """
    rest, found = dict(typed), []
    for number, question in enumerate(sheet.questions, start=1):
        known = {}
        for key, _, points, right, _ in sheet.rows(number):
            name, written = key.split(".")[1], rest.pop(key, Typed("", 0)).text
            given = value_of(written, right)
            verdict = "right" if given == right else "wrong" if written else "missing"
            if verdict == "wrong" and given == _following(question.asked[name], known):
                verdict = "follows"
            known[name] = right if given is None or not written else given
            earned = points if verdict in ("right", "follows") else 0
            found.append(MarkedAnswer(key, written, right, verdict, earned))
    for key, answer in rest.items():
        keys = ", ".join(each.key for each in found[:8]) + (", …" if len(found) > 8 else "")
        must = Phrase("have a key of this sheet, {keys}", keys=keys)
        remedy = Phrase("are --seed and --kinds those of the student's sheet?")
        raise refused(in_line(answer.line), must, key, remedy)
    return found


def first_wrong(found):
    """Return the key of the first wrong step, or an empty text."""
    return next((each.key for each in found if each.verdict == "wrong"), "")


def mark(sheet, text):
    """Return the marks of a student's typed answers, in the words of the sheet.

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
        As for `read_answers` and `verdicts`.
    """
    found, general = verdicts(sheet, read_answers(text)), sheet.texts["sheet"]
    words = general["marks"]
    made = sum(each.points for each in found)
    title = f"{words['seed']} {sheet.seed}: {made} {words['of']} {sheet.total} {general['points']}"
    wrong = first_wrong(found)
    title += f"; {words['first']}: {wrong}" if wrong else ""
    return Table(title, heads_of_verdicts(general), [row_in_words(each, words) for each in found])


def heads_of_verdicts(words):
    """Return the heads of a table of verdicts."""
    marks = (words["marks"][name] for name in ("typed", "solution", "verdict"))
    return [words["key"], *marks, words["points"]]


def row_in_words(verdict, words):
    """Return a verdict as a row of a table."""
    return verdict._replace(typed=cut_text(verdict.typed), verdict=words[verdict.verdict])


def _following(answer, known):
    """Return what follows from a student's own values; a word, and not an answer, if nothing."""
    try:
        return answer(known) if callable(answer) else "nothing"
    except (ArithmeticError, LookupError, ValueError, TypeError):
        return "nothing"
