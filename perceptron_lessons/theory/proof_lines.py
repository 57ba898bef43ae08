"""The lines of a proof: what each says, what it compares, and what it rests on.

Here are the lines of the proof by two bounds of one angle, for each of the five sources.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perceptron_lessons.tables import Phrase, Symbol, format_number, is_unreadable
from perceptron_lessons.theory.notation import notation_of, write
from perceptron_lessons.theory.rationals import (
    Rationals,
    exact_root,
    readable,
    readable_root,
    square_of_sum,
)


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
        return np.asarray(self._slack.numerators > 0) if self.relation == "<" else self._slack >= 0

    def formula(self) -> Symbol:
        """Return the whole line as a Symbol."""
        relation = {"≥": r"\geq", "≤": r"\leq"}.get(self.relation, self.relation)
        return Symbol(
            f"{self.left.text} {self.relation} {self.right.text}",
            f"{self.left.latex} {relation} {self.right.latex}",
        )

    def __repr__(self):
        return f"{self.name}: {self.formula().text}"


_NAMES = re.compile(r"\{(.+?)\}")


def _of_reason(symbols, name):
    """Return the symbol of a quantity as text; where a source takes R for 1, reasons say R."""
    text = symbols[name].text
    return "R" if (name, text) == ("radius", "1") else text


def line_writer(notation, eta):
    """Return the function that makes a `ProofLine` of templates and of numbers.

    It takes the name of a line, and by their names ``lemma``, ``at`` (the `k` of a `ProofLine`),
    ``power``, ``why`` (a template as well), ``after``, ``uses``, and

    says : (str, str, str)
        Templates of the two sides, and the relation between them.
    sides : pair of Rationals or numbers
        What is compared.

    Parameters
    ----------
    notation : str
        The source in whose symbols the templates are written: see `notation.write`.
    eta : Fraction
        The learning rate of the run.
    """

    symbols = notation_of(notation)

    def line(name, *, says, at, sides, why, lemma="", power=1, after=(), uses=()):
        left, relation, right = says
        return ProofLine(
            name=name,
            lemma=lemma,
            left=write(left, notation, eta),
            relation=relation,
            right=write(right, notation, eta),
            k=at,
            sides=tuple(Rationals.of(side).stretched(len(at)) for side in sides),
            power=power,
            why=Phrase(why, **{name: _of_reason(symbols, name) for name in _NAMES.findall(why)}),
            after=after,
            uses=uses,
        )

    return line


def ceiling(line, w, q, along):
    """Return the line w·u ≤ ‖w‖, given the squares of the left side, of length 1 for u."""
    return line(
        "ceiling",
        lemma="Convergence.ceiling",
        says=(f"{w}·{{separator}}", "≤", f"‖{w}‖"),
        at=q.k,
        sides=(along, q.norm_squared),
        power=2,
        why="for any two vectors",
    )


def lines_of(q, notation):
    """Yield the lines of a source's proof in its order; the primal's lemmas are lines of their own.

    Parameters
    ----------
    q : Quantities
    notation : str
        In whose symbols.
    """
    line = line_writer(notation, q.eta)
    if q.theorem.key == "primal":
        yield from _lemma_1(q, line)
        yield _padded_update(q, line)
        yield from _updates(q, line)
        yield from _assembly(q, line)
    else:
        yield from _updates(q, line)
        yield from _squeeze(q, line)
    yield _conclusion(q, line, notation)


def _updates(q, line):
    """Yield what an update does to the numerator and to the length, and what k of them do."""
    yield line(
        "gain",
        lemma="Convergence.gain",
        says=("{label} {sample}·{separator}", "≥", "{margin}"),
        at=q.k[1:],
        sides=(q.gain.signed_square() * (1 / q.square), q.gamma_squared),
        power=2,
        why="the separator has margin {margin} on every sample",
        uses=("separable",),
    )
    yield _numerator(q, line)
    yield line(
        "cross term",
        lemma="Convergence.cross_term",
        says=("2 {η} {label} {weights before}·{sample}", "≤", "0"),
        at=q.k[1:],
        sides=(q.before * (2 * q.eta), 0),
        why="the sample was a mistake: the term is 0 or negative",
        uses=("updates on mistakes only",),
    )
    yield _update_term(q, line)
    yield line(
        "own margin",
        lemma="Convergence.own_margin",
        says=(
            "{label} {weights}·{sample}",
            "=",
            "{label} {weights before}·{sample} + {η} ‖{sample}‖²",
        ),
        at=q.k[1:],
        sides=(q.after, q.before + q.length_squared * q.eta),
        why="the update adds ηyx, and y² = 1",
        after=("update",) if q.theorem.key == "primal" else (),
    )
    yield _length(q, line)


def _numerator(q, line):
    is_primal = q.theorem.key == "primal"
    return line(
        "Lemma 2" if is_primal else "numerator",
        lemma="Primal.lemma_2" if is_primal else "Convergence.numerator",
        says=("{weights}·{separator}", "≥", "{mistakes} {η} {margin}"),
        at=q.k,
        sides=(
            q.along.signed_square() * (1 / q.square),
            Rationals(q.k * q.k) * (q.eta**2 * q.gamma_squared),
        ),
        power=2,
        why="{mistakes} updates from 0, each with at least that gain",
        after=("gain", "update") if is_primal else ("gain",),
        uses=("start at 0",),
    )


def _update_term(q, line):
    two = "2 " if q.theorem.key == "primal" else ""
    ball = _ball(q)
    is_unit = q.theorem.unit_length and not q.rounded
    return line(
        "update term",
        lemma="Convergence.update_term",
        says=(
            "{η²} ‖{sample}‖²",
            "=" if is_unit else "≤",
            f"{two}{{η²}} {ball}" if ball or q.eta != 1 else "1",
        ),
        at=q.k[1:],
        sides=(q.length_squared * q.eta**2, q.eta**2 * q.ball),
        why="no sample is longer than {radius}",
        uses=("unit length",) if is_unit else (),
    )


def _length(q, line):
    is_primal = q.theorem.key == "primal"
    two = "2 " if is_primal else ""
    return line(
        "Lemma 3" if is_primal else "norm",
        lemma="Primal.lemma_3" if is_primal else "Convergence.norm",
        says=("‖{weights}‖²", "≤", f"{two}{{mistakes}} {{η²}} {_ball(q)}"),
        at=q.k,
        sides=(q.norm_squared, Rationals(q.k) * (q.eta**2 * q.ball)),
        why="the cross term only helps, and each update term is at most that",
        after=("update", "cross term", "update term")
        if is_primal
        else ("cross term", "update term"),
        uses=("start at 0",),
    )


def _conclusion(q, line, notation):
    is_primal = q.theorem.key == "primal"
    ball = _ball(q)
    bound = "(2{radius}/{margin})²" if is_primal else (ball or "1") + "/{margin}²"
    if notation == q.theorem.key and (is_primal or ball in ("", "{radius}²")):
        bound = "{bound}"
    return line(
        "conclusion",
        lemma="Primal.novikoff" if is_primal else "Convergence.conclusion",
        says=("{all mistakes}", "≤", bound),
        at=q.k,
        sides=(q.k, q.bound),
        why="divide by √{mistakes} η{margin}, and square"
        if is_primal
        else "two bounds of one cosine: square them",
        after=("assembled",) if is_primal else ("cosine", "ceiling"),
    )


def _ball(q):
    """Return what ‖x̂‖² is at most, over the 2 of the primal: nothing where lengths are 1."""
    if q.rounded:
        return "R²"
    if q.theorem.unit_length:
        return ""
    padded = q.pad_squared and q.theorem.space != "free"
    return "({radius}²+c²)" if padded else "{radius}²"


def _lemma_1(q, line):
    """Yield the bounds on b_opt and on the lifted separator (`primal`)."""
    at = np.zeros(1, dtype=int)
    b = abs(q.u_b)
    over = 1 / q.square
    radius_squared = q.radius_squared
    yield line(
        "Lemma 1, offset",
        lemma="Primal.lemma_1_offset",
        says=("|{separator offset}|", "≤", "{radius}"),
        at=at,
        sides=(b * b * over, radius_squared),
        power=2,
        why="both labels occur, and every sample is within {radius} of 0",
        uses=("both labels",),
    )
    reach = square_of_sum(b, q.gamma_squared * q.square, radius_squared * q.square)
    yield line(
        "Lemma 1, sharper",
        lemma="Primal.lemma_1_sharper",
        says=("|{separator offset}| + {margin}", "≤", "{radius}"),
        at=at,
        sides=(reach * over, radius_squared),
        power=2,
        why="the sample of the other label has margin {margin} as well",
        uses=("both labels", "separable"),
    )
    yield line(
        "Lemma 1",
        lemma="Primal.lemma_1",
        says=("‖{separator}‖²", "≤", "2"),
        at=at,
        sides=(q.lifted_square * over, 2),
        why="it is 1 + {separator offset}²/R²",
        after=("Lemma 1, offset",),
    )


def _padded_update(q, line):
    """Return what an update does to the offset as a weight (`primal`)."""
    return line(
        "update",
        lemma="Primal.update_padded",
        says=("‖{weights} − {weights before} − {η} {label} {sample}‖²", "=", "0"),
        at=q.k[1:],
        sides=(q.off_update, 0),
        why="{offset} moves by ηyR², so that (w, {offset}/R) moves by ηy(x, R)",
        uses=("offset step R²",),
    )


def _assembly(q, line):
    """Yield how the three lemmas are put together (`primal`)."""
    good = q.lifted_square / q.square
    k2 = Rationals(q.k * q.k)
    yield line(
        "Cauchy–Schwarz",
        lemma="Primal.product_of_lengths",
        says=("{weights}·{separator}", "≤", "‖{weights}‖ ‖{separator}‖"),
        at=q.k,
        sides=(q.along.signed_square() * (1 / q.square), q.norm_squared * good),
        power=2,
        why="for any two vectors",
    )
    yield line(
        "Lemma 1 used",
        lemma="Primal.lemma_1_used",
        says=("‖{weights}‖ ‖{separator}‖", "≤", "[2] ‖{weights}‖"),
        at=q.k,
        sides=(q.norm_squared * good, q.norm_squared * 2),
        power=2,
        why="Lemma 1",
        after=("Lemma 1",),
    )
    yield line(
        "assembled",
        lemma="Primal.assembled",
        says=("{mistakes} {η} {margin}", "≤", "2 [{mistakes}] {η} {radius}"),
        at=q.k,
        sides=(
            k2 * (q.eta**2 * q.gamma_squared),
            Rationals(q.k) * (4 * q.eta**2 * q.radius_squared),
        ),
        power=2,
        why="Lemma 2, Cauchy–Schwarz, Lemma 1, Lemma 3",
        after=("Lemma 2", "Cauchy–Schwarz", "Lemma 1 used", "Lemma 3"),
    )


def _squeeze(q, line):
    """Yield the two bounds on the cosine, for the k at which w is not 0."""
    at = q.k[1:][q.norm_squared.numerators[1:] > 0]
    cosine2 = q.along[at].signed_square() / (q.norm_squared[at] * q.square)
    ball = _ball(q)
    over = "/[{radius}²+c²]" if "c²" in ball else "/" + ball[:-1] if ball else ""
    left = "cos({weights}, {separator})"
    yield line(
        "cosine",
        lemma="Convergence.cosine",
        says=(left, "≥", "[{mistakes}] {margin}" + over),
        at=at,
        sides=(cosine2, Rationals(at) * (q.gamma_squared / q.ball)),
        power=2,
        why="the numerator's line over the norm's",
        after=("numerator", "norm"),
    )
    yield line(
        "ceiling",
        lemma="Convergence.ceiling",
        says=(left, "≤", "1"),
        at=at,
        sides=(cosine2, 1),
        power=2,
        why="for any two vectors",
    )


def unsquared(value):
    """Return the number whose square, with the sign kept, is compared; an irrational under a √."""
    size = abs(value)
    sign = "−" if value < 0 else ""
    root = exact_root(size)
    if root is not None:
        return readable(root if value >= 0 else -root)
    if is_unreadable(size):
        return readable_root(size) if value > 0 else -readable_root(size)
    square = format_number(size)
    return Symbol(f"{sign}√({square})", f"{sign.replace('−', '-')}\\sqrt{{{square}}}")
