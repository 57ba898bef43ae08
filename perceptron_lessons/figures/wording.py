"""What a figure says: one record of facts, written in the letters of any source."""

import pathlib
import re
import string
import tomllib

from perceptron_lessons.figures.interactive_figure import Description
from perceptron_lessons.tables import format_number, pluralize
from perceptron_lessons.theory.notation import symbol, weights_at

WORDS = pathlib.Path(__file__).with_name("words.toml")
DESCRIPTIONS = tomllib.loads(WORDS.read_text(encoding="utf-8"))
# The letters that a template may name, as this package writes them.
OWN = {"w": "w", "u": "w*", "u_math": "w*", "γ": "γ", "R": "R", "k": "k"}


class Written(str):
    """A text that a `Wording` has filled: braces in it are braces."""


class Wording(string.Formatter):
    """Fill templates with letters and facts.

    ``{w}``, ``{u}``, ``{γ}``, ``{R}`` and ``{k}`` are the letters of the source for the weights,
    the separator, the margin, the greatest length and the number of mistakes; ``{u_math}`` is
    the separator as matplotlib typesets it. Every other name is a fact: a number, a vector, or a
    text that may name letters and facts in its turn. ``{n:3}`` has three significant digits
    instead of four, ``{n:mistake}`` reads "1 mistake" or "2 mistakes".

    Parameters
    ----------
    notation : {"primal", "cosine", "online", "iterations", "empirical"} or None
        None is this package's own. A source that has all samples at length 1 has no letter for
        the greatest length, and keeps R here.
    separator : str
        The separator in this package's own letters: w*, or u where a proof speaks of length 1.
    features : pair of str, optional
        What the axes of the samples are called, where they are the reader's own.
    classes : dict of int to str, optional
        {+1: name, −1: name}, likewise.

    Attributes
    ----------
    classes : dict of int to str
    axes : pair of str
        The names of the axes of the samples, as matplotlib is to write them.

    Examples
    --------
    >>> Wording("online")("{w} = {end} after {n:mistake}", n=1, end=(2, 0.5))
    'θ = (2, 0.5) after 1 mistake'
    >>> Wording("cosine")("{limit} = {bound:3}", limit="1/{γ}²", bound=10 / 3)
    '1/δ² = 3.33'
    """

    def __init__(self, notation=None, separator=OWN["u"], features=None, classes=None):
        self.notation = notation
        self.classes = classes or {1: "label +1", -1: "label −1"}
        self.axes = tuple(map(name_axis, features)) if features else ("$x_1$", "$x_2$")
        letters = OWN | {"u": separator, "u_math": separator}
        if notation is not None:
            names = {"u": "separator", "γ": "margin", "R": "radius", "k": "mistakes"}
            letters = {letter: symbol(notation, name).text for letter, name in names.items()}
            letters["w"] = "θ" if notation == "online" else "w"
            letters["u_math"] = f"${symbol(notation, 'separator').latex}$"
            letters["R"] = "R" if letters["R"] == "1" else letters["R"]
        self.letters = {name: Written(letter) for name, letter in letters.items()}

    def __call__(self, template, /, **facts):
        """Return the template, filled."""
        return Written(self.vformat(template, (), self.letters | facts))

    def describe(self, name, /, **facts):
        """Return what a state of a figure says, from the templates of that name in words.toml."""
        text, alt, caption = (DESCRIPTIONS[name][part] for part in Description._fields)
        alt, caption = (" ".join(part.split()) for part in (alt, caption))
        return Description(*(self(part, **facts) for part in (text, alt, caption)))

    def about(self, data):
        """Return the facts of any data: its ``classes`` in words, and the number of ``samples``.

        Parameters
        ----------
        data : Dataset or Trace

        >>> from perceptron_core import datasets
        >>> Wording().about(datasets.worked_example())["classes"]
        '2 filled circles (label +1) and 2 open squares (label −1)'
        """
        plus = pluralize(int((data.y == 1).sum()), "filled circle")
        minus = pluralize(int((data.y == -1).sum()), "open square")
        classes = f"{plus} ({self.classes[1]}) and {minus} ({self.classes[-1]})"
        return {"classes": Written(classes), "samples": len(data.X)}

    def letter(self):
        """Return the letter of the weights as matplotlib typesets it."""
        return r"\theta" if self.letters["w"] == "θ" else "w"

    def components(self):
        """Return the names of the axes of the weights; an iterate has its number without brackets.

        >>> Wording().components()
        ('$w_{(1)}$', '$w_{(2)}$')
        """
        return tuple(f"${self.letter()}_{{({j})}}$" for j in (1, 2))

    def weights_at(self, k):
        """Return the symbol of the weights after k updates; this package numbers as `primal`."""
        return weights_at(self.notation or "primal", k)

    def numbering(self):
        """Return which weights have which number, or nothing where they have none.

        >>> Wording("iterations").numbering()
        ', where w_{k+1} are the weights after k updates'
        >>> Wording("cosine").numbering()
        ''
        """
        if self.notation == "cosine":
            return ""
        name = symbol(self.notation, "weights").text if self.notation else "w_k"
        name = "w_k" if self.notation == "primal" else name
        return Written(self(", where {name} are the weights after {k} updates", name=Written(name)))

    def mistakes_axis(self):
        """Return the name of an axis on which mistakes are counted."""
        k = self.letters["k"]
        return k if "mistakes" in k else f"mistakes {k}"

    def get_value(self, key, args, kwargs):
        value = super().get_value(key, args, kwargs)
        return self.vformat(value, args, kwargs) if type(value) is str else value

    def format_field(self, value, spec):
        if spec and not spec.isdigit():
            _, noun = pluralize(value, spec).split(" ", 1)
            return f"{number(value)} {noun}"
        return number(value, int(spec or 4))


def number(value, digits=4):
    """Return a number or vector for the reader, without powers of ten.

    >>> number((-2, 0.5)), number(9999.9999), number(16007)
    ('(−2, 0.5)', '10,000', '16,007')
    """
    if isinstance(value, float) and 1e6 <= abs(value) < 1e9:
        value = round(value)
    text = format_number(value, digits)
    return re.sub(r"^(−?)(\d{5,})$", lambda found: f"{found[1]}{int(found[2]):,}", text)


def name_axis(heading, longest=32):
    """Return a heading of the reader's own data as the name of an axis: short, and no formula.

    >>> name_axis("price in $"), len(name_axis("a" * 80))
    ('price in \\\\$', 32)
    """
    heading = heading if len(heading) <= longest else heading[: longest - 1] + "…"
    return heading.replace("$", r"\$")
