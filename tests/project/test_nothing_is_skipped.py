"""What is skipped is said, and where CI is set nothing is: there everything is installed."""

import ast
import os
import re
import subprocess
import sys

import pytest
from conftest import ALLOWED, PROJECT, REMEDIES

TESTS = sorted((PROJECT / "tests").rglob("*.py"))
SKIPS = {"skip", "skipif", "importorskip", "xfail", "skipTest", "SkipTest"}


def skips(source):
    """Where a source leaves a test out by itself."""
    for node in ast.walk(ast.parse(source)):
        name = getattr(node, "attr", getattr(node, "id", ""))
        if name in SKIPS:
            yield f"line {node.lineno}: {name}"


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_a_test_is_left_out_by_missing_alone(path):
    """So that there is a reason, with a remedy, and a failure where everything is installed."""
    if path.name != "conftest.py":
        assert list(skips(path.read_text(encoding="utf-8"))) == []


def test_no_example_of_the_documentation_is_left_out():
    for path in (*PROJECT.glob("perceptron_*/**/*.py"), *PROJECT.glob("**/docs/*.md")):
        assert "doctest: +" + "SKIP" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    "source",
    ["pytest.importorskip('pptx')", "@pytest.mark.skipif(no, reason='')\ndef test(): pass"],
)
def test_one_that_is_left_out_is_found(source):
    assert list(skips(source))


def test_the_script_of_ci_installs_what_a_remedy_names():
    script = (PROJECT / ".ci/run").read_text()
    for reason, remedy in REMEDIES.items():
        if reason not in ALLOWED:
            packages = re.search(r"apt-get install ([\w. -]+)", " ".join(remedy.split()))[1].split()
            # npm brings node.
            missing = [each for each in packages if each not in script and each != "nodejs"]
            assert missing == [], reason


EXAMPLES = """
import pytest
from conftest import NO_LATEX, NO_PYODIDE, missing

def test_passes():
    pass

def test_lacks_a_program():
    missing(NO_LATEX)

def test_lacks_what_no_system_has():
    missing(NO_PYODIDE)

def test_is_silent():
    pytest.importorskip("no_such_module")
"""


def outcome(folder, **environment):
    """What pytest says of the examples, in the project's own settings."""
    folder.joinpath("test_examples.py").write_text(EXAMPLES)
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "-rA"]
    settings = {name: value for name, value in os.environ.items() if name != "CI"} | environment
    settings["PYTHONPATH"] = os.pathsep.join([str(PROJECT / "tests"), *sys.path])
    done = subprocess.run(
        [*command, "--rootdir", folder, folder],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr


def test_what_is_skipped_is_said_with_its_remedy(tmp_path):
    text = outcome(tmp_path)
    assert "1 passed, 3 skipped" in text
    assert "NOT TESTED: NO PDFLATEX" in text and "apt-get install texlive-latex-base" in text
    assert "NOT TESTED: NO PYODIDE" in text and "no_such_module" in text


def test_where_ci_is_set_it_fails(tmp_path):
    text = outcome(tmp_path, CI="true")
    assert "2 failed, 1 passed, 1 skipped" in text
    assert "skipped, where CI is set and everything has to run" in text
    assert "FAILED test_examples.py::test_is_silent" in text
