"""A name means one thing in the whole project: a search for it finds one home."""

import ast
from collections import defaultdict

import pytest
from conftest import PROJECT
from test_imports import SOURCES

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.sheets.kinds import KINDS

MAY_HAVE_SEVERAL = {"main": "each command has one, which pyproject.toml and `python -m` look for"}


def is_key(module, name):
    """Whether a file or the command line has it: then it is a word of theirs, in its own table.

    So the figures of `perceptron figures`, the kinds of questions in kinds.toml, and what checks an
    answer, which lesson_NN.toml names.
    """
    if module.startswith("perceptron_lessons.figures."):
        return name in FIGURES
    if module == "perceptron_lessons.sheets.kinds":
        return name in KINDS
    return module.startswith("perceptron_lessons.exercises.lesson_")


def homes(sources):
    """Name of a function or a class on the top level of a module → the modules that define it."""
    found = defaultdict(set)
    for module, source in sources.items():
        for node in ast.parse(source).body:
            is_definition = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            is_special = is_definition and node.name.startswith("__")
            if is_definition and not is_special and not is_key(module, node.name):
                found[node.name].add(module)
    return found


def names_with_several_homes(sources):
    several = {name: modules for name, modules in homes(sources).items() if len(modules) > 1}
    return {name: several[name] for name in several.keys() - MAY_HAVE_SEVERAL.keys()}


def test_a_name_has_one_home():
    assert names_with_several_homes(SOURCES) == {}
    assert all(len(homes(SOURCES)[name]) > 1 for name in MAY_HAVE_SEVERAL)


@pytest.mark.parametrize(
    ("module", "source", "name"),
    [
        ("perceptron_lessons.takeaway.players", "def perceptron(): pass", "perceptron"),
        ("publish.pages", "class Trace: pass", "Trace"),
        ("perceptron_lessons.stage.boards", "def _new_here(): pass", "_new_here"),
        ("perceptron_lessons.sheets.kinds", "def separator(): pass", "separator"),
    ],
)
def test_a_second_home_is_found(module, source, name):
    other = "perceptron_lessons.theory.formats"
    first = {other: SOURCES[other] + f"\n\n{source}\n"} if name.startswith("_") else {}
    damaged = SOURCES | first | {module: SOURCES[module] + f"\n\n{source}\n"}
    assert set(names_with_several_homes(damaged)) == {name}


def test_a_file_of_tests_has_a_name_of_its_own():
    """Two of one name cannot both be imported: pytest would leave the second out, as an error."""
    names = [path.name for path in (PROJECT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
