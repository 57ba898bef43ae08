"""What checks the answers of lesson 01, the worked example."""

import numpy as np

from perceptron_core import worked_example
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    call_student,
    describe_mistakes,
    equation,
    format_call,
    run_in_order,
    run_perceptron,
    spelling,
    student_array,
)
from perceptron_lessons.tables import pluralize

DATA = worked_example()
CYCLIC = run_perceptron(DATA.X, DATA.y)
UPDATES = CYCLIC.n_mistakes


def check_mistake_test(is_mistake):
    # The weights of the run, and short ones: 0 is the limit, not some small number.
    for w in [*CYCLIC.weights, *(CYCLIC.weights / 1024)]:
        for x, y in zip(DATA.X, DATA.y.tolist(), strict=True):
            found = call_student(is_mistake, w, x, y)
            margin = y * (w @ x)
            expected = bool(margin <= 0)
            if not np.isscalar(found) or found != expected:
                raise WrongAnswer(
                    f"{format_call(is_mistake, w, x, y)} gave {spelling(found)}; expected "
                    f"{expected}, since y(w·x) {equation(margin)}"
                )


START = (-2, -1)


def check_hand_run(mistakes):
    listed = student_array(mistakes, "a list of sample numbers")
    trace = run_perceptron(DATA.X, DATA.y, w0=START)
    if listed.ndim != 1:
        raise WrongAnswer(f"expected a list of sample numbers; found {spelling(mistakes)}")
    if not np.isin(listed, range(len(DATA.X))).all():
        raise WrongAnswer(f"the samples are numbered 0, 1, 2, 3; found {spelling(mistakes)}")
    for k, true in enumerate(trace.mistakes):
        margins = trace.margins(k)
        state = f"after {pluralize(k, 'update')}, at w {equation(trace.weights[k])},"
        if k == len(listed):
            raise WrongAnswer(
                f"your run ends too early: {state} sample {true} has y(w·x) = {margins[true]}, "
                "which is still a mistake; the run ends after a pass with no mistake"
            )
        given = int(listed[k])
        if given != true and margins[given] > 0:
            raise WrongAnswer(
                f"{state} you take sample {given}; but its y(w·x) is {margins[given]}, no mistake"
            )
        if given != true:
            raise WrongAnswer(
                f"{state} you take sample {given}; but going on from where you were, sample "
                f"{true} comes first, and its y(w·x) = {margins[true]} is a mistake"
            )
    if len(listed) > trace.n_mistakes:
        raise WrongAnswer(
            f"your run goes on too long: at w {equation(trace.w)} the products y(w·x) are "
            f"{spelling(trace.margins(trace.n_mistakes))}, all positive"
        )


OFTEN = 10


def check_ten_times(X, y):
    trace = run_perceptron(X, y, max_mistakes=10_000)
    if len(trace.y) != 2:
        raise WrongAnswer(f"expected 2 samples; found {len(trace.y)}")
    if not trace.converged:
        raise WrongAnswer(
            f"on your data the run had not ended after {pluralize(trace.n_mistakes, 'mistake')}: "
            "does any line through the origin separate them?"
        )
    used = trace.mistakes.tolist().count(0)
    if used < OFTEN:
        raise WrongAnswer(
            f"your data make {describe_mistakes(trace)}: sample 0 is used {pluralize(used, 'time')}"
            f"; expected {OFTEN} or more"
        )


def check_three(choose):
    for trace in run_in_order(DATA.X, DATA.y, choose):
        if trace.n_mistakes > 3:
            raise WrongAnswer(
                f"with choose a run makes {describe_mistakes(trace)}; expected only 3"
            )


SAMPLE = (3, 4)


def third():
    trace = run_perceptron(DATA.X, DATA.y)
    ringed = [i for i, product in enumerate(trace.margins(3)) if product <= 0]
    values = {"before": trace.weights[2], "after": trace.weights[3], "ringed": ringed[0]}
    return len(ringed), {name: spelling(value) for name, value in values.items()}


def rise():
    p, q = SAMPLE
    return p**2 + q**2, {"squares": f"{p}² + {q}²"}


def worst_first():
    trace = run_perceptron(DATA.X, DATA.y, order="worst")
    return trace.n_mistakes, {"order": spelling(trace.mistakes)}
