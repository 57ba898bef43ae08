"""Python behind a page, without a page: what it runs, in which order, and what it tells."""

import json
import os
import signal
import sys

import comm
import nbformat
import pytest
from conftest import NOTEBOOKS
from IPython.core.interactiveshell import InteractiveShell

from publish.page_python.cell_order import needs
from publish.page_python.page_kernel import MOST_CHARACTERS, PageKernel, stop


class Page:
    """What a page does: it keeps the cells' sources and hears the messages."""

    def __init__(self, *sources):
        self.sources = list(sources)
        self.messages = []
        self.kernel = PageKernel(lambda text: self.messages.append(json.loads(text)))

    def ask(self, method, target, **more):
        self.messages.clear()
        cells = [[f"cell {n}", source] for n, source in enumerate(self.sources)]
        request = {"cells": cells, "target": f"cell {target}"} | more
        return json.loads(getattr(self.kernel, method)(json.dumps(request)))

    def run(self, target):
        return self.ask("run", target)

    @property
    def began(self):
        return [int(m["cell"].split()[1]) for m in self.messages if m["kind"] == "begin"]

    @property
    def outputs(self):
        return [message["output"] for message in self.messages if message["kind"] == "output"]

    @property
    def texts(self):
        return [o["text"] if "text" in o else o["data"]["text/plain"] for o in self.outputs]


@pytest.fixture
def page(monkeypatch):
    """A function that makes a page; what pages share in a process is put back after."""
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    monkeypatch.setattr(InteractiveShell, "_instance", None)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    for name in ("stdout", "stderr", "displayhook"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    return Page


def test_what_a_cell_needs_runs_first_and_only_once(page):
    found = page("x = 2", "print('not needed')", "y = x + 1", "y * 10")
    assert found.run(3) == {"status": "ok"}
    assert found.began == [0, 2, 3]
    assert found.texts == ["30"]
    found.run(3)
    assert found.began == [3]


def test_an_edited_cell_above_runs_again_with_what_follows(page):
    found = page("x = 2", "y = x + 1", "y")
    found.run(2)
    found.sources[0] = "x = 5"
    found.run(2)
    assert found.began == [0, 1, 2]
    assert found.texts == ["6"]


def test_a_name_that_a_later_cell_has_taken_is_made_again(page):
    found = page("x = 2", "x", "x = 100")
    found.run(1)
    found.run(2)
    found.run(1)
    assert found.began == [0, 1]
    assert found.texts == ["2"]


def test_an_object_that_was_written_into_is_made_again(page):
    found = page("rows = []", "len(rows)", "rows.append(1)", "len(rows)")
    found.run(3)
    assert found.texts == ["1"]
    found.run(1)
    assert found.texts == ["0"]


def test_an_error_above_is_shown_there_and_nothing_runs_after(page):
    found = page("x = 1 / 0", "y = x", "y")
    assert found.run(2) == {"status": "error", "cell": "cell 0"}
    (output,) = found.outputs
    assert output["ename"] == "ZeroDivisionError"
    assert "Code 1, line 1" in "".join(output["traceback"])
    assert "In[" not in "".join(output["traceback"])


def test_what_is_not_python_says_so(page):
    found = page("x = (", "1 + 1")
    assert found.run(0)["status"] == "error"
    assert found.outputs[0]["ename"] == "SyntaxError"
    assert found.run(1)["status"] == "ok"


def test_an_endless_print_is_cut(page):
    found = page(f"for i in range(3):\n    print('x' * {MOST_CHARACTERS})", "print('again')")
    found.run(0)
    printed = "".join(found.texts)
    assert len(printed) < MOST_CHARACTERS + 100
    assert printed.endswith("left out\n")
    found.run(1)
    assert "".join(found.texts) == "again\n"


PLAYER = """
from perceptron_lessons.widget.explorers import bias_explorer
"""


def test_a_drawn_player_gets_its_python_object_and_only_the_chosen_pictures(page):
    found = page(PLAYER, "bias_explorer()")
    choice = {"data_set": "worked example"}
    reply = found.ask("adopt", 1, index=0, state=choice)
    assert reply["status"] == "ok"
    assert found.outputs == []
    ask = {"method": "custom", "content": "prepare"}
    found.kernel.receive(json.dumps({"comm_id": reply["model"], "data": ask}))
    told = [m["data"]["state"] for m in found.messages if m["kind"] == "comm_msg"]
    drawings = [state["drawing"] for state in told if "drawing" in state]
    assert [drawing["choice"] for drawing in drawings] == [{"data_set": 2}] * len(drawings)
    first, *_, last = (drawing["states"] for drawing in drawings if "states" in drawing)
    assert sum(state is not None for state in first) == 1
    assert None not in last

    found.messages.clear()
    update = {"method": "update", "state": {"data_set": "120 and 80 on a line"}, "buffer_paths": []}
    found.kernel.receive(json.dumps({"comm_id": reply["model"], "data": update}))
    choices = [
        m["data"]["state"]["drawing"]["choice"]
        for m in found.messages
        if "drawing" in m.get("data", {}).get("state", {})
    ]
    assert choices[-1] == {"data_set": 1}


def test_a_cell_that_makes_no_such_widget_any_more_says_so(page):
    found = page("1")
    reply = found.ask("adopt", 0, index=0, state={})
    assert reply["status"] == "lacking"


def test_two_pages_know_nothing_of_each_other(page):
    """Neither names nor what is printed, shown and sent, though one Python serves both by turns."""
    ask = "(x, __name__, get_ipython().user_ns['x'], __import__('__main__').x)"
    shows = (
        "print('own')",
        "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([0, 1]);",
        "Label()",
    )
    sources = ("from ipywidgets import Label", ask, *shows)
    pages = {n: page(f"x = {n}", *sources) for n in (1, 2)}
    for number, other in ((1, 2), (2, 1), (1, 2)):
        found = pages[number]
        found.run(2)
        assert found.texts == [f"({number}, '__main__', {number}, {number})"]
        pages[other].messages.clear()
        for cell, sign in ((3, "own"), (4, "image/png"), (5, "widget-view")):
            found.run(cell)
            assert sign in str(found.outputs)
        assert pages[other].messages == []


def test_a_page_that_is_left_leaves_nothing(page):
    left, stays = page("import ipywidgets", "ipywidgets.Label()"), page("1 + 1")
    before = len(widgets_of_all_pages())
    left.run(1)
    assert len(widgets_of_all_pages()) > before
    left.kernel.close()
    assert len(widgets_of_all_pages()) == before
    assert stays.run(0) == {"status": "ok"}
    assert stays.texts == ["2"]


def widgets_of_all_pages():
    return comm.get_comm_manager().comms


def test_a_signal_ends_a_task_and_no_import(page, tmp_path, monkeypatch):
    """Half of a module would be left, and the next import of it fail."""
    (tmp_path / "slow_module.py").write_text(
        f"import os\nos.kill({os.getpid()}, {signal.SIGINT:d})\nwhole = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    before = signal.signal(signal.SIGINT, stop)
    try:
        found = page("import slow_module\nslow_module.whole", "import os\nos.kill(os.getpid(), 2)")
        found.run(0)
        assert found.texts == ["True"]
        assert found.run(1)["status"] == "error"
        assert found.outputs[-1]["ename"] == "KeyboardInterrupt"
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("lesson", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_lesson_s_exercises_run_with_what_they_need_alone(page, lesson):
    """Read off the code, and yet enough: no name is missing, the verdict is as in the lesson."""
    cells = [c for c in nbformat.read(lesson, as_version=4).cells if c.cell_type == "code"]
    sources = [cell.source for cell in cells]
    asking = [n for n, source in enumerate(sources) if 'exercise("' in source]
    for number in asking:
        found = page(*sources)
        assert found.run(number) == {"status": "ok"}
        assert "".join(found.texts) == "".join(o.text for o in cells[number].outputs)
        assert len(found.began) <= 2 + len(needs(sources, number))
