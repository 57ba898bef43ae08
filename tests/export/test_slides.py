"""Slides: every lesson has a deck, one idea a slide, that a clicker can go through."""

import html
import re
from pathlib import Path

import nbformat
import pytest
from conftest import NOTEBOOKS, PROJECT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from notebooks import read
from perceptron_lessons.exercises import prediction
from perceptron_lessons.export.__main__ import main
from perceptron_lessons.export.decks import parse_deck, vote
from perceptron_lessons.export.pages import export_html
from perceptron_lessons.export.slides import export_slides

LESSONS = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
DECKS = PROJECT / "slides"


def slide_type(cell):
    return cell.metadata.get("slideshow", {}).get("slide_type")


def outline(notebook):
    """The notes for the speaker; there is one such cell."""
    (cell,) = (cell for cell in notebook.cells if slide_type(cell) == "notes")
    return cell.source


def minutes_of(notes):
    """The minutes in the table of sections: {section: minutes}."""
    rows = re.findall(r"^\|(.+)\|$", notes, re.MULTILINE)
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    at = cells[0].index("minutes")
    return {row[0]: int(row[at]) for row in cells[2:]}


def deck_of(path):
    return parse_deck((DECKS / f"{path.stem}.md").read_text())


@LESSONS
def test_a_deck_is_8_to_15_slides_of_one_idea_with_notes(path):
    deck = deck_of(path)
    assert 8 <= len(deck) <= 15
    assert deck[0].parts[0].text.startswith(read(path).cells[0].source.splitlines()[0])
    for slide in deck:
        kinds = [part.kind for part in slide.parts]
        text = " ".join(part.text for part in slide.parts if part.kind == "text")
        words = [word for word in text.split() if re.search(r"\w", word)]
        assert len(words) <= 95 and len(slide.notes.split()) >= 10, slide
        assert kinds.count("show") <= 1 and kinds.count("vote") <= 1, slide


@LESSONS
def test_the_speaker_has_an_outline_with_minutes_questions_and_errors(path):
    notebook = read(path)
    notes = outline(notebook)
    assert notes.startswith("<details><summary>For the speaker</summary>")
    assert "| ask" in notes and notes.count("?") >= 4
    if not path.name.startswith("00"):
        assert any("students get wrong" in cell.source for cell in notebook.cells)
    minutes = minutes_of(notes)
    assert len(minutes) >= 3 and all(0 < m <= 30 for m in minutes.values())
    stated = int(re.search(r"(\d+) minutes", notebook.cells[0].source)[1])
    assert sum(minutes.values()) <= 1.5 * stated


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("# A", "'# A' needs one part 'Notes:'"),
        ("# A\n\nNotes: say\n\n---\n\n## B\n\nNotes:\n", "'## B' needs one part 'Notes:'"),
        ("# A\n\n@picture b\n\nNotes: say", "@picture; there are @show, @code, @vote"),
        ("# A\n\n@show none\n\nNotes: say", "no cell 'none'; there are words"),
        ("# A\n\n@vote 01.rise\n- 5\n- 7\n\nNotes: say", "one must be right: 25"),
    ],
)
def test_a_deck_that_cannot_be_shown_says_where(deck, message, tmp_path):
    cell = new_markdown_cell("# 00 Try")
    cell.id = "words"
    nbformat.write(new_notebook(cells=[cell]), tmp_path / "00-try.ipynb")
    (tmp_path / "00-try.md").write_text(deck)
    with pytest.raises(ValueError) as raised:
        export_slides(
            tmp_path / "00-try.ipynb", tmp_path / "00-try.md", tmp_path, reveal=tmp_path / "reveal"
        )
    assert message in str(raised.value)


def test_a_lesson_without_a_deck_is_an_error(tmp_path, monkeypatch, capsys):
    """The glossary, a page with no number, needs none."""
    monkeypatch.chdir(tmp_path)
    Path("notebooks").mkdir()
    for name in ("01-b", "glossary"):
        notebook = new_notebook(cells=[new_markdown_cell(f"# {name}")])
        nbformat.write(notebook, f"notebooks/{name}.ipynb")
    with pytest.raises(SystemExit):
        main(["slides", "--out", "out", "--reveal", "reveal"])
    assert "no file slides/01-b.md" in capsys.readouterr().err


FITS = """() => { const slide = Reveal.getCurrentSlide();
  return [slide, ...slide.children].every((part) => part.matches("aside") ||
    part.scrollHeight <= part.clientHeight + 2 && part.scrollWidth <= part.clientWidth + 2); }"""
NUMBER = "Reveal.getIndices().h + 1"


@pytest.fixture(scope="module")
def deck(front_end, tmp_path_factory):
    """The shortest lesson as slides."""
    path, out = NOTEBOOKS[0], tmp_path_factory.mktemp("deck")
    beside = {"reveal": front_end / "reveal.js", "mathjax": front_end / "@mathjax/src/bundle"}
    return export_slides(path, DECKS / f"{path.stem}.md", out, **beside)


@pytest.fixture
def shown(page, deck, console_errors):
    page.context.set_offline(True)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(deck.as_uri())
    page.wait_for_function("window.Reveal?.isReady()")
    yield page
    assert console_errors == []


def test_a_clicker_goes_through_a_deck_and_every_slide_fits(shown):
    """Each press turns the slide, and where the room has voted, first brings the answer."""
    way = []
    for number, slide in enumerate(deck_of(NOTEBOOKS[0]), start=1):
        asks = any(part.kind == "vote" for part in slide.parts)
        way += [(number, 0), (number, 1)] if asks else [(number, 0)]
    for step in way:
        answers = shown.locator("section.present .answer.visible").count()
        assert (shown.evaluate(NUMBER), answers) == step
        assert shown.evaluate(FITS), step
        if (picture := shown.locator("section.present .picture svg").first).count():
            box = picture.bounding_box()
            assert box["height"] > 500 or box["width"] > 1100, step
        shown.keyboard.press("PageDown")
    many = way[-1][0]
    assert shown.evaluate(NUMBER) == many
    shown.keyboard.press("PageUp")
    assert shown.evaluate(NUMBER) == many - 1
    notes = shown.locator("aside.notes")
    assert notes.count() == many and all(map(str.strip, notes.all_text_contents()))


def test_a_key_enters_the_picture_escape_leaves_it_and_the_clicker_turns_from_within(shown):
    has_focus = "document.activeElement !== document.body"
    shown.keyboard.press("PageDown")
    before = shown.locator("section.present .sheets").inner_html()
    shown.keyboard.press("m")
    shown.keyboard.press("ArrowRight")
    assert shown.locator("section.present input[type=range]").first.input_value() == "1"
    assert shown.locator("section.present .sheets").inner_html() != before
    shown.keyboard.press("m")
    assert shown.evaluate("document.activeElement.textContent") == "Play"
    shown.keyboard.press("Escape")
    assert not shown.evaluate(has_focus) and not shown.evaluate("Reveal.isOverview()")
    assert shown.evaluate(NUMBER) == 2
    for turn, number in (("PageDown", 3), ("PageUp", 2), (" ", 3), ("Shift+ ", 2)):
        if number == 3:
            shown.keyboard.press("m")
            assert shown.evaluate(has_focus)
        shown.keyboard.press(turn)
        assert shown.evaluate(NUMBER) == number and not shown.evaluate(has_focus)
    shown.keyboard.press("m")
    shown.keyboard.press("PageUp")
    assert shown.evaluate(NUMBER) == 1


def test_the_room_votes_by_keys(shown):
    (at,) = (
        number
        for number, slide in enumerate(deck_of(NOTEBOOKS[0]))
        if any(part.kind == "vote" for part in slide.parts)
    )
    shown.evaluate(f"Reveal.slide({at})")
    options = shown.locator("section.present .vote li")

    def votes():
        return options.locator("output").all_text_contents()

    for key in ("2", "2", "2", "4", "Shift+Digit2", "Shift+Digit1", "9"):
        shown.keyboard.press(key)
    assert votes() == ["0", "2", "0", "1"]
    bars = options.locator("meter").evaluate_all("(bars) => bars.map((bar) => bar.value)")
    assert bars == [0, 1, 0, 0.5]
    shown.keyboard.press("PageDown")
    marks = options.locator(".option").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each, '::after').content)"
    )
    right = [is_right for _, is_right in vote("01.rise\n- 5\n- 7\n- 12\n- 25").options]
    assert ["✓" in mark for mark in marks] == right
    shown.keyboard.press("PageUp")
    shown.keyboard.press("0")
    assert votes() == ["0"] * 4


def test_a_page_folds_the_answer_to_a_guess(tmp_path):
    cells = [
        new_markdown_cell("# 07 Guess"),
        new_code_cell("from perceptron_lessons.exercises import predict"),
        new_code_cell('predict("01.worst", ..., "the run")'),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "07-guess.ipynb")
    page = export_html(tmp_path / "07-guess.ipynb", tmp_path / "out")
    shown = page.path.read_text(encoding="utf-8")
    answer = html.escape(prediction("01.worst").answer)
    folded = shown.partition('<details class="waits"><summary>Answer</summary>')[2]
    assert f"<p>{answer}</p>" in folded.partition("</details>")[0] and shown.count(answer) == 1
    assert "the run" in folded.partition("</details>")[0]  # what the guess would bring
    assert "Your guess" in shown
