"""Parameter mixing: against plain loops, and its theorem line by line."""

from fractions import Fraction

import numpy as np
import pytest
from many import TIMES

from perceptron_core import perceptron, planted, worked_example
from perceptron_core.exact import as_fractions
from perceptron_lessons import maximum_margin
from perceptron_lessons.theory.mixing import (
    MIXINGS,
    MixedTrace,
    divided,
    mixed_perceptron,
    prove_mixing,
)

WORKED = worked_example()


def plain(shards, mixing, most=5_000):
    """Run it as the paper says, in fractions; return the mistakes and the weights."""
    w, mistakes, weights = [Fraction(0)] * len(shards[0][0][0]), [], []
    while len(mistakes) < most:
        weights.append(w)
        ends, found = [], []
        for X, y in shards:
            v, wrong = list(w), []
            for i, (x, label) in enumerate(zip(X, y, strict=True)):
                if label * sum(p * q for p, q in zip(v, x, strict=True)) <= 0:
                    v = [p + label * q for p, q in zip(v, x, strict=True)]
                    wrong.append(i)
            ends.append(v)
            found.append(wrong)
        mistakes.append(found)
        k = [len(wrong) for wrong in found]
        if not any(k):
            return mistakes, [*weights, w]
        shares = [Fraction(1, len(shards))] * len(shards)
        if mixing == "by mistakes":
            shares = [Fraction(n, sum(k)) for n in k]
        w = [sum(s * v[j] for s, v in zip(shares, ends, strict=True)) for j in range(len(w))]
    return mistakes, [*weights, w]


def sets(n):
    rng = np.random.default_rng(6)
    for seed in range(n * TIMES):
        shape = int(rng.integers(6, 25)), int(rng.integers(2, 4))
        data = planted(*shape, margin=float(rng.uniform(0.05, 0.4)), seed=seed)
        X = np.round(data.X * 20).astype(int)
        best = maximum_margin(X, data.y)
        if best:
            parts = np.array_split(rng.permutation(len(X)), rng.integers(2, 5))
            yield X, data.y, best, [(X[rows], data.y[rows]) for rows in parts]


@pytest.mark.parametrize("mixing", MIXINGS)
def test_an_exact_run_is_the_plain_loop(mixing):
    for _, _, _, shards in sets(25):
        trace = mixed_perceptron(shards, mixing=mixing, exact=True)
        mistakes, weights = plain([(X.tolist(), y.tolist()) for X, y in shards], mixing)
        assert [[found.tolist() for found in row] for row in trace.mistakes] == mistakes
        assert trace.weights.tolist() == weights


@pytest.mark.parametrize("mixing", MIXINGS)
def test_the_theorem_holds_line_by_line(mixing):
    for X, y, best, shards in sets(50):
        trace = mixed_perceptron(shards, mixing=mixing, exact=True)
        assert trace.converged and (trace.predict(X) == y).all()
        assert (trace.shares.sum(axis=1) == 1).all()
        proof = prove_mixing(trace, X, y, best)
        assert proof.holds and proof.last == trace.n_epochs
        assert proof["conclusion"].lhs.tolist() == trace.weighted_mistakes.tolist()
        bound = (X * X).sum(axis=1).max() / best.gamma_squared
        assert trace.weighted_mistakes[-1] <= bound == proof["conclusion"].rhs[-1]


@pytest.mark.parametrize(("scale", "broken"), [(1, "progress"), (2, None), (3, "length")])
def test_a_run_that_is_none_fails_in_a_line(scale, broken):
    """After 3 mistakes w = c·(1, 2) is too short or too long: 2c ≥ 12/5 and 5c² ≤ 24."""
    mistakes = ((np.array([0, 1, 2]),),)
    forged = MixedTrace(mistakes, as_fractions([[0, 0], [scale, 2 * scale]]), "uniform", False)
    best = maximum_margin(WORKED.X, WORKED.y)
    proof = prove_mixing(forged, WORKED.X, WORKED.y, best)
    sides = [(line.lhs[1], line.rhs[1]) for line in proof.lines]
    square = 5 * scale**2  # of w, which is along u = (1, 2)/√5: γ² = 4/5
    assert sides == [(square, 9 * Fraction(4, 5)), (square, 24), (square, square), (3, 10)]
    assert (proof.first_failure and (proof.first_failure.line.name, 1)) == (broken and (broken, 1))


def test_nobody_can_write_to_a_mixed_run():
    trace = mixed_perceptron(divided(WORKED.X, WORKED.y, 2))
    for array in (trace.weights, trace.mistakes[0][1]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_one_shard_is_the_run_itself():
    """Also where it is read in pieces: the mistakes are behind more numbers than one holds."""
    for copies in (1, 140_000):
        X = np.vstack([np.tile(WORKED.X[:1], (copies, 1)), WORKED.X[1:]])
        y = np.append([-1] * copies, WORKED.y[1:])
        trace = mixed_perceptron([(X, y)])
        alone = perceptron(X, y)
        assert [i for (found,) in trace.mistakes for i in found] == alone.mistakes.tolist()
        assert trace.w.tolist() == alone.w.tolist() and trace.n_epochs == alone.n_epochs


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("mixing", MIXINGS)
def test_a_run_goes_on_where_it_was_stopped(mixing, exact):
    made = 0

    def counting_map(function, shards):
        nonlocal made
        made += 1
        return map(function, shards)

    for *_, shards in sets(5):
        settings = {"mixing": mixing, "exact": exact, "run": counting_map}
        whole, run, made = mixed_perceptron(shards, **settings), None, 0
        for most in range(1, whole.n_epochs + 1):
            run = mixed_perceptron(shards, max_epochs=most, begun=run, **settings)
            assert run.n_epochs == made == most and run.converged == (most == whole.n_epochs)
        assert run.weights.tolist() == whole.weights.tolist()
        assert run.counts.tolist() == whole.counts.tolist()
        assert mixed_perceptron(shards, begun=run, **settings).n_epochs == whole.n_epochs


def test_an_interrupt_in_the_first_epoch_leaves_a_run_too():
    def interrupt(function, shards):
        raise KeyboardInterrupt

    shards = divided(WORKED.X, WORKED.y, 2)
    with pytest.raises(KeyboardInterrupt) as caught:
        mixed_perceptron(shards, run=interrupt)
    begun = caught.value.trace
    assert begun.weights.tolist() == [[0, 0]] and begun.weighted_mistakes.tolist() == [0]
    whole = mixed_perceptron(shards)
    assert mixed_perceptron(shards, begun=begun).weights.tolist() == whole.weights.tolist()


@pytest.mark.parametrize(
    ("n_shards", "settings", "named"),
    [
        (2, {"mixing": "by mistakes"}, "uniform"),
        (2, {"exact": True}, "floats"),
        (3, {}, "2 shards"),
    ],
)
def test_a_run_of_other_shards_or_settings_is_not_gone_on_with(n_shards, settings, named):
    begun = mixed_perceptron(divided(WORKED.X, WORKED.y, 2), max_epochs=1)
    with pytest.raises(ValueError, match=f"begun .*{named}"):
        mixed_perceptron(divided(WORKED.X, WORKED.y, n_shards), begun=begun, **settings)


@pytest.mark.parametrize(
    ("shards", "settings", "named"),
    [
        ([], {}, "shards .*none"),
        ([([[1]], [1]), ([[1, 2]], [1])], {}, r"features; found \[1, 2\]"),
        ([([[1]], [1]), ([[2]], [0])], {}, "shard 1: labels"),
        ([([[1]], [1]), (np.array([[2], [np.nan]]), [1, 1])], {}, "shard 1: .*nan in row"),
        ([([[1]], [1])], {"mixing": "once"}, "mixing"),
        ([([[1]], [1])], {"max_epochs": 1.5}, "max_epochs .*1.5"),
    ],
)
def test_what_is_malformed_is_named(shards, settings, named):
    with pytest.raises(ValueError, match=named):
        mixed_perceptron(shards, **settings)
