"""Pages that wake a Python of their own beside JupyterLite: seconds and bytes.

Run ``python benchmarks/waking.py SITE …`` with folders of `make site`; it needs Chromium and takes
about four minutes for each. With two sites, say before and after a change, all rounds alternate.

The site is served on this machine, so nothing is said about a network's speed; the bytes are those
that a usual static host sends: text and WebAssembly compressed by gzip, and the second time nothing
for what has not changed. A first visit is that of a fresh browser, a second that of the same one
with a new page. The times are medians:

page          from the address to the frame in which a slider has moved the picture
answer        from choosing in a player to the frame with the picture that Python has drawn for it;
              those of the slider's other values follow, and the next choice waits for them
awake         from the first need to "Python is ready", on the first page of a fresh browser, and on
              the page to which a link leads from there
JupyterLite   from the address, all cells run, to the first figure

`--only awake` measures that alone; what it found last is in `waking.txt`.
"""

import argparse
import contextlib
import functools
import gzip
import http.server
import itertools
import os
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
LESSONS = ("01-worked-example", "03-the-offset-and-the-mistake-bound")
COMPRESSED = {".css", ".html", ".ipynb", ".js", ".json", ".mjs", ".svg", ".wasm"}
MINUTE = 60_000

KERNEL_IDLE = (
    "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
)
# The page itself has the clock: from outside, one looks every half second only.
LIVE = """() => new Promise((live) => {
  function look() {
    const player = document.querySelector(".perceptron-player");
    const slider = player?.querySelector("input[type=range]");
    if (!slider) return requestAnimationFrame(look);
    const words = player.querySelector(".description").textContent;
    slider.value = slider.value === slider.min ? slider.max : slider.min;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    if (player.querySelector(".description").textContent === words) return live(null);
    requestAnimationFrame(() => live(performance.now() / 1000));
  }
  look();
})"""
ANSWERED = """(player, option) => new Promise((answered) => {
  const select = player.querySelector(".choices select");
  const message = player.querySelector(".message");
  const picture = () => player.querySelector("svg").innerHTML;
  const before = picture();
  const started = performance.now();
  select.selectedIndex = option;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  function look() {
    const seconds = (performance.now() - started) / 1000;
    if (!message.hidden && seconds < 120) return requestAnimationFrame(look);
    answered(message.hidden && picture() !== before ? seconds : null);
  }
  requestAnimationFrame(look);
})"""
AWAKE = """() => new Promise((awake) => {
  const state = document.querySelector(".awake .state");
  const begun = performance.now();
  new MutationObserver(() => {
    if (state.textContent === "Python is ready") awake((performance.now() - begun) / 1000);
  }).observe(state, { childList: true });
  document.querySelector(".cell .run button").click();
})"""
FOLLOW = """(address) => {
  const link = Object.assign(document.createElement("a"), { href: address });
  document.body.append(link);
  link.click();
}"""
FIRST_FIGURE = """JSON.stringify(jupyterapp.shell.currentWidget.content.model.sharedModel.toJSON()
  .cells.map((cell) => cell.outputs)).includes("image/png")"""


@functools.cache
def body_of(path):
    """What is sent: compressed where hosts do so."""
    body = path.read_bytes()
    return gzip.compress(body, 6) if path.suffix in COMPRESSED else body


class Host(http.server.SimpleHTTPRequestHandler):
    """A static host; `sent` counts the bytes of all bodies."""

    sent = 0
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            return self.send_error(404)
        tag = f'"{path.stat().st_mtime_ns:x}"'
        same = self.headers.get("If-None-Match") == tag
        self.send_response(304 if same else 200)
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "max-age=600")
        if same:
            return self.end_headers()
        body = body_of(path)
        if path.suffix in COMPRESSED:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", len(body))
        self.end_headers()
        Host.sent += len(body)
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body)

    def log_message(self, *args):
        pass


@contextlib.contextmanager
def served(folder):
    """The address of a folder. No visit waits until what it asks for is compressed."""
    for path in [*folder.glob("*.html"), *folder.glob("static/pyodide/*/*")]:
        body_of(path)
    handler = functools.partial(Host, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def visit_page(context, url, lesson):
    """Seconds to the slider, to the first answer, and to the second; bytes before and after.

    The slider is the page's first, the answers are those of the first player that has a choice.
    """
    page = context.new_page()
    page.set_default_timeout(2 * MINUTE)
    sent = Host.sent
    page.goto(f"{url}/{lesson}.html", wait_until="commit")
    moved = page.evaluate(LIVE)
    if moved is None:
        raise RuntimeError("the slider moved nothing")
    page.wait_for_timeout(500)  # for what the page fetches after that
    opened = Host.sent - sent
    seconds, fetched = {"page → live slider": moved}, {"page": opened}
    asking = page.locator(".perceptron-player:has(.choices select)")
    if asking.count():
        seconds["choice → new picture"] = choose(asking.first, 1)
        page.locator(".following").wait_for(state="detached")
        seconds["the next choice"] = choose(asking.first, 0)
        fetched["Python, asked for"] = Host.sent - sent - opened
    page.close()
    return seconds, fetched


def choose(player, option):
    """Seconds from a choice to the frame with another picture."""
    seconds = player.evaluate(ANSWERED, option)
    if seconds is None:
        raise RuntimeError("no new picture")
    return seconds


def visit_lite(context, url, lesson):
    """Seconds to JupyterLite's first figure, and bytes."""
    page = context.new_page()
    page.set_default_timeout(2 * MINUTE)
    sent, started = Host.sent, time.perf_counter()
    page.goto(f"{url}/lab/index.html?path={lesson}.ipynb")
    page.wait_for_function(KERNEL_IDLE)
    clear = "jupyterapp.commands.execute('notebook:clear-all-cell-outputs')"
    page.evaluate(clear)
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(FIRST_FIGURE, polling=50)
    seconds = {"JupyterLite → first figure": time.perf_counter() - started}
    page.close()
    return seconds, {"JupyterLite": Host.sent - sent}


def visit_awake(context, url, lesson):
    """Seconds until Python is awake on a page, and on another that a link of it leads to."""
    page = context.new_page()
    page.set_default_timeout(2 * MINUTE)
    page.goto(f"{url}/{lesson}.html")
    page.locator(".cell .run").first.wait_for(state="attached")
    seconds = {"Python awake": page.evaluate(AWAKE)}
    page.locator("[aria-busy]").first.wait_for(state="detached")
    other = f"{url}/04-what-changes-a-run.html"
    page.evaluate(FOLLOW, other)
    page.wait_for_url(other)
    page.locator(".cell .run").first.wait_for(state="attached")
    seconds["awake on the next page"] = page.evaluate(AWAKE)
    page.close()
    return seconds, {}


def ways(site, only):
    """What can be measured of a site."""
    if only == "awake":
        return (visit_awake,)
    return (visit_page, visit_lite) if (site / "page_python").is_dir() else (visit_lite,)


def measure(start, sites, lessons, rounds, only):
    """All that was measured: (lesson, site, what) → visit → a list; `start` starts a browser."""
    found = {}
    for _, lesson, (folder, url) in itertools.product(range(rounds), lessons, sites.items()):
        for way in ways(folder, only):
            with start() as context:
                for visit in ("first", "second"):
                    for values in way(context, url, lesson):
                        told = (f"{what} {value:.4g}" for what, value in values.items())
                        print(f"{lesson} of {folder}, {visit} visit:", *told, sep="  ", flush=True)
                        for what, value in values.items():
                            visits = found.setdefault((lesson, str(folder), what), {})
                            visits.setdefault(visit, []).append(value)
    return found


@contextlib.contextmanager
def fresh_browser(playwright, chromium):
    """A browser that keeps on disk what it fetched, as a reader's does."""
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium,
            args=FLAGS,
            viewport={"width": 1200, "height": 1000},
            # Pages that were left are kept, as a reader's browser keeps them.
            ignore_default_args=["--disable-back-forward-cache"],
        )
        yield context
        context.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sites", nargs="+", type=Path, metavar="SITE")
    parser.add_argument("--lesson", nargs="+", default=LESSONS, help="default: those of 00 and 03")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=["awake"])
    options = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
    with contextlib.ExitStack() as stack:
        sites = {folder: stack.enter_context(served(folder)) for folder in options.sites}
        playwright = stack.enter_context(sync_playwright())
        start = functools.partial(fresh_browser, playwright, chromium)
        found = measure(start, sites, options.lesson, options.rounds, options.only)
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"medians of {options.rounds} rounds; first and second visit; load {load}")
    order = list(dict.fromkeys(what for _, _, what in found))
    for lesson, site, what in sorted(found, key=lambda key: (key[0], order.index(key[2]), key[1])):
        visits = found[lesson, site, what]
        first, second = (statistics.median(visits[visit]) for visit in ("first", "second"))
        scale, unit = (1e6, "MB") if isinstance(visits["first"][0], int) else (1, "s")
        values = f"{first / scale:7.2f} {second / scale:7.2f} {unit}"
        print(f"{lesson:.12} {site:>24} {what:>28} {values}")


if __name__ == "__main__":
    main()
