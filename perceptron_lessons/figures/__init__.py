"""Every illustration of the lessons, by its stable name.

>>> from perceptron_lessons import figures
>>> print(figures.FIGURES["worked_example"]().description.text)
After 4 mistakes: w = (2, 4)
Every sample has y w·x ≥ 4 > 0.
"""

# In the order of the gallery: a figure is registered when its module is imported.
# isort: off
from perceptron_lessons.figures.registry import FIGURES
from perceptron_lessons.figures.data_space import moment, steps, strip, worked_example
from perceptron_lessons.figures.coordinates import flip, lift, three_biases, unit_length
from perceptron_lessons.figures.weight_space import solution_cone
from perceptron_lessons.figures.compass import compass
from perceptron_lessons.figures.proof import squeeze, tight_case
from perceptron_lessons.figures.disc_and_wall import disc_and_wall
from perceptron_lessons.figures.mean import mean_of_mistakes
from perceptron_lessons.figures.race import race
from perceptron_lessons.figures.one_update import one_update, squares
from perceptron_lessons.figures.distance import falling_distance
from perceptron_lessons.figures.angle import angle
from perceptron_lessons.figures.dominoes import broken_hypothesis
from perceptron_lessons.figures.iris import iris
from perceptron_lessons.figures.bounds import bound_against_margin, padding_constant, padded_margins
from perceptron_lessons.figures.bounds import learning_rate, orders
from perceptron_lessons.figures.choices import dialects
from perceptron_lessons.figures.online import online_mistakes
from perceptron_lessons.figures.separators import lp_and_maximum_margin, margin_assumption
from perceptron_lessons.figures.hull import nearest_point
from perceptron_lessons.figures.separators import certificate
from perceptron_lessons.figures.cycling import cycling
from perceptron_lessons.figures.bounded_region import bounded_region
from perceptron_lessons.figures.beyond import lines_of_a_run, flipped_labels
from perceptron_lessons.figures.beyond import kernel_line
from perceptron_lessons.figures.mixing import parameter_mixing
from perceptron_lessons.figures.changing_steps import changing_steps
from perceptron_lessons.figures.wider import wider_gap, minover_walk
from perceptron_lessons.figures.dichotomies import turning_arrow, capacity
from perceptron_lessons.figures.promise import promise
# isort: on

__all__ = ["FIGURES", *FIGURES]
