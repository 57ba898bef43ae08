"""Captions as LaTeX: what is mathematics in them stands in formulas, in the symbols of a source."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import NamedTuple

from perceptron_lessons.figures.pgf import as_latex
from perceptron_lessons.theory.formats import latex_escape
from perceptron_lessons.theory.notation import QUANTITIES, symbol

# Letters that are quantities wherever they stand alone, and products of them that are written.
ALONE = dict(zip("wuxyzbcdtknRDTK", "wuxyzbcdtknRDTK", strict=True))
ALONE |= {"θ": r"\theta", "γ": r"\gamma", "δ": r"\delta", "η": r"\eta", "σ": r"\sigma"}
ALONE |= {"Δ": r"\Delta", "ξ": r"\xi", "ŵ": r"\hat{w}", "x̂": r"\hat{x}", "w*": "w^*"}
ALONE |= {"yx": "yx", "ηyx": r"\eta yx", "kγ": r"k\gamma", "cos": r"\cos"}
ALONE |= {"max": r"\max", "yR": "yR", "yD": "yD", "w0": "w_0", "θ0": r"\theta_0"}
SIGNS = {"≤": r"\leq ", "≥": r"\geq ", "≠": r"\neq ", "=": "=", "+": "+", "−": "-", "<": "<"}
SIGNS |= {">": ">", "·": r" \cdot ", "×": r" \times ", "/": "/", "‖": r"\|", "|": "|", "²": "^2"}
SIGNS |= {"³": "^3", "→": r" \to ", "∞": r"\infty ", "±": r" \pm ", "≈": r" \approx "}
SIGNS |= {"Σ": r"\sum ", "ᵀ": "^T", "₀": "_0", "°": r"^\circ ", "…": r" \ldots "}
LETTER = "A-Za-zÀ-ɏα-ωΑ-Ω"


class Piece(NamedTuple):
    """A part of a caption: its kind, how it is written, and how LaTeX writes it in a formula."""

    kind: str  # "word", "space", "math", "number", "root", or one of ( ) ,
    text: str
    latex: str = ""


def in_latex(text, notation=None):
    r"""Return a caption as LaTeX, its mathematics between dollar signs.

    Parameters
    ----------
    text : str
        As figures say it, in letters and signs of Unicode.
    notation : {"primal", "cosine", "online", "iterations", "empirical"} or None
        Whose symbols stand in it.

    Returns
    -------
    str
        In ASCII, if TeX has all the letters.

    >>> print(in_latex("After 4 mistakes: ‖ŵ_k‖ = 4.2 ≤ √k R, w = (2, −4), 50 %.", "primal"))
    After 4 mistakes: $\|\hat{w}_k\| = 4.2 \leq \sqrt{k} R$, $w = (2, -4)$, 50 \%.
    """
    joined = ""
    plain = ""
    for formula, pieces in groupby(_sorted_out(text, notation), lambda piece: piece[1]):
        pieces = [piece for piece, _ in pieces]
        words = "".join(piece.text for piece in pieces)
        if not formula or [piece.kind for piece in pieces] == ["number"]:
            joined += words.replace("$", r"\$")
            plain += latex_escape(words)
        else:
            joined += f"${_formula(pieces)}$"
            plain += f"${_formula(pieces)}$"
    return as_latex(joined) or plain


@cache
def _symbols(notation):
    """Every symbol that may stand in a caption → its LaTeX."""
    if notation is None:  # a proof in a caption is in the symbols of its own source
        every = (s for symbols in QUANTITIES.values() for s in symbols.values())
        return {s.text: s.latex for s in every if re.search("_|\\^", s.text)} | ALONE
    bold = {letter: rf"\mathbf{{{letter}}}" for letter in "wx"}
    same = "mathbf" in symbol(notation, "sample").latex
    letters = ALONE | (bold if same else {})
    named = ("weights", "weights before", "sample", "label", "separator", "margin", "mistakes")
    letters["w_k"] = f"{letters['w']}_k"  # the path of w is in the package's own letters
    return letters | {QUANTITIES[name][notation].text: _latex(name, notation) for name in named}


def _latex(name, notation):
    return symbol(notation, name).latex.removesuffix(r"\,")


@cache
def _pattern(notation):
    known = "|".join(map(re.escape, sorted(_symbols(notation), key=len, reverse=True)))
    return re.compile(
        rf"(?P<word>\([abc]\)(?= [A-Z0-9]))"
        rf"|(?<![{LETTER}])(?P<indexed>[wŵθ](?:_[0-9j]+|\^\(\d+\)))(?![{LETTER}0-9])"
        rf"|(?<![{LETTER}_])(?P<known>{known})(?![{LETTER}0-9_])"
        rf"|(?<![{LETTER}_0-9])(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?)(?![{LETTER}_]{{2}}|[a-z_])"
        rf"|(?P<sign>[{re.escape(''.join(SIGNS))}])|(?P<other>[√(), ])|(?P<rest>.)",
        re.DOTALL,
    )


def _pieces(text, notation):
    """Yield the pieces of a caption."""
    symbols = _symbols(notation)
    for match in _pattern(notation).finditer(text):
        written = match[0]
        kind = match.lastgroup
        if kind == "known":
            yield Piece("math", written, symbols[written])
        elif kind == "indexed":
            base, sign, index = re.fullmatch(r"(.)([_^])(.*)", written).groups()
            yield Piece("math", written, f"{symbols[base]}{sign}{{{index}}}")
        elif kind == "number":
            yield Piece("number", written, written.replace(",", "{,}"))
        elif kind == "sign":
            yield Piece("math", written, SIGNS[written])
        elif kind == "other":
            names = {"√": "root", " ": "space"}
            yield Piece(names.get(written, written), written, written)
        else:
            yield Piece("word", written)


def _sorted_out(text, notation):
    """Return each piece with whether it belongs to a formula."""
    pieces = list(_pieces(text, notation))
    inside = [piece.kind in ("math", "number", "root") for piece in pieces]
    opened = []
    for i, piece in enumerate(pieces):
        if piece.kind == "(":
            opened.append(i)
        elif piece.kind == ")" and opened:
            start = opened.pop()
            between = range(start + 1, i)
            # A pair with nothing but mathematics in it is mathematics, its commas too.
            if between and all(inside[j] or pieces[j].kind in ("space", ",") for j in between):
                inside[start : i + 1] = [True] * (i + 1 - start)
    for i, piece in enumerate(pieces[1:-1], start=1):
        if piece.kind == "space" and inside[i - 1] and inside[i + 1]:
            inside[i] = True
    return zip(pieces, inside, strict=True)


def _formula(pieces):
    """Return the pieces of a formula as LaTeX."""
    latex = ""
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        power = i + 1 < len(pieces) and pieces[i + 1].text in "²³"
        if piece.kind == "root" and i + 1 < len(pieces):
            end = _end(pieces, i + 1)
            group = pieces[i + 1 : end]
            group = group[1:-1] if group[0].kind == "(" else group
            latex += rf"\sqrt{{{_formula(group)}}}"
            i = end
            continue
        latex += f"{{{piece.latex}}}" if power and "^" in piece.latex else piece.latex
        i += 1
    return re.sub(" +", " ", latex).strip()


def _end(pieces, start):
    """Return where what stands under a root ends: after a symbol, or after its pair of brackets."""
    depth = 0
    for i in range(start, len(pieces)):
        depth += {"(": 1, ")": -1}.get(pieces[i].kind, 0)
        if depth == 0:
            return i + 1
    return len(pieces)
