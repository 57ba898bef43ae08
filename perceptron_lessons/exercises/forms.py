"""The forms in which a reader's perceptron may want its data, and the call itself."""

import copy
import inspect
import re
from dataclasses import dataclass
from functools import cache
from itertools import islice, product

import numpy as np

from perceptron_core import Dataset

YIELDED = 5_000  # states that are asked of a generator
# What is given for an argument without a default: by its name, a function of the features.
GIVEN = {
    r"epoch|iter|step|pass|^T$|max": lambda d: 1000,
    r"^(lr|eta|alpha|rate|learn\w*)$|_rate$": lambda d: 1.0,
    r"^w(_?0|s|eights?|_?init)?$|^theta|init": np.zeros,
    r"(?-i:^b)(_?0|ias)?$|tol|thresh": lambda d: 0.0,
    r"n_\w*features|(?-i:^d$)|dim|_size|n_inputs": lambda d: d,
    r"seed|random": lambda d: 0,
}
LABELS = re.compile(r"^(y\w*|t|d|l|labels?|targets?|\w*label\w*|\w*target\w*|\w+_y)$", re.I)
INPUTS = re.compile(r"^(n|d|dim)$|inputs|features|(in|input)_?(size|dim)$", re.I)
METHODS = ("fit", "train", "learn", "run", "solve")
PASSES = re.compile(r"epoch|iter|pass|max|^T$", re.I)
CLASSES = re.compile(r"pos|neg|plus|minus", re.I)  # in the names of two lists of samples
MANY = 1000  # passes, where a default allows fewer
CONVENTIONS = (-1, 1), (0, 1)  # of the two labels
COLUMNS = ("columns", "columns, labels")  # styles
TWO_LISTS = "two lists"
NAMED_LISTS = "positives, negatives"
APART = (NAMED_LISTS, TWO_LISTS)
FEATURES = ("x1", "x2")  # the names of features, where samples are dictionaries


@dataclass(frozen=True)
class Form:
    """A way to hand over samples and labels.

    Attributes
    ----------
    style : str
        "samples, labels" (or pairs, where one argument takes the data); "rows" with the label last;
        "columns", with a row of labels; "columns, labels" with plain ones; "labels in a column";
        "positives, negatives", two lists without labels, and "two lists", whose names do not say
        which has which; "records", dictionaries with the label; "dictionaries, labels", in pairs.
    labels : tuple
        The two labels, the negative one first.
    listed : bool
        Whether lists are given instead of arrays.
    passes : int
        Given in place of a default number of passes that is smaller.
    """

    style: str = "samples, labels"
    labels: tuple = (-1, 1)
    listed: bool = False
    passes: int = 0

    @property
    def zero_one(self):
        return self.labels == (0, 1)

    @property
    def is_rare(self):
        """Whether nothing but a perceptron is looked for in this form."""
        return self.labels not in CONVENTIONS or self.style in ("columns, labels", TWO_LISTS)

    def arrange(self, dataset):
        """Return a dataset with its samples in the order in which this form has them, or None."""
        if self.style in ("records", "dictionaries, labels") and dataset.X.shape[1] != 2:
            return None
        if self.style not in APART:
            return dataset
        order = np.argsort(-dataset.y * self.labels[1], kind="stable")
        return Dataset(dataset.X[order], dataset.y[order], dataset.name)

    def data(self, dataset):
        """Return X and y of a dataset in this form, as fresh objects."""
        X = np.array(dataset.X, dtype=float)
        y = np.array([self.labels[int(label > 0)] for label in dataset.y])
        if self.style in COLUMNS:
            X = X.T.copy()
        if self.style == "columns":
            y = y.reshape(1, -1)
        if self.style == "labels in a column":
            y = y.reshape(-1, 1)
        if self.style in APART:
            X, y = (X[dataset.y * self.labels[1] * sign > 0] for sign in (1, -1))
        return (X.tolist(), y.tolist()) if self.listed else (X, y)

    def rows(self, X, y, target):
        """Return samples and labels as one table, as pairs, or as dictionaries."""
        if self.style == "rows":
            table = np.column_stack([X, y])
            return table.tolist() if self.listed else table
        if self.style == "records":
            return [
                dict(zip((*FEATURES, target), (*x, t), strict=True))
                for x, t in zip(X, y, strict=True)
            ]
        if self.style == "dictionaries, labels":
            X = [dict(zip(FEATURES, x, strict=True)) for x in X]
        return list(zip(X, y, strict=True))

    def __str__(self):
        if self.style in APART:
            return self.style
        labels = {(-1, 1): "±1", (0, 1): "0/1"}.get(self.labels, "{}/{}".format(*self.labels))
        return f"{self.style}, labels {labels}" + (", as lists" if self.listed else "")


STYLES = [
    *product(("samples, labels", "rows"), (False, True)),
    *((style, False) for style in COLUMNS),
    ("labels in a column", False),
]
FORMS = [Form(style, pair, listed) for style, listed in STYLES for pair in ((-1, 1), (0, 1))]
DICTIONARIES = [
    Form(style, pair, listed=True)
    for style in ("records", "dictionaries, labels")
    for pair in ((-1, 1), (0, 1))
]
RARE = [Form(labels=(2, 1)), Form(labels=(1, 2))]
CLASSES_APART = Form(NAMED_LISTS, listed=True)
UNNAMED = [
    Form(TWO_LISTS, labels, listed) for listed in (True, False) for labels in ((-1, 1), (1, -1))
]


def forms_of(function, told=None):
    """Return the forms in which a function may want its data, the likeliest first.

    First come those with the two labels that it is told to take, if its words do tell.
    """
    parameters = parameters_of(function)
    needed = [p.name for p in parameters if p.default is p.empty]
    named = [p.default for p in parameters if isinstance(p.default, str)]
    apart = [CLASSES_APART] if sum(map(bool, map(CLASSES.search, needed))) > 1 else []
    strings = [Form(labels=("another", name)) for name in named]
    known = sorted([*FORMS, *DICTIONARIES], key=lambda form: bool(told) and form.labels != told)
    return [*apart, *known, *strings, *RARE, *UNNAMED]


def has_a_limit(function):
    """Return whether a caller can ask for more passes than a default allows."""
    parameters = parameters_of(function)
    if isinstance(function, type):
        parameters += inspect.signature(function).parameters.values()
    return any(allows_few(p, MANY) for p in parameters)


def allows_few(parameter, many):
    default = parameter.default
    return type(default) is int and default < many and bool(PASSES.search(parameter.name))


def parameters_of(function):
    """Return the parameters of a function, or of the method that a class or an object trains by."""
    try:
        name = method_of(function)
        called = getattr(function, name) if name else function
        return list(inspect.signature(called).parameters.values())
    except Exception:  # what cannot be called, or a property of the reader's that raises
        return []


def method_of(value):
    """Return the name of the method of a class or an object that takes samples and labels."""
    known = [name for name in METHODS if callable(getattr(value, name, None))]
    if known or inspect.isroutine(value):
        return known[0] if known else None
    kind = value if isinstance(value, type) else type(value)
    others = [
        name
        for name, method in vars(kind).items()
        if inspect.isfunction(method) and not name.startswith("_") and n_needed(method) == 3
    ]
    return others[0] if others else None


def n_needed(function):
    parameters = inspect.signature(function).parameters.values()
    return sum(p.default is p.empty and p.kind not in (2, 4) for p in parameters)


def call(function, form, X, y, w0):
    """Return what a function, a class, an object with a method `fit`, or a method returns.

    With a method comes its object, where that is not what the method returns.
    """
    if isinstance(function, type):
        function = call_with(function, form, X, y, w0)
    method = method_of(function)
    if method:
        function = getattr(function, method)
    if inspect.ismethod(function):
        function = getattr(copy.deepcopy(function.__self__), function.__name__)
    returned = call_with(function, form, X, y, w0)
    if hasattr(returned, "__next__"):
        returned = list(islice(returned, YIELDED))
    owner = getattr(function, "__self__", None)
    return (returned, owner) if owner is not None and returned is not owner else returned


def call_with(function, form, X, y, w0):
    """Call a function with the data, and with something fitting for what else it needs."""
    signature = inspect.signature(function)
    values, places = {}, []
    is_class = isinstance(function, type)
    for name, parameter in signature.parameters.items():
        if parameter.kind == parameter.VAR_POSITIONAL and not places:
            values[name] = X, y
        default = parameter.default
        if default is not parameter.empty or parameter.kind in (2, 4):
            if allows_few(parameter, form.passes):
                values[name] = form.passes
            if is_class and type(default) is int and default in (2, 3) and INPUTS.search(name):
                values[name] = default + len(w0) - 2  # with the constant or without it
            continue
        fitting = given_for(name)
        if not fitting or (len(places) == 1 and LABELS.match(name)):
            places.append(name)
        else:
            values[name] = w0 if fitting[0] is np.zeros else fitting[0](len(w0))
    wants_data = len(places) > 1 and any(map(LABELS.match, places))
    if is_class and not wants_data:
        values.update(dict.fromkeys(places, len(w0)))
    elif places:
        texts = [p.default for p in signature.parameters.values() if isinstance(p.default, str)]
        values.update(data_in_places(form, X, y, places, [*texts, "label"][0]))
    arguments = inspect.BoundArguments(signature, values)
    return function(*arguments.args, **arguments.kwargs)


@cache
def given_for(name):
    return [make for names, make in GIVEN.items() if re.search(names, name, re.I)]


def data_in_places(form, X, y, places, target):
    """Return the data by the names of the parameters that take them."""
    if len(places) == 1:
        return {places[0]: form.rows(X, y, target)}
    if form.style in ("rows", "records", "dictionaries, labels"):
        raise TypeError("it takes samples and labels as two arguments")
    first_is_labels = LABELS.match(places[0]) and not LABELS.match(places[1])
    if form.style == NAMED_LISTS:
        first_is_labels = re.search("neg|minus", places[0], re.I)
    if form.style == TWO_LISTS:
        first_is_labels = False
    data = (y, X) if first_is_labels else (X, y)
    # X_train, y_train, X_test, y_test
    return {name: data[turn % 2] for turn, name in enumerate(places)}
