"""Lessons as pages whose sliders work without a kernel and without a network."""

import functools
import re
import shutil
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter
from nbformat.v4 import new_output

from perceptron_lessons.exercises import prediction
from perceptron_lessons.export import kernel
from perceptron_lessons.export.players import fragment_of_state, page_script
from perceptron_lessons.export.report import gallery_page
from perceptron_lessons.export.template_files import FOLDERS, TEMPLATES, filled
from perceptron_lessons.figures import FIGURES
from perceptron_lessons.widget.player import Player

_VIEW = "application/vnd.jupyter.widget-view+json"
_STATE = "application/vnd.jupyter.widget-state+json"
_PREDICTS = re.compile(r'\bpredict\("([^"]+)", \.\.\.')


def execute(path):
    """Run a notebook from the top.

    Parameters
    ----------
    path : path

    Returns
    -------
    nbformat.NotebookNode
        With its outputs; every player in them is a `fragment`, and no other widget state is left.
        A guess that waits for an answer gets it, folded, since a page has no kernel to guess with.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    path = Path(path)
    notebook = nbformat.read(path, as_version=4)
    kernel.run(notebook, path.parent, store_widget_state=True)
    states = notebook.metadata.pop("widgets", {}).get(_STATE, {}).get("state", {})
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            _replace_player(output, states)
        if cell.cell_type == "code" and (waiting := _PREDICTS.search(cell.source)):
            cell.outputs.append(_folded(prediction(waiting[1]).answer))
    return notebook


def _folded(answer):
    html = str(filled("answer.html.j2", answer=answer))
    return new_output("display_data", data={"text/html": html, "text/plain": "Answer: folded"})


def _replace_player(output, states):
    view = output.get("data", {}).pop(_VIEW, None)
    state = states.get(view["model_id"], {}).get("state", {}) if view else {}
    if state.get("_anywidget_id", "").endswith(f".{Player.__name__}") and "drawing" in state:
        data, size = output.data, output.metadata["image/png"]
        html = fragment_of_state(state, data["image/png"], size, data["text/plain"])
        data["text/html"] = str(html)


def export_html(notebook, out_dir, *, mathjax=None, lessons=()):
    """Write one lesson as a page.

    Parameters
    ----------
    notebook : path
        It is run from the top.
    out_dir : path
        Folder for the page; made if missing.
    mathjax : path, optional
        Folder with MathJax 3's ``tex-svg.js``, which is copied beside the page. Without it the
        formulas stay as they are written.
    lessons : sequence of path
        The notebooks that the page shall link to.

    Returns
    -------
    pathlib.Path
        The page.
    """
    page = exporter(HTMLExporter, "page", copy_mathjax(mathjax, out_dir))
    return write_lesson(page, notebook, out_dir, ".html", lessons)


def export_gallery(out_dir):
    """Write the page gallery.html with every figure of the lessons, its name and caption."""
    target = Path(out_dir) / "gallery.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    page = gallery_page({name: draw() for name, draw in FIGURES.items()})
    target.write_text(page, encoding="utf-8")
    return target


def exporter(kind, template, mathjax_url, **options):
    """Return an exporter of nbconvert that uses one of the templates here.

    Parameters
    ----------
    kind : type
        A class of `nbconvert`.
    template : str
        A folder in ``templates``.
    mathjax_url : str
        Where the page finds MathJax; empty if it is to do without.
    **options
        Further ones of that class.
    """
    return kind(
        template_name=template,
        extra_template_basedirs=[str(TEMPLATES)],
        extra_template_paths=FOLDERS,
        mathjax_url=mathjax_url,
        language_code="en",
        **options,
    )


def copy_mathjax(folder, out_dir):
    """Copy MathJax beside the pages and return its address there; empty without a folder."""
    Path(out_dir).mkdir(parents=True, exist_ok=True)
    if folder is None:
        return ""
    shutil.copy(Path(folder) / "tex-svg.js", Path(out_dir) / "mathjax.js")
    return "mathjax.js"


def write_lesson(exporter, notebook, out_dir, ending, lessons, finish=str):
    """Run a lesson and write it through an exporter.

    Parameters
    ----------
    exporter : nbconvert.HTMLExporter
    notebook, out_dir, lessons
        As for `export_html`.
    ending : str
        Of the file's name; links to other lessons lead to files with the same ending.
    finish : callable
        From the text of the page to the text that is written.

    Returns
    -------
    pathlib.Path
        The page.
    """
    path = Path(notebook)
    names = [Path(lesson).stem for lesson in lessons]
    ran = execute(path)
    resources = {
        # The name becomes the title of the browser's tab: the lesson's first heading.
        "metadata": {"name": ran.cells[0].source.splitlines()[0].lstrip("# ")},
        "players": page_script(),
        "links": functools.partial(_links, path.stem, names, ending),
    }
    page, _ = exporter.from_notebook_node(ran, resources=resources)
    page = re.sub(
        r'(href="(?:\./)?)([\w-]+)\.ipynb(?=[#"])',
        lambda link: f"{link[1]}{link[2]}{ending}" if link[2] in names else link[0],
        finish(page),
    )
    target = Path(out_dir) / f"{path.stem}{ending}"
    target.write_text(page, encoding="utf-8")
    return target


def _links(name, names, ending, label):
    """Links to the lesson before, the first one, and the lesson after."""
    if name not in names:
        return ""
    here = names.index(name)
    before = [(f"← {names[here - 1]}", names[here - 1]), ("All lessons", names[0])] if here else []
    after = [(f"{name} →", name) for name in names[here + 1 : here + 2]]
    links = [(text, lesson + ending) for text, lesson in before + after]
    if ending == ".html":
        links.append(("All figures", "gallery.html"))
    return filled("links.html.j2", label=label, links=links)
