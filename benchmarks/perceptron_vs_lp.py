"""The perceptron against the linear program: who finds a separator sooner, as n, d and γ vary.

    python benchmarks/perceptron_vs_lp.py [repeats]

Both get the same planted data, in one process, in turn: `perceptron` and `lp_separator` (HiGHS,
y(w·x) ≥ 1, nothing maximised), validation included. Processor seconds, so that other work on the
machine does not count; medians. A ratio above 1 means that the perceptron is faster. Both results
are checked to separate.
"""

import functools
import sys

from timing import median_seconds

from perceptron_core import perceptron, planted
from perceptron_lessons import lp_separator
from perceptron_lessons.tables import Table

SIZES = [(500, 5), (20_000, 5), (20_000, 20), (2_000, 100)]
MARGINS = (0.1, 0.03, 0.01, 0.003)


def main(repeats=5):
    lp_separator([[1]], [1])  # loads the solver
    rows = []
    for n_samples, n_features in SIZES:
        for margin in MARGINS:
            data = planted(n_samples, n_features, margin, seed=1)
            X, y = data.X, data.y
            ours, program, trace, found = median_seconds(
                repeats,
                functools.partial(perceptron, X, y, max_mistakes=10**7),
                functools.partial(lp_separator, X, y),
            )
            assert trace.converged
            assert found and found.gamma > 0
            size = (n_samples, n_features, margin, trace.n_mistakes, trace.n_epochs)
            rows.append((*size, ours, program, program / ours))
    columns = ["n", "d", "γ", "mistakes", "passes", "perceptron s", "program s", "program / ours"]
    print(Table("perceptron and linear program, the same data", columns, rows, digits=2))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
