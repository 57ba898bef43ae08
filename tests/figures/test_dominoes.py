"""The proof as dominoes: what is false has lost its support, and stands on its own numbers."""

import itertools
import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import perceptron, planted, worked_example
from perceptron_lessons import BROKEN_HYPOTHESES, figures, prove
from perceptron_lessons.figures.domino_layout import (
    HIGH,
    SIDE_BY_SIDE,
    WIDE,
    places_of,
    rows_of,
    threads_between,
)
from perceptron_lessons.figures.dominoes import dominoes_of

DATA = worked_example()
PROOFS = {
    "none": lambda: prove(perceptron(DATA.X, DATA.y)),
    "primal": lambda: prove(perceptron(DATA.X, DATA.y, bias="radius"), source="primal"),
    "online, padded": lambda: prove(perceptron(DATA.X, DATA.y, bias="one"), source="online"),
    **{name: lambda make=make: prove(*make()) for name, make in BROKEN_HYPOTHESES.items()},
}
LACKING = {
    "start not at 0": {"start at 0"},
    "offset step 1 instead of R²": {"offset step R²"},
    "a wrong u": {"separable"},
    "not separable": {"separable"},
    "updates on correct samples too": {"updates on mistakes only"},
}


@pytest.mark.parametrize("name", PROOFS)
def test_a_line_that_is_false_has_lost_something_that_it_rests_on(name):
    proof = PROOFS[name]()
    dominoes = dominoes_of(proof)
    assert set(dominoes) == {line.name for line in proof.lines}.union(
        *(line.uses for line in proof.lines)
    )
    gone = {each.name for each in dominoes.values() if each.line is None and each.has_fallen(0)}
    assert gone == LACKING.get(name, set())
    for line in proof.lines:
        domino = dominoes[line.name]
        false = line.k[~line.holds]
        assert domino.fails_at == (int(false[0]) if len(false) else None)
        assert domino.is_loose or not len(false)
        below = {other: dominoes[other] for other in (*line.uses, *line.after)}
        assert domino.is_loose == any(each.is_loose or each.name in gone for each in below.values())


def layout_of(proof):
    below = {name: each.below for name, each in dominoes_of(proof).items()}
    rows = rows_of(below)
    return below, rows, places_of(rows)


@pytest.mark.parametrize("name", PROOFS)
def test_each_domino_has_a_place_of_its_own_above_what_it_rests_on(name):
    below, rows, places = layout_of(PROOFS[name]())
    assert sorted(places) == sorted(below) and len(set(places.values())) == len(places)
    assert max(map(len, rows)) <= SIDE_BY_SIDE
    for each, supports in below.items():
        assert all(places[support][1] < places[each][1] for support in supports)


@pytest.mark.parametrize("name", PROOFS)
def test_no_thread_passes_behind_a_domino(name):
    below, rows, places = layout_of(PROOFS[name]())
    threads = threads_between(rows, below)
    assert len(threads) == sum(map(len, below.values()))
    half = np.array([WIDE, HIGH]) / 2 - 1e-9
    for corners in threads:
        points = np.vstack(
            [
                np.linspace(start, end, 200)
                for start, end in itertools.pairwise(map(np.array, corners))
            ]
        )
        for each, place in places.items():
            inside = (np.abs(points - place) < half).all(axis=1)
            assert not inside.any(), (corners, each)


@pytest.mark.parametrize("hypothesis", ["none", *BROKEN_HYPOTHESES])
def test_the_faces_show_both_sides_of_their_lines(hypothesis):
    picture = figures.broken_hypothesis(notation="iterations")
    proof = PROOFS[hypothesis]()
    for k in (1, 2, 5):
        picture.at(hypothesis=hypothesis, k=k)
        faces = [text.get_text() for text in picture.figure.axes[0].texts if text.get_text()]
        n = min(k, proof.last)
        for line in proof.lines:
            if not (line.k == n).any():
                continue
            at = int(np.flatnonzero(line.k == n)[0])
            holds = bool(line.holds[at])
            plain = [" ".join(face.removeprefix("✗ ").split()) for face in faces]
            plain = [face.replace("– ", "–") for face in plain]
            (face,) = (face for face in plain if re.match(re.escape(line.name) + r" −?\d", face))
            left, sign, _ = face.removeprefix(line.name).split()
            assert (sign == line.relation) == holds
            if line.power == 1:
                shown = float(left.replace("−", "-").replace(",", ""))
                assert shown == pytest.approx(float(line.lhs[at]), rel=5e-3)


def test_a_proof_of_ones_own_has_no_slider_for_hypotheses():
    data = planted(30, 4, margin=0.15, seed=4)
    picture = figures.broken_hypothesis(prove(perceptron(data.X, data.y)))
    assert set(picture.values) == {"k"}
    rate = prove(perceptron(DATA.X, DATA.y, learning_rate=Fraction(1, 2)))
    assert "all 9 steps stand" in figures.broken_hypothesis(rate).at(k=3).description.text


@pytest.mark.parametrize("hypothesis", BROKEN_HYPOTHESES)
def test_the_first_to_fall_is_told_with_its_place(hypothesis):
    picture = figures.broken_hypothesis()
    line, k = PROOFS[hypothesis]().first_failure
    text = picture.at(hypothesis=hypothesis, k=16007).description.text
    assert f"the first is false at k = {k}: {line.formula().text}" in text
    assert "is exceeded" in text
    before = picture.at(hypothesis=hypothesis, k=k - 1).description.text if k else ""
    assert "fallen:" not in before


def test_the_run_of_the_offset_is_shown_to_its_end():
    picture = figures.broken_hypothesis()
    text = picture.at(hypothesis="offset step 1 instead of R²", k=16007).description.text
    assert "after 16,007 updates" in text and "the bound 144 is exceeded" in text


def test_a_fallen_domino_is_seen_whole():
    picture = figures.broken_hypothesis()
    axes = picture.figure.axes[0]
    for state in picture.states():
        picture.at(**state)
        corners = np.vstack([tile.get_xy() for tile in axes.patches if tile.get_visible()])
        shares = axes.transLimits.transform(corners)
        assert shares.min() > 0 and shares.max() < 1
