"""Runs as a matter of choice: two orders or two dialects on one clock."""

from perceptron_core import datasets, perceptron
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names, keep_clear, number_samples
from perceptron_lessons.figures.limits import STATES, thinned
from perceptron_lessons.figures.panels import DataPanel, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import state_of
from perceptron_lessons.theory.transforms import normalize

WAYS = style.FAINT | {"marker": "o", "markersize": 4, "linewidth": 1.2}
PAIRS = (("cyclic", "first"), ("cyclic", "worst"), ("random", "worst"))


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
        return words.write(stands, **facts)

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
        str(words.write("pad with {R}")): perceptron(data.X, data.y, bias="radius"),
        "length 1": perceptron(normalize(data.X)[0], data.y),
    }
    plain, *others = runs

    def said(name, run, facts):
        used = ", ".join(map(str, run.mistakes[: facts["n"]])) or "none yet"
        at_rest = facts["n"] == run.n_mistakes
        return words.write("{used}; at rest" if at_rest else "{used}", used=used)

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
        self.line, self.sides = self.plane.line(label=words("line now")), self.plane.sides()
        self.rings = self.plane.mistakes()
        self.ring = self.plane.ring(label=words("next mistake"))
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
        title = clock.words("{name}, ${k} = {clock}$\n{said}", name=name, clock=k, said=said)
        self.title.set_text(title)
        return clock.words.write("{name}: {said}", name=name, said=said)
