"""What shards cost and bring: the same file on a cluster of this machine, and in one process.

    python benchmarks/distributed_speed.py [gigabytes [repeats]]

Writes planted data into a temporary folder and runs them in one process, then as 1, 2, 4 and 8
shards on a cluster with a process for each core. A message is w to a shard, or what a shard says;
bytes are those of its pickle. What Dask says to its workers besides comes from the counters of the
loopback (Linux): nothing else may talk on it. Seconds by the clock, from the quickest to the
slowest repeat; ratios are those of the quickest, which other work disturbs least. The last rows are
the sizes at which a cluster begins to pay.

Lesson 10 has its numbers from `distributed_speed.txt`, what this printed for 0.5 gigabytes and 5
repeats; a test compares them.
"""

import functools
import os
import pickle
import platform
import sys
import tempfile
import time
from pathlib import Path

import distributed
import numpy as np

from perceptron_lessons.tables import Table
from perceptron_lessons.theory.distributed import distributed_perceptron, local_cluster
from perceptron_lessons.theory.mixing import MIXINGS, divided, mixed_perceptron

FEATURES, MARGIN, ROWS = 25, 0.1, 100_000
SHARDS = (1, 2, 4, 8)
SIZES = (0.001, 0.01, 0.1, 1.0)  # of the whole file


def write(folder, gigabytes):
    """Write X and y of so many gigabytes; return them memory-mapped, and R²/γ²."""
    n, rng, longest = max(1000, int(gigabytes * 1e9 / 8 / FEATURES)), np.random.default_rng(1), 0
    u = np.ones(FEATURES) / np.sqrt(FEATURES)
    names = [Path(folder, f"{name}{n}.npy") for name in "Xy"]
    X = np.lib.format.open_memmap(names[0], "w+", float, (n, FEATURES))
    y = np.lib.format.open_memmap(names[1], "w+", np.int8, (n,))
    for start in range(0, n, ROWS):
        block = rng.normal(size=(min(ROWS, n - start), FEATURES))
        labels = np.where(block @ u > 0, 1, -1)
        block += MARGIN * np.outer(labels, u)
        longest = max(longest, (block**2).sum(axis=1).max())
        X[start : start + ROWS], y[start : start + ROWS] = block, labels
    return *(np.load(name, mmap_mode="r") for name in names), longest / MARGIN**2


class Counting:
    """A map that counts what would go to each shard and come back."""

    def __init__(self):
        self.messages = self.bytes = 0

    def __call__(self, function, shards):
        results = [function(shard) for shard in shards]
        self.messages += 2 * len(results)
        self.bytes += sum(len(pickle.dumps(result)) for result in results)
        self.bytes += len(results) * len(pickle.dumps(function))
        return results


def seconds(repeats, function):
    """Return the seconds of each repeat by the clock, and the last result."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = function()
        times.append(time.perf_counter() - start)
    return np.array(times), result


def spread(times):
    """Return the range of some times, in words.

    >>> spread(np.array([0.25, 0.12345, 0.2]))
    '0.12–0.25'
    """
    return "–".join(
        f"{time:.2g}" if time < 100 else f"{time:.0f}" for time in (min(times), max(times))
    )


def machine():
    """Return on what this runs, in words."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = names[0] if names else platform.processor()
    versions = f"Python {platform.python_version()}, Dask {distributed.__version__}"
    return f"{os.cpu_count()} cores ({name}), {versions}"


def on_the_loopback():
    """Return how many bytes this machine has said to itself; None where nobody counts them."""
    counters = Path("/proc/net/dev")
    lines = counters.read_text().splitlines() if counters.exists() else []
    return next((int(line.split()[1]) for line in lines if line.split()[0] == "lo:"), None)


def by_shards(X, y, bound, client, repeats):
    rows = []
    alone, whole = seconds(repeats, functools.partial(mixed_perceptron, [(X, y)]))
    made = whole.n_epochs, whole.n_mistakes, whole.n_mistakes
    rows.append(("one process", 1, *made, *(None,) * 3, spread(alone), 1))
    for mixing in MIXINGS:
        for n in SHARDS:
            counting = Counting()
            here = mixed_perceptron(divided(X, y, n), mixing=mixing, run=counting)
            run = functools.partial(distributed_perceptron, X, y, client, mixing, n_shards=n)
            before = on_the_loopback()
            clock, trace = seconds(repeats, run)
            said = before is not None and (on_the_loopback() - before) // repeats
            assert trace.converged and np.array_equal(trace.w, here.w)
            assert trace.weighted_mistakes[-1] <= bound
            row = (mixing, n, trace.n_epochs, trace.n_mistakes, float(trace.weighted_mistakes[-1]))
            ratio = alone.min() / clock.min()
            rows.append((*row, counting.messages, counting.bytes, said, spread(clock), ratio))
    columns = ["mixing", "shards", "epochs", "mistakes", "K", "messages", "bytes", "loopback bytes"]
    title = f"{X.nbytes / 1e9:.3g} GB, {len(X)} samples, R²/γ² = {bound:.3g}"
    return Table(title, [*columns, "s", "one process / this"], rows, digits=3)


def by_size(folder, gigabytes, client, repeats):
    rows, n = [], len(client.nthreads())
    for share in SIZES:
        X, y, _ = write(folder, share * gigabytes)
        alone, whole = seconds(repeats, functools.partial(mixed_perceptron, [(X, y)]))
        run = functools.partial(distributed_perceptron, X, y, client, n_shards=n)
        clock, trace = seconds(repeats, run)
        each = alone / whole.n_epochs, clock / trace.n_epochs
        ratio = each[0].min() / each[1].min()
        times = (spread(1000 * of_epoch) for of_epoch in each)
        rows.append((X.nbytes / 1e6, whole.n_epochs, trace.n_epochs, *times, ratio))
    columns = ["MB", "epochs, one process", f"epochs, {n} shards", "ms an epoch, one process"]
    columns += [f"ms an epoch, {n} shards", "one process / shards"]
    return Table("when it begins to pay", columns, rows, digits=3)


def main(gigabytes=1.0, repeats=3):
    with (
        tempfile.TemporaryDirectory() as folder,
        local_cluster(os.cpu_count()) as cluster,
        distributed.Client(cluster) as client,
    ):
        print(machine())
        print(by_shards(*write(folder, gigabytes), client, int(repeats)))
        print(by_size(folder, gigabytes, client, int(repeats)))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
