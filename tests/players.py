"""Checks of a player in a browser: for every explorer, in every program that shows notebooks.

`demo` is a small picture with two sliders, and `demo_notebook` writes a notebook that shows it.
"""

import inspect
import re

import nbformat
import numpy as np
from browsing import expect
from matplotlib.colors import to_rgb
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.style import LINE, MEASURED, figure, rc
from perceptron_lessons.widget.player import Player  # noqa: F401 - for the notebook


@rc()
def demo(seed=0):
    """A line of any slope through points, and the height it has reached."""
    rng = np.random.default_rng(seed)
    fig, (left, right) = figure(6, 2.6, ncols=2)
    left.plot(*rng.uniform(-1, 1, (2, 20)), "o")
    (line,) = left.plot([], [], **LINE, zorder=1)
    (path,) = right.plot([], [], **MEASURED)
    left.set(xlim=(-1, 1), ylim=(-1, 1))
    right.set(xlim=(0, 10), ylim=(-20, 20))

    def show(k, slope):
        line.set_data([-1, 1], [-slope, slope])
        path.set_data(range(k + 1), [slope * step for step in range(k + 1)])
        return Description(
            f"after {k} steps of {slope:g}\nheight {k * slope:g}",
            f"A line of slope {slope:g} beside a path of {k} steps.",
            f"Height {k * slope:g}.",
        )

    values = {"k": range(11), "slope": (-2, -0.5, 0.25, 2)}
    player = InteractiveFigure(fig, values, show, [line, path], {"k": 3})
    player.name = "demo"
    return player


def demo_notebook(path, *cells):
    """Write a notebook that shows the demo, with further cells after it."""
    imports = [
        line
        for line in inspect.getsource(inspect.getmodule(demo)).split("\n")
        if re.match(r"import numpy|from perceptron_", line)
    ]
    player = "player = Player(demo, choices={'seed': (0, 1, 2)})"
    first = "\n".join([*imports, inspect.getsource(demo), player])
    above = new_markdown_cell("# A demonstration\n\nThe height is $h = k s$.")
    write_notebook(path, above, first, "player", *cells, new_markdown_cell("Below the player."))


def write_notebook(path, *cells):
    """Write a notebook for Python; a text is a cell of code."""
    cells = [new_code_cell(each) if isinstance(each, str) else each for each in cells]
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": spec}), path)


# JupyterLab's own status bar, which counts the cells, is none of a player's doing.
WATCH = """() => {
  window.moved = [];
  const element = (node) => node?.nodeType === 1 ? node : node?.parentElement;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const source of entry.sources)
        if (element(source.node) && !element(source.node).closest("#jp-bottom-panel"))
          window.moved.push(`${entry.value.toFixed(4)} ${source.node.textContent.slice(0, 80)}`);
  }).observe({ type: "layout-shift" });
}"""


# JupyterLab builds and places cells only when they come near to the screen.
AT_REST = """(player, frames) => new Promise((resolve) => {
  let last, still = 0;
  player.scrollIntoView({ block: "center" });
  const look = () => {
    const { top } = player.getBoundingClientRect();
    still = top === last ? still + 1 : 0;
    last = top;
    still < frames ? requestAnimationFrame(look) : resolve();
  };
  look();
})"""


def snapshot(player):
    """What a reader of the page has before them: read-outs, description, alt text and picture."""
    return player.evaluate("""(player) => {
      const named = (node) => node.type === "radio"
        ? node.checked && node.labels[0].textContent : node.ariaValueText;
      const box = (node) => { const { x, y, width, height } = node.getBoundingClientRect();
                              return [x, y, width, height].map(Math.round); };
      return {
        values: [...player.querySelectorAll("input")].map(named).filter(Boolean),
        ranges: [...player.querySelectorAll("input[type=range]")].map((i) => i.ariaValueText),
        outputs: [...player.querySelectorAll("output")].map((o) => o.textContent),
        description: player.querySelector(".description").textContent,
        alt: player.querySelector("svg").getAttribute("aria-label"),
        slots: [...player.querySelectorAll("svg .slot")].map((slot) => slot.innerHTML),
        boxes: [player, ...player.querySelectorAll(
          ".setting, .setting > :not(output), fieldset, .paper, svg, .words")].map(box),
      };
    }""")


def press(page, slider, key):
    """A key, and then the frame in which its effect is on the screen."""
    slider.press(key)
    page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")


def check_player(page, player, expected=None):
    """Move every slider and choose every word by keyboard, and check all that should follow.

    Parameters
    ----------
    page : playwright.sync_api.Page
    player : playwright.sync_api.Locator
        The element with the class ``perceptron-player``.
    expected : Player, optional
        The same player in Python: each description and alt text must then be the one that Python
        gives for the values of the sliders.
    """
    player.scroll_into_view_if_needed()
    page.evaluate(WATCH)
    sliders, words = player.get_by_role("slider"), player.get_by_role("radiogroup")
    assert sliders.count() == player.locator("input[type=range]").count()
    if expected is not None:
        controls = expected.drawing["sliders"]
        lasts = [len(each["values"]) - 1 for each in controls if not each["words"]]
        assert lasts == [int(slider.get_attribute("max")) for slider in sliders.all()]
        assert words.count() == len(controls) - len(lasts)
    for slider in sliders.all():
        check_slider(page, player, slider, expected)
    for group in words.all():
        check_radios(page, player, group, expected)
    moved = page.evaluate("window.moved")
    assert not moved, f"the page jumped: {moved}"


def check_slider(page, player, slider, expected):
    """Move a slider to both ends, by every key that moves it."""
    boxes = snapshot(player)["boxes"]
    name = slider.evaluate("(input) => input.labels[0].textContent")
    assert name.strip()
    slider.focus()
    seen, pixels = [], {}
    for key in ("Home", "ArrowRight", "PageUp", "End", "ArrowLeft", "PageDown", "Home", "End"):
        last = int(slider.get_attribute("max"))
        before = slider.evaluate("(input) => input.valueAsNumber")
        press(page, slider, key)
        position = slider.evaluate("(input) => input.valueAsNumber")
        if key in ("Home", "End"):
            assert position == {"Home": 0, "End": last}[key], f"{name}: {key} gave {position}"
        else:
            ahead = key in ("ArrowRight", "PageUp")
            assert position > before or not ahead, f"{name}: {key} did nothing"
            assert position < before or ahead, f"{name}: {key} did nothing"
        seen.append(seen_after(player, key, name, boxes, expected))
        if len(seen) in (7, 8):  # at both ends, one after the other
            pixels[key] = player.locator("svg").first.screenshot()
    *_, first, end = seen
    assert pixels["Home"] != pixels["End"], f"{name}: the same picture at both ends"
    assert_different(first, end, name)
    assert first == seen[0], f"{name}: another state on coming back"


def check_radios(page, player, group, expected):
    """Go through a group of words by the arrow keys, once around."""
    boxes, radios = snapshot(player)["boxes"], group.get_by_role("radio")
    name = group.locator("legend").text_content()
    assert name.strip() and radios.count() > 1
    group.locator("input:checked").focus()
    start = seen = snapshot(player)
    for _ in range(radios.count()):
        before = seen
        press(page, group.locator("input:checked"), "ArrowDown")
        seen = seen_after(player, "ArrowDown", name, boxes, expected)
        assert_different(before, seen, name)
    assert start == seen, f"{name}: another state on coming back"


def seen_after(player, key, name, boxes, expected):
    """What is to be seen after a key, where nothing else has moved."""
    state = snapshot(player)
    assert state["outputs"] == state["ranges"], f"{name}: read-out {state['outputs']}"
    assert state["boxes"] == boxes, f"{name}: {key} moved something on the page"
    if expected is not None:
        check_words(state, expected, key, name)
    return state


def assert_different(one, other, name):
    assert one["slots"] != other["slots"], f"{name}: the same drawing in two states"
    assert one["description"] != other["description"], f"{name}: the same words in two states"
    assert one["alt"] != other["alt"], f"{name}: the same alt text in two states"


def check_words(state, expected, key, name):
    """Compare what the page says with what Python's figure says in the same state."""
    drawing, picture = expected.drawing, expected.picture
    values = {
        slider["name"]: picture.values[slider["name"]][slider["texts"].index(text)]
        for slider, text in zip(drawing["sliders"], state["values"], strict=True)
    }
    text, alt, _ = picture.at(**values).description
    # What stands below or above the line in the browser has a mark before it in plain text.
    plain = re.sub(r"(?<![^\W_]{2})[_^](\{[^}]*\}|\(|[\w*])", lambda m: m[1].strip("{}"), text)
    assert state["description"] == plain, f"{name}: after {key}"
    assert state["alt"] == alt, f"{name}: after {key}"


WORDS = ".description, .news > .words"
"""Where a player, or a stage, describes its state."""


def drawn(player):
    """Wait until all pictures of a player are there."""
    player.locator("svg[aria-label]").first.wait_for()
    expect(player).not_to_have_class(re.compile("following"))


def opened(page):
    """The first player or stage on the page, once its pictures are there."""
    player = page.locator(".perceptron-player, .perceptron-stage").first
    drawn(player)
    # On a page: all are there.
    expect(page.locator(".perceptron-page:not(.story *) > .still")).to_have_count(0)
    return player


SERIOUS = ("serious", "critical")

# Headings that are not in order are only "moderate" for axe, and alt text it cannot judge.
ALSO = ("empty-heading", "heading-order", "image-alt", "landmark-unique", "page-has-heading-one")


def complaints(page, front_end, only=None):
    """What axe, or one rule of it, finds wrong on the page that matters, a line for each place."""
    # Not as an element: a page's policy forbids any script that is not its own.
    page.evaluate((front_end / "axe-core/axe.min.js").read_text() + "; 0")
    asked = {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {})
    # The inside of a drawing is nothing to a screen reader, and axe knows no `fill`; nor has it a
    # rule about the inside of a formula, whose letters for a screen reader have no colour to see.
    results = page.evaluate(
        """async (asked) => {
          const drawings = [...document.querySelectorAll("svg[role=img], .formula math")];
          const drawn = ":scope > :not(title, desc)";
          const parts = drawings.map((svg) => [...svg.querySelectorAll(drawn)]);
          parts.flat().forEach((part) => part.remove());
          const results = await axe.run(asked);
          drawings.forEach((svg, i) => svg.append(...parts[i]));
          return results;
        }""",
        asked,
    )
    assert results["passes"]
    return [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in results["violations"]
        if rule["impact"] in SERIOUS or rule["id"] in ALSO
        for node in rule["nodes"]
    ]


def luminance(colour):
    """Relative luminance as the accessibility guidelines define it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return np.dot(linear, (0.2126, 0.7152, 0.0722))


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)
