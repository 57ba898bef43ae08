"""What is left of the proof where no line is right: samples that u separates only nearly.

Sample i falls short of the margin γ by ξ_i = max(0, γ − y_i u·x_i). With Δ² the sum of ξ² over the
mistakes of a run, k ≤ ((R + Δ)/γ)², whatever u of length 1 and γ > 0 are taken.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_core import Dataset, Trace, worked_example
from perceptron_core.checks import as_number, as_vector, in_words, malformed
from perceptron_core.exact import nearest_float
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.exact_run import exact_run
from perceptron_lessons.theory.hypotheses import check_run
from perceptron_lessons.theory.notation import notation_of
from perceptron_lessons.theory.proof_lines import ceiling, line_writer
from perceptron_lessons.theory.proofs import Proof
from perceptron_lessons.theory.rationals import Rationals, rationals_of, square_of_sum


def nothing_separates():
    """Return the worked example with one more sample: no line through the origin is right."""
    data = worked_example()
    return Dataset([*data.X, (-1, -2)], [*data.y, 1], "five points that no line separates")


def prove_nearly(trace, v, least, notation="online"):
    """Return Freund and Schapire's proof, evaluated on a run with every k.

    Parameters
    ----------
    trace : Trace or OnlineTrace
        Without an offset; of data that something separates, or nothing.
    v : array-like, shape (n_features,)
        Of any length but 0: the proof's u is v/‖v‖.
    least : number > 0
        What y(v·x) should be at least: the proof's γ is least/‖v‖.
    notation : {"primal", "cosine", "online", "iterations", "empirical"}
        In whose symbols.

    Returns
    -------
    Proof
        Every line is compared in rationals.

    Raises
    ------
    ValueError
        The run has an offset, v is 0 or has another length, least is not above 0, or every sample
        is 0.

    References
    ----------
    Freund and Schapire 1999, "Large margin classification using the perceptron algorithm".

    Examples
    --------
    >>> from perceptron_core import Dataset
    >>> from perceptron_lessons.theory.voting import stopped_run
    >>> data = Dataset([[1], [2], [3]], [1, 1, -1], "no separator")
    >>> prove_nearly(stopped_run(data, 9), [1], 1)
    proof of Freund–Schapire, 5 lines, in rationals: every line holds for k = 0 … 9
    """
    notation_of(notation)
    check_run(trace, (Trace,))
    v = as_vector("v", v, trace.n_features, exact=True)
    least = as_number("least", least, exact=True)
    if not v.any():
        raise malformed("v", f"be {pluralize(trace.n_features, 'number')}, not all 0", "only 0")
    if least <= 0:
        raise malformed("least", "be above 0", least)
    if trace.pad_squared or trace.b0:
        hint = "append the constant to the samples: append_constant(X)"
        raise malformed("the run", "have no offset", f"bias {trace.bias!r}", hint)
    if not trace.radius_squared:
        raise malformed("the samples", "not all be 0", "R = 0")
    q = _Shortfalls(trace, v, least)
    return Proof(
        "Freund–Schapire", trace, None, tuple(_lines_with_shortfalls(q, notation)), notation, q
    )


def hinge_bound(radius, gamma, missing):
    """Return the bound on mistakes by the sum of what samples fall short of γ, without Δ.

    It solves kγ − Σξ ≤ √k R for √k, where Freund and Schapire first put √k Δ for Σξ. Either of the
    two bounds may be the better one.

    Parameters
    ----------
    radius, gamma : float
        R ≥ 0 and γ > 0.
    missing : array-like
        ξ ≥ 0 of each sample, or of each mistake.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        A number is not finite, or has another sign.

    References
    ----------
    Gentile 2003; Mohri and Rostamizadeh 2013, "Perceptron mistake bounds".

    Examples
    --------
    >>> hinge_bound(2, 0.5, [0, 0]), hinge_bound(2, 1, [3])
    (16.0, 9.0)
    """
    radius, gamma = (as_number(*pair) for pair in (("radius", radius), ("gamma", gamma)))
    if not isinstance(missing, Sequence | np.ndarray) or isinstance(missing, str | bytes):
        raise malformed("missing", "be a list of numbers", in_words(missing))
    missing = as_vector("missing", missing, len(missing)).tolist() if len(missing) else [0]
    smallest = {"radius": radius, "missing": min(missing)}
    for name, value in smallest.items():
        if value < 0:
            raise malformed(name, "be >= 0", value)
    if gamma <= 0:
        raise malformed("gamma", "be > 0", gamma)
    ratio = nearest_float(Fraction(radius) / Fraction(gamma))
    short = nearest_float(sum(map(Fraction, missing)) / Fraction(gamma))
    return ((ratio + math.sqrt(ratio * ratio + 4 * short)) / 2) ** 2


class _Shortfalls:
    """What the lines compare, exactly, for all k at once.

    As u = v/‖v‖ and γ = least/‖v‖, the sides are rational once they are multiplied by ‖v‖.
    """

    rounded = False

    def __init__(self, trace, v, least):
        run = exact_run(trace)
        products = run.along(v)
        self.eta = run.learning_rate
        self.k = np.arange(run.n_mistakes + 1)
        self.least = least
        self.square = products.square
        self.gamma_squared = least**2 / self.square
        self.radius_squared = run.radius_squared
        missing = (Rationals(-run.y) * products.x_u + least).fractions()
        missing = np.maximum(missing, Fraction(0))
        self.missing = _sums(missing)
        self.squares = _sums(missing * missing)
        self.along = products.w_u * self.eta
        self.norm_squared = run.w_w * self.eta**2

    def bounds(self):
        """Return ((R + Δ)/γ)² for every k, on the same side of k as the irrational number.

        It is (R/γ)²·(1 + √(Δ²/R²))², with one root.
        """
        ball = self.radius_squared * self.square
        over = ball / self.least**2
        quotients = (self.squares * (1 / ball)).fractions()
        pairs = zip(self.k.tolist(), quotients, strict=True)
        return rationals_of([over * square_of_sum(Fraction(1), q, k / over) for k, q in pairs])

    def progress(self):
        """Return η(kγ − Σξ), times ‖v‖."""
        return (Rationals(self.k) * self.least - self.missing) * self.eta


def _sums(fractions):
    """Return the sums of the first 0, 1, 2, … of some `Fraction`s."""
    return rationals_of(np.cumsum(np.append(Fraction(0), fractions)))


def _lines_with_shortfalls(q, notation):
    """Yield the five lines."""
    line = line_writer(notation, q.eta)
    per_v = 1 / q.square
    k = Rationals(q.k)
    w = "{weights}"
    u = "{separator}"
    along = q.along.signed_square() * per_v
    yield line(
        "progress",
        lemma="Convergence.short_progress",
        says=(f"{w}·{u}", "≥", "{mistakes} {η} {margin} − {η} Σ ξ"),
        at=q.k,
        sides=(along, q.progress().signed_square() * per_v),
        power=2,
        why="each update adds at least γ − ξ, from 0",
        uses=("start at 0",),
    )
    yield line(
        "shortfall",
        lemma="Arithmetic.square_of_sum_le",
        says=("Σ ξ", "≤", "[{mistakes}] Δ"),
        at=q.k,
        sides=(q.missing * q.missing * per_v, k * q.squares * per_v),
        power=2,
        why="Cauchy–Schwarz, for the ξ and as many ones",
    )
    yield line(
        "norm",
        lemma="Convergence.norm",
        says=(f"‖{w}‖²", "≤", "{mistakes} {η²} {radius}²"),
        at=q.k,
        sides=(q.norm_squared, k * (q.eta**2 * q.radius_squared)),
        why="only mistakes are added",
        uses=("start at 0", "updates on mistakes only"),
    )
    yield ceiling(line, w, q, along)
    yield line(
        "conclusion",
        lemma="Convergence.freund_schapire",
        says=("{all mistakes}", "≤", "(({radius} + Δ)/{margin})²"),
        at=q.k,
        sides=(k, q.bounds()),
        why="divide by η√k, and square",
        after=("progress", "shortfall", "norm", "ceiling"),
    )
