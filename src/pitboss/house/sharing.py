"""Tables shared out among processes: each serves those whose names fit its patterns, and says so in the database.

What really keeps two processes from writing the same entry is the journal's own key: whoever comes second has nothing
written. A claim is there so that nobody gets into that situation by mistake.
"""

import logging
import os
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from functools import cache
from secrets import token_hex

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError, Refused
from pitboss.house.error_text import plainly
from pitboss.house.storage.database import sqlite_file, without_password
from pitboss.house.storage.schema import processes
from pitboss.house.storage.store import Store

log = logging.getLogger("pitboss")
LASTS = timedelta(seconds=20)
RENEWED_EVERY = 5.0


@dataclass(frozen=True, slots=True)
class Share:
    """The tables that a process serves, by patterns like ``a-*``.

    >>> share = Share.of("a-*, b-1")
    >>> "a-7" in share, "b-2" in share, "b-2" in Share()
    (True, False, True)
    >>> share.meets(Share.of("*-2")), share.meets(Share.of("b-2, c*"))
    (True, False)
    """

    patterns: tuple[str, ...] = ("*",)

    @classmethod
    def of(cls, text: str) -> "Share":
        patterns = tuple(part.strip() for part in text.split(",") if part.strip())
        for pattern in patterns:
            if odd := set(pattern) & set("[]!"):
                raise Refused(f'"{pattern}": a pattern is a table\'s name with * and ?, without {min(odd)}')
        if not patterns:
            raise Refused("no table has an empty name; * means all of them")
        return cls(patterns)

    def __contains__(self, table: str) -> bool:
        return any(fnmatchcase(table, pattern) for pattern in self.patterns)

    def meets(self, other: "Share") -> bool:
        """True when a table could have a name that belongs to both."""
        return any(_meet(mine, theirs) for mine in self.patterns for theirs in other.patterns)

    @property
    def whole(self) -> bool:
        return "*" in self.patterns

    def __str__(self) -> str:
        return ",".join(self.patterns)


EVERY_TABLE = Share()


@dataclass(frozen=True, slots=True)
class Process:
    """A process that serves some of the tables, and where people find it."""

    id: str
    share: Share
    address: str
    until: datetime

    @property
    def is_there(self) -> bool:
        """True until its claim lapses, or it is known to be gone from this machine."""
        return self.until > datetime.now(UTC) and not _is_gone(self.id)


def others(store: Store, me: str = "") -> list[Process]:
    """The processes of a house, but for this one."""
    with store.reading() as connection:
        return [process for process in _claims(connection) if process.id != me and process.is_there]


class Claim:
    """A process's word that it serves its share of the tables; it lapses when the process is gone.

    As a context it is made, renewed and released; ``when_lost`` says what to do when that fails.
    """

    def __init__(self, url: str, share: Share, address: str = "", id: str | None = None) -> None:
        self.share, self.address = share, address
        # Two machines may have one name, and containers the same numbers; what is drawn tells them apart.
        self.id = id or f"{socket.gethostname()[:60]}:{os.getpid()}#{token_hex(4)}"
        self._store = Store(url, patience=RENEWED_EVERY)
        self._until = datetime.now(UTC)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="claim", daemon=True)
        self._trouble = ""
        self.lost = ""
        """Why the claim is lost, once it is."""
        self._act: Callable[[], None] = lambda: None

    def make(self) -> None:
        """Claim the share, unless a process that is there serves a part of it.

        It is written before it is looked whether anybody else claims the same: of two that come at the same moment
        neither may serve, but never both.
        """
        until = _then()
        mine = {"id": self.id, "tables": str(self.share), "address": self.address, "until": _text(until)}
        try:
            with self._store.engine.begin() as connection:
                for process in _claims(connection):
                    if process.id == self.id or not process.is_there:
                        connection.execute(delete(processes).where(processes.c.id == process.id))
                connection.execute(insert(processes).values(mine))
        except SQLAlchemyError as error:
            self._store.close()
            place = without_password(self._store.url)
            raise PitbossError(f"the database {place} cannot be written: {plainly(error)}") from error
        self._until = until
        for other in others(self._store, self.id):
            lapses = f"(if it is gone, its claim lapses within {LASTS.seconds} seconds)"
            if sqlite_file(self._store.url) is not None:
                self.release()
                raise Refused(
                    f"the process {other.id} serves this house, and a SQLite file takes one process: stop that one, or "
                    f"keep the house in PostgreSQL, where several share the tables out {lapses}"
                )
            if other.share.meets(self.share):
                self.release()
                raise Refused(
                    f"tables {other.share} are served by the process {other.id}; stop that one, or share the tables "
                    f"out with --tables {lapses}"
                )

    def __enter__(self) -> "Claim":
        try:
            self.make()
            self._thread.start()
        except (KeyboardInterrupt, SystemExit):
            self.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def when_lost(self, act: Callable[[], None]) -> None:
        """What is done when the claim is another's, or could not be renewed in time; at once if it is so already."""
        self._act = act
        if self.lost:
            act()

    def _keep(self) -> None:
        """Renew the claim until it is released."""
        while not self._stopped.wait(RENEWED_EVERY):
            if not self.renew():
                self.lost = self._trouble or "another process has taken its place"
                log.error("the claim on tables %s is lost (%s): this process stops", self.share, self.lost)
                self._act()
                return

    def renew(self) -> bool:
        """Renew the claim; False when another process has taken its place, or when it has lapsed meanwhile."""
        until = _then()
        try:
            with self._store.engine.begin() as connection:
                mine = update(processes).where(processes.c.id == self.id)
                is_there = connection.execute(mine.values(until=_text(until))).rowcount == 1
        except SQLAlchemyError as error:
            self._trouble = f"the database could not be written for {LASTS.seconds} seconds: {plainly(error)}"
            return datetime.now(UTC) < self._until
        self._until, self._trouble = until, ""
        return is_there

    def release(self) -> None:
        """Give the tables up, so that another process can take them at once."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        try:
            with self._store.engine.begin() as connection:
                connection.execute(delete(processes).where(processes.c.id == self.id))
        except SQLAlchemyError as error:
            log.warning("the claim on tables %s lapses by itself: %s", self.share, plainly(error))
        self._store.close()


def _then() -> datetime:
    """When a claim lapses that is made now."""
    return datetime.now(UTC) + LASTS


def _text(then: datetime) -> str:
    return then.isoformat(timespec="milliseconds")


def _claims(connection: Connection) -> list[Process]:
    return [
        Process(row.id, Share.of(row.tables), row.address, datetime.fromisoformat(row.until))
        for row in connection.execute(select(processes).order_by(processes.c.id))
    ]


def _is_gone(process: str) -> bool:
    """True for a process of this machine that is not there any more."""
    host, _, number = process.partition("#")[0].rpartition(":")
    if host != socket.gethostname()[:60] or not number.isdecimal():
        return False
    if int(number) == os.getpid():
        return True  # it was killed, and this process has got its number, as the first one in a container always does
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


@cache
def _meet(one: str, other: str) -> bool:
    """True when some name fits both patterns."""
    if not one or not other:
        return not (one + other).strip("*")
    if one[0] == "*" or other[0] == "*":
        starred, plain = (one, other) if one[0] == "*" else (other, one)
        return _meet(starred[1:], plain) or _meet(starred, plain[1:])
    return (one[0] == other[0] or "?" in (one[0], other[0])) and _meet(one[1:], other[1:])
