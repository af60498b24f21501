"""Chunks on a Dask distributed cluster: the same job, the same chunks, the same sums."""

from collections.abc import Iterator
from itertools import islice

from pitboss.cluster import connected, results
from pitboss.simulation.jobs import Job, Part, gather, some
from pitboss.simulation.workers import Done

MOST_TASKS = 2_000


def run(job: Job, address: str, done: Done) -> Part:
    """Do all chunks of a job on the cluster whose scheduler is at the address."""
    with connected(address) as client:
        each = max(1, job.chunks // MOST_TASKS)
        numbers = iter(range(job.chunks))
        batches = iter(lambda: list(islice(numbers, each)), [])
        sent = client.scatter(job, broadcast=True)
        futures = [client.submit(some, sent, batch, pure=False) for batch in batches]
        with results(client, address, futures, lambda: done(0)) as parts:
            total = gather(_told(parts, done, each))
    return job.finish(total)


def _told(parts: Iterator[Part], done: Done, each: int) -> Iterator[Part]:
    for part in parts:
        yield part
        done(each)
