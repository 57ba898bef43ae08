"""The living picture: points that are dragged, and everything that follows from them, at once.

The browser computes (`model.js`) and draws; no kernel is needed to play. Python knows what the
reader has done, and can do it too:

>>> living = stage([[2, 1, 1], [-1, 0, -1]])
>>> living.points = [[2, 1, 1], [-1, 2, -1]]
>>> living
a stage with 2 points
"""

import json
import pathlib
import re
from collections.abc import Iterable

import anywidget
import traitlets

from perceptron_core.checks import check_choice, check_type, in_words, malformed
from perceptron_lessons.figures.style import LOOK
from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.language import translated
from perceptron_lessons.stage.boards import (
    GIVEN,
    STARTS,
    board_of,
    checked_count,
    checked_k,
    checked_line,
    checked_points,
)
from perceptron_lessons.stage.stills import still_of
from perceptron_lessons.tables import pluralize

NO_POINTS = "No points yet: click on the paper to add one."
FOLDER = pathlib.Path(__file__).parent
DATA = {
    "boards": GIVEN,
    "words": json.loads((FOLDER / "words.json").read_text("utf-8")),
    "desk": (FOLDER / "desk.html").read_text("utf-8"),
}
"""Name of a file of the stage → what it holds."""
CHALLENGES = {name: STARTS[each["start"]]["points"] for name, each in GIVEN["challenges"].items()}
"""Name of a task that checks itself → the points that it begins with."""
VIEWS = tuple(DATA["words"]["choices"]["view"])
LINES = tuple(name for name in DATA["words"]["lines"] if name != "hand")
"""What a stage can say and draw by itself: names for `lines`."""
SPACES = ("", "data", "weight")
AT_REST = 2  # the beat of the end of the argument in which both bars are compared
PARTS = ["model", "words", "board", "actions", "links", "tables", "challenges"]
PARTS += ["argument", "region", "facts", "triangle", "sentences"]
PARTS += ["motion", "patch", "paper", "ruler", "angle", "views", "points", "pose", "weights"]
PARTS += ["still", "strip", "desk", "controls", "hand", "stage", "index"]
IMPORT = re.compile(r"^import [^;]* from \"\./.*?;\n", re.MULTILINE)


def stage_script(notation=None, language=None):
    """Return the stage as one ES module: data and parts in order, without what they import.

    Parameters
    ----------
    notation : str, Notation or None
        In whose letters it speaks; None is those of the lessons.
    language : str, path or None
        In which language, as `language_of` has it.

    >>> "\\nimport " in stage_script()
    False
    """
    spoken = DATA
    if notation or language:
        wording = Wording(notation, separator="u", language=language)
        spoken = DATA | _data_in(wording, language)
    data = (
        f"const {name.upper()} = {json.dumps(value, ensure_ascii=False, separators=(',', ':'))};\n"
        for name, value in spoken.items()
    )
    parts = (IMPORT.sub("", (FOLDER / f"{name}.js").read_text(encoding="utf-8")) for name in PARTS)
    whole = "".join((*data, *parts))
    kept = re.sub(r"^export (?=(const|function|async|class) )", "", whole, flags=re.MULTILINE)
    kept = re.sub(r"^export \{.*\n", "", kept, flags=re.MULTILINE)
    return kept + "export { analyse, mount, patch, render };\n"


def _data_in(wording, file):
    """Return words and tasks in the language and the letters of a wording."""
    spoken = wording.language
    theirs = dict(spoken.part("stage"))
    tasks = theirs.pop("tasks", {})
    words = DATA["words"] | {"nouns": DATA["words"]["nouns"] | spoken.part("nouns")}
    words = translated(words, theirs, f"{file}: [stage", "stage")
    words["numbers"] = {"lang": spoken.lang or "en", "decimal": spoken.decimal}
    challenges = {
        name: each | {"task": wording.rewritten(tasks.get(name, each["task"]))}
        for name, each in GIVEN["challenges"].items()
    }
    return {"words": _in_letters(words, wording), "boards": GIVEN | {"challenges": challenges}}


def _in_letters(words, wording):
    if isinstance(words, str):
        return wording.rewritten(words)
    if isinstance(words, list):  # names of texts, not texts
        return words
    return {name: _in_letters(value, wording) for name, value in words.items()}


def in_scope(module):
    """Return a module as the body of a function that returns what it exports by default.

    So several of them can stand in one script and share no names.
    """
    return re.sub(r"^export \{.*\n", "", module, flags=re.MULTILINE).replace(
        "export default", "return"
    )


def stage_style():
    """Return the style of the stage, with the colours and dashes of all objects."""
    colours = (
        f"--stage-{name}: light-dark({v['light']}, {v['dark']});" for name, v in LOOK.items()
    )
    dashes = (f"--dash-{name}: {v['dash'] or 'none'};" for name, v in LOOK.items() if "dash" in v)
    look = " ".join((*colours, *dashes))
    css = (FOLDER / "stage.css").read_text(encoding="utf-8")
    return f":root {{ {look} }}\n{css}{''.join(map(_words_of, LOOK))}"


def _words_of(name):
    """The style of `<b class="object wall">wall</b>`: it has the colour, and lights the object.

    So does `data-lit="wall"` on a stage.
    """
    hovered, lit = f":root:has(.object.{name}:hover)", f'.perceptron-stage[data-lit="{name}"]'
    shapes = f".plane .{name}:is(line, circle), .plane .{name} > :is(.shaft, .disk, .square)"
    return (
        f".object.{name} {{ color: var(--stage-{name}); }}\n"
        f":is({hovered} .perceptron-stage, {lit}) :is({shapes}) {{ stroke-width: 7; }}\n"
    )


def embeddable(notation=None, language=None):
    """Return one file for any page: it brings its style, and makes `<perceptron-stage>` elements.

    Served as stage.js it is ``<script type="module" src="stage.js"></script>``, and where the
    picture is to be ``<perceptron-stage start="XOR"></perceptron-stage>``: a start by its name, or
    a link that ends in points. Letters and language are as for `stage_script`.
    """
    sheet = f"const sheet = new CSSStyleSheet();\nsheet.replaceSync({json.dumps(stage_style())});\n"
    return f"{sheet}document.adoptedStyleSheets.push(sheet);\n{stage_script(notation, language)}"


class Stage(anywidget.AnyWidget):
    """Points, w and k as the reader has them now, both ways.

    Attributes
    ----------
    points : list of [x1, x2, label]
    k : int or None
        After how many mistakes; None is the end of the run.
    w : list
        w1, w2 and b that are looked at; to set them is to draw a line by hand.
    still : InteractiveFigure or None
        The picture after k mistakes, for print: `still.save("picture.svg")`, or .png, .pdf, .pgf.
        It shows what the stage's `lines` and `space` ask for; the steps of a run that the view is
        not for. Where k is None and nothing is asked for, the points and the line at the end of the
        run; or the view there, if u or the updates are broken. None where there are no points.
    """

    _esm = stage_script()
    _css = stage_style()
    options = traitlets.Dict().tag(sync=True)
    board = traitlets.Dict().tag(sync=True)
    points = traitlets.List().tag(sync=True)
    k = traitlets.Any(None).tag(sync=True)
    w = traitlets.List().tag(sync=True)

    @traitlets.validate("points")
    def _points_are_such(self, proposal):
        return checked_points(proposal["value"])

    @traitlets.validate("k")
    def _k_is_such(self, proposal):
        return checked_count(proposal["value"])

    @traitlets.validate("w")
    def _w_is_such(self, proposal):
        return checked_line(proposal["value"])

    @property
    def still(self):
        if not self.points:
            return None
        lines = _lines_to_say(self.options, self.board.get("view", "wall"))
        return still_of(self.board, self.points, self.k, self.options, lines)

    def _repr_mimebundle_(self, include=None, exclude=None, **kwargs):
        data = {"text/plain": NO_POINTS}
        metadata = {}
        if self.points:
            data, metadata = self.still.bundle()
        view = {"model_id": self.model_id, "version_major": 2, "version_minor": 0}
        return {"application/vnd.jupyter.widget-view+json": view, **data}, metadata

    def __repr__(self):
        return f"a stage with {pluralize(len(self.points), 'point')}"


def stage(
    trace_or_points="worked example",
    *,
    challenge=None,
    proof=True,
    view="wall",
    k=None,
    space="",
    lines=None,
    simple=False,
):
    """Return the living picture of a run, or of points.

    Parameters
    ----------
    trace_or_points : str, Trace, Dataset, pair (X, y), or list of [x1, x2, label]
        The name of one of `STARTS`; or points with whole coordinates from −12 to 12, 40 at most,
        labels −1 and +1. Of a run also its order ("cyclic", "first", "worst"; else its mistakes,
        and the name of the order), offset, learning rate, rule for w·x + b = 0, and start.
    challenge : str, optional
        A task that checks itself, one of `CHALLENGES`; it has points of its own.
    proof : bool
        Whether R, γ, the bound, disc and wall are shown.
    view : str
        Of the proof, one of `VIEWS`. "region" is another proof's: the disc with flat sides that
        the weights stay in, separable or not, in whatever order mistakes are corrected. It follows
        the points as they are dragged, and is there without an offset only.
    k : int, optional
        After how many mistakes; by default at the end of the run.
    space : {"", "data", "weight"}
        Which of the two pictures is shown alone.
    lines : sequence of str, optional
        What is said and drawn, names of `LINES`: "progress" is the wall with its bricks, "length"
        the disc. By default all of it; of a simple stage that of its view.
    simple : bool
        Whether Play, Step and k are all the controls; the others wait behind *Change the points*.

    Returns
    -------
    Stage

    Raises
    ------
    ValueError
        The points, the run or k are not such as the stage can hold, there is no such start,
        challenge, view, space or line, or the region is asked for of a run with an offset.
    """
    for name, wanted, known in (("view", view, VIEWS), ("space", space, SPACES)):
        check_choice(name, wanted, known)
    options = {"proof": proof, "address": challenge is None and not simple, "space": space}
    options |= {"lines": None if lines is None else _named_lines(lines), "simple": bool(simple)}
    if challenge is not None:
        check_choice("challenge", challenge, CHALLENGES)
        options["challenge"] = challenge
        board = {"points": CHALLENGES[challenge], "origin": "challenge"}
    else:
        board = board_of(trace_or_points)
    bias = board.get("bias", "none")
    if proof and view == "region" and bias != "none":
        remedy = "take another view, since the region is of two weights"
        raise malformed("the run of a region", "have no offset", f"bias={bias!r}", remedy)
    points = checked_points(board["points"])
    k = checked_k(board.get("k") if k is None else k, board, points, view if proof else "")
    board = board | {"points": points, "view": view, "beat": AT_REST}
    return Stage(options=options, board=board, points=points, k=k)


def _lines_to_say(options, view):
    """Return of what a stage speaks by itself: what it was asked for, or if simple, its view."""
    if options.get("lines") is not None:
        return options["lines"]
    return DATA["words"]["simple"][view if options["proof"] else ""] if options["simple"] else None


def _named_lines(lines):
    check_type("lines", lines, Iterable, f"be of {', '.join(LINES)}")
    names = [lines] if isinstance(lines, str) else list(lines)
    for name in names:
        if name not in LINES:
            raise malformed("lines", f"be of {', '.join(LINES)}", in_words(name))
    return names
