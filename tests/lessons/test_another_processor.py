"""What the lessons print is the same on another processor: no last digit of a float is shown.

Sums of floats are rounded in another order where a processor adds more numbers at once, or has a
fused multiplication. So the lessons run once on a processor that this one can pass for: numpy
without what it found here, OpenBLAS with the kernels of an older one, the C library without fused
multiplication. nbval compares what is shown.
"""

import ast
import json
import os
import platform
import subprocess
import sys

import nbformat
import pytest
from conftest import PAGES, PROJECT

from notebooks import read

FOUND = """
import json, numpy, threadpoolctl
found = numpy.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
kernels = [each.get("architecture") for each in threadpoolctl.threadpool_info()]
print(json.dumps([found, kernels]))
"""
OLDER = ("Nehalem", "Prescott", "ARMV8", "CORTEXA53")  # names that OpenBLAS has for its kernels


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
    if platform.machine() in ("x86_64", "AMD64") and any(kernels):
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


def complaints(paths, environment):
    """What nbval says of lessons that do not show what they have stored, in lines; else nothing."""
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-q"]
    command += ["-p", "no:cacheprovider", "--rootdir", PROJECT, *paths]
    done = subprocess.run(command, env=environment, cwd=PROJECT, capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines() if done.returncode else []


def test_the_lessons_print_the_same_on_another_processor(another, tmp_path):
    lessons = [path for path in PAGES if path.name != "glossary.ipynb"]
    lines = complaints([without_pictures(path, tmp_path) for path in lessons], another)
    assert not lines, "\n".join(lines)


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
    assert complaints([path], os.environ) == []
    assert "mismatch" in " ".join(complaints([path], another))
