"""The database: SQLite in a file, or PostgreSQL by its URL. Everything of one moment is written in one transaction."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert_postgresql
from sqlalchemy.dialects.sqlite import insert as upsert_sqlite
from sqlalchemy.exc import SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.house import schema
from pitboss.house.chain import Head, Link
from pitboss.house.ledger import Posting


@dataclass
class Batch:
    """What is to be written together: it is all there afterwards, or none of it."""

    links: list[tuple[Link, int | None]] = field(default_factory=list)
    postings: list[tuple[Link, int, Posting]] = field(default_factory=list)
    balances: Counter[str] = field(default_factory=Counter)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    meters: dict[str, str] = field(default_factory=dict)
    seeds: list[dict[str, Any]] = field(default_factory=list)
    revealed: list[tuple[str, int]] = field(default_factory=list)
    people: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.links or self.states or self.people or self.requests or self.seeds or self.meters)

    def take(self, other: "Batch") -> None:
        """What another batch holds, after what this one does."""
        for name in ("links", "postings", "seeds", "revealed", "people", "requests"):
            getattr(self, name).extend(getattr(other, name))
        self.balances.update(other.balances)
        self.states |= other.states
        self.meters |= other.meters

    def add(self, link: Link, postings: Sequence[Posting] = (), round_number: int | None = None) -> None:
        """An entry of the journal, with the money it moves."""
        self.links.append((link, round_number))
        for line, posting in enumerate(postings, start=1):
            self.postings.append((link, line, posting))
            self.balances[posting.account] += posting.amount


class Store:
    """A database of one house.

    >>> store = Store("sqlite://")
    >>> store.balances()
    {}
    """

    def __init__(self, url: str) -> None:
        try:
            self.engine = _engine(url)
            with self.engine.begin() as connection:
                schema.migrate(connection)
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            raise PitbossError(
                f"the database {_without_password(url)} cannot be opened: {_first_line(error)}"
            ) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            yield connection

    def write(self, batch: Batch) -> None:
        """Write a batch in one transaction."""
        with self.engine.begin() as connection:
            _write(connection, batch)

    def close(self) -> None:
        self.engine.dispose()

    # -- reading -------------------------------------------------------------------------------------------------

    def heads(self) -> dict[str, Head]:
        """Where each chain ends."""
        newest: dict[str, Head] = {}
        entries = schema.journal
        with self.reading() as connection:
            for chain, number, digest in connection.execute(
                select(entries.c.chain, entries.c.number, entries.c.hash).order_by(entries.c.chain, entries.c.number)
            ):
                newest[chain] = Head(chain, number, digest)
        return newest

    def head(self, chain: str) -> Head:
        entries = schema.journal
        with self.reading() as connection:
            row = connection.execute(
                select(entries.c.number, entries.c.hash)
                .where(entries.c.chain == chain)
                .order_by(entries.c.number.desc())
                .limit(1)
            ).first()
        return Head(chain) if row is None else Head(chain, row.number, row.hash)

    def balances(self) -> dict[str, int]:
        with self.reading() as connection:
            return {row.name: row.balance for row in connection.execute(select(schema.accounts))}

    def rows(self, statement: Any) -> list[dict[str, Any]]:
        """The rows of a query, as plain values."""
        with self.reading() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]


def _engine(url: str) -> Engine:
    if url.startswith("postgresql://"):
        url = url.replace("postgresql://", "postgresql+psycopg://", 1)
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        # A commit is on the disk when it returns; readers do not wait for the writer.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _write(connection: Connection, batch: Batch) -> None:
    if batch.people:
        connection.execute(insert(schema.people), batch.people)
    if batch.links:
        connection.execute(
            insert(schema.journal),
            [
                {
                    "chain": link.chain,
                    "number": link.number,
                    "kind": link.kind,
                    "round": round_number,
                    "at": link.at,
                    "body": link.body,
                    "before": link.before,
                    "hash": link.hash,
                }
                for link, round_number in batch.links
            ],
        )
    if batch.postings:
        connection.execute(
            insert(schema.postings),
            [
                {
                    "chain": link.chain,
                    "number": link.number,
                    "line": line,
                    "account": posting.account,
                    "amount": posting.amount,
                    "what": posting.what,
                }
                for link, line, posting in batch.postings
            ],
        )
        _add_to_balances(connection, batch.balances)
    if batch.states:
        _upsert(connection, schema.tables, ["id"], list(batch.states.values()))
    if batch.meters:
        rows = [{"id": name, "exact": exact, "rule": ""} for name, exact in batch.meters.items()]
        _upsert(connection, schema.meters, ["id"], rows)
    if batch.seeds:
        connection.execute(insert(schema.seeds), batch.seeds)
    for chain, deal in batch.revealed:
        connection.execute(
            update(schema.seeds).where(schema.seeds.c.chain == chain, schema.seeds.c.deal == deal).values(revealed=1)
        )
    if batch.requests:
        connection.execute(insert(schema.requests), batch.requests)


def _add_to_balances(connection: Connection, changes: Counter[str]) -> None:
    """Add to balances in the order of their names, so that two writers never wait for each other in a circle."""
    rows = [{"name": name, "balance": amount} for name, amount in sorted(changes.items()) if amount]
    if not rows:
        return
    statement = _insert(connection)(schema.accounts)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["name"], set_={"balance": schema.accounts.c.balance + statement.excluded.balance}
        ),
        rows,
    )


def _upsert(connection: Connection, table: Any, keys: list[str], rows: list[dict[str, Any]]) -> None:
    statement = _insert(connection)(table)
    changed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed), rows)


def _insert(connection: Connection) -> Any:
    return upsert_postgresql if connection.dialect.name == "postgresql" else upsert_sqlite


def _without_password(url: str) -> str:
    head, at, tail = url.rpartition("@")
    return f"{head.split('://')[0]}://…@{tail}" if at else url


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
