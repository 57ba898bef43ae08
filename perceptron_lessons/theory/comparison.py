"""Which line of a run is best on samples that it has not seen: last, pocket, averaged, voted.

All four come from the same run. Beside them stand three learners of scikit-learn, on the same
samples.
"""

from typing import NamedTuple

import numpy as np

from perceptron_core import Dataset, online, planted
from perceptron_core.checks import (
    as_count,
    as_generator,
    as_number,
    check_type,
    in_words,
    malformed,
)
from perceptron_lessons.tables import Table
from perceptron_lessons.theory.voting import (
    averaged,
    line_after,
    pocket,
    signs_of,
    stopped_run,
    survival,
    voted,
)

OF_A_RUN = ("last", "pocket", "averaged", "voted")
OF_SCIKIT_LEARN = ("Perceptron", "averaged SGD", "LinearSVC")


def noisy_planted(n_samples=300, flipped=0.1, seed=0):
    """Return samples planted about a line in 10 dimensions, a share of their labels flipped."""
    if not 0 <= as_number("flipped", flipped) <= 1:
        raise malformed("flipped", "be in [0, 1]", in_words(flipped))
    data = planted(n_samples, 10, margin=0.1, seed=seed)
    wrong = as_generator(seed).random(n_samples) < flipped
    return _in_sixteenths(data.X * 16, data.y * np.where(wrong, -1, 1), "planted, noisy")


def breast_cancer():
    """Return the tumours of Wisconsin, benign +1: 30 features, each of mean 0 and spread 1.

    The copy bundled with scikit-learn is used; nothing is downloaded.
    """
    from sklearn.datasets import load_breast_cancer

    X, label = load_breast_cancer(return_X_y=True)
    return _in_sixteenths((X - X.mean(axis=0)) / X.std(axis=0), 2 * label - 1, "breast cancer")


def two_digits(positive=8, negative=3):
    """Return two of the ten handwritten digits of scikit-learn's copy: 64 greys from 0 to 1."""
    from sklearn.datasets import load_digits

    X, digit = load_digits(return_X_y=True)
    is_either = np.isin(digit, (positive, negative))
    y = np.where(digit[is_either] == positive, 1, -1)
    return _in_sixteenths(X[is_either] / 16, y, f"digits {positive} and {negative}")


def _in_sixteenths(X, y, name):
    """Return the data rounded: short numbers are exact in floats, and quick in fractions."""
    return Dataset(np.round(X * 16) / 16, y, name)


class HeldOut(NamedTuple):
    """Errors on samples that were held out, one a split, as shares.

    Attributes
    ----------
    name : str
        Of the data.
    errors : dict of str to ndarray, shape (splits,)
        By method: those of `OF_A_RUN` and `OF_SCIKIT_LEARN`.
    forecast : ndarray, shape (splits,)
        k/m: the mistakes of one pass over the m samples that were not held out.
    stopped : ndarray, shape (splits,)
        What it forecasts: the error of that pass, stopped after 0 to m − 1 samples, at random.
    voted_once : ndarray, shape (splits,)
        The error of the vote of that pass.
    """

    name: str
    errors: dict
    forecast: np.ndarray
    stopped: np.ndarray
    voted_once: np.ndarray


def held_out(data, splits=20, share=0.3, max_mistakes=300, seed=0):
    """Split data at random, learn on one part, and count the errors on the other; again and again.

    Parameters
    ----------
    data : Dataset
    splits : int
    share : float
        Of the samples, those that are held out.
    max_mistakes : int
        Where a run is stopped. Offsets are weights of an appended 1.
    seed : int

    Returns
    -------
    HeldOut
    """
    check_type("data", data, Dataset, "be a Dataset, samples with their labels")
    if not 0 < as_number("share", share) < 1:
        raise malformed("share", "be in (0, 1)", in_words(share))
    splits = as_count("splits", splits, 1)
    rng = as_generator(seed)
    n_held = round(share * len(data.X))
    errors = {name: [] for name in (*OF_A_RUN, *OF_SCIKIT_LEARN)}
    one_pass = []
    for _ in range(splits):
        held, seen = np.split(rng.permutation(len(data.X)), [n_held])
        X = data.X[seen]
        y = data.y[seen]
        for name, learner in (_of_a_run(X, y, max_mistakes) | _of_scikit_learn(X, y)).items():
            errors[name].append(np.mean(learner.predict(data.X[held]) != data.y[held]))
        once = online(zip(X, y, strict=True), bias="one", zero="mistake")
        forecast = once.n_mistakes / len(X)
        voted_once = np.mean(voted(once).predict(data.X[held]) != data.y[held])
        stopped = stopped_at_random(once, data.X[held], data.y[held])
        one_pass.append((forecast, stopped, voted_once))
    errors = {name: np.array(found) for name, found in errors.items()}
    return HeldOut(data.name, errors, *np.transpose(one_pass))


def _of_a_run(X, y, max_mistakes):
    trace = stopped_run(Dataset(X, y, "seen"), max_mistakes, bias="one")
    last = line_after(trace, trace.n_mistakes)
    return dict(zip(OF_A_RUN, (last, pocket(trace), averaged(trace), voted(trace)), strict=True))


def _of_scikit_learn(X, y):
    from sklearn.linear_model import Perceptron, SGDClassifier
    from sklearn.svm import LinearSVC

    step = {"learning_rate": "constant", "eta0": 1, "penalty": None}
    sgd = SGDClassifier("perceptron", average=True, random_state=0, **step)
    learners = Perceptron(random_state=0), sgd, LinearSVC(random_state=0)
    return dict(zip(OF_SCIKIT_LEARN, (each.fit(X, y) for each in learners), strict=True))


def stopped_at_random(trace, X, y):
    """Return the mean error of the lines of one pass, each as often as it would be stopped at.

    Stopped after 0, 1, … or m − 1 of m samples, each line comes as often as it stood. On the line
    is an error, as in the run.
    """
    times = survival(trace)
    wrong = [np.mean(signs != y) for signs in signs_of(trace, X)]
    return float(times @ wrong / times.sum())


def compared(results):
    """Return mean and spread of every method's errors, in per cent, as a table.

    Parameters
    ----------
    results : sequence of HeldOut

    Returns
    -------
    Table
        A row a method; "8.2 ± 3.1" is the mean over the splits and their standard deviation.
    """
    rows = [
        (name, *(_spread(found.errors[name]) for found in results))
        for name in (*OF_A_RUN, *OF_SCIKIT_LEARN)
    ]
    title = f"errors on held-out examples, in %, over {len(results[0].forecast)} splits"
    return Table(title, ("", *(found.name for found in results)), rows)


def forecasts(results):
    """Return k/m beside the error that it forecasts, as `compared` does."""
    rows = [
        (found.name, *map(_spread, (found.forecast, found.stopped, found.voted_once)))
        for found in results
    ]
    columns = ("", "forecast k/m", "stopped at random", "voted")
    return Table("one pass: errors in %, forecast and measured", columns, rows)


def _spread(shares):
    return f"{100 * shares.mean():.1f} ± {100 * shares.std():.1f}"
