"""Proofs taken to pieces: their lines, famous false ones beside them, and what refutes a claim.

What the lines are, and what each rests on, is known from the proofs. A claim that somebody makes
of their sides is held against the run before the reader and against many small runs, exactly.

>>> pieces = Pieces("three lines")
>>> [line.name for line in pieces.lines][-3:], [line.name for line in pieces.false]
(['cosine', 'ceiling', 'conclusion'], ['without its label', 'always negative', 'nearer to all'])
>>> print(pieces.refutation(pieces.false[1]))
k = 1 on the worked example: 0 < 0 is false
"""

from __future__ import annotations

import functools
import operator
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from perceptron_core import Dataset, online
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.tables import Symbol, format_number
from perceptron_lessons.theory.any_start import margin_times_length, prove_any_start
from perceptron_lessons.theory.counterexamples import BROKEN_HYPOTHESES
from perceptron_lessons.theory.distance import prove_distance
from perceptron_lessons.theory.mean import prove_mean
from perceptron_lessons.theory.mixing import divided, mixed_perceptron, prove_mixing
from perceptron_lessons.theory.nearly import nothing_separates, prove_nearly
from perceptron_lessons.theory.proof_lines import ProofLine, line_writer, unsquared
from perceptron_lessons.theory.proofs import Proof, prove
from perceptron_lessons.theory.rationals import Rationals
from perceptron_lessons.theory.voting import stopped_run

RELATIONS = {"≤": operator.le, "≥": operator.ge, "=": operator.eq, "<": operator.lt}
SETS = 60  # small data sets on which claims are tried
REACH = 3  # their coordinates are whole and at most that far from 0
MISTAKES = 12  # of a run on one of them, before it is stopped


IN_SIDES = ("the offset moves by",)
"""What stands in words in the formula of a line."""


class Refutation(NamedTuple):
    """Where a claim is false.

    Attributes
    ----------
    trace : Trace or OnlineTrace
    where : str
        Which data these are; small ones by their samples.
    k : int
        The number of updates made.
    left, relation, right : str
        Both sides there, as numbers.
    """

    trace: Any
    where: str
    k: int
    left: str
    relation: str
    right: str

    def __str__(self):
        return f"k = {self.k} on {self.where}: {self.left} {self.relation} {self.right} is false"


@dataclass(frozen=True)
class Kind:
    """One proof that can be built.

    Attributes
    ----------
    title : str
    run : callable
        Makes that run of a data set which the theorem is about.
    prove : callable
        Makes the proof of a run, and of a separator that is claimed, if any.
    false : tuple of callables
        Each makes a false line of the quantities of a proof, with a line writer.
    source : str
        Those of BROKEN_HYPOTHESES belong to it that are about this source's proof.
    clock : str
        What the lines are over.
    """

    title: str
    run: Callable[..., Any]
    prove: Callable[..., Proof]
    false: tuple[Callable[..., ProofLine], ...]
    source: str = "iterations"
    clock: str = "mistakes k"


# ---- what is false, though it is often said ----


def _without_label(q, line):
    return line(
        "without its label",
        says=("{sample}·{separator}", "≥", "{margin}"),
        at=q.k[1:],
        sides=((q.y * q.gain).signed_square() * (1 / q.square), q.gamma_squared),
        power=2,
        why="the separator has margin {margin} on every sample",
    )


def _always_negative(q, line):
    return line(
        "always negative",
        says=("2 {η} {label} {weights before}·{sample}", "<", "0"),
        at=q.k[1:],
        sides=(q.before * (2 * q.eta), 0),
        why="the sample was on the wrong side of the line",
    )


def _nearer(q, line):
    stretch = margin_times_length(q) / q.square
    squares = q.norm_squared + q.along * (-2 * stretch) + stretch**2 * q.square
    now, before = (f"‖{{{w}}} − {{margin}}{{separator}}‖²" for w in ("weights", "weights before"))
    return line(
        "nearer to all",
        says=(now, "≤", before),
        at=q.k[1:],
        sides=(squares[1:], squares[:-1]),
        why="an update brings w nearer to all that separates, so to γu",
    )


def _exactly(q, line):
    stretch = q.eta * q.ball / margin_times_length(q)
    squares = q.norm_squared + q.along * (-2 * stretch) + stretch**2 * q.square
    ball = "({radius}²+c²)" if q.pad_squared else "{radius}²"
    now, before = (f"‖{{{w}}} − λ{{separator}}‖²" for w in ("weights", "weights before"))
    return line(
        "always the same",
        says=(now, "=", f"{before} − {{η²}} {ball}"),
        at=q.k[1:],
        sides=(squares[1:], squares[:-1] - q.eta**2 * q.ball),
        why="each mistake takes off R²",
    )


def _small_step(q, line):
    # (w, b/R) then moves by ηy(x, 1/R), and not by ηy(x, R).
    square = q.radius_squared
    return line(
        "a step of 1",
        says=(
            "the offset moves by {η} {label}: "
            "‖{weights} − {weights before} − {η} {label} {sample}‖²",
            "=",
            "0",
        ),
        at=q.k[1:],
        sides=((q.eta * (1 - square)) ** 2 / square, 0),
        why="{offset} moves by ηy, so that (w, {offset}/R) moves by ηy(x, R)",
    )


def _gains_all(q, line):
    climb = Rationals(q.k) * (margin_times_length(q) * q.eta)
    return line(
        "γ from each",
        says=("{weights}·{separator}", "≥", "{mistakes} {η} {margin}"),
        at=q.k,
        sides=(q.along.signed_square() * (1 / q.square), climb.signed_square() * (1 / q.square)),
        power=2,
        why="k updates, each adding at least ηγ",
    )


def _short(q, line):
    return line(
        "no longer than from 0",
        says=("‖{weights}‖²", "≤", "{mistakes} {η²} {radius}²"),
        at=q.k,
        sides=(q.norm_squared, Rationals(q.k) * (q.eta**2 * q.ball)),
        why="only mistakes are added",
    )


def _same_bound(q, line):
    return line(
        "the same bound",
        says=("{mistakes}", "≤", "({radius}/{margin})²"),
        at=q.k,
        sides=(q.k, q.radius_squared * q.square / q.least**2),
        why="divide by kηγ, and square",
    )


def _within_the_margin(q, line):
    k = q.k[1:]
    return line(
        "within the margin",
        says=("‖{weights}/{mistakes}‖²", "≤", "{margin}²"),
        at=k,
        sides=(q.norm_squared[1:] / (Rationals(k * k) * q.eta**2), q.gamma_squared),
        why="the nearest point of the hull is γ from 0",
    )


def _all_mistakes(q, line):
    return line(
        "all mistakes",
        says=("Σ Σ k", "≤", "{radius}²/{margin}²"),
        at=q.k,
        sides=(q.counted, q.square * q.radius_squared / q.least**2),
        why="divide by √K γ, and square",
    )


def _no_longer(q, line):
    return line(
        "by the margin",
        says=("‖w_n‖²", "≤", "K {margin}²"),
        at=q.k,
        sides=(q.norm_squared, q.total * (q.least**2 / q.square)),
        why="each mistake adds γ² at most",
    )


# ---- the proofs ----


def _short_run(data, **settings):
    return stopped_run(data, MISTAKES, **settings)


def _stream(data):
    return online(zip(data.X, data.y, strict=True), w0=(-3, 1))


def _mixing_shards(data):
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):
        shards = divided(data.X, data.y, 2)
        return mixed_perceptron(shards, exact=True, max_epochs=MISTAKES), data


def _of_shards(run, separator=None):
    trace, data = run
    return prove_mixing(trace, data.X, data.y, separator, notation="course")


KINDS = {
    "three lines": Kind(
        "Why the perceptron stops: the angle",
        _short_run,
        functools.partial(prove, notation="course"),
        (_without_label, _always_negative, _nearer),
    ),
    "falling distance": Kind(
        "Why the perceptron stops: the distance that falls",
        _short_run,
        functools.partial(prove_distance, notation="course"),
        (_nearer, _exactly, _always_negative),
    ),
    "mean of the mistakes": Kind(
        "Why the perceptron stops: the mean of its mistakes",
        _short_run,
        functools.partial(prove_mean, notation="course"),
        (_within_the_margin, _without_label, _nearer),
    ),
    "offset": Kind(
        "Padded with R",
        functools.partial(_short_run, bias="radius"),
        functools.partial(prove, source="primal", notation="padded"),
        (_small_step, _always_negative),
        "primal",
    ),
    "any start": Kind(
        "From any start",
        functools.partial(_short_run, w0=(-3, 1)),
        functools.partial(prove_any_start, notation="course"),
        (_gains_all, _short, _always_negative),
    ),
    "online": Kind(
        "Along a stream, from any start",
        _stream,
        functools.partial(prove_any_start, notation="stream"),
        (_gains_all, _short, _without_label),
    ),
    "nearly separable": Kind(
        "Where a line separates only nearly",
        _short_run,
        lambda trace: prove_nearly(trace, (1, 2), 2, notation="course"),
        (_gains_all, _same_bound),
        "",
    ),
    "parameter mixing": Kind(
        "Shards that run apart, and their mean",
        _mixing_shards,
        _of_shards,
        (_all_mistakes, _no_longer),
        "",
        "epochs n",
    ),
}
"""Name of a proof → how it is made."""


def small_sets():
    """Yield small data sets of whole numbers, always the same, those of fewer samples first."""
    random = np.random.default_rng(2)
    for i in range(SETS):
        size = 2 + 3 * i // SETS
        X = random.integers(-REACH, REACH + 1, (size, 2))
        y = random.choice((-1, 1), size)
        rows = "; ".join(f"({a}, {b}) {label:+}" for (a, b), label in zip(X, y, strict=True))
        yield Dataset(X, y, rows.replace("-", "−"))


class Pieces:
    """One proof on the data before the reader, taken to pieces.

    Parameters
    ----------
    theorem : str
        One of KINDS.
    trace : Trace or OnlineTrace, optional
        The run before the reader; by default one on the worked example. For "parameter mixing" a
        pair, an exact MixedTrace and its Dataset.

    Attributes
    ----------
    kind : Kind
    proof : Proof
    lines : tuple of ProofLine
        Those on which the conclusion rests, in one right order.
    false : tuple of ProofLine
        Lines that look as if they belonged there.

    Raises
    ------
    ValueError
        There is no such proof, or this one is not about such a run.
    """

    def __init__(self, theorem, trace=None):
        if theorem not in KINDS:
            raise ValueError(f"theorem must be one of {', '.join(KINDS)}; found {theorem!r}")
        self.kind = KINDS[theorem]
        self.where = "your data"
        if trace is None:
            data = nothing_separates() if theorem == "nearly separable" else example_of_session()
            self.where = "the " + data.name if data.name.startswith("worked") else data.name
            trace = self.kind.run(data)
        self.proof = self.kind.prove(trace)
        self.lines = tuple(_below(self.proof, "conclusion"))
        self.false = tuple(self._false(self.proof))

    def _false(self, proof):
        write = line_writer(proof.notation, proof.quantities.eta)
        return [make(proof.quantities, write) for make in self.kind.false]

    @functools.cached_property
    def trials(self):
        """For each run that claims are tried on: its data's name, the proof, {side: {k: v·|v|}}."""
        proofs = [(self.where, self.proof), *_on_small_sets(self.kind)]
        return [
            (where, proof, _values_by_line((*_below(proof, "conclusion"), *self._false(proof))))
            for where, proof in proofs
        ]

    @functools.cached_property
    def sides(self):
        """Every side of a line: its Symbol, by its text."""
        lines = (*self.lines, *self.false)
        return {side.text: side for line in lines for side in (line.left, line.right)}

    def refutation(self, line):
        """Return the first `Refutation` of a line, or None: what `claim` says of its sides."""
        return self.claim(line.left.text, line.relation, line.right.text)

    def claim(self, left, relation, right):
        """Return the first `Refutation` of a claim about two sides, or None.

        Parameters
        ----------
        left, right : str
            Keys of `sides`.
        relation : {"≤", "≥", "=", "<"}
        """
        holds = RELATIONS[relation]
        for where, proof, values in self.trials:
            of_left, of_right = values[left], values[right]
            for k in of_left:
                if k in of_right and not holds(of_left[k], of_right[k]):
                    first, second = (side_text(side[k], 2) for side in (of_left, of_right))
                    return Refutation(proof.trace, where, k, first, relation, second)
        return None

    def sides_at(self, where, k):
        """Return all sides at one k of a run that was tried, as shown; None for those without."""
        values = next(values for each, _, values in self.trials if each == where)
        return [side_text(values[side][k], 2) if k in values[side] else None for side in self.sides]

    def broken(self):
        """Return, for each hypothesis that can be broken, the proof on a run that breaks it.

        Returns
        -------
        dict of str to Proof
            By names as in BROKEN_HYPOTHESES; each proof has a line that fails.
        """
        claims = {name: make() for name, make in BROKEN_HYPOTHESES.items()}
        proofs = {
            name: self.kind.prove(trace, separator)
            for name, (trace, separator, source) in claims.items()
            if source == self.kind.source
        }
        return {name: proof for name, proof in proofs.items() if not proof.holds}


def side_text(value, power):
    """Return one side of a line as a reader sees it: v, where v·|v| is compared."""
    number = unsquared(value) if power == 2 else value
    return number.text if isinstance(number, Symbol) else format_number(number)


def _below(proof, name):
    """Return a line and those on which it rests, in the order of the proof."""
    needed = {name}
    for line in reversed(proof.lines):
        if line.name in needed:
            needed |= set(line.after)
    return [line for line in proof.lines if line.name in needed]


@functools.lru_cache(maxsize=len(KINDS))
def _on_small_sets(kind):
    found = []
    for data in small_sets():
        try:
            proof = kind.prove(kind.run(data))
        except ValueError:  # nothing separates these, or there is only one label
            continue
        if proof.last:
            found.append((data.name, proof))
    return found


def _values_by_line(lines):
    found: dict[str, dict] = {}
    for line in lines:
        for symbol, side in zip((line.left, line.right), line.sides, strict=True):
            squares = side if line.power == 2 else side.signed_square()
            pairs = zip(line.k.tolist(), squares.fractions(), strict=True)
            found.setdefault(symbol.text, {}).update(pairs)
    return found
