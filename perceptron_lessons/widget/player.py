"""A picture with sliders that answer at once: every state is drawn up front, the browser shows it.

The state that the reader looks at is drawn first, and shown while the others follow.

>>> from perceptron_lessons.figures.interactive_figure import InteractiveFigure, Description
>>> from perceptron_lessons.figures.style import LINE, figure
>>> fig, axes = figure(3, 2)
>>> line, = axes.plot([0, 1], [0, 0], **LINE)
>>> def show(k):
...     line.set_ydata([0, k])
...     return Description(f"slope {k}", f"A line of slope {k}.")
>>> player = Player(InteractiveFigure(fig, {"k": range(5)}, show, [line]))
>>> player.k = 3.2
>>> player.k, player.description.text
(3, 'slope 3')
"""

import contextlib
import itertools
import numbers
import pathlib
import time

import anywidget
import traitlets
from IPython.display import display

from perceptron_lessons.figures.drawing import Drawing, own_names
from perceptron_lessons.figures.interactive_figure import InteractiveFigure, nearest, value_text
from perceptron_lessons.figures.stacking import panels
from perceptron_lessons.figures.wording import Wording

FOLDER = pathlib.Path(__file__).parent
SCRIPT = (FOLDER / "player.js").read_text(encoding="utf-8")

LABELS = {
    "k": "mistakes {k}",
    "t": "time t",
    "gamma": "margin {γ}",
    "eta": "learning rate η",
    "n_samples": "number of samples",
    "n_features": "number of features",
}
"""What the reader sees for the usual names of sliders; others are shown with blanks for _."""

BUTTONS = ("Play", "Pause", "Back", "Step", "Reset", "speed", "slow", "normal", "fast")
"""What stands beside a slider that runs by itself."""

MESSAGES = (
    "This picture is still being drawn",
    "Asking the kernel for new pictures …",
    "The picture still shows {choice}: {why}.",
    "another choice needs a running kernel",
    "the kernel was restarted; run this cell again for another {chooser}",
    "the kernel does not answer. If it was restarted, run this cell again for another {chooser}",
)
"""What player.js says of pictures that are not there."""

DRAWING = "Drawing the pictures"
COMPUTING = "Computing the new pictures"
NOT_POSSIBLE = "Not possible: {error}"

TIME = ("k", "t", "step", "epoch")
"""Sliders that run by themselves: these names get Play with its speed, Back, Step and Reset."""

AGAIN = 0.5  # seconds of drawing, after which the browser gets what there is


class Player(anywidget.AnyWidget):
    """A picture's sliders in the browser, in its words; no kernel is needed to move them.

    The states are drawn when the player is first displayed, with progress shown in it, or by
    `prepare`. Each slider is a trait of its own name: it can be set, observed and linked.

    Parameters
    ----------
    picture : InteractiveFigure or callable
        A picture, or a function that makes one from ``choices``.
    choices : dict of str to sequence, optional
        Values of the function's arguments that the reader may choose; the first is the default.
        For each choice the kernel draws a new set of states, with the same sliders.
    label : str, optional
        Name of the whole for a screen reader; by default the picture's name.
    labels : dict of str to str, optional
        Visible names of sliders and choices, beyond `LABELS`.
    prompt : str, optional
        One line above the sliders that says what to do.

    Attributes
    ----------
    picture : InteractiveFigure
    description : Description
        Of the present state.

    Raises
    ------
    ValueError
        If a slider has the name of something else here, or values other than finite numbers
        and words.
    """

    _esm = SCRIPT
    _css = FOLDER / "player.css"
    label = traitlets.Unicode().tag(sync=True)
    prompt = traitlets.Unicode().tag(sync=True)
    buttons = traitlets.Dict().tag(sync=True)
    drawing = traitlets.Dict().tag(sync=True)
    choosers = traitlets.List().tag(sync=True)
    progress = traitlets.Unicode().tag(sync=True)

    def __init__(self, picture, *, choices=None, label="", labels=None, prompt=""):
        self._labels = labels or {}
        self._choices = {name: tuple(values) for name, values in (choices or {}).items()}
        self._make = picture
        self._chosen = {name: values[0] for name, values in self._choices.items()}
        self.picture = self._new_picture(self._chosen)
        self._words = self.picture.words or Wording()
        traits = self.picture.values | self._choices
        for name in traits:
            if hasattr(self, name):
                raise ValueError(f"a slider cannot be called {name!r}: a player has that already")
        start = self.picture.state | self._chosen
        self.add_traits(
            **{name: _OneOf(values, start[name]).tag(sync=True) for name, values in traits.items()}
        )
        self._take(self.picture)
        say = self._words.language.phrase
        super().__init__(
            label=say(label or self.picture.name or "picture with sliders"),
            prompt=say(prompt),
            buttons={name: say(name) for name in (*BUTTONS, *MESSAGES)},
            drawing=self._outline(),
            choosers=[self._control(name, values) for name, values in self._choices.items()],
        )
        self.on_msg(lambda widget, message, buffers: self.prepare())
        if self._choices:
            self.observe(self._choose, list(self._choices))

    @property
    def description(self):
        return self.picture.at(
            **{name: getattr(self, name) for name in self.picture.values}
        ).description

    def prepare(self):
        """Draw every state, unless that is done, and return the player."""
        if None in self.drawing.get("states", [None]):
            with self._saying(DRAWING):
                self._draw()
        return self

    def _new_picture(self, choice):
        picture = self._make if isinstance(self._make, InteractiveFigure) else self._make(**choice)
        if not isinstance(picture, InteractiveFigure):
            raise TypeError(f"a player needs an InteractiveFigure, found {type(picture).__name__}")
        return picture

    def _take(self, picture):
        self.picture = picture
        self._panels = panels(picture.figure)
        for name, values in picture.values.items():
            self.traits()[name].values = values

    @contextlib.contextmanager
    def _saying(self, text):
        """Tell the reader what is done as long as it takes, or why it could not be done."""
        self._report(text)
        try:
            yield
        except Exception as error:
            self._report(NOT_POSSIBLE, error=error)
            raise
        self.progress = ""

    def _report(self, text, **facts):
        """Tell the reader in the words of the picture; what Python says itself stays as it is."""
        self.progress = self._words.language.phrase(text).format(**facts)

    def _control(self, name, values):
        given, usual = self._labels.get(name), LABELS.get(name, name.replace("_", " "))
        say = self._words.language.phrase
        return {
            "name": name,
            "label": say(given) if given else self._words.write(usual),
            "values": [_json_value(value) for value in values],
            "time": name in TIME,
            "words": all(isinstance(value, str | bool) for value in values),
            "texts": [self._text_of(value) for value in values],
        }

    def _text_of(self, value):
        text, spoken = value_text(value), self._words.language
        return spoken.phrase(text) if isinstance(value, str | bool) else spoken.number(text)

    def _outline(self):
        """What the browser needs to lay out the player before the states are there."""
        return {
            "size": [round(96 * inches) for inches in self.picture.figure.get_size_inches()],
            **dict(zip(("panels", "entries"), self._panels, strict=True)),
            "sliders": [self._control(*slider) for slider in self.picture.values.items()],
            "reserve": _reserve([self.picture.description.text]),
            "choice": {
                name: nearest(values, getattr(self, name)) for name, values in self._choices.items()
            },
        }

    def _draw(self):
        sent = time.perf_counter()
        picture = self.picture
        states = self.picture.states()
        here = picture.at(**{name: getattr(self, name) for name in picture.values}).state
        place = states.index(here)
        drawing = Drawing(picture)
        numbers_of = {}
        drawn = [None] * len(states)
        descriptions = [None] * len(states)
        for number in sorted(range(len(states)), key=lambda number: abs(number - place)):
            descriptions[number] = picture.at(**states[number]).description
            pieces = map(own_names, drawing.pieces())
            drawn[number] = [numbers_of.setdefault(piece, len(numbers_of)) for piece in pieces]
            if number == place or time.perf_counter() - sent > AGAIN:
                self.drawing = self._drawn(drawing, numbers_of, drawn, descriptions)
                self.progress = ""
                sent = time.perf_counter()
        picture.at(**here)
        self.drawing = self._drawn(drawing, numbers_of, drawn, descriptions)

    def _drawn(self, drawing, pieces, states, descriptions):
        """What the browser needs to show the states that are there; the others are None."""
        return self._outline() | {
            "background": own_names(drawing.background(drawing.definitions())),
            "pieces": list(pieces),
            "states": list(states),
            "text": [each and each.text for each in descriptions],
            "alt": [each and each.alt for each in descriptions],
            "reserve": _reserve([each.text for each in descriptions if each]),
        }

    def _choose(self, change):
        """Draw the set that the reader asked for; where that fails, take the choice back."""
        picture = self.picture
        drawing = self.drawing
        choice = {name: getattr(self, name) for name in self._choices}
        if choice == self._chosen:  # several were set at once
            return
        try:
            with self._saying(COMPUTING):
                self._take(self._new_picture(choice))
                if "states" in drawing:
                    self._draw()
                else:
                    self.drawing = self._outline()
                # After the pictures: the browser never takes a value to the nearest old one.
                for name in self.picture.values:
                    setattr(self, name, getattr(self, name))
                self._chosen = choice
        except Exception:
            self._take(picture)
            self.drawing = drawing
            self.unobserve(self._choose, change.name)
            setattr(self, change.name, change.old)
            self.observe(self._choose, change.name)
            raise

    def _repr_mimebundle_(self, include=None, exclude=None, **kwargs):
        self.description  # noqa: B018 - the fallback shows the present state
        data, metadata = self.picture._repr_mimebundle_()
        view = {"model_id": self.model_id, "version_major": 2, "version_minor": 0}
        return {"application/vnd.jupyter.widget-view+json": view, **data}, metadata

    def _ipython_display_(self):
        # First shown, then prepared, so that the reader sees the progress.
        if "states" not in self.drawing:
            self._report(DRAWING)
        data, metadata = self._repr_mimebundle_()
        display(data, metadata=metadata, raw=True)
        self.prepare()

    def __repr__(self):
        return self.description.text


class _OneOf(traitlets.TraitType):
    """A trait that takes every value to the nearest of those it can have."""

    def __init__(self, values, default):
        self.values = values
        super().__init__(_json_value(default))

    def validate(self, obj, value):
        try:
            return _json_value(self.values[nearest(self.values, value)])
        except ValueError as error:
            raise traitlets.TraitError(f"{self.name}: {error}") from None


def _json_value(value):
    """A value as JSON can carry it."""
    if isinstance(value, bool | str):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real) and abs(value) < float("inf"):
        return float(value)
    raise ValueError(f"a slider's value must be a finite number or a word, found {value!r}")


def _reserve(texts):
    """A text as long as the longest, line by line, so that no state needs more room."""
    lines = itertools.zip_longest(*(text.split("\n") for text in texts), fillvalue="")
    return "\n".join(max(line, key=len) + " 0" for line in lines)
