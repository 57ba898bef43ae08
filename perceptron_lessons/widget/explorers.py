"""The explorers: a figure of the lessons with sliders, in one line of a notebook.

Each calls the figure function of the printed illustration, so that the two cannot disagree. The
sliders move in the browser; further choices, such as a seed, ask the kernel for new pictures.
However long a run or a data set, what is drawn is limited, and the description says so.

>>> explorer = mean_of_mistakes()
>>> explorer.k = 2
>>> print(explorer.description.text.splitlines()[0])
k = 2: the mean of the mistakes is w/k = (1, 1)
"""

import functools
import inspect

from perceptron_core import bias_trap, padding_trap, planted, xor
from perceptron_lessons import figures
from perceptron_lessons.figures.beyond import half_circles, overlap
from perceptron_lessons.figures.cycling import CYCLES
from perceptron_lessons.figures.display import example_of_session
from perceptron_lessons.figures.mixing import four_points
from perceptron_lessons.theory.mixing import MIXINGS
from perceptron_lessons.theory.nearly import nothing_separates
from perceptron_lessons.theory.step_sizes import STEPS
from perceptron_lessons.theory.voting import stopped_run
from perceptron_lessons.widget.player import Player

EXPLORERS = {}
"""Label of an explorer → a function that makes it, needing no arguments."""

OF_SAMPLES = ("data_set", "seed")
"""Choices of samples, which are not offered where samples or a run on them are given."""

CHOSEN = "Here the reader chooses these, of which you may give sequences"


def explorer(label, prompt, start=None, labels=None, **choices):
    """Make a function that draws a figure return a `Player` of it.

    Parameters
    ----------
    label : str
        Name of the whole for a screen reader, and in `EXPLORERS`.
    prompt : str
        One line above the sliders that says what to do.
    start : dict, optional
        Values of sliders to begin at.
    labels : dict of str to str, optional
        Visible names of sliders and choices.
    **choices
        What the reader may choose for arguments of the function, the first being the default:
        values, or a dict of words to values. Who calls the explorer may offer others of these.

    Returns
    -------
    callable
        A decorator.
    """

    def register(draw):
        signature = inspect.signature(draw)
        signature = signature.replace(
            parameters=[
                each.replace(default=tuple(choices.get(name, ())) or each.default)
                for name, each in signature.parameters.items()
            ]
        )

        @functools.wraps(draw)
        def make(*args, **kwargs):
            given = signature.bind(*args, **kwargs).arguments
            fixed = {name: value for name, value in given.items() if name not in choices}
            offered = {name: given.get(name, values) for name, values in choices.items()}
            if fixed.get("data") is not None or fixed.get("trace") is not None:
                offered = {name: offered[name] for name in offered if name not in OF_SAMPLES}

            def picture(**chosen):
                for name, value in chosen.items():
                    if isinstance(choices[name], dict):
                        chosen[name] = choices[name][value]
                return draw(**fixed, **chosen).at(**(start or {}))

            return Player(picture, choices=offered, label=label, labels=labels, prompt=prompt)

        make.__module__ = __name__
        make.__signature__ = signature
        doc, _, _ = inspect.getdoc(draw).partition("\n\nExamples\n")
        make.__doc__ = doc.replace("\nInteractiveFigure\n", "\nPlayer\n")
        if choices:
            make.__doc__ += f"\n\n{CHOSEN}: {', '.join(choices)}."
        EXPLORERS[label] = make
        return make

    return register


margin_explorer = explorer(
    "mistakes and bounds by margin",
    "Move the margin γ: mistakes and bounds fall as the band grows.",
    n_samples=(40, 10, 100),
    seed=(0, 1, 2, 3, 4),
)(figures.bound_against_margin)

learning_rate_explorer = explorer(
    "learning rate and start",
    "Move η from end to end, from the start 0 and then from another one.",
    labels={"start": "start w_0, times (−3, 1)"},
)(figures.learning_rate)

two_dialects = explorer(
    "two dialects on one clock",
    "Choose a dialect and press Play: from which update on are the lists different?",
    labels={"k": "updates k"},
)(figures.dialects)

broken_hypothesis_explorer = explorer(
    "a broken hypothesis",
    "Pull out a hypothesis, then press Play: which domino falls first, and at which k?",
    start={"hypothesis": "not separable", "k": 11},
    labels={"hypothesis": "pulled out"},
)(figures.broken_hypothesis)

nearest_point_explorer = explorer(
    "the nearest point of the hull",
    "Walk along the edge: where is q shortest, and where does the line lie then?",
    labels={"share": "fraction of the way"},
)(figures.nearest_point)

iris_explorer = explorer(
    "irises",
    "Press Play: four mistakes, four jumps. Then place the empty petal: is it a setosa?",
    start={"k": 4},
    labels={"length": "length of the empty petal", "width": "width of the empty petal"},
)(figures.iris)

lines_explorer = explorer(
    "three lines of one run",
    "Press Play: which line jumps, and which one hardly moves?",
    seed=(0, 1, 2, 3),
)(figures.lines_of_a_run)

flipped_labels_explorer = explorer(
    "flipped labels",
    "Flip more labels: how do the mistakes grow, and how does the bound?",
    labels={"flipped": "labels flipped"},
    seed=(0, 1, 2, 3),
)(figures.flipped_labels)

wider_gap_explorer = explorer(
    "a threshold and its gap",
    "Move τ: how wide does the gap become, and does it ever become thinner?",
    labels={"tau": "threshold τ"},
)(figures.wider_gap)

minover_explorer = explorer(
    "MinOver",
    "Press Play: the widest gap is caught between two curves; how fast do they close?",
    start={"k": 6},
    labels={"k": "samples added k"},
)(figures.minover_walk)

turning_arrow_explorer = explorer(
    "labellings that a line can be right about",
    "Turn the arrow once round: how many different rows of signs does it meet?",
    labels={"turn": "sector"},
)(figures.turning_arrow)

capacity_explorer = explorer(
    "how often a line separates",
    "Move d: the curve turns round one of its points; which one?",
    start={"d": 20},
    labels={"d": "dimensions d"},
)(figures.capacity)

promise_explorer = explorer(
    "what a pass promises",
    "Move m: how far does the vote stay below what is promised to it?",
    start={"m": 8},
    labels={"m": "samples seen m"},
)(figures.promise)


@explorer(
    "orders",
    "Choose an order: the number of mistakes changes, the bound does not.",
    seed=(3, 0, 1, 2),
)
def orders_explorer(data=None, seed=None):
    """The same data under each order, and the distribution over many random ones.

    Without `data` they are planted samples, whose seed the reader may choose.
    """
    return figures.orders(data or planted(40, 2, margin=0.1, seed=seed))


@explorer(
    "the height of the padding",
    "Move the height: where is the bound least, and where are the mistakes fewest?",
    labels={"c": "height c", "data_set": "data set"},
    data_set={
        "6 and 4 on a line": padding_trap,
        "120 and 80 on a line": bias_trap,
        "worked example": example_of_session,
    },
)
def bias_explorer(data_set):
    """The height c that is appended to x: mistakes, room and bound, from small to large c."""
    return figures.padding_constant(data_set())


@explorer(
    "the mean of the mistakes",
    "Move k: where does the mean of the mistakes go, and how near to 0 can it come?",
    labels={"data_set": "data set"},
    data_set={"worked example": example_of_session, "nothing separates": nothing_separates},
)
def mean_of_mistakes(trace=None, data_set=None):
    """The mean of the mistakes walking in the hull: to the margin, or to 0 if nothing separates.

    Without a `trace`, which is as for `figures.mean_of_mistakes`, the reader chooses the run.
    """
    return figures.mean_of_mistakes(trace or stopped_run(data_set(), 30))


@explorer(
    "shards and their mean",
    "Move the epoch: is the mean among the w that separate after one? After how many?",
    start={"epoch": 1},
    labels={"data_set": "data set", "epoch": "epochs"},
    data_set={"four points": four_points, "24 points": lambda: planted(24, 2, 0.1, seed=5)},
    shards=(2, 3, 4),
    mixing=MIXINGS,
)
def mixing_explorer(data_set, shards, mixing):
    """Shards that run apart, and their mean: epoch by epoch, until it separates."""
    return figures.parameter_mixing(data_set(), shards, mixing)


@explorer(
    "a run without an end",
    "Press Play: how far from 0 does w get, and where has it been before?",
    labels={"data_set": "data set"},
    data_set={"three points": (CYCLES, 40), "XOR": (xor(), 40), "two Gaussians": (overlap(), 150)},
)
def cycling_explorer(trace=None, data_set=None):
    """A run that nothing can end: its weights stay bounded, and on integers it repeats itself.

    Without a `trace` the reader chooses among three data sets.
    """
    return figures.cycling(trace or stopped_run(*data_set))


@explorer(
    "a region that no mistake leads out of",
    "Move k, then choose another order: does w ever leave the region?",
    order={"the way farthest out": "farthest", "in turn": "cyclic", "worst first": "worst"},
)
def region_explorer(data=None, order=None):
    """All that any order of mistakes can do to w, in the region that none leads out of."""
    return figures.bounded_region(data, order)


@explorer(
    "steps that change",
    "Move k, then choose other steps: which of them reach the shaded part?",
    steps=tuple(STEPS)[2:] + tuple(STEPS)[:2],
)
def steps_explorer(data=None, steps=None):
    """A run whose steps shrink, or grow, and what the steps so far are worth."""
    return figures.changing_steps(data, steps)


@explorer(
    "a line that bends",
    "Move k, then the width: how far can the line bend?",
    labels={"data_set": "data set", "width": "width σ of the kernel"},
    data_set={"half circles": half_circles, "XOR": xor},
)
def kernel_explorer(data_set):
    """The decision line of a Gaussian kernel, bending as the mistakes come in."""
    return figures.kernel_line(data_set())


# Each is called what it is called here, not what the figure function is called.
for _name, _explorer in list(globals().items()):
    if _explorer in EXPLORERS.values():
        _explorer.__name__ = _explorer.__qualname__ = _name
