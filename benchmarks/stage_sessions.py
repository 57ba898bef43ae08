"""Three readers of a stage, by mouse, touch and keys: what each does, sees and hears.

Run ``python benchmarks/stage_sessions.py > benchmarks/stage_sessions.txt``; it needs Chromium.
Nothing but the stage is on the page, and no Python is there.
"""

import pathlib
import shutil
import tempfile

from playwright.sync_api import sync_playwright

from perceptron_lessons.stage import embeddable

PAGE = """<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Own points</title>
<meta name=viewport content="width=device-width"><script type=module>{}</script>
<perceptron-stage></perceptron-stage>"""
PAUSE = 500  # milliseconds: what moves comes to rest, and a tap is not the second of two


class Reader:
    """Somebody before a stage who writes down what is done and what comes of it."""

    def __init__(self, page, title):
        self.page = page
        self.stage = page.locator(".perceptron-stage")
        print(f"\n{title}")

    def after(self, done):
        self.page.wait_for_timeout(PAUSE)
        heard = self.stage.locator(".said").inner_text()
        first, *_, last = self.stage.locator(".words div").all_inner_texts()
        print(f"  {done}\n      hears: {heard}\n      sees:  {first} / {last}")

    def place(self, x, y):
        box = self.stage.locator("svg.data").bounding_box()
        half = float(self.stage.get_by_label("paper", exact=True).input_value()) + 0.6
        return box["x"] + box["width"] * (1 + x / half) / 2, box["y"] + box["width"] * (
            1 - y / half
        ) / 2

    def press(self, name):
        button = self.stage.get_by_role("button", name=name, exact=True)
        button.tap() if self.page.evaluate("navigator.maxTouchPoints") else button.click()
        self.after(f"presses {name}")

    def key(self, *names):
        for name in names:
            self.page.keyboard.press(name)
        focused = "document.activeElement.ariaLabel || document.activeElement.name"
        self.after(f"keys {' '.join(names)}, now at: {self.page.evaluate(focused)}")


def by_mouse(reader):
    mouse = reader.page.mouse
    reader.after("looks")
    mouse.move(*reader.place(-2, 2))
    mouse.down()
    mouse.move(*reader.place(1, 3), steps=8)
    mouse.up()
    reader.after("drags point 2 from (−2, 2) to (1, 3)")
    mouse.click(*reader.place(-4, -3))
    reader.after("clicks on empty paper at (−4, −3)")
    mouse.click(*reader.place(-4, -3))
    reader.after("clicks on the new point")
    mouse.dblclick(*reader.place(0, -2))
    reader.after("clicks twice on point 1")
    reader.press("Undo")
    reader.stage.get_by_label("the argument").select_option("race")
    reader.stage.get_by_label("mistakes k").press("End")
    reader.after("holds the disc still, and moves k as far as it goes")


def by_touch(reader):
    finger = reader.page.context.new_cdp_session(reader.page)
    ways = [reader.place(-2 + step, 2 + step / 3) for step in range(4)]
    for kind, places in [("Start", ways[:1]), *(("Move", [way]) for way in ways[1:]), ("End", [])]:
        points = [{"x": x, "y": y} for x, y in places]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    reader.after("drags point 2 from (−2, 2) to (1, 3)")
    for done in ("taps on empty paper at (−4, −3)", "taps on the new point"):
        reader.page.touchscreen.tap(*reader.place(-4, -3))
        reader.after(done)
    reader.press("Undo")
    reader.press("Back")


def by_keys(reader):
    reader.stage.get_by_role("button", name="point 2, at").focus()
    reader.key("ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp")
    reader.key("Enter")
    reader.key("Control+z")
    reader.key("Delete")
    reader.key("Control+z")
    reader.stage.get_by_role("button", name="arrow of w in the data space").focus()
    reader.key("ArrowLeft", "ArrowLeft")
    reader.stage.get_by_label("mistakes k").focus()
    reader.key("Home")
    reader.key("ArrowRight")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        target = pathlib.Path(folder) / "stage.html"
        target.write_text(PAGE.format(embeddable()), encoding="utf-8")
        path = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
        chromium = playwright.chromium.launch(executable_path=path)
        for title, session, width, has_touch in (
            ("By mouse, 1280 pixels wide", by_mouse, 1280, False),
            ("By touch, 390 pixels wide", by_touch, 390, True),
            ("By keys", by_keys, 1280, False),
        ):
            size = {"width": width, "height": 844}
            page = chromium.new_context(viewport=size, has_touch=has_touch).new_page()
            page.goto(target.as_uri())
            session(Reader(page, title))
        chromium.close()


if __name__ == "__main__":
    main()
