"""Theorems and proofs against a plain computation in fractions, on runs made to be hard.

`Oracle` shares nothing with the package: it walks through the updates one by one, in `Fraction`s,
and says of every line of every proof, and of every hypothesis, whether it is true. Runs of the
perceptron have to be proved right; of tampered traces only the same has to be said.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from many import TIMES
from nasty import ZEROS

from perceptron_core import OnlineTrace, Trace, online, perceptron
from perceptron_core.exact import largest_square
from perceptron_lessons import SOURCES, Separator, check, maximum_margin, normalize, prove

pytestmark = pytest.mark.filterwarnings("ignore:stopped after")
hard = settings(max_examples=50 * TIMES, deadline=None, suppress_health_check=list(HealthCheck))
BIASES = ("none", "one", "radius")
RATES = (1, 0.1, 3, 1e-300, 1e300, Fraction(1, 3))
UNIT = {"cosine", "empirical"}


def dot(a, b):
    return sum((Fraction(v) * Fraction(w) for v, w in zip(a, b, strict=True)), Fraction(0))


class Oracle:
    """What is true of a list of updates, for one theorem and one vector u."""

    def __init__(self, trace, source, u, u_b, gamma_squared=None):
        self.trace, self.source = trace, source
        self.X = [[Fraction(v) for v in x] for x in trace.X.tolist()]
        self.y = [int(v) for v in trace.y]
        self.u, self.u_b = [Fraction(v) for v in u], Fraction(u_b)
        self.eta, self.moved = Fraction(trace.learning_rate), Fraction(trace.pad_squared)
        self.R2 = max(map(lambda x: dot(x, x), self.X))
        if isinstance(trace, OnlineTrace):
            self.R2 = Fraction(trace.radius_squared)
        self.free = source == "primal"
        self.c2 = self.R2 if self.free else self.moved
        self.lifted = self.inner(self.u, self.u_b, self.u, self.u_b)
        self.square = dot(self.u, self.u) if self.free else self.lifted
        reach = [y * (dot(x, self.u) + self.u_b) for x, y in zip(self.X, self.y, strict=True)]
        self.separates = min(reach) > 0 and (self.free or self.c2 > 0 or self.u_b == 0)
        self.gamma2 = gamma_squared or (min(reach) ** 2 / self.square if self.square else None)
        self.walk()
        lengths = [dot(x, x) + self.moved for x in self.X]
        near = Fraction(len(self.u) + 16, 2**53)
        longest = self.R2 + self.moved
        self.unit = all(abs(v - 1) <= near for v in [*lengths, longest])
        # Of lengths 1 up to rounding the lines say R², not 1.
        used = [lengths[i] for i in self.rows] + [longest]
        self.rounded = all(abs(v - 1) <= near for v in used) and any(v != 1 for v in used)
        self.ball = self.R2 + self.c2
        if source in UNIT:
            self.ball = longest if self.rounded else Fraction(1)

    def inner(self, w, b, v, a):
        return dot(w, v) + (b * a / self.c2 if self.c2 else 0)

    def walk(self):
        rows = getattr(self.trace, "mistakes", np.arange(len(self.y))).tolist()
        w = [Fraction(v) / self.eta for v in self.trace.w0.tolist()]
        b = Fraction(self.trace.b0) / self.eta
        self.rows, self.states, self.before, self.after = rows, [(w, b)], [], []
        for i in rows:
            x, y = self.X[i], self.y[i]
            self.before.append(y * (dot(w, x) + b))
            w = [a + y * v for a, v in zip(w, x, strict=True)]
            b = b + y * self.moved
            self.after.append(y * (dot(w, x) + b))
            self.states.append((w, b))

    @property
    def bound(self):
        return (4 * self.R2 if self.free else self.ball) / self.gamma2

    def hypotheses(self):
        found = {
            "start at 0": not any(self.trace.w0) and not self.trace.b0,
            "updates on mistakes only": all(m <= 0 for m in self.before),
            "separable": True if self.separates else None,
        }
        if self.free:
            both = len(set(self.y)) == 2
            stream = isinstance(self.trace, OnlineTrace)
            found["both labels"] = True if both else None if stream else False
            found["offset step R²"] = self.moved == self.R2
            if not both:
                found["separable"] = None  # no γ is measured: it would be as large as one likes
        if self.source in UNIT:
            found["unit length"] = self.unit
        return found

    def lines(self):
        """Return name → {k: whether the line is true}."""
        n, eta, g2, sq = len(self.rows), self.eta, self.gamma2, self.square
        k_of_steps = range(1, n + 1)
        found = {}

        def at_least(v, square_of_other):
            """v ≥ √(square of other)"""
            return v >= 0 and v * v >= square_of_other

        along = [eta * self.inner(w, b, self.u, self.u_b) for w, b in self.states]
        norm2 = [eta**2 * self.inner(w, b, w, b) for w, b in self.states]
        sample = [(self.X[i], self.y[i]) for i in self.rows]
        length2 = [dot(x, x) + self.c2 for x, _ in sample]
        found["gain"] = [at_least(y * (dot(x, self.u) + self.u_b), g2 * sq) for x, y in sample]
        progress = [at_least(v, (k * eta) ** 2 * g2 * sq) for k, v in enumerate(along)]
        found["Lemma 2" if self.free else "numerator"] = progress
        found["cross term"] = [m <= 0 for m in self.before]
        exactly = self.source in UNIT and not self.rounded
        found["update term"] = [v == 1 if exactly else v <= self.ball for v in length2]
        found["own margin"] = [
            a == b + v for a, b, v in zip(self.after, self.before, length2, strict=True)
        ]
        growth = [v <= k * eta**2 * self.ball for k, v in enumerate(norm2)]
        found["Lemma 3" if self.free else "norm"] = growth
        found["conclusion"] = [k <= self.bound for k in range(n + 1)]
        found = {name: self.over_k(values) for name, values in found.items()}
        if self.free:
            found |= self.lemmas(along, norm2)
            offs = [self.u_b**2, self.R2 * sq]
            found["Lemma 1, offset"] = {0: offs[0] <= offs[1]}
            left = self.R2 * sq - self.u_b**2 - g2 * sq  # (|b| + √g)² ≤ R², free of roots
            sharper = left >= 0 and 4 * self.u_b**2 * g2 * sq <= left**2
            found["Lemma 1, sharper"] = {0: sharper}
            found["Lemma 1"] = {0: self.lifted <= 2 * sq}
        else:
            where = [k for k in k_of_steps if norm2[k] > 0]
            found["cosine"] = {
                k: at_least(along[k], k * g2 / self.ball * norm2[k] * sq) for k in where
            }
            found["ceiling"] = {k: along[k] <= 0 or along[k] ** 2 <= norm2[k] * sq for k in where}
        return found

    def over_k(self, values):
        first = len(self.rows) + 1 - len(values)
        return {first + k: bool(value) for k, value in enumerate(values)}

    def lemmas(self, along, norm2):
        sq, k = self.square, range(len(along))
        return {
            "update": {k: not self.c2 or self.moved == self.c2 for k in k if k},
            "Cauchy–Schwarz": {
                k: along[k] <= 0 or along[k] ** 2 <= norm2[k] * self.lifted for k in k
            },
            "Lemma 1 used": {k: norm2[k] * self.lifted <= 2 * norm2[k] * sq for k in k},
            "assembled": {k: k * k * self.gamma2 <= 4 * k * self.R2 for k in k},
        }


def assert_lines_are_judged(proof, oracle):
    said = {
        line.name: dict(zip(line.k.tolist(), line.holds.tolist(), strict=True))
        for line in proof.lines
    }
    assert said == oracle.lines()
    assert proof.holds == all(all(true.values()) for true in oracle.lines().values())
    assert proof["conclusion"].rhs[-1] == oracle.bound
    for line in proof.lines:
        assert [bool(v >= 0) for v in line.slack] == line.holds.tolist()


def assert_theorems_are_judged(trace, u, u_b):
    """Hold `check` with a given separator against the oracle, all five theorems."""
    for source, found in check(trace, (u, u_b)).items():
        oracle = Oracle(trace, source, u, u_b)
        said = {h.name: h.holds for h in found.hypotheses}
        assert said == oracle.hypotheses(), found
        assert found.applies == all(oracle.hypotheses().values())
        if found.applies:
            assert found.bound == oracle.bound and found.gamma_squared == oracle.gamma2
            assert found.verdict == "bound holds", found


numbers = st.one_of(
    st.integers(-9, 9),
    st.integers(-30, 30).map(lambda v: v / 10),  # the grid on which 0.1 + 0.2 is not 0.3
    st.sampled_from([2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1]),
    st.sampled_from([1 + 2**-52, 1 - 2**-53, 0.1, 0.3, 1 / 3]),
    st.sampled_from([1e-15, 1e-8, 1e-3, -1e-12]),
    st.fractions(-3, 3, max_denominator=6),
)
scales = st.sampled_from([0, 0, 0, 0, -1070, -1022, -520, -500, 499, 511, 970])


@st.composite
def data_sets(draw):
    """Samples with a plane through them: (X, y, u, u_b), no sample on the plane."""
    d, n = draw(st.integers(1, 4)), draw(st.integers(1, 7))
    X = [[draw(numbers) for _ in range(d)] for _ in range(n)]
    if draw(st.booleans()):  # two samples one unit in the last place apart
        near = [float(v) for v in X[0]]
        near[0] = float(np.nextafter(near[0], draw(st.sampled_from([-np.inf, np.inf]))))
        X.append(near)
    if any(isinstance(v, float) for x in X for v in x):
        exponents = [draw(scales)] * d if draw(st.booleans()) else [draw(scales) for _ in range(d)]
        X = [[float(np.ldexp(float(v), e)) for v, e in zip(x, exponents, strict=True)] for x in X]
        assume(np.isfinite(X).all())
    u = [draw(st.integers(-4, 4)) for _ in range(d)]
    through = draw(st.integers(0, n - 1))
    u_b = draw(st.sampled_from([0, 1, -2, "between"]))
    if u_b == "between":  # as near to a sample as rationals allow
        u_b = -dot(X[through], u) + draw(st.sampled_from([1, -1, Fraction(1, 10**15)]))
    reach = [dot(x, u) + u_b for x in X]
    kept = [(x, 1 if r > 0 else -1) for x, r in zip(X, reach, strict=True) if r]
    assume(kept and any(u))
    X, y = zip(*kept, strict=True)
    return list(X), list(y), u, Fraction(u_b)


runs = dict(
    order=st.sampled_from(["cyclic", "first", "worst", "random", "shuffled"]),
    rate=st.sampled_from(RATES),
    zero=st.sampled_from(ZEROS),
)


def run(data, bias, order, rate, zero):
    X, y, _, _ = data
    return perceptron(
        X, y, bias=bias, order=order, learning_rate=rate, zero=zero, seed=1, max_mistakes=40
    )


def claim(oracle, bias):
    pad = None if bias == "free" else oracle.c2
    return Separator(
        np.array(oracle.u, dtype=object), oracle.u_b, bias, pad, oracle.gamma2, np.array([0])
    )


class TestRuns:
    """What the perceptron makes of hard data: every line true, every bound kept."""

    @hard
    @given(data=data_sets(), bias=st.sampled_from(BIASES), **runs)
    def test_with_a_given_separator(self, data, bias, order, rate, zero):
        _, y, u, u_b = data
        u_b = 0 if bias == "none" else u_b
        trace = run(data, bias, order, rate, zero)
        assert_theorems_are_judged(trace, u, u_b)
        sources = ["iterations", "online"] + ["primal"] * (bias == "radius" and len(set(y)) == 2)
        for source in sources:
            oracle = Oracle(trace, source, u, u_b)
            if not oracle.separates or oracle.ball == 0:
                continue
            proof = prove(trace, (u, u_b), source)
            assert_lines_are_judged(proof, oracle)
            assert proof.holds, proof
            assert check(trace, (u, u_b))[source].verdict == "bound holds"

    @hard
    @given(data=data_sets(), bias=st.sampled_from(BIASES), **runs)
    def test_with_the_maximum_margin(self, data, bias, order, rate, zero):
        trace = run(data, bias, order, rate, zero)
        for source in ("iterations", "primal") if bias == "radius" else ("online",):
            found = check(trace)[source]
            assert found.verdict != "violated", found
            if found.applies:
                assert found.verdict == "bound holds"
                proof = prove(trace, source=source)
                best = proof.separator
                oracle = Oracle(trace, source, best.w, best.b)
                assert oracle.separates and oracle.gamma2 == found.gamma_squared
                assert_lines_are_judged(proof, oracle)
                assert proof.holds, proof

    @hard
    @given(data=data_sets(), again=st.lists(st.integers(0, 7), max_size=12), **runs)
    def test_streams(self, data, again, order, rate, zero):
        X, y, u, u_b = data
        stream = [(X[i % len(X)], y[i % len(X)]) for i in [*range(len(X)), *again]]
        trace = online(stream, bias="one", zero=zero, learning_rate=rate)
        assume(trace.n_mistakes)
        assert_theorems_are_judged(trace, u, u_b)
        proof = prove(trace, (u, u_b), "online")
        assert_lines_are_judged(proof, Oracle(trace, "online", u, u_b))
        assert proof.holds, proof

    @hard
    @given(data=data_sets(), **runs)
    def test_lengths_made_1_in_floats(self, data, order, rate, zero):
        X, y, u, _ = data
        X = np.array(X, dtype=float)
        size = np.abs(X[X != 0])  # `normalize` is for lengths whose squares are floats
        assume(X.any(axis=1).all() and size.min() > 1e-150 and size.max() < 1e150)
        X = normalize(X)[0]
        trace = run((X, y, None, None), "none", order, rate, zero)
        assert_theorems_are_judged(trace, u, 0)
        for source in UNIT:
            oracle = Oracle(trace, source, u, 0)
            assert oracle.unit
            if oracle.separates:
                proof = prove(trace, (u, 0), source)
                assert_lines_are_judged(proof, oracle)
                assert proof.holds, proof


@st.composite
def tampered(draw):
    """A run with something changed behind its back, and u, b, γ² that may be false claims."""
    data = draw(data_sets())
    X, _, u, u_b = data
    bias = draw(st.sampled_from(BIASES))
    trace = run(data, bias, draw(runs["order"]), draw(runs["rate"]), "mistake")
    mistakes, n = trace.mistakes.tolist(), len(X)
    R2 = largest_square(trace.X)
    changes = {
        "updates on any sample": lambda: {
            "mistakes": np.array(mistakes + draw(st.lists(st.integers(0, n - 1), max_size=6)), int)
        },
        "an update less": lambda: {"mistakes": np.array(mistakes[1:], int)},
        "no update": lambda: {"mistakes": np.array([], int)},
        "converged": lambda: {"converged": not trace.converged},
        "another start": lambda: {
            "w0": np.array([draw(st.sampled_from([0, 1, -3]))] * len(u)),
            "b0": draw(st.sampled_from([0, 1, -2])),
            "learning_rate": 1,
        },
        "another c²": lambda: {
            "pad_squared": draw(
                st.sampled_from([0, 1, 2, R2, R2 + 1, R2 * (1 + Fraction(1, 2**60)), 2.5])
            )
        },
        "other labels": lambda: {"y": -trace.y},
        "another name": lambda: {"bias": draw(st.sampled_from(BIASES))},
        "nothing": dict,
    }
    changed = {}
    for name in draw(st.lists(st.sampled_from(list(changes)), min_size=1, max_size=2)):
        changed |= changes[name]()
    gamma2 = draw(st.sampled_from([None, None, Fraction(1), Fraction(1, 10**20), Fraction(10**9)]))
    return replace(trace, **changed), u, u_b, gamma2


class TestTampered:
    """A trace that nobody ran, or a claim that is false: said as it is, whichever way."""

    @hard
    @given(tampered())
    def test_theorems(self, forged):
        trace, u, u_b, _ = forged
        assert_theorems_are_judged(trace, u, u_b)

    @hard
    @given(tampered(), st.sampled_from(SOURCES))
    def test_lines(self, forged, source):
        trace, u, u_b, gamma2 = forged
        oracle = Oracle(trace, source, u, u_b, gamma2)
        assume(oracle.square and oracle.gamma2 and oracle.ball)
        # R² may be 0 or 1 too.
        named = {oracle.R2: "radius", 0: "none", 1: "one"}
        lifted = named.get(Fraction(trace.pad_squared), "one")
        proof = prove(trace, claim(oracle, "free" if source == "primal" else lifted), source)
        assert_lines_are_judged(proof, oracle)

    @hard
    @given(tampered())
    def test_the_maximum_margin_is_never_violated(self, forged):
        trace, *_ = forged
        for found in check(trace).values():
            assert found.verdict in ("bound holds", "bound not applicable")


def test_the_oracle_itself():
    """On the worked example, by hand: the proof of `primal` has one tight line at the end."""
    X, y = [[-2, 0], [0, -2], [-2, 2], [2, 2]], [-1, -1, 1, 1]
    trace = perceptron(X, y, bias="radius")
    oracle = Oracle(trace, "primal", [0, 1], -1)
    assert oracle.bound == 32 and oracle.gamma2 == 1 and oracle.separates
    assert oracle.states[-1] == ([2, 8], -8)
    assert all(all(true.values()) for true in oracle.lines().values())
    forged = Trace(trace.X, trace.y, np.array([0, 0]), True, np.zeros(2, int))
    lines = Oracle(forged, "iterations", [1, 2], 0).lines()
    assert lines["cross term"] == {1: True, 2: False}
    assert maximum_margin(X, y).gamma_squared == Oracle(trace, "x", [1, 2], 0).gamma2 * Fraction(
        8 * 5, 40
    )
