"""The convergence theorem in the form of each of the five sources, held against a run.

One rule for numbers: each is the rational that it is, floats too. So hypotheses, margins and
bounds are exact, and floats are only for showing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from perceptron_core import OnlineTrace, Trace
from perceptron_core.exact import as_fractions, rounding_of_unit_length
from perceptron_lessons.tables import Phrase, Symbol, Table, equals
from perceptron_lessons.theory.exact_run import exact_run
from perceptron_lessons.theory.formal import as_details
from perceptron_lessons.theory.hypotheses import (
    HYPOTHESES,
    NO_MISTAKE,
    Hypothesis,
    check_run,
    known_of,
    separable_verdict,
)
from perceptron_lessons.theory.notation import from_latex, symbol, write
from perceptron_lessons.theory.rationals import readable, readable_root, square_root
from perceptron_lessons.theory.separators import (
    Certificate,
    Separator,
    Undecided,
    as_pair,
    maximum_margin,
    separator,
)

COMMON = ("start at 0", "updates on mistakes only", "separable")


@dataclass(frozen=True)
class Theorem:
    """One source's form of the theorem, repaired where lesson 13 says so.

    Attributes
    ----------
    key, title : str
    statement : Symbol
        The whole theorem in the source's own symbols; its words may differ: see above.
    hypotheses : tuple of str
        Keys of HYPOTHESES.
    space : {"free", "lifted"}
        Where γ is measured: with a separate offset and only w of length 1, or in the space the
        run lives in, the offset counted as a weight.
    unit_length : bool
        Whether every sample must have length 1, so that R is 1.
    factor : int
        The bound is factor·R²/γ².
    """

    key: str
    title: str
    statement: Symbol
    hypotheses: tuple
    space: str = "lifted"
    unit_length: bool = False
    factor: int = 1

    @property
    def lemma(self):
        """The formal proof of this theorem: see `formal.statement`."""
        return f"Statements.{self.key}"

    @property
    def bound(self):
        """The bound in the source's own symbols."""
        return symbol(self.key, "bound")

    def space_of(self, run):
        """Return the `bias` by which γ is measured for a run, a trace or an `ExactRun`.

        In the lifted space the bias is inferred from `pad_squared`, not from `trace.bias`. Where
        no run has such a c² it is "one": the same data are separable with every c² > 0.
        """
        if self.space == "free":
            return "free"
        if run.pad_squared == 0:
            return "none"
        return "radius" if run.pad_squared == run.radius_squared != 1 else "one"

    def radius_squared_of(self, run):
        """Return the R² of the bound: the largest squared length of a sample, exactly.

        Where the offset is a weight, c² belongs to it. Where all lengths have to be 1, it is as
        near to 1 as rounding left it; and 1 for other samples, which the theorem says nothing of.
        """
        square = run.radius_squared
        if self.space != "free":
            square += run.pad_squared
        if self.unit_length and abs(square - 1) > rounding_of_unit_length(run.n_features):
            return Fraction(1)
        return square

    def check(self, trace, separator=None):
        """Hold one run against this theorem; see `check`."""
        separator = as_given(separator, trace)
        answer = _or_reason(separator_for, self, trace, separator)
        return _checked(self, exact_run(trace), answer, known_of(trace))


def _theorems():
    text = Path(__file__).with_name("theorems.toml").read_text(encoding="utf-8")
    for key, found in tomllib.loads(text).items():
        own = {
            "statement": from_latex(" ".join(found["statement"].split())),
            "hypotheses": (*found.get("hypotheses", ()), *COMMON),
        }
        yield key, Theorem(key, **found | own)


THEOREMS = dict(_theorems())


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
    def applies(self) -> bool:
        """Whether every hypothesis is known to hold."""
        return all(hypothesis.holds for hypothesis in self.hypotheses)

    @property
    def within_bound(self) -> bool | None:
        """Whether mistakes ≤ bound, hypotheses or not; None without a bound."""
        return None if self.bound is None else self.mistakes <= self.bound

    @property
    def verdict(self) -> str:
        if not self.applies:
            return "bound not applicable"
        return "bound holds" if self.within_bound else "violated"

    @property
    def because(self) -> str:
        """The hypotheses that are broken or were not measured, in words; empty without one."""
        templates = {False: "{name} not met: {detail}", None: "{name} not measured: {detail}"}
        reasons = [
            Phrase(templates[h.holds], name=Phrase(h.name), detail=h.detail)
            for h in self.hypotheses
            if not h.holds
        ]
        return Phrase.joined("; ", reasons)

    @property
    def bound_symbol(self) -> Symbol:
        """The bound in the source's symbols, with an R² where lengths are 1 up to rounding only."""
        if self.theorem.unit_length and self.radius_squared not in (None, 1):
            return write("R²/{margin}²", self.theorem.key)
        return self.theorem.bound

    @property
    def radius(self) -> float | None:
        """R as a float."""
        return None if self.radius_squared is None else square_root(self.radius_squared)

    @property
    def gamma(self) -> float | None:
        """γ as a float."""
        return None if self.gamma_squared is None else square_root(self.gamma_squared)

    def table(self) -> Table:
        """Return the hypotheses, one row each, with what breaks them."""
        answers = {True: "yes", False: "no", None: "not measured"}
        rows = [(h.says, answers[h.holds], h.detail) for h in self.hypotheses]
        is_remarked = any(h.holds and h.detail for h in self.hypotheses)
        last = "remark" if is_remarked else "why not"
        return Table(str(self), ("hypothesis", "holds", last), rows)

    def _repr_html_(self):
        return self.table().html() + as_details({self.theorem.key: self.theorem.lemma})

    def __str__(self):
        text = f"{self.theorem.key}: {self.verdict}"
        if self.bound is not None:
            sign = "≤" if self.within_bound else ">"
            text += f", {self.mistakes} {sign} {self.bound_symbol} {equals(self.bound)}"
        return text + (f" ({self.because})" if self.because else "")

    __repr__ = __str__


class BoundsReport(Mapping):
    """One run held against all five theorems: from each source to its `TheoremCheck`.

    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> list(check(perceptron(data.X, data.y)))
    ['primal', 'cosine', 'online', 'iterations', 'empirical']
    """

    def __init__(self, checks):
        self._checks = {each.theorem.key: each for each in checks}

    def __getitem__(self, source):
        if source not in self._checks:
            raise KeyError(f"source must be one of {', '.join(self._checks)}; found {source!r}")
        return self._checks[source]

    def __iter__(self):
        return iter(self._checks)

    def __len__(self):
        return len(self._checks)

    def table(self) -> Table:
        rows = [
            (
                key,
                None if c.radius_squared is None else readable_root(c.radius_squared),
                None if c.gamma_squared is None else readable_root(c.gamma_squared),
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
        # Reasons are long: in the last of eight columns no page has room for them.
        whole = self.table()
        *columns, because = whole.columns
        short = Table(whole.title, columns, [row[:-1] for row in whole.rows])
        tables = [short]
        reasons = [(key, each.because) for key, each in self.items() if each.because]
        if reasons:
            tables.append(Table("why not", ("source", because), reasons))
        lemmas = as_details({key: theorem.lemma for key, theorem in THEOREMS.items()})
        return "".join(table.html() for table in tables) + lemmas

    def __str__(self):
        return "\n".join(map(str, self.values()))

    __repr__ = __str__


def check(
    trace: Trace | OnlineTrace,
    separator: Separator | tuple[ArrayLike, float | Fraction] | ArrayLike | None = None,
) -> BoundsReport:
    """Hold one run against all five theorems, hypothesis by hypothesis.

    Every answer is exact, for floats too. Whether the run converged plays no part: the bound
    is on the mistakes so far, however many are to come.

    Parameters
    ----------
    trace : Trace or OnlineTrace
        A run, or any list of updates: no hypothesis is assumed, each is checked. Of
        a stream the mistaken samples are all that is kept, and all that the proofs need.
    separator : Separator, pair (w, b), w alone for b = 0, or None
        The u of the proofs. Only its w and b are used: its γ is measured anew on the samples of
        the trace, in the space that each theorem means. None takes the maximum margin of each.

    Returns
    -------
    BoundsReport
        `check(trace)["primal"]` is one `TheoremCheck`; the whole shows as a table.

    Raises
    ------
    ValueError
        The separator is malformed; or no run leaves such a trace: c² < 0, a learning rate that is
        not above 0, or a label other than −1 and +1.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> print(check(perceptron(data.X, data.y))["iterations"])
    iterations: bound holds, 4 ≤ R²/γ² = 10
    """
    check_run(trace)
    separator = as_given(separator, trace)
    run, known = exact_run(trace), known_of(trace)
    return bounds_report(run, known, lambda theorem: separator_for(theorem, trace, separator))


def bounds_report(run, known, measure):
    """Return the `BoundsReport` of what a run tells, and of the separators that are measured.

    Parameters
    ----------
    run : ExactRun
    known : dict
        As `hypotheses.known_from` returns it.
    measure : callable
        Is given a theorem, and returns a Separator or Certificate, or raises what `separator_for`
        does; it is asked once for each space.
    """
    of_spaces = {theorem.space_of(run): theorem for theorem in THEOREMS.values()}
    answers = {space: _or_reason(measure, theorem) for space, theorem in of_spaces.items()}
    return BoundsReport(
        _checked(theorem, run, answers[theorem.space_of(run)], known)
        for theorem in THEOREMS.values()
    )


def _checked(theorem, run, answer, known):
    """Return a TheoremCheck of a Separator, or of what stands in its way."""
    known = known | {"separable": separable_verdict(answer)}
    hypotheses = [Hypothesis(name, HYPOTHESES[name], *known[name]) for name in theorem.hypotheses]
    radius_squared = theorem.radius_squared_of(run)
    gamma_squared = bound = None
    if isinstance(answer, Separator):
        gamma_squared = as_fractions(answer.gamma_squared)
        bound = theorem.factor * radius_squared / gamma_squared
    if any(h.name == "unit length" and not h.holds for h in hypotheses):
        radius_squared = None
    return TheoremCheck(
        theorem=theorem,
        hypotheses=tuple(hypotheses),
        radius_squared=radius_squared,
        gamma_squared=gamma_squared,
        bound=bound,
        mistakes=run.n_mistakes,
    )


def as_given(separator, trace):
    """Return the u that a user gives for a run: its w and b, or what proves that there is none."""
    if separator is None or isinstance(separator, Certificate):
        return separator
    return as_pair(separator, trace.n_features)


def separator_for(theorem, trace, given=None):
    """Return a separator with its γ as a theorem means it for this run.

    Parameters
    ----------
    theorem : Theorem
    trace : Trace or OnlineTrace
    given : Separator, pair (w, b), w alone for b = 0, or None
        None takes the one with the largest margin.

    Returns
    -------
    Separator, or the Certificate that there is none

    Raises
    ------
    ValueError
        The given pair is not a separator, or there are no samples to measure γ on.
    Undecided
        It cannot be told whether there is one.
    """
    space = theorem.space_of(trace)
    if not len(trace.X):
        raise ValueError(NO_MISTAKE)
    if isinstance(given, Certificate) and given.bias == space and given.proves(trace.X, trace.y):
        return given
    if given is None or isinstance(given, Certificate):  # one for other samples
        answer = maximum_margin(trace.X, trace.y, bias=space)
    else:
        w, b = as_given(given, trace)
        if space == "none" and b:
            raise ValueError(f"the run learns no offset, and this separator needs b {equals(b)}")
        answer = separator(trace.X, trace.y, w, b, bias=space)
    if isinstance(answer, Certificate) or answer.pad_squared in (None, trace.pad_squared):
        return answer
    # The trace moves b by another c² than its samples would have it: γ is that of its own space.
    elsewhere = replace(answer, pad_squared=as_fractions(trace.pad_squared), bound_squared=None)
    least_squared = answer.gamma_squared * answer.norm_squared
    return replace(elsewhere, gamma_squared=least_squared / elsewhere.norm_squared)


def _or_reason(measure, *args):
    """Return what a function does that measures γ, or in words why it was not measured."""
    try:
        return measure(*args)
    except (ValueError, Undecided) as error:
        return str(error)
