"""Moodle: a reader of cloze questions by their published rules, held against the marks of `mark`.

The reader and the ways in which people write numbers share no line with the package.
"""

import random
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

import pytest
from conftest import PROJECT
from many import TIMES

from perceptron_lessons import sheets
from perceptron_lessons.sheets.forms import moodle
from perceptron_lessons.sheets.marking import value_of

SEEDS = range(min(200, 2 * TIMES))
FIELD = re.compile(r"\{(\d*):(SHORTANSWER|MULTICHOICE):((?:\\.|[^}\\])*)\}")


class Field(NamedTuple):
    """What a student may type into it, or choose, and what share of its weight that earns."""

    weight: int
    sort: str
    shares: dict

    def takes(self, typed):
        typed = typed.strip().lower() if self.sort == "SHORTANSWER" else typed
        return self.shares.get(typed, 0) == 1


def read_fields(text):
    """The fields of a cloze question, in their order."""
    found = []
    for weight, sort, rest in FIELD.findall(text):
        shares = {}
        for way in re.split(r"(?<!\\)~", rest):
            answer, _, hint = (re.sub(r"(?<!\\)#", "\0", way, count=1)).partition("\0")
            share, answer = (1, answer[1:]) if answer.startswith("=") else (0, answer)
            assert answer and (share or hint), way  # who is wrong is told why
            answer = re.sub(r"\\([}#~])", r"\1", answer)
            shares.setdefault(answer.lower() if sort == "SHORTANSWER" else answer, share)
        assert 1 in shares.values() and 0 in shares.values()
        found.append(Field(int(weight), sort, shares))
    return found


class Case(NamedTuple):
    """A question of a student, and the fields that Moodle finds in it."""

    sheet: sheets.Sheet
    number: int
    fields: list


@pytest.fixture(scope="module")
def cases():
    made = [sheets.sheet(seed) for seed in SEEDS]
    quiz = ET.fromstring(moodle(made))
    texts = [q.find("questiontext/text").text for q in quiz if q.get("type") == "cloze"]
    numbers = range(1, len(made[0].questions) + 1)
    order = [(number, sheet) for number in numbers for sheet in made]
    return [Case(s, n, read_fields(t)) for (n, s), t in zip(order, texts, strict=True)]


def rows_of(case):
    """Key, points, right answer, its parts and the fields of the parts."""
    letters, rest = case.sheet.questions[case.number - 1].letters, list(case.fields)
    for key, _, points, value, _ in case.sheet.rows(case.number):
        parts = value if isinstance(value, tuple) else (value,)
        if isinstance(value, str) and letters:
            parts = tuple(value)
        yield key, points, value, parts, [rest.pop(0) for _ in parts]
    assert rest == []


def as_people_write(part, letters):
    """Ways to write a number, a list of times, or a letter, as docs/sheets.md says."""
    if isinstance(part, str):
        if letters:
            return [part]
        times = part.split(",")
        lists = [between.join(times) for between in (",", ", ", " ", ";", "; ")]
        return [a + each + b for each in lists for a, b in ("  ", "()", "[]", "{}")]
    size = abs(Fraction(part))
    texts = [str(size)]
    if isinstance(part, Fraction):
        for n in (1, 2, 3, 7, 10):
            texts += [f"{n * size.numerator}{over}{n * size.denominator}" for over in ("/", " / ")]
    for places in (1, 2, 3, 4):
        if (size * 10**places).denominator == 1:
            text = f"{float(size):.{places}f}"
            texts += [text, text.replace(".", ",")]
            texts += [text[1:]] if text.startswith("0.") and isinstance(part, Fraction) else []
            break
    signs = ("-", "−", "–", "- ") if part < 0 else ("", "+") if part > 0 else ("", "-", "−")
    return [f" {sign}{text} " for sign in signs for text in texts]


def test_what_the_marks_take_moodle_takes_and_nothing_else(cases):
    source = random.Random(4)
    for case in cases:
        letters = case.sheet.questions[case.number - 1].letters
        for key, _, value, parts, fields in rows_of(case):
            own = letters if isinstance(value, str) else ""
            for part, field in zip(parts, fields, strict=True):
                for typed in as_people_write(part, own):
                    assert value_of(typed, part) == part, (key, typed)
                    assert field.takes(typed), (key, typed, field)
                for way, share in field.shares.items():  # all that it takes, without exception
                    assert way == "*" or (value_of(way, part) == part) == share, (key, way)
                assert field.sort != "MULTICHOICE" or "".join(field.shares) == own
            typed = "; ".join(source.choice(as_people_write(part, own)) for part in parts)
            assert value_of(f"({typed})", value) == value


def test_a_point_weighs_the_same_whoever_gets_the_question(cases):
    weights = defaultdict(set)
    for case in cases:
        for _, points, _, _, fields in rows_of(case):
            assert len({field.weight for field in fields}) == 1
            total = sum(field.weight for field in fields)
            weights[case.number].add(Fraction(total, points))
    assert all(len(each) == 1 and each.pop().denominator == 1 for each in weights.values())


def test_formulas_of_moodle_are_no_source_of_tex():
    mine = PROJECT / "examples/lecture-notes/mine.toml"
    for notation in (mine, "online", "iterations", "empirical", "cosine", "primal"):
        xml = moodle([sheets.sheet(1, notation=notation)])
        for question in ET.fromstring(xml).iter("text"):
            shown = re.sub(r"<[^>]*>|averaged_line|[$]course[$]", "", question.text)
            shown = FIELD.sub("", shown)
            assert not re.search(r"[\\$]|_[a-z{(]|\^[({]", shown), shown
