"""The perceptron and its trace: the algorithm, what a run leaves behind, and the data to run it on.

>>> from perceptron_core import perceptron, worked_example
>>> data = worked_example()
>>> print(perceptron(data.X, data.y))
perceptron on 4 samples in 2 dimensions: converged after 4 mistakes, 3 epochs
  order cyclic, bias none, learning rate 1
  mistakes: 0 1 2 0
  w = (2, 4), b = 0
"""

from perceptron_core.algorithm import online, perceptron, resume
from perceptron_core.datasets import (
    Dataset,
    bias_trap,
    doubling,
    iris,
    iris_pair,
    orthonormal,
    padding_trap,
    planted,
    worked_example,
    xor,
)
from perceptron_core.trace import OnlineTrace, Trace

__version__ = "3.0.0.dev0"
