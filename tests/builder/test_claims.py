"""Proofs in pieces: what refutes a claim, held against plain fractions that share no code."""

import itertools
import re
from fractions import Fraction

import pytest

from perceptron_core import perceptron, planted, worked_example
from perceptron_lessons import prove
from perceptron_lessons.builder import describe, proof_builder
from perceptron_lessons.builder.claims import KINDS, RELATIONS, Pieces, small_sets


def dot(a, b):
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def nearest(points):
    """The point of a hull that is nearest to 0: on a segment, in the plane, if 0 is outside."""
    found = [tuple(map(Fraction, p)) for p in points]
    for p, q in itertools.combinations(found[:], 2):
        d = [b - a for a, b in zip(p, q, strict=True)]
        if dot(d, d) and 0 < (t := -dot(p, d) / dot(d, d)) < 1:
            found.append(tuple(a + t * b for a, b in zip(p, d, strict=True)))
    return min(found, key=lambda p: dot(p, p))


def weights_of(trace, k):
    """w after 0, 1, …, k updates."""
    found = [tuple(map(Fraction, trace.w0.tolist()))]
    for i in trace.mistakes[:k].tolist():
        step = (int(trace.y[i]) * Fraction(v) for v in trace.X[i].tolist())
        found.append(tuple(a + b for a, b in zip(found[-1], step, strict=True)))
    return found


def of_a_false_line(name, trace, k):
    """Both sides of a false line at k, as v·|v|, by its meaning alone."""

    def signed(v):
        return v * abs(v)

    rows = [tuple(map(Fraction, x)) for x in trace.X.tolist()]
    w = weights_of(trace, k)
    folded = [[a * int(y) for a in row] for row, y in zip(rows, trace.y, strict=True)]
    p = nearest(folded)  # γu, so that γ² = ‖p‖²
    gamma2 = dot(p, p)
    radius2 = max(dot(row, row) for row in rows)
    i = int(trace.mistakes[k - 1]) if k else 0
    y, x = int(trace.y[i]), rows[i]

    def square_from(point, v):
        return dot(*[[a - b for a, b in zip(v, point, strict=True)]] * 2)

    if name == "without its label":
        return signed(dot(x, p)) / gamma2, gamma2
    if name == "always negative":
        return signed(2 * y * dot(w[k - 1], x)), 0
    if name == "nearer to all":
        return signed(square_from(p, w[k])), signed(square_from(p, w[k - 1]))
    if name == "always the same":  # λu = R²/γ u = (R²/γ²) p
        far = [a * radius2 / gamma2 for a in p]
        return signed(square_from(far, w[k])), signed(square_from(far, w[k - 1]) - radius2)
    if name == "within the margin":
        return signed(dot(w[k], w[k]) / k**2), signed(gamma2)
    if name == "γ from each":
        return signed(dot(w[k], p)) / gamma2, k**2 * gamma2
    assert name == "no longer than from 0"
    return signed(dot(w[k], w[k])), signed(k * radius2)


def read(text):
    """v·|v| of a number as it is shown: 3/4, −2, √(9/5)."""
    sign = -1 if text[0] == "−" else 1
    root = re.fullmatch(r"−?√\((.*)\)", text)
    return sign * (Fraction(root[1]) if root else Fraction(text.lstrip("−")) ** 2)


@pytest.mark.parametrize(
    "theorem", ["three lines", "falling distance", "mean of the mistakes", "any start"]
)
def test_every_counterexample_of_a_false_line_by_plain_fractions(theorem):
    pieces = Pieces(theorem)
    for line in pieces.false:
        found = pieces.refutation(line)
        left, right = of_a_false_line(line.name, found.trace, found.k)
        assert (read(found.left), read(found.right)) == (left, right)
        assert {"≤": left > right, "≥": left < right, "=": left != right, "<": left >= right}[
            line.relation
        ]


def test_false_lines_of_the_other_proofs():
    found = Pieces("offset").refutation(Pieces("offset").false[0])
    # (w, b/R) moves by (x, 1/R) in place of (x, R): off by (1 − R²)²/R², with R² = 8.
    assert read(found.left) == Fraction(49, 8) ** 2 and found.right == "0"
    nearly = Pieces("nearly separable")
    found = nearly.refutation(nearly.false[0])
    along = dot(weights_of(found.trace, found.k)[-1], (1, 2))  # u = (1, 2)/√5, γ = 2/√5
    assert read(found.left) == along * abs(along) / 5 and along < found.k * 2
    assert nearly.refutation(nearly.false[1]).k > 2 * 8 * Fraction(5, 2**2 * 2)
    streamed = Pieces("online")
    assert all(streamed.refutation(line) for line in streamed.false)


@pytest.mark.parametrize("theorem", KINDS)
def test_true_lines_are_never_refuted_and_rest_on_each_other(theorem):
    pieces = Pieces(theorem)
    placed = set()
    for line in pieces.lines:
        assert pieces.refutation(line) is None
        assert set(line.after) <= placed, line
        placed.add(line.name)
    rested_on = {name for line in pieces.lines for name in line.after}
    assert placed - rested_on == {"conclusion"}  # no line without a use
    for name, proof in pieces.broken().items():
        assert proof.first_failure.line.name in placed, name


def test_small_sets_hold_a_data_set_for_each_false_line():
    """A false line on a run for which it happens to be true is refuted by small data."""
    pieces = Pieces("three lines", perceptron([[1, 0]], [1]))
    negative = pieces.refutation(pieces.false[1])
    labels = pieces.refutation(pieces.false[0])
    assert negative.k == 1 and labels.where != pieces.where
    assert labels.where in {data.name for data in small_sets()}


@pytest.mark.parametrize("theorem", KINDS)
def test_the_text_says_how_many_lines_are_true_that_some_are_false_and_numbers_them(theorem):
    """What is shown before anything runs, or on paper: no false line stands there unmarked."""
    builder = proof_builder(theorem)
    pieces = Pieces(theorem)
    title, *lines = builder.as_text().split("\n")
    assert title == pieces.kind.title and max(map(len, lines)) <= 90
    task = " ".join(itertools.takewhile(lambda line: not line.startswith("  1. "), lines))
    lines = [line for line in lines if re.match(r" *\d+\. ", line)]
    true, false = len(pieces.lines), len(pieces.false)
    assert f"Of the {true + false} lines below, {true} are true" in task
    assert ("The other one is false." if false == 1 else f"The other {false} are false.") in task
    assert pieces.lines[-1].formula().text in task.replace("\N{NO-BREAK SPACE}", " ")
    formulas = {line.formula().text for line in (*pieces.lines, *pieces.false)}
    numbers, shown = zip(*(line.strip().split(". ", 1) for line in lines), strict=True)
    assert numbers == tuple(str(i) for i in range(1, true + false + 1)) and set(shown) == formulas
    assert f"{true} true lines and {false} false one" in repr(builder)
    assert builder._repr_mimebundle_()[0]["text/plain"] == builder.as_text()


def test_what_the_browser_looks_up():
    pieces = Pieces("falling distance")
    proof = describe(pieces)
    n = len(proof["sides"])
    claims = itertools.product(proof["sides"], RELATIONS, proof["sides"])
    for number, (left, relation, right) in zip(proof["verdicts"], claims, strict=True):
        found = pieces.claim(left, relation, right)
        assert (number < 0) == (found is None)
        if found:
            values = proof["refuting"][number]["values"]
            shown = values[proof["sides"].index(left)], values[proof["sides"].index(right)]
            assert shown == (found.left, found.right)
    assert len(proof["verdicts"]) == n * n * len(RELATIONS)
    assert proof["lines"][3]["numbers"][1] == ["68", "72", True]
    assert sorted(proof["heap"]) == sorted(x["name"] for x in proof["lines"] + proof["false"])


def test_any_run_and_bad_arguments():
    data = planted(30, 4, margin=0.1, seed=1)
    built = proof_builder("three lines", perceptron(data.X, data.y))
    assert built.proof["board"] is None and "your data" in repr(built)
    with pytest.raises(ValueError, match=r"theorem must be one of three lines, .*; found 'x'"):
        proof_builder("x")
    data = worked_example()
    assert {x.name for x in Pieces("three lines").lines} < {
        x.name for x in prove(perceptron(data.X, data.y)).lines
    }
