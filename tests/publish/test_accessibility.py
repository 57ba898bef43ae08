"""The exported pages, and the page that `run` writes, before the accessibility checker axe-core.

axe-core comes from the npm registry with the pages' own front end (`make html`). Without npm the
tests are skipped, and the last lines of the report say so.
"""

import pytest
from conftest import PAGES
from many import TIMES
from players import complaints, opened

from perceptron_lessons.takeaway.command_line import main

# What pages have in common is on some of them: `make many` looks at all.
ALL = ["index", "gallery", "accessibility", *(path.stem for path in PAGES[1:])]
SOME = "index", "gallery", "accessibility", "02", "05", "08", "13", "glossary", "points", "practice"
NAMES = [name for name in ALL if TIMES > 1 or name.startswith(SOME)]


@pytest.mark.parametrize("name", NAMES)
def test_every_page_in_both_themes(page, course, front_end, name):
    page.goto((course / f"{name}.html").as_uri())
    if page.locator(".perceptron-player").count():
        opened(page)
    assert complaints(page, front_end) == []
    page.emulate_media(color_scheme="dark")  # changes colours alone
    assert complaints(page, front_end, only="color-contrast") == []
    assert page.locator("img:not([alt]), img[alt='']").count() == 0


def test_page_of_a_run(page, front_end, tmp_path):
    (tmp_path / "points.csv").write_text("x1,x2,class\n1,2,1\n2,1,1\n-1,-1,-1\n-2,0,-1\n")
    out = tmp_path / "out"
    main(["run", str(tmp_path / "points.csv"), "--out", str(out), "--format", "svg"])
    page.goto(next(out.glob("*.html")).as_uri())
    assert complaints(page, front_end) == []


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        ("<h4>too deep</h4>", "heading-order"),
        ("<img src='data:,'>", "image-alt"),
        ("<input type=range>", "label"),
        ("<p style='color: #999; background: #fff'>pale</p>", "color-contrast"),
        ("<button></button>", "button-name"),
    ],
)
def test_a_damaged_page_is_found(page, front_end, damage, rule):
    page.set_content(f"<html lang=en><title>x</title><main><h1>Title</h1>{damage}</main>")
    found = complaints(page, front_end)
    assert [line.split(":")[0] for line in found] == [rule]
