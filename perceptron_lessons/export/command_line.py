"""The command line: `perceptron figures | table | run | list`."""

from __future__ import annotations

import contextlib
import inspect
import os
import signal
import sys
import threading
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from perceptron_core import perceptron
from perceptron_core.algorithm import BIASES, ORDERS
from perceptron_core.tables import pluralize
from perceptron_lessons.export.arguments import DATA, TABLES, parser
from perceptron_lessons.export.csv_file import read_csv
from perceptron_lessons.export.illustrations import (
    FORMATS,
    TABLE_FORMATS,
    file_names,
    save_picture,
)
from perceptron_lessons.export.numerals import nearest_float
from perceptron_lessons.export.output_folder import STOPS, OutputFolder
from perceptron_lessons.export.progress import Progress
from perceptron_lessons.export.report import gallery_page
from perceptron_lessons.export.run_report import FILES, write_run
from perceptron_lessons.export.thinning import shortened, table_of_samples
from perceptron_lessons.theory import formats
from perceptron_lessons.theory.notation import SOURCES, notation_table, relabel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import Undecided
from perceptron_lessons.theory.theorems import check

ROWS = 1000  # of a table; of a longer one the first and the last are shown


def main(arguments=None):
    """Run one command and return its exit status: 0, or 2 with one line on standard error.

    Stopped from outside, it leaves nothing behind and returns 128 + the number of the signal.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without our signs shows ? instead
            stream.reconfigure(errors="replace")
    options = parser().parse_args(arguments)
    notes = []
    try:
        with _stopping_at_once(), warnings.catch_warnings(), Progress() as progress:
            warnings.simplefilter("ignore")  # what a reader must know is among the notes
            said = COMMANDS[options.command](options, progress, notes)
        for note in notes:
            print(f"note: {note}", file=sys.stderr)
        print(said, flush=True)
    except BrokenPipeError:
        # Whoever reads the output has seen enough; Python must not complain at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except _Stopped as stop:
        print("\nperceptron: stopped; no file was written", file=sys.stderr)
        return 128 + stop.number
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print("perceptron:", " ".join(_in_words(error).split()), file=sys.stderr)
        return 2
    return 0


def _in_words(error):
    """Return what went wrong, for someone who has never seen Python."""
    if isinstance(error, (ValueError, OSError, LookupError, Undecided)):
        return str(error.args[0] if isinstance(error, KeyError) else error)
    if isinstance(error, MemoryError):
        return "this needs more memory than there is: use fewer samples or features"
    if isinstance(error, ArithmeticError):
        return f"numbers became too large or too small to go on ({error}): use other units"
    return f"this is a defect ({type(error).__name__}: {error}); python -X dev shows where"


class _Stopped(BaseException):
    def __init__(self, number):
        self.number = number


@contextlib.contextmanager
def _stopping_at_once():
    """Let the signals that end a process unwind it, so that it can tidy up."""

    def stop(number, frame):
        raise _Stopped(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, stop) for number in STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _figures(options, progress, notes):
    progress.next("loading what draws")
    from perceptron_lessons.figures import FIGURES

    unknown = [name for name in options.names if name not in FIGURES]
    if unknown:
        raise ValueError(f"no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    names = list(dict.fromkeys(options.names)) or list(FIGURES)
    pictures = {}
    with OutputFolder(options.out, options.force) as folder:
        folder.refuse([file for name in names for file in file_names(name, options.format)])
        folder.refuse(["index.html"])
        for i, name in enumerate(names, start=1):
            progress.next(f"drawing {name}, {i} of {len(names)}")
            pictures[name] = FIGURES[name](notation=options.notation)
            notes += save_picture(pictures[name], folder, name, options.format)
        progress.next("writing the gallery")
        folder.write("index.html", gallery_page(pictures))
    return f"{pluralize(len(names), 'figure')} in {options.out}: {', '.join(names)}"


def _table(options, progress, notes):
    if options.show == "notation":
        table = notation_table()
    else:
        progress.next("reading")
        data = _data(options)
        progress.next("running")
        trace = _trace(options, data, notes)
        progress.next(f"writing the table of the {options.show}")
        table = shortened(_table_of(trace, options, notes), ROWS)
    return formats.FORMATS[options.format](table).rstrip("\n")


def _table_of(trace, options, notes):
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
        return relabel(table_of_samples(trace, k, ROWS), options.notation, k)
    bounds = check(trace)
    if options.show == "bounds":
        return relabel(bounds.table(), options.notation)
    source = options.notation or "iterations"
    if not bounds[source].applies:
        notes.append(
            f"The theorem of {source} does not apply to this run ({bounds[source].because}), so "
            "its lines may be false."
        )
    proof = prove(trace, source=source)
    if options.show == "proof":
        return proof.table(k)
    return proof.over_k(options.line or proof.lines[0].name)


def _data(options):
    if options.data not in DATA:
        if not options.data.endswith(".csv") and not Path(options.data).exists():
            raise ValueError(
                f"no data set {options.data!r}; there are {', '.join(DATA)}, or give a CSV file"
            )
        return read_csv(options.data, options.label, options.positive, options.exact)[0]
    if options.label is not None or options.positive is not None:
        raise ValueError("--label and --positive are for CSV files")
    data = DATA[options.data]()
    if not options.exact:
        return data
    # As the numbers are written, so that 5.1 is 51/10 here as in a file.
    X = [[Fraction(str(number)) for number in row] for row in data.X.tolist()]
    return replace(data, X=np.array(X, dtype=object))


def _trace(options, data, notes):
    rate = options.learning_rate
    if not options.exact:  # a Fraction would make the whole run rational
        try:
            exact_as_float = rate.denominator == 1 and rate < 2**53
            rate = int(rate) if exact_as_float else nearest_float(rate)
        except ValueError as error:
            raise ValueError(f"--learning-rate is {error}") from None
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
    notes += [str(warning.message) for warning in caught]
    return trace


def _run(options, progress, notes):
    with OutputFolder(options.out, options.force) as folder:
        folder.refuse(FILES)
        progress.next(f"reading {options.file}")
        data, features, meaning = read_csv(
            options.file, options.label, options.positive, options.exact
        )
        progress.next("running")
        trace = _trace(options, data, [])  # the report says it in its own words
        said, more = write_run(
            folder,
            data,
            features,
            meaning,
            trace,
            notation=options.notation,
            formats=options.format,
            progress=progress,
        )
    notes += more
    return f"{said}\nwritten to {options.out}: open {Path(options.out) / 'index.html'}"


def _list(options, progress, notes):
    from perceptron_lessons import figures

    width = max(map(len, figures.FIGURES))
    lines = ["figures:"]
    for name in figures.FIGURES:
        says = inspect.getdoc(getattr(figures, name)).splitlines()[0]
        lines.append(f"  {name:<{width}}  {says}")
    for title, names in (
        ("data sets", DATA),
        ("tables", TABLES),
        ("notations", SOURCES),
        ("orders", ORDERS),
        ("biases", BIASES),
        ("formats of figures", FORMATS),
        ("formats of tables", TABLE_FORMATS),
    ):
        lines.append(f"{title}: {', '.join(names)}")
    return "\n".join(lines)


COMMANDS = {"figures": _figures, "table": _table, "run": _run, "list": _list}
