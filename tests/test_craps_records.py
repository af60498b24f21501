"""Records of craps replay, also from the middle of a hand, and bad input gets a sentence."""

from copy import deepcopy
from typing import Any

import pytest

from craps_rolls import NO_ROLL, Wagers, every_table, fees, refused, roll, rolled, rows, table_of, up
from pitboss import PitbossError, Setup, load, open_table, settle
from pitboss.engine.table import Table

# -- Records ----------------------------------------------------------------------------------------------------------


@every_table
def test_a_record_begins_in_the_middle_of_a_hand(name: str) -> None:
    rulebook = name.split("/")[0]
    settled = settle(f'''
        rulebook = "{rulebook}"
        game = "craps"
        carry = {{ point = 9, shooter = 2 }}
        standing = {{ 1 = {{ "come 6" = 10, "come_odds 6" = 10, "buy 4" = 20 }}, 2 = {{ pass_line = 10 }} }}

        [[steps]]
        dice = "4-2"

        [[steps]]
        dice = [5, 4]
    ''')
    first, second = (played for _, played in settled.rounds)
    assert rows(first) == {"come 6": 10, "come_odds 6": 12, "buy 4": "stays"} and fees(first) == 0
    assert rows(second, 2) == {"pass_line": 10}
    assert settled.table.carry["shooter"] == 2 and "point" not in settled.table.carry


@every_table
def test_a_table_forgets_and_its_next_record_begins_with_what_stands(name: str) -> None:
    table = open_table(name, seed=11)
    rolled(table, "5-4", {1: {"pass_line": 10}, 2: {"dont_pass": 20, "place_to_win 6": 12}})
    table.forget()
    rolled(table, "4-2", {1: {"pass_odds": 10}})
    rolled(table, "6-3", {2: {"dont_pass": 10}})
    record = table.record()
    assert record.standing == {1: {"pass_line": "10.00"}, 2: {"dont_pass": "20.00", "place_to_win 6": "12.00"}}
    again = settle(record.to_toml())
    assert again.table.carry == table.carry
    assert again.net == {1: 1000 + 1500, 2: 1400 - 1000}


@every_table
def test_the_record_of_a_table_replays_to_the_same_events(name: str) -> None:
    table = open_table(name)
    played = [
        rolled(table, "5-4", {1: {"pass_line": 10, "place_to_win 6": 12}, 2: {"dont_pass": 10}}, {1: ("on all",)}),
        rolled(table, "1-1", {2: {"field": 5}}),
        rolled(table, "4-3", {2: {"buy 10": 20}}, calls=(NO_ROLL,)),
        rolled(table, "6-3", {1: {"place_to_win 6": 0}}),
    ]
    again = settle(table.record().to_toml())
    assert [replayed.events for _, replayed in again.rounds] == [live.events for live in played]
    assert again.table.standing == table.standing and again.table.carry == table.carry


@every_table
def test_asking_whether_the_table_would_take_wagers_changes_nothing(name: str) -> None:
    table = open_table(name, seed=5)
    other = open_table(name, seed=5)
    for wagers, words in (
        ({"pass_line": 10, "place_to_win 6": 12}, ["on all"]),
        ({"field": 5}, []),
        ({"place_to_win 6": 0}, ["off all"]),
        ({"come": 10}, ["another_shoots"]),
    ):
        before = deepcopy((table.carry, [bet.fresh() for bet in table.standing]))
        table.refusal({1: wagers}, says={1: words})
        assert (table.carry, [bet.fresh() for bet in table.standing]) == before
        for each in (table, other):
            if each.refusal({1: wagers}, says={1: words}) is None:
                each.deal({1: wagers}, says={1: words})
    assert table.record() == other.record()


@every_table
def test_two_players_on_the_same_numbers_are_settled_each_on_their_own(name: str) -> None:
    standing = {1: {"come 9": 10, "come_odds 9": 10, "place_to_win 8": 12}, 2: {"come 9": 20, "place_to_win 8": 24}}
    table = table_of(name, 6, standing)
    played = rolled(table, "5-4", {1: {"come": 5}, 2: {"place_to_win 8": 0, "field": 5}})
    assert rows(played, 1) == {"come 9": 10, "come_odds 9": 15, "place_to_win 8": "stays", "come": "stays"}
    assert rows(played, 2) == {"come 9": 20, "field": 5}
    assert played.net == {1: 2500, 2: 2500}
    assert up(table, 1) == {"place_to_win 8": 12, "come 9": 5} and up(table, 2) == {}


@every_table
def test_money_is_conserved_when_fees_are_given_back(name: str) -> None:
    table = table_of(name, 6)
    taken = rolled(table, "6-5", {1: {"buy 4": 20}, 2: {"lay 4": 40}})
    back = rolled(table, "4-3", {1: {"buy 4": 0}})
    for played in (taken, back):
        assert sum(played.ledger.values()) == 0
        assert {seat: played.ledger[f"seat {seat}"] for seat in played.seats} == played.net
    assert back.net[1] == 100 and back.ledger["box"] == -100


# -- Bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        ({"field": 0}, "a wager is more than zero"),
        ({"field": -5}, "-5 is negative"),
        ({"field": "five"}, "'five' is not an amount of money"),
        ({"field": "0.001"}, "fraction of a cent"),
        ({"fold": 5}, 'there is no wager "fold"'),
        ({"field 9": 5}, "Field is placed on no particular spot"),
        ({"place_to_win": 5}, 'say on which number, like "place_to_win 4"'),
        ({"place_to_win 7": 5}, '"7" is not a spot on this layout'),
        ({"hop 7-1": 5}, "is not a spot on this layout"),
        ({"hop": 5}, 'say on which number, like "hop'),
        ({"come seven": 5}, '"seven" is not a spot'),
        ({"come 7": 5}, '"7" is not a spot on this layout; known: 10, 4, 5, 6, 8, 9'),
        ({"hard_8": 5, "hard_8 ": 5}, "placed hard_8 twice"),
    ],
)
@every_table
def test_bad_wagers_get_one_sentence_and_change_nothing(name: str, wagers: Wagers, sentence: str) -> None:
    table = table_of(name, 6, {1: {"pass_line": 10}})
    before = (deepcopy(table.carry), list(table.standing))
    with pytest.raises(PitbossError) as error:
        roll(table, "4-3", wagers)
    assert sentence in error.value.sentence and "\n" not in error.value.sentence
    assert (table.carry, table.standing, table.round) == (*before, None)


@every_table
def test_a_seat_that_is_not_there_cannot_wager_or_speak(name: str) -> None:
    table = table_of(name, 6, {1: {"pass_line": 10}})
    places = Setup.of(load(name)).seats
    refused(table, {places + 1: {"field": 5}}, match=f"there is no seat {places + 1}")
    with pytest.raises(PitbossError, match=f"seat {places + 1} has no wager in this round"):
        rolled(table, "4-3", {}, {places + 1: ("on all",)})


@pytest.mark.parametrize("dice", ["7-1", "4", "4-3-1", "four-three", ""])
@every_table
def test_dice_that_cannot_be_thrown_are_refused(name: str, dice: str) -> None:
    table = table_of(name, 6, {1: {"pass_line": 10}})
    with pytest.raises(PitbossError, match="is not possible at this table"):
        roll(table, dice)


@pytest.mark.parametrize(
    "carry",
    [
        {"point": 7},
        {"point": "6"},
        {"point": True},
        {"shooter": 99},
        {"shooter": "somebody"},
        {"shooter": 1.5},
        {"rolls": -1},
        {"come_outs": "two"},
        {"passing": 1},
        {"made": "yes"},
        {"no_line": 0},
        {"on": ["place_to_win 8"]},
        {"on": {"1": "place_to_win 8"}},
        {"on": {"1": ["ante"]}},
        {"on": {"x": []}},
        {"reduced": {"1": 5}},
        {"collected": {"1": ["4"]}},
        {"collected": {"1": {"field": ["4"]}}},
    ],
    ids=str,
)
@every_table
def test_what_cannot_have_carried_over_is_refused(name: str, carry: dict[str, Any]) -> None:
    fresh = open_table(name)
    table = Table(fresh.setup, fresh.game, carry=carry)
    with pytest.raises(PitbossError, match=f"carry.{next(iter(carry))}: ") as error:
        roll(table, "4-3", {"pass_line": 10})
    assert "\n" not in error.value.sentence


@every_table
def test_standing_wagers_that_cannot_be_are_refused(name: str) -> None:
    with pytest.raises(PitbossError, match="needs Come"):
        roll(table_of(name, 6, {1: {"come_odds 9": 10}}), "4-3")
    with pytest.raises(PitbossError, match="more than zero"):
        roll(table_of(name, 6, {1: {"come 9": 0}}), "4-3")
    with pytest.raises(PitbossError, match="there is no seat 99"):
        roll(table_of(name, 6, {99: {"come 9": 10}}), "4-3")
    with pytest.raises(PitbossError, match="needs Pass.* with its point set"):
        roll(table_of(name, None, {1: {"pass_line": 10, "pass_odds": 10}}), "4-3")


def test_a_record_that_begins_with_a_bet_left_up_charges_its_vigorish_anew() -> None:
    table = table_of("chapter4/craps", 6, options={"auto_rebet": True})
    roll(table, "6-4", {"buy 10": 20})
    for dice, wagers, charged in (("6-5", None, 1), ("6-4", None, 0), ("6-5", {"buy 10": 0}, 0)):
        table.forget()
        assert fees(roll(table, dice, wagers)) == charged
        again = settle(table.record().to_toml())
        assert [played.events for _, played in again.rounds] == [table.round.events]  # type: ignore[union-attr]
