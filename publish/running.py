"""A lesson run from the top, with what its page or its slides need in place of a kernel."""

import functools
import itertools
import re
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat.v4 import new_code_cell, new_output

from perceptron_lessons.builder import ProofBuilder
from perceptron_lessons.exercises import exercise, prediction
from perceptron_lessons.exercises.exercise import Prediction
from perceptron_lessons.figures.display import Display
from perceptron_lessons.stage import Stage
from perceptron_lessons.takeaway.players import (
    fragment_of_builder,
    fragment_of_stage,
    fragment_of_state,
)
from perceptron_lessons.takeaway.worked_run import facts_of, usable_points
from perceptron_lessons.widget.player import Player
from publish import kernel
from publish.children import in_children
from publish.own_points import PREPARED, on_points
from publish.page_python.cell_order import is_python, needs
from publish.template_files import fill_page

_VIEW = "application/vnd.jupyter.widget-view+json"
_PREDICTS = re.compile(r'\bpredict\("([^"]+)", \.\.\.')
_EXERCISE = re.compile(r'^exercise\("([^"]+)"\)\.check\(', re.MULTILINE)
_DISPLAY = """\
from perceptron_lessons.figures.display import Display, hand_over
hand_over({!r}, get_ipython())
"""
_SVG = """\
from perceptron_lessons.takeaway.web_figures import show_figures_as_svg
show_figures_as_svg(get_ipython())
"""
_WORDS = """\
from perceptron_lessons.takeaway.web_figures import show_words_in
show_words_in({!r}, get_ipython())
"""


class NotebookRun(NamedTuple):
    """What came of running a notebook.

    Attributes
    ----------
    notebook : nbformat.NotebookNode
        With its outputs, as a kernel gives them.
    states : dict of str to dict
        The state of each widget, by its name.
    """

    notebook: nbformat.NotebookNode
    states: dict[str, dict]


def execute(path, **options):
    """Run a notebook from the top, as `execute_all` does."""
    (notebook,) = execute_all([path], **options)
    return notebook


def execute_all(paths, **options):
    """Run notebooks from the top, in children of this process.

    Parameters
    ----------
    paths : sequence of path
    **options
        Of `run_lesson`.

    Yields
    ------
    nbformat.NotebookNode
        Each, in their order, as `for_a_page` has it.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    return in_children(functools.partial(_execute, **options), paths)


def _execute(path, **options):
    return for_a_page(run_lesson(path, **options))


def run_lesson(
    path,
    *,
    svg=False,
    results=False,
    letters=1,
    notation=None,
    language=None,
    cells=None,
    points=None,
):
    """Run a notebook from the top, as `kernel.run_prepared` does: in a child of this process.

    Parameters
    ----------
    path : path
    svg : bool
        Whether figures are to be there as SVG, without the PNG of a notebook.
    results : bool
        Whether a cell that waits for a guess is to have, under ``result``, what it shows then.
    letters : float
        How much larger those of figures are, beside their panels, than on paper.
    notation : str, optional
        Whose letters figures have, where the lesson asks for none; a file by its whole path.
    language : str, optional
        In which language figures speak: a name, or a file by its whole path.
    cells : set of str, optional
        The names of the cells that are wanted: they run, and what they need; by default all.
    points : list of [x1, x2, label], optional
        What stands for the worked example, as `usable_points` takes them.

    Returns
    -------
    NotebookRun
    """
    path = Path(path)
    notebook = nbformat.read(path, as_version=4)
    if cells is not None:
        notebook.cells = cells_needed(notebook.cells, cells)
    if results:
        notebook.cells = [each for cell in notebook.cells for each in (cell, *_guessed(cell))]
    display = Display(letters, notation=notation, language=language, points=points)
    prepared = _DISPLAY.format(display) + (_SVG if svg else "")
    prepared += _WORDS.format(language) if language else ""
    if points:
        facts = facts_of(usable_points(points))
        for cell in notebook.cells:
            if cell.cell_type == "code" and is_python(cell.source):
                cell.source = on_points(cell.source, facts)
        prepared += PREPARED.format(points)
    return NotebookRun(notebook, kernel.run_prepared(notebook, path.parent, prepared))


def cells_needed(cells, names):
    """Return the cells that some cells need, with these; all, if one of them is not Python.

    Parameters
    ----------
    cells : list of NotebookNode
    names : set of str
        Of the cells that are wanted.
    """
    code = [cell for cell in cells if cell.cell_type == "code"]
    sources = [cell.source for cell in code]
    if not all(map(is_python, sources)):
        return cells
    wanted = set()
    for number, cell in enumerate(code):
        if cell.id in names:
            wanted |= {number, *needs(sources, number)}
    return [code[number] for number in sorted(wanted)]


def for_a_page(ran):
    """Return a notebook that was run, with what a page has in place of a kernel.

    Every player in its outputs is a `fragment`, and no other widget state is left. A guess that
    waits for an answer gets it, an exercise its hints and its solution, folded.

    Parameters
    ----------
    ran : Run
    """
    notebook, states = ran
    for before, cell in itertools.pairwise([None, *notebook.cells]):
        for output in cell.get("outputs", []):
            _replace_player(output, states)
        if cell.metadata.get("guessed"):
            before.result = [output for output in cell.outputs if output.output_type != "stream"]
    notebook.cells = [cell for cell in notebook.cells if not cell.metadata.get("guessed")]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs.extend(_folded(cell.source))
    return notebook


def waiting_for(source):
    """Return what a cell waits for: the guess or the exercise, or None.

    Parameters
    ----------
    source : str
        Of the cell.

    Returns
    -------
    Prediction, Exercise or None
    """
    for pattern, find in ((_PREDICTS, prediction), (_EXERCISE, exercise)):
        if found := pattern.search(source):
            return find(found[1])
    return None


def _guessed(cell):
    """A cell as if its guess were right; none where no guess is waited for."""
    guess = _PREDICTS.search(cell.source) if cell.cell_type == "code" else None
    if not guess:
        return []
    right = guess[0].replace("...", f'prediction("{guess[1]}").truth')
    source = f"from perceptron_lessons.exercises import prediction\n{cell.source}"
    return [new_code_cell(source.replace(guess[0], right), metadata={"guessed": True})]


def _folded(source):
    """What a cell that asks for a guess or an answer has below it, folded."""
    waiting = waiting_for(source)
    if waiting is None:
        return []
    if isinstance(waiting, Prediction):
        html = fill_page("answer.html.j2", answer=waiting.answer)
    else:
        html = fill_page("solution.html.j2", exercise=waiting)
    data = {"text/html": str(html), "text/plain": "Answer: folded"}
    return [new_output("display_data", data=data)]


def _replace_player(output, states):
    view = output.get("data", {}).pop(_VIEW, None)
    state = states.get(view["model_id"], {}) if view else {}
    kind = state.get("_anywidget_id", "").rpartition(".")[2]
    if not state:
        return
    data = output.data
    alt = output.metadata.get("image/png", {}).get("alt", "")
    if kind == Player.__name__:
        html = fragment_of_state(state, alt, data["text/plain"])
    elif kind == Stage.__name__:
        html = fragment_of_stage(state, data.get("image/png"), alt, data["text/plain"])
    elif kind == ProofBuilder.__name__:
        html = fragment_of_builder(state, data["text/plain"])
    else:
        return
    data["text/html"] = str(html)
