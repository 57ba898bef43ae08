"""How a command runs: what it says of what it is doing, and of what went wrong, for any reader."""

from __future__ import annotations

import io
import os
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
    say : callable
        Of such a text: the text in the language of the reader.
    """

    def __init__(self, after=2.0):
        self._after = after
        self._timer = None
        self.what = "starting"
        self.say = str

    def __enter__(self):
        return self

    def next(self, what):
        """Note what begins now."""
        self.__exit__()
        self.what = what
        self._timer = threading.Timer(
            self._after, print, [f"{self.say(what)} …"], {"file": sys.stderr, "flush": True}
        )
        self._timer.daemon = True
        self._timer.start()

    def __exit__(self, *_):
        if self._timer:
            self._timer.cancel()


def run_command(program, work, *, names_step=False):
    """Do what a command is for, print its answers, and return its exit status.

    Parameters
    ----------
    program : str
        What the command is called.
    work : callable
        Is given a `Progress`, and yields the answers.
    names_step : bool
        Whether an error says in which step it came: where many files are worked on.

    Returns
    -------
    int
        0; 2 with one line on standard error; 130 if somebody stopped it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without our signs shows ? instead
            stream.reconfigure(errors="replace")
    progress = Progress()
    try:
        take_interrupts()
        with progress:
            for answer in work(progress):
                print(answer, flush=True)
    except BrokenPipeError:  # whoever reads the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        step = f" while {progress.what}" if names_step else ""
        print(f"\n{program}: stopped{step}", file=sys.stderr)
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        step = f"{progress.what}: " if names_step else ""
        print(f"{program}: {step}{error_text(error)}", file=sys.stderr)
        return 2
    return 0


def take_interrupts():
    """Let Ctrl-C raise KeyboardInterrupt, which it does not while the command loads."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def quietly(what):
    """Take what begins now, where nobody waits."""


def error_text(error):
    """Return in one line what an exception says, for someone who has never seen Python.

    >>> error_text(KeyError("no figure 'flop'")), error_text(MemoryError())[:38]
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
