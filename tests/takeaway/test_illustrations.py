"""Figures and tables as files: read back, and compiled by LaTeX."""

import functools
import io
import itertools
import re
import shutil
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from conftest import NO_LATEX, PROJECT, missing
from many import TIMES
from matplotlib.text import Text
from PIL import Image
from pypdf import PdfReader

from perceptron_core import perceptron, worked_example
from perceptron_lessons import check, figures, notation_table, prove, relabel
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.saving import svg_with_text
from perceptron_lessons.figures.style import BLUE, SMALLEST, VERMILLION
from perceptron_lessons.tables import table, table_of_run
from perceptron_lessons.takeaway.arguments import HEIGHTS, WIDTHS, size_in_print
from perceptron_lessons.takeaway.illustrations import animation, picture_files
from perceptron_lessons.takeaway.output_folder import write_files
from perceptron_lessons.theory.formats import as_latex, latex_escape
from perceptron_lessons.theory.notation import QUANTITIES, SOURCES, style, symbol

SVG = "{http://www.w3.org/2000/svg}"
OWN = {"features": ["Größe #1_a", "50 % & $"], "classes": {1: "ja_#1 {50 %}", -1: "naïve & $5"}}

# Of the proof every source has lines of its own; other figures take turns, or have all of them.
TURNS = [("squeeze", source) for source in SOURCES]
TURNS += zip(sorted(FIGURES.keys() - {"squeeze"}), itertools.cycle(SOURCES))
if TIMES > 1:
    TURNS = list(itertools.product(FIGURES, SOURCES))
# `make test` compiles every figure as PGF, and reads some back from other files: two panels, a
# curve, samples that are named, a chart, one in space; `make many` reads all back.
SOME = {"steps", "kernel_line", "worked_example", "learning_rate", "lift", "certificate"}
READ_BACK = [turn for turn in TURNS if TIMES > 1 or turn[0] in SOME]


@functools.cache
def drawn(name, source):
    """A figure with names hard to typeset."""
    return FIGURES[name](notation=source, **OWN)


@pytest.fixture
def pdflatex():
    return shutil.which("pdflatex") or missing(NO_LATEX)


def compiled(pdflatex, folder, name):
    command = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", name]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    assert run.returncode == 0, run.stdout[-3000:]
    return PdfReader((folder / name).with_suffix(".pdf"))


def fonts(page):
    """Every font of a page, with those of the forms on it."""
    resources = page["/Resources"]
    yield from (font.get_object() for font in resources.get("/Font", {}).values())
    for form in resources.get("/XObject", {}).values():
        if "/Resources" in form.get_object():
            yield from fonts(form.get_object())


def is_embedded(font):
    if font["/Subtype"] == "/Type3":  # its glyphs are drawings inside the font itself
        return "/CharProcs" in font
    for part in (font, *(d.get_object() for d in font.get("/DescendantFonts", ()))):
        about = part.get("/FontDescriptor", {})
        if any(name in about for name in ("/FontFile", "/FontFile2", "/FontFile3")):
            return True
    return False


def words_of(picture):
    """The texts that a picture shows."""
    for text in picture.figure.findobj(Text):
        if text.get_visible():
            yield text.get_text().replace(r"\$", "$")


def names_in(words):
    joined = re.sub(r"\s+", " ", " ".join(words))
    return {name for name in (*OWN["features"], *OWN["classes"].values()) if name in joined}


@pytest.mark.parametrize(("name", "source"), READ_BACK)
def test_a_figure_reads_back(name, source, tmp_path):
    picture = drawn(name, source)
    write_files(tmp_path, picture_files(picture, name, ("pdf", "svg", "png"), source)[0])
    names = names_in(words_of(picture))
    (page,) = PdfReader(tmp_path / f"{name}.pdf").pages
    width, height = picture.figure.get_size_inches()
    assert (page.mediabox.width, page.mediabox.height) == pytest.approx((72 * width, 72 * height))
    assert names_in([page.extract_text()]) == names
    used = list(fonts(page))
    assert used and all(map(is_embedded, used))
    words = (tmp_path / f"{name}.txt").read_text()
    assert picture.description.caption in words and picture.description.alt in words
    latex = (tmp_path / f"{name}.tex").read_text()
    assert rf"\caption{{{picture.description.caption.latex}}}" in latex
    assert f"{{{name}.pdf}}" in latex and latex.startswith(f"% Takes {name}.pdf;")
    root = ET.parse(tmp_path / f"{name}.svg").getroot()
    assert root.find(f"{SVG}title").text == name
    assert root.find(f"{SVG}desc").text == picture.description.alt
    assert root.findall(f".//{SVG}path")
    with Image.open(tmp_path / f"{name}.png") as image:
        assert image.width == pytest.approx(3 * 96 * width, abs=1)
        assert image.text["Description"] == picture.description.alt


def frames(data):
    with Image.open(io.BytesIO(data)) as image:
        assert image.format == "GIF"
        seen = []
        for i in range(image.n_frames):
            image.seek(i)
            seen.append((image.info["duration"], image.convert("RGB").copy()))
        return seen


def test_a_run_as_an_animation():
    picture = figures.steps().at(k=3)
    data = animation(picture)
    assert data == animation(figures.steps())
    assert picture.state == {"k": 3}
    seen = frames(data)
    assert [duration for duration, _ in seen] == [1000] * 4 + [3000]
    assert len({image.tobytes() for _, image in seen}) == len(seen) == 5
    assert {image.width for _, image in seen} == {1920}
    assert len(data) < 200_000
    for colour in (BLUE, VERMILLION):  # the two classes keep their colours from frame to frame
        wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        for _, image in seen:
            colours = np.array([entry for _, entry in image.getcolors(10**6)])
            assert abs(colours - wanted).max(axis=1).min() <= 8


def letters(text):
    """The letters of a text alone, whatever a line break or a ligature made of them."""
    return re.sub("[^A-Za-z]", "", unicodedata.normalize("NFKC", text))


def test_every_figure_and_every_notation_compile(pdflatex, tmp_path):
    """As PGF with their captions in one article."""
    inputs = []
    captions = []
    for name, source in TURNS:
        picture = drawn(name, source)
        captions.append(picture.description.caption)
        of = f"{name}-{source}"
        write_files(tmp_path, picture_files(picture, of, ("pgf",), source)[0])
        inputs.append(f"\\input{{{of}}}\\clearpage\n")
    (tmp_path / "page.tex").write_text(
        "\\documentclass{article}\n\\usepackage{cmap}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"
        "\\usepackage[margin=1in]{geometry}\n\\usepackage{graphicx,pgf}\n\\begin{document}\n"
        f"{''.join(inputs)}\\end{{document}}\n"
    )
    pages = compiled(pdflatex, tmp_path, "page.tex").pages
    text = "".join(page.extract_text() for page in pages)
    labels = (tmp_path / "page.aux").read_text()
    # Commands that LaTeX would have printed as words are in no figure and no caption.
    assert not re.search("mathbf|hat{|theta|gamma|leq|textbackslash", text)
    for i, ((name, source), caption) in enumerate(zip(TURNS, captions, strict=True), start=1):
        words = re.match(r"[A-Za-z ]*", caption)[0]
        assert f"Figure{i}:" in text.replace(" ", "") and letters(words) in letters(text), name
        assert rf"\newlabel{{fig:{name}-{source}-{source}}}" in labels
    assert "50 % & $" in text and "ja_#1 {50 %}" in text


def test_every_symbol_and_table_of_every_source_compiles(pdflatex, tmp_path):
    words = [symbol(source, name).text for source in SOURCES for name in QUANTITIES]
    words += [*"γδηθξ‖≤≥√·×−²…→∞Σ±≈–", "ŵ", "x̂", "w₀"]
    data = worked_example()
    trace = perceptron(data.X, data.y)
    novikoff = prove(perceptron(data.X, data.y, bias="radius"), source="primal")
    tables = [notation_table(), novikoff.table()]
    for source in SOURCES:
        tables += [
            relabel(table(trace, 3), source, 2),
            relabel(table_of_run(trace), source),
            relabel(check(trace).table(), source),
            prove(trace, notation=source).table(),
        ]
    (tmp_path / "page.tex").write_text(
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"
        "\\usepackage{amsmath,booktabs,graphicx}\n\\begin{document}\n"
        + " ".join(latex_escape(word) for word in words)
        + "".join(f"\n\n\\resizebox{{\\linewidth}}{{!}}{{{as_latex(table)}}}" for table in tables)
        + "\n\\end{document}\n"
    )
    compiled(pdflatex, tmp_path, "page.tex")


ARTICLE = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{booktabs,graphicx,pgf,perceptron}
%s
\begin{document}
\input{steps}\input{iteration}
\end{document}
"""


def test_who_redefines_a_symbol_changes_figure_table_and_caption(pdflatex, tmp_path):
    picture = figures.steps(notation="macros").at(k=2)
    files = picture_files(picture, "steps", ("pgf",), "macros")[0]
    trace = perceptron(worked_example().X, worked_example().y)
    files["iteration.tex"] = as_latex(relabel(table(trace, 3), "macros", 2))
    files["perceptron.sty"] = style()
    found = []
    for mine in ("", r"\renewcommand\PerW{Q}\renewcommand\PerX{J}"):
        write_files(tmp_path, files | {"page.tex": ARTICLE % mine})
        (page,) = compiled(pdflatex, tmp_path, "page.tex").pages
        found.append(re.sub(r"\s", "", page.extract_text()))
    before, after = found
    assert "wnow" in before and "yw·x" in before and "Q" not in before
    for where in ("Qnow", "pathofQ", "Q·J=0", "soQgoesfrom", "yQ·J"):
        assert where in after
    assert "wnow" not in after and "·x" not in after


def test_every_state_becomes_an_overlay(pdflatex, tmp_path):
    files, _ = picture_files(figures.steps(width=5.5), "steps", ("pdf",), every=True)
    write_files(tmp_path, files)
    for name in ("steps-frames", "steps"):
        text = (
            rf"\documentclass{{beamer}}\begin{{document}}\frame{{\input{{{name}}}}}\end{{document}}"
        )
        (tmp_path / "talk.tex").write_text(text)
        pages = compiled(pdflatex, tmp_path, "talk.tex").pages
        assert len(pages) == (5 if name == "steps-frames" else 1)
        assert all("data space" in page.extract_text() for page in pages)
    assert all(f"alt={{After {k} update" in files["steps-frames.tex"] for k in range(5))


def test_words_of_an_svg_can_be_edited():
    root = ET.fromstring(svg_with_text(figures.steps()))
    assert {"data space", "weight space"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_the_sample_article_and_slides_compile(pdflatex, tmp_path):
    command = ["make", "--directory", PROJECT / "examples/lecture-notes", "NOTATION=online"]
    command += [f"PYTHON={sys.executable}", f"OUT={tmp_path}"]
    run = subprocess.run(command, capture_output=True, text=True, errors="replace")
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr
    article = PdfReader(tmp_path / "article.pdf")
    text = "".join(page.extract_text() for page in article.pages)
    assert "Figure 4" in text and "??" not in text
    assert "(2,4)" in re.sub(r"\s", "", text)
    for page in article.pages:
        assert all(map(is_embedded, fonts(page)))
    assert len(PdfReader(tmp_path / "slides.pdf").pages) == 2
    german = "".join(page.extract_text() for page in PdfReader(tmp_path / "artikel.pdf").pages)
    assert "Gerade danach" in german and "line after" not in german and "θ" in german
    assert len(PdfReader(tmp_path / "vortrag.pdf").pages) == 6


@pytest.mark.parametrize("width", ["beamer", "beamer43"])
@pytest.mark.parametrize("name", ["disc_and_wall", "solution_cone", "race"])
def test_a_figure_for_beamer_is_no_higher_than_its_frame_has_room(name, width):
    """So LaTeX shrinks it not at all; or, where words need five inches, by a sixth."""
    picture = figures.FIGURES[name](**size_in_print(width))
    across, high = picture.figure.get_size_inches()
    assert high <= HEIGHTS[width] and across == max(WIDTHS[width], 5 if name == "race" else 0)
    letters = [text.get_fontsize() for text in picture.figure.findobj(Text) if text.get_text()]
    assert min(letters) >= SMALLEST
    files, _ = picture_files(picture, name, ("pdf",))
    on_a_slide = files[f"{name}.tex"].partition("\\else")[0]
    assert re.search(r"\{\\centering\s+\\includegraphics.*\\par\}", on_a_slide, re.DOTALL)
