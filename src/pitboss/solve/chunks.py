"""Long counts in chunks, on this machine's processors or on a Dask cluster: whole numbers, so who adds is no matter."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from os import cpu_count
from threading import Event, Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.solve.model import Progress

Sums = tuple[NDArray[np.int64], ...]
Work = Callable[[Iterable[int]], Sums]
"""Adds up the chunks of these numbers. For a cluster it must travel: a function of a module, or an object of data."""
AddUp = Callable[[Work, int, Progress], Sums]
"""Does so many chunks of some work, tells how much of it is done, and gives the sums of all of them."""

MOST_THREADS = 8
# What a task sends back can be large, so that there are only as many as keep the cluster busy.
LEAST_TASKS = 8


@contextmanager
def crew(cluster: str | None) -> Iterator[AddUp]:
    """Who does the work: threads of this process, or the cluster whose scheduler is at that address."""
    if cluster is None:
        yield in_threads
        return
    from pitboss.cluster import connected

    with connected(cluster) as client:
        yield partial(_on_cluster, client, cluster)


def in_threads(work: Work, chunks: int, told: Progress) -> Sums:
    """Every thread takes the next chunk until none is left; an interrupted run ends with the chunks at hand."""
    stopped, turn = Event(), Lock()
    coming = iter(range(chunks))
    finished = 0

    def numbers() -> Iterator[int]:
        nonlocal finished
        for number in coming:
            if stopped.is_set():
                return
            yield number
            with turn:
                finished += 1
                told(finished / chunks)

    def run(_: int) -> Sums:
        try:
            return work(numbers())
        except BaseException:
            stopped.set()
            raise

    many = max(1, min(MOST_THREADS, cpu_count() or 1, chunks))
    with ThreadPoolExecutor(many) as pool:
        try:
            return _added(pool.map(run, range(many)))
        except BaseException:
            stopped.set()
            raise


def _on_cluster(client: Any, address: str, work: Work, chunks: int, told: Progress) -> Sums:
    from pitboss.cluster import results

    tasks = min(chunks, max(LEAST_TASKS, sum(client.nthreads().values())))
    shares = [range(task, chunks, tasks) for task in range(tasks)]
    futures = [client.submit(work, share, pure=False) for share in shares]
    finished = 0

    def counted(parts: Iterator[Sums]) -> Iterator[Sums]:
        nonlocal finished
        for part in parts:
            finished += 1
            told(finished / tasks)
            yield part

    with results(client, address, futures, lambda: told(finished / tasks)) as parts:
        return _added(counted(parts))


def _added(parts: Iterable[Sums]) -> Sums:
    """The sums of all parts, added into the first as they come; on a cluster it may be read-only, so it is copied."""
    total: list[NDArray[np.int64]] = []
    for part in parts:
        if not total:
            total = [np.array(array) for array in part]
            continue
        for sums, more in zip(total, part, strict=True):
            sums += more
    return tuple(total)
