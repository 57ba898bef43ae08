"""Public functions say of what types their arguments and answers are, and mypy agrees."""

import inspect
import subprocess
import sys

import pytest
from conftest import PROJECT

import perceptron_core
import perceptron_lessons

# Names that have no annotations yet: it only gets shorter.
TO_DO = """
perceptron_core.algorithm.online
perceptron_core.algorithm.perceptron
perceptron_core.algorithm.resume
perceptron_core.datasets.bias_trap
perceptron_core.datasets.iris
perceptron_core.datasets.iris_pair
perceptron_core.datasets.orthonormal
perceptron_core.datasets.padding_trap
perceptron_core.datasets.planted
perceptron_core.datasets.worked_example
perceptron_core.datasets.xor
perceptron_core.trace.OnlineTrace.mistakes_by_time
perceptron_core.trace.OnlineTrace.update_rows
perceptron_core.trace.Trace.n_samples
perceptron_core.trace.Trace.radius_squared
perceptron_core.trace.Trace.update_rows
"""


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
    signature = inspect.signature(function)
    given = [p.annotation for p in signature.parameters.values() if p.name not in ("self", "cls")]
    return inspect.Signature.empty not in (*given, signature.return_annotation)


@pytest.mark.parametrize("module", [perceptron_core, perceptron_lessons], ids=lambda m: m.__name__)
def test_public_functions_are_annotated(module):
    missing = {name for name, function in public_functions(module) if not is_annotated(function)}
    assert missing - set(TO_DO.split()) == set()


def test_the_annotations_hold():
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=PROJECT, capture_output=True)
    assert run.returncode == 0, run.stdout.decode()
