"""Marks of a class: a row for each student, and for each file that belongs to none."""

from __future__ import annotations

from typing import NamedTuple

from perceptron_lessons.sheets.marking import first_wrong, heads_of_verdicts, row_in_words, verdicts
from perceptron_lessons.sheets.question import in_own_words
from perceptron_lessons.sheets.typed import Answers
from perceptron_lessons.tables import Phrase, Table


class ClassMarks(NamedTuple):
    """Marks of a class.

    Attributes
    ----------
    marks : Table
        A row for each student, and for each file that belongs to none.
    verdicts : Table
        A row for each answer of the students that are marked.
    marked : int
        How many students are marked.
    problems : list of str
        What could not be marked, and why.
    """

    marks: Table
    verdicts: Table
    marked: int
    problems: list


def mark_class(exam, answers):
    """Return the ClassMarks of an exam.

    Parameters
    ----------
    exam : list of Sheet
    answers : list of Answers
        See `answers_of_class`.
    """
    words = exam[0].texts["sheet"]
    answers = [_in_words(_with_a_sheet(each, len(exam)), words["words"]) for each in answers]
    of_student = {each.student: each for each in answers if each.student is not None}
    rows, details, marked = [], [], 0
    for sheet in exam:
        missing = Answers(sheet.student, "", {}, words["marks"]["missing"])
        each, found = _marked(sheet, of_student.get(sheet.student, missing))
        each = _in_words(each, words["words"])
        of_student[sheet.student] = each
        rows.append(_row(sheet, each, found))
        details += [(sheet.student, *row_in_words(one, words["marks"])) for one in found]
        marked += bool(found)
    strangers = [each for each in answers if each.student is None]
    rows += [(*[""] * (len(rows[0]) - 2), each.source, each.problem) for each in strangers]
    named = [each for each in (*of_student.values(), *strangers) if each.problem and each.source]
    problems = [f"{each.source}: {each.problem}" for each in named]
    heads = [words["marks"]["student"], *heads_of_verdicts(words)]
    marks = Table("", _heads_of_marks(exam[0]), rows)
    return ClassMarks(marks, Table("", heads, details), marked, problems)


def _with_a_sheet(answers, students):
    """Return answers, as those of nobody if the class has no such student."""
    if answers.student is None or 1 <= answers.student <= students:
        return answers
    facts = {"most": students, "found": answers.student}
    problem = Phrase("there are students 1 to {most}; found {found}", **facts)
    return answers._replace(student=None, problem=problem)


def _in_words(answers, words):
    """Return answers whose problem, if they have one, is told in the words of the sheet."""
    said = {name: getattr(answers, name) for name in ("source", "problem")}
    phrases = {name: text for name, text in said.items() if isinstance(text, Phrase)}
    return answers._replace(**{name: in_own_words(text, words) for name, text in phrases.items()})


def _marked(sheet, answers):
    """Return the answers with what is wrong with them, and their verdicts if nothing is."""
    if answers.problem:
        return answers, []
    try:
        return answers, verdicts(sheet, answers.typed)
    except ValueError as error:
        return answers._replace(problem=error.args[0]), []


def _row(sheet, answers, found):
    """Return a student's row: points of the whole and of each question, or nothing at all."""
    numbers = range(1, len(sheet.questions) + 1)
    made = [sum(one.points for one in found if one.key.startswith(f"{n}.")) for n in numbers]
    points = [sum(made), sheet.total, *made] if found else ["", sheet.total, *[""] * len(made)]
    return (
        sheet.student,
        sheet.seed,
        *points,
        first_wrong(found),
        answers.source,
        answers.problem,
    )


def _heads_of_marks(sheet):
    words = sheet.texts["sheet"]
    marks = words["marks"]
    titles = [
        f"{number}. {sheet.texts[question.kind]['title']}"
        for number, question in enumerate(sheet.questions, start=1)
    ]
    of_student = [marks["student"], marks["seed"], words["points"], marks["of"]]
    return [*of_student, *titles, marks["first"], marks["file"], marks["problem"]]
