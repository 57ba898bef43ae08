"""The explorers: a figure of the lessons with sliders, in one line of a notebook.

Each calls the figure function of the printed illustration, so that the two cannot disagree. The
sliders move in the browser; further choices, such as a seed, ask the kernel for new pictures.
However long a run or a data set, what is drawn is limited, and the description says so.

>>> explorer = step_player()
>>> explorer.k = 2
>>> print(explorer.description.text.splitlines()[0])
k = 2: w = (2, 2)
"""

from perceptron_core import bias_trap, padding_trap, planted, worked_example, xor
from perceptron_lessons import figures
from perceptron_lessons.figures.beyond import CYCLES, half_circles, overlap
from perceptron_lessons.figures.mixing import four_points
from perceptron_lessons.figures.runs import nothing_separates
from perceptron_lessons.theory.mixing import MIXINGS
from perceptron_lessons.theory.voting import stopped_run
from perceptron_lessons.widget.player import Player
from perceptron_lessons.widget.points import points_explorer  # noqa: F401 - it has no sliders

RUN_OR_CAP = ("with the run", "the cap alone")
VIEWS = {"as it is": "weights", "divided by √k R": "scaled"}


def step_player(trace=None, panel="weights"):
    """A run in the plane, update by update; the slider is k, the mistakes made so far.

    Parameters
    ----------
    trace : Trace, optional
        With 2 features; by default the run on the worked example.
    panel : {"weights", "table"}
        What stands beside the data.

    Returns
    -------
    Player
    """
    return Player(
        figures.steps(trace, panel),
        label="one run, step by step",
        prompt="Move k, or press Play: each step is one update with the boldly ringed mistake.",
    )


def margin_explorer(n_samples=(40, 10, 100), seed=(0, 1, 2, 3, 4)):
    """Data planted with margin γ: the mistakes made, against every bound that applies.

    Parameters
    ----------
    n_samples, seed : sequence of int
        What the reader may choose; the first is the default.

    Returns
    -------
    Player
        With the slider gamma.
    """
    return Player(
        figures.bound_against_margin,
        choices={"n_samples": n_samples, "seed": seed},
        label="mistakes and bounds by margin",
        prompt="Move the margin γ: mistakes and bounds fall as the band grows.",
    )


def margin_and_size_explorer(seed=(0, 1, 2, 3)):
    """Mistakes over the margin and the number of samples, of which the bound knows only one.

    Parameters
    ----------
    seed : sequence of int
        What the reader may choose; the first is the default.

    Returns
    -------
    Player
        With the slider order.
    """
    return Player(
        figures.margin_and_size,
        choices={"seed": seed},
        label="margin and number of samples",
        prompt="Choose an order: along which of its two sides does the table grow darker?",
    )


def learning_rate_explorer():
    """η and the start: from w0 = 0 the line and the mistakes stay; from elsewhere they do not.

    Returns
    -------
    Player
        With the sliders eta and start.
    """
    return Player(
        figures.learning_rate(),
        label="learning rate and start",
        prompt="Move η from end to end, from the start 0 and then from another one.",
        labels={"eta": "learning rate η", "start": "start w_0, times (−3, 1)"},
    )


def squeeze_explorer(trace=None, separator=None, source="iterations"):
    """The three quantities of the proof against their bounds; the slider is k.

    Parameters
    ----------
    trace, separator, source
        As for `perceptron_lessons.prove`.

    Returns
    -------
    Player
    """
    return Player(
        figures.squeeze(trace, separator, source).at(k=1),
        label="the squeeze",
        prompt="Move k: the run stays between its two bounds, and the room between them shrinks.",
    )


def orders_explorer(data=None, seed=(3, 0, 1, 2)):
    """The same data under each order, and the distribution over many random ones.

    Parameters
    ----------
    data : Dataset, optional
        By default planted samples, whose seed the reader may choose.
    seed : sequence of int

    Returns
    -------
    Player
        With the slider order.
    """
    prompt = "Choose an order: the number of mistakes changes, the bound does not."
    if data is not None:
        return Player(figures.orders(data), label="orders", prompt=prompt)
    return Player(
        lambda seed: figures.orders(planted(40, 2, margin=0.1, seed=seed)),
        choices={"seed": seed},
        label="orders",
        prompt=prompt,
    )


def pick_a_mistake(data=None):
    """Any mistake may be next: the reader clicks it in the picture, and may go back.

    Every situation to which choices lead is drawn, so that it needs no kernel.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin, few samples; by default the worked example.

    Returns
    -------
    Player
        With the slider situation, which choosing a mistake moves.

    Raises
    ------
    ValueError
        If choices lead to more than 400 situations.
    """
    return Player(
        figures.pick_a_mistake(data),
        label="pick a mistake",
        labels={"situation": "your choices"},
        prompt="Click a ringed sample, or tab to it and press Enter: it makes the next update.",
    )


def two_orders(data=None):
    """The same data in two orders side by side, on one clock.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default planted samples.

    Returns
    -------
    Player
        With the sliders orders and k.
    """
    return Player(
        figures.two_orders(data),
        label="two orders on one clock",
        labels={"k": "updates k"},
        prompt="Choose two orders and press Play: which run comes to rest first?",
    )


def two_dialects(data=None):
    """A run without an offset beside that of a dialect, on one clock.

    Parameters
    ----------
    data : Dataset, optional
        With 2 features, separable through the origin; by default the worked example.

    Returns
    -------
    Player
        With the sliders dialect and k.
    """
    return Player(
        figures.dialects(data),
        label="two dialects on one clock",
        labels={"k": "updates k"},
        prompt="Choose a dialect and press Play: from which update on are the lists different?",
    )


def bias_explorer():
    """The constant c that is appended to x: mistakes, margin and bound, from small to large c.

    Returns
    -------
    Player
        With the slider c; the data set is a choice.
    """
    sets = {
        "6 and 4 on a line": padding_trap,
        "120 and 80 on a line": bias_trap,
        "worked example": worked_example,
    }
    return Player(
        lambda data_set: figures.padding_constant(sets[data_set]()),
        choices={"data_set": tuple(sets)},
        label="the padding constant",
        prompt="Move c: where is the bound least, and where are the mistakes fewest?",
        labels={"c": "constant c", "data_set": "data set"},
    )


def broken_hypothesis_explorer():
    """One hypothesis of the theorem broken at a time: which line of the proof fails first.

    Returns
    -------
    Player
        With the slider hypothesis.
    """
    return Player(
        figures.broken_hypothesis(),
        label="a broken hypothesis",
        prompt="Choose what is broken: which line of the proof fails first, and at which k?",
        labels={"hypothesis": "broken hypothesis"},
    )


def disc_and_wall(trace=None):
    """Where the proof lets w be after k mistakes: in a disc and beyond a wall, until none is left.

    Parameters
    ----------
    trace : Trace, optional
        As for `figures.disc_and_wall`.

    Returns
    -------
    Player
        With the slider k; whether the run is in it, and whether it is divided by √k R, are
        choices.
    """
    return Player(
        lambda drawn, view: figures.disc_and_wall(trace, VIEWS[view], run=drawn == RUN_OR_CAP[0]),
        choices={"drawn": RUN_OR_CAP, "view": tuple(VIEWS)},
        label="disc and wall",
        prompt="Move k: the wall moves like k, the disc grows like √k. When is no cap left?",
        labels={"view": "weight space"},
    )


def one_update():
    """One update at angles from acute to obtuse: which line of the proof breaks.

    Returns
    -------
    Player
        With the slider angle.
    """
    return Player(
        figures.one_update(),
        label="one update, one triangle",
        prompt="Change the angle: at which angles does a line of the proof break?",
        labels={"angle": "degrees between w and z"},
    )


def mean_of_mistakes(trace=None):
    """The mean of the mistakes walking in the hull: to the margin, or to 0 if nothing separates.

    Parameters
    ----------
    trace : Trace, optional
        As for `figures.mean_of_mistakes`; by default the reader chooses.

    Returns
    -------
    Player
        With the slider k.
    """
    told = {
        "label": "the mean of the mistakes",
        "prompt": "Move k: where does the mean of the mistakes go, and how near to 0 can it come?",
    }
    if trace is not None:
        return Player(figures.mean_of_mistakes(trace), **told)
    sets = {"worked example": worked_example, "nothing separates": nothing_separates}

    def of_run_on(data_set):
        return figures.mean_of_mistakes(stopped_run(sets[data_set](), 30))

    choices, labels = {"data_set": tuple(sets)}, {"data_set": "data set"}
    return Player(of_run_on, choices=choices, labels=labels, **told)


def angle_explorer(trace=None, separator=None, source="iterations"):
    """The angle between u and w, and its cosine beside the curve of the proof; the slider is k.

    Parameters
    ----------
    trace, separator, source
        As for `perceptron_lessons.prove`.

    Returns
    -------
    Player
    """
    return Player(
        figures.angle(trace, separator, source).at(k=1),
        label="the angle",
        prompt="Move k: does the angle always shrink? What shrinks in any case?",
    )


def mixing_explorer():
    """Shards that run apart, and their mean: epoch by epoch, until it separates.

    Returns
    -------
    Player
        With the slider epoch; the data, the number of shards and the mixing are choices.
    """
    sets = {"four points": four_points, "24 points": lambda: planted(24, 2, margin=0.1, seed=5)}
    return Player(
        lambda data_set, shards, mixing: figures.parameter_mixing(
            sets[data_set](), shards, mixing
        ).at(epoch=1),
        choices={"data_set": tuple(sets), "shards": (2, 3, 4), "mixing": MIXINGS},
        label="shards and their mean",
        prompt="Move the epoch: is the mean among the w that separate after one? After how many?",
        labels={"data_set": "data set", "epoch": "epochs"},
    )


def cycling_explorer(trace=None):
    """A run that nothing can end: its weights stay bounded, and on integers go round.

    Parameters
    ----------
    trace : Trace, optional
        As for `figures.cycling`; by default the reader chooses among three data sets.

    Returns
    -------
    Player
        With the slider k.
    """
    told = {
        "label": "a run without an end",
        "prompt": "Press Play: how far from 0 does w get, and where has it been before?",
    }
    if trace is not None:
        return Player(figures.cycling(trace), **told)
    sets = {"three points": CYCLES, "XOR": xor(), "two Gaussians": overlap()}
    return Player(
        lambda data_set: figures.cycling(
            stopped_run(sets[data_set], 150 if "two" in data_set else 40)
        ),
        choices={"data_set": tuple(sets)},
        labels={"data_set": "data set"},
        **told,
    )


def lines_explorer(seed=(0, 1, 2, 3)):
    """Two Gaussians that overlap: which line of a run that cannot end is to be used?

    Parameters
    ----------
    seed : sequence of int
        What the reader may choose; the first is the default.

    Returns
    -------
    Player
        With the slider k.
    """
    return Player(
        figures.lines_of_a_run,
        choices={"seed": seed},
        label="three lines of one run",
        prompt="Press Play: which line jumps, and which one comes to rest?",
    )


def flipped_labels_explorer(seed=(0, 1, 2, 3)):
    """More and more labels flipped: the mistakes of one pass, against their bound.

    Parameters
    ----------
    seed : sequence of int
        What the reader may choose; the first is the default.

    Returns
    -------
    Player
        With the slider flipped.
    """
    return Player(
        figures.flipped_labels,
        choices={"seed": seed},
        label="flipped labels",
        labels={"flipped": "labels flipped"},
        prompt="Flip more labels: how do the mistakes grow, and how does the bound?",
    )


def kernel_explorer():
    """The decision line of a Gaussian kernel, bending as the mistakes come in.

    Returns
    -------
    Player
        With the sliders width and k; the data are a choice.
    """
    sets = {"half circles": half_circles, "XOR": xor}
    return Player(
        lambda data_set: figures.kernel_line(sets[data_set]()),
        choices={"data_set": tuple(sets)},
        label="a line that bends",
        labels={"data_set": "data set", "width": "width σ of the kernel"},
        prompt="Move k, then the width: how far can the line bend?",
    )


EXPLORERS = {
    "step player": step_player,
    "margin": margin_explorer,
    "margin and size": margin_and_size_explorer,
    "learning rate and start": learning_rate_explorer,
    "squeeze": squeeze_explorer,
    "angle": angle_explorer,
    "orders": orders_explorer,
    "pick a mistake": pick_a_mistake,
    "two orders": two_orders,
    "two dialects": two_dialects,
    "bias": bias_explorer,
    "broken hypothesis": broken_hypothesis_explorer,
    "disc and wall": disc_and_wall,
    "one update": one_update,
    "mean of the mistakes": mean_of_mistakes,
    "parameter mixing": mixing_explorer,
    "a run without an end": cycling_explorer,
    "three lines of one run": lines_explorer,
    "flipped labels": flipped_labels_explorer,
    "a line that bends": kernel_explorer,
}
"""Name of an explorer → a function that makes it, needing no arguments."""
