"""What students typed: a file with a line for each answer, a folder of them, or one table.

What cannot be read is named, and loses nobody else's answers.
"""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path
from typing import NamedTuple

from perceptron_core.checks import malformed
from perceptron_lessons.reading import as_typed, read_text
from perceptron_lessons.tables import Phrase, complaint, refused

NUMBER = re.compile("[0-9]{1,9}")
KEY = re.compile(r"[0-9]{1,9}\.[A-Za-z0-9_]+")
AFTER_KEY = re.compile(r"[:=,;\t：＝，；]")


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
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return by_key(
        (number, *AFTER_KEY.sub("\n", line, count=1).partition("\n")[::2])
        for number, line in enumerate(map(str.strip, lines), start=1)
        if line
    )


def by_key(answers):
    """Return typed answers, a dict of str to Typed, from their lines, keys and texts.

    Raises
    ------
    ValueError
        As for `read_answers`.
    """
    found = {}
    for number, key, answer in answers:
        name = as_typed(key.strip(' "'))
        if not KEY.fullmatch(name):
            must = Phrase("be a key and an answer, such as 3.w: (1, 2)")
            remedy = Phrase("write a line each")
            raise refused(in_line(number), must, repr(cut_text(key)), remedy)
        if name in found:
            twice = Phrase("{name} in line {line} too", name=name, line=found[name].line)
            must, remedy = Phrase("have a key of its own"), Phrase("keep one of them")
            raise refused(in_line(number), must, twice, remedy)
        found[name] = Typed(answer.strip(), number)
    return found


def in_line(number):
    """Return where something stands, in words."""
    return Phrase("line {line}", line=number)


def cut_text(text, most=60):
    """Return the beginning of a text, for a table or a message."""
    return text if len(text) <= most else text[:most] + "…"


class Answers(NamedTuple):
    """What a student typed, or what is wrong with it.

    Attributes
    ----------
    student : int or None
        The student's number; None where it is not known.
    source : str
        The name of the file, or the lines of the table, as a `Phrase`.
    typed : dict of str to Typed
    problem : str
        Empty where there is none; else a `Phrase`.
    """

    student: int | None
    source: str
    typed: dict
    problem: str = ""


def answers_of_class(path, say=None):
    """Return the Answers in a folder of files, or in a table.

    Parameters
    ----------
    path : path
        A folder, with one number in the name of each file, the student's; or a table with columns
        student, key and answer, or student and a column for each key.
    say : callable, optional
        As for `read_text`.

    Raises
    ------
    ValueError
        There is nothing to mark, or the table has no such columns.
    """
    place = Path(path)
    if not place.is_dir():
        return _answers_in_table(read_text(place, say), str(path))
    files = sorted(file for file in place.iterdir() if not file.name.startswith("."))
    if not files:
        raise malformed(str(path), "have a file of answers for each student", "no file")
    return _each_once([_answers_in_file(file, say) for file in files])


def is_class(path):
    """Return whether a path is a folder, or a table with a column of students."""
    if os.path.isdir(path):  # which an empty name is not, though Path("") is
        return True
    return "student" in _table_heads(read_text(path, lambda _: None), str(path))


def _answers_in_file(file, say):
    numbers = NUMBER.findall(as_typed(file.stem))
    if len(numbers) != 1:
        found = Phrase("several") if numbers else Phrase("none")
        must = "its name must have one number, the student's; found {found}"
        return Answers(None, file.name, {}, Phrase(must, found=found))
    try:
        return Answers(int(numbers[0]), file.name, read_answers(read_text(file, say)))
    except ValueError as error:
        return Answers(int(numbers[0]), file.name, {}, complaint(error, str(file)))


def _each_once(answers):
    """Return the answers, without what was typed where a student has several files."""
    sources = {}
    for each in answers:
        sources.setdefault(each.student, []).append(each.source)
    sources.pop(None, None)
    several = {student: names for student, names in sources.items() if len(names) > 1}
    return [
        each._replace(
            typed={},
            problem=Phrase("must be one for a student; found {names}", names=", ".join(names)),
        )
        if (names := several.get(each.student))
        else each
        for each in answers
    ]


def _table_rows(text, name):
    """Return the rows of a table, its cells parted by what parts its heading."""
    lines = text.lstrip("\ufeff").split("\n")
    between = max(",;\t", key=lines[0].count)
    try:
        return list(csv.reader(lines, delimiter=between))
    except csv.Error as error:
        raise malformed(name, "be a table as CSV", f"{error}", "save it again as CSV") from None


def _table_heads(text, name):
    """Return the heads of a table, in small letters."""
    first, *_ = text.split("\n")
    return [as_typed(cell.strip().lower()) for row in _table_rows(first, name) for cell in row]


def _answers_in_table(text, name):
    heads, (_, *rows) = _table_heads(text, name), _table_rows(text, name)
    keys = [head for head in heads if KEY.fullmatch(head)]
    is_long = {"key", "answer"} <= {*heads}
    if "student" not in heads or not (is_long or keys):
        must = "have columns student, key and answer, or student and one for each key"
        raise malformed(f"{name}, its first line", must, ", ".join(heads)[:80])
    lines, unknown = {}, []
    for number, row in enumerate(rows, start=2):
        cells = dict(zip(heads, row, strict=False))
        if not any(map(str.strip, row)):
            continue
        student = as_typed(cells.get("student", "").strip())
        if not NUMBER.fullmatch(student):
            problem = Phrase("student must be a number; found {found}", found=repr(student[:20]))
            unknown.append(Answers(None, in_line(number), {}, problem))
            continue
        pairs = [(key, cells.get(key, "")) for key in keys if cells.get(key, "").strip()]
        pairs = [(cells.get("key", ""), cells.get("answer", ""))] if is_long else pairs
        of_student = lines.setdefault(int(student), ([], []))
        of_student[0].append(number)
        of_student[1].extend((number, *pair) for pair in pairs)
    return [_answers_in_lines(student, *each) for student, each in lines.items()] + unknown


def _answers_in_lines(student, numbers, lines):
    source = in_line("–".join(map(str, dict.fromkeys((numbers[0], numbers[-1])))))
    try:
        return Answers(student, source, by_key(lines))
    except ValueError as error:
        return Answers(student, source, {}, error.args[0])
