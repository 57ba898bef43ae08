"""Everything about one run, for a folder: its tables, figures, list of mistakes, and a page."""

from __future__ import annotations

import csv
from dataclasses import replace

import numpy as np
from markupsafe import Markup

from perceptron_core.exact import is_mistake
from perceptron_lessons import figures
from perceptron_lessons.export.frame import digest
from perceptron_lessons.export.illustrations import add_to_caption, picture_files, table_files
from perceptron_lessons.export.output_folder import write_files
from perceptron_lessons.export.players import fragment, players_script
from perceptron_lessons.export.run_tables import (
    proof_that_applies,
    shortened,
    table_of_certificate,
    thinned_trace,
)
from perceptron_lessons.export.template_files import filled
from perceptron_lessons.export.web_figures import picture_html
from perceptron_lessons.figures.interactive_figure import Description
from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.tables import format_number, pluralize, table, table_of_run
from perceptron_lessons.theory.notation import relabel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.widget.player import Player

FILES = ("index.html", "trace.txt", "mistakes.csv")
ROWS_ON_PAGE = 20
PLAYED = 60  # states of a figure with a slider
LISTED = 1_000_000  # numbers in the list of mistakes
LARGEST_PLAYER = 2_000_000  # bytes of its states; a longer one stands there as a picture


def write_run(folder, data, trace, names, options, progress):
    """Write everything about one run.

    Parameters
    ----------
    folder : path
    data : Dataset
    trace : Trace
        Of a run on the data.
    names : dict
        "features": the headings of the columns of X; "classes": {+1: name, −1: name or names}.
    options : argparse.Namespace
        Of the command line: unit_length, notation, format, path, width, font.
    progress : Progress

    Returns
    -------
    result : str
        The run in a few lines.
    notes : list of str
        What the reader of the page must know first, and which files there could not be.
    """
    progress.next("looking for the maximum margin")
    verdict = maximum_margin(trace.X, trace.y, bias=trace.bias)
    bounds = check(trace)
    source, notes = proof_that_applies(bounds, options.notation)
    notes += _why_stopped(trace, verdict, bounds)
    progress.next("writing tables")
    tables = _tables(trace, verdict, bounds, source, options.notation)
    for name, shown in tables.items():
        write_files(folder, table_files(shown, f"table-{name}"))
    progress.next("writing mistakes")
    notes += _write_mistakes(folder / "mistakes.csv", trace, names["features"])
    progress.next("drawing figures")
    look = {"notation": options.notation, "width": options.width, "font": options.font}
    look["language"] = options.words
    pictures, more = _pictures(trace, data, names, verdict, source, look)
    notes += more
    missing = []
    for name, picture in pictures.items():
        progress.next(f"writing {name}")
        missing += _save_last_state(folder, name, picture, trace, options)
    progress.next("writing the page")
    result = f"{trace}\n{verdict}"
    features = ", ".join(names["features"])
    classes = f"+1 is {names['classes'][1]}, −1 is {names['classes'][-1]}"
    summary = f"{data.name}: features {features}; {classes}\n{result}\n\n{bounds}\n"
    write_files(folder, {"trace.txt": "\n".join([*notes, summary])})
    files = sorted(path.name for path in folder.iterdir())
    short = [shortened(shown, ROWS_ON_PAGE) for shown in tables.values()]
    page = lecture_page(data.name, summary, short, pictures, notes, files)
    write_files(folder, {"index.html": page})
    return result, notes + missing


def _save_last_state(folder, name, picture, trace, options):
    """Write the files of a picture, and return notes on those that there could not be."""
    if picture.values:
        picture.at(**{slider: values[-1] for slider, values in picture.values.items()})
    add_to_caption(picture, options.notation, trace, options.unit_length, options.words)
    how = {"notation": options.notation, "path": options.path}
    files, notes = picture_files(picture, name, options.format, **how)
    write_files(folder, files)
    return notes


def lecture_page(title, summary, tables, pictures, notes=(), files=()):
    """Return an HTML page about one run that needs no other file.

    Parameters
    ----------
    title, summary : str
    tables : sequence of Table
    pictures : dict of str to InteractiveFigure
        In the state to be shown; one with a slider stands there as a player.
    notes : sequence of str
        What the reader must know first, such as that a run was stopped.
    files : sequence of str
        What lies beside the page, to be linked.
    """
    played = any(picture.values for picture in pictures.values())
    script = Markup(players_script() if played else "")
    return filled(
        "run.html.j2",
        title=title,
        summary=summary,
        tables=[(table.title, Markup(table.html())) for table in tables],
        figures={name: _shown(picture) for name, picture in pictures.items()},
        notes=notes,
        files=files,
        script=script,
        digest=digest(script),
    )


def _shown(picture):
    """Return what the template shows of a picture, itself included."""
    description = picture.description
    caption = description.caption or description.text
    if picture.values:
        here = dict(picture.state)
        player = Player(picture)
        player.prepare()
        if player.payload_bytes <= LARGEST_PLAYER:
            return {"picture": Markup(fragment(player, script=False)), "caption": caption}
        picture.at(**here)
    return {"picture": picture_html(picture), "caption": caption}


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
    tables = {
        "run": relabel(table_of_run(trace), notation),
        "start": relabel(table(trace, 1), notation, 0),
        "bounds": relabel(bounds.table(), notation),
    }
    if verdict:
        tables["proof"] = prove(trace, source=source, notation=notation).table()
    else:
        tables["certificate"] = table_of_certificate(trace, verdict)
    return tables


def _pictures(trace, data, names, verdict, source, look):
    """Return the pictures that say something about this run, and notes."""
    pictures = {}
    shown = thinned_trace(trace, keep=verdict.support)[0]
    notes = []
    if trace.n_features == 2:
        names = names | look
        pictures["data"] = figures.worked_example(shown, **names)
        pictures["steps"] = figures.steps(shown, limit=PLAYED, **names)
        if not verdict:
            samples = replace(data, X=shown.X, y=shown.y)
            pictures["certificate"] = figures.certificate(samples, bias=trace.bias, **names)
    elif np.any(trace.w):
        pictures["data"] = _along_w(shown, names["classes"], look)
        notes.append(
            f"The samples have {pluralize(trace.n_features, 'feature')}, the plane has 2: the "
            "picture shows how far each is along w, and across it the direction in which they "
            "spread most. Its line and the side of each sample are as they are in all dimensions; "
            "the steps are not drawn."
        )
    if pictures and shown is not trace:
        notes.append(
            f"The figures of the samples draw and count {shown.n_samples} of {trace.n_samples}, "
            "every mistaken one among them."
        )
    if verdict and trace.n_mistakes:
        pictures["squeeze"] = figures.squeeze(trace, limit=PLAYED, source=source, **look)
        pictures["two-bounds"] = figures.numerator_denominator(trace, source=source, **look)
    return pictures, notes


def _along_w(trace, classes, look):
    """Draw a run in the plane of its final w and of the widest spread across it.

    What stands at a right angle to the plane is left out, of the weights too. The final w is in
    the plane, so that w·x, and with it each sample's side of the line, stays.
    """
    X = trace.X.astype(float)
    w = trace.w.astype(float)
    along = w / np.linalg.norm(w)
    rest = X - X.mean(axis=0)
    rest -= np.outer(rest @ along, along)
    across = np.linalg.svd(rest, full_matrices=False)[2][0]
    across -= (across @ along) * along
    length = np.linalg.norm(across)
    # Where nothing spreads across w, any direction does.
    plane = np.column_stack([along, across / length if length > 0.5 else np.zeros(len(w))])
    flat = replace(trace, X=X @ plane, w0=trace.w0.astype(float) @ plane)
    words = Wording(look["notation"])
    axes = [words("{w}·x / ‖{w}‖"), words("widest spread across {w}")]
    picture = figures.worked_example(flat, features=axes, classes=classes, **look)
    text, alt, caption = picture.description
    where = "In the plane of the final weights and of the widest spread across them: "
    picture.description = Description(text, where + alt, where + caption)
    return picture


def _write_mistakes(path, trace, features):
    """Write the run as CSV, one line per mistake, with the weights after it; return notes.

    Of a long run the weights are left out: they would be most of what the folder holds.
    """
    long = trace.n_mistakes * (trace.n_features + 1) > LISTED
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if long:
            writer.writerow(["k", "sample"])
            writer.writerows(enumerate(trace.mistakes.tolist(), start=1))
            return ["The list of mistakes is without the weights, which would be too many numbers."]
        writer.writerow(["k", "sample", *(f"w[{name}]" for name in features), "b"])
        states = zip(trace.mistakes, trace.weights[1:], trace.offsets[1:], strict=True)
        for k, (i, w, b) in enumerate(states, start=1):
            writer.writerow([k, int(i), *w.tolist(), b.item() if hasattr(b, "item") else b])
    return []
