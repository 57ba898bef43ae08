"""`mixed_perceptron` on many processes or machines: Dask is the map, and nothing else changes.

An epoch sends w to each shard, and brings back its mistakes and Σ y x: 2 messages a shard. The
samples stay where they are, in files that the workers open.
"""

import contextlib
import math
import os
import signal
import time
import warnings
from dataclasses import dataclass

import numpy as np

from perceptron_core.algorithm import leave_with
from perceptron_core.checks import as_labels, as_samples, malformed
from perceptron_lessons.theory.mixing import mix, sizes

NO_DASK = (
    "distributed_perceptron needs Dask: pip install dask[distributed]; or run the same shards in "
    "this process, with mixed_perceptron([(X_0, y_0), (X_1, y_1)])"
)
LOOK = 1  # seconds after which to look for workers, while nothing comes
ANSWER = 3  # seconds after which a result is asked for anew
LONGEST = 30  # seconds that a cluster may be without a worker
KEPT = {"MALLOC_TRIM_THRESHOLD_": 1 << 27, "MALLOC_MMAP_THRESHOLD_": 1 << 25}  # bytes


def distributed_perceptron(
    X,
    y,
    client=None,
    mixing="uniform",
    *,
    n_shards=None,
    exact=False,
    max_epochs=1_000,
    begun=None,
):
    """Run `mixed_perceptron` with each shard's epoch on a worker of a Dask cluster.

    Every decision and every w is the same as there. A worker that ends in mid-epoch costs the
    epoch of the shard it was at, and what it has not sent back: another one makes it again. A
    cluster that was started here gets a new worker for each that it has lost.

    Parameters
    ----------
    X : array, or a list of arrays
        What stays in files is never in memory as a whole: an array that
        ``np.load(path, mmap_mode="r")`` returns is opened by the workers, who must find the file
        under the same name; of a Dask array, each chunk of rows is a shard. An array in memory
        is sent to the workers once. In a list each array is a shard.
    y : array of −1 and +1, or a list of such
        As X; a single one may go with any X.
    client : distributed.Client, cluster, str or None
        A client or a cluster, or a scheduler's address. Without one a `local_cluster` is started,
        and closed at the end: a script then needs ``if __name__ == "__main__"``.
    mixing, exact, max_epochs, begun
        As for `mixed_perceptron`.
    n_shards : int, optional
        Into how many shards the rows of one array are divided; by default one for each thread of
        the cluster.

    Returns
    -------
    MixedTrace

    Raises
    ------
    ImportError
        Dask is not installed.
    ValueError
        X or y is malformed: the message names the shard.
    RuntimeError
        The cluster has had no running worker for `LONGEST` seconds, or has ended; or a shard has
        ended one worker after the other.
    KeyboardInterrupt
        After an interrupt. Of this and of a RuntimeError ``error.trace`` is the run so far, once
        it has begun: ``begun=error.trace`` goes on with it. Before that it is `begun`.

    References
    ----------
    McDonald, Hall and Mann 2010, "Distributed training strategies for the structured perceptron".
    """
    try:
        import dask
        import distributed
    except ImportError as error:
        raise ImportError(NO_DASK) from error
    try:
        with contextlib.ExitStack() as stack:
            n_workers = 0
            if client is None:
                cores = dask.system.CPU_COUNT
                n_shards = cores if n_shards is None else n_shards
                n_workers = min(cores, len(_sizes(X, n_shards)))
                client = stack.enter_context(local_cluster(n_workers))
            if not isinstance(client, distributed.Client):
                client = stack.enter_context(distributed.Client(client))
            cluster = _Cluster(client, n_workers)
            n_threads = cluster.n_threads()
            shards, n_features = _shards(X, y, n_threads if n_shards is None else n_shards, client)
            how = {"mixing": mixing, "exact": exact, "max_epochs": max_epochs, "begun": begun}
            return mix(shards, n_features, cluster, **how)
    except (KeyboardInterrupt, RuntimeError) as stop:
        leave_with(stop, begun)
        raise


def local_cluster(n_workers, **settings):
    """Return a cluster of so many processes on this machine; `LocalCluster`, but twice as fast.

    Dask has its workers give memory back to the system at once, so that each block of a shard
    would get new pages. Here they keep it.

    Parameters
    ----------
    n_workers : int
    **settings
        As for `distributed.LocalCluster`, such as ``memory_limit="300MB"``, for each process.
    """
    import dask
    from distributed import LocalCluster

    with dask.config.set({"distributed.nanny.pre-spawn-environ": KEPT}):
        return LocalCluster(
            n_workers=n_workers, threads_per_worker=1, dashboard_address=":0", **settings
        )


def kill_worker(client):
    """End the process of one worker at once, as a power cut does, and return how many were there.

    A `local_cluster` then starts another one in its place.

    Parameters
    ----------
    client : distributed.Client
        Of workers on this machine.

    Returns
    -------
    int
    """
    processes = [*client.run(os.getpid).values()]
    os.kill(processes[0], getattr(signal, "SIGKILL", signal.SIGTERM))
    return len(processes)


class _Cluster:
    """The map of a run: an epoch of every shard, on the workers of a client.

    Parameters
    ----------
    client : distributed.Client
    n_workers : int
        To how many workers a cluster of our own is filled up again; 0 for somebody else's.
    """

    def __init__(self, client, n_workers):
        self._client = client
        self._n_workers = n_workers
        self._heard = time.monotonic()  # when a worker was last at work

    def n_threads(self):
        """Return how many threads the cluster has, once it has a worker."""
        while not (n_threads := sum(self._client.nthreads().values())):
            self._look_for_workers()
            time.sleep(LOOK)
        return n_threads

    def __call__(self, function, shards):
        import dask
        import distributed

        task = dask.delayed(function, pure=False)
        waiting = dict(enumerate(self._client.compute([task(shard) for shard in shards])))
        results = {}
        self._heard = time.monotonic()
        try:
            while waiting:
                self._take(waiting, results)
        except distributed.CancelledError as error:
            raise RuntimeError(f"the cluster has ended: {error}") from error
        finally:
            for future in waiting.values():
                future.release()
        return [results[i] for i in range(len(shards))]

    def _take(self, waiting, results):
        """Move what has come to the results; where nothing has, look for workers."""
        import distributed

        with contextlib.suppress(TimeoutError):
            distributed.wait(waiting.values(), LOOK, "FIRST_COMPLETED")
        done = [i for i, future in waiting.items() if future.done()]
        for i in done:
            try:
                results[i] = waiting[i].result(ANSWER)
                del waiting[i]  # else it would be done again if its worker ended
            except TimeoutError:
                pass  # its worker has just ended: another one does it again
            except distributed.KilledWorker as error:
                raise RuntimeError(
                    f"shard {i}, or one that waited beside it, has ended one worker after the "
                    f"other, the last of them {error.last_worker.address}: is it too large for the "
                    "memory of a worker? Use more shards, or give each worker more memory"
                ) from error
        if done:
            self._heard = time.monotonic()
        else:
            self._look_for_workers(f", and shards {[*waiting]} wait")

    def _look_for_workers(self, waiting=""):
        """Raise RuntimeError if no worker has been at work for a while."""
        info = {}
        with contextlib.suppress(OSError):  # a scheduler that does not answer has no worker for us
            info = self._client.scheduler_info()
        workers = [worker["status"] for worker in info.get("workers", {}).values()]
        if len(workers) < self._n_workers:
            self._client.cluster.scale(self._n_workers)
        if "running" in workers:
            self._heard = time.monotonic()
        elif time.monotonic() - self._heard > LONGEST:
            seen = f"only {', '.join(workers)} ones" if workers else "none at all"
            raise RuntimeError(
                f"the cluster {self._client.scheduler.address} has had no running worker for "
                f"{LONGEST} s ({seen}){waiting}. Start workers, or give them more memory"
            )


@dataclass(frozen=True)
class StoredRows:
    """Rows start … stop of an array in a .npy file; what is asked for is read then.

    A map of the file lives only as long as its rows are in use, so that a worker's memory is not
    filled with what it has seen.
    """

    path: str
    start: int
    shape: tuple

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, rows):
        first, last, _ = rows.indices(len(self))
        return np.load(self.path, mmap_mode="r")[self.start + first : self.start + last]


def _shards(X, y, n_shards, client):
    """Return the shards as pairs of what a worker can open, and the number of features."""
    X = X if _is_elsewhere(X) else as_samples(X)
    shapes = [np.shape(part) for part in (X if isinstance(X, list) else [X])]
    if {len(shape) for shape in shapes} != {2} or len({shape[1] for shape in shapes}) > 1:
        raise malformed("X", "be two-dimensional, with the same features in each shard", shapes)
    sizes = _sizes(X, n_shards)
    y = y if _is_elsewhere(y) else as_labels(y, sum(sizes))
    label_sizes = _sizes(y, 1)
    if label_sizes != sizes and (isinstance(y, list) or sum(label_sizes) != sum(sizes)):
        raise malformed("y", f"have one label per sample, {sizes} by shard", label_sizes)
    parts = (_parts(array, sizes, client) for array in (X, y))
    return list(zip(*parts, strict=True)), shapes[0][1]


def _is_elsewhere(array):
    """Whether an array is in files or in chunks: then the workers check what it holds."""
    in_chunks = isinstance(array, list) and bool(array) and isinstance(array[0], np.ndarray)
    return in_chunks or isinstance(array, np.memmap) or hasattr(array, "to_delayed")


def _sizes(array, n_shards):
    """Return how many rows each shard has: as the array is chunked, or so many of about a size."""
    if isinstance(array, list) and _is_elsewhere(array):
        return [len(part) for part in array]
    if hasattr(array, "to_delayed"):
        if any(map(math.isnan, array.shape)):
            raise malformed("X and y", "have known shapes", array.shape, "compute_chunk_sizes()")
        return list(array.chunks[0])
    return sizes(len(array), n_shards)


def _parts(array, sizes, client):
    """Return the rows of each shard: to be opened, computed or received where they are needed."""
    if hasattr(array, "to_delayed"):
        chunks = (tuple(sizes), *(-1,) * (array.ndim - 1))
        return array.rechunk(chunks).to_delayed().ravel().tolist()
    if isinstance(array, list):
        return [_part(part, 0, len(part), client) for part in array]
    ends = np.cumsum(sizes).tolist()
    return [_part(array, end - n, end, client) for end, n in zip(ends, sizes, strict=True)]


def _part(array, start, stop, client):
    if isinstance(array, np.memmap):
        stored = np.load(array.filename, mmap_mode="r")
        if (stored.shape, stored.strides) != (array.shape, array.strides):
            must = 'be all of a .npy file, as np.load(path, mmap_mode="r") returns it'
            raise malformed("X and y", must, f"a part of {array.filename}", "save the part")
        return StoredRows(str(array.filename), start, (stop - start, *array.shape[1:]))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        # Not scattered: what only a worker has is lost with it.
        return client.submit(np.asarray, array[start:stop], pure=False)
