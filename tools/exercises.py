"""Make notebook cells out of the exercises in perceptron_lessons.exercises.

python -m tools.exercises sync FILE …      put the exercises into lessons, or refresh them there
python -m tools.exercises solutions FOLDER  write a notebook of solutions for each lesson

A lesson keeps its exercises between the headings "## Exercises" and "## Summary". The solutions
carry nbgrader's metadata: docs/grading.md says how to hand out and grade them.
"""

import argparse
import sys
import textwrap
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from perceptron_lessons.exercises import lesson, lessons
from tools.notebooks import normalise, read

HEADING, NEXT = "## Exercises", "## Summary"


def introduction(lesson):
    first = lesson.exercises[0].key
    return (
        f'{HEADING}\n\n`exercise("{first}").hint()` gives a hint, '
        f'`exercise("{first}").show_solution()` the solution.'
    )


def lesson_cells(lesson):
    """Return the cells of a lesson's exercises, heading first."""
    cells = [new_markdown_cell(introduction(lesson), id="exercises")]
    for exercise in lesson.exercises:
        name = cell_name(exercise)
        cells.append(new_markdown_cell(exercise.markdown, id=f"{name}-prompt"))
        cells.append(new_code_cell(exercise.cell(), id=name))
    for question in lesson.written:
        cells.append(new_markdown_cell(question.markdown, id=cell_name(question)))
    return cells


def cell_name(exercise):
    return f"exercise-{exercise.key.replace('.', '-')}"


def section(notebook):
    """Return (start, stop) of the exercises in a lesson; empty, before the summary, if none yet.

    Raises
    ------
    ValueError
        The lesson has no cell that begins with the heading of the summary.
    """
    openings = [cell.source.split("\n")[0].strip() for cell in notebook.cells]
    if NEXT not in openings:
        raise ValueError(f"no cell begins with {NEXT!r}: the exercises go before it")
    stop = openings.index(NEXT)
    start = openings.index(HEADING) if HEADING in openings[:stop] else stop
    return start, stop


def sync(path):
    """Put the exercises into a lesson; return whether it changed. Unchanged cells keep outputs."""
    notebook = read(path)
    start, stop = section(notebook)
    old = {(cell.cell_type, cell.source): cell for cell in notebook.cells[start:stop]}
    new = lesson_cells(lesson(path.name[:2]))
    for i, cell in enumerate(new):
        kept = old.get((cell.cell_type, cell.source))
        if kept is not None:
            metadata = {**kept.metadata, **cell.metadata}
            new[i] = nbformat.from_dict({**kept, "id": cell.id, "metadata": metadata})
    notebook.cells[start:stop] = new
    before, after = path.read_text(encoding="utf-8"), nbformat.writes(notebook) + "\n"
    if changed := before != after:
        path.write_text(after, encoding="utf-8")
    return changed


def graded(cell, name, **kind):
    """Return the cell with nbgrader's metadata: what kind of cell it is, and its fixed name."""
    fields = {"grade": False, "solution": False, "locked": True, "task": False, **kind}
    cell.metadata["nbgrader"] = {**fields, "grade_id": name, "schema_version": 3}
    return cell


def solutions_notebook(lesson):
    """Return the notebook of a lesson's solutions, ready for nbgrader's folder `source`."""
    title = (
        f"# Lesson {lesson.name[:2]}, {lesson.title}\n\n{HEADING}\n\nThe line with `check` answers "
        "the student. The cell with `grade` below it is for nbgrader: it fails unless the answer "
        "is correct."
    )
    cells = [
        new_markdown_cell(title, id="title"),
        new_code_cell(lesson.imports.strip(), id="imports"),
    ]
    for exercise in lesson.exercises:
        name = cell_name(exercise)
        solution = textwrap.dedent(exercise.solution).strip()
        body = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
        cells += [
            graded(new_markdown_cell(exercise.markdown, id=f"{name}-prompt"), f"{name}-prompt"),
            graded(new_code_cell(exercise.cell(body), id=name), name, solution=True, locked=False),
            graded(
                new_code_cell(
                    f'exercise("{exercise.key}").grade({exercise.answer})', id=f"{name}-grade"
                ),
                f"{name}-grade",
                grade=True,
                points=exercise.points,
            ),
        ]
    return normalise(new_notebook(cells=cells))


def parser():
    """Return the parser of the command line."""
    whole = argparse.ArgumentParser(
        prog="python -m tools.exercises",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = whole.add_subparsers(dest="command", required=True)
    command = commands.add_parser("sync", help="put the exercises into lessons")
    command.add_argument("lessons", metavar="FILE", nargs="+", type=Path)
    command = commands.add_parser("solutions", help="write a notebook of solutions a lesson")
    command.add_argument("folder", metavar="FOLDER", type=Path)
    return whole


def main(arguments=None):
    options = parser().parse_args(arguments)
    if options.command == "sync":
        for path in options.lessons:
            try:
                print(path, "changed" if sync(path) else "unchanged")
            except (OSError, ValueError, ModuleNotFoundError) as error:
                sys.exit(f"{path}: {error}")
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    for each in lessons():
        path = options.folder / f"{each.name}.ipynb"
        path.write_text(nbformat.writes(solutions_notebook(each)) + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
