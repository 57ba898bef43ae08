"""The Python of the site: byte code, lists of packages, and what is fetched."""

import gzip
import io
import json
import subprocess
import sys
import tarfile
import zipfile

import pytest
from byte_code import compile_archive
from site_python import closure, fetch, lean, lock_of, one_archive, wheel_of

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


def test_byte_code_is_not_compared_with_its_source(wheel, tmp_path):
    """Else each start would read and hash every source."""
    target = tmp_path / "compiled.whl"
    compile_archive(wheel, target, True)
    folder = tmp_path / "unpacked"
    zipfile.ZipFile(target).extractall(folder)
    (folder / "sample/__init__.py").write_text("1 / 0")
    code = "import sample; print(sample.fail.__name__)"
    subprocess.run([sys.executable, "-B", "-c", code], cwd=folder, check=True)


def test_the_same_archive_gives_the_same_file(wheel, tmp_path):
    made = [tmp_path / name for name in "ab"]
    for target in made:
        compile_archive(wheel, target, False)
    assert made[0].read_bytes() == made[1].read_bytes()


def test_only_matplotlibs_documentation_is_left_out(tmp_path):
    source = '"""What it is for."""\nassert __doc__\n'
    archive, target, folder = (tmp_path / name for name in ("a.whl", "b.whl", "unpacked"))
    with zipfile.ZipFile(archive, "w") as content:
        for name in ("matplotlib", "other"):
            content.writestr(f"{name}/__init__.py", source)
    compile_archive(archive, target, False)
    zipfile.ZipFile(target).extractall(folder)
    code = "import matplotlib, other; print([matplotlib.__doc__, other.__doc__])"
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, text=True
    )
    assert said.stdout == "[None, 'What it is for.']\n"


def test_nothing_depends_on_what_comes_on_demand():
    depends = {"scipy": ["numpy"], "numpy": [], "own": ["numpy", "scipy"], "other": []}
    packages = {name: {"depends": o, "imports": [name]} for name, o in depends.items()}
    lock = {"packages": packages}
    assert closure(lock, ["own"]) == {"own", "numpy", "scipy"}
    assert closure(lean(lock), ["own"]) == {"own", "numpy"}
    imports = {name: about["imports"] for name, about in lean(lock)["packages"].items()}
    assert imports == {"scipy": [], "numpy": ["numpy"], "own": ["own"], "other": ["other"]}


def test_one_archive_holds_the_files_of_all(wheel, tmp_path):
    long = "a/" * 70 + "name.py"
    other = tmp_path / "other.whl"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr(long, "1")
    made = [one_archive([wheel, other], tmp_path / name).read_bytes() for name in "ab"]
    assert made[0] == made[1]
    with tarfile.open(fileobj=io.BytesIO(made[0])) as archive:
        assert archive.extractfile("sample/__init__.py").read().decode() == SOURCE
        assert archive.extractfile(long).read() == b"1"
        assert len(archive.getnames()) == 4
        at = archive.getmember(long).offset
    # The page's reader knows these two places of a name alone.
    header = gzip.decompress(made[0])[at : at + 512]
    name, prefix = (part.strip(b"\0").decode() for part in (header[:100], header[345:500]))
    assert f"{prefix}/{name}" == long


def test_a_fetched_file_must_be_what_was_promised(tmp_path):
    there = tmp_path / "there.whl"
    there.write_bytes(b"something else")
    with pytest.raises(OSError, match="is not what its"):
        fetch(there.as_uri(), "0" * 64, tmp_path)


def test_a_runtime_that_lacks_a_wheel_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no numpy-1\.whl in"):
        wheel_of({"file_name": "numpy-1.whl"}, tmp_path)


def test_what_cannot_be_fetched_is_named_with_what_helps(tmp_path):
    absent = (tmp_path / "absent.whl").as_uri()
    with pytest.raises(OSError, match=f"cannot fetch {absent}.*PERCEPTRON_PYODIDE"):
        fetch(absent, "0" * 64, tmp_path)


def test_packages_depend_on_others_by_any_spelling(tmp_path):
    depends = {"ipython": ["prompt_toolkit"], "prompt-toolkit": []}
    lock = {"packages": {name: {"depends": others} for name, others in depends.items()}}
    (tmp_path / "pyodide-lock.json").write_text(json.dumps(lock))
    assert closure(lock_of(tmp_path), ["ipython"]) == {"ipython", "prompt-toolkit"}
