"""Byte code instead of sources in what a browser loads of Python: it starts twice as fast.

A browser compiles every module anew at every start, which takes longer than all the rest. Byte code
belongs to one version of Python, so Pyodide itself compiles it here, in node: this file runs there
as well (`byte_code.mjs`). Its `compile_archive` is what Pyodide runs, `compile_archives` what the
build calls.

The sources of others are left out; ours stay, for the lines of a traceback. So is what nothing
reads while a lesson runs: to unpack it would take as long as the rest.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path

PROJECT = Path(__file__).parent.parent
KEPT = PROJECT / "build/byte-code"
"""What was compiled stays here, since it takes a minute and wheels rarely change."""

UNREAD = re.compile(
    r"\.data/|/(include|labextension|nbextension|tests)/"  # for compilers, JupyterLab, authors
    r"|/mpl-data/(fonts/(afm|pdfcorefonts)|images|sample_data)/"  # for no browser
    r"|/typeshed/stubs/|/django-stubs/|^(?!jedi/).*\.pyi$"  # for type checkers; jedi reads its own
)

UNTOLD = re.compile("(matplotlib|mpl_toolkits)/")
"""What loses its documentation: matplotlib composes that of its classes anew at every start."""


def compile_archive(archive, target, keep_sources):
    """Write an archive, a wheel or the standard library, with byte code for its modules.

    Parameters
    ----------
    archive, target : path
    keep_sources : bool
        Whether the sources stay: the byte code then lies in ``__pycache__``, else in their place.
    """
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            if UNREAD.search(entry.filename):
                continue
            content = old.read(entry)
            path = Path(entry.filename)
            # With no date of its own the same input gives the same file, on any day.
            options = {"compress_type": zipfile.ZIP_DEFLATED, "compresslevel": 9}
            if path.suffix == ".py" and (compiled := byte_code(content, entry.filename)):
                place = path.with_suffix(".pyc")
                if keep_sources:
                    name = f"{path.stem}.{sys.implementation.cache_tag}.pyc"
                    place = path.parent / "__pycache__" / name
                    new.writestr(zipfile.ZipInfo(entry.filename), content, **options)
                new.writestr(zipfile.ZipInfo(str(place)), compiled, **options)
            elif not entry.is_dir():
                new.writestr(zipfile.ZipInfo(entry.filename), content, **options)


def byte_code(source, name):
    """A module's byte code, never compared with its source; None where that does not compile."""
    try:
        optimize = 2 if UNTOLD.match(name) else -1
        code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    except SyntaxError:  # templates and the like, which nobody imports
        return None
    return bytes(_code_to_hash_pyc(code, source_hash(source), checked=False))


def compile_archives(runtime, archives, keep_sources=()):
    """Return for each archive one with byte code, compiled by the Pyodide of a folder.

    Parameters
    ----------
    runtime : path
        Folder with ``pyodide.mjs`` and its core files.
    archives : sequence of path
    keep_sources : collection of path
        Those of them that keep their sources.

    Returns
    -------
    dict
        Path → path of the compiled archive, of the same name.
    """
    runtime = Path(runtime).resolve()
    compiler = (runtime / "python_stdlib.zip").read_bytes() + Path(__file__).read_bytes()
    kept = {}
    for archive in map(Path, archives):
        parts = (compiler, archive.read_bytes(), bytes([archive in keep_sources]))
        digest = hashlib.sha256(b"".join(parts)).hexdigest()
        kept[archive] = KEPT / digest / archive.name
    jobs = [
        (str(archive.resolve()), str(target), archive in keep_sources)
        for archive, target in kept.items()
        if not target.exists()
    ]
    if jobs:
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            fresh = [
                (archive, str(Path(scratch, Path(target).parent.name)), keep)
                for archive, target, keep in jobs
            ]
            script = Path(__file__).with_suffix(".mjs")
            subprocess.run(["node", script, runtime, json.dumps(fresh)], check=True)
            # Under its name only when it is whole.
            for (_, made, _), (_, target, _) in zip(fresh, jobs, strict=True):
                Path(target).parent.mkdir(exist_ok=True)
                shutil.move(made, target)
    return kept
