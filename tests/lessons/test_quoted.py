"""A sentence that changes: what else shows or quotes it is said."""

import json
import shutil
import subprocess

from conftest import PROJECT

from tools import quoted

LESSON = "01-worked-example"


def notebook(**sources):
    cells = [{"id": i, "cell_type": "markdown", "source": s} for i, s in sources.items()]
    return {"cells": cells}


def test_a_changed_sentence_is_found_where_it_stands_again_a_little_differently():
    before = notebook(
        a="# A line\n\nNobody shows the machine a line, but it can find one. It stops."
    )
    after = notebook(a="# A line\n\nNobody shows it a line. It stops.")
    changed = quoted.changed_cells(before, after)
    assert changed == {"a": ["Nobody shows the machine a line, but it can find one."]}
    texts = {
        "README.md": "A title\n\nNobody *shows* the machine a line; but can it find one?\n",
        "docs/help.md": "Nobody needs an account.\n\nThe machine learns by itself, and stops.\n",
        "slides/a.md": "# A\n\n@show a\n\nNotes: x\n\n---\n\n@code b\n\nNotes: y\n",
    }
    assert list(quoted.places(changed, texts)) == [
        "a changed; README.md:3 says: Nobody *shows* the machine a line; but can it find one?",
        "a changed; slides/a.md:3 shows it",
    ]


def test_what_has_not_changed_is_not_looked_for():
    same = notebook(a="Nobody shows the machine a line, but it can find one.")
    assert quoted.changed_cells(same, same) == {}
    moved = notebook(b="New words come before it here.", a=same["cells"][0]["source"])
    assert quoted.changed_cells(same, moved) == {}
    assert list(quoted.changed_cells(same, notebook())) == ["a"]


def test_the_question_of_a_lesson_is_found_in_the_readme_and_in_its_deck(tmp_path, monkeypatch):
    path = tmp_path / "notebooks" / f"{LESSON}.ipynb"
    path.parent.mkdir()
    for name in ("slides", "docs"):
        shutil.copytree(PROJECT / name, tmp_path / name)
    shutil.copy(PROJECT / "README.md", tmp_path)
    shutil.copy(PROJECT / "notebooks" / path.name, path)
    monkeypatch.setattr(quoted, "PROJECT", tmp_path)
    assert quoted.quotations(path) == []  # nothing is committed there
    name = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], [*name, "commit", "-qm", "a"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    assert quoted.quotations(path) == []
    content = json.loads(path.read_text("utf-8"))
    for cell in content["cells"]:
        if cell["id"] == "01-title":
            cell["source"] = ["# 01 Another question"]
        if cell["id"] == "01-player":
            cell["source"] = ["stage()"]
    path.write_text(json.dumps(content), "utf-8")
    said = "\n".join(quoted.quotations(path))
    assert "01-title changed; README.md:" in said
    assert f"01-title changed; slides/{LESSON}.md:1 opens with the same question" in said
    assert "01-player changed; slides/45-minutes.md:" in said
