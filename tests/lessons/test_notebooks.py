"""What every lesson must have, beside running without an error.

The cells themselves are run, and their outputs compared, by `test_stored.py`. It could not tell a
notebook that was stored before it was run: hence `outputs_complaints`.
"""

import ast
import copy
import io
import re

import nbformat
import numpy as np
import pytest
import yaml
from conftest import GLOSSARY, NOTEBOOKS, PAGES, PROJECT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image

from perceptron_lessons.figures import worked_example
from perceptron_lessons.figures.saving import png
from tools.notebooks import normalise, read, with_few_colours

CONTRIBUTING = (PROJECT / "CONTRIBUTING.md").read_text()
LONGEST_CELL = int(re.search(r"A code cell has at most (\d+) lines", CONTRIBUTING)[1])
START = "00"  # the page to choose from has nothing to sum up
PREREQUISITES = r"minutes · (you need: |read .* first|nothing to read first)"
CODE_BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
MARKDOWN_IMAGE = re.compile(r"!\[(.*?)\]\(")
HTML_IMAGE = re.compile(r"<img\b[^>]*>")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    cells = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return CODE_BLOCK.sub("", "\n\n".join(cells))


def outputs_complaints(notebook):
    """Stored as `make notebooks` stores it: run from the top, all of it, without an error."""
    cells = code_cells(notebook)
    counts = [cell.execution_count for cell in cells]
    if counts != list(range(1, len(cells) + 1)):
        yield f"not run from top to bottom: execution counts are {counts}"
    for number, cell in enumerate(cells, 1):
        for output in cell.outputs:
            if output.output_type == "error":
                yield f"code cell {number} ends in an error: {output.ename}"
            if output.get("name") == "stderr":
                yield f"code cell {number} writes to stderr: {output.text!r}"
            alt = output.get("metadata", {}).get("image/png", {}).get("alt")
            if "image/png" in output.get("data", {}) and not alt:
                yield f"the picture of code cell {number} has no alt text"
        if re.search("nbval", cell.source + str(cell.metadata), re.IGNORECASE):
            yield f"code cell {number} asks nbval for an exception"
    if normalise(copy.deepcopy(notebook)) != notebook:
        yield "metadata or outputs that change from run to run are stored"


def headings_complaints(notebook, number):
    headings = HEADING.findall(prose(notebook))
    titles = [title for _, title in headings]
    levels = [len(marks) for marks, _ in headings]
    if levels.count(1) != 1 or levels[0] != 1:
        yield "there must be one # heading, at the top"
    for above, below, title in zip(levels, levels[1:], titles[1:], strict=False):
        if below > above + 1:
            yield f"heading {title!r} skips a level"
    for needed in ("Summary", "References") if number != START else ():
        if needed not in titles:
            yield f"no heading {needed!r}"


def opening_complaints(notebook, number):
    opening = notebook.cells[0].source
    if not re.match(rf"# {number} \S", opening):
        yield f"the first line must be '# {number} Title'"
    for needed in (r"\?", r"\d+ minutes", PREREQUISITES, "You will be able to"):
        if not re.search(needed, opening):
            yield f"the first cell does not say {needed!r}"


def is_folded(cell):
    """Whether every door shows the cell as three dots, to be opened with a click."""
    return cell.metadata.get("jupyter", {}).get("source_hidden", False)


def code_complaints(notebook):
    for number, cell in enumerate(code_cells(notebook), 1):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        if len(lines) > LONGEST_CELL and number > 1:
            yield f"code cell {number} has {len(lines)} lines; {LONGEST_CELL} are allowed"
        tree = ast.parse(cell.source)
        imports = any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree))
        if imports != (number == 1):
            yield f"code cell {number}: imports belong into the first code cell, and only there"
        if imports and not is_folded(cell):
            yield f"code cell {number}: imports are folded away"
        if any(isinstance(node, ast.Assert) for node in ast.walk(tree)) and not is_folded(cell):
            yield f"code cell {number}: what checks the text, by assert, is folded away"


def prose_complaints(notebook, folder):
    text = prose(notebook)
    summary = re.search(r"^## Summary\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE)
    if summary and len(re.findall(r"^[-*] ", summary[1], re.MULTILINE)) not in (1, 2, 3):
        yield "the summary needs one to three bullets"
    for row in re.findall(r"^\|.*\\\|.*", text, re.MULTILINE):
        yield f"a row of a table reads \\| as a plain |; write \\Vert: {row}"
    if "" in MARKDOWN_IMAGE.findall(text):
        yield "a picture in the text has no alt text"
    for tag in HTML_IMAGE.findall(text):
        if not re.search(r'alt="[^"]', tag):
            yield f"{tag} has no alt text"
    for target in LINK.findall(text):
        if not (folder / target).exists():
            yield f"the link to {target} leads nowhere"


def complaints(notebook, number, folder=PROJECT):
    return [
        *outputs_complaints(notebook),
        *headings_complaints(notebook, number),
        *opening_complaints(notebook, number),
        *code_complaints(notebook),
        *prose_complaints(notebook, folder),
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_lesson(path):
    assert complaints(read(path), path.name[:2], path.parent) == []


def test_lessons_are_numbered_from_0():
    numbers = [path.name[:3] for path in NOTEBOOKS]
    assert numbers and numbers == [f"{number:02}-" for number in range(len(numbers))]


FOLDED = {"jupyter": {"source_hidden": True}}


def test_the_start_page_is_one_screen_of_reading_and_one_slider():
    start = read(NOTEBOOKS[0])
    notes = start.cells[-1]
    assert notes.metadata["slideshow"]["slide_type"] == "notes"
    words = prose(start).replace(notes.source, "").split()
    assert len(words) <= 600 and len(code_cells(start)) == 1  # the player, with its import


def test_closer_readings_are_in_order_each_of_one_kind_and_quoted():
    (path,) = [path for path in NOTEBOOKS if path.stem == "13-closer-readings"]
    text = prose(read(path))
    boxes = re.findall(r'<a id="closer-reading-(\d+)"></a>\n\n> \*\*A closer reading \(\1\)', text)
    assert boxes == [str(n) for n in range(1, 17)]
    kinds = re.findall(r"\[(\d+)\]\(#closer-reading-\1\)", text.partition("By text:")[0])
    assert sorted(kinds, key=int) == boxes


def test_links_between_lessons_lead_to_a_place_in_them():
    texts = {path.name: prose(read(path)) for path in [*NOTEBOOKS, GLOSSARY]}
    links = [
        link for text in texts.values() for link in re.findall(r"\]\(([^)#]+)#([^)]+)\)", text)
    ]
    assert links
    for name, place in links:
        assert f'<a id="{place}"></a>' in texts[name], (name, place)


def test_sections_that_have_moved_lead_to_a_place_that_is_there():
    script = (PROJECT / "publish" / "templates" / "page.js").read_text()
    places = re.findall(r'^  \S+: "([\w-]+)\.html#([^"]+)",$', script, re.MULTILINE)
    assert len(places) > 10
    for name, place in places:
        text = prose(read(PROJECT / "notebooks" / f"{name}.ipynb"))
        headings = [title.replace(" ", "-") for _, title in HEADING.findall(text)]
        assert f'<a id="{place}"></a>' in text or place in headings, (name, place)


def test_the_glossary_is_prose():
    glossary = read(GLOSSARY)
    assert code_cells(glossary) == []
    assert list(prose_complaints(glossary, GLOSSARY.parent)) == []


def read_in_order():
    """The paragraphs of all lessons, without their first cells, headings, tables and contents."""
    for path in NOTEBOOKS:
        for cell in read(path).cells[1:]:
            slide = cell.metadata.get("slideshow", {}).get("slide_type")
            if cell.cell_type == "markdown" and slide != "notes":
                for paragraph in cell.source.split("\n\n"):
                    if not re.match(r"#|\||- \[\d\d ", paragraph):
                        yield path.name, paragraph


def test_every_word_of_the_glossary_is_linked_by_the_lesson_that_explains_it():
    """Not each time that it occurs: a link is no explanation, and every one draws the eye."""
    entries = re.findall(r'<a id="([\w-]+)"></a>\n\*\*.+?\*\*.*?\]\((\d\d)-', prose(read(GLOSSARY)))
    paragraphs = list(read_in_order())
    assert len(entries) > 40
    for word, explained in entries:
        links = [lesson for lesson, text in paragraphs if f"(glossary.ipynb#{word})" in text]
        assert links, f"{word} is never linked"
        assert links[0][:2] <= explained, (
            f"{word} is explained in {explained}, linked in {links[0]}"
        )


def test_the_glossary_says_in_which_section_a_word_is_told():
    for entry in re.findall(r"<a id=.*?</a>\n(\*\*.+)", prose(read(GLOSSARY))):
        assert re.search(r"\]\(\d\d-[^)#]+#[\w-]+\)$", entry), entry


def healthy():
    picture = {"text/plain": "k = 0", "image/png": "iVBORw0KGgo="}
    shown = new_output(
        "display_data", data=picture, metadata={"image/png": {"alt": "a line, three points"}}
    )
    cells = [
        new_markdown_cell(
            "# 07 Try\n\nWhy?\n\n10 minutes · read 06 first\n\nYou will be able to say why."
        ),
        new_code_cell("import math", execution_count=1, metadata=FOLDED),
        new_markdown_cell("## A picture\n\n### Of a line\n\n[License](LICENSE)"),
        new_code_cell("picture", execution_count=2, outputs=[shown]),
        new_code_cell("print(1)", execution_count=3, outputs=[new_output("stream", text="1\n")]),
        new_markdown_cell("## Summary\n\n- One.\n\n## References\n\n- Two."),
    ]
    return normalise(new_notebook(cells=cells))


def strip(notebook):
    for cell in code_cells(notebook):
        cell.outputs, cell.execution_count = [], None


def edit(cell, old, new):
    def edited(notebook):
        assert old in notebook.cells[cell].source
        notebook.cells[cell].source = notebook.cells[cell].source.replace(old, new)

    return edited


def store(**changes):
    return lambda notebook: notebook.cells[3].update(nbformat.from_dict(changes))


WIDGET = {"text/plain": "k = 0", "application/vnd.jupyter.widget-view+json": {"model_id": "a1"}}


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (strip, "not run from top to bottom"),
        (store(outputs=[new_output("error", ename="ValueError")]), "ends in an error: ValueError"),
        (store(outputs=[new_output("stream", name="stderr")]), "writes to stderr"),
        (store(outputs=[new_output("display_data", data=WIDGET)]), "change from run to run"),
        (store(metadata={"tags": ["nbval-ignore-output"]}), "asks nbval for an exception"),
        (lambda notebook: notebook.cells[3].outputs[0].metadata.clear(), "has no alt text"),
        (edit(1, "import math", "1"), "imports belong"),
        (edit(3, "picture", "assert picture"), "by assert, is folded"),
        (edit(3, "picture", "1\n" * (LONGEST_CELL + 1)), "13 lines"),
        (edit(2, "LICENSE", "LICENCE"), "leads nowhere"),
        (edit(5, "- One.", "One."), "one to three bullets"),
        (edit(2, "[License]", "| a | $\\|x\\|$ |\n\n[License]"), "as a plain |"),
    ],
)
def test_a_damaged_notebook_is_refused(damage, complaint):
    notebook = healthy()
    assert complaints(notebook, "07") == []
    damage(notebook)
    assert complaint in "\n".join(complaints(notebook, "07"))


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if path.name < "12"], ids=lambda p: p.stem
)
def test_the_course_prints_its_proofs_in_its_own_letters(path):
    """The letters of five texts are told in lesson 12, which the course does not need."""
    for cell in code_cells(read(path)):
        for output in cell.outputs:
            shown = output.get("data", {}).get("text/html", "")
            assert set(re.findall(r"as (\w+) writes", shown)) <= {"course"}, cell.source


ENTRIES = re.compile(
    r"(?<![A-Za-z\\])\d?([xw])_\d *[+−-] *\d?\1_\d"  # a sum of two of them, as 3x_1 + 4x_2
    r"|\|\s*w_\w\s*\|"  # the size of one
    r"|^[xw]_[1-9] = -?\d+$"
)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_an_entry_of_a_vector_has_its_number_in_brackets(path):
    """x_1 is a sample and w_1 the weights after one mistake; their entries are x_(1), w_(1)."""
    told = re.sub(r"```.*?```", "", prose(read(path)), flags=re.DOTALL)
    for formula in re.findall(r"\$([^$]+)\$", told):
        assert not ENTRIES.search(formula), formula


# ---- Weight ----


HOOKS = yaml.safe_load((PROJECT / ".pre-commit-config.yaml").read_text())["repos"]
(HEAVY,) = (
    hook for repo in HOOKS for hook in repo["hooks"] if hook["id"] == "check-added-large-files"
)
MOST_BYTES = 1024 * int(re.search(r"--maxkb=(\d+)", " ".join(HEAVY["args"]))[1])
"""What the hook lets into a commit."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_notebook_is_too_heavy_to_be_committed(path):
    assert path.stat().st_size <= MOST_BYTES


def test_contributing_says_how_heavy_a_notebook_may_be():
    said = re.search(r"Notebooks stay below ([\d.]+) MB", CONTRIBUTING)[1]
    assert said == f"{MOST_BYTES / 1024 / 1000:g}" and f"over {said} MB" in HEAVY["name"]


def test_a_stored_picture_has_few_colours_and_is_the_same_to_the_eye():
    figure = worked_example()
    whole = png(figure, scale=2)
    few = with_few_colours(whole)
    assert len(few) < len(whole) / 2 and with_few_colours(few) == few
    one, other = (Image.open(io.BytesIO(data)) for data in (whole, few))
    assert one.size == other.size and one.text == other.text and "Description" in other.text
    differences = np.abs(
        np.subtract(*(np.asarray(each.convert("L"), int) for each in (one, other)))
    )
    assert differences.mean() < 0.1 and differences.max() < 64
