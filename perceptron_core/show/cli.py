"""The command line: `python -m perceptron_core figures | table | run | list`."""

from __future__ import annotations

import argparse
import inspect
import sys
import time
import warnings
from fractions import Fraction
from pathlib import Path

from perceptron_core import data as data_module
from perceptron_core.algorithm import BIASES, ORDERS, ZEROS, perceptron
from perceptron_core.chains import chain
from perceptron_core.margin import Certificate, Undecided, maximum_margin
from perceptron_core.notation import SOURCES, notation_table
from perceptron_core.show.csv_file import read_csv
from perceptron_core.show.page import lecture_page
from perceptron_core.show.take_away import (
    FORMATS,
    TABLE_FORMATS,
    Folder,
    save_picture,
    save_table,
)
from perceptron_core.theorems import check

DATA = {
    "worked_example": data_module.worked_example,
    "bias_trap": data_module.bias_trap,
    "padding_trap": data_module.padding_trap,
    "xor": data_module.xor,
    "iris": data_module.iris,
    "iris_pair": data_module.iris_pair,
}
TABLES = ("run", "iteration", "proof", "line", "bounds", "notation")


def main(arguments=None):
    """Run one command and return its exit status: 0, or 2 with one line on standard error."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        options.command(options)
    except (ValueError, KeyError, IndexError, OSError, Undecided) as error:
        message = error.args[0] if isinstance(error, KeyError) else error
        print(f"{parser.prog}: {message}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return 0


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m perceptron_core",
        description="The perceptron and why it converges: figures, tables and runs to take away.",
        epilog="Examples: figures --out pictures --format pdf squeeze; "
        "table --show proof --notation online; run my.csv --label class --out page",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    figures = commands.add_parser(
        "figures", help="draw illustrations of the lessons, with captions and alt texts"
    )
    figures.add_argument("names", nargs="*", metavar="NAME", help="which; all by default: see list")
    _add_output(figures)
    _add_notation(figures)
    figures.set_defaults(command=_figures)

    table = commands.add_parser("table", help="print a table of a run, a proof or the bounds")
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
        "--k", type=int, help="number of updates made (default: all; 0 is the start)"
    )
    table.add_argument("--line", default="norm", help="name of a proof's line (default: norm)")
    table.add_argument(
        "--format", choices=tuple(TABLE_FORMATS), default="text", help="default: text"
    )
    _add_csv(table)
    _add_run(table)
    _add_notation(table)
    table.set_defaults(command=_table)

    run = commands.add_parser(
        "run", help="run on a CSV file, and write its trace, tables, bounds, figures and a page"
    )
    run.add_argument("file", metavar="DATA.csv", help="numbers and a column of labels")
    _add_csv(run)
    _add_run(run)
    _add_output(run)
    _add_notation(run)
    run.set_defaults(command=_run)

    names = commands.add_parser("list", help="name the figures, data sets, tables and notations")
    names.set_defaults(command=_list)
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
        default="iterations",
        help="whose symbols, and whose proof (default: iterations)",
    )


def _add_csv(parser):
    group = parser.add_argument_group("CSV file")
    group.add_argument("--label", help="heading or number of the label column (default: the last)")
    group.add_argument("--positive", help="the label that becomes +1")


def _add_run(parser):
    group = parser.add_argument_group("the run, as in perceptron()")
    group.add_argument("--order", choices=ORDERS, default="cyclic")
    group.add_argument("--bias", choices=BIASES, default="none")
    group.add_argument("--learning-rate", type=_rate, default=Fraction(1), metavar="ETA")
    group.add_argument("--zero", choices=ZEROS, default="mistake")
    group.add_argument("--exact", action="store_true", help="compute in rationals; 0.1 is 1/10")
    group.add_argument("--max-mistakes", type=int, default=10_000, metavar="N")
    group.add_argument("--seed", type=int, default=0, help="for random and shuffled")


def _rate(text):
    """Read 1/10 and 0.1 alike, as the rational that is written."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _figures(options):
    from perceptron_core.show.figures import FIGURES

    unknown = [name for name in options.names if name not in FIGURES]
    if unknown:
        raise ValueError(f"no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    names = options.names or list(FIGURES)
    with Folder(options.out, options.force) as folder:
        for name in _progress(names):
            save_picture(
                _in_notation(FIGURES[name], options.notation), folder, name, options.format
            )
    print(f"{len(names)} figures in {options.out}: {', '.join(names)}")


def _in_notation(function, source, *arguments):
    """Call a figure function, in a source's symbols where its figure has symbols."""
    if "source" in inspect.signature(function).parameters:
        return function(*arguments, source=source)
    return function(*arguments)


def _table(options):
    if options.show == "notation":
        table = notation_table()
    else:
        trace = _trace(options, _data(options))
        table = _table_of(trace, options)
    print(getattr(table, options.format)())


def _table_of(trace, options):
    k = trace.n_mistakes if options.k is None else options.k
    if not 0 <= k <= trace.n_mistakes:
        raise ValueError(f"--k must be in 0 … {trace.n_mistakes}, the updates made; found {k}")
    if options.show == "run":
        return trace.table_of_run(notation=options.notation)
    if options.show == "iteration":
        return trace.table(k + 1, notation=options.notation)
    if options.show == "bounds":
        return check(trace).table()
    proof = chain(trace, source=options.notation)
    return proof.over_k(options.line) if options.show == "line" else proof.table(k)


def _data(options):
    if options.data in DATA:
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
    for warning in caught:
        print(f"note: {warning.message}", file=sys.stderr)
    return trace


def _run(options):
    data, features, meaning = read_csv(options.file, options.label, options.positive, options.exact)
    trace = _trace(options, data)
    verdict = maximum_margin(data.X, data.y, bias=trace.bias)
    tables = {
        "run": trace.table_of_run(notation=options.notation),
        "start": trace.table(1, notation=options.notation),
        "bounds": check(trace).table(),
    }
    separable = not isinstance(verdict, Certificate)
    if separable:
        tables["proof"] = chain(trace, source=options.notation).table()
    pictures = _pictures_of(trace, verdict, options.notation)
    summary = (
        f"{data.name}: features {', '.join(features)}; "
        f"+1 is {meaning[1]}, −1 is {meaning[-1]}\n{trace}\n{verdict}\n\n{check(trace)}\n"
    )
    with Folder(options.out, options.force) as folder:
        folder.write("trace.txt", summary)
        folder.write("mistakes.csv", _mistakes_csv(trace, features))
        for name, table in tables.items():
            save_table(table, folder, f"table-{name}")
        for name, picture in _progress(pictures.items()):
            save_picture(picture, folder, name, options.format)
        folder.write("index.html", lecture_page(data.name, summary, tables, pictures))
    print(f"{trace}\n{verdict}\nwritten to {options.out}: open {Path(options.out) / 'index.html'}")


def _pictures_of(trace, verdict, source):
    """Return the pictures that say something about this run, each in its last state."""
    from perceptron_core.show import figures

    pictures = {}
    if trace.n_features == 2:
        pictures["data"] = figures.worked_example(trace)
        pictures["steps"] = figures.steps(trace)
    if verdict and trace.n_mistakes:
        pictures["squeeze"] = _in_notation(figures.squeeze, source, trace)
        pictures["two-bounds"] = _in_notation(figures.numerator_denominator, source, trace)
    for picture in pictures.values():
        picture.at(**{slider: stops[-1] for slider, stops in picture.stops.items()})
    return pictures


def _mistakes_csv(trace, features):
    """Return the trace itself: one line a mistake, with the weights after it."""
    lines = [",".join(["k", "sample", *(f"w[{name}]" for name in features), "b"])]
    for k, i in enumerate(trace.mistakes, start=1):
        numbers = [*trace.weights[k], trace.offsets[k]]
        lines.append(",".join(map(str, [k, i, *numbers])))
    return "\n".join(lines) + "\n"


def _list(options):
    from perceptron_core.show.figures import FIGURES

    for title, names in (
        ("figures", FIGURES),
        ("data sets", DATA),
        ("tables", TABLES),
        ("notations", SOURCES),
        ("orders", ORDERS),
        ("biases", BIASES),
        ("formats of figures", FORMATS),
        ("formats of tables", TABLE_FORMATS),
    ):
        print(f"{title}: {', '.join(names)}")


def _progress(items):
    """Yield the items; from the first second on, show a bar on a terminal's standard error."""
    items = list(items)
    started, shown = time.monotonic(), False
    for done, item in enumerate(items):
        if sys.stderr.isatty() and time.monotonic() - started > 1:
            shown = True
            bar = "#" * (30 * done // len(items))
            print(f"\r[{bar:<30}] {done}/{len(items)}", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print(f"\r[{'#' * 30}] {len(items)}/{len(items)}", file=sys.stderr)
