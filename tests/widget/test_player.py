"""The player without a browser: its states, its traits, and what stands in where it cannot run."""

import json
import re

import pytest
import traitlets
from players import demo

from perceptron_lessons import figures
from perceptron_lessons.figures.drawing import Drawing
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.style import figure
from perceptron_lessons.takeaway.players import fragment
from perceptron_lessons.widget.player import Player


def test_every_state_has_its_picture_words_and_alt_text():
    player = Player(demo()).prepare()
    drawing, picture = player.drawing, demo()
    alone = Drawing(picture)
    assert len(drawing["states"]) == len(drawing["text"]) == len(drawing["alt"]) == 44
    for position, state in enumerate(picture.states()):
        assert drawing["text"][position] == picture.at(**state).description.text
        assert drawing["alt"][position] == picture.description.alt != ""
        shown = [drawing["pieces"][i] for i in drawing["states"][position]]
        assert [piece.replace("#~", "#") for piece in shown] == alone.pieces()
    assert len({tuple(pieces) for pieces in drawing["states"]}) == 44


def test_sliders_are_traits_that_snap():
    player, seen = Player(demo()), []
    player.observe(lambda change: seen.append((change.name, change.new)), ["k", "slope"])
    player.k = 6.6
    player.slope = 0
    assert seen == [("k", 7), ("slope", 0.25)]
    assert player.description.text == "after 7 steps of 0.25\nheight 1.75"
    assert {"k", "slope", "drawing"} <= set(player.keys)
    with pytest.raises(traitlets.TraitError, match="slope: 'steep' is not one of the values"):
        player.slope = "steep"


@pytest.mark.parametrize("name", ["picture", "drawing", "observe", "layout"])
def test_a_name_that_the_player_uses_is_refused(name):
    picture = InteractiveFigure(
        figure(1, 1)[0], {name: (1, 2)}, lambda **s: Description("x", "x"), []
    )
    with pytest.raises(ValueError, match="a slider cannot be called"):
        Player(picture)


def test_no_number_that_json_lacks():
    picture = InteractiveFigure(
        figure(1, 1)[0], {"c": (1, float("inf"))}, lambda c: Description("x", "x"), []
    )
    with pytest.raises(ValueError, match="finite number or a word, found inf"):
        Player(picture)


def test_time_has_buttons_and_names_can_be_given():
    sliders = Player(demo(), labels={"slope": "slope of the line"}).drawing["sliders"]
    assert [s["time"] for s in sliders] == [True, False]
    assert [s["label"] for s in sliders] == ["mistakes k", "slope of the line"]
    assert sliders[1]["texts"] == ["−2", "−0.5", "0.25", "2"]


def test_words_are_chosen_numbers_are_moved():
    sliders = Player(figures.dialects()).drawing["sliders"]
    assert [(s["name"], s["words"], s["time"]) for s in sliders] == [
        ("dialect", True, False),
        ("k", False, True),
    ]


def test_a_wide_picture_knows_its_panels_and_the_entries_of_its_legend():
    drawing = Player(figures.squeeze()).drawing
    width, height = (pixels * 72 / 96 for pixels in drawing["size"])
    assert len(drawing["panels"]) == 3 and len(drawing["entries"]) == 5
    ends = [(x, x + wide) for x, _, wide, _ in drawing["panels"]]
    assert [low for low, _ in ends] == pytest.approx([0, *(high for _, high in ends[:-1])], abs=0.2)
    assert ends[-1][1] == pytest.approx(width, abs=0.2)
    for _, y, _, high in drawing["entries"]:
        assert drawing["panels"][0][3] - 4 <= y and y + high <= height + 4


def test_a_choice_gives_a_new_set_with_the_sliders_where_they_were():
    player = Player(demo, choices={"seed": (0, 1, 2)}).prepare()
    player.k = 9
    before = player.drawing
    player.seed = 2
    assert player.k == 9 and player.drawing["choice"] == {"seed": 2}
    assert player.drawing["background"] != before["background"]
    assert player.drawing["text"] == before["text"]
    assert player.progress == ""


def test_a_choice_with_other_values_moves_the_slider_to_one_of_them():
    def make(steps=9):
        return InteractiveFigure(
            figure(1, 1)[0], {"k": range(steps)}, lambda k: Description(f"{k} of {steps}", "x"), []
        )

    player = Player(make, choices={"steps": (9, 4)}).prepare()
    player.k = 8
    player.steps = 4
    assert player.k == 3 and player.description.text == "3 of 4"
    assert player.drawing["sliders"][0]["values"] == [0, 1, 2, 3]


def test_a_choice_that_fails_says_why_and_is_taken_back():
    def make(n=1):
        if n > 1:
            raise ValueError("too many")
        return demo()

    player = Player(make, choices={"n": (1, 2)})
    for _ in range(2):
        with pytest.raises(ValueError, match="too many"):
            player.n = 2
        assert player.progress == "Not possible: too many"
        assert player.n == 1 and player.drawing["choice"] == {"n": 0}


def test_where_no_widget_runs_the_picture_and_its_words_stand():
    player = Player(demo())
    player.k = 5
    data, metadata = player._repr_mimebundle_()
    assert data["text/plain"] == "after 5 steps of -2\nheight -10" == repr(player)
    assert data["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == player.description.alt
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == player.model_id


def test_fragment_holds_all_and_closes_no_tag_early():
    player = Player(demo(), label="</script><b>")
    page = fragment(player)
    assert page.count("</script>") == 2
    data = re.search(r'json">(.*?)</script>', page, re.DOTALL)[1]
    values = json.loads(data)
    assert values["drawing"] == player.drawing and values["k"] == 3 and values["kernel"] is False
    assert values["label"] == "</script><b>"
    assert not re.search("https?:", page.replace("http://www.w3.org/", ""))
