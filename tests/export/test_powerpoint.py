"""Decks as PowerPoint, and films."""

import shutil

import pytest
from conftest import NOTEBOOKS

from perceptron_lessons.export.films import LAST, SECONDS, film
from perceptron_lessons.export.powerpoint import export_powerpoint
from perceptron_lessons.export.slides import Lessons
from perceptron_lessons.figures import FIGURES

DECK = "# Own\n\n@show 00-player\n\n$w\\cdot x \\le 0$\n\nNotes: Say it."
DECK += "\n\n---\n\n## Vote\n\n@vote 01.rise\n- 5\n- 25\n\nNotes: Vote."
DECK += "\n\n---\n\n## End\n\nNotes: Go."


def test_each_state_is_a_slide_with_words_a_picture_and_notes(tmp_path):
    pptx = pytest.importorskip("pptx")
    (tmp_path / "own.md").write_text(DECK)
    target = export_powerpoint(tmp_path / "own.md", Lessons(NOTEBOOKS, states=True), tmp_path)
    *states, asked, answered, last = pptx.Presentation(target).slides
    question, answer = (page.shapes[1].text_frame.text for page in (asked, answered))
    assert answer.startswith(f"{question}\n") and "25" in answer.removeprefix(question)
    assert len(states) > 2 and last.shapes.title.text == "End"
    alts = [page.shapes[-1]._element.nvPicPr.cNvPr.get("descr") for page in states]
    assert len(set(alts)) == len(states)
    for page in states:
        assert page.shapes[1].text_frame.text.startswith("w·x ≤ 0\nk = ")
        assert page.notes_slide.notes_text_frame.text == "Say it."


def test_a_film_lasts_as_long_as_its_states_and_its_captions_say_them():
    picture = FIGURES["steps"]()
    if shutil.which("ffmpeg") is None:
        pytest.skip("no ffmpeg")
    files = film(picture, "steps", "webm", most=3)
    assert files["steps.webm"].startswith(b"\x1aE\xdf\xa3")
    *_, last = files["steps.vtt"].split("\n\n")
    end = (2 + LAST) * SECONDS
    assert last.startswith(f"00:03.000 --> 00:{end:06.3f}\nk = 4: ")
