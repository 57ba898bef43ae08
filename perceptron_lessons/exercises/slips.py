"""The slips that `explain` can name: each is the rule with one small change.

A slip is a row of `SLIPS` and a function that takes the rule and returns the changed one. Its
sentence is in explain.toml, by its name.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from perceptron_lessons.exercises.following import (
    Rule,
    counts_at_zero,
    inner_product,
    is_below,
    is_near,
    is_wrong,
    plus,
    states_of_update,
    walk_whole,
)


@dataclass(frozen=True)
class Slip:
    """A row of the table.

    Attributes
    ----------
    name : str
    variants : tuple of callable
        Each returns the rule with the slip.
    at_end : bool
        Whether each update is the rule's own, so that only the end is wrong.
    any_order : bool
        Whether it can be known whatever the order of the samples.
    own_order : bool
        Whether it visits the samples in an order of its own.
    needs_offset, needs_start : bool
        Whether it says something of runs with an offset, or from a start that is not 0, only.
    is_last : bool
        Whether it explains so much that it is asked last.
    """

    name: str
    variants: tuple[Callable[[Rule], Rule], ...]
    at_end: bool = False
    any_order: bool = True
    own_order: bool = False
    needs_offset: bool = False
    needs_start: bool = False
    is_last: bool = False


# What an update adds.


def negated(rule):
    def move(walk, i):
        return [plus(walk.state, -walk.rate * walk.y[i], walk.added[i])]

    return rule.but(move=move)


def without_label(rule):
    def move(walk, i):
        return [plus(walk.state, walk.rate, walk.added[i])]

    return rule.but(move=move)


def without_label_in_w(rule):
    def move(walk, i):
        *x, pad = walk.added[i]
        return [plus(walk.state, walk.rate, (*x, walk.y[i] * pad))]

    return rule.but(move=move)


def label_alone(rule):
    def setup(walk):
        walk.added = [(*(1 for _ in z[:-1]), z[-1]) for z in walk.added]

    return rule.but(setup=setup)


def feature_left_out(place):
    def setup(walk):
        for i, z in enumerate(walk.added):
            left_out = place % (len(z) - 1)
            walk.added[i] = (*z[:left_out], 0, *z[left_out + 1 :])

    return lambda rule: rule.but(setup=setup)


def with_another_label(rule):
    """Let each sample have both labels."""

    def setup(walk):
        walk.y = walk.y + [-label for label in walk.y]
        walk.added, walk.scored = walk.added * 2, walk.scored * 2

    return rule.but(setup=setup)


# The offset.


def offset_times(factor):
    def setup(walk):
        walk.added = [(*z[:-1], factor * z[-1]) for z in walk.added]

    return lambda rule: rule.but(setup=setup)


def offset_not_scored(rule):
    def setup(walk):
        walk.scored = [(*z[:-1], 0) for z in walk.scored]

    return rule.but(setup=setup)


def offset_without_label(rule):
    def move(walk, i):
        *x, pad = walk.added[i]
        return [plus(walk.state, walk.rate, (*(walk.y[i] * c for c in x), abs(pad)))]

    return rule.but(move=move)


def offset_always(rule):
    """Move the offset at right answers too."""

    def moves(walk, i):
        *w, b = walk.state
        step, verdict = walk.rate * walk.y[i], is_wrong(walk, i)
        update = [plus(walk.state, step, walk.added[i])]
        offset_alone = [(*w, b + step * walk.added[i][-1])]
        return {True: [update], False: [offset_alone]}.get(verdict, [update, offset_alone])

    return rule.but(test=always, moves=moves)


def offset_without_parentheses(rule):
    """Score y * w·x + b, where the label does not multiply b."""

    def setup(walk):
        walk.scored = [
            (*z[:-1], label * z[-1]) for z, label in zip(walk.scored, walk.y, strict=True)
        ]

    return rule.but(setup=setup)


def offset_each_feature(rule):
    """Move the offset once a feature, inside the loop over them."""

    def move(walk, i):
        *x, pad = walk.added[i]
        step = walk.rate * walk.y[i]
        state, states = list(walk.state), []
        for m, c in enumerate(x):
            state[m] += step * c
            state[-1] += step * pad
            states.append(tuple(state))
        return states

    return rule.but(move=move)


# How much an update adds.


def falling(rule):
    return rule.but(falling=True)


def by_size_of_error(rule):
    def move(walk, i):
        error = abs(walk.y[i] - inner_product(walk.state, walk.scored[i]))
        return [plus(walk.state, walk.rate * walk.y[i] * error, walk.added[i])]

    return rule.but(move=move)


def just_enough(rule):
    """Move w as far as y(w·x) = 1 wants it (passive-aggressive)."""

    def move(walk, i):
        missing = (1 - walk.margin(i)) / (inner_product(walk.added[i], walk.added[i]) or 1)
        return [plus(walk.state, walk.rate * missing * walk.y[i], walk.added[i])]

    return rule.but(move=move, test=lambda walk, i: is_below(walk, i, 1, False))


def least_squares(zero_one):
    def move(walk, i):
        target = (walk.y[i] + 1) / 2 if zero_one else walk.y[i]
        error = target - inner_product(walk.state, walk.scored[i])
        return [plus(walk.state, walk.rate * error, walk.added[i])]

    return lambda rule: rule.but(test=always, move=move)


def sigmoid(rule):
    def move(walk, i):
        error = walk.y[i] - math.tanh(inner_product(walk.state, walk.scored[i]) / 2)
        return [plus(walk.state, walk.rate * error, walk.added[i])]

    return rule.but(test=always, move=move)


# What becomes of w besides.


def length(state):
    return math.sqrt(inner_product(state, state)) or 1


def normalised(with_offset):
    def move(walk, i):
        state = states_of_update(walk, i)[-1]
        size = length(state if with_offset else state[:-1])
        *w, b = (a / size for a in state)
        return [state, (*w, b if with_offset else state[-1])]

    return lambda rule: rule.but(move=move)


def clipped(with_offset):
    def move(walk, i):
        most = max(abs(a) for row in walk.rows for a in row[:-1])
        *w, b = states_of_update(walk, i)[-1]
        cut = [max(-most, min(most, a)) for a in (*w, b)]
        return [(*w, b), (*cut[:-1], cut[-1] if with_offset else b)]

    return lambda rule: rule.but(move=move)


def truncated(rule):
    def move(walk, i):
        *w, b = states_of_update(walk, i)[-1]
        return [(*map(math.trunc, w), b)]

    return rule.but(move=move)


def replaced(rule):
    def move(walk, i):
        return [tuple(walk.rate * walk.y[i] * c for c in walk.added[i])]

    return rule.but(move=move)


def replaced_but_offset(rule):
    """Let w be replaced, as by `w =+ y * x`, and b be added to."""

    def move(walk, i):
        *x, pad = walk.added[i]
        step = walk.rate * walk.y[i]
        return [(*(step * c for c in x), walk.state[-1] + step * pad)]

    return rule.but(move=move)


def from_start(rule):
    def move(walk, i):
        return [plus(walk.start, walk.rate * walk.y[i], walk.added[i])]

    return rule.but(move=move)


def set_back(rule):
    return rule.but(begin=lambda walk: walk.start)


def shrink_of(walk, i):
    """Return the factor by which w shrinks, as the first update tells that begins at w ≠ 0."""
    if walk.shrink is None and any(walk.state[:-1]):
        state, step = walk.state, [walk.rate * walk.y[i] * c for c in walk.added[i]]
        m = max(range(len(state) - 1), key=lambda m: abs(state[m]))
        for row in walk.rows[walk.row + 1 :][: 2 * len(state)]:
            factor = (row[m] - step[m]) / state[m]
            rows = zip(row[:-1], state, step, strict=False)
            if 0 < factor < 1 - 1e-6 and all(
                is_near(a, factor * c + s, 1 + abs(a)) for a, c, s in rows
            ):
                walk.shrink = factor
                break
        else:
            if walk.first_rate is not None:
                walk.shrink = 1
    return walk.shrink or 1


def shrinks(with_offset):
    def move(walk, i):
        less = shrunk(walk.state, shrink_of(walk, i), with_offset)
        return [less, plus(less, walk.rate * walk.y[i], walk.added[i])]

    return lambda rule: rule.but(move=move)


def shrinks_each_visit(with_offset, last):
    """Let w shrink at right answers too, before the update or after it."""

    def factor_of(rows):
        for before, after in pairwise(rows):
            *before, _ = before if not with_offset else (*before, 0)
            *after, _ = after if not with_offset else (*after, 0)
            factor = inner_product(before, after) / (inner_product(before, before) or 1)
            pairs = zip(before, after, strict=True)
            if 0 < factor < 1 - 1e-6 and all(
                is_near(b, factor * a, length(before)) for a, b in pairs
            ):
                return factor
        return 1

    def move(walk, i):
        if walk.shrink is None:
            found = walk.run.found
            if with_offset not in found:
                found[with_offset] = factor_of(walk.rows)
            walk.shrink = found[with_offset]
        less = shrunk(walk.state, walk.shrink, with_offset)
        margin = walk.y[i] * inner_product(walk.state if last else less, walk.scored[i])
        if margin > 0 or (margin == 0 and not counts_at_zero(walk, i)):
            return [less]
        step = walk.rate * walk.y[i]
        if last:
            more = plus(walk.state, step, walk.added[i])
            return [more, shrunk(more, walk.shrink, with_offset)]
        return [less, plus(less, step, walk.added[i])]

    return lambda rule: rule.but(test=always, move=move)


def shrunk(state, factor, with_offset):
    *w, b = state
    return (*(factor * a for a in w), factor * b if with_offset else b)


def in_integers(kind):
    """Let integers of a few bits overflow."""

    def cast(numbers):
        with np.errstate(all="ignore"):
            return np.array(numbers).astype(np.int64).astype(kind)

    def setup(walk):
        walk.added = [tuple(cast(z).astype(float).tolist()) for z in walk.added]
        walk.scored = [tuple(cast(z).astype(float).tolist()) for z in walk.scored]

    def test(walk, i):
        with np.errstate(all="ignore"):
            score = int(np.dot(cast(walk.state), cast(walk.scored[i])))
        margin = score * walk.y[i]
        return margin < 0 or (margin == 0 and counts_at_zero(walk, i))

    def move(walk, i):
        return [tuple(cast(states_of_update(walk, i)[-1]).astype(float).tolist())]

    return lambda rule: rule.but(test=test, move=move, setup=setup)


def first_sample_is_w(rule):
    """Let w be another name for the first sample, which changes with it."""

    def test(walk, i):
        *w, _ = walk.state
        walk.scored[0] = (*w, walk.scored[0][-1])
        walk.added[0] = (*w, walk.added[0][-1])
        return is_wrong(walk, i)

    return rule.but(test=test)


def samples_changed(rule):
    """Let y·x take the place of x when x is added, so that the next time it is multiplied again."""

    def flipped(walk, i):
        return walk.y[i] ** walk.used.count(i)

    def test(walk, i):
        *x, pad = walk.scored[i]
        margin = walk.y[i] * inner_product(walk.state, (*(flipped(walk, i) * c for c in x), pad))
        return margin < 0 or (margin == 0 and counts_at_zero(walk, i))

    def move(walk, i):
        *x, pad = walk.added[i]
        step = (*(flipped(walk, i) * c for c in x), pad)
        return [plus(walk.state, walk.rate * walk.y[i], step)]

    return rule.but(test=test, move=move)


def label_as_feature(rule):
    """Let the label stand in the sample, in the place of a constant."""

    def setup(walk):
        walk.added = [(*z[:-1], label) for z, label in zip(walk.added, walk.y, strict=True)]
        walk.scored = walk.added

    return rule.but(setup=setup)


# Which samples make an update.


def always(walk, i):
    return True


def on_every_sample(rule):
    return rule.but(test=always)


def inverted(ties):
    def test(walk, i):
        below = is_below(walk, i, 0, not ties)
        return None if below is None else not below

    return lambda rule: rule.but(test=test)


def margin_of_one(ties):
    return lambda rule: rule.but(test=lambda walk, i: is_below(walk, i, 1, ties))


def one_label(label):
    def test(walk, i):
        return walk.y[i] == label and is_wrong(walk, i)

    return lambda rule: rule.but(test=test)


def strict(rule):
    return rule.but(test=lambda walk, i: is_below(walk, i, 0, False))


def batch(mean, all_samples=False):
    """Add all mistakes at once, or all samples if there is a mistake; their sum or their mean."""

    def test(walk, i):
        verdicts = {is_wrong(walk, i) for i in range(walk.n)}
        return True if True in verdicts else None if None in verdicts else False

    def moves(walk, i):
        verdicts = [is_wrong(walk, i) for i in range(walk.n)]
        unsure = [i for i, verdict in enumerate(verdicts) if verdict is None][:4]
        for choice in range(2 ** len(unsure)):
            chosen = {i for k, i in enumerate(unsure) if choice >> k & 1}
            wrong = [i for i, v in enumerate(verdicts) if all_samples or v or i in chosen]
            state = walk.state
            for i in wrong:
                share = len(wrong) if mean else 1
                state = plus(state, walk.rate * walk.y[i] / share, walk.added[i])
            yield [state]

    def changed(rule):
        paths = lambda walk, i: list(moves(walk, i))  # noqa: E731
        return rule.but(order=walk_whole, test=test, moves=paths, per_pass=lambda n: 1)

    return changed


def stale(rule):
    """Ask for all mistakes when a pass begins, and then update with each of them."""
    wrong = set()

    def order(walk):
        while True:
            wrong.clear()
            wrong.update(i for i in range(walk.n) if is_wrong(walk, i))
            yield from range(walk.n)

    return rule.but(order=order, test=lambda walk, i: i in wrong)


# Where it ends.


def left_out(where):
    def order(walk):
        while True:
            yield from list(range(walk.n))[where]

    return lambda rule: rule.but(order=order, per_pass=lambda n: n - 1)


def last_alone(rule):
    """Look at the last sample only, as an update does that stands after the loop."""

    def order(walk):
        while True:
            yield walk.n - 1

    return rule.but(order=order, per_pass=lambda n: 1)


def up_to_right_answer(rule):
    """End each pass at its first right answer."""

    def order(walk):
        while True:
            for i in range(walk.n):
                yield i
                if not walk.labels[-1]:
                    break

    return rule.but(order=order, per_pass=lambda n: 0)


def first_is_right(rule):
    def stop(walk):
        return walk.n_visits % walk.n == 1 and walk.labels[-1] == 0

    return rule.but(stop=stop)


def few_passes(rule):
    return rule.but(few=True)


def at_right_answer(rule):
    return rule.but(stop=lambda walk: walk.calm > 0)


def at_first_update(rule):
    return rule.but(stop=lambda walk: len(walk.used) == 1)


def at_end_of_pass(is_enough):
    """End after a pass whose updates, label by label (0 for none), are enough."""

    def stop(walk):
        return walk.n_visits % walk.n == 0 and is_enough(walk.labels[-walk.n :])

    return lambda rule: rule.but(stop=stop)


errors_cancel = at_end_of_pass(lambda labels: sum(labels) == 0)
last_is_right = at_end_of_pass(lambda labels: labels[-1] == 0)
one_mistake = at_end_of_pass(lambda labels: sum(map(abs, labels)) <= 1)


def nearly_all_right(rule):
    """End after a pass where at least 90 in 100, but not all, are right, now or in their turn."""

    def stop(walk):
        left = sum(is_wrong(walk, i) is not False for i in range(walk.n))
        return walk.n_visits % walk.n == 0 and left <= 0.1 * walk.n

    return rule.but(stop=stop)


def few_right(many):
    return lambda rule: rule.but(stop=lambda walk: walk.calm >= many)


SHRINKING = (
    *(shrinks(with_offset) for with_offset in (True, False)),
    *(shrinks_each_visit(*way) for way in product((True, False), repeat=2)),
)
SLIPS = [
    Slip("sign", (negated,)),
    Slip("label forgotten", (without_label, without_label_in_w)),
    Slip("label added instead of the sample", (label_alone,)),
    Slip("bias not moved", (offset_times(0),), needs_offset=True),
    Slip("bias moved the wrong way", (offset_times(-1),), needs_offset=True),
    Slip("bias moved by η only", (offset_without_label,), needs_offset=True),
    Slip("bias moved once for each feature", (offset_each_feature,), needs_offset=True),
    Slip("bias moved on every sample", (offset_always,), needs_offset=True, any_order=False),
    Slip("bias not in the prediction", (offset_not_scored,), needs_offset=True),
    Slip("missing parentheses", (offset_without_parentheses,), needs_offset=True),
    Slip("learning rate that decays", (falling,)),
    Slip("step by the size of the error", (by_size_of_error,)),
    Slip("a step up to the margin 1", (just_enough,)),
    Slip("least squares instead of the sign", (least_squares(False), least_squares(True))),
    Slip("a sigmoid instead of the sign", (sigmoid,)),
    Slip("normalised w", (normalised(True), normalised(False))),
    Slip("clipped w", (clipped(False), clipped(True))),
    Slip("rounding to integers", (truncated,)),
    Slip("w replaced, not added to", (replaced, replaced_but_offset)),
    Slip("update not kept", (from_start,), needs_start=True),
    Slip("w set back in each pass", (set_back,), any_order=False),
    Slip("w shrinks", SHRINKING, any_order=False),
    Slip(
        "integer overflow",
        (in_integers(np.int8), in_integers(np.int16), in_integers(np.int32)),
        any_order=False,
    ),
    Slip("in-place aliasing of w0", (first_sample_is_w,), any_order=False),
    Slip("a feature left out", (feature_left_out(0), feature_left_out(-1))),
    Slip("update on every sample", (on_every_sample,), any_order=False),
    Slip("test the wrong way round", (inverted(True), inverted(False))),
    Slip("a margin of 1 instead of 0", (margin_of_one(False), margin_of_one(True))),
    Slip(
        "batch update",
        (batch(mean=False), batch(mean=True), batch(mean=False, all_samples=True)),
        any_order=False,
        own_order=True,
    ),
    Slip("predictions that are old", (stale,), any_order=False, own_order=True),
    Slip("samples changed in place", (samples_changed,), any_order=False),
    Slip("the label is a feature", (label_as_feature,), needs_offset=True, any_order=False),
    Slip("shuffling X and y apart", (with_another_label,), is_last=True),
    Slip("one label changes nothing", (one_label(1), one_label(-1)), at_end=True),
    Slip("< instead of ≤", (strict,), at_end=True),
    Slip(
        "a sample left out",
        (left_out(slice(1, None)), left_out(slice(None, -1))),
        at_end=True,
        own_order=True,
    ),
    Slip("too few passes", (few_passes,), at_end=True),
    Slip("stopping after one clean sample", (at_right_answer,), at_end=True),
    Slip("stopping after one update", (at_first_update,), at_end=True),
    Slip("stopping when signed errors cancel", (errors_cancel,), at_end=True),
    Slip("update after the loop", (last_alone,), at_end=True, own_order=True),
    Slip("a pass ends at a right answer", (up_to_right_answer,), at_end=True, own_order=True),
    Slip("the first sample decides", (first_is_right,), at_end=True),
    Slip("the last sample decides", (last_is_right,), at_end=True),
    Slip("stopping with 90 in 100 right", (nearly_all_right,), at_end=True),
    Slip("stopping at one mistake", (one_mistake,), at_end=True),
    Slip("stopping at a few right answers", (few_right(2), few_right(3)), at_end=True),
]
