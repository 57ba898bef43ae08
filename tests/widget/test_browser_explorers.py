"""Explorers as a page without a network; in JupyterLab they are in test_in_jupyterlab.py."""

from nbformat.v4 import new_markdown_cell
from players import check_player, drawn, write_notebook
from test_in_jupyterlab import MOVED

from perceptron_lessons.export.pages import export_html
from perceptron_lessons.widget.explorers import EXPLORERS


def test_as_a_page_with_the_network_cut(page, tmp_path, console_errors):
    made = "from perceptron_lessons.widget.explorers import EXPLORERS"
    players = (f"EXPLORERS[{name!r}]()" for name in MOVED)
    write_notebook(tmp_path / "page.ipynb", new_markdown_cell("# Explorers"), made, *players)
    target = export_html(tmp_path / "page.ipynb", tmp_path / "pages").path
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto(target.as_uri())
    for expected in (EXPLORERS[name]() for name in MOVED):
        shown = page.get_by_role("group", name=expected.label, exact=True)
        drawn(shown)
        check_player(page, shown, expected)
    # No two of them share a name, and each name that is used is there.
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    used = page.evaluate(
        "[...document.querySelectorAll('use')].map((use) => use.getAttribute('href').slice(1))"
    )
    assert len(ids) == len(set(ids)) and set(used) <= set(ids)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert console_errors == []
