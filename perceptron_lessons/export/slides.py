"""Lessons as slides whose sliders work without a kernel and without a network."""

import re
import shutil
from pathlib import Path

from nbconvert import SlidesExporter

from perceptron_lessons.export.pages import copy_mathjax, exporter, write_lesson


def export_slides(notebook, out_dir, *, reveal, mathjax=None, lessons=()):
    """Write one lesson as slides; the cells' slide types are those of its metadata.

    Parameters
    ----------
    notebook : path
        It is run from the top.
    out_dir : path
        Folder for the slides; made if missing.
    reveal : path
        Folder of the reveal.js package, of which what is needed is copied beside the slides.
    mathjax : path, optional
        As for `perceptron_lessons.export.pages.export_html`.
    lessons : sequence of path
        The notebooks that the slides shall link to.

    Returns
    -------
    pathlib.Path
        The page with the slides.
    """
    mathjax_url = copy_mathjax(mathjax, out_dir)
    for part in ("dist", "plugin/notes"):
        shutil.copytree(
            Path(reveal) / part,
            Path(out_dir) / "reveal" / part,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("*.map", "*.esm.js"),
        )
    slides = exporter(
        SlidesExporter,
        "slides",
        mathjax_url,
        reveal_url_prefix="reveal",
        reveal_theme="white",
        reveal_transition="none",
    )
    return write_lesson(slides, notebook, out_dir, ".slides.html", lessons, _unfold_notes)


def _unfold_notes(page):
    """In the speaker's window there is no reason to fold the notes."""
    return re.sub(
        r'<aside class="notes">.*?</aside>',
        lambda notes: notes[0].replace("<details>", "<details open>"),
        page,
        flags=re.DOTALL,
    )
