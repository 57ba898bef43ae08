"""The mean of the mistakes, walking in the hull of the z towards its point nearest to 0."""

from fractions import Fraction

import numpy as np

from perceptron_lessons.figures import style
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.labels import FEW, Names, keep_clear, name_samples, number_samples
from perceptron_lessons.figures.panels import BARE, CurvePanel, DataPanel, curve, legend
from perceptron_lessons.figures.proof import LATER
from perceptron_lessons.figures.proof_plane import DOT, TIP
from perceptron_lessons.figures.registry import illustration
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.figures.runs import in_the_plane
from perceptron_lessons.figures.wording import Listing
from perceptron_lessons.tables import format_number, pluralize
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels


def _shares(mistakes, n_samples):
    """Say which share of the mistakes each sample has, if these are few; with its facts."""
    counts = np.bincount(mistakes, minlength=n_samples).tolist()
    if n_samples > FEW:
        used = np.count_nonzero(counts)
        return "{used} of {samples} samples were mistakes", {"used": int(used)}
    shares = (Fraction(count, len(mistakes)) for count in counts)
    return "shares of the samples {shares}", {"shares": Listing(shares)}


@illustration(separator="u", k=4)
def mean_of_mistakes(trace=None, limit=150, *, words, paper):
    """The mean of the mistakes, w/k, walking in the hull of the z = yx towards its nearest point.

    As a point of the hull it is no nearer to 0 than γ, and ‖w‖ ≤ √k R: γ ≤ ‖w‖/k ≤ R/√k. Where
    nothing separates, 0 is in the hull; w/k goes there, and the shares of the samples in the
    mistakes become the certificate.

    Parameters
    ----------
    trace : Trace, optional
        Without offset, from 0 with learning rate 1, 2 features, separable or not; by default the
        run on the worked example.
    limit : int
        The most values of k.

    Returns
    -------
    InteractiveFigure
        With the slider k, from the first mistake on.

    Examples
    --------
    >>> print(mean_of_mistakes().at(k=3).description.text)
    k = 3: the mean of the mistakes is w/k ≈ (0, 1.333)
    γ ≈ 0.8944 ≤ ‖w‖/k ≈ 1.333 ≤ R/√k ≈ 1.633
    The nearest point of the hull is (0.4, 0.8); shares of the samples 1/3, 1/3, 1/3, 0
    """
    trace = in_the_plane(trace)
    n = trace.n_mistakes
    if not n or trace.learning_rate != 1 or np.any(trace.w0):
        made = pluralize(n, "mistake")
        made += f" with learning rate {trace.learning_rate}, from {format_number(trace.w0)}"
        raise ValueError(f"this figure draws runs from 0, with mistakes and rate 1; found {made}")
    means = Means(trace)
    fig, (left, right) = paper.figure(style.WIDE, 3.8, ncols=2)
    plane = _MeanPlane(left, words, means)
    plot = _Distances(right, words, means)
    called = [Names(right, plot.named)]
    legend(fig, ncols=4, named=called, columnspacing=1.2)

    def show(k):
        plane.move(k)
        plot.move(k)
        return _describe_mean(means, k, words)

    changing = [*plane.changing, *plot.changing]
    values = {"k": means.ks.tolist()}
    picture = InteractiveFigure(fig, values, show, changing, limit=limit, names=called)
    return keep_clear(picture, plane.labels)


class Means:
    """The means of the mistakes of a run, how far they are from 0, and what bounds that.

    Parameters
    ----------
    trace : Trace
        Without offset, from 0, with mistakes.

    Attributes
    ----------
    ks : ndarray of int
        From 1 on.
    places : ndarray, shape (n, 2)
        The mean after each of them.
    lengths, ceiling : ndarray
        How far it is from 0, and R/√k.
    is_separable : bool
    nearest : ndarray
        The point of the hull that is nearest to 0.
    """

    def __init__(self, trace):
        self.trace = trace
        self.Z = fold_labels(trace.X, trace.y).astype(float)
        self.ks = np.arange(1, trace.n_mistakes + 1)
        self.places = trace.weights[1:].astype(float) / self.ks[:, None]
        self.lengths = np.linalg.norm(self.places, axis=1)
        self.radius = square_root(trace.radius_squared)
        self.ceiling = self.radius / np.sqrt(self.ks)
        best = maximum_margin(trace.X, trace.y)
        self.is_separable = bool(best)
        self.gamma = best.gamma if best else 0.0
        self.nearest = best.w.astype(float) if best else np.zeros(2)


class _MeanPlane:
    """The hull of the z with its nearest point, and the mean walking in it."""

    def __init__(self, axes, words, means):
        self.means = means
        title = words("the hull of all $z = {label}{sample}$")
        panel = DataPanel(axes, words, means.Z, title=title, **BARE)
        panel.hull(means.Z, label=words("hull"))
        panel.samples(means.Z, means.trace.y)
        self.labels = number_samples(axes, means.Z)
        nearest = means.nearest
        name = words("$p$, nearest to 0" if means.is_separable else "0, in the hull")
        curve(axes, *nearest[:, None], TIP, label=name, zorder=2.5)
        if means.is_separable:
            label = words("at a right angle to $p$")
            panel.line(nearest, -(nearest @ nearest), look=style.RAY, label=label)
            curve(axes, *np.transpose([nearest, (0, 0)]), style.SEPARATOR, zorder=1)
            across = (nearest[1], -nearest[0])
            self.labels += name_samples(axes, [nearest / 2], [words("{γ}")], [across])
        self.path = curve(axes, look=PATH, label=words("${w}/{k}$ so far"), zorder=3.5)
        self.now = curve(axes, look=DOT, label=words("${w}/{k}$ now"))
        self.changing = [self.path, self.now]

    def move(self, k):
        """Go to the mean of the first k mistakes."""
        self.path.set_data(*self.means.places[:k].T)
        self.now.set_data(*self.means.places[k - 1 : k].T)


class _Distances:
    """How far the mean is from 0 after each mistake, between the margin and R/√k."""

    def __init__(self, axes, words, means):
        self.means = means
        radius, last = means.radius, 1.04 * means.ks[-1] + 0.3
        title = words("distance of ${w}/{k}$ from 0")
        limits = (0, last), (-0.03 * radius, 1.08 * radius)
        plot = CurvePanel(axes, words.mistakes_axis(), title, *limits)
        axes.locator_params(axis="x", integer=True)
        dense = np.linspace(1, last, 300)
        label = words("${R}/[{k}]$")
        top = plot.curve(dense, radius / np.sqrt(dense), style.SECOND_BOUND, label=label)
        plot.curve(means.ks, means.lengths, LATER)
        self.so_far = plot.curve(look=style.MEASURED, label=words("$‖{w}‖/{k}$"), markersize=3.5)
        self.here = plot.here()
        label = words("{γ}") if means.is_separable else "0"
        bottom = plot.curve((0, last), (means.gamma, means.gamma), style.BOUND, label=label)
        self.named = [top, bottom, self.so_far]
        self.changing = [self.so_far, self.here]

    def move(self, k):
        """Go to the mean of the first k mistakes."""
        self.so_far.set_data(self.means.ks[:k], self.means.lengths[:k])
        self.here.set_data([k], [self.means.lengths[k - 1]])


def _describe_mean(means, k, words):
    """Say where the mean is, and how the mistakes are shared among the samples."""
    facts = {"n": k, "mean": means.places[k - 1], "length": float(means.lengths[k - 1])}
    facts |= {"gamma": means.gamma, "ceiling": float(means.ceiling[k - 1])}
    facts |= {"nearest": means.nearest, "samples": len(means.Z)}
    facts["counts"], more = _shares(means.trace.mistakes[:k], len(means.Z))
    is_zero = not np.any(means.trace.weights[k])
    facts["almost"] = "Exactly 0, a certificate" if is_zero else "Almost a certificate"
    name = "mean_of_mistakes" if means.is_separable else "mean_to_zero"
    return words.describe(name, **facts, **more)
