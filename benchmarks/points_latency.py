"""Pointer until the new picture: a point that is dragged in ours, and under ``@interact``.

Run ``python benchmarks/points_latency.py``; it needs Chromium and takes about three minutes.

As in `slider_latency.py`, a JupyterLab is opened in headless Chromium, directly and through a proxy
that holds every packet for half of the added delay in each direction. In `points_explorer` a
pointer drags a point from grid place to grid place. The usual way has no point to drag: there a
slider is x₁ of the same point, and a function under ``@interact`` makes the run and the same two
pictures and ends with ``plt.show()``.

For each move the clock starts with the event of the pointer (or the key) and ends after the
painting of the last frame that found a change in the pictures. After them comes a drag of 60 moves
without a pause: how many pictures it made, and how long after the last move the last one came.

The part of Python alone, without browser and messages, is timed too.
"""

import argparse
import contextlib
import pathlib
import shutil
import statistics
import tempfile
import time

import nbformat
from playwright.sync_api import sync_playwright
from slider_latency import FLAGS, delayed, jupyterlab

from perceptron_lessons.widget.points import points_explorer
from perceptron_lessons.widget.points_formats import STARTS

OURS = """
from perceptron_lessons.widget.explorers import points_explorer
points_explorer(start={start!r})
"""

INTERACT = """
%matplotlib inline
import matplotlib.pyplot as plt
from ipywidgets import interact, IntSlider
from perceptron_lessons.figures.own_points import own_points
from perceptron_lessons.widget.points import points_explorer

explorer = points_explorer(start={start!r})

@interact(x=IntSlider({x}, -6, 6))
def draw(x):
    setup = explorer.state.apply({{"do": "move", "point": {point}, "to": [x, {y}]}}).now
    picture = own_points(setup.study, setup.view(), setup.scale, explorer.description)
    plt.figure(picture.figure)
    plt.show()
"""

# Resolves to the milliseconds from the event to the last change, once nothing changed for a while.
MEASURE = """([event, quiet]) => {
  const seen = () => [...document.querySelectorAll(".sheet .slot, .jp-OutputArea img")]
    .filter((node) => node.localName === "g" || (node.complete && node.naturalWidth))
    .map((node) => node.localName === "g" ? node.innerHTML : node.src).join();
  window.pictures = 0;
  window.measured = new Promise((resolve) => {
    let changed = null, since = null, last = seen();
    addEventListener(event, (found) => { since = found.timeStamp; }, { capture: true });
    const look = () => {
      const now = seen();
      if (now !== last) {
        last = now;
        window.pictures += 1;
        const painted = new MessageChannel();
        painted.port1.onmessage = () => { changed = performance.now(); };
        painted.port2.postMessage(0);
      }
      const silent = since !== null && performance.now() - Math.max(since, changed ?? 0);
      if (since === null || silent < (changed === null ? 5000 : quiet)) requestAnimationFrame(look);
      else resolve(changed === null ? null : changed - since);
    };
    requestAnimationFrame(look);
  });
}"""


def opened(browser, port, name):
    page = browser.new_context(viewport={"width": 1300, "height": 1400}).new_page()
    page.goto(f"http://127.0.0.1:{port}/lab/tree/{name}?reset", timeout=120_000)
    page.wait_for_function(
        "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
        " === 'idle'",
        timeout=120_000,
    )
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
    page.get_by_role("slider").first.wait_for(timeout=120_000)
    page.locator(".sheet svg[aria-label], .jp-OutputArea img").first.wait_for(timeout=120_000)
    page.wait_for_timeout(2500)
    return page


def drag(page, point, moves, grid=6.24):
    """Milliseconds of each move of a point, and of a drag without a pause."""
    over = page.locator(".over").first.bounding_box()
    dot = page.get_by_role("button", name=f"point {point}, at").bounding_box()

    def go(x, y):
        page.mouse.move(
            over["x"] + over["width"] * (x + grid) / (2 * grid),
            over["y"] + over["height"] * (grid - y) / (2 * grid),
        )

    page.mouse.move(dot["x"] + 14, dot["y"] + 14)
    page.mouse.down()
    times = []
    for i in range(moves):
        page.evaluate(MEASURE, ["pointermove", 150])
        go(-4 + i % 9, 3 if i // 9 % 2 else -3)
        times.append(page.evaluate("window.measured"))
    page.evaluate(MEASURE, ["pointermove", 500])
    for i in range(60):
        go(-4 + i % 9, (i // 9) % 7 - 3)
        page.wait_for_timeout(12)
    lag = page.evaluate("window.measured")
    pictures = page.evaluate("window.pictures")
    page.mouse.up()
    return [t for t in times if t is not None], lag, pictures


def press(page, moves):
    """The same with arrow keys on the slider of ``@interact``."""
    slider = page.get_by_role("slider").first
    slider.focus()
    times, key = [], "ArrowRight"
    for i in range(moves):
        if i % 6 == 0:
            key = "ArrowLeft" if key == "ArrowRight" else "ArrowRight"
        page.evaluate(MEASURE, ["keydown", 400])
        page.keyboard.press(key)
        times.append(page.evaluate("window.measured"))
    page.evaluate(MEASURE, ["keydown", 800])
    for i in range(60):
        page.keyboard.press("ArrowLeft" if i // 6 % 2 else "ArrowRight")
        page.wait_for_timeout(12)
    lag = page.evaluate("window.measured")
    return [t for t in times if t is not None], lag, page.evaluate("window.pictures")


def python_alone(start, moves):
    """Milliseconds of processor time from an action to its picture."""
    explorer, times = points_explorer(start=start), []
    for i in range(moves):
        action = {"do": "move", "point": 0, "to": [-4 + i % 9, i % 5 - 2], "drag": 1}
        before = time.process_time()
        explorer.apply(action)
        times.append(1000 * (time.process_time() - before))
    return times


def row(delay, way, times, lag, pictures):
    median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{delay:>9} ms {way:>9} {median:8.1f} {p95:8.1f} {lag:9.1f} {pictures:9}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--start", default="worked example", choices=list(STARTS)[:4])
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--delay", type=int, nargs="*", default=[0, 150], metavar="MS")
    options = parser.parse_args()
    for start in list(STARTS)[:4]:
        times = python_alone(start, options.moves)
        print(f"Python alone, {start}: median {statistics.median(times):.1f} ms of processor time")
    x, y, _ = STARTS[options.start]["points"][0]
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        for way, code in {"ours": OURS, "interact": INTERACT}.items():
            source = code.format(start=options.start, x=x, y=y, point=0).strip()
            notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
            notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
            nbformat.write(notebook, folder / f"{way}.ipynb")
        port = stack.enter_context(jupyterlab(folder))
        playwright = stack.enter_context(sync_playwright())
        chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        print(
            f"\n{options.start}: milliseconds from pointer to picture, {options.moves} moves each"
        )
        print(f"{'added':>12} {'way':>9} {'median':>8} {'p95':>8} {'drag: lag':>9} {'pictures':>9}")
        for delay in options.delay:
            seen = stack.enter_context(delayed(port, delay / 1000)) if delay else port
            page = opened(browser, seen, "ours.ipynb")
            row(delay, "ours", *drag(page, 0, options.moves))
            page.context.close()
            page = opened(browser, seen, "interact.ipynb")
            row(delay, "interact", *press(page, options.moves))
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
