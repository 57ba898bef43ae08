"""The command line: `perceptron figures | table | run | list`.

What draws is loaded by the commands that draw, so that the others need no matplotlib.
"""

from __future__ import annotations

import inspect
import io
import os
import sys
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from perceptron_core import perceptron
from perceptron_core.algorithm import BIASES, ORDERS
from perceptron_lessons.export import arguments as taken
from perceptron_lessons.export.csv_file import read_csv
from perceptron_lessons.export.messages import Progress, in_words
from perceptron_lessons.export.output_folder import all_or_nothing, require_room, write_files
from perceptron_lessons.export.run_tables import (
    proof_that_applies,
    shortened,
    thinned_trace,
)
from perceptron_lessons.tables import pluralize, table, table_of_run
from perceptron_lessons.theory import formats
from perceptron_lessons.theory.notation import AUTHORS, notation_table, relabel, style
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.theory.transforms import normalize

OF_THE_SAMPLES = ("unit_length", "exact")
OF_A_RUN = ("step", "order", "learning_rate", "zero", "max_mistakes", "seed")
"""The options that say which samples there are, and how a run on them is made."""


def main(arguments=None):
    """Run one command and return its exit status: 0; 2 with one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without our signs shows ? instead
            stream.reconfigure(errors="replace")
    options = taken.parser().parse_args(arguments)
    try:
        with warnings.catch_warnings(), Progress() as progress:
            warnings.simplefilter("ignore")  # what a reader must know is among the notes
            answer = COMMANDS[options.command](options, progress)
        print(answer, flush=True)
    except BrokenPipeError:  # whoever reads the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print("\nperceptron: stopped", file=sys.stderr)
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print(f"perceptron: {in_words(error)}", file=sys.stderr)
        return 2
    return 0


def _note(*notes):
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


def _figures(options, progress):
    progress.next("loading what draws")
    from perceptron_lessons.export.gallery import gallery_beside_files
    from perceptron_lessons.export.illustrations import picture_files
    from perceptron_lessons.figures import FIGURES

    if unknown := [name for name in options.names if name not in FIGURES]:
        raise ValueError(f"no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    names = list(dict.fromkeys(options.names)) or list(FIGURES)
    require_room(options.out, ["index.html"], options.force)
    given = _given_to_figures(options, progress)
    pictures = {}
    files = {}
    with all_or_nothing(options.out, options.force) as folder:
        for i, name in enumerate(names, start=1):
            progress.next(f"drawing {name}, {i} of {len(names)}")
            try:
                picture = _picture(FIGURES[name], options, *given)
            except ValueError as error:
                if name in options.names:
                    raise ValueError(f"{name}: {error}") from None
                _note(f"{name} is left out: {error}")
                continue
            pictures[name] = picture
            how = {"notation": options.notation, "path": options.path}
            how["every"] = options.k == "all"
            files[name], notes = picture_files(picture, name, options.format, **how)
            write_files(folder, files[name])
            _note(*notes)
        if not pictures:
            raise ValueError("no figure can be drawn so: name one, and it says why")
        gallery = gallery_beside_files(pictures, files, options.notation)
        write_files(folder, {"index.html": gallery})
        if options.notation:  # the same symbols for what is written around the figures
            write_files(folder, {"perceptron.sty": style(options.notation)})
    return f"{pluralize(len(pictures), 'figure')} in {options.out}: {', '.join(pictures)}"


def _given_to_figures(options, progress):
    """Return what `_given` does, or nothing three times; and which options of a run were used."""
    chosen = taken.parser().parse_args(["figures", "--out", "."])
    used = [
        way for way in OF_THE_SAMPLES + OF_A_RUN if getattr(options, way) != getattr(chosen, way)
    ]
    if options.data is None and not used:
        if options.label is not None or options.positive is not None:
            raise ValueError("--label and --positive are for CSV files: give one with --data")
        return None, None, None, used
    options.data = options.data or "worked_example"
    data, trace, names, notes = _given(options, progress)
    _note(*notes)
    return data, trace, names, used


def _picture(draw, options, data, trace, names, used):
    """Return a figure of what is given, or of its own, as it is printed."""
    from perceptron_lessons.export.illustrations import add_to_caption

    arguments = {}
    takes = inspect.signature(draw).parameters
    others = [way for way in used if way in OF_A_RUN]
    if data is None:
        pass
    elif "trace" in takes:
        arguments = {"trace": thinned_trace(trace)[0]} | names
        if "source" in takes:
            arguments["source"], _ = proof_that_applies(check(trace), options.notation)
    elif "data" not in takes:
        raise ValueError("it has samples of its own and takes no others")
    elif others:
        option = others[0].replace("_", "-")
        raise ValueError(f"it shows no single run, so --{option} is not for it")
    else:
        arguments = {"data": data} | names
    paper = {"width": options.width, "font": options.font}
    how = {"notation": options.notation, "language": options.words}
    picture = draw(**how, **paper, **arguments)
    if options.k not in (None, "all"):
        _go_to(picture, options.k)
    if options.width is not None:
        _require_fit(picture, options.width)
    return add_to_caption(picture, trace=trace, unit_length=options.unit_length, **how)


def _go_to(picture, k):
    if "k" not in picture.values:
        _note(f"{picture.name} has no slider k: it is drawn as it is")
        return
    first = picture.values["k"][0]
    last = picture.values["k"][-1]
    if not first <= k <= last:
        raise ValueError(f"--k must be in {first} … {last}, the updates it shows; found {k}")
    picture.at(k=k)


def _require_fit(picture, width):
    """Refuse a figure that reaches beyond the paper."""
    from perceptron_lessons.figures.style import rc

    with rc(picture.figure):
        box = picture.figure.get_tightbbox(picture.figure.canvas.get_renderer())
    if box.x0 < -0.04 or box.x1 > width + 0.04:
        raise ValueError(f"its texts do not fit into {width:g} inches: use a larger --width")


def _table(options, progress):
    if options.show == "notation":
        table = notation_table()
    else:
        _, trace, _, notes = _given(options, progress)
        _note(*notes)
        progress.next(f"writing the table of the {options.show}")
        table = shortened(_table_of(trace, options))
    return formats.FORMATS[options.format](table).rstrip("\n")


def _table_of(trace, options):
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
        return relabel(table(trace, k + 1), options.notation, k)
    bounds = check(trace)
    if options.show == "bounds":
        return relabel(bounds.table(), options.notation)
    source, notes = proof_that_applies(bounds, options.notation)
    _note(*notes)
    proof = prove(trace, source=source, notation=options.notation)
    if options.show == "proof":
        return proof.table(k)
    return proof.over_k(options.line or proof.lines[0].name)


def _given(options, progress):
    """Return the samples and the run that the options ask for.

    Returns
    -------
    data : Dataset
        With the samples of the run.
    trace : Trace
    names : dict
        The names of axes and classes, as figures take them: None where the data have none.
    notes : list of str
        The warnings of the run.
    """
    progress.next(f"reading {options.data}")
    data, features, classes = _data(options)
    progress.next("running")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        trace = _trace(options, data)
    if options.unit_length and features:
        features = [f"{feature} / ‖x‖" for feature in features]
    names = {"features": features, "classes": classes}
    notes = [str(warning.message) for warning in caught]
    return replace(data, X=trace.X, y=trace.y), trace, names, notes


def _data(options):
    """Return a data set and, of a reader's own, the names of its features and classes."""
    if options.data not in taken.DATA or options.command == "run":
        if not options.data.endswith(".csv") and not Path(options.data).exists():
            known = ", ".join(taken.DATA)
            raise ValueError(f"no data set {options.data!r}; there are {known}, or give a CSV file")
        return read_csv(options.data, options.label, options.positive, options.exact)
    if options.label is not None or options.positive is not None:
        raise ValueError("--label and --positive are for CSV files")
    data = taken.DATA[options.data]()
    if not options.exact:
        return data, None, None
    # As the numbers are written, so that 5.1 is 51/10 here as in a file.
    X = [[Fraction(str(number)) for number in row] for row in data.X.tolist()]
    return replace(data, X=np.array(X, dtype=object)), None, None


def _trace(options, data):
    rate = options.learning_rate
    if not options.exact:  # a Fraction would make the whole run rational
        rate = int(rate) if rate.denominator == 1 else float(rate)
    if options.unit_length and options.step != "none":
        raise ValueError(
            "--unit-length moves the samples, and a line with an offset would be another one: use "
            "--step none, or a file with a column of ones, which is scaled with the others"
        )
    return perceptron(
        normalize(data.X)[0] if options.unit_length else data.X,
        data.y,
        bias=options.step,
        learning_rate=rate,
        order=options.order,
        zero=options.zero,
        exact=options.exact,
        max_mistakes=options.max_mistakes,
        seed=options.seed,
    )


def _run(options, progress):
    progress.next("loading what draws")
    from perceptron_lessons.export.run_report import FILES, write_run

    require_room(options.out, FILES, options.force)
    with all_or_nothing(options.out, options.force) as folder:
        data, trace, names, _ = _given(options, progress)  # the report has words of its own
        result, notes = write_run(folder, data, trace, names, options, progress)
    _note(*notes)
    return f"{result}\nwritten to {options.out}: open {Path(options.out) / 'index.html'}"


def _list(options, progress):
    lines = ["figures:"]
    try:
        from perceptron_lessons import figures
    except ModuleNotFoundError as error:
        lines.append(f"  {in_words(error)}")
    else:
        width = max(map(len, figures.FIGURES))
        for name in figures.FIGURES:
            purpose = inspect.getdoc(getattr(figures, name)).splitlines()[0]
            lines.append(f"  {name:<{width}}  {purpose}")
    for title, names in (
        ("data sets", taken.DATA),
        ("tables", taken.TABLES),
        ("orders", ORDERS),
        ("steps of the offset", BIASES),
        ("formats of figures", taken.FORMATS),
        ("formats of tables", taken.TABLE_FORMATS),
        ("letters of figures", taken.FONTS),
        ("widths of figures", taken.WIDTHS),
    ):
        lines.append(f"{title}: {', '.join(names)}")
    lines.append("notations:")
    width = max(map(len, AUTHORS))
    lines += [f"  {source:<{width}}  {author}" for source, author in AUTHORS.items()]
    return "\n".join(lines)


COMMANDS = {"figures": _figures, "table": _table, "run": _run, "list": _list}
