"""The file of a lecture: one file in TOML from which everything for it is made."""

from __future__ import annotations

import base64
import datetime
import difflib
import re
from pathlib import Path
from typing import Any, NamedTuple

from perceptron_core import Dataset, worked_example
from perceptron_core.checks import malformed
from perceptron_lessons import language
from perceptron_lessons.reading import existing_file, read_toml
from perceptron_lessons.sheets.sheet import plan
from perceptron_lessons.takeaway.csv_file import read_csv
from perceptron_lessons.takeaway.worked_run import usable_points
from perceptron_lessons.theory.notation import notation_of

PROJECT = Path(__file__).parents[2]
"""The folder of the project, where the package is used from it: with decks, and what shows them."""
LOGOS = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
MOST_OF_LOGO = 1_000_000  # bytes: it is within the deck
MOST_STUDENTS = 2_000
LONGEST = 200  # letters of a title
KEYS = ["title", "author", "date", "logo", "language", "notation"]
KEYS += ["points", "deck", "students", "seed", "kinds"]
"""What a file may say; all of it may be left out."""


class Course(NamedTuple):
    """A lecture, as its file says it; paths are whole.

    Attributes
    ----------
    title, author, date : str
        Empty where the file does not say.
    logo : Path or None
    language : str or None
        A name such as "de" or the path of a file; None is English.
    notation : str
        A name or the path of a file.
    data : Dataset
        The points of the worked example.
    names : dict
        Of a CSV file what figures call ``features`` and ``classes``; else empty.
    deck : Path or None
        The file of the deck; None where the project is not there.
    students, seed : int
    kinds : list of str or None
    """

    title: str
    author: str
    date: str
    logo: Path | None
    language: str | None
    notation: str
    data: Dataset
    names: dict
    deck: Path | None
    students: int
    seed: int
    kinds: list | None

    @property
    def points(self) -> list:
        """The points as rows x1, x2, label."""
        rows = zip(self.data.X.tolist(), self.data.y.tolist(), strict=True)
        return [[*x, y] for x, y in rows]


def read_course(path: str | Path) -> Course:
    """Return the lecture of a file, all of which is checked.

    Parameters
    ----------
    path : path
        Names of files in it are seen from its folder.

    Raises
    ------
    ValueError
        The file cannot be read, or has an unknown key or a value that is of no use; the message
        has the file, the key, what was found and a remedy.
    """
    return _CourseFile(path).course()


class _CourseFile:
    """A file that is being read."""

    def __init__(self, path):
        self._given = read_toml(path)  # by the name that was given: Path("") is a folder
        self._path = Path(path)
        self._folder = self._path.resolve().parent
        for key in self._given:
            if key not in KEYS:
                self._refuse_key(key)

    def course(self):
        spoken = self._language()
        data, names = self._points()
        return Course(
            title=self._text("title"),
            author=self._text("author"),
            date=self._date(spoken),
            logo=self._logo(),
            language=spoken,
            notation=self._notation(),
            data=data,
            names=names,
            deck=self._deck(spoken),
            students=self._number("students", 0, MOST_STUDENTS),
            seed=self._number("seed", 1, 10**9),
            kinds=self._kinds(),
        )

    def _error(self, key, must, found, remedy=""):
        return malformed(f"{self._path}: {key}", must, found, remedy)

    def _refuse_key(self, key):
        near = difflib.get_close_matches(key, KEYS, 1)
        remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(KEYS)}"
        raise malformed(str(self._path), "have known keys only", key, remedy)

    def _text(self, key, default=""):
        text = self._given.get(key, default)
        if not isinstance(text, str):
            raise self._error(key, "be a text", f"{text!r:.60}", "put it in quotes")
        if len(text) > LONGEST:
            raise self._error(key, f"have at most {LONGEST} letters", f"{len(text)}", "shorten it")
        return " ".join(text.split())

    def _date(self, spoken):
        date = self._given.get("date", "")
        if isinstance(date, datetime.date) and not isinstance(date, datetime.datetime):
            return language.language_of(spoken).date(date)
        return self._text("date")

    def _number(self, key, default, most):
        number = self._given.get(key, default)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
            raise self._error(key, f"be a whole number from 0 to {most:,}", f"{number!r:.60}")
        return number

    def _file(self, key, name):
        """Return the path of a file that is there."""
        try:
            return existing_file(self._folder / name)
        except ValueError as error:
            raise ValueError(f"{self._path}: {key}: {error}") from None

    def _logo(self):
        if not (name := self._text("logo")):
            return None
        if Path(name).suffix.lower() not in LOGOS:
            raise self._error("logo", f"end in {', '.join(LOGOS)}", repr(name), "save it as PNG")
        place = self._file("logo", name)
        content = place.read_bytes()
        if len(content) > MOST_OF_LOGO:
            must = f"be a file of at most {MOST_OF_LOGO:,} bytes"
            raise self._error("logo", must, f"{len(content):,}", "make the picture smaller")
        starts = {".svg": rb"\s*(\xef\xbb\xbf)?\s*<", ".png": rb"\x89PNG"}
        if not re.match(starts.get(place.suffix.lower(), rb"\xff\xd8"), content):
            found = f"{name!r}, which is no such picture inside"
            raise self._error("logo", "be an SVG, PNG or JPEG", found, "export it again")
        return place

    def _language(self):
        name = self._text("language", "en")
        if name in ("", "en"):
            return None
        if name.endswith(".toml"):
            name = str(self._file("language", name))
        elif name not in language.SHIPPED:
            remedy = "or name a file of words, as language/de.toml is one"
            raise self._error("language", "be en or de", repr(name), remedy)
        language.language_of(name)
        return name

    def _notation(self):
        name = self._text("notation", "course")
        if name.endswith(".toml"):
            name = str(self._file("notation", name))
        try:
            notation_of(name)
        except ValueError as error:
            raise ValueError(f"{self._path}: notation: {error}") from None
        return name

    def _points(self):
        given = self._given.get("points")
        if given is None:
            return worked_example(), {}
        names = {}
        if isinstance(given, str):
            place = self._file("points", given)
            data, features, classes = read_csv(place)
            names = {"features": features, "classes": classes}
            rows = zip(data.X.tolist(), data.y.tolist(), strict=True)
            given = [[*x, y] for x, y in rows]
        try:
            return usable_points(given), names
        except ValueError as error:
            raise ValueError(f"{self._path}: {error}") from None

    def _deck(self, spoken):
        name = self._text("deck", "45-minutes")
        if name.endswith(".md"):
            return self._file("deck", name)
        decks = deck_files(spoken)
        if not (PROJECT / "slides").is_dir():
            return None
        if name not in decks:
            remedy = f"there are {', '.join(sorted(decks))}, or a file of your own, NAME.md"
            raise self._error("deck", "be the name of a deck", repr(name), remedy)
        if "points" in self._given and "{{" not in decks[name].read_text(encoding="utf-8"):
            counting = [each for each, place in decks.items() if "{{" in place.read_text("utf-8")]
            found = f"{name!r}, whose numbers are those of its lesson"
            remedy = f"take {' or '.join(sorted(counting))}, or leave points out"
            raise self._error("deck", "be one that takes points", found, remedy)
        return decks[name]

    def _kinds(self):
        kinds = self._given.get("kinds")
        if kinds is None:
            return None
        if isinstance(kinds, str):
            kinds = [kind.strip() for kind in kinds.split(",")]
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            remedy = 'write ["run", "bound"]'
            raise self._error("kinds", "be a list of kinds", f"{kinds!r:.60}", remedy)
        try:
            plan(kinds)
        except ValueError as error:
            raise ValueError(f"{self._path}: kinds: {error}") from None
        return kinds


def picture_address(place: Path) -> str:
    """Return a picture as an address that holds all of it."""
    data = base64.b64encode(place.read_bytes()).decode()
    return f"data:{LOGOS[place.suffix.lower()]};base64,{data}"


def deck_files(spoken: str | None) -> dict[str, Any]:
    """Return the decks of the project by their names: in a language, where there are such.

    Parameters
    ----------
    spoken : str or None
        The name or the file of a language.
    """
    folder = PROJECT / "slides"
    places = [*folder.glob("*.md")]
    if spoken:
        places += (folder / Path(spoken).stem).glob("*.md")
    return {place.stem: place for place in places}
