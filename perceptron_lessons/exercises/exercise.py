"""What an exercise and a prediction are, and how an answer is tried out safely.

Each `lesson_NN` module holds its exercises as records. The cell that a student gets, the
solution, the hand-out for nbgrader and the tests are all made from the one record.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import linecache
import pkgutil
import re
import sys
import textwrap
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Number
from typing import Any, NamedTuple

import numpy as np

import perceptron_lessons.exercises
from perceptron_core import perceptron
from perceptron_core.tables import format_number, pluralize

PLACEHOLDER = "# your code here"
DOTS = re.compile(r"^[\w, ]+ = (\.\.\., )*\.\.\.$")  # a line of a stub: the names of an answer
POINTS = {"recall": 1, "apply": 2, "construct": 3, "proof": 3}
MOST_LINES = 200_000  # of the student's code in one call; enough for every exercise


class WrongAnswer(Exception):
    """An answer is wrong; the message holds what was tried, what came out, what was expected."""


class TooLong(BaseException):
    """The student's code does not end. Not an Exception, so that `except Exception` lets it by."""


class Verdict(NamedTuple):
    """What is said about an answer; `status` is "not attempted", "not yet" or "correct"."""

    status: str
    message: str

    def __str__(self):
        return f"{self.status}: {self.message}"


@dataclass
class Exercise:
    """One exercise: question, cell, solution, wrong answers, hints and checker.

    Attributes
    ----------
    key : str
        Lesson and number, "01.2".
    kind : {"recall", "apply", "construct", "proof"}
    prompt : str
        The question, in Markdown.
    stub : str
        The student's cell: a function without a body, or names that are `...`; one line is the
        placeholder comment.
    answer : str
        The names that the cell hands to the checker, "X, y".
    solution : str
        What replaces the placeholder.
    wrong : dict of str
        Typical wrong answers: the mistake in words, and what then stands for the placeholder.
    hints : sequence of str
        From a nudge to almost the answer.
    why : str
        One sentence: what a correct answer is good for.
    checker : callable
        Is given the answer and raises `NotYet` if it is wrong.
    """

    key: str
    title: str
    kind: str
    prompt: str
    stub: str
    answer: str
    solution: str
    wrong: dict[str, str]
    hints: Sequence[str]
    why: str
    checker: Callable
    hints_asked: int = 0

    @property
    def points(self):
        return POINTS[self.kind]

    @property
    def markdown(self):
        """The prompt under its heading."""
        prompt = textwrap.dedent(self.prompt).strip()
        return f"### Exercise {self.key}: {self.title}\n\n*{self.kind}.* {prompt}"

    def cell(self, body=PLACEHOLDER):
        """Return the code cell, with `body` in place of the placeholder."""
        lines = []
        for line in self.stub.strip().splitlines():
            indent = line[: len(line) - len(line.lstrip())]
            whole = line.strip() == PLACEHOLDER
            lines.append(textwrap.indent(textwrap.dedent(body).strip(), indent) if whole else line)
        return "\n".join([*lines, "", f'exercise("{self.key}").check({self.answer})'])

    @functools.cached_property
    def _stub_code(self):
        """What Python makes of the function without a body; None where no function is asked for."""
        namespace = {}
        exec(self.stub, namespace)
        return getattr(namespace.get(self.answer), "__code__", None)

    def _untouched(self, answer):
        """Whether the answer is that of the stub: the function without a body, or nothing but dots.

        A function that somebody has written into is told by its code, not by what it returns.
        """
        if self._stub_code is None:
            return all(part is ... for part in answer)
        found = getattr(answer[0], "__code__", None)
        parts = ("co_code", "co_consts", "co_names")
        return all(getattr(found, part, None) == getattr(self._stub_code, part) for part in parts)

    def verdict(self, *answer, typed=False):
        """Return the `Verdict` on an answer; no error of the student's code gets out.

        `typed` says that the cell is known to hold code of the student's, whatever came of it.
        """
        if not typed and self._untouched(answer):
            hint = f'exercise("{self.key}").hint() gives the first of {len(self.hints)} hints'
            return Verdict("not attempted", f"replace the comment by your code; {hint}")
        names = self.answer.split(", ")
        if len(answer) != len(names):
            return Verdict(
                "not yet", f"check needs {self.answer}; found {pluralize(len(answer), 'answer')}"
            )
        try:
            for name, part in zip(names, answer, strict=True):
                if part is ... or part is None:
                    found = "is None" if part is None else "still is the three dots"
                    raise WrongAnswer(f"{name} {found}: give it your answer as its value")
            self.checker(*answer)
        except WrongAnswer as reason:
            return Verdict("not yet", str(reason))
        except Exception as error:
            return Verdict("not yet", f"this answer cannot be read: {_in_words(error)}")
        return Verdict("correct", self.why)

    def check(self, *answer):
        """Print the verdict on an answer."""
        # A notebook keeps the text of its cells there; where nobody does, the list is empty.
        cell = linecache.getlines(sys._getframe(1).f_code.co_filename)
        typed = _code_lines(cell) - _code_lines(self.cell().splitlines())
        print(self.verdict(*answer, typed=bool(typed)))

    def grade(self, *answer):
        """Raise AssertionError with the verdict unless the answer is correct; for graders."""
        verdict = self.verdict(*answer)
        if verdict.status != "correct":
            raise AssertionError(str(verdict))

    def hint(self):
        """Print one hint more than the last time; after the last one, how to see the solution."""
        self.hints_asked += 1
        for number, hint in enumerate(self.hints[: self.hints_asked], start=1):
            print(f"hint {number} of {len(self.hints)}: {hint}")
        if self.hints_asked > len(self.hints):
            print(f'that was the last hint; exercise("{self.key}").show_solution() gives the rest')

    def __repr__(self):
        """What somebody sees who forgets what to ask for; not the solution."""
        ask = f'exercise("{self.key}")'
        return f"exercise {self.key}, {self.title}: {ask}.hint(), {ask}.show_solution()"

    def show_solution(self):
        """Print the solution, and nothing of the stub that it replaces."""
        *lines, _, _ = self.cell(self.solution).splitlines()
        print("\n".join(line for line in lines if not DOTS.search(line)))


@dataclass
class Prediction:
    """A question to guess before the result is shown.

    Attributes
    ----------
    key : str
        Lesson and name, "01.worst".
    question : str
    reveal : callable
        Computes the answer, and the sentence that reads it.
    within : float
        A numeric guess counts as right up to this factor; 1 asks for the number itself.
    """

    key: str
    question: str
    reveal: Callable[[], tuple[Any, str]]
    within: float = 1

    @functools.cached_property
    def _revealed(self):
        return self.reveal()

    @property
    def answer(self):
        """The answer and the sentence that reads it."""
        truth, sentence = self._revealed
        return f"{format_number(truth)}. {sentence}"

    def ask(self, guess=...):
        """Return the question if `guess` is no guess yet, else ""."""
        word = isinstance(self._revealed[0], str)
        wanted = "a word" if word else "a number"
        if guess is ... or guess is None:
            return f"make a guess: {self.question} Write {wanted} in place of the dots."
        if word or (isinstance(guess, Number) and not isinstance(guess, (bool, complex))):
            return ""
        return f"make a guess: {self.question} The guess is {wanted}; found {guess!r}."

    def verdict(self, guess):
        """Return what is said about a guess."""
        if question := self.ask(guess):
            return question
        truth, _ = self._revealed
        if isinstance(truth, str):
            exact = right = str(guess).strip().lower() == truth
        else:
            exact = guess == truth
            right = truth / self.within <= guess <= truth * self.within
        if exact:
            return f"right: {self.answer}"
        opening = "close: you said" if right else "you said"
        return f"{opening} {format_number(guess)}; it is {self.answer}"


def lessons():
    """Return the modules of all lessons with exercises, in order."""
    found = pkgutil.iter_modules(perceptron_lessons.exercises.__path__)
    names = sorted(module.name for module in found if module.name.startswith("lesson_"))
    return [importlib.import_module(f"perceptron_lessons.exercises.{name}") for name in names]


def lesson(number):
    """Return the module of one lesson, by its two digits: LESSON, IMPORTS, EXERCISES, PREDICTIONS.

    >>> lesson("01").LESSON
    '01-worked-example'
    """
    return importlib.import_module(f"perceptron_lessons.exercises.lesson_{number}")


def exercise(key):
    """Return the exercise with this key, such as "01.2".

    Raises
    ------
    KeyError
        There is no such exercise; the message lists the keys.
    """
    return _find(key, "EXERCISES")


def predict(key, guess=..., result=None):
    """Print whether the guess is right, with the computed answer; without one, the question.

    Parameters
    ----------
    key : str
        Lesson and name, "01.worst".
    guess : number or str
        The dots stand for no guess yet.
    result
        What answers the question: a trace, a table, a picture.

    Returns
    -------
    The result once there is a guess, so that the cell shows it then and not before; or None.

    Raises
    ------
    KeyError
        There is no such prediction; the message lists the keys.
    """
    record = prediction(key)
    print(record.verdict(guess))
    return None if record.ask(guess) else result


def prediction(key):
    """Return the prediction with this key; raises KeyError as `exercise` does."""
    return _find(key, "PREDICTIONS")


def _find(key, kind):
    records = [record for module in lessons() for record in getattr(module, kind)]
    for record in records:
        if record.key == key:
            return record
    raise KeyError(f"no {key!r}; there are {', '.join(record.key for record in records)}")


def call(function, *args, take=None, none="a `return` is probably missing"):
    """Call the student's function; return what it returns, `take` items of it if that is given.

    `none` says what may be the reason if it returns None.

    Raises
    ------
    NotYet
        It is no function, raised an error, did not end, or returned None.
    """
    if not callable(function):
        raise WrongAnswer(f"a function is expected; found {show(function)}")
    called = called_with(function, *args)
    namespace = getattr(function, "__globals__", None)
    lines = 0

    def count(frame, event, _):
        nonlocal lines
        # All cells of a notebook share one namespace: that tells the student's code from ours.
        if frame.f_globals is not namespace:
            return None
        lines += event == "line"
        if lines > MOST_LINES:
            raise TooLong
        return count

    before = sys.gettrace()
    try:
        with np.errstate(all="ignore"):
            copies = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
            sys.settrace(count)
            found = function(*copies)
            if take is not None and found is not None:
                found = list(itertools.islice(found, take))
    except TooLong:
        message = f"{called} was stopped after {MOST_LINES} lines: does a loop never end?"
        raise WrongAnswer(message) from None
    except (Exception, SystemExit) as error:
        raise WrongAnswer(f"{called} raised {_in_words(error)}") from None
    finally:
        sys.settrace(before)
    if found is None:
        raise WrongAnswer(f"{called} returned None: {none}")
    return found


def called_with(function, *args):
    """Return the call as the student would write it: 'f((0, 0), 1)'."""
    return f"{getattr(function, '__name__', 'it')}({', '.join(map(show, args))})"


def show(value):
    """Return a value as the messages write it.

    >>> show(np.array([[0.5, 2.0], [0, 1]])), show([(1, "a"), True])
    ('[(0.5, 2), (0, 1)]', "[(1, 'a'), True]")
    """
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, np.ndarray) and value.ndim != 1:
        value = value.item() if value.ndim == 0 else list(value)
    if isinstance(value, list):
        return f"[{', '.join(map(show, value))}]"
    if isinstance(value, (np.ndarray, tuple)):
        return f"({', '.join(map(show, value))})"
    if value is None or isinstance(value, Number):
        return format_number(value).replace("−", "-")  # as in the student's own code
    return f"a {type(value).__name__}"


def numbers(value, what, shape=None):
    """Return the student's value as an array of floats, or say what was expected."""
    wanted = f"{what} of shape {shape}" if shape else what
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise WrongAnswer(f"expected {wanted}; found {show(value)}") from None
    if shape is not None and array.shape != shape:
        raise WrongAnswer(f"expected {wanted}; found {show(value)}, of shape {array.shape}")
    return array


def compare(function, reference, cases, what="a number", note=None):
    """Hold the student's function against ours on each case; the first difference is told.

    `note(found, expected, *case)` may return a sentence on what went wrong.
    """
    for case in cases:
        expected = np.asarray(reference(*case))
        found = call(function, *case)
        array = numbers(found, f"{called_with(function, *case)} to be {what}", expected.shape)
        if not np.allclose(array, expected.astype(float), rtol=1e-9, atol=1e-12):
            told = f"{called_with(function, *case)} gave {show(found)}; expected {show(expected)}"
            more = note(array, expected, *case) if note else None
            raise WrongAnswer(told + (f": {more}" if more else ""))


def run(X, y, *, names=None, **options):
    """Return `perceptron(X, y, …)` without its warning.

    What it refuses is told with the student's `names` for its arguments, such as {"X": "my_X"}.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            return perceptron(X, y, **options)
        except ValueError as error:
            said = renamed(str(error), {"numpy": "np"} | (names or {}))
            raise WrongAnswer(f"the perceptron cannot run on this: {said}") from None


def renamed(text, names):
    """Return a text with names replaced where they stand as words.

    >>> renamed("X must be finite; y Xavier", {"X": "my_X", "y": "my_y"})
    'my_X must be finite; my_y Xavier'
    """
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), text)


def describe_mistakes(trace, most=12):
    """Return the mistakes of a run in words: '4 mistakes (0 1 2 0)'."""
    listed = " ".join(map(str, trace.mistakes[:most]))
    more = " …" if trace.n_mistakes > most else ""
    return pluralize(trace.n_mistakes, "mistake") + (f" ({listed}{more})" if listed else "")


def _code_lines(lines):
    """Return the lines that hold code, as a set, without their indents: no comment, no hint."""
    stripped = {line.strip() for line in lines} - {""}
    return {line for line in stripped if not line.startswith(("#", "exercise("))}


def _in_words(error):
    return f"{type(error).__name__}: {error}".rstrip(": ")
