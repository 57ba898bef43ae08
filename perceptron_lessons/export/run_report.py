"""Everything about one run, for a folder: its tables, figures, list of mistakes, and a page."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import partial

import numpy as np

from perceptron_core.algorithm import is_mistake
from perceptron_lessons import figures
from perceptron_lessons.export.illustrations import save_picture, save_table, say
from perceptron_lessons.export.report import lecture_page
from perceptron_lessons.export.thinning import shortened, table_of_samples, thinned_trace
from perceptron_lessons.figures.interactive_figure import Description
from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.tables import Table, format_number, pluralize, table_of_run
from perceptron_lessons.theory.notation import relabel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.theorems import check

FILES = ("index.html", "trace.txt", "mistakes.csv")
ROWS = 1000  # of a table in a file
ROWS_ON_PAGE = 20
DRAWN = 2000  # samples in a figure; more are one blot, and megabytes
PLAYED = 60  # states of a figure with a slider
MENDED_BY = {"unit length": "--unit-length", "offset step R²": "--step radius"}
DRAWABLE = 1e-100, 1e100  # lengths whose squares, cubes and inverses are floats


def write_run(
    folder,
    data,
    features,
    meaning,
    trace,
    *,
    unit_length,
    notation,
    formats,
    progress,
    path="",
    **paper,
):
    """Write everything about one run.

    Parameters
    ----------
    folder : OutputFolder
    data : Dataset
    features : list of str
        The headings of the columns of X.
    meaning : dict
        {+1: name of the class, −1: name or names}.
    trace : Trace
        Of a run on the data.
    unit_length : bool
        Whether the samples of the run are those of the data at length 1.
    notation : str or None
        Whose symbols, and whose proof.
    formats : sequence of str
        Of the figures.
    progress : Progress
    path : str
        Before the names of graphics in LaTeX.
    **paper
        The ``width`` and the ``font`` of the figures.

    Returns
    -------
    summary : str
        The run in a few lines.
    notes : list of str
        What the reader of the page must know first, and which files there could not be.
    """
    progress.next("looking for the maximum margin")
    verdict, bounds, notes = _verdicts(trace)
    source = notation or "iterations"
    if bounds is not None:
        source, more = proof_that_applies(bounds, notation)
        notes += more
    notes += _why_stopped(trace, verdict, bounds)
    progress.next("writing tables")
    tables = {}
    for name, make in _tables(trace, verdict, bounds, source, notation).items():
        table, failed = _attempt(f"table {name}", _saved_table, make, folder, name)
        notes += failed
        if table is not None:
            tables[name] = table
    _write_mistakes(folder.path("mistakes.csv"), trace, features)
    names = {"features": features, "classes": meaning, "notation": notation, **paper}
    if unit_length:
        names["features"] = [f"{feature} / ‖x‖" for feature in features]
    players, more = _pictures(trace, data, names, verdict, source, progress)
    notes += more
    missing, pictures, how = [], {}, {"notation": notation, "path": path}
    for name, player in players.items():
        progress.next(f"saving {name}")
        pictures[name] = picture = say(_last_state(player), notation, trace, unit_length)
        save = partial(save_picture, picture, folder, name, formats, **how)
        without, failed = _attempt(f"figure {name}", save)
        missing += without or []
        if failed:
            notes += failed
            del pictures[name]
    progress.next("writing the page")
    said = f"{trace}" if verdict is None else f"{trace}\n{verdict}"
    summary = (
        f"{data.name}: features {', '.join(features)}; +1 is {meaning[1]}, −1 is {meaning[-1]}\n"
        f"{said}\n" + ("" if bounds is None else f"\n{bounds}\n")
    )
    folder.write("trace.txt", "\n".join([*notes, summary]))
    listed = {name: shortened(table, ROWS_ON_PAGE) for name, table in tables.items()}
    page = lecture_page(data.name, summary, listed, pictures, notes, folder.files())
    folder.write("index.html", page)
    return said, notes + missing


def _verdicts(trace):
    """Return the maximum margin and the five bounds, or None for both and a note why not."""
    try:
        return maximum_margin(trace.X, trace.y, bias=trace.bias), check(trace), []
    except (ArithmeticError, np.linalg.LinAlgError) as error:
        return None, None, [f"The maximum margin and the bounds could not be computed: {error}."]


def proof_that_applies(bounds, notation):
    """Return the source whose proof is shown, with a note where it is not the one asked for.

    Parameters
    ----------
    bounds : BoundsReport
    notation : str or None

    Returns
    -------
    source : str
    notes : list of str
    """
    source = notation or "iterations"
    if source == "iterations" or bounds[source].applies:
        return source, []
    note = f"The theorem of {source} does not apply to this run ({bounds[source].because})"
    if not bounds["iterations"].applies:
        return source, [f"{note}."]
    broken = (h.name for h in bounds[source].hypotheses if not h.holds)
    options = [MENDED_BY[name] for name in broken if name in MENDED_BY]
    hint = f" With {' and '.join(options)} it does." if options else ""
    proof = f"the proof shown is that of iterations, in the symbols of {source}"
    return "iterations", [f"{note}, so {proof}.{hint}"]


def _why_stopped(trace, verdict, bounds):
    """Return in words why a run was stopped, where it was."""
    if trace.converged:
        return []
    margins = trace.margins(trace.n_mistakes)
    left = int(is_mistake(margins, trace.y, trace.zero).sum())
    stopped = (
        f"The run was stopped after {pluralize(trace.n_mistakes, 'mistake')}; "
        f"{left} of {trace.n_samples} samples are not yet on their side."
    )
    if verdict is None:
        return [stopped]
    if verdict:
        most = bounds["iterations"].bound
        return [
            f"{stopped} The classes can be separated, so with a larger --max-mistakes it ends: "
            f"after at most {format_number(most)} mistakes."
        ]
    space = "line through the origin" if trace.bias == "none" else "line"
    padded = trace.bias == "none" and maximum_margin(trace.X, trace.y, bias="one")
    hint = " With an offset one does: try --step one." if padded else ""
    return [
        f"{stopped} No {space} (or plane) separates the classes, so it would never end; the "
        f"certificate below is the proof.{hint}"
    ]


def _tables(trace, verdict, bounds, source, notation):
    """Return what makes each table, by its name."""
    tables = {
        "run": lambda: relabel(table_of_run(trace), notation),
        "start": lambda: relabel(table_of_samples(trace, 0, ROWS), notation, 0),
    }
    if bounds is not None:
        tables["bounds"] = lambda: relabel(bounds.table(), notation)
    if verdict:
        tables["proof"] = lambda: prove(trace, source=source, notation=notation).table()
    elif verdict is not None:
        tables["certificate"] = lambda: _table_of_certificate(trace, verdict)
    return tables


def _table_of_certificate(trace, verdict):
    rows = [(i, trace.X[i], trace.y[i], verdict.weights[i]) for i in verdict.support]
    padded = ", with a constant for the offset," if trace.bias != "none" else ""
    title = f"certificate: with these weights the sum of all y x{padded} is 0"
    return Table(title, ["i", "x", "y", "weight"], rows)


def _saved_table(make, folder, name):
    table = make()
    save_table(table, folder, f"table-{name}")
    return table


def _pictures(trace, data, names, verdict, source, progress):
    """Return the pictures that say something about this run, and notes."""
    shown, notes = _drawable(trace, verdict)
    wanted = {}
    named = partial(partial, **names)
    if shown is not None and shown.n_features != 2:
        flat, axes = _seen_along_w(shown, names["notation"])
        named = partial(named, features=axes)
        wanted["data"] = partial(_in_that_plane, named(figures.worked_example, flat))
    elif shown is not None:
        wanted["data"] = named(figures.worked_example, shown)
        wanted["steps"] = named(figures.steps, shown, limit=PLAYED)
        if verdict is not None and not verdict:
            samples = replace(data, X=shown.X, y=shown.y)
            wanted["certificate"] = named(figures.certificate, samples, bias=trace.bias)
    if verdict and trace.n_mistakes:
        proved = partial(named, source=source)
        wanted["squeeze"] = proved(figures.squeeze, trace, limit=PLAYED)
        wanted["two-bounds"] = proved(figures.numerator_denominator, trace)
    pictures = {}
    for name, draw in wanted.items():
        progress.next(f"drawing {name}")
        picture, failed = _attempt(f"figure {name}", draw)
        notes += failed
        if picture is not None:
            pictures[name] = picture
    return pictures, notes


def _in_that_plane(draw):
    picture = draw()
    text, alt, caption = picture.description
    plane = "In the plane of the final weights and of the widest spread across them: "
    picture.description = Description(text, plane + alt, plane + caption)
    return picture


def _last_state(picture):
    if not picture.values:
        return picture
    return picture.at(**{slider: values[-1] for slider, values in picture.values.items()})


def _drawable(trace, verdict):
    """Return the run as the figures of its samples draw it, or None, and notes."""
    features = pluralize(trace.n_features, "feature")
    if trace.n_features != 2 and not np.any(trace.w):
        return None, [f"The samples are not drawn: they have {features}, the plane has 2."]
    low, high = DRAWABLE
    reached = [np.abs(numbers).max() for numbers in (trace.X, trace.weights)]
    if not all(low < number < high for number in reached if number):
        return None, ["The samples are not drawn: numbers so large or small do not fit a figure."]
    support = [] if verdict is None else verdict.support
    shown, _ = thinned_trace(trace, DRAWN, support)
    notes = []
    if trace.n_features != 2:
        notes.append(
            f"The samples have {features}, the plane has 2: the picture shows how far each is "
            "along w, and across it the direction in which they spread most. Its line and the "
            "side of each sample are as they are in all dimensions; the steps are not drawn."
        )
    if shown is trace:
        return trace, notes
    notes.append(
        f"The figures of the samples draw and count {shown.n_samples} of {trace.n_samples}, every "
        "mistaken one among them."
    )
    return shown, notes


def _seen_along_w(trace, notation):
    """Return the run in the plane of its final w and the widest spread across, and axis names.

    What stands at a right angle to the plane is left out, of the weights too. The final w is in
    the plane, so that w·x, and with it each sample's side of the line, stays.
    """
    X, w = trace.X.astype(float), trace.w.astype(float)
    along = w / np.linalg.norm(w)
    rest = X - X.mean(axis=0)
    rest -= np.outer(rest @ along, along)
    across = np.linalg.svd(rest, full_matrices=False)[2][0]
    across -= (across @ along) * along
    length = np.linalg.norm(across)
    # Where nothing spreads across w, any direction does.
    plane = np.column_stack([along, across / length if length > 0.5 else np.zeros(len(w))])
    words = Wording(notation)
    axes = [words("{w}·x / ‖{w}‖"), words("widest spread across {w}")]
    return replace(trace, X=X @ plane, w0=trace.w0.astype(float) @ plane), axes


def _attempt(what, function, *arguments):
    """Return what the function returns, or None and a note why there is no such thing."""
    try:
        return function(*arguments), []
    except (ArithmeticError, ValueError) as error:
        return None, [f"There is no {what}, for its numbers do not fit one: {error}."]


def _write_mistakes(path, trace, features):
    """Write the run as CSV: one line per mistake, with the weights after it.

    One state at a time, so that a long run is never in memory with all its weights.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["k", "sample", *(f"w[{name}]" for name in features), "b"])
        states = trace.states()
        next(states)  # the start, before any mistake
        for k, (i, state) in enumerate(zip(trace.mistakes.tolist(), states, strict=True), start=1):
            writer.writerow([k, i, *state.tolist()])
