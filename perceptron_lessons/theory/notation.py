"""Notations: files of symbols in LaTeX, in which tables, proofs and figures can be shown."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from string import Formatter

from perceptron_core.checks import in_words, malformed
from perceptron_lessons.latex import (
    as_text,
    has_own_index,
    in_braces,
    is_one,
    normal_latex,
    without_indices,
)
from perceptron_lessons.reading import read_text, read_toml
from perceptron_lessons.tables import Phrase, Symbol, Table
from perceptron_lessons.theory.formats import in_formula

FILES = Path(__file__).with_name("notations")
MACROS = FILES / "macros.toml"
SOURCES = ("primal", "cosine", "online", "iterations", "empirical")
"""Short names of the five sources: each has a file."""
LESSONS = ("course", "padded", "stream")
"""Letters of the lessons: of most of them, of lesson 03, of lesson 05."""
# Two of these with one symbol could not be told apart.
DISTINCT = ("letter", "sample", "label", "separator", "margin", "radius", "mistakes")
ONE = (*DISTINCT, "weights", "weights before", "offset", *"wuγRk")
"""Names in formulas that stand for one symbol."""

# Headings of this package's own tables, and the quantity that each names.
OWN = {
    "k": "mistakes",
    "mistakes": "mistakes",
    "x": "sample",
    "y": "label",
    "y(w·x + b)": "margin with offset",
    "y(w·x + b) before": "margin with offset",
    "y w·x": "functional margin",
    "y w·x before": "functional margin",
    "b after": "offset",
    "w after": "weights",
    "R": "radius",
    "γ": "margin",
}
MARKS = "{{{{", "}}}}"  # around a symbol that LaTeX is to define: groups, which show nothing
_NAME = re.compile(r"([_^/]?)<([A-Za-z][A-Za-z -]*)>([_^]?)")
POWERS = ("^", "_", "²", "³", "₀")


class Notation:
    """The symbols of one text.

    Parameters
    ----------
    name : str
    file : path
        In TOML, like `notations/own.toml`: a symbol in LaTeX for each quantity.

    Attributes
    ----------
    title : str
        Of the text, or who wrote it; empty where the file has none.
    always_rate : bool
        Whether the learning rate is written even where it is 1.

    Raises
    ------
    ValueError
        The file lacks a quantity, has one that nobody knows, or one symbol for two of them.
    """

    def __init__(self, name, file):
        self.name = name
        own = read_toml(FILES / "own.toml")
        rows = read_toml(file)
        self.title = rows.pop("title", "")
        self.always_rate = rows.pop("learning rate always", False)
        wrong = _faults(rows, own)
        if not isinstance(self.title, str):
            wrong.append(f"'title' must be a text; found {self.title!r}: put it in quotes")
        if not isinstance(self.always_rate, bool):
            found = repr(self.always_rate)
            wrong.append(
                f"'learning rate always' must be a bool; found {found}: write true or false"
            )
        known = {key: rows[key] for key in rows if key in own and isinstance(rows[key], str)}
        self._latex = own | known
        if Path(file) != MACROS:
            wrong += self._set(known)
        if wrong:
            raise ValueError(f"{file}: {'; '.join(wrong)}")

    def _set(self, keys):
        """Write each symbol as `normal_latex` does; return what is wrong with some keys."""
        wrong = []
        symbols = {}
        for key in self._latex:
            try:
                # With k in it, until it is known how many updates are made.
                whole = self._latex[key] if key == "k-th weight" else self._filled(key)
                symbols[key] = normal_latex(whole)
                if not as_text(whole) or r"\begin" in whole:
                    raise malformed("a symbol", "be one line", repr(whole), "write its sign")
            except ValueError as error:
                if key in keys or not wrong:
                    wrong.append(f"{key!r}: {error}")
        users = {}
        for key in DISTINCT:
            text = as_text(symbols[key]) if key in keys and key in symbols else "1"
            if text != "1" and users.setdefault(text, key) != key:
                wrong.append(f"{users[text]!r} and {key!r} are both {text}: give one another sign")
        self._latex = symbols
        return wrong

    def __str__(self):
        return self.name

    def __getitem__(self, quantity):
        """Return the symbol of a quantity, by its name in the file."""
        if not isinstance(quantity, str) or quantity not in self._latex:
            must = f"be one of {', '.join(QUANTITIES)}"
            raise malformed("quantity", must, in_words(quantity))
        return from_latex(self._filled(quantity))

    def _filled(self, key, through=()):
        """Return the LaTeX of a quantity, with symbols in place of <their names>."""
        if key in through:
            raise malformed(f"<{key}>", "have a symbol of its own", "itself", "write its sign")
        if key in ("weight", "weight before"):
            change = -1 if key == "weight before" else 0
            return self.latex_at(self._filled("mistakes", (*through, key)), change)
        if key not in self._latex:
            known = ", ".join(self._latex)
            raise malformed(f"<{key}>", "be the name of a quantity", key, f"write one of {known}")

        def symbol(found):
            before, name, after = found.groups()
            latex = self._filled(name, (*through, key))
            if (before == "/" or after) and "\\Per" not in latex and not is_one(latex):
                latex = rf"\left({latex}\right)"
            elif before in ("_", "^") or (after and not re.fullmatch(r"\\[A-Za-z]+|.", latex)):
                latex = in_braces(latex)
            return before + latex + after

        return _NAME.sub(symbol, self._latex[key])

    def bare(self, quantity):
        """Return the symbol of a quantity without a hat and without an index."""
        latex = self._filled(quantity)
        return from_latex(latex if "\\Per" in latex else without_indices(latex))

    def at(self, k):
        """Return the symbol of the weights after k updates, a number or None for any."""
        return from_latex(self.latex_at(self._latex["mistakes"] if k is None else k))

    def latex_at(self, k, change=0):
        """Return the LaTeX of the weights after k updates, and as many more as `change` says."""

        def index(found):
            more = change + bool(found[2])
            written = str(k + more) if isinstance(k, int) else f"{k}{more:+d}" if more else k
            return (
                f"{found[1]}{{{written}}}" if found[1] and len(written) > 1 else found[1] + written
            )

        pattern = r"([_^]?)(?<![\\A-Za-z])k(\+1)?(?![A-Za-z])"
        return re.sub(pattern, index, self._latex["k-th weight"])

    @property
    def numbered(self):
        """Whether the symbol of the weights has a number."""
        return self.at(1) != self.at(2)


def _faults(rows, own):
    """Return what is wrong with a file as such, whatever its symbols are."""
    needed = ("k-th weight", *DISTINCT)
    free = ", ".join(("title", "learning rate always", *(key for key in own if key not in needed)))
    wrong = [f"{key!r} is unknown: there are also {free}" for key in rows if key not in own]
    wrong += [f"{key!r} is missing: write its symbol" for key in needed if key not in rows]
    for key, latex in rows.items():
        if not isinstance(latex, str):
            wrong.append(f"{key!r} must be LaTeX in quotes; found {latex!r}: write '\\gamma', say")
        elif not set(latex).isdisjoint("\b\t\n\f\r"):
            found = f"{latex!r}, where TOML took a backslash away"
            wrong.append(f"{key!r} must be LaTeX; found {found}: use single quotes, '\\theta'")
    if re.search("[0-9]k|k[0-9]", str(rows.get("k-th weight", ""))):
        found = f"{rows['k-th weight']!r}, where 2k would become 23"
        wrong.append(f"'k-th weight' must have k or k+1 alone; found {found}: write one of them")
    return wrong


UNLISTED = ("letter", "k-th weight", "all mistakes", "margin with offset", "separator offset")
QUANTITIES = tuple(key for key in read_toml(FILES / "own.toml") if key not in UNLISTED)
"""What tables show of a notation: the rows of `notation_table`."""


def notation_of(name):
    """Return a notation by the name of a source or of a file, or as it is.

    Parameters
    ----------
    name : str, path or Notation
        A source, "own", "course", "macros", or a file that ends in .toml, which is read again
        when it has changed.

    Raises
    ------
    ValueError
        No such source, or the file is not a notation; the message says what there is.
    """
    if isinstance(name, Notation):
        return name
    if isinstance(name, str | PathLike) and str(name).endswith(".toml"):
        return _notation(Path(name).stem, Path(name), read_text(name))
    if not isinstance(name, str) or name not in (*SOURCES, *LESSONS, "own", "macros"):
        known = f"{', '.join((*SOURCES, *LESSONS))}, macros or a file that ends in .toml"
        raise malformed("notation", f"be one of {known}", in_words(name))
    return _notation(name, FILES / f"{name}.toml", None)


@lru_cache(maxsize=64)
def _notation(name, file, content):
    """Return the notation of a file; `content` tells two states of the file apart."""
    return Notation(name, file)


AUTHORS: dict[str, str] = {}
"""Short name of a source → who wrote it, or its title where no author is named."""


def from_latex(latex):
    """Return a symbol or a formula in LaTeX as a Symbol, its text without double spaces."""
    return Symbol(" ".join(as_text(expanded(latex)).split()), latex)


def macros(notation="own"):
    r"""Return the commands of LaTeX for symbols, each with what a notation has for it.

    >>> macros()[r"\PerMargin"], macros("online")[r"\PerWeight"]
    ('\\gamma', '\\theta^{(#1+1)}')
    """
    return _macros(notation_of("own" if str(notation) == "macros" else notation))


@lru_cache(maxsize=64)
def _macros(letters):
    commands = read_toml(MACROS)
    meanings = {commands[name]: letters[name].latex for name in commands}
    weight = commands["k-th weight"]
    del meanings[weight]
    return meanings | {weight.removesuffix("{k}"): letters.latex_at("#1")}


def expanded(latex, left="", right=""):
    r"""Return LaTeX with what the commands of `macros` stand for, between two marks.

    >>> print(expanded(r"\PerWeight{\PerMistakes} \PerX"))
    w_{k} x
    """
    if "\\Per" not in latex:
        return latex
    known = macros()

    def meaning(found):
        return left + known[found[1]].replace("#1", expanded(found[2] or "", left, right)) + right

    return re.sub(r"(\\Per[A-Za-z]+)(?:\{([^{}]*)\})?", meaning, latex)


def collapsed(latex, left, right):
    r"""Return LaTeX with the commands of `macros` again for what stands between two marks.

    >>> print(collapsed(expanded(r"2 \PerWeight{\PerMistakes}", "<", ">"), "<", ">"))
    2 {\PerWeight{{\PerMistakes}}}
    """
    for command, meaning in macros().items():
        head, argument, tail = meaning.partition("#1")
        index = r"(\{[^{}]*\}|[^{}]*)" if argument else ""
        pattern = f"{re.escape(left + head)}{index}{re.escape(tail + right)}"
        now = rf"{{\{command}{{\1}}}}" if argument else rf"{{\{command}}}"
        latex = re.sub(pattern, now, latex)
    return latex


def style(notation="macros"):
    """Return perceptron.sty, which defines the commands of `macros` as a notation's symbols."""
    lines = [r"\ProvidesPackage{perceptron}[The symbols of figures, tables and captions]"]
    lines += [r"% \renewcommand any of them, and the symbol changes wherever it stands."]
    for command, meaning in macros(notation).items():
        arguments = "[1]" if "#1" in meaning else ""
        lines.append(rf"\providecommand{{{command}}}{arguments}{{{meaning}}}")
    return "\n".join(lines) + "\n"


def symbol(source: str, quantity: str) -> Symbol:
    """Return the symbol that a source uses for a quantity.

    Parameters
    ----------
    source : {"primal", "cosine", "online", "iterations", "empirical"} or Notation
    quantity : str
        One of `QUANTITIES`.

    Returns
    -------
    Symbol
        With `.text` and `.latex`.

    Raises
    ------
    ValueError
        No such source or quantity; the message lists those that there are.

    Examples
    --------
    >>> symbol("cosine", "margin").text, symbol("online", "weights").latex
    ('δ', '\\\\theta^{(k+1)}')
    """
    return notation_of(source)[quantity]


def relabel(table: Table, source: str | None, k: int | None = None) -> Table:
    """Return a finished table under a source's symbols.

    Parameters
    ----------
    table : Table
        Of a run, of an iteration or of bounds, in this package's own symbols.
    source : {"primal", "cosine", "online", "iterations", "empirical"}, Notation or None
        None leaves the table as it is.
    k : int, optional
        The updates made where the title is a `Phrase` with the ``letter`` of the weights, for
        sources that number them.

    Returns
    -------
    Table

    Examples
    --------
    >>> title = Phrase("after {k:update}: {letter} {w}", k=1, letter="w", w="= (2)")
    >>> print(relabel(Table(title, ["i", "y w·x"], [(0, 4)]), "online", k=1))
    after 1 update: θ^(2) = (2)
      i  y^(i) θᵀx^(i)
      0              4
    """
    if source is None:
        return table
    notation = notation_of(source)
    title = table.title
    if k is not None and isinstance(title, Phrase):
        title = Phrase(title.template, **(title.facts | {"letter": notation.at(k).text}))
    columns = [_heading(column, notation) for column in table.columns]
    return replace(table, title=title, columns=columns)


def _heading(column, notation):
    """Return one of this package's own headings in a source's symbols; others as they are."""
    if column not in OWN:
        return column
    heading = notation[OWN[column]]
    # Where all samples have length 1 there is no letter for the greatest length.
    return column if heading.text == "1" else heading


def formula(template, value):
    """Return a formula as a Symbol.

    Parameters
    ----------
    template : str
        In signs of Unicode, with names in braces; [x] is √x.
    value : callable
        Returns the Symbol that stands for a name and what follows it after a colon.
    """
    text = latex = ""
    parts = list(Formatter().parse(template))
    for (literal, name, spec, _), (after, *_) in zip(parts, [*parts[1:], ("",)], strict=False):
        text = _continued(text, literal)
        signs = re.sub(r"\b(cos|max)(?=[ (])", r"\\\1", literal)
        signs = in_formula(signs)
        latex += signs.replace("[", r"\sqrt{").replace("]", "}")
        if name is not None:
            found = value(name, spec)
            has_power = after.startswith(POWERS)
            if has_power and "^" in found.text:
                found = _bracketed_symbol(found)
            elif has_power or text.endswith("/") or (name in ONE and _is_factor(text, after)):
                found = _as_factor(found)
            text = _continued(text, found.text)
            powered = after.startswith(POWERS) and re.search(r"[_^]|\\Per", found.latex)
            latex += in_braces(found.latex) if powered else found.latex
            latex += " " if not powered and re.search(r"\\[A-Za-z]+$", found.latex) else ""
    text = re.sub(r"\[([^]]*[+/|][^]]*)\]", r"√(\1)", text).replace("[", "√").replace("]", "")
    # A command is parted from a letter after it; from signs it need not be.
    latex = re.sub(r"(?<=[a-zA-Z]) +(?=[\^_/),}|])", "", re.sub(" +", " ", latex))
    return Symbol(re.sub(" +", " ", text), latex)


def _continued(text, more):
    """Return a text that goes on; a letter behind an index is parted from it."""
    is_index = re.search(r"[_^]\w+$", text) and more[:1].isalnum()
    return f"{text} {more}" if is_index or has_own_index(text, more) else text + more


def _is_factor(before, after):
    """Whether what stands between two texts is multiplied or divides."""
    end, start = before.rstrip()[-1:], after.lstrip()[:1]
    return end.isalnum() or start.isalnum() or end in tuple(")*⋆′·") or start in tuple("([·/{")


def _as_factor(symbol):
    """Return a symbol in brackets, unless it is one sign with its indices."""
    if "\\Per" in symbol.latex or is_one(symbol.latex):
        return symbol
    return _bracketed_symbol(symbol)


def _bracketed_symbol(symbol):
    return Symbol(f"({symbol.text})", rf"\left({symbol.latex}\right)")


def write(template, source, learning_rate=1):
    """Return a formula in a source's own symbols.

    Parameters
    ----------
    template : str
        With quantities in braces, such as "{weights}·{separator}": see `formula`. {η} and {η²} are
        written only where the source keeps a learning rate, or the run has one other than 1.
        {radius} is R where the source has no letter for it.
    source : str or Notation
    learning_rate : number

    Returns
    -------
    Symbol

    Examples
    --------
    >>> write("{mistakes}·{margin}", "cosine").text, write("[{mistakes}]", "empirical").latex
    ('#mistakes·δ', '\\\\sqrt{T}')
    """
    return _write(template, notation_of(source), learning_rate)


@lru_cache(maxsize=1024)
def _write(template, notation, learning_rate):
    rate = notation_of("macros" if str(notation) == "macros" else "own")["learning rate"]
    is_shown = notation.always_rate or learning_rate != 1
    rates = {"η": rate, "η²": Symbol(f"{rate.text}²", f"{rate.latex}^2")}

    def value(name, spec):
        if name in rates:
            return rates[name] if is_shown else Symbol("", "")
        sign = notation[name]
        return Symbol("R", "R") if (name, sign.text) == ("radius", "1") else sign

    return Symbol(*(part.strip() for part in formula(template, value)))


def squared(formula, signed=False):
    """Return the square of a formula; `signed`, the square that keeps the sign, v·|v|.

    >>> squared(Symbol("γ", r"\\gamma")).text, squared(Symbol("w·u", r"w \\cdot u"), True).text
    ('γ²', '(w·u)·|w·u|')
    """
    text, latex = formula
    if signed:
        return Symbol(f"({text})·|{text}|", rf"({latex}) \cdot |{latex}|")
    if len(text) == 1:
        return Symbol(f"{text}²", f"{in_braces(latex)}^2")
    return Symbol(f"({text})²", f"({latex})^2")


def notation_table() -> Table:
    """Return the table of all quantities, one column a source."""
    rows = [(name, *(symbol(source, name) for source in SOURCES)) for name in QUANTITIES]
    return Table("one algorithm, five notations", ("quantity", *SOURCES), rows)


AUTHORS |= {source: notation_of(source).title for source in SOURCES}
