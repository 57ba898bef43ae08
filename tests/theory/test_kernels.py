"""The dual form against the primal one, and the margin by inner products against coordinates."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
from many import TIMES
from nasty import KINDS, ZEROS, PlainLoop

from perceptron_core import perceptron, xor
from perceptron_lessons import THEOREMS, check, maximum_margin, prove
from perceptron_lessons.theory.kernel_margins import check_kernel, kernel_margin
from perceptron_lessons.theory.kernels import KernelTrace, kernel_perceptron

BIASES = ("none", "one", "radius")
ORDERS = ("cyclic", "first", "worst", "random", "shuffled")


def small_sets(n):
    rng = np.random.default_rng(9)
    for _ in range(n * TIMES):
        X = rng.integers(-4, 5, size=(rng.integers(1, 8), rng.integers(1, 4)))
        yield X, rng.choice([-1, 1], size=len(X))


@pytest.mark.filterwarnings("ignore:stopped after max_mistakes")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("zero", ZEROS)
def test_the_same_mistakes_as_in_coordinates(order, zero):
    for number, (X, y) in enumerate(small_sets(100)):
        settings = {"order": order, "zero": zero, "max_mistakes": 40, "seed": 1}
        settings["bias"] = BIASES[number % 3]
        primal, dual = perceptron(X, y, **settings), kernel_perceptron(X @ X.T, y, **settings)
        assert dual.mistakes.tolist() == primal.mistakes.tolist()
        assert (dual.converged, dual.n_epochs) == (primal.converged, primal.n_epochs)
        for k in {0, primal.n_mistakes // 2, primal.n_mistakes, -1}:
            assert dual.margins(k).tolist() == primal.margins(k).tolist()
        assert dual.radius_squared == primal.radius_squared
        new = np.random.default_rng(number).integers(-4, 5, size=(9, X.shape[1]))
        assert (dual.predict(new @ X.T) == primal.predict(new)).all()


class PlainDual(PlainLoop):
    """The dual form on `Fraction`s: w_j is α_j y_j, and a mistake changes one of them."""

    def __init__(self, K, y, bias, zero):
        super().__init__(K, y, zero=zero)
        c2 = {"none": 0, "one": 1, "radius": max(x[i] for i, x in enumerate(self.X))}[bias]
        self.X = [[v + c2 for v in x] for x in self.X]

    def learn(self, i):
        self.w[i] += self.y[i]


@pytest.mark.filterwarnings("ignore:stopped after max_mistakes")
@pytest.mark.parametrize("kind", KINDS)
def test_every_decision_is_that_of_fractions(kind):
    """Any symmetric K will do; inner products or not, a run is what its numbers say."""
    rng = random.Random(kind)
    turns = itertools.product(BIASES, ("cyclic", "first", "worst"), ZEROS)
    for bias, order, zero in itertools.islice(itertools.cycle(turns), 36 * TIMES):
        n = rng.randint(1, 6)
        half = [[KINDS[kind](rng) for _ in range(i + 1)] for i in range(n)]
        K = [[half[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
        for i in range(n):
            K[i][i] = abs(K[i][i])
        y = [rng.choice((-1, 1)) for _ in range(n)]
        plain = PlainDual(K, y, bias, zero)
        expected, converged = plain.run(order, 40)
        run = kernel_perceptron(K, y, bias=bias, order=order, zero=zero, max_mistakes=40)
        assert (run.mistakes.tolist(), run.converged) == (expected, converged), (K, y)
        assert run.counts.tolist() == [expected.count(i) for i in range(n)]
        signs = [(v > 0) - (v < 0) for v in plain.margins()]
        assert np.sign(run.margins(run.n_mistakes)).tolist() == signs
        scores = [label * sign for label, sign in zip(y, signs, strict=True)]
        on_the_line = 1 if zero == "positive" else -1
        assert run.predict(K).tolist() == [score or on_the_line for score in scores]


@pytest.mark.parametrize("bias", [*BIASES, "free"])
def test_the_margin_is_that_of_the_coordinates(bias):
    verdicts = set()
    for X, y in small_sets(80):
        if bias == "free" and abs(y.sum()) == len(y):
            continue
        ours, theirs = kernel_margin(X @ X.T, y, bias), maximum_margin(X, y, bias=bias)
        verdicts.add(bool(theirs))
        assert bool(ours) == bool(theirs)
        assert ours.weights.sum() == 1 and (ours.weights >= 0).all()
        w = (ours.weights * y) @ X.astype(object)
        if theirs:
            assert ours.gamma_squared == theirs.gamma_squared
            assert (w == theirs.w).all() and ours.b == theirs.b
            assert set(ours.support) <= set(theirs.support)
            assert ours.support.tolist() == sorted(np.flatnonzero(ours.weights).tolist())
            assert ours.bound == bound_in_coordinates(X, theirs)
            assert np.allclose(ours.margins(X @ X.T, y), theirs.margins(X, y))
        else:
            assert not w.any()
            if bias != "none" and (bias != "radius" or X.any()):  # without a radius there is no b
                assert not (ours.weights * y).sum()
    assert verdicts == {True, False}


def bound_in_coordinates(X, separator):
    square = int((X * X).sum(axis=1).max())
    free = separator.pad_squared is None
    return (4 * square if free else square + separator.pad_squared) / separator.gamma_squared


@pytest.mark.filterwarnings("ignore:stopped after max_mistakes")
@pytest.mark.parametrize("bias", BIASES)
def test_the_five_theorems_and_every_line_of_the_proofs_are_those_of_the_coordinates(bias):
    verdicts, proved = set(), set()
    for number, (X, y) in enumerate(small_sets(30)):
        X = X[X.any(axis=1)] if number % 2 else X / 2
        if not len(X) or (y := y[: len(X)]) is None or not X.any():
            continue
        K = [[sum(map(Fraction, a * b)) for b in X] for a in X]
        settings = {"bias": bias, "max_mistakes": 25}
        primal, dual = perceptron(X, y, **settings), kernel_perceptron(K, y, **settings)
        ours, theirs = (call(run) for call, run in ((check_kernel, dual), (check, primal)))
        for source in THEOREMS:
            a, b = ours[source], theirs[source]
            assert (a.verdict, a.bound, a.gamma_squared) == (b.verdict, b.bound, b.gamma_squared)
            assert a.radius_squared == b.radius_squared
            assert [h.holds for h in a.hypotheses] == [h.holds for h in b.hypotheses]
            verdicts.add((source, a.verdict))
            if a.bound is None or a.theorem.unit_length:
                continue
            space = a.theorem.space_of(dual)
            good = kernel_margin(K, y, space)
            plain = prove(primal, maximum_margin(X, y, bias=space), source)
            for line, same in zip(prove(dual, good, source).lines, plain.lines, strict=True):
                assert line.name == same.name
                assert line.lhs.tolist() == same.lhs.tolist()
                assert line.rhs.tolist() == same.rhs.tolist()
            proved.add((source, plain.holds))
    assert ("iterations", "bound holds") in verdicts and ("iterations", True) in proved
    if bias == "radius":
        assert ("primal", "bound holds") in verdicts and ("primal", True) in proved


@pytest.mark.parametrize("ask", [prove, check, THEOREMS["cosine"].check])
def test_what_asks_for_coordinates_says_what_to_ask_instead(ask):
    data = xor()
    K = (1 + data.X @ data.X.T) ** 2
    run = kernel_perceptron(K, data.y, bias="one")
    with pytest.raises(ValueError, match=r"kernel_margin.*check_kernel"):
        ask(run)
    assert prove(run, kernel_margin(K, data.y, "one")).holds


def test_a_list_of_updates_that_is_no_run_is_found_out():
    data = xor()
    K = (1 + data.X @ data.X.T) ** 2
    false = KernelTrace(K, data.y, np.array([0, 0, 0, 0, 0]), False)
    found = check_kernel(false)["iterations"]
    assert found.verdict == "bound not applicable"
    assert "update 2 was made on a margin of 9" in found.because


@pytest.mark.parametrize(
    ("ask", "K", "named"),
    [
        (kernel_perceptron, [[1, 2]], r"K .*\(1, 2\)"),
        (kernel_perceptron, [[1, 2], [3, 4]], r"K .*2 at \(0, 1\) and 3 at \(1, 0\)"),
        (kernel_perceptron, [[-1, 0], [0, 1]], "diagonal; found -1"),
        (kernel_perceptron, [[1, np.nan], [np.nan, 1]], "^K must .*nan in row 0, column 1"),
        (kernel_margin, [[1, 2], [2, 1]], "K .*semidefinite"),
    ],
)
def test_what_is_no_gram_matrix_is_refused(ask, K, named):
    with pytest.raises(ValueError, match=named):
        ask(K, [1, -1][: len(K)])


def test_a_run_that_ends_at_the_limit_has_converged():
    data = xor()
    K = (1 + data.X @ data.X.T) ** 2
    run = kernel_perceptron(K, data.y, max_mistakes=4)
    assert run.converged
    for k in (5, -6):
        with pytest.raises(IndexError):
            run.margins(k)
    with pytest.warns(RuntimeWarning, match="ask kernel_margin"):
        assert not kernel_perceptron(K, data.y, max_mistakes=3).converged


def test_floats_that_are_uneven_in_their_last_bits_are_evened_out():
    K = np.exp(-(np.subtract.outer(range(4), range(4)) ** 2) / 4)
    uneven = K.copy()
    uneven[0, 1] = np.nextafter(K[0, 1], 1)
    for given in (K, uneven):
        gram = kernel_perceptron(given, [1, -1, 1, -1]).K
        assert (gram == gram.T).all() and np.abs(gram - K).max() <= 2**-53
    uneven[0, 1] += 1e-9
    with pytest.raises(ValueError, match="K must be symmetric"):
        kernel_perceptron(uneven, [1, -1, 1, -1])
