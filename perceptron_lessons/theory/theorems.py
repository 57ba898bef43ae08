"""The convergence theorem as each of the five sources states it, held against a run.

One rule for numbers: each is the rational that it is, floats too. So hypotheses, margins and
bounds are told exactly, and floats are only for showing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_core import OnlineTrace, Symbol, Table
from perceptron_core.arithmetic import UNIT, as_integers, common_scale, nearest_float, square_root
from perceptron_core.tables import Label, format_number
from perceptron_core.validation import is_finite
from perceptron_lessons.theory.notation import symbol, write
from perceptron_lessons.theory.rationals import InnerProducts, Rationals, rational, readable
from perceptron_lessons.theory.separators import (
    Certificate,
    Separator,
    Undecided,
    maximum_margin,
    separator,
)

NO_MISTAKE = "the stream had no mistake, and of a stream only the mistaken samples are kept"
ROWS = 4096  # samples whose lengths are looked at together


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
        """Return the `bias` by which γ is measured for this run.

        In the lifted space that is told by the c² that moved b, and not by what the trace calls
        it. Where no run has such a c² it is "one": the same data are separable with every c² > 0.
        """
        if self.space == "free":
            return "free"
        moved = rational(trace.pad_squared)
        if moved == 0:
            return "none"
        return "radius" if moved == rational(trace.radius_squared) != 1 else "one"

    def radius_squared_of(self, trace):
        """Return the R² of the bound: the largest squared length of a sample, exactly.

        Where the offset is a weight, c² belongs to it. Where all lengths have to be 1, it is as
        near to 1 as rounding left it; and 1 for other samples, which the theorem says nothing of.
        """
        square = rational(trace.radius_squared)
        if self.space != "free":
            square += rational(trace.pad_squared)
        if self.unit_length and abs(square - 1) > rounding_of_unit_length(trace.n_features):
            return Fraction(1)
        return square

    def check(self, trace, separator=None):
        """Hold one run against this theorem; see `check`."""
        return _checked(self, trace, _separator_or_reason(self, trace, separator), _told(trace))


# Each of these tells whether a run meets a hypothesis: True, False, or None where the run does
# not tell; and in words what breaks it, or why it cannot be told.


def _start(trace):
    if not (np.any(trace.w0) or trace.b0):
        return True, ""
    return False, f"w0 = {format_number(trace.w0)}, b0 = {format_number(trace.b0)}"


def _offset_step(trace):
    square, moved = (rational(v) for v in (trace.radius_squared, trace.pad_squared))
    if moved == square:
        return True, ""
    run = f"this run moves b by ηy·{format_number(moved)}" if moved else "this run has no offset b"
    return False, f"{run}, the theorem moves b by ηyR² = ηy·{format_number(square)}"


def _unit_length(trace):
    if not len(trace.X):
        return None, NO_MISTAKE
    padded = " with its constant c" if trace.pad_squared else ""
    i, square = _first_not_of_length_1(trace.X, rational(trace.pad_squared))
    if i is not None:
        return False, f"sample {i} has length {_length(square)}{padded}"
    # Of a stream the longest sample may be one that was no mistake, and is not kept.
    longest = rational(trace.radius_squared) + rational(trace.pad_squared)
    if abs(longest - 1) > rounding_of_unit_length(trace.n_features):
        return False, f"a sample has length {_length(longest)}{padded}"
    return True, ""


def _both_labels(trace):
    labels = set(np.unique(trace.y).tolist())
    if len(labels) == 2:
        return True, ""
    if isinstance(trace, OnlineTrace):
        every = f"every mistaken sample has the label {format_number(Label(*labels))}"
        return None, f"{every}, and the others are not kept" if labels else NO_MISTAKE
    return False, f"every label is {format_number(Label(*labels))}"


def _separable(found):
    if isinstance(found, Separator):
        return True, ""
    return (False if isinstance(found, Certificate) else None), str(found)


def _only_mistakes(trace):
    margins = InnerProducts(trace).before * trace.learning_rate
    correct = np.flatnonzero(~(margins <= 0))
    if not len(correct):
        return True, ""
    k = int(correct[0])
    margin = margins[k : k + 1].fractions()[0]
    return False, f"update {k + 1} was made on a margin of {format_number(margin)}"


def rounding_of_unit_length(n_features):
    """Return how far from 1 a squared length may be that was made 1 in floats.

    Of all x/‖x‖ in floats next to none has length 1 exactly. With u = 2⁻⁵³ and d features, the
    computed ‖x‖² is wrong by a factor of at most 1 ± du, its root by 1 ± (d/2 + 1)u, each quotient
    by one u more; so the squared length of what comes out is within (d + 4)u of 1. Another
    division by a root (padded samples by √2, say) makes that (d + 8)u, and what is left of
    (d + 16)u is more than the terms with u².

    The bound is nowhere told as if such lengths were 1: it has the exact R².

    >>> abs(Fraction(0.6) ** 2 + Fraction(0.8) ** 2 - 1) <= rounding_of_unit_length(2)
    True
    """
    return (n_features + 16) * Fraction(UNIT)


def _first_not_of_length_1(X, pad_squared):
    """Return the first sample whose ‖x‖² + c² is not 1, and that number; None and 1 without one."""
    rows, allowed = np.arange(len(X)), rounding_of_unit_length(X.shape[1])
    if X.dtype.kind == "f":
        # A sum of squares in floats that is within 8u of 1 was wrong by (d + 2)u at most.
        with np.errstate(over="ignore"):
            off = np.abs(np.vecdot(X, X) + nearest_float(pad_squared) - 1)
        rows = np.flatnonzero(~(off <= 8 * UNIT))
    for start in range(0, len(rows), ROWS):
        block = rows[start : start + ROWS]
        scale = common_scale(X[block])
        x = as_integers(X[block], scale)
        squares = Rationals(np.vecdot(x, x), scale * scale) + pad_squared
        off = np.flatnonzero(~(abs(squares - 1) <= allowed))
        if len(off):
            return int(block[off[0]]), squares[off[:1]].fractions()[0]
    return None, 1


def _length(square):
    """Return a length in words, in full where a few digits would not tell it from 1."""
    length = square_root(square)
    few = format_number(length)
    return format_number(length, 17) if few == "1" else few


HYPOTHESES = {
    "start at 0": "w = 0, b = 0 before the first update",
    "offset step R²": "b moves by ηyR²",
    "unit length": "every sample has length 1",
    "both labels": "not all samples have the same label",
    "separable": "a separator with margin γ > 0 exists",
    "updates on mistakes only": "every update has y(w·x + b) ≤ 0 before it",
}


def _told(trace):
    """Return what a run tells of each hypothesis that has nothing to do with a separator."""
    return {
        "start at 0": _start(trace),
        "offset step R²": _offset_step(trace),
        "unit length": _unit_length(trace),
        "both labels": _both_labels(trace),
        "updates on mistakes only": _only_mistakes(trace),
    }


_COMMON = ("start at 0", "updates on mistakes only", "separable")

THEOREMS = {
    theorem.key: theorem
    for theorem in (
        Theorem(
            key="primal",
            title="Novikoff's theorem, with a separate offset",
            statement=Symbol(
                "If both labels occur, ‖w_opt‖ = 1 and y_i(w_opt·x_i + b_opt) ≥ γ > 0 for all i, "
                "then k ≤ (2R/γ)².",
                r"\text{If both labels occur, } \|w_{\mathrm{opt}}\| = 1 \text{ and } "
                r"y_i(w_{\mathrm{opt}} \cdot x_i + b_{\mathrm{opt}}) \geq \gamma > 0 "
                r"\text{ for all } i, \text{ then } k \leq (2R/\gamma)^2.",
            ),
            space="free",
            unit_length=False,
            factor=4,
            hypotheses=("both labels", "offset step R²", *_COMMON),
        ),
        Theorem(
            key="cosine",
            title="The cosine between w and a good vector",
            statement=Symbol(
                "If ‖x_i‖ = 1, ‖u‖ = 1 and y_i(u·x_i) ≥ δ > 0 for all i, then #mistakes ≤ 1/δ².",
                r"\text{If } \|\mathbf{x}_i\| = 1,\ \|\mathbf{u}\| = 1 \text{ and } "
                r"y_i(\mathbf{u} \cdot \mathbf{x}_i) \geq \delta > 0 \text{ for all } i, "
                r"\text{ then } \#\mathrm{mistakes} \leq 1/\delta^2.",
            ),
            space="lifted",
            unit_length=True,
            factor=1,
            hypotheses=("unit length", *_COMMON),
        ),
        Theorem(
            key="online",
            title="Mistakes along a sequence",
            statement=Symbol(
                "If ‖x^(i)‖ ≤ D, ‖u‖ = 1 and y^(i)(uᵀx^(i)) ≥ γ > 0 along the sequence, "
                "then k ≤ (D/γ)².",
                r"\text{If } \|x^{(i)}\| \leq D,\ \|u\| = 1 \text{ and } "
                r"y^{(i)}(u^T x^{(i)}) \geq \gamma > 0 \text{ along the sequence, then } "
                r"k \leq (D/\gamma)^2.",
            ),
            space="lifted",
            unit_length=False,
            factor=1,
            hypotheses=_COMMON,
        ),
        Theorem(
            key="iterations",
            title="Any choice of misclassified sample",
            statement=Symbol(
                "If ‖x_i‖ ≤ R, ‖w*‖ = 1 and y_i(w*ᵀx_i) ≥ γ > 0 for all i, then k ≤ R²/γ².",
                r"\text{If } |\mathbf{x}_i| \leq R,\ |\mathbf{w}^*| = 1 \text{ and } "
                r"y_i \mathbf{w}^{*T} \mathbf{x}_i \geq \gamma > 0 \text{ for all } i, "
                r"\text{ then } k \leq R^2/\gamma^2.",
            ),
            space="lifted",
            unit_length=False,
            factor=1,
            hypotheses=_COMMON,
        ),
        Theorem(
            key="empirical",
            title="Unit vectors with a margin",
            statement=Symbol(
                "If ‖x_i‖ = 1, ‖w_*‖ = 1 and y_i(w_*ᵀx_i) ≥ γ > 0 for all i, then T ≤ 1/γ².",
                r"\text{If } \|\mathbf{x}_i\|_2 = 1,\ \|\mathbf{w}_*\|_2 = 1 \text{ and } "
                r"y_i \mathbf{w}_*^\top \mathbf{x}_i \geq \gamma > 0 \text{ for all } i, "
                r"\text{ then } T \leq 1/\gamma^2.",
            ),
            space="lifted",
            unit_length=True,
            factor=1,
            hypotheses=("unit length", *_COMMON),
        ),
    )
}


@dataclass(frozen=True)
class Hypothesis:
    """One hypothesis of a theorem, and whether a run meets it.

    Attributes
    ----------
    name, says : str
    holds : bool or None
        None where the run does not tell: nothing was measured.
    detail : str
        What breaks it, or why it was not measured.
    """

    name: str
    says: str
    holds: bool | None
    detail: str


@dataclass(frozen=True, eq=False)
class TheoremCheck:
    """One theorem held against one run.

    Attributes
    ----------
    theorem : Theorem
    hypotheses : tuple of Hypothesis
    radius_squared, gamma_squared, bound : Fraction or None
        As this theorem means them. R² is None where the theorem takes it for 1 and the samples have
        other lengths, γ² and the bound where no separator was measured.
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
        """Whether every hypothesis is known to hold."""
        return all(hypothesis.holds for hypothesis in self.hypotheses)

    @property
    def within_bound(self):
        """Whether mistakes ≤ bound, hypotheses or not; None without a bound."""
        return None if self.bound is None else self.mistakes <= self.bound

    @property
    def verdict(self):
        if not self.applies:
            return "bound not applicable"
        return "bound holds" if self.within_bound else "violated"

    @property
    def because(self):
        """The hypotheses that are broken or were not measured, in words; empty without one."""
        words = {False: "not met", None: "not measured"}
        return "; ".join(
            f"{h.name} {words[h.holds]}: {h.detail}" for h in self.hypotheses if not h.holds
        )

    @property
    def bound_symbol(self):
        """The bound in the source's symbols, with an R² where lengths are 1 up to rounding only."""
        if self.theorem.unit_length and self.radius_squared not in (None, 1):
            return write("R²/{margin}²", self.theorem.key)
        return self.theorem.bound

    @property
    def radius(self):
        """R as a float."""
        return None if self.radius_squared is None else square_root(self.radius_squared)

    @property
    def gamma(self):
        """γ as a float."""
        return None if self.gamma_squared is None else square_root(self.gamma_squared)

    def table(self):
        """Return the hypotheses, one row each, with what breaks them."""
        answers = {True: "yes", False: "no", None: "not measured"}
        rows = [(h.says, answers[h.holds], h.detail) for h in self.hypotheses]
        return Table(str(self), ("hypothesis", "holds", "why not"), rows)

    def _repr_html_(self):
        return self.table().html()

    def __str__(self):
        text = f"{self.theorem.key}: {self.verdict}"
        if self.bound is not None:
            sign = "≤" if self.within_bound else ">"
            text += f", {self.mistakes} {sign} {self.bound_symbol} = {format_number(self.bound)}"
        return text + (f" ({self.because})" if self.because else "")

    __repr__ = __str__


class BoundsReport(Mapping):
    """One run held against all five theorems: from each source to its `TheoremCheck`."""

    def __init__(self, checks):
        self._checks = {found.theorem.key: found for found in checks}

    def __getitem__(self, source):
        if source not in self._checks:
            raise KeyError(f"source must be one of {', '.join(self._checks)}; found {source!r}")
        return self._checks[source]

    def __iter__(self):
        return iter(self._checks)

    def __len__(self):
        return len(self._checks)

    def table(self):
        rows = [
            (
                key,
                c.radius,
                c.gamma,
                c.bound_symbol,
                readable(c.bound),
                c.mistakes,
                c.verdict,
                c.because,
            )
            for key, c in self.items()
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

    Everything is told exactly, for floats too. Whether the run converged plays no part: the bound
    is on the mistakes so far, however many are to come.

    Parameters
    ----------
    trace : Trace or OnlineTrace
        A run, or a list of updates that claims to be one: of its hypotheses none is believed. Of
        a stream the mistaken samples are all that is kept, and all that the proofs need.
    separator : Separator, pair (w, b), or None
        The u of the proofs. Only its w and b are used: its γ is measured anew on the samples of
        the trace, in the space that each theorem means. None takes the maximum margin of each.

    Returns
    -------
    BoundsReport
        `check(trace)["primal"]` is one `TheoremCheck`; the whole shows as a table.

    Raises
    ------
    ValueError
        No run leaves such a trace: c² < 0, a learning rate that is not above 0, or a label other
        than −1 and +1.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> print(check(perceptron(data.X, data.y))["iterations"])
    iterations: bound holds, 4 ≤ R²/γ² = 10
    """
    told = _told(trace)
    found = {}  # the same for all theorems that measure γ in the same space
    for theorem in THEOREMS.values():
        space = theorem.space_of(trace)
        if space not in found:
            found[space] = _separator_or_reason(theorem, trace, separator)
    return BoundsReport(
        _checked(theorem, trace, found[theorem.space_of(trace)], told)
        for theorem in THEOREMS.values()
    )


def _checked(theorem, trace, found, told):
    """Return a TheoremCheck of a Separator, or of what stands in its way."""
    told = told | {"separable": _separable(found)}
    hypotheses = [Hypothesis(name, HYPOTHESES[name], *told[name]) for name in theorem.hypotheses]
    radius_squared = theorem.radius_squared_of(trace)
    gamma_squared = bound = None
    if isinstance(found, Separator):
        gamma_squared = rational(found.gamma_squared)
        bound = theorem.factor * radius_squared / gamma_squared
    if any(h.name == "unit length" and not h.holds for h in hypotheses):
        radius_squared = None
    return TheoremCheck(
        theorem, tuple(hypotheses), radius_squared, gamma_squared, bound, trace.n_mistakes
    )


def separator_for(theorem, trace, given=None):
    """Return a separator with its γ as a theorem means it for this run.

    Parameters
    ----------
    theorem : Theorem
    trace : Trace or OnlineTrace
    given : Separator, pair (w, b), or None
        None takes the one with the largest margin.

    Returns
    -------
    Separator, or the Certificate that there is none

    Raises
    ------
    ValueError
        The given pair is no separator, or there are no samples to measure γ on.
    Undecided
        It cannot be told whether there is one.
    """
    space = theorem.space_of(trace)
    if not len(trace.X):
        raise ValueError(NO_MISTAKE)
    if given is None or isinstance(given, Certificate):  # which may be one for other samples
        found = maximum_margin(trace.X, trace.y, bias=space)
    else:
        w, b = (given.w, given.b) if isinstance(given, Separator) else given
        if space == "none" and b:
            raise ValueError(
                f"the run learns no offset, and this separator needs b = {format_number(b)}"
            )
        found = separator(trace.X, trace.y, w, b, bias=space)
    if isinstance(found, Certificate) or found.pad_squared in (None, trace.pad_squared):
        return found
    # The trace moves b by another c² than its samples would have it: γ is that of its own space.
    pad_squared = rational(trace.pad_squared)
    elsewhere = replace(found, pad_squared=pad_squared)
    least_squared = rational(found.gamma_squared) * rational(found.norm_squared)
    return replace(elsewhere, gamma_squared=least_squared / rational(elsewhere.norm_squared))


def _separator_or_reason(theorem, trace, given):
    """Return `separator_for`, or in words why γ was not measured."""
    try:
        return separator_for(theorem, trace, given)
    except (ValueError, Undecided) as error:
        return str(error)


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
    Fraction

    Raises
    ------
    ValueError
        gamma or c is not above 0, or a number is not finite.

    Examples
    --------
    The samples 6 (+) and 4 (−), with separator x − 5 and margin 1:

    >>> [str(padding_bound(6, -5, 1, c)) for c in (1, 5, 6)]
    ['962', '122', '122']
    """
    given = {"radius": radius, "offset": offset, "gamma": gamma, "c": c}
    for name, value in given.items():
        if not is_finite(value):
            raise ValueError(f"{name} must be finite; found {value}")
        if name in ("gamma", "c") and not value > 0:
            raise ValueError(f"{name} must be > 0; found {value}")
    radius, offset, gamma, c = map(rational, given.values())
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
    return square_root(rational(radius) * abs(rational(offset)))
