"""One place says where the project lives, pyproject.toml; one command moves everything."""

import subprocess

import pytest
from conftest import NOTEBOOKS

from publish.addresses import addresses
from tools.address import PROJECT, forms, home, move, strays, texts

OTHER = "https://github.com/some-school/lines"


@pytest.fixture
def copy(tmp_path):
    """The project's texts in a repository of their own."""
    for path in texts():
        target = tmp_path / path.relative_to(PROJECT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    for command in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def test_every_address_follows_from_the_one_home():
    assert list(strays()) == []


def test_everything_moves_and_back(copy):
    old = home()
    before = {path: path.read_bytes() for path in texts(copy)}
    changed = move(OTHER, copy)
    assert home(copy) == OTHER and list(strays(copy)) == []
    names = {path.name for path in changed}
    assert {"README.md", "pyproject.toml", "classroom.md", "CITATION.cff"} <= names
    for path in changed:
        assert not [form for form in forms(old) if form in path.read_text()]
    site = addresses(OTHER).site
    assert site == "https://some-school.github.io/lines/"
    assert f"({site}{NOTEBOOKS[1].stem}.html)" in (copy / "README.md").read_text()
    assert f"git clone {OTHER} && cd lines" in (copy / "README.md").read_text()
    move(old, copy)
    assert {path: path.read_bytes() for path in texts(copy)} == before


@pytest.mark.parametrize("form", forms(OTHER)[3:])
def test_an_address_that_differs_is_found(copy, form):
    help_page = copy / "docs/help.md"
    line = len(help_page.read_text().splitlines()) + 1
    help_page.write_text(help_page.read_text() + f"[here]({form})\n")
    (found,) = strays(copy)
    assert found.startswith(f"docs/help.md:{line}: ")
