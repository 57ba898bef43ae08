"""The course as one document in LaTeX: text, tables and figures, players as strips of states.

What a cell shows is asked for as LaTeX: each notebook is run with `show_for_print`, so that tables
come as `tabular`, and figures as PDF files beside the document.
"""

import functools
import hashlib
import re
import textwrap
from pathlib import Path

import mistune
import nbformat
from IPython.display import display
from nbconvert.filters.markdown_mistune import MarkdownWithMath

from perceptron_core import __version__
from perceptron_core.trace import OnlineTrace, Trace
from perceptron_lessons.builder import ProofBuilder
from perceptron_lessons.exercises import lessons, predictions
from perceptron_lessons.exercises.exercise import Prediction
from perceptron_lessons.figures.display import Display, hand_over
from perceptron_lessons.figures.interactive_figure import InteractiveFigure, value_text
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.style import LOOK
from perceptron_lessons.figures.wording import Written
from perceptron_lessons.stage import Stage
from perceptron_lessons.tables import Table, table_of_run
from perceptron_lessons.takeaway.messages import quietly
from perceptron_lessons.theory.formal import statement
from perceptron_lessons.theory.formats import as_latex, latex_escape
from perceptron_lessons.theory.notation import SOURCES, notation_table, symbol
from perceptron_lessons.theory.proofs import Proof
from perceptron_lessons.theory.theorems import BoundsReport, TheoremCheck
from perceptron_lessons.widget.player import Player
from publish import kernel
from publish.addresses import COURSE, addresses, page_address
from publish.children import in_children
from publish.running import waiting_for
from publish.template_files import TEMPLATES

_ANCHOR = re.compile(r'<a id="([^"]+)">')
_OBJECT = re.compile(r'<b class="object (\w+)">')
_PAGE = re.compile(r"(?:\./)?([\w-]+)\.ipynb(?:#(.*))?")
# Sentences that ask for a hand: on paper nothing moves.
_BY_HAND = re.compile(
    r"(?<![^\s>])(Press \*Play|Drag|Move|Paste|Write it in place)\b([^.:(]|\([^)]*\))*[.:]\s?"
)
# A work in references.bib: its key, authors, title and year.
_WORK = re.compile(
    r"@\w+\{(\w+),\s+author = \{(.*?)\},\s+title = \{(.*?)\},\s+year = \{(\d+)\}", re.S
)
_PREPARE = """\
import sys
sys.path.append({project!r})
from publish.book import show_for_print
show_for_print(get_ipython(), {folder!r}, {page!r})
"""
PROJECT = Path(__file__).parents[1]  # where a kernel finds this package, which is not installed
REFERENCES = (TEMPLATES / "references.bib").read_text(encoding="utf-8")
WORKS = [
    (key, re.findall(r"([\w-]+),", authors), re.sub("[{}]", "", title), year)
    for key, authors, title, year in _WORK.findall(REFERENCES)
]
PEOPLE = re.compile(rf"\b({'|'.join(sorted({name for work in WORKS for name in work[1]}))})\b")
STATES = 3  # of a player that are printed, at most
NARROW = 4.5  # inches; pictures below that stand side by side
ROOM = 8.1  # inches on a page for pictures that stand below each other, besides words
SMALLEST = 0.7  # of its own size that a picture is printed in, so that its words can be read
EXERCISES = "\\section*{Exercises}\nTheir solutions stand at the end of the book.\n\n"
LONGEST = 100  # letters in a row that fit on a line
GAP = 0.027  # between columns, as a share of the line
LONGEST_CODE = 83  # likewise, of code


def show_for_print(shell, folder, page):
    """Let an IPython shell show tables as LaTeX, and figures and players as files in a folder.

    Parameters
    ----------
    shell : InteractiveShell
        It draws for print only from here on, in letters like those of the document.
    folder, page : str
        Where the files go, and the address of the page on which the pictures move.
    """
    hand_over(Display(font="cm"), shell)
    as_print = shell.display_formatter.formatters["text/latex"]
    as_print.for_type(Table, _table_in_print)
    as_print.for_type(Proof, _proof_in_print)
    for kind in (TheoremCheck, BoundsReport):
        as_print.for_type(kind, lambda shown: _table_in_print(shown.table()))
    for kind in (Trace, OnlineTrace):
        as_print.for_type(kind, lambda shown: _table_in_print(table_of_run(shown)))
    as_print.for_type(InteractiveFigure, lambda picture: _figure([picture.state], picture, folder))
    as_print.for_type(ProofBuilder, _heap)
    as_print.for_type(Stage, lambda stage: _stage(stage, folder, page))

    def show_player(player):
        display({"text/latex": f"{_strip(player.picture, folder)}\n\n\\live{{{page}}}"}, raw=True)
        return True

    shell.display_formatter.ipython_display_formatter.for_type(Player, show_player)


def _stage(stage, folder, page):
    picture = stage.still
    still = _figure([picture.state], picture, folder) if picture else ""
    return f"{still}\n\n\\live{{{page}}}"


def _table_in_print(table):
    title = latex_escape(table.title)
    body = as_latex(table).partition("\n")[2]
    return rf"\begin{{shown}}{{{title}}}\fit{{{body}}}\end{{shown}}"


def _proof_in_print(proof):
    formal = "\n".join(
        rf"\item[{latex_escape(line.name)}] {_verbatim(statement(line.lemma).text)}"
        for line in proof.lines
    )
    listed = rf"\begin{{formal}}{formal}\end{{formal}}"
    return _table_in_print(proof.table()) + listed


def _heap(builder):
    """The lines of a proof, true and false, to be put in order by their numbers."""
    lines = "\n".join(rf"\item ${formula.latex}$" for formula in builder.formulas)
    return f"{latex_escape(builder.task)}\n\\begin{{enumerate}}{lines}\\end{{enumerate}}"


def _strip(picture, folder):
    """The first, the last and a middle one of a slider's values, as many as a page has room for."""
    here = picture.state
    height = picture.figure.get_figheight()
    if not picture.values:
        return _figure([here], picture, folder)
    slider = list(picture.values)[-1]
    n = STATES if _narrow(picture) else min(STATES, int(ROOM / (SMALLEST * height)))
    states = [here | {slider: value} for value in thinned(picture.values[slider], n)]
    return _figure(states, picture, folder)


def _narrow(picture):
    return picture.figure.get_figwidth() < NARROW


def _figure(states, picture, folder):
    """The picture in some states, each a file, with the last caption below them."""
    parts = []
    beside = _narrow(picture) and len(states) > 1
    width = 0.95 / len(states) if beside else 1
    height = min(picture.figure.get_figheight(), ROOM / (1 if beside else len(states)))
    size = rf"width={width:.2f}\linewidth,height={height:.2f}in"
    for state in states:
        picture.at(**state)
        name = hashlib.sha256(f"{picture.name} {state} {picture.description}".encode()).hexdigest()
        picture.save(Path(folder) / f"{name[:16]}.pdf")
        values = ", ".join(f"{key} = {value_text(value)}" for key, value in state.items())
        label = rf"\state{{{latex_escape(values)}}}" if states[1:] else ""
        parts.append(rf"\drawing{{{size}}}{{{name[:16]}.pdf}}{{{label}}}")
    words = Written.of(picture.description.caption or picture.description.text).latex
    body = (r"\hfill " if beside else r"\par\medskip ").join(parts)
    return rf"\begin{{drawn}}{{{words}}}{body}\end{{drawn}}"


def _verbatim(text):
    lines = "\n".join(map(_wrapped_code, text.rstrip("\n").split("\n")))
    return f"\\begin{{verbatim}}\n{lines}\n\\end{{verbatim}}"


def _code(source):
    """A cell, without the call that has an exercise checked."""
    own = re.sub(r"(?m)^exercise\(.*", "", source)
    return rf"\begin{{code}}{_verbatim(own.strip())}\end{{code}}"


def _wrapped_code(line):
    """A line of code as lines that fit, those that go on further in."""
    further = " " * (len(line) - len(line.lstrip()) + 6)
    whole = {"break_long_words": False, "break_on_hyphens": False}
    return "\n".join(textwrap.wrap(line, LONGEST_CODE, subsequent_indent=further, **whole))


class _LatexRenderer(mistune.HTMLRenderer):
    """Markdown as LaTeX. A name in a lesson is a label, `lesson:name`; a link leads to it."""

    def __init__(self, chapter, chapters):
        super().__init__(escape=False)
        self._chapter = chapter
        self._chapters = chapters

    def text(self, text):
        return _cited(latex_escape(text))

    def emphasis(self, text):
        start = " ".join(text.split()).partition(r" \ldots")[0]
        keys = [key for key, _, title, _ in WORKS if len(start) > 10 and title.startswith(start)]
        return rf"\emph{{{text}}}" + (rf"~\cite{{{','.join(keys)}}}" if keys else "")

    def strong(self, text):
        return rf"\textbf{{{text}}}"

    def codespan(self, text):
        return rf"\texttt{{{latex_escape(text)}}}"

    def paragraph(self, text):
        return f"{text}\n\n"

    def block_code(self, code, info=None):
        return f"\\begin{{code}}{_verbatim(code)}\\end{{code}}\n"

    def block_quote(self, text):
        return f"\\begin{{textbox}}\n{text.strip()}\n\\end{{textbox}}\n\n"

    def block_html(self, html):
        return self.inline_html(html)

    def inline_html(self, html):
        if found := _OBJECT.fullmatch(html):
            colour = LOOK[found[1]]["light"].removeprefix("#")
            return rf"\textbf{{\textcolor[HTML]{{{colour}}}{{"
        if html == "</b>":
            return "}}"
        names = _ANCHOR.findall(html)
        labels = [rf"\phantomsection\label{{{self._chapter}:{name}}}" for name in names]
        if self._chapter == "glossary":  # where a word is explained stands in bold in the index
            labels += [_indexed(name, "|textbf") for name in names]
        return "".join(labels)

    def heading(self, text, level, **attributes):
        if level == 1:
            return f"{_chapter_heading(text)}\\label{{{self._chapter}}}\n"
        kind = {2: "section", 3: "subsection"}.get(level, "subsubsection")
        plain = re.sub(r"\\(index|person)\{[^}]*\}", "", text)
        everywhere = level > 2 or plain in ("Summary", "References")
        listed = "" if everywhere else rf"\addcontentsline{{toc}}{{section}}{{{plain}}}"
        return f"\\{kind}*{{{text}}}\\phantomsection{listed}\n"

    def list(self, text, ordered, **attributes):
        kind = "enumerate" if ordered else "itemize"
        return f"\\begin{{{kind}}}\n{text}\\end{{{kind}}}\n\n"

    def list_item(self, text, **attributes):
        return f"\\item {text.strip()}\n"

    def link(self, text, url, title=None):
        page = _PAGE.fullmatch(url)
        if page and page[1] == "glossary":
            text += _indexed(page[2] or "glossary")
        if page and page[1] in self._chapters:
            return rf"\hyperref[{':'.join(filter(None, page.groups()))}]{{{text}}}"
        return text if page else rf"\href{{{latex_escape(url)}}}{{{text}}}"

    def inline_math(self, body):
        return f"${body}$"

    def block_math(self, body):
        return f"\\[{body.strip()}\\]"

    multiline_math = block_math

    def latex_environment(self, name, body):
        return f"\\begin{{{name}}}{body}\\end{{{name}}}"

    def table(self, text):
        plain = re.sub(r"\\(index|hyperref)[{[][^]}]*[]}]|\\[a-zA-Z]+|[{}]", "", text)
        columns = list(zip(*(row.split(" & ") for row in plain.split(r" \\")[:-1]), strict=True))
        widths = [max(map(len, column)) for column in columns]
        kinds = "l" * len(widths)
        if sum(widths) > LONGEST:  # a column that runs over takes the share of its longest cell
            words = [max(map(len, " ".join(column).split())) for column in columns]
            pairs = zip(widths, words, strict=True)
            shares = [max(width / sum(widths), 1.25 * word / LONGEST) for width, word in pairs]
            room = 1 - GAP * len(widths)
            kinds = "".join(rf"p{{{room * share / sum(shares):.3f}\linewidth}}" for share in shares)
        body = rf"\begin{{tabular}}{{@{{}}{kinds}@{{}}}}\toprule {text}\bottomrule\end{{tabular}}"
        return rf"\par\medskip{{\small\raggedright {body}}}\par\medskip" + "\n"

    def table_head(self, text):
        return f"{text.removesuffix(' & ')} \\\\ \\midrule\n"

    def table_body(self, text):
        return text

    def table_row(self, text):
        return f"{text.removesuffix(' & ')} \\\\\n"

    def table_cell(self, text, align=None, head=False):
        return f"{text} & "


def _cited(text):
    """A text with citations where authors stand with a year, and all of them in the index."""
    for key, (first, *_), _, year in WORKS:
        text = re.sub(rf"\b{first}\b[^.;:]{{0,30}}?{year}", rf"\g<0>~\\cite{{{key}}}", text)
    return PEOPLE.sub(r"\1\\person{\1}", text)


def _indexed(name, look=""):
    """An entry in the index: the name of a place in the glossary is the word itself."""
    return rf"\index{{{latex_escape(name.replace('-', ' '))}{look}}}"


def _chapter_heading(title):
    """A chapter under its lesson's own number; what is not a lesson has none."""
    if numbered := re.match(r"(\d\d) (.*)", title):
        return rf"\setcounter{{chapter}}{{{int(numbered[1]) - 1}}}\chapter{{{numbered[2]}}}"
    return rf"\chapter*{{{title}}}\phantomsection\addcontentsline{{toc}}{{chapter}}{{{title}}}"


def chapter(path, folder, chapters):
    """Return one notebook as LaTeX; its figures are written into the folder.

    This runs it, as `kernel.run_prepared` does: in a child of this process.
    """
    notebook = nbformat.read(path, as_version=4)
    page = addresses().site + page_address(path.stem)
    prepared = _PREPARE.format(project=str(PROJECT), folder=str(folder), page=page)
    kernel.run_prepared(notebook, path.parent, prepared)
    return "\n".join(_cell_in_print(cell, path.stem, chapters) for cell in notebook.cells)


def _cell_in_print(cell, name, chapters):
    if cell.metadata.get("slideshow", {}).get("slide_type") == "notes":
        return ""
    if cell.cell_type == "markdown":
        if cell.id == "exercises":
            return EXERCISES
        return MarkdownWithMath(_LatexRenderer(name, chapters)).render(
            _BY_HAND.sub("", cell.source)
        )
    # A picture needs no code on paper; an exercise, no verdict.
    shown = [output for output in cell.outputs if output.get("name") != "stderr"]
    outputs = "\n".join(map(_output, shown))
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
    waiting = waiting_for(cell.source)
    if isinstance(waiting, Prediction):
        return f"{latex_escape(waiting.question)}\n\n"
    if hidden or outputs.startswith(r"\begin{drawn}") or cell.source.startswith("proof_builder("):
        code = ""
    else:
        code = _code(cell.source)
    return code if waiting else f"{code}\n{outputs}"


def _output(output):
    if output.output_type == "stream":
        return rf"\begin{{code}}{_verbatim(output.text)}\end{{code}}"
    data = output.get("data", {})
    if "text/latex" in data:
        return data["text/latex"]
    return rf"\begin{{code}}{_verbatim(data.get('text/plain', ''))}\end{{code}}"


def solutions():
    """Return the solutions of all exercises as LaTeX, and what the predictions turn out to be."""
    parts = []
    for lesson in lessons():
        parts.append(rf"\section*{{Lesson {lesson.name[:2]}}}")
        for record in predictions(lesson.name[:2]):
            question, answer = map(latex_escape, (record.question, record.answer))
            parts.append(rf"\paragraph{{{latex_escape(record.key)}}} {question} \emph{{{answer}}}")
        for record in lesson.exercises:
            title = latex_escape(f"{record.key}: {record.title}")
            parts.append(rf"\paragraph{{{title}}} {_code(record.cell(record.solution))}")
            parts.append(latex_escape(record.feedback))
    return "\n\n".join(parts)


def symbols():
    """Return the table of symbols as LaTeX: those of the lessons, and of the five texts."""
    table = notation_table()
    rows = [(name, symbol("own", name), *others) for name, *others in table.rows]
    return _table_in_print(Table(table.title, ("quantity", "here", *SOURCES), rows))


def write_book(notebooks, out_dir, begins=quietly):
    """Write the course as `book.tex`, with its figures beside it.

    Parameters
    ----------
    notebooks : sequence of path
        In the order of their chapters; what is not numbered comes last.
    out_dir : path
        Made if missing.
    begins : callable
        Is given what begins, in words.

    Returns
    -------
    pathlib.Path
        The LaTeX file: `pdflatex`, `bibtex`, `pdflatex`, `makeindex` of ``book.idx`` and of
        ``names.idx``, `pdflatex`.
    """
    folder = Path(out_dir).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    chapters = [path.stem for path in notebooks]
    write = functools.partial(chapter, folder=folder, chapters=chapters)
    written = in_children(write, notebooks)
    parts = []
    for path in notebooks:
        begins(f"running {path.stem}")
        parts.append(next(written))
    body = "\n".join(parts)
    text = f"{body}\n{_chapter_heading('Symbols')}\n{symbols()}"
    text += f"\n{_chapter_heading('Solutions')}\n{solutions()}"
    # What LaTeX has no letter for is written as in a formula, in listings too.
    signs = sorted({sign for sign in text if latex_escape(sign) != sign and not sign.isascii()})
    known = "".join(
        rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{_sign_in_latex(sign)}}}" + "\n"
        for sign in signs
    )
    template = (TEMPLATES / "book.tex").read_text(encoding="utf-8")
    target = folder / "book.tex"
    filling = {
        "SIGNS": known,
        "COURSE": COURSE,
        "SITE": addresses().site,
        "VERSION": __version__,
        "BODY": text,
    }
    for place, content in filling.items():
        template = template.replace(f"%{place}%", content)
    target.write_text(template, encoding="utf-8")
    (folder / "references.bib").write_text(REFERENCES, encoding="utf-8")
    return target


def _sign_in_latex(sign):
    written = latex_escape(sign)
    return rf"\ensuremath{{{written.strip('$')}}}" if written[0] == "$" else written
