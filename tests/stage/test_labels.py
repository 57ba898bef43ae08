"""No word of the stage's pictures stands on a stroke, on another word or beyond the edge.

What the page itself measures is in labels.js.
"""

import pathlib
import random

import pytest
from browsing import expect
from reader import Reader, write_page

from perceptron_lessons.stage import STARTS, VIEWS

WIDTHS = (1280, 640, 390)
OWN_LINES = {
    "wall": [None, ["folded"], ["folded", "progress"], ["progress"], ["length"]],
    "three lines": [None, ["progress"], ["length"]],
}
LOOK = pathlib.Path(__file__).with_name("labels.js").read_text(encoding="utf-8")


def random_points(seed):
    """Two to seven points that a line through 0 separates; of one seed in four none does."""
    rng = random.Random(seed)
    a, b = rng.choice([(1, 2), (3, -1), (-2, 1), (-1, -3), (0, 1), (-4, 1)])
    points = []
    for _ in range(rng.randint(2, 7)):
        x, y = rng.randint(-6, 6), rng.randint(-6, 6)
        side = a * x + b * y
        if side and [x, y] not in [point[:2] for point in points]:
            points.append([x, y, 1 if side > 0 else -1])
    if seed % 4 == 3:
        points[0][2] = -points[0][2]
    return points


USUAL = {"order": "cyclic", "bias": "none", "zero": "mistake", "eta": "1", "start": [0, 0, 0]}
USUAL |= {"u": None, "isFree": False, "units": [], "k": None, "grid": 6, "whose": ""}


def boards():
    """Each start, the runs of the lesson, and points at random: name and board."""
    for name, start in STARTS.items():
        if start["points"]:
            yield name, USUAL | start
    for seed in range(8):
        yield f"seed {seed}", USUAL | {"points": random_points(seed)}
    worked = STARTS["worked example"]
    yield "worst first", USUAL | worked | {"order": "worst"}
    yield "η = 1/10", USUAL | worked | {"eta": "1/10"}


def visits():
    """Each board in each view; those of the lesson also line by line, and beside their points."""
    for name, board in boards():
        is_told = name.startswith(("worked", "worst", "broken"))
        for view in VIEWS:
            kinds = [(None, "weight")]
            if is_told or name == "seed 0":
                kinds += [(None, ""), *((lines, "weight") for lines in OWN_LINES.get(view, []))]
            for lines, space in kinds:
                options = {"space": space, "simple": space == "weight", "lines": lines}
                yield (
                    (name, view, str(lines), space),
                    {"board": board | {"view": view}, "options": options},
                )


@pytest.mark.parametrize("width", WIDTHS)
def test_no_word_stands_on_a_stroke(page, tmp_path, width):
    page.set_viewport_size({"width": width, "height": 900})
    Reader(page, write_page(tmp_path, options={}))
    page.add_script_tag(content=LOOK)
    found = {
        str(name): page.evaluate("(visit) => window.visit(visit)", visit)
        for name, visit in visits()
    }
    assert {name: hits for name, hits in found.items() if hits} == {}


def beyond_the_page(page):
    """What stands beyond the right edge of a page, and is not in a box that scrolls."""
    return page.evaluate("""() => {
      const scrolls = (node) => getComputedStyle(node).overflowX !== "visible";
      const isCut = (node) => node && (scrolls(node) || isCut(node.parentElement));
      const isBeyond = (node) => node.getBoundingClientRect().right > innerWidth + 1;
      const parts = [...document.querySelectorAll("main *, .story *")];
      return parts.filter((node) => isBeyond(node) && !isCut(node.parentElement))
        .map((node) => `${node.tagName} ${node.className} is beyond the page`).slice(0, 3);
    }""")


@pytest.mark.parametrize("width", WIDTHS)
def test_no_word_of_the_story_stands_on_a_stroke(browser, course, width):
    """Lesson 02 on its page, each step at rest."""
    context = browser.new_context(
        viewport={"width": width, "height": 850}, reduced_motion="reduce", bypass_csp=True
    )
    page = context.new_page()
    page.goto((course / "02-why-it-stops.html").as_uri())
    page.add_script_tag(content=LOOK)
    headings = page.locator(".story .step h3")
    found = {}
    for i, name in enumerate(headings.all_text_contents()):
        headings.nth(i).evaluate("(node) => node.scrollIntoView()")
        expect(page.locator(".at")).to_have_text(f"{i + 1} of {headings.count()}: {name}")
        found[name] = page.evaluate("collisions()") + beyond_the_page(page)
    assert len(found) > 12 and {name: hits for name, hits in found.items() if hits} == {}
    context.close()
