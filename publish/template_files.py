"""The templates, styles and scripts of the site: files in the folder ``templates``.

>>> print(fill_page("answer.html.j2", answer="4 < 5"))
<details class="waits"><summary>Answer</summary><p>4 &lt; 5</p></details>
"""

from pathlib import Path

from markupsafe import Markup

from perceptron_lessons.takeaway.template_files import FOLDERS, environment

TEMPLATES = Path(__file__).with_name("templates")

_environment = environment([str(TEMPLATES), *FOLDERS])


def fill_page(name, /, **values):
    """Return a template of the site, or of what is taken away, with its places filled.

    Parameters and errors are those of `perceptron_lessons.takeaway.template_files.fill_template`.
    """
    return Markup(_environment.get_template(name).render(values))


def read_template(name):
    """Return a file of these folders as it is."""
    return Markup(_environment.loader.get_source(_environment, name)[0])
