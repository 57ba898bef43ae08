"""Exercises that answer back, and questions to guess before a result is shown.

>>> from perceptron_lessons.exercises import exercise, predict
>>> exercise("01.1").check(lambda w, x, y: w @ x <= 0)
not yet: <lambda>((2, 0), (-2, 0), -1) gave True; expected False, since y(w·x) = 4
>>> exercise("01.1").hint()  # doctest: +NORMALIZE_WHITESPACE
hint 1 of 3: The label y and the inner product w·x should have the same sign. What is
their product then?
>>> predict("01.rise", 25)
right: 25, because the rise is ‖x‖² = 3² + 4², whatever w and the label are.
"""

from perceptron_lessons.exercises.checking import WrongAnswer
from perceptron_lessons.exercises.exercise import (
    Exercise,
    exercise,
    lesson,
    lessons,
    predict,
    prediction,
    predictions,
)
from perceptron_lessons.exercises.explain import explain
