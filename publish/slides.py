"""Decks as slides whose sliders work without a kernel and without a network."""

import functools
import shutil
from pathlib import Path

import nbformat
from markupsafe import Markup

from perceptron_core import worked_example
from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.language import language_of, named
from perceptron_lessons.latex import with_indices
from perceptron_lessons.takeaway.messages import quietly
from perceptron_lessons.takeaway.players import STAGE_STYLE, players_script
from perceptron_lessons.takeaway.worked_run import facts_of, usable_points
from publish.deck_numbers import with_numbers
from publish.decks import parse_deck, vote
from publish.formulas import typeset
from publish.markdown import Markdown, python_html
from publish.running import execute_all
from publish.template_files import fill_page

ENDING = ".slides.html"
KEYS = {
    "back": "Back",
    "next": "Next",
    "PageDown, PageUp": "Step the picture; at its end, turn the slide",
    "M": "Move what is in the picture; again: the next control",
    "K": "Show or hide the numbers of the state",
    "1 … 9": "One vote more for an option; with Shift: one less",
}
"""What the keys of a deck do, and its buttons."""
LETTERS = 1.25
"""How much larger the letters of figures are on a slide than on paper: a room is far away."""


class Lessons:
    """The cells of the lessons; those run that are asked for, and what they need.

    Parameters
    ----------
    notebooks : sequence of path
        The number with which a cell's name begins says in which of them it is.
    begins : callable
        Is given what is run next.
    notation : str, optional
        The name of a source or a file: whose letters formulas and pictures have.
    points : list of [x1, x2, label], optional
        What stands for the worked example, as `usable_points` takes them.
    language : str, optional
        The name or the file of a language: in which figures, the stage and votes speak.

    Attributes
    ----------
    notation, language : str or None
    facts : dict
        What decks say of the worked example, as `facts_of` has it.
    """

    def __init__(self, notebooks, begins=quietly, notation=None, points=None, language=None):
        self._paths = {path.stem.partition("-")[0]: path for path in map(Path, notebooks)}
        self._begins = begins
        self.notation = notation
        self.language = language
        self.facts = facts_of(usable_points(points) if points else worked_example())
        self._points = points
        self._stored = functools.cache(_cells_by_name)
        self._ran = {}

    def run(self, names):
        """Run some cells, and what they need, unless that is done: two lessons at a time.

        Parameters
        ----------
        names : iterable of str

        Raises
        ------
        ValueError
            There is no such lesson, or it has no such cell, or that is none of code.
        """
        wanted = {name for name in names if name not in self._ran}
        for name in sorted(wanted):
            if self.stored(name).cell_type != "code":
                raise ValueError(f"{name} is a cell of text: a deck can only show cells of code")
        numbers = {name.partition("-")[0] for name in wanted}
        paths = [path for number, path in self._paths.items() if number in numbers]
        options = {"svg": True, "letters": LETTERS, "notation": self.notation}
        options["language"] = self.language
        options |= {"cells": wanted, "points": self._points}
        runs = execute_all(paths, **options)
        for path in paths:
            self._begins(f"running {path.stem}")
            self._ran |= {cell.id: cell for cell in next(runs).cells}

    def stored(self, name):
        """Return a cell as its lesson has it, by its name.

        Raises
        ------
        ValueError
            There is no such lesson, or it has no such cell.
        """
        path = self._paths.get(name.partition("-")[0])
        if path is None:
            raise ValueError(f"no lesson has the number with which {name!r} begins")
        cells = self._stored(path)
        if name not in cells:
            raise ValueError(f"{path.stem} has no cell {name!r}; there are {', '.join(cells)}")
        return cells[name]

    def cell(self, name):
        """Return a cell that was run, by its name."""
        self.run([name])
        return self._ran[name]


def _cells_by_name(path):
    return {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}


def cells_shown(slides):
    """Return the names of the cells of which some slides show what they show."""
    parts = (part for slide in slides for part in slide.parts if part.kind == "show")
    return [part.text.partition(" at ")[0] for part in parts]


def read_deck(path, notation=None, facts=None, language=None):
    """Return the slides of a deck in a file, as `parse_deck` does of its text.

    Parameters
    ----------
    path : path
    notation : str, Notation or None
    facts : dict, optional
        What its text says of the worked example, as `facts_of`; by default of the lessons'.
    language : str, optional
        As which language writes numbers.

    Raises
    ------
    ValueError
        It cannot be read; the message names the file.
    """
    facts = facts or facts_of(worked_example())
    try:
        write = language_of(language).number
        text = with_numbers(Path(path).read_text(encoding="utf-8"), facts, write)
        return parse_deck(text, notation)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def export_slides(deck, lessons, out_dir, *, reveal, mathjax=None, cover=None):
    """Write a deck as slides.

    Parameters
    ----------
    deck : path
        As `publish.decks` reads it.
    lessons : Lessons
        Of which it shows cells.
    out_dir : path
        Folder for the slides; made if missing.
    reveal : path
        Folder of the reveal.js package, of which what is needed is copied beside the slides.
    mathjax : MathJax, optional
        Typesets the formulas. Without it they stay as they are written.
    cover : dict of str to str, optional
        What the first slide says besides: "course", "author", "date", and the address of a "logo";
        each may be empty.

    Returns
    -------
    pathlib.Path
        The page with the slides.

    Raises
    ------
    ValueError
        If the deck asks for a cell that no lesson has, or cannot be read.
    """
    out = Path(out_dir)
    slides = read_deck(deck, lessons.notation, lessons.facts, lessons.language)
    lessons.run(cells_shown(slides))
    markdown = Markdown()
    words = Wording(lessons.notation, separator="u", language=lessons.language)
    page = fill_page(
        "slides.html.j2",
        title=slides[0].parts[0].text.partition("\n")[0].lstrip("# "),
        slides=[_slide_on_page(slide, lessons, markdown, words) for slide in slides],
        is_timed=all(slide.minutes for slide in slides),
        players=Markup(players_script(notation=lessons.notation, language=lessons.language)),
        lang=words.language.lang,
        say=words.write,
        keys={key: str(words.write(text)) for key, text in KEYS.items()},
        stage_style=STAGE_STYLE,
        cover=dict.fromkeys(("course", "author", "date", "logo"), "") | (cover or {}),
    )
    for part in ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js"):
        target = out / "reveal" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(reveal) / part, target)
    target = out / f"{named(Path(deck).stem, lessons.language)}{ENDING}"
    target.write_text(typeset(page, mathjax), encoding="utf-8")
    return target


def _slide_on_page(slide, lessons, markdown, words):
    """What the template shows of a slide."""
    parts = [
        _slide_part(part, lessons, markdown, words) | {"step": part.step} for part in slide.parts
    ]
    notes = Markup(markdown.html(slide.notes))
    return {"parts": parts, "notes": notes, "minutes": slide.minutes, "asks": slide.asks}


def _slide_part(part, lessons, markdown, words):
    if part.kind == "text":
        return {"kind": "text", "html": Markup(markdown.html(part.text))}
    if part.kind == "vote":
        asked = vote(part.text)
        told = {"question": asked.question, "answer": asked.answer_in(lessons.language)}
        html = {name: _of_vote(text, markdown, words) for name, text in told.items()}
        return {"kind": "vote", "options": asked.options, **html}
    name, _, at = part.text.partition(" at ")
    if part.kind == "code":
        return {"kind": "code", "html": Markup(python_html(lessons.stored(name).source))}
    return {"kind": "show", "outputs": lessons.cell(name).outputs, "at": at}


def _of_vote(text, markdown, words):
    """Return a text of a vote as HTML: formulas of a deck's own, or the letters of a lesson's."""
    if "$" in text:
        return Markup(markdown.html(text).strip().removeprefix("<p>").removesuffix("</p>"))
    return Markup(with_indices(words.rewritten(text)))
