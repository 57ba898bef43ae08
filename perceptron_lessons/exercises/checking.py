"""What a checker does with an answer: calls it, reads it, compares it, and says what is wrong."""

import itertools
import re
import textwrap
from numbers import Number

import numpy as np

from perceptron_core import Dataset
from perceptron_core.trace import signed_text
from perceptron_lessons.exercises.outputs import WIDTH, line_of
from perceptron_lessons.tables import format_number, is_rounded, pluralize
from perceptron_lessons.theory.voting import stopped_run

MANY_RUNS = 100  # a choice by chance hardly gets all of them right


class WrongAnswer(Exception):
    """An answer is wrong; the message holds what was tried, what came out, what was expected."""


def call_student(function, *args, take=None):
    """Call the student's function; return what it returns, `take` items of it if that is given.

    Raises
    ------
    WrongAnswer
        It is not a function, raised an error, or returned None.
    """
    if not callable(function):
        raise WrongAnswer(f"a function is expected; found {spelling(function)}")
    called = format_call(function, *args)
    copies = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
    try:
        with np.errstate(all="ignore"):
            found = function(*copies)
            if take is not None and found is not None:
                found = list(itertools.islice(found, take))
    except (Exception, SystemExit) as error:
        where = f"; {line}" if (line := line_of(error, function)) else ""
        raise WrongAnswer(f"{called} raised {format_error(error)}{where}") from None
    if found is None:
        reason = "a `return` is probably missing, or what it returns is None"
        raise WrongAnswer(f"{called} returned None: {reason}")
    return found


def compare_with(function, reference, cases, what="a number", note=None):
    """Hold the student's function against ours on each case; the first difference is reported.

    `note(found, expected, *case)` may return a sentence on what went wrong.
    """
    for case in cases:
        expected = np.asarray(reference(*case))
        found = call_student(function, *case)
        called = format_call(function, *case)
        array = student_array(found, f"{called} to be {what}", expected.shape)
        if not np.allclose(array, expected.astype(float), rtol=1e-9, atol=1e-12):
            message = f"{called} gave {spelling(found)}; expected {spelling(expected)}"
            reason = note(array, expected, *case) if note else None
            raise WrongAnswer(f"{message}: {reason}" if reason else message)


def run_perceptron(X, y, **options):
    """Return `perceptron(X, y, …)` without its warning."""
    return stopped_run(Dataset(X, y, "an answer"), **options)


def run_in_order(X, y, choose):
    """Yield traces of the run in the student's order, again and again: the order may use chance."""
    for _ in range(MANY_RUNS):
        try:
            yield run_perceptron(X, y, order=lambda margins: call_student(choose, margins))
        except ValueError as error:
            raise WrongAnswer(rename_words(str(error), {"order": "choose"})) from None


def student_array(value, what, shape=None):
    """Return the student's value as an array of finite floats, or say what was expected."""
    wanted = f"{what} of shape {shape}" if shape else what
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biufO" or any(isinstance(v, str) for v in array.flat):
            raise TypeError
        array = array.astype(float)
        if not np.isfinite(array).all():
            raise ValueError
    except (TypeError, ValueError):
        raise WrongAnswer(f"expected {wanted}; found {spelling(value)}") from None
    if shape is not None and array.shape != shape:
        raise WrongAnswer(f"expected {wanted}; found {spelling(value)}, of shape {array.shape}")
    return array


def student_number(value, what):
    """Return the student's value as a float, or say what was expected."""
    return float(student_array(value, what, ()))


def spelling(value):
    """Return a value as the messages write it.

    >>> spelling(np.array([[0.5, 2.0], [0, 1]])), spelling([(1, "a"), True])
    ('[(0.5, 2), (0, 1)]', "[(1, 'a'), True]")
    """
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, np.ndarray) and value.ndim != 1:
        value = value.item() if value.ndim == 0 else list(value)
    if isinstance(value, list):
        return f"[{', '.join(map(spelling, value))}]"
    if isinstance(value, (np.ndarray, tuple)):
        return f"({', '.join(map(spelling, value))})"
    if value is None or isinstance(value, Number):
        if isinstance(value, complex | np.complexfloating):
            return f"{value:.4g}"
        return format_number(value).replace("−", "-")  # as in the student's own code
    return f"a {type(value).__name__}"


def equation(value):
    """Return a value after the sign that is true of it as `spelling` writes it.

    >>> equation((1, -2)), equation(2**0.5)
    ('= (1, -2)', '≈ 1.414')
    """
    return signed_text(value, spelling, is_rounded)


def format_call(function, *args):
    """Return the call as the student would write it: 'f((0, 0), 1)'."""
    return f"{getattr(function, '__name__', 'it')}({', '.join(map(spelling, args))})"


def format_error(error):
    """Return an error as its traceback ends: 'KeyError: 3'."""
    return f"{type(error).__name__}: {error}".rstrip(": ")


def describe_mistakes(trace, most=12):
    """Return the mistakes of a run in words: '4 mistakes (0 1 2 0)'."""
    listed = " ".join(map(str, trace.mistakes[:most]))
    more = " …" if trace.n_mistakes > most else ""
    return pluralize(trace.n_mistakes, "mistake") + (f" ({listed}{more})" if listed else "")


def rename_words(text, names):
    """Return a text with names replaced where they stand as words, and numpy by np.

    >>> rename_words("X must be finite; y Xavier", {"X": "my_X", "y": "my_y"})
    'my_X must be finite; my_y Xavier'
    """
    names = {"numpy": "np", **names}
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), text)


def wrap(text):
    """Return a text in lines that break between words: a notebook would break them anywhere.

    A line that ends in a space goes on in the next, so that a page can make lines of its own width
    ("format=flowed", RFC 3676).
    """
    lines = textwrap.wrap(text, WIDTH - 1, break_long_words=False, break_on_hyphens=False)
    return " \n".join(lines)
