"""A file larger than the memory that each process may have: what it keeps for itself.

    python benchmarks/larger_than_memory.py [gigabytes [megabytes]]

Writes planted data into a temporary folder. `perceptron` runs over them in this process, is
interrupted in its second epoch, and resumed; then shards run on a cluster with a worker for each
core, of so many megabytes each (300), and a bar. Private memory is what belongs to one process and
to no file (RssAnon, Linux), at its highest: pages of files are the system's, which may drop them.

docs/large-data.md has its numbers from `larger_than_memory.txt`, what this printed for 2
gigabytes; a test compares them.
"""

import contextlib
import os
import re
import sys
import tempfile
import threading
import time
from pathlib import Path

import distributed
from distributed_speed import machine, write

from perceptron_core import perceptron, resume
from perceptron_lessons.tables import Table
from perceptron_lessons.theory.distributed import distributed_perceptron, local_cluster


class Peak:
    """The most private memory that any of some processes has had, in megabytes."""

    def __init__(self):
        self.megabytes, self.seconds = 0.0, 0.0

    @contextlib.contextmanager
    def of(self, *pids):
        """Watch some processes for as long as the context lasts."""
        done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(done, pids))
        watcher.start()
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - start
            done.set()
            watcher.join()

    def _watch(self, done, pids):
        while not done.wait(0.02):
            self.megabytes = max(self.megabytes, *map(private, pids))


def private(pid):
    """Return the private memory of a process in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+) kB", status)[1]) / 1000


def interrupted_and_resumed(X, y):
    """Return the trace of a run that was interrupted in its second epoch, and its `Peak`."""
    peak, passes = Peak(), []

    def interrupt(n_mistakes, n_looked_at):
        passes.append(n_looked_at)
        if passes.count(len(X)) == 1 and n_looked_at < len(X):
            raise KeyboardInterrupt

    with peak.of(os.getpid()):
        try:
            trace = perceptron(X, y, progress=interrupt)
        except KeyboardInterrupt as stop:
            trace = stop.trace
        assert trace.converged is None
        trace = resume(trace)
    return trace, peak


def on_workers(X, y, megabytes):
    """Return the trace of a run on workers of so many megabytes, and the `Peak` of these."""
    peak = Peak()
    with (
        local_cluster(os.cpu_count(), memory_limit=f"{megabytes:g}MB") as cluster,
        distributed.Client(cluster) as client,
        peak.of(*client.run(os.getpid).values()),
    ):
        trace = distributed_perceptron(X, y, client)
    return trace, peak


def main(gigabytes=2.0, megabytes=300.0):
    with tempfile.TemporaryDirectory() as folder:
        X, y, _ = write(folder, gigabytes)
        rows = []
        for where, (trace, peak) in (
            ("one process, interrupted and resumed", interrupted_and_resumed(X, y)),
            (f"{os.cpu_count()} workers of {megabytes:g} MB", on_workers(X, y, megabytes)),
        ):
            assert trace.converged
            row = (where, trace.n_epochs, trace.n_mistakes, peak.seconds, round(peak.megabytes))
            rows.append(row)
    title = f"{X.nbytes / 1e9:.3g} GB, {len(X)} samples; {machine()}"
    columns = ["on", "epochs", "mistakes", "s", "MB, private, at most"]
    print(Table(title, columns, rows, digits=3))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
