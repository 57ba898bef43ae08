"""A lesson's cells on other points than those of the worked example.

What draws the worked example without being given it finds `own_points` in the session's `Display`.
So only calls of `worked_example` change, and at which k a stage of it begins:

>>> facts = {"updates": 3, "most": 7}
>>> print(on_points("stage(view='race', k=11)", facts))
stage(view='race', k=8)
>>> print(on_points("data = worked_example()", facts))
data = own_points
>>> print(on_points("stage('XOR', k=4)", facts))
stage('XOR', k=4)
"""

import ast

from perceptron_core import worked_example
from perceptron_lessons.stage.boards import OF_EXAMPLE
from perceptron_lessons.takeaway.worked_run import facts_of

NAME = "own_points"
PREPARED = """\
from perceptron_lessons.takeaway.worked_run import usable_points
own_points = usable_points({!r})
"""
"""What runs before the cells of a lesson, with the rows x1, x2, label."""


def on_points(source, facts):
    """Return the source of a cell in which `own_points` stands for the worked example.

    Parameters
    ----------
    source : str
        Python.
    facts : dict
        As `facts_of` the points: no picture begins after more mistakes than there are.

    Returns
    -------
    str
    """
    return ast.unparse(_OnPoints(facts).visit(ast.parse(source)))


class _OnPoints(ast.NodeTransformer):
    def __init__(self, facts):
        self._facts = facts
        self._ours = facts_of(worked_example())

    def visit_Call(self, node):
        self.generic_visit(node)
        called = getattr(node.func, "id", None)
        if called == "worked_example":
            return ast.Name(NAME, ast.Load())
        settings = {keyword.arg: keyword.value for keyword in node.keywords}
        if called == "stage" and "challenge" not in settings:
            self._move_stage(node, settings)
        return node

    def _move_stage(self, node, settings):
        start = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        if start is not None and start not in OF_EXAMPLE:
            return  # it has points of its own
        k = settings.get("k")
        if isinstance(k, ast.Constant) and isinstance(k.value, int):
            k.value = self._moved(k.value)

    def _moved(self, k):
        """Return what a k of the lessons is here: of the run, the last with room, or beyond it."""
        if k > self._ours["most"]:
            return self._facts["most"] + 1
        if k > self._ours["updates"]:
            return self._facts["most"]
        return min(k, self._facts["updates"])
