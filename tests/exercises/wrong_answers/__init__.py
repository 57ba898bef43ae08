"""Wrong answers, by the exercise's key: the mistake in words, and what replaces the placeholder.

A lesson without a module here is no reason to test nothing: one test says what is missing.
"""

import importlib
import importlib.util

from perceptron_lessons.exercises.exercise import lesson_numbers


def wrong_answers(number):
    """The wrong answers of a lesson, by its two digits; none if nobody has written any."""
    module = f"{__name__}.lesson_{number}"
    if importlib.util.find_spec(module) is None:
        return {}
    return importlib.import_module(module).WRONG


WRONG_ANSWERS = {
    key: answers for number in lesson_numbers() for key, answers in wrong_answers(number).items()
}
