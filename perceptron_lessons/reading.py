"""What people write into files: bytes as text, numbers as they are typed, and TOML.

Every reader of a file that somebody gives goes through here, so that all of them take the same
letters, the same signs and the same numbers, and refuse the same things in words.
"""

from __future__ import annotations

import codecs
import os
import re
import tomllib
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from perceptron_core.checks import MINUSES, in_words, malformed
from perceptron_lessons.tables import Phrase, refused

Name = str | os.PathLike

MOST_DIGITS = 4_000  # of a number: Python's own limit for reading one is 4,300
DEEPEST = 20  # tables within tables of a file in TOML: ours have three
MOST_POINTS = 100  # within what may be one key of TOML; those of prose are fewer, too
MOST_OF_TOML = 1_000_000  # characters

# UTF-32 comes first: its mark begins with that of UTF-16.
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8-sig",
}
_NO_TEXTS = {
    b"PK\x03\x04": Phrase("a zip archive, as a workbook of Excel is one"),
    b"\xd0\xcf\x11\xe0": Phrase("an old file of Excel or Word"),
    b"%PDF": Phrase("a PDF"),
    b"\x1f\x8b": Phrase("a compressed file"),
    b"\x89PNG": Phrase("a picture"),
}
_SAVE_AS_TEXT = Phrase("save it as text, in UTF-8")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]")  # SVG has no way to write these
_BETWEEN = re.compile(r"[={},\n]")  # the keys of TOML
_POINTS = re.compile(r"\.+")

# Spaces without width, and marks of direction, as copying brings them along.
UNSEEN = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"
# Dashes, the signs and digits of East Asian keyboards, and what is not seen, as they are read. What
# `float` and `Fraction` take is another thing than what people write: 1_000 is a slip.
_PLAIN = str.maketrans(
    MINUSES + "＋﹢．／⁄，、：；（）［］０１２３４５６７８９",
    "-" * len(MINUSES) + "++.//,,:;()[]0123456789",
    UNSEEN,
)
_NOTHING = str.maketrans("", "", UNSEEN)
_NUMERAL = re.compile(
    r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?|[+-]?[0-9]+/0*[1-9][0-9]*"
)


def read_text(path: Name, say: Callable[[str], None] | None = None) -> str:
    """Return the text of a file, its lines ended by "\\n".

    A mark in front tells UTF-16 and UTF-32; without one it is UTF-8.

    Parameters
    ----------
    path : str or path-like
    say : callable, optional
        Takes a sentence where the letters are guessed: what is no UTF-8 is then read as Windows
        writes it in the West. Without it such a file is refused.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        There is no such file, it is a folder, or it holds no text; the message names it.
    """
    content = existing_file(path).read_bytes()
    for start, what in _NO_TEXTS.items():
        if content.startswith(start):
            remedy = Phrase("save it as text (for a table: as CSV, in UTF-8)")
            raise refused(str(path), Phrase("be a text file"), what, remedy)
    text = _decoded(content, path, say)
    if control := _CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        sign = Phrase(
            "a sign that no text has, number {code}, in line {line}",
            code=ord(control[0]),
            line=line,
        )
        raise refused(str(path), Phrase("be a text file"), sign, _SAVE_AS_TEXT)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def existing_file(path: Name) -> Path:
    """Return the path of a file that is there; raises ValueError that says why none is."""
    if not isinstance(path, str | os.PathLike):
        raise malformed("the name of a file", "be text", in_words(path), "name a file")
    if not str(path).strip() or "\0" in str(path):
        raise malformed("the name of a file", "not be empty", repr(str(path)), "name a file")
    place = Path(path)
    try:
        if place.is_file():
            place.open("rb").close()  # may it be read?
            return place
        there = os.path.lexists(place)
    except OSError as error:
        found = f"{error.strerror}".lower()  # in the words of the system
        raise refused(str(path), Phrase("be a file that can be read"), found) from None
    if place.is_dir():
        remedy = Phrase("name a file in it")
        raise refused(str(path), Phrase("be a file"), Phrase("a folder"), remedy)
    if there:
        found = Phrase("a link that leads to no file, or a device")
        remedy = Phrase("save what it holds into a file first")
        raise refused(str(path), Phrase("be a file"), found, remedy)
    remedy = Phrase("is its name written right?")
    raise refused(str(path), Phrase("be a file"), Phrase("none of that name"), remedy)


def _decoded(content, path, say):
    """Return bytes as text, in the letters that their first bytes or they themselves tell."""
    marks = (mark for mark in _BYTE_ORDER_MARKS if content.startswith(mark))
    encoding = _BYTE_ORDER_MARKS.get(next(marks, b""), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        place = error.start + 1
    if encoding != "utf-8" or say is None or b"\0" in content:
        found = Phrase("other bytes, the first of them byte {place}", place=place)
        remedy = Phrase("save it again as UTF-8")
        raise refused(str(path), Phrase("be text in UTF-8"), found, remedy)
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        found = Phrase(
            "bytes of neither UTF-8 nor Windows, the first of them byte {place}", place=place
        )
        raise refused(str(path), Phrase("be text"), found, _SAVE_AS_TEXT) from None
    guessed = "{path} is not UTF-8: read as Windows-1252. If letters are wrong, save it as UTF-8."
    say(Phrase(guessed, path=path))
    return text


def as_typed(text: str) -> str:
    """Return a text with every dash as a hyphen, and full-width digits and signs as usual ones.

    What is not seen, as marks of direction that were copied along, goes.

    >>> as_typed("−1"), as_typed("–２．５"), as_typed("\u200e−3")
    ('-1', '-2.5', '-3')
    """
    return text if text.isascii() else text.translate(_PLAIN)


def without_unseen(text: str) -> str:
    """Return a text without what is not seen, each letter written in one way.

    >>> without_unseen("\ufeffe\u0301") == "é"
    True
    """
    return unicodedata.normalize("NFC", text.translate(_NOTHING))


def is_numeral(text: str) -> bool:
    """Return whether a text is a number as people write it: 12, −1.5, 1e3, 2/3.

    >>> is_numeral("−1.50"), is_numeral("1_000"), is_numeral("two")
    (True, False, False)
    """
    return bool(_NUMERAL.fullmatch(as_typed(text)))


def read_number(text: str) -> int | Fraction:
    """Return the rational that is written: a whole number without a point as an int.

    Raises
    ------
    ValueError
        It is no number, or one of more than `MOST_DIGITS` digits.

    >>> read_number("−12"), read_number("0.1"), read_number(" 2/3 ")
    (-12, Fraction(1, 10), Fraction(2, 3))
    """
    text = as_typed(text.strip())
    if not _NUMERAL.fullmatch(text):
        how = "write it like -1234.5, with a point, without a unit and marks between thousands"
        raise ValueError(f"{_no_number(text)}: {how}")
    try:
        if len(text) <= MOST_DIGITS:
            return int(text) if text.lstrip("+-").isdigit() else Fraction(text)
    except ValueError:  # a limit that somebody has set lower
        pass
    raise ValueError(f"{_no_number(text)}, of {len(text)} digits: write fewer, such as 1.5e300")


def _no_number(text):
    return f"expected a number; found {text[:40]!r}" + ("…" if len(text) > 40 else "")


def read_toml(path: Name) -> dict[str, Any]:
    """Return what a file in TOML says.

    Raises
    ------
    ValueError
        There is no such file, or it is no TOML; the message names the file.
    """
    text = read_text(path)
    if len(text) > MOST_OF_TOML:
        must = f"have at most {MOST_OF_TOML:,} letters"
        raise malformed(str(path), must, f"{len(text):,}", "is it the right file?")
    deep = malformed(str(path), "have few tables within tables", "many", "is it the right file?")
    # A key of n parts, a.b.c = 1, takes tomllib n² steps.
    if any(len(_POINTS.findall(part)) > MOST_POINTS for part in _BETWEEN.split(text)):
        raise deep
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        remedy = "see the examples in docs/figures.md and docs/sheets.md"
        raise malformed(str(path), "be in TOML", f"a mistake: {error}", remedy) from None
    except RecursionError:
        raise deep from None
    except ValueError:  # of Python's own limit for the digits of a whole number
        found = "one with thousands of digits"
        raise malformed(str(path), "have numbers that can be read", found) from None
    level = [content]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inner(outer)]
    if level:
        raise deep
    return content


def _inner(value):
    """Return what stands in a table or a list; nothing stands in any other value."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
