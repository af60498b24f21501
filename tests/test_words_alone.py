"""A word that takes an amount or cards, said alone: what it means in a record, and that a table asks."""

import pytest

from house_fixtures import sqlite_url
from house_play import at, open_house
from pitboss import open_table, settle
from pitboss.api.views import Viewer, table_view
from pitboss.errors import Refused
from test_play import Sitting

__all__ = ["sqlite_url"]
FOUR_CARD = "massachusetts-2020/four-card-poker"
FAST_ACTION = "massachusetts-2020/fast-action-holdem"


def test_the_terminal_asks_how_much_is_played_and_takes_the_amount_as_the_answer() -> None:
    sitting = Sitting(FOUR_CARD, "ante 10", "play", "20")
    assert "You may play ($10.00 to $30.00, to be named); fold" in sitting.screen
    assert "play how much? $10.00 to $30.00, like play 10.00" in sitting.screen
    assert sitting.table.round is not None
    assert {row.wager: row.staked for row in sitting.table.round.settlements}["play"] == 2000


def test_the_terminal_asks_for_the_cards_of_a_split_and_stakes_nothing_before_it_has_them() -> None:
    sitting = Sitting(FAST_ACTION, "wager 10", "split")
    played = sitting.table.round
    assert played is not None and [bet.wager for bet in played.bets] == ["wager"] and not played.over
    first = " ".join(played.hands[played.hand(1)][:2])
    assert f"split which? name 2 for the first hand, like split {first}" in sitting.screen
    assert "set: keep 2 cards, the house's way unless named" in sitting.screen


def test_the_terminal_says_what_a_word_alone_staked() -> None:
    raised = Sitting("chapter4/red-dog", "bet 10", "raise", options={"decks": 6})
    assert "You may raise (up to $10.00, all of it unless named)" in raised.screen
    assert "You raise $10.00." in raised.screen


def test_a_live_table_asks_too_and_shows_the_least_as_what_it_costs(sqlite_url: str) -> None:
    house = open_house(sqlite_url, FOUR_CARD, practice=True)
    at(house, "1", lambda live, batch: live.bet(1, {"ante": "10"}))
    at(house, "1", lambda live, batch: live.deal(batch))
    asking = table_view(house.table("1"), Viewer.of(house.people["player-1"]))["asking"]
    assert asking is not None and asking["actions"][0]["cost"] == asking["actions"][0]["least"] == "10.00"
    with pytest.raises(Refused, match="seat 1: play how much"):
        at(house, "1", lambda live, batch: live.act(batch, 1, "play"))
    at(house, "1", lambda live, batch: live.act(batch, 1, "play 15"))
    house.close()


def test_a_record_may_leave_the_amount_and_the_cards_out() -> None:
    for entry, wager, word, staked in ((FOUR_CARD, "ante", "play", 3000), (FAST_ACTION, "wager", "split", 1000)):
        table = open_table(entry, seed=3)
        played = table.deal({1: {wager: 10}})
        played.act(word)
        assert played.bets[-1].stake == staked
        assert settle(table.record().to_toml()).net == played.net
