"""The templates, styles and scripts of what is taken away: files in the folder ``templates``.

>>> print(fill_template("embedded.html.j2", width=9, kind="image/png", data="", alt="4 < 5"))
<img width="9" src="data:image/png;base64," alt="4 &lt; 5">
"""

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from perceptron_lessons.latex import with_indices

TEMPLATES = Path(__file__).with_name("templates")

FOLDERS = [str(TEMPLATES), str(TEMPLATES.parents[1] / "widget")]
"""Where templates find what they include: their own folder, and that of the player."""


def environment(folders):
    """Return what fills templates.

    Parameters
    ----------
    folders : list of str
        Where they are; in the first that has a file of a name, it is taken.

    Returns
    -------
    jinja2.Environment
    """
    loader = FileSystemLoader(folders)
    templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    templates.filters["with_indices"] = lambda words: Markup(with_indices(words))
    return templates


_environment = environment(FOLDERS)


def fill_template(name, /, **values):
    """Return a template with its places filled.

    Parameters
    ----------
    name : str
        Of a file in the folder ``templates``.
    **values
        Texts are escaped, `markupsafe.Markup` is not.

    Returns
    -------
    markupsafe.Markup

    Raises
    ------
    jinja2.UndefinedError
        If a place has no value.
    """
    return Markup(_environment.get_template(name).render(values))


def digest(script):
    """Return by which word a content policy lets this script run."""
    sha = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(sha).decode()}'"
