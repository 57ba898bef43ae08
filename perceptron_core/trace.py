"""What a run leaves behind: the list of its mistakes. Everything else is derived from it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from perceptron_core.arithmetic import (
    ExactRun,
    Scores,
    as_fractions,
    as_integers,
    common_scale,
    largest_square,
    nearest_float,
)
from perceptron_core.tables import Table, format_number, pluralize
from perceptron_core.validation import as_samples, frozen, in_units_of

BLOCK = 4096  # updates summed at a time where only one state, not all of them, is asked for


class _Run:
    """The part that a trace over a data set and a trace along a stream have in common.

    Subclasses hold X, y, w0, b0, learning_rate, zero, pad_squared and `update_rows`.
    """

    def _freeze(self, *names):
        """Put the arrays where nobody can write; a copied or unpickled trace comes here too."""
        for name in names:
            object.__setattr__(self, name, frozen(np.asarray(getattr(self, name))))

    def __reduce__(self):
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    def exact_run(self):
        """Return an `ExactRun` at the start of the run: `add` the `update_rows` one by one."""
        start = in_units_of(self.learning_rate, self.w0, self.b0)
        return ExactRun(self.X, self.y, *start, self.pad_squared)

    def exact_state(self, k):
        """Return w and b after k updates exactly, in units of η.

        Parameters
        ----------
        k : int, 0 ≤ k ≤ n_mistakes

        Returns
        -------
        ndarray of Fraction, shape (n_features,), and a Fraction
        """
        w, b = in_units_of(self.learning_rate, self.w0, self.b0)
        sums = self._sum(k) * Fraction(1, self._scale)
        return as_fractions(w) + sums[:-1], as_fractions([b])[0] + sums[-1]

    @cached_property
    def _scale(self):
        return common_scale(self.X, [self.pad_squared])

    def _steps(self, rows):
        """Return (x, c²) of samples in integers: times `_scale`."""
        pad = as_integers([[self.pad_squared]] * len(rows), self._scale)
        return np.hstack([as_integers(self.X[rows], self._scale), pad.reshape(len(rows), 1)])

    def _sum(self, k):
        """Return Σ y(x, c²) over the first k updates, times `_scale`."""
        signed = np.bincount(self.update_rows[:k], minlength=len(self.X)) * self.y
        rows = np.flatnonzero(signed)
        return signed[rows].astype(object) @ self._steps(rows)

    def _states_of(self, sums):
        """Return (w0, b0) + η·sums/`_scale` in the numbers of the run."""
        start = [*self.w0.tolist(), self.b0]
        scale = common_scale(np.array([*start, self.learning_rate], dtype=object))
        rate = int(Fraction(self.learning_rate) * scale)
        integers = as_integers(start, scale) * self._scale + rate * sums
        return self._typed(integers, scale * self._scale)

    def _typed(self, integers, scale):
        """Return integers/scale: rationals in an exact run, integers where all are, else floats."""
        if self.exact:
            return integers * Fraction(1, scale)
        if self.X.dtype.kind == "i" and not np.any(integers % scale):
            integers = integers // scale
            return integers.astype(np.int64) if np.abs(integers).max() < 2**63 else integers
        return np.vectorize(lambda v: nearest_float(Fraction(v, scale)), [float])(integers)

    def states(self, block=BLOCK):
        """Yield w_0 … w_k and b_0 … b_k, some at a time, so that long runs need little memory.

        Parameters
        ----------
        block : int
            The most states in one array; the start comes alone.

        Yields
        ------
        ndarray, shape (m, n_features + 1)
            The columns are (w, b).
        """
        total = self._sum(0)[None, :]
        yield self._states_of(total)
        for at in range(0, self.n_mistakes, block):
            rows, places = np.unique(self.update_rows[at : at + block], return_inverse=True)
            steps = (self.y[rows].astype(object)[:, None] * self._steps(rows))[places]
            totals = np.cumsum(np.vstack([total, steps]), axis=0)
            total = totals[-1:]
            yield self._states_of(totals[1:])

    @cached_property
    def _states(self):
        states = np.vstack(list(self.states()))
        states.flags.writeable = False
        return states

    @cached_property
    def _end(self):
        end = self._states_of(self._sum(self.n_mistakes))
        end.flags.writeable = False
        return end

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

    def _margins(self, rows, k):
        """Return y(w_k·x + b_k) of samples in the numbers of the run, with the exact sign."""
        scores, y = Scores(self.X[rows], *self.exact_state(k)), self.y[rows]
        if self.X.dtype.kind == "f":
            return scores.values() * y * self.learning_rate
        exact = scores.exact(slice(None)) * y * Fraction(self.learning_rate)
        scale = common_scale(exact)
        return self._typed(as_integers(exact, scale), scale)

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
            raise ValueError(f"X must have {self.n_features} features; found {X.shape[1]}")
        signs = Scores(X, *self.exact_state(self.n_mistakes)).signs()
        return np.where(signs > 0 if self.zero != "positive" else signs >= 0, 1, -1)

    def table_of_run(self, limit=20):
        """Return one row per update: the sample, its margin before, w and b after.

        Parameters
        ----------
        limit : int
            Longer runs show the first rows and the last one.
        """
        wanted = [*range(1, min(limit, self.n_mistakes)), self.n_mistakes][: self.n_mistakes]
        rows = []
        for k in wanted:
            i = self.update_rows[k - 1]
            margin = self._margins([i], k - 1)[0]
            state = self._states_of(self._sum(k))
            x, y = self.X[i], int(self.y[i])
            rows.append((k, self._place(k), x, y, margin, state[:-1], state[-1]))
        columns = ["k", self._place_name, "x", "y", "y(w·x + b) before", "w after", "b after"]
        return Table(str(self).splitlines()[0], columns, rows)

    def _repr_html_(self):
        return self.table_of_run().html()

    def _settings(self):
        words = [f"bias {self.bias}", f"learning rate {format_number(self.learning_rate)}"]
        if any(self.w0) or self.b0:
            words.append(f"start w = {format_number(self.w0)}, b = {format_number(self.b0)}")
        if self.zero == "positive":
            words.append("sign(0) = +1")
        return ", ".join(words)

    def __repr__(self):
        return str(self)


@dataclass(frozen=True, eq=False, repr=False)
class Trace(_Run):
    """A run of the perceptron over a data set: which samples were mistakes, in which order.

    Attributes
    ----------
    X : ndarray, shape (n_samples, n_features)
    y : ndarray of int, shape (n_samples,)
    mistakes : ndarray of int, shape (k,)
        Indices of the samples that changed w, in order. With the start, this is the run.
    converged : bool
        Whether no sample was a mistake at the end.
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

    _place_name = "i"

    def __post_init__(self):
        if not isinstance(self.X, np.ndarray) or self.X.dtype not in (np.int64, float, object):
            object.__setattr__(self, "X", as_samples(self.X))
        self._freeze("X", "y", "mistakes", "w0")
        if len(self.mistakes) and not 0 <= self.mistakes.min() <= self.mistakes.max() < len(self.X):
            raise ValueError(
                f"mistakes must be indices of samples, 0 … {len(self.X) - 1}; "
                f"found {self.mistakes.min()} … {self.mistakes.max()}"
            )

    @property
    def update_rows(self):
        """The row of X of each update, shape (k,): here the mistakes themselves."""
        return self.mistakes

    def _place(self, k):
        return self.mistakes[k - 1]

    @property
    def n_samples(self):
        return len(self.X)

    @cached_property
    def radius_squared(self):
        """R², the largest ‖x‖² (of the samples as given, without padding), exactly."""
        return largest_square(self.X)

    def margins(self, k):
        """Return y(w_k·x + b_k) of every sample after k updates.

        Parameters
        ----------
        k : int, 0 ≤ k ≤ n_mistakes; negative values count from the end

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
        return self._margins(slice(None), k % (self.n_mistakes + 1))

    def table(self, iteration):
        """Return the table of one iteration as the `iterations` source prints it.

        Iterations are counted as there, from 1: iteration t uses w after t − 1 updates, so a run
        with k mistakes has k + 1 tables. The chosen sample is marked.

        Parameters
        ----------
        iteration : int, 1 ≤ iteration ≤ n_mistakes + 1

        Returns
        -------
        Table

        Raises
        ------
        IndexError
            The run has no such iteration.
        """
        if not 1 <= iteration <= self.n_mistakes + 1:
            raise IndexError(
                f"iterations are counted from 1 (the start) to {self.n_mistakes + 1} (the end); "
                f"found {iteration}"
            )
        k = iteration - 1
        *w, b = self._states_of(self._sum(k))
        offset = self.pad_squared != 0 or b != 0
        columns = ["i", "x", "y", "y(w·x + b)" if offset else "y w·x"]
        title = f"iteration {iteration}, after {pluralize(k, 'update')}: w = {format_number(w)}"
        return Table(
            title + (f", b = {format_number(b)}" if offset else ""),
            columns,
            [
                (i, x, y, margin)
                for i, (x, y, margin) in enumerate(
                    zip(self.X, self.y, self.margins(k), strict=True)
                )
            ],
            marked=self.mistakes[k : k + 1],
        )

    def __str__(self):
        end = f"converged after {pluralize(self.n_mistakes, 'mistake')}"
        if not self.converged:
            end = f"stopped after {pluralize(self.n_mistakes, 'mistake')}, not converged"
        if self.n_epochs is not None:
            end += f", {pluralize(self.n_epochs, 'epoch')}"
        listed = " ".join(map(str, self.mistakes[:20])) + (" …" if self.n_mistakes > 20 else "")
        return (
            f"perceptron on {self.n_samples} samples in {self.n_features} dimensions: {end}\n"
            f"  order {self.order}, {self._settings()}\n"
            f"  mistakes: {listed or 'none'}\n"
            f"  w = {format_number(self.w)}, b = {format_number(self.b)}"
        )


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

    _place_name = "time"

    def __post_init__(self):
        self._freeze("X", "y", "times", "w0")

    @cached_property
    def update_rows(self):
        """The row of X of each update, shape (k,): one after the other."""
        return np.arange(len(self.times))

    def _place(self, k):
        return self.times[k - 1]

    @property
    def mistakes_by_time(self):
        """Number of mistakes among the first t samples, t = 0 … n_seen; shape (n_seen + 1,)."""
        return np.searchsorted(self.times, np.arange(self.n_seen + 1))

    def __str__(self):
        listed = " ".join(map(str, self.times[:20])) + (" …" if self.n_mistakes > 20 else "")
        return (
            f"perceptron along a stream of {self.n_seen} samples in {self.n_features} dimensions: "
            f"{pluralize(self.n_mistakes, 'mistake')}\n"
            f"  {self._settings()}\n"
            f"  times of the mistakes: {listed or 'none'}\n"
            f"  w = {format_number(self.w)}, b = {format_number(self.b)}"
        )
