r"""The one reader of LaTeX: a formula becomes a tree, the tree plain text, HTML, or LaTeX again.

What it does not know it refuses, so that no form of a formula lacks a sign that it has.

>>> as_text(r"\left(\dfrac{2R}{\gamma}\right)^2"), as_text(r"\hat{w}_{k-1}^\top x_i")
('(2R/γ)²', 'ŵ_{k−1}ᵀx_i')
>>> as_html(r"\|w_k\|^2 \le kR^2")
'‖<i>w</i><sub><i>k</i></sub>‖<sup>2</sup> ≤ <i>kR</i><sup>2</sup>'
>>> as_text(r"\gama")
Traceback (most recent call last):
ValueError: the formula \gama must be LaTeX that is known here; found \gama: did you mean \gamma?
"""

from perceptron_lessons.latex.indices import parts, small, with_indices
from perceptron_lessons.latex.reading import LOWERED, NAMES, RAISED, SIGNS, read
from perceptron_lessons.latex.writing import (
    as_html,
    as_text,
    has_own_index,
    in_braces,
    is_one,
    normal_latex,
    without_indices,
)

__all__ = [
    "LOWERED",
    "NAMES",
    "RAISED",
    "SIGNS",
    "as_html",
    "as_latex",
    "as_text",
    "has_own_index",
    "in_braces",
    "is_one",
    "parts",
    "read",
    "small",
    "with_indices",
    "without_indices",
]
