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
from perceptron_lessons.export.arguments import DATA, FONTS, TABLES, WIDTHS, parser
from perceptron_lessons.export.csv_file import read_csv
from perceptron_lessons.export.given import OF_A_RUN, Given
from perceptron_lessons.export.illustrations import (
    FORMATS,
    TABLE_FORMATS,
    file_names,
    picture_files,
)
from perceptron_lessons.export.numerals import nearest_float
from perceptron_lessons.export.output_folder import STOPS, OutputFolder
from perceptron_lessons.export.plain_words import in_words
from perceptron_lessons.export.progress import Progress
from perceptron_lessons.export.run_report import FILES, proof_that_applies, write_run
from perceptron_lessons.export.thinning import shortened, table_of_samples
from perceptron_lessons.tables import pluralize, table_of_run
from perceptron_lessons.theory import formats
from perceptron_lessons.theory.notation import AUTHORS, notation_table, relabel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.theory.transforms import normalize

ROWS = 1000  # of a table; of a longer one the first and the last are shown


def main(arguments=None):
    """Run one command and return its exit status: 0, or 2 with one line on standard error.

    Stopped from outside, it leaves nothing behind and returns 128 + the number of the signal.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without our signs shows ? instead
            stream.reconfigure(errors="replace")
    options = parser().parse_args(arguments)
    notes, said = [], None
    try:
        with _stopping_at_once():
            with warnings.catch_warnings(), Progress() as progress:
                warnings.simplefilter("ignore")  # what a reader must know is among the notes
                said = COMMANDS[options.command](options, progress, notes)
            for note in notes:
                _remark(f"note: {note}")
            _print(said)
    except BrokenPipeError:
        pass  # whoever reads the output has seen enough
    except _Stopped as stop:
        kept = "" if said else "; no file was written"
        _remark(f"\nperceptron: stopped{kept}")
        return 128 + stop.number
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        _remark(f"perceptron: {in_words(error)}")
        return 2
    return 0


def _remark(line):
    """Print a line on standard error, if there is room for it."""
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr)


def _print(said):
    """Print the answer; where it cannot be, nothing of it is left for Python to try again with."""
    try:
        print(said, flush=True)
    except (OSError, _Stopped):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


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
    from perceptron_lessons.export.gallery import gallery_beside_files
    from perceptron_lessons.figures import FIGURES

    unknown = [name for name in options.names if name not in FIGURES]
    if unknown:
        raise ValueError(f"no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    names = list(dict.fromkeys(options.names)) or list(FIGURES)
    given = _given_to_figures(options, progress, notes)
    pictures, files = {}, {}
    paper = {"width": options.width, "font": options.font}
    with OutputFolder(options.out, options.force) as folder:
        folder.refuse([file for name in names for file in file_names(name, options.format)])
        folder.refuse(["index.html"])
        for i, name in enumerate(names, start=1):
            progress.next(f"drawing {name}, {i} of {len(names)}")
            try:
                picture = given.draw(name, options.notation, options.k, **paper)
            except ValueError as error:
                if name in options.names:
                    raise ValueError(f"{name}: {error}") from None
                notes.append(f"{name} is left out: {error}")
                continue
            pictures[name] = picture
            how = {"notation": options.notation, "path": options.path}
            files[name], failed = picture_files(picture, name, options.format, **how)
            notes += failed
            for file, content in files[name].items():
                folder.write(file, content)
        if not pictures:
            raise ValueError("no figure can be drawn so: name one, and it says why")
        progress.next("writing the gallery")
        folder.write("index.html", gallery_beside_files(pictures, files, options.notation))
    return f"{pluralize(len(pictures), 'figure')} in {options.out}: {', '.join(pictures)}"


def _given_to_figures(options, progress, notes):
    """Return what the options give to figures to draw: nothing, or samples and a run on them."""
    chosen = parser().parse_args(["figures", "--out", "."])
    ways = [way for way in OF_A_RUN if getattr(options, way) != getattr(chosen, way)]
    if options.data is None and not ways:
        if options.label is not None or options.positive is not None:
            raise ValueError("--label and --positive are for CSV files: give one with --data")
        return Given()
    options.data = options.data or "worked_example"
    progress.next(f"reading {options.data}")
    data, features, meaning = _data(options)
    progress.next("running")
    trace = _trace(options, data, notes)
    return Given(replace(data, X=trace.X, y=trace.y), features, meaning, trace, ways)


def _table(options, progress, notes):
    if options.show == "notation":
        table = notation_table()
    else:
        progress.next("reading")
        data, _, _ = _data(options)
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
        return relabel(table_of_run(trace), options.notation)
    if options.show == "iteration":
        return relabel(table_of_samples(trace, k, ROWS), options.notation, k)
    bounds = check(trace)
    if options.show == "bounds":
        return relabel(bounds.table(), options.notation)
    source, more = proof_that_applies(bounds, options.notation)
    notes += more
    proof = prove(trace, source=source, notation=options.notation)
    if options.show == "proof":
        return proof.table(k)
    return proof.over_k(options.line or proof.lines[0].name)


def _data(options):
    """Return a data set and, of a reader's own, the names of its features and classes."""
    if options.data not in DATA:
        if not options.data.endswith(".csv") and not Path(options.data).exists():
            raise ValueError(
                f"no data set {options.data!r}; there are {', '.join(DATA)}, or give a CSV file"
            )
        return read_csv(options.data, options.label, options.positive, options.exact)
    if options.label is not None or options.positive is not None:
        raise ValueError("--label and --positive are for CSV files")
    data = DATA[options.data]()
    if not options.exact:
        return data, None, None
    # As the numbers are written, so that 5.1 is 51/10 here as in a file.
    X = [[Fraction(str(number)) for number in row] for row in data.X.tolist()]
    return replace(data, X=np.array(X, dtype=object)), None, None


def _trace(options, data, notes):
    rate = options.learning_rate
    if not options.exact:  # a Fraction would make the whole run rational
        try:
            exact_as_float = rate.denominator == 1 and rate < 2**53
            rate = int(rate) if exact_as_float else nearest_float(rate)
        except ValueError as error:
            raise ValueError(f"--learning-rate is {error}") from None
    if options.unit_length and options.step != "none":
        raise ValueError(
            "--unit-length moves the samples, and a line with an offset would be another one: use "
            "--step none, or a file with a column of ones, which is scaled with the others"
        )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        trace = perceptron(
            normalize(data.X)[0] if options.unit_length else data.X,
            data.y,
            bias=options.step,
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
            unit_length=options.unit_length,
            notation=options.notation,
            path=options.path,
            formats=options.format,
            progress=progress,
            width=options.width,
            font=options.font,
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
        ("orders", ORDERS),
        ("steps of the offset", BIASES),
        ("formats of figures", FORMATS),
        ("formats of tables", TABLE_FORMATS),
        ("letters of figures", FONTS),
        ("widths of figures", WIDTHS),
    ):
        lines.append(f"{title}: {', '.join(names)}")
    lines.append("notations:")
    width = max(map(len, AUTHORS))
    lines += [f"  {source:<{width}}  {author}" for source, author in AUTHORS.items()]
    return "\n".join(lines)


COMMANDS = {"figures": _figures, "table": _table, "run": _run, "list": _list}
