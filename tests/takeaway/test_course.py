"""A lecture from one file: what the file may say, and what comes of it."""

import re
import shutil

import pytest
from conftest import NO_LATEX, PROJECT, missing
from many import TIMES

from perceptron_lessons.takeaway import course
from perceptron_lessons.takeaway.command_line import main
from perceptron_lessons.takeaway.course_file import KEYS, deck_files, read_course

WHOLE = """\
title = "Lineare Klassifikation"
author = "Lehrstuhl für Beispiele"
date = 2026-12-01
logo = "logo.png"
language = "de"
notation = "mine.toml"
points = "points.csv"
deck = "45-minutes"
students = 2
seed = 7
kinds = ["update"]
"""
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def folder(tmp_path):
    shutil.copy(PROJECT / "examples" / "lecture-notes" / "mine.toml", tmp_path)
    (tmp_path / "logo.png").write_bytes(PNG)
    (tmp_path / "points.csv").write_text("a,b,class\n-1,2,1\n3,1,1\n1,-2,-1\n-3,-1,-1\n")
    (tmp_path / "my.toml").write_text(WHOLE)
    return tmp_path


def test_a_file_says_all_of_it(folder):
    given = read_course(folder / "my.toml")
    assert given.points == [[-1, 2, 1], [3, 1, 1], [1, -2, -1], [-3, -1, -1]]
    assert given.names["features"] == ["a", "b"] and given.date == "1. Dezember 2026"
    assert given.notation == str(folder / "mine.toml") and given.logo == folder / "logo.png"
    assert given.deck == PROJECT / "slides" / "de" / "45-minutes.md"
    assert (given.students, given.seed, given.kinds) == (2, 7, ["update"])
    assert {line.split(" = ")[0] for line in WHOLE.splitlines()} == set(KEYS)


def test_all_of_it_may_be_left_out(tmp_path):
    (tmp_path / "my.toml").write_text("")
    given = read_course(tmp_path / "my.toml")
    assert given.points == [[-2, 0, -1], [0, -2, -1], [-2, 2, 1], [2, 2, 1]]
    assert given.deck == PROJECT / "slides" / "45-minutes.md" and given.language is None


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("2026-11-28", "28 November 2026"),
        ("2026-11-28\nlanguage = 'de'", "28. November 2026"),
        ("'summer 2026'", "summer 2026"),
    ],
)
def test_a_date_is_written_as_people_write_it(said, read, tmp_path):
    (tmp_path / "my.toml").write_text(f"date = {said}")
    assert read_course(tmp_path / "my.toml").date == read


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("titel = 'a'", "known keys only titel title?"),
        ("title = 3", "title text 3 quotes"),
        ("author = ['a']", "author text quotes"),
        ("logo = 'logo.gif'", "logo .svg, .png logo.gif PNG"),
        ("logo = 'none.png'", "logo file none.png"),
        ("logo = 'false.png'", "logo SVG, PNG or JPEG false.png export"),
        ("language = 'fr'", "language en or de 'fr' words"),
        ("language = 'none.toml'", "language file none.toml"),
        ("notation = 'wrong.toml'", "notation wrong.toml letr letter"),
        ("notation = 'mines'", "notation mines primal"),
        ("points = 3", "points list found 3"),
        ("points = [[1, 2]]", "points 2 to 40 found 1"),
        ("points = [[1, 2, 1], [1, 0.5, -1]]", "points[1] whole found [1, 0.5, -1]"),
        ("points = [[1, 2, 1, 0], [1, 1, -1]]", "points[0] [x1, x2, label]"),
        ("points = [[1, 2, 1], [13, 1, -1]]", "points[1] 12 found [13, 1, -1]"),
        ("points = [[1, 2, 1], [2, 1, 1]]", "points both labels found 1 only"),
        ("points = [[1, 1, 1], [2, 2, -1]]", "points origin offset"),
        ("points = [[1, 0, 1], [0, 0, -1]]", "points origin points[1] move"),
        ("points = [[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]]", "not even with an offset"),
        ("points = [[1, 1, 1], [-1, -1, -1]]", "points 2 to 8 mistakes found 1"),
        ("points = [[12, 11, 1], [12, 12, -1]]", "points 2 to 8 mistakes found 49 wider"),
        ("points = 'none.csv'", "points file none.csv"),
        ("points = 'three.csv'", "points [x1, x2, label]"),
        ("deck = '44-minutes'", "deck 44-minutes 45-minutes"),
        ("deck = 'none.md'", "deck file none.md"),
        (
            "points = [[-1, 2, 1], [3, 1, 1], [1, -2, -1]]\ndeck = '09-kernels'",
            "deck 09-kernels 90",
        ),
        ("students = -1", "students whole number from 0 found -1"),
        ("students = 2.5", "students whole number found 2.5"),
        ("seed = true", "seed whole number found True"),
        ("kinds = 3", "kinds list found 3"),
        ("kinds = ['runs']", "kinds no kind 'runs' run"),
        ("title = ", "must be in TOML"),
    ],
)
def test_what_is_wrong_is_named_before_anything_is_written(folder, line, words, capsys):
    (folder / "my.toml").write_text(f"{line}\n")
    (folder / "false.png").write_text("no picture")
    (folder / "wrong.toml").write_text("letr = 'w'")
    (folder / "three.csv").write_text("a,b,c,class\n1,2,3,1\n3,1,1,-1\n")
    before = sorted(folder.iterdir())
    assert main(["course", str(folder / "my.toml"), "--out", str(folder / "out")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "my.toml" in said and "defect" not in said
    for word in words.split():
        assert word in said, said
    assert sorted(folder.iterdir()) == before


def test_parts_are_made_by_their_names_and_what_lacks_is_said(folder, monkeypatch, capsys):
    monkeypatch.setattr(course, "FRONT_END", folder)  # as where nothing was fetched
    out = folder / "out"
    made = ["course", str(folder / "my.toml"), "--out", str(out)]
    assert main([*made, "--only", "deck,embed"]) == 0
    assert "reveal.js" in capsys.readouterr().out
    assert sorted(path.name for path in out.rglob("*.*")) == [
        "index.html",
        "lines.txt",
        "steps.html",
    ]
    page = (out / "index.html").read_text()
    assert '<html lang="de"' in page and "Lehrstuhl für Beispiele · 1. Dezember 2026" in page
    assert "Der Lauf macht 2 Fehler, und der Satz erlaubt 3" in page and "reveal.js" in page
    assert all((out / name).is_file() for name in re.findall(r'href="([^"#]+)"', page))
    assert 'lang="de"' in (out / "embed" / "steps.html").read_text()
    assert main([*made, "--only", "embed"]) == 2 and "--force" in capsys.readouterr().err
    assert main([*made, "--only", "pictures"]) == 2 and "deck, figures" in capsys.readouterr().err


def test_an_article_says_only_what_holds(folder):
    """The deck's own tests hold the numbers; here the sentences of the article."""
    given = read_course(folder / "my.toml")
    words = course.Wording(given.notation, separator="u", language=None)
    said = course._document(folder, given, words, "article.tex.j2").replace("$", "")
    assert "On 4 points this happens 2 times" in said and "at most 3 mistakes" in said
    assert "direction of" not in said and "as many" not in said
    ours = given._replace(data=read_course_of(folder, "").data)
    said = course._document(folder, ours, words, "article.tex.j2").replace("$", "")
    assert "at most 10 mistakes" in said and "has the direction of" in said


def read_course_of(folder, text):
    (folder / "empty.toml").write_text(text)
    return read_course(folder / "empty.toml")


def test_decks_of_a_language_come_before_those_in_english():
    english, german = deck_files(None), deck_files("de")
    assert set(english) <= set(german) and "de" in german["45-minutes"].parts
    assert "de" not in english["45-minutes"].parts


if TIMES > 1:

    def test_article_and_talk_compile(folder):
        if shutil.which("pdflatex") is None:
            missing(NO_LATEX)
        for text in ("", 'language = "de"\nnotation = "mine.toml"\npoints = "points.csv"'):
            (folder / "some.toml").write_text(text)
            out = folder / f"out{len(text)}"
            command = ["course", str(folder / "some.toml"), "--only", "notes", "--out", str(out)]
            assert main(command) == 0
            mark = "-de" if "de" in text else ""
            for name in ("paper/article", "beamer/talk"):
                assert (out / f"{name}{mark}.pdf").read_bytes().startswith(b"%PDF")
