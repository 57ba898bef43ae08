"""What the lines of a proof compare: every quantity of a run, exactly, for all k at once."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptron_core.exact import as_fractions, rounding_of_unit_length
from perceptron_lessons.theory.rationals import Rationals


class Quantities:
    """Everything that the lines of a proof compare, exactly, for all k at once.

    The proof sees the offset as one more weight: ŵ = (w, b/c) and x̂ = (x, c) with the constant
    c of the theorem. c = R may be irrational; but in ŵ·ŵ' = w·w' + b·b'/c² only c² occurs. (Where
    c is 0, b never moves, and is left out.)

    Attributes
    ----------
    eta : Fraction
    k : ndarray of int, shape (n_mistakes + 1,)
    square : Fraction
        The squared length of the separator u as γ is measured: of w alone for the primal, else of
        û = (w, b/c), which is `lifted_square`. A proof speaks of a u of length 1; here it is
        divided by `square` instead, so that u stays rational.
    rounded : bool
        Whether all lengths are 1 up to rounding, and not exactly: then R² is the exact largest,
        and the lines say R² where the source has 1.
    ball : Fraction
        What ‖x̂‖² may be at most; 2R² for the primal, where c is R.
    along, norm_squared : Rationals, shape (n_mistakes + 1,)
        ŵ_k·û, ‖ŵ_k‖².
    y, gain, length_squared, before, after : Rationals, shape (n_mistakes,)
        Of the sample of each update: its label, y(x·w + b) for u, ‖x̂‖², and y(w·x + b) for the
        run's w before and after the update.
    off_update : Fraction
        ‖ŵ_k − ŵ_{k−1} − ηyx̂‖², the same for every k: 0 unless b moves by another c².
    """

    def __init__(self, theorem, run, separator):
        self.theorem = theorem
        self.eta = run.learning_rate
        self.k = np.arange(run.n_mistakes + 1)
        self.u_b = as_fractions(separator.b)
        self.gamma_squared = as_fractions(separator.gamma_squared)
        radius_squared = theorem.radius_squared_of(run)
        self.pad_squared = radius_squared if theorem.space == "free" else run.pad_squared
        self._compute(run, run.along(separator.w))

        self.rounded = theorem.unit_length and self._is_nearly_unit(run)
        if theorem.unit_length:
            radius_squared = run.radius_squared + run.pad_squared if self.rounded else Fraction(1)
        # Where c is counted as a weight, the theorem's R² has c² already.
        self.radius_squared = radius_squared
        self.ball = radius_squared + (self.pad_squared if theorem.space == "free" else 0)
        if not (self.square > 0 and self.gamma_squared > 0 and self.ball > 0):
            raise ValueError(
                "the proof needs a separator other than 0, a margin above 0 and a sample other "
                f"than 0; found lengths² {self.square}, {self.gamma_squared} and {self.ball}"
            )
        self.bound = theorem.factor * radius_squared / self.gamma_squared

    def _compute(self, run, products):
        """Compute what the offset has a part in, as one more weight."""
        eta, c2 = self.eta, self.pad_squared
        over_c2 = 1 / c2 if c2 else Fraction(0)
        self.lifted_square = products.square + self.u_b**2 * over_c2
        self.square = products.square if self.theorem.space == "free" else self.lifted_square
        along, norm_squared = products.w_u, run.w_w
        if over_c2:
            along += run.offsets * (self.u_b * over_c2)
            norm_squared += run.offsets * run.offsets * over_c2
        self.along = along * eta
        self.norm_squared = norm_squared * eta**2
        self.y = Rationals(run.y)
        self.gain = self.y * (products.x_u + self.u_b)
        self.length_squared = run.x_x + c2
        self.before = run.before * eta
        self.after = run.after * eta
        self.off_update = (eta * (run.pad_squared - c2)) ** 2 * over_c2

    def _is_nearly_unit(self, run):
        """Return whether all lengths are 1 up to rounding, and not all exactly."""
        allowed = rounding_of_unit_length(run.n_features)
        longest = run.radius_squared + run.pad_squared
        off = abs(self.length_squared - 1)
        is_near = (off <= allowed).all() and abs(longest - 1) <= allowed
        return bool(is_near and not (longest == 1 and (off <= 0).all()))

    def columns(self):
        """Return the quantities as arrays of the floats next to them, over k."""
        k = self.k
        eta = self.eta
        per_u = 1 / self.square
        numerator = self.along.signed_square() * per_u
        good = self.lifted_square * per_u
        here = self.norm_squared.numerators > 0
        cosine = np.full(len(k), np.nan)
        cosine[here] = (numerator[here] / (self.norm_squared[here] * good)).roots()
        return {
            "k": k.astype(float),
            "numerator": numerator.roots(),
            "numerator_bound": (Rationals(k * k) * (eta**2 * self.gamma_squared)).roots(),
            "norm": self.norm_squared.roots(),
            "norm_bound": (Rationals(k) * (eta**2 * self.ball)).roots(),
            "cosine": cosine,
            "cosine_bound": (Rationals(k) * (self.gamma_squared / self.ball / good)).roots(),
        }
