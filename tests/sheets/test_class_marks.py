"""Marks of a whole class: nothing is lost, and what cannot be marked is named."""

import csv
import re
import shutil

import pytest

from perceptron_lessons import sheets
from perceptron_lessons.takeaway.command_line import main

CLASS = ["sheet", "--students", "9", "--seed", "4", "--kinds", "line,hypothesis"]


@pytest.fixture(scope="module")
def exam():
    return sheets.exam(9, 4, ["line", "hypothesis"])


def typed(sheet, slip=None):
    """The right answers of a student as a text, and one that is wrong."""
    rows = [row for n in (1, 2) for row in sheet.rows(n)]
    return "".join(f"{row[0]}: {'999' if row[0] == slip else row[3]}\n" for row in rows)


def rows_of(path):
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


@pytest.fixture
def mark(tmp_path, capsys):
    """Mark a folder or a table; return the rows of both tables and what is said."""

    def command(path, *more):
        out = tmp_path / "marks"
        shutil.rmtree(out, ignore_errors=True)
        status = main([*CLASS, *more, "--mark", str(path), "--out", str(out)])
        said = capsys.readouterr()
        if status:
            assert not out.exists()
            return said.err
        return rows_of(out / "marks.csv"), rows_of(out / "verdicts.csv"), said.out, said.err

    return command


def test_a_folder_of_answers_is_marked_and_what_is_bad_is_named(tmp_path, exam, mark):
    folder = tmp_path / "typed"
    folder.mkdir()
    for sheet in exam[:4]:
        slip = "1.margin" if sheet.student == 2 else None
        (folder / f"sheet {sheet.student:04}.txt").write_text(typed(sheet, slip))
    bad = {
        "6.txt": "what?",
        "7.txt": "99.w: 3",
        "8a.txt": "1.w: 3",
        "8 b.txt": "1.w: 3",
        "99.txt": "1.w: 3",
        "anna.txt": "1.w: 3",
        "2 of 3.txt": "1.w: 3",
    }
    for name, text in bad.items():
        (folder / name).write_text(text)
    (folder / "9.txt").write_bytes(b"PK\x03\x04")
    (folder / ".DS_Store").write_bytes(b"\0")
    marks, verdicts, out, err = mark(folder)
    assert "4 of 9 students marked" in out
    assert [row["points"] for row in marks] == ["7", "6", "7", "7", *[""] * 8]
    assert [row["student"] for row in marks] == [*"123456789", "", "", ""]
    assert marks[1]["first wrong step"] == "1.margin" and marks[0]["file"] == "sheet 0001.txt"
    assert [marks[1][f"{n}. {t}"] for n, t in enumerate(titles(exam), start=1)] == ["3", "3"]
    assert marks[4]["problem"] == "missing"  # student 5 has no file
    problems = {row["file"]: row["problem"] for row in marks if row["problem"]}
    for name in (*bad, "9.txt"):
        assert name in err and (name in problems or name.startswith("8"))
    assert "line 1" in problems["6.txt"] and "99.w" in problems["7.txt"]
    assert len(verdicts) == 4 * 4 and {row["verdict"] for row in verdicts} == {"right", "wrong"}
    whole = {sheet.student: sheets.mark(sheet, typed(sheet)) for sheet in exam[:1]}
    assert [row["typed"] for row in verdicts[:4]] == [str(r[1]) for r in whole[1].rows]


def titles(exam):
    return [exam[0].texts[q.kind]["title"] for q in exam[0].questions]


@pytest.mark.parametrize(("between", "is_long"), [(",", True), (";", False), ("\t", False)])
def test_a_table_with_a_column_of_students_is_marked(tmp_path, exam, mark, between, is_long):
    table = tmp_path / "answers.csv"
    rows = {
        sheet.student: {row[0]: str(row[3]) for n in (1, 2) for row in sheet.rows(n)}
        for sheet in exam
    }
    long = [["student", "seed", "key", "answer"]]
    long += [[s, 1, key, value] for s, own in rows.items() for key, value in own.items()]
    wide = [["Student", *rows[1]]] + [[s, *own.values()] for s, own in rows.items()]
    cells = long if is_long else wide
    strange = ["nobody", *[""] * (len(cells[0]) - 1)]
    with open(table, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=between).writerows([*cells, strange, []])
    marks, _, out, err = mark(table)
    assert "9 of 9 students marked" in out and "nobody" in err
    assert [row["points"] for row in marks] == ["7"] * 9 + [""]


def test_what_cannot_be_marked_at_all_is_refused(tmp_path, mark, capsys):
    table = tmp_path / "answers.csv"
    table.write_text("student,answer\n1,2\n")
    assert "must have columns student, key and answer" in mark(table)
    (empty := tmp_path / "empty").mkdir()
    assert "no file" in mark(empty)
    assert "nothing.csv" in mark(tmp_path / "nothing.csv")
    table.write_text("student,1.w\n1,3\n")
    seed = ["sheet", "--seed", "4", "--mark", str(table), "--kinds", "line"]
    assert main([*seed, "--out", str(tmp_path / "new")]) == 2
    assert "--students" in capsys.readouterr().err
    assert main([*seed, "--students", "9"]) == 2
    assert "--out" in capsys.readouterr().err


def test_marks_are_in_the_language_of_the_sheets(tmp_path, exam, mark, capsys):
    folder = tmp_path / "typed"
    folder.mkdir()
    (folder / "1.txt").write_text(typed(exam[0], "1.w"))
    marks, verdicts, *_ = mark(folder, "--words", "de")
    assert marks[0]["erster falscher Schritt"] == "1.w" and marks[1]["Hindernis"] == "fehlt"
    assert {row["Urteil"] for row in verdicts} >= {"richtig", "falsch"}
    one = ["sheet", "--seed", str(exam[0].seed), "--kinds", "line,hypothesis", "--words", "de"]
    assert main([*one, "--mark", str(folder / "1.txt")]) == 0
    said = capsys.readouterr().out
    assert "von 7 Punkte" in said and "falsch" in said and not {"wrong", "right"} & {*said.split()}


def test_reasons_why_something_is_not_marked_are_german(tmp_path, exam, mark):
    folder = tmp_path / "typed"
    folder.mkdir()
    bad = {
        "1.txt": b"PK\x03\x04",
        "2.txt": b"\xd0\xcf\x11\xe0",
        "3.txt": b"%PDF",
        "4.txt": b"1.w: 3\0",
        "5.txt": b"\xff\xfe1",
        "6.txt": b"what?",
        "7.txt": b"99.w: 3",
        "8.txt": b"1.w: 3\n1.w: 4",
        "9a.txt": b"1.w: 3",
        "9b.txt": b"1.w: 3",
        "88.txt": b"1.w: 3",
        "a.txt": b"1.w: 3",
        "1 2.txt": b"1.w: 3",
    }
    for name, content in bad.items():
        (folder / name).write_bytes(content)
    (folder / "12").mkdir()
    marks, _, out, err = mark(folder, "--words", "de")
    reasons = {row["Datei"]: row["Hindernis"] for row in marks}
    assert len(set(reasons.values())) >= 11 and "0 von 9 Blättern" in out
    assert reasons["1.txt"].startswith("muss eine Textdatei sein; gefunden: ein Zip-Archiv")
    table = tmp_path / "answers.csv"
    table.write_bytes("student,key,answer\nÄ,1.w,3\n2,w,3\n3,9.w,3\n".encode("cp1252"))
    rows, _, _, said = mark(table, "--words", "de")
    told = [*reasons.values(), *(row["Hindernis"] for row in rows), *err.splitlines()]
    told += [*said.replace(str(tmp_path), "").splitlines(), *(row["Datei"] for row in rows)]
    english = re.compile(r"\b(the|of|is|must|found|line|be|save|one|byte|file|note|read)\b")
    assert [text for text in told if english.search(text)] == []


def test_the_basic_kinds_are_a_set_with_a_name():
    basic = sheets.sheet(3, ["basic"])
    names = ["run", "line", "update", "bound", "order"]
    assert [question.kind for question in basic.questions] == names
    assert [q.given for q in basic.questions] == [q.given for q in sheets.sheet(3, names).questions]
    more = sheets.sheet(3, ["basic", "complete"])
    assert [question.kind for question in more.questions] == [*names, "complete"]
    with pytest.raises(ValueError, match="each named once"):
        sheets.sheet(3, ["basic", "run"])
    with pytest.raises(ValueError, match=r"'basics'.*set basic"):
        sheets.sheet(3, ["basics"])
