"""IPython without a kernel: what its cells show goes to a listener, as a notebook stores it.

Such a shell is the Python of a page, and that of a lesson which the exporter runs.
"""

import builtins
import sys

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.history import HistoryManager
from IPython.core.interactiveshell import InteractiveShell


class Shell(InteractiveShell):
    """A shell with names of its own; its cells are run one by one, by `run_cell`.

    Parameters
    ----------
    listener : object
        Is told what the cells show, by these methods:

        ``show(kind, data, metadata, name="")``: an object, as kind "execute_result",
        "display_data", or "update_display_data" for what takes the place of one of that name;
        ``clear(wait)``: what the cell has shown is to go;
        ``failed(error, traceback)``: it has raised;
        ``shows(value)``: is asked whether to show a cell's last value.
    **keys
        Of `InteractiveShell`.
    """

    def __init__(self, *, listener, **keys):
        self.listener = listener
        self.kernel = _Parent()
        super().__init__(
            displayhook_class=_Result,
            display_pub_class=_Display,
            user_ns={"__name__": "__main__"},
            colors="nocolor",
            **keys,
        )

    def take_over(self, *streams):
        """Be the one to which IPython, and what is printed, goes: of each there is one only.

        Parameters
        ----------
        *streams : Stream
            In place of sys.stdout and sys.stderr.
        """
        InteractiveShell._instance = self
        sys.modules["__main__"] = self.user_module
        sys.stdout, sys.stderr = streams
        vars(builtins).pop("_", None)  # as a doctest leaves it; IPython then sets none of its own

    def init_history(self):
        self.history_manager = HistoryManager(shell=self, parent=self, enabled=False)

    def enable_gui(self, gui=None):
        """There are no windows."""

    def _showtraceback(self, etype, evalue, stb):
        self.listener.failed(evalue, stb)


class _Parent:
    """What `ipywidgets.Output` asks, so that its widget tells the page from when it catches."""

    def get_parent(self):
        return {"header": {"msg_id": "the present cell"}}


class _Result(DisplayHook):
    def __call__(self, result=None):
        if result is None or self.shell.listener.shows(result):
            super().__call__(result)
        else:
            self.update_user_ns(result)

    def write_output_prompt(self):
        pass

    def write_format_data(self, format_dict, md_dict=None):
        self.shell.listener.show("execute_result", format_dict, md_dict)

    def finish_displayhook(self):
        pass


class _Display(DisplayPublisher):
    def publish(self, data, metadata=None, *, transient=None, update=False, **keys):
        kind = "update_display_data" if update else "display_data"
        self.shell.listener.show(kind, data, metadata, (transient or {}).get("display_id", ""))

    def clear_output(self, wait=False):
        self.shell.listener.clear(wait)


class Stream:
    """What takes the place of sys.stdout or sys.stderr.

    Parameters
    ----------
    write : callable
        Takes the text.
    """

    encoding = "utf-8"

    def __init__(self, write):
        self.write_text = write

    def write(self, text):
        self.write_text(text)
        return len(text)

    def flush(self):
        """Everything has been written."""

    def isatty(self):
        return False
