"""Players, explorers and the stage in JupyterLab, Notebook 7 and Voila, and explorers as a page.

What all explorers have in common is the player, so some are moved here, and all of them by
`make many`. Each state of each explorer is checked without a browser, in test_explorers.py. All is
in one file, and in few notebooks: one JupyterLab is started, and seldom opened.
"""

import pytest
from browsing import expect, open_notebook, run_all
from many import TIMES
from nbformat.v4 import new_markdown_cell
from players import (
    AT_REST,
    check_player,
    demo,
    demo_notebook,
    drawn,
    opened,
    press,
    snapshot,
    write_notebook,
)
from waiting import until

from perceptron_lessons.widget.explorers import EXPLORERS
from perceptron_lessons.widget.player import Player
from publish.pages import export_html

MOVED = list(EXPLORERS) if TIMES > 1 else list(EXPLORERS)[::8]
KERNEL = "jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel"
SHUTDOWN = "jupyterapp.shell.currentWidget.sessionContext.shutdown()"


@pytest.fixture(scope="module")
def expected():
    return Player(demo(), label="demo")


def run_cell(page, cell):
    page.evaluate(
        """(cell) => {
          jupyterapp.shell.currentWidget.content.activeCellIndex = cell;
          return jupyterapp.commands.execute("notebook:run-cell");
        }""",
        cell,
    )


def choose(player, seed):
    player.get_by_label("seed").select_option(seed)


def choose_and_see(page, player, seed):
    picture = "document.querySelector('.picture svg').innerHTML"
    before = page.evaluate(picture)
    choose(player, seed)
    page.wait_for_function(f"before => {picture} !== before", arg=before)
    drawn(player)


def refused(page, player, message):
    """Another choice is not made: the page says why, and shows what it has shown."""
    before = snapshot(player)["slots"]
    choose(player, "0")
    page.get_by_text(message).wait_for()
    assert snapshot(player)["slots"] == before
    assert player.get_by_label("seed").input_value() == "2"


def test_a_player_is_moved_linked_chosen_restarted_and_left(page, lab, console_errors, expected):
    demo_notebook(
        lab.folder / "player.ipynb",
        "import ipywidgets\n"
        "other = ipywidgets.FloatText(description='other', step=0.1)\n"
        "ipywidgets.jslink((other, 'value'), (player, 'slope'))\n"
        "other",
        "seen = ipywidgets.Label()\n"
        "player.observe(lambda k: setattr(seen, 'value', f'python saw {k.new}'), 'k')\n"
        "player.k = 7.2\n"
        "seen",
    )
    open_notebook(page, lab, "player.ipynb")
    run_all(page)
    player = opened(page)
    slider = player.get_by_role("slider", name="mistakes k")
    page.get_by_text("python saw 7").wait_for()
    expect(player.locator(".description")).to_contain_text("after 7")
    press(page, slider, "ArrowLeft")
    page.get_by_text("python saw 6").wait_for()
    page.get_by_label("other").fill("0.3")
    page.get_by_label("other").press("Tab")
    expect(player.locator(".description")).to_contain_text("of 0.25")
    check_player(page, player, expected)

    press(page, slider, "End")
    choose_and_see(page, player, "2")
    assert "after 10 steps" in snapshot(player)["description"]
    other = Player(demo(seed=2))
    check_player(page, player, other)

    page.evaluate(f"{KERNEL}.restart()")
    page.wait_for_function(f"{KERNEL}.status === 'idle'")
    refused(page, player, "the kernel was restarted; run this cell again for another seed")
    assert not page.get_by_text("needs a running kernel").count()
    for cell in (1, 2):  # not what links it to others, of which Jupyter wants to tell Python
        run_cell(page, cell)
    player = opened(page)
    choose_and_see(page, player, "2")

    page.evaluate(SHUTDOWN)
    check_player(page, player, other)
    refused(page, player, "still shows 2: another choice needs a running kernel")
    assert console_errors == []


def test_in_voila(page, lab, expected):
    demo_notebook(lab.folder / "voila.ipynb")
    page.goto(f"{lab.url}/voila/render/voila.ipynb")
    check_player(page, opened(page), expected)


def test_in_notebook_7_and_without_its_kernel(page, lab, console_errors, expected):
    demo_notebook(lab.folder / "notebook-7.ipynb")
    open_notebook(page, lab, "notebook-7.ipynb", "notebooks")
    console_errors.clear()  # Notebook itself reports some while it starts.
    run_all(page)
    player = opened(page)
    check_player(page, player, expected)
    page.evaluate(SHUTDOWN)
    check_player(page, player, expected)
    assert console_errors == []


def test_a_stage_hears_python_and_is_heard_and_the_rest_needs_no_kernel(page, lab, console_errors):
    """Points, k and w go both ways; what is played, and explorers, need no Python."""
    cells = (
        "from perceptron_lessons.stage import stage\n"
        "living = stage([[2, 1, 1], [-1, 0, -1], [1, 3, 1]])\nliving",
        "print('heard', living.points[1], living.k, living.w)",
        "living.points = [[4, 4, 1], [-4, 3, -1]]",
        "living.w = [1, 1, 0]",
        'stage(challenge="seven mistakes")',
        "from perceptron_lessons.widget.explorers import EXPLORERS",
        *(f"EXPLORERS[{name!r}]()" for name in MOVED),
    )
    write_notebook(lab.folder / "stage.ipynb", *cells)
    open_notebook(page, lab, "stage.ipynb")
    stage = page.locator(".perceptron-stage").first

    run_cell(page, 0)
    stage.get_by_role("button", name="point 1, at (−1, 0)").press("ArrowUp")
    stage.get_by_role("button", name="point 1, at (−1, 1)").wait_for()
    stage.get_by_label("mistakes k").press("Home")
    heard = page.get_by_text("heard [-1, 1, -1] 0 [0, 0, 0]")

    def has_heard():
        run_cell(page, 1)
        return heard.count()

    until(has_heard)
    run_cell(page, 2)
    stage.get_by_role("button", name="point 1, at (−4, 3)").wait_for()
    run_cell(page, 3)
    expect(stage.locator(".words")).to_contain_text("Your w = (1, 1)")

    run_all(page)
    made = {name: EXPLORERS[name]() for name in MOVED}
    shown = {name: page.get_by_role("group", name=made[name].label, exact=True) for name in MOVED}
    for player in shown.values():
        drawn(player)
    page.evaluate(SHUTDOWN)
    for name, player in shown.items():
        drawn(player)
        player.evaluate(AT_REST, 20)
        check_player(page, player, made[name])
    assert console_errors == []
    challenge = page.get_by_role("group", name="own points: seven mistakes")
    for key in 4 * ["ArrowRight"]:
        challenge.get_by_role("button", name="point 1, at").press(key)
    expect(challenge.locator(".verdict")).to_have_text("✓ solved: 4 points, 7 mistakes")
    assert all("widget sync message" in error for error in console_errors)  # Jupyter's own


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
