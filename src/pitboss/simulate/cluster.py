"""Chunks on a Dask distributed cluster: the same job, the same chunks, the same sums."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from typing import Any

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.simulate.jobs import Job, Part, gather, some
from pitboss.simulate.workers import Done

KNOCK, PATIENCE = 3, 10
"""Seconds to wait for a scheduler to open the door, and for it to answer once it has."""
MOST_TASKS = 2_000


def run(job: Job, address: str, done: Done) -> Part:
    """Do all chunks of a job on the cluster whose scheduler is at the address."""
    distributed = _library()
    with _client(distributed, address) as client:
        _check_workers(client, address)
        each = max(1, job.chunks // MOST_TASKS)
        numbers = iter(range(job.chunks))
        batches = iter(lambda: list(islice(numbers, each)), [])
        sent = client.scatter(job, broadcast=True)
        futures = [client.submit(some, sent, batch, pure=False) for batch in batches]
        try:
            total = gather(_results(distributed, futures, address, lambda: done(each)))
        except BaseException:
            with suppress(Exception):
                client.cancel(futures, force=True)
            raise
    return job.finish(total)


def _results(distributed: Any, futures: list[Any], address: str, done: Callable[[], None]) -> Iterator[Part]:
    for future, part in distributed.as_completed(futures, with_results=True):
        if not isinstance(part, Part):
            raise PitbossError(f"the cluster at {address} went away before the work was done")
        yield part
        future.release()
        done()


def _library() -> Any:
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise PitbossError(
            "a cluster needs the package distributed, which is not installed; pip install 'pitboss[cluster]' brings it"
        ) from error
    # What goes wrong is said once, by us.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    try:
        asyncio.run(asyncio.wait_for(_knock(distributed, address), KNOCK))
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise PitbossError(
            f"no Dask scheduler answers at {address}; start one with: dask scheduler --port 8786"
        ) from error
    try:
        yield client
    except PitbossError:
        raise
    except Exception as error:
        raise PitbossError(f"the cluster at {address} gave up: {_first_line(error)}") from error
    finally:
        # A scheduler that is gone cannot be told goodbye.
        with suppress(Exception):
            client.close(timeout=PATIENCE)


async def _knock(distributed: Any, address: str) -> None:
    """See whether a scheduler is there at all: a client takes much longer to find out that none is."""
    comm = await distributed.core.connect(address, timeout=KNOCK)
    await comm.close()


def _check_workers(client: Any, address: str) -> None:
    if not client.scheduler_info()["workers"]:
        raise PitbossError(f"the cluster at {address} has no workers; start some with: dask worker {address}")
    for worker, version in client.run(_version).items():
        if version != __version__:
            raise PitbossError(f"the worker {worker} runs pitboss {version} and not {__version__}")


def _version() -> str:
    return __version__


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
