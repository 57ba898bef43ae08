"""Exercises that answer back, and questions to guess before a result is shown.

>>> from perceptron_core.exercises import exercise, predict
>>> exercise("01.3").check(..., ...)
not attempted: replace the comment by your code; exercise("01.3").hint() gives the first of 3 hints
>>> predict("01.updates", 5)
you said 5; it is 4. The source counts the weight vectors w_1 … w_5; 4 updates lie between them.
"""

from perceptron_core.exercises.mechanism import exercise, lesson, lessons, predict

__all__ = ["exercise", "lesson", "lessons", "predict"]
