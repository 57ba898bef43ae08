"""The gallery: every figure with its title, caption and alt text, its files, and its LaTeX."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.language import language_of
from perceptron_lessons.takeaway.template_files import TEMPLATES, fill_template
from perceptron_lessons.takeaway.web_figures import picture_html

COPY = ("Copy", "Copied", "Marked: press Ctrl+C")
"""What the button beside a text says before and after it."""


class Entry(NamedTuple):
    """A figure in a gallery.

    Attributes
    ----------
    name : str
        Under which the command line has it.
    title, about : str
        What it is called, in three words at most, and what it shows in a sentence.
    picture : markupsafe.Markup
    caption, alt : str
    files : dict of str to str or bytes
        What can be taken away: name to content; may be empty.
    folder : str
        Where the files are, as the page finds them: empty, or with / at the end.
    say : callable
        Of a text in English: the text in the language of the figure.
    """

    name: str
    title: str
    about: str
    picture: Markup
    caption: str
    alt: str
    files: dict
    folder: str
    say: Callable

    @property
    def latex(self):
        """The figure as LaTeX, or an empty string."""
        return next((text for name, text in self.files.items() if name.endswith(".tex")), "")

    @property
    def page(self):
        """The address of the page for an iframe, or None."""
        pages = [name for name in self.files if name.endswith(".html") and "fragment" not in name]
        return f"{self.folder}{pages[0]}" if pages else None


def entry(picture, html, files, folder=""):
    """Return what a gallery shows of an InteractiveFigure, and of it as HTML."""
    language = picture.words.language
    about = inspect.getdoc(FIGURES[picture.name]).partition("\n")[0]
    description = picture.description
    return Entry(
        name=picture.name,
        title=picture.words.title(picture.name),
        about=about if language.lang == "en" else "",
        picture=html,
        caption=description.caption or description.text,
        alt=description.alt,
        files=files,
        folder=folder,
        say=language.phrase,
    )


def gallery_beside_files(pictures, files, language=None):
    """Return a page that stands among the files of its figures.

    Parameters
    ----------
    pictures : dict of str to InteractiveFigure
        In the state to be shown.
    files : dict of str to dict
        The files of each.
    language : str, path or None
        As `language_of` has it.
    """
    entries = [
        entry(picture, picture_html(picture), files[name]) for name, picture in pictures.items()
    ]
    script = Markup((TEMPLATES / "copy.js").read_text(encoding="utf-8"))
    language = language_of(language)
    return fill_template(
        "gallery.html.j2",
        title=language.phrase("Figures of the lessons"),
        lang=language.lang,
        copy="|".join(map(language.phrase, COPY)),
        entries=entries,
        script=script,
    )
