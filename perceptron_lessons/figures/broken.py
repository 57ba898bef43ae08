"""The proof line by line over a whole run, and what breaks it."""

import collections

import numpy as np

from perceptron_core.exact import nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import beside, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.runs import run_on_worked_example
from perceptron_lessons.figures.wording import Written, joined, number
from perceptron_lessons.theory.counterexamples import BROKEN_HYPOTHESES
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.theorems import THEOREMS

HOLDS = {"color": style.BLUE, "marker": "o", "markersize": 3, "linewidth": 1.3}
CROSS = {"marker": "x", "markersize": 5, "markeredgewidth": 1.5}
FAILS = CROSS | {"color": style.FAILS, "linestyle": "none"}
UNBROKEN = "none"


@illustration(hypothesis="offset step 1 instead of R²")
def broken_hypothesis(proof=None, points=200, *, words, paper):
    """Every line of a proof with its slack over k, and in words whether it holds.

    The first line that fails is ringed where it does, and set in bold. The formulas are in the
    letters of the source that each proof is of, unless a notation is given.

    Parameters
    ----------
    proof : Proof, optional
        Any proof on any run. Without one, the picture has the slider `hypothesis`, and shows the
        proof on a run for which that hypothesis is broken.
    points : int
        The most values of k drawn in a row; the first failure is always among them.

    Returns
    -------
    InteractiveFigure
        With the slider `hypothesis` ("none", or a name in
        `perceptron_lessons.theory.counterexamples.BROKEN_HYPOTHESES`) if no
        proof was given.
    """
    if proof is not None:
        proofs = {"this run": proof}
        values = {}
    else:
        broken = {name: make() for name, make in BROKEN_HYPOTHESES.items()}
        claims = {UNBROKEN: (run_on_worked_example(),), **broken}
        proofs = {name: prove(*claim, notation=words.notation) for name, claim in claims.items()}
        values = {"hypothesis": tuple(proofs)}
    count = max(len(each.lines) for each in proofs.values())
    height = 0.34 * count + 1.0
    fig, axes = paper.figure(style.MIDDLE, height)
    fig.set_figheight(height)  # rows of text stay as high on a narrow page
    axes.set(
        xlim=(-0.02, 1.02), ylim=(-count + 0.45, 0.55), yticks=[], xlabel=words("updates made")
    )
    axes.spines["left"].set_visible(False)
    axes.set_xticks([0, 1], ["0", " "])
    below = {"xycoords": axes.get_xaxis_transform(), "ha": "right", "va": "top"}
    last = beside(axes, "", (1, 0), (0, -6.5), **below)
    rows = _Rows(axes, proofs, count, points, words)
    legend(fig, ncols=3, columnspacing=1.1, handlelength=1.6)
    title = "hypothesis broken: {name}" if values else "{name}"
    descriptions = {
        name: _describe(each, words, words.write(title, name=name.replace("R²", "${R}²$")))
        for name, each in proofs.items()
    }

    def show(hypothesis="this run"):
        rows.move(hypothesis)
        last.set_text(number(proofs[hypothesis].trace.n_mistakes))
        return descriptions[hypothesis]

    # The layout is fixed by what is drawn first: it must have room for the widest texts.
    room = rows.widest()
    picture = InteractiveFigure(fig, values, show, [*rows.changing, last])
    for text in room:
        text.remove()
    return picture


class _Rows:
    """The lines of a proof, one a row: left its verdict, below that its formula, right its slack.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    proofs : dict of str to Proof
    count : int
        Of rows: the most lines that a proof has.
    points : int
        The most values of k drawn in a row.
    words : Wording
    """

    def __init__(self, axes, proofs, count, points, words):
        self.axes = axes
        self.proofs = proofs
        self.count = count
        self.formulas = {}
        self.verdicts = {}
        for name, proof in proofs.items():
            self.formulas[name] = [Written([line.formula()]).drawn for line in proof.lines]
            self.verdicts[name] = [_verdict(proof, line, words) for line in proof.lines]
        places = [((0, -row), (-10, 1)) for row in range(count)]
        self.names = [beside(axes, "", *place, va="bottom", ha="right") for place in places]
        self.written = [beside(axes, "", *place, va="top", ha="right") for place in places]
        self.artists = _row_artists(axes, words)
        self.curves = {name: _rows_of(proof, points, count) for name, proof in proofs.items()}
        self.changing = [*self.names, *self.written, *self.artists.values()]

    def move(self, hypothesis):
        """Show the proof for which this hypothesis is broken."""
        proof = self.proofs[hypothesis]
        spacing = _spacing(proof.lines, self.count)
        for row, (name, formula) in enumerate(zip(self.names, self.written, strict=True)):
            there = row < len(proof.lines)
            name.set_text(self.verdicts[hypothesis][row] if there else "")
            formula.set_text(self.formulas[hypothesis][row] if there else "")
            failure = proof.first_failure
            first = there and failure and proof.lines[row] is failure.line
            name.set_fontweight("bold" if first else "normal")
            name.xy = formula.xy = 0, -row * spacing
        for name, artist in self.artists.items():
            artist.set_data(*self.curves[hypothesis][name])

    def widest(self):
        """Draw, invisibly, the verdict and the formula that need most room; return both."""
        self.names[0].set_fontweight("bold")
        both = (self.verdicts, self.names[0], "bold"), (self.formulas, self.written[0], "normal")
        look = {"alpha": 0, "ha": "right"}
        return [
            beside(self.axes, _widest(texts, text), (0, 0), (-10, 1), fontweight=weight, **look)
            for texts, text, weight in both
        ]


def _verdict(proof, line, words):
    """Say whether a line of a proof holds, and where not."""
    if line.holds.all():
        return words("{name}: holds", name=line.name)
    failure = proof.first_failure
    ks = line.k[~line.holds]
    how = "fails first" if failure.line is line else "fails"
    return words("{name}: {how}, at ${k} = {n}$", name=line.name, how=how, n=ks[0])


def _row_artists(axes, words):
    """Draw what all rows share, still empty: each kind of mark is one artist for all rows."""
    artists = {
        "zeros": curve(axes, color=style.LIGHT, linewidth=0.8),
        # Its points are an artist of their own, since a point that fails looks otherwise.
        "slack": curve(axes, look=HOLDS, markevery=[], label=words("slack $≥ 0$: the line holds")),
        "holds": curve(axes, look=HOLDS, linestyle="none"),
        "fails": curve(axes, look=FAILS, label=words("slack $< 0$: it fails")),
        "first": curve(
            axes, look=style.RING, markersize=13, clip_on=False, label=words("first failure")
        ),
        "where": curve(axes, look=style.RAY),
    }
    # Where it is empty, its box would be the corner of the figure.
    artists["first"].set_in_layout(False)
    return artists


def _describe(proof, words, title):
    """Say what a proof on a run shows."""
    failure = proof.first_failure
    n = proof.trace.n_mistakes
    bound = nearest_float(proof["conclusion"].rhs[0])
    facts = {"n": n, "lines": len(proof.lines), "bound": bound, "title": title}
    verdict = "All {lines} lines hold for ${k} = 0$ to {n}"
    failing = ""
    if failure is not None:
        verdict = "First to fail: {failure.line.name}, {formula}, at ${k} = {failure.k}$"
        facts |= {"failure": failure, "formula": failure.line.formula()}
        broken = [line.name for line in proof.lines if not line.holds.all()]
        facts["broken"] = joined(", ", map(words.write, broken))
        failing = "Lines that fail somewhere: {broken}. "
    facts |= {"verdict": verdict, "failing": failing, "theorem": THEOREMS[proof.source].title}
    facts["end"] = "the bound holds" if n <= bound else "the bound is exceeded"
    return words.describe("broken_hypothesis", **facts)


def _spacing(lines, rows):
    """How far apart the rows stand when a proof has fewer lines than there is room for."""
    return (rows - 1) / max(1, len(lines) - 1)


def _widest(texts, artist):
    """Return the text that needs most room when an artist shows it."""

    def width(text):
        artist.set_text(text)
        return artist.get_window_extent().width

    return max(sorted(set().union(*texts.values())), key=width)


def _rows_of(proof, points, rows):
    """Return the data of `_row_artists` for a proof: one row a line, k scaled to 0 … 1."""
    spacing = _spacing(proof.lines, rows)
    failure = proof.first_failure
    n = max(1, proof.trace.n_mistakes)
    pieces = collections.defaultdict(list)
    for r, line in enumerate(proof.lines):
        if not len(line.k):
            continue
        at = np.append(thinned(range(len(line.k)), points), np.flatnonzero(~line.holds)[:1])
        at = np.unique(at).astype(int)
        slack = line.slack[at]
        holds = line.holds[at]
        k = line.k[at] / n
        size = max(map(abs, slack)) or 1
        slack = np.array([nearest_float(part / size) for part in slack])
        # The square root lets small slacks show beside large ones.
        row = np.array([k, -r * spacing + 0.4 * np.sign(slack) * np.sqrt(np.abs(slack))])
        few = len(k) <= 45
        fails = np.flatnonzero(~holds)
        pieces["zeros"].append([(0, 1), (-r * spacing, -r * spacing)])
        pieces["slack"].append(row)
        pieces["holds"].append(row[:, holds] if few else row[:, :1])
        pieces["fails"].append(row[:, fails if few else fails[:: max(1, len(fails) // 30)]])
        if failure and line is failure.line:
            first = row[:, line.k[at] == failure.k]
            pieces["first"].append(first)
            pieces["where"].append([(first[0, 0],) * 2, (0.6, -rows + 0.5)])
    gap = [[np.nan], [np.nan]]  # between the pieces of a curve
    return {
        name: np.hstack([[[], []], *(part for piece in pieces[name] for part in (piece, gap))])
        for name in ("zeros", "slack", "holds", "fails", "first", "where")
    }
