"""The command line: `perceptron figures | table | run | list`."""

from __future__ import annotations

import argparse
import inspect
import os
import sys
import time
import warnings
from fractions import Fraction
from pathlib import Path

from perceptron_core import datasets as data_module
from perceptron_core import perceptron
from perceptron_core.algorithm import BIASES, ORDERS, ZEROS
from perceptron_core.tables import format_number, pluralize
from perceptron_core.trace import BLOCK
from perceptron_lessons.export.csv_file import read_csv
from perceptron_lessons.export.output_folder import (
    FORMATS,
    TABLE_FORMATS,
    Folder,
    file_names,
    save_picture,
    save_table,
)
from perceptron_lessons.export.report import gallery_page, lecture_page
from perceptron_lessons.theory.notation import SOURCES, notation_table, relabel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import Undecided, maximum_margin
from perceptron_lessons.theory.theorems import check

DATA = {
    "worked_example": data_module.worked_example,
    "bias_trap": data_module.bias_trap,
    "padding_trap": data_module.padding_trap,
    "xor": data_module.xor,
    "iris": data_module.iris,
    "iris_pair": data_module.iris_pair,
}
ROWS_ON_PAGE = 40  # a longer table is only a file
TABLES = ("run", "iteration", "proof", "line", "bounds", "notation")


EXAMPLES = {
    "": """examples:
  perceptron list
  perceptron figures --out pictures --format pdf squeeze steps
  perceptron table --show proof --notation online --format latex
  perceptron run my.csv --label class --bias radius --out page
""",
    "figures": """examples:
  all of them, as SVG and PDF, with a gallery in pictures/index.html:
    perceptron figures --out pictures
  one in Novikoff's symbols, for LaTeX without graphics files:
    perceptron figures --out pictures --format pgf --notation primal squeeze
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
  perceptron run iris.csv --label species --positive setosa --bias one --out page
  perceptron run my.csv --notation primal --bias radius --format pdf,gif --out page

The folder then holds index.html (the page), trace.txt, mistakes.csv, the tables as .txt, .md, .tex
and .csv, and each figure with its caption (.txt) and its \\includegraphics (.tex).
""",
}


def main(arguments=None):
    """Run one command and return its exit status: 0, or 2 with one line on standard error."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        options.command(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads the output has seen enough; Python must not complain at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print(f"\n{parser.prog}: stopped; no file was written", file=sys.stderr)
        return 130
    except (ValueError, KeyError, IndexError, OSError, Undecided) as error:
        message = error.args[0] if isinstance(error, KeyError) else error
        print(f"{parser.prog}: {message}", file=sys.stderr)
        return 2
    return 0


def _parser():
    parser = argparse.ArgumentParser(
        prog="perceptron",
        description="The perceptron and why it converges: figures, tables and runs to take away.",
        epilog=EXAMPLES[""],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name, says, action):
        added = commands.add_parser(
            name,
            help=says,
            description=says[0].upper() + says[1:] + ".",
            epilog=EXAMPLES.get(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.set_defaults(command=action)
        return added

    figures = command(
        "figures", "draw illustrations of the lessons, with captions and alt texts", _figures
    )
    figures.add_argument("names", nargs="*", metavar="NAME", help="which; all by default: see list")
    _add_output(figures)
    _add_notation(figures)

    table = command("table", "print a table of a run, a proof or the bounds", _table)
    table.add_argument(
        "--data",
        default="worked_example",
        metavar="NAME|FILE.csv",
        help=f"one of {', '.join(DATA)}, or a CSV file (default: worked_example)",
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
        type=int,
        help="for iteration and proof: updates made (default: all; 0 is the start)",
    )
    table.add_argument("--line", help="for line: name of a line of the proof, such as cosine")
    table.add_argument(
        "--format", choices=tuple(TABLE_FORMATS), default="text", help="default: text"
    )
    _add_csv(table)
    _add_run(table)
    _add_notation(table)

    run = command(
        "run", "run on a CSV file, and write its trace, tables, bounds, figures and a page", _run
    )
    run.add_argument("file", metavar="DATA.csv", help="numbers and a column of labels")
    _add_csv(run)
    _add_run(run)
    _add_output(run)
    _add_notation(run)

    command("list", "name the figures, data sets, tables, notations and formats", _list)
    return parser


def _add_output(parser):
    parser.add_argument("--out", required=True, metavar="DIR", help="folder for the files")
    parser.add_argument(
        "--format",
        type=_formats,
        default=("svg", "pdf"),
        metavar="F,F",
        help=f"any of {', '.join(FORMATS)}, with commas (default: svg,pdf)",
    )
    parser.add_argument("--force", action="store_true", help="replace existing files")


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
        help="whose symbols, and whose proof (default: this package's own, and iterations)",
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
        "--bias",
        choices=BIASES,
        default="none",
        help="step of the offset: none, one (pad with 1), radius (R²); default: none",
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
    group.add_argument("--exact", action="store_true", help="compute in rationals; 0.1 is 1/10")
    group.add_argument(
        "--max-mistakes",
        type=int,
        default=10_000,
        metavar="N",
        help="stop there if it has not converged (default: 10000)",
    )
    group.add_argument("--seed", type=int, default=0, help="for random and shuffled")


def _rate(text):
    """Read 1/10 and 0.1 alike, as the rational that is written."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _figures(options):
    from perceptron_lessons.figures import FIGURES

    unknown = [name for name in options.names if name not in FIGURES]
    if unknown:
        raise ValueError(f"no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    names = list(dict.fromkeys(options.names)) or list(FIGURES)
    progress = Progress(len(names) + 1)
    pictures, notes = {}, []
    with Folder(options.out, options.force) as folder:
        folder.refuse([file for name in names for file in file_names(name, options.format)])
        folder.refuse(["index.html"])
        for name in names:
            progress.next(name)
            pictures[name] = FIGURES[name](notation=options.notation)
            notes.append(save_picture(pictures[name], folder, name, options.format))
        progress.next("gallery")
        folder.write("index.html", gallery_page(pictures))
        progress.end()
    _note(notes)
    print(f"{pluralize(len(names), 'figure')} in {options.out}: {', '.join(names)}")


def _note(notes):
    for note in filter(None, notes):
        print(f"note: {note}", file=sys.stderr)


def _table(options):
    if options.show == "notation":
        table = notation_table()
    else:
        trace, warned = _trace(options, _data(options))
        _note(warned)
        table = _table_of(trace, options)
    print(getattr(table, options.format)().rstrip("\n"))


def _table_of(trace, options):
    k = trace.n_mistakes if options.k is None else options.k
    if not 0 <= k <= trace.n_mistakes:
        raise ValueError(f"--k must be in 0 … {trace.n_mistakes}, the updates made; found {k}")
    if options.k is not None and options.show not in ("iteration", "proof"):
        raise ValueError(f"--k is for --show iteration and proof, not for {options.show}")
    if options.line is not None and options.show != "line":
        raise ValueError(f"--line is for --show line, not for {options.show}")
    if options.show == "run":
        return relabel(trace.table_of_run(), options.notation)
    if options.show == "iteration":
        return relabel(trace.table(k + 1), options.notation, k)
    if options.show == "bounds":
        return relabel(check(trace).table(), options.notation)
    proof = prove(trace, source=options.notation or "iterations")
    return proof.over_k(options.line or "norm") if options.show == "line" else proof.table(k)


def _data(options):
    if options.data in DATA:
        if options.label is not None or options.positive is not None:
            raise ValueError("--label and --positive are for CSV files")
        return DATA[options.data]()
    if not options.data.endswith(".csv") and not Path(options.data).exists():
        raise ValueError(
            f"no data set {options.data!r}; there are {', '.join(DATA)}, or give a CSV file"
        )
    return read_csv(options.data, options.label, options.positive, options.exact)[0]


def _trace(options, data):
    rate = options.learning_rate
    if not options.exact:  # a Fraction would make the whole run rational
        rate = int(rate) if rate.denominator == 1 else float(rate)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        trace = perceptron(
            data.X,
            data.y,
            bias=options.bias,
            order=options.order,
            learning_rate=rate,
            zero=options.zero,
            exact=options.exact,
            max_mistakes=options.max_mistakes,
            seed=options.seed,
        )
    return trace, [warning.message for warning in caught]


def _run(options):
    with Folder(options.out, options.force) as folder:
        folder.refuse(["index.html", "trace.txt", "mistakes.csv"])
        said = _write_run(options, folder)
    print(f"{said}\nwritten to {options.out}: open {Path(options.out) / 'index.html'}")


def _write_run(options, folder):
    """Write everything about one run, and return its summary in a few lines."""
    progress = Progress(4)
    progress.next("reading")
    data, features, meaning = read_csv(options.file, options.label, options.positive, options.exact)
    progress.next("running")
    trace, _ = _trace(options, data)
    progress.next("looking for the maximum margin")
    try:
        verdict, laboratory = maximum_margin(data.X, data.y, bias=trace.bias), check(trace)
    except Undecided as error:
        verdict, laboratory = None, error
    source, notes = _proof_that_applies(laboratory, options.notation)
    notes += _end_of(trace, verdict, laboratory)
    tables = {
        "run": relabel(trace.table_of_run(), options.notation),
        "start": relabel(trace.table(1), options.notation, 0),
    }
    if verdict is not None:
        tables["bounds"] = relabel(laboratory.table(), options.notation)
    if verdict:
        tables["proof"] = prove(trace, source=source).table()
    progress.next("drawing")
    pictures = _pictures_of(trace, data, features, verdict, source, options.notation)
    said = "\n".join([str(trace)] if verdict is None else [str(trace), str(verdict)])
    summary = (
        f"{data.name}: features {', '.join(features)}; +1 is {meaning[1]}, −1 is {meaning[-1]}\n"
        f"{said}\n\n{laboratory}\n"
    )
    folder.write("trace.txt", "\n".join([*notes, summary]))
    listed = {name: table for name, table in tables.items() if len(table.rows) <= ROWS_ON_PAGE}
    folder.write("index.html", lecture_page(data.name, summary, listed, pictures, notes))
    with folder.path("mistakes.csv").open("w", encoding="utf-8") as file:
        file.writelines(_mistakes_csv(trace, features))
    for name, table in tables.items():
        save_table(table, folder, f"table-{name}")
    progress.steps += len(pictures)
    for name, picture in pictures.items():
        progress.next(name)
        notes.append(save_picture(picture, folder, name, options.format))
    progress.end()
    _note(notes)
    return said


def _proof_that_applies(laboratory, notation):
    """Return the source whose proof is shown, with a note where it is not the one asked for."""
    source = notation or "iterations"
    if isinstance(laboratory, Undecided) or laboratory[source].applies:
        return source, []
    broken = laboratory[source].because
    if source == "iterations" or not laboratory["iterations"].applies:
        return source, [] if source == "iterations" else [
            f"The theorem of {source} does not apply to this run: {broken}."
        ]
    return "iterations", [
        f"The theorem of {source} does not apply to this run ({broken}), so the proof shown is "
        f"that of iterations."
    ]


def _end_of(trace, verdict, laboratory):
    """Return in words why a run was stopped, where it was."""
    if trace.converged:
        return []
    left = int((trace.margins(trace.n_mistakes) <= 0).sum())
    stopped = (
        f"The run was stopped after {pluralize(trace.n_mistakes, 'mistake')}; "
        f"{left} of {trace.n_samples} samples are not yet on their side."
    )
    if verdict is None:
        return [stopped + " Whether anything separates the classes could not be decided."]
    if verdict:
        most = laboratory["iterations"].bound
        return [
            f"{stopped} The classes can be separated, so with a larger --max-mistakes it ends: "
            f"after at most {format_number(most)} mistakes."
        ]
    space = "line through the origin" if trace.bias == "none" else "line"
    padded = trace.bias == "none" and maximum_margin(trace.X, trace.y, bias="one")
    hint = " With an offset one does: try --bias one." if padded else ""
    return [
        stopped + f" No {space} (or plane) separates the classes, so it would never end; the "
        f"certificate below is the proof.{hint}"
    ]


def _pictures_of(trace, data, features, verdict, source, notation):
    """Return the pictures that say something about this run, each in its last state."""
    from perceptron_lessons import figures

    pictures = {}
    if trace.n_features == 2:
        pictures["data"] = figures.worked_example(trace, notation, features)
        pictures["steps"] = figures.steps(trace, notation=notation, features=features)
        if verdict is not None and not verdict and trace.bias == "none":
            pictures["certificate"] = figures.certificate(data, features, notation)
    if verdict and trace.n_mistakes:
        proof = {"source": source, "notation": notation}
        pictures["squeeze"] = figures.squeeze(trace, **proof)
        pictures["two-bounds"] = figures.numerator_denominator(trace, **proof)
    for picture in pictures.values():
        picture.at(**{slider: stops[-1] for slider, stops in picture.values.items()})
    return pictures


def _mistakes_csv(trace, features):
    """Yield the lines of the trace: one a mistake, with the weights after it.

    In blocks, so that a long run is never in memory with all its weights.
    """
    yield ",".join(["k", "sample", *(f"w[{name}]" for name in features), "b"]) + "\n"
    states = trace._scaled_states(trace.n_mistakes, BLOCK)
    next(states)  # the start, before any mistake
    k = 0
    for block in states:
        for numbers in (block * trace.learning_rate).tolist():
            yield ",".join(map(str, [k + 1, trace.mistakes[k], *numbers])) + "\n"
            k += 1


def _list(options):
    from perceptron_lessons import figures

    print("figures:")
    width = max(map(len, figures.FIGURES))
    for name in figures.FIGURES:
        says = inspect.getdoc(getattr(figures, name)).splitlines()[0]
        print(f"  {name:<{width}}  {says}")
    for title, names in (
        ("data sets", DATA),
        ("tables", TABLES),
        ("notations", SOURCES),
        ("orders", ORDERS),
        ("biases", BIASES),
        ("formats of figures", FORMATS),
        ("formats of tables", TABLE_FORMATS),
    ):
        print(f"{title}: {', '.join(names)}")


class Progress:
    """A bar on a terminal's standard error, shown from the first second on.

    Parameters
    ----------
    steps : int
        How often `next` will be called.
    """

    def __init__(self, steps):
        self.steps, self.done = steps, -1
        self.started = time.monotonic()
        self.shown = False

    def next(self, what):
        """Say which step begins."""
        self.done += 1
        if sys.stderr.isatty() and (self.shown or time.monotonic() - self.started > 1):
            self.shown = True
            bar = "#" * (30 * self.done // self.steps)
            print(
                f"\r\x1b[K[{bar:<30}] {self.done}/{self.steps} {what}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def end(self):
        """Take the bar away."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
