"""How the benchmarks take the time: processor seconds, so that other work does not count."""

import statistics
import time


def median_seconds(repeats, *functions):
    """Return the median seconds of each function, called in turn, and the last results."""
    times = [[] for _ in functions]
    for _ in range(repeats):
        results = []
        for function, list_of_times in zip(functions, times, strict=True):
            start = time.process_time()
            results.append(function())
            list_of_times.append(time.process_time() - start)
    return *map(statistics.median, times), *results
