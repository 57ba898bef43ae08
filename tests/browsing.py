"""A plugin for pytest: what the tests of pages share; above all, JupyterLab in a real browser.

`conftest.py` loads it for every room but the core. Fixtures, each started once and only when a
test asks for it:

chromium        path of a Chromium
browser         Playwright's browser, one for each test file, its network cut
page            a fresh page of it
asked           list of the addresses elsewhere for which the page has asked so far
console_errors  list of the error messages that the page has logged so far
lab             a running JupyterLab: `lab.url`, and `lab.folder`, the folder it serves
front_end       folder of what `make html` and `make slides` fetch from the npm registry
site            JupyterLite and the Python of `make site`, with no pages yet: `site.url` and
                `site.folder`
course          folder with every page of the course, as the site has them
lesson_run      what came of a lesson, run once for all tests: lesson_run(path)

Functions, `from browsing import expect, serve, stop_clock, open_notebook, run_all`:

expect(locator)                 as Playwright's, for as long as something moves
serve(folder)                   serve files, as a context
stop_clock(page)                from here on its time goes only where a test lets it
open_notebook(page, lab, path)  open lab.folder/path and wait for its kernel
run_all(page)                   run all cells, wait for the last one, raise if one failed
"""

import contextlib
import functools
import http.server
import inspect
import json
import os
import pickle
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest
from conftest import NO_BROWSER, NO_NPM, NO_PYODIDE, PAGES, PROJECT, missing
from playwright.sync_api import Browser, Locator, Page, TimeoutError, sync_playwright
from playwright.sync_api import expect as once
from waiting import GIVES_UP, OF_THE_RUN, patiently, until

from tools import browsers

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--liftoff-only",  # compile once: these pages live for seconds
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # the network is cut
]


# ---- Playwright without a limit in seconds: who gives up tries again, if something has moved ----


class Patient:
    """What `expect` gives, each of whose questions is asked as long as something moves."""

    def __init__(self, assertions):
        self._assertions = assertions

    def __getattr__(self, name):
        ask = getattr(self._assertions, name)
        return lambda *values, **options: patiently(
            functools.partial(ask, *values, **options), AssertionError
        )


def expect(actual):
    """Ask something of a locator or a page, as Playwright's function of that name."""
    return Patient(once(actual))


def patient(method):
    """The method of a page or a locator, which tries as long as something moves."""

    @functools.wraps(method)
    def tries(*values, **options):
        return patiently(functools.partial(method, *values, **options), TimeoutError)

    return tries


def new_context(browser, **options):
    """A context whose pages load for as long as it takes."""
    context = new_impatient_context(browser, **options)
    context.set_default_timeout(1000 * GIVES_UP)
    context.set_default_navigation_timeout(0)
    return context


# A load that begins again might never end: so it has no limit of its own.
NAVIGATION = {"goto", "go_back", "go_forward", "reload", "wait_for_load_state", "wait_for_url"}
OTHERS = {"wait_for_timeout", "set_default_timeout", "set_default_navigation_timeout"}
new_impatient_context = Browser.new_context
Browser.new_context = new_context
once.set_options(timeout=1000 * GIVES_UP)
for kind in (Page, Locator):
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        waits = "timeout" in inspect.signature(method).parameters
        if waits and not name.startswith(("_", "expect_")) and name not in NAVIGATION | OTHERS:
            setattr(kind, name, patient(method))


def stop_clock(page):
    """Let the time of a page, whose clock is installed, go on by `page.clock.run_for` alone.

    A clock that is only installed goes on by itself as well: on a busy machine much further than
    a test says.
    """
    page.clock.pause_at(time.time() + 3600)


# ---- Fixtures ----


@pytest.fixture(scope="session")
def chromium():
    # The shell has no windows to draw, and keeps no page that was left.
    names = ("chromium-headless-shell", *browsers.BROWSERS[browsers.chromium])
    return next(filter(None, map(shutil.which, names)), None) or missing(NO_BROWSER)


# For a file, not for the session: Playwright keeps an event loop running, and the kernel client
# that checks the notebooks in the same process does not expect one.
@pytest.fixture(scope="module")
def browser(chromium):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=CHROMIUM_FLAGS, timeout=0
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    yield context.new_page()
    context.close()


@pytest.fixture
def asked(page):
    """Addresses elsewhere for which a page, or its kernel, has asked."""
    addresses = []

    def note(request):
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:", "file:")):
            addresses.append(request.url)

    page.context.on("request", note)
    return addresses


@pytest.fixture
def console_errors(page):
    errors = []

    def note(text):
        # The builder of the browser-only site brings a JupyterLab extension that cannot load here.
        if "@jupyterlite/" not in text:
            errors.append(text)

    page.on("console", lambda message: message.type == "error" and note(message.text))
    page.on("pageerror", lambda error: note(str(error)))
    return errors


@pytest.fixture(scope="session")
def front_end(tmp_path_factory):
    if shutil.which("npm") is None:
        missing(NO_NPM)
    folder = PROJECT / "build/front-end/node_modules"
    with one_worker_at_a_time(tmp_path_factory, "front-end"):
        command = ["make", "--silent", folder.relative_to(PROJECT)]
        make = subprocess.Popen(command, cwd=PROJECT)
        received = lambda: (make.poll(), psutil.net_io_counters().bytes_recv)  # noqa: E731
        assert until(received, lambda seen: seen[0] is not None)[0] == 0
    return folder


@pytest.fixture(scope="session")
def lesson_run(tmp_path_factory):
    """What came of a lesson: whoever asks first runs it, and the workers share what is shown."""
    from publish.children import in_children
    from publish.running import run_lesson

    folder = shared_folder(tmp_path_factory)
    as_page = functools.partial(run_lesson, svg=True, results=True)

    def of(path):
        file = folder / f"{path.stem}.run"
        with one_worker_at_a_time(tmp_path_factory, f"run of {path.stem}"):
            if not file.exists():
                (ran,) = in_children(as_page, [path])
                file.write_bytes(pickle.dumps(ran))
        return pickle.loads(file.read_bytes())

    return of


@pytest.fixture(scope="session")
def course(front_end, lesson_run, tmp_path_factory):
    """Made once in a run: the workers share the folder."""
    from publish.course import export_course
    from publish.formulas import MathJax
    from publish.running import for_a_page

    def run_all(paths, **options):
        return (for_a_page(lesson_run(path)) for path in paths)

    folder = shared_folder(tmp_path_factory) / "course"
    with one_worker_at_a_time(tmp_path_factory, "course"):
        if not (folder / "search.json").exists():
            with MathJax(front_end / "@mathjax/src/bundle") as mathjax:
                options = {"mathjax": mathjax, "lab": True, "run_all": run_all}
                assert list(export_course(PAGES, folder, **options))
    return folder


class Site(NamedTuple):
    url: str
    folder: Path


@pytest.fixture(scope="session")
def site(front_end, tmp_path_factory):
    """Made once in a run: the workers share the folder. Nothing is fetched for it.

    Pyodide comes from the folder that PERCEPTRON_PYODIDE names, or else from one named `pyodide`
    that lies near the project. Without any the tests are skipped.
    """
    from tools.lite_site import VARIABLE, build

    named = os.environ.get(VARIABLE)
    near = sorted(PROJECT.glob("../*/pyodide/pyodide-lock.json"))
    if named is None and not near:
        missing(NO_PYODIDE)
    shared = shared_folder(tmp_path_factory)
    folder = shared / "site"
    with one_worker_at_a_time(tmp_path_factory, "site"):
        if not folder.exists():
            fresh = build(shared / "new site", named or near[0].parent)
            fresh.rename(folder)
    with serve(folder) as url:
        yield Site(url, folder)


def shared_folder(tmp_path_factory):
    """The folder that all workers of a run have in common."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextlib.contextmanager
def serve(folder, handler=None):
    """Serve the files of a folder; gives the address."""
    handler = functools.partial(handler or QuietHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def copyfile(self, source, outputfile):
        with contextlib.suppress(ConnectionError):  # the page was left
            super().copyfile(source, outputfile)


@contextlib.contextmanager
def one_worker_at_a_time(tmp_path_factory, name):
    """Let the workers of a run do something one after the other, so that only the first needs to.

    The lock is the system's, which takes it back from a worker that dies.
    """
    import fcntl  # Windows has none; no test that runs there asks for a browser

    with shared_folder(tmp_path_factory).joinpath(f"{name}.lock").open("w") as lock:
        until(lambda: has_locked(lock, fcntl), root=OF_THE_RUN)
        yield


def has_locked(file, fcntl):
    """Whether nobody else has the lock of a file, which is then ours."""
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True


class Lab(NamedTuple):
    url: str
    folder: Path


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """JupyterLab, Notebook 7 and Voila on one server, with no settings but its own."""
    home = tmp_path_factory.mktemp("jupyter")
    folder = home / "served"
    folder.mkdir()
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    quiet = {"fetchNews": "false", "checkForUpdates": False}
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(quiet))
    own = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "settings",
        "IPYTHONDIR": home / "ipython",
    }
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--expose-app-in-browser", "--JupyterNotebookApp.expose_app_in_browser=True"),
        *("--IdentityProvider.token=", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"),
        *("--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}"),
    ]
    environment = os.environ | {name: str(path) for name, path in own.items()}
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=home)
        try:
            until(lambda: answers(f"{url}/api/status", server, home / "log"))
            yield Lab(url, folder)
        finally:
            server.terminate()
            server.wait()


def answers(url, server, log):
    """Whether somebody is at home at an address."""
    assert server.poll() is None, f"the server has ended:\n{log.read_text()}"
    with contextlib.suppress(OSError), urllib.request.urlopen(url):
        return True


def open_notebook(page, lab, path, program="lab/tree"):
    page.goto(f"{lab.url}/{program}/{path}?reset")
    page.wait_for_function(
        "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
    )


def run_all(page):
    passed = page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    if passed is False:
        raise AssertionError("\n\n".join(page.evaluate(ERRORS)))


# From the notebook's model, since the page holds only the cells near the screen.
ERRORS = """jupyterapp.shell.currentWidget.content.model.sharedModel.toJSON().cells
  .flatMap((cell) => (cell.outputs ?? []).map((output) => [cell.source, output]))
  .filter(([source, output]) => output.output_type === "error")
  .map(([source, output]) => `${source}\n${output.ename}: ${output.evalue}`)"""
