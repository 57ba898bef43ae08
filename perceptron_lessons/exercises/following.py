"""A rule held against a run: from each state of the run the rule says which states may be next.

The perceptron's rule and the rule with a slip are followed by the same code. The state is read off
the run after each update, so that rounding never adds up; where rounding alone could tell whether
a sample is a mistake, the run decides.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from operator import mul

from perceptron_core.exact import LABEL_AT_ZERO

NEAR = 1e-9  # what may be the rounding of a reader's floats
HUGE = 1e60  # what diverges is not followed further
BINARY = 2**20  # numbers that are whole multiples of 1/BINARY are added and compared exactly
VISITS = 20_000  # of samples, after which a rule in its order is not followed further
INF = math.inf


def inner_product(a, b):
    return sum(map(mul, a, b))


def plus(state, factor, vector):
    return tuple([a + factor * c for a, c in zip(state, vector, strict=True)])


def is_near(a, b, scale):
    return abs(a - b) <= NEAR * scale


def are_near(state, other):
    if state == other:
        return all(map(math.isfinite, state))
    near = NEAR * (max(map(abs, (*state, *other))) or 1)
    for a, b in zip(state, other, strict=True):  # noqa: SIM110 (in the innermost loop)
        if not abs(a - b) <= near:
            return False
    return True


def is_binary(numbers):
    for a in numbers:  # noqa: SIM110 (in the innermost loop)
        if a * BINARY % 1:
            return False
    return True


# The perceptron's own rule: what is a mistake, what an update does, and in which order.


def counts_at_zero(walk, i):
    """Return whether sample i is a mistake where its score is 0."""
    return LABEL_AT_ZERO.get(walk.rule.zero) != walk.y[i]


def is_below(walk, i, bound, ties):
    """Return whether y(w·x + b) < bound, or =, where ties count; None if only rounding tells."""
    margin = walk.margin(i)
    size = 0
    if not walk.is_exact():
        size = sum(map(abs, map(mul, walk.state, walk.scored[i]))) + abs(bound)
    if not size:
        return margin < bound or (margin == bound and ties)
    return margin < bound if abs(margin - bound) > NEAR * size else None


def is_wrong(walk, i):
    return is_below(walk, i, 0, counts_at_zero(walk, i))


def states_of_update(walk, i):
    """Return the states that an update with sample i leads through, the new one last."""
    halved = walk.rule.zero == "half" and is_below(walk, i, 0, False) is not True
    return [plus(walk.state, (0.5 if halved else 1) * walk.rate * walk.y[i], walk.added[i])]


def walk_cyclic(walk):
    while True:
        yield from range(walk.n)


def backwards(walk):
    while True:
        yield from reversed(range(walk.n))


def walk_first(walk):
    """Yield the first mistake: as if each pass began anew after an update."""
    while True:
        yield next((i for i in range(walk.n) if walk.rule.test(walk, i)), 0)


def last(walk):
    while True:
        yield next((i for i in reversed(range(walk.n)) if walk.rule.test(walk, i)), 0)


def walk_worst(walk):
    while True:
        yield min(range(walk.n), key=walk.margin)


def walk_whole(walk):
    """Yield 0 for ever: an update that looks at all samples at once."""
    while True:
        yield 0


@dataclass(frozen=True)
class Rule:
    """The perceptron's rule, or, with `but`, the rule with a slip.

    Attributes
    ----------
    zero : str
        What a score of 0 is: a "mistake", predicts "positive" or "negative"; or "half", a mistake
        with half a step, as y − sign(w·x) makes it.
    order : callable or None
        Yields the samples that are visited; None for any order.
    test, move : callable
        Of a walk and a sample: whether it is a mistake (None if only rounding tells), and which
        states its update leads through.
    moves : callable or None
        Instead of `move`, several such lists of states of which the run may have taken one.
    begin : callable or None
        Of a walk: the state that a pass begins with.
    setup : callable or None
        Changes what a walk adds, scores, or takes for labels, before it begins.
    stop : callable or None
        Of a walk after a visit: whether the run ends here.
    falling : bool
        Whether the rate is read off anew at each update, and may only fall.
    few : bool
        Whether the run ends after a few passes.
    per_pass : callable
        How many visits a pass has, of n samples; 0 where there are no passes.
    """

    zero: str = "mistake"
    order: Callable | None = None
    test: Callable = is_wrong
    move: Callable = states_of_update
    moves: Callable | None = None
    begin: Callable | None = None
    setup: Callable | None = None
    stop: Callable | None = None
    falling: bool = False
    few: bool = False
    per_pass: Callable = lambda n: n

    def but(self, **changes):
        return replace(self, **changes)

    def paths(self, walk, i):
        return self.moves(walk, i) if self.moves else [self.move(walk, i)]


class Walk:
    """A rule on its way along a run.

    Attributes
    ----------
    added, scored : list of tuple
        What each sample adds to a state, and what it is scored with: x, and a factor of the offset.
    y : list of int
    start, state : tuple of float
        The weights, the offset last.
    rows : list of tuple
        The states of the run; `row` is the place of `state` in them.
    rate : float or None
        η, read off the first update.
    used, places : list of int
        The samples of the updates, and the rows that they led to.
    n_visits, calm : int
        How many samples were visited, and how many since the last update.
    labels : list of int
        Visit by visit, the label of the sample of an update, or 0.
    is_short : bool
        Whether the rows ended in the middle of an update.
    """

    def __init__(self, rule, run, factors):
        in_score, in_step = factors
        if in_step == "R²":
            in_step = max(inner_product(x, x) for x in run.X)
        self.rule, self.run, self.rows, self.y = rule, run, run.rows, list(run.y)
        self.added = [(*x, in_step) for x in run.X]
        self.scored = [(*x, in_score) for x in run.X]
        self.start = self.state = run.rows[0]
        self.row = 0
        self.rate = self.first_rate = self.shrink = None
        self.used, self.places, self.labels = [], [], []
        self.n_visits = self.calm = 0
        self.is_short = False
        self._exact = None, False
        if rule.setup:
            rule.setup(self)

    @property
    def n(self):
        return len(self.y)

    def margin(self, i):
        return self.y[i] * inner_product(self.state, self.scored[i])

    def is_exact(self):
        state, is_exact = self._exact
        if state is not self.state:
            is_exact = self.run.is_binary and is_binary(self.state)
            self._exact = self.state, is_exact
        return is_exact

    def is_done(self):
        return self.row == len(self.rows) - 1

    def settle(self):
        """Pass over rows that differ from the state by rounding alone."""
        while not self.is_done() and are_near(self.rows[self.row + 1], self.state):
            self.row += 1
            self.state = self.rows[self.row]

    def is_clean(self):
        return not any(is_wrong(self, i) for i in range(self.n))

    def rates(self, i):
        """Return the rates that an update with sample i may have had, as the next row says."""
        if self.rate is not None and not self.rule.falling:
            return [self.rate]
        before, self.rate = self.rate, 1.0
        end = self.rule.paths(self, i)[0][-1]
        self.rate = before
        moved = [m for m, (a, b) in enumerate(zip(end, self.state, strict=True)) if a != b]
        rates = []
        for m in dict.fromkeys([*moved[:1], *moved[-1:]]):
            later = islice(self.rows, self.row + 1, None)
            change = next((r[m] for r in later if r[m] != self.state[m]), None)
            if change is not None:
                rates.append((change - self.state[m]) / (end[m] - self.state[m]))
        most = INF if before is None else before * (1 + 1e-6)
        rates = [rate for rate in dict.fromkeys(rates) if 0 < rate <= most]
        return rates + ([1.0] if before is None and 1.0 not in rates else [])

    def take(self, i):
        """Make an update with sample i if the run does; return whether it did."""
        before = self.rate
        for rate in self.rates(i):
            self.rate = rate
            for path in self.rule.paths(self, i):
                row = self.along(path)
                if row is not None:
                    self.row, self.state = row, self.rows[row]
                    self.first_rate = self.first_rate or rate
                    self.used.append(i)
                    self.places.append(row)
                    return True
        self.rate = before
        return False

    def along(self, path):
        """Return the row at the end of a path; None if the rows leave it or end before.

        A row on the way has old and new numbers: some readers move each weight on its own line.
        """
        allowed = [self.state, *path]
        scale = max([abs(a) for state in allowed for a in state]) or 1
        if not scale <= HUGE:
            self.is_short = True
            return None
        if are_near(path[-1], self.state):
            return None
        near, places = NEAR * scale, range(len(self.state))
        for row in range(self.row + 1, len(self.rows)):
            numbers, is_there = self.rows[row], True
            for m in places:
                if not abs(numbers[m] - path[-1][m]) <= near:
                    is_there = False
                    if not any([abs(numbers[m] - old[m]) <= near for old in allowed]):
                        return None
            if is_there:
                return row
        self.is_short |= len(self.rows) - self.row <= len(self.state) + len(path)
        return None


@dataclass(frozen=True)
class Trail:
    """What came of following a rule along a run.

    Attributes
    ----------
    fits : bool
        Whether the rule makes the run's states, as far as they were seen.
    used, places : list of int
        As in `Walk`.
    is_clean : bool
        Whether no mistake of the perceptron's rule is left at the end.
    low, high : float
        After how many passes the run may have ended.
    is_over : bool
        Whether the rule's own `stop` has ended it.
    rate : float or None
    fell : bool
        Whether the rate has fallen.
    """

    fits: bool
    used: list
    places: list
    is_clean: bool
    low: float = 0
    high: float = INF
    is_over: bool = False
    rate: float | None = None
    fell: bool = False


def trail(walk, fits, **ends):
    fell = walk.first_rate != walk.rate
    return Trail(
        fits, walk.used, walk.places, walk.is_clean(), **ends, rate=walk.first_rate, fell=fell
    )


def follow(rule, run, factors):
    """Follow a rule along a run.

    Parameters
    ----------
    rule : Rule
    run : Run
    factors : tuple
        With which factors the offset enters a score and a step; "R²" for max ‖x‖².

    Returns
    -------
    Trail
    """
    walk = Walk(rule, run, factors)
    return follow_any(walk) if rule.order is None else follow_order(walk)


def follow_any(walk):
    """Follow a rule whose mistakes may come in any order."""
    while not walk.is_done():
        if is_lost_in_rounding(walk):
            return trail(walk, True)
        walk.settle()
        if walk.is_done():
            break
        walk.is_short = False
        mistakes = (i for i in range(walk.n) if walk.rule.test(walk, i) is not False)
        if not any(walk.take(i) for i in mistakes):
            return trail(walk, walk.run.cut and walk.is_short)
    return trail(walk, True)


def is_lost_in_rounding(walk):
    """Return whether a rate has fallen so far that an update is within a state's rounding."""
    if not walk.rule.falling or not walk.places:
        return False
    state, size = walk.rows[walk.row + 1], max(map(abs, walk.state))
    return max(abs(a - b) for a, b in zip(state, walk.state, strict=True)) < 1e-5 * size


def beginning_of_pass(walk):
    """Return the state with which a pass begins, if one does and the walk is elsewhere."""
    if not walk.rule.begin or not walk.n_visits or walk.n_visits % walk.n:
        return None
    state = walk.rule.begin(walk)
    return None if are_near(state, walk.state) else state


def update_with(walk, i, verdict):
    """Go on by an update with sample i, if the run does.

    Returns
    -------
    moved : bool
    end : Trail or None
        If the run cannot be followed beyond this.
    """
    if is_lost_in_rounding(walk):
        return False, trail(walk, True)
    walk.is_short = False
    if walk.take(i):
        return True, None
    if walk.is_short and walk.run.cut:
        return False, trail(walk, True)
    if verdict and moves_on(walk, i):
        return False, trail(walk, False)
    return False, None


def follow_order(walk):
    """Follow a rule that visits the samples in an order of its own."""
    rule, last_update, until, is_over = walk.rule, 0, None, False
    for i in rule.order(walk):
        beginning = beginning_of_pass(walk)
        if beginning is not None:
            if walk.is_done():
                until = walk.n_visits + 1
                break
            row = walk.along([beginning])
            if row is None:
                return trail(walk, walk.run.cut and walk.is_short)
            walk.row, walk.state = row, walk.rows[row]
        walk.settle()
        walk.n_visits += 1
        verdict, moved = rule.test(walk, i), False
        if verdict is not False and walk.is_done():
            if verdict and moves_on(walk, i):
                until = walk.n_visits
                break
        elif verdict is not False:
            moved, end = update_with(walk, i, verdict)
            if end is not None:
                return end
            last_update = walk.n_visits if moved else last_update
        walk.labels.append(walk.y[i] if moved else 0)
        walk.calm = 0 if moved else walk.calm + 1
        is_over = bool(rule.stop and rule.stop(walk))
        if is_over or walk.calm > 2 * walk.n or walk.n_visits > VISITS:
            break
    return end_of(walk, last_update, until, is_over)


def moves_on(walk, i):
    """Return whether an update with sample i would change the state at all."""
    before, walk.rate = walk.rate, walk.rate or 1.0
    end = walk.rule.paths(walk, i)[0][-1]
    walk.rate = before
    scale = max(map(abs, (*end, *walk.state))) or 1
    return any(abs(a - b) > 1e-6 * scale for a, b in zip(end, walk.state, strict=True))


def end_of(walk, last_update, until, is_over):
    """Return the trail of a rule that has come to the end of the rows, or not."""
    if not walk.is_done():
        return trail(walk, False)
    if walk.run.cut or is_over:
        return trail(walk, True, is_over=is_over)
    visits = walk.rule.per_pass(walk.n) or 1
    low = math.ceil(last_update / visits)
    high = INF if until is None else (until - 1) // visits
    has_to_stop = walk.rule.stop and high < INF and walk.run.kind in ("easy", "ends")
    return trail(walk, low <= high and not has_to_stop, low=low, high=high)
