"""The player in a page of a real browser: choices, pictures to come, Play, phones, formulas."""

from pathlib import Path

import pytest
from browsing import stop_clock
from players import check_player, demo, opened, press, snapshot

from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.takeaway.players import fragment, page_script
from perceptron_lessons.widget import player as player_module
from perceptron_lessons.widget.explorers import broken_hypothesis_explorer, lines_explorer
from perceptron_lessons.widget.player import Player


@pytest.fixture(scope="module")
def expected():
    return Player(demo(), label="demo")


@pytest.mark.parametrize(
    ("language", "asking", "silent"),
    [
        (None, "Asking the kernel", "still shows 0: the kernel does not answer"),
        ("de", "Python wird um neue Bilder gebeten", "zeigt noch 0: Python antwortet nicht"),
    ],
)
def test_a_choice_that_python_does_not_answer_goes_back(page, tmp_path, language, asking, silent):
    def picture(seed):
        shown = demo(seed)
        shown.words = Wording(language=language)
        return shown

    page.clock.install()
    alone = fragment(Player(picture, choices={"seed": (0, 1, 2)}))
    show(page, tmp_path, alone.replace('"kernel":false', '"kernel":true'))
    seed = opened(page).get_by_label("seed")
    stop_clock(page)
    seed.select_option("1")
    assert page.get_by_text(asking).is_visible() and seed.input_value() == "1"
    page.clock.run_for(4000)
    assert page.get_by_text(silent).is_visible()
    assert seed.input_value() == "0"


def test_a_picture_that_is_not_drawn_yet_is_waited_for_and_nothing_lies(page, tmp_path):
    """Python sends the state that is looked at, then more, then all."""
    player = Player(demo, choices={"seed": (0, 1)}).prepare()
    show(page, tmp_path, fragment(player).replace('"kernel":false', '"kernel":true'))
    parts = []
    player.observe(lambda change: parts.append(change.new), "drawing")
    player.seed = 1
    page.evaluate("""perceptronPage.eachDrawn(({ model }) => {
      window.model = model;
      window.asked = [];
      model.python = { save() {}, send: (message) => asked.push(message) };
    })""")
    shown, message = opened(page), page.locator(".message")
    slider = shown.get_by_role("slider", name="mistakes k")
    slider.focus()
    before, boxes = snapshot(shown), snapshot(shown)["boxes"]
    receive = "(drawing) => model.receive({ drawing })"
    page.evaluate(receive, parts[0])
    assert snapshot(shown)["slots"] == before["slots"] and not message.is_visible()
    assert shown.locator("svg").first.inner_html() != before
    press(page, slider, "ArrowRight")
    assert message.inner_text() == "This picture is still being drawn"
    assert snapshot(shown)["description"] == before["description"]
    assert snapshot(shown)["values"][0] == "4" and page.evaluate("asked[0]") == "prepare"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shown.locator(".strip figure").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.evaluate(receive, parts[-1])
    assert snapshot(shown)["description"].startswith("after 4 steps") and not message.is_visible()
    assert slider.evaluate("(node) => node === document.activeElement")
    assert snapshot(shown)["boxes"] == boxes
    check_player(page, shown, player)


def test_play_runs_to_the_end_and_reset_goes_back(page, tmp_path, expected):
    page.clock.install()
    show(page, tmp_path, fragment(expected))
    player = opened(page)
    press(page, player.get_by_role("slider", name="mistakes k"), "End")
    stop_clock(page)
    player.get_by_role("button", name="Play: mistakes k").click()
    assert snapshot(player)["values"][0] == "0"
    page.clock.run_for(3100)
    assert snapshot(player)["values"][0] == "2"
    player.get_by_role("button", name="Pause: mistakes k").click()
    page.clock.run_for(3100)
    assert snapshot(player)["values"][0] == "2"
    player.get_by_role("button", name="Step: mistakes k").click()
    assert snapshot(player)["values"][0] == "3"
    player.get_by_role("button", name="Back: mistakes k").click()
    speed = player.get_by_label("speed: mistakes k")
    assert speed.input_value() == "normal"
    player.get_by_role("button", name="Play: mistakes k").click()
    speed.select_option("slow")
    page.clock.run_for(3100)
    assert snapshot(player)["values"][0] == "3"
    speed.select_option("fast")
    page.clock.run_for(600 * 8)
    assert snapshot(player)["values"][0] == "10"
    player.get_by_role("button", name="Reset: mistakes k").click()
    assert snapshot(player)["values"][0] == "0"


@pytest.fixture(scope="module")
def choices(tmp_path_factory):
    """A page with panels side by side, and with words to choose."""
    target = tmp_path_factory.mktemp("choices") / "page.html"
    players = [lines_explorer(), broken_hypothesis_explorer()]
    parts = "".join(fragment(player, script=False) for player in players)
    style = (Path(player_module.__file__).parent / "player.css").read_text()
    head = f"<!DOCTYPE html><html lang=en><title>x</title><style>{style}</style>"
    target.write_text(head + parts + page_script(), encoding="utf-8")
    return target.as_uri()


def test_panels_stand_one_below_the_other_on_a_phone(page, choices):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(choices)
    opened(page)
    boxes = page.locator(".stack svg").evaluate_all(
        "all => all.map((node) => [node.getBoundingClientRect().y, node.clientWidth])"
    )
    tops, widths = zip(*boxes, strict=True)
    assert tops[0] < tops[1] < tops[2] and min(widths[:2]) > 340
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_formulas_of_a_description_stand_below_and_above_the_line(page, choices):
    page.goto(choices)
    player = page.get_by_role("group", name="a broken hypothesis", exact=True)
    player.get_by_role("radio", name="start not at 0").check()
    description = player.locator(".description")
    assert description.locator("sub").first.text_content() == "k+1"
    assert "_" not in description.text_content() and "{" not in description.text_content()


def show(page, folder, content):
    target = folder / "page.html"
    target.write_text(f"<!DOCTYPE html><html lang=en><title>x</title>{content}", encoding="utf-8")
    page.goto(target.as_uri())
