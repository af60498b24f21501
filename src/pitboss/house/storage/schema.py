"""The tables in the database, and how an older one is brought up to date."""

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    func,
    insert,
    inspect,
    select,
    update,
)

from pitboss.errors import PitbossError, quoted

metadata = MetaData()

versions = Table("schema_version", metadata, Column("version", Integer, nullable=False))

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", String(12), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("since", String(32), nullable=False),
    Column("until", String(32)),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("entry", String(80), nullable=False),
    Column("setup", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("hidden", Text, nullable=False, server_default=""),
    Column("status", String(12), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),
)

heads = Table(
    "heads",
    metadata,
    Column("chain", String(40), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),
)

journal = Table(
    "journal",
    metadata,
    Column("chain", String(40), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("round", BigInteger),
    Column("at", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("before", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
)
Index("journal_round", journal.c.chain, journal.c.round)

postings = Table(
    "postings",
    metadata,
    Column("chain", String(40), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("account", String(120), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("what", String(40), nullable=False),
)
Index("postings_account", postings.c.account)

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(120), primary_key=True),
    Column("balance", BigInteger, nullable=False),
)

meters = Table(
    "meters",
    metadata,
    Column("id", String(120), primary_key=True),
    Column("exact", Text, nullable=False),
)

seeds = Table(
    "seeds",
    metadata,
    Column("chain", String(40), primary_key=True),
    Column("deal", BigInteger, primary_key=True, autoincrement=False),
    Column("seed", Text, nullable=False),
    Column("revealed", Integer, nullable=False),
    Column("commitment", String(64)),
)
"""A seed without a commitment beside it was committed to by itself alone."""

requests = Table(
    "requests",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("person", "key"),
)

sign_outs = Table(
    "sign_outs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("ends", BigInteger, nullable=False),
)
"""Sign-ins that were ended, until they would have ended by themselves."""

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("tables", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("seal", String(64), nullable=False),
)
"""The last checkpoint that was written outside, by each share of the tables, so that its file is missed."""

processes = Table(
    "processes",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("tables", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("until", String(32), nullable=False),
)


def _first(connection: Connection) -> None:
    later = (processes, sign_outs, checkpoints)
    metadata.create_all(connection, [table for table in metadata.sorted_tables if table not in later])


def _processes(connection: Connection) -> None:
    """Which process serves which tables was a matter of each table; it is one of the processes."""
    processes.create(connection)
    there = {column["name"] for column in inspect(connection).get_columns(tables.name)}
    for name in {"owner", "lease"} & there:
        connection.exec_driver_sql(f"alter table {tables.name} drop column {name}")


def _sign_outs(connection: Connection) -> None:
    sign_outs.create(connection, checkfirst=True)


def _hidden(connection: Connection) -> None:
    """What may not be known yet is encrypted, which is longer, and apart from what may."""
    if "hidden" not in {column["name"] for column in inspect(connection).get_columns(tables.name)}:
        connection.exec_driver_sql(f"alter table {tables.name} add column hidden text not null default ''")
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"alter table {seeds.name} alter column seed type text")


def _commitments(connection: Connection) -> None:
    """A commitment can no longer be told from the seed alone."""
    there = {column["name"] for column in inspect(connection).get_columns(seeds.name)}
    if "commitment" not in there:
        connection.exec_driver_sql(f"alter table {seeds.name} add column commitment varchar(64)")


def _seals(connection: Connection) -> None:
    """The ends of chains are sealed, and it is known which checkpoint was the last."""
    for table in (tables, heads):
        if "seal" not in {column["name"] for column in inspect(connection).get_columns(table.name)}:
            connection.exec_driver_sql(f"alter table {table.name} add column seal varchar(64) not null default ''")
    checkpoints.create(connection, checkfirst=True)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    _first,
    _processes,
    _sign_outs,
    _hidden,
    _commitments,
    _seals,
)
"""What brings a database from version n to version n + 1; never changed once released, only added to."""


MIGRATING = 0x70697462
"""The lock that one process at a time holds while it brings a database up to date."""


def version_of(connection: Connection) -> int:
    """The version a database has; 0 where there is no house."""
    if not inspect(connection).has_table(versions.name):
        return 0
    version = connection.execute(select(versions.c.version)).scalar()
    if not isinstance(version, int | None):
        raise PitbossError(f"the database names its version {quoted(version)}, which is no number")
    return version or 0


def migrate(connection: Connection) -> int:
    """Bring a database up to date; returns the version it now has, which one of a newer pitboss keeps."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))  # of two that start together, one waits
    have = version_of(connection)
    if not inspect(connection).has_table(versions.name):
        versions.create(connection)
        connection.execute(insert(versions).values(version=0))
    for number, step in enumerate(MIGRATIONS[have:], start=have + 1):
        step(connection)
        connection.execute(update(versions).values(version=number))
    return max(have, len(MIGRATIONS))
