"""What checks the answers of lesson 05, online mistakes."""

import numpy as np

from perceptron_core import online, planted, worked_example
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    equation,
    spelling,
    student_array,
)
from perceptron_lessons.tables import pluralize
from perceptron_lessons.theory.adversary import always_wrong
from perceptron_lessons.theory.separators import maximum_margin

DATA = worked_example()


def g(w, x):
    return 1 if w @ x >= 0 else -1


BY_HAND = ((-2, -1), (0, 1), (-1, -3), (2, 2))
STREAM_BY_HAND = ", ".join(map(spelling, BY_HAND))


def check_labels(labels):
    listed = student_array(labels, "a list of labels, −1 or +1", (len(BY_HAND),))
    if not np.isin(listed, (-1, 1)).all():
        raise WrongAnswer(f"a label is −1 or +1; found {spelling(labels)}")
    w = np.zeros(2, dtype=int)
    for k, (x, label) in enumerate(zip(np.array(BY_HAND), listed.astype(int), strict=True)):
        answer = g(w, x)
        if answer == label:
            raise WrongAnswer(
                f"after {pluralize(k, 'update')} w {equation(w)}, so for {spelling(x)} w·x "
                f"{equation(w @ x)} and the answer is {answer:+d}; with your label it is right"
            )
        w = w + label * x


def check_loop(online_mistakes):
    random = planted(30, 3, margin=0.1, seed=5)
    for X, y in ((DATA.X, DATA.y), (-DATA.X, -DATA.y), (random.X, random.y)):
        pairs = [(x, int(label)) for x, label in zip(X, y, strict=True)]
        trace = online(pairs)
        true = trace.times
        found = call_student(online_mistakes, (pair for pair in pairs))
        times = student_array(found, "a list of times")
        if times.ndim != 1:
            raise WrongAnswer(f"expected a list of times; found {spelling(found)}")
        if times.shape == true.shape and (times == true).all():
            continue
        raise WrongAnswer(
            f"along a stream that begins with {', '.join(map(spelling, pairs[:4]))} your function "
            f"{_first_difference(times.tolist(), trace, pairs)}"
        )


def _first_difference(times, trace, pairs):
    """Return where a list of times first differs from the mistakes along a stream, and why."""
    true = trace.times.tolist()
    odd = [t for t in times if t not in range(len(pairs))]
    if odd:
        return f"gave the time {spelling(odd[0])}; the times are 0, …, {len(pairs) - 1}"
    if sorted(times) == true:
        return f"gave the right times in another order: {spelling(times[:4])} …"
    if set(times) == set(true):
        return "gave a time more than once"
    first = int(min(set(times) ^ set(true)))
    k = int(trace.mistakes_by_time[first])
    w, (x, label) = trace.weights[k], pairs[first]
    verdict = "a mistake that your list lacks" if first in true else "no mistake, but in your list"
    return (
        f"is right up to time {first}. There, after {pluralize(k, 'update')}, "
        f"w·x {equation(w @ x)}, so the prediction is {g(w, x):+d} "
        f"and the label {label:+d}: {verdict}"
    )


def keeps_nearest(pairs, x):
    """Answer as the nearest sample so far was labelled, and +1 before the first."""
    if not pairs:
        return 1
    return min(pairs, key=lambda pair: np.linalg.norm(pair[0] - np.asarray(x)))[1]


def by_perceptron(pairs, x):
    return g(online(pairs).w if pairs else np.zeros(len(x)), np.asarray(x))


LEARNERS = {
    "the perceptron": by_perceptron,
    "a learner that always says −1": lambda pairs, x: -1,
    "a learner that answers as the nearest sample was labelled": keeps_nearest,
    "a learner that says +1 and −1 in turn": lambda pairs, x: (-1) ** len(pairs),
}


def check_force(force):
    for m in (1, 4, 9):
        for name, learner in LEARNERS.items():
            called = f"against {name} force(learner, {m})"
            pairs = call_student(force, learner, m, take=1000)
            try:
                trace = online(pairs)
            except ValueError as error:
                raise WrongAnswer(f"{called} gave no pairs (x, y): {error}") from None
            if len(pairs) != m:
                raise WrongAnswer(f"{called} gave {pluralize(len(pairs), 'pair')}; expected {m}")
            X = np.array([x for x, _ in pairs], dtype=float)
            y = np.array([label for _, label in pairs])
            before = [(x, int(label)) for x, label in zip(X, y, strict=True)]
            for t, x in enumerate(X):
                if learner(before[:t], x) == y[t]:
                    raise WrongAnswer(f"{called}: its answer for pair {t}, {spelling(x)}, is right")
            best = maximum_margin(X, y)
            if not best or trace.radius_squared > m * best.gamma_squared * (1 + 1e-9):
                raise WrongAnswer(
                    f"{called} gave {spelling(pairs[:4])}: D²/γ² is more than {m}"
                    if best
                    else f"nothing separates the samples of {called}: {best}"
                )


STREAM = planted(150, 2, margin=0.06, seed=49)
SEEN = len(STREAM.X)


def second_round():
    once, twice, often = (
        online(list(zip(STREAM.X, STREAM.y, strict=True)) * rounds).n_mistakes
        for rounds in (1, 2, 20)
    )
    return twice - once, {"twice": twice, "often": often}


def widest_margin(X, y, x):
    return 1 if len(y) and maximum_margin(X, y).w @ x > 0 else -1


def no_learner():
    found = always_wrong(widest_margin, 9)
    best = maximum_margin(found.X, found.y)
    right = found.y * (found.X @ best.w) > 0
    return int(right.sum()), {"gamma_squared": best.gamma_squared}
