"""A sheet in the forms that people hand out: Markdown, LaTeX, HTML, Moodle's XML; and tables of all.

Each form writes the same parts: texts with formulas between dollar signs, tables, and the table of
what is asked for, with room for answers, the answers, or fields to type into.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from fractions import Fraction
from typing import NamedTuple
from xml.etree import ElementTree

from perceptron_lessons.builder.claims import KINDS as PROOFS
from perceptron_lessons.exercises.exercise import lesson_numbers, predictions
from perceptron_lessons.sheets.kinds import lines_of
from perceptron_lessons.sheets.question import filled, symbol
from perceptron_lessons.sheets.sheet import EFFORTS
from perceptron_lessons.tables import Symbol, Table, format_number
from perceptron_lessons.theory.formats import as_csv, as_latex, as_markdown, in_words


class Form(NamedTuple):
    """How a form writes its parts.

    Attributes
    ----------
    formula, words, heading, table : callable
        Return a Symbol, plain words, a heading, a Table in this form.
    """

    formula: object
    words: object
    heading: object
    table: object


def _html_table(table):
    """Return a table as HTML, formulas as MathJax reads them."""
    rows = [[_cell(cell) for cell in row] for row in (table.columns, *table.rows)]
    body = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in rows)
    return f"<table>{body}</table>"


def _cell(value):
    return (
        rf"\({html.escape(value.latex)}\)"
        if isinstance(value, Symbol)
        else html.escape(format_number(value))
    )


FORMS = {
    "markdown": Form(
        lambda s: f"${s.latex}$",
        str,
        lambda t: f"## {t}",
        lambda t: as_markdown(t).removeprefix("****\n\n"),
    ),
    "latex": Form(
        lambda s: f"${s.latex}$",
        in_words,
        lambda t: rf"\subsection*{{{t}}}",
        lambda t: "\\begin{center}\n" + as_latex(t) + "\n\\end{center}",
    ),
    "html": Form(_cell, html.escape, lambda t: f"<h2>{t}</h2>", _html_table),
}


def written(text, notation, form):
    """Return a text in a form, its formulas in a notation."""
    parts = re.split(r"\$(.*?)\$", text.strip())
    return "".join(
        form.formula(symbol(part, notation)) if i % 2 else form.words(part)
        for i, part in enumerate(parts)
    )


def blocks(sheet, question, form, fields):
    """Return the parts of a question: its text, what is shown, and what is asked for.

    Parameters
    ----------
    fields : callable
        Of a row of `Sheet.rows`; returns what stands beside it.
    """
    said, words = sheet.texts[question.kind], sheet.texts["sheet"]
    yield written(filled(said["question"], question.given), sheet.notation, form)
    yield from map(form.table, question.shown)
    rows = [
        (key, _label(label, sheet.notation), points, fields(row))
        for row in sheet.rows()
        for key, label, points, _, of in [row]
        if of is question
    ]
    heads = [words["key"], words["asked"], words["points"], words["value"]]
    yield form.table(Table("", heads, rows))


def _label(label, notation):
    """Return what is asked for as a cell: a Symbol where it is a formula, else plain words."""
    whole = re.fullmatch(r"\$([^$]*)\$", label)
    return (
        symbol(whole[1], notation)
        if whole
        else re.sub(r"\$(.*?)\$", lambda f: symbol(f[1], notation).text, label)
    )


def solution(sheet, question, form):
    """Return the parts of a question's solution."""
    text = filled(sheet.texts[question.kind]["solution"], question.given | question.answers)
    yield written(text, sheet.notation, form)
    yield from map(form.table, question.worked)


def document(sheet, form="markdown", solutions=False):
    """Return a sheet in a form, or its solution sheet.

    Parameters
    ----------
    form : {"markdown", "latex", "html"}
    solutions : bool
    """
    form, words = FORMS[form], sheet.texts["sheet"]
    total = sum(points for _, _, points, *_ in sheet.rows())
    title = f"{words['title']} {sheet.student}" + f", {words['solutions']}" * solutions
    parts = [form.heading(title), form.words(f"{words['name']}: ____________________ / {total}")]
    parts.append(written(words["rules"], sheet.notation, form))
    for number, question in enumerate(sheet.questions, start=1):
        parts.append(form.heading(f"{number}. {sheet.texts[question.kind]['title']}"))
        parts += blocks(sheet, question, form, lambda row: row[3] if solutions else "")
        parts += solution(sheet, question, form) if solutions else ()
    return "\n\n".join(parts) + "\n"


def latex(sheets, solutions=False):
    """Return sheets as one LaTeX document, each on pages of its own."""
    pages = "\\clearpage\n".join(document(sheet, "latex", solutions) for sheet in sheets)
    packages = r"\usepackage[T1]{fontenc}\usepackage{amsmath,amssymb,booktabs,textcomp}"
    paper = r"\usepackage[a4paper,margin=2cm]{geometry}\setlength{\parindent}{0pt}"
    return f"\\documentclass{{article}}\n{packages}\n{paper}\n\\begin{{document}}\n{pages}\\end{{document}}\n"


def answers(sheets):
    """Return the table of all answers."""
    rows = [
        (sheet.student, sheet.seed, key, question.kind, points, value)
        for sheet in sheets
        for key, _, points, value, question in sheet.rows()
    ]
    return Table("", ["student", "seed", "key", "kind", "points", "answer"], rows)


def report(sheets):
    """Return how hard the sheets are, in Markdown: ranges kind by kind, and a histogram of steps."""
    words, rows = sheets[0].texts, []
    for number, question in enumerate(sheets[0].questions):
        of_kind = [sheet.questions[number] for sheet in sheets]
        found = [[getattr(each, effort) for each in of_kind] for effort in EFFORTS]
        cells = [f"{min(v)}–{max(v)}" for v in found]
        allowed = ["–".join(map(str, words[question.kind][effort])) for effort in EFFORTS]
        rows.append((question.kind, *(f"{a} of {b}" for a, b in zip(cells, allowed, strict=True))))
    steps = Counter(sum(question.steps for question in sheet.questions) for sheet in sheets)
    bars = [(n, steps[n], "■" * steps[n]) for n in sorted(steps)]
    tables = [Table("found, of what is allowed", ["kind", *EFFORTS], rows)]
    tables.append(Table("steps of the solutions of a sheet", ["steps", "sheets", ""], bars))
    return f"# {words['sheet']['report']}\n\n" + "\n\n".join(map(as_markdown, tables)) + "\n"


# ---- for machines ----


def cloze(value, points, feedback):
    """Return fields of Moodle for an answer, a field for each number of a vector."""
    parts = value if isinstance(value, tuple) else (value,)
    hint = re.sub(r"([}#~/\"\\])", r"\\\1", feedback)
    fields = []
    for part in parts:
        sort = (
            "NUMERICAL"
            if Fraction(str(part) if not isinstance(part, str) else "1/2").denominator == 1
            else "SHORTANSWER"
        )
        fields.append(f"{{{12 * points // len(parts)}:{sort}:={part}~%0%*#{hint}}}")
    return ", ".join(fields)


def moodle(sheets):
    """Return the questions of all sheets as XML of Moodle, in a category for each kind."""
    quiz = ElementTree.Element("quiz")

    def add(parent, name, text=None, **attributes):
        element = ElementTree.SubElement(parent, name, attributes)
        if text is not None:
            ElementTree.SubElement(element, "text").text = text
        return element

    for number, first in enumerate(sheets[0].questions):
        said = sheets[0].texts[first.kind]
        add(add(quiz, "question", type="category"), "category", f"$course$/perceptron/{first.kind}")
        for sheet in sheets:
            question = sheet.questions[number]
            node = add(quiz, "question", type="cloze")
            form = FORMS["html"]
            fields = lambda row: cloze(
                row[3],
                row[2],
                written(
                    said["feedback"][row[0].split(".")[1].rstrip("0123456789")],
                    sheet.notation,
                    form,
                ),
            )
            add(node, "name", f"{said['title']}, {sheet.student}")
            rules = written(sheet.texts["sheet"]["rules"], sheet.notation, form)
            parts = [rules, *blocks(sheet, question, form, fields)]
            add(
                node, "questiontext", "".join(f"<div>{part}</div>" for part in parts), format="html"
            )
            add(
                node,
                "generalfeedback",
                "".join(f"<div>{part}</div>" for part in solution(sheet, question, form)),
                format="html",
            )
    return ElementTree.tostring(quiz, encoding="unicode", xml_declaration=True)


def anki(notation):
    """Return a deck of the lessons' predictions and of the false lines that runs refute."""
    cards = [(p.question, p.answer, f"lesson-{n}") for n in lesson_numbers() for p in predictions(n)]
    for name in ("three lines", "falling distance", "mean of the mistakes", "any start"):
        _, false, refuted = lines_of(name, notation)
        cards += [
            (f"{line.formula().text}, since {line.why}?", f"No: {why}", "refutation")
            for line, why in zip(false, refuted, strict=True)
        ]
    lines = ["\t".join(" ".join(html.escape(part).split()) for part in card) for card in cards]
    return "\n".join(["#separator:tab", "#html:true", "#tags column:3", *lines]) + "\n"
