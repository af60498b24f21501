"""A Dask distributed cluster: who is there, a client of it, and the results of tasks as they come."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from pitboss.errors import PitbossError
from pitboss.version import __version__

KNOCK, PATIENCE = 3, 10
"""Seconds to wait for a scheduler to open the door, and for it to answer once it has."""
GLANCE = 0.02
"""Seconds between two looks whether a result has come."""


def knock(address: str) -> None:
    """See whether a scheduler is there at all: a client takes much longer to find out that none is."""
    distributed = _library()
    with _or_nobody(address):
        asyncio.run(asyncio.wait_for(_open_and_close(distributed, address), KNOCK))


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the cluster whose scheduler is at the address; its workers run this version."""
    knock(address)
    with _or_nobody(address):
        client = _library().Client(address, timeout=PATIENCE, set_as_default=False)
    try:
        _check_workers(client, address)
        yield client
    except PitbossError:
        raise
    except Exception as error:
        raise PitbossError(f"the cluster at {address} gave up: {_first_line(error)}") from error
    finally:
        # A scheduler that is gone cannot be told goodbye.
        with suppress(Exception):
            client.close(timeout=PATIENCE)


@contextmanager
def results(client: Any, address: str, futures: Sequence[Any], waiting: Callable[[], None]) -> Iterator[Iterator[Any]]:
    """The results of tasks in the order they come; who leaves before the last calls off the others.

    ``waiting`` is called again and again while there is none, so that Ctrl-C is heard in the middle of a long task.
    """
    try:
        yield _as_they_come(client, address, futures, waiting)
    except BaseException:
        with suppress(Exception):
            client.cancel(futures, force=True)
        raise


def _as_they_come(client: Any, address: str, futures: Sequence[Any], waiting: Callable[[], None]) -> Iterator[Any]:
    # In this client's own loop: left out, it would be that of whichever client this process opened as its current one,
    # and a loop is not woken when another finishes a future.
    come = _library().as_completed(futures, loop=client.loop, with_results=True)
    while not come.is_empty():
        if not come.has_ready():
            waiting()
            time.sleep(GLANCE)
            continue
        future, result = next(come)
        if future.status != "finished" or result is None or isinstance(result, BaseException):
            raise PitbossError(f"the cluster at {address} went away before the work was done")
        future.release()
        yield result


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
def _or_nobody(address: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, TypeError) as error:
        raise PitbossError(
            f"no Dask scheduler answers at {address}; start one with: dask scheduler --port 8786"
        ) from error


async def _open_and_close(distributed: Any, address: str) -> None:
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
