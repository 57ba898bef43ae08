"""Runs as a matter of choice: any mistake next, two orders or two dialects on one clock."""

from typing import NamedTuple

import numpy as np

from perceptron_core import datasets, perceptron
from perceptron_core.exact import as_fractions, nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure, Place
from perceptron_lessons.figures.labels import Names, keep_clear, number_samples
from perceptron_lessons.figures.limits import STATES, thinned
from perceptron_lessons.figures.panels import DataPanel, caption, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import state_of
from perceptron_lessons.figures.wording import number
from perceptron_lessons.tables import Label, pluralize
from perceptron_lessons.theory.transforms import fold_labels, normalize

WAYS = style.FAINT | {"marker": "o", "markersize": 4, "linewidth": 1.2}
PAIRS = (("cyclic", "first"), ("cyclic", "worst"), ("random", "worst"))


class Situation(NamedTuple):
    """Where some choices of mistakes have led.

    Attributes
    ----------
    counts : tuple of int
        How often each sample was used; their order does not matter, w is their sum.
    w : tuple of Fraction
    mistakes : tuple of int
        The samples among which to choose next.
    """

    counts: tuple
    w: tuple
    mistakes: tuple


def situations(data, limit):
    """Return all situations to which choices of mistakes lead, from w = 0 on.

    Two ways of choosing meet where they used every sample equally often. For separable data
    there are finitely many: no way is longer than R²/γ².

    Parameters
    ----------
    data : Dataset
    limit : int

    Returns
    -------
    dict of tuple to Situation
        By the counts; those with fewer updates first.

    Raises
    ------
    ValueError
        If there are more than `limit`.
    """
    Z = [tuple(as_fractions(z)) for z in fold_labels(data.X, data.y)]
    found = {}
    todo = [(0,) * len(Z)]
    for counts in todo:
        if counts in found:
            continue
        if len(found) == limit:
            raise ValueError(
                f"choosing any mistake leads to more than {limit} situations: take fewer samples, "
                "or samples with a wider margin (where nothing separates them there is no end)"
            )
        w = tuple(_inner(counts, part) for part in zip(*Z, strict=True))
        mistakes = [i for i, z in enumerate(Z) if _inner(w, z) <= 0]
        found[counts] = Situation(counts, w, tuple(mistakes))
        todo += [_after(counts, i) for i in mistakes]
    return found


def _inner(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def _after(counts, i):
    """The counts after one more update with sample i."""
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])


@illustration(situation=3)
def pick_a_mistake(data=None, limit=STATES, *, words, paper):
    """Every way that a run can take: any mistake may be the next to be used.

    Left the samples with the line of now, every mistake ringed; right the weight space with all
    w that choices lead to, and w now.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.
    limit : int
        The most situations.

    Returns
    -------
    InteractiveFigure
        With the slider situation, which a reader moves by choosing a mistake in the picture.

    Raises
    ------
    ValueError
        If choices lead to more than `limit` situations.

    References
    ----------
    `iterations`, "pick any misclassified i".

    Examples
    --------
    >>> print(pick_a_mistake().at(situation=0).description.text)
    After 0 updates: w = (0, 0)
    Mistakes to choose from: 0, 1, 2, 3 (used: none)
    Can you finish after 3 updates? After 5?
    """
    data = data or datasets.worked_example()
    X = require_2d(data.X)
    found = list(situations(data, limit).values())
    place_of = {one.counts: place for place, one in enumerate(found)}
    W = np.array([[nearest_float(part) for part in one.w] for one in found])
    fig, (left, right) = paper.figure(style.WIDE, 4.15, ncols=2)
    plane = DataPanel(left, words, X, cross=True, title="data space")
    plane.samples(X, data.y)
    numbered = number_samples(left, X)
    line = plane.line(label="line now")
    sides = plane.sides()
    rings = plane.mistakes()
    note = caption(left, 1, 1.02, ha="right")
    weights = DataPanel(right, words, W, names=words.components(), cross=True, title="weight space")
    weights.cone(fold_labels(X, data.y), label=words("{w} that separate"))
    steps = [
        (a, place_of[_after(one.counts, i)]) for a, one in enumerate(found) for i in one.mistakes
    ]
    drawn = np.array([(*W[a], *W[b]) for a, b in steps]).reshape(-1, 2, 2)
    gap = np.full((len(drawn), 1, 2), np.nan)
    curve(right, *np.hstack([drawn, gap]).reshape(-1, 2).T, WAYS, label="every way", zorder=1)
    now = weights.arrow(label=words("{w} now"))
    called = [Names(left, [line], sides=line)]
    legend(fig, ncols=6, named=called, columnspacing=1.2)
    ends = sorted({sum(one.counts) for one in found if not one.mistakes})

    def show(situation):
        one = found[situation]
        w = W[situation]
        for moved in (line, sides):
            moved.move(w)
        now.move(w)
        rings.set_data(*X[list(one.mistakes)].T)
        used = ", ".join(str(i) for i, n in enumerate(one.counts) for _ in range(n))
        note.set_text(f"used: {used}" if used else "no line yet")
        return _describe_situation(one, w, ends, used, words, data)

    def places(situation):
        one = found[situation]
        return [
            Place(left, tuple(X[i]), _name_of(i, data), place_of[_after(one.counts, i)])
            for i in one.mistakes
        ]

    changing = [line, *sides.artists, rings, note, now]
    values = {"situation": range(len(found))}
    picture = InteractiveFigure(
        fig, values, show, changing, limit=limit, names=called, places={"situation": places}
    )
    return keep_clear(picture, numbered)


def _name_of(i, data):
    """What a screen reader says of a sample that is a mistake."""
    return f"sample {i} at {number(data.X[i])}, label {number(Label(data.y[i]))}, a mistake"


def _describe_situation(one, w, ends, used, words, data):
    """Say where choices have led, and what else they can lead to."""
    listed = ", ".join(map(str, one.mistakes))
    n = sum(one.counts)
    used = used or "none"
    shortest, *_, longest = ends * 2
    facts = {"n": n, "weights": w, "used": used, "shortest": shortest} | words.about(data)
    facts["now"] = f"Mistakes to choose from: {listed} (used: {used})"
    facts["challenge"] = f"Can you finish after {pluralize(shortest, 'update')}?"
    facts["challenge"] += f" After {longest}?" if longest > shortest else ""
    if not one.mistakes:
        facts["now"] = f"No mistake is left (used: {used})"
        others = [str(end) for end in ends if end != n]
        facts["challenge"] = f"Other choices need {' or '.join(others)}." if others else "Done."
    return words.describe("pick_a_mistake", **facts)


@illustration(k=6)
def two_orders(data=None, pairs=PAIRS, seed=0, limit=60, *, words, paper):
    """The same data in two orders side by side, on one clock: k updates on the left and right.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default planted samples.
    pairs : sequence of pairs of str
        The orders to choose from; see `perceptron_core.perceptron`.
    seed : int
        For the random orders.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the sliders orders and k. A run that has no mistake left stands still.

    References
    ----------
    `iterations`, "pick any misclassified i"; `primal` and `cosine`, in turn.
    """
    data = data or datasets.planted(16, 2, margin=0.12, seed=0)
    names = dict.fromkeys(order for pair in pairs for order in pair)
    runs = {order: perceptron(data.X, data.y, order=order, seed=seed) for order in names}

    def said(order, run, facts):
        stands = "{n:update} made, {wrong:sample} wrong"
        if facts["n"] == run.n_mistakes:
            stands = "at rest after {n:update}, none wrong"
        return words(stands, **facts)

    clock = _Clock(data, runs, words, said)
    shown = {f"{a} and {b}": (a, b) for a, b in pairs}
    return clock.figure(paper, "two_orders", "orders", shown, limit)


@illustration(k=3)
def dialects(data=None, *, words, paper):
    """A run without an offset beside that of a dialect, on one clock, with both lists of mistakes.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    InteractiveFigure
        With the sliders dialect and k. Scaling a sample moves it along its own ray and changes
        no sign, so all are drawn where they were given.

    References
    ----------
    `iterations` and `empirical` pad with 1, `primal` with R; `cosine` scales to length 1.
    """
    data = data or datasets.worked_example()
    runs = {
        "no offset": perceptron(data.X, data.y),
        "pad with 1": perceptron(data.X, data.y, bias="one"),
        words("pad with {R}"): perceptron(data.X, data.y, bias="radius"),
        "length 1": perceptron(normalize(data.X)[0], data.y),
    }
    plain, *others = runs

    def said(name, run, facts):
        used = ", ".join(map(str, run.mistakes[: facts["n"]])) or "none yet"
        end = "; at rest" if facts["n"] == run.n_mistakes else ""
        return used + end

    clock = _Clock(data, runs, words, said)
    shown = {name: (plain, name) for name in others}
    return clock.figure(paper, "dialects", "dialect", shown, STATES)


class _Clock:
    """Two of some runs on the same samples side by side, after equally many updates.

    Parameters
    ----------
    data : Dataset
    runs : dict of str to Trace
    words : Wording
    said : callable
        Given a run's name, the run and the facts of its state; returns how it stands.
    """

    def __init__(self, data, runs, words, said):
        self.data = data
        self.runs = runs
        self.words = words
        self.said = said

    def figure(self, paper, entry, slider, pairs, limit):
        """Return the figure with a slider for the pairs of names, and k."""
        fig, panels = paper.figure(style.WIDE, 4.1, ncols=2)
        sides = [_ClockPanel(axes, self.data, self.words) for axes in panels]
        called = [Names(side.plane.axes, [side.line], sides=side.line) for side in sides]
        legend(fig, ncols=4, named=called)

        def show(**state):
            k = state["k"]
            left, right = (
                side.show(name, self.runs[name], k, self)
                for side, name in zip(sides, pairs[state[slider]], strict=True)
            )
            facts = {"left": left, "right": right, "n": k} | self.words.about(self.data)
            return self.words.describe(entry, **facts)

        longest = max(run.n_mistakes for run in self.runs.values())
        values = {slider: tuple(pairs), "k": thinned(range(longest + 1), limit)}
        changing = [artist for side in sides for artist in side.changing]
        picture = InteractiveFigure(fig, values, show, changing, names=called)
        return keep_clear(picture, [label for side in sides for label in side.numbered])


class _ClockPanel:
    """The samples, and the line of one run after k updates or at its end."""

    def __init__(self, axes, data, words):
        self.X = require_2d(data.X)
        self.plane = DataPanel(axes, words, self.X, pad=0.06, cross=True)
        self.plane.samples(self.X, data.y)
        self.numbered = number_samples(axes, self.X)
        self.line, self.sides = self.plane.line(label="line now"), self.plane.sides()
        self.rings = self.plane.mistakes()
        self.ring = self.plane.ring(label="next mistake")
        self.title = axes.set_title(" \n ", fontsize=9)
        self.changing = [self.line, *self.sides.artists, self.rings, self.ring, self.title]

    def show(self, name, run, k, clock):
        """Move to the state after k updates and say how the run stands."""
        facts = state_of(run, min(k, run.n_mistakes))
        for moved in (self.line, self.sides):
            moved.move(facts["weights"], facts["b"])
        self.rings.set_data(*self.X[facts["mistakes"]].T)
        self.ring.set_data(*self.X[run.mistakes[facts["n"] : facts["n"] + 1]].T)
        said = clock.said(name, run, facts)
        title = clock.words("{name}, {k} = {clock}\n{said}", name=name, clock=k, said=said)
        self.title.set_text(title)
        return f"{name}: {said}"
