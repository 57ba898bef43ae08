"""The run that returns: w on its path meets the place where it has been, and a cycle is closed."""

from typing import NamedTuple

import numpy as np

from perceptron_core import Dataset
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import circle, require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import Arrow, DataPanel, caption, curve, legend
from perceptron_lessons.figures.proof_plane import DOT
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.wording import Written
from perceptron_lessons.theory.transforms import fold_labels
from perceptron_lessons.theory.voting import REPEATING, first_repetition, stopped_run

CYCLES = Dataset([[-3, 3], [-2, 3], [-3, 1]], [1, -1, -1], "three points, no separator")
TAIL = (0.15, 0.35, 0.6, 1.0)  # how dark its parts are, the oldest first
PART = {"color": style.GREEN, "linewidth": 2.2, "solid_capstyle": "round", "zorder": 3}
PLACES = style.POINTS | {"color": "#BFBFBF", "markersize": 3.5, "zorder": 1}
GHOST = style.OPEN | {"color": style.BLACK, "marker": "o", "markersize": 13, "zorder": 3.8}
EMPTY = {"color": style.LIGHT, "linewidth": 2}
HAND = style.POINTS | {"color": style.BLACK, "marker": "o", "markersize": 6, "zorder": 5}
# The samples of a cycle, by colour and by how long their ticks are.
KINDS = (
    {"color": style.BLUE, "linestyle": "-"},
    {"color": style.PURPLE, "linestyle": (0, (4, 1.5))},
    {"color": style.BOUND["color"], "linestyle": (0, (1.5, 1))},
    {"color": style.VERMILLION, "linestyle": (0, (6, 1.5, 1, 1.5))},
)
REACH = (1.3, 1.22, 1.14, 1.07)  # of a tick from the middle of the dial, which has radius 1
ROOM = 0.72  # of the dial's radius, for the arrows in it
SHORT = 0.4  # radii, of an arrow that has no room for a name
LIMIT = 1.42  # of the panel around the dial


class Cycle(NamedTuple):
    """The mistakes between two moments at which a run is in the same state.

    Attributes
    ----------
    start, end : int
        Numbers of updates; without a repetition, the end of the run and beyond it.
    mistakes : ndarray of int
        The samples, one for each update of the cycle.
    kinds : list of int
        The samples among them, each once.
    Z : ndarray, shape (n_samples, 2)
        What each mistake adds to w.
    """

    start: int
    end: int
    mistakes: np.ndarray
    kinds: list
    Z: np.ndarray

    @property
    def is_known(self):
        """Whether the run comes back, by so few samples that each has a colour."""
        return len(self.mistakes) > 0 and len(self.kinds) <= len(KINDS)

    def counts(self, k):
        """Return how often each kind was a mistake in this cycle, up to k: {sample: times}."""
        so_far = self.mistakes[: max(k - self.start, 0)]
        return {kind: int((so_far == kind).sum()) for kind in self.kinds}

    def place(self, k):
        """Return which tick of the dial the run is at after k updates, from 1 on; 0 before it."""
        return (k - self.start - 1) % len(self.mistakes) + 1 if k > self.start else 0


def cycle_of(trace):
    """Return the `Cycle` of a run."""
    n = trace.n_mistakes
    start, end = first_repetition(trace) or (n, n)
    mistakes = trace.mistakes[start:end]
    Z = fold_labels(trace.X, trace.y).astype(float) * float(trace.learning_rate)
    return Cycle(start, end, mistakes, sorted(set(mistakes.tolist())), Z)


@illustration(k=25)
def cycling(trace=None, limit=150, *, words, paper):
    """A run that nothing can end: w meets the place where it has been, and repeats itself for ever.

    On the left w moves with a tail of one cycle behind it. On the right each mistake of the cycle
    is a tick on a dial, and what it added is part of the arrows in the dial: where all ticks are
    there the arrows come back to where they began, because the mistakes of a cycle sum to 0.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features, without offset, not converged; by default a run on three points.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Raises
    ------
    ValueError
        The run has converged.

    References
    ----------
    Block and Levin 1970, "On the boundedness of an iterative procedure for solving a system of
    linear inequalities".

    Examples
    --------
    >>> print(cycling().at(k=25).description.text)
    k = 25: w = (−1, −1), as after 9 mistakes
    The dial has all its 16 ticks: 7z_0 + 6z_1 + 3z_2 = (0, 0)
    So the run repeats itself for ever.
    """
    trace = trace or stopped_run(CYCLES, 40)
    require_2d(trace.X)
    if trace.converged:
        raise ValueError("a run that has converged does not cycle: give one that nothing separates")
    cycle = cycle_of(trace)
    fig, (left, right) = paper.figure(style.WIDE, 3.8, ncols=2)
    path = _Path(left, words, trace, cycle)
    dial = _Dial(right, words, cycle)
    called = [Names(left, path.named)]
    legend(fig, ncols=4, named=called)
    lengths = np.linalg.norm(trace.weights.astype(float), axis=1)
    facts = {"largest": float(lengths.max()), **words.about(trace)}

    def show(k):
        path.move(k)
        dial.move(k)
        now = {"n": k, "weights": trace.weights[k], "length": float(lengths[k])}
        return _describe_cycle(trace, cycle, k, facts | now, words)

    ends = [cycle.end] if len(cycle.mistakes) else []
    values = sorted({*thinned(range(len(lengths)), limit), *ends})
    changing = [*path.changing, *dial.changing]
    return InteractiveFigure(fig, {"k": values}, show, changing, names=called)


class _Path:
    """w as a bead with a fading tail, all places where it comes, and the one where it was."""

    def __init__(self, axes, words, trace, cycle):
        self.W = trace.weights.astype(float)
        self.cycle = cycle
        self.length = len(cycle.mistakes) or len(TAIL) * 4
        title = words("weight space")
        DataPanel(axes, words, self.W, pad=0.12, title=title, names=words.components())
        curve(axes, *self.W.T, PLACES)
        self.parts = [curve(axes, look=PART, alpha=alpha) for alpha in TAIL]
        self.parts[-1].set_label(words("path of {w}, older parts paler"))
        self.bead = curve(axes, look=DOT, label=words("{w}"))
        label = words("{w} after {n:mistake}", n=cycle.start)
        self.ghost = curve(axes, look=GHOST, label=label)
        self.note = caption(axes, 0.99, 0.97, "", ha="right", va="top", fontweight="bold")
        self.met = words("{w} has been here before")
        self.named = [self.bead]
        self.changing = [*self.parts, self.bead, self.note]
        if len(cycle.mistakes):
            self.changing.append(self.ghost)

    def move(self, k):
        """Go to the state after k mistakes."""
        cuts = np.linspace(k - self.length, k, len(TAIL) + 1).round().astype(int).clip(0)
        for part, start, end in zip(self.parts, cuts[:-1], cuts[1:], strict=True):
            part.set_data(*self.W[start : end + 1].T if end > start else ([], []))
        self.bead.set_data(*self.W[k : k + 1].T)
        is_seen = len(self.cycle.mistakes) and k > self.cycle.start
        self.ghost.set_data(*self.W[[self.cycle.start]].T if is_seen else ([], []))
        self.note.set_text(self.met if len(self.cycle.mistakes) and k >= self.cycle.end else " ")


class _Dial:
    """The mistakes of a cycle as ticks on a dial, and in it what they add up to, tip to tail."""

    def __init__(self, axes, words, cycle):
        self.words, self.cycle = words, cycle
        self.changing = []
        axes.set(xlim=(-LIMIT, LIMIT), ylim=(-LIMIT, LIMIT), title=words("one cycle"))
        axes.set_aspect("equal")
        axes.set_axis_off()
        curve(axes, *circle(), style.FAINT, zorder=1)
        if not cycle.is_known:
            axes.text(0, 0, words("no cycle yet"), ha="center", va="center")
            return
        curve(axes, *self._ticks(range(len(cycle.mistakes)), REACH[-1]), EMPTY)
        self.corners, self.unit = _view_of_walk(cycle)
        self.ticks, self.arrows, self.labels = [], [], []
        for kind, look in zip(cycle.kinds, KINDS, strict=False):
            self.ticks.append(curve(axes, linewidth=4, color=look["color"], zorder=2))
            self.arrows.append(_arrow(axes, look))
            self.labels.append(_label_of_z(axes, look, kind))
        curve(axes, *self.corners[:1].T, style.POINTS, color=style.BLACK, markersize=4, zorder=6)
        self.hand = curve(axes, look=HAND, label=words("latest correction"))
        self.changing = [*self.ticks, *self.arrows, *self.labels, self.hand]

    def _ticks(self, places, reach):
        """Return the ticks at these places of the dial as a broken line, clockwise from above."""
        turns = np.array([*places]) * 2 * np.pi / len(self.cycle.mistakes)
        across = np.column_stack([np.sin(turns), np.cos(turns)])
        gaps = np.full_like(across, np.nan)
        return np.stack([across, reach * across, gaps], axis=1).reshape(-1, 2).T

    def move(self, k):
        """Go to the state after k mistakes."""
        if not self.cycle.is_known:
            return
        counts = self.cycle.counts(k)
        so_far = self.cycle.mistakes[: max(k - self.cycle.start, 0)]
        tail = self.corners[0]
        for i, (kind, times) in enumerate(counts.items()):
            self.ticks[i].set_data(*self._ticks(np.flatnonzero(so_far == kind), REACH[i]))
            tip = tail + times * self.unit * self.cycle.Z[kind]
            self.arrows[i].move(tip, tail)
            self._name(self.labels[i], kind, times, (tail + tip) / 2, tip - tail)
            tail = tip
        place = self.cycle.place(k)
        xs, ys = self._ticks([place - 1] if place else [], REACH[0])
        self.hand.set_data(xs[1:2] * 1.02, ys[1:2] * 1.02)

    def _name(self, label, kind, times, middle, along):
        """Write how often a kind was added beside its arrow, on the side away from the middle."""
        label.set_visible(np.linalg.norm(along) > SHORT)
        many = "" if times == 1 else str(times)
        label.set_text(Written([(f"{many}z_{kind}", f"{many}z_{{{kind}}}")]).drawn)
        across = np.array([along[1], -along[0]])
        across /= np.linalg.norm(across) or 1.0
        outward = across if across @ (middle - self.corners.mean(axis=0)) >= 0 else -across
        label.set_position(middle + 0.17 * outward)


def _arrow(axes, look):
    """Draw one of the arrows in a dial, still without a place."""
    head = {"arrowstyle": "-|>", "mutation_scale": 12, "shrinkA": 0, "shrinkB": 0, "zorder": 4}
    arrow = axes.add_patch(Arrow((0, 0), (0, 0), linewidth=2.2, **head, **look))
    arrow.move((0, 0))
    return arrow


def _label_of_z(axes, look, kind):
    """Write what an arrow in a dial stands for, still without a place."""
    halo = {"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.9}
    middle = {"ha": "center", "va": "center", "fontsize": 12, "zorder": 6, "in_layout": False}
    return axes.text(0, 0, f"$z_{{{kind}}}$", color=look["color"], bbox=halo, **middle)


def _view_of_walk(cycle):
    """Return the corners of the arrows of a whole cycle, in the dial, and how long a unit is."""
    counts = cycle.counts(cycle.end)
    steps = [times * cycle.Z[kind] for kind, times in counts.items()]
    corners = np.cumsum([np.zeros(2), *steps], axis=0)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    unit = ROOM / (np.linalg.norm(corners - middle, axis=1).max() or 1.0)
    return (corners - middle) * unit, unit


def _describe_cycle(trace, cycle, k, facts, words):
    """Say where w is, whether it was there before, and what the cycle so far adds up to."""
    counts = cycle.counts(k)
    facts |= {"start": cycle.start, "end": cycle.end, "cycle": len(cycle.mistakes)}
    facts |= {"again": "", "done": sum(counts.values())}
    told = "The run has not come back yet"
    if cycle.is_known and k > cycle.start:
        named = [(kind, times) for kind, times in counts.items() if times]
        terms = " + ".join(f"{'' if n == 1 else n}z_{i}" for i, n in named)
        facts["terms"] = words.write(f"${terms}$")
        facts["sum"] = sum(n * cycle.Z[i] for i, n in named)
        told = "The dial has {done} of {cycle} ticks: ${terms} = {sum}$"
        if k >= cycle.end:
            told = "The dial has all its {cycle} ticks: ${terms} = {sum}$"
    if len(cycle.mistakes) and k >= cycle.end:
        earlier = k - len(cycle.mistakes)
        facts["again"], facts["earlier"] = ", as after {earlier:mistake}", earlier
        if not cycle.is_known:
            told = "The {cycle:mistake} since then sum to 0"
        if trace.order in REPEATING:
            facts["for_ever"] = "So the run repeats itself for ever."
    facts.setdefault("for_ever", "")
    facts["more"] = "\n{for_ever}" if facts["for_ever"] else ""
    return words.describe("cycling", told=told, **facts)
