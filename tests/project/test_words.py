"""Files of words hold words: texts, and lists of texts, but nothing that a program computes with.

What reads them, as a figure in another language or a stage in other letters, rewrites every text
and takes every list for names. A number, a table in a list or an empty value would get lost there.
"""

import json
import re
import tomllib

import pytest
from conftest import PROJECT

from perceptron_lessons.stage import stage_script
from perceptron_lessons.theory.notation import SOURCES

PACKAGE = PROJECT / "perceptron_lessons"
NAMES = ("words.json", "words.toml", "de.toml")
FILES = sorted(path for path in PACKAGE.rglob("*") if path.name in NAMES)
OF_STAGE = json.loads((PACKAGE / "stage" / "words.json").read_text("utf-8"))


def read(path):
    text = path.read_text("utf-8")
    return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)


def complaints(value, place=""):
    """Where something is neither a text nor a list of texts nor a table of such."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from complaints(inner, f"{place}/{name}")
    elif isinstance(value, list):
        if not all(isinstance(part, str) and part for part in value):
            yield f"{place} is a list of more than names: {value}"
    elif not isinstance(value, str):
        yield f"{place} is no text: {value!r}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-2:]))
def test_a_file_of_words_holds_texts_and_lists_of_names(path):
    assert list(complaints(read(path))) == []


def test_there_is_such_a_file_where_something_speaks():
    assert {path.parent.name for path in FILES} == {"builder", "figures", "language", "stage"}


@pytest.mark.parametrize("value", [3, 0.5, None, True, [1], ["a", 2], [["a"]], [{"a": "b"}], [""]])
def test_what_is_no_word_is_found(value):
    words = json.loads(json.dumps(OF_STAGE))
    words["sentences"]["new"] = value
    (complaint,) = complaints(words)
    assert complaint.startswith("/sentences/new")


def test_lists_of_the_stage_name_what_is_there():
    named = {name for names in OF_STAGE["lines"].values() for name in names}
    assert named <= set(OF_STAGE["sentences"])
    simple = {name for names in OF_STAGE["simple"].values() for name in names}
    assert simple <= set(OF_STAGE["lines"])
    assert set(OF_STAGE["simple"]) - {""} <= set(OF_STAGE["choices"]["view"])


@pytest.mark.parametrize("source", [None, *SOURCES])
def test_a_stage_has_a_script_in_all_letters(source):
    whole = stage_script(source)
    words = json.loads(re.search("^const WORDS = (.*);$", whole, re.MULTILINE)[1])
    assert words["lines"] == OF_STAGE["lines"] and words["simple"] == OF_STAGE["simple"]
    assert set(words["sentences"]) == set(OF_STAGE["sentences"])
