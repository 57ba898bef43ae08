"""What a command says of itself: what it is doing, and what went wrong, for any reader."""

from __future__ import annotations

import signal
import sys
import threading


class Progress:
    """Names on standard error what takes long.

    Use as a context.

    Parameters
    ----------
    after : float
        Seconds until a step is named.

    Attributes
    ----------
    what : str
        Is being done now.
    """

    def __init__(self, after=2.0):
        self._after = after
        self._timer = None
        self.what = "starting"

    def __enter__(self):
        return self

    def next(self, what):
        """Note what begins now."""
        self.__exit__()
        self.what = what
        self._timer = threading.Timer(
            self._after, print, [f"{what} …"], {"file": sys.stderr, "flush": True}
        )
        self._timer.daemon = True
        self._timer.start()

    def __exit__(self, *_):
        if self._timer:
            self._timer.cancel()


def take_interrupts():
    """Let Ctrl-C raise KeyboardInterrupt, which it does not while the command loads."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def quietly(what):
    """Take what begins now, where nobody waits."""


def in_words(error):
    """Return in one line what an exception says, for someone who has never seen Python.

    >>> in_words(KeyError("no figure 'flop'")), in_words(MemoryError())[:38]
    ("no figure 'flop'", 'this needs more memory than there is: ')
    """
    text = str(error.args[0] if isinstance(error, KeyError) else error)
    if hasattr(error, "ename"):  # nbclient's, which is loaded only where a notebook runs
        text = f"a cell raises {error.ename}: {error.evalue}; python -X dev shows which"
    elif isinstance(error, ModuleNotFoundError):
        parts = "perceptron-lessons[lessons]"  # of what is installed: no index need know it
        text = f"{error.name} is not installed: use pip install '{parts}'"
    elif isinstance(error, OSError) and error.strerror:
        text = f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    elif isinstance(error, MemoryError):
        text = "this needs more memory than there is: use fewer samples or features"
    elif not isinstance(error, (ValueError, OSError, LookupError, ArithmeticError)):
        text = f"this is a defect ({type(error).__name__}: {error}); python -X dev shows where"
    return " ".join(text.split())
