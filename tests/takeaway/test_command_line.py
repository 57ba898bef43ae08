"""The command line: every command, every option, and what is said of what cannot be done."""

import ast
import csv
import io
import re
import signal
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from conftest import PROJECT
from pypdf import PdfReader
from waiting import until

from perceptron_core import doubling, perceptron, worked_example
from perceptron_lessons import SOURCES, check, prove, relabel, symbol
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.saving import WRITERS
from perceptron_lessons.figures.style import FONTS
from perceptron_lessons.tables import table, table_of_run
from perceptron_lessons.takeaway import arguments
from perceptron_lessons.takeaway.command_line import main
from perceptron_lessons.takeaway.illustrations import ENDINGS
from perceptron_lessons.takeaway.messages import Progress
from perceptron_lessons.theory.formats import FORMATS as TABLES_AS
from perceptron_lessons.theory.formats import as_latex

SEPARABLE = "a,b,class\n-2,0,no\n0,-2,no\n-2,2,yes\n2,2,yes\n"
XOR = "a,b,y\n1,1,-1\n-1,-1,-1\n1,-1,1\n-1,1,1\n"


@pytest.fixture
def run(capsys):
    """Run a command, words parted by spaces; return its status, output and standard error."""

    def command(words, *more):
        try:
            status = main([*words.split(), *map(str, more)])
        except SystemExit as end:  # argparse's own way out
            status = end.code
        output = capsys.readouterr()
        return status, output.out, output.err

    return command


@pytest.fixture
def file(tmp_path):
    def write(text, name="my.csv"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def test_what_it_names_without_loading_it_is_what_there_is():
    assert (*WRITERS, "gif", "html", "mjs") == arguments.FORMATS and tuple(FONTS) == arguments.FONTS
    assert tuple(arguments.TABLE_FORMATS) == tuple(ENDINGS)


def test_list_names_what_there_is(run):
    status, out, _ = run("list")
    assert status == 0
    for name, line in zip(FIGURES, out.splitlines(), strict=True):
        assert re.fullmatch(rf"{name} +\S.+\.", line)


def commands_in(text):
    """The arguments of every line of a text that calls the command."""
    lines = re.findall(r"^ *perceptron ((?:list|figures|table|run)\b.*)$", text, re.MULTILINE)
    return [line.split() for line in lines]


def test_every_example_of_the_docs_is_right(run, file, tmp_path, monkeypatch):
    """All run, with files of those names."""
    monkeypatch.chdir(tmp_path)
    file(SEPARABLE)
    (tmp_path / "examples").symlink_to(PROJECT / "examples")
    examples = commands_in((PROJECT / "docs/figures.md").read_text())
    assert len(examples) == 15
    for words in examples:
        again = " --force" * ("--out" in words)
        assert run(" ".join(words) + again)[0] == 0, words


@pytest.mark.parametrize("format", TABLES_AS)
def test_a_table_in_every_format(run, format):
    data = worked_example()
    third = table(perceptron(data.X, data.y), 3)
    status, out, _ = run(f"table --show iteration --k 2 --format {format}")
    assert status == 0 and out == TABLES_AS[format](third).rstrip("\n") + "\n"


@pytest.mark.parametrize("source", SOURCES)
def test_tables_in_the_symbols_of_every_source(run, source):
    data = worked_example()
    trace = perceptron(data.X, data.y)
    latex = f"--format latex --notation {source}"
    assert run(f"table {latex}")[1] == as_latex(relabel(table_of_run(trace), source)) + "\n"
    assert symbol(source, "functional margin").latex in run(f"table --show iteration {latex}")[1]
    applies = check(trace)[source].applies
    proof = prove(trace, source=source if applies else "iterations", notation=source)
    assert run(f"table --show proof {latex}")[1] == as_latex(proof.table()) + "\n"
    assert run(f"table --show proof --k 2 {latex}")[1] == as_latex(proof.table(2)) + "\n"
    assert symbol(source, "margin").latex in run(f"table --show bounds {latex}")[1]


def test_the_options_of_the_run_are_those_of_the_function(run):
    data = worked_example()
    options = "--order worst --step radius --learning-rate 1/10 --exact --zero positive"
    trace = perceptron(
        data.X,
        data.y,
        order="worst",
        bias="radius",
        zero="positive",
        exact=True,
        learning_rate=Fraction(1, 10),
    )
    assert run(f"table {options}")[:2] == (0, f"{table_of_run(trace)}\n")
    shuffled = perceptron(data.X, data.y, order="shuffled", seed=5, learning_rate=0.1)
    options = "--order shuffled --seed 5 --learning-rate 0.1"
    assert run(f"table {options}")[1] == f"{table_of_run(shuffled)}\n"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["table", "--data", ""], "the name of a file must not be empty"),
        (["table", "--data", "."], "must be a file; found a folder"),
        (["figures", "--out", "o", "--data", "", "steps"], "must not be empty"),
        (["run", "", "--out", "o"], "the name of a file must not be empty"),
        (["run", "my.csv", "--out", ""], "--out must be a folder; found ''"),
        (["run", "my.csv", "--out", "loop"], "--out must be a folder; found a link to itself"),
        (["run", "my.csv", "--out", "loop/in"], "--out must be a folder; found a link to itself"),
        (["sheet", "--seed", "1"], "--out must be a new folder; found none"),
        (["sheet", "--seed", "1", "--out", "loop"], "--out must be a new folder; found 'loop'"),
        (["sheet", "--seed", "-1", "--out", "o"], "seed must be a whole number from 0; found -1"),
        (["sheet", "--seed", "x", "--out", "o"], "--seed: expected a whole number; found 'x'"),
        (["sheet", "--out", "o"], "--seed"),
        (["sheet", "--seed", "1", "--mark", ""], "the name of a file must not be empty"),
        (["sheet", "--seed", "1", "--mark", "."], "--out must be a new folder; found none"),
        (["table", "--seed", "-1"], "--seed: expected a whole number from 0; found -1"),
        (["table", "--seed", "9" * 5_000], "--seed: expected a whole number; found '999"),
        (["table", "--max-mistakes", "many"], "--max-mistakes: expected a whole number"),
        (["table", "--learning-rate", "1e400"], "--learning-rate: expected a number; found"),
        (["table", "--learning-rate", "1e-400"], "outside the range of floats: use --exact"),
        (["table", "--learning-rate", "9" * 5_000], "5000 digits"),
        (["table", "--notation", ""], "notation must be one of"),
        (["figures", "--out", "o", "--width", "wide!", "flip"], "expected a number; found 'wide!'"),
        (["table", "--without", "a"], "--without are for CSV files"),
    ],
    ids=" ".join,
)
def test_what_is_at_an_edge_is_answered_in_words(run, tmp_path, monkeypatch, words, named):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "my.csv").write_text(SEPARABLE)
    status, out, err = run("", *words)
    assert status == 2 and out == "" and "defect" not in err and "Traceback" not in err
    assert named in err and len(err) < 2_000, err
    assert {path.name for path in tmp_path.iterdir()} == {"loop", "my.csv"}


NO_PATHS = ["}", "{", "#%&/", "a\nb/", "a\\b", "$x$/", "a~b/", "^", '"a"/', "\t"]


@pytest.mark.parametrize("path", NO_PATHS)
def test_a_path_that_latex_cannot_read_is_refused(run, tmp_path, path):
    status, _, err = run("figures flip", "--path", path, "--out", tmp_path / "o")
    assert status == 2 and "--path: expected a folder without any of" in err
    assert list(tmp_path.iterdir()) == []


def test_which_label_became_plus_is_said_by_every_command(run, file, tmp_path):
    path = file(SEPARABLE.replace("yes", "ja").replace("no", "nein"))
    said = "+1: ja, −1: nein; turn it with --positive nein"
    assert said in run(f"table --data {path}")[2]
    status, out, _ = run(f"run {path} --out {tmp_path / 'page'} --format svg --notation online")
    page = (tmp_path / "page" / "index.html").read_text()
    assert status == 0 and said in out and said in page
    assert said in (tmp_path / "page" / "trace.txt").read_text()
    prose = page[page.index("<h2>The proof") : page.index("<h2>The answer")]
    hidden = re.compile("<(figure|table|script|style).*?</\\1>|<[^>]*>", re.DOTALL)
    prose = " ".join(hidden.sub("", prose).split())
    assert "A mistake takes θ·u up" in prose and "at most D²/γ²" in prose
    assert not re.search(r"\bR\b|\bw\b", prose)
    assert '<html lang="en"' in page


def test_a_cell_that_no_figure_can_draw_leaves_the_page(run, file, tmp_path):
    huge = "9" * 400
    path = file(f"a,b,y\n-{huge},0,n\n0,-{huge},n\n-{huge},{huge},y\n{huge},{huge},y\n")
    status, out, err = run(f"run {path} --out {tmp_path / 'page'} --format svg")
    assert status == 0, err
    assert "note: The figure data is left out" in out
    assert "Yes: after 4 mistakes" in (tmp_path / "page" / "index.html").read_text()


@pytest.mark.parametrize("module", ["perceptron_lessons", "publish"])
def test_ctrl_c_while_the_command_loads_shows_no_traceback(module):
    """The signal comes when numpy begins to load."""
    code = (
        "import os, runpy, signal, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'numpy': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.argv = ['-m']\n"
        f"runpy.run_module({module!r}, run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=PROJECT)
    assert done.returncode in (-signal.SIGINT, 130)
    assert done.stderr in ("", "\nperceptron: stopped\n")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("figures --out o flop", "'flop' worked_example"),
        ("figures", "--out"),
        ("figures --out o --format svg,bmp", "'bmp' svg"),
        ("figures --out o --notation duda", "'duda' primal"),
        ("table --data wine", "'wine' worked_example"),
        ("table --data none.csv", "none.csv"),
        ("table --label a", "--label CSV"),
        ("table --k 2", "--k iteration run"),
        ("table --show iteration --k 5", "--k 4 5"),
        ("table --show iteration --k -1", "--k 4 -1"),
        ("table --line norm", "--line run"),
        ("table --show line --line sine", "'sine' cosine"),
        ("table --show proof --data xor --max-mistakes 8", "separator"),
        ("table --learning-rate 0", "learning_rate"),
        ("table --learning-rate fast", "--learning-rate 'fast'"),
        ("table --max-mistakes -1", "max_mistakes -1"),
        ("table --unit-length --step one", "--unit-length none"),
        ("figures --out o --width 9e9 flip", "'9e9' 40 inches"),
        ("figures --out o --width narrow flip", "'narrow' NAME|INCHES"),
        ("figures --out o --width 1.5 flip", "1.5 --width"),
        ("figures --out o --k 9 steps", "steps --k 4 9"),
        ("figures --out o --step one flip", "flip --step"),
        ("figures --out o --data xor tight_case", "tight_case"),
        ("figures --out o --label a flip", "--label --data"),
        ("run none.csv --out o", "none.csv"),
        ("draw", "'draw' figures"),
    ],
)
def test_what_cannot_be_done_is_named_and_leaves_nothing(run, tmp_path, monkeypatch, words, named):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(words)
    assert status == 2 and out == "" and "defect" not in err
    assert all(word in err for word in named.split()), err
    assert list(tmp_path.iterdir()) == []


def test_existing_files_stay_without_force(run, file, tmp_path):
    path = file(SEPARABLE)
    out = tmp_path / "page"
    command = f"run {path} --out {out} --format svg"
    assert run(command)[0] == 0
    before = {p.name: p.read_bytes() for p in out.iterdir()}
    (out / "index.html").write_text("mine")
    status, _, err = run(command)
    assert status == 2 and "index.html" in err and "--force" in err
    assert (out / "index.html").read_text() == "mine"
    assert run(f"{command} --force")[0] == 0
    assert {p.name: p.read_bytes() for p in out.iterdir()} == before


# The command itself, which stands where it has something to write, and waits there for a signal.
STANDS = """
import sys, threading
from perceptron_lessons.takeaway import command_line, {module} as room

def stand(*args, **options):
    print("here", flush=True)
    threading.Event().wait()

room.{name} = stand
sys.exit(command_line.main())
"""


@pytest.mark.parametrize(
    ("module", "name", "words"),
    [
        ("command_line", "maximum_margin", "run {file} --out {out}"),
        ("run_report", "write_run", "run {file} --out {out}"),
        ("command_line", "write_files", "figures squeeze --out {out}"),
    ],
)
def test_ctrl_c_ends_a_command_and_leaves_no_file(file, tmp_path, module, name, words):
    out, path = tmp_path / "page", file(SEPARABLE)
    out.mkdir()
    code = STANDS.format(module=module, name=name)
    command = [sys.executable, "-c", code, *words.format(file=path, out=out).split()]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=PROJECT
    )
    assert process.stdout.readline() == "here\n"
    (hidden,) = out.iterdir()
    assert hidden.name.startswith(".")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130 and "stopped" in err and "Traceback" not in err
    assert list(out.iterdir()) == []


def test_a_small_file_becomes_a_page(run, file, tmp_path):
    out = tmp_path / "page"
    text = SEPARABLE.replace("a,b,", '"length, cm",Größe_#1,')
    status, result, _ = run(
        f"run {file(text)} --out {out} --format svg,pdf,gif --notation primal --step radius"
    )
    assert status == 0 and "9 mistakes" in result
    assert "note: data has no slider" in result
    rows = list(csv.reader(io.StringIO((out / "mistakes.csv").read_text(encoding="utf-8"))))
    data = worked_example()
    trace = perceptron(data.X, data.y, bias="radius")
    assert [int(row[1]) for row in rows[1:]] == trace.mistakes.tolist()
    states = [ast.literal_eval(f"({row[5]}, {row[6]})") for row in rows[1:]]
    assert states == list(zip(map(tuple, trace.weights.tolist()), trace.offsets, strict=True))[1:]
    page = (out / "index.html").read_text()
    # From top to bottom, and a player wherever there is a slider to move.
    headings = ["The question", "The data", "The run", "The proof", "The answer"]
    assert re.findall("<h2>(.*)</h2>", page)[:5] == headings
    assert page.count('class="perceptron-page"') == 2 and page.count("<figure>") == 3
    assert (
        f"more than {int(check(trace)['iterations'].bound)} mistakes" in page
        and "9 ≤ (2R/γ)² = 32" in (out / "trace.txt").read_text()
    )
    # Whatever lies beside the page is linked.
    others = {path.name for path in out.iterdir()} - {"index.html"}
    assert set(re.findall(r'<a href="([^"#:]+)">', page)) == others
    for name in ("data", "steps"):
        (drawn,) = PdfReader(out / f"{name}.pdf").pages
        assert "length, cm" in drawn.extract_text() and "Größe_#1" in drawn.extract_text()
    for name in ("run", "bounds", "proof"):
        assert (out / f"table-{name}.tex").read_text().count(r"\toprule") == 1


def test_a_long_run_is_written_by_its_mistakes_alone(run, file, tmp_path):
    data, out = doubling(7), tmp_path / "page"
    y = np.array([1, -1, 1, -1, 1, -1, 1])
    rows = np.column_stack([data.X * y[:, None], y]).tolist()
    text = "\n".join(",".join(map(str, row)) for row in [[*"abcdefg", "y"], *rows])
    assert run(f"run {file(text)} --out {out} --format svg")[0] == 0
    mistakes = perceptron(data.X, data.y).mistakes.tolist()
    written = (out / "mistakes.csv").read_text().split()
    assert written == ["k,i", *(f"{k},{i}" for k, i in enumerate(mistakes, start=1))]


def test_the_page_of_a_run_moves_under_its_own_policy(run, file, tmp_path, page, console_errors):
    out = tmp_path / "page"
    assert run(f"run {file(SEPARABLE)} --out {out} --format svg")[0] == 0
    page.goto((out / "index.html").as_uri())
    slider = page.locator("input[type=range]").first
    slider.focus()
    before = page.locator(".perceptron-player svg").first.inner_html()
    slider.press("ArrowRight")
    page.wait_for_function(
        "before => document.querySelector('.perceptron-player svg').innerHTML !== before",
        arg=before,
    )
    assert console_errors == []
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), "
                  "{textContent: 'window.foreign = true'}))")  # fmt: skip
    assert page.evaluate("window.foreign") is None


def test_a_source_whose_theorem_does_not_apply_is_not_shown_to_fail(run, file, tmp_path):
    out = tmp_path / "page"
    status, result, _ = run(f"run {file(SEPARABLE)} --out {out} --format svg --notation cosine")
    page = (out / "index.html").read_text()
    notes = re.findall(r'class="note">(.*)</p>', page)
    (note,) = (note for note in notes if "cosine" in note)
    assert status == 0 and note in result
    assert "cosine" in note and "iterations" in note and "--unit-length" in note
    rows = csv.reader(io.StringIO((out / "table-proof.csv").read_text()))
    assert "no" not in {row[-1] for row in rows} and "FALSE" not in page


@pytest.mark.parametrize(
    ("step", "space"),
    [("none", "No line through the origin"), ("one", "No line separates the classes")],
)
def test_classes_that_nothing_separates_get_a_certificate(run, file, tmp_path, step, space):
    out = tmp_path / "page"
    command = f"run {file(XOR)} --out {out} --format svg --exact --step {step}"
    status, result, _ = run(command)
    page = (out / "index.html").read_text()
    assert status == 0 and "not converged" in result
    assert "stopped after 100 mistakes" in page and space in page
    assert (out / "certificate.svg").exists() and not (out / "squeeze.svg").exists()
    rows = list(csv.DictReader((out / "table-proof.csv").open()))
    terms = [Fraction(row["weight"]) * int(row["y"]) * np.array(eval(row["x"])) for row in rows]
    assert sum(terms).tolist() == [0, 0] and sum(Fraction(row["weight"]) for row in rows) == 1


def test_a_reader_that_stops_reading_is_no_error():
    command = f"{sys.executable} -m perceptron_lessons table --show notation | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=PROJECT)
    assert done.stdout.startswith("one algorithm") and done.stderr == ""


def test_long_work_says_what_it_is_doing(capsys):
    with Progress(after=0) as progress:
        progress.next("reading")
        said = until(lambda: capsys.readouterr().err)
    assert said == "reading …\n"
    with Progress(after=3600) as progress:
        progress.next("drawing")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "status", "named"),
    [
        ("--help", 0, ""),
        ("table --show proof", 0, ""),
        ("figures --out o", 2, "not installed pip"),
        ("run my.csv --out o", 2, "not installed pip"),
    ],
)
def test_what_draws_nothing_needs_no_matplotlib(words, status, named):
    code = "import sys; sys.modules.update(dict.fromkeys(['matplotlib', 'jinja2', 'scipy']))\n"
    code += f"from perceptron_lessons.__main__ import main; sys.exit(main({words.split()}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=PROJECT)
    assert done.returncode == status, done.stderr
    assert all(word in done.stderr for word in named.split()) and "Traceback" not in done.stderr
