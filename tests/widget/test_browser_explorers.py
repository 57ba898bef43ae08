"""Explorers in JupyterLab without their kernel, and as a page without a network.

What they have in common is the player, so some are moved here, and all of them by `make many`; that
a kernel which is there disturbs no slider is shown with one player in test_browser_player.py. Each
state of each explorer is checked without a browser, in test_explorers.py.
"""

import pytest
from conftest import open_notebook, run_all
from many import TIMES
from nbformat.v4 import new_markdown_cell
from players import AT_REST, check_player, drawn, write_notebook

from perceptron_lessons.export.pages import export_html
from perceptron_lessons.widget.explorers import EXPLORERS

MOVED = list(EXPLORERS) if TIMES > 1 else list(EXPLORERS)[::4]


def notebook_of(names, path):
    """Write a notebook with one explorer a cell."""
    made = "from perceptron_lessons.widget.explorers import EXPLORERS"
    players = (f"EXPLORERS[{name!r}]()" for name in names)
    write_notebook(path, new_markdown_cell("# Explorers"), made, *players)


@pytest.fixture(scope="module")
def expected():
    return {name: EXPLORERS[name]() for name in MOVED}


def opened(page, label):
    player = page.get_by_role("group", name=label, exact=True)
    drawn(player)
    return player


def test_in_jupyterlab_when_its_kernel_is_gone(page, lab, console_errors, expected):
    notebook_of(MOVED, lab.folder / "explorers.ipynb")
    open_notebook(page, lab, "explorers.ipynb")
    run_all(page)
    for name in MOVED:
        opened(page, expected[name].label)
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    for name in MOVED:
        shown = opened(page, expected[name].label)
        shown.evaluate(AT_REST, 20)
        check_player(page, shown, expected[name])
    assert console_errors == []


def test_as_a_page_with_the_network_cut(page, tmp_path, console_errors, expected):
    notebook_of(MOVED, tmp_path / "explorers.ipynb")
    target = export_html(tmp_path / "explorers.ipynb", tmp_path / "pages").path
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(target.as_uri())
    for player in expected.values():
        check_player(page, opened(page, player.label), player)
    # No two of them share a name, and each name that is used is there.
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    used = page.evaluate(
        "[...document.querySelectorAll('use')].map((use) => use.getAttribute('href').slice(1))"
    )
    assert len(ids) == len(set(ids)) and set(used) <= set(ids)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert console_errors == []
