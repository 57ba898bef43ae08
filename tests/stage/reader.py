"""Somebody in front of a stage: what they do, and what they see."""

import json
import re
import time
from fractions import Fraction

from perceptron_lessons.stage import stage_script, stage_style

POINT = re.compile(r"point \d+, at \((−?\d+), (−?\d+)\), label ([+−]1)")
HEAD = """<!DOCTYPE html><html lang=en><meta charset=utf-8>
<meta name=viewport content="width=device-width"><title>Own points</title>
<style>html {{ color-scheme: light dark }}
body {{ margin: 1rem; background: Canvas; color: CanvasText }} {style}</style>
<main><h1>Own points</h1></main>
<script type=module>{script}
"""
MOUNT = """window.stage = mount(document.querySelector("main"), {options});</script>"""


def write_page(folder, code=MOUNT, **values):
    """A page with nothing but a stage; return its address."""
    target = folder / "stage.html"
    values = {name: json.dumps(value) for name, value in values.items()}
    text = (HEAD + code).format(style=stage_style(), script=stage_script(), **values)
    target.write_text(text, encoding="utf-8")
    return target.as_uri()


class Reader:
    """Somebody before the first stage of a page, or before one of its challenges."""

    def __init__(self, page, address, name="own points"):
        self.page = page
        self._devtools = page.context.new_cdp_session(page)
        self._time = time.time()
        page.goto(address)
        self.player = page.get_by_role("group", name=name, exact=True)
        self.player.wait_for()
        self.player.scroll_into_view_if_needed()
        self.k = self.player.get_by_label("mistakes k")
        self.said = self.player.locator(".said")

    def dot(self, i):
        return self.player.get_by_role("button", name=f"point {i}, at")

    def handle(self, space):
        return self.player.get_by_role("button", name=f"arrow of w in the {space} space")

    def press(self, name):
        self.player.get_by_role("button", name=name, exact=True).click()

    def choose(self, title, value):
        self.player.locator("details").first.evaluate("(node) => (node.open = true)")
        self.player.get_by_label(title, exact=True).select_option(value)

    def see(self, view, k):
        self.player.get_by_label("the argument").select_option(view)
        self.k.fill(str(k))

    def begin(self, name):
        self.player.get_by_label("start with").select_option(name)

    def middle(self, node):
        node.scroll_into_view_if_needed()
        box = node.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def at(self, x, y):
        """Where a place in the plane of the data is on the screen."""
        half = int(self.player.get_by_label("paper", exact=True).input_value()) + 0.6
        sheet = self.player.locator("svg.data")
        sheet.scroll_into_view_if_needed()
        box = sheet.bounding_box()
        side = box["width"]
        return box["x"] + side * (1 + x / half) / 2, box["y"] + side * (1 - y / half) / 2

    def drag(self, i, to):
        self.pull(self.dot(i), self.at(*to))
        assert self.points[i][:2] == list(to)

    def pull(self, node, place):
        mouse = self.page.mouse
        mouse.move(*self.middle(node))
        mouse.down()
        mouse.move(*place, steps=4)
        mouse.up()

    def tap(self, i, times=1):
        """Tap a point once, or twice within a moment, by the time that the events have."""
        x, y = self.middle(self.dot(i))
        self.page.mouse.move(x, y)
        self._time = max(time.time(), self._time + 1)
        for _ in range(times):
            for kind in ("mousePressed", "mouseReleased"):
                self._time += 0.02
                event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
                event["timestamp"] = self._time
                self._devtools.send("Input.dispatchMouseEvent", event)

    def rest(self):
        """Let the time of the page go on until nothing is in motion."""
        self.page.clock.install()
        self.page.clock.run_for(5000)

    def write(self, text):
        self.player.locator("details").nth(1).evaluate("(node) => (node.open = true)")
        self.player.get_by_label("data as text").fill(text)
        self.press("Load this text")

    @property
    def points(self):
        names = self.player.locator("[role=button][aria-label^=point]")
        labels = names.evaluate_all("(all) => all.map((node) => node.getAttribute('aria-label'))")
        return [[int(v.replace("−", "-")) for v in POINT.match(name).groups()] for name in labels]

    @property
    def words(self):
        return self.player.locator(".words").inner_text()

    def chosen(self):
        titles = (
            "order",
            "offset",
            "w·x + b = 0",
            "learning rate η",
            "initial w₁",
            "initial w₂",
            "initial b",
        )
        order, bias, zero, eta, *start = (
            self.player.get_by_label(title, exact=True).input_value() for title in titles
        )
        w0, b0 = [int(v) for v in start[:2]], int(start[2]) if bias != "none" else 0
        rate = Fraction(eta) if "/" in eta else int(eta)
        return {
            "order": order,
            "bias": bias,
            "zero": zero,
            "learning_rate": rate,
            "w0": w0,
            "b0": b0,
        }
