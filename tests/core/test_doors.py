"""What is given at a door is taken as the number that it is, or refused in words.

The words are ours: what it must be, what was found, and what to do. Python's own never come out.
"""

import random
import re
import warnings
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from conftest import NO_LONG_DOUBLE, missing
from many import TIMES
from nasty import PlainLoop

from perceptron_core import (
    Dataset,
    Trace,
    doubling,
    online,
    orthonormal,
    perceptron,
    planted,
    resume,
    worked_example,
)
from perceptron_core.checks import as_samples

DATA = worked_example()
X, Y = DATA.X.tolist(), DATA.y.tolist()
LONG = np.longdouble
OWN_WORDS = re.compile(
    r"islice|expected non-negative|__\w+__|NoneType|object of type|could not convert|not supported|"
    r"unsupported|argument should|cannot be interpreted|ambiguous|not iterable|not subscriptable|"
    r"too many values|not enough values|inhomogeneous|out of bounds|broadcast"
)


@pytest.fixture
def long_double():
    """That there is one: on some machines it is a double."""
    if np.finfo(LONG).nmant <= 52:
        missing(NO_LONG_DOUBLE)


def refused(call, *words):
    """Whether a call is refused in our words; returns the message."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises((ValueError, IndexError)) as error:
            call()
    message = str(error.value)
    assert " must " in message and "; found " in message and not OWN_WORDS.search(message), message
    for word in words:
        assert word in message, message
    return message


def as_rational(value):
    """The rational that a number is, without the package."""
    if isinstance(value, np.longdouble):
        return Fraction(*map(int, value.as_integer_ratio()))
    return Fraction(value.item() if isinstance(value, np.generic) else value)


# How one number may be given.
TYPES = {
    "float16": lambda rng: np.float16(rng.choice([0.1, -300, 65504, 6e-8, 1 / 3])),
    "float32": lambda rng: np.float32(rng.choice([0.1, 1e20, -3e38, 1e-45, 1 / 3])),
    "float64": lambda rng: np.float64(rng.choice([0.1, 1e200, -1e308, 5e-324, 1 / 3])),
    "long": lambda rng: LONG(rng.choice([1, 3, -5])) / 3 + LONG(2) ** -60,
    "float": lambda rng: rng.uniform(-1, 1) * 10.0 ** rng.randint(-200, 200),
    "int8": lambda rng: np.int8(rng.randint(-128, 127)),
    "uint8": lambda rng: np.uint8(rng.randint(0, 255)),
    "int64": lambda rng: np.int64(rng.choice([2**62 + 1, -(2**63), 3, 2**53 + 1])),
    "uint64": lambda rng: np.uint64(rng.choice([2**64 - 1, 2**63, 7])),
    "int": lambda rng: rng.choice([2**53 + 1, 10**25, -(10**400), 4]),
    "fraction": lambda rng: Fraction(rng.randint(-9, 9), rng.randint(1, 9)),
    "of numpy": lambda rng: Fraction(np.int64(2**40), 3),
}


def test_numbers_of_any_types_side_by_side_are_what_they_are():
    rng = random.Random(47)
    for _ in range(400 * TIMES):
        kinds = rng.choices(list(TYPES), k=rng.choice([1, 1, 2, 3]))
        rows = [[TYPES[rng.choice(kinds)](rng) for _ in range(2)] for _ in range(3)]
        expected = [[as_rational(v) for v in row] for row in rows]
        for given in (rows, np.array(rows, dtype=object)):
            found = as_samples(given)
            assert [[as_rational(v) for v in row] for row in found.tolist()] == expected, rows
            exact = as_samples(given, exact=True)
            assert exact.tolist() == expected
            assert all(type(v) is Fraction for v in exact.flat)


@pytest.mark.parametrize("dtype", ["e", "f", "d", "g", ">f4", ">f8", "b", "B", ">i8", "Q", "?"])
def test_an_array_of_any_type_is_what_it_holds(dtype):
    rng = np.random.default_rng(0)
    for scale in (1, 100, 30_000):
        array = np.abs(rng.normal(size=(5, 3)) * scale).astype(dtype)
        found = as_samples(array)
        assert found.dtype in (np.int64, float) or array.dtype == LONG
        assert [*map(as_rational, found.flat)] == [*map(as_rational, array.flat)]


@pytest.mark.parametrize(("dtype", "entry"), [("e", 300), ("f", 1e20), ("f", 3e38), ("e", 65504)])
def test_short_floats_are_not_held_against_their_own_largest(dtype, entry):
    short = np.array([[entry, 1], [1, entry]], dtype)
    run, other = (perceptron(given, [1, -1]) for given in (short, short.astype(float)))
    assert run.X.dtype == other.X.dtype and run.w.tolist() == other.w.tolist()
    assert perceptron([[1, 0]], [1], w0=np.array([entry, 1], dtype)).w0.dtype == float


@pytest.mark.usefixtures("long_double")
def test_a_long_double_is_not_rounded():
    wide = LONG(1) + LONG(2) ** -60
    as_fraction = 1 + Fraction(1, 2**60)
    for given in (np.array([[wide, -1]]), np.array([[wide, -1]], dtype=object), [[wide, -1]]):
        assert perceptron(given, [1], w0=[1, 1]).n_mistakes == 0
        assert perceptron(given, [1]).w.tolist() == [as_fraction, -1]
    assert perceptron([[1, -1]], [1], w0=[wide, 1]).n_mistakes == 0
    assert perceptron([[1]], [1], w0=[0], b0=wide - 1).n_mistakes == 0
    assert perceptron([[1]], [1], learning_rate=wide).w.tolist() == [as_fraction]
    assert online([(np.array([wide, -1]), 1)], w0=[1, 1]).n_mistakes == 0
    assert as_samples(np.array([[LONG("1e4000")]])).tolist() == [[as_rational(LONG("1e4000"))]]
    refused(lambda: perceptron(np.array([[LONG("nan"), 1]]), [1]), "row 0, column 0")


MASKED = np.ma.array([-1, -1, 1, 1], mask=[1, 0, 0, 0])
TIMES_OF_NUMPY = [
    np.array([["NaT", 5]], "m8[s]"),
    np.array([[3, 5]], "m8[ns]"),
    np.array([["2020-01-01", "NaT"]], "M8[D]"),
    np.array([[np.timedelta64(3, "s"), 5]], dtype=object),
    [[np.timedelta64(3, "s"), np.timedelta64("NaT")]],
    [[timedelta(1), 2]],
]


@pytest.mark.parametrize("given", TIMES_OF_NUMPY)
def test_times_are_no_numbers(given):
    refused(lambda: perceptron(given, [1]), "X must hold finite numbers")
    refused(lambda: perceptron([[1, 2]], [1], w0=given[0]), "w0 must be one finite number")
    refused(lambda: perceptron([[1, 2]] * 2, given[0]), "labels must be -1 or +1")
    refused(lambda: perceptron([[1]], [1], b0=np.timedelta64(1, "s")), "b0 must be a number")
    refused(lambda: perceptron([[1]], [1], max_mistakes=np.timedelta64(1, "s")), "an integer")


def test_what_is_masked_is_refused():
    rows = np.ma.array(X, mask=[[0, 1], [0, 0], [0, 0], [0, 0]])
    for given in (rows, list(rows), rows.astype(float)):
        refused(lambda given=given: perceptron(given, Y), "MaskedArray", "X.filled(...)")
    refused(lambda: perceptron(X, MASKED), "y must be without a mask", "y.filled(...)")
    refused(lambda: perceptron(X, [np.ma.masked, -1, 1, 1]), "without a mask")
    refused(lambda: perceptron(X, Y, w0=np.ma.array([1, 2], mask=[1, 0])), "w0 must be one")
    refused(lambda: online([(rows[0], 1)]), "as x of pair 0")
    whole = np.ma.array(X, mask=np.zeros((4, 2)))
    assert perceptron(whole, np.ma.array(Y)).mistakes.tolist() == [0, 1, 2, 0]


def test_truth_values_are_features_and_nothing_else():
    expected = perceptron([[1, 0], [0, 1]], [1, -1]).w.tolist()
    table = [[True, False], [False, True]]
    for given in (
        table,
        np.array(table),
        np.array(table, dtype=object),
        [[1, False], [0, np.True_]],
    ):
        run = perceptron(given, [1, -1])
        assert run.w.tolist() == expected and {*map(type, run.X.flat)} <= {np.int64, int}
    for truth in (True, np.True_):
        for y in (
            [truth] * 2,
            np.array([truth] * 2),
            np.array([truth, 1], dtype=object),
            [1, truth],
        ):
            refused(lambda y=y: perceptron([[1], [2]], y), "labels must be -1 or +1")
        for w0 in ([truth, False], np.array([truth, False]), [truth, 1]):
            refused(lambda w0=w0: perceptron(X, Y, w0=w0), "w0 must be one finite number")
        for name in ("b0", "learning_rate", "max_mistakes", "seed"):
            refused(lambda n=name, t=truth: perceptron(X, Y, **{n: t}), f"{name} must be", "True")


@pytest.mark.parametrize(
    ("entry", "shown", "remedy"),
    [
        ("1", "'1' in row 0, column 1", "use float(...)"),
        (np.str_("1"), "'1' in row 0, column 1", "use float(...)"),
        (b"1", "b'1' in row 0, column 1", "use float(...)"),
        (Decimal("0.1"), "Decimal('0.1') in row 0, column 1", "use Fraction(...)"),
        (1j, "1j in row 0, column 1", "use the real part"),
        (np.complex64(1), "(1+0j) in row 0, column 1", "use the real part"),
        (None, "None in row 0, column 1", "remove or replace that sample"),
        (float("nan"), "nan in row 0, column 1", "remove or replace that sample"),
        (-np.inf, "-inf in row 0, column 1", "remove or replace that sample"),
    ],
)
def test_each_remedy_fits_what_was_found(entry, shown, remedy):
    refused(lambda: perceptron([[2, entry]], [1]), shown, remedy)
    refused(lambda: perceptron(np.array([[2, entry]], dtype=object), [1]), shown, remedy)
    refused(lambda: online([([2, entry], 1)]), shown, remedy)
    refused(lambda: Dataset([[2, entry]], [1], "own"), shown, remedy)
    refused(lambda: perceptron([[2, 1]], [1]).predict([[2, entry]]), shown, remedy)
    refused(lambda: perceptron([[2, 1]], [1], w0=[2, entry]), "w0 must be")
    refused(lambda: perceptron([[2, 1], [1, 1]], [1, entry]), "labels must be -1 or +1")
    refused(lambda: perceptron([[2, 1]], [1], b0=entry), "b0 must be")
    refused(lambda: perceptron([[2, 1]], [1], learning_rate=entry), "learning_rate must be")
    if entry is not None:
        refused(
            lambda: perceptron([[2, 1]], [1], max_mistakes=entry), "max_mistakes must be an int"
        )
        refused(lambda: perceptron([[2, 1]], [1], seed=entry), "seed must be an integer >= 0")


def test_a_generator_is_to_become_a_list():
    for lazy in (
        (x for x in X),
        iter(X),
        map(list, X),
        zip(*X, strict=True),
        {1, 2},
        {1: 2}.values(),
    ):
        refused(lambda lazy=lazy: perceptron(lazy, Y), "X must be an array", "use list(X)")
        refused(lambda lazy=lazy: perceptron(X, lazy), "y must be an array", "use list(y)")
        refused(lambda lazy=lazy: perceptron(X, Y, w0=lazy), "w0 must be one finite number")


def test_a_shape_is_answered_with_the_shape_that_helps():
    column = np.array(Y)[:, None]
    refused(lambda: perceptron(X, column), "shape (4, 1)", "use y.ravel()")
    refused(lambda: perceptron(X, column.T), "shape (1, 4)", "use y.ravel()")
    refused(lambda: perceptron(X, column.tolist()), "shape (4, 1)", "use numpy.ravel(y)")
    refused(lambda: perceptron(np.array(X).T, Y), "shape (4,)", "use X.T")
    refused(lambda: Dataset(np.array(X).T, Y, "own"), "shape (4,)", "use X.T")
    refused(lambda: perceptron([1, 2], [1, 1]), "shape (2,)", "numpy.reshape")
    refused(lambda: perceptron(np.zeros((0, 3)), []), "shape (0, 3)")
    refused(lambda: perceptron([[], []], [1, 1]), "shape (2, 0)")
    refused(lambda: perceptron("table", [1]), "'table'")
    refused(lambda: perceptron(None, [1]), "None")
    refused(lambda: perceptron(DATA, [1]), "Dataset")
    labels = [f"class {i}" for i in range(10)]
    refused(lambda: perceptron(np.ones((10, 1)), labels), "…")


def test_numbers_of_mistakes_and_seeds():
    run = perceptron(X, Y, max_mistakes=10**30)
    assert run.converged and run.mistakes.tolist() == [0, 1, 2, 0]
    with pytest.warns(RuntimeWarning):
        begun = perceptron(X, Y, max_mistakes=np.int64(1))
    assert resume(begun, max_mistakes=2**70).mistakes.tolist() == [0, 1, 2, 0]
    for wrong in (1e5, -1, "7", True, 2.5, None, np.nan, 1j, [3]):
        refused(lambda wrong=wrong: perceptron(X, Y, max_mistakes=wrong), "max_mistakes must be")
        refused(lambda wrong=wrong: resume(begun, max_mistakes=wrong), "max_mistakes must be")
    refused(lambda: perceptron(X, Y, max_mistakes=1e5), "use int(...)")
    for wrong in (-1, 1.5, "7", True, np.nan, 1j, {}):
        for order in ("cyclic", "random"):
            refused(lambda s=wrong, o=order: perceptron(X, Y, order=o, seed=s), "seed must be")
        refused(lambda wrong=wrong: planted(9, 2, 0.1, seed=wrong), "seed must be")
        refused(lambda wrong=wrong: resume(run, seed=wrong), "seed must be")
    refused(lambda: perceptron(X, Y, progress=3), "progress must be a function")


STATES = ("line", "state", "margins")


@pytest.mark.parametrize("name", STATES)
def test_one_rule_for_the_states_of_a_run(name):
    for trace in (perceptron(X, Y), online(zip(X, Y, strict=True)), perceptron([[1]], [1], w0=[1])):
        n, state = trace.n_mistakes, getattr(trace, name)

        for k in range(n + 1):
            found = [state(each) for each in (k, np.int64(k), k - n - 1)]
            if name == "line":
                found = [(line.w, line.b) for line in found]
            one, two, three = ([np.ravel(part).tolist() for part in each] for each in found)
            assert one == two == three
        for k in (n + 1, 99, -n - 2, 10**30):
            with pytest.raises(IndexError, match=r"^k must be .* found "):
                state(k)
        for k in (True, np.True_, 1.0, "1", None, 1j, [0], slice(2), np.timedelta64(0, "s")):
            refused(partial(state, k), "k must be an integer from 0, the start")


def test_a_trace_of_ones_own_holds_what_was_given():
    for wrong in ([0.5], [True], [0, 4], [-1], ["0"], [np.nan], [None]):
        refused(lambda wrong=wrong: Trace(DATA.X, DATA.y, wrong, None, [0, 0]), "mistakes must")
    refused(lambda: Trace(DATA.X, [1, 0.5, 1, 1], [0], None, [0, 0]), "labels must be -1 or +1")
    refused(lambda: Trace([["1", 2]], [1], [0], None, [0, 0]), "X must hold finite numbers")
    trace = Trace(X, Y, [0, 1, 2.0], None, [0, 0])
    assert trace.mistakes.tolist() == [0, 1, 2] and trace.w.tolist() == [0, 4]


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda v: planted(v, 2, 0.1), "n_samples"),
        (lambda v: planted(9, v, 0.1), "n_features"),
        (lambda v: planted(9, 2, v), "margin"),
        (lambda v: planted(9, 2, 0.1, v), "radius"),
        (orthonormal, "d"),
        (doubling, "d"),
        (lambda v: Dataset(X, Y, "own", [1, v]), "separator"),
        (lambda v: Dataset(X, Y, "own", [1, 2], offset=v), "offset"),
        (lambda v: Dataset(X, Y, "own", [1, 2], margin=v), "margin"),
    ],
)
def test_the_parameters_of_data_sets(call, name):
    for wrong in ("3", True, 1j, np.nan, np.inf, Decimal(3), [3]):
        refused(lambda wrong=wrong: call(wrong), f"{name} must ")
    if name in ("d", "n_samples", "n_features"):
        for wrong in (0, -2, 2.0, None):
            refused(
                lambda wrong=wrong: call(wrong), f"{name} must be an integer >= ", f"found {wrong}"
            )


def test_doubling_has_a_margin_in_any_dimension():
    for d in (1, 3, 40, 300, 600, 1100):
        data = doubling(d)
        margin = Fraction(data.margin) ** 2 * (4**d - 1) / 3
        assert data.margin > 0 and (abs(margin - 1) < Fraction(1, 2**50) or d > 1000)


def test_a_run_goes_on_in_its_own_order():
    with pytest.warns(RuntimeWarning):
        begun = perceptron(X, Y, max_mistakes=1)
        chosen = perceptron(X, Y, order=lambda margins: np.argmin(margins), max_mistakes=1)
    for order in ("first", np.argmin, 3):
        refused(lambda order=order: resume(begun, order=order), "has the order 'cyclic'")
    assert resume(begun, order="cyclic").mistakes.tolist() == [0, 1, 2, 0]
    refused(lambda: resume(chosen), "<lambda>", "give it again")
    refused(lambda: resume(chosen, order="first"), "<lambda>", "give it again")
    assert resume(chosen, order=lambda margins: np.argmin(margins)).converged
    refused(lambda: resume(online([([1], -1)])), "a run along a stream ends with its stream")
    refused(lambda: resume(DATA), "perceptron(X, y)", "Dataset")


class Broken(Exception):
    pass


@pytest.mark.parametrize(
    "kind", [ValueError, TypeError, KeyError, OSError, Broken, ZeroDivisionError]
)
def test_a_stream_keeps_its_own_error(kind):
    def reader():
        yield [1, 2], 1
        raise kind("boom in my reader")

    with pytest.raises(kind, match="boom in my reader") as error:
        online(reader())
    assert error.traceback[-1].name == "reader" and error.value.__cause__ is None


@pytest.mark.parametrize("stream", [5, None, iter(()), [], [(1,)], ["ab"], [None], [([], 1)]])
def test_what_is_no_stream(stream):
    refused(lambda: online(stream))


def interrupted_at(after):
    """Return a report that interrupts the run when it is called for the `after`-th time."""
    calls = []

    def report(made, looked_at):
        calls.append(made)
        if len(calls) == after:
            raise KeyboardInterrupt

    return report


@pytest.mark.parametrize("settings", [{}, {"bias": "one"}, {"zero": "negative", "bias": "one"}])
def test_epochs_after_an_interrupt_at_any_report(settings, monkeypatch):
    monkeypatch.setattr("perceptron_core.exact.LOOK", 4)
    rng = np.random.default_rng(8)
    cases = [(np.array(X), np.array(Y))]
    for _ in range(5):
        Z = rng.integers(-4, 5, size=(9, 2))
        cases.append((Z, np.where(Z @ [2, 1] + 0.5 > 0, 1, -1)))
    for samples, labels in cases:
        reports = []
        with warnings.catch_warnings(action="ignore"):
            limit = {"max_mistakes": 30}
            whole = perceptron(
                samples,
                labels,
                progress=lambda *_, seen=reports: seen.append(0),
                **settings,
                **limit,
            )
            for after in range(1, len(reports) + 1):
                with pytest.raises(KeyboardInterrupt) as stop:
                    report = interrupted_at(after)
                    perceptron(samples, labels, progress=report, **settings, **limit)
                begun = stop.value.trace
                again = resume(begun, **limit)
                assert again.mistakes.tolist() == whole.mistakes.tolist()
                assert (again.n_epochs, again.converged) == (whole.n_epochs, whole.converged)
                assert begun.n_epochs <= whole.n_epochs


def test_epochs_are_the_passes_of_a_plain_loop():
    rng = random.Random(9)
    for _ in range(300 * TIMES):
        n, d = rng.randint(1, 6), rng.randint(1, 3)
        samples = [[rng.randint(-2, 2) for _ in range(d)] for _ in range(n)]
        labels = [rng.choice((-1, 1)) for _ in range(n)]
        loop, n_epochs, made, clean = PlainLoop(samples, labels), 0, 0, False
        while not clean and made < 30:
            n_epochs, clean = n_epochs + 1, True
            for i in range(n):
                if made < 30 and loop.is_wrong(i):
                    loop.learn(i)
                    made, clean = made + 1, False
        with warnings.catch_warnings(action="ignore"):
            trace = perceptron(samples, labels, max_mistakes=30)
        if made < 30:
            assert trace.n_epochs == n_epochs


@pytest.mark.parametrize("place", ["checks.as_samples", "checks.frozen", "algorithm.Margins"])
def test_an_interrupt_before_the_first_look_has_a_trace_or_none(place, monkeypatch):
    calls = []

    def interrupted(*args, **kwargs):
        calls.append(args)
        raise KeyboardInterrupt

    short = DATA.X.astype("f")
    with monkeypatch.context() as patched:
        patched.setattr(f"perceptron_core.{place}", interrupted)
        with pytest.raises(KeyboardInterrupt) as stop:
            perceptron(short, DATA.y)
    trace = stop.value.trace
    assert calls and (trace is None or trace.n_mistakes == 0)
    assert trace is not None or place != "algorithm.Margins"
    if trace is not None:
        assert resume(trace).mistakes.tolist() == perceptron(trace.X, trace.y).mistakes.tolist()


BEYOND = 10**5000  # Python does not write it


@pytest.mark.parametrize(
    "call",
    [
        lambda: perceptron(BEYOND, [1]),
        lambda: perceptron([[1], [BEYOND, 2]], [1, 1]),
        lambda: perceptron([[1]], [BEYOND]),
        lambda: perceptron([[1]], BEYOND),
        lambda: perceptron([[1]], [1], w0=[BEYOND, 1]),
        lambda: perceptron([[1]], [1], learning_rate=-BEYOND),
        lambda: perceptron([[1]], [1], max_mistakes=-BEYOND),
        lambda: perceptron([[1]], [1], seed=-BEYOND),
        lambda: perceptron([[1]], [1], bias=BEYOND),
        lambda: perceptron([[1]], [1], order=BEYOND),
        lambda: perceptron([[1]], [1], progress=BEYOND),
        lambda: perceptron([[1]], [1], order=lambda margins: BEYOND),
        lambda: perceptron(X, Y).state(BEYOND),
        lambda: perceptron(X, Y).margins(-BEYOND),
        lambda: perceptron(X, Y).margins(0, [BEYOND]),
        lambda: resume(BEYOND),
        lambda: online(BEYOND),
        lambda: online([(BEYOND, 1)]),
        lambda: online([BEYOND]),
        lambda: planted(BEYOND, 2, 0.1),
        lambda: planted(9, 2, BEYOND),
        lambda: planted(9, 2, 0.1, radius=BEYOND),
        lambda: doubling(BEYOND),
        lambda: orthonormal(BEYOND),
        lambda: Trace(X, Y, [BEYOND], None, [0, 0]),
        lambda: Trace(X, [BEYOND] * 4, [0], None, [0, 0]),
    ],
)
def test_a_number_of_thousands_of_digits_is_named_and_not_written(call):
    refused(call)


def test_runs_with_numbers_of_thousands_of_digits_say_so():
    assert "≈ (1e+5000)" in repr(perceptron([[BEYOND]], [1]))
    assert "learning rate ≈1e−5000" in repr(
        perceptron([[1]], [1], learning_rate=Fraction(1, BEYOND))
    )


@pytest.mark.parametrize(
    ("labels", "one"),
    [
        (["1", "-1"], "'1'"),
        (["+1", "−1"], "'+1'"),
        (["+", "-"], "'+'"),
        (["+", "–"], "'+'"),
        (["１", "－１"], "'１'"),
        ([1 + 0j, -1], "(1+0j)"),
        ([Decimal(1), Decimal(-1)], "Decimal('1')"),
        (["no", "yes"], "'yes'"),
        ([1, 10**100], "…"),
    ],
)
def test_the_advice_about_labels_exchanges_no_signs(labels, one):
    for given in (labels, labels[::-1]):
        refused(
            lambda given=given: perceptron([[1], [2]], given), f"numpy.asarray(y) == {one}, 1, -1)"
        )
    for lacking in (np.nan, None, np.timedelta64("NaT"), np.datetime64("NaT")):
        refused(lambda lacking=lacking: perceptron([[1], [2]], [1, lacking]), "without a label")


def test_bytes_are_no_numbers():
    for given in (b"ab", bytearray(b"ab")):
        refused(lambda given=given: perceptron([[1, 2]], [1], w0=given), "w0 must be one finite")
        refused(lambda given=given: perceptron([given], [1]), "X must")
        refused(lambda given=given: perceptron([[1], [2]], given), "y must")
        refused(lambda given=given: online([(given, 1)]), "as x of pair 0")


def test_what_stands_in_place_of_a_row_is_shown():
    for row, shown in (
        ((v for v in X), "a generator"),
        ({1, 2}, "a set"),
        ("12", "'12'"),
        (None, "None"),
    ):
        refused(lambda row=row: perceptron([row], [1]), shown, "a list of numbers for each sample")
    for empty in ([], [[]], np.zeros((0, 2))):
        assert "reshape" not in refused(lambda empty=empty: perceptron(empty, []), "at least one")
    refused(
        lambda: online([([1], 1), ([1, 2], 1)]), "x of pair 1", "as in the first pair, 1; found 2"
    )
    refused(lambda: online([(np.array(1), 1)]), "as x of pair 0")
    assert "\n" not in refused(lambda: perceptron([[1]], [1], w0=np.ma.array([1], mask=[1])))


@pytest.mark.parametrize(
    "rows", [[99], [-1], 2, "a", [0.5], [[0]], None, np.ma.array([0], mask=[1])]
)
def test_rows_of_margins_are_indices_of_samples(rows):
    refused(lambda: perceptron(X, Y).margins(1, rows), "rows must")
    assert (
        perceptron(X, Y).margins(1, [2, 0]).tolist() == perceptron(X, Y).margins(1)[[2, 0]].tolist()
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mistakes", np.ma.array([0], mask=[1])),
        ("mistakes", [[0]]),
        ("mistakes", 0),
        ("y", [1, 1]),
        ("y", [1, 1, 1, 5]),
        ("y", np.ma.array(Y, mask=[1, 0, 0, 0])),
        ("w0", [1]),
        ("w0", None),
        ("w0", "ab"),
        ("w0", [np.nan, 0]),
        ("w0", np.ma.array([1, 2], mask=[1, 0])),
        ("b0", "1"),
        ("b0", np.nan),
        ("learning_rate", 0),
        ("learning_rate", np.inf),
        ("pad_squared", "1"),
        ("zero", "never"),
        ("zero", []),
        ("order", [BEYOND]),
        ("bias", np.ma.array([1])),
        ("converged", "yes"),
        ("X", np.ma.array(X, mask=np.ones((4, 2)))),
        ("X", [[1, 2], [3]]),
    ],
)
def test_a_trace_of_ones_own_is_a_run_or_none(name, value):
    given = {"X": X, "y": Y, "mistakes": [0], "converged": None, "w0": [0, 0]}
    assert Trace(**given).n_mistakes == 1
    word = {"y": ""}.get(name, name)
    refused(lambda: repr(Trace(**(given | {name: value}))), word)


def test_planted_data_have_margins_of_any_number():
    expected = planted(9, 2, 0.25, 1, seed=0).X.tolist()
    for margin in (Fraction(1, 4), np.float16(0.25), LONG(0.25)):
        for radius in (1, Fraction(1), np.float32(1)):
            data = planted(9, 2, margin, radius, seed=0)
            assert data.X.tolist() == expected and type(data.margin) is float
