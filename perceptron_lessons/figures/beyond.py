"""Pictures of what lies beyond the theorem: no separator, flipped labels, kernels."""

import warnings

import contourpy
import numpy as np

from perceptron_core import Dataset, datasets, online, perceptron
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, caption, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.wording import Wording, about
from perceptron_lessons.theory.kernels import kernel_margin, kernel_perceptron
from perceptron_lessons.theory.voting import first_repetition

CYCLES = Dataset([[-3, 3], [-2, 3], [-3, 1]], [1, -1, -1], "three points, no separator")
PATH = {"color": style.WEIGHT["color"], "linewidth": 1.0, "marker": "o", "markersize": 3.5}
LOOP = {"color": style.PURPLE, "linewidth": 2.2, "marker": "o", "markersize": 5}


@illustration(k=25)
def cycling(trace=None, limit=150, notation=None):
    """The weights of a run that nothing can end: bounded, and on integers in a cycle.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features, without offset, not converged; by default a run on three points.
    limit : int
        The most values of k.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

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
    """
    words = Wording(notation)
    if trace is None:
        trace = perceptron_without_end(CYCLES, 40)
    require_2d(trace.X)
    if trace.converged:
        raise ValueError("a run that has converged does not cycle: give one that nothing separates")
    W, radius = trace.weights.astype(float), float(np.sqrt(float(trace.radius_squared)))
    lengths, k = np.linalg.norm(W, axis=1), np.arange(len(W))
    repetition = first_repetition(trace)
    start, end = repetition or (len(W), len(W))
    fig, (left, right) = style.figure(style.WIDE, 3.5, ncols=2, width_ratios=(1, 1.2))
    plane = DataPanel(left, W, names=words.components(), cross=True, title="weight space")
    path = plane_curve(left, PATH, words("path of {w}"))
    loop = plane_curve(left, LOOP, "comes back")
    now = plane.arrow()
    top = 1.15 * max(lengths.max(), 2.2 * radius)
    plot = CurvePanel(right, words.mistakes_axis(), "length", (0, k[-1]), (0, top))
    measured = plot.curve(k, lengths, style.MEASURED, label=words("‖{w}‖"))
    inside = k[np.sqrt(k) * radius <= top]
    bound = plot.curve(inside, np.sqrt(inside) * radius, style.BOUND, label=words("√{k} {R}"))
    mean = lengths[1:] / k[1:]
    average = plot.curve(k[1:], mean, style.SECOND_BOUND, label=words("‖{w}‖/{k}"))
    here = plot.here()
    called = [Names(left, [path, loop]), Names(right, [measured, bound, average])]
    legend(fig, ncols=4, named=called)
    facts = {"largest": float(lengths.max()), "start": start, "end": end, **about(trace)}

    def show(k):
        path.set_data(*W[: k + 1].T)
        loop.set_data(*W[start : min(k, end) + 1].T if k > start else ([], []))
        now.move(W[k])
        here.set_data([k], [lengths[k]])
        told = "No state has come back yet"
        if k >= end:
            told = "{w} is where it was after {start:update}, before the same sample"
            told += ": it goes round for ever"
        mean = float(lengths[k] / k) if k else 0.0
        now_at = {"n": k, "weights": W[k], "told": told, "length": float(lengths[k]), "mean": mean}
        return words.describe("cycling", **now_at, **facts)

    values = sorted({*thinned(range(len(W)), limit), *([end] if repetition else [])})
    changing = [path, loop, now, here]
    return InteractiveFigure(fig, {"k": values}, show, changing, names=called)


def plane_curve(axes, look, label):
    """Draw a path that is still without a place."""
    (artist,) = axes.plot([], [], **look, label=label, zorder=3)
    return artist


def perceptron_without_end(data, mistakes):
    """Return a run on data that nothing separates, stopped after so many mistakes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # that it does not converge is the point
        return perceptron(data.X, data.y, max_mistakes=mistakes)


@illustration(flipped=3)
def flipped_labels(seed=0, n_samples=60, most=12, notation=None):
    """Mistakes in one pass over data with more and more labels flipped, against the bound.

    With ξ_i = max(0, γ − y_i u·x_i) and Δ² = Σ ξ_i², a pass makes at most ((D + Δ)/γ)² mistakes,
    whichever u of length 1 and γ > 0 is taken.

    Parameters
    ----------
    seed, n_samples : int
        Of the planted data.
    most : int
        The most labels that are flipped.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in those of `online`.

    Returns
    -------
    InteractiveFigure
        With the slider flipped, the number of labels.

    References
    ----------
    Freund and Schapire 1999, theorem 2.
    """
    words = Wording(notation or "online")
    data = datasets.planted(n_samples, 2, margin=0.3, seed=seed)
    u, gamma = np.asarray(data.separator, float), data.margin
    order = np.random.default_rng(seed).permutation(n_samples)
    labels, made, bounds = [], [], []
    reach = np.linalg.norm(data.X, axis=1).max()
    for flipped in range(most + 1):
        y = data.y.copy()
        y[order[:flipped]] *= -1
        short = np.maximum(0, gamma - y * (data.X @ u))
        short[np.isclose(short, 0)] = 0  # planted samples lie at γ up to rounding
        labels.append(y)
        made.append(online(zip(data.X, y, strict=True), zero="mistake").n_mistakes)
        bounds.append(float(((reach + np.sqrt((short**2).sum())) / gamma) ** 2))
    fig, (left, right) = style.figure(style.WIDE, 3.5, ncols=2, width_ratios=(1, 1.2))
    plane = DataPanel(left, data.X, pad=0.06, cross=True, title="labels as they are given")
    plane.band(u, gamma, label="no sample came here")
    plane.line(u, look=style.SEPARATOR, label=words("{u_math}"))
    points, rings = plane.samples(), plane.mistakes(label="flipped")
    xs = np.arange(most + 1)
    plot = CurvePanel(
        right, "labels flipped", "mistakes in one pass", (-0.3, most + 0.3), (1, 2 * bounds[-1]),
        log="y",
    )  # fmt: skip
    measured = plot.curve(xs, made, style.MEASURED, label="mistakes")
    bound = plot.curve(xs, bounds, style.BOUND, label=words("(({R} + Δ)/{γ})²"))
    here, called = plot.here(), [Names(right, [measured, bound])]
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


@illustration()
def kernel_line(data=None, width=0.7, limit=40, notation=None):
    """The decision line of a Gaussian kernel, as the mistakes come in.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features; by default two interleaved half circles.
    width : float > 0
        σ of K(x, x') = exp(−‖x − x'‖²/(2σ²)).
    limit : int
        The most values of k.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose letters; by default in this package's own.

    Returns
    -------
    InteractiveFigure
        With the slider k, the number of mistakes made so far.

    References
    ----------
    Aizerman, Braverman and Rozonoer 1964.
    """
    words = Wording(notation)
    data = data or half_circles()
    require_2d(data.X)
    K = gaussian(data.X, data.X, width)
    run = kernel_perceptron(K, data.y, max_mistakes=2_000)
    best = kernel_margin(K, data.y)
    fig, axes = style.figure(style.COLUMN, 3.9)
    plane = DataPanel(axes, data.X, pad=0.1, origin=False, title=f"Gaussian, σ = {width:g}")
    plane.samples(data.X, data.y)
    rings = plane.mistakes(label="mistake made on it")
    (low, high), across = plane.axes.get_xlim(), 90
    grid = np.linspace(low, high, across)
    bottom, top = plane.axes.get_ylim()
    mesh = np.array(np.meshgrid(grid, np.linspace(bottom, top, across)))
    between = gaussian(mesh.reshape(2, -1).T, data.X, width)
    line = plane.line(label="decision line")
    note = caption(axes, 1, 1.02, ha="right")
    legend(fig, ncols=2)
    bound = float(best.bound) if best else None

    def show(k):
        counts = np.bincount(run.mistakes[:k], minlength=len(data.y))
        line.set_data(*contour(mesh, (between @ (counts * data.y)).reshape(across, across)))
        rings.set_data(*data.X[counts > 0].T)
        note.set_text("" if k else "no mistake yet: no line")
        wrong = int((run.margins(k) <= 0).sum())
        facts = {"n": k, "wrong": wrong, "used": int((counts > 0).sum()), "width": width}
        told = "the bound is max K(x, x)/{γ}² = {bound:3}" if best else "nothing separates them"
        return words.describe(
            "kernel_line", told=told, bound=bound, all=run.n_mistakes, **facts, **about(data)
        )

    values = {"k": thinned(range(run.n_mistakes + 1), limit)}
    changing = [line, rings, note]
    start = {"k": run.n_mistakes}
    return InteractiveFigure(fig, values, show, changing, start)


def gaussian(A, B, width):
    """Return exp(−‖a − b‖²/(2σ²)) for all rows a of A and b of B."""
    from sklearn.metrics.pairwise import rbf_kernel

    return rbf_kernel(A, B, gamma=1 / (2 * width**2))


def half_circles(n_samples=40, seed=3):
    """Return two interleaved half circles, a class each, with some noise."""
    from sklearn.datasets import make_moons

    X, label = make_moons(n_samples, noise=0.12, random_state=seed)
    return Dataset(np.round(X * 4) / 4, 2 * label - 1, "two half circles")


def contour(mesh, values):
    """Return where the values are 0, as one broken line: x and y with gaps."""
    lines = contourpy.contour_generator(mesh[0][0], mesh[1][:, 0], values).lines(0)
    pieces = [piece for line in lines for piece in (line, [[np.nan, np.nan]])]
    return np.vstack(pieces).T if pieces else ([np.nan], [np.nan])
