"""Every explorer in JupyterLab, without its kernel, and as a page without a network."""

import nbformat
import pytest
from conftest import open_notebook, run_all
from players import check_player

from perceptron_lessons.export.pages import export_html
from perceptron_lessons.widget.explorers import EXPLORERS


def notebook_with(path, names):
    """Write a notebook with one explorer a cell."""
    cells = [
        nbformat.v4.new_markdown_cell("# Explorers"),
        nbformat.v4.new_code_cell("from perceptron_lessons.widget.explorers import EXPLORERS"),
        *(nbformat.v4.new_code_cell(f"EXPLORERS[{name!r}]()") for name in names),
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
    return {name: make().prepare() for name, make in EXPLORERS.items()}


def opened(page, label):
    player = page.get_by_role("group", name=label, exact=True)
    player.scroll_into_view_if_needed()
    player.locator("svg[aria-label]").wait_for()
    return player


@pytest.mark.parametrize("name", EXPLORERS)
def test_in_jupyterlab_and_without_its_kernel(page, lab, console_errors, expected, name):
    path = f"{name.replace(' ', '-')}.ipynb"
    notebook_with(lab.folder / path, [name])
    open_notebook(page, lab, path)
    run_all(page)
    player = opened(page, expected[name].label)
    check_player(page, player, expected[name])
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    check_player(page, player, expected[name])
    assert console_errors == []


def test_as_a_page_with_the_network_cut(page, tmp_path, console_errors, expected):
    notebook_with(tmp_path / "explorers.ipynb", EXPLORERS)
    target = export_html(tmp_path / "explorers.ipynb", tmp_path / "pages")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(target.as_uri())
    for player in expected.values():
        check_player(page, opened(page, player.label), player)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert console_errors == []
