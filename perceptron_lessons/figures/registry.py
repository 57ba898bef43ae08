"""The figures by their names."""

import functools

from perceptron_lessons.figures.limits import require_drawable
from perceptron_lessons.figures.style import rc
from perceptron_lessons.figures.wording import called

FIGURES = {}
"""Name of a figure → a function that draws it as it is printed, or with the arguments given."""


def illustration(**printed):
    """Make a function one of the figures of the lessons: named, in style, and in `FIGURES`.

    Each figure then also takes `features`, the names of the axes of its samples, and `classes`,
    those of the samples with y = +1 and −1; see `wording.called`.

    Parameters
    ----------
    **printed
        The state in which the figure stands on paper, where it is not the one it begins in.

    Returns
    -------
    callable
        A decorator for a function that takes, among others, ``notation=None`` and returns an
        `InteractiveFigure`.
    """

    def register(draw):
        @functools.wraps(draw)
        @rc()
        def styled(*args, features=None, classes=None, **kwargs):
            for given in (*args, *kwargs.values()):
                require_drawable(given)
            with called(features, classes):
                picture = draw(*args, **kwargs)
            picture.name = draw.__name__
            return picture

        @functools.wraps(draw)
        def on_paper(*args, **kwargs):
            picture = styled(*args, **kwargs)
            return picture.at(**{key: printed[key] for key in printed if key in picture.values})

        FIGURES[draw.__name__] = on_paper
        return styled

    return register
