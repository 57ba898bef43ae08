"""A proof that the reader builds: lines in a heap, false ones among them, each with its numbers.

Python finds out what is true and what refutes what is not; the browser looks it up, so that no
kernel is needed to play.

>>> proof_builder("three lines")  # doctest: +NORMALIZE_WHITESPACE
a proof builder: Why the perceptron stops: the angle, 8 true lines and 3 false ones on the worked
example
"""

import itertools
import json
import pathlib
import re
import textwrap

import anywidget
import numpy as np
import traitlets

from perceptron_core import Trace
from perceptron_lessons.builder.claims import IN_SIDES, RELATIONS, Pieces, side_text
from perceptron_lessons.figures.display import display_of_session
from perceptron_lessons.language import language_of, translated
from perceptron_lessons.latex import parts, small
from perceptron_lessons.stage import in_scope, stage, stage_script, stage_style
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.formal import statement
from perceptron_lessons.theory.hypotheses import HYPOTHESES
from perceptron_lessons.theory.notation import notation_of

FOLDER = pathlib.Path(__file__).parent
WORDS = json.loads((FOLDER / "words.json").read_text("utf-8"))
WIDTH = 88  # of the text: a notebook does not break its lines
LONGEST = 60  # the most mistakes of a run whose numbers are shown
PICTURES = {
    "gain": ("wall", "u"),
    "numerator": ("wall", "wall"),
    "progress": ("wall", "wall"),
    "norm": ("wall", "disc"),
    "growth": ("wall", "disc"),
    "cross term": ("squares", "update"),
    "update term": ("squares", "update"),
    "cosine": ("angle", "u"),
    "ceiling": ("angle", "w"),
    "fall": ("walk", "goal"),
    "distance": ("walk", "goal"),
    "near 0": ("race", "disc"),
    "not near 0": ("race", "wall"),
}
"""Name of a line → the view of the stage that speaks of it, and the object in it."""


def words_of_builder(language=None):
    """Return what a builder says in a language, as `language_of` has it: as words.json.

    Raises
    ------
    ValueError
        The file has a word that no builder says.
    """
    part = language_of(language).part("builder")
    return translated(WORDS, part, f"{language}: [builder", "builder")


def builder_script(of_stage=None, *, notation=None, language=None):
    """Return the builder as one ES module.

    Parameters
    ----------
    of_stage : str, optional
        JavaScript that gives the stage's module, where a page has one already.
    notation, language
        In whose letters the stage speaks, where it is brought; in which language both do: as for
        `stage_script`.
    """
    of_stage = of_stage or f"(() => {{ {in_scope(stage_script(notation, language))} }})()"
    own = re.sub(
        r"^import .*\n", "", (FOLDER / "builder.js").read_text("utf-8"), flags=re.MULTILINE
    )
    own = re.sub(r"^export (?=function)", "", own, flags=re.MULTILINE)
    speech = json.dumps(words_of_builder(language), ensure_ascii=False)
    return f"const {{ mount, patch }} = {of_stage};\nconst SPEECH = {speech};\n{own}"


STYLE = (FOLDER / "builder.css").read_text("utf-8")


class ProofBuilder(anywidget.AnyWidget):
    """A proof to be built; what the reader does is kept in the reader's browser only.

    Attributes
    ----------
    proof : dict
        All that the browser looks up; see `describe`.
    formulas : list of Symbol
        All lines, true and false, in the order in which they lie.
    language : str, path or None
        In which it speaks.
    """

    language = None

    _esm = builder_script()
    _css = stage_style() + STYLE
    proof = traitlets.Dict().tag(sync=True)

    def _repr_mimebundle_(self, include=None, exclude=None, **kwargs):
        view = {"model_id": self.model_id, "version_major": 2, "version_minor": 0}
        data = {"text/plain": self.as_text()}
        return {"application/vnd.jupyter.widget-view+json": view, **data}, {}

    @property
    def task(self):
        """What is to be done: how many lines are true, what they prove, and how many are not."""
        true, false = self.proof["lines"], self.proof["false"]
        last = true[-1]
        conclusion = f"{last['left']} {last['relation']} {last['right']}"
        words = words_of_builder(self.language)["text"]
        task = words["task"].format(
            lines=len(true) + len(false),
            true=len(true),
            last=conclusion.replace(" ", "\N{NO-BREAK SPACE}"),
            false=words["one"] if len(false) == 1 else words["some"].format(n=len(false)),
        )
        return f"{task} {words['paper']}"

    def as_text(self):
        """Return the title, the task, and all lines with their numbers."""
        named = {line["name"]: line for line in (*self.proof["lines"], *self.proof["false"])}
        lines = (named[name] for name in self.proof["heap"])
        formulas = (f"{line['left']} {line['relation']} {line['right']}" for line in lines)
        numbered = (f"{i:3}. {formula}" for i, formula in enumerate(formulas, start=1))
        return "\n".join((self.proof["title"], textwrap.fill(self.task, WIDTH), *numbered))

    def __repr__(self):
        true, false = len(self.proof["lines"]), pluralize(len(self.proof["false"]), "false one")
        title, where = self.proof["title"], self.proof["where"]
        return f"a proof builder: {title}, {true} true lines and {false} on {where}"


def proof_builder(theorem="three lines", trace=None, *, language=None):
    """Return a proof in pieces, for the reader to put together.

    Parameters
    ----------
    theorem : str
        One of `claims.KINDS`: "three lines", "falling distance", "mean of the mistakes", "offset",
        "any start", "online", "nearly separable" or "parameter mixing".
    trace : Trace or OnlineTrace, optional
        The run on which every line shows its numbers; by default one on the worked example. For
        "parameter mixing" a pair, an exact MixedTrace and its Dataset.
    language : str or path, optional
        "de", or a file like language/de.toml.

    Returns
    -------
    ProofBuilder

    Raises
    ------
    ValueError
        There is no such proof, or the proof is not about such a run.
    """
    language = language or display_of_session().language
    pieces = Pieces(theorem, trace)
    builder = ProofBuilder(proof=describe(pieces, language))
    builder.language = language
    formulas = {line.name: line.formula() for line in (*pieces.lines, *pieces.false)}
    builder.formulas = [formulas[name] for name in builder.proof["heap"]]
    return builder


def describe(pieces, language=None):
    """Return all of a proof that the browser looks up, as JSON has it.

    Parameters
    ----------
    pieces : Pieces
    language : str or path, optional
        Of what is said, as `language_of` has it.

    Returns
    -------
    dict
        ``lines`` and ``false``, with the numbers of each line for every k; the ``heap`` they lie
        in; the ``letters``; ``sides``, ``relations`` and ``reasons`` to make lines of, and of each
        claim about two sides which of ``refuting`` makes it false (-1: none of those ``tried``);
        ``broken`` hypotheses with the line that fails first on a run without them, and the numbers
        there; the ``indices`` that formulas have, and how each is set and written on one line;
        and the ``board`` of the stage.
    """
    return _Described(pieces, language_of(language)).all()


class _Described:
    """A proof that is being described in a language."""

    def __init__(self, pieces, spoken):
        self._pieces = pieces
        self._spoken = spoken
        self._refuting = {}

    def all(self):
        pieces, say = self._pieces, self._spoken.say
        every = (*pieces.lines, *pieces.false)
        random = np.random.default_rng(len(every))
        symbols = notation_of(pieces.proof.notation)
        letters = {name: symbols[name].text for name in WORDS["letters"]}
        reasons = sorted({say(line.why) for line in every})
        sides = list(map(self._side, pieces.sides))
        verdicts = [
            self._refutation_number(pieces.claim(left, relation, right))
            for left, relation, right in itertools.product(pieces.sides, RELATIONS, pieces.sides)
        ]
        return {
            "title": say(pieces.kind.title),
            "clock": say(pieces.kind.clock),
            "letters": letters,
            "where": say(pieces.where),
            "last": min(pieces.proof.last, LONGEST),
            "lines": [self._line_facts(line) for line in pieces.lines],
            "false": [self._line_facts(line) for line in pieces.false],
            "heap": [every[i].name for i in random.permutation(len(every))],
            "sides": sides,
            "relations": list(RELATIONS),
            "reasons": reasons,
            "indices": _indices([*sides, *letters.values(), *WORDS["more"], *reasons]),
            "verdicts": verdicts,
            "refuting": list(self._refuting.values()),
            "tried": len(pieces.trials),
            "broken": [self._first_failure(name, each) for name, each in pieces.broken().items()],
            "board": _board(pieces.proof.trace),
        }

    def _side(self, text):
        """Return a side of a line, whose words stand in the language."""
        for words in IN_SIDES:
            text = text.replace(words, self._spoken.say(words))
        return text

    def _line_facts(self, line):
        view, lit = PICTURES.get(line.name, ("", ""))
        formal = statement(line.lemma).text if line.lemma else ""
        return {
            "name": line.name,
            "label": self._spoken.say(line.name),
            "left": self._side(line.left.text),
            "relation": line.relation,
            "right": self._side(line.right.text),
            "why": self._spoken.say(line.why),
            "after": line.after,
            "uses": [self._spoken.say(HYPOTHESES[name]) for name in line.uses],
            "lemma": line.lemma,
            "statement": formal,
            "view": view,
            "lit": lit,
            "numbers": self._numbers(line, line.k <= LONGEST),
        }

    def _numbers(self, line, at):
        """Return, for some of its k, both sides as they are shown, and whether the line holds."""
        number = self._spoken.number
        sides = zip(*(side[at].fractions() for side in line.sides), strict=True)
        rows = zip(line.k[at].tolist(), sides, line.holds[at].tolist(), strict=True)
        return {
            k: [*(number(side_text(value, line.power)) for value in pair), holds]
            for k, pair, holds in rows
        }

    def _refutation_number(self, refutation):
        """Return the number of what refutes a claim among those found so far; -1 for none."""
        if refutation is None:
            return -1
        key = refutation.where, refutation.k
        if key not in self._refuting:
            values = self._pieces.sides_at(*key)
            values = [value and self._spoken.number(value) for value in values]
            where = self._spoken.say(key[0])
            self._refuting[key] = {"where": where, "k": key[1], "values": values}
        return list(self._refuting).index(key)

    def _first_failure(self, name, proof):
        """Return which line fails first on the run of a proof, and at that k the numbers of all."""
        failing, k = proof.first_failure
        numbers = {
            line.name: self._numbers(line, line.k == k)[k] for line in proof.lines if k in line.k
        }
        label = self._spoken.say(name)
        return {"name": name, "label": label, "line": failing.name, "k": k, "numbers": numbers}


def _indices(texts):
    """Return, of each index in some texts, its tag and text in HTML, and it in small signs."""
    found = (part for text in texts for part in parts(text) if part.tag)
    return {part.source: [part.tag, part.text, small(part)] for part in found}


def _board(trace):
    """Return the board of the stage with this run; None where it cannot be drawn there."""
    if not isinstance(trace, Trace) or any(trace.w0):  # disc and wall are those of runs from 0
        return None
    try:
        return stage(trace).board
    except ValueError:
        return None
