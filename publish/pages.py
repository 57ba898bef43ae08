"""Lessons as pages: their text, figures and sliders at once, without a kernel or a network."""

import base64
import html
import itertools
import re
from pathlib import Path
from typing import NamedTuple

import nbformat
from markupsafe import Markup

from perceptron_lessons.exercises.exercise import Prediction
from perceptron_lessons.latex import as_text
from publish.addresses import FRONT, page_address
from publish.formulas import typeset
from publish.frame import copy_fonts, page_in, site_frame
from publish.markdown import Markdown, plain_words, python_html
from publish.page_python.cell_order import needs
from publish.running import execute, waiting_for
from publish.template_files import fill_page

QUESTION = re.compile(r"^(?:> \*\*Question\.\*\* *(.+?)|\*\*([^*]+\?)\*\*)$", re.MULTILINE)

SECTION = re.compile(r"^\| *(.+?) *\| *(\d+) *\|", re.MULTILINE)
"""A row of the notes for teachers: a heading, and how many minutes are for it."""

FORMULA = re.compile(r'<span class="formula(?: display)?">\$\$?(.*?)\$\$?</span>', re.DOTALL)

PREDICTION = re.compile(
    r'<blockquote class="box prediction">((?:(?!<blockquote).)*)</blockquote>\s*\Z', re.DOTALL
)
"""The box with which words end, if it is that of a guess."""

DEFINITION = re.compile(r'<a id="([^"]*)"></a>\s*<strong>([^<]*)</strong>:?(.*?)</p>', re.DOTALL)


class PageSummary(NamedTuple):
    """What is said of a page elsewhere.

    Attributes
    ----------
    name : str
        Of its file, without the ending.
    title : str
    minutes : int or None
        None where the notebook is not a lesson.
    question : str
        What it answers.
    sections : dict
        Minutes of its sections, by their headings, as the notes for teachers have them.
    """

    name: str
    title: str
    minutes: int | None
    question: str
    sections: dict[str, int]

    @property
    def address(self):
        return page_address(self.name)


def page_summary(path):
    """Read what the first cell of a notebook says of it.

    Parameters
    ----------
    path : path

    Returns
    -------
    Lesson
        A notebook whose name does not begin with a number is none, but a page all the same.
    """
    return _about(Path(path).stem, nbformat.read(path, as_version=4).cells)


def _about(name, cells):
    opening = cells[0].source if cells else ""
    title = opening.partition("\n")[0].lstrip("# ") or name
    minutes = re.search(r"(\d+) minutes", opening)
    asked = QUESTION.search(opening)
    numbered = minutes and name[:2].isdigit()
    question = _formulas_as_text(next(filter(None, asked.groups()))) if asked else ""
    notes = "\n".join(cell.source for cell in cells if _slide_type(cell) == "notes")
    sections = {heading: int(taken) for heading, taken in SECTION.findall(notes)}
    return PageSummary(name, title, int(minutes[1]) if numbered else None, question, sections)


def _formulas_as_text(markdown):
    """A sentence where no formula is typeset: in lists of lessons, in what search engines read."""
    return re.sub(r"\$(.+?)\$", lambda formula: as_text(formula[1]), markdown)


class Section(NamedTuple):
    """A part of a page under one heading, as the search knows it."""

    name: str
    heading: str
    text: str


class Page(NamedTuple):
    """A page, and what the search knows of it."""

    path: Path
    sections: list


def export_html(notebook, out_dir, *, mathjax=None, lessons=(), frame=None, ran=None):
    """Write one lesson as a page.

    Parameters
    ----------
    notebook : path
        It is run from the top, unless it was.
    out_dir : path
        Folder for the page; made if missing.
    mathjax : MathJax, optional
        Typesets the formulas. Without it they stay as they are written.
    lessons : sequence of path
        The notebooks that are pages too, in the order of reading. Pages that are already in the
        folder can be linked to as well; links to other notebooks are plain text.
    frame : Frame, optional
        By default that of pages without JupyterLite.
    ran : nbformat.NotebookNode, optional
        What `execute` has made of the notebook, with SVG and results.

    Returns
    -------
    Page
    """
    path = Path(notebook)
    ran = ran or execute(path, svg=True, results=True)
    frame = frame or site_frame()
    there = [*map(Path, lessons), *Path(out_dir).glob("*.html")]
    markdown = Markdown([other.stem for other in there], frame)
    # The speaker's notes go to the end: they give answers away before the lesson asks.
    cells = sorted(ran.cells, key=lambda cell: _slide_type(cell) == "notes")
    shown = [
        _cell_on_page(cell, markdown) | {"notes": _slide_type(cell) == "notes"} for cell in cells
    ]
    shown = _opened(shown)
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    for number, cell in enumerate(cell for cell in shown if cell["kind"] == "code"):
        cell |= {"number": number, "needs": needs(sources, number)}
    about = _about(path.stem, ran.cells)
    page = page_in(
        frame,
        "lesson.html.j2",
        path.stem,
        about.title,
        about=about,
        cells=fill_page("cells.html.j2", cells=shown, parts=_page_parts(shown)),
        headings=[heading for heading in markdown.headings if heading.level == 2],
        place=_place(path, lessons),
    )
    stills = Path(out_dir) / "stills"
    stills.mkdir(parents=True, exist_ok=True)
    copy_fonts(out_dir)
    target = Path(out_dir) / f"{path.stem}.html"
    page = _with_stills_in_files(typeset(page, mathjax), stills, path.stem)
    target.write_text(page, encoding="utf-8")
    return Page(target, _sections([cell for cell in shown if not cell.get("notes")]))


def _opened(shown):
    """The cells; a box that ends the words before a guess opens the box of the guess."""
    for before, cell in itertools.pairwise(shown):
        box = PREDICTION.search(before["html"]) if before["kind"] == "markdown" else None
        if box and cell.get("guess"):
            cell["opening"] = Markup(box[1])
            before["html"] = Markup(before["html"][: box.start()])
    return [cell for cell in shown if cell["kind"] == "code" or cell["html"].strip()]


def _page_parts(shown):
    """What a page shows before what stands behind it: lists of cells, stories as their steps."""
    seen = (cell for cell in shown if not cell.get("behind"))
    for is_story, group in itertools.groupby(seen, key=lambda cell: cell["story"]):
        cells = list(group)
        yield is_story, _steps(cells) if is_story else cells


def _steps(cells):
    """The cells of each step of a story; a heading begins one."""
    steps = []
    for cell in cells:
        if not steps or "<h3 " in cell["html"]:
            steps.append([])
        steps[-1].append(cell)
    return steps


def _with_stills_in_files(page, folder, name):
    """The page with its PNGs beside it: who has scripts need not fetch them."""
    numbers = itertools.count(1)

    def place(found):
        file = f"{name}-{next(numbers)}.png"
        (folder / file).write_bytes(base64.b64decode(found[1]))
        return f'loading="lazy" src="stills/{file}"'

    return re.sub(r'src="data:image/png;base64,([^"]*)"', place, page)


def _slide_type(cell):
    return cell.metadata.get("slideshow", {}).get("slide_type")


def _cell_on_page(cell, markdown):
    """What the template shows of a cell."""
    story = "story" in cell.metadata.get("tags", [])
    if cell.cell_type != "code":
        return {"kind": "markdown", "html": Markup(markdown.html(cell.source)), "story": story}
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
    waits = waiting_for(cell.source)
    guess = waits if isinstance(waits, Prediction) else None
    # What a cell that waits has printed is what the page asks by itself.
    outputs = [output for output in cell.outputs if not waits or output.output_type != "stream"]
    return {
        "kind": "code",
        "story": story,
        "html": Markup(python_html(cell.source)),
        "outputs": [] if guess else outputs,
        "guess": guess,
        "opening": "",
        "result": cell.get("result", []),
        "exercise": None if guess else waits,
        "behind": hidden and not cell.outputs,
        "drawer": "" if waits and not guess else _drawer(cell, hidden),
    }


def _drawer(cell, hidden):
    """What the drawer with a cell's code is called; empty where the code is to be read."""
    shown = str([[*each.get("data", {}), *each.get("metadata", {})] for each in cell.outputs])
    if "image/" in shown:
        return "Code of this picture"
    if "text/html" in shown:
        return "Code"
    return "Code" if hidden else ""


class Place(NamedTuple):
    """Where a page stands in the course: its neighbours, or None, and its number among lessons."""

    before: PageSummary | None
    after: PageSummary | None
    number: int
    of: int


def _place(path, lessons):
    """The place of a page; None for a page that is not a lesson."""
    ordered = [found for found in map(page_summary, lessons) if found.minutes is not None]
    names = [found.name for found in ordered]
    if path.stem not in names:
        return None
    here = names.index(path.stem)
    around = [None, *ordered, None]
    numbered = [name for name in names if name != FRONT]
    return Place(around[here], around[here + 2], numbered.index(path.stem) + 1, len(numbered))


def _sections(shown):
    """The page's texts by their headings, and definitions by their words, for the search."""
    text = "\n".join(cell["html"] for cell in shown if cell["kind"] == "markdown")
    _, *parts = re.split(r'<h[1-3] id="([^"]*)">(.*?)</h[1-3]>', text)
    found = [*zip(*[iter(parts)] * 3, strict=True), *DEFINITION.findall(text)]
    return [
        Section(html.unescape(name), _words_to_search(heading), _words_to_search(words))
        for name, heading, words in found
    ]


def _words_to_search(fragment):
    """The words of a piece of HTML, its formulas as people type them."""

    def typed(formula):
        return html.escape(as_text(html.unescape(formula[1])))

    return plain_words(FORMULA.sub(typed, fragment))
