"""The audit of a house that nobody touched: everything is in order, however it was played, and it says how it knows."""

import json
import os
import random
import re
import threading
from pathlib import Path

import pytest
from sqlalchemy import select, update

from conftest import Run
from house_play import BUY_IN, at, open_house, play, put_up, sit_down
from pitboss.engine.remedies import Call
from pitboss.house import house as house_module
from pitboss.house.audit.house_audit import audit
from pitboss.house.audit.journal_replay import OPENING, REPLAYS
from pitboss.house.house import House
from pitboss.house.journal.entry_kinds import AT_TABLES, IN_HOUSE
from pitboss.house.ledger import CAGE, chips, moved
from pitboss.house.live import absence, calls, live_table, player_bank, procedures
from pitboss.house.storage import schema

EVENING = (
    "chapter4/roulette",
    "chapter4/three-card-poker",
    "chapter4/mini-baccarat",
    "california/three-card-poker",
    "oneida-2003/craps",
)
PROGRESSIVE = "massachusetts-2020/three-card-poker"
METER = {"progressive": "table_1", "progressive_seed": "500.00", "progressive_contribution": "23.457"}
LINKED = int(os.environ.get("PITBOSS_HOUSE_ROUNDS", "8"))


def evening(url: str, rounds: int, *entries: str) -> None:
    house = open_house(url, *entries)
    house.add_person("ann", "Ann", "player")
    rng = random.Random(str(entries))
    for table in list(house.tables):
        house = play(house, table, rounds, rng)
    house.close()


def test_an_evening_at_several_tables_is_in_order(database: str, pitboss: Run) -> None:
    evening(database, 8, *EVENING)
    code, out, err = pitboss("audit", "--database", database, "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert report["clean"] and report["findings"] == []
    assert report["rounds"] == report["replayed"] == 8 * len(EVENING)
    assert report["chains"] == 1 + len(EVENING) and report["people"] == 6
    code, out, _ = pitboss("audit", "--database", database)
    assert code == 0 and "Everything is as it was written." in out


def test_an_audit_by_several_processes_says_the_same(sqlite_url: str) -> None:
    evening(sqlite_url, 3, *EVENING[:3])
    alone, together = audit(sqlite_url, workers=1).as_json(), audit(sqlite_url, workers=2).as_json()
    for times in ("seconds", "rounds_per_second"):
        del alone[times], together[times]
    assert alone == together and alone["clean"]


def test_a_round_that_goes_on_is_audited_with_its_wagers(database: str) -> None:
    house = open_house(database, "chapter4/three-card-poker")
    put_up(house, "1", random.Random(1))
    at(house, "1", lambda live, batch: live.deal(batch))
    assert house.table("1").going_on and house.store.balances()["bets:1"] > 0
    assert audit(database).findings == []
    house.close()


def test_a_house_is_audited_while_it_is_played_in(database: str) -> None:
    house = open_house(database, "chapter4/roulette", "chapter4/mini-baccarat")
    findings, stop = [], threading.Event()

    def watch() -> None:
        while not stop.is_set():
            findings.extend(audit(database, workers=1).findings)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for table in ("1", "2", "1"):
            house = play(house, table, 12, random.Random(table))
    finally:
        stop.set()
        watcher.join()
        house.close()
    assert findings == []


def test_a_meter_that_tables_share_adds_up_to_the_fraction_of_a_cent(database: str) -> None:
    house = House(database)
    house.open_table("1", PROGRESSIVE, METER)
    for table in ("2", "3"):
        house.open_table(table, PROGRESSIVE, METER, links={"progressive": "link.progressive"}, fill=5_000_000)
        for seat in (1, 2, 3):
            sit_down(house, table, seat)
    rng = random.Random(7)
    for _ in range(LINKED):
        for table in ("2", "3"):
            for seat in (1, 2, 3):
                house.table(table).bet(seat, {"ante": "10", "pair_plus": "5", "progressive": "1"})
            at(house, table, lambda live, batch: live.deal(batch))
        while open_rounds := [table for table in ("2", "3") if house.table(table).going_on]:
            # A meter moves under a round that goes on, whenever the other table's round has moved it.
            table = rng.choice(open_rounds)
            ask = house.table(table).round.asking[0]  # type: ignore[union-attr]
            answer = ask.random_answer(rng)
            at(house, table, lambda live, batch, ask=ask, word=answer: live.act(batch, ask.seat, word))
    assert audit(database).findings == []
    assert house.meters["1.progressive"].exact == 50_000
    assert house.meters["link.progressive"].exact.denominator > 1
    house.close()


def test_the_ends_of_the_chains_are_noted_and_held_against_the_house_later(
    database: str, pitboss: Run, tmp_path: Path
) -> None:
    house = open_house(database, "chapter4/roulette")
    noted = tmp_path / "ends.json"
    assert pitboss("audit", "--database", database, "--ends", noted)[0] == 0
    ends = json.loads(noted.read_text())
    assert ends["1"] == [house.table("1").head.number, house.table("1").head.hash]
    house = play(house, "1", 3, random.Random(1))
    house.close()
    assert pitboss("audit", "--database", database, "--against", noted)[0] == 0
    noted.write_text(json.dumps({**ends, "1": [ends["1"][0], "0" * 64]}))
    code, out, _ = pitboss("audit", "--database", database, "--against", noted, "--json")
    [finding] = json.loads(out)["findings"]
    assert code == 1 and finding["entry"] == ends["1"][0] and "the earlier audit" in finding["text"]


def test_the_ends_of_tables_are_anchored_in_the_chain_of_the_house(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "ANCHOR_EVERY", 10)
    house = play(open_house(sqlite_url, "chapter4/roulette"), "1", 30, random.Random(1))
    entries = schema.journal
    anchors = house.store.rows(select(entries.c.body).where(entries.c.chain == "house", entries.c.kind == "anchor"))
    house.close()
    assert len(anchors) >= 3
    assert audit(sqlite_url).findings == []


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.db", "postgresql://nobody@127.0.0.1:1/house", "what://"])
def test_a_database_that_cannot_be_read_is_one_sentence(url: str, pitboss: Run) -> None:
    code, out, err = pitboss("audit", "--database", url)
    assert code == 2 and out == "" and err.startswith("pitboss: ") and err.count("\n") == 1


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path, pitboss: Run) -> None:
    (tmp_path / "house.db").write_text("no database, but long enough to be taken for one" * 40)
    code, _, err = pitboss("audit", "--database", f"sqlite:///{tmp_path}/house.db")
    assert code == 2 and "cannot be opened" in err and err.count("\n") == 1


def test_the_password_of_a_database_is_not_printed(pitboss: Run) -> None:
    _, _, err = pitboss("audit", "--database", "postgresql://me:secret@127.0.0.1:1/house")
    assert "secret" not in err


def test_commands_find_the_house_that_is_served(pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, _, err = pitboss("audit")
    assert code == 2 and f"{tmp_path}/pitboss/house.db" in err
    (tmp_path / "pitboss").mkdir()
    House(f"sqlite:///{tmp_path}/pitboss/house.db").close()
    assert pitboss("audit")[0] == 0
    monkeypatch.setenv("PITBOSS_DATABASE", "sqlite:////nowhere.db")
    assert "nowhere.db" in pitboss("audit")[2]


def test_every_kind_of_entry_at_a_table_can_be_played_again() -> None:
    source = "".join(
        Path(part.__file__).read_text(encoding="utf-8")
        for part in (absence, calls, live_table, player_bank, procedures)
    )
    kinds = set(re.findall(r'enter\(\s*(?:batch|into), "(\w+)"', source)) | {"deal", "act", "call", "fill", "credit"}
    assert kinds == {*REPLAYS, "open"}
    [opening] = re.findall(r"opening: dict\[str, Any\] = \{(.*?)\n        \}", source, flags=re.DOTALL)
    always, at_some = (
        re.findall(r'^ +"(\w+)":', opening, flags=re.MULTILINE),
        re.findall(r'opening\["(\w+)"\] =', source),
    )
    assert (*always, *at_some) == OPENING


def test_every_kind_of_entry_of_the_house_is_listed_with_what_it_may_do() -> None:
    folder = Path(house_module.__file__).parent.parent
    source = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    assert set(re.findall(r'\.note\(\s*"(\w+)"', source)) == {*IN_HOUSE}
    assert {*AT_TABLES} == {*REPLAYS, "open"}


def test_a_round_dealt_with_a_call_that_nobody_entered_is_found(sqlite_url: str) -> None:
    house = open_house(sqlite_url, "chapter4/roulette")
    live = house.table("1")
    live.bet(1, {"red": "10.00"})
    live.calls.append(Call("too_few_revolutions"))  # a fault in the house itself
    at(house, "1", lambda live, batch: live.deal(batch))
    number = house.table("1").head.number
    house.close()
    findings = audit(sqlite_url).findings
    assert any(f.entry == number and "calls" in f.text for f in findings), findings


@pytest.mark.parametrize("off", [1, -1])
def test_a_link_that_a_round_found_higher_than_any_other_left_it_is_found(sqlite_url: str, off: int) -> None:
    house = House(sqlite_url)
    for table in ("1", "2"):
        house.open_table(table, PROGRESSIVE, METER, links={"progressive": "link"}, fill=5_000_000)
        sit_down(house, table, 1)

    def play_both() -> None:
        for table in ("1", "2"):
            house.table(table).bet(1, {"ante": "10", "progressive": "1"})
            at(house, table, lambda live, batch: live.deal(batch))
            at(house, table, lambda live, batch: live.act(batch, 1, "fold"))

    play_both()
    for more in (off, -off):  # a fault in the house itself, and later the same the other way round
        house.meters["link"].exact += more
        with house.store.engine.begin() as connection:
            connection.execute(update(schema.meters).values(exact=str(house.meters["link"].exact)))
        play_both()
    house.close()
    assert any("where no other had left it" in finding.text for finding in audit(sqlite_url).findings)


def test_chips_below_zero_are_found(sqlite_url: str) -> None:
    house = open_house(sqlite_url, "chapter4/roulette")
    taken = moved(chips("1", "player-1"), CAGE, BUY_IN + 1, "taken")  # a fault in the house itself
    at(house, "1", lambda live, batch: live.enter(batch, "credit", {"amount": "0.01", "by": "nobody"}, taken))
    number = house.table("1").head.number
    house.close()
    findings = audit(sqlite_url).findings
    assert any(f.entry == number and "chips:1:player-1 is below zero: -0.01" in f.text for f in findings)
