"""How long and how loudly somebody else's code may run, and which of its lines went wrong.

Four nets, from the finest to the coarsest:

step_limit    counts the steps of the student's own code, wherever Python runs
time_limit    a second thread that interrupts Python code, the student's or a library's; Pyodide has
              no threads
in_a_child    on Linux a copy of this process does the work, and is ended if it does not answer:
              nothing else stops a loop inside a compiled function, such as sum(itertools.count())
Printed       keeps the beginning of what is printed, and counts the rest
"""

import contextlib
import ctypes
import io
import linecache
import sys
import threading
import traceback
import warnings

from perceptron_lessons.tables import pluralize

MOST_STEPS = 2_000_000  # of the student's code in one call; enough for every exercise
MOST_SECONDS = 5  # for one answer
MOST_LINES = 5  # of what was printed
WIDTH = 90  # characters of a line


class Stopped(BaseException):
    """The student's code was ended. Not an Exception, so that `except Exception` lets it by."""

    def __str__(self):
        return "took too long and was stopped; does it wait for the end of something endless?"


class Died(Stopped):
    """The student's code ended the process it ran in."""

    def __str__(self):
        return "ended Python itself"


@contextlib.contextmanager
def step_limit(function):
    """Raise `Stopped` inside a function when it has taken `MOST_STEPS` steps.

    A step is a line, or an instruction inside a line: `while True: pass` has only one line.
    """
    # All cells of a notebook share one namespace: that tells the student's code from ours.
    namespace = getattr(function, "__globals__", None)
    steps = 0

    def count(frame, event, _):
        nonlocal steps
        if frame.f_globals is not namespace:
            return None
        frame.f_trace_opcodes = True
        steps += 1
        if steps > MOST_STEPS:
            raise Stopped
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


@contextlib.contextmanager
def time_limit():
    """Raise `Stopped` in this thread after `MOST_SECONDS`, and again until it is heard.

    It is heard between two steps of Python, not inside a compiled function.
    """
    thread = ctypes.c_ulong(threading.get_ident())
    over = threading.Event()

    def watch():
        while not over.wait(MOST_SECONDS):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Stopped))

    watcher = threading.Thread(target=watch, daemon=True)
    with contextlib.suppress(RuntimeError):  # Pyodide cannot start a thread
        watcher.start()
    try:
        yield
    finally:
        with contextlib.suppress(Stopped):  # raised here if it comes at the last moment
            over.set()
            if watcher.ident:
                watcher.join()


def in_a_child(work):
    """Return what `work()` returns, done in a copy of this process where that is safe.

    Only Linux copies a process with all its libraries safely; elsewhere the work is done here.

    Raises
    ------
    Stopped
        The copy had no answer in time.
    Died
        It ended without an answer: of a full memory, say.
    """
    if sys.platform != "linux":
        return work()
    import multiprocessing  # Pyodide has it in name only

    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=lambda: sender.send(work()))
    with warnings.catch_warnings():
        # From Python 3.12: a copy has none of the other threads. The work needs none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    sender.close()
    try:
        if not receiver.poll(MOST_SECONDS + 1):  # one second more than `time_limit` has
            raise Stopped
        return receiver.recv()
    except EOFError:
        raise Died from None
    finally:
        child.kill()
        child.join()
        receiver.close()


class Printed(io.TextIOBase):
    """What takes the place of sys.stdout: keeps the beginning, counts the rest."""

    def __init__(self):
        self.beginning = ""
        self.n_lines = 0

    def write(self, text):
        room = MOST_LINES * WIDTH - len(self.beginning)
        self.beginning += text[: max(room, 0)]
        self.n_lines += text.count("\n")
        return len(text)

    def __str__(self):
        """The first lines, each cut to `WIDTH`, and how many more there were."""
        lines = self.beginning.splitlines()[:MOST_LINES]
        more = self.n_lines - len(lines)
        cut = [line if len(line) <= WIDTH else line[: WIDTH - 2] + " …" for line in lines]
        return "\n".join(cut + ([f"… and {pluralize(more, 'more line')}"] if more > 0 else []))


def line_of(error, function):
    """Return where in the student's code an error arose: 'in line 3: return w @ x', or ''."""
    namespace = getattr(function, "__globals__", None)
    frames = traceback.walk_tb(error.__traceback__)
    lines = [(frame, number) for frame, number in frames if frame.f_globals is namespace]
    if not lines:
        return ""
    frame, number = lines[-1]
    line = linecache.getline(frame.f_code.co_filename, number).strip()
    return f"in line {number}: {line}" if line else f"in line {number}"
