"""A user's own CSV file: what is read, and what is refused with the line that is wrong."""

import json
import re
import shlex
import subprocess
from fractions import Fraction

import numpy as np
import pytest
from conftest import PROJECT

from perceptron_lessons.takeaway.csv_file import read_csv


def written(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "my.csv"
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    "text",
    [
        "a,b,class\n1,2,yes\n3,-4.5,no\n",
        "a;b;class\n1;2;yes\n3;-4.5;no\n",
        "a;b;class\n1,0;2;yes\n3;-4,5;no\n",
        "a\tb\tclass\n1\t2\tyes\n3\t-4.5\tno\n",
        "a,b,class\r\n1,2,yes\r\n\r\n3,-4.5,no\r\n",
        'a,b,class\n" 1",2,"yes"\n3,-4.5, no \n',
        '\n"a",b,"cl\nass"\n1,2,yes\n3,-4.5,no\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_separates_cells_and_how_letters_are_written(tmp_path, text, encoding):
    data, features, meaning = read_csv(written(tmp_path, text, encoding))
    assert data.X.tolist() == [[1, 2], [3, -4.5]]
    assert data.y.tolist() == [1, -1]
    assert features == ["a", "b"] and meaning == {1: "yes", -1: "no"}
    assert data.name == "my"


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_what_a_spreadsheet_of_europe_writes(tmp_path, encoding, delimiter):
    text = "Länge;Größe;Klasse\n1,5;-,25;schön\n2;1e3;naïve\n"
    text = text.replace(";", delimiter)
    data, features, meaning = read_csv(written(tmp_path, text, encoding), exact=True)
    assert data.X.tolist() == [[Fraction(3, 2), Fraction(-1, 4)], [2, 1000]]
    assert features == ["Länge", "Größe"] and meaning == {1: "schön", -1: "naïve"}


def test_without_a_heading_line_the_columns_are_numbered(tmp_path):
    path = written(tmp_path, "1,2,0\n3,4,1\n")
    data, features, meaning = read_csv(path)
    assert data.X.tolist() == [[1, 2], [3, 4]] and features == ["x1", "x2"]
    assert data.y.tolist() == [-1, 1] and meaning == {1: "1", -1: "0"}
    assert read_csv(path, label="2")[1] == ["x1", "x3"]


def test_headings_that_are_numbers_become_no_sample(tmp_path):
    path = written(tmp_path, "2019,2020,class\n1,2,a\n3,4,b\n5,6,a\n")
    for positive in (None, "a"):
        with pytest.raises(ValueError, match=r"line 1 .*'class'.*--label class"):
            read_csv(path, positive=positive)
    data, features, _ = read_csv(path, label="class")
    assert features == ["2019", "2020"] and data.X.tolist() == [[1, 2], [3, 4], [5, 6]]
    # A first sample whose class has no other is one where it is asked for, or where it must be.
    assert len(read_csv(path, positive="class")[0].y) == 4
    assert len(read_csv(written(tmp_path, "1,2,a\n3,4,b\n5,6,b\n"))[0].y) == 3


@pytest.mark.parametrize(("label", "y"), [("class", [1, -1]), ("1", [1, -1]), ("b", [-1, 1])])
def test_the_label_column_has_a_name_or_a_number(tmp_path, label, y):
    path = written(tmp_path, "class,a,b\n5,1,2\n4,1,3\n")
    assert read_csv(path, label=label)[0].y.tolist() == y


def test_signs_of_labels_are_kept_whatever_their_order(tmp_path):
    data, _, meaning = read_csv(written(tmp_path, "a,y\n1,+1\n2,-1\n"))
    assert data.y.tolist() == [1, -1] and meaning == {1: "+1", -1: "-1"}


def test_one_of_three_classes_can_be_the_positive_one(tmp_path):
    path = written(tmp_path, "a,y\n1,red\n2,green\n3,blue\n")
    data, _, meaning = read_csv(path, positive="green")
    assert data.y.tolist() == [-1, 1, -1] and meaning[-1] == "blue, red"


def test_numbers_are_kept_as_they_are_written(tmp_path):
    path = written(tmp_path, "a,b,y\n0.1,1/3,1\n2,3,-1\n")
    assert read_csv(path, exact=True)[0].X.tolist()[0] == [Fraction(1, 10), Fraction(1, 3)]
    data, _, _ = read_csv(written(tmp_path, "a,b,y\n1,2,1\n-3,+4,-1\n"))
    assert data.X.dtype.kind == "i"
    data, _, _ = read_csv(written(tmp_path, f"a,b,y\n{2**53 + 1},0.5,1\n-3,{10**400},-1\n"))
    assert data.X.tolist() == [[2**53 + 1, 0.5], [-3, 10**400]]
    rows = "".join(f"{i},{i / 4},{'pq'[i % 2]}\n" for i in range(5_000))
    data, _, _ = read_csv(written(tmp_path, f"a,b,y\n{rows}"))
    np.testing.assert_array_equal(data.X, [(i, i / 4) for i in range(5_000)])


@pytest.mark.parametrize(
    ("text", "arguments", "named"),
    [
        ("", {}, "my.csv found 0"),
        ("a,b,y\n", {}, "heading no samples"),
        ("y\n1\n", {}, "found 1"),
        ("a,y\n1,no\n", {}, "'y' one class 'no'"),
        ("a,y\n1,p\n1,q\n1,r\n", {}, "3 classes p, q, r --positive p"),
        ("a,y\n1,p\n2,q\n", {"positive": "z"}, "'y' 'z' p, q"),
        ("a,y\n1,p\n2,q\n", {"label": "class"}, "'class' a, y"),
        ("a,y\n1,p\n2,q\n", {"label": "3"}, "'3' a, y"),
        (",a,y\n0,1,p\n1,2,q\n", {}, "column 1 heading index=False"),
        ("a,a,y\n1,2,p\n2,3,q\n", {}, "two columns 'a' rename"),
        ("a,b,y\n1,2,p\n\n3,two,q\n", {}, "line 4 'b' number 'two'"),
        ("a,b,y\n1,2,p\n3,,q\n", {}, "line 3 'b' number ''"),
        ("a,b,y\n1,2,p\n3,nan,q\n", {}, "line 3 'b' number 'nan'"),
        ('a,b,y\n1,2,p\n3,"1,5",q\n', {}, "line 3 'b' '1,5' point"),
        ("a,b,y\n1,1 000,p\n2,3,q\n", {}, "line 2 'b' '1 000' thousands"),
        ("a,b,y\n1,1e400,p\n2,3,q\n", {}, "line 2 'b' '1e400' --exact"),
        ("a,b,y\n1,2,p\n3,1/0,q\n", {"exact": True}, "line 3 'b' '1/0'"),
        ("a,b,y\n1,2,p\n3,1e999999999,q\n", {"exact": True}, "line 3 'b' '1e999999999'"),
        ("a,b,y\n1,2,p\n3,4\n", {}, "line 3 3 cells 2"),
        ("a,b,y\n1,2,\n2,3,x\n", {}, "line 2 'y' label ''"),
        ('a,b,y\n1,2,"p\n2,3,q\n3,4,p\n', {}, "line 4 quotation mark"),
        ("a,b,y\n1,2,p\x00\n2,3,q\n", {}, "text file"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, arguments, named):
    with pytest.raises(ValueError) as error:
        read_csv(written(tmp_path, text), **arguments)
    for word in re.findall(r"line \d+|column \d+|'[^']*'|\S+", named):
        assert word in str(error.value), word


def told(tmp_path, text, encoding="utf-8", **arguments):
    """What is read, and the sentences about it."""
    said = []
    return *read_csv(written(tmp_path, text, encoding), say=said.append, **arguments), said


@pytest.mark.parametrize(
    "text",
    [
        "1 2 1\n3 -1 1\n-2 -1 -1\n",
        "1\t2\t1\n3\t-1\t1\n-2\t-1\t-1\n",
        " 1  2   1\n 3 -1   1\n-2 -1  -1 \n",
        "1 2\t1\n3 -1\t1\n-2 -1\t-1\n",
        "1.0e+00 2.0e+00 1.0e+00\n3.0e+00 -1 1\n-2 -1 -1\n",
        "1,0 2,00 1\n3,0 -1,0 1\n-2,0 -1,0 -1\n",
        "sep=;\n1;2;1\n3;-1;1\n-2;-1;-1\n",
        '"SEP=|"\n1|2|1\n3|-1|1\n-2|-1|-1\n',
        "sep=\t\n1\t2\t1\n3\t-1\t1\n-2\t-1\t-1\n",
        "1,2,1,\n3,-1,1,\n-2,-1,-1,\n",
        "1;2;1;;;\n3;-1;1;;;\n-2;-1;-1;;;\n",
        "１,２,＋１\n３,－１,１\n−２,–1,﹣1\n",
        "# of my own\n1,2,1\n3,-1,1\n-2,-1,-1\n",
        "1,2,+\n3,-1,+\n-2,-1,-\n",
        "1,2,+\n3,-1,+\n-2,-1,−\n",
        "1,2,1.0\n3,-1,1\n-2,-1,-1.0\n",
        "1,2,1e0\n3,-1,01\n-2,-1,−1\n",
        "1,2,ja\n3,-1,ja\n-2,-1,nein\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_three_samples_however_they_are_written(tmp_path, text, encoding):
    for ends in ("\n", "\r\n", "\r"):
        data, features, *_ = told(tmp_path, text.replace("\n", ends), encoding)
        assert data.X.tolist() == [[1, 2], [3, -1], [-2, -1]]
        assert data.y.tolist() == [1, 1, -1] and features == ["x1", "x2"]


def test_headings_after_a_hash_and_above_an_empty_column_are_read(tmp_path):
    rows = "1 2 1\n3 -1 -1\n"
    assert told(tmp_path, "# a b y\n" + rows)[1] == ["a", "b"]
    data, features, _, said = told(tmp_path, "# made by me\n# a b y\n" + rows)
    assert features == ["a", "b"] and len(data.y) == 2 and "1 line" in said[0]
    data, features, _, said = told(tmp_path, "a,b,y,,\n1,2,p,,\n3,4,q,,\n")
    assert features == ["a", "b"] and "2 empty columns" in said[0]
    assert told(tmp_path, "#,b,y\n7,2,p\n3,4,q\n")[1] == ["#", "b"]


YES_NO = [
    ("ja", "nein"), ("yes", "no"), ("Yes", "NO"), ("true", "false"), ("T", "F"), ("y", "n"),
    ("pos", "neg"), ("positive", "negative"), ("positiv", "negativ"), ("+", "-"), ("1", "0"),
    ("+1", "-1"), ("1", "−1"), ("2", "1"), ("1.0", "0"), ("wahr", "falsch"), ("oui", "non"),
    ("spam", "no spam"), ("krank", "nicht krank"), ("yes", "maybe"), ("aha", "no"),
]  # fmt: skip


@pytest.mark.parametrize(("yes", "no"), YES_NO)
def test_the_label_that_says_yes_becomes_plus_and_can_be_turned(tmp_path, yes, no):
    for first, second in ((yes, no), (no, yes)):
        text = f"a,b,y\n1,2,{first}\n3,4,{second}\n"
        data, _, meaning, said = told(tmp_path, text)
        assert (
            meaning == {1: yes, -1: no} and data.y.tolist() == [1, -1][:: 1 if first == yes else -1]
        )
        assert said[-1].startswith(f"+1: {yes}, −1: {no}; turn it with --positive")
        (_, *option) = shlex.split(said[-1].split("turn it with ")[1].replace("=", " ", 1))
        turned, _, meaning, said = told(tmp_path, text, positive=" ".join(option))
        assert turned.y.tolist() == [-y for y in data.y] and meaning == {1: no, -1: yes}
        assert said[-1].startswith(f"+1: {no}, −1: {yes}; turn it with --positive")


def test_words_that_say_neither_are_said_and_of_three_none_turns_it(tmp_path):
    *_, meaning, said = told(tmp_path, "a,y\n1,red\n2,blue\n")
    assert meaning[1] == "red" and said == ["+1: red, −1: blue; turn it with --positive blue"]
    *_, said = told(tmp_path, "a,y\n1,red\n2,blue\n5,green\n", positive="blue")
    assert said == ["+1: blue, −1: green, red"]


MISSING = ["?", "-", "–", "—", "", "NA", "na", "NaN", "N/A", "#N/A", "null", "None", "."]


@pytest.mark.parametrize("mark", MISSING)
def test_a_value_that_is_missing_is_named_by_row_and_column(tmp_path, mark):
    with pytest.raises(ValueError, match=r"line 3, column 'b'.*missing.*fill it in.*--without b"):
        told(tmp_path, f"a,b,y\n1,2,p\n3,{mark},q\n")
    with pytest.raises(ValueError, match=r"line 3, column 'y'.*expected a label.*fill it in"):
        told(tmp_path, f"a,b,y\n1,2,1\n3,4,{mark}\n5,6,0\n")


@pytest.mark.parametrize("cell", ["aardvark", "Ä", "2024-01-05", "5.1.2024", "1/2/2024", "x1"])
def test_columns_of_names_and_dates_are_named_and_left_out(tmp_path, cell):
    text = f"name,a,day,y\n{cell},1,2024-01-05,p\nbear,2,2024-01-06,q\n"
    with pytest.raises(ValueError, match=r"'name'.*--without name --without day") as error:
        told(tmp_path, text)
    assert cell in str(error.value)
    for without in (["name", "day"], ["1", "3"], ["day", "1"]):
        data, features, *_ = told(tmp_path, text, without=without)
        assert features == ["a"] and data.X.tolist() == [[1], [2]]
    text = f"a,b,y\n1,2,p\n{cell},4,q\n"  # one slip in a column of numbers
    with pytest.raises(ValueError, match=r"line 3, column 'a'.*mend it.*--without a"):
        told(tmp_path, text)


def test_a_column_that_is_left_out_may_hold_anything(tmp_path):
    text = ",a,a,y\n?,1,x,p\n-,2,,q\n"
    data, features, *_ = told(tmp_path, text, without=["1", "3"])
    assert features == ["a"] and data.X.tolist() == [[1], [2]]
    for without, named in ((["y"], "labels"), (["z"], "'z'"), (["9"], "'9'"), (["a"], "'a'")):
        with pytest.raises(ValueError, match=named):
            told(tmp_path, text, without=without)
    with pytest.raises(ValueError, match="no other column"):
        told(tmp_path, "a,y\n1,p\n2,q\n", without=["a"])


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("Id", [7, 3, 5]), ("a", [1, 2, 3]), ("a", [0, 1, 2]), ("sample_id", [5, 5, 9]),
        ("Nr.", [1, 1, 2]), ("customerID", [4, 2, 9]), ("index", [9, 2, 4]),
        ("code", [1000025 + 17 * i * i for i in range(12)]),
    ],
)  # fmt: skip
def test_a_column_that_numbers_the_rows_is_said(tmp_path, heading, column):
    rows = [f"{value},{5 + i % 2},{'pq'[i % 2]}\n" for i, value in enumerate(column)]
    data, *_, said = told(tmp_path, f"{heading},b,y\n{''.join(rows)}")
    assert data.X[:, 0].tolist() == column
    assert repr(heading) in said[0] and f"--without {heading}" in said[0]
    data, *_, said = told(tmp_path, f"{heading},b,y\n{''.join(rows)}", without=[heading])
    assert data.X.shape[1] == 1 and len(said) == 1


def test_decimals_that_may_be_thousands_are_said_and_two_ways_refused(tmp_path):
    for cell in ("1,234", "1.234"):
        data, *_, said = told(tmp_path, f"a;b;y\n{cell};5;p\n2;6;q\n")
        assert data.X[0, 0] == 1.234 and cell in said[0] and "decimal" in said[0]
    for cells in ("1,2;5", "0,234;5", "1234,5;6"):
        assert len(told(tmp_path, f"a;b;y\n{cells};p\n2;6;q\n")[-1]) == 1
    with pytest.raises(ValueError, match=r"'0,5' in line 2 and '1\.234' in line 3"):
        told(tmp_path, "a;b;y\n0,5;5;p\n1.234;6;q\n")
    for cell in ("1 000", "1.234,5", "1,234,567", "1'000", "1\N{NO-BREAK SPACE}000", "5 kg", "12%"):
        with pytest.raises(ValueError, match=r"line 2.*thousands"):
            told(tmp_path, f"a;b;y\n{cell};5;p\n2;6;q\n")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("<!DOCTYPE html>\n<html>", "must be a CSV file; found a web page"),
        ("\n <HTML lang=de>\n<body>1,2</body>", "a web page"),
        ('<?xml version="1.0"?><a/>', "a web page"),
        ("a,b,y\n1,2,p\n3,4,5,q\n", "line 3: expected 3 cells.*found 4|line 2.*4"),
        ("a,b,y\n1,2,p\n\n3\n", "line 4: expected 3 cells as in the first line; found 1"),
        ("a,b,y\n1,2,1\n3,4,x\n", "numbers or words.*both, 1, x.*--positive 1"),
        ("a,b,y\n1,2,1\n3,4,\u00ad1\n", "numbers or words.*--positive"),
        ("a,b,y\n1,2,ja\n3,4,Ja\n", "two ways, Ja, ja"),
        ("a,b,y\n1,2,1\n3,4,1.0\n", "only one class"),
        ("a,b,y\n1,2,0\n3,4,−0\n", "only one class"),
        ("1,2,1\n3,4,1.0\n5,6,2\n7,8,2\n9,1,−1\n9,2,-1", "3 classes, −1, 1, 2: .*'−1'"),
        (f"a,b,y\n{'9' * 5000},2,p\n3,4,q\n", "line 2, column 'a'.*5000 digits"),
        (f"a,b,y\n1,2,{'9' * 5000}\n3,4,0\n", "line 2.*5000 digits"),
        ("a,b,y\n1e-400,2,p\n3,4,q\n", "'1e-400'.*--exact"),
        ("a,b,y\ninf,2,p\n3,4,q\n", "line 2, column 'a'.*'inf', not finite"),
        ("a,b,y\n#DIV/0!,2,p\n3,4,q\n", "line 2, column 'a'.*spreadsheet"),
        (f"a,b,y\n{'x' * 140000},2,p\n", "line 2 must have cells of at most 131,072 letters"),
        ("abc\n", "found 1 column:"),
    ],
)
def test_what_else_people_save_as_csv_is_refused_in_words(tmp_path, text, named):
    with pytest.raises(ValueError, match=named) as error:
        told(tmp_path, text)
    assert "my.csv" in str(error.value) and len(str(error.value)) < 500


def test_one_number_is_one_label_for_the_option_too(tmp_path):
    text = "2,1,1.0\n-2,-1,-1.0\n1,2,1\n0,1,3\n"
    for positive in ("1", "1.0", "+1", "１", "01"):
        data, *_ = told(tmp_path, text, positive=positive)
        assert data.y.tolist() == [1, -1, 1, -1]
    for positive in ("−1", "-1", "–1.0"):
        assert told(tmp_path, text, positive=positive)[0].y.tolist() == [-1, 1, -1, -1]


@pytest.mark.parametrize(
    ("plus", "minus"),
    [("1,0", "−1,0"), ("1", "-1,0"), ("1,00", "–1"), ("\u200e1", "−1\u200b"), ("\ufeff１", "－１")],
)
def test_labels_are_the_numbers_that_are_written(tmp_path, plus, minus):
    for line in ("1,5;2;{}", '1,2,"{}"'):
        rows = [line.format(label) for label in (minus, plus, plus, minus)]
        data, *_ = told(tmp_path, "\n".join(rows) + "\n")
        assert data.y.tolist() == [-1, 1, 1, -1]
        turned, *_ = told(tmp_path, "\n".join(rows) + "\n", positive=minus)
        assert turned.y.tolist() == [1, -1, -1, 1]


def test_one_word_is_one_label_in_whatever_letters(tmp_path):
    text = "a,b,y\n1,2,\u00e9\n3,4,e\u0301\n5,6,\u200bé\n7,8,x\n"
    data, _, meaning, _ = told(tmp_path, text)
    assert data.y.tolist() == [-1, -1, -1, 1] or meaning == {1: "é", -1: "x"}
    with pytest.raises(ValueError, match="only one class"):
        told(tmp_path, "a,b,y\n1,2,p\n3,4,p\u200b\n")


def test_labels_beyond_all_floats_are_shown_as_they_are_written(tmp_path):
    _, _, meaning, _ = told(tmp_path, "a,b,y\n1,2,1e9999\n3,4,-1e9999\n")
    assert meaning == {1: "1e9999", -1: "-1e9999"}


@pytest.mark.parametrize(
    "start", ["<!-- saved -->\n<html>", "<span>a</span>", "<h1>404</h1>", "<P>no"]
)
def test_more_web_pages(tmp_path, start):
    with pytest.raises(ValueError, match="found a web page"):
        told(tmp_path, f"{start},b\n1,2\n")


def test_a_file_of_nothing_is_said_to_be_so(tmp_path):
    for text in ("", "\n \n", "\ufeff"):
        with pytest.raises(ValueError, match="nothing but blanks"):
            told(tmp_path, text)


READER = """
import { fromCSV } from "TABLES";
const tables = JSON.parse(process.argv[1]);
const y = (table) => {
  try { return fromCSV(table).points.map((p) => p[2]); } catch { return null; }
};
console.log(JSON.stringify(tables.map(y)));
"""
LABELS = """1 -1 −1 ‒1 １ －１ 0 1.0 + - − ＋ ja nein Ja yes no true FALSE p q ? one oui non
é spam"""


def test_a_stage_reads_the_labels_of_a_table_as_we_do(tmp_path, node):
    """The same two labels become +1 and −1 where a table is pasted and where it is a file."""
    pairs = [(a, b) for a in LABELS.split() for b in LABELS.split() if a != b] + [
        ("no spam", "spam"),
        ("a b", "not a b"),
    ]
    tables = [f"1,2,{a}\n3,4,{b}\n1,1,{a}\n" for a, b in pairs]
    script = READER.replace("TABLES", (PROJECT / "perceptron_lessons/stage/tables.js").as_uri())
    command = [node, "--input-type=module", "-e", script, json.dumps(tables)]
    theirs = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for pair, table, found in zip(pairs, tables, theirs, strict=True):
        try:
            ours = read_csv(written(tmp_path, table))[0].y.tolist()
        except ValueError:
            ours = None
        is_of_one = found and len({*found}) == 1  # a stage takes points of one label, too
        assert ours is None if is_of_one else found == ours, pair
