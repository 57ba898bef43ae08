"""The Python of the site: Pyodide, and the packages that lessons, pages and JupyterLite need.

All of it is served by the site itself, as byte code (`byte_code.py`). Pages and JupyterLite load
the same files; each has a list of its own (a lock), since a page starts with less.
"""

import gzip
import hashlib
import importlib.metadata
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import (
    PYODIDE_CDN_URL,
    PYODIDE_KERNEL_PLUGIN_ID,
    PYODIDE_VERSION,
)
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools import packages_on_demand
from tools.byte_code import compile_archives
from tools.packages_on_demand import ON_DEMAND

PROJECT = Path(__file__).parent.parent
PAGE_PYTHON = PROJECT / "publish/page_python"
FRONT_END = PROJECT / "build/front-end/node_modules"
KERNEL_EXTENSION = PYODIDE_KERNEL_PLUGIN_ID.split(":")[0]
EXTENSIONS = Path(sys.prefix, "share/jupyter/labextensions")

OWN = "perceptron-lessons"

# What JupyterLite's kernel imports while it starts. Named here it comes with the runtime, at once.
KERNEL_PACKAGES = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")

# What a page's Python imports while it starts and draws its first picture.
PAGE_PACKAGES = (OWN, "anywidget", "ipython", "comm")

# What others name as needed and the lessons do without, or fetch when they want it.
NOT_AT_THE_START = {
    *ON_DEMAND.values(),
    *("jedi", "jupyterlab-widgets", "prompt-toolkit", "pytz", "widgetsnbextension"),
}

# What Python imports by itself when it starts.
SITECUSTOMIZE = """import sys
from packages_on_demand import PackagesOnDemand
on_demand = PackagesOnDemand()
sys.meta_path.append(on_demand)
"""

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB = "python_stdlib.zip"

OUT_OF_REACH = (
    "cannot fetch {}: {}. Without a network, let PERCEPTRON_PYODIDE name a folder with an unpacked "
    "Pyodide; see docs/site.md."
)

# Where ipywidgets asks for these, it asks for JupyterLab's side, which the site has as extension.
BROWSER_SIDE = {"jupyterlab-widgets", "widgetsnbextension"}

IN_THE_BROWSER = {
    "extra": "notebooks",
    "platform_machine": "wasm32",
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
}


def add_python(out, runtime, scratch):
    """Put Python into a site.

    Parameters
    ----------
    out : path
        Folder that becomes part of the site. The files come to its folders ``static/pyodide`` and
        ``static/packages``, and ``page_python/python.json`` tells pages where.
    runtime : path or None
        Folder with a Pyodide runtime; without it Pyodide's parts are fetched, from the npm registry
        and from Pyodide's public address.
    scratch : path

    Returns
    -------
    pathlib.Path
        Where in the site Pyodide's core files are.

    Raises
    ------
    FileNotFoundError
        If the runtime lacks something.
    """
    runtime = Path(runtime) if runtime else public_runtime(scratch / "pyodide")
    lock = lock_of(runtime)
    own = project_wheel(scratch)
    for name, wheel in additions(lock, own, scratch).items():
        lock["packages"][name] = entry(wheel)
    lock = lean(lock)
    used = closure(lock, [OWN, *KERNEL_PACKAGES, *ON_DEMAND.values()])
    lock["packages"] = {name: about for name, about in lock["packages"].items() if name in used}
    wheels = {name: wheel_of(about, runtime) for name, about in lock["packages"].items()}

    stdlib = customized(runtime / STDLIB, scratch)
    page_kernel = archive_of_modules(PAGE_PYTHON, scratch / "page_python.zip")
    archives = [stdlib, page_kernel, *wheels.values()]
    compiled = compile_archives(runtime, archives, {own, page_kernel})
    core = Path("static/pyodide", digest(compiled[stdlib])[:12])
    (out / core).mkdir(parents=True)
    for name in CORE:
        shutil.copyfile(runtime / name, out / core / name)
    shutil.copyfile(compiled[stdlib], out / core / STDLIB)
    packages = out / "static/packages"
    for name, wheel in wheels.items():
        lock["packages"][name] |= placed(compiled[wheel], packages)
    (packages / "pyodide-lock.json").write_text(json.dumps(lock))
    at_start = [compiled[wheels[name]] for name in sorted(closure(lock, PAGE_PACKAGES))]
    at_start.append(compiled[page_kernel])
    together = placed(one_archive(at_start, scratch / "packages.bin"), packages)
    fetched = (
        *(out / core / name for name in (CORE[-1], STDLIB)),
        packages / "pyodide-lock.json",
        packages / together["file_name"],
    )
    where = {
        "bytes": sum(path.stat().st_size for path in fetched),
        "pyodide": f"../{core}/",
        "lock": "../static/packages/pyodide-lock.json",
        "packages": f"../static/packages/{together['file_name']}",
    }
    shutil.copytree(PAGE_PYTHON, out / "page_python", ignore=shutil.ignore_patterns("*.py", "__*"))
    bundle_controls(out / "page_python/controls.js")
    (out / "page_python/python.json").write_text(json.dumps(where))
    return core


def archive_of_modules(package, target):
    """A package of this project that is in no wheel, in an archive like that of a wheel."""
    inits = [PROJECT / "publish/__init__.py"]
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(inits + list(package.glob("*.py"))):
            name = path.relative_to(PROJECT).as_posix()
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return target


def customized(stdlib, scratch):
    """A copy of the standard library whose Python starts with `packages_on_demand.py`."""
    copy = Path(shutil.copyfile(stdlib, scratch / stdlib.name))
    with zipfile.ZipFile(copy, "a") as archive:
        source = Path(packages_on_demand.__file__).read_bytes()
        archive.writestr(zipfile.ZipInfo("packages_on_demand.py"), source)
        archive.writestr(zipfile.ZipInfo("sitecustomize.py"), SITECUSTOMIZE)
    return copy


def one_archive(wheels, target):
    """All files of some wheels in one compressed tar, which the browser itself unpacks.

    Python, which is compiled to WebAssembly, would need a second for that. Servers that know what a
    ``.gz`` is may send it as text that is compressed, so it is not called that.
    """
    together = io.BytesIO()
    with tarfile.open(fileobj=together, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for wheel in map(zipfile.ZipFile, wheels):
            for entry in wheel.infolist():
                about = tarfile.TarInfo(entry.filename)
                about.size = entry.file_size
                archive.addfile(about, wheel.open(entry))
    target.write_bytes(gzip.compress(together.getvalue(), mtime=0))
    return target


def bundle_controls(script):
    """Put ipywidgets' own controls into the script that shows them."""
    options = ("--bundle", "--minify", "--format=esm", "--allow-overwrite", "--log-level=warning")
    inside = ("--define:__webpack_public_path__=''", "--legal-comments=inline")
    others = [f"--external:./{name}.js" for name in ("models", "python")]
    subprocess.run(
        [FRONT_END / ".bin/esbuild", script, f"--outfile={script}", *options, *inside, *others],
        env=os.environ | {"NODE_PATH": str(FRONT_END)},
        check=True,
    )


def lock_of(runtime):
    """A runtime's list of packages; each is depended upon by the name that it has there."""
    lock = json.loads((runtime / "pyodide-lock.json").read_text())
    for about in lock["packages"].values():
        about["depends"] = [canonicalize_name(other) for other in about["depends"]]
    return lock


def lean(lock):
    """The list without what need not be there: nobody depends on it, no import is told of it."""
    packages = {}
    for name, about in lock["packages"].items():
        depends = [other for other in about["depends"] if other not in NOT_AT_THE_START]
        imports = [] if name in ON_DEMAND.values() else about["imports"]
        packages[name] = about | {"depends": depends, "imports": imports}
    return lock | {"packages": packages}


def closure(lock, names):
    """The names of packages and of all that they depend on."""
    found, missing = set(), list(names)
    while missing:
        name = missing.pop()
        if name not in found:
            found.add(name)
            missing += lock["packages"][name]["depends"]
    return found


def wheel_of(about, runtime):
    """The wheel of a package of the runtime, or of one added to it."""
    wheel = runtime / about["file_name"]  # that of an added one is an absolute path
    if not wheel.is_file():
        raise FileNotFoundError(f"no {wheel.name} in {runtime}, which its pyodide-lock.json names")
    return wheel


def placed(wheel, folder):
    """Copy a wheel into the site; return where it is and what is in it."""
    content = digest(wheel)
    # With the content in the address, no cache can serve an older wheel of the same version.
    place = Path(content[:12], wheel.name)
    (folder / place).parent.mkdir(parents=True)
    shutil.copyfile(wheel, folder / place)
    return {"file_name": str(place), "sha256": content}


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def public_runtime(folder):
    """Fetch Pyodide: its core from the npm registry, its packages from its own address."""
    folder.mkdir()
    pack = ("npm", "pack", "--silent", "--pack-destination", folder, f"pyodide@{PYODIDE_VERSION}")
    try:
        subprocess.run(pack, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        raise OSError(OUT_OF_REACH.format(f"{pack[-1]} from the npm registry", error)) from error
    with tarfile.open(next(folder.glob("pyodide-*.tgz"))) as archive:
        for name in (*CORE, STDLIB, "pyodide-lock.json"):
            (folder / name).write_bytes(archive.extractfile(f"package/{name}").read())
    lock = lean(lock_of(folder))
    there = lock["packages"]
    wanted = {canonicalize_name(Requirement(r).name) for r in importlib.metadata.requires(OWN)}
    wanted = wanted.union(KERNEL_PACKAGES, ON_DEMAND.values())
    for name in closure(lock, wanted & there.keys()):
        fetch(f"{PYODIDE_CDN_URL}/{there[name]['file_name']}", there[name]["sha256"], folder)
    return folder


def fetch(address, sha256, folder):
    """Fetch a file whose content is known."""
    target = folder / address.rpartition("/")[2]
    try:
        with urllib.request.urlopen(address) as answer:
            target.write_bytes(answer.read())
    except OSError as error:
        raise OSError(OUT_OF_REACH.format(address, error)) from error
    if digest(target) != sha256:
        raise OSError(f"{address} is not what its pyodide-lock.json says")


def additions(lock, own, scratch):
    """Wheels of what the lessons and the kernel need and the runtime does not have, by name."""
    present = {canonicalize_name(name) for name in lock["packages"]}
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
    return next(scratch.glob("perceptron_lessons-*.whl"))


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


def entry(wheel):
    """What Pyodide needs to know about a wheel, but for where it is."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist() if name.endswith("/__init__.py")}
    return {
        "name": name_of(wheel),
        "version": metadata(wheel)["Version"],
        "file_name": str(wheel.resolve()),
        "install_dir": "site",
        "package_type": "package",
        "imports": sorted(tops),
        "depends": requirements(wheel),
        "unvendored_tests": False,
    }
