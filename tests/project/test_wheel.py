"""What strangers install: the whole package, and what it needs is what it says."""

import importlib.metadata
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import numpy as np
import pytest
import yaml
from conftest import PROJECT

import perceptron_core
import perceptron_lessons
from tools.site_python import project_wheel

PACKAGES = ("perceptron_core", "perceptron_lessons")
WORKED_EXAMPLE = """
from perceptron_core import perceptron, worked_example
from perceptron_lessons import check
data = worked_example()
trace = perceptron(data.X, data.y)
print(trace.n_mistakes, *trace.w, check(trace)["iterations"])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return project_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory):
    """An environment with numpy, the wheel and nothing else, not even pip; gives its programs.

    numpy is linked, so that no network is needed. That the wheel asks for no more is seen by pip,
    which has nowhere to fetch from.
    """
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    for path in Path(np.__file__).parent.parent.glob("numpy*"):
        packages.joinpath(path.name).symlink_to(path)
    pip = [sys.executable, "-m", "pip", "--isolated", "--python", folder / "bin/python", "--quiet"]
    subprocess.run([*pip, "install", "--no-index", wheel], check=True)
    return folder / "bin"


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel):
    git = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES]
    listed = subprocess.check_output(git, cwd=PROJECT, text=True)
    formal = {f"perceptron_lessons/formal/{path.name}" for path in PROJECT.glob("proofs/*.v")}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {*listed.split(), *formal}
    assert {name for name in names if name.endswith("py.typed")} == {"perceptron_core/py.typed"}


def test_with_numpy_alone_the_core_and_the_theory_work(alone, tmp_path):
    status, answer, errors = run(alone / "python", "-I", "-c", WORKED_EXAMPLE, folder=tmp_path)
    assert (status, errors) == (0, "")
    assert answer == "4 2 4 iterations: bound holds, 4 ≤ R²/γ² = 10\n"


def test_with_numpy_alone_the_command_helps_and_says_what_is_missing(alone, tmp_path):
    status, answer, errors = run(alone / "perceptron", "--help", folder=tmp_path)
    assert (status, errors) == (0, "") and "figures" in answer
    drawing = ("figures", "--out", "pictures", "squeeze")
    status, answer, errors = run(alone / "perceptron", *drawing, folder=tmp_path)
    assert status and "Traceback" not in errors
    remedy = "pip install 'perceptron-lessons[lessons]'"
    assert "is not installed" in errors and remedy in errors


def test_the_version_has_one_home():
    installed = importlib.metadata.version("perceptron-lessons")
    assert installed == perceptron_core.__version__ == perceptron_lessons.__version__
    citation = yaml.safe_load((PROJECT / "CITATION.cff").read_text())
    assert citation["version"] == installed


def test_every_package_of_the_tree_is_in_the_wheel():
    """One that is forgotten is missing only where the wheel is installed, as in the pages."""
    named = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["setuptools"][
        "packages"
    ]
    there = {
        ".".join(path.parent.relative_to(PROJECT).parts)
        for room in ("perceptron_core", "perceptron_lessons")
        for path in (PROJECT / room).rglob("__init__.py")
    }
    assert there | {"perceptron_lessons.formal"} == {*named} and len(named) == len({*named})
