"""Whatever stands in a file or on the command line: an answer in words, and all files or none."""

import contextlib
import io
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perceptron_core.algorithm import BIASES, ORDERS, ZEROS
from perceptron_lessons import SOURCES
from perceptron_lessons.export.__main__ import main as export
from perceptron_lessons.export.arguments import TABLES
from perceptron_lessons.export.command_line import main
from perceptron_lessons.export.run_report import FILES


def answer(content, command, *arguments):
    """Run a command on a file of these bytes; return its status and standard error.

    Checks on the way what holds for every command: status 0 or 2, one line where it is 2, never
    a defect, and a folder that is complete or not there.
    """
    with tempfile.TemporaryDirectory() as place:
        path, out = Path(place) / "hostile.csv", Path(place) / "out"
        path.write_bytes(content)
        given = ["run", path, "--out", out, "--format", "svg"]
        if command == "table":
            given = ["table", "--data", path]
        err = io.StringIO()
        with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
            try:
                status = main([*map(str, given), *arguments])
            except SystemExit as end:  # argparse's own way out
                status = end.code
        err = err.getvalue()
        assert status in (0, 2) and "defect" not in err
        left = {file.name for file in Path(place).iterdir()}
        if status == 0 and command == "run":
            assert left == {"hostile.csv", "out"}
            assert set(FILES) <= {file.name for file in out.iterdir()}
            assert "</html>" in (out / "index.html").read_text(encoding="utf-8")
        else:
            assert left == {"hostile.csv"}
        if status == 2:
            assert err.count("\n") == 1 and err.endswith("\n")
    return status, err


def four(length):
    """The worked example at another scale, as text."""
    return f"a,b,y\n-{length},0,n\n0,-{length},n\n-{length},{length},y\n{length},{length},y\n"


@pytest.mark.parametrize("command", ["table", "run"])
@pytest.mark.parametrize(
    ("length", "arguments", "words"),
    [
        ("1e999999999", ["--exact"], "'-1e999999999' (more than 1000 digits)"),
        ("1e999999999", [], "'-1e999999999' (more than 1000 digits)"),
        ("9" * 1001, [], "(more than 1000 digits)"),
        ("1e400", [], "'-1e400' (outside the range of floats: use --exact)"),
        ("1e-400", [], "'-1e-400' (outside the range of floats: use --exact)"),
        ("1_000", [], "'-1_000' (digits are written without a mark between thousands)"),
        ("1/2", [], "'-1/2' (quotients are read with --exact)"),
        ("1/0", ["--exact"], "'-1/0' (a division by 0)"),
        ("٣", [], "expected a number; found '-٣'"),
        ("0x10", [], "expected a number; found '-0x10'"),
    ],
)
def test_numbers_that_are_refused(command, length, arguments, words):
    status, err = answer(four(length).encode(), command, *arguments)
    assert status == 2 and words in err and "line 2, column 'a'" in err


@pytest.mark.parametrize(
    ("length", "arguments"),
    [
        ("1e400", ["--exact"]),
        ("1e-400", ["--exact"]),
        ("9" * 400, []),
        ("9" * 400, ["--exact"]),
        ("1.7e308", []),
        ("1e200", []),
        ("1e154", []),
        ("1e-160", []),
        ("1e-200", []),
        ("5e-324", []),
    ],
)
def test_numbers_of_any_size_end_in_a_page_or_in_words(length, arguments):
    answer(four(length).encode(), "run", *arguments)
    answer(four(length).encode(), "table", "--show", "proof", *arguments)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b,y\n1,2,\n2,3,x\n", "line 2, column 'y': expected a label; found an empty cell"),
        ("a,b,y\n1,2,x\n2,3,NaN\n", "line 3, column 'y': expected a label; found 'NaN'"),
        ("a,a,y\n1,2,p\n2,3,q\n", "columns 1 and 2 are both called 'a': rename one"),
        ("a,b,y\n1,2,p\n2,3,1\n2,4,1.0\n", "3 classes, 1, 1.0, p: name the one that becomes"),
        ("a,b,y\n1,2,1\n2,3,1.0\n", "labels '1' and '1.0', which are the same number"),
        ('a,b,y\n1,2,"p\n2,3,q\n3,4,p\n', "unexpected end of data: is a quotation mark missing?"),
        ('a,b,y\n1,2,"p\n2,3,q"\n3,4,p\n', "line 2: a quoted cell goes on to line 3: is a"),
        ("a,b,y\n1,2,p\x00\n2,3,q\n", "holds '\\x00': is this a text file?"),
        ("a,b,y\n1,−2,p\n2,3,q\n", "'−2' (the minus is written as a hyphen)"),
        ("a,b,y\n1,1 000,p\n2,3,q\n", "'1 000' (digits are written without a mark between"),
        ("x" * 2_000_000, "is not a table: its first line does not end"),
    ],
)
def test_files_that_are_refused(text, words):
    status, err = answer(text.encode(), "table")
    assert status == 2 and words in err


def test_a_heading_in_several_lines_is_read_as_one():
    content = b'"length\n(cm)",b,y\n1,2,p\n-2,3,q\n'
    assert answer(content, "table") == (0, "")
    for label in ("x", "²", "0", "9" * 5000):
        status, err = answer(content, "table", "--label", label)
        assert status == 2 and "it has length (cm), b, y" in err


def test_a_table_of_very_many_columns_is_refused_in_few_words():
    many = [f"c{number}" for number in range(100_000)]
    status, err = answer(",".join(many).encode(), "table", "--label", "class")
    assert status == 2 and err.endswith("it has c0, c1, c2, c3, c4, c5, …\n")
    status, err = answer(",".join([*many, "c7"]).encode(), "table")
    assert status == 2 and "columns 8 and 100001 are both called 'c7': rename one" in err


@pytest.mark.parametrize("length", ["1e+400", "1e−400"])
def test_numbers_beyond_floats_are_not_drawn_and_it_is_said_what_would_help(length):
    _, err = answer(four(length.replace("−", "-")).encode(), "run", "--exact")
    found = f"the largest in X is ≈{length.replace('1', '1.000')}: multiply all of X"
    assert found in err and "power of two, such as 2**" in err


RAISES = {"cell_type": "code", "source": "1/0", "metadata": {}, "outputs": [], "id": "a"}
RAISES = {"cells": [RAISES | {"execution_count": None}], "metadata": {}}
RAISES |= {"nbformat": 4, "nbformat_minor": 5}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "Notebook does not appear to be JSON"),
        (json.dumps(RAISES), "a cell raises ZeroDivisionError: division by zero"),
    ],
)
def test_a_notebook_that_cannot_be_exported_is_told_in_one_line(tmp_path, capsys, text, words):
    (tmp_path / "my.ipynb").write_text(text)
    with pytest.raises(SystemExit) as end:
        export(["html", "--out", str(tmp_path / "out"), str(tmp_path / "my.ipynb")])
    err = capsys.readouterr().err
    assert end.value.code == 2 and err.count("\n") == 1 and words in err


NUMERALS = ["0", "-0.0", "1", "-2.5", "1e200", "-1e-200", "5e-324", "1.7e308", "9" * 30, "9" * 400]
NUMERALS += ["0.1", "9007199254740993", "1e15", " 7 ", "+4."]
NOISE = [
    "",
    "nan",
    "inf",
    "1_0",
    "1,5",
    '"',
    '"a\nb"',
    "\x00",
    "−1",
    "é",
    "😀",
    "=1+1",
    "#N/A",
    "1e9999",
]
LABELS = ["p", "q", "1", "-1", "yes", ""]


@st.composite
def tables(draw):
    """Files of the right form, one in four with noise in it."""
    noisy = draw(st.sampled_from([True, False, False, False]))
    width = draw(st.integers(1, 3))
    cell = st.sampled_from(NUMERALS + NOISE if noisy else NUMERALS)
    label = st.sampled_from(LABELS if noisy else LABELS[:2])
    rows = draw(st.lists(st.tuples(*[cell] * width, label), min_size=0 if noisy else 2, max_size=6))
    if not noisy:
        rows += [("1",) * width + ("p",), ("2",) * width + ("q",)]
    if draw(st.booleans()):
        rows.insert(0, [*"abc"[:width], "y"])
    delimiter, end = draw(st.sampled_from(",;\t")), draw(st.sampled_from(["\n", "\r\n", "\r"]))
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return (mark + end.join(map(delimiter.join, rows))).encode()


OPTIONS = {
    "--step": BIASES,
    "--order": sorted(ORDERS),
    "--zero": ZEROS,
    "--notation": SOURCES,
    "--learning-rate": ["0.1", "1/3", "1e300", "1e-300", "nan"],
    "--positive": ["p", "q"],
    "--seed": ["7"],
}
options = st.fixed_dictionaries(
    {}, optional={key: st.sampled_from(v) for key, v in OPTIONS.items()}
)
flags = st.sampled_from([[], ["--exact"], ["--unit-length"]])


def listed(chosen):
    return [word for pair in chosen.items() for word in pair]


@settings(max_examples=150)
@given(
    st.one_of(st.binary(max_size=60), tables()),
    st.sampled_from(TABLES),
    st.sampled_from([[], ["--k", "1"], ["--line", "norm"]]),
    options,
    flags,
)
@example(b"\xff\xfea\x00", "run", [], {}, [])
@example(b"\xef\xbb\xbf", "run", [], {}, [])
def test_tables_of_anything(content, show, more, chosen, flag):
    limit = ["--max-mistakes", "30"]
    answer(content, "table", "--show", show, *more, *listed(chosen), *flag, *limit)


@settings(max_examples=12)
@given(tables(), options, flags)
def test_pages_of_anything(content, chosen, flag):
    answer(content, "run", *listed(chosen), *flag, "--max-mistakes", "30")
