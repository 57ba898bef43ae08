"""What people write into files: which bytes are text, which text is a number, and what is TOML."""

import contextlib
import os
import time
from fractions import Fraction

import pytest

from perceptron_lessons import reading
from perceptron_lessons.sheets.marking import read_answers, value_of
from perceptron_lessons.sheets.question import texts_of
from perceptron_lessons.takeaway.csv_file import read_csv
from perceptron_lessons.theory.notation import notation_of

READERS = {
    "text": reading.read_text,
    "toml": reading.read_toml,
    "csv": read_csv,
    "texts": lambda path: texts_of(own=path),
    "words": texts_of,
    "notation": lambda path: notation_of(f"{path}"),
}


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-32"] + [f"utf-16-{order}-bom" for order in ("le", "be")],
)
def test_the_letters_of_a_text_are_told_by_its_bytes(tmp_path, encoding, ends):
    path, text = (
        tmp_path / "a.toml",
        'title = "Größe −1"\n[a]\nb = "長さ \N{REPLACEMENT CHARACTER}"\n',
    )
    mark = "\ufeff" * encoding.endswith("-bom")
    path.write_bytes((mark + text.replace("\n", ends)).encode(encoding.removesuffix("-bom")))
    assert reading.read_text(path) == text
    assert reading.read_toml(path) == {"title": "Größe −1", "a": {"b": "長さ \ufffd"}}


def test_letters_that_are_guessed_are_said_and_elsewhere_refused(tmp_path):
    path, said = tmp_path / "a.toml", []
    path.write_bytes('title = "Größe “x”"\n'.encode("cp1252"))
    assert reading.read_text(path, said.append) == 'title = "Größe “x”"\n'
    (sentence,) = said
    assert str(path) in sentence and "Windows-1252" in sentence and "UTF-8" in sentence
    for read in (reading.read_text, reading.read_toml, READERS["texts"], READERS["notation"]):
        with pytest.raises(ValueError, match=r"a\.toml must .*UTF-8.*byte 12.*save it") as error:
            read(path)
        assert type(error.value) is ValueError


NO_TEXTS = {
    "a zero": b"a,b\x00,y\n",
    "UTF-16 without a mark": "a,b,y\n1,2,p\n".encode("utf-16-le"),
    "half a UTF-16": b"\xff\xfea\x00,",
    "no letters": b"\x81\x8d\x8f\x90\x9d",
    "a bell": b"a,b,\x07\n",
    "a workbook": b"PK\x03\x04\x14\x00\x06\x00",
    "a PDF": b"%PDF-1.7\n",
    "gzip": b"\x1f\x8b\x08",
    "a picture": b"\x89PNG\r\n\x1a\n",
    "random bytes": bytes(range(256)),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("content", NO_TEXTS.values(), ids=NO_TEXTS)
def test_what_is_no_text_is_refused_by_its_name(tmp_path, name, content):
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"mine\.toml must .*; found .*: save it") as error:
        READERS[name](path)
    assert type(error.value) is ValueError


@pytest.mark.parametrize("name", READERS)
def test_what_is_no_file_is_refused_in_words(tmp_path, name):
    (tmp_path / "dir.toml").mkdir()
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    (tmp_path / "dangling.toml").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / "pipe.toml")  # nobody writes: whoever reads waits for ever
    found = {"dir": "a folder", "loop": "a link", "dangling": "a link", "pipe": "a device"}
    found |= {"none": "none of that name", "x" * 300: "too long"}
    for stem, what in found.items():
        with pytest.raises(ValueError, match=f"{stem}.toml must be a file.*; found .*{what}"):
            READERS[name](tmp_path / f"{stem}.toml")
    if name in ("text", "toml", "csv"):
        for empty in ("", " ", "a\0b"):
            with pytest.raises(ValueError, match="the name of a file must not be empty"):
                READERS[name](empty)


NO_TOML = {
    "no equals": "a b",
    "twice": "a = 1\na = 2",
    "brackets": "a = " + "[" * 5_000,
    "brackets that close": "a = " + "[" * 5_000 + "]" * 5_000,
    "tables": "a = " + "{a = " * 5_000 + "1" + "}" * 5_000,
    "a key of many parts": "a." * 5_000 + "a = 1",
    "a head of many parts": "[" + "'a' . " * 5_000 + "a]",
    "30 brackets": "a = " + "[" * 30 + "]" * 30,
    "digits": "a = " + "9" * 5_000,
    "a long file": "a = 1 # " + "x" * 2_000_000,
}


@pytest.mark.parametrize("text", NO_TOML.values(), ids=NO_TOML)
def test_toml_that_cannot_be_read_is_refused_by_its_name(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"mine\.toml must .*; found ") as error:
        reading.read_toml(path)
    message = str(error.value)
    assert "recursion" not in message and "limit" not in message and len(message) < 400


@pytest.mark.parametrize("sign", ["-", *reading.MINUSES])
def test_every_dash_before_digits_is_a_minus(sign):
    for text, value in {"1": -1, "2.5": Fraction(-5, 2), "3/4": Fraction(-3, 4)}.items():
        assert reading.read_number(sign + text) == value
    assert reading.read_number(f"1e{sign}2") == Fraction(1, 100)
    assert reading.is_numeral(f"{sign}7") and not reading.is_numeral(f"7{sign}8")


def test_numbers_are_those_that_people_write():
    assert [reading.read_number(t) for t in ("+１２", " 007 ", "４．５", ".5", "5.", "1E3")] == [
        12, 7, Fraction(9, 2), Fraction(1, 2), 5, 1000
    ]  # fmt: skip
    for text in (
        "",
        "1_000",
        "0x10",
        "1e",
        "nan",
        "inf",
        "1/0",
        "--1",
        "1 2",
        "١٢",
        "1e99999",
        "Ⅳ",
    ):
        with pytest.raises(ValueError, match="expected a number; found '"):
            reading.read_number(text)


@pytest.mark.parametrize(
    "text", ["9" * 5_000, "-" + "9" * 5_000, "1/" + "9" * 5_000, "0." + "9" * 5_000]
)
def test_numbers_of_thousands_of_digits_are_refused_in_words(text, monkeypatch):
    with pytest.raises(ValueError, match=r"expected a number; found .*…, of 500\d digits") as error:
        reading.read_number(text)
    assert len(str(error.value)) < 200 and "limit" not in str(error.value)


LONG = ["9", " ", "\t", ".", "-", ",", '"', "'", "\r", "[", "]", "{", "#", "a.", "'a'.", "1 ", "1,"]
LONG += ['\\"', "−", "1.w: 2\n", "1/", "sep=", "<!", "1;", "1.", "=", ":", "1.1:", "_1"]
FRAMES = ["{}", "a = {}x", 'a = "{}', "1.w: {}", "1.w: 3{}y{}z", "a,b,y\n1,2{},p\n3,4,q\n"]
FRAMES += ["# {}\na,b\n", "1.a{}", "a {}= 1", "[{}a b]", "a;b;y\n1;2{};p\n3;4;q\n"]


def as_marks(path):
    for typed in read_answers(reading.read_text(path)).values():
        for like in ((1, 2), 3, "A"):
            value_of(typed.text, like)


@pytest.mark.parametrize("read", [reading.read_toml, read_csv, as_marks])
@pytest.mark.parametrize("frame", FRAMES)
def test_time_grows_as_the_file_does(tmp_path, read, frame):
    """Eight times the letters may take 30 times as long; of a quadratic reader it is 64."""
    path = tmp_path / "mine.csv"

    def seconds(unit, n):
        path.write_text(frame.replace("{}", unit * (n // len(unit))))
        begin = time.process_time()
        with contextlib.suppress(ValueError):
            read(path)
        return max(1e-3, time.process_time() - begin)

    for unit in LONG:
        # A machine that does something else, too, may be slow once.
        assert any(seconds(unit, 16_000) < 30 * seconds(unit, 2_000) for _ in range(5)), unit
