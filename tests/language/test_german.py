"""Where German is asked for, no English is left: tables, pages, decks and the stage.

A text is left if it is longer than two words and the same in both languages. Numbers have a comma.
"""

import ast
import json
import re
import subprocess
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import NOTEBOOKS, PROJECT
from IPython.core.formatters import DisplayFormatter
from matplotlib.text import Text

from perceptron_core import OnlineTrace, bias_trap, online, perceptron, worked_example, xor
from perceptron_lessons import figures
from perceptron_lessons.builder import WORDS, builder_script, proof_builder
from perceptron_lessons.builder.claims import KINDS
from perceptron_lessons.figures.style import figure, write_ticks
from perceptron_lessons.figures.wording import Wording, words_of
from perceptron_lessons.language import language_of, translated
from perceptron_lessons.stage import DATA, VIEWS, stage_script
from perceptron_lessons.stage.boards import STARTS
from perceptron_lessons.tables import Table, summary_of_run, table, table_of_run
from perceptron_lessons.takeaway import run_report
from perceptron_lessons.takeaway.command_line import main
from perceptron_lessons.takeaway.gallery import COPY
from perceptron_lessons.takeaway.players import fragment, players_script
from perceptron_lessons.takeaway.run_tables import proof_that_applies
from perceptron_lessons.takeaway.web_figures import show_words_in
from perceptron_lessons.takeaway.worked_run import facts_of, usable_points
from perceptron_lessons.theory.formats import as_csv, as_latex
from perceptron_lessons.theory.mixing import MIXINGS
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.theorems import check
from perceptron_lessons.widget import explorers, player
from perceptron_lessons.widget.player import Player
from publish.__main__ import default_files
from publish.slides import KEYS, Lessons, cells_shown, read_deck

GERMAN = language_of("de")
ENGLISH = re.compile(r"\b(the|of|is|and|with|by|for|not|every|each|after|samples?|mistakes?|yes)\b")
POINT = re.compile(r"\d\.\d")
NAMES = re.compile(r"\b[A-Za-zÀ-ÿ]{2,}\b")


def plain(text):
    """A template without its slots and formulas."""
    return re.sub(r"\{[^}]*\}|\$[^$]*\$", "", text)


def left_in(german, english):
    """The German texts that say the same as an English one, in more than two words."""
    long = {text for text in english if len(re.findall(r"(?<!\S)[A-Za-z]{2,}", plain(text))) > 2}
    return sorted(long.intersection(german))


# ---- what stands in the code ----

# Of these functions the first argument is a text for the reader: in figures, tables, messages.
SPEAKERS = {"figures": {"words", "write"}, "": {"Phrase"}}


def texts_in_code():
    """Yield the file and the text of each call that says something to a reader."""
    for path in sorted((PROJECT / "perceptron_lessons").rglob("*.py")):
        speakers = SPEAKERS[""] | SPEAKERS.get(path.parent.name, set())
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", None))
            text = getattr(node.args[0], "value", None)
            if name in speakers and isinstance(text, str):
                yield path.name, text


def test_each_text_in_the_code_of_figures_and_tables_has_a_german_one():
    known = GERMAN.part("phrases").keys() | GERMAN.part("tables").keys()
    said = {(file, text) for file, text in texts_in_code() if NAMES.search(plain(text))}
    assert len(said) > 150
    assert sorted(each for each in said if each[1] not in known) == []


def test_each_text_of_a_picture_with_sliders_has_a_german_one():
    in_page = re.findall(r'^const [A-Z_]+ = "(.* .*)";$', player.SCRIPT, re.MULTILINE)
    assert in_page == [*player.MESSAGES]
    said = {*in_page, player.DRAWING, player.COMPUTING, player.NOT_POSSIBLE, *MIXINGS}
    tree = ast.parse(Path(explorers.__file__).read_text(encoding="utf-8"))
    for call in ast.walk(tree):
        if getattr(getattr(call, "func", None), "id", None) == "explorer":
            dicts = [each.value for each in call.keywords if isinstance(each.value, ast.Dict)]
            texts = [*call.args, *(part for each in dicts for part in (*each.keys, *each.values))]
            said |= {getattr(text, "value", None) for text in texts}
    words = {text for text in said if isinstance(text, str) and " " in text}
    assert len(words) > 50
    assert sorted(words - GERMAN.part("phrases").keys()) == []


def test_a_picture_with_sliders_is_german_and_its_numbers_have_a_comma():
    picture = figures.iris(language="de")
    shown = Player(picture, prompt="Move k: which of them?", labels={"k": "updates k"})
    assert shown.prompt == "Move k: which of them?"  # of the reader's own
    labels = [slider["label"] for slider in shown.drawing["sliders"]]
    assert labels[0] == "Schritte k" and "0,2" in shown.drawing["sliders"][2]["texts"]
    assert shown.buttons["This picture is still being drawn"].startswith("Dieses Bild")


def test_each_text_of_a_template_has_a_german_one():
    said = set(KEYS.values()) | set(COPY)
    for folder in ("perceptron_lessons/takeaway", "publish"):
        for path in (PROJECT / folder / "templates").glob("*.j2"):
            texts = re.findall(r'\bsay\("([^"]+)"', path.read_text(encoding="utf-8"))
            said |= {text.replace(r"\\", "\\") for text in texts}  # as Jinja reads it
    assert len(said) > 30
    assert sorted(said - GERMAN.part("phrases").keys()) == []


def test_a_german_text_is_no_english_one():
    pairs = {**GERMAN.part("phrases"), **GERMAN.part("tables")}
    same = left_in(pairs.values(), pairs)
    assert same == ["Lemma 2, Cauchy–Schwarz, Lemma 1, Lemma 3"]


# ---- tables ----


def some_tables():
    data = worked_example()
    run = perceptron(data.X, data.y, bias="radius", learning_rate=0.1)
    with pytest.warns(RuntimeWarning):
        stopped = perceptron(xor().X, xor().y, max_mistakes=3)
    start = perceptron(data.X, data.y, w0=[0.5, 0])
    yield from (table_of_run(run), table(run, 2), table_of_run(stopped), table(run, 1, limit=3))
    yield from (check(each).table() for each in (run, stopped, start))
    for source in ("primal", "cosine", "iterations"):
        yield prove(
            run if source == "primal" else perceptron(data.X, data.y), source=source
        ).table()
    yield prove(run, notation="online").over_k("gain")
    stream = online(zip(data.X, data.y, strict=True))
    assert isinstance(stream, OnlineTrace)
    yield table_of_run(stream)


def test_tables_are_german_and_files_for_programs_are_not():
    commas = 0
    for english in some_tables():
        german = GERMAN.table(english)
        text = re.sub(r"start_bound\(trace\)|#mistakes|w_old", "", str(german))
        assert not ENGLISH.search(text), text
        assert english.columns[0] != "source" or "\n  cosine" in text
        assert not POINT.search(text) and not POINT.search(german.html()), text
        _, _, in_latex = as_latex(german).partition("\n")
        assert not re.search(r"\d,\d", in_latex), "a comma needs braces in LaTeX"
        commas += len(re.findall(r"\d,\d", text))
        in_files = (re.findall(r"\d+\.\d{6,}", as_csv(each)) for each in (english, german))
        assert len(set(map(tuple, in_files))) == 1
    assert commas > 10


def test_a_cell_of_a_lesson_shows_and_prints_in_german(capsys):
    shell = SimpleNamespace(display_formatter=DisplayFormatter(), user_ns={})
    show_words_in("de", shell)
    shown, _ = shell.display_formatter.format(Table("the run", ["bound"], [(0.25,)]))
    for kind in ("text/html", "text/plain"):
        assert "der Lauf" in shown[kind] and "0,25" in shown[kind]
    data, square = worked_example(), xor()
    shell.user_ns["print"](maximum_margin(data.X, data.y, bias="one"), "as", 0.5, sep="\n")
    separator, *others = capsys.readouterr().out.splitlines()
    assert separator.startswith("Trennvektor der Länge 1: w ≈ (0,") and others == ["as", "0.5"]
    shown, _ = shell.display_formatter.format(maximum_margin(square.X, square.y))
    assert shown["text/plain"] == "es gibt keinen Trennvektor: 1/2 von z_0 + 1/2 von z_3 ist 0"


def test_numbers_are_written_as_german_does():
    assert GERMAN.number("(0.5, −1)") == "(0,5; −1)" and GERMAN.number("(1, 2)") == "(1, 2)"
    assert GERMAN.number("16,007") == "16\u202f007"
    words = Wording(language="de")
    assert words("{x} = {y}, {n}", x="w", y=(0.5, 2), n=16007) == "w = (0,5; 2), 16\u202f007"
    assert words.write("{y}", y=16007.5).latex == "16\\,008"
    assert words.write("${y}$", y=-0.5).latex == "$-0{,}5$"
    assert str(GERMAN.table(Table("", ["v"], [(0.25,)]))).endswith("0,25")


def test_the_numbers_of_axes_have_a_comma():
    fig, (left, right) = figure(ncols=2)
    left.set(xlim=(0, 1), ylim=(0, 1))
    right.set_xticks([0.1, 10], ["0.1", "10"])
    write_ticks(fig, GERMAN.number)
    fig.canvas.draw()
    axes = (left.xaxis, left.yaxis, right.xaxis)
    texts = [text.get_text() for axis in axes for text in axis.get_ticklabels()]
    assert {"0,1", "10"} <= set(texts) and not any("." in text for text in texts)


# ---- the page of a run ----

SEPARABLE = "Größe;Gewicht;da\n1,5;2,25;ja\n2;0,5;ja\n-1,5;-2;nein\n0,5;1,75;ja\n"
FILES = {
    "plane": (SEPARABLE, ""),
    "offset": (SEPARABLE, "--step radius --learning-rate 0.1 --zero positive"),
    "stopped": (SEPARABLE, "--max-mistakes 0 --order worst"),
    "mixed": (SEPARABLE + "0,5;1,75;nein\n", "--order first"),
    "space": ("Id,a,b,c,y\n0,1.5,2,3,1\n1,1,-1.5,2,1\n2,-3,-2,-1,-1\n", "--unit-length"),
}
# The first lines of trace.txt and the code to embed a page are for machines.
TAGS = re.compile(r"<(script|style|code).*?</\1>|<[^>]*>", re.DOTALL)


def test_what_a_run_says_of_itself_is_the_same_where_it_can_be_said_in_german():
    data, square, far = worked_example(), xor(), bias_trap()
    runs = [
        perceptron(data.X, data.y, bias="radius", learning_rate=0.1, order="worst"),
        perceptron(data.X, data.y, bias="one", w0=[0.5, -2], b0=1, zero="positive"),
        perceptron(data.X, data.y, zero="negative", order="random", seed=1, exact=True),
        perceptron([[1, 0]], [1], w0=[3, 0]),
        long := perceptron(far.X, far.y, bias="one", order="shuffled", seed=1),
    ]
    with pytest.warns(RuntimeWarning):
        runs.append(perceptron(square.X, square.y, max_mistakes=3))
    assert long.n_mistakes > 20
    for run in runs:
        summary = summary_of_run(run)
        assert summary == repr(run)
        german = GERMAN.say(summary)
        assert not ENGLISH.search(german) and not POINT.search(german), german


@pytest.fixture
def page(tmp_path, monkeypatch):
    """The page of a run on a file, without its figures, in a language."""
    monkeypatch.setattr(run_report, "_pictures", lambda *_: ({}, []))

    def write(name, words):
        content, options = FILES[name]
        file, out = tmp_path / f"{name}.csv", tmp_path / f"{name} {words}"
        file.write_text(content, encoding="utf-8")
        asked = ["run", str(file), "--out", str(out), "--format", "svg", *options.split()]
        assert main([*asked, *words]) == 0
        return (out / "index.html").read_text(encoding="utf-8")

    return write


@pytest.mark.parametrize("name", FILES)
def test_no_sentence_of_the_page_of_a_run_or_of_its_terminal_is_english(
    page, name, capsys, tmp_path
):
    english = page(name, [])
    in_english = capsys.readouterr().out
    german = page(name, ["--words", "de"])
    told = capsys.readouterr()
    in_german = (told.out + told.err).replace(str(tmp_path), "")
    in_german = re.sub(r"--[a-z-]+(?: \w+)?|\S+\.html|iterations", "", in_german)
    assert not ENGLISH.search(in_german) and not POINT.search(in_german), in_german
    assert left_in(in_german.splitlines(), in_english.splitlines()) == []
    assert '<html lang="en"' in english and '<html lang="de"' in german
    theirs, ours = (
        {" ".join(text.split()) for text in TAGS.sub("\n", each).split("\n")}
        for each in (english, german)
    )
    assert left_in(ours, theirs) == []
    text = re.sub(r"--[a-z-]+(?: \w+)?|\S+\.(csv|txt|md|tex)|iterations", "", TAGS.sub(" ", german))
    assert not ENGLISH.search(text), ENGLISH.search(text)
    assert not POINT.search(text)
    assert len(re.findall("<h2>", german)) == len(re.findall("<h2>", english))


def test_a_class_that_is_called_like_a_word_of_ours_keeps_its_name(page):
    FILES["named"] = ("x,y\n1,gain\n-1,norm\n", "")
    assert "gain" in page("named", ["--words", "de"])


def test_notes_of_a_theorem_that_does_not_apply_are_german():
    data = worked_example()
    _, notes = proof_that_applies(check(perceptron(data.X, data.y)), "cosine")
    (note,) = map(GERMAN.say, notes)
    assert note.startswith("Der Satz von cosine gilt") and not ENGLISH.search(note)


# ---- decks ----


OWN = [[2, 1, 1], [-1, -2, -1], [-1, 3, 1], [3, -1, -1], [2, 2, 1]]


@pytest.mark.parametrize("points", [None, OWN], ids=["ours", "own"])
def test_a_german_deck_shows_what_the_english_one_shows(points):
    decks = sorted((PROJECT / "slides/de").glob("*.md"))
    assert {"45-minutes", "90-minutes"} <= {path.stem for path in decks}
    facts = facts_of(usable_points(points) if points else worked_example())
    for path in decks:
        paths = path.parents[1] / path.name, path
        english, german = (read_deck(each, facts=facts) for each in paths)
        assert [slide.minutes for slide in german] == [slide.minutes for slide in english]
        for ours, theirs in zip(german, english, strict=True):
            assert [part.kind for part in ours.parts] == [part.kind for part in theirs.parts]
            assert [part.step for part in ours.parts] == [part.step for part in theirs.parts]
            texts, notes = ([*(part.text for part in each.parts)] for each in (ours, theirs))
            shown = [text for text in texts if text in notes]
            assert all(re.fullmatch(r"\d\d-[a-z0-9-]+( at \d+)?", text) for text in shown), shown
            everything = " ".join([*texts, ours.notes])
            assert not ENGLISH.search(re.sub(r"\d\d-[a-z0-9-]+|\$[^$]*\$", "", everything))
            assert not POINT.search(re.sub(r"@?\d\d\.\w+", "", everything))


def test_where_german_is_asked_for_german_decks_are_made(monkeypatch):
    monkeypatch.chdir(PROJECT)
    found, ours = ({path.name: path for path in default_files("slides", w)} for w in ("de", None))
    assert found.keys() == ours.keys()
    german = {name for name, path in found.items() if path != ours[name]}
    assert german == {path.name for path in (PROJECT / "slides/de").glob("*.md")}


SPOKEN = re.compile(r"(?:alt|aria-label|title)=\"([^\"]*)\"")
HIDDEN = re.compile(r"<(script|style|defs).*?</\1>|<[^>]*>", re.DOTALL)


def said_by_output(output):
    """Yield what somebody reads or hears of an output of a cell."""
    data = output.get("data", {})
    yield output.get("text", "") or data["text/plain"]
    for kind in ("text/html", "image/svg+xml"):
        yield from SPOKEN.findall(data.get(kind, ""))
        yield HIDDEN.sub(" ", data.get(kind, ""))
    stored = re.search(r'json">(.*?)</script>', data.get("text/html", ""), re.DOTALL)
    shown = json.loads(stored[1]) if stored else {}
    yield from (shown.get("prompt", ""), shown.get("label", ""))
    drawing = shown.get("drawing", {})
    yield from (*drawing.get("text", ()), *drawing.get("alt", ()))
    for control in (*drawing.get("sliders", ()), *shown.get("choosers", ())):
        yield from (control["label"], *control["texts"])


def test_what_a_german_deck_shows_is_german():
    decks = (PROJECT / "slides/de").glob("*.md")
    lessons = Lessons(NOTEBOOKS, language="de")
    names = sorted({name for path in decks for name in cells_shown(read_deck(path))})
    lessons.run(names)
    for name in names:
        said = [text for output in lessons.cell(name).outputs for text in said_by_output(output)]
        assert any(NAMES.search(text) for text in said), name
        wrong = [text for text in said if ENGLISH.search(text) or POINT.search(text)]
        assert wrong == [], (name, wrong)


# ---- the stage ----

STARTED = [
    {"start": start, "view": view, "k": k} for start, view, k in product(STARTS, VIEWS, (0, 1, 2))
]
ASK = """
const given = JSON.parse(process.argv[2]);
const all = given.flatMap(({ start, view, k }) => {
  const now = facts(load({ ...BOARDS.starts[start], view, k }));
  return [...sentences(now), ...descriptions(now)];
});
console.log(JSON.stringify([...new Set(all)]));
"""


def said_by_stage(node, folder, language):
    whole = re.sub(r"export \{[^}]*\};\n$", "", stage_script(language=language))
    file = folder / f"{language}.mjs"
    file.write_text(whole + ASK, encoding="utf-8")
    asked = [node, str(file), json.dumps(STARTED)]
    found = subprocess.run(asked, capture_output=True, text=True, encoding="utf-8", check=True)
    return json.loads(found.stdout)


def test_what_the_stage_says_is_german(node, tmp_path):
    english, german = (said_by_stage(node, tmp_path, each) for each in (None, "de"))
    assert len(german) == len(english) > 100
    assert left_in(german, english) == []
    assert [line for line in german if ENGLISH.search(line) or POINT.search(line)] == []
    assert sum(bool(re.search(r"\d,\d", line)) for line in german) > 20
    assert not any("w*" in line for line in german)  # u, as in English and in the decks


def test_what_a_proof_builder_says_is_german():
    for theorem in KINDS:
        english, german = (proof_builder(theorem, language=each) for each in (None, "de"))
        said, told = (
            {*each.as_text().split("\n"), *texts_of_proof(each.proof)} for each in (english, german)
        )
        assert left_in(told - {"Lemma 2, Cauchy–Schwarz, Lemma 1, Lemma 3"}, said) == []
        assert [text for text in told if ENGLISH.search(text) or POINT.search(text)] == []
        for name in ("heap", "verdicts", "board", "tried", "relations", "letters"):
            assert german.proof[name] == english.proof[name]


def texts_of_proof(proof):
    """Yield what a reader sees of a proof; its formal statements are Coq."""
    yield from (proof["title"], proof["clock"], proof["where"], *proof["sides"], *proof["reasons"])
    for line in (*proof["lines"], *proof["false"]):
        yield from (line["label"], line["left"], line["right"], line["why"], *line["uses"])
        yield from (value for row in line["numbers"].values() for value in row[:2])
    for found in proof["refuting"]:
        yield from (found["where"], *filter(None, found["values"]))
    yield from (broken["label"] for broken in proof["broken"])


def test_each_word_of_the_builder_has_a_german_one_with_the_same_facts():
    ours, german = leaves(WORDS), leaves(GERMAN.part("builder"))
    assert german.keys() == ours.keys()
    for key, text in ours.items():
        assert slots(german[key]) == slots(text), german[key]
        assert left_in([german[key]], [text]) == []


def test_a_page_in_german_has_a_builder_in_german():
    for script in (players_script(language="de"), builder_script(language="de")):
        assert "Baue einen Beweis" in script and "Build a proof" not in script
        assert "Abspielen" in script
    page = fragment(proof_builder("offset", language="de"), language="de")
    assert "Baue einen Beweis" in page and "der Abschnitt ändert sich um" in page
    with pytest.raises(ValueError, match=r"\[builder\] has words, which no builder says"):
        translated(WORDS, {"words": "x"}, "mine.toml: [builder", "builder")


def leaves(value, path=()):
    if not isinstance(value, dict):
        return {path: value}
    return {k: v for name, part in value.items() for k, v in leaves(part, (*path, name)).items()}


def test_each_word_of_the_stage_has_a_german_one_with_the_same_facts():
    ours = {key: text for key, text in leaves(DATA["words"]).items() if key[0] not in NOT_SAID}
    german = leaves(GERMAN.part("stage"))
    challenges = {("tasks", name) for name in DATA["boards"]["challenges"]}
    assert german.keys() - challenges == ours.keys() and challenges <= german.keys()
    for key, text in ours.items():
        if isinstance(text, str):
            assert slots(german[key]) == slots(text), german[key]
            assert left_in([german[key]], [text]) == []


NOT_SAID = ("lines", "simple", "numbers", "nouns")


def slots(text):
    """The facts of a sentence of the stage; in brackets, the objects that it colours."""
    return sorted(re.findall(r"\{(\w+)", text)), sorted(re.findall(r"\[(\w+)\|", text))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[stage.sentences]\nwhat = 'x'", r"\[stage.sentences\] has what, which no stage says"),
        ("[stage.controls]\nplay = ['x']", r"\[stage.controls\] play must be a text"),
        ("[stage]\nmore = 'x'", r"\[stage\] has more"),
    ],
)
def test_a_file_with_words_that_no_stage_says_is_refused(content, said, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        stage_script(language=str(file))


def test_a_file_of_one_word_is_a_language_and_says_so_where_it_can(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('lang = "fr"\n[phrases]\nPlay = "Jouer"\n', encoding="utf-8")
    language = words_of(str(file))
    assert (language.lang, language.phrase("Play"), language.phrase("Step")) == (
        "fr",
        "Jouer",
        "Step",
    )
    assert '"lang":"fr"' in stage_script(language=str(file))


# ---- numbers in pictures ----


OF_RUN = ("compass", "strip", "moment", "steps", "squeeze")
WITH_NUMBERS = [*OF_RUN, "broken_hypothesis", "parameter_mixing"]


@pytest.mark.parametrize("name", WITH_NUMBERS)
def test_the_numbers_in_a_picture_have_a_comma(name):
    data = worked_example()
    how = {"trace": perceptron(data.X * 0.75, data.y)} if name in OF_RUN else {}
    how |= {"products": True} if name == "moment" else {}
    picture = figures.FIGURES[name](language="de", **how)
    picture.figure.canvas.draw()
    said = [text.get_text() for text in picture.figure.findobj(Text) if text.get_visible()]
    said += picture.description
    assert any(re.search(r"\d\{?,\}?\d", text) for text in said), said
    assert [text for text in said if POINT.search(text)] == []


def test_no_picture_writes_a_number_without_its_language():
    """Its `Wording` does: the function of that module knows English alone."""
    for path in (PROJECT / "perceptron_lessons/figures").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = getattr(node, "names", []) if isinstance(node, ast.ImportFrom) else []
            assert "number" not in [each.name for each in names], path.name
