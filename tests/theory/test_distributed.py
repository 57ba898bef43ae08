"""Shards on a cluster of two processes: the same run as in one, whatever happens to a process."""

import itertools
import os
import signal
import sys

import dask.array
import distributed
import numpy as np
import psutil
import pytest

from perceptron_core import planted
from perceptron_lessons.theory import distributed as module
from perceptron_lessons.theory.distributed import (
    distributed_perceptron,
    kill_worker,
    local_cluster,
)
from perceptron_lessons.theory.mixing import MIXINGS, mixed_perceptron

DATA = planted(300, 4, margin=0.05, seed=1)
X, Y = np.array(DATA.X), np.array(DATA.y)
SPLIT = (100, 200)


@pytest.fixture(scope="module", autouse=True)
def patience():
    """A busy machine may take long to bring a worker back: nobody gives it up meanwhile."""
    patient = {
        "distributed.comm.timeouts.connect": "1 hour",
        "distributed.comm.timeouts.tcp": "1 hour",
        "distributed.deploy.lost-worker-timeout": "1 hour",
    }
    with dask.config.set(patient), pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LONGEST", 3600)
        yield


@pytest.fixture(scope="module")
def client(patience):
    # Not four workers, but two in turn end a shard's run: it takes seconds to start one.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        local_cluster(2) as cluster,
        distributed.Client(cluster) as client,
    ):
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


def test_however_the_data_are_given_it_is_the_run_in_one_process(client, stored):
    in_file, labels = stored("X", X), stored("y", Y)
    pieces = [stored(f"X{i}", part) for i, part in enumerate(np.split(X, SPLIT))]
    chunks = dask.array.from_array(X, chunks=((100, 100, 100), 2))
    cases = [
        (X, Y),
        (X.tolist(), Y.tolist()),
        (in_file, labels),
        (in_file, Y),
        (pieces, Y),
        (pieces, np.split(Y, SPLIT)),
        (chunks, dask.array.from_array(Y, chunks=150)),
    ]
    for (samples, y), mixed in zip(cases, itertools.cycle(MIXINGS), strict=False):
        assert same(distributed_perceptron(samples, y, client, mixed, n_shards=3), here(mixed))


def test_a_run_in_rationals_is_the_same_too(client):
    there = distributed_perceptron(X, Y, client, n_shards=3, exact=True)
    assert same(there, here(exact=True))


def test_a_client_may_be_an_address_and_the_threads_tell_how_many_shards(client):
    trace = distributed_perceptron(X, Y, client.scheduler.address)
    assert trace.converged and trace.counts.shape[1] == 2
    assert len(client.nthreads()) == 2, "the cluster is somebody else's, and stays"


def test_without_a_client_a_cluster_is_started_and_ended():
    before = psutil.Process().children(recursive=True)
    assert same(distributed_perceptron(X, Y, n_shards=3), here())
    assert set(psutil.Process().children(recursive=True)) <= set(before)


def struck(monkeypatch, strike, *args):
    """The run of `distributed_perceptron` into whose second epoch something falls."""
    asked = itertools.count()
    result = distributed.Future.result

    def watched(future, *given):
        if next(asked) == 3:
            strike()
        return result(future, *given)

    monkeypatch.setattr(distributed.Future, "result", watched)
    return distributed_perceptron(*args, n_shards=3)


def kill(client, *, all_of_them=False):
    """End the process of a worker, or of all."""
    pids = client.run(os.getpid).values()
    for pid in [*pids] if all_of_them else [*pids][:1]:
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("given", ["files", "chunks", "memory"])
def test_a_worker_that_is_killed_changes_nothing(client, stored, given, monkeypatch):
    samples = {"files": stored("X", X), "chunks": dask.array.from_array(X, chunks=(100, 4))}
    client.wait_for_workers(1)
    there = struck(monkeypatch, lambda: kill(client), samples.get(given, X), Y, client)
    assert same(there, here())


def test_a_run_goes_on_after_a_worker_was_killed(client):
    """As the optional section of lesson 10 has it."""
    client.wait_for_workers(2)
    begun = distributed_perceptron(X, Y, client, n_shards=3, max_epochs=1)
    assert not begun.converged and kill_worker(client) == 2
    assert same(distributed_perceptron(X, Y, client, n_shards=3, begun=begun), here())


def test_when_all_are_killed_at_once_new_ones_go_on(client, monkeypatch):
    client.wait_for_workers(1)
    there = struck(monkeypatch, lambda: kill(client, all_of_them=True), X, Y, client)
    assert same(there, here())


def test_a_cluster_of_its_own_replaces_what_not_even_a_nanny_brings_back(monkeypatch):
    def close():
        cluster = distributed.default_client().cluster
        for nanny in list(cluster.workers.values()):
            cluster.sync(nanny.close)

    with dask.config.set({"distributed.deploy.lost-worker-timeout": "100ms"}):
        assert same(struck(monkeypatch, close, X, Y), here())


def test_a_shard_that_ends_every_worker_is_an_error(client):
    def end(block, block_info=None):
        if block_info[0]["chunk-location"][0] == 1:
            psutil.Process().kill()
        return block

    deadly = dask.array.from_array(X, chunks=(100, 4)).map_blocks(end, meta=X[:0])
    with pytest.raises(RuntimeError, match=r"^shard \d, .* one worker after the other.* tcp://"):
        distributed_perceptron(deadly, Y, client)


def test_a_cluster_that_loses_its_workers_is_an_error_with_the_run_so_far(monkeypatch):
    with local_cluster(1) as cluster, distributed.Client(cluster) as client:
        monkeypatch.setattr(module, "LONGEST", 0.1)

        def lose():
            for worker in list(cluster.workers.values()):
                cluster.sync(worker.close)

        with pytest.raises(RuntimeError, match=r"none at all.*shards \[") as caught:
            struck(monkeypatch, lose, X, Y, client)
        assert same(here(begun=caught.value.trace), here())


def test_an_interrupt_leaves_and_keeps_the_epochs_so_far(client, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt  # as Ctrl-C does, wherever the run is

    with pytest.raises(KeyboardInterrupt) as caught:
        struck(monkeypatch, interrupt, X, Y, client)
    trace = caught.value.trace
    assert not trace.converged and trace.n_epochs == 1
    assert same(distributed_perceptron(X, Y, client, n_shards=3, begun=trace), here())


def test_what_is_malformed_is_named(client, stored):
    spoilt = X.copy()
    spoilt[250, 2] = np.nan
    in_file = stored("X", X)
    unknown = dask.array.from_array(X, chunks=(100, 4))
    unknown = unknown[unknown[:, 0] > 0]
    for samples, y, named in [
        (stored("spoilt", spoilt), Y, "shard 2: .*nan in row 50, column 2"),
        (in_file[::2], Y[::2], "all of a .npy file"),
        (in_file, stored("zeros", 0 * Y), r"shard \d: labels .*found .0"),
        (X, Y[:-1], r"300; found shape \(299,\)"),
        ([X[:100], X[100:, :2]], Y, "features"),
        (stored("flat", X[:, 0]), Y, "two-dimensional"),
        ([X[:100], X[100:]], [Y[:200], Y[200:]], r"label.*\[100, 200\]"),
        (unknown, Y, "compute_chunk_sizes"),
    ]:
        with pytest.raises(ValueError, match=named):
            distributed_perceptron(samples, y, client, n_shards=3)


def test_without_dask_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(ImportError, match=r"pip install dask\[distributed\].*mixed_perceptron"):
        distributed_perceptron(X, Y)


def test_a_worker_keeps_nothing_of_a_file_that_it_has_read(client, stored):
    data = planted(1000, 25, margin=0.05, seed=2)
    in_file, labels = (
        stored("large", np.tile(data.X, (400, 1))),
        stored("labels", np.tile(data.y, 400)),
    )

    def megabytes():
        return psutil.Process().memory_info().rss / 1e6

    client.wait_for_workers(1)
    # A worker that has just begun grows with what it imports, and not with the file.
    distributed_perceptron(X, Y, client)
    before = client.run(megabytes)
    trace = distributed_perceptron(in_file, labels, client)
    assert trace.converged and (trace.predict(data.X) == data.y).all()
    after = client.run(megabytes)
    assert max(after[worker] - before[worker] for worker in after) < in_file.nbytes / 2e6 / 2
