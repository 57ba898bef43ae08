"""Every illustration of the lessons, by its stable name.

>>> from perceptron_lessons import figures
>>> print(figures.FIGURES["worked_example"]().description.text)
After 4 mistakes: w = (2, 4)
Every sample has y w·x ≥ 4 > 0.
"""

from perceptron_lessons.figures.bounds import (
    bound_against_margin,
    learning_rate,
    orders,
    padding_constant,
)
from perceptron_lessons.figures.data_space import (
    flip,
    lift,
    margin_assumption,
    steps,
    strip,
    three_biases,
    unit_length,
    worked_example,
)
from perceptron_lessons.figures.linear_programming import certificate, lp_and_maximum_margin
from perceptron_lessons.figures.online import online_mistakes
from perceptron_lessons.figures.proof import (
    broken_hypothesis,
    numerator_denominator,
    squeeze,
    tight_case,
)
from perceptron_lessons.figures.weight_space import solution_cone

FIGURES = {
    "worked_example": worked_example,
    "steps": lambda **given: steps(**given).at(k=2),
    "strip": strip,
    "flip": flip,
    "unit_length": unit_length,
    "lift": lift,
    "solution_cone": lambda **given: solution_cone(**given).at(k=4),
    "squeeze": squeeze,
    "numerator_denominator": numerator_denominator,
    "bound_against_margin": bound_against_margin,
    "three_biases": three_biases,
    "padding_constant": padding_constant,
    "tight_case": tight_case,
    "orders": orders,
    "online_mistakes": online_mistakes,
    "margin_assumption": margin_assumption,
    "lp_and_maximum_margin": lp_and_maximum_margin,
    "certificate": certificate,
    "learning_rate": learning_rate,
    "broken_hypothesis": lambda **given: broken_hypothesis(**given).at(
        hypothesis="offset step 1 instead of R²"
    ),
}
"""Name of a figure → a function that draws its default picture, or one with the arguments given."""

__all__ = ["FIGURES", *FIGURES]
