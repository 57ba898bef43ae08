"""The core needs numpy and nothing else, and so do its tests beside pytest."""

import os
import subprocess
import sys

import pytest
from conftest import PROJECT
from scipy import sparse

from perceptron_core import iris, iris_pair, perceptron

# pytest, with a finder in front that knows numpy, pytest and what pytest itself needs.
ALONE = """
import sys

ALLOWED = {{"numpy", "pytest", "_pytest", "pluggy", "iniconfig", "packaging", "py", "pygments"}}
OURS = {{"perceptron_core", "perceptron_lessons", "conftest", "many", "nasty", "oracle"}}

class Finder:
    def find_spec(name, path=None, target=None):
        first = name.partition(".")[0]
        known = first in ALLOWED | OURS | sys.stdlib_module_names or first.startswith("test_")
        if not known:
            raise ModuleNotFoundError(f"No module named {{first!r}}: it is not there", name=first)

sys.meta_path.insert(0, Finder)
import pytest
sys.exit(pytest.main({arguments}))
"""


def alone(*arguments):
    """What pytest says where nothing else is installed, of files of this project."""
    words = ["-q", "-p", "no:cacheprovider", *arguments]
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, "-c", ALONE.format(arguments=words)],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_the_tests_of_the_core_need_numpy_and_pytest_alone():
    """All of them find their imports and fixtures; those of data and of the algorithm run."""
    planned = alone("--setup-plan", "tests/core")
    assert planned.returncode == 0, planned.stdout + planned.stderr
    files = ("test_checks.py", "test_data.py", "test_algorithm.py", "test_by_the_book.py")
    done = alone(*(f"tests/core/{file}" for file in files), "perceptron_core/checks.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout and "skipped" not in done.stdout


def test_what_else_is_installed_is_not_there():
    done = alone("tests/stage")
    assert done.returncode and "is not there" in done.stdout + done.stderr


def test_a_sparse_matrix_is_refused_in_words():
    with pytest.raises(ValueError, match=r"^X must .* found csr_matrix: use X"):
        perceptron(sparse.csr_matrix([[1.0, 0]]), [1])


def test_iris_is_that_of_scikit_learn_or_says_what_to_install(monkeypatch):
    assert iris().X.shape == (150, 4) and (iris().y == 1).sum() == 50
    assert (iris().X[:, 2:] == iris_pair().X).all()
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(ModuleNotFoundError, match=r"^iris needs .*: use pip install scikit-learn$"):
        iris()
