"""What a run leaves behind: the list of its mistakes. Everything else is derived from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from decimal import MAX_EMAX, MIN_EMIN, Context
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from perceptron_core import checks, exact
from perceptron_core.exact import Line

SMALLEST = 1e-300  # from here to 1/SMALLEST floats have all their digits
ROUNDED = Context(4, Emin=MIN_EMIN, Emax=MAX_EMAX)


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
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
    zero : "mistake", "positive" or "negative"
    pad_squared : number
        c², the square of the padded constant: b moves by η·y·c². 0, 1 or R².
    n_shuffled : int
        Passes begun in the order "shuffled", of which the mistakes do not tell; 0 in others.
    """

    X: np.ndarray
    y: np.ndarray
    mistakes: np.ndarray
    converged: bool | None
    w0: np.ndarray
    b0: Any = 0
    learning_rate: Any = 1
    bias: str = "none"
    order: str = "cyclic"
    zero: str = "mistake"
    pad_squared: Any = 0
    n_shuffled: int = 0

    def __post_init__(self):
        X, y, w0 = self.X, self.y, self.w0
        if not checks.is_frozen(X):  # else it was checked, or nobody wants to look at all of it
            # Where no sample of a stream was a mistake there is none.
            is_empty = isinstance(X, np.ndarray) and X.ndim == 2 and not len(X)
            X = checks.frozen(X if is_empty else checks.as_samples(X))
        if not checks.is_frozen(y):
            y = checks.frozen(checks.as_labels(y, len(X)))
        if not checks.is_frozen(w0):
            w0 = checks.frozen(checks.as_vector("w0", w0, X.shape[-1]))
        mistakes = checks.frozen(checks.as_indices("mistakes", self.mistakes, len(X)))
        self._check_rules()
        for name, array in {"X": X, "y": y, "w0": w0, "mistakes": mistakes}.items():
            object.__setattr__(self, name, array)

    def _check_rules(self):
        for name in ("b0", "learning_rate", "pad_squared"):
            value = getattr(self, name)
            if type(value) not in (int, Fraction):
                checks.as_number(name, value)
        if self.learning_rate <= 0:
            raise checks.malformed("learning_rate", "be > 0", self.learning_rate)
        if type(self.converged) not in (bool, np.bool_, type(None)):
            raise checks.malformed("converged", "be True, False or None", self.converged)
        for name in ("bias", "order", "zero"):
            if not isinstance(value := getattr(self, name), str):
                raise checks.malformed(name, "be a name", checks.in_words(value))
        if self.zero not in exact.LABEL_AT_ZERO:
            checks.check_choice("zero", self.zero, exact.LABEL_AT_ZERO)

    def __reduce__(self):  # a copied or unpickled trace is made anew, and so frozen
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @property
    def n_mistakes(self) -> int:
        """Number of mistakes, k."""
        return len(self.mistakes)

    @property
    def n_epochs(self) -> int | None:
        """Passes of the order "cyclic" or "shuffled"; None in those that have no passes.

        The cyclic ones are those with a mistake, and the clean one that ended the run: after an
        interrupt the clean one is not counted, since `resume` goes through it.
        """
        if self.order != "cyclic":
            return self.n_shuffled if self.order == "shuffled" else None
        # A mistake that is not behind the last one was made in a new pass.
        n_with_mistakes = np.count_nonzero(np.diff(self.mistakes, prepend=len(self.y)) <= 0)
        return int(n_with_mistakes) + bool(self.converged)

    @property
    def n_samples(self) -> int:
        return len(self.X)

    @property
    def n_features(self) -> int:
        return self.X.shape[1]

    @property
    def exact(self) -> bool:
        """Whether the run was computed in rationals (or integers of any size)."""
        return self.X.dtype == object

    @cached_property
    def radius_squared(self) -> int | Fraction:
        """R², the largest ‖x‖² (of the samples as given, without padding), exactly."""
        return exact.largest_square(self.X)

    def line(self, k: int = 0) -> Line:
        """Return the exact `Line` after k updates, in units of η; see `margins` for k."""
        k = checks.as_state(k, len(self.mistakes))
        line = Line(self.w0, Fraction(self.b0), self.learning_rate)
        line.add_all(self.mistakes[:k].tolist(), self.X, self.y, self.pad_squared)
        return line

    def lines(self) -> Iterator[Line]:
        """Yield the exact `Line` after 0, 1, 2, … updates, in units of η: one that moves on."""
        line = self.line()
        yield line
        for i in self.mistakes.tolist():
            line.add(self.X[i], int(self.y[i]), self.pad_squared)
            yield line

    def _in_numbers(self, numerators, denominator):
        """Return rationals in units of η at its scale, in the numbers of the run.

        `Fraction`s if the run has such, or integers where all are, or floats; `Fraction`s also
        where a float would be infinite.
        """
        rate, unit = Fraction(self.learning_rate).as_integer_ratio()
        numerators, denominator = numerators * rate, denominator * unit
        if self.exact:
            return numerators * Fraction(1, denominator)
        if self.X.dtype.kind == "i" and not (numerators % denominator).any():
            integers = numerators // denominator
            return (
                integers.astype(np.int64) if np.abs(integers).max(initial=0) < 2**63 else integers
            )
        floats = exact.as_floats(numerators, denominator)
        return floats if np.isfinite(floats).all() else numerators * Fraction(1, denominator)

    @cached_property
    def _states(self):
        lines = ((line.numerators, line.denominator) for line in self.lines())
        return checks.frozen(np.array([self._in_numbers(*line) for line in lines]))

    @property
    def weights(self) -> np.ndarray:
        """w_0 … w_k, shape (k + 1, n_features); the start first."""
        return self._states[:, :-1]

    @property
    def offsets(self) -> np.ndarray:
        """b_0 … b_k, shape (k + 1,); the start first."""
        return self._states[:, -1]

    def state(self, k: int) -> tuple[np.ndarray, Any]:
        """Return w and b after k updates, in the numbers of the run; see `margins` for k."""
        line = self.line(k)
        *w, b = self._in_numbers(line.numerators, line.denominator)
        return checks.frozen(np.array(w)), b

    @cached_property
    def _end(self):
        return self.state(self.n_mistakes)

    @property
    def w(self) -> np.ndarray:
        """The final weights, shape (n_features,)."""
        return self._end[0]

    @property
    def b(self) -> Any:
        """The final offset."""
        return self._end[1]

    def margins(self, k: int, rows: Any = slice(None)) -> np.ndarray:
        """Return y(w_k·x + b_k) after k updates of the samples in X, or of some: signs are exact.

        Parameters
        ----------
        k : int, 0 ≤ k ≤ n_mistakes
            0 is the start; negative values count from the end, which is −1.
        rows : slice or list of int

        Returns
        -------
        ndarray, shape (number of rows,)

        Raises
        ------
        IndexError
            The run has no such state.
        ValueError
            k is no integer.
        """
        line = self.line(k)
        if not isinstance(rows, slice):
            rows = checks.as_indices("rows", rows, self.n_samples)
        X, y = self.X[rows], self.y[rows]
        if X.dtype.kind == "f":
            rate = Fraction(self.learning_rate)
            return exact.scores(X, line.w * rate, line.b * rate) * y
        products = X.astype(object) @ line.numerators[:-1] + line.numerators[-1]
        return self._in_numbers(products * y.astype(object), line.denominator)

    def predict(self, X: Any) -> np.ndarray:
        """Return the labels −1 and +1 that the final w, b give to X: always the exact ones.

        w·x + b > 0 gives +1, < 0 gives −1. On the line itself the sources differ: +1 in a run
        with zero="positive", otherwise −1 (where zero="mistake", both labels are wrong there).

        Parameters
        ----------
        X : array-like, shape (m, n_features)

        Returns
        -------
        ndarray of int, shape (m,)
        """
        X = checks.as_samples(X)
        if X.shape[1] != self.n_features:
            must = f"have {pluralize(self.n_features, 'feature')}"
            raise checks.malformed("X", must, X.shape[1])
        line = self.line(self.n_mistakes)
        return exact.labels_of(exact.scores(X, line.w, line.b), self.zero)

    def _head(self):
        after = f"after {pluralize(self.n_mistakes, 'mistake')}"
        end = f"converged {after}" if self.converged else f"stopped {after}, not converged"
        end += "" if self.n_epochs is None else f", {pluralize(self.n_epochs, 'epoch')}"
        samples = pluralize(self.n_samples, "sample")
        on = f"on {samples} in {pluralize(self.n_features, 'dimension')}"
        return f"{on}: {end}\n  order {self.order}, ", "mistakes", self.mistakes

    def __repr__(self):
        head, name, places = self._head()
        head += f"bias {self.bias}, learning rate {summary_text(self.learning_rate)}"
        if any(self.w0) or self.b0:
            head += f", start w {signed_text(self.w0)}, b {signed_text(self.b0)}"
        head += {"positive": ", sign(0) = +1", "negative": ", sign(0) = −1"}.get(self.zero, "")
        listing = " ".join([*map(str, places[:20]), *["…"] * (self.n_mistakes > 20)]) or "none"
        end = f"w {signed_text(self.w)}, b {signed_text(self.b)}"
        return f"perceptron {head}\n  {name}: {listing}\n  {end}"


@dataclass(frozen=True, eq=False, repr=False)
class OnlineTrace(Trace):
    """A run along a stream: that over the mistaken samples, and the times at which they came.

    Attributes
    ----------
    X : ndarray, shape (k, n_features)
        The mistaken samples only; the stream itself is not kept.
    y : ndarray of int, shape (k,)
    mistakes : ndarray of int, shape (k,)
        Rows of X: 0, 1, …, k − 1.
    times : ndarray of int, shape (k,)
        Positions in the stream, counted from 0.
    n_seen : int
        Length of the stream.
    radius_squared : number
        D², the largest ‖x‖² seen, mistake or not.

    The rest is as for `Trace`.
    """

    times: Any = ()
    n_seen: int = 0
    radius_squared: Any = 0

    @property
    def mistakes_by_time(self) -> np.ndarray:
        """Number of mistakes among the first t samples, t = 0 … n_seen; shape (n_seen + 1,)."""
        return np.searchsorted(self.times, np.arange(self.n_seen + 1))

    def _head(self):
        samples = pluralize(self.n_seen, "sample")
        head = f"along a stream of {samples} in {pluralize(self.n_features, 'dimension')}: "
        head += pluralize(self.n_mistakes, "mistake")
        return f"{head}\n  ", "times of the mistakes", self.times


def summary_text(value: Any) -> str:
    """Return a number or a vector for a summary; floats to four digits, what is long cut.

    >>> summary_text(np.array([0.25, -1.0])), summary_text(Fraction(2, 3)), summary_text(10**500)
    ('(0.25, −1)', '2/3', '≈1e+500')
    """
    value = exact.plain(value)
    if np.ndim(value):
        return f"({', '.join(map(summary_text, value[:20]))}{', …' * (len(value) > 20)})"
    if isinstance(value, float):
        return f"{value:.4g}".replace("-", "−")
    if not is_long(value):
        return str(value).replace("-", "−")
    number = exact.nearest_float(value)
    if not SMALLEST < abs(number) < 1 / SMALLEST:  # near the end of the floats, or beyond
        number = ROUNDED.divide(int(value.numerator), int(value.denominator)).normalize()
    return f"≈{number:.4g}".replace("-", "−")


def is_long(value: Any) -> bool:
    """Return whether an integer or a fraction is too long for a summary."""
    return abs(value.numerator) >= 10**16 or value.denominator >= 10**16


def is_rounded_in_summary(value: Any) -> bool:
    """Return whether `summary_text` shows a number, or one in a vector, rounded."""
    return any(
        float(f"{v:.4g}") != v if isinstance(v, float) else is_long(v)
        for v in exact.plain(np.atleast_1d(value)[:20])
    )


def signed_text(
    value: Any, write: Callable = summary_text, rounds: Callable = is_rounded_in_summary
) -> str:
    """Return a number or a vector as it is written, after the sign that is true of it.

    Parameters
    ----------
    value : number or array
    write : callable
        Returns its text, with ≈ before a number that is rounded, or without.
    rounds : callable
        Returns whether that text is rounded.

    Examples
    --------
    >>> signed_text(np.array([0.25, -1.0])), signed_text(1 / 3)
    ('= (0.25, −1)', '≈ 0.3333')
    """
    return f"≈ {write(value).replace('≈', '')}" if rounds(value) else f"= {write(value)}"


def pluralize(n: int, noun: str) -> str:
    """Return a number with its noun: '1 mistake', '2 mistakes'."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
