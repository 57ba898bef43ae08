"""The kinds of questions: each draws data until they fit, and says how its answers are found.

A kind is a function of a source of random numbers and of a notation. Its texts, points and ranges
are in ``kinds.toml``. Runs, margins, certificates and proofs are those of the package.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np

from perceptron_core import Dataset, Trace, online
from perceptron_lessons.builder.claims import KINDS as PROOFS
from perceptron_lessons.builder.claims import Pieces
from perceptron_lessons.sheets.question import Question, formula_symbol, need
from perceptron_lessons.tables import Phrase, Symbol, Table, equals, format_number, table_of_run
from perceptron_lessons.theory.hypotheses import known_of
from perceptron_lessons.theory.kernel_margins import kernel_margin
from perceptron_lessons.theory.kernels import kernel_perceptron
from perceptron_lessons.theory.notation import notation_of, relabel
from perceptron_lessons.theory.proof_lines import line_writer
from perceptron_lessons.theory.proofs import prove
from perceptron_lessons.theory.rationals import without_denominators
from perceptron_lessons.theory.separators import maximum_margin
from perceptron_lessons.theory.transforms import fold_labels
from perceptron_lessons.theory.voting import stopped_run, survival

LARGEST = 6  # coordinate of a sample
LONGEST = 6  # run, in updates
MOST = 40  # updates of a run that goes on from a wrong step


# ---- data, runs and tables ----


def point(random, size=LARGEST):
    """Return two whole numbers."""
    return random.randint(-size, size), random.randint(-size, size)


def points(random, n=4, offset=0, size=LARGEST):
    """Return n samples that a random line separates, none of them on it, with both labels."""
    X, w = [point(random, size) for _ in range(n)], point(random)
    scores = [dot(w, x) + offset for x in X]
    need(all(scores) and min(scores) < 0 < max(scores) and len(set(X)) == n)
    return X, [1 if score > 0 else -1 for score in scores]


def dot(p, q):
    """Return the inner product."""
    return sum(a * b for a, b in zip(p, q, strict=True))


def run_on(X, y, **settings):
    """Return a run in which no sample is ever on the line, unless the line is that of w = 0."""
    trace = stopped_run(Dataset(X, y, ""), LONGEST + 1, **settings)
    need(trace.n_mistakes <= LONGEST)
    need(all(trace.margins(k).all() for k in range(1, trace.n_mistakes + 1)))
    return trace


def state(trace, k=-1):
    """Return w after k updates as a tuple of Python's numbers, and b."""
    return tuple(trace.weights[k].tolist()), int(trace.offsets[k])


def go_on(trace, w, b, i):
    """Return the run that goes on from w and b after sample i, and its samples' numbers."""
    rows = [(i + 1 + j) % trace.n_samples for j in range(trace.n_samples)]
    data = Dataset(trace.X[rows], trace.y[rows], "")
    return stopped_run(data, MOST, w0=list(w), b0=b, bias=trace.bias), rows


def first_updates(trace, last):
    """Return what is asked about the first updates, each from the one before: i1, w1, i2, …"""
    start = state(trace, 0)[0]

    def sample(k, known):
        run, rows = go_on(trace, known.get(f"w{k - 1}", start), 0, known.get(f"i{k - 1}", -1))
        return rows[run.mistakes[0]]

    def added(k, known):
        i, before = known[f"i{k}"], known.get(f"w{k - 1}", start)
        return tuple(
            a + int(trace.y[i]) * v for a, v in zip(before, trace.X[i].tolist(), strict=True)
        )

    asked = {}
    for k in range(1, last + 1):
        asked |= {f"i{k}": functools.partial(sample, k), f"w{k}": functools.partial(added, k)}
    return asked


def to_the_end(trace, first):
    """Return what is asked about the end of a run: k, w and b, from a state before."""

    def rest(known):
        i = known.get(f"i{first}", int(trace.mistakes[first - 1]))
        return go_on(trace, known[f"w{first}"], known.get(f"b{first}", 0), i)[0]

    asked = {
        "k": lambda known: first + rest(known).n_mistakes,
        "w": lambda known: state(rest(known))[0],
    }
    return asked | ({"b": lambda known: state(rest(known))[1]} if trace.pad_squared else {})


def samples(X, y, notation):
    """Return samples and labels as a table."""
    rows = [(i, tuple(x), label) for i, (x, label) in enumerate(zip(X, y, strict=True))]
    return relabel(Table("", ["i", "x", "y"], rows), notation)


def bare_table_of_run(trace, notation):
    """Return the table of a run, without a title."""
    return replace(relabel(table_of_run(trace), notation), title="")


def options(rows):
    """Return a table of what to choose from, by letters."""
    rows = list(rows)
    return Table("", ["", "choice"], list(zip(letters_for(rows), rows, strict=True)))


def letters_for(rows):
    """Return the letters of choices, such as ABC."""
    return "".join(chr(65 + i) for i, _ in enumerate(rows))


def letter_of(row, rows):
    """Return the letter of a choice."""
    return letters_for(rows)[list(rows).index(row)]


def of_run(trace, asked, notation, shown=(), worked=(), steps=0, letters="", **given):
    """Return a question about a run; its solution is the table of the run."""
    given |= {"X": trace.X.tolist(), "y": trace.y.tolist(), "w0": state(trace, 0)[0]}
    shown = (samples(trace.X.tolist(), trace.y, notation), *shown)
    worked = worked or (bare_table_of_run(trace, notation),)
    steps = steps or int(survival(trace).sum()) + trace.n_mistakes
    return Question(given, asked, trace.n_mistakes, steps, shown, worked, letters=letters)


# ---- runs ----


def run(random, notation):
    """Run it by hand: the first three updates, and the end."""
    trace = run_on(*points(random))
    need(trace.n_mistakes >= 3)
    rows = [(k, "……………", "……………") for k in range(1, LONGEST + 1)]
    blank = relabel(Table("", ["k", "i", "w after"], rows), notation)
    return of_run(trace, first_updates(trace, 3) | to_the_end(trace, 3), notation, (blank,))


def line(random, notation):
    """The line after k updates: w, one functional margin, and how many samples are wrong."""
    trace, k, j = run_on(*points(random)), random.choice((2, 3)), random.randrange(4)
    need(trace.n_mistakes > k)
    Z = [tuple(z) for z in fold_labels(trace.X, trace.y).tolist()]
    asked = {
        "w": state(trace, k)[0],
        "margin": lambda known: dot(known["w"], Z[j]),
        "wrong": lambda known: sum(dot(known["w"], z) <= 0 for z in Z),
    }
    return of_run(trace, asked, notation, k=k, j=j)


def update(random, notation):
    """What one update does."""
    w, x, y = point(random), point(random), random.choice((-1, 1))
    need(all(w) and all(x) and y * dot(w, x) < 0)
    return update_of(w, x, y)


def update_of(w, x, y):
    """Return the question about one update."""
    asked = {
        "before": y * dot(w, x),
        "w": tuple(a + y * v for a, v in zip(w, x, strict=True)),
        "after": lambda known: y * dot(known["w"], x),
        "square": lambda known: dot(known["w"], known["w"]),
    }
    return Question({"w": w, "x": x, "y": y, "length": dot(x, x)}, asked, 1, len(asked))


def start(random, notation):
    """Another start than 0."""
    trace = run_on(*points(random), w0=point(random, 4))
    need(all(trace.w0) and trace.margins(0).all() and trace.n_mistakes >= 3)
    return of_run(trace, first_updates(trace, 1) | to_the_end(trace, 1), notation)


def offset(random, notation):
    """With an offset: the run on samples padded with 1."""
    trace = run_on(*points(random, offset=random.choice((-6, -4, 4, 6))), bias="one")
    need(trace.n_mistakes >= 3)
    w, b = state(trace, 2)
    asked = {"radius": int(trace.radius_squared) + 1, "w2": w, "b2": b}
    return of_run(trace, asked | to_the_end(trace, 2), notation)


def averaged_line(random, notation):
    """The averaged line: how long each line stood, and their mean."""
    trace = run_on(*points(random))
    lines = [state(trace, k)[0] for k in range(trace.n_mistakes + 1)]

    def mean(known):
        counts = known["stood"]
        columns = (dot(counts, column) for column in zip(*lines, strict=True))
        return tuple(Fraction(total) / sum(counts) for total in columns)

    asked = {"stood": tuple(survival(trace).tolist()), "mean": mean}
    return of_run(trace, asked, notation, (bare_table_of_run(trace, notation),))


def tie(random, notation):
    """Along a stream, with exactly one sample on the line."""
    X, y = points(random, 5)
    need(y[0] == -1)  # so that w is 0 for the first sample only
    trace = online(zip(X, y, strict=True))
    before = [state(trace, int(k))[0] for k in trace.mistakes_by_time[1:-1]]
    ties = [t for t in range(1, 5) if not dot(before[t - 1], X[t])]
    need(len(ties) == 1)

    def total(known):
        times = [int(t) for t in known["times"].split(",")]
        return tuple(sum(y[t] * X[t][j] for t in times) for j in range(2))

    asked = {
        "times": ",".join(map(str, trace.times)),
        "k": lambda known: known["times"].count(",") + 1,
        "w": total,
    }
    given = {"X": X, "y": y, "tie": ties[0]}
    shown, worked = (samples(X, y, notation),), (bare_table_of_run(trace, notation),)
    return Question(given, asked, trace.n_mistakes, 5 + trace.n_mistakes, shown, worked)


def kernel(random, notation):
    """The dual form: how often each sample was a mistake, and a score."""
    (X, y), j = points(random, 3, size=3), random.randrange(3)
    K = [[dot(p, q) ** 2 for q in X] for p in X]
    need(max(map(max, K)) <= 100 and kernel_margin(K, y))
    trace = kernel_perceptron(K, y)
    need(all(trace.margins(k).all() for k in range(1, trace.n_mistakes + 1)))
    asked = {
        "counts": tuple(trace.counts.tolist()),
        "score": lambda known: sum(
            a * b for a, b in zip(known["counts"], np.multiply(y, K[j]).tolist(), strict=True)
        ),
    }
    rows = [(i, X[i], y[i], *K[i]) for i in range(3)]
    shown = (relabel(Table("", ["i", "x", "y", "K₀", "K₁", "K₂"], rows), notation),)
    given = {"X": X, "y": y, "j": j, "order": ", ".join(map(str, trace.mistakes))}
    return Question(given, asked, trace.n_mistakes, 3 * trace.n_epochs, shown)


def choose(random, notation):
    """Which sample makes the run as long as is asked."""
    (X, y), choices = points(random, 3), [point(random) for _ in range(4)]
    need(len({*choices, *X}) == 7)
    lengths = [run_on([*X, x], [*y, 1]).n_mistakes for x in choices]
    k = random.choice(lengths)
    need(lengths.count(k) == 1)
    asked = {"choice": letter_of(k, lengths)}
    given = {"X": X, "y": y, "choices": choices, "k": k}
    shown = (samples(X, y, notation), options(choices))
    worked = (options(lengths),)
    return Question(given, asked, k, sum(lengths), shown, worked, letters=letters_for(choices))


# ---- margins and certificates ----


def proof_of(verdict, X, y):
    """Return a separator as a formula, or the samples y x, or y (x, 1), that add up to 0."""
    if verdict:
        *w, b = without_denominators([*verdict.w, verdict.b])
        line = f"{{letter}} {equals(w)}"
        return line if verdict.bias == "none" else f"{line}, {{offset}} {equals(b)}"
    one = (1,) if verdict.bias == "free" else ()
    times = without_denominators(verdict.weights[verdict.support])
    zs = [tuple(y[i] * v for v in (*X[i], *one)) for i in verdict.support]
    terms = (f"{a} {format_number(z)}" for a, z in zip(times, zs, strict=True))
    return " + ".join(terms) + " = 0"


def bound(random, notation):
    """R², γ² and the bound, where γ is reached between two samples."""
    X, y = points(random, 3)
    best = maximum_margin(X, y)
    need(best.gamma_squared.denominator > 1)
    need(len(best.support) == 2 and not any((best.w == x).all() for x in (*X, *np.negative(X))))
    asked = {
        "radius": max(dot(x, x) for x in X),
        "margin": best.gamma_squared,
        "bound": lambda known: Fraction(known["radius"]) / known["margin"],
    }
    i, j = best.support.tolist()
    given = {"X": X, "y": y, "i": i, "j": j, "nearest": tuple(best.w)}
    given |= {"z1": tuple(y[i] * v for v in X[i]), "z2": tuple(y[j] * v for v in X[j])}
    return Question(given, asked, 0, 6, (samples(X, y, notation),))


def certificate(random, notation):
    """Weights with which the z add up to 0."""
    X, y = [point(random) for _ in range(3)], [random.choice((-1, 1)) for _ in range(3)]
    need(len(set(y)) == 2 and all(map(any, X)))
    found = maximum_margin(X, y)
    need(not found and all(found.weights))
    asked = {f"a{i}": weight for i, weight in enumerate(found.weights.tolist())}
    zs = {f"z{i}": tuple(y[i] * v for v in X[i]) for i in range(3)}
    return Question({"X": X, "y": y} | asked | zs, asked, 0, 3, (samples(X, y, notation),))


def separable(random, notation):
    """Through 0, only with an offset, or not at all: one set of each sort, in any order."""
    y, sets = [1, 1, -1, -1], {}
    while len(sets) < 3:
        X = [point(random) for _ in y]
        through = maximum_margin(X, y)
        free = through or maximum_margin(X, y, bias="free")
        known = [free] if bool(free) == bool(through) else [free, through]
        proofs = "; ".join(proof_of(verdict, X, y) for verdict in known)
        sets["A" if through else "B" if free else "C"] = X, proofs
    letters = random.sample("ABC", 3)
    asked = {f"set{n}": letter for n, letter in enumerate(letters, start=1)}
    Xs = [sets[letter][0] for letter in letters]
    heads = ["i", "y", "set 1", "set 2", "set 3"]
    shown = relabel(Table("", heads, [(i, y[i], *(X[i] for X in Xs)) for i in range(4)]), notation)
    because = [(n, formula_symbol(sets[c][1], notation)) for n, c in enumerate(letters, start=1)]
    worked = (Table("", ["set", "because"], because),)
    return Question({"sets": Xs, "y": y}, asked, 0, 3, (shown,), worked, letters="ABC")


# ---- hypotheses and proofs ----

ORDERED = ("three lines", "falling distance", "mean of the mistakes", "any start")
BREAKABLE = ("start at 0", "updates on mistakes only", "separable")


def broken(random, which):
    """Return a run that lacks one hypothesis, by its name; or none of them."""
    X, y = points(random)
    if which == "separable":
        y = [random.choice((-1, 1)) for _ in y]
        need(not maximum_margin(X, y))
        return stopped_run(Dataset(X, y, ""), 4)
    trace = run_on(X, y, w0=point(random, 3) if which == "start at 0" else None)
    need(any(trace.w0) == (which == "start at 0") and trace.n_mistakes >= 3)
    if which == "updates on mistakes only":
        right = np.flatnonzero(trace.margins(2) > 0).tolist()
        rows = [*trace.mistakes[:2].tolist(), random.choice(right or [0])]
        trace = Trace(trace.X, trace.y, mistakes=rows, converged=False, w0=trace.w0)
    return trace


def hypothesis(random, notation):
    """Which hypothesis of the theorem a run does not meet."""
    which = random.choice((*BREAKABLE, "none"))
    trace = broken(random, which)
    found = maximum_margin(trace.X, trace.y)
    known = known_of(trace) | {"separable": (bool(found), "")}
    need(all(known[name][0] == (name != which) for name in BREAKABLE))
    rows = [(k, i, state(trace, k)[0]) for k, i in enumerate(trace.mistakes.tolist(), start=1)]
    updates = relabel(Table("", ["k", "i", "w after"], rows), notation)
    choices = (*BREAKABLE, "none")
    asked = {"choice": letter_of(which, choices)}
    given = {
        "updates": trace.mistakes.tolist(),
        "found": proof_of(found, trace.X.tolist(), trace.y.tolist()),
    }
    how = {"steps": trace.n_mistakes, "letters": letters_for(choices)}
    return of_run(trace, asked, notation, (updates,), **how, **given)


@functools.cache
def pieces_of(name):
    """Return a proof's pieces; those of one name are made once."""
    return Pieces(name)


@functools.cache
def false_sides(line):
    """Return names of lines whose right sides would make a line of the angle's proof false."""
    pieces = pieces_of("three lines")
    left, relation = pieces.proof[line].left.text, pieces.proof[line].relation
    sides = {other.right.text: other.name for other in pieces.lines}
    return [name for side, name in sides.items() if pieces.claim(left, relation, side)]


def breaks(random, notation):
    """Which line of the proof fails first, where a hypothesis is broken."""
    trace = broken(random, random.choice(BREAKABLE[:2]))
    proof = prove(trace, notation=notation)
    need(not proof.holds)
    lines = [proof[line.name] for line in pieces_of("three lines").lines]
    failing, k = proof.first_failure
    need(failing in lines)
    u = without_denominators(proof.separator.w)
    need(max(map(abs, u)) <= LARGEST)
    given = {"updates": ", ".join(map(str, trace.mistakes)), "u": u, "length": dot(u, u)}
    given |= {"margin": proof.separator.gamma_squared, "radius": int(trace.radius_squared)}
    shown = (options([line.formula() for line in lines]),)
    asked = {"line": letter_of(failing, lines), "k": k}
    worked, letters = (replace(proof.table(k), title=""),), letters_for(lines)
    return of_run(trace, asked, notation, shown, worked, k + 1, letters=letters, **given)


@functools.cache
def lines_and_refutations(name, notation):
    """Return a proof on its own run, its false lines, and what refutes each of them."""
    pieces = pieces_of(name)
    proof = PROOFS[name].prove(pieces.proof.trace, notation=notation)
    write = line_writer(notation, proof.quantities.eta)
    false = [make(proof.quantities, write) for make in PROOFS[name].false]
    letter = notation_of(notation)["mistakes"].text
    return proof, false, [_refuted(pieces.refutation(line), letter) for line in pieces.false]


def _refuted(refutation, letter):
    """Return where a line is false, in the letter of a notation for the number of mistakes."""
    claim = f"{refutation.left} {refutation.relation} {refutation.right}"
    said = f"{{letter}} = {{k}} on {refutation.where}: {{claim}} is false"
    return Phrase(said, letter=letter, k=refutation.k, claim=claim)


SQUARE = " By λ we mean ${radius}²/{margin}$."


def order(random, notation):
    """Put lines in order, each after the one that it rests on; one line beside them is false."""
    name = random.choice(ORDERED)
    proof, false, refuted = lines_and_refutations(name, notation)
    chain = [proof["conclusion"]]
    while chain[0].after:
        chain.insert(0, proof[random.choice(chain[0].after)])
    wrong = random.randrange(len(false))
    shuffled = random.sample([*chain, false[wrong]], len(chain) + 1)
    letters = [letter_of(line, shuffled) for line in chain]
    asked = {"false": letter_of(false[wrong], shuffled), "order": "".join(letters)}
    given = {"proof": name, "lines": [line.name for line in shuffled]}
    given |= {"title": PROOFS[name].title, "refuted": refuted[wrong]}
    given["where"] = SQUARE if any("λ" in str(line) for line in shuffled) else ""
    why = [(letter, line.why) for letter, line in zip(letters, chain, strict=True)]
    worked = (Table("", ["line", "because"], why),)
    shown = (options([line.formula() for line in shuffled]),)
    return Question(given, asked, 0, len(shuffled), shown, worked, letters=letters_for(shuffled))


def number_of_updates(fits):
    """Return how many different questions `update` has that fit."""
    numbers = [number for number in range(-LARGEST, LARGEST + 1) if number]
    data = itertools.product(numbers, numbers, numbers, numbers, (-1, 1))
    mistakes = (((a, b), (c, d), y) for a, b, c, d, y in data if y * (a * c + b * d) < 0)
    return sum(fits(update_of(*each)) for each in mistakes)


def number_of_orders(fits):
    """Return how many different questions `order` has that fit."""
    drawn = set()  # proof, names of the lines, and what refutes the false one
    for name in ORDERED:
        proof, false, refuted = lines_and_refutations(name, notation_of("course"))
        for chain in chains_to(proof["conclusion"], proof):
            for line, why in zip(false, refuted, strict=True):
                names = [line.name, *(true.name for true in chain)]
                drawn.add((name, tuple(sorted(names)), why))
    number = 0
    for _, names, _ in drawn:
        if fits(Question({}, {}, 0, len(names))):
            twins = math.prod(map(math.factorial, Counter(names).values()))
            number += math.factorial(len(names)) // twins
    return number


def chains_to(line, proof):
    """Yield the lines below a line and the line, each chain from the ground up."""
    if not line.after:
        yield [line]
    for below in line.after:
        for chain in chains_to(proof[below], proof):
            yield [*chain, line]


def complete(random, notation):
    """Complete a line of the proof, and put in the numbers of a run."""
    trace, k = run_on(*points(random)), random.choice((2, 3))
    need(trace.n_mistakes >= 3)
    proof = prove(trace, notation=notation)
    chosen = proof[random.choice(("update term", "norm"))]
    false = [proof[name].right for name in false_sides(chosen.name)]
    sides = random.sample([chosen.right, *random.sample(false, 3)], 4)
    at = chosen.k.tolist().index(k)
    asked = {"side": letter_of(chosen.right, sides)}
    asked |= {"left": int(chosen.lhs[at]), "right": int(chosen.rhs[at])}
    gap = replace(chosen, right=Symbol("…", r"\ldots")).formula()
    shown = Table("", ["line", "because"], [(gap, chosen.why)]), options(sides)
    letters = letters_for(sides)
    return of_run(trace, asked, notation, shown, letters=letters, line=chosen.name, k=k)


OF_RUNS = run, line, update, start, offset, averaged_line, tie, kernel, choose
OF_MARGINS = bound, certificate, separable
OF_PROOFS = hypothesis, breaks, order, complete
KINDS = {make.__name__: make for make in (*OF_RUNS, *OF_MARGINS, *OF_PROOFS)}
"""Name of a kind → the function that makes a question of it."""

SETS = {"basic": ("run", "line", "update", "bound", "order")}
"""Name of a set → its kinds. Those of "basic" need what 45 minutes without an offset can teach."""

COUNTS = {"order": number_of_orders, "update": number_of_updates}
"""Name of a kind with few data → the function that counts those for which another returns True."""
