"""Set-up, README and packaging."""

import doctest
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml
from conftest import NOTEBOOKS, PROJECT

from publish.addresses import COURSE, addresses
from publish.course import SHORTEST
from publish.pages import page_summary
from tools.address import home
from tools.notebooks import read
from tools.readme import filled

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
    rows = [line for line in README.splitlines() if line.startswith("| [")]
    (row,) = [row for row in rows if f"(notebooks/{path.name})" in row]
    link, question, time = row.strip("| ").split(" | ")
    assert link == f"[{title}](notebooks/{path.name})" and time == minutes
    assert question.endswith("?") and question == page_summary(path).question


def test_what_the_lessons_say_of_themselves_is_in_the_readme():
    assert filled(README) == README, "run: python -m tools.readme"
    assert re.search(r"Only \d+ minutes\?", README)


def test_the_shortest_way_takes_as_long_as_its_lesson_says():
    name, heading = SHORTEST
    path = PROJECT / "notebooks" / f"{name}.ipynb"
    minutes = page_summary(path).sections[heading]
    opening = read(path).cells[0].source
    assert f"#{heading.replace(' ', '-')}" in opening
    assert re.search(rf"{heading}\]?\S* alone takes {minutes} minutes", opening)
    assert sum(page_summary(path).sections.values()) <= page_summary(path).minutes


def test_the_readme_begins_with_what_works_where_nothing_is_published():
    """The commands come before any address of the home, and one sentence says whose that is."""
    published = [README.find(address) for address in (HOME.site, HOME.binder, HOME.repository)]
    assert 0 < README.find("make lab ") < README.find("make test ") < min(published)
    assert README.find("make site\n") < min(published)
    links = re.findall(r"\]\(([^)]*)\)", README[: min(published)])
    assert links and not [link for link in links if link.startswith("http")]
    assert f"<{HOME.repository}>" in README and "they work once the project is published" in README
    assert "`make address TO=https://github.com/OWNER/NAME`" in README
    for command in ("python3 -m venv .venv", ".venv/bin/jupyter lab notebooks"):
        assert f"\n{command}\n" in README


def test_the_course_has_one_name():
    citation = yaml.safe_load((PROJECT / "CITATION.cff").read_text())
    assert README.startswith(f"# {COURSE}\n") and citation["title"] == COURSE
    assert PYPROJECT["project"]["description"].startswith(COURSE)
    for deck in ("45-minutes", "90-minutes"):
        assert (PROJECT / f"slides/{deck}.md").read_text().startswith(f"# {COURSE}\n")


def test_the_first_lesson_leads_to_the_others_by_their_titles():
    first, *others = NOTEBOOKS
    text = "\n".join(cell.source for cell in read(first).cells)
    for path in others:
        title = read(path).cells[0].source.splitlines()[0]
        assert f"[{title.removeprefix('# ')}]({path.name})" in text


TEXTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "notebooks/*.ipynb"]


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name):
    for path in PROJECT.glob(name):
        text = path.read_text()
        if path.suffix == ".ipynb":
            cells = read(path).cells
            text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        for target in re.findall(r"\]\((?!\w+:)([\w./-]+)(?:#[^)]*)?\)", text):
            assert (path.parent / target).exists(), (path.name, target)


# Where an address of the home is to be, because nothing beside the text can stand for it.
AT_HOME = {
    "README.md": {HOME.site, HOME.binder, HOME.repository, f"git clone {HOME.repository}"},
    "CONTRIBUTING.md": {HOME.repository},
    "CHANGELOG.md": {HOME.repository},
    "docs/help.md": {HOME.repository},
    "docs/classroom.md": {HOME.repository.removeprefix("https://")},
}


def test_texts_lead_to_what_is_beside_them_and_not_to_a_site_that_nobody_may_have_published():
    """Lessons, documents and templates; what states the home says that it may not be there yet."""
    owner = HOME.repository.split("/")[3]
    paths = [path for name in TEXTS for path in PROJECT.glob(name)]
    paths += (PROJECT / "perceptron_lessons").rglob("*.j2")
    for path in paths:
        text = path.read_text().replace("%2F", "/")
        name = path.relative_to(PROJECT).as_posix()
        assert (f"{owner}.github.io" in text) == (name == "README.md"), name
        assert (f"{owner}/{HOME.repository.rpartition('/')[2]}" in text) == (name in AT_HOME), name
        if name in AT_HOME and name != "CHANGELOG.md":
            assert "published" in text or "publish the" in text, name


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
    command = ["make", f"PYTHON={old}", ".venv/pyvenv.cfg"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode != 0
    assert f"needs Python 3.11 or newer; {old} is Python 2.7.18" in run.stdout
    assert not (tmp_path / ".venv").exists()
