"""Does Binder build what the lessons need, and no more? `tools.binder_size` tries the steps."""

import os
import re
import subprocess
import sys
from importlib.metadata import distribution

import pytest
import yaml
from conftest import PROJECT
from packaging.requirements import Requirement

from tools.binder_base import PYTHON, base_packages, name_of

ON_BINDER = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0", "os_name": "posix"}


@pytest.fixture(scope="module")
def dockerfile():
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", PROJECT]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return run.stdout + run.stderr


def test_python_is_the_one_stated_and_one_that_is_tested(dockerfile):
    locks = re.findall(r"environment-2epy-2d(\d+)-2e(\d+)-2dlinux", dockerfile)
    assert [".".join(version) for version in locks] == [PYTHON]
    workflow = yaml.safe_load((PROJECT / ".github/workflows/test.yml").read_text())
    assert PYTHON in workflow["jobs"]["code"]["strategy"]["matrix"]["python"]


def test_package_and_pins_are_installed_once_the_repository_is_there(dockerfile):
    assert os.access(PROJECT / "binder/postBuild", os.X_OK)
    copied = dockerfile.index("COPY --chown=0:0 src/ ${REPO_DIR}/")
    assert copied < dockerfile.index("RUN ./binder/postBuild")
    assert "pip install" not in dockerfile
    steps = (PROJECT / "binder/postBuild").read_text()
    pins = re.search(r"^pip install .* --requirement (\S+)$", steps, re.MULTILINE)
    assert pins[1] == "binder/pins.txt"
    assert re.search(r"^pip install .* \.$", steps, re.MULTILINE)


def pins(path):
    """The versions that a file of pins gives for Binder's Python."""
    requirements = map(Requirement, (PROJECT / path).read_text().splitlines())
    return {
        name_of(requirement.name): str(requirement.specifier)
        for requirement in requirements
        if requirement.marker is None or requirement.marker.evaluate(ON_BINDER)
    }


def needed(name, extra=""):
    """Names of everything that a package needs."""
    names = set()
    for requirement in map(Requirement, distribution(name).requires or ()):
        name = name_of(requirement.name)
        if requirement.marker and not requirement.marker.evaluate(ON_BINDER | {"extra": extra}):
            continue
        if name in base_packages():
            continue
        names |= {name, *needed(name)}
    return names


def test_pins_are_those_of_the_tests_and_just_what_the_lessons_need():
    tested = pins("requirements.txt")
    on_binder = pins("binder/pins.txt")
    assert on_binder == {name: tested[name] for name in on_binder}
    assert on_binder.keys() == needed("perceptron-lessons", "notebooks")


def test_base_brings_what_the_pins_leave_out():
    assert base_packages().keys() >= {"ipywidgets", "jupyterlab", "nbconvert-core", "setuptools"}
