"""`certify`: true for every run that was made, false for every other, and it says where."""

import random
import warnings
from dataclasses import replace
from fractions import Fraction

import nasty
import numpy as np
import pytest

from perceptron_core import Trace, online, perceptron, worked_example
from perceptron_lessons import certify, check, prove

DATA = worked_example()
SETTINGS = [
    {},
    {"bias": "one"},
    {"bias": "radius"},
    {"order": "first"},
    {"order": "worst"},
    {"order": "random"},
    {"order": "shuffled"},
    {"order": np.argmin},
    {"zero": "positive"},
    {"learning_rate": 0.1, "w0": [0.3, -0.7]},
    {"learning_rate": Fraction(1, 3), "w0": [1, 1]},
    {"exact": True},
    {"max_mistakes": 2},
]


@pytest.fixture(autouse=True)
def no_warning_of_runs_that_stop():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


@pytest.mark.parametrize("settings", SETTINGS)
def test_runs_that_were_made(settings):
    certification = certify(perceptron(DATA.X, DATA.y, **settings))
    assert certification and certification.holds
    assert repr(certification) == "every decision is the exact one"
    assert certification[1:] == (None, None, None, None)


# The honest run makes the mistakes 0 1 2 0; the margins are those of the tables of the source.
FORGED = [
    ({"mistakes": [0, 1, 1, 0]}, 2, 1, 4),  # a sample that was right
    ({"mistakes": [0, 2, 0]}, 1, 1, 0),  # a mistake that was passed over
    ({"mistakes": [0, 1, 2, 0, 2]}, 4, 2, 4),  # an update too many
    ({"mistakes": [0, 1, 2]}, 3, 0, 0),  # one too few, and converged
    ({"converged": False}, 4, 0, 4),
    ({"mistakes": [0, 1], "converged": True}, 2, 2, 0),
    ({"mistakes": [1, 2, 0, 2, 0]}, 0, 0, 0),  # the first sample was a mistake, too
    ({"w0": np.array([1, 0])}, 0, 0, 2),  # from there, sample 0 is right
    ({"b0": -1}, 0, 0, 1),
    ({"pad_squared": 4}, 1, 1, 4),
    ({"zero": "positive"}, 2, 2, 0),
    ({"order": "worst"}, 1, 2, -4),
    ({"y": np.array([1, -1, 1, 1])}, 2, 2, 8),
]


@pytest.mark.parametrize(("change", "k", "sample", "margin"), FORGED)
def test_forged_runs_are_named_with_both_margins(change, k, sample, margin):
    honest = perceptron(DATA.X, DATA.y)
    forged = replace(
        honest, **{name: np.array(v) if name == "mistakes" else v for name, v in change.items()}
    )
    certification = certify(forged)
    assert not certification
    assert certification == (False, k, sample, margin, margin)
    assert f"sample {sample} after {k} updates" in repr(certification)
    assert f"{float(margin)} in floats, {float(margin)} exactly" in repr(certification)


def test_margins_that_floats_get_wrong():
    x = [0.1, 0.2, -0.3]  # sums to 2.8e-17, and to 0 or 5.6e-17 in floats
    forged = Trace(np.array([x]), np.array([1]), np.array([0]), True, np.ones(3))
    assert forged.margins(0)[0] > 0
    certification = certify(forged)
    assert (certification.k, certification.sample) == (0, 0)
    assert certification.exact == sum(map(Fraction, x)) > 0
    assert certification.in_floats != certification.exact
    assert "2.7755575615628914e-17 exactly" in repr(certification)


def test_margins_beyond_all_floats_are_shown():
    forged = Trace(np.array([[1e308]]), np.array([1]), np.array([0]), True, np.array([1e308]))
    assert "inf exactly" in repr(certify(forged))


def test_steps_of_the_offset_beyond_all_floats():
    """b is 0 and 10⁴⁰⁰ in turn: both samples are mistakes for ever."""
    X, y, w0 = np.array([[1.0], [2.0]]), np.array([1, -1]), np.zeros(1)
    settings = dict(order="cyclic", pad_squared=10**400)
    assert certify(Trace(X, y, np.array([0, 1, 0, 1]), False, w0, **settings))
    certification = certify(Trace(X, y, np.array([0, 1, 1]), False, w0, **settings))
    assert (certification.k, certification.sample) == (2, 1)


def test_a_random_order_may_take_any_mistake_but_only_mistakes():
    run = perceptron(DATA.X, DATA.y, order="random", seed=1)
    honest = run.mistakes.tolist()
    assert certify(replace(run, mistakes=np.array([0, 1, 2, 0])))
    assert certify(replace(run, mistakes=np.array([3, 0, 1]), converged=False)) == (
        False,
        1,
        0,
        4,
        4,
    )
    assert not certify(replace(run, mistakes=np.array([*honest, 0])))
    assert not certify(replace(run, converged=False))


def test_streams():
    run = online(zip(DATA.X, DATA.y, strict=True), zero="mistake")
    assert certify(run)
    # The mistakes were samples 0, 1 and 2; of a stream only they are kept.
    X, y, times = run.X, run.y, run.times
    doubled = replace(run, X=X[[0, 0, 1]], y=y[[0, 0, 1]], times=times)
    assert certify(doubled) == (False, 1, 1, 4, 4)
    assert certify(replace(run, zero="positive")) == (False, 2, 2, 0, 0)
    assert certify(replace(run, w0=np.array([0, 1]))) == (False, 1, 1, 2, 2)
    assert certify(online([([1, 1], 1)]))


@pytest.mark.parametrize("kind", nasty.KINDS)
def test_other_starts_and_steps_are_seen(kind):
    """Where the change matters, a plain loop from that start makes other mistakes."""
    rng = random.Random(kind)
    for _ in range(20):
        _, X, y = nasty.samples(rng, kind)
        run = perceptron(X, y, bias="one", max_mistakes=20)
        w0 = [nasty.KINDS[kind](rng) for _ in X[0]]
        other = nasty.PlainLoop(X, y, "one", w0=w0)
        same = other.run("cyclic", run.n_mistakes) == (run.mistakes.tolist(), run.converged)
        assert bool(certify(replace(run, w0=np.array(w0)))) == same
        other = nasty.PlainLoop(X, y, "radius")
        same = other.run("cyclic", run.n_mistakes) == (run.mistakes.tolist(), run.converged)
        assert bool(certify(replace(run, pad_squared=other.step))) == same


@pytest.mark.parametrize("asked", [certify, check, prove])
@pytest.mark.parametrize("trace", [5, None, [0, 1, 2], DATA], ids=["5", "None", "list", "data"])
def test_what_is_no_run_is_refused(asked, trace):
    with pytest.raises(ValueError, match=r"trace must be what perceptron\(X, y\) or .*; found "):
        asked(trace)
