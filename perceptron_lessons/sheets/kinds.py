"""The kinds of questions: each draws data until they fit, and works its answers out from them.

A kind is a function of a source of random numbers and of a notation. Its texts, points and ranges
are in ``kinds.toml``. Runs, margins, certificates and proofs are those of the package.
"""

from __future__ import annotations

import functools
import math
from fractions import Fraction

import numpy as np

from perceptron_core import Dataset, Trace, online, perceptron
from perceptron_lessons.builder.claims import KINDS as PROOFS
from perceptron_lessons.builder.claims import Pieces
from perceptron_lessons.sheets.question import Answer, Question, need
from perceptron_lessons.tables import Symbol, Table, table_of_run
from perceptron_lessons.theory.hypotheses import HYPOTHESES, told_of
from perceptron_lessons.theory.kernel_margins import kernel_margin
from perceptron_lessons.theory.kernels import kernel_perceptron
from perceptron_lessons.theory.notation import relabel
from perceptron_lessons.theory.proofs import line_writer, prove
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.voting import averaged, stopped_run, survival

LARGEST = 6  # coordinate of a sample
MOST = 40  # mistakes of a run that goes on from a wrong step
LETTERS = "ABCDEFGHIJ"
KINDS = {}
"""Name of a kind → the function that makes a question of it."""


def kind(make):
    """List a function among the kinds."""
    KINDS[make.__name__] = make
    return make


# ---- data ----


def points(random, n=4, size=LARGEST, offset=0):
    """Return n samples that a random line separates, none of them on it, with both labels."""
    X = [[random.randint(-size, size) for _ in range(2)] for _ in range(n)]
    w = random.randint(-size, size), random.randint(-size, size)
    scores = [w[0] * x[0] + w[1] * x[1] + offset for x in X]
    need(all(scores) and min(scores) < 0 < max(scores) and len(set(map(tuple, X))) == n)
    return X, [1 if score > 0 else -1 for score in scores]


def run_on(X, y, **settings):
    """Return a run in which no sample is ever on the line, unless the line is the start's."""
    trace = perceptron(X, y, **settings)
    for k in range(1, trace.n_mistakes + 1):
        need(trace.margins(k).all())
    return trace


def go_on(trace, state, i):
    """Return the next mistake (or None), the number of those to come, and the end's w and b.

    Parameters
    ----------
    trace : Trace
        Whose samples, in whose cyclic order.
    state : pair (w, b)
        After an update on sample i.
    """
    rows = [(i + 1 + j) % trace.n_samples for j in range(trace.n_samples)]
    w, b = state
    start = {"w0": list(w), "b0": b, "bias": trace.bias}
    run = stopped_run(Dataset(trace.X[rows], trace.y[rows], ""), MOST, **start)
    return rows[run.mistakes[0]] if run.n_mistakes else None, run.n_mistakes, *end_of(run)


def end_of(trace, k=None):
    """Return w after k updates, or at the end, as a tuple of Python's numbers; and b."""
    w, b = trace.state(trace.n_mistakes if k is None else k)
    return tuple(w.tolist()), int(b)


def plus(trace, i, w):
    """Return w after an update on sample i."""
    return tuple(a + int(trace.y[i]) * v for a, v in zip(w, trace.X[i].tolist(), strict=True))


def margin(x, y, w):
    """Return y w·x."""
    return y * sum(a * v for a, v in zip(w, x, strict=True))


def as_given(trace):
    return {"X": trace.X.tolist(), "y": trace.y.tolist()}


def table_of(X, y, notation):
    """Return samples and labels as a table."""
    rows = [(i, tuple(x), label) for i, (x, label) in enumerate(zip(X, y, strict=True))]
    return relabel(Table("", ["i", "x", "y"], rows), notation)


def options(rows):
    """Return a table of what to choose from, by letters."""
    return Table("", ["", "choice"], list(zip(LETTERS, rows, strict=False)))


def of_run(trace, answers, notation, given=None, values=None, tables=(), steps=None, worked=()):
    """Return a question about a run, with its table as the solution."""
    largest = max(int(abs(trace.weights).max()), int(abs(trace.offsets).max()))
    steps = int(survival(trace).sum()) + trace.n_mistakes if steps is None else steps
    effort = {"mistakes": trace.n_mistakes, "steps": steps, "largest": largest}
    shown = (table_of(trace.X.tolist(), trace.y, notation), *tables)
    worked = worked or (relabel(table_of_run(trace), notation),)
    given = as_given(trace) | (given or {})
    return Question(given, given | (values or {}), shown, tuple(answers), tuple(worked), effort)


def to_the_end(trace, known, first):
    """Return the answers k, w and b of a run, from the state after its first updates.

    Parameters
    ----------
    trace : Trace
    known : callable
        Of the values so far; returns the state (w, b) after `first` updates.
    first : int
    """
    last = int(trace.mistakes[first - 1])
    w, b = end_of(trace)
    answers = [
        Answer("k", trace.n_mistakes, lambda so_far: first + go_on(trace, known(so_far), last)[1]),
        Answer("w", w, lambda so_far: go_on(trace, known(so_far), last)[2]),
        Answer("b", b, lambda so_far: go_on(trace, known(so_far), last)[3]),
    ]
    return answers if trace.pad_squared else answers[:2]


# ---- runs ----


@kind
def run(random, notation):
    """Run it by hand: the first three updates, and the end."""
    trace = run_on(*points(random))
    need(trace.n_mistakes >= 3)
    answers = []
    for k in (1, 2, 3):
        i = int(trace.mistakes[k - 1])
        answers.append(Answer(f"i{k}", i, functools.partial(_next, trace, k)))
        answers.append(Answer(f"w{k}", end_of(trace, k)[0], functools.partial(_added, trace, k)))
    blank = relabel(Table("", ["k", "i", "w after"], [(k, "", "") for k in range(1, 7)]), notation)
    answers += to_the_end(trace, lambda so_far: (so_far["w3"], 0), 3)
    return of_run(trace, answers, notation, tables=(blank,))


def _next(trace, k, so_far):
    last = so_far.get(f"i{k - 1}", -1)
    need(last in range(-1, trace.n_samples))
    return go_on(trace, (so_far.get(f"w{k - 1}", (0, 0)), 0), last)[0]


def _added(trace, k, so_far):
    i = so_far[f"i{k}"]
    need(i in range(trace.n_samples))
    return plus(trace, i, so_far.get(f"w{k - 1}", (0, 0)))


@kind
def line(random, notation):
    """The line after k updates: w, one functional margin, and how many samples are wrong."""
    trace = run_on(*points(random))
    k = random.choice((2, 3))
    need(trace.n_mistakes > k)
    w = end_of(trace, k)[0]
    X, y = trace.X.tolist(), trace.y.tolist()
    j = random.randrange(len(y))

    def wrong(so_far):
        return sum(margin(x, label, so_far["w"]) <= 0 for x, label in zip(X, y, strict=True))

    answers = (
        Answer("w", w),
        Answer("margin", margin(X[j], y[j], w), lambda so_far: margin(X[j], y[j], so_far["w"])),
        Answer("wrong", wrong({"w": w}), wrong),
    )
    return of_run(trace, answers, notation, {"k": k, "j": j})


@kind
def update(random, notation):
    """What one update does."""
    w = tuple(random.randint(-5, 5) for _ in range(2))
    (x, *_), (y, *_) = points(random, 2)
    before = margin(x, y, w)
    need(before < 0 and all(w) and all(x))
    new = tuple(a + y * v for a, v in zip(w, x, strict=True))
    answers = (
        Answer("before", before),
        Answer("w", new),
        Answer("after", margin(x, y, new), lambda so_far: margin(x, y, so_far["w"])),
        Answer("square", margin(new, 1, new), lambda so_far: margin(so_far["w"], 1, so_far["w"])),
    )
    given = {"w": w, "x": tuple(x), "y": y}
    largest = max(abs(before), *(abs(answer.value) for answer in answers[2:]))
    effort = {"mistakes": 1, "steps": 4, "largest": largest}
    return Question(given, given | {"length": margin(x, 1, x)}, (), answers, (), effort)


@kind
def start(random, notation):
    """Another start than 0."""
    w0 = tuple(random.choice((-4, -3, -2, 2, 3, 4)) for _ in range(2))
    trace = run_on(*points(random), w0=w0)
    need(trace.margins(0).all() and trace.n_mistakes >= 3)
    first = int(trace.mistakes[0])
    answers = [
        Answer("i1", first),
        Answer("w1", end_of(trace, 1)[0], lambda so_far: _added(trace, 1, so_far | {"w0": w0})),
        *to_the_end(trace, lambda so_far: (so_far["w1"], 0), 1),
    ]
    return of_run(trace, answers, notation, {"w0": w0})


@kind
def offset(random, notation):
    """With an offset: the run on samples padded with 1."""
    trace = run_on(*points(random, offset=random.choice((-6, -4, 4, 6))), bias="one")
    need(trace.n_mistakes >= 3)
    w2, b2 = end_of(trace, 2)
    answers = [
        Answer("radius", int(trace.radius_squared) + 1),
        Answer("w2", w2),
        Answer("b2", b2),
        *to_the_end(trace, lambda so_far: (so_far["w2"], so_far["b2"]), 2),
    ]
    return of_run(trace, answers, notation)


@kind
def averaged_line(random, notation):
    """The averaged line: how long each line stood, and their mean."""
    trace = run_on(*points(random))
    stood = tuple(survival(trace).tolist())
    lines = [end_of(trace, k)[0] for k in range(trace.n_mistakes + 1)]

    def mean(so_far):
        counts = so_far["stood"]
        need(len(counts) == len(lines) and sum(counts))
        pairs = [zip(counts, column, strict=True) for column in zip(*lines, strict=True)]
        return tuple(Fraction(sum(c * v for c, v in pair)) / sum(counts) for pair in pairs)

    need(tuple(averaged(trace).w) == mean({"stood": stood}))
    given = {"lines": Symbol(", ".join(map(str, lines)), ", ".join(map(str, lines)))}
    answers = (Answer("stood", stood), Answer("mean", mean({"stood": stood}), mean))
    table = relabel(table_of_run(trace), notation)
    return of_run(trace, answers, notation, values=given, tables=(table,))


@kind
def tie(random, notation):
    """Along a stream, with exactly one sample on the line."""
    X, y = points(random, 5)
    need(y[0] == -1)  # so that w is 0 for the first sample only
    stream = online(zip(X, y, strict=True))
    times = stream.times.tolist()
    ties = [
        t
        for t in range(1, 5)
        if not margin(X[t], 1, end_of(stream, int(stream.mistakes_by_time[t]))[0])
    ]
    need(len(ties) == 1)

    def total(so_far):
        at = [int(t) for t in so_far["times"].split(",")]
        need(set(at) <= set(range(5)))
        return tuple(sum(y[t] * X[t][j] for t in at) for j in range(2))

    answers = (
        Answer("times", ",".join(map(str, times))),
        Answer("k", stream.n_mistakes, lambda so_far: so_far["times"].count(",") + 1),
        Answer("w", end_of(stream)[0], total),
    )
    effort = {"mistakes": stream.n_mistakes, "steps": 5 + stream.n_mistakes}
    effort["largest"] = int(abs(stream.weights).max())
    table = relabel(table_of_run(stream), notation)
    given = {"X": X, "y": y}
    shown = (table_of(X, y, notation),)
    return Question(given, given | {"tie": ties[0]}, shown, answers, (table,), effort)


@kind
def kernel(random, notation):
    """The dual form: how often each sample was a mistake, and a score."""
    X, y = points(random, 3, 3)
    K = [[margin(p, 1, q) ** 2 for q in X] for p in X]
    need(max(map(max, K)) <= 100 and kernel_margin(K, y))
    trace = kernel_perceptron(K, y)
    counts = tuple(trace.counts.tolist())
    new = random.randrange(3)

    def score(so_far):
        need(len(so_far["counts"]) == 3)
        return sum(a * label * v for a, label, v in zip(so_far["counts"], y, K[new], strict=True))

    for k in range(1, trace.n_mistakes + 1):
        need(trace.margins(k).all())
    answers = (Answer("counts", counts), Answer("score", score({"counts": counts}), score))
    given = {"X": X, "y": y, "j": new}
    rows = [(i, tuple(x), label, *row) for i, (x, label, row) in enumerate(zip(X, y, K, strict=True))]
    shown = relabel(Table("", ["i", "x", "y", "K₀", "K₁", "K₂"], rows), notation)
    effort = {"mistakes": trace.n_mistakes, "steps": 3 * trace.n_epochs + trace.n_mistakes}
    effort["largest"] = max(map(max, K))
    order = ", ".join(map(str, trace.mistakes.tolist()))
    return Question(given, given | {"order": order}, (shown,), answers, (), effort)


@kind
def choose(random, notation):
    """Which sample makes the run as long as is asked."""
    X, y = points(random, 3)
    choices = [[random.randint(-LARGEST, LARGEST) for _ in range(2)] for _ in range(4)]
    need(len({*map(tuple, choices), *map(tuple, X)}) == 7)
    traces = [stopped_run(Dataset([*X, x], [*y, 1], ""), 7) for x in choices]
    lengths = [trace.n_mistakes for trace in traces]
    asked = [k for k in (3, 4, 5) if lengths.count(k) == 1]
    need(asked and max(lengths) <= 6)
    k = random.choice(asked)
    right = traces[lengths.index(k)]
    for trace in traces:
        for updates in range(1, trace.n_mistakes + 1):
            need(trace.margins(updates).all())
    answers = (Answer("choice", LETTERS[lengths.index(k)]),)
    given = {"X": X, "y": y, "choices": choices, "k": k}
    shown = (table_of(X, y, notation), options(map(tuple, choices)))
    worked = Table("", ["", "k"], list(zip(LETTERS, lengths, strict=False)))
    effort = {"mistakes": k, "steps": sum(lengths), "largest": int(abs(right.weights).max())}
    return Question(given, given, shown, answers, (relabel(worked, notation),), effort)


# ---- margins and certificates ----


@kind
def bound(random, notation):
    """R², γ² and the bound, where γ is reached between two samples."""
    X, y = points(random, 3)
    best = maximum_margin(X, y)
    need(len(best.support) == 2 and not math.isqrt(best.gamma_squared.denominator) ** 2
         == best.gamma_squared.denominator)
    i, j = best.support.tolist()
    radius = max(margin(x, 1, x) for x in X)
    square = best.gamma_squared
    answers = (
        Answer("radius", radius),
        Answer("margin", square),
        Answer("bound", radius / square, lambda so_far: Fraction(so_far["radius"]) / so_far["margin"]),
    )
    values = {"i": i, "j": j, "nearest": tuple(best.w)}
    values |= {f"z{n}": tuple(y[row] * v for v in X[row]) for n, row in ((1, i), (2, j))}
    largest = max(radius, square.numerator, square.denominator)
    mistakes = perceptron(X, y).n_mistakes
    effort = {"mistakes": mistakes, "steps": 6, "largest": largest}
    given = {"X": X, "y": y}
    return Question(given, given | values, (table_of(X, y, notation),), answers, (), effort)


@kind
def certificate(random, notation):
    """Weights with which the z add up to 0."""
    X = [[random.randint(-LARGEST, LARGEST) for _ in range(2)] for _ in range(3)]
    y = [random.choice((-1, 1)) for _ in range(3)]
    need(len(set(y)) == 2 and all(map(any, X)))
    found = maximum_margin(X, y)
    need(not found and all(found.weights))
    need(all(X[i][0] * X[j][1] != X[i][1] * X[j][0] for i, j in ((0, 1), (0, 2), (1, 2))))
    weights = found.weights.tolist()
    answers = tuple(Answer(f"a{i}", weight) for i, weight in enumerate(weights))
    largest = math.lcm(*(weight.denominator for weight in weights))
    given = {"X": X, "y": y}
    values = {f"z{i}": tuple(y[i] * v for v in X[i]) for i in range(3)}
    values |= {answer.key: answer.value for answer in answers}
    effort = {"mistakes": 0, "steps": 3, "largest": largest}
    return Question(given, given | values, (table_of(X, y, notation),), answers, (), effort)


@kind
def separable(random, notation):
    """Through 0, only with an offset, or not at all: one set of each sort, in any order."""
    sets = {}
    while len(sets) < 3:
        X = [[random.randint(-LARGEST, LARGEST) for _ in range(2)] for _ in range(4)]
        y = [1, 1, -1, -1]
        through, free = bool(maximum_margin(X, y)), bool(maximum_margin(X, y, bias="free"))
        if len(set(map(tuple, X))) == 4 and all(map(any, X)):
            sets.setdefault("A" if through else "B" if free else "C", (X, y))
    order = random.sample("ABC", 3)
    answers = tuple(Answer(f"set{n}", letter) for n, letter in enumerate(order, start=1))
    given = {f"X{n}": sets[letter][0] for n, letter in enumerate(order, start=1)} | {"y": y}
    rows = [(i, y[i], *(tuple(sets[letter][0][i]) for letter in order)) for i in range(4)]
    shown = relabel(Table("", ["i", "y", "set 1", "set 2", "set 3"], rows), notation)
    proofs = [str(maximum_margin(*sets[c], bias="free" if c == "B" else "none")) for c in order]
    worked = Table("", ["set", "because"], list(enumerate(proofs, start=1)))
    effort = {"mistakes": 0, "steps": 3, "largest": LARGEST}
    return Question(given, given, (shown,), answers, (worked,), effort)


# ---- hypotheses and proofs ----


def broken(random, which):
    """Return a run that lacks one hypothesis, by its name; or none of them."""
    X, y = points(random)
    if which == "separable":
        y = [random.choice((-1, 1)) for _ in y]
        need(not maximum_margin(X, y))
        return stopped_run(Dataset(X, y, ""), 5)
    if which == "start at 0":
        return run_on(X, y, w0=[random.choice((-3, -2, 2, 3)) for _ in range(2)])
    trace = run_on(X, y)
    if which == "updates on mistakes only":
        at = random.choice((2, 3))
        right = [i for i in range(4) if trace.margins(min(at, trace.n_mistakes))[i] > 0]
        need(right and trace.n_mistakes > at)
        rows = [*trace.mistakes[:at].tolist(), random.choice(right)]
        return Trace(trace.X, trace.y, rows, False, np.zeros(2, int))
    return trace


@kind
def hypothesis(random, notation):
    """Which hypothesis of the theorem a run does not meet."""
    names = ["start at 0", "separable", "updates on mistakes only"]
    which = random.choice([*names, "none"])
    trace = broken(random, which)
    told = told_of(trace) | {"separable": (bool(maximum_margin(trace.X, trace.y)), "")}
    failing = [name for name in names if not told[name][0]]
    need(failing == [name for name in names if name == which])
    w0 = tuple(trace.w0.tolist())
    rows = [
        (k, i, end_of(trace, k)[0]) for k, i in enumerate(trace.mistakes.tolist(), start=1)
    ]
    updates = relabel(Table("", ["k", "i", "w after"], rows), notation)
    answers = (Answer("choice", LETTERS[[*names, "none"].index(which)]),)
    given = {"w0": w0, "updates": trace.mistakes.tolist()}
    shown = (updates, options([*(HYPOTHESES[name] for name in names), "all of these hold"]))
    return of_run(trace, answers, notation, given, tables=shown, steps=trace.n_mistakes)


@functools.cache
def _proof_in(name, notation):
    return PROOFS[name].prove(_pieces(name).proof.trace, notation=notation)


def proof_lines(name, proof):
    """Return the lines of a proof, in its own symbols, on which the conclusion rests."""
    return [proof[line.name] for line in _pieces(name).lines]


@functools.cache
def _pieces(name):
    return Pieces(name)


@functools.cache
def refutation(name, false):
    """Return in words what refutes a false line of a proof."""
    pieces = _pieces(name)
    return str(pieces.refutation(next(line for line in pieces.false if line.name == false)))


@functools.cache
def false_sides(name, line):
    """Return one line's name for each right side that would make another line false."""
    pieces = _pieces(name)
    chosen = pieces.proof[line]
    sides = {other.right.text: other.name for other in pieces.lines}
    false = (side for side in sides if pieces.claim(chosen.left.text, chosen.relation, side))
    return [sides[side] for side in false]


@kind
def breaks(random, notation):
    """Which line of the proof fails first, where a hypothesis is broken."""
    which = random.choice(("start at 0", "updates on mistakes only"))
    trace = broken(random, which)
    need(3 <= trace.n_mistakes <= 6)
    proof = prove(trace, notation=notation)
    lines = proof_lines("three lines", proof)
    need(not proof.holds and proof.first_failure.line.name in {line.name for line in lines})
    failing, k = proof.first_failure
    names = [line.name for line in lines]
    best = proof.separator
    scale = math.lcm(*(v.denominator for v in best.w))
    w = tuple(int(v * scale) for v in best.w)
    w = tuple(v // math.gcd(*w) for v in w)
    answers = (Answer("line", LETTERS[names.index(failing.name)]), Answer("k", k))
    given = {"w0": tuple(trace.w0.tolist()), "updates": trace.mistakes.tolist(), "u": w}
    given["margin"] = best.gamma_squared
    values = {"length": margin(w, 1, w), "radius": int(trace.radius_squared)}
    values["updates"] = ", ".join(map(str, trace.mistakes.tolist()))
    shown = (options([line.formula() for line in lines]),)
    question = of_run(trace, answers, notation, given, values, shown, k + 1, (proof.table(k),))
    need(max(map(abs, w)) <= LARGEST)
    return question


@kind
def order(random, notation):
    """Put lines in order, each after the one that it rests on; one line beside them is false."""
    name = random.choice(("three lines", "falling distance", "offset", "any start"))
    letters = "primal" if name == "offset" and str(notation).endswith("course.toml") else notation
    proof = _proof_in(name, letters)
    chain = [proof["conclusion"]]
    while chain[0].after:
        chain.insert(0, proof[random.choice(chain[0].after)])
    write = line_writer(letters, proof.quantities.eta)
    false = [make(proof.quantities, write) for make in PROOFS[name].false]
    lines = [*chain, random.choice(false)]
    shuffled = random.sample(lines, len(lines))
    letter = {line.name: LETTERS[shuffled.index(line)] for line in lines}
    answers = (
        Answer("false", letter[lines[-1].name]),
        Answer("order", "".join(letter[line.name] for line in chain)),
    )
    given = {"proof": name, "lines": [line.name for line in shuffled]}
    values = {"title": PROOFS[name].title, "refuted": refutation(name, lines[-1].name)}
    shown = (options([line.formula() for line in shuffled]),)
    worked = Table("", ["line", "why"], [(letter[line.name], line.why) for line in chain])
    effort = {"mistakes": 0, "steps": len(lines), "largest": 0}
    return Question(given, given | values, shown, answers, (worked,), effort)


@kind
def complete(random, notation):
    """Complete a line of the proof, and put in the numbers of a run."""
    trace = run_on(*points(random))
    k = random.choice((2, 3))
    need(3 <= trace.n_mistakes <= 6)
    proof = prove(trace, notation=notation)
    lines = proof_lines("three lines", proof)
    chosen = random.choice([line for line in lines if line.power == 1][:-1])
    false = [proof[name].right for name in false_sides("three lines", chosen.name)]
    shuffled = random.sample([chosen.right, *random.sample(false, 3)], 4)
    at = chosen.k.tolist().index(k)
    left, right = (int(side[at]) for side in (chosen.lhs, chosen.rhs))
    answers = (
        Answer("side", LETTERS[shuffled.index(chosen.right)]),
        Answer("left", left),
        Answer("right", right),
    )
    given = {"line": chosen.name, "k": k}
    gap = Symbol(
        chosen.formula().text.removesuffix(chosen.right.text) + "?",
        chosen.formula().latex.removesuffix(chosen.right.latex) + "\\;?",
    )
    shown = (Table("", ["line", "because"], [(gap, chosen.why)]), options(shuffled))
    return of_run(trace, answers, notation, given, tables=shown)
