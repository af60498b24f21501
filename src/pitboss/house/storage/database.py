"""The database of a house: SQLite in a file, or PostgreSQL by its URL; where it is, and the way into it."""

import os
import re
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.house.error_text import plainly

SECRET_WORD = re.compile(r"(password|passfile|sslpassword|sslkey|options)=", re.IGNORECASE)
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-8000")
"""A commit is on the disk when it returns; readers do not wait for the writer; the ends of a few hundred chains, which
every round writes to, stay in memory."""
PATIENCE = 30.0
"""Seconds for which one writer of a file waits for another."""


def default_url() -> str:
    """The house that a command means when it names none: ``PITBOSS_DATABASE``, or a file in the user's data folder."""
    if named := os.environ.get("PITBOSS_DATABASE"):
        return named
    return f"sqlite:///{data_folder() / 'house.db'}"


def data_folder() -> Path:
    """Where an embedded house is kept."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"


def sqlite_file(url: str) -> Path | None:
    """The file of an embedded database; None for any other, and for one in memory."""
    place = make_url(url)
    if not place.drivername.startswith("sqlite") or not place.database or ":memory:" in place.database:
        return None
    return Path(place.database.removeprefix("file:"))


def must_be_there(url: str) -> None:
    """SQLite makes a file for any name; somebody who wants to read one must be told that it is not there."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise PitbossError(f"there is no house in {file}: no such file")


def engine_of(url: str, reads_only: bool = False, patience: float = PATIENCE) -> Engine:
    """A way into a database. What goes wrong there is said without the values that were sent."""
    if url.startswith("postgresql://"):
        url = url.replace("postgresql://", "postgresql+psycopg://", 1)
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, hide_parameters=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": patience}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        if reads_only:
            connection.text_factory = lambda text: text.decode(errors="replace")  # a damaged text is still compared
        cursor = connection.cursor()
        if not reads_only:
            _keep_private(cursor)
        for pragma in ("query_only=ON",) if reads_only else PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _keep_private(cursor: Any) -> None:
    """Only its owner reads an embedded house: the file, and those that SQLite writes beside it with the same rights."""
    cursor.execute("PRAGMA database_list")
    file = next((file for _, name, file in cursor.fetchall() if name == "main"), "")
    if not file or os.name != "posix":
        return
    for path in (Path(file + end) for end in ("", "-wal", "-shm", "-journal")):
        try:
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise PitbossError(f"{path} can be read by others, and that cannot be changed: {error.strerror}") from error


def cannot_be_opened(url: str, error: Exception) -> PitbossError:
    """What to say when a database does not open."""
    is_url = isinstance(error, ValueError) and not isinstance(error, SQLAlchemyError)
    why = "that is no URL of a database" if is_url else plainly(error)
    return PitbossError(f"the database {without_password(url)} cannot be opened: {why}")


def without_password(url: str) -> str:
    """A URL that may be shown: what follows the question mark may hold a password too."""
    head, at, tail = url.rpartition("@")
    shown, _, more = (f"{head.split('://')[0]}://…@{tail}" if at else url).partition("?")
    kept = [word for word in more.split("&") if word and not SECRET_WORD.match(word)]
    return "?".join((shown, "&".join(kept))) if kept else shown
