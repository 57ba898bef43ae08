"""What checks the answers of lesson 10, data beyond one machine."""

from fractions import Fraction

import numpy as np

from perceptron_core import planted
from perceptron_core.checks import as_samples
from perceptron_core.exact import as_fractions, largest_square
from perceptron_lessons.exercises.checking import (
    WrongAnswer,
    compare_with,
    describe_mistakes,
    equation,
    rename_words,
    run_perceptron,
    spelling,
)
from perceptron_lessons.theory.mixing import mixed_perceptron
from perceptron_lessons.theory.separators import maximum_margin


def mean_by_mistakes(ends, mistakes):
    shares = mistakes / mistakes.sum() if mistakes.any() else np.full(len(ends), 1 / len(ends))
    return shares @ ends


def note_on_mean(found, expected, ends, mistakes):
    if not mistakes.any():
        return "no shard made a mistake, so that all ends are the same"
    if np.allclose(found, ends.mean(axis=0)):
        return "these are equal shares; a shard without a mistake has the share 0"
    return "the shares are mistakes / mistakes.sum()"


def check_mix(mix):
    cases = [
        ([[3, 0], [0, 4]], [1, 3]),
        ([[-1, 3], [-4, -1]], [1, 2]),
        ([[2, 2], [5, 0], [0, 1]], [2, 0, 2]),
        ([[1, 2, 3]], [7]),
        ([[2, 1], [2, 1]], [0, 0]),
    ]
    cases = [(np.array(ends, float), np.array(mistakes)) for ends, mistakes in cases]
    compare_with(mix, mean_by_mistakes, cases, "a list of weights", note_on_mean)


def ends_of(first, second):
    """Return the samples of two shards, and the trace of each one's run alone."""
    shards = []
    runs = []
    for name, given in (("my_first", first), ("my_second", second)):
        try:
            Z = as_samples(given)
        except ValueError as error:
            raise WrongAnswer(rename_words(str(error), {"X": name})) from None
        run = run_perceptron(Z, [1] * len(Z), max_mistakes=10_000)
        if not run.converged:
            raise WrongAnswer(f"{name} alone: nothing separates it, {describe_mistakes(run)}")
        shards.append(Z)
        runs.append(run)
    if len({Z.shape[1] for Z in shards}) > 1:
        found = " and ".join(str(Z.shape[1]) for Z in shards)
        raise WrongAnswer(f"the shards have {found} features; expected the same number")
    Z = np.vstack(shards)
    if not (found := maximum_margin(Z, [1] * len(Z))):
        terms = [f"{spelling(a)}·{spelling(z)}" for a, z in zip(found.weights, Z, strict=True) if a]
        raise WrongAnswer(
            f"no w separates both shards together, since {' + '.join(terms)} = 0; expected shards "
            "that one w separates"
        )
    return shards, runs


def check_once(first, second):
    (_, second), runs = ends_of(first, second)
    mean = sum(as_fractions(run.w) for run in runs) / Fraction(2)
    for i, margin in enumerate(as_fractions(second) @ mean):
        if margin > 0:
            raise WrongAnswer(
                f"the ends are {spelling(runs[0].w)} and {spelling(runs[1].w)}; their mean "
                f"{spelling(mean.astype(float))} is right about sample {i} of my_second, "
                f"{spelling(second[i])}: their product is {spelling(float(margin))}"
            )


def check_added(first, second):
    shards, _ = ends_of(first, second)
    found = mixed_perceptron([(Z, [1] * len(Z)) for Z in shards], exact=True, max_epochs=1)
    counts = [len(rows) for rows in found.mistakes[0]]
    ends = [Z[rows].sum(axis=0) for Z, rows in zip(shards, found.mistakes[0], strict=True)]
    total = as_fractions(ends[0]) + as_fractions(ends[1])
    square = total @ total
    radius_squared = largest_square(np.vstack(shards))
    if square <= radius_squared * sum(counts):
        raise WrongAnswer(
            f"the epoch ends at {spelling(ends[0])} and {spelling(ends[1])} with {sum(counts)} "
            f"mistakes; their sum has ‖w‖² {equation(float(square))}, not above R²·{sum(counts)} "
            f"{equation(float(radius_squared * sum(counts)))}"
        )


def copies():
    """Epochs of four shards that hold the same samples, all of them."""
    data = planted(40, 2, margin=0.1, seed=2)
    four = mixed_perceptron([(data.X, data.y)] * 4)
    return four.n_epochs, {}
