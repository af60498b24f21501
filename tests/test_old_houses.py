"""Houses that earlier versions made open, go on where they were left, and audit clean, on both databases.

``houses/`` holds three of six tables with a dozen rounds and one round left open: one from before houses had a secret,
one from before hands were values and accounts could be a pot, one from before decks were those in play. A fourth has a
dozen hands of poker from before blinds and button could be dead.
"""

import lzma
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, insert, select

from house_play import at, open_house, play, play_out, put_up
from pitboss import Call, settle
from pitboss.games.pot import rulings
from pitboss.house.audit.house_audit import audit
from pitboss.house.crypto.secret import secret_file
from pitboss.house.fairness.deal_bundle import deal_bundle
from pitboss.house.fairness.deal_check import check_deal
from pitboss.house.house import House
from pitboss.house.live import calls, live_table
from pitboss.web.rounds import find

HOUSES = Path(__file__).parent / "houses"
TABLES = ("1", "2", "3", "4", "5", "6")


def old_house(name: str, url: str, folder: Path) -> None:
    """Put a house of an earlier version into a database, with its secret where this version looks for it."""
    file = folder / "old.db"
    file.write_bytes(lzma.decompress((HOUSES / f"{name}.db.xz").read_bytes()))
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).write_bytes(file.read_bytes())
    else:
        _copy(f"sqlite:///{file}", url)
    key = HOUSES / f"{name}.key"
    if key.exists():
        wanted = secret_file(url)
        assert wanted is not None
        wanted.parent.mkdir(parents=True, exist_ok=True)
        wanted.write_bytes(key.read_bytes())
        wanted.chmod(0o600)


def _copy(source: str, target: str) -> None:
    """Every table with its columns, as the earlier version had them, and its rows."""
    meta = MetaData()
    old, new = create_engine(source), create_engine(target.replace("postgresql://", "postgresql+psycopg://"))
    meta.reflect(old)
    with new.begin() as there, old.connect() as here:
        meta.create_all(there)
        for table in meta.sorted_tables:
            rows = [dict(row) for row in here.execute(select(table)).mappings()]
            if rows:
                there.execute(insert(table), rows)
    old.dispose()
    new.dispose()


@pytest.mark.parametrize("name", ["without-a-secret", "before-hands", "before-decks-in-play"])
def test_a_house_of_an_earlier_version_opens_goes_on_and_audits_clean(name: str, database: str, tmp_path: Path) -> None:
    old_house(name, database, tmp_path)
    house = House(database)
    rng = random.Random(name)
    assert set(house.tables) == set(TABLES) and house.table("2").going_on
    house = play_out(house, "2", rng, 0.0, lambda house: house)
    for table in TABLES:
        assert house.table(table).rounds >= 12
        house = play(house, table, 3, rng)
    at(house, "1", lambda live, batch: live.leave(batch, 1))
    house.close()
    report = audit(database, workers=1)
    assert report.clean, report
    assert report.rounds == report.replayed >= 6 * 15


def test_a_house_that_counted_both_batches_goes_on_with_the_cards_it_had(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    old_house("before-decks-in-play", url, tmp_path)
    house = House(url)
    rng = random.Random(5)
    chosen = {table: (live.setup.decks, live.setup.batches, live.setup.chosen) for table, live in house.tables.items()}
    assert chosen == {
        "1": (1, 1, {"manual_shuffle": True, "second_deck": False}),
        "2": (8, 2, {"decks": 8}),
        "3": (4, 2, {"shuffle_method": "automated", "decks": 4}),
        "4": (1, 2, {"shuffle_method": "automated", "decks": 1}),
        "5": (7, 2, {"schedule_option": 1, "decks": 7}),
        "6": (7, 2, {"shuffle_method": "automated", "decks": 7}),
    }
    house = play_out(house, "2", rng, 0.0, lambda house: house)
    # The shoe of one deck that was begun by the house of before is dealt out, and can be checked from its seed.
    last = house.table("4").rounds
    house = play(house, "4", 14, rng, call_rate=0.0)
    for number in (last, last + 1):
        bundle = deal_bundle(house.store, "4", number)
        check = check_deal(bundle)
        assert check.fair, check.findings
        assert "edition" not in bundle["setup"] and bundle["setup"]["options"]["decks"] == 2
    before, since = (one_record(house, "4", number) for number in (last, last + 1))
    assert before["options"] == {"shuffle_method": "automated", "decks": 2}
    assert since["options"] == {"shuffle_method": "automated", "decks": 1}
    assert settle(since).net
    house.close()


def test_rounds_that_an_old_table_played_in_todays_words_audit_clean_when_a_later_edition_is_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    old_house("before-decks-in-play", url, tmp_path)
    with monkeypatch.context() as before:
        before.setattr(live_table, "EDITION", 4)
        house = play(House(url), "4", 2, random.Random(7), call_rate=0.0)
    house.close()
    report = audit(url, workers=1)
    assert report.clean, report


def test_hands_of_poker_from_before_blinds_could_be_dead_are_played_again_as_they_were(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    old_house("before-dead-blinds", url, tmp_path)
    house = play(House(url), "1", 3, random.Random(6))
    house.close()
    report = audit(url, workers=1)
    assert report.clean, report
    assert report.rounds == report.replayed == 15


def test_hands_of_poker_that_were_dead_by_another_clause_audit_clean(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to the fourth edition every dead hand named the clauses of unprotected and fouled ones."""
    house = open_house(sqlite_url, "chapter4/poker", practice=True)
    with monkeypatch.context() as before:
        before.setattr(live_table, "EDITION", 4)
        before.setattr(rulings, "_cite", lambda t, call: "§4.O.3 L639-641; §4.R.3 L672")
        for _ in range(2):
            put_up(house, "1", random.Random(1))
            at(house, "1", lambda live, batch: live.deal(batch))
            dead = Call("bet_and_fold_announced", seat=house.table("1").round.asking[0].seat)
            at(house, "1", lambda live, batch, dead=dead: calls.make(live, batch, dead, "dan"))
            play_out(house, "1", random.Random(1), 0.0, lambda house: house)
    house.close()
    report = audit(sqlite_url, workers=1)
    assert report.clean and report.rounds == 2, report


def one_record(house: House, table: str, number: int) -> dict[str, Any]:
    [kept] = find(house.store, table=table, number=number)
    record: dict[str, Any] = kept.body["record"]
    return record
