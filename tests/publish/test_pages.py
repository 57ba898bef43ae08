"""The course as a site of pages, in a browser whose network is cut to the site itself."""

import contextlib
import gzip
import html
import json
import re
import threading
from collections import Counter

import nbformat
import pytest
from browsing import QuietHandler, expect, serve, stop_clock
from conftest import NOTEBOOKS, PAGES, PROJECT
from nbformat.v4 import new_code_cell, new_notebook
from players import WORDS, demo_notebook, opened, press

from perceptron_lessons.exercises import prediction, predictions
from perceptron_lessons.latex import with_indices
from publish.addresses import COURSE, FRONT, MOVED, addresses, page_address
from publish.course import SHORTEST, front_page
from publish.formulas import PLACE, MathJax, typeset
from publish.frame import site_frame
from publish.markdown import Markdown, plain_words
from publish.pages import export_html, page_summary
from publish.running import execute
from publish.template_files import TEMPLATES

LESSONS = NOTEBOOKS[1:]  # the first notebook stands for the front page
LESSON_NAMES = [path.stem for path in LESSONS]
# The lessons first, as in LESSON_NAMES: so pytest brings the tests of one page together.
NAMES = [*LESSON_NAMES, *(path.stem for path in PAGES if path not in NOTEBOOKS)]
NAMES += ["index", "gallery", "accessibility"]
EXAMPLE = "01-worked-example"
PROOF = "02-why-it-stops"

# Points that the smallest of a picture's usual letters, of 9 points, have on paper.
LETTERS = """(svg) => {
  const { width } = svg.getBoundingClientRect();
  return 9 * 72 / 96 * width / svg.viewBox.baseVal.width;
}"""
CUT_CODE = """() => [...document.querySelectorAll("pre")]
  .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent)"""


@pytest.fixture(scope="module")
def url(course):
    with serve(course) as address:
        yield address


@pytest.fixture(scope="module")
def seen(request, browser, url):
    """The page of this name, opened once for all the tests that leave it as they found it."""
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    page = context.new_page()
    page.goto(f"{url}/{request.param}.html")
    yield page
    context.close()


# ---- What the files say ----


@pytest.mark.parametrize("name", [*NAMES, *MOVED, FRONT])
def test_page_is_light_states_its_policy_and_asks_for_nothing_from_elsewhere(course, name):
    page = (course / f"{name}.html").read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src &#39;none&#39;") and "unsafe-eval&#39;" in policy
    assert page.index("Content-Security-Policy") < page.index("<script")
    loaded = re.findall(
        r'<(?:script|img|link|iframe|source|object)[^>]* (?:src|href)="([^"]*)"', page
    )
    ours = re.compile(r"data:|(page_python/|stills/)?[\w.-]+$")
    assert all(map(ours.match, loaded)), loaded
    assert not re.search(r"url\(['\"]?(?:https?:|//)|@import", page)
    # A page with a stage and its ruler; the fonts come beside it. The gallery shows every figure.
    most = 220 if name == "gallery" else 205
    assert len(gzip.compress(page.encode())) <= most * 1024


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_lesson_leads_to_its_neighbours_by_title(course, path):
    page = (course / f"{path.stem}.html").read_text()
    here = NOTEBOOKS.index(path)
    around = {
        "prev": NOTEBOOKS[here - 1] if here else None,
        "next": dict(enumerate(NOTEBOOKS)).get(here + 1),
    }
    for rel, other in around.items():
        link = re.search(rf'<a rel="{rel}" href="([^"]*)">([^<]*)</a>', page)
        expected = other and (page_address(other.stem), page_summary(other).title)
        assert (link and link.groups()) == expected
    assert f'href="lab/index.html?path={path.name}"' in page
    about = json.loads(re.search(r'"application/ld\+json">(.*?)</script>', page)[1])
    minutes = page_summary(path).minutes
    assert (about["position"], about["timeRequired"]) == (here, f"PT{minutes}M")
    assert f"<loc>{about['url']}</loc>" in (course / "sitemap.xml").read_text()


def test_front_page_lists_every_lesson_with_its_minutes_and_its_question(course):
    page = (course / "index.html").read_text()
    for path in LESSONS:
        about = page_summary(path)
        assert about.minutes and about.question.endswith("?")
        item = page[page.index(f'data-lesson="{about.name}"') :].partition("</li>")[0]
        for part in (about.title, f"{about.minutes} minutes", f'href="{about.address}"'):
            assert part in item
    assert 'href="gallery.html"' in page and "perceptron-page" in page


UNREAD = re.compile(r"<(script|style|pre|code|mjx-container)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")


def test_no_page_shows_the_source_of_a_formula(course):
    """Only where MathJax looks, and in code, may LaTeX stand."""
    pages = sorted(course.glob("*.html"))
    assert pages
    for path in pages:
        page = path.read_text()
        told = TAG.split(UNREAD.sub(" ", page)) + re.findall(r'<meta [^>]*content="([^"]*)"', page)
        told = map(html.unescape, told)
        assert not [words for words in told if re.search(r"\$\S|\\[a-z]{2}", words)], path.name


def test_front_page_leads_to_the_decks_and_the_book_where_there_are_some(tmp_path):
    files = ("book.pdf", "slides/mine.slides.html", "slides/mine.handout.pdf")
    (tmp_path / "slides").mkdir()
    for there in ((), files):
        for file in there:
            (tmp_path / file).touch()
        page = front_page(site_frame(), [], tmp_path)
        assert all((f'href="{file}"' in page) == (file in there) for file in files)
        assert "mine.slides.pdf" not in page


def test_a_page_leads_to_its_neighbours_and_not_to_a_published_copy(course):
    """What is made here is reached here; elsewhere are only Binder, the download, the source."""
    home = addresses()
    elsewhere = {home.download, home.repository, f"{home.repository}/issues"}
    elsewhere |= {f"{home.repository}/issues/new/choose"}
    made = {path.name for path in course.glob("*.html")}
    script = re.compile("<script.*?</script>", re.DOTALL)
    for path in course.glob("*.html"):
        links = set(re.findall(r'<a [^>]*href="([^"]*)"', script.sub("", path.read_text())))
        assert not [link for link in links if link.startswith(home.site)], path.name
        ours = {link for link in links if link.startswith((home.repository, home.binder))}
        for link in ours - elsewhere - {f"{home.binder}notebooks%2F{path.stem}.ipynb"}:
            source = PROJECT / link.partition("/blob/main/")[2]
            is_front = path.name == "index.html" and link.startswith(home.binder)
            assert is_front or (source.exists() and f"{source.stem}.html" not in made), link


@pytest.mark.parametrize("width", [320, 390, 640])
def test_nothing_of_the_front_page_is_cut_at_its_right_edge(page, url, width):
    """What is too wide there does not scroll: it is cut."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{url}/index.html")
    page.locator(".hero .plane.data").wait_for()
    edges = "(parts) => parts.filter((part) => part.checkVisibility())"
    edges += ".map((part) => part.getBoundingClientRect().right)"
    parts = page.locator(".claim *, .hero .plane, .hero :is(button, input, .words)")
    assert max(parts.evaluate_all(edges)) <= width


@pytest.mark.parametrize("width", [320, 390, 640, 960, 1000, 1280, 1920])
def test_no_stroke_of_the_front_page_goes_through_its_claim(page, url, width):
    """And its title is in two lines."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{url}/index.html")
    page.locator(".hero .plane.data").wait_for()
    lines, apart = page.evaluate("""() => {
      const letters = document.createRange();
      letters.selectNodeContents(document.querySelector(".claim h1"));
      const lines = new Set([...letters.getClientRects()].map(({ top }) => Math.round(top)));
      const plane = document.querySelector(".hero .plane.data").getBoundingClientRect();
      const words = [...document.querySelectorAll(".claim *, .hero .words")];
      const boxes = words.map((node) => node.getBoundingClientRect());
      const isApart = ({ right, top, bottom }) =>
        right <= plane.left + 1 || bottom <= plane.top + 1 || top >= plane.bottom - 1;
      return [lines.size, boxes.every(isApart)];
    }""")
    assert lines == 2 and apart


def test_the_front_page_leads_who_has_little_time_to_the_minutes_of_the_lesson(course):
    name, heading = SHORTEST
    (about,) = [each for each in map(page_summary, LESSONS) if each.name == name]
    page = (course / "index.html").read_text()
    link = f'href="{about.address}#{heading.replace(" ", "-")}"'
    assert f"{link}>Show me why <span>{about.sections[heading]} minutes</span>" in page
    assert page.count("published") and f"<h1>{COURSE}</h1>" in page
    assert "Show me why" not in front_page(site_frame(), [], course)


@pytest.mark.parametrize("name", [*NAMES, "embed"])
def test_a_name_in_a_page_is_one_parts_alone(course, name):
    page = re.sub("<script.*?</script>", "", (course / f"{name}.html").read_text(), flags=re.DOTALL)
    names = re.findall(r' id="([^"]*)"', page)
    assert [name for name, n in Counter(names).items() if n > 1] == []
    assert '<link rel="icon" href="data:' in page


def test_links_between_pages_lead_somewhere(course):
    script = re.compile("<script.*?</script>", re.DOTALL)
    pages = {
        path.name: html.unescape(script.sub("", path.read_text())) for path in course.glob("*.html")
    }
    for name, page in pages.items():
        for target, anchor in re.findall(r'href="([\w.-]*)(?:#([^"]+))?"', page):
            to = target or name
            if to.endswith(".html"):
                assert not anchor or f'id="{anchor}"' in pages[to], f"{name}: {to}#{anchor}"


def test_what_stands_behind_a_page_shows_nothing(course):
    for path in LESSONS:
        page = (course / f"{path.stem}.html").read_text()
        behind = page.partition('class="folded behind"')[2].partition("</main>")[0]
        assert behind.count("<div") == behind.count('<div class="output"></div>') * 2 > 0


# How far the letters of a formula stand from the line of the words around it, in pixels.
OFF_THE_LINE = """() => {
  const folded = [...document.querySelectorAll("main details:not([open])")];
  folded.forEach((each) => (each.open = true));
  const shown = [...document.querySelectorAll("main .formula:not(.display)")]
    .filter((formula) => formula.checkVisibility());
  // All are changed before the first is measured: so the page is laid out once.
  const lines = shown.map((formula) => {
    const line = document.createElement("span");
    line.style.whiteSpace = "nowrap";
    formula.before(line);
    const foot = document.createElement("span");
    foot.style.display = "inline-block"; // empty, so that it stands on the line
    line.append(foot, formula);
    return line;
  });
  const found = lines.map((line) => {
    const [foot, formula] = line.children;
    const svg = formula.querySelector("svg");
    const own = svg.getAttribute("style").match(/vertical-align: (-?[\\d.]+)/)[1];
    const depth = own * parseFloat(getComputedStyle(svg).fontSize);
    const off = svg.getBoundingClientRect().bottom + depth - foot.getBoundingClientRect().bottom;
    return [formula.className, formula.textContent, Math.round(10 * off) / 10];
  });
  lines.forEach((line) => line.replaceWith(line.lastChild));
  folded.forEach((each) => (each.open = false));
  return found;
}"""


@pytest.mark.parametrize("seen", NAMES, indirect=True)
def test_a_formula_stands_on_the_line_of_its_words(seen):
    found = seen.evaluate(OFF_THE_LINE)
    assert [each for each in found if abs(each[2]) > 1] == []


def test_formulas_are_typeset_and_what_cannot_be_is_found(course, front_end):
    for name in NAMES:
        assert not PLACE.search((course / f"{name}.html").read_text())
    nonsense = Markdown().html("$\\nonsense{x}$")
    with (
        MathJax(front_end / "@mathjax/src/bundle") as mathjax,
        pytest.raises(ValueError, match=r"cannot typeset the formula \\nonsense"),
    ):
        typeset(nonsense, mathjax)


def test_every_colour_of_a_figure_has_another_for_the_dark(course):
    for name in NAMES:
        page = (course / f"{name}.html").read_text()
        styled = set(re.findall(r"--ink-([0-9a-f]{6}):", page))
        players = "".join(re.findall(r'<script type="application/json">(.*?)</script>', page))
        used = set(re.findall(r"--ink-([0-9a-f]{6}),", page))
        used |= set(re.findall(r"[ :]#([0-9a-f]{6})\b", players))
        assert used <= styled and (not players or {"000000", "ffffff"} <= styled), name


# ---- What a reader does ----


def test_the_first_player_moves_before_the_rest_of_its_page_is_there(page, course):
    class Slow(QuietHandler):
        def do_GET(self):
            if EXAMPLE not in self.path:
                return super().do_GET()
            content = (course / f"{EXAMPLE}.html").read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            half = content.index(b"</script>", content.index(b'perceptron-page">')) + 1000
            self.wfile.write(content[:half])
            moved.wait()
            self.wfile.write(content[half:])

    moved = threading.Event()
    with serve(course, Slow) as url, contextlib.ExitStack() as end:
        end.callback(moved.set)
        page.goto(f"{url}/{EXAMPLE}.html", wait_until="commit")
        shown = page.locator(".perceptron-stage").first
        before = shown.locator(WORDS).inner_text()
        press(page, shown.get_by_role("slider").first, "End")
        assert shown.locator(WORDS).inner_text() != before
        assert page.evaluate("document.readyState") == "loading"
        moved.set()
        opened(page)


def test_front_page_plays_by_itself_until_somebody_takes_hold(page, url, asked, console_errors):
    page.goto(url)
    stage, count = opened(page), page.locator(".hero .count")
    expect(count).to_have_text("4 of 4")
    expect(stage.get_by_role("button", name="Play")).to_be_visible()
    page.reload()
    stage.get_by_role("button", name="Pause").wait_for()
    page.locator(".hero .perceptron-page").dispatch_event("pointerdown")
    stage.get_by_role("button", name="Play").wait_for()
    assert count.inner_text() != "4 of 4"
    press(page, stage.get_by_role("slider").first, "Home")
    expect(count).to_have_text("0 so far")
    assert (asked, console_errors) == ([], [])


def test_a_guess_is_judged_on_the_page_and_kept(page, url):
    page.goto(f"{url}/{EXAMPLE}.html")
    guess = page.locator('.guess:has([data-predict="01.rise"])')
    field, verdict = guess.get_by_role("textbox").first, guess.locator("output")
    assert not guess.locator(".waits p").is_visible()
    answer = prediction("01.rise").answer
    said = {
        "many": "Write a number, such as 3 or 4/5.",
        "24": f"✗ Not quite: {answer}",
        "5.0": f"✗ Not quite: {prediction('01.rise').replies['5']} It is {answer}",
        "50/2": f"✓ Right: {answer}",
    }
    for words, reply in said.items():
        field.fill(words)
        field.press("Enter")
        expect(verdict).to_have_text(reply)
    page.reload()
    expect(verdict).to_have_text(f"✓ Right: {answer}")
    assert field.input_value() == "50/2"


ASKS = """(forms) => forms.map((form) => {
  const [asked, field] = [form.querySelector(".asked"), form.querySelector("input")];
  return {
    key: form.dataset.predict,
    asked: asked.innerText,
    inSight: asked.checkVisibility() && asked.getBoundingClientRect().height > 0,
    name: document.getElementById(field.getAttribute("aria-labelledby")).innerText,
    questions: form.innerText.split("?").length - 1,
    sizes: [asked, form.querySelector("output")].map((part) => getComputedStyle(part).fontSize),
  };
})"""


@pytest.mark.parametrize("seen", NAMES, indirect=True)
def test_a_guess_asks_what_it_judges_and_nothing_else(seen):
    """In sight, with and without a script and on paper; the field is called by its question."""
    name = seen.url.rpartition("/")[2].removesuffix(".html")
    guesses = seen.locator("form.predict").evaluate_all(ASKS)
    assert seen.locator(".cell.guess").count() == len(guesses)
    for guess in guesses:
        question = prediction(guess["key"]).question
        shown = plain_words(with_indices(question))  # its indices stand below
        assert (guess["asked"], guess["name"]) == (shown, shown), guess["key"]
        assert guess["inSight"] and guess["questions"] == question.count("?") == 1, guess
        assert len(set(guess["sizes"])) == 1
        assert seen.get_by_role("textbox", name=shown, exact=True).count() == 1
    keys = [guess["key"] for guess in guesses]
    asked = predictions(name[:2]) if name[:2].isdigit() and keys else []
    assert sorted(keys) == sorted(record.key for record in asked)
    seen.emulate_media(media="print")
    on_paper = seen.locator("form.predict").evaluate_all(ASKS)
    seen.emulate_media(media="screen")
    assert all(guess["inSight"] for guess in on_paper)


ANSWERED = """(form, guesses) => {
  const [field, output] = [form.querySelector("input"), form.querySelector("output")];
  const button = [...form.querySelectorAll("button")].find((each) => each.textContent === "Check");
  const replies = guesses.map((guess) => {
    field.value = guess;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    button.click();
    return [output.textContent.replace(/^[✓✗] /, ""), output.checkVisibility()];
  });
  // What a first guess opens is folded again.
  const result = form.parentElement.querySelector(".result");
  if (result) result.open = false;
  form.classList.remove("judged");
  field.value = "";
  output.replaceChildren();
  return replies;
}"""


@pytest.mark.parametrize("seen", LESSON_NAMES, indirect=True)
def test_every_wrong_guess_is_answered_as_in_python(seen):
    """On every page; each number that others often give, one that nobody gives, and the answer."""
    for form in seen.locator("form.predict").all():
        record = prediction(form.get_attribute("data-predict"))
        word = isinstance(record.truth, str)
        guesses = ("perhaps", record.truth) if word else (-7.5, record.truth, *record.replies)
        replies = form.evaluate(ANSWERED, [str(guess) for guess in guesses])
        for guess, (shown, is_visible) in zip(guesses, replies, strict=True):
            said = plain_words(with_indices(record.verdict(guess if word else float(guess))))
            assert shown == said[0].upper() + said[1:], (record.key, guess)
            assert is_visible


NUMBERS = [
    ("16007", True), ("16,007", True), ("16 007", True), ("16’007", True), ("16.007", True),
    ("about 16,007", True), ("32014/2", True), ("1.6007e4", True), ("+16007", True),
    ("16,007/1", False), ("16", False), ("32014/2/1", None), ("16007/0", None), ("16,00,7", None),
    ("0x3e87", None), ("Infinity", None), ("16007 mistakes", None), ("−16007", False),
]  # fmt: skip


def test_a_number_is_read_as_people_write_it_or_asked_for_again(page, url):
    page.goto(f"{url}/{NOTEBOOKS[3].stem}.html")
    form = page.locator("[data-predict='03.trap']")
    for words, is_right in NUMBERS:
        form.get_by_role("textbox").fill(words)
        form.get_by_role("button", name="Check").click()
        kind = {True: "✓ Right", False: "✗ Not quite", None: "Write a number"}[is_right]
        assert form.locator("output").text_content().startswith(kind), words


def test_a_story_is_one_stage_in_the_state_of_the_step_in_sight(page, url):
    def is_at(name, count, at=None):
        expect(page.locator(".at")).to_have_text(re.compile(f": {name.replace('-', ' ')}$"))
        expect(page.locator(".story .count")).to_have_text(count)
        expect(slider).to_have_value(at or count.split()[0])
        expect(page.locator(".story [name=play]")).to_have_text("Play")
        expect(page).to_have_url(re.compile(f"#{name}$"))

    slider, words = page.locator(".story [name=k]"), page.locator(".story .perceptron-stage .words")
    page.goto(f"{url}/{PROOF}.html#The-disc")
    is_at("The-disc", "4 of 4")
    page.keyboard.press("ArrowRight")
    is_at("The-race", "4 so far")
    expect(page.locator(".story > .stage > [role=status]")).to_have_text("8 of 15: The race")
    page.get_by_role("link", name="4: The wall").click()
    is_at("The-wall", "2 of 4")
    assert page.locator(".stage line.wall").is_visible()
    assert not page.locator(".stage circle.disc").is_visible()  # it has no name yet
    press(page, slider, "Home")
    page.reload()
    is_at("The-wall", "2 of 4")
    page.goto(f"{url}/glossary.html")
    page.go_back()
    is_at("The-wall", "2 of 4")
    page.get_by_role("link", name="9: No room").click()
    is_at("No-room", "11, supposed", "14")  # with the beats of the end of the argument
    expect(words).to_contain_text("So there is no eleventh mistake.")
    page.locator("#The-theorem").evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    is_at("The-theorem", "10, supposed", "10")
    expect(words).to_contain_text("The ends meet.")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="7: The disc").click()
    is_at("The-disc", "4 of 4")
    stage = page.locator(".story > .stage").bounding_box()
    heading = page.locator("#The-disc").bounding_box()
    picture = page.locator(".story .plane.weights").bounding_box()
    assert picture["height"] >= 16 * 17  # rem
    assert stage["height"] <= 0.55 * 844 and heading["y"] >= stage["y"] + stage["height"]


SLEEPER = """
addEventListener("message", ({ data: { number, request } }) => {
  if (request?.onlyAwake) postMessage({ number, reply: { asleep: 32e6 } });
});
"""


def test_a_python_that_costs_or_does_not_come(browser, tmp_path):
    """A worker that fetches nothing: what the page asks of it, and what it shows meanwhile."""
    demo_notebook(tmp_path / "demo.ipynb")
    made = export_html(tmp_path / "demo.ipynb", tmp_path, frame=site_frame(lab=True))
    context = browser.new_context()
    scripts = PROJECT / "publish/page_python"
    asked = []

    def answer(route):
        name = route.request.url.rsplit("/", 1)[1]
        asked.append(name)
        body = SLEEPER if name == "worker.js" else (scripts / name).read_text()
        route.fulfill(body=body, content_type="text/javascript")

    context.route("**/page_python/*.js", answer)
    context.add_init_script(
        "delete globalThis.SharedWorker;"
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    )
    page = context.new_page()
    page.clock.install()
    with serve(tmp_path) as url:
        page.goto(f"{url}/{made.path.name}")
    opened(page)
    player, chooser = page.locator(".perceptron-page"), page.get_by_label("seed")
    press(page, player.get_by_role("slider").first, "End")  # what the browser shows by itself
    stop_clock(page)
    chooser.dispatch_event("pointerdown", {"bubbles": True})  # elsewhere this fetches it early
    page.clock.run_for(5000)
    assert "cells.js" in asked and "worker.js" not in asked
    chooser.select_option("1")
    state = page.locator(".awake .state")
    expect(state).to_contain_text("your browser saves data, and Python is 32 MB")
    expect(chooser).to_have_value("0")
    chooser.select_option("1")  # wanted all the same
    expect(player).to_have_class(re.compile("stale"))
    opacity = player.locator(".picture").evaluate("(node) => getComputedStyle(node).opacity")
    assert float(opacity) < 1
    page.clock.run_for(599_000)
    expect(player).to_have_class(re.compile("stale"))
    page.clock.run_for(2_000)
    expect(state).to_contain_text("nothing was heard of it for 600 s")
    expect(chooser).to_have_value("0")
    expect(player).not_to_have_class(re.compile("stale"))
    context.close()


def test_search_finds_and_leads_there(page, url, asked):
    page.goto(f"{url}/{EXAMPLE}.html")
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    opened(page)
    assert not [address for address in loaded if "search" in address]
    page.get_by_label("Search all lessons").fill("wall disc")
    page.locator(".found li a").first.wait_for()
    page.keyboard.press("Enter")
    focused = page.evaluate("document.activeElement.href")
    page.keyboard.press("Enter")
    page.wait_for_url("**/02-why-it-stops.html#*")
    assert page.url == focused
    assert page.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1)))")
    page.get_by_label("Search all lessons").fill("margin")
    first = page.locator(".found a").first
    expect(first).to_have_attribute("href", re.compile("^glossary.html#"))
    page.keyboard.press("ArrowDown")
    assert first.evaluate("(link) => link === document.activeElement")
    index = page.evaluate("fetch('search.json').then((answer) => answer.json())")
    known = {word for *_, text in index for word in text.split()}
    for words in ("margin", "hull", "γ", "mistakes of a", "u"):
        page.get_by_label("Search all lessons").fill(words)
        page.locator(".found li p").first.wait_for()
        for excerpt in page.locator(".found li p").all_text_contents():
            shown = excerpt.removeprefix("… ").removesuffix(" …")
            assert set(shown.split()) <= known and len(shown) <= 160, excerpt
    page.get_by_label("Search all lessons").fill("zzzz")
    page.get_by_text("Nothing found.").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".found").inner_text() == ""
    assert asked == []


COLOURS = """() => [document.body, document.querySelector(".picture path[style*='--ink-000000']")]
  .map((part) => getComputedStyle(part))
  .flatMap(({ backgroundColor, stroke }) => [backgroundColor, stroke])"""


def test_theme_follows_the_system_until_it_is_chosen(page, url):
    def colours(theme=None):
        page.emulate_media(color_scheme=theme) if theme else page.get_by_text("Theme:").click()
        return page.evaluate(COLOURS)

    page.goto(f"{url}/gallery.html")
    light, dark = colours("light"), colours("dark")
    assert light[0] != dark[0] and light[3] != dark[3]
    assert colours() == light  # chosen, though the system is dark
    assert colours() == dark and colours("light") == dark
    page.goto(f"{url}/index.html")
    assert page.get_by_text("Theme: dark").is_visible()


def test_progress_is_kept_in_the_browser_and_can_be_forgotten(page, url):
    page.clock.install()
    page.goto(url)
    assert page.locator(".progress").count() == 0
    page.goto(f"{url}/{EXAMPLE}.html")
    opened(page)
    stop_clock(page)
    sections, ticks = page.locator("main h2"), page.locator(".contents .reached")
    for section in sections.all():
        section.scroll_into_view_if_needed()
        page.clock.run_for(2000)
    assert ticks.count() == 0  # who only passes by has not read
    sections.nth(1).evaluate("(heading) => heading.scrollIntoView()")
    page.clock.run_for(30_000)
    assert ticks.all_inner_texts() == [sections.nth(1).inner_text()]
    page.goto(url)
    reached = page.locator(f"[data-lesson='{EXAMPLE}'] .progress").inner_text()
    assert re.fullmatch(r"✓ \d+ of \d+ sections", reached)
    assert page.locator(".continue").get_attribute("href").startswith(f"{EXAMPLE}.html#")
    page.get_by_role("button", name="Clear").click()
    assert not page.locator(".continue").is_visible()
    assert page.locator(".progress").count() == 0
    page.reload()
    assert page.locator(".progress").count() == 0


def test_no_cookies_and_no_script_but_the_pages_own(page, url, course):
    def with_another(route):
        text = (course / f"{EXAMPLE}.html").read_text()
        other = "<script>window.others = 1</script><img src=x onerror='window.others = 1'>"
        route.fulfill(body=text.replace("</main>", f"{other}</main>"), content_type="text/html")

    page.route(f"**/{EXAMPLE}.html", with_another)
    page.goto(f"{url}/{EXAMPLE}.html")
    opened(page)
    assert page.evaluate("window.others") is None
    assert page.context.cookies() == []


def test_without_scripts_a_page_is_whole(browser, url):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{url}/{PROOF}.html")
    stills = page.locator(".perceptron-page :is(svg[role=img], img)")
    pictures = page.locator(".perceptron-page:has(.still > *)")
    assert stills.count() == pictures.count() > 0
    for still in stills.all():
        name = still.get_attribute("aria-label") or still.get_attribute("alt")
        assert still.bounding_box()["height"] > 150 and name
    assert page.locator(".formula svg").first.is_visible()
    for summary in ("Answer", "Hint 1 of 3", "Code of this picture"):
        assert page.locator("summary").get_by_text(summary, exact=True).first.is_visible()
    assert page.locator(".contents a").first.is_visible()
    answer = page.locator(".waits").first
    answer.locator("summary").click()
    assert answer.locator("p").is_visible()
    assert page.locator(".predict .asked").first.is_visible()
    for part in (".search", ".theme", ".run-page", ".predict .try"):
        assert not page.locator(part).first.is_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    for name in ("index", "embed"):  # their picture once
        page.goto(f"{url}/{name}.html")
        drawn = [each for each in page.locator(".still svg").all() if each.is_visible()]
        assert len(drawn) == 1
    context.close()


def test_opened_as_a_file_sliders_move_and_the_page_says_what_does_not(page, course):
    page.goto((course / f"{EXAMPLE}.html").as_uri())
    player = opened(page)
    before = player.locator(WORDS).inner_text()
    press(page, player.get_by_role("slider").first, "End")
    assert player.locator(WORDS).inner_text() != before
    assert page.get_by_text("a browser starts no Python from a file").is_visible()
    page.get_by_label("Search all lessons").fill("margin")
    page.get_by_text("The search needs the site's own server").wait_for()


def test_with_the_keyboard_alone(page, url):
    page.goto(f"{url}/{EXAMPLE}.html")
    opened(page)
    visited = []
    for _ in range(40):
        page.keyboard.press("Tab")
        visited.append(
            page.evaluate("document.activeElement.type ?? document.activeElement.tagName")
        )
        if visited[-1] == "range":
            break
    assert {"search", "range"} <= set(visited)
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    before = page.locator(WORDS).first.inner_text()
    page.keyboard.press("End")
    assert page.locator(WORDS).first.inner_text() != before and outline != "none"


@pytest.mark.parametrize("seen", LESSON_NAMES, indirect=True)
def test_letters_of_pictures_have_their_size_on_a_wide_screen(seen):
    seen.set_viewport_size({"width": 1280, "height": 900})
    pictures = seen.locator(".picture > svg:visible, .still > svg:visible")
    drawn = pictures.evaluate_all(f"(all) => all.map({LETTERS})")
    seen.set_viewport_size({"width": 1200, "height": 1000})
    assert min(drawn, default=9) >= 8.95  # points: 12 pixels, but for whole pixels of width


def test_on_a_phone_by_touch(browser, url):
    phone = {"width": 390, "height": 844}
    context = browser.new_context(viewport=phone, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{url}/{EXAMPLE}.html")
    player = opened(page)
    before = player.locator(WORDS).inner_text()
    player.get_by_role("button", name="Step").first.tap()
    expect(player.locator(WORDS)).not_to_have_text(before)  # it is told when w has arrived
    assert not page.locator(".contents a").first.is_visible()
    page.get_by_text("Contents", exact=True).tap()
    page.locator(".contents a").nth(1).tap()
    assert page.evaluate("scrollY") > 500
    context.close()


# What a reader on a phone would have to push sideways, or does not see, or cannot read.
ON_A_PHONE = """() => {
  const folded = document.querySelectorAll("main details:has(svg, table)");
  folded.forEach((each) => (each.open = true));
  const said = (node) => `${node.tagName} ${node.className.baseVal ?? node.className}`;
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const isCut = (node) =>
    node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
  const letters = (text) => {
    const { a, b } = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  };
  const isDrawn = (text) =>
    text.textContent.trim() && text.ownerSVGElement.getBoundingClientRect().width > 2;
  const middles = seen("header.frame > *").filter(({ offsetWidth }) => offsetWidth)
    .map(({ offsetTop, offsetHeight }) => Math.round((offsetTop + offsetHeight / 2) / 20));
  return {
    wide: document.documentElement.scrollWidth,
    cut: seen(":is(.picture, .still, .still > .stack, .picture > .stack)").filter(isCut).map(said),
    formulas: seen("main .formula:is(.display, .long)")
      .filter((node) => node.scrollWidth > node.clientWidth + 1)
      .map(({ textContent }) => textContent),
    small: seen("main svg text").filter((text) => isDrawn(text) && letters(text) < 9.4)
      .map(({ textContent }) => textContent),
    lines: new Set(middles).size,
  };
}"""


@pytest.mark.parametrize("name", [*LESSON_NAMES, "points", "practice", "glossary"])
def test_on_a_phone_a_page_scrolls_one_way_and_its_pictures_can_be_read(browser, course, name):
    phone = {"width": 390, "height": 844}
    context = browser.new_context(viewport=phone, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto((course / f"{name}.html").as_uri())
    expect(page.locator("main .perceptron-page:not(.story *) > script")).to_have_count(0)
    found = page.evaluate(ON_A_PHONE)
    context.close()
    assert found == {"wide": 390, "cut": [], "formulas": [], "small": [], "lines": 1}


# ---- What it looks like ----


@pytest.mark.parametrize("name", [EXAMPLE, PROOF])
def test_on_paper(page, url, name):
    page.goto(f"{url}/{name}.html")
    opened(page)
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 660, "height": 900})
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    controls = "button:not(.heap *)", "input", "select", ".perceptron-stage label", ".contents"
    controls += ("header.frame",)
    for control in controls:
        assert not any(part.is_visible() for part in page.locator(control).all())
    assert page.evaluate(CUT_CODE) == []
    for player in page.locator(".perceptron-player").all():
        pictures = player.locator(".strip svg")
        assert 2 <= pictures.count() <= 6 and pictures.first.is_visible()
        assert pictures.first.evaluate(LETTERS) >= 7.8
        captions = player.locator("figcaption").all_inner_texts()
        assert len(set(captions)) > 1 and not player.locator(".paper").is_visible()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((part) => part.id)")
    assert len(ids) == len(set(ids))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".strip svg").count() == 0


ON_PAPER = """() => {
  const inside = (box) => {
    const { paddingLeft, borderLeftWidth } = getComputedStyle(box);
    return parseFloat(borderLeftWidth) ? parseFloat(paddingLeft) : 99;
  };
  const lines = [...document.querySelectorAll(".proof-builder .heap button")];
  return {
    close: [...document.querySelectorAll(".box, .predict")].filter((box) => inside(box) < 4).length,
    unseen: lines.filter((line) => !line.checkVisibility()).length,
    lines: lines.length > 0,
    raw: [...document.querySelectorAll(".strip figcaption")]
      .map(({ textContent }) => textContent).filter((words) => /[_^{}]/.test(words)),
    whole: [...document.querySelectorAll(".cell:has(.strip > *, .proof-builder)")]
      .filter((cell) => getComputedStyle(cell).breakInside !== "auto").length,
  };
}"""


def test_on_paper_words_keep_off_frames_and_a_proof_has_its_lines(page, url):
    """And what holds several pictures may go on on the next page: no half of one stays empty."""
    page.goto(f"{url}/04-what-changes-a-run.html")
    opened(page)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(ON_PAPER) == {
        "close": 0,
        "unseen": 0,
        "lines": True,
        "raw": [],
        "whole": 0,
    }


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_address_leads_to_the_lesson(page, url, old, new):
    page.goto(f"{url}/{old}.html#References")
    page.wait_for_url(f"**/{new}.html#References")
    assert (PROJECT / f"notebooks/{new}.ipynb").is_file()


def test_an_old_place_leads_to_where_it_is_now(page, url, course):
    page.goto(f"{url}/01-worked-example.html#closer-reading-1")
    page.wait_for_url("**/13-closer-readings.html#closer-reading-1")
    page.goto(f"{url}/06-the-linear-programming-view.html#mean")
    page.wait_for_url("**/06-the-widest-margin.html#mean")
    script = (TEMPLATES / "page.js").read_text()
    for name, place in re.findall(r'"([\w-]+\.html)#([^"]+)"', script):
        assert f'id="{place}"' in (course / name).read_text()


def test_search_index_has_every_section(course):
    index = json.loads((course / "search.json").read_text())
    assert {entry[0] for entry in index} == {f"{path.stem}.html" for path in PAGES[1:]}
    for address, title, name, heading, text in index:
        assert f'id="{html.escape(name)}"' in (course / address).read_text()
        assert title and heading and not re.search(r"\$|\\[a-z]|<span", heading + text)
        assert "For the speaker" not in text


def test_what_a_cell_prints_in_parts_is_one_text(tmp_path):
    source = 'import time\nprint("one", end="", flush=True)\ntime.sleep(0.5)\nprint(" line")'
    nbformat.write(new_notebook(cells=[new_code_cell(source)]), tmp_path / "00-try.ipynb")
    (output,) = execute(tmp_path / "00-try.ipynb").cells[0].outputs
    assert output.text == "one line\n"
