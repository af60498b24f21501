"""The store of a house: everything of one moment is written in one transaction, and read as of one moment."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert_postgresql
from sqlalchemy.dialects.sqlite import insert as upsert_sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.errors import PitbossError
from pitboss.house.crypto.encryption import of_seed, of_table, shut_all
from pitboss.house.crypto.seals import is_sealed, seal_for_the_first_time, seal_of
from pitboss.house.journal.chain import HOUSE, START, Head, Link
from pitboss.house.ledger import Posting
from pitboss.house.storage import bulk_writing, schema
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.database import PATIENCE, cannot_be_opened, engine_of, must_be_there, without_password

if TYPE_CHECKING:
    from pitboss.house.crypto.secret import Secret


STREAMED = 500
"""Rows that are fetched at a time from a stream."""
FRESH = 1.0
"""Seconds for which a connection is taken to be alive without asking."""


class Store:
    """A database of one house; with ``existing``, one that must be there already and is only read.

    >>> store = Store("sqlite://")
    >>> store.balances()
    {}
    """

    def __init__(self, url: str, existing: bool = False, patience: float = PATIENCE) -> None:
        self.url = url
        self.secret: Secret | None = None
        """The house's, for what is hidden; whoever only reads what everybody may know needs none."""
        self._writing = threading.Lock()
        self._kept: Connection | None = None
        self._written = 0.0
        try:
            if existing:
                must_be_there(url)
            self.engine = engine_of(url, existing, patience)
            self._driver_error: type[Exception] = self.engine.dialect.loaded_dbapi.Error
            with self.engine.begin() as connection:
                self._must_fit(schema.version_of(connection) if existing else schema.migrate(connection))
        except (SQLAlchemyError, ModuleNotFoundError, ValueError) as error:
            raise cannot_be_opened(url, error) from error

    def _must_fit(self, version: int) -> None:
        known = len(schema.MIGRATIONS)
        if not version:
            raise PitbossError(f"there is no house in the database {without_password(self.url)}")
        if version != known:
            why = "is of a newer pitboss" if version > known else "is brought up to date when pitboss serve opens it"
            place = without_password(self.url)
            raise PitbossError(f"the database {place} has version {version}, not {known}: it {why}")

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Read everything as it is at one moment, whatever is written in the meantime, in streams."""
        with self.engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            else:
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection.execution_options(yield_per=STREAMED)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            yield connection

    def write(self, batch: Batch) -> None:
        """Write a batch in one transaction."""
        try:
            with self._to_write() as connection, connection.begin():
                _write(connection, batch, self.secret)
        except self._driver_error as error:  # most of it goes to the driver directly
            raise DBAPIError(None, None, error) from error

    @contextmanager
    def _to_write(self) -> Iterator[Connection]:
        """A connection to write with: the last one, unless so much time has passed that the database may be another."""
        with self._writing:
            kept, self._kept = self._kept, None
            if kept is not None and time.monotonic() > self._written + FRESH:
                kept.close()
                kept = None
            kept = kept or self.engine.connect()
            try:
                yield kept
            except BaseException:
                kept.invalidate()
                kept.close()
                raise
            self._kept, self._written = kept, time.monotonic()

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None
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

    def newest(self, chain: str, kind: str, since: int = 0) -> dict[str, Any] | None:
        """What the newest entry of a kind says, if there is one after entry ``since``."""
        entries = schema.journal
        mine = (entries.c.chain == chain) & (entries.c.kind == kind) & (entries.c.number > since)
        rows = self.rows(select(entries.c.body).where(mine).order_by(entries.c.number.desc()).limit(1))
        found: dict[str, Any] | None = json.loads(rows[0]["body"]) if rows else None
        return found

    def balances(self) -> dict[str, int]:
        with self.reading() as connection:
            return {row.name: row.balance for row in connection.execute(select(schema.accounts))}

    def rows(self, statement: Any, values: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
        """The rows of a query, as plain values; ``values`` are those that the query leaves open."""
        with self.reading() as connection:
            return [dict(row) for row in connection.execute(statement, values).mappings()]


def _write(connection: Connection, batch: Batch, secret: "Secret | None") -> None:
    links, postings = batch.links, batch.postings
    if batch.first_seals:
        seal_for_the_first_time(connection, secret)
    if batch.house:
        hung, with_them = _hang(connection, batch, secret)
        links, postings = links + hung, postings + with_them
    if batch.metered:
        _must_stand_at(connection, batch.metered)
    if batch.newcomers:
        connection.execute(insert(schema.people), batch.newcomers)
    if batch.people:
        _upsert(connection, schema.people, ["id"], batch.people)
    with bulk_writing.all_at_once(connection):
        bulk_writing.add_rows(
            connection,
            schema.journal,
            bulk_writing.JOURNAL,
            [
                (link.chain, link.number, link.kind, number, link.at, link.body, link.before, link.hash)
                for link, number in links
            ],
        )
        bulk_writing.add_rows(
            connection,
            schema.postings,
            bulk_writing.POSTINGS,
            [
                (link.chain, link.number, line, posting.account, posting.amount, posting.what)
                for link, line, posting in postings
            ],
        )
        # In the order of their names, so that two writers never wait for each other in a circle.
        bulk_writing.add_to_balances(connection, [change for change in sorted(batch.balances.items()) if change[1]])
        states = sorted(batch.states.items())
        hidden = shut_all(secret, [(row["hidden"], of_table(id)) for id, row in states])
        seals = [seal_of(secret, id, row["number"], row["hash"]) for id, row in states]
        bulk_writing.put_rows(
            connection,
            schema.tables,
            bulk_writing.TABLES,
            [
                (id, row["entry"], row["setup"], row["state"], kept, row["status"], row["number"], row["hash"], seal)
                for (id, row), kept, seal in zip(states, hidden, seals, strict=True)
            ],
        )
        bulk_writing.put_rows(connection, schema.meters, ("id", "exact"), sorted(batch.meters.items()))
        seeds = shut_all(secret, [(row["seed"], of_seed(row["chain"], row["deal"])) for row in batch.seeds])
        bulk_writing.add_rows(
            connection,
            schema.seeds,
            bulk_writing.SEEDS,
            [
                (row["chain"], row["deal"], kept, row["revealed"], row["commitment"])
                for row, kept in zip(batch.seeds, seeds, strict=True)
            ],
        )
        bulk_writing.mark_revealed(connection, batch.revealed)
        bulk_writing.put_rows(connection, schema.sign_outs, ("id", "ends"), sorted(batch.sign_outs))
        asked = sorted([row[name] for name in bulk_writing.REQUESTS] for row in batch.requests)
        bulk_writing.add_rows(connection, schema.requests, bulk_writing.REQUESTS, asked)


def _hang(
    connection: Connection, batch: Batch, secret: "Secret | None"
) -> tuple[list[tuple[Link, int | None]], list[tuple[Link, int, Posting]]]:
    """Hang the batch's entries on the house's chain, whose head no other process moves until this is written.

    What somebody else has hung there is not sealed with what the house hangs after it.
    """
    heads, meters = schema.heads, schema.meters
    mine = heads.c.chain == HOUSE
    connection.execute(
        _insert(connection)(heads).on_conflict_do_update(index_elements=["chain"], set_={"chain": HOUSE}),
        {"chain": HOUSE, "number": 0, "hash": START},
    )
    end = connection.execute(select(heads).where(mine)).mappings().one()
    if end["number"] and (secret is None or not is_sealed(secret, HOUSE, end)):
        raise PitbossError("the seal of the house's chain is not the house's: nothing is hung on it")
    head = Head(HOUSE, end["number"], end["hash"])
    links: list[tuple[Link, int | None]] = []
    postings = []
    for kind, at, body, money in batch.house:
        if kind == "meter" and connection.execute(select(meters.c.id).where(meters.c.id == body["meter"])).first():
            raise PitbossError(f"the meter {body['meter']} was started by another process at the same moment")
        link = head.add(kind, at, body)
        links.append((link, None))
        postings += [(link, line, posting) for line, posting in enumerate(money, start=1)]
    seal = seal_of(secret, HOUSE, head.number, head.hash)
    connection.execute(update(heads).where(mine).values(number=head.number, hash=head.hash, seal=seal))
    return links, postings


def _must_stand_at(connection: Connection, wanted: Mapping[str, str]) -> None:
    """A meter that another process has moved meanwhile is not moved from where this one believes it to stand.

    The key of the journal does not keep them apart where each writes at another table of a link.
    """
    meters = schema.meters
    kept = select(meters.c.id, meters.c.exact).where(meters.c.id.in_(wanted)).order_by(meters.c.id).with_for_update()
    for id, exact in connection.execute(kept):
        if exact != wanted[id]:
            raise PitbossError(f"the meter {id} was moved by another process")


def _upsert(connection: Connection, table: Any, keys: list[str], rows: list[dict[str, Any]]) -> None:
    statement = _insert(connection)(table)
    changed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed), rows)


def _insert(connection: Connection) -> Any:
    return upsert_postgresql if connection.dialect.name == "postgresql" else upsert_sqlite
