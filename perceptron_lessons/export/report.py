"""The page about a run, in a single HTML file, and pictures as such a page has them."""

from __future__ import annotations

import base64

from markupsafe import Markup

from perceptron_lessons.export.players import fragment, page_script
from perceptron_lessons.export.template_files import filled
from perceptron_lessons.figures.saving import WRITERS
from perceptron_lessons.widget.player import Player

LARGEST_PLAYER = 2_000_000  # bytes of its states; a longer one stands there as a picture
LARGEST = 500_000  # bytes of an SVG in a page; a longer one stands there as PNG


def lecture_page(title, summary, tables, pictures, notes=(), files=()):
    """Return an HTML page about one run that needs no other file.

    Parameters
    ----------
    title, summary : str
    tables : dict of str to Table
    pictures : dict of str to InteractiveFigure
        In the state to be shown; one with a slider stands there as a player.
    notes : sequence of str
        What the reader must know first, such as that a run was stopped.
    files : sequence of str
        What lies beside the page, to be linked.
    """
    played = any(picture.values for picture in pictures.values())
    return filled(
        "run.html.j2",
        title=title,
        summary=summary,
        tables=[(table.title, Markup(table.html())) for table in tables.values()],
        figures={name: _figure(picture, played=True) for name, picture in pictures.items()},
        notes=notes,
        files=files,
        script=Markup(page_script()) if played else "",
    )


def _figure(picture, played=False):
    """Return what the template shows of a picture, itself included."""
    description = picture.description
    caption = description.caption or description.text
    if played and picture.values:
        here, player = dict(picture.state), Player(picture)
        player.prepare()
        if player.payload_bytes <= LARGEST_PLAYER:
            part = Markup(fragment(player, script=False))
            return {"picture": part, "caption": caption}
        picture.at(**here)
    return {"picture": picture_html(picture), "caption": caption}


def picture_html(picture):
    """Return a picture as HTML that needs no other file."""
    kind, data = "image/svg+xml", WRITERS["svg"](picture)
    if len(data) > LARGEST:
        kind, data = "image/png", WRITERS["png"](picture)
    return filled(
        "embedded.html.j2",
        # At the size of print, in CSS pixels: a narrow figure is not blown up to the page.
        width=round(96 * picture.figure.get_figwidth()),
        kind=kind,
        data=base64.b64encode(data).decode(),
        alt=picture.description.alt,
    )
