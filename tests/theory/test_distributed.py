"""Shards on a cluster of two processes: the same run as in one, whatever happens to a process."""

import builtins
import itertools
import time

import dask.array
import distributed
import numpy as np
import psutil
import pytest

from perceptron_core import planted
from perceptron_lessons.theory.distributed import distributed_perceptron, local_cluster
from perceptron_lessons.theory.mixing import MIXINGS, divided, mixed_perceptron

DATA = planted(300, 4, margin=0.05, seed=1)
X, Y = np.array(DATA.X), np.array(DATA.y)
SPLIT = (100, 200)


@pytest.fixture(scope="module")
def client():
    with local_cluster(2) as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def stored(tmp_path):
    """A function that stores an array, and returns the map of its file."""

    def store(name, array):
        np.save(tmp_path / f"{name}.npy", array)
        return np.load(tmp_path / f"{name}.npy", mmap_mode="r")

    return store


def here(mixing="uniform", **settings):
    """The run on three shards in this process."""
    shards = zip(np.split(X, SPLIT), np.split(Y, SPLIT), strict=True)
    return mixed_perceptron(list(shards), mixing=mixing, **settings)


def same(there, here):
    assert there.converged and there.weights.tolist() == here.weights.tolist()
    assert [[found.tolist() for found in row] for row in there.mistakes] == [
        [found.tolist() for found in row] for row in here.mistakes
    ]
    return True


@pytest.mark.parametrize("mixing", MIXINGS)
def test_however_the_data_are_given_it_is_the_run_in_one_process(client, stored, mixing):
    in_file, labels = stored("X", X), stored("y", Y)
    pieces = [stored(f"X{i}", part) for i, part in enumerate(np.split(X, SPLIT))]
    chunks = dask.array.from_array(X, chunks=((100, 100, 100), 2))
    for samples, y in [
        (X, Y),
        (X.tolist(), Y.tolist()),
        (in_file, labels),
        (in_file, Y),
        (pieces, Y),
        (pieces, np.split(Y, SPLIT)),
        (chunks, dask.array.from_array(Y, chunks=150)),
    ]:
        assert same(distributed_perceptron(samples, y, client, mixing, n_shards=3), here(mixing))


def test_a_run_in_rationals_is_the_same_too(client):
    there = distributed_perceptron(X, Y, client, n_shards=3, exact=True)
    assert same(there, here(exact=True))


def test_a_client_may_be_an_address_and_the_threads_say_how_many_shards(client):
    address = client.scheduler.address
    trace = distributed_perceptron(X, Y, address)
    assert trace.converged and trace.counts.shape[1] == 2
    assert len(client.nthreads()) == 2, "the cluster is somebody else's, and stays"


def test_without_a_client_a_cluster_is_started_and_ended():
    before = psutil.Process().children(recursive=True)
    assert same(distributed_perceptron(X, Y, n_shards=3), here())
    assert set(psutil.Process().children(recursive=True)) <= set(before)


def test_a_worker_that_is_killed_costs_the_epoch_it_was_at(client, tmp_path):
    """The last shard's second epoch begins a second time, and the run is the same."""
    log = tmp_path / "begun"

    def begin(block, block_info):
        shard = block_info[0]["chunk-location"][0]
        with log.open("a") as begun:
            begun.write(f"{shard}")
        if log.read_text().count("5") == 2 and shard == 5:
            time.sleep(2)  # what this worker has done before is on its way
            psutil.Process().kill()
        return block

    chunks = dask.array.from_array(X, chunks=(50, 4)).map_blocks(begin, meta=X[:0])
    before = set(client.nthreads())
    trace = distributed_perceptron(chunks, Y, client)
    assert same(trace, mixed_perceptron(divided(X, Y, 6)))
    begun = [log.read_text().count(shard) for shard in "012345"]
    assert begun[5] == trace.n_epochs + 1
    assert sum(begun) <= 6 * trace.n_epochs + 2, "one more may have been on its way"
    assert set(client.nthreads()) != before


def test_a_shard_that_ends_every_worker_is_told(client):
    def end(block):
        psutil.Process().kill()

    deadly = dask.array.from_array(X, chunks=(150, 4)).map_blocks(end, meta=X[:0])
    with pytest.raises(RuntimeError, match=r"one worker after the other .*Use more shards"):
        distributed_perceptron(deadly, Y, client)


def test_an_interrupt_keeps_the_epochs_so_far():
    epochs = itertools.count(1)

    def stop_in_the_third(function, shards):
        if next(epochs) == 3:
            raise KeyboardInterrupt
        return map(function, shards)

    trace = here(run=stop_in_the_third)
    whole = here()
    assert not trace.converged and trace.n_epochs == 2 < whole.n_epochs
    assert trace.weights.tolist() == whole.weights[:3].tolist()


def test_the_bar_says_epoch_shards_and_mistakes(client, capfd):
    trace = distributed_perceptron(X, Y, client, n_shards=3, progress=True)
    lines = capfd.readouterr().err.splitlines()
    total = np.cumsum(trace.counts.sum(axis=1))
    assert f"epoch 1 [####################] 3 of 3 shards, {total[0]} mistakes so far" in lines
    last = f"epoch {trace.n_epochs} [####################] 3 of 3 shards, {total[-1]}"
    assert lines[-1].startswith(last)


def test_what_is_malformed_is_said(client, stored):
    spoilt = X.copy()
    spoilt[250, 2] = np.nan
    in_file = stored("X", X)
    unknown = dask.array.from_array(X, chunks=(100, 4))
    unknown = unknown[unknown[:, 0] > 0]
    for samples, y, message in [
        (stored("spoilt", spoilt), Y, "shard 2: X must be finite; found nan in row 50, column 2"),
        (in_file[::2], Y[::2], "must be all of a .npy file.*save the part"),
        (in_file, stored("zeros", 0 * Y), r"shard \d: labels must be -1 or \+1; found {0}"),
        (X, Y[:-1], r"y must have one label per sample, 300; found shape \(299,\)"),
        ([X[:100], X[100:, :2]], Y, "the same features in each shard"),
        (stored("flat", X[:, 0]), Y, "two-dimensional"),
        ([X[:100], X[100:]], [Y[:200], Y[200:]], r"one label per sample, \[100, 200\] by shard"),
        (unknown, Y, "known shapes.*compute_chunk_sizes"),
    ]:
        with pytest.raises(ValueError, match=message):
            distributed_perceptron(samples, y, client, n_shards=3)


def test_without_dask_the_error_says_what_to_do(monkeypatch):
    original = builtins.__import__

    def no_dask(name, *args, **kwargs):
        if name.partition(".")[0] in ("dask", "distributed"):
            raise ModuleNotFoundError(name)
        return original(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", no_dask)
    with pytest.raises(ImportError, match=r"pip install dask\[distributed\].*mixed_perceptron"):
        distributed_perceptron(X, Y)


def test_a_worker_keeps_nothing_of_a_file_that_it_has_read(client, stored):
    data = planted(400_000, 25, margin=0.05, seed=2)
    in_file, labels = stored("large", data.X), stored("labels", data.y)

    def megabytes():
        return psutil.Process().memory_info().rss / 1e6

    before = client.run(megabytes)
    trace = distributed_perceptron(in_file, labels, client)
    assert trace.converged and (trace.predict(data.X) == data.y).all()
    after = client.run(megabytes)
    assert max(after[worker] - before[worker] for worker in after) < in_file.nbytes / 2e6 / 2
