"""Where in a reader's variables the weights are, and the run that they tell."""

import re
from copy import copy
from dataclasses import dataclass
from operator import add, sub
from types import FunctionType

import numpy as np

from perceptron_lessons.exercises.following import HUGE, are_near, is_binary
from perceptron_lessons.exercises.watching import (
    COORDINATE,
    ITEMS,
    as_numbers,
    attribute,
    is_a,
    leaves,
)

WEIGHTS = re.compile(r"\.(_?w\w*|\w*weights?_?|\w*coefs?_?|theta\w*|params?)(\.\w+)?$", re.I)
OFFSET = re.compile(
    r"\.(_?b\d?_?|\W*\w*bias\W*_?|\w*intercept_?|theta\w*|\w*thr\w*|_?w_?0|offset|th0)$", re.I
)
BIAS = re.compile(r"\.(_?b\d?_?|\w*bias_?|\w*intercept_?)$", re.I)
OF_CLASS = re.compile(r"(.*)\.([-+]?\d+(?:\.0)?)$")  # the item of a dictionary, by its label
MOST_VECTORS = 4  # variables of the size of w that are tried
MOST_NUMBERS = 4  # variables that may be b that are tried with each
QUIET = 2_000  # lines without a change, at right weights, after which nothing more is waited for

SCALES = {
    "as given": lambda X: X,
    "of length 1": lambda X: X / np.linalg.norm(X, axis=1, keepdims=True),
    "standardised": lambda X: (X - X.mean(axis=0)) / X.std(axis=0),
    "from 0 to 1": lambda X: (X - X.min(axis=0)) / np.ptp(X, axis=0),
}


@dataclass(frozen=True)
class Reading:
    """Which variables are taken for the weights.

    Attributes
    ----------
    keys : tuple of str
        Their names: the numbers, one after another, are w.
    offset : str, int or None
        The name of b; 0 or −1 where w has it in front or behind; None.
    counts : str
        Where the variable counts mistakes sample by sample instead: "w" or, with an offset,
        "w, b"; else "".
    by_class : bool
        Whether the variables hold weights for each of the two labels: w is their difference.
    """

    keys: tuple[str, ...]
    offset: str | int | None = None
    counts: str = ""
    by_class: bool = False

    @property
    def has_offset(self):
        return self.offset is not None or self.counts == "w, b"


class RunInReading:
    """What a function did on one dataset, in one reading.

    Attributes
    ----------
    kind, data, watched, reading : str, Dataset, Watched, Reading
    X : list of tuple of float
    y : list of int
    rows : list of tuple of float
        The states, the offset last; that is 0 throughout if there is none.
    numbers : tuple of float
        What the variables themselves held at the end.
    final : tuple of float or None
        The state where the function ended, also where it went on after the last row.
    cut : bool
        Whether the run may have gone on after the last row.
    rests : bool
        Whether it was stopped by us long after its last change.
    is_binary : bool
        Whether sums of the samples' numbers are exact.
    found : dict
        What slips have read off the rows.
    """

    def __init__(self, kind, data, watched, rows, reading, numbers, last_line):
        self.kind, self.data, self.watched, self.reading = kind, data, watched, reading
        self.rows, self.numbers = rows, numbers
        self.y = [int(label) for label in data.y]
        self.final = final_state(watched, reading, data)
        self.rests = not watched.ended and watched.lines - last_line >= QUIET
        self.cut = not watched.ended
        self.found = {}
        self.scale("as given")

    def at_its_end(self):
        """Return the run as if the state where the function ended were its last row."""
        other = copy(self)
        other.rows, other.found = [*self.rows[:-1], self.final], {}
        return other

    def scale(self, name):
        """Take the samples as some readers scale them first."""
        with np.errstate(all="ignore"):
            X = SCALES[name](np.asarray(self.data.X, dtype=float))
        self.X = [tuple(map(float, x)) for x in X]
        self.is_binary = all(map(is_binary, self.X))


def readings(watched, data):
    """Return the ways to read weights off the variables of a run on a dataset."""
    n, d = data.X.shape
    seen = {}
    for _, key, numbers in watched.log:
        seen.setdefault(key, []).append(numbers)
    ends = set(numbers_in(watched.returned)) if watched.ended else set()
    samples = padded_samples(data)
    moving = {key for key, values in seen.items() if len(set(values)) > 1}
    moving = {key for key in moving if not set(seen[key]) <= samples}

    def likelihood(key):
        is_end, is_named = seen[key][-1] in ends, WEIGHTS.search(key) is not None
        return is_named, is_end, len(set(seen[key]))

    # A list to which the weights are appended one by one has other lengths at first.
    vectors = [key for key in moving if len(seen[key][-1]) in (d, d + 1)]
    vectors = sorted(sorted(vectors), key=likelihood, reverse=True)[:MOST_VECTORS]
    groups = coordinates(seen, (d, d + 1))
    single = {key for group in groups for key in group}
    offsets, others = offsets_of(seen, moving - single, ends)
    ways = []
    for keys in [*((key,) for key in vectors), *groups]:
        if sum(len(seen[key][-1]) for key in keys) == d:
            alone = [] if any(seen[key][-1] in ends for key in offsets) else [Reading(keys)]
            # Who returns w and not b may have another b, as a name in a loop.
            is_end = seen[keys[0]][-1] in ends
            with_offset = [Reading(keys, key) for key in (offsets + others)[:MOST_NUMBERS]]
            ways += alone + with_offset if is_end else with_offset + alone
        else:
            ways += [Reading(keys, 0), Reading(keys, -1)]
    of_labels = by_class(seen, moving, d)
    if ways:
        return ways + of_labels
    counts = [key for key in sorted(moving) if lengths(seen[key]) == {n} and n not in (d, d + 1)]
    return [Reading((key,), None, kind) for key in counts for kind in ("w", "w, b")] + of_labels


def by_class(seen, moving, d):
    """Return the readings of variables that hold weights for each label: in rows, or by its name.

    Their difference is the w of a perceptron: a mistake adds to the one and takes from the other.
    """
    keys = [(key,) for key in sorted(moving) if lengths(seen[key]) <= {2 * d, 2 * (d + 1)}]
    pairs = {}
    for key in sorted(moving):
        if (name := OF_CLASS.match(key)) and lengths(seen[key]) <= {d, d + 1}:
            pairs.setdefault(name[1], []).append((float(name[2]), key))
    keys += [tuple(key for _, key in sorted(pair)) for pair in pairs.values() if len(pair) == 2]
    ways = []
    for names in keys:
        is_flat = sum(len(seen[name][-1]) for name in names) == 2 * d
        ways += [
            Reading(names, offset, by_class=True) for offset in ([None] if is_flat else (0, -1))
        ]
    return ways


def lengths(values):
    return {len(numbers) for numbers in values}


def padded_samples(data):
    """Return the samples, with either sign, with and without a 1 in front or behind."""
    samples = set()
    for x in data.X:
        for sign in (1.0, -1.0):
            signed = tuple(sign * float(c) for c in x)
            samples |= {signed, (sign, *signed), (*signed, sign)}
    return samples


def coordinates(seen, wanted):
    """Return the groups of variables w1, w2, … that are as many as there are weights."""
    groups = {}
    for key in sorted(seen):
        if (name := COORDINATE.match(key)) and lengths(seen[key]) == {1}:
            groups.setdefault(name[1], []).append(key)
    return [tuple(group) for group in groups.values() if len(group) in wanted]


def offsets_of(seen, moving, ends):
    """Return the variables that are named as an offset, and those that may be one."""
    numbers = sorted(key for key in moving if lengths(seen[key]) == {1})
    still = [
        key
        for key, values in seen.items()
        if BIAS.search(key) and lengths(values) == {1} and key not in moving and values[-1] in ends
    ]
    named = [key for key in numbers if OFFSET.search(key)] + still
    return named, [key for key in numbers if key not in named and seen[key][-1] in ends]


def run_of(kind, data, watched, reading):
    """Return the run in a reading, or None where it has no states of that kind."""
    rows, last_line, late = rows_of_log(watched, reading)
    rows = [row for row in rows if len(row) == len(rows[-1])]
    rows = rows_of_both(rows) if reading.by_class else rows
    numbers = rows[-1] if rows else ()
    rows = states_of_rows(rows, data, reading)
    if not rows or lengths(rows) != {data.X.shape[1] + 1}:
        return None
    kept = [rows[0]]
    for row in rows[1:]:
        if not all(abs(a) < HUGE for a in row):
            late = True
            break
        if row != kept[-1]:
            kept.append(row)
    run = RunInReading(
        kind, data, watched, rows=kept, reading=reading, numbers=numbers, last_line=last_line
    )
    run.cut |= late
    run.rests &= not late
    return run


def rows_of_log(watched, reading):
    """Return what the keys of a reading had as values, line by line.

    Returns
    -------
    rows : list of tuple
    last_line : int
        The last line of the log that is about one of these keys.
    late : bool
        Whether the log goes on after what is looked at.
    """
    is_named = isinstance(reading.offset, str)
    wanted = [*reading.keys, reading.offset] if is_named else list(reading.keys)
    now, rows, last_line = {}, [], 0
    if is_named and reading.offset.startswith(f"{reading.keys[0]}."):
        now[reading.offset] = (0.0,)  # an item of the dictionary of the weights, until it is there
    sizes = sizes_of_items(watched, wanted)
    for line, key, numbers in watched.log:
        if key not in wanted:
            continue
        if len(numbers) < sizes.get(key, 0):
            numbers += (0.0,) * (sizes[key] - len(numbers))
            now.setdefault(key, (0.0,) * sizes[key])
            if not rows and len(now) == len(wanted):
                rows.append(tuple(a for name in wanted for a in now[name]))
        last_line = line
        if line > watched.looked:
            return rows, last_line, True
        now[key] = numbers
        if len(now) == len(wanted):
            rows.append(tuple(a for name in wanted for a in now[name]))
    return rows, last_line, False


def rows_of_both(rows):
    """Return the rows at which the weights of one label have lost what those of the other won."""
    halves = [(row[: len(row) // 2], row[len(row) // 2 :]) for row in rows]
    sums = [tuple(map(add, *half)) for half in halves]
    return [row for row, total in zip(rows, sums, strict=True) if are_near(total, sums[0])]


def final_state(watched, reading, data):
    """Return the state that the variables of a reading have where the function ends, or None."""
    names = [*reading.keys, *([reading.offset] if isinstance(reading.offset, str) else [])]
    if not all(name in watched.final for name in names):
        return None
    row = tuple(a for name in names for a in watched.final[name])
    state = states_of_rows([row], data, reading)
    return state[0] if state and len(state[0]) == data.X.shape[1] + 1 else None


def sizes_of_items(watched, wanted):
    """Return how many items the dictionaries among the variables have in the end.

    An item that is not there yet is 0.
    """
    sizes = {}
    wanted = [key for key in wanted if key.endswith(ITEMS)]
    for _, key, numbers in watched.log if wanted else ():
        if key in wanted:
            sizes[key] = max(len(numbers), sizes.get(key, 0))
    return sizes


def states_of_rows(rows, data, reading):
    """Return rows as states: w and, as the last number, b."""
    if reading.counts:
        return [state_of_counts(row, data, reading) for row in rows if len(row) == len(data.y)]
    if reading.by_class:
        halves = [(row[: len(row) // 2], row[len(row) // 2 :]) for row in rows]
        rows = [tuple(map(sub, half[1], half[0])) for half in halves]
    if reading.offset is None:
        return [(*row, 0.0) for row in rows]
    if reading.offset == 0:
        return [(*row[1:], row[0]) for row in rows]
    return rows


def state_of_counts(counts, data, reading):
    """Return w, b of the mistakes that were counted sample by sample, with their labels or not."""
    signed = any(count < 0 for count in counts)
    alpha = np.array(counts) * (1 if signed else data.y)
    return (*(alpha @ data.X).tolist(), float(alpha.sum()) if reading.counts == "w, b" else 0.0)


def numbers_in(value, depth=3):
    """Yield the vectors and numbers in what was returned: a tuple, list, object or dictionary."""
    is_list = is_a(value, (list, tuple))
    is_nested = is_list and any(is_a(part, (list, tuple, np.ndarray)) for part in value)
    numbers = None if is_nested else as_numbers(value, set(range(1, 9)))
    if numbers is not None:
        yield numbers
    elif is_list and depth:
        for part in (*value[:3], *value[-1:]):
            yield from numbers_in(part, depth - 1)
    elif depth:
        inner = [part for _, part in leaves({"": value}) if part is not value]
        inner += [attribute(value, name) for name in ("w", "b") if hasattr(type(value), name)]
        if is_a(value, FunctionType):
            inner += [cell.cell_contents for cell in value.__closure__ or ()]
        for part in inner:
            yield from numbers_in(part, 1)
