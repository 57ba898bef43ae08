"""How a session shows its figures: in one record, which is handed to its IPython shell.

What a lesson draws is the same wherever it runs; a page, a deck or the book shows it in letters of
their own. The lesson's cells cannot say so, and therefore the shell that runs them does.
"""

import sys
from typing import NamedTuple

from perceptron_core import Dataset, perceptron, worked_example
from perceptron_lessons.figures.style import PLAIN


class Display(NamedTuple):
    """How figures are shown that do not ask for anything else.

    Attributes
    ----------
    letters : float
        How much larger letters and lines are, beside the panels, than on paper.
    font : {"dejavu", "cm", "stix"}
    notation : str or None
        In whose letters: a source, or the path of a file.
    language : str or None
        In which words: a name or the path of a file, as `language_of` has it.
    points : list of [x1, x2, label], or None
        What stands for the worked example, where nothing else is asked for.
    """

    letters: float = 1.0
    font: str = PLAIN
    notation: str | None = None
    language: str | None = None
    points: list | None = None


def hand_over(display, shell):
    """Let the figures that a shell draws from here on be shown like this.

    Parameters
    ----------
    display : Display
    shell : InteractiveShell
    """
    shell.display_of_figures = display


def display_of_session():
    """Return the `Display` that the running IPython shell was given, or else the plain one."""
    loaded = sys.modules.get("IPython")
    shell = loaded.get_ipython() if loaded else None
    return getattr(shell, "display_of_figures", Display())


def example_of_session():
    """Return the worked example, or the points that the running IPython shell has in its place.

    Whatever draws something without being given data takes them from here.
    """
    points = display_of_session().points
    if not points:
        return worked_example()
    return Dataset([row[:2] for row in points], [row[2] for row in points], "own points")


def run_on_example():
    """Return the run that the lessons begin with, on the example of the session."""
    data = example_of_session()
    return perceptron(data.X, data.y)
