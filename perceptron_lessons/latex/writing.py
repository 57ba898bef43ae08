"""From a tree to a line of plain text, to HTML, or to LaTeX again."""

from __future__ import annotations

import html
import itertools
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from perceptron_lessons.latex.reading import ACCENT_NAMES, BRACKETS, LAID_OUT, RAISED, read

SHORT = 3  # letters of an index without braces; n_samples is a name
MARKS = {
    **{sign: sign for sign in ("*", "⋆", "∗", "†", "‡", "′")},
    **dict.fromkeys("T⊤⊺", "ᵀ"),
    "∘": "°",
    "+": "⁺",
    "−": "⁻",
}
"""What stands raised behind a letter → how plain text has it."""
_ALPHABETS = {
    "mathbb": ("DOUBLE-STRUCK",),
    "mathcal": ("SCRIPT",),
    "mathscr": ("SCRIPT",),
    "mathfrak": ("FRAKTUR", "BLACK-LETTER"),
}
_OPENING, _CLOSING = "([{⟨⌊⌈", ")]}⟩⌋⌉"

# What a piece is at its left and right end. Besides the kinds of nodes these are: a `minus` with
# no term before it, an `index` that would go on in a letter behind it, one that is `raised`, a
# `root` of one sign and one that is `rooted` in brackets, a `quotient`.
_SPACED = {"operators", "relations"}
_NO_TERM = {*_SPACED, "opening", "minus", "punctuation", "large", "slash"}
_ATOMS = {"letters", "digits", "upright", "function", "root", "rooted", "large", "text"}
_ENDS = {"letters", "digits", "upright", "closing", "index", "raised", "root", "rooted", "quotient"}
_FACTOR_BEFORE = {*_ENDS, "slash", "function"}
_FACTOR_AFTER = {*_ATOMS - {"text"}, "opening", "quotient"}
_NO_FACTOR = {*_SPACED, "punctuation", "large", "quotient", "slash", "function", "text"}


class Piece(NamedTuple):
    """A part of a line: in its form, as plain text, and what it is at either end."""

    written: str
    text: str
    first: str
    last: str


class OutputForm(NamedTuple):
    """How a form writes a letter, other signs, an index, and letters in a font."""

    letter: Callable
    plain: Callable
    index: Callable
    font: Callable


def as_text(latex):
    r"""Return a formula as plain text, with signs of Unicode.

    Raises
    ------
    ValueError
        As `read` does.

    Examples
    --------
    >>> as_text(r"\frac{u\cdot w}{\sqrt k\,\gamma} \neq \theta^\star"), as_text(r"2\frac13 x_iy_i")
    ('u·w/(√k γ) ≠ θ⋆', '2(1/3) x_i y_i')
    """
    return _line(read(latex), TEXT)


def as_html(latex):
    r"""Return a formula as HTML in one line, with indices below and above it.

    >>> as_html(r"\mathbf{w}^{(t)} < \tilde w_\text{opt}")
    '<b>w</b><sup>(<i>t</i>)</sup> &lt; <i>w̃</i><sub>opt</sub>'
    """
    return _line(read(latex), HTML).replace("</i><i>", "")


def normal_latex(latex):
    r"""Return a formula as LaTeX with one command for each sign, arguments in braces.

    LaTeX with amsmath and amssymb, MathJax and what draws figures all read it.

    >>> print(normal_latex(r"\lVert\tilde w\rVert\leqslant\tfrac12θ'"))
    \|\tilde{w}\|\leqslant\frac{1}{2}\theta^\prime
    """
    return _source(read(latex))


def without_indices(latex):
    r"""Return the sign of a symbol in LaTeX without its indices and without a hat.

    >>> without_indices(r"\hat{w}_{k-1}"), without_indices(r"\tilde{x}^{(i)}")
    ('w', '\\tilde{x}')
    """
    nodes = [node for node in read(latex) if node.kind not in ("gap", "space")]
    while len(nodes) == 1 and (nodes[0].kind in ("scripts", "group") or nodes[0].text == "\u0302"):
        nodes = [nodes[0].parts[0]] if nodes[0].kind == "scripts" else list(nodes[0].parts)
    return _source(nodes)


def is_one(latex):
    r"""Return whether a symbol may have a power or stand beside a factor without brackets.

    >>> is_one(r"\tilde{w}_k^\star"), is_one(r"\frac{1}{2}\gamma"), is_one(r"2R"), is_one(r"(a+b)")
    (True, False, False, True)
    """
    pieces = _pieces(read(latex), TEXT)
    signs = [piece for piece in pieces if piece.first not in ("gap", "space", "others", "text")]
    is_factor = len(signs) < 2 and not any(piece.first == "quotient" for piece in signs)
    return is_factor or _is_enclosed(_joined(pieces, inside=False).text)


# ---- lines ----


def _line(nodes, form):
    """Return nodes in a form, each blank once."""
    return unicodedata.normalize("NFC", " ".join(_whole(nodes, form).written.split()))


def _whole(nodes, form, inside=False):
    """Return nodes as one piece; `inside` an index nothing is spaced."""
    return _joined(_pieces(nodes, form, inside), inside)


def _joined(pieces, inside):
    """Return pieces as one, with blanks where they need them."""
    pieces = [piece for piece in pieces if piece.text]
    if not pieces:
        return Piece("", "", "gap", "gap")
    written, text = pieces[0][:2]
    for left, right in itertools.pairwise(pieces):
        blank = " " if _is_spaced(left, right, inside) else ""
        written += blank + right.written
        text += blank + right.text
    return Piece(written, text, pieces[0].first, pieces[-1].last)


def _is_spaced(left, right, inside):
    """Whether a blank stands between two pieces."""
    end, start = left.last, right.first
    if end == "index" and start in _ATOMS:
        return True
    if has_own_index(left.text, right.text):
        return True
    if end == "function" and start in {*_ATOMS, "minus", "quotient"}:
        return True
    if start == "function" and end in _ENDS:
        return True
    if inside:
        return False
    if left.text == "·" or right.text == "·":
        return False
    if {end, start} & _SPACED or end == "punctuation":
        return True
    if start == "large":
        return end in _ENDS
    return (end == "root" and start in _ATOMS) or (end == "large" and start != "closing")


def has_own_index(before, text):
    """Whether the letter that comes first in a text has an index, and a letter stands before it.

    A blank parts them, since my_w is a name.
    """
    is_letter = before[-1:].isascii() and before[-1:].isalpha()
    return is_letter and bool(re.match("[A-Za-z].?[_^]", text))


def _pieces(nodes, form, inside=False):
    """Return the pieces of a row."""
    pieces = []
    bars = []
    for node, after in itertools.zip_longest(nodes, nodes[1:]):
        if node.kind == "gap" and _closes_up(pieces, after, bars):
            continue
        piece = _WRITERS.get(node.kind, _sign)(node, form, inside)
        if node.source == r"\," and pieces and after:
            is_number = pieces[-1].last == after.kind == "digits"
            piece = piece._replace(written=" ", text=" ") if is_number else piece
        if piece.first == "bars":
            piece = _as_bracket(piece, bars)
        elif piece.first == "operators" and _is_sign_of_a_term(pieces):
            piece = piece._replace(first="minus", last="minus")
        pieces.append(piece)
    return _with_brackets(pieces)


def _closes_up(pieces, after, bars):
    """Whether a blank of the source is left out: inside of brackets and bars, behind ᵀ."""
    if after:
        sign = after.parts[0] if after.kind == "scripts" else after
        if sign.kind in ("closing", "punctuation", "point", "slash") or sign.text in (*bars, "·"):
            return True
    last = pieces[-1] if pieces else None
    return bool(last) and (
        last.last in ("opening", "slash") or last.text == "·" or last.text.endswith("ᵀ")
    )


def _as_bracket(piece, bars):
    """Return a bar as what closes, if its like is open, else as what opens."""
    kind = "closing" if bars and bars[-1] == piece.text[0] else "opening"
    if kind == "closing":
        bars.pop()
    else:
        bars.append(piece.text[0])
    return piece._replace(first=kind, last=kind if piece.last == "bars" else piece.last)


def _is_sign_of_a_term(pieces):
    """Whether a plus or minus behind these pieces has no term before it."""
    before = next((piece.last for piece in reversed(pieces) if not _is_blank(piece)), None)
    return before is None or before in _NO_TERM


def _is_blank(piece):
    return piece.first in ("gap", "space")


def _with_brackets(pieces):
    """Put brackets around a quotient beside a factor: (1/2)γ is not 1/2γ."""
    places = [i for i, piece in enumerate(pieces) if not _is_blank(piece)]
    result = list(pieces)
    for before, i, after in zip([None, *places], places, [*places[1:], None], strict=False):
        is_factor = (before is not None and pieces[before].last in _FACTOR_BEFORE) or (
            after is not None and pieces[after].first in _FACTOR_AFTER
        )
        if pieces[i].first == "quotient" and is_factor:
            result[i] = _in_brackets(pieces[i])
    return result


def _in_brackets(piece):
    return Piece(f"({piece.written})", f"({piece.text})", "opening", "closing")


def _is_enclosed(text):
    """Whether one pair of brackets or bars stands around all of a text."""
    if text[:1] in ("‖", "|"):
        return text.count(text[0]) == 2 and text.endswith(text[0])
    depth = 0
    for place, c in enumerate(text):
        depth += (c in _OPENING) - (c in _CLOSING)
        if depth < 1:
            return 0 < place == len(text) - 1
    return False


def _factor(nodes, form, inside):
    """Return nodes as one piece that may have a power or divide: in brackets, if need be."""
    pieces = _pieces(nodes, form, inside)
    whole = _joined(pieces, inside)
    pieces = [piece for piece in pieces if not _is_blank(piece)]
    is_one = len(pieces) == 1 and whole.first != "quotient" and " " not in whole.text
    return whole if is_one or _is_enclosed(whole.text) or not pieces else _in_brackets(whole)


# ---- what each node becomes ----


def _sign(node, form, inside):
    write = form.letter if node.kind == "letters" else form.plain
    return Piece(write(node.text), node.text, node.kind, node.kind)


def _group(node, form, inside):
    whole = _whole(node.parts, form, inside)
    is_mark = {part.kind for part in node.parts} == {"punctuation"}
    return whole._replace(first="point", last="point") if is_mark else whole  # 10{,}000


def _words(node, form, inside):
    """Upright letters: one is a letter, more are the name of a function."""
    whole = _whole(node.parts, form, inside)
    if any(part.kind not in ("letters", "digits", "gap", "space") for part in node.parts):
        return whole
    kind = "function" if len(whole.text) > 1 and whole.text.isalpha() else "upright"
    return Piece(form.plain(whole.text), whole.text, kind, kind)


def _accent(node, form, inside):
    bare = _whole(node.parts, form, inside).text
    marked = re.sub(r"([^ _^{}()])([\u0300-\u036f\u20d7]*)", rf"\1\2{node.text}", bare)
    write = form.letter if all(part.kind == "letters" for part in node.parts) else form.plain
    written = write(marked)
    if len(node.parts) == 1 and node.parts[0].kind == "font":
        written = form.font(node.parts[0].text, written)
    return Piece(written, marked, "letters", "letters")


def _font(node, form, inside):
    whole = _whole(node.parts, form, inside)
    if node.text not in _ALPHABETS:
        return whole._replace(written=form.font(node.text, whole.written))
    letters = "".join(_of_alphabet(c, node.text) for c in whole.text)
    return Piece(form.plain(letters), letters, "letters", "letters")


def _of_alphabet(c, font):
    """Return a letter or digit of an alphabet, or as it is where the alphabet has none."""
    name = unicodedata.name(c, "").removeprefix("LATIN ").replace("LETTER ", "")
    for alphabet in _ALPHABETS[font]:
        for full_name in (f"{alphabet} {name}", f"MATHEMATICAL {alphabet} {name}"):
            with suppress(KeyError):
                return unicodedata.lookup(full_name)
    return c


def _scripts(node, form, inside):
    base, *indices = node.parts
    parts = base.parts if base.kind == "group" else (base,)
    whole = _sign(base, form, inside) if base.kind == "bars" else _factor(parts, form, inside)
    first = whole.first
    kind = first if first in ("large", "function") else "bars" if whole.last == "bars" else ""
    has_power = whole.last in ("raised", "root", "rooted", "quotient") or (
        len(parts) == 1 and parts[0].kind == "scripts" and parts[0].text.endswith("^")
    )
    for sign, index in zip(node.text, indices, strict=True):
        shown = _whole(index.parts, form, True)
        if sign == "^" and has_power and whole.last != "closing" and whole.text[-1] not in _TAILS:
            whole = _in_brackets(whole)
            first = "opening"
        written, text, last = form.index(sign, shown)
        whole = Piece(whole.written + written, whole.text + text, first, last)
    return whole._replace(last=kind) if kind and whole.last != "index" else whole


_TAILS = set(MARKS.values())


def _fraction(node, form, inside):
    over, under = node.parts
    pieces = _pieces(over.parts, form, inside)
    top, bottom = _joined(pieces, inside), _factor(under.parts, form, inside)
    kinds = {piece.first for piece in _outside_of_brackets(pieces) if piece.text != "·"}
    is_one = len(kinds) == 1 and kinds <= {"function", "large"}
    if kinds & _NO_FACTOR and not is_one and not _is_enclosed(top.text):
        top = _in_brackets(top)
    return Piece(
        f"{top.written}/{bottom.written}", f"{top.text}/{bottom.text}", "quotient", "quotient"
    )


def _outside_of_brackets(pieces):
    """Return the pieces that stand in no brackets."""
    depth = 0
    outside = []
    for piece in pieces:
        depth -= piece.first == "closing"
        if depth <= 0 and piece.text.strip():
            outside.append(piece)
        depth += piece.last == "opening"
    return outside


def _choice(node, form, inside):
    over, under = (_whole(part.parts, form, inside) for part in node.parts)
    written, text = (f"{a} choose {b}" for a, b in zip(over[:2], under[:2], strict=True))
    return _in_brackets(Piece(written, text, "", ""))


def _root(node, form, inside):
    radicand, degree = node.parts
    whole = _factor(radicand.parts, form, inside)
    if whole.last == "raised":
        whole = _in_brackets(whole)
    degree = _whole(degree.parts, TEXT, True).text
    sign = _power(degree) + "√" if degree else "√"
    kind = "rooted" if whole.last == "closing" else "root"
    return Piece(sign + whole.written, sign + whole.text, kind, kind)


def _environment(node, form, inside):
    if node.text in LAID_OUT:
        return _whole([n for row in node.parts for cell in row.parts for n in cell.parts], form)
    opening, closing = BRACKETS[node.text]
    rows = [[_whole(cell.parts, form) for cell in row.parts] for row in node.parts]
    written = "; ".join(", ".join(cell.written.strip() for cell in row) for row in rows)
    text = "; ".join(", ".join(cell.text.strip() for cell in row) for row in rows)
    return Piece(opening + written + closing, opening + text + closing, "opening", "closing")


_WRITERS = {
    "group": _group,
    "words": _words,
    "accent": _accent,
    "font": _font,
    "scripts": _scripts,
    "fraction": _fraction,
    "choice": _choice,
    "root": _root,
    "environment": _environment,
}


# ---- forms ----


def _power(text):
    """Return what is raised, as plain text has it."""
    if all(c in MARKS for c in text):
        return "".join(MARKS[c] for c in text)
    if all(c in "0123456789+−" for c in text):
        return "".join(RAISED[c] for c in text)
    if _is_enclosed(text) and text.startswith("("):
        return f"^{text}"
    return f"^{text}" if text.isalnum() and len(text) <= SHORT else f"^{{{text}}}"


def _text_index(sign, shown):
    """Return an index in its form, as plain text, and what it is at its end."""
    text = unicodedata.normalize("NFC", shown.text)
    if not text:
        return "", "", "closing"
    if sign == "^":
        if set(text[:-1]) == {"′"} and text[-1].isdigit():
            power = text.lstrip("′")
            text = text.removesuffix(power) + _power(power)
        else:
            text = _power(text)
        return text, text, "index" if text[-1].isalnum() and text[0] == "^" else "raised"
    if text.isalnum() and len(text) <= SHORT:
        return f"_{text}", f"_{text}", "index"
    is_bare = len(text) == 1 or (text.startswith("(") and _is_enclosed(text))
    text = f"_{text}" if is_bare else f"_{{{text}}}"
    return text, text, "closing"


def _html_index(sign, shown):
    _, text, last = _text_index(sign, shown)
    if text == "°" or set(shown.text) <= {"′"}:
        return text, text, last
    tag = "sub" if sign == "_" else "sup"
    return f"<{tag}>{shown.written}</{tag}>", text, last


def _html_letter(text):
    return f"<i>{text}</i>" if text[0].isalpha() else html.escape(text)


def _html_font(name, written):
    if name == "mathit":
        return written
    upright = re.sub(r"</?i>", "", written)
    tags = {"mathbf": "<b>{}</b>", "boldsymbol": "<b><i>{}</i></b>", "mathtt": "<code>{}</code>"}
    return tags.get(name, "{}").format(upright)


TEXT = OutputForm(str, str, _text_index, lambda name, written: written)
HTML = OutputForm(_html_letter, html.escape, _html_index, _html_font)


# ---- LaTeX again ----


def _source(nodes):
    """Return nodes as LaTeX, without blanks that say nothing."""
    written = []
    for node in nodes:
        source = _node_source(node)
        ends_in_command = bool(written) and _COMMAND_AT_END.search(written[-1])
        if node.kind == "gap":
            source = " " if ends_in_command or (written and node.text) else ""
            source = "" if written and written[-1].endswith(" ") else source
        elif ends_in_command and source[:1].isalpha():
            source = f" {source}"
        if source:
            written.append(source)
    while written and written[-1] == " ":
        written.pop()
    return "".join(written)


_COMMAND_AT_END = re.compile(r"\\[A-Za-z]+\Z")


def in_braces(latex):
    r"""Return LaTeX as one group, which may have an index or a power of its own.

    TeX takes the braces off an accent that stands alone in them, and then finds two powers.

    >>> print(in_braces(r"w^\star"), in_braces(r"\vec{v}^\star"))
    {w^\star} {{}\vec{v}^\star}
    """
    return f"{{{{}}{latex}}}" if _RAISED_ACCENT.match(latex) else f"{{{latex}}}"


_RAISED_ACCENT = re.compile(rf"\\(?:{'|'.join(ACCENT_NAMES.values())})\b.*[\^']", re.DOTALL)


def _braces(node):
    return f"{{{_source(node.parts)}}}"


def _node_source(node):
    if node.kind == "scripts":
        return _scripts_source(node)
    if node.kind == "accent":
        return rf"\{ACCENT_NAMES[node.text]}{_braces(node)}"
    if node.kind in ("font", "words"):
        return rf"\{node.text}{_braces(node)}"
    if node.kind == "root":
        radicand, degree = node.parts
        return rf"\sqrt{f'[{_source(degree.parts)}]' if degree.parts else ''}{_braces(radicand)}"
    if node.kind in ("fraction", "choice"):
        command = r"\frac" if node.kind == "fraction" else r"\binom"
        return command + "".join(map(_braces, node.parts))
    if node.kind == "environment":
        rows = (" & ".join(_source(cell.parts) for cell in row.parts) for row in node.parts)
        inner = r" \\ ".join(rows)
        return rf"\begin{{{node.text}}}{inner}\end{{{node.text}}}"
    return in_braces(_source(node.parts)) if node.kind == "group" else node.source


def _scripts_source(node):
    base, *indices = node.parts
    if node.source:
        return f"{node.source}{_braces(indices[0])}{_braces(base)}"
    latex = _node_source(base)
    for sign, index in zip(node.text, indices, strict=True):
        inner = _source(index.parts)
        is_one = len(inner) == 1 or re.fullmatch(r"\\[A-Za-z]+", inner)
        latex += sign + (inner if is_one else f"{{{inner}}}")
    return latex
