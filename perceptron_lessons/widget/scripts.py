"""The scripts and styles of the widgets, which Jupyter and pages show alike.

>>> script("player.js").startswith(script("points.js")[:1000])
True
"""

import pathlib

FOLDER = pathlib.Path(__file__).parent


def script(name):
    """Return a widget's script, with what all of them share in front of it."""
    return "".join((FOLDER / file).read_text(encoding="utf-8") for file in ("shared.js", name))
