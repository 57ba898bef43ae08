"""The command line: every command, every option, every error."""

import csv
import functools
import io
import itertools
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction

import numpy as np
import pytest
from conftest import PROJECT
from pypdf import PdfReader
from sklearn.datasets import load_breast_cancer, load_wine

from perceptron_core import iris, perceptron, worked_example
from perceptron_core.algorithm import BIASES, ORDERS
from perceptron_lessons import SOURCES, check, notation_table, prove, relabel, symbol
from perceptron_lessons.export.arguments import DATA, FONTS, TABLES, WIDTHS, parser
from perceptron_lessons.export.command_line import main
from perceptron_lessons.export.illustrations import FORMATS, TABLE_FORMATS
from perceptron_lessons.export.progress import Progress
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.tables import table, table_of_run
from perceptron_lessons.theory.formats import FORMATS as TABLES_AS
from perceptron_lessons.theory.formats import as_latex
from perceptron_lessons.theory.notation import AUTHORS


@pytest.fixture
def run(capsys):
    """Run a command; return its status, what it printed, and what it said on standard error."""

    def command(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse's own way out
            status = end.code
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


@pytest.fixture
def file(tmp_path):
    def write(text, name="my.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


SEPARABLE = "a,b,class\n-2,0,no\n0,-2,no\n-2,2,yes\n2,2,yes\n"
XOR = "a,b,y\n1,1,-1\n-1,-1,-1\n1,-1,1\n-1,1,1\n"


def test_list_names_what_there_is(run):
    status, out, _ = run("list")
    first, *lines = out.splitlines()
    figures, rest = lines[: len(FIGURES)], lines[len(FIGURES) :]
    assert status == 0 and first == "figures:"
    for name, line in zip(FIGURES, figures, strict=True):
        assert re.fullmatch(rf"  {name} +\S.+\.", line)
    kinds = (DATA, TABLES, ORDERS, BIASES, FORMATS, TABLE_FORMATS, FONTS, WIDTHS)
    notations = rest.index("notations:")
    assert [line.partition(": ")[2].split(", ") for line in rest[:notations]] == [
        list(names) for names in kinds
    ]
    assert [line.split(maxsplit=1) for line in rest[notations + 1 :]] == [
        [source, author] for source, author in AUTHORS.items()
    ]


@pytest.mark.parametrize("command", [(), ("figures",), ("table",), ("run",), ("list",)])
def test_help_explains_every_option(run, command):
    status, out, _ = run(*command, "--help")
    usage, _, rest = out.partition("\n\n")
    assert status == 0 and usage.startswith(f"usage: {' '.join(('perceptron', *command))} ")
    for option in set(re.findall(r"--[a-z-]+", usage)):
        explained = re.search(rf"^  {option}(?: \S+)?(?:  +|\n +)\S", rest, re.MULTILINE)
        assert explained, option
    assert ("examples:" in rest) == (command != ("list",))


def commands_in(text):
    """The arguments of every line of a text that calls the command."""
    lines = re.findall(r"^ *perceptron ((?:list|figures|table|run)\b.*)$", text, re.MULTILINE)
    return [line.split() for line in lines]


def test_every_example_of_the_help_and_of_the_docs_is_right(run, file, tmp_path, monkeypatch):
    """All can be read; those that print run, with a file of one's own of that name."""
    monkeypatch.chdir(tmp_path)
    file(SEPARABLE)
    pages = [run(*command, "--help")[1] for command in ((), ("figures",), ("table",), ("run",))]
    texts = [*pages, (PROJECT / "docs/figures.md").read_text()]
    examples = [commands_in(text) for text in texts]
    assert [len(listed) for listed in examples] == [4, 4, 4, 3, 9]
    for arguments in itertools.chain(*examples):
        options = parser().parse_args(arguments)
        if options.command in ("list", "table"):
            assert run(*arguments)[0] == 0, arguments


@pytest.mark.parametrize("format", TABLE_FORMATS)
def test_a_table_in_every_format(run, format):
    data = worked_example()
    third = table(perceptron(data.X, data.y), 3)
    status, out, _ = run("table", "--show", "iteration", "--k", 2, "--format", format)
    assert status == 0 and out == TABLES_AS[format](third).rstrip("\n") + "\n"


@pytest.mark.parametrize("source", SOURCES)
def test_tables_in_the_symbols_of_every_source(run, source):
    data = worked_example()
    trace = perceptron(data.X, data.y)
    latex = ("--format", "latex", "--notation", source)
    assert run("table", *latex)[1] == as_latex(relabel(table_of_run(trace), source)) + "\n"
    assert (
        symbol(source, "functional margin").latex in run("table", "--show", "iteration", *latex)[1]
    )
    applies = check(trace)[source].applies
    proof = prove(trace, source=source if applies else "iterations", notation=source)
    assert proof.holds
    assert run("table", "--show", "proof", *latex)[1] == as_latex(proof.table()) + "\n"
    assert run("table", "--show", "proof", "--k", 2, *latex)[1] == as_latex(proof.table(2)) + "\n"
    bounds = run("table", "--show", "bounds", *latex)[1]
    assert symbol(source, "margin").latex in bounds.splitlines()[3]


def test_other_tables(run):
    assert run("table", "--show", "notation")[1] == f"{notation_table()}\n"
    status, out, _ = run("table", "--show", "line", "--line", "cosine")
    assert status == 0 and "4/5" in out
    assert "iterations" in run("table", "--show", "bounds")[1]


def test_the_options_of_the_run_are_those_of_the_function(run):
    data = worked_example()
    status, out, _ = run(
        "table",
        "--order",
        "worst",
        "--step",
        "radius",
        "--learning-rate",
        "1/10",
        "--exact",
        "--zero",
        "positive",
    )
    trace = perceptron(
        data.X,
        data.y,
        order="worst",
        bias="radius",
        zero="positive",
        exact=True,
        learning_rate=Fraction(1, 10),
    )
    assert status == 0 and out == f"{table_of_run(trace)}\n"
    shuffled = perceptron(data.X, data.y, order="shuffled", seed=5)
    assert run("table", "--order", "shuffled", "--seed", 5)[1] == f"{table_of_run(shuffled)}\n"


def test_a_stopped_run_says_so(run):
    status, _, err = run("table", "--data", "xor", "--max-mistakes", 8)
    assert status == 0 and "max_mistakes=8" in err


def test_figures_with_gallery_in_chosen_symbols(run, tmp_path):
    status, out, err = run(
        "figures",
        "--out",
        tmp_path,
        "--format",
        "svg,gif",
        "--notation",
        "online",
        "squeeze",
        "flip",
    )
    assert status == 0 and out.startswith("2 figures in")
    assert err == "note: flip has no slider to run through, so there is no flip.gif\n"
    assert {path.name for path in tmp_path.iterdir()} == {
        "index.html",
        "flip.svg",
        "flip.txt",
        "squeeze.gif",
        "squeeze.svg",
        "squeeze.txt",
    }
    assert "θ^(k+1)·u = 4.472" in (tmp_path / "squeeze.txt").read_text()
    gallery = (tmp_path / "index.html").read_text()
    assert "θ^(k+1)·u = 4.472" in gallery and 'id="flip"' in gallery


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("figures", "--out", "o", "flop"), "no figure 'flop'; there are worked_example, steps"),
        (("figures",), "the following arguments are required: --out"),
        (("figures", "--out", "o", "--format", "svg,bmp"), "'bmp' is none of svg, pdf, png"),
        (("figures", "--out", "o", "--notation", "duda"), "invalid choice: 'duda'"),
        (("table", "--data", "wine"), "no data set 'wine'; there are worked_example"),
        (("table", "--data", "none.csv"), "cannot read none.csv: No such file"),
        (("table", "--label", "a"), "--label and --positive are for CSV files"),
        (("table", "--k", "2"), "--k is for --show iteration and proof, not for run"),
        (("table", "--show", "iteration", "--k", "5"), "--k must be in 0 … 4, the updates made"),
        (("table", "--show", "iteration", "--k", "-1"), "--k: expected an integer ≥ 0; found '-1'"),
        (("table", "--line", "norm"), "--line is for --show line, not for run"),
        (("table", "--show", "line", "--line", "sine"), "no line 'sine' in this proof; it has"),
        (("table", "--show", "proof", "--data", "xor", "--max-mistakes", "8"), "needs a separator"),
        (("table", "--learning-rate", "0"), "learning_rate"),
        (("table", "--learning-rate", "1/0"), "expected a number; found '1/0' (a division by 0)"),
        (("table", "--learning-rate", "fast"), "expected a number; found 'fast'"),
        (("table", "--learning-rate", "1e99999999"), "'1e99999999' (more than 1000 digits)"),
        (("table", "--learning-rate", "1e-400"), "outside the range of floats: use --exact"),
        (("table", "--max-mistakes", "-1"), "expected an integer ≥ 0; found '-1'"),
        (("table", "--max-mistakes", "1_000"), "expected an integer ≥ 0; found '1_000'"),
        (("table", "--seed", "9" * 5000), "expected an integer ≥ 0; found '9999"),
        (("table", "--seed", "-1"), "expected an integer ≥ 0; found '-1'"),
        (("run", "none.csv", "--out", ""), "expected the name of a folder; found nothing"),
        (("table", "--bias", "one"), "it is called --step here: none, one, radius"),
        (("table", "--unit-length", "--step", "one"), "a line with an offset would be another one"),
        (("figures", "--out", "o", "--width", "9e9", "flip"), "expected 1 to 40 inches"),
        (("figures", "--out", "o", "--width", "narrow", "flip"), "expected inches, column or wide"),
        (("figures", "--out", "o", "--width", "1.5", "broken_hypothesis"), "its texts do not fit"),
        (("figures", "--out", "o", "--k", "9", "steps"), "steps: --k must be in 0 … 4"),
        (("figures", "--out", "o", "--k", "1", "flip"), "flip: it has no slider k"),
        (("figures", "--out", "o", "--step", "one", "flip"), "so --step is not for it"),
        (("figures", "--out", "o", "--step", "one", "solution_cone"), "without an offset"),
        (("figures", "--out", "o", "--data", "xor", "tight_case"), "has samples of its own"),
        (("figures", "--out", "o", "--label", "a", "flip"), "give one with --data"),
        (("table", "--order", "best"), "invalid choice: 'best'"),
        (("run", "none.csv"), "the following arguments are required: --out"),
        (("run", "none.csv", "--out", "o"), "cannot read none.csv: No such file"),
        ((), "the following arguments are required: COMMAND"),
        (("draw",), "invalid choice: 'draw'"),
    ],
)
def test_errors_are_one_line_and_leave_nothing(run, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*arguments)
    assert status == 2 and out == ""
    assert message in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("a,y\n1,p\n1,q\n1,r\n", (), "3 classes, p, q, r: name the one that becomes +1"),
        ("a,b,y\n1,2,p\n3,two,q\n", (), "line 3, column 'b': expected a number; found 'two'"),
        (SEPARABLE, ("--label", "kind"), "has no column 'kind'; it has a, b, class"),
        (SEPARABLE, ("--positive", "maybe"), "no label is 'maybe'; found no, yes"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(run, file, tmp_path, text, options, message):
    path = file(text)
    status, out, err = run("run", path, "--out", tmp_path / "page", *options)
    assert status == 2 and out == "" and message in err
    assert list(tmp_path.iterdir()) == [path]


def test_existing_files_stay_without_force(run, file, tmp_path):
    path, out = file(SEPARABLE), tmp_path / "page"
    arguments = ("run", path, "--out", out, "--format", "svg")
    assert run(*arguments)[0] == 0
    before = {p.name: p.read_bytes() for p in out.iterdir()}
    (out / "index.html").write_text("mine")
    status, _, err = run(*arguments)
    assert status == 2 and "index.html exists: use --force to replace it" in err
    assert (out / "index.html").read_text() == "mine"
    assert run(*arguments, "--force")[0] == 0
    assert {p.name: p.read_bytes() for p in out.iterdir()} == before
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/flip.tex").write_text("mine")
    status, _, err = run("figures", "--out", tmp_path / "pictures", "--format", "pdf", "flip")
    assert status == 2 and "flip.tex exists" in err
    assert [p.name for p in (tmp_path / "pictures").iterdir()] == ["flip.tex"]
    status, _, err = run("figures", "--out", path, "flip")
    assert status == 2 and "my.csv is a file: --out must be a folder" in err


@functools.cache
def long_file():
    """Samples enough for a run that takes a second."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 2))
    return "a,b,y\n" + "".join(f"{a},{b},{1 if a > b else -1}\n" for a, b in X)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("there", [False, True])
def test_a_run_that_is_stopped_leaves_no_file(run, file, tmp_path, stop, there):
    path, out = file(long_file()), tmp_path / "page"
    if there:
        out.mkdir()
        (out / "index.html").write_text("mine")
    command = [sys.executable, "-m", "perceptron_lessons", "run", path, "--force", "--out", out]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=PROJECT)
    place = out if there else tmp_path
    while not list(place.glob(".perceptron-*/new")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(stop)
    _, err = process.communicate()
    hidden = list(place.glob(".perceptron-*"))
    if stop == signal.SIGKILL:
        assert process.returncode == -stop and len(hidden) == 1
    else:
        assert process.returncode == 128 + stop and hidden == []
        assert "stopped; no file was written" in err and "Traceback" not in err
    if there:
        assert (out / "index.html").read_text() == "mine"
        assert [p for p in out.iterdir() if p not in hidden] == [out / "index.html"]
    else:
        assert not out.exists()
    # Whatever was left, the next command removes it.
    assert run("figures", "flip", "--force", "--out", out, "--format", "svg")[0] == 0
    assert list(place.glob(".perceptron-*")) == []


def test_a_small_file_becomes_a_page(run, file, tmp_path):
    out = tmp_path / "page"
    status, said, err = run(
        "run",
        file(SEPARABLE),
        "--out",
        out,
        "--format",
        "svg,pdf,gif",
        "--notation",
        "primal",
        "--step",
        "radius",
    )
    assert status == 0 and "9 mistakes" in said
    assert err == (
        "note: data has no slider to run through, so there is no data.gif\n"
        "note: two-bounds has no slider to run through, so there is no two-bounds.gif\n"
    )
    rows = list(csv.DictReader(io.StringIO((out / "mistakes.csv").read_text())))
    data = worked_example()
    trace = perceptron(data.X, data.y, bias="radius")
    assert [int(row["sample"]) for row in rows] == trace.mistakes.tolist()
    states = np.column_stack([trace.weights, trace.offsets])[1:]
    assert [[float(row[c]) for c in ("w[a]", "w[b]", "b")] for row in rows] == states.tolist()
    page = (out / "index.html").read_text()
    # The picture first, and a player wherever there is a slider to move.
    assert page.index("<figure>") < page.index("+1 is yes") < page.index("<table")
    assert page.count('class="perceptron-page"') == 2 and page.count("<figure>") == 4
    for words in ("+1 is yes, −1 is no", "primal: bound holds, 9 ≤ (2R/γ)² = 32", "ŵ_k·ŵ_opt"):
        assert words in page
    assert 'class="note"' not in page
    for name in ("data", "steps", "squeeze", "two-bounds"):
        assert f"{name}.pdf" in (out / f"{name}.tex").read_text()
    for name in ("run", "start", "bounds", "proof"):
        assert (out / f"table-{name}.tex").read_text().count(r"\toprule") == 1


def test_the_pictures_and_files_have_the_headings_of_the_data(run, file, tmp_path):
    out = tmp_path / "page"
    text = SEPARABLE.replace("a,b,", '"length, cm",Größe_#1,')
    assert run("run", file(text), "--out", out, "--format", "pdf")[0] == 0
    for name in ("data", "steps"):
        (page,) = PdfReader(out / f"{name}.pdf").pages
        drawn = page.extract_text()
        assert "length, cm" in drawn and "Größe_#1" in drawn
    headings = next(csv.reader((out / "mistakes.csv").open(encoding="utf-8")))
    assert headings == ["k", "sample", "w[length, cm]", "w[Größe_#1]", "b"]


def test_classes_have_their_names_in_every_figure_of_the_samples(run, file, tmp_path):
    text = (
        SEPARABLE.replace("a,b,", "Länge_#1,50 % & b,").replace("no", "n_$o").replace("yes", "ja")
    )
    given = ("--data", file(text), "--out", tmp_path / "o", "--format", "pdf,pgf", "--force")
    names = ("steps", "worked_example", "flip", "orders", "lift")
    assert run("figures", *given, *names)[0] == 0
    for name in names:
        (page,) = PdfReader(tmp_path / f"o/{name}.pdf").pages
        drawn = page.extract_text()
        assert "n_$o" in drawn and "ja" in drawn and "label +1" not in drawn, name
        assert ("Länge_#1" in drawn and "50 % & b" in drawn) or name == "lift"
    assert r"(n\_\$o)" in (tmp_path / "o/flip.tex").read_text()


def test_a_state_of_ones_own_data_for_a_narrow_column(run, file, tmp_path):
    given = ("--data", file(SEPARABLE), "--out", tmp_path / "o", "--format", "pdf")
    given += ("--path", "pictures/", "--notation", "primal", "--width", "column")
    assert run("figures", *given, "--step", "radius", "--k", 3, "steps", "squeeze")[0] == 0
    trace = perceptron([(-2, 0), (0, -2), (-2, 2), (2, 2)], [-1, -1, 1, 1], bias="radius")
    latex = (tmp_path / "o/steps.tex").read_text()
    w = ", ".join(str(entry) for entry in trace.weights[3])
    assert f"({w})" in latex and "$yR^2$ to the offset $b$" in latex and "Novikoff" in latex
    assert r"\includegraphics{pictures/steps.pdf}" in latex and "fig:steps-primal" in latex
    assert "squeeze after 3 mistakes" in (tmp_path / "o/squeeze.txt").read_text()
    for name in ("steps", "squeeze"):
        (page,) = PdfReader(tmp_path / f"o/{name}.pdf").pages
        assert float(page.mediabox.width) == pytest.approx(3.3 * 72)


@pytest.mark.parametrize("font", FONTS)
def test_a_figure_in_other_letters(run, tmp_path, font):
    given = ("--out", tmp_path / "o", "--format", "pdf", "--notation", "primal", "--font", font)
    assert run("figures", *given, "squeeze")[0] == 0
    (page,) = PdfReader(tmp_path / "o/squeeze.pdf").pages
    used = " ".join(str(f.get_object()["/BaseFont"]) for f in page["/Resources"]["/Font"].values())
    assert ("DejaVu" in used) == (font == "dejavu")
    assert {"dejavu": "DejaVuSans", "cm": "Cmmi10", "stix": "STIX"}[font] in used


def test_samples_that_no_figure_takes_are_named_when_all_are_drawn(run, file, tmp_path):
    text = "a,b,c,y\n1,2,3,p\n3,2,1,p\n-1,-2,0,q\n"
    status, out, err = run(
        "figures", "--data", file(text), "--out", tmp_path / "o", "--format", "svg"
    )
    assert status == 0 and "squeeze" in out and "numerator_denominator" in out
    assert "steps is left out" in err and "tight_case is left out: it has samples of its own" in err
    assert not (tmp_path / "o/steps.svg").exists()


@pytest.mark.parametrize("source", SOURCES)
def test_a_notation_changes_symbols_and_not_the_run(run, tmp_path, source):
    """The same numbers in every table and caption, in the same order, and no line that fails."""

    texts, captions = [], []
    for extra in (("--notation", source), ()):
        texts.append(run("table", "--show", "proof", *extra, "--format", "csv")[1])
        given = ("--out", tmp_path, "--force", "--format", "svg", "squeeze", *extra)
        assert run("figures", *given)[0] == 0
        captions.append((tmp_path / "squeeze.txt").read_text().split("Alt text")[0])
    sides = [[row[2:] for row in csv.reader(io.StringIO(text))] for text in texts]
    assert sides[0] == sides[1] and {row[-1] for row in sides[0][1:]} == {"yes"}
    values = [re.findall(r"(?:[=≥≤]|cosine) (\d[\d.]*\d|\d)", caption) for caption in captions]
    assert values[0] == values[1] and len(values[0]) == 7
    assert (AUTHORS[source] in captions[0], AUTHORS[source] in captions[1]) == (True, False)


def test_a_source_whose_theorem_does_not_apply_is_not_shown_to_fail(run, file, tmp_path):
    status, _, err = run(
        "run",
        file(SEPARABLE),
        "--out",
        tmp_path / "page",
        "--format",
        "svg",
        "--notation",
        "cosine",
    )
    page = (tmp_path / "page/index.html").read_text()
    note = "cosine does not apply to this run (unit length not met: sample 0 has length 2), so the "
    note += (
        "proof shown is that of iterations, in the symbols of cosine. With --unit-length it does"
    )
    assert status == 0 and note in err and note in page
    assert "FALSE" not in page
    proof = (tmp_path / "page/table-proof.csv").read_text()
    assert "no" not in {row[-1] for row in csv.reader(io.StringIO(proof))}


def test_classes_that_nothing_separates_get_a_certificate_and_words(run, file, tmp_path):
    status, out, _ = run(
        "run",
        file(XOR),
        "--out",
        tmp_path / "page",
        "--format",
        "svg",
        "--max-mistakes",
        50,
        "--exact",
    )
    page = (tmp_path / "page/index.html").read_text()
    assert status == 0 and "not converged" in out
    assert "The run was stopped after 50 mistakes" in page
    assert "No line through the origin (or plane) separates the classes" in page
    assert (tmp_path / "page/certificate.svg").exists()
    rows = list(csv.DictReader((tmp_path / "page/table-certificate.csv").open()))
    terms = [Fraction(row["weight"]) * int(row["y"]) * np.array(eval(row["x"])) for row in rows]
    assert sum(terms).tolist() == [0, 0] and sum(Fraction(row["weight"]) for row in rows) == 1
    assert not (tmp_path / "page/squeeze.svg").exists()
    assert "separable not met: no separator exists" in page.replace("offset step", "")


def test_with_an_offset_the_certificate_is_drawn_too(run, file, tmp_path):
    out = tmp_path / "page"
    command = ("run", file(XOR), "--out", out, "--format", "svg", "--max-mistakes", 50)
    assert run(*command, "--step", "one")[0] == 0
    page = (out / "index.html").read_text()
    assert "No line (or plane) separates the classes" in page
    said = (out / "certificate.txt").read_text()
    assert (out / "certificate.svg").exists() and "a point in the hulls of both classes" in said


def saved(path, bundle):
    """A public set as the CSV file that a spreadsheet would write."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*bundle.feature_names, "kind"])
        for x, label in zip(bundle.data, bundle.target, strict=True):
            writer.writerow([*x.tolist(), bundle.target_names[label]])
    return path


@pytest.mark.parametrize(
    ("load", "options"),
    [
        (load_wine, ("--positive", "class_0", "--step", "one")),
        (load_breast_cancer, ("--label", "kind", "--notation", "online")),
    ],
)
def test_a_public_set_becomes_a_page(run, tmp_path, load, options):
    bundle = load()
    path = saved(tmp_path / "public.csv", bundle)
    status, out, err = run(
        "run", path, "--out", tmp_path / "page", "--format", "svg", "--max-mistakes", 500, *options
    )
    assert status == 0, err
    n, d = bundle.data.shape
    assert f"{n} samples in {d} dimensions: stopped after 500 mistakes" in out
    page = (tmp_path / "page/index.html").read_text()
    assert "The classes can be separated, so with a larger --max-mistakes it ends" in page
    assert "one run, five theorems" in page and page.count("<figure>") == 3
    assert f"The samples have {d} features, the plane has 2: the picture shows" in page
    lines = (tmp_path / "page/mistakes.csv").read_text().splitlines()
    assert len(lines) == 501 and lines[0].count(",") == d + 2
    # Whatever lies beside the page is linked.
    others = {path.name for path in (tmp_path / "page").iterdir()} - {"index.html"}
    assert set(re.findall(r'<a href="([^"#:]+)">', page)) == others and "table-start.csv" in others


def test_a_public_set_converges(run, tmp_path):
    data = iris()
    path = tmp_path / "iris.csv"
    np.savetxt(path, np.column_stack([data.X, data.y]), delimiter=",", fmt="%g")
    status, out, _ = run("run", path, "--out", tmp_path / "page", "--format", "svg")
    trace = perceptron(data.X, data.y)
    assert status == 0 and f"converged after {trace.n_mistakes} mistake" in out


def test_a_reader_that_stops_reading_is_no_error():
    command = f"{sys.executable} -m perceptron_lessons table --show notation | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=PROJECT)
    assert done.stdout.startswith("one algorithm") and done.stderr == ""


def test_an_answer_for_which_there_is_no_room_is_told_once():
    command = f"{sys.executable} -m perceptron_lessons list > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=PROJECT)
    assert (done.returncode, done.stderr) == (2, "perceptron: No space left on device\n")


def test_a_command_is_stopped_while_nobody_reads_its_answer(file):
    path = file("a,b,y\n" + f"{'1' * 90},2,p\n-{'1' * 90},3,q\n" * 1000)
    command = [sys.executable, "-m", "perceptron_lessons", "table", "--show", "iteration"]
    process = subprocess.Popen(
        [*command, "--data", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=PROJECT,
    )
    process.stdout.read(1)  # of far more than a pipe holds
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130 and process.stderr.read() == b"\nperceptron: stopped\n"


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_without_standard_error_it_answers_all_the_same(closed):
    xor = "--data xor --max-mistakes 3"  # there is something to note
    command = f"{sys.executable} -m perceptron_lessons table {xor} {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=PROJECT)
    assert done.returncode == 0 and "w after" in done.stdout


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_long_work_says_what_it_is_doing(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with Progress(after=0) as progress:
        progress.next("reading")
        while "reading … 0 s" not in terminal.getvalue():
            time.sleep(0.01)
        progress.next("drawing")
        assert terminal.getvalue().endswith("\x1b[?7ldrawing … 0 s\x1b[?7h")  # in one line
        progress.next("reading\n\x1b[2J.csv")
        assert "reading �[2J.csv … 0 s" in terminal.getvalue()
        progress.print("a page")
        assert terminal.getvalue().endswith("\r\x1b[K") and capsys.readouterr().out == "a page\n"
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(("stream", "after"), [(Terminal(), 3600), (io.StringIO(), 0)])
def test_short_work_and_work_that_nobody_watches_is_silent(monkeypatch, stream, after):
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(after) as progress:
        progress.next("reading")
        time.sleep(0.02)
    assert stream.getvalue() == ""


def test_it_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "perceptron_lessons", "table"],
        text=True,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0 and "w after" in done.stdout


@pytest.mark.parametrize("missing", ["matplotlib", "jinja2"])
def test_what_is_not_installed_is_named_with_a_remedy(missing):
    code = f"import sys; sys.modules[{missing!r}] = None\n"
    code += "from perceptron_lessons.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        f"perceptron: {missing} is not installed: use pip install 'perceptron-core[lessons]'\n"
    )


def test_an_interrupt_while_it_loads_is_told_like_any_other():
    code = """
import sys
from perceptron_lessons.__main__ import main
from perceptron_lessons.tables import table, table_of_run
class Interrupt:
    def find_spec(self, *names):
        raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
sys.exit(main())"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 130 and done.stderr == "\nperceptron: stopped; no file was written\n"
