"""All exercises with their lessons, and a cell run as a student would run it."""

import contextlib
import io
import linecache

from perceptron_lessons.exercises import lessons

LESSONS = lessons()
EXERCISES = [(lesson, record) for lesson in LESSONS for record in lesson.exercises]


def named(parameters):
    """Return what `parametrize` wants: tuples of a lesson and more, named by what follows it."""

    def name(*parts):
        return "-".join(part if isinstance(part, str) else part.key for part in parts)

    return {"argvalues": parameters, "ids": [name(*parts[1:]) for parts in parameters]}


def in_one_line(text):
    """Return a text without the line breaks that `wrap` made."""
    return " ".join(text.split())


def output_of(lesson, cell):
    """Return what a cell prints, after the imports of its lesson."""
    namespace = {}
    exec(lesson.imports, namespace)
    # As IPython does: the text of the cell is kept where tracebacks look for it.
    linecache.cache["<cell>"] = (0, None, cell.splitlines(True), "<cell>")
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(cell, "<cell>", "exec"), namespace)
    finally:
        del linecache.cache["<cell>"]
    return printed.getvalue()
