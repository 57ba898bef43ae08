"""Lessons as slides whose sliders work without a kernel and without a network."""

import shutil
from pathlib import Path

from markupsafe import Markup

from perceptron_lessons.export.decks import parse_deck, vote
from perceptron_lessons.export.formulas import typeset
from perceptron_lessons.export.markdown import Markdown, python_html
from perceptron_lessons.export.players import STAGE_STYLE, players_script
from perceptron_lessons.export.running import execute
from perceptron_lessons.export.template_files import filled

ENDING = ".slides.html"


def export_slides(notebook, deck, out_dir, *, reveal, mathjax=None):
    """Write one lesson as slides.

    Parameters
    ----------
    notebook : path
        It is run from the top.
    deck : path
        What is shown of it, as `perceptron_lessons.export.decks` reads it.
    out_dir : path
        Folder for the slides; made if missing.
    reveal : path
        Folder of the reveal.js package, of which what is needed is copied beside the slides.
    mathjax : path, optional
        The folder of MathJax 4, which typesets the formulas. Without it they stay as they
        are written.

    Returns
    -------
    pathlib.Path
        The page with the slides.

    Raises
    ------
    ValueError
        If the deck asks for a cell that the notebook does not have, or cannot be read.
    """
    path = Path(notebook)
    out = Path(out_dir)
    slides = parse_deck(Path(deck).read_text(encoding="utf-8"))
    cells = {cell.id: cell for cell in execute(path, svg=True).cells}
    markdown = Markdown()
    shown = [_shown(slide, cells, markdown) for slide in slides]
    page = filled(
        "slides.html.j2",
        title=slides[0].parts[0].text.partition("\n")[0].lstrip("# "),
        slides=shown,
        players=Markup(players_script()),
        stage_style=STAGE_STYLE,
    )
    for part in ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js"):
        target = out / "reveal" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(reveal) / part, target)
    target = out / f"{path.stem}{ENDING}"
    target.write_text(typeset(page, mathjax), encoding="utf-8")
    return target


def _shown(slide, cells, markdown):
    """What the template shows of a slide."""
    parts = [_part(part, cells, markdown) for part in slide.parts]
    return {"parts": parts, "notes": Markup(markdown.html(slide.notes))}


def _part(part, cells, markdown):
    if part.kind == "text":
        return {"kind": "text", "html": Markup(markdown.html(part.text))}
    if part.kind == "vote":
        return {"kind": "vote", "vote": vote(part.text)}
    if part.text not in cells:
        raise ValueError(f"the lesson has no cell {part.text!r}; there are {', '.join(cells)}")
    cell = cells[part.text]
    if part.kind == "code":
        return {"kind": "code", "html": Markup(python_html(cell.source))}
    return {"kind": "show", "outputs": cell.outputs}
