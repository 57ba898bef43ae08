"""The templates, styles and scripts of what is exported: files in the folder ``templates``.

>>> print(filled("answer.html.j2", answer="4 < 5"))
<details class="waits"><summary>Answer</summary><p>4 &lt; 5</p></details>
"""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from perceptron_lessons.latex import with_indices

TEMPLATES = Path(__file__).with_name("templates")

FOLDERS = [str(TEMPLATES), str(TEMPLATES.parents[1] / "widget")]
"""Where templates find what they include: their own folder, and that of the player."""

_environment = Environment(
    loader=FileSystemLoader(FOLDERS), autoescape=True, undefined=StrictUndefined
)


_environment.filters["with_indices"] = lambda words: Markup(with_indices(words))


def filled(name, /, **values):
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
