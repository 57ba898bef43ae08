"""Command line: ``python -m perceptron_lessons.export html|slides|book --out DIR [NOTEBOOK …]``."""

import argparse
import sys
from pathlib import Path

from perceptron_lessons.export.book import write_book
from perceptron_lessons.export.course import export_course
from perceptron_lessons.export.messages import Progress, in_words
from perceptron_lessons.export.slides import export_slides
from perceptron_lessons.figures.saving import WRITERS


def parser():
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m perceptron_lessons.export",
        description="Export lessons as pages, slides or a book in LaTeX.",
    )
    add = parser.add_argument
    lessons = "default: the lessons in the folder notebooks, those with a number; for a book the "
    lessons += "glossary too, for pages all"
    mathjax = "the folder of MathJax 4, for formulas without a network"
    lab = "DIR also holds JupyterLite, in its folder lab (pages only)"
    gallery = "figures to take away from the gallery, in every notation, as any of "
    gallery += f"{', '.join(WRITERS)} (pages only; all of them take 40 MB and three minutes)"
    decks = "folder with the deck NAME.md of each NAME.ipynb (slides only; default: slides)"
    add("kind", choices=("html", "slides", "book"))
    add("notebooks", nargs="*", type=Path, metavar="NOTEBOOK", help=lessons)
    add("--out", required=True, type=Path, metavar="DIR")
    add("--mathjax", type=Path, metavar="DIR", help=mathjax)
    add("--lab", action="store_true", help=lab)
    add("--gallery", type=_formats, default=(), metavar="F,F", help=gallery)
    add("--reveal", type=Path, metavar="DIR", help="folder of the reveal.js package (slides only)")
    add("--decks", type=Path, metavar="DIR", default=Path("slides"), help=decks)
    return parser


def _formats(text):
    formats = tuple(text.split(","))
    if unknown := set(formats) - set(WRITERS):
        raise argparse.ArgumentTypeError(f"{unknown.pop()!r} is none of {', '.join(WRITERS)}")
    return formats


def main(arguments=None):
    """Export lessons; return the exit status: 0, or 2 with one line on standard error."""
    command = parser()
    options = command.parse_intermixed_args(arguments)
    notebooks = options.notebooks or _all_of("notebooks", options.kind)
    if not notebooks:
        command.error("no notebooks: name some, or run this where the folder notebooks is")
    if options.kind == "slides" and options.reveal is None:
        command.error("slides need --reveal")
    decks = [options.decks / f"{notebook.stem}.md" for notebook in notebooks]
    for needed in notebooks + (decks if options.kind == "slides" else []):
        if not needed.is_file():
            command.error(f"no file {needed}")
    try:
        with Progress() as progress:
            for page in _pages(options, notebooks, decks, progress.next):
                print(page, flush=True)
    except KeyboardInterrupt:
        command.exit(130, f"\n{command.prog}: stopped while {progress.what}\n")
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        command.exit(2, f"{command.prog}: {progress.what}: {in_words(error)}\n")
    return 0


def _all_of(folder, kind):
    """The notebooks of which pages, slides or a book are made: the lessons, and what goes along."""
    also = {"html": "[!0-9]*.ipynb", "book": "glossary.ipynb", "slides": ""}[kind]
    folder = Path(folder)
    return sorted(folder.glob("[0-9]*.ipynb")) + (sorted(folder.glob(also)) if also else [])


def _pages(options, notebooks, decks, begins):
    """Yield each page when it is written."""
    if options.kind == "html":
        yield from export_course(
            notebooks,
            options.out,
            mathjax=options.mathjax,
            lab=options.lab,
            formats=options.gallery,
            begins=begins,
        )
    elif options.kind == "book":
        yield write_book(notebooks, options.out, begins=begins)
    else:
        beside = {"reveal": options.reveal, "mathjax": options.mathjax}
        for notebook, deck in zip(notebooks, decks, strict=True):
            begins(f"running {notebook.stem}")
            yield export_slides(notebook, deck, options.out, **beside)


if __name__ == "__main__":
    sys.exit(main())
