"""A plugin for pytest that ends a test in which nothing moves, and says where it stood.

What moves, and for how long, is said in `waiting.py`. A test that computes for ever moves: for it
there is the limit of pytest-timeout, in pyproject.toml.
"""

import faulthandler
import os
import signal
import tempfile
import threading

import psutil
import pytest
from waiting import lately

LOOKS = 10  # in the time that is allowed
SIGNAL = getattr(signal, "SIGUSR1", None)  # Windows has none, and no test that waits runs there


class Watch:
    """Somebody who looks now and then whether the test that runs moves."""

    def __init__(self):
        self._item = None
        self._ended = threading.Event()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self):
        if SIGNAL is not None and threading.current_thread() is threading.main_thread():
            signal.signal(SIGNAL, self._end)
            threading.Thread(target=self._look, daemon=True, name="standstill").start()

    def pytest_sessionfinish(self):
        self._ended.set()

    def _attend(self, item):
        """Look at one phase of a test, and not at what pytest does with its outcome."""
        self._item = item
        try:
            return (yield)
        finally:
            self._item = None

    pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_attend)
    pytest_runtest_call = pytest.hookimpl(wrapper=True)(_attend)
    pytest_runtest_teardown = pytest.hookimpl(wrapper=True)(_attend)

    def _look(self):
        item = None
        while not self._ended.wait(lately.still / LOOKS):
            if self._item is None or self._item is not item:
                item = self._item
                lately.note()
            elif lately.stands_still():
                lately.note()
                os.kill(os.getpid(), SIGNAL)

    def _end(self, *_):
        """Fail the test, in the main thread, where it stands."""
        if self._item is not None:
            pytest.fail(f"{lately}.\n{standing()}")


def standing():
    """Where all threads of this process stand, and what was started from here."""
    with tempfile.TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        threads = file.read()
    rows = []
    for process in psutil.Process().children(recursive=True):
        try:
            words = " ".join(process.cmdline())[:150]
            rows.append(f"{process.pid} {process.status()} {words}")
        except psutil.NoSuchProcess:
            continue
    return "\n".join([threads, "What was started from here:", *rows])


def pytest_configure(config):
    config.pluginmanager.register(Watch(), "standstill watch")
