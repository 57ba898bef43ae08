"""Run notebooks from the top and store what they show: `python -m tools.notebooks FILE …`.

A file changes only if what it shows changed. If a cell fails, the file stays as it was. What else
shows or quotes a cell that has changed since the last commit is said below.
"""

import base64
import hashlib
import io
import json
import sys
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from publish import kernel
from tools.quoted import quotations

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
CELL_METADATA = {"deletable", "editable", "jupyter", "nbgrader", "slideshow", "tags"}

# What a page shows without a kernel. A widget's own entry names a live object that is gone by
# then, and would hide the picture and the text that stand in for it.
MIME_TYPES = {
    "text/plain",
    "text/html",
    "text/markdown",
    "text/latex",
    "image/png",
    "image/svg+xml",
}


def read(path):
    """The notebook in a file; a cell without an id gets one that is the same every time."""
    content = json.loads(path.read_text(encoding="utf-8"))
    content |= {"nbformat": 4, "nbformat_minor": 5}
    for number, cell in enumerate(content["cells"]):
        source = f"{number} {''.join(cell['source'])}"
        cell.setdefault("id", hashlib.sha256(source.encode()).hexdigest()[:8])
    return nbformat.reads(json.dumps(content), as_version=4)


def normalise(notebook):
    """Drop, in place, what changes from run to run or from one machine to the next."""
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    )
    for cell in notebook.cells:
        cell.metadata = {k: v for k, v in cell.metadata.items() if k in CELL_METADATA}
        for output in cell.get("outputs", []):
            if "data" in output:
                output.data = {k: v for k, v in output.data.items() if k in MIME_TYPES}
                output.metadata = {k: v for k, v in output.metadata.items() if k in MIME_TYPES}
    return notebook


def with_few_colours(picture):
    """Return a PNG with a palette of 256 colours: the same to the eye, in a third of the bytes."""
    with Image.open(io.BytesIO(picture)) as image:
        if image.mode == "P":
            return picture
        about = PngInfo()
        for name, text in image.text.items():
            about.add_text(name, text)
        few = image.convert("RGB").quantize(dither=Image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "png", optimize=True, pnginfo=about)
    return min(picture, out.getvalue(), key=len)


def lighten(notebook):
    """Store less of each picture, in place."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if picture := output.get("data", {}).get("image/png"):
                few = with_few_colours(base64.b64decode(picture))
                output.data["image/png"] = base64.b64encode(few).decode()
    return notebook


def run(path):
    """Run the notebook and store it; return whether the file changed."""
    notebook = read(path)
    kernel.run_notebook(notebook, path.parent, record_timing=False, store_widget_state=False)
    before = path.read_text(encoding="utf-8")
    after = nbformat.writes(nbformat.from_dict(lighten(normalise(notebook)))) + "\n"
    if changed := before != after:
        path.write_text(after, encoding="utf-8")
    return changed


def main(paths):
    failed = False
    for path in map(Path, paths):
        try:
            print(path, "stored" if run(path) else "unchanged", flush=True)
            print(*(f"  {line}\n" for line in quotations(path)), sep="", end="", flush=True)
        except CellExecutionError as error:
            failed = True
            print(path, "FAILED, not stored", error, sep="\n", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
