"""Figures as a page shows them: SVG in the page itself, so that its theme gives the colours.

>>> themed('<path style="fill: #0072b2; clip-path: url(#0072b2)"/>')
'<path style="fill: var(--ink-0072b2, #0072b2); clip-path: url(#0072b2)"/>'
"""

import base64
import builtins
import hashlib
import re

from markupsafe import Markup

from perceptron_lessons.figures.drawing import Drawing, own_names
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.figures.saving import WRITERS, legend_of_state
from perceptron_lessons.figures.stacking import panels
from perceptron_lessons.language import language_of
from perceptron_lessons.tables import Table
from perceptron_lessons.takeaway.template_files import fill_template
from perceptron_lessons.theory.separators import Certificate, Separator

LARGEST = 500_000  # bytes of an SVG in a page; a longer one stands there as PNG
# A name in brackets is that of a clip path.
COLOUR = re.compile(r"(?<!\()#([0-9a-f]{6})\b")


def themed(svg):
    """SVG in which every colour can be set by the page; by itself it is as it was."""
    return COLOUR.sub(r"var(--ink-\1, #\1)", svg)


def inline_svg(svg, alt, size, name="", parts=((), ())):
    """SVG to be written into a page.

    Parameters
    ----------
    svg : str
        Its names must be those of this picture alone.
    alt : str
        What it shows.
    size : pair of int
        Width and height in CSS pixels.
    name : str
        Of this picture alone, if its panels are to stand one below the other on a narrow page.
    parts : tuple of two lists
        Those panels, and the entries of the legend; see `perceptron_lessons.figures.stacking`.

    Returns
    -------
    markupsafe.Markup
    """
    inner = Markup(themed(svg).removeprefix("<svg "))
    panels, entries = parts
    facts = {"name": name, "panels": panels if len(panels) > 1 else [], "entries": entries}
    return fill_template("picture.svg.j2", inner=inner, alt=alt, size=size, **facts)


def state_svg(drawing, state):
    """One state of a player's drawing, as SVG.

    Parameters
    ----------
    drawing : dict
        The trait of that name of a `perceptron_lessons.widget.player.Player`, with its states.
    state : int
        Which of them.
    """
    return with_pieces(
        drawing["background"], [drawing["pieces"][i] for i in drawing["states"][state]]
    )


def with_pieces(background, pieces):
    """The background with a piece in each of its slots."""
    ordered = iter(pieces)
    slot = r'(<g class="slot")(?:/>|></g>)'
    return re.sub(slot, lambda match: f"{match[1]}>{next(ordered)}</g>", background)


def picture_svg(picture):
    """A figure in its present state, as SVG to be written into a page.

    Parameters
    ----------
    picture : InteractiveFigure

    Returns
    -------
    markupsafe.Markup
    """
    with legend_of_state(picture.figure):
        drawing = Drawing(picture)
        parts = panels(picture.figure)
    pieces = drawing.pieces()
    svg = with_pieces(drawing.background(drawing.definitions()), pieces)
    name = f"f{hashlib.sha256(svg.encode()).hexdigest()[:8]}-"
    size = [round(96 * inches) for inches in picture.figure.get_size_inches()]
    alt = picture.description.alt
    return inline_svg(own_names(svg, name), alt, size, f"{name}whole", parts)


def show_figures_as_svg(shell):
    """Let an IPython shell show figures as a page needs them, without the PNG of a notebook."""

    def bundle(picture, include=None, exclude=None):
        description = picture.description
        data = {"text/plain": description.text, "image/svg+xml": str(picture_svg(picture))}
        return data, {"image/png": {"alt": description.alt}}

    shell.display_formatter.mimebundle_formatter.for_type(InteractiveFigure, bundle)


def show_words_in(language, shell):
    """Let an IPython shell show and print in a language, as `language_of` has it, what has words.

    These are tables, separators, and certificates that there is none.
    """
    spoken = language_of(language)

    def said(value):
        return spoken.table(value) if isinstance(value, Table) else spoken.say(str(value))

    def printed(*values, **how):
        builtins.print(*(said(v) if isinstance(v, SPEAKING) else v for v in values), **how)

    formatters = shell.display_formatter.formatters
    formatters["text/html"].for_type(Table, lambda table: said(table).html())
    for kind in SPEAKING:
        formatters["text/plain"].for_type(kind, lambda value, p, _: p.text(str(said(value))))
    shell.user_ns["print"] = printed


SPEAKING = (Table, Separator, Certificate)


def picture_html(picture):
    """Return a picture as HTML that needs no other file."""
    kind = "image/svg+xml"
    data = WRITERS["svg"](picture)
    if len(data) > LARGEST:
        kind = "image/png"
        data = WRITERS["png"](picture)
    return fill_template(
        "embedded.html.j2",
        # At the size of print, in CSS pixels: a narrow figure is not blown up to the page.
        width=round(96 * picture.figure.get_figwidth()),
        kind=kind,
        data=base64.b64encode(data).decode(),
        alt=picture.description.alt,
    )
