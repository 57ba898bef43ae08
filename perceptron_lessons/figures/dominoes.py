"""The proof as dominoes: each stands on those that it rests on; pull one out and see which fall."""

from typing import NamedTuple

import numpy as np
from matplotlib.patches import Polygon

from perceptron_core.exact import nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import run_on_example
from perceptron_lessons.figures.domino_layout import (
    HIGH,
    SIDE_BY_SIDE,
    WIDE,
    places_of,
    rows_of,
    threads_between,
)
from perceptron_lessons.figures.geometry import circle
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import BARE, DataPanel, curve, legend
from perceptron_lessons.figures.proof_plane import DOT
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.wording import joined
from perceptron_lessons.theory.counterexamples import BROKEN_HYPOTHESES
from perceptron_lessons.theory.hypotheses import known_of
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.theorems import THEOREMS

UNBROKEN = "none"
LONGEST = 13  # letters that a domino has room for in a line
FIRST = 8  # updates that are shown one by one
MOST = 24  # values of k
LOOSE, FALLEN, PULLED = 5, -16, 0  # degrees by which dominoes lean
# The state of a domino: its turn in degrees and its look.
STANDS = {"facecolor": "#E4F0F8", "edgecolor": style.BLUE, "linewidth": 1.2, "linestyle": "-"}
LEANS = {"facecolor": "white", "edgecolor": style.GREY, "linewidth": 1.2, "linestyle": (0, (4, 2))}
LIES = {"facecolor": "#FBE3E6", "edgecolor": style.FAILS, "linewidth": 1.8, "linestyle": "-"}
GONE = {"facecolor": "white", "edgecolor": style.FAILS, "linewidth": 1.2, "linestyle": (0, (1, 2))}
GROUND = {"facecolor": "#EDEDED", "edgecolor": style.DARK, "linewidth": 1.2, "linestyle": "-"}
THREADS = {"color": "#BFBFBF", "linewidth": 1.2, "zorder": 0.5}
BEHIND = 0.4  # columns that a thread may go on behind a domino
FARTHEST = 1.32  # radii of the disc, beyond which w is drawn at the rim of the panel


class Domino(NamedTuple):
    """A hypothesis or a line of a proof, with its place.

    Attributes
    ----------
    name : str
    line : ProofLine or None
        None for a hypothesis.
    below : tuple of str
        The names of what it rests on.
    fails_at : int or None
        The first k at which it is false on this run; of a hypothesis 0 where it does not hold.
    is_loose : bool
        Whether something that it rests on, nearby or far below, does not hold.
    """

    name: str
    line: object
    below: tuple
    fails_at: int | None
    is_loose: bool

    def has_fallen(self, k):
        """Return whether it is false after at most k updates."""
        return self.fails_at is not None and self.fails_at <= k


def dominoes_of(proof):
    """Return the `Domino`es of a proof on its run: {name: Domino}, those below first."""
    lines = {line.name: line for line in proof.lines}
    below = {name: () for line in proof.lines for name in line.uses}
    below |= {name: (*line.uses, *line.after) for name, line in lines.items()}
    lacking = _lacking(proof)
    dominoes = {}
    for name, supports in below.items():
        line = lines.get(name)
        fails_at = 0 if name in lacking else None
        if line is not None and not line.holds.all():
            fails_at = int(line.k[np.argmin(line.holds)])
        is_loose = any(dominoes[other].is_loose or other in lacking for other in supports)
        dominoes[name] = Domino(name, line, supports, fails_at, is_loose)
    return dominoes


def _lacking(proof):
    """Return the hypotheses of a proof that do not hold for its run and its u."""
    lacking = {name for name, (holds, _) in known_of(proof.trace).items() if holds is False}
    if not proof["gain"].holds.all():
        lacking.add("separable")
    return lacking


@illustration(hypothesis="not separable", k=3)
def broken_hypothesis(proof=None, *, words, paper):
    """The proof as dominoes; where a hypothesis is pulled out, what rests on it can fall.

    At the bottom lie the hypotheses, and on them stand the lines of the proof, each with its own
    numbers after k updates. A line leans where something below it is gone: it may still be true,
    but nothing holds it up. Where the run makes it false it falls. Beside it w is shown with u
    upright, the wall and the disc, all divided by the radius of the disc.

    Parameters
    ----------
    proof : Proof, optional
        Any proof on any run. Without one, the picture has the slider `hypothesis`, and shows the
        proof on a run for which that hypothesis is broken.

    Returns
    -------
    InteractiveFigure
        With the slider k, and `hypothesis` ("none", or a name in
        `perceptron_lessons.theory.counterexamples.BROKEN_HYPOTHESES`) if no
        proof was given.
    """
    if proof is not None:
        proofs = {"this run": proof}
    else:
        broken = {name: make() for name, make in BROKEN_HYPOTHESES.items()}
        claims = {UNBROKEN: (run_on_example(),), **broken}
        proofs = {name: prove(*claim, notation=words.notation) for name, claim in claims.items()}
    fig, (left, right) = paper.figure(style.WIDE, 5.4, 4.0, ncols=2, width_ratios=(2, 1))
    rows = _Rows(left, words, proofs)
    plane = _DominoPlane(right, words)
    called = [Names(right, plane.named)]
    legend(fig, ncols=3, named=called)

    def show(k, hypothesis="this run"):
        rows.move(hypothesis, k)
        plane.move(proofs[hypothesis], k)
        return _describe_dominoes(
            hypothesis, proofs[hypothesis], rows.dominoes[hypothesis], k, words
        )

    values = {} if proof is not None else {"hypothesis": tuple(proofs)}
    values["k"] = _moments(proofs.values(), rows.dominoes.values())
    return InteractiveFigure(fig, values, show, [*rows.changing, *plane.changing], names=called)


def _moments(proofs, all_dominoes):
    """Return the k to be shown: the first ones, those at which something falls, and the ends."""
    last = max(proof.last for proof in proofs)
    falls = {d.fails_at for dominoes in all_dominoes for d in dominoes.values() if d.fails_at}
    ends = {proof.last for proof in proofs}
    few = thinned(sorted(falls | ends), MOST - FIRST)
    return sorted({*range(min(FIRST, last) + 1), *few})


class _Layout:
    """The places of some dominoes in a panel whose height is 1, and their threads."""

    def __init__(self, dominoes):
        below = {domino.name: domino.below for domino in dominoes}
        rows = rows_of(below)
        self.high = HIGH / len(rows)
        self.places = {
            name: np.array([column, (row + 0.5) / len(rows)])
            for name, (column, row) in places_of(rows).items()
        }
        threads = map(_prolonged, threads_between(rows, below))
        self.threads = np.vstack([[*thread, (np.nan, np.nan)] for thread in threads])
        self.threads[:, 1] = (self.threads[:, 1] + 0.5) / len(rows)


def _prolonged(thread):
    """Return a thread that goes on behind both of its dominoes, which may lean away from it."""
    corners = np.array(thread)
    first, last = corners[0] - corners[1], corners[-1] - corners[-2]
    for end, step in ((0, first), (-1, last)):
        corners[end] += step * min(0.5, BEHIND / max(abs(step[0]), BEHIND))
    return corners


class _Rows:
    """The dominoes of one of several proofs, in the state that its run has brought them to."""

    def __init__(self, axes, words, proofs):
        self.axes, self.words, self.proofs = axes, words, proofs
        self.dominoes = {name: dominoes_of(proof) for name, proof in proofs.items()}
        self.layouts = {
            name: _Layout(dominoes.values()) for name, dominoes in self.dominoes.items()
        }
        reach = SIDE_BY_SIDE / 2 + 0.06  # one that lies is wider than its column
        axes.set(xlim=(-reach, reach), ylim=(-0.02, 1.02))
        axes.set_axis_off()
        self.threads = curve(axes, look=THREADS)
        most = max(map(len, self.dominoes.values()))
        middle = {"ha": "center", "va": "center", "fontsize": 9, "zorder": 3, "linespacing": 1.15}
        self.tiles = [axes.add_patch(Polygon(np.zeros((4, 2)), zorder=2)) for _ in range(most)]
        self.texts = [axes.text(0, 0, "", **middle) for _ in range(most)]
        self.changing = [self.threads, *self.tiles, *self.texts]

    def move(self, hypothesis, k):
        """Show the proof for which this hypothesis is broken, after k updates."""
        layout = self.layouts[hypothesis]
        self.threads.set_data(*layout.threads.T)
        k = min(k, self.proofs[hypothesis].last)
        for tile, text in zip(self.tiles, self.texts, strict=True):
            tile.set_visible(False)
            text.set_text("")
        dominoes = self.dominoes[hypothesis].values()
        for tile, text, domino in zip(self.tiles, self.texts, dominoes, strict=False):
            self._place(tile, text, domino, k, layout)

    def _place(self, tile, text, domino, k, layout):
        """Let a domino stand, lean or lie where it is, with its name and its numbers."""
        turn, look = _state_at(domino, k)
        place = layout.places[domino.name]
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 * (WIDE, layout.high)
        tile.set_visible(True)
        tile.set(**look)
        tile.set_xy(_turned(corners, turn, self.axes) + place)
        text.set(position=place, rotation=turn)
        text.set_text(_face(domino, k, self.words))
        text.set_color(style.FAILS if domino.has_fallen(k) else style.BLACK)


def _state_at(domino, k):
    """Return by how much a domino leans after k updates, and its look."""
    if domino.line is None:
        return PULLED, GONE if domino.has_fallen(k) else GROUND
    if domino.has_fallen(k):
        return FALLEN, LIES
    return (LOOSE, LEANS) if domino.is_loose else (0, STANDS)


def _turned(corners, degrees, axes):
    """Return corners turned about 0 on paper, where the units of the axes are not alike."""
    wide, high = np.ptp(axes.get_xlim()), np.ptp(axes.get_ylim())
    box = axes.get_position()
    page = axes.figure.get_size_inches()
    unit = np.array([box.width * page[0] / wide, box.height * page[1] / high])
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (corners * unit) @ turn.T / unit


def _face(domino, k, words):
    """Return what stands on a domino: its name, and both sides of its line after k updates."""
    name = words(domino.name)
    name = f"✗ {name}" if domino.has_fallen(k) else name
    if len(name) > LONGEST:
        name = name.replace("–", "–\n")
    while max(map(len, name.split("\n"))) > LONGEST and style.in_two_lines(name) != name:
        name = style.in_two_lines(name)
    if domino.line is None:
        return name
    line = domino.line
    at = np.flatnonzero(line.k == (k if len(line.k) > 1 or line.k[0] else 0))
    if not len(at):
        return name
    left, right = (_root_of_square(side[at[0]], line.power) for side in (line.lhs, line.rhs))
    holds = bool(line.holds[at[0]])
    sign = line.relation if holds else {"≥": "<", "≤": ">", "=": "≠", "<": "≥"}[line.relation]
    left, right = words.number(left, 3), words.number(right, 3)
    between = " " if len(left) + len(right) + 2 < LONGEST else "\n"
    return f"{name}\n{left}{between}{sign} {right}"


def _root_of_square(value, power):
    """Return what is compared as a float, of signed squares the root."""
    value = nearest_float(value)
    return float(np.sign(value) * np.sqrt(abs(value))) if power == 2 else value


class _DominoPlane:
    """w with u upright, wall and disc, all divided by the radius that the disc should have."""

    def __init__(self, axes, words):
        self.axes = axes
        box = FARTHEST * np.array([[-1, -1], [1, 1]])
        DataPanel(axes, words, box, pad=0.03, **BARE)
        self.words = words
        self.ray = curve(axes, [0, 0], [0, 2 * FARTHEST], style.SEPARATOR, label=words("{u}"))
        self.disc = curve(axes, *circle(), style.SECOND_BOUND, label=words("disc"))
        self.wall = curve(axes, look=style.BOUND, label=words("wall"))
        self.path = curve(axes, color=style.GREEN, linewidth=1.2, zorder=3)
        self.now = curve(axes, look=DOT, label=words("{w}"))
        self.note = axes.text(0, 1.03, "", transform=axes.transAxes)
        self.named = [self.wall, self.disc, self.ray, self.now]
        self.changing = [self.disc, self.wall, self.path, self.now, self.note]

    def move(self, proof, k):
        """Go to the state of this proof's run after k updates."""
        self.note.set_text(self.words("after {n:update}", n=k))
        is_over = k > proof.last
        k = min(k, proof.last)
        columns = proof.columns
        unit = columns["norm_bound"][k] or columns["norm"][k] or 1.0
        height = columns["cosine_bound"][k] * columns["norm_bound"][k] / unit
        where = np.array([0.0, 0.0])
        if columns["norm"][k]:
            cosine = float(np.clip(columns["cosine"][k], -1, 1))
            length = columns["norm"][k] / unit
            where = length * np.array([np.sqrt(1 - cosine**2), cosine])
        is_short = where[1] < height - 1e-9
        is_long = np.linalg.norm(where) > 1 + 1e-9
        self.disc.set_visible(k > 0)
        self.wall.set_data([-2, 2], [height, height])
        self.wall.set_color(style.FAILS if is_short else style.BOUND["color"])
        self.disc.set_color(style.FAILS if is_long else style.SECOND_BOUND["color"])
        far = np.abs(where).max()
        shown = where * min(1, FARTHEST / far) if far else where
        self.path.set_data(*np.transpose([(0, 0), shown]))
        self.path.set_linestyle((0, (2, 2)) if far > FARTHEST else "-")
        self.now.set_data(*shown[:, None])
        self.now.set_markerfacecolor("white" if is_over else style.GREEN)


def _describe_dominoes(hypothesis, proof, dominoes, k, words):
    """Say which dominoes have fallen after k updates, and what the first of them says."""
    last = proof.last
    facts = {"n": k, "last": last, "lines": len(proof.lines)}
    facts["theorem"] = THEOREMS[proof.source].title
    facts["name"] = hypothesis.replace("R²", "${R}²$")
    title = "hypothesis broken: {name}" if hypothesis in BROKEN_HYPOTHESES else "{name}"
    facts["title"] = "all hypotheses hold" if hypothesis == UNBROKEN else title
    fallen = [d for d in dominoes.values() if d.line is not None and d.has_fallen(min(k, last))]
    loose = [d for d in dominoes.values() if d.line is not None and d.is_loose]
    facts["loose"] = len(loose)
    facts["verdict"] = "all {lines} steps stand"
    if loose and not fallen:
        facts["verdict"] = "{loose} of {lines} steps lean, and none has fallen yet"
    if fallen:
        first = min(fallen, key=lambda domino: domino.fails_at)
        facts |= {"first": first.name, "formula": first.line.formula(), "at": first.fails_at}
        facts["fallen"] = joined(", ", [words.write(domino.name) for domino in fallen])
        facts["verdict"] = "fallen: {fallen}; the first is false at ${k} = {at}$: {formula}"
    facts["bound"] = nearest_float(proof["conclusion"].rhs[0])
    facts["end"] = (
        "the bound {bound} is exceeded" if min(k, last) > facts["bound"] else "bound {bound}"
    )
    facts["ended"] = "; the run has ended after {last:update}" if k > last else ""
    return words.describe("broken_hypothesis", **facts)
