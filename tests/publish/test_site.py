"""The site that needs no server, in a browser whose network is cut.

The fixture `site` says where its Python comes from; without any the tests are skipped.
"""

import json
import re
import shutil

import pytest
from browsing import expect, run_all
from conftest import NOTEBOOKS
from many import TIMES
from players import AT_REST, check_player, drawn

from perceptron_lessons.stage import stage
from perceptron_lessons.widget.explorers import EXPLORERS
from perceptron_lessons.widget.player import Player
from publish.addresses import MOVED
from publish.pages import page_summary

MAKERS = "|".join(make.__name__ for make in (Player, stage, *EXPLORERS.values()))
EXPLORER = re.compile(rf"(?<![.\w])({MAKERS})\(")
WIDGET = "application/vnd.jupyter.widget-view+json"

IN_FRONT = """(name) => {
  const context = window.jupyterapp?.shell.currentWidget?.context;
  return context?.path === name && context.isReady;
}"""
KERNEL_IDLE = "jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'"
NOTEBOOK = "jupyterapp.shell.currentWidget.content"
CELLS = f"{NOTEBOOK}.model.sharedModel.toJSON().cells"
CHANGED = "jupyterapp.shell.currentWidget.context.model.dirty"
# By its name: JupyterLab puts back what was open before, and may put that in front at any time.
OPENED = """(name) => {
  const documents = [...window.jupyterapp?.shell.widgets("main") ?? []];
  const found = documents.find(({ context }) => context?.path === name && context.isReady);
  return found && { context: found.context, cell: found.content.model.sharedModel.cells[0] };
}"""
FIRST_WORDS = """(name) => jupyterapp.serviceManager.contents.get(name, { content: true })
  .then(({ content }) => [content.cells[0].source].flat().join(""), () => null)"""
# What the cells of a page show: tables and what is printed, pictures and explorers.
SHOWN = """() => [...document.querySelectorAll(".cell:not(.guess, .exercise) .output")]
.map((output) => ({
  words: [...output.querySelectorAll("pre.text, td, th")].map((part) => part.textContent.trim()),
  pictures: output.querySelectorAll("figure").length,
  explorers: [...output.querySelectorAll(".perceptron-player, .perceptron-stage")]
    .map((each) => each.querySelector("svg[aria-label]").getAttribute("aria-label")),
}))"""


@pytest.fixture(scope="module")
def site(site, course):
    """The whole site."""
    shutil.copytree(course, site.folder, dirs_exist_ok=True)
    return site


def open_lesson(page, site, name):
    """Open a lesson as a link does, and wait until it is the one in front."""
    page.goto(f"{site.url}/lab/index.html?path={name}")
    page.wait_for_function(IN_FRONT, arg=name)


@pytest.fixture
def asleep(page):
    """JupyterLab never gets its Python, which takes long to start and is not always wanted."""
    page.context.route("**/static/pyodide/**", lambda route: route.abort())


@pytest.fixture(scope="module")
def readers_page(browser):
    """One browser for all lessons, which keeps Python's files from one page to the next."""
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    page = context.new_page()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    yield page
    context.close()


# `make many` runs every lesson; `make test` one that needs packages which a page's Python does not
# have when it starts.
AWAKE = NOTEBOOKS[1:] if TIMES > 1 else [NOTEBOOKS[6]]


@pytest.mark.parametrize("lesson", AWAKE, ids=lambda path: path.stem)
def test_run_this_page_shows_again_what_the_page_showed(readers_page, site, lesson):
    page = readers_page
    page.goto(f"{site.url}/{lesson.stem}.html")
    expect(page.locator(".perceptron-page > .still")).to_have_count(0)
    before = page.evaluate(SHOWN)
    page.get_by_role("button", name="Run this page").click()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert page.locator(".awake .state").inner_text() == "Python is ready"
    assert page.locator(".output .error").all_inner_texts() == []
    assert page.locator(".live").count() == page.locator(".cell").count()
    assert page.evaluate(SHOWN) == before
    own = (site.url, "blob:", "data:")
    assert [url for url in page.asked if not url.startswith(own)] == []


# In JupyterLite the same Python runs in another house: for the shortest lesson, and in `make many`
# for one that needs what a page's Python does not have when it starts, and has explorers.
IN_LITE = [NOTEBOOKS[0]] + [NOTEBOOKS[6]] * (TIMES > 1)


@pytest.mark.parametrize("lesson", IN_LITE, ids=lambda path: path.stem)
def test_lesson_runs_whole_in_jupyterlite_and_its_explorers_move(page, site, asked, lesson):
    open_lesson(page, site, lesson.name)
    page.wait_for_function(KERNEL_IDLE)
    assert page.evaluate(CHANGED) is False
    page.evaluate("jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    run_all(page)
    cells = page.evaluate(CELLS)
    assert all(cell["execution_count"] for cell in cells if cell["cell_type"] == "code")
    explorers = [
        number
        for number, cell in enumerate(cells)
        if WIDGET in str(cell.get("outputs")) and "proof_builder(" not in cell["source"]
    ]
    assert explorers == [n for n, cell in enumerate(cells) if EXPLORER.search(cell["source"])]
    for number in explorers:
        page.evaluate(f"({NOTEBOOK}.activeCellIndex = {number}, 0)")
        shown = page.locator(".jp-Cell.jp-mod-active").locator(
            ".perceptron-player, .perceptron-stage"
        )
        drawn(shown)
        shown.evaluate(AT_REST, 60)
        if "stage(" not in cells[number]["source"]:  # its controls have tests of their own
            check_player(page, shown)
    assert asked == []


@pytest.mark.usefixtures("asleep")
def test_from_the_front_page_to_jupyterlab_at_the_same_lesson(page, site, asked):
    page.goto(site.url)
    page.get_by_role("link", name=page_summary(NOTEBOOKS[1]).title).click()
    page.get_by_role("link", name="Open in JupyterLite").first.click()
    page.wait_for_function(IN_FRONT, arg=NOTEBOOKS[1].name)
    assert asked == []


@pytest.mark.usefixtures("asleep")
def test_an_old_address_in_jupyterlab_leads_to_the_lesson_with_a_phones_room(page, site):
    page.set_viewport_size({"width": 390, "height": 844})
    old, new = next(iter(MOVED.items()))
    page.goto(f"{site.url}/lab/index.html?path={old}.ipynb")
    page.wait_for_function(IN_FRONT, arg=f"{new}.ipynb")
    page.wait_for_function("jupyterapp.shell.leftCollapsed")
    assert page.locator(".jp-Notebook").bounding_box()["width"] > 300


def test_stored_texts_are_whole(site):
    """JupyterLite does not join lines, and shows a list of them with commas in between."""
    for path in NOTEBOOKS:
        stored = json.loads((site.folder / "files" / path.name).read_text())
        outputs = [output for cell in stored["cells"] for output in cell.get("outputs", [])]
        texts = [cell["source"] for cell in stored["cells"]]
        texts += [text for output in outputs for text in output.get("data", output).values()]
        assert not any(isinstance(text, list) for text in texts)


def write(page, name, words):
    change = f"""([name, words]) => {{
      const {{ context, cell }} = ({OPENED})(name);
      cell.setSource(words);
      return context.save();
    }}"""
    page.evaluate(change, [name, words])
    wait_until_stored(page, name, words)


def wait_until_stored(page, name, words):
    """A page that is left at once loses what it is about to store."""
    page.wait_for_function(
        f"([name, words]) => ({FIRST_WORDS})(name).then((found) => found === words)",
        arg=[name, words],
    )


def shown(page, site, name):
    """Load the page anew and open a lesson.

    JupyterLite opens what the address names and puts back what was open before, both at once: what
    was before may take the other's place. So the lesson is asked for when that is over, as by a
    click in the list.
    """
    page.goto(f"{site.url}/lab/index.html?path={name}")
    page.wait_for_function("window.jupyterapp")
    page.evaluate("jupyterapp.restored.then(() => {})")
    return clicked(page, name)


def clicked(page, name):
    """Open a lesson by a click in the list; gives its first words."""
    page.evaluate("(path) => jupyterapp.commands.execute('docmanager:open', { path })", name)
    page.wait_for_function(OPENED, arg=name)
    return page.evaluate(f"(name) => ({OPENED})(name).cell.getSource()", name)


def file_menu(page, name, item):
    """Right-click a file in the list on the left and choose from its menu."""
    page.locator(".jp-DirListing-item").filter(has_text=name).click(button="right")
    page.locator(".lm-Menu").get_by_text(item, exact=True).click()


@pytest.mark.usefixtures("asleep")
def test_returning_student_gets_the_fresh_version_and_keeps_theirs(page, site, asked):
    """As docs/help.md tells them: rename, or delete; then reload."""
    name = NOTEBOOKS[0].name
    fresh = shown(page, site, name)
    write(page, name, "my own words")
    assert shown(page, site, name) == "my own words"

    file_menu(page, name, "Rename")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("mine.ipynb")
    page.keyboard.press("Enter")
    wait_until_stored(page, name, fresh)
    wait_until_stored(page, "mine.ipynb", "my own words")

    assert clicked(page, name) == fresh
    write(page, name, "other words")
    file_menu(page, name, "Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    wait_until_stored(page, name, fresh)
    assert shown(page, site, name) == fresh
    assert clicked(page, "mine.ipynb") == "my own words"
    assert asked == []
