"""How much a picture draws at most, whatever run or data it is given, and that it says so.

A picture in a browser is all its states at once: so many of them, each with so many points.
"""

import itertools
import math
from fractions import Fraction

import numpy as np

from perceptron_core.datasets import Dataset
from perceptron_core.exact import nearest_float
from perceptron_core.trace import Trace
from perceptron_lessons.tables import format_number
from perceptron_lessons.theory.proofs import Proof

HUGE = 1e60  # what is drawn lies between 1/HUGE and HUGE: then its powers are floats
STATES = 400  # of one picture, over all its sliders; many figures ask for fewer
POINTS = 50_000  # that move, in all states together: about 6 MB
STILL = 5_000  # points that stay where they are


def require_kind(figure, argument, given):
    """Refuse samples where a run is drawn, and the other way round, and say what to give.

    >>> require_kind("steps", "trace", [[1, 2], [3, 4]])
    Traceback (most recent call last):
    ...
    TypeError: figures.steps draws a run, so its trace is what perceptron(X, y) returns; found list
    """
    wanted = {
        "trace": (Trace, "a run, so its trace is what perceptron(X, y) returns"),
        "data": ((Dataset, Trace), "a data set, so its data is Dataset(X, y)"),
        "proof": (Proof, "a proof, so its proof is what prove(trace) returns"),
    }
    kind, advice = wanted.get(argument, (object, ""))
    if given is not None and not isinstance(given, kind):
        found = type(given).__name__
        raise TypeError(f"figures.{figure} draws {advice}; found {found}")


def require_drawable(given):
    """Refuse data, a run or a proof whose numbers are too large or too small to calculate with.

    Floats end at 1e308, and a picture needs squares of what it shows. Text and tables have no such
    limit: they are exact.

    Parameters
    ----------
    given : Dataset, Trace, Proof or anything else
        What has no samples is not looked at.

    Raises
    ------
    ValueError
        If the largest number in the samples, or in the first or last w, is not 0 and not between
        1/HUGE and HUGE.

    >>> from perceptron_core.datasets import Dataset
    >>> require_drawable(Dataset([[1e200, 1]], [1], "far away"))
    Traceback (most recent call last):
    ...
    ValueError: a figure draws numbers from 1e-60 to 1e+60; the largest in X is 1e+200: multiply \
all of X by one power of two, such as 2**-664
    """
    given = getattr(given, "trace", given)
    for name in ("X", "w0", "w"):
        largest = max(map(abs, np.ravel(getattr(given, name, 0)).tolist()), default=0)
        if largest and not 1 / HUGE <= largest <= HUGE:
            found = f"the largest in {name} is {format_number(nearest_float(largest))}"
            if name == "X":
                over, under = Fraction(largest).as_integer_ratio()
                power = under.bit_length() - over.bit_length()
                found += f": multiply all of X by one power of two, such as 2**{power}"
            raise ValueError(f"a figure draws numbers from {1 / HUGE:g} to {HUGE:g}; {found}")


def thinned(values, limit):
    """Return the values as a tuple, at most `limit` of them, evenly spread, both ends kept.

    >>> thinned(range(1001), 5)
    (0, 250, 500, 750, 1000)
    """
    kept = range(len(values))
    if len(values) > limit:
        kept = dict.fromkeys(np.linspace(0, len(values) - 1, limit).round().astype(int).tolist())
    return tuple(values[i] for i in kept)


def thinned_sliders(sliders, limit=STATES):
    """Thin the values of sliders until they have at most `limit` states together.

    Parameters
    ----------
    sliders : dict of str to sequence
    limit : int

    Returns
    -------
    dict of str to tuple
    list of str
        What was left out, in words.

    >>> thinned_sliders({"k": range(1001), "c": (1, 2)}, 6)
    ({'k': (0, 500, 1000), 'c': (1, 2)}, ['the slider has 3 of 1,001 values of k'])
    """
    kept = {name: tuple(values) for name, values in sliders.items()}
    said = []
    for name in sorted(kept, key=lambda name: -len(kept[name])):
        others = math.prod(len(values) for other, values in kept.items() if other != name)
        few = thinned(kept[name], max(2, limit // max(1, others)))
        if len(few) < len(kept[name]):
            said.append(f"the slider has {len(few):,} of {len(kept[name]):,} values of {name}")
            kept[name] = few
    return kept, said


def thin_lines(lines, limit):
    """Thin the points of lines, evenly spread, both ends kept, and gaps too.

    Parameters
    ----------
    lines : sequence of matplotlib.lines.Line2D
    limit : int
        The most points in all of them; a gap may come on top of each.

    Returns
    -------
    drawn, total : int
        Points that the thinned lines have, and had before; 0 where none was thinned.
    """
    sizes = np.array([len(line.get_xdata()) for line in lines], dtype=int)
    if sizes.sum() <= limit:
        return 0, 0
    long = sizes > limit // len(sizes)
    share = max(2, (limit - sizes[~long].sum()) // long.sum())
    drawn = 0
    for line in itertools.compress(lines, long):
        xs, ys = (np.asarray(values, dtype=float) for values in line.get_data())
        kept = np.array(thinned(range(len(xs)), share))
        drawn += len(kept)
        gaps = np.flatnonzero(np.isnan(xs) | np.isnan(ys))
        after = np.searchsorted(gaps, kept)
        kept = np.union1d(kept, gaps[after[after < len(gaps)]])
        line.set_data(xs[kept], ys[kept])
    return drawn, int(sizes[long].sum())
