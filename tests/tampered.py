"""A house after an evening, copies of it to tamper with, and what a careful forger does."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Row, create_engine, delete, func, insert, select, update
from sqlalchemy.sql.expression import ColumnElement

from house_fixtures import DATABASES, EVERYWHERE
from house_play import at, open_house, sit_down
from pitboss.house import house as house_module
from pitboss.house.audit.findings import Finding
from pitboss.house.audit.house_audit import audit
from pitboss.house.crypto.secret import secret_file
from pitboss.house.journal.chain import Link, canonical
from pitboss.house.live.live_table import LiveTable
from pitboss.house.storage import schema
from postgres import Postgres

journal, tables, heads = schema.journal, schema.tables, schema.heads
postings, accounts = schema.postings, schema.accounts
POKER, SHOE, SPIN = "1", "2", "3"
METER = {"progressive": "table_1", "progressive_seed": "500.00", "progressive_contribution": "23.457"}


def _build(url: str) -> None:
    """A house after an evening, with a round of poker still open."""
    before = house_module.ANCHOR_EVERY
    house_module.ANCHOR_EVERY = 6
    try:
        house = open_house(url, "massachusetts-2020/three-card-poker", options=METER)
        for table, entry in ((SHOE, "chapter4/mini-baccarat"), (SPIN, "chapter4/roulette")):
            house.open_table(table, entry, fill=10_000_000)
            for seat in (1, 2):
                sit_down(house, table, seat)
        house.add_person("ann", "Ann", "player")
        for table in (POKER, SHOE, SPIN):
            for _ in range(4):
                _bet(house.table(table))
                at(house, table, lambda live, batch: live.deal(batch))
                while house.table(table).going_on:
                    seat = house.table(table).round.asking[0].seat  # type: ignore[union-attr]
                    at(house, table, lambda live, batch, seat=seat: live.act(batch, seat, "play"))
        _bet(house.table(POKER))
        at(house, POKER, lambda live, batch: live.deal(batch))
        assert house.table(POKER).going_on
        house.close()
    finally:
        house_module.ANCHOR_EVERY = before


WAGERS = {
    POKER: {"ante": "10", "pair_plus": "5", "progressive": "1"},
    SHOE: {"banker": "25", "tie": "5"},
    SPIN: {"red": "10", "straight_up 17": "2"},
}


def _bet(live: LiveTable) -> None:
    for seat in live.seats:
        live.bet(seat, WAGERS[live.id])


on_both = pytest.mark.parametrize("house", DATABASES, indirect=True)


@pytest.fixture(scope="module")
def built_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("built") / "house.db"
    _build(f"sqlite:///{file}")
    connection = sqlite3.connect(file)
    connection.execute("pragma journal_mode=delete")
    connection.close()
    return file


@pytest.fixture(scope="module")
def built_database(postgres_server: Postgres) -> str:
    url = postgres_server.fresh()
    _build(url)
    return url


@pytest.fixture(params=DATABASES if EVERYWHERE else DATABASES[:1])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a copy of the house; ``on_both`` has a test look at both kinds of database."""
    if request.param == "sqlite":
        built: Path = request.getfixturevalue("built_file")
        for file in (built, built.with_suffix(".key")):
            shutil.copy(file, tmp_path / file.name)
        yield f"sqlite:///{tmp_path}/house.db"
        return
    server: Postgres = request.getfixturevalue("postgres_server")
    like: str = request.getfixturevalue("built_database")
    url = server.fresh(like)
    shutil.copy(str(secret_file(like)), str(secret_file(url)))
    yield url
    server.drop(url)


def tamper(url: str, change: Callable[[Connection], Any]) -> Any:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        told = change(connection)
    engine.dispose()
    return told


def found(url: str, seals: bool = False) -> list[Finding]:
    """What the audit finds; without the seals, to show that the rest of it finds a forgery by itself."""
    return [finding for finding in audit(url, workers=1).findings if seals or finding.where != "seal"]


def make_older(url: str) -> None:
    """A house as an earlier version left it: without seals, and without a word on them beside its secret."""

    def take_away(connection: Connection) -> None:
        first = connection.execute(select(journal).where(journal.c.kind == "secret")).one()
        said = {name: value for name, value in json.loads(first.body).items() if name != "seals"}
        rehash(connection, "house", first.number, {first.number: said})
        for table in (heads, tables):
            connection.execute(update(table).values(seal=""))
        connection.execute(delete(schema.checkpoints))

    tamper(url, take_away)
    file = secret_file(url)
    assert file is not None
    file.write_text(f"{file.read_text().split()[0]}\n")


def names(findings: list[Finding], chain: str, entry: int | None = None, where: str = "") -> bool:
    return any(
        (finding.chain, finding.entry) == (chain, entry if entry is not None else finding.entry)
        and where in finding.where
        for finding in findings
    )


def entry(connection: Connection, chain: str, number: int) -> Row[Any]:
    return connection.execute(select(journal).where(journal.c.chain == chain, journal.c.number == number)).one()


def last_round(connection: Connection, chain: str) -> Row[Any]:
    """A round of a table that other entries come after, where there are any."""
    mine = select(journal).where(journal.c.chain == chain, journal.c.kind == "round").order_by(journal.c.number)
    return connection.execute(mine).all()[1]


def row_of(chain: str, number: int) -> ColumnElement[bool]:
    return (journal.c.chain == chain) & (journal.c.number == number)


def rehash(connection: Connection, chain: str, since: int, bodies: dict[int, Any]) -> None:
    """Change entries as a careful forger does: every hash after them, and the end of the chain, fits again."""
    rows = connection.execute(
        select(journal).where(journal.c.chain == chain, journal.c.number >= since).order_by(journal.c.number)
    ).all()
    before = rows[0].before
    for row in rows:
        body = canonical(bodies[row.number]) if row.number in bodies else row.body
        link = Link.of(chain, row.number, row.kind, row.at, body, before)
        values = {"body": body, "before": before, "hash": link.hash}
        connection.execute(update(journal).where(row_of(chain, row.number)).values(values))
        before = link.hash
    _set_end(connection, chain, rows[-1].number, before)


def append(connection: Connection, chain: str, kind: str, body: dict[str, Any], at: str = "") -> int:
    """Hang an invented entry on the end of a chain, with its lines, its balances and the end of the chain."""
    end = entry(connection, chain, last_number(connection, chain))
    link = Link.of(chain, end.number + 1, kind, at or end.at, canonical(body), end.hash)
    values = {name: getattr(link, name) for name in ("chain", "number", "kind", "at", "body", "before", "hash")}
    connection.execute(insert(journal).values(values | {"round": body.get("round")}))
    for line, (account, amount, what) in enumerate(body.get("postings", ()), start=1):
        row = {"chain": chain, "number": link.number, "line": line, "account": account, "amount": amount, "what": what}
        connection.execute(insert(postings).values(row))
    _set_end(connection, chain, link.number, link.hash)
    settle_up(connection)
    return link.number


def _set_end(connection: Connection, chain: str, number: int, digest: str) -> None:
    kept = heads if chain == "house" else tables
    which = kept.c.chain == chain if chain == "house" else kept.c.id == chain
    connection.execute(update(kept).where(which).values(number=number, hash=digest))


def settle_up(connection: Connection) -> None:
    """Every balance once more from the lines of the ledger."""
    sums = select(postings.c.account, func.sum(postings.c.amount)).group_by(postings.c.account)
    rows = [{"name": name, "balance": int(balance)} for name, balance in connection.execute(sums).all()]
    connection.execute(delete(accounts))
    connection.execute(insert(accounts), rows)


def anchor_anew(connection: Connection) -> None:
    """Every anchor in the chain of the house as the chains now are, and the hashes after it."""
    bodies, first = {}, None
    mine = (journal.c.chain == "house") & (journal.c.kind == "anchor")
    for row in connection.execute(select(journal).where(mine).order_by(journal.c.number)).all():
        ends = {}
        for chain, (number, _) in json.loads(row.body)["ends"].items():
            number = min(number, last_number(connection, chain))
            ends[chain] = [number, entry(connection, chain, number).hash]
        bodies[row.number] = {"ends": ends}
        first = first or row.number
    assert first is not None
    rehash(connection, "house", first, bodies)


def cut_off(connection: Connection, chain: str, entries: int, row: dict[str, Any]) -> int:
    """Take the newest entries of a table away, and put everything else in order again; ``row`` is how it stood then."""
    after = last_number(connection, chain) - entries
    for table in (journal, postings):
        connection.execute(delete(table).where(table.c.chain == chain, table.c.number > after))
    connection.execute(update(tables).where(tables.c.id == chain).values(row))
    settle_up(connection)
    anchor_anew(connection)
    return after


def last_number(connection: Connection, chain: str) -> int:
    number: int = connection.execute(select(func.max(journal.c.number)).where(journal.c.chain == chain)).scalar_one()
    return number
