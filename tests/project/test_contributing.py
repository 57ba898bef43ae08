"""CONTRIBUTING says what the tests check, and the tests check what CONTRIBUTING says."""

import inspect
import re
import shutil
import subprocess

import pytest
import yaml
from conftest import PROJECT
from waiting import STILL

import perceptron_core
import perceptron_lessons

CONTRIBUTING = " ".join((PROJECT / "CONTRIBUTING.md").read_text().split())
MAKEFILE = (PROJECT / "Makefile").read_text()
TEXTS = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md"), *PROJECT.glob("slides/*.md")]
LONGEST_SUBJECT = int(re.search(r"imperative, with at most (\d+) characters", CONTRIBUTING)[1])
BEFORE = "f876107"  # the last commit before subjects were tested


def targets():
    """The targets of the Makefile that have no file."""
    names = re.search(r"^\.PHONY:((?:.*\\\n)*.*)", MAKEFILE, re.MULTILINE)[1]
    return set(names.replace("\\\n", " ").split())


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_command_of_make_is_there(path):
    """Where a text says `make x`, or shows it as a line of a terminal."""
    text = path.read_text(encoding="utf-8")
    if path.name != "CHANGELOG.md":
        assert set(re.findall(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE)) <= targets()


def test_the_makefile_s_head_lists_every_command():
    head = MAKEFILE.partition("\n\n")[0]
    assert set(re.findall(r"^# make ([a-z]+)", head, re.MULTILINE)) == targets() - {"clean"}


def test_every_file_that_contributing_names_is_there():
    names = re.findall(r"`((?:tests|tools|docs|notebooks|perceptron_\w+)/[\w/.]+)`", CONTRIBUTING)
    assert len(names) > 3
    for name in names:
        places = [name.replace("NN", "01")]
        assert all((PROJECT / place).exists() for place in places), name


def test_every_lesson_s_exercises_have_their_files():
    """Texts and checkers, none without the other; the tests of exercises ask for wrong answers."""
    kinds = {
        "texts": PROJECT.glob("perceptron_lessons/exercises/lesson_*.toml"),
        "checkers": PROJECT.glob("perceptron_lessons/exercises/lesson_*.py"),
        "wrong answers": PROJECT.glob("tests/exercises/wrong_answers/lesson_*.py"),
    }
    numbers = {kind: {path.stem[-2:] for path in paths} for kind, paths in kinds.items()}
    assert numbers["texts"] == numbers["checkers"] >= numbers["wrong answers"] != set()
    assert numbers["texts"] <= {path.name[:2] for path in PROJECT.glob("notebooks/*.ipynb")}


def public_names():
    """The functions and classes that the two packages show, by name."""
    for package in (perceptron_core, perceptron_lessons):
        for name in filter(re.compile("[^_]").match, dir(package)):
            each = getattr(package, name)
            if inspect.isfunction(each) or inspect.isclass(each):
                yield pytest.param(each, id=f"{package.__name__}.{name}")


@pytest.mark.parametrize("each", [*public_names()])
def test_a_public_name_says_what_it_is(each):
    """One sentence first; then what it takes in numpydoc's form, or an example."""
    text = inspect.getdoc(each) or ""
    assert re.match(r"[A-Z].*[.:;]", text.splitlines()[0]), text
    takes = inspect.isclass(each) or inspect.signature(each).parameters
    assert not takes or re.search(r"^-{3,}$|^>>> ", text, re.MULTILINE), text


def test_subjects_of_commits_are_short():
    """Of the main line since that was tested; a copy without it, as a shallow clone, has none."""
    git = ["git", "-C", PROJECT, "log", "--first-parent", "--format=%s", f"{BEFORE}..HEAD"]
    log = subprocess.run(git, capture_output=True, text=True) if shutil.which("git") else None
    subjects = log.stdout.splitlines() if log and log.returncode == 0 else []
    assert [each for each in subjects if len(each) > LONGEST_SUBJECT] == []


@pytest.mark.parametrize(
    ("length", "passes"), [(LONGEST_SUBJECT, True), (LONGEST_SUBJECT + 1, False)]
)
def test_the_hook_refuses_a_longer_subject(length, passes):
    settings = yaml.safe_load((PROJECT / ".pre-commit-config.yaml").read_text())
    assert settings["default_install_hook_types"] == ["pre-commit", "commit-msg"]
    (hook,) = (
        hook for repo in settings["repos"] for hook in repo["hooks"] if hook["id"] == "subject"
    )
    assert hook["stages"] == ["commit-msg"] and hook["language"] == "pygrep"
    assert hook["args"] == ["--multiline"]
    message = "x" * length + "\n\n" + "a line of the text below may be as long as it likes, " * 3
    assert bool(re.search(hook["entry"], message, re.MULTILINE)) != passes


def test_the_limits_of_waiting_are_those_that_are_said():
    assert f"stands still for {STILL} seconds" in CONTRIBUTING
