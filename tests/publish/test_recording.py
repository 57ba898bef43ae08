"""A lesson run without a kernel shows what one shows that a kernel runs."""

import builtins
import copy
import re

import matplotlib
import nbformat
import pytest
from matplotlib import pyplot
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from publish import kernel
from publish.children import in_children
from publish.kernel import run_prepared

WIDGETS = """\
import ipywidgets
slider = ipywidgets.IntSlider(3, description="n")
slider.value = 5
slider"""
CLEARED = "from IPython.display import clear_output\nprint('old')\nclear_output()\nprint('new')"
PICTURE = "import matplotlib.pyplot as plt\nplt.plot([0, 1]);"
CELLS = {
    "nothing": "x = 2",
    "result": "x + 1",
    "several results": "x; x + 5",
    "a quiet one": "x + 2;",
    "prints": "print('one', end=''); print(' line'); x",
    "both streams": "import sys\nprint('out')\nprint('err', file=sys.stderr)\nprint('again')",
    "html": "from IPython.display import HTML, display\ndisplay(HTML('<b>b</b>'), x)\nx + 4",
    "raw": "display({'text/plain': 'p', 'text/latex': '$x$'}, raw=True, metadata={'a': {'b': 1}})",
    "shown anew": "handle = display('before', display_id='mine')\nhandle.update('after')",
    "cleared": CLEARED,
    "cleared later": "print('old')\nclear_output(wait=True)\nprint('new')",
    "cleared for nothing": "print('stays')\nclear_output(wait=True)",
    "bytes": "display({'image/png': b'not one'}, raw=True)",
    "widgets": WIDGETS,
    "pyplot": PICTURE,
    "names": "__name__, sys.modules['__main__'].x, get_ipython().user_ns['x'], _",
    "a magic": "%precision 3\n1 / 3",
    "waits": "import asyncio\nawait asyncio.sleep(0, 'waited')",
    "here": "import os\nos.path.basename(os.getcwd()), open('beside.txt').read()",
    "last": "In[-1][:4], Out[2]",
}


def notebook_of(*sources, tags=()):
    cells = [new_code_cell(source, metadata={"tags": list(tags)}) for source in sources]
    return new_notebook(cells=[new_markdown_cell("Words"), *cells])


def recorded(notebook, folder, prepared=""):
    """The notebook, run in a child, and the states of its widgets."""

    def run(notebook):
        states = run_prepared(notebook, folder, prepared)
        return notebook, states

    (answer,) = in_children(run, [notebook])
    return answer


def by_kernel(notebook, folder):
    kernel.run_notebook(notebook, folder, store_widget_state=True, record_timing=False)
    return notebook


def shown(cell):
    """What a cell shows; the names of widgets and of memory are others each time."""
    text = nbformat.writes(new_notebook(cells=[copy.deepcopy(cell)]))
    text = re.sub(r'"model_id": "\w+"', '"model_id": ""', text)
    return re.sub(r" at 0x\w+", "", text)


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """The notebook as a kernel runs it, and as a child does."""
    folder = tmp_path_factory.mktemp("lesson")
    (folder / "beside.txt").write_text("found")
    notebook = notebook_of(*CELLS.values())
    vars(builtins)["_"] = "left by a doctest"
    try:
        mine, states = recorded(copy.deepcopy(notebook), folder)
    finally:
        del vars(builtins)["_"]
    return by_kernel(notebook, folder), mine, states


@pytest.mark.parametrize("name", CELLS)
def test_a_cell_shows_what_it_shows_in_a_kernel(pair, name):
    place = 1 + list(CELLS).index(name)
    theirs, mine = (each.cells[place] for each in pair[:2])
    assert shown(mine) == shown(theirs)


def test_states_of_widgets_are_those_that_a_kernel_tells(pair):
    theirs, _, states = pair
    told = theirs.metadata.widgets["application/vnd.jupyter.widget-state+json"].state

    def values(states):
        """Without those that name another widget."""
        rows = ({k: v for k, v in each.items() if "IPY_MODEL" not in str(v)} for each in states)
        return sorted(map(str, rows))

    assert values(states.values()) == values(each.state for each in told.values())
    assert any(state.get("value") == 5 and state["description"] == "n" for state in states.values())


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("x = (", "SyntaxError"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("input('?')", "Error"),
        ("undefined", "NameError"),
    ],
)
def test_an_error_ends_it_and_says_where(tmp_path, source, name):
    with pytest.raises(CellExecutionError) as raised:
        recorded(notebook_of("print('before')", source, "print('never')"), tmp_path)
    assert name in raised.value.ename and source in str(raised.value)


def test_pyplot_shows_its_pictures_though_it_has_drawn_elsewhere_before(tmp_path):
    before = matplotlib.get_backend()
    pyplot.switch_backend("pdf")
    try:
        notebook, _ = recorded(notebook_of(PICTURE), tmp_path)
    finally:
        pyplot.switch_backend(before)
    (output,) = notebook.cells[1].outputs
    assert "image/png" in output.data


def test_an_error_that_is_meant_is_shown(tmp_path):
    notebook, _ = recorded(notebook_of("1 / 0", tags=["raises-exception"]), tmp_path)
    (output,) = notebook.cells[1].outputs
    assert (output.ename, output.evalue) == ("ZeroDivisionError", "division by zero")


def test_what_runs_before_is_there_and_leaves_no_cell(tmp_path):
    notebook, _ = recorded(notebook_of("y"), tmp_path, "y = 'made before'")
    assert [cell.cell_type for cell in notebook.cells] == ["markdown", "code"]
    assert notebook.cells[1].outputs[0].data["text/plain"] == "'made before'"
