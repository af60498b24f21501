"""One thread runs the house. What several people do at once is written together, and each is told after that."""

import asyncio
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from pitboss.errors import PitbossError
from pitboss.house.house import House
from pitboss.house.people import Person
from pitboss.house.store import Batch

T = TypeVar("T")
log = logging.getLogger("pitboss")
MOST_TOGETHER = 200
Watcher = Callable[[str], None]
"""Told, on the runner's thread, that something changed at a table; the empty name means the house."""
AfterBatch = Callable[[House, set[str]], None]
"""Called on the runner's thread once a batch is written, with the tables at which something was done."""


class Closed(PitbossError):
    """The house takes no more work, or its database takes none; nothing was done."""


@dataclass(slots=True)
class Work:
    """Something to be done, the table it is done at, and who waits for it: a thread, or an event loop."""

    table: str | None
    do: Callable[[House, Batch], Any]
    done: "Future[Any] | asyncio.Future[Any]"
    changes: bool = True
    result: Any = None


class Runner:
    """The only one to touch a house while a service runs.

    >>> runner = Runner("sqlite://")
    >>> runner.now(None, lambda house, batch: house.open_table("7", "chapter4/roulette", into=batch).id)
    '7'
    >>> runner.stop()
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._watchers: list[Watcher] = []
        self._after: list[AfterBatch] = []
        self._ready: Future[House] = Future()
        self._stopping = False
        self._astray = False
        self._thread = threading.Thread(target=self._run, args=(url,), name="house", daemon=True)
        self._thread.start()
        self._house = self._ready.result()

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Have somebody told of changes; returns what ends that."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def after(self, call: AfterBatch) -> Callable[[], None]:
        """Have something called, where the house is, after each batch; returns what ends that."""
        self._after.append(call)
        return lambda: self._after.remove(call)

    def now(self, table: str | None, do: Callable[[House, Batch], T]) -> T:
        """Do something and wait for it; not for use on an event loop."""
        done: Future[T] = Future()
        self._put(Work(table, do, done))
        return done.result()

    async def do(self, table: str | None, do: Callable[[House, Batch], T]) -> T:
        """Do something at a table; it is written when this returns."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(Work(table, do, done))
        return await done

    async def look(self, table: str | None, look: Callable[[House], T]) -> T:
        """Look at something in the house, after what was asked for before; nobody is told of a change."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(Work(table, lambda house, batch: look(house), done, changes=False))
        return await done

    def person_of(self, token: str) -> Person | None:
        """Whose token that is. People are replaced as a whole when they change, so any thread may look."""
        return self._house.person_of(token)

    def stop(self) -> None:
        """Finish what was begun, and stop."""
        self._stopping = True
        self._waiting.put(None)
        self._thread.join()

    def _put(self, work: Work) -> None:
        if self._stopping or not self._thread.is_alive():
            raise Closed("the house is closed")
        self._waiting.put(work)

    def _run(self, url: str) -> None:
        try:
            house = House(url)
        except BaseException as error:
            self._ready.set_exception(error)
            return
        self._ready.set_result(house)
        later: deque[Work] = deque()
        stopping = False
        while not stopping or later or not self._waiting.empty():
            works, stop = self._next(house, later, wait=not stopping)
            stopping = stopping or stop
            self._together(house, works)
        house.close()

    def _next(self, house: House, later: deque[Work], wait: bool) -> tuple[list[Work], bool]:
        """The works to be done together, at most one in each lane, and whether to stop. The others wait their turn."""
        stop = False
        found: list[Work] = []
        while len(later) < MOST_TOGETHER:
            try:
                work = self._waiting.get(block=wait and not later)
            except queue.Empty:
                break
            if work is None:
                stop = True
                break
            later.append(work)
        lanes: set[str | None] = set()
        for _ in range(len(later)):
            work = later.popleft()
            # The house itself is changed alone: whatever it touches may be a table's too.
            lane = house.lane(work.table)
            if lane in lanes or None in lanes or (lane is None and lanes):
                later.append(work)
                lanes.add(lane)
            else:
                lanes.add(lane)
                found.append(work)
        return found, stop

    def _together(self, house: House, works: list[Work]) -> None:
        if not works:
            return
        results = self._done(house, works)
        done = zip(works, results, strict=True)
        tables = {work.table or "" for work, got in done if work.changes and not isinstance(got, BaseException)}
        for call in list(self._after) if tables else ():
            try:
                call(house, tables)
            except Exception:
                log.exception("what follows a batch failed")
        self._tell(works, results)
        for table in tables:
            for watcher in list(self._watchers):
                watcher(table)

    def _done(self, house: House, works: list[Work]) -> list[Any]:
        """Do the works, and what became of each. A house whose database failed is read again before anything else."""
        try:
            if self._astray:
                house.load()
                self._astray = False
            calls = [(work.table, lambda batch, work=work: work.do(house, batch)) for work in works]
            return house.do_together(calls)
        except BaseException:
            self._astray = True
            log.exception("the database took nothing")
            return [Closed("the database took nothing of this; nothing was done, try again")] * len(works)

    def _tell(self, works: list[Work], results: list[Any]) -> None:
        """Tell everybody what became of their work; those on an event loop all at once."""
        loops: dict[asyncio.AbstractEventLoop, list[Work]] = {}
        for work, result in zip(works, results, strict=True):
            work.result = result
            if isinstance(work.done, Future):
                _resolve(work)
            else:
                loops.setdefault(work.done.get_loop(), []).append(work)
        for loop, told in loops.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve_all, told)


def _resolve_all(works: list[Work]) -> None:
    for work in works:
        _resolve(work)


def _resolve(work: Work) -> None:
    if work.done.done():
        return  # whoever waited has gone away; what was done stands
    if isinstance(work.result, BaseException):
        work.done.set_exception(work.result)
    else:
        work.done.set_result(work.result)
