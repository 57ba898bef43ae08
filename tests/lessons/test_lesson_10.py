"""What the guide of lesson 10, docs/large-data.md, reports of files and processes, and its code."""

import re

import numpy as np
import pytest
from conftest import PROJECT

from perceptron_core import perceptron, planted
from perceptron_lessons.theory.mixing import divided, mixed_perceptron

GUIDE = (PROJECT / "docs" / "large-data.md").read_text()
DATA = planted(500, 5, margin=0.05, seed=1)


@pytest.fixture
def code(tmp_path, monkeypatch):
    """A function that finds the block with a word in it; it runs where its files are."""
    np.save(tmp_path / "X.npy", DATA.X)
    np.save(tmp_path / "y.npy", DATA.y)
    monkeypatch.chdir(tmp_path)

    def find(word):
        (found,) = (
            block for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL) if word in block
        )
        return found

    return find


def test_the_code_for_a_cluster_runs_on_two_processes_as_it_stands(code):
    names = {}
    exec(code("distributed_perceptron"), names)
    here = mixed_perceptron(divided(DATA.X, DATA.y, 2), mixing="by mistakes")
    assert names["trace"].converged and names["trace"].weights.tolist() == here.weights.tolist()


def test_the_code_that_resumes_ends_as_a_run_without_an_interrupt(code):
    printed_so_far = []

    def interrupting_print(*values, **settings):
        printed_so_far.append(values)
        if len(printed_so_far) == 3:
            raise KeyboardInterrupt

    names = {"print": interrupting_print}
    exec(code("resume"), names)
    whole = perceptron(DATA.X, DATA.y)
    assert len(printed_so_far) == 3 and printed_so_far[-1][0] < whole.n_mistakes
    assert names["trace"].converged
    assert names["trace"].mistakes.tolist() == whole.mistakes.tolist()


def printed(name):
    """The rows that a benchmark has printed, as lists of words."""
    lines = (PROJECT / "benchmarks" / name).read_text().splitlines()
    return [re.split(r"\s{2,}", line.strip()) for line in lines]


def table(head):
    """The rows of the table with a heading, as lists of words without commas."""
    rows = re.search(rf"^\| {head} \|.*\n\|[-|]+\n((\|.*\n)+)", GUIDE, re.MULTILINE)[1]
    return [
        [cell.strip().replace(",", "") for cell in row.strip("|").split("|")]
        for row in rows.splitlines()
    ]


def test_the_costs_of_shards_are_what_the_benchmark_printed():
    found = {tuple(row[:2]): row for row in printed("distributed_speed.txt") if len(row) == 10}
    rows = table("on")
    assert len(rows) == 4
    for on, *cells in rows:
        key = ("one process", "1") if on == "one process" else ("uniform", on.split()[0])
        *made, _, seconds, _ = found[key][2:]
        assert cells == [*made, seconds]


def test_the_seconds_by_size_are_what_the_benchmark_printed():
    sizes = [row[0] for row in table("MB")]
    found = {row[0]: row for row in printed("distributed_speed.txt") if row[0] in sizes}
    rows = table("MB")
    assert len(rows) == 4
    assert [[size, *found[size][3:5]] for size in sizes] == rows
    slower = [f"{1 / float(found[size][5]):.2g}" for size in sizes]
    assert re.search(r"in every row: (\S+), (\S+), (\S+) and (\S+) times", GUIDE).groups() == (
        *slower,
    )
    assert all(float(row[5]) < 1 for row in found.values()), "no epoch is faster"
    assert all(float(row[4].split("–")[0]) >= 20 for row in found.values())


def test_the_memory_of_one_process_and_of_workers_is_what_the_benchmark_printed():
    text = " ".join(GUIDE.split())
    for on, epochs, mistakes, _, megabytes in printed("larger_than_memory.txt")[-2:]:
        assert f"{on}: {int(mistakes):,} mistakes in {epochs} epochs, {megabytes} MB" in text
