"""Rows into the database, many at a time: in plain SQL, because this is what every round waits for.

PostgreSQL takes all rows of a table in one statement, as JSON (its driver is slow to write arrays of text), and all
statements at once; SQLite takes rows one by one, in its own process.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, Connection, Integer, Table

from pitboss.house.journal.chain import as_json
from pitboss.house.storage import schema

Row = Sequence[Any]
JOURNAL = ("chain", "number", "kind", "round", "at", "body", "before", "hash")
POSTINGS = ("chain", "number", "line", "account", "amount", "what")
TABLES = ("id", "entry", "setup", "state", "hidden", "status", "number", "hash", "seal")
SEEDS = ("chain", "deal", "seed", "revealed", "commitment")
REQUESTS = ("person", "key", "digest", "answer", "at")


@contextmanager
def all_at_once(connection: Connection) -> Iterator[None]:
    """PostgreSQL is sent everything before it is asked what became of the first part."""
    if connection.dialect.name == "postgresql":
        with _driver(connection).pipeline():
            yield
    else:
        yield


def add_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Rows that are not there yet."""
    _run(connection, table, tuple(columns), "", rows)


def put_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Rows in place of those with the same key, the first column."""
    _run(connection, table, tuple(columns), _instead(tuple(columns)), rows)


def add_to_balances(connection: Connection, rows: Sequence[Row]) -> None:
    """Amounts that go on top of the balances of accounts."""
    name = schema.accounts.name
    adds = f" on conflict (name) do update set balance = {name}.balance + excluded.balance"
    _run(connection, schema.accounts, ("name", "balance"), adds, rows)


def mark_revealed(connection: Connection, seeds: Iterable[tuple[str, int, str]]) -> None:
    """Seeds that are no secret any more, and are kept for everybody to read from now on."""
    rows = list(seeds)
    if not rows:
        return
    name = schema.seeds.name
    if connection.dialect.name == "postgresql":
        told = _recordset(schema.seeds, ("chain", "deal", "seed"))
        where = f"{name}.chain = sent.chain and {name}.deal = sent.deal"
        words = _as_json(("chain", "deal", "seed"), rows)
        _driver(connection).execute(
            f"update {name} set revealed = 1, seed = sent.seed from {told} where {where}", words
        )
    else:
        change = f"update {name} set revealed = 1, seed = ? where chain = ? and deal = ?"
        _driver(connection).executemany(change, [(seed, chain, deal) for chain, deal, seed in rows])


def _run(connection: Connection, table: Table, columns: tuple[str, ...], conflict: str, rows: Sequence[Row]) -> None:
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        _driver(connection).execute(_insert_all(table, columns) + conflict, _as_json(columns, rows))
    else:
        _driver(connection).executemany(_insert_one(table, columns) + conflict, rows)


def _driver(connection: Connection) -> Any:
    """The database's own connection beneath: what has no result to read needs nothing in between."""
    return connection.connection.driver_connection


def _as_json(columns: Sequence[str], rows: Sequence[Row]) -> tuple[str]:
    return (as_json([dict(zip(columns, row, strict=True)) for row in rows]),)


@cache
def _insert_all(table: Table, columns: tuple[str, ...]) -> str:
    # "where true" keeps the parser from taking "on conflict" for a join's condition.
    names = _names(columns)
    return f"insert into {table.name} ({names}) select {names} from {_recordset(table, columns)} where true"


def _recordset(table: Table, columns: tuple[str, ...]) -> str:
    """Rows that are sent as one JSON text."""
    kinds = ", ".join(f'"{name}" {_kind(table, name)}' for name in columns)
    return f"json_to_recordset(%s::json) as sent ({kinds})"


@cache
def _insert_one(table: Table, columns: tuple[str, ...]) -> str:
    return f"insert into {table.name} ({_names(columns)}) values ({', '.join('?' * len(columns))})"


@cache
def _instead(columns: tuple[str, ...]) -> str:
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns[1:])
    return f" on conflict ({columns[0]}) do update set {changes}"


def _names(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _kind(table: Table, name: str) -> str:
    return "bigint" if isinstance(table.c[name].type, BigInteger | Integer) else "text"
