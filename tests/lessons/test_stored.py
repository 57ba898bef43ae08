"""Every cell of every lesson shows what the notebook has stored.

A lesson is run once for all tests: its page is made of what it shows here. How a kernel runs it is
tried by `make many`, which has nbval run all, and whenever `make notebooks` stores what it shows.
"""

import copy

import nbformat
import pytest
from conftest import PAGES
from nbformat.v4 import new_output

from tools.notebooks import read

DRAWN = ("image/", "application/vnd.jupyter.widget-view")  # not compared byte by byte


def shown(outputs):
    """What a reader sees of a cell, without what is drawn: kind and text, in order."""
    rows = []
    for output in outputs:
        if output.output_type == "stream":
            rows.append((output.name, output.text))
        elif output.output_type == "error":
            rows.append(("error", f"{output.ename}: {output.evalue}"))
        else:
            data = sorted(output.data.items())
            rows += [(kind, text) for kind, text in data if not kind.startswith(DRAWN)]
    return rows


def differences(stored, fresh):
    """Yield (number, stored, shown) of the code cells that show something else than is stored."""
    pairs = zip(code_cells(stored), code_cells(fresh), strict=True)
    for number, (before, now) in enumerate(pairs, start=1):
        if shown(before.outputs) != shown(now.outputs):
            yield number, shown(before.outputs), shown(now.outputs)


def code_cells(notebook):
    return [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and not cell.metadata.get("guessed")
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_lesson_shows_what_is_stored(path, lesson_run):
    assert list(differences(read(path), lesson_run(path).notebook)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_picture_is_where_one_is_stored(path, lesson_run):
    """A widget that has no picture of its own, as a proof builder, is stored as its text alone."""
    pairs = zip(code_cells(read(path)), code_cells(lesson_run(path).notebook), strict=True)
    for number, (before, now) in enumerate(pairs, start=1):
        assert drawings(before, "image/") <= drawings(now, DRAWN), number
        assert drawings(now, "image/") <= drawings(before, "image/"), number


def drawings(cell, kinds):
    """Count the outputs of a cell that have an entry of these kinds."""
    return sum(any(kind.startswith(kinds) for kind in row.get("data", {})) for row in cell.outputs)


def changed_text(output):
    if "text" in output:
        output.text = output.text.replace("1", "2", 1) + " "
    else:
        output.data["text/plain"] += "."


def lost_text(output):
    if "text" in output:
        output.text = ""
    else:
        del output.data["text/plain"]


@pytest.mark.parametrize(
    "damage",
    [
        changed_text,
        lambda output: output.update(new_output("stream", name="stderr", text="a warning")),
        lambda output: output.clear() or output.update(new_output("error", ename="ValueError")),
        lost_text,
    ],
    ids=["text", "stream", "error", "nothing"],
)
def test_a_cell_that_shows_something_else_is_found(damage):
    stored = read(PAGES[4])
    full = [cell for cell in code_cells(stored) if shown(cell.outputs)]
    for number in range(len(full)):
        fresh = nbformat.from_dict(copy.deepcopy(stored))
        cells = [cell for cell in code_cells(fresh) if shown(cell.outputs)]
        damage(cells[number].outputs[0])
        found = [each for each, _, _ in differences(stored, fresh)]
        assert found == [code_cells(stored).index(full[number]) + 1]
