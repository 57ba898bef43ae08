"""A proof, line by line, on a run: both sides of every inequality, and the slack between them.

Every side is computed exactly, for every k, from the mistakes of the run and from nothing else;
floats too are taken as the rationals that they are. So a line that is said to hold holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core import OnlineTrace, Trace
from perceptron_core.checks import as_state, malformed
from perceptron_core.exact import nearest_float
from perceptron_lessons.tables import Symbol, Table, format_number, is_long, pluralize
from perceptron_lessons.theory.formal import as_details
from perceptron_lessons.theory.hypotheses import check_run
from perceptron_lessons.theory.kernels import KernelTrace
from perceptron_lessons.theory.notation import notation_of, squared, symbol, write
from perceptron_lessons.theory.quantities import Quantities
from perceptron_lessons.theory.rationals import (
    Rationals,
    common_scale,
    exact_root,
    readable,
    readable_root,
    square_of_sum,
)
from perceptron_lessons.theory.separators import Separator
from perceptron_lessons.theory.theorems import THEOREMS, separator_for

LONG = 5_000_000  # bits of one number, over all updates, from which on numbers are kept short


@dataclass(frozen=True, eq=False)
class ProofLine:
    """One line of a proof: left side, relation, right side, for every k at which it is claimed.

    What is compared are the sides themselves (power 1), or v·|v| for each side v (power 2): squares
    with the sign kept, which order as the sides do and are rational where the sides are roots.

    Attributes
    ----------
    name : str
    lemma : str
        The formal proof of this line: see `formal.statement`.
    left, right : Symbol
        The two sides in the source's symbols.
    relation : {"≥", "≤", "=", "<"}
    k : ndarray of int
        Numbers of updates made. A line about an update stands at the k after it.
    sides : pair of Rationals, each of the same shape as k
        What is compared, fast but unreduced; `lhs` and `rhs` are the same as `Fraction`s.
    power : {1, 2}
    why : str
        What the line follows from.
    after : tuple of str
        The lines that it rests on, by name.
    uses : tuple of str
        The hypotheses that it rests on besides, keys of `hypotheses.HYPOTHESES`.
    """

    name: str
    lemma: str
    left: Symbol
    relation: str
    right: Symbol
    k: np.ndarray
    sides: tuple
    power: int
    why: str
    after: tuple = ()
    uses: tuple = ()

    @cached_property
    def lhs(self) -> np.ndarray:
        """The left side of what is compared, `Fraction`s."""
        return self.sides[0].fractions()

    @cached_property
    def rhs(self) -> np.ndarray:
        """The right side of what is compared, `Fraction`s."""
        return self.sides[1].fractions()

    @property
    def _slack(self):
        left, right = self.sides
        if self.relation == "=":
            return abs(left - right) * -1
        return left - right if self.relation == "≥" else right - left

    @cached_property
    def slack(self) -> np.ndarray:
        """By how much the line holds, in what is compared, `Fraction`s; negative where it fails."""
        return self._slack.fractions()

    @cached_property
    def holds(self) -> np.ndarray:
        """At which k the line holds: bool, exactly."""
        return np.asarray(self._slack.over > 0) if self.relation == "<" else self._slack >= 0

    def formula(self) -> Symbol:
        """Return the whole line as a Symbol."""
        relation = {"≥": r"\geq", "≤": r"\leq"}.get(self.relation, self.relation)
        return Symbol(
            f"{self.left.text} {self.relation} {self.right.text}",
            f"{self.left.latex} {relation} {self.right.latex}",
        )

    def __repr__(self):
        return f"{self.name}: {self.formula().text}"


class Failure(NamedTuple):
    """Where a proof breaks first: the line, and the number of updates at which it is false."""

    line: ProofLine
    k: int


@dataclass(frozen=True, eq=False)
class Proof:
    """The proof of one source on one run.

    Attributes
    ----------
    source : str
    trace : Trace or OnlineTrace
    separator : Separator, or None
        In the space of the source's theorem; None where the proof speaks of data without one.
    lines : tuple of ProofLine
        In the order of the proof; every line is compared in rationals.
    notation : str
        The source whose symbols the lines have.
    quantities : object
        What the lines compare, for all k at once.
    """

    source: str
    trace: Any
    separator: Separator
    lines: tuple
    notation: str
    quantities: Any

    def __getitem__(self, name):
        for line in self.lines:
            if line.name == name:
                return line
        names = ", ".join(line.name for line in self.lines)
        raise KeyError(f"no line {name!r} in this proof; it has {names}")

    @cached_property
    def columns(self) -> dict[str, np.ndarray]:
        """The sides of a proof by `prove` over k: dict of str to ndarray of float, shape (k + 1,).

        For showing: each is the float next to the exact value. NaN where there is no value (cos of
        w = 0).
        """
        return self.quantities.columns()

    @property
    def holds(self) -> bool:
        return self.first_failure is None

    @property
    def last(self) -> int:
        """The last k at which the conclusion is claimed."""
        return int(max(self.lines[-1].k, default=0))

    @property
    def n_steps(self) -> int:
        """How many updates the run made, or how many epochs where shards are mixed."""
        return len(self.quantities.k) - 1

    @cached_property
    def first_failure(self) -> Failure | None:
        """The first line, by k and then by its place in the proof, that is false; or None."""
        failures = [
            Failure(line, int(line.k[np.argmin(line.holds)]))
            for line in self.lines
            if not line.holds.all()
        ]
        return min(failures, key=lambda failure: failure.k, default=None)

    def table(self, k: int | None = None) -> Table:
        """Return the proof as a table: one row a line, at one k (by default the end).

        Parameters
        ----------
        k : int
            Number of updates made; negative values count from the end. Lines that say nothing at
            this k are left out.

        Raises
        ------
        IndexError
            The run has no such state.
        """
        k = self.last if k is None else as_state(k, self.n_steps)
        rows: list[tuple] = []
        marked = set()
        for line in self.lines:
            for at in np.flatnonzero(line.k == k):
                here = slice(at, at + 1)
                sides = tuple(side[here] for side in line.sides)
                (holds,) = replace(line, k=line.k[here], sides=sides).holds
                if not holds:
                    marked.add(len(rows))
                lhs, rhs = (
                    unsquared(value) if line.power == 2 else readable(value)
                    for value in (side.fractions()[0] for side in sides)
                )
                rows.append((line.name, line.formula(), lhs, line.relation, rhs, holds))
        columns = ("line", "says", "left", "", "right", "holds")
        written = f" as {notation_of(self.notation)} writes" if self.notation != self.source else ""
        title = f"{self.source}{written}, {symbol(self.notation, 'mistakes').text} = {k}"
        if self.quantities.rounded:
            title += "; R² = max ‖x‖², which is 1 up to rounding"
        return Table(title, columns, rows, marked)

    def over_k(self, name: str) -> Table:
        """Return one line as a table over k: what is compared, and the slack.

        Where squares are compared, the headings are squares too; where a left side is negative
        somewhere, its square keeps the sign.
        """
        line = self[name]
        heads = [line.left, line.right]
        title = repr(line)
        if line.power == 2:
            heads = [
                squared(head, signed=not (side >= 0).all())
                for head, side in zip(heads, line.sides, strict=True)
            ]
            title += ", both sides squared"
        numbers = ([readable(v) for v in side] for side in (line.lhs, line.rhs, line.slack))
        rows = zip(line.k, *numbers, line.holds, strict=True)
        columns = (symbol(self.notation, "mistakes"), *heads, "slack", "holds")
        return Table(title, columns, list(rows))

    def _repr_html_(self):
        return self.table().html() + as_details({x.name: x.lemma for x in self.lines})

    def __str__(self):
        failure = self.first_failure
        end = f"every line holds for k = 0 … {self.last}"
        if failure:
            end = f"fails first at k = {failure.k}: {failure.line!r}"
        return f"proof of {self.source}, {len(self.lines)} lines, in rationals: {end}"

    __repr__ = __str__


def prove(
    trace: Trace | OnlineTrace | KernelTrace,
    separator: Separator | tuple[ArrayLike, float | Fraction] | ArrayLike | None = None,
    source: str = "iterations",
    notation: str | None = None,
) -> Proof:
    """Return one source's proof, evaluated on a run with every k.

    Parameters
    ----------
    trace : Trace, OnlineTrace or KernelTrace
        A run, or any list of updates; the lines are evaluated on whatever is given. For a
        KernelTrace the separator has to be given: that of `kernel_margin`, in the same space.
    separator : Separator, pair (w, b), w alone for b = 0, or None
        The good vector of the proof; None takes the maximum margin, for a run of tens of
        thousands of updates that with w rounded to floats. A `Separator` in the space of the
        source is taken at its word, so that a false claim can be seen to fail.
    source : {"primal", "cosine", "online", "iterations", "empirical"}
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, optional
        In whose symbols; by default in those of the source itself.

    Returns
    -------
    Proof

    Raises
    ------
    ValueError
        No such source; nothing separates the data and no separator is given; the separator has
        another length, is 0 or claims no margin; or the trace is not that of a run.
    Undecided
        It cannot be told whether anything separates the data.

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
    notation_of(source)
    check_run(trace)
    theorem = THEOREMS[source]
    claimed = isinstance(separator, Separator) and separator.bias == theorem.space_of(trace)
    try:
        found = separator if claimed else separator_for(theorem, trace, separator)
        if separator is None and isinstance(found, Separator):
            found = _of_short_numbers(theorem, trace, found)
    except ValueError as error:
        raise ValueError(f"the proof needs a separator: {error}") from None
    if not isinstance(found, Separator):
        raise ValueError(f"the proof needs a separator: {found}")
    if len(found.w) != trace.n_features:
        must = f"have {pluralize(trace.n_features, 'number')}"
        raise malformed("w of the separator", must, len(found.w))
    quantities = Quantities(theorem, trace, found)
    notation = notation or source
    notation_of(notation)
    lines = tuple(_lines(quantities, notation))
    return Proof(source, trace, found, lines, notation, quantities)


def _of_short_numbers(theorem, trace, found):
    """Return a separator whose w is made of floats, where a long run needs short numbers.

    The proof holds for any separator. With thousands of digits in each number, a hundred thousand
    updates would take minutes and gigabytes; floats lose nothing but the last digits of γ, which
    is measured anew.
    """
    digits = common_scale(found.w, [found.b]).bit_length()
    if digits * trace.n_mistakes < LONG:
        return found
    w = [nearest_float(v) for v in found.w]
    try:
        return separator_for(theorem, trace, (w, nearest_float(found.b)))
    except ValueError:  # so close a margin that rounding turns its sign
        return found


def _lines(q, notation):
    """Yield the lines of the proof in its order; the primal's lemmas are lines of their own."""
    source = q.theorem.key
    eta = q.eta
    k = q.k
    steps = q.k[1:]
    primal = source == "primal"
    unit = q.theorem.unit_length and not q.rounded
    gamma2 = q.gamma_squared
    square = q.square
    w = "{weights}"
    before = "{weights before}"
    u = "{separator}"
    x = "{sample}"
    y = "{label}"
    m = "{mistakes}"
    two = "2 " if primal else ""
    ball = _ball(q)
    line = line_writer(notation, q.eta)

    if primal:
        yield from _of_the_primal(q, line)
    yield line(
        "gain", "Convergence.gain", f"{y} {x}·{u}", "≥", "{margin}", steps,
        q.gain.signed_square() * (1 / square), gamma2, 2,
        "the separator has margin γ on every sample", uses=("separable",),
    )  # fmt: skip
    yield line(
        *(("Lemma 2", "Primal.lemma_2") if primal else ("numerator", "Convergence.numerator")),
        f"{w}·{u}", "≥", f"{m} {{η}} {{margin}}", k,
        q.along.signed_square() * (1 / square), Rationals(k * k) * (eta**2 * gamma2), 2,
        "k updates from 0, each with at least that gain",
        ("gain", "update") if primal else ("gain",), ("start at 0",),
    )  # fmt: skip
    yield line(
        "cross term", "Convergence.cross_term",
        f"2 {{η}} {y} {before}·{x}", "≤", "0", steps, q.before * (2 * eta), 0, 1,
        "the sample was a mistake: the term is 0 or negative",
        uses=("updates on mistakes only",),
    )  # fmt: skip
    yield line(
        "update term", "Convergence.update_term", f"{{η²}} ‖{x}‖²", "=" if unit else "≤",
        f"{two}{{η²}} {ball}" if ball or eta != 1 else "1", steps,
        q.length_squared * eta**2, eta**2 * q.ball, 1, "no sample is longer than R",
        uses=("unit length",) * unit,
    )  # fmt: skip
    yield line(
        "own margin", "Convergence.own_margin",
        f"{y} {w}·{x}", "=", f"{y} {before}·{x} + {{η}} ‖{x}‖²", steps,
        q.after, q.before + q.length_squared * eta, 1, "the update adds ηyx, and y² = 1",
        ("update",) if primal else (),
    )  # fmt: skip
    yield line(
        *(("Lemma 3", "Primal.lemma_3") if primal else ("norm", "Convergence.norm")),
        f"‖{w}‖²", "≤", f"{two}{m} {{η²}} {ball}", k,
        q.norm_squared, Rationals(k) * (eta**2 * q.ball), 1,
        "the cross term only helps, and each update term is at most that",
        (*("update",) * primal, "cross term", "update term"), ("start at 0",),
    )  # fmt: skip
    yield from (_assembly if primal else _squeeze)(q, line)
    bound = "(2{radius}/{margin})²" if primal else (ball or "1") + "/{margin}²"
    if notation == source and (primal or ball in ("", "{radius}²")):
        bound = "{bound}"
    end = "Primal.novikoff" if primal else "Convergence.conclusion"
    yield line(
        "conclusion", end, "{all mistakes}", "≤", bound, k, k, q.bound, 1,
        "divide by √k ηγ, and square" if primal else "two bounds of one cosine: square them",
        ("assembled",) if primal else ("cosine", "ceiling"),
    )  # fmt: skip


def line_writer(notation, eta):
    """Return the function that makes a `ProofLine` of templates and of numbers.

    Parameters
    ----------
    notation : str
        The source in whose symbols the templates are written: see `notation.write`.
    eta : Fraction
        The learning rate of the run.
    """

    def line(name, lemma, left, relation, right, at, lhs, rhs, power, why, after=(), uses=()):
        left, right = (write(side, notation, eta) for side in (left, right))
        why = re.sub(r"\{(.+?)\}", lambda found: notation_of(notation)[found[1]].text, why)
        sides = tuple(Rationals.of(side).stretched(len(at)) for side in (lhs, rhs))
        return ProofLine(name, lemma, left, relation, right, at, sides, power, why, after, uses)

    return line


def ceiling(line, w, q, along):
    """Return the line w·u ≤ ‖w‖, given the squares of the left side, of length 1 for u."""
    return line(
        "ceiling", "Convergence.ceiling", f"{w}·{{separator}}", "≤", f"‖{w}‖", q.k,
        along, q.norm_squared, 2, "for any two vectors",
    )  # fmt: skip


def _ball(q):
    """Return what ‖x̂‖² is at most, over the 2 of the primal: nothing where lengths are 1."""
    if q.rounded:
        return "R²"
    if q.theorem.unit_length:
        return ""
    padded = q.pad_squared and q.theorem.space != "free"
    return "({radius}²+c²)" if padded else "{radius}²"


def _of_the_primal(q, line):
    """Yield the bounds on b_opt and on the lifted separator, and the update (`primal`)."""
    at = np.zeros(1, dtype=int)
    b = abs(q.u_b)
    over = 1 / q.square
    radius_squared = q.radius_squared
    yield line(
        "Lemma 1, offset", "Primal.lemma_1_offset",
        "|{separator offset}|", "≤", "{radius}", at, b * b * over, radius_squared, 2,
        "both labels occur, and every sample is within R of 0",
        uses=("both labels",),
    )  # fmt: skip
    reach = square_of_sum(b, q.gamma_squared * q.square, radius_squared * q.square)
    yield line(
        "Lemma 1, sharper", "Primal.lemma_1_sharper",
        "|{separator offset}| + {margin}", "≤", "{radius}", at,
        reach * over, radius_squared, 2, "the sample of the other label has margin γ as well",
        uses=("both labels", "separable"),
    )  # fmt: skip
    yield line(
        "Lemma 1", "Primal.lemma_1", "‖{separator}‖²", "≤", "2", at, q.lifted_square * over, 2, 1,
        "it is 1 + {separator offset}²/R²", ("Lemma 1, offset",),
    )  # fmt: skip
    yield line(
        "update", "Primal.update_padded",
        "‖{weights} − {weights before} − {η} {label} {sample}‖²", "=", "0", q.k[1:], q.off_update,
        0, 1,
        "{offset} moves by ηyR², so that (w, {offset}/R) moves by ηy(x, R)",
        uses=("offset step R²",),
    )  # fmt: skip


def _assembly(q, line):
    """Yield how the three lemmas are put together (`primal`)."""
    good = q.lifted_square / q.square
    k2 = Rationals(q.k * q.k)
    yield line(
        "Cauchy–Schwarz", "Primal.product_of_lengths",
        "{weights}·{separator}", "≤", "‖{weights}‖ ‖{separator}‖", q.k,
        q.along.signed_square() * (1 / q.square), q.norm_squared * good, 2, "for any two vectors",
    )  # fmt: skip
    yield line(
        "Lemma 1 used", "Primal.lemma_1_used",
        "‖{weights}‖ ‖{separator}‖", "≤", "[2] ‖{weights}‖", q.k,
        q.norm_squared * good, q.norm_squared * 2, 2, "Lemma 1", ("Lemma 1",),
    )  # fmt: skip
    yield line(
        "assembled", "Primal.assembled",
        "{mistakes} {η} {margin}", "≤", "2 [{mistakes}] {η} {radius}", q.k,
        k2 * (q.eta**2 * q.gamma_squared), Rationals(q.k) * (4 * q.eta**2 * q.radius_squared), 2,
        "Lemma 2, Cauchy–Schwarz, Lemma 1, Lemma 3",
        ("Lemma 2", "Cauchy–Schwarz", "Lemma 1 used", "Lemma 3"),
    )  # fmt: skip


def _squeeze(q, line):
    """Yield the two bounds on the cosine, for the k at which w is not 0."""
    at = q.k[1:][q.norm_squared.over[1:] > 0]
    cosine2 = q.along[at].signed_square() / (q.norm_squared[at] * q.square)
    ball = _ball(q)
    over = "/[{radius}²+c²]" if "c²" in ball else "/" + ball[:-1] if ball else ""
    left = "cos({weights}, {separator})"
    yield line(
        "cosine", "Convergence.cosine", left, "≥", "[{mistakes}] {margin}" + over, at,
        cosine2, Rationals(at) * (q.gamma_squared / q.ball), 2,
        "the numerator's line over the norm's", ("numerator", "norm"),
    )  # fmt: skip
    yield line(
        "ceiling", "Convergence.ceiling", left, "≤", "1", at, cosine2, 1, 2, "for any two vectors"
    )


def unsquared(value):
    """Return the number whose square, with the sign kept, is compared; an irrational under a √."""
    size = abs(value)
    sign = "−" if value < 0 else ""
    root = exact_root(size)
    if root is not None:
        return readable(root if value >= 0 else -root)
    if is_long(size):
        return readable_root(size) if value > 0 else -readable_root(size)
    square = format_number(size)
    return Symbol(f"{sign}√({square})", f"{sign.replace('−', '-')}\\sqrt{{{square}}}")
