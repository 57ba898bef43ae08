"""Which cells a deck can show, and a lesson of one's own, as files."""

import json
import re

import pytest
from conftest import NOTEBOOKS, PROJECT

from perceptron_lessons.takeaway.command_line import main
from perceptron_lessons.takeaway.lesson_files import cells_for_decks
from publish.decks import parse_deck
from publish.slides import Lessons, cells_shown


@pytest.mark.parametrize("path", NOTEBOOKS[1:], ids=lambda path: path.stem)
def test_what_is_listed_of_a_lesson_a_deck_can_ask_for(path):
    """And what our decks show of it is in the list, as what it is."""
    rows = cells_for_decks(path).rows
    deck = "\n---\n".join(
        f"{asked}\n- 1\n\nNotes: 1 min."
        if asked.startswith("@vote")
        else f"{asked}\n\nNotes: 1 min."
        for asked, *_ in rows
    )
    names = cells_shown(parse_deck(deck))
    lessons = Lessons(NOTEBOOKS)
    assert names and all(lessons.stored(name).cell_type == "code" for name in names)
    for other in PROJECT.glob("slides/*.md"):
        asked = re.findall(r"^@show (\S+)", other.read_text("utf-8"), re.MULTILINE)
        of_lesson = {name for name in asked if name.startswith(path.name[:3])}
        listed = {row[0].split()[1]: row[1] for row in rows}
        votes = {name for name in of_lesson if name not in names}  # a guess shows its result, too
        assert of_lesson - votes <= {*listed}
        assert all(listed[name] != "nothing" for name in of_lesson - votes)


def test_the_list_says_what_each_cell_shows(capsys, monkeypatch):
    monkeypatch.chdir(PROJECT)
    assert main(["list", "--cells", "01"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(re.search("@show 01-player +a living picture +stage", line) for line in lines)
    assert any(re.search("@show 01-trace +a table", line) for line in lines)
    assert any(re.search("@vote 01.rise +a guess", line) for line in lines)


def test_a_lesson_that_is_not_there_is_named(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(PROJECT)
    assert main(["list", "--cells", "77"]) == 2
    assert "'77'" in (said := capsys.readouterr().err) and "01-worked-example" in said
    (tmp_path / "x.ipynb").write_text("[]")
    assert main(["list", "--cells", str(tmp_path / "x.ipynb")]) == 2
    assert "x.ipynb must be a notebook" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    assert main(["list", "--cells", "01"]) == 2
    assert "no lesson in the folder notebooks here" in capsys.readouterr().err


def test_a_new_lesson_takes_a_free_number_in_the_folder_of_lessons(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(["lesson", "new", "20-my-lesson"]) == 2
    assert "a folder notebooks" in capsys.readouterr().err
    (folder := tmp_path / "notebooks").mkdir()
    for bad in ("my-lesson", "20", "20-", "20-My lesson", "2-x", "20-../x"):
        assert main(["lesson", "new", bad]) == 2
        assert "20-my-lesson" in capsys.readouterr().err
    assert not [*folder.iterdir()]
    assert main(["lesson", "new", "20-my-lesson"]) == 0
    assert "python -m tools.notebooks notebooks/20-my-lesson.ipynb" in capsys.readouterr().out
    assert main(["lesson", "new", "20-another"]) == 2
    assert "20-my-lesson.ipynb" in capsys.readouterr().err
    cells = json.loads((folder / "20-my-lesson.ipynb").read_text("utf-8"))["cells"]
    assert cells[0]["source"].startswith("# 20 My lesson\n")
    assert all(cell["id"].startswith("20-") for cell in cells)
    assert "NUMBER" not in str(cells) and "TITLE" not in str(cells)
