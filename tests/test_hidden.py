"""A copy of the database tells nothing that is to come: seeds, the order of a shoe, amounts that are still a secret."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from house_play import at, sit_down
from pitboss.errors import PitbossError
from pitboss.house.audit.house_audit import audit
from pitboss.house.audit.report import Outside
from pitboss.house.crypto import encryption
from pitboss.house.crypto.secret import Secret
from pitboss.house.fairness.still_secret import told_record
from pitboss.house.house import House
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.seeds import Seeds
from pitboss.house.sharing import Share
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from served import served
from tampered import make_older, tamper

CHAIRS = {"1": "Kh 9c", "2": "Ks 9d", "3": "Kc 9h", "4": "Kd 9s", "5": "Kh 9s", "6": "Ks 9c"}
MUST_HIT = {"royal_9": True, "must_hit": "3", "personal_king_nines": CHAIRS}
SHOE, SPIN, POKER = "massachusetts-2020/mini-baccarat", "chapter4/roulette", "chapter4/three-card-poker"


def an_evening(url: str, secret: Path | None = None) -> House:
    """A shoe that is half dealt with an amount that must hit, a wheel, and a round of poker that goes on."""
    house = House(url, secret=secret)
    for table, entry, options in (("1", SHOE, MUST_HIT), ("2", SPIN, {}), ("3", POKER, {})):
        house.open_table(table, entry, options, fill=10_000_000)
        sit_down(house, table, 1)
    staked = {"1": {"banker": "25", "royal_9_progressive": "5"}, "2": {"red": "10"}, "3": {"ante": "10"}}
    for table, wagers in staked.items():
        for _ in range(3 if table != "3" else 1):
            house.table(table).bet(1, wagers)
            at(house, table, lambda live, batch: live.deal(batch))
    assert house.table("3").going_on and house.table("1").table.shoe.dealt  # type: ignore[union-attr]
    return house


def kept(url: str) -> str:
    """Every value of the database but the journal's."""
    store = Store(url, existing=True)
    try:
        tables = [schema.tables, schema.seeds, schema.meters, schema.accounts, schema.requests]
        return "\n".join(str(row) for table in tables for row in store.rows(select(table)))
    finally:
        store.close()


def to_come(house: House) -> dict[str, list[str]]:
    """What nobody may know yet, by what it is."""
    found: dict[str, list[str]] = {"seeds": [], "shoes": [], "amounts": []}
    for _, live in sorted(house.tables.items()):
        found["seeds"] += [live.seeds.current, *(seed for _, seed in live.seeds.withheld)]
        if live.table.shoe is not None and live.table.shoe.dealt:
            found["shoes"].append("".join(live.table.shoe.state()["cards"][-20:]))  # type: ignore[index]
        found["amounts"] += [str(live.table.carry[key]) for key in live.table.game.secrets if key in live.table.carry]
    return found


def test_a_copy_of_the_database_does_not_tell_what_is_to_come(database: str) -> None:
    house = an_evening(database)
    hidden = to_come(house)
    house.close()
    assert all(hidden.values()), hidden
    told = kept(database)
    for what, texts in hidden.items():
        for text in texts:
            assert text not in told, f"{what}: {text} is in the database"


def test_a_seed_that_is_told_is_kept_for_everybody(database: str) -> None:
    house = an_evening(database)
    rows = house.store.rows(select(schema.seeds))
    assert {encryption.is_shut(row["seed"]) for row in rows if row["revealed"]} == {False}
    assert {encryption.is_shut(row["seed"]) for row in rows if not row["revealed"]} == {True}
    house.close()
    again = House(database)
    at(again, "3", lambda live, batch: live.act(batch, 1, "play"))
    again.close()
    report = audit(database, workers=1)
    assert report.clean and not report.waiting, report.findings


def test_the_audit_checks_the_rest_without_the_secret_and_says_how_many_deals_wait(
    database: str, tmp_path: Path
) -> None:
    file = tmp_path / "elsewhere.key"
    an_evening(database, file).close()
    without = audit(database, workers=1)
    assert without.clean, without.findings
    assert without.waiting >= 3 and without.rounds == 6
    whole = audit(database, workers=1, outside=Outside(secret=file))
    assert whole.clean and not whole.waiting and whole.replayed == 6 > without.replayed, whole.findings
    Secret.of_file(tmp_path / "other.key", make=True)
    with pytest.raises(PitbossError, match="another house's secret"):
        audit(database, workers=1, outside=Outside(secret=tmp_path / "other.key"))
    store = Store(database)
    with store.engine.begin() as connection:
        [(state,)] = connection.execute(select(schema.tables.c.state).where(schema.tables.c.id == "2"))
        richer = json.loads(state)
        richer["seats"]["1"][1] += 500
        connection.execute(update(schema.tables).where(schema.tables.c.id == "2").values(state=json.dumps(richer)))
    store.close()
    assert not audit(database, workers=1).clean, "what is open is checked without the secret"


def test_what_is_hidden_cannot_be_changed_or_moved_to_another_table(database: str) -> None:
    house = an_evening(database)
    house.close()
    store = Store(database)
    rows = {row["id"]: row for row in store.rows(select(schema.tables))}
    with store.engine.begin() as connection:
        mine = schema.tables.c.id == "2"
        connection.execute(update(schema.tables).where(mine).values(hidden=rows["3"]["hidden"]))
    store.close()
    report = audit(database, workers=1)
    assert [finding.chain for finding in report.findings] == ["2"], report.findings


# -- houses of an earlier version --------------------------------------------------------------------------------------


def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everything as plain as an earlier version did."""

    monkeypatch.setattr("pitboss.house.storage.store.shut_all", lambda secret, texts: [text for text, _ in texts])
    monkeypatch.setattr("pitboss.house.house.kept_plain", lambda store: None)  # nobody wrote it down
    monkeypatch.setattr("pitboss.house.house.must_be_hidden", lambda row, seeds: None)
    whole = LiveTable.__init__

    def before(self: LiveTable, *words: Any, **more: Any) -> None:
        whole(self, *words, **more)
        self.keeps_all_plain = True

    monkeypatch.setattr(LiveTable, "__init__", before)


def test_a_house_that_kept_everything_plain_is_hidden_when_it_is_opened(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        as_before(earlier)
        house = an_evening(database)
        hidden = to_come(house)
        house.close()
    assert any(seed in kept(database) for seed in hidden["seeds"]), "as it was before"
    make_older(database)
    house = House(database)
    assert to_come(house) == hidden, "it deals on from the same seeds"
    told = kept(database)
    assert not [text for texts in hidden.values() for text in texts if text in told]
    if database.startswith("sqlite"):
        house.store.engine.dispose()
        raw = Path(str(house.store.engine.url.database)).read_bytes()
        assert not [seed for seed in hidden["seeds"] if seed.encode() in raw], "not in pages that are free either"
    report = audit(database, workers=1)
    assert report.clean and not report.waiting, report.findings
    at(house, "3", lambda live, batch: live.act(batch, 1, "play"))
    for _ in range(2):
        house.table("1").bet(1, {"banker": "25"})
        at(house, "1", lambda live, batch: live.deal(batch))
    house.close()
    report = audit(database, workers=1)
    assert report.clean and not report.waiting, report.findings


def test_what_is_plain_in_a_house_that_is_sealed_was_not_written_by_the_house(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where something was plain once, and where nobody ever wrote down at which tables."""
    with monkeypatch.context() as earlier:
        as_before(earlier)
        an_evening(database).close()
    make_older(database)
    House(database, Share.of("1")).close()  # what other processes serve is hidden with it

    def plant(connection: Connection) -> None:
        mine = (schema.seeds.c.chain == "2") & (schema.seeds.c.revealed == 0)
        assert connection.execute(update(schema.seeds).where(mine).values(seed="ab" * 32)).rowcount == 1

    tamper(database, plant)
    again = House(database)
    assert set(again.damaged) == {"2"} and "for everybody to read" in again.damaged["2"]
    again.close()


# -- files that only the owner reads -----------------------------------------------------------------------------------


def test_the_files_of_an_embedded_house_are_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    before = os.umask(0o022)
    try:
        house = House(f"sqlite:///{file}")
        files = [path for path in tmp_path.iterdir() if path.name.startswith("house.db")]
        assert {"house.db", "house.db-wal", "house.db-shm"} <= {path.name for path in files}
        assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
        house.close()
        file.chmod(0o644)
        again = House(f"sqlite:///{file}")
        files = [path for path in tmp_path.iterdir() if path.name.startswith("house.db")]
        assert {path.stat().st_mode & 0o777 for path in files} == {0o600}, "one that others could read is narrowed"
        again.close()
    finally:
        os.umask(before)


def test_floor_and_auditors_do_not_read_in_past_rounds_where_a_meter_must_hit(database: str) -> None:
    def shoe(house: House) -> None:
        house.open_table("1", SHOE, MUST_HIT, fill=10_000_000)

    with served(database, shoe) as house:
        ann, dee = house.client("ann"), house.client("dee")
        ann.do("1", "sit", seat=1, buy_in="1000.00")
        for _ in range(2):
            ann.do("1", "bet", seat=1, wagers={"banker": "25.00", "royal_9_progressive": "5.00"})
            dee.do("1", "deal")
        trigger = house.look(lambda house: house.table("1").table.carry["must_hit_trigger"])
        for person in ("floor", "audrey", "system"):
            client = house.client(person)
            asked = [f"/tables/1/rounds/{number}" for number in (1, 2)]
            asked += ["/audit/journal?chain=1"] if person != "floor" else []
            for path in asked:
                told = client.ask("GET", path)
                assert told.status_code == 200 and '"record' in told.text.replace("\\", "")
                assert "must_hit_trigger" not in told.text and trigger not in told.text, f"{person} {path}"
        body = house.look(lambda house: house.store.newest("1", "round"))
        before = house.look(lambda house: told_record(house.store, "1", body | {"deal": 0}))
        assert before["carry"]["must_hit_trigger"] == trigger, "what an earlier deal drew is no secret any more"
    assert audit(database, workers=1).clean


def test_the_hash_of_an_entry_does_not_tell_where_a_meter_must_hit(sqlite_url: str) -> None:
    """Whoever knows all of an entry but the amount could try every cent until the hash is right."""
    with served(sqlite_url, lambda house: house.open_table("1", SHOE, MUST_HIT, fill=10_000_000)) as house:
        ann, dee = house.client("ann"), house.client("dee")
        ann.do("1", "sit", seat=1, buy_in="1000.00")
        for _ in range(2):
            ann.do("1", "bet", seat=1, wagers={"banker": "25.00", "royal_9_progressive": "5.00"})
            dee.do("1", "deal")
        written = house.look(lambda house: house.store.newest("1", "round"))
        trigger = house.look(lambda house: house.table("1").table.carry["must_hit_trigger"])
        told = [row for row in house.client("audrey").get("/audit/journal?chain=1") if row["kind"] == "round"]
        body = json.loads(told[-1]["body"])
        body["record"]["carry"]["must_hit_trigger"] = trigger
        assert body == written | {"blind": ""} and len(written["blind"]) == 64
    assert audit(sqlite_url, workers=1).clean


def test_rounds_from_before_entries_had_something_unguessable_are_in_order(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(Seeds, "blind", lambda self: {})
        an_evening(sqlite_url).close()
    assert audit(sqlite_url, workers=1).clean
