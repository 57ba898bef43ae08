"""What a run leaves behind: the list of its mistakes. Everything else is derived from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from perceptron_core.tables import Table, format_number, pluralize
from perceptron_core.validation import as_samples

BLOCK = 4096  # updates summed at a time where only one state, not all of them, is asked for


def functional_margins(X, y, w, b):
    """Return y(w·x + b) of every sample, shape (n_samples,).

    The run decides by this function, and the trace shows its values: the same rounding.

    >>> functional_margins(np.array([[3, 4]]), np.array([-1]), np.array([1, 1]), 2)
    array([-9])
    """
    scores = np.vecdot(X, w)
    return (scores + b if isinstance(b, np.ndarray) or b else scores) * y


class _Run:
    """The part that a trace over a data set and a trace along a stream have in common.

    Subclasses hold X, y, w0, b0, learning_rate, zero, pad_squared, and say with `_rows` which
    rows of X made the updates. Sums are kept in units of the learning rate, as in the run.
    """

    def _scaled_states(self, n_updates, block):
        """Yield the states w/η and b/η after 0, 1, …, n_updates updates, `block` rows at a time.

        The columns are (w, b); b moves by y·c², the weight of the padded constant times c.
        """
        w, b = in_units_of(self.learning_rate, self.w0, self.b0)
        last = np.append(w, b)[None, :]
        yield last
        for start in range(0, n_updates, block):
            rows = self._rows[start : min(start + block, n_updates)]
            y = self.y[rows][:, None].astype(self.X.dtype)
            steps = np.hstack([y * self.X[rows], y * self.pad_squared])
            # One running sum, added in the order of the run: the same rounding as the run's own.
            states = np.cumsum(np.vstack([last, steps]), axis=0)
            last = states[-1:]
            yield states[1:]

    def _scaled_state(self, k):
        for states in self._scaled_states(k, BLOCK):
            last = states[-1]
        return last[:-1], last[-1]

    @cached_property
    def _scaled_end(self):
        return self._scaled_state(self.n_mistakes)

    @cached_property
    def _states(self):
        states = np.vstack(list(self._scaled_states(self.n_mistakes, max(1, self.n_mistakes))))
        states = states * self.learning_rate
        states[0] = np.append(self.w0, self.b0)
        states.flags.writeable = False
        return states

    @property
    def n_mistakes(self):
        """Number of mistakes, k."""
        return len(self._rows)

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
        return self._scaled_end[0] * self.learning_rate if self.n_mistakes else self.w0

    @property
    def b(self):
        """The final offset."""
        return self._scaled_end[1] * self.learning_rate if self.n_mistakes else self.b0

    def predict(self, X):
        """Return the labels −1 and +1 that the final w, b give to X.

        w·x + b > 0 gives +1, < 0 gives −1. On the line itself the sources differ: +1 in a run
        with zero="positive", otherwise −1.

        Parameters
        ----------
        X : array-like, shape (m, n_features)

        Returns
        -------
        ndarray of int, shape (m,)
        """
        X = as_samples(X, self.exact)
        if X.dtype == np.int64:
            X = X.astype(float)  # products of large integers would overflow
        if X.shape[1] != self.n_features:
            raise ValueError(f"X must have {self.n_features} features; found {X.shape[1]}")
        w, b = self._scaled_end
        scores = np.vecdot(X, w) + b
        positive = scores >= 0 if self.zero == "positive" else scores > 0
        return np.where(positive, 1, -1)

    def _scaled_steps(self, wanted):
        """Yield k and the states before and after update k, for each k wanted, rising."""
        wanted = list(wanted)
        first = 0  # the number of updates in the first row of `states`
        before = None
        for states in self._scaled_states(wanted[-1] if wanted else 0, BLOCK):
            states = states if before is None else np.vstack([before, states])
            while wanted and wanted[0] < first + len(states):
                k = wanted.pop(0)
                yield k, states[k - 1 - first], states[k - first]
            first, before = first + len(states) - 1, states[-1:]

    def table_of_run(self, limit=20):
        """Return one row an update: the sample, its margin before, w and b after.

        Parameters
        ----------
        limit : int
            Longer runs show the first rows and the last one.
        """
        wanted = [*range(1, min(limit, self.n_mistakes)), self.n_mistakes][: self.n_mistakes]
        rows = []
        for k, before, after in self._scaled_steps(wanted):
            i = self._rows[k - 1]
            x, y = self.X[i], int(self.y[i])
            margin = functional_margins(x, y, before[:-1], before[-1]) * self.learning_rate
            w, b = after[:-1] * self.learning_rate, after[-1] * self.learning_rate
            rows.append((k, self._place(k), x, y, margin, w, b))
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

    @property
    def _rows(self):
        return self.mistakes

    def _place(self, k):
        return self.mistakes[k - 1]

    @property
    def n_samples(self):
        return len(self.X)

    @cached_property
    def radius_squared(self):
        """R², the largest ‖x‖² (of the samples as given, without padding)."""
        return np.vecdot(self.X, self.X).max()

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
        w, b = self._scaled_state(k % (self.n_mistakes + 1))
        return functional_margins(self.X, self.y, w, b) * self.learning_rate

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
        w, b = (part * self.learning_rate for part in self._scaled_state(k))
        if k == 0:
            w, b = self.w0, self.b0
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

    @cached_property
    def _rows(self):
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


def in_units_of(learning_rate, w0, b0):
    """Return w0/η and b0/η, unchanged (integers stay integers) where η is 1 or the start is 0."""
    if learning_rate == 1 or not (np.any(w0) or b0):
        return w0, b0
    return w0 / learning_rate, b0 / learning_rate
