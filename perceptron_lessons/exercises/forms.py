"""The forms in which a reader's perceptron may want its data, and the call itself."""

import copy
import inspect
import re
from dataclasses import dataclass
from itertools import islice

import numpy as np

YIELDED = 5_000  # states that are asked of a generator
# What is given for an argument without a default: by its name, a function of the features.
GIVEN = {
    r"epoch|iter|step|pass|^T$|max": lambda d: 1000,
    r"^(lr|eta|alpha|rate|learn\w*)$|_rate$": lambda d: 1.0,
    r"^w(_?0|s|eights?|_?init)?$|^theta|init": np.zeros,
    r"^b(_?0|ias)?$|tol|thresh": lambda d: 0.0,
    r"n_\w*features|^d$|dim|_size|n_inputs": lambda d: d,
    r"seed|random": lambda d: 0,
}
LABELS = re.compile(r"^(y\w*|t|d|l|labels?|targets?|\w*label\w*|\w*target\w*|\w+_y)$", re.I)
METHODS = ("fit", "train", "learn", "run", "solve")


@dataclass(frozen=True)
class Form:
    """A way to hand over samples and labels.

    Attributes
    ----------
    style : str
        "samples, labels" (or pairs, where one argument takes the data); "rows" with the label last;
        "columns", with a row of labels; "labels in a column".
    zero_one : bool
        Whether the labels are 0 and 1 instead of −1 and +1.
    listed : bool
        Whether lists are given instead of arrays.
    """

    style: str = "samples, labels"
    zero_one: bool = False
    listed: bool = False

    def data(self, dataset):
        """Return X and y of a dataset in this form, as fresh objects."""
        X = np.array(dataset.X, dtype=float)
        y = (dataset.y + 1) // 2 if self.zero_one else np.array(dataset.y)
        if self.style == "columns":
            X, y = X.T.copy(), y.reshape(1, -1)
        if self.style == "labels in a column":
            y = y.reshape(-1, 1)
        return (X.tolist(), y.tolist()) if self.listed else (X, y)

    def rows(self, X, y):
        """Return samples and labels as one table, or as pairs."""
        if self.style != "rows":
            return list(zip(X, y, strict=True))
        table = np.column_stack([X, y])
        return table.tolist() if self.listed else table

    def __str__(self):
        labels = "0/1" if self.zero_one else "±1"
        return f"{self.style}, labels {labels}" + (", as lists" if self.listed else "")


FORMS = [
    Form(),
    Form(zero_one=True),
    Form(listed=True),
    Form(zero_one=True, listed=True),
    Form("rows"),
    Form("rows", zero_one=True),
    Form("rows", listed=True),
    Form("rows", zero_one=True, listed=True),
    Form("columns"),
    Form("columns", zero_one=True),
    Form("labels in a column"),
    Form("labels in a column", zero_one=True),
]


def call(function, form, X, y, w0):
    """Return what a function, a class, an object with a method `fit`, or a method returns.

    With a method comes its object, where that is not what the method returns.
    """
    if isinstance(function, type):
        function = call_with(function, form, X, y, w0)
    method = next((name for name in METHODS if callable(getattr(function, name, None))), None)
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
    for name, parameter in signature.parameters.items():
        if parameter.kind == parameter.VAR_POSITIONAL and not places:
            values[name] = X, y
        if parameter.default is not parameter.empty or parameter.kind in (2, 4):
            continue
        fitting = [make for names, make in GIVEN.items() if re.search(names, name, re.I)]
        if not fitting or (len(places) == 1 and LABELS.match(name)):
            places.append(name)
        else:
            values[name] = w0 if fitting[0] is np.zeros else fitting[0](len(w0))
    if isinstance(function, type):
        values.update(dict.fromkeys(places, len(w0)))
    elif len(places) == 1:
        values[places[0]] = form.rows(X, y)
    elif form.style == "rows" and places:
        raise TypeError("it takes samples and labels as two arguments")
    elif places:
        first_is_labels = LABELS.match(places[0]) and not LABELS.match(places[1])
        data = (y, X) if first_is_labels else (X, y)
        for turn, name in enumerate(places):  # X_train, y_train, X_test, y_test
            values[name] = data[turn % 2]
    arguments = inspect.BoundArguments(signature, values)
    return function(*arguments.args, **arguments.kwargs)
