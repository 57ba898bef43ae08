"""A run without an offset beside that of a dialect, on one clock."""

from perceptron_core import perceptron
from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names, keep_clear, number_samples
from perceptron_lessons.figures.limits import STATES, thinned
from perceptron_lessons.figures.panels import DataPanel, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import state_of
from perceptron_lessons.theory.transforms import normalize

WAYS = style.FAINT | {"marker": "o", "markersize": 4, "linewidth": 1.2}


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
    data = data or example_of_session()
    runs = {
        "no offset": perceptron(data.X, data.y),
        "pad with 1": perceptron(data.X, data.y, bias="one"),
        str(words.write("pad with {R}")): perceptron(data.X, data.y, bias="radius"),
        "length 1": perceptron(normalize(data.X)[0], data.y),
    }
    plain, *others = runs
    fig, axes = paper.figure(style.WIDE, 4.1, ncols=2)
    sides = [_ClockPanel(each, data, words) for each in axes]
    called = [Names(side.plane.axes, [side.line], sides=side.line) for side in sides]
    legend(fig, ncols=4, named=called)

    def show(dialect, k):
        names = (plain, dialect)
        left, right = (
            side.show(name, runs[name], k) for side, name in zip(sides, names, strict=True)
        )
        facts = {"left": left, "right": right, "n": k} | words.about(data)
        return words.describe("dialects", **facts)

    longest = max(run.n_mistakes for run in runs.values())
    values = {"dialect": tuple(others), "k": thinned(range(longest + 1), STATES)}
    changing = [artist for side in sides for artist in side.changing]
    picture = InteractiveFigure(fig, values, show, changing, names=called)
    return keep_clear(picture, [label for side in sides for label in side.numbered])


class _ClockPanel:
    """The samples, and the line of one run after k updates or at its end."""

    def __init__(self, axes, data, words):
        self.X = require_2d(data.X)
        self.words = words
        self.plane = DataPanel(axes, words, self.X, pad=0.14)
        self.plane.samples(self.X, data.y)
        self.numbered = number_samples(axes, self.X)
        self.line, self.sides = self.plane.line(label=words("line now")), self.plane.sides()
        self.rings = self.plane.mistakes(label=words("mistake now"))
        self.ring = self.plane.ring(label=words("next mistake"))
        self.title = axes.set_title(" \n ")
        self.changing = [self.line, *self.sides.artists, self.rings, self.ring, self.title]

    def show(self, name, run, k):
        """Move to the state after k updates and say which samples were used."""
        facts = state_of(run, min(k, run.n_mistakes))
        for moved in (self.line, self.sides):
            moved.move(facts["weights"], facts["b"])
        self.rings.set_data(*self.X[facts["mistakes"]].T)
        self.ring.set_data(*self.X[run.mistakes[facts["n"] : facts["n"] + 1]].T)
        used = ", ".join(map(str, run.mistakes[: facts["n"]])) or "none yet"
        has_ended = facts["n"] == run.n_mistakes
        used = self.words.write("{used}; the run has ended" if has_ended else "{used}", used=used)
        self.title.set_text(
            self.words("{name}, ${k} = {clock}$\nlist: {said}", name=name, clock=k, said=used)
        )
        return self.words.write("{name}: {said}", name=name, said=used)
