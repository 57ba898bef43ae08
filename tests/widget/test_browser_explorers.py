"""Every explorer in JupyterLab without its kernel, and as a page without a network.

That a kernel which is there disturbs no slider is shown with one player in test_browser_player.py.
"""

import nbformat
import pytest
from conftest import open_notebook, run_all
from players import AT_REST, check_player, drawn

from perceptron_lessons.export.pages import export_html
from perceptron_lessons.widget.explorers import EXPLORERS


def notebook_of_all(path):
    """Write a notebook with one explorer a cell."""
    cells = [
        nbformat.v4.new_markdown_cell("# Explorers"),
        nbformat.v4.new_code_cell("from perceptron_lessons.widget.explorers import EXPLORERS"),
        *(nbformat.v4.new_code_cell(f"EXPLORERS[{name!r}]()") for name in EXPLORERS),
    ]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    nbformat.write(notebook, path)


@pytest.fixture(scope="module")
def expected():
    return [make() for make in EXPLORERS.values()]


def opened(page, label):
    player = page.get_by_role("group", name=label, exact=True)
    drawn(player)
    return player


def test_in_jupyterlab_when_its_kernel_is_gone(page, lab, console_errors, expected):
    notebook_of_all(lab.folder / "explorers.ipynb")
    open_notebook(page, lab, "explorers.ipynb")
    run_all(page)
    for player in expected:
        opened(page, player.label)
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    for player in expected[::4]:  # each is moved in the page below; what they share is the player
        shown = opened(page, player.label)
        shown.evaluate(AT_REST, 20)
        check_player(page, shown, player)
    assert console_errors == []


def test_as_a_page_with_the_network_cut(page, tmp_path, console_errors, expected):
    notebook_of_all(tmp_path / "explorers.ipynb")
    target = export_html(tmp_path / "explorers.ipynb", tmp_path / "pages").path
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(target.as_uri())
    for player in expected:
        check_player(page, opened(page, player.label), player)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert console_errors == []
