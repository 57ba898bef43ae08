"""What of a run is shown: the proof that applies, a certificate, samples enough for a figure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perceptron_lessons.tables import Phrase, Table
from perceptron_lessons.theory.notation import SOURCES

DRAWN = 2000  # samples in a figure; more are one blot, and megabytes


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
    note = "The theorem of {source} does not apply to this run ({because}), so the proof shown is "
    note += "that of iterations, in the symbols of {source}. See --step radius and --unit-length."
    return "iterations", [Phrase(note, source=source, because=bounds[source].because)]


def table_of_certificate(trace, certificate):
    """Return the weights that prove that nothing separates the data, a row for each sample."""
    rows = [(i, trace.X[i], trace.y[i], certificate.weights[i]) for i in certificate.support]
    padded = ", with a constant for the offset," if trace.bias != "none" else ""
    title = f"certificate: with these weights the sum of all y x{padded} is 0"
    return Table(title, ["i", "x", "y", "weight"], rows)


def thinned_trace(trace, most=DRAWN, keep=()):
    """Return the same run on some of its samples, where that is enough.

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
    Trace
    """
    n = trace.n_samples
    if n <= most:
        return trace
    X = trace.X
    longest = [np.vecdot(X, X).argmax()]
    edges = np.concatenate([X.argmin(axis=0), X.argmax(axis=0), longest])
    essentials = np.union1d(edges, np.append(trace.mistakes, np.asarray(keep, dtype=int)))
    free = np.setdiff1d(np.arange(n), essentials)
    free = free[np.argsort(trace.y[free], kind="stable")]
    room = min(max(0, most - len(essentials)), len(free))
    spread = np.linspace(0, len(free) - 1, room).round().astype(int)
    rows = np.union1d(essentials, free[spread])
    mistakes = np.searchsorted(rows, trace.mistakes)
    return replace(trace, X=X[rows], y=trace.y[rows], mistakes=mistakes)
