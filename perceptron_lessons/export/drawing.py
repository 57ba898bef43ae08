"""A figure by its name, with those of the arguments that it takes."""

from __future__ import annotations

import inspect

from perceptron_lessons import figures
from perceptron_lessons.figures.common import in_letters


def draw(name, *arguments, printed=False, notation=None, **given):
    """Return a figure in a source's symbols.

    Parameters
    ----------
    name : str
    *arguments
        Such as the run that it shows.
    printed : bool
        In the state in which it is printed.
    notation : str or None
    **given
        Passed on where the figure has such a parameter.
    """
    function = figures.FIGURES[name] if printed else getattr(figures, name)
    taken = inspect.signature(getattr(figures, name)).parameters
    given = {"source": notation} | given | {"notation": notation}
    given = {key: value for key, value in given.items() if value and key in taken}
    picture = function(*arguments, **given)
    if notation is None or "notation" in taken or name == "broken_hypothesis":
        return picture  # the broken proofs are shown in the symbols of the source they break
    return in_letters(picture, notation)
