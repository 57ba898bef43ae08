"""A lesson run from the top, with what its page or its slides need in place of a kernel."""

import itertools
import re
from pathlib import Path

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
from perceptron_lessons.widget.player import Player
from publish import kernel
from publish.template_files import filled

_VIEW = "application/vnd.jupyter.widget-view+json"
_STATE = "application/vnd.jupyter.widget-state+json"
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


def execute(path, *, svg=False, results=False, letters=1, notation=None):
    """Run a notebook from the top.

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

    Returns
    -------
    nbformat.NotebookNode
        With its outputs; every player in them is a `fragment`, and no other widget state is left.
        A guess that waits for an answer gets it, an exercise its hints and its solution, folded.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    path = Path(path)
    notebook = nbformat.read(path, as_version=4)
    if results:
        notebook.cells = [each for cell in notebook.cells for each in (cell, *_guessed(cell))]
    prepared = _DISPLAY.format(Display(letters, notation=notation)) + (_SVG if svg else "")
    kernel.run_prepared(notebook, path.parent, prepared, store_widget_state=True)
    states = notebook.metadata.pop("widgets", {}).get(_STATE, {}).get("state", {})
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


def asked(source):
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
    waiting = asked(source)
    if waiting is None:
        return []
    if isinstance(waiting, Prediction):
        html = filled("answer.html.j2", answer=waiting.answer)
    else:
        html = filled("solution.html.j2", exercise=waiting)
    data = {"text/html": str(html), "text/plain": "Answer: folded"}
    return [new_output("display_data", data=data)]


def _replace_player(output, states):
    view = output.get("data", {}).pop(_VIEW, None)
    state = states.get(view["model_id"], {}).get("state", {}) if view else {}
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
