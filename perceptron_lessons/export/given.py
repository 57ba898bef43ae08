"""What a command gives to figures to draw: samples, and a run on them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from perceptron_core.trace import Trace
from perceptron_lessons.export.illustrations import say
from perceptron_lessons.export.run_report import DRAWN, proof_that_applies
from perceptron_lessons.export.thinning import thinned_trace
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.style import rc
from perceptron_lessons.theory.theorems import check

OF_THE_SAMPLES = ("unit_length", "exact")
OF_A_RUN = (*OF_THE_SAMPLES, "step", "order", "learning_rate", "zero", "max_mistakes", "seed")
"""The options that say how a run is made, the first of which change the samples."""


@dataclass
class Given:
    """Samples and a run for every figure that takes them; without any, each has its own.

    Attributes
    ----------
    data : Dataset or None
    features : list of str or None
        The names of the axes, where they are the reader's own.
    meaning : dict or None
        {+1: name of the class, −1: name or names}, likewise.
    trace : Trace or None
    ways : sequence of str
        The options that were used, of `OF_A_RUN`.
    """

    data: Any = None
    features: Any = None
    meaning: Any = None
    trace: Trace | None = None
    ways: Any = ()

    def draw(self, name, notation=None, k=None, **paper):
        """Return a figure as it is printed, with what was given to it in its caption.

        Parameters
        ----------
        name : str
        notation : str or None
        k : int or None
            Updates made in the state that is shown; None is the state of the lessons.
        **paper
            The ``width``, which the figure must fit, and the ``font`` of print.

        Raises
        ------
        ValueError
            The figure takes no such data or run, has no such k, or does not fit.
        """
        arguments = self._arguments(name, notation)
        picture = FIGURES[name](notation=notation, **paper, **arguments)
        if k is not None:
            _go_to(picture, k)
        if paper.get("width") is not None:
            _require_fit(picture, paper["width"])
        return say(picture, notation, self.trace, "unit_length" in self.ways)

    def _arguments(self, name, notation):
        if self.data is None:
            return {}
        takes = inspect.signature(FIGURES[name]).parameters
        named = {"features": self.features, "classes": self.meaning}
        if "unit_length" in self.ways and self.features:
            named["features"] = [f"{feature} / ‖x‖" for feature in self.features]
        if "trace" in takes:
            arguments = {"trace": thinned_trace(self.trace, DRAWN)[0]} | named
            if "source" in takes:
                arguments["source"], _ = proof_that_applies(check(self.trace), notation)
            return arguments
        ways = [way for way in self.ways if way not in OF_THE_SAMPLES]
        if "data" not in takes:
            raise ValueError("it has samples of its own and takes no others")
        if ways:
            option = ways[0].replace("_", "-")
            raise ValueError(f"it shows no single run, so --{option} is not for it")
        return {"data": self.data} | named


def _go_to(picture, k):
    if "k" not in picture.values:
        raise ValueError("it has no slider k, so --k is not for it")
    first, last = picture.values["k"][0], picture.values["k"][-1]
    if not first <= k <= last:
        raise ValueError(f"--k must be in {first} … {last}, the updates it shows; found {k}")
    picture.at(k=k)


def _require_fit(picture, width):
    """Refuse a figure that reaches beyond the paper."""
    with rc(picture.figure):
        box = picture.figure.get_tightbbox(picture.figure.canvas.get_renderer())
    if box.x0 < -0.02 or box.x1 > width + 0.02:
        raise ValueError(f"its texts do not fit into {width:g} inches: use a larger --width")
