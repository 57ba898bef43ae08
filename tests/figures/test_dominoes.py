"""The proof as dominoes: what is false has lost its support, and stands on its own numbers."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import perceptron, planted, worked_example
from perceptron_lessons import BROKEN_HYPOTHESES, figures, prove
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
        assert all(each.row < domino.row for each in below.values())
        assert domino.is_loose == any(each.is_loose or each.name in gone for each in below.values())


def test_no_two_dominoes_are_in_one_place():
    for make in PROOFS.values():
        places = [(each.row, each.column) for each in dominoes_of(make()).values()]
        assert len(set(places)) == len(places)
        assert max(abs(column) for _, column in places) <= 1.5


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
            (face,) = (
                face for face in faces if face.removeprefix("✗ ").split("\n")[0] == line.name
            )
            left, sign, _ = face.split("\n")[1].split(" ")
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
