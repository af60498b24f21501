"""Somebody who may write to the database and does not have the house's secret: the house does not go by it."""

import json
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from house_play import at, open_house
from pitboss.errors import Refused
from pitboss.house.fairness.commitments import bound_commitment
from pitboss.house.house import House
from pitboss.house.journal.chain import Link, canonical
from pitboss.house.live.state import digest_of
from pitboss.house.people import token_hash
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store

SHOE, SPIN = "1", "2"
KNOWN_SEED = "ab" * 32
tables, seeds, journal = schema.tables, schema.seeds, schema.journal


def an_evening(url: str) -> House:
    return open_house(url, "chapter4/mini-baccarat", "chapter4/roulette")


def deal(house: House, table: str = SHOE) -> None:
    house.table(table).bet(1, {"banker": "25"} if table == SHOE else {"red": "10"})
    at(house, table, lambda live, batch: live.deal(batch))


def rows_of(url: str) -> dict[str, dict[str, Any]]:
    store = Store(url)
    found = {row["id"]: row for row in store.rows(select(tables))}
    store.close()
    return found


def put(url: str, table: str, **values: Any) -> None:
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(update(tables).where(tables.c.id == table).values(**values))
    store.close()


def only_is_closed(url: str, table: str, why: str) -> None:
    house = House(url)
    try:
        assert list(house.damaged) == [table] and why in house.damaged[table], house.damaged
        other = SPIN if table == SHOE else SHOE
        deal(house, other)
        assert house.table(other).rounds
    finally:
        house.close()


def test_a_shoe_of_before_that_is_put_back_is_not_dealt_from(database: str) -> None:
    house = an_evening(database)
    deal(house)
    house.close()
    before = rows_of(database)[SHOE]["hidden"]
    house = House(database)
    deal(house)
    house.close()
    put(database, SHOE, hidden=before)
    only_is_closed(database, SHOE, "not as entry")


def test_chips_that_are_written_into_a_table_are_not_cashed(database: str) -> None:
    an_evening(database).close()
    state = json.loads(rows_of(database)[SPIN]["state"])
    state["seats"]["1"][1] += 5_000_000
    put(database, SPIN, state=canonical(state))
    only_is_closed(database, SPIN, "not as entry")


def test_an_entry_that_was_changed_without_its_hash_keeps_its_table_closed(database: str) -> None:
    an_evening(database).close()
    store = Store(database)
    with store.engine.begin() as connection:
        mine = (journal.c.chain == SPIN) & (journal.c.number == rows_of(database)[SPIN]["number"])
        connection.execute(update(journal).where(mine).values(at="2020-01-01T00:00:00.000+00:00"))
    store.close()
    only_is_closed(database, SPIN, "was changed")


@pytest.mark.parametrize("whole", [False, True], ids=["seed", "seed-and-table"])
def test_a_seed_that_somebody_else_chose_is_not_dealt_from(database: str, whole: bool) -> None:
    """With a commitment to it in the last entry, and every hash in order, as an earlier version might have left it."""
    house = an_evening(database)
    deal(house, SPIN)
    house.close()
    row = rows_of(database)[SPIN]
    store = Store(database)
    with store.engine.begin() as connection:
        _plant(connection, row, whole)
    store.close()
    only_is_closed(database, SPIN, "for everybody to read")


def _plant(connection: Connection, row: dict[str, Any], whole: bool) -> None:
    last = connection.execute(select(journal).where(journal.c.chain == SPIN, journal.c.number == row["number"])).one()
    body, state = json.loads(last.body), json.loads(row["state"])
    setup, dealt = json.loads(row["setup"]), body["sealed"]["deal"]
    told = bound_commitment(KNOWN_SEED, table=SPIN, deal=dealt, entry=row["entry"], setup=setup, decks=0)
    body["sealed"]["commitment"] = told
    values: dict[str, Any] = {}
    if whole:
        state.pop("hidden")
        state |= {"carry": {}, "chance": {}, "secret": {}}
        values = {"state": canonical(state), "hidden": ""}
        body["state"] = digest_of({**row, **values})
    link = Link.of(SPIN, last.number, last.kind, last.at, canonical(body), last.before)
    mine = (journal.c.chain == SPIN) & (journal.c.number == last.number)
    connection.execute(update(journal).where(mine).values(body=link.body, hash=link.hash))
    connection.execute(update(tables).where(tables.c.id == SPIN).values(hash=link.hash, **values))
    newest = (seeds.c.chain == SPIN) & (seeds.c.deal == dealt)
    connection.execute(update(seeds).where(newest).values(seed=KNOWN_SEED, commitment=told))


@pytest.mark.parametrize(
    "change", [{"token_hash": token_hash("mine")}, {"role": "system"}, {"role": "no role"}, {"until": None}]
)
def test_a_token_or_a_role_that_is_written_into_the_database_lets_nobody_in(
    database: str, change: dict[str, Any]
) -> None:
    house = House(database)
    token = house.add_person("flo", "Flo", "floor")
    other = house.add_person("ann", "Ann", "player")
    if "until" in change:
        house.do(lambda batch: house.retire(batch, "flo"))
    with house.store.engine.begin() as connection:
        connection.execute(update(schema.people).where(schema.people.c.id == "flo").values(**change))
    house.close()
    house = House(database)
    try:
        assert house.person_of("mine") is None and house.person_of(token) is None
        assert house.person_of(other) is not None and house.doubted == {"flo"}
        with pytest.raises(Refused, match="otherwise than the database"):
            house.do(lambda batch: house.new_token(batch, "flo"))
    finally:
        house.close()


def test_nobody_is_called_what_the_journal_calls_the_house(sqlite_url: str) -> None:
    house = House(sqlite_url)
    with pytest.raises(Refused, match="nobody else's id"):
        house.add_person("system", "Sly", "player")
    assert house.add_person("system", "System", "system")
    house.close()
