"""A player in a page: whatever its texts are, the page goes on after it."""

import json

from perceptron_lessons.takeaway.players import fragment_of_stage

HARD = "<!-- <script> </SCRIPT> </p> \\u003c <b>"


def test_no_text_of_a_state_swallows_what_follows_or_is_changed(page):
    state = {"_anywidget_id": "stage", "picture": {"text": HARD}}
    part = fragment_of_stage(state, "", HARD, HARD)
    page.set_content(f"{part}<p id=after>after</p>")
    assert page.locator("#after").inner_text() == "after"
    assert page.locator("script").count() == 1 and page.locator("b").count() == 0
    stored = json.loads(page.locator("script").text_content())
    assert stored["picture"]["text"] == HARD
