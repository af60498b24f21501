"""The clocks of a running service: a fresh one for every roll, spin and deal; nobody who is silent stops a table."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from sqlalchemy import select

from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.live.pace import Pace
from pitboss.house.storage import schema
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


# -- those who are not there ------------------------------------------------------------------------------------------


def three_card(pace: Pace) -> Callable[[House], Any]:
    return lambda house: house.open_table("7", "chapter4/three-card-poker", fill=10**8, pace=pace)


def test_the_floor_ends_the_turn_of_somebody_who_vanished(database: str) -> None:
    with served(database, three_card(Pace())) as house:
        ann, bob, dee, floor = (house.client(name) for name in ("ann", "bob", "dee", "floor"))
        sit_down(ann, "7", 1, "100.00"), sit_down(bob, "7", 2, "100.00")
        for seat, client in ((1, ann), (2, bob)):
            client.do("7", "bet", seat=seat, wagers={"ante": "10.00"})
        asked = dee.do("7", "deal")["view"]["asking"]
        assert asked["seat"] == 1
        for client in (ann, bob, dee):
            assert client.refused("7", "end_turn", seat=1)["status"] == 403
        assert "seconds to decide" in floor.refused("7", "end_turn", seat=1)["detail"]
        assert floor.get("/tables/7")["asking"]["if_ended"] == "fold" and asked.get("if_ended") is None
        wait_for(lambda: house.look(lambda house: house.table("7").clock.turn_may_be_ended) == 0)
        assert "not seat 2's turn" in floor.refused("7", "end_turn", seat=2)["detail"]
        assert "made already" in floor.refused("7", "end_turn", seat=1, round=1, decision=2)["detail"]
        view = floor.do("7", "end_turn", seat=1, round=1, decision=1, reason="gone home")["view"]
        assert view["asking"]["seat"] == 2
        [entry] = journal(house, "act")
        assert (entry["action"], entry["by"], entry["ended"]) == ("fold", "floor", "gone home")
        bob.do("7", "act", seat=2, action="play")
        [over] = journal(house, "round")
        assert over["by"] == "bob" and "ended" not in over
    assert audit(database, workers=1).clean


def test_somebody_who_sits_and_does_nothing_is_made_to_leave(sqlite_url: str) -> None:
    pace = Pace(auto_deal=True)
    with served(sqlite_url, lambda house: house.open_table("7", "chapter4/roulette", fill=10**8, pace=pace)) as house:
        ann, bob, dee, floor = (house.client(name) for name in ("ann", "bob", "dee", "floor"))
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        bob.do("7", "bet", seat=2, wagers={"red": "25.00"})
        bob.do("7", "ready", seat=2)
        assert bob.get("/tables/7")["round"] is None, "the table waits for seat 1"
        for client in (bob, dee):
            assert client.refused("7", "leave", seat=1)["status"] == 403
        view = floor.do("7", "leave", seat=1)["view"]
        assert view["round"]["settlements"] and view["seats"][0]["name"] is None
        [out] = journal(house, "cash_out")
        assert (out["person"], out["by"], out["amount"]) == ("ann", "floor", "5000.00")
    assert audit(sqlite_url, workers=1).clean


def test_a_player_dealer_who_vanishes_does_not_hold_a_table_up(sqlite_url: str) -> None:
    with served(sqlite_url, lambda house: house.open_table("7", "california/three-card-poker")) as house:
        ann, cho, dee, floor = (house.client(name) for name in ("ann", "cho", "dee", "floor"))
        sit_down(ann, "7", 1), sit_down(cho, "7", 3)
        cho.do("7", "take_bank", seat=3, wager="1000.00")
        least = next(offer for offer in ann.get("/tables/7/wagers") if offer["wager"] == "ante")["with"]
        ann.do("7", "bet", seat=1, wagers=least)
        dee.do("7", "deal")
        ann.do("7", "act", seat=1, action="play")
        floor.do("7", "leave", seat=3)
        assert ann.get("/tables/7")["bank"]["seat"] is None
        ann.do("7", "take_bank", seat=1, wager="1000.00")
    assert audit(sqlite_url, workers=1).clean


def test_the_time_to_decide_runs_again_when_the_database_lost_a_decision(postgres_url: str) -> None:
    """The last answer of a round is not written: the question is asked again, and its time runs."""
    with served(postgres_url, three_card(Pace(decision=3, auto_deal=True))) as house:
        ann = house.client("ann")
        sit_down(ann, "7", 1)
        status = 200
        while status == 200:  # a slow machine takes a new connection, which is not hung up
            ann.do("7", "bet", seat=1, wagers={"ante": "10.00"})
            ann.ask("POST", "/tables/7/ready", {"seat": 1})
            with psycopg.connect(postgres_url, autocommit=True) as other:
                other.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
            status = ann.ask("POST", "/tables/7/act", {"seat": 1, "action": "play"}).status_code
        assert status == 503 and ann.get("/tables/7")["round"]["going_on"]
        wait_for(lambda: ann.get("/tables/7")["round"]["going_on"] is False)
        over = journal(house, "round")[-1]
        assert (over["action"], over["by"]) == ("fold", "clock")
    assert audit(postgres_url, workers=1).clean


# -- who did it -------------------------------------------------------------------------------------------------------


def test_whoever_did_something_is_in_the_journal(sqlite_url: str) -> None:
    with served(sqlite_url, three_card(Pace(betting=0.3, decision=0.3, auto_deal=True))) as house:
        ann, bob, floor = house.client("ann"), house.client("bob"), house.client("floor")
        sit_down(ann, "7", 1), sit_down(bob, "7", 2)
        ann.do("7", "bet", seat=1, wagers={"ante": "10.00"})
        wait_for(lambda: journal(house, "round"))
        ann.do("7", "leave", seat=1)
        floor.do("7", "leave", seat=2)
        kinds = ("open", "fill", "sit", "buy_in", "deal", "round", "cash_out")
        told = {kind: [entry["by"] for entry in journal(house, kind)] for kind in kinds}
        assert told == {
            "open": ["system"],
            "fill": ["system"],
            "sit": ["ann", "bob"],
            "buy_in": ["ann", "bob"],
            "deal": ["clock"],
            "round": ["clock"],
            "cash_out": ["ann", "floor"],
        }
        refused = house.client("system").ask("POST", "/people", {"person": "clock", "name": "C", "role": "player"})
        assert refused.status_code == 409
    assert audit(sqlite_url, workers=1).clean


def test_a_table_leaves_its_players_time(sqlite_url: str) -> None:
    with served(sqlite_url) as house, house.client("floor") as floor:
        for limit, words in (("decision", "to decide"), ("betting", "to bet")):
            sent = {"table": "9", "entry": "chapter4/roulette", "pace": {limit: 0.001}}
            refused = floor.ask("POST", "/tables", sent)
            assert refused.status_code == 409 and f"at least 5 seconds {words}" in refused.json()["detail"]
        sent = {"table": "9", "entry": "chapter4/roulette", "pace": {"betting": 5, "decision": 5}}
        assert floor.ask("POST", "/tables", sent).status_code == 201
