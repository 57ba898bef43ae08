"""From LaTeX to a tree: what is not known is refused."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from perceptron_core.checks import malformed

_TABLE = tomllib.loads(Path(__file__).with_name("signs.toml").read_text(encoding="utf-8"))
_WRITTEN = _TABLE.pop("written")
RAISED = _TABLE.pop("raised")
"""Sign → the same where Unicode has it raised."""
LOWERED = _TABLE.pop("lowered")
"""Sign → the same where Unicode has it lowered."""
_INDICES = {small: ("^", sign) for sign, small in RAISED.items()}
_INDICES |= {small: ("_", sign) for sign, small in LOWERED.items()}
SIGNS = {command: sign for signs in _TABLE.values() for command, sign in signs.items()}
"""Command → the sign of Unicode."""
NAMES = {sign: command for command, sign in reversed(SIGNS.items())} | _WRITTEN
"""Sign → how we write it in LaTeX."""
_KINDS = {sign: kind for kind, signs in _TABLE.items() for sign in signs.values()}
_ASCII = {
    **dict.fromkeys("+-*", "operators"),
    **dict.fromkeys("=<>", "relations"),
    **dict.fromkeys("([", "opening"),
    **dict.fromkeys(")]!?", "closing"),
    **dict.fromkeys(",;:", "punctuation"),
    "|": "bars",
    ":=": "relations",
    "/": "slash",
    ".": "point",
}
_FUNCTIONS = (
    "arg",
    "cos",
    "cosh",
    "cot",
    "deg",
    "det",
    "dim",
    "exp",
    "gcd",
    "hom",
    "inf",
    "ker",
    "lg",
    "lim",
    "liminf",
    "limsup",
    "ln",
    "log",
    "max",
    "min",
    "Pr",
    "sec",
    "sin",
    "sinh",
    "sup",
    "tan",
    "tanh",
)
_OWN_FUNCTIONS = ("argmax", "argmin", "sgn", "sign")
FUNCTIONS = (*_FUNCTIONS, *_OWN_FUNCTIONS)
ACCENTS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "bar": "\u0304",
    "overline": "\u0305",
    "dot": "\u0307",
    "ddot": "\u0308",
    "check": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "mathring": "\u030a",
    "vec": "\u20d7",
    "overrightarrow": "\u20d7",
    "underline": "\u0332",
}
"""Name of an accent → the combining sign of Unicode."""
ACCENT_NAMES = {mark: name for name, mark in reversed(ACCENTS.items())}
_FONTS = {
    "mathbf": "mathbf",
    "boldsymbol": "boldsymbol",
    "bm": "boldsymbol",
    "pmb": "boldsymbol",
    "mathit": "mathit",
    "mathnormal": "mathit",
    "mathsf": "mathsf",
    "mathtt": "mathtt",
    "mathbb": "mathbb",
    "mathcal": "mathcal",
    "mathscr": "mathscr",
    "mathfrak": "mathfrak",
}
_WORDS = ("mathrm", "operatorname", "operatorname*", "mathop")
_TEXTS = ("text", "textrm", "textnormal", "mbox", "textit", "textbf")
_STACKS = {"overset": "^", "stackrel": "^", "underset": "_"}
_SPACES = {",": "", ":": " ", ";": " ", "!": "", " ": " ", "quad": " ", "qquad": " "}
_SIZE = re.compile(r"\\(?:big|Big|bigg|Bigg)([lrm]?)")
_BARS = {"lVert": r"\|", "rVert": r"\|", "lvert": "|", "rvert": "|"}
_SIDES = {"l": "opening", "r": "closing", "m": "relations", "": ""}
_LAYOUT = ("displaystyle", "textstyle", "scriptstyle", "limits", "nolimits")
LAID_OUT = ("aligned", "align", "align*", "gathered", "split")
BRACKETS = {
    "cases": ("{", ""),
    "matrix": ("", ""),
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "vmatrix": ("|", "|"),
}
"""Name of an environment that is a thing of its own → what encloses it."""
_REMEDIES = {
    "$": r"leave the dollar signs out; a dollar is \$",
    "%": r"leave it out, since LaTeX ignores what follows it; per cent is \%",
    "#": r"leave it out; the sign is \#",
    "&": "leave it out, except in a matrix; write “and” as words",
    "}": "write as many { as }, each before its }",
    "\\": "write \\backslash",
    r"\right": r"write as many \left as \right",
    r"\(": r"leave \( and \) out",
    r"\[": r"leave \[ and \] out",
    r"\norm": r"write \lVert … \rVert",
    r"\abs": r"write \lvert … \rvert",
    r"\over": r"write \frac{…}{…}",
    r"\choose": r"write \binom{…}{…}",
    r"\it": r"write \mathit{…}",
    r"\mathbbm": r"write \mathbb{…}",
    r"\mathds": r"write \mathbb{…}",
    r"\lbrack": "write [",
    r"\rbrack": "write ]",
    "√": r"write \sqrt{…}",
    "″": "write ''",
    "–": "write -",
    r"\bf": r"write \mathbf{…}",
    r"\rm": r"write \mathrm{…}",
    r"\cal": r"write \mathcal{…}",
}
_MARKS = ("⋆", "∗", "†", "‡")  # raised, where they stand close behind a letter
DEEPEST = 100  # braces within braces
_TOKEN = re.compile(
    r"\\operatorname\*|\\[A-Za-z]+|\\.|\s+|:=|[^\W\d_][\u0300-\u036f\u20d7]|.", re.DOTALL
)


class Node(NamedTuple):
    """A part of a formula: what it is, what it shows, its parts, and how LaTeX writes it."""

    kind: str
    text: str = ""
    parts: tuple = ()
    source: str = ""


def read(latex):
    r"""Return a formula as a tuple of `Node`s.

    Parameters
    ----------
    latex : str
        Without dollar signs around it. Signs of Unicode may stand for commands.

    Returns
    -------
    tuple of Node

    Raises
    ------
    ValueError
        It is no LaTeX, or has a command or a sign that is not known; the message says which.

    Examples
    --------
    >>> [node.kind for node in read(r"w_k + \gamma")]
    ['scripts', 'gap', 'operators', 'gap', 'letters']
    """
    reader = _Reader(latex)
    nodes = reader.row()
    if reader.token:
        raise reader.error(reader.token)
    return nodes


class _Reader:
    """Reads tokens from left to right; a method for each thing that takes what follows it."""

    def __init__(self, latex):
        self.latex = latex
        self.tokens = _TOKEN.findall(latex)
        self.place = 0
        self.depth = 0

    @property
    def token(self):
        """The next token, or an empty string at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self):
        """Return the next token and pass it."""
        token = self.token
        self.place += 1
        return token

    def pass_blanks(self):
        while self.token.isspace():
            self.place += 1

    def error(self, found, remedy=""):
        """Return the error for a token that cannot be read; an empty one is the end."""
        if not found:
            found, remedy = "its end", remedy or "complete it"
        if not remedy and found.startswith("\\"):
            commands = [*SIGNS, *(f"\\{name}" for name in (*_COMMANDS, *_FUNCTIONS))]
            near = get_close_matches(found, commands, 1, 0.75)
            remedy = f"did you mean {near[0]}?" if near else "write it with commands of LaTeX"
        usual = unicodedata.normalize("NFKC", found)
        if not remedy and usual != found and usual.isalnum():
            remedy = rf"write {usual}, or \mathbf{{{usual}}} and the like"
        if not remedy and found.isalpha():
            remedy = rf"write it as words, \text{{{found}}}"
        remedy = _REMEDIES.get(found) or remedy or "leave it out"
        latex = self.latex if len(self.latex) <= 80 else self.latex[:79] + "…"
        return malformed(f"the formula {latex}", "be LaTeX that is known here", found, remedy)

    def deeper(self):
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"more than {DEEPEST} braces within braces", "write it with fewer")

    def row(self, *ends):
        """Read nodes up to one of the tokens that end a row, a } or the end."""
        self.deeper()
        nodes = []
        while self.token and self.token not in (*ends, "}"):
            self.node(nodes)
        self.depth -= 1
        return tuple(nodes)

    def node(self, nodes, is_argument=False):
        """Read one node onto the others; an index takes the last of these with it."""
        token = self.take()
        if token.isspace():
            ended = self.place > 1 and re.fullmatch(r"\\[A-Za-z]+", self.tokens[self.place - 2])
            nodes.append(Node("gap", "" if ended else " ", source=" "))
        elif token in ("^", "_"):
            self.script(token, nodes)
        elif token in _MARKS and nodes and nodes[-1].kind in ("letters", "scripts", "accent"):
            self.give("^", Node("group", parts=(self.sign(token),)), nodes)
        elif token in _INDICES and not is_argument:
            self.small(token, nodes)
        elif token in ("'", "′") and not is_argument:
            self.primes(nodes)
        elif token == "{":
            nodes.append(Node("group", parts=self.rest_of_group()))
        elif token == "~":
            nodes.append(Node("space", " ", source="~"))
        elif token.startswith("\\"):
            nodes.extend(self.command(token))
        elif token.isascii() and token.isdigit() and not is_argument:
            nodes.append(self.number(token))
        else:
            nodes.append(self.sign(token))

    def number(self, digits):
        while self.token.isascii() and self.token.isdigit():
            digits += self.take()
        return Node("digits", digits, source=digits)

    def sign(self, token):
        """Return the node of one sign that is no command."""
        if token.isascii() and token.isalpha():
            return Node("letters", token, source=token)
        if token.isascii() and token.isdigit():
            return Node("digits", token, source=token)
        if token in _ASCII:
            return Node(_ASCII[token], token.replace("-", "−"), source=token)
        if token == "−":
            return Node("operators", token, source="-")
        if token in NAMES and not token.isascii():
            return Node(_KINDS[token], token, source=NAMES[token])
        base, *marks = unicodedata.normalize("NFD", token)
        if len(marks) == 1 and marks[0] in ACCENT_NAMES:
            return Node("accent", marks[0], (self.sign(base),))
        raise self.error(token)

    def rest_of_group(self):
        nodes = self.row()
        if self.take() != "}":
            raise self.error("", "write as many } as {")
        return nodes

    def argument(self):
        """Read what a command is about: what stands in braces, or one sign."""
        self.deeper()
        self.pass_blanks()
        if self.token in ("", "}", "^", "_", "&", r"\\"):
            raise self.error(self.token, "write in braces what the sign before it is about")
        nodes = []
        self.node(nodes, is_argument=True)
        self.depth -= 1
        is_group = len(nodes) == 1 and nodes[0].kind == "group"
        return Node("group", parts=nodes[0].parts if is_group else tuple(nodes))

    def plain_argument(self):
        """Read the words in braces behind a command, as they stand."""
        self.pass_blanks()
        if self.take() != "{":
            raise self.error("no {", "write the words in braces")
        words = ""
        depth = 1
        while self.token:
            token = self.take()
            depth += {"{": 1, "}": -1}.get(token, 0)
            if not depth:
                return words
            if token in ("$", "%", "#", "&"):
                raise self.error(token)
            words += token
        raise self.error("", "write as many } as {")

    # ---- indices ----

    def script(self, sign, nodes):
        """Read an index below or above the last node."""
        self.give(sign, self.argument(), nodes)

    def small(self, token, nodes):
        """Read an index in small signs of Unicode, as in R²."""
        side, sign = _INDICES[token]
        signs = sign
        while _INDICES.get(self.token, ("",))[0] == side:
            signs += _INDICES[self.take()][1]
        parts = [self.number(signs)] if signs.isdigit() else map(self.sign, signs)
        self.give(side, Node("group", parts=tuple(parts)), nodes)

    def primes(self, nodes):
        """Read primes behind the last node, and the power after them, if there is one."""
        marks = [Node("letters", "′", source=r"\prime")]
        while self.token in ("'", "′"):
            self.take()
            marks.append(marks[0])
        if self.token == "^":
            self.take()
            marks.extend(self.argument().parts)
        self.give("^", Node("group", parts=tuple(marks)), nodes)

    def give(self, sign, index, nodes):
        """Give an index to the last node."""
        while nodes and nodes[-1].kind == "gap":
            nodes.pop()
        base = nodes.pop() if nodes else Node("group")
        signs, parts = ("", (base,))
        if base.kind == "scripts" and not base.source:
            signs, parts = base.text, base.parts
        if sign in signs:
            side = "below" if sign == "_" else "above"
            raise self.error(
                f"two indices {side} one sign", "put the first in braces with its sign"
            )
        nodes.append(Node("scripts", signs + sign, (*parts, index)))

    # ---- commands ----

    def command(self, token):
        """Return the nodes of a command, with what it takes."""
        name = token[1:]
        if token in SIGNS:
            sign = SIGNS[token]
            return [Node(_KINDS[sign], sign, source=NAMES[sign])]
        if name in _SPACES:
            return [Node("space", _SPACES[name], source=token)]
        if name in _FUNCTIONS:
            return [Node("function", name, source=token)]
        if name in _OWN_FUNCTIONS:
            return [Node("function", name, source=rf"\operatorname{{{name}}}")]
        if size := _SIZE.fullmatch(token):
            return [self.delimiter(_SIDES[size[1]])]
        if name in _BARS:
            bar = _BARS[name]
            return [Node(_SIDES[name[0]], SIGNS.get(bar, bar), source=bar)]
        if name in _LAYOUT:
            return []
        if name in _COMMANDS:
            return _COMMANDS[name](self, name)
        raise self.error(token)

    def delimiter(self, side=""):
        """Read a sign that encloses; `side` says whether it opens or closes."""
        self.pass_blanks()
        token = self.take()
        if token == ".":
            return Node("space")
        token = {"<": r"\langle", ">": r"\rangle"}.get(token, token)
        is_bracket = token in SIGNS or token in _ASCII or token[1:] in _BARS or token in NAMES
        if not is_bracket:
            raise self.error(token, "write a bracket or a bar there")
        node = self.command(token)[0] if token.startswith("\\") else self.sign(token)
        if node.kind not in ("opening", "closing", "bars", "slash"):
            raise self.error(token, "write a bracket or a bar there")
        return node._replace(kind=side or node.kind)

    def enclosed(self, name):
        r"""Read \left( … \right)."""
        opening = self.delimiter("opening")
        nodes = self.row(r"\right")
        if self.take() != r"\right":
            raise self.error("", r"write as many \right as \left")
        closing = self.delimiter("closing")
        left = opening._replace(source=rf"\left{opening.source or '.'}")
        right = closing._replace(source=rf"\right{closing.source or '.'}")
        return [left, *nodes, right]

    def middle(self, name):
        return [self.delimiter("relations")]

    def fraction(self, name):
        return [Node("fraction", parts=(self.argument(), self.argument()))]

    def choice(self, name):
        return [Node("choice", parts=(self.argument(), self.argument()))]

    def root(self, name):
        self.pass_blanks()
        degree = ()
        if self.token == "[":
            self.take()
            degree = self.row("]")
            if self.take() != "]":
                raise self.error("", "write as many ] as [")
        return [Node("root", parts=(self.argument(), Node("group", parts=degree)))]

    def accent(self, name):
        return [Node("accent", ACCENTS[name], self.argument().parts)]

    def font(self, name):
        return [Node("font", _FONTS[name], self.argument().parts)]

    def words(self, name):
        """Read what stands in upright letters: the name of a function, or of something else."""
        name = name if name == "mathrm" else "operatorname"
        return [Node("words", name, self.argument().parts)]

    def plain(self, name):
        """Read words that are no formula."""
        words = self.plain_argument()
        shown = re.sub(r"\\([#%&$_{} ])", r"\1", words.replace("~", " "))
        if command := re.search(r"\\[A-Za-z]+|\\.", shown):
            raise self.error(command[0], r"write plain words in \text{…}")
        shown = re.sub(r"\s+", " ", re.sub(r"(?<!\\)[{}]", "", shown))
        return [Node("text", shown, source=rf"\text{{{words}}}")]

    def stack(self, name):
        index, base = self.argument(), self.argument()
        source = r"\underset" if name == "underset" else r"\overset"
        return [Node("scripts", _STACKS[name], (base, index), source)]

    def negation(self, name):
        first, *others = self.argument().parts
        sign = unicodedata.normalize("NFC", first.text + "\u0338")
        source = NAMES.get(sign, rf"\not{first.source}")
        return [Node("relations", sign, source=source), *others]

    def braces(self, name):
        return [self.argument()]

    def modulo(self, name):
        space = Node("space", " ", source=r"\ ")
        word = Node("function", "mod", source=r"\mathrm{mod}")
        if name == "bmod":
            return [space, word, space]
        opening, closing = self.sign("("), self.sign(")")
        return [space, opening, word, space, *self.argument().parts, closing]

    def environment(self, name):
        """Read rows of cells."""
        name = self.plain_argument()
        if name not in (*LAID_OUT, *BRACKETS):
            raise self.error(rf"\begin{{{name}}}", f"use {', '.join((*LAID_OUT, *BRACKETS))}")
        rows = [[]]
        end = "&"
        while end != r"\end":
            rows[-1].append(Node("group", parts=self.row("&", r"\\", r"\end")))
            end = self.take()
            if end == r"\\":
                rows.append([])
            elif end not in ("&", r"\end"):
                raise self.error(end, rf"write \end{{{name}}}")
        if self.plain_argument() != name:
            raise self.error(r"another \end", rf"write \end{{{name}}}")
        parts = tuple(Node("row", parts=tuple(cells)) for cells in rows)
        return [Node("environment", name, parts)]


_COMMANDS = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), _Reader.fraction),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), _Reader.choice),
    **dict.fromkeys(ACCENTS, _Reader.accent),
    **dict.fromkeys(_FONTS, _Reader.font),
    **dict.fromkeys(_WORDS, _Reader.words),
    **dict.fromkeys(_TEXTS, _Reader.plain),
    **dict.fromkeys(_STACKS, _Reader.stack),
    **dict.fromkeys(("overbrace", "underbrace", "mathrel", "mathbin"), _Reader.braces),
    **dict.fromkeys(("bmod", "pmod"), _Reader.modulo),
    "sqrt": _Reader.root,
    "not": _Reader.negation,
    "left": _Reader.enclosed,
    "middle": _Reader.middle,
    "begin": _Reader.environment,
}
"""Name of a command that takes what follows it → what reads that."""
