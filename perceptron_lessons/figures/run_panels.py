"""What stands beside the samples of a run: its weight space."""

import numpy as np

from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import line_ends
from perceptron_lessons.figures.labels import FEW, name_samples
from perceptron_lessons.figures.panels import BARE, DataPanel, axes_corners, curve
from perceptron_lessons.figures.runs import has_offset
from perceptron_lessons.theory.transforms import fold_labels

WALL = {"color": style.DARK, "linewidth": 1.0, "linestyle": "-"}
PATH = {"color": style.WEIGHT["color"], "linewidth": 1.0, "marker": "o", "markersize": 3.5}


class WeightPanel:
    """The path of w so far, w itself, and the next update, drawn into given axes.

    Each sample is a line here: the w with y(w·x + b) = 0, for the b of the moment. An update
    moves w at a right angle to the line of the sample that was the mistake. A line that stands
    still bears the number of its sample.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    trace : Trace
    words : Wording
    """

    def __init__(self, axes, trace, words):
        self.trace = trace
        self.W = trace.weights.astype(float)
        self.Z = fold_labels(trace.X, trace.y).astype(float)
        offset = has_offset(trace)
        title = words("weight space, at the present $b$" if offset else "weight space")
        self.plane = DataPanel(axes, words, self.W, title=title, **BARE)
        self.cone = None if offset else self.plane.cone(self.Z, label=words("{w} that separate"))
        product = "${w}·{sample} + b = 0$, " if offset else "${w}·{sample} = 0$, "
        self.walls = None
        self.numbers = []
        if trace.n_samples <= FEW:
            # Without an offset they stand still, and each bears the number of its sample.
            label = {"label": words(product + "each sample")} if offset else {}
            self.walls = curve(axes, look=style.FAINT, zorder=1, **label)
            self._stand_walls(float(trace.b0))
            self.numbers = [] if offset else self._number_walls()
        self.wall = self.plane.line(look=WALL, label=words(product + "next mistake"))
        self.path = curve(axes, look=PATH, label=words("path of {w}"), zorder=3)
        self.now = self.plane.arrow()
        self.step = self.plane.arrow(look=style.UPDATE)
        self.changing = [self.wall, self.path, self.now, self.step]
        if offset and self.walls:
            self.changing.append(self.walls)
        self.named = [self.path, *([self.cone] if self.cone else [])]

    def _ends_of_walls(self, b):
        """Where each sample's line crosses the frame, for the offset b: (xs, ys) of its ends."""
        box = axes_corners(self.plane.axes)
        return [line_ends(*box, z, y * b) for z, y in zip(self.Z, self.trace.y, strict=True)]

    def _stand_walls(self, b):
        """Put the line of every sample where it is for the offset b."""
        ends = self._ends_of_walls(b)
        self.walls.set_data(*([v for pair in ends for v in (*pair[i], np.nan)] for i in (0, 1)))

    def _number_walls(self):
        """Write the number of its sample at the end of each line that has more room."""
        ends = {i: np.transpose(pair) for i, pair in enumerate(self._ends_of_walls(0))}
        far = {i: max(two, key=np.linalg.norm) for i, two in ends.items() if two.size}
        places = np.reshape(list(far.values()), (-1, 2))
        return name_samples(self.plane.axes, places, list(far), -places, color=style.DARK)

    def show(self, k):
        """Move to the state after k updates and say what the panel shows then."""
        trace = self.trace
        W = self.W
        b = float(self.trace.offsets[k])
        if self.walls in self.changing:
            self._stand_walls(b)
        self.path.set_data(*W[: k + 1].T)
        self.now.move(W[k])
        last = k == trace.n_mistakes
        self.wall.set_visible(not last)
        self.step.move(W[min(k + 1, trace.n_mistakes)], W[k])
        if not last:
            self.wall.move(self.Z[trace.mistakes[k]], trace.y[trace.mistakes[k]] * b)
        if last and self.cone is not None and trace.converged:
            return (
                "In the weight space beside it ${w} = {weights}$ has reached the cone of solutions."
            )
        return "In the weight space beside it the path of {w} has reached {weights}."
