"""What the theory is given: right as it is, or refused in our words at each door."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import OnlineTrace, online, perceptron, worked_example
from perceptron_lessons import check, maximum_margin, prove, separator, table, table_of_run
from perceptron_lessons.theory.adversary import always_wrong
from perceptron_lessons.theory.any_start import prove_any_start, start_bound
from perceptron_lessons.theory.comparison import held_out, noisy_planted
from perceptron_lessons.theory.distance import prove_distance
from perceptron_lessons.theory.kernel_margins import check_kernel, kernel_margin
from perceptron_lessons.theory.kernels import kernel_perceptron
from perceptron_lessons.theory.mean import prove_mean
from perceptron_lessons.theory.mixing import divided, mixed_perceptron, prove_mixing
from perceptron_lessons.theory.nearly import hinge_bound, prove_nearly
from perceptron_lessons.theory.notation import notation_of, symbol
from perceptron_lessons.theory.padding import padding_bound
from perceptron_lessons.theory.promise import learning_curve, votes_of_a_pass
from perceptron_lessons.theory.step_sizes import most_mistakes
from perceptron_lessons.theory.transforms import append_constant, fold_labels, normalize
from perceptron_lessons.theory.voting import (
    averaged,
    first_repetition,
    line_after,
    pocket,
    stopped_run,
    survival,
    voted,
)

DATA = worked_example()
X, Y = DATA.X, DATA.y
RUN = perceptron(X, Y)
DUAL = kernel_perceptron(X @ X.T, Y)
SHARDS = divided(X, Y, 2)
MIXED = mixed_perceptron(SHARDS, exact=True)
PROOFS = (prove, prove_any_start, prove_distance, prove_mean)


def refused(call, *words):
    with pytest.raises(ValueError) as error:
        call()
    message = str(error.value)
    assert " must " in message and "; found " in message, message
    assert all(word in message for word in words), message


@pytest.mark.parametrize("judge", [*PROOFS, check, lambda t, w: prove_mixing(MIXED, X, Y, w)])
def test_a_vector_is_a_separator_without_an_offset(judge):
    expected = str(judge(RUN, ([1, 2], 0)))
    for w in ([1, 2], (1, 2), np.array([1, 2]), np.array([1.0, 2.0]), [Fraction(1), 2]):
        assert str(judge(RUN, w)) == expected and "not" not in expected.splitlines()[3:4]
    for wrong in ([[1, 2]], [1], [1, 2, 3], ([1, 2, 3], 0), (1, [2]), 5, "12", [], ([1, 2], 0, 1)):
        refused(lambda wrong=wrong: judge(RUN, wrong))
    for entry in ("2", None, np.nan, True, 1j, Decimal(2), np.inf):
        refused(lambda entry=entry: judge(RUN, ([1, entry], 0)))
        refused(lambda entry=entry: judge(RUN, [1, entry]))
    for offset in ("0", None, np.nan, True, 1j, [0]):
        refused(lambda offset=offset: judge(RUN, ([1, 2], offset)))


def test_with_one_feature_a_vector_has_one_number():
    run = perceptron([[2], [-1]], [1, -1])
    assert str(check(run, [1])) == str(check(run, ([1], 0)))
    refused(lambda: check(run, [1, 2]), "with 1 number in w")
    assert str(prove(run, np.array([3]))) == str(prove(run, ([3], 0)))


@pytest.mark.parametrize("entry", ["2", None, np.nan, True, 1j, Decimal(2), np.timedelta64(1, "s")])
def test_numbers_of_the_theory(entry):
    for name, call in {
        "w": lambda: separator(X, Y, [1, entry]),
        "b": lambda: separator(X, Y, [1, 2], entry),
        "v": lambda: prove_nearly(RUN, [1, entry], 1),
        "least": lambda: prove_nearly(RUN, [1, 2], entry),
        "constant": lambda: append_constant(X, entry),
        "radius": lambda: padding_bound(entry, 1, 1, 1),
        "offset": lambda: padding_bound(1, entry, 1, 1),
        "gamma": lambda: hinge_bound(1, entry, [0]),
        "missing": lambda: hinge_bound(1, 1, [entry]),
        "answer": lambda: always_wrong(lambda *asked: entry, 3),
        "n_shards": lambda: divided(X, Y, entry),
        "max_epochs": lambda: mixed_perceptron(SHARDS, max_epochs=entry),
        "share": lambda: held_out(DATA, share=entry),
        "flipped": lambda: noisy_planted(flipped=entry),
        "k": lambda: prove(RUN).table(entry) if entry is not None else refuse_none(),
    }.items():
        refused(call, name)
    if entry is not True:
        K = [[1, 0], [0, entry]]
        for call in (kernel_perceptron, kernel_margin):
            refused(lambda call=call: call(K, [1, -1]), "K must hold finite numbers")
        for call in (fold_labels, maximum_margin):
            refused(lambda call=call: call([[1, entry]], [1]), "X must hold finite numbers")
        refused(lambda: normalize([[1, entry]]), "X must hold finite numbers")
    refused(lambda: maximum_margin([[1, 2]], [entry]), "labels must be")


def refuse_none():
    raise ValueError("k must be given; found None")


def test_a_long_double_is_the_rational_that_it_is():
    wide = np.longdouble(1) + np.longdouble(2) ** -60
    exact = Fraction(*map(int, wide.as_integer_ratio()))
    assert separator([[1, 0]], [1], np.array([wide, 0])).w.tolist() == [exact, 0]
    assert append_constant([[1]], wide).tolist() == [[1, exact]]
    assert maximum_margin(np.array([[wide]]), [1]).gamma_squared == exact**2
    assert kernel_margin(np.array([[wide]]), [1]).gamma_squared == exact


@pytest.mark.parametrize(
    "values", [[1, -1, [1]], [1, 1, -1], [-1, 1, [0]], [1, 0, [0]], [1, 1, [-1]]]
)
def test_a_bound_has_numbers_of_the_right_sign(values):
    if values == [1, 1, -1]:
        values[2] = [-1]
    refused(lambda: hinge_bound(*values))
    assert hinge_bound(2, 0.5, []) == 16


def test_what_is_no_run_is_named():
    for call in (
        *PROOFS,
        check,
        start_bound,
        survival,
        pocket,
        averaged,
        voted,
        first_repetition,
        check_kernel,
        lambda run: line_after(run, 0),
        lambda run: prove_nearly(run, [1, 2], 1),
        lambda run: prove_mixing(run, X, Y),
    ):
        for wrong in (DATA, X, None, (X, Y)):
            refused(lambda call=call, wrong=wrong: call(wrong), "trace must be what ")
    for call in (start_bound, survival, first_repetition):
        for wrong in (DUAL, MIXED):
            refused(lambda call=call, wrong=wrong: call(wrong), "trace must be what ")


def test_one_rule_for_the_states_of_a_run():
    for state, n in (
        (DUAL.margins, 4),
        (prove(RUN).table, 4),
        (prove_mixing(MIXED, X, Y).table, 2),
    ):
        assert str(state(-1)) == str(state(n)) == str(state(np.int64(n)))
        for k in (n + 1, -n - 2, 10**30):
            with pytest.raises(IndexError, match=r"^k must be .* found "):
                state(k)
        for k in (True, 1.0, "1", 1j):
            refused(lambda state=state, k=k: state(k), "k must be an integer from 0")
    refused(lambda: DUAL.predict([[1, 2]]), "a column for each sample of the run, 4")


def test_shards_that_are_none():
    for shards in (X, [X], [(X, Y, Y)], [X, Y], "ab", [None], [5]):
        refused(lambda shards=shards: mixed_perceptron(shards), "shards must be pairs (X, y)")
    refused(lambda: mixed_perceptron([]), "shards must be one or more")
    for empty in ([], np.zeros((0, 2))):
        refused(lambda empty=empty: mixed_perceptron([(X, Y), (empty, [])]), "shard 1: X must be")
    refused(lambda: mixed_perceptron([(X, Y[:2])]), "shard 0: y must have one label per sample, 4")
    refused(lambda: mixed_perceptron([(X, np.ma.array(Y, mask=[1, 0, 0, 0]))]), "without a mask")
    refused(lambda: mixed_perceptron([(X.astype("m8[s]"), Y)]), "shard 0: X must hold finite")
    assert mixed_perceptron([(X.astype("f"), Y.tolist())]).w.tolist() == [2, 4]


def test_runs_without_a_mistake():
    quiet = perceptron([[1, 0], [2, 1]], [1, 1], zero="positive")
    for call in (prove_any_start, prove_distance, prove_mean):
        proof = call(quiet)
        assert proof.holds and proof.last == 0 and str(proof) and proof.table(0).text()
        assert all(proof.over_k(line.name).text() for line in proof.lines)
    quiet = perceptron(X, Y, w0=[1, 2])
    assert str(check(quiet)) and start_bound(quiet) >= 0
    assert prove_any_start(quiet).holds and prove_mean(quiet).first_failure.k == 0
    assert survival(quiet).tolist() == [4] and averaged(quiet).w.tolist() == [1, 2]
    assert first_repetition(quiet) is None
    silent = online([([1, 2], 1)])
    assert isinstance(silent, OnlineTrace) and str(check(silent))
    assert survival(silent).tolist() == [1] and voted(silent).predict([[1, 2]]).tolist() == [-1]
    for call in (*PROOFS, start_bound):
        with pytest.raises(ValueError, match="the stream had no mistake"):
            call(silent)


def test_check_names_the_bound_from_another_start():
    run = perceptron(X, Y, w0=[-3, 1])
    assert "start at 0 not met: w0 = (−3, 1), b0 = 0; start_bound(trace)" in str(check(run))
    still = perceptron(X, Y, b0=1)
    assert "start_bound" not in str(check(still))
    refused(lambda: start_bound(still), "b0 must be 0 where b never moves; found 1")


def test_unit_length_up_to_rounding_is_said_to_be_so():
    for samples, distance in (([[0.6, 0.8], [-0.8, 0.6]], "4.5e−17"), ([[1, 0], [0, 1]], None)):
        (unit, *_) = check(perceptron(samples, [1, 1]))["cosine"].hypotheses
        assert unit.holds
        assert unit.detail == (f"up to rounding: |‖x‖² − 1| ≤ {distance}" if distance else "")
    squares = [sum(Fraction(v) ** 2 for v in x) for x in normalize(X)[0].tolist()]
    (unit, *_) = check(perceptron(normalize(X)[0], Y))["cosine"].hypotheses
    shown = Fraction(Decimal(unit.detail.split()[-1].replace("−", "-")))
    furthest = max(abs(square - 1) for square in squares)
    assert furthest <= shown <= furthest * Fraction(11, 10)
    dual = check_kernel(kernel_perceptron([[1 + 2**-52, 0], [0, 1]], [1, -1]))
    assert dual["cosine"].hypotheses[0].detail == "up to rounding: |‖φ(x)‖² − 1| ≤ 2.3e−16"


STRANGE = (None, 10**5000, "1", [], [[1, 2], [3]], np.ma.array([1, 2], mask=[1, 0]), object())


@pytest.mark.parametrize(
    "door",
    [
        table_of_run,
        check,
        prove,
        stopped_run,
        held_out,
        lambda v: table(v, 1),
        lambda v: symbol("own", v),
        lambda v: notation_of(v),
        lambda v: learning_curve(v, [1]),
        lambda v: learning_curve(DATA, v),
        lambda v: votes_of_a_pass(X, Y, X, v),
        lambda v: votes_of_a_pass(v, Y, X, [1]),
        lambda v: divided(v, Y, 2),
        lambda v: divided(X, v, 2),
        mixed_perceptron,
        lambda v: most_mistakes(None if isinstance(v, list) and not v else v, 10),
        lambda v: always_wrong(v, 3),
        lambda v: maximum_margin(X, Y, bias=v),
    ],
)
def test_what_is_something_else_is_refused_in_our_words(door):
    for strange in STRANGE:
        with pytest.raises((ValueError, IndexError)) as error:
            door(strange)
        message = str(error.value)
        assert "found" in message and "Exceeds the limit" not in message, message
        assert "has no attribute" not in message and "not iterable" not in message, message


def test_tables_of_iterations_that_are_none():
    for wrong in (None, "1", 1.5, True, [1]):
        refused(lambda wrong=wrong: table(RUN, wrong), "iteration must")
    for wrong in (0, 9, 10**5000):
        with pytest.raises(IndexError, match="found"):
            table(RUN, wrong)


def test_a_bound_of_fractions_is_that_of_floats():
    for third in (Fraction(1, 3), 1 / 3):
        assert hinge_bound(third, third, [third, 2]) == pytest.approx(hinge_bound(1, 1, [1, 6]))
    assert hinge_bound(10**5000, 10**5000, [0]) == 1
    for wrong in (None, 3, "12", {1: 2}, 10**5000, (x for x in [1])):
        refused(lambda wrong=wrong: hinge_bound(1, 1, wrong), "missing must be a list")
