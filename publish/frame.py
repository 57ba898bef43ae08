"""What all pages of the site share: their frame, their style, their scripts and their policy."""

import re
import shutil
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from perceptron_lessons.figures.style import LOOK
from perceptron_lessons.takeaway.players import STAGE_STYLE, players_script
from perceptron_lessons.takeaway.template_files import digest
from publish.addresses import (
    COURSE,
    Addresses,
    addresses,
    document_address,
)
from publish.template_files import TEMPLATES, fill_page, read_template


class Frame(NamedTuple):
    """The frame of the pages of one site.

    Attributes
    ----------
    lab : bool
        Whether JupyterLite, and Python for the pages, stand beside the pages.
    addresses : Addresses
    documents : frozenset of str
        The documents that are pages too, by their paths in the project.
    theme, players, page : markupsafe.Markup
        The scripts that stand in every page.
    """

    lab: bool
    addresses: Addresses
    documents: frozenset
    theme: Markup
    players: Markup
    page: Markup

    @property
    def policy(self):
        """The content policy: nothing from elsewhere, and no script but these and the site's."""
        own = " ".join(map(digest, (self.theme, self.players, self.page)))
        return (
            "default-src 'none'; base-uri 'none'; form-action 'none'; "
            f"script-src 'self' 'wasm-unsafe-eval' {own}; worker-src 'self' blob:; "
            "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
            "connect-src 'self'"
        )

    def document(self, path):
        """Where a document is to be read, by its path in the project: beside the page, if it can.

        >>> site_frame(documents=["docs/figures.md"]).document("docs/figures.md#slides")
        'figures.html#slides'
        """
        file, mark, anchor = path.partition("#")
        own = file in self.documents
        return (document_address(file) if own else self.addresses.source(file)) + mark + anchor


def site_frame(lab=False, documents=()):
    """Return the frame for pages that stand alone, or beside JupyterLite.

    Parameters
    ----------
    lab : bool
    documents : iterable of str
        The documents that are pages too, by their paths in the project.
    """
    scripts = ("theme.js", "page.js", "story.js", "copy.js")
    theme, page, story, copy = map(read_template, scripts)
    return Frame(
        lab=lab,
        addresses=addresses(),
        documents=frozenset(documents),
        theme=theme,
        players=Markup(players_script()),
        page=page + story + copy,
    )


def page_in(frame, template, name, title, **values):
    """Return a page in the frame.

    Parameters
    ----------
    frame : Frame
    template : str
        Of a file in the folder ``templates``; it fills the blocks of ``frame.html.j2``.
    name : str
        Of the page's file, without its ending.
    title : str
    **values
        What else the template needs.
    """
    values = (
        {"about": None, "course": COURSE}
        | values
        | {"palette": palette, "stage_style": STAGE_STYLE}
    )
    return fill_page(template, frame=frame, name=name, title=title, **values)


def palette(page):
    """The style that gives every colour of a page's figures another one where the page is dark."""
    colours = sorted(set(re.findall(r"#([0-9a-f]{6})\b", page)))
    darks = {each["light"][1:].lower(): each["dark"] for each in LOOK.values()}
    return fill_page("palette.css.j2", colours=colours, darks=darks)


def copy_fonts(out_dir):
    """Put the fonts of the pages, and their licence, into the folder of a site."""
    shutil.copytree(TEMPLATES / "fonts", Path(out_dir) / "fonts", dirs_exist_ok=True)
