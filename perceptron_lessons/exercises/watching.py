"""What a student's function does to its variables: every state, seen while it runs, line by line.

Python calls a function of ours before each line of the student's code (`sys.settrace`). So nothing
has to be changed in that code, a notebook's kernel and a browser's Python do it alike, and a call
that does not end is stopped, without threads or signals.
"""

import copy
import dis
import inspect
import random
import re
import sys
import time
import warnings
from contextlib import redirect_stdout
from functools import cache
from itertools import islice
from numbers import Number
from types import ModuleType

import numpy as np

from perceptron_lessons.exercises.checking import format_error
from perceptron_lessons.exercises.outputs import Printed, line_of

LOOKED = 3_000  # lines of the student's code in which variables are looked at
MOST = 300_000  # lines after which a call is stopped
SECONDS = 20  # of the processor, after which it is stopped: a busy machine may take its time
YIELDED = 5_000  # states that are asked of a generator
MODULES = sys.stdlib_module_names | {"perceptron_core", "perceptron_lessons"}  # not followed
LIBRARIES = re.compile(r"[/\\](site|dist)-packages[/\\]|^<__array")  # files that are not, either
COPIES = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")  # they see variables of others
# What is given for an argument without a default: by its name, a function of the features.
GIVEN = {
    r"epoch|iter|step|pass|^T$": lambda d: 1000,
    r"^(lr|eta|alpha|rate|learn\w*)$|_rate$": lambda d: 1.0,
    r"^w(_?0|s|eights?|_?init)?$|^theta|init": np.zeros,
    r"^b(_?0|ias)?$|tol|thresh": lambda d: 0.0,
    r"n_\w*features|^d$|dim|_size|n_inputs": lambda d: d,
    r"seed|random": lambda d: 0,
}
LABELS = re.compile(r"^(y\w*|t|d|l|labels?|targets?|\w*label\w*|\w*target\w*|\w+_y)$", re.I)
METHODS = ("fit", "train", "learn", "run", "solve")


class Stopped(BaseException):
    """A call has used up its lines. No `except Exception` of the student's catches it.

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


def watch(function, X, y, most=MOST, seed=0):
    """Call a student's function or estimator on data, and return what came of it.

    `most` is the number of lines after which it is stopped, `seed` that of the global random
    numbers.
    """
    d = np.shape(X)[1]
    watched = Watched({1, d, d + 1, len(X)}, most)
    given = {"X": copy.deepcopy(X), "y": copy.deepcopy(y), "w0": np.zeros(d)}
    drawn = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed)
    before = sys.gettrace()
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"), redirect_stdout(Printed()):
            warnings.simplefilter("ignore")
            sys.settrace(watched.enter)
            watched.returned = called(function, given, d)
        watched.ended = True
    except Stopped:
        watched.closed = True
    except (Exception, SystemExit) as error:
        where = line_of(error, getattr(function, "fit", function))
        watched.error = format_error(error) + (f", {where}" if where else "")
    finally:
        watched.closed = True
        sys.settrace(before)
        random.setstate(drawn[0])
        np.random.set_state(drawn[1])
    same = {"X": X, "y": y, "w0": np.zeros(d)}
    watched.changed = [name for name in given if not np.array_equal(given[name], same[name])]
    return watched


def called(function, given, d):
    """Return what a function, a class, an object with a method `fit`, or a method returns."""
    if isinstance(function, type):
        function = call(function, given, d)
    method = next((name for name in METHODS if callable(getattr(function, name, None))), None)
    if method:
        function = getattr(function, method)
    if inspect.ismethod(function):
        function = getattr(copy.deepcopy(function.__self__), function.__name__)
    returned = call(function, given, d)
    if hasattr(returned, "__next__"):
        returned = list(islice(returned, YIELDED))
    owner = getattr(function, "__self__", None)
    return (returned, owner) if owner is not None and returned is not owner else returned


def call(function, given, d):
    """Call a function with the data, and with something fitting for what else it needs."""
    signature = inspect.signature(function)
    needed, data = {}, []
    for name, parameter in signature.parameters.items():
        if parameter.kind == parameter.VAR_POSITIONAL and not data:
            needed[name] = given["X"], given["y"]
        if parameter.default is not parameter.empty or parameter.kind in (2, 4):
            continue
        fitting = [value for names, value in GIVEN.items() if re.search(names, name, re.I)]
        if not fitting or (len(data) == 1 and LABELS.match(name)):
            data.append(name)
        else:
            needed[name] = given["w0"] if fitting[0] is np.zeros else fitting[0](d)
    if len(data) == 1:
        pairs = list(zip(given["X"], given["y"], strict=True))
        needed[data[0]] = d if isinstance(function, type) else pairs
    elif data:
        turn = -1 if LABELS.match(data[0]) and not LABELS.match(data[1]) else 1
        needed |= dict(zip(data[:2][::turn], (given["X"], given["y"]), strict=True))
    arguments = inspect.BoundArguments(signature, needed)
    return function(*arguments.args, **arguments.kwargs)


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
    lines : int
        How many lines of the student's code ran.
    shared : bool
        Whether an object with two names was changed in place.
    changed : list of str
        Which of the arguments X, y, w0 the call has changed.
    closed : bool
        Whether nothing is watched any more.
    """

    def __init__(self, sizes, most):
        self.returned = None
        self.error = ""
        self.ended = False
        self.log = []
        self.lines = 0
        self.shared = False
        self.changed = []
        self.closed = False
        self._sizes = sizes
        self._most = most
        self._until = time.process_time() + SECONDS
        self._now = {}
        self._latest = {}
        self._theirs = {}

    def enter(self, frame, event, arg):
        code = frame.f_code
        if code not in self._theirs:
            # What libraries generate has no file of its own, but a module.
            module = str(frame.f_globals.get("__name__")).split(".")[0]
            library = module in MODULES and not code.co_filename.startswith("<doctest")
            library = library or module.startswith("namedtuple_")
            library = library or LIBRARIES.search(code.co_filename)
            self._theirs[code] = not library and code.co_name not in COPIES
        frame.f_trace_opcodes = self._theirs[code] and may_stand_still(code)
        self._latest[code] = frame
        return self.line if self._theirs[code] else None

    def line(self, frame, event, arg):
        self.lines += 1
        # At other events a generator may be closing, where Python drops what is raised.
        if event in ("line", "opcode") and (
            self.lines > self._most or time.process_time() > self._until
        ):
            raise Stopped(self, frame)
        # A function that has called itself comes back to older variables.
        if self.lines <= LOOKED and self._latest[frame.f_code] is frame:
            self.look(frame)
        return self.line

    def look(self, frame):
        names = {}
        for key, value in leaves(frame.f_locals, f"{frame.f_code.co_name}."):
            numbers = as_numbers(value, self._sizes)
            if numbers is not None and self._now.get(key) != numbers:
                self.log.append((self.lines, key, numbers))
                known = key in self._now
                self._now[key] = numbers
                self.shared |= known and names.get(id(value), key) != key and len(numbers) > 1
            names.setdefault(id(value), key)


@cache
def may_stand_still(code):
    """Return whether there is a `while True: pass`, which never comes to another line."""
    return any(
        step.opname.startswith("JUMP_BACKWARD") and step.argval == step.offset
        for step in dis.get_instructions(code)
    )


def leaves(variables, scope, depth=2):
    """Yield the variables with their names; what an object or a dictionary holds as 'w.name'."""
    for name, value in list(variables.items()):
        inner = value if isinstance(value, dict) else getattr(value, "__dict__", None)
        if inner and depth and not isinstance(value, (type, ModuleType)):
            owner = type(value).__name__ if name == "self" else f"{scope}{name}"
            yield from leaves(inner, f"{owner}.", depth - 1)
        else:
            yield f"{scope}{name}", value


def as_numbers(value, sizes):
    """Return what a variable holds as a tuple of floats, if it holds so many numbers; else None."""
    try:
        if isinstance(value, Number) and not isinstance(value, (bool, complex)):
            return (float(value),)
        if isinstance(value, (list, tuple)) and 0 < len(value) <= max(sizes):
            value = np.asarray(value)
        if isinstance(value, np.ndarray) and value.size in sizes and value.dtype.kind in "iufO":
            return tuple(value.astype(float).ravel().tolist())
    except (TypeError, ValueError, OverflowError):
        pass
    return None
