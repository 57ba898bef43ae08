"""Explain my run: whether a reader's function is a perceptron, and where it first is not.

The function runs on small data, in the form in which it wants them, and `watch` sees what its
weights do. `judging` holds each step against the rule, and against the rule with each slip. What
comes of it is told here.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from perceptron_core import Dataset, OnlineTrace
from perceptron_lessons.exercises.checking import equation, spelling, wrap
from perceptron_lessons.exercises.following import NEAR, are_near
from perceptron_lessons.exercises.forms import (
    APART,
    COLUMNS,
    CONVENTIONS,
    MANY,
    Form,
    forms_of,
    has_a_limit,
)
from perceptron_lessons.exercises.judging import (
    FEW,
    SEPARABLE,
    ends_at_a_run,
    fit,
    matches,
    returned_as,
    score_of,
)
from perceptron_lessons.exercises.predicting import form_of_predictions, wrong_prediction
from perceptron_lessons.exercises.readings import WEIGHTS, numbers_in, readings, run_of
from perceptron_lessons.exercises.watching import LOOKED, MOST, Budget, watch
from perceptron_lessons.exercises.wording import labels_named
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.distance import USED
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.separators import maximum_margin

WORDS = tomllib.loads(Path(__file__).with_name("explain.toml").read_text(encoding="utf-8"))
SLIPS = WORDS["slips"]
DATA = [
    (kind, Dataset(rows["X"], rows["y"], name))
    for kind, sets in WORDS["data"].items()
    for name, rows in sets.items()
]
PROBE = 2  # datasets on which each form is tried first
SEEDS = range(1, 9)  # of the random numbers, for code that draws any
DRAWN = {"easy": 4, "slow": 1, "ends": 5}  # datasets of each kind, which it then sees
ENOUGH = 3  # steps that are the rule's, after which no other style is tried
BRIEF = 900  # lines of most runs, where a step is known not to be the rule's
ENDLESS = 60_000  # lines of a run on data that nothing separates
LONG = 8_000  # lines, after which a run on the first dataset makes us see less of the others
ENDINGS = {
    "nothing": "returns None",
    "minus": "the opposite of w is returned",
    "slice": "b is cut off at the wrong end of w",
    "start": "the start is returned",
    "earlier": "the weights before the last update are returned",
}
PREDICTS = "predict leaves the trained line"
ALL_NEGATIVE = "one label, −1"  # a dataset
OF_ZERO = "one label changes nothing"
OF_TABLES = re.compile(
    r"no attribute '(i?loc|iat|values|columns|drop|to_numpy|iterrows|itertuples)'"
)
IS_OLD = ("old", "prev", "last", "before", "copy")  # in the name of what is compared with w
SECONDS_OF_FORMS = 5  # of the processor, in which the forms are tried
SECONDS = 8  # of the processor, in which there is an answer


@dataclass(frozen=True, repr=False)
class Explanation:
    """What `explain` says of a function; true if it is a perceptron.

    Attributes
    ----------
    verdict : str
        "perceptron", "slip" or "open".
    slip : str or None
        What is wrong, in the field's words; None for a perceptron, and where it stays open.
    step : int or None
        The first update, counted from 1, that leaves the rule.
    data : Dataset or None
        Where it does.
    text : str
        The explanation.
    source : str or None
        Whose algorithm a perceptron is.
    picture : str
        The step as SVG, or "".
    """

    verdict: str
    slip: str | None = None
    step: int | None = None
    data: Dataset | None = None
    text: str = ""
    source: str | None = None
    picture: str = ""

    def __bool__(self):
        return self.verdict == "perceptron"

    def __repr__(self):
        return "\n".join(map(wrap, self.text.splitlines()))

    def _repr_html_(self):
        lines = "".join(f"<p>{escape(line)}</p>" for line in self.text.splitlines())
        return f"<div>{lines}{self.picture}</div>"


def explain(function: Any) -> Explanation:
    """Say whether a function is a perceptron, or which step leaves the rule, and how.

    Parameters
    ----------
    function : callable, class or object with a method `fit`
        Called with samples X and labels y, in the style of its author: see docs/explain.md.

    Returns
    -------
    Explanation
        True for a perceptron; printed, or in a notebook, it is the explanation.

    Examples
    --------
    >>> def mine(X, y):
    ...     w = np.zeros(X.shape[1])
    ...     for _ in range(100):
    ...         for i in range(len(X)):
    ...             if y[i] * (w @ X[i]) <= 0:
    ...                 w = w - y[i] * X[i]
    ...     return w
    >>> answer = explain(mine)
    >>> answer.verdict, answer.slip, answer.step
    ('slip', 'sign', 1)
    """
    budget, whole = Budget(seconds=SECONDS_OF_FORMS), Budget(seconds=SECONDS)
    attempts: list[Attempt] = []
    named = labels_named(function)
    for form in forms_of(function, named):
        if is_worth_trying(form, attempts) and not budget.is_spent():
            answer = answer_in(form, function, attempts, budget, whole)
            if answer is not None:
                return as_named(answer, form, named)
    if not any(attempt.fits for attempt in attempts):
        return unread(attempts, function, whole)
    answers, before = [], None
    for best in best_of(attempts, named):
        if not best.is_whole:
            best = Attempt(function, best.form, DATA, whole, BRIEF)
        is_read = bool(best.fits)
        answers.append(
            blame(best, function, whole, before) if is_read else unread([best], function, whole)
        )
        before = best
        if answers[-1].slip:
            return answers[-1]
    return answers[0]


def as_named(answer, form, named):
    """Return the answer, or, where a perceptron's own words name other labels, that it is open."""
    if named in (None, form.labels) or form.labels not in CONVENTIONS or form.style in APART:
        return answer
    return Explanation("open", text=WORDS["open"]["labels"].format(*named, *form.labels))


def answer_in(form, function, attempts, budget, whole):
    """Return the explanation if a function trains as a perceptron in a form; else keep it."""
    attempt = Attempt(function, form, DATA[:PROBE], budget)
    has_steps = attempt.is_lawful and attempt.fits[0].rank[2] >= ENOUGH
    if has_steps or attempt.ends_like_a_run():
        attempt = Attempt(function, form, DATA, budget)
    if attempt.is_whole and attempt.ends_too_soon() and has_a_limit(function):
        generous = Attempt(function, replace(form, passes=MANY), DATA, whole)
        if generous.is_perceptron():
            attempt = generous
    if attempt.is_perceptron():
        told = contradiction(attempt, function, whole)
        return praise(attempt, attempts, attempt.form != form) if told is None else told
    if not form.is_rare:
        attempts.append(attempt)
    return None


def contradiction(attempt, function, budget):
    """Return the explanation of a perceptron whose predictions are not what it has learnt."""
    if not attempt.fits:
        return None
    one, form = attempt.fits[0], attempt.form
    wrong = wrong_prediction(function, form, one, budget)
    other = None if wrong else form_of_predictions(form, one, budget)
    if other:
        again = Attempt(function, other, DATA, budget)
        if again.fits and again.is_perceptron():
            one = again.fits[0]
            wrong = wrong_prediction(function, other, one, budget)
    return told_of_prediction(wrong, one) if wrong else None


class Attempt:
    """What a function did on datasets, given samples and labels in one form.

    Attributes
    ----------
    form : Form
    pairs : list of (str, Dataset, Watched)
        The datasets on which it raised nothing.
    error : str
        What it raised on the first, or "".
    fits : list of Fit
        How far the rule explains it, for each reading of its variables; the best first.
    is_whole : bool
        Whether it was seen on all datasets.
    """

    def __init__(self, function, form, sets, budget, most=MOST):
        self.form = form
        self.is_whole = len(sets) == len(DATA)
        self.pairs, self.fits = [], []
        self.error = self.watch(function, sets, budget, most)
        if self.error:
            return
        probed = sorted(self.pairs[:PROBE], key=lambda pair: -len(pair[2].log))
        ways = (readings(watched, data) for _, data, watched in probed)
        self.read(next(filter(None, ways), []))
        self.read_as_first_class()
        if self.is_whole and self.is_perceptron() and self.draws(function, budget):
            reading = self.fits[0].runs[0].reading if self.fits else None
            self.pairs += self.watch_other_seeds(function, budget)
            self.read([reading] if reading else [])

    def read(self, ways):
        """Find out how far the rule explains the runs, up to a reading in which it does."""
        self.fits = []
        pairs = [one for one in self.pairs if not one[2].error]
        for reading in ways:
            # A dictionary of weights by label has but one of them where only one label is met.
            seen = [p for p in pairs if not reading.by_class or len(set(p[1].y)) > 1]
            runs = [run_of(*pair, reading) for pair in seen]
            if all(runs):
                self.fits.append(fit(runs))
                if reading.by_class and self.fits[-1].fact != "perceptron":
                    self.fits.pop()  # nobody is blamed for rows that may be something else
                    continue
                if self.fits[-1].fact == "perceptron":
                    break
        self.fits.sort(key=lambda one: one.rank, reverse=True)

    def read_as_first_class(self):
        """Read the runs as if a label that is alone were +1, which it is to who takes the largest.

        So it is kept only if that makes it a perceptron.
        """
        one = self.fits[0] if self.fits else None
        if one is None or one.fact != "step" or one.runs[len(one.trails) - 1].kind != "one_label":
            return
        before = self.pairs, self.fits
        self.pairs = [
            (kind, positive(data) if kind == "one_label" else data, watched)
            for kind, data, watched in self.pairs
        ]
        self.read([one.runs[0].reading])
        if not self.fits or self.fits[0].fact != "perceptron":
            self.pairs, self.fits = before

    def watch_other_seeds(self, function, budget):
        """Return what the function does with other random numbers."""
        lines = {"most": 2 * LOOKED, "looked": 2 * LOOKED}
        return [
            (kind, data, watch(function, self.form, data, budget, seed=seed, **lines))
            for kind, many in DRAWN.items()
            for _, data in [one for one in DATA if one[0] == kind][:many]
            for seed in SEEDS
        ]

    def watch(self, function, sets, budget, later):
        """Watch the function, on all data but the first for so many lines; return its error."""
        most = MOST if len(sets) == len(DATA) else 6 * LOOKED
        for kind, data in sets:
            data = self.form.arrange(data)
            if data is None:
                continue
            if len(self.pairs) == PROBE:
                most = min(most, later)
            lines = most
            if kind == "never":
                lines = ENDLESS if later == MOST and self.pairs[0][2].ended else LOOKED
            watched = watch(function, self.form, data, budget, lines)
            if not self.pairs and watched.error:
                return watched.error
            if kind != "never" and (not watched.ended or watched.lines > LONG):
                most = min(most, 2 * LOOKED)
            self.pairs.append((kind, data, watched))
        return ""

    def draws(self, function, budget):
        """Return whether another seed of the random numbers makes other states."""
        _, data, before = self.pairs[1]
        after = watch(function, self.form, data, budget, 2 * LOOKED, SEEDS[0])
        common = min(len(before.log), len(after.log))
        return before.log[:common] != after.log[:common]

    @property
    def is_lawful(self):
        """Whether each step is the rule's, in some reading."""
        return bool(self.fits) and self.fits[0].fact != "step"

    def ends_like_a_run(self):
        return (
            not self.fits
            and not self.error
            and ends_at_a_run([(data, watched) for _, data, watched in self.pairs[:PROBE]])
        )

    def is_perceptron(self):
        if self.fits:
            return self.fits[0].fact == "perceptron"
        return self.is_whole and self.ends_like_a_run()

    def ends_too_soon(self):
        """Return whether each step is the rule's, and a limit ends runs with mistakes left."""
        return bool(self.fits) and (self.fits[0].fact == "left" or self.fits[0].passes is not None)

    @property
    def lines(self):
        return max(watched.lines for _, _, watched in self.pairs)


def positive(data):
    return Dataset(data.X, abs(data.y), data.name)


def is_worth_trying(form, attempts):
    """Return whether a form may do better than those that were tried."""
    for attempt in attempts:
        same = attempt.form.style == form.style
        is_flat = attempt.form == Form(labels=form.labels)
        if attempt.fits and is_flat and form.style == "labels in a column":
            return False
        if attempt.fits and form.listed and same and attempt.form.labels == form.labels:
            return False
        if (
            attempt.fits
            and attempt.fits[0].rank[2] >= ENOUGH
            and ((form.listed and not attempt.form.listed) or form.is_rare or not same)
        ):
            return False
    return True


def best_of(attempts, named):
    """Return the attempt whose every step is the rule's; without one, the first two.

    To who wants −1 and +1, the labels 0 and 1 look as if one of them changed nothing. Where the
    words of the code name the labels, only those count.
    """

    def merit(attempt):
        one = attempt.fits[0]
        return not (attempt.form.zero_one and one.is_of_one_label), one.rank

    readable = [attempt for attempt in attempts if attempt.fits]
    readable = [one for one in readable if one.form.labels == named] or readable
    best = max(readable, key=merit)
    return [best] if best.is_lawful else readable[:2]


# What is said.


def unread(attempts, function, budget):
    """Return the explanation where no weights were seen to change."""
    called = [attempt for attempt in attempts if not attempt.error]
    if not called:
        forms = "; ".join(str(attempt.form) for attempt in attempts)
        text = WORDS["open"]["error"].format(error=attempts[0].error, forms=forms)
        if any(OF_TABLES.search(attempt.error) for attempt in attempts):
            text = f"{text}\n{WORDS['open']['table']}"
        return Explanation("open", text=text)
    for attempt in called:
        state = state_that_stays(attempt)
        if state and stays_on_all(attempt, function, budget):
            _, data, _ = attempt.pairs[0]
            return nothing_updated(data, state)
    watched = called[0].pairs[0][2]
    key = "undone" if watched.returned is None else "unread"
    key = key if watched.ended else "stopped"
    return Explanation("open", text=WORDS["open"][key].format(lines=called[0].lines))


def stays_on_all(attempt, function, budget):
    """Return whether w stays the start on the other datasets too: some may begin otherwise."""
    if attempt.is_whole:
        return True
    for _, dataset in DATA[PROBE:]:
        data = attempt.form.arrange(dataset)
        if data is None:
            continue
        watched = watch(function, attempt.form, data, budget, BRIEF)
        lengths = data.X.shape[1], data.X.shape[1] + 1
        moves = any(len(values) > 1 for values in weights_seen(watched, lengths).values())
        is_elsewhere = watched.ended and start_returned(data, watched) is None
        if moves or is_elsewhere or budget.is_spent():
            return False
    return True


def start_returned(data, watched):
    """Return the w that is returned, if it is named as weights and has never moved, or is 0."""
    d = data.X.shape[1]
    still = still_weights(watched, (d, d + 1))
    # Of a run that was stopped nobody knows which weights it would have returned.
    returned = set(numbers_in(watched.returned)) if watched.ended else set()
    still = (still & returned) or {w for w in returned if len(w) > 1 and not any(w)}
    still = [w for w in still if len(w) in (d, d + 1)]
    w = min(still, key=len, default=None)
    return w if w is None or len(w) == d else w[1:]


def state_that_stays(attempt):
    """Return the first dataset's weights, if w stays the start on all and mistakes are left."""
    states, starts = [], {}
    for _, data, watched in attempt.pairs:
        d, w = data.X.shape[1], start_returned(data, watched)
        if w is None:
            return None
        if starts.setdefault(d, w) != w:  # computed from the data: no start
            return None
        states.append((w, bool((data.y * (data.X @ w) <= 0).any())))
    return states[0][0] if all(wrong for _, wrong in states) else None


def still_weights(watched, lengths):
    """Return the values of variables that are named as weights and never change."""
    seen = weights_seen(watched, lengths)
    return {min(values) for values in seen.values() if len(values) == 1}


def weights_seen(watched, lengths):
    """Return the values of variables that are named as weights, by their names."""
    seen = {}
    for _, key, numbers in watched.log:
        if WEIGHTS.search(key) and len(numbers) in lengths:
            seen.setdefault(key, set()).add(numbers)
    return seen


def nothing_updated(data, state):
    slip = "nothing is ever updated"
    wrong = np.flatnonzero(data.y * (data.X @ state) <= 0)
    text = [
        f"Not a perceptron's run: {slip}. {SLIPS[slip]}",
        f"On {data.name} w stays {spelling(state)}, where the mistakes are {spelling(wrong)}.",
        f"Try it: X, y = {as_code(data)}",
    ]
    return Explanation("slip", slip, 1, data, "\n".join(text))


def praise(attempt, attempts, default=False):
    """Return the explanation of a perceptron."""
    words = WORDS["perceptron"]
    if not attempt.fits:
        return Explanation("perceptron", text=words["end"])
    one = attempt.fits[0]
    pairs = list(zip(one.runs, one.trails, strict=True))
    run, trail = pairs[1]
    key, source = source_of(one)
    text = [
        words["first"].format(name=run.data.name, used=spelling(trail.used)),
        f"{WORDS['sources'][key]} ({source}).",
    ]
    in_score, in_step = one.factors
    if in_score < 0:
        text.append(words["threshold"])
    elif in_step != "R²" and in_step:
        text.append(words["offset"].format(spelling(float(np.sqrt(abs(in_score * in_step))))))
    if run.reading.by_class:
        text.append(words["by_class"])
    if one.scale != "as given":
        text.append(words["scaled"].format(one.scale))
    text += labels_told(attempt, attempts)
    if any(run.rows[0]):
        text.append(words["start"])
    if default:
        text.insert(0, words["default"].format(MANY))
    late = [run for run, trail in pairs if run.kind == "ends" and not trail.is_clean]
    if one.passes and late:
        text.append(words["passes"].format(one.passes, as_code(late[0].data)))
    slow = [run for run, trail in pairs if run.kind == "slow" and not trail.is_clean]
    if slow and not slow[0].cut:
        text.append(words["slow"].format(as_code(slow[0].data)))
    return Explanation("perceptron", text="\n".join(text), source=source)


def labels_told(attempt, attempts):
    """Return which labels the function was given, and whether it does with −1 and +1."""
    if attempt.form.style in APART:
        return []
    words = WORDS["perceptron"]
    told = [words["labels"].format(*attempt.form.labels)]
    if attempt.form.style in COLUMNS:
        told.append(words["columns"])
    signed = [other for other in attempts if other.form.labels == (-1, 1) and other.fits]
    if signed and attempt.form.labels != (-1, 1):
        told.append(words["not_signed"])
    return told


def source_of(one):
    """Return which sentence says whose algorithm it is, and the short name of the text."""
    if one.factors[1] == "R²":
        return "primal", "primal"
    if one.scale == "of length 1":
        return "cosine", "cosine"
    ties = labels_at_zero(one)
    if ties == {-1}:
        return "online", "online"
    key = {frozenset(): "unmet", frozenset({1}): "negative"}.get(frozenset(ties), "iterations")
    return key, "iterations"


def labels_at_zero(one):
    """Return the labels of the samples that made an update at the score 0."""
    labels = set()
    for run, trail in zip(one.runs, one.trails, strict=True):
        states = [run.rows[0], *(run.rows[place] for place in trail.places)]
        for state, i in zip(states, trail.used, strict=False):
            score, size = score_of(one, run, state)
            if abs(score[i]) <= NEAR * size[i]:
                labels.add(run.y[i])
    return labels


def blame(attempt, function, budget, before=None):
    """Return the explanation of a slip, or of what stays open.

    Where the labels −1 and +1 were tried before, what only one of 0 and 1 changes is no evidence:
    to who wants −1 and +1, the label 0 changes nothing, whatever else is wrong.
    """
    one = attempt.fits[0]
    if one.fact in ("aliased", "returned"):
        return blame_return(one)
    if one.fact == "still" or (one.fact == "step" and not is_returned(one)):
        if state_that_stays(attempt):
            return unread([attempt], function, budget)
        return leave_open(attempt, one, False)
    strength, names = 0, {}
    for other in alike(attempt.fits):
        known, more = matches(other.runs, other.fact != "step", budget.is_spent)
        names = {**more, **names} if known == strength else more if known > strength else names
        strength = max(strength, known)
    if budget.is_spent() and not names:
        return Explanation("open", text=WORDS["open"]["slow"])
    if len(names) != 1 or is_another(*names, one):
        return leave_open(attempt, one, len(names) > 1)
    ((name, match),) = names.items()
    one = next((other for other in attempt.fits if other.runs is match.runs), one)
    is_doubtful = before and attempt.form.zero_one and len(match.labels) < 2
    if is_doubtful and not (name == OF_ZERO and knows_zero(attempt, before)):
        return leave_open(attempt, one, False)
    if match.passes <= FEW and is_compared_with_itself(one.runs):
        name = "in-place aliasing of w0"
    return blame_end(name, one) if one.fact != "step" else blame_step(name, one, match)


def blame_return(one):
    """Return the explanation of a function whose steps are right, and what it hands over is not."""
    if one.fact == "aliased":
        return blame_end("in-place aliasing of w0", one)
    if one.ending in ENDINGS:
        return blame_end(ENDINGS[one.ending], one)
    text = WORDS["open"][one.ending or "other"].format(w=equation(one.runs[0].rows[-1]))
    return Explanation("open", text=text)


def knows_zero(attempt, signed):
    """Return whether to a function the label 0 may be right, but −1 never is.

    It soon ends where all samples have the label 0, and does not where all have −1.
    """
    lines = [
        next((w.lines for _, data, w in one.pairs if data.name == ALL_NEGATIVE), 0)
        for one in (attempt, signed)
    ]
    return 0 < 10 * lines[0] < lines[1]


def is_returned(one):
    """Return whether the states of a reading are those that are returned, where any are.

    A function that the reader's calls has variables of its own, which may never come out.
    """
    ended = [run for run in one.runs if not run.cut and run.watched.returned is not None]
    return all(returned_as(run, one.trails[0]) == "" for run in ended[:PROBE])


def is_another(slip, one):
    """Return whether the samples were changed on the way, which is no part of that slip."""
    changed = any("X" in run.watched.changed for run in one.runs)
    return changed and slip not in ("samples changed in place", "in-place aliasing of w0")


def alike(fits):
    """Return the readings that explain as much as the best; first those whose end is returned."""
    same = [one for one in fits if one.fact == fits[0].fact]
    returned = [one for one in same if returned_as(one.runs[0], one.trails[0]) == ""]
    return returned or same


def is_compared_with_itself(runs):
    """Return whether an array had a second name that speaks of an earlier one."""
    names = {name.lower() for run in runs for name in run.watched.shared}
    return any(word in name for name in names for word in IS_OLD)


def leave_open(attempt, one, are_several):
    """Return the explanation of what no slip, or more than one, explains."""
    key = one.fact
    if key == "unseen" and all(trail.is_clean for trail in one.trails if trail.used):
        key = "endless"
    text = [WORDS["open"]["several" if are_several else key].format(lines=attempt.lines)]
    if key == "step":
        run, k, before, after = first_step(one)
        text.append(story(one, run, k, before, after))
        text.append(f"Try it: X, y = {as_code(run.data)}")
        return Explanation("open", None, k + 1, run.data, "\n".join(text))
    return Explanation("open", text="\n".join(text))


def first_step(one, match=None):
    """Return the run, the number and the two states of the first step that is not the rule's."""
    run, trail = one.runs[len(one.trails) - 1], one.trails[-1]
    row = trail.places[-1] if trail.places else 0
    after = next_state(run.rows, row)
    if match and match.runs is one.runs:
        later = [place for place in match.trails[len(one.trails) - 1].places if place > row]
        after = run.rows[later[0]] if later else after
    return run, len(trail.used), run.rows[row], after


def next_state(rows, row):
    """Return the row after which a coordinate would move for the second time."""
    moved = set()
    for before, after in zip(rows[row:], rows[row + 1 :], strict=False):
        change = {m for m, (a, b) in enumerate(zip(before, after, strict=True)) if a != b}
        if moved & change:
            return before
        moved |= change
    return rows[-1]


def blame_step(slip, one, match):
    """Return the explanation of a slip whose step is not the rule's."""
    run, k, before, after = first_step(one, match)
    states = [run.rows[0], *(run.rows[place] for place in one.trails[-1].places), after]
    text = [
        f"Not a perceptron's run: {slip}. {SLIPS[slip]}",
        story(one, run, k, before, after),
        proof_line(one, run, states),
        f"Try it: X, y = {as_code(run.data)}",
    ]
    drawn = picture(one, run, before, after)
    return Explanation("slip", slip, k + 1, run.data, "\n".join(text), picture=drawn)


def blame_end(slip, one):
    """Return the explanation of a slip whose every step is the rule's."""
    pairs = [(r, t) for r, t in zip(one.runs, one.trails, strict=True) if r.kind in SEPARABLE]
    left = [(run, trail) for run, trail in pairs if not trail.is_clean]
    run, trail = (left or pairs)[0]
    states = [run.rows[0], *(run.rows[place] for place in trail.places)]
    text = [
        f"Not a perceptron's run: {slip}. {SLIPS[slip]}",
        story(one, run, len(trail.used), states[-1], None),
        proof_line(one, run, states),
        f"Try it: X, y = {as_code(run.data)}",
    ]
    drawn = picture(one, run, states[-1], states[-1])
    step = len(trail.used) + 1
    return Explanation("slip", slip, step, run.data, "\n".join(text), picture=drawn)


def told_of_prediction(wrong, one):
    """Return the explanation of a prediction that the trained weights contradict."""
    run, trail, i = wrong.run, wrong.trail, wrong.sample
    states = [run.rows[0], *(run.rows[place] for place in trail.places)]
    text = [
        f"Not a perceptron's run: {PREDICTS}. {SLIPS[PREDICTS]}",
        WORDS["predict"]["sample"].format(
            data=run.data.name,
            w=equation(states[-1][:-1]),
            b=f" and b {equation(states[-1][-1])}" if run.reading.has_offset else "",
            i=i,
            sign="positive" if wrong.score > 0 else "negative",
            score=spelling(wrong.score),
            method=wrong.method,
            label=wrong.label,
        ),
        f"Try it: X, y = {as_code(run.data)}",
    ]
    drawn = picture(one, run, states[-1], states[-1])
    step = len(trail.used) + 1
    return Explanation("slip", PREDICTS, step, run.data, "\n".join(text), picture=drawn)


def as_code(data):
    """Return data as a student would write them: 'np.array([…]), np.array([…])'."""
    return f"np.array({data.X.tolist()}), np.array({data.y.tolist()})"


def story(one, run, k, before, after):
    """Return in words what update k, counted from 0, does, and what the rule does."""
    score, size = score_of(one, run, before)
    margins = np.array(run.y) * score
    wrong = np.flatnonzero(margins <= NEAR * size)
    text = f"On {run.data.name}, after {pluralize(k, 'update')}, w {equation(before[:-1])}"
    text += f" and b {equation(before[-1])}. " if run.reading.has_offset else ". "
    if len(wrong):
        text += (
            f"The mistakes there are {spelling(wrong)}, with products {spelling(margins[wrong])}. "
        )
    else:
        text += "No sample is a mistake there. "
    if after is None:
        return text + "The run ends there, or goes on for nothing."
    move = [b - a for a, b in zip(before, after, strict=True)]
    text += f"Update {k + 1} adds {spelling(move[:-1])} to w"
    text += f" and {spelling(move[-1])} to b. " if run.reading.has_offset else ". "
    i = sample_of(run, move)
    if i is None:
        return text + "That is not a multiple of one sample."
    label, x = run.y[i], np.array(run.X[i])
    return text + f"It uses sample {i}, where y is {label:+d} and y·x {equation(label * x)}."


def sample_of(run, move):
    """Return the sample of which w has moved by a multiple, or None."""
    w = np.array(move[:-1])
    for i, x in enumerate(np.array(run.X)):
        if w.any() and are_near(tuple((w @ x) / (x @ x) * x), tuple(w)):
            return i
    return None


def proof_line(one, run, states):
    """Return in words which line of the proof fails first, with its two sides."""
    rate = next((trail.rate for trail in one.trails if trail.rate), 1.0)
    in_score, in_step = one.factors
    square = max(np.sum(np.square(run.X), axis=1))
    pad = 1.0 if in_step == "R²" else abs(in_score * in_step) ** 0.5
    step = square if in_step == "R²" else in_step
    unit = np.array([*[rate] * len(run.X[0]), rate * (step / pad if pad else 1)])
    moves = np.round(np.diff(np.array(states), axis=0) / unit, 6)
    padded = np.c_[run.X, np.full(len(run.y), pad)]
    if not run.reading.has_offset:
        moves, padded = moves[:, :-1], np.array(run.X)
    good = maximum_margin(padded, run.data.y)
    if good and len(moves):
        rows = np.arange(len(moves))
        claimed = OnlineTrace(
            moves,
            np.ones(len(moves)),
            mistakes=rows,
            converged=None,
            w0=np.zeros(moves.shape[1]),
            times=rows,
            n_seen=len(rows),
            radius_squared=np.max((padded**2).sum(axis=1)),
        )
        proof = prove(claimed, good)
        for line in (proof[name] for name in USED):
            if not line.holds.all():
                at = int(line.holds.argmin())
                sides = [spelling(float(side[at])) for side in (line.lhs, line.rhs)]
                if line.power == 2:
                    sides[1] += ", squared"
                formula = line.formula().text
                return WORDS["proof"]["fails"].format(line, formula, line.k[at], *sides)
    return WORDS["proof"]["holds"]


def picture(one, run, before, after):
    """Return a step as SVG: samples, the line before (dashed) and after, a ring on its sample."""
    X = run.data.X
    if X.shape[1] != 2 or one.scale != "as given":
        return ""
    far = 1.2 * np.abs(X).max()
    shapes = []
    for state, dash in ((after, ""), (before, "4 3")):
        w, b = np.array(state[:-1]), one.factors[0] * state[-1]
        if w.any():
            along = 3 * far * np.array([-w[1], w[0]]) / np.linalg.norm(w)
            (p, q), (r, s) = (100 / far * (sign * along - b * w / (w @ w)) for sign in (-1, 1))
            shapes.append(WORDS["picture"]["line"].format(p, -q, r, -s, dash))
    ring = sample_of(run, [b - a for a, b in zip(before, after, strict=True)])
    for i, (p, q) in enumerate(100 * X / far):
        fill = "currentColor" if run.y[i] > 0 else "none"
        shapes.append(WORDS["picture"]["sample"].format(p, -q, 4, fill))
        if i == ring:
            shapes.append(WORDS["picture"]["sample"].format(p, -q, 9, "none"))
    return WORDS["picture"]["whole"].format("".join(shapes))
