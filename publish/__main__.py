"""Command line: ``python -m publish html|slides|book --out DIR [FILE …]``."""

import argparse
import sys
from pathlib import Path

from perceptron_lessons.takeaway.arguments import FORMATS, formats
from perceptron_lessons.takeaway.messages import Progress, in_words, take_interrupts
from perceptron_lessons.theory.notation import notation_of
from publish.book import write_book
from publish.course import export_course
from publish.slides import Lessons, export_slides


def parser():
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m publish",
        description="Export lessons as pages, slides or a book in LaTeX.",
    )
    add = parser.add_argument
    files = "notebooks, by default the lessons in the folder notebooks, those with a number; for a "
    files += "book the glossary too, for pages all. For slides decks: by default slides/*.md"
    mathjax = "the folder of MathJax 4, for formulas without a network"
    lab = "DIR also holds JupyterLite, in its folder lab (pages only)"
    gallery = f"figures to take away from the gallery, as any of {', '.join(FORMATS)} (pages only)"
    add("kind", choices=("html", "slides", "book"))
    add("files", nargs="*", type=Path, metavar="FILE", help=files)
    add("--out", required=True, type=Path, metavar="DIR")
    add("--mathjax", type=Path, metavar="DIR", help=mathjax)
    add("--lab", action="store_true", help=lab)
    add("--gallery", type=formats, default=(), metavar="F,F", help=gallery)
    letters = "in whose letters slides are: a source, or a file with symbols (default: as written)"
    add("--notation", metavar="NAME|FILE.toml", help=letters)
    add("--reveal", type=Path, metavar="DIR", help="folder of the reveal.js package (slides only)")
    return parser


def main(arguments=None):
    """Export lessons; return the exit status: 0, or 2 with one line on standard error."""
    command = parser()
    options = command.parse_intermixed_args(arguments)
    files = options.files or _all_of(options.kind)
    if not files:
        command.error("no files: name some, or run this where the folder notebooks is")
    if options.kind == "slides" and options.reveal is None:
        command.error("slides need --reveal")
    for needed in files:
        if not needed.is_file():
            command.error(f"no file {needed}")
    try:
        take_interrupts()
        with Progress() as progress:
            for page in _pages(options, files, progress.next):
                print(page, flush=True)
    except KeyboardInterrupt:
        command.exit(130, f"\n{command.prog}: stopped while {progress.what}\n")
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        command.exit(2, f"{command.prog}: {progress.what}: {in_words(error)}\n")
    return 0


def _all_of(kind):
    """The decks, or the notebooks of which pages or a book are made."""
    if kind == "slides":
        return sorted(Path("slides").glob("*.md"))
    also = {"html": "[!0-9]*.ipynb", "book": "glossary.ipynb"}[kind]
    return _lessons() + sorted(Path("notebooks").glob(also))


def _lessons():
    return sorted(Path("notebooks").glob("[0-9]*.ipynb"))


def _pages(options, files, begins):
    """Yield each page when it is written."""
    if options.kind == "html":
        yield from export_course(
            files,
            options.out,
            mathjax=options.mathjax,
            lab=options.lab,
            formats=options.gallery,
            begins=begins,
        )
    elif options.kind == "book":
        yield write_book(files, options.out, begins=begins)
    else:
        beside = {"reveal": options.reveal, "mathjax": options.mathjax}
        letters = options.notation
        if letters and letters.endswith(".toml"):  # lessons run in their own folder
            letters = str(Path(letters).resolve())
        notation_of(letters or "own")  # what is wrong with it is said before a lesson runs
        lessons = Lessons(_lessons(), begins, notation=letters)
        for deck in files:
            yield export_slides(deck, lessons, options.out, **beside)


if __name__ == "__main__":
    sys.exit(main())
