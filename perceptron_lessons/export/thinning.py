"""A long run made short enough to be looked at: fewer samples, the same mistakes."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np

from perceptron_lessons.tables import GAP, table


def thinned_trace(trace, most, keep=()):
    """Return the same run on some of its samples, and which they are.

    A sample that is no mistake leaves no mark on a run in which the mistaken ones come in the same
    order. So these stay, with the samples at the edges (all figures keep their frame), the longest
    (R stays) and those asked for; of the others evenly spread ones of both labels.

    Parameters
    ----------
    trace : Trace
    most : int
        Samples; more only where more than that must stay.
    keep : sequence of int
        Samples that stay.

    Returns
    -------
    trace : Trace
    kept : ndarray of int, rising
        Row j of the new trace is row kept[j] of the old one.
    """
    n = trace.n_samples
    if n <= most:
        return trace, np.arange(n)
    X = trace.X
    needed = np.unique(
        np.concatenate(
            [
                trace.mistakes,
                X.argmin(axis=0),
                X.argmax(axis=0),
                [np.vecdot(X, X).argmax()],
                np.asarray(keep, dtype=int),
            ]
        )
    )
    free = np.setdiff1d(np.arange(n), needed)
    room = max(0, most - len(needed))
    chosen = [needed]
    for label in (-1, 1):
        of_label = free[trace.y[free] == label]
        share = round(room * len(of_label) / len(free)) if len(free) else 0
        places = np.linspace(0, len(of_label) - 1, min(share, len(of_label))).round().astype(int)
        chosen.append(of_label[places])
    kept = np.unique(np.concatenate(chosen))
    mistakes = np.searchsorted(kept, trace.mistakes)
    return replace(trace, X=X[kept], y=trace.y[kept], mistakes=mistakes), kept


def shortened(table, limit):
    """Return a table with at most `limit` of its rows, and ⋮ where rows are left out.

    The first ones stay, the marked ones as far as there is room, and the last one.

    >>> from perceptron_lessons.tables import Table
    >>> print(shortened(Table("squares", ["n", "n²"], [[n, n * n] for n in range(1, 9)]), 3))
    squares (3 of 8 rows)
      n  n²
      1   1
      2   4
      ⋮   ⋮
      8  64
    """
    n = len(table.rows)
    if n <= limit:
        return table
    kept = {n - 1, *sorted(table.marked)[: limit - 1]}
    first = (i for i in range(n) if i not in kept)
    kept.update(islice(first, limit - len(kept)))
    chosen = {i: table.rows[i] for i in sorted(kept)}
    return _with_gaps(table, chosen, table.marked, f"({limit} of {n} rows)")


def _with_gaps(table, chosen, marked, remark):
    """Return a table of the rows chosen, by their numbers, with ⋮ where a number is left out."""
    rows, places, before = [], {}, -1
    for i, row in chosen.items():
        if i > before + 1:
            rows.append((GAP,) * len(table.columns))
        places[i], before = len(rows), i
        rows.append(row)
    marked = [places[i] for i in marked if i in places]
    return replace(table, title=f"{table.title} {remark}", rows=rows, marked=marked)


def table_of_samples(trace, k, limit):
    """Return the table of the samples after k updates: at most `limit`, with ⋮ between them.

    The first ones stay, the next mistake, and the last one.
    """
    n = trace.n_samples
    if n <= limit:
        return table(trace, k + 1)
    next_mistake = trace.mistakes[k : k + 1].tolist()
    wanted = sorted({*range(limit - 2), *next_mistake, n - 1})
    short, kept = thinned_trace(trace, 0, wanted)
    whole = table(short, k + 1)
    cells = [whole.rows[j] for j in np.searchsorted(kept, wanted)]
    chosen = {i: (i, *row[1:]) for i, row in zip(wanted, cells, strict=True)}
    return _with_gaps(whole, chosen, next_mistake, f"({len(wanted)} of {n} samples)")
