"""Where a wide picture is cut so that its panels can stand one below the other."""

from io import StringIO
from itertools import pairwise

from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.transforms import Bbox

from perceptron_lessons.figures.drawing import in_points
from perceptron_lessons.figures.style import rc

BLANK = 24  # points above and below a panel: room for two more lines


def panels(figure):
    """Return the parts of a figure that make sense alone: columns of axes, entries of the legend.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        With its layout fixed.

    Returns
    -------
    tuple of two lists of list of float
        For each column and each entry x, y, width and height in points, y from the top. Side by
        side the columns have all the paper's width; none has more blank paper above or below than
        the words of another state may need.

    >>> from perceptron_lessons.figures.style import figure
    >>> fig, axes = figure(7, 3, ncols=2)
    >>> columns, entries = panels(fig)
    >>> len(columns), entries
    (2, [])
    """
    width, height = (72 * inches for inches in figure.get_size_inches())
    # As the page will draw it: elsewhere letters are as wide as their pixels allow, so that the
    # entries of a legend have other places.
    renderer = RendererSVG(width, height, StringIO())
    with rc(figure), in_points(figure):
        for legend in figure.legends:
            legend.draw(renderer)  # it knows its places only then
        boxes = sorted(
            (axes.get_tightbbox(renderer) for axes in figure.axes), key=lambda box: box.x0
        )
        legends = [legend.get_window_extent(renderer) for legend in figure.legends]
        entries = [
            Bbox.union([part.get_window_extent(renderer) for part in pair]).padded(2, 3)
            for legend in figure.legends
            for pair in zip(legend.legend_handles, legend.get_texts(), strict=True)
        ]
    columns = boxes[:1]
    for box in boxes[1:]:
        if box.x0 < columns[-1].x1:
            columns[-1] = Bbox.union([columns[-1], box])
        else:
            columns.append(box)
    cuts = [(left.x1 + right.x0) / 2 for left, right in pairwise(columns)]
    foot = max((legend.y1 for legend in legends), default=0)
    parts = [
        Bbox([(low, max(foot, column.y0 - BLANK)), (high, min(height, column.y1 + BLANK))])
        for column, (low, high) in zip(columns, pairwise([0, *cuts, width]), strict=True)
    ]

    def from_the_top(box):
        lengths = box.x0, height - box.y1, box.width, box.height
        return [round(float(length), 1) for length in lengths]

    return list(map(from_the_top, parts)), list(map(from_the_top, entries))
