"""What an exercise and a prediction are, how an answer is judged, and where to find them.

`lesson_NN.toml` holds the exercises of a lesson, the module `lesson_NN` beside it their checkers.
The cell that a student gets, the solution, the hand-out for nbgrader and the tests are all made
from the one record.
"""

import functools
import importlib
import linecache
import re
import sys
import textwrap
import tomllib
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from numbers import Number
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from perceptron_lessons.exercises.checking import WrongAnswer, format_error, rename_words, wrap
from perceptron_lessons.exercises.outputs import Printed
from perceptron_lessons.tables import format_number, pluralize

PLACEHOLDER = "# your code here"
FOLDER = Path(__file__).parent
DOTS = re.compile(r"^[\w, ]+ = (\.\.\., )*\.\.\.$")  # a line of a stub: the names of an answer
SAME = 1e-3  # share by which a guess may differ from the number of a frequent one: 0.894, 0.8944
POINTS = {"recall": 1, "apply": 2, "construct": 3, "proof": 3}


class Verdict(NamedTuple):
    """What is said about an answer.

    `status` is "not attempted", "not yet" or "correct"; `printed` is the beginning of what the
    student's code printed.
    """

    status: str
    message: str
    printed: str = ""

    def __str__(self):
        verdict = wrap(f"{self.status}: {self.message}")
        return f"{verdict}\nyour code printed:\n{self.printed}" if self.printed else verdict


@dataclass
class Exercise:
    """One exercise: question, cell, solution, hints and checker.

    Attributes
    ----------
    key : str
        Lesson and number, "01.2".
    kind : {"recall", "apply", "construct", "proof"}
    prompt : str
        The question, in Markdown.
    stub : str
        The student's cell: a function without a body, one of whose lines is the placeholder
        comment. Where values are asked for it follows from `answer`: names that are `...`.
    answer : str
        The names that the cell hands to the checker, "X, y". It follows from a `stub`: the
        function's name.
    solution : str
        What replaces the placeholder.
    hints : sequence of str
        From a nudge to almost the answer.
    feedback : str
        One sentence: what a correct answer is good for.
    checker : callable
        Is given the answer and raises `WrongAnswer` if it is wrong.
    called : str
        What stands before ``.check(…)`` in the cell: the name of an exercise that a notebook makes
        for itself; by default ``exercise("01.2")``.
    """

    key: str
    title: str
    kind: str
    prompt: str
    solution: str
    hints: Sequence[str]
    feedback: str
    checker: Callable
    stub: str = ""
    answer: str = ""
    called: str = ""
    hints_asked: int = 0

    def __post_init__(self):
        self.called = self.called or f'exercise("{self.key}")'
        if self.stub:
            self.answer = self.answer or re.search(r"def (\w+)", self.stub)[1]
        else:
            dots = ", ".join("..." for _ in self.answer.split(", "))
            self.stub = f"{self.answer} = {dots}\n{PLACEHOLDER}"

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
        return "\n".join([*lines, "", f"{self.called}.check({self.answer})"])

    def verdict(self, *answer):
        """Return the `Verdict` on an answer; no error of the student's code gets out.

        A loop that never ends is the notebook's to interrupt.
        """
        if len(answer) != self.answer.count(",") + 1:
            found = pluralize(len(answer), "answer")
            return Verdict("not yet", f"check needs {self.answer}; found {found}")
        printed = Printed()
        status = "not yet"
        try:
            with redirect_stdout(printed):
                for name, part in zip(self.answer.split(", "), answer, strict=True):
                    if part is ... or part is None:
                        found = "is None" if part is None else "still is the three dots"
                        raise WrongAnswer(f"{name} {found}: give it your answer as its value")
                self.checker(*answer)
            status = "correct"
            message = self.feedback
        except WrongAnswer as reason:
            message = str(reason)
        except ValueError as error:  # of the core, which calls X what the student calls my_X
            names = {name.removeprefix("my_"): name for name in self.answer.split(", ")}
            message = rename_words(str(error), names)
        except Exception as error:
            message = f"this answer cannot be read: {format_error(error)}"
        return Verdict(status, message, str(printed))

    def check(self, *answer):
        """Print the verdict on an answer, or that the cell holds no code of the student's yet."""
        # A notebook keeps the text of its cells there; where nobody does, the list is empty.
        cell = linecache.getlines(sys._getframe(1).f_code.co_filename)
        if self._code_lines(cell) == self._code_lines(self.cell().splitlines()):
            hint = f"{self.called}.hint() gives the first of {len(self.hints)} hints"
            print(Verdict("not attempted", f"replace the comment by your code; {hint}"))
        else:
            print(self.verdict(*answer))

    def _code_lines(self, lines):
        """Return the lines that hold code, as a set, without their indents: no comment, no hint."""
        stripped = {line.strip() for line in lines} - {""}
        return {line for line in stripped if not line.startswith(("#", f"{self.called}."))}

    def try_out(self, wrong, names=()):
        """Raise AssertionError unless the solution is correct, and no wrong answer is; for authors.

        Parameters
        ----------
        wrong : dict of str to str
            What is wrong with it → what replaces the placeholder.
        names : dict
            What the code of the answers may use.
        """
        if not wrong:
            raise AssertionError(f"exercise {self.key} has no wrong answers: write some")
        for what, body in {"the solution": self.solution, **wrong}.items():
            namespace = dict(names)
            *lines, _ = self.cell(body).splitlines()  # all but the call of check
            exec("\n".join(lines), namespace)
            verdict = self.verdict(*(namespace[name] for name in self.answer.split(", ")))
            wanted = "correct" if body is self.solution else "not yet"
            if verdict.status != wanted:
                raise AssertionError(f"exercise {self.key}: {what} is {wanted}; found {verdict}")

    def grade(self, *answer):
        """Raise AssertionError with the verdict unless the answer is correct; for graders."""
        verdict = self.verdict(*answer)
        if verdict.status != "correct":
            raise AssertionError(str(verdict))

    def hint(self):
        """Print one more hint each time; after the last one, how to see the solution."""
        self.hints_asked += 1
        for number, hint in enumerate(self.hints[: self.hints_asked], start=1):
            print(wrap(f"hint {number} of {len(self.hints)}: {hint}"))
        if self.hints_asked > len(self.hints):
            print(f"that was the last hint; {self.called}.show_solution() gives the rest")

    def __repr__(self):
        """What somebody sees who forgets what to ask for; not the solution."""
        ask = f"{self.called}.hint(), {self.called}.show_solution()"
        return f"exercise {self.key}, {self.title}: {ask}"

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
        Computes the answer, and by their names what `because` says of it.
    because : str
        Why it is this one: what comes after "5, because ". What was computed stands as $name.
    within : float
        A numeric guess counts as right up to this factor; 1 asks for the number itself.
    others : dict
        A number that is often given → what it is, or why it is not the right one.
    """

    key: str
    question: str
    reveal: Callable[[], tuple[Any, dict]]
    because: str
    within: float = 1
    others: dict[str, str] = field(default_factory=dict)

    @functools.cached_property
    def _revealed(self):
        return self.reveal()

    @property
    def truth(self):
        """The answer: a number, or a word in lower case."""
        return self._revealed[0]

    @property
    def answer(self):
        """The answer and its reason: "5, because …"."""
        return f"{format_number(self.truth)}, because {self._filled(self.because)}"

    @property
    def replies(self):
        """What is said about answers that are often given, by the answer."""
        return {number: self._filled(text) for number, text in self.others.items()}

    def _filled(self, text):
        return Template(text).substitute(self._revealed[1])

    def ask(self, guess=...):
        """Return the question if `guess` is no guess yet, else ""."""
        word = isinstance(self.truth, str)
        wanted = "a word" if word else "a number"
        if guess is ... or guess is None:
            return f"make a guess: {self.question} Write {wanted} in place of the dots."
        is_number = isinstance(guess, Number) and not isinstance(guess, (bool, complex))
        if isinstance(guess, str) if word else is_number:
            return ""
        return f"make a guess: {self.question} The guess must be {wanted}; found {guess!r}."

    def verdict(self, guess):
        """Return what is said about a guess."""
        if question := self.ask(guess):
            return question
        if isinstance(self.truth, str):
            exact = near = guess.strip(" .!\"'").lower() == self.truth
        else:
            exact = guess == self.truth
            near = self.truth / self.within <= guess <= self.truth * self.within
        if exact or near:
            return f"{'right' if exact else 'close'}: {self.answer}"
        for number, reply in self.replies.items():
            if abs(guess - float(number)) <= abs(guess) * SAME:
                return f"not quite: {reply} It is {self.answer}"
        return f"not quite: {self.answer}"


@dataclass(frozen=True)
class WrittenQuestion:
    """A question that is answered in sentences or on paper, and compared with a model answer.

    Attributes
    ----------
    key : str
        Lesson and name, "01.words".
    title : str
    prompt : str
        The question, in Markdown.
    model_answer : str
        In Markdown; the reader unfolds it.
    """

    key: str
    title: str
    prompt: str
    model_answer: str

    @property
    def markdown(self):
        """The question under its heading, and the folded model answer."""
        return (
            f"### {self.title}\n\n{self.prompt.strip()}\n\n"
            f"<details><summary>A model answer</summary>\n\n{self.model_answer.strip()}\n\n"
            "</details>"
        )


@dataclass(frozen=True)
class Lesson:
    """What a lesson asks.

    Attributes
    ----------
    name : str
        That of its notebook, "01-worked-example".
    title : str
    imports : str
        The code that comes before its exercises.
    exercises : list of Exercise
    predictions : list of Prediction
    written : list of WrittenQuestion
    """

    name: str
    title: str
    imports: str
    exercises: list[Exercise]
    predictions: list[Prediction]
    written: list[WrittenQuestion]


def lesson_numbers():
    """Return the two digits of each lesson with exercises, in order."""
    return sorted(path.stem[-2:] for path in FOLDER.glob("lesson_*.toml"))


def lessons():
    """Return all lessons with exercises, in order."""
    return [lesson(number) for number in lesson_numbers()]


@functools.cache
def lesson(number):
    """Return what one lesson asks, by its two digits.

    >>> lesson("01").name
    '01-worked-example'
    """
    texts = tomllib.loads((FOLDER / f"lesson_{number}.toml").read_text(encoding="utf-8"))
    beside = vars(importlib.import_module(f"perceptron_lessons.exercises.lesson_{number}"))
    about = {name: texts.pop(name) for name in ("name", "title", "imports")}
    written = [
        WrittenQuestion(key, **record) for key, record in texts.items() if "model_answer" in record
    ]
    for question in written:
        del texts[question.key]
    records = {key: _filled(record, beside) for key, record in texts.items()}
    return Lesson(
        **about,
        exercises=[Exercise(key, **row) for key, row in records.items() if "checker" in row],
        predictions=[Prediction(key, **row) for key, row in records.items() if "reveal" in row],
        written=written,
    )


def _filled(record, beside):
    """Return a record with the numbers in its texts, and its function, from the module beside."""
    function = "checker" if "checker" in record else "reveal"
    changed: dict = {function: beside[record[function]]}
    for name in {"prompt", "question"} & record.keys():
        changed[name] = Template(record[name]).substitute(beside)
    if "because" in record:
        changed["because"] = _partly(record["because"], beside)
    if "others" in record:
        others = record["others"].items()
        changed["others"] = {key: _partly(text, beside) for key, text in others}
    return record | changed


def _partly(text, beside):
    """Return a text with what the module knows; what a reveal computes is filled in later."""
    return Template(text).safe_substitute(beside)


def exercise(key: str) -> Exercise:
    """Return the exercise with this key, such as "01.2"; only its own lesson is loaded.

    Raises
    ------
    KeyError
        There is no such exercise; the message lists the keys.
    """
    return _find(key, lambda number: lesson(number).exercises)


def predict(key: str, guess: Any = ..., result: Any = None) -> Any:
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
    print(wrap(record.verdict(guess)))
    return None if record.ask(guess) else result


def prediction(key):
    """Return the prediction with this key; raises KeyError as `exercise` does."""
    return _find(key, predictions)


def predictions(number):
    """Return what a lesson asks its reader to guess, by its two digits.

    >>> [record.key for record in predictions("03")][:1]
    ['03.half']
    """
    return lesson(number).predictions


def _find(key, records_of):
    number = str(key).partition(".")[0]
    if number not in (numbers := lesson_numbers()):
        raise KeyError(f"no {key!r}; a key begins with its lesson: {', '.join(numbers)}")
    records = {record.key: record for record in records_of(number)}
    if key not in records:
        raise KeyError(f"no {key!r}; there are {', '.join(records)}")
    return records[key]
