"""Data in shards: each runs one epoch from the same w, and their weights are mixed.

After epoch n, w_n = Σ_i μ_i w_{i,n}, with shares μ_i ≥ 0 that sum to 1. The lines of the proof
hold as they do for one run: u·w_n gains at least γ·Σ μ_i k_i, k_i the mistakes of shard i, and by
Jensen's inequality ‖w_n‖² grows by at most R²·Σ μ_i k_i. Hence Σ_n Σ_i μ_{i,n} k_{i,n} ≤ R²/γ².
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from perceptron_core import Trace
from perceptron_core.algorithm import Run, leave_with
from perceptron_core.checks import (
    as_count,
    as_data,
    as_labels,
    as_samples,
    as_vector,
    check_choice,
    check_type,
    frozen,
    in_words,
    malformed,
)
from perceptron_core.exact import Line, Margins, as_fractions, largest_square, nearest_float, scores
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.proof_lines import ceiling, line_writer
from perceptron_lessons.theory.proofs import Proof
from perceptron_lessons.theory.rationals import rationals_of
from perceptron_lessons.theory.separators import Separator, as_pair, maximum_margin
from perceptron_lessons.theory.separators import separator as separator_of
from perceptron_lessons.theory.transforms import fold_labels

MIXINGS = ("uniform", "by mistakes")
BLOCK = 1 << 18  # numbers of a shard that are in memory at a time


def epoch(X, y, w):
    """Return the mistakes of one pass over a shard from w, and Σ y x over them.

    Every decision is the exact one, for the w that is given. Only a block of the shard is in
    memory at a time: X and y may be memory-mapped.

    Parameters
    ----------
    X : ndarray, shape (n, d)
        Or whatever has a length and a shape, and gives rows for a slice.
    y : ndarray of −1 and +1, shape (n,)
        Likewise.
    w : ndarray, shape (d,)

    Returns
    -------
    ndarray of int
        Rows of the shard, in order; none comes twice.
    ndarray, shape (d,)
        In rationals if w is, else each the nearest float.

    Raises
    ------
    ValueError
        The shard is malformed; the message says where.
    """
    start = as_fractions(w)
    size = max(1, BLOCK // X.shape[1])
    mistakes = []
    gain = as_fractions(np.zeros(len(w)))
    for first in range(0, len(X), size):
        block = _checked_shard(X[first : first + size], y[first : first + size], first)
        line = Line(start + gain)
        run = Run(Margins(*block, Line(line.w)))
        run.learn_from(run.mistakes_in(run.everyone))
        line.add_all(run.mistakes, *block, 0)
        gain = line.w - start
        mistakes.append(first + np.array(run.mistakes, dtype=np.intp))
    return np.concatenate(mistakes), gain if w.dtype == object else rounded(gain)


def rounded(values):
    """Return the float nearest to each rational; raises ValueError where there is none."""
    floats = np.array([nearest_float(value) for value in values])
    if not np.isfinite(floats).all():
        raise ValueError("the weights exceed all floats: divide X by its largest number")
    return floats


def shares_of(mistakes, mixing):
    """Return the shares μ_i of one epoch, as `Fraction`s that sum to 1.

    >>> [str(share) for share in shares_of([3, 0, 1], "by mistakes")]
    ['3/4', '0', '1/4']
    """
    total = sum(mistakes)
    if mixing == "by mistakes" and total:
        return [Fraction(k, total) for k in mistakes]
    return [Fraction(1, len(mistakes))] * len(mistakes)


@dataclass(frozen=True, eq=False)
class MixedTrace:
    """A run over shards: which samples were mistakes, by epoch and shard.

    Attributes
    ----------
    mistakes : tuple of tuples of ndarray of int
        mistakes[n][i]: those of shard i in epoch n, as rows of the shard.
    weights : ndarray, shape (n_epochs + 1, n_features)
        w_0 = 0 and the mixed w after each epoch; `Fraction`s in an exact run.
    mixing : {"uniform", "by mistakes"}
    converged : bool
        Whether the last epoch had no mistake in any shard.
    """

    mistakes: tuple
    weights: np.ndarray
    mixing: str
    converged: bool

    def __post_init__(self):
        mistakes = tuple(tuple(map(frozen, row)) for row in self.mistakes)
        object.__setattr__(self, "mistakes", mistakes)
        object.__setattr__(self, "weights", frozen(self.weights))

    __reduce__ = Trace.__reduce__  # made anew, and so frozen

    @property
    def counts(self):
        """k_{i,n}: mistakes by epoch and shard, shape (n_epochs, n_shards)."""
        return np.array([[len(found) for found in row] for row in self.mistakes])

    @property
    def shares(self):
        """μ_{i,n}, `Fraction`s of the same shape."""
        return np.array([shares_of(row, self.mixing) for row in self.counts.tolist()])

    @property
    def weighted_mistakes(self):
        """K_n = Σ μ_{i,m} k_{i,m} over m ≤ n, for n = 0, 1, …, n_epochs; `Fraction`s.

        The theorem bounds the last of them by R²/γ².
        """
        return np.cumsum([Fraction(0), *map(np.dot, self.shares, self.counts)])

    @property
    def n_epochs(self):
        return len(self.mistakes)

    @property
    def n_mistakes(self):
        """Those of all shards in all epochs, unweighted."""
        return int(self.counts.sum())

    @property
    def w(self):
        """The final weights, shape (n_features,)."""
        return self.weights[-1]

    def predict(self, X):
        """Return the labels of samples, shape (m,): +1 where w·x > 0, else −1; exactly."""
        return np.where(scores(as_samples(X), self.w) > 0, 1, -1)

    def __repr__(self):
        end = "converged" if self.converged else "stopped, not converged"
        shards = pluralize(len(self.mistakes[0]), "shard") if self.mistakes else "shards"
        return (
            f"perceptron on {shards}, mixed {self.mixing}: {end} after "
            f"{pluralize(self.n_epochs, 'epoch')}, {pluralize(self.n_mistakes, 'mistake')}"
        )


def divided(X, y, n_shards):
    """Return the samples as shards of about a size, in order: (X, y) for each; see `sizes`."""
    X, y = as_data(X, y)
    ends = np.cumsum(sizes(len(y), n_shards))[:-1]
    return list(zip(np.split(X, ends), np.split(y, ends), strict=True))


def sizes(n_samples, n_shards):
    """Return how many samples each shard has: all about as many, and none has none.

    >>> sizes(5, 2), sizes(2, 3)
    ([3, 2], [1, 1])
    """
    n_shards = as_count("n_shards", n_shards, 1)
    each, more = divmod(n_samples, n_shards)
    return [each + (i < more) for i in range(min(n_shards, n_samples))]


def mixed_perceptron(
    shards, *, mixing="uniform", exact=False, max_epochs=1_000, run=map, begun=None
):
    """Run an epoch on every shard, mix the weights, and begin again, until no shard is mistaken.

    Every decision is the exact one for the w from which the shard began. Mixing is exact too, and
    each w is then rounded to floats, unless `exact` is set. So a clean epoch is a proof that w
    separates, either way.

    Parameters
    ----------
    shards : sequence of (X, y)
        X of shape (n_i, n_features), y of −1 and +1; arrays may be memory-mapped.
    mixing : {"uniform", "by mistakes"}
        μ_i = 1/S, or in proportion to the mistakes of the epoch.
    exact : bool
        Keep the mixed w in rationals: then the theorem itself is about this run.
    max_epochs : int
        Where to stop, counted from the start of the run.
    run : callable
        As `map`: is given a function and the shards, and returns what it says of each.
    begun : MixedTrace, optional
        A run of these shards that was stopped, with the same settings: go on with it.

    Returns
    -------
    MixedTrace

    Raises
    ------
    ValueError
        There is no shard, they differ in features, or one is malformed; or `begun` is not of them.
    KeyboardInterrupt
        After an interrupt; its ``trace`` is the run so far, for `begun`; None before it began.

    References
    ----------
    McDonald, Hall and Mann 2010, "Distributed training strategies for the structured perceptron".

    Examples
    --------
    >>> from perceptron_core import worked_example
    >>> data = worked_example()
    >>> mixed_perceptron(divided(data.X, data.y, 2), exact=True)
    perceptron on 2 shards, mixed uniform: converged after 2 epochs, 4 mistakes
    """
    try:
        check_type("shards", shards, Iterable, "be pairs (X, y), one for each shard")
        shards = [_as_arrays(i, shard) for i, shard in enumerate(shards)]
        widths = [X.shape[1] for X, _ in shards]
        if len(set(widths)) != 1:
            must = "be one or more, with the same features"
            raise malformed("shards", must, widths or "none")
        return mix(
            shards, widths[0], run, mixing=mixing, exact=exact, max_epochs=max_epochs, begun=begun
        )
    except KeyboardInterrupt as stop:
        leave_with(stop, begun)
        raise


def _as_arrays(number, shard):
    """Return a shard that can be cut into blocks; what they hold is checked block by block."""
    if not isinstance(shard, tuple | list) or len(shard) != 2:
        found = f"{in_words(shard)} as shard {number}"
        raise malformed("shards", "be pairs (X, y)", found, "use divided(X, y, n_shards)")
    X, y = shard
    try:
        X = X if isinstance(X, np.ndarray) and X.ndim == 2 and X.size else as_samples(X)
        return X, y if np.shape(y) == X.shape[:1] else as_labels(y, *X.shape)
    except ValueError as error:
        raise ValueError(f"shard {number}: {error}") from None


def _checked_shard(X, y, first=0):
    """Return samples and labels, checked; `first` is the row of the shard with which they begin."""
    try:
        return as_data(X, y)
    except ValueError as error:
        where = f"from row {first} of the shard on: " if first else ""
        raise ValueError(f"{where}{error}") from None


def mix(shards, n_features, run, *, mixing, exact, max_epochs, begun=None):
    """Mix what `epoch_of` returns for each shard, epoch by epoch; see `mixed_perceptron`."""
    check_choice("mixing", mixing, MIXINGS)
    max_epochs = as_count("max_epochs", max_epochs, 1)
    start = np.zeros((1, n_features))
    start = MixedTrace((), as_fractions(start) if exact else start, mixing, False)
    begun = begun or start
    numbered = list(enumerate(shards))
    n_shards = len(begun.mistakes[0]) if begun.mistakes else len(shards)
    kind, kind_before = _kind(start, len(shards)), _kind(begun, n_shards)
    if kind != kind_before:
        raise malformed("begun", f"be a run of {kind}", kind_before)
    weights = list(begun.weights)
    mistakes = list(begun.mistakes)
    converged = begun.converged
    try:
        while not converged and len(mistakes) < max_epochs:
            w = weights[-1]
            in_epoch, gains = zip(*run(partial(epoch_of, w=w), numbered), strict=True)
            shares = shares_of(list(map(len, in_epoch)), mixing)
            mixed = as_fractions(w) + np.array(shares) @ as_fractions(gains)
            weights.append(mixed if exact else rounded(mixed))
            mistakes.append(in_epoch)
            converged = not any(map(len, in_epoch))
    except (KeyboardInterrupt, RuntimeError) as error:
        n_epochs = min(len(mistakes), len(weights) - 1)
        so_far = np.array(weights[: n_epochs + 1])
        error.trace = MixedTrace(tuple(mistakes[:n_epochs]), so_far, mixing, False)
        raise
    return MixedTrace(tuple(mistakes), np.array(weights), mixing, converged)


def _kind(trace, n_shards):
    """Return in words what a run and one that goes on with it have in common."""
    numbers = "rationals" if trace.weights.dtype == object else "floats"
    width = pluralize(trace.weights.shape[1], "feature")
    return f"{pluralize(n_shards, 'shard')}, {width}, mixed {trace.mixing}, in {numbers}"


def epoch_of(numbered, w):
    """Return what `epoch` does for one shard, given with its number: (i, (X, y))."""
    number, shard = numbered
    try:
        return epoch(*shard, w)
    except ValueError as error:
        raise ValueError(f"shard {number}: {error}") from None


def prove_mixing(trace, X, y, separator=None, notation="iterations"):
    """Return the proof for shards that are mixed, evaluated on a run after every epoch.

    Parameters
    ----------
    trace : MixedTrace
        An exact run.
    X : array-like, shape (n_samples, n_features)
    y : array-like of −1 and +1, shape (n_samples,)
        The samples of all shards.
    separator : Separator, or its w, optional
        Through the origin; by default that with the maximum margin.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}
        In whose symbols.

    Returns
    -------
    Proof
        Its k are epochs n, and K = Σ μ k is summed over them: u·w_n ≥ γK, ‖w_n‖² ≤ R²K, K ≤ R²/γ².

    Raises
    ------
    ValueError
        Nothing separates the samples, the separator does not, or an argument is malformed.
    """
    if not isinstance(trace, MixedTrace):
        must = "be what mixed_perceptron(shards) returns"
        raise malformed("trace", must, in_words(trace))
    X, y = _checked_shard(X, y)
    if X.shape[1] != trace.weights.shape[1]:
        must = f"have {pluralize(trace.weights.shape[1], 'feature')}, as the run"
        raise malformed("X", must, X.shape[1])
    if separator is None:
        separator = maximum_margin(X, y)
    elif not isinstance(separator, Separator):
        separator = separator_of(X, y, *as_pair(separator, X.shape[1]), bias="none")
    if not isinstance(separator, Separator):
        raise ValueError(f"the proof needs a separator: {separator}")
    q = _OfEpochs(trace, X, y, as_vector("w", separator.w, X.shape[1], exact=True))
    lines = tuple(_lines_of_mixing(q, notation))
    return Proof("mixing", trace, separator, lines, notation, quantities=q)


class _OfEpochs:
    """What the lines compare, exactly, for the numbers of epochs k = 0, 1, … at once.

    Attributes
    ----------
    least, square : Fraction
        The least y(u·x), and ‖u‖², for a u of any length.
    along, norm_squared : Rationals, shape (n_epochs + 1,)
        u·w_n and ‖w_n‖².
    total : Rationals, shape (n_epochs + 1,)
        K_n = Σ μ k.
    counted : ndarray of int, shape (n_epochs + 1,)
        The mistakes of all shards, without their shares.
    """

    rounded = False
    eta = Fraction(1)

    def __init__(self, trace, X, y, u):
        self.k = np.arange(trace.n_epochs + 1)
        self.least = min(as_fractions(fold_labels(X, y)) @ u)
        self.square = u @ u
        self.radius_squared = largest_square(X)
        weights = as_fractions(trace.weights)
        self.along = rationals_of(weights @ u)
        self.norm_squared = rationals_of([w @ w for w in weights])
        self.total = rationals_of(trace.weighted_mistakes)
        self.counted = np.cumsum([0, *trace.counts.sum(axis=1)])


def _lines_of_mixing(q, notation):
    """Yield the four lines."""
    line = line_writer(notation, q.eta)
    along = q.along.signed_square() * (1 / q.square)
    climb = (q.total * q.least).signed_square() * (1 / q.square)
    bound = q.square * q.radius_squared / q.least**2
    yield line(
        "progress",
        lemma="Beyond.mixed_progress",
        says=("w_n·{separator}", "≥", "K {margin}"),
        at=q.k,
        sides=(along, climb),
        power=2,
        why="a shard gains γ at each mistake, and the mean gains the mean of that",
        uses=("separable", "start at 0"),
    )
    yield line(
        "length",
        lemma="Beyond.mixed_growth",
        says=("‖w_n‖²", "≤", "K {radius}²"),
        at=q.k,
        sides=(q.norm_squared, q.total * q.radius_squared),
        why="a shard adds R² at most at each mistake, "
        "and a mean is no longer than the mean (Jensen)",
        uses=("updates on mistakes only", "start at 0"),
    )
    yield ceiling(line, "w_n", q, along)
    yield line(
        "conclusion",
        lemma="Beyond.parameter_mixing",
        says=("K", "≤", "{radius}²/{margin}²"),
        at=q.k,
        sides=(q.total, bound),
        why="divide by √K γ, and square",
        after=("progress", "length", "ceiling"),
    )
