"""Notebooks of lessons as files: which cells of one a deck can show, and a new one to fill."""

from __future__ import annotations

import json
import re
from pathlib import Path

from perceptron_core.checks import malformed
from perceptron_lessons.reading import read_text
from perceptron_lessons.tables import Table

FOLDER = "notebooks"
GUESS = re.compile(r"""\bpredict\(\s*["']([^"']+)["']""")


def lesson_file(lesson):
    """Return the notebook of a lesson: itself, or the one whose name begins with a number.

    Parameters
    ----------
    lesson : str
        The path of a notebook, or a number such as 01: then in the folder ``notebooks`` here.

    Raises
    ------
    ValueError
        There is none, or there are several.
    """
    if Path(lesson).suffix == ".ipynb":
        return Path(lesson)
    found = sorted(Path(FOLDER).glob(f"{lesson}-*.ipynb")) if re.fullmatch(r"\w+", lesson) else []
    if len(found) != 1:
        there = sorted(path.stem for path in Path(FOLDER).glob("[0-9]*.ipynb"))
        known = ", ".join(there) or f"no lesson in the folder {FOLDER} here"
        remedy = "name a number such as 01 where that folder is, or the file of a notebook"
        raise malformed("a lesson", "have its notebook", f"{lesson!r} among {known}", remedy)
    return found[0]


def cells_for_decks(path):
    """Return what a deck can ask for of a lesson, as a table: what to write, what it shows, how.

    Parameters
    ----------
    path : path
        Of a notebook that is stored with its outputs.

    Raises
    ------
    ValueError
        The file is no notebook.
    """
    rows = []
    for cell in _cells(path):
        name, code = cell.get("id", ""), "".join(cell.get("source", ""))
        if cell.get("cell_type") != "code" or not name.startswith(f"{Path(path).name[:2]}-"):
            continue
        shows = _what_is_shown(cell)
        guess = GUESS.search(code)
        asked = f"@vote {guess[1]}" if guess else f"@show {name}" if shows else f"@code {name}"
        last = [line for line in code.splitlines() if line.strip()][-1:]
        rows.append((asked, "a guess" if guess else shows or "nothing", *last))
    title = f"{Path(path).stem}: what a deck can ask for; @code NAME shows the code of any"
    return Table(title, ["write", "shows", "its last line"], rows)


def _cells(path):
    try:
        return json.loads(read_text(path))["cells"]
    except (ValueError, LookupError, TypeError) as error:
        if isinstance(error, json.JSONDecodeError) or not isinstance(error, ValueError):
            raise malformed(str(path), "be a notebook", "something else") from None
        raise


def _what_is_shown(cell):
    """Return in words what the stored outputs of a cell are; nothing where it has none."""
    forms = {form for output in cell.get("outputs", []) for form in output.get("data", ())}
    if "image/png" in forms or "image/svg+xml" in forms:
        return "a living picture" if cell["id"].endswith("-player") else "a picture"
    if "text/html" in forms:
        return "a table"
    return "a text" if cell.get("outputs") else ""


# ---- a new one ----

TEMPLATE = Path(__file__).with_name("templates") / "lesson.ipynb.txt"
NAME = re.compile(r"([0-9]{2})-[a-z0-9]+(?:-[a-z0-9]+)*")
METADATA = {
    "text": {},
    "code": {},
    "folded": {"jupyter": {"source_hidden": True}},
    "notes": {"slideshow": {"slide_type": "notes"}},
}
"""What a cell of the template is → its metadata; those of text and notes are Markdown."""


def new_lesson(name):
    """Write a lesson to fill into the folder ``notebooks`` here, and return its path.

    Parameters
    ----------
    name : str
        Such as 20-my-lesson: a number that no lesson has, and words.

    Raises
    ------
    ValueError
        The name is none for a lesson, its number is taken, or there is no such folder here.
    """
    named = NAME.fullmatch(name)
    if not named:
        must = "be two digits and words, joined by hyphens, such as 20-my-lesson"
        raise malformed("the name of a lesson", must, repr(name))
    folder = Path(FOLDER)
    if not folder.is_dir():
        raise malformed(
            "this folder", f"have a folder {FOLDER}", "none", "go where the lessons are"
        )
    if taken := sorted(folder.glob(f"{named[1]}-*.ipynb")):
        raise malformed("the number of a lesson", "be free", taken[0].name, "take another number")
    path = folder / f"{name}.ipynb"
    title = name[3:].replace("-", " ").capitalize()
    text = read_text(TEMPLATE).replace("NUMBER", named[1]).replace("TITLE", title)
    notebook = {"cells": _template_cells(text, named[1]), "metadata": {}}
    path.write_text(
        json.dumps(notebook | {"nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False)
        + "\n",
        encoding="utf-8",
    )
    return path


def _template_cells(text, number):
    """Return the cells of a notebook from a text in which a line "%% name sort" begins each."""
    _, *parts = re.split(r"^%% ([\w-]+) (\w+)\n", text, flags=re.MULTILINE)
    cells = []
    for name, sort, source in zip(*[iter(parts)] * 3, strict=True):
        is_code = sort in ("code", "folded")
        cell = {"cell_type": "code" if is_code else "markdown", "id": f"{number}-{name}"}
        cell |= {"metadata": METADATA[sort], "source": source.strip()}
        cells.append(cell | ({"execution_count": None, "outputs": []} if is_code else {}))
    return cells
