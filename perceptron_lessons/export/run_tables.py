"""The tables of a run, long ones made short enough to be looked at."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np

from perceptron_lessons.tables import ROWS, Table, with_gaps
from perceptron_lessons.theory.notation import SOURCES

DRAWN = 2000  # samples in a figure; more are one blot, and megabytes
MENDED_BY = {"unit length": "--unit-length", "offset step R²": "--step radius"}


def proof_that_applies(bounds, notation):
    """Return the source whose proof is shown, with a note where it is not the one asked for.

    Parameters
    ----------
    bounds : BoundsReport
    notation : str, Notation or None

    Returns
    -------
    source : str
    notes : list of str
    """
    source = notation if notation in SOURCES else "iterations"
    if source == "iterations" or bounds[source].applies:
        return source, []
    note = f"The theorem of {source} does not apply to this run ({bounds[source].because})"
    if not bounds["iterations"].applies:
        return source, [f"{note}."]
    broken = (h.name for h in bounds[source].hypotheses if not h.holds)
    options = [MENDED_BY[name] for name in broken if name in MENDED_BY]
    hint = f" With {' and '.join(options)} it does." if options else ""
    proof = f"the proof shown is that of iterations, in the symbols of {source}"
    return "iterations", [f"{note}, so {proof}.{hint}"]


def table_of_certificate(trace, certificate):
    """Return the weights that prove that nothing separates the data, a row for each sample."""
    rows = [(i, trace.X[i], trace.y[i], certificate.weights[i]) for i in certificate.support]
    padded = ", with a constant for the offset," if trace.bias != "none" else ""
    title = f"certificate: with these weights the sum of all y x{padded} is 0"
    return Table(title, ["i", "x", "y", "weight"], rows)


def thinned_trace(trace, most=DRAWN, keep=()):
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
    longest = [np.vecdot(X, X).argmax()]
    edges = np.concatenate([X.argmin(axis=0), X.argmax(axis=0), longest])
    needed = np.union1d(edges, np.append(trace.mistakes, np.asarray(keep, dtype=int)))
    free = np.setdiff1d(np.arange(n), needed)
    free = free[np.argsort(trace.y[free], kind="stable")]
    room = min(max(0, most - len(needed)), len(free))
    spread = np.linspace(0, len(free) - 1, room).round().astype(int)
    kept = np.union1d(needed, free[spread])
    mistakes = np.searchsorted(kept, trace.mistakes)
    return replace(trace, X=X[kept], y=trace.y[kept], mistakes=mistakes), kept


def shortened(table, limit=ROWS):
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
    rows = {i: table.rows[i] for i in sorted(kept)}
    title = f"{table.title} ({limit} of {n} rows)"
    return with_gaps(title, table.columns, rows, table.marked)
