"""A point dragged on the stage: from the pointer's event until the changed words are painted.

Run ``python benchmarks/stage_latency.py``; it needs node, Chromium and, for its part, Firefox.

Point 0 goes back and forth between two places, so that R, and with it the words and the picture,
change at every move. From a `pointermove` on every frame looks whether the words on the page are
others; the end is the moment after the painting of that frame. Then an update is played, and its
frames are counted. Before all this node runs the model alone, on the same points.

With ``--before fbc63d8`` the same points are dragged in a JupyterLab too, on the explorer of that
edition, whose words Python wrote, and on the stage; and the ratios are printed.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import nbformat
import websocket
from playwright.sync_api import sync_playwright
from slider_latency import FLAGS, free_port, jupyterlab

from perceptron_lessons.stage import FOLDER, embeddable

SIZES = (5, 20, 40)
PLACES = ((6, 6), (6, 5))  # of point 0, the farthest of all
MODEL = """
const { analyse } = await import(process.argv[1]);
const points = JSON.parse(process.argv[2]);
const times = Array.from({ length: 1000 }, (_, i) => {
  points[0] = [6, 5 + (i % 2), 1];
  const start = performance.now();
  analyse({ points });
  return performance.now() - start;
});
console.log(JSON.stringify(times));
"""
# Resolves to the milliseconds from the next move until changed words are painted.
MEASURE = """(selector) => {
  const words = document.querySelector(selector);
  const before = words.textContent;
  window.measured = new Promise((resolve) => {
    addEventListener("pointermove", (event) => {
      const look = () => {
        if (words.textContent !== before) {
          const painted = new MessageChannel();
          painted.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          painted.port2.postMessage(0);
        } else if (performance.now() - event.timeStamp < 20000) requestAnimationFrame(look);
        else resolve(null);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}"""
# Resolves to the milliseconds between the frames of one update that is played.
FRAMES = """() => new Promise((resolve) => {
  const times = [];
  document.querySelector("button[name=reset]").click();
  document.querySelector("button[name=step]").click();
  const look = (now) => {
    times.push(now);
    if (now - times[0] < 1000) requestAnimationFrame(look);
    else resolve(times.slice(1).map((time, i) => time - times[i]));
  };
  requestAnimationFrame(look);
})"""
# Where a point of the plane is in the window, for this edition and that of --before.
WHERE = """([x, y]) => {
  const dot = document.querySelector("[aria-label^='point 0, at']");
  const sheet = document.querySelector("svg.data, .perceptron-points .sheet");
  sheet.scrollIntoView({ block: "center" });
  const at = dot.getBoundingClientRect(), box = sheet.getBoundingClientRect();
  return [at.x + at.width / 2, at.y + at.height / 2, box.width];
}"""


def points(n, seed=0):
    """Points that the line 2x + 3y = 0 separates, the first of them the farthest from 0."""
    rng = random.Random(seed)
    found = {PLACES[0]: 1}
    while len(found) < n:
        x, y = rng.randint(-4, 4), rng.randint(-4, 4)
        if 2 * x + 3 * y:
            found[x, y] = 1 if 2 * x + 3 * y > 0 else -1
    return [[*at, label] for at, label in found.items()]


def link(n):
    return "points=" + ";".join(",".join(map(str, point)) for point in points(n))


def shown(name, n, times):
    ordered = sorted(times)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{name:>28} {n:>7} {statistics.median(times):10.2f} {p95:10.2f}", flush=True)
    return statistics.median(times)


def model_alone(n):
    command = ["node", "--input-type=module", "-e", MODEL, str(FOLDER / "model.js")]
    done = subprocess.run([*command, json.dumps(points(n))], capture_output=True, check=True)
    return json.loads(done.stdout)


class Firefox:
    """As much of a page of Playwright as is needed, for a Firefox: by WebDriver BiDi."""

    def __init__(self, folder, stack):
        port = free_port()
        command = ["firefox-esr" if shutil.which("firefox-esr") else "firefox", "--headless"]
        command += ["--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
        folder.mkdir()
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, **quiet)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        self.socket = None
        while self.socket is None:
            with contextlib.suppress(OSError):
                address = f"ws://127.0.0.1:{port}/session"
                self.socket = websocket.create_connection(address, suppress_origin=True, timeout=60)
            time.sleep(0.2)
        self.number = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": 1280, "height": 900}
        self.ask("browsingContext.setViewport", context=self.context, viewport=viewport)

    def ask(self, method, **params):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.number:
            pass
        if "error" in answer:
            raise RuntimeError(answer["message"])
        return answer["result"]

    def goto(self, address):
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, script, given=None):
        call = f"(async () => JSON.stringify(await ({script})({json.dumps(given)}) ?? null))()"
        values = {"target": {"context": self.context}, "awaitPromise": True}
        result = self.ask("script.evaluate", expression=call, **values)["result"]
        return json.loads(result["value"])

    def act(self, *actions):
        pointer = {"type": "pointer", "id": "mouse", "actions": list(actions)}
        self.ask("input.performActions", context=self.context, actions=[pointer])

    def move(self, x, y):
        self.act({"type": "pointerMove", "x": round(x), "y": round(y)})

    def down(self):
        self.act({"type": "pointerDown", "button": 0})

    def up(self):
        self.act({"type": "pointerUp", "button": 0})

    @property
    def mouse(self):
        return self


def drag(page, selector, moves, half=6.6):
    """Milliseconds of each move of point 0, from its event to changed words on the page."""
    x, y, width = page.evaluate(WHERE, [0, 0])
    unit = width / (2 * half)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + unit / 2 + 4)
    times = []
    for i in range(moves):
        page.evaluate(MEASURE, selector)
        page.mouse.move(x + i % 3, y if i % 2 else y + unit)
        times.append(page.evaluate("() => window.measured"))
    page.mouse.up()
    return [time for time in times[1:] if time is not None]


def on_the_page(name, page, folder, moves):
    target = folder / "stage.html"
    for n in SIZES:
        target.write_text(
            "<!DOCTYPE html><meta charset=utf-8><title>Own points</title>"
            f"<script type=module>{embeddable()}</script>"
            f"<perceptron-stage start='{link(n)}'></perceptron-stage>",
            encoding="utf-8",
        )
        page.goto(target.as_uri())
        shown(f"{name}: drag", n, drag(page, ".words", moves))
        shown(f"{name}: frames of an update", n, page.evaluate(FRAMES))


def in_jupyter(chromium, folder, edition, code, selector, moves):
    """Medians by number of points, in a JupyterLab that has this edition."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, folder / "points.ipynb")
    os.environ["PYTHONPATH"] = str(edition)
    medians = {}
    with jupyterlab(folder) as port:
        page = chromium.new_page(viewport={"width": 1400, "height": 1000})
        page.goto(f"http://127.0.0.1:{port}/lab/tree/points.ipynb?reset", timeout=120_000)
        idle = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
        page.wait_for_function(f"{idle} === 'idle'", timeout=120_000)
        page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
        page.locator(selector).wait_for(timeout=120_000)
        for n in SIZES:
            text = page.get_by_label("data as text")
            text.evaluate("(node) => (node.closest('details').open = true)")
            text.fill(link(n))
            page.get_by_role("button", name="Load this text").click()
            page.locator(f"[aria-label^='point {n - 1}, at']").wait_for()
            page.wait_for_timeout(3000)
            medians[n] = shown(f"JupyterLab, {edition.name}", n, drag(page, selector, moves))
        page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        page.close()
    return medians


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--before", metavar="COMMIT", help="of an edition with points_explorer()")
    options = parser.parse_args()
    here = pathlib.Path(__file__).resolve().parents[1]
    print(f"load {os.getloadavg()[0]:.1f}; milliseconds, {options.moves} moves each")
    print(f"{'':>28} {'points':>7} {'median':>10} {'p95':>10}")
    for n in SIZES:
        shown("model alone, in node", n, model_alone(n))
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        playwright = stack.enter_context(sync_playwright())
        path = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        on_the_page("Chromium", page, folder, options.moves)
        if shutil.which("firefox") or shutil.which("firefox-esr"):
            on_the_page("Firefox", Firefox(folder / "profile", stack), folder, options.moves)
        if options.before:
            old = folder / options.before
            git = ["git", "-C", str(here), "worktree"]
            subprocess.run([*git, "add", "--detach", str(old), options.before], check=True)
            stack.callback(subprocess.run, [*git, "remove", "--force", str(old)], check=True)
            explorer = "from perceptron_lessons.widget.explorers import points_explorer\n"
            explorer += "points_explorer()"
            words = ".perceptron-points .words"
            stage = "from perceptron_lessons.stage import stage\nstage()"
            few = max(3, options.moves // 4)
            then = in_jupyter(chromium, folder, old, explorer, words, few)
            now = in_jupyter(chromium, folder, here, stage, ".words", options.moves)
            for n in SIZES:
                print(f"{n:>7} points: {then[n] / now[n]:.1f} times as long before")
        chromium.close()


if __name__ == "__main__":
    sys.exit(main())
