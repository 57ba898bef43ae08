"""Build the site's JupyterLite, where lessons run in the browser alone: `… lite_site.py OUT`.

Static files, Python as WebAssembly (Pyodide), no server. The lessons are in it and so are the
project's packages, found with nothing to install. `make site` puts the course's pages around it.

Pyodide comes from its public address. If PERCEPTRON_PYODIDE names a folder with a Pyodide runtime
(`pyodide.mjs`, `pyodide-lock.json` and packages), the site serves that one itself and needs no
other address; the build fetches only what that folder lacks.
"""

import hashlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import nbformat
from jupyterlite_pyodide_kernel.constants import (
    PYODIDE_CDN_URL,
    PYODIDE_KERNEL_PLUGIN_ID,
    PYODIDE_VERSION,
)
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from perceptron_lessons.export.addresses import MOVED
from perceptron_lessons.export.template_files import filled

PROJECT = Path(__file__).parent.parent
VARIABLE = "PERCEPTRON_PYODIDE"

APP = "lab"
EXTENSIONS = Path(sys.prefix, "share/jupyter/labextensions")
KERNEL_EXTENSION = PYODIDE_KERNEL_PLUGIN_ID.split(":")[0]
USED_EXTENSIONS = (KERNEL_EXTENSION, "@jupyter-widgets/jupyterlab-manager", "anywidget")

# What the kernel imports while it starts. Named here it comes with the runtime, in one go.
KERNEL_PACKAGES = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")

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

# Where ipywidgets asks for these, it asks for JupyterLab's side, which the site has as extension.
BROWSER_SIDE = {"jupyterlab-widgets", "widgetsnbextension"}

IN_THE_BROWSER = {
    "extra": "notebooks",
    "platform_machine": "wasm32",
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
}

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "checkForUpdates": False,
        "doNotDisturbMode": True,
        "fetchNews": "false",
    },
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
        Folder with a Pyodide runtime for the site to serve; without it Pyodide's public address
        is used, and what it says about its packages is fetched from the npm registry.

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
        lite(scratch / "lite", out, runtime)
        if runtime is None:
            lock, base = public_lock(scratch), PYODIDE_CDN_URL
        else:
            lock, base = json.loads(Path(runtime, "pyodide-lock.json").read_text()), "../pyodide"
            ignore = shutil.ignore_patterns("*.md", "*.map", "*.d.ts", "*.html")
            shutil.copytree(runtime, out / "static/pyodide", ignore=ignore)
        for package in lock["packages"].values():
            package["file_name"] = f"{base}/{package['file_name']}"
        folder = out / "static/packages"
        for name, wheel in additions(lock, scratch).items():
            lock["packages"][name] = entry(wheel, folder)
        (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    return out


def lite(folder, out, runtime):
    """JupyterLab, its extensions for widgets and the kernel, and the lessons."""
    folder.mkdir()
    lessons(folder / "lessons")
    kernel = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": "./static/packages/pyodide-lock.json",
            "packages": KERNEL_PACKAGES,
        },
    }
    if runtime is not None:
        kernel["pyodideUrl"] = "./static/pyodide/pyodide.mjs"
    data = {
        "appName": "Perceptron lessons",
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
    redirect_old_names(out / APP / "index.html")


def redirect_old_names(page):
    """Let addresses of lessons that have moved open them where they are."""
    script = filled("moved_lesson.js.j2", moved=MOVED)
    head = "<head>"
    page.write_text(page.read_text().replace(head, f"{head}<script>{script}</script>", 1))


def lessons(folder):
    """The notebooks, as the kernel of the site would save them."""
    folder.mkdir()
    for path in PROJECT.glob("notebooks/*.ipynb"):
        # This reading joins what the file splits into lines, which JupyterLite does not do.
        notebook = nbformat.read(path, as_version=4)
        write(folder / path.name, notebook | {"metadata": KERNEL_METADATA})


def public_lock(scratch):
    """What the packages at Pyodide's public address are: the npm package has the same list."""
    command = [
        "npm",
        "pack",
        "--silent",
        "--pack-destination",
        scratch,
        f"pyodide@{PYODIDE_VERSION}",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with tarfile.open(next(scratch.glob("pyodide-*.tgz"))) as archive:
        return json.load(archive.extractfile("package/pyodide-lock.json"))


def additions(lock, scratch):
    """Wheels of what the lessons and the kernel need and the runtime does not have, by name."""
    present = {canonicalize_name(name) for name in lock["packages"]}
    own = project_wheel(scratch)
    at_hand = {name_of(own): own}
    for wheel in (EXTENSIONS / KERNEL_EXTENSION / "static/pypi").glob("*.whl"):
        at_hand.setdefault(name_of(wheel), wheel)
    found, missing = {}, [name_of(own), *KERNEL_PACKAGES]
    while missing:
        name = missing.pop()
        if name not in present | found.keys():
            found[name] = at_hand.get(name) or download(name, scratch)
            missing += requirements(found[name])
    return found


def project_wheel(scratch):
    """Built from a copy, since the build writes beside its source."""
    source = scratch / "source"
    ignore = shutil.ignore_patterns("__pycache__")
    for folder in ("perceptron_core", "perceptron_lessons", "proofs"):
        shutil.copytree(PROJECT / folder, source / folder, ignore=ignore)
    for name in ("LICENSE", "LICENSE-lessons", "README.md", "pyproject.toml"):
        shutil.copy(PROJECT / name, source)
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", scratch, source)
    return next(scratch.glob("perceptron_core-*.whl"))


def download(name, scratch):
    """The version that is installed here, as a wheel that runs everywhere."""
    pin = f"{name}=={importlib.metadata.version(name)}"
    folder = scratch / name
    pip(
        "download",
        "--no-deps",
        "--only-binary=:all:",
        "--platform=any",
        "--implementation=py",
        "--abi=none",
        "--dest",
        folder,
        pin,
    )
    return next(folder.glob("*.whl"))


def pip(*arguments):
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True)


def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        path = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return importlib.metadata.PathDistribution(zipfile.Path(archive, path).parent).metadata


def requirements(wheel):
    """Names of what a wheel needs in the browser."""
    needed = map(Requirement, metadata(wheel).get_all("Requires-Dist", []))
    return sorted(
        {
            canonicalize_name(requirement.name)
            for requirement in needed
            if requirement.marker is None or requirement.marker.evaluate(IN_THE_BROWSER)
        }
        - BROWSER_SIDE
    )


def name_of(wheel):
    return parse_wheel_filename(wheel.name)[0]


def entry(wheel, folder):
    """Copy the wheel into the site; return what Pyodide needs to know about it."""
    content = wheel.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    # With the content in the address, no cache can serve an older wheel of the same version.
    place = Path(digest[:12], wheel.name)
    (folder / place).parent.mkdir(parents=True)
    (folder / place).write_bytes(content)
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist() if name.endswith("/__init__.py")}
    return {
        "name": name_of(wheel),
        "version": metadata(wheel)["Version"],
        "file_name": str(place),
        "install_dir": "site",
        "sha256": digest,
        "package_type": "package",
        "imports": sorted(tops),
        "depends": requirements(wheel),
        "unvendored_tests": False,
    }


def write(path, content):
    path.write_text(json.dumps(content, indent=1))


def megabytes(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def main(out):
    runtime = os.environ.get(VARIABLE)
    site = build(out, runtime)
    own = megabytes(site)
    if runtime is not None:
        pyodide = megabytes(site / "static/pyodide")
        print(f"{site}: {own - pyodide:.0f} MB, and {pyodide:.0f} MB of Pyodide")
    else:
        print(f"{site}: {own:.0f} MB; Pyodide comes from {PYODIDE_CDN_URL}")


if __name__ == "__main__":
    main(*sys.argv[1:])
