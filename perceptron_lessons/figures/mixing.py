"""Parameter mixing in the plane: the shards' paths, their mean, and what keeps it in bounds."""

import numpy as np

from perceptron_core import datasets
from perceptron_core.exact import largest_square, scores
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import Names
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.panels import CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.figures.wording import Listing
from perceptron_lessons.theory.mixing import divided, mixed_perceptron
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels

SHARD = style.UPDATE | {"linewidth": 1.2}
END = style.OPEN | {"color": style.PURPLE, "marker": "o", "markersize": 5, "zorder": 3.5}
MEAN = style.POINTS | {"color": style.BLACK, "marker": "D", "markersize": 4, "zorder": 4}
MIXED = style.RAY | {"color": style.DARK, "linewidth": 1.1}
LENGTH = style.MEASURED | {"color": style.PURPLE, "marker": "s", "markersize": 6.5}


def four_points():
    """Return the samples, all with label +1, on which averaging once fails; two a shard."""
    X = [[-1, 3], [0, 1], [-1, -3], [-3, 2]]
    return datasets.Dataset(X, [1, 1, 1, 1], "four points")


@illustration(separator="u", epoch=1)
def parameter_mixing(data=None, shards=2, mixing="uniform", limit=60, *, words, paper):
    """Shards that each run an epoch from the same w, and the mean from which they go on.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default four points on which averaging
        once fails.
    shards : int
        Into how many the samples are divided.
    mixing : {"uniform", "by mistakes"}
        As for `perceptron_lessons.theory.mixing.mixed_perceptron`.
    limit : int
        The most values of the slider.

    Returns
    -------
    InteractiveFigure
        With the slider epoch, how many there have been.

    Raises
    ------
    ValueError
        Nothing separates the data.

    References
    ----------
    McDonald, Hall and Mann 2010, "Distributed training strategies for the structured perceptron".

    Examples
    --------
    >>> print(parameter_mixing().at(epoch=1).description.text)
    after epoch 1: w = (−2.5, 1), 1 of 4 samples wrong
    Mistakes of the shards 1, 2, with shares 1/2, 1/2: K = 1.5 in all
    γK ≈ 0.3638 ≤ u·w ≈ 2.668, ‖w‖ ≈ 2.693 ≤ √K R ≈ 4.416
    """
    data = data or four_points()
    require_2d(data.X)
    best = maximum_margin(data.X, data.y)
    if not best:
        raise ValueError("nothing separates these samples: mixing does not come to an end")
    parts = divided(data.X, data.y, shards)
    trace = mixed_perceptron(parts, mixing=mixing, exact=True)
    fig, (left, right) = paper.figure(style.WIDE, 3.7, ncols=2)
    plane = _Plane(left, words, trace, data, parts)
    plot = _Bounds(right, words, trace, data, best)
    called = [Names(right, plot.named)]
    legend(fig, ncols=4, named=called)

    def show(epoch):
        plane.move(epoch)
        plot.move(epoch)
        facts = plot.facts(epoch) | _state(trace, data, epoch)
        return words.describe("parameter_mixing", shards=shards, **facts)

    values = {"epoch": thinned(range(trace.n_epochs + 1), limit)}
    changing = [*plane.changing, *plot.changing]
    return InteractiveFigure(fig, values, show, changing, names=called)


class _Plane:
    """The paths of the shards in one epoch, from the mixed w to their mean."""

    def __init__(self, axes, words, trace, data, parts):
        self.W = trace.weights.astype(float)
        self.paths = _paths(trace, parts)
        everywhere = [end for epoch in self.paths for path in epoch for end in path]
        plane = DataPanel(
            axes,
            words,
            self.W,
            everywhere,
            title=words("weight space"),
            names=words.components(),
        )
        plane.cone(fold_labels(data.X, data.y), label=words("{w} that separate"))
        self.path = curve(axes, look=PATH, label=words("the means so far"), zorder=3)
        self.runs = curve(axes, look=SHARD, label=words("a machine's epoch"))
        self.ends = curve(axes, look=END, label=words("its end"))
        self.mixed = curve(axes, look=MIXED, label=words("its way to the mean"))
        self.now = curve(axes, look=MEAN, label=words("their mean, now"))
        self.changing = [self.path, self.runs, self.ends, self.mixed, self.now]

    def move(self, epoch):
        """Go to the end of an epoch."""
        self.path.set_data(*self.W[: epoch + 1].T)
        of_shards = self.paths[epoch - 1] if epoch else []
        self.runs.set_data(*_one_polyline(of_shards))
        tips = [line[-1] for line in of_shards]
        self.ends.set_data(*np.reshape(tips, (-1, 2)).T)
        self.mixed.set_data(*_one_polyline([[tip, self.W[epoch]] for tip in tips]))
        self.now.set_data(*self.W[epoch : epoch + 1].T)


class _Bounds:
    """How far the mixed w is from 0, and along u, between what the theorem allows."""

    def __init__(self, axes, words, trace, data, best):
        W = trace.weights.astype(float)
        self.K = trace.weighted_mistakes.astype(float)
        self.along = W @ best.unit_w
        self.lengths = np.linalg.norm(W, axis=1)
        self.gamma = best.gamma
        self.radius = square_root(largest_square(data.X))
        dense = np.linspace(0, 1.03 * self.K[-1], 200)
        limits = (0, dense[-1]), (0, 1.04 * np.sqrt(dense[-1]) * self.radius)
        title = words("{w} between its bounds")
        plot = CurvePanel(axes, words("$K$, mean mistakes, summed"), title, *limits)
        label = words("$[K] {R}$")
        high = plot.curve(dense, np.sqrt(dense) * self.radius, style.SECOND_BOUND, label=label)
        self.length = plot.curve(look=LENGTH, label=words("$‖{w}‖$"))
        self.measured = plot.curve(look=style.MEASURED, label=words("${u}·{w}$"))
        low = plot.curve(dense, self.gamma * dense, style.BOUND, label=words("{γ}K"))
        self.named = [high, low]
        self.changing = [self.length, self.measured]

    def move(self, epoch):
        """Go to the end of an epoch."""
        self.length.set_data(self.K[: epoch + 1], self.lengths[: epoch + 1])
        self.measured.set_data(self.K[: epoch + 1], self.along[: epoch + 1])

    def facts(self, epoch):
        """Return the numbers at the end of an epoch."""
        K = float(self.K[epoch])
        facts = {"K": K, "low": self.gamma * K, "high": self.radius * float(np.sqrt(K))}
        return facts | {"along": float(self.along[epoch]), "length": float(self.lengths[epoch])}


def _paths(trace, shards):
    """Return the w of each shard in each epoch, from the mixed one on; trace[n][i] → (k + 1, 2)."""
    Z = [np.asarray(X) * np.asarray(y)[:, None] for X, y in shards]
    starts = trace.weights.astype(float)
    return [
        [
            start + np.vstack([[0, 0], z[found].cumsum(axis=0)])
            for z, found in zip(Z, row, strict=True)
        ]
        for start, row in zip(starts[:-1], trace.mistakes, strict=True)
    ]


def _state(trace, data, epoch):
    """Return the facts of the mixed w after an epoch, and of the shards in it."""
    w = trace.weights[epoch]
    told = "No epoch yet"
    facts = {}
    wrong = int((data.y * scores(data.X, w) <= 0).sum())
    place = "outside it, wrong about {wrong:sample}" if wrong else "in it"
    if epoch:
        facts = {
            name: Listing(row[epoch - 1])
            for name, row in (("counts", trace.counts), ("shares", trace.shares))
        }
        told = "Mistakes of the shards {counts}, with shares {shares}"
    facts |= {"wrong": wrong, "place": place, "told": told, "samples": len(data.X)}
    return {"epoch": epoch, "weights": w.astype(float), **facts}


def _one_polyline(paths):
    """Return the paths as one broken line: x and y with gaps."""
    pieces = [piece for path in paths for piece in (path, [[np.nan, np.nan]])]
    return np.vstack(pieces).T if pieces else ([], [])
