"""The printed picture of a stage: what it shows and says, drawn by the figures."""

import functools
from dataclasses import replace

from perceptron_lessons import figures
from perceptron_lessons.figures.data_space import CHOOSE
from perceptron_lessons.figures.proof_plane import LINES
from perceptron_lessons.stage.boards import GIVEN, checked_k, run_of_board

ALL = 100_001  # states of a figure, if it needs them to have the one that is asked for


def still_of(board, points, k, options, lines):
    """Return the figure that shows in print what a stage shows.

    Parameters
    ----------
    board : dict
    points : list of [x1, x2, label]
    k : int or None
        After how many mistakes; None is the end of the run.
    options : dict
        Those of the stage: its ``proof`` and ``space``.
    lines : sequence of str or None
        What is said and drawn; None is all that the view has.

    Returns
    -------
    InteractiveFigure
    """
    view = board["view"] if options["proof"] else ""
    k = checked_k(k, board, points, view)
    run, is_free = run_of_board(board, points), board.get("isFree")
    if not (is_free or run.converged):
        run = replace(run, mistakes=run.mistakes[:k])
    u = {}
    if board.get("u"):
        *w, b = board["u"]
        u = {"separator": (w, b if run.bias != "none" else 0)}
    is_chosen = not (is_free or isinstance(board.get("order", ""), str) or board.get("whose"))
    steps = functools.partial(figures.steps, chosen=is_chosen)
    task = CHOOSE if is_chosen else ""
    if options.get("challenge"):
        task = GIVEN["challenges"][options["challenge"]]["task"]
    if options["space"] == "data" or options.get("challenge"):
        asked = {name: name in (lines or ()) for name in ("products", "margin")}
        kinds = [functools.partial(figures.moment, task=task, **asked)]
    elif k is None and options["space"] == "" and not (is_free or u or options.get("lines")):
        kinds = [figures.worked_example]
    elif view:
        kinds = [functools.partial(kind, **u) for kind in _kinds(view, lines)]
    else:
        kinds = []
    return _first_that_can([*kinds, steps], run, run.n_mistakes if k is None else k)


def _first_that_can(kinds, run, k):
    """Return the picture of the first kind that draws such a run; the last one draws any."""
    *most, last = kinds
    for kind in most:
        try:
            return _at(kind, run, k)
        except ValueError:  # it is for other runs: with a separator, from 0, without an offset
            continue
    return _at(last, run, k)


def _at(kind, run, k):
    """Draw a run after exactly k mistakes, where the figure has such a state."""
    picture = kind(run)
    ks = picture.values.get("k", ())
    if not ks:
        return picture
    if ks[0] < k < ks[-1] and k not in ks:
        picture = kind(run, limit=ALL)
    return picture.at(k=k)


def _kinds(view, lines):
    """Return the figures that can show a view of the proof in print, the best first."""
    plane = figures.disc_and_wall
    of_proof = [name for name in LINES if lines is None or name in lines]
    if view == "race":
        return [figures.race, functools.partial(plane, view="scaled")]
    if view == "squares":
        return [_squares]
    if view == "angle":
        return [figures.angle]
    if view == "region":
        return [_region]
    if view == "walk":
        return [figures.falling_distance]
    if view == "three lines":
        lit = of_proof if lines is not None and of_proof else None
        return [functools.partial(plane, lit=lit)]
    if not of_proof:
        return [figures.compass] if not lines or "folded" in lines else []
    is_one = of_proof in (["progress"], ["length"])
    return [functools.partial(plane, lines=of_proof if is_one else LINES)]


def _region(run, separator=None, **settings):
    """Draw the region that no mistake leads out of, which needs no u."""
    return figures.bounded_region(run, "given", **settings)


def _squares(run, separator=None, **settings):
    """Draw the squares of an update, which need no u."""
    return figures.squares(run, **settings)
