"""One thread runs the house. What several people do at once is written together, and each is told after that."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from pitboss.errors import PitbossError
from pitboss.house.house import House
from pitboss.house.store import Batch

T = TypeVar("T")
MOST_TOGETHER = 200
Watcher = Callable[[str], None]
"""Told, on the runner's thread, that something changed at a table; the empty name means the house."""


@dataclass
class Work:
    """Something to be done, the table it is done at, and who waits for it."""

    table: str | None
    do: Callable[[House, Batch], Any]
    done: "Future[Any]"


class Runner:
    """The only one to touch a house while a service runs.

    >>> runner = Runner("sqlite://")
    >>> runner.now(None, lambda house, batch: house.open_table("7", "chapter4/roulette").id)
    '7'
    >>> runner.stop()
    """

    def __init__(self, url: str) -> None:
        self._waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._watchers: list[Watcher] = []
        self._ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(url,), name="house", daemon=True)
        self._thread.start()
        self._ready.result()

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Have somebody told of changes; returns what ends that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def now(self, table: str | None, do: Callable[[House, Batch], T]) -> T:
        """Do something and wait for it; not for use on an event loop."""
        return self._put(table, do).result()

    async def do(self, table: str | None, do: Callable[[House, Batch], T]) -> T:
        """Do something at a table; it is written when this returns."""
        return await asyncio.wrap_future(self._put(table, do))

    def stop(self) -> None:
        """Finish what was begun, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _put(self, table: str | None, do: Callable[[House, Batch], T]) -> "Future[T]":
        if not self._thread.is_alive():
            raise PitbossError("the house is closed")
        work = Work(table, do, Future())
        self._waiting.put(work)
        return work.done

    def _run(self, url: str) -> None:
        try:
            house = House(url)
        except BaseException as error:
            self._ready.set_exception(error)
            return
        self._ready.set_result(None)
        later: list[Work] = []
        stopping = False
        while not stopping or later:
            works, later, stop = self._next(house, later, wait=not stopping)
            stopping = stopping or stop
            self._together(house, works)
        house.close()

    def _next(self, house: House, works: list[Work], wait: bool) -> tuple[list[Work], list[Work], bool]:
        """The works to be done together, at most one in each lane, those that wait their turn, and whether to stop."""
        stop = False
        while len(works) < MOST_TOGETHER:
            try:
                work = self._waiting.get(block=wait and not works)
            except queue.Empty:
                break
            if work is None:
                stop = True
                break
            works.append(work)
        now: dict[str | None, Work] = {}
        later = []
        for work in works:
            # The house itself is changed alone: whatever it touches may be a table's too.
            lane = house.lane(work.table)
            if lane in now or None in now or (lane is None and now):
                later.append(work)
            else:
                now[lane] = work
        return list(now.values()), later, stop

    def _together(self, house: House, works: list[Work]) -> None:
        if not works:
            return
        try:
            calls = [(work.table, lambda batch, work=work: work.do(house, batch)) for work in works]
            results = house.do_together(calls)
        except BaseException as error:
            for work in works:
                work.done.set_exception(PitbossError(f"nothing was done: {error}"))
            return
        for work, result in zip(works, results, strict=True):
            if isinstance(result, BaseException):
                work.done.set_exception(result)
            else:
                work.done.set_result(result)
        for table in {work.table or "" for work in works}:
            for watcher in list(self._watchers):
                watcher(table)
