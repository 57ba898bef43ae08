"""What the tests share; above all, JupyterLab in a real browser.

Fixtures, each started once and only when a test asks for it:

node            path of node; without it the test is skipped, and the report says so
chromium        path of a Chromium; without one the test is skipped, and the last lines of the
                report say so (where CI is set it fails instead)
browser         Playwright's browser, one for each test file, its network cut
page            a fresh page of it
asked           list of the addresses elsewhere for which the page has asked so far
console_errors  list of the error messages that the page has logged so far
lab             a running JupyterLab: `lab.url`, and `lab.folder`, the folder it serves
front_end       folder of what `make html` and `make slides` fetch from the npm registry
site            JupyterLite and the Python of `make site`, with no pages yet: `site.url` and
                `site.folder`
course          folder with every page of the course, as the site has them

Functions, `from conftest import serve, open_notebook, run_all`:

serve(folder)                   serve files, as a context
open_notebook(page, lab, path)  open lab.folder/path and wait for its kernel
run_all(page)                   run all cells, wait for the last one, raise if one failed
"""

import contextlib
import functools
import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import browsers
import hypothesis
import pytest
from lite_site import VARIABLE, build
from playwright.sync_api import expect, sync_playwright

PROJECT = Path(__file__).parent.parent
NOTEBOOKS = sorted((PROJECT / "notebooks").glob("[0-9]*.ipynb"))
GLOSSARY = PROJECT / "notebooks" / "glossary.ipynb"
PAGES = sorted((PROJECT / "notebooks").glob("*.ipynb"))

NO_BROWSER = "no Chromium on this machine"
NO_FIREFOX = "no Firefox on this machine"
NO_WEBKIT = "no WebKitWebDriver on this machine"
NO_LATEX = "no pdflatex on this machine"
NO_PYODIDE = "no Pyodide runtime on this machine"
NO_NPM = "no npm on this machine"
NO_COQ = "no coqc on this machine"
NO_NODE = "no node on this machine"
REMEDIES = {
    NO_BROWSER: "Install one (Debian, Ubuntu: apt-get install chromium) and run the tests again.",
    NO_FIREFOX: "Install one (Debian: apt-get install firefox-esr) and run the tests again.",
    NO_WEBKIT: "Install it (Debian, Ubuntu: apt-get install webkit2gtk-driver xvfb) and run again.",
    NO_LATEX: "Install it (Debian, Ubuntu: apt-get install texlive-latex-base texlive-pictures "
    "texlive-latex-recommended texlive-fonts-recommended) and run the tests again.",
    NO_PYODIDE: "So nothing says whether the lessons run without a server. Let PERCEPTRON_PYODIDE "
    "name a folder with a Pyodide runtime (docs/site.md) and run the tests again.",
    NO_NPM: "Install it (Debian, Ubuntu: apt-get install npm) and run the tests again.",
    NO_COQ: "So nothing checked the formal proofs. Install it with its library (Debian 12: apt-get "
    "install coq libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra) and run the tests again.",
    NO_NODE: "So nothing held the stage's model against Python. Install it (Debian, Ubuntu: "
    "apt-get install nodejs) and run the tests again.",
}
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

# Machines differ too much in speed for a deadline on one example, or for seconds in a browser.
WAIT = 120_000  # milliseconds
expect.set_options(timeout=WAIT)
hypothesis.settings.register_profile("project", deadline=None)
hypothesis.settings.load_profile("project")
# For `make mutants`: that a test fails is enough, the smallest example is not asked for.
hypothesis.settings.register_profile(
    "first_failure", deadline=None, phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate]
)


# The files that take longest begin, so that no worker is left alone with one at the end. (The
# option --no-loadscope-reorder keeps this order.) While the first worker makes the `course` and the
# second the `site`, the third has a file that needs neither; what needs both comes later.
LONGEST_FIRST = (
    "test_pages.py",
    "test_page_python.py",
    "test_figures.py",
    "test_illustrations.py",
    "test_in_programs.py",
    "test_site.py",
    "test_accessibility.py",
    "test_every_browser.py",
)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Half as many workers more than processors: some of them wait for a browser or a kernel."""
    return (yield) * 3 // 2


def pytest_collection_modifyitems(items):
    places = {name: place for place, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))


@pytest.fixture(scope="session")
def chromium():
    # The shell has no windows to draw, and keeps no page that was left.
    names = ("chromium-headless-shell", *browsers.BROWSERS[browsers.chromium])
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_BROWSER)
    return path


@pytest.fixture(scope="session")
def node():
    path = shutil.which("node")
    if path is None:
        pytest.skip(NO_NODE)
    return path


def pytest_terminal_summary(terminalreporter):
    """Say what was not tested, and what was measured (with `record_property`)."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for reason, remedy in REMEDIES.items():
        if missing := sum(reason in why for why in skipped):
            terminalreporter.section(f"NOT TESTED: {reason.upper()}", red=True)
            terminalreporter.line(f"{missing} tests did not run: {reason}. {remedy}")
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.line(f"{name}: {value}")


# For a file, not for the session: Playwright keeps an event loop running, and the kernel client
# that checks the notebooks in the same process does not expect one.
@pytest.fixture(scope="module")
def browser(chromium):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    context.set_default_timeout(WAIT)
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
        pytest.skip(NO_NPM)
    folder = PROJECT / "build/front-end/node_modules"
    with one_worker_at_a_time(tmp_path_factory, "front-end"):
        command = ["make", "--silent", folder.relative_to(PROJECT)]
        subprocess.run(command, cwd=PROJECT, check=True)
    return folder


@pytest.fixture(scope="session")
def course(front_end, tmp_path_factory):
    """Made once in a run: the workers share the folder."""
    from perceptron_lessons.export.course import export_course

    folder = shared_folder(tmp_path_factory) / "course"
    with one_worker_at_a_time(tmp_path_factory, "course"):
        if not (folder / "search.json").exists():
            mathjax = front_end / "@mathjax/src/bundle"
            assert list(export_course(PAGES, folder, mathjax=mathjax, lab=True))
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
    named = os.environ.get(VARIABLE)
    near = sorted(PROJECT.glob("../*/pyodide/pyodide-lock.json"))
    if named is None and not near:
        pytest.skip(NO_PYODIDE)
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
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


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
            wait_for(f"{url}/api/status", server, home / "log")
            yield Lab(url, folder)
        finally:
            server.terminate()
            server.wait()


def wait_for(url, server, log, seconds=300):
    end = time.monotonic() + seconds
    while server.poll() is None and time.monotonic() < end:
        try:
            return urllib.request.urlopen(url).close()
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")


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
