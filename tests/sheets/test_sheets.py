"""Sheets: every answer against plain fractions, every form read back, marks, and bad input.

The oracle reads a question's data and shares no line with the package.
"""

import ast
import csv
import random
import re
import shutil
import tomllib
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from conftest import NO_LATEX, missing
from many import TIMES
from oracle import dot, is_separable, margin_squared, solve
from pypdf import PdfReader

from perceptron_lessons import sheets
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.language import file_of, language_of
from perceptron_lessons.sheets.marking import value_of
from perceptron_lessons.sheets.question import ALSO_FIGURES, TEXTS, Question
from perceptron_lessons.sheets.typed import read_answers
from perceptron_lessons.takeaway.command_line import main

SHEETS = min(1000, 10 * TIMES)
RESTS_ON = {
    ("numerator", "gain"), ("norm", "cross term"), ("norm", "update term"), ("cosine", "numerator"),
    ("cosine", "norm"), ("conclusion", "cosine"), ("conclusion", "ceiling"), ("fall", "gain"),
    ("fall", "cross term"), ("fall", "update term"), ("distance", "fall"),
    ("conclusion", "distance"), ("mean along u", "numerator"), ("not near 0", "mean along u"),
    ("near 0", "norm"), ("conclusion", "near 0"), ("conclusion", "not near 0"),
    ("progress", "gain"), ("growth", "cross term"), ("growth", "update term"),
    ("conclusion", "progress"), ("conclusion", "growth"),
}  # fmt: skip


@pytest.fixture(scope="module")
def exam():
    return sheets.exam(SHEETS, 2027)


def run(X, y, w=(0, 0), pad=0, first=0, stop=99):
    """Return (sample, w, b) after each update, and how many samples each line was shown."""
    states, stood, clean, i, b = [], [0], 0, first, 0
    w = list(w)
    while (clean < len(X) or i % len(X)) and len(states) < stop:
        x, label = X[i % len(X)], y[i % len(X)]
        stood[-1] += 1
        if label * (dot(w, x) + b) <= 0:
            w, b = [a + label * v for a, v in zip(w, x, strict=True)], b + label * pad
            states.append((i % len(X), tuple(w), b))
            stood.append(0)
            clean = -1
        clean, i = clean + 1, i + 1
    return states, stood


def ends(states):
    return {"k": len(states), "w": states[-1][1]}


def starts(states, n):
    return {f"{c}{k}": states[k - 1][j] for k in range(1, n + 1) for j, c in enumerate("iw")}


def of_run(g):
    states, _ = run(g["X"], g["y"])
    return starts(states, 3) | ends(states)


def of_line(g):
    w = run(g["X"], g["y"])[0][g["k"] - 1][1]
    margins = [label * dot(w, x) for x, label in zip(g["X"], g["y"], strict=True)]
    return {"w": w, "margin": margins[g["j"]], "wrong": sum(m <= 0 for m in margins)}


def of_update(g):
    w = tuple(a + g["y"] * v for a, v in zip(g["w"], g["x"], strict=True))
    before = g["y"] * dot(g["w"], g["x"])
    return {"before": before, "w": w, "after": g["y"] * dot(w, g["x"]), "square": dot(w, w)}


def of_start(g):
    states, _ = run(g["X"], g["y"], g["w0"])
    return starts(states, 1) | ends(states)


def of_offset(g):
    states, _ = run(g["X"], g["y"], pad=1)
    found = {"radius": max(dot(x, x) for x in g["X"]) + 1, "w2": states[1][1], "b2": states[1][2]}
    return found | ends(states) | {"b": states[-1][2]}


def of_average(g):
    states, stood = run(g["X"], g["y"])
    lines = [(0, 0), *(w for _, w, _ in states)]
    mean = (Fraction(dot(stood, [w[j] for w in lines]), sum(stood)) for j in (0, 1))
    return {"stood": tuple(stood), "mean": tuple(mean)}


def of_tie(g):
    w, times, ties = (0, 0), [], []
    for t, (x, label) in enumerate(zip(g["X"], g["y"], strict=True)):
        ties += [t] if dot(w, x) == 0 else []
        if (1 if dot(w, x) >= 0 else -1) != label:
            w, times = tuple(a + label * v for a, v in zip(w, x, strict=True)), [*times, t]
    assert ties == [0, g["tie"]]
    return {"times": ",".join(map(str, times)), "k": len(times), "w": w}


def of_kernel(g):
    squares = [[dot(p, q) ** 2 for q in g["X"]] for p in g["X"]]
    counts, clean, i = [0, 0, 0], 0, 0

    def signed(row):
        return sum(a * label * v for a, label, v in zip(counts, g["y"], row, strict=True))

    while clean < 3:
        clean += 1
        if g["y"][i] * signed(squares[i]) <= 0:
            counts[i], clean = counts[i] + 1, 0
        i = (i + 1) % 3
    return {"counts": tuple(counts), "score": signed(squares[g["j"]])}


def of_choice(g):
    lengths = [len(run([*g["X"], x], [*g["y"], 1], stop=20)[0]) for x in g["choices"]]
    assert lengths.count(g["k"]) == 1
    return {"choice": "ABCD"[lengths.index(g["k"])]}


def of_bound(g):
    radius, margin = max(dot(x, x) for x in g["X"]), margin_squared(g["X"], g["y"], "none")
    return {"radius": radius, "margin": margin, "bound": radius / margin}


def of_certificate(g):
    Z = [[label * v for v in x] for x, label in zip(g["X"], g["y"], strict=True)]
    weights = solve([[z[0] for z in Z], [z[1] for z in Z], [1, 1, 1]], [0, 0, 1])
    assert min(weights) > 0
    return {f"a{i}": weight for i, weight in enumerate(weights)}


def of_sets(g):
    can = [[is_separable(X, g["y"], bias) for bias in ("none", "free")] for X in g["sets"]]
    return {f"set{n}": "CBA"[through + free] for n, (through, free) in enumerate(can, start=1)}


def path(g, updates):
    """Return (w before, sample, label, w after) of each update."""
    w, steps = tuple(g["w0"]), []
    for i in updates:
        new = tuple(a + g["y"][i] * v for a, v in zip(w, g["X"][i], strict=True))
        steps.append((w, g["X"][i], g["y"][i], new))
        w = new
    return steps


def of_hypothesis(g):
    on_mistakes = all(label * dot(w, x) <= 0 for w, x, label, _ in path(g, g["updates"]))
    holds = [not any(g["w0"]), on_mistakes, is_separable(g["X"], g["y"], "none")]
    assert sum(holds) >= 2
    return {"choice": "ABCD"[[*holds, False].index(False)]}


def of_broken(g):
    steps = path(g, map(int, g["updates"].split(", ")))
    u, margin, radius = g["u"], g["margin"], g["radius"]
    assert margin == margin_squared(g["X"], g["y"], "none") and radius == max(
        dot(x, x) for x in g["X"]
    )
    assert min(
        label * dot(x, u) for x, label in zip(g["X"], g["y"], strict=True)
    ) ** 2 == margin * dot(u, u)
    for k, w in enumerate([tuple(g["w0"]), *(step[3] for step in steps)]):
        along = Fraction(dot(w, u) * abs(dot(w, u)), dot(u, u))
        holds = [
            True,
            along >= k * k * margin,
            True,
            True,
            dot(w, w) <= k * radius,
            True,
            True,
            True,
        ]
        if k:
            before, x, label, _ = steps[k - 1]
            holds[0] = label * dot(x, u) > 0 and Fraction(dot(x, u) ** 2, dot(u, u)) >= margin
            holds[2:4] = label * dot(before, x) <= 0, dot(x, x) <= radius
            holds[5] = not any(w) or along * radius >= k * margin * dot(w, w)
            holds[7] = k <= radius / margin
        if not all(holds):
            return {"line": "ABCDEFGH"[holds.index(False)], "k": k}


def of_order(g, answers):
    names = [g["lines"]["ABCDEFG".index(letter)] for letter in answers["order"]]
    assert names[-1] == "conclusion"
    assert all((b, a) in RESTS_ON for a, b in pairwise(names))
    assert not any(names[0] == below for below, _ in RESTS_ON)
    assert sorted([*answers["order"], answers["false"]]) == list("ABCDEFG"[: len(g["lines"])])
    return answers


def of_line_of_proof(g, answers, choices):
    states, _ = run(g["X"], g["y"])
    radius, k = max(dot(x, x) for x in g["X"]), g["k"]
    x, w = g["X"][states[k - 1][0]], states[k - 1][1]
    side, left, right = (
        ("k R²", dot(w, w), k * radius) if g["line"] == "norm" else ("R²", dot(x, x), radius)
    )
    letters = [letter for letter, text in choices if str(text) == side]
    return {"side": letters[0], "left": left, "right": right}


ORACLE = {
    "run": of_run, "line": of_line, "update": of_update, "start": of_start, "offset": of_offset,
    "averaged_line": of_average, "tie": of_tie, "kernel": of_kernel, "choose": of_choice,
    "bound": of_bound, "certificate": of_certificate, "separable": of_sets,
    "hypothesis": of_hypothesis, "breaks": of_broken,
}  # fmt: skip


def test_every_answer_is_that_of_plain_fractions(exam):
    for question in (question for sheet in exam for question in sheet.questions):
        found = question.answers
        if question.kind == "order":
            right = of_order(question.given, found)
        elif question.kind == "complete":
            right = of_line_of_proof(question.given, found, question.shown[-1].rows)
        else:
            right = ORACLE[question.kind](question.given)
        assert found == right, (question.kind, question.given)


def proves(formula, X, y):
    """Whether a separator, or a sum of samples times labels that is 0, is what it is said to be."""
    w, b = (re.search(rf"{name} = \(?([^()=]*?)(\)|$|, b)", formula) for name in "wb")
    if w:
        w, b = [int(v) for v in w[1].split(", ")], int(b[1]) if b else 0
        return all(label * (dot(w, x) + b) > 0 for x, label in zip(X, y, strict=True))
    pairs = list(zip(X, y, strict=True))
    zs = [tuple(label * v for v in (*x, *one)) for x, label in pairs for one in ((), (1,))]
    terms = [(int(a), *ast.literal_eval(z)) for a, z in re.findall(r"(\d+) (\([^)]*\))", formula)]
    times, *columns = zip(*terms, strict=True)
    return (
        {z[1:] for z in terms} <= set(zs)
        and min(times) > 0
        and not any(dot(times, column) for column in columns)
    )


def test_what_separates_or_adds_up_to_0_does_so(exam):
    for sheet in exam:
        kinds = {question.kind: question for question in sheet.questions}
        sets, given = kinds["separable"], kinds["hypothesis"].given
        found = [(given["found"], given["X"], given["y"])]
        for (_, proofs), X in zip(sets.worked[0].rows, sets.given["sets"], strict=True):
            found += [(proof, X, sets.given["y"]) for proof in str(proofs).split("; ")]
        for formula, X, y in found:
            formula = formula.replace("−", "-").replace("{letter}", "w").replace("{offset}", "b")
            assert proves(formula, X, y), formula


def test_data_are_by_design_and_nobody_has_another_ones(exam):
    given = [(q.kind, repr(q.given)) for sheet in exam for q in sheet.questions]
    assert len(set(given)) == len(given) == 16 * SHEETS
    samples = [x for sheet in exam for q in sheet.questions for x in q.given.get("X", [])]
    assert max(abs(v) for x in samples for v in x) == 6
    assert max(len(q.given.get("X", [])) for q in exam[0].questions) == 5
    again = sheets.sheet(exam[-1].seed)
    assert [q.given for q in again.questions] == [q.given for q in exam[-1].questions]
    steps = [sum(q.steps for q in sheet.questions) for sheet in exam]
    assert max(steps) < 1.25 * min(steps)
    assert sum(map(int, re.findall(r"\| (\d+) \| ■", sheets.report(exam)))) == SHEETS


def slots(text):
    """The formulas and the slots of a text, in any order."""
    return sorted(re.findall(r"\$[^$]*\$|<\w+>", re.sub(r"\s+", " ", text)))


def leaves(texts, path=()):
    if not isinstance(texts, dict):
        return {path: texts}
    return {k: v for key, part in texts.items() for k, v in leaves(part, (*path, key)).items()}


def test_the_german_words_are_those_of_the_english_ones():
    english = leaves(tomllib.loads(TEXTS.read_text("utf-8")))
    german = leaves(language_of("de").part("sheets"))
    numbers = ("points", "mistakes", "steps", "largest")
    assert {*german} == {p for p in english if p[0] == "sheet" or p[1] not in numbers}
    assert all(slots(str(text)) == slots(str(english[path])) for path, text in german.items())
    for seed in range(8):
        sheet = sheets.document(sheets.sheet(seed, language="de"), solutions=True)
        words = re.findall(r"[a-z]+", re.sub(r"\$[^$]*\$|\d+\.\w+", "", sheet))
        assert not {"the", "of", "is", "because", "set", "line", "yes", "time"} & {*words}


def test_an_exam_is_written_and_read_back(tmp_path, capsys, monkeypatch):
    if not shutil.which("pdflatex"):
        missing(NO_LATEX)
    words, out = tmp_path / "words.toml", tmp_path / "exam"
    words.write_text('[sheet]\ntitle = "Übungsblatt"\n[run.points]\nk = 5\n', encoding="utf-8")
    options = f"--seed 3 --notation online --texts {words}".split()
    command = ["sheet", "--students", "2", "--out", str(out), *options]
    assert main([*command, "--format", "markdown,pdf,moodle"]) == 0
    made = sheets.exam(2, 3, notation="online", texts=words)
    with open(out / "answers.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["points"]) for row in rows) == 2 * made[0].total == 2 * 71
    pages = [PdfReader(out / f"{name}.pdf").pages for name in ("sheets", "solutions")]
    first = pages[0][0].extract_text()
    assert "Übungsblatt 1" in first and "θ" in first and len(pages[1]) > len(pages[0])
    for of_all in pages:  # printed two-sided, no leaf belongs to two students
        begins = [i for i, page in enumerate(of_all) if "Übungsblatt" in page.extract_text()]
        assert len(begins) == 2 and all(i % 2 == 0 for i in begins)
    questions = [q for q in ET.parse(out / "moodle.xml").getroot() if q.get("type") == "cloze"]
    assert len(questions) == 2 * 16
    typed = tmp_path / "typed.txt"
    typed.write_text("".join(f"{r['key']}: {r['answer']}\n" for r in rows if r["student"] == "1"))
    assert main(["sheet", *options[2:], "--seed", rows[0]["seed"], "--mark", str(typed)]) == 0
    assert "71 of 71 points" in capsys.readouterr().out
    own = tmp_path / "own"
    assert main(["sheet", *options[2:], "--seed", rows[0]["seed"], "--out", str(own)]) == 0
    name = "solution-0001.md"
    assert (own / name).read_text(encoding="utf-8") == (out / name).read_text(encoding="utf-8")
    monkeypatch.setenv("PATH", "")
    for bad in (
        ["--format", "pdf"],
        ["--students", "0"],
        ["--kinds", "none"],
        ["--seed", "-1"],
        ["--words", str(typed)],
        ["--texts", str(typed)],
    ):
        assert main(["sheet", "--seed", "1", "--out", str(tmp_path / "new"), *bad]) == 2
        assert bad[1].strip("-") in capsys.readouterr().err and not (tmp_path / "new").exists()
    assert main(command) == 2 and str(out) in capsys.readouterr().err


def test_a_slip_is_named_and_what_follows_from_it_earns_its_points(exam):
    question = exam[0].questions[0]
    values = dict(question.answers)
    values["w1"] = tuple(-v for v in values["w1"])  # the sample was taken away, not added
    states, _ = run(question.given["X"], question.given["y"], values["w1"], first=1)
    values |= {f"{c}{k}": states[k - 2][j] for k in (2, 3) for j, c in enumerate("iw")}
    values |= ends(states) | {"k": 1 + len(states)}
    typed = "".join(f"1.{key}: {value}\n" for key, value in values.items())
    marked = sheets.mark(exam[0], typed)
    assert [row[3] for row in marked.rows][:2] == ["right", "wrong"]
    assert {row[3] for row in marked.rows[2:8]} <= {
        "right",
        "follows",
    } and "step: 1.w1" in marked.title
    assert "follows" in {row[3] for row in marked.rows[2:8]}
    with pytest.raises(ValueError, match=r"99\.w"):
        sheets.mark(exam[0], "99.w: 3")
    with pytest.raises(ValueError, match="line 1"):
        sheets.mark(exam[0], "what?")


BAD_WORDS = {
    "[update.points]\nbefore = -5": r"\[update.points\] before must be a whole number",
    "[update.points]\nbefore = 0": r"\[update.points\] before",
    "[update.points]\nbefore = 0.5": r"\[update.points\] before",
    "[update.points]\nbefore = true": r"\[update.points\] before",
    "[update.points]\nbefore = 99999999999": r"\[update.points\] before",
    "[update.points]\nbefore = '3'": r"\[update.points\] before",
    "[update.points]\nnix = 3": r"\[update\] points must have keys of before.*found nix",
    "[update]\npoints = 3": r"\[update\] points must be a table",
    "update = 3": "update must be a table",
    "[updaet]\ntitle = 'x'": "must have keys of sheet, run.*found updaet",
    "[update]\nmistakes = [1]": r"\[update\] mistakes must be the least and the largest",
    "[update]\nmistakes = ['a', 'b']": r"\[update\] mistakes",
    "[update]\nmistakes = [5, 4]": r"\[update\] mistakes",
    "[update]\nmistakes = [-1, 4]": r"\[update\] mistakes",
    "[update]\nmistakes = [1.0, 2.0]": r"\[update\] mistakes",
    "[update]\nlargest = 40": r"\[update\] largest",
    "[update]\ntitle = 3": r"\[update\] title must be a text",
    "[update]\ntitle = 1979-05-27": r"\[update\] title must be a text",
    "[update]\nquestion = 'a $ b'": r"\[update\] question must have dollar signs in pairs",
    "[update]\nquestion = '<nix>'": r"\[update\] question must have names",
    "[update]\nquestion = '${nix}$'": r"\[update\] question must have names",
    "[update]\nquestion = '${letter$'": r"\[update\] question must have names",
    "[update]\nquestion = '${}$'": r"\[update\] question must have names",
    "[update.asked]\nw = '<k>'": r"\[update.asked\] w must have names",
    "[update.feedback]\nw = '${w'": r"\[update.feedback\] w must have dollar signs",
    "[sheet]\nrules = '${nix}$'": r"\[sheet\] rules must have names",
    "[sheet.words]\nyes = 3": r"\[sheet.words\] yes must be a text",
    "[hypothesis]\nchoices = ['a']": r"\[hypothesis\] choices must have 4 texts",
    "[hypothesis]\nchoices = 'a'": r"\[hypothesis\] choices must be a list of texts",
    "[hypothesis]\nchoices = [1, 2, 3, 4]": r"\[hypothesis\] choices must be a list of texts",
    "[update]\nmistakes = [2, 2]": r"\[update\] mistakes must be a range that data fit.*1 to 1",
    "[update]\nlargest = [0, 1]": r"\[update\] largest must be a range that data fit",
    "[update": "must be in TOML",
}


@pytest.mark.parametrize("text", BAD_WORDS)
def test_every_value_of_a_words_file_is_checked_by_file_and_key(tmp_path, text):
    words = tmp_path / "mine.toml"
    words.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=f"mine.toml.*{BAD_WORDS[text]}"):
        sheets.sheet(1, ["update"], texts=words)


def test_our_own_words_pass_their_own_check(tmp_path):
    for name, file in {"texts": TEXTS, "language": file_of("de")}.items():
        copy = tmp_path / "mine.toml"
        copy.write_bytes(file.read_bytes())
        assert sheets.sheet(1, ["update", "bound", "hypothesis"], **{name: copy}).total == 11


def test_a_language_and_texts_of_ones_own_go_together(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text("[sheet]\ntitle = 'Übung'\n[update.points]\nw = 9\n[sheet.words]\nnix = 'x'\n")
    one = sheets.document(sheets.sheet(1, ["update"], language="de", texts=own))
    assert "## Übung 1" in one and "Was ein Schritt bewirkt" in one and "| 9 |" in one
    assert tuple(sorted(FIGURES.keys() & sheets.KINDS.keys())) == ALSO_FIGURES


def test_a_file_of_texts_is_no_language_and_the_other_way_round(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text("[sheet]\ntitle = 'Übung'\n")
    with pytest.raises(
        ValueError, match=r"mine.toml must be the file of a lang.*\[sheet\].*--texts"
    ):
        sheets.sheet(1, ["update"], language=own)
    own.write_text("[update.points]\nw = 9\n")
    with pytest.raises(ValueError, match=r"points in \[update\] must be a text"):
        sheets.sheet(1, ["update"], language=own)
    with pytest.raises(ValueError, match=r"must have keys of sheet, run.*found lang"):
        sheets.sheet(1, ["update"], texts=file_of("de"))


def test_the_report_of_a_german_exam_is_german(tmp_path):
    sheets.write_exam(tmp_path, 2, 3, ["markdown"], kinds=["run", "update"], language="de")
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert " von " in report and not {"of", "found", "kind", "steps"} & {*report.split()}


def test_a_class_gets_all_the_data_of_a_kind_and_a_larger_one_a_word(tmp_path):
    words = tmp_path / "mine.toml"
    words.write_text("[order]\nsteps = [4, 4]\n")
    given = [q.given for s in sheets.exam(216, 5, ["order"], texts=words) for q in s.questions]
    assert len({repr(one) for one in given}) == 216
    for students in (217, 10**6):
        with pytest.raises(ValueError, match=r"mine.toml, \[order\] must .*216 at most"):
            sheets.exam(students, 5, ["order"], texts=words)


def test_updates_are_counted_in_their_ranges(tmp_path):
    numbers = [n for n in range(-6, 7) if n]
    most = 0
    for a, b, c, d in product(numbers, repeat=4):
        before = -abs(a * c + b * d)  # of the one label with which it is a mistake
        y = -1 if a * c + b * d > 0 else 1
        w = a + y * c, b + y * d
        largest = max(-before, abs(w[0]), abs(w[1]), abs(before + c * c + d * d), dot(w, w))
        most += before < 0 and 7 <= largest <= 8
    words = tmp_path / "mine.toml"
    words.write_text("[update]\nlargest = [7, 8]\n")
    assert len(sheets.exam(8, 5, ["update"], texts=words)) == 8
    with pytest.raises(ValueError, match=rf"mine.toml, \[update\] must .*data for {most} at most"):
        sheets.exam(most + 1, 5, ["update"], texts=words)


def test_the_largest_class_of_all_is_told_before_anything_is_drawn(monkeypatch):
    monkeypatch.setattr(random, "Random", None)
    for kinds in (None, ["order"], ["run", "order"]):
        with pytest.raises(ValueError, match=r"\[order\].*3,097 students.*3,096 at most"):
            sheets.exam(3_097, 1, kinds)


def test_a_kind_without_a_count_ends_where_nothing_new_comes(monkeypatch):
    def few(random, notation):
        return Question({"n": random.randrange(40)}, {"a0": 5}, 0, 3)

    monkeypatch.setitem(sheets.KINDS, "certificate", few)
    assert len(sheets.exam(30, 1, ["certificate"])) == 30
    with pytest.raises(ValueError, match=r"\[certificate\] must .*41 students.*40 at most"):
        sheets.exam(41, 1, ["certificate"])


TYPED = {
    (2, 0): ["(2, 0)", "[2, 0]", "(2,0)", "2 0", "2; 0", "{2,0}", "2.0, 0", "(4/2, –0)", "２，０"],
    (0, -1): ["(0, −1)", "(0, –1)", "[ 0 ,-1 ]", "(0,-2/2)", "0;－1"],
    -24: ["-24", "−24", "–24", "- 24", "-48/02", "-24.0", "-24,0", "(−24)", "－24", "-48 / 2"],
    7: ["7", "+7", "007", "7.0", "14/2", "7,0", " 7 "],
    Fraction(64, 5): ["64/5", "12.8", "12,8", "128/10", "64 / 5", "+12.80"],
    "EDBA": ["EDBA", "edba", "E D B A", "E, D, B, A", "E-D-B-A", "(E;D;B;A)", "E → D → B → A"],
    "0,3": ["0,3", "0, 3", "0 3", "0; 3", "(0,3)", "[0, 3]"],
}  # fmt: skip
WRONG = [
    "9" * 5_000,
    "(" + "9" * 5_000 + ", 0)",
    "2",
    "1/0",
    "0/0",
    "nan",
    "(2, 0, 0)",
    "x",
    "²",
    "1e9999",
]


@pytest.mark.parametrize("right", TYPED, ids=str)
def test_answers_count_by_their_value_however_they_are_typed(right):
    assert [value_of(text, right) for text in TYPED[right]] == [right] * len(TYPED[right])
    assert right not in [value_of(text, right) for text in WRONG]


def test_typed_files_are_read_as_people_save_them(tmp_path, capsys):
    path = tmp_path / "typed.txt"
    for typed in ("1.before: –24\n1.w: [2, 0]\n", '"1.before","-48/02"\n"1.w","(2,0)"\n'):
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            for ends in ("\n", "\r\n", "\r"):
                path.write_bytes(typed.replace("\n", ends).encode(encoding))
                words = ["sheet", "--seed", "7", "--kinds", "update", "--mark", str(path)]
                assert main(words) == 0 and "2 of 4 points" in capsys.readouterr().out
    path.write_text("1.before: " + "9" * 5_000)
    assert main(words) == 0
    assert "first wrong step: 1.before" in (out := capsys.readouterr().out) and len(out) < 2_000
    for typed, named in {
        "1.w: 3\n\n1.w: 4": "line 3 must have a key of its own; found 1.w in line 1",
        "\n1.nix: 3": "line 2 must have a key of this sheet, 1.before",
        "what?": "line 1 must be a key and an answer",
        "w: 3": "line 1 must be a key",
    }.items():
        path.write_text(typed)
        assert main(words) == 2 and named in capsys.readouterr().err


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sheets.sheet(10**5000), "seed must be at most"),
        (lambda: sheets.sheet(-(10**5000)), "seed must be a whole number from 0"),
        (
            lambda: sheets.exam(10**9, 1, ["run"]),
            "students must be at most 10,000; found 1000000000",
        ),
        (lambda: sheets.exam(10**5000, 1), "students must be at most"),
        (lambda: sheets.sheet(1, 5), "kinds must be of"),
        (lambda: sheets.sheet(1, [[]]), "no kind []"),
        (lambda: sheets.sheet(1, [10**5000]), "no kind a number of thousands of digits"),
        (lambda: sheets.sheet(1, "rum"), "no kind 'rum'"),
        (lambda: sheets.sheet(1, texts=5), "the name of a file must be text; found 5"),
        (lambda: sheets.sheet(1, language=5), "the language must be de or the name of a file"),
        (lambda: sheets.sheet(1, language=""), "the language must be de or the name of a file"),
        (lambda: sheets.sheet(1, notation=10**5000), "notation must be one of"),
    ],
)
def test_what_is_no_sheet_is_refused_in_our_words(call, words):
    with pytest.raises(ValueError) as refused:
        call()
    assert words in str(refused.value)


def test_a_kind_by_its_name_and_a_seed_of_numpy():
    by_name = sheets.sheet(np.int64(3), "update")
    assert by_name.questions[0].given == sheets.sheet(3, ["update"]).questions[0].given


@pytest.mark.parametrize("typed", ["（5，6）", "[5；6]", "5、 6", "\u200e5, 6\u200b", "(10⁄2, 6)"])
def test_signs_of_other_keyboards_and_those_that_are_not_seen(typed):
    assert value_of(typed, (5, 6)) == (5, 6)
    assert read_answers("１.before： 5")["1.before"].text == "5"
