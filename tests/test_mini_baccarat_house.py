"""Mini-baccarat of Massachusetts: Dragon Bonus, House Money, Royal 9 with its meters, and what a house may choose."""

from typing import Any

import pytest

from baccarat_table import MASSACHUSETTS, one, record
from house_fixtures import dear
from pitboss import PitbossError, open_table, settle
from pitboss.rulebook import Setup, load

CHAIRS = {"1": "Kh 9c", "2": "Ks 9d", "3": "Kc 9h", "4": "Kd 9s", "5": "Kh 9s", "6": "Ks 9c"}
ROYAL = {"royal_9": True, "personal_king_nines": CHAIRS}


# -- Side wagers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "banker", "net"),
    [
        ("Ks 9s", "Kh 6h", 10),  # a natural wins as one, by 3
        ("Ks 9s", "Kh Qh", 10),  # and by 9 as well
        ("Ks 9s", "Kh 8h", 10),
        ("Ks 8s", "Kh 8h", 0),
        ("Ks 8s", "Kh 9h", -10),
        ("2s 2c 4d", "Kh 3d As", 10),  # by 4
        ("2s 2c 4d", "Kh 2d As", 20),  # by 5
        ("2s 2c 5d", "Kh 2d As", 40),  # by 6
        ("2s 3c 3d", "Kh 2d 9s", 60),  # by 7
        ("2s 2c 5d", "Kh Ad Ks", 100),  # by 8
        ("2s 2c 5d", "Kh Qd Ks", 300),  # by 9
        ("2s 2c 4d", "Kh 4d As", -10),  # by 3
        ("Ks 6s", "Kh 6h", -10),
        ("Ks 6s", "Kh 7h", -10),
    ],
)
def test_dragon_bonus_by_paytable_a(player: str, banker: str, net: int) -> None:
    options = {"dragon_bonus": "A"}
    assert record(MASSACHUSETTS, player, banker, {"dragon_bonus_player": 10}, options=options).net == {1: net * 100}


def test_house_money_asks_only_those_with_a_hand_wager() -> None:
    options = {"house_money": True}
    assert record(MASSACHUSETTS, "8s 8d", "Ah 7c", {"house_money": 20, "tie": 5}, options=options).net == {1: 5500}
    with pytest.raises(PitbossError, match="does not say what seat 1 did: take or add_to_banker"):
        record(MASSACHUSETTS, "8s 8d", "Ah 7c", {"house_money": 20, "banker": 5}, options=options)


def test_house_money_is_added_by_the_portion_the_house_allows_and_bears_vigorish() -> None:
    options = {"house_money": True, "house_money_parlay_share": "50"}
    wagers = {"house_money": 20, "banker": 50}
    settled = record(MASSACHUSETTS, "3s 3d", "Ah 7c", wagers, options=options, actions=["add_to_banker"])
    rows = {row.wager: row for row in one(settled).settlements}
    assert (rows["house_money"].net, rows["banker"].staked, rows["banker"].net) == (6000, 8000, 7600)


def test_meters_grow_by_each_royal_9_wager_and_start_again_when_won() -> None:
    table = open_table(MASSACHUSETTS, ROYAL, seed=1)
    played = table.deal({n: {"player": 10, "royal_9_progressive": 5} for n in (1, 2, 3)})
    assert table.meters.held == {"star": 5_000_090, "spade": 45_075, "heart": 45_075}
    assert sum(played.ledger.values()) == 0


def test_royal_9_needs_six_chairs_with_a_combination_each() -> None:
    with pytest.raises(PitbossError, match="royal_9 cannot be used without it"):
        open_table(MASSACHUSETTS, {"royal_9": True})
    five = {chair: pair for chair, pair in CHAIRS.items() if chair != "6"}
    with pytest.raises(PitbossError, match="each of the chairs 1 to 6"):
        open_table(MASSACHUSETTS, ROYAL | {"personal_king_nines": five})
    with pytest.raises(PitbossError, match="six seats"):
        open_table(MASSACHUSETTS, ROYAL | {"seats": 7})
    assert open_table(MASSACHUSETTS, ROYAL).setup.seats == 6
    assert open_table(MASSACHUSETTS).setup.seats == 9


@pytest.mark.parametrize(
    ("configuration", "reset", "most"), [pytest.param("2", 10_000, 50_000, marks=dear), ("3", 10_000, 20_000)]
)
def test_must_hit_is_won_before_its_maximum_by_any_bettor(configuration: str, reset: int, most: int) -> None:
    table = open_table(MASSACHUSETTS, ROYAL | {"must_hit": configuration}, seed=8, meters={"must_hit": most // 100 - 1})
    awards, winners, rounds = [], set(), []
    for _ in range(700):
        played = table.deal({n: {"tie": 5, "royal_9_progressive": 5} for n in range(1, 7)})
        rounds.append(played)
        assert sum(played.ledger.values()) == 0
        assert not any("trigger" in str(event) for event in played.events)
        won = [row for row in played.settlements if row.wager == "must_hit"]
        awards += [row.net for row in won]
        winners |= {row.seat for row in won}
        assert len(won) <= 1
        assert table.meters.held["must_hit"] < most
    assert len(awards) > 2
    assert reset <= min(awards) <= max(awards) <= most
    assert len(winners) > 2
    again = settle(table.record().to_toml())
    assert [played.events for _, played in again.rounds] == [played.events for played in rounds]


def test_a_written_record_need_not_know_the_hidden_trigger() -> None:
    options = ROYAL | {"must_hit": "2"}
    wagers = {"tie": 5, "royal_9_progressive": 5}
    quiet = record(MASSACHUSETTS, "Ks 8s", "Kh 7h", wagers, options=options)
    assert [row.wager for row in one(quiet).settlements] == ["tie", "royal_9_progressive"]
    hit = record(MASSACHUSETTS, "Ks 8s", "Kh 7h", wagers, options=options, must_hit_winner=1, meters={"must_hit": 300})
    assert one(hit).settlements[-1].net == 30_025
    assert hit.table.meters.held["must_hit"] == 10_000


# -- The house's set-up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"decks": 12}, "12 is not one of 6, 7, 8"),
        ({"shuffle_method": "continuous", "vigorish_collection": "deferred"}, "taken at the payout"),
        ({"designation": "ez", "vigorish_rounding": "quarter"}, "collects no vigorish"),
        (ROYAL | {"decks": 7}, "six or eight decks"),
        ({"must_hit": "1"}, "made the Royal 9 wager"),
        ({"tie_odds": "7 to 1"}, "less than the 8 to 1"),
    ],
)
def test_a_set_up_the_rules_do_not_allow_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        Setup.of(load(MASSACHUSETTS), options)


def test_one_of_two_batches_is_in_play() -> None:
    table = open_table(MASSACHUSETTS, {"shuffle_method": "automated", "decks": 7})
    assert table.shoe is not None
    assert (table.shoe.decks, table.setup.batches) == (7, 2)
