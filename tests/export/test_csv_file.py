"""A user's own CSV file: what is read, and what is refused with the line that is wrong."""

import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron_lessons.export.csv_file import read_csv


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
        ("a,b,y\n1,−2,p\n2,3,q\n", {}, "line 2 'b' '−2' hyphen"),
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
