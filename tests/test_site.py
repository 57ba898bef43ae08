"""The site that needs no server, in a browser whose network is cut.

`make site` is built here with a Pyodide runtime of its own, so that nothing is fetched: the folder
that PERCEPTRON_PYODIDE names, or else one named `pyodide` that lies near the project. Without any
the tests are skipped, and the last lines of the report say so.
"""

import functools
import http.server
import json
import os
import re
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import CHROMIUM_FLAGS, NO_PYODIDE, NOTEBOOKS, PROJECT, run_all
from lite_site import VARIABLE, build
from players import check_player
from playwright.sync_api import sync_playwright

# Together they show every explorer. The others do nothing in the browser that these do not.
LESSONS = [path for path in NOTEBOOKS if path.name[:2] in ("02", "03", "04")]

EXPLORER = re.compile(r"^\w+_explorer\(|^step_player\(", re.MULTILINE)
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
MINUTES = 60_000

KERNEL = "jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
NOTEBOOK = "jupyterapp.shell.currentWidget.content"
CELLS = f"{NOTEBOOK}.model.sharedModel.toJSON().cells"
CLEAR_AND_WATCH = f"""async () => {{
  await jupyterapp.commands.execute("notebook:clear-all-cell-outputs");
  const start = performance.now();
  const watch = setInterval(() => {{
    if (JSON.stringify({CELLS}.map((cell) => cell.outputs)).includes("image/png")) {{
      window.firstPicture = performance.now() - start;
      clearInterval(watch);
    }}
  }}, 200);
}}"""
# JupyterLab builds and places cells only when they come near to the screen.
AT_REST = """(player) => new Promise((resolve) => {
  let last, still = 0;
  player.scrollIntoView({ block: "center" });
  const look = () => {
    const { top } = player.getBoundingClientRect();
    still = top === last ? still + 1 : 0;
    last = top;
    still < 60 ? requestAnimationFrame(look) : resolve();
  };
  look();
})"""


class Site(NamedTuple):
    url: str
    folder: Path


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    named = os.environ.get(VARIABLE)
    near = sorted(PROJECT.glob("../*/pyodide/pyodide-lock.json"))
    if named is None and not near:
        pytest.skip(NO_PYODIDE)
    folder = build(tmp_path_factory.mktemp("site") / "site", named or near[0].parent)
    config = json.loads((folder / "jupyter-lite.json").read_text())
    config["jupyter-config-data"]["exposeAppInBrowser"] = True
    (folder / "jupyter-lite.json").write_text(json.dumps(config))
    handler = functools.partial(QuietHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Site(f"http://127.0.0.1:{server.server_port}", folder)
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def browser(chromium):
    with sync_playwright() as playwright:
        flags = [*CHROMIUM_FLAGS, NO_NETWORK]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def asked(page, site):
    """Addresses outside the site for which a page, or its kernel, has asked."""
    addresses = []

    def note(request):
        if not request.url.startswith((site.url, "data:", "blob:")):
            addresses.append(request.url)

    page.context.on("request", note)
    return addresses


def open_lesson(page, site, name, until=f"{KERNEL}?.status === 'idle'"):
    page.goto(f"{site.url}/lab/index.html?path={name}")
    page.wait_for_function(f"window.{until}", timeout=2 * MINUTES)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_lesson_runs_whole_and_its_explorers_move(page, site, asked, lesson, record_property):
    page.set_default_timeout(2 * MINUTES)
    started = time.perf_counter()
    open_lesson(page, site, lesson.name)
    page.evaluate(CLEAR_AND_WATCH)
    opened = time.perf_counter()
    run_all(page)
    first = opened - started + page.evaluate("firstPicture") / 1000
    record_property(f"{lesson.stem}, in the browser alone", f"first figure after {first:.0f} s")
    cells = page.evaluate(f"{CELLS}.map((cell) => [cell.source, cell.execution_count])")
    assert all(count for source, count in cells if count is not None or EXPLORER.search(source))
    explorers = [number for number, (source, _) in enumerate(cells) if EXPLORER.search(source)]
    assert explorers
    for number in explorers:
        page.evaluate(f"({NOTEBOOK}.activeCellIndex = {number}, 0)")
        player = page.locator(".jp-Cell.jp-mod-active .perceptron-player")
        player.locator("svg[aria-label]").wait_for()
        player.evaluate(AT_REST)
        check_player(page, player)
    assert asked == []
