"""Set-up, README and packaging."""

import doctest
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml
from address import home
from conftest import NOTEBOOKS, PROJECT

from notebooks import read
from perceptron_lessons.export.addresses import addresses

PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text())
HOME = addresses(home())
README = (PROJECT / "README.md").read_text()


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=" ".join)
def test_style(command):
    run = subprocess.run([sys.executable, "-m", "ruff", *command, PROJECT], capture_output=True)
    assert run.returncode == 0, run.stdout.decode()


def test_readme_example():
    run = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert run.attempted and not run.failed


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_readme_has_a_row_for_each_lesson(path):
    opening = read(path).cells[0].source
    title = opening.splitlines()[0].removeprefix("# ")
    minutes = re.search(r"(\d+) minutes", opening)[1]
    own = "" if path == NOTEBOOKS[0] else f"{path.stem}.html"  # the first is the site's front
    page = f"[{title}]({HOME.site}{own})"
    server = f"[Binder]({HOME.binder}notebooks%2F{path.name})"
    row = f"| {page} | {minutes} | [notebook](notebooks/{path.name}) | {server} |"
    assert row in README.splitlines()


def test_the_first_link_of_the_readme_opens_the_course():
    assert re.search(r"\]\((.*?)\)", README)[1] == HOME.site


def test_the_first_lesson_leads_to_the_others_by_their_titles():
    first, *others = NOTEBOOKS
    text = "\n".join(cell.source for cell in read(first).cells)
    for path in others:
        title = read(path).cells[0].source.splitlines()[0]
        assert f"[{title.removeprefix('# ')}]({path.name})" in text


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md"])
def test_links_lead_somewhere(name):
    for path in PROJECT.glob(name):
        for target in re.findall(r"\]\((?!\w+:)([^)#]+)\)", path.read_text()):
            assert (path.parent / target).exists(), (path.name, target)


def pins(name):
    """Lines without the conditions on the platform; each must be a plain pin."""
    lines = (PROJECT / name).read_text().splitlines()
    return {re.fullmatch(r"([\w.-]+==[\w.]+)( ; .+)?", line)[1] for line in lines}


def test_lessons_and_tests_use_the_same_versions():
    assert pins("requirements.txt") < pins("requirements-test.txt")


def test_all_supported_versions_of_python_are_tested():
    workflow = yaml.safe_load((PROJECT / ".github/workflows/test.yml").read_text())
    versions = workflow["jobs"]["code"]["strategy"]["matrix"]["python"]
    assert versions == [f"3.{minor}" for minor in range(11, 11 + len(versions))]
    assert PYPROJECT["project"]["requires-python"] == f">={versions[0]}"
    classifiers = PYPROJECT["project"]["classifiers"]
    assert [name for name in classifiers if name.endswith(tuple(versions))] == [
        f"Programming Language :: Python :: {version}" for version in versions
    ]


def test_set_up_says_that_python_is_too_old(tmp_path):
    old = tmp_path / "python2.7"
    old.write_text('#!/bin/sh\n[ "$1" != --version ] || { echo Python 2.7.18; exit; }\nexit 1\n')
    old.chmod(0o755)
    shutil.copy(PROJECT / "Makefile", tmp_path)
    command = ["make", f"PYTHON={old}", ".venv/created"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode != 0
    assert f"needs Python 3.11 or newer; {old} is Python 2.7.18" in run.stdout
    assert not (tmp_path / ".venv").exists()
