"""Rounds from before a rulebook entry was corrected are played again as they were ruled, and audit clean."""

import json
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from house_fixtures import of_each_script
from house_play import at, open_house
from pitboss import Call, PitbossError, load
from pitboss.api.queries import one_round
from pitboss.api.views import Viewer
from pitboss.engine.events import Settlement
from pitboss.house.audit.house_audit import audit
from pitboss.house.audit.resettle import settled_again
from pitboss.house.house import House
from pitboss.house.live import calls, live_table
from pitboss.house.live.live_table import LiveTable
from pitboss.rulebook import entry_names
from pitboss.rulebook.loader import EDITION
from pitboss.web.rounds import find

WAGERS = {
    "craps": {"dont_pass": "10.00"},
    "red-dog": {"bet": "10.00"},
    "ultimate-texas-holdem": {"ante": "10.00", "blind": "10.00"},
    "roulette": {"red": "15.00"},
    "big-six": {"one": "15.00"},
    "sic-bo": {"small": "15.00"},
}
CORRECTED = [(name, int(edition)) for name in entry_names() for edition in load(name).earlier]
OLD_ENTRIES = [name for name, edition in CORRECTED if edition == 1]


@pytest.mark.parametrize(("name", "edition"), CORRECTED)
def test_an_earlier_edition_differs_from_the_one_after_it(name: str, edition: int) -> None:
    assert load(name, edition).model_dump() != load(name, edition + 1).model_dump()
    assert load(name, EDITION) is load(name)


def test_a_call_that_named_no_wager_yet_is_settled_again_as_it_was() -> None:
    seats = {"1": {"wagers": {"ante": 10}, "cards": "9c 8d 7h", "actions": ["play"]}}
    late = {"id": "late_wager", "at": "deal"}
    record = {
        "rulebook": "california",
        "game": "three-card-poker",
        "bank": {"seat": 7, "wager": 1000},
        "seats": seats,
        "dealer": {"cards": "Qs 6d 2c"},
        "irregularities": [late],
    }
    assert settled_again({"record": record, "edition": 2}).net[1] == 2000
    with pytest.raises(PitbossError, match="say which seat it concerns"):
        settled_again({"record": record, "edition": EDITION})


def test_five_adjacent_in_cents_is_settled_again_as_it_was() -> None:
    record = {
        "rulebook": "massachusetts-2020",
        "game": "roulette",
        "options": {"five_adjacent": True},
        "spin": "5",
        "seats": {"1": {"wagers": {"five_adjacent 17": "12.05"}}},
    }
    assert settled_again({"record": record, "edition": 3}).net[1] == 7471
    with pytest.raises(PitbossError, match="5 chips of"):
        settled_again({"record": record, "edition": EDITION})


def _as_before_the_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal as a house did before openings said an edition."""
    dealt = LiveTable.deal_to

    def deal_to(self: LiveTable, batch: Any, opening: dict[str, Any], opened: Any = None, by: str = "") -> Any:
        return dealt(self, batch, {key: opening[key] for key in opening if key != "edition"}, None, by)

    monkeypatch.setattr(live_table.LiveTable, "deal_to", deal_to)


@pytest.mark.parametrize("name", of_each_script(OLD_ENTRIES))
def test_a_journal_from_before_a_correction_audits_clean(
    name: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(sqlite_url, name, practice=True)
    live = house.table("1")
    wagers = WAGERS[name.partition("/")[2]]
    with monkeypatch.context() as before:
        _as_before_the_correction(before)
        _play(house, live, wagers, 60)
    _play(house, live, wagers, 20)
    for kept in find(house.store, table="1", most=100):
        again = settled_again(kept.body).as_json()
        assert again["settlements"] == kept.body["settlements"], kept.number
        shown = one_round(house.store, "1", kept.number, Viewer("audrey", "auditor"))
        assert shown is not None and shown["events"]
    house.close()
    report = audit(sqlite_url, workers=1)
    assert report.findings == []
    with create_engine(sqlite_url).connect() as database:
        bodies = [json.loads(body) for (body,) in database.execute(text("select body from journal"))]
    openings = [body for body in bodies if "record" in body]
    assert {body.get("edition") for body in openings} == {None, EDITION}


def _play(house: Any, live: LiveTable, wagers: dict[str, str], rounds: int) -> None:
    for number in range(rounds):
        if not any(bet.seat == 1 for bet in live.table.standing):
            live.bet(1, wagers)
        if number % 7 == 0 and "dealer_card_exposed" in live.setup.irregularities:
            at(house, "1", lambda live, batch: calls.make(live, batch, Call("dealer_card_exposed", at="river"), "dan"))
        if number % 7 == 0 and "wager_touched" in live.setup.irregularities and "red-dog" not in live.setup.entry.name:
            late = Call("late_wager", 1, wager=next(iter(wagers)))
            at(house, "1", lambda live, batch, late=late: calls.make(live, batch, late, "dan"))
        at(house, "1", lambda live, batch: live.deal(batch))
        while live.going_on:
            assert live.round is not None and live.round.asking
            action = live.round.asking[0].names[0]
            at(house, "1", lambda live, batch, action=action: live.act(batch, 1, action))


def test_a_round_of_an_earlier_edition_may_name_other_clauses_and_one_of_this_edition_may_not(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was decided and paid is held against the journal of every edition, words and clauses of this one's alone."""
    house = open_house(sqlite_url, "chapter4/roulette", practice=True)
    live = house.table("1")
    entered = Settlement.as_json

    def as_before(row: Settlement) -> dict[str, Any]:
        return entered(row) | {"cite": "another clause", "reason": "other words"}

    with monkeypatch.context() as before:
        before.setattr(Settlement, "as_json", as_before)
        before.setattr(live_table, "EDITION", 2)
        _play(house, live, WAGERS["roulette"], 5)
    house.close()
    assert audit(sqlite_url, workers=1).findings == []
    house = House(sqlite_url)
    with monkeypatch.context() as wrong:
        wrong.setattr(Settlement, "as_json", as_before)
        _play(house, house.table("1"), WAGERS["roulette"], 1)
    house.close()
    assert "settlements" in {finding.where for finding in audit(sqlite_url, workers=1).findings}
