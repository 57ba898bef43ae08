"""The course as a LaTeX document: what a small notebook becomes, read back from the PDF."""

import re
import shutil
import subprocess

import nbformat
import pytest
from conftest import NO_LATEX, NOTEBOOKS, missing
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pypdf import PdfReader

from perceptron_lessons.figures.style import LOOK
from perceptron_lessons.theory.formal import statement
from publish.book import WORKS, write_book

FIRST = """\
# 00 A first lesson

> **Theorem.** It stops after $k \\le R^2/\\gamma^2$ [mistakes](glossary.ipynb#mistake).

| name | value |
|---|---|
| 100 % & more | `a.b` |

1. See [the other one](01-other.ipynb#place), and the <b class="object wall">wall</b>. Press *Play*
(here: at once). It is a run. Move on. So Novikoff 1962.
"""
CODE = """\
from perceptron_core import perceptron, worked_example
from perceptron_lessons import figures, proof_builder, prove
from perceptron_lessons.stage import stage
from perceptron_lessons.widget.player import Player
run = perceptron(worked_example().X, worked_example().y)"""
OTHER = '# 01 Another\n\n<a id="place"></a>\n\n## A place'


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The pages of a book of two lessons and a glossary, as text; and its folder."""
    if shutil.which("pdflatex") is None:
        missing(NO_LATEX)
    folder = tmp_path_factory.mktemp("book")
    hidden = {"jupyter": {"source_hidden": True}}
    cells = {
        "00-first": [
            new_markdown_cell(FIRST),
            new_markdown_cell("Not for readers", metadata={"slideshow": {"slide_type": "notes"}}),
            new_code_cell(CODE, metadata=hidden),
            new_code_cell("Player(figures.steps(run))"),
            new_code_cell("Player(figures.angle(run))"),
            new_code_cell("stage()"),
            new_code_cell("prove(run)"),
            new_code_cell("proof_builder('offset')"),
            new_code_cell("print('√2 ≥ 1')"),
            new_code_cell("print('one two three ' * 9)"),
        ],
        "01-other": [new_markdown_cell(OTHER)],
        "glossary": [new_markdown_cell('# Glossary\n\n<a id="mistake"></a>**Mistake**: a sample.')],
    }
    for name, content in cells.items():
        nbformat.write(new_notebook(cells=content), folder / f"{name}.ipynb")
    written = write_book([folder / f"{name}.ipynb" for name in cells], folder / "out")
    latex = "pdflatex -interaction=nonstopmode -halt-on-error book.tex"
    indices = "makeindex -q book.idx", "makeindex -q names.idx"
    for command in (latex, "bibtex book", latex, *indices, latex):
        subprocess.run(command.split(), cwd=written.parent, check=True, capture_output=True)
    pages = PdfReader(written.with_suffix(".pdf")).pages
    return "\n".join(page.extract_text() for page in pages), written.parent


def test_lessons_are_chapters_under_their_own_numbers(book):
    text, _ = book
    assert "Chapter 0\nA first lesson" in text and "Chapter 1\nAnother" in text
    assert text.index("A first lesson") < text.index("Glossary") < text.rindex("Solutions")


def test_no_link_leads_nowhere_and_nothing_runs_over_the_edge(book):
    _, folder = book
    log = (folder / "book.log").read_text(errors="replace")
    assert "undefined" not in log and "Overfull \\hbox" not in log


def test_what_cannot_be_dragged_on_paper_says_so(book):
    text, folder = book
    assert "On paper nothing can be moved" in text and "stage()" not in text
    assert "/00-first.html" in text and "It is a run" in text and "(here" not in text
    colour = LOOK["wall"]["light"].removeprefix("#")
    source = (folder / "book.tex").read_text(encoding="utf-8")
    assert rf"\textbf{{\textcolor[HTML]{{{colour}}}{{wall}}}}" in source


def test_a_proof_shows_its_formal_statements(book):
    text, _ = book
    for name in ("gain", "conclusion"):
        first_words = statement(f"Convergence.{name}").text.split(":")[0]
        assert first_words.strip() in text


def test_solutions_stand_at_the_end_and_words_in_the_index(book):
    text, _ = book
    end = text[text.rindex("Solutions") :]
    assert "def update(" in end and "exercise(" not in end and "Index" in end
    assert "mistake," in end[end.rindex("Index") : end.rindex("Names")]
    assert "So Novikoff 1962 [1]." in text and "[1] A. B. J. Novikoff. On convergence" in end
    assert "Novikoff, " in end[end.rindex("Names") :]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_work_that_a_lesson_refers_to_is_in_the_bibliography(path):
    """One of its authors, and its year."""
    cells = "\n".join(cell.source for cell in nbformat.read(path, 4).cells)
    _, _, references = cells.partition("## References")
    works = {(name, year) for _, names, _, year in WORKS for name in names}
    for name, year in re.findall(r"([A-Z][\w-]+)[^.:;*]*: \*[^*]+\*, (\d{4})", references):
        assert (name, year) in works, (name, year)
