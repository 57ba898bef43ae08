"""How fast `perceptron` is: against scikit-learn's compiled Perceptron and against a plain loop.

    python benchmarks/perceptron_speed.py [repeats]

All make the same passes over planted data (no ties) and must end with the same w. Validation and
the trace are included in our time. Beside it, the order that looks at every sample before each
update. Processor seconds, so that other work on the machine does not count: medians of runs in
turn, for the plain loop one run.
"""

import functools
import sys
import warnings

import numpy as np
from sklearn.linear_model import Perceptron
from timing import median_seconds

from perceptron_core import perceptron, planted
from perceptron_lessons.tables import Table

SIZES = [(1_000, 20), (10_000, 50), (100_000, 20), (100_000, 100), (500_000, 20)]
MARGINS = (0.01, 0.03)
WORST_MISTAKES = 500
PLAIN_STEPS = 5_000_000  # a plain loop of more presentations than this takes too long


def plain_loop(X, y, n_epochs):
    """The perceptron as it is usually written: one numpy inner product a sample."""
    w = np.zeros(X.shape[1])
    for _ in range(n_epochs):
        for x, label in zip(X, y, strict=True):
            if label * (w @ x) <= 0:
                w += label * x
    return w


def scikit_learn(X, y, n_epochs):
    model = Perceptron(shuffle=False, fit_intercept=False, tol=None, max_iter=n_epochs)
    return model.fit(X, y).coef_[0]


def main(repeats=5):
    warnings.simplefilter("ignore", category=RuntimeWarning)
    rows = []
    for n_samples, n_features in SIZES:
        for margin in MARGINS:
            data = planted(n_samples, n_features, margin, seed=1)
            X, y = data.X.copy(), data.y  # writeable, so that our copy of X is part of our time
            n_epochs = perceptron(X, y).n_epochs
            ours, theirs, trace, w = median_seconds(
                repeats,
                functools.partial(perceptron, X, y),
                functools.partial(scikit_learn, X, y, n_epochs),
            )
            assert trace.converged
            assert np.allclose(trace.w, w, rtol=1e-9, atol=1e-9), (n_samples, n_features)
            plain = None
            if n_samples * n_epochs <= PLAIN_STEPS:
                plain, w = median_seconds(1, functools.partial(plain_loop, X, y, n_epochs))
                assert np.allclose(trace.w, w, rtol=1e-9, atol=1e-9), (n_samples, n_features)
            rows.append(
                (
                    *(n_samples, n_features, margin, trace.n_mistakes, n_epochs),
                    *(ours, theirs, plain, theirs / ours, plain and plain / ours),
                )
            )
    columns = [
        *("n", "d", "margin", "k", "epochs", "ours s", "scikit-learn s", "plain s"),
        *("scikit-learn / ours", "plain / ours"),
    ]
    print(Table("perceptron: processor seconds; the same w from all", columns, rows, digits=3))
    print(worst_first())


def worst_first():
    """Return the time of order="worst" on a million samples: each update looks at all of them."""
    data = planted(1_000_000, 2, margin=0.001, seed=1)
    run = functools.partial(perceptron, data.X, data.y, order="worst", max_mistakes=WORST_MISTAKES)
    seconds, trace = median_seconds(1, run)
    row = (*trace.X.shape, trace.n_mistakes, seconds, 1000 * seconds / trace.n_mistakes)
    return Table("order worst", ["n", "d", "k", "s", "ms per mistake"], [row], digits=3)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
