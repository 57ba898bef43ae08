"""What a student's function does to its variables: every state, seen while it runs, line by line.

Python calls a function of ours before each line of the student's code (`sys.settrace`). So nothing
has to be changed in that code, a notebook's kernel and a browser's Python do it alike, and a call
that does not end is stopped after a number of lines.
"""

import copy
import inspect
import random
import re
import sys
import sysconfig
import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import islice
from numbers import Number
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from perceptron_lessons.exercises.checking import format_error
from perceptron_lessons.exercises.outputs import Printed, line_of

LOOKED = 3_000  # lines of the student's code in which variables are looked at
MOST = 300_000  # lines after which a call is stopped
YIELDED = 5_000  # states that are asked of a generator
OURS = Path(__file__).parents[1]
LIBRARIES = (
    *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")),
    *(str(OURS.with_name(name)) for name in ("perceptron_core", "perceptron_lessons")),
    "<frozen",
    "<__array",
)
GENERATED = ("perceptron_", "namedtuple_")
COPIES = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")  # they see variables of others
# What is given for an argument without a default: by its name, a function of the features.
GIVEN = {
    r"epoch|iter|step|pass|^T$": lambda d: 1000,
    r"^(lr|eta|alpha|rate|learn\w*)$|_rate$": lambda d: 1.0,
    r"^w(_?0|s|eights?|_?init)?$|^theta|init": lambda d: np.zeros(d),
    r"^b(_?0|ias)?$|tol|thresh": lambda d: 0.0,
    r"n_\w*features|^d$|dim": lambda d: d,
    r"seed|random": lambda d: 0,
}
START = re.compile(r"^w(_?0|s|eights?|_?init)?$|^theta", re.I)
LABELS = re.compile(r"^(y\w*|t|d|l|labels?|targets?|\w*label\w*|\w*target\w*|\w+_y)$", re.I)
METHODS = ("fit", "train", "learn", "run", "solve")


class Stopped(BaseException):
    """A call has used up its lines. No `except Exception` of the student's catches it."""


@dataclass
class Watched:
    """What came of a call.

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
    shared : set of frozenset of str
        Names of one object that was changed in place.
    changed : list of str
        Which of the arguments X, y, w0 the call has changed.
    """

    returned: Any = None
    error: str = ""
    ended: bool = False
    log: Any = ()
    lines: int = 0
    shared: Any = frozenset()
    changed: Any = ()


def watch(function, X, y, most=MOST, start=None, seed=0):
    """Call a student's function or estimator on data, and return what came of it.

    `most` is the number of lines after which it is stopped, `start` a w0 to begin with if the
    function takes one, `seed` that of the global random numbers.
    """
    columns = np.shape(X)[1]
    log = Log({columns, columns + 1, len(X)}, most)
    watched = Watched(log=log.entries, shared=log.shared)
    given = {"X": copy.deepcopy(X), "y": copy.deepcopy(y), "w0": start}
    drawn = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed)
    before = sys.gettrace()
    student = getattr(function, "__func__", function)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"), redirect_stdout(Printed()):
            warnings.simplefilter("ignore")
            sys.settrace(log.enter)
            watched.returned = called(function, given, columns)
        watched.ended = True
    except Stopped:
        pass
    except (Exception, SystemExit) as error:
        where = line_of(error, getattr(student, "fit", student))
        watched.error = format_error(error) + (f", {where}" if where else "")
    finally:
        sys.settrace(before)
        watched.lines = log.lines
        random.setstate(drawn[0])
        np.random.set_state(drawn[1])
    same = {"X": X, "y": y, "w0": None if start is None else np.zeros(len(start))}
    watched.changed = [name for name in given if not np.array_equal(given[name], same[name])]
    return watched


def called(function, given, columns):
    """Return what a function, a class, an object with a method `fit`, or a method returns."""
    if isinstance(function, type):
        function = call(function, given, columns)
    elif inspect.ismethod(function):
        function = getattr(copy.deepcopy(function.__self__), function.__name__)
    method = next((name for name in METHODS if callable(getattr(function, name, None))), None)
    if method:
        function = getattr(copy.deepcopy(function), method)
    returned = call(function, given, columns)
    if hasattr(returned, "__next__"):
        returned = list(islice(returned, YIELDED))
    owner = getattr(function, "__self__", None)
    return (returned, owner) if owner is not None and returned is not owner else returned


def call(function, given, columns):
    """Call a function with the data, and with something fitting for what else it needs."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return function(given["X"], given["y"])
    found = {}
    data = []
    for parameter in parameters:
        name = parameter.name
        if (
            START.search(name)
            and given["w0"] is not None
            and (parameter.default is parameter.empty or parameter.default is None)
        ):
            found[name] = given["w0"]
        elif parameter.default is parameter.empty and parameter.kind not in (2, 4):
            fitting = [value for names, value in GIVEN.items() if re.search(names, name, re.I)]
            if isinstance(function, type) and re.search("size|features|inputs|^n$", name, re.I):
                fitting = [lambda d: d]
            needed = fitting[0](columns) if fitting and len(data) != 1 else None
            found.update({name: needed} if needed is not None else {})
            data += [name] if needed is None else []
    if len(data) == 1 and not isinstance(function, type):
        found[data[0]] = list(zip(given["X"], given["y"], strict=True))
    elif data:
        swapped = LABELS.match(data[0]) and not LABELS.match(data[1])
        X, labels, *_ = [data[1], data[0]] if swapped else data
        found |= {X: given["X"], labels: given["y"]}
    positional = [found.pop(p.name) for p in parameters if p.name in found and p.kind == 0]
    if any(p.kind == 2 for p in parameters) and not data:
        positional = [given["X"], given["y"]]
    return function(*positional, **found)


class Log:
    """What `sys.settrace` calls: it looks at the variables before each line, and counts lines."""

    def __init__(self, sizes, most):
        self.entries = []
        self.shared = set()
        self._sizes = sizes | {1}
        self._most = most
        self.lines = 0
        self._now = {}
        self._latest = {}
        self._theirs = {}

    def enter(self, frame, event, arg):
        code = frame.f_code
        if code not in self._theirs:
            # What libraries generate has no file of its own, but a module.
            module = str(frame.f_globals.get("__name__")).split(".")[0]
            generated = code.co_filename == "<string>" and module.startswith(GENERATED)
            library = generated or module in sys.stdlib_module_names
            library = library or code.co_filename.startswith(LIBRARIES)
            self._theirs[code] = not library and code.co_name not in COPIES
        self._latest[code] = frame
        return self.line if self._theirs[code] else None

    def line(self, frame, event, arg):
        self.lines += 1
        # At other events a generator may be closing, where Python drops what is raised.
        if self.lines > self._most and event == "line":
            raise Stopped
        # A function that has called itself comes back to older variables.
        if self.lines <= LOOKED and self._latest[frame.f_code] is frame:
            self.look(frame)
        return self.line

    def look(self, frame):
        names = {}
        for key, value in leaves(frame.f_locals, f"{frame.f_code.co_name}."):
            numbers = as_numbers(value, self._sizes)
            if numbers is None:
                continue
            other = names.setdefault(id(value), key) if len(numbers) > 1 else key
            if self._now.get(key) != numbers:
                if other != key and key in self._now:
                    self.shared.add(frozenset((key, other)))
                self._now[key] = numbers
                self.entries.append((self.lines, key, numbers))


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
            return (float(value),) if 1 in sizes else None
        if isinstance(value, (list, tuple)) and 0 < len(value) <= max(sizes):
            value = np.asarray(value)
        if isinstance(value, np.ndarray) and value.size in sizes and value.dtype.kind in "iufO":
            return tuple(value.astype(float).ravel().tolist())
    except (TypeError, ValueError, OverflowError):
        pass
    return None
