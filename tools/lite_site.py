"""Build the site's JupyterLite, where lessons run in the browser alone.

`python -m tools.lite_site OUT` writes static files, Python as WebAssembly (Pyodide), no server. The
lessons are in it and so are the project's packages, found with nothing to install. `make site` puts
the course's pages around it.

The site serves Python itself and needs no other address. The build fetches it from Pyodide's public
address, or takes it from the folder that PERCEPTRON_PYODIDE names (`pyodide.mjs`,
`pyodide-lock.json` and packages); then it fetches only what that folder lacks.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_KERNEL_PLUGIN_ID

from publish.addresses import MOVED
from publish.template_files import fill_page
from tools.site_python import EXTENSIONS, KERNEL_EXTENSION, KERNEL_PACKAGES, add_python

PROJECT = Path(__file__).parent.parent
VARIABLE = "PERCEPTRON_PYODIDE"

APP = "lab"
USED_EXTENSIONS = (KERNEL_EXTENSION, "@jupyter-widgets/jupyterlab-manager", "anywidget")

# What JupyterLab would write into a lesson when it opens it with this kernel. Written beforehand, a
# lesson that is opened and not changed is not saved as the reader's own.
KERNEL_METADATA = {
    "kernelspec": {"display_name": "Python (Pyodide)", "language": "python", "name": "python"},
    "language_info": {
        "codemirror_mode": {"name": "python", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.8",
    },
}

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "checkForUpdates": False,
        "doNotDisturbMode": True,
        "fetchNews": "false",
    },
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    # Else cells far from the screen leave the page, and a slider in them loses the focus.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "defer"},
}


def build(out, runtime=None):
    """Build the site.

    Parameters
    ----------
    out : path
        Folder for the site; what was there is replaced.
    runtime : path, optional
        Folder with a Pyodide runtime; without it that is fetched.

    Returns
    -------
    pathlib.Path
        The folder.

    Raises
    ------
    FileNotFoundError
        If there is no runtime in the folder.
    """
    out = Path(out).resolve()
    if runtime is not None and not Path(runtime, "pyodide-lock.json").is_file():
        raise FileNotFoundError(f"no pyodide-lock.json in {runtime}")
    if out.exists():
        shutil.rmtree(out)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        python = scratch / "python"
        core = add_python(python, runtime, scratch)
        lite(scratch / "lite", out, core)
        shutil.copytree(python, out, dirs_exist_ok=True)
    return out


def lite(folder, out, core):
    """JupyterLab, its extensions for widgets and the kernel, and the lessons.

    ``core`` is where the site will have Pyodide's core files.
    """
    folder.mkdir()
    lessons(folder / "lessons")
    kernel = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": "./static/packages/pyodide-lock.json",
            "packages": KERNEL_PACKAGES,
        },
        "pyodideUrl": f"./{core}/pyodide.mjs",
    }
    data = {
        "appName": "Perceptron lessons",
        "exposeAppInBrowser": True,  # to the script that the page gets
        "litePluginSettings": {PYODIDE_KERNEL_PLUGIN_ID: kernel},
    }
    write(
        folder / "jupyter-lite.json",
        {"jupyter-lite-schema-version": 0, "jupyter-config-data": data},
    )
    write(folder / "overrides.json", SETTINGS)
    config = {
        "apps": [APP],
        "contents": [str(folder / "lessons")],
        "federated_extensions": [str(EXTENSIONS / name) for name in USED_EXTENSIONS],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(out),
    }
    write(folder / "jupyter_lite_config.json", {"LiteBuildConfig": config})
    subprocess.run(
        [sys.executable, "-m", "jupyterlite_core", "build"],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    add_script(out / APP / "index.html")


def add_script(page):
    """Let old addresses of lessons lead to them, and a lesson have the room of a narrow screen."""
    script = fill_page("lab.js.j2", moved=MOVED)
    head = "<head>"
    page.write_text(page.read_text().replace(head, f"{head}<script>{script}</script>", 1))


def lessons(folder):
    """The notebooks, as the kernel of the site would save them, and the documents beside them."""
    shutil.copytree(PROJECT / "docs", folder / "docs")
    for path in PROJECT.glob("notebooks/*.ipynb"):
        # This reading joins what the file splits into lines, which JupyterLite does not do.
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            cell.source = cell.source.replace("](../docs/", "](docs/")
        write(folder / path.name, notebook | {"metadata": KERNEL_METADATA})


def write(path, content):
    path.write_text(json.dumps(content, indent=1))


def megabytes(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def main(out):
    try:
        site = build(out, os.environ.get(VARIABLE))
    except OSError as error:
        sys.exit(f"no site: {error}")
    python = sum(megabytes(site / "static" / part) for part in ("pyodide", "packages"))
    print(f"{site}: {megabytes(site):.0f} MB, {python:.0f} MB of them Python")


if __name__ == "__main__":
    main(*sys.argv[1:])
