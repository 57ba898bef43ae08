"""No last digit of a float is stored: another processor has another one there.

Twelve significant digits are the same everywhere. What is exact, an integer or a fraction, may be
as long as it likes.
"""

import ast
import doctest
import re

import pytest
from conftest import PAGES, PROJECT

from tools.notebooks import read

MOST = 12
FLOAT = re.compile(r"(?<![\w.])(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?|(?<![\w.])\d+[eE][-+]?\d+")
BINARY = ("image/png", "image/jpeg", "application/pdf")
MODULES = sorted(
    path
    for folder in ("perceptron_core", "perceptron_lessons", "tools", "benchmarks", "tests")
    for path in (PROJECT / folder).rglob("*.py")
)
TEXTS = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md"), *PROJECT.glob("slides/*.md")])


def long_floats(text):
    """The floats of a text that have more than twelve significant digits."""
    for match in FLOAT.finditer(text):
        digits = re.split("[eE]", match[0])[0].replace(".", "").lstrip("0")
        if len(digits) > MOST:
            yield match[0]


def shown(output):
    """All that an output stores in letters: texts, tables, drawings, and the names of pictures."""
    yield "".join(output.get("text", ""))
    yield from (
        "".join(text) for kind, text in output.get("data", {}).items() if kind not in BINARY
    )
    yield str(output.get("metadata", ""))


def asserted(source):
    """The assertions of a source, as texts."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert):
            yield ast.get_source_segment(source, node)


def of_notebook(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield cell.source
        else:
            yield from asserted(cell.source)
            for output in cell.outputs:
                yield from shown(output)


def of_module(source):
    """Assertions, and the answers in docstrings."""
    yield from asserted(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            examples = doctest.DocTestParser().get_examples(ast.get_docstring(node) or "")
            yield from (example.want for example in examples)


def complaints(texts):
    return [number for text in texts for number in long_floats(text)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_lesson_stores_the_last_digit_of_a_float(path):
    assert complaints(of_notebook(read(path))) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PROJECT)))
def test_no_doctest_or_assertion_has_the_last_digit_of_a_float(path):
    assert complaints(of_module(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_no_text_has_the_last_digit_of_a_float(path):
    assert complaints([path.read_text(encoding="utf-8")]) == []


@pytest.mark.parametrize(
    ("text", "floats"),
    [
        ("0.6065306597126333 0.606531", ["0.6065306597126333"]),
        ("γ = 1.41421356237309e-05, R = .00000000000012", ["1.41421356237309e-05"]),
        ("123456789012345678 and 6004799503160661/18014398509481984", []),
        ("12345678901.25 − 1234567890123.", ["12345678901.25", "1234567890123."]),
        ("version 2.4.6, 10.1.2.3, 1e300", []),
    ],
)
def test_digits_are_counted(text, floats):
    assert list(long_floats(text)) == floats


def test_what_is_stored_is_found():
    """In every place of a notebook and of a module."""
    number = "0.6065306597126333"
    picture = {"data": {"image/png": number}, "metadata": {"image/png": {"alt": number}}}
    table = {"data": {"text/html": [f"<td>{number}"], "image/svg+xml": number}}
    assert len(complaints([*shown({"text": [number]}), *shown(picture), *shown(table)])) == 4
    source = f'"""Half.\n\n>>> f()\n{number}\n"""\nx = {number}\nassert f() == {number}\n'
    assert len(complaints(of_module(source))) == 2
