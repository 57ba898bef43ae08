"""Pages in a single HTML file: one about a run, and the gallery of all figures."""

from __future__ import annotations

import base64

from markupsafe import Markup

from perceptron_lessons.export.template_files import filled
from perceptron_lessons.figures.saving import WRITERS

LARGEST = 500_000  # bytes of an SVG in a page; a longer one stands there as PNG


def lecture_page(title, summary, tables, pictures, notes=()):
    """Return an HTML page about one run that needs no other file.

    Parameters
    ----------
    title, summary : str
    tables : dict of str to Table
    pictures : dict of str to InteractiveFigure
        In the state to be shown.
    notes : sequence of str
        What the reader must know first, such as that a run was stopped.
    """
    return filled(
        "run.html.j2",
        title=title,
        summary=summary,
        tables=[(table.title, Markup(table.html())) for table in tables.values()],
        figures={name: _figure(picture) for name, picture in pictures.items()},
        notes=notes,
    )


def gallery_page(pictures, title="Figures of the lessons"):
    """Return an HTML page with every picture under its name, with its caption.

    Parameters
    ----------
    pictures : dict of str to InteractiveFigure
        In the state to be shown.
    title : str
    """
    figures = {name: _figure(picture) for name, picture in pictures.items()}
    return filled("gallery.html.j2", title=title, figures=figures)


def _figure(picture):
    """Return what the template shows of a picture, itself included."""
    kind, data = "image/svg+xml", WRITERS["svg"](picture)
    if len(data) > LARGEST:
        kind, data = "image/png", WRITERS["png"](picture)
    description = picture.description
    return {
        # At the size of print, in CSS pixels: a narrow figure is not blown up to the page.
        "width": round(96 * picture.figure.get_figwidth()),
        "kind": kind,
        "data": base64.b64encode(data).decode(),
        "alt": description.alt,
        "caption": description.caption or description.text,
    }
