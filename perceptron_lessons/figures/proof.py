"""Pictures of the proof: the two bounds, the cosine squeezed between them, and where they meet."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from perceptron_core import datasets, perceptron
from perceptron_core.exact import nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.panels import CurvePanel, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.tables import Symbol
from perceptron_lessons.theory.notation import write
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.transforms import normalize

GAP = {"color": style.BLACK, "linewidth": 3.5, "solid_capstyle": "butt", "zorder": 1.9}
LATER = style.POINTS | {"color": "#BFBFBF", "markerfacecolor": "white", "zorder": 1.8}
UNIT = ("cosine", "empirical")  # sources with all samples at length 1

# The bounds on the norm and on the cosine, by the hypotheses of the proof.
FORMULAS = {
    "primal": (
        "[2] [{mistakes}] {η} {radius}",
        "[{mistakes}] {margin}/([2] {radius} ‖{separator}‖)",
    ),
    "unit length": ("[{mistakes}] {η}", "[{mistakes}] {margin}"),
    "padded": ("[{mistakes}] {η} [{radius}²+c²]", "[{mistakes}] {margin}/[{radius}²+c²]"),
    "plain": ("[{mistakes}] {η} {radius}", "[{mistakes}] {margin}/{radius}"),
}


class Side(NamedTuple):
    """One inequality of the proof: what is measured, and its bound, after 0, 1, 2, … updates."""

    measured: Symbol
    limit: Symbol
    values: np.ndarray
    limits: np.ndarray
    sign: int  # 1 where the bound is below, −1 where it is above

    def at(self, k):
        """Return the facts after k updates; a gap that is nothing but rounding is 0."""
        value, edge = float(self.values[k]), float(self.limits[k])
        gap = self.sign * (value - edge)
        gap = 0.0 if abs(gap) <= 1e-12 * max(abs(value), abs(edge)) else gap
        facts = self._asdict() | {"value": value, "edge": edge, "gap": gap}
        relation = "≥" if self.sign > 0 else "≤"
        false = " FALSE" if gap < 0 else ""
        return facts | {"relation": relation, "false": false}


def formulas(trace, source, words):
    """Return what numerator, norm and cosine of a run are called, and their bounds, as `Symbol`s.

    Parameters
    ----------
    trace : Trace
    source : str
    words : Wording

    Returns
    -------
    list of three pairs
    """
    norm, cosine = FORMULAS["padded" if trace.pad_squared else "plain"]
    if source == "primal" or source in UNIT:
        norm, cosine = FORMULAS["primal" if source == "primal" else "unit length"]
    measured = ["{weights}·{separator}", "‖{weights}‖", "cos({weights}, {separator})"]
    limits = ["{mistakes} {η} {margin}", norm, cosine]
    own = {"weights": "ŵ" if trace.pad_squared else "w", "separator": "u", "margin": "γ"}
    letters = {} if words.notation else own | {"radius": "R", "mistakes": "k"}
    if not words.notation:
        measured[2], limits[0] = "cosine", "{mistakes}{η}{margin}"

    def symbol(template):
        for quantity, letter in letters.items():
            template = template.replace(f"{{{quantity}}}", letter)
        return write(template, words.notation or "iterations", trace.learning_rate)

    return [(symbol(what), symbol(limit)) for what, limit in zip(measured, limits, strict=True)]


def sides(proof, words):
    """Return the inequalities for the numerator, the denominator and the cosine.

    Parameters
    ----------
    proof : Proof
    words : Wording

    Returns
    -------
    list of three Side
    """
    columns = proof.columns
    called = formulas(proof.trace, proof.source, words)
    three = zip(called, ("numerator", "norm", "cosine"), (1, -1, 1), strict=True)
    return [Side(*pair, columns[n], columns[f"{n}_bound"], sign) for pair, n, sign in three]


def run_for(source, trace=None, data=None):
    """Return the run given, or one on known data that fits the source's hypotheses."""
    if trace is not None:
        return trace
    data = data or example_of_session()
    X = normalize(data.X)[0] if source in UNIT else data.X
    return perceptron(X, data.y, bias="radius" if source == "primal" else "none")


@illustration()
def squeeze(trace=None, separator=None, source=None, limit=150, *, words, paper):
    """The proof in three panels: numerator, denominator, and the cosine between bound and 1.

    Parameters
    ----------
    trace : Trace, optional
        Of any number of features; by default the run on the worked example.
    separator : Separator or pair (w, b), optional
        By default the one with the largest margin.
    source : {"iterations", "cosine", "online", "empirical", "primal"}, optional
        Whose proof; see `perceptron_lessons.prove`. By default that of
        `iterations`.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    Raises
    ------
    ValueError
        If nothing separates the data, so that the proof has no u.

    References
    ----------
    `cosine`, "Finishing up"; `iterations` §4; `primal`, Lemmas 2 and 3.

    Examples
    --------
    >>> print(squeeze().at(k=3).description.text)
    k = 3: w·u ≈ 3.578 ≥ kγ ≈ 2.683, gap 0.8944
    ‖w‖ = 4 ≤ √k R ≈ 4.899, gap 0.899
    cosine 0.8944 ≥ √k γ/R ≈ 0.5477, gap 0.3467; to the ceiling 1: 0.1056
    """
    source = source or "iterations"
    trace = run_for(source, trace)
    proof = prove(trace, separator, source)
    n = trace.n_mistakes
    three = sides(proof, words)
    bound = nearest_float(proof["conclusion"].rhs[0])
    # Where the cosine's lower bound reaches 1; for the primal before its rounder (2R/γ)².
    meets = _square_of(np.sqrt(n) / three[2].limits[-1]) if n else bound
    right = right_end(n, meets)
    heads = map(words, ("numerator", "denominator", "their quotient, the cosine"))
    if words.notation is not None:
        formula = "${s.measured} {relation} {s.limit}$"
        heads = [words(formula, s=s, relation=r) for s, r in zip(three, "≥≤≥", strict=True)]
    fig, panels = paper.figure(style.WIDE, 3.0, ncols=3)
    each = zip(panels, three, heads, (1, 0.5, 0.5), strict=True)
    drawn = [draw_side(*one, words, right) for one in each]
    panels[2].axhline(1, label=words("ceiling 1"), **style.CEILING)
    panels[2].set_ylim(np.nanmin([*three[2].values, 0]) - 0.03, 1.08)
    legend(fig, ncols=5)

    def show(k):
        for side, (line, later, gap, title) in zip(three, drawn, strict=True):
            facts = side.at(k)
            known = np.isfinite(facts["value"])
            line.set_data(np.arange(k + 1), side.values[: k + 1])
            later.set_data(np.arange(k + 1, n + 1), side.values[k + 1 :])
            gap.set_data(([k, k], [facts["edge"], facts["value"]]) if known else ([], []))
            template = "${value:3} {relation} {edge:3}$, gap {gap:3}{false}"
            title.set_text(words(template if known else "no cosine: ${w} = 0$", **facts))
        return _describe_squeeze(three, k, words, meets, bound)

    changing = [artist for panel in drawn for artist in panel]
    return InteractiveFigure(fig, {"k": range(n + 1)}, show, changing, {"k": n}, limit=limit)


def right_end(n, meets):
    """Return where an axis of k ends: where the bound meets its ceiling, or with a long run."""
    return max(n + 1, min(meets, 4 * n)) * 1.04  # so that the run does not vanish beside it


def _square_of(x):
    """Return x² as a float, ∞ beyond all floats."""
    return nearest_float(Fraction(x) ** 2)


def draw_side(axes, side, head, power, words, right):
    """Draw an inequality over k up to `right`; its bound grows as this power of k."""
    n = len(side.values) - 1
    dense = np.linspace(0, right, 200)
    bound = (side.limits[-1] / n**power if n else 0) * dense**power
    finite = np.concatenate([bound, side.values[np.isfinite(side.values)]])
    low = min(0, finite.min())
    extent = np.ptp([0, *finite]) or 1.0
    xlim, ylim = (-0.02 * right, right), (low - 0.03 * extent, low + 1.08 * extent)
    panel = CurvePanel(axes, words.mistakes_axis(), head, xlim, ylim, pad=18)
    axes.locator_params(axis="x", nbins=5, integer=True)
    drawn = panel.curve(look=style.MEASURED, label=words("in the run"), zorder=2.1)
    panel.curve(dense, bound, style.BOUND, label=words("bound"))
    gap = panel.curve(look=GAP, label=words("gap at {k}"))
    later = panel.curve(look=LATER, label=words("still to come"))
    return drawn, later, gap, panel.caption()


def _describe_squeeze(three, k, words, meets, bound):
    """Say how the three inequalities stand after k updates."""
    line = "${measured} = {value} {relation} {limit} = {edge}$, gap {gap}{false}"
    first, second = (words.write(line, **side.at(k)) for side in three[:2])
    facts = three[2].at(k)
    cosine = "cosine: none, ${w} = 0$"
    if np.isfinite(facts["value"]):
        room = max(0.0, 1 - facts["value"])
        facts["room"] = 0.0 if room < 1e-12 else room
        if words.notation is None:
            line = "cosine ${value} {relation} {limit} = {edge}$, gap {gap}{false}"
        cosine = words.write(line + "; to the ceiling 1: {room}", **facts)
    facts |= {"n": k, "first": first, "second": second, "cosine": cosine, "meets": meets}
    return words.describe("squeeze", bound=bound, **facts)


@illustration(separator="u")
def tight_case(dimensions=tuple(range(2, 21)), *, words, paper):
    """Orthonormal points: as many mistakes as the bound allows, in every dimension.

    Parameters
    ----------
    dimensions : sequence of int
        The values of d.

    Returns
    -------
    InteractiveFigure
        With the slider d, the number of points and of dimensions.

    Examples
    --------
    >>> print(tight_case().at(d=7).description.text)
    d = 7: 7 mistakes, bound R²/γ² = 7
    cosine = √(k/7) at every k: on its lower bound
    """
    dimensions = tuple(int(d) for d in dimensions)
    proofs = {}
    for d in dimensions:
        data = datasets.orthonormal(d)
        proofs[d] = prove(perceptron(data.X, data.y), (data.separator, data.offset))
    mistakes = [proof.trace.n_mistakes for proof in proofs.values()]
    bounds = [nearest_float(proof["conclusion"].rhs[0]) for proof in proofs.values()]
    fig, (left, right) = paper.figure(style.WIDE, 3.1, ncols=2)
    xlim, ylim = (0, max(dimensions) * 1.05), (0, max(bounds) * 1.1)
    counts = CurvePanel(
        left, words("dimensions d"), words("mistakes and bound"), xlim, ylim, y=words("mistakes")
    )
    counts.curve(dimensions, mistakes, style.POINTS, label=words("in the run"), zorder=2.1)
    counts.curve(dimensions, bounds, style.BOUND, label=words("bound"))
    here = counts.here(clip_on=True, zorder=2.2)
    title = words("cosine of {w} and {u}")
    cosines = CurvePanel(right, words.mistakes_axis(), title, xlim, (0, 1.08), y=words("cosine"))
    below = cosines.curve(look=style.BOUND)
    on_it = cosines.curve(look=style.POINTS)
    right.axhline(1, label=words("ceiling 1"), **style.CEILING)
    left.locator_params(integer=True)
    right.locator_params(axis="x", integer=True)
    legend(fig, ncols=3)
    dense = np.linspace(0, max(dimensions), 20 * max(dimensions) + 1)

    def show(d):
        columns = proofs[d].columns
        n = proofs[d].trace.n_mistakes
        bound = bounds[dimensions.index(d)]
        here.set_data([d], [n])
        up_to = dense[dense <= bound]
        below.set_data(up_to, np.sqrt(up_to / bound))
        on_it.set_data(columns["k"], columns["cosine"])
        cosine = "cosine $= [{k}/{d}]$ at every {k}: on its lower bound"
        if any(proofs[d]["cosine"].slack):
            cosine = "the cosine is above its lower bound"
        return words.describe("tight_case", d=d, n=n, bound=bound, cosine=cosine)

    changing = [here, below, on_it]
    return InteractiveFigure(fig, {"d": dimensions}, show, changing, {"d": dimensions[-1]})
