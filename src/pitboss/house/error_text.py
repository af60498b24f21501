"""What went wrong, said without what a house keeps to itself: the values in its rows, seeds, cards, passwords.

Drivers quote what they were given: PostgreSQL a whole row that fails, SQLite a text that it cannot decode.
"""

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.errors import PitbossError

ABOUT_THE_SERVER = ("08", "25", "28", "3D", "40", "42", "53", "54", "55", "57", "58")
"""Classes of PostgreSQL's errors whose message speaks of the server or the schema, never of what is in a row."""


def plainly(error: BaseException) -> str:
    """An error in one line that anybody who reads a log may know."""
    if isinstance(error, PitbossError):
        return error.sentence
    if isinstance(error, DBAPIError) and error.orig is not None:
        return plainly(error.orig)
    if isinstance(error, sqlite3.Error):
        return _first_line(error).partition(" with text ")[0]
    if type(error).__module__.startswith("psycopg"):
        return _of_postgresql(error)
    if isinstance(error, SQLAlchemyError | ModuleNotFoundError):
        return _first_line(error)
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__


def _of_postgresql(error: BaseException) -> str:
    state, diag = getattr(error, "sqlstate", None), getattr(error, "diag", None)
    if state is None:
        return _first_line(error)  # the server was not reached, or has gone
    if state.startswith(ABOUT_THE_SERVER) and diag is not None and diag.message_primary:
        return str(diag.message_primary)
    about = (diag.constraint_name or diag.table_name) if diag is not None else None
    return f"{type(error).__name__} ({state}){f' of {about}' if about else ''}"


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
