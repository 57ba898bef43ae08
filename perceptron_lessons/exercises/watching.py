"""What a reader's function does to its variables: every state, seen while it runs, line by line.

Python calls a function of ours before each line of the reader's code (`sys.settrace`). So nothing
has to be changed in that code, a notebook's kernel and a browser's Python do it alike, and a call
that does not end is stopped, without threads or signals.
"""

import dis
import io
import os
import random
import re
import sys
import time
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from numbers import Number
from operator import is_
from types import BuiltinFunctionType, FunctionType, GeneratorType, ModuleType, NoneType

import numpy as np

from perceptron_lessons.exercises.checking import format_error
from perceptron_lessons.exercises.forms import FEATURES, call, call_with
from perceptron_lessons.exercises.outputs import Printed, line_of

LOOKED = 3_000  # lines of a run after which its variables are looked at now and then only
STILL = 800  # lines without new weights, after which it is the same
SELDOM = 64  # so many lines are then between two looks
MOST = 300_000  # lines of one run
ASKED = 20_000  # lines in which an object predicts labels
LINES = 1_500_000  # lines of all runs for one answer
MODULES = sys.stdlib_module_names | {"perceptron_core", "perceptron_lessons"}  # not followed
SHARED = (random, np, np.random, np.linalg, time)  # a reader may put other functions there
LIBRARIES = re.compile(r"[/\\](site|dist)-packages[/\\]|^<__array")  # files that are not, either
COORDINATE = re.compile(r"(.*\.(w|theta|weights?)[._]?)\d$")  # w1, w2, …
NO_NUMBERS = {bool, str, NoneType, FunctionType, range, set, np.bool_, zip, enumerate}
NO_NUMBERS |= {BuiltinFunctionType, GeneratorType, ModuleType, np.random.Generator}
PLAIN = NO_NUMBERS | {int, float, list, np.ndarray, np.float64, np.int64}  # nothing to look into
EXACT = {float, int, np.float64, np.int64}  # what `float` makes of them is what numpy does
ITEMS = ".items"  # after the name of a dictionary: all that it holds, in its order
HOLDERS = (list, tuple, dict, np.ndarray)
COPIES = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")  # they see variables of others


class Budget:
    """How many lines and seconds of the processor are left for one answer."""

    def __init__(self, seconds, lines=LINES):
        self.lines = lines
        self.until = time.process_time() + seconds

    def is_spent(self):
        return self.lines <= 0 or time.process_time() > self.until


class Stopped(BaseException):
    """A call has used up its lines. No `except Exception` of the reader's catches it.

    Python ends the tracing where a tracer raises. So where a bare `except` has swallowed this
    exception, and drops it, tracing begins again, to raise at the next line.
    """

    def __init__(self, watched, frame):
        self.watched = watched
        self.frame = frame

    def __del__(self):
        if not self.watched.closed:
            self.frame.f_trace = self.watched.line
            sys.settrace(self.watched.enter)


@contextmanager
def shelter(seed):
    """Keep what is printed, asked for and drawn at random from leaving a mark outside."""
    states = random.getstate(), np.random.get_state()
    tracer, stdin, depth = sys.gettrace(), sys.stdin, sys.getrecursionlimit()
    folder = os.getcwd()
    contents = [(vars(module), dict(vars(module))) for module in SHARED]
    random.seed(seed)
    np.random.seed(seed)
    sys.stdin = io.StringIO()
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            with redirect_stdout(Printed()), redirect_stderr(Printed()):
                yield
    finally:
        sys.settrace(tracer)
        for now, before in contents:
            if not all(map(is_, before.values(), map(now.get, before))):
                now.update(before)
        os.chdir(folder)
        sys.stdin = stdin
        sys.setrecursionlimit(depth)
        random.setstate(states[0])
        np.random.set_state(states[1])


def watch(function, form, dataset, budget, most=MOST, seed=0, looked=LOOKED):
    """Call a reader's function or estimator on a dataset, and return what came of it.

    Parameters
    ----------
    function : callable, class or object
    form : Form
    dataset : Dataset
    budget : Budget
        Shared by all runs for one answer.
    most : int
        The number of lines after which this run is stopped.
    seed : int
        That of the global random numbers.
    looked : int
        After how many lines it is looked at now and then only.

    Returns
    -------
    Watched
    """
    n, d = dataset.X.shape
    sizes = {1, d, d + 1, n, 2 * d, 2 * (d + 1)}  # of numbers, w, w with b, counts, two of w
    watched = Watched(sizes, min(most, budget.lines), budget.until)
    watched.looked = looked
    X, y = form.data(dataset)
    w0 = np.zeros(d)
    follow_call(watched, lambda: call(function, form, X, y, w0), seed, function)
    budget.lines -= watched.lines
    same = (*form.data(dataset), np.zeros(d))
    names = zip(("X", "y", "w0"), (X, y, w0), same, strict=True)
    watched.changed = [name for name, after, before in names if not np.array_equal(after, before)]
    return watched


def follow_call(watched, called, seed, function):
    """Call what is the reader's, sheltered and watched, and keep what comes of it."""
    try:
        with shelter(seed):
            sys.settrace(watched.enter)
            watched.returned = called()
            watched.closed = True
            sys.settrace(None)
        watched.ended = True
    except Stopped:
        watched.closed = True
    except BaseException as error:
        if is_a(error, KeyboardInterrupt) and not is_raised_by_code(error):
            raise
        watched.error = words_of_error(error, function)
    finally:
        watched.closed = True


def answered(called, budget):
    """Return what a call of the reader's code returns; None if it raises, or does not end."""
    watched = Watched(set(), min(ASKED, budget.lines), budget.until)
    watched.looked = 0
    follow_call(watched, called, 0, called)
    budget.lines -= watched.lines
    return watched.returned


def is_raised_by_code(error):
    """Return whether a `raise` has raised an error, and not a key that was pressed."""
    end = error.__traceback__
    while end.tb_next:
        end = end.tb_next
    steps = dis.get_instructions(end.tb_frame.f_code)
    return any(s.offset == end.tb_lasti and s.opname == "RAISE_VARARGS" for s in steps)


def words_of_error(error, function):
    """Return an error of the reader's code in words, with the line where it arose."""
    try:
        where = line_of(error, function)
        return format_error(error) + (f", {where}" if where else "")
    except Exception:  # an error whose own text raises
        return type(error).__name__


class Watched:
    """What came of a call; its `enter`, for `sys.settrace`, looks at the variables line by line.

    Attributes
    ----------
    returned : object
        What it returned; of a method that returns nothing, the object.
    error : str
        What it raised, or "".
    ended : bool
        Whether it came to an end by itself.
    log : list of (int, str, tuple of float)
        Each change of a variable that holds as many numbers as weights do: line, name, numbers.
    lines, looked : int
        How many lines of the reader's code ran, and how many of them were looked at one by one.
    shared : set of str
        The names of objects that were changed in place while they had two.
    final : dict of str to tuple of float
        The variables where the function ended that was called.
    changed : list of str
        Which of the arguments X, y, w0 the call has changed.
    closed : bool
        Whether nothing is watched any more.
    """

    def __init__(self, sizes, most, until):
        self.returned = None
        self.error = ""
        self.ended = False
        self.log = []
        self.lines = 0
        self.looked = LOOKED
        self.shared = set()
        self.final = {}
        self.changed = []
        self.closed = False
        self._sizes = sizes
        self._most = most
        self._until = until
        self._next = 0  # the line at which there is something to do
        self._news = 0  # the line at which a variable last had numbers that it never had before
        self._now = {}
        self._last = {}  # by name, numbers that cannot change in place
        self._had = {}
        self._latest = {}
        self._codes, self._theirs, self._still = [], {}, set()
        self._names = {}
        self._line = self.line

    def enter(self, frame, event, arg):
        code = frame.f_code
        is_theirs = self._theirs.get(id(code))
        if is_theirs is None:
            self._codes.append(code)  # so that no other has its id
            # What libraries generate has no file of its own, but a module.
            module = str(frame.f_globals.get("__name__")).split(".")[0]
            library = module in MODULES and not code.co_filename.startswith("<doctest")
            library = library or module.startswith("namedtuple_")
            library = library or LIBRARIES.search(code.co_filename)
            is_theirs = self._theirs[id(code)] = not library and code.co_name not in COPIES
            if is_theirs and may_stand_still(code):
                self._still.add(id(code))
        if not is_theirs:
            return None
        if id(code) in self._still:
            frame.f_trace_opcodes = True
        self._latest[id(code)] = frame
        return self._line

    def line(self, frame, event, arg):
        self.lines = lines = self.lines + 1
        if event == "return" and frame.f_back.f_code is call_with.__code__:
            # A function that has called itself comes back to older variables.
            self.final = self.look(frame, True) if self._latest[id(frame.f_code)] is frame else {}
        if lines < self._next:
            return self._line
        # At other events a generator may be closing, where Python drops what is raised.
        if event in ("line", "opcode") and self.is_spent():
            raise Stopped(self, frame)
        if self._latest[id(frame.f_code)] is frame:
            self.look(frame)
            if event == "return" and self._theirs.get(id(frame.f_back.f_code)):
                self.look_at_return(frame, arg)
        if lines > self.looked or lines - self._news > STILL:
            self.looked = min(self.looked, lines)
            self._next = lines + SELDOM
        return self._line

    def is_spent(self):
        # The clock of the processor is asked as seldom as that.
        asked = self.lines > self.looked or self.lines % SELDOM == 0
        return self.lines > self._most or (asked and time.process_time() > self._until)

    def look(self, frame, is_end=False):
        """Note the numbers of the variables; at the end of a call, return them all."""
        first_names, found, now, last = {}, {}, self._now, self._last
        scope = self._names.setdefault(id(frame.f_code), {})
        for name, value in plain_or_inner(frame.f_locals):
            key = scope.get(name)
            if last.get(key) is value and not is_end:  # a number that was seen already
                continue
            numbers = as_numbers(value, self._sizes)
            if numbers is None:
                continue
            if key is None:
                key = scope[name] = name_of(name, frame)
            if now.get(key) != numbers:
                self.note(key, numbers, first_names.get(id(value)))
            if len(numbers) > 1:
                first_names.setdefault(id(value), key)
            elif type(value) in EXACT:
                last[key] = value
            if is_end:
                found[key] = numbers
        return found

    def look_at_return(self, frame, value):
        """Take what a function returns for the new numbers of its first argument of that size.

        So does `functools.reduce`, which gives it no name.
        """
        numbers = as_numbers(value, self._sizes)
        scope, code = self._names[id(frame.f_code)], frame.f_code
        for name in code.co_varnames[: code.co_argcount] if numbers else ():
            key = scope.get(name)
            if len(numbers) > 1 and len(self._now.get(key, ())) == len(numbers):
                self.note(key, numbers, None)
                break

    def note(self, key, numbers, other_name):
        """Keep the numbers of a variable if they have changed."""
        if self._now.get(key) == numbers:
            return
        if key in self._now and other_name and len(numbers) > 1:
            self.shared |= {key, other_name}
        self._now[key] = numbers
        self._last.pop(key, None)
        self.log.append((self.lines, key, numbers))
        if len(numbers) > 1 or COORDINATE.match(key):
            had = self._had.setdefault(key, set())
            if numbers not in had:
                had.add(numbers)
                self._news = self.lines


@cache
def may_stand_still(code):
    """Return whether there is a `while True: pass`, which never comes to another line."""
    return any(
        step.opname.startswith("JUMP_BACKWARD") and step.argval == step.offset
        for step in dis.get_instructions(code)
    )


def name_of(name, frame):
    """Return the name of a variable with its function, or of an attribute with its class."""
    parts = name.split(".")
    if parts[0] == "self" and len(parts) > 1:
        return ".".join([type(frame.f_locals["self"]).__name__, *parts[1:]])
    return f"{frame.f_code.co_name}.{name}"


def plain_or_inner(variables):
    """Yield what `leaves` does, but for what holds no numbers; this is where the time goes."""
    for name, value in list(variables.items()):
        kind = type(value)
        if kind in NO_NUMBERS:
            continue
        if kind in PLAIN:
            yield name, value
        else:
            yield from leaves({name: value})


def leaves(variables, scope="", depth=2):
    """Yield the variables with their names; what an object or a dictionary holds as 'w.name'."""
    for name, value in list(variables.items()):
        inner = None
        if type(value) not in PLAIN:
            inner = dict(dict.items(value)) if is_a(value, dict) else attributes(value)
            if is_a(value, dict) and (not inner or any(feature in inner for feature in FEATURES)):
                # Weights by the name of their feature; of a `defaultdict` some may be missing.
                # A reader may have these names for other features: as x0, x1, x2.
                if inner and not any(is_a(part, HOLDERS) for part in inner.values()):
                    yield f"{scope}{name}{ITEMS}", list(inner.values())
                yield f"{scope}{name}", [inner.pop(feature, 0.0) for feature in FEATURES]
            elif is_a(value, dict) and not any(is_a(part, HOLDERS) for part in inner.values()):
                yield f"{scope}{name}{ITEMS}", list(inner.values())
        if inner and depth and not is_a(value, (type, ModuleType)):
            yield from leaves(inner, f"{scope}{name}.", depth - 1)
        else:
            yield f"{scope}{name}", value


def is_a(value, kinds):
    """Return whether a value is of one of these kinds, without asking the value itself."""
    return issubclass(type(value), kinds)


def attribute(value, name):
    """Return an attribute of a reader's object, or None where there is none or it raises."""
    try:
        return getattr(value, name, None)
    except Exception:
        return None


def attributes(value):
    """Return by name what an object holds, in its slots too, or a tuple of weights and offset."""
    try:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return value._asdict()
        if isinstance(value, tuple):
            has_vector = any(isinstance(part, (list, tuple, np.ndarray)) for part in value)
            return {str(k): part for k, part in enumerate(value)} if has_vector else None
        inner = getattr(value, "__dict__", None)
        slots = getattr(type(value), "__slots__", ())
        slots = (slots,) if isinstance(slots, str) else slots
        if isinstance(value, (np.ndarray, Number)) or isinstance(inner, dict) or not slots:
            return inner if isinstance(inner, dict) else None
        return {name: getattr(value, name) for name in slots if hasattr(value, name)}
    except Exception:  # a property of the reader's that raises
        return None


def may_fit(values, sizes):
    """Return whether a list may be one of the sizes, as far as its first item tells."""
    if not 0 < len(values) <= max(sizes):
        return False
    first = values[0]
    if type(first) not in (list, tuple) or not first:
        return True
    if EXACT.issuperset(map(type, first)):
        return len(values) * len(first) in sizes
    # A vector beside a number, as in a pair of a sample and its label, makes no array.
    vectors = sum(type(part) in (list, tuple) for part in first)
    vectors += sum(type(part) is np.ndarray and part.ndim > 0 for part in first)
    return vectors in (0, len(first)) or not EXACT.intersection(map(type, first))


def as_numbers(value, sizes):
    """Return what a variable holds as a tuple of floats, if it holds so many numbers; else None."""
    kind = type(value)
    if kind in NO_NUMBERS:
        return None
    try:
        if kind in EXACT:
            return (float(value),)
        if kind is np.ndarray and value.size not in sizes:
            return None
        if kind is np.ndarray and value.dtype.char in "dl":
            return tuple(map(float, value.ravel().tolist()))
        if isinstance(value, (list, tuple)) and not may_fit(value, sizes):
            return None
        if kind is list and EXACT.issuperset(map(type, value)):
            return tuple(map(float, value)) if len(value) in sizes else None
        if isinstance(value, (list, tuple, np.ndarray)):
            value = np.asarray(value)  # not the matrix that an np.matrix is
            fits = value.size in sizes and value.dtype.kind in "iufO"
            return tuple(value.astype(float).ravel().tolist()) if fits else None
        if isinstance(value, Number) and not isinstance(value, complex):
            return (float(value),)
    except Exception:  # numbers of the reader's own kind may raise anything
        pass
    return None
