"""What the command line takes: commands, options, their help, and the form of their values."""

from __future__ import annotations

import argparse
from fractions import Fraction

from perceptron_core import datasets
from perceptron_core.algorithm import BIASES, ORDERS, ZEROS
from perceptron_lessons.export.csv_file import number
from perceptron_lessons.theory.formats import FORMATS as TABLE_FORMATS
from perceptron_lessons.theory.notation import AUTHORS

DATA = {
    "worked_example": datasets.worked_example,
    "bias_trap": datasets.bias_trap,
    "padding_trap": datasets.padding_trap,
    "xor": datasets.xor,
    "iris": datasets.iris,
    "iris_pair": datasets.iris_pair,
}
TABLES = ("run", "iteration", "proof", "line", "bounds", "notation")
# Of figures: named here too, so that help needs nothing that draws.
FORMATS = ("svg", "text.svg", "pdf", "png", "pgf", "gif")
ENGLISH = "words"
FONTS = ("dejavu", "cm", "stix")
WIDTHS = {"column": 3.3, "beamer43": 4.25, "textwidth": 4.8, "beamer": 5.5, "wide": 7.0}

EXAMPLES = """examples:
  perceptron figures --out pictures --format pdf,gif --notation primal squeeze steps
  perceptron figures --out pictures --data my.csv --k 3 --width column --font cm steps
  perceptron table --show proof --k 3 --notation online --format latex
  perceptron table --data my.csv --exact --show line --line cosine --format csv
  perceptron run my.csv --label class --positive yes --step radius --out page
"""


def parser():
    """Return the parser of the whole command line; `command` is the name of the command."""
    form = {"epilog": EXAMPLES, "formatter_class": argparse.RawDescriptionHelpFormatter}
    purpose = "The perceptron and why it converges: figures, tables and runs to take away."
    whole = argparse.ArgumentParser(prog="perceptron", description=purpose, **form)
    commands = whole.add_subparsers(
        title="commands", required=True, metavar="COMMAND", dest="command"
    )
    for name, (purpose, *groups) in COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=purpose, **form)
        for add_group in groups:
            add_group(command)
    return whole


def _figures(command):
    add = command.add_argument
    known = ", ".join(DATA)
    add("names", nargs="*", metavar="NAME", help="which; all by default: see perceptron list")
    add("--data", metavar="NAME|FILE.csv", help=f"{known} or a CSV file; default: each its own")
    add(
        "--k",
        type=_updates,
        help="updates made in the state that is drawn (default: as in lessons); "
        "all: a file for each, and NAME-frames.tex for beamer",
    )


def _table(command):
    add = command.add_argument
    known = ", ".join(DATA)
    add("--data", default="worked_example", metavar="NAME|FILE.csv", help=f"{known} or a CSV file")
    rows = "run: one row an update; iteration: all samples at --k; proof: every line at --k; "
    rows += "line: one --line over k; bounds: five theorems; notation: five symbol sets"
    add("--show", choices=TABLES, default="run", help=rows)
    add("--k", type=int, help="for iteration and proof: updates made (default: all; 0: the start)")
    add("--line", help="for line: name of a line of the proof (default: its first)")
    add("--format", choices=TABLE_FORMATS, default="text", help="default: text")


def _file(command):
    command.add_argument("data", metavar="DATA.csv", help="numbers and a column of labels")


def _output(command):
    add = command.add_argument
    any_of = f"any of {', '.join(FORMATS)}, with commas (default: svg,pdf)"
    add("--out", required=True, metavar="DIR", help="folder for the files")
    add("--format", type=_formats, default=("svg", "pdf"), metavar="F,F", help=any_of)
    add("--force", action="store_true", help="replace existing files")


def _look(command):
    add = command.add_argument
    named = ", ".join(f"{name} ({inches:g})" for name, inches in WIDTHS.items())
    width = f"inches, or {named}; letters keep their size (default: each its own)"
    font = "letters: dejavu (default), stix (like Times), cm (formulas in Computer Modern, words "
    font += "like Times); in PGF always those of the document"
    prefix = r"written before the names in the .tex, such as pictures/, so that \input finds them"
    add("--width", type=_width, metavar="W", help=width)
    add("--font", choices=FONTS, default="dejavu", help=font)
    add(
        "--words",
        default=ENGLISH,
        metavar="de|FILE.toml",
        help="the language of figures: de is German",
    )
    add("--path", default="", metavar="PREFIX", help=prefix)


def _notation(command):
    authors = "; ".join(f"{source}: {author}" for source, author in AUTHORS.items())
    symbols = f"whose symbols, never another run: {authors}. Default: this package's own. Of a "
    symbols += "proof the lines are the source's too, where its theorem applies to the run"
    symbols += "; or your own, FILE.toml; or macros: perceptron.sty defines the symbols in LaTeX"
    command.add_argument("--notation", metavar="NAME|FILE.toml", help=symbols)


def _csv(command):
    add = command.add_argument_group("CSV file").add_argument
    add("--label", help="heading or number of the label column (default: the last)")
    add("--positive", help="the label that becomes +1")


def _run(command):
    add = command.add_argument_group("the run, as in perceptron()").add_argument
    step = "what a mistake adds to the offset, times y: none (no offset; default), one (1, as if "
    step += "each sample had a further coordinate 1), radius (R², as in primal)"
    unit = "scale each sample to length 1 first, as cosine and empirical do; without an offset"
    zero = "what a sample on the line is: a mistake, or +1 (default: mistake)"
    most = "stop there if it has not converged (default: 10000)"
    add("--order", choices=ORDERS, default="cyclic", help="which mistake is next (default: cyclic)")
    add("--step", choices=BIASES, default="none", help=step)
    add("--unit-length", action="store_true", help=unit)
    add("--learning-rate", type=_rate, default=Fraction(1), metavar="ETA", help="0.1 or 1/10, say")
    add("--zero", choices=ZEROS, default="mistake", help=zero)
    add("--exact", action="store_true", help="read and compute in rationals; 0.1 is 1/10")
    add("--max-mistakes", type=int, default=10_000, metavar="N", help=most)
    add("--seed", type=int, default=0, help="for random and shuffled")


COMMANDS = {
    "figures": (
        "draw illustrations of the lessons, with captions and alt texts",
        *(_figures, _output, _look, _csv, _run, _notation),
    ),
    "table": (
        "print a table of a run, a proof or the bounds",
        *(_table, _csv, _run, _notation),
    ),
    "run": (
        "run on a CSV file: a page, its figures, and its tables as .txt, .md, .tex and .csv",
        *(_file, _csv, _run, _output, _look, _notation),
    ),
    "list": ("name the figures, data sets, tables, notations and formats",),
}


def _formats(text):
    formats = tuple(text.split(","))
    if unknown := set(formats) - set(FORMATS):
        raise argparse.ArgumentTypeError(f"{unknown.pop()!r} is none of {', '.join(FORMATS)}")
    return formats


def _width(text):
    try:
        inches = WIDTHS.get(text) or float(text)
    except ValueError:
        inches = 0
    if not 1 <= inches <= 40:
        expected = f"expected {', '.join(WIDTHS)} or 1 to 40 inches"
        raise argparse.ArgumentTypeError(f"{expected}; found {text!r}")
    return inches


def _updates(text):
    return text if text == "all" else int(text)


def _rate(text):
    """Read 1/10 and 0.1 alike, as the rational that is written."""
    try:
        return number(text, exact=True)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected a number; found {error}") from None
