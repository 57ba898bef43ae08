"""What the user gives: samples, labels, start and rate, checked and in one type of number.

One rule for all of it: a number is taken as the rational that it is, or refused in words. Features
may be True and False, which are 1 and 0; nowhere else is a truth value a number.
"""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Set, ValuesView
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

import numpy as np

from perceptron_core.exact import as_fractions, in_doubles, plain

MISSING = "remove or replace that sample"
MINUSES = "−‐‑‒–—﹣－"  # dashes that people write for a minus
LAZY = Iterator | Set | Mapping | ValuesView  # of numbers that numpy takes for one object


def malformed(name: str, must: str, found: Any, remedy: str = "") -> ValueError:
    """Return the error for what the user gave: what was wrong, what was found, what to do.

    >>> malformed("k", "be > 0", 0, "use 1")
    ValueError('k must be > 0; found 0: use 1')
    """
    found = found if isinstance(found, str) else in_words(found)
    return ValueError(f"{name} must {must}; found {found}" + (f": {remedy}" if remedy else ""))


def in_words(value: Any) -> str:
    """Return what was found, for an error: as Python writes its own values, cut where it is long.

    >>> in_words(np.float64(0.5)), in_words("1"), in_words(x for x in "ab"), in_words(10**5000)
    ('0.5', "'1'", 'a generator', 'a number of thousands of digits')
    >>> in_words(Fraction(-1, 2))
    '-1/2'
    """
    if isinstance(value, LAZY):
        return f"a {type(value).__name__}"
    if isinstance(value, np.generic) and not isinstance(value, np.timedelta64 | np.longdouble):
        value = value.item()
    try:
        written = str(value) if isinstance(value, Fraction) else repr(value)
        return re.sub(r"\s*\n\s*", " ", written)[:60]
    except ValueError:  # Python does not write integers of more than 4,300 digits
        what = "a number" if is_number(value) else f"a {type(value).__name__} with a number"
        return f"{what} of thousands of digits"


def is_truth(value: Any) -> bool:
    """Return whether this is True or False, of Python or of numpy."""
    return isinstance(value, bool | np.bool_)


def is_number(value: Any) -> bool:
    """Return whether this is a real number, and no truth value; numpy counts times as integers."""
    if type(value) in (int, float):  # as nearly all are
        return True
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_ | np.timedelta64)


def is_finite(value: Any) -> bool:
    """Return whether this is a number, and neither NaN nor infinite; an integer of any size is."""
    if isinstance(value, np.longdouble):  # finite beyond the largest float, too
        return bool(np.isfinite(value))
    return is_number(value) and (isinstance(value, Rational) or math.isfinite(value))


def remedy_for(value: Any) -> str:
    """Return what to do about something that is not a finite number."""
    if isinstance(value, str | bytes):
        return "use float(...)"
    if isinstance(value, Decimal):
        return "use Fraction(...)"
    if isinstance(value, complex | np.complexfloating):
        return "use the real part"
    if isinstance(value, np.timedelta64 | np.datetime64):
        return "use a number of seconds or days"
    return MISSING


def check_dense(values: Any, name: str) -> None:
    """Raise ValueError for what numpy would take for one object, or without its mask."""
    if type(values) is np.ndarray:
        return
    if hasattr(values, "toarray"):
        raise malformed(name, "be dense", type(values).__name__, f"use {name}.toarray()")
    parts = values if isinstance(values, list | tuple) else (values,)
    if any(map(np.ma.is_masked, filter(np.ma.isMaskedArray, parts))):
        remedy = f"use {name}.filled(...), or remove what is masked"
        raise malformed(name, "be without a mask", "MaskedArray", remedy)
    if isinstance(values, LAZY):
        raise malformed(name, "be an array or a list", in_words(values), f"use list({name})")
    for part in (values, *parts[:1]):
        if isinstance(part, bytes | bytearray):
            raise malformed(name, "hold numbers", in_words(part), "read them as text first")


def as_array(values: Any, name: str) -> np.ndarray:
    """Return an array of numbers, whose entries are yet to be looked at; none is rounded."""
    check_dense(values, name)
    try:
        array = np.asarray(values)
    except (ValueError, OverflowError):
        raise malformed(name, "have rows of one length", in_words(values)) from None
    if hasattr(values, "dtype") or array.dtype.kind in "biO":
        return array
    # numpy writes numbers beside a word as words, and rounds large integers beside floats.
    if array.dtype.kind == "f" and not float(np.abs(array).max(initial=0)) >= 2.0**53:
        return array
    entries = np.asarray(values, dtype=object)
    is_mixed = array.dtype.kind != "f" or any(isinstance(v, Integral) for v in entries.flat)
    return entries if is_mixed and array.dtype.kind not in "mM" else array


def as_samples(X: Any, exact: bool = False, name: str = "X") -> np.ndarray:
    """Return X as a checked two-dimensional array.

    Parameters
    ----------
    X : array-like, shape (n_samples, n_features)
        Integers, floats of any precision or `Fraction`s; True and False are 1 and 0.
    exact : bool
        Turn every entry into the `Fraction` that it is, floats included.
    name : str
        What it is called in errors.

    Returns
    -------
    ndarray, shape (n_samples, n_features)
        int64 or float64; object where neither holds the numbers: `Fraction`s where `exact` is set,
        where X holds one, where a long float is none of 64 bits, and where the sum of all squares
        overflows; Python's integers where one does not fit into 64 bits.

    Raises
    ------
    ValueError
        X is not two-dimensional, empty, ragged, sparse, masked, not numeric, or holds NaN or
        infinity.

    Examples
    --------
    >>> as_samples([[1, 2]], exact=True)
    array([[Fraction(1, 1), Fraction(2, 1)]], dtype=object)
    """
    array = as_array(X, name)
    if array.ndim != 2 or array.size == 0:
        must = "be two-dimensional, (n_samples, n_features), with at least one of each"
        is_numeric = array.dtype.kind in "biuf" or (array.size and is_number(array.flat[0]))
        hint = "use numpy.reshape(X, (n_samples, -1))" if array.ndim and is_numeric else ""
        found = f"shape {array.shape}"
        if array.ndim == 0:
            found += f", {in_words(X)}"
        elif not is_numeric and array.size:
            found += f", with {in_words(array.flat[0])} as its first entry"
            hint = "use a list of numbers for each sample"
        raise malformed(name, must, found, hint if array.size else "give at least one sample")
    if array.dtype.kind == "f" and array.dtype != float:
        array = in_doubles(array)
    kind = array.dtype.kind
    is_usual = kind in "biu" or (kind == "f" and math.isfinite(np.vdot(array, array)))
    if not is_usual:
        _check_entries(array, name)
    if exact or not (is_usual or all(isinstance(value, Integral) for value in array.flat)):
        return as_fractions(array)
    if kind == "O" or (kind == "u" and array.max() >= 2**63):
        return np.frompyfunc(int, 1, 1)(array)
    return array.astype(float if kind == "f" else np.int64, order="C", copy=False)


def _check_entries(array, name):
    """Raise ValueError at the first entry that is no finite number."""
    if array.dtype.kind not in "fOUSc":
        raise malformed(name, "hold finite numbers", f"the dtype {array.dtype}", "use numbers only")
    is_float = array.dtype.kind == "f"
    places = np.argwhere(~np.isfinite(array)) if is_float else np.ndindex(array.shape)
    for i, j in places:
        value = array[i, j]
        if not is_finite(value) and not is_truth(value):
            found = f"{in_words(value)} in row {i}, column {j}"
            raise malformed(name, "hold finite numbers", found, remedy_for(value))


def as_labels(y: Any, n_samples: int, n_features: int = 0) -> np.ndarray:
    """Return y as an array of −1 and +1.

    Parameters
    ----------
    y : array-like, shape (n_samples,)
    n_samples : int
    n_features : int
        Of X: where it has a column for each label, the error says so.

    Returns
    -------
    ndarray of int64, shape (n_samples,)

    Raises
    ------
    ValueError
        y is not one-dimensional, has another length, is masked, or holds other values than −1
        and +1.

    Examples
    --------
    >>> as_labels(np.array([1, 0]), 2)
    Traceback (most recent call last):
        ...
    ValueError: labels must be -1 or +1; found {0, 1}: use numpy.where(numpy.asarray(y) == 1, 1, -1)
    """
    check_dense(y, "y")
    labels = np.asarray(y, dtype=None if hasattr(y, "dtype") else object)
    if labels.shape != (n_samples,):
        hint = "use X.T" if labels.shape == (n_features,) else ""
        if labels.ndim == 2 and 1 in labels.shape and labels.size == n_samples:
            hint = "use y.ravel()" if hasattr(y, "ravel") else "use numpy.ravel(y)"
        must = f"have one label per sample, {n_samples}"
        found = f"shape {labels.shape}" + ("" if labels.ndim else f", {in_words(y)}")
        raise malformed("y", must, found, hint)
    kind = labels.dtype.kind
    one_of_each_type = dict(zip(map(type, labels), labels, strict=True)) if kind == "O" else {}
    is_numeric = kind in "iufO" and all(map(is_number, one_of_each_type.values()))
    if is_numeric and np.all((labels == 1) | (labels == -1)):
        return labels.astype(np.int64, copy=False)
    classes = sorted({in_words(label) for label in labels}, key=_from_minus_on)
    one = classes[-1] if len(classes) == 2 and len(classes[-1]) < 60 else "…"
    hint = f"use numpy.where(numpy.asarray(y) == {one}, 1, -1)"
    if any(re.search(r"\b(nan|None|NA|NaT|masked)\b", label) for label in classes):
        hint = "remove the samples without a label"
    listing = ", ".join(classes[:8]) + (", …" if len(classes) > 8 else "")
    raise malformed("labels", "be -1 or +1", f"{{{listing:.60}}}", hint)


def _from_minus_on(label):
    """Return the key that sorts labels in words: what has a minus comes before what has none."""
    return not re.search(rf"^\W*[-{MINUSES}]", label), label


def as_data(X: Any, y: Any, exact: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return samples and their labels, checked; see `as_samples` and `as_labels`."""
    X = as_samples(X, exact)
    return X, as_labels(y, *X.shape)


def as_number(name: str, value: Any, exact: bool = False) -> Any:
    """Return one finite number as Python's own type, a `Fraction` where `exact` is set."""
    is_usual = type(value) is int or (type(value) is float and math.isfinite(value))
    if not is_usual:
        if not is_number(value):
            remedy = remedy_for(value)
            remedy = "" if remedy == MISSING else remedy
            raise malformed(name, "be a number", in_words(value), remedy)
        if not is_finite(value):
            raise malformed(name, "be finite", in_words(value))
        value = plain(value)
    return Fraction(value) if exact else value


def as_count(name: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """Return a number of things as Python's integer.

    >>> as_count("n_shards", 2.0, 1)
    Traceback (most recent call last):
        ...
    ValueError: n_shards must be an integer >= 1; found 2.0: use int(...)
    """
    if not is_number(value) or not isinstance(value, Integral) or value < least:
        hint = "use int(...)" if isinstance(value, float | str) else ""
        raise malformed(name, f"be an integer >= {least}", in_words(value), hint)
    count = int(value)
    if most is not None and count > most:
        raise malformed(name, f"be an integer from {least} to {most}", count)
    return count


def as_state(k: Any, n_mistakes: int) -> int:
    """Return the number of updates after which a run was in a state; −1 is the end, as in a list.

    Raises
    ------
    IndexError
        The run has no such state.
    ValueError
        k is no integer.
    """
    must = f"be an integer from 0, the start, to {n_mistakes}, the end"
    if not is_number(k) or not isinstance(k, Integral):
        raise malformed("k", must, in_words(k))
    k = int(k)
    if not -n_mistakes - 1 <= k <= n_mistakes:
        must += f", or from -1, the end, to {-n_mistakes - 1}"
        raise IndexError(f"k must {must}; found {in_words(k)}")
    return range(n_mistakes + 1)[k]


def as_generator(seed: Any) -> Any:
    """Return the numpy Generator of a seed."""
    must = "be an integer >= 0, a numpy Generator or None"
    if is_truth(seed) or isinstance(seed, str):
        raise malformed("seed", must, in_words(seed))
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise malformed("seed", must, in_words(seed)) from None


def check_choice(name: str, found: Any, allowed: Collection[str], also: str = "") -> None:
    """Raise ValueError unless `found` is one of the words allowed."""
    if not isinstance(found, str) or found not in allowed:
        raise malformed(name, f"be one of {', '.join(allowed)}{also}", in_words(found))


def check_type(name: str, found: Any, kinds: Any, must: str) -> None:
    """Raise ValueError unless `found` is of one of these types."""
    if not isinstance(found, kinds):
        raise malformed(name, must, in_words(found))


def as_vector(name: str, values: Any, n_features: int, exact: bool = False) -> np.ndarray:
    """Return one finite number per feature, shape (n_features,), checked."""
    must = f"be one finite number per feature, {n_features}"
    try:
        vector = as_samples([values], exact)[0]
    except (ValueError, TypeError):
        raise malformed(name, must, in_words(values)) from None
    if vector.shape != (n_features,):
        raise malformed(name, must, f"{in_words(values)}, shape {vector.shape}")
    if any(map(is_truth, values)):
        raise malformed(name, must, in_words(values))
    return vector


def as_start(w0: Any, b0: Any, n_features: int, exact: bool = False) -> tuple[np.ndarray, Any]:
    """Return w0, shape (n_features,), and b0, checked; zeros for None."""
    if w0 is None:
        start = np.zeros(n_features, dtype=np.int64)
        start = as_fractions(start) if exact else start
    else:
        start = as_vector("w0", w0, n_features, exact)
    return start, as_number("b0", b0, exact)


def prepare(X: Any, y: Any, w0: Any, b0: Any, learning_rate: Any, exact: bool) -> tuple:
    """Return X, y, w0, b0, η, checked and in one type of number.

    Integers stay integers, floats floats; all become `Fraction`s where `exact` is set, and where
    one of them is a `Fraction`. X, y and w0 are copies, or nobody can write to them: see `frozen`.
    """
    X, y = as_data(X, y, exact)
    w0, b0 = as_start(w0, b0, X.shape[1], exact)
    rate = as_number("learning_rate", learning_rate, exact)
    if rate <= 0:
        raise malformed("learning_rate", "be > 0", in_words(learning_rate))
    if not exact and Fraction in map(type, (X.flat[0], *w0.tolist(), b0, rate)):
        return prepare(X, y, w0, b0, rate, exact=True)
    return frozen(X), frozen(y), frozen(w0), b0, rate


def as_integers(name: str, values: Any) -> np.ndarray:
    """Return integers as an array of int64, shape (n,), or say which is none."""
    check_dense(values, name)
    try:
        array = np.asarray(values)
    except ValueError:
        raise malformed(name, "be a list of integers", in_words(values)) from None
    if array.ndim != 1:
        raise malformed(name, "be a list of integers", in_words(values))
    if array.dtype.kind == "i" or not array.size:
        return array.astype(np.int64, copy=False)
    for value in array:
        if not is_finite(value) or value != int(value) or not -(2**63) <= value < 2**63:
            raise malformed(name, "hold integers of 64 bits", in_words(value))
    return array.astype(np.int64)


def as_indices(name: str, values: Any, n_samples: int) -> np.ndarray:
    """Return indices of samples as an array of int64, or say which is none."""
    is_plain = type(values) is np.ndarray and values.dtype == np.int64 and values.ndim == 1
    indices = values if is_plain else as_integers(name, values)
    if indices.size and not 0 <= indices.min() <= indices.max() < n_samples:
        outside = indices[(indices < 0) | (indices >= n_samples)]
        raise malformed(name, f"be indices of samples, 0 to {n_samples - 1}", outside[0])
    return indices


def is_frozen(values: Any) -> bool:
    """Return whether this is an array that nobody can write to: the view of a read-only one.

    One is a file that is memory-mapped for reading, too.
    """
    base = values.base if type(values) in (np.ndarray, np.memmap) else None
    return isinstance(base, np.ndarray) and not base.flags.writeable


def frozen(array: np.ndarray) -> np.ndarray:
    """Return an array that nobody can write to: a copy, unless it is one already.

    >>> frozen(np.array([1.0])).flags.writeable
    False
    """
    if isinstance(array.base, np.ndarray) and not array.base.flags.writeable:
        return array
    array = np.array(array)
    array.flags.writeable = False
    return array.view()
