"""Pointer until the new picture: a point that is dragged in ours, and under ``@interact``.

Run ``python benchmarks/points_latency.py``; it needs Chromium and takes about a minute for each
``--start``; with ``--site build/site``, a folder of `make site`, another two for JupyterLite and
for the page that wakes its own Python.

As in `slider_latency.py`, a JupyterLab is opened in headless Chromium, directly and through a proxy
that holds every packet for half of the added delay in each direction. In `points_explorer` a
pointer drags a point from grid place to grid place. The usual way has no point to drag: there a
slider is x₁ of the same point, and a function under ``@interact`` makes the run and the same two
pictures and displays them, as ``plt.show()`` does.

For each move the clock starts with the event of the pointer (or the key), as the browser stamps it,
and ends after the painting of the frame with the last change in the pictures; the point must then
be called by the place of that move. After them comes a drag of 60 moves without a pause: how many
pictures it made, and how long after the last move the last one came.

The part of Python alone, without browser and messages, is timed too.
"""

import argparse
import contextlib
import pathlib
import re
import shutil
import statistics
import tempfile
import time

import nbformat
from playwright.sync_api import sync_playwright
from slider_latency import FLAGS, delayed, jupyterlab
from waking import KERNEL_IDLE, served

from perceptron_lessons.widget.points import points_explorer
from perceptron_lessons.widget.points_formats import STARTS

OURS = """
from perceptron_lessons.widget.explorers import points_explorer
points_explorer(start={start!r})
"""

INTERACT = """
import matplotlib
from IPython.display import display
from ipywidgets import interact, IntSlider
from perceptron_lessons.figures.own_points import own_points
from perceptron_lessons.widget.points import points_explorer

get_ipython().run_line_magic("matplotlib", "inline")
explorer = points_explorer(start={start!r})

@interact(x=IntSlider(0, -6, 6))
def draw(x):
    setup = explorer.state.apply({{"do": "move", "point": 0, "to": [x, {y}]}}).now
    picture = own_points(setup.study, setup.view(), setup.scale, explorer.description)
    display(picture.figure)
"""

ALL = list(STARTS)[:4]  # but the empty one
ROW = "{:>14} {:>18} {:>9} {:>8} {:>8} {:>9} {:>9}"

# Resolves to the milliseconds from the last event to the painting of the last change, once nothing
# changed for a while; to null if nothing did.
MEASURE = """([event, quiet]) => {
  window.measuring?.abort();
  window.measuring = new AbortController();
  const { signal } = window.measuring;
  window.pictures = 0;
  window.measured = new Promise((resolve) => {
    let since = null, changed = null, due = false, timer;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        observer.disconnect();
        resolve(changed === null ? null : changed - since);
      }, changed === null ? 10_000 : quiet);
    };
    const drawn = () => {
      if (due) return;
      due = true;
      requestAnimationFrame(() => {
        due = false;
        const painted = new MessageChannel();
        painted.port1.onmessage = () => {
          changed = performance.now();
          window.pictures += 1;
          rest();
        };
        painted.port2.postMessage(0);
      });
    };
    const picture = (node) => node.localName === "img" && node.complete && node.naturalWidth;
    const observer = new MutationObserver((changes) => {
      const seen = ({ target, addedNodes }) => target.closest?.(".sheet .slot") ||
        [...addedNodes].some((node) => picture(node) || [...node.querySelectorAll?.("img") ?? []]
          .some(picture));
      if (changes.some(seen)) drawn();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const loaded = ({ target }) => picture(target) && drawn();
    document.addEventListener("load", loaded, { capture: true, signal });
    addEventListener(event, (found) => { since = found.timeStamp; }, { capture: true, signal });
    rest();
  });
}"""

REPLACE = """(source) => {
  const shared = jupyterapp.shell.currentWidget.content.model.sharedModel;
  shared.deleteCellRange(0, shared.cells.length);
  shared.insertCell(0, { cell_type: "code", source });
}"""


def sources(start):
    """The cell of each way."""
    y = STARTS[start]["points"][0][1]
    ways = {"ours": OURS, "interact": INTERACT}
    return {way: code.format(start=start, y=y).strip() for way, code in ways.items()}


def opened(browser, address, source=None):
    """A page of JupyterLab, or of JupyterLite, with a notebook that has run."""
    page = browser.new_context(viewport={"width": 1300, "height": 1400}).new_page()
    page.set_default_timeout(120_000)
    page.goto(address)
    page.wait_for_function(KERNEL_IDLE)
    if source:
        page.evaluate(REPLACE, source)
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
    page.get_by_role("slider").first.wait_for()
    page.locator(".sheet svg[aria-label], .jp-OutputArea img").first.wait_for()
    page.wait_for_timeout(2500)
    return page


def woken(browser, url, start):
    """The page of own points, after a first move has woken its Python."""
    page = browser.new_context(viewport={"width": 1300, "height": 1400}).new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{url}/points.html")
    player = page.locator(".perceptron-points").first  # the challenges have points too
    player.get_by_role("button", name="point 0, at").press("ArrowUp")
    player.locator(".words").get_by_text("k = 6 of 6 mistakes").wait_for()
    player.get_by_label("start with", exact=True).select_option(start)
    page.wait_for_timeout(5000)
    return page


def drag(page, moves):
    """Milliseconds of each move of a point, and of a drag without a pause."""
    player = page.locator(".perceptron-points").first
    over = player.locator(".over").first
    over.scroll_into_view_if_needed()
    over = over.bounding_box()
    middle = over["x"] + over["width"] / 2, over["y"] + over["height"] / 2
    point = player.get_by_role("button", name="point 0, at")
    dot = point.bounding_box()
    from_middle = dot["x"] + dot["width"] / 2 - middle[0]
    found = re.search(r"\((\S+),", point.get_attribute("aria-label"))[1]
    unit = from_middle / int(found.replace("−", "-"))

    def go(x, y):
        page.mouse.move(middle[0] + x * unit, middle[1] - y * unit)

    def check(x, y):
        place = f"point 0, at ({x}, {y})".replace("-", "−")
        if not player.get_by_role("button", name=place).count():
            raise RuntimeError(f"the last picture is not that of {place}")

    page.mouse.move(dot["x"] + 14, dot["y"] + 14)
    page.mouse.down()
    times = []
    for i in range(moves):
        place = -4 + i % 9, 3 if i // 9 % 2 else -3
        page.evaluate(MEASURE, ["pointermove", 300])
        go(*place)
        times.append(page.evaluate("window.measured"))
        check(*place)
    page.evaluate(MEASURE, ["pointermove", 1500])
    for i in range(60):
        place = -4 + i % 9, (i // 9) % 7 - 3
        go(*place)
        page.wait_for_timeout(12)
    lag = page.evaluate("window.measured")
    check(*place)
    page.mouse.up()
    return times, lag, page.evaluate("window.pictures")


def press(page, moves):
    """The same with arrow keys on the slider of ``@interact``."""
    slider = page.get_by_role("slider").first
    slider.focus()
    times, key = [], "ArrowLeft"
    for i in range(moves):
        if i % 6 == 0:
            key = "ArrowLeft" if key == "ArrowRight" else "ArrowRight"
        page.evaluate(MEASURE, ["keydown", 500])
        page.keyboard.press(key)
        times.append(page.evaluate("window.measured"))
    page.evaluate(MEASURE, ["keydown", 2500])
    for i in range(60):
        page.keyboard.press("ArrowLeft" if i // 6 % 2 else "ArrowRight")
        page.wait_for_timeout(12)
    return times, page.evaluate("window.measured"), page.evaluate("window.pictures")


def python_alone(start, moves):
    """Milliseconds of processor time from an action to its picture."""
    explorer, times = points_explorer(start=start), []
    for i in range(moves):
        action = {"do": "move", "point": 0, "to": [-4 + i % 9, i % 5 - 2], "drag": 1}
        before = time.process_time()
        explorer.apply(action)
        times.append(1000 * (time.process_time() - before))
    return times


def row(start, place, way, times, lag, pictures):
    if None in (*times, lag):
        raise RuntimeError(f"{place}, {way}: a move changed nothing")
    median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    numbers = (f"{value:.1f}" for value in (median, p95, lag))
    print(ROW.format(start, place, way, *numbers, pictures), flush=True)


def in_jupyterlab(browser, start, options):
    """Measure with a local kernel, and with a delay on the way to it."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        for way, source in sources(start).items():
            notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
            notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
            nbformat.write(notebook, folder / f"{way}.ipynb")
        port = stack.enter_context(jupyterlab(folder))
        for delay in options.delay:
            seen = stack.enter_context(delayed(port, delay / 1000)) if delay else port
            for way, measure in {"ours": drag, "interact": press}.items():
                page = opened(browser, f"http://127.0.0.1:{seen}/lab/tree/{way}.ipynb?reset")
                place = f"JupyterLab +{delay} ms" if delay else "JupyterLab"
                row(start, place, way, *measure(page, options.moves))
                page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
                page.context.close()


def in_site(browser, start, options):
    """Measure where Python runs in the browser."""
    with served(options.site) as url:
        page = woken(browser, url, start)
        row(start, "page, woken", "ours", *drag(page, options.moves))
        page.context.close()
        for way, measure in {"ours": drag, "interact": press}.items():
            page = opened(browser, f"{url}/lab/index.html?path=points.ipynb", sources(start)[way])
            row(start, "JupyterLite", way, *measure(page, options.moves))
            page.context.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--start", nargs="+", default=["worked example"], choices=ALL)
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--delay", type=int, nargs="*", default=[0, 150], metavar="MS")
    parser.add_argument("--site", type=pathlib.Path, help="a folder of `make site`")
    options = parser.parse_args()
    for start in ALL:
        times = python_alone(start, options.moves)
        print(f"Python alone, {start}: median {statistics.median(times):.1f} ms of processor time")
    with sync_playwright() as playwright:
        chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        print(f"\nmilliseconds from pointer to picture, {options.moves} moves")
        print(ROW.format("start", "where", "way", "median", "p95", "drag: lag", "pictures"))
        for start in options.start:
            in_jupyterlab(browser, start, options)
            if options.site:
                in_site(browser, start, options)
        browser.close()


if __name__ == "__main__":
    main()
