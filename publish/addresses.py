"""Where the project is to be found: all from one place, the addresses in ``pyproject.toml``.

>>> found = addresses("https://github.com/someone/perceptron")
>>> found.site
'https://someone.github.io/perceptron/'
>>> found.binder
'https://mybinder.org/v2/gh/someone/perceptron/main?labpath='
"""

import importlib.metadata
import posixpath
import re
from typing import NamedTuple

COURSE = "The perceptron, and why it stops"
"""The name of the course, wherever it is named."""

FRONT = "00-start-here"
"""The notebook that stands for the site's front page, and has no page of its own."""

MOVED = {
    "02-one-algorithm-five-dialects": "12-five-texts",
    "03-the-cosine-angle-argument": "02-why-it-stops",
    "04-margin-and-the-mistake-bound": "03-the-offset-and-the-mistake-bound",
    "04-one-algorithm-five-dialects": "12-five-texts",
    "06-the-linear-programming-view": "07-the-linear-programming-view",
    "07-what-a-proof-checker-adds": "11-what-a-proof-checker-adds",
}
"""Lessons that people may have an older address of: the name in it → the present name."""
# Sections that have moved from one page to another are in templates/page.js.


def page_address(name):
    """Return the address of a notebook's page, as its neighbours find it.

    >>> page_address("01-worked-example"), page_address(FRONT)
    ('01-worked-example.html', 'index.html')
    """
    return "index.html" if name == FRONT else f"{name}.html"


def document_address(path):
    """Return the address of a document's page, as its neighbours find it.

    >>> document_address("docs/help.md"), document_address("docs/README.md")
    ('help.html', 'documentation.html')
    """
    name = posixpath.basename(path).removesuffix(".md").lower()
    return f"{'documentation' if name == 'readme' else name}.html"


class Addresses(NamedTuple):
    """Public addresses.

    Attributes
    ----------
    repository : str
    site : str
        Of the published lessons, with a slash at its end.
    binder : str
        To which the path of a notebook is added.
    download : str
        Everything as one file.
    """

    repository: str
    site: str
    binder: str
    download: str

    def source(self, path):
        """The address of a file or a folder, by its path in the project."""
        return f"{self.repository}/blob/main/{path}"


def addresses(repository=None):
    """Return the project's addresses.

    Parameters
    ----------
    repository : str, optional
        By default the one that the installed package names.

    Raises
    ------
    ValueError
        If it is not a repository on GitHub: only for those is it known where their site and their
        Binder are.
    """
    repository = (repository or _installed()).rstrip("/")
    parts = re.fullmatch(r"https://github\.com/([\w.-]+)/([\w.-]+)", repository)
    if parts is None:
        raise ValueError(f"the home must be https://github.com/OWNER/NAME; found {repository!r}")
    owner, name = parts.groups()
    host = f"https://{owner.lower()}.github.io/"
    return Addresses(
        repository,
        host if name.lower() == f"{owner}.github.io".lower() else f"{host}{name}/",
        f"https://mybinder.org/v2/gh/{owner}/{name}/main?labpath=",
        f"{repository}/archive/main.zip",
    )


def _installed():
    urls = importlib.metadata.metadata("perceptron-lessons").get_all("Project-URL")
    return dict(url.split(", ", 1) for url in urls)["Repository"]
