"""Before a house is served: it is there, or is to be made; it can be written; and its file is sound."""

from pathlib import Path

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.house.storage import schema
from pitboss.house.storage.database import cannot_be_opened, engine_of, sqlite_file, without_password

PATIENCE = 5.0
"""Seconds for which a start waits for somebody else who has locked the file."""


def must_be_servable(url: str, new: bool | None) -> None:
    """Refuse a database that holds no house, or with ``new`` one that does; without a word on it both may be.

    A file that is missing or empty is often one on a disk that was not mounted, or a name mistyped.
    """
    place = without_password(url)
    try:
        file = sqlite_file(url)
        missing = file is not None and not (file.is_file() and file.stat().st_size)
        is_there = not missing and _is_there(url, place, file)
    except (SQLAlchemyError, ModuleNotFoundError, ValueError, OSError) as error:
        raise cannot_be_opened(url, error) from error
    if new and is_there:
        raise PitbossError(f"there is a house in the database {place} already: start it without --new")
    if new is False and not is_there:
        raise PitbossError(f"there is no house in the database {place}: --new makes one there")


def _is_there(url: str, place: str, file: Path | None) -> bool:
    engine = engine_of(url, reads_only=True, patience=PATIENCE)
    try:
        with engine.connect() as connection:
            version = schema.version_of(connection)
            if file is not None:
                _must_be_sound(connection, place)
                if not version and inspect(connection).get_table_names():
                    raise PitbossError(f"the database {place} is of another program")
                _must_be_writable(connection)
            return bool(version)
    finally:
        engine.dispose()


def _must_be_sound(connection: Connection, place: str) -> None:
    """PostgreSQL looks after its own pages; those of a file are looked through once, at a gigabyte in some seconds."""
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise PitbossError(
            f"the database {place} is damaged and fails its integrity check: it is not served; restore a backup"
        )


def _must_be_writable(connection: Connection) -> None:
    connection.rollback()
    connection.exec_driver_sql("PRAGMA query_only=OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    connection.rollback()
