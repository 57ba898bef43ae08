"""The code of lesson 10 that needs processes, and so does not run in the notebook itself."""

import re

import numpy as np
from conftest import PROJECT

from notebooks import read
from perceptron_core import planted
from perceptron_lessons.theory.mixing import divided, mixed_perceptron

LESSON = PROJECT / "notebooks" / "10-data-beyond-one-machine.ipynb"


def test_the_code_for_a_cluster_runs_on_two_processes_as_it_stands(tmp_path, monkeypatch, capfd):
    text = "\n".join(cell.source for cell in read(LESSON).cells)
    (code,) = re.findall(r"```python\n(.*?distributed_perceptron.*?)```", text, re.DOTALL)
    data, names = planted(500, 5, margin=0.05, seed=1), {}
    np.save(tmp_path / "X.npy", data.X)
    np.save(tmp_path / "y.npy", data.y)
    monkeypatch.chdir(tmp_path)
    exec(code, names)
    here = mixed_perceptron(divided(data.X, data.y, 2), mixing="by mistakes")
    assert names["trace"].converged and names["trace"].weights.tolist() == here.weights.tolist()
    assert "2 of 2 shards" in capfd.readouterr().err
