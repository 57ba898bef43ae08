"""Pictures of what lies beyond the theorem: overlapping data, flipped labels, kernels."""

from dataclasses import replace

import contourpy
import numpy as np

from perceptron_core import Dataset, datasets, online
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.theory.kernel_margins import kernel_margin
from perceptron_lessons.theory.kernels import kernel_perceptron
from perceptron_lessons.theory.voting import (
    averaged,
    line_after,
    pocket,
    signs_of,
    stopped_run,
    survival,
)

ANSWERS = {
    "last": style.LINE_BEFORE | {"linewidth": 1.0},
    "pocket": style.SECOND_BOUND,
    "averaged": style.WEIGHT | {"linewidth": 2.4},
}
VOTED = style.OPEN | {"color": style.BLACK, "marker": "x", "markersize": 4, "markevery": 4}


def overlap(n_samples=60, seed=0):
    """Return samples of two Gaussians that overlap, a class each, on a grid of whole numbers."""
    rng = np.random.default_rng(seed)
    y = rng.choice([-1, 1], size=n_samples)
    X = np.round(4 * (rng.normal(size=(n_samples, 2)) + 0.8 * y[:, None]))
    return Dataset(X.astype(int), y, "two Gaussians")


@illustration(k=60)
def lines_of_a_run(seed=0, most=120, limit=41, *, words, paper):
    """Two Gaussians that overlap: the last line of a run, the pocket's and the averaged one.

    Parameters
    ----------
    seed : int
        Of the samples; the errors are those on 2,000 new ones.
    most : int
        The mistakes after which the run is stopped.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    References
    ----------
    Gallant 1990 (pocket); Freund and Schapire 1999 (averaged, voted).
    """
    data = overlap(seed=seed)
    new = overlap(2_000, seed=seed + 100)
    run = stopped_run(data, most)
    # The curves have a value at each k; the slider stops at some.
    every = range(1, run.n_mistakes + 1)
    values = thinned(every, limit)
    lines = {k: lines_after(run, k) for k in every}
    wrong = [[np.mean(line.predict(new.X) != new.y) for line in lines[k]] for k in every]
    errors = 100 * np.array(wrong)
    votes = np.cumsum([c * s for c, s in zip(survival(run), signs_of(run, new.X), strict=True)], 0)
    voted = [100 * np.mean(np.where(votes[k - 1] > 0, 1, -1) != new.y) for k in every]
    fig, (left, right) = paper.figure(style.WIDE, 3.6, ncols=2, width_ratios=(1, 1.2))
    plane = DataPanel(left, words, data.X, pad=0.06)
    plane.samples(data.X, data.y)
    drawn = [plane.line(look=look, label=name) for name, look in ANSWERS.items()]
    top = 1.1 * errors.max()
    plot = CurvePanel(
        right, words.mistakes_axis(), words("error on new points, in %"), (1, every[-1]), (0, top)
    )
    for name, column in zip(ANSWERS, errors.T, strict=True):
        plot.curve(every, column, ANSWERS[name])
    plot.curve(every, voted, VOTED, label=words("voted"))
    here = plot.curve(look=style.THIN)
    legend(fig, ncols=6)

    def show(k):
        for artist, line in zip(drawn, lines[k], strict=True):
            artist.move(*(np.asarray(part, dtype=float) for part in line))
        here.set_data([k, k], [0, top])
        shares = dict(zip(("last", "pocket", "averaged"), errors[k - 1], strict=True))
        facts = {"n": k, "all": run.n_mistakes, "voted": voted[k - 1], "new": len(new.X)}
        return words.describe("lines_of_a_run", **facts, **shares, **words.about(data))

    return InteractiveFigure(fig, {"k": values}, show, [*drawn, here])


def lines_after(run, k):
    """Return the last, the pocket's and the averaged `Line` of a run after k mistakes."""
    so_far = replace(run, mistakes=run.mistakes[:k], converged=False)
    return line_after(run, k), pocket(so_far), averaged(so_far)


@illustration(source="online", flipped=3)
def flipped_labels(seed=0, n_samples=60, most=12, *, words, paper):
    """Mistakes in one pass over data with more and more labels flipped, against the bound.

    With ξ_i = max(0, γ − y_i u·x_i) and Δ² = Σ ξ_i², a pass makes at most ((D + Δ)/γ)² mistakes,
    whichever u of length 1 and γ > 0 is taken.

    Parameters
    ----------
    seed, n_samples : int
        Of the planted data.
    most : int
        The most labels that are flipped.

    Returns
    -------
    InteractiveFigure
        With the slider flipped, the number of labels.

    References
    ----------
    Freund and Schapire 1999, theorem 2.
    """
    data = datasets.planted(n_samples, 2, margin=0.3, seed=seed)
    u, gamma = np.asarray(data.separator, float), data.margin
    order = np.random.default_rng(seed).permutation(n_samples)
    labels = []
    made = []
    bounds = []
    reach = np.linalg.norm(data.X, axis=1).max()
    for flipped in range(most + 1):
        y = data.y.copy()
        y[order[:flipped]] *= -1
        short = np.maximum(0, gamma - y * (data.X @ u))
        short[np.isclose(short, 0)] = 0  # planted samples lie at γ up to rounding
        labels.append(y)
        made.append(online(zip(data.X, y, strict=True), zero="mistake").n_mistakes)
        bounds.append(float(((reach + np.sqrt((short**2).sum())) / gamma) ** 2))
    fig, (left, right) = paper.figure(style.WIDE, 3.5, ncols=2, width_ratios=(1, 1.2))
    plane = DataPanel(left, words, data.X, pad=0.06, title=words("labels as they are given"))
    plane.band(u, gamma, label=words("no point came here"))
    plane.line(u, look=style.SEPARATOR, label=words("line of {u}"))
    points = plane.samples()
    rings = plane.mistakes(label=words("flipped"))
    xs = np.arange(most + 1)
    plot = CurvePanel(
        right,
        words("labels flipped"),
        words("mistakes in one pass"),
        (-0.3, most + 0.3),
        (1, 2 * bounds[-1]),
        log="y",
    )
    measured = plot.curve(xs, made, style.MEASURED, label=words("mistakes"))
    bound = plot.curve(xs, bounds, style.BOUND, label=words("$(({R} + Δ)/{γ})²$"))
    here = plot.here()
    called = [Names(right, [measured, bound])]
    legend(fig, ncols=5, named=called)

    def show(flipped):
        y = labels[flipped]
        points.move(data.X, y)
        rings.set_data(*data.X[order[:flipped]].T)
        here.set_data([flipped], [made[flipped]])
        facts = {"flipped": flipped, "made": made[flipped], "bound": bounds[flipped]}
        return words.describe("flipped_labels", **facts, samples=n_samples)

    changing = [*points.artists, rings, here]
    return InteractiveFigure(fig, {"flipped": range(most + 1)}, show, changing, names=called)


@illustration(width=0.7, k=18)
def kernel_line(data=None, widths=(0.35, 0.5, 0.7, 1.0), limit=22, *, words, paper):
    """The decision line of a Gaussian kernel, as the mistakes come in, for several widths.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, no point with both labels; by default two interleaved half circles.
    widths : sequence of float > 0
        σ of K(x, x') = exp(−‖x − x'‖²/(2σ²)).
    limit : int
        About how many values of k.

    Returns
    -------
    InteractiveFigure
        With the sliders width and k, the number of mistakes made so far; or all that there are.

    References
    ----------
    Aizerman, Braverman and Rozonoer 1964.
    """
    data = data or half_circles()
    require_2d(data.X)
    fig, (left, right) = paper.figure(style.WIDE, 3.7, ncols=2, width_ratios=(1, 1.1))
    plane = DataPanel(left, words, data.X, pad=0.1, origin=False)
    plane.samples(data.X, data.y)
    rings = plane.mistakes(label=words("mistake made on it"))
    line = plane.line(label=words("decision line"))
    across, (bottom, top) = 80, left.get_ylim()
    grid = np.linspace(*left.get_xlim(), across), np.linspace(bottom, top, across)
    mesh = np.array(np.meshgrid(*grid))
    runs = {width: _KernelRun(data, width, mesh) for width in widths}
    longest = max(run.trace.n_mistakes for run in runs.values())
    wrong = max(run.wrong.max() for run in runs.values())
    plot = CurvePanel(
        right,
        words.mistakes_axis(),
        words("points still wrong"),
        (0, 1.03 * longest),
        (0, wrong + 1),
    )
    measured = plot.curve(look=style.MEASURED, markersize=2.5)
    here = plot.here()
    legend(fig, ncols=4)

    def show(width, k):
        run = runs[width]
        n = min(k, run.trace.n_mistakes)
        counts = np.bincount(run.trace.mistakes[:n], minlength=len(data.y))
        line.set_data(*contour(mesh, (run.between @ (counts * data.y)).reshape(across, across)))
        rings.set_data(*data.X[counts > 0].T)
        measured.set_data(np.arange(len(run.wrong)), run.wrong)
        here.set_data([k], [run.wrong[n]])
        facts = {"n": n, "wrong": int(run.wrong[n]), "used": int((counts > 0).sum())}
        facts |= {"asked": k, "width": width, "bound": run.bound, "all": run.trace.n_mistakes}
        return words.describe("kernel_line", **facts, **words.about(data))

    more = np.geomspace(10, max(longest, 10), limit - 10).round().astype(int).tolist()
    few = {k for k in (*range(10), *more) if k <= longest}
    ends = {run.trace.n_mistakes for run in runs.values()}
    values = {"width": tuple(widths), "k": sorted(few | ends)}
    return InteractiveFigure(fig, values, show, [line, rings, measured, here])


class _KernelRun:
    """A run with a Gaussian kernel of one width, and what a picture of it asks for."""

    def __init__(self, data, width, mesh):
        K = gaussian(data.X, data.X, width)
        self.trace = kernel_perceptron(K, data.y)
        margins = (self.trace.margins(k) for k in range(self.trace.n_mistakes + 1))
        self.wrong = np.array([(margin <= 0).sum() for margin in margins])
        self.bound = float(kernel_margin(K, data.y).bound)
        self.between = gaussian(mesh.reshape(2, -1).T, data.X, width)


def gaussian(A, B, width):
    """Return exp(−‖a − b‖²/(2σ²)) for all rows a of A and b of B."""
    from sklearn.metrics.pairwise import rbf_kernel

    return rbf_kernel(A, B, gamma=1 / (2 * width**2))


def half_circles(n_samples=30, seed=3):
    """Return two interleaved half circles, a class each, with some noise."""
    from sklearn.datasets import make_moons

    X, label = make_moons(n_samples, noise=0.12, random_state=seed)
    return Dataset(np.round(X * 4) / 4, 2 * label - 1, "two half circles")


def contour(mesh, values):
    """Return where the values are 0, as one broken line: x and y with gaps."""
    lines = contourpy.contour_generator(mesh[0][0], mesh[1][:, 0], values).lines(0)
    pieces = [piece for line in lines for piece in (line, [[np.nan, np.nan]])]
    return np.vstack(pieces).T if pieces else ([np.nan], [np.nan])
