"""What a run leaves behind: the list of its mistakes. Everything else is derived from it."""

from copy import copy
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from perceptron_core import exact as arithmetic
from perceptron_core.checks import as_samples, frozen, in_units_of, malformed


def as_text(value):
    """Return a number or a vector for a summary; floats to four digits, long vectors cut.

    >>> as_text(np.array([0.25, -1.0])), as_text(Fraction(2, 3))
    ('(0.25, −1)', '2/3')
    """
    if np.ndim(value):
        shown = [as_text(v) for v in value[:20]] + ["…"] * (len(value) > 20)
        return f"({', '.join(shown)})"
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("-", "−") if len(text) < 40 else f"≈{arithmetic.nearest_float(value):.4g}"


def plural(n, noun):
    """Return a number with its noun: '1 mistake', '2 mistakes'."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


class _Run:
    """The part that a trace over a data set and a trace along a stream have in common.

    Subclasses hold X, y, w0, b0, learning_rate, zero, pad_squared and `update_rows`. `_listed` is
    the attribute that their summaries list, with its name in a table and in a summary.
    """

    def __post_init__(self):
        """Put the arrays where nobody can write; a copied or unpickled trace comes here too.

        Numbers become Python's own.
        """
        for name, kind in (("X", None), ("y", int), ("w0", None), (self._listed[0], int)):
            object.__setattr__(self, name, frozen(np.asarray(getattr(self, name), kind)))
        vars(self).update({k: arithmetic.plain(v) for k, v in vars(self).items() if not np.ndim(v)})

    def __reduce__(self):
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @cached_property
    def _at_start(self):
        start = in_units_of(self.learning_rate, self.w0, self.b0)
        return arithmetic.ExactRun(self.X, self.y, *start, self.pad_squared)

    def exact_run(self):
        """Return an `ExactRun` at the start of the run: `add` the `update_rows` one by one."""
        return copy(self._at_start)

    def exact_state(self, k):
        """Return w and b after k updates exactly, in units of η.

        Parameters
        ----------
        k : int, 0 ≤ k ≤ n_mistakes

        Returns
        -------
        ndarray of Fraction, shape (n_features,), and a Fraction
        """
        run = self.exact_run()
        for i, times in zip(*np.unique(self.update_rows[:k], return_counts=True), strict=True):
            run.add(int(i), int(times))
        return run.state()

    def _typed(self, values):
        """Return rationals in the numbers of the run: as they are, or integers, or floats."""
        if self.exact:
            return values
        if self.X.dtype.kind == "i" and all(value.denominator == 1 for value in values.flat):
            integers = arithmetic.as_integers(values, 1)
            return integers.astype(np.int64) if np.abs(integers).max() < 2**63 else integers
        return np.vectorize(arithmetic.nearest_float, [float])(values)

    def _state(self, k, state):
        """Return (w, b) after k updates at the scale of η, from the state in its units."""
        scaled = np.append(*state) * Fraction(self.learning_rate)
        # The start itself is as given: w0/η may have been rounded.
        return self._typed(scaled if k else arithmetic.as_fractions([*self.w0, self.b0]))

    def states(self):
        """Yield the states (w_k, b_k) for k = 0, 1, …, each of shape (n_features + 1,)."""
        run = self.exact_run()
        yield self._state(0, run.state())
        for k, i in enumerate(self.update_rows.tolist(), start=1):
            yield self._state(k, run.add(i).state())

    @cached_property
    def _states(self):
        return frozen(np.array(list(self.states())))

    @cached_property
    def _end(self):
        return frozen(self._state(self.n_mistakes, self.exact_state(self.n_mistakes)))

    @property
    def n_mistakes(self):
        """Number of mistakes, k."""
        return len(self.update_rows)

    @property
    def n_features(self):
        return self.X.shape[1]

    @property
    def exact(self):
        """Whether the run was computed in rationals (or integers of any size)."""
        return self.X.dtype == object

    @property
    def weights(self):
        """w_0 … w_k, shape (k + 1, n_features); the start first."""
        return self._states[:, :-1]

    @property
    def offsets(self):
        """b_0 … b_k, shape (k + 1,); the start first."""
        return self._states[:, -1]

    @property
    def w(self):
        """The final weights, shape (n_features,)."""
        return self._end[:-1]

    @property
    def b(self):
        """The final offset."""
        return self._end[-1]

    def state(self, k):
        """Return w and b after k updates, in the numbers of the run; the start for k = 0."""
        *w, b = self._state(k, self.exact_state(k))
        return np.array(w), b

    def margins(self, k, rows=slice(None)):
        """Return y(w_k·x + b_k) after k updates, of every sample or of some.

        Parameters
        ----------
        k : int, 0 ≤ k ≤ n_mistakes; negative values count from the end
        rows : slice or list of int

        Returns
        -------
        ndarray, shape (n_samples,)

        Raises
        ------
        IndexError
            The run has no such state.
        """
        if not -self.n_mistakes - 1 <= k <= self.n_mistakes:
            raise IndexError(f"k must be in 0 … {self.n_mistakes}, the updates made; found {k}")
        return self._margins(rows, k % (self.n_mistakes + 1))

    def _margins(self, rows, k):
        """Return y(w_k·x + b_k) of samples in the numbers of the run, with the exact sign."""
        rate, (w, b), y = Fraction(self.learning_rate), self.exact_state(k), self.y[rows]
        scores = arithmetic.Scores(self.X[rows], w * rate, b * rate)
        if self.X.dtype.kind == "f":
            return scores.values() * y
        return self._typed(scores.exact(slice(None)) * y.astype(object))

    def predict(self, X):
        """Return the labels −1 and +1 that the final w, b give to X: always the exact ones.

        w·x + b > 0 gives +1, < 0 gives −1. On the line itself the sources differ: +1 in a run
        with zero="positive", otherwise −1.

        Parameters
        ----------
        X : array-like, shape (m, n_features)

        Returns
        -------
        ndarray of int, shape (m,)
        """
        X = as_samples(X)
        if X.shape[1] != self.n_features:
            raise malformed("X", f"have {self.n_features} features", X.shape[1])
        signs = arithmetic.Scores(X, *self.exact_state(self.n_mistakes)).signs()
        return np.where(signs > 0 if self.zero != "positive" else signs >= 0, 1, -1)

    def _summary(self, head, settings):
        settings += f"bias {self.bias}, learning rate {as_text(self.learning_rate)}"
        if any(self.w0) or self.b0:
            settings += f", start w = {as_text(self.w0)}, b = {as_text(self.b0)}"
        settings += ", sign(0) = +1" if self.zero == "positive" else ""
        attribute, _, name = self._listed
        listed = " ".join(map(str, getattr(self, attribute)[:20])) or "none"
        listed += " …" if self.n_mistakes > 20 else ""
        end = f"w = {as_text(self.w)}, b = {as_text(self.b)}"
        return f"perceptron {head}\n  {settings}\n  {name}: {listed}\n  {end}"


@dataclass(frozen=True, eq=False, repr=False)
class Trace(_Run):
    """A run of the perceptron over a data set: which samples were mistakes, in which order.

    Attributes
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of int, shape (n_samples,)
    mistakes : ndarray of int, shape (k,)
        Indices of the samples that changed w, in order. With the start, this is the run.
    converged : bool or None
        Whether no sample was a mistake at the end; None where an interrupt left it open.
    w0 : ndarray, shape (n_features,)
    b0 : number
    learning_rate : number
    bias : "none", "one" or "radius"
    order : str
    zero : "mistake" or "positive"
    n_epochs : int or None
        Passes begun, the last clean one included; None where the order has no passes.
    pad_squared : number
        c², the square of the padded constant: b moves by η·y·c². 0, 1 or R².
    """

    X: np.ndarray
    y: np.ndarray
    mistakes: np.ndarray
    converged: bool
    w0: np.ndarray
    b0: Any = 0
    learning_rate: Any = 1
    bias: str = "none"
    order: str = "cyclic"
    zero: str = "mistake"
    n_epochs: int | None = None
    pad_squared: Any = 0

    _listed = ("mistakes", "i", "mistakes")

    def __post_init__(self):
        if not isinstance(self.X, np.ndarray) or self.X.dtype not in (np.int64, float, object):
            object.__setattr__(self, "X", as_samples(self.X))
        super().__post_init__()
        if np.any((self.mistakes < 0) | (self.mistakes >= len(self.X))):
            must = f"be indices of samples, 0 … {len(self.X) - 1}"
            raise malformed("mistakes", must, f"{min(self.mistakes)} … {max(self.mistakes)}")

    @property
    def update_rows(self):
        """The row of X of each update, shape (k,): here the mistakes themselves."""
        return self.mistakes

    @property
    def n_samples(self):
        return len(self.X)

    @cached_property
    def radius_squared(self):
        """R², the largest ‖x‖² (of the samples as given, without padding), exactly."""
        return arithmetic.largest_square(self.X)

    def __repr__(self):
        made = f"after {plural(self.n_mistakes, 'mistake')}"
        end = f"converged {made}" if self.converged else f"stopped {made}, not converged"
        end += "" if self.n_epochs is None else f", {plural(self.n_epochs, 'epoch')}"
        head = f"on {self.n_samples} samples in {self.n_features} dimensions: {end}"
        return self._summary(head, f"order {self.order}, ")


@dataclass(frozen=True, eq=False, repr=False)
class OnlineTrace(_Run):
    """A run along a stream: the mistaken samples and the times at which they came.

    Attributes
    ----------
    X : ndarray, shape (k, n_features)
        The mistaken samples only; the stream itself is not kept.
    y : ndarray of int, shape (k,)
    times : ndarray of int, shape (k,)
        Positions in the stream, counted from 0.
    n_seen : int
        Length of the stream.
    radius_squared : number
        D², the largest ‖x‖² seen, mistake or not.
    """

    X: np.ndarray
    y: np.ndarray
    times: np.ndarray
    n_seen: int
    radius_squared: Any
    w0: np.ndarray
    b0: Any = 0
    learning_rate: Any = 1
    bias: str = "none"
    zero: str = "positive"
    pad_squared: Any = 0

    _listed = ("times", "time", "times of the mistakes")

    @cached_property
    def update_rows(self):
        """The row of X of each update, shape (k,): one after the other."""
        return frozen(np.arange(len(self.times)))

    @property
    def mistakes_by_time(self):
        """Number of mistakes among the first t samples, t = 0 … n_seen; shape (n_seen + 1,)."""
        return np.searchsorted(self.times, np.arange(self.n_seen + 1))

    def __repr__(self):
        head = f"along a stream of {self.n_seen} samples in {self.n_features} dimensions: "
        return self._summary(head + plural(self.n_mistakes, "mistake"), "")
