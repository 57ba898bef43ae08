"""A picture with sliders: one matplotlib figure, and the few artists that its state moves.

A figure function draws everything once and returns an `InteractiveFigure`. The same one then
serves the slider (`perceptron_lessons.widget.player`), the notebook, the slide and the printed
page, so that these cannot disagree.
"""

import itertools
import math
import numbers
import re
from typing import NamedTuple

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.lines import Line2D

from perceptron_lessons.figures.limits import POINTS, STATES, STILL, thin_lines, thinned_sliders
from perceptron_lessons.figures.saving import png, save
from perceptron_lessons.figures.style import fit_titles, rc


class Description(NamedTuple):
    """What a state says, in words and numbers.

    Attributes
    ----------
    text : str
        One to three short lines for below the picture.
    alt : str
        What the picture shows in this state, for someone who does not see it.
    caption : str
        For print, with its numbers computed.
    """

    text: str
    alt: str
    caption: str = ""


def value_text(value):
    """A slider's value as a reader sees it.

    >>> [value_text(value) for value in (3, 0.25, -1e-4, 12345.6, True, "worst")]
    ['3', '0.25', '−0.0001', '12,346', 'yes', 'worst']
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational):
        value = f"{value:,.0f}" if 9999.5 <= abs(value) < 1e9 else f"{value:.4g}"
    return re.sub(r"^-(?=\d)", "−", str(value))


def nearest(values, value):
    """The index of the nearest of the values; a word must be one of them.

    Parameters
    ----------
    values : sequence of numbers or of str
    value : number or str

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If there is no such value.

    >>> nearest([0, 1, 2, 5], 4)
    3
    """
    if value in values:
        return list(values).index(value)
    if not all(isinstance(number, numbers.Real) for number in (value, *values)) or value != value:
        raise ValueError(f"{value!r} is not one of the values {', '.join(map(repr, values))}")
    return min(range(len(values)), key=lambda i: abs(values[i] - value))


class InteractiveFigure:
    """One figure with a state; without values, a plain static figure.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Drawn completely, in any state. Its layout is fixed here, once for all states.
    values : dict of str to sequence
        The values each slider can take; the last slider varies fastest.
    show : callable
        Called with one value for every slider; moves the changing artists there and returns the
        state's `Description`.
    changing : sequence of matplotlib artists
        Every artist that `show` may change, and no other. An artist inside another (an arrow in
        a list) counts by itself; an axis whose ticks change is an artist too.
    state : dict, optional
        Where to begin; by default at the first value of each slider.
    limit : int
        The most states. Sliders with more values than that keep evenly spread ones, long lines
        evenly spread points, and the description says so.
    names : sequence of perceptron_lessons.figures.labels.Names
        What is to be placed anew after each `show`.

    Attributes
    ----------
    name : str
        Of one of the figures of the lessons: it becomes the title of saved files.
    words : Wording or None
        The letters and the language of such a figure.

    Examples
    --------
    >>> from perceptron_lessons.figures.style import LINE, figure
    >>> fig, axes = figure(2, 2)
    >>> line, = axes.plot([0, 1], [0, 0], **LINE)
    >>> def show(k):
    ...     line.set_ydata([0, k])
    ...     return Description(f"slope {k}", f"A line of slope {k}.")
    >>> picture = InteractiveFigure(fig, {"k": range(3)}, show, [line])
    >>> picture.at(k=2).description.text
    'slope 2'
    """

    def __init__(self, figure, values, show, changing, state=None, limit=STATES, names=()):
        self.figure = figure
        self.values, self._left_out = thinned_sliders(values, limit)
        self.name = ""
        self.words = None
        self._show = show
        self.names = names
        self.changing = list(changing)
        if values:
            self.changing += itertools.chain.from_iterable(each.texts for each in names)
        empty = [key for key, values in self.values.items() if not values]
        if empty:
            raise ValueError(f"slider {empty[0]!r} has no values")
        lines = [*figure.lines, *(line for axes in figure.axes for line in axes.lines)]
        still = [line for line in lines if line not in self.changing]
        self._still = thin_lines(still, STILL)
        self.state = {key: values[0] for key, values in self.values.items()}
        self.at(**(state or {}))
        with rc(figure):
            if getattr(figure, "printed", False):
                fit_titles(figure, self.changing)
            if layout := figure.get_layout_engine():
                layout.execute(figure)
            for axes in figure.axes:
                axes.apply_aspect()
            figure.set_layout_engine("none")
        FigureCanvasAgg(figure)  # a used canvas keeps its pixels as long as the figure lives
        self.at()  # texts find their places only in the final layout

    @classmethod
    def still(cls, figure, description, names=()):
        """Return a figure with one state and no slider."""
        return cls(figure, {}, lambda: description, [], names=names)

    def at(self, **state):
        """Move there, put the names where they belong then, and return the picture itself.

        Parameters
        ----------
        **state
            Values for some of the sliders, each taken to its nearest value.

        Raises
        ------
        ValueError
            If there is no such slider, or no such word among a slider's values.
        """
        self.move(**state)
        with rc(self.figure):
            for names in self.names:
                names.place()
        return self

    def move(self, **state):
        """Move there, as `at` does, but for the names, which stay where they were."""
        for key, value in state.items():
            if key not in self.values:
                raise ValueError(f"no slider {key!r}; there are {', '.join(self.values) or 'none'}")
            values = self.values[key]
            self.state = {**self.state, key: values[nearest(values, value)]}
        with rc(self.figure):
            self.description = self._show(**self.state)
            if not isinstance(self.description, Description):
                found = type(self.description).__name__
                raise TypeError(f"show must return a Description, found {found}")
            self._say_what_is_left_out()

    def _say_what_is_left_out(self):
        moving = [artist for artist in self.changing if isinstance(artist, Line2D)]
        room = POINTS // math.prod(map(len, self.values.values()))
        points = np.add(self._still, thin_lines(moving, room))
        left_out = list(self._left_out)
        if points.any():
            left_out.append(f"{points[0]:,} of {points[1]:,} points are drawn")
        if left_out := " and ".join(left_out):
            words = f"For the sake of size {left_out}."
            text, alt, caption = self.description
            self.description = Description(
                text + f"\n{words}", alt + f" {words}", caption + f" {words}"
            )

    def states(self):
        """Every state as a dict, the last slider fastest."""
        every = itertools.product(*self.values.values())
        return [dict(zip(self.values, values, strict=True)) for values in every]

    def save(self, path, format=None):
        """Write the present state as a file; see `perceptron_lessons.figures.saving.save`."""
        save(self, path, format)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.bundle()

    def bundle(self):
        """Return what a notebook keeps of the present state, as Jupyter has it, and about it."""
        width, height = (round(96 * inches) for inches in self.figure.get_size_inches())
        data = {"image/png": png(self, scale=2), "text/plain": self.description.text}
        about = {"alt": self.description.alt, "width": width, "height": height}
        return data, {"image/png": about}

    def __reduce__(self):
        raise TypeError(
            "a figure cannot be pickled: save it as a file, or pickle the run and draw it again"
        )

    def __repr__(self):
        return self.description.text
