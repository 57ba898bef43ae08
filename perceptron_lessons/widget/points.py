"""Own points in the plane: what is dragged in the browser, Python computes and draws.

>>> explorer = points_explorer()
>>> explorer.apply({"do": "move", "point": 0, "to": [1, -1]})
>>> print(explorer.description.text.splitlines()[0])
k = 2 of 2 mistakes: w = (1, 3)
"""

import functools
import time

import anywidget
import traitlets

from perceptron_core.checks import check_choice
from perceptron_lessons.figures.interactive_figure import Description
from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.own_points import (
    AREAS,
    Alone,
    DataSide,
    WeightSide,
    own_points,
)
from perceptron_lessons.figures.own_points_words import describe, point_text
from perceptron_lessons.figures.style import rc
from perceptron_lessons.widget.points_challenges import CHALLENGES
from perceptron_lessons.widget.points_formats import (
    STARTS,
    as_csv,
    as_link,
    as_python,
    choices_of,
    from_csv,
    from_link,
)
from perceptron_lessons.widget.points_model import CHOICES, MOST, TITLES, State
from perceptron_lessons.widget.scripts import FOLDER, script

STOPS = 60  # of the slider k
BURST = 0.04  # seconds of drawing ahead, after which the reader's next move has its turn


class PointsExplorer(anywidget.AnyWidget):
    """Points that are dragged, and everything that follows from them.

    The browser sends actions (`perceptron_lessons.widget.points_model`); Python answers each
    message with one picture. When the reader rests, the browser asks for the pictures of all k, a
    few at a time, and then the slider needs Python no more.

    Parameters
    ----------
    start : str
        One of `perceptron_lessons.widget.points_formats.STARTS`, or a link that ends in points; a
        challenge has its own.
    challenge : str, optional
        One of `perceptron_lessons.widget.points_challenges.CHALLENGES`.
    proof : bool
        Whether R, γ, the bound, and the proof with its disc and wall are shown.

    Attributes
    ----------
    state : State
        The points and choices, with their history.
    description : Description
    still : InteractiveFigure
    """

    _esm = script("points.js")
    _css = FOLDER / "points.css"
    label = traitlets.Unicode().tag(sync=True)
    fixed = traitlets.Dict().tag(sync=True)
    definitions = traitlets.List().tag(sync=True)
    picture = traitlets.Dict().tag(sync=True)
    states = traitlets.Dict().tag(sync=True)
    ahead = traitlets.Int().tag(sync=True)
    progress = traitlets.Unicode().tag(sync=True)

    def __init__(self, start="worked example", challenge=None, proof=True):
        self._challenge = CHALLENGES[challenge] if challenge else None
        own = {"challenge": self._challenge.start} if challenge else {}
        self._starts = own | STARTS
        name = "challenge" if challenge else start
        known = {"do": "start", "name": name}
        begin = known if name in self._starts else {"do": "link", "text": str(start)}
        self.state = State(State().apply(self._read(begin)).now)
        self._proof = proof
        self._pictures = Alone(DataSide), Alone(functools.partial(WeightSide, proof=proof))
        self._ahead = None
        super().__init__(
            label="own points" + (f": {challenge}" if challenge else ""), fixed=self._fixed()
        )
        self._answer(0, "")
        self.on_msg(lambda widget, message, buffers: self._receive(message))

    @property
    def description(self):
        setup = self.state.now
        text, *alts = self._told(setup, setup.view())
        return Description(text, " ".join(alts))

    @property
    def still(self):
        """What is to be seen now as an `InteractiveFigure`, for `save` and for print."""
        setup = self.state.now
        seen = setup.study, setup.view(), setup.scale
        return own_points(*seen, self.description, self._proof)

    def apply(self, *actions):
        """Do what a reader can do; see `perceptron_lessons.widget.points_model.ACTIONS`.

        Raises
        ------
        ValueError
            If an action cannot be done; those before it are.
        """
        try:
            for action in actions:
                self.state = self.state.apply(self._read(action))
        finally:
            self._answer(self.picture["n"], self.state.said)

    def prepare(self):
        """Draw the pictures of all k, unless that is done, and return the explorer."""
        while self.states.get("key") != self.picture["key"]:
            self._draw_ahead()
        return self

    def _receive(self, message):
        """Answer what a browser sends: actions, or the wish for the pictures of all k.

        With each message comes what the browser shows. If that is not what is here, this Python is
        another one than before: it begins with what the reader sees.
        """
        if "ahead" in message:
            return self._draw_ahead()
        said = ""
        actions = message["actions"]
        if message["key"] != self.picture["key"]:
            actions = [{"do": "link", "text": message["link"]}, *actions]
        for action in actions:
            try:
                self.state = self.state.apply(self._read(action))
                said = self.state.said
            except ValueError as error:
                said = f"Not possible: {error}"
        self._answer(message["n"], said)

    def _read(self, action):
        """Return an action whose points, if they come as a text or a name, are read."""
        do = action.get("do")
        if do == "start":
            name = action.get("name")
            check_choice("start", name, self._starts)
            return {"do": "load", **self._starts[name], "origin": name, "said": f"start: {name}"}
        if do == "csv" and "points=" not in action["text"]:
            return {"do": "load", **from_csv(action["text"])}
        if do in ("csv", "link"):
            given = from_link(action["text"])
            known = given.get("origin") in self._starts
            return {"do": "load", **given, **({} if known else {"origin": ""})}
        return action

    def _fixed(self):
        """Return what the browser needs once."""
        return {
            "most": MOST,
            "frames": [picture.frame() for picture in self._pictures],
            "backgrounds": [picture.background() for picture in self._pictures],
            "starts": list(self._starts),
            "colours": AREAS,
            "choices": CHOICES,
            "titles": TITLES,
            "task": self._challenge.task if self._challenge else "",
        }

    def _answer(self, n, said):
        """Draw what is to be seen now, and put it where the browser sees it."""
        setup = self.state.now
        study = setup.study
        view = setup.view()
        scale = setup.scale
        with rc():
            pieces = [each.pieces(study, view, scale) for each in self._pictures]
        verdict = self._challenge.verdict(setup) if self._challenge else None
        end = study.end if study else 0
        link = as_link(self._load())
        picture = {
            "n": n,
            "key": f"{link} {setup.guessing}",  # what all pictures over k depend on
            "said": said,
            "pieces": pieces,
            **self._seen(view, setup),
            "k": view.k,
            "stops": list(thinned(range(end + 1), STOPS + 1)),
            "half": scale.half,
            "limit": scale.limit,
            "arrow": scale.arrow,
            "points": [list(point) for point in setup.points],
            "names": [point_text(i, p[:2], p[2]) for i, p in enumerate(setup.points)],
            "byHand": view.by_hand,
            "origin": setup.origin,
            "changed": self._is_changed(setup),
            "chosen": {name: getattr(setup, name) for name in (*CHOICES, "start")},
            "can": [bool(self.state.past), bool(self.state.future)],
            "guessing": setup.guessing,
            "guesses": list(setup.guesses),
            "copies": {"Python": as_python(setup), "CSV": as_csv(setup.points), "link": link},
            "verdict": list(verdict) if verdict else None,
        }
        with self.hold_sync():  # one message for both
            self._define()
            self.picture = picture

    def _define(self):
        """Send the definitions of all that has been drawn, if some are lacking."""
        if any(each.lacking for each in self._pictures):
            self.definitions = [each.definitions() for each in self._pictures]

    def _told(self, setup, view):
        """The read-out with what the coordinates stand for, and what each picture shows."""
        text, *alts = describe(setup.study, view, setup.guessing, self._proof)
        return "\n".join(filter(None, (text, setup.told))), *alts

    def _seen(self, view, setup):
        """What depends on k: the words, and w and b."""
        text, *alts = self._told(setup, view)
        return {"text": text, "alt": alts, "w": [float(v) for v in (*view.w, view.b)]}

    def _is_changed(self, setup):
        """Whether the points are others than those of the start that was chosen."""
        return bool(setup.origin) and setup.points != tuple(
            map(tuple, self._starts[setup.origin]["points"])
        )

    def _load(self):
        now = self.state.now
        more = {name: getattr(now, name) for name in ("origin", "units") if getattr(now, name)}
        return {"points": now.points, **choices_of(now), **more}

    def _draw_ahead(self):
        """Draw some more pictures over k; when all are there, give them to the browser."""
        key = self.picture["key"]
        setup = self.state.now
        if self.states.get("key") == key:
            return
        if self._ahead is None or self._ahead["key"] != key:
            seen = {name: [] for name in ("states", "text", "alt", "w")}
            self._ahead = {"key": key, "pieces": [], **seen}
        ahead = self._ahead
        stops = self.picture["stops"]
        end = time.perf_counter() + BURST
        numbers = {piece: i for i, piece in enumerate(ahead["pieces"])}
        while len(ahead["states"]) < len(stops) and time.perf_counter() < end:
            k = stops[len(ahead["states"])]
            study = setup.study
            view = setup.view(k)
            both = [each.pieces(study, view, setup.scale) for each in self._pictures]
            ahead["states"].append(
                [[numbers.setdefault(p, len(numbers)) for p in side] for side in both]
            )
            for name, value in self._seen(view, setup).items():
                ahead[name].append(value)
        ahead["pieces"] = list(numbers)
        if len(ahead["states"]) == len(stops):
            self._define()
            self.states = ahead
        self.ahead += 1

    def _repr_mimebundle_(self, include=None, exclude=None, **kwargs):
        self.prepare()
        data, metadata = self.still._repr_mimebundle_()
        view = {"model_id": self.model_id, "version_major": 2, "version_minor": 0}
        return {"application/vnd.jupyter.widget-view+json": view, **data}, metadata

    def __repr__(self):
        return self.description.text


def points_explorer(challenge=None, start="worked example", proof=True):
    """Own points: drag one, and run, margin, bound, proof and certificate follow.

    Parameters
    ----------
    challenge : str, optional
        Something to bring about, which checks itself: "seven mistakes", "worst order",
        "half the bound", "only with an offset", "three weights" or "a long way round".
    start : {"worked example", "XOR", "bias trap", "Iris", "empty"} or str
        The points to begin with; a challenge has its own. Or a link that ends in points, of which
        the end is enough: ``"points=2,1,1;-1,0,-1"``.
    proof : bool
        Whether R, γ, the bound, and the proof with its disc and wall are shown: a lesson that has
        none of them yet leaves them out.

    Returns
    -------
    PointsExplorer

    Raises
    ------
    ValueError
        If there is no such challenge, or no such start.
    """
    if challenge is not None and challenge not in CHALLENGES:
        raise ValueError(f"challenge must be one of {', '.join(CHALLENGES)}; found {challenge!r}")
    try:
        return PointsExplorer(start, challenge, proof)
    except ValueError as error:
        must = f"start must be one of {', '.join(STARTS)}, or a link that ends in points"
        raise ValueError(f"{must}: {error}") from None
