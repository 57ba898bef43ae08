"""A user's own CSV file: what is read, and what is refused with the line that is wrong."""

from fractions import Fraction

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
        "a\tb\tclass\n1\t2\tyes\n3\t-4.5\tno\n",
        "\ufeffa,b,class\r\n1,2,yes\r\n\r\n3,-4.5,no\r\n",
        'a,b,class\n" 1",2,"yes"\n3,-4.5, no \n',
    ],
)
def test_commas_semicolons_tabs_marks_and_quotes(tmp_path, text):
    data, features, meaning = read_csv(written(tmp_path, text))
    assert data.X.tolist() == [[1, 2], [3, -4.5]]
    assert data.y.tolist() == [1, -1]
    assert features == ["a", "b"] and meaning == {1: "yes", -1: "no"}
    assert data.name == "my"


def test_without_a_heading_line_the_columns_are_numbered(tmp_path):
    path = written(tmp_path, "1,2,0\n3,4,1\n")
    data, features, meaning = read_csv(path)
    assert data.X.tolist() == [[1, 2], [3, 4]] and features == ["x1", "x2"]
    assert data.y.tolist() == [-1, 1] and meaning == {1: "1", -1: "0"}
    assert read_csv(path, label="2")[1] == ["x1", "x3"]


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


def test_exactly_what_is_written(tmp_path):
    path = written(tmp_path, "a,b,y\n0.1,1/3,1\n2,3,-1\n")
    assert read_csv(path, exact=True)[0].X.tolist()[0] == [Fraction(1, 10), Fraction(1, 3)]


def test_integers_stay_integers_of_any_size(tmp_path):
    data, _, _ = read_csv(written(tmp_path, "a,b,y\n1,2,1\n-3,+4,-1\n"))
    assert data.X.dtype.kind == "i"
    data, _, _ = read_csv(written(tmp_path, f"a,b,y\n{2**53 + 1},2,1\n-3,{10**40},-1\n"))
    assert data.X.tolist() == [[2**53 + 1, 2], [-3, 10**40]]


def test_a_long_file_is_read_like_a_short_one(tmp_path):
    """Block by block, also where a late one is the first with decimals or with an error."""
    rows = [f"{i},{i % 7},{'pq'[i % 2]}\n" for i in range(9_000)]
    data, _, _ = read_csv(written(tmp_path, "a,b,y\n" + "".join(rows)))
    assert data.X.dtype.kind == "i" and data.X[:, 0].tolist() == list(range(9_000))
    assert data.y.tolist() == [-1, 1] * 4_500
    data, _, _ = read_csv(written(tmp_path, "a,b,y\n" + "".join([*rows, "0.5,0,p\n"])))
    assert data.X[-1].tolist() == [0.5, 0] and data.X[8_999].tolist() == [8_999, 8_999 % 7]
    with pytest.raises(ValueError, match="line 9002, column 'b': expected a number; found 'x'"):
        read_csv(written(tmp_path, "a,b,y\n" + "".join([*rows, "0.5,x,p\n"])))


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        ("", {}, "my.csv is empty"),
        ("\n \n", {}, "my.csv is empty"),
        ("a,b,y\n", {}, "a heading line and no samples"),
        ("y\n1\n", {}, "found a single column"),
        ("a,y\n1,no\n", {}, "only one class, 'no'"),
        ("a,y\n1,p\n1,q\n1,r\n", {}, "3 classes, p, q, r: name the one .* --positive p"),
        ("a,y\n1,p\n2,q\n", {"positive": "z"}, "no label is 'z'; found p, q"),
        ("a,y\n1,p\n2,q\n", {"label": "class"}, "no column 'class'; it has a, y"),
        ("a,y\n1,p\n2,q\n", {"label": "3"}, "no column '3'"),
        ("a,y\n1,p\n2,q\n", {"label": "0"}, "no column '0'"),
        ("a,b,y\n1,2,p\n\n3,two,q\n", {}, "line 4, column 'b': expected a number; found 'two'"),
        ("a,b,y\n1,2,p\n3,,q\n", {}, "line 3, column 'b': .* found an empty cell"),
        ("a,b,y\n1,2,p\n3,nan,q\n", {}, "line 3, column 'b': .* found 'nan'"),
        ("a,b,y\n1,2,p\n3,inf,q\n", {}, "line 3, column 'b': .* found 'inf'"),
        ("a;b;y\n1;2;p\n3;1,5;q\n", {}, "found '1,5' .decimals are written with a point"),
        ("a,b,y\n1,2,p\n3,1/0,q\n", {"exact": True}, "line 3, column 'b': .* found '1/0'"),
        ("a,b,y\n1,2,p\n3,4\n", {}, "line 3: expected 3 cells as in the first line; found 2"),
        ("a,b,y\n1,2,p,5\n", {}, "line 2: expected 3 cells as in the first line; found 4"),
        ("a,b,y\n1,2,p\n" + "9" * 200_000 + ",2,q\n", {}, "line 3: field larger"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, arguments, message):
    with pytest.raises(ValueError, match=message):
        read_csv(written(tmp_path, text), **arguments)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ValueError, match=r"cannot read .*none\.csv: No such file"):
        read_csv(tmp_path / "none.csv")
    with pytest.raises(ValueError, match=r"cannot read .*: Is a directory"):
        read_csv(tmp_path)
    with pytest.raises(ValueError, match=r"is not text in UTF-8 \(after line 0\): save"):
        read_csv(written(tmp_path, "a,b,ÿ\n1,2,3\n", "latin-1").rename(tmp_path / "a.csv"))
