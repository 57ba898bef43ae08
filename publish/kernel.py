"""A notebook run from the top: in a child of this process, or in a kernel of its own."""

import os
import tempfile

from nbclient import NotebookClient
from nbformat.v4 import new_code_cell
from traitlets.config import Config

from publish.children import HAS_FORKS
from publish.recording import record

_STATE = "application/vnd.jupyter.widget-state+json"


def run_prepared(notebook, folder, source):
    """Run a notebook from the top, in place, after some other code.

    Where there are forks this process itself runs it, and has to be a child (`in_children`);
    elsewhere a kernel does.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
    folder : path
        Where it works.
    source : str
        The code that runs before.

    Returns
    -------
    dict of str to dict
        The state of each widget, by its name.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    if HAS_FORKS:
        return record(notebook, folder, source)
    notebook.cells.insert(0, new_code_cell(source))
    run_notebook(notebook, folder, store_widget_state=True)
    notebook.cells.pop(0)
    widgets = notebook.metadata.pop("widgets", {}).get(_STATE, {}).get("state", {})
    return {name: widget["state"] for name, widget in widgets.items()}


def run_notebook(notebook, folder, **options):
    """Run a notebook from the top, in place.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
    folder : path
        Where the kernel works.
    options
        Of `nbclient.NotebookClient`.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    with tempfile.TemporaryDirectory() as sockets:
        config = Config()
        # Over TCP anybody on this machine could listen, and the kernel warns of that. Files that
        # only we can read take its place, where the system has such sockets; their names are short,
        # since about 100 letters are allowed.
        if os.name == "posix":
            config.KernelManager.transport = "ipc"
            config.KernelManager.ip = os.path.join(sockets, "kernel")
        client = NotebookClient(
            notebook,
            timeout=600,
            startup_timeout=600,
            iopub_timeout=600,  # what a busy machine sends late is not left out
            kernel_name="python3",
            coalesce_streams=True,  # a kernel may send one printed line in two parts
            resources={"metadata": {"path": str(folder)}},
            config=config,
            **options,
        )
        client.execute()
