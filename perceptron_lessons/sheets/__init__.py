"""Sheets and exams: questions with other data for every student, and exact answers.

>>> from perceptron_lessons import sheets
>>> one = sheets.sheet(7, ["update"])
>>> print(sheets.mark(one, "1.before: -40\\n1.w: (-1, 1)\\n1.after: 9").title)
sheet 1, seed 7: 2 of 4 points; first wrong step: 1.w
"""

from perceptron_lessons.sheets.forms import anki, answers, document, latex, moodle, report
from perceptron_lessons.sheets.kinds import KINDS
from perceptron_lessons.sheets.marking import mark
from perceptron_lessons.sheets.sheet import Sheet, exam, sheet

__all__ = [
    "KINDS",
    "Sheet",
    "anki",
    "answers",
    "document",
    "exam",
    "latex",
    "mark",
    "moodle",
    "report",
    "sheet",
]
