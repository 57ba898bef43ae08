"""Another language: one file of words for figures, tables, pages, decks, sheets, stage and builder.

English stands where it is said. A file like ``de.toml`` has what to say in its place:

>>> german = language_of("de")
>>> german.phrase("final line"), german.number("(0.5, −1)")
('letzte Gerade', '(0,5; −1)')
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from os import PathLike
from pathlib import Path

from perceptron_core.checks import in_words, malformed
from perceptron_lessons.reading import read_text, read_toml
from perceptron_lessons.tables import Numeral, Phrase, filled, format_number

SHIPPED = {path.stem: path for path in Path(__file__).parent.glob("*.toml")}
KEYS = {"lang": "en", "decimal": "."}
"""What a file says of the language as a whole, and what that is in English."""
PARTS = ("phrases", "nouns", "tables", "sheets", "stage", "builder")
"""Tables of a file besides those that are called like a figure."""
OF_OTHERS = ("sheets", "stage", "builder")  # whose readers know what is to be there
ANSWERS = tuple(map(format_number, (True, False)))
SHORT = 3  # digits in a group of a long number
MONTHS = ("January", "February", "March", "April", "May", "June", "July")
MONTHS += ("August", "September", "October", "November", "December")


class Language:
    """The words of a file, and how it writes numbers.

    Parameters
    ----------
    words : dict
        The content of the file; empty for English.

    Attributes
    ----------
    lang : str
        For ``<html lang>``: "de"; empty where the file does not say.
    decimal : {".", ","}
    words : dict
        The tables of the file.
    """

    def __init__(self, words):
        self.words = {name: part for name, part in words.items() if name not in KEYS}
        self.lang = words.get("lang", "" if words else KEYS["lang"])
        self.decimal = words.get("decimal", KEYS["decimal"])

    def phrase(self, text):
        """Return what stands in place of a text; the text itself where nothing does."""
        return self.words.get("phrases", {}).get(text, text)

    def part(self, name):
        """Return one of `PARTS`, or the texts of a figure; empty where the file has none."""
        return self.words.get(name, {})

    def nouns(self, noun):
        """Return a noun of one thing and of many, as the file has it or as English makes it."""
        return self.words.get("nouns", {}).get(noun, (noun, f"{noun}s"))

    def counted(self, n, noun):
        """Return a number with its noun.

        >>> language_of("de").counted(1, "sample"), language_of().counted(2, "sample")
        ('1 Punkt', '2 samples')
        """
        one, many = self.nouns(noun)
        return f"{n} {one if n == 1 else many}"

    def number(self, text):
        """Return a number, vector or list that was written in English as this language writes it.

        With a decimal comma the numbers of a vector are parted by semicolons, and long numbers
        have narrow spaces.
        """
        if self.decimal == ".":
            return text
        text = re.sub(rf"(?<=\d),(?=\d{{{SHORT}}})", "\u202f", text)
        if re.search(r"\d\.\d", text):
            text = re.sub(r",(?= )", ";", text)
        return re.sub(r"(?<=\d)\.(?=\d)", self.decimal, text)

    def date(self, date):
        """Return a day as people write it.

        >>> from datetime import date
        >>> print(language_of("de").date(date(2026, 3, 1)), language_of().date(date(2026, 3, 1)))
        1. März 2026 1 March 2026
        """
        month = Phrase(MONTHS[date.month - 1])
        return self.say(Phrase("{day} {month} {year}", day=date.day, month=month, year=date.year))

    def table(self, table):
        """Return a finished table in this language: its title, headings, words and numbers.

        >>> from perceptron_lessons.tables import Table
        >>> print(language_of("de").table(Table("the run", ["i", "bound"], [(0, 0.5)])))
        der Lauf
          i  Schranke
          0       0,5
        """
        columns = [self._cell(each) for each in table.columns]
        # What stands under "source" is a name, by which an option takes it.
        kinds = [str(each) == "source" for each in table.columns]
        rows = [
            [
                cell if is_name else self._cell(cell)
                for is_name, cell in zip(kinds, row, strict=True)
            ]
            for row in table.rows
        ]
        title = self.say(table.title)
        return replace(table, title=title, columns=columns, rows=rows, rewrite=self._written)

    def _cell(self, cell):
        return self.say(cell) if isinstance(cell, str) else cell

    def _written(self, text):
        """Return what stands in a cell that is no text: a number, or yes and no."""
        return self.say(text) if text in ANSWERS else self.number(text)

    def say(self, text):
        """Return a text of a table, or a `Phrase` with its facts, in this language."""
        if not isinstance(text, Phrase):
            return self.part("tables").get(text) or self.phrase(text)
        facts = {name: self._fact(fact) for name, fact in text.facts.items()}
        template = self.part("tables").get(text.template) or self.phrase(text.template)
        return filled(template, facts, self.counted)

    def _fact(self, fact):
        if isinstance(fact, Phrase):
            return self.say(fact)
        return self.number(fact) if isinstance(fact, Numeral) else fact


def language_of(name=None):
    """Return a language.

    Parameters
    ----------
    name : str or path, optional
        A file like ``de.toml``, or the name of one that is here: "de". None is English.

    Raises
    ------
    ValueError
        There is no such file, or it holds something else than words; the message names the place.
    """
    if name is None:
        return _language(None, "")
    path = file_of(name)
    return _language(path, read_text(path))


def translated(ours, theirs, place, speaker):
    """Return words with theirs in place of some of ours.

    Parameters
    ----------
    ours, theirs : dict
        Texts, lists of names, and tables of such.
    place : str
        The file and the beginning of its table, "mine.toml: [stage".
    speaker : str
        What says these words.

    Raises
    ------
    ValueError
        Theirs have what ours have not, or something else than a text for a text.

    >>> translated({"a": {"b": "one", "c": "two"}}, {"a": {"b": "eins"}}, "de.toml: [x", "stage")
    {'a': {'b': 'eins', 'c': 'two'}}
    """
    for name, text in theirs.items():
        if name not in ours:
            raise ValueError(f"{place}] has {name}, which no {speaker} says: is it misspelt?")
        if type(text) is not type(ours[name]):
            kind = {str: "a text", list: "a list", dict: "a table"}[type(ours[name])]
            raise ValueError(f"{place}] {name} must be {kind}; found {text!r}")
    return ours | {
        name: translated(ours[name], text, f"{place}.{name}", speaker)
        if isinstance(text, dict)
        else text
        for name, text in theirs.items()
    }


def named(stem, name=None):
    """Return what a file of a reader's own is called in a language: in English it has no mark.

    >>> named("45-minutes", "de"), named("45-minutes"), named("mine-de", "de")
    ('45-minutes-de', '45-minutes', 'mine-de')
    """
    mark = f"-{Path(name).stem}" if name else ""
    return stem if stem.endswith(mark) else stem + mark


def file_of(name):
    """Return the file of a language: that is here, as "de", or the path of one."""
    if not isinstance(name, str | PathLike) or not str(name).strip():
        known = f"be {', '.join(SHIPPED)} or the name of a file"
        raise malformed("the language", known, in_words(name))
    return SHIPPED.get(str(name)) or Path(name)


@lru_cache(maxsize=8)
def _language(path, content):
    """Return the language of a file; `content` tells two states of the file apart."""
    words = read_toml(path) if content else {}
    for key in KEYS:
        if not isinstance(words.get(key, ""), str):
            raise malformed(f"{path}: {key}", "be a text", repr(words[key]), "put it in quotes")
    if words.get("decimal", ".") not in (".", ","):
        raise malformed(f"{path}: decimal", 'be "." or ","', repr(words["decimal"]))
    for name, texts in words.items():
        if name not in KEYS:
            _check_words(path, name, texts)
    return Language(words)


def _check_words(path, part, texts):
    """Refuse what is no table of texts, or in [nouns] of pairs of texts: one, many."""
    if not isinstance(texts, dict):
        raise ValueError(f"{path}: [{part}] must be a table of texts; found {texts!r}")
    if part in OF_OTHERS:
        return
    for name, text in texts.items():
        if part == "nouns":
            is_pair = isinstance(text, list) and len(text) == 2
            if not (is_pair and all(isinstance(word, str) for word in text)):
                wanted = "two words, of one and of many"
                raise ValueError(f"{path}: {name} in [nouns] must be {wanted}; found {text!r}")
        elif not isinstance(text, str):
            raise ValueError(f"{path}: {name} in [{part}] must be a text; found {text!r}")
