"""Blackjack of Massachusetts at live tables of a house: wagers that stand, tips, meters, and people who leave."""

import random
from typing import Any

import pytest

from blackjack_ma_table import ENTRY, MULTIPLE
from house_play import at, open_house, play
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House

SIDES: dict[str, dict[str, Any]] = {
    "streaks": {"streak": True, "splits": 2, "surrender": True},
    "tips": {"kings_bounty": "1", "trilux": "2", "lucky_george": True, "super_3": True, "second_card": "hole_up"},
    "meters": {"super_4": "3", "must_hit": "3", "blazing_7s": "1", "second_card": "hole_down_reader"},
    "bonus": {"blackjack_bonus": "5.00", "additional_wager": "sevens", "buster": "A", "double_card": "on_request"},
    "multiple action": {"multiple_action": "two_or_three", "super_4": "updated", "decks": 8, "buster": "F"},
}


def _in_order(url: str) -> None:
    assert audit(url, workers=1).findings == []


@pytest.mark.parametrize("name", SIDES)
def test_a_house_loses_no_chip_over_wagers_on_the_side(name: str, sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options=SIDES[name])
    play(house, "1", 25, random.Random(name), call_rate=0.1).close()
    _in_order(sqlite_url)


def _until_it_stands(house: House) -> None:
    """Deal to seat 1 with a streak wager until that stays up."""
    for _ in range(30):
        live = house.table("1")
        live.bet(1, {"blackjack": "10.00", "streak_5": "5.00"})
        at(house, "1", lambda live, batch: live.deal(batch))
        while (live := house.table("1")).going_on:
            assert live.round is not None
            ask = live.round.asking[0]
            word = "stand" if "stand" in ask.names else ask.names[0]
            at(house, "1", lambda live, batch, word=word: live.act(batch, 1, word))
        if live.table.standing:
            return
    pytest.fail("no hand was ever won")


def test_a_player_who_leaves_a_house_gives_up_the_streak_wager(sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options={"streak": True})
    _until_it_stands(house)
    chips = house.table("1").seats[1].chips
    assert at(house, "1", lambda live, batch: live.leave(batch, 1)) == chips
    assert not house.table("1").table.standing
    house.close()
    _in_order(sqlite_url)


def test_a_player_who_sits_out_a_round_gives_up_the_streak_wager(sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options={"streak": True})
    _until_it_stands(house)
    house.table("1").bet(2, {"blackjack": "10.00"})
    at(house, "1", lambda live, batch: live.deal(batch))
    while (live := house.table("1")).going_on:
        assert live.round is not None
        word = live.round.asking[0].names[0]
        at(house, "1", lambda live, batch, word=word: live.act(batch, 2, word))
    assert not house.table("1").table.standing
    house.close()
    _in_order(sqlite_url)


def test_a_table_of_multiple_action_goes_on_after_a_restart(sqlite_url: str) -> None:
    house = open_house(sqlite_url, ENTRY, options={"multiple_action": "three"})
    house.table("1").bet(1, {name: f"{amount}.00" for name, amount in MULTIPLE.items()})
    at(house, "1", lambda live, batch: live.deal(batch))
    house.close()
    house = House(sqlite_url)
    while (live := house.table("1")).going_on:
        assert live.round is not None
        word = live.round.asking[0].names[0]
        at(house, "1", lambda live, batch, word=word: live.act(batch, 1, word))
    house.close()
    _in_order(sqlite_url)
