"""No test has a limit in seconds on what goes on, and what stands still is ended."""

import ast
import os
import subprocess
import sys

import pytest
import waiting
from conftest import PROJECT

TESTS = sorted((PROJECT / "tests").rglob("*.py"))
HOMES = {"waiting.py", "standstill.py", "browsing.py"}
CLOCKS = {"sleep", "monotonic", "wait_for_timeout", "set_default_timeout"}
KEYWORDS = {"timeout", "deadline"}
WAITS = {"wait", "acquire", "result", "communicate"}


def limits(source):
    """Where a source looks at a clock: a line each."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        keywords = {
            keyword.arg
            for keyword in node.keywords
            if not (isinstance(keyword.value, ast.Constant) and keyword.value.value is None)
        }
        numbers = [
            each
            for each in node.args
            if isinstance(each, ast.Constant) and isinstance(each.value, int | float)
        ]
        if name in CLOCKS or keywords & KEYWORDS or (name in WAITS and numbers):
            yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_nothing_has_a_limit_in_seconds(path):
    if path.name not in HOMES:
        assert list(limits(path.read_text())) == []


@pytest.mark.parametrize(
    "source",
    [
        "time.sleep(1)",
        "page.wait_for_timeout(400)",
        "subprocess.run(command, timeout=100)",
        "event.wait(30)",
        "end = time.monotonic() + 5",
        "expect(node).to_have_count(0, timeout=5 * MINUTES)",
    ],
)
def test_a_limit_is_found(source):
    assert list(limits(source))


# What a test may hang on, and what its end has to name.
HANGS = {
    "an event": ("import threading\nthreading.Event().wait()", "threading.Event().wait()"),
    "a program": (
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, '-c', 'import threading; threading.Event().wait()'])",
        "What was started from here:\n",
    ),
    "a look": (
        "import waiting\nwaiting.until(lambda: 'cell 3 of 7', lambda seen: False)",
        "nothing has moved: 'cell 3 of 7'",
    ),
}
# Here a second is long enough, and all that works counts, since no test works for long.
QUICK = "import waiting\nwaiting.lately.still = 1\npytest_plugins = ['standstill']\n"


@pytest.mark.parametrize("name", HANGS)
def test_what_stands_still_is_ended_and_named(tmp_path, name):
    body, words = HANGS[name]
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    code = f"def test_hangs():\n{lines}\n\ndef test_goes_on():\n    assert True\n"
    (tmp_path / "test_it.py").write_text(code)
    (tmp_path / "conftest.py").write_text(QUICK)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", tmp_path]
    path = os.pathsep.join([str(PROJECT / "tests"), *sys.path])
    done = subprocess.run(
        [*command, tmp_path],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout and "test_hangs" in done.stdout
    assert words in done.stdout and "for 1 s nothing has moved" in done.stdout


@pytest.fixture
def worked(monkeypatch):
    """The seconds that processors have worked, in a list; nothing may stand still for a moment."""
    seconds = [0.0]
    monkeypatch.setattr(waiting, "work", lambda root=None: seconds[0])
    monkeypatch.setattr(waiting, "fair_share", lambda: 1)
    monkeypatch.setattr(waiting, "lately", waiting.Movement(0.1))
    return seconds


def test_what_moves_goes_on(worked):
    """Longer than it may stand still: since what is seen changes, or since somebody works."""
    looks = iter(range(15))
    assert waiting.until(lambda: next(looks), lambda seen: seen == 14) == 14

    def work():
        worked[0] += 1
        return worked[0] > 15

    assert waiting.until(work)
    with pytest.raises(AssertionError, match="nothing has moved: 'cell 3'"):
        waiting.until(lambda: "cell 3", lambda seen: False)


def test_what_gives_up_tries_again_only_if_something_has_moved(worked):
    tries = []

    def give_up(seconds):
        tries.append(seconds)
        worked[0] += seconds
        if len(tries) < 3:
            raise TimeoutError
        return len(tries)

    assert waiting.patiently(lambda: give_up(1), TimeoutError) == 3
    tries.clear()
    waiting.lately.note()
    with pytest.raises(TimeoutError):
        waiting.patiently(lambda: give_up(0), TimeoutError)
    assert tries == [0]


def test_work_is_that_of_all_programs_below():
    before = waiting.work()
    code = "import time\nwhile time.process_time() < 0.5: pass"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert waiting.work() - before >= 0.4
