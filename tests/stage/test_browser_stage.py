"""The page of own points as it is built, from a file: by mouse, keys and touch, and by axe.

No Python is there. What the page shows is held against a run that is made here.
"""

import itertools
import re
from fractions import Fraction

import pytest
from browsing import expect
from conftest import PROJECT
from players import complaints
from reader import Reader

from perceptron_core import Dataset
from perceptron_lessons import maximum_margin
from perceptron_lessons.stage import CHALLENGES
from perceptron_lessons.tables import format_number, pluralize
from perceptron_lessons.theory.voting import stopped_run
from publish.pages import export_html


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    notebook = PROJECT / "notebooks/points.ipynb"
    return export_html(notebook, tmp_path_factory.mktemp("page")).path.as_uri()


def check_end(reader):
    """The end of the run, the bound and the verdict are those of Python."""
    reader.k.fill(reader.k.get_attribute("max"))
    chosen = reader.chosen()
    *columns, y = zip(*reader.points, strict=True)
    data = Dataset(list(zip(*columns, strict=True)), list(y), "of a reader")
    run = stopped_run(data, 500, **chosen)
    best = maximum_margin(data.X, data.y, bias=chosen["bias"])
    if run.converged:
        w = ", ".join(format_number(v) for v in run.w)
        made = pluralize(run.n_mistakes, "mistake")
        assert f"k = {run.n_mistakes} of {made}: w = ({w})" in reader.words
    found = re.search(r"R²/γ² = ([\d./]+)", reader.words)
    assert bool(found) == bool(best), reader.words
    if found:
        square = run.radius_squared + run.pad_squared
        bound = float(square) / float(best.gamma_squared)
        assert float(Fraction(found[1])) == pytest.approx(bound, rel=1e-3)


# What a reader does, in order; after each the page is held against Python.
SESSION = [
    ("drag", 0, (-1, 3)),
    ("drag", 3, (5, 1)),
    ("press", "Undo"),
    ("paper", (-4, -3)),
    ("keys", 4, "ArrowRight"),
    ("keys", 4, "Enter"),
    ("press", "Undo"),
    ("press", "Redo"),
    ("choose", "order", "worst"),
    ("drag", 1, (3, -4)),
    ("choose", "order", "first"),
    ("keys", 4, "Delete"),
    ("begin", "XOR"),
    ("drag", 3, (4, 3)),
    ("choose", "order", "cyclic"),
    ("choose", "offset", "one"),
    ("choose", "offset", "radius"),
    ("begin", "worked example"),
    ("choose", "w·x + b = 0", "positive"),
    ("choose", "learning rate η", "10"),
    ("tap", 2),
    ("tap", 2),
    ("twice", 3),
    ("press", "Undo"),
    ("write", "1,2,a\n-3,4,b\n5,-1,a\n"),
    ("press", "Add a point"),
    ("choose", "paper", "12"),
    ("begin", "Iris"),
    ("begin", "bias trap"),
    ("drag", 1, (-7, 2)),
]


def test_a_session_by_mouse_and_keys(page, address, console_errors):
    reader = Reader(page, address)
    for what, *given in SESSION:
        if what == "paper":
            page.mouse.click(*reader.at(*given[0]))
        elif what == "keys":
            reader.dot(given[0]).press(given[1])
        elif what == "twice":
            reader.tap(given[0], times=2)
        else:
            getattr(reader, what)(*given)
        check_end(reader)
    assert console_errors == []


def test_by_keys_alone(page, address, console_errors):
    """Everything is reached with Tab, and everything can be done without a pointer."""
    reader = Reader(page, address, "own points: only with an offset")
    keys = page.keyboard
    verdict = reader.player.locator(".verdict")

    def focused():
        node = "document.activeElement"
        return page.evaluate(f"{node}.getAttribute('aria-label') ?? {node}.textContent")

    def tab_to(name):
        reader.player.locator("[tabindex]").first.focus()
        for _ in range(40):
            if focused().startswith(name):
                return
            keys.press("Tab")
        raise AssertionError(f"{name} is not reached")

    tab_to("Add a point")
    keys.press("Enter")
    x, y, _ = reader.points[0]
    for key in (3 - x) * ["ArrowRight"] + (y - 1) * ["ArrowDown"]:
        keys.press(key)
    assert focused() == f"point 0, at (3, {min(y, 1)}), label +1"
    reader.write("points=3,1,1")
    tab_to("Add a point")
    keys.press("Enter")
    keys.press("Enter")
    assert focused().startswith("point 1") and focused().endswith("label −1")
    expect(reader.said).to_contain_text("flipped: point 1")
    reader.write("points=3,1,1;5,2,-1")
    expect(verdict).to_have_text(re.compile("^not yet"))
    reader.dot(1).press("ArrowLeft")
    reader.dot(1).press("ArrowLeft")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight"):
        reader.dot(1).press(key)
    expect(verdict).to_have_text(re.compile("^✓ solved"))
    tab_to("arrow of w in the data space")
    keys.press("ArrowLeft")
    expect(reader.said).to_contain_text("wrong")
    tab_to("Run from this w")
    keys.press("Enter")
    expect(reader.said).to_contain_text("the run starts from w")
    assert focused() == "Run from this w"  # though it has nothing to do now
    keys.press("Control+z")
    expect(reader.said).to_have_text("undone")
    for left in (1, 0):
        reader.dot(left).press("Delete")
        assert len(reader.points) == left
    keys.press("Control+z")
    assert len(reader.points) == 1
    assert reader.said.get_attribute("aria-live") == "polite"
    assert console_errors == []


@pytest.mark.parametrize("mark", ["#", "?"])
def test_links_old_and_new_open_the_points(page, address, mark, console_errors):
    old = "points=1,2,-1;-3,4,1&order=random&bias=one&eta=1/10"
    reader = Reader(page, f"{address}{mark}{old}")
    assert reader.points == [[1, 2, -1], [-3, 4, 1]]
    expect(reader.said).to_contain_text("a stage has no order = random")
    chosen = reader.chosen()
    assert (chosen["bias"], chosen["learning_rate"]) == ("one", Fraction(1, 10))
    challenge = page.get_by_role("group", name="own points: half the bound")
    assert challenge.get_by_role("button", name="point 3, at").count() == 1
    reader.player.get_by_text("Data in and out").click()
    mine = {"name": "mine.csv", "mimeType": "text/csv", "buffer": b"x,y,label\n2,0,a\n0,3,b\n"}
    reader.player.get_by_label("or a file").set_input_files(mine)
    reader.player.get_by_role("button", name="point 0, at (2, 0), label −1").wait_for()
    text = reader.player.get_by_label("data as text")
    copied = {}
    for form in ("Python", "CSV", "link"):
        reader.press(f"Copy as {form}")
        copied[form] = text.input_value()
    assert copied["CSV"] == "x1,x2,y\n2,0,-1\n0,3,1\n"
    assert "X = [[2, 0], [0, 3]]\ny = [-1, 1]\n" in copied["Python"]
    page.goto("about:blank")
    assert Reader(page, copied["link"]).points == [[2, 0, -1], [0, 3, 1]]
    reader.write("points=1,2,3")
    expect(reader.said).to_contain_text(
        "Not possible: this link has no points that a stage can hold: 1,2,3"
    )
    assert console_errors == []


def test_guesses_and_w_by_hand(page, address):
    reader = Reader(page, address)
    reader.player.get_by_label("guess the next mistake").check()
    for i, score in ((1, "0 right of 1"), (0, "1 right of 2")):
        page.mouse.click(*reader.middle(reader.dot(i)))
        expect(reader.player.locator(".score")).to_have_text(score)
    reader.player.get_by_label("guess the next mistake").uncheck()
    for space in ("data", "weight"):
        x, y = reader.middle(reader.player.locator(f"svg.{space}, svg.{space}s"))
        reader.pull(reader.handle(space), (x - 40, y - 40))
        assert reader.words.startswith("Your w = (")
    reader.press("Run from this w")
    assert reader.k.input_value() == "0"
    check_end(reader)


def test_a_word_of_the_text_has_the_colour_of_its_object_and_lights_it(page, address):
    reader = Reader(page, address)
    for kind, shape in {"wall": "line.wall", "w": ".arrow.w .shaft", "disc": "circle.disc"}.items():
        word = page.locator(f"main b.object.{kind}:not(.perceptron-stage *)").first
        drawn = reader.player.locator(f".weights {shape}")
        word.hover()
        expect(drawn).to_have_css("stroke-width", "7px")
        expect(word).to_have_css("color", drawn.evaluate("(node) => getComputedStyle(node).stroke"))
    page.mouse.move(0, 0)
    expect(drawn).to_have_css("stroke-width", "2.5px")


# Of the letters in the two planes, in pixels; 0 of what is hidden.
SIZES = """[...document.querySelectorAll(".plane text")].filter((text) => text.textContent)
  .map((text) => text.getBoundingClientRect().height && parseFloat(getComputedStyle(text).fontSize))
"""


def test_by_touch_on_a_telephone_and_by_axe(browser, front_end, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    reader = Reader(page, address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    touch = context.new_cdp_session(page)

    def send(kind, *places):
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), end = reader.middle(reader.dot(0)), reader.at(3, -2)
    send("touchStart", (x, y))
    for share in (0.3, 0.6, 1):
        send("touchMove", (x + share * (end[0] - x), y + share * (end[1] - y)))
    send("touchEnd")
    assert reader.points[0] == [3, -2, -1]
    page.touchscreen.tap(*reader.at(-3, -4))
    assert reader.points[4] == [-3, -4, 1]
    page.touchscreen.tap(*reader.middle(reader.dot(4)))
    assert reader.points[4] == [-3, -4, -1]
    page.locator("details").evaluate_all("(all) => all.forEach((node) => (node.open = true))")
    rules = {"light": None, "dark": "color-contrast"}  # another theme changes colours alone
    for scheme, width in itertools.product(("light", "dark"), (390, 1280)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 900})
        assert complaints(page, front_end, only=rules[scheme]) == []
        assert min(size for size in page.evaluate(SIZES) if size) >= 14
    context.close()


def test_without_scripts_there_are_a_picture_and_words(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    stills = page.locator(".perceptron-page")
    assert stills.count() == 1 + len(CHALLENGES)
    assert "w = (2, 4)" in stills.first.get_by_role("img").get_attribute("alt")
    assert "After 4 mistakes: w = (2, 4)" in stills.first.inner_text()
    context.close()
