"""The figures by their names."""

import functools
import inspect

from perceptron_lessons.figures.display import display_of_session
from perceptron_lessons.figures.limits import require_drawable, require_kind
from perceptron_lessons.figures.style import Paper, rc, write_ticks
from perceptron_lessons.figures.wording import Wording

GIVEN = ("words", "paper")  # what a figure is given by `illustration`
FIGURES = {}
"""Name of a figure → a function that draws it as it is printed, or with the arguments given."""


# What the help of each figure says of what it takes besides its own arguments.
FOR_ALL = """
notation : {"primal", "cosine", "online", "iterations", "empirical"} or Notation, optional
    In whose letters; by default in %s.
features : pair of str, optional
    What the axes of the samples are called, where they are your own.
classes : dict of int to str, optional
    What the samples with y = +1 and −1 are called, likewise.
language : str or path, optional
    Of the words: a file like language/de.toml, or "de".
width : float, optional
    Inches of print; panels that would be too narrow side by side stand one below the other.
height : float, optional
    The most inches of print, with ``width``: on a slide panels stand side by side.
font : {"dejavu", "cm", "stix"}, optional
    The letters of print.
"""


def illustration(*, source=None, separator="w*", **printed):
    """Make a function one of the figures of the lessons: named, in style, and in `FIGURES`.

    The figure takes the arguments `FOR_ALL` too. Of these the function is given ``words``, a
    `Wording`, and ``paper``, a `Paper`.

    Parameters
    ----------
    source : str, optional
        In whose letters the figure is by default.
    separator : str
        The separator in this package's own letters.
    **printed
        The state in which the figure stands on paper, where it is not the one it begins in.

    Returns
    -------
    callable
        A decorator for a function that returns an `InteractiveFigure`.
    """

    def register(draw):
        @functools.wraps(draw)
        def styled(
            *args,
            notation=None,
            features=None,
            classes=None,
            language=None,
            width=None,
            height=None,
            font=None,
            **kwargs,
        ):
            for name, value in [*zip(signature.parameters, args, strict=False), *kwargs.items()]:
                require_kind(draw.__name__, name, value)
                require_drawable(value)
            display = display_of_session()
            letters = notation or display.notation or source
            spoken = language or display.language
            words = Wording(letters, separator, features, classes, spoken)
            paper = Paper(width, font or display.font, display.letters, height)
            with rc(paper):
                picture = draw(*args, words=words, paper=paper, **kwargs)
            write_ticks(picture.figure, words.language.number)
            picture.name, picture.words = draw.__name__, words
            return picture

        signature = _with_arguments_for_all(draw, styled)
        styled.__signature__ = signature
        head, returns, rest = inspect.getdoc(draw).partition("\n\nReturns\n")
        letters = FOR_ALL % (f"those of `{source}`" if source else "this package's own")
        styled.__doc__ = f"{head}{letters.rstrip()}{returns}{rest}"

        @functools.wraps(styled)
        def on_paper(*args, **kwargs):
            picture = styled(*args, **kwargs)
            return picture.at(**{key: printed[key] for key in printed if key in picture.values})

        FIGURES[draw.__name__] = on_paper
        return styled

    return register


def _with_arguments_for_all(draw, styled):
    """The signature of a figure: its own arguments, and those that all figures take."""
    own = inspect.signature(draw).parameters.values()
    all_of_it = inspect.signature(styled, follow_wrapped=False).parameters.values()
    shared = [each for each in all_of_it if each.kind is each.KEYWORD_ONLY]
    return inspect.Signature([*(each for each in own if each.name not in GIVEN), *shared])
