"""Python behind a page: runs its cells in IPython and speaks with its widgets.

The worker makes a `PageKernel` for each page that it serves and calls its methods, with JSON in
both directions. Each has names of its own; modules are shared. What a cell shows goes to the page
while it runs, as messages:

{"kind": "begin", "cell": …, "place": 2, "of": 5}     a cell starts, the second of five
{"kind": "output", "cell": …, "output": …}            as a notebook stores it
{"kind": "clear", "cell": …, "wait": …}
{"kind": "comm_open" | "comm_msg" | "comm_close", "comm_id": …, "data": …}

A widget is the same Python object as in a notebook: only the way of its messages is another.
"""

import base64
import functools
import json
import os
import sys
import time

# Else the browser hears again of every value that it has sent.
os.environ.setdefault("JUPYTER_WIDGETS_ECHO", "0")
os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")

import comm
from comm.base_comm import BaseComm
from IPython.core.compilerop import CachingCompiler
from IPython.core.pylabtools import select_figure_formats
from ipywidgets import widget_serialization

from publish.page_python.cell_order import names_of, needs
from publish.page_python.shell import Shell, Stream

VIEW = "application/vnd.jupyter.widget-view+json"
MOST_CHARACTERS = 100_000  # of what one cell prints; an endless loop must not fill the page
AT_ONCE = 100  # messages with what is printed, after which there are pauses
PAUSE = 0.1  # seconds


class PageKernel:
    """The Python of one page.

    Parameters
    ----------
    post : callable
        Takes a message for the page, as JSON.
    """

    def __init__(self, post):
        self._post_text = post
        self._ran = {}  # cell → the source that has run
        self._owner = {}  # name → the cell that bound it last
        self._cell = None
        self._quiet = False
        self._shown = []
        self._failed = False
        self._made = []  # the identities of its widgets
        self._draws = False  # whether pyplot's pictures come to this page
        self._streams = [_PageStream(self, name) for name in ("stdout", "stderr")]
        self._shell = Shell(listener=self, compiler_class=_Compiler)
        self._shell.display_formatter.mimebundle_formatter.for_type_by_name(
            "perceptron_lessons.figures.interactive_figure", "InteractiveFigure", _as_svg
        )
        self._code = functools.cache(self._shell.transform_cell)

    # What the worker calls: JSON in, JSON out.

    def run(self, request):
        """Run one cell, and before it those that it needs and that have not run as they stand.

        Parameters
        ----------
        request : str
            ``{"cells": [[name, source], …], "target": name}``: the page's cells in order.

        Returns
        -------
        str
            ``{"status": "ok"}``, or "error" with the ``cell`` that raised one.
        """
        return json.dumps(self._run_with_needs(request, quiet=False))

    def adopt(self, request):
        """Make the widget that a page shows already, and hand it the page's values.

        A player does not draw yet: the page asks it when it can show what comes.

        Parameters
        ----------
        request : str
            As for `run`, with ``index``, the widget's number among those of its cell, and
            ``state``, the values that the reader has set.

        Returns
        -------
        str
            As for `run`, with ``model``, the identity of the widget; "lacking", with a ``message``,
            if the cell makes no such widget.
        """
        reply = self._run_with_needs(request, quiet=True)
        if reply["status"] != "ok":
            return json.dumps(reply)
        request = json.loads(request)
        if request["index"] >= len(self._shown):
            return json.dumps(
                {"status": "lacking", "message": "its cell makes another picture now"}
            )
        widget = self._shown[request["index"]]
        widget.set_state(request["state"])
        # The reader's own values too, which Python may have changed to the nearest possible.
        widget.send_state(list(request["state"]))
        return json.dumps({"status": "ok", "model": widget.model_id})

    def receive(self, request):
        """Hand a message of the browser's to its widget."""
        self._take_over()
        message = json.loads(request)
        content = {"comm_id": message["comm_id"], "data": message["data"]}
        buffers = [base64.b64decode(text) for text in message.get("buffers", [])]
        self._failed = False
        self._quiet = False
        full = {"content": content, "buffers": buffers, "metadata": {}}
        comm.get_comm_manager().comm_msg(None, None, full)
        self._flush()
        return json.dumps({"status": "error" if self._failed else "ok"})

    def close(self):
        """Let go of all that the page's cells have made: its reader has left."""
        self._post_text = lambda text: None
        self._take_over()
        for model in self._made:
            widget = _widget(model)
            if hasattr(widget, "close"):  # else it was closed before
                widget.close()
        self._shell.reset(new_session=False)

    def make_comm(self, *args, **keys):
        """The way of a new widget's messages."""
        comm = _PageComm(self.post, *args, **keys)
        self._made.append(comm.comm_id)
        return comm

    def _take_over(self):
        """Let IPython, ipywidgets and pyplot, of which there is one each, serve this page."""
        comm.create_comm = self.make_comm
        self._shell.take_over(*self._streams)
        inline = sys.modules.get("matplotlib_inline.backend_inline")
        if inline and not self._draws:
            self._draws = True
            self._shell.events.register("post_execute", inline.flush_figures)
            select_figure_formats(self._shell, {"png"})

    def _run_with_needs(self, request, quiet):
        self._take_over()
        request = json.loads(request)
        cells = request["cells"]
        target = [name for name, _ in cells].index(request["target"])
        numbers = [*self._due(cells, target), target]
        for place, number in enumerate(numbers, start=1):
            self.post(kind="begin", cell=cells[number][0], place=place, of=len(numbers))
            reply = self._run_cell(cells, number, quiet=quiet or number != target)
            if reply["status"] != "ok":
                break
        return reply

    def _due(self, cells, target):
        """The cells above one that it needs, from the first that has not run as it stands."""
        needed = needs([self._code(source) for _, source in cells[: target + 1]], target)
        last = {name: cells[number][0] for number, names in needed.items() for name in names}
        for place, (number, names) in enumerate(needed.items()):
            cell, source = cells[number]
            lost = any(self._owner.get(name) != last[name] for name in names)
            if self._ran.get(cell) != source or lost:
                return list(needed)[place:]
        return []

    def _run_cell(self, cells, number, quiet):
        name, source = cells[number]
        self._cell = name
        self._quiet = quiet
        self._shown = []
        self._failed = False
        for stream in self._streams:
            stream.begin()
        self._ran.pop(name, None)
        self._shell.execution_count = number + 1  # which tracebacks name
        result = self._shell.run_cell(source, store_history=False)
        self._flush()
        names = names_of(self._code(source))
        self._owner |= dict.fromkeys(names.bound | names.changed, name)
        if result.success:
            self._ran[name] = source
            return {"status": "ok"}
        return {"status": "error", "cell": name}

    def _flush(self):
        for stream in self._streams:
            stream.flush()

    # What IPython and the widgets call.

    def post(self, **message):
        self._post_text(json.dumps(message, default=_json_bytes))

    def output(self, kind, **content):
        """Show an output of the present cell, as a notebook stores it."""
        if not self._quiet or kind == "error":
            output = {"output_type": kind, **content}
            self.post(kind="output", cell=self._cell, output=output)

    def show(self, kind, data, metadata, name=""):
        """Show an object, or note which widget it is."""
        self._flush()
        kind = kind.removeprefix("update_")  # what a page has shown stays there
        if VIEW in data:
            self._shown.append(_widget(data[VIEW]["model_id"]))
        self.output(kind, data=data, metadata=metadata or {})

    def clear(self, wait):
        self._flush()
        self.post(kind="clear", cell=self._cell, wait=wait)

    def failed(self, error, traceback):
        """Show an error."""
        self._failed = True
        self._flush()
        name = type(error).__name__
        text = str(error)
        self.output("error", ename=name, evalue=text, traceback=traceback)

    def shows(self, value):
        """Whether to show a cell's last value; where not, note the widget it may be."""
        if self._quiet and hasattr(value, "model_id"):
            self._shown.append(value)
        return not self._quiet


def stop(number, frame):
    """End the task at a signal, but never within an import, which would leave half a module."""
    while frame:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _widget(model):
    return widget_serialization["from_json"](f"IPY_MODEL_{model}", None)


def _as_svg(picture, **keys):
    """A figure as a page shows it: in the colours of its theme."""
    from perceptron_lessons.figures.saving import svg

    return {"image/svg+xml": svg(picture).decode(), "text/plain": picture.description.text}


def _json_bytes(value):
    """What JSON has no form for: bytes, as the browser takes them."""
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    raise TypeError(f"no JSON for {type(value).__name__}")


class _PageComm(BaseComm):
    """The way of a widget's messages; no attribute of it may be called `send`."""

    def __init__(self, post, *args, **keys):
        self._post = post
        super().__init__(*args, **keys)

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        self._post(kind=msg_type, comm_id=self.comm_id, data=data or {}, buffers=buffers or [])


class _Compiler(CachingCompiler):
    def format_code_name(self, name):
        """Call a cell in a traceback as the page calls it."""
        found = super().format_code_name(name)
        return found and ("Code", found[1].removeprefix("In[").removesuffix("]"))


class _PageStream(Stream):
    """What is printed goes to the page now and then, and no more of it than a page bears."""

    def __init__(self, kernel, name):
        super().__init__(self._take)
        self._kernel = kernel
        self.name = name
        self._text = []
        self._told = 0.0
        self.begin()

    def begin(self):
        """Begin with a cell: it has room again, and what it prints first is seen at once."""
        self._room = MOST_CHARACTERS
        self._at_once = AT_ONCE

    def _take(self, text):
        kept = text[: self._room]
        self._room -= len(kept)
        if kept:
            self._text.append(kept if self._room else kept + "\n… and more, which is left out\n")
        if self._at_once or time.monotonic() - self._told > PAUSE:
            self._at_once = max(self._at_once - 1, 0)
            self.flush()

    def flush(self):
        if self._text:
            self._kernel.output("stream", name=self.name, text="".join(self._text))
            self._text = []
        self._told = time.monotonic()
