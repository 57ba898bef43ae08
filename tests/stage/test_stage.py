"""The stage in a browser, without any Python behind it: by mouse, touch, keys, and in motion."""

import json
import re
import subprocess

import nbformat
import pytest
from conftest import open_notebook
from playwright.sync_api import expect

from perceptron_core import perceptron, worked_example
from perceptron_lessons import stage as room
from perceptron_lessons.stage import LOOK, embeddable, script, stage, style

PAGE = """<!DOCTYPE html><html lang=en><meta charset=utf-8>
<meta name=viewport content="width=device-width"><title>Own points</title>
<style>html {{ color-scheme: light dark }}
body {{ margin: 1rem; background: Canvas; color: CanvasText }} {style}</style>
<main><h1>Own points</h1></main>
<script type=module>{script}
window.stage = mount(document.querySelector("main"), {options});</script>"""


class Board:
    """A page with a stage."""

    def __init__(self, page, folder, end="", **options):
        self.page = page
        target = folder / "stage.html"
        text = PAGE.format(style=style(), script=script(), options=json.dumps(options))
        target.write_text(text, encoding="utf-8")
        page.goto(target.as_uri() + end)
        self.player = page.locator(".perceptron-stage")
        self.player.wait_for()
        self.k = self.player.get_by_label("mistakes k")

    def press(self, name):
        self.player.get_by_role("button", name=name, exact=True).click()

    def choose(self, title, value):
        self.player.locator("details").first.evaluate("(node) => (node.open = true)")
        self.player.get_by_label(title, exact=True).select_option(value)

    def dot(self, i):
        return self.player.get_by_role("button", name=f"point {i}, at")

    def middle(self, node):
        box = node.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def at(self, x, y, half=6.6):
        """Where a place of the data space is on the page."""
        box = self.player.locator("svg.data").bounding_box()
        side = box["width"]
        return box["x"] + side * (1 + x / half) / 2, box["y"] + side * (1 - y / half) / 2

    def drag(self, node, x, y):
        mouse = self.page.mouse
        mouse.move(*self.middle(node))
        mouse.down()
        mouse.move(*self.at(x, y), steps=4)
        mouse.up()

    @property
    def text(self):
        return self.player.locator(".words").inner_text().replace("\n\n", "\n")

    @property
    def said(self):
        return self.player.locator(".said").text_content()

    @property
    def points(self):
        return self.page.evaluate("window.stage.board().points")


@pytest.fixture
def board(page, tmp_path):
    return Board(page, tmp_path)


def test_the_first_drag_is_right_in_the_same_frame(board):
    """Nothing is waited for: events in, words and line out, within one task of the page."""
    x, y = board.middle(board.dot(2))
    to = board.at(-5, -2)
    words = board.page.evaluate(
        """([[x, y], [tx, ty]]) => {
          const dot = document.elementFromPoint(x, y).closest("[role=button]");
          dot.setPointerCapture = () => {};
          const send = (type, clientX, clientY) => dot.dispatchEvent(
            new PointerEvent(type, { clientX, clientY, bubbles: true, pointerId: 1 }));
          send("pointerdown", x, y); send("pointermove", x + 9, y); send("pointermove", tx, ty);
          return document.querySelector(".words").innerText;
        }""",
        [[x, y], to],
    )
    assert board.points[2] == [-5, -2, 1]
    assert "R = √29" in words and "no bound" in words


def test_an_update_is_seen_to_happen(board):
    """The line turns and the wall is pushed: there are pictures between two states."""
    board.k.fill("2")
    board.page.evaluate("""() => {
      window.seen = { line: new Set(), wall: new Set(), disc: new Set() };
      const look = () => {
        for (const [name, each] of Object.entries(window.seen)) {
          const node = document.querySelector(`.plane > .${name}`);
          each.add(["x1", "y1", "x2", "y2", "r"].map((a) => node.getAttribute(a)).join());
        }
        requestAnimationFrame(look);
      };
      look();
    }""")
    board.press("Step")
    board.page.wait_for_timeout(1500)
    counts = board.page.evaluate("Object.values(window.seen).map((each) => each.size)")
    assert min(counts) >= 5


def test_who_wants_no_motion_gets_none(browser, tmp_path):
    context = browser.new_context(reduced_motion="reduce")
    board = Board(context.new_page(), tmp_path)
    board.k.fill("2")
    before = board.player.locator("line.wall").get_attribute("y1")
    after = board.page.evaluate("""() => {
      [...document.querySelectorAll("button")].find((b) => b.textContent === "Step").click();
      return document.querySelector("line.wall").getAttribute("y1");
    }""")
    assert after != before and board.k.input_value() == "3"
    context.close()


def test_the_argument_comes_to_its_end(board):
    board.player.get_by_label("hold the disc still").check()
    board.k.fill("10")
    assert "one point is left for mistake 10" in board.text
    board.page.wait_for_timeout(400)
    assert board.player.locator("circle.top").get_attribute("visibility") == "visible"
    radius = board.player.locator("circle.disc").get_attribute("r")
    board.k.fill("11")
    assert board.player.locator("text.gap").text_content() == "no room for mistake 11"
    assert board.player.locator("circle.disc").get_attribute("r") == radius
    assert "parted" in board.text


@pytest.mark.parametrize(
    ("name", "broken", "struck"),
    [
        ("another start", "line.wall", "progress"),
        ("updates without a mistake", "circle.disc", "length"),
        ("nothing separates", None, "progress"),
        ("a wrong u", None, "progress"),
    ],
)
def test_what_is_broken_is_struck_through(board, name, broken, struck):
    assert board.player.locator(".fails").count() == 0
    board.player.get_by_label("start with").select_option(f"broken: {name}")
    board.page.wait_for_timeout(400)
    assert struck in board.player.locator(".fails").first.text_content()
    if broken:
        assert "broken" in board.player.locator(broken).get_attribute("class")


def test_z_is_turned(board):
    board.player.get_by_label("squares on the sides").check()
    assert board.text.startswith("✓ ‖w + z‖² = 20 ≤ ")
    board.player.get_by_label("turn z").fill("60")
    assert board.text.startswith("✗ ‖w + z‖² = ") and "not a mistake" in board.text


def test_ways_in_and_out(page, tmp_path):
    board = Board(page, tmp_path, end="#points=2,1,1;-1,0,-1&bias=one", address=True)
    assert board.points == [[2, 1, 1], [-1, 0, -1]]
    text = board.player.get_by_label("data as text")
    board.player.locator("details").nth(1).evaluate("(node) => (node.open = true)")
    for form, held in (
        ("link", "#points=2,1,1;-1,0,-1&bias=one"),
        ("CSV", "x1,x2,y\n2,1,1\n"),
        ("Python", 'trace = perceptron(X, y, bias="one")'),
        ("SVG", "<svg"),
    ):
        board.press(f"Copy as {form}")
        assert held in text.input_value()
    assert "var(" not in text.input_value()  # a still needs no page
    text.fill("1,2,a\n-3,4,b\n5,-1,a\n")
    board.press("Load this text")
    assert board.points == [[1, 2, -1], [-3, 4, 1], [5, -1, -1]]
    text.fill("1,2\n")
    board.press("Load this text")
    assert board.said.startswith("Not possible: row 1")


def test_python_copied_makes_the_same_run(board):
    board.choose("order", "worst")
    board.player.locator("details").nth(1).evaluate("(node) => (node.open = true)")
    board.press("Copy as Python")
    code = board.player.get_by_label("data as text").input_value()
    names = {}
    exec(code, names)
    assert names["trace"].n_mistakes == 5


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_for_axe_to_find(browser, front_end, tmp_path, width, scheme):
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    board = Board(context.new_page(), tmp_path)
    board.player.locator("details").evaluate_all("(all) => all.forEach((d) => (d.open = true))")
    board.k.fill("2")
    board.page.evaluate((front_end / "axe-core/axe.min.js").read_text() + "; 0")
    found = board.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert [(v["id"], v["nodes"][0]["html"][:90]) for v in found["violations"]] == []
    sizes = board.page.evaluate(
        "[...document.querySelectorAll('.plane text')].filter((t) => t.textContent)"
        ".map((t) => t.getBoundingClientRect().height && parseFloat(getComputedStyle(t).fontSize))"
    )
    assert min(size for size in sizes if size) >= 14
    context.close()


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("scheme", "paper"), [("light", "#FFFFFF"), ("dark", "#181818")])
def test_both_sides_are_seen_and_words_are_read(scheme, paper):
    """Sides stand out from the paper; what is written in an object's colour can be read."""
    colours = {name: each[scheme] for name, each in LOOK.items()}
    for side in ("plusSide", "minusSide"):
        assert contrast(colours[side], paper) >= 1.3
    for name in ("plus", "minus", "w", "update", "u", "wall", "disc", "fails"):
        assert contrast(colours[name], paper) >= 4.5, name


def test_the_parts_make_one_module(node, tmp_path):
    """No name of one part is another's, and nothing is left of what they import."""
    (tmp_path / "stage.mjs").write_text(script(), encoding="utf-8")
    subprocess.run([node, "--check", tmp_path / "stage.mjs"], check=True)


def test_one_line_brings_it_to_any_page(page, tmp_path, console_errors):
    (tmp_path / "page.html").write_text(
        f"<!DOCTYPE html><html lang=en><title>Any page</title><script type=module>{embeddable()}"
        "</script><perceptron-stage start='points=1,1,1;-2,0,-1'></perceptron-stage>"
        "<perceptron-stage challenge='half the bound'></perceptron-stage>",
        encoding="utf-8",
    )
    page.goto((tmp_path / "page.html").as_uri())
    assert page.get_by_role("button", name="point 1, at (−2, 0), label −1").count() == 1
    assert "not yet: R²/γ² = 10" in page.locator(".verdict").text_content()
    assert page.locator("polygon.plusSide").first.evaluate("(n) => getComputedStyle(n).fill") == (
        "rgb(201, 224, 241)"
    )
    page.locator("perceptron-stage").first.evaluate("(node) => node.remove()")
    assert page.locator(".perceptron-stage").count() == 1 and console_errors == []


def test_each_part_imports_only_from_those_before_it():
    for number, part in enumerate(room.PARTS):
        source = (room.FOLDER / f"{part}.js").read_text(encoding="utf-8")
        assert set(re.findall(r'from "\./(\w+)\.js"', source)) <= set(room.PARTS[:number]), part


BRIDGE = """
const values = {values};
const listeners = {{}};
window.model = {{
  get: (name) => values[name],
  set(name, value) {{ values[name] = value; listeners[`change:${{name}}`]?.(); }},
  on: (event, action) => (listeners[event] = action),
  off: (event) => delete listeners[event],
  save_changes: () => (window.saved = JSON.parse(JSON.stringify(values))),
}};
window.close = render({{ model, el: document.querySelector("main") }});"""


def test_points_k_and_w_go_both_ways(page, tmp_path, console_errors):
    data = worked_example()
    trace = perceptron(data.X, data.y, order="worst")
    living = stage(trace)
    assert living.points[2] == [-2, 2, 1] and living.board["order"] == "worst"
    names = ("options", "board", "points", "k", "w")
    values = json.dumps({name: getattr(living, name) for name in names})
    text = PAGE.split("<script")[0].format(style=style())
    code = script() + BRIDGE.format(values=values)
    (tmp_path / "widget.html").write_text(f"{text}<script type=module>{code}</script>")
    page.goto((tmp_path / "widget.html").as_uri())
    player = page.locator(".perceptron-stage")
    assert "k = 5 of 5 mistakes" in player.inner_text()
    page.evaluate("model.set('k', 2)")
    assert "k = 2 of 5 mistakes" in player.inner_text()
    page.evaluate("model.set('w', [1, -1, 0])")
    assert "Your w = (1, −1)" in player.inner_text()
    page.evaluate("model.set('points', [[3, 3, 1], [1, -2, -1]])")
    assert player.get_by_role("button", name="point 1, at (1, −2)").count() == 1
    player.get_by_role("button", name="point 1, at").press("ArrowRight")
    saved = page.evaluate("window.saved")
    assert saved["points"] == [[3, 3, 1], [2, -2, -1]]
    assert len(saved["w"]) == 3 and saved["k"] >= 0
    page.evaluate("window.close()")
    assert player.count() == 0 and console_errors == []


@pytest.mark.parametrize(
    ("points", "named"),
    [
        ([[1, 2, 0]], r"points\[0\]"),
        ([[1, 2, 1], [1, 2.5, 1]], r"points\[1\]"),
        ([[1, 13, 1]], r"points\[0\]"),
        ([[1, 2, 1]] * 41, "40 points"),
        (perceptron([[1, 2, 3]], [1]), "3 coordinates"),
    ],
)
def test_what_a_stage_cannot_hold_is_named(points, named):
    with pytest.raises(ValueError, match=named):
        room.stage(points)


def test_in_jupyterlab_python_hears_of_it_and_is_heard(page, lab, console_errors):
    """Points, k and w go both ways; and what is played needs no kernel."""
    cells = (
        "from perceptron_lessons.stage import stage\n"
        "living = stage([[2, 1, 1], [-1, 0, -1], [1, 3, 1]])\nliving",
        "print('heard', living.points[1], living.k, living.w)",
        "living.points = [[4, 4, 1], [-4, 3, -1]]",
        "living.w = [1, 1, 0]",
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in cells])
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata["kernelspec"] = spec
    nbformat.write(notebook, lab.folder / "stage.ipynb")
    open_notebook(page, lab, "stage.ipynb")
    player = page.locator(".perceptron-stage")

    def run(cell):
        page.evaluate(
            """(cell) => {
              jupyterapp.shell.currentWidget.content.activeCellIndex = cell;
              return jupyterapp.commands.execute("notebook:run-cell");
            }""",
            cell,
        )

    run(0)
    dot = player.get_by_role("button", name="point 1, at (−1, 0)")
    dot.press("ArrowUp")
    player.get_by_role("button", name="point 1, at (−1, 1)").wait_for()
    player.get_by_label("mistakes k").press("Home")
    page.wait_for_timeout(500)
    run(1)
    page.get_by_text("heard [-1, 1, -1] 0 [0, 0, 0]").wait_for()
    run(2)
    player.get_by_role("button", name="point 1, at (−4, 3)").wait_for()
    run(3)
    expect(player.locator(".words")).to_contain_text("Your w = (1, 1)")
