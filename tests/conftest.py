"""What all tests share: where things are, what was not tested, and that nothing waits for ever.

numpy and pytest are enough for this file, and so for the tests of the core. `browsing.py` has the
browsers and servers of the other rooms, `waiting.py` says how a test waits.

missing(NO_LATEX)  skip the test, since a program is missing: where CI is set it fails
node               fixture: path of node
"""

import contextlib
import importlib
import os
import shutil
import signal
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
# Numbers from 20 on are lessons of a lecturer's own: they are held to no rule of the course.
NOTEBOOKS = sorted((PROJECT / "notebooks").glob("[01]*.ipynb"))
GLOSSARY = PROJECT / "notebooks" / "glossary.ipynb"
PAGES = sorted([*NOTEBOOKS, *(PROJECT / "notebooks").glob("[!0-9]*.ipynb")])

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
NO_LONG_DOUBLE = "no long double beyond a double on this machine"
NO_FORKS = "no forks on this machine"
# No package of a system has them: CI goes on without.
ALLOWED = (NO_PYODIDE, NO_LONG_DOUBLE, NO_FORKS)
WORKER = 2e9  # bytes of memory for a worker of xdist, with the browser and the kernels it starts
WITHOUT_BROWSERS = {"core"}  # the rooms that need no more than numpy and pytest
LAST_NET = 3600  # seconds in which even a kernel on a busy machine starts, or a cell ends

with contextlib.suppress(ModuleNotFoundError):
    import hypothesis

    # Machines differ too much in speed for a deadline on one example.
    hypothesis.settings.register_profile("project", deadline=None)
    hypothesis.settings.load_profile("project")
    # For `make mutants`: that a test fails is enough, the smallest example is not asked for.
    hypothesis.settings.register_profile(
        "first_failure",
        deadline=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
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
    "test_distributed.py",
    "test_stored.py",
    "test_another_processor.py",
    "test_formal_proofs.py",
    "test_explain.py",
    "test_explorers.py",
    "test_stills.py",
    "test_separators.py",
    "test_notation.py",
)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Twice as many workers as processors, as memory allows: half of them wait for a program."""
    import psutil

    processors = yield
    return max(processors, min(2 * processors, psutil.virtual_memory().total // WORKER))


def pytest_configure(config):
    # A shell without job control has what runs in its background ignore Ctrl-C, and all that this
    # starts: also the commands that a test interrupts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(NothingIsSkipped(), "nothing is skipped")
    with contextlib.suppress(ModuleNotFoundError):
        importlib.import_module("psutil")  # without it nothing says what moves
        config.pluginmanager.import_plugin("standstill")
    if hasattr(config.option, "nbval_cell_timeout"):
        config.option.nbval_cell_timeout = LAST_NET
        config.option.nbval_kernel_startup_timeout = LAST_NET


def pytest_collect_file(file_path, parent):
    """Load what looks at pages, before the first room whose tests may do so."""
    is_of_room = file_path.name.startswith("test_") and file_path.suffix == ".py"
    if is_of_room and file_path.parent.name not in WITHOUT_BROWSERS:
        parent.config.pluginmanager.import_plugin("browsing")


def pytest_collection_modifyitems(items):
    places = {name: place for place, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))
    for item in items:
        if hasattr(item, "output_timeout"):  # nbval's, until the next output of a cell
            item.output_timeout = LAST_NET


def missing(reason):
    """Leave a test that needs a program which this machine does not have."""
    pytest.skip(reason)


class NothingIsSkipped:
    """Where CI is set, what is skipped fails: there everything is installed."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self):
        return refused((yield))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(self):
        return refused((yield))


def refused(report):
    """The report of a test or a file, failed if it was skipped where nothing may be."""
    why = str(report.longrepr)
    may_be = hasattr(report, "wasxfail") or any(reason in why for reason in ALLOWED)
    if report.skipped and os.environ.get("CI") and not may_be:
        report.outcome = "failed"
        report.longrepr = f"skipped, where CI is set and everything has to run: {why}"
    return report


@pytest.fixture(scope="session")
def node():
    return shutil.which("node") or missing(NO_NODE)


def pytest_terminal_summary(terminalreporter):
    """Say what was not tested, and what was measured (with `record_property`)."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for reason, remedy in REMEDIES.items():
        if n := sum(reason in why for why in skipped):
            terminalreporter.section(f"NOT TESTED: {reason.upper()}", red=True)
            terminalreporter.line(f"{n} tests did not run: {reason}. {remedy}")
    others = [why for why in skipped if not any(reason in why for reason in REMEDIES)]
    if others:
        terminalreporter.section("NOT TESTED", red=True)
        terminalreporter.line("\n".join(others))
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.line(f"{name}: {value}")
