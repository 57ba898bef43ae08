"""Everything that is known of one run, in one record: what the reader's own points are met with."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_core import Trace
from perceptron_core.exact import as_integers, common_scale, is_mistake, square_root
from perceptron_lessons.tables import format_number, is_long
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.rationals import exact_root
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.theorems import THEOREMS
from perceptron_lessons.theory.voting import first_repetition

THEOREM = THEOREMS["iterations"]


@dataclass(frozen=True, eq=False)
class Study:
    """A run with its margin, its bound and its proof, each computed when it is first asked for.

    γ and R are those of the space that the run lives in, where an offset is one more weight.

    Attributes
    ----------
    trace : Trace
    best : Separator or Certificate
        The largest margin, or the proof that there is none.
    checked : TheoremCheck
        The theorem of `iterations`, hypothesis by hypothesis.
    proof : Proof or None
        None where nothing separates.
    repeat : (int, int) or None
        The first two numbers of mistakes after which it is in the same state.
    fewest_wrong : (int, int)
        After how many mistakes the line is best, and how many samples that one gets wrong.
    end : int
        The number of mistakes after which nothing else is to come: where the run ends, or where
        it is back in a state that it was in.
    """

    trace: Trace

    @cached_property
    def best(self):
        return maximum_margin(self.trace.X, self.trace.y, bias=THEOREM.space_of(self.trace))

    @cached_property
    def checked(self):
        return THEOREM.check(self.trace, self.best)

    @cached_property
    def proof(self):
        return prove(self.trace, self.best) if self.best else None

    @cached_property
    def repeat(self):
        return None if self.trace.converged else first_repetition(self.trace)

    @property
    def end(self):
        return self.repeat[1] if self.repeat else self.trace.n_mistakes

    @cached_property
    def path(self):
        """w and b after 0, 1, 2, … mistakes as floats, for drawing; shape (k + 1, 3)."""
        trace = self.trace
        X, y, i = trace.X.astype(float), trace.y, trace.mistakes
        steps = np.column_stack([X, np.full(len(X), float(trace.pad_squared))]) * y[:, None]
        start = np.append(trace.w0, trace.b0).astype(float)
        along = np.cumsum(steps[i], axis=0)
        return np.vstack([start, start + float(trace.learning_rate) * along])

    @cached_property
    def fewest_wrong(self):
        """The k of the first line with the fewest samples wrong, up to `end`, and how many."""
        trace = self.trace
        rows = trace.mistakes[: self.end]
        y = trace.y.astype(object)
        start = trace.line()
        w, b = start.w, start.b
        scale = common_scale(w, [b, trace.pad_squared], trace.X)
        square = scale**2
        X = as_integers(trace.X, scale)
        W = np.cumsum(np.vstack([as_integers(w, scale), y[rows, None] * X[rows]]), axis=0)
        step = int(Fraction(trace.pad_squared) * square)
        margins = X @ W.T + np.cumsum(np.append(int(b * square), step * y[rows]))
        labels = y[:, None]
        wrong = is_mistake(margins * labels, labels, trace.zero).sum(axis=0)
        k = int(wrong.argmin())
        return k, int(wrong[k])

    def state(self, k):
        """Return w and b after k mistakes exactly, as `Fraction`s."""
        line = self.trace.line(k)
        rate = Fraction(self.trace.learning_rate)
        return line.w * rate, line.b * rate

    def wrong(self, k):
        """Return which samples are mistakes after k of them."""
        return np.flatnonzero(is_mistake(self.trace.margins(k), self.trace.y, self.trace.zero))

    def length_holds(self, k):
        """Return ‖ŵ‖² after k mistakes, η²k(R² + c²), and whether it is no more: exactly."""
        w, b = self.state(k)
        pad = Fraction(self.trace.pad_squared)
        square = w @ w + (b * b / pad if pad else 0)
        limit = Fraction(self.trace.learning_rate) ** 2 * k * self.checked.radius_squared
        return square, limit, square <= limit


def root_text(square):
    """Return the root of a rational ≥ 0 as readers write it: exactly, and where irrational rounded.

    >>> root_text(Fraction(4, 5)), root_text(Fraction(9, 4)), root_text(8)
    ('√(4/5) ≈ 0.8944', '3/2', '√8 ≈ 2.828')
    """
    square = Fraction(square)
    root = exact_root(square)
    if root is not None:
        return format_number(root)
    rounded = f"≈ {format_number(square_root(square))}"
    if is_long(square):
        return rounded
    inner = format_number(square)
    return f"√({inner}) {rounded}" if "/" in inner else f"√{inner} {rounded}"
