"""A story on its page: a picture that plays when its step arrives, and has room on every screen."""

import pytest
from browsing import expect
from nbformat.v4 import new_code_cell, new_markdown_cell
from players import write_notebook

from publish.pages import export_html

STEPS = {
    "The wall": 'stage(simple=True, lines=("progress",), k=3, space="weight")',
    "The disc": 'stage(simple=True, lines=("length",), k=4, space="weight")',
    "No room": 'stage(simple=True, view="race", k=11, space="weight")',
    "The theorem": 'stage(simple=True, view="race", k=10, space="weight")',
    "First line": 'stage(simple=True, view="three lines", lines=["progress"], k=3, space="weight")',
    "The angle": 'stage(simple=True, view="angle", k=4, space="weight")',
    "Own points": 'stage(simple=True, space="data")',
}
TOLD = {"tags": ["story"]}
SCREENS = [(1280, 800), (640, 450), (390, 844), (844, 390), (320, 640)]
COUNT = ".story .count"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("story")
    cells = ["from perceptron_lessons.stage import stage", new_markdown_cell("## The story")]
    for name, code in STEPS.items():
        words = f"### {name}\n\n{'Each mistake moves it a step further. ' * 12}"
        cells += [new_markdown_cell(words, metadata=TOLD), new_code_cell(code, metadata=TOLD)]
    write_notebook(folder / "told.ipynb", new_markdown_cell("# A story"), *cells, "1 + 1")
    return export_html(folder / "told.ipynb", folder).path.as_uri()


def go_to(page, name):
    page.evaluate("(id) => document.getElementById(id).scrollIntoView()", name.replace(" ", "-"))
    expect(page.locator(".at")).to_contain_text(name)


def test_a_step_plays_when_it_arrives_and_once(page, address, console_errors):
    page.goto(address)
    slider, play = page.locator(".story [name=k]"), page.locator(".story [name=play]")
    page.evaluate("""() => {
      window.seen = [];
      const count = document.querySelector(".story .count");
      const look = () => {
        if (seen.at(-1) !== count.value) seen.push(count.value);
        requestAnimationFrame(look);
      };
      look();
    }""")
    go_to(page, "The wall")
    expect(page.locator(COUNT)).to_have_text("3 of 4")
    assert [text for text in page.evaluate("seen") if text.endswith("of 4")][-4:] == [
        f"{k} of 4" for k in range(4)
    ]
    expect(play).to_have_text("Play")
    slider.fill("1")
    go_to(page, "No room")
    expect(page.locator(".story .perceptron-stage .words")).to_contain_text(
        "So there is no eleventh mistake."
    )
    page.evaluate("seen.length = 0")
    go_to(page, "The wall")
    expect(page.locator(COUNT)).to_have_text("3 of 4")
    assert page.evaluate("seen.filter((text) => text.endsWith('of 4'))") == ["3 of 4"]
    assert console_errors == []


RESTS = {
    "The wall": "3 of 4",
    "The disc": "4 of 4",
    "No room": "11, supposed",
    "The theorem": "10, supposed",
    "First line": "3 of 4",
    "The angle": "4 of 4",
}


def rests_at(page, name):
    expect(page.locator(".at")).to_contain_text(name)
    expect(page.locator(".story [name=play]")).to_have_text("Play")
    expect(page.locator(COUNT)).to_have_text(RESTS[name])


@pytest.mark.parametrize("way", ["heading", "number"])
def test_a_step_rests_at_the_k_that_it_names(page, address, way):
    """Each after the one before, while that one plays or when it has ended."""
    page.goto(address)
    for i, name in enumerate(RESTS):
        if way == "heading":
            go_to(page, name)
        else:
            page.get_by_role("link", name=f"{i + 1}: {name}", exact=True).click()
        if i % 2 or way == "number":
            rests_at(page, name)
        else:
            expect(page.locator(".story [name=play]")).to_have_text("Pause")
    rests_at(page, "The angle")


@pytest.mark.parametrize("name", RESTS)
def test_a_link_to_a_step_rests_at_its_k(page, address, name):
    page.goto(f"{address}#{name.replace(' ', '-')}")
    rests_at(page, name)


@pytest.mark.parametrize("size", SCREENS)
def test_a_picture_has_room_on_every_screen(browser, address, size):
    """At 200 % zoom, on a telephone upright and on its side: 16 rem or the whole width."""
    wide, high = size
    viewport = {"width": wide, "height": high}
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    for name in STEPS:
        go_to(page, name)
        picture = page.locator(".story .plane:visible").first
        box = picture.bounding_box()
        assert box["height"] >= 256 or box["width"] >= wide - 48, (name, box)
        cut = picture.evaluate("""(svg) => {
          const { left, right, top, bottom } = svg.getBoundingClientRect();
          return [...svg.querySelectorAll("text")].filter((text) => {
            const box = text.getBoundingClientRect();
            const isBeside = box.left < left || box.right > right;
            return box.width && (isBeside || box.top < top - 3 || box.bottom > bottom + 3);
          }).map((text) => text.textContent);
        }""")
        assert cut == [], name
        words = page.locator(f"[id='{name.replace(' ', '-')}'] ~ p, .step p").first.bounding_box()
        if high < 544 and wide >= 544:
            assert words["x"] + words["width"] <= box["x"] + 1  # beside each other
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    context.close()
