"""The code of lesson 10 that needs processes or files, and does not run in the notebook itself."""

import re

import numpy as np
import pytest
from conftest import PROJECT

from notebooks import read
from perceptron_core import perceptron, planted
from perceptron_lessons.theory.mixing import divided, mixed_perceptron

LESSON = PROJECT / "notebooks" / "10-data-beyond-one-machine.ipynb"
TEXT = "\n".join(cell.source for cell in read(LESSON).cells)
DATA = planted(500, 5, margin=0.05, seed=1)


@pytest.fixture
def code(tmp_path, monkeypatch):
    """A function that finds the block with a word in it; it runs where its files are."""
    np.save(tmp_path / "X.npy", DATA.X)
    np.save(tmp_path / "y.npy", DATA.y)
    monkeypatch.chdir(tmp_path)

    def find(word):
        (found,) = (
            block for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL) if word in block
        )
        return found

    return find


def test_the_code_for_a_cluster_runs_on_two_processes_as_it_stands(code, capfd):
    names = {}
    exec(code("distributed_perceptron"), names)
    here = mixed_perceptron(divided(DATA.X, DATA.y, 2), mixing="by mistakes")
    assert names["trace"].converged and names["trace"].weights.tolist() == here.weights.tolist()
    assert "2 of 2 shards" in capfd.readouterr().err


def test_the_code_that_resumes_ends_as_a_run_without_an_interrupt(code):
    told = []

    def interrupting_print(*values, **settings):
        told.append(values)
        if len(told) == 3:
            raise KeyboardInterrupt

    names = {"print": interrupting_print}
    with pytest.warns(RuntimeWarning, match="interrupted"):
        exec(code("resume"), names)
    whole = perceptron(DATA.X, DATA.y)
    assert len(told) == 3 and told[-1][0] < whole.n_mistakes
    assert names["trace"].converged
    assert names["trace"].mistakes.tolist() == whole.mistakes.tolist()
