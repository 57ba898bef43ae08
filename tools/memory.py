"""How much memory a student's kernel takes: `python -m tools.memory [NOTEBOOK …]`.

Runs each lesson from the top in a kernel of its own and prints what the kernel then holds
(resident memory in MB, of which at most: the peak while it ran). Linux only.
"""

import sys
from pathlib import Path

import nbformat

from publish import kernel

PROJECT = Path(__file__).parent.parent
READ = "print(open('/proc/self/status').read())"


def measure(path):
    """Resident memory of the kernel in MB, after the lesson and at its peak."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(READ))
    kernel.run_notebook(notebook, path.parent)
    lines = dict(
        line.split(":", 1) for line in notebook.cells[-1].outputs[0].text.splitlines() if line
    )
    return [int(lines[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "VmHWM")]


def main(paths):
    paths = list(map(Path, paths)) or sorted((PROJECT / "notebooks").glob("[0-9]*.ipynb"))
    width = max(len(path.stem) for path in paths)
    print(f"{'lesson':{width}}  after  peak   (MB)")
    most = 0
    for path in paths:
        after, peak = measure(path.resolve())
        most = max(most, peak)
        print(f"{path.stem:{width}}  {after:5.0f} {peak:5.0f}", flush=True)
    print(f"{'most':{width}}  {most:11.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
