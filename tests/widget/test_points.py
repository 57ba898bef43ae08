"""Own points without a browser: every action, the history, what is said, and the challenges."""

import json
import random
import re
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_lessons import maximum_margin
from perceptron_lessons.figures.interactive_figure import Description
from perceptron_lessons.figures.own_points import GRIDS, Alone, DataSide, WeightSide, own_points
from perceptron_lessons.figures.own_points_words import describe
from perceptron_lessons.widget.points import CHOICES, points_explorer
from perceptron_lessons.widget.points_challenges import CHALLENGES
from perceptron_lessons.widget.points_formats import (
    STARTS,
    as_csv,
    as_link,
    as_python,
    from_csv,
    from_link,
)
from perceptron_lessons.widget.points_model import LONGEST, LOOKS, MOST, State


def loaded(name="worked example", **choices):
    return State(State().apply({"do": "load", **(STARTS[name] | choices)}).now)


def any_action(rng, state):
    """Anything that a reader can do in a state, and some things that cannot be done."""
    n, number = len(state.now.points), lambda: rng.randint(-14, 14)
    point = {"point": rng.randrange(-1, n + 1)}
    drag = rng.choice([{}, {"drag": rng.randrange(3)}])
    name = rng.choice([*CHOICES, "start"])
    value = [number(), number(), number()] if name == "start" else rng.choice([*CHOICES[name]])
    data = rng.choice(list(STARTS.values()))
    return rng.choice(
        [
            {"do": "add", "at": [number(), number()], "label": rng.choice([-1, 1])},
            {"do": "move", **point, "to": [number(), number()], **drag},
            {"do": "flip", **point},
            {"do": "remove", **point},
            {"do": "choose", "name": name, "value": value},
            {"do": "look", "k": rng.choice([None, rng.randrange(20)])},
            {"do": "hand", "to": [number() / 2, number()], "space": "data", **drag},
            {"do": "hand", "by": [rng.choice([-1, 0, 1]), 1]},
            {"do": "hand", "b": number()},
            {"do": "run from here"},
            {"do": "guessing", "on": rng.random() < 0.7},
            {"do": "guess", **point},
            {"do": "load", **data} if rng.random() < 0.2 else {"do": "undo"},
            {"do": "undo"},
            {"do": "redo"},
        ]
    )


@pytest.fixture(scope="module")
def pictures():
    return Alone(DataSide), Alone(WeightSide)


@pytest.mark.parametrize("seed", range(5))
def test_two_hundred_random_sequences_are_done_said_drawn_and_undone(seed, pictures):
    """Five times two hundred. What is refused is refused in words and changes nothing."""
    rng = random.Random(seed)
    for sequence in range(200):
        state = begin = loaded(rng.choice(list(STARTS)))
        for _ in range(rng.randrange(3, 11)):
            action, before = any_action(rng, state), state
            try:
                state = state.apply(action)
            except ValueError as error:
                assert len(str(error)) > 10
                continue
            assert len(state.now.points) <= MOST
            if action["do"] in LOOKS:
                assert (state.past, state.future) == (before.past, before.future)
            elif action["do"] not in ("undo", "redo") and len(state.past) > len(before.past):
                assert repr(state.undo().now) == repr(before.now)
                assert repr(state.undo().redo().now) == repr(state.now)
        study, view = state.now.study, state.now.view()
        said = describe(study, view, state.now.guessing)
        assert said.text and not re.search(r"\b(nan|inf|None|Fraction|array)\b", "".join(said))
        if sequence % 20 == 0:
            for picture in pictures:
                drawn = "".join(picture.pieces(study, view, state.now.scale))
                assert not re.search(r"\b(nan|inf)\b", drawn)
        while state.past:
            state = state.undo()
        assert repr(replaced(state.now)) == repr(replaced(begin.now))


def replaced(setup):
    """A setup without what the history leaves out, and so cannot bring back."""
    return (setup.points, setup.order, setup.bias, setup.zero, setup.eta, setup.start, setup.grid)


def test_a_drag_is_one_step_and_a_drag_back_is_none():
    state = loaded()
    for to in ([0, 1], [1, 1], [2, 1]):
        state = state.apply({"do": "move", "point": 0, "to": to, "drag": 7})
    assert state.now.points[0] == (2, 1, -1) and len(state.past) == 1
    assert repr(state.undo().now) == repr(loaded().now)
    back = state.apply({"do": "move", "point": 0, "to": [-2, 0], "drag": 7})
    assert back.past == () and back.now == loaded().now
    again = back.apply({"do": "move", "point": 0, "to": [1, 1], "drag": 7})
    assert len(again.past) == 1 and again.undo().now == loaded().now


def test_points_stay_on_the_paper_and_numbers_whole():
    state = loaded().apply({"do": "move", "point": 0, "to": [99, -0.4]})
    assert state.now.points[0] == (GRIDS[0], 0, -1)
    assert all(type(v) is int for v in state.now.points[0])
    large = state.apply({"do": "choose", "name": "grid", "value": GRIDS[1]})
    large = large.apply({"do": "move", "point": 0, "to": [99, 0]})
    assert large.now.points[0] == (GRIDS[1], 0, -1)
    with pytest.raises(ValueError, match="no point may lie outside"):
        large.apply({"do": "choose", "name": "grid", "value": GRIDS[0]})


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"do": "fly"}, "do must be one of add"),
        ({"do": "add"}, "missing a required argument: 'at'"),
        ({"do": "add", "at": [1, 1], "label": 0}, "a label must be -1 or \\+1; found 0"),
        ({"do": "add", "at": [1, float("nan")]}, "must be finite"),
        ({"do": "flip", "point": 4}, "point must be one of 0 … 3; found 4"),
        ({"do": "run from here"}, "drag the arrow of w first"),
        ({"do": "choose", "name": "order", "value": "slow"}, "order must be one of cyclic"),
        ({"do": "choose", "name": "hand", "value": 1}, "name must be one of order"),
        ({"do": "hand", "to": [1, 2], "space": "outer"}, "space must be one of weights, data"),
    ],
)
def test_what_cannot_be_done_is_said(action, words):
    with pytest.raises(ValueError, match=words):
        loaded().apply(action)


def test_no_more_points_than_there_is_room_for():
    state = loaded("empty")
    for i in range(MOST):
        state = state.apply({"do": "add", "at": [i % 12 - 6, i // 12]})
    with pytest.raises(ValueError, match=f"there are {MOST} points, and that is the most"):
        state.apply({"do": "add", "at": [0, 0]})


points = st.lists(
    st.tuples(st.integers(-6, 6), st.integers(-6, 6), st.sampled_from([-1, 1])),
    min_size=1,
    max_size=8,
)
choices = st.fixed_dictionaries(
    {
        "order": st.sampled_from(list(CHOICES["order"])),
        "bias": st.sampled_from(list(CHOICES["bias"])),
        "zero": st.sampled_from(list(CHOICES["zero"])),
        "eta": st.sampled_from(list(CHOICES["eta"])),
        "start": st.tuples(*[st.integers(-9, 9)] * 3),
    }
)


@settings(max_examples=60)
@given(points, choices, st.integers(0, 30))
def test_what_is_shown_is_what_a_run_made_here_says(points, choices, k):
    """Against the core, called with the words that *Copy as Python* gives."""
    state = State().apply({"do": "load", "points": points, **choices})
    setup = state.apply({"do": "look", "k": k}).now
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(as_python(setup).replace("(X, y", f"(X, y, max_mistakes={LONGEST}"), names)
    trace, view, study = names["trace"], setup.view(), setup.study
    made = study.trace.n_mistakes
    assert np.array_equal(trace.mistakes[:made], study.trace.mistakes)
    assert made == trace.n_mistakes or study.repeat  # which is all that there is to know
    w, b = trace.exact_state(view.k)
    assert [*view.w, view.b] == [v * Fraction(setup.eta) for v in (*w, b)]
    assert from_link(as_link({"points": setup.points, **choices})) == {
        "points": setup.points,
        **choices,
    }
    assert from_csv(as_csv(setup.points))["points"] == setup.points
    text = describe(study, view).text
    best = maximum_margin(names["X"], names["y"], bias=study.best.bias)
    assert ("γ: there is none" in text) == (not best)
    if best:
        length = Fraction(trace.radius_squared) + Fraction(trace.pad_squared)
        assert study.checked.bound == length / best.gamma_squared
    if study.repeat:
        assert not best and "the run goes round for ever" in text


def test_the_worked_example_says_its_numbers():
    state = loaded()
    text = describe(state.now.study, state.now.view()).text
    assert "k = 4 of 4 mistakes: w = (2, 4)" in text
    assert "R = √8 ≈ 2.828, γ = √(4/5) ≈ 0.8944, R²/γ² = 10" in text
    at = describe(state.now.study, state.now.view(2)).text
    assert "point 2, at (−2, 2), label +1: y w·x = 0" in at
    assert "✓ progress: w·u = 2.683 ≥ kγ = 1.789" in at


def test_a_broken_hypothesis_is_shown():
    state = loaded(start=(-3, 1, 0), eta="1/10")
    text = describe(state.now.study, state.now.view(1)).text
    assert "✗ hypothesis “start at 0”: w0 = (−3, 1), b0 = 0" in text and "✗ progress" in text
    assert "From this start: at most 46 mistakes." in text
    text = describe(loaded("XOR").now.study, loaded("XOR").now.view()).text
    assert "✗ progress: no u has u·z > 0 for all z = yx, since 1/2·z0 + 1/2·z3 = 0" in text
    assert "✗ so k ≤ R²/γ²: there is no γ" in text and "comes back after 4" in text


def test_w_by_hand_tells_who_is_wrong_and_who_is_better():
    state = loaded().apply({"do": "hand", "to": [1, 0]})
    assert state.said == "try 1, w = (1, 0): 2 points wrong"
    text = describe(state.now.study, state.now.view()).text
    assert "Your w = (1, 0): 2 points wrong: 1, 2." in text
    state = state.apply({"do": "hand", "to": [1, 2]})
    text = describe(state.now.study, state.now.view()).text
    assert state.now.tries == 2 and "no point is wrong" in text and "A tie." in text
    state = state.apply({"do": "run from here"})
    assert state.now.start == (1, 2, 0) and state.now.study.trace.n_mistakes == 0
    assert state.undo().now.hand == (1, 2, 0)


def test_the_arrow_in_the_data_space_means_the_same_w():
    state = loaded("bias trap", bias="radius")
    scale = state.now.scale
    assert scale.arrow > 1
    drawn = own_points(state.now.study, state.now.view(), scale, Description("", "")).figure
    assert f"arrows ÷ {scale.arrow}" in [text.get_text() for text in drawn.axes[0].texts]
    moved = state.apply({"do": "hand", "to": [2, 1], "space": "data"})
    assert moved.now.hand[:2] == (2 * scale.arrow, scale.arrow)
    again = state.apply({"do": "hand", "to": [2 * scale.arrow, scale.arrow]})
    assert again.now == moved.now
    stepped = again.apply({"do": "hand", "by": [1, 0]})
    assert stepped.now.hand[0] == again.now.hand[0] + again.now.scale.step


def test_guesses_are_told_right_from_wrong():
    state = loaded().apply({"do": "guessing", "on": True})
    assert len(state.now.view().wrong) == 0 and state.now.view().next is None
    state = state.apply({"do": "guess", "point": 1})
    assert "a mistake too, but in this order another" in state.said
    assert state.now.guesses == (0, 1)
    told = []
    for i in (0, 1, 2, 0):
        state = state.apply({"do": "guess", "point": i})
        told.append(state.said)
    assert told[0] == "right: point 0 is mistake 1, so w − x is next: w = (2, 0)"
    assert told[2] == "right: point 2 is mistake 3, so w + x is next: w = (0, 4)"
    assert told[3].endswith("w = (2, 4); no mistake is left")
    assert state.now.guesses == (4, 5) and state.now.position == 4
    assert "no mistake is left" in state.apply({"do": "guess", "point": 0}).said
    other = loaded().apply({"do": "guessing", "on": True}).apply({"do": "guess", "point": 0})
    assert "on its side" in other.apply({"do": "guess", "point": 3}).said


@pytest.mark.parametrize(
    ("text", "points", "said"),
    [
        ("x1,x2,y\n1,2,1\n-3,0,-1\n", ((1, 2, 1), (-3, 0, -1)), "2 points"),
        ("1;2;no\n3;4;yes", ((1, 2, -1), (3, 4, 1)), "2 points; yes is +1, no is −1"),
        ("1\t2\t0\n−3\t4\t1", ((1, 2, -1), (-3, 4, 1)), "2 points"),
        ("0.1,0.2,1\n0.3,0.6,1", ((-10, -10, 1), (10, 10, 1)), "and with an offset"),
        ("5e-324,0,a\n0,0,b", ((5, 0, -1), (-5, 0, 1)), "and with an offset"),
        ("100,-50,b\n50,0,a", ((5, -5, 1), (-5, 5, -1)), "and with an offset"),
        ("7,0.5,b\n7,0.5,a", ((0, 0, 1), (0, 0, -1)), "and with an offset"),
    ],
)
def test_csv_that_is_read(text, points, said):
    found = from_csv(text)
    assert found["points"] == points and said in found["said"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1,2,1\n3,4,-1", ""),
        ("height,mass,y\n1.6,55,1\n1.82,80,-1", "height ≈ 1.71 + 0.01·x₁; mass ≈ 68 + 2·x₂"),
        ("100,-50,b\n50,0,a", "x1 ≈ 75 + 5·x₁; x2 ≈ −25 + 5·x₂"),
    ],
)
def test_the_reader_is_told_what_loaded_numbers_became(text, told):
    explorer = points_explorer()
    explorer.apply({"do": "csv", "text": text})
    assert explorer.state.now.told == told
    explorer.apply({"do": "move", "point": 0, "to": [1, 1]})
    assert explorer.picture["text"].endswith(f"\n{told}") == bool(told)
    explorer.apply({"do": "undo"})
    fresh = points_explorer()
    fresh.apply({"do": "link", "text": explorer.picture["copies"]["link"]})
    assert fresh.state.now == explorer.state.now
    # The grid is that of the numbers: half a step away at most.
    for unit, column in zip(explorer.state.now.units, (0, 1), strict=bool(told)):
        cells = [line.split(",")[column] for line in text.splitlines() if line[0].isdigit()]
        for cell, point in zip(cells, explorer.state.now.points, strict=True):
            found = unit.zero + unit.step * point[column]
            assert abs(found - Fraction(cell)) <= unit.step / 2


def test_a_long_csv_is_thinned_and_says_so():
    found = from_csv("".join(f"{i % 12},{i % 5},{i % 2}\n" for i in range(150)))
    assert len(found["points"]) == MOST
    assert (
        found["said"] == f"150 points; 1 is +1, 0 is −1; {MOST} of them, evenly spread, are taken"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the text is empty"),
        ("x,y,label\n", "there must be two labels; found none"),
        (
            "1,2,1\n1,2",
            "row 2 must be x1, x2 and a label, parted by commas, semicolons or tabs; found '1,2'",
        ),
        ("x,y,label\n1,2,1\n3,4\n", "row 3 must be"),
        ("1 2 1\n3 4 0", "row 1 must be"),
        ("1,2,a\n3,4,b\n5,6,c", "there must be two labels; found a, b, c"),
        ('1,2,"' + 200_000 * "a", "this is no table: field larger"),
    ],
)
def test_csv_that_is_refused(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        from_csv(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("points=1,2", "no choice: (1, 2)"),
        ("points=a,b,c", "this link holds no points"),
        ("points=1,2,1&colour=red", "no choice: colour"),
        ("points=1,2,1&x1=a,0,1", "no choice: x1"),
        ("points=1,2,1&x1=a,0,1&x2=b,0,1e9999999", "this link holds no points"),
        ("points=1,2,1&x1=a,0,1&x2=b,0,1/0", "this link holds no points"),
    ],
)
def test_links_that_are_refused(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        from_link(text)


@pytest.mark.parametrize("name", CHALLENGES)
def test_each_challenge_is_open_at_its_start_and_solved_by_its_solution(name):
    challenge = CHALLENGES[name]
    state = State().apply({"do": "load", **challenge.start})
    assert not challenge.verdict(state.now).solved
    for action in challenge.solution:
        state = state.apply(action)
    assert challenge.verdict(state.now).solved, challenge.verdict(state.now)
    state = state.apply({"do": "load", "points": []})
    assert challenge.verdict(state.now) == (False, "no points yet")


@pytest.mark.parametrize(
    ("name", "actions", "words"),
    [
        ("seven mistakes", [{"do": "move", "point": 0, "to": [2, 2]}], "not at its end"),
        # Another order or start does not help: the task names them.
        ("seven mistakes", [{"do": "choose", "name": "bias", "value": "radius"}], "4 mistakes"),
        ("half the bound", [{"do": "flip", "point": 0}], "with their labels"),
        (
            "half the bound",
            [
                {"do": "move", "point": 2, "to": [1, 3]},
                {"do": "move", "point": 1, "to": [-1, -2]},
            ],
            "2 points moved",
        ),
        (
            "only with an offset",
            [{"do": "add", "at": [1, 1]}, {"do": "add", "at": [-1, 0], "label": -1}],
            "a line separates them, one through 0 does",
        ),
        ("three weights", [], "a line through 0 still separates"),
        ("a long way round", [{"do": "move", "point": 0, "to": [0, 2]}], "2 mistakes until"),
    ],
)
def test_challenges_say_what_is_still_missing(name, actions, words):
    state = State().apply({"do": "load", **CHALLENGES[name].start})
    for action in actions:
        state = state.apply(action)
    solved, found = CHALLENGES[name].verdict(state.now)
    assert not solved and words in found


def test_a_message_is_answered_once_and_what_is_refused_is_said():
    explorer = points_explorer()
    here = {"key": explorer.picture["key"], "link": explorer.picture["copies"]["link"]}
    pictures = []
    explorer.observe(lambda change: pictures.append(change.new), "picture")
    moves = [{"do": "move", "point": 0, "to": [1, 1]}, {"do": "flip", "point": 9}]
    receive(explorer, {"n": 3, "actions": moves, **here})
    (picture,) = pictures
    assert picture["n"] == 3 and picture["said"].startswith("Not possible: point must be one of")
    assert picture["points"][0] == [1, 1, -1]
    json.dumps(explorer.get_state(["fixed", "definitions", "picture", "states"]))


def receive(explorer, message):
    """What a browser's message does."""
    explorer._handle_custom_msg(message, [])


def test_a_python_that_begins_anew_takes_up_what_the_reader_sees():
    before = points_explorer()
    before.apply({"do": "start", "name": "XOR"}, {"do": "choose", "name": "bias", "value": "one"})
    seen = {"key": before.picture["key"], "link": before.picture["copies"]["link"]}
    fresh, move = points_explorer(), {"do": "move", "point": 1, "to": [1, 2]}
    receive(fresh, {"n": 9, "actions": [move], **seen})
    before.apply(move)
    without = {"n", "said", "can"}
    assert {k: v for k, v in fresh.picture.items() if k not in without} == {
        k: v for k, v in before.picture.items() if k not in without
    }


@pytest.mark.parametrize("start", ["worked example", "XOR", "bias trap", "empty"])
def test_pictures_drawn_ahead_are_those_of_each_k(start):
    explorer = points_explorer(start=start).prepare()
    states, stops = explorer.states, explorer.picture["stops"]
    assert len(states["states"]) == len(states["text"]) == len(stops) <= 61
    for at in {0, len(stops) // 2, len(stops) - 1}:
        explorer.apply({"do": "look", "k": stops[at]})
        picture = explorer.picture
        drawn = [[states["pieces"][i] for i in side] for side in states["states"][at]]
        assert drawn == picture["pieces"]
        assert (states["text"][at], states["w"][at]) == (picture["text"], picture["w"])
    names = set(re.findall(r'\bid="(~[^"]*)"', "".join(explorer.definitions)))
    used = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', "".join(states["pieces"]))
    assert {a or b for a, b in used} <= names


def test_what_a_notebook_stores_is_words_and_a_picture():
    data, metadata = points_explorer()._repr_mimebundle_()
    assert data["text/plain"].startswith("k = 4 of 4 mistakes")
    assert len(data["image/png"]) > 1000 and "widest" in metadata["image/png"]["alt"]


def test_a_lesson_may_leave_the_proof_out():
    explorer = points_explorer("seven mistakes", proof=False)
    assert explorer.description.text == "k = 4 of 4 mistakes: w = (2, 4)\nNo mistake is left."
    whole = points_explorer("seven mistakes")
    assert set(explorer.description.text.split("\n")) < set(whole.description.text.split("\n"))
    for told, wanted in ((explorer, False), (whole, True)):
        legend = [text.get_text() for text in told.still.figure.legends[0].get_texts()]
        assert ("wall w·u = kγ" in legend, "disc ‖w‖ ≤ √k R" in legend) == (wanted, wanted)
        assert ("disc and wall" in told.description.alt) == wanted
    sizes = [len("".join(told.picture["pieces"][1])) for told in (explorer, whole)]
    assert sizes[0] < sizes[1]


def test_names_that_do_not_exist():
    with pytest.raises(ValueError, match="challenge must be one of seven mistakes"):
        points_explorer("win")
    for start in ("moon", "points=1", "points=1,1,1&order=none"):
        with pytest.raises(ValueError, match="start must be one of worked example"):
            points_explorer(start=start)


def test_other_paper_is_another_picture_and_goes_with_the_link():
    explorer = points_explorer().prepare()
    explorer.apply({"do": "choose", "name": "grid", "value": GRIDS[1]})
    assert explorer.states["key"] != explorer.picture["key"], "the slider shows the old paper"
    after = points_explorer(start=explorer.picture["copies"]["link"])
    assert after.picture["pieces"] == explorer.picture["pieces"]


def test_an_explorer_begins_with_the_points_of_a_link():
    before = points_explorer(start="Iris")
    before.apply({"do": "move", "point": 1, "to": [1, 2]}, {"do": "flip", "point": 0})
    link = before.picture["copies"]["link"]
    for start in (link, f"https://a.place/points.html#{link}"):
        after = points_explorer(start=start).picture
        for name in ("points", "chosen", "text", "origin", "changed", "pieces"):
            assert after[name] == before.picture[name]
