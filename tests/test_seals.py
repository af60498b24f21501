"""Seals: what somebody without the house's secret puts at the end of a chain is not what the house goes by."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from conftest import Run
from house_play import at, open_house, sit_down
from pitboss.errors import PitbossError
from pitboss.house.audit.house_audit import audit
from pitboss.house.crypto.secret import secret_file
from pitboss.house.house import House
from pitboss.house.journal.chain import now
from pitboss.house.ledger import moved
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.state import digest_of
from pitboss.house.people import token_hash, token_mark
from pitboss.house.sharing import Share
from pitboss.house.storage import schema
from tampered import append, entry, found, make_older, rehash, tamper

SPIN, SHOE = "1", "2"
journal, tables, heads, people = schema.journal, schema.tables, schema.heads, schema.people


def an_evening(url: str) -> House:
    return open_house(url, "chapter4/roulette", "chapter4/mini-baccarat")


def spin(house: House) -> None:
    house.table(SPIN).bet(1, {"red": "10"})
    at(house, SPIN, lambda live, batch: live.deal(batch))


def promote(connection: Connection) -> None:
    """A supervisor of one's own, as the house itself would add one, with every hash in order."""
    row = {"id": "sly", "name": "Sly", "role": "floor", "since": now(), "until": None}
    connection.execute(insert(people).values(row | {"token_hash": token_hash("mine")}))
    body = row | {"token_mark": token_mark(token_hash("mine")), "by": "system"}
    append(connection, "house", "person", body, now())


def chips_for_nothing(connection: Connection) -> None:
    """A buy-in that nobody paid for, and the table as it would be after it, with every hash in order."""
    row = dict(connection.execute(select(tables).where(tables.c.id == SPIN)).mappings().one())
    state = json.loads(row["state"])
    state["seats"]["1"][1] += 50_000
    row["state"] = json.dumps(state, separators=(",", ":"), sort_keys=True)
    lines = [
        [line.account, line.amount, line.what] for line in moved("cage", f"chips:{SPIN}:player-1", 50_000, "buy_in")
    ]
    last = json.loads(entry(connection, SPIN, row["number"]).body)
    body = last | {"seat": 1, "amount": "500.00", "postings": lines, "state": digest_of(row)}
    connection.execute(update(tables).where(tables.c.id == SPIN).values(state=row["state"]))
    append(connection, SPIN, "buy_in", body, now())


# -- the house's chain -------------------------------------------------------------------------------------------------


def test_nobody_makes_themselves_a_supervisor_by_an_entry_on_the_houses_chain(database: str) -> None:
    an_evening(database).close()
    tamper(database, promote)
    with pytest.raises(PitbossError, match="seal of the house's chain is not the house's"):
        House(database)
    assert found(database) == [], "nothing else tells it from an entry of the house"
    [finding] = found(database, seals=True)
    assert (finding.chain, finding.where) == ("house", "seal")


def test_nobody_makes_themselves_a_supervisor_while_the_house_runs(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    house = an_evening(database)
    tamper(database, promote)
    assert house.look_for_people() == set() and house.person_of("mine") is None
    assert "nobody new is let in" in caplog.text
    spin(house)
    assert house.table(SPIN).rounds == 1, "tables go on"
    with pytest.raises(PitbossError, match="not the house's"):
        house.add_person("bob", "Bob", "player")
    house.close()
    assert [finding.where for finding in found(database, seals=True)] == ["seal"], (
        "it was not sealed by what came after"
    )


def test_an_entry_of_the_houses_chain_that_is_rewritten_is_not_gone_by(database: str) -> None:
    an_evening(database).close()

    def change(connection: Connection) -> None:
        mine = select(journal).where(journal.c.chain == "house", journal.c.kind == "person")
        row = next(row for row in connection.execute(mine) if json.loads(row.body)["id"] == "dan")
        body = json.loads(row.body) | {"token_mark": token_mark(token_hash("mine")), "role": "floor"}
        connection.execute(
            update(people).where(people.c.id == "dan").values(token_hash=token_hash("mine"), role="floor")
        )
        quietly = {"body": json.dumps(body, separators=(",", ":"), sort_keys=True)}
        connection.execute(
            update(journal).where(journal.c.chain == "house", journal.c.number == row.number).values(quietly)
        )

    tamper(database, change)
    with pytest.raises(PitbossError, match="not in order at entry"):
        House(database)
    tamper(database, lambda connection: rehash(connection, "house", 1, {}))
    with pytest.raises(PitbossError, match="seal of the house's chain"):
        House(database)


# -- a table's chain ---------------------------------------------------------------------------------------------------


def test_chips_that_were_entered_by_somebody_else_are_not_played_with(database: str) -> None:
    an_evening(database).close()
    tamper(database, chips_for_nothing)
    house = House(database)
    assert list(house.damaged) == [SPIN] and "seal" in house.damaged[SPIN]
    house.table(SHOE).bet(1, {"banker": "25"})
    at(house, SHOE, lambda live, batch: live.deal(batch))
    house.close()
    assert (SPIN, "seal") in [(finding.chain, finding.where) for finding in found(database, seals=True)]


def test_a_table_that_is_set_back_behind_what_the_houses_chain_has_is_kept_closed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.house.ANCHOR_EVERY", 5)
    house = an_evening(database)

    def kept(table: Any, *where: Any) -> list[dict[str, Any]]:
        return house.store.rows(select(table).where(*where))

    before = kept(tables, tables.c.id == SPIN)[0]
    seeds = kept(schema.seeds, schema.seeds.c.chain == SPIN)
    for _ in range(6):
        spin(house)
    house.close()

    def set_back(connection: Connection) -> None:
        for table in (journal, schema.postings):
            connection.execute(delete(table).where(table.c.chain == SPIN, table.c.number > before["number"]))
        connection.execute(delete(schema.seeds).where(schema.seeds.c.chain == SPIN))
        connection.execute(insert(schema.seeds), seeds)
        connection.execute(update(tables).where(tables.c.id == SPIN).values(before))

    tamper(database, set_back)
    again = House(database)
    assert list(again.damaged) == [SPIN] and "the house's chain has its entry" in again.damaged[SPIN]
    again.close()


def test_a_table_that_was_taken_away_is_named_and_none_is_opened_in_its_place(database: str) -> None:
    an_evening(database).close()

    def take_away(connection: Connection) -> None:
        for table in (journal, schema.postings, schema.seeds):
            connection.execute(delete(table).where(table.c.chain == SPIN))
        connection.execute(delete(tables).where(tables.c.id == SPIN))

    tamper(database, take_away)
    house = House(database)
    assert list(house.damaged) == [SPIN] and "it is missing" in house.damaged[SPIN]
    with pytest.raises(PitbossError, match="it is missing"):
        house.open_table(SPIN, "chapter4/roulette")
    house.close()


# -- what is kept beside the chains ------------------------------------------------------------------------------------

METER = {"progressive": "table_1", "progressive_seed": "500.00", "progressive_contribution": "23.457"}


@pytest.mark.parametrize("rounds", [0, 2])
def test_a_meter_that_stands_where_no_round_left_it_is_not_played_for(database: str, rounds: int) -> None:
    house = open_house(database, "massachusetts-2020/three-card-poker", "chapter4/roulette", options=None)
    house.open_table("7", "massachusetts-2020/three-card-poker", METER, fill=10_000_000)
    sit_down(house, "7", 1)
    for _ in range(rounds):
        house.table("7").bet(1, {"ante": "10", "progressive": "1"})
        at(house, "7", lambda live, batch: live.deal(batch))
        at(house, "7", lambda live, batch: live.act(batch, 1, "play"))
        at(house, "7", lambda live, batch: live.fill(batch, 100, "flo"))
    house.close()
    House(database).close()
    kept = schema.meters
    before = tamper(database, lambda connection: connection.execute(select(kept.c.exact)).scalar_one())
    tamper(database, lambda connection: connection.execute(update(kept).values(exact="100000000")))
    house = House(database)
    assert list(house.damaged) == ["7"] and "stand where the journal left it" in house.damaged["7"]
    house.close()
    tamper(database, lambda connection: connection.execute(update(kept).values(exact=before)))
    house = House(database)
    assert not house.damaged
    house.close()


def test_a_void_round_gives_back_what_the_journal_says_was_wagered(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(database, "massachusetts-2020/three-card-poker")
    chips = house.table("1").seats[1].chips
    house.table("1").bet(1, {"ante": "10"})
    at(house, "1", lambda live, batch: live.deal(batch))
    at(house, "1", lambda live, batch: live.buy_in(batch, 2, 700))
    house.close()

    def more(connection: Connection) -> None:
        lines = schema.postings
        mine = (lines.c.chain == "1") & (lines.c.amount == -1000)
        assert connection.execute(update(lines).where(mine).values(amount=-5_000_000)).rowcount

    tamper(database, more)
    with monkeypatch.context() as failing:
        failing.setattr(LiveTable, "go_on", lambda *_: 1 / 0)
        house = House(database)
    assert not house.damaged and not house.table("1").going_on
    assert house.table("1").seats[1].chips == chips
    house.close()


# -- houses that were made before --------------------------------------------------------------------------------------


def test_a_house_that_was_made_before_gets_its_seals_once(database: str, pitboss: Run) -> None:
    an_evening(database).close()
    make_older(database)
    assert audit(database, workers=1).sealed is False
    house = House(database, Share.of(SPIN))
    spin(house)
    house.close()
    file = secret_file(database)
    assert file is not None and file.read_text().split()[1:] == ["sealed"]
    again = House(database)
    assert not again.damaged
    spin(again)
    again.close()
    report = audit(database, workers=1)
    assert report.clean and report.sealed, report.findings
    kinds = tamper(database, lambda connection: [row.kind for row in connection.execute(select(journal.c.kind))])
    assert kinds.count("sealed") == 1


def _without_seals(connection: Connection) -> None:
    for table in (heads, tables):
        connection.execute(update(table).values(seal=""))


def _without_the_secret(connection: Connection) -> None:
    """As it was before a house had a secret: its entry is taken out, and all others are moved up."""
    _without_seals(connection)
    connection.execute(delete(journal).where(journal.c.chain == "house"))
    connection.execute(delete(heads))


@pytest.mark.parametrize(
    ("change", "why"), [(_without_seals, "the seal of"), (_without_the_secret, "somebody took it away")]
)
def test_a_house_whose_seals_were_taken_away_is_not_an_older_one(
    database: str, change: Callable[[Connection], None], why: str
) -> None:
    an_evening(database).close()
    tamper(database, promote)
    tamper(database, change)
    with pytest.raises(PitbossError, match=why):
        House(database)
    if change is _without_seals:
        assert {finding.chain for finding in found(database, seals=True)} == {"house", SPIN, SHOE}


def test_the_audit_says_when_it_did_not_check_the_seals(sqlite_url: str, pitboss: Run) -> None:
    an_evening(sqlite_url).close()
    code, out, _ = pitboss("audit", "--database", sqlite_url)
    assert code == 0 and "seals of all chains were checked" in out
    file = secret_file(sqlite_url)
    assert file is not None
    file.rename(file.with_name("elsewhere"))
    code, out, _ = pitboss("audit", "--database", sqlite_url)
    assert code == 0 and "seals of the chains were not checked" in out


def test_a_chain_is_sealed_by_whichever_process_writes_it(postgres_url: str) -> None:
    one = House(postgres_url, Share.of("a-*"))
    other = House(postgres_url, Share.of("b-*"))
    for number in range(3):
        one.open_table(f"a-{number}", "chapter4/roulette")
        other.open_table(f"b-{number}", "chapter4/roulette")
    one.add_person("ann", "Ann", "player")
    other.look_for_people()
    assert "ann" in other.people
    one.close()
    other.close()
    assert audit(postgres_url, workers=1).clean
