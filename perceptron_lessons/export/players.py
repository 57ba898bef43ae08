"""Players in a page that has no kernel and no network.

>>> "<svg" in page_script(), "export default" in page_script()
(False, True)
"""

import base64
import json

from markupsafe import Markup

from perceptron_lessons.export.template_files import filled


def page_script():
    """The one module script that a page with any number of players needs."""
    return str(filled("players.html.j2"))


def fragment(player, *, script=True):
    """A player as HTML that needs neither a kernel nor a network.

    Parameters
    ----------
    player : Player
    script : bool
        Whether to add the style and the script; a page needs them once.

    Returns
    -------
    str
        Without JavaScript it shows the picture of the present state and its description.
    """
    player.prepare()
    shown, metadata = player._repr_mimebundle_()
    png = base64.b64encode(shown["image/png"]).decode()
    part = fragment_of_state(player.get_state(), png, metadata["image/png"], shown["text/plain"])
    return str(filled("alone.html.j2", player=part) if script else part)


def fragment_of_state(state, png, size, words):
    """The same from what a notebook stores of a player.

    Parameters
    ----------
    state : dict
        The values of the widget's traits.
    png : str
        The picture of the present state, in base 64.
    size : dict
        Its ``alt``, ``width`` and ``height``.
    words : str
        The description of the present state.

    Returns
    -------
    markupsafe.Markup
    """
    values = {name: value for name, value in state.items() if not _is_jupyters(name)}
    values |= {"kernel": False, "progress": ""}
    # Inside a script element only its own end tag could end it too early.
    text = json.dumps(values, ensure_ascii=False).replace("</", "<\\/")
    return filled("player.html.j2", values=Markup(text), png=png, size=size, words=words)


def _is_jupyters(name):
    return name.startswith("_") or name in ("layout", "tooltip", "tabbable")
