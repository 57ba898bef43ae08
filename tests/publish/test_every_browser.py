"""Two pages in Chromium, Firefox and WebKit: what a reader does there, and one Python for both.

In each browser the tests go on from one another, in this order: a start of Python takes seconds.
"""

import re
import shutil
import time

import pytest
import waiting
from conftest import NO_BROWSER, NO_FIREFOX, NO_WEBKIT, missing
from players import demo_notebook
from playwright.sync_api import Error

from perceptron_lessons.exercises import exercise
from publish.frame import site_frame
from publish.pages import export_html
from tools.browsers import BROWSERS

ANSWER = exercise("01.1").cell().replace("# your code here", "return y * (w @ x) <= 0")
CELLS = {
    "mine": "mine = 'of {}'",
    "free": "mine",
    "predict": 'from perceptron_lessons import exercise, predict\npredict("01.rise", 25)',
    "exercise": ANSWER,
    "stage": "from perceptron_lessons.stage import stage\nstage()",
}

STATE = "() => document.querySelector('.awake .state')?.textContent"
COMPUTING = ("Python is computing", "Python has computed for")
RUN = """(number) => {
  const cell = document.querySelectorAll(".cell")[number];
  cell.querySelector(".live")?.replaceChildren();
  [...cell.querySelectorAll("button")].find((button) => button.textContent === "Run").click();
}"""
TYPE = """(number, source) => {
  const code = document.querySelectorAll(".cell")[number].querySelector(".source code");
  code.textContent = source;
  code.dispatchEvent(new Event("input", { bubbles: true }));
}"""
SHOWN = """(number) =>
  document.querySelectorAll(".cell")[number].querySelector(".live")?.textContent"""
NOTE = "(number) => document.querySelectorAll('.cell .run .state')[number].textContent"
PLAYER = """() => {
  const player = document.querySelector(".perceptron-player");
  const part = (name) => player.querySelector(name);
  return player && [part(".description").textContent, part("svg[aria-label]").innerHTML.length,
    part(".message").hidden];
}"""
DOT = """() => {
  const dot = document.querySelector(".perceptron-stage [role=button][aria-label^='point 0']");
  dot.scrollIntoView({ block: "center" });
  const { x, y, width, height } = dot.getBoundingClientRect();
  return [x + width / 2, y + height / 2, dot.getAttribute("aria-label")];
}"""
GO = """(address) => {
  const link = Object.assign(document.createElement("a"), { href: address });
  document.body.append(link);
  setTimeout(() => link.click());
}"""


@pytest.fixture(scope="module")
def pages(site, tmp_path_factory):
    """The addresses of two pages in the site."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name in ("one", "two"):
        cells = [source.format(name) for source in CELLS.values()]
        demo_notebook(folder / f"{name}.ipynb", *cells)
        export_html(folder / f"{name}.ipynb", site.folder, frame=site_frame(lab=True))
    return [f"{site.url}/{name}.html" for name in ("one", "two")]


@pytest.fixture(scope="module", params=BROWSERS, ids=lambda start: start.__name__)
def reader(request, pages):
    """A browser; `pages` first, because without a site there is nothing that it could read."""
    names = BROWSERS[request.param]
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        absent = {"chromium": NO_BROWSER, "firefox": NO_FIREFOX, "webkit": NO_WEBKIT}
        missing(absent[request.param.__name__])
    with request.param(program) as browser:
        yield browser


def until(reader, wanted, function, *values):
    """Look until the page answers what is wanted."""

    def look():
        """What the page answers, and how far its Python is; a page that is left answers nothing."""
        try:
            answer = reader.look(function, *values)
            return answer, re.sub(r"for \d+ s", "", reader.look(STATE) or "")
        except (Error, OSError, RuntimeError) as error:
            return error, None

    def is_wanted(seen):
        return not isinstance(seen[0], Exception) and wanted(seen[0])

    return waiting.until(look, is_wanted)[0]


def place(name):
    return 2 + list(CELLS).index(name)


def run(reader, name, words):
    """Run a cell until it shows these words: a page shows them before it draws its conclusions."""
    reader.look(RUN, place(name))
    until(reader, lambda shown: shown and words in shown, SHOWN, place(name))


def test_a_page_opens_slides_and_is_dragged(reader, pages):
    reader.open(pages[0])
    before = until(reader, bool, PLAYER)
    reader.look("() => document.querySelector('.perceptron-player input[type=range]').focus()")
    reader.press("End")
    assert until(reader, lambda found: found != before, PLAYER)[0].startswith("after 10 steps")
    words = until(reader, bool, DOT)[2]

    def is_dragged(found):
        x, y, now = found
        if now == words:  # also after a drag that WebKit's driver lost, as on a busy machine
            reader.drag((x, y), (x + 30, y - 30), (x + 60, y - 60))
        return now != words

    until(reader, is_dragged, DOT)
    assert reader.look(STATE) == ""


def test_a_choice_wakes_python_which_tells_how_far_it_is(reader, record_property):
    begun = time.perf_counter()
    before = reader.look(PLAYER)
    reader.look("""() => {
      const words = globalThis.told = [];
      const state = document.querySelector(".awake .state");
      new MutationObserver(() => words.push(state.textContent)).observe(state, { childList: true });
      const seed = document.querySelector(".choices select");
      seed.selectedIndex = 1;
      seed.dispatchEvent(new Event("change", { bubbles: true }));
    }""")
    until(reader, lambda found: found[1] != before[1] and found[2], PLAYER)
    record_property("seconds", round(time.perf_counter() - begun, 1))
    told = reader.look("() => told")
    assert any(words.startswith("Python is starting: ") and " MB" in words for words in told)
    assert any(words.startswith("Python is computing: cell ") for words in told)


def test_an_exercise_and_a_prediction_are_answered(reader):
    standing = "() => document.querySelector('.standing').textContent"
    reader.look(TYPE, place("exercise"), ANSWER.replace("<= 0", "< 0"))
    run(reader, "exercise", "not yet:")
    until(reader, lambda found: found == "tried, not solved yet", standing)
    reader.look(TYPE, place("exercise"), ANSWER)
    run(reader, "exercise", "correct:")
    until(reader, lambda found: found == "✓ solved", standing)
    run(reader, "predict", "right: 25, because ")


def test_the_next_page_finds_python_awake_and_its_own_names(reader, pages, record_property):
    run(reader, "free", "'of one'")
    reader.look(GO, pages[1])
    there = "(url) => location.href === url && document.querySelectorAll('.run').length"
    until(reader, bool, there, pages[1])
    started = """async () => {
      const { listen, start } = await import(new URL("page_python/python.js", location));
      const begun = performance.now();
      globalThis.fetched = false;
      listen(({ of }) => { fetched ||= of > 1e6; });
      await start();
      return (performance.now() - begun) / 1000;
    }"""
    record_property("seconds on the second page", round(reader.look(started), 2))
    assert not reader.look("() => fetched")
    run(reader, "free", "'of two'")


def test_an_endless_loop_is_stopped_and_python_stays(reader):
    reader.look(TYPE, place("free"), "while True: pass")
    reader.look(RUN, place("free"))
    until(reader, lambda words: words.startswith(COMPUTING), STATE)
    stop = "() => [...document.querySelectorAll('.awake button')].at(-1).click()"
    reader.look(stop)
    until(reader, lambda words: words == "Stopped.", NOTE, place("free"))
    reader.look(TYPE, place("free"), "mine")
    run(reader, "free", "'of two'")


def test_on_a_phone_nothing_is_wider_than_the_page(reader, pages):
    reader.resize(390, 800)
    until(reader, bool, "() => innerWidth <= 450")
    sides = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    until(reader, lambda found: found == 0, sides)
    reader.resize(1200, 1000)
