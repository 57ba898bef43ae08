"""The command that publishes: what goes wrong is named in one line."""

import json

import pytest

from perceptron_lessons.takeaway.messages import run_command
from publish.__main__ import main

CELL = {"cell_type": "code", "source": "1/0", "metadata": {}, "outputs": [], "id": "a"}
RAISES = {"cells": [CELL | {"execution_count": None}], "metadata": {}, "nbformat": 4}


@pytest.mark.parametrize(
    ("text", "named"),
    [("{", "JSON"), (json.dumps(RAISES | {"nbformat_minor": 5}), "ZeroDivisionError")],
)
def test_a_notebook_that_cannot_be_exported_is_named_in_one_line(tmp_path, capsys, text, named):
    (tmp_path / "my.ipynb").write_text(text)
    assert main(["html", "--out", str(tmp_path / "out"), str(tmp_path / "my.ipynb")]) == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert last.startswith("python -m publish: ") and named in last


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("", "command"),
        ("pdf --out o", "'pdf' html slides book"),
        ("html", "--out"),
        ("html --out o", "notebooks"),
        ("html --out o none.ipynb", "none.ipynb"),
        ("html --out o --reveal r my.ipynb", "--reveal"),
        ("html --out o --gallery bmp my.ipynb", "'bmp' svg"),
        ("slides --out o my.md", "--reveal"),
        ("slides --out o --lab --reveal r my.md", "--lab"),
        ("book --out o --notation own my.ipynb", "--notation"),
    ],
)
def test_what_cannot_be_published_is_named(tmp_path, monkeypatch, capsys, words, named):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(words.split())
    said = capsys.readouterr().err
    assert end.value.code == 2 and all(word in said for word in named.split()), said
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_is_stopped_says_in_which_step(capsys):
    def work(progress):
        progress.next("writing a page")
        yield "page.html"
        raise KeyboardInterrupt

    assert run_command("write", work, names_step=True) == 130
    assert capsys.readouterr() == ("page.html\n", "\nwrite: stopped while writing a page\n")
