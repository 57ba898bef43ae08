"""The printed picture of a stage shows what its lines name, and nothing else."""

import base64
import hashlib
import json
import re

import numpy as np
import pytest
from conftest import PROJECT

from perceptron_core import perceptron, worked_example
from perceptron_lessons import figures
from perceptron_lessons.figures.proof_plane import LINES, PARTS
from perceptron_lessons.stage import CHALLENGES, stage

DATA = worked_example()
X, y = DATA.X, DATA.y
CHEAT = "broken: updates without a mistake"
LABELS = {
    "wall": "wall",
    "disc": "disc",
    "cap": "where w must be",
    "brown": "bricks of length γ, up to the wall",
    "purple": "bricks up to R, √2 R, √3 R, … the edge",
    "ray": "u",
}
STORY = {
    "compass": lambda: stage(lines=("folded",), simple=True, k=0, space="weight"),
    "wall": lambda: stage(lines=("progress",), simple=True, k=2, space="weight"),
    "cheat": lambda: stage(CHEAT, lines=("progress",), simple=True, space="weight"),
    "squares": lambda: stage(worst(), view="squares", k=1, simple=True, space="weight"),
    "disc": lambda: stage(lines=("length",), simple=True, k=4, space="weight"),
    "race": lambda: stage(view="race", simple=True, k=4, space="weight"),
    "meet": lambda: stage(view="race", simple=True, k=10, space="weight"),
    "no room": lambda: stage(view="race", simple=True, k=11, space="weight"),
    "line 1": lambda: three_lines("progress"),
    "line 2": lambda: three_lines("length"),
    "line 3": lambda: three_lines("conclusion"),
    "nothing": lambda: stage("broken: nothing separates", lines=("progress",), space="weight"),
    "first": lambda: stage(simple=True, proof=False, k=0, space="data"),
    "pick": lambda: stage("pick any mistake", simple=True, proof=False, space="data"),
    "products": lambda: stage(proof=False, lines=("run", "products"), k=0, space="data"),
    "margin": lambda: stage(proof=False, lines=("margin",), simple=True, space="data"),
}
"""A step of lessons 01 and 02 → its stage."""


def worst():
    return perceptron(X, y, order="worst")


def three_lines(name):
    return stage(view="three lines", lines=(name,), simple=True, k=3, space="weight")


def drawn(picture):
    """Labels of what is seen in a picture → whether it is strong."""
    artists = picture.figure.findobj(lambda each: each.get_label() in LABELS.values())
    return {each.get_label(): each for each in artists if each.axes and each.get_visible()}


def texts(picture):
    return [text.get_text() for text in picture.figure.findobj(match=plain_text)]


def plain_text(artist):
    return hasattr(artist, "get_text") and artist.get_visible() and artist.get_text()


@pytest.mark.parametrize("lines", [("progress",), ("length",), LINES])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_a_line_of_the_proof_is_drawn_alone(lines, k):
    picture = stage(lines=lines, k=k, space="weight").still
    named = set().union(*(PARTS[line] for line in lines))
    wanted = {label for part, label in LABELS.items() if part in named}
    assert set(drawn(picture)) == wanted


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("k", [1, 2, 3])
def test_what_a_line_of_the_proof_does_not_use_is_pale_and_without_a_name(name, k):
    picture = stage(view="three lines", lines=(name,), simple=True, k=k, space="weight").still
    strong = {label for part, label in LABELS.items() if part in PARTS[name]}
    assert set(drawn(picture)) == strong
    assert all(each.get_alpha() is None for each in drawn(picture).values())
    pale = picture.figure.findobj(lambda each: each.get_label() == "_pale")
    assert all(each.get_alpha() == 0.25 for each in pale) and bool(pale) == (name != "conclusion")


@pytest.mark.parametrize("k", range(12))
def test_bricks_are_as_long_as_the_steps_of_wall_and_disc(k):
    u = np.array([1, 2]) / np.sqrt(5)
    ends = {"brown": np.arange(k + 1) * 2 / np.sqrt(5), "purple": np.sqrt(8 * np.arange(k + 1))}
    shown = drawn(figures.disc_and_wall().at(k=k))
    for part, wanted in ends.items():
        if not k:
            assert LABELS[part] not in shown
            continue
        along = np.unique((shown[LABELS[part]].get_path().vertices @ u).round(9))
        assert along == pytest.approx(wanted)


@pytest.mark.parametrize("space", ["data", "weight"])
def test_one_space_is_one_picture(space):
    lines = ("progress",) if space == "weight" else ("run",)
    assert len(stage(lines=lines, k=2, space=space).still.figure.axes) == 1


@pytest.mark.parametrize("k", range(5))
def test_products_are_signed_and_only_where_they_are_asked_for(k):
    trace = perceptron(X, y)
    signed = [("+" if v > 0 else "") + str(v).replace("-", "−") for v in trace.margins(k).tolist()]
    asked = stage(proof=False, lines=("run", "products"), k=k, space="data").still
    chips = [text.get_text() for text in asked.figure.axes[0].texts if text.get_bbox_patch()]
    assert all(signed.count(chip) <= chips.count(chip) for chip in signed)
    plain = stage(proof=False, simple=True, k=k, space="data").still
    assert not any(text.startswith("+") and text[1:] for text in texts(plain))
    assert "y w·x" in asked.description.text and "y w·x" not in plain.description.text


def test_a_strip_is_as_wide_as_the_margin_and_only_where_it_is_asked_for():
    (band,) = (each for each in STORY["margin"]().still.figure.findobj(is_strip))
    w = np.array([2, 4])
    apart = band.get_xy() @ w / np.linalg.norm(w)
    assert np.ptp(apart) / 2 == pytest.approx(4 / np.sqrt(20))
    assert not any(stage(proof=False, k=4, space="data").still.figure.findobj(is_strip))


def is_strip(artist):
    return artist.get_label() == "no point is here" and artist.axes


@pytest.mark.parametrize("chosen", [[], [0], [2, 0], [3]])
def test_a_game_that_is_open_is_not_called_stopped(chosen):
    for space in ("data", ""):
        living = stage("pick any mistake", proof=False, space=space)
        living.board = living.board | {"order": chosen}
        living.k = len(chosen)
        picture = living.still
        said = " ".join([*texts(picture), *picture.description])
        assert "stopped" not in said and "choose any" in said, said


@pytest.mark.parametrize("k", range(5))
def test_the_squares_have_the_areas_that_are_said(k):
    trace = worst()
    picture = stage(trace, view="squares", k=k, space="weight").still
    w, after = trace.weights[k], trace.weights[k + 1]
    areas = [w @ w, (after - w) @ (after - w), after @ after]
    shown = [text for text in picture.figure.axes[0].texts if text.get_text().isdigit()]
    assert [int(text.get_text()) for text in shown] == [area for area in areas if area]
    assert f"‖w + z‖² = {areas[2]} ≤ ‖w‖² + ‖z‖² = {areas[0]} + {areas[1]}" in str(picture)


def test_the_squares_of_the_lesson_are_those_that_it_speaks_of():
    assert str(STORY["squares"]()) and "w = (2, 0), z = (−2, 2)" in str(STORY["squares"]().still)
    shown = [t.get_text() for t in STORY["squares"]().still.figure.axes[0].texts]
    assert [text for text in shown if text.isdigit()] == ["4", "8", "4"]


@pytest.mark.parametrize(("name", "words"), [("no room", 2), ("meet", 0), ("race", 0)])
def test_only_beyond_the_bound_a_brick_sticks_out(name, words):
    picture = STORY[name]().still
    said = texts(picture)
    must = ["It must be this far.", "It can only be this far."]
    assert sum(text in must for text in said) == words
    assert any(re.fullmatch(r"× \d+", text) for text in said) == bool(words)
    assert ("one place is left" in str(picture)) == (name == "meet")


def test_a_cheat_is_beyond_the_wall_and_its_updates_are_hollow():
    picture = STORY["cheat"]().still
    (hollow,) = picture.figure.findobj(
        lambda a: a.get_label() == "added without a mistake" and a.axes
    )
    assert hollow.get_xydata().tolist() == [[4, 4], [6, 6]]
    assert "wall" in drawn(picture) and "disc" not in drawn(picture)


def test_without_a_compass_there_is_no_wall():
    picture = STORY["nothing"]().still
    assert not {"wall", "disc", "u"} & set(drawn(picture))
    assert "z_0 + z_1 + z_2 = 0" in str(picture)


def test_each_step_says_and_shows_something_of_its_own():
    pictures = {name: make().still for name, make in STORY.items()}
    for part in ("text", "alt", "caption"):
        said = [getattr(picture.description, part) for picture in pictures.values()]
        assert len(set(said)) == len(said), part
    files = [picture.bundle()[0]["image/png"] for picture in pictures.values()]
    assert len(set(files)) == len(files)


def test_a_challenge_shows_its_task():
    for name, points in CHALLENGES.items():
        if points:
            living = stage(challenge=name)
            shown = re.sub(r"\s+", " ", " ".join(texts(living.still)))
            assert "run makes exactly 7" in shown or name != "seven mistakes"
            assert living.still.description.alt.endswith(".")


VIEWS = ("wall", "race", "three lines", "squares", "angle", "walk", "region")
# The points have no view of the proof: of them one is enough.
SEEN = [("data", "wall"), *(("weight", view) for view in VIEWS)]


@pytest.mark.parametrize(("space", "view"), SEEN)
@pytest.mark.parametrize("start", ["XOR", "bias trap", "Iris", "broken: another start", CHEAT])
def test_every_board_has_a_still_in_every_view(start, space, view):
    living = stage(start, space=space)
    living.board = living.board | {"view": view}  # as a reader chooses it, with an offset, too
    picture = living.still
    assert picture.description.alt and picture.figure.axes


def stored(lesson):
    """Yield the source of each cell of a lesson that makes a stage, and the picture it keeps."""
    for cell in json.loads((PROJECT / "notebooks" / lesson).read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and source.startswith("stage("):
            (output,) = cell["outputs"]
            picture = base64.b64decode("".join(output["data"]["image/png"]))
            yield source, hashlib.sha256(picture).hexdigest()


def test_no_stored_picture_of_lesson_02_stands_twice():
    pictures = dict(stored("02-why-it-stops.ipynb"))
    assert len(pictures) >= 15
    assert len(set(pictures.values())) == len(pictures)
