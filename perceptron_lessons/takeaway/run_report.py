"""Everything about one run, for a folder: its tables, figures, list of mistakes, and a page."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup, escape

from perceptron_core import Dataset, Trace
from perceptron_lessons import figures
from perceptron_lessons.figures.wording import Wording, Written
from perceptron_lessons.tables import (
    Phrase,
    Table,
    filled,
    format_number,
    summary_of_run,
    table_of_run,
    with_indices,
)
from perceptron_lessons.takeaway.illustrations import add_to_caption, picture_files, table_files
from perceptron_lessons.takeaway.messages import error_text
from perceptron_lessons.takeaway.output_folder import write_files
from perceptron_lessons.takeaway.players import fragment, players_script
from perceptron_lessons.takeaway.run_tables import (
    proof_that_applies,
    table_of_certificate,
    thinned_trace,
)
from perceptron_lessons.takeaway.template_files import digest, fill_template
from perceptron_lessons.takeaway.web_figures import picture_html
from perceptron_lessons.theory.formats import as_csv
from perceptron_lessons.theory.notation import AUTHORS, relabel
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import Certificate, Separator, maximum_margin
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.widget.player import Player

FILES = ("index.html", "trace.txt", "mistakes.csv")
PLAYED = 60  # states of a figure with a slider
SUMS = 4_000_000  # that weights in mistakes.csv may take, two seconds; a longer run has none there


class RunOfData(NamedTuple):
    """A run, and what is known of its data.

    Attributes
    ----------
    data : Dataset
    trace : Trace
        Of the run.
    verdict : Separator or Certificate
        Of the data, in the space of the run.
    names : dict
        "features": the headings of the columns of X; "classes": {+1: name, −1: name or names}.
    decisions : list of str
        What was decided when the file was read.
    """

    data: Dataset
    trace: Trace
    verdict: Separator | Certificate
    names: dict
    decisions: list


def write_run(folder, run, options, progress):
    """Write everything about one run, and return what it found in a few lines.

    Parameters
    ----------
    folder : path
    run : RunOfData
    options : argparse.Namespace
        Of the command line: unit_length, notation, format, path, width (as `size_in_print`), font.
    progress : Progress
    """
    trace, verdict = run.trace, run.verdict
    wording = Wording(options.notation, separator="u", language=options.words)
    language = wording.language
    progress.next(Phrase("checking the theorems"))
    bounds = check(trace)
    source, notes = proof_that_applies(bounds, options.notation) if verdict else (None, [])
    proof, claim = _proof_table(trace, verdict, source, options.notation)
    tables = {"run": table_of_run(trace), "proof": proof, "bounds": bounds.table()}
    for name in ("run", "bounds"):
        tables[name] = relabel(tables[name], options.notation)
    spoken = {name: language.table(table) for name, table in tables.items()}
    for name, table in tables.items():
        for_programs = {f"table-{name}.csv": as_csv(table)}
        write_files(folder, table_files(spoken[name], f"table-{name}") | for_programs)
    write_files(folder, {"mistakes.csv": as_csv(_table_of_mistakes(trace))})
    progress.next(Phrase("drawing figures"))
    pictures, gaps = _pictures(run, claim, options)
    on_page, missing = _write_pictures(folder, pictures, run, options, progress)
    progress.next(Phrase("writing the page"))
    notes = [language.say(note) for note in (*notes, *gaps, *missing)]
    said = [language.say(sentence) for sentence in run.decisions]
    answer = _answer(run, bounds, wording)
    told = language.phrase("note: {note}")
    about = [*said, *(filled(told, {"note": note}) for note in notes)]
    summary = [language.say(each) for each in (summary_of_run(trace), str(verdict))]
    result = "\n".join([*summary, answer, *about])
    proved = bounds if options.words is None else spoken["bounds"]
    write_files(folder, {"trace.txt": f"{run.data.name}: {run.names}\n{result}\n\n{proved}\n"})
    files = sorted(path.name for path in folder.iterdir())
    parts = {"tables": spoken, "figures": on_page, "files": files, "said": said, "notes": notes}
    page = _page(run, options, wording, answer=answer, folder=options.out, **parts)
    write_files(folder, {"index.html": page})
    return result


def _table_of_mistakes(trace):
    """Return the table of all mistakes, with the weights where these are not too many."""
    k = trace.n_mistakes
    if k * k * trace.n_features <= SUMS:
        return table_of_run(trace, k)
    return Table("", ["k", "i"], list(enumerate(trace.mistakes.tolist(), start=1)))


def _write_pictures(folder, pictures, run, options, progress):
    """Write the files of the pictures; return what the page shows of each, and notes."""
    on_page = {}
    notes = []
    for name, picture in pictures.items():
        progress.next(Phrase("writing {name}", name=name))
        on_page[name] = _on_page(picture)
        if picture.values:
            picture.at(k=run.trace.n_mistakes)
        add_to_caption(picture, options.notation, run.trace, options.unit_length)
        files, missing = picture_files(
            picture, name, options.format, notation=options.notation, path=options.path
        )
        write_files(folder, files)
        notes += missing
    return on_page, notes


def _answer(run, bounds, wording):
    """Return in a few sentences whether something separates the classes, and after how much."""
    trace, made = run.trace, {"made": run.trace.n_mistakes}
    if run.verdict:
        made["most"] = int(bounds["iterations"].bound // 1)
    if trace.converged:
        sentences = [
            "Yes: after {made:mistake} every sample is on its side. No run on these samples, in "
            "whatever order, makes more than {most:mistake}."
        ]
    elif run.verdict:
        sentences = [
            "Yes, the classes can be separated. The run was stopped after {made:mistake}, before "
            "it did so. With a larger --max-mistakes it ends: after at most {most:mistake}."
        ]
    else:
        sentences = [_no_answer(trace)]
        if trace.bias == "none" and maximum_margin(trace.X, trace.y, bias="one"):
            sentences.append("With an offset one does: try --step one.")
    return " ".join(str(wording.write(sentence, **made)) for sentence in sentences)


def _no_answer(trace):
    what = {1: "point", 2: "line", 3: "plane"}.get(trace.n_features, "hyperplane")
    if trace.bias == "none":
        what += " through the origin"
    return (
        f"No {what} separates the classes, so the run would never end. It was stopped after "
        "{made:mistake}."
    )


def _page(run, options, wording, **parts):
    """Return the page of a run, with the parts that it shows."""

    def say(template, **facts):
        """Return a sentence in the language and the letters of the page, as HTML."""
        theirs = {k: Written(v) if isinstance(v, str) else v for k, v in facts.items()}
        pieces = wording.write(template, **theirs).pieces
        return Markup("").join(
            escape(text) if latex is None else Markup(with_indices(text)) for text, latex in pieces
        )

    def number(value):
        return wording.language.number(format_number(value))

    script = Markup(players_script())
    return fill_template(
        "run.html.j2",
        title=run.data.name,
        lang=wording.language.lang,
        say=say,
        number=number,
        author=AUTHORS.get(options.notation),
        script=script,
        digest=digest(script),
        trace=run.trace,
        verdict=run.verdict,
        options=options,
        features=run.names["features"],
        names={"plus": run.names["classes"][1], "minus": run.names["classes"][-1]},
        **parts,
    )


def _on_page(picture):
    """Return what the template shows of a picture: one with a slider as a player."""
    description = picture.description
    if picture.values:  # what a state shows, its player says
        return {"picture": Markup(fragment(Player(picture), script=False)), "caption": ""}
    return {"picture": picture_html(picture), "caption": description.caption or description.text}


def _proof_table(trace, verdict, source, notation):
    """Return the table of a proof, and of which vector it is; the proof itself is large."""
    if not verdict:
        return table_of_certificate(trace, verdict), None
    proof = prove(trace, source=source, notation=notation)
    return proof.table(), {"separator": proof.separator, "source": source}


def _pictures(run, claim, options):
    """Return the pictures that say something about this run, and notes."""
    data, trace, verdict, names, _ = run
    look = {"notation": options.notation, "font": options.font} | options.width
    look["language"] = options.words
    pictures = {}
    thinned = thinned_trace(trace, keep=verdict.support)
    notes = []

    def draw(name, figure, **how):
        try:
            pictures[name] = figure(**how)
        except (ValueError, ArithmeticError) as error:  # the page is worth reading without it
            left_out = "The figure {name} is left out: {why}"
            notes.append(Phrase(left_out, name=name, why=error_text(error)))

    if trace.n_features == 2:
        names = names | look
        draw("data", figures.worked_example, trace=thinned, **names)
        draw("steps", figures.steps, trace=thinned, limit=PLAYED, **names)
        if not verdict:
            samples = replace(data, X=thinned.X, y=thinned.y)
            draw("certificate", figures.certificate, data=samples, bias=trace.bias, **names)
    if pictures and thinned is not trace:
        counted = "The figures of the samples draw and count {some} of {all}, every mistaken one "
        counts = {"some": thinned.n_samples, "all": trace.n_samples}
        notes.append(Phrase(counted + "among them.", **counts))
    if verdict and trace.n_mistakes:
        draw("squeeze", figures.squeeze, trace=trace, limit=PLAYED, **claim, **look)
    for name, k in {"steps": 0, "squeeze": trace.n_mistakes}.items():
        if name in pictures:
            pictures[name].at(k=k)
    return pictures, notes
