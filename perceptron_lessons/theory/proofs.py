"""A proof, line by line, on a run: both sides of every inequality, and the slack between them.

Every side is computed exactly, for every k, from the mistakes of the run and from nothing else;
floats too are taken as the rationals that they are. So a line that is said to hold holds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perceptron_core import OnlineTrace, Trace
from perceptron_core.checks import as_state, malformed
from perceptron_core.exact import nearest_float, over_one
from perceptron_lessons.tables import Phrase, Table, pluralize
from perceptron_lessons.theory.exact_run import exact_run
from perceptron_lessons.theory.formal import as_details
from perceptron_lessons.theory.hypotheses import check_run
from perceptron_lessons.theory.kernels import KernelTrace
from perceptron_lessons.theory.notation import notation_of, squared, symbol
from perceptron_lessons.theory.proof_lines import ProofLine, lines_of, unsquared
from perceptron_lessons.theory.quantities import Quantities
from perceptron_lessons.theory.rationals import readable
from perceptron_lessons.theory.separators import Separator
from perceptron_lessons.theory.theorems import THEOREMS, separator_for

LONG = 5_000_000  # bits of one number, over all updates, from which on numbers are kept short


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
        facts = {"source": self.source, "letter": symbol(self.notation, "mistakes").text, "k": k}
        written = " as {notation} writes" if self.notation != self.source else ""
        template = f"{{source}}{written}, {{letter}} = {{k}}"
        if self.quantities.rounded:
            template += "; R² = max ‖x‖², which is 1 up to rounding"
        title = Phrase(template, **facts, notation=str(notation_of(self.notation)))
        return Table(title, columns, rows, marked)

    def over_k(self, name: str) -> Table:
        """Return one line as a table over k: what is compared, and the slack.

        Where squares are compared, the headings are squares too; where a left side is negative
        somewhere, its square keeps the sign.
        """
        line = self[name]
        heads = [line.left, line.right]
        template = "{name}: {formula}"
        if line.power == 2:
            heads = [
                squared(head, signed=not (side >= 0).all())
                for head, side in zip(heads, line.sides, strict=True)
            ]
            template += ", both sides squared"
        title = Phrase(template, name=Phrase(line.name), formula=line.formula().text)
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
        source is used unchecked, so that a wrong one makes a line fail.
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
    chosen = _separator_of_proof(theorem, trace, separator)
    quantities = Quantities(theorem, exact_run(trace), chosen)
    notation = notation or source
    notation_of(notation)
    lines = tuple(lines_of(quantities, notation))
    return Proof(source, trace, chosen, lines, notation, quantities)


def _separator_of_proof(theorem, trace, separator):
    """Return the separator of a proof; raises ValueError where there is none: see `prove`."""
    is_of_the_space = isinstance(separator, Separator) and (
        separator.bias == theorem.space_of(trace)
    )
    if not is_of_the_space:
        try:
            answer = separator_for(theorem, trace, separator)
            if separator is None and isinstance(answer, Separator):
                answer = _of_short_numbers(theorem, trace, answer)
        except ValueError as error:
            raise ValueError(f"the proof needs a separator: {error}") from None
        if not isinstance(answer, Separator):
            raise ValueError(f"the proof needs a separator: {answer}")
        separator = answer
    if len(separator.w) != trace.n_features:
        must = f"have {pluralize(trace.n_features, 'number')}"
        raise malformed("w of the separator", must, len(separator.w))
    return separator


def _of_short_numbers(theorem, trace, separator):
    """Return a separator whose w is made of floats, where a long run needs short numbers.

    The proof holds for any separator. With thousands of digits in each number, a hundred thousand
    updates would take minutes and gigabytes; floats lose nothing but the last digits of γ, which
    is measured anew.
    """
    digits = over_one([*separator.w, separator.b])[1].bit_length()
    if digits * trace.n_mistakes < LONG:
        return separator
    w = [nearest_float(v) for v in separator.w]
    try:
        return separator_for(theorem, trace, (w, nearest_float(separator.b)))
    except ValueError:  # so close a margin that rounding turns its sign
        return separator
