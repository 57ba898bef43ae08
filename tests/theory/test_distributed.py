"""Shards on a cluster of two processes: the same run as in one, whatever happens to a process."""

import builtins
import itertools
import re
import time
from collections import Counter

import dask.array
import distributed
import numpy as np
import psutil
import pytest

from perceptron_core import planted
from perceptron_lessons.theory import mixing
from perceptron_lessons.theory.distributed import StoredRows, distributed_perceptron, local_cluster
from perceptron_lessons.theory.mixing import MIXINGS, divided, mixed_perceptron

DATA = planted(300, 4, margin=0.05, seed=1)
X, Y = np.array(DATA.X), np.array(DATA.y)
SPLIT = (100, 200)


@pytest.fixture(scope="module")
def client():
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


def test_a_shard_in_a_file_has_the_rows_of_its_place(stored):
    in_file = stored("X", X)
    shard = StoredRows(in_file.filename, 100, (50, 4))
    assert len(shard) == 50
    for rows in (slice(0, 50), slice(0, 7), slice(7, 30), slice(30, 80), slice(50, 60)):
        assert shard[rows].tolist() == X[100:150][rows].tolist()


def test_a_run_in_rationals_is_the_same_too(client):
    there = distributed_perceptron(X, Y, client, n_shards=3, exact=True)
    assert same(there, here(exact=True))


def test_a_client_may_be_an_address_and_the_threads_say_how_many_shards(client, monkeypatch):
    monkeypatch.setattr("perceptron_lessons.theory.distributed.local_cluster", pytest.fail)
    address = client.scheduler.address
    trace = distributed_perceptron(X, Y, address)
    assert trace.converged and trace.counts.shape[1] == 2
    assert len(client.nthreads()) == 2, "the cluster is somebody else's, and stays"


def test_without_a_client_a_cluster_is_started_and_ended():
    before = psutil.Process().children(recursive=True)
    assert same(distributed_perceptron(X, Y, n_shards=3), here())
    assert set(psutil.Process().children(recursive=True)) <= set(before)


@pytest.mark.parametrize(("given", "victim"), [("files", 2), ("chunks", 5), ("memory", 0)])
def test_a_worker_that_is_killed_costs_one_epoch_of_one_shard(
    client, stored, tmp_path, monkeypatch, given, victim
):
    """In the second epoch; what the worker has sent back before is not made again."""
    samples = {
        "files": lambda: stored("X", X),
        "chunks": lambda: dask.array.from_array(X, chunks=(50, 4)),
        "memory": lambda: X,
    }[given]()
    log, told = tmp_path / "log", tmp_path / "told"
    here = mixed_perceptron(divided(X, Y, 6))
    second = here.weights[1].tolist()

    def learn_or_die(numbered, w):
        from perceptron_lessons.theory.mixing import learn

        def note(what):
            with log.open("a") as notes:
                notes.write(f"{what} {numbered[0]} {w.tolist()}\n")

        note("begun")
        deaths = log.read_text().count(f"begun {victim} {second}")
        if (numbered[0], w.tolist(), deaths) == (victim, second, 1):
            # What this worker has made before has arrived once all that is made has.
            end = time.monotonic() + 20
            while time.monotonic() < end and arrived() < made():
                time.sleep(0.01)
            psutil.Process().kill()
        found = learn(numbered, w)
        note("made")
        return found

    def arrived():
        return int(["0", *re.findall(r"epoch 2 .* (\d) of 6", told.read_text())][-1])

    def made():
        return sum(re.fullmatch("made . (.*)", line)[1] == str(second) for line in lines("made"))

    def lines(what):
        return [line for line in log.read_text().splitlines() if line.startswith(what)]

    client.wait_for_workers(2)
    monkeypatch.setattr(mixing, "learn", learn_or_die)
    with told.open("w") as stream:
        monkeypatch.setattr("sys.stderr", stream)
        trace = distributed_perceptron(samples, Y, client, n_shards=6, progress=True)
    assert same(trace, here)
    times = Counter(lines("begun"))
    each = {f"begun {i} {w.tolist()}": 1 for w in here.weights[:-1] for i in range(6)}
    assert times == each | {f"begun {victim} {second}": 2}


def test_a_shard_that_ends_every_worker_is_told(client):
    def end(block):
        psutil.Process().kill()

    deadly = dask.array.from_array(X, chunks=(150, 4)).map_blocks(end, meta=X[:0])
    with pytest.raises(RuntimeError, match=r"one worker after the other .*Use more shards"):
        distributed_perceptron(deadly, Y, client)


def test_a_run_that_was_stopped_goes_on_with_any_map(client):
    begun = distributed_perceptron(X, Y, client, n_shards=3, max_epochs=1)
    assert not begun.converged
    assert same(distributed_perceptron(X, Y, client, n_shards=3, begun=begun), here())
    assert same(here(begun=begun), here())


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
    assert same(here(begun=trace), whole)


def test_the_bar_says_epoch_shards_and_mistakes(client, tmp_path, monkeypatch):
    with (tmp_path / "told").open("w") as stream:
        monkeypatch.setattr("sys.stderr", stream)
        trace = distributed_perceptron(X, Y, client, n_shards=3, progress=True)
        # It is there at once, and not when the stream has enough of it.
        lines = (tmp_path / "told").read_text().splitlines()
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
        (stored("wide", X.T.copy()).T, Y, "must be all of a .npy file"),
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
    data = planted(1000, 25, margin=0.05, seed=2)
    in_file, labels = (
        stored("large", np.tile(data.X, (400, 1))),
        stored("labels", np.tile(data.y, 400)),
    )

    def megabytes():
        return psutil.Process().memory_info().rss / 1e6

    client.wait_for_workers(2)
    # A worker that has just begun grows with what it imports, and not with the file.
    distributed_perceptron(X, Y, client)
    before = client.run(megabytes)
    trace = distributed_perceptron(in_file, labels, client)
    assert trace.converged and (trace.predict(data.X) == data.y).all()
    after = client.run(megabytes)
    assert max(after[worker] - before[worker] for worker in after) < in_file.nbytes / 2e6 / 2
