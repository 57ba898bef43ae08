"""Command line: ``python -m perceptron_lessons.export html --out DIR [NOTEBOOK …]``, or slides."""

import argparse
import sys
from pathlib import Path

from perceptron_lessons.export.pages import export_gallery, export_html
from perceptron_lessons.export.slides import export_slides


def parser():
    """The parser of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m perceptron_lessons.export",
        description="Export lessons as pages or slides.",
    )
    made.add_argument("kind", choices=("html", "slides"))
    made.add_argument(
        "notebooks",
        nargs="*",
        type=Path,
        metavar="NOTEBOOK",
        help="default: all in the folder notebooks",
    )
    made.add_argument("--out", required=True, type=Path, metavar="DIR")
    made.add_argument(
        "--mathjax",
        type=Path,
        metavar="DIR",
        help="folder with MathJax 3's tex-svg.js, for formulas without a network",
    )
    made.add_argument(
        "--reveal",
        type=Path,
        metavar="DIR",
        help="folder of the reveal.js package (slides only)",
    )
    return made


def main(arguments=None):
    """Export lessons; return the exit status."""
    command = parser()
    options = command.parse_intermixed_args(arguments)
    notebooks = options.notebooks or sorted(Path("notebooks").glob("*.ipynb"))
    if not notebooks:
        command.error("no notebooks: name some, or run this where the folder notebooks is")
    if options.kind == "slides" and options.reveal is None:
        command.error("slides need --reveal")
    for notebook in notebooks:
        if not notebook.is_file():
            command.error(f"no file {notebook}")
    beside = {"mathjax": options.mathjax, "lessons": notebooks}
    for notebook in notebooks:
        if options.kind == "html":
            print(export_html(notebook, options.out, **beside))
        else:
            print(export_slides(notebook, options.out, reveal=options.reveal, **beside))
    if options.kind == "html":
        print(export_gallery(options.out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
