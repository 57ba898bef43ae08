"""A question with data of its own, and what is asked for: the parts that every form writes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from perceptron_core.checks import malformed
from perceptron_lessons.language import file_of, language_of
from perceptron_lessons.reading import read_toml
from perceptron_lessons.tables import Phrase, Symbol, Table, filled, format_number
from perceptron_lessons.theory.formats import words_in_latex
from perceptron_lessons.theory.notation import formula, notation_of

TEXTS = Path(__file__).with_name("kinds.toml")


class Unfit(Exception):
    """These data are not what the question needs: others are drawn."""


def need(fits):
    """Draw other data unless these fit."""
    if not fits:
        raise Unfit


@dataclass(frozen=True)
class Question:
    """A question of one kind.

    Attributes
    ----------
    given : dict
        The student's own data, in plain numbers and lists; texts name them in <angle brackets>.
    asked : dict
        Name of an answer → the answer, or a function that works it out from those before it, as a
        dict: from the right ones, or from a student's. In the order of the work; digits at the end
        of a name number answers of one sort.
    mistakes, steps : int
        Of the run, and of the solution.
    shown, worked : tuple of Table
        What stands with the question, and with its solution.
    letters : str
        Those to choose from, where the answers are letters or orders of them; a number beside them
        is none. Without them a text is a list of times.
    """

    given: dict
    asked: dict
    mistakes: int
    steps: int
    shown: tuple[Table, ...] = ()
    worked: tuple[Table, ...] = ()
    letters: str = ""
    kind: str = ""

    @cached_property
    def answers(self):
        """The right answers: dict of str to int, Fraction, tuple of them, or str."""
        found = {}
        for key, answer in self.asked.items():
            found[key] = answer(found) if callable(answer) else answer
        return found

    @property
    def largest(self):
        """The largest number that a student has to write."""
        answers = (v if isinstance(v, tuple) else (v,) for v in self.answers.values())
        numbers = [v for answer in answers for v in answer if not isinstance(v, str)]
        return max((max(abs(v.numerator), v.denominator) for v in numbers), default=0)


def in_own_words(part, words):
    """Return a text or a table with words of a lecturer in place of ours; else the part itself."""
    if isinstance(part, Table):
        columns, *rows = ([in_own_words(c, words) for c in r] for r in (part.columns, *part.rows))
        return replace(part, title=words.get(part.title, part.title), columns=columns, rows=rows)
    if isinstance(part, Phrase):
        said = {
            name: in_own_words(fact, words)
            for name, fact in part.facts.items()
            if isinstance(fact, Phrase)
        }
        return filled(words.get(part.template, part.template), part.facts | said)
    text = format_number(part) if isinstance(part, (bool, np.bool_)) else part
    return words.get(text, part) if isinstance(text, str) else part


EFFORTS = ("mistakes", "steps", "largest")
MOST_POINTS = 1_000  # for one answer


ALSO_FIGURES = ("certificate",)
"""Kinds of questions whose names in the file of a language are those of figures."""


def texts_of(language=None, own=None):
    """Return the texts of all kinds in a language, those of a lecturer's file in place of some.

    Parameters
    ----------
    language : str or path, optional
        As `language_of` has it.
    own : path, optional
        A file like ``kinds.toml``.

    Raises
    ------
    ValueError
        There is no such file, it is not TOML, or has something in it that does not fit; the
        message names the file and the key.
    """
    ours = read_toml(TEXTS)
    if language is not None:
        language_of(language)  # is it one?
        ours = _in_language(ours, file_of(language))
    return ours if own is None else _replaced(ours, read_toml(own), own, ())


def _in_language(ours, file):
    theirs = read_toml(file)
    if misplaced := [name for name in theirs if name in ours and name not in ALSO_FIGURES]:
        remedy = "give a file of texts, points and ranges by --texts"
        raise malformed(str(file), "be the file of a language", f"[{misplaced[0]}]", remedy)
    spoken = theirs.get("sheets", {})
    spoken.setdefault("sheet", {}).setdefault("words", theirs.get("tables", {}))
    return _replaced(ours, spoken, file, ("sheets",))


def _replaced(ours, theirs, file, path):
    """Return our texts with theirs in place of some; the table of words takes any."""
    for key, value in theirs.items():
        here = (*path, key)
        if path[-1:] == ("words",):
            kind = str
        elif key in ours:
            kind = type(ours[key])
        else:
            known = ", ".join(ours)
            raise malformed(
                _place_in_file(file, path), f"have keys of {known}", key, "is it misspelt?"
            )
        if kind is dict and isinstance(value, dict):
            theirs[key] = _replaced(ours[key], value, file, here)
        else:
            _check_value(_place_in_file(file, here), here, value, ours.get(key, ""))
    return ours | theirs


def _place_in_file(file, path):
    """Return where something stands in a file: mine.toml, [run.points] k."""
    *table, key = path or ("",)
    return f"{file}, " + (f"[{'.'.join(table)}] " if table else "") + (key or "its tables")


def _check_value(where, path, value, ours):
    """Refuse what is not of the kind that a key takes."""
    shown = repr(value)[:60]
    if isinstance(ours, dict):
        raise malformed(where, "be a table", shown, f"write [{'.'.join(path)}] above its keys")
    if isinstance(ours, str):
        _check_text(where, value)
    elif path[-1] in EFFORTS:
        _check_range(where, value, ours)
    elif isinstance(ours, list):
        _check_list(where, value, ours)
    elif type(value) is not int or not 1 <= value <= MOST_POINTS:
        must = f"be a whole number of points from 1 to {MOST_POINTS}"
        raise malformed(where, must, shown, "leave a kind out by --kinds")


def _check_text(where, value):
    shown = repr(value)[:60]
    if not isinstance(value, str):
        raise malformed(where, "be a text", shown, "write it in quotes")
    if value.count("$") % 2:
        raise malformed(where, "have dollar signs in pairs", shown, "close the formula")


def _check_range(where, value, ours):
    are_two = isinstance(value, list) and [type(v) for v in value] == [int, int]
    if not are_two or not 0 <= value[0] <= value[1] < 10**9:
        must = "be the least and the largest number that is allowed, whole numbers from 0"
        raise malformed(where, must, repr(value)[:60], f"write it like {ours}")


def _check_list(where, value, ours):
    if not (isinstance(value, list) and all(isinstance(v, str) for v in value)):
        raise malformed(where, "be a list of texts", repr(value)[:60], "write each in quotes")
    if len(value) != len(ours):
        raise malformed(where, f"have {len(ours)} texts", len(value), "keep their order")
    for text in value:
        _check_text(where, text)


def check_texts(kind, given, all_texts, notation, file):
    """Refuse names in a lecturer's texts that stand for nothing, by the file and the key.

    Parameters
    ----------
    kind : str
    given : dict
        Of a question of that kind: what <names> there are.
    all_texts : dict
    notation : Notation
    file : path
    """
    ours = all_texts[kind]
    parts = {(kind, part): ours[part] for part in ("title", "question", "solution")}
    for part in ("asked", "feedback"):
        parts |= {(kind, part, key): text for key, text in ours[part].items()}
    for choice in ours.get("choices", ()):
        parts[(kind, "choices", choice)] = choice
    parts[("sheet", "rules")] = all_texts["sheet"]["rules"]
    for path, text in parts.items():
        try:
            values = dict.fromkeys(re.findall(r"<(\w+)>", text), 1) if path[0] == "sheet" else {}
            sentence(with_values(text, given | {"n": 1} | values), notation)
        except (ValueError, LookupError, AttributeError) as error:
            must = "have names that stand for something, such as {letter}"
            remedy = "brackets stand in pairs; see kinds.toml"
            raise malformed(
                _place_in_file(file, path), must, f"{text[:60]!r} ({error})", remedy
            ) from None


def with_values(text, values):
    """Return a text with numbers for the names in angle brackets."""
    if unknown := set(re.findall(r"<(\w+)>", text)) - set(values):
        raise ValueError(f"<{min(unknown)}> is none of {', '.join(values)}: {text!r}")
    return re.sub(r"<(\w+)>", lambda found: format_number(values[found[1]]), text)


def sentence(text, notation):
    """Return a text with formulas between dollar signs as one Symbol."""
    parts = [
        formula_symbol(part, notation)
        if i % 2
        else Symbol(part, rf"\text{{{words_in_latex(part)}}}")
        for i, part in enumerate(text.split("$"))
        if part
    ]
    return Symbol("".join(part.text for part in parts), "".join(part.latex for part in parts))


def formula_symbol(template, notation):
    """Return a formula as a Symbol; {letter} and so on are the symbols of a notation."""
    return formula(template, lambda name, _: notation_of(notation)[name])
