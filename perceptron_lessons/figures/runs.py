"""A run after k updates, as facts for words."""

import numpy as np

from perceptron_core.exact import is_mistake
from perceptron_lessons.figures.display import run_on_example
from perceptron_lessons.figures.geometry import require_2d
from perceptron_lessons.tables import Label


def in_the_plane(trace):
    """Return a run of 2 features without offset, by default the one on the worked example."""
    trace = trace or run_on_example()
    require_2d(trace.X)
    if has_offset(trace):
        raise ValueError('this figure draws runs without an offset: use bias="none" and b0=0')
    return trace


def has_offset(trace):
    """Whether b can differ from 0 in a run."""
    return bool(trace.pad_squared) or bool(trace.b0)


def state_of(trace, k):
    """Return the facts of a run after k updates, for a `Wording`.

    Parameters
    ----------
    trace : Trace
    k : int

    Returns
    -------
    dict
        ``n`` (that is k), ``weights``, ``b``, ``margins``, ``least``, ``mistakes`` (the
        indices of all samples that are mistakes now), ``wrong`` (how many), the texts ``line``
        (w, and b if there is one) and ``what`` (the product that must be positive). While
        a mistake is left also ``i``, ``x``, ``y`` and ``margin`` of the next one, the ``step`` it
        makes, and ``next``, ``b_step``, ``b_next``.
    """
    w, b = trace.state(k)
    margins = trace.margins(k)
    facts = {
        "n": k,
        "weights": w,
        "b": b,
        "line": "${w} = {weights}$",
        "what": "${label of one} {w}·{sample of one}$",
    }
    if has_offset(trace):
        facts |= {
            "line": "${w} = {weights}$, $b = {b}$",
            "what": "${label of one}({w}·{sample of one} + b)$",
        }
    mistakes = np.flatnonzero(is_mistake(margins, trace.y, trace.zero))
    facts |= {"margins": margins, "least": margins.min(), "mistakes": mistakes}
    facts["wrong"] = len(mistakes)
    if k < trace.n_mistakes:
        i = trace.mistakes[k]
        after, b_after = trace.state(k + 1)
        facts |= {"i": i, "x": trace.X[i], "y": Label(trace.y[i]), "margin": margins[i]}
        facts |= {"next": after, "step": after - w, "b_next": b_after, "b_step": b_after - b}
    return facts
