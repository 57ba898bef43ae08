"""A lesson's page that wakes Python, in a browser whose network is cut and has no shared workers.

One page serves all tests, with one Python, since a start takes seconds; a test that ends that
Python leaves the next one to start it again. What pages share is tried in `test_every_browser.py`.
"""

import re

import nbformat
import pytest
from browsing import expect
from conftest import PROJECT
from players import check_player, complaints, demo, demo_notebook, drawn, opened, snapshot

from perceptron_lessons import sheets
from perceptron_lessons.tables import format_number
from perceptron_lessons.widget.player import Player
from publish.frame import site_frame
from publish.pages import export_html

NAME = "waking"
CELLS = {
    "x": "x = 2",
    "print": 'print("<b>bold?</b>", x)',
    "table": "from perceptron_core import perceptron\nfrom perceptron_lessons import table_of_run\n"
    "table_of_run(perceptron([[1, 2], [-1, 0]], [1, -1]))",
    "figure": "from perceptron_lessons import figures\nfigures.worked_example()",
    "late": "import scipy\nscipy.__name__",
    "free": "1 + 1",
    "stage": "from perceptron_lessons.stage import stage\nstage()",
}


@pytest.fixture(scope="module")
def address(site, tmp_path_factory):
    """The page, in the site."""
    notebook = tmp_path_factory.mktemp("notebook") / f"{NAME}.ipynb"
    stored = {**CELLS, "late": "1"}  # scipy need not be imported to make the page
    demo_notebook(notebook, *stored.values())
    lesson = nbformat.read(notebook, as_version=4)
    nbformat.write(lesson, site.folder / "files" / notebook.name)
    export_html(notebook, site.folder, frame=site_frame(lab=True))
    return f"{site.url}/{NAME}.html"


class Reader:
    """Somebody before the page."""

    def __init__(self, page, address):
        self.page = page
        page.goto(address)

    @property
    def state(self):
        return self.page.locator(".awake .state")

    def cell(self, name):
        """A cell by its name here; the two of the demonstration come first."""
        return self.page.locator(".cell").nth(2 + list(CELLS).index(name))

    def code(self, name):
        return self.cell(name).get_by_role("textbox", name=re.compile("^Code"))

    def run(self, name, source=None):
        """Run a cell, edited before if a source is given, and return what it shows."""
        drawer = self.cell(name).locator("details.drawer")
        drawer.evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
        if source is not None:
            self.code(name).fill(source)
        self.cell(name).get_by_role("button", name=re.compile("^Run code")).click()
        return self.result(name)

    def result(self, name):
        expect(self.page.locator("[aria-busy]")).to_have_count(0)
        return self.cell(name).locator(".live")

    def note(self, name):
        return self.cell(name).locator(".run .state")

    def button(self, name):
        return self.page.locator(".python, .awake").get_by_role("button", name=name, exact=True)


@pytest.fixture(scope="module")
def reader(browser, site, address):
    """Somebody who has not needed Python yet; `requests` keeps the addresses asked for."""
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    context.add_init_script("delete globalThis.SharedWorker")  # whose requests nobody here sees
    page = context.new_page()
    page.requests, page.faults = [], []
    context.on("request", lambda request: page.requests.append(request.url))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda said: said.type == "error" and page.faults.append(said.text))
    yield Reader(page, address)
    foreign = [url for url in page.requests if not url.startswith((site.url, "data:", "blob:"))]
    assert foreign == []
    assert page.faults == []
    context.close()


def test_a_chooser_wakes_python_which_draws_in_the_same_player(reader):
    player = opened(reader.page)
    player.evaluate("(node) => { node.mark = 'the same'; }")
    assert not any("page_python/python.json" in url for url in reader.page.requests)
    slider = player.get_by_role("slider").first
    slider.focus()
    slider.press("End")
    background = player.locator("svg").first.inner_html()
    seed = player.get_by_label("seed")
    seed.focus()
    expect(reader.state).to_have_text("")
    seed.dispatch_event("pointerdown", {"bubbles": True})
    expect(reader.state).to_contain_text("Python is starting")
    seed.select_option("1")
    message = player.locator(".message")
    expect(message).to_contain_text("Python is asked")
    expect(reader.state).to_have_text(re.compile(r"Python is starting: \d+ of \d+ MB"))
    meter = reader.page.locator(".awake progress")
    expect(meter).to_be_visible()
    expect(reader.state).to_have_text("Python is ready")
    expect(message).to_be_hidden()
    assert player.locator("svg").first.inner_html() != background
    assert player.evaluate("(node) => node.mark") == "the same"
    assert seed.evaluate("(node) => node === document.activeElement")
    assert slider.evaluate("(input) => input.value === input.max")
    drawn(player)
    expected = Player(demo, choices={"seed": (0, 1, 2)})
    expected.seed = 1
    check_player(reader.page, player, expected.prepare())

    before = snapshot(player)["alt"]
    background = player.locator("svg").first.inner_html()
    seed.select_option("2")
    expect(reader.state).to_have_text("Python is ready")
    expect(message).to_be_hidden()
    assert snapshot(player)["alt"] == before
    assert player.locator("svg").first.inner_html() != background


def test_a_cell_runs_with_what_it_needs_and_what_it_prints_is_text(reader):
    printed = reader.run("print")
    expect(printed).to_have_text("<b>bold?</b> 2\n")
    reader.code("x").fill("x = 3")
    reader.run("print")
    expect(printed).to_have_text("<b>bold?</b> 3\n")
    expect(reader.run("table").get_by_role("table")).to_be_visible()
    picture = reader.run("figure").get_by_role("img")
    expect(picture.locator("title").first).to_have_text("worked_example")
    assert picture.evaluate("(svg) => svg.getBoundingClientRect().width") > 200


def test_nothing_that_a_cell_shows_becomes_a_script_or_asks_for_anything(reader):
    hostile = """<table onclick='x()'><tr><td style='background: url(//a.example/)'>kept</td></tr>
</table><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>
<iframe src='//a.example'></iframe><a href='javascript:x()'>link</a>
<style>body { display: none }</style>"""
    drawn = """<svg xmlns='http://www.w3.org/2000/svg' onload="document.title='taken'">
<script>document.title='taken'</script><image href='//a.example/x.png'/><foreignObject/>
<path d='M0 0' style='fill: url(//a.example/x)' onclick='x()'/><use href='//a.example/#x'/></svg>"""
    hostile += f"<p>{drawn}</p>"
    source = (
        "from IPython.display import HTML, SVG, Javascript, display\n"
        f"display(HTML({hostile!r}), SVG({drawn!r}), Javascript('document.title = \"taken\"'))"
    )
    shown = reader.run("free", source)
    expect(shown.get_by_role("cell")).to_have_text("kept")
    expect(shown.locator("svg path")).to_have_count(2)  # one of them within HTML
    names = "script, img, iframe, a, style, image, foreignObject, [style], [onclick], [onload]"
    assert shown.locator(names).count() == 0
    assert shown.locator("[*|href]").count() == 0
    assert reader.page.title() != "taken"
    # The browser says that the policy would have kept it from running, even though it is taken out.
    faults = reader.page.faults
    faults[:] = [fault for fault in faults if "Content Security Policy" not in fault]


def test_a_player_made_in_a_cell_moves_and_chooses(reader):
    shown = reader.run("free", "Player(demo, choices={'seed': (5, 6)}, label='mine')")
    player = shown.locator(".perceptron-player")
    drawn(player)
    check_player(reader.page, player)
    before = player.locator("svg").first.inner_html()
    player.get_by_label("seed").select_option("1")
    expect(reader.state).to_have_text("Python is ready")
    expect(player.locator(".message")).to_be_hidden()
    assert player.locator("svg").first.inner_html() != before


def test_controls_of_ipywidgets_come_when_a_cell_makes_one(reader):
    assert not any("controls" in url for url in reader.page.requests)
    source = """from ipywidgets import VBox, interact
@interact(n=(0, 5))
def show(n=2):
    print("n is", n)
    return n * n
VBox([Player(demo).prepare()])"""
    shown = reader.run("free", source)
    number = shown.get_by_role("slider").first
    expect(shown).to_contain_text("n is 2\n4")
    number.press("ArrowRight")
    expect(shown).to_contain_text("n is 3\n9")
    expect(shown).not_to_contain_text("n is 2")
    player = shown.locator(".perceptron-player")
    player.get_by_role("slider").first.press("End")
    expect(player.locator(".description")).to_contain_text("after 10 steps")


def test_a_stage_moves_in_a_page_and_in_a_cell(reader):
    """Beside a Python that runs, and made anew by it; what is dragged asks it for nothing."""
    player = reader.page.get_by_role("group", name="own points", exact=True)
    dot = player.get_by_role("button", name="point 0, at")
    for _ in range(2):
        dot.press("ArrowUp")
        expect(dot).to_have_attribute("aria-label", "point 0, at (−2, 1), label −1")
        expect(player.locator(".words")).to_contain_text("k = 6 of 6 mistakes")
        reader.run("stage")
        expect(player).to_have_count(1)
    expect(player.locator(".words")).to_contain_text("k = 4 of 4 mistakes")


def test_an_error_is_told_where_it_is_and_where_it_is_felt(reader):
    reader.run("x", "x = 1 / 0")
    expect(reader.result("x")).to_contain_text("ZeroDivisionError")
    reader.run("print")
    expect(reader.note("print")).to_have_text(
        "Not run: code 3 above, which it needs, has an error."
    )
    reader.cell("x").get_by_role("button", name=re.compile("^Undo")).click()
    expect(reader.run("print")).to_have_text("<b>bold?</b> 2\n")
    expect(reader.cell("x")).not_to_contain_text("ZeroDivisionError")


def test_the_page_with_its_python_is_accessible(reader, front_end):
    reader.run("free", "1")  # the controls of ipywidgets are not ours to name
    for theme in ("light", "dark"):
        reader.page.emulate_media(color_scheme=theme)
        assert complaints(reader.page, front_end) == []
    reader.page.emulate_media(color_scheme=None)


def test_a_package_that_is_rarely_wanted_comes_when_it_is(reader):
    asked = [url for url in reader.page.requests if "scipy" in url]
    assert asked == []
    scipy = re.compile("scipy-")
    reader.page.context.route(scipy, lambda route: route.abort())
    expect(reader.run("late", CELLS["late"])).to_contain_text("scipy is not on this site, or the")
    reader.page.faults.clear()  # the browser says so too
    reader.page.context.unroute(scipy)
    expect(reader.run("late")).to_have_text("'scipy'")
    expect(reader.run("free", "import numpy.nothing")).to_contain_text("No module named")


def test_an_endless_loop_is_stopped_and_everything_goes_on(reader):
    expect(reader.run("free", "1")).to_have_text("1")  # so that Python is awake
    reader.code("free").fill("print('begun')\nwhile True: pass")
    reader.cell("free").get_by_role("button", name=re.compile("^Run code")).click()
    expect(reader.cell("free").locator(".live")).to_have_text("begun\n")
    reader.button("Stop and restart").click()
    expect(reader.note("free")).to_have_text("Stopped.")
    expect(reader.run("print")).to_have_text("<b>bold?</b> 2\n")
    player = opened(reader.page)  # its Python object is gone: it gets another
    before, seed = player.locator("svg").first.inner_html(), player.get_by_label("seed")
    seed.select_option("1" if seed.input_value() == "0" else "0")
    expect(reader.state).to_have_text("Python is ready")
    expect(player.locator(".message")).to_be_hidden()
    assert player.locator("svg").first.inner_html() != before


def test_what_was_typed_is_there_after_a_reload_and_in_the_notebook(reader):
    mine = "# mine: ü < 3\n'kept'"
    reader.code("free").fill(mine)
    reader.page.reload()
    assert reader.code("free").inner_text() == mine
    with reader.page.expect_download() as download:
        reader.button("Download as notebook").click()
    saved = nbformat.reads(download.value.path().read_text(), as_version=4)
    nbformat.validate(saved)
    sources = [cell.source for cell in saved.cells if cell.cell_type == "code"]
    assert sources[2 + list(CELLS).index("free")] == mine
    assert sources[2] == CELLS["x"]
    assert any(cell.cell_type == "markdown" for cell in saved.cells)


def test_a_python_that_ends_itself_is_told_and_starts_again_by_keyboard(reader):
    """The second half with the keyboard alone."""
    reader.code("free").fill("import os; os._exit(3)")
    reader.cell("free").get_by_role("button", name=re.compile("^Run code")).click()
    expect(reader.state).to_contain_text("Python has ended")
    expect(reader.state).to_contain_text("The next use starts it again.")

    keyboard = reader.page.keyboard
    reader.code("free").focus()
    keyboard.press("ControlOrMeta+a")
    keyboard.type("for i in range(2):")
    keyboard.press("Enter")
    keyboard.type("print(i)")
    assert reader.code("free").inner_text() == "for i in range(2):\n    print(i)"
    keyboard.press("Tab")
    assert reader.page.evaluate("document.activeElement.textContent") == "Run"
    keyboard.press("Shift+Tab")
    keyboard.press("Shift+Enter")
    expect(reader.result("free")).to_have_text("0\n1\n")
    keyboard.press("Escape")
    assert reader.page.evaluate("document.activeElement.textContent") == "Run"


@pytest.fixture
def phone(browser, address):
    context = browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    )
    yield Reader(context.new_page(), address)
    context.close()


def test_on_a_phone_by_touch(phone):
    run = phone.cell("print").get_by_role("button", name=re.compile("^Run code"))
    run.tap()
    expect(phone.result("print")).to_have_text("<b>bold?</b> 2\n")
    box = run.bounding_box()
    assert min(box["width"], box["height"]) >= 24
    run.scroll_into_view_if_needed()
    bar = phone.page.locator(".awake").bounding_box()
    assert bar["y"] >= 0 and bar["height"] <= 60  # in sight, and small


def test_the_practice_page_makes_another_sheet_and_its_solutions(browser, site):
    export_html(PROJECT / "notebooks" / "practice.ipynb", site.folder, frame=site_frame(lab=True))
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    reader = Reader(page, f"{site.url}/practice.html")
    cells = page.locator(".cell:has(.run)")
    code = cells.first.get_by_role("textbox", name=re.compile("^Code"))
    page.locator("details.drawer").evaluate_all("(all) => all.forEach((d) => { d.open = true; })")
    code.fill(code.inner_text().replace("seed=7", "seed=8"))
    expect(page.locator(".output.stale")).to_have_count(3)
    cells.nth(1).get_by_role("button", name=re.compile("^Run code")).click()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(reader.state).to_have_text("Python is ready")
    stale = page.locator(".cell:has(.output.stale) .run")
    expect(stale).to_contain_text(["Code 1Run", "Code 3Run"])
    sheet = sheets.sheet(8, ["run", "update", "bound", "complete"])
    solved = cells.nth(1).locator(".live")
    solved.get_by_text("Solutions", exact=True).click()
    for number in (1, 2, 3, 4):
        for key, *_, value, _ in sheet.rows(number):
            row = solved.get_by_role("row").filter(
                has=page.get_by_role("cell", name=key, exact=True)
            )
            expect(row).to_contain_text(format_number(value))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="print")
    expect(solved.get_by_role("heading", name=re.compile("solutions"))).to_be_visible()
    context.close()


def test_from_a_file_the_page_says_why_there_is_no_python(site, address, page):
    page.goto((site.folder / f"{NAME}.html").as_uri())
    expect(page.locator(".no-python")).to_contain_text("starts no Python from a file")
    player = opened(page)
    check_player(page, player)
    expect(player.get_by_label("seed")).to_be_disabled()
    expect(page.get_by_role("button", name="Run this page")).to_be_hidden()
