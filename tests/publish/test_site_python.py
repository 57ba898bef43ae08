"""The Python of the site: byte code, lists of packages, and what is fetched."""

import re
import subprocess
import sys
import zipfile

import pytest

from tools.byte_code import compile_archive
from tools.site_python import PAGE_PYTHON, archive_of_modules, closure, fetch, lean

SOURCE = "def fail():\n    raise ValueError('here')\n"


@pytest.fixture
def wheel(tmp_path):
    path = tmp_path / "sample.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("sample/__init__.py", SOURCE)
        archive.writestr("sample/template.py", "{% not python %}")
        archive.writestr("sample/data.txt", "data")
    return path


def traceback_of(archive, folder):
    """What Python prints when the archive, unpacked, is imported and fails."""
    zipfile.ZipFile(archive).extractall(folder)
    command = [sys.executable, "-B", "-c", "import sample; sample.fail()"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr


@pytest.mark.parametrize("keep_sources", [False, True])
def test_byte_code_runs_and_says_its_line(wheel, tmp_path, keep_sources):
    target = tmp_path / "compiled.whl"
    compile_archive(wheel, target, keep_sources)
    names = zipfile.ZipFile(target).namelist()
    assert ("sample/__init__.py" in names) == keep_sources
    assert {"sample/template.py", "sample/data.txt"} <= set(names)
    said = traceback_of(target, tmp_path / "unpacked")
    assert "line 2, in fail" in said
    assert ("raise ValueError" in said) == keep_sources


def test_what_a_page_runs_comes_in_an_archive_of_its_own(tmp_path):
    """It is in no wheel, and the worker asks for it by its name."""
    archive = archive_of_modules(PAGE_PYTHON, tmp_path / "page_python.zip")
    names = zipfile.ZipFile(archive).namelist()
    worker = (PAGE_PYTHON / "worker.js").read_text(encoding="utf-8")
    modules = set(re.findall(r'pyimport\("(publish[\w.]+)"\)', worker))
    assert modules and {f"{name.replace('.', '/')}.py" for name in modules} < set(names)
    zipfile.ZipFile(archive).extractall(tmp_path)
    code = "import publish.page_python.page_kernel as k; print(k.__file__, k.PageKernel.__name__)"
    command = [sys.executable, "-B", "-c", code]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout.split() == [
        str(tmp_path / "publish/page_python/page_kernel.py"),
        "PageKernel",
    ]


def test_nothing_depends_on_what_comes_on_demand():
    depends = {"scipy": ["numpy"], "numpy": [], "own": ["numpy", "scipy"], "other": []}
    packages = {name: {"depends": o, "imports": [name]} for name, o in depends.items()}
    lock = {"packages": packages}
    assert closure(lock, ["own"]) == {"own", "numpy", "scipy"}
    assert closure(lean(lock), ["own"]) == {"own", "numpy"}
    imports = {name: about["imports"] for name, about in lean(lock)["packages"].items()}
    assert imports == {"scipy": [], "numpy": ["numpy"], "own": ["own"], "other": ["other"]}


def test_a_fetched_file_must_be_what_was_promised(tmp_path):
    there = tmp_path / "there.whl"
    there.write_bytes(b"something else")
    with pytest.raises(OSError, match="is not what its"):
        fetch(there.as_uri(), "0" * 64, tmp_path)


def test_what_cannot_be_fetched_is_named_with_what_helps(tmp_path):
    absent = (tmp_path / "absent.whl").as_uri()
    with pytest.raises(OSError, match=f"cannot fetch {absent}.*PERCEPTRON_PYODIDE"):
        fetch(absent, "0" * 64, tmp_path)
