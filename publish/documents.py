"""The documentation as pages of the site, so that its readers need no other address."""

import re
import shutil
from pathlib import Path

from markupsafe import Markup

from publish.addresses import document_address
from publish.frame import page_in
from publish.markdown import Markdown


def documents_beside(notebook):
    """Return the documentation of the project that a notebook belongs to; none for a lone one.

    Parameters
    ----------
    notebook : path

    Returns
    -------
    list of pathlib.Path
    """
    project = Path(notebook).resolve().parent.parent
    documents = [project / "CONTRIBUTING.md", *sorted((project / "docs").glob("*.md"))]
    return [path for path in documents if path.is_file()]


def path_in_project(path):
    """Return where a document stands in its project: "docs/help.md", "CONTRIBUTING.md"."""
    path = Path(path).resolve()
    return f"docs/{path.name}" if path.parent.name == "docs" else path.name


def export_document(path, out_dir, frame, lessons):
    """Write one document as a page, and the pictures that it shows beside it.

    Parameters
    ----------
    path : path
        A file of Markdown, in the project's folder or in its folder ``docs``.
    out_dir : path
    frame : Frame
    lessons : sequence of path
        The notebooks that are pages too.

    Returns
    -------
    pathlib.Path
    """
    path = Path(path)
    folder = path_in_project(path).rpartition("/")[0]
    markdown = Markdown([Path(each).stem for each in lessons], frame, folder)
    text = markdown.html(path.read_text(encoding="utf-8"))
    title = markdown.headings[0].text
    name = document_address(path.name).removesuffix(".html")
    for picture in re.findall(r'<img src="([\w.-]+)"', text):
        shutil.copy(path.parent / picture, Path(out_dir) / picture)
    page = page_in(frame, "document.html.j2", name, title, text=Markup(text))
    target = Path(out_dir) / f"{name}.html"
    target.write_text(page, encoding="utf-8")
    return target
