"""Sheets and exams: questions with other data for every student, and exact answers.

>>> one = sheet(7, ["update"])
>>> print(mark(one, "1.before: -24\\n1.w: (2, 1)\\n1.after: 7").title)
seed 7: 2 of 4 points; first wrong step: 1.w
"""

from perceptron_lessons.sheets.class_marks import ClassMarks, mark_class
from perceptron_lessons.sheets.forms import document, report, write_exam
from perceptron_lessons.sheets.kinds import KINDS
from perceptron_lessons.sheets.marking import mark
from perceptron_lessons.sheets.sheet import Sheet, exam, sheet
from perceptron_lessons.sheets.typed import answers_of_class, is_class
