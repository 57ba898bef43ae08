"""The stage in a browser, without any Python behind it: by mouse, touch, keys, and in motion."""

import re
import subprocess
from fractions import Fraction

import pytest
from browsing import expect, stop_clock
from players import contrast
from reader import Reader, write_page

from perceptron_core import perceptron, worked_example
from perceptron_lessons import stage as room
from perceptron_lessons.figures.style import LOOK
from perceptron_lessons.stage import STARTS, VIEWS, embeddable, stage, stage_script


@pytest.fixture
def reader(page, tmp_path):
    return Reader(page, write_page(tmp_path, options={}))


def test_the_first_drag_is_right_in_the_same_frame(reader):
    """Nothing is waited for: events in, words and line out, within one task of the page."""
    x, y = reader.middle(reader.dot(2))
    to = reader.at(-5, -2)
    words = reader.page.evaluate(
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
    assert reader.points[2] == [-5, -2, 1]
    assert "R = √29" in words and "no bound" in words


def test_an_update_is_seen_to_happen(reader):
    """The line turns and the wall is pushed: there are pictures between two states."""
    reader.k.fill("2")
    reader.rest()
    stop_clock(reader.page)
    reader.page.evaluate("""() => {
      window.seen = { line: new Set(), wall: new Set(), disc: new Set() };
      const look = () => {
        for (const [name, each] of Object.entries(window.seen)) {
          const node = document.querySelector(`.plane > .${name}`);
          if (node) each.add(["x1", "y1", "x2", "y2", "r"].map((a) => node.getAttribute(a)).join());
        }
        requestAnimationFrame(look);
      };
      look();
    }""")
    reader.press("Step")
    reader.page.clock.run_for(5000)
    counts = reader.page.evaluate("Object.values(window.seen).map((each) => each.size)")
    assert min(counts) >= 5


def test_an_update_is_told_when_w_has_arrived(reader):
    """In every frame of it words and rings are those of the last state, or w is at the next."""
    reader.k.fill("3")
    reader.rest()
    stop_clock(reader.page)
    reader.page.evaluate("""() => {
      window.seen = [];
      const look = () => {
        const [words, w] = [".words", ".data .handle"].map((each) => document.querySelector(each));
        const rings = document.querySelectorAll(".dot.wrong").length;
        window.seen.push([words.innerText.split("\\n")[0], rings, w.getAttribute("aria-label")]);
        requestAnimationFrame(look);
      };
      look();
    }""")
    reader.press("Step")
    reader.page.clock.run_for(5000)
    seen = list(map(tuple, reader.page.evaluate("window.seen")))
    arrow = "arrow of w in the data space, w = "
    (before, *_), (after, *_) = seen[0], seen[-1]
    assert before.startswith("k = 3 of 4") and after.startswith("k = 4 of 4")
    moving = [each for each in seen if each[2] not in (arrow + "(0, 4)", arrow + "(2, 4)")]
    assert len(moving) > 5 and {each[:2] for each in moving} == {(before, 1)}
    assert seen[-1] == (after, 0, arrow + "(2, 4)")
    assert {each[2] for each in seen if each[0] == after or each[1] == 0} == {arrow + "(2, 4)"}


def test_who_wants_no_motion_gets_none(browser, tmp_path):
    context = browser.new_context(reduced_motion="reduce")
    reader = Reader(context.new_page(), write_page(tmp_path, options={}))
    reader.k.fill("2")
    before = reader.player.locator("line.wall").get_attribute("y1")
    after = reader.page.evaluate("""() => {
      document.querySelector("button[name=step]").click();
      return document.querySelector("line.wall").getAttribute("y1");
    }""")
    assert after != before and reader.k.input_value() == "3"
    context.close()


def test_the_argument_comes_to_its_end(reader):
    """At the bound the two ends meet; one brick more must be there and cannot be."""
    reader.see("race", 4)
    assert "4γ ≈ 3.58 ≤ u·w ≤ √4 R ≈ 5.66" in reader.words
    reader.see("race", 10)
    assert "k = 4 of 4" not in reader.words and "The ends meet." in reader.words
    expect(reader.player.locator("circle.top")).to_have_count(1)
    expect(reader.player.locator(".brick.clasp")).to_have_count(1)
    bars = reader.player.locator(".sheets .weights")
    told = []
    for beat in range(4):
        reader.k.fill(str(11 + beat))
        told.append([bars.locator("text.big").all_text_contents(), reader.words.split("\n")[-2]])
        assert bars.locator(".brick.fails").count() >= 1
        assert reader.k.get_attribute("aria-valuetext") == "11, supposed"
    must, cannot = "It must be this far.", "It can only be this far."
    suppose, none = (
        "Suppose that there were an eleventh mistake.",
        "So there is no eleventh mistake.",
    )
    assert told == [
        [[must], suppose],
        [[must, cannot], suppose],
        [[must, cannot], none],
        [[], none],
    ]
    assert "11γ ≈ 9.839 ≤ u·w ≤ √11 R ≈ 9.381 ✗" in reader.words


@pytest.mark.parametrize(
    ("points", "last", "words"),
    [
        ([[1, 0, 1]], 1, "The ends meet. One place is left for w."),
        ([[3, 1, 1], [2, 2, 1]], 1, "One brick more would be longer than what is left."),
        ([[6, 1, 1], [-6, 1, 1]], 37, "The ends meet. One place is left for w."),
    ],
)
def test_the_race_says_what_is_true_of_other_points(reader, points, last, words):
    """R²/γ² is 1; 5/4; 37: the ends meet where it is whole, and the next brick is never there."""
    board = {"points": points, "view": "race", "k": last}
    reader.page.evaluate("(board) => stage.set({ ...stage.board, ...board })", board)
    assert words in reader.words
    assert reader.player.locator(".brick.clasp").count() == ("meet" in words)
    reader.k.fill(str(last + 3))
    assert re.search(r"So there is no \w+ mistake\.", reader.words)
    wall, disc = re.search(r"γ [=≈] ([\d.]+) ≤.*R [=≈] ([\d.]+) ✗", reader.words).groups()
    assert float(wall) > float(disc)


@pytest.mark.parametrize(
    "name", ["another start", "updates without a mistake", "nothing separates"]
)
def test_where_the_proof_is_broken_there_is_no_ruler(reader, name):
    reader.begin(f"broken: {name}")
    reader.page.evaluate("stage.set({ ...stage.board, view: 'race' })")
    reader.k.fill(reader.k.get_attribute("max"))
    assert reader.player.locator(".weights .digit, .weights .big").count() == 0
    assert "So there is no" not in reader.words


# Of lines: what is said by them alone, and what is drawn.
LINES = {
    "progress": ("progress, the wall", {"line.wall", "brick wall"}),
    "length": ("length, the disc", {"circle.disc", "brick disc"}),
    "conclusion": ("so k = 3", {"line.wall", "circle.disc", "brick wall", "brick disc"}),
}


@pytest.mark.parametrize("name", LINES)
def test_a_simple_stage_says_and_draws_the_line_that_is_named(page, tmp_path, name):
    said, drawn = LINES[name]
    options = {"space": "weight", "simple": True, "lines": [name]}
    reader = Reader(page, write_page(tmp_path, options=options))
    reader.k.fill("3")
    assert said in reader.words and reader.words.count("\n") == 0
    seen = {
        kind
        for kind, where in {
            "line.wall": "line.wall",
            "circle.disc": "circle.disc",
            "brick wall": ".brick.wall",
            "brick disc": ".brick.disc",
        }.items()
        if reader.player.locator(f".weights {where}").count()
    }
    assert seen == drawn
    for control in ("Play", "Step", "Change the points"):
        expect(reader.player.get_by_role("button", name=control, exact=True)).to_be_visible()
    for control in ("Undo", "Add a point", "Full screen", "Reset", "Back"):
        expect(reader.player.get_by_role("button", name=control, exact=True)).to_be_hidden()
    reader.press("Change the points")
    expect(reader.player.get_by_role("button", name="Add a point")).to_be_visible()
    heard = reader.player.locator(".heard")
    expect(heard).to_contain_text(said)  # when it is at rest


def test_lines_of_the_proof_are_lit_one_by_one(page, tmp_path):
    """The objects that a line does not use are there, and faint."""
    for lit, faint in (("progress", "circle.disc"), ("length", "line.wall")):
        options = {"space": "weight", "simple": True, "lines": [lit]}
        reader = Reader(page, write_page(tmp_path, options=options))
        page.evaluate("stage.set({ ...stage.board, view: 'three lines', k: 3 })")
        reader.rest()
        opacities = {
            shape: reader.player.locator(f".weights {shape}").get_attribute("opacity")
            for shape in ("line.wall", "circle.disc")
        }
        assert opacities.pop(faint) == "0.25" and set(opacities.values()) == {"1"}


def test_who_wants_no_motion_has_the_states_side_by_side(browser, tmp_path):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    board = {"points": STARTS["worked example"]["points"], "view": "race", "k": 4}
    options = {"space": "weight", "simple": True, "board": board}
    reader = Reader(page, write_page(tmp_path, options=options))
    stills = reader.player.locator(".strip button")
    expect(stills).to_have_count(14)  # 1 to 10, and the four beats at 11
    assert stills.last.inner_text() == "folded back"
    stills.nth(11).press("Enter")
    assert reader.k.input_value() == "12"
    assert "It can only be this far." in reader.player.inner_text()
    assert stills.first.locator("circle.disc").bounding_box()["width"] > 20
    context.close()


@pytest.mark.parametrize("wanted", [{"lines": ("no",)}, {"lines": "hand"}])
def test_a_line_that_there_is_not_is_named(wanted):
    with pytest.raises(ValueError, match=r"lines must be of progress|lines must be of run"):
        stage(**wanted)


@pytest.mark.parametrize(
    ("name", "broken", "struck"),
    [
        ("another start", "line.wall", "progress"),
        ("updates without a mistake", "circle.disc", "length"),
        ("nothing separates", "line.wall", "progress"),
        ("a wrong u", "line.wall", "progress"),
    ],
)
def test_what_is_broken_is_struck_through(reader, name, broken, struck):
    assert reader.player.locator(".fails, .broken").count() == 0
    reader.begin(f"broken: {name}")
    reader.rest()
    fails = reader.player.locator(".words .fails")
    assert [struck in line for line in fails.all_text_contents()] == [True]
    assert "So k ≤ R²/γ² does not follow" in reader.words  # and it is not false for that
    assert "✓ so k" not in reader.words
    assert "broken" in reader.player.locator(broken).get_attribute("class")
    still = stage(f"broken: {name}").still
    lines = still.figure.axes[0].lines
    red = [line.get_label() for line in lines if line.get_color() == LOOK["fails"]["light"]]
    assert red == broken.split(".")[1:] and f"the {struck} line" in still.description.text
    assert re.search(r"w = \([^)]*\)", reader.words)[0] in still.description.text


def test_z_is_turned_by_slider_pointer_and_keys(reader):
    reader.see("squares", 3)
    assert "✓ ‖w + z‖² = 20 ≤ ‖w‖² + ‖z‖² = 20" in reader.words
    reader.player.get_by_label("turn z").fill("60")
    assert "✗ ‖w + z‖² ≈ 33.86 ≤" in reader.words and "not a mistake" in reader.words
    tip = reader.player.get_by_role("button", name="tip of z")
    tip.press("ArrowLeft")
    assert reader.player.get_by_label("turn z").input_value() == "55"
    x, y = reader.middle(reader.handle("weight"))
    reader.pull(tip, (x, y + 40))
    assert re.search(r"✓ ‖w \+ z‖² [=≈] 4(\.0\d+)? ≤", reader.words)  # to a pixel
    assert reader.player.locator(".square-on").count() == 3


def test_the_walk_towards_a_point(reader):
    """‖w − λu‖² loses R² at each mistake, from any start; the distance to u itself does not."""
    reader.see("walk", 4)
    assert (
        "✓ λu = (4, 8): ‖w − λu‖² = 80, 68, 40, 32, 20; each mistake takes R² = 8" in reader.words
    )
    assert "to u = (1, 2) itself: 5, 5, 1, 5, 5: not nearer at every mistake" in reader.words
    reader.rest()
    far = float(reader.player.locator("circle.near").get_attribute("r"))
    reader.k.fill("0")
    near = float(reader.player.locator("circle.near").get_attribute("r"))
    assert far / near == pytest.approx((20 / 80) ** 0.5, rel=0.01)
    reader.begin("broken: another start")
    reader.see("walk", 2)
    assert "✓ λu" in reader.words


def test_the_angle_between_w_and_u(reader):
    reader.see("angle", 3)
    assert "✓ the angle from w to u is 26.57°: its cosine 0.8944" in reader.words
    expect(reader.player.locator("text.arc")).to_have_text("27°")


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_no_word_touches_another(browser, tmp_path, size):
    context = browser.new_context(
        viewport=dict(zip(("width", "height"), size, strict=True)), reduced_motion="reduce"
    )
    reader = Reader(context.new_page(), write_page(tmp_path, options={}))
    for start in STARTS:
        reader.begin(start)
        for view in VIEWS if start in ("worked example", "XOR", "Iris") else ["wall"]:
            for k in range(0, 12, 3):
                reader.see(view, min(k, int(reader.k.get_attribute("max"))))
                touching = reader.page.evaluate("""() => {
                  const touches = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
                    && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3;
                  return ["data", "weights"].flatMap((kind) => {
                    const words = [...document.querySelectorAll(`.${kind} > text`)];
                    const boxes = words.map((word) => word.getBoundingClientRect());
                    return words.flatMap((word, i) => words.slice(0, i)
                      .filter((_, j) => touches(boxes[i], boxes[j]))
                      .map((other) => [word.textContent, other.textContent]));
                  });
                }""")
                assert touching == [], (start, view, k)
    context.close()


def test_ways_in_and_out(page, tmp_path):
    reader = Reader(
        page, write_page(tmp_path, options={"address": True}) + "#points=2,1,1;-1,0,-1&bias=one"
    )
    assert reader.points == [[2, 1, 1], [-1, 0, -1]]
    text = reader.player.get_by_label("data as text")
    reader.player.locator("details").nth(1).evaluate("(node) => (node.open = true)")
    for form, held in (
        ("link", "#points=2,1,1;-1,0,-1&bias=one"),
        ("CSV", "x1,x2,y\n2,1,1\n"),
        ("Python", 'trace = perceptron(X, y, bias="one")'),
        ("SVG", "<svg"),
    ):
        reader.press(f"Copy as {form}")
        assert held in text.input_value()
    assert "var(" not in text.input_value()  # a still needs no page
    with page.expect_download() as download:
        reader.press("Save as PNG")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    text.fill("1,2,a\n-3,4,b\n5,-1,a\n")
    reader.press("Load this text")
    assert reader.points == [[1, 2, -1], [-3, 4, 1], [5, -1, -1]]
    text.fill("1,2\n")
    reader.press("Load this text")
    assert reader.said.text_content().startswith("Not possible: row 1")


def test_python_copied_makes_the_same_run(reader):
    reader.choose("order", "worst")
    reader.player.locator("details").nth(1).evaluate("(node) => (node.open = true)")
    reader.press("Copy as Python")
    code = reader.player.get_by_label("data as text").input_value()
    names = {}
    exec(code, names)
    assert names["trace"].n_mistakes == 5


@pytest.mark.parametrize(("scheme", "paper"), [("light", "#FFFFFF"), ("dark", "#181818")])
def test_both_sides_are_seen_and_words_are_read(scheme, paper):
    """Sides stand out from the paper; what is written in an object's colour can be read."""
    colours = {name: each[scheme] for name, each in LOOK.items()}
    for side in ("plusSide", "minusSide"):
        assert contrast(colours[side], paper) >= 1.3
    for name in ("plus", "minus", "w", "update", "u", "wall", "disc", "goal", "fails"):
        assert contrast(colours[name], paper) >= 4.5, name


def test_the_parts_make_one_module(node, tmp_path):
    """No name of one part is another's, and nothing is left of what they import."""
    (tmp_path / "stage.mjs").write_text(stage_script(), encoding="utf-8")
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
    challenge = page.get_by_role("group", name="own points: half the bound")
    assert "not yet: R²/γ² = 10" in challenge.locator(".verdict").text_content()
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
window.close = render({{ model, el: document.querySelector("main") }});</script>"""


def bridged(page, folder, living):
    """A reader of a page whose stage has a model, as in Jupyter."""
    names = ("options", "board", "points", "k", "w")
    values = {name: getattr(living, name) for name in names}
    return Reader(page, write_page(folder, BRIDGE, values=values))


def test_points_k_and_w_go_both_ways(page, tmp_path, console_errors):
    data = worked_example()
    trace = perceptron(data.X, data.y, order="worst")
    living = stage(trace)
    assert living.points[2] == [-2, 2, 1] and living.board["order"] == "worst"
    reader = bridged(page, tmp_path, living)
    assert "k = 5 of 5 mistakes" in reader.words
    page.evaluate("model.set('k', 2)")
    assert "k = 2 of 5 mistakes" in reader.words
    page.evaluate("model.set('w', [1, -1, 0])")
    assert "Your w = (1, −1)" in reader.words
    page.evaluate("model.set('points', [[3, 3, 1], [1, -2, -1]])")
    reader.player.get_by_role("button", name="point 1, at (1, −2)").press("ArrowRight")
    saved = page.evaluate("window.saved")
    assert saved["points"] == reader.points == [[3, 3, 1], [2, -2, -1]]
    assert len(saved["w"]) == 3 and saved["k"] >= 0
    page.evaluate("window.close()")
    assert reader.player.count() == 0 and console_errors == []


def test_a_run_in_a_random_order_is_the_one_that_was_given(page, tmp_path):
    data = worked_example()
    trace = perceptron(data.X, data.y, order="random", seed=3)
    reader = bridged(page, tmp_path, stage(trace))
    assert "The order, random, is that of the given run" in reader.words
    for k, i in enumerate(trace.mistakes):
        reader.k.fill(str(k))
        w = ", ".join(str(v).replace("-", "−") for v in trace.line(k).w)
        assert f"w = ({w})" in reader.words and f"Next mistake: point {i}," in reader.words
    assert "own choice" not in reader.player.get_by_label("order", exact=True).inner_text()
    reader.choose("order", "first")
    assert "given run" not in reader.words


def test_what_python_asks_for_is_there_when_it_is_shown(page, tmp_path):
    living = stage("XOR", view="walk", k=1)
    reader = bridged(page, tmp_path, living)
    assert reader.points == living.points and reader.k.input_value() == "1"
    assert reader.player.get_by_label("the argument").input_value() == "walk"
    living.w = [1, -1, 0]
    assert bridged(page, tmp_path, living).words.startswith("Your w = (1, −1)")


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


def test_what_a_stage_does_not_have_is_named():
    for wanted in ({"challenge": "no"}, {"view": "no"}, {"trace_or_points": "no"}):
        with pytest.raises(ValueError, match=r"must be one of .*'no'"):
            room.stage(**wanted)


BAD = [
    "points=2,1,1;-1,0,-1&start=1",
    "points=2,1,1;-1,0,-1&u=1",
    "points=2,1,1&x1=a,1/0,1&x2=b,0,0",
    "points=2,1,1&origin=constructor",
    "points=2,1,1&bias=__proto__",
    "points=" + ";".join(["2,1,1"] * 60),
    "1,2,a\n" * 200_000,
    "1,2,a\n1,2\n",
    "constructor",
]


def board_and_pictures(page):
    return page.evaluate(
        """() => [JSON.stringify(stage.board), stage.past.length,
                 ...[...document.querySelectorAll(".plane")].map((plane) => plane.innerHTML)]"""
    )


def test_what_cannot_be_read_is_said_and_changes_nothing(reader, console_errors):
    reader.begin("XOR")
    reader.rest()
    before = board_and_pictures(reader.page)
    for text in BAD:
        reader.page.evaluate("(text) => stage.read(text)", text)
        expect(reader.said).to_contain_text("Not possible")
        reader.rest()
        assert board_and_pictures(reader.page) == before, text[:60]
        assert "NaN" not in reader.words
    for board in ({"points": [[1, 2, 3]]}, {"points": "x"}, {"points": [], "k": -1}):
        reader.page.evaluate("(board) => { stage.set(board); }", board)
        expect(reader.said).to_contain_text("Not possible")
        assert board_and_pictures(reader.page) == before
    reader.press("Step")  # it still plays
    assert console_errors == []


@pytest.mark.parametrize(
    "attributes",
    [
        "start='constructor'",
        "start='__proto__'",
        "start='points=1,2,1&start=1'",
        "start",
        "challenge='toString'",
        "start='points=2,1,1;-1,0,-1&u=1'",
    ],
)
def test_an_element_that_asks_for_nothing_known_shows_the_usual_start(
    page, tmp_path, attributes, console_errors
):
    (tmp_path / "page.html").write_text(
        "<!DOCTYPE html><meta charset=utf-8><script type=module>"
        f"{embeddable()}</script><perceptron-stage {attributes}></perceptron-stage>",
        encoding="utf-8",
    )
    page.goto((tmp_path / "page.html").as_uri())
    expect(page.locator(".said")).to_contain_text("Not possible")
    assert page.get_by_role("button", name="point 3, at (2, 2), label +1").count() == 1
    assert console_errors == []


def test_a_link_in_the_address_that_cannot_be_leaves_the_usual_start(
    page, tmp_path, console_errors
):
    address = write_page(tmp_path, options={"address": True})
    reader = Reader(page, f"{address}#points=2,1,1;-1,0,-1&start=1")
    expect(reader.said).to_contain_text("Not possible: start must be three numbers")
    assert len(reader.points) == 4
    reader.press("Reset")
    assert console_errors == []


def test_a_start_of_fractions_is_shown_as_it_is(page, tmp_path):
    tenth = Fraction(1, 10)
    run = perceptron(
        [[2, 1], [-1, -3], [1, -2]],
        [1, -1, 1],
        w0=[tenth, -2 * tenth],
        b0=tenth,
        learning_rate=tenth,
        bias="one",
    )
    living = stage(run)
    assert living.board["start"] == ["1/10", "-1/5", "1/10"]
    reader = bridged(page, tmp_path, living)
    assert "k = 4 of 4 mistakes: w = (0.5, 0), b = 0.1" in reader.words
    assert reader.player.get_by_label("learning rate η").input_value() == "1/10"
    assert reader.player.get_by_label("initial w₂").input_value() == "-1/5"
