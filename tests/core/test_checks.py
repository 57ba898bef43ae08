"""What the user gives: an answer that helps, and nothing that changes behind a run's back."""

from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import Dataset, online, perceptron, worked_example
from perceptron_core.checks import as_labels, as_number, as_samples, frozen, prepare

DATA = worked_example()
X, Y = DATA.X, DATA.y


def test_a_masked_array_is_refused():
    samples = np.ma.array([[1.0, 2.0]], mask=[[False, True]])
    with pytest.raises(ValueError, match=r"^X must .* found MaskedArray: use X"):
        perceptron(samples, [1])


def test_large_integers_are_not_rounded_beside_floats():
    assert as_samples([[2**53 + 1, 0.5]]).tolist() == [[2**53 + 1, Fraction(1, 2)]]
    assert as_samples([[2.0**53, 0.5]]).dtype == float
    assert as_samples([[10**400, 0.5]]).tolist() == [[10**400, Fraction(1, 2)]]
    assert as_samples([[2**63, -1]]).tolist() == [[2**63, -1]]
    assert as_samples(np.array([[2**53 + 1.0]])).tolist() == [[2**53]]
    unsigned = as_samples(np.array([[2**64 - 1, 1]], dtype=np.uint64))
    assert unsigned.tolist() == [[2**64 - 1, 1]] and type(unsigned[0, 0]) is int
    assert as_samples(np.array([[2**63 - 1, 1]], dtype=np.uint64)).dtype == np.int64


def test_fractions_of_integers_of_numpy_do_not_overflow():
    """numpy leaves its own integers in a Fraction that is made of them."""
    step = np.int64(2**40)
    X = [[Fraction(step, 3), Fraction(np.int64(1))], [Fraction(-step, 5), Fraction(np.int64(3))]]
    plain = [[Fraction(2**40, 3), Fraction(1)], [Fraction(-(2**40), 5), Fraction(3)]]
    start = {"w0": X[0], "b0": X[1][0], "learning_rate": X[0][0], "bias": "radius"}
    own = {"w0": plain[0], "b0": plain[1][0], "learning_rate": plain[0][0], "bias": "radius"}
    ours, theirs = perceptron(X, [1, -1], **start), perceptron(plain, [1, -1], **own)
    assert ours.mistakes.tolist() == theirs.mistakes.tolist()
    assert ours.radius_squared == theirs.radius_squared == Fraction(2**80, 9) + 1
    assert ours.weights.tolist() == theirs.weights.tolist()
    assert ours.offsets.tolist() == theirs.offsets.tolist()
    streams = [online(zip(each, [1, -1], strict=True)) for each in (X, plain)]
    assert streams[0].w.tolist() == streams[1].w.tolist()


def test_bad_numbers_in_a_long_array_are_found_and_shown_briefly():
    with pytest.raises(ValueError, match=r"inf in row 1, column 0: remove or replace"):
        as_samples([[1e308, 1e308], [np.inf, 1]])
    with pytest.raises(ValueError) as error:
        as_samples(np.array([["x" * 500, 1]], dtype=object))
    assert len(str(error.value)) < 150


@pytest.mark.parametrize("value", [True, np.True_, "1", None, 1j, [1]])
def test_what_is_not_a_number(value):
    with pytest.raises(ValueError, match="b0 must be a number; found"):
        as_number("b0", value)


def test_the_numbers_of_a_run_are_of_one_type():
    def types(**changes):
        given = dict(X=[[1, 2]], y=[1], w0=None, b0=0, learning_rate=1, exact=False) | changes
        X, _, w0, b0, rate = prepare(**given)
        return X.dtype, w0.dtype, type(b0), type(rate)

    whole, floats, exact = np.dtype(np.int64), np.dtype(float), np.dtype(object)
    assert types() == (whole, whole, int, int)
    assert types(w0=[0.0, 2.0], b0=0.0) == (whole, floats, float, int)
    assert types(w0=[0.5, 2]) == (whole, floats, int, int)
    assert types(X=[[0.5, 2]]) == (floats, whole, int, int)
    assert types(learning_rate=0.1) == (whole, whole, int, float)
    for changes in (
        {"X": [[0.5, 2]], "exact": True},
        {"w0": [Fraction(1, 2), 0]},
        {"X": [[0.5, 2]], "b0": Fraction(1, 2)},
        {"X": [[0.5, 2]], "learning_rate": Fraction(1, 2)},
    ):
        rate = types(**changes)[-1]
        assert types(**changes)[0] == exact and rate is Fraction, changes
    assert types(exact=True) == (exact, exact, Fraction, Fraction)


def test_a_float_is_the_rational_that_it_is_in_the_start_too():
    tenth, rational = (perceptron(X, Y, w0=(3, 6), learning_rate=r) for r in (0.1, Fraction(1, 10)))
    assert tenth.line().w.tolist() == [3 / Fraction(0.1), 6 / Fraction(0.1)]
    assert rational.line().w.tolist() == [30, 60]
    assert tenth.weights[0].tolist() == rational.weights[0].tolist() == [3, 6]


def views(data):
    """Read-only arrays over memory that somebody can still write to."""
    owner = data.copy()
    view = owner.view()
    view.flags.writeable = False
    yield owner, view
    owner = data.copy()
    owner.flags.writeable = False  # until its owner says otherwise
    yield owner, owner


@pytest.mark.parametrize("which", range(2))
def test_read_only_views_of_writable_memory_are_copied(which):
    owner, view = list(views(np.array(X, dtype=float)))[which]
    trace, data = perceptron(view, Y), Dataset(view, Y, "mine")
    before = trace.w.tolist()
    if owner.base is None:
        owner.flags.writeable = True
    owner[:] = 7
    assert trace.X.tolist() == data.X.tolist() == X.tolist()
    assert trace.w.tolist() == before == trace.weights[-1].tolist()


def test_what_is_frozen_stays_what_it_is():
    for array in (np.arange(6).reshape(2, 3), np.zeros((0, 2)), np.array([Fraction(1, 3), 2])):
        copy = frozen(array)
        assert copy.tolist() == array.tolist() and copy.dtype == array.dtype
        assert copy.shape == array.shape
        with pytest.raises(ValueError, match="WRITEABLE"):
            copy.flags.writeable = True
    array = frozen(np.arange(3.0))
    assert frozen(array) is array and frozen(array[1:]).tolist() == [1, 2]


@pytest.mark.parametrize(
    ("labels", "remedy"),
    [([0, 1], "== 1, 1, -1"), (list(np.array([1, np.nan])), "remove"), ([-1, 1, 2], "== …, 1, -1")],
)
def test_other_labels_are_named_with_a_remedy_that_turns_none(labels, remedy):
    with pytest.raises(ValueError, match=rf"^labels must .* found {{.*{remedy}"):
        as_labels(labels, len(labels))
