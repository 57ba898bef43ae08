"""What a long command is doing, on the terminal."""

from __future__ import annotations

import sys
import threading
import time

from perceptron_lessons.export.plain_words import printable

CLEAR = "\r\x1b[K"  # back to the beginning of the line, and the line away
ONE_LINE, AS_BEFORE = "\x1b[?7l", "\x1b[?7h"  # cut at the edge: a second line would stay there


class Progress:
    """One line on a terminal's standard error: what is being done, and for how long.

    Use as a context. Nothing is shown of what takes less than `after` seconds, nor where standard
    error is no terminal. Then the line is renewed every second, and is taken away at the end.

    Parameters
    ----------
    after : float
        Seconds.

    Attributes
    ----------
    what : str
        Is being done now.
    """

    def __init__(self, after=2.0):
        self._after = after
        self.what = "starting"
        self._over = threading.Event()
        self._shown = False
        self._lock = threading.Lock()

    def __enter__(self):
        self._started = time.monotonic()
        self._clock = threading.Thread(target=self._tick, daemon=True)
        if sys.stderr and sys.stderr.isatty():
            self._clock.start()
        return self

    def next(self, what):
        """Say what begins now."""
        self.what = what
        if self._shown:
            self._show()

    def print(self, text):
        """Print a line of output, in place of what is shown here."""
        with self._lock:
            if self._shown:
                sys.stderr.write(CLEAR)
                sys.stderr.flush()
            print(text, flush=True)

    def _tick(self):
        wait = self._after
        while not self._over.wait(wait):
            self._show()
            wait = 1

    def _show(self):
        with self._lock:
            self._shown = True
            seconds = time.monotonic() - self._started
            line = f"{printable(self.what)} … {seconds:.0f} s"
            sys.stderr.write(f"{CLEAR}{ONE_LINE}{line}{AS_BEFORE}")
            sys.stderr.flush()

    def __exit__(self, *_):
        self._over.set()
        if self._clock.is_alive():
            self._clock.join()
        if self._shown:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()


def quietly(what):
    """Say nothing, where nobody waits."""
