"""Public functions say of what types their arguments and answers are, and mypy agrees."""

import inspect
import subprocess
import sys

import pytest
from conftest import PROJECT

import perceptron_core
import perceptron_lessons


def public_functions(module):
    """What a package shows: functions, and the methods and properties of classes, by name."""
    for name, value in vars(module).items():
        if inspect.isfunction(value) and not name.startswith("_"):
            yield f"{value.__module__}.{name}", value
        elif inspect.isclass(value):
            for inner, function in methods(value):
                yield f"{value.__module__}.{name}.{inner}", function


def methods(kind):
    """Those that are written down in the class, and none that a dataclass makes."""
    for name, value in vars(kind).items():
        for wrapped in ("fget", "func", "__func__"):  # of properties, cached ones, class methods
            value = getattr(value, wrapped, value)
        written = inspect.isfunction(value) and value.__module__ == kind.__module__
        if written and not name.startswith("_"):
            yield name, value


def is_annotated(function):
    """Whether the return and each argument say their type, an argument by its default at least."""
    signature = inspect.signature(function)
    arguments = [p for p in signature.parameters.values() if p.name not in ("self", "cls")]
    typed = all(p.annotation is not p.empty or p.default is not p.empty for p in arguments)
    return typed and signature.return_annotation is not inspect.Signature.empty


@pytest.mark.parametrize("module", [perceptron_core, perceptron_lessons], ids=lambda m: m.__name__)
def test_public_functions_are_annotated(module):
    assert [name for name, function in public_functions(module) if not is_annotated(function)] == []


def test_the_annotations_hold():
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=PROJECT, capture_output=True)
    assert run.returncode == 0, run.stdout.decode()
