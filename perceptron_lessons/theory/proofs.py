"""A proof, line by line, on a run: both sides of every inequality, and the slack between them."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from perceptron_core import (
    Dataset,
    Symbol,
    Table,
    Trace,
    bias_trap,
    perceptron,
    worked_example,
    xor,
)
from perceptron_core.tables import format_number
from perceptron_core.validation import as_numbers, as_samples
from perceptron_lessons.theory.notation import check_source, symbol, write
from perceptron_lessons.theory.separators import Separator
from perceptron_lessons.theory.theorems import (
    THEOREMS,
    TOLERANCE,
    as_rational,
    bound_of,
    margins_before_updates,
    separator_for,
)

EXACT_ENTRIES = 20_000  # integers in the list of states up to which a chain is made rational


@dataclass(frozen=True, eq=False)
class Line:
    """One line of a proof: left side, relation, right side, for every k at which it is claimed.

    Attributes
    ----------
    name : str
    left, right : Symbol
        The two sides in the source's symbols.
    relation : {"≥", "≤", "="}
    k : ndarray of int
        Numbers of updates made. A line about an update stands at the k after it.
    lhs, rhs : ndarray, same shape as k
        What is compared: the sides themselves (power 1), or their squares with the sign kept
        (power 2), which order in the same way and are rational.
    power : {1, 2}
    why : str
        What the line follows from.
    """

    name: str
    left: Symbol
    relation: str
    right: Symbol
    k: np.ndarray
    lhs: np.ndarray
    rhs: np.ndarray
    power: int
    why: str

    @property
    def slack(self):
        """By how much the line holds, in what is compared; negative where it fails."""
        difference = self.lhs - self.rhs
        if self.relation == "=":
            return -np.abs(difference)
        return difference if self.relation == "≥" else -difference

    @property
    def holds(self):
        """At which k the line holds: exactly for rationals, up to TOLERANCE for floats."""
        if self.lhs.dtype == object and self.rhs.dtype == object:
            return np.array([slack >= 0 for slack in self.slack])
        size = np.maximum(np.abs(self.lhs), np.abs(self.rhs)).astype(float)
        # A difference of two numbers of the size of the run's largest is known only so well.
        scale = np.maximum(size, size.max(initial=0.0) * 1e-3)
        return self.slack.astype(float) >= -TOLERANCE * scale

    @property
    def shown_lhs(self):
        """The left side itself, as floats."""
        return _unsquared(self.lhs, self.power)

    @property
    def shown_rhs(self):
        """The right side itself, as floats."""
        return _unsquared(self.rhs, self.power)

    def formula(self):
        """Return the whole line as a Symbol."""
        relation = {"≥": r"\geq", "≤": r"\leq", "=": "="}[self.relation]
        return Symbol(
            f"{self.left.text} {self.relation} {self.right.text}",
            f"{self.left.latex} {relation} {self.right.latex}",
        )

    def __repr__(self):
        return f"{self.name}: {self.formula().text}"


class Failure(NamedTuple):
    """Where a proof breaks first: the line, and the number of updates at which it is false."""

    line: Line
    k: int


@dataclass(frozen=True, eq=False)
class Proof:
    """The proof of one source on one run.

    Attributes
    ----------
    source : str
    trace : Trace or OnlineTrace
    separator : Separator
        In the space of the source's theorem.
    lines : tuple of Line
        In the order of the proof.
    columns : dict of str to ndarray of float, shape (n_mistakes + 1,)
        Every quantity of the proof over k; NaN where it has no value (cos of w = 0, or an
        update's quantity before the first update).
    """

    source: str
    trace: Any
    separator: Separator
    lines: tuple
    columns: dict

    def __getitem__(self, name):
        for line in self.lines:
            if line.name == name:
                return line
        names = ", ".join(line.name for line in self.lines)
        raise KeyError(f"no line {name!r} in this proof; it has {names}")

    @property
    def exact(self):
        """Whether every line is compared in rationals."""
        return all(line.lhs.dtype == object and line.rhs.dtype == object for line in self.lines)

    @property
    def holds(self):
        return self.first_failure is None

    @property
    def first_failure(self):
        """The first line, by k and then by its place in the proof, that is false; or None."""
        failures = [
            Failure(line, int(line.k[np.argmin(line.holds)]))
            for line in self.lines
            if not line.holds.all()
        ]
        return min(failures, key=lambda failure: failure.k, default=None)

    def table(self, k=None):
        """Return the proof as a table: one row a line, at one k (by default the end).

        Parameters
        ----------
        k : int
            Number of updates made. Lines that say nothing at this k are left out.
        """
        k = self.trace.n_mistakes if k is None else k
        rows, marked = [], set()
        for line in self.lines:
            for at in np.flatnonzero(line.k == k):
                if not line.holds[at]:
                    marked.add(len(rows))
                lhs, rhs = (_shown(side[at], line.power) for side in (line.lhs, line.rhs))
                rows.append((line.name, line.formula(), lhs, line.relation, rhs, line.holds[at]))
        columns = ("line", "says", "left", "", "right", "holds")
        name = symbol(self.source, "mistakes").text
        return Table(f"{self.source}, {name} = {k}", columns, rows, marked)

    def over_k(self, name):
        """Return one line as a table over k: both sides and the slack."""
        line = self[name]
        rows = zip(line.k, line.lhs, line.rhs, line.slack, line.holds, strict=True)
        square = "" if line.power == 1 else ", both sides squared"
        columns = ("k", line.left, line.right, "slack", "holds")
        return Table(f"{name}: {line.formula().text}{square}", columns, list(rows))

    def _repr_html_(self):
        return self.table().html()

    def __str__(self):
        failure = self.first_failure
        end = f"every line holds for k = 0 … {self.trace.n_mistakes}"
        if failure:
            end = f"fails first at k = {failure.k}: {failure.line!r}"
        how = "in rationals" if self.exact else "in floats"
        return f"proof of {self.source}, {len(self.lines)} lines, {how}: {end}"

    __repr__ = __str__


def prove(trace, separator=None, source="iterations"):
    """Return one source's proof, evaluated on a run with every k.

    Parameters
    ----------
    trace : Trace or OnlineTrace
    separator : Separator, pair (w, b), or None
        The good vector of the proof; None takes the maximum margin. A `Separator` in the space
        of the source is taken at its word, so that a false claim can be seen to fail.
    source : {"primal", "cosine", "online", "iterations", "empirical"}

    Returns
    -------
    Proof
        In rationals where the run is exact, or is small and of integers, and the separator is
        rational; otherwise in floats.

    Raises
    ------
    ValueError
        No such source, or nothing separates the data and no separator is given.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> proof = prove(perceptron(data.X, data.y))
    >>> proof
    proof of iterations, 9 lines, in rationals: every line holds for k = 0 … 4
    >>> [str(v) for v in proof["cosine"].lhs], [str(v) for v in proof["cosine"].rhs]
    (['1/5', '9/10', '4/5', '1'], ['1/10', '1/5', '3/10', '2/5'])
    """
    check_source(source)
    theorem = THEOREMS[source]
    claimed = isinstance(separator, Separator) and separator.bias == theorem.space_of(trace)
    found = separator if claimed else separator_for(theorem, trace, separator)
    if not isinstance(found, Separator):
        raise ValueError(f"the proof needs a separator: {found}")
    quantities = _Quantities(theorem, trace, found)
    return Proof(source, trace, found, tuple(_lines(quantities)), quantities.columns())


class _Quantities:
    """Everything that the lines of a proof compare, for all k at once.

    Weights are lifted: ŵ = (w, b/c), x̂ = (x, c), with inner products w·w' + b·b'/c², so that
    only c² occurs and an irrational c = R stays exact. u is the separator at the length it has;
    `square` is its squared length in the sense of γ, `lifted_square` that of (w, b/c).
    """

    def __init__(self, theorem, trace, found):
        self.theorem, self.trace = theorem, trace
        eta, rows = trace.learning_rate, trace._rows
        free = theorem.space == "free"
        self.pad_squared = trace.radius_squared if free else trace.pad_squared
        states = np.column_stack([trace.weights, trace.offsets])
        X, y = trace.X[rows], trace.y[rows]
        small = states.size <= EXACT_ENTRIES and states.dtype.kind == X.dtype.kind == "i"
        # Integers times a float η are floats, whether or not the run was exact.
        exact_run = trace.exact and not isinstance(eta, float)
        self.exact = found.exact and (exact_run or small)
        if self.exact:
            eta = Fraction(eta)
            states, X, y = (as_numbers(Fraction, v) for v in (states, X, y))
            numbers = [as_rational(v) for v in (self.pad_squared, trace.radius_squared)]
            self.pad_squared, radius_squared = numbers
        else:
            states, X, eta = states.astype(float), X.astype(float), float(eta)
            radius_squared = float(trace.radius_squared)
            self.pad_squared = float(self.pad_squared)
        W, B = states[:, :-1], states[:, -1]
        u, u_b = (found.w, found.b) if self.exact else (found.w.astype(float), float(found.b))
        c2 = self.pad_squared
        offset = (lambda v: v / c2) if c2 else (lambda v: 0 * v)

        self.eta = eta
        self.k = np.arange(len(states))
        self.u, self.u_b = u, u_b
        self.square = found.norm_squared if self.exact else float(found.norm_squared)
        self.lifted_square = np.vecdot(u, u) + offset(u_b * u_b)
        gamma_squared = found.gamma_squared if self.exact else float(found.gamma_squared)
        self.gamma_squared = gamma_squared
        self.radius_squared = radius_squared
        self.bound = bound_of(theorem, theorem.radius_squared_of(trace), gamma_squared)
        # What ‖x̂‖² may be; for the primal, c is R and this is 2R².
        self.ball = 1 if theorem.unit_length else radius_squared + c2
        self.along = np.vecdot(W, u) + offset(B * u_b)  # ŵ_k·u
        self.norm_squared = np.vecdot(W, W) + offset(B * B)
        self.gain = y * (np.vecdot(X, u) + u_b) if len(X) else np.zeros(0)
        self.length_squared = np.vecdot(X, X) + c2 if len(X) else np.zeros(0)
        # The run's own margins, so that a tie is 0 here exactly when it was one there.
        before = margins_before_updates(trace) if len(X) else np.zeros(0)
        self.before = before * (eta if self.exact else float(eta))
        if self.exact:
            self.before = as_numbers(Fraction, self.before)
        self.after = y * (np.vecdot(X, W[1:]) + B[1:]) if len(X) else np.zeros(0)
        off_w = W[1:] - W[:-1] - eta * y[:, None] * X
        off_b = B[1:] - B[:-1] - eta * y * c2
        self.off_update = np.vecdot(off_w, off_w) + offset(off_b * off_b)
        if not self.exact:
            # What rounding leaves of a zero: told by the size of what was subtracted.
            size = self.norm_squared[:-1] + eta * eta * self.length_squared
            self.off_update[self.off_update <= TOLERANCE**2 * size] = 0

    def columns(self):
        """Return the quantities as float arrays over k."""
        length = np.sqrt(float(self.square))
        norm = np.sqrt(self.norm_squared.astype(float))
        numerator = self.along.astype(float) / length
        nan = np.full(1, np.nan)
        k = self.k.astype(float)
        gamma, eta = np.sqrt(float(self.gamma_squared)), float(self.eta)
        good = np.sqrt(float(self.lifted_square)) / length
        with np.errstate(invalid="ignore"):
            cosine = np.where(norm > 0, numerator / np.where(norm > 0, norm, 1) / good, np.nan)
        radius = np.sqrt(float(self.ball))
        return {
            "k": k,
            "numerator": numerator,
            "numerator_bound": k * eta * gamma,
            "norm": norm,
            "norm_squared": norm**2,
            "norm_bound": np.sqrt(k) * eta * radius,
            "cosine": cosine,
            "cosine_bound": np.sqrt(k) * gamma / radius / good,
            "gain": np.append(nan, self.gain.astype(float) / length),
            "cross_term": np.append(nan, 2 * eta * self.before.astype(float)),
            "update_term": np.append(nan, eta**2 * self.length_squared.astype(float)),
            "margin_before": np.append(nan, self.before.astype(float)),
            "margin_after": np.append(nan, self.after.astype(float)),
        }


def _lines(q):
    """Yield the lines of the proof in its order; the primal's lemmas are lines of their own."""
    source, eta, k, steps = q.theorem.key, q.eta, q.k, q.k[1:]
    primal, unit = source == "primal", q.theorem.unit_length
    gamma2, square = q.gamma_squared, q.square
    w, before, u = "{weights}", "{weights before}", "{separator}"
    x, y, m = "{sample}", "{label}", "{mistakes}"
    ball = "" if unit else "{radius}²"
    if not unit and not primal and q.pad_squared:
        ball = "({radius}²+c²)"
    two = "2 " if primal else ""

    def line(name, left, relation, right, at, lhs, rhs, power, why):
        left, right = (write(side, source, q.eta) for side in (left, right))
        lhs, rhs = (_as_array(side, len(at), q.exact) for side in (lhs, rhs))
        return Line(name, left, relation, right, at, lhs, rhs, power, why)

    if primal:
        yield from _lemma_1(q, line)
        yield line(
            "update", f"‖{w} − {before} − η {y} {x}‖²", "=", "0", steps, q.off_update, 0, 1,
            "b moves by ηyR², so that (w, b/R) moves by ηy(x, R)",
        )  # fmt: skip
    yield line(
        "gain", f"{y} {x}·{u}", "≥", "{margin}", steps,
        _signed_square(q.gain) / square, gamma2, 2, "the separator has margin γ on every sample",
    )  # fmt: skip
    yield line(
        "Lemma 2" if primal else "numerator", f"{w}·{u}", "≥", f"{m} {{η}} {{margin}}", k,
        _signed_square(q.along) / square, k * k * eta * eta * gamma2, 2,
        "k updates, each adding at least ηγ, from 0",
    )  # fmt: skip
    yield line(
        "cross term", f"2 {{η}} {y} {before}·{x}", "≤", "0", steps, 2 * eta * q.before, 0, 1,
        "the sample was a mistake: the term is 0 or negative",
    )  # fmt: skip
    yield line(
        "update term", f"{{η²}} ‖{x}‖²", "=" if unit else "≤",
        f"{two}{{η²}} {ball}" if ball or eta != 1 else "1", steps,
        eta * eta * q.length_squared, eta * eta * q.ball, 1, "no sample is longer than R",
    )  # fmt: skip
    yield line(
        "own margin", f"{y} {w}·{x}", "=", f"{y} {before}·{x} + {{η}} ‖{x}‖²", steps,
        q.after, q.before + eta * q.length_squared, 1, "the update adds ηyx, and y² = 1",
    )  # fmt: skip
    yield line(
        "Lemma 3" if primal else "norm", f"‖{w}‖²", "≤", f"{two}{m} {{η²}} {ball}", k,
        q.norm_squared, k * (eta * eta * q.ball), 1,
        "the cross term only helps, and each update term is at most that",
    )  # fmt: skip
    yield from (_assembly if primal else _squeeze)(q, line)
    bound = "{bound}" if primal or unit or not q.pad_squared else ball + "/{margin}²"
    yield line("conclusion", m, "≤", bound, k, k, q.bound, 1, "divide by kηγ, and square")


def _lemma_1(q, line):
    """Yield the bounds on b_opt and on the length of the lifted separator (`primal`)."""
    at = np.zeros(1, dtype=int)
    b, square = abs(q.u_b), q.square
    yield line(
        "Lemma 1, offset", "|b_opt|", "≤", "{radius}", at, b * b / square, q.radius_squared, 2,
        "both labels occur, and every sample is within R of 0",
    )  # fmt: skip
    reach = b + _root(q.gamma_squared * square)
    yield line(
        "Lemma 1, sharper", "|b_opt| + {margin}", "≤", "{radius}", at,
        reach * reach / square, q.radius_squared, 2,
        "the sample of the other label has margin γ as well",
    )  # fmt: skip
    yield line(
        "Lemma 1", "‖{separator}‖²", "≤", "2", at, q.lifted_square / square, 2, 1,
        "it is 1 + b_opt²/R²",
    )  # fmt: skip


def _assembly(q, line):
    """Yield how the three lemmas are put together (`primal`)."""
    good = q.lifted_square / q.square
    yield line(
        "Cauchy–Schwarz", "{weights}·{separator}", "≤", "‖{weights}‖ ‖{separator}‖", q.k,
        _signed_square(q.along) / q.square, q.norm_squared * good, 2, "for any two vectors",
    )  # fmt: skip
    yield line(
        "Lemma 1 used", "‖{weights}‖ ‖{separator}‖", "≤", "[2] ‖{weights}‖", q.k,
        q.norm_squared * good, 2 * q.norm_squared, 2, "Lemma 1",
    )  # fmt: skip
    yield line(
        "assembled", "{mistakes} η {margin}", "≤", "2 [{mistakes}] η {radius}", q.k,
        q.k * q.k * q.eta * q.eta * q.gamma_squared,
        4 * q.k * q.eta * q.eta * q.radius_squared, 2,
        "Lemma 2, Cauchy–Schwarz, Lemma 1, Lemma 3",
    )  # fmt: skip


def _squeeze(q, line):
    """Yield the two bounds on the cosine, for the k at which w is not 0."""
    at = q.k[1:][[square != 0 for square in q.norm_squared[1:]]]
    cosine2 = _signed_square(q.along[at]) / (q.norm_squared[at] * q.square)
    over = "" if q.theorem.unit_length else "/[{radius}²+c²]" if q.pad_squared else "/{radius}"
    left = "cos({weights}, {separator})"
    yield line(
        "cosine", left, "≥", "[{mistakes}] {margin}" + over, at,
        cosine2, at * (q.gamma_squared / q.ball), 2, "the numerator's line over the norm's",
    )  # fmt: skip
    yield line("ceiling", left, "≤", "1", at, cosine2, 1, 2, "for any two vectors")


def _root(square):
    """Return the square root, exactly where the square is that of a `Fraction`."""
    if isinstance(square, Fraction):
        return Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    return math.sqrt(square)


def _signed_square(values):
    return values * np.abs(values)


def _unsquared(values, power):
    values = np.asarray(values).astype(float)
    return values if power == 1 else np.sign(values) * np.sqrt(np.abs(values))


def _as_array(side, n, exact):
    """Return one side as an array of length n, of `Fraction`s or of floats."""
    side = np.asarray(side)
    array = np.empty(n, dtype=object if exact else float)
    array[:] = side
    if exact:
        array[:] = [Fraction(int(v)) if isinstance(v, (int, np.integer)) else v for v in array]
    return array


def _shown(value, power):
    """Return a compared side as itself: of a square its root, under a √ where irrational."""
    if power == 1:
        return value
    if not isinstance(value, Fraction):
        return float(_unsquared(value, 2))
    root = _root(abs(value))
    if root * root == abs(value):
        return root if value >= 0 else -root
    square = format_number(abs(value))
    found = Symbol(f"√({square})", rf"\sqrt{{{square}}}")
    return found if value >= 0 else Symbol(f"−{found.text}", f"-{found.latex}")


def _claimed(data, w, b=0, bias="none"):
    """Return a Separator that forgets the labels: γ is the least |w·x + b|, as slip 7 has it."""
    w = np.array([Fraction(v) for v in w], dtype=object)
    b = Fraction(b)
    reach = np.abs(np.vecdot(as_samples(data.X, exact=True), w) + b)
    closest = np.flatnonzero(reach == reach.min())
    return Separator(w, b, bias, 0, reach.min() ** 2 / np.vecdot(w, w), closest)


def _start_elsewhere():
    """Start far from 0, in units of η: the first line that counts from 0 fails at once."""
    data = worked_example()
    run = perceptron(data.X, data.y, w0=(-3, 1), learning_rate=Fraction(1, 100))
    return run, None, "iterations"


def _small_offset_step():
    """Move b by ηy instead of ηyR²: the update is no longer ηyx̂, and Lemma 2 fails."""
    data = bias_trap()
    return perceptron(data.X, data.y, bias="one"), None, "primal"


def _wrong_separator():
    """Take a u with large |u·x| on the wrong side of a sample: its gain is negative."""
    data = Dataset([[10, 1], [9, 1]], [1, -1], "two close samples, two labels")
    return perceptron(data.X, data.y), _claimed(data, (1, 0)), "iterations"


def _not_separable():
    """Run on XOR: whatever u is claimed, some sample is on its wrong side."""
    data = xor()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # that it does not converge is the point
        run = perceptron(data.X, data.y, max_mistakes=50)
    return run, _claimed(data, (2, 1)), "iterations"


def _correct_samples_too():
    """Update on every sample, right or wrong: the cross term turns positive."""
    data = worked_example()
    run = Trace(data.X, data.y, np.arange(40) % 4, False, np.zeros(2, int))
    return run, None, "iterations"


# The switches: each returns (trace, separator or None, source) with one hypothesis broken.
BROKEN_HYPOTHESES = {
    "start not at 0": _start_elsewhere,
    "offset step 1 instead of R²": _small_offset_step,
    "a wrong u": _wrong_separator,
    "not separable": _not_separable,
    "updates on correct samples too": _correct_samples_too,
}
