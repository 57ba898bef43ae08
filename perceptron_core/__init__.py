"""The perceptron and why it converges: the algorithm, its trace, and its theorem five ways.

>>> from perceptron_core import perceptron, worked_example
>>> data = worked_example()
>>> print(perceptron(data.X, data.y))
perceptron on 4 samples in 2 dimensions: converged after 4 mistakes, 3 epochs
  order cyclic, bias none, learning rate 1
  mistakes: 0 1 2 0
  w = (2, 4), b = 0
"""

from perceptron_core.algorithm import online, perceptron
from perceptron_core.chains import BREAKS, Chain, chain
from perceptron_core.data import (
    Dataset,
    bias_trap,
    iris,
    iris_pair,
    orthonormal,
    padding_trap,
    planted,
    worked_example,
    xor,
)
from perceptron_core.forms import fold, pad, unit_length, unpad
from perceptron_core.margin import (
    BoxMargin,
    Certificate,
    Separator,
    Undecided,
    lp_box_margin,
    lp_separator,
    maximum_margin,
    separator,
)
from perceptron_core.notation import SOURCES, notation_table, symbol
from perceptron_core.tables import Symbol, Table
from perceptron_core.theorems import (
    THEOREMS,
    Laboratory,
    Verdict,
    best_padding,
    check,
    padding_bound,
)
from perceptron_core.trace import OnlineTrace, Trace

__all__ = [
    "BREAKS",
    "SOURCES",
    "THEOREMS",
    "BoxMargin",
    "Certificate",
    "Chain",
    "Dataset",
    "Laboratory",
    "OnlineTrace",
    "Separator",
    "Symbol",
    "Table",
    "Trace",
    "Undecided",
    "Verdict",
    "best_padding",
    "bias_trap",
    "chain",
    "check",
    "fold",
    "iris",
    "iris_pair",
    "lp_box_margin",
    "lp_separator",
    "maximum_margin",
    "notation_table",
    "online",
    "orthonormal",
    "pad",
    "padding_bound",
    "padding_trap",
    "perceptron",
    "planted",
    "separator",
    "symbol",
    "unit_length",
    "unpad",
    "worked_example",
    "xor",
]
