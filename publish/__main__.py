"""The command that publishes: ``python -m publish html|slides|book --out DIR [FILE …]``."""

import itertools
import sys
from pathlib import Path

from perceptron_lessons.figures.wording import words_of
from perceptron_lessons.takeaway.arguments import (
    FORMATS,
    add_notation,
    add_words,
    command_line,
    formats,
)
from perceptron_lessons.takeaway.course_file import picture_address, read_course
from perceptron_lessons.takeaway.messages import run_command
from perceptron_lessons.theory.notation import notation_of
from publish.book import write_book
from publish.course import export_course
from publish.formulas import typesetter
from publish.slides import Lessons, cells_shown, export_slides, read_deck

PROGRAM = "python -m publish"


def parser_of_publishing():
    """Return the parser of the command line; `command` is what is made."""
    parser, command = command_line(PROGRAM, "Publish lessons as pages, slides or a book in LaTeX.")
    mathjax = "the folder of MathJax 4, for formulas without a network"

    def kind(name, purpose, files):
        add = command(name, purpose)
        add("files", nargs="*", type=Path, metavar="FILE", help=files)
        add("--out", required=True, type=Path, metavar="DIR")
        return add

    add = kind("html", "the course as pages", "notebooks (default: all in the folder notebooks)")
    figures = f"figures to take away from the gallery, as any of {', '.join(FORMATS)}"
    add("--mathjax", type=Path, metavar="DIR", help=mathjax)
    add("--lab", action="store_true", help="DIR also holds JupyterLite, in its folder lab")
    add("--gallery", type=formats, default=(), metavar="F,F", help=figures)

    add = kind("slides", "decks as slides", "decks (default: slides/*.md)")
    add("--mathjax", type=Path, metavar="DIR", help=mathjax)
    add("--reveal", required=True, type=Path, metavar="DIR", help="the folder of reveal.js")
    of_one = "the file of a lecture: its deck, with its points, letters, language and title"
    add("--course", type=Path, metavar="FILE.toml", help=of_one)
    add_notation(add, "in whose letters: a source, or a file with symbols (default: as written)")
    add_words(add)

    kind("book", "the course as a book", "notebooks (default: the lessons and the glossary)")
    return parser


def main(arguments=None):
    """Publish lessons; return the exit status, as `run_command` does."""
    parser = parser_of_publishing()
    options = parser.parse_args(arguments)
    if getattr(options, "course", None) is None:
        words = getattr(options, "words", None)
        options.files = options.files or default_files(options.command, words)
    else:
        options.files = [options.course]
    if not options.files:
        parser.error("no files: name some, or run this where the folder notebooks is")
    for needed in options.files:
        if not needed.is_file():
            parser.error(f"no file {needed}")
    return run_command(
        PROGRAM, lambda progress: KINDS[options.command](options, progress.next), names_step=True
    )


def default_files(kind, words=None):
    """Return the decks, those of a language before ours, or the notebooks for pages or a book."""
    if kind == "slides":
        decks = {path.name: path for path in Path("slides").glob("*.md")}
        in_words = Path("slides", Path(words).stem).glob("*.md") if words else ()
        return [path for _, path in sorted((decks | {p.name: p for p in in_words}).items())]
    beside_lessons = {"html": "[!0-9]*.ipynb", "book": "glossary.ipynb"}[kind]
    return _lessons() + sorted(Path("notebooks").glob(beside_lessons))


def _lessons():
    return sorted(Path("notebooks").glob("[0-9]*.ipynb"))


def _pages(options, begins):
    """Yield each page when it is written."""
    with typesetter(options.mathjax) as mathjax:
        yield from export_course(
            options.files,
            options.out,
            mathjax=mathjax,
            lab=options.lab,
            formats=options.gallery,
            begins=begins,
        )


def _decks(options, begins):
    if options.course:
        yield from _deck_of_course(options, begins)
        return
    letters, words = (_whole_path(file) for file in (options.notation, options.words))
    notation_of(letters or "own")  # what is wrong with them is said before a lesson runs
    words_of(words)
    lessons = Lessons(_lessons(), begins, notation=letters, language=words)
    shown = (cells_shown(read_deck(deck, letters, lessons.facts, words)) for deck in options.files)
    lessons.run(itertools.chain(*shown))
    with typesetter(options.mathjax) as mathjax:
        for deck in options.files:
            yield export_slides(deck, lessons, options.out, reveal=options.reveal, mathjax=mathjax)


def _deck_of_course(options, begins):
    """Yield the deck of a lecture, on its points."""
    course = read_course(options.course)
    lessons = Lessons(
        _lessons(),
        begins,
        notation=course.notation,
        points=course.points,
        language=course.language,
    )
    cover = {"course": course.title, "author": course.author, "date": course.date}
    cover["logo"] = picture_address(course.logo) if course.logo else ""
    with typesetter(options.mathjax) as mathjax:
        how = {"reveal": options.reveal, "mathjax": mathjax, "cover": cover}
        yield export_slides(course.deck, lessons, options.out, **how)


def _whole_path(name):
    """Return the name of what is shipped as it is, a file by its whole path.

    Lessons run in their own folder.
    """
    return str(Path(name).resolve()) if name and name.endswith(".toml") else name


def _book(options, begins):
    yield write_book(options.files, options.out, begins=begins)


KINDS = {"html": _pages, "slides": _decks, "book": _book}


if __name__ == "__main__":
    sys.exit(main())
