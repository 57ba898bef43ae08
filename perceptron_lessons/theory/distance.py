"""A second proof: at every mistake w comes nearer to a point far out along the separator.

With λ = ηR²/γ, each mistake takes at least η²R² off ‖w − λu‖². From 0 that begins at λ², so there
are at most R²/γ² mistakes; no angle is needed, and any other start has a bound of the same form.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numpy.typing import ArrayLike

from perceptron_core import OnlineTrace, Trace
from perceptron_core.exact import as_fractions
from perceptron_lessons.theory.any_start import USED, last_allowed, margin_times_length
from perceptron_lessons.theory.proof_lines import line_writer
from perceptron_lessons.theory.proofs import Proof, prove
from perceptron_lessons.theory.rationals import Rationals
from perceptron_lessons.theory.separators import Separator


@dataclass(frozen=True, eq=False)
class DistanceProof(Proof):
    """A `Proof` by the distance from one point.

    Attributes
    ----------
    point : ndarray of Fraction, shape (n_features,)
        λu. Where the offset is a weight, without the entry for it.
    """

    point: Any


def prove_distance(
    trace: Trace | OnlineTrace,
    separator: Separator | tuple[ArrayLike, float | Fraction] | ArrayLike | None = None,
    notation: str = "iterations",
) -> DistanceProof:
    """Return the proof by the distance that always falls, evaluated on a run with every k.

    For any λ a mistake takes at least η(2λγ − ηR²) off ‖w − λu‖². From 0 λ is ηR²/γ. From another
    start it is the λ that first excludes a k: then the conclusion, rounded down, is the bound of
    `start_bound`.

    Parameters
    ----------
    trace, separator
        As for `prove`. The start may be any.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}
        In whose symbols.

    Returns
    -------
    DistanceProof

    Raises
    ------
    ValueError, Undecided
        As for `prove`.

    References
    ----------
    Agmon 1954 and Motzkin & Schoenberg 1954, "The relaxation method for linear inequalities".

    Examples
    --------
    >>> from perceptron_core import perceptron, worked_example
    >>> data = worked_example()
    >>> proof = prove_distance(perceptron(data.X, data.y))
    >>> [str(v) for v in proof.point], [str(v) for v in proof["distance"].lhs]
    (['4', '8'], ['80', '68', '40', '32', '20'])
    """
    known = prove(trace, separator, notation=notation)
    q = known.quantities
    least = margin_times_length(q)
    start = q.norm_squared[0].fractions().item()
    along = q.along[0].fractions().item()
    if start == 0:
        stretch = q.eta * q.ball / least
    else:
        scaled = least * along / (q.square * q.eta)
        k = 1 + last_allowed(q.ball, q.gamma_squared, scaled, start / q.eta**2)
        stretch = (along + k * q.eta * least) / q.square
    lines = *map(known.__getitem__, USED), *_lines_of_distance(q, stretch, least, start, notation)
    point = stretch * as_fractions(known.separator.w)
    return DistanceProof("distance", trace, known.separator, lines, notation, q, point=point)


def _lines_of_distance(q, stretch, least, start, notation):
    """Yield what is new in this proof; `stretch` is λ/‖u‖, `least` is γ‖u‖, `start` is ‖w0‖²."""
    line = line_writer(notation, q.eta)
    squares = q.norm_squared + q.along * (-2 * stretch) + stretch**2 * q.square
    loss = q.eta * (2 * stretch * least - q.eta * q.ball)
    first = squares[0].fractions().item()
    ball = "({radius}²+c²)" if q.pad_squared else "{radius}²"
    lost, whole, bound = f"{{η²}} {ball}", "λ²", f"{ball}/{{margin}}²"
    far, uses = f"λ = {'η' * (q.eta != 1)}R²/γ", ("start at 0",)
    if start:
        far, uses = "λ", ()
        lost, whole = f"(2λ{{η}} {{margin}} − {{η²}} {ball})", "‖w_0 − λ{separator}‖²"
        bound = f"{whole}/{lost}"
    now = "‖{weights} − λ{separator}‖²"
    before = "‖{weights before} − λ{separator}‖²"
    yield line(
        "fall",
        lemma="Distance.fall",
        says=(now, "≤", f"{before} − {lost}"),
        at=q.k[1:],
        sides=(squares[1:], squares[:-1] - loss),
        why=f"gain, cross term and update term, with {far} times the gain",
        after=USED,
    )
    yield line(
        "distance",
        lemma="Distance.distance",
        says=(now, "≤", f"{whole} − {{mistakes}} {lost}"),
        at=q.k,
        sides=(squares, Rationals(q.k) * -loss + first),
        why="{mistakes} mistakes from the start, each taking off at least that",
        after=("fall",),
        uses=uses,
    )
    yield line(
        "conclusion",
        lemma="Distance.conclusion",
        says=("{all mistakes}", "≤", bound),
        at=q.k,
        sides=(q.k, first / loss),
        why="a square is never below 0: solve for {mistakes}",
        after=("distance",),
    )
