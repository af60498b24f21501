"""The clocks of a running service: a fresh one for every roll, spin and deal; nobody who is silent stops a table."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.audit import audit
from pitboss.house.pace import Pace
from pitboss.rulebook.loader import entries
from served import Client, Served, served, sit_down

BETTING = 0.3
PATIENCE = 60
"""How long a slow machine may take."""

CRAPS = [entry.name for entry in entries(None) if entry.script == "craps" and entry.wagers]
SHOES = {"chapter4/mini-baccarat": {"player": "25.00"}, "chapter4/roulette": {"red": "25.00"}}


def wait_for(holds: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
    return found


def journal(house: Served, kind: str, table: str = "7") -> list[dict[str, Any]]:
    """The entries of a kind, with when each was made."""
    at_table = (schema.journal.c.chain == table) & (schema.journal.c.kind == kind)
    rows = house.look(
        lambda house: house.store.rows(select(schema.journal).where(at_table).order_by(schema.journal.c.number))
    )
    return [json.loads(row["body"]) | {"at": datetime.fromisoformat(row["at"])} for row in rows]


def gaps(house: Served) -> list[float]:
    """The seconds between the ends of rounds."""
    times = [entry["at"] for entry in journal(house, "round")]
    return [(after - before).total_seconds() for before, after in pairwise(times)]


def stand_for_some_rolls(ann: Client, house: Served, rolls: int) -> None:
    """Have wagers stand while so many rolls are made; those that are decided are made again."""

    def rolled() -> bool:
        view = ann.get("/tables/7")
        if not view["seats"][0]["up"] and not view["seats"][0]["placed"] and view["betting"]["open"]:
            ann.ask("POST", "/tables/7/bet", {"seat": 1, "wagers": {"pass_line": "10.00"}})
        return bool(view["betting"]["round"] > rolls)

    wait_for(rolled)


@pytest.mark.parametrize("entry", CRAPS)
def test_every_roll_has_a_betting_time_of_its_own(entry: str, sqlite_url: str) -> None:
    pace = Pace(betting=BETTING, auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("7", entry, fill=10**8, pace=pace)) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        stand_for_some_rolls(ann, house, 3)
        assert min(gaps(house)) > BETTING - 0.05
    assert audit(sqlite_url, workers=1).clean


@pytest.mark.parametrize("entry", SHOES)
def test_every_deal_has_a_betting_time_of_its_own(entry: str, sqlite_url: str) -> None:
    pace = Pace(betting=BETTING, auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("7", entry, fill=10**8, pace=pace)) as house:
        ann, bob = house.client("ann"), house.client("bob")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        for number in (1, 2, 3):
            ann.do("7", "bet", seat=1, wagers=SHOES[entry], round=number)
            wait_for(lambda number=number: ann.get("/tables/7")["betting"]["round"] > number)
        assert min(gaps(house)) > BETTING - 0.05


def test_bets_are_taken_again_after_a_roll_that_a_dealer_makes_late(sqlite_url: str) -> None:
    pace = Pace(betting=BETTING)
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/craps", fill=10**8, pace=pace)) as house:
        ann, dee = house.client("ann"), house.client("dee")
        sit_down(ann, "7", 1)
        ann.do("7", "bet", seat=1, wagers={"pass_line": "10.00"})
        while True:
            wait_for(lambda: not ann.get("/tables/7")["betting"]["open"])
            view = dee.do("7", "deal")["view"]
            assert view["betting"]["open"], "the time to bet on the next roll begins with it"
            if view["seats"][0]["up"]:
                break
            ann.do("7", "bet", seat=1, wagers={"pass_line": "10.00"})
        ann.do("7", "bet", seat=1, wagers={"field": "10.00"})


def test_wagers_that_stand_are_rolled_for_in_time_when_the_service_starts_again(sqlite_url: str) -> None:
    pace = Pace(betting=2, auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/craps", fill=10**8, pace=pace)) as house:
        tokens = house.tokens
        ann, bob, dee = house.client("ann"), house.client("bob"), house.client("dee")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        while not ann.get("/tables/7")["seats"][0]["up"]:
            ann.do("7", "bet", seat=1, wagers={"pass_line": "10.00"})
            dee.do("7", "deal")
    begun = datetime.now(UTC)
    with served(sqlite_url, tokens=tokens) as house:
        before = house.look(lambda house: house.table("7").rounds)
        wait_for(lambda: house.look(lambda house: house.table("7").rounds) > before)
        if house.look(lambda house: bool(house.table("7").table.standing)):
            wait_for(lambda: house.look(lambda house: house.table("7").rounds) > before + 1)
        times = [begun, *(entry["at"] for entry in journal(house, "round")[before:])]
        assert all((after - at).total_seconds() > 1.95 for at, after in pairwise(times))
    assert audit(sqlite_url, workers=1).clean
