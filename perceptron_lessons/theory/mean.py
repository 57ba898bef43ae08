"""A third proof: the mean of the mistakes is at least γ from 0, and at most R/√k."""

from __future__ import annotations

from numpy.typing import ArrayLike

from perceptron_core import Trace
from perceptron_lessons.theory.proof_lines import line_writer
from perceptron_lessons.theory.proofs import Proof, prove
from perceptron_lessons.theory.rationals import Rationals
from perceptron_lessons.theory.separators import Separator

USED = ("gain", "numerator", "cross term", "update term", "norm")


def prove_mean(
    trace: Trace,
    separator: Separator | tuple[ArrayLike, float] | ArrayLike | None = None,
    notation: str = "iterations",
) -> Proof:
    """Return the proof by the mean w_k/(kη) of the mistakes, evaluated on a run with every k ≥ 1.

    Parameters
    ----------
    trace, separator, notation
        As for `prove`.

    Returns
    -------
    Proof

    Raises
    ------
    ValueError, Undecided
        As for `prove`.

    References
    ----------
    von Neumann's algorithm for a point of a hull near 0, presented by Dantzig 1992.

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> proof = prove_mean(perceptron(data.X, data.y))
    >>> [str(v) for v in proof["not near 0"].lhs], [str(v) for v in proof["near 0"].rhs]
    (['4', '2', '16/9', '5/4'], ['8', '4', '8/3', '2'])
    """
    known = prove(trace, separator, notation=notation)
    q = known.quantities
    lines = *map(known.__getitem__, USED), *_lines_of_mean(q, line_writer(notation, q.eta))
    return Proof("mean", trace, known.separator, lines, notation, q)


def _lines_of_mean(q, line):
    """Yield what is new in this proof; the numbers of updates are those from 1 on."""
    k = q.k[1:]
    mean = "{weights}/({mistakes}{η})" if q.eta != 1 else "{weights}/{mistakes}"
    of_updates = Rationals(k * k) * q.eta**2
    length_squared = q.norm_squared[1:] / of_updates
    along_squared = q.along[1:].signed_square() / (of_updates * q.square)
    ball = "({radius}²+c²)" if q.pad_squared else "{radius}²"
    yield line(
        "mean along u",
        lemma="Convergence.mean_along",
        says=(f"{mean}·{{separator}}", "≥", "{margin}"),
        at=k,
        sides=(along_squared, q.gamma_squared),
        power=2,
        why="divide by the number of mistakes",
        after=("numerator",),
    )
    yield line(
        "not near 0",
        lemma="Convergence.mean_and_margin",
        says=(f"‖{mean}‖²", "≥", "{margin}²"),
        at=k,
        sides=(length_squared, q.gamma_squared),
        why="Cauchy–Schwarz, with a u of length 1",
        after=("mean along u",),
    )
    yield line(
        "near 0",
        lemma="Convergence.mean_of_mistakes",
        says=(f"‖{mean}‖²", "≤", f"{ball}/{{mistakes}}"),
        at=k,
        sides=(length_squared, Rationals.of(q.ball) / Rationals(k)),
        why="divide by its square",
        after=("norm",),
    )
    yield line(
        "conclusion",
        lemma="Convergence.margin_after_k_mistakes",
        says=("{all mistakes}", "≤", f"{ball}/{{margin}}²"),
        at=k,
        sides=(k, q.bound),
        why="two bounds of one length: solve for the mistakes",
        after=("not near 0", "near 0"),
    )
