"""Players in a page that has no kernel and no network.

>>> "perceptron_lessons.widget.player.Player" in page_script(), "export default" in page_script()
(True, False)
"""

import hashlib
import json
import re

from markupsafe import Markup

from perceptron_lessons import builder
from perceptron_lessons.stage import Stage, in_scope, stage_script, stage_style
from perceptron_lessons.takeaway.template_files import TEMPLATES, fill_template
from perceptron_lessons.takeaway.web_figures import inline_svg, picture_svg, state_svg
from perceptron_lessons.widget.player import SCRIPT, Player

OF_STAGE = f"widgets['{Stage.__module__}.{Stage.__name__}']"
WIDGETS = {
    Player: SCRIPT,
    Stage: stage_script(),
    builder.ProofBuilder: builder.builder_script(OF_STAGE),
}
"""The widgets that a page can show, each with its script."""
STAGE_STYLE = Markup(stage_style() + builder.STYLE)


def players_script(kinds=WIDGETS, notation=None, language=None):
    """What brings the players of a page to life, without the tags of a script."""
    modules = WIDGETS
    if notation or language:
        spoken = builder.builder_script(OF_STAGE, language=language)
        modules = modules | {
            Stage: stage_script(notation, language),
            builder.ProofBuilder: spoken,
        }
    scripts = {
        f"{kind.__module__}.{kind.__name__}": Markup(in_scope(modules[kind])) for kind in kinds
    }
    return str(fill_template("players.js.j2", widgets=scripts))


def page_script(kinds=WIDGETS, language=None):
    """The one module script that a page with any number of players, of some kinds, needs."""
    script = Markup(players_script(kinds, language=language))
    return str(fill_template("players.html.j2", script=script))


def fragment(player, *, script=True, language=None):
    """A player as HTML that needs neither a kernel nor a network.

    Parameters
    ----------
    player : Player, Stage or ProofBuilder
    script : bool
        Whether to add the style and the script; a page needs them once.
    language : str or path, optional
        In which a stage speaks, and a builder that was made in it; a picture brings its own words.

    Returns
    -------
    str
        Without JavaScript it shows the picture of the present state and its description.
    """
    if isinstance(player, builder.ProofBuilder):
        part = fragment_of_builder(player.get_state(), player.as_text())
    elif isinstance(player, Stage):
        text = player.still.description
        part = _fragment(player.get_state(), picture_svg(player.still), text.text)
    else:
        player.prepare()
        text = player.description
        part = fragment_of_state(player.get_state(), text.alt, text.text)
    if not script:
        return str(part)
    is_player = isinstance(player, Player)
    style = "" if is_player else STAGE_STYLE
    script = Markup(page_script([Player] if is_player else WIDGETS, language))
    return str(fill_template("alone.html.j2", player=part, script=script, stage_style=style))


def whole_page(player, title, lang="en", language=None):
    """A page with nothing but a player, which tells the page around it the height that it needs."""
    part = Markup(fragment(player, language=language))
    return str(fill_template("whole.html.j2", title=title, lang=lang, fragment=part))


def module(player):
    """A player as an ES module with ``render({ model, el })``, as anywidget has it."""
    values = _values(player.prepare().get_state())
    style = (TEMPLATES.parents[1] / "widget" / "player.css").read_text(encoding="utf-8")
    script = re.sub(r"^export default .*\n", "", SCRIPT, flags=re.MULTILINE)
    parts = {"script": script, "values": values, "style": json.dumps(style)}
    return str(
        fill_template("widget.mjs.j2", **{name: Markup(part) for name, part in parts.items()})
    )


def fragment_of_state(state, alt, words):
    """The same from what a notebook stores of a player.

    Parameters
    ----------
    state : dict
        The values of the widget's traits.
    alt, words : str
        What the present state shows, for someone who does not see it, and its description.

    Returns
    -------
    markupsafe.Markup
    """
    drawing = state["drawing"]
    number = 0
    for slider in drawing["sliders"]:
        place = slider["values"].index(state[slider["name"]])
        number = number * len(slider["values"]) + place
    svg = state_svg(drawing, number)
    own = f"s{hashlib.sha256(svg.encode()).hexdigest()[:8]}-"  # of this picture alone
    svg = re.sub(r'(\bid="|#)~', rf"\g<1>{own}", svg)
    return _fragment(state, inline_svg(svg, alt, drawing["size"]), words)


def fragment_of_stage(state, png, alt, words):
    """The same of a stage, of which a notebook stores a picture too, unless it has no points.

    Parameters
    ----------
    state, alt, words
        As for `fragment_of_state`.
    png : str
        The picture, in base 64, or nothing.
    """
    picture = fill_template("picture.png.j2", png=png, alt=alt) if png else ""
    return _fragment(state, picture, words)


def fragment_of_builder(state, words):
    """The same of a proof builder, which without JavaScript is its lines as text."""
    return _fragment(state, "", words)


def _values(state):
    """What a page keeps of a widget, as JSON."""
    values = {name: value for name, value in state.items() if not _is_jupyters(name)}
    values |= {"kernel": False, "progress": ""}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _fragment(state, picture, words):
    text = _values(state)
    # Inside a script element these would end it too early, or let it go on beyond its end.
    text = re.sub(r"<(?=!--|/?script)", r"\\u003c", text, flags=re.IGNORECASE)
    return fill_template("player.html.j2", values=Markup(text), picture=picture, words=words)


def _is_jupyters(name):
    ours = name == "_anywidget_id"  # by which the page finds its script
    return not ours and (name.startswith("_") or name in ("layout", "tooltip", "tabbable"))
