"""Slides: every lesson is cut into them, has an outline for the speaker, and fits on them."""

import base64
import html
import re
from pathlib import Path

import nbformat
import pytest
from conftest import NOTEBOOKS
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from notebooks import read
from perceptron_lessons.exercises import prediction
from perceptron_lessons.export import course, pages, slides
from perceptron_lessons.export.__main__ import main
from perceptron_lessons.export.addresses import addresses
from perceptron_lessons.export.course import export_gallery
from perceptron_lessons.export.pages import export_html
from perceptron_lessons.export.slides import export_slides
from perceptron_lessons.figures import worked_example

TYPES = {"slide", "subslide", "fragment", "skip", "notes", "-"}
LESSONS = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def slide_type(cell):
    return cell.metadata.get("slideshow", {}).get("slide_type")


def outline(notebook):
    """The notes for the speaker; there is one such cell."""
    (cell,) = (cell for cell in notebook.cells if slide_type(cell) == "notes")
    return cell.source


def minutes_of(notes):
    """The minutes in the table of sections: {section: minutes}."""
    rows = re.findall(r"^\|(.+)\|$", notes, re.MULTILINE)
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    at = cells[0].index("minutes")
    return {row[0]: int(row[at]) for row in cells[2:]}


@LESSONS
def test_every_cell_says_what_it_is_on_the_slides(path):
    cells = read(path).cells
    assert {slide_type(cell) for cell in cells} <= TYPES
    assert slide_type(cells[0]) == "slide"
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            assert slide_type(cell) in ("slide", "skip"), cell.source


@LESSONS
def test_the_speaker_has_an_outline_with_minutes_questions_and_errors(path):
    notebook = read(path)
    notes = outline(notebook)
    assert notes.startswith("<details><summary>For the speaker</summary>")
    assert "| ask" in notes and notes.count("?") >= 4
    if not path.name.startswith("00"):
        assert "students get wrong" in notes
    minutes = minutes_of(notes)
    assert len(minutes) >= 4 and all(0 < m <= 30 for m in minutes.values())
    stated = int(re.search(r"(\d+) minutes", notebook.cells[0].source)[1])
    assert sum(minutes.values()) <= 1.5 * stated


def lesson(tmp_path, monkeypatch):
    """A lesson with a slide that is much too full, as it is after it was run."""
    data, metadata = worked_example()._repr_mimebundle_()
    data["image/png"] = base64.b64encode(data["image/png"]).decode()
    shown = new_output("display_data", data=data, metadata=metadata)
    words = " ".join(["Many words, and then many more."] * 12)
    cells = [
        new_markdown_cell("# 07 γ stays small\n\nWhy? $x^2$"),
        new_markdown_cell("<details><summary>For the speaker</summary>\n\nAsk.\n\n</details>"),
        new_code_cell("picture", outputs=[shown], execution_count=1),
        new_markdown_cell(f"## Full\n\n{words}\n\n{words}\n\n{words}"),
        new_code_cell("picture", outputs=[shown], execution_count=2),
    ]
    kinds = ("slide", "notes", "subslide", "slide", "-")
    for cell, kind in zip(cells, kinds, strict=True):
        cell.metadata["slideshow"] = {"slide_type": kind}
    notebook = new_notebook(cells=cells)
    for module in (pages, slides):
        monkeypatch.setattr(module, "execute", lambda path, svg=False: notebook)
    return tmp_path / "07-try.ipynb"


MEASURED = """(() => { const slide = Reveal.getCurrentSlide();
  return [slide.scrollHeight, slide.clientHeight, slide.classList.contains("too-tall")] })()"""


NAVIGATION = ("slide-number", "controls")


def test_slides_fit_and_need_no_network(front_end, tmp_path, monkeypatch, page, console_errors):
    path = lesson(tmp_path, monkeypatch)
    target = export_slides(
        path, tmp_path, reveal=front_end / "reveal.js", mathjax=front_end / "mathjax/es5"
    )
    page.context.set_offline(True)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(target.as_uri())
    page.wait_for_function("window.Reveal?.isReady() && document.querySelector('mjx-container')")
    page.evaluate("MathJax.startup.promise")
    assert page.evaluate("Reveal.getTotalSlides()") == 3
    assert page.title() == "07 γ stays small slides"
    number, arrows = (page.locator(f".reveal .{c}").bounding_box() for c in NAVIGATION)
    assert number["width"] > 0 and number["x"] + number["width"] < arrows["x"]
    assert page.locator(".present h1").inner_text() == "07 γ stays small"  # never "Γ"
    size = "parseFloat(getComputedStyle(document.querySelector('.present h1')).fontSize)"
    assert page.evaluate(size) >= 48
    assert "<details open" in page.locator("aside.notes").first.inner_html()
    pictures = []
    for _ in range(2):
        page.evaluate("Reveal.next()")
        high, room, too_tall = page.evaluate(MEASURED)
        assert high <= room + 1 <= 721 and not too_tall
        pictures.append(page.locator(".present img").evaluate("image => image.height"))
    assert pictures[0] > 500 > pictures[1] > 200
    assert console_errors == []


def test_every_lesson_is_a_deck_and_links_to_decks_or_to_the_site(tmp_path, monkeypatch):
    """The glossary, a page with no number, is no deck."""
    made = tmp_path / "notebooks"
    made.mkdir()
    links = "[a](01-b.ipynb#c), [b](glossary.ipynb#word), [c](https://a.b/01-b.ipynb)"
    for name in ("00-a", "01-b", "glossary"):
        notebook = new_notebook(cells=[new_markdown_cell(f"# {name}\n\n{links}")])
        nbformat.write(notebook, made / f"{name}.ipynb")
    for part in ("dist", "plugin/notes"):
        (tmp_path / "reveal" / part).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(slides, "execute", lambda path: nbformat.read(path, as_version=4))
    assert main(["slides", "--out", "out", "--reveal", "reveal"]) == 0
    decks = sorted(Path("out").glob("*.html"))
    assert [deck.name for deck in decks] == ["00-a.slides.html", "01-b.slides.html"]
    assert re.findall(r'<a href="([^"]*)"[^>]*>[abc]<', decks[0].read_text()) == [
        "01-b.slides.html#c",
        f"{addresses().site}glossary.html#word",
        "https://a.b/01-b.ipynb",
    ]


def test_a_page_folds_the_answer_to_a_guess(tmp_path):
    cells = [
        new_markdown_cell("# 07 Guess"),
        new_code_cell("from perceptron_lessons.exercises import predict"),
        new_code_cell('predict("01.worst", ..., "the run")'),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "07-guess.ipynb")
    page = export_html(tmp_path / "07-guess.ipynb", tmp_path / "out")
    shown = page.path.read_text(encoding="utf-8")
    answer = html.escape(prediction("01.worst").answer)
    fold = f"<details><summary>Answer</summary><p>{answer}</p></details>"
    assert shown.count(fold) == shown.count(answer) == 1
    assert "make a guess: " in shown


def test_a_page_has_the_title_of_its_lesson_and_the_gallery_its_captions(tmp_path, monkeypatch):
    target = export_html(lesson(tmp_path, monkeypatch), tmp_path).path
    assert "<title>07 γ stays small</title>" in target.read_text()
    monkeypatch.setattr(course, "FIGURES", {"worked_example": worked_example})
    gallery = export_gallery(tmp_path)
    assert gallery == tmp_path / "gallery.html"
    assert worked_example().description.caption in gallery.read_text()
