"""What the command line takes: commands, options, their help, and the form of their values."""

from __future__ import annotations

import argparse
import re
from fractions import Fraction

from perceptron_core import datasets
from perceptron_core.algorithm import BIASES, ORDERS, ZEROS
from perceptron_lessons.export.illustrations import FORMATS, TABLE_FORMATS
from perceptron_lessons.export.numerals import read_exactly
from perceptron_lessons.figures.style import FONTS
from perceptron_lessons.theory.notation import AUTHORS, SOURCES

DATA = {
    "worked_example": datasets.worked_example,
    "bias_trap": datasets.bias_trap,
    "padding_trap": datasets.padding_trap,
    "xor": datasets.xor,
    "iris": datasets.iris,
    "iris_pair": datasets.iris_pair,
}
_DATA = f"one of {', '.join(DATA)}, or a CSV file"
WIDTHS = {"column": 3.3, "wide": 7.0}
TABLES = ("run", "iteration", "proof", "line", "bounds", "notation")

EXAMPLES = {
    "": """examples:
  perceptron list
  perceptron figures --out pictures --format pdf squeeze steps
  perceptron table --show proof --notation online --format latex
  perceptron run my.csv --label class --step radius --out page
""",
    "figures": """examples:
  all of them, as SVG and PDF, with a gallery in pictures/index.html:
    perceptron figures --out pictures
  Novikoff's run in Novikoff's symbols, drawn by LaTeX itself:
    perceptron figures --out pictures --format pgf --notation primal --step radius squeeze
  two states of your own data, for a column, in LaTeX's letters:
    perceptron figures --out pictures --data my.csv --k 3 --width column --font cm steps
  a run as an animation:
    perceptron figures --out pictures --format gif steps
""",
    "table": """examples:
  the run on the worked example, and its third iteration:
    perceptron table
    perceptron table --show iteration --k 2
  a proof line by line after 3 updates, as a LaTeX table (booktabs):
    perceptron table --show proof --k 3 --notation online --format latex
  one line of a proof at every k, for your own data, in rationals:
    perceptron table --data my.csv --exact --show line --line cosine --format csv
""",
    "run": """examples:
  perceptron run my.csv --out page
  perceptron run iris.csv --label species --positive setosa --step one --out page
  perceptron run my.csv --notation primal --step radius --format pdf,gif --out page

The folder then holds index.html (the page), trace.txt, mistakes.csv, the tables as .txt, .md, .tex
and .csv, and each figure with its caption (.txt) and its \\includegraphics (.tex).
""",
}


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)\n")


def parser():
    """Return the parser of the whole command line; `command` is the name of the command."""
    whole = _Parser(
        prog="perceptron",
        description="The perceptron and why it converges: figures, tables and runs to take away.",
        epilog=EXAMPLES[""],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = whole.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name, says):
        added = commands.add_parser(
            name,
            help=says,
            description=says[0].upper() + says[1:] + ".",
            epilog=EXAMPLES.get(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.set_defaults(command=name)
        return added

    figures = command("figures", "draw illustrations of the lessons, with captions and alt texts")
    figures.add_argument("names", nargs="*", metavar="NAME", help="which; all by default: see list")
    figures.add_argument(
        "--data", metavar="NAME|FILE.csv", help=f"{_DATA}; default: each figure's own"
    )
    figures.add_argument(
        "--k",
        type=_count,
        help="updates made in the state that is drawn (default: as in lessons)",
    )
    _add_output(figures)
    _add_look(figures)
    _add_csv(figures)
    _add_run(figures)
    _add_notation(figures)

    table = command("table", "print a table of a run, a proof or the bounds")
    table.add_argument(
        "--data",
        default="worked_example",
        metavar="NAME|FILE.csv",
        help=f"{_DATA} (default: worked_example)",
    )
    table.add_argument(
        "--show",
        choices=TABLES,
        default="run",
        help="run: one row an update; iteration: all samples at --k; proof: every line at --k; "
        "line: one --line over k; bounds: five theorems; notation: five symbol sets",
    )
    table.add_argument(
        "--k",
        type=_count,
        help="for iteration and proof: updates made (default: all; 0 is the start)",
    )
    table.add_argument("--line", help="for line: name of a line of the proof (default: its first)")
    table.add_argument(
        "--format", choices=tuple(TABLE_FORMATS), default="text", help="default: text"
    )
    _add_csv(table)
    _add_run(table)
    _add_notation(table)

    run = command(
        "run", "run on a CSV file, and write its trace, tables, bounds, figures and a page"
    )
    run.add_argument("file", metavar="DATA.csv", help="numbers and a column of labels")
    _add_csv(run)
    _add_run(run)
    _add_output(run)
    _add_look(run)
    _add_notation(run)

    command("list", "name the figures, data sets, tables, notations and formats")
    return whole


def _add_output(parser):
    parser.add_argument(
        "--out", required=True, type=_folder, metavar="DIR", help="folder for the files"
    )
    parser.add_argument(
        "--format",
        type=_formats,
        default=("svg", "pdf"),
        metavar="F,F",
        help=f"any of {', '.join(FORMATS)}, with commas (default: svg,pdf)",
    )
    parser.add_argument("--force", action="store_true", help="replace existing files")


def _add_look(parser):
    parser.add_argument(
        "--width",
        type=_width,
        metavar="W",
        help=f"inches, or {', '.join(WIDTHS)} ({', '.join(f'{w:g}' for w in WIDTHS.values())} in); "
        "letters keep their size (default: each figure's own, 3.4 or 7)",
    )
    parser.add_argument(
        "--font",
        choices=FONTS,
        default="dejavu",
        help="letters: dejavu (without serifs), stix (like Times), cm (formulas in Computer "
        "Modern, words like Times); in PGF always those of the document (default: dejavu)",
    )
    parser.add_argument(
        "--path",
        default="",
        metavar="PREFIX",
        help=r"written before the names in the .tex, such as pictures/, so that \input finds them",
    )


def _width(text):
    if text in WIDTHS:
        return WIDTHS[text]
    try:
        inches = float(read_exactly(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"expected inches, {' or '.join(WIDTHS)}; found {error}"
        ) from None
    if not 1 <= inches <= 40:
        raise argparse.ArgumentTypeError(f"expected 1 to 40 inches; found {text}")
    return inches


def _formats(text):
    formats = tuple(text.split(","))
    unknown = [format for format in formats if format not in FORMATS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(FORMATS)}")
    return formats


def _add_notation(parser):
    parser.add_argument(
        "--notation",
        choices=SOURCES,
        help="whose symbols, never another run: "
        + "; ".join(f"{source}: {author}" for source, author in AUTHORS.items())
        + ". Default: this package's own. Of a proof the lines are the source's too, where its "
        "theorem applies to the run, and else those of iterations",
    )


def _add_csv(parser):
    group = parser.add_argument_group("CSV file")
    group.add_argument("--label", help="heading or number of the label column (default: the last)")
    group.add_argument("--positive", help="the label that becomes +1")


def _add_run(parser):
    group = parser.add_argument_group("the run, as in perceptron()")
    group.add_argument(
        "--order", choices=ORDERS, default="cyclic", help="which mistake is next (default: cyclic)"
    )
    group.add_argument(
        "--step",
        choices=BIASES,
        default="none",
        help="what a mistake adds to the offset, times y: none (no offset), one (1, as if each "
        "sample had a further coordinate 1), radius (R², as in primal); default: none",
    )
    group.add_argument("--bias", type=_renamed, help=argparse.SUPPRESS)
    group.add_argument(
        "--unit-length",
        action="store_true",
        help="scale each sample to length 1 first, as cosine and empirical do; without an offset",
    )
    group.add_argument(
        "--learning-rate",
        type=_rate,
        default=Fraction(1),
        metavar="ETA",
        help="such as 0.1 or 1/10 (default: 1)",
    )
    group.add_argument(
        "--zero",
        choices=ZEROS,
        default="mistake",
        help="what a sample on the line is: a mistake, or +1 (default: mistake)",
    )
    group.add_argument(
        "--exact", action="store_true", help="read and compute in rationals; 0.1 is 1/10"
    )
    group.add_argument(
        "--max-mistakes",
        type=_count,
        default=10_000,
        metavar="N",
        help="stop there if it has not converged (default: 10000)",
    )
    group.add_argument("--seed", type=_count, default=0, help="for random and shuffled")


def _rate(text):
    """Read 1/10 and 0.1 alike, as the rational that is written."""
    try:
        return read_exactly(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected a number; found {error}") from None


def _renamed(text):
    raise argparse.ArgumentTypeError(f"it is called --step here: {', '.join(BIASES)}")


def _count(text):
    if not re.fullmatch("[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"expected an integer ≥ 0; found {text[:40]!r}")
    return int(text)


def _folder(text):
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a folder; found nothing")
    return text
