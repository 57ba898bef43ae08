"""Whether runs are a perceptron's, those of one slip, or neither.

Each step is held against the rule: any mistake, in any order. Three families exclude each other:
some step is not the rule's; each step is, and mistakes are left; or what is returned is not where
the run ended. A slip is looked for in its family only, and has to make exactly the states of all
runs.
"""

from collections import deque
from dataclasses import dataclass
from itertools import product

import numpy as np

from perceptron_lessons.exercises.following import (
    Rule,
    are_near,
    backwards,
    follow,
    inner_product,
    is_near,
    last,
    walk_cyclic,
    walk_first,
    walk_worst,
)
from perceptron_lessons.exercises.readings import SCALES, numbers_in
from perceptron_lessons.exercises.slips import SLIPS
from perceptron_lessons.exercises.watching import attribute, is_a

FEW = 9  # passes; who allows no more than these has allowed too few
ZEROS = ("mistake", "positive", "negative", "half")
ORDERS = (walk_cyclic, backwards, walk_first, last, walk_worst)
SEPARABLE = ("easy", "one_label", "large", "ends")  # where a perceptron soon ends

# What can be said of runs, the better known the later.
FACTS = (
    "step",  # some step is not the rule's
    "still",  # nothing was updated
    "left",  # each step is the rule's, and mistakes are left
    "unseen",  # each step is the rule's, and the end was not seen
    "returned",  # each step is the rule's, and something else is returned
    "aliased",  # the same, and two names stand for one array
    "perceptron",
)


@dataclass
class Fit:
    """How far the perceptron's rule, in one reading of it, explains runs.

    Attributes
    ----------
    runs : list of Run
    zero : str
        As in `Rule`.
    factors : tuple
        As `follow` takes them.
    scale : str
        How the samples were scaled first.
    trails : list of Trail
        Of the runs, up to the first that the rule does not make.
    fact : str
        One of FACTS.
    ending : str
        Where "returned" is the fact, what is returned: "nothing", "minus", "slice", "start",
        "earlier", "other"; or "another", only where a limit ends the run with mistakes left.
    passes : float or None
        After how many passes it stops, where that is a limit of its own.
    """

    runs: list
    zero: str
    factors: tuple
    scale: str
    trails: list
    fact: str = "step"
    ending: str = ""
    passes: float | None = None

    @property
    def rank(self):
        steps = sum(len(trail.used) for trail in self.trails)
        return FACTS.index(self.fact), sum(trail.fits for trail in self.trails), steps

    @property
    def labels(self):
        """The labels of the samples that were added."""
        pairs = zip(self.runs, self.trails, strict=False)
        return {run.y[i] for run, trail in pairs if len(set(run.y)) > 1 for i in trail.used}

    @property
    def is_of_one_label(self):
        return self.fact in ("left", "unseen") and len(self.labels) == 1


def fit(runs):
    """Return the reading of the rule that explains most of the runs."""
    best = None
    for scale in SCALES:
        for run in runs:
            run.scale(scale)
        for factors, zero in product(factors_of(runs), ZEROS):
            trails = []
            for run in runs:
                trails.append(follow(Rule(zero), run, factors))
                if not trails[-1].fits:
                    break
            one = Fit(runs, zero, factors, scale, trails)
            if trails[-1].fits:
                judge(one)
            is_better = best is None or one.rank > best.rank
            if is_better and (scale == "as given" or one.fact != "step"):
                best = one
            if best.fact == "perceptron":
                return best
    for run in runs:
        run.scale(best.scale)
    return best


def factors_of(runs):
    """Return the factors with which the offset may enter a score and a step of the rule."""
    if not runs[0].reading.has_offset:
        return [(0, 0)]
    steps = next((steps for run in runs if (steps := offset_steps(run))), [])
    ways = [(p, q) for q in steps for p in (1, -1, q) if p * q > 0]
    return list(dict.fromkeys([*ways, (1, "R²")])) if steps else [(1, 1)]


def offset_steps(run):
    """Return by which factors of the label b may have moved at the first update."""
    before = run.rows[0]
    moved = (row for row in run.rows if all(a != b for a, b in zip(row, before, strict=True)))
    after = next(moved, None)
    if after is None:
        return []
    steps = []
    change = [a - b for a, b in zip(after, before, strict=True)]
    scale = max(map(abs, (*after, *before)))
    for x, label in zip(run.X, run.y, strict=True):
        m = max(range(len(x)), key=lambda m: abs(x[m]))
        rate = change[m] / (label * x[m]) if x[m] else 0
        pairs = zip(change, x, strict=False)
        if rate > 0 and all(is_near(a, rate * label * c, scale) for a, c in pairs):
            step = change[-1] / (rate * label)
            whole = round(step)
            steps.append(whole if whole and is_near(step, whole, abs(whole)) else step)
    return list(dict.fromkeys(step for step in steps if step))


def judge(one):
    """Set the fact of a fit whose every step is the rule's."""
    draws = len({run.data.name for run in one.runs}) < len(one.runs)
    pairs = [
        (run, trail)
        for run, trail in zip(one.runs, one.trails, strict=True)
        # Chance may be kind to easy data.
        if run.kind in SEPARABLE or (draws and run.kind == "slow" and not run.cut)
    ]
    late = [run for run, trail in pairs if run.kind == "ends" and not trail.is_clean]
    if late:
        one.passes = limit(late, one)
    must = [(r, t) for r, t in pairs if not (one.passes and r in late)]
    if not any(trail.used for _, trail in pairs):
        one.fact = "still"
    elif any(not t.is_clean and not r.cut for r, t in must if r.kind == "easy"):
        one.fact = "left"
    elif is_aliased(one.runs):
        one.fact = "aliased"
    elif any(not t.is_clean and not r.cut for r, t in must):
        one.fact = "left"
    elif not come_to_rest(must):
        one.fact = "unseen"
    else:
        ended = [(run, trail) for run, trail in pairs if run.watched.ended]
        endings = [returned_as(run, trail) for run, trail in ended if run.kind == "easy"]
        kinds = set(endings) or {""}
        one.ending = kinds.pop() if len(kinds) == 1 else "other"
        if not one.ending and any(returns_another(run, trail) for run, trail in never_ending(one)):
            one.ending = "another"
        one.fact = "returned" if one.ending else "perceptron"


def score_of(one, run, state):
    """Return the scores of all samples at a state, and how large their terms are."""
    *w, b = state
    X, offset = np.array(run.X), one.factors[0] * b
    return X @ w + offset, np.abs(X) @ np.abs(w) + abs(offset)


def never_ending(one):
    pairs = zip(one.runs, one.trails, strict=True)
    return [(run, trail) for run, trail in pairs if run.kind == "never"]


def returns_another(run, trail):
    """Return whether a run that a limit has ended returns weights, but not those of its end."""
    if not run.watched.ended or not run.final or run.reading.counts:
        return False
    value, d = run.watched.returned, len(run.X[0])
    if run.reading.by_class:
        final = [run.watched.final.get(key) for key in run.reading.keys]
        return None not in final and not all(part in set(numbers_in(value)) for part in final)
    parts = value if is_a(value, tuple) else (value,)
    if any(is_a(part, list) and len(part) > d + 1 for part in parts):  # a history
        return False
    if not any(len(part) in (d, d + 1) for part in numbers_in(value)):
        return False
    return bool(returned_as(run.at_its_end(), trail))


def come_to_rest(pairs):
    """Return whether all runs have come to a rest without a mistake, and one to its end."""
    rest = all(t.is_clean and (r.rests or not r.cut) for r, t in pairs)
    return rest and any(run.watched.ended for run, _ in pairs)


def limit(late, one):
    """Return the number of passes, more than a few, after which all these runs stop; or None."""
    for order in (walk_cyclic, backwards):
        trails = [follow(Rule(one.zero, order), run, one.factors) for run in late]
        low = max(trail.low for trail in trails)
        if all(trail.fits for trail in trails) and FEW < low <= min(t.high for t in trails):
            return low
    return None


def is_aliased(runs):
    """Return whether the start, or the states of a history, change with w."""
    easy = [run for run in runs if run.kind == "easy" and run.watched.ended]
    if not easy:
        return False
    value = easy[0].watched.returned
    parts = [value, *value] if is_a(value, (list, tuple)) else []
    histories = [part for part in parts if is_a(part, (list, tuple)) and len(part) > 1]
    one_object = len(easy[0].rows) > 1 and any(
        is_a(states[0], (list, np.ndarray)) and all(w is states[0] for w in states)
        for states in histories
    )
    handed_on = len(easy) > 1 and easy[0].rows[0] != easy[0].rows[-1] == easy[1].rows[0]
    return one_object or handed_on or any("w0" in run.watched.changed for run in easy)


def returned_as(run, trail):
    """Return "" if what is returned is where the run ended; else what it is."""
    value, (*w, _) = run.watched.returned, run.rows[-1]
    if value is None:
        return "nothing"
    parts = [part for part in numbers_in(value) if part]
    if run.reading.by_class:
        half = len(run.numbers) // 2
        rows = (run.numbers[:half], run.numbers[half:])
        if run.numbers in parts or all(row in parts for row in rows):
            return ""
    if holds(run, parts, run.rows[-1]) or (run.reading.counts and run.numbers in parts):
        return ""
    if holds_multiple(run, parts):
        return ""
    if is_a(value, list) and all(map(is_index, value)) and list(value) == trail.used:
        return ""
    if is_wrong_slice(run, parts):
        return "slice"
    if any(w) and holds(run, parts, tuple(-a for a in run.rows[-1])):
        return "minus"
    if holds(run, parts, run.rows[0]):
        return "start"
    earlier = [run.rows[0], *(run.rows[place] for place in trail.places)][:-1]
    return "earlier" if earlier and holds(run, parts, earlier[-1]) else "other"


def holds_multiple(run, parts):
    """Return whether w divided by its length, or by η, is among the numbers."""
    *w, _ = run.rows[-1]
    m = max(range(len(w)), key=lambda m: abs(w[m]))
    for part in parts:
        for place in (m, m + 1):
            if len(part) in (len(w), len(w) + 1) and place < len(part) and w[m]:
                factor = part[place] / w[m]
                if factor > 0 and holds(run, parts, tuple(factor * a for a in run.rows[-1])):
                    return True
    return False


def is_wrong_slice(run, parts):
    """Return whether b stands at one end of w and was cut off at the other."""
    if run.reading.offset not in (0, -1) or len(run.numbers) < 3:
        return False
    numbers = run.numbers
    w, b = (numbers[:-1], numbers[-1:]) if run.reading.offset == 0 else (numbers[1:], numbers[:1])
    return any(len(part) == len(w) and are_near(part, w) for part in parts) and any(
        len(part) == 1 and are_near(part, b) for part in parts
    )


def is_index(value):
    return hasattr(value, "__index__")


def holds(run, parts, state):
    """Return whether a state is among the numbers that were returned."""
    numbers = [part[0] for part in parts if len(part) == 1]

    def has(goal):
        if any(len(part) == len(goal) and are_near(part, goal) for part in parts):
            return True
        scale = max(map(abs, goal))
        return len(numbers) >= len(goal) and all(
            any(is_near(a, b, scale) for b in numbers) for a in goal
        )

    *w, b = state
    if has((*w, b)) or has((b, *w)):
        return True
    scale = max(map(abs, state))
    alone = not run.reading.has_offset or bool(run.reading.counts)
    return has(tuple(w)) and (alone or any(is_near(a, b, scale) for a in numbers))


# Slips.


@dataclass(frozen=True)
class Match:
    """A slip that makes exactly the states of all runs.

    Attributes
    ----------
    name : str
    runs : list of Run
    trails : list of Trail
    passes : float
        After how many passes it ends at most.
    """

    name: str
    runs: list
    trails: list
    passes: float

    @property
    def labels(self):
        """The labels of the samples that were added."""
        pairs = zip(self.runs, self.trails, strict=True)
        return {run.y[i % len(run.y)] for run, trail in pairs for i in trail.used}


def matches(runs, at_end, is_spent):
    """Return the slips that make exactly the states of all runs, by their names.

    Those that know the order of the samples are believed first, then those in any order.

    Parameters
    ----------
    runs : list of Run
    at_end : bool
        Whether each step is the rule's own, so that only the end can be a slip.
    is_spent : callable
        Whether there is no time left.

    Returns
    -------
    strength : int
        3 for slips in their order, 2 in any, 1 for those that are asked last, 0 for none.
    dict of str to Match
    """
    in_order, in_any, at_last = {}, {}, {}
    for slip in SLIPS:
        if is_spent():
            return 0, {}
        if slip.at_end != at_end or (slip.needs_offset and not runs[0].reading.has_offset):
            continue
        if slip.needs_start and not any(runs[0].rows[0]):
            continue
        home = at_last if slip.is_last else in_any
        if slip.any_order and not at_end:
            match = next(matches_of(slip, runs, (None,)), None)
            if match is None:
                continue
            home[match.name] = match
        if not slip.is_last:
            orders = (walk_cyclic,) if slip.own_order else ORDERS[:2] if at_end else ORDERS
            match = next(matches_of(slip, runs, orders), None)
            if match is not None:
                in_order[match.name] = match
    families = {3: in_order, 2: in_any, 1: at_last}
    return next(((k, names) for k, names in families.items() if names), (0, {}))


def matches_of(slip, runs, orders):
    """Yield the matches of a slip with all its readings of the rule."""
    offsets = [(1, 1), (-1, -1), (1, "R²")] if runs[0].reading.has_offset else [(0, 0)]
    for order, variant, factors, zero in product(orders, slip.variants, offsets, ZEROS):
        rule = variant(Rule(zero, order))
        trails = []
        for run in runs:
            trails.append(follow(rule, run, factors))
            if not trails[-1].fits:
                break
        if trails[-1].fits and acts(slip, rule, Rule(zero, order), factors, runs, trails):
            _, high = passes_of(trails)
            is_one = rule.few and high == 1
            yield Match("stopping after one pass" if is_one else slip.name, runs, trails, high)


def passes_of(trails):
    return max(trail.low for trail in trails), min(trail.high for trail in trails)


def acts(slip, rule, plain, factors, runs, trails):
    """Return whether a slip that makes these runs does something that the rule does not."""
    low, high = passes_of(trails)
    is_limited = not rule.per_pass(2) and high <= 10 * FEW  # as by a number of passes
    if is_limited or not any(trail.used for trail in trails) or (slip.at_end and low > high):
        return False
    if slip.at_end:
        pairs = zip(runs, trails, strict=True)
        if all(trail.is_clean for run, trail in pairs if run.kind in SEPARABLE):
            return False
        if not rule.few:
            without = [follow(plain, run, factors) for run in runs]
            low, high = passes_of(without)
            if all(trail.fits for trail in without) and low <= high:
                return False
    if rule.few and high > FEW:
        return False
    if rule.stop and not any(trail.is_over and not trail.is_clean for trail in trails):
        return False
    if rule.falling and not any(trail.fell for trail in trails):
        return False
    return not slip.is_last or uses_both_labels(runs, trails)


def uses_both_labels(runs, trails):
    """Return whether samples of both labels were used with their own label and with the other."""
    used = {
        (i >= len(run.y), run.y[i % len(run.y)])
        for run, trail in zip(runs, trails, strict=True)
        if run.kind in ("easy", "ends")
        for i in trail.used
    }
    swapped = {is_swapped for is_swapped, _ in used}
    added = {label if not is_swapped else -label for is_swapped, label in used}
    return len(swapped) == 2 and len(added) == 2


# What is known by its end alone.


def ends_at_a_run(pairs):
    """Return whether what was returned, all that is known, is where a perceptron may end.

    Parameters
    ----------
    pairs : list of (Dataset, Watched)
        On few samples: all runs on them, in any order, are soon listed.
    """
    for data, watched in pairs:
        states = states_in(list(weights_in(watched.returned)), data)
        states = [state for state in states if any(state)]
        if not any(
            points_to(state, end)
            for square in (0, 1, max(inner_product(x, x) for x in data.X.tolist()))
            for end in ends(data, square)
            for state in states
        ):
            return False
    return bool(pairs)


def weights_in(value):
    """Yield the weights and the offset of an estimator; of anything else, all its numbers."""
    owner = value[-1] if is_a(value, tuple) and value else value
    if attribute(owner, "coef_") is not None:
        yield from numbers_in(owner.coef_)
        yield from numbers_in(attribute(owner, "intercept_"))
    else:
        yield from numbers_in(value)


def states_in(parts, data):
    """Return the weights, offset last, in what was returned; with an offset, not without it."""
    n, d = data.X.shape
    offsets = [part[0] for part in parts if len(part) == 1] or [0.0]
    states = [(*w, b) for w in parts if len(w) == d for b in offsets]
    for w in parts:
        if len(w) == d + 1:
            states += [w, (*w[1:], w[0])]
        if len(w) == n and n not in (d, d + 1):
            states.append((*((w * data.y) @ data.X).tolist(), 0.0))
    return states


def points_to(state, end):
    lengths = (inner_product(state, state) * inner_product(end, end)) ** 0.5
    return inner_product(state, end) >= (1 - 1e-12) * lengths > 0


def ends(data, pad_squared, most=5000):
    """Return the weights, offset last, at which runs from 0 end, in any order."""
    pairs = list(zip(data.X.tolist(), data.y.tolist(), strict=True))
    added = [(*(label * c for c in x), label * pad_squared) for x, label in pairs]
    one = 1 if pad_squared else 0
    scored = [(*(label * c for c in x), label * one) for x, label in pairs]
    seen, waiting, found = set(), deque([(0.0,) * len(added[0])]), []
    while waiting and len(seen) < most:
        state = waiting.popleft()
        mistakes = [i for i, z in enumerate(scored) if inner_product(state, z) <= 0]
        if not mistakes:
            found.append(state)
        for i in mistakes:
            new = tuple(a + b for a, b in zip(state, added[i], strict=True))
            if new not in seen:
                seen.add(new)
                waiting.append(new)
    return found
