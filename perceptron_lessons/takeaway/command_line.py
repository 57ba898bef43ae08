"""The command line: `perceptron figures | table | run | course | sheet | lesson | list`.

What draws is loaded by the commands that draw, so that the others need no matplotlib.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
import warnings
from dataclasses import replace
from pathlib import Path

from perceptron_core import datasets, perceptron
from perceptron_lessons.language import language_of
from perceptron_lessons.reading import read_text
from perceptron_lessons.tables import Phrase, format_number, table, table_of_run
from perceptron_lessons.takeaway import arguments as taken
from perceptron_lessons.takeaway.csv_file import float_in_range, read_csv
from perceptron_lessons.takeaway.lesson_files import cells_for_decks, lesson_file, new_lesson
from perceptron_lessons.takeaway.messages import run_command
from perceptron_lessons.takeaway.output_folder import all_or_nothing, require_room, write_files
from perceptron_lessons.takeaway.run_tables import proof_that_applies, thinned_trace
from perceptron_lessons.theory import formats
from perceptron_lessons.theory.notation import notation_of, notation_table, relabel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.theory.transforms import normalize

MOST = 10_000  # mistakes of a run, if nothing else is asked for
FEW = 100  # of one that would never end


def main(arguments=None):
    """Run one command and return its exit status: 0; 2 with one line on standard error."""
    options = taken.parser().parse_args(arguments)
    return run_command("perceptron", lambda progress: _answers(options, progress))


def _answers(options, progress):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a reader must know is among the notes
        if getattr(options, "notation", None) is not None:
            notation_of(options.notation)  # what is wrong in it is named before any work
        options.say = progress.say = language_of(getattr(options, "words", None)).say
        yield options.say(COMMANDS[options.command](options, progress))


def _print_notes(options, *notes):
    for note in notes:
        print(_noted(options.say, note), file=sys.stderr)


def _noted(say, note):
    return say(Phrase("note: {note}", note=say(note)))


def _figures(options, progress):
    progress.next(Phrase("loading what draws"))
    from perceptron_lessons.figures import FIGURES
    from perceptron_lessons.takeaway.gallery import gallery_beside_files
    from perceptron_lessons.takeaway.illustrations import picture_files

    if unknown := [name for name in options.names if name not in FIGURES]:
        raise ValueError(f"no figure {unknown[0]!r}; there are {', '.join(FIGURES)}")
    names = list(dict.fromkeys(options.names)) or list(FIGURES)
    require_room(options.out, ["index.html"], options.force)
    samples = None  # unless something is given, each figure draws its own
    columns = options.label, options.positive, options.without or None
    of_samples = any(option is not None for option in (options.data, *columns))
    if of_samples or options.unit_length or options.exact or _run_options(options):
        if options.data is None:
            options.data = "worked_example"
        samples = _read_and_run(options, progress)
    pictures = {}
    files = {}
    with all_or_nothing(options.out, options.force) as folder:
        for i, name in enumerate(names, start=1):
            step = {"name": name, "i": i, "n": len(names)}
            progress.next(Phrase("drawing {name}, {i} of {n}", **step))
            try:
                picture = _picture(FIGURES[name], options, samples)
            except ValueError as error:
                if name in options.names:
                    raise ValueError(f"{name}: {error}") from None
                _print_notes(options, Phrase("{name} is left out: {why}", name=name, why=error))
                continue
            pictures[name] = picture
            how = {"notation": options.notation, "path": options.path, "every": options.k == "all"}
            files[name], notes = picture_files(picture, name, options.format, **how)
            write_files(folder, files[name])
            _print_notes(options, *notes)
        write_files(folder, {"index.html": gallery_beside_files(pictures, files, options.words)})
    facts = {"n": len(pictures), "out": options.out, "names": ", ".join(pictures)}
    return Phrase("{n:figure} in {out}: {names}", **facts)


def _picture(draw, options, samples):
    """Return a figure of what is given, or of its own, as it is printed."""
    from perceptron_lessons.takeaway.illustrations import add_to_caption

    arguments = {"font": options.font} | options.width
    arguments |= {"notation": options.notation, "language": options.words}
    takes = inspect.signature(draw).parameters
    trace = None
    if samples:
        data, trace, names = samples
        arguments |= names
        if "trace" in takes:
            arguments["trace"] = thinned_trace(trace)
        elif "data" not in takes:
            raise ValueError("it has samples of its own and takes no others")
        elif _run_options(options):
            raise ValueError("it shows no single run: --step and --order are not for it")
        else:
            arguments["data"] = data
        if "trace" in takes and "source" in takes:
            arguments["source"], _ = proof_that_applies(check(trace), options.notation)
    picture = draw(**arguments)
    k = options.k if "k" in picture.values else None
    if k not in (None, "all") and picture.at(k=options.k).state["k"] != options.k:
        last = picture.values["k"][-1]
        raise ValueError(f"--k must be in 0 … {last}, the updates it shows; found {options.k}")
    return add_to_caption(picture, options.notation, trace, options.unit_length)


def _table(options, progress):
    if options.show == "notation":
        answer = notation_table()
    else:
        _, trace, _ = _read_and_run(options, progress)
        progress.next(Phrase("writing the table {name}", name=options.show))
        answer = _table_of(trace, options)
    answer = language_of(options.words).table(answer)
    return formats.FORMATS[options.format](answer).rstrip("\n")


def _table_of(trace, options):
    for option, shows in {"k": ("iteration", "proof"), "line": ("line",)}.items():
        if getattr(options, option) is not None and options.show not in shows:
            remedy = f"--show {' or '.join(shows)}"
            raise ValueError(f"--{option} is for {remedy}, not for {options.show}")
    k = trace.n_mistakes if options.k is None else options.k
    if not 0 <= k <= trace.n_mistakes:
        raise ValueError(f"--k must be in 0 … {trace.n_mistakes}, the updates made; found {k}")
    if options.show == "run":
        return relabel(table_of_run(trace), options.notation)
    if options.show == "iteration":
        return relabel(table(trace, k + 1), options.notation, k)
    bounds = check(trace)
    if options.show == "bounds":
        return relabel(bounds.table(), options.notation)
    source, notes = proof_that_applies(bounds, options.notation)
    _print_notes(options, *notes)
    proof = prove(trace, source=source, notation=options.notation)
    if options.show == "proof":
        return proof.table(k)
    return proof.over_k(options.line or proof.lines[0].name)


def _read_and_run(options, progress):
    """Return the samples and the run that the options ask for.

    Returns
    -------
    data : Dataset
        With the samples of the run.
    trace : Trace
    names : dict
        The names of axes and classes, as figures take them: None where the data have none.
    """
    progress.next(Phrase("reading {file}", file=options.data))
    data, names = _data(options, functools.partial(_print_notes, options))
    progress.next(Phrase("running"))
    trace = _trace(options, data)
    if not trace.converged:
        stopped = Phrase(
            "stopped after {n:mistake}, with mistakes left: raise --max-mistakes, or see by "
            "perceptron run whether anything separates the data",
            n=trace.n_mistakes,
        )
        _print_notes(options, stopped)
    return data, trace, names


def _run_options(options):
    """Return the options of `perceptron` that were given."""
    return {name: value for name, value in vars(options).items() if name in taken.OF_A_RUN}


def _trace(options, data, most=MOST):
    settings = {"max_mistakes": most, "seed": 0} | _run_options(options)
    if "learning_rate" in settings and not options.exact:
        settings["learning_rate"] = _as_float("--learning-rate", settings["learning_rate"])
    return perceptron(data.X, data.y, exact=options.exact, **settings)


def _as_float(name, value):
    """Return the float nearest to a rational, unless it is beyond all floats or lost as 0."""
    try:
        return float_in_range(value, format_number(value))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _data(options, say):
    """Return a data set, and as figures take them the names of its features and classes.

    `say` takes each sentence about how a file was read.
    """
    features = classes = None
    columns = options.label, options.positive, options.without or None
    if options.command == "run" or options.data not in taken.DATA:
        if options.data and not os.path.lexists(options.data):
            known = f"there are {', '.join(taken.DATA)}, or give a CSV file"
            raise ValueError(f"no data set {options.data!r}; {known}")
        data, features, classes = read_csv(
            options.data,
            label=options.label,
            positive=options.positive,
            exact=options.exact,
            without=options.without,
            say=say,
        )
    elif any(option is not None for option in columns):
        raise ValueError("--label, --positive, --without are for CSV files: name one by --data")
    else:
        data = getattr(datasets, options.data)()
    if options.unit_length:
        if getattr(options, "bias", "none") != "none":
            remedy = "use --step none, or a file with a column of ones, which is scaled too"
            raise ValueError(f"--unit-length would change a line with an offset: {remedy}")
        data = replace(data, X=normalize(data.X)[0])
        features = features and [f"{feature} / ‖x‖" for feature in features]
    return data, {"features": features, "classes": classes}


def _run(options, progress):
    progress.next(Phrase("loading what draws"))
    from perceptron_lessons.takeaway.run_report import FILES, RunOfData, write_run

    require_room(options.out, FILES, options.force)
    with all_or_nothing(options.out, options.force) as folder:
        progress.next(Phrase("reading {file}", file=options.data))
        decisions = []
        data, names = _data(options, decisions.append)
        progress.next(Phrase("looking for the maximum margin"))
        verdict = maximum_margin(data.X, data.y, bias=getattr(options, "bias", "none"))
        progress.next(Phrase("running"))
        trace = _trace(options, data, MOST if verdict else FEW)
        run = RunOfData(data, trace, verdict, names, decisions)
        result = write_run(folder, run, options, progress)
    return Phrase("{result}\n{written}", result=result, written=_written_to(options.out))


def _written_to(out):
    return Phrase("written to {out}: open {page}", out=out, page=Path(out) / "index.html")


def _course(options, progress):
    progress.next("reading the file")
    from perceptron_lessons.takeaway.course_file import read_course

    course = read_course(options.file)
    options.say = progress.say = language_of(course.language).say
    parts = [part for part in taken.PARTS if part in (options.only or taken.PARTS)]
    if unknown := [part for part in options.only or () if part not in taken.PARTS]:
        raise ValueError(f"no part {unknown[0]!r}; there are {', '.join(taken.PARTS)}")
    out = options.out or Path(options.file).stem
    require_room(out, ["index.html"], options.force)
    progress.next(Phrase("loading what draws"))
    from perceptron_lessons.takeaway.course import write_course

    with all_or_nothing(out, options.force) as folder:
        made = write_course(folder, options.file, course, parts, progress)
    missing = [_noted(options.say, sentence) for part in made for sentence in part.missing]
    return "\n".join([*missing, options.say(_written_to(out))])


def _lesson(options, progress):
    path = new_lesson(options.name)
    return f"{path} is written. Run and store it: python -m tools.notebooks {path}"


def _list(options, progress):
    if options.cells is not None:
        return str(cells_for_decks(lesson_file(options.cells)))
    from perceptron_lessons import figures

    summaries = {name: inspect.getdoc(getattr(figures, name)) for name in figures.FIGURES}
    width = max(map(len, summaries))
    return "\n".join(f"{name:<{width}}  {text.splitlines()[0]}" for name, text in summaries.items())


def _sheet(options, progress):
    progress.next(Phrase("loading the kinds of questions"))
    from perceptron_lessons import sheets

    how = {name: getattr(options, name) for name in ("kinds", "notation", "texts")}
    how["language"] = options.words
    is_of_one = options.mark is not None and not sheets.is_class(options.mark)
    if is_of_one:
        answers = read_text(options.mark, functools.partial(_print_notes, options))
        return str(sheets.mark(sheets.sheet(options.seed, **how), answers))
    if not options.out or os.path.lexists(options.out):
        found = repr(options.out) if options.out else "none"
        raise ValueError(f"--out must be a new folder; found {found}")
    if options.mark is not None:
        return _class_marks(options, progress, how)
    progress.next(Phrase("drawing data"))
    with all_or_nothing(options.out) as folder:
        exam = sheets.write_exam(folder, options.students, options.seed, options.format, **how)
    return Phrase("{n:sheet} in {out}", n=len(exam), out=options.out)


def _class_marks(options, progress, how):
    from perceptron_lessons import sheets

    if options.students is None:
        must = "--students must be that of the class, and --seed too, as when its sheets were made"
        raise ValueError(f"{must}; found none")
    answers = sheets.answers_of_class(options.mark, functools.partial(_print_notes, options))
    progress.next(Phrase("drawing the data of the class"))
    exam = sheets.exam(options.students, options.seed, **how)
    progress.next(Phrase("marking"))
    made = sheets.mark_class(exam, answers)
    files = {"marks.csv": made.marks, "verdicts.csv": made.verdicts}
    with all_or_nothing(options.out) as folder:
        write_files(folder, {name: formats.as_csv(shown) for name, shown in files.items()})
    _print_notes(options, *made.problems)
    facts = {"made": made.marked, "all": len(exam), "out": options.out}
    return Phrase("{made} of {all:student} marked in {out}", **facts)


COMMANDS = {
    "figures": _figures,
    "table": _table,
    "run": _run,
    "course": _course,
    "sheet": _sheet,
    "lesson": _lesson,
    "list": _list,
}
