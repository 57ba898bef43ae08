"""Wrong answers, by the exercise's key: the mistake in words, and what replaces the placeholder."""

import importlib

from perceptron_lessons.exercises.exercise import lesson_numbers

WRONG_ANSWERS = {
    key: answers
    for number in lesson_numbers()
    for key, answers in importlib.import_module(f"wrong_answers.lesson_{number}").WRONG.items()
}
