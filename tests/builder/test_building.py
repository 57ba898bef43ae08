"""A proof built in a browser, by mouse, keys and touch: it needs no Python, and is kept."""

import pytest
from browsing import expect
from players import complaints

from perceptron_lessons import proof_builder
from perceptron_lessons.takeaway.players import fragment

ORDER = [
    "gain",
    "numerator",
    "cross term",
    "update term",
    "norm",
    "cosine",
    "ceiling",
    "conclusion",
]


@pytest.fixture
def address(tmp_path, request):
    head = "<!doctype html><html lang=en><meta charset=utf-8><title>a proof</title>"
    head += "<meta name=viewport content='width=device-width'><main><h1>A proof</h1><h2>It</h2>"
    theorem = getattr(request, "param", "three lines")
    path = tmp_path / "proof.html"
    path.write_text(f"{head}{fragment(proof_builder(theorem))}</main>", encoding="utf-8")
    return path.as_uri()


class Reader:
    def __init__(self, page):
        self.page = page
        self.box = page.locator(".proof-builder")

    def line(self, name):
        return self.page.locator(f'[data-choice="{name}"]')

    def says(self, *words):
        for each in words:
            expect(self.page.locator(".proof-builder .answer")).to_contain_text(each)

    def has(self, n):
        expect(self.page.locator(".proof-builder .lines li")).to_have_count(n)


def test_put_in_order_by_mouse_and_break_it(page, address, front_end, console_errors):
    page.goto(address)
    reader = Reader(page)
    for name, *words in (
        ("without its label", "is false. At k = 1", "−√(4/5) ≥ √(4/5)"),
        ("always negative", "is false", "0 < 0"),
        ("nearer to all", "is false", "16/5 ≤ 4/5"),
        ("conclusion", "does not follow yet", "cos("),
    ):
        reader.line(name).click()
        reader.says(*words)
    reader.has(0)
    for n, name in enumerate(ORDER, start=1):
        reader.line(name).click()
        reader.has(n)
    reader.says("each holds at every k")
    assert "√(20) ≥ √(64/5) ✓" in page.locator(".lines li").nth(1).inner_text()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert complaints(page, front_end) == []
    page.get_by_role("button", name="updates on correct samples too").click()
    reader.says("the first to fail, at k = 4")
    struck = page.locator(".lines li.fails").evaluate_all("all => all.map(li => li.dataset.line)")
    assert struck == ["cross term", "norm", "cosine", "conclusion"]
    page.locator("summary", has_text="Convergence.gain").click()
    expect(page.locator("pre", has_text="Lemma gain")).to_be_visible()
    page.reload()  # what was done is kept
    reader.has(len(ORDER))
    page.get_by_role("button", name="Start again").click()
    reader.has(0)
    assert console_errors == []


def test_keys_hints_and_what_lights_up(page, address):
    page.goto(address)
    reader = Reader(page)
    for words in ("Next comes a line about y x·u", "It holds for this reason", "y x·u ≥ γ"):
        page.get_by_role("button", name="Hint").click()
        reader.says(words)
    for name in ORDER[:2]:
        key = reader.line(name).locator("kbd").inner_text()
        reader.box.focus()
        page.keyboard.press(key)
    reader.has(2)
    expect(page.locator(".perceptron-stage")).to_have_attribute("data-lit", "wall")
    page.locator(".lines li").first.focus()
    expect(page.locator(".perceptron-stage")).to_have_attribute("data-lit", "u")
    reader.box.focus()
    page.keyboard.press("Backspace")
    reader.has(1)
    page.get_by_role("slider", name="mistakes k").first.fill("0")
    expect(page.locator(".lines li").first).to_contain_text("says nothing at k = 0")


def test_gaps_and_lines_from_nothing_by_touch(browser, address, console_errors):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    reader = Reader(page)
    page.get_by_role("button", name="fill the gaps").tap()
    gap = page.locator('select[name="gap gain"]')
    gap.select_option("<")
    reader.says("is false", "√(4/5) < √(4/5)")
    gap.select_option("≥")
    reader.says("Right")
    page.locator('select[name="gap numerator"]').select_option("for any two vectors")
    reader.says("is not why it holds")
    page.get_by_role("button", name="from nothing").tap()

    def write(left, relation, right, why=""):
        for name, value in {"left": left, "relation": relation, "right": right, "why": why}.items():
            page.locator(f".form select[name={name}]").select_option(value)
        page.get_by_role("button", name="Place this line").tap()

    write("‖w_k‖²", "≥", "k R²")
    reader.says("is false", "4 ≥ 8")
    write("1", "≥", "0")
    reader.says("holds on all 38 runs that were tried, but this proof has no use for it")
    write("0", "≥", "2 y w_{k−1}·x", "the sample was a mistake: the term is 0 or negative")
    reader.has(1)  # turned round it is the same line
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


@pytest.mark.parametrize(
    ("address", "letters", "pictured"),
    [
        ("falling distance", "the number of mistakes, λ is R²/γ.", "svg .goalPoint"),
        ("any start", "the number of mistakes, w0 the start.", ".help"),
        ("three lines", "the number of mistakes.", "svg .wall"),
    ],
    indirect=["address"],
)
def test_a_proof_has_its_own_letters_and_picture(page, address, letters, pictured):
    page.goto(address)
    expect(page.locator(".proof-builder .help").nth(1)).to_contain_text(letters)
    expect(page.locator(pictured).first).to_be_attached()
