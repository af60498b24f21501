"""A house over a real database: money conserved at every step, and a table that goes on where a crash left it."""

import os
import random
from typing import Any

import pytest
from sqlalchemy import inspect, text, update

from conftest import Run
from house_fixtures import each_and_families, of_each_script
from house_play import at, open_house, play, put_up
from pitboss.errors import PitbossError, Refused
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.ledger import CAGE, bets, chips
from pitboss.house.live.chips import totals
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.state import row_of
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from pitboss.rulebook import entry_names, load

ROUNDS = int(os.environ.get("PITBOSS_HOUSE_ROUNDS", "4"))
PLAYED = [name for name in entry_names() if load(name).wagers]
FIRST = of_each_script(PLAYED)


@pytest.mark.parametrize(("name", "database"), each_and_families(FIRST), indirect=["database"])
def test_no_chip_is_lost_when_a_house_is_stopped_at_any_moment(name: str, database: str) -> None:
    rng = random.Random(name)

    def perhaps_restart(house: House) -> House:
        """A process that stops without a word, and another that starts."""
        _check(house)
        if rng.random() < 0.7:
            return house
        before, again = house.table("1"), House(database)
        after = again.table("1")
        assert {seat: seated.chips for seat, seated in after.seats.items()} == {
            seat: seated.chips for seat, seated in before.seats.items()
        }
        assert after.going_on == before.going_on and after.head == before.head and row_of(after) == row_of(before)
        if before.going_on:
            assert before.round is not None and after.round is not None
            assert after.round.asking == before.round.asking
            assert after.round.view("surveillance") == before.round.view("surveillance")
        house.close()
        return again

    house = play(open_house(database, name), "1", ROUNDS, rng, now_and_then=perhaps_restart)
    house.close()
    report = audit(database, workers=1)
    assert report.clean, report.findings
    assert report.rounds == report.replayed == ROUNDS


def _check(house: House) -> None:
    balances = house.store.balances()
    assert sum(balances.values()) == 0
    live = house.table("1")
    for seated in live.seats.values():
        assert seated.chips == balances.get(chips("1", seated.person), 0) >= 0
    assert balances.get(bets("1"), 0) == totals(live, live.round if live.going_on else None)[bets("1")]
    assert balances[CAGE] < 0
    for meter in live.meters.values():
        assert balances.get(f"meter:{meter.id}", 0) == int(meter.exact)


def test_a_round_that_cannot_go_on_is_void_and_its_wagers_go_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(database, "chapter4/three-card-poker")
    before = {seat: seated.chips for seat, seated in house.table("1").seats.items()}
    assert put_up(house, "1", random.Random(4))
    at(house, "1", lambda live, batch: live.deal(batch))
    first = house.table("1").seeds.current
    assert house.table("1").going_on
    house.close()

    def asks_otherwise(live: LiveTable, *words: Any) -> None:
        raise Refused("seat 1 cannot play now")

    with monkeypatch.context() as newer:
        newer.setattr(LiveTable, "go_on", asks_otherwise)
        again = House(database)
    live = again.table("1")
    assert not live.going_on
    assert {seat: seated.chips for seat, seated in live.seats.items()} == before
    assert live.seeds.current != first, "cards of a void round were seen, so they are not dealt again"
    again = play(again, "1", 3, random.Random(5))
    again.close()
    assert audit(database, workers=1).findings == []


def test_a_database_that_is_not_there_is_named_and_not_made(database: str, postgres_url: str) -> None:
    with pytest.raises(PitbossError, match="there is no house in"):
        Store(database, existing=True)
    with pytest.raises(PitbossError, match="there is no house in the database postgresql"):
        Store(postgres_url, existing=True)
    House(database).close()
    Store(database, existing=True).close()


def test_an_older_database_is_brought_up_to_date(database: str) -> None:
    """A house of the first version, with money in it, goes on."""
    house = House(database)
    house.open_table("1", "chapter4/roulette", fill=5000)
    before = house.store.balances()
    with house.store.engine.begin() as connection:
        connection.exec_driver_sql("drop table processes")
        connection.exec_driver_sql("drop table sign_outs")
        connection.exec_driver_sql("alter table seeds drop column commitment")
        connection.exec_driver_sql("alter table tables add column owner varchar(80)")
        connection.exec_driver_sql("alter table tables add column lease varchar(32)")
        connection.execute(update(schema.versions).values(version=1))
    house.close()
    after = House(database)
    assert after.store.balances() == before and after.table("1").rounds == 0
    with after.store.reading() as connection:
        assert schema.version_of(connection) == len(schema.MIGRATIONS)
        columns = {column["name"] for column in inspect(connection).get_columns("tables")}
        assert columns == set(schema.tables.c.keys()) and inspect(connection).has_table("processes")
    after.close()


def test_a_database_of_another_version_is_not_read(database: str) -> None:
    house = House(database)
    with house.store.engine.begin() as connection:
        connection.execute(update(schema.versions).values(version=99))
    house.close()
    with pytest.raises(PitbossError, match=f"has version 99, not {len(schema.MIGRATIONS)}: it is of a newer pitboss"):
        Store(database, existing=True)


def test_a_database_whose_version_is_no_number_is_refused_in_a_sentence(sqlite_url: str, pitboss: Run) -> None:
    house = House(sqlite_url)
    with house.store.engine.begin() as connection:
        connection.execute(text("UPDATE schema_version SET version = 'x'"))
    house.close()
    code, out, err = pitboss("audit", "--database", sqlite_url)
    assert (code, out) == (2, "") and "names its version 'x', which is no number" in err


def test_two_processes_share_the_chain_of_the_house(postgres_url: str) -> None:
    one, other = House(postgres_url), House(postgres_url)
    one.add_person("ann", "Ann", "player")
    other.add_person("bob", "Bob", "player")
    one.add_person("cid", "Cid", "player")
    one.close()
    other.close()
    report = audit(postgres_url)
    assert report.clean and report.people == 3 and report.ends["house"][0] == 4
