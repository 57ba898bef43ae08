"""The convergence theorem as each of the five sources states it, held against a run."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_core import Symbol, Table
from perceptron_core.tables import Label, format_number
from perceptron_lessons.theory.notation import check_source, symbol
from perceptron_lessons.theory.separators import (
    Certificate,
    Separator,
    Undecided,
    maximum_margin,
    separator,
)

TOLERANCE = 1e-9  # relative; by how much floats may miss an equality that mathematics promises
NO_SAMPLES = "the stream had no mistake, and of a stream only the mistaken samples are kept"


@dataclass(frozen=True)
class Theorem:
    """One source's form of the theorem.

    Attributes
    ----------
    key, title : str
    statement : Symbol
        The whole theorem in the source's own symbols.
    space : {"free", "lifted"}
        Where γ is measured: with a separate offset and only w of length 1, or in the space the
        run lives in, the offset counted as a weight.
    unit_length : bool
        Whether every sample must have length 1, so that R is 1.
    factor : int
        The bound is factor·R²/γ².
    hypotheses : tuple of str
        Keys of HYPOTHESES.
    """

    key: str
    title: str
    statement: Symbol
    space: str
    unit_length: bool
    factor: int
    hypotheses: tuple

    @property
    def bound(self):
        """The bound in the source's own symbols."""
        return symbol(self.key, "bound")

    def space_of(self, trace):
        """Return the `bias` by which γ is measured for this run."""
        return "free" if self.space == "free" else trace.bias

    def radius_squared_of(self, trace):
        """Return the R² of the bound: 1, max‖x‖², or max‖x‖² + c² where the offset is a weight."""
        if self.unit_length:
            return 1
        return trace.radius_squared + (0 if self.space == "free" else trace.pad_squared)

    def check(self, trace, separator=None):
        """Hold one run against this theorem; see `check`."""
        return _verdict(self, trace, separator_for(self, trace, separator))


def _start(theorem, trace, found):
    zero = not (np.any(trace.w0) or trace.b0)
    at = "" if zero else f"w0 = {format_number(trace.w0)}, b0 = {format_number(trace.b0)}"
    return zero, at


def _offset_step(theorem, trace, found):
    square, moved = trace.radius_squared, trace.pad_squared
    if _equal(moved, square):
        return True, ""
    run = f"this run moves b by ηy·{format_number(moved)}" if moved else "this run has no offset b"
    return False, f"{run}, the theorem moves b by ηyR² = ηy·{format_number(square)}"


def _unit_length(theorem, trace, found):
    squares = np.vecdot(trace.X, trace.X) + trace.pad_squared
    tolerance = TOLERANCE if squares.dtype == float else 0
    off = np.flatnonzero(np.abs(squares - 1) > tolerance)
    if not len(off):
        return True, ""
    length = f"sample {off[0]} has length {format_number(_root(squares[off[0]]))}"
    return False, length + (" with its constant c" if trace.pad_squared else "")


def _both_labels(theorem, trace, found):
    if len(trace.y) and trace.y.min() < trace.y.max():
        return True, ""
    if not len(trace.y):
        return False, NO_SAMPLES
    return False, f"every label is {format_number(Label(trace.y[0]))}"


def _separable(theorem, trace, found):
    return isinstance(found, Separator), "" if isinstance(found, Separator) else str(found)


def _only_mistakes(theorem, trace, found):
    margins = margins_before_updates(trace)
    wrong = np.flatnonzero(margins > 0)
    if not len(wrong):
        return True, ""
    k = int(wrong[0])
    return False, f"update {k + 1} was made on a margin of {format_number(margins[k])}"


# What each hypothesis says, and the function that finds out whether a run meets it.
HYPOTHESES = {
    "start at 0": ("w = 0, b = 0 before the first update", _start),
    "offset step R²": ("b moves by ηyR²", _offset_step),
    "unit length": ("every sample has length 1", _unit_length),
    "both labels": ("not all samples have the same label", _both_labels),
    "separable": ("a separator with margin γ > 0 exists", _separable),
    "updates on mistakes only": ("every update has y(w·x + b) ≤ 0 before it", _only_mistakes),
}

_COMMON = ("start at 0", "updates on mistakes only", "separable")

THEOREMS = {
    theorem.key: theorem
    for theorem in (
        Theorem(
            "primal",
            "Novikoff's theorem, with a separate offset",
            Symbol(
                "If both labels occur, ‖w_opt‖ = 1 and y_i(w_opt·x_i + b_opt) ≥ γ > 0 for all i, "
                "then k ≤ (2R/γ)².",
                r"\text{If both labels occur, } \|w_{\mathrm{opt}}\| = 1 \text{ and } "
                r"y_i(w_{\mathrm{opt}} \cdot x_i + b_{\mathrm{opt}}) \geq \gamma > 0 "
                r"\text{ for all } i, \text{ then } k \leq (2R/\gamma)^2.",
            ),
            "free",
            False,
            4,
            ("both labels", "offset step R²", *_COMMON),
        ),
        Theorem(
            "cosine",
            "The cosine between w and a good vector",
            Symbol(
                "If ‖x_i‖ = 1, ‖u‖ = 1 and y_i(u·x_i) ≥ δ > 0 for all i, then #mistakes ≤ 1/δ².",
                r"\text{If } \|\mathbf{x}_i\| = 1,\ \|\mathbf{u}\| = 1 \text{ and } "
                r"y_i(\mathbf{u} \cdot \mathbf{x}_i) \geq \delta > 0 \text{ for all } i, "
                r"\text{ then } \#\mathrm{mistakes} \leq 1/\delta^2.",
            ),
            "lifted",
            True,
            1,
            ("unit length", *_COMMON),
        ),
        Theorem(
            "online",
            "Mistakes along a sequence",
            Symbol(
                "If ‖x^(i)‖ ≤ D, ‖u‖ = 1 and y^(i)(uᵀx^(i)) ≥ γ > 0 along the sequence, "
                "then k ≤ (D/γ)².",
                r"\text{If } \|x^{(i)}\| \leq D,\ \|u\| = 1 \text{ and } "
                r"y^{(i)}(u^T x^{(i)}) \geq \gamma > 0 \text{ along the sequence, then } "
                r"k \leq (D/\gamma)^2.",
            ),
            "lifted",
            False,
            1,
            _COMMON,
        ),
        Theorem(
            "iterations",
            "Any choice of misclassified sample",
            Symbol(
                "If ‖x_i‖ ≤ R, ‖w*‖ = 1 and y_i(w*ᵀx_i) ≥ γ > 0 for all i, then k ≤ R²/γ².",
                r"\text{If } |\mathbf{x}_i| \leq R,\ |\mathbf{w}^*| = 1 \text{ and } "
                r"y_i \mathbf{w}^{*T} \mathbf{x}_i \geq \gamma > 0 \text{ for all } i, "
                r"\text{ then } k \leq R^2/\gamma^2.",
            ),
            "lifted",
            False,
            1,
            _COMMON,
        ),
        Theorem(
            "empirical",
            "Unit vectors with a margin",
            Symbol(
                "If ‖x_i‖ = 1, ‖w_*‖ = 1 and y_i(w_*ᵀx_i) ≥ γ > 0 for all i, then T ≤ 1/γ².",
                r"\text{If } \|\mathbf{x}_i\|_2 = 1,\ \|\mathbf{w}_*\|_2 = 1 \text{ and } "
                r"y_i \mathbf{w}_*^\top \mathbf{x}_i \geq \gamma > 0 \text{ for all } i, "
                r"\text{ then } T \leq 1/\gamma^2.",
            ),
            "lifted",
            True,
            1,
            ("unit length", *_COMMON),
        ),
    )
}


@dataclass(frozen=True)
class Hypothesis:
    """One hypothesis of a theorem, whether a run meets it, and the fact that breaks it."""

    name: str
    says: str
    holds: bool
    detail: str


@dataclass(frozen=True, eq=False)
class Verdict:
    """One theorem held against one run.

    Attributes
    ----------
    theorem : Theorem
    hypotheses : tuple of Hypothesis
    radius_squared, gamma_squared, bound : number or None
        As this theorem means them; exact where run and separator are. R² is None where the theorem
        takes it for 1 and the samples have other lengths, the others are without a separator.
    mistakes : int
    verdict : {"bound holds", "bound not applicable", "violated"}
        "violated" would be a bug: the hypotheses hold and the bound does not.
    """

    theorem: Theorem
    hypotheses: tuple
    radius_squared: Any
    gamma_squared: Any
    bound: Any
    mistakes: int

    @property
    def applies(self):
        return all(hypothesis.holds for hypothesis in self.hypotheses)

    @property
    def within_bound(self):
        """Whether mistakes ≤ bound, hypotheses or not; None without a bound."""
        return None if self.bound is None else at_most(self.mistakes, self.bound)

    @property
    def verdict(self):
        if not self.applies:
            return "bound not applicable"
        return "bound holds" if self.within_bound else "violated"

    @property
    def because(self):
        """The broken hypotheses in words; empty where all hold."""
        return "; ".join(f"{h.name} not met: {h.detail}" for h in self.hypotheses if not h.holds)

    @property
    def radius(self):
        return _root(self.radius_squared)

    @property
    def gamma(self):
        return _root(self.gamma_squared)

    def table(self):
        """Return the hypotheses, one row each, with what breaks them."""
        rows = [(h.says, h.holds, h.detail) for h in self.hypotheses]
        return Table(str(self), ("hypothesis", "holds", "what breaks it"), rows)

    def _repr_html_(self):
        return self.table().html()

    def __str__(self):
        text = f"{self.theorem.key}: {self.verdict}"
        if self.bound is not None:
            sign = "≤" if self.within_bound else ">"
            text += f", {self.mistakes} {sign} {self.theorem.bound} = {format_number(self.bound)}"
        return text + (f" ({self.because})" if self.because else "")

    __repr__ = __str__


class BoundsReport(Mapping):
    """One run held against all five theorems: a mapping from source to Verdict, and a table."""

    def __init__(self, verdicts):
        self._verdicts = {verdict.theorem.key: verdict for verdict in verdicts}

    def __getitem__(self, key):
        check_source(key)
        return self._verdicts[key]

    def __iter__(self):
        return iter(self._verdicts)

    def __len__(self):
        return len(self._verdicts)

    def table(self):
        rows = [
            (key, v.radius, v.gamma, v.theorem.bound, v.bound, v.mistakes, v.verdict, v.because)
            for key, v in self.items()
        ]
        columns = ("source", "R", "γ", "bound", "value", "mistakes", "verdict", "because")
        return Table("one run, five theorems", columns, rows)

    def _repr_html_(self):
        return self.table().html()

    def __str__(self):
        return "\n".join(map(str, self.values()))

    __repr__ = __str__


def check(trace, separator=None):
    """Hold one run against all five theorems, hypothesis by hypothesis.

    Parameters
    ----------
    trace : Trace or OnlineTrace
    separator : Separator, pair (w, b), or None
        The u of the proofs. Its γ is computed anew for each theorem, in the space that theorem
        means. None takes the maximum margin of each. Of a stream, γ is that of the mistaken
        samples: the proof needs no others, and γ over the whole stream is no larger.

    Returns
    -------
    BoundsReport
        `check(trace)["primal"]` is one `Verdict`; the whole shows as a table.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> print(check(perceptron(data.X, data.y))["iterations"])
    iterations: bound holds, 4 ≤ R²/γ² = 10
    """
    found = {}  # the same for all theorems that measure γ in the same space
    for theorem in THEOREMS.values():
        space = theorem.space_of(trace)
        if space not in found:
            found[space] = separator_for(theorem, trace, separator)
    return BoundsReport(
        _verdict(theorem, trace, found[theorem.space_of(trace)]) for theorem in THEOREMS.values()
    )


def _verdict(theorem, trace, found):
    hypotheses = []
    for name in theorem.hypotheses:
        says, test = HYPOTHESES[name]
        hypotheses.append(Hypothesis(name, says, *test(theorem, trace, found)))
    radius_squared = theorem.radius_squared_of(trace)
    gamma_squared = bound = None
    if isinstance(found, Separator):
        gamma_squared = found.gamma_squared
        bound = bound_of(theorem, radius_squared, gamma_squared)
    if any(h.name == "unit length" and not h.holds for h in hypotheses):
        radius_squared = None
    return Verdict(
        theorem, tuple(hypotheses), radius_squared, gamma_squared, bound, trace.n_mistakes
    )


def _root(square):
    """Return √square as a float; None for None."""
    return None if square is None else float(np.sqrt(float(square)))


def bound_of(theorem, radius_squared, gamma_squared):
    """Return factor·R²/γ², as a `Fraction` where both are rational."""
    radius_squared = as_rational(radius_squared)
    if isinstance(radius_squared, Fraction) and isinstance(gamma_squared, (int, Fraction)):
        return theorem.factor * radius_squared / gamma_squared
    return theorem.factor * float(radius_squared) / float(gamma_squared)


def padding_bound(radius, offset, gamma, c):
    """Return the bound on the mistakes of a run on samples padded with a constant c.

    A separator w·x + offset with ‖w‖ = 1 and margin gamma is (w, offset/c) in the padded space:
    its length is √(1 + offset²/c²), no sample is longer than √(radius² + c²), and so
    k ≤ (radius² + c²)(1 + offset²/c²)/gamma².

    Parameters
    ----------
    radius : number ≥ 0
        max‖x‖ before padding.
    offset : number
        The separator's, at the scale where ‖w‖ = 1.
    gamma : number > 0
        Its margin at that scale.
    c : number > 0
        1 is bias="one"; radius is bias="radius", with at most the bound of `primal`.

    Returns
    -------
    number
        A `Fraction` where all four are integers or `Fraction`s.

    Raises
    ------
    ValueError
        gamma or c is not above 0.

    Examples
    --------
    The samples 6 (+) and 4 (−), with separator x − 5 and margin 1:

    >>> [str(padding_bound(6, -5, 1, c)) for c in (1, 5, 6)]
    ['962', '122', '122']
    """
    for name, value in (("gamma", gamma), ("c", c)):
        if not value > 0:
            raise ValueError(f"{name} must be > 0; found {value}")
    radius, offset, gamma, c = map(as_rational, (radius, offset, gamma, c))
    return (radius * radius + c * c) * (1 + offset * offset / (c * c)) / (gamma * gamma)


def best_padding(radius, offset):
    """Return the constant c with the least `padding_bound`: √(radius·|offset|).

    The bound times gamma² is radius² + offset² + c² + radius²·offset²/c², and the last two terms
    have a constant product: they are least where they are equal. Then the bound is
    ((radius + |offset|)/gamma)², at most (2·radius/gamma)² since |offset| ≤ radius.

    Parameters
    ----------
    radius, offset : number
        As for `padding_bound`. Where one of them is 0 the bound only falls as c does, and no
        c > 0 is best: 0 is returned.

    Returns
    -------
    float

    Examples
    --------
    >>> best_padding(9, -4)
    6.0
    >>> padding_bound(9, -4, 1, c=6), (9 + 4) ** 2
    (Fraction(169, 1), 169)
    """
    return math.sqrt(radius * abs(offset))


def separator_for(theorem, trace, given):
    """Return the given separator, or the best, measured as a theorem means γ for this run.

    Returns
    -------
    Separator, or what stands in the way: a Certificate, or a sentence.
    """
    space = theorem.space_of(trace)
    if isinstance(given, Certificate):
        return given
    if not len(trace.X):
        return NO_SAMPLES
    try:
        if given is None:
            return maximum_margin(trace.X, trace.y, bias=space)
        w, b = (given.w, given.b) if isinstance(given, Separator) else given
        if space == "none" and b:
            return f"the run learns no offset, and this separator needs b = {format_number(b)}"
        return separator(trace.X, trace.y, w, b, bias=space)
    except (ValueError, Undecided) as error:
        return str(error)


def margins_before_updates(trace):
    """Return y(w·x + b)/η of the sample of each update, just before it; shape (k,).

    In units of η, and summed as in the run, so that a tie is 0 here as it was there.
    """
    rows = trace._rows
    states = np.vstack(list(trace._scaled_states(len(rows), max(1, len(rows)))))[:-1]
    return trace.y[rows] * (np.vecdot(trace.X[rows], states[:, :-1]) + states[:, -1])


def as_rational(value):
    """Return integers as `Fraction`s, so that a division stays exact; other numbers as they are."""
    return Fraction(int(value)) if isinstance(value, (int, np.integer)) else value


def at_most(left, right):
    """Return left ≤ right: exactly for rationals, up to TOLERANCE where a float is involved."""
    if isinstance(left, float) or isinstance(right, float):
        return bool(left <= right + TOLERANCE * max(abs(left), abs(right)))
    return bool(left <= right)


def _equal(left, right):
    return at_most(left, right) and at_most(right, left)
