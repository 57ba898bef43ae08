"""A notebook run in this process, and what its cells show, as a notebook stores it."""

import json
import os
import signal

import comm
from comm.base_comm import BaseComm
from jupyter_client.jsonutil import json_default
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from nbformat.v4 import new_output

from publish.page_python.shell import Shell, Stream

LONGEST = 600  # seconds of one cell


def record(notebook, folder, source):
    """Run a notebook from the top, in place, in a process that is of no use afterwards.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
    folder : path
        Where it works.
    source : str
        What runs before its first cell.

    Returns
    -------
    dict of str to dict
        The state of each widget, by its name.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    os.chdir(folder)
    signal.signal(signal.SIGALRM, _stop)
    recorder = Recorder()
    recorder.run(NotebookNode(source=source), is_counted=False)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            recorder.run(cell)
    return recorder.states


class Recorder:
    """Runs cells, and hears what they show.

    Attributes
    ----------
    states : dict of str to dict
        As `record` returns them.
    """

    def __init__(self):
        self.states = {}
        self._cell = None
        self._clears = False  # before what is shown next
        self._named = {}  # what may be shown anew
        self._error = None
        comm.create_comm = self._new_comm
        self._shell = Shell(listener=self)
        self._shell.take_over(Stream(self._printer("stdout")), Stream(self._printer("stderr")))
        # Should a lesson use pyplot, its pictures are shown below its cells. A setting alone would
        # not do it where this process, or the one it is a child of, has drawn with pyplot before.
        self._shell.enable_matplotlib("inline")

    def run(self, cell, is_counted=True):
        """Run one cell, in place; raise where it fails."""
        self._cell, self._clears, self._error = cell, False, None
        cell.outputs = []
        signal.alarm(LONGEST)
        result = self._shell.run_cell(cell.source, store_history=is_counted)
        signal.alarm(0)
        cell.execution_count = result.execution_count
        may_fail = "raises-exception" in cell.get("metadata", {}).get("tags", [])
        if self._error and not may_fail:
            raise CellExecutionError.from_cell_and_msg(cell, self._error)

    # What the shell calls.

    def shows(self, value):
        return True

    def show(self, kind, data, metadata, name=""):
        content = {"data": _as_json(data), "metadata": _as_json(metadata or {})}
        if kind == "update_display_data":
            for output in self._named.get(name, []):
                output.update(content)
            return
        if kind == "execute_result":
            content["execution_count"] = self._shell.displayhook.prompt_count
        output = self._add(kind, content)
        if name:
            self._named.setdefault(name, []).append(output)

    def clear(self, wait):
        self._clears = wait
        if not wait:
            self._cell.outputs.clear()

    def failed(self, error, traceback):
        self._error = {"ename": type(error).__name__, "evalue": str(error), "traceback": traceback}
        self._add("error", self._error)

    def _printer(self, name):
        """What takes the text that is printed on a stream: of each a cell has one output."""

        def write(text):
            printed = [one for one in self._cell.outputs if one.get("name") == name]
            if printed and not self._clears:
                printed[0].text += text
            elif text:
                self._add("stream", {"name": name, "text": text})

        return write

    def _add(self, kind, content):
        if self._clears:
            self.clear(wait=False)
        self._cell.outputs.append(new_output(kind, **content))
        return self._cell.outputs[-1]

    # What the widgets call.

    def _new_comm(self, *args, **keys):
        return _Comm(self.states, *args, **keys)


class _Comm(BaseComm):
    """The way of a widget's messages, of which the states that they bring are kept."""

    def __init__(self, states, *args, **keys):
        self._states = states
        super().__init__(*args, **keys)

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        if "state" in (data or {}):
            state = self._states.setdefault(self.comm_id, {})
            state.update(_as_json(data["state"]))


def _as_json(value):
    """The value as a kernel would send it, of which nothing changes any more."""
    return json.loads(json.dumps(value, default=json_default))


def _stop(number, frame):
    raise TimeoutError(f"a cell must end within {LONGEST} seconds; this one goes on")
