"""One thread runs the house. What several people do at once is written together, and each is told after that."""

import asyncio
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.house.checkpoint_posting import Poster
from pitboss.house.checkpoints import Checkpointer, Kept
from pitboss.house.crypto.secret import Secret, secret_file
from pitboss.house.house import House
from pitboss.house.people import Person
from pitboss.house.sharing import EVERY_TABLE, Share
from pitboss.house.storage.batch import Batch

T = TypeVar("T")
log = logging.getLogger("pitboss")
MOST_TOGETHER = 200
UNCONFIRMED = "the database did not confirm this; look again, or send it again with the same Idempotency-Key"
Watcher = Callable[[str], None]
"""Told, on the runner's thread, that something changed at a table; the empty name means the house."""
AfterBatch = Callable[[House, set[str]], Callable[[], None] | None]
"""Called on the runner's thread when something was done at some tables, before it is written. It may make what is to be
told of it; it is then to return what tells it, which is called once it is written, and not called if it cannot be."""


class Closed(PitbossError):
    """The house takes no more work, or its database does not confirm what was done."""


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

    def __init__(
        self,
        url: str,
        share: Share = EVERY_TABLE,
        secret: Path | None = None,
        settings: Mapping[str, Any] | None = None,
        checkpoints: Kept | None = None,
    ) -> None:
        self.url, self.share = url, share
        self.secret_file = secret_file(url, secret)
        self._open: Callable[[], House] = lambda: House(url, share, secret, settings)
        self._waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._watchers: list[Watcher] = []
        self._after: list[AfterBatch] = []
        self._ready: Future[House] = Future()
        self._stopping = False
        self._astray = False
        self._written: _Written | None = None
        self._apart = not is_in_memory(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._thread = threading.Thread(target=self._run, name="house", daemon=True)
        self._thread.start()
        self._house = self._ready.result()
        self.checkpoints = checkpoints
        self._beside: list[Checkpointer | Poster] = []
        if checkpoints is not None and self._apart:
            file, every = checkpoints.file, checkpoints.every
            signs = Checkpointer(url, self._house.secret, file, share, every, self._house.noted_checkpoint)
            self._house.last_checkpoint = lambda: signs.written
            self._beside.append(signs)
            if checkpoints.url:
                self._beside.append(Poster(file, checkpoints.url))
        for each in self._beside:
            each.start()

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

    def person(self, id: str) -> Person | None:
        """Somebody whose token is worth something, by their id; any thread may look."""
        person = self._house.people.get(id)
        return person if person is not None and self._house.knows(person) else None

    def knows(self, person: Person) -> bool:
        """True as long as somebody who came is there; any thread may ask."""
        return self._house.knows(person)

    @property
    def secret(self) -> Secret:
        """The house's secret."""
        return self._house.secret

    def stop(self) -> None:
        """Finish what was begun, and stop."""
        self._stopping = True
        self._waiting.put(None)
        self._thread.join()
        for each in self._beside:
            each.stop()

    def _put(self, work: Work) -> None:
        if self._stopping or not self._thread.is_alive():
            raise Closed("the house is closed")
        self._waiting.put(work)

    def _run(self) -> None:
        try:
            house = self._open()
        except BaseException as error:
            self._ready.set_exception(error)
            return
        house.wait_until_written = self._wait_until_written
        self._ready.set_result(house)
        later: deque[Work] = deque()
        stopping = False
        while not stopping or later or self._written is not None or not self._waiting.empty():
            works, stop = self._next(house, later, wait=not stopping and self._written is None)
            stopping = stopping or stop
            if works:
                self._together(house, works)
            else:
                self._finish()
        self._writer.shutdown()
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
        """Do the works while those before them are being written, then have these written."""
        if self._astray or any(work.table is None for work in works):
            self._finish()
        batch, results = self._done(house, works)
        done = _Written(works, results)
        changed = zip(works, results, strict=True)
        tables = {work.table or "" for work, got in changed if work.changes and not isinstance(got, BaseException)}
        if tables:
            done.tables = tables
            done.tells = [tell for call in list(self._after) if (tell := self._prepared(call, house, tables))]
        if not self._finish():
            done.results = [Closed(UNCONFIRMED)] * len(works)
            done.tells, done.tables = [], set()
            self._tell(done)
        elif not batch:
            self._tell(done)
        else:
            self._written = done
            done.write = self._being_written(house, batch)

    def _being_written(self, house: House, batch: Batch) -> "Future[None]":
        """Have a batch written beside this thread; a house in memory is known to this thread alone."""
        if self._apart:
            return self._writer.submit(house.store.write, batch)
        written: Future[None] = Future()
        try:
            house.store.write(batch)
            written.set_result(None)
        except BaseException as error:
            written.set_exception(error)
        return written

    def _finish(self) -> bool:
        """Wait until what was done last is written, and tell of it; False when it could not be written."""
        done, self._written = self._written, None
        if done is None or done.write is None:
            return True
        try:
            done.write.result()
        except BaseException:
            self._astray = True
            log.exception("the database took nothing")
            done.results = [Closed(UNCONFIRMED)] * len(done.works)
            done.tells, done.tables = [], set()
        self._tell(done)
        return not self._astray

    def _wait_until_written(self) -> None:
        if not self._finish():
            raise Closed(UNCONFIRMED)

    def _done(self, house: House, works: list[Work]) -> tuple[Batch, list[Any]]:
        """Do the works, and what became of each. A house whose database failed is read again before anything else."""
        try:
            if self._astray:
                house.load()
                self._astray = False
            calls = [(work.table, lambda batch, work=work: work.do(house, batch)) for work in works if work.changes]
            batch, done = house.work(calls)
            results = iter(done)
            return batch, [next(results) if work.changes else _looked(house, work) for work in works]
        except BaseException:
            self._astray = True
            log.exception("the database gave nothing")
            return Batch(), [Closed(UNCONFIRMED)] * len(works)

    @staticmethod
    def _prepared(call: AfterBatch, house: House, tables: set[str]) -> Callable[[], None] | None:
        try:
            return call(house, tables)
        except Exception:
            log.exception("what is to be told cannot be made")
            return None

    def _tell(self, done: "_Written") -> None:
        """Tell everybody what became of their work; those on an event loop all at once."""
        for tell in done.tells:
            try:
                tell()
            except Exception:
                log.exception("what is to be told cannot be told")
        loops: dict[asyncio.AbstractEventLoop, list[Work]] = {}
        for work, result in zip(done.works, done.results, strict=True):
            work.result = result
            if isinstance(work.done, Future):
                _resolve(work)
            else:
                loops.setdefault(work.done.get_loop(), []).append(work)
        for loop, told in loops.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_resolve_all, told)
        for table in done.tables:
            for watcher in list(self._watchers):
                watcher(table)


@dataclass(slots=True)
class _Written:
    """Works that were done together and are being written, and what is to be told once they are."""

    works: list[Work]
    results: list[Any]
    tells: list[Callable[[], None]] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    write: "Future[None] | None" = None


def _looked(house: House, work: Work) -> Any:
    """What somebody who only looks has found; whatever goes wrong is theirs alone."""
    try:
        return work.do(house, Batch())
    except SQLAlchemyError:
        log.warning("the database did not answer somebody who looked")
        return Closed("the database does not answer; look again")
    except Exception as error:
        return error


def is_in_memory(url: str) -> bool:
    """True for a house that is nowhere but in this process."""
    return url == "sqlite://" or ":memory:" in url


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
