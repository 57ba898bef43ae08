"""The adversary against whom no deterministic learner does better than the perceptron."""

from collections.abc import Callable

import numpy as np

from perceptron_core import Dataset, orthonormal
from perceptron_core.checks import as_count, in_words, is_number, malformed


def always_wrong(learner: Callable, m: int) -> Dataset:
    """Return m samples at right angles, each with the label that a learner did not answer.

    The learner makes m mistakes; u = Σ y_i e_i/√m separates the samples with γ = 1/√m, and R = 1.
    So R²/γ² = m mistakes cannot be avoided where nothing but R and γ is known.

    Parameters
    ----------
    learner : callable
        Called as ``learner(X, y, x)`` with the samples so far, their labels, and the next sample;
        it returns a label, −1 or +1. It has to answer the same whenever it is asked the same.
    m : int, at least 1

    Returns
    -------
    Dataset
        With its separator (y_1, …, y_m).

    Raises
    ------
    ValueError
        The learner answers something else.

    Examples
    --------
    >>> always_wrong(lambda X, y, x: 1, 4)
    Dataset('4 answers called wrong': 4 samples, 4 features)
    """
    if not callable(learner):
        must = "be a function of X, y and x, which returns a label"
        raise malformed("learner", must, in_words(learner))
    samples = orthonormal(as_count("m", m, 1))
    y = np.zeros(0, dtype=int)
    for t, x in enumerate(samples.X):
        answer = learner(samples.X[:t], y, x)
        if not is_number(answer) or answer not in (-1, 1):
            found = f"{in_words(answer)} for sample {t}"
            raise malformed("a learner's answer", "be -1 or +1", found)
        y = np.append(y, -int(answer))
    return Dataset(samples.X, y, f"{m} answers called wrong", y, margin=samples.margin)
