"""Own points in a real browser: a recorded session, by mouse, by keys alone, by touch; and axe.

The page has a bridge to a Python here in place of a kernel, and so needs no server. That all this
works in JupyterLab too, and what is left of it without a kernel, is the last test.
"""

import base64
import json

import nbformat
import numpy as np
from conftest import open_notebook, run_all
from players import demo, opened

from perceptron_lessons.export.players import fragment, fragment_of_points, page_script
from perceptron_lessons.widget.player import Player
from perceptron_lessons.widget.points import points_explorer
from perceptron_lessons.widget.points_formats import STARTS
from perceptron_lessons.widget.points_model import State
from perceptron_lessons.widget.scripts import FOLDER, script

BRIDGE = """
const values = JSON.parse(document.querySelector("#values").textContent);
const listeners = {};
window.pending = 0;
const model = {
  get: (name) => values[name],
  on: (event, action) => (listeners[event] ??= []).push(action),
  off() {},
  async send(message) {
    window.pending += 1;
    const changed = JSON.parse(await window.toPython(JSON.stringify(message)));
    window.pending -= 1;
    Object.assign(values, changed);
    for (const name of Object.keys(changed))
      for (const action of listeners[`change:${name}`] ?? []) action();
  },
};
window.named = named;
render({ model, el: document.querySelector("main") });
"""
TRAITS = ("label", "fixed", "definitions", "picture", "states", "ahead", "progress")


class Board:
    """A page with an explorer whose Python is here, opened by a link that may end in points."""

    def __init__(self, page, folder, explorer, end=""):
        self.page, self.explorer, self.twin = page, explorer, points_explorer()
        self.changed, self.messages = {}, []
        explorer.observe(lambda change: self.changed.update({change.name: change.new}), TRAITS)
        page.expose_function("toPython", self.to_python)
        style = (FOLDER / "points.css").read_text()
        values = json.dumps(explorer.get_state(TRAITS) | {"kernel": True}).replace("</", "<\\/")
        target = folder / "points.html"
        target.write_text(
            "<!DOCTYPE html><html lang=en><meta name=viewport content='width=device-width'>"
            f"<title>Own points</title><style>{style}</style><main><h1>Own points</h1></main>"
            f"<script type='application/json' id=values>{values}</script>"
            f"<script type=module>{script('points.js')}{BRIDGE}</script>",
            encoding="utf-8",
        )
        page.goto(target.as_uri() + end)
        self.player = page.get_by_role("group", name=explorer.label, exact=True)
        self.player.wait_for()

    def to_python(self, text):
        self.messages.append(json.loads(text))
        self.changed.clear()
        self.explorer._handle_custom_msg(json.loads(text), [])
        return json.dumps(self.changed)

    def settle(self, wait=0):
        if wait:
            self.page.wait_for_timeout(wait)
        self.page.wait_for_function("window.pending === 0")

    def dot(self, i):
        return self.player.get_by_role("button", name=f"point {i}, at")

    def arrow(self, space):
        return self.player.get_by_role("button", name=f"arrow of w in the {space} space")

    def middle(self, node):
        box = node.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def at(self, place, half, sheet=0):
        """Where a place of a sheet is on the page."""
        box = self.player.locator(".over").nth(sheet).bounding_box()
        x, y = place
        return (
            box["x"] + box["width"] * (x + half) / (2 * half),
            box["y"] + box["height"] * (half - y) / (2 * half),
        )

    def seen(self):
        """What a reader has before them."""
        return self.player.evaluate("""(player) => ({
          points: [...player.querySelectorAll(".dot")].map((dot) => dot.ariaLabel),
          text: [...player.querySelectorAll(".words div")].map((line) => line.textContent),
          alt: [...player.querySelectorAll("svg")].map((svg) => svg.ariaLabel),
          slots: [...player.querySelectorAll("svg .slot")].map((slot) => slot.innerHTML),
          k: player.querySelector("input[type=range]").ariaValueText,
          offsets: [...player.querySelectorAll(".labelled")]
            .filter((node) => getComputedStyle(node).display !== "none")
            .map((node) => node.textContent).filter((name) => /^b |^initial b$/.test(name)),
        })""")

    def expected(self, state):
        """The same, of the picture that another explorer draws of a state."""
        self.twin.state = state
        self.twin.apply()
        picture = self.twin.picture
        slots = self.page.evaluate(
            """(sides) => sides.flatMap((pieces, side) => pieces.map((piece) => {
              const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
              const id = document.querySelector("svg [id]").id.match(/^.*-(?=[01]-)/)[0] + side;
              g.innerHTML = named(piece, id);
              return g.innerHTML;
            }))""",
            picture["pieces"],
        )
        return {
            "points": picture["names"],
            "text": picture["text"].split("\n"),
            "alt": picture["alt"],
            "slots": slots,
            "k": f"{picture['k']} of {picture['stops'][-1]}",
            "offsets": [] if state.now.bias == "none" else ["b of the line", "initial b"],
        }


def drag(board, start, end, steps=3):
    mouse = board.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=steps)
    mouse.up()


# What a reader did, and what it means: a gesture of `Hand`, with its arguments, and the action.
LOOK = ("key", "slider", "ArrowLeft")
SESSION = [
    ("drag", 0, (-1, 3)),
    ("drag", 3, (5, 1)),
    ("twice on paper", (5, -5)),
    ("press", "Undo", {"do": "undo"}),
    ("click", (-4, -3)),
    ("keys", 4, "ArrowRight"),
    ("keys", 4, "ArrowUp"),
    ("keys", 4, "Enter"),
    ("step", "Reset", 0),
    ("step", "Step", 1),
    ("step", "Step", 2),
    ("press", "Undo", {"do": "undo"}),
    ("press", "Undo", {"do": "undo"}),
    ("press", "Redo", {"do": "redo"}),
    ("drag", 1, (3, -4)),
    ("choose", "order", "worst"),
    ("choose", "order", "first"),
    ("step", "Reset", 0),
    ("choose", "order", "cyclic"),
    ("delete", 4),
    ("start", "XOR"),
    ("drag", 3, (4, 3)),
    ("start", "XOR"),
    ("step", "Back", 3),
    ("choose", "bias", "one"),
    ("drag", 2, (4, 4)),
    ("w", "weights", (3, 2)),
    ("w", "data", (-1, 2)),
    ("nudge", "weights", "ArrowUp", [0, 1]),
    ("press", "Run from this w", {"do": "run from here"}),
    ("step", "Step", 1),
    ("step", "Step", 2),
    ("step", "Back", 1),
    ("press", "Undo", {"do": "undo"}),
    ("start", "worked example"),
    ("tap", 2, None),
    ("tap", 2, {"do": "flip", "point": 2}),
    ("tap", 2, {"do": "flip", "point": 2}),
    ("guessing", True),
    ("tap", 1, {"do": "guess", "point": 1}),
    ("tap", 0, {"do": "guess", "point": 0}),
    ("tap", 1, {"do": "guess", "point": 1}),
    ("keys", 2, "Enter", {"do": "guess", "point": 2}),
    ("guessing", False),
    ("twice", 3),
    ("press", "Undo", {"do": "undo"}),
    ("choose", "zero", "positive"),
    ("choose", "eta", "1/10"),
    ("begin", 0, -3),
    ("begin", 1, 1),
    ("step", "Reset", 0),
    ("step", "Step", 1),
    ("choose", "eta", "10"),
    ("start", "bias trap"),
    ("step", "Reset", 0),
    ("choose", "bias", "radius"),
    ("begin", 2, -5),
    ("own b", 20),
    ("drag", 1, (-7, 2)),
    ("start", "Iris"),
    ("drag", 7, (-2, 3)),
    ("choose", "order", "random"),
    ("csv", "1,2,a\n-3,4,b\n5,-1,a\n"),
    ("press", "Add a point", {"do": "add", "at": [-1, 1], "label": 1}),
    ("choose", "grid", 12),
    ("drag", 3, (-11, 9)),
]


def perform(board, gesture, state):
    """Do what a reader does, and return the state that this should lead to."""
    what, *given = gesture
    player, page = board.player, board.page
    n = len(board.messages)
    scale = state.now.scale
    if what == "drag":
        i, to = given
        drag(board, board.middle(board.dot(i)), board.at(to, scale.limit))
        # On the way the reader has passed other places; all of it is one step.
        action = {"do": "move", "point": i, "to": list(to)}
    elif what == "click":
        page.mouse.click(*board.at(given[0], scale.limit))
        action = {"do": "add", "at": list(given[0]), "label": 1}
    elif what == "twice on paper":
        page.mouse.dblclick(*board.at(given[0], scale.limit))
        board.settle(350)  # a tap on what is chosen would turn its label after a while
        action = {"do": "add", "at": list(given[0]), "label": 1}
    elif what == "keys":
        board.dot(given[0]).press(given[1])
        x, y, _ = state.now.points[given[0]]
        move = {"ArrowRight": [x + 1, y], "ArrowUp": [x, y + 1]}.get(given[1])
        action = {"do": "flip", "point": given[0]}
        if move:
            action = {"do": "move", "point": given[0], "to": move}
        action = given[2] if len(given) > 2 else action
    elif what == "delete":
        board.dot(given[0]).press("Delete")
        action = {"do": "remove", "point": given[0]}
    elif what in ("press", "step"):
        name = f"{given[0]}: mistakes k" if what == "step" else given[0]
        player.get_by_role("button", name=name, exact=True).click()
        action = {"do": "look", "k": given[1]} if what == "step" else given[1]
    elif what == "choose":
        name, value = given
        player.locator("details").first.evaluate("(node) => (node.open = true)")
        titles = {"order": "order", "bias": "offset", "zero": "w·x + b = 0"}
        label = (titles | {"eta": "learning rate η", "grid": "paper"})[name]
        player.get_by_label(label, exact=True).select_option(str(value))
        action = {"do": "choose", "name": name, "value": value}
    elif what == "begin":
        place, value = given
        player.get_by_label(("initial w₁", "initial w₂", "initial b")[place]).fill(str(value))
        player.get_by_label("initial w₁").press("Tab")
        start = list(state.now.start)
        start[place] = value
        action = {"do": "choose", "name": "start", "value": start}
    elif what == "own b":
        player.get_by_label("b of the line").fill(str(given[0]))
        player.get_by_label("b of the line").press("Tab")
        action = {"do": "hand", "b": given[0]}
    elif what == "start":
        player.get_by_label("start with", exact=True).select_option(given[0])
        action = {"do": "load", **STARTS[given[0]]}
    elif what == "w":
        space, to = given
        sheet, half = (0, scale.limit) if space == "data" else (1, scale.half)
        drag(board, board.middle(board.arrow(space)), board.at(to, half, sheet))
        action = {"do": "hand", "to": list(to), "space": space}
    elif what == "nudge":
        board.arrow(given[0]).press(given[1])
        action = {"do": "hand", "by": given[2]}
    elif what == "guessing":
        player.get_by_label("guess the next mistake").set_checked(given[0])
        action = {"do": "guessing", "on": given[0]}
    elif what == "tap":
        page.mouse.click(*board.middle(board.dot(given[0])))
        board.settle(0 if state.now.guessing else 350)  # two taps would be a double tap
        action = given[1]
    elif what == "twice":
        page.mouse.dblclick(*board.middle(board.dot(given[0])))
        action = {"do": "remove", "point": given[0]}
    else:
        player.locator("details").nth(1).evaluate("(node) => (node.open = true)")
        player.get_by_label("data as text").fill(given[0])
        player.get_by_role("button", name="Load this text").click()
        points = [(1, 2, -1), (-3, 4, 1), (5, -1, -1)]
        action = {"do": "load", "points": points}
    board.settle()
    assert action is None or what == "step" or len(board.messages) > n, "Python heard nothing"
    return state.apply(action) if action else state


def test_a_recorded_session_by_mouse_and_keys(page, tmp_path, console_errors):
    """Sixty things that a reader did; after each the page shows what a fresh Python draws."""
    assert len(SESSION) >= 60
    board = Board(page, tmp_path, points_explorer())
    state = State(board.explorer.state.now)
    for number, gesture in enumerate(SESSION):
        state = perform(board, gesture, state)
        seen, expected = board.seen(), board.expected(state)
        for place, pair in enumerate(zip(seen.pop("slots"), expected.pop("slots"), strict=True)):
            assert pair[0] == pair[1], f"{number}: {gesture}: artist {place}"
        assert seen == expected, f"{number}: {gesture}"
        if gesture[0] in ("drag", "w"):
            assert board.player.locator(".said").text_content() == board.explorer.state.said
    assert console_errors == []


def test_by_keys_alone(page, tmp_path, console_errors):
    """Everything is reached with Tab, and everything can be done without a pointer."""
    board = Board(page, tmp_path, points_explorer("only with an offset"))
    keys = page.keyboard
    verdict = board.player.locator(".verdict")
    assert verdict.text_content() == "not yet: no points yet"

    def tab_to(name, limit=25):
        for _ in range(limit):
            keys.press("Tab")
            if (focused() or "").startswith(name):
                return
        raise AssertionError(f"{name} is not reached")

    def focused():
        return page.evaluate("document.activeElement.getAttribute('aria-label')")

    tab_to("Add a point")
    keys.press("Enter")
    board.settle()
    assert focused() == "point 0, at (−1, 1), label +1"
    for key in ("ArrowRight",) * 3:
        keys.press(key)
    board.settle()
    assert focused() == "point 0, at (2, 1), label +1"
    page.evaluate("document.querySelector('.perceptron-points button').focus()")
    tab_to("Add a point")
    keys.press("Enter")
    board.settle()
    for key in ("ArrowRight",) * 5 + ("ArrowUp", "Enter"):
        keys.press(key)
    board.settle()
    assert focused() == "point 1, at (4, 2), label −1"
    assert verdict.text_content().startswith("✓ solved")
    said = board.player.locator(".said")
    assert said.text_content() == "flipped: point 1, at (4, 2), label −1"
    assert said.get_attribute("aria-live") == "polite"
    tab_to("arrow of w in the data space")
    keys.press("ArrowLeft")
    board.settle()
    assert "try 1, w = (−3, −1): 1 point wrong" in said.text_content()
    tab_to("Run from this w")
    keys.press("Enter")
    board.settle()
    assert board.explorer.state.now.start == (-3, -1, 0)
    assert focused() == "Run from this w"  # though it has nothing to do now
    keys.press("Control+z")
    board.settle()
    assert board.explorer.state.now.start == (0, 0, 0)
    board.dot(1).focus()
    keys.press("Delete")
    board.settle()
    assert focused() == "point 0, at (2, 1), label +1"
    keys.press("Delete")
    board.settle()
    assert focused() == "Add a point"
    for _ in range(2):
        keys.press("Control+z")
    board.settle()
    assert len(board.explorer.state.now.points) == 2
    page.set_viewport_size({"width": 390, "height": 844})
    told, sheet = (
        board.player.locator(part).bounding_box() for part in (".verdict", ".sheet >> nth=0")
    )
    assert 0 <= sheet["y"] - told["y"] < 100, "the verdict is out of sight of the picture"
    assert console_errors == []


def test_points_come_from_a_link_and_a_file_and_go_as_text(page, tmp_path, console_errors):
    board = Board(page, tmp_path, points_explorer(), "#points=1,2,-1;-3,4,1&bias=one")
    board.player.get_by_role("button", name="point 1, at (−3, 4), label +1").wait_for()
    board.settle()
    now = board.explorer.state.now
    assert (now.points, now.bias) == (((1, 2, -1), (-3, 4, 1)), "one")
    board.player.get_by_text("Data in and out").click()
    mine = {"name": "mine.csv", "mimeType": "text/csv", "buffer": b"x,y,label\n2,0,a\n0,3,b\n"}
    board.player.get_by_label("CSV file").set_input_files(mine)
    board.player.get_by_role("button", name="point 0, at (2, 0), label −1").wait_for()
    start = board.player.get_by_label("start with", exact=True)
    assert start.evaluate("(node) => node.selectedOptions[0].text") == "your own points"
    copied = {}
    for form in ("Python", "CSV", "link"):
        board.player.get_by_role("button", name=f"Copy as {form}").click()
        copied[form] = board.player.get_by_label("data as text").input_value()
    assert copied["CSV"] == "x1,x2,y\n2,0,-1\n0,3,1\n"
    assert "X = [[2, 0], [0, 3]]\ny = [-1, 1]\n" in copied["Python"]
    page.goto("about:blank")
    page.goto(copied["link"])
    board.player.get_by_role("button", name="point 0, at (2, 0), label −1").wait_for()
    board.settle()
    assert board.explorer.state.now.points == ((2, 0, -1), (0, 3, 1))
    board.player.get_by_text("Data in and out").click()
    board.player.get_by_label("data as text").fill("https://a.place/points.html#points=1,1,1")
    board.player.get_by_role("button", name="Load this text").click()
    board.settle()
    assert board.explorer.state.now.points == ((1, 1, 1),)
    assert console_errors == []


def check_in_view(board, *parts):
    """All of these are on the screen at once."""
    size = board.page.viewport_size
    for part in parts:
        for node in board.player.locator(part).all():
            box = node.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"], part
            assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], part


def check_places(board):
    """Where points are put is where Python has drawn the axes, however long the words are."""
    for n, (left, top, width, height) in enumerate(board.explorer.fixed["frames"]):
        drawn = board.player.locator(".drawing svg").nth(n).bounding_box()
        over = board.player.locator(".over").nth(n).bounding_box()
        x, y = drawn["x"] + left * drawn["width"], drawn["y"] + top * drawn["height"]
        size = width * drawn["width"], height * drawn["height"]
        there = [over[name] for name in ("x", "y", "width", "height")]
        assert np.allclose(there, (x, y, *size), atol=1), "the points are not where they are drawn"


QUOTIENTS = """(words) => {
  const parted = [];
  for (let width = 150; width < 400; width += 3) {
    words.style.width = `${width}px`;
    const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const { index, 0: { length } } of texts.currentNode.data.matchAll(/R²\\/γ²/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + length);
        if (range.getClientRects().length > 1) parted.push(width);
      }
  }
  words.style.width = "";
  return parted;
}"""


def test_picture_k_words_and_settings_are_in_view_in_a_page_and_on_the_whole_screen(page, tmp_path):
    page.set_viewport_size({"width": 1280, "height": 720})
    board = Board(page, tmp_path, points_explorer())
    parts = (".over", ".words", "input[type=range]")
    board.player.locator("summary").first.click()
    board.player.evaluate("(player) => player.scrollIntoView()")
    check_in_view(board, *parts, "details[open]")
    assert board.player.locator(".words").evaluate(QUOTIENTS) == []
    full = board.player.get_by_role("button", name="Full screen")
    full.click()
    page.wait_for_function("document.fullscreenElement?.matches('.perceptron-points')")
    check_in_view(board, *parts, "[aria-label^=Reset]", "[aria-label^=Run]")
    page.get_by_role("button", name="Leave full screen").click()
    page.wait_for_function("!document.fullscreenElement")
    page.set_viewport_size({"width": 880, "height": 720})  # the words are longer than the pictures
    slider = board.player.get_by_role("slider")
    before = slider.bounding_box()
    board.player.get_by_label("start with", exact=True).select_option("XOR")
    board.player.get_by_label("initial w₁").fill("1")
    board.player.get_by_label("initial w₁").press("Tab")
    board.player.get_by_text("hypothesis “start at 0”").wait_for()
    board.player.get_by_role("button", name="Back: mistakes k").click()
    board.player.get_by_text("Next mistake:").wait_for()
    check_places(board)
    assert slider.bounding_box() == before, "k moved away from the pointer"


def test_by_touch_on_a_telephone_and_by_axe(browser, front_end, tmp_path):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    board = Board(page, tmp_path, points_explorer())
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"the page is {wide} pixels wide"
    scale = board.explorer.state.now.scale
    touch = page.context.new_cdp_session(page)

    def send(kind, *places):
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    box = board.dot(0).bounding_box()
    assert min(box["width"], box["height"]) >= 24
    sheets = [sheet.bounding_box() for sheet in board.player.locator(".sheet").all()]
    assert sheets[1]["y"] >= sheets[0]["y"] + sheets[0]["height"], "one below the other"
    check_in_view(board, ".sheet:first-child .over", "input[type=range]")

    (x, y), end = board.middle(board.dot(0)), board.at((3, -2), scale.limit)
    send("touchStart", (x, y))
    for share in (0.3, 0.6, 1):
        send("touchMove", (x + share * (end[0] - x), y + share * (end[1] - y)))
    send("touchEnd")
    page.get_by_role("button", name="point 0, at (3, −2), label −1").wait_for()
    board.settle(350)  # sooner, the next tap would be the second of two
    assert board.explorer.state.now.points[0] == (3, -2, -1)
    assert page.evaluate("scrollY") == 0
    send("touchStart", board.at((-3, -4), scale.limit))
    send("touchEnd")
    board.dot(4).wait_for()
    assert board.explorer.state.now.points[4] == (-3, -4, 1)
    page.touchscreen.tap(*board.middle(board.dot(1)))
    board.settle(350)
    page.touchscreen.tap(*board.middle(board.dot(1)))
    page.get_by_role("button", name="point 1, at (0, −2), label +1").wait_for()
    assert board.explorer.state.now.points[1] == (0, -2, 1)
    chosen = board.player.locator(".dot.selected")
    assert chosen.count() == 1
    board.player.get_by_role("button", name="Undo").tap()
    board.settle()
    assert chosen.count() == 0

    board.player.locator("details").evaluate_all("(all) => all.forEach((n) => (n.open = true))")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        if scheme == "dark":
            page.add_style_tag(content=":root { background: #17191d; color: #e4e2de; }")
        assert complaints(page, front_end) == []
    context.close()


def complaints(page, front_end):
    """What axe finds wrong, one line for each place."""
    page.add_script_tag(path=front_end / "axe-core/axe.min.js")
    results = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    assert results["passes"]
    return [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in results["violations"]
        for node in rule["nodes"]
    ]


def test_in_jupyterlab_and_without_its_kernel(page, lab, console_errors):
    cells = ["from perceptron_lessons.widget.points import points_explorer", "points_explorer()"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata["kernelspec"] = spec
    nbformat.write(notebook, lab.folder / "points.ipynb")
    open_notebook(page, lab, "points.ipynb")
    run_all(page)
    player = page.get_by_role("group", name="own points", exact=True)
    player.get_by_role("button", name="point 0, at").press("ArrowUp")
    player.get_by_text("k = 6 of 6 mistakes").wait_for()
    assert player.get_by_role("button", name="point 0, at (−2, 1), label −1").count() == 1
    player.get_by_text("Data in and out").click()
    player.get_by_role("button", name="Copy as a cell").click()
    cell = 'points_explorer(start="points=-2,1,-1;0,-2,-1;-2,2,1;2,2,1&origin=worked+example")'
    assert player.get_by_label("data as text").input_value() == cell
    page.wait_for_timeout(800)  # while it rests, the pictures of all k are drawn
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    slider = player.get_by_role("slider", name="mistakes k")
    slider.press("Home")
    player.get_by_text("k = 0 of 6 mistakes").wait_for()
    player.get_by_role("button", name="point 0, at").press("ArrowUp")
    player.get_by_text("Points move only where Python runs").wait_for()
    assert player.get_by_role("button", name="point 0, at (−2, 1), label −1").count() == 1
    assert console_errors == []


def test_in_a_page_without_a_kernel(page, tmp_path, console_errors):
    """As an exported page has it, beside a player: k moves, and points say what they wait for."""
    explorer, player = points_explorer("seven mistakes"), Player(demo())
    data, metadata = explorer._repr_mimebundle_()
    alt, words = metadata["image/png"]["alt"], data["text/plain"]
    png = base64.b64encode(data["image/png"]).decode()
    part = fragment_of_points(explorer.get_state(), png, alt, words)
    target = tmp_path / "page.html"
    whole = f"{part}{fragment(player, script=False)}{page_script()}"
    target.write_text(f"<!DOCTYPE html><html lang=en><title>x</title>{whole}", encoding="utf-8")
    page.goto(target.as_uri())
    opened(page)
    shown = page.get_by_role("group", name=explorer.label, exact=True)
    shown.get_by_role("slider", name="mistakes k").press("Home")
    assert "k = 0 of 4 mistakes" in shown.locator(".words").text_content()
    shown.get_by_role("button", name="Step: mistakes k").click()
    assert "k = 1 of 4 mistakes" in shown.locator(".words").text_content()
    shown.get_by_role("button", name="point 0, at").press("ArrowUp")
    assert shown.get_by_text("Points move only where Python runs").is_visible()
    assert console_errors == []
