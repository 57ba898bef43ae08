"""The gallery: every figure with its title, caption and alt text, its files, and its LaTeX."""

from __future__ import annotations

import inspect
from itertools import product
from typing import NamedTuple

from markupsafe import Markup

from perceptron_lessons.export.frame import page_in
from perceptron_lessons.export.illustrations import add_to_caption, picture_files
from perceptron_lessons.export.messages import quietly
from perceptron_lessons.export.template_files import TEMPLATES, filled
from perceptron_lessons.export.web_figures import picture_html, picture_svg
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.saving import WRITERS
from perceptron_lessons.theory.notation import SOURCES, notation_of

SHOWN = ("svg", "png")  # what a browser can show of a figure's files


class Entry(NamedTuple):
    """A figure in a gallery.

    Attributes
    ----------
    name : str
        Under which the command line has it.
    title, about : str
        What it is called, and what it shows in a sentence.
    picture : markupsafe.Markup
    caption, alt : str
    versions : list of Version
        What can be taken away; may be empty.
    """

    name: str
    title: str
    about: str
    picture: Markup
    caption: str
    alt: str
    versions: list


class Version(NamedTuple):
    """A figure's files in one notation.

    Attributes
    ----------
    words : str
        Whose symbols it has.
    folder : str
        Where its files are, as the page finds them: empty, or with / at the end.
    files : dict of str to str or bytes
        Name to content.
    """

    words: str
    folder: str
    files: dict

    @property
    def thumbnail(self):
        """The address of the file that a browser shows, or None."""
        shown = [name for name in self.files if name.endswith(SHOWN)]
        return f"{self.folder}{shown[0]}" if shown else None

    @property
    def latex(self):
        """The figure as LaTeX, or an empty string."""
        return next((text for name, text in self.files.items() if name.endswith(".tex")), "")

    @property
    def page(self):
        """The address of the page for an iframe, or None."""
        pages = [name for name in self.files if name.endswith(".html") and "fragment" not in name]
        return f"{self.folder}{pages[0]}" if pages else None


def entry(picture, html, versions=()):
    """Return what a gallery shows of a picture.

    Parameters
    ----------
    picture : InteractiveFigure
    html : markupsafe.Markup
        The picture itself.
    versions : sequence of Version
    """
    about = inspect.getdoc(FIGURES[picture.name]).partition("\n")[0]
    description = picture.description
    return Entry(
        picture.name,
        about.partition(":")[0].rstrip("."),
        about,
        html,
        description.caption or description.text,
        description.alt,
        list(versions),
    )


def version(notation, files, folder=""):
    """Return a figure's files in one notation, or None for the figure's own."""
    words = "as in lessons"
    if notation:
        parts = (f"in the symbols of {notation}", notation_of(notation).title)
        words = ": ".join(filter(None, parts))
    return Version(words, folder, files)


def gallery_beside_files(pictures, files, notation=None):
    """Return a page that stands among the files of its figures.

    Parameters
    ----------
    pictures : dict of str to InteractiveFigure
        In the state to be shown.
    files : dict of str to dict
        The files of each.
    notation : str or None
        Whose symbols all have.
    """
    entries = [
        entry(picture, picture_html(picture), [version(notation, files[name])])
        for name, picture in pictures.items()
    ]
    script = Markup((TEMPLATES / "copy.js").read_text(encoding="utf-8"))
    return filled("gallery.html.j2", title="Figures of the lessons", entries=entries, script=script)


def gallery_of_course(frame, formats=(), write=None, begins=quietly):
    """Return the page of a site with all figures.

    Parameters
    ----------
    frame : Frame
    formats : sequence of {"svg", "pdf", "png", "pgf", "html"}
        Of the files to take away, in every notation; by default there are none.
    write : callable, optional
        Is given the name of each file and its content.
    begins : callable
        Is given which figure is drawn next.
    """
    versions = {name: [] for name in FIGURES}
    for name, notation in product(FIGURES, (None, *SOURCES) if formats else ()):
        stem = f"{name}-{notation}" if notation else name
        begins(f"drawing {stem}")
        picture = add_to_caption(FIGURES[name](notation=notation), notation)
        # In other symbols a page that moves is drawn by the command line, when it is asked for.
        taken = [each for each in formats if notation is None or each in WRITERS]
        files, _ = picture_files(picture, stem, taken, notation, label=stem)
        for file, content in files.items():
            write(file, content)
        versions[name].append(version(notation, files, "gallery/"))
    entries = []
    for name, draw in FIGURES.items():
        picture = draw()
        entries.append(entry(picture, picture_svg(picture), versions[name]))
    return page_in(frame, "gallery_page.html.j2", "gallery", "All figures", entries=entries)
