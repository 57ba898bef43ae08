"""Each command that a text shows is one: its program, options, names and files are there."""

import re
import shlex

import pytest
from conftest import PROJECT
from test_contributing import MAKEFILE, TEXTS, targets

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.sheets.sheet import plan
from perceptron_lessons.takeaway import arguments
from perceptron_lessons.takeaway.command_line import main
from perceptron_lessons.theory.notation import notation_of
from publish.__main__ import parser_of_publishing
from tools import exercises

PROGRAM = r"(?:\.venv/bin/)?(?:perceptron (?=[a-z])|python -m (?:publish |tools\.))|make (?=[a-z])"
BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```$|((?:^ {4,}\S.*\n)+)", re.MULTILINE | re.DOTALL)
LINE = re.compile(rf"^ *((?:{PROGRAM}).*)(?<![a-z]\.)$", re.MULTILINE)  # no sentence
INLINE = re.compile(rf"`((?:{PROGRAM})[^`]*)`")
OF_READERS = re.compile(r"(?:my|mine|typed|FILE)\b.*|.*(?:[A-Z]{4}|…|20-my-lesson).*")
"""Names of files that the reader has, or is going to make."""


def commands():
    """Every command that the texts show, in blocks and within sentences."""
    found = set()
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        blocks = "\n".join(fenced or indented for fenced, indented in BLOCK.findall(text))
        for command in LINE.findall(blocks) + INLINE.findall(text):
            words = " ".join(command.partition(" #")[0].split())
            found.add((path.name, words.removeprefix(".venv/bin/")))
    return sorted(found - {("CHANGELOG.md", words) for _, words in found})


COMMANDS = commands()


def parsed(parser, words):
    """The options of a command; an assertion that names it where it is none."""
    numbers = [re.sub("^(?!FILE$)[A-Z]{4,}$", "7", word) for word in words]
    try:
        return parser.parse_args(numbers)
    except SystemExit:
        raise AssertionError(f"this is no command: {shlex.join(words)}") from None


def assert_there(names):
    """Each is a file of the project, one that a reader brings, or what `make` writes into build."""
    for name in map(str, names):
        is_made = name.startswith("build/") or OF_READERS.fullmatch(name.rpartition("/")[2])
        assert is_made or (PROJECT / name).exists(), name


def assert_notation(name):
    if name and not OF_READERS.fullmatch(name):
        notation_of(str(PROJECT / name) if name.endswith(".toml") else name)


def assert_command_of_perceptron(words):
    options = parsed(arguments.parser(), words)
    assert {*getattr(options, "names", ())} <= {*FIGURES}
    assert_notation(getattr(options, "notation", None))
    for name in (getattr(options, "data", None), getattr(options, "mark", None)):
        assert name in (None, *arguments.DATA) or OF_READERS.fullmatch(name)
    if options.command == "sheet":
        plan(options.kinds, language=options.words)


def assert_command_of_python(words):
    if words[:2] == ["-m", "publish"]:
        assert_there(parsed(parser_of_publishing(), words[2:]).files)
        return
    _, tool, *names = words
    assert (PROJECT / f"{tool.replace('.', '/')}.py").is_file(), tool
    if tool == "tools.exercises":
        options = parsed(exercises.parser(), names)
        names = getattr(options, "lessons", ())
    assert_there(names)


def assert_command_of_make(words):
    for target in (word for word in words if "=" not in word):
        assert target in targets(), target
    for name, value in (word.split("=", 1) for word in words if "=" in word):
        assert f"$({name})" in MAKEFILE or f",{name}" in MAKEFILE or f"{name}=" in MAKEFILE
        if name == "DECK":
            assert_there([value if value == "mine" else f"slides/{value}.md"])
        if name == "NOTATION":
            assert_notation(value)


CHECKS = {
    "perceptron": assert_command_of_perceptron,
    "python": assert_command_of_python,
    "make": assert_command_of_make,
}


@pytest.mark.parametrize(("file", "command"), COMMANDS, ids=lambda text: text)
def test_a_command_that_a_text_shows_is_one(file, command):
    program, *words = shlex.split(command)
    CHECKS[program](words)


def test_what_is_no_command_is_found():
    for command in (
        "perceptron figures --out pictures --frames steps",
        "perceptron figures --out pictures stpes",
        "perceptron sheet --seed 3 --kinds basics --out exam",
        "perceptron table --notation primel",
        "python -m tools.notebook FILE",
        "python -m tools.exercises snyc notebooks/01-worked-example.ipynb",
        "python -m publish html notebooks/01-worked-example.ipynb",
        "make slide DECK=45-minutes",
        "make slides DECK=46-minutes",
        "make slides NOTE=primal",
    ):
        program, *words = shlex.split(command)
        with pytest.raises((AssertionError, ValueError)):
            CHECKS[program](words)


def test_many_commands_are_found():
    programs = [command.split()[0] for _, command in COMMANDS]
    assert len(COMMANDS) > 55 and {*programs} == {*CHECKS}
    assert ("own-lesson.md", "perceptron list --cells 01") in COMMANDS
    assert ("sheets.md", "perceptron sheet --students 80 --seed 2027 --mark typed --out marks") in (
        COMMANDS
    )


def test_the_quick_commands_run(capsys, monkeypatch):
    """Those that only tell something; test_command_line.py runs those of docs/figures.md."""
    monkeypatch.chdir(PROJECT)
    for _, command in COMMANDS:
        if command.startswith("perceptron list"):
            assert main(command.split()[1:]) == 0
    assert "@show 01-player" in capsys.readouterr().out


def test_a_lecturer_finds_what_a_lecturer_needs_first():
    first, authors = (
        (PROJECT / name).read_text("utf-8") for name in ("docs/README.md", "CONTRIBUTING.md")
    )
    for need in ("slides", "figures", "sheet", "book", "embed", "own-lesson.md", "run"):
        assert need in first.partition("## All pages")[0]
    for target in ("mutants", "memory", "compare"):
        assert f"make {target}" in authors and f"make {target}" not in first
