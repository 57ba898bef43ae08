"""What a figure says: one record of facts, in any language and in the letters of any text."""

import functools
import pathlib
import re
import string
from fractions import Fraction

from perceptron_lessons.figures.interactive_figure import Description
from perceptron_lessons.language import PARTS, language_of
from perceptron_lessons.latex import in_braces
from perceptron_lessons.reading import read_toml
from perceptron_lessons.tables import Symbol, format_number, is_rounded
from perceptron_lessons.theory.formats import in_formula, words_in_latex
from perceptron_lessons.theory.notation import MARKS, expanded, formula, notation_of

# The letters of the lessons; what comes before them in a pattern is none of them.
_IN_LATEX = re.compile(
    r"\\(?:text(?:rm|bf|it)?|mathrm|operatorname\*?|begin|end)\{[^{}]*\}"
    r"|w_(?:\{([^{}]*)\}|(\w))|(\\gamma|(?<!\\)[A-Za-z])|\\[A-Za-z]+"
)
# An equals sign, but not that of +=, and the fact after it.
_EQUALS = re.compile(r"(?<![+−:])=(\s*\{([^{}:]+)(?::(\d+))?\})")
_IN_TEXT = re.compile(r"\{[^{}]*\}|\[\w+\||(?!yx\b)[A-Za-zÀ-ɏ]{2,}|([A-Za-zγ])")


class Written(str):
    """A text with formulas: as a string in signs of Unicode.

    Parameters
    ----------
    pieces : str, or sequence of pair of str
        Each the text and its LaTeX, if it is a formula, or None, if these are words.

    Attributes
    ----------
    latex : str
        Formulas between dollar signs, all else escaped.
    drawn : str
        As matplotlib typesets it.
    """

    def __new__(cls, pieces):
        pieces = ((pieces, None),) if isinstance(pieces, str) else tuple(pieces)
        self = super().__new__(cls, "".join(text for text, _ in pieces))
        self.pieces = pieces
        return self

    def __add__(self, other):
        return Written([*self.pieces, *Written.of(other).pieces])

    def __radd__(self, other):
        return Written.of(other) + self

    @classmethod
    def of(cls, text):
        """Return a text as it is, or words as a text."""
        return text if isinstance(text, cls) else cls(text)

    @property
    def latex(self):
        return self._joined(words_in_latex, lambda latex: latex)

    @property
    def drawn(self):
        return self._joined(
            lambda text: text.replace("$", r"\$"), lambda latex: expanded(latex, *MARKS)
        )

    def _joined(self, words, formulas):
        joined = "".join(
            words(text) if latex is None else f"${formulas(latex)}$" for text, latex in self.pieces
        )
        return re.sub(r"(?<!\\)\$\$", " ", joined)  # two formulas side by side are one


def joined(between, texts):
    """Return texts as one, with words between them."""
    texts = [Written.of(text).pieces for text in texts]
    return Written([piece for text in texts for piece in (*text, (between, None))][:-1])


@functools.cache
def english_words():
    """Return what figures say in English: name of a figure → its texts."""
    return read_toml(pathlib.Path(__file__).with_name("words.toml"))


def words_of(language=None):
    """Return a language, as `language_of` does.

    Raises
    ------
    ValueError
        As there, or its file has words for a figure that there is not.
    """
    found = language_of(language)
    if unknown := set(found.words) - {*english_words(), *PARTS}:
        raise ValueError(f"{language}: no figure is called {', '.join(sorted(unknown))}")
    return found


class Listing(tuple):
    """Numbers or vectors of which a template lists one after the other.

    Parameters
    ----------
    values : iterable
    between : str
        What stands between them.
    """

    def __new__(cls, values, between=", "):
        self = super().__new__(cls, values)
        self.between = between
        return self


class Wording(string.Formatter):
    """Fill templates with letters and facts.

    A template has its formulas between dollar signs, in signs of Unicode; [x] is √x there.
    ``{w}``, ``{u}``, ``{γ}``, ``{R}`` and ``{k}`` are the letters of the notation for the weights,
    the separator, the margin, the greatest length and the number of mistakes; ``{sample}`` and
    ``{label}`` those for any sample; ``{sample of one}`` and ``{label of one}`` have the index that
    a text gives one of them, and ``{all}`` is the number of mistakes of a whole run. Every other
    name is a fact: a number, a vector, a symbol, or a template in its turn. ``{n:3}`` has three
    significant digits instead of four, ``{n:mistake}`` reads "1 mistake" or "2 mistakes". Where a
    number is shown rounded, a = before it becomes ≈.

    Parameters
    ----------
    notation : {"primal", "cosine", "online", "iterations", "empirical"}, Notation or None
        None is this package's own. A source that has all samples at length 1 has no letter for
        the greatest length, and keeps R here.
    separator : {"w*", "u"}
        The separator in this package's own letters: u where a proof speaks of length 1.
    features : pair of str, optional
        What the axes of the samples are called, where they are the reader's own.
    classes : dict of int to str, optional
        {+1: name, −1: name}, likewise.
    language : str or path, optional
        Of the words: see `language_of`. What it leaves out is English, as is None.

    Attributes
    ----------
    classes : dict of int to str
    axes : pair of str
        The names of the axes of the samples, as matplotlib is to write them.

    Examples
    --------
    >>> Wording("online")("{w} = {end} after {n:mistake}", n=1, end=(2, 0.5))
    '$\\\\theta$ = $(2, 0.5)$ after 1 mistake'
    >>> Wording("cosine").write("${limit} = {bound:3}$", limit="1/{γ}²", bound=10 / 3).latex
    '$1/\\\\delta^2 \\\\approx 3.33$'
    """

    def __init__(self, notation=None, separator="w*", features=None, classes=None, language=None):
        self.notation = notation
        self.symbols = notation_of(notation or "own")
        self.language = words_of(language)
        names = {"w": "letter", "u": "separator", "γ": "margin", "R": "radius", "k": "mistakes"}
        self.letters = {letter: self.symbols[name] for letter, name in names.items()}
        self.letters |= {name: self.symbols.bare(name) for name in ("sample", "label")}
        self.letters |= {f"{name} of one": self.symbols[name] for name in ("sample", "label")}
        self.letters["all"] = self.symbols["all mistakes"]
        if notation is None and separator == "u":
            self.letters["u"] = Symbol("u", "u")
        if self.letters["R"].text == "1":
            self.letters["R"] = Symbol("R", "R")
        self.classes = classes or {1: str(self.write("label +1")), -1: str(self.write("label −1"))}
        self.axes = tuple(map(name_axis, features)) if features else ("$x_{(1)}$", "$x_{(2)}$")

    def __call__(self, template, /, **facts):
        """Return the template, filled, as a picture shows it; its own letters stand upright."""
        written = self.write(template, **facts)
        return str(written) if self.notation is None else written.drawn

    def write(self, template, /, **facts):
        """Return the template, filled, as a `Written`."""
        if isinstance(template, Written):
            return template
        facts = self.letters | facts
        template = self.language.phrase(template)
        template = self._rounded(template, facts)
        pieces = []
        for i, part in enumerate(template.split("$")):
            if i % 2:
                pieces.append(formula(part, lambda name, spec: self._symbol(name, spec, facts)))
            else:
                pieces += self._pieces(part, facts)
        return Written(pieces)

    def _rounded(self, template, facts):
        """Return the template with ≈ in place of each = before a number that is shown rounded."""

        def settled(found):
            value = self.get_field(found[2], (), facts)[0]
            digits = int(found[3] or 4)
            if not is_rounded(value, digits):
                return found[0]
            if isinstance(value, Fraction):  # too long to be shown: it brings a ≈ of its own
                return f"≈ {self.language.number(number(value, digits).removeprefix('≈'))}"
            return f"≈{found[1]}"

        return _EQUALS.sub(settled, template)

    def _pieces(self, words, facts):
        """Yield the pieces of words with facts between them."""
        for literal, name, spec, _ in self.parse(words):
            yield literal, None
            value = "" if name is None else self.get_field(name, (), facts)[0]
            if isinstance(value, Symbol):
                yield value
            elif isinstance(value, str):
                yield from self.write(value, **facts).pieces
            else:
                text = self._number(value, spec)
                is_formula = re.search("[−(√≈∞]", text)
                yield text, in_formula(_kept_together(text)) if is_formula else None

    def _symbol(self, name, spec, facts):
        """Return what stands for a name in a formula."""
        value = self.get_field(name, (), facts)[0]
        if isinstance(value, Symbol):
            return value
        if isinstance(value, Written):
            return Symbol(value, value.latex.replace("$", ""))
        if isinstance(value, str):
            template = self._rounded(value.replace("$", ""), facts)
            return formula(template, lambda name, spec: self._symbol(name, spec, facts))
        text = self._number(value, spec)
        return Symbol(text, in_formula(_kept_together(text)))

    def _number(self, value, spec):
        if isinstance(value, Listing):
            texts = [self._number(each, spec) for each in value]
            between = value.between
            if self.language.decimal == "," and any("," in text for text in texts):
                between = between.replace(",", ";")
            return between.join(texts)
        if not spec or spec.isdigit():
            return self.number(value, int(spec or 4))
        one, many = self.language.nouns(spec)
        return f"{self.number(value)} {one if value == 1 else many}"

    def number(self, value, digits=4):
        """Return a number or a vector as a picture shows it, in its language.

        >>> Wording(language="de").number((-2, 0.5)), Wording().number(12345.6)
        ('(−2; 0,5)', '12,346')
        """
        return self.language.number(number(value, digits))

    def rewritten(self, text):
        """Return a sentence of the lessons in the letters of the notation.

        What stands in braces, or before | in brackets, is a name and stays.

        >>> Wording("online").rewritten("[w|w] = {w}: at most R²/γ² mistakes")
        '[w|θ] = {w}: at most D²/γ² mistakes'
        """
        letters = self._letters_of_lessons()
        return _IN_TEXT.sub(
            lambda found: letters[found[1]].text if found[1] in letters else found[0], text
        )

    def rewritten_formula(self, latex):
        r"""Return a formula of the lessons, in LaTeX, in the letters of the notation.

        >>> Wording("iterations").rewritten_formula(r"u \cdot w_k \ge k\gamma")
        '{\\mathbf{w}^*} \\cdot {\\mathbf{w}_{{k}+1}} \\ge {k}{\\gamma}'
        """
        letters = self._letters_of_lessons()

        def letter(found):
            index = found[1] or found[2]
            if index:
                k = int(index) if index.isdigit() else self.rewritten_formula(index)
                return in_braces(self.symbols.at(k).latex)
            name = (found[3] or "").replace("\\gamma", "γ")
            return in_braces(letters[name].latex) if name in letters else found[0]

        return _IN_LATEX.sub(letter, latex)

    def _letters_of_lessons(self):
        return self.letters | {"x": self.letters["sample"], "y": self.letters["label"]}

    def describe(self, name, /, **facts):
        """Return what a state of a figure says, from the templates of that name."""
        text, alt, caption = (self._of_figure(name, part) for part in Description._fields)
        alt, caption = (" ".join(part.split()) for part in (alt, caption))
        return Description(*(self.write(part, **facts) for part in (text, alt, caption)))

    def title(self, name):
        """Return what a figure is called, in three words at most.

        >>> Wording().title("disc_and_wall"), Wording(language="de").title("disc_and_wall")
        ('Disc and wall', 'Scheibe und Wand')
        """
        return self._of_figure(name, "title")

    def _of_figure(self, name, part):
        return self.language.part(name).get(part) or english_words()[name][part]

    def about(self, data):
        """Return the facts of any data: its ``classes`` in words, and the number of ``samples``.

        Parameters
        ----------
        data : Dataset or Trace

        >>> from perceptron_core import datasets
        >>> Wording().about(datasets.worked_example())["classes"]
        '2 filled circles (label +1) and 2 open squares (label −1)'
        """
        facts = {"plus": int((data.y == 1).sum()), "minus": int((data.y == -1).sum())}
        facts |= {"ours": Written(self.classes[1]), "theirs": Written(self.classes[-1])}
        both = "{plus:filled circle} ({ours}) and {minus:open square} ({theirs})"
        return {"classes": self.write(both, **facts), "samples": len(data.X)}

    def letter(self):
        """Return the letter of the weights as matplotlib typesets it between dollar signs."""
        return expanded(self.letters["w"].latex, *MARKS)

    def components(self):
        """Return the names of the axes of the weights; an iterate has its number without brackets.

        >>> Wording().components()
        ('$w_{(1)}$', '$w_{(2)}$')
        """
        letter = self.letter()
        if re.search("[_^]", letter):
            letter = f"{{{letter}}}"
        return tuple(f"${letter}_{{({j})}}$" for j in (1, 2))

    def numbering(self):
        """Return which weights have which number, or nothing where they have none.

        >>> Wording("iterations").numbering()
        ', where w_{k+1} are the weights after k updates'
        >>> Wording("cosine").numbering()
        ''
        """
        if not self.symbols.numbered:
            return Written("")
        return self.write(
            ", where {name} are the weights after {k} updates", name=self.symbols.at(None)
        )

    def mistakes_axis(self):
        """Return the name of an axis on which mistakes are counted."""
        if "mistakes" in self.letters["k"].text:
            return self("{k}")
        return self("mistakes {k}")


def _kept_together(text):
    """Return numbers whose commas are not followed by a space in LaTeX."""
    return re.sub(r"(\d),(?=\d)", r"\1{,}", text)


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
