"""What the lessons print is the same on another processor: no last digit of a float is shown.

Sums of floats are rounded in another order where a processor adds more numbers at once, or has a
fused multiplication. So the lessons run once on a processor that this one can pass for: numpy
without what it found here, OpenBLAS with the kernels of an older one, the C library without fused
multiplication. Of a cell that draws only its words are compared there.
"""

import ast
import json
import os
import pickle
import platform
import subprocess
import sys

import nbformat
import pytest
from conftest import PAGES, PROJECT
from test_stored import differences

from tools.notebooks import read

FOUND = """
import json, numpy, threadpoolctl
found = numpy.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
kernels = [each.get("architecture") for each in threadpoolctl.threadpool_info()]
print(json.dumps([found, kernels]))
"""
# Names that OpenBLAS has for its kernels. Older ones than Nehalem's read beyond an alignment that
# numpy does not promise, and end a worker of Dask with signal 11.
OLDER = ("Nehalem", "ARMV8", "CORTEXA53")


def processor(environment):
    """What numpy uses of the processor, and the kernels of OpenBLAS."""
    command = [sys.executable, "-c", FOUND]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def another():
    """The environment in which this processor passes for another one."""
    here = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    features, kernels = processor(here)
    there = here | {
        "NPY_DISABLE_CPU_FEATURES": " ".join(features),
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable",
    }
    for name in OLDER:
        if processor(there | {"OPENBLAS_CORETYPE": name})[1] != kernels:
            return there | {"OPENBLAS_CORETYPE": name}
    return there


def test_it_is_another_processor(another):
    features, kernels = processor(os.environ)
    others, other_kernels = processor(another)
    assert others == [] or others != features
    if platform.machine() in ("x86_64", "AMD64") and any(kernels) and OLDER[0] not in kernels:
        assert other_kernels != kernels


def shows_a_picture_alone(cell):
    """Whether a cell draws, and nothing that follows needs it."""
    pictures = [output for output in cell.outputs if "image/png" in output.get("data", {})]
    names = any(
        isinstance(node, ast.Assign | ast.AugAssign | ast.FunctionDef | ast.Import | ast.ImportFrom)
        for node in ast.walk(ast.parse(cell.source))
    )
    return pictures and len(pictures) == len(cell.outputs) and not names


def without_pictures(path, folder):
    """Write a lesson without the cells that only draw; return its place."""
    lesson = read(path)
    lesson.cells = [
        cell
        for cell in lesson.cells
        if cell.cell_type == "code" and not shows_a_picture_alone(cell)
    ]
    nbformat.write(lesson, folder / path.name)
    return folder / path.name


RUN = """
import pickle, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from perceptron_lessons.figures.interactive_figure import InteractiveFigure
from perceptron_lessons.widget.player import Player
from publish.children import in_children
from publish.running import run_lesson

# What is drawn is not compared, and so not drawn.
words = lambda figure, **options: ({"text/plain": figure.description.text}, {})
InteractiveFigure._repr_mimebundle_ = words
Player.prepare = lambda player: player
runs = [ran.notebook for ran in in_children(run_lesson, sys.argv[3:])]
Path(sys.argv[2]).write_bytes(pickle.dumps(runs))
"""


def complaints(paths, environment, folder):
    """Where lessons do not show, in an environment, what they have stored."""
    file = folder / "runs"
    command = [sys.executable, "-c", RUN, PROJECT, file, *paths]
    subprocess.run(command, env=environment, check=True)
    runs = pickle.loads(file.read_bytes())
    return [
        (path.name, *difference)
        for path, fresh in zip(paths, runs, strict=True)
        for difference in differences(read(path), fresh)
    ]


def test_the_lessons_print_the_same_on_another_processor(another, tmp_path):
    lessons = [path for path in PAGES if path.name != "glossary.ipynb"]
    paths = [without_pictures(path, tmp_path) for path in lessons]
    assert complaints(paths, another, tmp_path) == []


def test_a_last_digit_is_noticed(another, tmp_path):
    """A sum of floats, as shown on this processor."""
    source = (
        "import numpy as np\n"
        "x = np.sqrt(np.arange(1, 10_001))\n"
        "print(x @ x[::-1], x @ np.exp(-x), np.exp(-x).sum())"
    )
    shown = subprocess.check_output([sys.executable, "-c", source], text=True)
    output = nbformat.v4.new_output("stream", text=shown)
    cell = nbformat.v4.new_code_cell(source, outputs=[output], execution_count=1)
    path = tmp_path / "sum.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    assert complaints([path], os.environ, tmp_path) == []
    (found,) = complaints([path], another, tmp_path)
    assert found[:2] == ("sum.ipynb", 1)
