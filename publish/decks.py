"""A deck: what a lecturer shows of a lesson, slide by slide, as a file of Markdown.

Slides are parted by lines of three dashes, and each ends with what its speaker says, after
``Notes:``. What a cell of a lesson shows is asked for by the cell's name, and so are its code and
the question of a guess, on which the room votes. What stands below a line ``. . .`` comes with the
next press of a key; ``at 0`` behind the name of a player is the k with which it begins:

>>> slides = parse_deck('''# A line
...
... @show 01-player at 0
...
... . . .
...
... Which points are wrong?
...
... Notes: 3 min. Press Play.
...
... ---
...
... ## Which one?
...
... @vote 01.rise
... - 5
... - 25
...
... Notes: Let them vote.
... ''')
>>> for part in slides[0].parts:
...     print(part)
SlidePart(kind='text', text='# A line', step=0)
SlidePart(kind='show', text='01-player at 0', step=0)
SlidePart(kind='text', text='Which points are wrong?', step=1)
>>> slides[0].minutes, slides[1].minutes
(3, None)
"""

import re
from fractions import Fraction
from typing import NamedTuple

from perceptron_lessons.exercises import prediction
from perceptron_lessons.figures.wording import Wording

_NOTES = re.compile(r"^Notes:", re.MULTILINE)
_ASKED = re.compile(r"^@(\w+) +(.+?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
_PAUSE = re.compile(r"^\. \. \.$", re.MULTILINE)
_FORMULA = re.compile(r"\$+[^$]+\$+")
_ANSWER = "Answer:"
_MINUTES = re.compile(r"(\d+) min\.")
KINDS = ("show", "code", "vote")


class SlidePart(NamedTuple):
    """A part: its kind, "text" or one of `KINDS`, its text, and its place among the builds."""

    kind: str
    text: str
    step: int = 0


class Slide(NamedTuple):
    """A slide: its parts from top to bottom, and the notes for the speaker."""

    parts: list
    notes: str

    @property
    def minutes(self):
        """What the notes begin with, or None."""
        found = _MINUTES.match(self.notes)
        return int(found[1]) if found else None

    @property
    def asks(self):
        """Whether it has a question in its own words; a vote without one asks the lesson's."""
        return any("?" in part.text for part in self.parts if part.kind == "text")


class Vote(NamedTuple):
    """A guess of the lesson as a vote: question, options with whether they are right, answer.

    ``is_lessons`` says whether the answer is that of the lesson, which is in English.
    """

    question: str
    options: list
    answer: str
    is_lessons: bool

    def answer_in(self, language):
        """Return the answer; in another language than the lesson's the right option alone."""
        if language is None or not self.is_lessons:
            return self.answer
        return next(option for option, is_right in self.options if is_right)


def parse_deck(text, notation=None):
    """Return the slides of a deck.

    Parameters
    ----------
    text : str
        The file.
    notation : str, Notation or None
        Whose letters its formulas get; None leaves them as they are written.

    Returns
    -------
    list of Slide

    Raises
    ------
    ValueError
        If a slide has no notes, or asks for what there is not; the message has its first line.
    """
    if notation:
        words = Wording(notation)
        text = _FORMULA.sub(lambda formula: words.rewritten_formula(formula[0]), text)
    return [_slide(part.strip()) for part in re.split(r"^---$", text, flags=re.MULTILINE)]


def _slide(text):
    title = text.partition("\n")[0]
    shown, *notes = _NOTES.split(text)
    if len(notes) != 1 or not notes[0].strip():
        raise ValueError(f"slide {title!r} needs one part 'Notes:' with what its speaker says")
    parts = []
    for step, piece in enumerate(_PAUSE.split(shown)):
        words, *asked = _ASKED.split(piece)
        parts.append(SlidePart("text", words.strip(), step))
        for kind, what, after in zip(*[iter(asked)] * 3, strict=True):
            if kind not in KINDS:
                raise ValueError(f"slide {title!r} has @{kind}; there are @{', @'.join(KINDS)}")
            parts += [SlidePart(kind, what.strip(), step), SlidePart("text", after.strip(), step)]
    return Slide([part for part in parts if part.text], notes[0].strip())


def vote(text):
    """Return what the room votes on.

    Parameters
    ----------
    text : str
        The key of a prediction, and below it the options as a list; each begins with what could be
        the guess: a number, or a word. Then, if not that of the lesson is to be shown, the answer
        in a line that begins with "Answer:".

    Returns
    -------
    Vote

    Raises
    ------
    ValueError
        If not one of the options is right, as the prediction judges it.
    """
    key, *lines = text.split("\n")
    answers = [line for line in lines if line.startswith(_ANSWER)]
    options = [line.removeprefix("- ") for line in lines if line not in answers]
    asked = prediction(key.strip())
    right = [asked.verdict(_guess(option)).startswith(("right", "close")) for option in options]
    if sum(right) != 1:
        raise ValueError(f"of the options for {key}, {options}, one must be right: {asked.answer}")
    answer = answers[0].removeprefix(_ANSWER).strip() if answers else asked.answer
    return Vote(asked.question, list(zip(options, right, strict=True)), answer, not answers)


def _guess(option):
    """The number with which an option begins, or else its words.

    >>> [_guess(text) for text in ("4", "about 10,000", "0.01", "1/3 of it", "one point")]
    [4, 10000, 0.01, Fraction(1, 3), 'one point']
    """
    found = re.match(r"(?:about )?(-?[\d,]+(?:\.\d+|/\d+)?)", option)
    if not found:
        return option
    digits = found[1].replace(",", "")
    kind = Fraction if "/" in digits else float if "." in digits else int
    return kind(digits)
