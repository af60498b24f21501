"""In a house for trying out somebody banks whom nobody plays: the table answers for him, unless somebody is there."""

from fastapi import FastAPI

from pitboss.api.runner import Runner
from pitboss.house.house import House
from pitboss.house.live.pace import Pace
from served import Client, Served, served, sit_down
from test_api_clock import wait_for

ENTRY, OPTIONS = "california/pai-gow-tiles", {"schedule_option": 1}
PACE = Pace(decision=900)


def _open(house: House) -> None:
    house.open_table("7", ENTRY, OPTIONS, fill=10**8, pace=PACE)


def _bob_is_nobody(app: FastAPI, runner: Runner) -> None:
    app.state.service.stand_ins = frozenset({"bob"})


def _deal(house: Served) -> Client:
    """Bob banks, and Ann wagers against him."""
    ann, bob = house.client("ann"), house.client("bob")
    sit_down(ann, "7", 1), sit_down(bob, "7", 8)
    bob.do("7", "take_bank", seat=8, wager="500.00")
    ann.do("7", "bet", seat=1, wagers={"base": "10.00"})
    house.client("dee").do("7", "deal")
    return ann


def test_a_banker_whom_nobody_plays_is_answered_for(sqlite_url: str) -> None:
    with served(sqlite_url, _open, also=_bob_is_nobody) as house:
        ann = _deal(house)
        assert ann.get("/tables/7")["asking"]["seat"] == 1, "nobody is answered for but the stand-in"
        ann.do("7", "act", seat=1, action="set")
        wait_for(lambda: ann.get("/tables/7")["asking"] is None)
        assert ann.get("/tables/7")["betting"]["round"] == 2


def test_whoever_comes_as_the_banker_decides(sqlite_url: str) -> None:
    with served(sqlite_url, _open, also=_bob_is_nobody) as house:
        ann, bob = _deal(house), house.client("bob")
        with bob.watch("7") as at_table:
            at_table.next()
            ann.do("7", "act", seat=1, action="set")
            at_table.until(lambda view: view["asking"] is not None and view["asking"]["seat"] == 8)
            assert ann.get("/tables/7")["asking"]["seat"] == 8
        wait_for(lambda: ann.get("/tables/7")["asking"] is None)  # he has left, and is answered for


def test_elsewhere_a_player_dealer_is_waited_for(sqlite_url: str) -> None:
    with served(sqlite_url, _open) as house:
        ann = _deal(house)
        ann.do("7", "act", seat=1, action="set")
        for _ in range(20):
            assert ann.get("/tables/7")["asking"]["seat"] == 8
