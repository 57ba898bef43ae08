"""Slides: every lesson has a deck, one idea a slide, that a clicker can go through."""

import io
import itertools
import re

import nbformat
import pytest
from browsing import expect
from conftest import NOTEBOOKS, PROJECT
from many import TIMES
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from pypdf import PdfReader

from perceptron_lessons.exercises import prediction
from publish import running, slides
from publish.decks import parse_deck, vote
from publish.formulas import MathJax
from publish.slides import Lessons, cells_shown, export_slides, read_deck
from tools.notebooks import read

LESSONS = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
DECKS = PROJECT / "slides"
TIMED = sorted(DECKS.glob("*-minutes.md"))


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


@pytest.mark.parametrize("path", TIMED, ids=lambda path: path.stem)
def test_a_timed_deck_takes_the_minutes_of_its_name(path):
    deck = parse_deck(path.read_text())
    assert sum(slide.minutes for slide in deck) == int(path.stem.partition("-")[0])


@LESSONS
def test_the_speaker_has_an_outline_with_minutes_questions_and_errors(path):
    notebook = read(path)
    notes = outline(notebook)
    heads = ("For the speaker", "Teaching notes")
    assert notes.startswith(tuple(f"<details><summary>{head}</summary>" for head in heads))
    assert re.search(r"\| (a question to )?ask\b", notes) and notes.count("?") >= 4
    if not path.name.startswith("00"):
        errors = re.compile("students get wrong|Common misconceptions")
        assert any(errors.search(cell.source) for cell in notebook.cells)
    minutes = minutes_of(notes)
    assert len(minutes) >= 3 and all(0 < m <= 40 for m in minutes.values())
    stated = int(re.search(r"(\d+) minutes", notebook.cells[0].source)[1])
    assert sum(minutes.values()) <= 1.5 * stated


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("# A", "'# A' needs one part 'Notes:'"),
        ("# A\n\nNotes: say\n\n---\n\n## B\n\nNotes:\n", "'## B' needs one part 'Notes:'"),
        ("# A\n\n@picture b\n\nNotes: say", "@picture; there are @show, @code, @vote"),
        ("# A\n\n@show none\n\nNotes: say", "no lesson has the number with which 'none'"),
        ("# A\n\n@show 00-none\n\nNotes: say", "00-try has no cell '00-none'; there are 00-words"),
        ("# A\n\n@vote 01.rise\n- 5\n- 7\n\nNotes: say", "one must be right: 25"),
    ],
)
def test_a_deck_that_cannot_be_shown_says_where(deck, message, tmp_path):
    cell = new_markdown_cell("# 00 Try")
    cell.id = "00-words"
    nbformat.write(new_notebook(cells=[cell]), tmp_path / "00-try.ipynb")
    (tmp_path / "own.md").write_text(deck)
    lessons = Lessons([tmp_path / "00-try.ipynb"])
    with pytest.raises(ValueError) as raised:
        export_slides(tmp_path / "own.md", lessons, tmp_path, reveal=tmp_path / "reveal")
    assert message in str(raised.value)


FITS = """() => { const slide = Reveal.getCurrentSlide();
  return [slide, ...slide.children].every((part) => part.matches("aside") ||
    part.scrollHeight <= part.clientHeight + 2 && part.scrollWidth <= part.clientWidth + 2); }"""
NUMBER = "Reveal.getIndices().h + 1"
OWN = """# Own

@show 00-player at 0

. . .

It ends.

Notes: 3 min. One.

---

## Vote

@vote 01.rise
- 5
- 7
- 12
- 25

Notes: 2 min. Two.
"""


@pytest.fixture(scope="module")
def decks(front_end, tmp_path_factory):
    """The deck of the shortest lesson, and one of one's own: {name: page}."""
    out = tmp_path_factory.mktemp("decks")
    own = out / "own.md"
    own.write_text(OWN)
    lessons = Lessons(NOTEBOOKS)
    paths = (own, DECKS / f"{NOTEBOOKS[0].stem}.md")
    with MathJax(front_end / "@mathjax/src/bundle") as mathjax:
        beside = {"reveal": front_end / "reveal.js", "mathjax": mathjax}
        return {path.stem: export_slides(path, lessons, out, **beside) for path in paths}


def test_a_deck_is_in_the_letters_of_its_lecturer(tmp_path, front_end):
    (tmp_path / "own.md").write_text(
        OWN.replace("It ends.", r"$$u \cdot w_k \ge k\gamma$$ at all $k$")
    )
    mine = PROJECT / "examples" / "lecture-notes" / "mine.toml"
    lessons = Lessons(NOTEBOOKS, notation=str(mine))
    deck = export_slides(tmp_path / "own.md", lessons, tmp_path, reveal=front_end / "reveal.js")
    page = deck.read_text()
    assert r"{\theta^*} \cdot {\theta_{{t}}} \ge {t}{\gamma}$$</span> at all" in page
    assert "disc ‖θ‖ ≤ √t R" in page and "disc ‖w‖" not in page
    assert "θ = (0, 0)" in lessons.cell("01-strip").outputs[0]["data"]["text/plain"]


def test_decks_of_two_languages_may_stand_in_one_folder(tmp_path, front_end):
    text = "# Vote\n\nIt ends?\n\n@vote 01.rise\n- 5\n- 25\n\nNotes: 1 min. Say so."
    (tmp_path / "own.md").write_text(text)
    for language in (None, "de"):
        lessons = Lessons(NOTEBOOKS, language=language)
        deck = export_slides(tmp_path / "own.md", lessons, tmp_path, reveal=front_end / "reveal.js")
        is_english = "because the rise is" in deck.read_text()
        assert (
            is_english == (language is None) and ("Antwort: 25<" in deck.read_text()) != is_english
        )
    assert {deck.name for deck in tmp_path.glob("*.html")} == {
        "own.slides.html",
        "own-de.slides.html",
    }


@pytest.fixture
def opened(page, decks, console_errors):
    """A deck as the room sees it: opened(name, query)."""

    def opened(name="own", query=""):
        page.goto(decks[name].as_uri() + query)
        page.wait_for_selector(".slides .perceptron-stage", state="attached")
        if query != "?handout":
            page.wait_for_function("window.Reveal?.isReady()")
        return page

    page.context.set_offline(True)
    page.set_viewport_size({"width": 1280, "height": 720})
    yield opened
    assert console_errors == []


def k_of(page):
    return page.locator("section.present input[name=k]").input_value()


def test_a_clicker_steps_the_picture_then_builds_then_turns_and_goes_back(opened):
    shown = opened()
    k = shown.locator("section.present input[name=k]")
    last = int(k.get_attribute("max"))
    built = shown.locator("section.present .words.fragment.visible")
    way = [(i, 0) for i in range(last + 1)] + [(last, 1)]
    for direction, steps in (("PageDown", way), ("PageUp", way[::-1])):
        for step in steps:
            assert (int(k_of(shown)), built.count()) == step
            shown.keyboard.press(direction)
        if direction == "PageDown":
            assert shown.evaluate(NUMBER) == 2
            shown.keyboard.press("PageUp")
    assert shown.evaluate(NUMBER) == 1
    shown.get_by_role("button", name="Next").click()
    assert k_of(shown) == "1"


def test_a_key_enters_the_picture_and_escape_leaves_it(opened):
    shown = opened()
    has_focus = "document.activeElement !== document.body"
    shown.keyboard.press("m")
    shown.keyboard.press("ArrowRight")
    assert k_of(shown) == "1" and shown.evaluate(has_focus)
    shown.keyboard.press("PageDown")
    assert k_of(shown) == "2"
    shown.keyboard.press("Escape")
    assert not shown.evaluate(has_focus) and not shown.evaluate("Reveal.isOverview()")
    assert shown.evaluate(NUMBER) == 1


def test_the_room_votes_by_keys_and_sees_the_counts_when_it_has_voted(opened):
    shown = opened(query="#/1")
    options = shown.locator("section.present .vote li")
    counts = options.locator("output")
    for key in ("2", "2", "2", "4", "Shift+Digit2", "Shift+Digit1", "9"):
        shown.keyboard.press(key)
    assert counts.all_text_contents() == ["0", "2", "0", "1"]
    assert shown.locator("section.present .counted").text_content() == "3 votes"
    answer = shown.locator("section.present .answer")
    assert not counts.nth(1).is_visible()
    shown.keyboard.press("PageDown")
    assert counts.nth(1).is_visible() and not answer.is_visible()
    shown.keyboard.press("PageDown")
    assert answer.is_visible()
    marks = options.locator(".option").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each, '::after').content)"
    )
    # This slide has no question of its own.
    asked = shown.locator("section.present .asked")
    assert asked.is_visible() and asked.inner_text() == prediction("01.rise").question
    right = [is_right for _, is_right in vote("01.rise\n- 5\n- 7\n- 12\n- 25").options]
    assert ["✓" in mark for mark in marks] == right


def test_the_notes_window_shows_the_state_of_the_room_and_moves_it(opened):
    shown = opened()
    shown.keyboard.press("PageDown")
    with shown.expect_popup() as popup:
        shown.keyboard.press("s")
    notes = popup.value
    frame = notes.frame_locator("#current-slide iframe")
    mirrored = frame.locator("section.present input[name=k]")
    expect(mirrored).to_have_value("1")
    notes.keyboard.press("PageDown")
    expect(shown.locator("section.present input[name=k]")).to_have_value("2")
    expect(mirrored).to_have_value("2")
    assert shown.evaluate(NUMBER) == 1


def test_a_handout_has_three_slides_a_page_and_a_print_one_however_it_is_asked_for(opened):
    name = NOTEBOOKS[0].stem
    many = len(parse_deck((DECKS / f"{name}.md").read_text()))
    for query, pages in (("?handout", -(-many // 3)), ("?view=print", many), ("", many)):
        shown = opened(name, query)
        shown.wait_for_function("document.querySelector('input[name=k]')?.max > 0")
        pdf = shown.pdf(prefer_css_page_size=True, print_background=True)
        found = PdfReader(io.BytesIO(pdf)).pages
        assert len(found) == pages, query
        sizes = {(round(page.mediabox.width), round(page.mediabox.height)) for page in found}
        assert sizes == {(595, 842) if query == "?handout" else (960, 540)}, query


# ---- Nothing of a slide is cut ----

WHOLE = DECKS / "90-minutes.md"  # with its pictures, which are of most kinds


def slides_to_fit(path, *how):
    """Those of a deck; but for one, unless there is time, only those for which no cell runs."""
    is_whole = TIMES > 1 or path == WHOLE
    return [
        slide
        for slide in read_deck(path, *how)
        if is_whole or not any(part.kind == "show" for part in slide.parts)
    ]


@pytest.mark.parametrize("language", [None, "de"])
def test_every_slide_of_every_deck_fits(browser, front_end, tmp_path, monkeypatch, language):
    """At rest too, for who wants no motion: so it is printed."""
    monkeypatch.setattr(slides, "read_deck", slides_to_fit)
    lessons = Lessons(NOTEBOOKS, language=language)
    context = browser.new_context(
        viewport={"width": 1280, "height": 720}, reduced_motion="reduce", offline=True
    )
    page = context.new_page()
    cut = {}
    with MathJax(front_end / "@mathjax/src/bundle") as mathjax:
        for path in sorted((DECKS / (language or "")).glob("*.md")):
            beside = {"reveal": front_end / "reveal.js", "mathjax": mathjax}
            deck = export_slides(path, lessons, tmp_path, **beside)
            page.goto(deck.as_uri())
            page.wait_for_function("window.Reveal?.isReady()")
            page.wait_for_function("!document.querySelector('.perceptron-page > script')")
            for number in range(page.evaluate("Reveal.getTotalSlides()")):
                page.evaluate(f"Reveal.slide({number}, 0, 99)")
                if not page.evaluate(FITS):
                    title = page.locator("section.present :is(h1, h2)").inner_text()
                    cut.setdefault(path.stem, []).append(title)
    context.close()
    assert cut == {}


# ---- Only what is shown is run ----

ORDER = """\
import math
r = 2
print("long")
def area(): return math.pi * r**2
rows = []
rows.append(area())
rows
"""


def lesson_of(folder, *sources):
    """A lesson whose cells are called 00-0, 00-1, …; they note that they have run."""
    cells = []
    for number, source in enumerate(sources):
        note = f"open('ran', 'a').write('{number} ')"
        cell = new_code_cell(source if source.startswith("%") else f"{note}\n{source}")
        cell.id = f"00-{number}"
        cells.append(cell)
    nbformat.write(new_notebook(cells=cells), folder / "00-try.ipynb")
    return Lessons([folder / "00-try.ipynb"])


def test_a_deck_runs_the_cells_that_it_shows_and_what_they_need(tmp_path):
    lessons = lesson_of(tmp_path, *ORDER.splitlines())
    assert lessons.cell("00-6").outputs[0].data["text/plain"].startswith("[12.56")
    assert (tmp_path / "ran").read_text() == "0 1 3 4 5 6 "
    assert lessons.cell("00-2").outputs[0].text == "long\n"
    assert (tmp_path / "ran").read_text().endswith("6 2 ")


def test_where_a_cell_is_no_python_all_run(tmp_path):
    lessons = lesson_of(tmp_path, "x = 1", "%precision 3", "y = 2", "y")
    assert lessons.cell("00-3").outputs[0].data["text/plain"] == "2"
    assert (tmp_path / "ran").read_text() == "0 2 3 "


def test_code_is_shown_without_being_run(tmp_path):
    lessons = lesson_of(tmp_path, "1 / 0", "2")
    assert "1 / 0" in lessons.stored("00-0").source and not (tmp_path / "ran").exists()


SHOWN = {
    path.stem: cells_shown(read_deck(path))
    for path in (DECKS.glob("*.md") if TIMES > 1 else [TIMED[0]])
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_cells_of_a_deck_say_what_their_lesson_has_stored(name):
    """So they have run after everything that they need."""
    lessons = Lessons(NOTEBOOKS)
    lessons.run(SHOWN[name])
    for cell in SHOWN[name]:
        stored, fresh = (
            [output.get("data", output).get("text/plain", output.get("text")) for output in outputs]
            for outputs in (lessons.stored(cell).outputs, lessons.cell(cell).outputs)
        )
        assert fresh[: len(stored)] == stored, cell


def decks_of(lessons, out, reveal):
    lessons.run(itertools.chain(*SHOWN.values()))
    for deck in sorted(DECKS.glob("*.md")):
        export_slides(deck, lessons, out, reveal=reveal)
    return {path.name: path.read_text() for path in out.glob("*.html")}


if TIMES > 1:

    def test_decks_are_the_same_when_whole_lessons_run(tmp_path, front_end, monkeypatch):
        pruned = decks_of(Lessons(NOTEBOOKS), tmp_path / "pruned", front_end / "reveal.js")
        monkeypatch.setattr(running, "needed", lambda cells, names: cells)
        whole = decks_of(Lessons(NOTEBOOKS), tmp_path / "whole", front_end / "reveal.js")
        assert pruned == whole and len(whole) == len(SHOWN)
