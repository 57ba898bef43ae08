"""Sheets in the forms that people hand out, on paper and for machines; and tables of them all.

Each form writes the same parts: texts with formulas between dollar signs, tables, and the table of
what is asked for, with room for answers, the answers, or fields to type into.
"""

from __future__ import annotations

import functools
import html
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from perceptron_lessons.latex import as_html
from perceptron_lessons.sheets.cloze import cloze, weight_of_a_point
from perceptron_lessons.sheets.kinds import options
from perceptron_lessons.sheets.question import (
    EFFORTS,
    formula_symbol,
    in_own_words,
    sentence,
    with_values,
)
from perceptron_lessons.sheets.sheet import exam
from perceptron_lessons.tables import Phrase, Table
from perceptron_lessons.theory.formats import as_csv, as_latex, as_markdown, words_in_latex

ROOM = "…" * 12  # to write an answer
FORMS = {
    "markdown": (lambda s: f"${s.latex.strip()}$", str, "## {}", as_markdown),
    "latex": (
        lambda s: f"${s.latex.strip()}$",
        words_in_latex,
        r"\filbreak\subsection*{{{}}}",
        as_latex,
    ),
    "html": (lambda s: as_html(s.latex), html.escape, "<h2>{}</h2>", Table.html),
}
"""Name of a form → how it writes a Symbol, plain words, a heading and a Table."""


def text_in_form(text, notation, form):
    """Return a text in a form, its formulas in a notation."""
    formula, words, *_ = FORMS[form]
    parts = enumerate(text.split("$"))
    whole = "".join(formula(formula_symbol(p, notation)) if i % 2 else words(p) for i, p in parts)
    return f"<p>{whole}</p>" if form == "html" else whole


def tables(sheet, form, shown):
    """Return tables in a form, in the words of the sheet."""
    words = sheet.texts["sheet"]["words"]
    return [FORMS[form][-1](in_own_words(table, words)) for table in shown]


def question_parts(sheet, number, form, field):
    """Return the parts of a question: its text, what is shown, and a table of what is asked for.

    Parameters
    ----------
    field : callable
        Of the points, the answer and the feedback of a row; returns what stands in its last cell.
    """
    question, words = sheet.questions[number - 1], sheet.texts["sheet"]
    kind = sheet.texts[question.kind]

    def cell(text):
        if form == "markdown":
            return text_in_form(text, sheet.notation, form)
        return sentence(text, sheet.notation)

    rows = []
    for key, label, points, value, hint in sheet.rows(number):
        answer = field(points, value, sentence(hint, sheet.notation).text)
        rows.append((key, cell(label), answer, points))
    text = text_in_form(with_values(kind["question"], question.given), sheet.notation, form)
    table = Table("", [words["key"], words["asked"], words["answer"], words["points"]], rows)
    choices = [options(map(cell, kind["choices"]))] if "choices" in kind else []
    return [text, *tables(sheet, form, (*question.shown, *choices, table))]


def solution(sheet, number, form):
    """Return the parts of a question's solution."""
    question = sheet.questions[number - 1]
    text = with_values(sheet.texts[question.kind]["solution"], question.given)
    return [text_in_form(text, sheet.notation, form), *tables(sheet, form, question.worked)]


def document(sheet, form="markdown", solutions=False):
    """Return a sheet, or its solution sheet, in a form: "markdown", "latex" or "html"."""
    words, (_, as_words, heading, _) = sheet.texts["sheet"], FORMS[form]
    title = f"{words['title']} {sheet.student}" + f", {words['solutions']}" * solutions
    total = f"{words['name']}: ____________________ / {sheet.total} {words['points']}"
    rules = text_in_form(words["rules"], sheet.notation, form)
    parts = [heading.format(as_words(title)), text_in_form(total, None, form), rules]
    for number, question in enumerate(sheet.questions, start=1):
        title = f"{number}. {sheet.texts[question.kind]['title']}"
        parts.append(heading.format(as_words(title)))
        parts += question_parts(
            sheet, number, form, lambda _, value, __: value if solutions else ROOM
        )
        parts += solution(sheet, number, form) if solutions else []
    return "\n\n".join(parts).replace("****\n\n", "") + "\n"


def latex(sheets, solutions=False):
    """Return sheets as one LaTeX document, each on leaves of its own when printed two-sided."""
    template = Path(__file__).with_name("sheets.tex").read_text(encoding="utf-8")
    return template % "\\cleardoublepage\n".join(
        document(each, "latex", solutions) for each in sheets
    )


def answers(sheets):
    """Return the table of all answers; the seed in a row makes its student's sheet again."""
    rows = [
        (sheet.student, sheet.seed, key, points, value)
        for sheet in sheets
        for number in range(1, len(sheet.questions) + 1)
        for key, _, points, value, _ in sheet.rows(number)
    ]
    return Table("", ["student", "seed", "key", "points", "answer"], rows)


def report(sheets):
    """Return how hard the sheets are, in Markdown: ranges of each kind, a histogram of steps."""
    texts, rows = sheets[0].texts, []
    words = texts["sheet"]["words"]
    for of_kind in zip(*(sheet.questions for sheet in sheets), strict=True):
        kind, cells = of_kind[0].kind, []
        for effort in EFFORTS:
            found = [getattr(question, effort) for question in of_kind]
            least, most = texts[kind][effort]
            facts = {"low": min(found), "high": max(found), "least": least, "most": most}
            cells.append(Phrase("{low}–{high} of {least}–{most}", **facts))
        rows.append((kind, *cells))
    steps = Counter(sum(question.steps for question in sheet.questions) for sheet in sheets)
    bars = [(n, steps[n], "■" * steps[n]) for n in sorted(steps)]
    ranges = Table("found, of what is allowed", ["kind", *EFFORTS], rows)
    histogram = Table("steps of the solutions of a sheet", ["steps", "sheets", ""], bars)
    shown = (as_markdown(in_own_words(table, words)) for table in (ranges, histogram))
    return "\n\n".join(shown) + "\n"


# ---- for machines ----


def moodle(sheets):
    """Return the questions of all sheets as XML of Moodle, in a category for each kind."""
    quiz = ElementTree.Element("quiz")

    def add(parent, name, parts):
        element = ElementTree.SubElement(parent, name, format="html")
        ElementTree.SubElement(element, "text").text = "\n".join(parts)

    for number, first in enumerate(sheets[0].questions, start=1):
        category = ElementTree.SubElement(quiz, "question", type="category")
        add(category, "category", [f"$course$/perceptron/{first.kind}"])
        asked = [sheet.questions[number - 1] for sheet in sheets]
        answers = ((value, each.letters) for each in asked for value in each.answers.values())
        share = weight_of_a_point(answers)
        for sheet in sheets:
            letters = sheet.questions[number - 1].letters
            field = functools.partial(cloze, share=share, letters=letters)
            question = ElementTree.SubElement(quiz, "question", type="cloze")
            rules = text_in_form(sheet.texts["sheet"]["rules"], sheet.notation, "html")
            add(question, "name", [f"{sheet.texts[first.kind]['title']}, {sheet.student}"])
            add(question, "questiontext", [rules, *question_parts(sheet, number, "html", field)])
            add(question, "generalfeedback", solution(sheet, number, "html"))
    return ElementTree.tostring(quiz, encoding="unicode", xml_declaration=True)


# ---- files ----

FORMATS = ("markdown", "latex", "pdf", "moodle")


def write_exam(folder, students, seed, formats=("markdown", "latex"), **how):
    """Write the sheets of a class into a folder that is there, and return them.

    Parameters
    ----------
    folder : path
    students, seed, kinds, notation, language, texts
        As for `exam`.
    formats : sequence of str
        Of `FORMATS`; the answers and the report are always there.

    Raises
    ------
    ValueError
        There is no such format; pdflatex is missing where PDFs are asked for, or reports an error;
        or as for `exam`.
    """
    if unknown := [name for name in formats if name not in FORMATS]:
        raise ValueError(f"no format {unknown[0]!r}; there are {', '.join(FORMATS)}")
    if "pdf" in formats and not shutil.which("pdflatex"):
        raise ValueError("pdflatex is missing: install LaTeX, or leave pdf out of the formats")
    sheets = exam(students, seed, **how)
    files = {"answers.csv": as_csv(answers(sheets)), "report.md": report(sheets)}
    if "markdown" in formats:
        for sheet in sheets:
            files[f"sheet-{sheet.student:04}.md"] = document(sheet)
            files[f"solution-{sheet.student:04}.md"] = document(sheet, solutions=True)
    if "latex" in formats or "pdf" in formats:
        files |= {"sheets.tex": latex(sheets), "solutions.tex": latex(sheets, solutions=True)}
    files |= {"moodle.xml": moodle(sheets)} if "moodle" in formats else {}
    for name, text in files.items():
        place = Path(folder) / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    for name in ("sheets", "solutions") if "pdf" in formats else ():
        _typeset(folder, name)
    return sheets


def _typeset(folder, name):
    command = ["pdflatex", "-interaction=batchmode", "-halt-on-error", f"{name}.tex"]
    if subprocess.run(command, cwd=folder, capture_output=True).returncode:
        log = (Path(folder) / f"{name}.log").read_text(encoding="utf-8", errors="replace")
        raise ValueError(f"pdflatex stopped: {log[log.find('!') :][:200]}")
    for ending in ("aux", "log"):
        (Path(folder) / f"{name}.{ending}").unlink()
