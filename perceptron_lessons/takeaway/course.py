"""A lecture from one file: deck, figures, article, talk, a picture to embed, sheets, and a page."""

from __future__ import annotations

import contextlib
import html
import importlib.util
import inspect
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from perceptron_core import perceptron
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.language import named
from perceptron_lessons.latex import with_indices
from perceptron_lessons.reading import read_text
from perceptron_lessons.tables import Phrase, table_of_run
from perceptron_lessons.takeaway.arguments import PARTS, size_in_print
from perceptron_lessons.takeaway.course_file import PROJECT
from perceptron_lessons.takeaway.illustrations import add_to_caption, picture_files
from perceptron_lessons.takeaway.output_folder import write_files
from perceptron_lessons.takeaway.players import whole_page
from perceptron_lessons.takeaway.run_tables import proof_that_applies
from perceptron_lessons.takeaway.template_files import TEMPLATES, fill_template
from perceptron_lessons.takeaway.worked_run import facts_of
from perceptron_lessons.theory.formats import as_latex, words_in_latex
from perceptron_lessons.theory.notation import notation_of, relabel, style
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.widget.player import Player

STEPWISE = ("steps", "disc_and_wall")  # figures of which a talk shows every state
FIGURES_SHOWN = (*STEPWISE, "strip", "solution_cone", "squeeze")
MOST_STATES = 24  # of a figure as overlays
FRAME = (
    '<iframe src="steps.html" title="{title}" loading="lazy" '
    'style="width: 100%; aspect-ratio: 4 / 3; min-height: 28rem; border: 0"></iframe>\n'
)
MADE = {
    "figures": Phrase("the figures"),
    "notes": Phrase("article and talk"),
    "embed": Phrase("the picture to embed"),
    "sheets": Phrase("the sheets"),
}
FRONT_END = PROJECT / "build" / "front-end" / "node_modules"


class PartFiles(NamedTuple):
    """A part that was made.

    Attributes
    ----------
    name : str
        Of `PARTS`.
    files : list of str
        Those to open first, as the page finds them.
    missing : list of str
        What could not be made, each with what it needs.
    """

    name: str
    files: list
    missing: list


def write_course(folder, path, course, parts, progress):
    """Write the parts of a lecture, and the page that says what is what.

    Parameters
    ----------
    folder : path
        There already.
    path : path
        The file of the lecture.
    course : Course
        What it says.
    parts : sequence of str
        Of `PARTS`.
    progress : Progress

    Returns
    -------
    list of PartFiles
    """
    folder, made = Path(folder), []
    with _deck_begun(folder, path, "deck" in parts) as deck:
        for part in parts:
            if part != "deck":
                progress.next(Phrase("making {part}", part=MADE[part]))
                made.append(MAKERS[part](folder, course))
        if "deck" in parts:
            progress.next(Phrase("waiting for the deck"))
            made.insert(0, _finish_deck(folder, deck))
    write_files(folder, {"index.html": _course_page(folder, course, made)})
    return made


# ---- The deck: made by what makes our site, which is not in the wheel ----


@contextlib.contextmanager
def _deck_begun(folder, path, wanted):
    """Let `publish` begin to make the deck, beside the rest; give the process, or what it lacks."""
    lacks = _what_a_deck_lacks() if wanted else "not asked for"
    if lacks:
        yield lacks
        return
    command = [sys.executable, "-m", "publish", "slides", "--course", str(Path(path).resolve())]
    command += ["--out", str(Path(folder) / "deck"), "--reveal", str(FRONT_END / "reveal.js")]
    command += ["--mathjax", str(FRONT_END / "@mathjax" / "src" / "bundle")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=PROJECT, **pipes)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _what_a_deck_lacks():
    """Return what to do so that a deck can be made, or nothing where it can."""
    if not (PROJECT / "publish" / "__main__.py").is_file():
        return "the project's folder: clone it, and run make course FROM=… there"
    if not (FRONT_END / "reveal.js").is_dir() or not shutil.which("node"):
        return "reveal.js and MathJax, which make course FROM=… fetches; it needs npm and node"
    if importlib.util.find_spec("nbformat") is None:
        return "the lessons' packages: pip install 'perceptron-lessons[lessons]'"
    return ""


def _finish_deck(folder, deck):
    if isinstance(deck, str):
        return PartFiles("deck", [], [Phrase("The deck needs {what}.", what=deck)])
    out, errors = deck.communicate()
    if deck.returncode:
        raise ValueError(errors.strip().splitlines()[-1].partition("python -m publish: ")[2])
    page = Path(out.strip().splitlines()[-1])
    command = [sys.executable, "-m", "tools.print_decks", str(page.parent.resolve())]
    printed = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    files = [path for path in sorted(page.parent.iterdir()) if path.is_file()]
    why = printed.stderr.strip().splitlines()[-1:] or [""]
    missing = [Phrase("The deck has no PDF: {why}.", why=why[0])] if len(files) < 3 else []
    return PartFiles("deck", [f"deck/{path.name}" for path in files], missing)


# ---- Figures ----


def _course_picture(course, name, **look):
    """Return a figure of the run on the points of a lecture, at its end."""
    run = perceptron(course.data.X, course.data.y)
    how = {"trace": run, "notation": course.notation, "language": course.language} | look
    takes = inspect.signature(FIGURES[name]).parameters
    how |= {key: value for key, value in course.names.items() if key in takes}
    if "source" in takes:
        how["source"], _ = proof_that_applies(check(run), course.notation)
    picture = FIGURES[name](**how)
    if "k" in picture.values:
        picture.at(k=run.n_mistakes - (name == "steps"))  # there the last update is seen
    return add_to_caption(picture, course.notation, run)


def _has_overlays(picture):
    """Return whether a talk shows every state of a figure: of some figures, where they are few."""
    return picture.name in STEPWISE and len(picture.values["k"]) <= MOST_STATES


def _draw_figures(folder, course):
    """Make the figures for beamer, with each state, and for paper."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind, look in (("beamer", size_in_print("beamer")), ("paper", {"font": "cm"})):
            (folder / kind).mkdir()
            for name in FIGURES_SHOWN:
                picture = _course_picture(course, name, **look)
                every = kind == "beamer" and _has_overlays(picture)
                how = {"notation": course.notation, "every": every}
                files, _ = picture_files(picture, name, ("pdf",), **how)
                write_files(folder / kind, files)
    return PartFiles("figures", ["beamer", "paper"], [])


# ---- Article and talk ----


def _write_notes(folder, course):
    """Make an article and a talk that show the figures, and compile them where that is possible."""
    if not (folder / "paper").is_dir():
        _draw_figures(folder, course)
    if logo := _logo_in_latex(course):
        shutil.copy(course.logo, folder / "beamer" / logo)
    words = Wording(course.notation, separator="u", language=course.language)
    for name, content in _tables(course, words).items():
        write_files(folder / "paper", {f"{name}.tex": content})
    for kind in ("paper", "beamer"):
        write_files(folder / kind, {"perceptron.sty": style(course.notation)})
    files = {"paper/article": "article.tex.j2", "beamer/talk": "talk.tex.j2"}
    made, missing = [], []
    for stem, template in files.items():
        name = named(stem, course.language)
        place = folder / f"{name}.tex"
        place.write_text(_document(folder, course, words, template), encoding="utf-8")
        made.append(f"{name}.tex")
        if not shutil.which("pdflatex"):
            lacks = "{file} is not compiled, because pdflatex is not installed."
            missing.append(Phrase(lacks, file=f"{name}.tex"))
        else:
            _compile(place)
            made.append(f"{name}.pdf")
    return PartFiles("notes", made, missing)


def _tables(course, words):
    """Return the table of the run and of the proof, as LaTeX."""
    run = perceptron(course.data.X, course.data.y)
    source, _ = proof_that_applies(check(run), course.notation)
    proof = prove(run, source=source, notation=course.notation).table()
    tables = {"table-run": relabel(table_of_run(run), course.notation), "table-proof": proof}
    return {name: as_latex(words.language.table(table)) for name, table in tables.items()}


def _frames_or_one(folder, name):
    """Return what a talk shows of a figure: each of its states, where these were drawn."""
    frames = f"{name}-frames"
    return frames if (folder / "beamer" / f"{frames}.tex").is_file() else name


def _document(folder, course, words, template):
    """Return a document in LaTeX, in the words and the letters of the lecture."""
    facts = facts_of(course.data)
    label = f"-{notation_of(course.notation)}"

    def say(text, **more):
        return Markup(words.write(text, **(facts | more)).latex)

    return str(
        fill_template(
            template,
            say=say,
            facts=facts,
            label=Markup(label),
            course={key: Markup(words_in_latex(getattr(course, key))) for key in TEXTS},
            logo=_logo_in_latex(course),
            frames={name: _frames_or_one(folder, name) for name in STEPWISE},
        )
    )


TEXTS = ("title", "author", "date")


def _logo_in_latex(course):
    """Return what the logo is called beside the talk; none where LaTeX cannot read it."""
    if course.logo is None or course.logo.suffix.lower() == ".svg":
        return None
    return f"logo{course.logo.suffix.lower()}"


def _compile(place):
    """Run pdflatex twice, and leave the PDF without what it writes on the way."""
    command = ["pdflatex", "-interaction=batchmode", "-halt-on-error", place.name]
    for _ in range(2):
        ran = subprocess.run(command, cwd=place.parent, capture_output=True, check=False)
    log = place.with_suffix(".log")
    if ran.returncode:
        lines = log.read_text(errors="replace").splitlines() if log.is_file() else []
        reason = next((line for line in lines if line.startswith("!")), "no log was written")
        raise ValueError(f"{place.name} does not compile: {reason}")
    for ending in (".aux", ".log", ".nav", ".out", ".snm", ".toc"):
        place.with_suffix(ending).unlink(missing_ok=True)


# ---- A picture to embed, and sheets ----


def _write_embed(folder, course):
    """Make one living picture as a page, with the lines that show it on another one."""
    (folder / "embed").mkdir()
    picture = _course_picture(course, "steps").at(k=0)
    words = picture.words
    title = f"{words.title('steps')}: {picture.description.alt}"
    page = whole_page(Player(picture), title, words.language.lang)
    lines = FRAME.format(title=html.escape(words.title("steps")))
    lines += html.unescape(read_text(TEMPLATES / "embed_host.html"))
    write_files(folder / "embed", {"steps.html": page, "lines.txt": lines})
    return PartFiles("embed", ["embed/steps.html", "embed/lines.txt"], [])


def _write_sheets(folder, course):
    """Make the sheets of a class with their solutions."""
    from perceptron_lessons import sheets

    if not course.students:
        return PartFiles("sheets", [], [])
    formats = ["markdown", "moodle", *(["pdf"] if shutil.which("pdflatex") else ["latex"])]
    how = {"notation": course.notation, "language": course.language, "kinds": course.kinds}
    out = folder / "sheets"
    out.mkdir()
    sheets.write_exam(out, course.students, course.seed, formats, **how)
    missing = (
        [] if "pdf" in formats else ["The sheets have no PDF, because pdflatex is not installed."]
    )
    for path in out.glob("*.pdf"):
        path.rename(path.with_stem(named(path.stem, course.language)))
    first = [f"sheets/{path.name}" for path in sorted([*out.glob("s*s.tex"), *out.glob("*.pdf")])]
    return PartFiles("sheets", [*first, "sheets/moodle.xml", "sheets/answers.csv"], missing)


MAKERS = {"figures": _draw_figures, "notes": _write_notes, "embed": _write_embed}
MAKERS |= {"sheets": _write_sheets}


# ---- The page ----


def _course_page(folder, course, made):
    words = Wording(course.notation, separator="u", language=course.language)
    facts = facts_of(course.data)

    def say(text, **more):
        return Markup(with_indices(words.write(text, **(facts | more))))

    notes = [name for part in made if part.name == "notes" for name in part.files]
    figures = (path for kind in ("beamer", "paper") for path in (folder / kind).glob("*.tex"))
    there = sorted({f"{path.parent.name}/{path.name}" for path in figures} - set(notes))
    return fill_template(
        "course.html.j2",
        title=course.title or str(words.write("The perceptron, and why it stops")),
        lang=words.language.lang,
        course=course,
        facts=facts,
        made=dict.fromkeys(PARTS) | {part.name: part for part in made},
        missing=[words.language.say(each) for part in made for each in part.missing],
        lines=read_text(folder / "embed" / "lines.txt") if (folder / "embed").is_dir() else "",
        latex=there,
        say=say,
    )
