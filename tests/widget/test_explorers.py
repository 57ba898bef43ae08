"""Every explorer in every state, without a browser: its numbers against runs made here anew."""

import functools
import itertools
import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.lines import Line2D

from perceptron_core import bias_trap, perceptron, planted, worked_example, xor
from perceptron_lessons import figures
from perceptron_lessons.figures.beyond import half_circles, overlap
from perceptron_lessons.theory.kernels import kernel_perceptron
from perceptron_lessons.widget.explorers import EXPLORERS, margin_explorer, orders_explorer
from perceptron_lessons.widget.player import Player

PAYLOAD = 1_500_000


@pytest.fixture(scope="module")
def players():
    return {name: make().prepare() for name, make in EXPLORERS.items()}


def states(player):
    """Each state of a player with the index at which the browser finds it."""
    names = list(player.picture.values)
    for index, values in enumerate(itertools.product(*player.picture.values.values())):
        yield index, dict(zip(names, values, strict=True))


def numbers(text):
    """The numbers in a description, a real minus sign read as one, and 16,007 as 16007."""
    plain = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text.replace("−", "-"))
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", plain)]


@pytest.mark.parametrize("name", EXPLORERS)
def test_every_state_has_words_numbers_and_a_picture_of_its_own(players, name):
    player = players[name]
    drawing = player.drawing
    count = math.prod(len(values) for values in player.picture.values.values())
    assert len(drawing["states"]) == len(drawing["text"]) == len(drawing["alt"]) == count > 1
    for text, alt in zip(drawing["text"], drawing["alt"], strict=True):
        assert len(alt) > 40 and alt != text
        assert not re.search(r"\b(nan|inf|None|array|Fraction)\b", text + alt)
        assert numbers(text), text
    distinct = {tuple(pieces) for pieces in drawing["states"]}
    assert len(distinct) == len(set(drawing["text"])) == count
    for piece in [drawing["background"], *drawing["pieces"]]:
        assert not re.search(r"\b(nan|inf)\b", piece)


@pytest.mark.parametrize("name", EXPLORERS)
def test_the_browser_finds_each_state_where_the_sliders_say(players, name):
    """At both ends and in between; the words of every state are the figure's own."""
    player = players[name]
    every = list(states(player))
    for index, state in every[:: max(1, len(every) // 5)] + every[-1:]:
        for trait, value in state.items():
            setattr(player, trait, value)
        text, alt, _ = player.description
        assert (player.drawing["text"][index], player.drawing["alt"][index]) == (text, alt)


@pytest.mark.parametrize("name", EXPLORERS)
def test_payload_is_small(players, name):
    assert len(json.dumps(players[name].drawing)) <= PAYLOAD


def test_learning_rate_explorer_from_zero_never_moves(players):
    player, data = players["learning rate and start"], worked_example()
    for _, state in states(player):
        player.eta, player.start = state["eta"], state["start"]
        w0 = [Fraction(str(state["start"])) * part for part in (-3, 1)]
        trace = perceptron(data.X, data.y, w0=w0, learning_rate=Fraction(str(state["eta"])))
        head, second = player.description.text.splitlines()[:2]
        assert numbers(head)[-1] == trace.n_mistakes
        w = trace.w.astype(float)
        # The second line gives w, then its length and its direction in degrees.
        length, direction = numbers(second)[-2:]
        assert math.isclose(length, np.hypot(*w), rel_tol=1e-3)
        assert math.isclose(direction, math.degrees(math.atan2(w[1], w[0])), abs_tol=0.06)
        if state["start"] == 0:
            assert trace.n_mistakes == 4
            assert "the same line at every η" in player.description.text


@functools.cache
def long_run():
    """The samples are one point with both labels, so that no line is ever right."""
    with pytest.warns(RuntimeWarning, match="mistakes left"):
        trace = perceptron([[1, 2], [1, 2]], [1, -1])
    assert trace.n_mistakes == 100_000
    return Player(figures.steps(trace))


def long_proof():
    data = bias_trap()
    return Player(figures.squeeze(perceptron(data.X, data.y, bias="one")))


@pytest.mark.parametrize(
    ("make", "states"),
    [
        (long_run, 150),
        (long_proof, 150),
        (lambda: margin_explorer(n_samples=(5_000,), seed=(0,)), 25),
        (lambda: orders_explorer(planted(8_000, 2, margin=0.1, seed=0)), 5),
    ],
    ids=["steps", "squeeze", "margin", "orders"],
)
def test_whatever_is_passed_in_an_explorer_draws_a_limited_amount_and_says_so(make, states):
    picture = make().picture
    every = picture.states()
    assert len(every) == states
    still, moving = 6_000, 50_000 / states + 100
    for state in every[0], every[states // 2], every[-1]:
        lines = picture.at(**state).figure.findobj(Line2D)
        assert sum(len(line.get_xdata()) for line in lines) < still + moving
    for words in picture.description:
        assert re.search(r"For the sake of size .*\d of [\d,]+ points are drawn\.$", words), words


@pytest.mark.parametrize(
    ("name", "choice", "value"),
    [
        ("mistakes and bounds by margin", "seed", 3),
        ("mistakes and bounds by margin", "n_samples", 10),
        ("orders", "seed", 1),
        ("the height of the padding", "data_set", "120 and 80 on a line"),
        ("the mean of the mistakes", "data_set", "nothing separates"),
    ],
)
def test_a_choice_makes_new_states(players, name, choice, value):
    player = players[name]
    before = player.drawing
    setattr(player, choice, value)
    assert player.drawing["text"] != before["text"]
    assert player.drawing["pieces"] != before["pieces"]
    assert player.progress == ""


def test_three_lines_err_as_plain_sums_say(players):
    """From the weights and the presentations; the vote of all lines too."""
    player, data, new = players["three lines of one run"], overlap(), overlap(2_000, seed=100)
    Z, lines, stood = data.X * data.y[:, None], [np.zeros(2, int)], [0]
    for z in itertools.cycle(Z):
        stood[-1] += 1
        if lines[-1] @ z <= 0:
            lines.append(lines[-1] + z)
            stood.append(0)
        if len(lines) > player.picture.values["k"][-1]:
            break
    W, c = np.array(lines), np.array(stood)
    for k in player.picture.values["k"][::8]:
        player.k = k
        upto = np.append(c[:k], 0)
        mean, vote = upto @ W[: k + 1], np.sign(new.X @ W[: k + 1].T) @ upto
        scores = (new.X @ W[k], new.X @ W[upto.argmax()], new.X @ mean, vote)
        errors = [100 * np.mean(np.where(s > 0, 1, -1) != new.y) for s in scores]
        said = numbers(player.description.text)
        assert said[0] == k and np.allclose(said[1:5], errors, rtol=5e-3)


def test_the_kernel_explorer_says_what_plain_sums_say(players):
    player = players["a line that bends"]
    for name, data in (("XOR", xor()), ("half circles", half_circles())):
        player.data_set = name
        slider, ends = player.picture.values["k"], []
        for width in player.picture.values["width"]:
            K = np.exp(-((data.X[:, None] - data.X) ** 2).sum(axis=2) / (2 * width**2))
            run = kernel_perceptron(K, data.y)
            ends.append(run.n_mistakes)
            for k in slider[::6]:
                player.width, player.k = width, k
                n = min(k, run.n_mistakes)
                alpha = np.bincount(run.mistakes[:n], minlength=len(data.y))
                wrong = (data.y * (K @ (alpha * data.y)) <= 0).sum()
                first, second = player.description.text.splitlines()[:2]
                assert numbers(first) == [width, k, n, ends[-1], wrong, len(data.y)]
                assert numbers(second)[0] == np.count_nonzero(alpha)
        assert slider[-1] == max(ends) and set(ends) <= set(slider)
