"""From a link to a slider that moves: a lesson's page, and JupyterLite on the same site.

Run ``make site``, then ``python benchmarks/page_speed.py``; it needs Chromium, and a few minutes.

Each visit is a browser of its own on this machine, so no time goes into a download; the bytes that
one would cost are listed, as a server sends them that compresses (gzip). A second visit finds what
the first one has left in the browser's cache. The time begins with the navigation and ends in the
frame in which the first player of the page has its slider and its picture; an arrow key must then
change the picture. In JupyterLite all cells are run as soon as its kernel is idle.
"""

import argparse
import contextlib
import functools
import gzip
import http.server
import json
import pathlib
import shutil
import statistics
import tempfile
import threading
import urllib.parse

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
LIVE = """() => {
  const player = document.querySelector(".perceptron-player");
  return player?.querySelector("input[type=range]") && player.querySelector("svg[aria-label]")
    && performance.now();
}"""
MINUTE = 60_000


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self):
        # As the usual hosts of such sites say it: for some minutes nothing is asked for again.
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def do_GET(self):
        """JupyterLite's configuration has the switch on that lets a script press its buttons."""
        if self.path.partition("?")[0] != "/jupyter-lite.json":
            return super().do_GET()
        values = json.loads(pathlib.Path(self.translate_path(self.path)).read_text())
        values["jupyter-config-data"]["exposeAppInBrowser"] = True
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(values).encode())

    def log_message(self, *args):
        pass


@contextlib.contextmanager
def served(folder):
    handler = functools.partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@functools.cache
def compressed_size(path):
    return len(gzip.compress(path.read_bytes()))


KERNEL_IDLE = (
    "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
)


def run_all_cells(page):
    page.wait_for_function(KERNEL_IDLE, timeout=2 * MINUTE)
    page.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")


DOORS = {
    "page": ("{lesson}.html", lambda page: None),
    "JupyterLite": ("lab/index.html?path={lesson}.ipynb", run_all_cells),
}
"""Name → the address under the site's, and what a reader does there to see something move."""


def visit(context, url, act, folder):
    """Seconds to the live slider, and the files that were fetched over the wire."""
    page, fetched = context.new_page(), []

    def note(response):
        if response.url.startswith("http") and not response.from_service_worker:
            fetched.append(response)

    context.on("response", note)
    page.goto(url, wait_until="commit")
    act(page)
    milliseconds = page.wait_for_function(LIVE, timeout=3 * MINUTE).json_value()
    slider = page.locator(".perceptron-player input[type=range]").first
    before = page.locator(".perceptron-player .description").first.inner_text()
    slider.press("ArrowRight")
    assert page.locator(".perceptron-player .description").first.inner_text() != before
    context.remove_listener("response", note)
    # What the cache gave has no size on the wire.
    paths = {
        folder / urllib.parse.unquote(urllib.parse.urlsplit(response.url).path.lstrip("/"))
        for response in fetched
        if response.request.sizes()["responseHeadersSize"] > 0
    }
    page.close()
    return milliseconds / 1000, {path for path in paths if path.is_file()}


def measure(playwright, chromium, url, folder, lesson, repeats):
    """Rows of the table: door, visit, median seconds, megabytes, files."""
    seconds, files = {}, {}
    for _ in range(repeats):
        for door, (address, act) in DOORS.items():
            with tempfile.TemporaryDirectory() as profile:
                context = playwright.chromium.launch_persistent_context(
                    profile, executable_path=chromium, args=FLAGS
                )
                for number in ("first", "second"):
                    found, fetched = visit(
                        context, f"{url}/{address.format(lesson=lesson)}", act, folder
                    )
                    seconds.setdefault((door, number), []).append(found)
                    files[door, number] = fetched
                context.close()
    for key, found in seconds.items():
        size = sum(map(compressed_size, files[key])) / 1e6
        yield *key, statistics.median(found), size, len(files[key])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=pathlib.Path, default=pathlib.Path("build/site"))
    parser.add_argument("--lesson", default="00-start-here")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    folder = options.site.resolve()
    if not (folder / "lab/index.html").is_file():
        parser.error(f"no site in {folder}; run make site")
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
    print("| to a live slider | visit | s | MB, gzip | files |\n|---|---|---|---|---|")
    with served(folder) as url, sync_playwright() as playwright:
        rows = measure(playwright, chromium, url, folder, options.lesson, options.repeats)
        for door, number, seconds, size, count in rows:
            print(f"| {door} | {number} | {seconds:.2f} | {size:.2f} | {count} |")


if __name__ == "__main__":
    main()
